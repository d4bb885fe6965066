//! What the upkeep of a judge remembers and counts: troubles that were told, and how much waits. Counts, no contents.

use std::collections::BTreeMap;

use super::backup::GIVEN_UP;
use super::engine::{sql, survey};
use super::error::Tried;
use super::outbox::kept_for_address;
use super::{Store, StoreError};

/// A trouble as it was last told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Alarm {
    /// Since when it lasts, in epoch seconds; 0 when it is over.
    pub since: i64,
    /// When it was last told of, in epoch seconds.
    pub told: i64,
}

/// How much waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games whose clock runs.
    pub running_games: i64,
    /// Games whose phase could not be played.
    pub halted_games: i64,
    /// Letters without a decision.
    pub undecided: i64,
    /// Letters to be sent.
    pub to_send: i64,
    /// Letters that wait for a game master or for the operator.
    pub held: i64,
    /// Letters that failed for good, withheld ones among them.
    pub failed: i64,
    /// Those of them that the mail server refused, or that were tried for too long.
    pub given_up: i64,
}

impl Store {
    /// All troubles ever told, by kind.
    pub fn alarms(&self) -> Result<BTreeMap<String, Alarm>, StoreError> {
        let rows: Vec<(String, i64, i64)> =
            survey("SELECT kind, since, told FROM alarm").all(&self.reader()).tried("list alarms", "alarm")?;
        Ok(rows.into_iter().map(|(kind, since, told)| (kind, Alarm { since, told })).collect())
    }

    /// Remembers a trouble.
    pub fn note_alarm(&self, kind: &str, alarm: Alarm) -> Result<(), StoreError> {
        const WHAT: &str = "note an alarm";
        let upsert = "INSERT INTO alarm (kind, since, told) VALUES ($1, $2, $3)
             ON CONFLICT (kind) DO UPDATE SET since = excluded.since, told = excluded.told";
        let upsert = sql(upsert).bind(kind).bind(alarm.since).bind(alarm.told);
        upsert.execute(&*self.writer(WHAT)?).tried(WHAT, kind)?;
        Ok(())
    }

    /// How much waits.
    pub fn tally_up(&self) -> Result<Tally, StoreError> {
        let kept = kept_for_address();
        let row: (i64, i64, i64, i64, i64, i64, i64) = survey(format!(
            "SELECT (SELECT count(*) FROM game WHERE status = 'running'),
                (SELECT count(*) FROM game WHERE status = 'halted'),
                (SELECT count(*) FROM letter WHERE verdict IS NULL),
                (SELECT count(*) FROM outbox
                 WHERE state = 'pending' AND is_held = 0 AND undone IS NULL AND NOT {kept})
                    + (SELECT count(*) FROM outbox WHERE state = 'sending')
                    - (SELECT count(*) FROM review),
                (SELECT count(*) FROM outbox WHERE is_held = 1)
                    + (SELECT count(*) FROM outbox
                       WHERE state = 'pending' AND is_held = 0 AND undone IS NULL AND {kept})
                    + (SELECT count(*) FROM review),
                (SELECT count(*) FROM outbox WHERE state = 'failed'),
                (SELECT count(*) FROM outbox WHERE {GIVEN_UP})"
        ))
        .one(&self.reader())
        .tried("count what waits", "database")?;
        let (running_games, halted_games, undecided, to_send, held, failed, given_up) = row;
        Ok(Tally { running_games, halted_games, undecided, to_send, held, failed, given_up })
    }

    /// The nearest deadline of a running game, with the game's name.
    pub fn next_deadline(&self) -> Result<Option<(String, i64)>, StoreError> {
        sql("SELECT p.game, p.deadline FROM phase AS p JOIN game AS g ON g.id = p.game
             WHERE p.state = 'open' AND g.status = 'running' ORDER BY p.deadline LIMIT 1")
        .first(&self.reader())
        .tried("look for the next deadline", "phase")
    }

    /// The running game whose open phase should have been played longest ago: its deadline and the grace are over by
    /// then, and its clock does not stand still.
    pub fn overdue_phase(&self, by: i64) -> Result<Option<String>, StoreError> {
        sql(OVERDUE).bind(by).first(&self.reader()).tried("look for overdue phases", "phase")
    }
}

const OVERDUE: &str = "
SELECT p.game FROM phase AS p JOIN game AS g ON g.id = p.game
WHERE p.state = 'open' AND p.paused_at IS NULL AND g.status = 'running'
  AND p.deadline + 60 * CASE WHEN json_valid(g.timetable) THEN coalesce(g.timetable ->> 'grace_minutes', 0) ELSE 0 END <= $1
ORDER BY p.deadline LIMIT 1";
