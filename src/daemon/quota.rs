//! How many letters may leave now. Mail providers count them by the minute and by the day; what left is counted from the
//! store, so that a restart begins no new day.

use store::{Departures, Store, StoreError};

/// How many letters the mail server may be handed; without a number, as many as there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Quota {
    /// Within any 60 seconds.
    pub per_minute: Option<u32>,
    /// Within any 24 hours.
    pub per_day: Option<u32>,
}

/// How many letters may leave now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Room {
    /// All together.
    pub letters: u32,
    /// Reminders and digests among them: the last fifth of a day is kept for what cannot wait.
    pub patient: u32,
}

/// What the quotas keep back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// Letters that left in the last 24 hours.
    pub left_in_a_day: u32,
    /// Letters that would leave now.
    pub waiting: u32,
}

impl Kept {
    /// In words.
    pub fn words(&self) -> String {
        let waiting = match self.waiting {
            0 => "none waits".to_owned(),
            waiting => format!("{waiting} wait for the quotas of the settings"),
        };
        format!("{} letters left in the last 24 hours; {waiting}", self.left_in_a_day)
    }
}

impl Quota {
    /// What it keeps back; `None` where there is no quota.
    pub fn kept(&self, store: &Store, now: i64) -> Result<Option<Kept>, StoreError> {
        if *self == Self::default() {
            return Ok(None);
        }
        let left = store.departures(now)?;
        let (urgent, patient) = store.due_count(now)?;
        let waiting = match self.room(left) {
            Room { letters: 0, .. } => urgent + patient,
            Room { patient: 0, .. } => patient,
            _ => 0,
        };
        Ok(Some(Kept { left_in_a_day: left.in_a_day, waiting }))
    }

    /// How many letters may leave at a time.
    pub(super) fn room_at(&self, store: &Store, now: i64) -> Result<Room, StoreError> {
        if *self == Self::default() {
            return Ok(Room { letters: u32::MAX, patient: u32::MAX });
        }
        Ok(self.room(store.departures(now)?))
    }

    fn room(&self, left: Departures) -> Room {
        let of = |most: Option<u32>, left: u32| most.map_or(u32::MAX, |most| most.saturating_sub(left));
        let letters = of(self.per_minute, left.in_a_minute).min(of(self.per_day, left.in_a_day));
        let patient = of(self.per_day.map(|most| most - most / 5), left.in_a_day);
        Room { letters, patient: patient.min(letters) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tighter_quota_counts_and_the_last_fifth_of_a_day_is_kept_for_what_cannot_wait() {
        let quota = Quota { per_minute: Some(30), per_day: Some(500) };
        let room = |in_a_minute, in_a_day| {
            let Room { letters, patient } = quota.room(Departures { in_a_minute, in_a_day });
            (letters, patient)
        };
        assert_eq!(room(0, 0), (30, 30));
        assert_eq!(room(29, 300), (1, 1));
        assert_eq!(room(0, 395), (30, 5));
        assert_eq!(room(0, 400), (30, 0));
        assert_eq!(room(0, 490), (10, 0));
        assert_eq!(room(31, 600), (0, 0));
        let unbounded = Quota::default().room(Departures { in_a_minute: 9, in_a_day: 9 });
        assert_eq!(unbounded, Room { letters: u32::MAX, patient: u32::MAX });
    }
}
