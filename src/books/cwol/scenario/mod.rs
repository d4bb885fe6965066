//! What is fixed when a game starts: the map, the States, the offices, the opening, every number. A game keeps it as one document,
//! of which its game master may choose any value.

mod armies;
mod banks;
mod costs;
mod document;
mod exits;
mod field;
mod limits_afloat;
mod limits_ashore;
mod limits_money;
mod names;
mod rivers;
mod seas;
mod squares;
mod tables;
mod terrain;
mod warships;
mod ways;

use std::collections::{BTreeMap, BTreeSet};

use base::game::{SeatId, SeatSet};
use board::square::{COLUMNS, ROWS, Square};
use board::tactical::Field;
use kit::amount::Rounding;
use serde::Deserialize;
use serde_json::Value;

pub use armies::Judge;
pub use costs::{Between, Cost, UnitKindRow};
pub use document::{By, City, Document, OfficeRow, PortKind, PortWaters, Rates, StateRow};
pub use exits::Leaving;
pub use names::{Named, Names};
pub use rivers::Rivers;
pub use squares::cell;
pub use tables::{Reach, Tables};
pub use terrain::Terrain;
pub use warships::Combat;
pub use ways::{Mended, Ways};

use super::side::Side;

/// The scenarios that come with the book: the war, and a board for cases and practice.
pub const WAR: &str = "1861";
/// The scenario of rule cases.
pub const DRILL: &str = "drill";

/// SLAG 2.8: the most that an embargo takes, in a hundred.
const MOST_EMBARGO: u64 = 20;

/// What of a document is the map: whole where it is stated at all.
#[rustfmt::skip]
const MAP: [&str; 13] = [
    "cities", "places", "waters", "seas", "links", "ground", "country", "rivers", "railways", "tactical", "mouths", "sites", "inside",
];

/// A document with what follows from it.
#[derive(Debug)]
pub struct Scenario {
    pub given: Document,
    pub names: Names,
    pub ways: Ways,
    pub rivers: Rivers,
    /// The squares, those closed that nobody passes.
    pub board: kit::contact::Field,
    fields: BTreeMap<Square, Field>,
    /// What a step into each square takes on foot, row by row.
    steps: Vec<Option<u32>>,
    /// What hangs together on foot.
    parts: Vec<u32>,
    grounds: exits::Grounds,
    /// The squares from each port on a river to its mouth.
    ways_to_mouths: BTreeMap<String, Vec<Square>>,
    cities: BTreeMap<String, usize>,
    /// What each city is called as it is read back, and which of them is called so.
    called: Vec<String>,
    by_called: BTreeMap<String, usize>,
    /// The city in a square, of several the first.
    by_square: BTreeMap<Square, usize>,
    states: BTreeMap<String, usize>,
    offices: BTreeMap<String, usize>,
    /// The seat of each office, where its id is that of one.
    seats: Vec<Option<SeatId>>,
}

impl Scenario {
    /// The document of a scenario that comes with the book.
    pub fn document(name: &str) -> Option<Value> {
        let scenario = match name {
            WAR => include_str!("../../../../config/books/cwol/scenarios/1861.toml"),
            DRILL => include_str!("../../../../config/books/cwol/scenarios/drill.toml"),
            _ => return None,
        };
        let mut document: Value = toml::from_str(scenario).ok()?;
        document["tables"] = toml::from_str(include_str!("../../../../config/books/cwol/tables.toml")).ok()?;
        // A scenario that states its own cities states its whole map.
        let has_map = document.get("cities").is_some();
        let map = [
            include_str!("../../../../config/books/cwol/cities.toml"),
            include_str!("../../../../config/books/cwol/links.toml"),
            include_str!("../../../../config/books/cwol/waters.toml"),
            include_str!("../../../../config/books/cwol/seas.toml"),
            include_str!("../../../../config/books/cwol/squares.toml"),
            include_str!("../../../../config/books/cwol/rivers.toml"),
        ];
        let shared = [
            include_str!("../../../../config/books/cwol/states.toml"),
            include_str!("../../../../config/books/cwol/offices.toml"),
        ];
        for text in map.into_iter().filter(|_| !has_map).chain(shared) {
            let part: serde_json::Map<String, Value> = toml::from_str(text).ok()?;
            document.as_object_mut()?.extend(part);
        }
        Some(document)
    }

    /// Reads a document, and says what of it cannot be.
    pub fn prepare(document: &Value) -> Result<Scenario, String> {
        let given = Document::deserialize(whole(document)).map_err(|why| why.to_string())?;
        let index = |ids: Vec<&String>, what: &str| {
            let mut found = BTreeMap::new();
            for (place, id) in ids.into_iter().enumerate() {
                if found.insert(id.clone(), place).is_some() {
                    return Err(format!("the {what} {id} is there twice"));
                }
            }
            Ok(found)
        };
        let cities = index(given.cities.iter().map(|city| &city.id).collect(), "city")?;
        let states = index(given.states.iter().map(|state| &state.id).collect(), "State")?;
        let offices = index(given.offices.iter().map(|office| &office.id).collect(), "office")?;
        for city in &given.cities {
            if !states.contains_key(&city.state) {
                return Err(format!("the city {} lies in {}, which is no State", city.id, city.state));
            }
        }
        if let Some(row) = given.forces.regiments.iter().find(|row| !cities.contains_key(&row.city)) {
            return Err(format!("regiments stand at {}, which is no city", row.city));
        }
        let of_ports = given.waters.iter().flat_map(|row| row.way.iter().chain([&row.port]));
        if let Some(port) = of_ports.into_iter().find(|port| !cities.contains_key(*port)) {
            return Err(format!("waters lie before {port}, which is no city"));
        }
        squares::check(&given)?;
        limits_money::check(&given)?;
        limits_ashore::check(&given.tables)?;
        limits_afloat::check(&given.tables)?;
        seas::check(&given)?;
        // SLAG 2.8, D24.
        if given.tables.income.embargo.of_count(100, Rounding::Up) > MOST_EMBARGO {
            return Err(format!("an embargo takes {MOST_EMBARGO} in a hundred at most"));
        }
        let (ways, rivers) = (Ways::of(&given)?, Rivers::of(&given)?);
        let names = Names::of(&given);
        let seats = given.offices.iter().map(|row| SeatId::parse(&row.id)).collect();
        let by_square = given.cities.iter().enumerate().rev().map(|(place, city)| (city.square, place)).collect();
        let board = kit::contact::Field::new(u16::from(COLUMNS), u16::from(ROWS));
        let (steps, parts, fields, grounds, ways_to_mouths, called, by_called) = Default::default();
        #[rustfmt::skip]
        let mut scenario = Scenario { given, names, ways, rivers, board, fields, steps, parts, grounds, ways_to_mouths, cities, called, by_called, by_square, states, offices, seats };
        scenario.called = scenario.given.cities.iter().map(|city| scenario.called(city)).collect();
        let called = scenario.called.iter().enumerate().rev();
        scenario.by_called = called.map(|(place, name)| (name.clone(), place)).collect();
        scenario.close_board();
        scenario.steps = scenario.steps();
        scenario.parts = scenario.parts();
        scenario.fields = scenario.fields();
        scenario.grounds = scenario.grounds();
        scenario.ways_to_mouths = scenario.ways_to_mouths();
        Ok(scenario)
    }

    fn close_board(&mut self) {
        let rows = self.given.ground.iter().enumerate();
        let letters = rows
            .flat_map(|(row, letters)| letters.chars().enumerate().map(move |(column, letter)| (column, row, letter)));
        let is_closed = |letter: char| Terrain::of(letter).is_some_and(|terrain| !terrain.is_passable());
        let square = |column: usize, row: usize| Square::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?);
        let closed =
            letters.filter(|(_, _, letter)| is_closed(*letter)).filter_map(|(column, row, _)| square(column, row));
        let cities: BTreeSet<Square> = self.given.cities.iter().map(|city| city.square).collect();
        let closed: Vec<Square> = closed.filter(|square| !self.has_way(*square) && !cities.contains(square)).collect();
        closed.into_iter().for_each(|square| self.board.close(cell(square)));
    }

    /// Every number of the rules.
    pub fn tables(&self) -> &Tables {
        &self.given.tables
    }

    /// A city by its id.
    pub fn city(&self, id: &str) -> Option<&City> {
        self.cities.get(id).map(|place| &self.given.cities[*place])
    }

    /// What lies before a port.
    pub fn waters(&self, port: &str) -> Option<&PortWaters> {
        self.given.waters.iter().find(|row| row.port == port)
    }

    /// A State by its letters.
    pub fn state(&self, id: &str) -> Option<&StateRow> {
        self.states.get(id).map(|place| &self.given.states[*place])
    }

    /// What an office is called.
    pub fn title(&self, seat: &SeatId) -> String {
        self.office(seat.as_str()).map_or_else(|| seat.to_string(), |row| row.title.clone())
    }

    /// An office by its seat.
    pub fn office(&self, seat: &str) -> Option<&OfficeRow> {
        self.offices.get(seat).map(|place| &self.given.offices[*place])
    }

    /// The seats of the offices that are meant.
    pub fn seats_of(&self, is_meant: impl Fn(&OfficeRow) -> bool) -> SeatSet {
        let meant = self.given.offices.iter().zip(&self.seats).filter(|(row, _)| is_meant(row));
        meant.filter_map(|(_, seat)| seat.clone()).collect()
    }

    /// What a city is called, as it is read back: with its State where a State or another place has its name.
    pub fn city_name(&self, id: &str) -> String {
        self.cities.get(id).map_or_else(|| id.to_owned(), |place| self.called[*place].clone())
    }

    /// The city that is called so as it is read back.
    pub fn city_called(&self, name: &str) -> Option<&City> {
        self.by_called.get(name).map(|place| &self.given.cities[*place])
    }

    /// Its name, with its State where it takes that to know it.
    fn called(&self, city: &City) -> String {
        let is_state = self.given.states.iter().any(|state| state.name == city.name);
        match is_state || self.names.is_shared(&city.name) {
            true => format!("{} {}", city.name, city.state),
            false => city.name.clone(),
        }
    }

    /// What a State is called.
    pub fn state_name<'a>(&'a self, id: &'a str) -> &'a str {
        self.state(id).map_or(id, |state| state.name.as_str())
    }

    /// A city's name where one lies in the square, else the square.
    pub fn place_name(&self, square: Square) -> String {
        let city = self.city_at(square);
        city.map_or_else(|| square.to_string(), |city| self.city_name(&city.id))
    }

    /// Where something is built, as a job says it: by a city's id or by a square.
    pub fn place_of_work(&self, place: &str) -> String {
        match (self.city(place), place.parse()) {
            (None, Ok(square)) => self.place_name(square),
            _ => self.city_name(place),
        }
    }

    /// The State of a square: that of a city in it, else as the map has it, else that of the city nearest to it, of equals the first.
    pub fn state_at(&self, square: Square) -> Option<&str> {
        let stated = self.city_at(square).map(|city| &city.state).or_else(|| self.given.country.as_ref()?.at(square));
        if let Some(state) = stated {
            return Some(state);
        }
        let nearest = self.given.cities.iter().min_by_key(|city| city.square.distance(square))?;
        Some(&nearest.state)
    }

    /// Whether a State is of a side: one of its blocs has it; border States are of both (D42).
    pub fn is_of(&self, state: &str, side: Side) -> bool {
        self.given.offices.iter().any(|row| row.side == side && row.states.contains(state))
    }

    /// The last turn of the last campaign, counted from 1.
    pub fn last_turn(&self) -> u32 {
        self.given.calendar.campaigns * self.given.calendar.turns_per_campaign
    }
}

/// A document in which what the book has gained since it was made is as the book has it.
fn whole(document: &Value) -> Value {
    let mut whole = document.clone();
    if let Some(now) = Scenario::document(WAR) {
        fill(&mut whole, &now, 3);
        // Older ones have the rivers of their day.
        for key in ["rings", "sites", "mouths", "inside", "country"].iter().filter(|key| document.get(**key).is_none())
        {
            whole.as_object_mut().map(|whole| whole.remove(*key));
        }
        if document.get("seas").is_none() && !has_seas_of_its_ports(&whole) {
            whole.as_object_mut().map(|whole| whole.remove("seas"));
        }
    }
    whole
}

/// Whether the ports of a document lie on sea areas that it has.
fn has_seas_of_its_ports(document: &Value) -> bool {
    let rows = |key: &str| document[key].as_array().into_iter().flatten();
    rows("waters").all(|row| rows("seas").any(|sea| sea["name"] == row["sea"]))
}

/// Fills in missing values of tables, so many levels deep: below are rows, which are whole.
fn fill(table: &mut Value, from: &Value, depth: u32) {
    let (Value::Object(table), Value::Object(from)) = (table, from) else { return };
    for (key, value) in from {
        match table.get_mut(key) {
            None => _ = table.insert(key.clone(), value.clone()),
            Some(there) if depth > 1 && !MAP.contains(&key.as_str()) => fill(there, value, depth - 1),
            Some(_) => {}
        }
    }
}
