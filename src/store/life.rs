//! What is known of a judge's life after a backup was made: when he last read his mailbox, and when he could not. It
//! stands in the files that a restored backup replaces, as far as they can be read, and in the heartbeat.

use std::path::{Path, PathBuf};

use super::backup::{by_hand, number_aside};
use super::engine::{Connection, survey};
use super::error::Tried;
use super::open::exists;
use super::time::NOTE_OUTAGE;
use super::{Store, StoreError};
use base::game::schedule::Outage;

/// When a restored judge was last alive, and up to when the stretches are known in which he was not.
const DOWN_SINCE: &str = "down_since";
const KNOWN_UNTIL: &str = "outages_known_until";

/// What is known of the time between a backup and its restore.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Life {
    /// When the judge last read his mailbox.
    pub seen: Option<i64>,
    /// Up to when it is known in which stretches he did not read it.
    pub known_until: Option<i64>,
    /// These stretches.
    pub outages: Vec<Outage>,
}

impl Life {
    /// What both know.
    fn and(mut self, other: Life) -> Life {
        self.seen = self.seen.max(other.seen);
        self.known_until = self.known_until.max(other.known_until);
        self.outages.extend(other.outages);
        self
    }

    /// Without what cannot be true: a time that is still to come.
    fn until(mut self, now: i64) -> Life {
        self.seen = self.seen.filter(|at| *at <= now);
        self.known_until = self.known_until.filter(|at| *at <= now);
        self.outages.retain(|outage| outage.from < outage.until && outage.until <= now);
        self
    }
}

/// How a restored database is marked, and what the one at the keyboard knows.
#[derive(Debug, Clone, Default)]
pub struct Marked {
    /// When it was restored.
    pub at: i64,
    /// Since when the judge was down, by the operator's word.
    pub down_since: Option<i64>,
    /// What the heartbeat tells.
    pub beat: Life,
}

/// What a restored judge must know before he lives through the time since the backup.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Past {
    /// When he was last alive; `None` when nobody runs him as a daemon, so that no pause is an outage.
    pub down_since: Option<i64>,
    /// From when on nobody knows whether he could read his mailbox, if that is before the end of his life.
    pub unknown_from: Option<i64>,
}

/// Since when a judge was down whose backup is put back, and what else is known of the time since; `None` when nobody ran
/// him as a daemon. When that cannot be found out, the operator must say it: a guess would have phases played that were
/// not, or take back phases that were.
pub(super) fn look_back(copy: &Connection, database: &Path, marked: &Marked) -> Result<Option<Life>, StoreError> {
    let backed_up = last_poll(copy, "inbox")?.unwrap_or(0);
    let last_act = last_act(copy)?;
    let found = life_in_files(database, last_act.as_ref())?.map(|life| life.until(marked.at));
    let is_daemon = last_poll(copy, "run")?.is_some() || found.is_some() || marked.down_since.is_some();
    if !is_daemon {
        return Ok(None);
    }
    let beat = marked.beat.clone().until(marked.at);
    let beat = if beat.seen.is_some_and(|at| at >= backed_up) { beat } else { Life::default() };
    let told = Life { seen: marked.down_since, known_until: Some(backed_up), outages: Vec::new() };
    let life = told.and(found.unwrap_or_default()).and(beat);
    match life.seen {
        Some(at) if at > marked.at => Err(StoreError::DownLater { at }),
        Some(at) => Ok(Some(Life { seen: Some(at.max(backed_up)), ..life })),
        None => Err(StoreError::DownSinceWhen),
    }
}

/// What the files tell that a restore replaces, or that earlier ones did. When the judge was last seen stands in the last
/// of them alone: if that cannot be read, the others do not know it.
fn life_in_files(database: &Path, last_act: Option<&Act>) -> Result<Option<Life>, StoreError> {
    let files = files_of(database)?;
    let mut life: Option<Life> = None;
    for (place, file) in files.iter().rev().enumerate() {
        // A file that is damaged may be readable where this stands, or not.
        let Some(mut found) = life_in(file, last_act).ok().flatten() else { continue };
        found.seen = found.seen.filter(|_| place == 0);
        life = Some(life.unwrap_or_default().and(found));
    }
    Ok(life)
}

/// The files that a restore moved aside, oldest first, and the database that is to follow them, if it is there.
fn files_of(database: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let mut files = Vec::new();
    for number in 1.. {
        let aside = number_aside(database, number);
        if !exists(&aside)? {
            break;
        }
        files.push(aside);
    }
    if exists(database)? {
        files.push(database.to_owned());
    }
    Ok(files)
}

/// A row of the journal: its number and its hash, which covers the rows of its chain before it.
type Act = (i64, String);

fn last_act(connection: &Connection) -> Result<Option<Act>, StoreError> {
    let select = survey("SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1");
    select.first(connection).tried("look back", "journal")
}

/// What a database tells that grew out of the one that ends with this act, and on which a daemon worked; nothing
/// otherwise.
fn life_in(file: &Path, last_act: Option<&Act>) -> Result<Option<Life>, StoreError> {
    let connection = by_hand(file, true)?;
    if let Some((seq, hash)) = last_act {
        let select = survey("SELECT hash FROM journal WHERE seq = $1").bind(seq);
        let same: Option<String> = select.first(&connection).tried("look back", "journal")?;
        if same.as_ref() != Some(hash) {
            return Ok(None);
        }
    }
    if last_poll(&connection, "run")?.is_none() {
        return Ok(None);
    }
    // One that was restored and did not catch up tells what was known then.
    let polled = last_poll(&connection, "inbox")?;
    let seen = number(value(&connection, DOWN_SINCE)?).max(polled);
    let known_until = number(value(&connection, KNOWN_UNTIL)?).or(seen);
    let rows: Vec<(i64, i64)> =
        survey("SELECT since, until FROM outage").all(&connection).tried("list outages", file.display())?;
    let outages = rows.into_iter().map(|(from, until)| Outage { from, until }).collect();
    Ok(Some(Life { seen, known_until, outages }))
}

/// Writes into a restored copy what is known of the time since it was made.
pub(super) fn note_life(copy: &Connection, life: &Life) -> Result<(), StoreError> {
    const WHAT: &str = "note what came after a backup";
    let backed_up = last_poll(copy, "inbox")?.unwrap_or(0);
    for outage in life.outages.iter().filter(|outage| outage.until > backed_up) {
        let insert = survey(NOTE_OUTAGE).bind(outage.from).bind(outage.until);
        insert.execute(copy).tried(WHAT, "outage")?;
    }
    for (name, at) in [(DOWN_SINCE, life.seen), (KNOWN_UNTIL, life.known_until)] {
        let Some(at) = at else { continue };
        let upsert = "INSERT INTO meta (name, value) VALUES ($1, $2)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        survey(upsert).bind(name).bind(at.to_string()).execute(copy).tried(WHAT, "meta")?;
    }
    Ok(())
}

/// The judge has lived through it.
pub(super) fn forget_life(tx: &Connection) -> Result<(), StoreError> {
    let delete = survey("DELETE FROM meta WHERE name IN ($1, $2)").bind(DOWN_SINCE).bind(KNOWN_UNTIL);
    delete.execute(tx).tried("finish a restore", "meta")?;
    Ok(())
}

impl Store {
    /// What a restored judge must know of the time since his backup.
    pub fn past(&self) -> Result<Past, StoreError> {
        let connection = self.reader();
        let down_since = number(value(&connection, DOWN_SINCE)?);
        let known_until = number(value(&connection, KNOWN_UNTIL)?);
        let unknown_from = known_until.filter(|until| down_since.is_some_and(|since| *until < since));
        Ok(Past { down_since, unknown_from })
    }
}

fn last_poll(connection: &Connection, name: &str) -> Result<Option<i64>, StoreError> {
    let select = survey("SELECT polled FROM mailbox WHERE name = $1").bind(name);
    select.first(connection).tried("look for the last poll", "mailbox")
}

fn value(connection: &Connection, name: &str) -> Result<Option<String>, StoreError> {
    let select = survey("SELECT value FROM meta WHERE name = $1").bind(name);
    select.first(connection).tried("look back", "meta")
}

fn number(value: Option<String>) -> Option<i64> {
    value.and_then(|value| value.parse().ok())
}
