//! Orders that wait for something (C3.14, D25), as data: what is tested, when it is judged, what is then done.
//! Form only: whether a test can be judged by what a commander sees is for the planner to say.

use serde::{Deserialize, Serialize};

use super::order::{Act, ForceRef, Place};
use super::scenario::{Arm, Side, SizeClass};

/// An order that waits for a condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditional {
    /// What must be so.
    pub condition: Condition,
    /// When it is judged.
    #[serde(default)]
    pub moment: Moment,
    /// It must be so by the end of this pulse.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<u32>,
    /// What is done when it is so.
    pub then: Vec<Act>,
    /// What is done when it is not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub otherwise: Vec<Act>,
    /// Points kept for either; what they would cost now when it was not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserve: Option<Reserve>,
}

/// When a condition is judged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// When it comes true, or when the pulses named for its acts begin.
    #[default]
    Any,
    /// The same, and once it came true it stays so.
    Soon,
    /// At the beginning of this pulse.
    At(u32),
    /// At the end of the pulse in which an order took effect or failed.
    After(LineRef),
    /// At the beginning of an order.
    Before(LineRef),
}

/// Clauses joined by `or` of clauses joined by `and`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// "Unless": the whole must not be so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_not: bool,
    /// One of these must be so, each with all of its clauses.
    pub any: Vec<Vec<Clause>>,
}

/// One test, or its contrary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clause {
    /// The contrary is meant.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_not: bool,
    /// What is tested.
    pub test: Test,
}

/// What can be tested.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "test", rename_all = "kebab-case")]
pub enum Test {
    /// An enemy force is in sight.
    Enemy {
        /// Of one of these sizes; of any when none is named.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        sizes: Vec<SizeClass>,
        /// How near.
        near: Near,
        /// To what.
        spot: Spot,
        /// It was not there before.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        comes: bool,
    },
    /// Something befell a force.
    Force {
        /// Which; a leader may be the enemy's.
        force: ForceRef,
        /// What.
        fate: Fate,
    },
    /// Whose a place is.
    Town {
        /// Which.
        place: Place,
        /// What of it.
        holding: Holding,
    },
    /// An earlier order was carried out, or came to nothing.
    Line {
        /// Which.
        line: LineRef,
        /// It was carried out.
        is_done: bool,
    },
    /// Points left in the account.
    Points {
        /// Command points, else pulse points.
        is_command: bool,
        /// How they compare.
        compare: Compare,
        /// With how many.
        count: u32,
    },
    /// The pulse clock.
    Clock {
        /// How the pulse compares.
        compare: Compare,
        /// With which.
        pulse: u32,
    },
    /// The second sub-turn is played.
    SecondSubTurn,
}

/// How near.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Near {
    /// In the hex.
    At,
    /// In a neighbouring hex.
    Adjacent,
    /// So many hexes away at most.
    Within(u32),
}

/// What something is near to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// A place.
    Place(Place),
    /// Wherever a force of one's own stands.
    Force(ForceRef),
}

/// What may befall a force of one's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It was attacked.
    Attacked(Attackers),
    /// It fought.
    Fought,
    /// It won a battle.
    Wins,
    /// It lost one.
    Loses,
    /// It is demoralised.
    Demoralised,
    /// A march of it came to nothing.
    Stuck,
    /// Its strength points.
    Strength(Compare, u32),
    /// It stands near something; the second says that it was not there before.
    At(Near, Spot, bool),
}

/// By whom a force is attacked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attackers {
    /// Of one of these sizes; of any when none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<SizeClass>,
    /// Infantry or cavalry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arm: Option<Arm>,
}

/// Whose a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holding {
    /// It changed hands in this sub-turn.
    Captured,
    /// A side holds it.
    By(Whose),
    /// No enemy is seen there and none holds it.
    Free,
    /// Enemy ships lie there (C4.5.1: everybody knows where).
    Ships,
    /// An enemy fort or fortress is known there.
    Fort,
}

/// A side as a writer names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// His own.
    Ours,
    /// The other.
    Enemys,
    /// By name.
    Side(Side),
}

/// An order that stands before this one on the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineRef {
    /// By its number on the sheet.
    Number(u32),
    /// The last entrenchment.
    Entrenchment,
    /// The last march.
    March,
    /// The last attack.
    Attack,
    /// The one just before.
    Last,
}

/// How a number compares with another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compare {
    /// Less.
    Less,
    /// Less or equal.
    AtMost,
    /// Equal.
    Exactly,
    /// More or equal.
    AtLeast,
    /// More.
    More,
}

/// Points kept for the acts of a condition.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reserve {
    /// Command points.
    pub cp: u32,
    /// Pulse points; as many as command points, or as the acts take, when it was not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pp: Option<u32>,
}

/// What a reaction move is for (C3.16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// To meet the enemy.
    Intercept,
    /// Towards supply.
    Supply,
    /// To help other troops.
    Support,
}

/// What follows when the die of a cavalry roll fails (C5.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fallback {
    /// The normal cost is paid.
    Normal,
    /// Nothing is kept for it.
    Nothing,
}

/// What is not to be done any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stopped {
    /// All that is still to come.
    All,
    /// What a force is still to do.
    Force(ForceRef),
    /// One order.
    Line(LineRef),
}

/// A condition that only the game master can judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The whole line in the writer's words.
    pub words: String,
    /// What is to be done, as far as it was understood.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Act>,
    /// Points kept for it, when it was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserve: Option<Reserve>,
    /// The game master ruled that it counts as false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_ignored: bool,
}

impl Compare {
    /// Whether `one` compares so with `other`.
    pub fn holds(self, one: u32, other: u32) -> bool {
        match self {
            Compare::Less => one < other,
            Compare::AtMost => one <= other,
            Compare::Exactly => one == other,
            Compare::AtLeast => one >= other,
            Compare::More => one > other,
        }
    }
}

impl Near {
    /// Whether a distance in hexes is near enough.
    pub fn holds(self, distance: u32) -> bool {
        match self {
            Near::At => distance == 0,
            Near::Adjacent => distance == 1,
            Near::Within(most) => distance <= most,
        }
    }
}

impl Condition {
    /// A condition of one test.
    pub fn of(test: Test) -> Self {
        Self { is_not: false, any: vec![vec![Clause { is_not: false, test }]] }
    }

    /// Every clause.
    pub fn clauses(&self) -> impl Iterator<Item = &Clause> {
        self.any.iter().flatten()
    }

    /// The force of one's own that it speaks of first.
    pub fn force(&self) -> Option<&ForceRef> {
        self.clauses().find_map(|clause| match &clause.test {
            Test::Force { force, .. } => Some(force),
            _ => None,
        })
    }
}

impl Conditional {
    /// Every act that may come of it, those of conditions inside included.
    pub fn acts(&self) -> Vec<&Act> {
        let mut acts = Vec::new();
        for act in self.then.iter().chain(&self.otherwise) {
            match act {
                Act::If(inner) => acts.extend(inner.acts()),
                act => acts.push(act),
            }
        }
        acts
    }

    /// How many conditions wait for one another.
    pub fn depth(&self) -> u32 {
        let inner = self.then.iter().chain(&self.otherwise).map(|act| match act {
            Act::If(inner) => inner.depth(),
            _ => 0,
        });
        1 + inner.max().unwrap_or(0)
    }

    /// It lets a force give way before combat, which is judged when an attack comes.
    pub fn is_withdrawal(&self) -> bool {
        self.then.iter().any(|act| matches!(act, Act::Withdraw { .. }))
    }

    /// The orders it refers to.
    pub fn lines(&self) -> Vec<LineRef> {
        let tested = self.condition.clauses().filter_map(|clause| match clause.test {
            Test::Line { line, .. } => Some(line),
            _ => None,
        });
        let stopped = self.then.iter().chain(&self.otherwise).filter_map(|act| match act {
            Act::Stop { what: Stopped::Line(line) } => Some(*line),
            _ => None,
        });
        let moment = match self.moment {
            Moment::After(line) | Moment::Before(line) => Some(line),
            _ => None,
        };
        tested.chain(stopped).chain(moment).collect()
    }
}
