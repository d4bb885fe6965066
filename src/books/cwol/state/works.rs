//! Depots and fortifications, and what is being made.

use board::square::Square;
use board::tactical::Tac;
use serde::{Deserialize, Serialize};

use super::forces::{Regiments, Ship, Unit};
use crate::order::{DepotKind, Force, Front};
use crate::side::Side;

/// What is being made; where, the job says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Work {
    Regiments(Regiments),
    Unit {
        force: Force,
        unit: Unit,
    },
    Ship {
        force: Force,
        ship: Ship,
    },
    /// A point of damage is made good.
    Repair {
        force: Force,
    },
    Depot {
        square: Square,
        depot: Depot,
    },
    /// A fortification of a level; by whom: none, by civilians.
    Fort {
        fort: Fort,
        by: Option<Force>,
    },
    /// The highest level of a fortification is taken down.
    Razing {
        fort: Fort,
    },
}

impl Work {
    /// What it makes, in words.
    pub fn words(&self) -> String {
        match self {
            Work::Regiments(row) => format!("{} {}", row.count, row.arm.words(row.count)),
            Work::Unit { force, .. } | Work::Ship { force, .. } => force.name(),
            Work::Repair { force } => format!("repairs of {}", force.name()),
            Work::Depot { depot, .. } => depot.kind.words().to_owned(),
            Work::Fort { fort, .. } => fort.words(),
            Work::Razing { fort } => format!("the end of the {}", fort.words()),
        }
    }

    /// Whose it is.
    pub fn side(&self) -> Side {
        match self {
            Work::Regiments(regiments) => regiments.side,
            Work::Unit { force, .. } | Work::Ship { force, .. } | Work::Repair { force } => force.side,
            Work::Depot { depot, .. } => depot.side,
            Work::Fort { fort, .. } | Work::Razing { fort } => fort.side,
        }
    }
}

/// A depot or cache.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Depot {
    pub side: Side,
    pub kind: DepotKind,
    pub tac: Tac,
    /// Its upkeep of the last turn was not paid (D16).
    #[serde(default)]
    pub is_closed: bool,
}

impl Depot {
    /// What it is called, at a place.
    pub fn name(&self, place: &str) -> String {
        format!("{} at {place}", self.kind.words())
    }
}

/// A fortification (8.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fort {
    pub side: Side,
    pub front: Front,
    pub level: u32,
}

impl Fort {
    /// In words: "level 2 work in 5-6 facing N".
    pub fn words(&self) -> String {
        format!("level {} work in {} facing {}", self.level, self.front.tac, self.front.facing)
    }
}
