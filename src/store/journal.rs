//! The journal: who did what, when and why; each row is chained to the one before by its hash.

use data_encoding::HEXLOWER;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::engine::{Connection, sql};
use super::error::{Tried, unreadable};
use super::{Store, StoreError};
use crate::desk::JournalEntry;
use crate::game::{GameId, PlayerId};

/// A row as it is stored: its number, game, player, time, act, reason, hash.
pub(super) type Row = (i64, Option<String>, Option<String>, i64, String, Option<String>, String);

impl Store {
    /// Walks the whole journal and holds every row against the hash of the row before. Gives how many rows there are.
    pub fn verify_journal(&self) -> Result<u64, StoreError> {
        const WHAT: &str = "verify the journal";
        let last: Option<i64> = sql("SELECT seq FROM sqlite_sequence WHERE name = 'journal'")
            .first(&self.reader())
            .tried(WHAT, "journal")?;
        let rows: Vec<Row> = sql("SELECT seq, game, player, at, act, reason, hash FROM journal ORDER BY seq")
            .all(&self.reader())
            .tried(WHAT, "journal")?;
        let mut before = (0, String::new());
        for row in rows {
            let (seq, entry, hash) = read(row)?;
            if seq != before.0 + 1 {
                return Err(StoreError::BrokenChain { seq: before.0 + 1, why: "it is missing" });
            }
            if link(&before.1, seq, &entry)? != hash {
                return Err(StoreError::BrokenChain { seq, why: "its text is not what was written" });
            }
            before = (seq, hash);
        }
        if before.0 < last.unwrap_or(0) {
            return Err(StoreError::BrokenChain { seq: before.0 + 1, why: "it is missing" });
        }
        Ok(before.0.unsigned_abs())
    }
}

/// A stored row as entry.
pub(super) fn read((seq, game, player, at, act, reason, hash): Row) -> Result<(i64, JournalEntry, String), StoreError> {
    let game = match game {
        Some(name) => Some(
            GameId::parse(&name)
                .ok_or_else(|| unreadable("read the journal", format!("row {seq}"), "its game has no good name"))?,
        ),
        None => None,
    };
    let player = player.as_deref().map(PlayerId::stored);
    Ok((seq, JournalEntry { game, player, at, act, reason }, hash))
}

fn link(before: &str, seq: i64, entry: &JournalEntry) -> Result<String, StoreError> {
    let text = serde_json::to_string(&(seq, entry)).tried("write the journal", format!("row {seq}"))?;
    Ok(HEXLOWER.encode(&Sha256::new().chain_update(before).chain_update(text).finalize()))
}

/// Adds entries to the end of the chain.
pub(super) fn append<'a>(
    tx: &Connection,
    entries: impl IntoIterator<Item = &'a JournalEntry>,
) -> Result<(), StoreError> {
    const WHAT: &str = "write the journal";
    let entries: Vec<&JournalEntry> = entries.into_iter().collect();
    if entries.is_empty() {
        return Ok(());
    }
    let last: Option<(i64, String)> =
        sql("SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1").first(tx).tried(WHAT, "last row")?;
    let (mut seq, mut hash) = last.unwrap_or_default();
    let mut rows = Vec::with_capacity(entries.len());
    for entry in entries {
        seq += 1;
        hash = link(&hash, seq, entry)?;
        rows.push(json!({ "seq": seq, "entry": entry, "hash": hash }));
    }
    let insert = "INSERT INTO journal (seq, game, player, at, act, reason, hash)
         SELECT value ->> 'seq', value ->> '$.entry.game', value ->> '$.entry.player', value ->> '$.entry.at',
                value ->> '$.entry.act', value ->> '$.entry.reason', value ->> 'hash' FROM json_each($1) ORDER BY key";
    let insert = sql(insert).bind(json!(rows).to_string());
    insert.execute(tx).tried(WHAT, format!("row {seq}"))?;
    Ok(())
}
