//! Slips of the pen: a word of no order and no name that is one letter, or two in a long word, from such a word.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use reader::fair_copy::fair_copy;
use reader::slip::{small_number, words};

use super::super::super::scenario::Scenario;
use super::super::GRAMMARS;
use super::super::grammar::Copy;
use super::super::wording::{begins_with_force, behind_office};

/// Words of this many letters may have two slips in them.
const LONG: usize = 8;
/// Shorter ones are too like one another.
const SHORTEST: usize = 3;
/// Most words that one may be a slip of.
const MOST_ALIKE: usize = 4;
/// Most lines that a line is mended to.
const MOST_LINES: usize = 12;
/// Most words of one line that are looked up.
const MOST_STRANGE: usize = 6;

/// Words that are right by themselves and stand for others.
const CONFUSED: [(&str, &str); 7] = [
    ("by", "buy"),
    ("on", "in"),
    ("too", "to"),
    ("sing", "sign"),
    ("eye", "aye"),
    ("raze", "raise"),
    ("tarrif", "tariff"),
];

/// Words that are no slips, though no order has them.
#[rustfmt::skip]
const PLAIN: &[&str] = &[
    "pay", "repay", "sell", "lend", "nice", "half", "all", "every", "none", "some", "many", "most", "few", "very", "here", "they", "them", "that", "what", "when", "will",
    "want", "need", "has", "had", "was", "were", "are", "you", "your", "his", "her", "its", "who", "why", "how", "can", "may", "but", "nor", "yet", "out", "off", "should", "would",
    "could", "might", "below", "above", "price", "cost", "costs", "free", "time", "only", "never", "best", "dear", "good", "luck", "sorry", "sir", "today", "wake", "fix", "art", "deep", "start", "gets", "hands", "storm", "plus", "overseas", "liverpool",
];

/// Every word of the grammar.
static WORDS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    // Texts in quotes are every second piece of a line without its comment.
    let lines = GRAMMARS.iter().flat_map(|text| text.lines()).filter(|line| !line.trim_start().starts_with("//"));
    let quoted = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
    let words = quoted.flat_map(|text| text.split(|sign: char| !sign.is_ascii_alphabetic() && sign != '\''));
    words.filter(|word| word.len() > 1).map(str::to_ascii_lowercase).collect()
});

/// The line with its slips mended, in every likely way; none where it has none, or too many words that nobody knows.
pub(super) fn mended(scenario: &Scenario, line: &str) -> Vec<String> {
    let copy: Copy<'_> = fair_copy(&scenario.names, line);
    let body = behind_office(&copy.text);
    let is_numbered = |at: usize, word: &str| {
        copy.text[at + word.len()..].trim_start().starts_with(|sign: char| sign.is_ascii_digit())
    };
    let is_slip = |(at, word): &(usize, &str)| match is_numbered(*at, word) {
        true => !is_code(word) && (is_strange(word) || code_meant(word).is_some()),
        false => is_strange(word),
    };
    let strange: Vec<(usize, &str)> = words(&copy.text).filter(|word| word.0 >= body && is_slip(word)).collect();
    if strange.is_empty() || strange.len() > MOST_STRANGE {
        return Vec::new();
    }
    let mut lines = vec![(String::new(), 0)];
    let mut slips = 0;
    for (at, word) in strange {
        let meant = alike(scenario, word);
        if meant.is_empty() {
            continue;
        }
        slips += 1;
        let (start, end) = copy.span(at, at + word.len());
        let each = lines.iter().flat_map(|(text, from)| {
            let before = &line[(*from).min(start)..start];
            meant.iter().map(move |meant| (format!("{text}{before}{meant}"), end))
        });
        lines = each.take(MOST_LINES).collect();
    }
    if slips == 0 {
        return Vec::new();
    }
    lines.into_iter().map(|(text, from)| format!("{text}{}", &line[from..])).collect()
}

/// Whether a word is one of orders.
pub(in super::super) fn is_known(word: &str) -> bool {
    WORDS.contains(&word.to_ascii_lowercase())
}

/// Whether a word is none of orders, or one that stands for another.
fn is_strange(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let is_long = word.len() >= SHORTEST && word.bytes().all(|sign| sign.is_ascii_alphabetic());
    is_long && !WORDS.contains(&lower) && !PLAIN.contains(&lower.as_str())
        || CONFUSED.iter().any(|(slip, _)| *slip == lower)
}

/// The side and code that a word before a number is, but for two letters that changed places: "USBG 3", "UGSB 3".
fn code_meant(word: &str) -> Option<String> {
    const SIDE_AND_CODE: usize = 4;
    if word.len() != SIDE_AND_CODE || !word.bytes().all(|sign| sign.is_ascii_alphabetic()) || is_code(word) {
        return None;
    }
    let signs: Vec<char> = word.to_ascii_uppercase().chars().collect();
    let swapped = (0..SIDE_AND_CODE - 1).map(|at| {
        let mut swapped = signs.clone();
        swapped.swap(at, at + 1);
        swapped.into_iter().collect::<String>()
    });
    swapped.into_iter().find(|name| is_code(name))
}

/// Whether a word is the name of a ship without its number: "USGB".
fn is_code(word: &str) -> bool {
    begins_with_force(&format!("{word}1 hold"))
}

/// What a word may be a slip of, the likelier first.
fn alike(scenario: &Scenario, word: &str) -> Vec<String> {
    if let Some(name) = code_meant(word) {
        return vec![name];
    }
    let lower = word.to_ascii_lowercase();
    let confused = CONFUSED.iter().filter(|(slip, _)| *slip == lower).map(|(_, meant)| (*meant).to_owned());
    if WORDS.contains(&lower) || word.len() < SHORTEST {
        return confused.collect();
    }
    let most = if lower.len() >= LONG { 2 } else { 1 };
    let slips = |known: &str| strsim::damerau_levenshtein(known, &lower);
    let names = scenario.names.words().filter(|_| lower.len() > SHORTEST);
    // A number is never what somebody may have meant by a word.
    let known = WORDS.iter().map(String::as_str).filter(|known| small_number(known).is_none()).chain(names);
    let own = letters(&lower);
    // A slip changes two letters at most; what differs in more of them is not measured.
    let is_akin = |known: &str| (letters(known) ^ own).count_ones() as usize <= 2 * most;
    let comparable = known.filter(|known| known.len().abs_diff(lower.len()) <= most && is_akin(known));
    let mut near: Vec<(usize, bool, &str)> = comparable
        .map(|known| (slips(known), known.bytes().next() != lower.bytes().next(), known))
        .filter(|(slips, ..)| (1..=most).contains(slips))
        .collect();
    near.sort_unstable();
    near.dedup();
    let best = near.first().map_or(0, |(slips, ..)| *slips);
    let near = near.into_iter().filter(|(slips, ..)| *slips == best).map(|(.., known)| known.to_owned());
    confused.chain(near).take(MOST_ALIKE).collect()
}

/// Which letters a word in small letters has.
fn letters(word: &str) -> u32 {
    let bit = |sign: u8| if sign.is_ascii_lowercase() { 1 << (sign - b'a') } else { 0 };
    word.bytes().map(bit).fold(0, |letters, bit| letters | bit)
}
