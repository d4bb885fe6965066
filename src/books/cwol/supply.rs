//! Whether a unit is in supply: by a line of contact or a railway to a city or depot of its side that is not under siege (ruling
//! "siege, capture, supply").

use std::collections::{BTreeSet, VecDeque};

use board::square::{COLUMNS, ROWS, Square};
use kit::contact::{End, Field, Goal};

use super::commerce::{cell, field_of};
use super::order::DepotKind;
use super::scenario::Scenario;
use super::side::Side;
use super::state::{Depot, State};
use super::turn::holder;

/// Whether a unit of a side in a square is in supply.
pub fn is_supplied(scenario: &Scenario, state: &State, side: Side, square: Square) -> bool {
    let sources = sources(scenario, state, side);
    let reach = &scenario.tables().supply;
    is_reached_by_line(&board(scenario, state, side), square, &sources, reach.line)
        || is_reached_by_rail(scenario, state, side, square, &sources, reach.rail)
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
    cities.chain(depots).collect()
}

/// The map as one side's lines of contact find it.
fn board(scenario: &Scenario, state: &State, side: Side) -> Field {
    let mut board = field_of(state, side.enemy());
    let squares = (0..COLUMNS).flat_map(|column| (0..ROWS).filter_map(move |row| Square::new(column, row)));
    let closed = squares.filter(|square| !scenario.terrain(*square).is_passable() && !scenario.has_way(*square));
    let cities: BTreeSet<Square> = scenario.given.cities.iter().map(|city| city.square).collect();
    closed.filter(|square| !cities.contains(square)).for_each(|square| board.close(cell(square)));
    board
}

fn is_reached_by_line(board: &Field, from: Square, sources: &BTreeSet<Square>, most: u32) -> bool {
    let near = sources.iter().filter(|source| source.distance(from) <= most);
    let lines = board.lines(End::open(cell(from)), u16::try_from(most).unwrap_or(u16::MAX));
    near.into_iter().any(|source| lines.to(End::open(cell(*source)), Goal::Joined).is_some())
}

/// Along railways, through no square with a unit of the enemy and no city of his.
fn is_reached_by_rail(
    scenario: &Scenario,
    state: &State,
    side: Side,
    from: Square,
    sources: &BTreeSet<Square>,
    most: u32,
) -> bool {
    let is_enemy = |square: Square| {
        let has_unit = state.units.values().any(|unit| unit.side != side && unit.square == square);
        let city = scenario.city_at(square);
        has_unit || city.is_some_and(|city| holder(scenario, state, &city.id) == Some(side.enemy()))
    };
    let (mut met, mut next) = (BTreeSet::from([from]), VecDeque::from([(from, 0)]));
    while let Some((square, length)) = next.pop_front() {
        if sources.contains(&square) {
            return true;
        }
        let directions = scenario.given.railways.get(&square).into_iter().flatten();
        let beside = directions.filter_map(|direction| square.step(*direction)).filter(|_| length < most);
        let open: Vec<Square> = beside.filter(|square| !is_enemy(*square) && !met.contains(square)).collect();
        met.extend(open.iter().copied());
        next.extend(open.into_iter().map(|square| (square, length + 1)));
    }
    false
}
