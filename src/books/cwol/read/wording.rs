//! What shows in the words of a line before it is read: an office in front, a word at its beginning, small letters.

/// Words with which the name of an office begins.
#[rustfmt::skip]
const OFFICES: &[&str] = &[
    "president", "vice", "vp", "treasury", "treasurer", "secretary", "st", "sw", "sn", "war", "navy", "governor", "gov", "congressman", "con",
];

/// Most words of the name of an office with its bloc.
const MOST_OF_OFFICE: usize = 7;

/// Where a line goes on behind the office that it is given as: "as Governor of Deep South: ...".
pub(super) fn behind_office(line: &str) -> usize {
    let Some(colon) = line.find(':') else { return 0 };
    let head: Vec<&str> =
        line[..colon].split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let office = head.iter().find(|word| !["as", "the"].iter().any(|small| word.eq_ignore_ascii_case(small)));
    let is_office = office.is_some_and(|word| OFFICES.iter().any(|office| word.eq_ignore_ascii_case(office)));
    if is_office && head.len() <= MOST_OF_OFFICE { colon + 1 } else { 0 }
}

/// Whether a text begins with these words, and no longer one.
pub(super) fn begins_with(text: &str, word: &str) -> bool {
    let begins = text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    begins && !text[word.len()..].starts_with(|next: char| next.is_ascii_alphanumeric())
}

/// Whether a text has small letters, so that "IN" is a code.
pub(super) fn is_mixed(text: &str) -> bool {
    text.contains(|sign: char| sign.is_ascii_lowercase())
}
