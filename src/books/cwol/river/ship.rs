//! A ship on a river: in which square it is, what it counts, whether it can hold a square.

use board::square::Square;

use super::super::scenario::{PortKind, Scenario};
use super::super::side::Class;
use super::super::state::Ship;

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
    class.is_of_rivers()
}

/// SLAG 4.4l: whether a way leads between a square of the Tennessee or the Cumberland in Kentucky and one outside.
pub fn crosses_border<'s>(scenario: &Scenario, way: impl Iterator<Item = &'s Square>) -> bool {
    let mut inside = way.map(|square| scenario.given.inside.contains(square));
    let first = inside.next();
    inside.any(|is_inside| Some(is_inside) != first)
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
