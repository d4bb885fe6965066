//! Whether a unit is in supply: by a line of contact or a railway to a city or depot of its side that is not under siege (ruling
//! "siege, capture, supply").

use std::collections::BTreeSet;

use board::square::Square;
use kit::contact::Goal;

use super::contact::{board_of, has_brigades, has_line, is_besieged, ways};
use super::order::DepotKind;
use super::scenario::{By, Scenario};
use super::side::Side;
use super::state::{Depot, State, Unit};
use super::turn::holder;

/// Whether a unit is in supply: as the game master says, else as it is joined to what supplies it.
pub fn is_supplied(scenario: &Scenario, state: &State, name: &str) -> bool {
    let Some(Unit { side, square, .. }) = state.units.get(name) else { return false };
    let is_joined = || is_joined(scenario, state, *side, *square);
    state.facts.supply.get(name).copied().unwrap_or_else(is_joined)
}

fn is_joined(scenario: &Scenario, state: &State, side: Side, square: Square) -> bool {
    let sources = sources(scenario, state, side);
    let reach = &scenario.tables().supply;
    let by_rail = ways(scenario, state, side, By::Rail, square, reach.rail);
    let board = board_of(scenario, state, side);
    sources.iter().any(|source| by_rail.contains_key(source))
        || sources.iter().any(|source| has_line(&board, square, *source, reach.line, Goal::Joined))
}

/// The squares that supply a side's units.
fn sources(scenario: &Scenario, state: &State, side: Side) -> BTreeSet<Square> {
    let is_source = |id: &str| holder(scenario, state, id) == Some(side) && !is_besieged(scenario, state, id);
    let cities = scenario.given.cities.iter().filter(|city| is_source(&city.id)).map(|city| city.square);
    let is_open = |depot: &Depot| depot.side == side && depot.kind == DepotKind::Depot && !depot.is_closed;
    let depots = state.depots.iter().filter(|(_, depot)| is_open(depot)).map(|(square, _)| *square);
    cities.chain(depots.filter(|square| !has_brigades(state, side.enemy(), *square))).collect()
}
