//! The map ready for use: provinces, minor countries with their districts, capitals and ports. Knows no holders.

use std::collections::BTreeMap;

use super::super::power::Power;
use super::check::Hole;
use super::map_source::{DistrictRow, MapSource, MinorRow, PortRow, ProvinceRow};

/// The map.
#[derive(Debug, Clone, Default)]
pub struct Map {
    territories: BTreeMap<String, Territory>,
    cities: BTreeMap<String, City>,
}

/// A province, a minor country, or a district of one that has several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Territory {
    /// The canonical name.
    pub name: String,
    /// What it is.
    pub kind: TerritoryKind,
    /// Its capital; a district's is its country's.
    pub capital: String,
    /// As printed on the map; of a country with districts, of all together.
    pub tax: u32,
    /// As printed on the map; of a country with districts, of all together.
    pub manpower: u32,
}

/// What a territory is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TerritoryKind {
    /// A home province.
    Province {
        /// Whose home.
        home: Power,
    },
    /// A minor country.
    Minor {
        /// Its districts; none for most.
        districts: Vec<String>,
        /// Corps counters in the box for a free state.
        corps: u32,
        /// Fleet counters in the box for a free state.
        fleets: u32,
    },
    /// A district of a minor country, which can be ceded alone (8.8.2).
    District {
        /// The country.
        of: String,
    },
}

impl Territory {
    /// Whose home it is; `None` for minor countries and districts.
    pub fn home(&self) -> Option<Power> {
        match self.kind {
            TerritoryKind::Province { home } => Some(home),
            _ => None,
        }
    }

    /// Whether it is a minor country as a whole.
    pub fn is_minor(&self) -> bool {
        matches!(self.kind, TerritoryKind::Minor { .. })
    }

    /// Whether it is a district of a minor country.
    pub fn is_district(&self) -> bool {
        matches!(self.kind, TerritoryKind::District { .. })
    }

    /// Whether its values are those of its districts, whose rows count in its stead.
    pub fn is_divided(&self) -> bool {
        matches!(&self.kind, TerritoryKind::Minor { districts, .. } if !districts.is_empty())
    }

    /// Its districts.
    pub fn districts(&self) -> &[String] {
        match &self.kind {
            TerritoryKind::Minor { districts, .. } => districts,
            _ => &[],
        }
    }

    /// The minor country it is or belongs to.
    pub fn country(&self) -> Option<&str> {
        match &self.kind {
            TerritoryKind::Province { .. } => None,
            TerritoryKind::Minor { .. } => Some(&self.name),
            TerritoryKind::District { of } => Some(of),
        }
    }
}

/// A capital or a port, or both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct City {
    /// The canonical name.
    pub name: String,
    /// The province or minor country it lies in.
    pub territory: String,
    /// Whether it is the capital of that territory.
    pub is_capital: bool,
    /// Its trading values, if it is a port.
    pub port: Option<Port>,
}

/// What a port is worth, and what may keep it from trading (8.2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Port {
    /// Goes to Britain.
    pub first: u32,
    /// Goes to the controller.
    pub second: u32,
    /// North of the ice line.
    pub is_iced: bool,
    /// On the Black Sea.
    pub is_black_sea: bool,
}

impl Map {
    /// Reads the rows and notes every hole; where there is one, the map is unfit for play.
    pub(super) fn build(source: &MapSource, holes: &mut Vec<Hole>) -> Map {
        let mut map = Map::default();
        for row in &source.provinces {
            map.add_province(row, holes);
        }
        for row in &source.minors {
            map.add_minor(row, holes);
        }
        for row in &source.ports {
            map.add_port(row, holes);
        }
        map
    }

    /// All territories by name: provinces, minor countries and districts.
    pub fn territories(&self) -> impl Iterator<Item = &Territory> {
        self.territories.values()
    }

    /// The territories whose own values count: all but the countries whose districts do.
    pub fn valued(&self) -> impl Iterator<Item = &Territory> {
        self.territories().filter(|territory| !territory.is_divided())
    }

    /// A territory by its canonical name.
    pub fn territory(&self, name: &str) -> Option<&Territory> {
        self.territories.get(name)
    }

    /// All capitals and ports by name.
    pub fn cities(&self) -> impl Iterator<Item = &City> {
        self.cities.values()
    }

    /// A capital or port by its canonical name.
    pub fn city(&self, name: &str) -> Option<&City> {
        self.cities.get(name)
    }

    /// All ports with their trading values.
    pub fn ports(&self) -> impl Iterator<Item = (&City, Port)> {
        self.cities().filter_map(|city| Some((city, city.port?)))
    }

    /// The ports of a territory.
    pub fn ports_of<'a>(&'a self, territory: &'a str) -> impl Iterator<Item = (&'a City, Port)> {
        self.ports().filter(move |(city, _)| city.territory == territory)
    }

    fn add_province(&mut self, row: &ProvinceRow, holes: &mut Vec<Hole>) {
        let home = row.home.unwrap_or_else(|| {
            holes.push(Hole::new("province", &row.name, "has no home power"));
            Power::Britain
        });
        let territory = Territory {
            name: row.name.clone(),
            kind: TerritoryKind::Province { home },
            capital: self.add_capital("province", &row.name, row.capital.as_ref(), holes),
            tax: number("province", &row.name, "tax", row.tax, holes),
            manpower: number("province", &row.name, "manpower", row.manpower, holes),
        };
        self.add_territory(territory, holes);
    }

    fn add_minor(&mut self, row: &MinorRow, holes: &mut Vec<Hole>) {
        let mut value = |what, value| number("minor country", &row.name, what, value, holes);
        let (tax, manpower) = (value("tax", row.tax), value("manpower", row.manpower));
        let (corps, fleets) = (value("corps", row.corps), value("fleets", row.fleets));
        let capital = self.add_capital("minor country", &row.name, row.capital.as_ref(), holes);
        for district in &row.districts {
            self.add_district(row, district, &capital, holes);
        }
        let sum = |values: fn(&DistrictRow) -> Option<i64>| row.districts.iter().filter_map(values).sum::<i64>();
        for (what, parts, whole) in
            [("tax", sum(|row| row.tax), row.tax), ("manpower", sum(|row| row.manpower), row.manpower)]
        {
            if !row.districts.is_empty() && Some(parts) != whole {
                holes.push(Hole::new(
                    "minor country",
                    &row.name,
                    &format!("has a {what} that its districts do not add up to"),
                ));
            }
        }
        let districts = row.districts.iter().map(|district| district.name.clone()).collect();
        let kind = TerritoryKind::Minor { districts, corps, fleets };
        self.add_territory(Territory { name: row.name.clone(), kind, capital, tax, manpower }, holes);
    }

    fn add_district(&mut self, country: &MinorRow, row: &DistrictRow, capital: &str, holes: &mut Vec<Hole>) {
        let territory = Territory {
            name: row.name.clone(),
            kind: TerritoryKind::District { of: country.name.clone() },
            capital: capital.to_owned(),
            tax: number("district", &row.name, "tax", row.tax, holes),
            manpower: number("district", &row.name, "manpower", row.manpower, holes),
        };
        self.add_territory(territory, holes);
    }

    fn add_territory(&mut self, territory: Territory, holes: &mut Vec<Hole>) {
        if self.territories.contains_key(&territory.name) {
            holes.push(Hole::new("territory", &territory.name, "stands on the map twice"));
            return;
        }
        self.territories.insert(territory.name.clone(), territory);
    }

    fn add_capital(&mut self, what: &str, territory: &str, name: Option<&String>, holes: &mut Vec<Hole>) -> String {
        let Some(name) = name else {
            holes.push(Hole::new(what, territory, "has no capital"));
            return String::new();
        };
        let city = City { name: name.clone(), territory: territory.to_owned(), is_capital: true, port: None };
        if self.cities.insert(name.clone(), city).is_some() {
            holes.push(Hole::new("capital", name, "is the capital of two territories"));
        }
        name.clone()
    }

    fn add_port(&mut self, row: &PortRow, holes: &mut Vec<Hole>) {
        let port = Port {
            first: number("port", &row.name, "first value", row.first, holes),
            second: number("port", &row.name, "second value", row.second, holes),
            is_iced: row.is_iced,
            is_black_sea: row.is_black_sea,
        };
        let Some(territory) = &row.territory else {
            holes.push(Hole::new("port", &row.name, "lies in no territory"));
            return;
        };
        if !self.territories.contains_key(territory) {
            holes.push(Hole::new("port", &row.name, &format!("lies in {territory}, which is not on the map")));
        }
        let city = self.cities.entry(row.name.clone()).or_insert_with(|| City {
            name: row.name.clone(),
            territory: territory.clone(),
            is_capital: false,
            port: None,
        });
        if city.territory != *territory {
            holes.push(Hole::new(
                "port",
                &row.name,
                &format!("lies in {territory}, but is the capital of {}", city.territory),
            ));
        }
        if city.port.replace(port).is_some() {
            holes.push(Hole::new("port", &row.name, "stands on the map twice"));
        }
    }
}

/// A value of a row; 0 and a hole when it is missing or below 0.
fn number(kind: &str, name: &str, what: &str, value: Option<i64>, holes: &mut Vec<Hole>) -> u32 {
    let found = value.and_then(|value| u32::try_from(value).ok());
    if found.is_none() {
        let why = if value.is_some() { format!("has a {what} that cannot be") } else { format!("has no {what}") };
        holes.push(Hole::new(kind, name, &why));
    }
    found.unwrap_or(0)
}
