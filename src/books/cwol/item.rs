//! What a report can say. Each fact is told at birth to the seats that may know it; what is of one bloc alone is an item of its own.

use std::collections::BTreeMap;

use board::square::Square;
use kit::votes::Stage;
use serde::{Deserialize, Serialize};

pub use super::eagles::Eagles;
use super::scenario::Mended;
use super::side::{Pool, Side};
use super::state::Power;

/// One thing that a report can say.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind")]
pub enum Item {
    /// The turn that is open. To everybody.
    Turn { title: String, number: u32, last: u32, is_pregame: bool, is_over: bool },
    /// An office that the reader serves. To its seat alone.
    Seat { seat: String, office: String, bloc: Option<String>, title: String },
    /// What a seat can still say of an open bill, and what it has said that it may change. To that seat alone.
    Open {
        seat: String,
        title: String,
        number: u32,
        what: String,
        answers: Vec<String>,
        said: String,
        until_title: String,
        closes_now: bool,
    },
    /// What whoever takes an office should know of it, and of the opening. To who takes it.
    Welcome {
        title: String,
        side: String,
        bloc: Option<String>,
        /// What it orders, and what it orders of units and ships alone that it commands.
        may: Vec<String>,
        /// What the first turn brings and costs as the game opens; to those who read the books.
        opening: Option<Box<Item>>,
        /// Gold, MPs and the build fund as the game opens; to the same.
        treasury: Option<[Eagles; 3]>,
        /// Ports that a blockade by the Confederacy would shut from the first turn on.
        shut: Vec<String>,
    },
    /// Who has won, or that nobody has. To everybody.
    Won { words: String },
    /// What greenbacks of both sides are worth. To everybody.
    Greenbacks { side: String, value: Option<i64> },
    /// Their value changed in the turn. To everybody.
    Revalued { side: String, before: i64, now: i64 },
    /// Who holds which city. To everybody.
    Cities { rows: Vec<Holding> },
    /// Kentucky's neutrality. To everybody.
    Kentucky { is_neutral: bool },
    /// Acts of Congress in force. To the side.
    Law { side: String, income_tax: i64, tariff: i64, acts: Vec<Power>, forbidden: Vec<Power>, coming: Vec<String> },
    /// A bill that is open. To those who have a say in it.
    Bill {
        number: u32,
        what: String,
        moved_by: String,
        stage: Stage,
        until: u32,
        until_title: String,
        ayes: Vec<Voice>,
        noes: Vec<Voice>,
        overruling: Vec<Voice>,
    },
    /// Its number. To who brought it.
    Brought { number: u32, what: String },
    /// What became of one. To the side.
    Decided { number: u32, what: String, is_law: bool },
    /// A blockade was declared or lifted. To everybody.
    Proclaimed { side: String, is_declared: bool },
    /// Whether a side has declared one. To everybody.
    Blockade { side: String },
    /// Ports of a side that are shut.
    Blockaded { side: String, ports: Vec<String> },
    /// Who voted how on it in the end, and whose votes did not count, for nobody held the office then. To those who have a say.
    Tally {
        number: u32,
        ayes: Vec<String>,
        noes: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        uncounted: Vec<String>,
        /// Who overruled the President's veto.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        overruling: Vec<String>,
    },
    /// An act of Congress that the game master entered. To the side.
    Enacted { what: String },
    /// A city has fallen. To everybody.
    Captured { city: String, by: String },
    /// What was under way and waited there. To those who lost it.
    LostWorks { city: String, what: Vec<String>, is_burnt: bool },
    /// Kentucky's neutrality was violated. To everybody.
    Violated { by: String },
    /// The treasury. To those who read all of it.
    Treasury {
        side: String,
        gold: Eagles,
        greenbacks: Eagles,
        authorised: Option<Eagles>,
        outstanding: Eagles,
        circulation: Eagles,
        debt: Eagles,
        loan_ceiling: Eagles,
        interest: Eagles,
        build_fund: Eagles,
    },
    /// What a treasury held and owed as each turn ended. To those who read its books.
    Past { side: String, rows: Vec<PastRow> },
    /// Receipts and payments of the last turn, added up by what they were for.
    Ledger { side: String, receipts: Vec<MoneyRow>, payments: Vec<MoneyRow> },
    /// What is in the treasury, and no more.
    TreasurySummary { side: String, gold: Eagles, greenbacks: Eagles, build_fund: Eagles },
    /// MPs.
    Manufacturing { side: String, stock: Eagles, received: Eagles, used: Eagles },
    /// What cities brought in the last turn.
    Revenue { of: String, is_bloc: bool, rows: Vec<CityRevenue>, tax: Eagles, tariff: Eagles, mp: Eagles },
    /// The sums of it.
    RevenueSummary { side: String, tax: Eagles, tariff: Eagles, mp: Eagles },
    /// What the next turn brings and costs as things stand.
    Forecast {
        side: String,
        receipts: Eagles,
        interest: Eagles,
        units: Eagles,
        depots: Eagles,
        regiments: Eagles,
        ships: Eagles,
        mp: Eagles,
        turns: Option<u32>,
    },
    /// Men by State and pool.
    Manpower { of: String, is_bloc: bool, rows: Vec<StateMen> },
    /// All of them.
    ManpowerSummary { side: String, men: u64 },
    /// Regiments that wait in cities, and those that are raised.
    Regiments { of: String, is_bloc: bool, waiting: Vec<RegimentRow>, raised: Vec<RegimentRow> },
    /// Land units: of the side, of a bloc's militia, or those that a seat commands.
    Land { of: String, is_bloc: bool, rows: Vec<UnitRow> },
    /// Those under construction.
    LandBuilds { of: String, is_bloc: bool, rows: Vec<Build> },
    /// What they cost a turn.
    LandUpkeep { side: String, rows: Vec<Upkeep> },
    /// Ships: of the side, or those that a seat commands.
    Naval {
        side: String,
        #[serde(default)]
        is_command: bool,
        rows: Vec<ShipRow>,
    },
    /// What a ship did on the rivers in the turn. To those who read of the ship.
    Voyage { name: String, words: String },
    /// Where a ship at sea came in the turn. To those who read of the ship.
    Passage { name: String, words: String },
    /// A fight on a river: what was there of the enemy, and how it went. To those who were there and read of all, each side its own view.
    Fought { place: String, hostile: String, words: Vec<String> },
    /// Men whom shells of the enemy's ships have cost a unit. To those who read of the unit.
    Shelled { place: String, name: String, men: u32 },
    /// Guns fired at ships that ran past them. To both sides, to each what it saw of it.
    Volley { place: String, words: String },
    /// Squares of rivers that a side's warships have made its own, or that it sees to have lost. To those who read of its ships and of
    /// its units.
    Held {
        side: String,
        squares: Vec<String>,
        #[serde(default, skip_serializing_if = "is_false")]
        is_lost: bool,
    },
    /// Where a side's warships are on the rivers, and the squares of each for maps. To the Secretary of War.
    Squadron {
        rows: Vec<String>,
        #[serde(default)]
        squares: Vec<Square>,
    },
    /// Whose squares of rivers are, for maps: what was told of those of a side's own, or what the game master has ruled. To who reads it.
    Rivers { is_ruled: bool, rows: Vec<RiverRow> },
    /// Old works over rivers that are not as the opening has them: whose they are now, or that their guns are silent. To everybody.
    Guns { rows: Vec<RiverRow> },
    /// Where a fight comes at the start of the next turn: its own, and what it sees of the enemy. To those who are there and read of all.
    Contact { place: String, own: Vec<String>, hostile: Vec<String> },
    /// What is seen of the enemy by what a seat commands, or by all of a service.
    Spotted { of: String, rows: Vec<SpotRow> },
    /// Those under construction.
    NavalBuilds { side: String, rows: Vec<Build> },
    /// The Confederacy has closed its own ports, or opened them again. To everybody.
    Embargo { is_on: bool },
    /// Civilian shipping that can be chartered.
    Shipping { side: String, rows: Vec<Shipping> },
    /// What they cost a turn.
    NavalUpkeep { side: String, rows: Vec<Upkeep> },
    /// Supplies and stores by city.
    Supplies { of: String, is_bloc: bool, rows: Vec<Stock> },
    /// What is bought and sent on every turn.
    StandingOrders { of: String, is_bloc: bool, rows: Vec<StandingRow> },
    /// A depot or work outside cities has another owner: lost, or won.
    Taken { what: String, place: String, is_lost: bool },
    /// What the game master has ruled in place of what is computed: just now, or before.
    Ruled { words: String, is_new: bool },
    /// Ships are built for the side in Europe.
    ShipsAbroad { side: String },
    /// Steps of rail and river that were added and cut.
    Links { rows: Vec<Mended> },
    /// What came of one of them.
    Carried { city: String, words: String },
    /// MPs are sold to the side in Europe.
    Abroad { side: String },
    /// Depots and caches, those that are being built among them.
    Depots { of: String, is_bloc: bool, rows: Vec<DepotRow> },
    /// Fortifications, those that are being built among them, and what they cover.
    Fortifications { of: String, is_bloc: bool, rows: Vec<FortRow>, cover: Vec<Cover> },
    /// A unit has left a work that it was building.
    WorkEnded { what: String, place: String },
    /// An order that waits for the game master's word: to him alone.
    ApprovalAsked {
        order: String,
        rule: String,
        /// In sentences, with the figures.
        #[serde(default)]
        explained: String,
        readings: Vec<Reading>,
    },
    /// Units that have better weapons.
    Weapons { side: String, rows: Vec<Armed> },
    /// National morale, in hundredths of a point, and what changed it in the last turn.
    Morale { side: String, morale: Eagles, changes: Vec<MoraleRow> },
    /// The same without the changes.
    MoraleSummary { side: String, morale: Eagles },
    /// What is seen of the other side, by a side's units or by those that a seat commands. To who reads of them.
    Sighted { of: String, is_command: bool, rows: Vec<SightRow> },
    /// A battle on land, as a side's own units tell of it, and how the house reckoned it. To who reads of them.
    Battle {
        place: String,
        side: String,
        units: Vec<String>,
        against: Vec<String>,
        lost: u32,
        is_won: bool,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        account: String,
    },
    /// A unit went on with a march that was ordered before. To who reads of it.
    Marched { name: String, words: String },
    /// A unit or ship has got another commander or deputy. To those who are named, and to those who were.
    Appointed { name: String, words: String },
    /// What came of an order.
    Result { seat: String, title: String, order: String, is_done: bool, words: String, rule: Option<String> },
    /// Something was finished in the turn.
    Finished { what: String, place: String },
    /// A charge that the treasury could not pay.
    Unpaid { what: String, eagles: Eagles },
    /// MPs that were short for upkeep.
    MpShort { what: String, mp: Eagles },
    /// What came of not paying.
    Neglected { name: String, words: String },
    /// What disbanding a unit outside the side's own States took of its victory points.
    PointsLost { side: String, points: u32, name: String },
    /// What it has of them, where that is not nothing.
    VictoryPoints { side: String, points: i64 },
    /// Disbanded men are back.
    MenBack { state: String, pool: String, men: u64 },
    /// What the orders on file come to, as far as prices go: on receipts.
    Planned {
        eagles: Eagles,
        mp: Eagles,
        /// What the orders of the reader's other offices come to.
        #[serde(default)]
        elsewhere: Eagles,
        #[serde(default)]
        mp_elsewhere: Eagles,
        /// What they leave of the build fund, which is lost with the build turn.
        #[serde(default)]
        lapses: Eagles,
        funds: Option<Eagles>,
        #[serde(default)]
        stock: Option<Eagles>,
        /// What they leave of both; below nothing where there is not so much.
        #[serde(default)]
        left: Option<Eagles>,
        #[serde(default)]
        mp_left: Option<Eagles>,
    },
}

/// Whose a square of a river is; none: nobody's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RiverRow {
    pub square: Square,
    pub holder: Option<Side>,
}

/// What is seen in a square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SightRow {
    /// The city in the square, or the square again.
    pub place: String,
    pub square: Square,
    pub what: Vec<String>,
    /// The same as numbers, by the letters of kinds and classes: for maps.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<String, u32>,
    /// Units of both sides that fight are there.
    #[serde(default)]
    pub is_contact: bool,
    /// It was seen as the last turn began, and the square is out of sight now.
    #[serde(default)]
    pub is_old: bool,
}

/// Somebody who has spoken on a bill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voice {
    pub seat: String,
    pub title: String,
}

/// A city and who holds it; `city` is the name, `id` its key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holding {
    pub id: String,
    pub city: String,
    pub state: String,
    pub level: u32,
    pub yards: u32,
    pub is_besieged: bool,
    pub holder: Option<String>,
    pub aligned: String,
}

/// A turn that is over: what was in hand and owed at its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastRow {
    pub turn: u32,
    pub gold: Eagles,
    pub greenbacks: Eagles,
    pub debt: Eagles,
    pub value: Option<i64>,
}

/// A sum that came in or was paid, and for what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoneyRow {
    pub what: String,
    pub amount: Eagles,
}

/// What a city brought, and what lowered it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CityRevenue {
    pub city: String,
    pub level: u32,
    pub income: Eagles,
    pub reductions: Vec<String>,
    pub tax: Eagles,
    pub tariff: Eagles,
    pub mp: Eagles,
}

/// Men of a State by pools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateMen {
    pub id: String,
    pub state: String,
    pub volunteers: u64,
    pub bounty: u64,
    pub draft: u64,
    pub militia: u64,
    pub usct: u64,
}

impl StateMen {
    /// Men of a pool.
    pub fn of(&self, pool: Pool) -> u64 {
        match pool {
            Pool::Volunteers => self.volunteers,
            Pool::Bounty => self.bounty,
            Pool::Draft => self.draft,
            Pool::Militia => self.militia,
            Pool::Usct => self.usct,
        }
    }
}

/// Regiments or batteries that wait in a city, or are raised there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegimentRow {
    pub id: String,
    pub city: String,
    pub state: String,
    pub arm: String,
    pub count: u32,
    pub words: String,
    pub pool: String,
    /// Turns of work that are still to be done; 0: they wait.
    pub left: u32,
}

/// A unit, as who reads of it is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitRow {
    pub name: String,
    pub place: String,
    /// Its tactical square, where it has one of its own.
    #[serde(default)]
    pub tac: String,
    pub men: u32,
    pub regiments: u32,
    pub batteries: u32,
    pub quality: u32,
    pub experience: u32,
    pub morale: u32,
    pub is_active: bool,
    /// The seats that were named to command it and as deputy; empty: those of a new one (D54).
    #[serde(default)]
    pub commander: String,
    #[serde(default)]
    pub deputy: String,
    /// Better ones; empty when it has none.
    pub weapons: String,
    /// Where it marches to; empty when it stays.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub march: String,
}

/// A ship or group of transports, as who reads of it is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShipRow {
    pub name: String,
    pub port: String,
    /// Where it is: the port, or off which port.
    #[serde(default)]
    pub place: String,
    /// It is not in the harbour.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_off: bool,
    /// What it does to commerce.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mission: String,
    pub base: String,
    pub crew: u32,
    /// Men that a group of transports carries.
    #[serde(default)]
    pub capacity: Option<u32>,
    pub stores: u32,
    #[serde(default)]
    pub quality: u32,
    pub damage: u32,
    pub is_active: bool,
    /// The seats that were named to command it and as deputy; empty: those of a new one (D54).
    #[serde(default)]
    pub commander: String,
    #[serde(default)]
    pub deputy: String,
    /// The square of a river in which it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub square: String,
    /// The square of a river for which it is bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<Square>,
    /// What it is to do there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<String>,
    /// In which harbour, waters or sea area it is, as `Berth::key` has it; none: on a river.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub berth: String,
    /// The station at sea to which it goes, and how far that is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub station: String,
    /// The squares that it left in the last two turns, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trail: Vec<String>,
}

/// What is seen of the enemy in a square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpotRow {
    pub place: String,
    pub words: String,
    /// The same as numbers, by the letters of kinds and classes: for maps.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<String, u32>,
    /// It was seen in the turn before, and is not any more.
    #[serde(default)]
    pub is_old: bool,
}

/// What can still be chartered in a port (4.6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shipping {
    pub id: String,
    pub city: String,
    pub capacity: u32,
}

/// What is under construction, and for how long.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    pub name: String,
    pub city: String,
    pub left: u32,
    /// What it costs a turn when it is ready; nothing where its reader does not read of upkeep.
    #[serde(default)]
    pub eagles: Eagles,
    #[serde(default)]
    pub mp: Eagles,
}

/// What a unit or ship costs a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upkeep {
    pub name: String,
    pub eagles: Eagles,
    pub mp: Eagles,
    pub is_active: bool,
}

/// Supplies and stores in a city.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stock {
    pub city: String,
    pub supplies: u32,
    pub stores: u32,
}

/// A standing order (7.5).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandingRow {
    pub city: String,
    pub goods: String,
    pub buy: u32,
    pub forward: u32,
    /// Where so many are sent; empty: nowhere.
    pub to: String,
}

/// A depot or cache, in service or being built.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepotRow {
    pub what: String,
    /// The city in the square, or the square again.
    #[serde(default)]
    pub place: String,
    pub square: Square,
    pub tac: String,
    /// A turn's upkeep.
    pub eagles: Eagles,
    pub mp: Eagles,
    /// Turns of work that are still to be done; 0: it is in service.
    pub left: u32,
    pub is_closed: bool,
}

/// A fortification, standing or being built.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FortRow {
    /// The city in the square, or the square again.
    pub place: String,
    pub square: Square,
    pub tac: String,
    pub facing: String,
    /// That stands, is built or is taken down.
    pub level: u32,
    /// Turns of work that are still to be done; 0: it stands.
    pub left: u32,
    pub is_razed: bool,
}

/// Against which directions the works of a tactical square cover it: "N 3, NE 3".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cover {
    pub place: String,
    pub tac: String,
    pub words: String,
}

/// What the game master may answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    pub name: String,
    pub words: String,
}

/// A unit with better weapons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Armed {
    pub name: String,
    pub weapons: String,
}

/// What moved morale, and by how much.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoraleRow {
    pub why: String,
    pub points: Eagles,
}

fn is_false(is_so: &bool) -> bool {
    !is_so
}
