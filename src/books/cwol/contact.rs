//! What joins a side's units, cities and goods, the same wherever a rule asks: lines of contact over the squares (2.6, 5.2, 5.14,
//! supply) and ways by rail and by river (5.1, 5.2, 5.14, 7.5, supply).

use std::collections::BTreeMap;

use board::square::Square;
use kit::contact::{End, Field, Goal, Square as Cell};

use super::scenario::{By, Scenario};
use super::side::{Kind, Side};
use super::state::State;
use super::turn::holder;

/// D19: whether a unit fights, and is no headquarters or bridge.
pub fn is_brigade(kind: Kind) -> bool {
    !matches!(kind, Kind::Army | Kind::Corps | Kind::Bridge)
}

/// The board as a side's lines of contact find it: the enemy's units are in their way, and so is ground that nobody passes.
pub fn board_of(scenario: &Scenario, state: &State, side: Side) -> Field {
    let mut board = scenario.board.clone();
    for unit in state.units.values() {
        match unit.side == side {
            false => board.place_enemy(cell(unit.square), unit.kind == Kind::Cavalry),
            true if is_brigade(unit.kind) => board.place_friend(cell(unit.square)),
            true => {}
        }
    }
    board
}

/// Whether a line of contact of at most so many squares joins two squares.
pub fn has_line(board: &Field, from: Square, to: Square, most: u32, goal: Goal) -> bool {
    let lines = || board.lines(End::open(cell(from)), u16::try_from(most).unwrap_or(u16::MAX));
    from.distance(to) <= most && lines().to(End::open(cell(to)), goal).is_some()
}

/// Every square that is at most so many squares away by rail or by river, through no square with a unit of the enemy and no city
/// that he holds.
pub fn ways(scenario: &Scenario, state: &State, side: Side, by: By, from: Square, most: u32) -> BTreeMap<Square, u32> {
    let is_open = |square: Square| {
        let has_enemy = state.units.values().any(|unit| unit.side != side && unit.square == square);
        let city = scenario.city_at(square);
        !has_enemy && city.is_none_or(|city| holder(scenario, state, &city.id) != Some(side.enemy()))
    };
    scenario.ways.within(by, from, most, &state.links, is_open)
}

/// A square as the kit has it.
pub fn cell(square: Square) -> Cell {
    Cell { column: u16::from(square.column()), row: u16::from(square.row()) }
}
