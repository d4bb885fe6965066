//! The accounts of the ledger beside the treasuries themselves, which are named by their sides.

use super::side::Side;

/// Where taxes come from and what is spent goes to.
pub const COUNTRY: &str = "country";

/// Gold for builds and crews of the build turn alone.
pub fn build_fund(side: Side) -> String {
    format!("{side} build fund")
}

/// Greenbacks of a side in private hands.
pub fn circulation(side: Side) -> String {
    format!("{side} circulation")
}

/// What was printed is what this account lacks.
pub fn press(side: Side) -> String {
    format!("{side} press")
}
