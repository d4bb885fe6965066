//! Whether a letter may still leave: its reader must still be what he was when it was written.

use super::engine::sql;
use super::error::{Tried, unreadable};
use super::games::read_roster;
use super::outbox::Fault;
use super::{Store, StoreError};
use crate::game::{GameId, PlayerId, Role};
use crate::planted::is_planted;

const WHAT: &str = "look whether a letter may still leave";

/// What a game's roster is made of, without its people: they are told apart by their keys.
const ROSTER: &str = "SELECT
    (SELECT json_group_array(json_object('spec', spec, 'holder', holder)) FROM
        (SELECT spec, holder FROM seat WHERE game = $1 ORDER BY place)),
    (SELECT json_group_array(player) FROM game_master WHERE game = $1),
    (SELECT json_group_array(player) FROM player_lock WHERE game = $1)";

impl Store {
    /// Whether the reader of a letter lost the role in which he would read it.
    pub fn lost_role(&self, id: i64) -> Result<Option<Fault>, StoreError> {
        type Row = (String, Option<String>, String);
        let select = "SELECT player, game, role FROM outbox WHERE id = $1";
        let row: Option<Row> = sql(select).bind(id).first(&self.reader()).tried(WHAT, id)?;
        let Some((player, game, role)) = row else { return Ok(None) };
        let role: Role = serde_json::from_str(&role).tried(WHAT, id)?;
        let Some(game) = game.filter(|_| role != Role::Person) else { return Ok(None) };
        let game = GameId::parse(&game).ok_or_else(|| unreadable(WHAT, id, "its game has no good name"))?;
        let roster = sql(ROSTER).bind(game.as_str()).one(&self.reader());
        let (seats, gms, locked): (String, String, String) = roster.tried(WHAT, id)?;
        let locked = serde_json::from_str(&locked).tried(WHAT, id)?;
        let roster = read_roster(&seats, "[]", &gms, &game)?.with(locked, false);
        let still_has = roster.still_has(&PlayerId::stored(&player), &role) || is_planted("lost-seat-still-mailed");
        Ok((!still_has).then_some(Fault::NotEntitled))
    }
}
