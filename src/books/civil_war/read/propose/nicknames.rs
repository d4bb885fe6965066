//! Names as people shorten them in haste, which no map has: written out for a proposal, never for an order.

use std::borrow::Cow;

use super::deeds::{DEEDS, Deed};

/// Short names, as they are typed.
#[rustfmt::skip]
const SHORT: &[(&str, &str)] = &[
    ("NY", "New York"), ("NYC", "New York"), ("DC", "Washington"), ("StL", "St Louis"), ("STL", "St Louis"), ("Fburg", "Fredericksburg"), ("F'burg", "Fredericksburg"), ("Vburg", "Vicksburg"), ("V'burg", "Vicksburg"), ("Chatt", "Chattanooga"), ("Balt", "Baltimore"),
    ("A.S.J.", "A.S. Johnston"), ("AS Johnston", "A.S. Johnston"), ("J.E.J.", "J.E. Johnston"),
    ("Rosy", "Rosecrans"), ("Little Mac", "McClellan"), ("Little Napoleon", "McClellan"), ("Uncle Billy", "Sherman"), ("Marse Robert", "Lee"),
    ("JJ", "J.E. Johnston"), ("Johnston (Joe)", "J.E. Johnston"), ("Joe Johnston", "J.E. Johnston"), ("Old Joe", "J.E. Johnston"), ("Sidney Johnston", "A.S. Johnston"), ("Old Jack", "Jackson"),
    ("Stonewall", "Jackson"), ("stonewall", "Jackson"), ("Fighting Joe", "Hooker"), ("Unconditional Surrender", "Grant"), ("Sam Grant", "Grant"), ("Young Napoleon", "McClellan"), ("Pathfinder", "Fremont"),
    ("ANV", "Army of Northern Virginia"), ("AoNV", "Army of Northern Virginia"), ("AotP", "Army of the Potomac"), ("AOTP", "Army of the Potomac"), ("AoP", "Army of the Potomac"), ("AotT", "Army of the Tennessee"), ("AoT", "Army of Tennessee"),
];
/// Those that are words of everyday when they are written small.
const WORDS: &[&str] = &["Rosy", "Pathfinder", "Unconditional Surrender"];
/// Numbers in other words.
const COUNTS: &[(&str, &str)] = &[
    ("half a dozen", "6"),
    ("a dozen", "12"),
    ("a pair of", "2"),
    ("a couple of", "2"),
    ("a brace of", "2"),
    ("A pair of", "2"),
    ("A couple of", "2"),
];
/// Names that are words of everyday when they are written small.
const EVERYDAY: &[&str] = &["price", "hill", "early"];

/// The line with short names written out, and a telegram's STOP as the end of a sentence.
pub(super) fn written_out(line: &str) -> Cow<'_, str> {
    let mut found = Cow::Borrowed(line);
    if line.matches(" STOP").count() > 1 {
        found = Cow::Owned(found.replace(" STOP", "."));
    }
    if let Some(rest) = found.strip_prefix("Ship ").filter(|_| !found.contains("ships")) {
        found = Cow::Owned(format!("Move by sea {rest}"));
    }
    for (said, count) in COUNTS {
        if let Some(at) = place_of(&found, said) {
            found = Cow::Owned(format!("{}{count}{}", &found[..at], &found[at + said.len()..]));
        }
    }
    if found.contains('@') {
        found = Cow::Owned(found.replace(" @ ", " at ").replace(" @", " at "));
    }
    if let Some(counted) = times_before(&found) {
        found = Cow::Owned(counted);
    }
    let mut small = found.to_ascii_lowercase();
    for (short, whole) in SHORT {
        let at = match WORDS.contains(short) {
            true => place_of(&found, short),
            false => place_of(&small, &short.to_ascii_lowercase()),
        };
        if let Some(at) = at {
            found = Cow::Owned(format!("{}{whole}{}", &found[..at], &found[at + short.len()..]));
            small = found.to_ascii_lowercase();
        }
    }
    found
}

/// "inf x2": the number before the word that it counts.
fn times_before(line: &str) -> Option<String> {
    let mut words: Vec<&str> = line.split(' ').collect();
    let is_times = |word: &str| {
        word.strip_prefix(['x', 'X'])
            .is_some_and(|rest| (1..3).contains(&rest.len()) && rest.bytes().all(|sign| sign.is_ascii_digit()))
    };
    let at = words.iter().position(|word| is_times(word)).filter(|at| *at > 0)?;
    let count = words.remove(at);
    words.insert(at - 1, &count[1..]);
    Some(words.join(" "))
}

/// Where a short name stands as a word of its own.
pub(super) fn place_of(line: &str, short: &str) -> Option<usize> {
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
