//! A phase: the stretch of a game that ends with one deadline.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{SeatId, Secret, Seeds, SetDie};

/// What comes after a phase, as the rule book says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextPhase {
    /// The kind, which the timetable gives a rhythm ("strategic").
    pub kind: String,
    /// Its name in letters ("T1 TST1").
    pub title: String,
    /// The seats that owe orders.
    pub owing: BTreeSet<SeatId>,
}

/// A phase that is or was open.
#[derive(Debug, Clone)]
pub struct Phase {
    /// The running number in the game, from 1.
    pub number: u32,
    /// Counts the rollbacks of the game, from 1: a phase that is played anew has another, and so have those after it.
    pub revision: u32,
    /// Kind, name, and who owes orders.
    pub plan: NextPhase,
    /// When it was opened, in epoch seconds.
    pub opened: i64,
    /// When orders are due, in epoch seconds.
    pub deadline: i64,
    /// The GM asked to play it without waiting for the deadline.
    pub forced_at: Option<i64>,
    /// Of its dice.
    pub secret: Secret,
    /// What the seats give to its dice; none: it was opened when the secret alone decided them.
    pub seeds: Option<Seeds>,
    /// Dice that the GM set, which are not thrown.
    pub set_dice: Vec<SetDie>,
    /// What was done to its clock.
    pub clock: PhaseClock,
}

/// What was done to the clock of a phase since it was opened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PhaseClock {
    /// Since when it stands still, in epoch seconds.
    pub paused_at: Option<i64>,
    /// When it goes on by itself, if it does, in epoch seconds.
    pub resumes_at: Option<i64>,
    /// The seats whose orders are final as far as they are concerned, and from when on that counts.
    pub ready: BTreeMap<SeatId, i64>,
    /// When everybody was last told another deadline than the one it was opened with, in epoch seconds.
    pub told_at: Option<i64>,
    /// How often its deadline was moved or its clock stopped.
    pub moves: u32,
}

impl Phase {
    /// Number and revision as one word ("3.1"), which the dice and the journal use.
    pub fn label(&self) -> String {
        format!("{}.{}", self.number, self.revision)
    }

    /// Orders are due then, as everybody is told `now`.
    pub fn move_deadline(&mut self, deadline: i64, now: i64) {
        self.deadline = deadline;
        self.clock.told_at = Some(now);
        self.clock.moves += 1;
    }

    /// Its clock stands still since `at`, and goes on by itself at `until` if that is given; it is not to be played at once any
    /// more.
    pub fn stop_clock(&mut self, at: i64, until: Option<i64>) {
        (self.clock.paused_at, self.clock.resumes_at) = (Some(at), until);
        self.forced_at = None;
        self.clock.moves += 1;
    }

    /// Whether everybody was told another deadline than the one it was opened with.
    pub fn was_moved(&self) -> bool {
        self.clock.told_at.is_some()
    }
}
