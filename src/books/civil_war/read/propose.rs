//! Orders that a line may mean which the grammar cannot read: its slips mended, or composed anew of the verb, the names and
//! the numbers in it. Form only, and never an order: whoever wrote the line says whether one of them is meant.

mod above;
mod acts;
mod canonical;
mod clause;
mod clauses;
mod deeds;
mod evasion;
mod finding;
mod name;
mod nicknames;
mod phrases;
mod picks;
mod ships;
mod supreme;
mod times;
mod waiting;

use std::borrow::Cow;

pub use self::above::with_those_above;
use self::canonical::canonical;
use self::clause::Clause;
use self::deeds::{DEEDS, MOST_ALIKE};
use self::finding::Finding;
use super::copy::{LONGEST, Named, copy};
use super::explain::{nearest_noun, nearest_verb};
use super::heading;
use super::write::write;
use crate::scenario::{LeaderMatch, PlaceMatch, Scenario};
use reader::loose::{self, Token, mended, tokens};
use rules::Context;

/// Shorter words are nobody's slip of a name.
const SHORTEST_NAME: usize = 4;
/// Of verbs that are not the grammar's, shorter ones are too like other words to be mended.
const LONG_VERB: usize = 5;

/// The likeliest orders for a line that was not read, the best first.
pub fn propose(scenario: &Scenario, context: &Context, line: &str) -> Vec<String> {
    if line.len() > LONGEST {
        return Vec::new();
    }
    let (above, line) = above::parted(line);
    let said = above::said(scenario, &above);
    let line = nicknames::written_out(below_heading(scenario, line));
    let line = clauses::with_pulse_word(scenario, &line);
    let line = &*line;
    let mended = slips_mended(scenario, line);
    let is_mended = mended != line;
    let line = &*mended;
    let copied = copy(Some(scenario), line);
    let tokens = tokens(&copied);
    let mut proposed =
        if phrases::is_asked(&tokens) { Vec::new() } else { as_statement(scenario, context, line, is_mended) };
    let (sure, holding) = waiting::without_conditions(&tokens);
    let clauses = clauses::clauses(scenario, sure);
    let composed = composed(scenario, context, (&clauses, said), sure);
    let waiting = waiting::compose(scenario, context, holding);
    let is_idle_talk =
        clauses.len() > 1 || !holding.is_empty() || phrases::holds_unreal(&clauses) || phrases::is_asked(&tokens);
    if composed.is_empty() && waiting.is_empty() && !is_idle_talk {
        let orders = Finding::of(scenario, &copied).map_or_else(Vec::new, |finding| finding.orders());
        proposed.extend(orders.iter().map(|order| write(scenario, order)));
    }
    proposed.extend(composed);
    proposed.extend(waiting);
    proposed
}

/// A line with its slips mended.
fn slips_mended<'l>(scenario: &Scenario, line: &'l str) -> Cow<'l, str> {
    let copied = copy(Some(scenario), line);
    let has_verb = tokens(&copied).iter().any(|token| DEEDS.iter().any(|(_, verbs)| token.is_one_of(verbs)));
    mended(&copied, |words| meant(scenario, words, has_verb)).map_or(Cow::Borrowed(line), Cow::Owned)
}

/// The orders of the clauses of a line, in canonical words.
fn composed(
    scenario: &Scenario,
    context: &Context,
    (clauses, said): (&[Clause<'_>], acts::Said),
    tokens: &[Token<'_, Named<'_>>],
) -> Vec<String> {
    if phrases::is_asked(tokens) {
        return Vec::new();
    }
    if supreme::is_as_before(tokens) {
        return supreme::compose(scenario, tokens);
    }
    let is_question = tokens.iter().any(|token| token.is_sign("?"));
    let mut orders = acts::compose_with(scenario, clauses, said);
    let verdicts = if is_question { Vec::new() } else { supreme::verdicts(scenario, tokens) };
    if !verdicts.is_empty() && !phrases::holds_unreal(clauses) {
        orders = vec![verdicts];
    }
    let canonical = |words: &String| canonical(scenario, context, words);
    let in_field = |orders: &[Vec<String>]| -> Vec<String> {
        let each = if orders.len() > 2 { 2 } else { MOST_ALIKE };
        orders.iter().flat_map(|alike| alike.iter().filter_map(canonical).take(each)).collect()
    };
    let found = in_field(&orders);
    if found.is_empty() && !is_question && !phrases::holds_unreal(clauses) {
        return in_field(&[supreme::compose(scenario, tokens)]);
    }
    found
}

/// What stands behind a heading on the same line.
fn below_heading<'l>(scenario: &Scenario, line: &'l str) -> &'l str {
    let copied = copy(Some(scenario), line);
    heading::leading(&copied).map_or(line, |(_, bytes)| &line[copied.origin(bytes)..])
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

/// What a word, or two, is a slip of: a verb, a noun of orders, or the one name that is near.
fn meant(scenario: &Scenario, words: &str, has_verb: bool) -> Option<String> {
    if let Some(named) = nicknames::small_name(words) {
        return Some(named);
    }
    if !words.contains(' ') {
        if is_known(words) {
            return None;
        }
        let first = words.as_bytes().first().map(u8::to_ascii_lowercase);
        let is_alike = |verb: &&str| verb.len() >= LONG_VERB && verb.as_bytes().first().copied() == first;
        let verbs = DEEDS.iter().flat_map(|(_, verbs)| verbs.iter().copied()).filter(is_alike);
        let word = nearest_verb(words).or_else(|| nearest_noun(words)).or_else(|| loose::nearest(words, verbs));
        // Beside a verb that is whole, a small word near another is rarely a slip.
        let word = word.filter(|_| !has_verb);
        if word.is_some() && words.starts_with(char::is_lowercase) {
            return word.map(str::to_owned);
        }
        return near_name(scenario, words).or_else(|| word.map(str::to_owned));
    }
    let is_name = words.split(' ').all(|word| word.starts_with(char::is_uppercase) && !is_known(word));
    if is_name { near_name(scenario, words) } else { None }
}

/// Words of everyday that look like names or verbs, and are no slips of them.
#[rustfmt::skip]
const COMMON: &[&str] = &[
    "from", "with", "then", "when", "that", "this", "will", "would", "should", "shall", "could", "into", "toward", "towards", "again",
    "some", "them", "they", "there", "here", "where", "what", "near", "area", "once", "both", "each", "more", "most", "please", "about",
    "after", "before", "until", "through", "over", "under", "corps", "army", "force", "forces", "troops", "men", "enemy", "general",
    "fortune", "leader", "leaders", "infantry", "cavalry", "points", "pulse", "pulses", "all", "want", "like", "think", "maybe", "perhaps",
    "against", "rebels", "yankees", "east", "west", "trans", "naval", "command", "sure", "just", "north", "south", "side", "case", "ours",
    "mine", "calls", "later", "least", "react", "reacts", "reach", "great", "there's", "while", "first", "second", "third", "last", "next",
    "same", "also", "because", "since", "only", "even", "ever", "every", "much", "many", "such", "than", "their", "these", "those", "thing",
    "things", "know", "wants", "make", "makes", "made", "must", "need", "needs", "other", "another", "enough", "himself", "whole", "stop",
    "stops", "days", "week", "month", "weather", "hello", "sorry", "cheers", "scattered", "ready", "still", "start", "starts", "shell",
    "cost", "costs", "ones", "does", "done", "have", "having", "been", "being", "hand", "hands", "held", "people", "boys", "river", "road",
    "line", "back", "down", "right", "left", "good", "time", "turn", "morning",
];

/// Words that are nobody's slip.
fn is_known(word: &str) -> bool {
    let is = |other: &&str| other.eq_ignore_ascii_case(word);
    COMMON.iter().chain(ships::OF_SHIPS).any(&is)
        || super::chatter::is_of_all_speech(&word.to_ascii_lowercase())
        || super::verbs::is_telling(word, true)
        || DEEDS.iter().any(|(_, verbs)| verbs.iter().any(&is))
}

/// The name that some words are a slip of, when only one is near.
fn near_name(scenario: &Scenario, words: &str) -> Option<String> {
    if words.len() < SHORTEST_NAME {
        return None;
    }
    let places = match scenario.gazetteer.find_place(words) {
        PlaceMatch::Unknown { nearest } => nearest,
        PlaceMatch::One(..) | PlaceMatch::Several(_) => return None,
    };
    let leaders = match scenario.gazetteer.find_leader(words) {
        LeaderMatch::Unknown { nearest } => nearest,
        LeaderMatch::One(..) | LeaderMatch::Several(_) => return None,
    };
    let typed = words.to_ascii_lowercase();
    // Words that are written small are rarely names.
    let allowed = if words.starts_with(char::is_lowercase) { typed.len() / 5 } else { (typed.len() / 3).min(3) };
    // A slip in the first letter is rare: "Correct" is no Forrest.
    let slips = |name: &String| {
        let name = name.to_ascii_lowercase();
        let slips = strsim::damerau_levenshtein(&name, &typed);
        if name.as_bytes().first() == typed.as_bytes().first() { slips } else { slips * 2 }
    };
    let mut names: Vec<(usize, String)> = places.into_iter().chain(leaders).map(|name| (slips(&name), name)).collect();
    names.retain(|(slips, _)| *slips <= allowed);
    names.sort();
    names.dedup();
    match &names[..] {
        [(_, only)] => Some(only.clone()),
        [(best, first), (next, _), ..] if best < next => Some(first.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
