//! Land that may come: "if we are offered Bavaria, make it conquered", "whatever is ceded to us we decline". An answer to a
//! cession waits for the cession by itself, so that its condition says nothing more.

use super::parts::Word;
use super::phrase::phrase;
use reader::loose::Kind;

/// Conditions before the land that is ceded.
#[rustfmt::skip]
const OFFERED: &[&str] = &[
    "if we are offered", "if i am offered", "if i'm offered", "if we're offered", "if offered", "if we are ceded", "if i am ceded", "if we are given", "if i am given", "if we get", "if i get", "if we receive", "if i receive",
    "should we be offered", "should i be offered", "should we be ceded", "should we get", "should we receive", "should i receive", "when we are offered", "in case we are offered", "in case we get", "should we be given",
];
/// Verbs behind the land.
const CEDED: &[&str] = &[
    "is offered to us",
    "is offered to me",
    "is ceded to us",
    "is ceded to me",
    "is offered us",
    "is given to us",
    "is given to me",
    "be offered to us",
    "be ceded to us",
    "be offered to me",
    "be ceded to me",
    "comes to us",
    "comes our way",
    "is ceded",
    "is offered",
];
const DECLINES: &[&str] =
    &["decline", "declines", "refuse", "refuses", "reject", "rejects", "declined", "refused", "no"];
const ACCEPTS: &[&str] = &["accept", "accepts", "accepted", "take", "takes", "welcome", "keep"];
/// Whatever it may be.
const ANY: &[&str] = &["whatever", "anything", "everything", "all"];
const HANDED: &[&str] = &["cede", "cedes", "ceded", "offer", "offers", "offered", "give", "gives", "given"];

/// The answer to a cession without its condition: "accept Bavaria" before what else is said of it.
pub(super) fn answered<'s, 'c>(words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    let Some((from, land, to)) = condition(&words) else { return words };
    let Some(name) = words[land..to].iter().find(|word| word.name().is_some()).cloned() else { return words };
    let is_answer = |word: &&Word<'_, '_>| word.is_one_of(DECLINES) || word.is_one_of(ACCEPTS) || word.is_sign(",");
    let rest: Vec<Word<'s, 'c>> = words[..from].iter().chain(&words[to..]).cloned().collect();
    let declines = rest.iter().any(|word| word.is_one_of(DECLINES));
    let is_told = declines
        || rest
            .iter()
            .any(|word| word.is_one_of(ACCEPTS) || word.is_one_of(&["conquered", "free", "turn", "make", "yes"]));
    if !is_told {
        return words;
    }
    let verb = Word { at: words[from].at, kind: Kind::Word(if declines { "decline" } else { "accept" }) };
    [verb, name].into_iter().chain(rest.into_iter().filter(|word| !is_answer(&word))).collect()
}

/// Where a condition begins, where its land may stand, and where it ends.
fn condition(words: &[Word<'_, '_>]) -> Option<(usize, usize, usize)> {
    let end = |from: usize| {
        words[from..]
            .iter()
            .position(|word| word.is_sign(",;") || word.is_one_of(&["then"]))
            .map_or(words.len(), |at| from + at)
    };
    if let Some((at, count)) = phrase(words, OFFERED) {
        return Some((at, at + count, end(at + count)));
    }
    let (verb, count) = phrase(words, CEDED)?;
    let from = words[..verb].iter().rposition(|word| word.is_one_of(&["if", "should", "when", "once"]))?;
    Some((from, from, verb + count))
}

/// "Whatever Russia cedes us we accept": an answer to all that is ceded, with whether it is taken.
pub(super) fn answers_all(words: &[Word<'_, '_>]) -> Option<bool> {
    let says = |known: &[&str]| words.iter().any(|word| word.is_one_of(known));
    let is_ours = says(&["us", "me"]) || says(&["cession", "cessions"]);
    let others = says(&["except", "but", "trade", "ports", "if", "unless", "not"])
        || words.iter().any(|word| word.number().is_some());
    let is_land_named = words.iter().any(|word| word.name().is_some_and(|name| name.power.is_none()));
    if !says(ANY) || !says(HANDED) || !is_ours || others || is_land_named {
        return None;
    }
    match (says(ACCEPTS), says(DECLINES)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}
