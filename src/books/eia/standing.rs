//! Rows of the standing facts: what is known of a power, a territory, a city, an account. Pieces of the state as letters
//! and receipts need them; `knowledge.rs` puts a state together of them again.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::calendar::Month;
use super::measure::Measure;
use super::order::{Counter, Holder, Levied, Tenure, Unit};
use super::power::Power;
use super::state::{Forces, Party};

/// What everybody knows of a power.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PowerRow {
    /// The power.
    pub power: Power,
    /// Its name in letters.
    pub name: String,
    /// Out of the game for good.
    pub is_out: bool,
    /// Run by another power's player.
    pub run_by: Option<Power>,
    /// The place of its marker, from 1 at the left.
    pub status: u32,
    /// The box as people call it ("N9").
    pub box_name: String,
    /// The zone of the box.
    pub zone: String,
    /// Victory points of the box.
    pub gain: u32,
    /// Political status adjustment of the box.
    pub adjustment: i32,
    /// Victory points.
    pub victory_points: i64,
    /// The victory level.
    pub level: u32,
    /// Victory has been announced.
    pub is_announced: bool,
    /// Counters on the map.
    pub forces: Forces,
    /// Leaders removed by a peace condition, and since when.
    pub removed_leaders: Vec<(String, Month)>,
    /// Where levied counters stand.
    pub levied: Vec<(Levied, Vec<String>)>,
    /// At war with these powers, and with these minor countries alone.
    pub enemies: Vec<String>,
    /// Allied with these powers.
    pub allies: Vec<String>,
}

/// A territory that is not as the map prints it: home provinces at home and neutral minor countries have no row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LandRow {
    /// The territory.
    pub name: String,
    /// Who controls it; none: neutral.
    pub holder: Option<Power>,
    /// The controller's name in letters; empty for none.
    pub holder_name: String,
    /// How.
    pub tenure: Tenure,
    /// The political combination it is part of.
    pub combination: Option<String>,
}

/// A city where something is the matter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CityRow {
    /// The city.
    pub name: String,
    /// Whose forces are inside, when they are not its controller's.
    pub occupant: Holder,
    /// Those inside are besieged.
    pub is_besieged: bool,
    /// Who lies before it.
    pub besieger: Holder,
    /// Who blockades it.
    pub blockaded_by: Option<Power>,
    /// Corps there, by power.
    pub corps: Vec<(Power, u32)>,
    /// All of it in words ("occupied by France, unbesieged").
    pub words: String,
}

/// A free state as everybody knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreeStateRow {
    /// The minor country.
    pub name: String,
    /// Counters on the map.
    pub forces: Forces,
    /// Ships noted for later (8.8.5).
    pub ships_in_pool: u32,
}

/// A debt in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwedRow {
    /// Who owes.
    pub from: Power,
    /// His name in letters.
    pub from_name: String,
    /// Whom.
    pub to: Power,
    /// His name in letters.
    pub to_name: String,
    /// How much is open.
    pub amount: u32,
    /// By a peace treaty.
    pub is_formal: bool,
    /// When it is to be paid, if that was said.
    pub due: Option<Month>,
    /// The same in words; empty if nothing was said.
    pub due_title: String,
    /// Waits for the game master's word.
    pub awaits_gm: bool,
}

/// What is on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrivalRow {
    /// Of a free state, by name.
    pub state: Option<String>,
    /// What.
    pub unit: Unit,
    /// How many.
    pub count: u32,
    /// When it is placed.
    pub month: Month,
    /// The month in words.
    pub title: String,
}

/// Counters bought and not yet placed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnplacedRow {
    /// Of a free state, by name.
    pub state: Option<String>,
    /// Which kind.
    pub counter: Counter,
    /// How many.
    pub count: u32,
    /// Their names, when they were said.
    pub names: Vec<String>,
    /// The last month in which they can be placed.
    pub until: Month,
    /// The month in words.
    pub title: String,
}

/// A posting as the owner of an account sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerRow {
    /// The step of the rules.
    pub step: String,
    /// What is counted.
    pub measure: Measure,
    /// Added to the account, or taken from it.
    pub change: i64,
    /// What for.
    pub text: String,
}

/// How a past Economic Phase ended for everybody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastRow {
    /// Its month.
    pub month: Month,
    /// By power in the order of reports: victory points and place of the marker.
    pub powers: Vec<(Power, i64, u32)>,
}

/// What the stages that are over have brought in this quarter, as far as everybody knows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct QuarterRow {
    /// Victory points gained (8.1).
    pub gained: BTreeMap<Power, i64>,
    /// The ports Britain offers to trade with.
    pub offered: BTreeSet<String>,
    /// Ports of the Black Sea with leave.
    pub black_sea_leave: BTreeSet<String>,
    /// The American war was on when the Economic Phase began.
    pub was_american_war: bool,
    /// Powers that went bankrupt.
    pub bankrupt: BTreeSet<Power>,
    /// This is the final Victory Points Step.
    pub is_final: bool,
    /// Territories that several powers claim, and who does (8.7.4).
    pub disputes: BTreeMap<String, BTreeSet<Power>>,
}

/// A pair at war, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarRow {
    /// One.
    pub one: Party,
    /// The other.
    pub other: Party,
    /// Both ("Britain and France").
    pub words: String,
}
