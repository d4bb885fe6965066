//! Phrases in the words of a line. Knows no meaning.

use super::parts::Word;
use reader::loose::Kind;

/// The first place at which a phrase stands, and how many tokens it takes.
pub(super) fn phrase(words: &[Word<'_, '_>], phrases: &[&str]) -> Option<(usize, usize)> {
    let written: Vec<String> = words.iter().map(written).collect();
    let found = phrases.iter().filter_map(|phrase| {
        let parts: Vec<&str> = phrase.split(' ').collect();
        let at = written.windows(parts.len()).position(|window| window.iter().eq(parts.iter()))?;
        Some((at, parts.len()))
    });
    found.min_by_key(|(at, count)| (*at, usize::MAX - count))
}

/// How a token is compared with a phrase.
pub(super) fn written(word: &Word<'_, '_>) -> String {
    match word.kind {
        Kind::Word(word) => word.to_ascii_lowercase(),
        Kind::Number(_) => "#".to_owned(),
        Kind::Name(_) => "~".to_owned(),
        Kind::Sign(sign) => sign.to_string(),
    }
}
