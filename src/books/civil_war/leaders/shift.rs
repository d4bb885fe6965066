//! Leaders sent to another theatre: ordered by the supreme commander with a command and a pulse point, timed by their
//! commander (C3.5.9, D6, D14). Here the order; the move is the tactical chapter's.

use std::collections::BTreeMap;

use base::facts::{Brief, Fact};
use base::order::Remark;

use super::super::audience;
use super::super::item::Item;
use super::super::scenario::{Account, Scenario, Side, Tables, Theatre};
use super::super::state::{LeaderPlace, State};
use super::Shift;

/// The own leaders on the map and the theatres where they stand.
pub type Stationed = BTreeMap<String, Account>;

/// Who stands where, by the whole truth.
pub fn stationed(scenario: &Scenario, state: &State, side: Side) -> Stationed {
    let own = state.leaders.iter().filter(|(_, leader)| leader.side == side);
    let on_map = own.filter_map(|(name, leader)| match leader.place {
        LeaderPlace::Map(hex) => Some((name.clone(), scenario.map.theatre(hex).map_or(Account::Naval, Account::from))),
        _ => None,
    });
    on_map.collect()
}

/// Who stands where, by what a seat was told.
pub fn told_stations(brief: &Brief<Item>) -> Stationed {
    let forces = brief.items().iter().filter_map(|item| match item {
        Item::OwnForce { account, leaders, .. } => Some((*account, leaders)),
        _ => None,
    });
    forces.flat_map(|(account, leaders)| leaders.iter().map(move |card| (card.name.clone(), account))).collect()
}

/// The shifts ordered so far on one sheet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transfers {
    shifts: Vec<Shift>,
}

/// Points not divided yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spare {
    /// Command points.
    pub cp: u32,
    /// Pulse points.
    pub pp: u32,
}

impl Transfers {
    /// Command points that go with the leaders.
    pub fn cp(&self, tables: &Tables) -> u32 {
        tables.distribution.shift_cp.saturating_mul(self.shifts.len() as u32)
    }

    /// Pulse points that go with them.
    pub fn pp(&self, tables: &Tables) -> u32 {
        tables.distribution.shift_pp.saturating_mul(self.shifts.len() as u32)
    }

    /// Takes one more shift, or says why it cannot be; without a theatre it is only asked back.
    pub fn take(
        &mut self,
        tables: &Tables,
        known: &Stationed,
        spare: Spare,
        (name, from, to): (&str, Option<Theatre>, Option<Theatre>),
    ) -> Result<(String, Vec<Remark>), Remark> {
        let refuse = |message: String| Remark::refused(message).rule("C3.5.9");
        let Some(at) = known.get(name) else {
            return Err(refuse(format!("You have no {name} on the map that you know of.")));
        };
        if from.is_some_and(|from| Account::from(from) != *at) {
            return Err(refuse(format!("{name} stands in the {at} theatre.")));
        }
        let Some(to) = to else {
            let asked = Remark::incomplete(format!("It is not said to which theatre {name} goes.")).rule("C3.5.9");
            return Ok((String::new(), vec![asked.hint(format!("Write \"shift {name} to East\"."))]));
        };
        if Account::from(to) == *at {
            return Err(refuse(format!("{name} stands in the {at} theatre already.")));
        }
        if self.shifts.iter().any(|shift| shift.leader == name) {
            return Err(refuse(format!("An earlier line sends {name} away already.")));
        }
        let rules = &tables.distribution;
        if spare.cp < rules.shift_cp || spare.pp < rules.shift_pp {
            let text = format!("{} CP and {} PP must go with {name}; none are left.", rules.shift_cp, rules.shift_pp);
            return Err(refuse(text).hint("Leave them out of the division.").rule("D6"));
        }
        self.shifts.push(Shift { leader: name.to_owned(), to });
        let note = format!("{} CP and {} PP go with him", rules.shift_cp, rules.shift_pp);
        let notice = Remark::notice(format!("The commander of {at} chooses when he leaves, in either sub-turn."));
        Ok((note, vec![notice.rule("C3.5.9")]))
    }

    /// The shifts of this turn by mail, which bind the commanders.
    pub fn into_shifts(self) -> Vec<Shift> {
        self.shifts
    }
}

/// What is known of shifts that were not carried out yet: to the supreme commander and the commander who times them.
pub fn facts(scenario: &Scenario, state: &State, side: Side) -> Vec<Fact<Item>> {
    let stations = stationed(scenario, state, side);
    let ordered = state.sides.get(&side).into_iter().flat_map(|own| &own.leaders.shifts);
    let mut facts = Vec::new();
    for shift in ordered {
        // Who has marched there by himself is there.
        let from = stations.get(&shift.leader).filter(|from| **from != Account::from(shift.to));
        let Some(from) = from else { continue };
        let item = Item::ShiftOrdered { leader: shift.leader.clone(), from: *from, to: shift.to };
        facts.push(Fact::new(audience::supreme(scenario, side), item.clone()));
        facts.push(Fact::new(audience::commander(scenario, side, *from), item));
    }
    facts
}
