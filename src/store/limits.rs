//! What is remembered of the answers to a correspondent.

use super::engine::{Connection, sql};
use super::error::Tried;
use super::reading::Reading;
use super::{Store, StoreError};
use base::game::PlayerId;
use desk::Tally;

impl Store {
    /// Those who are to be told by now what was kept back from them.
    pub fn owed_by(&self, now: i64, limit: u32) -> Result<Vec<PlayerId>, StoreError> {
        let names: Vec<String> = sql("SELECT player FROM tally WHERE due <= $1 ORDER BY due, player LIMIT $2")
            .bind(now)
            .bind(limit)
            .all(&self.reader())
            .tried("list who is owed an answer", "tallies")?;
        Ok(names.iter().map(|name| PlayerId::stored(name)).collect())
    }
}

impl Reading<'_> {
    /// What is remembered of the answers and notices to a person; nothing is a tally too.
    pub fn tally_of(&self, player: &PlayerId) -> Result<Tally, StoreError> {
        const WHAT: &str = "read a tally";
        let body: Option<String> = sql("SELECT body FROM tally WHERE player = $1")
            .bind(player.as_str())
            .first(&self.connection())
            .tried(WHAT, player)?;
        let tally = body.map(|body| serde_json::from_str(&body)).transpose().tried(WHAT, player)?;
        Ok(tally.unwrap_or_default())
    }
}

/// Puts what is remembered of the answers to a person.
pub(super) fn put_tally(tx: &Connection, player: &PlayerId, tally: &Tally) -> Result<(), StoreError> {
    const WHAT: &str = "put a tally";
    let put = "INSERT INTO tally (player, body, due) VALUES ($1, $2, $3)
         ON CONFLICT (player) DO UPDATE SET body = excluded.body, due = excluded.due";
    let body = serde_json::to_string(tally).tried(WHAT, player)?;
    sql(put).bind(player.as_str()).bind(body).bind(tally.due()).execute(tx).tried(WHAT, player)?;
    Ok(())
}

/// The next code of a person is in force, unless it is already.
pub(super) fn renew_code(tx: &Connection, player: &PlayerId, counter: u32) -> Result<(), StoreError> {
    let update = "UPDATE player SET code_counter = $2 WHERE id = $1 AND code_counter < $2";
    let update = sql(update).bind(player.as_str()).bind(counter);
    update.execute(tx).tried("renew a code", player)?;
    Ok(())
}
