//! Those who were owed an answer are told at last.

use base::game::PlayerId;
use desk::catch_up::{Unproven, catch_up};
use desk::tally::Tally;

use desk::{Files, Stop};

use super::{DaemonError, Judge};

/// People told in one pass.
const BATCH: u32 = 50;
/// Letters in a list of those that wait.
const MOST_LISTED: u32 = 30;

impl Judge {
    /// Tells everybody whose answers or notices were kept back what they came to, when it is time.
    pub fn answer_arrears(&self, now: i64) -> Result<(), DaemonError> {
        for player in self.store.owed_by(now, BATCH)? {
            if self.stop.is_stopped() {
                return Ok(());
            }
            let Some(person) = self.store.read().player(&player)? else { continue };
            let tally = self.store.read().tally_of(&player)?;
            let mut games = Vec::new();
            for id in self.store.read().games_of(&player)? {
                games.extend(self.store.read().game(&id, &self.house.shelf)?);
            }
            let unproven = self.unproven(&player, &tally, now)?;
            self.store.commit(&catch_up(&self.house, &person, &tally, &games, &unproven, now)?)?;
        }
        Ok(())
    }

    /// The letters in a person's name that wait, when they are to be listed for him.
    fn unproven(&self, player: &PlayerId, tally: &Tally, now: i64) -> Result<Vec<Unproven>, DaemonError> {
        let mut unproven = Vec::new();
        if tally.list_due().is_none_or(|due| due > now) {
            return Ok(unproven);
        }
        for (number, game) in self.store.held_letters(player, MOST_LISTED)? {
            let waiting = self.files(self.store.read()).waiting(number).map_err(Stop::from)?;
            unproven.extend(waiting.map(|waiting| Unproven {
                game,
                arrived: waiting.arrived,
                subject: waiting.letter.subject,
            }));
        }
        Ok(unproven)
    }
}
