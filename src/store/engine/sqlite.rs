//! SQLite, by rusqlite: each statement is carried out on the thread that asks for it. Knows nothing of what is stored.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::types::{FromSql, ToSqlOutput, Value, ValueRef};
use rusqlite::{OpenFlags, Row, ffi};

/// Statements that a connection keeps prepared.
const PREPARED: usize = 256;
/// Kibibytes of pages that a reading connection keeps, as SQLite takes it: each commit of another empties them anyway, and
/// in an idle judge they would lie there for nothing.
const READERS_PAGES: &str = "-512";

/// What a statement came to that was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// By the database.
    #[error("{0}")]
    Sqlite(rusqlite::Error),
    /// Its connection is closed.
    #[error("the database is closed")]
    Closed,
    /// Its connection is in use, and was not given back in time.
    #[error("its connection is in use and was not given back for {} seconds", .0.as_secs())]
    Lent(Duration),
}

impl Failure {
    /// The extended result code of SQLite, if it gave one.
    pub fn code(&self) -> Option<i32> {
        match self {
            Self::Sqlite(why) => why.sqlite_error().map(|why| why.extended_code),
            Self::Closed | Self::Lent(_) => None,
        }
    }

    /// Whether the database stood in the way, and not a statement or what a row holds.
    pub fn is_of_database(&self) -> bool {
        // ERROR, TOOBIG, CONSTRAINT, MISMATCH, RANGE: said of a statement and its values.
        const CODES_OF_STATEMENTS: [i32; 5] = [1, 18, 19, 20, 25];
        match self {
            Self::Closed | Self::Lent(_) => true,
            Self::Sqlite(_) => self.code().is_some_and(|code| !CODES_OF_STATEMENTS.contains(&(code & 0xff))),
        }
    }

    /// Whether the disk or the file has failed.
    pub fn is_of_disk(&self) -> bool {
        const PRIMARY_CODES: [i32; 3] = [ffi::SQLITE_IOERR, ffi::SQLITE_CORRUPT, ffi::SQLITE_NOTADB];
        self.code().is_some_and(|code| PRIMARY_CODES.contains(&(code & 0xff)))
    }

    /// Whether a row is there that may be there once.
    pub fn is_unique_violation(&self) -> bool {
        matches!(self.code(), Some(ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY))
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(why: rusqlite::Error) -> Self {
        Self::Sqlite(why)
    }
}

/// What a connection is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Writing; commits wait for the disk until they are told not to.
    Writing,
    /// Reading, of a database that may be written meanwhile.
    Reading,
    /// The same for a look from outside: what is in the write-ahead log stays there when it ends.
    Looking,
    /// Reading, of a file that nobody works on: nothing is made beside it.
    AtRest,
}

/// A database that is open, or opens when it is first asked, or was closed.
#[derive(Debug)]
pub struct Connection {
    driver: OnceCell<rusqlite::Connection>,
    /// None in one that was closed, or ends with its connection.
    way: Option<Way>,
    is_hasty: Cell<bool>,
    has_failed: Cell<bool>,
}

/// How a file is opened.
#[derive(Debug)]
struct Way {
    path: PathBuf,
    purpose: Purpose,
    patience: Duration,
}

impl Way {
    fn open(&self) -> Result<rusqlite::Connection, Failure> {
        let Self { path, purpose, patience } = self;
        let rights = match purpose {
            Purpose::Writing | Purpose::Reading => OpenFlags::SQLITE_OPEN_READ_WRITE,
            Purpose::Looking | Purpose::AtRest => OpenFlags::SQLITE_OPEN_READ_ONLY,
        };
        let flags = rights | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
        let connection = match purpose {
            Purpose::AtRest => rusqlite::Connection::open_with_flags(at_rest(path), flags)?,
            _ => rusqlite::Connection::open_with_flags(path, flags)?,
        };
        connection.busy_timeout(*patience)?;
        super::plan::once(&connection)?;
        connection.set_prepared_statement_cache_capacity(PREPARED);
        match purpose {
            Purpose::Writing => connection.execute_batch("PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL")?,
            Purpose::Reading => connection.pragma_update(None, "query_only", true)?,
            Purpose::Looking | Purpose::AtRest => {}
        }
        if *purpose != Purpose::Writing {
            connection.pragma_update(None, "cache_size", READERS_PAGES)?;
        }
        Ok(connection)
    }
}

impl Connection {
    /// Opens a file that is there. Whoever finds it busy waits so long.
    pub fn open(path: &Path, purpose: Purpose, patience: Duration) -> Result<Self, Failure> {
        let connection = Self::open_later(path, purpose, patience);
        connection.driver()?;
        Ok(connection)
    }

    /// The same when it is first asked for something: many a process needs but one.
    pub fn open_later(path: &Path, purpose: Purpose, patience: Duration) -> Self {
        let way = Way { path: path.to_owned(), purpose, patience };
        Self { driver: OnceCell::new(), way: Some(way), is_hasty: Cell::new(false), has_failed: Cell::new(false) }
    }

    /// A database that ends with its connection.
    pub fn in_memory() -> Result<Self, Failure> {
        let connection = rusqlite::Connection::open_in_memory()?;
        super::plan::once(&connection)?;
        connection.execute_batch("PRAGMA foreign_keys = ON")?;
        Ok(Self {
            driver: OnceCell::from(connection),
            way: None,
            is_hasty: Cell::new(false),
            has_failed: Cell::new(false),
        })
    }

    /// Closes the database; from then on every statement fails.
    pub fn close(&mut self) -> Result<(), Failure> {
        self.way = None;
        match self.driver.take().map(rusqlite::Connection::close) {
            Some(Err((_, why))) => Err(why.into()),
            _ => Ok(()),
        }
    }

    /// Between transactions: from now on what is written waits for the disk; or, hastily, it is handed to the system, which
    /// keeps it when the process dies, and the next that waits takes it to the disk.
    pub fn set_hasty(&self, is_hasty: bool) -> Result<(), Failure> {
        if self.is_hasty.get() == is_hasty {
            return Ok(());
        }
        // Whatever becomes of the statement, it counts as hasty until it is known not to be.
        self.is_hasty.set(true);
        self.driver()?.pragma_update(None, "synchronous", if is_hasty { "NORMAL" } else { "FULL" })?;
        self.is_hasty.set(is_hasty);
        Ok(())
    }

    /// Whether the disk or the file failed in a statement of this connection.
    pub fn has_failed(&self) -> bool {
        self.has_failed.get()
    }

    fn noted<T>(&self, outcome: Result<T, Failure>) -> Result<T, Failure> {
        outcome.inspect_err(|failure| self.has_failed.set(self.has_failed() || failure.is_of_disk()))
    }

    /// Carries out several statements that give nothing back.
    pub fn run(&self, script: &str) -> Result<(), Failure> {
        self.noted(self.driver().and_then(|driver| Ok(driver.execute_batch(script)?)))
    }

    fn driver(&self) -> Result<&rusqlite::Connection, Failure> {
        if let Some(driver) = self.driver.get() {
            return Ok(driver);
        }
        let opened = self.way.as_ref().ok_or(Failure::Closed)?.open()?;
        Ok(self.driver.get_or_init(|| opened))
    }
}

/// The file as a URI that says that it does not change.
fn at_rest(path: &Path) -> String {
    let is_plain = |sign: char| sign.is_alphanumeric() || "/-_.~".contains(sign);
    let mut uri = "file:".to_owned();
    for sign in path.to_string_lossy().chars() {
        match is_plain(sign) {
            true => uri.push(sign),
            false => sign.to_string().bytes().for_each(|byte| uri.push_str(&format!("%{byte:02X}"))),
        }
    }
    uri + "?immutable=1"
}

/// Several statements of which all count or none. Undone when it goes without a commit.
pub struct Transaction<C: Deref<Target = Connection>> {
    connection: C,
    is_open: bool,
}

impl<C: Deref<Target = Connection>> Transaction<C> {
    /// Begins one that may write from its first statement.
    pub fn begin(connection: C) -> Result<Self, Failure> {
        Self::begin_by(connection, "BEGIN IMMEDIATE")
    }

    /// Begins one that sees the database as it is at its first statement.
    pub fn begin_reading(connection: C) -> Result<Self, Failure> {
        Self::begin_by(connection, "BEGIN")
    }

    fn begin_by(connection: C, words: &str) -> Result<Self, Failure> {
        connection.run(words)?;
        Ok(Self { connection, is_open: true })
    }

    /// Makes all of it count.
    pub fn commit(mut self) -> Result<(), Failure> {
        self.connection.run("COMMIT")?;
        self.is_open = false;
        Ok(())
    }
}

impl<C: Deref<Target = Connection>> Deref for Transaction<C> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl<C: Deref<Target = Connection>> Drop for Transaction<C> {
    fn drop(&mut self) {
        // After some failures SQLite has undone it already.
        let is_left = |driver: &rusqlite::Connection| !driver.is_autocommit();
        if self.is_open
            && self.connection.driver().is_ok_and(is_left)
            && let Err(error) = self.connection.run("ROLLBACK")
        {
            tracing::error!(%error, "a transaction could not be undone");
        }
    }
}

/// A statement with its values; `$1` is the first.
pub struct Statement<'a> {
    text: Cow<'a, str>,
    values: Vec<ToSqlOutput<'a>>,
    may_walk: bool,
}

/// A statement in the words of SQL. Words that come from people go by [`Statement::bind`]. It goes by indexes: a build for tests
/// refuses one that walks through a table.
pub fn sql<'a>(text: impl Into<Cow<'a, str>>) -> Statement<'a> {
    Statement { text: text.into(), values: Vec::new(), may_walk: false }
}

/// The same for one that walks through a table: what it costs grows with all that is kept.
pub fn survey<'a>(text: impl Into<Cow<'a, str>>) -> Statement<'a> {
    Statement { may_walk: true, ..sql(text) }
}

impl<'a> Statement<'a> {
    /// The next value.
    pub fn bind(mut self, value: impl Bind<'a>) -> Self {
        self.values.push(value.value());
        self
    }

    /// Carries it out, and says how many rows it changed.
    pub fn execute(self, on: &Connection) -> Result<u64, Failure> {
        self.step_through(on, |_| Ok(()), usize::MAX)?;
        Ok(on.driver()?.changes())
    }

    /// All rows.
    pub fn all<R: FromRow>(self, on: &Connection) -> Result<Vec<R>, Failure> {
        self.step_through(on, R::from_row, usize::MAX)
    }

    /// The first row, if there is one.
    pub fn first<R: FromRow>(self, on: &Connection) -> Result<Option<R>, Failure> {
        Ok(self.step_through(on, R::from_row, 1)?.pop())
    }

    /// The first row of a statement that gives one.
    pub fn one<R: FromRow>(self, on: &Connection) -> Result<R, Failure> {
        self.first(on)?.ok_or(Failure::Sqlite(rusqlite::Error::QueryReturnedNoRows))
    }

    fn step_through<R>(
        self,
        on: &Connection,
        read: impl Fn(&Row<'_>) -> rusqlite::Result<R>,
        most: usize,
    ) -> Result<Vec<R>, Failure> {
        on.noted(self.rows(on, read, most))
    }

    fn rows<R>(
        self,
        on: &Connection,
        read: impl Fn(&Row<'_>) -> rusqlite::Result<R>,
        most: usize,
    ) -> Result<Vec<R>, Failure> {
        const PLACES: [&str; 16] =
            ["$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8", "$9", "$10", "$11", "$12", "$13", "$14", "$15", "$16"];
        debug_assert!(self.values.len() <= PLACES.len(), "more values than places: {}", self.text);
        if cfg!(debug_assertions) && !self.may_walk {
            super::plan::refuse_walk(on.driver()?, &self.text)?;
        }
        let mut statement = on.driver()?.prepare_cached(&self.text)?;
        for (place, value) in PLACES.iter().zip(&self.values) {
            if let Some(index) = statement.parameter_index(place)? {
                statement.raw_bind_parameter(index, value)?;
            }
        }
        let mut rows = statement.raw_query();
        let mut found = Vec::new();
        while found.len() < most
            && let Some(row) = rows.next()?
        {
            found.push(read(row)?);
        }
        Ok(found)
    }
}

/// What can stand for a value in a statement.
pub trait Bind<'a> {
    /// As SQLite takes it.
    fn value(self) -> ToSqlOutput<'a>;
}

macro_rules! bind_numbers {
    ($($number:ty),*) => { $(
        impl<'a> Bind<'a> for $number {
            fn value(self) -> ToSqlOutput<'a> {
                ToSqlOutput::Owned(Value::Integer(i64::from(self)))
            }
        }
        impl<'a> Bind<'a> for &$number {
            fn value(self) -> ToSqlOutput<'a> {
                (*self).value()
            }
        }
    )* };
}
bind_numbers!(i64, u32, bool);

impl<'a> Bind<'a> for &'a str {
    fn value(self) -> ToSqlOutput<'a> {
        ToSqlOutput::Borrowed(ValueRef::Text(self.as_bytes()))
    }
}

impl<'a> Bind<'a> for &'a &str {
    fn value(self) -> ToSqlOutput<'a> {
        (**self).value()
    }
}

impl<'a> Bind<'a> for &'a String {
    fn value(self) -> ToSqlOutput<'a> {
        self.as_str().value()
    }
}

impl<'a> Bind<'a> for String {
    fn value(self) -> ToSqlOutput<'a> {
        ToSqlOutput::Owned(Value::Text(self))
    }
}

impl<'a> Bind<'a> for &'a [u8] {
    fn value(self) -> ToSqlOutput<'a> {
        ToSqlOutput::Borrowed(ValueRef::Blob(self))
    }
}

impl<'a> Bind<'a> for Vec<u8> {
    fn value(self) -> ToSqlOutput<'a> {
        ToSqlOutput::Owned(Value::Blob(self))
    }
}

impl<'a> Bind<'a> for &'a Vec<u8> {
    fn value(self) -> ToSqlOutput<'a> {
        self.as_slice().value()
    }
}

impl<'a, T: Bind<'a>> Bind<'a> for Option<T> {
    fn value(self) -> ToSqlOutput<'a> {
        self.map_or(ToSqlOutput::Owned(Value::Null), Bind::value)
    }
}

/// What a row is read as.
pub trait FromRow: Sized {
    /// Reads its columns in order.
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self>;
}

impl FromRow for () {
    fn from_row(_: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(())
    }
}

macro_rules! row_of_one {
    ($($column:ty),*) => { $(
        impl FromRow for $column {
            fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
                row.get(0)
            }
        }
    )* };
}
row_of_one!(i64, u32, bool, String, Vec<u8>, Option<i64>, Option<u32>, Option<String>, Option<Vec<u8>>);

macro_rules! row_of_several {
    ($($column:ident $place:tt),*) => {
        impl<$($column: FromSql),*> FromRow for ($($column,)*) {
            fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
                Ok(($(row.get($place)?,)*))
            }
        }
    };
}
row_of_several!(A 0);
row_of_several!(A 0, B 1);
row_of_several!(A 0, B 1, C 2);
row_of_several!(A 0, B 1, C 2, D 3);
row_of_several!(A 0, B 1, C 2, D 3, E 4);
row_of_several!(A 0, B 1, C 2, D 3, E 4, F 5);
row_of_several!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
row_of_several!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
row_of_several!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
row_of_several!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
row_of_several!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
row_of_several!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
row_of_several!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12);
row_of_several!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_by_their_number_whatever_the_order_and_texts_hold_any_sign() {
        let connection = Connection::in_memory().unwrap();
        let row: (String, i64, Option<String>) = sql("SELECT $3, $1, $2 || $4")
            .bind(7_i64)
            .bind(None::<&str>)
            .bind("a\0b'")
            .bind("x")
            .one(&connection)
            .unwrap();
        assert_eq!(row, ("a\0b'".to_owned(), 7, None));
    }

    #[test]
    fn a_commit_waits_for_the_disk_again_behind_one_that_does_not() {
        const NORMAL: i64 = 1;
        const FULL: i64 = 2;
        let file = tempfile::NamedTempFile::new().unwrap();
        let connection = Connection::open_later(file.path(), Purpose::Writing, Duration::ZERO);
        let level = || sql("PRAGMA synchronous").one::<i64>(&connection).unwrap();
        assert_eq!(level(), FULL);
        for (is_hasty, expected) in [(true, NORMAL), (true, NORMAL), (false, FULL), (false, FULL)] {
            connection.set_hasty(is_hasty).unwrap();
            assert_eq!(level(), expected);
        }
        connection.set_hasty(true).unwrap();
        let transaction = Transaction::begin(&connection).unwrap();
        assert!(transaction.set_hasty(false).is_err(), "not in the middle");
        drop(transaction);
        connection.set_hasty(false).unwrap();
        assert_eq!(level(), FULL);
    }

    #[test]
    fn what_is_not_committed_is_undone_and_a_closed_database_says_so() {
        let mut connection = Connection::in_memory().unwrap();
        connection.run("CREATE TABLE a (x INTEGER) STRICT").unwrap();
        for is_committed in [false, true] {
            let transaction = Transaction::begin(&connection).unwrap();
            assert_eq!(sql("INSERT INTO a VALUES ($1)").bind(is_committed).execute(&transaction).unwrap(), 1);
            if is_committed {
                transaction.commit().unwrap();
            }
        }
        assert_eq!(survey("SELECT x FROM a").all::<i64>(&connection).unwrap(), [1]);
        connection.close().unwrap();
        assert!(matches!(survey("SELECT x FROM a").all::<i64>(&connection), Err(Failure::Closed)));
    }
}
