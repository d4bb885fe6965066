//! Sums that are said by another sum of the line: "the same again", "twice that".

use super::parts::Word;
use super::phrase::phrase;
use reader::loose::Kind;

/// Words for a sum that was named before, and by how much it is multiplied and divided.
#[rustfmt::skip]
const AS_BEFORE: &[(&str, u32, u32)] = &[
    ("the same again", 1, 1), ("the same amount", 1, 1), ("the same sum", 1, 1), ("the same number", 1, 1), ("as much again", 1, 1), ("exactly as much", 1, 1), ("the same", 1, 1),
    ("twice as much", 2, 1), ("twice as many", 2, 1), ("twice that", 2, 1), ("double that", 2, 1), ("double", 2, 1), ("half as much", 1, 2), ("half as many", 1, 2), ("half that", 1, 2),
    ("half of that", 1, 2), ("three times that", 3, 1),
];

/// Each of those as a number, where one number alone stands before it; else the words stay.
pub(super) fn named_before<'s, 'c>(mut words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    // "The same as Bavaria" is the sum of another line, or of one of several.
    if phrase(&words, &["same as ~"]).is_some() {
        return words;
    }
    for (said, times, parts) in AS_BEFORE {
        while let Some((at, count)) = phrase(&words, &[said]) {
            let Some(sum) = sum_before(&words[..at]).filter(|sum| sum * times % parts == 0) else { return words };
            words.drain(at + 1..at + count);
            words[at].kind = Kind::Number(sum * times / parts);
        }
    }
    words
}

/// The one number before a place, however often it stands there.
fn sum_before(words: &[Word<'_, '_>]) -> Option<u32> {
    let mut numbers: Vec<u32> = words.iter().filter_map(Word::number).filter(|number| *number < 1000).collect();
    numbers.dedup();
    match numbers[..] {
        [only] => Some(only),
        _ => None,
    }
}
