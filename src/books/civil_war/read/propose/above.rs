//! The lines above one that only points: "he digs in there", "2 more, same place". What they speak of is looked up for it.

use super::acts::{self, Said};
use super::clauses::clauses;
use super::mending::{below_heading, slips_mended};
use super::{nicknames, waiting, wordings};
use crate::read::copy::{Named, copy};
use crate::scenario::Scenario;
use reader::loose::tokens;

/// Between a line and those above it; no line has it.
const BETWEEN: char = '\u{1e}';
/// Longer lines are letters in themselves.
const LONGEST_ABOVE: usize = 300;
/// Words that point to what was spoken of.
const POINTING: &[&str] = &[
    "he", "him", "they", "them", "there", "same", "also", "too", "likewise", "both", "thence", "here", "it", "again",
    "then",
];

/// The line behind those above it, where it points to what they speak of or names nobody.
pub fn with_those_above(scenario: &Scenario, above: &[String], line: &str) -> Option<String> {
    let copied = copy(Some(scenario), line);
    let found = tokens(&copied);
    let points = found.iter().any(|token| token.is_one_of(POINTING));
    let names_somebody = found.iter().filter_map(reader::loose::Token::name).any(|named| match named {
        Named::Name(meaning) => !meaning.leaders.is_empty(),
        Named::Hex(_) | Named::Nowhere => false,
    });
    if above.is_empty() || !points && names_somebody {
        return None;
    }
    let lines = above.iter().filter(|line| line.len() <= LONGEST_ABOVE);
    Some(lines.map(String::as_str).chain([line]).collect::<Vec<_>>().join(&BETWEEN.to_string()))
}

/// The lines above, and the line.
pub(super) fn parted(words: &str) -> (Vec<&str>, &str) {
    let mut lines: Vec<&str> = words.split(BETWEEN).collect();
    let line = lines.pop().unwrap_or(words);
    (lines, line)
}

/// What the lines above leave to point to.
pub(super) fn said(scenario: &Scenario, above: &[&str]) -> Said {
    above.iter().fold(Said::default(), |said, line| {
        let line = wordings::of_orders(nicknames::written_out(below_heading(scenario, line)));
        let mended = slips_mended(scenario, &line);
        let copied = copy(Some(scenario), &mended);
        let tokens = tokens(&copied);
        let (sure, _) = waiting::without_conditions(&tokens);
        acts::spoken(scenario, &clauses(scenario, sure), said)
    })
}
