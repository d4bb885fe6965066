//! Opening the database: the lock, the first creation, and the refusal to start over a file that is not whole.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::{Access, access};
use rustix::io::Errno;

use super::backup::{finish_cut_off, keep_copy, refuse_beside_replaced, refuse_cut_off};
use super::cache::Cache;
use super::engine::{Connection, Purpose, sql};
use super::error::Tried;
use super::lock::{Lock, Note};
use super::migrate::{self, APPLICATION_ID};
use super::{Inner, READERS, Store, StoreError};

const BUSY: Duration = Duration::from_secs(10);
impl Store {
    /// Opens the database for the one daemon that may work on it, and makes it when there is none. Letters that were
    /// being sent when the last daemon stopped go back to those that wait to be sent.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let folder = folder_of(path);
        if !folder.is_dir() {
            return Err(StoreError::NoFolder { path: path.to_owned() });
        }
        Self::may_be_written(path)?;
        let lock = Lock::take(path)?;
        let note = lock.read();
        lock.write(Some(&Note::AtWork(std::process::id())));
        finish_cut_off(path)?;
        if !exists(path)? {
            refuse_beside_replaced(path)?;
            create(path, &folder)?;
        }
        let (found, looked, is_unseen) = match note {
            // Looked through beside the first work: see [`Store::look_through`].
            Some(Note::Left(left)) if left.is_still_at(path) && schema_in_header(path)? == migrate::latest() => {
                (migrate::latest(), left.looked, true)
            }
            _ => (inspect(path)?, epoch_seconds(), false),
        };
        let unreadable = |error| why_unreadable(path, error);
        let writer = connect_writer(path).map_err(unreadable)?;
        let readers = connect_readers(path, Purpose::Reading).map_err(unreadable)?;
        let mut store = Self::assemble(path, Some(writer), readers, Some(lock));
        store.inner.looked.store(looked, Ordering::SeqCst);
        store.is_unseen = is_unseen;
        store.left_behind = match note {
            Some(Note::AtWork(process)) => Some(process),
            _ => None,
        };
        store.prepare(found).inspect_err(|error| _ = store.gives_up_for(error))?;
        Ok(store)
    }

    fn prepare(&self, found: i64) -> Result<(), StoreError> {
        if found < migrate::latest() {
            upgrade(self.path(), &*self.writer("upgrade the database")?, found)?;
        }
        self.return_sending()
    }

    /// Looks through the whole file, as every start does but one after an orderly end, for which it need not wait. What is found
    /// gives the store up.
    pub fn look_through(&self) -> Result<(), StoreError> {
        // By SQLite alone: when another handle on the file is closed, the system lets go of all locks this process has on it.
        inspect_content(self.path(), Purpose::Looking).inspect_err(|error| _ = self.gives_up_for(error))?;
        self.inner.looked.store(epoch_seconds(), Ordering::SeqCst);
        Ok(())
    }

    /// Whether the file was opened as an orderly end left it, so that it is still to be looked through.
    pub fn is_unseen(&self) -> bool {
        self.is_unseen
    }

    /// How long ago the whole file was last looked through, here or before an orderly end.
    pub fn unseen_for(&self) -> Duration {
        let since = epoch_seconds().saturating_sub(self.inner.looked.load(Ordering::SeqCst));
        // A clock that was set back tells nothing.
        u64::try_from(since).map_or(Duration::MAX, Duration::from_secs)
    }

    /// Refuses a database that we have no right to write, or whose folder is closed to us: what SQLite would leave beside it
    /// would be as closed, and stay so when the right was given. One that is not there yet needs its folder alone.
    pub fn may_be_written(path: &Path) -> Result<(), StoreError> {
        let asked = |file: &Path, rights: Access| match access(file, rights) {
            Err(Errno::NOENT) => Ok(()),
            asked => asked.map_err(|why| file_error("write", file)(why.into())),
        };
        for ending in ["", "-wal", "-shm", ".lock"] {
            asked(&beside(path, ending), Access::READ_OK | Access::WRITE_OK)?;
        }
        asked(&folder_of(path), Access::WRITE_OK | Access::EXEC_OK)
    }

    /// Opens the database for looking only, whether or not a daemon works on it.
    pub fn read_only(path: &Path) -> Result<Self, StoreError> {
        refuse_cut_off(path)?;
        if !exists(path)? {
            if folder_of(path).is_dir() {
                refuse_beside_replaced(path)?;
            }
            return Err(StoreError::NoDatabase { path: path.to_owned() });
        }
        Self::for_reading(path, inspect(path)?, Purpose::Looking)
    }

    /// The same for one look at a file that nobody works on. Nothing is made beside it; what is read counts only if the
    /// rest still [lasts](super::AtRest::lasts) afterwards.
    pub fn read_at_rest(path: &Path) -> Result<Self, StoreError> {
        refuse_cut_off(path)?;
        let found = inspect_by(path, true)?;
        Self::for_reading(path, found, Purpose::AtRest)
    }

    fn for_reading(path: &Path, found: i64, purpose: Purpose) -> Result<Self, StoreError> {
        if found < migrate::latest() {
            return Err(StoreError::Older { path: path.to_owned(), found, known: migrate::latest() });
        }
        Ok(Self::assemble(path, None, connect_readers(path, purpose)?, None))
    }

    /// Refuses a server key other than the one this database was first used with.
    pub fn check_key(&self, fingerprint: &str) -> Result<(), StoreError> {
        const WHAT: &str = "check the server key";
        const ON: &str = "its fingerprint";
        if let Ok(writer) = self.writer(WHAT) {
            let insert = "INSERT INTO meta (name, value) VALUES ('key', $1) ON CONFLICT (name) DO NOTHING";
            let noted = sql(insert).bind(fingerprint).execute(&writer).tried(WHAT, ON);
            noted.inspect_err(|error| _ = self.gives_up_for(error))?;
        }
        let known: Option<String> =
            sql("SELECT value FROM meta WHERE name = 'key'").first(&self.reader()).tried(WHAT, ON)?;
        if known.is_some_and(|known| known != fingerprint) {
            return Err(StoreError::OtherKey);
        }
        Ok(())
    }

    fn assemble(path: &Path, writer: Option<Connection>, readers: [Connection; READERS], lock: Option<Lock>) -> Self {
        let (writer, readers) = (writer.map(Mutex::new), readers.map(Mutex::new));
        let (path, cache) = (path.to_owned(), Cache::default());
        let (is_given_up, looked) = (AtomicBool::new(false), AtomicI64::new(0));
        let inner = Inner { path, writer, readers, cache, is_given_up, looked, lock };
        Self { inner: Arc::new(inner), left_behind: None, is_unseen: false }
    }
}

pub(super) fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The path with something after its name ("adjutant.db" and ".lock").
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

pub(super) fn file_error(what: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> StoreError {
    let path = path.to_owned();
    move |why| StoreError::File { what, path, why }
}

pub(super) fn damaged(path: &Path, why: impl Into<String>) -> StoreError {
    StoreError::Damaged { path: path.to_owned(), why: why.into() }
}

pub(super) fn exists(path: &Path) -> Result<bool, StoreError> {
    path.try_exists().map_err(file_error("look for", path))
}

/// Makes the database under another name and moves it into place when it is whole, so that a crash in between never
/// leaves an empty file where the database should be.
fn create(path: &Path, folder: &Path) -> Result<(), StoreError> {
    if exists(&beside(path, "-wal"))? {
        return Err(damaged(path, "the file is gone but its write-ahead log (-wal) is still there"));
    }
    let new = beside(path, ".new");
    for name in [new.clone(), beside(&new, "-journal"), beside(&new, "-wal"), beside(&new, "-shm")] {
        match std::fs::remove_file(&name) {
            Err(why) if why.kind() != ErrorKind::NotFound => return Err(file_error("remove", &name)(why)),
            _ => {}
        }
    }
    let mut options = OpenOptions::new();
    options.create_new(true).write(true).mode(0o600);
    options.open(&new).map_err(file_error("create", &new))?;
    let mut connection = Connection::open(&new, Purpose::Writing, BUSY).tried("create", new.display())?;
    migrate::upgrade(&connection, migrate::SCRIPTS)?;
    // Before it has its name: a crash in the middle leaves a journal that only a writer can undo, and we look first.
    sql("PRAGMA journal_mode = WAL").execute(&connection).tried("create", new.display())?;
    connection.close().tried("create", new.display())?;
    std::fs::rename(&new, path).map_err(file_error("create", path))?;
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(file_error("write down the folder of", path))
}

fn epoch_seconds() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// Looks at the file without writing to it, and gives its schema's version.
pub(super) fn inspect(path: &Path) -> Result<i64, StoreError> {
    inspect_by(path, false)
}

/// The same; a file at rest is looked at without a file beside it.
fn inspect_by(path: &Path, is_at_rest: bool) -> Result<i64, StoreError> {
    inspect_header(path)?;
    inspect_content(path, if is_at_rest { Purpose::AtRest } else { Purpose::Looking })
}

/// The same for what SQLite finds in it.
fn inspect_content(path: &Path, purpose: Purpose) -> Result<i64, StoreError> {
    let (version, complaints, schema) = look(path, purpose).map_err(|error| why_unreadable(path, error))?;
    if complaints != ["ok"] {
        return Err(damaged(path, format!("it is damaged ({})", complaints.join("; "))));
    }
    if version > migrate::latest() {
        return Err(StoreError::Newer { path: path.to_owned(), found: version, known: migrate::latest() });
    }
    if version < 1 {
        return Err(damaged(path, "it has no schema"));
    }
    // A damaged name of a table or column is no damage to SQLite, and found out at its first use.
    if schema != migrate::schema_of(version)? {
        return Err(damaged(path, format!("its schema is not schema {version} of this program")));
    }
    Ok(version)
}

/// A look that failed says something of the file, unless it failed for lack of room: SQLite needs some beside the file even
/// to read it.
fn why_unreadable(path: &Path, error: StoreError) -> StoreError {
    match &error {
        StoreError::Sql { why, .. } if error.is_lack_of_room() => {
            StoreError::NoRoom { path: path.to_owned(), why: why.to_string() }
        }
        StoreError::Sql { why, .. } if error.is_fatal() => damaged(path, format!("it cannot be read ({why})")),
        _ => error,
    }
}

fn look(path: &Path, purpose: Purpose) -> Result<(i64, Vec<String>, Vec<String>), StoreError> {
    const WHAT: &str = "look through the database";
    let mut connection = Connection::open(path, purpose, BUSY).tried(WHAT, "connect")?;
    let complaints = sql("PRAGMA quick_check(3)").all(&connection).tried(WHAT, "quick_check")?;
    let version = migrate::version(&connection)?;
    let schema = migrate::schema(&connection)?;
    connection.close().tried(WHAT, "close")?;
    Ok((version, complaints, schema))
}

fn read_header(path: &Path) -> Result<Vec<u8>, StoreError> {
    let mut header = Vec::new();
    let file = File::open(path).map_err(file_error("read", path))?;
    file.take(100).read_to_end(&mut header).map_err(file_error("read", path))?;
    Ok(header)
}

/// The version of the schema, as the header has it that [`inspect_header`] found in order.
fn schema_in_header(path: &Path) -> Result<i64, StoreError> {
    let header = inspect_header(path)?;
    Ok(i64::from(i32::from_be_bytes([header[60], header[61], header[62], header[63]])))
}

/// The first bytes of a SQLite file: its mark, and the mark of the program it belongs to.
fn inspect_header(path: &Path) -> Result<Vec<u8>, StoreError> {
    let header = read_header(path)?;
    if header.is_empty() {
        return Err(damaged(path, "it is empty (0 bytes)"));
    }
    if header.len() < 100 || !header.starts_with(b"SQLite format 3\0") {
        return Err(damaged(path, "it is not a SQLite database"));
    }
    if header[68..72] != APPLICATION_ID.to_be_bytes() {
        return Err(damaged(path, "it is a database of another program"));
    }
    inspect_length(path, &header)?;
    Ok(header)
}

/// A file that was cut off reads as zeros behind its end, which may hide from SQLite in the middle of a long row. While
/// there is a write-ahead log, the end of the file may still be there.
fn inspect_length(path: &Path, header: &[u8]) -> Result<(), StoreError> {
    let length = |path: &Path| std::fs::metadata(path).map_or(0, |found| found.len());
    if length(&beside(path, "-wal")) > 0 {
        return Ok(());
    }
    let page = match u64::from(u16::from_be_bytes([header[16], header[17]])) {
        1 => 65_536,
        bytes => bytes,
    };
    let pages = u64::from(u32::from_be_bytes([header[28], header[29], header[30], header[31]]));
    let (is, was) = (length(path), page * pages);
    if is < was {
        return Err(damaged(path, format!("its end is missing ({is} of {was} bytes are there)")));
    }
    Ok(())
}

fn connect(path: &Path, purpose: Purpose) -> Result<Connection, StoreError> {
    Connection::open(path, purpose, BUSY).tried("open the database", path.display())
}

/// A file that was put back from a backup keeps no write-ahead log yet.
fn connect_writer(path: &Path) -> Result<Connection, StoreError> {
    let writer = connect(path, Purpose::Writing)?;
    writer.run("PRAGMA journal_mode = WAL").tried("open the database", path.display())?;
    Ok(writer)
}

fn connect_readers(path: &Path, purpose: Purpose) -> Result<[Connection; READERS], StoreError> {
    let later = || Connection::open_later(path, purpose, BUSY);
    Ok([connect(path, purpose)?, later(), later()])
}

/// Keeps a copy of the database as it was, then brings it to the latest schema.
fn upgrade(path: &Path, writer: &Connection, found: i64) -> Result<(), StoreError> {
    keep_copy(path, &beside(path, &format!(".schema{found}")))?;
    migrate::upgrade(writer, migrate::SCRIPTS)
}
