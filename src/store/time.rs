//! What time has done: clocks of phases, stretches in which the mailbox was not read, orders given ahead.

use super::changes::phase_row;
use super::engine::{Connection, sql, survey};
use super::error::{Tried, unreadable};
use super::reading::Reading;
use super::{Store, StoreError};
use base::game::schedule::Outage;
use base::game::{GameId, PlayerId};
use desk::{Ahead, ClockChange};

/// A stretch that began as a known one and lasted longer is to be weighed anew.
pub(super) const NOTE_OUTAGE: &str = "INSERT INTO outage (since, until) VALUES ($1, $2) ON CONFLICT (since) DO UPDATE
     SET until = max(until, excluded.until), is_weighed = 0 WHERE until < excluded.until";

impl Store {
    /// Notes that the mailbox was not read for a while, before the next look into it counts.
    pub fn note_outage(&self, outage: Outage) -> Result<(), StoreError> {
        const WHAT: &str = "note an outage";
        let insert = sql(NOTE_OUTAGE).bind(outage.from).bind(outage.until);
        insert.execute(&*self.writer(WHAT)?).tried(WHAT, "mailbox")?;
        Ok(())
    }

    /// The stretches in which the mailbox was not read that no game was held against yet.
    pub fn new_outages(&self) -> Result<Vec<Outage>, StoreError> {
        self.list_outages("SELECT since, until FROM outage WHERE is_weighed = 0 ORDER BY since")
    }

    /// All stretches in which the mailbox was not read.
    pub fn outages(&self) -> Result<Vec<Outage>, StoreError> {
        self.list_outages("SELECT since, until FROM outage ORDER BY since")
    }

    fn list_outages(&self, select: &'static str) -> Result<Vec<Outage>, StoreError> {
        let rows: Vec<(i64, i64)> = survey(select).all(&self.reader()).tried("list outages", "mailbox")?;
        Ok(rows.into_iter().map(|(from, until)| Outage { from, until }).collect())
    }

    /// Every game was held against an outage.
    pub fn end_outage(&self, outage: Outage) -> Result<(), StoreError> {
        const WHAT: &str = "end an outage";
        let update = sql("UPDATE outage SET is_weighed = 1 WHERE since = $1").bind(outage.from);
        update.execute(&*self.writer(WHAT)?).tried(WHAT, "mailbox")?;
        Ok(())
    }

    /// Orders that were given ahead for the phase now open, and are not on file yet.
    pub fn due_ahead(&self) -> Result<Vec<Ahead>, StoreError> {
        let select = "SELECT a.game, a.number, a.player, a.letter, a.arrived, a.lines FROM ahead AS a
             JOIN phase AS p ON p.game = a.game AND p.number = a.number AND p.state = 'open'
             JOIN game AS g ON g.id = a.game AND g.status = 'running'
             WHERE a.lines <> '[]' ORDER BY a.game, a.arrived, a.letter";
        let rows = sql(select).all(&self.reader()).tried(LIST_AHEAD, "games")?;
        rows.into_iter().map(read_ahead).collect()
    }
}

impl Reading<'_> {
    /// Orders that were given ahead for a phase or for those after it and that are not on file yet.
    pub fn ahead_from(&self, game: &GameId, number: u32) -> Result<Vec<Ahead>, StoreError> {
        let select = "SELECT game, number, player, letter, arrived, lines FROM ahead
             WHERE game = $1 AND number >= $2 AND lines <> '[]' ORDER BY player, number";
        let select = sql(select).bind(game.as_str()).bind(number);
        let rows = select.all(&self.connection()).tried(LIST_AHEAD, game)?;
        rows.into_iter().map(read_ahead).collect()
    }

    /// Orders that a person gave ahead in a game and that are not on file yet, the nearest phase first.
    pub fn ahead_by(&self, game: &GameId, player: &PlayerId) -> Result<Vec<Ahead>, StoreError> {
        let select = "SELECT game, number, player, letter, arrived, lines FROM ahead
             WHERE game = $1 AND player = $2 AND lines <> '[]' ORDER BY number";
        let select = sql(select).bind(game.as_str()).bind(player.as_str());
        let rows = select.all(&self.connection()).tried(LIST_AHEAD, game)?;
        rows.into_iter().map(read_ahead).collect()
    }
}

const LIST_AHEAD: &str = "list orders given ahead";

type AheadRow = (String, u32, String, i64, i64, String);

fn read_ahead((game, number, player, letter, arrived, lines): AheadRow) -> Result<Ahead, StoreError> {
    let id = GameId::parse(&game).ok_or_else(|| unreadable(LIST_AHEAD, &game, "it cannot name a game"))?;
    let lines = serde_json::from_str(&lines).tried(LIST_AHEAD, &game)?;
    Ok(Ahead { game: id, number, player: PlayerId::stored(&player), letter, arrived, lines })
}

/// Changes the clock of an open phase.
pub(super) fn change_clock(
    tx: &Connection,
    game: &GameId,
    number: u32,
    change: &ClockChange,
) -> Result<(), StoreError> {
    let update = match change {
        ClockChange::Pause { at, until } => {
            sql("UPDATE phase SET paused_at = $3, resumes_at = $4, forced_at = 0, moves = moves + 1
             WHERE game = $1 AND number = $2 AND state = 'open'")
            .bind(game.as_str())
            .bind(number)
            .bind(at)
            .bind(*until)
        }
        ClockChange::Resume => sql(
            "UPDATE phase SET paused_at = NULL, resumes_at = NULL WHERE game = $1 AND number = $2 AND state = 'open'",
        )
        .bind(game.as_str())
        .bind(number),
        ClockChange::Told { at } => {
            sql("UPDATE phase SET told_at = $3 WHERE game = $1 AND number = $2 AND state = 'open'")
                .bind(game.as_str())
                .bind(number)
                .bind(at)
        }
        ClockChange::Ready { seat, since } => {
            sql("UPDATE phase SET ready = CASE WHEN $4 IS NULL THEN json_remove(ready, '$.\"' || $3 || '\"')
                 ELSE json_set(ready, '$.\"' || $3 || '\"', $4) END
             WHERE game = $1 AND number = $2 AND state = 'open'")
            .bind(game.as_str())
            .bind(number)
            .bind(seat.as_str())
            .bind(*since)
        }
    };
    phase_row(update.execute(tx).tried("change the clock of a phase", game)?, game, number)
}

/// Keeps orders for a phase to come, in place of those the same person gave for it.
pub(super) fn put_ahead(tx: &Connection, ahead: &Ahead) -> Result<(), StoreError> {
    const WHAT: &str = "keep orders for a later phase";
    sql("INSERT INTO ahead (game, number, player, letter, arrived, lines) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (game, number, player) DO UPDATE SET letter = excluded.letter, arrived = excluded.arrived,
             lines = excluded.lines WHERE excluded.arrived >= arrived")
    .bind(ahead.game.as_str())
    .bind(ahead.number)
    .bind(ahead.player.as_str())
    .bind(ahead.letter)
    .bind(ahead.arrived)
    .bind(serde_json::to_string(&ahead.lines).tried(WHAT, &ahead.game)?)
    .execute(tx)
    .tried(WHAT, &ahead.game)?;
    Ok(())
}
