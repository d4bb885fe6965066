//! What the clock sets going: reminders, and phases that are due.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::desk::clock::{Reading, is_due, remind};
use crate::desk::{GameRecord, GameStatus, halt, turn};
use crate::store::StoreError;

use super::{DaemonError, Judge};

impl Judge {
    /// Reminds and plays what is due; says how many phases were played. One phase a game at most.
    pub async fn keep_time(&self, now: i64) -> Result<usize, DaemonError> {
        let mut played = 0;
        for id in self.store.running_games().await? {
            let Some(game) = self.store.game(&id, &self.house.shelf).await? else { continue };
            if game.status != GameStatus::Running {
                continue;
            }
            // Nobody is reminded of a phase whose reports the GM has not released, nor is it played on over his head.
            let is_forced = game.phase.as_ref().is_some_and(|phase| phase.is_forced);
            if game.holds_reports && !is_forced && self.store.has_held_letters(&id).await? {
                continue;
            }
            // Counted anew for each game: a letter may have come in while another one was played.
            let reading = Reading { polled: self.polled(), undecided: self.store.undecided_by(now).await? };
            if is_due(&game, reading, now) {
                played += usize::from(self.play(&game, now).await?);
            } else {
                self.remind(&game, now).await?;
            }
        }
        Ok(played)
    }

    async fn play(&self, game: &GameRecord, now: i64) -> Result<bool, DaemonError> {
        let played = catch_unwind(AssertUnwindSafe(|| turn::play(&self.house, game, now)));
        let decision = match played {
            Ok(Ok(decision)) => decision,
            Ok(Err(error)) => return self.stop(game, &error.to_string(), now).await,
            Err(_) => return self.stop(game, "the rule book broke while the phase was played", now).await,
        };
        match self.store.commit(&decision).await {
            Ok(()) => {
                tracing::info!(game = %game.id, phase = game.phase_number(), "phase played");
                Ok(true)
            }
            // Orders or a command came in between: look again at the next pass.
            Err(StoreError::PhaseGone { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Fail closed: the game is held, its masters are told, the others go on.
    async fn stop(&self, game: &GameRecord, why: &str, now: i64) -> Result<bool, DaemonError> {
        tracing::error!(game = %game.id, phase = game.phase_number(), why, "game halted");
        self.store.commit(&halt(&self.house, game, why, now)?).await?;
        Ok(false)
    }

    async fn remind(&self, game: &GameRecord, now: i64) -> Result<(), DaemonError> {
        let given = self.store.reminders_given(&game.id, game.phase_number()).await?;
        let Some(decision) = remind(&self.house, game, &given, now)? else { return Ok(()) };
        tracing::info!(game = %game.id, phase = game.phase_number(), letters = decision.letters.len(), "reminders");
        Ok(self.store.commit(&decision).await?)
    }
}
