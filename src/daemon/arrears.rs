//! Those who were owed an answer are told at last.

use crate::desk::limits::catch_up;

use super::{DaemonError, Judge};

/// People told in one pass.
const BATCH: u32 = 50;

impl Judge {
    /// Tells everybody whose answers or notices were kept back what they came to, when it is time.
    pub async fn answer_arrears(&self, now: i64) -> Result<(), DaemonError> {
        for player in self.store.owed_by(now, BATCH).await? {
            if self.stop.is_stopped() {
                return Ok(());
            }
            let Some(person) = self.store.player(&player).await? else { continue };
            let tally = self.store.tally_of(&player).await?;
            let mut games = Vec::new();
            for id in self.store.games_of(&player).await? {
                let game = self.store.game(&id, &self.house.shelf).await?;
                games.extend(game.filter(|game| game.phase.is_some() && !game.roster.seats_of(&player).is_empty()));
            }
            self.store.commit(&catch_up(&self.house, &person, &tally, &games, now)?).await?;
        }
        Ok(())
    }
}
