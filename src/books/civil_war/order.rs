//! The orders of this book as data. Form only: what a line says, not whether it may be done.

use serde::{Deserialize, Serialize};

use board::Hex;

use super::condition::{Asked, Conditional, Fallback, Purpose, Stopped};
use super::naval::order::NavalOrder;
use super::scenario::{Account, Arm, Theatre};

/// One order line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// What a heading above the line said ("ORDERS East TST 1"); most letters have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<Heading>,
    /// The pulses it is scheduled for; without them it follows the last used pulse (D9).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pulses: Option<Pulses>,
    /// The command points written in brackets, which must agree with the computed cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stated_cp: Option<u32>,
    /// What is to be done.
    pub act: Act,
}

/// A heading: the account the lines below it draw on, and the sub-turn they are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// The theatre, or the fleet, when it was said.
    pub account: Option<Account>,
    /// 1 or 2, when it was said.
    pub sub_turn: Option<u8>,
}

/// When on the pulse clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pulses {
    /// From one pulse to another, both included.
    Span {
        /// First pulse, from 1.
        from: u32,
        /// Last pulse.
        to: u32,
    },
    /// Beginning at a pulse, as long as it takes ("starting at 6").
    From(u32),
    /// The last pulse there is.
    Last,
}

/// A place as it was written: a hex of the map, or words that name none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// A hex.
    Known(Hex),
    /// Words that are no place on the map ("XXX").
    Unknown(String),
}

/// Which force is meant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForceRef {
    /// The leader of this name and what he commands.
    Leader(String),
    /// The leader of this name with no more than was said of the points where he stands.
    LeaderWith {
        /// Who.
        name: String,
        /// How many points go with him; none of them when he goes alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        take: Option<u32>,
        /// How many points are left where he stood.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        leave: Option<u32>,
        /// Where they are left, when it was said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Place>,
    },
    /// Strength points without a leader: how many (all of them when not said) and from where.
    Points {
        /// How many; `None` for all.
        count: Option<u32>,
        /// Where they stand, when it was said.
        from: Option<Place>,
    },
    /// Whatever stands at a place.
    At(Place),
    /// An army by its name, and what its commander leads (C5.8).
    Army(String),
}

impl ForceRef {
    /// The leader it names, whatever he takes along.
    pub fn leader(&self) -> Option<&str> {
        match self {
            ForceRef::Leader(name) | ForceRef::LeaderWith { name, .. } => Some(name),
            ForceRef::Points { .. } | ForceRef::At(_) | ForceRef::Army(_) => None,
        }
    }
}

/// What troops do where they stand: works, railways, morale (D14, D16, D17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Build a depot.
    Depot,
    /// Destroy a depot.
    DestroyDepot,
    /// Build a fort.
    Fort,
    /// Make a fort a fortress.
    Fortress,
    /// Convert, or cut, the railway of a hex.
    ConvertRail,
    /// Bring demoralised troops back into order.
    Remoralise,
    /// Recover at the end of the turn, whatever it costs.
    Recover,
    /// Stay demoralised at the end of the turn.
    StayShaken,
}

/// How leaderless strength points march (C3.13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// One after another: sooner there, in disorder.
    Singly,
    /// Together, complete at the last pulse.
    Stack,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verb", rename_all = "kebab-case")]
pub enum Act {
    /// Divide command points and pulse points among the accounts (C3.5.4, C3.5.5).
    Distribute {
        /// Command points, when they are divided here; no shares: as in the turn before.
        cp: Option<Shares>,
        /// Pulse points, when they are divided here.
        pp: Option<Shares>,
    },
    /// Divide as in the turn before.
    DistributeSame,
    /// Hand points to a commander directly (C2.4, D7); none of either when the game master did not approve.
    Grant {
        /// To whose account.
        to: Account,
        /// Command points.
        cp: Option<u32>,
        /// Pulse points.
        pp: Option<u32>,
    },
    /// Give discretionary reinforcements to a theatre (C3.5.2).
    Discretionary {
        /// How many; `None` for all.
        count: Option<u32>,
        /// Where to.
        to: Theatre,
    },
    /// Shift planned reinforcements, which then wait a turn (C3.5.2).
    ShiftPlanned {
        /// How many.
        count: u32,
        /// From this theatre.
        from: Theatre,
        /// To this one.
        to: Theatre,
    },
    /// Leave the reinforcements as scheduled (C3.5.1).
    ReinforceAsPlanned,
    /// Give up the war (D28).
    Concede,
    /// Bring in leaders of the pool, in its order (C3.5.7).
    EnterLeaders {
        /// How many of the next ones; `None` for all.
        count: Option<u32>,
        /// By name, when one was named.
        name: Option<String>,
        /// Where; `None` when it was not said.
        at: Option<Place>,
    },
    /// Bring in infantry reinforcements (C3.5.6).
    EnterReinforcements {
        /// How many; `None` when the pulses are to say it ("PP 1-3: build IN in Richmond").
        count: Option<u32>,
        /// Where; `None` when it was not said.
        at: Option<Place>,
    },
    /// March, and attack what stands in the way at the end (C3.9, D14).
    Move {
        /// Who.
        force: ForceRef,
        /// Where to; `None` when it was not said.
        to: Option<Place>,
        /// Places to pass, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        via: Vec<Place>,
        /// How leaderless points march, when it was said.
        manner: Option<Manner>,
        /// It was called an attack.
        is_attack: bool,
    },
    /// Move by rail (C3.5.10, D14).
    RailMove {
        /// Who.
        force: ForceRef,
        /// Where to; `None` when it was not said.
        to: Option<Place>,
        /// Places to pass, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        via: Vec<Place>,
        /// How leaderless points go, when it was said.
        manner: Option<Manner>,
        /// The rail points written, which must agree with the computed ones.
        points: Option<u32>,
    },
    /// Divide rail points among the theatres (C3.5.10).
    DivideRail {
        /// The share of each theatre; one that is not named gets nothing. No shares: as in the turn before.
        shares: Shares,
    },
    /// Work, railways and morale where troops stand.
    Work {
        /// What.
        work: Work,
        /// Where, when it was said.
        at: Option<Place>,
        /// Who does it, when it was said: a leader, or an army by its name.
        force: Option<ForceRef>,
    },
    /// Form an army (C5.8, D18).
    FormArmy {
        /// Its name, when it was given one.
        name: Option<String>,
        /// Its commander, when he was named.
        leader: Option<String>,
        /// Where, when it was said.
        at: Option<Place>,
        /// Leaders who are to be there.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<String>,
    },
    /// Dissolve an army (D18).
    DissolveArmy {
        /// Which.
        army: ForceRef,
    },
    /// Dig in (D17).
    Entrench {
        /// Who.
        force: ForceRef,
    },
    /// Put new leaders into pools by stars and arm (C3.5.7); none named: all as planned.
    AssignLeaders {
        /// Who goes where.
        picks: Vec<LeaderPick>,
    },
    /// Send a leader to another theatre, with a command and a pulse point (C3.5.9).
    ShiftLeader {
        /// Who.
        name: String,
        /// From this theatre, when it was said.
        from: Option<Theatre>,
        /// To this one; `None` when it was not said.
        to: Option<Theatre>,
    },
    /// The journey of a leader whom the supreme commander sends to another theatre (C3.5.9).
    Transfer {
        /// Who.
        name: String,
        /// The town he goes to; `None` when it was not said.
        to: Option<Place>,
    },
    /// Put a leader before the supreme commander (C5.3).
    Present {
        /// Who.
        name: String,
        /// For what; `None` when it was not said.
        matter: Option<Matter>,
    },
    /// Decide about a leader who was presented (C5.3, C5.4).
    Verdict {
        /// Who.
        name: String,
        /// What becomes of him.
        verdict: Verdict,
    },
    /// Spend pulses on nothing.
    Idle {
        /// How many, when no pulses are named.
        count: Option<u32>,
    },
    /// Stay where one is: costs nothing.
    Hold {
        /// Who.
        force: ForceRef,
    },
    /// Wait for a condition (C3.14).
    If(Box<Conditional>),
    /// Wait for a ruling of the game master on a condition that only he can judge (C3.14).
    Asked(Box<Asked>),
    /// A reaction move of an army, only behind a condition (C3.16, D16).
    React {
        /// Which army.
        force: ForceRef,
        /// Where to.
        to: Place,
        /// What for.
        purpose: Purpose,
    },
    /// Cavalry gives way before combat, only behind a condition (C3.16, D16).
    Withdraw {
        /// Whose.
        force: ForceRef,
        /// In which direction, when it was said.
        towards: Option<Place>,
    },
    /// Keep command points for the second sub-turn, only behind a condition (C3.14).
    Save {
        /// How many.
        cp: u32,
    },
    /// Carry out no more of what was ordered, only behind a condition (D25).
    Stop {
        /// Of what.
        what: Stopped,
    },
    /// March for one command point if the die allows (C5.1).
    Ride {
        /// Who.
        force: ForceRef,
        /// Where to; `None` when it was not said.
        to: Option<Place>,
        /// Places to pass, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        via: Vec<Place>,
        /// It was called an attack.
        is_attack: bool,
        /// What follows when the die fails.
        fallback: Fallback,
    },
    /// An order to ships, or about them (C6, D22).
    Naval(Box<NavalOrder>),
    /// Understood, but not in play yet.
    Unplayed {
        /// Which rule it would be.
        matter: Unplayed,
        /// The force it names, if any.
        force: Option<ForceRef>,
        /// The place it names, if any.
        place: Option<Place>,
        /// The whole of the words.
        words: String,
    },
}

/// New leaders of one description for one pool (D19).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaderPick {
    /// How many; `None` for all of them.
    pub count: Option<u32>,
    /// One to three; `None` when it was not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stars: Option<u32>,
    /// What he leads; `None` when it was not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arm: Option<Arm>,
    /// Whose pool.
    pub to: Account,
}

/// What a case before the supreme commander is about (C5.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Matter {
    /// A star more.
    Promotion,
    /// A demotion that his commander may present.
    Relief,
    /// A demotion that is presented by itself.
    Dismissal,
}

/// What the supreme commander decides (C5.3.1, C5.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// He is promoted.
    Promote,
    /// He is not promoted.
    Refuse,
    /// He leaves the game.
    Remove,
    /// He loses a star.
    Reduce,
    /// He is not demoted.
    Keep,
}

impl Verdict {
    /// Whether it is an answer to such a case.
    pub fn answers(self, matter: Matter) -> bool {
        (matter == Matter::Promotion) == matches!(self, Verdict::Promote | Verdict::Refuse)
    }
}

/// Whole points or hundredths of the total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Share {
    /// Points.
    Points(u32),
    /// Per cent of the side's total.
    Percent(u32),
}

/// A division among accounts, in the order of the accounts; an account not named gets nothing.
pub type Shares = std::collections::BTreeMap<Account, Share>;

/// Matters of the rules that can be read but are not in play yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unplayed {
    /// Exchanging seats among players.
    Seats,
}

impl Unplayed {
    /// The rule it would be, as cited in a refusal.
    pub fn rule(self) -> &'static str {
        match self {
            Unplayed::Seats => "C3.4",
        }
    }

    /// Says that the matter is not in play yet: a whole sentence for the receipt.
    pub fn sentence(self) -> &'static str {
        match self {
            Unplayed::Seats => "Exchanging seats by order is not in play yet.",
        }
    }
}

impl Order {
    /// An order without heading, pulses or stated cost.
    pub fn new(act: Act) -> Order {
        Order { heading: None, pulses: None, stated_cp: None, act }
    }
}
