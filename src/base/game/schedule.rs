//! When a phase ends: cron expressions on a game's local time, least length, grace, reminders.
//! Pure: the time is an argument, in epoch seconds. Knows nothing of any game's rules.

pub mod named;
mod pace;
mod rhythm;
mod wall;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

pub use pace::{Outage, OutageRule, Pace};
pub use wall::print_deadline;
pub use words::{parse_span, parse_when};

/// A minute, in seconds.
pub const MINUTE: i64 = 60;
/// An hour, in seconds.
pub const HOUR: i64 = 60 * MINUTE;
/// A day, in seconds.
pub const DAY: i64 = 24 * HOUR;

/// When the phases of a game end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timetable {
    /// The zone whose wall clock the rhythms follow.
    pub zone: Tz,
    /// The rhythm of each kind of phase.
    pub rhythms: BTreeMap<String, Rhythm>,
    /// How long after the deadline orders are still taken.
    #[serde(default = "default_grace")]
    pub grace_minutes: u32,
    /// How long before the deadline those who owe orders are reminded.
    #[serde(default = "default_reminders")]
    pub reminders_minutes: Vec<u32>,
    /// Early ends, pauses, outages.
    #[serde(default)]
    pub pace: Pace,
}

/// When one kind of phase may end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rhythm {
    /// A cron expression of five fields, or six with seconds first. Weekdays by name or as in crontab (0 and 7 are
    /// Sunday). A day of the month and a weekday must both fit, unlike in crontab: `0 20 1-7 * Fri` is the first Friday.
    pub cron: String,
    /// The phase lasts longer than this, even when the expression would fit earlier.
    pub least_minutes: u32,
}

/// Where an arrival stands against a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// In time.
    Open,
    /// Late, within the grace.
    Grace,
    /// Too late.
    Closed,
}

/// Why a time cannot be told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// A kind of phase that the timetable does not know.
    #[error("the timetable has no rhythm for `{kind}` phases; it has {known}")]
    NoRhythm {
        /// The kind.
        kind: String,
        /// The kinds it has.
        known: String,
    },
    /// An expression that is no cron expression.
    #[error("the rhythm of `{kind}`, `{cron}`, cannot be read: {why}")]
    BadCron {
        /// The kind of phase.
        kind: String,
        /// The expression.
        cron: String,
        /// What is wrong with it.
        why: String,
    },
    /// An expression that fits no date, or none any more.
    #[error("the rhythm of `{kind}`, `{cron}`, fits no date to come")]
    NeverFires {
        /// The kind of phase.
        kind: String,
        /// The expression.
        cron: String,
    },
    /// A reminder at the deadline itself, or twice.
    #[error("the reminder {minutes} minutes before the deadline is {why}")]
    BadReminder {
        /// The minutes.
        minutes: u32,
        /// What is wrong with it.
        why: &'static str,
    },
    /// An instant that no calendar shows.
    #[error("the second {at} is outside the calendar")]
    OutOfRange {
        /// The epoch second.
        at: i64,
    },
    /// Words that are no time.
    #[error("`{text}` is no time that can be understood: {why}")]
    NotATime {
        /// The words.
        text: String,
        /// What is wrong, and what would be right.
        why: String,
    },
    /// A time that is over.
    #[error("`{text}` is over: it was {was}")]
    Past {
        /// The words.
        text: String,
        /// The instant they name, printed.
        was: String,
    },
    /// Words that are no length of time.
    #[error("`{text}` is no length of time: write it like 24h, 2d, 90 min or 1 day 12 hours")]
    NotASpan {
        /// The words.
        text: String,
    },
}

fn default_grace() -> u32 {
    1440
}

fn default_reminders() -> Vec<u32> {
    vec![2880, 720, 180]
}

impl Timetable {
    /// Whether every rhythm can be read and fits some date, and every reminder makes sense.
    pub fn check(&self) -> Result<(), ScheduleError> {
        for (kind, rhythm) in &self.rhythms {
            rhythm::parse(kind, &rhythm.cron)?;
        }
        let mut seen = BTreeSet::new();
        for minutes in &self.reminders_minutes {
            let bad = |why| Err(ScheduleError::BadReminder { minutes: *minutes, why });
            if *minutes == 0 {
                return bad("at the deadline itself: give at least one minute");
            }
            if !seen.insert(*minutes) {
                return bad("listed twice");
            }
        }
        Ok(())
    }

    /// The same with the rhythms of these kinds of phase alone; with all where none are named.
    pub fn of_kinds(mut self, kinds: &[&str]) -> Timetable {
        self.rhythms.retain(|kind, _| kinds.is_empty() || kinds.contains(&kind.as_str()));
        self
    }

    /// Whether it has a rhythm for each of these kinds of phase; else the first that it lacks.
    pub fn check_kinds(&self, kinds: &[&str]) -> Result<(), ScheduleError> {
        kinds.iter().try_for_each(|kind| self.rhythm(kind).map(drop))
    }

    fn rhythm(&self, kind: &str) -> Result<&Rhythm, ScheduleError> {
        self.rhythms.get(kind).ok_or_else(|| ScheduleError::NoRhythm {
            kind: kind.to_owned(),
            known: self.rhythms.keys().cloned().collect::<Vec<_>>().join(", "),
        })
    }
}

/// The deadline of a phase opened at an instant: the first slot of its rhythm later than its least length.
///
/// Slots are wall-clock times. One that the clock skips falls on the first instant after the gap, so no turn is lost;
/// one that the clock shows twice is the first of the two, so no turn is played twice.
pub fn next_deadline(timetable: &Timetable, kind: &str, opened: i64) -> Result<i64, ScheduleError> {
    let least = i64::from(timetable.rhythm(kind)?.least_minutes) * MINUTE;
    first_slot_after(timetable, kind, opened.saturating_add(least))
}

/// The deadline of a phase opened at an instant after one whose deadline was `before`, because orders were waited for: the
/// least length counts from that deadline, so that who is late costs the others no slot; but half of it is left at least.
pub fn deadline_after_grace(timetable: &Timetable, kind: &str, before: i64, opened: i64) -> Result<i64, ScheduleError> {
    let least = i64::from(timetable.rhythm(kind)?.least_minutes) * MINUTE;
    let earliest = before.saturating_add(least).max(opened.saturating_add(least / 2));
    first_slot_after(timetable, kind, earliest)
}

/// The first slot of a rhythm later than an instant.
fn first_slot_after(timetable: &Timetable, kind: &str, earliest: i64) -> Result<i64, ScheduleError> {
    let rhythm = timetable.rhythm(kind)?;
    let schedule = rhythm::parse(kind, &rhythm.cron)?;
    let out_of_range = ScheduleError::OutOfRange { at: earliest };
    let local = wall::local(earliest, timetable.zone).ok_or(out_of_range)?;
    schedule
        .after(&local.and_utc())
        .map(|slot| wall::instant(slot.naive_utc(), timetable.zone))
        .find(|instant| *instant > earliest)
        .ok_or_else(|| ScheduleError::NeverFires { kind: kind.to_owned(), cron: rhythm.cron.clone() })
}

/// Where an arrival stands: at the second of the deadline it is in time.
pub fn standing(arrived: i64, deadline: i64, grace_minutes: u32) -> Standing {
    if arrived <= deadline {
        Standing::Open
    } else if arrived <= deadline.saturating_add(i64::from(grace_minutes) * MINUTE) {
        Standing::Grace
    } else {
        Standing::Closed
    }
}

/// The reminder to send now, by its minutes before the deadline: the most urgent one that is due, once.
///
/// Earlier ones that were missed are dropped. So are those whose moment lay before everybody was told this deadline, and
/// all of them once it is over.
pub fn due_reminder(told: i64, deadline: i64, now: i64, reminders_minutes: &[u32], sent: &[u32]) -> Option<u32> {
    if now >= deadline {
        return None;
    }
    let moment = |minutes: u32| deadline.saturating_sub(i64::from(minutes) * MINUTE);
    let due = |minutes: &u32| told < moment(*minutes) && moment(*minutes) <= now;
    let most_urgent = reminders_minutes.iter().copied().filter(due).min()?;
    let told = sent.iter().any(|minutes| *minutes <= most_urgent);
    (!told).then_some(most_urgent)
}

#[cfg(test)]
mod tests;
