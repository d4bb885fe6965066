//! Rows, migrations, and one commit function for every decision. Knows no rules of any game and opens no letters.
//! All that is written goes by one connection. A decision waits for the disk, a group of letters in one transaction, by which
//! they read as well; what may be lost with the machine's power, though not with the process, does not wait. All other reads go
//! by connections of their own.

#![forbid(unsafe_code)]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

mod acts;
mod acts_kept;
mod asleep;
mod attempts;
mod backup;
mod cache;
mod changes;
mod commit;
mod engine;
mod entitled;
mod error;
mod export;
mod games;
mod journal;
mod keep;
mod known;
mod letters;
mod life;
mod limits;
mod lock;
mod migrate;
mod open;
mod outbox;
mod people;
mod proposals;
mod questions;
mod reach;
mod reading;
mod retention;
mod revisions;
mod signons;
mod still;
mod time;
mod trace;
mod upkeep;
mod verify;

pub use asleep::{Asleep, Running};
pub use attempts::Undecided;
pub use backup::{
    Copied, GivenUp, Restored, UnderReview, back_up, given_up, release_review, restore, send_again, under_review,
};
pub use commit::{Group, Imprint};
pub use error::StoreError;
pub use games::StoredStep;
pub use letters::{Kept, KnownLetter, NewLetter, RawLetter, WaitingRaw};
pub use life::{Life, Marked, Past};
pub use outbox::{DOUBTFUL, Departures, Doubtful, Fault, OutboxRow, next_try};
pub use reading::Reading;
pub use still::AtRest;
pub use upkeep::{Alarm, Tally};
pub use verify::Verified;

use engine::{Connection, Failure, Transaction, sql};
use error::Tried;

/// The desk, the outbox and the upkeep read at a time.
const READERS: usize = 3;
/// How long a connection that writes is waited for.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often a connection that is in use is looked at.
const GLANCE: Duration = Duration::from_micros(500);

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
    readers: [Mutex<Connection>; READERS],
    cache: cache::Cache,
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
        let mut is_orderly = true;
        for connection in self.inner.readers.iter().chain(&self.inner.writer) {
            let Some(mut connection) = lend_if_free(connection) else {
                is_orderly = false;
                continue;
            };
            let closed = connection.close();
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

    /// A connection for reading that nobody uses; waits until there is one.
    fn reader(&self) -> Lent<'_> {
        loop {
            match self.inner.readers.iter().find_map(lend_if_free) {
                Some(free) => return free,
                None => std::thread::sleep(GLANCE),
            }
        }
    }

    fn writer(&self, what: &'static str) -> Result<Lent<'_>, StoreError> {
        self.lend_writer(what, false)
    }

    /// For what may be lost when the power fails; a crash of the process loses nothing.
    fn hasty_writer(&self, what: &'static str) -> Result<Lent<'_>, StoreError> {
        self.lend_writer(what, true)
    }

    fn lend_writer(&self, what: &'static str, is_hasty: bool) -> Result<Lent<'_>, StoreError> {
        if self.is_given_up() {
            return Err(StoreError::GivenUp { what });
        }
        let writer = lend(self.inner.writer.as_ref().ok_or(StoreError::ReadOnly { what })?, what)?;
        // Whoever had it before may have given it back after a failed sync, and nobody was told of that yet.
        if self.is_given_up() || writer.has_failed() {
            return Err(StoreError::GivenUp { what });
        }
        writer.set_hasty(is_hasty).tried(what, "the database")?;
        Ok(writer)
    }

    /// A write transaction that has the write lock from its first statement.
    fn begin(&self, what: &'static str) -> Result<Transaction<Lent<'_>>, StoreError> {
        Transaction::begin(self.writer(what)?).tried(what, "begin")
    }
}

/// A connection, as long as it is used.
type Lent<'a> = MutexGuard<'a, Connection>;

/// Waits for a connection, but not without end: whoever judges letters holds the writing one meanwhile, and must not hold up
/// all else if he comes to no end.
fn lend<'a>(connection: &'a Mutex<Connection>, what: &'static str) -> Result<Lent<'a>, StoreError> {
    let since = Instant::now();
    loop {
        match lend_if_free(connection) {
            Some(lent) => return Ok(lent),
            None if since.elapsed() < PATIENCE => std::thread::sleep(GLANCE),
            None => return Err(Failure::Lent(PATIENCE)).tried(what, "the database"),
        }
    }
}

/// A connection that nobody uses. What somebody broke off in the middle was undone by his transaction.
fn lend_if_free(connection: &Mutex<Connection>) -> Option<Lent<'_>> {
    match connection.try_lock() {
        Ok(lent) => Some(lent),
        Err(TryLockError::Poisoned(lent)) => Some(lent.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}
