//! Catching up after a restored backup: the whole mailbox is looked through again, and what came since the backup is
//! decided once more in the order and at the time it came, with the phases played in between when they were due. Since
//! every decision follows from letters, time and key, the game comes out as it was, and every letter has the Message-ID
//! it had; none of them leaves before somebody has looked.

use std::collections::BTreeSet;

use crate::desk::clock::next_look;
use crate::desk::reach::alert;
use crate::desk::{GameStatus, LetterId};
use crate::game::schedule::print_deadline;
use crate::post::{LetterKey, MailSource};

use super::mailbox::as_new;
use super::{DaemonError, Judge};

/// Letters fetched in one go.
const BATCH: usize = 200;
/// How often a letter is tried that breaks the judge, one more than it takes to be set aside.
const TRIES: usize = 4;

/// What catching up came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CaughtUp {
    /// Letters that the backup did not know.
    pub letters: usize,
    /// Phases that were played again.
    pub phases: usize,
    /// Letters that wait for review now.
    pub held: i64,
}

impl Judge {
    /// Catches up if this database was restored and that was not done yet. `folders` are all folders of the mailbox that
    /// hold letters to us, those filed away included.
    pub async fn catch_up(
        &self,
        folders: &mut [Box<dyn MailSource>],
        now: i64,
    ) -> Result<Option<CaughtUp>, DaemonError> {
        let Some(restored) = self.store.restored_at().await? else { return Ok(None) };
        let mut caught = CaughtUp { letters: 0, phases: 0, held: 0 };
        for folder in folders {
            caught.letters += self.take_in_again(folder.as_mut()).await?;
        }
        self.note_poll(now);
        caught.phases = self.relive(now).await?;
        self.store.record_poll("inbox", now).await?;
        caught.held = self.store.finish_restore().await?;
        tracing::warn!(?caught, "caught up after a restore; letters out wait for review");
        self.tell_of_restore(restored, caught, now).await?;
        Ok(Some(caught))
    }

    /// Every letter of a folder whose bytes are not known is kept, whatever its name is.
    async fn take_in_again(&self, folder: &mut dyn MailSource) -> Result<usize, DaemonError> {
        let mut seen: BTreeSet<LetterKey> = BTreeSet::new();
        let mut new = 0;
        loop {
            let letters = folder.fetch(&|key| seen.contains(key), BATCH)?;
            for letter in &letters {
                new += usize::from(self.store.keep_again(&as_new(letter)).await?);
            }
            let is_all = letters.len() < BATCH;
            seen.extend(letters.into_iter().map(|letter| letter.key));
            if is_all {
                return Ok(new);
            }
        }
    }

    /// Decides what is undecided, each letter at the time it came, with the clock kept in between. Phases played.
    async fn relive(&self, now: i64) -> Result<usize, DaemonError> {
        let mut phases = 0;
        let letters = self.store.undecided_arrivals().await?;
        let mut at = i64::MIN;
        let mut rest = letters.as_slice();
        while let Some((_, arrived)) = rest.first() {
            let arrived = *arrived;
            let (together, later) = rest.split_at(rest.iter().take_while(|(_, other)| *other == arrived).count());
            phases += self.keep_time_until(at, arrived.min(now)).await?;
            at = arrived.min(now);
            for (id, _) in together {
                self.decide_somehow(*id, at).await?;
            }
            phases += self.keep_time(at).await?;
            rest = later;
        }
        Ok(phases + self.keep_time_until(at, now).await?)
    }

    async fn decide_somehow(&self, id: LetterId, at: i64) -> Result<(), DaemonError> {
        let mut broken = None;
        for _ in 0..TRIES {
            match self.decide_letter(id, at).await {
                Err(DaemonError::Thread { what, why }) => broken = Some(DaemonError::Thread { what, why }),
                outcome => return outcome,
            }
        }
        broken.map_or(Ok(()), Err)
    }

    /// Looks after the games at each moment at which something is due for one of them.
    async fn keep_time_until(&self, from: i64, until: i64) -> Result<usize, DaemonError> {
        let (mut at, mut phases) = (from, 0);
        while let Some(next) = self.next_moment(at).await?.filter(|next| *next <= until) {
            phases += self.keep_time(next).await?;
            at = next;
        }
        Ok(phases)
    }

    /// The first moment after `at` at which a running game is to be looked at.
    async fn next_moment(&self, at: i64) -> Result<Option<i64>, DaemonError> {
        let mut next: Option<i64> = None;
        for id in self.store.running_games().await? {
            let game = self.store.game(&id, &self.house.shelf).await?;
            let game = game.filter(|game| game.status == GameStatus::Running);
            let moment = game.as_ref().and_then(next_look).filter(|moment| *moment > at);
            next = [next, moment].into_iter().flatten().min();
        }
        Ok(next)
    }

    async fn tell_of_restore(&self, restored: i64, caught: CaughtUp, now: i64) -> Result<(), DaemonError> {
        let mut gms = Vec::new();
        for gm in &self.house.gms {
            gms.extend(self.store.player(gm).await?);
        }
        let CaughtUp { letters, phases, held } = caught;
        let paragraphs = [
            format!("The judge was restored from a backup {}.", print_deadline(restored, chrono_tz::UTC)),
            format!(
                "Its whole mailbox was looked through again: {letters} letters that the backup did not know were decided \
                 at the time they had come, and {phases} phases were played."
            ),
            format!(
                "{held} letters wait for review. Most of them were sent before, and whoever has them sees them once: they \
                 have the same Message-IDs. RELEASE sends those of your game; `adjutant release` sends all."
            ),
        ];
        let purpose = format!("restored {restored}");
        let decision = alert(&self.house, &gms, (&purpose, "the judge was restored"), &paragraphs, now)?;
        Ok(self.store.commit(&decision).await?)
    }
}
