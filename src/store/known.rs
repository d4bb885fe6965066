//! What must be known of a letter's writer before it is judged: one statement a question, each by an index, so that it costs
//! the same however many letters, people and games there are.

use std::collections::BTreeSet;

use data_encoding::HEXLOWER;

use super::StoreError;
use super::engine::sql;
use super::error::Tried;
use super::reading::Reading;
use base::game::PlayerId;
use desk::{ADDRESS_ASKED_ANEW, AUTOMATIC, Copied, DUPLICATE, EarlierCopies, Enquiry, Known, LetterId, QUESTION};

const WHAT: &str = "look up the writer of a letter";

/// What became of other letters with the same content: how many there are, whether one was decided, was held, was kept as
/// correspondence, was met with silence though no program wrote it.
const COPIES: &str = "
SELECT count(*), coalesce(max(fate IN ('answered', 'late', 'quarantined')), 0), coalesce(max(was_held), 0),
    coalesce(max(fate = 'correspondence'), 0),
    coalesce(max(fate = 'silent' AND was_held = 0 AND verdict ->> 'why' <> $3 AND verdict ->> 'why' NOT LIKE $4 || '%'), 0)
FROM letter WHERE canon = $1 AND id <> $2";
const WAITING_COPIES: &str = "SELECT id FROM letter WHERE canon = $1 AND id <> $2 AND fate = 'held' ORDER BY id";
const ASKED: &str = "SELECT purpose FROM outbox WHERE purpose = $1 OR purpose = $2";
const WRONG_CODES: &str = "SELECT count(*) FROM wrong_code WHERE player = $1 AND at >= $2";
const HELD: &str = "SELECT count(*) FROM letter WHERE was_held = 1 AND writer = $1 AND arrived >= $2";
const OTHER_WITH_ID: &str = "SELECT id FROM letter WHERE message_id = $1 AND id <> $2 LIMIT 1";

impl Reading<'_> {
    /// What is known about the writer of a letter.
    pub fn known_of(&self, enquiry: &Enquiry<'_>) -> Result<Known, StoreError> {
        let writer = match enquiry.from {
            Some(address) => self.player_by_address(address)?,
            None => None,
        };
        let mut known = Known { copied: self.copied(enquiry)?, sent: self.named(enquiry)?, ..Known::default() };
        let Some(writer) = writer else { return Ok(known) };
        let id = &writer.id;
        (known.games, known.tally) = (self.games_of(id)?, self.tally_of(id)?);
        known.wrong_codes = self.wrong_codes_since(id, enquiry.since)?;
        known.held = self.held_since(id, enquiry.since)?;
        known.is_id_known = match enquiry.message_id {
            Some(message_id) => self.is_id_known(message_id, enquiry.letter)?,
            None => false,
        };
        known.writer = Some(writer);
        Ok(known)
    }

    /// How many wrong codes came from a person's address since then.
    pub fn wrong_codes_since(&self, player: &PlayerId, at: i64) -> Result<u32, StoreError> {
        sql(WRONG_CODES).bind(player.as_str()).bind(at).one(&self.connection()).tried("count wrong codes", player)
    }

    /// How many letters of a person that arrived since then were held, confirmed meanwhile or not.
    pub fn held_since(&self, player: &PlayerId, at: i64) -> Result<u32, StoreError> {
        sql(HELD).bind(player.as_str()).bind(at).one(&self.connection()).tried("count held letters", player)
    }

    /// Whether another letter with this Message-ID was here before.
    fn is_id_known(&self, message_id: &str, not: LetterId) -> Result<bool, StoreError> {
        let other: Option<LetterId> =
            sql(OTHER_WITH_ID).bind(message_id).bind(not).first(&self.connection()).tried(WHAT, "ledger")?;
        Ok(other.is_some())
    }

    fn copied(&self, enquiry: &Enquiry<'_>) -> Result<Copied, StoreError> {
        let canon = HEXLOWER.encode(&enquiry.canon);
        let copies = sql(COPIES).bind(&canon).bind(enquiry.letter).bind(DUPLICATE).bind(AUTOMATIC);
        let (count, is_decided, was_held, was_correspondence, was_silent): (u32, bool, bool, bool, bool) =
            copies.one(&self.connection()).tried(WHAT, "ledger")?;
        if count == 0 {
            return Ok(Copied::Never);
        }
        if is_decided {
            return Ok(Copied::Decided);
        }
        let waiting = sql(WAITING_COPIES).bind(&canon).bind(enquiry.letter);
        let questions = [QUESTION, ADDRESS_ASKED_ANEW].map(|purpose| format!("{purpose}{}", &canon[..32]));
        let [held, anew] = &questions;
        let asked: Vec<String> = sql(ASKED).bind(held).bind(anew).all(&self.connection()).tried(WHAT, "outbox")?;
        Ok(Copied::Unproven(EarlierCopies {
            waiting: waiting.all(&self.connection()).tried(WHAT, "ledger")?,
            was_held,
            asked: BTreeSet::from_iter(asked),
            was_correspondence,
            was_silent,
        }))
    }
}
