//! Where the two sides are together, and what a ship's guns reach.

use std::collections::{BTreeMap, BTreeSet};

use board::square::{Compass, Square};

use super::super::scenario::Scenario;
use super::super::side::Side;
use super::super::state::State;
use super::battery::batteries;
use super::ship::square_of;

/// The squares in which hostile ships, or a ship and a battery of the enemy, are together (SNNM 6.1).
pub fn contacts(scenario: &Scenario, state: &State) -> Vec<Square> {
    let mut there: BTreeMap<Square, BTreeSet<Side>> = BTreeMap::new();
    for ship in state.ships.values() {
        if let Some(square) = square_of(scenario, ship) {
            there.entry(square).or_default().insert(ship.side);
        }
    }
    for battery in batteries(scenario, state) {
        if let Some(sides) = there.get_mut(&battery.square) {
            sides.insert(battery.side);
        }
    }
    there.into_iter().filter(|(_, sides)| sides.len() > 1).map(|(square, _)| square).collect()
}

/// SNNM 4.7: whether what is in a square can be shelled by a ship: it is the ship's own or shares an edge with it, and has a bank.
pub fn is_shelled_from(scenario: &Scenario, ship: Square, square: Square) -> bool {
    let is_next = ship.direction_to(square).is_some_and(Compass::is_straight);
    (ship == square || is_next) && scenario.rivers.net.has(square)
}
