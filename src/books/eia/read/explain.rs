//! What to say of a line that is no order: where the reading broke off, what would have fitted, and what is nearest.

use super::copy::FairCopy;
use super::grammar::{Rule, name};
use super::kinds::{has_words_of_orders, is_opening, nearest_opening, words};
use super::mend::{is_word_of_orders, meant, nearest_word};
use super::resolve::nearest_names;
use crate::scenario::{NameKind, Scenario};
use base::order::Remark;
use reader::slip::{self, culprit, tidy};

/// Where the grammar of this book stopped.
pub(super) type Stop = slip::Stop<Rule>;

/// How many expected things are listed.
const MOST_EXPECTED: usize = 4;

/// Whether a line is meant as an order at all: it begins with a verb of orders, or has words of orders beside a name or a
/// number.
pub(super) fn is_meant(copy: &FairCopy<'_, '_>) -> bool {
    let text = copy.text.as_str();
    let is_about_something = is_about_something(copy);
    let first = words(text).next().unwrap_or("");
    if text.contains('?') {
        return is_about_something && is_opening(first);
    }
    let near = |word: &str| copy.is_brief || nearest_verb(word).is_some();
    let is_slip = is_about_something && words(text).take(3).any(near);
    let is_plain_order = words(text).take(5).any(is_strong);
    is_plain_order
        || is_about_something && (has_words_of_orders(text) || is_slip)
        || !copy.is_brief && has_words_of_orders(text) && misspelt_verb(copy).is_some()
        || is_opening(first) && !is_mild(first) && words(text).count() < 8
}

/// Whether a line that is taken for talk may be an order with slips of the pen in it.
pub(super) fn may_be_meant(copy: &FairCopy<'_, '_>) -> bool {
    is_about_something(copy) || has_words_of_orders(&copy.text)
}

/// The misspelt verb of a line: no verb that is known stands before it.
pub(super) fn misspelt_verb<'c>(copy: &'c FairCopy<'_, '_>) -> Option<&'c str> {
    let before_verb = words(&copy.text).take_while(|word| !is_opening(word));
    before_verb.take(4).find(|word| nearest_verb(word).is_some())
}

/// Whether a line has a name or a number in it.
fn is_about_something(copy: &FairCopy<'_, '_>) -> bool {
    !copy.marks.is_empty() || copy.text.bytes().any(|byte| byte.is_ascii_digit())
}

/// Words that open orders and everyday sentences alike.
fn is_mild(word: &str) -> bool {
    const MILD: [&str; 24] = [
        "add", "bring", "carry", "end", "form", "give", "hand", "join", "keep", "leader", "make", "no", "note", "open",
        "peace", "place", "post", "return", "save", "send", "set", "show", "support", "trade",
    ];
    MILD.iter().any(|mild| mild.eq_ignore_ascii_case(word))
}

/// Words hardly used but in orders.
fn is_strong(word: &str) -> bool {
    const STRONG: [&str; 10] =
        ["buy", "buys", "cede", "cedes", "lend", "lends", "borrow", "manipulation", "infantry", "cavalry"];
    STRONG.iter().any(|strong| strong.eq_ignore_ascii_case(word))
}

/// A verb that opens orders, when a word that is none is much like it.
fn nearest_verb(word: &str) -> Option<&'static str> {
    if word.len() < 4 || is_word_of_orders(word) {
        return None;
    }
    nearest_word(word).filter(|near| is_opening(near)).or_else(|| nearest_opening(word))
}

/// Says where a line stopped making sense.
pub(super) fn explain(scenario: &Scenario, copy: &FairCopy<'_, '_>, stop: &Stop) -> Remark {
    if copy.text.contains('?') {
        return Remark::unread("A question is no order.").hint("Leave the question mark out if it is meant as one.");
    }
    if copy.is_brief {
        return stopped(copy, stop);
    }
    let strange = strange_word(scenario, copy, stop.at);
    // A slip is nearer the point than what else stands in the line; a word that no order knows is not.
    match strange {
        Some(remark) if remark.hint.as_deref() != Some(HELP) => remark,
        strange => {
            reader::obstacle(copy.line).or_else(|| borrowing(copy)).or(strange).unwrap_or_else(|| stopped(copy, stop))
        }
    }
}

/// Whoever borrows orders nothing.
fn borrowing(copy: &FairCopy<'_, '_>) -> Option<Remark> {
    let word =
        words(&copy.text).find(|word| ["borrow", "borrows"].iter().any(|other| word.eq_ignore_ascii_case(other)))?;
    let from = word.as_ptr() as usize - copy.text.as_ptr() as usize;
    let (from, to) = copy.span(from, from + word.len());
    let message = "A loan is an order of the power that lends; whoever borrows writes nothing.";
    Some(Remark::unread(message).at(from, to).hint("Ask for it in a PRESS."))
}

/// Where the reading broke off, and what would have fitted.
fn stopped(copy: &FairCopy<'_, '_>, stop: &Stop) -> Remark {
    let expected = expected(&stop.expected);
    let (start, end) = culprit(&copy.text, stop.at);
    if start >= copy.text.len() {
        let end = copy.line.trim_end().len();
        let message = format!("The line ends too early{}.", what_fits(": missing is ", &expected));
        return Remark::unread(message).at(end, end).hint(HELP);
    }
    let (from, to) = copy.span(start, end);
    let words = tidy(&copy.line[from..to]);
    let fits = what_fits("; what could stand here is ", &expected);
    Remark::unread(format!("{words:?} is not understood here{fits}.")).at(from, to).hint(HELP)
}

const HELP: &str = "HELP orders shows the words of every order; what is not meant for the judge may stand in a PRESS.";

/// The word that keeps a line from being read: the first that no order knows and that is no slip of one either; else, as far
/// as the reading came, the first slip, or a name that the map lacks.
fn strange_word(scenario: &Scenario, copy: &FairCopy<'_, '_>, reached: usize) -> Option<Remark> {
    let text = copy.text.as_str();
    let at = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let strange = || words(text).filter(|word| word.len() > 2 && !is_word_of_orders(word));
    let unknown = strange().find(|word| meant(scenario, word).is_none());
    let word = misspelt_verb(copy).or(unknown).or_else(|| strange().next().filter(|word| at(word) <= reached))?;
    let (from, to) = copy.span(at(word), at(word) + word.len());
    let remark = Remark::unread(format!("{word:?} is not understood here.")).at(from, to);
    Some(match (nearest_verb(word).or_else(|| nearest_word(word)), nearest_names(scenario, word, NameKind::Any)) {
        (Some(near), _) => remark.hint(format!("The nearest word is {near:?}.")),
        (None, Some(names)) => remark.hint(names),
        (None, None) => remark.hint(HELP),
    })
}

fn what_fits(before: &str, expected: &str) -> String {
    if expected.is_empty() { String::new() } else { format!("{before}{expected}") }
}

fn expected(rules: &[Rule]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in rules.iter().filter_map(|rule| name(*rule)) {
        // "A power, a country or a port" names a port already.
        if !names.iter().any(|known| known.contains(name)) {
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
