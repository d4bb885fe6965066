//! Opening the database: the lock, the first creation, and the refusal to start over a file that is not whole.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::{Access, access};
use rustix::io::Errno;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqlitePool};

use super::backup::{finish_cut_off, keep_copy, refuse_beside_replaced, refuse_cut_off};
use super::cache::Cache;
use super::error::Tried;
use super::fresh::Fresh;
use super::lock::{Lock, Note};
use super::migrate::{self, APPLICATION_ID};
use super::{Inner, Store, StoreError};

const BUSY: Duration = Duration::from_secs(10);
/// Two rounds of the daemon read at a time, the one that decides and the one that sends. Each connection has a thread, whose
/// part of the heap stays as large as it ever was.
const READERS: u32 = 2;
/// Kibibytes of pages that a reading connection keeps, as SQLite takes it: each commit of another empties them anyway, and
/// in an idle judge they would lie there for nothing.
const READERS_PAGES: &str = "-512";

impl Store {
    /// Opens the database for the one daemon that may work on it, and makes it when there is none. Letters that were
    /// being sent when the last daemon stopped go back to those that wait to be sent.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
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
            create(path, &folder).await?;
        }
        let (found, looked, is_unseen) = match note {
            // Looked through beside the first work: see [`Store::look_through`].
            Some(Note::Left(left)) if left.is_still_at(path) && schema_in_header(path)? == migrate::latest() => {
                (migrate::latest(), left.looked, true)
            }
            _ => (inspect(path).await?, epoch_seconds(), false),
        };
        let unreadable = |error| why_unreadable(path, error);
        let writer = writing_pool(path, SqliteSynchronous::Full).await.map_err(unreadable)?;
        let tally = writing_pool(path, SqliteSynchronous::Normal).await.map_err(unreadable)?;
        let reader = reading_pool(path, reading_options(path)).await.map_err(unreadable)?;
        let mut store = Self::assemble(path, Some((writer, tally)), reader, Some(lock));
        store.inner.looked.store(looked, Ordering::SeqCst);
        store.is_unseen = is_unseen;
        store.left_behind = match note {
            Some(Note::AtWork(process)) => Some(process),
            _ => None,
        };
        store.prepare(found).await.inspect_err(|error| _ = store.gives_up_for(error))?;
        Ok(store)
    }

    async fn prepare(&self, found: i64) -> Result<(), StoreError> {
        if found < migrate::latest() {
            upgrade(self.path(), self.writer("upgrade the database")?, found).await?;
        }
        self.return_sending().await
    }

    /// Looks through the whole file, as every start does but one after an orderly end, for which it need not wait. What is found
    /// gives the store up.
    pub async fn look_through(&self) -> Result<(), StoreError> {
        inspect(self.path()).await.inspect_err(|error| _ = self.gives_up_for(error))?;
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
    pub async fn read_only(path: &Path) -> Result<Self, StoreError> {
        refuse_cut_off(path)?;
        if !exists(path)? {
            if folder_of(path).is_dir() {
                refuse_beside_replaced(path)?;
            }
            return Err(StoreError::NoDatabase { path: path.to_owned() });
        }
        Self::for_reading(path, inspect(path).await?, reading_options(path).read_only(true)).await
    }

    /// The same for one look at a file that nobody works on. Nothing is made beside it; what is read counts only if the
    /// rest still [lasts](super::AtRest::lasts) afterwards.
    pub async fn read_at_rest(path: &Path) -> Result<Self, StoreError> {
        refuse_cut_off(path)?;
        let found = inspect_by(path, true).await?;
        Self::for_reading(path, found, reading_options(path).read_only(true).immutable(true)).await
    }

    async fn for_reading(path: &Path, found: i64, options: SqliteConnectOptions) -> Result<Self, StoreError> {
        if found < migrate::latest() {
            return Err(StoreError::Older { path: path.to_owned(), found, known: migrate::latest() });
        }
        Ok(Self::assemble(path, None, reading_pool(path, options).await?, None))
    }

    /// Refuses a server key other than the one this database was first used with.
    pub async fn check_key(&self, fingerprint: &str) -> Result<(), StoreError> {
        const WHAT: &str = "check the server key";
        const ON: &str = "its fingerprint";
        if let Ok(writer) = self.writer(WHAT) {
            let insert = "INSERT INTO meta (name, value) VALUES ('key', $1) ON CONFLICT (name) DO NOTHING";
            let noted = sqlx::query(insert).bind(fingerprint).execute(writer).await.tried(WHAT, ON);
            noted.inspect_err(|error| _ = self.gives_up_for(error))?;
        }
        let known: Option<String> = sqlx::query_scalar("SELECT value FROM meta WHERE name = 'key'")
            .fetch_optional(self.reader())
            .await
            .tried(WHAT, ON)?;
        if known.is_some_and(|known| known != fingerprint) {
            return Err(StoreError::OtherKey);
        }
        Ok(())
    }

    fn assemble(
        path: &Path,
        writers: Option<(SqlitePool, SqlitePool)>,
        reader: SqlitePool,
        lock: Option<Lock>,
    ) -> Self {
        let (writer, tally) = writers.unzip();
        let (path, cache, fresh) = (path.to_owned(), Cache::default(), Fresh::default());
        let (is_given_up, looked) = (AtomicBool::new(false), AtomicI64::new(0));
        let inner = Inner { path, writer, tally, reader, cache, fresh, is_given_up, looked, lock };
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
async fn create(path: &Path, folder: &Path) -> Result<(), StoreError> {
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
    let options = SqliteConnectOptions::new().filename(&new).synchronous(SqliteSynchronous::Full);
    let mut connection = options.disable_statement_logging().connect().await.tried("create", new.display())?;
    migrate::upgrade(&mut connection, migrate::SCRIPTS).await?;
    // Before it has its name: a crash in the middle leaves a journal that only a writer can undo, and we look first.
    sqlx::query("PRAGMA journal_mode = WAL").execute(&mut connection).await.tried("create", new.display())?;
    connection.close().await.tried("create", new.display())?;
    std::fs::rename(&new, path).map_err(file_error("create", path))?;
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(file_error("write down the folder of", path))
}

fn epoch_seconds() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// Looks at the file without writing to it, and gives its schema's version.
pub(super) async fn inspect(path: &Path) -> Result<i64, StoreError> {
    inspect_by(path, false).await
}

/// The same; a file at rest is looked at without a file beside it.
async fn inspect_by(path: &Path, is_at_rest: bool) -> Result<i64, StoreError> {
    inspect_header(path)?;
    let options = SqliteConnectOptions::new().filename(path).read_only(true).immutable(is_at_rest).busy_timeout(BUSY);
    let looked = look(&options.disable_statement_logging()).await;
    let (version, complaints, schema) = looked.map_err(|error| why_unreadable(path, error))?;
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
    if schema != migrate::schema_of(version).await? {
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

async fn look(options: &SqliteConnectOptions) -> Result<(i64, Vec<String>, Vec<String>), StoreError> {
    const WHAT: &str = "look through the database";
    let mut connection = options.connect().await.tried(WHAT, "connect")?;
    let complaints =
        sqlx::query_scalar("PRAGMA quick_check(3)").fetch_all(&mut connection).await.tried(WHAT, "quick_check")?;
    let version = migrate::version(&mut connection).await?;
    let schema = migrate::schema(&mut connection).await?;
    connection.close().await.tried(WHAT, "close")?;
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

/// In WAL mode `Full` waits for the disk at each commit; `Normal` hands the commit to the system, which keeps it when
/// the process dies, and the next full commit takes it to the disk.
async fn writing_pool(path: &Path, synchronous: SqliteSynchronous) -> Result<SqlitePool, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(false)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(synchronous)
        .foreign_keys(true)
        .busy_timeout(BUSY)
        .disable_statement_logging();
    // When a commit fails, SQLite has ended the transaction and sqlx counts it still: such a connection begins no other.
    let pool = pool(1).after_release(|connection, _| {
        Box::pin(async move {
            // A rollback may be on its way.
            connection.ping().await?;
            Ok(!connection.is_in_transaction())
        })
    });
    pool.connect_with(options).await.tried("open the database", path.display())
}

fn reading_options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(false)
        .pragma("query_only", "1")
        .pragma("cache_size", READERS_PAGES)
        .busy_timeout(BUSY)
        .disable_statement_logging()
}

async fn reading_pool(path: &Path, options: SqliteConnectOptions) -> Result<SqlitePool, StoreError> {
    pool(READERS).connect_with(options).await.tried("open the database", path.display())
}

/// Connections to a file do not go stale, so none is tested before use or given up for its age.
fn pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .acquire_timeout(Duration::from_secs(60))
}

/// Keeps a copy of the database as it was, then brings it to the latest schema.
async fn upgrade(path: &Path, writer: &SqlitePool, found: i64) -> Result<(), StoreError> {
    keep_copy(path, &beside(path, &format!(".schema{found}"))).await?;
    let mut connection = writer.acquire().await.tried("upgrade the database", path.display())?;
    migrate::upgrade(&mut connection, migrate::SCRIPTS).await
}
