//! How the orders of a letter are filed: whose they are, and whether in place of others, beside them, or not at all.

use serde_json::Value;

use base::facts::{Brief, Viewer};
use base::game::{PlayerId, SeatId};

use crate::files::record::GameRecord;

/// How the orders of a letter are to be filed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FilingMode {
    /// A dry run.
    pub is_check: bool,
    /// Added to what is on file instead of taking its place.
    pub adds: bool,
    /// Orders of earlier letters go, whatever of this one was not read.
    pub replaces: bool,
    /// Of what is on file, the orders go that one of these stands against.
    pub supersedes: bool,
    /// What is on file already is ordered once more by a proposal that is taken below ADD.
    pub repeats: bool,
    /// On a copy of the game: what would be asked, kept or refused for its time is tried all the same.
    pub is_trial: bool,
}

/// Whose the orders are that stand below a line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Whose {
    /// The writer's.
    #[default]
    Own,
    /// Those of the seat that AS names, whether the writer may give them or not.
    Of(SeatId),
    /// Nobody's: AS names a seat in a phase that is over.
    Nobody,
}

impl Whose {
    /// Whether they are for seats of the writer, as he has them.
    pub fn is_within(&self, seats: &[SeatId]) -> bool {
        match self {
            Self::Own => true,
            Self::Of(seat) => seats.contains(seat),
            Self::Nobody => false,
        }
    }
}

/// What may be known where the orders are given to seats.
pub fn known_to(game: &GameRecord, writer: &PlayerId, whose: &Whose) -> Brief<Value> {
    game.facts.brief(match whose {
        Whose::Of(seat) => Viewer::vacant(seat),
        Whose::Nobody => Viewer::stranger(),
        Whose::Own => Viewer::of_player(&game.roster, writer),
    })
}
