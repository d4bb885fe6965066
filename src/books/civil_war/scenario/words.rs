//! The small words of the game: sides, theatres, accounts, terrain, arms, size classes.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The Union.
    Usa,
    /// The Confederacy.
    Csa,
}

impl Side {
    /// Both sides, the Union first.
    pub const BOTH: [Side; 2] = [Side::Usa, Side::Csa];

    /// The other side.
    pub fn enemy(self) -> Side {
        match self {
            Side::Usa => Side::Csa,
            Side::Csa => Side::Usa,
        }
    }

    /// The id used in files: `usa` or `csa`.
    pub fn id(self) -> &'static str {
        match self {
            Side::Usa => "usa",
            Side::Csa => "csa",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Side::Usa => "USA",
            Side::Csa => "CSA",
        })
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BySide<T> {
    /// The Union's.
    pub usa: T,
    /// The Confederacy's.
    pub csa: T,
}

impl<T> BySide<T> {
    /// Makes both values from their side.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> BySide<T> {
        BySide { usa: make(Side::Usa), csa: make(Side::Csa) }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::Usa => &self.usa,
            Side::Csa => &self.csa,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Usa => &mut self.usa,
            Side::Csa => &mut self.csa,
        }
    }
}

/// A theatre of war on land (D13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theatre {
    /// From the Atlantic to the mountains.
    East,
    /// From the mountains to the Mississippi.
    West,
    /// Beyond the Mississippi.
    Trans,
}

impl Theatre {
    /// All three, in the order of the rules.
    pub const ALL: [Theatre; 3] = [Theatre::East, Theatre::West, Theatre::Trans];

    /// The id used in files and canonical orders.
    pub fn id(self) -> &'static str {
        Account::from(self).id()
    }
}

impl fmt::Display for Theatre {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        Account::from(*self).fmt(out)
    }
}

/// A purse of command and pulse points: a theatre's, or the navy's (C3.5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Account {
    /// The Eastern theatre's.
    East,
    /// The Western theatre's.
    West,
    /// The Trans-Mississippi's.
    Trans,
    /// The fleet's; for the CSA what is kept for sea raiders (D6).
    Naval,
}

impl Account {
    /// All four, in the order of the rules.
    pub const ALL: [Account; 4] = [Account::East, Account::West, Account::Trans, Account::Naval];

    /// The id used in files and canonical orders.
    pub fn id(self) -> &'static str {
        match self {
            Account::East => "east",
            Account::West => "west",
            Account::Trans => "trans",
            Account::Naval => "naval",
        }
    }

    /// The theatre of a land account.
    pub fn theatre(self) -> Option<Theatre> {
        match self {
            Account::East => Some(Theatre::East),
            Account::West => Some(Theatre::West),
            Account::Trans => Some(Theatre::Trans),
            Account::Naval => None,
        }
    }
}

impl From<Theatre> for Account {
    fn from(theatre: Theatre) -> Account {
        match theatre {
            Theatre::East => Account::East,
            Theatre::West => Account::West,
            Theatre::Trans => Account::Trans,
        }
    }
}

impl fmt::Display for Account {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Account::East => "East",
            Account::West => "West",
            Account::Trans => "Trans-Mississippi",
            Account::Naval => "Naval",
        })
    }
}

/// The ground of a hex. A gap is a mark on a mountain hex, not a terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    /// Open country.
    Clear,
    /// Woods; they do not hinder the view.
    Forest,
    /// Swamp; it does not hinder the view either.
    Swamp,
    /// A ridge.
    Mountain,
    /// Open water; land forces cannot enter.
    Sea,
}

impl fmt::Display for Terrain {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Terrain::Clear => "clear",
            Terrain::Forest => "forest",
            Terrain::Swamp => "swamp",
            Terrain::Mountain => "mountain",
            Terrain::Sea => "sea",
        })
    }
}

/// What a leader leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arm {
    /// Foot and mixed forces.
    Infantry,
    /// Horse.
    Cavalry,
    /// Ships.
    Naval,
}

impl fmt::Display for Arm {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Naval => "naval",
        })
    }
}

/// What an enemy learns of a force's strength (C4.6, D15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SizeClass {
    /// Below the medium bound.
    Small,
    /// From the medium bound on.
    Medium,
    /// From the large bound on.
    Large,
}

impl fmt::Display for SizeClass {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            SizeClass::Small => "small",
            SizeClass::Medium => "medium",
            SizeClass::Large => "large",
        })
    }
}
