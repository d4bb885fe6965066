//! The state sheet: what the game master enters of the board and corrects, all lines of a letter or none (D1, D15).
//! Each entry is judged on the sheet as the entries before it left it.

mod accounts;
mod board;
mod pacts;
mod rows;

use base::facts::{Audience, Fact};
use base::order::Remark;
use rules::{Acted, RefusedActs};

use super::calendar::Stage;
use super::item::Item;
use super::measure::Measure;
use super::order::{Act, Entry, Order};
use super::power::Power;
use super::scenario::{NameKind, Scenario};
use super::state::{SheetChange, State};
use super::{audience, territory};

pub use rows::line_of_row;

/// What postings of the game master cite.
const STEP: &str = "GM";
/// The account his corrections go to and come from.
const COUNTER_ACCOUNT: &str = "corrections";

/// The sheet while a letter is carried out.
struct Sheet<'a> {
    scenario: &'a Scenario,
    state: State,
    changes: Vec<SheetChange>,
    private: Vec<Fact<Item>>,
    /// The line now carried out has changed something.
    has_changed: bool,
}

/// Carries out entries of the game master: all of them, or none and why, by their place in the list.
pub fn act(scenario: &Scenario, state: &State, orders: &[Order]) -> Result<Acted<State, Item>, RefusedActs> {
    let mut sheet = Sheet::new(scenario, state);
    let (mut refused, mut unchanged, mut late) = (Vec::new(), Vec::new(), Vec::new());
    for (place, order) in orders.iter().enumerate() {
        sheet.has_changed = false;
        let Act::Sheet(entry) = &order.act else {
            refused.push((place, no_entry()));
            continue;
        };
        match sheet.enter(entry) {
            Err(remark) => refused.push((place, remark)),
            Ok(()) if !sheet.has_changed => unchanged.push(subject(entry)),
            Ok(()) if was_collected(state.stage) && touches_collection(entry) => late.push(subject(entry)),
            Ok(()) => {}
        }
    }
    if refused.is_empty() { Ok(sheet.finish(unchanged, late)) } else { Err(refused) }
}

fn no_entry() -> Remark {
    Remark::refused("This is an order of a power, not an entry of the state sheet.")
        .hint("An entry says what is on the board: OWNER, OCCUPY, BESIEGE, BLOCKADE, WAR, FORCES and so on.")
        .rule("D1")
}

/// Money and manpower are collected when the answers are in (8.2); the quarter's collection is over from then on.
fn was_collected(stage: Stage) -> bool {
    matches!(stage, Stage::Lending | Stage::Spending | Stage::Ceding)
}

/// Whether step 8.2 looks at what an entry changes (D15).
fn touches_collection(entry: &Entry) -> bool {
    matches!(
        entry,
        Entry::Owner { .. }
            | Entry::Occupy { .. }
            | Entry::Besiege { .. }
            | Entry::Blockade { .. }
            | Entry::War { .. }
            | Entry::Peace { .. }
            | Entry::AmericanWar { .. }
    )
}

/// What an entry is about, for the game master's answer.
fn subject(entry: &Entry) -> String {
    let pair = |one: &super::order::Holder, other: &super::order::Holder| {
        format!("{} and {}", super::situation::holder_name(one), super::situation::holder_name(other))
    };
    match entry {
        Entry::Owner { territory, .. } => format!("the owner of {territory}"),
        Entry::Occupy { city, .. } => format!("who occupies {city}"),
        Entry::Besiege { city, .. } => format!("who besieges {city}"),
        Entry::Corps { city, .. } => format!("the corps at {city}"),
        Entry::Blockade { ports, .. } => format!("the blockade of {}", ports.join(", ")),
        Entry::War { one, other } => format!("war between {}", pair(one, other)),
        Entry::Peace { one, other } => format!("peace between {}", pair(one, other)),
        Entry::Alliance { one, other, .. } => format!("the alliance of {} and {}", one.name(), other.name()),
        Entry::Forces { of, .. } => format!("the forces of {}", super::situation::holder_name(of)),
        Entry::SetTally { power, tally, .. } | Entry::Post { power, tally, .. } => {
            format!("the {} of {}", accounts::tally_name(*tally), power.name())
        }
        Entry::Debt { from, to, .. } => format!("the debt of {} to {}", from.name(), to.name()),
        Entry::Leader { name, .. } => format!("the leader {name}"),
        Entry::AmericanWar { .. } => "the war with the United States".to_owned(),
        Entry::Placed { of, .. } => format!("counters placed by {}", super::situation::holder_name(of)),
        Entry::Levied { troops, .. } => format!("where the {} stand", accounts::levied_name(*troops)),
        Entry::Control { power, .. } => format!("who runs {}", power.name()),
    }
}

impl<'a> Sheet<'a> {
    fn new(scenario: &'a Scenario, state: &State) -> Sheet<'a> {
        Sheet { scenario, state: state.clone(), changes: Vec::new(), private: Vec::new(), has_changed: false }
    }

    fn enter(&mut self, entry: &Entry) -> Result<(), Remark> {
        match entry {
            Entry::Owner { territory, holder, tenure } => self.own(territory, holder, *tenure),
            Entry::Occupy { city, holder, is_besieged } => self.occupy(city, holder, *is_besieged),
            Entry::Besiege { city, holder } => self.besiege(city, holder),
            Entry::Corps { city, counts } => self.station(city, counts),
            Entry::Blockade { ports, by, is_on } => self.blockade(ports, *by, *is_on),
            Entry::War { one, other } => self.war(one, other),
            Entry::Peace { one, other } => self.peace(one, other),
            Entry::Alliance { one, other, is_on } => self.ally(*one, *other, *is_on),
            Entry::AmericanWar { is_on } => self.american_war(*is_on),
            Entry::Control { power, by } => self.control(*power, *by),
            Entry::Forces { of, count } => self.count_forces(of, *count),
            Entry::SetTally { power, tally, value } => self.set_tally(*power, *tally, *value),
            Entry::Post { power, tally, change, reason } => self.post(*power, *tally, *change, reason),
            Entry::Debt { from, to, amount, is_formal, due } => self.note_debt(*from, *to, *amount, *is_formal, *due),
            Entry::Leader { name, power, is_removed } => self.move_leader(name, *power, *is_removed),
            Entry::Placed { of, counter, count } => self.place(of, *counter, *count),
            Entry::Levied { troops, places } => self.levy(*troops, places),
        }
    }

    /// Notes a public difference; two of the same subject become one, and none when all is as before.
    fn change(&mut self, subject: impl Into<String>, before: impl Into<String>, after: impl Into<String>) {
        let change = SheetChange {
            month: self.state.month,
            subject: subject.into(),
            before: before.into(),
            after: after.into(),
        };
        if change.before == change.after {
            return;
        }
        self.has_changed = true;
        fold(&mut self.changes, change.clone());
        fold(&mut self.state.changes, change);
    }

    /// Tells a power's player of a correction of his account.
    fn correct(&mut self, power: Power, measure: Measure, before: i64, reason: &str) {
        let after = self.state.ledger.balance(power.id(), measure);
        let item = Item::Corrected {
            power,
            name: power.name().to_owned(),
            measure: measure.name().to_owned(),
            before,
            after,
            reason: reason.to_owned(),
        };
        self.has_changed = true;
        self.private.push(Fact::new(audience::owner(&self.state, power), item));
    }

    fn finish(self, unchanged: Vec<String>, late: Vec<String>) -> Acted<State, Item> {
        let mut events = Vec::new();
        if !self.changes.is_empty() {
            events.push(Fact::new(Audience::Everyone, Item::SheetChanged { rows: self.changes }));
        }
        events.extend(self.private);
        if !unchanged.is_empty() {
            events.push(Fact::new(Audience::Umpire, Item::Unchanged { lines: unchanged }));
        }
        if !late.is_empty() {
            events.push(Fact::new(Audience::Umpire, Item::CollectedBefore { lines: late }));
        }
        // What happens on the board is read in the report that ends the month; corrections of a sheet or a window at once.
        // What is for one power's eyes is told to it at once, whatever is open: a report of the month would not have it.
        let is_told_now = self.state.stage != Stage::Board;
        Acted { state: self.state, events, is_told_now, vain: None }
    }

    /// A power that is still in the game; one that is out plays no part on the board (8.7).
    fn in_play(&self, power: Power) -> Result<(), Remark> {
        if territory::is_in_play(&self.state, power) {
            return Ok(());
        }
        Err(Remark::refused(format!("{} is out of the game for good.", power.name()))
            .hint("A power that fell into civil disorder holds nothing and makes no war.")
            .rule("8.7"))
    }

    /// What is wrong with a name that is not on the map, and the nearest there are.
    fn unknown(&self, what: &str, name: &str, kind: NameKind) -> Remark {
        let nearest = self.scenario.names.nearest(name, kind);
        let remark = Remark::refused(format!("There is no {what} \"{name}\" on the map."));
        if nearest.is_empty() { remark } else { remark.hint(format!("Near to it: {}.", nearest.join(", "))) }
    }
}

fn fold(changes: &mut Vec<SheetChange>, change: SheetChange) {
    let Some(place) = changes.iter().position(|known| known.subject == change.subject) else {
        changes.push(change);
        return;
    };
    let known = &mut changes[place];
    (known.month, known.after) = (change.month, change.after);
    if known.before == known.after {
        changes.remove(place);
    }
}

#[cfg(test)]
mod tests;
