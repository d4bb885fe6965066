//! Every number of the rules that is neither of the map nor of the opening, as `tables.toml` has it.

use std::collections::BTreeMap;

use kit::amount::{Amount, Share};
use kit::commerce::Raiding;
use kit::forces::change::Abroad;
use kit::rising::Rising;
use kit::upkeep::Arrears;
use serde::{Deserialize, Serialize};

use super::super::side::{Arm, BySide, Class, Kind};
use super::armies::{Battle, LandTable};
use super::costs::{
    Between, Cost, Depots, Forts, FromEurope, NewShips, NewUnits, Repair, ShipClassRow, UnitKindRow, Waiting, WeaponRow,
};
use super::warships::{BatteryTable, Bombard, Combat, Detect, Evade, SailingTable};

/// All of them.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    pub income: Income,
    pub tax: Tax,
    pub loan: Loan,
    pub paper: Paper,
    pub congress: CongressLimits,
    pub events: Events,
    pub victory: Victory,
    pub trade: TradeTable,
    pub rising: Rising,
    /// In a regiment or battery, and in a unit that has none.
    pub men: Men,
    /// For a regiment or battery of bounty men, in eagles.
    pub bounty: BountyTable,
    pub waiting: Waiting,
    /// Turns, the one of the order included.
    pub raising: BTreeMap<Arm, u32>,
    pub links: Reach,
    /// How far a naval battery is from the city of its guns.
    pub batteries: Reach,
    pub new_units: NewUnits,
    pub new_ships: NewShips,
    pub abroad: FromEurope,
    /// How far goods are sent in a turn by standing orders.
    pub forwarding: Reach,
    pub supply: SupplyTable,
    pub fund: Fund,
    pub limits: Limits,
    pub prices: Prices,
    /// What comes of upkeep that is not paid.
    pub arrears: Arrears,
    pub stragglers: Stragglers,
    pub disband: Disband,
    pub reinforce: Join,
    pub repair: Repair,
    pub transports: Transports,
    /// Of new units.
    pub quality: BTreeMap<Kind, BySide<u32>>,
    pub units: BTreeMap<Kind, UnitKindRow>,
    pub ships: BTreeMap<Class, ShipClassRow>,
    /// Better ones.
    pub weapons: BTreeMap<Kind, WeaponRow>,
    pub depots: Depots,
    pub forts: Forts,
    /// What a ship counts in a fight (SNNM 7.1).
    pub strength: BTreeMap<Class, u32>,
    /// River batteries (SNNM 7.1).
    pub battery: BatteryTable,
    pub sailing: SailingTable,
    pub combat: Combat,
    pub evade: Evade,
    pub flee: Between,
    pub detect: Detect,
    pub bombard: Bombard,
    pub land: LandTable,
    pub battle: Battle,
}

/// What cities bring (2.3, 2.10).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Income {
    /// Gold a turn for each level of a city.
    pub per_level: i64,
    /// What is left of it where the other side holds the city.
    pub captured: Share,
    /// MPs a turn for each level.
    pub mp_per_level: i64,
    /// What the ports of the Confederacy lose by an embargo.
    pub embargo: Share,
}

/// What cities lose to the enemy.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TradeTable {
    /// For each brigade near a city, for so many at most, so near.
    pub brigade: Share,
    pub brigades: u32,
    pub brigade_reach: u32,
    /// What blockaded ports lose when all of them are.
    pub blockade: Share,
    pub raiding: Raiding,
    pub points: Points,
}

/// What a ship counts off a port that raids or protects.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// In the harbour.
    pub harbor: u32,
    /// In its waters or sea area.
    pub wooden: u32,
    pub ironclad: u32,
}

/// What bounds a Congress.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CongressLimits {
    /// The most of greenbacks or debt that an act allows, in eagles.
    pub sum: i64,
    /// How many open bills one office has.
    pub open: usize,
    /// So many parts of so many of the Congressmen whose seat is held: more than that carry a bill at once.
    pub carried: [u32; 2],
    /// The same: at least so many overrule a veto.
    pub overruled: [u32; 2],
    /// Seconds before the deadline by which the President's silence is assent.
    pub time_to_sign: i64,
}

/// Points of morale by single events.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Events {
    /// Acts of Congress, when they first become law.
    pub draft: i64,
    pub bounty: i64,
    pub usct: i64,
    pub greenbacks: i64,
    /// For each level of a city.
    pub city_lost: i64,
    pub city_taken: i64,
    /// Beside its levels.
    pub capital_lost: i64,
    /// For each thousand men that a side lost less in battles than the other, which loses as much.
    pub battle: i64,
}

/// Points that decide who has won when the last campaign is over.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// For each level of the cities that a side holds then.
    pub city_per_level: i64,
    /// For so many men of the enemy who fell or were taken in fights, one.
    pub losses_per_point: u64,
    /// For the enemy's capital, each time it is taken.
    pub capital_taken: i64,
}

/// The highest rates, and what rates do to morale (2.2, D11).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tax {
    /// The highest income tax, in a hundred.
    pub income: i64,
    /// The highest tariff, in a hundred.
    pub tariff: BySide<i64>,
    /// Hundredths of a point of morale for each in a hundred of income tax.
    pub morale_income: i64,
    /// The same of the tariff above that of the start.
    pub morale_tariff: i64,
}

/// Interest (3.2).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loan {
    /// Of the debt, a turn.
    pub interest: Share,
}

/// The formula of D09.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    pub linear: i64,
    pub square: i64,
    pub debt: Share,
    pub unissued: Share,
    /// Turns of gross income that paper and debt are held against.
    pub turns: i64,
    /// By so many points the value rises for a point of morale less.
    pub morale_fall: i64,
    /// By so many it falls for a point more.
    pub morale_rise: i64,
}

/// Men of a regiment and a battery, and of a staff (4.2).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Men {
    infantry: u32,
    cavalry: u32,
    battery: u32,
    militia: u32,
    #[serde(rename = "AQ")]
    army: u32,
    #[serde(rename = "CQ")]
    corps: u32,
    #[serde(rename = "PB")]
    bridge: u32,
}

impl Men {
    /// In a regiment or battery.
    pub fn of(&self, arm: Arm) -> u32 {
        match arm {
            Arm::Infantry => self.infantry,
            Arm::Cavalry => self.cavalry,
            Arm::Field | Arm::Siege => self.battery,
            Arm::Militia => self.militia,
        }
    }

    /// In a unit that has neither regiments nor batteries.
    pub fn of_whole(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Army => self.army,
            Kind::Corps => self.corps,
            Kind::Bridge => self.bridge,
            _ => 0,
        }
    }
}

/// The bounty for a regiment or battery of each arm (4.3).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BountyTable {
    infantry: i64,
    cavalry: i64,
    battery: i64,
    militia: i64,
}

impl BountyTable {
    /// For a regiment or battery.
    pub fn of(&self, arm: Arm) -> Amount {
        Amount::whole(match arm {
            Arm::Infantry => self.infantry,
            Arm::Cavalry => self.cavalry,
            Arm::Field | Arm::Siege => self.battery,
            Arm::Militia => self.militia,
        })
    }
}

/// How far men or goods go from city to city, in squares.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reach {
    pub rail: u32,
    pub river: u32,
    pub near: u32,
}

/// How far a unit may be from a city or depot to be in supply, in squares.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupplyTable {
    /// By a line of contact.
    pub line: u32,
    pub rail: u32,
}

/// The test of funds (5.5, D44).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fund {
    pub turns: u32,
    /// Of an eagle, for an MP of upkeep.
    pub mp_value: Share,
}

/// How much one order, a city and a side may begin and buy (5.7, 7.3, 7.4, D56).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    pub city: CityLimit,
    /// Units of a side in a tactical square.
    pub stack: u32,
    /// Units of one order.
    pub order: u32,
    /// Size of what is bought in a city in a turn.
    pub stores: u32,
    /// The size of a supply.
    pub supply_size: u32,
    /// For each city of the side, all purchases of a turn together.
    pub nation: u32,
}

/// Units under construction by the level of a city (5.7).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CityLimit {
    base: u32,
    per_level: u32,
}

impl CityLimit {
    /// Units that a city of this level can have under construction (5.7).
    pub fn of(&self, level: u32) -> u32 {
        self.base + self.per_level * level
    }
}

/// Prices of goods, crews and MPs.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    pub supply: i64,
    pub stores: i64,
    /// Of an MP in Europe, in gold.
    pub foreign_mp: i64,
    /// Men of a crew for an eagle.
    pub ship_crew: u32,
}

/// When stragglers are back (D16).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stragglers {
    /// After which they are back with their unit.
    pub turns: u32,
}

/// What comes of a unit that is disbanded.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disband {
    /// Campaigns after the one that is running, at the end of which its men are back.
    pub campaigns: u32,
    /// Outside the side's own States.
    pub abroad: Abroad,
}

/// How far what waits in a city joins a unit, in squares.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// Of a line of contact.
    pub contact: u32,
    pub rail: u32,
}

/// Groups of transports, which are counted by the men they carry.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transports {
    /// Of a merged group.
    pub most: u32,
    /// What a port of the sea can charter for each dockyard, and one of a river.
    pub ocean: u32,
    pub river: u32,
    /// Capacity for a man of the crew.
    pub per_man: u32,
    /// Capacity for a price and a rate.
    pub per: u32,
    pub kinds: BTreeMap<Class, GroupRow>,
}

/// A kind of transports.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroupRow {
    pub stores: u32,
    pub price: Cost,
    pub upkeep: Cost,
    pub turns: u32,
}
