//! What is made, of what and at what cost: units, ships, depots, works, weapons, as `tables.toml` has it.

use kit::amount::{Amount, Rounding};
use serde::{Deserialize, Serialize};

use super::super::order::DepotKind;
use super::super::side::{Class, Side};

/// What makes the quality of a new unit another than that of its kind (D53, D30).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewUnits {
    pub cavalry: LaterCavalry,
    /// Less for bounty men and drafted men.
    pub pressed: i64,
    /// One of these less for militia men in another unit.
    pub older: Vec<i64>,
    /// One of these more, of ships as well.
    pub luck: Vec<i64>,
}

/// Cavalry is the same on both sides when the war has lasted.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaterCavalry {
    /// Campaigns in which it is that of its side.
    pub early: u32,
    /// Its quality after them.
    pub later: u32,
}

/// A regiment or battery that is not formed yet (6.1).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waiting {
    /// Eagles a turn.
    pub upkeep: i64,
}

/// What a new ship is.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewShips {
    pub quality: u32,
}

/// Ships that are built in Europe.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FromEurope {
    /// Beside those of building.
    pub turns: u32,
    pub ships: Vec<Class>,
}

/// What a point of damage costs (O35).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repair {
    /// For a point of damage.
    pub eagles: i64,
}

/// Eagles and MPs, both to two decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "WholeCost", into = "WholeCost")]
pub struct Cost {
    pub eagles: Amount,
    pub mp: Amount,
}

/// As the tables have it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WholeCost {
    eagles: i64,
    mp: i64,
}

impl From<WholeCost> for Cost {
    fn from(cost: WholeCost) -> Self {
        Self { eagles: Amount::whole(cost.eagles), mp: Amount::whole(cost.mp) }
    }
}

impl From<Cost> for WholeCost {
    fn from(cost: Cost) -> Self {
        Self { eagles: cost.eagles.in_whole(Rounding::Up), mp: cost.mp.in_whole(Rounding::Up) }
    }
}

impl Cost {
    /// So many times as much.
    pub fn times(self, count: u32) -> Cost {
        Cost { eagles: self.eagles.times(i64::from(count)), mp: self.mp.times(i64::from(count)) }
    }

    /// Both together.
    pub fn and(self, other: Cost) -> Cost {
        Cost { eagles: self.eagles + other.eagles, mp: self.mp + other.mp }
    }
}

/// The least and the most of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Between {
    pub least: u32,
    pub most: u32,
}

impl Between {
    /// Whether a number is allowed.
    pub fn allows(self, count: u32) -> bool {
        (self.least..=self.most).contains(&count)
    }

    /// In words: "3 to 5", "2".
    pub fn words(self) -> String {
        if self.least == self.most { self.least.to_string() } else { format!("{} to {}", self.least, self.most) }
    }
}

/// A kind of unit (5.9, 6.1).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitKindRow {
    #[serde(default)]
    pub regiments: Between,
    #[serde(default)]
    pub batteries: Between,
    #[serde(default)]
    pub regiment: Cost,
    #[serde(default)]
    pub battery: Cost,
    /// Of a unit that is not formed of regiments and batteries.
    #[serde(default)]
    pub whole: Cost,
    /// For a regiment that joins a unit there is.
    #[serde(default)]
    pub added_regiment: Cost,
    /// For a battery that does.
    #[serde(default)]
    pub added_battery: Cost,
    pub turns: u32,
    pub upkeep: KindUpkeep,
    /// What a battery adds in a unit of another arm.
    #[serde(default)]
    pub attached: Option<ByDuty>,
}

/// What a kind of unit costs a turn (6.1).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindUpkeep {
    /// Men for a rate; none: the unit, however large.
    #[serde(default)]
    pub per: Option<u32>,
    /// Men are counted up to it.
    #[serde(default)]
    pub step: Option<u32>,
    pub active: Cost,
    pub inactive: Cost,
}

/// A rate in the field and laid up.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByDuty {
    pub active: Cost,
    pub inactive: Cost,
}

/// Depots and caches (7.7).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Depots {
    /// Turns to build.
    pub turns: u32,
    /// Squares from a city or depot of the side, where there is no way.
    pub reach: u32,
    pub depot: DepotKindRow,
    pub cache: DepotKindRow,
}

impl Depots {
    /// What a kind costs.
    pub fn of(&self, kind: DepotKind) -> &DepotKindRow {
        match kind {
            DepotKind::Depot => &self.depot,
            DepotKind::Cache => &self.cache,
        }
    }
}

/// Price and upkeep of one of them.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepotKindRow {
    pub price: Cost,
    pub upkeep: Cost,
}

/// Fortifications (8.1-8.3).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forts {
    /// The highest level.
    pub most: u32,
    /// The highest that the commander of a unit orders.
    pub command: u32,
    /// Eagles for a level, as many times as the level.
    pub per_level: i64,
    /// The experience of a unit that builds level 1, level 2 and so on for nothing.
    pub free: Vec<u32>,
}

/// What better weapons of a kind of unit cost; none: there are none for it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeaponRow {
    /// For so many men, part of them like the whole.
    #[serde(default)]
    pub arms: Option<ArmsRow>,
    /// For a battery.
    #[serde(default)]
    pub cannon: Option<ByAge>,
}

/// Better personal arms, for so many men (9.2).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmsRow {
    pub men: u32,
    pub existing: Cost,
    pub new: Cost,
}

/// For a unit that has served, and for a new one.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByAge {
    pub existing: Cost,
    pub new: Cost,
}

/// A class of ships (5.4, 5.9, 6.3).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipClassRow {
    pub crew: u32,
    pub stores: u32,
    pub price: Cost,
    pub turns: u32,
    pub at_sea: Cost,
    pub in_base: Cost,
    /// Who may build it at home.
    pub sides: Vec<Side>,
    #[serde(default)]
    pub is_pregame: bool,
}
