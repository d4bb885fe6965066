//! How a game's clock bends: early ends, pauses, and time given back after the judge was out of reach.
//! Pure, like the rest of the schedule; knows nothing of who asked.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::MINUTE;
use crate::game::SeatId;

/// How a game's clock bends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Pace {
    /// How long after the last of those who owe orders became READY the phase is played; `None`: never early.
    pub cooling_minutes: Option<u32>,
    /// The least time that is left after RESUME.
    pub least_after_resume_minutes: u32,
    /// The least time that is left when a game master lets reports go that he held.
    pub least_after_release_minutes: u32,
    /// When a deadline is moved because the judge was out of reach; `None`: never.
    pub outage: Option<OutageRule>,
}

/// When a deadline is moved because the judge was out of reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutageRule {
    /// It was out of reach for at least so long in one stretch,
    pub longer_minutes: u32,
    /// and some of that lay in so much time before the deadline.
    pub before_minutes: u32,
    /// Then so much time is left, counted from the moment it is back.
    pub then_minutes: u32,
}

impl Default for Pace {
    fn default() -> Self {
        let outage = OutageRule { longer_minutes: 60, before_minutes: 12 * 60, then_minutes: 12 * 60 };
        Self {
            cooling_minutes: Some(60),
            least_after_resume_minutes: 12 * 60,
            least_after_release_minutes: 24 * 60,
            outage: Some(outage),
        }
    }
}

/// A stretch in which the mailbox was not read: after one good look into it and before the next, in epoch seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outage {
    /// The last good look before.
    pub from: i64,
    /// The first good look after.
    pub until: i64,
}

impl OutageRule {
    /// The new deadline of a phase that an outage touched; `None` when the old one stands.
    pub fn new_deadline(&self, opened: i64, deadline: i64, outage: Outage) -> Option<i64> {
        let span = |minutes: u32| i64::from(minutes) * MINUTE;
        let counts_from = opened.max(deadline.saturating_sub(span(self.before_minutes)));
        let is_long = outage.until.saturating_sub(outage.from) >= span(self.longer_minutes);
        let touches = outage.until > counts_from && outage.from < deadline;
        let earliest = outage.until.saturating_add(span(self.then_minutes));
        (is_long && touches && earliest > deadline).then_some(earliest)
    }
}

impl Pace {
    /// The deadline of a phase whose clock stood still from `paused` and goes on `now`: what was left then is left
    /// again, and never less than the least.
    pub fn resumed(&self, deadline: i64, paused: i64, now: i64) -> i64 {
        let least = i64::from(self.least_after_resume_minutes) * MINUTE;
        now.saturating_add(deadline.saturating_sub(paused).max(least))
    }

    /// The deadline of a phase whose players have their reports only `now`.
    pub fn released(&self, deadline: i64, now: i64) -> i64 {
        deadline.max(now.saturating_add(i64::from(self.least_after_release_minutes) * MINUTE))
    }

    /// From when on READY that was said before a pause counts when the clock goes on `now`: so that a phase ends early no
    /// sooner than the least time after it.
    pub fn resumed_ready(&self, now: i64) -> i64 {
        let cooling = self.cooling_minutes.unwrap_or_default();
        now.saturating_add(i64::from(self.least_after_resume_minutes.saturating_sub(cooling)) * MINUTE)
    }

    /// When a phase ends early: so long after the last of `due` became ready. `None` while one of them is not, and when
    /// nobody is due.
    pub fn early_end<'a>(
        &self,
        due: impl IntoIterator<Item = &'a SeatId>,
        ready: &BTreeMap<SeatId, i64>,
    ) -> Option<i64> {
        let cooling = i64::from(self.cooling_minutes?) * MINUTE;
        let mut last = None;
        for seat in due {
            last = last.max(Some(*ready.get(seat)?));
        }
        Some(last?.saturating_add(cooling))
    }
}
