//! Whether a letter may still leave: its reader must still read mail at that address, and still be what he was when it
//! was written.

use super::error::{Tried, unreadable};
use super::games::read_roster;
use super::{Store, StoreError};
use crate::game::{GameId, PlayerId, Role};

const WHAT: &str = "look whether a letter may still leave";

/// What a game's roster is made of, without its people: they are told apart by their keys.
const ROSTER: &str = "SELECT
    (SELECT json_group_array(json_object('spec', spec, 'holder', holder)) FROM
        (SELECT spec, holder FROM seat WHERE game = $1 ORDER BY place)),
    (SELECT json_group_array(player) FROM game_master WHERE game = $1),
    (SELECT json_group_array(player) FROM player_lock WHERE game = $1)";

/// Strangers have no address that is theirs: what is written to one goes where he wrote from.
const LETTER: &str = "SELECT player, game, role,
    EXISTS (SELECT 1 FROM address WHERE player = o.player),
    EXISTS (SELECT 1 FROM address WHERE player = o.player AND address = o.recipient)
    FROM outbox AS o WHERE id = $1";

impl Store {
    /// Takes a letter out of those to be sent when its reader is not entitled to it any more, and says why.
    pub async fn withdraw_if_stale(&self, id: i64) -> Result<Option<&'static str>, StoreError> {
        let Some(why) = self.stale(id).await? else { return Ok(None) };
        let update = "UPDATE outbox SET state = 'failed', withdrawn = $2, reply = 'not sent: ' || $2
             WHERE id = $1 AND state = 'pending'";
        let update = sqlx::query(update).bind(id).bind(why);
        update.execute(self.writer("withdraw a letter")?).await.tried("withdraw a letter", id)?;
        Ok(Some(why))
    }

    async fn stale(&self, id: i64) -> Result<Option<&'static str>, StoreError> {
        type Row = (String, Option<String>, String, bool, bool);
        let row: Option<Row> = sqlx::query_as(LETTER).bind(id).fetch_optional(self.reader()).await.tried(WHAT, id)?;
        let Some((player, game, role, is_registered, is_his)) = row else { return Ok(None) };
        if is_registered && !is_his {
            return Ok(Some("the address is not his any more"));
        }
        let role: Role = serde_json::from_str(&role).tried(WHAT, id)?;
        let Some(game) = game.filter(|_| role != Role::Person) else { return Ok(None) };
        let game = GameId::parse(&game).ok_or_else(|| unreadable(WHAT, id, "its game has no good name"))?;
        let roster = sqlx::query_as(ROSTER).bind(game.as_str()).fetch_one(self.reader()).await;
        let (seats, gms, locked): (String, String, String) = roster.tried(WHAT, id)?;
        let locked = serde_json::from_str(&locked).tried(WHAT, id)?;
        let roster = read_roster(&seats, "[]", &gms, &game)?.with(locked, false);
        let still_has = roster.still_has(&PlayerId::stored(&player), &role);
        Ok((!still_has).then_some("the seat is not his any more, or is locked"))
    }
}
