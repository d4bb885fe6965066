//! What reports of this book can say. Depths of knowledge are variants: what a reader may not know has no field.

use serde::{Deserialize, Serialize};

use base::game::Throw;

use super::calendar::{Month, Stage};
use super::news::{
    BoughtRow, Convoy, DebtRow, DieRow, FinalScore, HeirRow, LevyRow, LoanRow, OfferRow, Score, StatusRow, StoppedRow,
    TradeRow, VictoryBy,
};
use super::order::{Combining, Counter, Partners};
use super::power::Power;
use super::standing::{
    ArrivalRow, CityRow, FreeStateRow, LandRow, LedgerRow, OwedRow, PastRow, PowerRow, QuarterRow, UnplacedRow, WarRow,
};
use super::state::{Announcement, SheetChange};

/// One thing a report can say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind")]
pub enum Item {
    // Standing facts.
    /// Where the game stands. To everyone.
    Calendar {
        month: Month,
        stage: Stage,
        /// The month in words.
        title: String,
        /// The stage in words.
        stage_title: String,
        /// The month of the next Economic Phase in words; empty when none is left.
        next_economic: String,
        /// The last month of the campaign in words.
        last: String,
    },
    /// What everybody knows of the powers, in the order of reports. To everyone.
    Powers { rows: Vec<PowerRow> },
    /// The board (D1): what is not as the map prints it, cities where something is the matter, wars, alliances. To everyone.
    Board {
        lands: Vec<LandRow>,
        cities: Vec<CityRow>,
        free_states: Vec<FreeStateRow>,
        wars: Vec<WarRow>,
        alliances: Vec<(Power, Power)>,
        american_war: bool,
    },
    /// How the sheet differs from the one of the last Economic Phase (D1). To everyone.
    SheetDifferences { rows: Vec<SheetChange> },
    /// What the windows that are over have brought. To everyone.
    Quarter { quarter: QuarterRow },
    /// Formal debts that are open (8.5.2). To everyone.
    FormalDebtsOpen { rows: Vec<OwedRow> },
    /// How past quarters ended. To everyone.
    History { rows: Vec<PastRow> },
    /// The game is over. To everyone.
    Winners { powers: Vec<Power>, names: Vec<String> },
    /// What is a power's own to know. To whoever plays it.
    Own {
        power: Power,
        name: String,
        announcement: Announcement,
        manipulation: i32,
        unplaced: Vec<UnplacedRow>,
        arriving: Vec<ArrivalRow>,
        returning_leaders: Vec<String>,
        treasury_shared_with: Vec<Power>,
        /// The names of those powers.
        shared_names: Vec<String>,
        silent_windows: u32,
        /// Informal debts, and formal ones that wait for the game master: its own and those owed to it.
        informal_debts: Vec<OwedRow>,
        /// Whom it may send money to (8.3): its allies.
        possible_transfers: Vec<String>,
        /// Its last answer to the British offer: whether it agreed, and the ports excepted.
        last_answer: Option<(bool, Vec<String>)>,
    },
    /// The last British offer as it was ordered: what silence repeats (D2). To Britain.
    LastOffer { partners: Partners, except: Partners },
    /// The last leave for the Black Sea (D2). To the holder of Constantinople.
    LastLeave { partners: Partners, is_granted: bool },
    /// Britain wants to end the American war at the next Peace Step (8.2.1). To Britain.
    WantsAmericanPeace { points: u32 },
    /// The account of a power or of a free state since the last Economic Phase began. To whoever plays its power, and, for a
    /// power's own, to those it shares its treasury with.
    Account {
        /// The account ("france", "Bavaria").
        account: String,
        /// Its name in letters.
        name: String,
        power: Power,
        is_free_state: bool,
        opening_money: i64,
        opening_manpower: i64,
        rows: Vec<LedgerRow>,
        money: i64,
        manpower: i64,
    },
    /// The money of past quarters (8.5.7). To whoever plays the power, and those it shares its treasury with.
    PastMoney { power: Power, name: String, rows: Vec<(Month, i64)> },

    // The state sheet.
    /// The game master entered what happened on the board. To everyone.
    SheetChanged { rows: Vec<SheetChange> },
    /// The game master corrected an account (D15). To whoever plays its power.
    Corrected { power: Power, name: String, measure: String, before: i64, after: i64, reason: String },
    /// The game master noted or struck out a debt that is no formal one. To both parties.
    DebtCorrected { from: Power, to: Power, words: String },
    /// Entries that changed nothing, because it was so already. To the umpire.
    Unchanged { lines: Vec<String> },
    /// Money and manpower of this quarter were collected before these entries: they do not count for it (D15). To the umpire.
    CollectedBefore { lines: Vec<String> },
    /// The sheet is settled and the Economic Phase begins (D1). To everyone.
    SheetSettled { title: String, differences: u32 },

    // The month on the board.
    /// Reinforcements to be placed in this month's Reinforcement Phase (8.5.3). To whoever plays the power.
    Due { power: Power, name: String, rows: Vec<ArrivalRow> },
    /// Counters that must be placed in this month, or be bought again (8.5.4). To whoever plays the power.
    Expiring { power: Power, name: String, rows: Vec<UnplacedRow> },
    /// Counters that were not placed in time (8.5.4). To whoever plays the power.
    Expired { power: Power, name: String, rows: Vec<UnplacedRow> },
    /// A leader comes back in this month's Reinforcement Phase (8.4.3). To everyone.
    LeaderBack { power: Power, name: String, leader: String },

    // Events.
    /// What the powers scored (8.1). To everyone.
    Scored { rows: Vec<Score> },
    /// Britain spent points of hers to take as many from an enemy (8.1.2). To everyone.
    Reduced { target: Power, points: i64, total: i64 },
    /// A power announced that it has reached its victory level (8.1.3). To everyone.
    Announced { power: Power, total: i64, level: i64 },
    /// The final Victory Points Step and who won (8.1.3). To everyone.
    FinalCount { rows: Vec<FinalScore>, winners: Vec<Power>, by: VictoryBy },
    /// What Britain offers to trade with (8.2.1 errata). To everyone.
    Offered { rows: Vec<OfferRow> },
    /// The ports of the Black Sea that have leave to trade (8.2.1). To everyone.
    BlackSeaLeave { giver: Option<Power>, ports: Vec<String> },
    /// Which trade was agreed and which was not (8.2.1). To everyone.
    Traded { rows: Vec<TradeRow> },
    /// Britain stopped American trade, and whether that meant war (8.2.1). To everyone.
    AmericanStopped { rows: Vec<StoppedRow>, die: u32, is_war: bool, throws: Vec<Throw> },
    /// The Spanish gold convoy (8.2.1). To everyone.
    Gold { convoy: Convoy, dice: Vec<u32>, modifier: i32, money: u32, throws: Vec<Throw> },
    /// Money lent and given among powers (8.3). To everyone, or to both parties.
    Lent { rows: Vec<LoanRow> },
    /// A level of economic manipulation was set (8.4.2). To its power.
    Manipulated { power: Power, level: i32, money: i64, manpower: i64, points: i64 },
    /// A national capital is occupied without siege (8.4.1). To everyone.
    CapitalLost { power: Power, city: String, points: u32 },
    /// Whether a removed leader may return (8.4.3). To everyone.
    LeaderReturn { power: Power, name: String, is_paid: bool, die: Option<u32>, returns: bool, throws: Vec<Throw> },
    /// A power could not pay its maintenance or its formal debts (8.5). To everyone.
    Bankrupt { power: Power, step: String, points: u32 },
    /// Formal debts were paid (8.5.2). To everyone.
    FormalDebts { rows: Vec<DebtRow> },
    /// Informal debts were paid (8.5.2). To both parties.
    InformalDebt { row: DebtRow },
    /// Factors and ships were bought (8.5.3). To their owner.
    Bought { power: Power, state: Option<String>, rows: Vec<BoughtRow> },
    /// Counters were bought (8.5.4). To their owner.
    CountersBought {
        power: Power,
        state: Option<String>,
        counter: Counter,
        count: u32,
        names: Vec<String>,
        until: Month,
    },
    /// Militia was converted (8.5.6). To its power.
    Converted { power: Power, count: u32, place: Option<String> },
    /// The markers moved on the political status display (8.6). To everyone.
    StatusAdjusted { rows: Vec<StatusRow> },
    /// A power fell into civil disorder and is out of the game (8.7). To everyone.
    Disorder { power: Power, rows: Vec<HeirRow>, enemies: Vec<Power>, points: u32 },
    /// A disputed territory was given to one of its claimants (8.7.4). To everyone.
    DisputeSettled { territory: String, holder: Power, dice: Vec<DieRow>, throws: Vec<Throw> },
    /// A territory was ceded (8.8). To everyone.
    Ceded {
        territory: String,
        from: Power,
        to: Power,
        /// A free state was made a conquered country: its forces are removed (8.8.5).
        is_conquered: bool,
        /// Fleets of it that leave the map; their ships are noted for later.
        fleets_removed: u32,
        /// Ships that were on their way, noted for later.
        ships_noted: u32,
        points: u32,
    },
    /// A cession was declined (D6). To both parties.
    CessionDeclined { territory: String, from: Power, to: Power },
    /// A political combination changed (8.9). To everyone.
    Combined { power: Power, name: String, combining: Combining, members: Vec<String> },
    /// Troops of the Levy Step (8.10). To everyone.
    Levies { power: Power, rows: Vec<LevyRow> },
    /// Who runs an uncontrolled power for a year (8.11). To everyone.
    Control { power: Power, by: Option<Power>, dice: Vec<DieRow>, throws: Vec<Throw> },
    /// A debt was noted by its debtor (8.5.2). To both parties.
    DebtNoted { from: Power, to: Power, amount: u32, times: u32, due: Option<Month>, awaits_gm: bool },
    /// Britain will end the American war at the next Peace Step (8.2.1). To Britain.
    PeaceWanted { points: u32 },
    /// Which power is shown whose treasury from now on, or no longer (D13). To both.
    TreasuryShared { power: Power, with: Power, is_shared: bool },
    /// An order could not be carried out. To its giver.
    Failed { power: Power, order: String, reason: String, hint: Option<String>, rules: Vec<String> },
    /// A power let so many windows pass in a row without an order (D2). To its seat.
    Silent { power: Power, windows: u32 },
    /// A power let so many windows pass that the game master may appoint a deputy to this seat (D2). To the umpire.
    DeputyDue { power: Power, name: String, seat: String, windows: u32 },

    // Receipts.
    /// What the orders on file come to, on the receipt. To their giver.
    Budget {
        /// The account's name in letters.
        account: String,
        /// The window the sums are about.
        stage: Stage,
        /// The same in letters ("W4 spending").
        window: String,
        /// What is held now.
        money: i64,
        manpower: i64,
        /// Due before anything can be bought (8.5.1, 8.5.2).
        due: i64,
        /// What the lines come to.
        spent: i64,
        manpower_spent: i64,
        /// What is left of the money and manpower held now.
        left: i64,
        manpower_left: i64,
        /// Nothing more comes in before that window.
        is_certain: bool,
    },
}
