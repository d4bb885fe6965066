//! "There" in a line that names one place and depends on nothing: the place itself, which need not be said twice.

use super::copy::{EITHER, FairCopy, NOWHERE, PLACE};
use base::order::{Remark, Span};
use reader::slip::words;

/// Words between what is there and "there".
const LEADING: [&str; 8] = ["that is", "that are", "who are", "standing", "stationed", "right", "over", "down"];
/// Words behind "there" with which it points to nothing, or begins another thought.
#[rustfmt::skip]
const TELLING: [&str; 14] = [
    "is", "are", "was", "were", "will", "should", "may", "might", "has", "have", "s", "and", "or", "to",
];
/// Words of which what follows depends, or which part two orders.
#[rustfmt::skip]
const DEPENDING: [&str; 19] = [
    "if", "unless", "when", "once", "soon", "moment", "case", "provided", "after", "until", "till", "while", "whenever", "should", "from", "where", "then", "otherwise", "else",
];

/// A line without its "there", and which bytes were left out.
pub(super) struct Shortened {
    pub line: String,
    cut: Span,
}

impl Shortened {
    /// A remark on the shortened line, pointing into the line as it was written.
    pub fn placed(&self, mut remark: Remark) -> Remark {
        let wide = self.cut.end - self.cut.start;
        let moved = |at: usize| if at > self.cut.start { at + wide } else { at };
        remark.span = remark.span.map(|span| Span { start: moved(span.start), end: moved(span.end) });
        remark
    }
}

/// The line without "there", where the one place that it names stands before it.
pub(super) fn without_there(copied: &FairCopy<'_, '_>) -> Option<Shortened> {
    let line = copied.line;
    let words: Vec<(usize, &str)> = words(line).collect();
    let is = |at: usize, list: &[&str]| {
        words.get(at).is_some_and(|(_, word)| list.iter().any(|other| other.eq_ignore_ascii_case(word)))
    };
    let at = (0..words.len()).find(|at| is(*at, &["there"]))?;
    let depends = (0..words.len()).any(|at| is(at, &DEPENDING));
    if depends || is(at + 1, &TELLING) || line.contains('?') || at == 0 {
        return None;
    }
    let mark = |mark: &super::copy::Mark<'_>| copied.text.as_bytes()[mark.at as usize];
    let mut places = copied.marks.iter().filter(|found| mark(found) == PLACE);
    let place = places.next()?;
    let is_open = copied.marks.iter().any(|found| [EITHER, NOWHERE].contains(&mark(found)));
    if is_open || places.next().is_some() || place.end as usize > words[at].0 {
        return None;
    }
    let first = LEADING.iter().find_map(|lead| {
        let count = lead.split(' ').count();
        let from = at.checked_sub(count)?;
        lead.split(' ').enumerate().all(|(rank, word)| is(from + rank, &[word])).then_some(from)
    });
    let (before, word) = words[first.unwrap_or(at).checked_sub(1)?];
    let cut = Span { start: before + word.len(), end: words[at].0 + words[at].1.len() };
    Some(Shortened { line: format!("{}{}", &line[..cut.start], &line[cut.end..]), cut })
}
