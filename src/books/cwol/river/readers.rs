//! Who reads of what moves and fights on the rivers.

use base::game::{SeatId, SeatSet};

use super::super::entitlement::{Section, readers};
use super::super::order::{Force, ForceKind};
use super::super::scenario::Scenario;
use super::super::side::Side;
use super::super::state::State;

/// Who reads of a ship, a unit or works: those who read of its service, its commander and his deputy.
pub fn readers_of_force(scenario: &Scenario, state: &State, side: Side, name: &str) -> SeatSet {
    let force = Force::named(name);
    let is_ship = matches!(force, Some(Force { kind: ForceKind::Ship(_), .. }));
    let service = if is_ship { Section::Naval } else { Section::Land };
    let named = match is_ship {
        true => state.ships.get(name).and_then(|ship| ship.command.as_ref()),
        false => state.units.get(name).and_then(|unit| unit.command.as_ref()),
    };
    let command = named.map(|command| [&command.commander, &command.deputy]);
    let seats = command.into_iter().flatten().filter_map(|seat| SeatId::parse(seat));
    readers(scenario, side, service).into_iter().chain(seats).collect()
}
