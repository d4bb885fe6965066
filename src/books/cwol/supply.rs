//! Whether a unit is in supply: by a line of contact or a railway to a city or depot of its side that is not under siege (ruling
//! "siege, capture, supply").

use std::collections::BTreeSet;

use board::square::Square;
use kit::contact::{Field, Goal};

use super::contact::{board_of, closed_to, has_brigades, has_line, is_besieged};
use super::order::DepotKind;
use super::scenario::{By, Scenario};
use super::side::Side;
use super::state::{Depot, State};
use super::turn::holder;

/// What supplies a side's units, found once for all of them.
pub struct Supply {
    side: Side,
    sources: BTreeSet<Square>,
    board: Field,
    /// Where its railways are barred.
    closed: BTreeSet<Square>,
}

impl Supply {
    /// That of a side, as long as no unit moves and no city or depot changes hands.
    pub fn of(scenario: &Scenario, state: &State, side: Side) -> Supply {
        let (sources, board) = (sources(scenario, state, side), board_of(scenario, state, side));
        Supply { side, sources, board, closed: closed_to(scenario, state, side) }
    }

    /// Whether a unit of the side is in supply: as the game master says, else as it is joined to what supplies it.
    pub fn has(&self, scenario: &Scenario, state: &State, name: &str) -> bool {
        let Some(unit) = state.units.get(name).filter(|unit| unit.side == self.side) else { return false };
        let is_joined = || self.is_joined(scenario, state, unit.square);
        state.facts.supply.get(name).copied().unwrap_or_else(is_joined)
    }

    fn is_joined(&self, scenario: &Scenario, state: &State, square: Square) -> bool {
        let reach = &scenario.tables().supply;
        let has_line = |source: &Square| has_line(&self.board, square, *source, reach.line, Goal::Joined);
        if self.sources.contains(&square) || self.sources.iter().any(has_line) {
            return true;
        }
        let is_open = |square: Square| !self.closed.contains(&square);
        let by_rail = scenario.ways.within(By::Rail, square, reach.rail, &state.links, is_open);
        self.sources.iter().any(|source| by_rail.contains_key(source))
    }
}

/// The squares that supply a side's units.
fn sources(scenario: &Scenario, state: &State, side: Side) -> BTreeSet<Square> {
    let is_source = |id: &str| holder(scenario, state, id) == Some(side) && !is_besieged(scenario, state, id);
    let cities = scenario.given.cities.iter().filter(|city| is_source(&city.id)).map(|city| city.square);
    let is_open = |depot: &Depot| depot.side == side && depot.kind == DepotKind::Depot && !depot.is_closed;
    let depots = state.depots.iter().filter(|(_, depot)| is_open(depot)).map(|(square, _)| *square);
    cities.chain(depots.filter(|square| !has_brigades(state, side.enemy(), *square))).collect()
}
