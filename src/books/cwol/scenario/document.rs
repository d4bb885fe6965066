//! A scenario as it is written, and as a game keeps it: the map, the States, the offices, the opening, every number.

use std::collections::{BTreeMap, BTreeSet};

use board::square::{Compass, Square};
use board::tactical::Tac;
use kit::amount::Share;
use serde::{Deserialize, Serialize};

use super::super::office;
use super::super::side::{BySide, Pool, Side};
use super::tables::Tables;

/// What is fixed, as it is written.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    pub calendar: Calendar,
    pub treasury: BySide<Treasury>,
    pub law: BySide<Rates>,
    pub morale: BySide<i64>,
    pub kentucky: Kentucky,
    /// The capital of each side, a city.
    pub capitals: BySide<String>,
    pub forces: Forces,
    pub tables: Tables,
    pub cities: Vec<City>,
    pub places: Vec<Place>,
    pub waters: Vec<PortWaters>,
    /// The sea areas; none: no ship sails there.
    #[serde(default)]
    pub seas: Vec<Sea>,
    pub links: Vec<Link>,
    pub states: Vec<StateRow>,
    pub offices: Vec<OfficeRow>,
    /// Rivers may close a ring; a document that says nothing of it is older than this.
    #[serde(default = "yes")]
    pub rings: bool,
    /// The ground of every square, a letter each (`squares.rs`); none: it is open everywhere.
    #[serde(default)]
    pub ground: Vec<String>,
    /// The State of every square; none: that of the nearest city.
    #[serde(default)]
    pub country: Option<Country>,
    /// The sides of a square on which its navigable river goes on.
    #[serde(default)]
    pub rivers: BTreeMap<Square, Vec<Compass>>,
    /// The last squares of rivers, where they come to the sea; beside those that the waters of ports state.
    #[serde(default)]
    pub mouths: Vec<Square>,
    /// Squares of rivers that lie in Kentucky (4.4).
    #[serde(default)]
    pub inside: BTreeSet<Square>,
    /// Heights over a river, and old works; none: the document is older than ships on rivers.
    #[serde(default)]
    pub sites: Option<Vec<Site>>,
    /// The neighbours to which railways lead.
    #[serde(default)]
    pub railways: BTreeMap<Square, Vec<Compass>>,
    /// Tactical squares that are stated, and do not follow from the map.
    #[serde(default)]
    pub tactical: BTreeMap<Square, Tactical>,
}

/// The State of every square, a letter each, in rows as those of the ground; letters that are none of a State are of the sea.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Country {
    pub letters: BTreeMap<char, String>,
    pub rows: Vec<String>,
}

fn yes() -> bool {
    true
}

/// What of a square's tactical squares is stated.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tactical {
    #[serde(default)]
    pub river: Option<Vec<Tac>>,
    #[serde(default)]
    pub bank: Option<Vec<Tac>>,
    #[serde(default)]
    pub rail: Option<Vec<Tac>>,
    #[serde(default)]
    pub city: Option<Tac>,
}

/// How long the war is.
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

/// What a side has when the game opens.
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

/// Kentucky's neutrality: whether it holds, and what its end costs (4.4, D37).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kentucky {
    pub is_neutral: bool,
    /// Of what each of its pools opened with, while it is (D37).
    pub available: Share,
    /// Of the white men that its violator began with there, he loses so many (4.4).
    pub lost: Share,
    /// Of those that the other side began with it gains so many (4.4).
    pub gained: Share,
    /// Points of morale that the other side gains (4.4).
    pub morale: i64,
}

/// What stands ready as the war begins.
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

/// On what a port lies.
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
    /// It lies off the map, a port of which nothing is got (2.3, 5.15, 7.6).
    #[serde(default)]
    pub is_off_map: bool,
    #[serde(default)]
    pub held_by: Option<Side>,
    /// To whom it is loyal.
    pub aligned: Side,
    /// The sides that may take its State's men there (5.1).
    pub gives: Vec<Side>,
}

/// What lies before a port.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PortWaters {
    pub port: String,
    /// Its sea area.
    pub sea: String,
    /// Its coastal waters; of a river port those of the mouth.
    pub waters: String,
    /// The square of its river's mouth; none: that of the river which is nearest to the waters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mouth: Option<Square>,
    /// The river ports on its way to the mouth.
    #[serde(default)]
    pub way: Vec<String>,
}

/// A sea area.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sea {
    pub name: String,
    /// The areas that are a step away.
    pub to: Vec<String>,
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

/// A bluff or fort over a river.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    pub name: String,
    pub state: String,
    pub square: Square,
    /// What a battery counts there, in place of what the ground gives it.
    pub strength: u32,
    /// Whose guns stand there from the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub works: Option<Side>,
}

/// By what goods and men go.
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
pub struct StateRow {
    pub id: String,
    pub name: String,
    #[serde(rename = "US")]
    pub union: BTreeMap<Pool, u64>,
    #[serde(rename = "CS")]
    pub confederacy: BTreeMap<Pool, u64>,
}

impl StateRow {
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
pub struct OfficeRow {
    pub id: String,
    pub side: Side,
    pub office: office::Office,
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
