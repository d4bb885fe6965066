//! Rule cases: a position, orders, dice, and what must come of them, written by whoever owns the rule book.
//! Knows every book only as a table. The format is told in `docs/cases.md`.

mod acts;
mod entries;
mod expect;
mod given;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};

use base::facts::{Audience, Brief, Fact, Viewer, brief, told};
use base::game::{Dice, NextPhase, SeatId, SeatSet, Secret};
use base::order::{LetterKey, Line, Received};

use super::book::{Context, OrderSet};
use super::check::{Checked, check};
use super::settings::{Choice, Given};
use super::shelf::{Shelf, ShelfError, Unlaid};
use super::table::{OrdersOnFile, Played, Table, TableError};

pub use expect::Difference;
use expect::Expect;

/// Of the dice thrown before the case begins: fixed, so that a case starts from the same position every time.
const OPENING_SECRET: [u8; 32] = [0x61; 32];
/// Most phases played in silence to reach the phase of a case.
const MOST_SILENT: u32 = 200;

/// One rule case.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The rule book.
    pub book: String,
    /// The scenario.
    pub scenario: String,
    /// The rule it shows, as printed in the rule book.
    pub rule: String,
    /// What it shows, in a sentence.
    pub name: String,
    /// Settings of the scenario that are not as it has them.
    #[serde(default)]
    settings: Map<String, Value>,
    /// The phase it is about; the first when left out.
    #[serde(default)]
    phase: Option<String>,
    /// Paths to empty before `given`.
    #[serde(default)]
    clear: Vec<String>,
    /// The seats that nobody holds.
    #[serde(default)]
    vacant: Vec<String>,
    #[serde(default)]
    given: Map<String, Value>,
    #[serde(default)]
    orders: BTreeMap<String, Lines>,
    #[serde(default)]
    dice: Option<BTreeMap<String, Vec<u32>>>,
    expect: Expect,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lines {
    lines: String,
    /// When the letter came, as a number: letters with a smaller one came before.
    #[serde(default)]
    arrives: i64,
}

impl Lines {
    /// As what the first order comes in. Of letters that came together those of seats that are named before are the first.
    fn received(&self, seat: &str) -> Received {
        let mut letter = [0; 16];
        letter.iter_mut().zip(seat.bytes()).for_each(|(byte, sign)| *byte = sign);
        Received { at: self.arrives, letter: LetterKey(letter), place: 0 }
    }
}

/// Why a case could not be tried at all.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// Not a rule case.
    #[error("read a rule case: {0}")]
    Format(#[from] toml::de::Error),
    /// No such book or scenario.
    #[error(transparent)]
    Shelf(#[from] ShelfError),
    /// Settings that do not fit.
    #[error("choose the settings: {0}")]
    Settings(String),
    /// A seat the book does not have.
    #[error("find the seat \"{seat}\": the book has {known}")]
    NoSeat {
        /// As the case has it.
        seat: String,
        /// Those there are.
        known: String,
    },
    /// The game never comes to this phase.
    #[error("reach the phase \"{phase}\": playing without orders came to {met}")]
    NoPhase {
        /// As the case has it.
        phase: String,
        /// Those there were.
        met: String,
    },
    /// A position that cannot be.
    #[error("set up the position: {0}")]
    Given(String),
    /// The book could not go on.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Where a case begins.
struct Position {
    state: Value,
    phase: Option<NextPhase>,
}

/// What came of a case.
struct Trial {
    checked: BTreeMap<SeatId, Checked>,
    /// How it ended: after the phase, or after entries alone. Nothing when it is about lines only.
    played: Option<(Played, Dice)>,
}

impl Case {
    /// Reads a case from its TOML.
    pub fn parse(text: &str) -> Result<Self, CaseError> {
        Ok(toml::from_str(text)?)
    }

    /// Tries the case; what came out otherwise than expected, or nothing.
    pub fn run(&self, shelf: &Shelf) -> Result<Vec<Difference>, CaseError> {
        let table = self.lay(shelf)?;
        let table = table.as_ref();
        self.know_seats(table)?;
        let mut position = reach(table, self.phase.as_deref(), &self.held(table))?;
        position.state = given::set_up(table, &position.state, &self.clear, &self.given).map_err(CaseError::Given)?;
        let trial = self.play(table, &position)?;
        self.expect.compare(&trial)
    }

    fn lay(&self, shelf: &Shelf) -> Result<Arc<dyn Table>, CaseError> {
        let choice = |(name, value): (&String, &Value)| {
            let given = match value {
                Value::String(words) => Given::Words(words.clone()),
                value => Given::Data(value.clone()),
            };
            Choice { name: name.clone(), given }
        };
        let choices: Vec<Choice> = self.settings.iter().map(choice).collect();
        shelf.table_with(&self.book, &self.scenario, &choices).map_err(|why| match why {
            Unlaid::Shelf(error) => error.into(),
            Unlaid::Together(why) => CaseError::Settings(why),
            Unlaid::Choices(misfits) => {
                CaseError::Settings(misfits.into_iter().map(|(_, misfit)| misfit.message).collect::<Vec<_>>().join(" "))
            }
        })
    }

    fn know_seats(&self, table: &dyn Table) -> Result<(), CaseError> {
        let known: Vec<_> = table.seats().into_iter().map(|spec| spec.id).collect();
        let is_known = |name: &str| SeatId::parse(name).is_some_and(|seat| seat.is_gm() || known.contains(&seat));
        let vacant = self.vacant.iter().map(String::as_str);
        let named = self.orders.keys().map(String::as_str).chain(vacant).chain(self.expect.seats());
        match named.into_iter().find(|name| !is_known(name)) {
            None => Ok(()),
            Some(seat) => Err(CaseError::NoSeat {
                seat: seat.to_owned(),
                known: known.iter().map(SeatId::as_str).collect::<Vec<_>>().join(", "),
            }),
        }
    }

    /// All seats but those that are said to be vacant.
    fn held(&self, table: &dyn Table) -> SeatSet {
        let vacant: Vec<SeatId> = self.vacant.iter().map(|name| seat(name)).collect();
        table.seats().into_iter().map(|spec| spec.id).filter(|seat| !vacant.contains(seat)).collect()
    }

    fn play(&self, table: &dyn Table, position: &Position) -> Result<Trial, CaseError> {
        let mut checked = BTreeMap::new();
        let entered = self.enter(table, position, &mut checked)?;
        let is_played = !self.is_of_entries_alone(table) && (self.dice.is_some() || self.expect.needs_play());
        for (name, lines) in &self.orders {
            let seat = seat(name);
            if checked.contains_key(&seat) {
                continue;
            }
            let received = Some(lines.received(name));
            let mut context = Context { received, ..Context::of_phase(position.phase.as_ref()) };
            let known = brief(Viewer::vacant(&seat), &entered.situation);
            let lines = numbered(&lines.lines);
            let result = match is_played {
                true => acts::check_waiting(table, &mut context, &known, &seat, &lines)?,
                false => check(table, &mut context, &known, &seat, &lines, &[])?,
            };
            checked.insert(seat, result);
        }
        let played = if self.is_of_entries_alone(table) {
            Some((entered, Dice::scripted(BTreeMap::new())))
        } else if is_played {
            Some(self.play_phase(table, entered, &mut checked)?)
        } else {
            None
        };
        Ok(Trial { checked, played })
    }

    /// Plays the phase after what was entered and after what does not wait for it; the news of all are told.
    fn play_phase(
        &self,
        table: &dyn Table,
        entered: Played,
        checked: &mut BTreeMap<SeatId, Checked>,
    ) -> Result<(Played, Dice), CaseError> {
        let mut dice = Dice::scripted(self.dice.clone().unwrap_or_default());
        let acted = acts::carry_out(table, entered, checked, &self.held(table), &mut dice)?;
        let sheets = checked.iter().map(|(seat, checked)| (seat.clone(), acts::waiting(checked))).collect();
        let orders = OrderSet { sheets, held: Some(self.held(table)), played_at: None };
        let mut played = table.adjudicate(&acted.state, &orders.on_file(), &mut dice)?;
        played.events = acted.events.into_iter().chain(played.events).collect();
        Ok((played, dice))
    }
}

impl Trial {
    /// What a seat is told of the phase: news, then how things stand. The umpire is told everything.
    fn told(&self, seat: &SeatId) -> Vec<Value> {
        let Some((played, _)) = &self.played else { return Vec::new() };
        let facts: Vec<_> = played.events.iter().chain(&played.situation).cloned().collect();
        if seat.is_gm() {
            let told: Vec<(Audience, Value)> = told(&facts).expect("items below the desk are JSON already");
            return told.into_iter().map(|(_, item)| item).collect();
        }
        items(seat, &facts).items().to_vec()
    }
}

fn items(seat: &SeatId, facts: &[Fact<Value>]) -> Brief<Value> {
    brief(Viewer::vacant(seat), facts)
}

/// A seat of a case whose names were checked.
fn seat(name: &str) -> SeatId {
    SeatId::parse(name).expect("the seats of a case are checked before it is tried")
}

/// The lines that may be orders, numbered as typed.
fn numbered(text: &str) -> Vec<Line> {
    let lines = text.lines().enumerate().filter(|(_, text)| !text.trim().is_empty());
    lines.map(|(index, text)| Line { number: index + 1, text: text.trim().to_owned() }).collect()
}

/// The opening position, or the one at which the wanted phase opens when nobody orders anything before.
fn reach(table: &dyn Table, wanted: Option<&str>, held: &SeatSet) -> Result<Position, CaseError> {
    let secret = Secret::new(OPENING_SECRET);
    let mut played = table.begin(&mut Dice::committed(&secret, "0.1"))?;
    let mut met: Vec<NextPhase> = Vec::new();
    for number in 1..=MOST_SILENT {
        let Some(next) = &played.next else { break };
        met.push(next.clone());
        if wanted.is_none_or(|wanted| is_phase(wanted, &met)) {
            break;
        }
        let mut dice = Dice::committed(&secret, &format!("{number}.1"));
        let silence = OrdersOnFile { held: Some(held.clone()), ..OrdersOnFile::default() };
        played = table.adjudicate(&played.state, &silence, &mut dice)?;
    }
    match wanted {
        Some(wanted) if !is_phase(wanted, &met) => Err(no_phase(wanted, &met)),
        _ => Ok(Position { state: played.state, phase: met.pop() }),
    }
}

/// Whether the last phase met is the one meant: by title, or as the n-th of its kind ("tactical 2").
fn is_phase(wanted: &str, met: &[NextPhase]) -> bool {
    let Some(last) = met.last() else { return false };
    let count = met.iter().filter(|phase| phase.kind == last.kind).count();
    [last.title.clone(), format!("{} {count}", last.kind)].iter().any(|name| name.eq_ignore_ascii_case(wanted.trim()))
}

fn no_phase(wanted: &str, met: &[NextPhase]) -> CaseError {
    let titles: Vec<_> = met.iter().take(12).map(|phase| format!("\"{}\" ({})", phase.title, phase.kind)).collect();
    CaseError::NoPhase { phase: wanted.to_owned(), met: titles.join(", ") }
}

/// The opening position of a book's first scenario: what `adjutant case --paths` lists the paths of.
pub fn opening(shelf: &Shelf, book: &str) -> Result<Value, CaseError> {
    let scenarios = &shelf.about(book)?.scenarios;
    let first = scenarios.first().map_or("", String::as_str);
    Ok(reach(shelf.table(book, first)?.as_ref(), None, &SeatSet::new())?.state)
}
