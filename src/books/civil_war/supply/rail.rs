//! Who holds the railway of a hex (D14).

use board::{Hex, HexSet};

use super::super::scenario::{Scenario, Side};
use super::super::state::State;

/// The holder of the railway in a hex: who converted it last, else the side at home in its State. `None` also where
/// there is no railway.
pub fn holder(scenario: &Scenario, state: &State, hex: Hex) -> Option<Side> {
    if !scenario.map.hex(hex)?.has_rail() {
        return None;
    }
    let converted = state.rails.get(&hex).copied();
    converted.or_else(|| scenario.map.state_of(hex)?.home)
}

/// All railway hexes that a side holds.
pub fn held(scenario: &Scenario, state: &State, side: Side) -> HexSet {
    let mut held = scenario.map.home_rail(side).clone();
    for (hex, holder) in &state.rails {
        if *holder == side {
            held.put(*hex);
        } else {
            held.take(*hex);
        }
    }
    held
}

/// The rail points of a side in a whole turn of the board game (D14).
pub fn points_of_turn(scenario: &Scenario, side: Side, turn: u32) -> u32 {
    let rows = scenario.tables.rail.points.iter().filter(|row| row.from <= turn);
    let row = rows.max_by_key(|row| row.from);
    row.map_or(0, |row| match side {
        Side::Usa => row.usa,
        Side::Csa => row.csa,
    })
}
