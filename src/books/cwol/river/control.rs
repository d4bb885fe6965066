//! Whose a square of a river is (SLAG 2.7, SNNM 8.2; D22, D-SNNM-22).

use std::collections::BTreeSet;

use board::square::Square;

use super::super::scenario::Scenario;
use super::super::side::Side;
use super::super::state::State;
use super::super::turn::holder;
use super::battery::batteries;
use super::ship::{is_warship, square_of};

/// Whose it is: as the game master says, else whose warship was the last there, if no battery of the enemy is.
pub fn controller(scenario: &Scenario, state: &State, square: Square) -> Option<Side> {
    match state.facts.control.get(&square) {
        Some(ruled) => *ruled,
        None => last_there(scenario, state, square).filter(|side| !has_guns(scenario, state, side.enemy(), square)),
    }
}

/// Whose warship was the last in a square; where none has sailed in this war, whose the city in it is, else the nearest along the river,
/// and nobody's if several are as near and of different sides.
fn last_there(scenario: &Scenario, state: &State, square: Square) -> Option<Side> {
    let of_city = |id: &str| holder(scenario, state, id);
    state.river.last_warship.get(&square).copied().or_else(|| {
        let here = scenario.city_at(square).and_then(|city| of_city(&city.id));
        here.or_else(|| {
            let mut sides = scenario.nearest_by_river(square).map(|city| of_city(&city.id));
            let first = sides.next()??;
            sides.all(|side| side == Some(first)).then_some(first)
        })
    })
}

fn has_guns(scenario: &Scenario, state: &State, side: Side, square: Square) -> bool {
    batteries(scenario, state).iter().any(|battery| battery.square == square && battery.side == side)
}

/// SNNM 8.2: the squares of rivers by which units of a side can go: no battery of the enemy that is not destroyed, no warship of his,
/// and the last warship there was friendly. What the game master says of a square goes before all three.
pub fn usable(scenario: &Scenario, state: &State, side: Side) -> BTreeSet<Square> {
    let guns = batteries(scenario, state).into_iter().filter(|battery| battery.side != side).map(|it| it.square);
    let warships = state.ships.values().filter(|ship| ship.side != side && is_warship(scenario, ship));
    let hostile: BTreeSet<Square> = warships.filter_map(|ship| square_of(scenario, ship)).chain(guns).collect();
    let is_ruled = |square: &Square| state.facts.control.contains_key(square);
    let is_usable =
        |square: &Square| !hostile.contains(square) && last_there(scenario, state, *square) == Some(side);
    let mended = scenario.rivers.mended(&state.links);
    let net = mended.as_ref().unwrap_or(&scenario.rivers.net);
    let ruled = state.facts.control.iter().filter(|(_, ruled)| **ruled == Some(side)).map(|(square, _)| *square);
    net.squares().filter(|square| !is_ruled(square) && is_usable(square)).chain(ruled).collect()
}
