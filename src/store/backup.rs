//! Whole copies of the database, taken while a judge works on it, and put back so that nothing that came since is lost:
//! a restored judge is marked, and looks through his whole mailbox again before anything leaves.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::engine::{Connection, Purpose, Transaction, survey};
use super::error::Tried;
use super::life::{Marked, forget_life, look_back, note_life};
use super::lock::Lock;
use super::open::{beside, damaged, exists, file_error, folder_of, inspect};
use super::{NewLetter, Store, StoreError, migrate};
use base::game::GameId;
use desk::LetterId;

const BUSY: Duration = Duration::from_secs(30);
const MARK: &str = "after_restore";
/// The ending of a whole copy that is about to take the place of a database.
const WHOLE: &str = ".restored";
/// When a letter under review is tried: not before the year 285,000.
const NEVER: i64 = 9_000_000_000_000;

/// What makes a letter of the outbox one that was given up, and not withheld or undone.
pub(super) const GIVEN_UP: &str = "state = 'failed' AND undone IS NULL AND coalesce(reply, '') NOT LIKE 'withheld: %'";

/// What a copy holds, counted when it was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copied {
    /// Its schema.
    pub schema: i64,
    /// Letters in its ledger.
    pub letters: i64,
    /// Games.
    pub games: i64,
    /// Rows of its journal.
    pub journal: u64,
    /// It was copied file by file and not by `backup`: what was only in its write-ahead log is missing.
    pub is_raw_copy: bool,
}

/// What a restored database is like.
#[derive(Debug, Clone)]
pub struct Restored {
    /// The copy.
    pub copied: Copied,
    /// Where the files went that were there before.
    pub replaced: Option<PathBuf>,
    /// Letters that were on their way when the copy was made, and wait for review now.
    pub held: i64,
    /// Since when the judge was down, as far as that matters.
    pub down_since: Option<i64>,
}

/// Copies a database, whether or not a judge works on it, into a new file that only its owner may read, and checks it.
pub fn back_up(database: &Path, target: &Path) -> Result<Copied, StoreError> {
    if !exists(database)? {
        return Err(StoreError::NoDatabase { path: database.to_owned() });
    }
    refuse_cut_off(database)?;
    refuse_existing(target)?;
    let partial = beside(target, ".partial");
    let copied = match copy_whole(database, &partial) {
        Ok(()) => check_untouched(&partial),
        Err(error) => Err(error),
    };
    let copied = copied.inspect_err(|_| _ = remove_with_logs(&partial))?;
    publish(&partial, target)?;
    Ok(copied)
}

/// Keeps a copy of a database as it is before an upgrade, in the place of one from before.
pub(super) fn keep_copy(database: &Path, copy: &Path) -> Result<(), StoreError> {
    let partial = beside(copy, ".partial");
    let kept = match copy_whole(database, &partial) {
        Ok(()) => inspect(&partial),
        Err(error) => Err(error),
    };
    kept.inspect_err(|_| _ = remove_with_logs(&partial))?;
    fs::rename(&partial, copy).map_err(file_error("write the copy to", copy))?;
    sync_folder(copy)
}

/// Puts a copy in the place of a database that nobody works on. What was there is moved aside. `marked` marks the
/// database, so that the next judge looks through his whole mailbox again; without it the copy must be the last word.
pub fn restore(
    copy: &Path,
    database: &Path,
    fingerprint: &str,
    marked: Option<&Marked>,
) -> Result<Restored, StoreError> {
    if !exists(copy)? {
        return Err(StoreError::NoDatabase { path: copy.to_owned() });
    }
    if !folder_of(database).is_dir() {
        return Err(StoreError::NoFolder { path: database.to_owned() });
    }
    let _lock = Lock::take(database)?;
    // Before anything opens it: a look may leave a write-ahead log beside it.
    let is_raw_copy = is_in_wal_mode(copy)?;
    inspect(copy)?;
    let new = beside(database, ".restoring");
    let prepared = prepare(copy, &new, (database, fingerprint), marked);
    let (copied, held, down_since) = prepared.inspect_err(|_| _ = remove_with_logs(&new))?;
    // From here on the restore is carried out, by the next start if it is cut off.
    let whole = beside(database, WHOLE);
    fs::rename(&new, &whole).map_err(file_error("put in place", &whole))?;
    sync_folder(database)?;
    let replaced = put_in_place(database)?;
    Ok(Restored { copied: Copied { is_raw_copy, ..copied }, replaced, held, down_since })
}

/// Makes the file that is to take the place of a database: whole, checked, of the same judge, and marked.
fn prepare(
    copy: &Path,
    new: &Path,
    (database, fingerprint): (&Path, &str),
    marked: Option<&Marked>,
) -> Result<(Copied, i64, Option<i64>), StoreError> {
    copy_whole(copy, new)?;
    let copied = check(new)?;
    check_owner(new, fingerprint)?;
    let (held, down_since) = match marked {
        Some(marked) => mark(new, database, marked)?,
        None => (0, None),
    };
    sync(new)?;
    Ok((copied, held, down_since))
}

/// Moves aside what is in the place of the database, and puts the whole copy there.
fn put_in_place(database: &Path) -> Result<Option<PathBuf>, StoreError> {
    let replaced = move_aside(database)?;
    fs::rename(beside(database, WHOLE), database).map_err(file_error("put in place", database))?;
    sync_folder(database)?;
    Ok(replaced)
}

/// Carries out a restore that was cut off when its copy was whole. The lock must be held.
pub(super) fn finish_cut_off(database: &Path) -> Result<(), StoreError> {
    if exists(&beside(database, WHOLE))? {
        put_in_place(database)?;
    }
    Ok(())
}

/// Refuses to look at a database that is about to be replaced, or is on its way aside.
pub(super) fn refuse_cut_off(database: &Path) -> Result<(), StoreError> {
    if exists(&beside(database, WHOLE))? {
        return Err(StoreError::CutOff { path: database.to_owned() });
    }
    Ok(())
}

/// Refuses to make a database where one was that a restore moved aside.
pub(super) fn refuse_beside_replaced(database: &Path) -> Result<(), StoreError> {
    let folder = folder_of(database);
    let name = database.file_name().unwrap_or_default().to_string_lossy();
    let begins = format!("{name}.replaced-");
    for entry in fs::read_dir(&folder).map_err(file_error("list", &folder))? {
        let entry = entry.map_err(file_error("list", &folder))?;
        if entry.file_name().to_string_lossy().starts_with(&begins) {
            return Err(StoreError::Gone { path: database.to_owned(), aside: entry.path() });
        }
    }
    Ok(())
}

/// A letter under review: what the operator decides by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnderReview {
    /// Its number in the outbox.
    pub id: i64,
    /// What it is for.
    pub purpose: String,
    /// About which game.
    pub game: Option<String>,
}

/// A letter that was given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenUp {
    /// Its number in the outbox.
    pub id: i64,
    /// What it is for.
    pub purpose: String,
    /// What the mail server said.
    pub reply: String,
}

/// The letters that wait for the operator after a restore.
pub fn under_review(database: &Path) -> Result<Vec<UnderReview>, StoreError> {
    let connection = by_hand(database, true)?;
    let select = "SELECT o.id, o.purpose, o.game FROM review AS r JOIN outbox AS o ON o.id = r.outbox ORDER BY o.id";
    let rows: Vec<(i64, String, Option<String>)> =
        survey(select).all(&connection).tried("list letters under review", "review")?;
    Ok(rows.into_iter().map(|(id, purpose, game)| UnderReview { id, purpose, game }).collect())
}

/// Lets the letters under review go, except those dropped, which never will. Works beside a running judge. Says how many
/// go and how many were dropped.
pub fn release_review(database: &Path, dropped: &[i64]) -> Result<(u64, u64), StoreError> {
    const WHAT: &str = "release letters under review";
    let connection = by_hand(database, false)?;
    let tx = Transaction::begin(&connection).tried(WHAT, "begin")?;
    refuse_uncaught(&tx, WHAT)?;
    let drop = "UPDATE outbox SET state = 'failed', next_try = 0, reply = 'withheld: dropped by the operator'
         WHERE state = 'pending' AND id = $1 AND id IN (SELECT outbox FROM review)";
    let mut gone = 0;
    for id in dropped {
        gone += survey(drop).bind(id).execute(&tx).tried(WHAT, id)?;
    }
    let free = "UPDATE outbox SET next_try = 0 WHERE state = 'pending' AND id IN (SELECT outbox FROM review)";
    let freed = survey(free).execute(&tx).tried(WHAT, "outbox")?;
    survey("DELETE FROM review").execute(&tx).tried(WHAT, "review")?;
    tx.commit().tried(WHAT, "commit")?;
    Ok((freed, gone))
}

/// The letters that were given up, of one game or of all; those that we withheld, and those that tell what was undone, are
/// none of them.
pub fn given_up(database: &Path, game: Option<&GameId>) -> Result<Vec<GivenUp>, StoreError> {
    let connection = by_hand(database, true)?;
    let rows: Vec<(i64, String, String)> = survey(format!(
        "SELECT id, purpose, coalesce(reply, '') FROM outbox WHERE {GIVEN_UP} AND ($1 IS NULL OR game = $1) ORDER BY id"
    ))
    .bind(game.map(GameId::as_str))
    .all(&connection)
    .tried("list letters that were given up", "outbox")?;
    Ok(rows.into_iter().map(|(id, purpose, reply)| GivenUp { id, purpose, reply }).collect())
}

/// Queues these of the letters that were given up once more, with the same bytes, and drops those, which are given up for
/// good. Works beside a running judge.
pub fn send_again(database: &Path, again: &[i64], dropped: &[i64]) -> Result<(), StoreError> {
    const WHAT: &str = "send letters again that were given up";
    let connection = by_hand(database, false)?;
    let tx = Transaction::begin(&connection).tried(WHAT, "begin")?;
    refuse_uncaught(&tx, WHAT)?;
    let drop = format!(
        "UPDATE outbox SET reply = 'withheld: dropped by the operator'
         WHERE {GIVEN_UP} AND id = $1"
    );
    let queue = format!(
        "UPDATE outbox SET state = 'pending', attempts = 0, next_try = 0
         WHERE {GIVEN_UP} AND id = $1"
    );
    for (words, ids) in [(drop, dropped), (queue, again)] {
        for id in ids {
            survey(words.as_str()).bind(id).execute(&tx).tried(WHAT, id)?;
        }
    }
    tx.commit().tried(WHAT, "commit")
}

/// Until a restored judge has looked through his mailbox nothing is let go.
fn refuse_uncaught(tx: &Connection, what: &'static str) -> Result<(), StoreError> {
    let marked: Option<String> =
        survey("SELECT value FROM meta WHERE name = $1").bind(MARK).first(tx).tried(what, "meta")?;
    if marked.is_some() { Err(StoreError::NotCaughtUp) } else { Ok(()) }
}

/// The letters of a game under review go when its master says so.
pub(super) fn release_game(tx: &Connection, game: &str) -> Result<(), StoreError> {
    const WHAT: &str = "release letters under review";
    let of_game = "SELECT r.outbox FROM review AS r JOIN outbox AS o ON o.id = r.outbox WHERE o.game = $1";
    let free = format!("UPDATE outbox SET next_try = 0 WHERE state = 'pending' AND id IN ({of_game})");
    survey(free).bind(game).execute(tx).tried(WHAT, game)?;
    let forget = format!("DELETE FROM review WHERE outbox IN ({of_game})");
    survey(forget).bind(game).execute(tx).tried(WHAT, game)?;
    Ok(())
}

impl Store {
    /// When this database was restored from a copy, if its mailbox was not looked through since.
    pub fn restored_at(&self) -> Result<Option<i64>, StoreError> {
        let value: Option<String> = survey("SELECT value FROM meta WHERE name = $1")
            .bind(MARK)
            .first(&self.reader())
            .tried("look for the mark of a restore", "meta")?;
        Ok(value.and_then(|at| at.parse().ok()))
    }

    /// Keeps a letter unless its very bytes are known already, under whatever name. A name that belongs to another letter
    /// gets an addition. Says whether it was new.
    pub fn keep_again(&self, letter: &NewLetter<'_>) -> Result<bool, StoreError> {
        let sha256 = HEXLOWER.encode(&Sha256::digest(letter.bytes));
        let known: Option<i64> = survey("SELECT 1 FROM raw WHERE sha256 = $1")
            .bind(&sha256)
            .first(&self.reader())
            .tried("look for a letter's bytes", "raw")?;
        if known.is_some() {
            return Ok(false);
        }
        let kept = self.keep_letter(letter)?;
        if kept.is_new {
            return Ok(true);
        }
        let uid = format!("{}~{}", letter.uid, &sha256[..8]);
        Ok(self.keep_letter(&NewLetter { uid: &uid, ..*letter })?.is_new)
    }

    /// Letters without a decision with their times of arrival, in that order.
    pub fn undecided_arrivals(&self) -> Result<Vec<(LetterId, i64)>, StoreError> {
        survey("SELECT id, arrived FROM letter WHERE verdict IS NULL ORDER BY arrived, id")
            .all(&self.reader())
            .tried("list undecided letters", "ledger")
    }

    /// Takes the mark away; all letters that wait to be sent are under review from now on. Says how many.
    pub fn finish_restore(&self) -> Result<i64, StoreError> {
        const WHAT: &str = "finish a restore";
        let tx = self.begin(WHAT)?;
        let held = hold_all(&tx)?;
        survey("DELETE FROM meta WHERE name = $1").bind(MARK).execute(&tx).tried(WHAT, "meta")?;
        forget_life(&tx)?;
        tx.commit().tried(WHAT, "commit")?;
        Ok(held)
    }
}

fn hold_all(tx: &Connection) -> Result<i64, StoreError> {
    const WHAT: &str = "hold letters for review";
    let insert = "INSERT INTO review (outbox) SELECT id FROM outbox
         WHERE state IN ('pending', 'sending') AND is_held = 0 AND undone IS NULL ON CONFLICT DO NOTHING";
    survey(insert).execute(tx).tried(WHAT, "review")?;
    let hold = "UPDATE outbox SET resends = resends + (state = 'sending'), state = 'pending', next_try = $1
         WHERE state IN ('pending', 'sending') AND id IN (SELECT outbox FROM review)";
    survey(hold).bind(NEVER).execute(tx).tried(WHAT, "outbox")?;
    survey("SELECT count(*) FROM review").one(tx).tried(WHAT, "review")
}

/// Marks a copy that is to take the place of a database. Says how many letters wait for review now, and since when the
/// judge was down.
fn mark(copy: &Path, database: &Path, marked: &Marked) -> Result<(i64, Option<i64>), StoreError> {
    const WHAT: &str = "mark a restored database";
    let mut connection = by_hand(copy, false)?;
    let life = look_back(&connection, database, marked)?;
    let tx = Transaction::begin(&connection).tried(WHAT, copy.display())?;
    let upsert =
        "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    survey(upsert).bind(MARK).bind(marked.at.to_string()).execute(&tx).tried(WHAT, "meta")?;
    forget_life(&tx)?;
    if let Some(life) = &life {
        note_life(&tx, life)?;
    }
    let held = hold_all(&tx)?;
    tx.commit().tried(WHAT, copy.display())?;
    connection.close().tried(WHAT, copy.display())?;
    Ok((held, life.and_then(|life| life.seen)))
}

/// A connection past those of a store, for one statement or two beside a running judge.
pub(super) fn by_hand(database: &Path, is_read_only: bool) -> Result<Connection, StoreError> {
    if !exists(database)? {
        return Err(StoreError::NoDatabase { path: database.to_owned() });
    }
    let purpose = if is_read_only { Purpose::Looking } else { Purpose::Writing };
    Connection::open(database, purpose, BUSY).tried("open the database", database.display())
}

/// One consistent copy, with what is still in the write-ahead log; the source is only read. What a copy that was cut off
/// left behind is taken away first: its journal would be carried out on this one.
fn copy_whole(source: &Path, target: &Path) -> Result<(), StoreError> {
    remove_with_logs(target)?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    options.open(target).map_err(file_error("create", target))?;
    let mut connection = by_hand(source, true)?;
    let words = format!("VACUUM INTO '{}'", target.display().to_string().replace('\'', "''"));
    connection.run(&words).tried("copy the database to", target.display())?;
    connection.close().tried("copy the database to", target.display())?;
    sync(target)
}

/// Checks a copy and leaves it as it is: one of an older schema is upgraded in a copy of its own, for whoever goes back to
/// an older release needs the old one.
fn check_untouched(copy: &Path) -> Result<Copied, StoreError> {
    if inspect(copy)? == migrate::latest() {
        return check(copy);
    }
    let scratch = beside(copy, ".check");
    copy_whole(copy, &scratch)?;
    let checked = check(&scratch);
    remove_with_logs(&scratch)?;
    checked
}

/// Everything that can be checked of a copy, which is brought to the latest schema: its pages, references, schema, and the chain of its journal.
fn check(copy: &Path) -> Result<Copied, StoreError> {
    const WHAT: &str = "check the copy";
    let schema = inspect(copy)?;
    let mut connection = by_hand(copy, false)?;
    if schema < migrate::latest() {
        migrate::upgrade(&connection, migrate::SCRIPTS)?;
    }
    let complaints: Vec<String> = survey("PRAGMA integrity_check(3)").all(&connection).tried(WHAT, "integrity")?;
    if complaints != ["ok"] {
        return Err(damaged(copy, format!("the copy is damaged ({})", complaints.join("; "))));
    }
    let loose: Vec<()> = survey("PRAGMA foreign_key_check").all(&connection).tried(WHAT, "references")?;
    if !loose.is_empty() {
        return Err(damaged(copy, format!("{} rows of the copy refer to nothing", loose.len())));
    }
    let (letters, games): (i64, i64) = survey("SELECT (SELECT count(*) FROM letter), (SELECT count(*) FROM game)")
        .one(&connection)
        .tried(WHAT, "counts")?;
    connection.close().tried(WHAT, "close")?;
    let store = Store::read_only(copy)?;
    let journal = store.verify_journal();
    store.close();
    Ok(Copied { schema, letters, games, journal: journal?, is_raw_copy: false })
}

fn check_owner(copy: &Path, fingerprint: &str) -> Result<(), StoreError> {
    let store = Store::read_only(copy)?;
    let checked = store.check_key(fingerprint);
    store.close();
    checked
}

/// Bytes 18 and 19 of a file in WAL mode are 2; a copy made by `backup` is whole in itself and has 1 there.
fn is_in_wal_mode(file: &Path) -> Result<bool, StoreError> {
    let mut header = [0; 20];
    File::open(file).and_then(|mut open| open.read_exact(&mut header)).map_err(file_error("read", file))?;
    let beside_it = beside(file, "-wal");
    Ok(header[18] == 2 && !exists(&beside_it)?)
}

fn refuse_existing(target: &Path) -> Result<(), StoreError> {
    if exists(target)? {
        let why = std::io::Error::from(ErrorKind::AlreadyExists);
        return Err(StoreError::File { what: "write the backup to", path: target.to_owned(), why });
    }
    Ok(())
}

/// Gives the whole file its name; a file that came to be there meanwhile is not overwritten.
fn publish(partial: &Path, target: &Path) -> Result<(), StoreError> {
    match fs::hard_link(partial, target) {
        Ok(()) => fs::remove_file(partial).map_err(file_error("remove", partial))?,
        Err(why) if why.kind() == ErrorKind::AlreadyExists => {
            return Err(file_error("write the backup to", target)(why));
        }
        // A file system without links.
        Err(_) => fs::rename(partial, target).map_err(file_error("write the backup to", target))?,
    }
    sync_folder(target)
}

/// The name under which a replaced database is kept.
pub(super) fn number_aside(database: &Path, number: u32) -> PathBuf {
    beside(database, &format!(".replaced-{number}"))
}

fn move_aside(database: &Path) -> Result<Option<PathBuf>, StoreError> {
    let mut number = 1;
    while exists(&number_aside(database, number))? {
        number += 1;
    }
    let aside = number_aside(database, number);
    let mut moved = None;
    for ending in ["-wal", "-shm", ""] {
        let (from, to) = (beside(database, ending), beside(&aside, ending));
        match fs::rename(&from, &to) {
            Ok(()) => moved = Some(aside.clone()),
            Err(why) if why.kind() == ErrorKind::NotFound => {}
            Err(why) => return Err(file_error("move aside", &from)(why)),
        }
    }
    Ok(moved)
}

fn remove_with_logs(file: &Path) -> Result<(), StoreError> {
    ["-journal", "-wal", "-shm", ""].iter().try_for_each(|ending| remove_if_there(&beside(file, ending)))
}

fn remove_if_there(file: &Path) -> Result<(), StoreError> {
    match fs::remove_file(file) {
        Err(why) if why.kind() != ErrorKind::NotFound => Err(file_error("remove", file)(why)),
        _ => Ok(()),
    }
}

fn sync(file: &Path) -> Result<(), StoreError> {
    File::open(file).and_then(|open| open.sync_all()).map_err(file_error("write down", file))
}

fn sync_folder(file: &Path) -> Result<(), StoreError> {
    sync(&folder_of(file))
}
