//! A text as its words, for whoever looks for phrases in it.

use std::borrow::Cow;

/// A word in small letters, with its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word<'t> {
    /// In small letters, apostrophes left out: "don't" is `dont`. Lent by the text where it stands so there.
    pub word: Cow<'t, str>,
    /// Its first byte in the text.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

/// The words and numbers of a text. An apostrophe belongs to its word, a sign of thousands to its number.
pub fn words_of(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::with_capacity(text.len() / 4 + 1);
    words.extend(words_in(text));
    words
}

/// The same one by one, for whoever needs the first of them alone.
pub fn words_in(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut signs = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, first) = signs.find(|(_, sign)| sign.is_alphanumeric())?;
        let mut end = start + first.len_utf8();
        let mut is_plain = is_small(first);
        while let Some((at, sign)) = signs.next_if(|(at, sign)| goes_on(text, first, *at, *sign)) {
            end = at + sign.len_utf8();
            is_plain &= is_small(sign);
        }
        let typed = &text[start..end];
        Some(Word { word: if is_plain { Cow::Borrowed(typed) } else { Cow::Owned(lowered(typed)) }, start, end })
    })
}

/// Whether a sign stands in a word as it is typed.
fn is_small(sign: char) -> bool {
    sign.is_ascii_lowercase() || sign.is_ascii_digit()
}

fn lowered(word: &str) -> String {
    word.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Letters and digits are words of their own: "4SP", "3inf".
fn goes_on(text: &str, first: char, at: usize, sign: char) -> bool {
    let is_number = first.is_ascii_digit();
    if is_number {
        return sign.is_ascii_digit();
    }
    let rest = &text[at + sign.len_utf8()..];
    let is_inside = || rest.starts_with(char::is_alphabetic);
    sign.is_alphabetic() || matches!(sign, '\'' | '\u{2019}' | '`') && is_inside()
}

/// How many words from `at` on a phrase of single words takes; none when it does not stand there.
pub fn phrase_at(words: &[Word<'_>], at: usize, phrase: &str) -> Option<usize> {
    // Nearly all phrases part from a text in their first word.
    if !phrase.starts_with(&*words.get(at)?.word) {
        return None;
    }
    let mut count = 0;
    for part in phrase.split(' ') {
        if words.get(at + count)?.word != part {
            return None;
        }
        count += 1;
    }
    Some(count)
}

/// The first phrase of a table that stands at a word, the longest first where the table has it so; with how many words.
pub fn first_phrase<'t>(words: &[Word<'_>], at: usize, table: &[&'t str]) -> Option<(&'t str, usize)> {
    table.iter().find_map(|phrase| Some((*phrase, phrase_at(words, at, phrase)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_apostrophes_and_numbers_their_units_apart() {
        let words: Vec<_> = words_of("Don't move 4SP, McDowell!").into_iter().map(|word| word.word).collect();
        assert_eq!(words, ["dont", "move", "4", "sp", "mcdowell"]);
        assert_eq!(phrase_at(&words_of("As soon as he can"), 0, "as soon as"), Some(3));
    }
}
