//! Orders that a book proposes for words it could not read: those that it reads itself, to the letter. Files nothing.

use super::book::Context;

/// Most orders that are proposed for one line, which may hold several.
pub const MOST_PROPOSED: usize = 6;

/// Of what a book proposes, the lines that it reads back and writes the same; `read_back` says how it writes the one order that
/// it reads a line as, if that is whole.
pub(super) fn proposed(
    context: &Context,
    proposals: impl FnOnce() -> Vec<String>,
    read_back: impl Fn(&str) -> Option<String>,
) -> Vec<String> {
    if context.is_brief() {
        return Vec::new();
    }
    let mut kept: Vec<String> = Vec::new();
    for line in proposals() {
        if kept.len() < MOST_PROPOSED && !kept.contains(&line) && read_back(&line).as_ref() == Some(&line) {
            kept.push(line);
        }
    }
    kept
}
