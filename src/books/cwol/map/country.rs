//! The map of a scenario in the words of pictures: the same for every reader and every game on it, and kept once for all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use board::picture::{Country, Ground, River, Tile, Town};
use board::square::{COLUMNS, Compass, ROWS, Square};
use kit::remembered::Remembered;
use sha2::{Digest, Sha256};

use super::super::scenario::{City, Scenario, Terrain};

/// How long the bar of the scale is, in squares of about ten miles.
const SCALE: (u32, &str) = (5, "50 miles");
/// From which level on a city is a great one, and from which one of the second rank.
const GREAT: u32 = 6;
const SECOND: u32 = 3;
/// Games are played on few maps at a time.
const MAPS: usize = 3;

static KEPT: LazyLock<Remembered<Chart, MAPS>> = LazyLock::new(Remembered::default);

/// The map as pictures show it, and a mark that no other map has.
pub struct Chart {
    pub country: Country<Square>,
    pub mark: String,
    /// Cities by what reports call them.
    pub cities: BTreeMap<String, Square>,
    pub ports: BTreeSet<Square>,
}

/// The chart of a scenario.
pub fn chart(scenario: &Scenario) -> Arc<Chart> {
    let mark = mark(scenario);
    KEPT.find(|kept| kept.mark == mark).unwrap_or_else(|| KEPT.keep(drawn(scenario, mark)))
}

/// Two scenarios whose maps differ have different ones.
fn mark(scenario: &Scenario) -> String {
    let given = &scenario.given;
    let states: Vec<(&str, &str)> = given.states.iter().map(|state| (&state.id[..], &state.name[..])).collect();
    let words = serde_json::to_vec(&(&given.ground, &given.rivers, &given.railways, &given.cities, states));
    Sha256::digest(words.unwrap_or_default()).iter().take(8).fold(String::new(), |mut mark, byte| {
        let _ = write!(mark, "{byte:02x}");
        mark
    })
}

fn drawn(scenario: &Scenario, mark: String) -> Chart {
    let on_map = || scenario.given.cities.iter().filter(|city| !city.is_off_map);
    let town = |city: &City| Town { cell: city.square, name: city.name.clone(), rank: rank(city.level) };
    let squares = || (0..COLUMNS).flat_map(|column| (0..ROWS).filter_map(move |row| Square::new(column, row)));
    let country = Country {
        tiles: squares().map(|square| (square, tile(scenario, square))).collect(),
        regions: scenario.given.states.iter().map(|state| state.id.clone()).collect(),
        rivers: vec![River { name: String::new(), is_broad: true, sides: courses(&scenario.given.rivers) }],
        rails: pairs(&scenario.given.railways).collect(),
        towns: on_map().map(town).collect(),
        scale: (SCALE.0, SCALE.1.to_owned()),
    };
    Chart {
        country,
        mark,
        cities: on_map().map(|city| (scenario.city_name(&city.id), city.square)).collect(),
        ports: on_map().filter(|city| city.port.is_some()).map(|city| city.square).collect(),
    }
}

fn rank(level: u32) -> u32 {
    match level {
        GREAT.. => 3,
        SECOND.. => 2,
        _ => 1,
    }
}

fn tile(scenario: &Scenario, square: Square) -> Tile {
    let ground = match scenario.terrain(square) {
        Terrain::Open => Ground::Open,
        Terrain::Hill => Ground::Hill,
        Terrain::Forest => Ground::Wood,
        Terrain::ForestedHill => Ground::WoodedHill,
        Terrain::Mountain => Ground::Height,
        Terrain::HighMountain => Ground::Peak,
        Terrain::Marsh => Ground::Fen,
        Terrain::Swamp => Ground::Marsh,
        Terrain::Water => Ground::Water,
    };
    let state = scenario.state_at(square).filter(|_| ground != Ground::Water);
    let region = state.and_then(|id| scenario.given.states.iter().position(|state| state.id == id));
    Tile { ground, region }
}

/// Neighbours that are linked, each pair once.
fn pairs(links: &BTreeMap<Square, Vec<Compass>>) -> impl Iterator<Item = (Square, Square)> {
    let steps =
        links.iter().flat_map(|(square, ways)| ways.iter().filter_map(|way| Some((*square, square.step(*way)?))));
    steps.filter(|(one, other)| one < other)
}

/// The links of rivers one after another, as far as each course goes on: they are drawn as lines.
fn courses(rivers: &BTreeMap<Square, Vec<Compass>>) -> Vec<(Square, Square)> {
    let mut left: BTreeMap<Square, BTreeSet<Square>> = BTreeMap::new();
    for (one, other) in pairs(rivers) {
        left.entry(one).or_default().insert(other);
        left.entry(other).or_default().insert(one);
    }
    let ends: Vec<Square> = left.iter().filter(|(_, beside)| beside.len() != 2).map(|(square, _)| *square).collect();
    let all: Vec<Square> = left.keys().copied().collect();
    let mut sides = Vec::new();
    // From ends and junctions first; what is left then are rings.
    for start in ends.into_iter().chain(all) {
        let mut at = start;
        while let Some(next) = left.get(&at).and_then(|beside| beside.first()).copied() {
            sides.push((at, next));
            [(at, next), (next, at)].into_iter().for_each(|(one, other)| {
                left.get_mut(&one).map(|beside| beside.remove(&other));
            });
            at = next;
        }
    }
    sides
}
