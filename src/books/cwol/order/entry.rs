//! What the game master enters outright: an act of Congress, a city that fell, who violated Kentucky's neutrality.

use serde::{Deserialize, Serialize};

use super::super::scenario::Scenario;
use super::super::side::Side;
use super::Subject;

/// An entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Entry {
    /// An act of a Congress, without a vote.
    Law { side: Side, subject: Subject },
    /// A city has fallen to a side (5.10).
    Capture { city: String, by: Side },
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
            Entry::Violation { by } => format!("Kentucky violation {}", by.map_or("both", Side::code)),
        }
    }
}
