//! The whole truth of a campaign. Serialised, its keys are the paths of the GM's `SET`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use board::Hex;

use super::leaders::LeaderAffairs;
use super::naval::{NavalAffairs, Water};
use super::scenario::{Account, Approval, Arm, Side, Theatre};

/// The truth between two phases.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The turn of the board game, from 1 (C2.2).
    pub turn: u32,
    /// Which of the turns by mail this board-game turn was split into (D2), from 1.
    pub part: u32,
    /// How many turns by mail it was split into.
    pub parts: u32,
    /// What is to be played next.
    pub stage: Stage,
    /// What each side has to distribute, and its memory of distributions.
    pub sides: BTreeMap<Side, SideState>,
    /// The accounts of each side (D8).
    pub accounts: BTreeMap<Side, BTreeMap<Account, Ledger>>,
    /// Troops by hex; both sides never share one between phases.
    pub stacks: BTreeMap<Hex, Stack>,
    /// Leaders by name, also those not yet in play.
    pub leaders: BTreeMap<String, Leader>,
    /// Forts, fortresses, depots by hex.
    pub works: BTreeMap<Hex, Works>,
    /// Naval strength points by the water they lie in; both sides never share one between phases (D22).
    pub fleets: BTreeMap<Water, Fleet>,
    /// Last holder of each city; nobody for the neutral ones nobody entered (D13).
    pub cities: BTreeMap<String, Option<Side>>,
    /// Rail hexes that were converted, and to whom (D14).
    pub rails: BTreeMap<Hex, Side>,
    /// Who approves points that are handed over directly (D7), once the game master has said it in the game; else the
    /// scenario says it.
    #[serde(default)]
    pub direct_approval: Option<Approval>,
    /// How the war ended, once it has (D28).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ending>,
    /// What will be told of the war when it is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub annals: Vec<Annal>,
}

/// How a war ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// Who won; nobody when both gave up, or when it was a lesson.
    pub winner: Option<Side>,
    /// Why it was over.
    pub cause: EndCause,
}

/// Why a war was over (D28).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndCause {
    /// The calendar ended, and the worth of the captured States decided.
    Calendar,
    /// Every town that feeds the Confederate armies was taken.
    Sources,
    /// The capital of the Union was taken.
    Capital,
    /// Enough of the Union's great towns were taken.
    Towns,
    /// The loser conceded.
    Conceded,
    /// The lesson was over.
    Lesson,
}

/// Something worth remembering.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Annal {
    /// The turn.
    pub turn: u32,
    /// What happened.
    #[serde(flatten)]
    pub event: AnnalEvent,
}

/// What is remembered of a war.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum AnnalEvent {
    /// A battle.
    Battle {
        /// Where.
        hex: Hex,
        /// Who attacked.
        attacker: Side,
        /// The commander of the attack.
        attacking: Option<String>,
        /// The commander of the defence.
        defending: Option<String>,
        /// Strength points that attacker and defender lost.
        losses: (u32, u32),
        /// The attacker kept the field.
        is_won: bool,
    },
    /// A town changed hands.
    Taken {
        /// The town.
        city: String,
        /// By whom.
        by: Side,
    },
}

/// The three phases of a turn by mail (C2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The supreme commanders distribute.
    Strategic,
    /// First tactical sub-turn.
    Tst1,
    /// Second tactical sub-turn.
    Tst2,
}

impl Stage {
    /// The tactical sub-turn that is open, or comes next.
    pub fn sub_turn(self) -> u8 {
        if self == Stage::Tst2 { 2 } else { 1 }
    }
}

/// What a side has for this turn by mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideState {
    /// Command points rolled for the whole board-game turn (D3).
    pub turn_cp: u32,
    /// Pulse points won for the whole board-game turn (D4).
    pub turn_pp: u32,
    /// Command points to distribute in this part.
    pub cp: u32,
    /// Pulse points to distribute in this part.
    pub pp: u32,
    /// Planned reinforcements of this part by theatre (D5).
    pub planned: BTreeMap<Theatre, u32>,
    /// Discretionary reinforcements of this part.
    pub discretionary: u32,
    /// Shifted points that arrive with the next turn by mail.
    pub shifted: BTreeMap<Theatre, u32>,
    /// The last distribution of command points, whose proportions are the default (D6).
    pub last_cp: BTreeMap<Account, u32>,
    /// The last distribution of pulse points.
    pub last_pp: BTreeMap<Account, u32>,
    /// Promotions, demotions, prisoners and shifts of its leaders.
    #[serde(default, skip_serializing_if = "LeaderAffairs::is_none")]
    pub leaders: LeaderAffairs,
    /// Rail points to distribute in this part (C3.5.10).
    #[serde(default)]
    pub rail: u32,
    /// The last distribution of rail points.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub last_rail: BTreeMap<Account, u32>,
    /// Its navy beside the ships on the map (C6, D22).
    #[serde(default, skip_serializing_if = "NavalAffairs::is_idle")]
    pub navy: NavalAffairs,
}

/// One account: a theatre's, or the fleet's.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Ledger {
    /// Command points allotted for this turn by mail.
    pub cp: u32,
    /// Pulse points allotted.
    pub pp: u32,
    /// Command points spent in the first sub-turn.
    pub cp_spent: u32,
    /// Pulse points spent in the first sub-turn.
    pub pp_spent: u32,
    /// Command points given back for works pre-empted in the first sub-turn (C3.17).
    pub refunded: u32,
    /// Strength points lost in this turn by mail, for the supreme commander's count.
    #[serde(default)]
    pub lost: u32,
    /// Reinforcements that may enter, saved ones included.
    pub reinforcements: u32,
    /// Leaders that may enter, in order of appearance (C3.5.7).
    pub pool: Vec<String>,
    /// Rail points allotted (C3.5.10).
    #[serde(default)]
    pub rail: u32,
    /// Rail points spent in the first sub-turn.
    #[serde(default)]
    pub rail_spent: u32,
    /// Naval command points for movement by sea (C6.3).
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub sea: u32,
    /// Of these, spent in the first sub-turn.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub sea_spent: u32,
}

fn is_nothing(points: &u32) -> bool {
    *points == 0
}

/// Troops of one side in one hex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stack {
    /// Whose they are.
    pub side: Side,
    /// Strength points, never none.
    pub sp: u32,
    /// Of these, demoralised points (D16).
    #[serde(default)]
    pub demoralised: u32,
    /// The force is dug in until it moves (D17).
    #[serde(default)]
    pub is_entrenched: bool,
    /// The army whose marker lies here (D18).
    #[serde(default)]
    pub army: Option<String>,
}

/// A leader.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leader {
    /// Whose he is.
    pub side: Side,
    /// One to three.
    pub stars: u32,
    /// What he leads.
    pub arm: Arm,
    /// Two to four; the cost of moving his force (D14) and his modifier in ties (D10).
    pub initiative: u32,
    /// Minus two to plus two.
    pub tactical: i32,
    /// Minus three to plus three.
    pub strategic: i32,
    /// Lower is senior among equal stars.
    pub seniority: u32,
    /// Where he is.
    pub place: LeaderPlace,
    /// A promotion counter is left for him (D23).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_counter: bool,
    /// The ratings his side still reads, when his own have changed since his last fight (C5.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<Ratings>,
}

/// The two ratings that are hidden until a leader's next fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratings {
    /// Minus two to plus two.
    pub tactical: i32,
    /// Minus three to plus three.
    pub strategic: i32,
}

/// Where a leader is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeaderPlace {
    /// Not yet in the war.
    Awaited,
    /// In the pool of an account.
    Pool(Account),
    /// On the map.
    Map(Hex),
    /// Aboard his ships (D22).
    Afloat(Water),
    /// Wounded, and away for so many openings of a turn by mail; then in the pool of the account (D24).
    Wounded {
        /// Whose pool he returns to.
        account: Account,
        /// Turns until he does.
        turns: u32,
    },
    /// In the enemy's hands; exchanged, he comes to the pool of the account (D24).
    Captured(Account),
    /// Out of the war.
    Out,
}

/// Works in a hex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Works {
    /// Whose they are.
    pub side: Side,
    /// A fort: hidden from the enemy.
    #[serde(default)]
    pub has_fort: bool,
    /// A fortress: public.
    #[serde(default)]
    pub has_fortress: bool,
    /// A depot.
    #[serde(default)]
    pub has_depot: bool,
}

/// Naval strength points in one water.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fleet {
    /// Whose they are.
    pub side: Side,
    /// River vessels.
    #[serde(default)]
    pub river: u32,
    /// Ocean vessels.
    #[serde(default)]
    pub ocean: u32,
    /// Ironclads.
    #[serde(default)]
    pub ironclads: u32,
}

impl Fleet {
    /// Whether no ship is left.
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// Naval strength points, an ironclad as one.
    pub fn count(&self) -> u32 {
        self.river + self.ocean + self.ironclads
    }
}
