//! What the game master enters outright: an act of Congress, a city that fell, who violated Kentucky's neutrality.

use board::square::Square;
use serde::{Deserialize, Serialize};

use super::super::scenario::Scenario;
use super::super::side::{BySide, Side};
use super::congress::Subject;
use super::fact::Ruling;
use super::force::Force;

/// An entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Entry {
    /// An act of a Congress, without a vote.
    Law { side: Side, subject: Subject },
    /// A city has fallen to a side (5.10).
    Capture { city: String, by: Side },
    /// Where a ship lies: in a harbour, in the waters off it, or in the sea area beyond them.
    Place { force: Force, port: String, is_off: bool, is_at_sea: bool },
    /// How a battle on land ended: who holds the square, and what it cost both sides.
    Battle { square: Square, lost: BySide<u32>, holder: Side },
    /// In place of what is computed.
    Fact { ruling: Ruling },
    /// Who violated Kentucky's neutrality (4.4); none: both in one turn.
    Violation {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Side>,
    },
}

impl Entry {
    /// The canonical words.
    pub fn words(&self, scenario: &Scenario) -> String {
        match self {
            Entry::Law { side, subject } => format!("law {side} {}", subject.motion()),
            Entry::Capture { city, by } => format!("capture {} by {by}", scenario.city_name(city)),
            Entry::Place { force, port, is_off, is_at_sea } => {
                let (name, port) = (force.name(), scenario.city_name(port));
                match (is_off, is_at_sea) {
                    (_, true) => format!("place {name} at sea off {port}"),
                    (true, false) => format!("place {name} off {port}"),
                    (false, false) => format!("place {name} in the harbor of {port}"),
                }
            }
            Entry::Battle { square, lost: BySide { union, confederacy }, holder } => {
                format!("battle at {square}: US loses {union}, CS loses {confederacy}, {holder} holds")
            }
            Entry::Fact { ruling } => ruling.words(scenario),
            Entry::Violation { by } => format!("Kentucky violation {}", by.map_or("both", Side::code)),
        }
    }
}
