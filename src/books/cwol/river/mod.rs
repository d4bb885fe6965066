//! Ships on the rivers (SNNM): where they are, whose each square is, how they move, what they meet there.

mod battery;
mod battle;
pub mod control;
mod flight;
mod sight;
mod state;
mod voyage;

use std::collections::{BTreeMap, BTreeSet};

use base::game::{SeatId, SeatSet};
use board::square::{Compass, Square};

use super::entitlement::{Section, readers};
use super::order::{Force, ForceKind};
use super::scenario::{PortKind, Scenario};
use super::side::{Class, Side};
use super::state::{Ship, State};

pub use battery::{Battery, batteries};
pub use battle::{End, Fighter, fight};
pub use control::is_usable;
pub use flight::{Flight, fall_back};
pub use sight::{ship_words, sights};
pub use state::{Course, RiverState, Sail, Sight};
pub use voyage::{Stop, Vessel, Waters, sail};

/// The square of a river in which a ship is: on the river itself, or in the harbour of a river port, whose name is its square's. Ships
/// that go to sea are in no square, but for river ships in an ocean port by a river (SNNM 1.5, D-SNNM-07).
pub fn square_of(scenario: &Scenario, ship: &Ship) -> Option<Square> {
    match &ship.off {
        Some(off) => off.square,
        None => berth_of(scenario, ship.class, &ship.port),
    }
}

/// The square of the river on which a ship of a class lies in a port.
pub fn berth_of(scenario: &Scenario, class: Class, port: &str) -> Option<Square> {
    let city = scenario.city(port)?;
    let is_on_river = city.port == Some(PortKind::River) || is_of_rivers(class);
    (is_on_river && scenario.rivers.net.has(city.square)).then_some(city.square)
}

/// Whether a class is built for rivers alone (SNNM 2.1).
pub fn is_of_rivers(class: Class) -> bool {
    matches!(class, Class::Gunboat | Class::RiverIronclad | Class::RiverGunboat | Class::RiverTransports)
}

/// What a class counts in a fight (SNNM 7.1).
pub fn strength_of(scenario: &Scenario, class: Class) -> u32 {
    scenario.tables().strength.get(&class).copied().unwrap_or(0)
}

/// The men of a whole crew.
pub fn complement_of(scenario: &Scenario, ship: &Ship) -> u32 {
    match ship.capacity {
        Some(capacity) => capacity / scenario.tables().transports.per_man.max(1),
        None => scenario.tables().ships.get(&ship.class).map_or(0, |row| row.crew),
    }
}

/// D-SNNM-22: whether a ship can hold a square.
pub fn is_warship(scenario: &Scenario, ship: &Ship) -> bool {
    ship.is_active && strength_of(scenario, ship.class) > 0
}

/// Whether a side has a warship in a square of a river.
pub fn has_warship(scenario: &Scenario, state: &State, side: Side, square: Square) -> bool {
    let own = state.ships.values().filter(|ship| ship.side == side && is_warship(scenario, ship));
    own.into_iter().any(|ship| square_of(scenario, ship) == Some(square))
}

/// The squares in which hostile ships, or a ship and a battery of the enemy, are together (SNNM 6.1).
pub fn contacts(scenario: &Scenario, state: &State) -> Vec<Square> {
    let mut there: BTreeMap<Square, BTreeSet<Side>> = BTreeMap::new();
    for ship in state.ships.values() {
        if let Some(square) = square_of(scenario, ship) {
            there.entry(square).or_default().insert(ship.side);
        }
    }
    for battery in batteries(scenario, state) {
        if let Some(sides) = there.get_mut(&battery.square) {
            sides.insert(battery.side);
        }
    }
    there.into_iter().filter(|(_, sides)| sides.len() > 1).map(|(square, _)| square).collect()
}

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

/// SNNM 4.7: whether what is in a square can be shelled by a ship: it is the ship's own or shares an edge with it, and has a bank.
pub fn is_shelled_from(scenario: &Scenario, ship: Square, square: Square) -> bool {
    let is_next = ship.direction_to(square).is_some_and(Compass::is_straight);
    (ship == square || is_next) && scenario.rivers.net.has(square)
}
