//! Holding what is stored against what was written: SQLite has no checksums of rows, so a bit that has flipped in one shows
//! nowhere else. Letters, orders and states are held against their hashes whenever they are used; this looks at all.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::changes::seal_of_lines;
use super::engine::survey;
use super::error::Tried;
use super::outbox::seal;
use super::{Store, StoreError};

const WHAT: &str = "hold the rows against their hashes";
/// Letters looked at in one go.
const BATCH: u32 = 20;

/// What looking through all rows came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verified {
    /// How many rows have a hash.
    pub rows: u64,
    /// Those that are not what was written, in words.
    pub damaged: Vec<String>,
}

impl Verified {
    fn note(&mut self, is_whole: bool, what: impl FnOnce() -> String) {
        self.rows += 1;
        if !is_whole {
            self.damaged.push(what());
        }
    }
}

impl Store {
    /// Holds every letter, every sheet and every state against its hash.
    pub fn verify_rows(&self) -> Result<Verified, StoreError> {
        let mut verified = Verified::default();
        self.verify_letters_in(&mut verified)?;
        self.verify_letters_out(&mut verified)?;
        self.verify_sheets(&mut verified)?;
        self.verify_states(&mut verified)?;
        Ok(verified)
    }

    /// Letters that were emptied since, when their game was long over, are passed over.
    fn verify_letters_in(&self, verified: &mut Verified) -> Result<(), StoreError> {
        let mut last = String::new();
        loop {
            let select =
                "SELECT sha256, bytes FROM raw WHERE sha256 > $1 AND length(bytes) > 0 ORDER BY sha256 LIMIT $2";
            let select = survey(select).bind(&last).bind(BATCH);
            let rows: Vec<(String, Vec<u8>)> = select.all(&self.reader()).tried(WHAT, "letters in")?;
            for (sha256, bytes) in &rows {
                verified.note(hash(bytes) == *sha256, || format!("the letter with hash {sha256}"));
            }
            let Some((sha256, _)) = rows.into_iter().next_back() else { return Ok(()) };
            last = sha256;
        }
    }

    /// Letters that left and were emptied since are passed over.
    fn verify_letters_out(&self, verified: &mut Verified) -> Result<(), StoreError> {
        type Row = (i64, String, String, Option<Vec<u8>>, String);
        let mut last = 0;
        loop {
            let select = "SELECT id, recipient, message_id, bytes, seal FROM outbox
                 LEFT JOIN frozen ON frozen.letter = outbox.id WHERE id > $1 AND seal IS NOT NULL
                 AND NOT (state = 'sent' AND coalesce(length(bytes), 1) = 0) ORDER BY id LIMIT $2";
            let select = survey(select).bind(last).bind(BATCH);
            let rows: Vec<Row> = select.all(&self.reader()).tried(WHAT, "letters out")?;
            for (id, to, message_id, bytes, sealed) in &rows {
                let is_whole = bytes.as_ref().is_some_and(|bytes| seal(to, message_id, bytes) == *sealed);
                verified.note(is_whole, || format!("letter {id} of the outbox"));
            }
            let Some((id, ..)) = rows.last() else { return Ok(()) };
            last = *id;
        }
    }

    fn verify_sheets(&self, verified: &mut Verified) -> Result<(), StoreError> {
        type Row = (u32, String, u32, String, String);
        for game in self.games_by_name()? {
            let select = "SELECT number, seat, revision, lines, seal FROM sheet WHERE game = $1 AND seal IS NOT NULL";
            let select = survey(select).bind(&game);
            let rows: Vec<Row> = select.all(&self.reader()).tried(WHAT, &game)?;
            for (number, seat, revision, lines, sealed) in rows {
                let name = || format!("the orders of {seat} in phase {number} of {game} (revision {revision})");
                verified.note(seal_of_lines(&lines) == sealed, name);
            }
        }
        Ok(())
    }

    fn verify_states(&self, verified: &mut Verified) -> Result<(), StoreError> {
        for game in self.games_by_name()? {
            let select = survey("SELECT seq FROM step WHERE game = $1 ORDER BY seq").bind(&game);
            let steps: Vec<i64> = select.all(&self.reader()).tried(WHAT, &game)?;
            for seq in steps {
                // The state of an act is kept as long as no other step takes its place.
                let select = survey(
                    "SELECT coalesce(nullif(s.state, ''), p.state), s.hash FROM step AS s
                     LEFT JOIN present AS p ON p.game = s.game AND p.seq = s.seq WHERE s.game = $1 AND s.seq = $2",
                );
                let select = select.bind(&game).bind(seq);
                let (state, sealed): (Option<String>, String) = select.one(&self.reader()).tried(WHAT, &game)?;
                let Some(state) = state else { continue };
                verified.note(hash(state.as_bytes()) == sealed, || format!("step {seq} of {game}"));
            }
        }
        Ok(())
    }

    fn games_by_name(&self) -> Result<Vec<String>, StoreError> {
        survey("SELECT id FROM game ORDER BY id").all(&self.reader()).tried(WHAT, "games")
    }
}

/// SHA-256 in hexadecimal.
pub(super) fn hash(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}
