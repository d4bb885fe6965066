//! Orders that move armies: on foot, by rail, by boat, into a square of the enemy.

use board::square::Square;
use board::tactical::Tac;
use serde::{Deserialize, Serialize};

use super::change::Called;

/// Where a unit is to go on foot or by boat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    pub to: Square,
    /// A square that it passes on its way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<Square>,
    /// The tactical square in which it is to stand there; none: the city's, else the middle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enter: Option<Tac>,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Land {
    /// On foot, on as many turns as it takes.
    March {
        unit: Called,
        /// Where it stands, where the words say so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Square>,
        goal: Goal,
    },
    /// From city to city by railway.
    Rail {
        unit: Called,
        /// Where it stands, where the words say so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Square>,
        city: String,
    },
    /// By boat along a river (SNNM 8.1-8.4).
    Boats {
        unit: Called,
        /// Where it stands, where the words say so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Square>,
        goal: Goal,
    },
    /// On foot into a square beside it, whoever stands there.
    Attack { unit: Called, square: Square },
    /// It stays, and a march that is in force ends.
    Halt {
        unit: Called,
        /// Where it stands, where the words say so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Square>,
    },
}

impl Land {
    /// The unit that moves.
    pub fn unit(&self) -> Called {
        match self {
            Land::March { unit, .. }
            | Land::Rail { unit, .. }
            | Land::Boats { unit, .. }
            | Land::Attack { unit, .. }
            | Land::Halt { unit, .. } => *unit,
        }
    }

    /// Where the unit stands, where the words say so.
    pub fn from(&self) -> Option<Square> {
        match self {
            Land::March { from, .. } | Land::Rail { from, .. } | Land::Boats { from, .. } | Land::Halt { from, .. } => {
                *from
            }
            Land::Attack { .. } => None,
        }
    }

    /// How it moves, in words; none: it stays.
    pub fn means(&self) -> Option<&'static str> {
        match self {
            Land::March { .. } | Land::Attack { .. } => Some("on foot"),
            Land::Rail { .. } => Some("by rail"),
            Land::Boats { .. } => Some("by river"),
            Land::Halt { .. } => None,
        }
    }
}
