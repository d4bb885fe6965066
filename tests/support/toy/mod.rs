//! A toy rule book: two seats, secret simultaneous moves on a small board, duels by dice, sight of one square.
//! It lives wholly under `tests/`, which shows what a book needs of the house.
//!
//! The rules. T1: a piece moves to a square next to its own, or holds. T2: a seat orders its own pieces alone.
//! T3: a piece obeys one order. T4: all moves happen at once; where both sides then stand, each throws a die, and the
//! lower loses every piece there; equal dice lose both. T5: a seat sees the squares next to its pieces. T6: the game
//! ends with the last turn, or when a side has no piece left.

mod enclosures;
mod orders;
mod play;
mod sight;
mod square;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use adjutant::facts::{Brief, Enclosure, Fact, Pictures};
use adjutant::game::{Dice, NextPhase, SeatId, SeatSpec};
use adjutant::order::Remark;
use adjutant::rules::{
    About, Assigned, Context, Occasion, OrderSet, Outcome, OwnFile, Review, RuleBook, Shelf, Unsound,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use orders::Order;
pub use square::Square;

/// The toy book.
#[derive(Clone, Copy)]
pub struct Toy;

/// A shelf with nothing but the toy book.
pub fn shelf() -> Shelf {
    Shelf::default().with(|| Toy)
}

/// The toy's templates: name and text.
pub fn templates() -> Vec<(String, String)> {
    let texts = [
        ("toy/report.txt", include_str!("templates/report.txt")),
        ("toy/account.txt", "{% for item in items %}Without an order: {{ item.pieces }}.\n{% endfor %}"),
        ("toy/help.txt", "move b2 to b3, hold b2"),
        ("toy/meadow.svg", include_str!("templates/meadow.svg")),
    ];
    texts.map(|(name, text)| (name.to_owned(), text.to_owned())).to_vec()
}

/// Board and pieces at the start.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meadow {
    pub size: u8,
    pub turns: u32,
    pub pieces: BTreeMap<String, Square>,
}

/// The whole truth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub turn: u32,
    pub pieces: BTreeMap<String, Piece>,
}

/// One piece.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    pub seat: SeatId,
    pub square: Square,
}

/// What reports can say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind")]
pub enum Item {
    /// To everyone.
    Turn { turn: u32, last: u32 },
    /// To its seat.
    Own { piece: String, square: Square },
    /// Enemies in sight, counted. To the seat that sees them.
    Seen { square: Square, count: u32 },
    /// To the seat of the piece.
    Moved { piece: String, from: Square, to: Square },
    /// A duel as one side tells it. To that side.
    Duel { square: Square, own_die: u32, enemy_die: u32, lost: u32, beaten: u32 },
    /// To everyone.
    Ended { winner: Option<SeatId> },
    /// How many pieces have no order yet. On receipts.
    Waiting { pieces: u32 },
}

fn seat(name: &str) -> SeatId {
    SeatId::parse(name).expect("the seats of the toy have names")
}

fn seats() -> [SeatId; 2] {
    [seat("red"), seat("blue")]
}

impl RuleBook for Toy {
    type Scenario = Meadow;
    type State = State;
    type Order = Order;
    type Item = Item;

    const ID: &'static str = "toy";
    const VERSION: u32 = 1;

    fn about(&self) -> &'static About {
        static ABOUT: LazyLock<About> =
            LazyLock::new(|| About { scenarios: vec!["meadow".to_owned()], ..About::default() });
        &ABOUT
    }

    fn document(&self, scenario: &str) -> Option<Value> {
        (scenario == "meadow").then(|| toml::from_str(include_str!("meadow.toml")).expect("the meadow is TOML"))
    }

    fn prepare(&self, document: &Value) -> Result<Meadow, String> {
        Meadow::deserialize(document).map_err(|error| error.to_string())
    }

    fn seats(&self, _: &Meadow) -> Vec<SeatSpec> {
        let spec = |id: SeatId| SeatSpec {
            title: format!("The {id} captain"),
            side: id.to_string(),
            stand_in: None,
            may_stay_vacant: false,
            id,
        };
        seats().into_iter().map(spec).collect()
    }

    fn begin(&self, meadow: &Meadow, _: &mut Dice) -> Outcome<State, Item> {
        let piece = |(name, square): (&String, &Square)| {
            let side = name.split('-').next().unwrap_or_default();
            (name.clone(), Piece { seat: seat(side), square: *square })
        };
        let state = State { turn: 1, pieces: meadow.pieces.iter().map(piece).collect() };
        Outcome { next: Some(next_phase(&state)), state, events: Vec::new() }
    }

    fn begins_order(&self, line: &str) -> bool {
        orders::begins(line)
    }

    fn read(&self, meadow: &Meadow, _: &mut Context, line: &str) -> Result<(Vec<Order>, Vec<Remark>), Remark> {
        orders::read(meadow, line)
    }

    fn write(&self, _: &Meadow, order: &Order) -> String {
        order.to_string()
    }

    fn assign(&self, _: &Meadow, _: &Brief<Item>, seats: &[SeatId], orders: &[Order]) -> Vec<Result<Assigned, Remark>> {
        let assigned = match seats {
            [seat] => Ok(Assigned::new(seat.clone(), "moves")),
            _ => Err(Remark::refused("Only one who serves a single seat can move pieces.").rule("T2")),
        };
        vec![assigned; orders.len()]
    }

    fn review(&self, _: &Meadow, brief: &Brief<Item>, file: OwnFile<'_, Order>) -> Review<Item> {
        orders::review(brief.items(), file.lines)
    }

    fn situation(&self, meadow: &Meadow, state: &State) -> Vec<Fact<Item>> {
        sight::situation(meadow, state)
    }

    fn adjudicate(
        &self,
        meadow: &Meadow,
        state: &State,
        set: &OrderSet<Order>,
        dice: &mut Dice,
    ) -> Outcome<State, Item> {
        play::play(meadow, state, set, dice)
    }

    fn pages(
        &self,
        meadow: &Meadow,
        brief: &Brief<Item>,
        occasion: &Occasion,
        pictures: Pictures,
    ) -> Result<Vec<Enclosure>, Remark> {
        match occasion {
            Occasion::Report => Ok(enclosures::enclosures(meadow, brief, pictures)),
            Occasion::Overview | Occasion::Map(_) => Ok(Vec::new()),
        }
    }

    fn sound(&self, meadow: &Meadow, state: &State) -> Result<(), Unsound> {
        let off = state.pieces.iter().find(|(_, piece)| !piece.square.is_on(meadow.size));
        match off {
            Some((name, piece)) => Err(Unsound(format!("{name} stands at {}, which is off the board", piece.square))),
            None => Ok(()),
        }
    }
}

fn owing(state: &State) -> BTreeSet<SeatId> {
    state.pieces.values().map(|piece| piece.seat.clone()).collect()
}

fn next_phase(state: &State) -> NextPhase {
    NextPhase::new("turn", format!("Turn {}", state.turn), owing(state))
}
