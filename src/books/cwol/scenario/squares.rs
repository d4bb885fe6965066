//! Kinds of ground, and the map's rows of them.

use std::collections::{BTreeMap, BTreeSet};

use board::square::{COLUMNS, Compass, ROWS, Square};
use kit::contact::Square as Cell;
use serde::{Deserialize, Serialize};

use super::document::Document;

/// A square as the kit has it.
pub fn cell(square: Square) -> Cell {
    Cell { column: u16::from(square.column()), row: u16::from(square.row()) }
}

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

    pub(super) fn rating(self) -> u8 {
        match self {
            Terrain::Forest | Terrain::Hill => 1,
            Terrain::ForestedHill => 2,
            Terrain::Mountain | Terrain::HighMountain => 3,
            Terrain::Open | Terrain::Marsh | Terrain::Swamp | Terrain::Water => 0,
        }
    }
}

/// Whether a river comes back to a square by another way.
fn has_ring(given: &Document) -> bool {
    let mut roots: BTreeMap<Square, Square> = BTreeMap::new();
    let root = |roots: &BTreeMap<Square, Square>, square: Square| {
        let mut root = square;
        while let Some(above) = roots.get(&root) {
            root = *above;
        }
        root
    };
    let steps = |(square, sides): (&Square, &Vec<Compass>)| -> Vec<(Square, Square)> {
        sides.iter().filter_map(|side| Some((*square, square.step(*side)?))).collect()
    };
    let pairs = given.rivers.iter().flat_map(steps).map(|(one, other)| (one.min(other), one.max(other)));
    for (one, other) in pairs.collect::<BTreeSet<_>>() {
        let (one, other) = (root(&roots, one), root(&roots, other));
        if one == other {
            return true;
        }
        roots.insert(one, other);
    }
    false
}

/// Whether every square of the map has its ground, if any has.
pub(super) fn check(given: &Document) -> Result<(), String> {
    let is_row = |row: &String| row.chars().count() == usize::from(COLUMNS);
    if !given.ground.is_empty() && (given.ground.len() != usize::from(ROWS) || !given.ground.iter().all(is_row)) {
        return Err(format!("the ground has {ROWS} rows of {COLUMNS} letters"));
    }
    if !given.rings && has_ring(given) {
        return Err("the rivers close a ring, and the scenario allows none".to_owned());
    }
    match given.ground.iter().flat_map(|row| row.chars()).find(|letter| Terrain::of(*letter).is_none()) {
        Some(letter) => Err(format!("{letter} is no ground")),
        None => Ok(()),
    }
}
