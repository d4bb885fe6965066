//! The names that stand in a text, and what orders call them. Form only.

use base::order::Span;
use reader::fair_copy::fair_copy;
use reader::slip::words;
use rules::{NameInWords, NameKind};

use super::super::super::scenario::Scenario;
use super::super::LONGEST;
use super::super::grammar::Copy;

/// Cities, places, States, units and ships, in their order.
pub fn names_in(scenario: &Scenario, text: &str) -> Vec<NameInWords> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    let copied: Copy<'_> = fair_copy(&scenario.names, text);
    let places = copied.marks.iter().map(|mark| {
        let meaning = scenario.names.meaning(mark.named);
        let squares = scenario.squares_named(&meaning.cities, &meaning.places).into_iter();
        let cities = meaning.cities.iter().map(|city| scenario.city_name(city));
        let states = meaning.state.iter().map(|state| scenario.state_name(state).to_owned());
        let called = cities.chain(states).chain(squares.map(|square| square.to_string()));
        let is_state = meaning.cities.is_empty() && meaning.state.is_some();
        let kind = if is_state { NameKind::Part } else { NameKind::Place };
        let span = Span { start: mark.start as usize, end: mark.end as usize };
        NameInWords { span, kind, called: called.collect() }
    });
    let forces = words(text).filter_map(|(start, word)| {
        let span = Span { start, end: start + word.len() };
        Some(NameInWords { span, kind: NameKind::Unit, called: called(word)? })
    });
    let mut found: Vec<NameInWords> = places.chain(forces).collect();
    found.sort_by_key(|name| name.span.start);
    found
}

/// A unit or a ship by its code; "HQ" may be that of a corps or of an army.
fn called(word: &str) -> Option<Vec<String>> {
    match word {
        "HQ" => Some(["CQ", "AQ"].map(str::to_owned).to_vec()),
        _ => force_of(word).map(|code| vec![code]),
    }
}

/// "US3IN", "3IN", "GB2": a unit or a ship by its code, without its side.
fn force_of(word: &str) -> Option<String> {
    let is_code = word.bytes().all(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit());
    let letters = word.bytes().filter(u8::is_ascii_uppercase).count();
    let digits = word.len() - letters;
    let bare = word.strip_prefix("US").or_else(|| word.strip_prefix("CS")).filter(|_| letters == 4).unwrap_or(word);
    (is_code && [2, 4].contains(&letters) && (1..=3).contains(&digits)).then(|| bare.to_owned())
}
