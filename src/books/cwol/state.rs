//! The whole truth of a game.

use std::collections::BTreeMap;

use base::game::SeatId;
use board::square::Square;
use board::tactical::Tac;
use kit::amount::Amount;
use kit::forces::command::Command;
use kit::jobs::Jobs;
use kit::ledger::{Holdings, Ledger};
use kit::pools::Pools;
use kit::rising::Attempts;
use kit::stores::StandingOrders;
use kit::votes::Motion;
use serde::{Deserialize, Serialize};

use super::facts::Facts;
use super::order::{DepotKind, Force, Front, Goal, Good, Mission, Subject, Weapons};
use super::river::{RiverState, Sail};
use super::scenario::{Mended, Rates, Scenario};
use super::sea::Bound;
use super::side::{Arm, BySide, Class, Kind, Pool, Side};

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

/// What reports tell of the turn that was played last.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Told {
    /// What each city brought, by its id.
    pub revenue: BTreeMap<String, Revenue>,
    /// What changed a side's morale, in hundredths of a point.
    pub morale: Vec<MoraleChange>,
    /// So many of these are of the turn that was played; the others came after it.
    #[serde(default)]
    pub played: usize,
}

/// What a city brought in a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Revenue {
    pub side: Side,
    pub gross: Amount,
    /// What came off it, and why.
    pub reductions: Vec<(String, Amount)>,
    /// What the rates are laid on.
    pub income: Amount,
    pub tax: Amount,
    pub tariff: Amount,
    pub mp: Amount,
}

/// What moved the morale of a side, in hundredths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleChange {
    pub side: Side,
    pub why: String,
    pub hundredths: i64,
}

/// A side: its law, its debts, its morale and what counts for its victory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nation {
    pub law: Law,
    /// Acts that are law when the open turn has ended, for orders rest on a law from the next turn on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coming: Vec<Subject>,
    pub debt: Amount,
    pub loan_ceiling: Amount,
    /// What Congress allows to be outstanding; none: it has authorised no greenbacks.
    pub greenbacks_authorised: Option<Amount>,
    /// Greenback eagles for 100 of gold; none: there never were any.
    pub greenbacks_value: Option<i64>,
    /// Debt and morale when greenbacks were first authorised (D09).
    pub at_first_authorised: Option<(Amount, i64)>,
    /// In hundredths of a point.
    pub morale: i64,
    /// Victory points; disbanding abroad takes some (5.15).
    #[serde(default)]
    pub victory_points: i64,
    /// Its men who fell or were taken in fights: points of the enemy when the war is over.
    #[serde(default)]
    pub fallen: u64,
    pub has_surrendered: bool,
    /// It has declared the other side's ports blockaded (2.7).
    #[serde(default)]
    pub has_blockade: bool,
    /// MPs are sold to it in Europe (2.10): as the game master says.
    #[serde(default)]
    pub may_buy_abroad: bool,
    /// Ships are built for it in Europe (5.4, D50): as the game master says.
    #[serde(default)]
    pub may_build_abroad: bool,
}

impl Nation {
    /// What Congress allows to be outstanding, an act counted that is law when the open turn has ended: money of the turn goes by
    /// it, orders to print do not yet (D12).
    pub fn authority(&self) -> Option<Amount> {
        let coming = self.coming.iter().rev().find_map(|subject| match subject {
            Subject::Greenbacks(eagles) => Some(Amount::whole(*eagles)),
            _ => None,
        });
        coming.or(self.greenbacks_authorised)
    }
}

/// The acts of a Congress that are in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Law {
    pub income_tax: i64,
    pub tariff: i64,
    pub has_bounty: bool,
    pub has_draft: bool,
    pub has_usct: bool,
    pub has_embargo: bool,
}

/// What an act of Congress allows or orders that has no number, as reports name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Power {
    /// Bounties for recruits (4.1).
    #[serde(rename = "bounties")]
    Bounties,
    /// The draft (4.1).
    #[serde(rename = "the draft")]
    Draft,
    /// Coloured troops, of the Union's Congress alone (4.1).
    #[serde(rename = "coloured troops")]
    Usct,
    /// The embargo on cotton, of the Confederacy's alone (2.8).
    #[serde(rename = "the cotton embargo")]
    Embargo,
}

impl Law {
    /// What the Congress of a side can pass, and whether it is in force: each has an act that the other's cannot pass.
    pub fn powers(self, side: Side) -> [(Power, bool); 3] {
        let own = match side {
            Side::Union => (Power::Usct, self.has_usct),
            Side::Confederacy => (Power::Embargo, self.has_embargo),
        };
        [(Power::Bounties, self.has_bounty), (Power::Draft, self.has_draft), own]
    }

    /// The law with these rates, and with these powers in force and no others.
    pub fn of(income_tax: i64, tariff: i64, powers: &[Power]) -> Law {
        let has = |power: Power| powers.contains(&power);
        Law {
            income_tax,
            tariff,
            has_bounty: has(Power::Bounties),
            has_draft: has(Power::Draft),
            has_usct: has(Power::Usct),
            has_embargo: has(Power::Embargo),
        }
    }
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

/// A State's men of one kind for one side.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoolKey {
    pub side: Side,
    pub state: String,
    pub pool: Pool,
}

/// Regiments or batteries of one State and pool in a city.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regiments {
    pub side: Side,
    pub arm: Arm,
    pub state: String,
    pub pool: Pool,
    pub city: String,
    pub count: u32,
}

/// What is being made; where, the job says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Work {
    Regiments(Regiments),
    Unit {
        force: Force,
        unit: Unit,
    },
    Ship {
        force: Force,
        ship: Ship,
    },
    /// A point of damage is made good.
    Repair {
        force: Force,
    },
    Depot {
        square: Square,
        depot: Depot,
    },
    /// A fortification of a level; by whom: none, by civilians.
    Fort {
        fort: Fort,
        by: Option<Force>,
    },
    /// The highest level of a fortification is taken down.
    Razing {
        fort: Fort,
    },
}

impl Work {
    /// What it makes, in words.
    pub fn words(&self) -> String {
        match self {
            Work::Regiments(row) => format!("{} {}", row.count, row.arm.words(row.count)),
            Work::Unit { force, .. } | Work::Ship { force, .. } => force.name(),
            Work::Repair { force } => format!("repairs of {}", force.name()),
            Work::Depot { depot, .. } => depot.kind.words().to_owned(),
            Work::Fort { fort, .. } => fort.words(),
            Work::Razing { fort } => format!("the end of the {}", fort.words()),
        }
    }

    /// Whose it is.
    pub fn side(&self) -> Side {
        match self {
            Work::Regiments(regiments) => regiments.side,
            Work::Unit { force, .. } | Work::Ship { force, .. } | Work::Repair { force } => force.side,
            Work::Depot { depot, .. } => depot.side,
            Work::Fort { fort, .. } | Work::Razing { fort } => fort.side,
        }
    }
}

/// A depot or cache.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Depot {
    pub side: Side,
    pub kind: DepotKind,
    pub tac: Tac,
    /// Its upkeep of the last turn was not paid (D16).
    #[serde(default)]
    pub is_closed: bool,
}

impl Depot {
    /// What it is called, at a place.
    pub fn name(&self, place: &str) -> String {
        format!("{} at {place}", self.kind.words())
    }
}

/// A fortification (8.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fort {
    pub side: Side,
    pub front: Front,
    pub level: u32,
}

impl Fort {
    /// In words: "level 2 work in 5-6 facing N".
    pub fn words(&self) -> String {
        format!("level {} work in {} facing {}", self.level, self.front.tac, self.front.facing)
    }
}

/// A land unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    pub side: Side,
    pub kind: Kind,
    pub square: Square,
    /// Its tactical square; none: that of the city in its square, else the middle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tac: Option<Tac>,
    pub regiments: u32,
    pub batteries: u32,
    pub men: u32,
    /// Where its men came from, regiment by regiment.
    pub of: Vec<(Arm, String, Pool, u32)>,
    pub quality: u32,
    pub experience: u32,
    pub morale: u32,
    pub supplies: u32,
    /// From 0 to 100, as the next: a new unit has 0 and 100.
    #[serde(default)]
    pub fatigue: u32,
    #[serde(default = "full")]
    pub ammunition: u32,
    /// The turn in which men who are away are back, and how many they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stragglers: Vec<(u32, u32)>,
    pub is_active: bool,
    /// The city where it was formed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
    /// The seats of its commander and his deputy; none: those of a new unit (D54).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Command<String>>,
    #[serde(default, skip_serializing_if = "Weapons::is_none")]
    pub weapons: Weapons,
    /// Where it marches on every turn until it is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub march: Option<Goal>,
}

impl Unit {
    /// How many of its regiments and batteries came from each State, those named first before others.
    pub fn states(&self) -> Vec<(&str, u32)> {
        let mut states: Vec<(&str, u32)> = Vec::new();
        for (_, state, _, count) in &self.of {
            match states.iter_mut().find(|(other, _)| other == state) {
                Some((_, sum)) => *sum += count,
                None => states.push((state, *count)),
            }
        }
        states
    }

    /// D41: the State that most of it came from; of several the one that is named first.
    pub fn state(&self) -> Option<&str> {
        let states = self.states();
        let most = states.iter().map(|(_, count)| *count).max()?;
        states.into_iter().find(|(_, count)| *count == most).map(|(state, _)| state)
    }
}

/// A warship, or a group of transports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    pub side: Side,
    pub class: Class,
    /// The port in whose harbour it lies.
    pub port: String,
    pub base: String,
    pub crew: u32,
    /// Whose men.
    pub of: PoolKey,
    pub stores: u32,
    /// From 1 to 10 (D53).
    #[serde(default = "ordinary")]
    pub quality: u32,
    pub damage: u32,
    pub is_active: bool,
    /// Off which port it is; none: in the harbour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub off: Option<Off>,
    /// What it does to commerce; none: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mission: Option<Mission>,
    /// Men that a group of transports carries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u32>,
    /// The campaign in which its base was last changed (D66).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rebased: Option<u32>,
    /// The seats of its commander and his deputy; none: those of a new ship (D54).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Command<String>>,
    /// The station at sea to which it goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub station: Option<Bound>,
    /// What it is to do on the rivers, and where it was there.
    #[serde(default, skip_serializing_if = "Sail::is_empty")]
    pub sail: Sail,
}

/// The quality of a ship of which nothing is said.
fn ordinary() -> u32 {
    5
}

/// The ammunition of a unit of which nothing is said.
fn full() -> u32 {
    100
}

/// Out of the harbour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Off {
    pub port: String,
    /// In the sea area, and not in the coastal waters.
    pub is_at_sea: bool,
    /// In which sea area; none: in that of the port.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sea: Option<String>,
    /// In which square of a river; it has left the port for it, and is off none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub square: Option<Square>,
}

impl Ship {
    /// A new one in the port where it was built, with its crew and whose men they are.
    pub fn new(force: Force, class: Class, port: &str, (crew, of): (u32, PoolKey), stores: u32) -> Ship {
        Ship {
            side: force.side,
            class,
            port: port.to_owned(),
            base: port.to_owned(),
            crew,
            of,
            stores,
            quality: ordinary(),
            damage: 0,
            is_active: true,
            off: None,
            mission: None,
            capacity: None,
            rebased: None,
            command: None,
            station: None,
            sail: Sail::default(),
        }
    }

    /// Whether it lies in the harbour of its base (6.3).
    pub fn is_in_base(&self) -> bool {
        self.off.is_none() && self.port == self.base
    }
}

impl State {
    /// The opening, before the first turn.
    pub fn opening(scenario: &Scenario) -> State {
        let given = &scenario.given;
        let mut state = State {
            turn: u32::from(!given.calendar.has_pregame),
            is_over: false,
            nations: BySide { union: nation(scenario, Side::Union), confederacy: nation(scenario, Side::Confederacy) },
            cities: given.cities.iter().map(|city| (city.id.clone(), city_state(city))).collect(),
            ledger: Ledger::opened(opening_holdings(scenario)),
            pools: Pools::default(),
            regiments: Vec::new(),
            jobs: Jobs::default(),
            units: BTreeMap::new(),
            ships: BTreeMap::new(),
            numbers: BTreeMap::new(),
            kentucky_is_neutral: given.kentucky.is_neutral,
            risings: Attempts::default(),
            bills: BySide::default(),
            standing: BySide::default(),
            depots: BTreeMap::new(),
            forts: Vec::new(),
            links: Vec::new(),
            facts: Facts::default(),
            past: BySide::default(),
            river: RiverState::default(),
            glimpses: BySide::default(),
            contacts: BTreeMap::new(),
            told: Told::default(),
        };
        for row in &given.states {
            for side in Side::BOTH {
                for (pool, men) in row.men_of(side) {
                    state.pools.raise(PoolKey { side, state: row.id.clone(), pool: *pool }, *men);
                }
            }
        }
        for row in &given.forces.regiments {
            for (arm, count) in [(Arm::Infantry, row.infantry), (Arm::Cavalry, row.cavalry), (Arm::Field, row.field)] {
                let regiments = Regiments {
                    side: row.side,
                    arm,
                    state: row.state.clone(),
                    pool: Pool::Volunteers,
                    city: row.city.clone(),
                    count,
                };
                let men = u64::from(count) * u64::from(scenario.tables().men.of(arm));
                if count > 0 && state.pools.draw(&regiments.key(), men).is_ok() {
                    state.regiments.push(regiments);
                }
            }
        }
        state
    }

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

impl Regiments {
    /// Where their men came from.
    pub fn key(&self) -> PoolKey {
        PoolKey { side: self.side, state: self.state.clone(), pool: self.pool }
    }
}

fn nation(scenario: &Scenario, side: Side) -> Nation {
    let (treasury, rates) = (scenario.given.treasury.of(side), scenario.given.law.of(side));
    let Rates { income_tax, tariff } = *rates;
    Nation {
        law: Law { income_tax, tariff, has_bounty: false, has_draft: false, has_usct: false, has_embargo: false },
        coming: Vec::new(),
        debt: Amount::ZERO,
        loan_ceiling: Amount::whole(treasury.loan_ceiling),
        greenbacks_authorised: None,
        greenbacks_value: None,
        at_first_authorised: None,
        morale: scenario.given.morale.of(side) * 100,
        victory_points: 0,
        fallen: 0,
        has_surrendered: false,
        has_blockade: false,
        may_buy_abroad: false,
        may_build_abroad: false,
    }
}

fn city_state(city: &super::scenario::City) -> CityState {
    CityState {
        held_by: city.held_by,
        aligned: city.aligned,
        level: city.level,
        yards: city.yards,
        has_tariff: city.has_tariff,
        is_besieged: None,
        privateers: None,
        supplies: 0,
        stores: 0,
        chartered: 0,
    }
}

fn opening_holdings(scenario: &Scenario) -> Holdings<Measure> {
    let mut holdings = Holdings::new();
    for side in Side::BOTH {
        let treasury = scenario.given.treasury.of(side);
        let gold = Amount::whole(treasury.gold).in_hundredths();
        let mp = Amount::whole(treasury.mp).in_hundredths();
        let held = BTreeMap::from([(Measure::Gold, gold), (Measure::Mp, mp)]);
        holdings.insert(side.code().to_owned(), held);
        if scenario.given.calendar.has_pregame {
            let fund = BTreeMap::from([(Measure::Gold, Amount::whole(treasury.pregame).in_hundredths())]);
            holdings.insert(super::account::build_fund(side), fund);
        }
    }
    holdings
}
