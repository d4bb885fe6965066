//! What the game master says is so, whatever map, units and ships tell, until he says that they shall tell it again.

use board::square::Square;
use serde::{Deserialize, Serialize};

use super::super::scenario::{By, Scenario};
use super::super::side::{BySide, Side};
use super::force::Force;

/// What it is about, and how it is; none: as it is computed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ruling {
    /// A city is under siege.
    Siege { city: String, is_so: Option<bool> },
    /// A unit is in supply.
    Supply { force: Force, is_so: Option<bool> },
    /// What waits in a city can join a unit (5.14).
    Contact { city: String, force: Force, is_so: Option<bool> },
    /// So many men of the sides are in a square.
    Presence { square: Square, men: Option<BySide<u32>> },
    /// Whose a square of a river is (2.7): "none" is a word for nobody's.
    Control { square: Square, side: Option<Option<Side>> },
    /// Rail or river joins two squares.
    Link { by: By, from: Square, to: Square, is_so: Option<bool> },
}

fn word(is_so: Option<bool>) -> &'static str {
    match is_so {
        Some(true) => "on",
        Some(false) => "off",
        None => "ends",
    }
}

impl Ruling {
    /// The canonical words.
    pub fn words(&self, scenario: &Scenario) -> String {
        let words = match self {
            Ruling::Siege { city, is_so } => format!("siege {} {}", scenario.city_name(city), word(*is_so)),
            Ruling::Supply { force, is_so } => format!("supply {} {}", force.name(), word(*is_so)),
            Ruling::Contact { city, force, is_so } => {
                format!("contact {} {} {}", scenario.city_name(city), force.name(), word(*is_so))
            }
            Ruling::Presence { square, men: None } => format!("presence {square} ends"),
            Ruling::Presence { square, men: Some(BySide { union, confederacy }) } => {
                format!("presence {square} US {union} CS {confederacy}")
            }
            Ruling::Control { square, side } => {
                let side = side.map_or("ends", |side| side.map_or("off", Side::code));
                format!("control {square} {side}")
            }
            Ruling::Link { by, from, to, is_so } => {
                let by = if *by == By::Rail { "rail" } else { "river" };
                format!("link {from} {to} by {by} {}", word(*is_so))
            }
        };
        format!("fact {words}")
    }
}
