//! A book of offices for the tests: a small government that spends, votes and commands. It shows what the house does for seats that
//! come in dozens, and stays as an example of a book with orders that act at once, orders that add, and matters that are voted on.
//!
//! The rules. K1: the President, the Treasurer, for whom the President stands in, the Captain, and a Councillor a district,
//! who votes. All but the President may stay vacant. K2: President and Treasurer buy supplies at 1 each, in the order in which their
//! orders came, as long as there is money; orders add. "Each turn buy 2" stands until another takes its place, and is bought first.
//! K3: whoever commands the company moves it one square a turn, and knows alone with the President where it is. K4: the President
//! gives the command at once. K5: Councillors and the President propose a tax at once; Councillors vote at once, to the end of the turn
//! after it. More than half of the seats that are held carry it; the President signs or vetoes it at once, his silence
//! until the next deadline is assent; all of the held seats overrule a veto until the deadline after it. K6: a turn brings the tax.
//! K7: the game master chooses how many turns are played, and may let everybody know the treasury, from any turn on.

mod motions;
mod orders;
mod play;
mod sight;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use adjutant::board::square::Square;
use adjutant::cli::stage::{self, Scene};
use adjutant::facts::{Brief, Fact};
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use adjutant::game::{Dice, NextPhase, SeatId, SeatSet, SeatSpec};
use adjutant::kit::votes::{Ballot, Motion, Stage};
use adjutant::order::Remark;
use adjutant::rules::{
    About, Acted, Assigned, Context, Giver, OpenMatter, OrderSet, Outcome, OwnFile, RefusedActs, Review, RuleBook,
    Setting, Shelf, Unsound, Values,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use orders::Order;

/// The book.
#[derive(Clone, Copy)]
pub struct Council;

/// A shelf with nothing but this book. Its scenario `town` has five offices, `state` has 66.
pub fn shelf() -> Shelf {
    Shelf::default().with(|| Council)
}

/// Its templates: name and text.
pub fn templates() -> Vec<(String, String)> {
    let texts = [
        ("council/report.txt", include_str!("templates/report.txt")),
        ("council/account.txt", include_str!("templates/account.txt")),
        ("council/help.txt", include_str!("templates/help.txt")),
    ];
    texts.map(|(name, text)| (name.to_owned(), text.to_owned())).to_vec()
}

/// Who presides over the games of the tests.
pub const GM: &str = "grace@war.test";
/// The judge.
pub const JUDGE: &str = "judge@war.test";
/// Monday, 2 March 2020, 12:00 UTC: a server takes no letter that arrives in its future.
pub const BEGINS: i64 = 1_583_150_400;

/// A judge with this book alone, whose turns end at 20:00 UTC every day, with a grace of two hours for the President.
pub fn stage(folder: &std::path::Path) -> stage::Stage {
    stage_with_a_rhythm_of(folder, "turn")
}

/// The same judge, whose timetable knows phases of this kind alone.
pub fn stage_with_a_rhythm_of(folder: &std::path::Path, kind: &str) -> stage::Stage {
    let rhythm = Rhythm { cron: "0 20 * * *".to_owned(), least_minutes: 60 };
    let timetable = Timetable {
        zone: chrono_tz::UTC,
        rhythms: [(kind.to_owned(), rhythm)].into(),
        grace_minutes: 120,
        reminders_minutes: vec![60],
        pace: Pace { outage: None, ..Pace::default() },
    };
    let (judge, gm) = (JUDGE, ("Grace", GM));
    let scene = Scene { judge, gm, timetable, shelf: shelf(), begins: BEGINS, templates: templates() };
    stage::Stage::set_up(folder, scene, [3; 32]).expect("a stage")
}

/// The town at the start.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Town {
    pub turns: u32,
    pub districts: Vec<String>,
    pub treasury: u32,
    pub tax: u32,
    pub company: Square,
    pub squares: BTreeSet<Square>,
    pub treasury_told: Told,
}

/// K7: who knows the treasury.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Told {
    Private,
    Public,
}

/// The whole truth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub turn: u32,
    pub treasury: u32,
    pub supplies: u32,
    pub tax: u32,
    /// Bought each turn until another word.
    pub standing: u32,
    pub company: Square,
    pub commander: SeatId,
    /// All that were ever proposed, by their numbers.
    pub motions: Vec<Motion<SeatId, Tax>>,
    /// Who held a seat when the last turn ended.
    pub held: SeatSet,
}

/// What is voted on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tax(pub u32);

/// What reports can say.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind")]
pub enum Item {
    /// To everyone.
    Turn { turn: u32, last: u32, tax: u32, supplies: u32 },
    /// To the President and the Treasurer.
    Treasury { treasury: u32, standing: u32 },
    /// To whoever commands it and the President.
    Company { square: Square, commander: SeatId },
    /// A matter with its ballots: to those who vote and the President.
    Motion { number: u32, tax: u32, stage: Stage, until: u32, ballots: Vec<(SeatId, Ballot)>, overruling: Vec<SeatId> },
    /// What became of one: to everyone.
    Decided { number: u32, tax: u32, is_law: bool },
    /// To its buyer, who gave these orders.
    Bought { wanted: u32, bought: u32 },
    /// Where it went: to whoever commands it and the President.
    Marched { from: Square, to: Square },
    /// Who has it now: to him and the President.
    Commands { seat: SeatId, square: Square },
    /// What is left to spend. On receipts of those who know the treasury.
    Left { money: i64 },
}

pub fn seat(name: &str) -> SeatId {
    SeatId::parse(name).expect("the offices have names")
}

impl Town {
    /// The seats that vote.
    fn voting(&self) -> SeatSet {
        self.districts.iter().map(|district| seat(district)).collect()
    }

    /// The offices with their titles, in the order of reports.
    fn offices(&self) -> Vec<(SeatId, String)> {
        let fixed = ["president", "treasurer", "captain"].map(|office| (seat(office), format!("The {office}")));
        let councillor = |district: &String| (seat(district), format!("The councillor for the {district}"));
        fixed.into_iter().chain(self.districts.iter().map(councillor)).collect()
    }
}

impl RuleBook for Council {
    type Scenario = Town;
    type State = State;
    type Order = Order;
    type Item = Item;

    const ID: &'static str = "council";
    const VERSION: u32 = 1;

    fn about(&self) -> &'static About {
        static ABOUT: LazyLock<About> = LazyLock::new(|| About {
            scenarios: vec!["state".to_owned(), "town".to_owned()],
            phase_kinds: &["turn"],
            settings: vec![
                Setting::new("turns", "turns", Values::Number(1, 99), "how many turns are played (K7)"),
                Setting::new(
                    "treasury_told",
                    "treasury_told",
                    Values::Words(&["private", "public"]),
                    "who knows the treasury (K7)",
                )
                .that_may_change(),
            ],
            has_acts: true,
            has_matters: true,
            ..About::default()
        });
        &ABOUT
    }

    fn document(&self, scenario: &str) -> Option<Value> {
        let mut town: Value = toml::from_str(include_str!("town.toml")).expect("the town is TOML");
        match scenario {
            "town" => {}
            "state" => town["districts"] = (1..=63).map(|number| format!("district-{number}")).collect(),
            _ => return None,
        }
        Some(town)
    }

    fn prepare(&self, document: &Value) -> Result<Town, String> {
        Town::deserialize(document).map_err(|error| error.to_string())
    }

    fn seats(&self, town: &Town) -> Vec<SeatSpec> {
        let spec = |(id, title): (SeatId, String)| SeatSpec {
            title,
            side: "town".to_owned(),
            stand_in: (id.as_str() == "treasurer").then(|| seat("president")),
            may_stay_vacant: id.as_str() != "president",
            id,
        };
        town.offices().into_iter().map(spec).collect()
    }

    fn begin(&self, town: &Town, _: &mut Dice) -> Outcome<State, Item> {
        let state = State {
            turn: 1,
            treasury: town.treasury,
            supplies: 0,
            tax: town.tax,
            standing: 0,
            company: town.company,
            commander: seat("president"),
            motions: Vec::new(),
            held: SeatSet::new(),
        };
        Outcome { next: Some(next_phase(town, 1)), state, events: Vec::new() }
    }

    fn begins_order(&self, line: &str) -> bool {
        orders::begins(line)
    }

    fn read(&self, town: &Town, _: &mut Context, line: &str) -> Result<(Vec<Order>, Vec<Remark>), Remark> {
        Ok((vec![orders::read(town, line)?], Vec::new()))
    }

    fn write(&self, _: &Town, order: &Order) -> String {
        order.to_string()
    }

    fn acts(&self, _: &Town, order: &Order) -> bool {
        order.acts()
    }

    fn are_at_odds(&self, _: &Town, earlier: &Order, later: &Order) -> bool {
        earlier.is_at_odds_with(later)
    }

    fn assign(
        &self,
        town: &Town,
        brief: &Brief<Item>,
        seats: &[SeatId],
        orders: &[Order],
    ) -> Vec<Result<Assigned, Remark>> {
        let commander = brief.items().iter().find_map(|item| match item {
            Item::Company { commander, .. } => Some(commander),
            _ => None,
        });
        orders.iter().map(|order| orders::assign(town, seats, order, commander)).collect()
    }

    fn review(&self, _: &Town, brief: &Brief<Item>, file: OwnFile<'_, Order>) -> Review<Item> {
        orders::review(brief.items(), file)
    }

    fn act(
        &self,
        town: &Town,
        state: &State,
        giver: &Giver,
        orders: &[Order],
        _: &mut Dice,
    ) -> Result<Acted<State, Item>, RefusedActs> {
        motions::act(town, state, giver, orders)
    }

    fn open_matters(&self, town: &Town, brief: &Brief<Item>, seat: &SeatId) -> Vec<OpenMatter> {
        sight::open_matters(town, brief.items(), seat)
    }

    fn situation(&self, town: &Town, state: &State) -> Vec<Fact<Item>> {
        sight::situation(town, state)
    }

    fn adjudicate(&self, town: &Town, state: &State, set: &OrderSet<Order>, _: &mut Dice) -> Outcome<State, Item> {
        play::play(town, state, set)
    }

    fn sound(&self, town: &Town, state: &State) -> Result<(), Unsound> {
        if town.squares.contains(&state.company) {
            return Ok(());
        }
        Err(Unsound(format!("the company stands at {}, which is off the map", state.company)))
    }
}

fn next_phase(town: &Town, turn: u32) -> NextPhase {
    let owing = town.offices().into_iter().map(|(id, _)| id).filter(|id| id.as_str() != "captain").collect();
    NextPhase::new("turn", format!("Turn {turn}"), owing).awaiting([seat("president")].into())
}
