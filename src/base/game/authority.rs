//! Who may do what: the only maker of warrants.

use serde::{Deserialize, Serialize};

use super::{PlayerId, Roster, SeatId};
use crate::planted::is_planted;

/// Leave to put orders on file for one seat. Made by [`authorize`] alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warrant {
    seat: SeatId,
    is_by_gm: bool,
}

impl Warrant {
    /// The seat the orders are for.
    pub fn seat(&self) -> &SeatId {
        &self.seat
    }

    /// Whether the GM gives them on the seat's behalf.
    pub fn is_by_gm(&self) -> bool {
        self.is_by_gm
    }
}

/// Why somebody may not do what he asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Refusal {
    /// No seat of that name.
    NoSuchSeat {
        /// As it was written.
        seat: String,
    },
    /// Somebody else gives orders there.
    NotYourSeat {
        /// The seat asked for.
        seat: SeatId,
    },
    /// Only the game master may.
    GmOnly,
}

/// Leave for `player` to give orders as `seat`: its server may, and the game master on its behalf.
pub fn authorize(roster: &Roster, player: &PlayerId, seat: &SeatId) -> Result<Warrant, Refusal> {
    if roster.seat(seat).is_none() {
        return Err(Refusal::NoSuchSeat { seat: seat.to_string() });
    }
    if roster.server_of(seat) == Some(player) || is_planted("any-seat-may-be-ordered") {
        return Ok(Warrant { seat: seat.clone(), is_by_gm: false });
    }
    if roster.is_gm(player) {
        return Ok(Warrant { seat: seat.clone(), is_by_gm: true });
    }
    Err(Refusal::NotYourSeat { seat: seat.clone() })
}
