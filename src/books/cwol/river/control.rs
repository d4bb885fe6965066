//! Whose a square of a river is (SLAG 2.7, SNNM 8.2; D22, D-SNNM-22).

use board::square::Square;

use super::super::contact;
use super::super::scenario::Scenario;
use super::super::side::Side;
use super::super::state::State;
use super::super::turn::holder;
use super::battery::batteries;
use super::ship::has_warship;

/// Whose it is: as `contact::controller` has it for every rule; where that knows nobody and nobody has ruled on it, whose the nearest
/// city along the river is, and nobody's if several are as near and of different sides.
pub fn controller(scenario: &Scenario, state: &State, square: Square) -> Option<Side> {
    if let Some(ruled) = state.facts.control.get(&square) {
        return *ruled;
    }
    contact::controller(scenario, state, square).or_else(|| {
        let mut sides = scenario.nearest_by_river(square).map(|city| holder(scenario, state, &city.id));
        let first = sides.next()??;
        sides.all(|side| side == Some(first)).then_some(first)
    })
}

/// SNNM 8.2: whether units of a side can go by a square of a river: no battery of the enemy that is not destroyed, no warship of his,
/// and the last warship there was friendly. What the game master says of it goes before all three.
pub fn is_usable(scenario: &Scenario, state: &State, square: Square, side: Side) -> bool {
    if let Some(ruled) = state.facts.control.get(&square) {
        return *ruled == Some(side);
    }
    let is_hostile = |square: Square| {
        batteries(scenario, state).iter().any(|battery| battery.square == square && battery.side != side)
    };
    let is_on_river = scenario.rivers.net.has(square);
    is_on_river
        && controller(scenario, state, square) == Some(side)
        && !has_warship(scenario, state, side.enemy(), square)
        && !is_hostile(square)
}
