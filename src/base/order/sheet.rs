//! The orders on file for one seat and phase.

use serde::{Deserialize, Serialize};

use super::asked::Asked;
use super::received::Received;

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
    /// When it came, and in which letter; none: it was on file before that was kept, or came by no letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received: Option<Received>,
    /// Which phases it is for.
    #[serde(default, skip_serializing_if = "When::is_now")]
    pub when: When,
    /// It stands beside earlier orders about the same and takes the place of none; none takes its place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_added: bool,
    /// It stays from an earlier letter because lines of the one after it were not read.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_left_over: bool,
    /// What the game master was asked about it, when only he can judge it.
    #[serde(default = "unasked", skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked<O>>,
}

fn unasked<O>() -> Option<Asked<O>> {
    None
}

/// Which phases an order is for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// The open one.
    #[default]
    Now,
    /// The next one of this kind, be it the open one; the order stays on file until then.
    Kind(String),
    /// Each one of this kind, until another order takes its place.
    Each(String),
}

impl When {
    /// Whether it is for the open phase alone.
    pub fn is_now(&self) -> bool {
        *self == When::Now
    }

    /// Whether an order for it is carried out in a phase of this kind.
    pub fn is_met_by(&self, kind: &str) -> bool {
        match self {
            When::Now => true,
            When::Kind(other) | When::Each(other) => other == kind,
        }
    }

    /// Whether an order for it stays on file when a phase of this kind is over.
    pub fn outlasts(&self, kind: &str) -> bool {
        match self {
            When::Now => false,
            When::Kind(other) => other != kind,
            When::Each(_) => true,
        }
    }
}

impl<O: PartialEq> Filed<O> {
    /// Whether it is the same order, however it came to be on file.
    pub fn is_same_order(&self, other: &Self) -> bool {
        self.section == other.section && self.when == other.when && self.canonical == other.canonical
    }
}

impl<O> Filed<O> {
    /// The same with the order in another form.
    pub fn try_map<P, E>(self, make: impl Fn(O) -> Result<P, E>) -> Result<Filed<P>, E> {
        let Self { section, order, canonical, written, is_by_gm, received, when, is_added, is_left_over, asked } = self;
        let asked = asked.map(|asked| asked.try_map(&make)).transpose()?;
        let order = make(order)?;
        Ok(Filed { section, order, canonical, written, is_by_gm, received, when, is_added, is_left_over, asked })
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
