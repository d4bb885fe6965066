//! The clauses of a line, each of which may be an order of its own, and what one leaves to the next: a head, or a verb.

use super::deeds::is_telling;
use super::mood::is_question;
use super::parts::{Word, is_unit};
use super::phrase::phrase;
use super::tales::is_tale;
use reader::loose::{Kind, is_conditional};

/// Verbs with which an order begins behind a comma or "and".
#[rustfmt::skip]
const OPENING: &[&str] = &[
    "buy", "buys", "build", "builds", "purchase", "recruit", "raise", "lend", "lends", "give", "gives", "send", "sends", "pay", "pays", "repay", "cede", "cedes", "save", "saves", "accept", "accepts", "agree", "agrees",
    "refuse", "refuses", "reduce", "reduces", "stop", "stops", "offer", "offers", "bid", "bids", "levy", "return", "bring", "claim", "aid", "enter", "support", "subsidise", "subsidize", "announce", "manipulate", "manipulation",
    "manip", "trade", "transfer", "settle", "place", "black", "straits", "nothing", "loans", "cessions", "debts", "save", "saving", "keep", "carry", "reject", "decline", "allow", "add", "join", "form", "convert", "deny", "block", "spend", "set", "take", "rest",
];
/// Words with which a new line begins that was joined to the one above.
const SUBJECTS: &[&str] = &["i'd", "i'll", "we'd", "we'll", "let", "also", "please"];
/// Words that may stand before them.
const LEADING: &[&str] = &[
    "and",
    "then",
    "also",
    "but",
    "please",
    "so",
    "we",
    "i",
    "i'll",
    "we'll",
    "will",
    "shall",
    "would",
    "you",
    "finally",
    "second",
    "first",
    "now",
    "lastly",
    "plus",
    "no",
    "to",
    "just",
    "further",
    "furthermore",
    "besides",
    "next",
];
/// Short words with a stop that ends no sentence.
const ABBREVIATIONS: &[&str] = &[
    "manip", "eco", "econ", "man", "fr", "inf", "cav", "mil", "art", "gd", "gb", "st", "switz", "ca", "gen", "ru",
    "au", "pr", "tu", "sp",
];

/// The sentences of a line that may be orders: none that asks, or holds on a condition only.
pub(super) fn sentences<'s, 'c>(words: &[Word<'s, 'c>]) -> Vec<Vec<Word<'s, 'c>>> {
    let mut sentences: Vec<Vec<Word<'s, 'c>>> = vec![Vec::new()];
    for (at, word) in words.iter().enumerate() {
        let Some(current) = sentences.last_mut() else { break };
        let is_stop = matches!(word.kind, Kind::Sign('.' | ';' | '!' | '?'));
        let is_abbreviated =
            current.last().is_some_and(|last| last.is_one_of(ABBREVIATIONS)) && matches!(word.kind, Kind::Sign('.'));
        let next = words.get(at + 1);
        let is_list = matches!(word.kind, Kind::Sign('.' | '?'))
            && current.len() <= 2
            && next.is_some_and(|next| {
                next.number().is_some() || next.is_one_of(&["yes"]) || matches!(next.kind, Kind::Sign('.'))
            });
        let goes_on = matches!(word.kind, Kind::Sign(';'))
            && next.is_some_and(|next| next.name().is_some())
            && current.iter().all(|word| word.number().is_none());
        let is_counted = current.iter().any(|word| word.number().is_some());
        let is_answered = !is_counted
            && matches!(word.kind, Kind::Sign('?'))
            && next.is_some_and(|next| next.is_one_of(&["yes", "no", "non", "si", "oui", "none"]))
            && current.len() < 6;
        if is_abbreviated || is_answered || is_list && !current.is_empty() || goes_on {
            current.push(Word { at: word.at, kind: Kind::Sign(if goes_on { ',' } else { ':' }) });
            continue;
        }
        if !is_stop {
            current.push(word.clone());
        } else if !current.is_empty() {
            current.push(word.clone());
            sentences.push(Vec::new());
        }
    }
    sentences.retain(|sentence| !sentence.is_empty() && is_stated(sentence) && !is_tale(sentence));
    sentences
}

/// Whether a sentence states something. "Should I attack?" is answered with what it asks about.
fn is_stated(sentence: &[Word<'_, '_>]) -> bool {
    let begins = |words: &[&str]| sentence.first().is_some_and(|word| word.is_one_of(words));
    let requests = || {
        sentence.windows(2).any(|pair| {
            pair[0].is_one_of(&["can", "could", "would", "will", "should"]) && pair[1].is_one_of(&["you", "i", "we"])
        })
    };
    let is_asked = is_question(sentence) && !(begins(&["should"]) || requests() || begins(&["ok", "okay", "please"]));
    let announces = sentence
        .iter()
        .any(|word| word.is_one_of(&["announce", "announces", "announced", "announcing", "announcement"]));
    let depends = phrase(
        sentence,
        &[
            "as soon as",
            "as long as",
            "so long as",
            "only if",
            "in return for",
            "depending on",
            "subject to",
            "on condition",
        ],
    )
    .is_some();
    !is_asked && (announces || !depends && !is_conditional(sentence))
}

/// The clauses of a sentence.
pub(super) fn clauses<'s, 'c>(sentence: &[Word<'s, 'c>]) -> Vec<Vec<Word<'s, 'c>>> {
    let turns_round = |word: &Word<'_, '_>| {
        word.is_one_of(&["not", "never", "cannot"]) || word.word().is_some_and(|word| word.ends_with("n't"))
    };
    // "Accept Genoa but not Corsica" is one answer.
    let is_denied = sentence.iter().any(turns_round);
    let mut clauses: Vec<Vec<Word<'s, 'c>>> = vec![Vec::new()];
    for (at, word) in sentence.iter().enumerate() {
        let Some(current) = clauses.last() else { break };
        let joins = matches!(word.kind, Kind::Sign(',' | '/' | '+'))
            || word.is_one_of(&["and", "then", "plus", "but", "while"]);
        let is_small_before = current.last().is_some_and(|last| {
            last.number().is_some()
                || last.name().is_some()
                || last.word().is_some_and(|word| word.ends_with(char::is_lowercase))
        });
        let begins_line = word.word().is_some_and(|word| word.starts_with(char::is_uppercase))
            && (word.is_one_of(OPENING) || word.is_one_of(SUBJECTS))
            && is_small_before;
        if begins_line && current.len() > 2 && !is_denied {
            clauses.push(vec![word.clone()]);
            continue;
        }
        // "Have one each 8 infantry": a new line that was joined to the one above.
        let is_past_each = current.last().is_some_and(|last| last.is_one_of(&["each", "apiece"]))
            && word.number().is_some()
            && sentence.get(at + 1).is_some_and(is_unit);
        if !is_denied && is_past_each {
            clauses.push(vec![word.clone()]);
        } else if !is_denied && joins && !current.is_empty() && begins_anew(current, &sentence[at + 1..]) {
            clauses.push(Vec::new());
        } else if let Some(current) = clauses.last_mut() {
            current.push(word.clone());
        }
    }
    clauses.retain(|clause| !clause.is_empty());
    clauses
}

/// Whether what follows a comma or "and" is an order of its own.
fn begins_anew(before: &[Word<'_, '_>], rest: &[Word<'_, '_>]) -> bool {
    let count = |words: &[Word<'_, '_>]| {
        words
            .iter()
            .any(|word| word.number().is_some() || word.is_one_of(&["nothing", "none", "ditto", "well", "likewise"]))
    };
    let led = rest.iter().take_while(|word| word.is_one_of(LEADING)).count();
    let opens = rest.get(led).is_some_and(|word| word.is_one_of(OPENING));
    let is_payment = rest
        .get(led)
        .is_some_and(|word| word.is_one_of(&["pay", "pays", "spend", "nothing", "take", "deduct", "charge"]))
        && before.iter().any(|word| word.is_one_of(&["back", "home", "return", "returns", "leader", "roll"]));
    if is_payment {
        return false;
    }
    let is_told = |word: &Word<'_, '_>| word.word().is_some_and(is_telling) || word.number().is_some() || is_unit(word);
    // "And the new cossack stands at Kiev" is of another matter than what is ceded before it.
    const NOUNS: &[&str] = &["cossack", "cossacks", "freikorps", "feudal", "feudals", "insurrection", "manipulation"];
    let noun = rest
        .iter()
        .take_while(|word| word.is_one_of(&["and", "the", "a", "new", "our", "my", "one"]) || word.number().is_some())
        .count();
    let is_levied = |word: &Word<'_, '_>| word.is_one_of(NOUNS);
    if rest.get(noun).is_some_and(is_levied) && !before.iter().any(is_levied) && before.iter().any(is_told) {
        return true;
    }
    if opens && (before.len() > 2 || before.iter().any(is_told)) {
        return true;
    }
    // "Twenty to the Tsar, a dozen to Vienna"
    let is_sum = |words: &[Word<'_, '_>]| {
        let to = words.get(1).is_some_and(|word| word.is_one_of(&["to", "for"]));
        words.first().is_some_and(|word| word.number().is_some())
            && to
            && words.iter().take(4).any(|word| word.name().is_some())
    };
    if is_sum(rest) && (is_sum(before) || before.iter().any(is_told)) && before.iter().any(|word| word.name().is_some())
    {
        return true;
    }
    let articles = rest.iter().take_while(|word| word.is_one_of(&["and", "the", "to", "for"])).count();
    let is_named = rest.get(articles).is_some_and(|word| word.name().is_some());
    let end = rest.iter().position(|word| matches!(word.kind, Kind::Sign(','))).unwrap_or(rest.len());
    let has_own_name = before.iter().any(|word| word.name().is_some());
    let is_said =
        rest.get(articles + 1).is_some_and(|word| word.is_one_of(&["can", "gets", "receives", "may", "should"]));
    is_named && has_own_name && count(before) && (is_said || count(&rest[..end]))
}

/// What a clause leaves to those behind it: its head before a colon, or its verb.
pub(super) fn frame_of<'s, 'c>(clause: &[Word<'s, 'c>]) -> Vec<Word<'s, 'c>> {
    let colon = clause.iter().position(|word| matches!(word.kind, Kind::Sign(':')));
    if let Some(colon) = colon.filter(|colon| *colon < 8 && clause[..*colon].iter().all(|word| word.number().is_none()))
    {
        return clause[..=colon].to_vec();
    }
    clause
        .iter()
        .filter(|word| {
            word.word().is_some_and(is_telling) && !is_unit(word) && !word.is_one_of(&["corps", "fleet", "fleets"])
        })
        .take(3)
        .cloned()
        .collect()
}

/// What a clause takes over of the frame before it: where it has a name of its own before a colon, none of those in it.
pub(super) fn framing<'s, 'c>(frame: &[Word<'s, 'c>], clause: &[Word<'s, 'c>]) -> Vec<Word<'s, 'c>> {
    let names_its_own = clause.first().is_some_and(|first| first.name().is_some())
        && clause.get(1).is_some_and(|next| matches!(next.kind, Kind::Sign(':')));
    let stays = |word: &&Word<'s, 'c>| !names_its_own || word.word().is_some_and(is_telling);
    frame.iter().filter(stays).cloned().collect()
}
