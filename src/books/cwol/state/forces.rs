//! Regiments that wait, land units and ships, and where their men came from.

use board::square::Square;
use board::tactical::Tac;
use kit::forces::command::Command;
use serde::{Deserialize, Serialize};

use crate::order::{Force, Goal, Mission, Weapons};
use crate::river::Sail;
use crate::sea::Bound;
use crate::side::{Arm, Class, Kind, Pool, Side};

/// A State's men of one kind for one side.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoolKey {
    pub side: Side,
    pub state: String,
    pub pool: Pool,
}

/// Regiments or batteries of one State and pool in a city.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regiments {
    pub side: Side,
    pub arm: Arm,
    pub state: String,
    pub pool: Pool,
    pub city: String,
    pub count: u32,
}

impl Regiments {
    /// Where their men came from.
    pub fn key(&self) -> PoolKey {
        PoolKey { side: self.side, state: self.state.clone(), pool: self.pool }
    }
}

/// A land unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    pub side: Side,
    pub kind: Kind,
    pub square: Square,
    /// Its tactical square; none: that of the city in its square, else the middle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tac: Option<Tac>,
    pub regiments: u32,
    pub batteries: u32,
    pub men: u32,
    /// Where its men came from, regiment by regiment.
    pub of: Vec<(Arm, String, Pool, u32)>,
    pub quality: u32,
    pub experience: u32,
    pub morale: u32,
    pub supplies: u32,
    /// From 0 to 100, as the next: a new unit has 0 and 100.
    #[serde(default)]
    pub fatigue: u32,
    #[serde(default = "full")]
    pub ammunition: u32,
    /// The turn in which men who are away are back, and how many they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stragglers: Vec<(u32, u32)>,
    pub is_active: bool,
    /// The city where it was formed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
    /// The seats of its commander and his deputy; none: those of a new unit (D54).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Command<String>>,
    #[serde(default, skip_serializing_if = "Weapons::is_none")]
    pub weapons: Weapons,
    /// Where it marches on every turn until it is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub march: Option<Goal>,
}

impl Unit {
    /// How many of its regiments and batteries came from each State, those named first before others.
    pub fn states(&self) -> Vec<(&str, u32)> {
        let mut states: Vec<(&str, u32)> = Vec::new();
        for (_, state, _, count) in &self.of {
            match states.iter_mut().find(|(other, _)| other == state) {
                Some((_, sum)) => *sum += count,
                None => states.push((state, *count)),
            }
        }
        states
    }

    /// Its men who are away.
    pub fn straggling(&self) -> u32 {
        self.stragglers.iter().map(|(_, men)| *men).sum()
    }

    /// D41: the State that most of it came from; of several the one that is named first.
    pub fn state(&self) -> Option<&str> {
        let states = self.states();
        let most = states.iter().map(|(_, count)| *count).max()?;
        states.into_iter().find(|(_, count)| *count == most).map(|(state, _)| state)
    }
}

/// The ammunition of a unit of which nothing is said.
fn full() -> u32 {
    100
}

/// A warship, or a group of transports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    pub side: Side,
    pub class: Class,
    /// The port in whose harbour it lies.
    pub port: String,
    pub base: String,
    pub crew: u32,
    /// Whose men.
    pub of: PoolKey,
    pub stores: u32,
    /// From 1 to 10 (D53).
    #[serde(default = "ordinary")]
    pub quality: u32,
    pub damage: u32,
    pub is_active: bool,
    /// Off which port it is; none: in the harbour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub off: Option<Off>,
    /// What it does to commerce; none: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mission: Option<Mission>,
    /// Men that a group of transports carries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u32>,
    /// The campaign in which its base was last changed (D66).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rebased: Option<u32>,
    /// The seats of its commander and his deputy; none: those of a new ship (D54).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Command<String>>,
    /// The station at sea to which it goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub station: Option<Bound>,
    /// What it is to do on the rivers, and where it was there.
    #[serde(default, skip_serializing_if = "Sail::is_empty")]
    pub sail: Sail,
}

impl Ship {
    /// A new one in the port where it was built, with its crew and whose men they are.
    pub fn new(force: Force, class: Class, port: &str, (crew, of): (u32, PoolKey), stores: u32) -> Ship {
        Ship {
            side: force.side,
            class,
            port: port.to_owned(),
            base: port.to_owned(),
            crew,
            of,
            stores,
            quality: ordinary(),
            damage: 0,
            is_active: true,
            off: None,
            mission: None,
            capacity: None,
            rebased: None,
            command: None,
            station: None,
            sail: Sail::default(),
        }
    }

    /// Whether it lies in the harbour of its base (6.3).
    pub fn is_in_base(&self) -> bool {
        self.off.is_none() && self.port == self.base
    }
}

/// Out of the harbour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Off {
    pub port: String,
    /// In the sea area, and not in the coastal waters.
    pub is_at_sea: bool,
    /// In which sea area; none: in that of the port.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sea: Option<String>,
    /// In which square of a river; it has left the port for it, and is off none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub square: Option<Square>,
}

/// The quality of a ship of which nothing is said.
fn ordinary() -> u32 {
    5
}
