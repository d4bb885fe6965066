//! The outbox: letters to send, frozen when they are decided, and how often sending was tried.

use std::collections::{BTreeMap, BTreeSet};

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::engine::{Connection, sql};
use super::error::Tried;
use super::reading::Reading;
use super::{Store, StoreError};
use base::game::{GameId, PlayerId};
use desk::{ADDRESS_QUESTION, Enquiry, OutboxLetter, SentLetter};

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

const LIST_DUE: &str = "list letters to send";

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

fn letter_to_send(on: &Connection, id: i64) -> Result<OutboxRow, StoreError> {
    const MOST_RESENDS: u32 = 10;
    type Row = (String, String, String, Option<Vec<u8>>, Option<String>, u32, u32, bool);
    let select = "SELECT purpose, recipient, message_id, bytes, seal, attempts, resends,
            EXISTS (SELECT 1 FROM address WHERE address = outbox.recipient AND player = outbox.player)
            OR NOT EXISTS (SELECT 1 FROM address WHERE player = outbox.player)
         FROM outbox LEFT JOIN frozen ON frozen.letter = outbox.id WHERE id = $1";
    let row: Row = sql(select).bind(id).one(on).tried(LIST_DUE, id)?;
    let (purpose, to, message_id, bytes, sealed, attempts, resends, is_registered) = row;
    let is_there = bytes.is_some();
    let bytes = bytes.unwrap_or_default();
    let is_whole = is_there && sealed.is_none_or(|sealed| seal(&to, &message_id, &bytes) == sealed);
    let fault = match (is_whole, is_registered, resends) {
        (false, ..) => Some(Fault::Damaged),
        (_, false, _) => Some(Fault::NotRegistered),
        (_, true, MOST_RESENDS..) => Some(Fault::BreaksTheSender),
        (_, true, _) => None,
    };
    Ok(OutboxRow { id, purpose, to, message_id, bytes, attempts, resends, fault })
}

impl Store {
    /// Letters that are to be sent by now, oldest first, reminders and digests behind all others: as many as may lie in memory
    /// together.
    pub fn due_letters(&self, now: i64, limit: u32) -> Result<Vec<OutboxRow>, StoreError> {
        self.due_letters_of(now, limit, true)
    }

    /// The same, with reminders and digests or without.
    pub fn due_letters_of(&self, now: i64, limit: u32, with_patient: bool) -> Result<Vec<OutboxRow>, StoreError> {
        const MOST_BYTES: i64 = 8 << 20;
        let select = format!(
            "SELECT id, coalesce(length(bytes), 0) FROM outbox LEFT JOIN frozen ON frozen.letter = outbox.id
             WHERE state = 'pending' AND is_held = 0 AND undone IS NULL AND next_try <= $1 AND is_patient <= $3
                AND NOT {}
             ORDER BY is_patient, id LIMIT $2",
            kept_for_address()
        );
        self.read().at_one_instant(LIST_DUE, |on| {
            let due = sql(select).bind(now).bind(limit).bind(with_patient);
            let due: Vec<(i64, i64)> = due.all(on).tried(LIST_DUE, "outbox")?;
            let mut bytes = 0;
            let fits = |(_, size): &&(i64, i64)| {
                bytes += size;
                bytes <= MOST_BYTES
            };
            let together = due.iter().take_while(fits).count().max(1);
            due.iter().take(together).map(|(id, _)| letter_to_send(on, *id)).collect()
        })
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
        let tx = self.begin(WHAT)?;
        let mut marked = BTreeMap::new();
        for id in ids {
            let update = "UPDATE outbox SET state = 'sending', attempts = attempts + 1
                 WHERE id = $1 AND state = 'pending' AND is_held = 0 AND undone IS NULL RETURNING attempts";
            let attempts: Vec<u32> = sql(update).bind(id).all(&tx).tried(WHAT, id)?;
            marked.extend(attempts.into_iter().map(|attempts| (*id, attempts)));
        }
        tx.commit().tried(WHAT, "outbox")?;
        Ok(marked)
    }

    /// These letters were not tried after all: they wait as before.
    pub fn mark_untried(&self, ids: &[i64]) -> Result<(), StoreError> {
        const WHAT: &str = "take back attempts that were not made";
        if ids.is_empty() {
            return Ok(());
        }
        let tx = self.begin(WHAT)?;
        for id in ids {
            let update =
                "UPDATE outbox SET state = 'pending', attempts = attempts - 1 WHERE id = $1 AND state = 'sending'";
            sql(update).bind(id).execute(&tx).tried(WHAT, id)?;
        }
        tx.commit().tried(WHAT, "outbox")
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
        let update = sql(update).bind(id).bind(next_try).bind(reply);
        let done = update.execute(&*self.writer(WHAT)?).tried(WHAT, id)?;
        being_sent(done, id)
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
             WHERE o.state = 'pending' AND o.is_held = 0 AND o.undone IS NULL AND o.reply LIKE '{DOUBTFUL}%' AND NOT {TAKEN_SINCE}"
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
        let mut known = BTreeSet::new();
        for purpose in purposes {
            let select = sql("SELECT purpose FROM outbox WHERE purpose = $1").bind(*purpose);
            known.extend(select.first::<String>(&self.reader()).tried("look for letters written", "outbox")?);
        }
        Ok(known)
    }
}

macro_rules! sent_letter {
    () => {
        "SELECT id, message_id, purpose, player, game, phase, revision, undone IS NOT NULL, is_burnt, written, token FROM outbox "
    };
}
pub(super) const SENT_WITH_ID: &str = concat!(sent_letter!(), "WHERE message_id = $1");
pub(super) const SENT_TO_TOKEN: &str = concat!(sent_letter!(), "WHERE token = $1");

type SentRow = (i64, String, String, String, Option<String>, u32, u32, bool, bool, Option<i64>, Option<String>);

fn read_sent(row: SentRow) -> (i64, SentLetter) {
    let (id, message_id, purpose, player, game, phase, revision, is_undone, is_burnt, written, token) = row;
    let (player, game) = (PlayerId::stored(&player), game.as_deref().and_then(GameId::parse));
    let sent = SentLetter { message_id, purpose, player, game, phase, revision, is_undone, is_burnt, written, token };
    (id, sent)
}

impl Reading<'_> {
    /// Those of our letters that have one of these Message-IDs, in the order in which they were written.
    pub fn sent_letters(&self, message_ids: &[&str]) -> Result<Vec<SentLetter>, StoreError> {
        Ok(self.sent_with_ids(message_ids)?.into_values().collect())
    }

    /// Those of our letters that a letter names, or to whose token it was sent.
    pub(super) fn named(&self, enquiry: &Enquiry<'_>) -> Result<Vec<SentLetter>, StoreError> {
        let mut sent = self.sent_with_ids(enquiry.named)?;
        if let Some(token) = enquiry.token {
            let rows = sql(SENT_TO_TOKEN).bind(HEXLOWER.encode(&token)).all(&self.connection());
            sent.extend(rows.tried(LOOK_UP, "outbox")?.into_iter().map(read_sent));
        }
        Ok(sent.into_values().collect())
    }

    /// The letter of ours with this print of a token.
    pub fn sent_to_token(&self, token: &str) -> Result<Option<SentLetter>, StoreError> {
        let row = sql(SENT_TO_TOKEN).bind(token).first(&self.connection()).tried(LOOK_UP, "outbox")?;
        Ok(row.map(|row| read_sent(row).1))
    }

    fn sent_with_ids(&self, message_ids: &[&str]) -> Result<BTreeMap<i64, SentLetter>, StoreError> {
        let mut sent = BTreeMap::new();
        for message_id in message_ids {
            let rows = sql(SENT_WITH_ID).bind(*message_id).all(&self.connection());
            sent.extend(rows.tried(LOOK_UP, "outbox")?.into_iter().map(read_sent));
        }
        Ok(sent)
    }

    /// The letter of ours with this Message-ID, and its bytes.
    pub fn sent_letter(&self, message_id: &str) -> Result<Option<(SentLetter, Vec<u8>)>, StoreError> {
        let Some(letter) = self.sent_letters(&[message_id])?.pop() else { return Ok(None) };
        let select = "SELECT bytes FROM frozen WHERE letter = (SELECT id FROM outbox WHERE message_id = $1)";
        let bytes: Option<Vec<u8>> = sql(select).bind(message_id).first(&self.connection()).tried(LOOK_UP, "outbox")?;
        Ok(bytes.map(|bytes| (letter, bytes)))
    }
}

const LOOK_UP: &str = "look up letters of ours";

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
    const WHAT: &str = "put letters into the outbox";
    for letter in letters {
        let (outgoing, purpose) = (&letter.outgoing, &letter.purpose);
        let known: Option<i64> = sql(WITH_PURPOSE).bind(purpose).first(tx).tried(WHAT, purpose)?;
        if known.is_some() {
            continue;
        }
        let game = letter.game.as_ref().map(GameId::as_str);
        let revision = match game {
            Some(game) => sql(REVISION).bind(game).first::<u32>(tx).tried(WHAT, purpose)?,
            None => None,
        };
        let id: Vec<i64> = sql(ENQUEUE)
            .bind(purpose)
            .bind(&outgoing.message_id)
            .bind(letter.player.as_str())
            .bind(serde_json::to_string(&letter.role).tried(WHAT, purpose)?)
            .bind(game)
            .bind(letter.phase)
            .bind(revision.unwrap_or(1))
            .bind(outgoing.to.as_str())
            .bind(letter.is_held)
            .bind(letter.is_patient())
            .bind(seal(outgoing.to.as_str(), &outgoing.message_id, &outgoing.bytes))
            .bind(letter.written)
            .bind(letter.token.as_deref())
            .all(tx)
            .tried(WHAT, purpose)?;
        for id in id {
            let freeze = sql("INSERT INTO frozen (letter, bytes) VALUES ($1, $2)").bind(id).bind(&outgoing.bytes);
            freeze.execute(tx).tried(WHAT, purpose)?;
        }
    }
    Ok(())
}

const WITH_PURPOSE: &str = "SELECT id FROM outbox WHERE purpose = $1";
/// That of the game when a letter is put in: of its open phase, else of its last step.
const REVISION: &str = "
SELECT coalesce((SELECT revision FROM phase WHERE game = $1 AND state = 'open'),
                (SELECT revision FROM step WHERE game = $1 ORDER BY seq DESC LIMIT 1), 1)";
const ENQUEUE: &str = "
INSERT INTO outbox (purpose, message_id, player, role, game, phase, revision, recipient, is_held, is_patient, seal, written, token,
    journal)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, (SELECT coalesce(max(seq), 0) FROM journal))
RETURNING id";

/// What tells that a letter is sent as it was written, and to whom.
pub(super) fn seal(to: &str, message_id: &str, bytes: &[u8]) -> String {
    let mut hash = Sha256::new();
    for part in [to.as_bytes(), b"\n", message_id.as_bytes(), b"\n", bytes] {
        hash.update(part);
    }
    HEXLOWER.encode(&hash.finalize())
}

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
