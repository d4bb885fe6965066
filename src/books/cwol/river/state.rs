//! What of the rivers can change: who sailed last in a square, what batteries have suffered, what was seen, what each ship is to do.

use std::collections::{BTreeMap, BTreeSet};

use board::square::Square;
use serde::{Deserialize, Serialize};

use super::super::order::{Refuge, Stance};
use super::super::side::{BySide, Side};

/// It is empty until a ship moves or fights.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiverState {
    /// Whose warship was the last in a square; none: none has sailed there in this war.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub last_warship: BTreeMap<Square, Side>,
    /// Whose the works of a site are, where somebody has taken them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub works: BTreeMap<Square, Side>,
    /// Hits that batteries have taken, by the name of the unit or the square of the works.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hits: BTreeMap<String, u32>,
    /// What each side saw when the turn before last had been played, for reports to tell as old.
    #[serde(default, skip_serializing_if = "is_unseen")]
    pub seen: BySide<Vec<Sight>>,
    /// Squares of which each side was told that they are its own, until it sees the enemy alone there: what he did there unseen it
    /// is not told by their being told again.
    #[serde(default, skip_serializing_if = "is_untold")]
    pub told_held: BySide<BTreeSet<Square>>,
    /// Squares in which each side has seen the enemy alone, until they are its own.
    #[serde(default, skip_serializing_if = "is_untold")]
    pub told_lost: BySide<BTreeSet<Square>>,
}

fn is_untold(told: &BySide<BTreeSet<Square>>) -> bool {
    told.union.is_empty() && told.confederacy.is_empty()
}

fn is_unseen(seen: &BySide<Vec<Sight>>) -> bool {
    seen.union.is_empty() && seen.confederacy.is_empty()
}

/// Something of the enemy that was seen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sight {
    pub square: Square,
    pub words: String,
    /// The same as numbers, by the letters of kinds and classes.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<String, u32>,
    /// The names of those who saw it.
    pub by: Vec<String>,
}

impl RiverState {
    /// Whether nothing has happened on the rivers.
    pub fn is_empty(&self) -> bool {
        *self == RiverState::default()
    }
}

/// What a ship is to do on the rivers, and where it was.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sail {
    /// The destination in force (D-SNNM-12).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<Course>,
    /// None: that of its class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stance: Option<Stance>,
    /// After which round it breaks off; none: it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub break_off: Option<u32>,
    /// Where it falls back to without a trail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuge: Option<Refuge>,
    /// The squares that it left in the last turn and in this one, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trail: Vec<Square>,
    /// So many of them are of the turn that was played last.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub leg: usize,
    /// It moved into the contact in which it is, or has fought there without an end: it may evade (D-SNNM-15).
    #[serde(default, skip_serializing_if = "is_false")]
    pub may_evade: bool,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

fn is_false(is_so: &bool) -> bool {
    !is_so
}

/// Where a ship goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    pub to: Square,
    /// It runs past batteries.
    #[serde(default)]
    pub runs: bool,
}

impl Sail {
    /// Whether it has neither orders nor a trail.
    pub fn is_empty(&self) -> bool {
        *self == Sail::default()
    }

    /// A turn begins: what it left in the turn before last is forgotten.
    pub fn turn_over(&mut self) {
        let kept = self.trail.len().saturating_sub(self.leg);
        self.trail.drain(..kept);
        self.leg = 0;
    }

    /// It went back so many squares of its trail, which is so much shorter then; its orders are void.
    pub fn went_back(&mut self, squares: usize) {
        self.trail.truncate(self.trail.len().saturating_sub(squares));
        self.leg = self.leg.saturating_sub(squares);
        (self.course, self.may_evade) = (None, false);
    }

    /// The squares of one more turn or withdrawal.
    pub fn left(&mut self, squares: &[Square]) {
        self.trail.extend(squares);
        self.leg += squares.len();
    }
}
