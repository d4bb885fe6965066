//! What is remembered of the answers to a correspondent, and which letters were here before.

use serde_json::json;

use super::engine::{Connection, sql};
use super::error::Tried;
use super::{Store, StoreError};
use crate::desk::{LetterId, Tally};
use crate::game::{Player, PlayerId};

impl Store {
    /// What is remembered of the answers and notices to a person; nothing is a tally too.
    pub fn tally_of(&self, player: &PlayerId) -> Result<Tally, StoreError> {
        const WHAT: &str = "read a tally";
        let body: Option<String> = sql("SELECT body FROM tally WHERE player = $1")
            .bind(player.as_str())
            .first(&self.reader())
            .tried(WHAT, player)?;
        let tally = body.map(|body| serde_json::from_str(&body)).transpose().tried(WHAT, player)?;
        Ok(tally.unwrap_or_default())
    }

    /// Those who are to be told by now what was kept back from them.
    pub fn owed_by(&self, now: i64, limit: u32) -> Result<Vec<PlayerId>, StoreError> {
        let names: Vec<String> = sql("SELECT player FROM tally WHERE due <= $1 ORDER BY due, player LIMIT $2")
            .bind(now)
            .bind(limit)
            .all(&self.reader())
            .tried("list who is owed an answer", "tallies")?;
        Ok(names.iter().map(|name| PlayerId::stored(name)).collect())
    }

    /// Whether another letter with this Message-ID was decided before.
    pub fn is_id_known(&self, message_id: &str, not: LetterId) -> Result<bool, StoreError> {
        let seen: Option<LetterId> = sql("SELECT id FROM letter WHERE message_id = $1 AND id <> $2 LIMIT 1")
            .bind(message_id)
            .bind(not)
            .first(&self.reader())
            .tried("look for a letter by its id", format!("letter {not}"))?;
        Ok(seen.is_some())
    }

    /// Everybody who is registered, without their addresses being of interest: whose code a code is only a look at all
    /// tells, for codes are kept nowhere.
    pub fn players(&self) -> Result<Vec<Player>, StoreError> {
        const WHAT: &str = "list players";
        let select = concat!("SELECT ", super::people::player_json!(), " FROM player AS p ORDER BY p.id");
        let rows: Vec<String> = sql(select).all(&self.reader()).tried(WHAT, "players")?;
        let rows = rows.into_iter().map(|row| super::people::read_player(Some(row)));
        rows.filter_map(Result::transpose).collect()
    }
}

/// Puts what is remembered of the answers to people; of several for one person the last counts.
pub(super) fn put_tallies<'a>(
    tx: &Connection,
    tallies: impl IntoIterator<Item = (&'a PlayerId, &'a Tally)>,
) -> Result<(), StoreError> {
    const WHAT: &str = "put tallies";
    let mut rows = Vec::new();
    for (player, tally) in tallies {
        let body = serde_json::to_string(tally).tried(WHAT, player)?;
        rows.push(json!({ "player": player, "body": body, "due": tally.due() }));
    }
    if rows.is_empty() {
        return Ok(());
    }
    let put = "INSERT INTO tally (player, body, due)
         SELECT value ->> 'player', value ->> 'body', value ->> 'due' FROM json_each($1) WHERE true ORDER BY key
         ON CONFLICT (player) DO UPDATE SET body = excluded.body, due = excluded.due";
    sql(put).bind(json!(rows).to_string()).execute(tx).tried(WHAT, "tallies")?;
    Ok(())
}

/// The next code of a person is in force, unless it is already.
pub(super) fn renew_code(tx: &Connection, player: &PlayerId, counter: u32) -> Result<(), StoreError> {
    let update = "UPDATE player SET code_counter = $2 WHERE id = $1 AND code_counter < $2";
    let update = sql(update).bind(player.as_str()).bind(counter);
    update.execute(tx).tried("renew a code", player)?;
    Ok(())
}
