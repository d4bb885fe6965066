//! A line with the slips of its words mended, and without the heading it begins with.

use std::borrow::Cow;

use super::deeds::DEEDS;
use super::{nicknames, ships};
use crate::read::copy::copy;
use crate::read::explain::{nearest_noun, nearest_verb};
use crate::read::heading;
use crate::scenario::{LeaderMatch, PlaceMatch, Scenario};
use reader::loose::{self, mended, tokens};

/// Shorter words are nobody's slip of a name.
const SHORTEST_NAME: usize = 4;
/// Of verbs that are not the grammar's, shorter ones are too like other words to be mended.
const LONG_VERB: usize = 5;

/// A line with its slips mended.
pub(super) fn slips_mended<'l>(scenario: &Scenario, line: &'l str) -> Cow<'l, str> {
    let copied = copy(Some(scenario), line);
    let has_verb = tokens(&copied).iter().any(|token| DEEDS.iter().any(|(_, verbs)| token.is_one_of(verbs)));
    mended(&copied, |words| meant(scenario, words, has_verb)).map_or(Cow::Borrowed(line), Cow::Owned)
}

/// What stands behind a heading on the same line.
pub(super) fn below_heading<'l>(scenario: &Scenario, line: &'l str) -> &'l str {
    let copied = copy(Some(scenario), line);
    heading::leading(&copied).map_or(line, |(_, bytes)| &line[copied.origin(bytes)..])
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
    "percent", "report", "reports", "line", "back", "down", "company", "companies", "occupies", "brigadier", "right", "left", "good", "time", "turn", "morning",
];

/// Words that are nobody's slip.
fn is_known(word: &str) -> bool {
    let is = |other: &&str| other.eq_ignore_ascii_case(word);
    COMMON.iter().chain(ships::OF_SHIPS).any(&is)
        || crate::read::chatter::is_of_all_speech(&word.to_ascii_lowercase())
        || crate::read::verbs::is_telling(word, true)
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
