//! What the clock sets going: reminders, and phases that are due.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::desk::clock::{Reading, is_due, next_event, next_look, remind};
use crate::desk::lateness::{self, lateness};
use crate::desk::outage::give_back;
use crate::desk::pace::go_on;
use crate::desk::{Decision, DeskError, GameRecord, GameStatus, PastSecret, ahead, halt, turn};
use crate::game::schedule::Outage;
use crate::game::{GameId, Phase};
use crate::store::{Asleep, Running, StoreError};

use super::{DaemonError, Judge};

/// A game is looked at again after so many seconds, whatever is said of when it is due.
const LONGEST_SLEEP: i64 = 600;
/// The same while letters wait to be decided, which may be what the look has to wait for.
const SLEEP_BESIDE_LETTERS: i64 = 60;

/// How long a rule book may take for a phase; it takes some thousandths of a second.
pub(super) const PATIENCE: Duration = Duration::from_secs(120);

/// What came of playing a phase; outside: whether the rule book broke.
type Played = std::thread::Result<Result<Decision, DeskError>>;

impl Judge {
    /// Reminds and plays what is due; says how many phases were played. One phase a game at most. Trouble with one game
    /// does not keep the others waiting; the first trouble is told when all were looked after.
    pub async fn keep_time(&self, now: i64) -> Result<usize, DaemonError> {
        let (mut played, mut awaited, mut trouble) = (0, i64::MAX, None);
        for running in self.store.games_by_clock()? {
            if self.stop.is_stopped() {
                break;
            }
            if let Some(asleep) = running.asleep.filter(|asleep| (asleep.since..asleep.until).contains(&now)) {
                let ends = asleep.ends.filter(|at| *at > self.polled());
                awaited = awaited.min(ends.unwrap_or(i64::MAX));
                continue;
            }
            match self.look_after(&running, now).await {
                Ok(looked) => {
                    played += usize::from(looked.is_played);
                    awaited = awaited.min(looked.awaited);
                }
                Err(error) if error.is_fatal() => return Err(error),
                Err(error) => {
                    tracing::error!(game = %running.id, %error, "a game could not be looked after");
                    trouble = trouble.or(Some(error));
                }
            }
        }
        if let Err(error) = self.give_ahead(now) {
            trouble = trouble.or(Some(error));
        }
        self.awaited.store(awaited, Ordering::SeqCst);
        trouble.map_or(Ok(played), Err)
    }

    /// Orders that were given ahead for a phase that is open now are put on file.
    fn give_ahead(&self, now: i64) -> Result<(), DaemonError> {
        for ahead in self.store.due_ahead()? {
            let Some(game) = self.store.game(&ahead.game, &self.house.shelf)? else { continue };
            let given = catch_unwind(AssertUnwindSafe(|| ahead::give(&self.house, &game, &ahead, now)));
            let Ok(given) = given else {
                tracing::error!(letter = ahead.letter, "orders given ahead broke the judge");
                continue;
            };
            if let Some(decision) = given? {
                self.store.commit(&decision)?;
            }
        }
        Ok(())
    }

    /// After a stretch in which the mailbox was not read, deadlines that it touched are moved before anything is decided
    /// by them.
    pub(super) fn weigh_outages(&self, now: i64) -> Result<(), DaemonError> {
        if !self.has_outage() {
            return Ok(());
        }
        self.has_outage.store(false, Ordering::SeqCst);
        if let Err(error) = self.weigh_new_outages(now) {
            self.has_outage.store(true, Ordering::SeqCst);
            return Err(error);
        }
        Ok(())
    }

    fn weigh_new_outages(&self, now: i64) -> Result<(), DaemonError> {
        for outage in self.store.new_outages()? {
            self.weigh_outage(outage, now)?;
        }
        Ok(())
    }

    /// Holds every game against an outage, and gives those whose deadline it moves, with their phase as it was.
    pub(super) fn weigh_outage(&self, outage: Outage, now: i64) -> Result<Vec<(GameId, Phase)>, DaemonError> {
        let mut moved = Vec::new();
        for id in self.store.running_games()? {
            let Some(game) = self.store.game(&id, &self.house.shelf)? else { continue };
            let Some(decision) = give_back(&self.house, &game, outage, now)? else { continue };
            tracing::warn!(game = %id, phase = game.phase_number(), "a deadline is moved after an outage");
            self.store.commit(&decision)?;
            moved.extend(game.phase.clone().map(|phase| (id, phase)));
        }
        self.store.end_outage(outage)?;
        Ok(moved)
    }

    async fn look_after(&self, running: &Running, now: i64) -> Result<Looked, DaemonError> {
        let mut looked = Looked { is_played: false, awaited: i64::MAX };
        let game = self.store.game_in_passing(&running.id, &self.house.shelf)?;
        let Some(game) = game.filter(|game| game.status == GameStatus::Running) else { return Ok(looked) };
        if let Some(decision) = go_on(&self.house, &game, now)? {
            tracing::info!(game = %game.id, phase = game.phase_number(), "its clock goes on");
            self.store.commit(&decision)?;
            return Ok(looked);
        }
        // Nobody is reminded of a phase whose reports the GM has not released, nor is it played on over his head.
        let is_forced = game.phase.as_ref().is_some_and(|phase| phase.forced_at.is_some());
        // Counted anew for each game: a letter may have come in while another one was played.
        let reading = Reading { polled: self.polled(), undecided: self.store.undecided_by(now)? };
        if game.awaits_release && !is_forced {
            self.tell_what_waits(&game, reading, now)?;
            return Ok(looked);
        }
        // Noted before the look counts that ended it: what was polled after an outage never plays a phase it moves.
        if self.has_outage() {
            return Ok(looked);
        }
        if is_due(&game, reading, now) {
            looked.is_played = self.play(&game, now).await?;
            return Ok(looked);
        }
        looked.awaited = next_look(&game).filter(|at| *at > reading.polled).unwrap_or(i64::MAX);
        // His orders may lie among the letters that wait.
        if reading.undecided == 0 {
            self.remind(&game, now)?;
            self.tell_what_waits(&game, reading, now)?;
        }
        self.warn_of_unreached(&game, now)?;
        let longest = if reading.undecided == 0 { LONGEST_SLEEP } else { SLEEP_BESIDE_LETTERS };
        let soon = now.saturating_add(longest);
        let until = next_event(&game, reading.polled, now).map_or(soon, |at| at.min(soon));
        self.store.put_to_sleep(running, Asleep { since: now, until, ends: next_look(&game) })?;
        Ok(looked)
    }

    /// When the mailbox has to be looked into again for a phase to end, in epoch seconds, if it was not since.
    pub(super) fn awaited(&self) -> Option<i64> {
        let awaited = self.awaited.load(Ordering::SeqCst);
        (awaited < i64::MAX && awaited > self.polled()).then_some(awaited)
    }

    async fn play(&self, game: &GameRecord, now: i64) -> Result<bool, DaemonError> {
        let earlier = self.store.dice_secrets(&game.id)?;
        let decision = match self.play_apart(game, earlier, now).await? {
            Some(Ok(Ok(decision))) => decision,
            Some(Ok(Err(error))) => return self.halt_game(game, &error.to_string(), now),
            Some(Err(_)) => {
                return self.halt_game(game, "the rule book broke while the phase was played", now);
            }
            None => {
                let seconds = self.patience.as_secs();
                let why = format!("the rule book came to no end within {seconds} seconds");
                tracing::error!(game = %game.id, "its thread goes on until the judge is started again");
                return self.halt_game(game, &why, now);
            }
        };
        match self.store.commit(&decision) {
            Ok(()) => {
                tracing::info!(game = %game.id, phase = game.phase_number(), "phase played");
                Ok(true)
            }
            // Orders or a command came in between: look again at the next pass.
            Err(StoreError::PhaseGone { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Plays on a thread of its own, for a rule book that loops cannot be stopped, only left alone; `None`: it came to no
    /// end. What it would still find out is thrown away.
    async fn play_apart(
        &self,
        game: &GameRecord,
        earlier: Vec<PastSecret>,
        now: i64,
    ) -> Result<Option<Played>, DaemonError> {
        const WHAT: &str = "play a phase";
        let (tell, told) = tokio::sync::oneshot::channel();
        let (house, game) = (Arc::clone(&self.house), game.clone());
        let play = move || drop(tell.send(catch_unwind(AssertUnwindSafe(|| turn::play(&house, &game, &earlier, now)))));
        let thread = std::thread::Builder::new().name("rules".to_owned());
        thread.spawn(play).map_err(|why| DaemonError::Thread { what: WHAT, why: why.to_string() })?;
        match tokio::time::timeout(self.patience, told).await {
            Ok(Ok(played)) => Ok(Some(played)),
            Ok(Err(_)) => Err(DaemonError::Thread { what: WHAT, why: "its thread ended".to_owned() }),
            Err(_) => Ok(None),
        }
    }

    /// Fail closed: the game is held, its masters are told, the others go on.
    fn halt_game(&self, game: &GameRecord, why: &str, now: i64) -> Result<bool, DaemonError> {
        tracing::error!(game = %game.id, phase = game.phase_number(), why, "game halted");
        self.store.commit(&halt(&self.house, game, why, now)?)?;
        Ok(false)
    }

    /// Tells of orders that are late, of reports that are held, of a clock that stands still: each occasion once.
    fn tell_what_waits(&self, game: &GameRecord, reading: Reading, now: i64) -> Result<(), DaemonError> {
        let mut waits = lateness(game, reading, now);
        if waits.is_empty() {
            return Ok(());
        }
        let purposes: Vec<&str> = waits.iter().map(|one| one.purpose.as_str()).collect();
        let known = self.store.known_purposes(&purposes)?;
        waits.retain(|one| !known.contains(&one.purpose));
        let Some(decision) = lateness::tell(&self.house, game, &waits, now)? else { return Ok(()) };
        tracing::info!(game = %game.id, phase = game.phase_number(), letters = decision.letters.len(), "told what waits");
        Ok(self.store.commit(&decision)?)
    }

    fn remind(&self, game: &GameRecord, now: i64) -> Result<(), DaemonError> {
        let given = self.store.reminders_given(&game.id, game.phase_number())?;
        let Some(decision) = remind(&self.house, game, &given, now)? else { return Ok(()) };
        tracing::info!(game = %game.id, phase = game.phase_number(), letters = decision.letters.len(), "reminders");
        Ok(self.store.commit(&decision)?)
    }
}

/// What looking after one game came to.
struct Looked {
    is_played: bool,
    /// From when on the mailbox must be looked into before the phase may end.
    awaited: i64,
}
