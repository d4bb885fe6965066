//! What is fixed when a game starts: the map, the States, the offices, the opening, every number. A game keeps it as one document,
//! of which its game master may choose any value.

mod names;
mod tables;
mod ways;

use std::collections::{BTreeMap, BTreeSet};

use board::square::Square;
use kit::amount::Share;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::side::{BySide, Pool, Side};

pub use names::{Named, Names};
pub use tables::{Between, Cost, Tables, UnitRow};
pub use ways::Ways;

/// The scenario that comes with the book.
pub const WAR: &str = "1861";

/// What is fixed, as it is written.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    pub calendar: Calendar,
    pub treasury: BySide<Treasury>,
    pub law: BySide<Rates>,
    pub morale: BySide<i64>,
    pub kentucky: Kentucky,
    pub forces: Forces,
    pub tables: Tables,
    pub cities: Vec<City>,
    pub places: Vec<Place>,
    pub links: Vec<Link>,
    pub states: Vec<State>,
    pub offices: Vec<Office>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calendar {
    /// The year of the first two campaigns.
    pub first_year: u32,
    pub turns_per_campaign: u32,
    pub campaigns: u32,
    /// A turn of building goes before the first campaign (5.2).
    pub has_pregame: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Treasury {
    pub gold: i64,
    pub mp: i64,
    pub loan_ceiling: i64,
    /// For builds and crews of the pregame turn alone.
    pub pregame: i64,
}

/// Tax rates, in a hundred.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rates {
    pub income_tax: i64,
    pub tariff: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kentucky {
    pub is_neutral: bool,
    /// Of what each of its pools opened with, while it is (D37).
    pub available: Share,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forces {
    pub regiments: Vec<Standing>,
}

/// Regiments that stand ready at the start, of volunteers.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    pub side: Side,
    pub state: String,
    pub city: String,
    pub infantry: u32,
    pub cavalry: u32,
    pub field: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PortKind {
    Ocean,
    River,
}

/// A city. What of it can change in play is what it opens with.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct City {
    pub id: String,
    pub name: String,
    pub state: String,
    pub square: Square,
    pub level: u32,
    #[serde(default)]
    pub port: Option<PortKind>,
    #[serde(default)]
    pub river: Option<String>,
    #[serde(default)]
    pub has_tariff: bool,
    #[serde(default)]
    pub yards: u32,
    #[serde(default)]
    pub held_by: Option<Side>,
    /// To whom it is loyal.
    pub aligned: Side,
    /// The sides that may take its State's men there (5.1).
    pub gives: Vec<Side>,
}

/// A place that names a square and has no weight.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    pub id: String,
    pub name: String,
    pub state: String,
    pub square: Square,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    Rail,
    River,
}

/// How far it is between two neighbours, in squares.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    pub by: By,
    pub from: String,
    pub to: String,
    pub squares: u32,
}

/// A State with the men it opens with, by pool.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub id: String,
    pub name: String,
    #[serde(rename = "US")]
    pub union: BTreeMap<Pool, u64>,
    #[serde(rename = "CS")]
    pub confederacy: BTreeMap<Pool, u64>,
}

impl State {
    /// The men of a side's pools.
    pub fn men_of(&self, side: Side) -> &BTreeMap<Pool, u64> {
        match side {
            Side::Union => &self.union,
            Side::Confederacy => &self.confederacy,
        }
    }
}

/// An office, or an officer's seat.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Office {
    pub id: String,
    pub side: Side,
    pub office: super::office::Office,
    pub title: String,
    #[serde(default)]
    pub bloc: Option<String>,
    #[serde(default)]
    pub states: BTreeSet<String>,
    #[serde(default)]
    pub stand_in: Option<String>,
    #[serde(default)]
    pub may_stay_vacant: bool,
}

/// A document with what follows from it.
#[derive(Debug)]
pub struct Scenario {
    pub given: Document,
    pub names: Names,
    pub ways: Ways,
    cities: BTreeMap<String, usize>,
    states: BTreeMap<String, usize>,
    offices: BTreeMap<String, usize>,
}

impl Scenario {
    /// The document of a scenario that comes with the book.
    pub fn document(name: &str) -> Option<Value> {
        let scenario = match name {
            WAR => include_str!("../../../../config/books/cwol/scenarios/1861.toml"),
            _ => return None,
        };
        let mut document: Value = toml::from_str(scenario).ok()?;
        document["tables"] = toml::from_str(include_str!("../../../../config/books/cwol/tables.toml")).ok()?;
        let shared = [
            include_str!("../../../../config/books/cwol/cities.toml"),
            include_str!("../../../../config/books/cwol/links.toml"),
            include_str!("../../../../config/books/cwol/states.toml"),
            include_str!("../../../../config/books/cwol/offices.toml"),
        ];
        for text in shared {
            let part: serde_json::Map<String, Value> = toml::from_str(text).ok()?;
            document.as_object_mut()?.extend(part);
        }
        Some(document)
    }

    /// Reads a document, and says what of it cannot be.
    pub fn prepare(document: &Value) -> Result<Scenario, String> {
        let given = Document::deserialize(document).map_err(|why| why.to_string())?;
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
        let ways = Ways::of(&given)?;
        let names = Names::of(&given);
        Ok(Scenario { given, names, ways, cities, states, offices })
    }

    /// Every number of the rules.
    pub fn tables(&self) -> &Tables {
        &self.given.tables
    }

    /// A city by its id.
    pub fn city(&self, id: &str) -> Option<&City> {
        self.cities.get(id).map(|place| &self.given.cities[*place])
    }

    /// A State by its letters.
    pub fn state(&self, id: &str) -> Option<&State> {
        self.states.get(id).map(|place| &self.given.states[*place])
    }

    /// An office by its seat.
    pub fn office(&self, seat: &str) -> Option<&Office> {
        self.offices.get(seat).map(|place| &self.given.offices[*place])
    }

    /// What a city is called: with its State where there is another of its name.
    pub fn city_name(&self, id: &str) -> String {
        let Some(city) = self.city(id) else { return id.to_owned() };
        match self.names.is_shared(&city.name) {
            true => format!("{} {}", city.name, city.state),
            false => city.name.clone(),
        }
    }

    /// What a State is called.
    pub fn state_name<'a>(&'a self, id: &'a str) -> &'a str {
        self.state(id).map_or(id, |state| state.name.as_str())
    }

    /// The last turn of the last campaign, counted from 1.
    pub fn last_turn(&self) -> u32 {
        self.given.calendar.campaigns * self.given.calendar.turns_per_campaign
    }
}
