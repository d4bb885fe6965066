//! Whether a letter may still leave: its reader must still be what he was when it was written.

use super::engine::sql;
use super::error::{Tried, unreadable};
use super::games::{read_locked, read_roster};
use super::outbox::Fault;
use super::{Store, StoreError};
use crate::game::{GameId, PlayerId, Role};
use crate::planted::is_planted;

const WHAT: &str = "look whether a letter may still leave";

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
        let roster = self
            .read()
            .at_one_instant(WHAT, |on| Ok(read_roster(on, Vec::new(), &game)?.with(read_locked(on, &game)?, false)))?;
        let still_has = roster.still_has(&PlayerId::stored(&player), &role) || is_planted("lost-seat-still-mailed");
        Ok((!still_has).then_some(Fault::NotEntitled))
    }
}
