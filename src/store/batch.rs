//! The ledger by the batch: the same reads and writes as for one letter, each one statement for many.

use std::collections::{BTreeMap, BTreeSet};

use data_encoding::HEXLOWER;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::commit::Imprint;
use super::engine::{Connection, sql};
use super::error::{Tried, unreadable};
use super::letters::verdict_words;
use super::people::{PlayerRow, player_json, read_games};
use super::{Kept, NewLetter, RawLetter, Store, StoreError};
use crate::desk::{
    ADDRESS_ASKED_ANEW, AUTOMATIC, Copied, DUPLICATE, Decision, EarlierCopies, LetterId, QUESTION, SentLetter, Tally,
    Verdict,
};
use crate::game::{GameId, Player, PlayerId};

/// A letter without a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undecided {
    /// Its number in the ledger.
    pub id: LetterId,
    /// How often its parsing was begun.
    pub attempts: u32,
    /// Bytes that are kept of it.
    pub size: u64,
}

/// What to look up about the writer of a letter.
#[derive(Debug, Clone, Copy)]
pub struct Enquiry<'a> {
    /// The letter.
    pub letter: LetterId,
    /// What tells it from others.
    pub canon: [u8; 32],
    /// Its Message-ID, when it matters whether that was here before.
    pub message_id: Option<&'a str>,
    /// Its only sender, in canonical form.
    pub from: Option<&'a str>,
    /// The Message-IDs it names.
    pub named: &'a [&'a str],
    /// What tells the token it was sent to, if it was sent to any.
    pub token: Option<[u8; 32]>,
    /// Wrong codes and held letters count from then on, in epoch seconds.
    pub since: i64,
}

/// What is known about the writer of a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// What became of the letters with the same content.
    pub copied: Copied,
    /// The person registered with the sender's address.
    pub writer: Option<Player>,
    /// The games that person plays in or masters.
    pub games: Vec<GameId>,
    /// Those of our letters that the letter names.
    pub sent: Vec<SentLetter>,
    /// Wrong codes from the writer's address.
    pub wrong_codes: u32,
    /// Letters of the writer that were held.
    pub held: u32,
    /// What is remembered of the answers to the writer.
    pub tally: Tally,
    /// A letter with the same Message-ID was decided before.
    pub is_id_known: bool,
}

#[derive(Deserialize)]
struct SentRow {
    message_id: String,
    purpose: String,
    player: String,
    game: Option<String>,
    phase: u32,
    revision: u32,
    is_undone: u8,
    is_burnt: u8,
    written: Option<i64>,
    token: Option<String>,
}

#[derive(Deserialize)]
struct CopiedRow {
    copies: u32,
    is_decided: u8,
    was_held: u8,
    asked: BTreeSet<String>,
    was_correspondence: u8,
    was_silent: u8,
    waiting: Vec<LetterId>,
}

impl CopiedRow {
    fn read(self) -> Copied {
        match (self.copies, self.is_decided) {
            (0, _) => Copied::Never,
            (_, 0) => Copied::Unproven(EarlierCopies {
                waiting: self.waiting,
                was_held: self.was_held != 0,
                asked: self.asked,
                was_correspondence: self.was_correspondence != 0,
                was_silent: self.was_silent != 0,
            }),
            _ => Copied::Decided,
        }
    }
}

/// Each part goes by an index, so that it costs the same however many letters, people and games there are.
const KNOWN: &str = concat!(
    "
SELECT e.key,
    (SELECT json_object('copies', count(*),
        'is_decided', coalesce(max(l.fate IN ('answered', 'late', 'quarantined')), 0),
        'was_held', coalesce(max(l.was_held), 0),
        'asked', (SELECT json_group_array(o.purpose) FROM outbox AS o
            WHERE o.purpose IN ($4 || substr(e.value ->> 'canon', 1, 32), $5 || substr(e.value ->> 'canon', 1, 32))),
        'was_correspondence', coalesce(max(l.fate = 'correspondence'), 0),
        'was_silent', coalesce(max(l.fate = 'silent' AND l.was_held = 0
            AND l.verdict ->> 'why' <> $2 AND l.verdict ->> 'why' NOT LIKE $3 || '%'), 0),
        'waiting', json_group_array(l.id) FILTER (WHERE l.fate = 'held'))
        FROM letter AS l WHERE l.canon = e.value ->> 'canon' AND l.id <> e.value ->> 'letter'),
    CASE WHEN p.id IS NULL THEN NULL ELSE ",
    player_json!(),
    " END,
    (SELECT json_group_array(game) FROM
        (SELECT game FROM seat WHERE holder = p.id UNION SELECT game FROM game_master WHERE player = p.id ORDER BY 1)),
    (SELECT json_group_array(json_object('message_id', s.message_id, 'purpose', s.purpose, 'player', s.player,
        'game', s.game, 'phase', s.phase, 'revision', s.revision, 'is_undone', s.undone IS NOT NULL,
        'is_burnt', s.is_burnt, 'written', s.written, 'token', s.token)) FROM
        (SELECT o.* FROM outbox AS o WHERE o.id IN
            (SELECT m.id FROM outbox AS m WHERE m.message_id IN (SELECT n.value FROM json_each(e.value, '$.named') AS n)
             UNION SELECT t.id FROM outbox AS t WHERE t.token = e.value ->> 'token' AND t.token IS NOT NULL)
         ORDER BY o.id) AS s),
    (SELECT count(*) FROM wrong_code AS w WHERE w.player = p.id AND w.at >= e.value ->> 'since'),
    (SELECT count(*) FROM letter AS l
        WHERE l.was_held = 1 AND l.writer = p.id AND l.arrived >= e.value ->> 'since'),
    (SELECT body FROM tally WHERE player = p.id),
    p.id IS NOT NULL AND EXISTS (SELECT 1 FROM letter AS l
        WHERE l.message_id = e.value ->> 'message_id' AND l.id <> e.value ->> 'letter')
FROM json_each($1) AS e
    LEFT JOIN address AS a ON a.address = e.value ->> 'from'
    LEFT JOIN player AS p ON p.id = a.player
ORDER BY e.key"
);

const RAW: &str = "
SELECT l.id, l.arrived, l.missed, l.size, l.is_truncated, l.raw, r.bytes
FROM json_each($1) AS j JOIN letter AS l ON l.id = j.value JOIN raw AS r ON r.sha256 = l.raw ORDER BY j.key";

const NUMBERS: &str = "
SELECT l.id FROM json_each($1) AS j LEFT JOIN letter AS l ON l.mailbox = j.value ->> 0
    AND l.validity = j.value ->> 1 AND l.uid = j.value ->> 2 ORDER BY j.key";

type KnownRow = (i64, String, Option<String>, String, String, u32, u32, Option<String>, bool);

fn read_known(row: KnownRow) -> Result<Known, StoreError> {
    const WHAT: &str = "look up the writer of a letter";
    let (_, copied, writer, games, sent, wrong_codes, held, tally, is_id_known) = row;
    let writer = writer.map(|text| serde_json::from_str::<PlayerRow>(&text).tried(WHAT, "players")).transpose()?;
    let sent: Vec<SentRow> = serde_json::from_str(&sent).tried(WHAT, "outbox")?;
    let sent = sent.into_iter().map(|row| SentLetter {
        message_id: row.message_id,
        purpose: row.purpose,
        player: PlayerId::stored(&row.player),
        game: row.game.as_deref().and_then(GameId::parse),
        phase: row.phase,
        revision: row.revision,
        is_undone: row.is_undone != 0,
        is_burnt: row.is_burnt != 0,
        written: row.written,
        token: row.token,
    });
    Ok(Known {
        copied: serde_json::from_str::<CopiedRow>(&copied).tried(WHAT, "ledger")?.read(),
        writer: writer.map(PlayerRow::read).transpose()?,
        games: read_games(WHAT, serde_json::from_str(&games).tried(WHAT, "games")?)?,
        sent: sent.collect(),
        wrong_codes,
        held,
        tally: tally.map(|body| serde_json::from_str(&body)).transpose().tried(WHAT, "tallies")?.unwrap_or_default(),
        is_id_known,
    })
}

impl Store {
    /// Letters without a decision, in the order of their arrival, with what was tried with them.
    pub fn undecided_letters(&self, limit: u32) -> Result<Vec<Undecided>, StoreError> {
        let select = "SELECT id, attempts, size FROM letter WHERE verdict IS NULL ORDER BY arrived, id LIMIT $1";
        let rows: Vec<(LetterId, u32, i64)> =
            sql(select).bind(limit).all(&self.reader()).tried("list undecided letters", "ledger")?;
        Ok(rows.into_iter().map(|(id, attempts, size)| Undecided { id, attempts, size: size.unsigned_abs() }).collect())
    }

    /// Counts an attempt with each of these letters, before the first is made.
    pub fn begin_attempts(&self, ids: &[LetterId]) -> Result<(), StoreError> {
        const WHAT: &str = "count attempts";
        let update = "UPDATE letter SET attempts = attempts + 1 WHERE id IN (SELECT value FROM json_each($1)) AND verdict IS NULL";
        let update = sql(update).bind(json!(ids).to_string());
        let done = update.execute(&*self.tally(WHAT)?).tried(WHAT, "ledger")?;
        if done == ids.len() as u64 {
            return Ok(());
        }
        Err(StoreError::NoSuch { what: WHAT, on: format!("{} letters without a decision", ids.len()) })
    }

    /// Takes back the attempts that were counted and not made: we were stopped, or the store was in trouble.
    pub fn return_attempts(&self, ids: &[LetterId]) -> Result<(), StoreError> {
        const WHAT: &str = "take back attempts that were not made";
        let update = "UPDATE letter SET attempts = attempts - 1
             WHERE id IN (SELECT value FROM json_each($1)) AND verdict IS NULL AND attempts > 0";
        let update = sql(update).bind(json!(ids).to_string());
        update.execute(&*self.tally(WHAT)?).tried(WHAT, "ledger")?;
        Ok(())
    }

    /// Several letters, in the order of `ids`; those whose bytes are not what was kept are left out. Letters kept a moment
    /// ago are given as they came, the first time they are asked for.
    pub fn raw_letters(&self, ids: &[LetterId]) -> Result<Vec<RawLetter>, StoreError> {
        let mut found = self.inner.fresh.take(ids);
        let others: Vec<LetterId> = ids.iter().copied().filter(|id| !found.contains_key(id)).collect();
        if !others.is_empty() {
            found.extend(self.read_letters(&others)?.into_iter().map(|raw| (raw.id, raw)));
        }
        Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
    }

    fn read_letters(&self, ids: &[LetterId]) -> Result<Vec<RawLetter>, StoreError> {
        const WHAT: &str = "read letters";
        type Row = (LetterId, i64, Option<i64>, i64, bool, String, Vec<u8>);
        let ids = json!(ids).to_string();
        let rows: Vec<Row> = sql(RAW).bind(ids).all(&self.reader()).tried(WHAT, "ledger")?;
        let is_whole = |row: &Row| HEXLOWER.encode(&Sha256::digest(&row.6)) == row.5;
        let read = |(id, arrived, missed, size, is_truncated, _, bytes): Row| {
            let size = size.unsigned_abs();
            RawLetter { id, arrived, missed, size, is_truncated, bytes }
        };
        Ok(rows.into_iter().filter(is_whole).map(read).collect())
    }

    /// What is known about the writers of these letters, in the same order.
    pub fn known_of(&self, enquiries: &[Enquiry<'_>]) -> Result<Vec<Known>, StoreError> {
        const WHAT: &str = "look up the writers of letters";
        let asked = enquiries.iter().map(|enquiry| {
            json!({
                "letter": enquiry.letter, "canon": HEXLOWER.encode(&enquiry.canon), "from": enquiry.from,
                "message_id": enquiry.message_id,
                "named": enquiry.named, "token": enquiry.token.map(|token| HEXLOWER.encode(&token)), "since": enquiry.since,
            })
        });
        let asked = json!(asked.collect::<Vec<_>>()).to_string();
        let rows: Vec<KnownRow> = sql(KNOWN)
            .bind(asked)
            .bind(DUPLICATE)
            .bind(AUTOMATIC)
            .bind(QUESTION)
            .bind(ADDRESS_ASKED_ANEW)
            .all(&self.reader())
            .tried(WHAT, "ledger")?;
        if rows.len() != enquiries.len() {
            return Err(unreadable(WHAT, "ledger", "not every letter was answered once"));
        }
        rows.into_iter().map(read_known).collect()
    }
}

const KEEP: &str = "keep letters";
/// Rows in one statement: SQLite takes 32,766 values in one.
const MOST_ROWS: usize = 200;

/// The place of a letter: mailbox, UIDVALIDITY, name in it.
type Place<'a> = (&'a str, u32, &'a str);

fn place<'a>(letter: &NewLetter<'a>) -> Place<'a> {
    (letter.mailbox, letter.validity, letter.uid)
}

/// Keeps those letters that are not known yet. One answer for each.
pub(super) fn keep_all(tx: &Connection, letters: &[NewLetter<'_>]) -> Result<Vec<Kept>, StoreError> {
    let mut kept = Vec::with_capacity(letters.len());
    for letters in letters.chunks(MOST_ROWS) {
        keep_some(tx, letters, &mut kept)?;
    }
    Ok(kept)
}

fn keep_some(tx: &Connection, letters: &[NewLetter<'_>], kept: &mut Vec<Kept>) -> Result<(), StoreError> {
    let places: Vec<Place<'_>> = letters.iter().map(place).collect();
    let known = numbers_of(tx, &places)?;
    let mut new: Vec<&NewLetter<'_>> = Vec::new();
    for (letter, number) in letters.iter().zip(&known) {
        if number.is_none() && new.iter().all(|other| place(other) != place(letter)) {
            new.push(letter);
        }
    }
    if !new.is_empty() {
        put(tx, &new)?;
    }
    let after = if new.is_empty() { known.clone() } else { numbers_of(tx, &places)? };
    let mut met = Vec::new();
    for ((place, before), now) in places.iter().zip(known).zip(after) {
        let id = now.ok_or_else(|| StoreError::NoSuch { what: KEEP, on: format!("uid {}", place.2) })?;
        kept.push(Kept { id, is_new: before.is_none() && !met.contains(place) });
        met.push(*place);
    }
    Ok(())
}

/// The numbers of the letters in these places, as far as they are known.
fn numbers_of(tx: &Connection, places: &[Place<'_>]) -> Result<Vec<Option<LetterId>>, StoreError> {
    sql(NUMBERS).bind(json!(places).to_string()).all(tx).tried(KEEP, "ledger")
}

/// The raw bytes, once for all copies, and the letters' rows.
fn put(tx: &Connection, letters: &[&NewLetter<'_>]) -> Result<(), StoreError> {
    let hashes: Vec<String> = letters.iter().map(|letter| HEXLOWER.encode(&Sha256::digest(letter.bytes))).collect();
    for (hash, letter) in hashes.iter().zip(letters) {
        let insert = sql("INSERT INTO raw (sha256, bytes) VALUES ($1, $2) ON CONFLICT (sha256) DO NOTHING");
        insert.bind(hash).bind(letter.bytes).execute(tx).tried(KEEP, "raw letters")?;
    }
    let rows = letters.iter().zip(&hashes).map(|(letter, hash)| {
        json!({
            "mailbox": letter.mailbox, "validity": letter.validity, "uid": letter.uid, "arrived": letter.arrived,
            "size": i64::try_from(letter.size).unwrap_or(i64::MAX), "is_truncated": letter.is_truncated, "raw": hash,
            "missed": letter.missed,
        })
    });
    let insert = "INSERT INTO letter (mailbox, validity, uid, arrived, size, is_truncated, raw, missed)
         SELECT value ->> 'mailbox', value ->> 'validity', value ->> 'uid', value ->> 'arrived', value ->> 'size',
                value ->> 'is_truncated', value ->> 'raw', value ->> 'missed' FROM json_each($1) ORDER BY key";
    let insert = sql(insert).bind(json!(rows.collect::<Vec<_>>()).to_string());
    insert.execute(tx).tried(KEEP, "ledger")?;
    Ok(())
}

/// Writes the one decision about each of these letters into the ledger.
pub(super) fn decide_all(tx: &Connection, decided: &[(LetterId, &Imprint, &Decision)]) -> Result<(), StoreError> {
    const WHAT: &str = "decide letters";
    let Some((first, ..)) = decided.first() else { return Ok(()) };
    let mut rows = BTreeMap::new();
    for (id, imprint, decision) in decided {
        let (verdict, fate) = verdict_words(&decision.verdict)?;
        let row = json!({
            "id": id, "verdict": verdict, "fate": fate, "held": decision.verdict == Verdict::Held,
            "writer": decision.writer, "game": decision.game, "canon": HEXLOWER.encode(&imprint.canon),
            "message_id": imprint.message_id,
        });
        rows.insert(*id, row);
    }
    let update = "UPDATE letter SET verdict = j.value ->> 'verdict', fate = j.value ->> 'fate',
         was_held = j.value ->> 'held', writer = j.value ->> 'writer', game = j.value ->> 'game',
         canon = j.value ->> 'canon', message_id = j.value ->> 'message_id'
         FROM json_each($1) AS j WHERE letter.id = j.value ->> 'id' AND letter.verdict IS NULL";
    let rows: Vec<_> = rows.into_values().collect();
    let update = sql(update).bind(json!(rows).to_string());
    let done = update.execute(tx).tried(WHAT, "ledger")?;
    if done == decided.len() as u64 { Ok(()) } else { Err(StoreError::AlreadyDecided(*first)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_up_writers_walks_through_no_table() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("adjutant.db")).unwrap();
        for select in [KNOWN, NUMBERS, RAW] {
            let explain = format!("EXPLAIN QUERY PLAN {select}");
            let steps: Vec<(i64, i64, i64, String)> = sql(explain).bind("[]").all(&store.reader()).unwrap();
            assert!(steps.len() > 1, "{steps:#?}");
            // Only what was asked for, and what was found for it, is walked through.
            let is_small =
                |step: &str| step.contains("VIRTUAL TABLE") || step == "SCAN s" || step.contains("(subquery");
            let walks = steps.iter().filter(|(.., step)| step.starts_with("SCAN") && !is_small(step));
            assert_eq!(walks.count(), 0, "a table is walked through\n{steps:#?}");
        }
    }
}
