//! The map of the scenario in the words of pictures.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use board::picture::{Country, Ground, River, Tile, Town};

use super::super::scenario::{Chart, Scenario, Terrain};

/// How long the bar of the scale is, in hexes of about 25 miles (D13).
const SCALE: (u32, &str) = (4, "100 miles");

/// The map as pictures show it.
pub fn chart(scenario: &Scenario) -> Chart {
    let country = country(scenario);
    let mut mark = String::new();
    // Grounds of pictures are kept by this mark: another map has another.
    let words = serde_json::to_vec(&country).unwrap_or_default();
    Sha256::digest(words).iter().take(8).for_each(|byte| {
        let _ = write!(mark, "{byte:02x}");
    });
    Chart { country, mark }
}

fn country(scenario: &Scenario) -> Country {
    let map = &scenario.map;
    let place = |id: &str| map.states().position(|(_, state)| state.id == id);
    let tile = |tile: &super::super::scenario::Tile| Tile {
        ground: match tile.terrain {
            Terrain::Clear => Ground::Open,
            Terrain::Forest => Ground::Wood,
            Terrain::Swamp => Ground::Marsh,
            Terrain::Mountain if tile.gap => Ground::Pass,
            Terrain::Mountain => Ground::Height,
            Terrain::Sea => Ground::Water,
        },
        region: tile.state.and_then(|id| place(&map.state(id).id)),
    };
    let rails = map.hexes().flat_map(|(hex, _)| map.rail_neighbours(hex).map(move |other| (hex, other)));
    let river = |river: &super::super::scenario::River| River {
        name: river.name.clone(),
        is_broad: river.navigable,
        sides: river.hexsides.clone(),
    };
    let town = |city: &super::super::scenario::City| Town { cell: city.hex, name: city.name.clone(), rank: city.value };
    Country {
        tiles: map.hexes().map(|(hex, here)| (hex, tile(here))).collect(),
        regions: map.states().map(|(_, state)| state.name.clone()).collect(),
        rivers: map.rivers().map(|(_, here)| river(here)).collect(),
        rails: rails.filter(|(one, other)| one < other).collect(),
        towns: map.cities().map(|(_, city)| town(city)).collect(),
        scale: (SCALE.0, SCALE.1.to_owned()),
    }
}
