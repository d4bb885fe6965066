//! Entries about wars, peace, alliances, the war with the United States, and who runs an uncontrolled power (D1, 8.11).

use base::order::Remark;

use super::super::order::Holder;
use super::super::power::Power;
use super::super::situation::holder_name;
use super::super::state::Party;
use super::super::territory;
use super::Sheet;

const NO_WAR: &str = "at peace";
const WAR: &str = "at war";

impl Sheet<'_> {
    /// `WAR Britain Spain`.
    pub(super) fn war(&mut self, one: &Holder, other: &Holder) -> Result<(), Remark> {
        let (first, second) = (self.party(one)?, self.party(other)?);
        if first == second {
            return Err(Remark::refused(format!("{} makes no war on itself.", holder_name(one)))
                .hint("Name two powers: WAR Britain Spain.")
                .rule("D1"));
        }
        if let (Party::Power(one), Party::Power(other)) = (&first, &second)
            && territory::are_allies(&self.state, *one, *other)
        {
            return Err(Remark::refused(format!("{} and {} are allies.", one.name(), other.name()))
                .hint(format!("End that before: ALLIANCE {} {} ENDS.", one.name(), other.name()))
                .rule("D1"));
        }
        if self.state.wars.insert(territory::pair(first, second)) {
            self.change(between(one, other), NO_WAR, WAR);
        }
        Ok(())
    }

    /// `PEACE Britain Spain`.
    pub(super) fn peace(&mut self, one: &Holder, other: &Holder) -> Result<(), Remark> {
        let pair = territory::pair(self.party(one)?, self.party(other)?);
        if self.state.wars.remove(&pair) {
            self.change(between(one, other), WAR, NO_WAR);
        }
        Ok(())
    }

    /// `ALLIANCE Austria Russia`; `ALLIANCE Austria Russia ENDS`.
    pub(super) fn ally(&mut self, one: Power, other: Power, is_on: bool) -> Result<(), Remark> {
        self.in_play(one)?;
        self.in_play(other)?;
        if one == other {
            return Err(Remark::refused(format!("{} makes no alliance with itself.", one.name()))
                .hint("Name two powers: ALLIANCE Austria Russia.")
                .rule("D1"));
        }
        if is_on && territory::at_war(&self.state, one, other) {
            return Err(Remark::refused(format!("{} and {} are at war.", one.name(), other.name()))
                .hint(format!("Make peace before: PEACE {} {}.", one.name(), other.name()))
                .rule("D1"));
        }
        let pair = (one.min(other), one.max(other));
        let words = format!("{} and {}", pair.0.name(), pair.1.name());
        if is_on && self.state.alliances.insert(pair) {
            self.change(words, "no alliance", "allied");
        } else if !is_on && self.state.alliances.remove(&pair) {
            self.change(words, "allied", "no alliance");
        }
        Ok(())
    }

    /// `USA WAR`; `USA PEACE` in a Peace Step, which costs Britain political points (8.2.1).
    pub(super) fn american_war(&mut self, is_on: bool) -> Result<(), Remark> {
        if self.state.american_war == is_on {
            return Ok(());
        }
        self.state.american_war = is_on;
        if is_on {
            self.change("Britain and the United States", NO_WAR, WAR);
            return Ok(());
        }
        self.state.wants_american_peace = false;
        let points = i64::from(self.scenario.tables.trade.american_peace_points);
        self.change("Britain and the United States", WAR, NO_WAR);
        self.move_status(Power::Britain, -points);
        Ok(())
    }

    /// `CONTROL Spain BY France`.
    pub(super) fn control(&mut self, power: Power, by: Option<Power>) -> Result<(), Remark> {
        self.in_play(power)?;
        if let Some(runner) = by {
            self.in_play(runner)?;
            if runner == power {
                return Err(Remark::refused(format!("{} is not run by itself.", power.name()))
                    .hint(format!("CONTROL {} BY nobody: its own player runs it.", power.name()))
                    .rule("8.11"));
            }
        }
        let words = |by: Option<Power>| by.map_or_else(|| "its own player".to_owned(), |power| power.name().to_owned());
        let Some(own) = self.state.powers.get_mut(&power) else { return Ok(()) };
        let before = std::mem::replace(&mut own.run_by, by);
        self.change(format!("{} is run by", power.name()), words(before), words(by));
        Ok(())
    }
}

/// A pair in words, always in the same order.
fn between(one: &Holder, other: &Holder) -> String {
    let rank = |holder: &Holder| match holder {
        Holder::Power(power) => (0, *power as usize, String::new()),
        other => (1, 0, holder_name(other)),
    };
    let (first, second) = if rank(one) <= rank(other) { (one, other) } else { (other, one) };
    format!("{} and {}", holder_name(first), holder_name(second))
}
