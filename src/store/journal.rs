//! The journal: who did what, when and why. Each row is chained by its hash to the one before of the same game, those about no
//! game to each other, so that games have nothing of each other in their rows.

use std::collections::BTreeMap;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::engine::{Connection, sql, survey};
use super::error::{Tried, unreadable};
use super::{Store, StoreError};
use base::game::{GameId, PlayerId};
use desk::JournalEntry;

/// A row as it is stored: its number, game, player, time, act, reason, hash, and whether it is of the one chain that the journal
/// was before.
type Row = (i64, Option<String>, Option<String>, i64, String, Option<String>, String, bool);

impl Store {
    /// Walks the whole journal and holds every row against the hash of the row before. Gives how many rows there are.
    pub fn verify_journal(&self) -> Result<u64, StoreError> {
        const WHAT: &str = "verify the journal";
        let last: Option<i64> = survey("SELECT seq FROM sqlite_sequence WHERE name = 'journal'")
            .first(&self.reader())
            .tried(WHAT, "journal")?;
        let rows: Vec<Row> = survey(ALL).all(&self.reader()).tried(WHAT, "journal")?;
        let mut chains = Chains::default();
        let mut count = 0;
        for row in rows {
            let Link { seq, entry, hash, is_of_all } = read(row)?;
            count += 1;
            if seq != count {
                return Err(StoreError::BrokenChain { seq: count, why: "it is missing" });
            }
            if link(chains.end_of(&entry.game, is_of_all), seq, &entry)? != hash {
                return Err(StoreError::BrokenChain { seq, why: "its text is not what was written" });
            }
            chains.extend(entry.game, is_of_all, hash);
        }
        if count < last.unwrap_or(0) {
            return Err(StoreError::BrokenChain { seq: count + 1, why: "it is missing" });
        }
        Ok(count.unsigned_abs())
    }
}

const ALL: &str = "SELECT seq, game, player, at, act, reason, hash, is_of_all FROM journal ORDER BY seq";

/// The hashes at which chains end.
#[derive(Default)]
struct Chains {
    /// That of the one chain that the journal was before.
    of_all: String,
    by_game: BTreeMap<Option<GameId>, String>,
}

impl Chains {
    fn end_of(&self, game: &Option<GameId>, is_of_all: bool) -> &str {
        let own = self.by_game.get(game).filter(|_| !is_of_all);
        own.unwrap_or(&self.of_all)
    }

    fn extend(&mut self, game: Option<GameId>, is_of_all: bool, hash: String) {
        match is_of_all {
            true => self.of_all = hash,
            false => drop(self.by_game.insert(game, hash)),
        }
    }
}

/// A row read back.
struct Link {
    seq: i64,
    entry: JournalEntry,
    hash: String,
    is_of_all: bool,
}

fn read((seq, game, player, at, act, reason, hash, is_of_all): Row) -> Result<Link, StoreError> {
    let parse = |name: String| {
        let bad = || unreadable("read the journal", format!("row {seq}"), "its game has no good name");
        GameId::parse(&name).ok_or_else(bad)
    };
    let (game, player) = (game.map(parse).transpose()?, player.as_deref().map(PlayerId::stored));
    Ok(Link { seq, entry: JournalEntry { game, player, at, act, reason }, hash, is_of_all })
}

const NEWEST: &str = "SELECT coalesce(max(seq), 0) FROM journal";
/// Where the chain of a game ends, or that of none.
const END: &str = "SELECT hash FROM journal WHERE game IS $1 AND is_of_all = 0 ORDER BY seq DESC LIMIT 1";
/// Where a new chain begins.
const END_OF_ALL: &str = "SELECT hash FROM journal WHERE is_of_all = 1 ORDER BY seq DESC LIMIT 1";

fn end_of(tx: &Connection, game: Option<&str>) -> Result<String, StoreError> {
    let own: Option<String> = sql(END).bind(game).first(tx).tried(WRITE, "its chain")?;
    let end = match own {
        Some(hash) => Some(hash),
        None => sql(END_OF_ALL).first(tx).tried(WRITE, "its chain")?,
    };
    Ok(end.unwrap_or_default())
}

fn link(before: &str, seq: i64, entry: &JournalEntry) -> Result<String, StoreError> {
    let text = serde_json::to_string(&(seq, entry)).tried(WRITE, format!("row {seq}"))?;
    Ok(HEXLOWER.encode(&Sha256::new().chain_update(before).chain_update(text).finalize()))
}

/// Adds entries to the ends of their chains.
pub(super) fn append<'a>(
    tx: &Connection,
    entries: impl IntoIterator<Item = &'a JournalEntry>,
) -> Result<(), StoreError> {
    for entry in entries {
        let seq = sql(NEWEST).one::<i64>(tx).tried(WRITE, "newest row")? + 1;
        let game = entry.game.as_ref().map(GameId::as_str);
        let insert = "INSERT INTO journal (seq, game, player, at, act, reason, hash, is_of_all)
             VALUES ($1, $2, $3, $4, $5, $6, $7, 0)";
        sql(insert)
            .bind(seq)
            .bind(game)
            .bind(entry.player.as_ref().map(PlayerId::as_str))
            .bind(entry.at)
            .bind(&entry.act)
            .bind(entry.reason.as_deref())
            .bind(link(&end_of(tx, game)?, seq, entry)?)
            .execute(tx)
            .tried(WRITE, format!("row {seq}"))?;
    }
    Ok(())
}

const WRITE: &str = "write the journal";

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(game: &str, act: &str) -> JournalEntry {
        JournalEntry { game: GameId::parse(game), player: None, at: 7, act: act.to_owned(), reason: None }
    }

    #[test]
    fn chains_of_games_go_on_from_the_one_chain_that_the_journal_was() {
        for broken in [None, Some(1), Some(2), Some(3), Some(4), Some(5)] {
            let folder = tempfile::tempdir().unwrap();
            let store = Store::open(&folder.path().join("adjutant.db")).unwrap();
            let tx = store.begin("test").unwrap();
            let old = [entry("cw1", "START"), entry("cw2", "START")];
            let mut end = String::new();
            for (seq, entry) in (1..).zip(&old) {
                end = link(&end, seq, entry).unwrap();
                let insert = sql("INSERT INTO journal (seq, game, at, act, hash) VALUES ($1, $2, 7, 'START', $3)");
                insert.bind(seq).bind(entry.game.as_ref().map(GameId::as_str)).bind(&end).execute(&tx).unwrap();
            }
            append(&tx, &[entry("cw1", "a"), entry("cw2", "b"), entry("cw1", "c")]).unwrap();
            if let Some(seq) = broken {
                tx.run("DROP TRIGGER journal_stays").unwrap();
                sql("UPDATE journal SET at = 8 WHERE seq = $1").bind(seq).execute(&tx).unwrap();
            }
            tx.commit().unwrap();
            match (broken, store.verify_journal()) {
                (None, Ok(rows)) => assert_eq!(rows, 5),
                (Some(broken), Err(StoreError::BrokenChain { seq, .. })) => assert_eq!(seq, broken),
                (broken, verified) => panic!("{broken:?}: {verified:?}"),
            }
        }
    }
}
