//! The squares of the map: its rows of ground, its rivers without rings.

use std::collections::{BTreeMap, BTreeSet};

use board::square::{COLUMNS, Compass, ROWS, Square};
use kit::contact::Square as Cell;

use super::document::{Country, Document};
use super::terrain::Terrain;

/// A square as the kit has it.
pub fn cell(square: Square) -> Cell {
    Cell { column: u16::from(square.column()), row: u16::from(square.row()) }
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

impl Country {
    /// The State that a square is said to lie in.
    pub fn at(&self, square: Square) -> Option<&String> {
        let letter = self.rows.get(usize::from(square.row()))?.as_bytes().get(usize::from(square.column()))?;
        self.letters.get(&char::from(*letter))
    }
}

/// Whether every square of the map has its ground and its State, if any has.
pub(super) fn check(given: &Document) -> Result<(), String> {
    let is_row = |row: &String| row.is_ascii() && row.len() == usize::from(COLUMNS);
    let is_whole = |rows: &[String]| rows.len() == usize::from(ROWS) && rows.iter().all(is_row);
    if !given.ground.is_empty() && !is_whole(&given.ground) {
        return Err(format!("the ground has {ROWS} rows of {COLUMNS} letters"));
    }
    if let Some(country) = &given.country {
        if !is_whole(&country.rows) {
            return Err(format!("the country has {ROWS} rows of {COLUMNS} letters"));
        }
        let is_state = |id: &&String| given.states.iter().any(|state| state.id == **id);
        if let Some(id) = country.letters.values().find(|id| !is_state(id)) {
            return Err(format!("squares lie in {id}, which is no State"));
        }
    }
    if !given.rings && has_ring(given) {
        return Err("the rivers close a ring, and the scenario allows none".to_owned());
    }
    match given.ground.iter().flat_map(|row| row.chars()).find(|letter| Terrain::of(*letter).is_none()) {
        Some(letter) => Err(format!("{letter} is no ground")),
        None => Ok(()),
    }
}
