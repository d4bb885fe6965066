//! Where the two sides are together, and what a ship's guns reach.

use std::collections::{BTreeMap, BTreeSet};

use board::square::{Compass, Square};

use super::super::scenario::Scenario;
use super::super::side::Side;
use super::super::state::{Ship, State};
use super::battery::batteries;
use super::ship::square_of;

/// The squares in which hostile ships, or a ship and a battery of the enemy, are together (SNNM 6.1).
pub fn contacts(scenario: &Scenario, state: &State) -> Vec<Square> {
    let mut there: BTreeMap<Square, BTreeSet<Side>> = BTreeMap::new();
    let mut under_guns: BTreeSet<(Square, Side)> = BTreeSet::new();
    for ship in state.ships.values() {
        let Some(square) = square_of(scenario, ship) else { continue };
        there.entry(square).or_default().insert(ship.side);
        if !runs_past(ship, square) {
            under_guns.insert((square, ship.side));
        }
    }
    for battery in batteries(scenario, state) {
        if under_guns.contains(&(battery.square, battery.side.enemy())) {
            there.entry(battery.square).or_default().insert(battery.side);
        }
    }
    there.into_iter().filter(|(_, sides)| sides.len() > 1).map(|(square, _)| square).collect()
}

/// Whether a ship has a part in a contact: its fight comes first, and nobody gets out of it otherwise.
pub fn is_in_contact(scenario: &Scenario, state: &State, name: &str) -> bool {
    let square = state.ships.get(name).and_then(|ship| square_of(scenario, ship));
    let is_it = |square: Square| ships_in_contact(scenario, state, square).iter().any(|(own, _)| *own == name);
    square.is_some_and(|square| contacts(scenario, state).contains(&square) && is_it(square))
}

/// The ships that have a part in a contact: where no ships of the enemy are, those alone that do not run past his guns.
pub fn ships_in_contact<'a>(scenario: &Scenario, state: &'a State, square: Square) -> Vec<(&'a String, &'a Ship)> {
    let there = || state.ships.iter().filter(|(_, ship)| square_of(scenario, ship) == Some(square));
    let sides: BTreeSet<Side> = there().map(|(_, ship)| ship.side).collect();
    there().filter(|(_, ship)| sides.len() > 1 || !runs_past(ship, square)).collect()
}

/// Section 3.2: a ship that runs and is bound farther passes guns and has no fight with them, wherever a turn ends.
fn runs_past(ship: &Ship, square: Square) -> bool {
    ship.is_active && ship.sail.course.is_some_and(|course| course.runs && course.to != square)
}

/// SNNM 4.7: whether what is in a square can be shelled by a ship: it is the ship's own or shares an edge with it, and has a bank.
pub fn is_shelled_from(scenario: &Scenario, ship: Square, square: Square) -> bool {
    let is_next = ship.direction_to(square).is_some_and(Compass::is_straight);
    (ship == square || is_next) && scenario.rivers.net.has(square)
}
