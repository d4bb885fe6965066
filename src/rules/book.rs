//! What the house asks of a rule book: pure functions over the book's own types.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use base::facts::{Brief, Enclosure, Fact, Pictures};
use base::game::{Dice, NextPhase, SeatId, SeatSet, SeatSpec};
use base::order::{Filed, Meaning, Received, Remark, Topic, When, in_order_of_receipt};
use reader::Course;

use super::about::About;
use super::left_out::NameInWords;
use super::turn_named::{Elsewhere, elsewhere};

/// The rules of one game system.
///
/// The order of its calls for a letter: [`read`](RuleBook::read) each line (form only), [`assign`](RuleBook::assign)
/// each order to one of the writer's seats, then [`review`](RuleBook::review) everything that would be on file.
/// For a deadline: [`adjudicate`](RuleBook::adjudicate), then [`situation`](RuleBook::situation) of the new state.
pub trait RuleBook: Send + Sync + 'static {
    /// Map, counters, tables: public, fixed when the game starts.
    type Scenario: Send + Sync;
    /// The whole truth; it never leaves the umpire's side of the report.
    type State: Serialize + DeserializeOwned + PartialEq;
    /// One order.
    type Order: Serialize + DeserializeOwned + Clone + PartialEq;
    /// One thing a report can say; depths of knowledge are variants. Serialised with a `kind`, and with the throws of dice that
    /// it tells of as `throws`: whoever is told it is told, too, when the GM set one of them. A purpose with a side's scope is
    /// told to that side anyway.
    type Item: Serialize + DeserializeOwned + Clone + PartialEq + Send + Sync;

    /// The short name of the book ("civil-war").
    const ID: &'static str;
    /// The version of the states it writes, from 1. Raised when they change their shape, with a case in
    /// [`migrate`](RuleBook::migrate). Orders and items only gain fields that may be missing: those on file are never rewritten.
    const VERSION: u32;

    /// What the book says of itself whatever is played.
    fn about(&self) -> &'static About;
    /// The document of a scenario, which a game keeps as its own copy; `None` for an unknown name.
    fn document(&self, scenario: &str) -> Option<Value>;
    /// Reads a scenario's document once.
    fn prepare(&self, document: &Value) -> Result<Self::Scenario, String>;

    /// The seats, in the order of reports.
    fn seats(&self, scenario: &Self::Scenario) -> Vec<SeatSpec>;
    /// The opening position, and who owes orders first.
    fn begin(&self, scenario: &Self::Scenario, dice: &mut Dice) -> Outcome<Self::State, Self::Item>;

    /// Whether a line looks like the beginning of an order, so that it is never joined to the one before.
    fn begins_order(&self, line: &str) -> bool;
    /// Whether a line counts as an order even in a letter to another player with the judge in copy; such letters hold none
    /// as a rule.
    fn binds_in_copy(&self, _line: &str) -> bool {
        false
    }
    /// Reads one line of orders. Form only: no state, so no leak. A heading gives no order but changes the context.
    fn read(
        &self,
        scenario: &Self::Scenario,
        context: &mut Context,
        line: &str,
    ) -> Result<(Vec<Self::Order>, Vec<Remark>), Remark>;
    /// The likeliest orders, in canonical words and the best first, for words that were not understood. Form only: it knows names
    /// and the map, and no state, so it can give nothing away. The house drops what is not read back whole and written the
    /// same, and what is beyond the first three.
    fn propose(&self, _scenario: &Self::Scenario, _context: &Context, _words: &str) -> Vec<String> {
        Vec::new()
    }
    /// The line behind those above it, in words that [`propose`](RuleBook::propose) understands, where it only points to what they
    /// speak of: "he", "same place". None where it says by itself whom and what it is about.
    fn with_those_above(&self, _scenario: &Self::Scenario, _above: &[String], _line: &str) -> Option<String> {
        None
    }
    /// The names of the game in a text, with what orders may call each: places, people, units. Form only.
    fn names_in(&self, _scenario: &Self::Scenario, _words: &str) -> Vec<NameInWords> {
        Vec::new()
    }
    /// The word by which orders name whoever serves a seat, or what is his: a theatre, an office.
    fn word_of_seat(&self, _scenario: &Self::Scenario, _seat: &SeatId) -> Option<String> {
        None
    }
    /// Whether the holder of a seat may give orders of this kind, as HELP says of whose they are.
    fn gives(&self, _scenario: &Self::Scenario, _seat: &SeatId, topic: &Topic) -> bool {
        !topic.whose.starts_with("the game master")
    }
    /// The canonical words of an order; `read` gives the same order back.
    fn write(&self, scenario: &Self::Scenario, order: &Self::Order) -> String;
    /// Whether an order acts as soon as it is received, by [`act`](RuleBook::act), and does not wait on file for the end of the
    /// phase. Form only: it is asked before anything is looked at that the writer may not know yet, and only of a book that says
    /// [`has_acts`](About::has_acts).
    fn acts(&self, _scenario: &Self::Scenario, _order: &Self::Order) -> bool {
        false
    }
    /// Which of the writer's `seats` gives each of these orders and in which section of that seat's sheet it stands.
    /// Refuses what none of them may order, and asks back what is truly ambiguous. One answer an order.
    fn assign(
        &self,
        scenario: &Self::Scenario,
        brief: &Brief<Self::Item>,
        seats: &[SeatId],
        orders: &[Self::Order],
    ) -> Vec<Result<Assigned, Remark>>;
    /// What its giver could know is wrong with the orders of one seat: limits, budgets, schedule. Sees a brief, not
    /// the state. An earlier line never fares worse because of a later one.
    fn review(
        &self,
        scenario: &Self::Scenario,
        brief: &Brief<Self::Item>,
        file: OwnFile<'_, Self::Order>,
    ) -> Review<Self::Item>;

    /// Whether two orders that stand in one section of a seat's sheet cannot both be meant, so that the later takes the place of
    /// the earlier: they are for the same time, about the same force, or settle the same matter. Asked when a letter was read
    /// in part alone. A book that does not tell has every order stand against every other of its section, as when a letter
    /// is read whole.
    fn contradict(
        &self,
        _scenario: &Self::Scenario,
        _earlier: &Filed<Self::Order>,
        _later: &Filed<Self::Order>,
    ) -> bool {
        true
    }

    /// Whether two orders of one seat that act as they come, and stand in one letter, cannot both be meant: what acts is not taken
    /// back, so neither is carried out. Form only.
    fn are_at_odds(&self, _scenario: &Self::Scenario, _earlier: &Self::Order, _later: &Self::Order) -> bool {
        false
    }

    /// What only the game master can say of the lines of one seat: asked about lines of which the review says that something
    /// must still be said. Made of what the seat may know, for him and nobody else to read.
    fn questions(
        &self,
        _scenario: &Self::Scenario,
        _brief: &Brief<Self::Item>,
        _file: OwnFile<'_, Self::Order>,
    ) -> Vec<Question<Self::Order, Self::Item>> {
        Vec::new()
    }

    /// Matters on which the holder of a seat may still say something: votes, assents. Made of what the seat may know. The house tells
    /// them by STATUS, and reminds of those that are closed with the open phase and of which the seat has said nothing. Asked only of a book that says
    /// [`has_matters`](About::has_matters).
    fn open_matters(&self, _scenario: &Self::Scenario, _brief: &Brief<Self::Item>, _seat: &SeatId) -> Vec<OpenMatter> {
        Vec::new()
    }

    /// The standing facts of a state, each with its audience. Taken anew after every turn and every GM edit.
    fn situation(&self, scenario: &Self::Scenario, state: &Self::State) -> Vec<Fact<Self::Item>>;
    /// Plays one phase. What a silent seat means is the book's to say.
    fn adjudicate(
        &self,
        scenario: &Self::Scenario,
        state: &Self::State,
        orders: &OrderSet<Self::Order>,
        dice: &mut Dice,
    ) -> Outcome<Self::State, Self::Item>;
    /// The seats among which the holder of `seat` may move the players of his side.
    fn appoints(&self, _scenario: &Self::Scenario, _seat: &SeatId) -> Vec<SeatId> {
        Vec::new()
    }
    /// The line of orders that a row of a table stands for; none for a head, a note or an empty row.
    fn line_of_row(&self, _cells: &[String]) -> Option<String> {
        None
    }
    /// Carries out orders that do not wait for the deadline: all of them, or none and why, by the place of the order in the
    /// list. Of the game master's own seat they are the entries of a letter together; of any other it is a single order that
    /// [`acts`](RuleBook::acts). The dice are the act's own. What is said of a refusal is read by the giver: it must tell
    /// nothing that he may not know.
    fn act(
        &self,
        _scenario: &Self::Scenario,
        _state: &Self::State,
        _giver: &Giver,
        orders: &[Self::Order],
        _dice: &mut Dice,
    ) -> Result<Acted<Self::State, Self::Item>, RefusedActs> {
        let refused = |place| (place, Remark::refused("This rule book has no orders that act at once."));
        Err((0..orders.len()).map(refused).collect())
    }
    /// Worksheets, and pictures in the form in which the reader has them, that go with a letter on this occasion: made of what
    /// he may know, and of nothing else. Nothing is refused but a wish.
    fn pages(
        &self,
        _scenario: &Self::Scenario,
        _brief: &Brief<Self::Item>,
        _occasion: &Occasion,
        _pictures: Pictures,
    ) -> Result<Vec<Enclosure>, Remark> {
        Ok(Vec::new())
    }
    /// What a game master should know of the state that his edit of a value would leave, by the path that he named; else why the value
    /// cannot be so, though the state would be sound.
    fn edited(&self, _scenario: &Self::Scenario, _state: &Self::State, _path: &str) -> Result<Option<String>, String> {
        Ok(None)
    }
    /// What whoever takes a seat should have at hand, told by `<book>/welcome.txt`: made of the scenario, and of the state, which there
    /// is none of before the start, only whether what it tells of the opening is past.
    fn welcome(&self, _scenario: &Self::Scenario, _state: Option<&Self::State>, _seat: &SeatId) -> Vec<Self::Item> {
        Vec::new()
    }
    /// The numbers that the pages of its rules show, an object by their names: public, the same for everybody.
    fn numbers(&self, _scenario: &Self::Scenario) -> Value {
        Value::Null
    }
    /// Brings a stored state up from this version to the next; called until it has the present one.
    fn migrate(&self, version: u32, _state: Value) -> Result<Value, String> {
        Err(format!("this rule book knows no way from version {version} on"))
    }
    /// The letter that a scripted player writes for a seat, from what he was told and by whim: for demos and tests of whole games.
    fn scripted_letter(
        &self,
        _scenario: &Self::Scenario,
        _brief: &Brief<Self::Item>,
        _seat: &SeatId,
        _whims: &mut Dice,
    ) -> Option<String> {
        None
    }
    /// Whether a state keeps the book's invariants; asked after every turn and GM edit.
    fn sound(&self, scenario: &Self::Scenario, state: &Self::State) -> Result<(), Unsound>;
}

/// When pages go with a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Occasion {
    /// With a report, or with the welcome of whoever takes a seat.
    Report,
    /// With the game master's report, of what one side knows: the brief is that of all its seats.
    Overview,
    /// On demand: in a book that has maps alone.
    Map(MapWish),
}

/// Which map is wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MapWish {
    /// The place in its middle, as it was written; everything when there is none.
    pub place: Option<String>,
    /// How many cells of the board around it.
    pub radius: Option<u32>,
}

/// The orders of all seats, as they stood on file at the end of the phase.
#[derive(Debug, Clone)]
pub struct OrderSet<O> {
    /// By seat, those for this phase alone; a seat that sent nothing is missing or has none.
    pub sheets: BTreeMap<SeatId, Vec<Filed<O>>>,
    /// The seats that somebody holds himself as the phase ends; none: not known.
    pub held: Option<SeatSet>,
    /// When the phase ends, in epoch seconds, which may be before its deadline; none where no clock runs, and of phases that were
    /// played before this was kept.
    pub played_at: Option<i64>,
}

impl<O> Default for OrderSet<O> {
    fn default() -> Self {
        Self { sheets: BTreeMap::new(), held: None, played_at: None }
    }
}

impl<O> OrderSet<O> {
    /// The orders of all seats in the order in which they came, whoever gave them: for what is taken one after the other until
    /// there is no more. [`Filed::received`] says of each when that was, to [`review`](RuleBook::review) as well.
    pub fn in_order_of_receipt(&self) -> Vec<(&SeatId, &Filed<O>)> {
        in_order_of_receipt(&self.sheets)
    }

    /// Whether somebody holds this seat himself, and does not only stand in: what a quorum counts, for one who serves three
    /// vacant seats is one person. A book that asks who is served finds it from this and its own stand-ins. Of phases that were
    /// played before this was kept it is not known, and every seat is taken for held: none could stay vacant then.
    pub fn is_held(&self, seat: &SeatId) -> bool {
        self.held.as_ref().is_none_or(|held| held.contains(seat))
    }
}

/// The new truth, who is told what happened, and who owes orders next (`None` when the game is over).
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome<S, I> {
    /// The whole truth from now on.
    pub state: S,
    /// What happened, each with its audience.
    pub events: Vec<Fact<I>>,
    /// What comes next.
    pub next: Option<NextPhase>,
}

/// Who gives orders that do not wait, and when they came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Giver {
    /// The seat that gives them; the game master's own for entries.
    pub seat: SeatId,
    /// As what the first of them came in; none of entries from before that was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received: Option<Received>,
    /// The seats that somebody holds himself: what a quorum counts.
    #[serde(default, skip_serializing_if = "SeatSet::is_empty")]
    pub held: SeatSet,
    /// When it is done; none where no clock runs, and of what was done before that was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<DoneAt>,
}

/// When orders that do not wait are carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoneAt {
    /// In epoch seconds.
    pub at: i64,
    /// The deadline of the phase that is open then, in epoch seconds.
    pub deadline: i64,
}

/// What was wrong with orders that do not wait, by their place in the list.
pub type RefusedActs = Vec<(usize, Remark)>;

/// What orders that do not wait changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Acted<S, I> {
    /// The whole truth from now on.
    pub state: S,
    /// What must be told beside the standing facts, each with its audience. It is told once, in the letters about the act: what
    /// the report on the phase is to repeat, the state keeps.
    pub events: Vec<Fact<I>>,
    /// Whether everybody who sees the difference is told at once, and not with the next report. What is addressed to some
    /// readers alone they are told at once in any case.
    pub is_told_now: bool,
    /// What their giver is told instead of that they were carried out, where they change nothing but when something was said.
    pub vain: Option<Remark>,
}

/// What reading one letter remembers from line to line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    /// The kind of the phase now open ("tactical"), when there is one: public.
    pub phase_kind: Option<String>,
    /// Its title ("T1 TST1"): public.
    pub phase_title: Option<String>,
    /// Its number, by which players name it as well; none where nobody counts phases.
    pub phase_number: Option<u32>,
    /// How many phases ago the one was open whose letter is answered; 0 for the open one, and when none is.
    pub answered_ago: u32,
    /// The section named by the last heading, in the book's own words.
    pub heading: Option<String>,
    /// How often so far something was read that was not understood, wholly or in part.
    pub misread: usize,
    /// As what the next order of the letter comes in; none where there is no letter.
    pub received: Option<Received>,
    /// What is open to the seats of the writer, for whoever looks for what a line may say of it.
    pub matters: Vec<HeldMatter>,
    /// The words of the writer's names and of his seats, in small letters: a head of these says that its list is his.
    pub writer_words: Arc<[String]>,
}

impl Context {
    /// So many misread lines of a letter are explained by what is near them; a line that is tried with those below it counts
    /// each time. Looking up what is near costs more than reading.
    pub const MOST_EXPLAINED: usize = 200;

    /// Whether it is only said of what is not understood that it is not.
    pub fn is_brief(&self) -> bool {
        self.misread >= Self::MOST_EXPLAINED
    }

    /// As what an order of the letter comes in; the next is the one behind it.
    pub fn receive(&mut self) -> Option<Received> {
        let received = self.received?;
        self.received = Some(received.next());
        Some(received)
    }

    /// The turn or phase that a line begins with, where it is not the open one.
    pub(super) fn elsewhere(&self, line: &str) -> Option<Elsewhere> {
        elsewhere(self.phase_title.as_deref(), self.phase_number, line)
    }

    /// At the beginning of a letter, while this phase is open.
    pub fn of_phase(phase: Option<&NextPhase>) -> Context {
        Context {
            phase_kind: phase.map(|phase| phase.kind.clone()),
            phase_title: phase.map(|phase| phase.title.clone()),
            ..Context::default()
        }
    }
}

impl Course for Context {
    /// What was tried counts: it cost as much as what is read.
    fn resume(&mut self, before: Context) {
        *self = Context { misread: self.misread, ..before };
    }

    fn is_word_of_open_phase(&self, word: &str) -> bool {
        let title = self.phase_title.as_deref().unwrap_or_default();
        let mut words = title.split(|sign: char| !sign.is_alphanumeric());
        words.any(|other| other.eq_ignore_ascii_case(word))
    }

    fn is_word_of_writer(&self, word: &str) -> bool {
        self.writer_words.iter().any(|own| own == word)
    }

    fn without_open_phase(&self, head: &str) -> String {
        let number = self.phase_number.map(|number| format!("phase {number}"));
        without_names(head, self.phase_title.iter().map(|title| title.to_lowercase()).chain(number))
    }

    fn is_of_another_turn(&self, head: &str) -> bool {
        self.elsewhere(head).is_some()
    }
}

/// A text in small letters without names that stand in it as words.
fn without_names(text: &str, names: impl Iterator<Item = String>) -> String {
    let mut text = text.to_lowercase();
    for name in names.filter(|name| !name.is_empty()) {
        let is_apart = |at: usize| {
            let is_sign = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
            !is_sign(text[..at].chars().next_back()) && !is_sign(text[at + name.len()..].chars().next())
        };
        if let Some((at, _)) = text.match_indices(&name).find(|(at, _)| is_apart(*at)) {
            text.replace_range(at..at + name.len(), " ");
        }
    }
    text
}

/// Whose order it is and where it stands on file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assigned {
    /// The seat that gives it.
    pub seat: SeatId,
    /// The section of that seat's sheet ("East TST1").
    pub section: String,
    /// Which phases it is for.
    pub when: When,
    /// It stands beside earlier orders of its section and takes the place of none, nor one of its: of builds, purchases and
    /// loans a second letter orders more. The same order said again in a later letter is taken for the one on file.
    pub is_added: bool,
}

impl Assigned {
    /// For the open phase, in place of earlier orders of its section.
    pub fn new(seat: SeatId, section: impl Into<String>) -> Self {
        Self { seat, section: section.into(), when: When::Now, is_added: false }
    }

    /// The same for other phases.
    pub fn when(self, when: When) -> Self {
        Self { when, ..self }
    }

    /// The same beside earlier orders of its section.
    pub fn added(self) -> Self {
        Self { is_added: true, ..self }
    }
}

/// Orders by the seats that give them.
pub type BySeat<O> = BTreeMap<SeatId, Vec<Filed<O>>>;

/// The orders of one seat, beside those of the other seats that the same person serves: what is spent by one of his offices he
/// cannot spend by another.
#[derive(Debug)]
pub struct OwnFile<'a, O> {
    /// The seat in question.
    pub seat: &'a SeatId,
    /// Its orders.
    pub lines: &'a [Filed<O>],
    /// What else the person who serves it has on file, by seat; empty where nobody serves it, and in a case of the rules.
    pub others: &'a BySeat<O>,
}

impl<O> Clone for OwnFile<'_, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O> Copy for OwnFile<'_, O> {}

impl<'a, O> OwnFile<'a, O> {
    /// Those of the other seats that came before this order: what they spend it cannot. So no order fares worse by a later one,
    /// whichever seat gives it.
    pub fn others_before(self, line: &Filed<O>) -> impl Iterator<Item = &'a Filed<O>> {
        let received = line.received;
        self.others.values().flatten().filter(move |other| other.received < received)
    }

    /// The same with other orders of the seat.
    pub fn with_lines<'b>(self, lines: &'b [Filed<O>]) -> OwnFile<'b, O>
    where
        'a: 'b,
    {
        OwnFile { lines, ..self }
    }
}

/// What a review says of the lines of one sheet.
#[derive(Debug, Clone)]
pub struct Review<I> {
    /// One entry per line, in the same order.
    pub lines: Vec<LineReview>,
    /// What is left to spend and what must still be said: items for the receipt.
    pub account: Vec<I>,
}

/// A matter on which a seat may still say something.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenMatter {
    /// Its number and what it is about ("3: a tax of 2").
    pub what: String,
    /// What can be said of it, each a line of orders.
    pub answers: Vec<String>,
    /// What the seat has said of it, which it may still change ("aye"); empty: nothing yet.
    pub said: String,
    /// Until when it is open ("the deadline of turn 3"); empty where the book does not say.
    pub until: String,
    /// It is closed with the open phase.
    pub closes_now: bool,
}

/// One of them, and the title of the seat to which it is open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HeldMatter {
    /// The title of the seat.
    pub title: String,
    /// What is open to it.
    pub matter: OpenMatter,
}

/// Something only the game master can say of an order.
#[derive(Debug, Clone)]
pub struct Question<O, I> {
    /// The order, by its place among the lines.
    pub line: usize,
    /// What it may be taken for, the last of which is that it counts for nothing.
    pub readings: Vec<Meaning<O>>,
    /// What he must know to choose: items for him alone.
    pub about: Vec<I>,
    /// What holds as long as he does not rule: a sentence to the writer.
    pub silence: String,
}

/// What a review says of one line; the worst remark decides how it fares.
#[derive(Debug, Clone, Default)]
pub struct LineReview {
    /// Pulses and cost as computed, for the receipt ("PP 9-11, 3 CP"); empty when there is none.
    pub note: String,
    /// Remarks; none when all is well.
    pub remarks: Vec<Remark>,
}

/// Why a state cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the state would not be sound: {0}")]
pub struct Unsound(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_is_taken_for_held_where_it_is_not_known_who_holds_one() {
        let seat = |name: &str| SeatId::parse(name).unwrap();
        let mut orders: OrderSet<()> = OrderSet::default();
        assert!(orders.is_held(&seat("governor")));
        orders.held = Some(SeatSet::from([seat("president")]));
        assert!(orders.is_held(&seat("president")) && !orders.is_held(&seat("governor")));
    }
}
