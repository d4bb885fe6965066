//! The orders of this book as data. Form only: what a line says, not whether it may be done.

use serde::{Deserialize, Serialize};

use super::calendar::{Month, Stage};
use super::power::Power;

/// One order line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The power the line names as its giver ("Prussia orders 3 infantry"); most lines name none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<Power>,
    /// It holds every quarter until another takes its place ("standing order", "until further notice").
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_standing: bool,
    /// What is ordered.
    pub act: Act,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_false(value: &bool) -> bool {
    !*value
}

/// How much of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Amount {
    /// So many points, factors or counters.
    Points(u32),
    /// As much as is possible or allowed ("max", "all", "a third of it", "whatever the rest allows").
    Most,
    /// Half of what is there, rounded down (D16).
    Half,
    /// Whatever is above so many points ("whatever I have above 20").
    Above(u32),
    /// All of what it is about but so many points ("all but 2 of my debt").
    AllBut(u32),
}

/// Whom trade, leave or a stop is about.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Partners {
    /// Everybody who can be meant; those listed below are then the exceptions.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_everybody: bool,
    /// Powers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub powers: Vec<Power>,
    /// Minor countries, by their canonical names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub minors: Vec<String>,
    /// Ports, by their canonical names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ports: Vec<String>,
}

impl Partners {
    /// Everybody, without an exception.
    pub fn everybody() -> Partners {
        Partners { is_everybody: true, ..Partners::default() }
    }

    /// Nobody at all.
    pub fn is_nobody(&self) -> bool {
        *self == Partners::default()
    }
}

/// What is built of money and manpower (8.5.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Regular infantry.
    Infantry,
    /// Militia.
    Militia,
    /// Cavalry.
    Cavalry,
    /// Guard.
    Guard,
    /// Artillery.
    Artillery,
    /// Ships.
    Ship,
    /// Feudal troops, which are never built (8.5.3).
    Feudal,
    /// Insurrection troops, which are never built.
    Insurrection,
    /// Guerrillas, which are never built.
    Guerrilla,
    /// Cossacks, which are never built.
    Cossack,
    /// Freikorps, which are never built.
    Freikorps,
}

impl Unit {
    /// The word in letters and in canonical orders.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Infantry => "infantry",
            Unit::Militia => "militia",
            Unit::Cavalry => "cavalry",
            Unit::Guard => "guard",
            Unit::Artillery => "artillery",
            Unit::Ship => "ship",
            Unit::Feudal => "feudal",
            Unit::Insurrection => "insurrection",
            Unit::Guerrilla => "guerrilla",
            Unit::Cossack => "cossack",
            Unit::Freikorps => "freikorps",
        }
    }
}

/// A counter that forces stand under (8.5.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counter {
    /// A corps.
    Corps,
    /// A fleet.
    Fleet,
}

/// Counters to be bought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CounterOrder {
    /// Which kind.
    pub counter: Counter,
    /// How many.
    pub count: u32,
    /// Their names, when they were said ("IV", "Baltic").
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

/// What a recipient makes of a territory ceded to him (8.8.5, D6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reception {
    /// Accept it; a free state stays one.
    Accept,
    /// Accept a free state as a conquered minor country, its forces removed.
    Conquer,
    /// Decline it.
    Decline,
}

/// Who is to have a disputed territory (8.7.4), as one of the disputing powers sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claimant {
    /// The writer's own power ("Silesia to us").
    Oneself,
    /// That power.
    Power(Power),
    /// Not the writer: he gives it up, to whomever.
    Other,
}

/// What is done to a political combination (8.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Combining {
    /// Formed of these members.
    Form,
    /// These members added.
    Add,
    /// Dissolved.
    Dissolve,
}

/// Troops of the levy step (8.10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Levied {
    /// Russian cossacks.
    Cossack,
    /// Prussian freikorps.
    Freikorps,
    /// Turkish feudal corps.
    Feudal,
    /// Austrian insurrection corps.
    Insurrection,
}

/// What an order asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verb", rename_all = "kebab-case")]
pub enum Act {
    /// Britain spends victory points just gained to lower another power's total (8.1.2).
    ReduceVictoryPoints { amount: Amount, target: Power },
    /// Victory is announced: now, or as soon as the final count reaches the level (8.1.3).
    Announce { is_when_final: bool },
    /// Victory is not announced though the level is reached.
    KeepQuiet,
    /// Britain offers trade (8.2.1 errata, D3). `Partners` with `is_everybody`: all but those listed.
    OfferTrade { partners: Partners, except: Partners },
    /// Britain offers what she offered the quarter before.
    OfferSame,
    /// The answer to the offer, with exceptions by port.
    AnswerTrade { agrees: bool, except: Vec<String> },
    /// Leave for the ports of the Black Sea, given or refused by the holder of Constantinople.
    BlackSea { partners: Partners, is_granted: bool },
    /// Britain stops American trade of enemies; nobody listed: of none.
    StopAmericanTrade { partners: Partners },
    /// Britain ends the war with the United States at the next Peace Step.
    EndAmericanWar,
    /// Money to an ally (8.3): a loan when it is to be repaid.
    Lend {
        amount: Amount,
        to: Power,
        is_loan: bool,
        /// When a loan is to be repaid, if it was said: a month's number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due: Option<u8>,
        /// Only if at least this much comes in from that power in the same window (D6).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        if_received: Option<Received>,
    },
    /// No money is lent or given.
    LendNothing,
    /// Money to a free state of one's own (8.2.3, 8.3).
    Aid { amount: Amount, state: String },
    /// A level of economic manipulation (8.4.2, option 12.5).
    Manipulate { level: i32 },
    /// A leader removed by a peace condition may return (8.4.3).
    ReturnLeader { name: String, pays: bool },
    /// Informal debts are paid (8.5.2).
    PayDebt { to: Power, amount: Amount },
    /// No informal debts are paid.
    PayNoDebts,
    /// Army factors and ships are bought, with a free state's own means when one is named (8.5.3).
    Buy {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<String>,
        units: Vec<(Unit, Amount)>,
    },
    /// Nothing is bought.
    BuyNothing,
    /// New corps and fleet counters (8.5.4).
    BuyCounters {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<String>,
        counters: Vec<CounterOrder>,
    },
    /// Militia becomes infantry (8.5.6, option 12.1.1). Where: a garrison or a corps, as written.
    ConvertMilitia {
        amount: Amount,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<String>,
    },
    /// No militia is converted.
    ConvertNone,
    /// Prussia keeps unused manpower (8.5.7).
    SaveManpower { amount: Amount },
    /// A minor country, one of its districts, or a ceded province goes to an ally (8.8). A canonical name.
    Cede { territory: String, to: Power },
    /// Nothing is ceded.
    CedeNothing,
    /// What the recipient makes of a cession; of all of this step when no territory is named.
    AnswerCession {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        territory: Option<String>,
        reception: Reception,
    },
    /// Who is to have disputed territories (8.7.4).
    Claim { territories: Vec<(String, Claimant)> },
    /// Dice are to decide about disputed territories.
    ClaimByDice,
    /// A political combination (8.9).
    Combine { name: String, combining: Combining, members: Vec<String> },
    /// Levied troops are placed, by place; or refilled in this order (8.10).
    Levy { troops: Levied, places: Vec<String> },
    /// A surplus cossack is taken off (8.10).
    RemoveLevy { troops: Levied, place: String },
    /// A bid for the control of an uncontrolled power (8.11); `None`: no interest in any.
    Bid { power: Option<Power> },
    /// A debt between powers is noted: informal ones by their debtor; formal ones wait for the GM (8.5.2).
    NoteDebt {
        to: Power,
        amount: u32,
        /// How many times, once a quarter.
        times: u32,
        /// A month's number, when one was said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due: Option<u8>,
        is_formal: bool,
    },
    /// One's treasury is shown to another power, or no longer (D13).
    ShareTreasury { with: Power, is_shared: bool },
    /// An order of the game master: what happened on the board, or a correction (D1, D15).
    Sheet(Entry),
}

/// Money that must come in first (D6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Received {
    /// From this power.
    pub from: Power,
    /// At least so much.
    pub amount: u32,
}

/// Who holds or occupies something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holder {
    /// A major power.
    Power(Power),
    /// A minor country by its own forces, by its canonical name.
    Minor(String),
    /// Nobody: neutral, or empty.
    Nobody,
}

/// How a territory is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tenure {
    /// A home province of its power.
    Home,
    /// A province ceded to another power.
    Ceded,
    /// A conquered minor country.
    Conquered,
    /// A minor free state.
    Free,
    /// A neutral minor country.
    Neutral,
}

/// The forces whose maintenance is paid (8.5.1); what is not said stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForceCount {
    /// Corps on the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corps: Option<u32>,
    /// Fleets in ports and blockade boxes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fleets_in_port: Option<u32>,
    /// Fleets in sea areas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fleets_at_sea: Option<u32>,
    /// Depots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depots: Option<u32>,
}

/// A running number of a power that the GM sets or changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tally {
    /// Money.
    Money,
    /// Manpower.
    Manpower,
    /// Victory points.
    VictoryPoints,
    /// The box on the political status display, counted in boxes from the left, from 1.
    Status,
}

/// One line of the state sheet: an order of the game master, carried out at once (D1, D15).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "kebab-case")]
pub enum Entry {
    /// `OWNER Bavaria = France`, `OWNER Bavaria = France FREE`, `OWNER Livonia = Prussia` (a province of another: ceded).
    Owner {
        territory: String,
        holder: Holder,
        /// When it was said; else what the kind of territory and its holder suggest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tenure: Option<Tenure>,
    },
    /// `OCCUPY Madrid BY France UNBESIEGED`, `OCCUPY Madrid BY France BESIEGED`; `OCCUPY Madrid BY nobody`. A capital or a port.
    Occupy { city: String, holder: Holder, is_besieged: bool },
    /// `BESIEGE Danzig BY France`, `BESIEGE Danzig BY nobody`: enemies before a city that its owner still holds.
    Besiege { city: String, holder: Holder },
    /// `STATION Berlin = France 2, Austria 3`, `STATION Berlin = nobody`: all corps in a city and before it.
    Corps { city: String, counts: Vec<(Power, u32)> },
    /// `BLOCKADE Brest`, `BLOCKADE Cadiz, Corunna BY Britain`; `OPEN Brest` ends it.
    Blockade {
        ports: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Power>,
        is_on: bool,
    },
    /// `WAR Britain Spain`, with a minor country as well.
    War { one: Holder, other: Holder },
    /// `PEACE Britain Spain`.
    Peace { one: Holder, other: Holder },
    /// `ALLIANCE Austria Russia`; `ALLIANCE Austria Russia ENDS`.
    Alliance { one: Power, other: Power, is_on: bool },
    /// `FORCES France corps 9, fleets 3, at sea 2, depots 6`; of a free state as well.
    Forces { of: Holder, count: ForceCount },
    /// `MONEY France = 20`, `STATUS Austria = 12`, `VP Spain = 40`, `MANPOWER Prussia = 4`.
    SetTally { power: Power, tally: Tally, value: i64 },
    /// `POST France money -5 supply of corps`: a posting of the ledger with its reason.
    Post { power: Power, tally: Tally, change: i64, reason: String },
    /// `DEBT Russia TO Prussia 20 FORMAL DUE December`; an amount of 0 strikes the debt out.
    Debt {
        from: Power,
        to: Power,
        amount: u32,
        is_formal: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due: Option<Month>,
    },
    /// `LEADER Blucher OF Prussia REMOVED`, `LEADER Blucher OF Prussia BACK` (peace condition C.6).
    Leader { name: String, power: Power, is_removed: bool },
    /// `USA WAR`, `USA PEACE`: the latter in a Peace Step, for political points (8.2.1).
    AmericanWar { is_on: bool },
    /// `PLACED France corps 1`: counters bought before and placed in time (8.5.4).
    Placed { of: Holder, counter: Counter, count: u32 },
    /// `COSSACKS Kiev, Riga`: where levied counters stand.
    Levied { troops: Levied, places: Vec<String> },
    /// `CONTROL Spain BY France`: an uncontrolled power run by another player (8.11).
    Control { power: Power, by: Option<Power> },
}

impl Act {
    /// The window an order belongs to; `None` for what holds at any time and for the game master's.
    pub fn stage(&self) -> Option<Stage> {
        match self {
            Act::ReduceVictoryPoints { .. }
            | Act::Announce { .. }
            | Act::KeepQuiet
            | Act::OfferTrade { .. }
            | Act::OfferSame
            | Act::BlackSea { .. }
            | Act::StopAmericanTrade { .. } => Some(Stage::Offer),
            Act::AnswerTrade { .. } => Some(Stage::Answer),
            Act::Lend { .. }
            | Act::LendNothing
            | Act::Aid { .. }
            | Act::Manipulate { .. }
            | Act::ReturnLeader { .. } => Some(Stage::Lending),
            Act::PayDebt { .. }
            | Act::PayNoDebts
            | Act::Buy { .. }
            | Act::BuyNothing
            | Act::BuyCounters { .. }
            | Act::ConvertMilitia { .. }
            | Act::ConvertNone
            | Act::SaveManpower { .. } => Some(Stage::Spending),
            Act::Cede { .. }
            | Act::CedeNothing
            | Act::AnswerCession { .. }
            | Act::Claim { .. }
            | Act::ClaimByDice
            | Act::Combine { .. }
            | Act::Levy { .. }
            | Act::RemoveLevy { .. }
            | Act::Bid { .. } => Some(Stage::Ceding),
            Act::EndAmericanWar | Act::NoteDebt { .. } | Act::ShareTreasury { .. } | Act::Sheet(_) => None,
        }
    }
}

impl Order {
    /// An order of the letter's writer for this quarter.
    pub fn new(act: Act) -> Order {
        Order { power: None, is_standing: false, act }
    }
}
