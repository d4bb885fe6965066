//! The map, indexed for play: what lies in a hex, on its sides, and where a town is.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::super::naval::Water;
use super::super::naval::patrols::Remembered;
use super::super::supply::Charts;
use super::check::ScenarioError;
use super::map_source::{MapSource, OceanLimit, RiverSource, SeaPassage, Shoal};
use super::words::{BySide, Side, Terrain, Theatre};
use board::{Direction, Hex, HexSet};

/// The place of a State in [`Map::states`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StateId(u8);

/// The place of a town in [`Map::cities`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CityId(u8);

/// The place of a river in [`Map::rivers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RiverId(u8);

/// What lies in one hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The ground.
    pub terrain: Terrain,
    /// Whether a pass leads through the mountains.
    pub gap: bool,
    /// The State; none at sea.
    pub state: Option<StateId>,
    /// The theatre; none at sea.
    pub theatre: Option<Theatre>,
    /// The town.
    pub city: Option<CityId>,
    rail: [bool; 6],
    rivers: [Option<RiverId>; 6],
}

/// A State and its towns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Land {
    /// Two letters.
    pub id: String,
    /// Full name.
    pub name: String,
    /// The side it belongs to at the start; none when it is neutral.
    pub home: Option<Side>,
    /// The theatre of most of its hexes.
    pub theatre: Theatre,
    /// Its worth at the end of the game.
    pub value: u32,
    /// Its towns.
    pub cities: Vec<CityId>,
}

/// A town.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct City {
    /// Its canonical name.
    pub name: String,
    /// Where it is.
    pub hex: Hex,
    /// Its State.
    pub state: StateId,
    /// Its weight, 1 to 3.
    pub value: u32,
    /// Whether ships can lie there.
    pub port: bool,
    /// The side whose supply begins there.
    pub source: Option<Side>,
}

/// A river, or the part of one on one side of the head of navigation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct River {
    /// Its name.
    pub name: String,
    /// Whether ships can use it.
    pub navigable: bool,
    /// The river or water it flows into.
    pub into: Option<String>,
    /// Its hexsides, downstream.
    pub hexsides: Vec<(Hex, Hex)>,
}

/// The map.
#[derive(Clone, Debug)]
pub struct Map {
    rows: u16,
    tiles: Vec<Option<Tile>>,
    states: Vec<Land>,
    cities: Vec<City>,
    rivers: Vec<River>,
    cities_by_name: BTreeMap<String, CityId>,
    land: HexSet,
    home_rail: BySide<HexSet>,
    /// How far up ocean-going ships may go (C6.6).
    pub ocean_limit: OceanLimit,
    /// Hexsides that stop ships.
    pub shoals: Vec<Shoal>,
    /// Ways at sea that leave the map.
    pub sea_passages: Vec<SeaPassage>,
    /// Which waters are next to each, charted when it is first asked for.
    pub waters: OnceLock<BTreeMap<Water, Vec<Water>>>,
    /// What ships patrol, in the positions that were asked for last.
    pub patrols: Remembered,
    /// Supply that was charted already.
    pub charts: Charts,
}

impl Map {
    /// Indexes a map file. Refuses towns, rails and rivers that hang in the air.
    pub fn build(source: &MapSource) -> Result<Map, ScenarioError> {
        let mut map = Map {
            rows: source.rows,
            tiles: vec![None; usize::from(source.columns) * usize::from(source.rows)],
            states: Vec::new(),
            cities: Vec::new(),
            rivers: Vec::new(),
            cities_by_name: BTreeMap::new(),
            land: HexSet::default(),
            home_rail: BySide::default(),
            ocean_limit: source.ocean_limit.clone(),
            shoals: source.shoals.clone(),
            sea_passages: source.sea_passages.clone(),
            waters: OnceLock::new(),
            patrols: Remembered::default(),
            charts: Charts::default(),
        };
        map.add_states(source)?;
        map.add_hexes(source)?;
        map.add_cities(source)?;
        map.add_rail(source)?;
        source.rivers.iter().try_for_each(|river| map.add_river(river))?;
        map.check_waters()?;
        map.land = map.hexes().filter(|(_, tile)| tile.terrain != Terrain::Sea).map(|(hex, _)| hex).collect();
        map.home_rail = BySide::from_fn(|side| map.rails_at_home(side));
        Ok(map)
    }

    fn add_states(&mut self, source: &MapSource) -> Result<(), ScenarioError> {
        for state in &source.states {
            if self.state_by_id(&state.id).is_some() {
                return Err(ScenarioError::Twice { what: "State", name: state.id.clone() });
            }
            self.states.push(Land {
                id: state.id.clone(),
                name: state.name.clone(),
                home: state.home,
                theatre: state.theatre,
                value: state.value.unwrap_or(0),
                cities: Vec::new(),
            });
        }
        within_a_byte("States", self.states.len())
    }

    fn add_hexes(&mut self, source: &MapSource) -> Result<(), ScenarioError> {
        for hex in &source.hexes {
            let state = hex.state.as_deref().map(|id| {
                self.state_by_id(id).ok_or_else(|| ScenarioError::UnknownState { hex: hex.hex, state: id.to_owned() })
            });
            let state = state.transpose()?;
            if state.is_none() != (hex.terrain == Terrain::Sea) {
                return Err(ScenarioError::StatelessLand { hex: hex.hex });
            }
            let theatre = hex.theatre.or(state.map(|id| self.state(id).theatre));
            let tile = Tile {
                terrain: hex.terrain,
                gap: hex.gap,
                state,
                theatre,
                city: None,
                rail: [false; 6],
                rivers: [None; 6],
            };
            let place = self.place(hex.hex).ok_or(ScenarioError::OffMap { what: "hex".to_owned(), hex: hex.hex })?;
            if self.tiles[place].replace(tile).is_some() {
                return Err(ScenarioError::Twice { what: "hex", name: hex.hex.to_string() });
            }
        }
        Ok(())
    }

    fn add_cities(&mut self, source: &MapSource) -> Result<(), ScenarioError> {
        within_a_byte("towns", source.cities.len())?;
        for city in &source.cities {
            let id = CityId(self.cities.len() as u8);
            let off_map = || ScenarioError::OffMap { what: city.name.clone(), hex: city.hex };
            let place = self.place(city.hex).ok_or_else(off_map)?;
            let tile = self.tiles[place].as_mut().ok_or_else(off_map)?;
            let state = tile.state.ok_or_else(off_map)?;
            if tile.city.replace(id).is_some() {
                return Err(ScenarioError::Twice { what: "town hex", name: city.name.clone() });
            }
            if self.cities_by_name.insert(city.name.clone(), id).is_some() {
                return Err(ScenarioError::Twice { what: "town", name: city.name.clone() });
            }
            self.states[usize::from(state.0)].cities.push(id);
            self.cities.push(City {
                name: city.name.clone(),
                hex: city.hex,
                state,
                value: city.value,
                port: city.port,
                source: city.source,
            });
        }
        Ok(())
    }

    fn add_rail(&mut self, source: &MapSource) -> Result<(), ScenarioError> {
        for (one, other) in &source.rail {
            self.mark_side("railway", *one, *other, |tile, side| tile.rail[side] = true)?;
        }
        Ok(())
    }

    /// Where two rivers share a hexside the navigable one counts, else the first.
    fn add_river(&mut self, source: &RiverSource) -> Result<(), ScenarioError> {
        let id = RiverId(self.rivers.len() as u8);
        self.rivers.push(River {
            name: source.name.clone(),
            navigable: source.navigable,
            into: source.into.clone(),
            hexsides: source.hexsides.clone(),
        });
        within_a_byte("rivers", self.rivers.len())?;
        let navigable: Vec<bool> = self.rivers.iter().map(|river| river.navigable).collect();
        for (one, other) in &source.hexsides {
            self.mark_side(&source.name, *one, *other, |tile, side| {
                let better = tile.rivers[side].is_none_or(|held| source.navigable && !navigable[usize::from(held.0)]);
                if better {
                    tile.rivers[side] = Some(id);
                }
            })?;
        }
        Ok(())
    }

    /// Marks a hexside on both hexes that share it.
    fn mark_side(
        &mut self,
        what: &str,
        one: Hex,
        other: Hex,
        mark: impl Fn(&mut Tile, usize),
    ) -> Result<(), ScenarioError> {
        let apart = || ScenarioError::NotNeighbours { what: what.to_owned(), one, other };
        let side = one.direction_to(other).ok_or_else(apart)?;
        for (hex, side) in [(one, side), (other, side.opposite())] {
            let off_map = ScenarioError::OffMap { what: what.to_owned(), hex };
            let place = self.place(hex).ok_or_else(|| off_map.clone())?;
            let tile = self.tiles[place].as_mut().ok_or(off_map)?;
            mark(tile, side.index());
        }
        Ok(())
    }

    /// The limits of navigation name rivers and hexsides of this map; passages join sea hexes.
    fn check_waters(&self) -> Result<(), ScenarioError> {
        let limits = std::iter::once((&self.ocean_limit.river, self.ocean_limit.last_hexside))
            .chain(self.shoals.iter().map(|shoal| (&shoal.river, shoal.hexside)));
        for (name, hexside) in limits {
            let known = self.rivers.iter().any(|river| river.name == *name && river.hexsides.contains(&hexside));
            if !known {
                return Err(ScenarioError::NoSuchHexside { river: name.clone(), one: hexside.0, other: hexside.1 });
            }
        }
        for hex in self.sea_passages.iter().flat_map(|passage| [passage.from, passage.to]) {
            if self.hex(hex).is_none_or(|tile| tile.terrain != Terrain::Sea) {
                return Err(ScenarioError::OffMap { what: "sea passage".to_owned(), hex });
            }
        }
        Ok(())
    }

    fn rails_at_home(&self, side: Side) -> HexSet {
        let is_home = |tile: &Tile| tile.has_rail() && tile.state.is_some_and(|id| self.state(id).home == Some(side));
        self.hexes().filter(|(_, tile)| is_home(tile)).map(|(hex, _)| hex).collect()
    }

    fn place(&self, hex: Hex) -> Option<usize> {
        let row = usize::from(hex.row() - 1);
        let place = usize::from(hex.column() - 1) * usize::from(self.rows) + row;
        (hex.row() <= self.rows && place < self.tiles.len()).then_some(place)
    }

    fn state_by_id(&self, id: &str) -> Option<StateId> {
        self.states.iter().position(|state| state.id == id).map(|place| StateId(place as u8))
    }

    /// What lies in a hex; `None` off the map.
    pub fn hex(&self, hex: Hex) -> Option<&Tile> {
        self.tiles.get(self.place(hex)?)?.as_ref()
    }

    /// Whether land forces may stand in a hex.
    pub fn is_land(&self, hex: Hex) -> bool {
        self.hex(hex).is_some_and(|tile| tile.terrain != Terrain::Sea)
    }

    /// All hexes where land forces may stand.
    pub fn land(&self) -> &HexSet {
        &self.land
    }

    /// The railway hexes of the States where a side is at home.
    pub fn home_rail(&self, side: Side) -> &HexSet {
        &self.home_rail[side]
    }

    /// Every hex of the map, in order of id.
    pub fn hexes(&self) -> impl Iterator<Item = (Hex, &Tile)> {
        self.tiles.iter().enumerate().filter_map(|(place, tile)| {
            let rows = usize::from(self.rows);
            let hex = Hex::new((place / rows + 1) as u16, (place % rows + 1) as u16)?;
            Some((hex, tile.as_ref()?))
        })
    }

    /// The hexes of the map that share a side with one, clockwise from the north.
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = Hex> {
        hex.neighbours().filter(|next| self.hex(*next).is_some())
    }

    /// The theatre of a hex: its own, else its State's (D13). `None` at sea and off the map.
    pub fn theatre(&self, hex: Hex) -> Option<Theatre> {
        self.hex(hex)?.theatre
    }

    /// The river between two neighbouring hexes.
    pub fn river_between(&self, one: Hex, other: Hex) -> Option<&River> {
        let side = one.direction_to(other)?;
        let id = self.hex(one)?.rivers[side.index()]?;
        Some(self.river(id))
    }

    /// Whether a railway joins two neighbouring hexes.
    pub fn has_rail_edge(&self, one: Hex, other: Hex) -> bool {
        let Some(side) = one.direction_to(other) else {
            return false;
        };
        self.hex(one).is_some_and(|tile| tile.rail[side.index()])
    }

    /// The hexes that a railway joins to one.
    pub fn rail_neighbours(&self, hex: Hex) -> impl Iterator<Item = Hex> {
        let rail = self.hex(hex).map_or([false; 6], |tile| tile.rail);
        Direction::ALL.into_iter().filter(move |side| rail[side.index()]).filter_map(move |side| hex.step(side))
    }

    /// All States.
    pub fn states(&self) -> impl Iterator<Item = (StateId, &Land)> {
        self.states.iter().enumerate().map(|(place, state)| (StateId(place as u8), state))
    }

    /// A State.
    pub fn state(&self, id: StateId) -> &Land {
        &self.states[usize::from(id.0)]
    }

    /// The State of a hex; `None` at sea and off the map.
    pub fn state_of(&self, hex: Hex) -> Option<&Land> {
        Some(self.state(self.hex(hex)?.state?))
    }

    /// All towns.
    pub fn cities(&self) -> impl Iterator<Item = (CityId, &City)> {
        self.cities.iter().enumerate().map(|(place, city)| (CityId(place as u8), city))
    }

    /// A town.
    pub fn city(&self, id: CityId) -> &City {
        &self.cities[usize::from(id.0)]
    }

    /// The town in a hex.
    pub fn city_at(&self, hex: Hex) -> Option<&City> {
        Some(self.city(self.hex(hex)?.city?))
    }

    /// The town of exactly this canonical name.
    pub fn city_by_name(&self, name: &str) -> Option<&City> {
        self.cities_by_name.get(name).map(|id| self.city(*id))
    }

    /// The town fewest hexes away; of equally near ones the one of the lowest hex (D21).
    pub fn nearest_city(&self, hex: Hex) -> Option<&City> {
        self.cities.iter().min_by_key(|city| (city.hex.distance(hex), city.hex))
    }

    /// All rivers.
    pub fn rivers(&self) -> impl Iterator<Item = (RiverId, &River)> {
        self.rivers.iter().enumerate().map(|(place, river)| (RiverId(place as u8), river))
    }

    /// A river.
    pub fn river(&self, id: RiverId) -> &River {
        &self.rivers[usize::from(id.0)]
    }
}

impl Tile {
    /// Whether a railway runs through the hex.
    pub fn has_rail(&self) -> bool {
        self.rail.contains(&true)
    }
}

/// Ids are one byte wide.
fn within_a_byte(what: &'static str, count: usize) -> Result<(), ScenarioError> {
    if count > usize::from(u8::MAX) {
        return Err(ScenarioError::TooMany { what, count });
    }
    Ok(())
}
