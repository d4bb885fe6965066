//! The country: ground, waters, railways, borders and towns, the same for every reader.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Cell, Hex};

/// What a cell looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ground {
    /// Fields.
    Open,
    /// Woods.
    Wood,
    /// Swamp.
    Marsh,
    /// Marsh, which is drier than a swamp.
    Fen,
    /// Hills.
    Hill,
    /// Hills with woods.
    WoodedHill,
    /// Mountains.
    Height,
    /// Mountains with a way through.
    Pass,
    /// High mountains, which nobody crosses.
    Peak,
    /// Sea or lake.
    Water,
}

/// One cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tile {
    /// Its ground.
    pub ground: Ground,
    /// Its region, by its place among them; none at sea.
    pub region: Option<usize>,
}

/// A river: along the sides of hexes, or through squares.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "C: Cell")]
pub struct River<C = Hex> {
    /// Its name.
    pub name: String,
    /// Drawn broad.
    pub is_broad: bool,
    /// Its course, one after another: the two hexes of each side, or the two squares of each link.
    pub sides: Vec<(C, C)>,
}

/// A town.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "C: Cell")]
pub struct Town<C = Hex> {
    /// Where it is.
    pub cell: C,
    /// Its name.
    pub name: String,
    /// From 1, the smallest, to 3.
    pub rank: u32,
}

/// The country.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "C: Cell")]
pub struct Country<C = Hex> {
    /// Every cell of the map.
    pub tiles: BTreeMap<C, Tile>,
    /// Names of the regions.
    pub regions: Vec<String>,
    /// Rivers.
    pub rivers: Vec<River<C>>,
    /// Pairs of neighbours that a railway joins.
    pub rails: Vec<(C, C)>,
    /// Towns.
    pub towns: Vec<Town<C>>,
    /// How long the bar of the scale is, in cells, and what is written at it.
    pub scale: (u32, String),
}

impl<C> Default for Country<C> {
    fn default() -> Self {
        Self {
            tiles: BTreeMap::new(),
            regions: Vec::new(),
            rivers: Vec::new(),
            rails: Vec::new(),
            towns: Vec::new(),
            scale: (0, String::new()),
        }
    }
}

impl<C: Cell> Country<C> {
    /// Whether a cell is on the map and no water.
    pub fn is_land(&self, cell: C) -> bool {
        self.tiles.get(&cell).is_some_and(|tile| tile.ground != Ground::Water)
    }

    /// The part of it in some cells.
    pub(super) fn cut(&self, is_kept: impl Fn(C) -> bool) -> Country<C> {
        let both = |pair: &&(C, C)| is_kept(pair.0) && is_kept(pair.1);
        let river = |river: &River<C>| {
            let sides: Vec<_> = river.sides.iter().filter(both).copied().collect();
            (!sides.is_empty()).then(|| River { sides, ..river.clone() })
        };
        Country {
            tiles: self.tiles.iter().filter(|(cell, _)| is_kept(**cell)).map(|(cell, tile)| (*cell, *tile)).collect(),
            regions: self.regions.clone(),
            rivers: self.rivers.iter().filter_map(river).collect(),
            rails: self.rails.iter().filter(both).copied().collect(),
            towns: self.towns.iter().filter(|town| is_kept(town.cell)).cloned().collect(),
            scale: self.scale.clone(),
        }
    }

    /// The cells of some looks.
    pub(super) fn of(&self, grounds: &[Ground]) -> impl Iterator<Item = C> {
        self.tiles.iter().filter(|(_, tile)| grounds.contains(&tile.ground)).map(|(cell, _)| *cell)
    }

    /// The region of a cell.
    pub fn region(&self, cell: C) -> Option<usize> {
        self.tiles.get(&cell)?.region
    }
}
