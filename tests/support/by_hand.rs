//! A database opened by hand, past the store.

use std::path::Path;

use rusqlite::types::FromSql;
use rusqlite::{Connection, Row};

/// A connection of its own.
pub struct ByHand(Connection);

impl ByHand {
    pub fn open(file: &Path) -> Self {
        Self(Connection::open(file).expect("a database"))
    }

    /// Carries out statements that give nothing back.
    pub fn run(&self, words: &str) -> rusqlite::Result<()> {
        self.0.execute_batch(words)
    }

    /// The first column of the only row.
    pub fn one<T: FromSql>(&self, words: &str) -> T {
        self.all_by(words, |row| row.get(0)).pop().expect("a row")
    }

    /// The first column of all rows.
    pub fn all<T: FromSql>(&self, words: &str) -> Vec<T> {
        self.all_by(words, |row| row.get(0))
    }

    pub fn all_by<T>(&self, words: &str, read: impl Fn(&Row<'_>) -> rusqlite::Result<T>) -> Vec<T> {
        let mut statement = self.0.prepare(words).expect("a statement");
        statement.query_map((), |row| read(row)).expect("rows").map(|row| row.expect("a row")).collect()
    }
}
