//! Names as people shorten them in haste, which no map has: written out for a proposal, never for an order.

use std::borrow::Cow;

use super::deeds::{DEEDS, Deed};

/// Short names, as they are typed.
#[rustfmt::skip]
const SHORT: &[(&str, &str)] = &[
    ("NY", "New York"), ("NYC", "New York"), ("DC", "Washington"), ("StL", "St Louis"), ("STL", "St Louis"), ("NOLA", "New Orleans"), ("Philly", "Philadelphia"), ("Cincy", "Cincinnati"),
    ("Cinci", "Cincinnati"), ("Fburg", "Fredericksburg"), ("F'burg", "Fredericksburg"), ("Vburg", "Vicksburg"), ("V'burg", "Vicksburg"), ("Chatt", "Chattanooga"), ("Balt", "Baltimore"),
    ("ASJ", "A.S. Johnston"), ("A.S.J.", "A.S. Johnston"), ("AS Johnston", "A.S. Johnston"), ("JEJ", "J.E. Johnston"), ("J.E.J.", "J.E. Johnston"), ("PGT", "Beauregard"), ("Rosey", "Rosecrans"),
    ("Rosy", "Rosecrans"), ("Little Mac", "McClellan"), ("Little Napoleon", "McClellan"), ("Uncle Billy", "Sherman"), ("Bobby Lee", "Lee"), ("Marse Robert", "Lee"), ("Jeff City", "Jefferson City"),
];
/// Names that are words of everyday when they are written small.
const EVERYDAY: &[&str] = &["price", "hill", "early"];

/// The line with short names written out, and a telegram's STOP as the end of a sentence.
pub(super) fn written_out(line: &str) -> Cow<'_, str> {
    let mut found = Cow::Borrowed(line);
    if line.matches(" STOP").count() > 1 {
        found = Cow::Owned(found.replace(" STOP", "."));
    }
    for (short, whole) in SHORT {
        if let Some(at) = place_of(&found, short) {
            found = Cow::Owned(format!("{}{whole}{}", &found[..at], &found[at + short.len()..]));
        }
    }
    found
}

/// Where a short name stands as a word of its own.
fn place_of(line: &str, short: &str) -> Option<usize> {
    line.match_indices(short).map(|(at, _)| at).find(|at| {
        let before = line[..*at].chars().next_back();
        let behind = line[at + short.len()..].chars().next();
        let is_apart = |sign: Option<char>| sign.is_none_or(|sign| !sign.is_alphanumeric());
        is_apart(before) && is_apart(behind)
    })
}

/// "price moves", "hill to": a name written small before what a leader does.
pub(super) fn small_name(words: &str) -> Option<String> {
    let (name, next) = words.split_once(' ').filter(|(name, _)| EVERYDAY.contains(name))?;
    let mut verbs = DEEDS.iter().filter(|(deed, _)| *deed != Deed::Distribute).flat_map(|(_, verbs)| verbs.iter());
    let acts = next == "to" || next.ends_with('s') && verbs.any(|verb| *verb == next);
    acts.then(|| format!("{}{} {next}", name[..1].to_ascii_uppercase(), &name[1..]))
}
