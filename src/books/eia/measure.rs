//! What the accounts count: money and manpower are kept apart.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The accounts of a game.
pub type Ledger = kit::ledger::Ledger<Measure>;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Money.
    Money,
    /// Manpower.
    Manpower,
}

impl Measure {
    /// Money and manpower.
    pub const BOTH: [Measure; 2] = [Measure::Money, Measure::Manpower];

    /// The word in letters.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Money => "money",
            Measure::Manpower => "manpower",
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}
