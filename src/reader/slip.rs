//! What every reader of order lines does with words: numbers written out, where a grammar broke off, and which words are
//! at fault. Knows no book.

use base::order::Remark;
use pest::RuleType;

/// A longer line is nobody's order.
pub const LONGEST: usize = 2_000;

/// A line that is too long is not read at all.
pub fn check_length(line: &str) -> Result<(), Remark> {
    if line.len() <= LONGEST {
        return Ok(());
    }
    Err(Remark::unread("This line is too long for one order.").hint("Write one order a line."))
}

/// Where a grammar stopped, and what it waited for there.
#[derive(Debug)]
pub struct Stop<R> {
    /// Byte of the copy.
    pub at: usize,
    /// What would have gone on.
    pub expected: Vec<R>,
}

impl<R> Default for Stop<R> {
    fn default() -> Self {
        Self { at: 0, expected: Vec::new() }
    }
}

impl<R: RuleType> Stop<R> {
    /// Keeps the stop that got furthest.
    pub fn further(&mut self, error: &pest::error::Error<R>) {
        self.further_from(0, error);
    }

    /// The same, of a text that begins at a byte of the copy.
    pub fn further_from(&mut self, from: usize, error: &pest::error::Error<R>) {
        let at = from
            + match error.location {
                pest::error::InputLocation::Pos(at) => at,
                pest::error::InputLocation::Span((at, _)) => at,
            };
        if at < self.at {
            return;
        }
        if at > self.at {
            self.expected.clear();
        }
        self.at = at;
        if let pest::error::ErrorVariant::ParsingError { positives, .. } = &error.variant {
            self.expected.extend(positives);
        }
    }
}

/// Words and numbers of a copy with their places.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |sign: char| sign.is_alphanumeric();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(is_part)?;
        let end = text[start..].find(|sign| !is_part(sign)).map_or(text.len(), |wide| start + wide);
        at = end;
        Some((start, &text[start..end]))
    })
}

/// The words from a stop to the next break.
pub fn culprit(text: &str, at: usize) -> (usize, usize) {
    let at = text.floor_char_boundary(at);
    let is_part = |sign: char| sign.is_alphanumeric() || matches!(sign, '\'' | '@' | '~' | '$' | '#');
    // A stop inside a word is a stop at the word.
    let back = text[..at].rfind(|sign| !is_part(sign)).map_or(0, |last| last + 1);
    let back = text.ceil_char_boundary(back);
    let start = back + text[back..].find(is_part).unwrap_or(text.len() - back);
    let end = text[start..].find(|sign| !is_part(sign)).map_or(text.len(), |wide| start + wide);
    (start, end)
}

/// Words with single spaces.
pub fn tidy(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Tens written as words.
pub const TENS: &[(&str, u32)] = &[
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
];

/// A number written as a word, up to twenty.
pub fn small_number(text: &str) -> Option<u32> {
    const WORDS: [&str; 20] = [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let place = WORDS.iter().position(|word| word.eq_ignore_ascii_case(text))?;
    u32::try_from(place + 1).ok()
}

/// Which number a word names: "third".
pub fn ordinal(word: &str) -> Option<u32> {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ];
    WORDS.iter().zip(1..).find(|(other, _)| other.eq_ignore_ascii_case(word)).map(|(_, number)| number)
}
