//! Rows, migrations, and one commit function for every decision. Knows no rules of any game and opens no letters.
//! Whatever is decided is one immediate transaction on the only connection that writes and waits for the disk; reads go by
//! connections of their own. Tallies that may be lost with the machine's power, though not with the process, go by one that
//! never waits for it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

mod asleep;
mod backup;
mod batch;
mod cache;
mod changes;
mod commit;
mod engine;
mod entitled;
mod error;
mod export;
mod fresh;
mod games;
mod journal;
mod letters;
mod life;
mod limits;
mod lock;
mod migrate;
mod open;
mod outbox;
mod people;
mod questions;
mod reach;
mod retention;
mod revisions;
mod signons;
mod still;
mod time;
mod trace;
mod upkeep;
mod verify;

pub use asleep::{Asleep, Running};
pub use backup::{
    Copied, GivenUp, Restored, UnderReview, back_up, given_up, release_review, restore, send_again, under_review,
};
pub use batch::{Enquiry, Known, Undecided};
pub use commit::Imprint;
pub use error::StoreError;
pub use games::StoredStep;
pub use letters::{Kept, KnownLetter, NewLetter, RawLetter, WaitingRaw};
pub use life::{Life, Marked, Past};
pub use outbox::{DOUBTFUL, Departures, Doubtful, Fault, OutboxRow, next_try};
pub use still::AtRest;
pub use upkeep::{Alarm, Tally};
pub use verify::Verified;

use engine::{Connection, Transaction, sql};
use error::Tried;

/// The daemon's desk and its outbox read at a time; whoever else does waits for one of them.
const READERS: usize = 2;

/// The database, shared by all tasks: a handle that can be cloned.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
    /// The process whose lock was taken over.
    left_behind: Option<u32>,
    /// The file was opened as an orderly end left it, and not looked through before.
    is_unseen: bool,
}

struct Inner {
    path: PathBuf,
    /// None in a store opened for reading.
    writer: Option<Mutex<Connection>>,
    /// One that does not wait for the disk; none in a store opened for reading.
    tally: Option<Mutex<Connection>>,
    readers: [Mutex<Connection>; READERS],
    cache: cache::Cache,
    fresh: fresh::Fresh,
    /// The disk failed: nothing more is written.
    is_given_up: AtomicBool,
    /// When the whole file was last looked through, in epoch seconds.
    looked: AtomicI64,
    /// Held for the life of the handle.
    lock: Option<lock::Lock>,
}

impl Store {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.inner.path
    }

    /// Closes all connections, which also folds the write-ahead log back into the file. Nobody waits for one that is still at
    /// work: then the end is no orderly one, and the next start looks through the file. A store that was given up stays as it
    /// is.
    pub fn close(self) {
        if self.is_given_up() {
            return;
        }
        let writers = [&self.inner.tally, &self.inner.writer].into_iter().flatten();
        let mut is_orderly = true;
        for connection in self.inner.readers.iter().chain(writers) {
            let closed = match connection.try_lock() {
                Ok(mut connection) => connection.close(),
                Err(TryLockError::Poisoned(connection)) => connection.into_inner().close(),
                Err(TryLockError::WouldBlock) => {
                    is_orderly = false;
                    continue;
                }
            };
            if let Err(error) = closed {
                tracing::warn!(%error, "a connection to the database was not closed");
            }
        }
        if let Some(lock) = self.inner.lock.as_ref().filter(|_| is_orderly) {
            let left = lock::Left::at(self.path(), self.inner.looked.load(Ordering::SeqCst));
            lock.write(left.map(lock::Note::Left).as_ref());
        }
    }

    /// The process that worked on this database before and ended without closing it, when there was one: it was killed, or
    /// the machine went down. Its number may be another process's by now.
    pub fn left_behind(&self) -> Option<u32> {
        self.left_behind
    }

    /// Folds the write-ahead log back into the file, as closing would, and says whether the disk took it.
    pub fn fold(&self) -> Result<(), StoreError> {
        const WHAT: &str = "fold the write-ahead log back";
        let folded = sql("PRAGMA wal_checkpoint(PASSIVE)").execute(&*self.writer(WHAT)?);
        folded.tried(WHAT, self.path().display()).inspect_err(|error| _ = self.gives_up_for(error))?;
        Ok(())
    }

    /// Whether an error means that nothing more may be done on the strength of this store; if so, it is given up. After a
    /// failed sync nobody knows what the disk holds, and a second one that succeeds proves nothing: no write is begun any
    /// more, nor is what was written folded back by a closing connection. The process is to end; the next one finds what
    /// is really there.
    pub fn gives_up_for(&self, error: &StoreError) -> bool {
        if error.is_fatal() && !self.inner.is_given_up.swap(true, Ordering::SeqCst) {
            std::mem::forget(self.clone());
        }
        error.is_fatal()
    }

    fn is_given_up(&self) -> bool {
        self.inner.is_given_up.load(Ordering::SeqCst)
    }

    /// A connection for reading that nobody uses.
    fn reader(&self) -> Lent<'_> {
        let [first, others @ ..] = &self.inner.readers;
        match others.iter().chain([first]).find_map(|reader| reader.try_lock().ok()) {
            Some(free) => free,
            None => lend(first),
        }
    }

    fn writer(&self, what: &'static str) -> Result<Lent<'_>, StoreError> {
        self.unless_given_up(what)?;
        self.inner.writer.as_ref().map(lend).ok_or(StoreError::ReadOnly { what })
    }

    fn unless_given_up(&self, what: &'static str) -> Result<(), StoreError> {
        if self.is_given_up() { Err(StoreError::GivenUp { what }) } else { Ok(()) }
    }

    /// For single statements whose loss does no harm when the power fails; a crash of the process loses nothing.
    fn tally(&self, what: &'static str) -> Result<Lent<'_>, StoreError> {
        self.unless_given_up(what)?;
        self.inner.tally.as_ref().map(lend).ok_or(StoreError::ReadOnly { what })
    }

    /// A write transaction that has the write lock from its first statement.
    fn begin(&self, what: &'static str) -> Result<Transaction<Lent<'_>>, StoreError> {
        Transaction::begin(self.writer(what)?).tried(what, "begin")
    }
}

/// A connection, as long as it is used.
type Lent<'a> = MutexGuard<'a, Connection>;

/// Waits for a connection. What somebody broke off in the middle was undone by his transaction.
fn lend(connection: &Mutex<Connection>) -> Lent<'_> {
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}
