//! Of depots, fortifications and naval batteries.

use board::square::Square;
use board::tactical::Tac;

use super::super::order::DepotKind;
use super::super::scenario::Scenario;
use super::failed::{Failed, unless};

/// D71.
pub fn is_open_to_depots(is_taken: bool) -> Result<(), Failed> {
    unless(!is_taken, "D71", || "There is room for one depot or cache in a square.".to_owned())
}

/// SLAG 7.8.
pub fn has_depot(scenario: &Scenario, (kind, square): (DepotKind, Square), is_there: bool) -> Result<(), Failed> {
    unless(is_there, "7.8", || format!("You have no {} at {}.", kind.words(), scenario.place_name(square)))
}

/// SLAG 8.1.
pub fn is_passable(scenario: &Scenario, square: Square, tac: Tac) -> Result<(), Failed> {
    let is_so = scenario.field(square).is_passable(tac);
    unless(is_so, "8.1", || "Nobody can stand in that tactical square.".to_owned())
}

/// SLAG 8.1, 8.2: after the level that stands comes the next, up to the highest.
pub fn is_next_level(scenario: &Scenario, stands: u32, named: Option<u32>) -> Result<(), Failed> {
    let next = stands + 1;
    let is_highest = next > scenario.tables().forts.most;
    unless(!is_highest, "8.1", || format!("The work has level {stands} already, the highest."))?;
    unless(named.is_none_or(|named| named == next), "8.2", || format!("The next level there is {next}."))
}

/// SLAG 8.5.
pub fn has_work(level: u32) -> Result<(), Failed> {
    unless(level > 0, "8.5", || "You have no work there that faces that way.".to_owned())
}

/// SLAG 4.4.
pub fn is_open_to_guns(scenario: &Scenario, square: Square, is_neutral: bool) -> Result<(), Failed> {
    let is_open = !is_neutral || scenario.state_at(square) != Some("KY");
    unless(is_open, "4.4", || "While Kentucky is neutral, no naval battery is built there.".to_owned())
}
