//! Orders that were proposed to people, by their numbers.

use super::StoreError;
use super::engine::sql;
use super::error::Tried;
use super::reading::Reading;
use base::game::{GameId, PlayerId};
use desk::{Proposal, Proposals};

impl Reading<'_> {
    /// What was proposed to a person in this phase and revision of a game, and the last number that was given.
    pub fn proposals(&self, game: &GameId, player: &PlayerId, phase: (u32, u32)) -> Result<Proposals, StoreError> {
        const WHAT: &str = "look up proposals";
        let on = self.connection();
        let last = "SELECT coalesce(max(number), 0) FROM proposal WHERE game = $1 AND player = $2";
        let last: u32 = sql(last).bind(game.as_str()).bind(player.as_str()).one(&on).tried(WHAT, game)?;
        let select = "SELECT number, heading, words FROM proposal
             WHERE game = $1 AND player = $2 AND phase = $3 AND revision = $4 ORDER BY number";
        let select = sql(select).bind(game.as_str()).bind(player.as_str()).bind(phase.0).bind(phase.1);
        let rows: Vec<(u32, Option<String>, String)> = select.all(&on).tried(WHAT, game)?;
        let read = |(number, heading, words)| Proposal { number, phase, heading, words };
        Ok(Proposals { open: rows.into_iter().map(read).collect(), last })
    }
}
