//! Orders that a book proposes for words it could not read: those that it reads itself, to the letter. Files nothing.

use reader::Reading;

use super::book::{Context, RuleBook};
use super::check::read_by;

/// Most orders that are proposed for one line, which may hold several.
pub const MOST_PROPOSED: usize = 6;

/// The orders that the book proposes for words, as far as each is read whole and written back the same.
pub(super) fn propose_by<B: RuleBook>(book: &B, scenario: &B::Scenario, context: &Context, words: &str) -> Vec<String> {
    if context.is_brief() {
        return Vec::new();
    }
    let mut proposed: Vec<String> = Vec::new();
    for line in book.propose(scenario, context, words) {
        if proposed.len() < MOST_PROPOSED && !proposed.contains(&line) && is_canonical(book, scenario, context, &line) {
            proposed.push(line);
        }
    }
    proposed
}

fn is_canonical<B: RuleBook>(book: &B, scenario: &B::Scenario, context: &Context, line: &str) -> bool {
    let read = read_by(book, scenario, &mut context.clone(), line);
    read.is_ok_and(|read| read.is_whole() && matches!(&read.orders[..], [(_, words)] if words == line))
}
