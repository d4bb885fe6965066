//! What to say of a line that is no order: where the reading broke off, what would have fitted, and what is nearest.

use pest::Parser;

use super::chatter::is_of_all_speech;
use super::copy::FairCopy;
use super::grammar::{OrderGrammar, Rule, name};
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

/// Whether a line is meant as an order at all: it names a pulse, has the verb of an order, or something much like one.
pub(super) fn is_meant(copy: &FairCopy<'_, '_>) -> bool {
    if has_pulse(&copy.text) {
        return true;
    }
    let is_about_something = !copy.marks.is_empty() || copy.text.bytes().any(|byte| byte.is_ascii_digit());
    let is_slip = |word: &str| is_about_something && (copy.is_brief || nearest_verb(word).is_some());
    let begins_with_slip = words(&copy.text).next().is_some_and(|(_, word)| is_slip(word));
    begins_with_slip || words(&copy.text).any(|(_, word)| is_telling(word, is_about_something))
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
    let expected = expected(&stop.expected);
    if let Some(front) = only_pulses(copy) {
        let (from, to) = copy.span(0, front);
        return Remark::unread("The pulses stand alone: what is to be done in them is missing.").at(from, to);
    }
    let (start, end) = culprit(&copy.text, stop.at);
    if start >= copy.text.len() {
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
    match hint(scenario, copy, start, &words) {
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

fn expected(rules: &[Rule]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for rule in rules {
        let name = name(*rule);
        if !names.contains(&name) && !ALWAYS_FITS.contains(&name) {
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

fn hint(scenario: &Scenario, copy: &FairCopy<'_, '_>, start: usize, culprit: &str) -> Option<String> {
    if let Some(hint) = near_hint(scenario, culprit) {
        return Some(hint);
    }
    // A misspelt verb lets the line fail further on: the first word that is like a verb and none is the likelier slip.
    words(&copy.text).take_while(|(at, _)| *at < start).find_map(|(_, word)| {
        let verb = nearest_verb(word)?;
        Some(format!("Instead of {word:?} perhaps {verb:?} is meant."))
    })
}

fn near_hint(scenario: &Scenario, word: &str) -> Option<String> {
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
