//! Orders about works and goods: what is bought and sent on every turn, what gold buys, depots and caches, fortifications, better weapons.

use board::square::{Compass, Square};
use board::tactical::Tac;
use serde::{Deserialize, Serialize};

use super::super::office::Matter;
use super::super::side::{Class, Kind, Pool};
use super::change::Called;

/// What is bought in cities and lies there (7.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Good {
    /// For units.
    Supplies,
    /// For ships.
    Stores,
}

impl Good {
    /// Both.
    pub const ALL: [Good; 2] = [Good::Supplies, Good::Stores];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Good::Supplies => "supplies",
            Good::Stores => "stores",
        }
    }
}

/// Which weapons of a unit are of the better kind (9.1).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapons {
    /// Rifles for muskets, breechloaders for carbines.
    pub arms: bool,
    /// Rifled cannon for smoothbores.
    pub cannon: bool,
}

impl Weapons {
    /// Whether neither is.
    pub fn is_none(&self) -> bool {
        *self == Weapons::default()
    }

    /// What either of two has.
    pub fn and(self, other: Weapons) -> Weapons {
        Weapons { arms: self.arms || other.arms, cannon: self.cannon || other.cannon }
    }

    /// In words, for a kind of unit; empty where there are none.
    pub fn words(self, kind: Kind) -> &'static str {
        match (self.arms, self.cannon, kind) {
            (true, true, Kind::Cavalry) => "breechloaders and rifled cannon",
            (true, true, _) => "rifles and rifled cannon",
            (true, false, Kind::Cavalry) => "breechloaders",
            (true, false, _) => "rifles",
            (false, true, _) => "rifled cannon",
            (false, false, _) => "",
        }
    }
}

/// Where goods are stored in the field (7.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DepotKind {
    /// Supplies units as a city does.
    Depot,
    /// Keeps supplies alone.
    Cache,
}

impl DepotKind {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            DepotKind::Depot => "depot",
            DepotKind::Cache => "cache",
        }
    }
}

/// Where a fortification stands and which way it faces (8.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Front {
    pub square: Square,
    pub tac: Tac,
    pub facing: Compass,
}

/// So many, and where to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forward {
    pub to: String,
    pub count: u32,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Works {
    /// Every turn so many are bought in a city, and so many sent on; nothing of both ends what was ordered before (7.5).
    Standing {
        good: Good,
        city: String,
        buy: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        forward: Option<Forward>,
    },
    /// A depot or cache (7.7).
    BuildDepot {
        kind: DepotKind,
        square: Square,
        /// None: the first that is lawful.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tac: Option<Tac>,
    },
    /// It is given up (7.8).
    RemoveDepot { kind: DepotKind, square: Square },
    /// A fortification is built, or rises by a level (8.2).
    Fortify {
        /// None: where the unit stands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<(Square, Tac)>,
        facing: Compass,
        /// None: civilians.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Called>,
        /// None: the next one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u32>,
    },
    /// A level of a fortification is taken down, if the game master approves (8.5).
    Raze { front: Front },
    /// Own greenbacks are bought back with gold, if the game master approves (1.3).
    BuyBack {
        eagles: i64,
        /// So many greenbacks, and not greenbacks for so much gold.
        is_paper: bool,
    },
    /// MPs are bought in Europe (2.10).
    BuyAbroad { count: u32 },
    /// A naval battery, of batteries that wait in a city (5.2).
    Emplace {
        /// None: what is lawful, if that is one number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        batteries: Option<u32>,
        city: String,
        square: Square,
        /// None: the city's, else a river bank's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tac: Option<Tac>,
        #[serde(default, skip_serializing_if = "Weapons::is_none")]
        weapons: Weapons,
    },
    /// Ships are built in Europe for a port, if the game master approves (5.4, D50).
    BuildAbroad {
        count: u32,
        class: Class,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pool: Option<Pool>,
        port: String,
    },
    /// A unit gets better weapons (9.1).
    Upgrade { unit: Called, weapons: Weapons },
}

impl Works {
    /// What it is about.
    pub fn matter(&self) -> Matter {
        match self {
            Works::Standing { good: Good::Supplies, .. } => Matter::Supplies,
            Works::Standing { good: Good::Stores, .. } => Matter::Stores,
            Works::BuyBack { .. } | Works::BuyAbroad { .. } => Matter::Money,
            Works::BuildDepot { .. } => Matter::Depots,
            Works::RemoveDepot { .. } => Matter::DepotRemoval,
            Works::Fortify { .. } | Works::Raze { .. } => Matter::Fortifications,
            Works::Emplace { .. } => Matter::Units,
            Works::BuildAbroad { .. } => Matter::Ships,
            Works::Upgrade { .. } => Matter::Weapons,
        }
    }

    /// The city where it is done.
    pub fn city(&self) -> Option<&str> {
        match self {
            Works::Standing { city, .. } | Works::Emplace { city, .. } | Works::BuildAbroad { port: city, .. } => {
                Some(city)
            }
            _ => None,
        }
    }

    /// Whether a second one orders more.
    pub fn adds(&self) -> bool {
        !matches!(self, Works::Standing { .. } | Works::RemoveDepot { .. })
    }

    /// Where it stands on its seat's sheet; `name` says what a city is called.
    pub fn section(&self, name: impl Fn(&str) -> String) -> String {
        match self {
            Works::Standing { good, city, .. } => format!("standing {} at {}", good.words(), name(city)),
            Works::BuyBack { .. } | Works::BuyAbroad { .. } => "money".to_owned(),
            Works::BuildDepot { .. } => "depots".to_owned(),
            Works::RemoveDepot { square, .. } => format!("depot {square}"),
            Works::Fortify { .. } | Works::Raze { .. } => "fortifications".to_owned(),
            Works::Emplace { .. } => "units".to_owned(),
            Works::BuildAbroad { .. } => "ships".to_owned(),
            Works::Upgrade { .. } => "weapons".to_owned(),
        }
    }

    /// The unit that builds, whose commander may order it (8.2).
    pub fn builder(&self) -> Option<Called> {
        match self {
            Works::Fortify { by, .. } => *by,
            _ => None,
        }
    }

    /// The unit that it names.
    pub fn unit(&self) -> Option<Called> {
        match self {
            Works::Upgrade { unit, .. } => Some(*unit),
            Works::Fortify { by, .. } => *by,
            _ => None,
        }
    }
}
