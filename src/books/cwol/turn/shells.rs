//! What a ship has fired at the bank, until it falls.

use std::collections::BTreeSet;

use board::square::Square;

use super::super::side::Side;

/// The shells of one ship.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shells {
    pub by: Side,
    /// Men whom they would cost in the open, in ten thousandths.
    pub worth: u64,
    /// The units on the bank at which they were fired, each where it was.
    pub at: BTreeSet<(String, Square)>,
}
