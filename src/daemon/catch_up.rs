//! Catching up after a restored backup: the whole mailbox is looked through again, and what came since the backup is
//! decided once more in the order and at the time it came, with the phases played in between when they were due. Since
//! every decision follows from letters, time and key, the game comes out as it was, and every letter has the Message-ID
//! it had; none of them leaves before somebody has looked. Stretches in which the judge was away are lived as such.

use std::collections::BTreeSet;

use base::game::schedule::{Outage, print_deadline};
use base::game::{GameId, Phase};
use desk::clock::next_look;
use desk::reach::alert;
use desk::{GameStatus, LetterId};
use post::{LetterKey, MailSource};
use store::Past;

use super::mailbox::as_new;
use super::watch::SHORTEST_OUTAGE;
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
    /// Deadlines that were moved because the judge was down until now.
    pub moved: usize,
    /// Letters that wait for review now.
    pub held: i64,
}

/// What came of living through the time since the backup.
#[derive(Default)]
struct Lived {
    phases: usize,
    /// Phases whose deadline was moved because the judge was down until now, as they were before.
    moved: Vec<(GameId, Phase)>,
}

impl Judge {
    /// Catches up if this database was restored and that was not done yet. `folders` are all folders of the mailbox that
    /// hold letters to us, those filed away included.
    pub fn catch_up(&self, folders: &mut [Box<dyn MailSource>], now: i64) -> Result<Option<CaughtUp>, DaemonError> {
        let Some(restored) = self.store.restored_at()? else { return Ok(None) };
        let past = self.store.past()?;
        let mut letters = 0;
        for folder in folders {
            letters += self.take_in_again(folder.as_mut())?;
        }
        let is_long = |since: &i64| now - since >= SHORTEST_OUTAGE;
        if let Some(from) = past.down_since.filter(is_long) {
            self.store.note_outage(Outage { from, until: now })?;
        }
        self.note_poll(now);
        let lived = self.relive(now)?;
        self.store.record_poll("inbox", now)?;
        let held = self.store.finish_restore()?;
        let caught = CaughtUp { letters, phases: lived.phases, moved: lived.moved.len(), held };
        tracing::warn!(?caught, "caught up after a restore; letters out wait for review");
        self.tell_of_restore(restored, past, caught, &lived.moved, now)?;
        Ok(Some(caught))
    }

    /// Every letter of a folder whose bytes are not known is kept, whatever its name is.
    fn take_in_again(&self, folder: &mut dyn MailSource) -> Result<usize, DaemonError> {
        let mut seen: BTreeSet<LetterKey> = BTreeSet::new();
        let mut new = 0;
        loop {
            let letters = folder.fetch(&|key| seen.contains(key), BATCH)?;
            for letter in &letters {
                new += usize::from(self.store.keep_again(&as_new(letter))?);
            }
            let is_all = letters.len() < BATCH;
            seen.extend(letters.into_iter().map(|letter| letter.key));
            if is_all {
                return Ok(new);
            }
        }
    }

    /// Decides what is undecided, each letter at the time it came, or, when the judge was away then, at the time he was
    /// back; with the clock kept in between.
    fn relive(&self, now: i64) -> Result<Lived, DaemonError> {
        let outages = self.store.outages()?;
        let acted = |came: i64| awake(&outages, came).min(now);
        let letters = self.store.undecided_arrivals()?;
        let (mut lived, mut at) = (Lived::default(), i64::MIN);
        let mut rest = letters.as_slice();
        while let Some((_, came)) = rest.first() {
            let next = acted(*came);
            let (together, later) = rest.split_at(rest.iter().take_while(|(_, other)| acted(*other) == next).count());
            self.pass_time((at, next), now, &outages, &mut lived)?;
            at = next;
            for (id, _) in together {
                self.decide_somehow(*id, at)?;
            }
            lived.phases += self.keep_time(at)?;
            rest = later;
        }
        self.pass_time((at, now), now, &outages, &mut lived)?;
        Ok(lived)
    }

    fn decide_somehow(&self, id: LetterId, at: i64) -> Result<(), DaemonError> {
        for _ in 0..TRIES {
            let Some(letter) = self.store.undecided_letter(id)? else { return Ok(()) };
            self.decide_letter(letter, at)?;
        }
        match self.store.undecided_letter(id)? {
            Some(_) => {
                Err(DaemonError::Broken { what: "decide a letter", why: format!("letter {id} breaks the judge") })
            }
            None => Ok(()),
        }
    }

    /// Looks after the games at each moment at which something is due for one of them, and holds them against each outage
    /// when it ends, before anything is decided by a deadline that it moves.
    fn pass_time(
        &self,
        (from, until): (i64, i64),
        now: i64,
        outages: &[Outage],
        lived: &mut Lived,
    ) -> Result<(), DaemonError> {
        let mut at = from;
        while let Some(next) = self.next_moment(at, outages)?.filter(|next| *next <= until) {
            for outage in self.store.new_outages()?.into_iter().filter(|outage| outage.until <= next) {
                let moved = self.weigh_outage(outage, next)?;
                lived.moved.extend(moved.into_iter().filter(|_| outage.until == now));
            }
            lived.phases += self.keep_time(next)?;
            at = next;
        }
        Ok(())
    }

    /// The first moment after `at` at which a running game is to be looked at, somebody is to be told of acts, or an outage ends.
    fn next_moment(&self, at: i64, outages: &[Outage]) -> Result<Option<i64>, DaemonError> {
        let ends = self.store.new_outages()?.into_iter().map(|outage| outage.until);
        let mut next = ends.filter(|end| *end > at).min();
        let told = self.store.next_telling(at)?.map(|due| awake(outages, due)).filter(|due| *due > at);
        next = [next, told].into_iter().flatten().min();
        for id in self.store.running_games()? {
            let game = self.store.read().game(&id, &self.house.shelf)?;
            let game = game.filter(|game| game.status == GameStatus::Running);
            let moment = game.as_ref().and_then(next_look).map(|due| awake(outages, due)).filter(|moment| *moment > at);
            next = [next, moment].into_iter().flatten().min();
        }
        Ok(next)
    }

    fn tell_of_restore(
        &self,
        restored: i64,
        past: Past,
        caught: CaughtUp,
        moved: &[(GameId, Phase)],
        now: i64,
    ) -> Result<(), DaemonError> {
        let gms = self.masters()?;
        let paragraphs = self.words_of_restore(restored, past, caught, moved)?;
        let purpose = format!("restored {restored}");
        let decision = alert(&self.house, &gms, (&purpose, "the judge was restored"), &paragraphs, now)?;
        Ok(self.store.commit(&decision)?)
    }

    fn words_of_restore(
        &self,
        restored: i64,
        past: Past,
        caught: CaughtUp,
        moved: &[(GameId, Phase)],
    ) -> Result<Vec<String>, DaemonError> {
        let shown = |at: i64| print_deadline(at, chrono_tz::UTC);
        let CaughtUp { letters, phases, held, .. } = caught;
        let mut paragraphs = vec![
            format!("The judge was restored from a backup {}.", shown(restored)),
            format!(
                "Its whole mailbox was looked through again: {letters} letters that the backup did not know were decided \
                 at the time they had come, and {phases} phases were played."
            ),
        ];
        if let Some(since) = past.down_since {
            paragraphs.push(format!("It was down since {}.", shown(since)));
        }
        for (id, phase) in moved {
            let Some(game) = self.store.read().game(id, &self.house.shelf)? else { continue };
            let Some(is) = game.phase.as_ref().map(|phase| phase.deadline) else { continue };
            paragraphs.push(moved_words(id, phase, is));
        }
        if let Some((from, until)) = past.unknown_from.zip(past.down_since) {
            paragraphs.push(unknown_words(from, until));
        }
        paragraphs.push(format!(
            "{held} letters wait for review. Most of them were sent before, and whoever has them sees them once: they \
             have the same Message-IDs. RELEASE sends those of your game; `adjutant release` sends all."
        ));
        Ok(paragraphs)
    }
}

/// What a deadline that was moved means to the game master.
fn moved_words(id: &GameId, phase: &Phase, is: i64) -> String {
    let shown = |at: i64| print_deadline(at, chrono_tz::UTC);
    format!(
        "{id}: orders for phase {} were due {}, and the judge was down then or shortly before. The phase was not played: \
         orders are due {} now, and letters that came meanwhile count. The players are told when you RELEASE; DEADLINE \
         sets another time, PROCESS has the phase played with the orders that are on file.",
        phase.number,
        shown(phase.deadline),
        shown(is)
    )
}

/// What cannot be known of the time since the backup.
fn unknown_words(from: i64, until: i64) -> String {
    let shown = |at: i64| print_deadline(at, chrono_tz::UTC);
    format!(
        "Whether the judge could read its mailbox all the time from {} to {} cannot be found out any more. Phases that \
         were due in that time were played as if it could. If it had told you of a later deadline, or of a phase that is \
         played otherwise now, do not RELEASE: ROLLBACK opens the phase again, and ACCEPT LATE lets a letter count.",
        shown(from),
        shown(until)
    )
}

/// When the judge could first act on something of this moment: at once, or when he was back.
fn awake(outages: &[Outage], at: i64) -> i64 {
    let mut at = at;
    while let Some(outage) = outages.iter().find(|outage| (outage.from + 1..outage.until).contains(&at)) {
        at = outage.until;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_while_he_was_away_is_acted_on_when_he_is_back() {
        let outages =
            [Outage { from: 100, until: 200 }, Outage { from: 190, until: 300 }, Outage { from: 900, until: 950 }];
        for (came, acted) in [(50, 50), (100, 100), (101, 300), (199, 300), (300, 300), (901, 950), (950, 950)] {
            assert_eq!(awake(&outages, came), acted, "{came}");
        }
    }
}
