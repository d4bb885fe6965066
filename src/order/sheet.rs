//! The orders on file for one seat and phase.

use serde::{Deserialize, Serialize};

/// One order on file; `O` is the book's order, or its JSON below the desk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Filed<O> {
    /// The section it belongs to ("East TST1"); a letter replaces only the sections it contains.
    pub section: String,
    /// What was ordered.
    pub order: O,
    /// The same in canonical words, which read back to the same order.
    pub canonical: String,
    /// The line as it was typed.
    pub written: String,
    /// Given by the GM on the seat's behalf.
    pub is_by_gm: bool,
}

impl<O> Filed<O> {
    /// The same with the order in another form.
    pub fn try_map<P, E>(self, make: impl FnOnce(O) -> Result<P, E>) -> Result<Filed<P>, E> {
        let Self { section, order, canonical, written, is_by_gm } = self;
        Ok(Filed { section, order: make(order)?, canonical, written, is_by_gm })
    }
}

/// All orders on file for a seat in a phase.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sheet<O> {
    /// Raised with every letter that changes the sheet.
    pub revision: u32,
    /// Arrival of the letter that last changed it, in epoch seconds.
    pub arrived: i64,
    /// The lines in order; `CANCEL n` counts them from 1 over all sheets of the writer.
    pub lines: Vec<Filed<O>>,
}

impl<O> Default for Sheet<O> {
    fn default() -> Self {
        Self { revision: 0, arrived: 0, lines: Vec::new() }
    }
}
