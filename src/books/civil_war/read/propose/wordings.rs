//! Wordings of everyday for what orders call otherwise: "by steamer" for by sea, "ride the cars" for by rail, "a fifth" for per cent,
//! and "no hurry", which denies nothing.
//! Put in their place for a proposal, never for an order.

use std::borrow::Cow;

use super::nicknames::place_of;
use reader::slip::TENS;

/// Wordings, each with that of the orders; longer ones first.
#[rustfmt::skip]
const WORDINGS: &[(&str, &str)] = &[
    ("by steamships", "by sea"), ("by steamship", "by sea"), ("by steamers", "by sea"), ("by steamer", "by sea"), ("by steamboat", "by sea"), ("by ship", "by sea"),
    ("by boat", "by sea"), ("by water", "by sea"), ("by transport", "by sea"), ("on transports", "by sea"), ("on a transport", "by sea"), ("on a steamer", "by sea"),
    ("rides the cars", "goes by rail"), ("ride the cars", "go by rail"), ("takes the cars", "goes by rail"), ("take the cars", "go by rail"), ("rides the rails", "goes by rail"),
    ("ride the rails", "go by rail"), ("riding the cars", "going by rail"), ("on the next train", "by rail"), ("on a train", "by rail"), ("on the train", "by rail"),
    ("vessels", "ships"), ("vessel", "ship"), ("warships", "ships"), ("warship", "ship"), ("steamers", "ships"),
    ("in no hurry", "not in haste"), ("there is no hurry", "please"), ("there's no hurry", "please"), ("no hurry", "please"), ("no rush", "please"),
    ("without any delay", "at once"), ("without further delay", "at once"), ("without delay", "at once"), ("with no delay", "at once"),
    ("three quarters", "75%"), ("two fifths", "40%"), ("three fifths", "60%"), ("one fifth", "20%"), ("a fifth", "20%"), ("one quarter", "25%"), ("a quarter", "25%"),
    ("one tenth", "10%"), ("a tenth", "10%"), ("a hundred percent", "100%"),
];
/// Ones behind tens.
const ONES: &[&str] = &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// The line in the wordings of orders.
pub(super) fn of_orders(line: Cow<'_, str>) -> Cow<'_, str> {
    let mut found = line;
    let mut small = found.to_ascii_lowercase();
    for (said, meant) in WORDINGS {
        while let Some(at) = place_of(&small, said) {
            found = Cow::Owned(format!("{}{meant}{}", &found[..at], &found[at + said.len()..]));
            small = found.to_ascii_lowercase();
        }
    }
    while let Some((at, end, number)) = number_in_words(&small) {
        found = Cow::Owned(format!("{}{number}{}", &found[..at], &found[end..]));
        small = found.to_ascii_lowercase();
    }
    found
}

/// A number above twenty in words: where it stands, and which it is.
fn number_in_words(line: &str) -> Option<(usize, usize, u32)> {
    let (at, word, ten) = TENS.iter().find_map(|(word, ten)| Some((place_of(line, word)?, *word, *ten)))?;
    let end = at + word.len();
    let rest = &line[end..];
    let joined = rest.strip_prefix(['-', ' ']).unwrap_or_default();
    let one = (1..).zip(ONES).find(|(_, one)| place_of(joined, one) == Some(0));
    Some(one.map_or((at, end, ten), |(count, one)| (at, end + 1 + one.len(), ten + count)))
}
