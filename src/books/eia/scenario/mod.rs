//! What is public and fixed when a game of Empires in Arms begins: map, tables, campaign, names.
//! Pure: takes texts or one document, never a file. Knows nothing of orders being carried out or reports.

mod campaign;
mod check;
mod map;
mod map_source;
mod names;
mod settings;
mod tables;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use campaign::*;
pub use check::{Hole, ScenarioError};
pub use map::{City, Map, Port, Territory, TerritoryKind};
pub use map_source::{DistrictRow, MapSource, MinorRow, PortRow, PowerWords, ProvinceRow};
pub use names::{Meaning, NameKind, Names};
pub use settings::SETTINGS;
pub use tables::*;

const TABLES: &str = include_str!("../../../../config/books/eia/tables.toml");
const CAMPAIGN: &str = include_str!("../../../../config/books/eia/scenarios/1805.toml");

/// The raw parts of a scenario, as they are written in files and kept by a running game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioSource {
    /// What is printed on the map.
    pub map: MapSource,
    /// Every other number of the rules.
    pub tables: Tables,
    /// Calendar, options and start.
    pub campaign: Campaign,
}

/// A scenario ready for use: checked and indexed.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// Provinces, minor countries, capitals and ports.
    pub map: Map,
    /// Every number that is not on the map.
    pub tables: Tables,
    /// Calendar, options and start.
    pub campaign: Campaign,
    /// Names, for reading orders.
    pub names: Names,
    source: Box<ScenarioSource>,
}

impl ScenarioSource {
    /// Reads the three texts.
    pub fn read(map: &str, tables: &str, campaign: &str) -> Result<ScenarioSource, ScenarioError> {
        let unreadable = |part, why: String| ScenarioError::Unreadable { part, why };
        Ok(ScenarioSource {
            map: toml::from_str(map).map_err(|why| unreadable("map", why.to_string()))?,
            tables: toml::from_str(tables).map_err(|why| unreadable("tables", why.to_string()))?,
            campaign: toml::from_str(campaign).map_err(|why| unreadable("campaign", why.to_string()))?,
        })
    }

    /// The campaign of 1805 that is built into the program.
    pub fn embedded() -> Result<ScenarioSource, ScenarioError> {
        ScenarioSource::read(include_str!("../../../../config/books/eia/map.toml"), TABLES, CAMPAIGN)
    }

    /// Checks the parts against each other and indexes them; all holes come back at once.
    pub fn build(self) -> Result<Scenario, ScenarioError> {
        let mut holes = Vec::new();
        let map = Map::build(&self.map, &mut holes);
        let scenario = Scenario {
            names: Names::build(&self.map, &map),
            tables: self.tables.clone(),
            campaign: self.campaign.clone(),
            map,
            source: Box::new(self),
        };
        check::check(&scenario, &mut holes);
        if holes.is_empty() { Ok(scenario) } else { Err(ScenarioError::Holes(holes)) }
    }
}

impl Scenario {
    /// The campaign of 1805 that is built into the program.
    pub fn embedded() -> Result<Scenario, ScenarioError> {
        ScenarioSource::embedded()?.build()
    }

    /// What that campaign is called.
    pub fn embedded_title() -> String {
        toml::from_str::<Campaign>(CAMPAIGN).map(|campaign| campaign.title).unwrap_or_default()
    }

    /// The numbers that the pages of the rules show: every table by its name, the span of the campaign and how its open
    /// questions are played. Nothing of what the powers have.
    pub fn numbers(&self) -> Value {
        let mut numbers = serde_json::to_value(&self.tables).unwrap_or_default();
        numbers["title"] = self.campaign.title.as_str().into();
        numbers["start"] = serde_json::to_value(self.campaign.start).unwrap_or_default();
        numbers["last"] = serde_json::to_value(self.campaign.last).unwrap_or_default();
        numbers["pairs"] = serde_json::to_value(&self.campaign.pairs).unwrap_or_default();
        numbers["uncontrolled"] = serde_json::to_value(&self.campaign.uncontrolled).unwrap_or_default();
        numbers["options"] = serde_json::to_value(&self.campaign.options).unwrap_or_default();
        numbers
    }

    /// Reads the copy that a running game keeps; one from before there was a table of debts has the book's.
    pub fn from_document(document: &Value) -> Result<Scenario, ScenarioError> {
        let source = ScenarioSource::deserialize(&*with_debts(document))
            .map_err(|why| ScenarioError::Unreadable { part: "document", why: why.to_string() })?;
        source.build()
    }

    /// The copy that a running game keeps; [`Scenario::from_document`] reads it back.
    pub fn to_document(&self) -> Result<Value, ScenarioError> {
        serde_json::to_value(&*self.source)
            .map_err(|why| ScenarioError::Unreadable { part: "document", why: why.to_string() })
    }
}

/// A document from before the book had a table of debts, with that of the book.
fn with_debts(document: &Value) -> Cow<'_, Value> {
    if document["tables"].get("debts").is_some() {
        return Cow::Borrowed(document);
    }
    let mut whole = document.clone();
    let built_in = toml::from_str::<Value>(TABLES).unwrap_or_default();
    if let Some(tables) = whole.get_mut("tables").and_then(Value::as_object_mut) {
        tables.insert("debts".to_owned(), built_in["debts"].clone());
    }
    Cow::Owned(whole)
}

#[cfg(test)]
mod tests;
