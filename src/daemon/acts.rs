//! Orders that do not wait for the end of a phase: those that were kept are carried out as soon as they may be, and those whom they
//! concern are told.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::channel;

use base::game::GameId;
use desk::{Decision, GameRecord, KeptAct, Stop, acts_told, kept_acts};

use super::files::OpenFiles;
use super::{DaemonError, Judge};

/// What carrying out an order came to; outside: whether the rule book broke.
type Given = std::thread::Result<Result<Decision, Stop>>;

/// Most orders that were kept and are told of in one letter.
const MOST_AT_ONCE: usize = 20;

impl Judge {
    /// Carries out the orders that were kept and are held up by nothing any more, in the order in which they came.
    pub(super) fn carry_out_kept(&self, now: i64) -> Result<(), DaemonError> {
        let mut trouble: BTreeMap<GameId, DaemonError> = BTreeMap::new();
        let all = self.store.kept_acts()?;
        let are_of_one_letter = |one: &KeptAct, next: &KeptAct| {
            (&one.game, &one.player, one.received.letter) == (&next.game, &next.player, next.received.letter)
        };
        // Each is a step of the game, so a letter tells of some, and not of a hundred.
        for kept in all.chunk_by(are_of_one_letter).flat_map(|kept| kept.chunks(MOST_AT_ONCE)) {
            if self.stop.is_stopped() {
                break;
            }
            // Those behind one that could not be looked after wait for it.
            let game = &kept[0].game;
            if trouble.contains_key(game) {
                continue;
            }
            match self.carry_out_some(kept, now) {
                Err(error) if error.is_fatal() => return Err(error),
                Err(error) => drop(trouble.insert(game.clone(), error)),
                Ok(()) => {}
            }
        }
        trouble.into_values().next().map_or(Ok(()), Err)
    }

    /// Orders of one letter: what holds up one of them holds up all.
    fn carry_out_some(&self, kept: &[KeptAct], now: i64) -> Result<(), DaemonError> {
        let Some(first) = kept.first() else { return Ok(()) };
        // The one before it may have halted the game.
        let game = self.store.read().game(&first.game, &self.house.shelf)?;
        let is_to_do = |game: &GameRecord| !kept_acts::is_held_up(game, first);
        let Some(game) = game.filter(is_to_do) else { return Ok(()) };
        match (self.give_kept(&game, kept, now)?, kept) {
            (Ok(decision), _) => self.store.commit(&decision)?,
            (Err(why), [kept]) => {
                tracing::error!(game = %game.id, letter = kept.letter, why, "an order that was kept is given up");
                self.store.commit(&kept_acts::give_up(&self.house, &game, kept, &why, now)?)?;
            }
            // Those with which nothing is wrong are carried out all the same.
            (Err(_), kept) => return kept.chunks(1).try_for_each(|kept| self.carry_out_some(kept, now)),
        }
        tracing::info!(game = %game.id, phase = game.phase_number(), "orders that were kept are done with");
        Ok(())
    }

    /// On a thread of its own, for a rule book that loops cannot be stopped, only left alone: then, and when it breaks, says why.
    fn give_kept(
        &self,
        game: &GameRecord,
        kept: &[KeptAct],
        now: i64,
    ) -> Result<Result<Decision, String>, DaemonError> {
        let (house, opener, store) = (Arc::clone(&self.house), self.opener.clone(), self.store.clone());
        let (its_game, its_acts) = (game.clone(), kept.to_vec());
        let (tell, told) = channel::<Given>();
        let give = move || {
            let files = OpenFiles::new(&house, &opener, store.read());
            kept_acts::give(&house, &files, &its_game, &its_acts, now)
        };
        // Whoever asked may have stopped waiting.
        let work = move || _ = tell.send(catch_unwind(AssertUnwindSafe(give)));
        let thread = std::thread::Builder::new().name("rules".to_owned()).stack_size(mail::letter::STACK);
        thread.spawn(work).map_err(|why| DaemonError::NoThread { what: "carry out an order that was kept", why })?;
        Ok(Err(match told.recv_timeout(self.patience) {
            Ok(Ok(Ok(decision))) => return Ok(Ok(decision)),
            Ok(Ok(Err(Stop::Files(error)))) => return Err(Stop::Files(error).into()),
            Ok(Ok(Err(stop))) => stop.to_string(),
            Ok(Err(_)) => "the rule book broke with it".to_owned(),
            Err(_) => format!("the rule book came to no end with it within {} seconds", self.patience.as_secs()),
        }))
    }

    /// Tells those whom orders concern that were carried out, when a quarter of an hour is over since the first; of one game whose
    /// phase ends at once. One that cannot be told keeps no other from being told.
    pub(super) fn tell_of_acts(&self, ending: Option<&GameId>, now: i64) -> Result<(), DaemonError> {
        let games = ending.map_or_else(|| self.store.games_to_tell(now), |game| Ok(vec![game.clone()]))?;
        let mut trouble = None;
        for game in games {
            match self.tell_in_game(&game, ending.is_some(), now) {
                Err(error) if error.is_fatal() => return Err(error),
                Err(error) => drop(trouble.get_or_insert(error)),
                Ok(()) => {}
            }
        }
        trouble.map_or(Ok(()), Err)
    }

    fn tell_in_game(&self, game: &GameId, is_end: bool, now: i64) -> Result<(), DaemonError> {
        let pending = self.store.tellings(game)?;
        let record = self.store.read().game(game, &self.house.shelf)?.filter(|_| !pending.is_empty());
        let Some(record) = record else { return Ok(()) };
        let mut trouble = None;
        for due in acts_told::due(&record, pending, is_end, now) {
            let told = acts_told::tell(&self.house, &record, &due, now).map_err(DaemonError::from);
            match told.and_then(|decision| Ok(self.store.commit(&decision)?)) {
                Err(error) if error.is_fatal() => return Err(error),
                Err(error) => drop(trouble.get_or_insert(error)),
                Ok(()) => tracing::info!(%game, acts = due.acts.len(), "told of what was carried out"),
            }
        }
        trouble.map_or(Ok(()), Err)
    }
}
