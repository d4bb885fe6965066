//! The place that somebody wants a map of: a square, a city or another place by its name, or a unit or ship of his own.

use base::order::Remark;
use board::square::{NotASquare, Square};
use reader::fair_copy::Names as _;

use super::super::scenario::Scenario;
use super::known::Known;

/// Its square, and what it is called.
pub fn find(scenario: &Scenario, known: Option<&Known>, words: &str) -> Result<(Square, String), Remark> {
    let words = words.trim();
    let own = known.and_then(|known| known.own.iter().find(|own| own.name.eq_ignore_ascii_case(words)));
    if let Some(own) = own {
        return Ok((own.square, own.name.clone()));
    }
    let out = known.and_then(|known| known.at_sea.iter().find(|(name, _)| name.eq_ignore_ascii_case(words)));
    if let Some((name, area)) = out {
        return Err(at_sea(scenario, name, area));
    }
    match words.parse::<Square>() {
        Ok(square) => return Ok((square, scenario.place_name(square))),
        Err(NotASquare::Form(_)) => {}
        Err(why) => return Err(Remark::refused(format!("{why}.")).rule("squares")),
    }
    let named = scenario.names.name(words).filter(|found| found.bytes == words.len());
    let meaning = named.map(|found| scenario.names.meaning(found.named));
    let squares = meaning.map(|meaning| scenario.squares_named(&meaning.cities, &meaning.places)).unwrap_or_default();
    match squares[..] {
        [only] => Ok((only, called(scenario, only, words))),
        [] => Err(unknown(scenario, words)),
        _ => Err(several(scenario, words, &squares)),
    }
}

/// Sea areas have no squares; the coast beside one has.
fn at_sea(scenario: &Scenario, name: &str, area: &str) -> Remark {
    let coast = scenario.given.waters.iter().find(|row| row.sea == area);
    let coast =
        coast.map_or_else(String::new, |row| format!("MAP {} shows its coast, ", scenario.city_name(&row.port)));
    let said = format!("{name} is at sea, in {area}, which is on no map.");
    Remark::refused(said).hint(format!("{coast}MAP alone the theatre with what is at sea below it."))
}

fn called(scenario: &Scenario, square: Square, words: &str) -> String {
    let city = scenario.city_at(square).map(|city| scenario.city_name(&city.id));
    city.or_else(|| scenario.site(square).map(|site| site.name.clone())).unwrap_or_else(|| words.to_owned())
}

fn several(scenario: &Scenario, words: &str, squares: &[Square]) -> Remark {
    let names: Vec<String> = squares.iter().map(|square| scenario.place_name(*square)).collect();
    Remark::refused(format!("Several places are called {words}.")).hint(format!("Write one of {}.", names.join(", ")))
}

/// The same for what does not exist as for what the reader does not know of.
fn unknown(scenario: &Scenario, words: &str) -> Remark {
    let hint = match &scenario.names.nearest(words)[..] {
        [] => "Write MAP Vicksburg 8, MAP C7-W9, a unit of yours as MAP US1IN, or MAP alone.".to_owned(),
        [first, ..] => format!("The nearest name is {}.", scenario.city_name(first)),
    };
    Remark::refused(format!("There is no place called {words} on the map.")).hint(hint).rule("squares")
}
