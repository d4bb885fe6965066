//! Orders that do not wait for the end of a phase, as values: what is stored of one that was carried out, one that is kept until
//! it may be, and what somebody is still to be told of them.

use serde_json::Value;

use base::facts::Fact;
use base::game::{GameId, PlayerId, SeatId};
use base::order::Received;

use crate::files::arrival::LetterId;

/// Somebody is told of acts in one letter, so many seconds after the first of them.
pub const GATHERED: i64 = 900;

/// What an act changed beside the truth.
#[derive(Debug, Clone, PartialEq)]
pub struct TakenAct {
    /// As what the order came in.
    pub received: Received,
    /// When it was carried out, in epoch seconds.
    pub at: i64,
    /// How things stand from then on.
    pub standing: Vec<Fact<Value>>,
    /// Who is to be told, and of what.
    pub told: Vec<ToldOfAct>,
}

/// Whose it is to be told of an act.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Concerned {
    /// Whoever serves this seat when it is told.
    Seat(SeatId),
    /// One person, whatever he serves: what is for him alone, or for a game master.
    Person(PlayerId),
}

impl Concerned {
    /// The seat, or the person.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Seat(seat) => seat.as_str(),
            Self::Person(person) => person.as_str(),
        }
    }
}

/// What is to be told of an act to somebody whom it concerns.
#[derive(Debug, Clone, PartialEq)]
pub struct ToldOfAct {
    /// Whose it is.
    pub whose: Concerned,
    /// What he is told beside the standing facts.
    pub news: Vec<Fact<Value>>,
    /// Those of the standing facts that are new since.
    pub changed: Vec<Fact<Value>>,
    /// A sentence for him alone.
    pub note: Option<String>,
}

/// An order that acts and could not be carried out when it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptAct {
    /// The game.
    pub game: GameId,
    /// Who gave it.
    pub player: PlayerId,
    /// The letter it came in, by its number in the ledger.
    pub letter: LetterId,
    /// As what it came in.
    pub received: Received,
    /// Since when it counts, in epoch seconds: later than it came where its letter proved nobody then.
    pub counts_from: i64,
    /// The seat it was given for; none: whichever of his own may give it.
    pub seat: Option<SeatId>,
    /// The order in canonical words.
    pub line: String,
    /// By which its giver takes it back: none of his in the game has it again.
    pub number: u32,
}

impl KeptAct {
    /// Its turn: what is smaller is carried out first. Of two letters that came in one second the first in the ledger goes first, as
    /// it is decided first.
    pub fn turn(&self) -> (i64, LetterId, u32) {
        (self.received.at, self.letter, self.received.place)
    }
}

/// What is still to be told of one act.
#[derive(Debug, Clone, PartialEq)]
pub struct Telling {
    /// Its number.
    pub id: i64,
    /// Whose it is.
    pub whose: Concerned,
    /// By when it is told, in epoch seconds.
    pub due: i64,
    /// The act: the letter and the place in it.
    pub act: String,
    /// The phase in which it was carried out.
    pub phase: u32,
    /// What he is told beside the standing facts.
    pub news: Vec<Fact<Value>>,
    /// Those of the standing facts that were new since.
    pub changed: Vec<Fact<Value>>,
    /// A sentence for him alone.
    pub note: Option<String>,
}

/// What somebody is told of acts of one phase, in one letter.
#[derive(Debug, Clone, PartialEq)]
pub struct Tellings {
    /// Who; none: nobody serves the seats that it is for, and nobody is told.
    pub reader: Option<PlayerId>,
    /// Act by act, in order; at least one.
    pub acts: Vec<Telling>,
}

/// An act that a rollback would undo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndoneAct {
    /// Who gave the order.
    pub player: PlayerId,
    /// In which seat's name.
    pub seat: String,
    /// The order in canonical words.
    pub words: String,
}
