//! What to say of a line that is no order: where the reading broke off, what would have fitted, and what is nearest.

use pest::Parser;

use super::chatter::{is_of_all_speech, is_word_of_orders};
use super::copy::FairCopy;
use super::grammar::names::name;
use super::grammar::{OrderGrammar, Rule};
use super::naval::speaks_of_ships;
use super::resolve::near_names;
use super::verbs::{VERBS, is_telling};
use crate::scenario::Scenario;
use base::order::Remark;
use reader::slip::{self, culprit, tidy, words};

/// Where the grammar of this book stopped.
pub(super) type Stop = slip::Stop<Rule>;

/// Words less like a verb than this are no slip of it.
const LIKE_A_VERB: f64 = 0.84;
/// How many expected things are listed.
const MOST_EXPECTED: usize = 4;

/// What orders speak of besides names.
const NOUNS: [&str; 12] = [
    "infantry",
    "reinforcements",
    "leader",
    "leaders",
    "troops",
    "strength",
    "pulses",
    "commander",
    "depot",
    "fortress",
    "railway",
    "ships",
];

/// What may stand nearly anywhere says nothing.
const ALWAYS_FITS: [&str; 6] =
    ["another word", "the end of the line", "pulses", "command points", "a number", "an order"];

/// What is expected of lines of ships alone.
const OF_SHIPS: [&str; 6] =
    ["ships", "a place for ships", "a verb for ships", "an order to ships", "a loan of ships", "naval command points"];

/// Whether a line is meant as an order at all: it names a pulse, has the verb of an order, or something much like one.
pub(super) fn is_meant(scenario: &Scenario, copy: &FairCopy<'_, '_>) -> bool {
    if has_pulse(&copy.text) || sends_somebody(&copy.text) {
        return true;
    }
    let is_slip_of_name = |word: &str| !copy.is_brief && is_name_like(word) && near_names(scenario, word).is_some();
    let is_about_something = !copy.marks.is_empty()
        || copy.text.bytes().any(|byte| byte.is_ascii_digit())
        || copy.text.to_ascii_lowercase().contains("army of ")
        || words(&copy.text).skip(1).any(|(_, word)| is_slip_of_name(word));
    let is_slip = |word: &str| is_about_something && (copy.is_brief || nearest_verb(word).is_some());
    let begins_with_slip = words(&copy.text).next().is_some_and(|(_, word)| is_slip(word));
    begins_with_slip || words(&copy.text).any(|(_, word)| is_telling(word, is_about_something))
}

/// Whether a leader stands right before a place to go to, or strength points behind him: an order that lacks its verb.
fn sends_somebody(text: &str) -> bool {
    OrderGrammar::parse(Rule::sends_somebody, text).is_ok()
}

fn has_pulse(text: &str) -> bool {
    let mut words = words(text).peekable();
    while let Some((_, word)) = words.next() {
        let is_pulse = ["pp", "pulse", "pulses", "pps"].iter().any(|pulse| word.eq_ignore_ascii_case(pulse));
        let has_number = words.peek().is_some_and(|(_, next)| next.starts_with(|first: char| first.is_ascii_digit()));
        if is_pulse && has_number {
            return true;
        }
    }
    false
}

/// Says where a line stopped making sense.
pub(super) fn explain(scenario: &Scenario, copy: &FairCopy<'_, '_>, stop: &Stop) -> Remark {
    let expected = expected(&stop.expected, speaks_of_ships(scenario, copy));
    if let Some(front) = only_pulses(copy) {
        let (from, to) = copy.span(0, front);
        return Remark::unread("The pulses stand alone: what is to be done in them is missing.").at(from, to);
    }
    let (start, end) = culprit(&copy.text, stop.at);
    let slip = || first_slip(scenario, &copy.text, copy.text.len()).is_some();
    if start >= copy.text.len() && (copy.is_brief || !slip()) {
        let end = copy.line.trim_end().len();
        return Remark::unread(format!("The line ends too early{}.", what_fits(": missing is ", &expected)))
            .at(end, end);
    }
    let words = tidy(copy.words(start, end));
    let (from, to) = copy.span(start, end);
    let fits = what_fits("; what could stand here is ", &expected);
    let remark = Remark::unread(format!("{words:?} is not understood here{fits}.")).at(from, to);
    if copy.is_brief {
        return remark;
    }
    if let Some((start, end, hint)) = first_slip(scenario, &copy.text, start) {
        let (from, to) = copy.span(start, end);
        return Remark::unread(format!("{:?} is not understood here.", &copy.text[start..end])).at(from, to).hint(hint);
    }
    if let Some(obstacle) = reader::obstacle(copy.line) {
        return obstacle;
    }
    match near_hint(scenario, &words) {
        Some(hint) => remark.hint(hint),
        None => remark,
    }
}

fn what_fits(before: &str, expected: &str) -> String {
    if expected.is_empty() { String::new() } else { format!("{before}{expected}") }
}

/// The end of a line's pulses, when it holds nothing else.
fn only_pulses(copy: &FairCopy<'_, '_>) -> Option<usize> {
    let front = OrderGrammar::parse(Rule::front_pulses, &copy.text).ok()?.next()?;
    (front.as_span().end() == copy.text.len()).then_some(copy.text.len())
}

/// What would have gone on; whoever speaks of no ships is told of none.
fn expected(rules: &[Rule], is_of_ships: bool) -> String {
    let mut names: Vec<&str> = Vec::new();
    for rule in rules {
        let name = name(*rule);
        let fits = !ALWAYS_FITS.contains(&name) && (is_of_ships || !OF_SHIPS.contains(&name));
        if !names.contains(&name) && fits {
            names.push(name);
        }
    }
    names.truncate(MOST_EXPECTED);
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// The first word up to the culprit that is a slip of a verb or of a name: a line fails further on than where it went wrong.
fn first_slip(scenario: &Scenario, text: &str, culprit: usize) -> Option<(usize, usize, String)> {
    words(text).take_while(|(at, _)| *at < culprit).find_map(|(at, word)| {
        let lower = word.to_ascii_lowercase();
        if is_word_of_orders(&lower)
            || is_of_all_speech(&lower)
            || lower.starts_with(|first: char| first.is_ascii_digit())
        {
            return None;
        }
        let hint = match nearest_verb(word) {
            Some(verb) => format!("The nearest word is {verb:?}."),
            None => near_names(scenario, word).filter(|_| is_name_like(word))?,
        };
        Some((at, at + word.len(), hint))
    })
}

/// Whether a word may be meant as a name: written large, and no word of two or three letters.
fn is_name_like(word: &str) -> bool {
    word.len() > 3 && word.starts_with(char::is_uppercase)
}

fn near_hint(scenario: &Scenario, word: &str) -> Option<String> {
    if is_word_of_orders(&word.to_ascii_lowercase()) {
        return None;
    }
    if let Some(verb) = nearest_verb(word) {
        return Some(format!("The nearest word is {verb:?}."));
    }
    if let Some(noun) = nearest_noun(word) {
        return Some(format!("The nearest word is {noun:?}."));
    }
    let is_name = word.len() > 2 && word.starts_with(char::is_alphabetic);
    is_name.then(|| near_names(scenario, word)).flatten()
}

/// The noun of orders that a word is a slip of.
pub(super) fn nearest_noun(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    if word.len() < 4 || NOUNS.contains(&word.as_str()) {
        return None;
    }
    let slips = |noun: &str| strsim::damerau_levenshtein(noun, &word);
    NOUNS.into_iter().min_by_key(|noun| slips(noun)).filter(|noun| slips(noun) <= (word.len() / 3).min(2))
}

/// The verb that a word is a slip of; `None` for a verb itself and for words like none.
pub(super) fn nearest_verb(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    if word.len() < 3 || is_of_all_speech(&word) || VERBS.iter().any(|(verb, ..)| *verb == word) {
        return None;
    }
    let most = (word.len() / 3).min(2);
    // Words so much longer or shorter are further away than that.
    let comparable = VERBS.iter().filter(|(verb, ..)| verb.len() > 3 && verb.len().abs_diff(word.len()) <= most);
    let near = comparable.map(|(verb, ..)| (strsim::damerau_levenshtein(verb, &word), *verb));
    near.filter(|(slips, _)| *slips <= most)
        .map(|(slips, verb)| (slips, strsim::jaro_winkler(verb, &word), verb))
        .filter(|(_, likeness, _)| *likeness >= LIKE_A_VERB)
        .min_by(|one, other| one.0.cmp(&other.0).then(other.1.total_cmp(&one.1)))
        .map(|(_, _, verb)| verb)
}
