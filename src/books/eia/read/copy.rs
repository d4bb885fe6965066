//! What the clerk of this book knows by name when he copies a line: powers, and the names of the map.

use crate::scenario::{Meaning, Scenario};
use reader::fair_copy::{self, Found, fair_copy, letters};
pub(super) use reader::slip::LONGEST;

/// The mark of a power in a fair copy.
pub(super) const POWER: u8 = b'~';
/// The mark of a country, a province, a district or a city.
pub(super) const PLACE: u8 = b'@';
/// Shorter words are no genitives without an apostrophe.
const SHORTEST_GENITIVE: usize = 5;

/// A line in fair copy.
pub(super) type FairCopy<'s, 'l> = fair_copy::FairCopy<'l, &'s Meaning>;

/// The names of a scenario; without one no names are known.
struct Known<'s>(Option<&'s Scenario>);

/// Copies a line. Without a scenario no names are known.
pub(super) fn copy<'s, 'l>(scenario: Option<&'s Scenario>, line: &'l str) -> FairCopy<'s, 'l> {
    fair_copy(&Known(scenario), line)
}

impl<'s> fair_copy::Names for Known<'s> {
    type Named = &'s Meaning;

    fn name(&self, text: &str) -> Option<Found<&'s Meaning>> {
        let scenario = self.0?;
        let Some((meaning, bytes)) = scenario.names.longest(text) else {
            return genitive(scenario, text);
        };
        Some(bracketed(scenario, text, bytes).unwrap_or_else(|| found(meaning, bytes)))
    }
}

fn found(meaning: &Meaning, bytes: usize) -> Found<&Meaning> {
    let mark = if meaning.power.is_some() { POWER } else { PLACE };
    Found { mark, named: meaning, bytes, is_genitive: false }
}

/// `Galicia (Spain)`: a name of the map with a bracket in it.
fn bracketed<'s>(scenario: &'s Scenario, text: &str, bytes: usize) -> Option<Found<&'s Meaning>> {
    let rest = &text[bytes..];
    let inner = rest.strip_prefix(" (").or_else(|| rest.strip_prefix('('))?;
    let whole = text.len() - inner.len() + inner.find(')')? + 1;
    let meaning = scenario.names.find(&text[..whole])?;
    Some(found(meaning, whole))
}

/// `Russias ships`: the apostrophe is often left out. `The Bavarians`: those of the country.
fn genitive<'s>(scenario: &'s Scenario, text: &str) -> Option<Found<&'s Meaning>> {
    let bytes = letters(text);
    if bytes < SHORTEST_GENITIVE || !text[..bytes].ends_with('s') {
        return None;
    }
    let meaning = scenario.names.find(&text[..bytes - 1])?;
    if meaning.is_adjective {
        return Some(found(meaning, bytes));
    }
    Some(Found { is_genitive: true, ..found(meaning, bytes - 1) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::LazyLock;

    static CAMPAIGN: LazyLock<Scenario> = LazyLock::new(|| Scenario::embedded().expect("the campaign"));

    #[test]
    fn powers_and_places_become_marks() {
        let text = |line: &str| copy(Some(&CAMPAIGN), line).text;
        assert_eq!(text("Britain: lend 5 to the Austrians"), "~:lend 5 to ~");
        assert_eq!(text("cede Galicia (Spain) to gb."), "cede @ to ~");
        assert_eq!(text("stop Spains american trade"), "stop ~'s american trade");
        assert_eq!(text("aid the Bavarians"), "aid the @");
        assert_eq!(text("manipulation \u{2013} 2"), "manipulation-2");
    }
}
