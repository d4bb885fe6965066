//! What reports of this book can say. Depths of knowledge are variants: what a reader may not know has no field.

use serde::{Deserialize, Serialize};

use super::calendar::{Month, Stage};
use super::order::Partners;
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
}
