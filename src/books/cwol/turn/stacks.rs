//! Where units stand in a square, and how many in one tactical square (SLAG 5.6; D47).

use std::collections::BTreeMap;

use board::square::Square;
use board::tactical::Tac;

use super::super::scenario::Scenario;
use super::super::side::Side;
use super::super::state::{State, Unit};

/// The tactical square in which a unit stands: its own, else the city's, else the middle.
pub fn tac_of(scenario: &Scenario, unit: &Unit) -> Option<Tac> {
    unit.tac.or_else(|| scenario.standing_place(unit.square))
}

/// Units of the sides in each tactical square of a square.
pub fn stacks(scenario: &Scenario, state: &State, square: Square) -> BTreeMap<(Tac, Side), u32> {
    let mut stacks = BTreeMap::new();
    for unit in state.units.values().filter(|unit| unit.square == square) {
        if let Some(tac) = tac_of(scenario, unit) {
            *stacks.entry((tac, unit.side)).or_default() += 1;
        }
    }
    stacks
}

/// D47: the nearest tactical square around another that nobody hostile is in and that takes a unit more, from the north clockwise.
fn room_beside(scenario: &Scenario, state: &State, side: Side, (square, from): (Square, Tac)) -> Option<Tac> {
    let (field, stacks) = (scenario.field(square), stacks(scenario, state, square));
    let has_room = |tac: Tac| stacks.get(&(tac, side)).copied().unwrap_or(0) < scenario.tables().limits.stack;
    from.outwards().find(|tac| field.is_passable(*tac) && has_room(*tac) && !stacks.contains_key(&(*tac, side.enemy())))
}

/// A unit that was built comes to stand where it was to, or beside it where that is full or an enemy stands.
pub fn settle_in(scenario: &Scenario, state: &State, unit: &mut Unit) {
    let Some(tac) = tac_of(scenario, unit) else { return };
    let stacks = stacks(scenario, state, unit.square);
    let is_full = stacks.get(&(tac, unit.side)).is_some_and(|there| *there >= scenario.tables().limits.stack);
    if is_full || stacks.contains_key(&(tac, unit.side.enemy())) {
        unit.tac = room_beside(scenario, state, unit.side, (unit.square, tac)).or(unit.tac);
    }
}

/// The ruling on risings: a side's units in a city that is lost stand outside its tactical square, where D47 would place them.
pub fn drive_out(scenario: &Scenario, state: &mut State, side: Side, city: &str) {
    let Some(square) = scenario.city(city).map(|city| city.square) else { return };
    let Some(inside) = scenario.field(square).city else { return };
    let is_inside = |unit: &Unit| unit.side == side && unit.square == square && tac_of(scenario, unit) == Some(inside);
    let units = state.units.iter().filter(|(_, unit)| is_inside(unit));
    for name in units.map(|(name, _)| name.clone()).collect::<Vec<_>>() {
        let outside = room_beside(scenario, state, side, (square, inside));
        if let Some(unit) = state.units.get_mut(&name) {
            unit.tac = outside.or(unit.tac);
        }
    }
}
