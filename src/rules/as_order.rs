//! How far a line reads as an order of a book.

use base::order::{AsOrder, LineStatus};
use reader::Reading;

use super::book::Context;
use super::table::Table;

/// It; whole only where its first word is a word of the order as well: ADD before an order is none.
pub fn as_order(table: &dyn Table, context: &mut Context, line: &str) -> AsOrder {
    let sign = |sign: char| !sign.is_alphanumeric();
    let first = line.split_whitespace().map(|word| word.trim_matches(sign)).find(|word| !word.is_empty());
    let has_first = |words: &String| {
        words
            .split_whitespace()
            .any(|word| first.is_some_and(|first| word.trim_matches(sign).eq_ignore_ascii_case(first)))
    };
    match table.read(context, line) {
        Ok(read) if read.is_whole() && read.orders.iter().any(|(_, words)| has_first(words)) => AsOrder::Whole,
        Ok(_) => table.begins_order(line).into(),
        Err(remark) => (table.begins_order(line) && remark.status != LineStatus::Chatter).into(),
    }
}
