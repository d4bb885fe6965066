//! Rows, migrations, and one commit function for every decision. Knows no rules of any game and opens no letters.
//! Every write is one immediate transaction on the only writing connection; reads go to a pool of their own. Tallies
//! that may be lost with the machine's power, though not with the process, go by a connection that never waits for the
//! disk.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::{Sqlite, SqlitePool, Transaction};

mod batch;
mod cache;
mod changes;
mod commit;
mod error;
mod export;
mod games;
mod journal;
mod letters;
mod migrate;
mod open;
mod outbox;
mod people;

pub use batch::{Enquiry, Known, Undecided};
pub use cache::Changed;
pub use commit::Imprint;
pub use error::StoreError;
pub use games::StoredStep;
pub use letters::{Kept, KnownLetter, NewLetter, RawLetter, WaitingRaw};
pub use outbox::{OutboxRow, next_try};

use error::Tried;

/// The database, shared by all tasks: a handle that can be cloned.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    path: PathBuf,
    /// One connection; none in a store opened for reading.
    writer: Option<SqlitePool>,
    /// One connection that does not wait for the disk; none in a store opened for reading.
    tally: Option<SqlitePool>,
    reader: SqlitePool,
    cache: cache::Cache,
    /// Held for the life of the handle; the system lets go of it when the process ends, however it ends.
    _lock: Option<File>,
}

impl Store {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.inner.path
    }

    /// Closes all connections, which also folds the write-ahead log back into the file.
    pub async fn close(self) {
        self.inner.reader.close().await;
        for writer in [&self.inner.tally, &self.inner.writer].into_iter().flatten() {
            writer.close().await;
        }
    }

    fn reader(&self) -> &SqlitePool {
        &self.inner.reader
    }

    fn writer(&self, what: &'static str) -> Result<&SqlitePool, StoreError> {
        self.inner.writer.as_ref().ok_or(StoreError::ReadOnly { what })
    }

    /// For single statements whose loss does no harm when the power fails; a crash of the process loses nothing.
    fn tally(&self, what: &'static str) -> Result<&SqlitePool, StoreError> {
        self.inner.tally.as_ref().ok_or(StoreError::ReadOnly { what })
    }

    /// A write transaction that has the write lock from its first statement.
    async fn begin(&self, what: &'static str) -> Result<Transaction<'static, Sqlite>, StoreError> {
        self.writer(what)?.begin_with("BEGIN IMMEDIATE").await.tried(what, "begin")
    }
}
