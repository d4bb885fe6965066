//! Where a ship at sea is bound: an order that takes more than a turn is in force until it has come there.

use serde::{Deserialize, Serialize};

use super::super::order::Mission;

/// The station to which it goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bound {
    pub port: String,
    /// Into the harbour, and not to the waters off it.
    #[serde(default)]
    pub is_in: bool,
    /// What it is to do there; none: off a port what it does already, in a harbour nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mission: Option<Mission>,
}
