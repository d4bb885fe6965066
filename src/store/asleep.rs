//! Which games the clock need not look at yet. Whatever is decided about a game wakes it, in the same transaction.

use super::engine::{Connection, sql};
use super::error::{Tried, unreadable};
use super::{Store, StoreError};
use base::game::GameId;
use desk::Decision;

/// A game that the clock need not look at yet, unless something is decided about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asleep {
    /// When it was looked at, in epoch seconds.
    pub since: i64,
    /// When it is to be looked at again.
    pub until: i64,
    /// When its phase may end: the mailbox must be looked into then.
    pub ends: Option<i64>,
}

/// A game whose clock runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Running {
    /// Its name.
    pub id: GameId,
    /// Unless it is awake.
    pub asleep: Option<Asleep>,
    /// How often something was decided about it.
    woken: i64,
}

impl Store {
    /// The games whose clock runs, and which of them sleep.
    pub fn games_by_clock(&self) -> Result<Vec<Running>, StoreError> {
        const WHAT: &str = "list running games";
        type Row = (String, Option<i64>, Option<i64>, Option<i64>, i64);
        let select =
            "SELECT id, asleep_since, asleep_until, phase_ends, woken FROM game WHERE status = 'running' ORDER BY id";
        let rows: Vec<Row> = sql(select).all(&self.reader()).tried(WHAT, "games")?;
        let read = |(name, since, until, ends, woken): Row| {
            let id = GameId::parse(&name).ok_or_else(|| unreadable(WHAT, &name, "it cannot name a game"))?;
            let asleep = since.zip(until).map(|(since, until)| Asleep { since, until, ends });
            Ok(Running { id, asleep, woken })
        };
        rows.into_iter().map(read).collect()
    }

    /// Notes that nothing is to be done for a game before `asleep.until`, unless something was decided about it since it was
    /// listed. A note that is lost costs a look.
    pub fn put_to_sleep(&self, game: &Running, asleep: Asleep) -> Result<(), StoreError> {
        const WHAT: &str = "put a game to sleep";
        let update =
            "UPDATE game SET asleep_since = $3, asleep_until = $4, phase_ends = $5 WHERE id = $1 AND woken = $2";
        let update = sql(update).bind(game.id.as_str()).bind(game.woken);
        let update = update.bind(asleep.since).bind(asleep.until).bind(asleep.ends);
        update.execute(&*self.hasty_writer(WHAT)?).tried(WHAT, &game.id)?;
        Ok(())
    }
}

/// Wakes the game that a decision changes. One that is about no game may change any.
pub(super) fn wake(tx: &Connection, decision: &Decision) -> Result<(), StoreError> {
    if decision.changes.is_empty() {
        return Ok(());
    }
    let update = match &decision.game {
        Some(game) => sql(WAKE).bind(game.as_str()),
        None => sql(WAKE_ALL),
    };
    update.execute(tx).tried("wake a game", "games")?;
    Ok(())
}

const WAKE: &str = "UPDATE game SET woken = woken + 1, asleep_until = NULL WHERE id = $1";
const WAKE_ALL: &str = "UPDATE game SET woken = woken + 1, asleep_until = NULL WHERE status = 'running'";
