//! The tasks of a running judge and their order. Between them stands only the database: what must not be lost is a
//! row. Decides nothing itself.

mod clockwork;
mod letters;
mod mailbox;
mod outbox;
mod run;

use std::sync::atomic::{AtomicI64, Ordering};

use crate::desk::{DeskError, House, LetterId};
use crate::mail;
use crate::post::{PostError, Sink};
use crate::store::{Store, StoreError};

pub use mailbox::Mailbox;
pub use run::{Stop, run, wall_clock};

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
    /// A thread could not be started or did not come back.
    #[error("{what}: {why}")]
    Thread {
        /// What was tried.
        what: &'static str,
        /// Why not.
        why: String,
    },
}

impl DaemonError {
    /// Whether nothing more may be done on the strength of the store.
    pub fn is_fatal(&self) -> bool {
        matches!(self, DaemonError::Store(error) if error.is_fatal())
    }
}

/// A judge at work: the desk with its store. Mailbox and outbox are handed in, so that tests can watch them.
pub struct Judge {
    house: House,
    mail_house: mail::House,
    limits: mail::Limits,
    store: Store,
    /// When the mailbox was last read to its end, in epoch seconds.
    polled: AtomicI64,
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
    pub fn new(house: House, limits: mail::Limits, store: Store) -> Self {
        let mail_house = mail::House::new(house.address.clone(), &house.domain);
        Self { house, mail_house, limits, store, polled: AtomicI64::new(i64::MIN) }
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Who we are.
    pub fn house(&self) -> &House {
        &self.house
    }

    /// Remembers that the mailbox was read to its end by a look that began at `at`.
    pub fn note_poll(&self, at: i64) {
        self.polled.fetch_max(at, Ordering::SeqCst);
    }

    fn polled(&self) -> i64 {
        self.polled.load(Ordering::SeqCst)
    }

    /// One whole pass: letters in, decisions, the clock, letters out. At most one phase of each game is played.
    /// Letters that arrive after `now` have not arrived.
    pub async fn pass(&self, mailbox: &mut Mailbox, sink: &mut Sink, now: i64) -> Result<Pass, DaemonError> {
        let mut pass = Pass { taken_in: mailbox.take_in(self, now).await?, ..Pass::default() };
        pass.decided = self.decide_letters(now).await?;
        pass.played = self.keep_time(now).await?;
        mailbox.file_away(&pass.decided);
        pass.sent = self.send_letters(sink, now).await?;
        Ok(pass)
    }
}
