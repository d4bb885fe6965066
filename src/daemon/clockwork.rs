//! What the clock sets going: reminders, and phases that are due.

use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use base::game::schedule::Outage;
use base::game::{GameId, Phase};
use desk::clock::{Reading, is_due, next_event, next_look, remind};
use desk::going_on::go_on;
use desk::lateness::{self, lateness};
use desk::outage::give_back;
use desk::{Ahead, Decision, DeskError, GameRecord, GameStatus, given_ahead, halt, turn};
use store::{Asleep, Running, StoreError};

use super::letters::MOST_ATTEMPTS;
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
    pub fn keep_time(&self, now: i64) -> Result<usize, DaemonError> {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let mut round = Round { due: Vec::new(), played: 0, awaited: i64::MAX, trouble: None };
        for running in self.store.games_by_clock()? {
            if self.stop.is_stopped() {
                round.due.clear();
                break;
            }
            if let Some(asleep) = running.asleep.filter(|asleep| (asleep.since..asleep.until).contains(&now)) {
                let ends = asleep.ends.filter(|at| *at > self.polled());
                round.awaited = round.awaited.min(ends.unwrap_or(i64::MAX));
                continue;
            }
            match self.look_after(&running, now) {
                Ok(Looked::Due(game)) => {
                    round.due.push(*game);
                    // Every game of the house may be due at one hour.
                    if round.due.len() == cores {
                        self.play_all(&mut round, now)?;
                    }
                }
                Ok(Looked::Awaits(at)) => round.awaited = round.awaited.min(at),
                Err(error) => round.note(&running.id, error)?,
            }
        }
        self.play_all(&mut round, now)?;
        // What was given ahead came before what was kept, or among it.
        for done in [self.give_ahead(now), self.carry_out_kept(now), self.tell_of_acts(None, now)] {
            done.or_else(|error| round.note_of_all(error))?;
        }
        self.awaited.store(round.awaited, Ordering::SeqCst);
        round.trouble.map_or(Ok(round.played), Err)
    }

    /// Plays phases side by side; what they came to is committed in the order of the games.
    fn play_all(&self, round: &mut Round, now: i64) -> Result<(), DaemonError> {
        let games = std::mem::take(&mut round.due);
        let begun: Vec<_> = games.iter().map(|game| self.begin_playing(game, now)).collect();
        let end = Instant::now() + self.patience;
        for (game, begun) in games.iter().zip(begun) {
            match begun.and_then(|told| self.finish_playing(game, &told, end, now)) {
                Ok(is_played) => round.played += usize::from(is_played),
                Err(error) => round.note(&game.id, error)?,
            }
        }
        Ok(())
    }

    /// Orders that were given ahead for a phase that is open now are put on file. Those that cannot be keep no others from it.
    pub(super) fn give_ahead(&self, now: i64) -> Result<(), DaemonError> {
        let mut trouble = None;
        for ahead in self.store.due_ahead()? {
            match catch_unwind(AssertUnwindSafe(|| self.give(&ahead, now))) {
                Ok(Ok(())) => {}
                Ok(Err(error)) if error.is_fatal() => return Err(error),
                Ok(Err(error)) => {
                    tracing::error!(game = %ahead.game, %error, "orders given ahead could not be looked after");
                    trouble.get_or_insert(error);
                }
                Err(_) => self.try_again_or_give_up(&ahead, now)?,
            }
        }
        trouble.map_or(Ok(()), Err)
    }

    /// As often as a letter; how often they were tried, this process knows.
    fn try_again_or_give_up(&self, ahead: &Ahead, now: i64) -> Result<(), DaemonError> {
        let key = (ahead.game.clone(), ahead.number, ahead.player.clone());
        let attempts = {
            let mut broke = self.ahead_broke.lock().unwrap_or_else(PoisonError::into_inner);
            let attempts = broke.entry(key).or_insert(0);
            *attempts += 1;
            *attempts
        };
        tracing::error!(letter = ahead.letter, attempts, "orders given ahead broke the judge");
        if attempts < MOST_ATTEMPTS {
            return Ok(());
        }
        let Some(game) = self.store.read().game(&ahead.game, &self.house.shelf)? else { return Ok(()) };
        Ok(self.store.commit(&given_ahead::give_up(&self.house, &game, ahead, now)?)?)
    }

    fn give(&self, ahead: &Ahead, now: i64) -> Result<(), DaemonError> {
        let Some(game) = self.store.read().game(&ahead.game, &self.house.shelf)? else { return Ok(()) };
        let given = given_ahead::give(&self.house, &self.files(self.store.read()), &game, ahead, now)?;
        given.map_or(Ok(()), |decision| Ok(self.store.commit(&decision)?))
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
            let Some(game) = self.store.read().game(&id, &self.house.shelf)? else { continue };
            let Some(decision) = give_back(&self.house, &game, outage, now)? else { continue };
            tracing::warn!(game = %id, phase = game.phase_number(), "a deadline is moved after an outage");
            self.store.commit(&decision)?;
            moved.extend(game.phase.clone().map(|phase| (id, phase)));
        }
        self.store.end_outage(outage)?;
        Ok(moved)
    }

    fn look_after(&self, running: &Running, now: i64) -> Result<Looked, DaemonError> {
        let nothing = Looked::Awaits(i64::MAX);
        let game = self.store.read().game_in_passing(&running.id, &self.house.shelf)?;
        let Some(game) = game.filter(|game| game.status == GameStatus::Running) else { return Ok(nothing) };
        if let Some(decision) = go_on(&self.house, &game, now)? {
            tracing::info!(game = %game.id, phase = game.phase_number(), "its clock goes on");
            self.store.commit(&decision)?;
            return Ok(nothing);
        }
        // Nobody is reminded of a phase whose reports the GM has not released, nor is it played on over his head.
        let is_forced = game.phase.as_ref().is_some_and(|phase| phase.forced_at.is_some());
        // Counted anew for each game: a letter may have come in while another one was played.
        let reading = Reading { polled: self.polled(), undecided: self.store.undecided_by(now)? };
        if game.awaits_release && !is_forced {
            self.tell_what_waits(&game, reading, now)?;
            return Ok(nothing);
        }
        // Noted before the look counts that ended it: what was polled after an outage never plays a phase it moves.
        if self.has_outage() {
            return Ok(nothing);
        }
        if is_due(&game, reading, now) {
            // Before the report on the phase, which says how things stand at its end.
            match self.tell_of_acts(Some(&game.id), now) {
                Err(error) if error.is_fatal() => return Err(error),
                Err(error) => tracing::error!(game = %game.id, %error, "not all are told of what was carried out"),
                Ok(()) => {}
            }
            return Ok(Looked::Due(Box::new(game)));
        }
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
        let awaited = next_look(&game).filter(|at| *at > reading.polled).unwrap_or(i64::MAX);
        Ok(Looked::Awaits(awaited))
    }

    /// When the mailbox has to be looked into again for a phase to end, in epoch seconds, if it was not since.
    pub(super) fn awaited(&self) -> Option<i64> {
        let awaited = self.awaited.load(Ordering::SeqCst);
        (awaited < i64::MAX && awaited > self.polled()).then_some(awaited)
    }

    /// Plays a phase on a thread of its own, for a rule book that loops cannot be stopped, only left alone.
    fn begin_playing(&self, game: &GameRecord, now: i64) -> Result<Receiver<Played>, DaemonError> {
        let earlier = self.store.read().dice_secrets(&game.id)?;
        let (tell, told) = channel();
        let (house, game) = (Arc::clone(&self.house), game.clone());
        // Whoever asked may have stopped waiting.
        let play = move || _ = tell.send(catch_unwind(AssertUnwindSafe(|| turn::play(&house, &game, &earlier, now))));
        let thread = std::thread::Builder::new().name("rules".to_owned());
        thread.spawn(play).map_err(|why| DaemonError::NoThread { what: "play a phase", why })?;
        Ok(told)
    }

    /// Waits for what a phase came to and commits it. What a rule book that is left alone would still find out is thrown away.
    fn finish_playing(
        &self,
        game: &GameRecord,
        told: &Receiver<Played>,
        end: Instant,
        now: i64,
    ) -> Result<bool, DaemonError> {
        let decision = match told.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(Ok(Ok(decision))) => decision,
            Ok(Ok(Err(error))) => return self.halt_game(game, &error.to_string(), now),
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => {
                return self.halt_game(game, "the rule book broke while the phase was played", now);
            }
            Err(RecvTimeoutError::Timeout) => {
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

    /// Fail closed: the game is held, its masters are told, the others go on.
    pub(super) fn halt_game(&self, game: &GameRecord, why: &str, now: i64) -> Result<bool, DaemonError> {
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
enum Looked {
    /// Its phase is to be played.
    Due(Box<GameRecord>),
    /// From when on the mailbox must be looked into before the phase may end; `i64::MAX` when nothing is awaited.
    Awaits(i64),
}

/// What came of all games so far.
struct Round {
    due: Vec<GameRecord>,
    played: usize,
    awaited: i64,
    trouble: Option<DaemonError>,
}

impl Round {
    /// Notes trouble that is no single game's; gives back what ends the round.
    fn note_of_all(&mut self, error: DaemonError) -> Result<(), DaemonError> {
        if error.is_fatal() {
            return Err(error);
        }
        tracing::error!(%error, "what was done within phases could not be looked after");
        self.trouble.get_or_insert(error);
        Ok(())
    }

    /// Notes trouble with one game; gives back what ends the round.
    fn note(&mut self, game: &GameId, error: DaemonError) -> Result<(), DaemonError> {
        if error.is_fatal() {
            return Err(error);
        }
        tracing::error!(%game, %error, "a game could not be looked after");
        self.trouble.get_or_insert(error);
        Ok(())
    }
}
