//! Where a ship lies, as far as others lie with it (5.12, 5.14, 5.16): in a harbour, in coastal waters, in a sea area, in a
//! square of a river.

use board::square::Square;

use super::scenario::Scenario;
use super::side::Side;
use super::state::{Ship, State};

/// A tactical location of ships.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Berth<'a> {
    Harbor(&'a str),
    Waters(&'a str),
    Sea(&'a str),
    River(Square),
}

impl<'a> Berth<'a> {
    /// That of a ship.
    pub fn of(scenario: &'a Scenario, ship: &'a Ship) -> Berth<'a> {
        let Some(off) = &ship.off else { return Berth::Harbor(&ship.port) };
        if let Some(square) = off.square {
            return Berth::River(square);
        }
        match scenario.waters(&off.port) {
            Some(waters) if off.is_at_sea => Berth::Sea(&waters.sea),
            Some(waters) => Berth::Waters(&waters.waters),
            None => Berth::Harbor(&off.port),
        }
    }

    /// Whether one is a harbour and the other the waters before it.
    pub fn is_before(self, other: Berth<'_>, scenario: &Scenario) -> bool {
        let waters = |port: &str| scenario.waters(port).map(|row| row.waters.as_str());
        match (self, other) {
            (Berth::Harbor(port), Berth::Waters(name)) | (Berth::Waters(name), Berth::Harbor(port)) => {
                waters(port) == Some(name)
            }
            _ => false,
        }
    }

    /// Whether a ship of a side lies there.
    pub fn has(self, scenario: &Scenario, state: &State, side: Side) -> bool {
        state.ships.values().any(|ship| ship.side == side && Berth::of(scenario, ship) == self)
    }
}
