//! The lock beside a database: who has it is at work. Its words tell the next one how the last one left the file; they are a
//! hint, and whatever does not fit counts as nothing. Knows nothing of SQLite.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::StoreError;
use super::open::{beside, file_error};

/// Two changes of a file so close together may bear the same time.
const GRAIN: Duration = Duration::from_millis(10);

/// A program that its judge is just starting has the lock as well until it begins, though the judge let go of it.
const MOST_TRIES: u32 = 6;
const BETWEEN_TRIES: Duration = Duration::from_millis(40);

/// The lock, as long as it is held: the system lets go of it when the process ends, however it ends.
pub(super) struct Lock(File);

/// What the last judge wrote into the lock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Note {
    /// The process that is at work, or ended without order.
    AtWork(u32),
    /// The file as it was left in order.
    Left(Left),
}

/// What tells a file that nobody touched since. Whoever writes it, moves it or puts another in its place changes that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Left {
    inode: u64,
    bytes: u64,
    /// When it was changed, contents or name: seconds since 1970 and nanoseconds.
    changed: (i64, i64),
    /// When the whole of it was last looked through, in epoch seconds.
    pub(super) looked: i64,
}

impl Lock {
    /// Takes the lock of the database at `path`, unless another process has it.
    pub(super) fn take(path: &Path) -> Result<Self, StoreError> {
        let name = beside(path, ".lock");
        let mut options = OpenOptions::new();
        options.create(true).read(true).write(true).truncate(false).mode(0o600);
        let lock = options.open(&name).map_err(file_error("open the lock", &name))?;
        for _ in 0..MOST_TRIES {
            match lock.try_lock() {
                Ok(()) => return Ok(Self(lock)),
                Err(TryLockError::WouldBlock) => std::thread::sleep(BETWEEN_TRIES),
                Err(TryLockError::Error(why)) => {
                    return Err(StoreError::File { what: "take the lock", path: name, why });
                }
            }
        }
        Err(StoreError::Locked { path: path.to_owned() })
    }

    /// What was written into it last.
    pub(super) fn read(&self) -> Option<Note> {
        let mut words = String::new();
        let mut lock = &self.0;
        lock.rewind().and_then(|()| lock.take(400).read_to_string(&mut words)).ok()?;
        serde_json::from_str(&words).ok()
    }

    /// Writes a note. That the lock was to be had is what counts, so a disk that does not take the note is no reason to stop.
    pub(super) fn write(&self, note: Option<&Note>) {
        let mut lock = &self.0;
        let words = note.map(|note| serde_json::to_string(note).unwrap_or_default()).unwrap_or_default();
        let _ = lock.set_len(0).and_then(|()| lock.rewind()).and_then(|()| lock.write_all(words.as_bytes()));
    }
}

impl Left {
    /// The database at `path` as it is now, folded into one file; nothing where it is not.
    pub(super) fn at(path: &Path, looked: i64) -> Option<Self> {
        if std::fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0) {
            return None;
        }
        std::fs::metadata(path).ok().map(|found| Self::of(&found, looked))
    }

    fn of(found: &Metadata, looked: i64) -> Self {
        Self { inode: found.ino(), bytes: found.len(), changed: (found.ctime(), found.ctime_nsec()), looked }
    }

    /// Whether the database at `path` is what was left.
    pub(super) fn is_still_at(&self, path: &Path) -> bool {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let changed = Duration::new(self.changed.0.try_into().unwrap_or(0), self.changed.1.try_into().unwrap_or(0));
        since.saturating_sub(changed) > GRAIN && Self::at(path, self.looked) == Some(*self)
    }
}
