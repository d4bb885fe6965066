//! What of the rivers can change: who sailed last in a square, what batteries have suffered.

use std::collections::BTreeMap;

use board::square::Square;
use serde::{Deserialize, Serialize};

use super::super::side::Side;

/// It is empty until a ship moves or fights.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiverState {
    /// Whose warship was the last in a square; none: none has sailed there in this war.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub last_warship: BTreeMap<Square, Side>,
    /// Whose the works of a site are, where somebody has taken them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub works: BTreeMap<Square, Side>,
    /// Hits that batteries have taken, by the name of the unit or the square of the works.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hits: BTreeMap<String, u32>,
}

impl RiverState {
    /// Whether nothing has happened on the rivers.
    pub fn is_empty(&self) -> bool {
        *self == RiverState::default()
    }
}
