//! Who reads of what moves and fights on the rivers (section 6 of the decisions).

use base::game::{SeatId, SeatSet};

use super::super::entitlement::{Section, readers};
use super::super::order::{Force, ForceKind};
use super::super::scenario::Scenario;
use super::super::side::Side;
use super::super::state::State;

/// Squares of a river from which a ship's commander reads whose they are.
pub const NEAR: u32 = 2;

/// Who reads of a ship, a unit or works: those who read of its service, its commander and his deputy.
pub fn readers_of_force(scenario: &Scenario, state: &State, side: Side, name: &str) -> SeatSet {
    let is_ship = matches!(Force::named(name), Some(Force { kind: ForceKind::Ship(_), .. }));
    let service = if is_ship { Section::Naval } else { Section::Land };
    readers(scenario, side, service).into_iter().chain(commanders(state, name)).collect()
}

/// Who reads of all that happens on the rivers to ships and guns of a side: the Secretary of the Navy, and where guns are in it or a
/// fight is to come the one of War, beside the President and his deputy.
pub fn readers_afloat(scenario: &Scenario, side: Side, has_war: bool) -> SeatSet {
    let sections = [Section::Naval, Section::Land].into_iter().take(1 + usize::from(has_war));
    sections.flat_map(|section| readers(scenario, side, section)).collect()
}

/// The commander and the deputy that were named for a ship or a unit.
pub fn commanders(state: &State, name: &str) -> Vec<SeatId> {
    let of_ship = state.ships.get(name).and_then(|ship| ship.command.as_ref());
    let named = of_ship.or_else(|| state.units.get(name).and_then(|unit| unit.command.as_ref()));
    let seats = named.map(|command| [&command.commander, &command.deputy]);
    seats.into_iter().flatten().filter_map(|seat| SeatId::parse(seat)).collect()
}
