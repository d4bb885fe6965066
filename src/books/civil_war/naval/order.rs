//! Orders to ships, as data (C6, D22, D30). Form only.

use serde::{Deserialize, Serialize};

use board::Hex;

use super::super::order::{ForceRef, Place};
use super::super::scenario::Theatre;
use super::chart::ShipKind;

/// An order to ships, or about them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "naval", rename_all = "kebab-case")]
pub enum NavalOrder {
    /// Where new ships of the Union enter (C6.4).
    Ports {
        /// One port, or one on a river and one at sea.
        at: Vec<Place>,
    },
    /// Give an ironclad to the commander of a theatre (C6.5).
    Allot {
        /// To whom; `None` when it was not said.
        to: Option<Theatre>,
        /// Where it enters; `None` when it was not said.
        at: Option<Place>,
    },
    /// Give a theatre naval command points for movement by sea (C6.3).
    Grant {
        /// How many.
        count: u32,
        /// To whom.
        to: Theatre,
    },
    /// All new ships of the Union enter (C6.4).
    EnterShips,
    /// An ironclad enters (C6.5).
    EnterIronclad {
        /// Where, when it was said.
        at: Option<Place>,
    },
    /// A sea raider puts to sea (C6.5).
    Raid {
        /// Its name, when it was given one.
        name: Option<String>,
        /// Where from; `None` when it was not said.
        at: Option<Place>,
    },
    /// Hunt the raiders (D22).
    Hunt,
    /// Move, and fight what is met (C4.5, C6.2, D22).
    Sail(Sail),
    /// Take troops aboard, move, and land them (C6.2, D22).
    Carry {
        /// The troops; nobody when it was not said.
        troops: Option<ForceRef>,
        /// The ships and their way; it ends where the troops land.
        sail: Sail,
    },
    /// Fire at a fort (D22).
    Bombard {
        /// Who.
        fleet: FleetRef,
        /// At which; `None` when it was not said.
        at: Option<Place>,
    },
    /// Call the scattered ships to a leader (C6.7).
    Recall {
        /// To whom; `None` when it was not said.
        leader: Option<String>,
    },
    /// Lend ships and points to the commander of a theatre for the sub-turn (C6.2).
    Lend {
        /// Which ships.
        fleet: FleetRef,
        /// Command points; `None` when it was not said.
        cp: Option<u32>,
        /// Pulse points; `None` when it was not said.
        pp: Option<u32>,
        /// To whom; `None` when it was not said.
        to: Option<Theatre>,
    },
    /// Move troops by sea without ships (C6.3).
    SeaMove {
        /// Who.
        troops: ForceRef,
        /// Where to; `None` when it was not said.
        to: Option<Place>,
    },
}

/// The way of ships.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sail {
    /// Who.
    pub fleet: FleetRef,
    /// Where to; `None` when it was not said.
    pub to: Option<Haven>,
    /// Places to pass, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub via: Vec<Haven>,
    /// Forts on the way are run, whether they are known or not (C4.5.2).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub runs: bool,
    /// The move stops where enemy ships are detected (C4.5.2).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stops: bool,
}

/// Which ships are meant.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FleetRef {
    /// Those with this leader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<String>,
    /// So many; all of them when not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Of this kind; of any when not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<ShipKind>,
    /// Where they lie, when it was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Haven>,
}

/// A place where ships lie or go: a town or hex, or the side of two hexes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Haven {
    /// The town or hex.
    pub place: Place,
    /// The hex on the other bank, when a side of a hex was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank: Option<Hex>,
}

impl From<Place> for Haven {
    fn from(place: Place) -> Self {
        Haven { place, bank: None }
    }
}

impl NavalOrder {
    /// Whether it belongs to the strategic phase (C3.5.3, C6.3 to C6.5).
    pub fn is_strategic(&self) -> bool {
        matches!(self, NavalOrder::Ports { .. } | NavalOrder::Allot { .. } | NavalOrder::Grant { .. })
    }

    /// The ships that it tells what to do.
    pub fn fleet(&self) -> Option<&FleetRef> {
        match self {
            NavalOrder::Sail(sail) | NavalOrder::Carry { sail, .. } => Some(&sail.fleet),
            NavalOrder::Bombard { fleet, .. } => Some(fleet),
            _ => None,
        }
    }
}
