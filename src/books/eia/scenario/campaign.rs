//! One campaign: when it is played, how open questions are decided, what the powers hold and have at the start.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::calendar::Month;
use super::super::power::Power;
use super::super::state::Forces;

/// The short name of the book that campaigns are of.
pub const BOOK: &str = "eia";

/// A campaign, as its file has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    /// The rule book's id.
    pub book: String,
    /// The short name.
    pub id: String,
    /// The title that letters print.
    pub title: String,
    /// The first month.
    pub start: Month,
    /// The last month that is played.
    pub last: Month,
    /// Powers of one player.
    pub pairs: Vec<(Power, Power)>,
    /// Powers without a player (8.11).
    #[serde(default)]
    pub uncontrolled: Vec<Power>,
    /// How open questions are played.
    pub options: Options,
    /// Each power's position.
    pub powers: BTreeMap<Power, PowerStart>,
    /// Wars and alliances.
    pub diplomacy: Diplomacy,
    /// Conquered minor countries by their holder.
    pub conquered: BTreeMap<Power, Vec<String>>,
    /// Free states by their controller, with their forces.
    pub free: BTreeMap<Power, BTreeMap<String, Forces>>,
    /// Minor countries that another one holds when no power does.
    pub dependent: BTreeMap<String, String>,
}

/// How open questions are played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Option 12.5.
    pub manipulation: bool,
    /// Option 12.1.1.
    pub militia_conversion: bool,
    /// Options 11.1 to 11.6 and 11.8.
    pub combinations: bool,
    /// The victory rules of campaigns (8.1.3); off: the GM decides.
    pub campaign: bool,
    /// The campaign is cut short: without an announcement the highest part of a level wins (8.1.3).
    #[serde(default)]
    pub shorter_campaign: bool,
    /// Fewer than seven: uncontrolled powers (8.11).
    pub players: u32,
    /// By which value the port of American trade is the best (D4).
    pub american_rank: AmericanRank,
    /// American trade of the phase in which the war begins (D4).
    pub american_trade_when_war_begins: WarTrade,
    /// Whose American trade Britain stops (D4).
    pub stop_scope: StopScope,
    /// What silence answers to the British offer (D2).
    pub trade_silence: TradeSilence,
    /// Who is told of loans and gifts (D6).
    pub loans_told: LoansTold,
    /// Who is told of treasuries (D13).
    pub treasury_told: TreasuryTold,
    /// What an occupied capital does to income (D5).
    pub occupied_capital_income: OccupiedCapitalIncome,
}

/// By which value the port of American trade is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AmericanRank {
    /// The second, which counts.
    Second,
    /// The first.
    First,
    /// Both together.
    Sum,
}

/// American trade of the phase in which the war begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WarTrade {
    /// Stands.
    Stands,
    /// Is cancelled.
    Cancelled,
}

/// Whose American trade Britain stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopScope {
    /// Any of her enemies.
    Choice,
    /// All her enemies or none.
    AllEnemies,
}

/// What silence answers to the British offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TradeSilence {
    /// As last time, at first yes.
    Standing,
    /// Yes.
    Agree,
    /// No.
    Refuse,
}

/// Who is told of loans and gifts when the window closes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LoansTold {
    /// Everybody.
    Public,
    /// Giver and receiver.
    Parties,
}

/// Who is told of treasuries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TreasuryTold {
    /// Their owner, and those he shares with.
    Private,
    /// Everybody.
    Public,
}

/// What an occupied national capital does to income.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OccupiedCapitalIncome {
    /// As 8.2.1 says, source by source.
    TextSteps,
    /// No money at all.
    NoMoneyAtAll,
}

/// A power's position at the start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowerStart {
    /// Its box on the status display, as people call it ("N9").
    pub status: String,
    /// Money.
    pub money: u32,
    /// Manpower.
    pub manpower: u32,
    /// Corps on the map.
    pub corps: u32,
    /// Fleets in ports.
    pub fleets_in_port: u32,
    /// Fleets at sea.
    pub fleets_at_sea: u32,
    /// Depots.
    pub depots: u32,
}

impl PowerStart {
    /// Its counters on the map.
    pub fn forces(&self) -> Forces {
        Forces {
            corps: self.corps,
            fleets_in_port: self.fleets_in_port,
            fleets_at_sea: self.fleets_at_sea,
            depots: self.depots,
        }
    }
}

/// Wars and alliances at the start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diplomacy {
    /// Pairs at war.
    pub wars: Vec<(Power, Power)>,
    /// Pairs of allies.
    pub alliances: Vec<(Power, Power)>,
}

impl Campaign {
    /// Whether a power has no player of its own (8.11).
    pub fn is_uncontrolled(&self, power: Power) -> bool {
        self.uncontrolled.contains(&power)
    }

    /// The power that shares its player with this one (14.2.2).
    pub fn paired_with(&self, power: Power) -> Option<Power> {
        self.pairs.iter().find_map(|(one, other)| match power {
            _ if *one == power => Some(*other),
            _ if *other == power => Some(*one),
            _ => None,
        })
    }
}
