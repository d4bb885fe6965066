//! The settings that a club chooses by a word when a game is made; every other value of the scenario has its path.

use rules::{Setting, Values};

/// What has a word of its own.
pub const SETTINGS: &[Setting] = &[Setting::new(
    "direct_approval",
    "tables.table.direct_approval",
    Values::Words(&["auto", "gm"]),
    "who approves points that are handed over directly (C2.4, D7)",
)
.that_is_set("direct_approval")];
