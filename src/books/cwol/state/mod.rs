//! The whole truth of a game.

mod forces;
mod nation;
mod opening;
mod told;
mod works;

use std::collections::BTreeMap;

use base::game::SeatId;
use board::square::Square;
pub use forces::{Off, PoolKey, Regiments, Ship, Unit};
use kit::amount::Amount;
use kit::jobs::Jobs;
use kit::ledger::Ledger;
use kit::pools::Pools;
use kit::rising::Attempts;
use kit::stores::StandingOrders;
use kit::votes::Motion;
pub use nation::{Law, Nation, Power};
use serde::{Deserialize, Serialize};
pub use told::{MoraleChange, Revenue, Told};
pub use works::{Depot, Fort, Work};

use crate::facts::Facts;
use crate::order::{Good, Subject};
use crate::river::RiverState;
use crate::scenario::Mended;
use crate::side::{Arm, BySide, Side};

/// What the treasuries hold, counted in hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    Gold,
    Greenbacks,
    Mp,
}

impl std::fmt::Display for Measure {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Measure::Gold => "gold",
            Measure::Greenbacks => "greenbacks",
            Measure::Mp => "MP",
        })
    }
}

/// A bill of a Congress.
pub type Bill = Motion<SeatId, Subject>;

/// Everything that can change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// 0 is the build turn before the war.
    pub turn: u32,
    pub is_over: bool,
    pub nations: BySide<Nation>,
    pub cities: BTreeMap<String, CityState>,
    pub ledger: Ledger<Measure>,
    pub pools: Pools<PoolKey>,
    /// Regiments and batteries that wait in cities to be formed into units.
    pub regiments: Vec<Regiments>,
    pub jobs: Jobs<Work>,
    pub units: BTreeMap<String, Unit>,
    pub ships: BTreeMap<String, Ship>,
    /// The last number given to each kind of unit and ship of each side ("USIN").
    pub numbers: BTreeMap<String, u32>,
    pub kentucky_is_neutral: bool,
    /// The cities where militia rose in this campaign.
    #[serde(default)]
    pub risings: Attempts<String>,
    /// The bills of each side's Congress that ever were, by their numbers.
    #[serde(default)]
    pub bills: BySide<Vec<Bill>>,
    /// What is bought and sent on every turn.
    #[serde(default)]
    pub standing: BySide<StandingOrders<Good>>,
    /// Depots and caches in service: one a square.
    #[serde(default)]
    pub depots: BTreeMap<Square, Depot>,
    #[serde(default)]
    pub forts: Vec<Fort>,
    /// Steps of rail and river that the game master has added and cut.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Mended>,
    /// What else the game master has ruled in place of what is computed.
    #[serde(default)]
    pub facts: Facts,
    /// What the treasuries held and owed as each turn ended.
    #[serde(default)]
    pub past: BySide<Vec<Past>>,
    /// What has happened on the rivers.
    #[serde(default, skip_serializing_if = "RiverState::is_empty")]
    pub river: RiverState,
    /// What a side's units saw of the other as the last turn began.
    #[serde(default, skip_serializing_if = "is_blind")]
    pub glimpses: BySide<Vec<Glimpse>>,
    /// Where hostile units have met that fight as the next turn begins.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub contacts: BTreeMap<Square, Contact>,
    /// What the last turn brought, as the reports on it tell.
    pub told: Told,
}

fn is_blind(glimpses: &BySide<Vec<Glimpse>>) -> bool {
    glimpses.union.is_empty() && glimpses.confederacy.is_empty()
}

/// What was seen in a square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Glimpse {
    pub square: Square,
    pub what: Vec<String>,
    /// The same as numbers, by the letters of kinds and classes.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<String, u32>,
}

/// How units of both sides came into one square.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// Who came to the other; none: both came at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacker: Option<Side>,
    /// The square that most of the attackers came from; where both came at once, most of the Union's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Square>,
    /// Where both came at once, the square that most of the Confederacy's came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<Square>,
}

impl Contact {
    /// The square that a side came from, if it came.
    pub fn origin(&self, side: Side) -> Option<Square> {
        if side == self.attacker.unwrap_or(Side::Union) { self.from } else { self.other }
    }
}

/// A side's money as a turn ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Past {
    pub turn: u32,
    pub gold: Amount,
    pub greenbacks: Amount,
    pub debt: Amount,
    /// Greenback eagles for 100 of gold, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
}

/// How a city stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CityState {
    pub held_by: Option<Side>,
    pub aligned: Side,
    pub level: u32,
    pub yards: u32,
    pub has_tariff: bool,
    /// Under siege or not, as the game master says; none: as it is computed.
    #[serde(default)]
    pub is_besieged: Option<bool>,
    pub supplies: u32,
    pub stores: u32,
    /// Capacity of its shipping that was chartered (4.6).
    #[serde(default)]
    pub chartered: u32,
    /// D25: points of the enemy's privateers off it, as the game master says; none: he has said nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub privateers: Option<u32>,
}

impl State {
    /// Notes what the treasuries hold as the turn ends.
    pub fn note_money(&mut self) {
        for side in Side::BOTH {
            let nation = self.nations.of(side);
            let past = Past {
                turn: self.turn,
                gold: self.gold(side),
                greenbacks: self.greenbacks(side),
                debt: nation.debt,
                value: nation.greenbacks_value,
            };
            self.past.of_mut(side).push(past);
        }
    }

    /// What a treasury holds of a measure, in its smallest unit.
    pub fn held(&self, side: Side, measure: Measure) -> i64 {
        self.ledger.balance(side.code(), measure)
    }

    /// A city as it stands.
    pub fn city(&self, id: &str) -> Option<&CityState> {
        self.cities.get(id)
    }

    /// Regiments or batteries of a side that wait in a city.
    pub fn waiting(&self, side: Side, arm: Arm, city: &str) -> u32 {
        let there = |row: &&Regiments| row.side == side && row.arm == arm && row.city == city;
        self.regiments.iter().filter(there).map(|row| row.count).sum()
    }

    /// The next number of a kind of unit or ship ("USIN").
    pub fn next_number(&mut self, kind: &str) -> u32 {
        let last = self.numbers.entry(kind.to_owned()).or_default();
        *last += 1;
        *last
    }
}
