//! Orders that a line may mean which the grammar cannot read: its slips mended, or composed anew of the verb, the names and
//! the numbers in it. Form only, and never an order: whoever wrote the line says whether one of them is meant.

mod deeds;
mod parts;

use super::copy::{LONGEST, copy};
use super::mend::{is_word_of_orders, meant};
use super::write::write;
use crate::order::Order;
use crate::scenario::Scenario;
use parts::Finding;
use reader::loose::{self, mended};
use rules::Context;

/// Shorter words are too like one another to be mended.
const SHORTEST: usize = 5;

/// The likeliest orders for a line that was not read, the best first.
pub fn propose(scenario: &Scenario, context: &Context, line: &str) -> Vec<String> {
    if line.len() > LONGEST {
        return Vec::new();
    }
    let copied = copy(Some(scenario), line);
    let mended = mended(&copied, |words| slip(scenario, words));
    let line = mended.as_deref().unwrap_or(line);
    let mut proposed = as_statement(scenario, context, line, mended.is_some());
    let copied = copy(Some(scenario), line);
    let finding = Finding::of(scenario, &copied);
    let orders = finding.map_or_else(Vec::new, |finding| finding.orders());
    proposed.extend(orders.iter().map(|order: &Order| write(scenario, order)));
    proposed
}

/// The mended line, and a question as the order it asks about, as far as the grammar reads them.
fn as_statement(scenario: &Scenario, context: &Context, line: &str, is_mended: bool) -> Vec<String> {
    let stated = line.trim_end().trim_end_matches(['?', ' ']);
    if !is_mended && stated == line.trim_end() {
        return Vec::new();
    }
    let read = super::read(scenario, &mut context.clone(), stated);
    read.map_or_else(|_| Vec::new(), |(orders, _)| orders.iter().map(|order| write(scenario, order)).collect())
}

/// The one word of orders or name that a word, or two, is a slip of.
fn slip(scenario: &Scenario, words: &str) -> Option<String> {
    if words.contains(' ') || words.len() < SHORTEST || is_word_of_orders(words) || deeds::is_telling(words) {
        return None;
    }
    meant(scenario, words).or_else(|| {
        let verbs = deeds::words().filter(|verb| verb.len() >= SHORTEST && verb.as_bytes()[0] == first_letter(words));
        loose::nearest(words, verbs).map(str::to_owned)
    })
}

fn first_letter(word: &str) -> u8 {
    word.as_bytes().first().map_or(0, u8::to_ascii_lowercase)
}

#[cfg(test)]
mod tests;
