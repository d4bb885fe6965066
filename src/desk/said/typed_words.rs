//! The words of a typed line, whatever signs stand around them. Knows no meaning.

use std::borrow::Cow;

use base::game::Player;

/// Signs that may stand around the words: any other (a question mark, a crossed-out face) makes another sentence of them.
const SIGNS: &str = " \t.,!;:'\"’‘“”„«»*_-–—()¡。、！，…";

/// Signs that turn a yes round: a sad face, without its nose and tears, a box that is not ticked, a thumb down, a sign that forbids.
const SAYING: &[&str] =
    &[":(", ";(", "( )", "()", "\u{1f44e}", "\u{1f6ab}", "\u{274c}", "\u{26d4}", "\u{1f6d1}", "\u{270b}"];

/// Whether a line has one of them.
pub fn is_sad(line: &str) -> bool {
    let bare: String = line.chars().filter(|sign| !matches!(sign, '-' | '\'' | '’' | '‘')).collect();
    SAYING.iter().any(|sign| bare.contains(sign))
}

/// A line in small letters and without signs; none when it has signs that are more than punctuation.
pub fn whole_line(line: &str) -> Option<String> {
    line.chars().all(|c| c.is_alphanumeric() || SIGNS.contains(c)).then(|| words_of(line).join(" "))
}

/// The words of a line; an apostrophe parts none.
pub fn words_of(line: &str) -> Vec<String> {
    let line: String = line.to_lowercase().chars().filter(|c| !matches!(c, '\'' | '’' | '‘')).collect();
    line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The words with which somebody may sign: those of his name, and those of his addresses before the @.
pub fn names_of(signer: &Player) -> Vec<String> {
    let addresses = signer.addresses.iter().filter_map(|address| address.split('@').next());
    std::iter::once(signer.name.as_str()).chain(addresses).flat_map(words_of).collect()
}

/// A line without faces, flags and other small pictures.
pub fn without_pictures(line: &str) -> Cow<'_, str> {
    let is_picture = |sign: char| !sign.is_ascii() && !sign.is_alphanumeric() && !SIGNS.contains(sign);
    if line.contains(is_picture) { line.replace(is_picture, "").into() } else { line.into() }
}
