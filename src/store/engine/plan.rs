//! How SQLite carries out a statement: one that walks through a table grows slower with every letter that ever came, which is
//! looked for only in builds for tests.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;
use rusqlite::config::DbConfig;

/// Statements that were looked at and do not walk.
static SEEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// From now on a statement's plan stays what it is whatever values it is given: SQLite would prepare one anew each time that has
/// a limit, or a condition beside that of an index.
pub(super) fn once(driver: &Connection) -> rusqlite::Result<()> {
    driver.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map(drop)
}

/// Breaks off where a statement walks through a table or an index of all its rows.
pub(super) fn refuse_walk(driver: &Connection, statement: &str) -> rusqlite::Result<()> {
    let is_new = !SEEN.lock().unwrap_or_else(PoisonError::into_inner).contains(statement);
    // What it explains of a row that is put in are looks for references to it.
    let is_explained =
        !statement.contains("VALUES") && !["EXPLAIN", "PRAGMA"].iter().any(|word| statement.starts_with(word));
    if !is_new || !is_explained {
        return Ok(());
    }
    let mut plan = driver.prepare(&format!("EXPLAIN QUERY PLAN {statement}"))?;
    let steps: Vec<String> = plan.raw_query().mapped(|row| row.get(3)).collect::<Result<_, _>>()?;
    for step in &steps {
        assert!(
            !walks(driver, statement, step)?,
            "a statement walks through a table: {step}; sql() is for those that go by indexes:\n{statement}\n{steps:#?}"
        );
    }
    SEEN.lock().unwrap_or_else(PoisonError::into_inner).insert(statement.to_owned());
    Ok(())
}

fn walks(driver: &Connection, statement: &str, step: &str) -> rusqlite::Result<bool> {
    let mut words = step.split(' ');
    let (Some("SCAN"), Some(what)) = (words.next(), words.next()) else { return Ok(false) };
    // A constant, a subquery, or what the statement itself names.
    let is_named = statement.contains(&format!("WITH {what} (")) || statement.contains(&format!("RECURSIVE {what} ("));
    if what == "CONSTANT" || what.starts_with('(') || is_named || step.contains("VIRTUAL TABLE") {
        return Ok(false);
    }
    let Some(index) = step.split("INDEX ").nth(1) else { return Ok(true) };
    let is_partial = "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND name = ?1 AND sql LIKE '% WHERE %'";
    Ok(driver.query_row(is_partial, [index], |row| row.get::<_, i64>(0))? == 0)
}
