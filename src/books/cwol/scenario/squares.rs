//! Kinds of ground, and the map's rows of them.

use board::square::{COLUMNS, ROWS};

use super::document::Document;

/// The ground of a strategic square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

    pub(super) fn rating(self) -> u8 {
        match self {
            Terrain::Forest | Terrain::Hill => 1,
            Terrain::ForestedHill => 2,
            Terrain::Mountain | Terrain::HighMountain => 3,
            Terrain::Open | Terrain::Marsh | Terrain::Swamp | Terrain::Water => 0,
        }
    }
}

/// Whether every square of the map has its ground, if any has.
pub(super) fn check(given: &Document) -> Result<(), String> {
    let is_row = |row: &String| row.chars().count() == usize::from(COLUMNS);
    if !given.ground.is_empty() && (given.ground.len() != usize::from(ROWS) || !given.ground.iter().all(is_row)) {
        return Err(format!("the ground has {ROWS} rows of {COLUMNS} letters"));
    }
    match given.ground.iter().flat_map(|row| row.chars()).find(|letter| Terrain::of(*letter).is_none()) {
        Some(letter) => Err(format!("{letter} is no ground")),
        None => Ok(()),
    }
}
