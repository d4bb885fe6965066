//! Whether a unit is in supply: by a line of contact or a railway to a city or depot of its side that is not under siege (ruling
//! "siege, capture, supply").

use std::collections::BTreeSet;

use board::square::Square;
use kit::contact::Goal;

use super::contact::{board_of, has_line, ways};
use super::order::DepotKind;
use super::scenario::{By, Scenario};
use super::side::Side;
use super::state::{Depot, State};
use super::turn::holder;

/// Whether a unit of a side in a square is in supply.
pub fn is_supplied(scenario: &Scenario, state: &State, side: Side, square: Square) -> bool {
    let sources = sources(scenario, state, side);
    let reach = &scenario.tables().supply;
    let by_rail = ways(scenario, state, side, By::Rail, square, reach.rail);
    let board = board_of(scenario, state, side);
    sources.iter().any(|source| by_rail.contains_key(source))
        || sources.iter().any(|source| has_line(&board, square, *source, reach.line, Goal::Joined))
}

/// The squares that supply a side's units.
fn sources(scenario: &Scenario, state: &State, side: Side) -> BTreeSet<Square> {
    let is_source = |id: &str| {
        let is_besieged = state.city(id).is_none_or(|now| now.is_besieged);
        holder(scenario, state, id) == Some(side) && !is_besieged
    };
    let cities = scenario.given.cities.iter().filter(|city| is_source(&city.id)).map(|city| city.square);
    let is_open = |depot: &Depot| depot.side == side && depot.kind == DepotKind::Depot && !depot.is_closed;
    let depots = state.depots.iter().filter(|(_, depot)| is_open(depot)).map(|(square, _)| *square);
    let has_enemy = |square: &Square| state.units.values().any(|unit| unit.side != side && unit.square == *square);
    cities.chain(depots).filter(|square| !has_enemy(square)).collect()
}
