//! Of ways: whether anybody can get there at all, whoever stands in it.

use board::square::Square;

use super::super::contact::is_brigade;
use super::super::river::strength_of;
use super::super::scenario::Scenario;
use super::super::side::{Class, Kind};
use super::failed::{Failed, unless};

/// Ruling on marching.
pub fn no_way_on_foot(scenario: &Scenario, from: Square, to: Square) -> Failed {
    let (from, to) = (scenario.place_name(from), scenario.place_name(to));
    Failed::new(format!("No way on foot leads from {from} to {to}."), "march")
}

/// An order that says where its unit stands is meant for that unit there.
pub fn stands_there(scenario: &Scenario, name: &str, (is_in, said): (Square, Option<Square>)) -> Result<(), Failed> {
    let Some(said) = said else { return Ok(()) };
    let place = |square| scenario.place_name(square);
    unless(is_in == said, "march", || format!("{name} is in {}, not in {}.", place(is_in), place(said)))
}

/// Ruling on marching.
pub fn may_attack(kind: Kind) -> Result<(), Failed> {
    unless(is_brigade(kind), "attack", || "Headquarters and bridges do not attack.".to_owned())
}

/// SLAG 5.2: a naval battery stays where it was built.
pub fn is_no_battery(kind: Kind) -> Result<(), Failed> {
    unless(kind != Kind::Naval, "march", || "The guns of a naval battery are fixed; it does not move.".to_owned())
}

/// Ruling on marching: an attack leads into a square next to its own into which somebody can march.
pub fn is_beside(scenario: &Scenario, name: &str, (from, square): (Square, Square)) -> Result<(), Failed> {
    unless(from != square, "attack", || {
        format!("{name} is in {} already, and attacks whoever is there.", scenario.place_name(square))
    })?;
    let is_so = from.distance(square) == 1 && scenario.tenths(square).is_some();
    unless(is_so, "attack", || format!("{name} does not stand beside {}.", scenario.place_name(square)))
}

/// Ruling on marching: from city to city.
pub fn boards_in_a_city(is_so: bool) -> Result<(), Failed> {
    unless(is_so, "rail", || "Trains are boarded in a city of the side.".to_owned())
}

/// SNNM 8.1.
pub fn is_on_a_river(scenario: &Scenario, square: Square) -> Result<(), Failed> {
    let is_so = scenario.given.rivers.contains_key(&square);
    unless(is_so, "boats", || format!("No navigable river is in {square}."))
}

/// SNNM 1.1, 6.1: a square of a river, to which a river leads from where the ship is.
pub fn leads_by_river(
    scenario: &Scenario,
    (from, to): (Option<Square>, Square),
    has: impl Fn(Square) -> bool,
    leads: impl Fn(Square) -> bool,
) -> Result<(), Failed> {
    let place = scenario.place_name(to);
    unless(has(to), "N1.1", || format!("No river is in {place}, and only rivers are in play."))?;
    let Some(from) = from else { return Ok(()) };
    unless(leads(from), "N6.1", || format!("No river leads from {} to {place}.", scenario.place_name(from)))
}

/// Ruling on ships at sea.
pub fn no_sea(scenario: &Scenario, port: &str) -> Failed {
    Failed::new(format!("No sea leads to {}.", scenario.city_name(port)), "station")
}

/// SNNM 4.7, 7.1: transports are of no strength.
pub fn has_guns(scenario: &Scenario, name: &str, class: Class) -> Result<(), Failed> {
    unless(strength_of(scenario, class) > 0, "N4.7", || format!("{name} has no guns."))
}
