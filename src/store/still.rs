//! A look at a database that nobody works on, which leaves nothing beside it: SQLite would make an index and an empty log
//! there even for reading.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::open::beside;

/// A database file that was found at rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AtRest {
    path: PathBuf,
    /// Its size, and when it was last written, in seconds and nanoseconds of the epoch.
    stamp: (u64, i64, i64),
}

impl AtRest {
    /// The file as it lies there; `None` while there is a log beside it, which belongs to what the file says.
    pub fn find(path: &Path) -> Option<Self> {
        if beside(path, "-wal").exists() {
            return None;
        }
        let found = std::fs::metadata(path).ok()?;
        Some(Self { path: path.to_owned(), stamp: (found.len(), found.mtime(), found.mtime_nsec()) })
    }

    /// Whether nobody has begun to work on it since. What was read meanwhile counts only then.
    pub fn lasts(&self) -> bool {
        Self::find(&self.path).as_ref() == Some(self)
    }
}
