//! One order, as far as its words say. Knows form only: no state, and no seat but the one that its words name.

mod change;
mod commerce;
mod congress;
mod entry;
mod fact;
mod force;
mod land;
mod sail;
mod station;
mod works;

use serde::{Deserialize, Serialize};

use super::office::{Matter, Office};
use super::side::{Arm, Class, Kind, Pool, Side};

pub use change::{Called, Change, Part};
pub use commerce::{Commerce, Mission};
pub use congress::{Congress, Subject};
pub use entry::Entry;
pub use fact::Ruling;
pub use force::{Force, ForceKind, by_kind_and_number};
pub use land::{Goal, Land};
pub use sail::{Refuge, Sailing, Stance, Target};
pub use station::{Anchorage, Station};
pub use works::{DepotKind, Forward, Front, Good, Weapons, Works};

/// An order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// As which office it is given, where its words say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub office: Option<Office>,
    /// Of which bloc, where its words say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bloc: Option<String>,
    /// Which officer, where its words say so: "general-1".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub officer: Option<String>,
    /// Of which side that office is, where its words say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// First and last of the pulses that its words name: the order in which one office's orders are carried out, and no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pulses: Option<(u32, u32)>,
    /// Whether the game master has approved it, where it waits for his word: no words of a player say so, his ruling does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_approved: Option<bool>,
    /// What is to be done.
    pub act: Act,
}

/// What is to be done. Cities and States are named by their ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Act {
    /// Men become regiments or batteries in a city (5.1).
    Raise {
        count: u32,
        arm: Arm,
        /// Whose men; none: those of the city's own State.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<String>,
        /// The city that gives them (D34).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        giving: Option<String>,
        /// None: by D31.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pool: Option<Pool>,
        city: String,
    },
    /// Regiments and batteries that wait in a city become units (5.2).
    Form {
        count: u32,
        kind: Kind,
        /// None: what is lawful, if that is one number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        regiments: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        batteries: Option<u32>,
        city: String,
        /// Better ones than a new unit has (9.2).
        #[serde(default, skip_serializing_if = "Weapons::is_none")]
        weapons: Weapons,
    },
    /// Militia rises in a city that the enemy holds (5.3).
    Rise { regiments: u32, city: String },
    /// A headquarters or a bridge, of men (4.2).
    Establish {
        count: u32,
        kind: Kind,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pool: Option<Pool>,
        city: String,
    },
    /// Ships (5.4).
    LayDown {
        count: u32,
        class: Class,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pool: Option<Pool>,
        port: String,
    },
    /// A group of transports for so many men (4.6).
    Charter { class: Class, capacity: u32, port: String },
    /// Supplies (7.1).
    BuySupplies { count: u32, city: String },
    /// Stores (7.1).
    BuyStores { count: u32, port: String },
    /// A loan, in whole eagles (3.1).
    Borrow { eagles: i64 },
    /// Greenbacks, in whole eagles (3.3).
    Print { eagles: i64 },
    /// A unit or ship is laid up or called out (6.1).
    Duty { force: Called, is_active: bool },
    /// A blockade, or what a ship does to commerce.
    Commerce(Commerce),
    /// A ship goes to sea, and is there for something.
    Station(Station),
    /// A ship on a river moves, holds, pursues, fights, falls back (SNNM).
    Sailing(Sailing),
    /// Something is said in Congress: it acts when it is received.
    Congress(Congress),
    /// The game master enters something.
    Entry(Entry),
    /// Units and ships that there are change (5.11-5.16).
    Change(Change),
    /// Goods every turn, depots, fortifications, weapons (7-9).
    Works(Works),
    /// Armies move (SNNM 8, the ruling on marching).
    Land(Land),
}

impl Act {
    /// What it is about.
    pub fn matter(&self) -> Matter {
        match self {
            Act::Raise { .. } => Matter::Raising,
            Act::Rise { .. } => Matter::Rising,
            Act::Form { kind: Kind::Militia, .. } => Matter::MilitiaUnits,
            Act::Form { .. } | Act::Establish { .. } => Matter::Units,
            Act::LayDown { .. } | Act::Charter { .. } => Matter::Ships,
            Act::BuySupplies { .. } => Matter::Supplies,
            Act::BuyStores { .. } => Matter::Stores,
            Act::Borrow { .. } | Act::Print { .. } => Matter::Money,
            Act::Duty { force: Called { kind: ForceKind::Unit(_), .. }, .. } => Matter::UnitDuty,
            Act::Duty { .. } => Matter::ShipDuty,
            Act::Commerce(order) => order.matter(),
            Act::Station(_) => Matter::Stations,
            Act::Sailing(order) => order.matter(),
            Act::Congress(said) => said.matter(),
            Act::Entry(_) => Matter::Entries,
            Act::Change(change) => change.matter(),
            Act::Works(works) => works.matter(),
            Act::Land(_) => Matter::Marches,
        }
    }

    /// The city or port where it is done.
    pub fn city(&self) -> Option<&str> {
        match self {
            Act::Raise { city, .. }
            | Act::Rise { city, .. }
            | Act::Form { city, .. }
            | Act::Establish { city, .. }
            | Act::LayDown { port: city, .. }
            | Act::Charter { port: city, .. }
            | Act::BuySupplies { city, .. }
            | Act::BuyStores { port: city, .. } => Some(city),
            Act::Change(change) => change.city(),
            Act::Works(works) => works.city(),
            Act::Borrow { .. }
            | Act::Print { .. }
            | Act::Duty { .. }
            | Act::Commerce(_)
            | Act::Station(_)
            | Act::Sailing(_)
            | Act::Congress(_)
            | Act::Entry(_)
            | Act::Land(_) => None,
        }
    }

    /// The other unit or ship, where it is about two.
    pub fn other(&self) -> Option<Called> {
        match self {
            Act::Change(change) => change.other(),
            _ => None,
        }
    }

    /// The unit or ship whose commander may give it (4.1).
    pub fn force(&self) -> Option<Called> {
        match self {
            Act::Duty { force, .. } | Act::Commerce(Commerce::Mission { force, .. } | Commerce::Burn { force, .. }) => {
                Some(*force)
            }
            Act::Station(order) => Some(order.ship),
            Act::Sailing(order) => Some(order.ship()),
            Act::Change(change) => Some(change.force()),
            Act::Works(works) => works.builder(),
            Act::Land(land) => Some(land.unit()),
            _ => None,
        }
    }

    /// Where it sends a ship at sea: what a ship does off a port that is named it does there.
    pub fn station(&self) -> Option<Station> {
        match self {
            Act::Station(station) => Some(station.clone()),
            Act::Commerce(Commerce::Mission { force, mission, off: Some(port) }) => {
                Some(Station { ship: *force, at: Anchorage::Off(port.clone()), mission: Some(*mission) })
            }
            _ => None,
        }
    }

    /// Whether the build turn before the war has it (5.2).
    pub fn is_of_build_turn(&self) -> bool {
        matches!(self, Act::Form { .. } | Act::Establish { .. } | Act::LayDown { .. })
    }

    /// Whether a second one orders more (D-rule `order.last`: builds, purchases and borrowing add).
    pub fn adds(&self) -> bool {
        match self {
            Act::Rise { .. }
            | Act::Duty { .. }
            | Act::Commerce(_)
            | Act::Station(_)
            | Act::Sailing(_)
            | Act::Congress(_)
            | Act::Entry(_)
            | Act::Land(_) => false,
            Act::Change(change) => change.adds(),
            Act::Works(works) => works.adds(),
            _ => true,
        }
    }
}
