//! What reports of this book can say. Depths of knowledge are variants: what a reader may not know has no field.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use base::game::Throw;
use board::Hex;

use super::naval::Water;
use super::order::{Matter, Verdict};
use super::scenario::{Account, Approval, Arm, Side, SizeClass, Theatre};
use super::state::{EndCause, Stage};

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
    Ships { side: Side, hex: Hex, place: String, water: Water },
    /// Sea raiders are out (D22). To everyone.
    Raiders { count: u32 },
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
        /// Who approves points that are handed over directly (D7), where it is not the limits alone or was said in the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        direct_approval: Option<Approval>,
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
        /// How many of its points are demoralised, when not all of them are (D16).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        demoralised_sp: Option<u32>,
        is_entrenched: bool,
        army: Option<String>,
        leaders: Vec<LeaderCard>,
        /// No supply reaches it (D14).
        #[serde(default)]
        is_cut_off: bool,
    },
    /// Works of one's own side. To the side.
    OwnWorks { hex: Hex, place: String, has_fort: bool, has_fortress: bool, has_depot: bool },
    /// Ships of one's own side. To the side.
    OwnFleet {
        hex: Hex,
        place: String,
        water: Water,
        account: Account,
        river: u32,
        ocean: u32,
        ironclads: u32,
        leaders: Vec<LeaderCard>,
    },
    /// Enemy ships, exactly: to the commander of ships in contact with them (C4.5.2).
    ShipsSeen { side: Side, hex: Hex, place: String, water: Water, river: u32, ocean: u32, ironclads: u32 },
    /// An enemy fort that ships are in contact with, or that fired upon them (C4.5.2). To the commander of the ships.
    FortSeen { side: Side, hex: Hex, place: String },
    /// Ships that wait, and where they enter (C6.4). To the commander of the fleet and the SC.
    NewShips { count: u32, ports: Vec<Port> },
    /// Ironclads and raiders in port (C6.5). To the SC.
    NewIronclads { ironclads: u32, raiders: u32 },
    /// An ironclad that waits (C6.5). To the commander of the theatre and the SC.
    IroncladWaits { account: Account, hex: Hex, place: String },
    /// Naval command points of a theatre for movement by sea (C6.3). To its commander, the fleet's and the SC.
    SeaPurse { account: Account, points: u32, spent: u32 },
    /// An enemy force in sight (C4.2, C4.6). To the side.
    Sighted { side: Side, hex: Hex, place: String, class: SizeClass, is_army: bool },

    /// Leaders in a pool by stars and type only. To the SC.
    PoolTotals { account: Account, stars: u32, arm: Arm, count: u32 },
    /// A result of the promotion table that waits. To the commander, and to the SC when it is before him.
    LeaderCase { leader: String, account: Account, matter: Matter, stars: u32, is_presented: bool },
    /// A promotion or demotion that is carried out when the turn ends. To the commander and the SC.
    LeaderDecided { leader: String, account: Account, verdict: Verdict },
    /// A leader to be sent to another theatre (C3.5.9). To the commander who times it and the SC.
    ShiftOrdered { leader: String, from: Account, to: Theatre },
    /// A wounded leader, and the turns by mail until he is back. To the side.
    LeaderWounded { leader: String, account: Account, turns: u32 },
    /// A leader of `side` in the enemy's hands, and his place in the order of exchange. To both sides.
    LeaderCaptive { side: Side, order: u32, leader: String },
    /// Rail points that a supreme commander has to distribute (C3.5.10). To the SC.
    RailTotals { points: u32, last: BTreeMap<Account, u32> },
    /// The rail points of a theatre. To its commander and to the SC.
    RailPurse { account: Account, points: u32, spent: u32 },
    /// A railway hex that was converted, and who holds it (C4.6). To everyone.
    RailHeld { hex: Hex, place: String, holder: Side },

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
        /// His initiative, when it is another than that of the roster (C5.5).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        enemy_initiative: Option<u32>,
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
    /// What the promotion table did to a leader after a battle (C5.2). To his commander.
    LeaderFate { account: Account, pulse: u32, place: String, leader: String, fate: LeaderFate },
    /// A leader left without troops, and where he went: to other troops, or to his pool. To his commander. House rule.
    LeftAlone { account: Account, leader: String, place: String, to: Option<String> },
    /// A case that was decided, or whose time is over (D24). To the commander, and to the SC when it was before him.
    CaseClosed { leader: String, account: Account, matter: Matter, end: CaseEnd },
    /// A leader promoted, demoted or come back as the turn opened (C5.4). To the commander and the SC.
    LeaderChanged {
        leader: String,
        account: Account,
        change: LeaderChange,
        stars: u32,
        initiative: u32,
        seniority: u32,
    },
    /// Where new leaders went, by stars and type only (D19). To the SC.
    LeadersAssigned { account: Account, stars: u32, arm: Arm, count: u32 },
    /// Ships that the fleet lent to the commander of a theatre for the sub-turn, with points (C6.2). To him.
    ShipsLent { account: Account, what: String, cp: u32, pp: u32 },
    /// A tie in a pulse was thrown for (D10). To the commander of the reader's own act in it.
    Tie {
        pulse: u32,
        order: String,
        throw: u32,
        /// Earlier throws that others had as well, so that all of them threw again (C3.17).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        equal: Vec<u32>,
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
    /// A column marched, by the hexes it stood in. To its commander.
    Marched { account: Account, pulse: u32, hexes: Vec<Hex> },
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
    /// The war is over (D28): the worth of the Confederate States, and of those captured. To everyone.
    Ended {
        winner: Option<Side>,
        cause: EndCause,
        captured: u32,
        all: u32,
        /// Of the worth, what the Union needed at the end of the calendar.
        percent: u32,
    },
    /// What is remembered of a turn, told when the war is over. To everyone.
    Chronicle { turn: u32, season: String, entries: Vec<String> },
    /// How the side's rail points were divided, and whether the default was used. To the SC.
    RailDistributed { points: BTreeMap<Account, u32>, is_default: bool },
    /// A railway hex was converted or cut (C4.6, D21). To everyone.
    RailConverted { pulse: u32, hex: Hex, place: String, by: Side },
    /// New ships entered (C6.4, C6.5). To the side.
    ShipsEntered { account: Account, pulse: u32, hex: Hex, place: String, river: u32, ocean: u32, ironclads: u32 },
    /// Ships fought ships (D22). To the commander of the reader's ships.
    SeaFight {
        account: Account,
        pulse: u32,
        hex: Hex,
        place: String,
        /// The reader's ships came upon the enemy.
        is_mover: bool,
        own_strength: u32,
        own_leader: Option<String>,
        enemy_strength: u32,
        enemy_leader: Option<String>,
        own_total: i32,
        enemy_total: i32,
        own_losses: u32,
        enemy_losses: u32,
        result: SeaResult,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        throws: Vec<Throw>,
    },
    /// A fort and ships fired at each other (D22). To the commander of the ships, and to the one of the fort.
    FortRound {
        account: Account,
        pulse: u32,
        hex: Hex,
        place: String,
        /// The ships are the reader's; else the fort is.
        is_fleet: bool,
        /// The ships had not known of it.
        is_surprise: bool,
        /// Naval strength points lost.
        ships_lost: u32,
        is_silenced: bool,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        throws: Vec<Throw>,
    },
    /// Strength points that went down with their ships (D22). To the side.
    Drowned { pulse: u32, place: String, sp_lost: u32 },
    /// A raider put to sea, or was caught (C6.5, D22). To everyone.
    RaiderNews { pulse: u32, is_caught: bool, name: Option<String>, place: String },
    /// What hunters threw for the raiders (D22). To the commander of the fleet.
    Hunted {
        pulse: u32,
        caught: u32,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        throws: Vec<Throw>,
    },
    /// Works were lost to an enemy who entered (D17). To the commander of their theatre.
    WorksLost { account: Account, pulse: u32, hex: Hex, place: String, what: String },
    /// A force that no supply reached lost strength at the end of the turn (D14). To the side.
    Attrition { hex: Hex, place: String, sp_lost: u32 },
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

    /// A shift that no line of these orders carries out yet. To the commander.
    ShiftOwed { leader: String, from: Account, to: Theatre, sub_turn: u8 },
    /// Naval command points that the orders on file of one theatre would spend (C6.3). To its commander.
    SeaSpending { account: Account, points: u32, available: u32 },
    /// Rail points that the orders on file of one account would spend. To its commander.
    RailSpending { account: Account, points: u32, available: u32 },
    /// Rail points that the distribution on file leaves. To the SC.
    RailUndistributed { points: u32, is_divided: bool },

    // For whoever takes a seat.
    /// The places of the map with their hexes, in rows of a table. To everyone.
    Gazette { rows: Vec<Vec<NamedHex>> },

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
    /// Points that a supreme commander hands over directly, for the game master to approve (C2.4). To the umpire.
    GrantAsked {
        /// To whose account.
        account: Account,
        cp: u32,
        pp: u32,
        readings: Vec<Reading>,
    },
    /// Dice and reasons that no player is told. To the umpire.
    Ruling { text: String },
}

fn is_nothing(points: &u32) -> bool {
    *points == 0
}

/// A place of the map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedHex {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub hex: Hex,
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
    /// Rating, as it was last shown.
    pub tactical: i32,
    /// Rating, as it was last shown.
    pub strategic: i32,
    /// The ratings are old ones: new ones are shown after his next fight (C5.5).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_old: bool,
    /// Lower is senior among equal stars (C5.7).
    pub seniority: u32,
}

/// What the promotion table did to a leader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fate", rename_all = "kebab-case")]
pub enum LeaderFate {
    /// Dead.
    Killed,
    /// In the enemy's hands.
    Captured,
    /// Away for so many turns by mail.
    Wounded {
        /// Turns until he is in his pool.
        turns: u32,
    },
    /// His dismissal is before the supreme commander.
    Dismissal,
    /// His commander may present him for relief.
    Relief,
    /// His commander may present him for promotion.
    Promotion,
    /// His initiative changed.
    Initiative {
        /// What it is now.
        now: u32,
    },
}

/// How a case ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaseEnd {
    /// To be promoted.
    Promoted,
    /// Not promoted.
    Refused,
    /// To leave the game.
    Removed,
    /// To lose a star.
    Reduced,
    /// Not demoted.
    Kept,
    /// His commander did not present him in time.
    NotPresented,
    /// The supreme commander gave no answer in time.
    Unanswered,
}

impl CaseEnd {
    /// The end that a verdict makes.
    pub fn of(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Promote => CaseEnd::Promoted,
            Verdict::Refuse => CaseEnd::Refused,
            Verdict::Remove => CaseEnd::Removed,
            Verdict::Reduce => CaseEnd::Reduced,
            Verdict::Keep => CaseEnd::Kept,
        }
    }
}

/// What became of a leader as the turn opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeaderChange {
    /// A star more, or first in seniority.
    Promoted,
    /// A star less.
    Reduced,
    /// Out of the game.
    Removed,
    /// Back from his wounds.
    Recovered,
    /// Back from the enemy's hands.
    Exchanged,
}

/// A port where new ships enter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Port {
    /// Its hex.
    pub hex: Hex,
    /// Its name.
    pub place: String,
}

/// How a fight of ships ended for the reader (D22).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeaResult {
    /// The enemy withdrew.
    Won,
    /// The enemy was destroyed.
    Destroyed,
    /// One's own ships withdrew.
    Withdrew,
    /// One's own ships were destroyed.
    Lost,
    /// Neither gave way.
    Drawn,
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
