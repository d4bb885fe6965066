//! The ledger: every letter as it came, what was tried with it, and what became of it.

use std::collections::BTreeMap;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::commit::Imprint;
use super::engine::{Connection, sql};
use super::error::{Tried, unreadable};
use super::keep::keep;
use super::reading::Reading;
use super::{Store, StoreError};
use base::game::{GameId, PlayerId};
use desk::{Decision, LetterId, Mark, Verdict, WaitingNote};

/// A letter as it was fetched.
#[derive(Debug, Clone, Copy)]
pub struct NewLetter<'a> {
    /// The mailbox it was found in.
    pub mailbox: &'a str,
    /// The mailbox's UIDVALIDITY.
    pub validity: u32,
    /// Its name in the mailbox.
    pub uid: &'a str,
    /// Arrival at the server, in epoch seconds.
    pub arrived: i64,
    /// Its size at the server.
    pub size: u64,
    /// Only its beginning was fetched.
    pub is_truncated: bool,
    /// The mailbox was read then, long after its arrival, and it was not there.
    pub missed: Option<i64>,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// What keeping a letter came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// Its number in the ledger.
    pub id: LetterId,
    /// It was not known before.
    pub is_new: bool,
}

/// A letter of the ledger, by its name in the mailbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownLetter {
    /// Its name in the mailbox.
    pub uid: String,
    /// Its number in the ledger.
    pub id: LetterId,
    /// Whether it has its decision.
    pub is_decided: bool,
}

/// A letter as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawLetter {
    /// Its number in the ledger.
    pub id: LetterId,
    /// Arrival at the server, in epoch seconds.
    pub arrived: i64,
    /// The mailbox was read then, long after its arrival, and it was not there.
    pub missed: Option<i64>,
    /// Its size at the server.
    pub size: u64,
    /// Only its beginning was fetched.
    pub is_truncated: bool,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A letter that waits, not yet parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingRaw {
    /// Whose address it came from.
    pub player: PlayerId,
    /// The letter.
    pub raw: RawLetter,
}

impl Store {
    /// All letters of a mailbox that are in the ledger, by name.
    pub fn known_letters(&self, mailbox: &str, validity: u32) -> Result<Vec<KnownLetter>, StoreError> {
        let select =
            "SELECT uid, id, verdict IS NOT NULL FROM letter WHERE mailbox = $1 AND validity = $2 ORDER BY uid";
        let known: Vec<(String, LetterId, bool)> =
            sql(select).bind(mailbox).bind(validity).all(&self.reader()).tried("list known letters", "ledger")?;
        Ok(known.into_iter().map(|(uid, id, is_decided)| KnownLetter { uid, id, is_decided }).collect())
    }

    /// Keeps a letter before anything is done with it. A letter that is known already is not kept twice.
    pub fn keep_letter(&self, letter: &NewLetter<'_>) -> Result<Kept, StoreError> {
        let kept = self.keep_letters(std::slice::from_ref(letter))?;
        kept.into_iter().next().ok_or_else(|| StoreError::NoSuch { what: KEEP, on: format!("uid {}", letter.uid) })
    }

    /// Keeps several letters in one transaction: all of them or none.
    pub fn keep_letters(&self, letters: &[NewLetter<'_>]) -> Result<Vec<Kept>, StoreError> {
        let tx = self.begin(KEEP)?;
        let kept = letters.iter().map(|letter| keep(&tx, letter)).collect::<Result<_, _>>()?;
        tx.commit().tried(KEEP, format!("{} letters", letters.len()))?;
        Ok(kept)
    }

    /// Letters without a decision, in the order of their arrival.
    pub fn undecided(&self, limit: u32) -> Result<Vec<LetterId>, StoreError> {
        sql("SELECT id FROM letter WHERE verdict IS NULL ORDER BY arrived, id LIMIT $1")
            .bind(limit)
            .all(&self.reader())
            .tried("list undecided letters", "ledger")
    }

    /// How many letters that arrived by then have no decision yet.
    pub fn undecided_by(&self, at: i64) -> Result<u64, StoreError> {
        let count: i64 = sql("SELECT count(*) FROM letter WHERE verdict IS NULL AND arrived <= $1")
            .bind(at)
            .one(&self.reader())
            .tried("count undecided letters", "ledger")?;
        Ok(count.unsigned_abs())
    }

    /// A letter's bytes, held against their hash.
    pub fn raw_letter(&self, id: LetterId) -> Result<RawLetter, StoreError> {
        self.read().raw_letter(id)
    }

    /// The bytes of several letters, or what is wrong with those of one.
    pub fn raw_letters(
        &self,
        ids: impl IntoIterator<Item = LetterId>,
    ) -> Result<BTreeMap<LetterId, Result<RawLetter, StoreError>>, StoreError> {
        self.read().at_one_instant(READ, |on| {
            let reading = self.read_within(on);
            Ok(ids.into_iter().map(|id| (id, reading.raw_letter(id))).collect())
        })
    }

    /// The last letters of a person that are held, oldest first, with the games they are about.
    pub fn held_letters(&self, player: &PlayerId, limit: u32) -> Result<Vec<(LetterId, Option<GameId>)>, StoreError> {
        let rows: Vec<(LetterId, Option<String>)> = sql("SELECT id, game FROM (SELECT id, game, arrived FROM letter
                WHERE was_held = 1 AND writer = $1 AND fate = 'held' ORDER BY arrived DESC, id DESC LIMIT $2)
             ORDER BY arrived, id")
        .bind(player.as_str())
        .bind(limit)
        .all(&self.reader())
        .tried("list held letters", player)?;
        Ok(rows.into_iter().map(|(id, game)| (id, game.as_deref().and_then(GameId::parse))).collect())
    }
}

impl Reading<'_> {
    /// A letter that is held or late, with whose address it came from; `None` when it does not wait.
    pub fn waiting_letter(&self, id: LetterId) -> Result<Option<WaitingRaw>, StoreError> {
        let Some((raw, writer, is_waiting)) = self.letter_row(id)? else { return Ok(None) };
        let Some(player) = writer.filter(|_| is_waiting) else { return Ok(None) };
        Ok(Some(WaitingRaw { player: PlayerId::stored(&player), raw }))
    }

    /// The number of the letter with this mark that waits. Its copies are told apart by having been decided as copies.
    pub fn letter_marked(&self, mark: Mark) -> Result<Option<LetterId>, StoreError> {
        let select = "SELECT id FROM letter WHERE canon >= $1 AND canon < $1 || 'g' AND fate IN ('held', 'late')
             ORDER BY id LIMIT 1";
        sql(select).bind(mark.to_string()).first(&self.connection()).tried("look for a letter that waits", mark)
    }

    /// The letters that wait in a game: those about it, and those about no game whose writer has a seat in it.
    pub fn waiting_notes(&self, game: &GameId) -> Result<Vec<WaitingNote>, StoreError> {
        let rows: Vec<(LetterId, String, i64, String)> =
            sql(WAITING).bind(game.as_str()).all(&self.connection()).tried("list waiting letters", game)?;
        let note = |(letter, writer, arrived, verdict): (LetterId, String, i64, String)| {
            Ok(WaitingNote { letter, writer, arrived, verdict: read_verdict(&verdict, letter)? })
        };
        rows.into_iter().map(note).collect()
    }

    fn raw_letter(&self, id: LetterId) -> Result<RawLetter, StoreError> {
        let (raw, ..) = self.letter_row(id)?.ok_or_else(|| StoreError::NoSuch { what: READ, on: letter_words(id) })?;
        Ok(raw)
    }

    fn letter_row(&self, id: LetterId) -> Result<Option<Written>, StoreError> {
        type Row = (i64, Option<i64>, i64, bool, String, Vec<u8>, Option<String>, bool);
        let row: Option<Row> = sql("SELECT l.arrived, l.missed, l.size, l.is_truncated, l.raw, r.bytes, l.writer,
                 coalesce(l.fate IN ('held', 'late'), 0)
             FROM letter AS l JOIN raw AS r ON r.sha256 = l.raw WHERE l.id = $1")
        .bind(id)
        .first(&self.connection())
        .tried(READ, letter_words(id))?;
        let Some((arrived, missed, size, is_truncated, sha256, bytes, writer, is_waiting)) = row else {
            return Ok(None);
        };
        if bytes.is_empty() && size > 0 {
            return Err(StoreError::Emptied(id));
        }
        if HEXLOWER.encode(&Sha256::digest(&bytes)) != sha256 {
            return Err(unreadable(READ, letter_words(id), "its bytes are not those that were kept"));
        }
        let raw = RawLetter { id, arrived, missed, size: size.unsigned_abs(), is_truncated, bytes };
        Ok(Some((raw, writer, is_waiting)))
    }
}

const WAITING: &str = "
SELECT l.id, coalesce(p.name, ''), l.arrived, coalesce(l.settled, l.verdict) FROM letter AS l LEFT JOIN player AS p ON p.id = l.writer
WHERE l.fate IN ('held', 'late') AND l.game = $1
UNION ALL
SELECT l.id, p.name, l.arrived, coalesce(l.settled, l.verdict) FROM letter AS l JOIN player AS p ON p.id = l.writer
WHERE l.fate IN ('held', 'late') AND l.game IS NULL
  AND l.writer IN (SELECT holder FROM seat WHERE game = $1 AND holder IS NOT NULL)
ORDER BY 3, 1";

/// A letter with its writer, and whether it waits.
type Written = (RawLetter, Option<String>, bool);

const KEEP: &str = "keep a letter";
const READ: &str = "read a letter";

fn letter_words(id: LetterId) -> String {
    format!("letter {id}")
}

/// The verdict as it is stored.
fn written(verdict: &Verdict) -> Result<String, StoreError> {
    serde_json::to_value(verdict).map(|json| json.to_string()).tried("write a verdict", "ledger")
}

/// The verdict of a letter as it was stored.
pub(super) fn read_verdict(text: &str, id: LetterId) -> Result<Verdict, StoreError> {
    serde_json::from_str(text).tried("read a verdict", letter_words(id))
}

/// Writes a letter's one decision into the ledger.
pub(super) fn decide(
    tx: &Connection,
    id: LetterId,
    imprint: Option<&Imprint>,
    decision: &Decision,
) -> Result<(), StoreError> {
    const WHAT: &str = "decide a letter";
    let (verdict, fate) = (written(&decision.verdict)?, decision.verdict.word());
    let update = "UPDATE letter SET verdict = $2, fate = $3, was_held = $4, writer = $5, game = $6, canon = $7,
         message_id = $8 WHERE id = $1 AND verdict IS NULL";
    let done = sql(update)
        .bind(id)
        .bind(&verdict)
        .bind(fate)
        .bind(decision.verdict == Verdict::Held)
        .bind(decision.writer.as_ref().map(PlayerId::as_str))
        .bind(decision.game.as_ref().map(GameId::as_str))
        .bind(imprint.map(|imprint| HEXLOWER.encode(&imprint.canon)))
        .bind(imprint.and_then(|imprint| imprint.message_id.as_deref()))
        .execute(tx)
        .tried(WHAT, letter_words(id))?;
    if done == 1 {
        return Ok(());
    }
    let known: Option<i64> =
        sql("SELECT id FROM letter WHERE id = $1").bind(id).first(tx).tried(WHAT, letter_words(id))?;
    Err(match known {
        Some(id) => StoreError::AlreadyDecided(id),
        None => StoreError::NoSuch { what: WHAT, on: letter_words(id) },
    })
}

/// Writes what became of a letter that waited; its first verdict stays beside it.
pub(super) fn settle(tx: &Connection, id: LetterId, verdict: &Verdict) -> Result<(), StoreError> {
    let (settled, fate) = (written(verdict)?, verdict.word());
    let update = "UPDATE letter SET settled = $2, fate = $3 WHERE id = $1 AND fate IN ('held', 'late')";
    let update = sql(update).bind(id).bind(&settled).bind(fate);
    let done = update.execute(tx).tried("settle a letter", letter_words(id))?;
    if done == 1 { Ok(()) } else { Err(StoreError::NotWaiting(id)) }
}
