//! The rows of what reports tell of a window: plain values, already cut to what their readers may know.

use serde::{Deserialize, Serialize};

use super::calendar::Month;
use super::order::{Levied, Unit};
use super::power::Power;

/// What one power scored in the Victory Points Step (8.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Who.
    pub power: Power,
    /// Its box on the political status display, as people call it ("N9").
    pub status: String,
    /// Points of that box.
    pub gained: i64,
    /// All its points, before any reduction by Britain.
    pub total: i64,
    /// Its victory level.
    pub level: i64,
}

/// One power in the final Victory Points Step (8.1.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinalScore {
    /// Who.
    pub power: Power,
    /// Victory points.
    pub points: i64,
    /// Manpower values that count as points.
    pub manpower: i64,
    /// Both together.
    pub total: i64,
    /// Its victory level.
    pub level: i64,
    /// It had announced.
    pub has_announced: bool,
}

/// By what the winners were found (8.1.3, D12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VictoryBy {
    /// They reached their levels.
    Level,
    /// Nobody did, so Britain wins.
    Default,
    /// The highest part of its level, in a campaign that was cut short.
    Share,
}

/// The ports offered to one power, or to one neutral minor country.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferRow {
    /// The power's or the country's name.
    pub partner: String,
    /// Its ports.
    pub ports: Vec<String>,
}

/// How the trade of one port came out (8.2.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TradeRow {
    /// The port.
    pub port: String,
    /// The province or minor country.
    pub territory: String,
    /// Its controller's name; none of a neutral country.
    pub holder: Option<String>,
    /// Both wanted the trade and nothing hindered it.
    pub has_traded: bool,
    /// Why not.
    pub reason: Option<String>,
}

/// A power whose American trade Britain stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoppedRow {
    /// Who.
    pub power: Power,
    /// What it would have been worth.
    pub money: u32,
}

/// What became of the Spanish gold convoy (8.2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Convoy {
    /// It had no port to go to: no dice.
    None,
    /// It arrived.
    Arrived,
    /// Britain captured it.
    Captured,
}

/// Money that went from one power to another (8.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoanRow {
    /// From.
    pub from: Power,
    /// To.
    pub to: Power,
    /// How much.
    pub amount: u32,
    /// To be repaid.
    pub is_loan: bool,
    /// When, if it was said.
    pub due: Option<Month>,
}

/// A payment of debts (8.5.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DebtRow {
    /// Who owed.
    pub from: Power,
    /// Whom.
    pub to: Power,
    /// What was paid.
    pub paid: u32,
    /// What is still owed.
    pub left: u32,
}

/// Factors or ships that were bought together (8.5.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoughtRow {
    /// What.
    pub unit: Unit,
    /// How many.
    pub count: u32,
    /// For how much money.
    pub money: u32,
    /// And manpower.
    pub manpower: u32,
    /// The month in whose Reinforcement Phase they are placed.
    pub month: Month,
}

/// A step on the political status display (8.6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusRow {
    /// Who.
    pub power: Power,
    /// The box it stood in.
    pub from: String,
    /// The adjustment printed there.
    pub adjustment: i32,
    /// The box it stands in now.
    pub to: String,
}

/// What became of a territory of a power in civil disorder (8.7).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeirRow {
    /// The territory.
    pub territory: String,
    /// Who has it now; none: neutral.
    pub holder: Option<Power>,
    /// Whoever has forces there, when it is disputed (8.7.4).
    pub claimants: Vec<Power>,
}

/// A die of somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DieRow {
    /// Whose.
    pub power: Power,
    /// What it showed last.
    pub die: u32,
    /// What was added to it.
    pub plus: u32,
}

/// Levied counters of a kind (8.10).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevyRow {
    /// Which.
    pub troops: Levied,
    /// Where new ones were placed, or in which order corps were refilled.
    pub placed: Vec<String>,
    /// Where surplus ones were taken off.
    pub removed: Vec<String>,
}
