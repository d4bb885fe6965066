//! Why the store could not do something: what was tried, on what, why, and what helps.

use std::path::PathBuf;

use super::engine::Failure;
use base::game::{GameId, SeatId};
use desk::LetterId;
use rules::TableError;

/// Why the store could not do something.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder of the database is missing.
    #[error("open the database {path}: its folder does not exist; make the folder or correct the path", path = .path.display())]
    NoFolder {
        /// The database.
        path: PathBuf,
    },
    /// There is nothing to read.
    #[error("read the database {path}: there is none; the first `adjutant run` makes it", path = .path.display())]
    NoDatabase {
        /// The database.
        path: PathBuf,
    },
    /// The file is not a whole database of ours. It was not touched.
    #[error(
        "open the database {path}: {why}. Nothing was changed. To go on, put your last backup in its place with `adjutant \
         restore BACKUP --after-restore`, which moves the damaged files aside, and start again; letters that came \
         since are fetched again as long as they are in the mailbox",
        path = .path.display()
    )]
    Damaged {
        /// The database.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The disk is full; the file may well be whole.
    #[error(
        "open the database {path}: there is no room for what must lie beside it while it is open ({why}). Nothing was \
         changed, and nothing is known to be wrong with the file. Make room, and start again",
        path = .path.display()
    )]
    NoRoom {
        /// The database.
        path: PathBuf,
        /// What SQLite said.
        why: String,
    },
    /// There was a database, which a restore moved aside.
    #[error(
        "open the database {path}: it is gone, and {aside}, which a restore moved aside, is still there. No new one was \
         made. Put your last backup in its place with `adjutant restore BACKUP --after-restore`; for a new judge, take \
         what is left of the old one to another folder",
        path = .path.display(),
        aside = .aside.display()
    )]
    Gone {
        /// The database.
        path: PathBuf,
        /// What lies beside it.
        aside: PathBuf,
    },
    /// A restore was cut off while it moved files.
    #[error(
        "read the database {path}: a restore was cut off before it was in place; `adjutant run` carries it out",
        path = .path.display()
    )]
    CutOff {
        /// The database.
        path: PathBuf,
    },
    /// A later release wrote it.
    #[error(
        "open the database {path}: it has schema {found}, this release knows schemas up to {known}. Nothing was \
         changed. Use the newer release, or restore a backup made before its upgrade",
        path = .path.display()
    )]
    Newer {
        /// The database.
        path: PathBuf,
        /// Its schema.
        found: i64,
        /// Our latest.
        known: i64,
    },
    /// An older release wrote it, and it is open for reading only.
    #[error(
        "read the database {path}: it has schema {found}, this release needs {known}; `adjutant run` upgrades it",
        path = .path.display()
    )]
    Older {
        /// The database.
        path: PathBuf,
        /// Its schema.
        found: i64,
        /// Our latest.
        known: i64,
    },
    /// Another daemon works on it.
    #[error(
        "open the database {path}: another adjutant is at work on it (it holds {path}.lock); stop that one first. \
         The lock needs no cleaning up: it ends with the process",
        path = .path.display()
    )]
    Locked {
        /// The database.
        path: PathBuf,
    },
    /// The operating system refused something about a file.
    #[error("{what} {path}: {why}", path = .path.display())]
    File {
        /// What was tried.
        what: &'static str,
        /// On which file.
        path: PathBuf,
        /// Why not.
        why: std::io::Error,
    },
    /// A write on a store that was opened for reading.
    #[error("{what}: the database was opened for reading only")]
    ReadOnly {
        /// What was tried.
        what: &'static str,
    },
    /// The disk failed before, and nothing is written any more.
    #[error("{what}: the disk failed before; nothing more is written until the next start")]
    GivenUp {
        /// What was tried.
        what: &'static str,
    },
    /// The database refused.
    #[error("{what} ({on}): {why}")]
    Sql {
        /// What was tried.
        what: &'static str,
        /// On what.
        on: String,
        /// Why not.
        why: Failure,
    },
    /// A stored row that cannot be read back, or a value that cannot be stored.
    #[error("{what} ({on}): {why}")]
    Row {
        /// What was tried.
        what: &'static str,
        /// On what.
        on: String,
        /// Why not.
        why: String,
    },
    /// A state of another version of its rule book, which cannot be brought up to this one.
    #[error("{what} ({on}): {why}")]
    Version {
        /// What was tried.
        what: &'static str,
        /// On what.
        on: String,
        /// Why not.
        why: TableError,
    },
    /// Something a change speaks of is not there.
    #[error("{what}: there is no {on}")]
    NoSuch {
        /// What was tried.
        what: &'static str,
        /// What is missing.
        on: String,
    },
    /// A letter gets one decision.
    #[error("decide letter {0}: it was decided before")]
    AlreadyDecided(LetterId),
    /// A restored judge has not looked through its mailbox yet.
    #[error(
        "release letters: the database was restored and its mailbox was not looked through yet; start the judge first"
    )]
    NotCaughtUp,
    /// A backup is to be put back, and nothing tells how long the judge was alive after it.
    #[error(
        "restore: since when the judge was down cannot be found out, for neither the database that is replaced nor the \
         heartbeat tells. Nothing was changed. Say it with --down-since TIME: the time of the last line in the judge's \
         log, or, in doubt, an earlier one. Deadlines after it are held against the time in which he was down; phases \
         that ended before it are played as they were"
    )]
    DownSinceWhen,
    /// The judge is said to be down since a time to come.
    #[error(
        "restore: the judge cannot be down since {at} (epoch seconds), for that is still to come; correct --down-since"
    )]
    DownLater {
        /// The time that was given.
        at: i64,
    },
    /// Its raw letter was kept as long as the settings say.
    #[error("read letter {0}: it was emptied when it had been kept long enough; its hash and its decision are there")]
    Emptied(LetterId),
    /// Only letters that wait can be settled.
    #[error("settle letter {0}: it does not wait")]
    NotWaiting(LetterId),
    /// The decision was made for a phase that is not open any more.
    #[error("commit a decision about phase {number} of {game}: it is not open any more")]
    PhaseGone {
        /// The game.
        game: GameId,
        /// The phase.
        number: u32,
    },
    /// A letter that the decision took to be waiting was sent meanwhile.
    #[error("undo letters that wait to be sent: one left meanwhile")]
    LetterLeft,
    /// The decision was made on an older sheet.
    #[error("put sheet {revision} of {seat} in phase {number} of {game} on file: that revision is taken")]
    SheetGone {
        /// The game.
        game: GameId,
        /// The phase.
        number: u32,
        /// The seat.
        seat: SeatId,
        /// The revision.
        revision: u32,
    },
    /// The journal was tampered with.
    #[error("verify the journal: row {seq}: {why}")]
    BrokenChain {
        /// The row.
        seq: i64,
        /// What is wrong.
        why: &'static str,
    },
    /// The server key is not the one this database was made with.
    #[error(
        "check the server key: it is not the key this database was made with; codes and message ids would change. \
         Put back the key file that belongs to this database"
    )]
    OtherKey,
}

impl StoreError {
    /// Whether the disk or the file has failed, so that nothing more may be done on the strength of this store.
    pub fn is_fatal(&self) -> bool {
        match self {
            Self::Damaged { .. } | Self::BrokenChain { .. } | Self::GivenUp { .. } => true,
            Self::Sql { why, .. } => why.is_of_disk(),
            _ => false,
        }
    }

    /// Whether the database or its disk stood in the way, and not what was to be written: another holds it, there is no room,
    /// the disk failed.
    pub fn is_trouble(&self) -> bool {
        match self {
            Self::Sql { why, .. } => why.is_of_database(),
            Self::File { .. } | Self::NoRoom { .. } => true,
            _ => self.is_fatal(),
        }
    }

    /// Whether the file is not what it was.
    fn is_damage(&self) -> bool {
        const CORRUPT: i32 = 11;
        const NOT_A_DATABASE: i32 = 26;
        match self {
            Self::Damaged { .. } => true,
            Self::Sql { why, .. } => matches!(why.code().map(|code| code & 0xff), Some(CORRUPT | NOT_A_DATABASE)),
            _ => false,
        }
    }

    /// Whether it failed for lack of room on the disk.
    pub fn is_lack_of_room(&self) -> bool {
        const FULL: i32 = 13;
        // IOERR_SHMOPEN, SHMSIZE, SHMMAP: of the file beside the database through which its users share memory.
        const NOTHING_TO_SHARE: [i32; 3] = [4618, 4874, 5386];
        match self {
            Self::NoRoom { .. } => true,
            Self::Sql { why, .. } => {
                why.code().is_some_and(|code| code & 0xff == FULL || NOTHING_TO_SHARE.contains(&code))
            }
            Self::File { why, .. } => {
                matches!(why.kind(), std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded)
            }
            _ => false,
        }
    }

    /// Whether a file or its folder is not ours to use.
    fn is_lack_of_right(&self) -> bool {
        matches!(self, Self::File { why, .. } if why.kind() == std::io::ErrorKind::PermissionDenied)
    }

    /// What helps, for the one at the keyboard.
    pub fn remedy(&self) -> &'static str {
        match self {
            _ if self.is_lack_of_room() => "make room on the disk, and try again; the database needs no restore",
            _ if self.is_lack_of_right() => {
                "give the user who runs the judge the right to it: chown USER it; chmod u+rw it, and u+rwx what is a folder"
            }
            _ if self.is_damage() || matches!(self, Self::Gone { .. }) => {
                "`adjutant restore BACKUP --after-restore` puts a backup in its place"
            }
            Self::CutOff { .. } => "start the judge with `adjutant run`: it carries out the restore",
            Self::Older { .. } => "`adjutant run` upgrades it, and keeps a copy of it as it was",
            Self::Newer { .. } | Self::Version { why: TableError::Newer { .. }, .. } => {
                "use the newer release, or restore the copy from before its upgrade"
            }
            Self::Locked { .. } => "stop the other judge first",
            Self::OtherKey => "put the right key file back",
            Self::DownSinceWhen | Self::DownLater { .. } => "the last line of the judge's log says until when it lived",
            _ => "look after what is named above, and try again",
        }
    }
}

/// Names what was tried, on what, for an error of the database.
pub(super) trait Tried<T> {
    /// The same result with words about what was tried.
    fn tried(self, what: &'static str, on: impl ToString) -> Result<T, StoreError>;
}

impl<T> Tried<T> for Result<T, Failure> {
    fn tried(self, what: &'static str, on: impl ToString) -> Result<T, StoreError> {
        self.map_err(|why| StoreError::Sql { what, on: on.to_string(), why })
    }
}

impl<T> Tried<T> for Result<T, serde_json::Error> {
    fn tried(self, what: &'static str, on: impl ToString) -> Result<T, StoreError> {
        self.map_err(|why| StoreError::Row { what, on: on.to_string(), why: why.to_string() })
    }
}

/// An error for something that cannot be read back.
pub(super) fn unreadable(what: &'static str, on: impl ToString, why: impl ToString) -> StoreError {
    StoreError::Row { what, on: on.to_string(), why: why.to_string() }
}

/// An error for a state that the rule book cannot bring up to its present version.
pub(super) fn outdated(what: &'static str, on: impl ToString, why: TableError) -> StoreError {
    StoreError::Version { what, on: on.to_string(), why }
}
