//! The map as a club writes it in `map.toml`. What is missing is a hole that the loader names, so nothing is required here
//! but names.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::power::Power;

/// The whole file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapSource {
    /// Home provinces of the powers.
    pub provinces: Vec<ProvinceRow>,
    /// Minor countries.
    pub minors: Vec<MinorRow>,
    /// Ports.
    pub ports: Vec<PortRow>,
    /// How people call the powers.
    #[serde(default)]
    pub names: BTreeMap<Power, PowerWords>,
    /// Other names of capitals and ports.
    #[serde(default)]
    pub cities: BTreeMap<String, Vec<String>>,
}

/// A home province.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProvinceRow {
    /// Its canonical name.
    pub name: String,
    /// Whose home.
    pub home: Option<Power>,
    /// Its capital.
    pub capital: Option<String>,
    /// As printed on the map.
    pub tax: Option<i64>,
    /// As printed on the map.
    pub manpower: Option<i64>,
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<String>,
}

/// A minor country.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MinorRow {
    /// Its canonical name.
    pub name: String,
    /// Its capital.
    pub capital: Option<String>,
    /// As printed on the map, of all districts together.
    pub tax: Option<i64>,
    /// As printed on the map, of all districts together.
    pub manpower: Option<i64>,
    /// Corps counters in the box for a free state.
    pub corps: Option<i64>,
    /// Fleet counters in the box for a free state.
    pub fleets: Option<i64>,
    /// Districts, of a country that has several.
    #[serde(default)]
    pub districts: Vec<DistrictRow>,
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Words that say that something is of this country ("Bavarian").
    #[serde(default)]
    pub adjectives: Vec<String>,
}

/// A district of a minor country with several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DistrictRow {
    /// Its canonical name.
    pub name: String,
    /// Its part of the country's tax.
    pub tax: Option<i64>,
    /// Its part of the country's manpower.
    pub manpower: Option<i64>,
}

/// A port.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PortRow {
    /// Its canonical name.
    pub name: String,
    /// The province or minor country it lies in.
    pub territory: Option<String>,
    /// The first trading value.
    pub first: Option<i64>,
    /// The second trading value.
    pub second: Option<i64>,
    /// North of the ice line.
    #[serde(default)]
    pub is_iced: bool,
    /// On the Black Sea.
    #[serde(default)]
    pub is_black_sea: bool,
}

/// How people call a power.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowerWords {
    /// Names and short forms.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Words that say that something is the power's.
    #[serde(default)]
    pub adjectives: Vec<String>,
    /// Its people, who stand for it.
    #[serde(default)]
    pub people: Vec<String>,
}
