//! What the clerk of civil-war knows by name when he copies a line: towns, leaders, and the numbers of hexes.

use crate::scenario::{NameMeaning, Scenario};
use board::Hex;
use reader::fair_copy::{self, Found, Names, fair_copy, letters};
pub(super) use reader::slip::LONGEST;

/// The mark of a place in a fair copy.
pub(super) const PLACE: u8 = b'@';
/// The mark of a leader.
pub(super) const LEADER: u8 = b'~';
/// The mark of a name that is both.
pub(super) const EITHER: u8 = b'$';
/// The mark of a number that has the form of a hex, off the map.
pub(super) const NOWHERE: u8 = b'#';

/// What a mark stands for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Named<'s> {
    /// A name of the gazetteer.
    Name(&'s NameMeaning),
    /// A hex by its number.
    Hex(Hex),
    /// Four digits that are no hex of the map.
    Nowhere,
}

/// A mark of such a copy.
pub(super) type Mark<'s> = fair_copy::Mark<Named<'s>>;

/// A line in fair copy.
pub(super) type FairCopy<'s, 'l> = fair_copy::FairCopy<'l, Named<'s>>;

/// Small words that are names only when they are written large.
const EVERYDAY: [&str; 3] = ["early", "price", "hill"];

/// The names of a scenario; without one no names are known.
struct Known<'s>(Option<&'s Scenario>);

/// Copies a line. Without a scenario no names are known.
pub(super) fn copy<'s, 'l>(scenario: Option<&'s Scenario>, line: &'l str) -> FairCopy<'s, 'l> {
    fair_copy(&Known(scenario), line)
}

impl<'s> Names for Known<'s> {
    type Named = Named<'s>;

    fn name(&self, text: &str) -> Option<Found<Named<'s>>> {
        let scenario = self.0?;
        let Some((meaning, bytes)) = scenario.gazetteer.index().longest(text) else {
            return short_name(scenario, text).or_else(|| plural_name(scenario, text));
        };
        let (meaning, bytes) = with_state(scenario, text, bytes).unwrap_or((meaning, bytes));
        let is_everyday = EVERYDAY.contains(&&text[..bytes]);
        let bytes = bytes + point_of_state(&text[..bytes], &text[bytes..]);
        (!is_everyday).then(|| found(mark_of(meaning), Named::Name(meaning), bytes))
    }

    fn number(&self, digits: &str) -> Option<Found<Named<'s>>> {
        let scenario = self.0.filter(|_| digits.len() == 4)?;
        let hex: Option<Hex> = digits.parse().ok().filter(|hex| scenario.map.hex(*hex).is_some());
        let mark = if hex.is_some() { PLACE } else { NOWHERE };
        Some(found(mark, hex.map_or(Named::Nowhere, Named::Hex), digits.len()))
    }
}

fn found(mark: u8, named: Named<'_>, bytes: usize) -> Found<Named<'_>> {
    Found { mark, named, bytes, is_genitive: false }
}

/// `Columbus, Ky. is to be occupied`: the point of a State cut short ends no sentence where small letters go on.
fn point_of_state(name: &str, rest: &str) -> usize {
    let state = name.rsplit([' ', ',']).next().unwrap_or_default();
    let is_cut = (2..=3).contains(&state.len()) || ["Miss", "Tenn", "Penn"].contains(&state);
    let is_short = is_cut && state.len() + 1 < name.len() && state.starts_with(char::is_uppercase);
    let goes_on = rest.strip_prefix('.').is_some_and(|behind| {
        behind.starts_with([',', ')']) || behind.trim_start_matches(' ').starts_with(char::is_lowercase)
    });
    usize::from(is_short && goes_on)
}

/// `Columbus (KY)`, `Springfield in Missouri`: a State that stands apart says which town is meant.
fn with_state<'s>(scenario: &'s Scenario, text: &str, bytes: usize) -> Option<(&'s NameMeaning, usize)> {
    let rest = text.get(bytes..)?.strip_prefix(' ')?;
    let before = ["(", "in ", "in the ", "of "].into_iter().find(|before| rest.starts_with(before))?;
    let inner = &rest[before.len()..];
    let wide = match before {
        "(" => inner.find(')')?,
        _ => {
            scenario.map.states().map(|(_, state)| state.name.len()).filter(|wide| inner.is_char_boundary(*wide)).find(
                |wide| {
                    scenario.map.states().any(|(_, state)| inner[..*wide].eq_ignore_ascii_case(&state.name))
                        && !inner[*wide..].starts_with(char::is_alphanumeric)
                },
            )?
        }
    };
    // "(the MO one)".
    let state = inner[..wide].strip_prefix("the ").unwrap_or(&inner[..wide]);
    let whole = format!("{} {}", &text[..bytes], state.strip_suffix(" one").unwrap_or(state));
    let (meaning, all) = scenario.gazetteer.index().longest(&whole)?;
    let end = bytes + 1 + before.len() + wide + usize::from(before == "(");
    (all == whole.len() && meaning.places.len() == 1).then_some((meaning, end))
}

/// Names as people shorten them, which no map has and which are nothing else.
const SHORT: &[(&str, &str)] = &[
    ("Philly", "Philadelphia"),
    ("Cincy", "Cincinnati"),
    ("Cinci", "Cincinnati"),
    ("NOLA", "New Orleans"),
    ("Jeff City", "Jefferson City"),
    ("PGT", "Beauregard"),
    ("Rosey", "Rosecrans"),
    ("ASJ", "A.S. Johnston"),
    ("JEJ", "J.E. Johnston"),
    ("Bobby Lee", "Lee"),
    ("R.E. Lee", "Lee"),
    ("R E Lee", "Lee"),
    ("RE Lee", "Lee"),
    ("Mac", "McClellan"),
    ("Little Mac", "McClellan"),
    ("Old Jack", "Jackson"),
    ("Kirby", "Kirby Smith"),
    ("Breckenridge", "Breckinridge"),
    ("Balto", "Baltimore"),
    ("NYC", "New York"),
];

/// `Philly`, `PGT`: what such a name stands for.
fn short_name<'s>(scenario: &'s Scenario, text: &str) -> Option<Found<Named<'s>>> {
    let is_said = |short: &str| {
        let said = text.get(..short.len()).is_some_and(|said| said.eq_ignore_ascii_case(short));
        said && !text[short.len()..].starts_with(char::is_alphanumeric)
    };
    let (short, whole) = SHORT.iter().find(|(short, _)| is_said(short))?;
    let (meaning, _) = scenario.gazetteer.index().longest(whole)?;
    Some(found(mark_of(meaning), Named::Name(meaning), short.len()))
}

/// `Braggs army`: the apostrophe is often left out.
fn plural_name<'s>(scenario: &'s Scenario, text: &str) -> Option<Found<Named<'s>>> {
    let bytes = letters(text);
    if bytes < 4 || !text.starts_with(|first: char| first.is_ascii_uppercase()) || !text[..bytes].ends_with('s') {
        return None;
    }
    let (meaning, wide) = scenario.gazetteer.index().longest(&text[..bytes - 1])?;
    let is_whole = wide == bytes - 1 && !meaning.leaders.is_empty();
    is_whole.then(|| Found { is_genitive: true, ..found(mark_of(meaning), Named::Name(meaning), wide) })
}

fn mark_of(meaning: &NameMeaning) -> u8 {
    match (meaning.places.is_empty(), meaning.leaders.is_empty()) {
        (false, false) => EITHER,
        (false, true) => PLACE,
        _ => LEADER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::sync::LazyLock;

    static CAMPAIGN: LazyLock<Scenario> = LazyLock::new(|| Scenario::embedded().expect("the campaign"));

    #[test]
    fn names_become_marks_and_punctuation_stands_close() {
        let text = |line: &str| copy(Some(&CAMPAIGN), line).text;
        assert_eq!(text("PP 1 \u{2013} 3 : move  Lee to  Fort Donelson (3 CP)."), "PP 1-3:move ~ to @(3 CP)");
        assert_eq!(text("PP1-3: Jackson\u{2019}s force -> 4913; 9999"), "PP 1-3:$'s force>@;#");
        assert_eq!(text("\u{2022} Braggs army, 4SP @ St. Louis"), "*~'s army,4 SP at @");
        assert_eq!(text("Don't 'quote' the R\u{ee}o"), "Don't quote the R\u{ee}o");
        assert_eq!(text("PGT from Philly to cincy, Cincys"), "~ from @ to @,Cincys");
        assert_eq!(text("Springfield (the MO one)"), "@");
    }

    #[test]
    fn a_stretch_of_the_copy_points_into_the_line() {
        let line = "PP 1 \u{2013} 3 :  march Lee to Fort  Donelson now";
        let copy = copy(Some(&CAMPAIGN), line);
        let at = copy.text.find('@').expect("a place");
        assert_eq!(copy.words(at, at + 1), "Fort  Donelson");
        let now = copy.text.find("now").expect("a word");
        assert_eq!(copy.words(now, now + 3), "now");
        assert_eq!(copy.words(0, copy.text.len()), line);
    }

    proptest! {
        #[test]
        fn every_stretch_lies_on_the_borders_of_letters(line in "\\PC*", from in 0usize..60, wide in 0usize..60) {
            let copy = copy(Some(&CAMPAIGN), &line);
            let (start, end) = copy.span(from, from + wide);
            prop_assert!(line.is_char_boundary(start) && line.is_char_boundary(end) && start <= end);
        }
    }
}
