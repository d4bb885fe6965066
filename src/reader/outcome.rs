//! What came of reading a stretch of a letter: orders in a book's own words, or why there are none. Knows no line.

use base::order::{LineStatus, Remark, Span};

use crate::words::words_of;

/// What a line was read as.
pub trait Reading: Sized {
    /// Whether the orders are complete as they were read.
    fn is_whole(&self) -> bool;
    /// What a head is read as that governs what stands below it: no order.
    fn head() -> Self;
    /// The orders in canonical words; none for a heading.
    fn words(&self) -> Vec<&str>;
    /// The stretches of the line of which its writer is told something.
    fn told(&self) -> Vec<Span>;
    /// These orders and those of another stretch of the same line.
    fn and(self, other: Self) -> Self;
    /// The same, with something more to be told.
    fn with(self, remark: Remark) -> Self;
    /// The same, read from a stretch of the line that begins at this byte.
    fn moved(self, from: usize) -> Self;
    /// The same, read from other words than the line has: what is told of it points nowhere.
    fn unplaced(self) -> Self;
}

/// Whether something was read that is an order, whole or in part.
pub(crate) fn is_order<T: Reading>(outcome: &Result<T, Remark>) -> bool {
    outcome.as_ref().is_ok_and(|reading| !reading.words().is_empty())
}

/// Whether it is the book's own heading.
pub(crate) fn is_head<T: Reading>(outcome: &Result<T, Remark>) -> bool {
    outcome.as_ref().is_ok_and(|reading| reading.words().is_empty())
}

pub(crate) fn is_done<T: Reading>(outcome: &Result<T, Remark>) -> bool {
    outcome.as_ref().is_ok_and(Reading::is_whole)
}

/// Whether it says other orders, whole, than the first line alone.
pub(crate) fn holds_more<T: Reading>(outcome: &Result<T, Remark>, alone: &Result<T, Remark>) -> bool {
    let words = |outcome: &Result<T, Remark>| {
        let reading = outcome.as_ref().ok();
        reading.map(|reading| reading.words().into_iter().map(str::to_owned).collect::<Vec<_>>())
    };
    is_done(outcome) && is_order(outcome) && words(outcome) != words(alone)
}

pub(crate) fn is_talk<T>(outcome: &Result<T, Remark>) -> bool {
    matches!(outcome, Err(remark) if remark.status == LineStatus::Chatter)
}

/// Nothing is better than an order that stands whole; an order that stands is better than none.
pub(crate) fn rank<T: Reading>(outcome: &Result<T, Remark>) -> u8 {
    match outcome {
        Ok(reading) if reading.is_whole() => 2,
        Ok(_) => 1,
        Err(_) => 0,
    }
}

/// The canonical words of an order that is whole, by which it is proposed where it does not stand; none of one for another time.
pub(crate) fn canonical<T: Reading>(text: &str, outcome: &Result<T, Remark>) -> Vec<String> {
    let is_of_now = words_of(text).iter().all(|word| word.word != "next");
    match outcome {
        Ok(reading) if reading.is_whole() && is_of_now => reading.words().into_iter().map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}
