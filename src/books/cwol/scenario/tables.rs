//! Every number of the rules that is neither of the map nor of the opening, as `tables.toml` has it.

use std::collections::BTreeMap;

use kit::amount::{Amount, Rounding, Share};
use kit::commerce::Raiding;
use kit::forces::change::Abroad;
use kit::rising::Rising;
use kit::upkeep::Arrears;
use serde::{Deserialize, Serialize};

use super::super::order::DepotKind;
use super::super::side::{Arm, BySide, Class, Kind, Side};
use super::armies::{Battle, LandTable};

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

/// How ships move.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SailingTable {
    /// Squares a turn.
    pub speed: u32,
    /// Steps a turn at sea.
    pub steps: u32,
    /// Hits in a hundred that ships running past take for each hundred of a battery's strength.
    pub volley: u32,
}

/// How ships fight.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    pub rounds: u32,
    /// What a side's strength is multiplied by, in a hundred: one of these.
    pub luck: Vec<u32>,
    pub armoured: Vec<Class>,
    /// Hits in a hundred that glance off armour.
    pub glance: u32,
    /// In a hundred: how likely an unarmed ship is hit where an armed one is.
    pub unarmed: u32,
    /// In a hundred of what a side began with: with less it breaks before a stronger enemy.
    pub break_at: u32,
    /// In a hundred: by so much less of what it began with a side loses after the last round.
    pub margin: u32,
    /// Points of damage that sink a ship.
    pub hull: u32,
    /// In a hundred of the complement: men lost for a point of damage.
    pub crew: u32,
    /// In a hundred of a ship's strength: lost for a point of damage.
    pub damage: u32,
    /// In a hundred: what a ship without crew counts.
    pub manned: u32,
    /// In a hundred: what a point of quality adds, and without any.
    pub quality: u32,
    pub unskilled: u32,
    /// In a hundred: transports that are alone with armed ships are taken.
    pub capture: u32,
}

/// Chances in a hundred to get away before a fight.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evade {
    pub base: i64,
    /// More where every enemy is unarmed.
    pub unarmed: i64,
    /// More, or less, for who has an armoured ship.
    pub armoured: i64,
    /// More where others stay behind and fight.
    pub rearguard: i64,
}

/// How far ships see, in squares around.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detect {
    pub ship: u32,
}

/// What shells do.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bombard {
    /// Men in a hundred for each point of strength.
    pub factor: u32,
    /// In a hundred: what is left of it by the ground.
    pub open: u32,
    pub rough: u32,
    pub city: u32,
    /// In a hundred: less of it for each level of a work.
    pub fort: u32,
}

/// What batteries over a river count, and bear.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatteryTable {
    pub flat: u32,
    pub hill: u32,
    pub high_hill: u32,
    /// Hits for each hundred of strength after which it counts half.
    pub damaged: u32,
    /// And after which it is destroyed.
    pub destroyed: u32,
    /// Batteries of a naval battery that make up the whole strength.
    pub whole: u32,
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
