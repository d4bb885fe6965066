//! The turn that is open, as files for it are named.

use super::super::item::Item;
use super::super::side::Side;

/// The turn that is open.
#[derive(Clone, Copy)]
pub struct Open<'a> {
    pub number: u32,
    pub last: u32,
    pub title: &'a str,
}

impl<'a> Open<'a> {
    /// By the item that tells of the turn; none by any other.
    pub fn of(item: &'a Item) -> Option<Self> {
        match item {
            Item::Turn { title, number, last, .. } => Some(Open { number: *number, last: *last, title }),
            _ => None,
        }
    }

    /// The name of a file of a side for this turn: "us-treasury-7".
    pub fn file(&self, side: Side, what: &str) -> String {
        format!("{}-{what}-{}", side.code().to_lowercase(), self.number)
    }
}
