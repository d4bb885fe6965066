//! The seven major powers: the only names fixed in code, beside their seats.

use serde::{Deserialize, Serialize};

use base::game::SeatId;

/// A major power.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    /// Great Britain.
    Britain,
    /// France.
    France,
    /// Russia.
    Russia,
    /// Austria.
    Austria,
    /// Prussia.
    Prussia,
    /// Spain.
    Spain,
    /// Turkey.
    Turkey,
}

impl Power {
    /// All powers, in the order of reports.
    pub const ALL: [Power; 7] =
        [Power::Britain, Power::France, Power::Russia, Power::Austria, Power::Prussia, Power::Spain, Power::Turkey];

    /// The short name, which is its seat's, too.
    pub fn id(self) -> &'static str {
        match self {
            Power::Britain => "britain",
            Power::France => "france",
            Power::Russia => "russia",
            Power::Austria => "austria",
            Power::Prussia => "prussia",
            Power::Spain => "spain",
            Power::Turkey => "turkey",
        }
    }

    /// The name in letters and in canonical orders.
    pub fn name(self) -> &'static str {
        match self {
            Power::Britain => "Britain",
            Power::France => "France",
            Power::Russia => "Russia",
            Power::Austria => "Austria",
            Power::Prussia => "Prussia",
            Power::Spain => "Spain",
            Power::Turkey => "Turkey",
        }
    }

    /// The power's seat.
    pub fn seat(self) -> SeatId {
        SeatId::parse(self.id()).unwrap_or_else(SeatId::gm)
    }

    /// The power of a seat; `None` for the game master's.
    pub fn of_seat(seat: &SeatId) -> Option<Power> {
        Power::ALL.into_iter().find(|power| power.id() == seat.as_str())
    }
}
