//! Where a ship lies, as far as others lie with it (5.12, 5.14, 5.16): in a harbour, in coastal waters, in a sea area, in a
//! square of a river.

use board::square::Square;

use super::scenario::{PortKind, Scenario};
use super::side::Side;
use super::state::{Ship, State};

/// A tactical location of ships.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
        if let Some(sea) = off.sea.as_ref().filter(|_| off.is_at_sea) {
            return Berth::Sea(sea);
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

    /// In words, "the waters of Mobile"; of ports with the same waters that is named which is asked for.
    pub fn words(self, scenario: &Scenario, asked: &str) -> String {
        match self {
            Berth::Harbor(port) => format!("the harbor of {}", scenario.city_name(port)),
            Berth::Waters(name) => format!("the waters of {}", scenario.city_name(port_of(scenario, name, asked))),
            Berth::Sea(name) => name.to_owned(),
            Berth::River(square) => scenario.place_name(square),
        }
    }

    /// As rows of reports have it, for reviews to read.
    pub fn key(self) -> String {
        match self {
            Berth::Harbor(port) => format!("harbor {port}"),
            Berth::Waters(name) => format!("waters {name}"),
            Berth::Sea(name) => format!("sea {name}"),
            Berth::River(square) => format!("river {square}"),
        }
    }

    /// Reads `key` back.
    pub fn of_key(key: &'a str) -> Option<Berth<'a>> {
        let (kind, name) = key.split_once(' ')?;
        match kind {
            "harbor" => Some(Berth::Harbor(name)),
            "waters" => Some(Berth::Waters(name)),
            "sea" => Some(Berth::Sea(name)),
            _ => name.parse().ok().map(Berth::River),
        }
    }

    /// Whether a ship of a side lies there.
    pub fn has(self, scenario: &Scenario, state: &State, side: Side) -> bool {
        state.ships.values().any(|ship| ship.side == side && Berth::of(scenario, ship) == self)
    }
}

/// A port before which these waters lie: the one that is asked for, else one of the sea, else the first.
pub fn port_of<'a>(scenario: &'a Scenario, waters: &'a str, asked: &str) -> &'a str {
    let rows = || scenario.given.waters.iter().filter(|row| row.waters == waters);
    let is_ocean = |port: &str| scenario.city(port).is_some_and(|city| city.port == Some(PortKind::Ocean));
    let of_the_sea = || rows().find(|row| is_ocean(&row.port));
    let row = rows().find(|row| row.port == asked).or_else(of_the_sea).or_else(|| rows().next());
    row.map_or(waters, |row| row.port.as_str())
}
