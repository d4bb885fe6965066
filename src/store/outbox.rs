//! The outbox: letters to send, frozen when they are decided, and how often sending was tried.

use std::collections::{BTreeMap, BTreeSet};

use data_encoding::HEXLOWER;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::engine::{Connection, sql};
use super::error::Tried;
use super::{Store, StoreError};
use crate::desk::{ADDRESS_QUESTION, OutboxLetter, SentLetter};
use crate::game::{GameId, PlayerId};

/// A letter that may be sent now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxRow {
    /// Its number.
    pub id: i64,
    /// What it is for: how logs name it.
    pub purpose: String,
    /// The address of its only recipient.
    pub to: String,
    /// With angle brackets.
    pub message_id: String,
    /// Its bytes, the same at every attempt.
    pub bytes: Vec<u8>,
    /// How often sending was begun before.
    pub attempts: u32,
    /// How often it was cut off, so that nobody knows whether the letter left.
    pub resends: u32,
    /// Why it must not be sent any more.
    pub fault: Option<Fault>,
}

/// How many letters the mail server took. One that went in parts counts once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Departures {
    /// In the last 60 seconds.
    pub in_a_minute: u32,
    /// In the last 24 hours.
    pub in_a_day: u32,
}

/// Why a letter must not be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Its recipient is not one of the player's registered addresses any more.
    NotRegistered,
    /// Its recipient does not serve the seats any more for which he would read it, or is locked.
    NotEntitled,
    /// So often the judge ended while it was being sent that it is the likely cause.
    BreaksTheSender,
    /// It is not any more what was written: the file is damaged.
    Damaged,
}

/// How the reply of a letter begins that is tried again though the server says never, for it may say so of everybody.
pub const DOUBTFUL: &str = "doubtful: ";

/// Letters that the server refuses for their recipients, having taken none since for anybody else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubtful {
    /// How many letters.
    pub letters: i64,
    /// How many recipients.
    pub recipients: i64,
    /// What the server said of one of them.
    pub reply: String,
}

/// Whether the server took a letter for somebody else that was written after letter `o`: one in the same domain as its
/// recipient, or in another than ours (`$1`), for many servers take letters for their own domain from everybody.
const TAKEN_SINCE: &str = "EXISTS (SELECT 1 FROM outbox AS s
     WHERE s.id > o.id AND s.state = 'sent' AND s.recipient <> o.recipient
     AND (substr(s.recipient, instr(s.recipient, '@') + 1) = substr(o.recipient, instr(o.recipient, '@') + 1)
          OR substr(s.recipient, instr(s.recipient, '@') + 1) <> $1))";

/// Whether a row of the outbox is kept until the address of its reader is confirmed: everything to him is, but for the
/// letters that ask him.
pub(super) fn kept_for_address() -> String {
    let asks = ADDRESS_QUESTION.len();
    format!(
        "(outbox.player IN (SELECT id FROM player WHERE is_confirmed = 0)
          AND substr(outbox.purpose, 1, {asks}) <> '{ADDRESS_QUESTION}')"
    )
}

/// When to try again after so many attempts failed for now; `None` when about five days were spent on it.
pub fn next_try(attempts: u32, now: i64) -> Option<i64> {
    const FIRST_MINUTES: [i64; 5] = [1, 5, 15, 60, 180];
    const LATER_MINUTES: i64 = 360;
    const MOST_ATTEMPTS: u32 = 25; // 4 h 21 min for the first five waits, then 6 h each: 4 days 22 h 21 min in all.
    if attempts >= MOST_ATTEMPTS {
        return None;
    }
    let minutes = FIRST_MINUTES.get(attempts.saturating_sub(1) as usize).copied().unwrap_or(LATER_MINUTES);
    Some(now + 60 * minutes)
}

/// What is noted of a letter is noted while it is being sent.
fn being_sent(rows: u64, id: i64) -> Result<(), StoreError> {
    if rows == 1 {
        return Ok(());
    }
    Err(StoreError::NoSuch { what: "note how sending a letter went", on: format!("letter {id} that is being sent") })
}

impl Store {
    /// Letters that are to be sent by now, oldest first, reminders and digests behind all others.
    pub fn due_letters(&self, now: i64, limit: u32) -> Result<Vec<OutboxRow>, StoreError> {
        self.due_letters_of(now, limit, true)
    }

    /// The same, with reminders and digests or without.
    pub fn due_letters_of(&self, now: i64, limit: u32, with_patient: bool) -> Result<Vec<OutboxRow>, StoreError> {
        const WHAT: &str = "list letters to send";
        const MOST_RESENDS: u32 = 10;
        type Row = (i64, String, String, String, Option<Vec<u8>>, Option<String>, u32, u32, bool);
        let kept = kept_for_address();
        let rows: Vec<Row> = sql(format!(
            "SELECT id, purpose, recipient, message_id, bytes, seal, attempts, resends,
                EXISTS (SELECT 1 FROM address WHERE address = outbox.recipient AND player = outbox.player)
                OR NOT EXISTS (SELECT 1 FROM address WHERE player = outbox.player)
             FROM outbox LEFT JOIN frozen ON frozen.letter = outbox.id
             WHERE state = 'pending' AND is_held = 0 AND undone IS NULL AND next_try <= $1 AND is_patient <= $3
                AND NOT {kept}
             ORDER BY is_patient, id LIMIT $2"
        ))
        .bind(now)
        .bind(limit)
        .bind(with_patient)
        .all(&self.reader())
        .tried(WHAT, "outbox")?;
        let read = |(id, purpose, to, message_id, bytes, sealed, attempts, resends, is_registered): Row| {
            let is_there = bytes.is_some();
            let bytes = bytes.unwrap_or_default();
            let is_whole = is_there && sealed.is_none_or(|sealed| seal(&to, &message_id, &bytes) == sealed);
            let fault = match (is_whole, is_registered, resends) {
                (false, ..) => Some(Fault::Damaged),
                (_, false, _) => Some(Fault::NotRegistered),
                (_, true, MOST_RESENDS..) => Some(Fault::BreaksTheSender),
                (_, true, _) => None,
            };
            OutboxRow { id, purpose, to, message_id, bytes, attempts, resends, fault }
        };
        Ok(rows.into_iter().map(read).collect())
    }

    /// How many letters are to be sent by now: those that cannot wait, and reminders and digests.
    pub fn due_count(&self, now: i64) -> Result<(u32, u32), StoreError> {
        let select = format!(
            "SELECT count(*) FILTER (WHERE is_patient = 0), count(*) FILTER (WHERE is_patient = 1) FROM outbox
             WHERE state = 'pending' AND is_held = 0 AND undone IS NULL AND next_try <= $1 AND NOT {}",
            kept_for_address()
        );
        let select = sql(select).bind(now);
        select.one(&self.reader()).tried("count letters to send", "outbox")
    }

    /// How many letters left in the minute and in the day that end now.
    pub fn departures(&self, now: i64) -> Result<Departures, StoreError> {
        let select = "SELECT count(*) FILTER (WHERE left_at > $1 - 60), count(*) FROM outbox
             WHERE left_at > $1 - 86400 AND left_at <= $1";
        let select = sql(select).bind(now);
        let (in_a_minute, in_a_day) = select.one(&self.reader()).tried("count letters that left", "outbox")?;
        Ok(Departures { in_a_minute, in_a_day })
    }

    /// When the next letter that failed for now is to be tried again, if any waits for that.
    pub fn next_due(&self) -> Result<Option<i64>, StoreError> {
        let select = format!(
            "SELECT min(next_try) FROM outbox
             WHERE state = 'pending' AND is_held = 0 AND undone IS NULL AND NOT {}",
            kept_for_address()
        );
        sql(select).one(&self.reader()).tried("look for letters to send", "outbox")
    }

    /// Counts an attempt to send each of these letters, before it is made, in one commit. Gives how many there were, this one
    /// included; a letter that does not wait to be sent any more is left out.
    pub fn mark_sending(&self, ids: &[i64]) -> Result<BTreeMap<i64, u32>, StoreError> {
        const WHAT: &str = "begin to send letters";
        // All rows are asked for: a single statement commits at its end, and whoever stops before does not hear it fail.
        let marked: Vec<(i64, u32)> = sql("UPDATE outbox SET state = 'sending', attempts = attempts + 1
             WHERE id IN (SELECT value FROM json_each($1)) AND state = 'pending' AND is_held = 0 AND undone IS NULL
             RETURNING id, attempts")
        .bind(json!(ids).to_string())
        .all(&*self.writer(WHAT)?)
        .tried(WHAT, "outbox")?;
        Ok(marked.into_iter().collect())
    }

    /// These letters were not tried after all: they wait as before.
    pub fn mark_untried(&self, ids: &[i64]) -> Result<(), StoreError> {
        const WHAT: &str = "take back attempts that were not made";
        if ids.is_empty() {
            return Ok(());
        }
        let update = "UPDATE outbox SET state = 'pending', attempts = attempts - 1
             WHERE id IN (SELECT value FROM json_each($1)) AND state = 'sending'";
        let update = sql(update).bind(json!(ids).to_string());
        update.execute(&*self.writer(WHAT)?).tried(WHAT, "outbox")?;
        Ok(())
    }

    /// The server took these letters with these words, `at` in epoch seconds. All are noted or none.
    pub fn mark_sent(&self, letters: &[(i64, &str)], at: i64) -> Result<(), StoreError> {
        const WHAT: &str = "note that letters left";
        if letters.is_empty() {
            return Ok(());
        }
        let tx = self.begin(WHAT)?;
        for (id, reply) in letters {
            let update = "UPDATE outbox SET state = 'sent', next_try = 0, reply = $2, left_at = $3
                 WHERE id = $1 AND state = 'sending'";
            let done = sql(update).bind(id).bind(reply).bind(at).execute(&tx).tried(WHAT, id)?;
            being_sent(done, *id)?;
        }
        tx.commit().tried(WHAT, "outbox")
    }

    /// Sending failed for now.
    pub fn mark_retry(&self, id: i64, next_try: i64, reply: &str) -> Result<(), StoreError> {
        self.end_sending(id, "pending", next_try, reply)
    }

    /// Nobody knows whether the server took the letter: it goes again, with the same bytes, and is counted.
    pub fn mark_uncertain(&self, id: i64, next_try: i64, reply: &str) -> Result<(), StoreError> {
        const WHAT: &str = "note that a letter may have been taken";
        let update = "UPDATE outbox SET state = 'pending', next_try = $2, reply = $3, resends = resends + 1
             WHERE id = $1 AND state = 'sending'";
        sql(update).bind(id).bind(next_try).bind(reply).execute(&*self.writer(WHAT)?).tried(WHAT, id)?;
        Ok(())
    }

    /// Whether, since a letter was refused, the server took one for somebody else, so that the refusal is about its
    /// recipient. `own` is the domain of the judge's address.
    pub fn takes_for_others(&self, id: i64, own: &str) -> Result<bool, StoreError> {
        let select = format!("SELECT {TAKEN_SINCE} FROM outbox AS o WHERE o.id = $2");
        let select = sql(select).bind(own).bind(id);
        select.one(&self.reader()).tried("look whom the server takes letters for", id)
    }

    /// The letters of which nobody knows whether the server refuses their recipients or us.
    pub fn doubtful_letters(&self, own: &str) -> Result<Option<Doubtful>, StoreError> {
        let select = format!(
            "SELECT count(*), count(DISTINCT o.recipient), max(o.reply) FROM outbox AS o
             WHERE o.state = 'pending' AND o.undone IS NULL AND o.reply LIKE 'doubtful: %' AND NOT {TAKEN_SINCE}"
        );
        let row: (i64, i64, Option<String>) =
            sql(select).bind(own).one(&self.reader()).tried("count letters that are refused", "outbox")?;
        let (letters, recipients, reply) = row;
        let reply = reply.and_then(|reply| reply.strip_prefix(DOUBTFUL).map(str::to_owned));
        Ok(reply.map(|reply| Doubtful { letters, recipients, reply }))
    }

    /// Sending failed for good.
    pub fn mark_failed(&self, id: i64, reply: &str) -> Result<(), StoreError> {
        self.end_sending(id, "failed", 0, reply)
    }

    fn end_sending(&self, id: i64, state: &str, next_try: i64, reply: &str) -> Result<(), StoreError> {
        const WHAT: &str = "note how sending a letter went";
        let update = "UPDATE outbox SET state = $2, next_try = $3, reply = $4, left_at = NULL
             WHERE id = $1 AND state = 'sending'";
        let update = sql(update).bind(id).bind(state).bind(next_try).bind(reply);
        let done = update.execute(&*self.writer(WHAT)?).tried(WHAT, id)?;
        being_sent(done, id)
    }

    /// After a stop in the middle of sending nobody knows whether the server took the letter: it goes again, with the
    /// same bytes, and is counted. Opening the store does this; a sender whose round ended with an error of the store
    /// may do it before the next. Never while a letter is being sent.
    pub fn return_sending(&self) -> Result<(), StoreError> {
        const WHAT: &str = "take back letters that were being sent";
        let update = "UPDATE outbox SET state = 'pending', next_try = 0, resends = resends + 1 WHERE state = 'sending'";
        sql(update).execute(&*self.writer(WHAT)?).tried(WHAT, "outbox")?;
        Ok(())
    }

    /// Those of these purposes for which a letter was written.
    pub fn known_purposes(&self, purposes: &[&str]) -> Result<BTreeSet<String>, StoreError> {
        let select = "SELECT purpose FROM outbox WHERE purpose IN (SELECT value FROM json_each($1))";
        let select = sql(select).bind(json!(purposes).to_string());
        let known: Vec<String> = select.all(&self.reader()).tried("look for letters written", "outbox")?;
        Ok(known.into_iter().collect())
    }

    /// Those of our letters that have one of these Message-IDs.
    pub fn sent_letters(&self, message_ids: &[&str]) -> Result<Vec<SentLetter>, StoreError> {
        const WHAT: &str = "look up letters of ours";
        if message_ids.is_empty() {
            return Ok(Vec::new());
        }
        type Row = (String, String, String, Option<String>, u32, u32, bool, bool, Option<i64>, Option<String>);
        let rows: Vec<Row> = sql(
            "SELECT message_id, purpose, player, game, phase, revision, undone IS NOT NULL, is_burnt, written, token FROM outbox
             WHERE message_id IN (SELECT value FROM json_each($1)) ORDER BY id",
        )
        .bind(json!(message_ids).to_string())
        .all(&self.reader())
        .tried(WHAT, "outbox")?;
        let read = |(message_id, purpose, player, game, phase, revision, is_undone, is_burnt, written, token): Row| {
            SentLetter {
                message_id,
                purpose,
                player: PlayerId::stored(&player),
                game: game.as_deref().and_then(GameId::parse),
                phase,
                revision,
                is_undone,
                is_burnt,
                written,
                token,
            }
        };
        Ok(rows.into_iter().map(read).collect())
    }
}

impl Store {
    /// The letter of ours with this Message-ID, and its bytes.
    pub fn sent_letter(&self, message_id: &str) -> Result<Option<(SentLetter, Vec<u8>)>, StoreError> {
        const WHAT: &str = "look up a letter of ours";
        let Some(letter) = self.sent_letters(&[message_id])?.pop() else { return Ok(None) };
        let select = "SELECT bytes FROM frozen WHERE letter = (SELECT id FROM outbox WHERE message_id = $1)";
        let bytes: Option<Vec<u8>> = sql(select).bind(message_id).first(&self.reader()).tried(WHAT, "outbox")?;
        Ok(bytes.map(|bytes| (letter, bytes)))
    }
}

/// Letters about a game that are kept for somebody whose address nobody confirmed are not sent any more.
pub(super) fn withdraw_of(tx: &Connection, player: &PlayerId, game: &GameId, at: i64) -> Result<(), StoreError> {
    let update = format!(
        "UPDATE outbox SET undone = $3
         WHERE player = $1 AND game = $2 AND state = 'pending' AND undone IS NULL AND {}",
        kept_for_address()
    );
    let update = sql(update).bind(player.as_str()).bind(game.as_str()).bind(at);
    update.execute(tx).tried("withdraw a person's letters", player)?;
    Ok(())
}

/// Puts letters into the outbox. One whose purpose is there already changes nothing.
pub(super) fn enqueue<'a>(
    tx: &Connection,
    letters: impl IntoIterator<Item = &'a OutboxLetter>,
) -> Result<(), StoreError> {
    let mut seen = BTreeSet::new();
    let new: Vec<_> = letters.into_iter().filter(|letter| seen.insert(letter.purpose.as_str())).collect();
    let Some(first) = new.first() else { return Ok(()) };
    let mut bytes = Vec::new();
    let rows: Vec<_> = new.iter().map(|letter| row(letter, &mut bytes)).collect();
    let rows = json!(rows).to_string();
    let enqueue = sql(ENQUEUE).bind(&rows);
    enqueue.execute(tx).tried("put letters into the outbox", &first.purpose)?;
    let freeze = sql(FREEZE).bind(rows).bind(bytes);
    freeze.execute(tx).tried("put the bytes of letters into the outbox", &first.purpose)?;
    Ok(())
}

/// A letter's row; its bytes are added to those of the rows before.
fn row(letter: &OutboxLetter, bytes: &mut Vec<u8>) -> serde_json::Value {
    let before = bytes.len();
    bytes.extend_from_slice(&letter.outgoing.bytes);
    json!({
        "purpose": letter.purpose,
        "message_id": letter.outgoing.message_id,
        "player": letter.player,
        "role": json!(letter.role).to_string(),
        "game": letter.game,
        "phase": letter.phase,
        "recipient": letter.outgoing.to.as_str(),
        "start": before + 1,
        "length": letter.outgoing.bytes.len(),
        "is_held": letter.is_held,
        "is_patient": letter.is_patient(),
        "written": letter.written,
        "token": letter.token,
        "seal": seal(letter.outgoing.to.as_str(), &letter.outgoing.message_id, &letter.outgoing.bytes),
    })
}

/// What tells that a letter is sent as it was written, and to whom.
pub(super) fn seal(to: &str, message_id: &str, bytes: &[u8]) -> String {
    let mut hash = Sha256::new();
    for part in [to.as_bytes(), b"\n", message_id.as_bytes(), b"\n", bytes] {
        hash.update(part);
    }
    HEXLOWER.encode(&hash.finalize())
}

/// The revision is that of the game when the letter is put in: of its open phase, else of its last step.
///
/// Rows whose purpose is known are left out here and not by `ON CONFLICT`: their Message-ID is known, too, and of two
/// conflicts the other might be met first. A known Message-ID under a new purpose is an error.
const ENQUEUE: &str = "
INSERT INTO outbox (purpose, message_id, player, role, game, phase, revision, recipient, is_held, is_patient, seal, written, token,
    journal)
SELECT value ->> 'purpose', value ->> 'message_id', value ->> 'player', value ->> 'role', value ->> 'game', value ->> 'phase',
       coalesce((SELECT revision FROM phase WHERE game = value ->> 'game' AND state = 'open'),
                (SELECT revision FROM step WHERE game = value ->> 'game' ORDER BY seq DESC LIMIT 1), 1),
       value ->> 'recipient', value ->> 'is_held', value ->> 'is_patient', value ->> 'seal', value ->> 'written',
       value ->> 'token', (SELECT coalesce(max(seq), 0) FROM journal)
FROM json_each($1)
WHERE NOT EXISTS (SELECT 1 FROM outbox AS known WHERE known.purpose = value ->> 'purpose')
ORDER BY key";

/// The bytes of those that are new; what is there already stays.
const FREEZE: &str = "
INSERT INTO frozen (letter, bytes)
SELECT o.id, substr($2, value ->> 'start', value ->> 'length')
FROM json_each($1) JOIN outbox AS o ON o.message_id = value ->> 'message_id'
WHERE NOT EXISTS (SELECT 1 FROM frozen WHERE letter = o.id)
ORDER BY key";

#[cfg(test)]
mod tests {
    use super::next_try;

    #[test]
    fn waits_grow_and_end_within_five_days() {
        let mut now = 0;
        let mut waits = Vec::new();
        for attempts in 1.. {
            let Some(next) = next_try(attempts, now) else { break };
            waits.push((next - now) / 60);
            now = next;
        }
        assert_eq!(waits[..6], [1, 5, 15, 60, 180, 360]);
        assert!(waits.is_sorted());
        let day = 24 * 3600;
        assert!((4 * day..=5 * day).contains(&now), "{now}");
    }
}
