//! What reports of this book can say. Depths of knowledge are variants: what a reader may not know has no field.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::game::Throw;

use super::scenario::{Account, Arm, Side, Theatre};
use super::state::Stage;

/// One thing a report can say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind")]
pub enum Item {
    // Standing facts.
    /// Where the war stands. To everyone.
    Calendar { turn: u32, season: String, part: u32, parts: u32, stage: Stage },
    /// Last holder of a city, when it is not the side at home there. To everyone.
    City {
        name: String,
        hex: Hex,
        state: String,
        /// The side at home there; none in a neutral State.
        home: Option<Side>,
        holder: Option<Side>,
        value: u32,
    },
    /// A fortress (C4.6). To everyone.
    Fortress { side: Side, hex: Hex, place: String },
    /// Ships lie here, of unknown number (C4.5). To everyone.
    Ships { side: Side, hex: Hex, place: String },
    /// A large force or an Army, roughly (D21). To everyone.
    Approximate { side: Side, state: String, near: String, is_army: bool },
    /// What a supreme commander has to distribute, with the limits in points (C2.3, C3.5.4). To the SC.
    Totals {
        cp: u32,
        pp: u32,
        planned: BTreeMap<Theatre, u32>,
        discretionary: u32,
        arriving: BTreeMap<Theatre, u32>,
        limits: Vec<Limit>,
        last_cp: BTreeMap<Account, u32>,
        last_pp: BTreeMap<Account, u32>,
    },
    /// New leaders by stars and type only (C3.5.7). To the SC.
    NewLeaders { stars: u32, arm: Arm, count: u32, planned: Account },
    /// How each account stands, by totals. To the SC.
    AccountTotals { account: Account, cp: u32, pp: u32, cp_spent: u32, pp_spent: u32, reinforcements: u32 },
    /// The account of a theatre or of the fleet (D8). To its commander.
    Purse {
        account: Account,
        cp: u32,
        pp: u32,
        cp_spent: u32,
        pp_spent: u32,
        refunded: u32,
        /// Most that may be spent in the sub-turn now open.
        cp_available: u32,
        pp_available: u32,
        reinforcements: u32,
    },
    /// A leader waiting in a pool, in order of appearance (C3.5.7). To the commander of the pool.
    Pooled { account: Account, order: u32, leader: LeaderCard },
    /// A force of one's own side, exactly (C4.1). To the side.
    OwnForce {
        hex: Hex,
        place: String,
        account: Account,
        sp: u32,
        is_demoralised: bool,
        is_entrenched: bool,
        army: Option<String>,
        leaders: Vec<LeaderCard>,
    },
    /// Works of one's own side. To the side.
    OwnWorks { hex: Hex, place: String, has_fort: bool, has_fortress: bool, has_depot: bool },
    /// Ships of one's own side. To the side.
    OwnFleet { hex: Hex, place: String, river: u32, ocean: u32, ironclads: u32 },
    /// An enemy force in sight (C4.2, C4.6). To the side.
    Sighted { side: Side, hex: Hex, place: String, class: SizeClass, is_army: bool },

    // Events.
    /// What became of an order. To its giver.
    Done { account: Account, pulses: String, order: String, outcome: ActOutcome },
    /// A battle, as the commander of a theatre where one's troops fought tells it (D27).
    Battle {
        pulse: u32,
        hex: Hex,
        place: String,
        /// The reader's side attacked.
        is_attacker: bool,
        own_sp: u32,
        own_leader: Option<String>,
        enemy: SizeClass,
        enemy_leader: Option<String>,
        /// The two dice and their modifiers, each with its reason.
        dice: Vec<u32>,
        modifiers: Vec<Modifier>,
        total: i32,
        own_losses: u32,
        result: BattleResult,
        /// The throws behind the dice.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        throws: Vec<Throw>,
    },
    /// A tie in a pulse was thrown for (D10). To the commander of the reader's own act in it.
    Tie {
        pulse: u32,
        order: String,
        throw: u32,
        initiative: u32,
        is_first: bool,
        /// The throws of the reader's own act.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        throws: Vec<Throw>,
    },
    /// Enemy troops passed through sight and left it (C4.6, D21). To the side.
    Passed { side: Side, from_pulse: u32, to_pulse: u32, class: SizeClass, hexes: Vec<Hex>, heading: String },
    /// Reinforcements entered. To the side.
    Entered { account: Account, pulse: u32, hex: Hex, place: String, sp: u32, leader: Option<String> },
    /// Cavalry gave way before combat, or tried to (D16). To the commanders of both sides' troops there.
    GaveWay {
        pulse: u32,
        hex: Hex,
        place: String,
        /// The cavalry is the reader's.
        is_own: bool,
        leader: Option<String>,
        /// It went; else it had to fight.
        is_gone: bool,
        to: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<u32>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        throws: Vec<Throw>,
    },
    /// A city changed hands. To everyone.
    CityTaken { name: String, hex: Hex, by: Side },
    /// Points lost at the end of the turn (C3.10). To the commander.
    Lapsed { account: Account, cp: u32, pp: u32, reinforcements: u32, kept: u32 },
    /// Command points given back for pre-empted works (C3.17). To the commander.
    Refunded { account: Account, cp: u32, place: String, is_lost: bool },
    /// What an account was given (C2.4). To its commander.
    Allotted { account: Account, cp: u32, pp: u32, reinforcements: u32 },
    /// How the side's points were divided, and whether the default was used. To the SC.
    Distributed { cp: BTreeMap<Account, u32>, pp: BTreeMap<Account, u32>, is_default: bool, repaired: Vec<String> },
    /// Losses by theatre at the end of a turn. To the SC.
    Losses { account: Account, own_sp: u32 },
    /// The last turn has been played: the worth of the towns each side holds. To everyone.
    Ended { usa_value: u32, csa_value: u32 },
    /// A demoralised force recovered, or not, at the end of the turn (C3.16). To the side.
    Recovery { hex: Hex, place: String, recovered: bool, sp_lost: u32 },

    // Receipts.
    /// What the orders on file of one account would spend. To its commander.
    Spending {
        account: Account,
        sub_turn: u8,
        cp: u32,
        cp_available: u32,
        pp: u32,
        pp_available: u32,
        reinforcements: u32,
        reinforcements_left: u32,
        leaders: u32,
        leaders_left: u32,
        /// Of the command points, kept for conditions.
        #[serde(default, skip_serializing_if = "is_nothing")]
        kept_cp: u32,
        /// Of the pulse points.
        #[serde(default, skip_serializing_if = "is_nothing")]
        kept_pp: u32,
    },
    /// What the distribution on file leaves. To the SC.
    Undistributed {
        cp: u32,
        pp: u32,
        /// An order divides them, so what is left is lost; else the default divides them.
        is_cp_divided: bool,
        is_pp_divided: bool,
        discretionary: u32,
        is_complete: bool,
    },

    // The umpire's.
    /// A condition that only he can judge, with what its writer knows (C3.14). To the umpire.
    Question {
        account: Account,
        /// The whole order.
        words: String,
        /// Command points kept for it.
        cp: u32,
        /// Pulse points kept for it.
        pp: u32,
        readings: Vec<Reading>,
        /// Forces of the writer's command.
        forces: Vec<String>,
        /// Enemies that he sees near them.
        enemies: Vec<String>,
    },
    /// Dice and reasons that no player is told. To the umpire.
    Ruling { text: String },
}

fn is_nothing(points: &u32) -> bool {
    *points == 0
}

/// What an order may be taken for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// "A", "B", "IGNORE".
    pub name: String,
    /// As an order, or what it comes to.
    pub words: String,
}

/// A limit of distribution in points (C3.5.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// The account.
    pub account: Account,
    /// Least command points.
    pub least: u32,
    /// Most command points.
    pub most: u32,
}

/// A leader as his own side knows him.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaderCard {
    /// Surname as in the roster.
    pub name: String,
    /// One to three.
    pub stars: u32,
    /// What he leads.
    pub arm: Arm,
    /// Two to four.
    pub initiative: u32,
    /// Rating.
    pub tactical: i32,
    /// Rating.
    pub strategic: i32,
}

/// The classes of C4.6 and D15.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SizeClass {
    /// Fewer than six strength points.
    Small,
    /// Six to nine.
    Medium,
    /// Ten or more.
    Large,
}

/// A modifier of a battle and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    /// What it is for.
    pub reason: String,
    /// Added to the attacker's total.
    pub value: i32,
}

/// How a battle ended (D15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattleResult {
    /// The attacker goes back where he came from.
    Repulsed,
    /// The same, demoralised.
    RepulsedDemoralised,
    /// The defender falls back.
    Retreated,
    /// The same, demoralised.
    RetreatedDemoralised,
    /// The attacker was wiped out.
    AttackerEliminated,
    /// The defender was wiped out, or could not retreat.
    DefenderEliminated,
}

/// What became of an order, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "kebab-case")]
pub enum ActOutcome {
    /// As ordered.
    Done {
        /// What it came to ("3 SP entered at Richmond").
        text: String,
    },
    /// Only part of it.
    Partly {
        /// What was done.
        text: String,
        /// Why no more.
        why: String,
    },
    /// Nothing came of it.
    Void {
        /// Why.
        why: String,
    },
    /// Pulses passed.
    Idle,
}
