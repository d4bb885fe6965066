//! Entries about forces, running numbers, debts, leaders, counters and levies (D1, D15).

use std::fmt::Write as _;

use base::facts::Fact;
use base::order::Remark;

use super::super::audience;
use super::super::calendar::Month;
use super::super::item::Item;
use super::super::measure::Measure;
use super::super::order::{Counter, ForceCount, Holder, Levied, Tally, Tenure};
use super::super::power::Power;
use super::super::scenario::NameKind;
use super::super::state::{Debt, Forces};
use super::{COUNTER_ACCOUNT, STEP, Sheet};

impl Sheet<'_> {
    /// `FORCES France corps 9, fleets 3, at sea 2, depots 6`; what is not said stays.
    pub(super) fn count_forces(&mut self, of: &Holder, count: ForceCount) -> Result<(), Remark> {
        if count == ForceCount::default() {
            return Err(Remark::refused("No number of counters is said.")
                .hint("FORCES France corps 9, fleets 3, at sea 2, depots 6")
                .rule("D1"));
        }
        let (name, forces) = self.forces_of(of)?;
        let before = *forces;
        forces.corps = count.corps.unwrap_or(before.corps);
        forces.fleets_in_port = count.fleets_in_port.unwrap_or(before.fleets_in_port);
        forces.fleets_at_sea = count.fleets_at_sea.unwrap_or(before.fleets_at_sea);
        forces.depots = count.depots.unwrap_or(before.depots);
        let after = *forces;
        self.change(format!("{name}, counters"), forces_words(before), forces_words(after));
        Ok(())
    }

    /// Whose counters stand on the map: a power's, or a free state's.
    fn forces_of(&mut self, of: &Holder) -> Result<(String, &mut Forces), Remark> {
        self.check_holder(of)?;
        let missing = || Remark::refused("It is not said whose they are.").hint("FORCES France corps 9").rule("D1");
        match of {
            Holder::Nobody => Err(missing()),
            Holder::Power(power) => {
                let own = self.state.powers.get_mut(power).ok_or_else(missing)?;
                Ok((power.name().to_owned(), &mut own.forces))
            }
            Holder::Minor(name) => match self.state.free_states.get_mut(name) {
                Some(own) => Ok((name.clone(), &mut own.forces)),
                None => Err(no_free_state(name)),
            },
        }
    }

    /// `MONEY France = 20`, `STATUS Austria = 12`.
    pub(super) fn set_tally(&mut self, power: Power, tally: Tally, value: i64) -> Result<(), Remark> {
        match tally {
            Tally::Money => self.post_change(power, Measure::Money, value - self.held(power, Measure::Money), "set"),
            Tally::Manpower => {
                self.post_change(power, Measure::Manpower, value - self.held(power, Measure::Manpower), "set")
            }
            Tally::VictoryPoints => self.set_victory_points(power, value),
            Tally::Status => {
                let boxes = self.scenario.tables.status_boxes();
                if !(1..=i64::from(boxes)).contains(&value) {
                    return Err(Remark::refused(format!("The status display has no box {value}."))
                        .hint(format!("Its boxes count from 1 at the left to {boxes}."))
                        .rule("D11"));
                }
                let at = self.state.powers.get(&power).map_or(1, |own| i64::from(own.status));
                self.move_status(power, value - at);
                Ok(())
            }
        }
    }

    /// `POST France money -5 supply of corps`.
    pub(super) fn post(&mut self, power: Power, tally: Tally, change: i64, reason: &str) -> Result<(), Remark> {
        if reason.trim().is_empty() {
            return Err(Remark::refused("A posting says what it is for.")
                .hint(format!("POST {} {} {change} supply of corps", power.name(), tally_name(tally)))
                .rule("D15"));
        }
        match tally {
            Tally::Money => self.post_change(power, Measure::Money, change, reason),
            Tally::Manpower => self.post_change(power, Measure::Manpower, change, reason),
            Tally::VictoryPoints => {
                let had = self.state.powers.get(&power).map_or(0, |own| own.victory_points);
                self.set_victory_points(power, had.saturating_add(change))
            }
            Tally::Status => {
                self.move_status(power, change);
                Ok(())
            }
        }
    }

    fn held(&self, power: Power, measure: Measure) -> i64 {
        self.state.ledger.balance(power.id(), measure)
    }

    fn post_change(&mut self, power: Power, measure: Measure, change: i64, reason: &str) -> Result<(), Remark> {
        let before = self.held(power, measure);
        let (after, amount) = (before.saturating_add(change), u32::try_from(change.unsigned_abs()));
        let Some(amount) = amount.ok().filter(|_| after >= 0) else {
            let message = format!("{} has {before} {}, and no account falls below 0.", power.name(), measure.name());
            return Err(Remark::refused(message).hint(format!("At most {before} can be taken.")).rule("D16"));
        };
        if amount == 0 {
            return Ok(());
        }
        let (from, to) = if change < 0 { (power.id(), COUNTER_ACCOUNT) } else { (COUNTER_ACCOUNT, power.id()) };
        self.state.ledger.post(STEP, measure, from, to, amount, reason);
        self.correct(power, measure, before, reason);
        Ok(())
    }

    fn set_victory_points(&mut self, power: Power, value: i64) -> Result<(), Remark> {
        let floor = self.scenario.tables.victory.floor;
        if value < floor {
            return Err(Remark::refused(format!("No total of victory points falls below {floor}."))
                .hint(format!("VP {} = {floor}", power.name()))
                .rule("D11"));
        }
        let Some(own) = self.state.powers.get_mut(&power) else { return Ok(()) };
        let before = std::mem::replace(&mut own.victory_points, value);
        self.change(format!("{}, victory points", power.name()), before.to_string(), value.to_string());
        Ok(())
    }

    /// Moves a marker on the political status display, whose ends hold it (D11).
    pub(super) fn move_status(&mut self, power: Power, points: i64) {
        let tables = &self.scenario.tables;
        let Some(own) = self.state.powers.get_mut(&power) else { return };
        let before = own.status;
        own.status = tables.status_after(before, points);
        let (before, after) = (tables.status(before).name(), tables.status(own.status).name());
        self.change(format!("{}, political status", power.name()), before, after);
    }

    /// `DEBT Russia TO Prussia 20 FORMAL DUE December`: sets what is owed; an amount of 0 strikes it out.
    pub(super) fn note_debt(
        &mut self,
        from: Power,
        to: Power,
        amount: u32,
        is_formal: bool,
        due: Option<Month>,
    ) -> Result<(), Remark> {
        if from == to {
            return Err(Remark::refused(format!("{} owes itself nothing.", from.name()))
                .hint("DEBT Russia TO Prussia 20 FORMAL")
                .rule("D15"));
        }
        let is_of_pair = |debt: &Debt| (debt.from, debt.to, debt.is_formal) == (from, to, is_formal);
        let before: u32 =
            self.state.debts.iter().filter(|debt| is_of_pair(debt) && !debt.awaits_gm).map(|debt| debt.amount).sum();
        if amount == 0 {
            let count = self.state.debts.len();
            self.state.debts.retain(|debt| !(is_of_pair(debt) && (due.is_none() || debt.due == due)));
            if self.state.debts.len() == count {
                return Err(Remark::refused(format!("{} owes {} no such debt.", from.name(), to.name()))
                    .hint("An amount of 0 strikes out a debt that is on the sheet.")
                    .rule("D15"));
            }
        } else {
            // A debt noted by its debtor and not yet confirmed is what the game master now confirms.
            let known =
                self.state.debts.iter_mut().find(|debt| is_of_pair(debt) && (debt.due == due || debt.awaits_gm));
            match known {
                Some(debt) => (debt.amount, debt.due, debt.awaits_gm) = (amount, due, false),
                None => self.state.debts.push(Debt { from, to, amount, is_formal, due, awaits_gm: false }),
            }
        }
        let after: u32 =
            self.state.debts.iter().filter(|debt| is_of_pair(debt) && !debt.awaits_gm).map(|debt| debt.amount).sum();
        self.tell_debt(from, to, is_formal, before, after);
        Ok(())
    }

    /// Formal debts are public, others the parties' own (D13).
    fn tell_debt(&mut self, from: Power, to: Power, is_formal: bool, before: u32, after: u32) {
        if is_formal {
            let subject = format!("{}, formal debt to {}", from.name(), to.name());
            self.change(subject, before.to_string(), after.to_string());
            return;
        }
        if before == after {
            return;
        }
        self.has_changed = true;
        let words = format!("{} owes {} {after} informally (before: {before}).", from.name(), to.name());
        let audience = audience::parties(&self.state, from, to);
        self.private.push(Fact::new(audience, Item::DebtCorrected { from, to, words }));
    }

    /// `LEADER Blucher OF Prussia REMOVED`, `LEADER Blucher OF Prussia BACK`.
    pub(super) fn move_leader(&mut self, name: &str, power: Power, is_removed: bool) -> Result<(), Remark> {
        self.in_play(power)?;
        let month = self.state.month;
        let Some(own) = self.state.powers.get_mut(&power) else { return Ok(()) };
        let subject = format!("{name} ({})", power.name());
        if is_removed {
            if !own.removed_leaders.contains_key(name) {
                own.removed_leaders.insert(name.to_owned(), month);
                self.change(subject, "in play", "removed");
            }
            return Ok(());
        }
        if own.removed_leaders.remove(name).is_none() && !own.returning_leaders.contains(name) {
            let removed: Vec<_> = own.removed_leaders.keys().cloned().collect();
            let remark = Remark::refused(format!("{name} of {} was not removed.", power.name())).rule("8.4.3");
            let words = if removed.is_empty() { "nobody".to_owned() } else { removed.join(", ") };
            return Err(remark.hint(format!("Removed of this power: {words}.")));
        }
        own.returning_leaders.remove(name);
        self.change(subject, "removed", "in play");
        Ok(())
    }

    /// `PLACED France corps 1`: counters bought before are on the map now (8.5.4).
    pub(super) fn place(&mut self, of: &Holder, counter: Counter, count: u32) -> Result<(), Remark> {
        if count == 0 {
            return Err(Remark::refused("No number of counters is said.").hint("PLACED France corps 1").rule("8.5.4"));
        }
        let (owner, state) = self.buyer(of)?;
        let Some(own) = self.state.powers.get_mut(&owner) else { return Ok(()) };
        let is_meant = |row: &&mut super::super::state::Unplaced| row.state == state && row.counter == counter;
        let waiting: u32 = own.unplaced.iter_mut().filter(is_meant).map(|row| row.count).sum();
        if waiting < count {
            let who = super::super::situation::holder_name(of);
            return Err(Remark::refused(format!(
                "{who} has {waiting} {} bought and not placed.",
                counter_name(counter)
            ))
            .hint("FORCES sets what stands on the map without any purchase.")
            .rule("8.5.4"));
        }
        let mut left = count;
        for row in own.unplaced.iter_mut().filter(is_meant) {
            let placed = left.min(row.count);
            row.count -= placed;
            left -= placed;
            row.names.truncate(row.count as usize);
        }
        own.unplaced.retain(|row| row.count > 0);
        let (name, forces) = self.forces_of(of)?;
        let before = *forces;
        match counter {
            Counter::Corps => forces.corps += count,
            Counter::Fleet => forces.fleets_in_port += count,
        }
        let after = *forces;
        self.change(format!("{name}, counters"), forces_words(before), forces_words(after));
        Ok(())
    }

    /// Who bought the counters of a holder: the power itself, or a free state's controller for it.
    fn buyer(&self, of: &Holder) -> Result<(Power, Option<String>), Remark> {
        match of {
            Holder::Power(power) => Ok((*power, None)),
            Holder::Nobody => Err(Remark::refused("It is not said whose they are.").hint("PLACED France corps 1")),
            Holder::Minor(name) => {
                let row = self.state.territories.get(name).filter(|row| row.tenure == Tenure::Free);
                let owner = row.and_then(|row| row.holder).ok_or_else(|| no_free_state(name))?;
                Ok((owner, Some(name.clone())))
            }
        }
    }

    /// `COSSACKS Kiev, Riga`: all places where such counters stand (8.10).
    pub(super) fn levy(&mut self, troops: Levied, places: &[String]) -> Result<(), Remark> {
        for name in places {
            let is_known = self.scenario.map.territory(name).is_some() || self.scenario.map.city(name).is_some();
            if !is_known {
                return Err(self.unknown("place", name, NameKind::Any));
            }
        }
        let power = levying_power(troops);
        self.in_play(power)?;
        let Some(own) = self.state.powers.get_mut(&power) else { return Ok(()) };
        let words = |places: &[String]| if places.is_empty() { "nowhere".to_owned() } else { places.join(", ") };
        let before = words(own.levied.get(&troops).map(Vec::as_slice).unwrap_or_default());
        if places.is_empty() {
            own.levied.remove(&troops);
        } else {
            own.levied.insert(troops, places.to_vec());
        }
        self.change(format!("{}, {}", power.name(), levied_name(troops)), before, words(places));
        Ok(())
    }
}

fn no_free_state(name: &str) -> Remark {
    Remark::refused(format!("{name} is no free state now."))
        .hint(format!("OWNER {name} = France FREE makes it one."))
        .rule("D1")
}

/// Counters on the map in words.
fn forces_words(forces: Forces) -> String {
    let mut words = format!("corps {}, fleets {}", forces.corps, forces.fleets_in_port);
    // Writing to a text does not fail.
    let _ = write!(words, ", at sea {}, depots {}", forces.fleets_at_sea, forces.depots);
    words
}

/// Whose levied troops they are (8.10).
pub(super) fn levying_power(troops: Levied) -> Power {
    match troops {
        Levied::Cossack => Power::Russia,
        Levied::Freikorps => Power::Prussia,
        Levied::Feudal => Power::Turkey,
        Levied::Insurrection => Power::Austria,
    }
}

/// Levied troops in words.
pub(super) fn levied_name(troops: Levied) -> &'static str {
    match troops {
        Levied::Cossack => "cossacks",
        Levied::Freikorps => "freikorps",
        Levied::Feudal => "feudal corps",
        Levied::Insurrection => "insurrection corps",
    }
}

fn counter_name(counter: Counter) -> &'static str {
    match counter {
        Counter::Corps => "corps",
        Counter::Fleet => "fleets",
    }
}

/// A running number in words.
pub(super) fn tally_name(tally: Tally) -> &'static str {
    match tally {
        Tally::Money => "money",
        Tally::Manpower => "manpower",
        Tally::VictoryPoints => "victory points",
        Tally::Status => "political status",
    }
}
