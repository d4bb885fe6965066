//! Two real maps of squares, and scenes on them, for looking at what is drawn.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::Square;
use crate::picture::{
    Area, Arrow, Country, Ground, Kind, Mark, Party, Piece, River, Scene, Sign, Strength, Tile, Town,
};

/// A map as its file has it: rows of letters, and what they mean.
#[derive(Deserialize)]
struct Source {
    miles: f64,
    terrain: BTreeMap<char, String>,
    regions: BTreeMap<char, String>,
    terrain_rows: Vec<String>,
    region_rows: Vec<String>,
    cities: Vec<(String, Square, u32, String)>,
    rivers: Vec<(String, bool, String)>,
    rails: Vec<String>,
}

/// A map and who holds its towns.
pub struct Map {
    pub country: Country<Square>,
    pub holders: BTreeMap<Square, Party>,
}

/// The eastern United States in 1861.
pub fn america() -> Map {
    map(include_str!("america.json"))
}

/// Europe in 1793.
pub fn europe() -> Map {
    map(include_str!("europe.json"))
}

fn map(file: &str) -> Map {
    let source: Source = serde_json::from_str(file).expect("a map");
    let names: Vec<String> =
        source.regions.values().cloned().collect::<std::collections::BTreeSet<_>>().into_iter().collect();
    let tiles = source.terrain_rows.iter().zip(&source.region_rows).enumerate().flat_map(|(row, (ground, region))| {
        let cells = ground.chars().zip(region.chars()).enumerate();
        cells
            .map(|(column, (letter, region))| {
                let square = Square::new(column as u8, row as u8).expect("a square");
                let ground = ground_of(&source.terrain[&letter]);
                let region = source.regions.get(&region).filter(|_| ground != Ground::Water);
                (square, Tile { ground, region: region.and_then(|name| names.iter().position(|known| known == name)) })
            })
            .collect::<Vec<_>>()
    });
    let course = |squares: &str| {
        let squares: Vec<Square> = squares.split_whitespace().map(|name| name.parse().expect("a square")).collect();
        squares.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()
    };
    let river = |(name, is_broad, squares): &(String, bool, String)| River {
        name: name.clone(),
        is_broad: *is_broad,
        sides: course(squares),
    };
    let town =
        |(name, cell, rank, _): &(String, Square, u32, String)| Town { cell: *cell, name: name.clone(), rank: *rank };
    let holder = |(_, cell, _, side): &(String, Square, u32, String)| match &side[..] {
        "dark" => Some((*cell, Party::Dark)),
        "light" => Some((*cell, Party::Light)),
        _ => None,
    };
    let country = Country {
        tiles: tiles.collect(),
        rivers: source.rivers.iter().map(river).collect(),
        rails: source.rails.iter().flat_map(|squares| course(squares)).collect(),
        towns: source.cities.iter().map(town).collect(),
        scale: (5, format!("{:.0} miles", 5.0 * source.miles)),
        regions: names,
    };
    Map { country, holders: source.cities.iter().filter_map(holder).collect() }
}

fn ground_of(word: &str) -> Ground {
    match word {
        "open" => Ground::Open,
        "forest" => Ground::Wood,
        "hill" => Ground::Hill,
        "forested_hill" => Ground::WoodedHill,
        "mountain" => Ground::Height,
        "high_mountain" => Ground::Peak,
        "marsh" => Ground::Fen,
        "swamp" => Ground::Marsh,
        _ => Ground::Water,
    }
}

/// A war on a map: a force in every second greater town, some with names, seen or on the march, and signs.
pub fn war(map: &Map) -> Scene<Square> {
    let greater: Vec<&Town<Square>> = map.country.towns.iter().filter(|town| town.rank > 1).collect();
    let mut scene = Scene {
        title: "The war".to_owned(),
        subtitle: "Summer 1861. As the Union side knows it after turn 5.".to_owned(),
        holders: map.holders.clone(),
        parties: vec![(Party::Dark, "Union".to_owned()), (Party::Light, "Confederate".to_owned())],
        ..Scene::default()
    };
    for (place, town) in greater.iter().enumerate() {
        let party = map.holders.get(&town.cell).copied().unwrap_or(Party::Dark);
        if place.is_multiple_of(2) {
            scene.pieces.push(force(town, party, place));
        }
        let sign = [Sign::Battle, Sign::Fortress, Sign::Fort, Sign::Depot, Sign::Taken][place % 5];
        if place.is_multiple_of(3) {
            scene.marks.push(Mark { cell: town.cell, sign, party: Some(party), label: "T5".to_owned() });
        }
        if place.is_multiple_of(7) {
            let cells = std::iter::successors(Some(town.cell), |at| at.step(crate::Compass::SW)).take(4).collect();
            scene.arrows.push(Arrow { party, cells, is_seen: place % 2 == 1, label: "T5".to_owned() });
        }
        if place % 11 == 3 {
            let cells = town.cell.within(2).collect();
            scene.areas.push(Area { party: Party::Light, cells, label: "strong".to_owned() });
        }
    }
    scene
}

fn force(town: &Town<Square>, party: Party, place: usize) -> Piece<Square> {
    let is_own = party == Party::Dark;
    Piece {
        cell: town.cell,
        party,
        kind: if place % 10 == 4 { Kind::Naval } else { Kind::Land },
        strength: if is_own {
            Strength::Exact((3 + place).to_string())
        } else {
            Strength::Class((place % 3) as u8 + 1)
        },
        is_army: place.is_multiple_of(6),
        name: if is_own { ["McDowell", "Grant", "Buell", "Pope"][place / 2 % 4].to_owned() } else { String::new() },
        letters: String::new(),
        seen: if is_own { String::new() } else { "T4".to_owned() },
        weight: 100 - place as u32,
    }
}
