//! One game's records as JSON, for those who want to check them. In two forms: all of them for the operator, without bodies,
//! codes and the secret of an open phase; and what may be shown to anybody.

use data_encoding::HEXLOWER;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::engine::{Connection, Transaction, survey};
use super::error::{Tried, unreadable};
use super::{Store, StoreError};
use base::game::GameId;

const WHAT: &str = "export a game";

const GAME: &str = "SELECT json_object('name', id, 'book', book, 'document', document, 'status', status,
    'holds_reports', json(iif(holds_reports, 'true', 'false')), 'timetable', json(timetable), 'next_timetable', json(next_timetable),
    'next_document', next_document, 'made_of', made_of) FROM game WHERE id = $1";

const SEATS: &str = "SELECT json_object('seat', s.seat, 'spec', json(s.spec), 'player', s.holder, 'name', p.name)
    FROM seat AS s LEFT JOIN player AS p ON p.id = s.holder WHERE s.game = $1 ORDER BY s.place";

const GMS: &str = "SELECT json_object('player', p.id, 'name', p.name)
    FROM game_master AS m JOIN player AS p ON p.id = m.player WHERE m.game = $1 ORDER BY p.id";

/// Letters about the game, letters about no game by its people, and letters nobody could be found for.
const LETTERS: &str = "SELECT json_object('id', id, 'mailbox', mailbox, 'validity', validity, 'uid', uid,
    'arrived', arrived, 'size', size, 'truncated', json(iif(is_truncated, 'true', 'false')), 'sha256', raw,
    'canon', canon, 'message_id', message_id, 'attempts', attempts, 'writer', writer, 'game', game,
    'verdict', json(verdict), 'settled', json(settled)) FROM letter
    WHERE game = $1 OR (game IS NULL AND (writer IS NULL
        OR writer IN (SELECT holder FROM seat WHERE game = $1 AND holder IS NOT NULL)
        OR writer IN (SELECT player FROM game_master WHERE game = $1))) ORDER BY arrived, id";

const SHEETS: &str = "SELECT json_object('phase', number, 'phase_revision', phase_revision, 'seat', seat,
    'revision', revision, 'arrived', arrived, 'lines', json(lines)) FROM sheet WHERE game = $1
    ORDER BY number, phase_revision, seat, revision";

/// The secret of an open phase decides dice that are not thrown yet. Rows of seeds tell nobody's words.
const PHASES: &str = "SELECT json_object('number', number, 'revision', revision, 'plan', json(plan), 'opened', opened,
    'deadline', deadline, 'forced', json(iif(forced_at > 0, 'true', 'false')), 'state', state, 'undone', undone,
    'set_dice', json(iif(state = 'closed', set_dice, 'null')),
    'seeds', json(iif(state = 'closed' AND seeds IS NOT NULL,
        (SELECT json_group_object(key, value ->> 'row') FROM json_each(seeds)), 'null')),
    'secret', iif(state = 'closed', secret, NULL)) FROM phase WHERE game = $1 ORDER BY number, revision";

/// A rollback names the step it went back to; what lies between counts no more.
const STEPS: &str = "SELECT json_object('seq', seq, 'kind', kind, 'phase', phase, 'revision', revision, 'hash', hash,
    'restores', CASE kind WHEN 'rollback' THEN input ->> 'restores' END,
    'undone', json(iif(EXISTS (SELECT 1 FROM step AS back WHERE back.game = step.game AND back.kind = 'rollback'
        AND back.seq > step.seq AND step.seq > back.input ->> 'restores'), 'true', 'false')),
    'act', input ->> '$.giver.received.letter' || ' ' || (input ->> '$.giver.received.place'),
    'option', CASE kind WHEN 'options' THEN input ->> 'words' END,
    'rolls', json(rolls)) FROM step WHERE game = $1 ORDER BY seq";

const JOURNAL: &str = "SELECT json_object('seq', seq, 'player', player, 'at', at, 'act', act, 'reason', reason,
    'hash', hash) FROM journal WHERE game = $1 ORDER BY seq";

const REMINDERS: &str = "SELECT json_object('phase', number, 'revision', revision, 'seat', seat, 'minutes', minutes)
    FROM reminder WHERE game = $1 ORDER BY number, revision, seat, minutes";

const OUTBOX: &str = "SELECT json_object('id', id, 'purpose', purpose, 'message_id', message_id, 'player', player,
    'phase', phase, 'revision', revision, 'undone', undone, 'recipient', recipient, 'held', json(iif(is_held, 'true', 'false')),
    'burnt', json(iif(is_burnt, 'true', 'false')), 'state', state, 'attempts', attempts, 'resends', resends,
    'next_try', next_try, 'reply', reply, 'role', json(role)), bytes
    FROM outbox JOIN frozen ON frozen.letter = outbox.id WHERE game = $1 ORDER BY id";

const SHOWN_SEATS: &str = "SELECT json_object('seat', s.seat, 'spec', json(s.spec), 'name', p.name)
    FROM seat AS s LEFT JOIN player AS p ON p.id = s.holder WHERE s.game = $1 ORDER BY s.place";

const SHOWN_GMS: &str = "SELECT json_object('name', p.name)
    FROM game_master AS m JOIN player AS p ON p.id = m.player WHERE m.game = $1 ORDER BY p.name";

/// Of an open phase nothing. Until the game is over neither its plan nor its secret, from which rolls follow that only some
/// were shown.
const SHOWN_PHASES: &str = "SELECT json_object('number', p.number, 'revision', p.revision, 'opened', p.opened,
    'deadline', p.deadline, 'undone', p.undone,
    'plan', json(iif(g.status IN ('over', 'deleted'), p.plan, 'null')),
    'set_dice', json(iif(g.status IN ('over', 'deleted'), p.set_dice, 'null')),
    'seeds', json(iif(p.seeds IS NOT NULL,
        (SELECT json_group_object(key, value ->> 'row') FROM json_each(p.seeds)), 'null')),
    'secret', iif(g.status IN ('over', 'deleted'), p.secret, NULL))
    FROM phase AS p JOIN game AS g ON g.id = p.game WHERE p.game = $1 AND p.state = 'closed'
    ORDER BY p.number, p.revision";

/// The hash of a state tells nothing of it; the rolls do. How many orders were carried out at once tells what somebody did in secret:
/// until the game is over their steps are neither shown nor counted.
const SHOWN_STEPS: &str = "WITH shown AS (SELECT s.*, row_number() OVER (ORDER BY s.seq) AS place
        FROM step AS s JOIN game AS g ON g.id = s.game
        WHERE s.game = $1 AND (s.kind <> 'act' OR g.status IN ('over', 'deleted')))
    SELECT json_object('seq', s.place, 'kind', s.kind, 'phase', s.phase, 'revision', s.revision, 'hash', s.hash,
    'restores', (SELECT back.place FROM shown AS back WHERE s.kind = 'rollback' AND back.seq = s.input ->> 'restores'),
    'act', iif(g.status IN ('over', 'deleted'),
        s.input ->> '$.giver.received.letter' || ' ' || (s.input ->> '$.giver.received.place'), NULL),
    'option', CASE s.kind WHEN 'options' THEN s.input ->> 'words' END,
    'rolls', json(iif(g.status IN ('over', 'deleted'), s.rolls, 'null')))
    FROM shown AS s JOIN game AS g ON g.id = s.game ORDER BY s.seq";

/// Orders are secrets of their seats until the game is over.
const SHOWN_SHEETS: &str = "SELECT json_object('phase', s.number, 'phase_revision', s.phase_revision, 'seat', s.seat,
    'revision', s.revision, 'arrived', s.arrived, 'lines', json(s.lines))
    FROM sheet AS s JOIN game AS g ON g.id = s.game AND g.status IN ('over', 'deleted')
    JOIN phase AS p ON p.game = s.game AND p.number = s.number AND p.revision = s.phase_revision AND p.state = 'closed'
    WHERE s.game = $1 ORDER BY s.number, s.phase_revision, s.seat, s.revision";

impl Store {
    /// What of one game may be shown to anybody: nothing of an open phase, no ids, no proofs, no addresses; what is a secret
    /// of some of its players only when it is over. `None` when there is no such game. It is all of one instant.
    pub fn export_shown(&self, game: &GameId) -> Result<Option<Value>, StoreError> {
        let tx = Transaction::begin_reading(self.reader()).tried(WHAT, game)?;
        let Some(record) = rows(&tx, GAME, game)?.pop() else { return Ok(None) };
        let mut shown = json!({
            "game": record,
            "seats": rows(&tx, SHOWN_SEATS, game)?,
            "gms": rows(&tx, SHOWN_GMS, game)?,
            "phases": rows(&tx, SHOWN_PHASES, game)?,
            "steps": rows(&tx, SHOWN_STEPS, game)?,
            "sheets": rows(&tx, SHOWN_SHEETS, game)?,
        });
        mask_addresses(&mut shown);
        Ok(Some(shown))
    }

    /// Everything about one game, for its operator: what came in and what became of it, what was played, what went
    /// out. `None` when there is no such game. It is all of one instant.
    pub fn export(&self, game: &GameId) -> Result<Option<Value>, StoreError> {
        let tx = Transaction::begin_reading(self.reader()).tried(WHAT, game)?;
        let Some(record) = rows(&tx, GAME, game)?.pop() else { return Ok(None) };
        Ok(Some(json!({
            "game": record,
            "seats": rows(&tx, SEATS, game)?,
            "gms": rows(&tx, GMS, game)?,
            "letters": rows(&tx, LETTERS, game)?,
            "sheets": rows(&tx, SHEETS, game)?,
            "phases": rows(&tx, PHASES, game)?,
            "steps": rows(&tx, STEPS, game)?,
            "journal": rows(&tx, JOURNAL, game)?,
            "reminders": rows(&tx, REMINDERS, game)?,
            "outbox": outbox(&tx, game)?,
        })))
    }
}

fn rows(tx: &Connection, select: &'static str, game: &GameId) -> Result<Vec<Value>, StoreError> {
    let texts: Vec<String> = survey(select).bind(game.as_str()).all(tx).tried(WHAT, game)?;
    texts.iter().map(|text| serde_json::from_str(text).tried(WHAT, game)).collect()
}

fn outbox(tx: &Connection, game: &GameId) -> Result<Vec<Value>, StoreError> {
    let found: Vec<(String, Vec<u8>)> = survey(OUTBOX).bind(game.as_str()).all(tx).tried(WHAT, game)?;
    let read = |(text, bytes): (String, Vec<u8>)| {
        let mut row: Value = serde_json::from_str(&text).tried(WHAT, game)?;
        let fields = row.as_object_mut().ok_or_else(|| unreadable(WHAT, game, "a row of the outbox is no object"))?;
        fields.insert("sha256".to_owned(), HEXLOWER.encode(&Sha256::digest(&bytes)).into());
        Ok(row)
    };
    found.into_iter().map(read).collect()
}

/// Takes addresses out of every text: people write them into orders, names and reasons.
fn mask_addresses(value: &mut Value) {
    match value {
        Value::String(text) if text.contains('@') => *text = without_addresses(text),
        Value::Array(values) => values.iter_mut().for_each(mask_addresses),
        Value::Object(fields) => fields.values_mut().for_each(mask_addresses),
        _ => {}
    }
}

fn without_addresses(text: &str) -> String {
    let is_part = |sign: char| sign.is_alphanumeric() || "@._%+-'".contains(sign);
    let is_address = |word: &str| {
        let parts = word.split_once('@');
        parts.is_some_and(|(local, domain)| !local.is_empty() && domain.contains(char::is_alphanumeric))
    };
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let word = &rest[..rest.find(|sign| !is_part(sign)).unwrap_or(rest.len())];
        out.push_str(if is_address(word) { "[address]" } else { word });
        rest = &rest[word.len()..];
        let other = rest.find(is_part).unwrap_or(rest.len());
        out.push_str(&rest[..other]);
        rest = &rest[other..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_out_of_texts_and_places_stay() {
        let mut value = json!({"a": ["Ann <ann.b+c@mail.example.org>, 3 @ Cairo", "@4913"], "b": "x@y"});
        mask_addresses(&mut value);
        assert_eq!(value, json!({"a": ["Ann <[address]>, 3 @ Cairo", "@4913"], "b": "[address]"}));
    }
}
