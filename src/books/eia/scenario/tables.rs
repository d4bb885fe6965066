//! Every number of the rules, in the shape of `tables.toml`; the rule or decision of each stands there. No number is
//! written in code.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::order::{Counter, Levied, Unit};
use super::super::power::Power;

/// Every number of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// Which months bring what (8.0).
    pub calendar: CalendarTable,
    /// Victory levels (8.1).
    pub victory: VictoryTable,
    /// Colonial and American trade (8.2.1).
    pub trade: TradeTable,
    /// Spanish gold (8.2.1).
    pub gold: GoldTable,
    /// Minor free states (8.2.3).
    pub free_states: FreeStateTable,
    /// National capitals and what their loss costs (8.4.1).
    pub capitals: BTreeMap<Power, Vec<Capital>>,
    /// Levels of economic manipulation (8.4.2, D8), ascending.
    pub manipulation: BTreeMap<Power, Vec<ManipulationLevel>>,
    /// Removed leaders (8.4.3, D9).
    pub leaders: LeaderTable,
    /// Maintenance (8.5.1).
    pub maintenance: MaintenanceTable,
    /// Debts that their debtors note (8.5.2).
    pub debts: DebtTable,
    /// The purchase chart (8.5.3).
    pub purchases: Vec<Purchase>,
    /// New counters (8.5.4).
    pub counters: CounterTable,
    /// Conversion of militia (8.5.6).
    pub militia: MilitiaTable,
    /// The political status display from the left (8.1, 8.6).
    pub status: Vec<Zone>,
    /// Civil disorder (8.7).
    pub disorder: DisorderTable,
    /// Ceding (8.8).
    pub ceding: CedingTable,
    /// The levy (8.10).
    pub levy: LevyTable,
    /// Uncontrolled powers (8.11).
    pub control: ControlTable,
}

/// Which months bring what, as numbers from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalendarTable {
    /// They end with an Economic Phase.
    pub economic_months: Vec<u8>,
    /// Ports north of the ice line do not trade.
    pub ice_month: u8,
    /// Feudal and insurrection corps are refilled.
    pub levy_month: u8,
    /// Uncontrolled powers find a player.
    pub control_month: u8,
}

/// Victory points and levels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryTable {
    /// Britain may spend one point in so many of those gained.
    pub reduction_share: u32,
    /// No total falls below.
    pub floor: i64,
    /// The victory level of each power.
    pub levels: BTreeMap<Power, u32>,
}

/// Colonial and American trade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TradeTable {
    /// British colonial trade.
    pub colonial: u32,
    /// The same during a war with the United States.
    pub colonial_in_american_war: u32,
    /// American trade is so many times the second value of a port.
    pub american_factor: u32,
    /// What the beginning of that war costs Britain.
    pub american_war_cost: u32,
    /// Political points that end it.
    pub american_peace_points: u32,
    /// The die that may begin it.
    pub american_die_sides: u32,
}

/// The Spanish gold convoy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoldTable {
    /// The month of the convoy.
    pub month: u8,
    /// Dice thrown.
    pub dice: u32,
    /// Their sides.
    pub die_sides: u32,
    /// When Britain is at war with Spain.
    pub war_modifier: i32,
    /// Below this Britain takes the convoy.
    pub captured_below: i32,
    /// What Britain gets of it.
    pub captured: u32,
    /// The throw of the first row.
    pub from: u32,
    /// Money by throw, from the first row on.
    pub money: Vec<u32>,
}

/// Minor free states.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreeStateTable {
    /// They gain so many times the values of the map.
    pub factor: u32,
}

/// A national capital.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Capital {
    /// The city.
    pub city: String,
    /// Political points lost when it is occupied.
    pub loss: u32,
}

/// A level of economic manipulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManipulationLevel {
    /// As ordered; above 0 squeezes the country.
    pub level: i32,
    /// Money of the next collection.
    pub money: i64,
    /// Manpower of the next collection.
    pub manpower: i64,
    /// Political points now.
    pub points: i64,
}

/// Leaders removed by a peace condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderTable {
    /// May return from so many months after.
    pub months: u16,
    /// The die.
    pub die_sides: u32,
    /// On so much or more he returns free.
    pub returns_from: u32,
    /// Political points that make sure of it.
    pub points: u32,
}

/// Maintenance of one counter, and what bankruptcy costs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaintenanceTable {
    /// A corps.
    pub corps: u32,
    /// A fleet in a port or a blockade box.
    pub fleet_in_port: u32,
    /// A fleet in a sea area.
    pub fleet_at_sea: u32,
    /// A depot.
    pub depot: u32,
    /// Political points lost by a bankrupt power.
    pub bankrupt_points: u32,
}

/// Debts that their debtors note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DebtTable {
    /// In how many instalments a debt may be noted, one a quarter.
    pub most_instalments: u8,
}

/// A row of the purchase chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Purchase {
    /// What is built.
    pub unit: Unit,
    /// Money of one.
    pub money: u32,
    /// Manpower of one.
    pub manpower: u32,
    /// Months until it is placed.
    pub months: u16,
    /// Months until it is placed, for powers with a time of their own.
    #[serde(default)]
    pub months_of: BTreeMap<Power, u16>,
    /// Whether free states may build it.
    pub free_states: bool,
    /// These powers alone may build it; empty: all.
    #[serde(default)]
    pub only: Vec<Power>,
    /// These powers may not build it.
    #[serde(default)]
    pub never_by: Vec<Power>,
    /// Only with a port of one's own.
    #[serde(default)]
    pub needs_port: bool,
}

impl Purchase {
    /// What can be built at all; levied troops are not (8.5.3).
    pub const BUILT: [Unit; 6] =
        [Unit::Infantry, Unit::Militia, Unit::Cavalry, Unit::Guard, Unit::Artillery, Unit::Ship];

    /// Whether a power may build it.
    pub fn is_open_to(&self, power: Power) -> bool {
        (self.only.is_empty() || self.only.contains(&power)) && !self.never_by.contains(&power)
    }

    /// Months until it is placed when a power builds it.
    pub fn months_for(&self, power: Power) -> u16 {
        self.months_of.get(&power).copied().unwrap_or(self.months)
    }
}

/// New corps and fleet counters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CounterTable {
    /// Money of one.
    pub cost: u32,
    /// To be placed within so many months.
    pub months: u16,
    /// Counters of each power in the box.
    pub pool: BTreeMap<Power, CounterPool>,
}

/// Counters in the box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CounterPool {
    /// Corps.
    pub corps: u32,
    /// Fleets.
    pub fleets: u32,
}

impl CounterPool {
    /// How many there are of a kind.
    pub fn of(self, counter: Counter) -> u32 {
        match counter {
            Counter::Corps => self.corps,
            Counter::Fleet => self.fleets,
        }
    }
}

/// Conversion of militia into infantry, each factor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MilitiaTable {
    /// Money.
    pub money: u32,
    /// Manpower.
    pub manpower: u32,
}

/// A zone of the political status display.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// Its name ("Neutral").
    pub zone: String,
    /// Its letter, before the number of a box ("N9").
    pub letter: String,
    /// By box from the left.
    pub victory_points: Vec<u32>,
    /// Political status adjustment by box from the left.
    pub adjustment: Vec<i32>,
}

/// Civil disorder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DisorderTable {
    /// Political points of each enemy.
    pub enemy_points: u32,
    /// The die of disputed territories.
    pub die_sides: u32,
    /// Added to the die of the claimant with more corps in the area of a disputed minor country.
    pub more_corps: u32,
    /// Provinces of a power with several capitals, by the capital they follow; the others follow its first (D9).
    #[serde(default)]
    pub followers: BTreeMap<String, Vec<String>>,
}

/// Ceding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CedingTable {
    /// Political points of the ceding power.
    pub points: u32,
}

/// The levy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevyTable {
    /// Counters on the map at most.
    pub most: BTreeMap<Levied, u32>,
    /// New cossack counters in a quarter.
    pub cossacks_a_quarter: u32,
}

/// Bids for uncontrolled powers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControlTable {
    /// The die of a bid.
    pub die_sides: u32,
}

/// A box of the political status display.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatusBox<'a> {
    /// Its zone.
    pub zone: &'a Zone,
    /// Its number within the zone, from 1.
    pub number: u32,
    /// Victory points of an Economic Phase (8.1).
    pub victory_points: u32,
    /// Political status adjustment (8.6).
    pub adjustment: i32,
}

impl StatusBox<'_> {
    /// As people call it ("N9").
    pub fn name(&self) -> String {
        format!("{}{}", self.zone.letter, self.number)
    }
}

impl Tables {
    /// How many boxes the status display has.
    pub fn status_boxes(&self) -> u32 {
        self.status.iter().map(|zone| zone.victory_points.len() as u32).sum()
    }

    /// A box counted from 1 at the left; beyond either end the last there is.
    pub fn status(&self, place: u32) -> StatusBox<'_> {
        let mut left = place.clamp(1, self.status_boxes().max(1)) - 1;
        for zone in &self.status {
            let boxes = zone.victory_points.len() as u32;
            if left < boxes {
                let at = left as usize;
                let (victory_points, adjustment) = (zone.victory_points[at], zone.adjustment[at]);
                return StatusBox { zone, number: left + 1, victory_points, adjustment };
            }
            left -= boxes;
        }
        unreachable!("a display without boxes is no scenario: see scenario/check.rs")
    }

    /// The place of a box called as people do ("N9"), counted from 1 at the left.
    pub fn status_box(&self, name: &str) -> Option<u32> {
        let mut before = 0;
        for zone in &self.status {
            let number = name.strip_prefix(zone.letter.as_str()).and_then(|rest| rest.parse::<u32>().ok());
            let boxes = zone.victory_points.len() as u32;
            if let Some(number) = number.filter(|number| (1..=boxes).contains(number)) {
                return Some(before + number);
            }
            before += boxes;
        }
        None
    }

    /// The box so many political points away; the display's ends hold (D11).
    pub fn status_after(&self, place: u32, points: i64) -> u32 {
        let most = i64::from(self.status_boxes());
        u32::try_from((i64::from(place) + points).clamp(1, most)).unwrap_or(1)
    }

    /// The row of the purchase chart for a unit; `None` for levied troops.
    pub fn purchase(&self, unit: Unit) -> Option<&Purchase> {
        self.purchases.iter().find(|row| row.unit == unit)
    }

    /// A power's level of manipulation; `None` for one its card does not have.
    pub fn manipulation(&self, power: Power, level: i32) -> Option<&ManipulationLevel> {
        self.manipulation.get(&power)?.iter().find(|row| row.level == level)
    }

    /// The national capitals of a power.
    pub fn capitals_of(&self, power: Power) -> &[Capital] {
        self.capitals.get(&power).map(Vec::as_slice).unwrap_or_default()
    }

    /// What a throw brings on the gold table, modified already; `None` below its first row.
    pub fn gold(&self, throw: i32) -> Option<u32> {
        let place = usize::try_from(throw - i32::try_from(self.gold.from).ok()?).ok()?;
        self.gold.money.get(place.min(self.gold.money.len().saturating_sub(1))).copied()
    }
}
