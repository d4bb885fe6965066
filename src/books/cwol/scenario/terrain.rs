//! Kinds of ground.

use serde::{Deserialize, Serialize};

/// The ground of a strategic square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Terrain {
    Open,
    Hill,
    Forest,
    ForestedHill,
    Mountain,
    HighMountain,
    Marsh,
    Swamp,
    Water,
}

impl Terrain {
    pub(super) fn of(letter: char) -> Option<Terrain> {
        Some(match letter {
            'o' => Terrain::Open,
            'h' => Terrain::Hill,
            'f' => Terrain::Forest,
            'F' => Terrain::ForestedHill,
            'm' => Terrain::Mountain,
            'M' => Terrain::HighMountain,
            'a' => Terrain::Marsh,
            's' => Terrain::Swamp,
            'w' => Terrain::Water,
            _ => return None,
        })
    }

    /// Whether land units can be there where neither a city nor a railway nor a river bank is.
    pub fn is_passable(self) -> bool {
        !matches!(self, Terrain::HighMountain | Terrain::Swamp | Terrain::Water)
    }

    /// What it adds to defence.
    pub fn rating(self) -> u8 {
        match self {
            Terrain::Forest | Terrain::Hill => 1,
            Terrain::ForestedHill => 2,
            Terrain::Mountain | Terrain::HighMountain => 3,
            Terrain::Open | Terrain::Marsh | Terrain::Swamp | Terrain::Water => 0,
        }
    }
}
