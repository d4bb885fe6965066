//! What is public and fixed when a game of the Civil War begins: map, tables, calendar, roster, opening.
//! Pure: takes texts or one document, never a file. Knows nothing of orders, states or reports.

mod campaign;
mod check;
mod fault;
mod gazetteer;
mod index;
mod lookup;
mod map;
mod map_source;
mod promotion;
mod roster;
mod settings;
mod tables;
mod variation;
mod words;

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use board::picture::Country;

pub use campaign::{
    Allotment, Calendar, CampaignSource, Control, CsaReinforcements, LandReinforcements, Lesson, Office, OpeningSource,
    Reinforcements, SeatSpec, Setup, SetupPlace, Span, TurnSpec, UsaReinforcements,
};
pub use check::ScenarioError;
pub use fault::{Fault, Texts};
pub use gazetteer::{Gazetteer, LeaderMatch, PlaceMatch};
pub use index::{NameIndex, NameMeaning};
pub use map::{City, CityId, Land, Map, River, RiverId, StateId, Tile};
pub use map_source::{MapSource, OceanLimit, SeaPassage, Shoal};
pub use promotion::{PromotionResult, PromotionTerms, PromotionWord};
pub use roster::{LeaderId, LeaderSource, LeaderSpec, Roster, Station};
pub use settings::SETTINGS;
pub use tables::*;
pub use words::{Account, Arm, BySide, Side, SizeClass, Terrain, Theatre};

/// The id of the whole war.
const WHOLE_WAR: &str = "1861";
/// What people call it.
const WHOLE_WAR_IN_WORDS: &str = "whole-war";

/// Its campaign.
const CAMPAIGN: &str = include_str!("../../../../config/books/civil-war/scenarios/1861.toml");

/// The shorter scenarios: what they change of the whole war.
const VARIATIONS: [(&str, &str); 2] = [
    ("1862", include_str!("../../../../config/books/civil-war/scenarios/1862.toml")),
    ("tutorial", include_str!("../../../../config/books/civil-war/scenarios/tutorial.toml")),
];

/// The ids of all scenarios that are built into the program, the whole war first.
pub fn ids() -> impl Iterator<Item = &'static str> {
    std::iter::once(WHOLE_WAR).chain(VARIATIONS.iter().map(|(id, _)| *id))
}

/// What each of them is called, in the same order.
pub fn titles() -> Vec<String> {
    #[derive(Deserialize)]
    struct Titled {
        title: String,
    }
    let texts = std::iter::once(CAMPAIGN).chain(VARIATIONS.iter().map(|(_, text)| *text));
    texts.map(|text| toml::from_str::<Titled>(text).map(|file| file.title).unwrap_or_default()).collect()
}

/// The raw parts of a scenario, as they are written in files and kept by a running game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioSource {
    /// The map.
    pub map: MapSource,
    /// Every number of the rules.
    pub tables: Tables,
    /// Calendar, reinforcements, roster and opening.
    pub campaign: CampaignSource,
}

/// A scenario ready for use: checked and indexed.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "ScenarioSource")]
pub struct Scenario {
    /// Terrain, towns, rails and rivers.
    pub map: Map,
    /// Every number of the rules.
    pub tables: Tables,
    /// The turns and their dates.
    pub calendar: Calendar,
    /// What arrives in each turn.
    pub reinforcements: Reinforcements,
    /// The leaders of both sides.
    pub roster: Roster,
    /// Forces and works at the start.
    pub setup: Setup,
    /// The commands that players hold.
    pub seats: Vec<SeatSpec>,
    /// Names of places and leaders, for reading orders.
    pub gazetteer: Gazetteer,
    source: Box<ScenarioSource>,
    /// The map as pictures show it, made when the first is drawn.
    chart: OnceLock<Arc<Chart>>,
}

/// The map as pictures show it, and a mark that no other map has.
#[derive(Debug)]
pub struct Chart {
    /// The map.
    pub country: Country,
    /// Its mark.
    pub mark: String,
}

impl ScenarioSource {
    /// Reads the three texts: the map in JSON, the tables and the campaign in TOML.
    pub fn read(map: &str, tables: &str, campaign: &str) -> Result<ScenarioSource, ScenarioError> {
        let unreadable = |part, why: String| ScenarioError::Unreadable { part, why };
        Ok(ScenarioSource {
            map: serde_json::from_str(map).map_err(|why| unreadable("map", why.to_string()))?,
            tables: toml::from_str(tables).map_err(|why| unreadable("tables", why.to_string()))?,
            campaign: toml::from_str(campaign).map_err(|why| unreadable("campaign", why.to_string()))?,
        })
    }

    /// The whole war, which is built into the program.
    pub fn embedded() -> Result<ScenarioSource, ScenarioError> {
        ScenarioSource::read(
            include_str!("../../../../config/books/civil-war/map.json"),
            include_str!("../../../../config/books/civil-war/tables.toml"),
            CAMPAIGN,
        )
    }

    /// A scenario that is built into the program, by its id; `None` when there is none of this name.
    pub fn named(id: &str) -> Option<Result<ScenarioSource, ScenarioError>> {
        if id == WHOLE_WAR || id == WHOLE_WAR_IN_WORDS {
            return Some(ScenarioSource::embedded());
        }
        let (_, text) = VARIATIONS.iter().find(|(name, _)| *name == id)?;
        Some(ScenarioSource::embedded().and_then(|source| source.vary(text)))
    }

    /// Checks the parts against each other and indexes them.
    pub fn build(self) -> Result<Scenario, ScenarioError> {
        let map = Map::build(&self.map)?;
        let roster = Roster::build(&self.campaign, &map)?;
        let scenario = Scenario {
            gazetteer: Gazetteer::build(&self.map, &map, &roster),
            calendar: Calendar::build(&self.campaign)?,
            reinforcements: Reinforcements::build(&self.campaign)?,
            setup: Setup::build(&self.campaign, &map)?,
            seats: self.campaign.seats.clone(),
            tables: self.tables.clone(),
            map,
            roster,
            source: Box::new(self),
            chart: OnceLock::new(),
        };
        check::sound(&scenario, &scenario.source.campaign.control)?;
        Ok(scenario)
    }
}

impl TryFrom<ScenarioSource> for Scenario {
    type Error = ScenarioError;

    fn try_from(source: ScenarioSource) -> Result<Scenario, ScenarioError> {
        source.build()
    }
}

impl Scenario {
    /// The campaign of 1861 that is built into the program.
    pub fn embedded() -> Result<Scenario, ScenarioError> {
        ScenarioSource::embedded()?.build()
    }

    /// Reads the copy that a running game keeps.
    pub fn from_document(document: &serde_json::Value) -> Result<Scenario, ScenarioError> {
        let source = ScenarioSource::deserialize(document)
            .map_err(|why| ScenarioError::Unreadable { part: "document", why: why.to_string() })?;
        source.build()
    }

    /// The copy that a running game keeps; [`Scenario::from_document`] reads it back.
    pub fn to_document(&self) -> Result<serde_json::Value, ScenarioError> {
        serde_json::to_value(&*self.source)
            .map_err(|why| ScenarioError::Unreadable { part: "document", why: why.to_string() })
    }

    /// The numbers that the pages of the rules show: every table by its name, the calendar, the turns that are played, what the
    /// map says of States and sources. Nothing of leaders, of the opening or of what arrives, which players learn in the game.
    pub fn numbers(&self) -> serde_json::Value {
        let mut numbers = serde_json::to_value(&self.tables).unwrap_or_default();
        numbers["title"] = self.title().into();
        numbers["first_turn"] = self.first_turn().into();
        numbers["last_turn"] = self.last_turn().into();
        numbers["is_lesson"] = self.lesson().is_some().into();
        let control = &self.source.campaign.control;
        numbers["control"] = serde_json::json!({ "turn": control.turn, "turn_sp": control.turn_sp });
        let lands = || self.map.states().map(|(_, land)| land);
        let neutral = lands().filter(|land| land.home.is_none()).map(|land| land.name.as_str());
        numbers["neutral_states"] = neutral.collect::<Vec<_>>().into();
        let worth = lands().filter(|land| land.home == Some(Side::Csa));
        let worth = worth.map(|land| serde_json::json!({ "name": land.name, "value": land.value }));
        numbers["worth"] = worth.collect::<Vec<_>>().into();
        let sources = |side| {
            let towns = self.map.cities().map(|(_, city)| city).filter(|city| city.source == Some(side));
            towns.map(|city| city.name.as_str()).collect::<Vec<_>>()
        };
        numbers["sources"] = serde_json::json!({ "usa": sources(Side::Usa), "csa": sources(Side::Csa) });
        numbers["calendar"] = serde_json::to_value(&self.calendar).unwrap_or_default();
        numbers
    }

    /// The map as pictures show it, made once by `make`.
    pub fn chart(&self, make: impl FnOnce() -> Chart) -> Arc<Chart> {
        Arc::clone(self.chart.get_or_init(|| Arc::new(make())))
    }

    /// The first turn that is played.
    pub fn first_turn(&self) -> u32 {
        self.source.campaign.span.map_or(1, |span| span.first)
    }

    /// The last turn that is played.
    pub fn last_turn(&self) -> u32 {
        self.source.campaign.span.map_or(self.calendar.last_turn(), |span| span.last)
    }

    /// The lesson that is played in place of a campaign.
    pub fn lesson(&self) -> Option<&Lesson> {
        self.source.campaign.lesson.as_ref()
    }

    /// Short id of the scenario, `1861`.
    pub fn id(&self) -> &str {
        &self.source.campaign.id
    }

    /// The title that letters print.
    pub fn title(&self) -> &str {
        &self.source.campaign.title
    }
}

#[cfg(test)]
mod tests;
