//! Slips of the pen that can be one word only: a word of no order and no name, one letter from a single word of orders or a
//! single name. The writer is told what was taken for what, so nothing is mended in silence.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::GRAMMARS;
use super::copy::FairCopy;
use super::kinds::words;
use crate::scenario::{NameKind, Scenario};
use base::order::Remark;

/// Every word of the grammar.
static WORDS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    // Texts in quotes are every second piece of a line without its comment.
    let lines = GRAMMARS.iter().flat_map(|text| text.lines()).filter(|line| !line.trim_start().starts_with("//"));
    let quoted = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
    let words = quoted.flat_map(|text| text.split(|sign: char| !sign.is_ascii_alphabetic() && sign != '\''));
    words.filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect()
});

/// Shorter words are too like one another to be mended.
const SHORTEST: usize = 5;
/// Words of this many letters may have two slips in them, to be told of.
const LONG: usize = 8;
/// Most slips that are mended in one line.
const MOST_MENDED: usize = 3;

/// A line with its slips mended.
pub(super) struct Mended {
    pub line: String,
    /// What was taken for what.
    pub notices: Vec<Remark>,
}

/// Whether the grammar has this word.
pub(super) fn is_word_of_orders(word: &str) -> bool {
    WORDS.contains(&word.to_ascii_lowercase())
}

/// The one word of orders that a word may be a slip of; `None` for a word of orders and for words like none or several.
pub(super) fn nearest_word(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    if word.len() < 4 || WORDS.contains(&word) {
        return None;
    }
    let allowed = if word.len() >= LONG { 2 } else { 1 };
    let slips = |known: &String| strsim::damerau_levenshtein(known, &word);
    let comparable = WORDS.iter().filter(|known| known.len() > 2 && known.len().abs_diff(word.len()) <= allowed);
    let mut near: Vec<(usize, &str)> = comparable.map(|known| (slips(known), known.as_str())).collect();
    near.retain(|(slips, _)| *slips <= allowed);
    near.sort_unstable();
    let same_letters = |known: &str| sorted(known) == sorted(&word);
    match near[..] {
        [(_, only)] => Some(only),
        // Letters that changed places are the likelier slip.
        [(best, first), (next, second), ..] if best == next && same_letters(first) != same_letters(second) => {
            near.iter().map(|(_, known)| *known).find(|known| same_letters(known))
        }
        [(best, first), (next, second), ..] if best < next || is_plural(first, second) => Some(first),
        _ => None,
    }
}

fn sorted(word: &str) -> Vec<u8> {
    let mut letters: Vec<u8> = word.bytes().collect();
    letters.sort_unstable();
    letters
}

/// "trade" and "trades" are one word here.
fn is_plural(one: &str, other: &str) -> bool {
    one.strip_suffix('s') == Some(other) || other.strip_suffix('s') == Some(one)
}

/// Mends a line that could not be read; `None` when it has no slips, or one that may be several words.
pub(super) fn mend(scenario: &Scenario, copy: &FairCopy<'_, '_>) -> Option<Mended> {
    let text = copy.text.as_str();
    let mut slips: Vec<(usize, usize, String)> = Vec::new();
    for word in words(text).filter(|word| word.len() >= SHORTEST && !is_word_of_orders(word)) {
        let Some(meant) = meant(scenario, word) else {
            // It may be the name of a leader or of a counter.
            if word.starts_with(|letter: char| letter.is_ascii_uppercase()) {
                continue;
            }
            return None;
        };
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        let (start, end) = copy.span(at, at + word.len());
        slips.push((start, end, meant));
    }
    if slips.is_empty() || slips.len() > MOST_MENDED {
        return None;
    }
    let mut line = copy.line.to_owned();
    for (start, end, meant) in slips.iter().rev() {
        line.replace_range(*start..*end, meant);
    }
    let notice = |(start, end, meant): &(usize, usize, String)| {
        Remark::notice(format!("{:?} was read as {meant:?}.", &copy.line[*start..*end])).at(*start, *end)
    };
    Some(Mended { line, notices: slips.iter().map(notice).collect() })
}

/// The one word or name that a word may be a slip of; `None` for a word that nobody knows.
pub(super) fn meant(scenario: &Scenario, word: &str) -> Option<String> {
    nearest_word(word).map(str::to_owned).or_else(|| nearest_name(scenario, word))
}

/// The one name that is a single letter from a word.
fn nearest_name(scenario: &Scenario, word: &str) -> Option<String> {
    let near = scenario.names.nearest(word, NameKind::Any);
    let slips = |name: &String| strsim::damerau_levenshtein(&name.to_ascii_lowercase(), &word.to_ascii_lowercase());
    let close: Vec<&String> = near.iter().filter(|name| slips(name) <= 1).collect();
    match close[..] {
        [only] => Some(only.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_one_word_or_none() {
        assert_eq!(nearest_word("infatnry"), Some("infantry"));
        assert_eq!(nearest_word("manipulaton"), Some("manipulation"));
        assert_eq!(nearest_word("infantry"), None);
        assert_eq!(nearest_word("weather"), None);
    }
}
