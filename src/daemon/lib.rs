//! The tasks of a running judge and their order. Between them stands only the database: what must not be lost is a
//! row. Decides nothing itself.

#![forbid(unsafe_code)]

mod acts;
mod alarm;
mod arrears;
mod carry;
mod catch_up;
mod clockwork;
mod console;
mod files;
mod heartbeat;
mod letters;
mod logins;
mod mailbox;
mod opener;
mod outbox;
mod quota;
mod run;
mod signs;
mod sitting;
mod stop;
mod told;
mod trouble;
mod upkeep;
mod watch;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use tokio::runtime::Handle;

use base::game::{GameId, PlayerId};
use desk::{DeskError, House, LetterId};
use post::{PostError, Sink};
use store::{Store, StoreError};

use opener::Opener;
use outbox::Over;

pub use alarm::{AlarmSettings, free_percent};
pub use carry::tell_of_end;
pub use catch_up::CaughtUp;
pub use heartbeat::{HeartbeatSettings, life_in};
pub use mailbox::Mailbox;
pub use outbox::WayOut;
pub use quota::{Kept, Quota};
pub use run::{run, wall_clock};
pub use stop::Stop;
pub use upkeep::{Retention, Upkeep};
pub use watch::{Clock, ClockNews, MachineClock, Watch};

/// Trouble of the machine: what was tried, on what, and why it failed.
#[derive(Debug, thiserror::Error)]
pub enum DaemonError {
    /// Of the store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Of the desk.
    #[error(transparent)]
    Desk(#[from] DeskError),
    /// Of the mailbox.
    #[error(transparent)]
    Post(#[from] PostError),
    /// A thread could not be started.
    #[error("{what}: a thread could not be started: {why}; give the process more memory or threads")]
    NoThread {
        /// What was tried.
        what: &'static str,
        /// Why not.
        why: std::io::Error,
    },
    /// A thread did not come back.
    #[error("{what}: {why}")]
    Thread {
        /// What was tried.
        what: &'static str,
        /// Why not.
        why: String,
    },
    /// The judge breaks a rule of ours, or was broken by a letter.
    #[error("{what}: {why}")]
    Broken {
        /// What was tried.
        what: &'static str,
        /// Which rule, or what broke him.
        why: String,
    },
}

impl DaemonError {
    /// Whether it is trouble of ours, whatever letter or game is looked at.
    fn is_of_ours(&self) -> bool {
        match self {
            DaemonError::Store(error) => error.is_trouble(),
            DaemonError::NoThread { .. } => true,
            _ => false,
        }
    }

    /// Whether nothing more may be done on the strength of the store.
    pub fn is_fatal(&self) -> bool {
        matches!(self, DaemonError::Store(error) if error.is_fatal())
    }
}

/// A judge at work: the desk with its store. Mailbox and outbox are handed in, so that tests can watch them.
pub struct Judge {
    /// Shared with the threads that play phases and judge letters apart, which may outlast our patience.
    house: Arc<House>,
    opener: Opener,
    store: Store,
    /// Every letter that arrived by then was taken in, in epoch seconds.
    polled: AtomicI64,
    /// From when on a look into the mailbox is waited for, in epoch seconds; `i64::MAX` when none is.
    awaited: AtomicI64,
    /// Outages were noted that no game was held against yet.
    has_outage: AtomicBool,
    watch: Watch,
    stop: Stop,
    /// May be renewed while the judge works.
    upkeep: RwLock<Arc<Upkeep>>,
    /// When settings were last refused, in epoch seconds; 0 when the last ones were taken.
    settings_refused: AtomicI64,
    /// How long a rule book may take for a phase, or for a letter that is judged apart.
    patience: Duration,
    /// Letters that share a transaction.
    most_together: usize,
    way_out: WayOut,
    signs: signs::Signs,
    told: told::Told,
    reach_looks: upkeep::ReachLooks,
    /// How often orders given ahead for a phase broke the judge.
    ahead_broke: Mutex<BTreeMap<(GameId, u32, PlayerId), u32>>,
}

/// What one pass did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pass {
    /// Letters that were new.
    pub taken_in: usize,
    /// Letters that were decided.
    pub decided: Vec<LetterId>,
    /// Phases that were played.
    pub played: usize,
    /// Letters that left.
    pub sent: usize,
}

impl Judge {
    /// A judge over a store.
    pub fn new(house: impl Into<Arc<House>>, limits: mail::Limits, store: Store) -> Self {
        let house = house.into();
        let opener = Opener::new(limits, mail::House::new(house.address.clone(), &house.domain));
        let (polled, awaited) = (AtomicI64::new(i64::MIN), AtomicI64::new(i64::MAX));
        let (watch, has_outage) = (Watch::new(Box::new(MachineClock::default())), AtomicBool::new(false));
        Self {
            house,
            opener,
            store,
            polled,
            awaited,
            has_outage,
            watch,
            stop: Stop::default(),
            upkeep: RwLock::default(),
            settings_refused: AtomicI64::new(0),
            patience: clockwork::PATIENCE,
            most_together: letters::MOST_LETTERS,
            way_out: WayOut::default(),
            signs: signs::Signs::default(),
            told: told::Told::default(),
            reach_looks: upkeep::ReachLooks::default(),
            ahead_broke: Mutex::default(),
        }
    }

    /// The same with another clock than the machine's.
    pub fn with_clock(mut self, clock: Box<dyn Clock>) -> Self {
        self.watch = Watch::new(clock);
        self
    }

    /// The same judge with settings for its upkeep.
    pub fn with_upkeep(self, upkeep: Upkeep) -> Self {
        self.renew_upkeep(upkeep);
        self
    }

    /// The same judge with other groups: so many letters at most share a transaction.
    pub fn with_groups_of(mut self, letters: usize) -> Self {
        self.most_together = letters.max(1);
        self
    }

    /// The same judge with another patience for a rule book that plays a phase.
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// The same judge with another way out.
    pub fn with_way_out(mut self, way_out: WayOut) -> Self {
        self.way_out = way_out;
        self
    }

    /// Other settings for the upkeep, all at once, while the judge works.
    pub fn renew_upkeep(&self, upkeep: Upkeep) {
        *self.upkeep.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(upkeep);
        self.settings_refused.store(0, Ordering::SeqCst);
    }

    /// Settings that were to take the place of ours could not be taken; the heartbeat tells it.
    pub fn note_refused_settings(&self, now: i64) {
        self.settings_refused.store(now, Ordering::SeqCst);
    }

    fn upkeep(&self) -> Arc<Upkeep> {
        Arc::clone(&self.upkeep.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Who we are.
    pub fn house(&self) -> &House {
        &self.house
    }

    /// Asks the judge to stop. What is being committed is finished, nothing more is begun.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// Remembers that every letter that arrived by `at` was taken in.
    pub fn note_poll(&self, at: i64) {
        self.polled.fetch_max(at, Ordering::SeqCst);
    }

    /// The mailbox can be read. An outage that ends with that is noted before anything that was found is kept, so that
    /// nothing is decided by a deadline that it moves.
    fn begin_look(&self, at: i64) -> Result<(), DaemonError> {
        let Some(outage) = self.watch.outage_until(at) else { return Ok(()) };
        tracing::warn!(from = outage.from, until = outage.until, "the mailbox was not read for a while");
        self.store.note_outage(outage)?;
        self.has_outage.store(true, Ordering::SeqCst);
        Ok(())
    }

    /// Whether games must be held against an outage before anything else is decided.
    fn has_outage(&self) -> bool {
        self.has_outage.load(Ordering::SeqCst)
    }

    /// Every letter that arrived by `at` was taken in: the mailbox was looked through.
    fn end_look(&self, at: i64) -> Result<(), DaemonError> {
        self.watch.note_look(at);
        self.note_poll(at);
        self.store.record_poll("inbox", at)?;
        if self.watch.is_begun() {
            self.store.record_poll("run", at)?;
        }
        Ok(())
    }

    /// What was polled by a clock that was wrong does not count.
    fn forget_poll(&self) {
        self.polled.store(i64::MIN, Ordering::SeqCst);
    }

    fn polled(&self) -> i64 {
        self.polled.load(Ordering::SeqCst)
    }

    /// One whole pass: letters in, decisions, the clock, letters out. At most one phase of each game is played.
    /// Letters that arrive after `now` have not arrived. Trouble on the way does not keep back what can still be done.
    pub async fn pass(&self, mailbox: &mut Mailbox, sink: &mut Sink, now: i64) -> Result<Pass, DaemonError> {
        let taken_in = self.unless_fatal(mailbox.take_in(self, now, now))??;
        let mut pass = Pass { taken_in, ..Pass::default() };
        let worked = self.work_through(mailbox, &mut pass, now)?;
        pass.sent = self.unless_fatal(self.send_letters(sink, now).await)??;
        worked.map(|()| pass)
    }

    /// The same from a thread that may block: letters leave while others are decided. So one that a ROLLBACK behind it in the
    /// same round would have taken back may have left, as it may with a daemon.
    pub fn busy_pass(
        &self,
        mailbox: &mut Mailbox,
        sink: &mut Sink,
        now: i64,
        runtime: &Handle,
    ) -> Result<Pass, DaemonError> {
        let taken_in = self.unless_fatal(mailbox.take_in(self, now, now))??;
        let mut pass = Pass { taken_in, ..Pass::default() };
        const WHAT: &str = "send letters";
        let over = Over::default();
        let (worked, sent) = std::thread::scope(|scope| {
            let send = || self.stopping_all(runtime.block_on(self.send_until(&over, sink, now)));
            let sending = std::thread::Builder::new().name("sending".to_owned()).spawn_scoped(scope, send);
            // Said whatever happens, or the other thread would go on for ever.
            let worked = over.after(|| self.stopping_all(self.work_through(mailbox, &mut pass, now)));
            let broke = |_| DaemonError::Thread { what: WHAT, why: "its thread broke".to_owned() };
            let sent = sending.map_err(|why| DaemonError::NoThread { what: WHAT, why });
            (worked, sent.and_then(|sending| sending.join().map_err(broke).flatten()))
        });
        match (worked, sent) {
            // That the store was given up follows from the other's trouble.
            (Err(DaemonError::Store(StoreError::GivenUp { .. })), Err(sent)) => Err(sent),
            (worked, sent) => {
                let worked = worked?;
                pass.sent = sent?;
                worked.map(|()| pass)
            }
        }
    }

    /// After trouble that lets nothing go on, whoever works on another thread stops, too.
    fn stopping_all<T>(&self, outcome: Result<T, DaemonError>) -> Result<T, DaemonError> {
        outcome.inspect_err(|error| {
            if self.gives_up_for(error) {
                self.stop();
            }
        })
    }

    /// Decides letters, keeps the clock and files away what was decided. Trouble that lets the rest go on
    /// comes back inside.
    fn work_through(
        &self,
        mailbox: &mut Mailbox,
        pass: &mut Pass,
        now: i64,
    ) -> Result<Result<(), DaemonError>, DaemonError> {
        let decided = self.unless_fatal(self.decide_letters(now, &mut pass.decided))?;
        let played = self.unless_fatal(self.keep_time(now))?;
        let answered = self.unless_fatal(self.answer_arrears(now))?;
        mailbox.file_away(&pass.decided);
        Ok(decided.and(answered).and(played).map(|played| pass.played = played))
    }

    /// Trouble that lets the rest go on comes back inside; after any other the store is given up.
    fn unless_fatal<T>(&self, outcome: Result<T, DaemonError>) -> Result<Result<T, DaemonError>, DaemonError> {
        match outcome {
            Err(error) if self.gives_up_for(&error) => Err(error),
            outcome => Ok(outcome),
        }
    }

    /// Whether nothing more may be done; if so, the store is given up.
    fn gives_up_for(&self, error: &DaemonError) -> bool {
        matches!(error, DaemonError::Store(error) if self.store.gives_up_for(error))
    }
}
