//! A window that is being played: the state as it changes, the orders of this window, the dice, and what must be told.

use std::collections::BTreeMap;

use base::facts::{Audience, Fact};
use base::game::{Dice, Throw};
use rules::OrderSet;

use super::super::audience;
use super::super::item::Item;
use super::super::measure::Measure;
use super::super::order::{Order, Tenure};
use super::super::power::Power;
use super::super::scenario::Scenario;
use super::super::state::State;
use super::super::territory;
use super::board::Board;
use super::legality::{self, Bar};
use super::lines::{self, Kind, Line};

/// A window that is being played.
pub struct Play<'a> {
    /// Map and tables.
    pub scenario: &'a Scenario,
    /// The truth, step by step.
    pub state: State,
    /// The dice of this phase.
    pub dice: &'a mut Dice,
    lines: BTreeMap<Power, Vec<Line>>,
    events: Vec<Fact<Item>>,
}

impl<'a> Play<'a> {
    /// A window of the state's stage with the orders on file.
    pub fn new(scenario: &'a Scenario, state: State, orders: &OrderSet<Order>, dice: &'a mut Dice) -> Play<'a> {
        let lines = lines::gather(&state, orders);
        Play { scenario, state, dice, lines, events: Vec::new() }
    }

    /// The board as it stands now.
    pub fn board(&self) -> Board<'_> {
        Board::new(self.scenario, &self.state)
    }

    /// Whether a power ordered anything for this window.
    pub fn has_ordered(&self, power: Power) -> bool {
        self.lines.get(&power).is_some_and(|lines| !lines.is_empty())
    }

    /// The lines of some kinds that a power sent for this window, legal or not.
    pub fn sent(&self, power: Power, kinds: &[Kind]) -> Vec<Line> {
        let lines = self.lines.get(&power).into_iter().flatten();
        lines.filter(|line| kinds.contains(&line.kind())).cloned().collect()
    }

    /// The lines of some kinds that may be carried out now; the others are told as failed.
    pub fn permitted(&mut self, power: Power, kinds: &[Kind]) -> Vec<Line> {
        let mut permitted = Vec::new();
        for line in self.sent(power, kinds) {
            match legality::bar(&self.board(), power, &line.order.act) {
                None => permitted.push(line),
                Some(bar) => self.fail(power, &line, &bar),
            }
        }
        permitted
    }

    /// Answers the lines of some kinds by powers who have no say in the matter, or have lost it since: all but one's.
    pub fn turn_away(&mut self, but: Option<Power>, kinds: &[Kind]) {
        for power in self.board().powers().into_iter().filter(|power| Some(*power) != but) {
            self.permitted(power, kinds);
        }
    }

    /// The one line of some kinds that counts: the first; later ones are told as failed (D16: one word a window).
    pub fn single(&mut self, power: Power, kinds: &[Kind]) -> Option<Line> {
        let mut lines = self.permitted(power, kinds).into_iter();
        let first = lines.next();
        for later in lines {
            self.fail(power, &later, &Bar::lasting("An earlier line of yours says what holds in this window.", "D16"));
        }
        first
    }

    /// Tells the giver that an order could not be carried out.
    pub fn fail(&mut self, power: Power, line: &Line, bar: &Bar) {
        let remark = &bar.remark;
        let item = Item::Failed {
            power,
            order: line.canonical.clone(),
            reason: remark.message.clone(),
            hint: remark.hint.clone(),
            rules: remark.rules.clone(),
        };
        self.tell(power, item);
    }

    /// Tells everyone.
    pub fn tell_all(&mut self, item: Item) {
        self.events.push(Fact::new(Audience::Everyone, item));
    }

    /// Tells whoever plays a power.
    pub fn tell(&mut self, power: Power, item: Item) {
        self.events.push(Fact::new(audience::owner(&self.state, power), item));
    }

    /// Tells the game master alone.
    pub fn tell_umpire(&mut self, item: Item) {
        self.events.push(Fact::new(Audience::Umpire, item));
    }

    /// Tells whoever plays one of two powers.
    pub fn tell_both(&mut self, one: Power, other: Power, item: Item) {
        self.events.push(Fact::new(audience::parties(&self.state, one, other), item));
    }

    /// Posts points, citing the step; nothing at all is no posting.
    pub fn post(&mut self, step: &str, measure: Measure, from: &str, to: &str, amount: u32, text: impl Into<String>) {
        if amount > 0 {
            self.state.ledger.post(step, measure, from, to, amount, text);
        }
    }

    /// What an account holds; accounts of powers and free states are never below 0.
    pub fn held(&self, account: &str, measure: Measure) -> u32 {
        u32::try_from(self.state.ledger.balance(account, measure)).unwrap_or(0)
    }

    /// Takes up to so much from an account, and says how much.
    pub fn take(&mut self, step: &str, measure: Measure, from: &str, to: &str, amount: u32, text: &str) -> u32 {
        let taken = amount.min(self.held(from, measure));
        self.post(step, measure, from, to, taken, text);
        taken
    }

    /// A territory changes hands, citing the step.
    pub fn hand_over(&mut self, territory: &str, holder: Option<Power>, tenure: Tenure, step: &str) {
        territory::change_hands(self.scenario, &mut self.state, territory, holder, tenure, step);
    }

    /// Moves a power's marker on the political status display; the ends hold it (D11).
    pub fn move_status(&mut self, power: Power, points: i64) {
        if let Some(own) = self.state.powers.get_mut(&power) {
            own.status = self.scenario.tables.status_after(own.status, points);
        }
    }

    /// The last throws of the dice, so many of them.
    pub fn throws(&self, count: usize) -> Vec<Throw> {
        self.dice.last_throws(count)
    }

    /// Ends the window.
    pub fn finish(self) -> (State, Vec<Fact<Item>>) {
        (self.state, self.events)
    }
}
