//! The map as it is written in its file.

use serde::{Deserialize, Serialize};

use super::words::{Side, Terrain, Theatre};
use board::Hex;

/// The whole map file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapSource {
    /// Where the map comes from.
    pub note: String,
    /// Columns of the grid.
    pub columns: u16,
    /// Rows of the grid.
    pub rows: u16,
    /// The States.
    pub states: Vec<StateSource>,
    /// The towns.
    pub cities: Vec<CitySource>,
    /// The hexes, sea included.
    pub hexes: Vec<HexSource>,
    /// Pairs of neighbouring hexes that a railway joins.
    pub rail: Vec<(Hex, Hex)>,
    /// The rivers, from source to mouth.
    pub rivers: Vec<RiverSource>,
    /// How far up ocean-going ships may go (C6.6).
    pub ocean_limit: OceanLimit,
    /// Hexsides that stop ships.
    pub shoals: Vec<Shoal>,
    /// Ways at sea that leave the map.
    pub sea_passages: Vec<SeaPassage>,
}

/// A State.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateSource {
    /// Two letters.
    pub id: String,
    /// Full name.
    pub name: String,
    /// The theatre of its hexes, unless a hex says otherwise.
    pub theatre: Theatre,
    /// The side it belongs to at the start; none when it is neutral.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<Side>,
    /// Its worth at the end of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<u32>,
    /// Other short forms of its name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
}

/// A town.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CitySource {
    /// Its name; with the State's letters when another town has the same.
    pub name: String,
    /// Where it is.
    pub hex: Hex,
    /// Its weight, 1 to 3.
    pub value: u32,
    /// Whether ships can lie there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub port: bool,
    /// The side whose supply begins there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Side>,
    /// Other names in use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
}

/// A hex.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexSource {
    /// Its id.
    pub hex: Hex,
    /// Its State; none at sea.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Its ground.
    pub terrain: Terrain,
    /// Whether a pass leads through its mountains.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gap: bool,
    /// The name of the pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap_name: Option<String>,
    /// Its theatre, where it differs from its State's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theatre: Option<Theatre>,
}

/// A river, or the part of one on one side of the head of navigation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiverSource {
    /// Its name.
    pub name: String,
    /// Whether ships can use it.
    pub navigable: bool,
    /// The river or water it flows into.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub into: Option<String>,
    /// Its hexsides, each as the two hexes it divides, downstream.
    pub hexsides: Vec<(Hex, Hex)>,
}

/// The last hexside of a river that ocean-going ships may use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OceanLimit {
    /// The river.
    pub river: String,
    /// The hexside; everything upstream is closed.
    pub last_hexside: (Hex, Hex),
}

/// A hexside that no ship passes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shoal {
    /// The river.
    pub river: String,
    /// What the place is called.
    pub name: String,
    /// The hexside.
    pub hexside: (Hex, Hex),
}

/// A way at sea between two hexes at the edge of the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeaPassage {
    /// What it is called.
    pub name: String,
    /// One end.
    pub from: Hex,
    /// The other end.
    pub to: Hex,
}
