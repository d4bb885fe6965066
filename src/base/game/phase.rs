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
    /// The seats that owe orders: they are told so and reminded, and count as silent without any.
    pub owing: BTreeSet<SeatId>,
    /// Those of them that the phase waits for, in the grace after its deadline, and whose READY ends it early; all of them
    /// when nothing is said. Where sixty seats owe orders somebody is always late, and the others cannot wait for each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub awaited: Option<BTreeSet<SeatId>>,
}

impl NextPhase {
    /// A phase that waits for all who owe orders.
    pub fn new(kind: impl Into<String>, title: impl Into<String>, owing: BTreeSet<SeatId>) -> Self {
        Self { kind: kind.into(), title: title.into(), owing, awaited: None }
    }

    /// The same, waiting for these alone of those who owe orders.
    pub fn awaiting(self, seats: BTreeSet<SeatId>) -> Self {
        Self { awaited: Some(seats), ..self }
    }

    /// Whether it waits for this seat. Nobody is waited for who owes nothing.
    pub fn awaits(&self, seat: &SeatId) -> bool {
        self.owing.contains(seat) && self.awaited.as_ref().is_none_or(|awaited| awaited.contains(seat))
    }

    /// Whether it waits for everybody who owes orders.
    pub fn awaits_all(&self) -> bool {
        self.owing.iter().all(|seat| self.awaits(seat))
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(names: &[&str]) -> BTreeSet<SeatId> {
        names.iter().filter_map(|name| SeatId::parse(name)).collect()
    }

    #[test]
    fn whoever_owes_orders_is_waited_for_unless_the_book_says_who_is() {
        let phase = NextPhase::new("turn", "Turn 1", seats(&["consul", "tribune"]));
        assert!(phase.awaits_all() && seats(&["consul", "tribune"]).iter().all(|seat| phase.awaits(seat)));
        let phase = phase.awaiting(seats(&["consul", "senator"]));
        let [consul, tribune, senator] = ["consul", "tribune", "senator"].map(|name| SeatId::parse(name).unwrap());
        assert!(phase.awaits(&consul) && !phase.awaits(&tribune) && !phase.awaits_all());
        assert!(!phase.awaits(&senator), "he owes nothing");
    }

    #[test]
    fn a_phase_stored_without_who_is_waited_for_waits_for_all_who_owe() {
        let stored = r#"{"kind":"turn","title":"Turn 1","owing":["consul"]}"#;
        let phase: NextPhase = serde_json::from_str(stored).unwrap();
        assert_eq!(phase, NextPhase::new("turn", "Turn 1", seats(&["consul"])));
        assert_eq!(serde_json::to_string(&phase).unwrap(), stored);
    }
}
