//! The whole truth of a game: the board as the state sheet has it, the accounts, and what waits to happen.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::calendar::{Month, Stage};
use super::measure::Ledger;
use super::order::{Counter, Holder, Levied, Partners, Tenure, Unit};
use super::power::Power;

/// The whole truth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The month on the board.
    pub month: Month,
    /// What is open now.
    pub stage: Stage,
    /// Every power, those out of the game included.
    pub powers: BTreeMap<Power, PowerState>,
    /// Provinces, minor countries and the districts of those that have several, by canonical name.
    pub territories: BTreeMap<String, TerritoryState>,
    /// Who holds, besieges or blockades a city: capitals and ports by canonical name; one without a row is quiet.
    pub cities: BTreeMap<String, CityState>,
    /// The free states' accounts and forces, by the minor country's name.
    pub free_states: BTreeMap<String, FreeState>,
    /// Pairs at war, the smaller first.
    pub wars: BTreeSet<(Party, Party)>,
    /// Pairs of allies, the smaller first.
    pub alliances: BTreeSet<(Power, Power)>,
    /// Great Britain is at war with the United States (8.2.1).
    pub american_war: bool,
    /// Great Britain wants to end that war at the next Peace Step.
    pub wants_american_peace: bool,
    /// What is owed between powers (8.5.2), oldest first.
    pub debts: Vec<Debt>,
    /// What is true of the quarter that is being played, window by window.
    pub quarter: Quarter,
    /// What was offered and answered last, for silence (D2).
    pub habits: Habits,
    /// Money and manpower of powers and free states, each posting with its step.
    pub ledger: Ledger,
    /// How each past Economic Phase ended, oldest first: for the chart.
    pub history: Vec<QuarterEnd>,
    /// Set when somebody has won (8.1.3).
    pub winners: Vec<Power>,
    /// How the state sheet differs from the one of the last Economic Phase: what everybody is mailed to correct (D1).
    pub changes: Vec<SheetChange>,
}

/// One difference of the state sheet, in the words of letters; public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetChange {
    /// When it was entered last.
    pub month: Month,
    /// What it is about ("Bavaria").
    pub subject: String,
    /// As it was ("neutral").
    pub before: String,
    /// As it is ("free state of France").
    pub after: String,
}

/// One side of a war.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Party {
    /// A major power.
    Power(Power),
    /// A minor country, separately at war.
    Minor(String),
}

/// A major power.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowerState {
    /// Out of the game for good (8.7).
    pub is_out: bool,
    /// Run by another power's player while it has none (8.11).
    pub run_by: Option<Power>,
    /// The box on the political status display, from 1 at the left.
    pub status: u32,
    /// Victory points.
    pub victory_points: i64,
    /// Victory was announced, or will be as soon as the final count reaches the level.
    pub announcement: Announcement,
    /// The manipulation that was set last and works in the next collection (8.4.2).
    pub manipulation: i32,
    /// Counters on the map.
    pub forces: Forces,
    /// Corps and fleet counters bought and not yet placed (8.5.4).
    pub unplaced: Vec<Unplaced>,
    /// Army factors and ships on their way (8.5.3).
    pub arriving: Vec<Arrival>,
    /// Leaders removed by a peace condition, and since when (8.4.3).
    pub removed_leaders: BTreeMap<String, Month>,
    /// Leaders who come back in the next Reinforcement Phase.
    pub returning_leaders: BTreeSet<String>,
    /// Where levied counters stand (8.10), oldest first.
    pub levied: BTreeMap<Levied, Vec<String>>,
    /// The powers that are shown its treasury (D13).
    pub treasury_shared_with: BTreeSet<Power>,
    /// Windows in a row that waited for its word and got none (D2).
    pub silent_windows: u32,
}

/// What was said of victory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Announcement {
    /// Nothing, or to keep quiet.
    #[default]
    None,
    /// As soon as the final count reaches the level.
    WhenFinal,
    /// Now.
    Made,
}

/// Counters on the map, whose maintenance is paid (8.5.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forces {
    /// Corps.
    pub corps: u32,
    /// Fleets in ports and blockade boxes.
    pub fleets_in_port: u32,
    /// Fleets in sea areas.
    pub fleets_at_sea: u32,
    /// Depots.
    pub depots: u32,
}

/// Counters bought in one Economic Phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unplaced {
    /// Of a free state, by name; none: the power's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Which kind.
    pub counter: Counter,
    /// How many are left to place.
    pub count: u32,
    /// Names, when they were said.
    pub names: Vec<String>,
    /// The last month in which they can be placed (8.5.4).
    pub until: Month,
}

/// Reinforcements bought together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    /// Of a free state, by name; none: the power's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// What.
    pub unit: Unit,
    /// How many.
    pub count: u32,
    /// The month in whose Reinforcement Phase they are placed (8.5.3).
    pub month: Month,
}

/// A province, a minor country, or a district of one with several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerritoryState {
    /// Who controls it; none: neutral.
    pub holder: Option<Power>,
    /// How.
    pub tenure: Tenure,
    /// Part of a political combination (8.9), by its name: counts for no victory points (8.1.3).
    pub combination: Option<String>,
}

/// A capital or a port where something is the matter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CityState {
    /// Whose forces are inside, when they are not its controller's.
    pub occupant: Holder,
    /// Those inside are besieged: by its controller when it is occupied, by `besieger` when it is not.
    pub is_besieged: bool,
    /// Who lies before it.
    pub besieger: Holder,
    /// Who blockades the port, if it is one.
    pub blockaded_by: Option<Power>,
    /// Corps of powers in the city and before it, as far as they were entered. Whoever has some may dispute what comes of it,
    /// and more of them count on the dice (8.7.4).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub corps: BTreeMap<Power, u32>,
}

impl CityState {
    /// Everybody who has forces in the city or before it.
    pub fn forces(&self) -> impl Iterator<Item = Holder> + '_ {
        [&self.occupant, &self.besieger].into_iter().cloned().chain(self.corps.keys().copied().map(Holder::Power))
    }
}

impl Default for CityState {
    fn default() -> Self {
        Self {
            occupant: Holder::Nobody,
            is_besieged: false,
            besieger: Holder::Nobody,
            blockaded_by: None,
            corps: BTreeMap::new(),
        }
    }
}

/// A minor free state's forces. Its money and manpower are in the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreeState {
    /// Counters on the map.
    pub forces: Forces,
    /// Ships noted for later when its forces were removed (8.8.5).
    pub ships_in_pool: u32,
}

/// What one power owes another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Debt {
    /// Who owes.
    pub from: Power,
    /// Whom.
    pub to: Power,
    /// How much is open.
    pub amount: u32,
    /// By a peace treaty: paid without an order.
    pub is_formal: bool,
    /// When it is to be paid, if that was said; a formal one not before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<Month>,
    /// Noted by a player as formal, and not yet confirmed by the GM.
    pub awaits_gm: bool,
}

/// The quarter that is being played.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quarter {
    /// Victory points gained in step 8.1.
    pub gained: BTreeMap<Power, i64>,
    /// The ports that Britain offers to trade with, expanded (W1).
    pub offered: BTreeSet<String>,
    /// Whose American trade is to be stopped (W1).
    pub stopped: BTreeSet<Power>,
    /// Ports of the Black Sea with leave (W1).
    pub black_sea_leave: BTreeSet<String>,
    /// The American war was on when the Economic Phase began.
    pub was_american_war: bool,
    /// Home manpower that was collected, without manipulation: none means civil disorder (8.7).
    pub home_manpower: BTreeMap<Power, i64>,
    /// Powers that went bankrupt (8.5): once a phase.
    pub bankrupt: BTreeSet<Power>,
    /// This is the final Victory Points Step (8.1.3).
    pub is_final: bool,
    /// Territories of powers in civil disorder that several powers claim, and who does (8.7.4).
    pub disputes: BTreeMap<String, BTreeSet<Power>>,
}

/// What silence repeats (D2).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Habits {
    /// The last British offer, as it was ordered: partners and exceptions.
    pub offer: Option<(Partners, Partners)>,
    /// The last answer of each power: whether it agreed, and the ports excepted.
    pub answers: BTreeMap<Power, (bool, Vec<String>)>,
    /// The last leave for the Black Sea: whom, and whether it was granted.
    pub black_sea: Option<(Partners, bool)>,
}

/// How an Economic Phase ended for everybody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuarterEnd {
    /// Its month.
    pub month: Month,
    /// By power: victory points, status box, money.
    pub powers: BTreeMap<Power, (i64, u32, i64)>,
}
