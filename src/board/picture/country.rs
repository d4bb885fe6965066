//! The country: ground, waters, railways, borders and towns, the same for every reader.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Hex;

/// What a hex looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ground {
    /// Fields.
    Open,
    /// Woods.
    Wood,
    /// Swamp.
    Marsh,
    /// Mountains.
    Height,
    /// Mountains with a way through.
    Pass,
    /// Sea or lake.
    Water,
}

/// One hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tile {
    /// Its ground.
    pub ground: Ground,
    /// Its region, by its place among them; none at sea.
    pub region: Option<usize>,
}

/// A river along hexsides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct River {
    /// Its name.
    pub name: String,
    /// Drawn broad.
    pub is_broad: bool,
    /// Its hexsides, one after another.
    pub sides: Vec<(Hex, Hex)>,
}

/// A town.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Town {
    /// Where it is.
    pub hex: Hex,
    /// Its name.
    pub name: String,
    /// From 1, the smallest, to 3.
    pub rank: u32,
}

/// The country.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Country {
    /// Every hex of the map.
    pub tiles: BTreeMap<Hex, Tile>,
    /// Names of the regions.
    pub regions: Vec<String>,
    /// Rivers.
    pub rivers: Vec<River>,
    /// Pairs of neighbours that a railway joins.
    pub rails: Vec<(Hex, Hex)>,
    /// Towns.
    pub towns: Vec<Town>,
    /// How long the bar of the scale is, in hexes, and what is written at it.
    pub scale: (u32, String),
}

impl Country {
    /// Whether a hex is on the map and no water.
    pub fn is_land(&self, hex: Hex) -> bool {
        self.tiles.get(&hex).is_some_and(|tile| tile.ground != Ground::Water)
    }

    /// The part of it in some hexes.
    pub(super) fn cut(&self, is_kept: impl Fn(Hex) -> bool) -> Country {
        let both = |pair: &&(Hex, Hex)| is_kept(pair.0) && is_kept(pair.1);
        let river = |river: &River| {
            let sides: Vec<_> = river.sides.iter().filter(both).copied().collect();
            (!sides.is_empty()).then(|| River { sides, ..river.clone() })
        };
        Country {
            tiles: self.tiles.iter().filter(|(hex, _)| is_kept(**hex)).map(|(hex, tile)| (*hex, *tile)).collect(),
            regions: self.regions.clone(),
            rivers: self.rivers.iter().filter_map(river).collect(),
            rails: self.rails.iter().filter(both).copied().collect(),
            towns: self.towns.iter().filter(|town| is_kept(town.hex)).cloned().collect(),
            scale: self.scale.clone(),
        }
    }

    /// The hexes of some looks.
    pub(super) fn of(&self, grounds: &[Ground]) -> impl Iterator<Item = Hex> {
        self.tiles.iter().filter(|(_, tile)| grounds.contains(&tile.ground)).map(|(hex, _)| *hex)
    }

    /// The region of a hex.
    pub fn region(&self, hex: Hex) -> Option<usize> {
        self.tiles.get(&hex)?.region
    }
}
