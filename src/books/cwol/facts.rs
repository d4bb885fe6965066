//! What the game master has ruled in place of what is computed, as it is kept: in force until it ends.

use std::collections::BTreeMap;

use board::square::Square;
use serde::{Deserialize, Serialize};

use super::side::{BySide, Side};

/// Rulings in force, but for sieges, which cities keep, and links.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// Units by name: whether they are in supply.
    #[serde(default)]
    pub supply: BTreeMap<String, bool>,
    /// "US1IN richmond-va": whether what waits in the city can join the unit.
    #[serde(default)]
    pub contact: BTreeMap<String, bool>,
    /// Men of both sides in a square.
    #[serde(default)]
    pub presence: BTreeMap<Square, BySide<u32>>,
    /// Whose a square of a river is.
    #[serde(default)]
    pub control: BTreeMap<Square, Option<Side>>,
}

/// Under what a ruling on a unit and a city is kept.
pub fn contact_key(unit: &str, city: &str) -> String {
    format!("{unit} {city}")
}
