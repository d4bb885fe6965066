//! Whom our letters reach: what delivery reports and our own mail server said, and what game masters were told of it.

use std::collections::BTreeSet;

use super::engine::{Connection, sql};
use super::error::Tried;
use super::people::{letters_of, letters_to};
use super::{Store, StoreError};
use base::game::{GameId, PlayerId};
use desk::reach::Returned;
use desk::{LetterId, SentLetter};
use mail::Fate;

impl Store {
    /// What is known of letters to these people that did not arrive, at the address they go to now. People of whom
    /// nothing is known are left out.
    pub fn returned(&self, people: &[PlayerId]) -> Result<Vec<Returned>, StoreError> {
        const WHAT: &str = "look up letters that came back";
        let mut found = Vec::new();
        for player in people.iter().collect::<BTreeSet<_>>() {
            let id = player.as_str();
            let refused: Option<i64> = sql(REFUSED).bind(id).one(&self.reader()).tried(WHAT, "outbox")?;
            let is_refused = match refused {
                Some(last) => !sql(SENT_LATER).bind(id).bind(last).one::<bool>(&self.reader()).tried(WHAT, "outbox")?,
                None => false,
            };
            let reports: Vec<i64> = sql(REPORTS).bind(id).all(&self.reader()).tried(WHAT, "delivery reports")?;
            if is_refused || !reports.is_empty() {
                found.push(Returned { player: player.clone(), is_refused, reports });
            }
        }
        Ok(found)
    }

    /// The people of whom a game's masters were warned in a phase.
    pub fn reach_warnings(&self, game: &GameId, number: u32) -> Result<BTreeSet<PlayerId>, StoreError> {
        let select = "SELECT player FROM reach_warning WHERE game = $1 AND number = $2";
        let rows: Vec<String> =
            sql(select).bind(game.as_str()).bind(number).all(&self.reader()).tried("list warnings", game)?;
        Ok(rows.iter().map(|player| PlayerId::stored(player)).collect())
    }

    /// Whose letter a delivery report was about, if it was about one of ours.
    pub fn report_owner(&self, letter: LetterId) -> Result<Option<PlayerId>, StoreError> {
        let select = sql("SELECT player FROM delivery WHERE letter = $1").bind(letter);
        let player: Option<String> = select.first(&self.reader()).tried("look up a delivery report", letter)?;
        Ok(player.as_deref().map(PlayerId::stored))
    }
}

/// The last letter to a person's present address that was refused for good.
const REFUSED: &str = "
SELECT max(o.id) FROM outbox AS o WHERE o.player = $1 AND o.state = 'failed'
  AND coalesce(o.reply, '') NOT LIKE 'withheld: %'
  AND o.recipient = (SELECT address FROM address WHERE player = $1 ORDER BY place LIMIT 1)";

const SENT_LATER: &str =
    concat!("SELECT EXISTS (SELECT 1 FROM outbox WHERE id IN ", letters_to!("$1"), " AND id > $2 AND state = 'sent')");

/// Reports that a letter failed, one for each letter, since the person last wrote to us. The plus keeps SQLite from looking for
/// that before there is a report.
const REPORTS: &str = concat!(
    "
SELECT min(d.at) FROM delivery AS d JOIN outbox AS o ON o.id = d.outbox
WHERE d.player = $1 AND d.fate = 'failed'
  AND o.recipient = (SELECT address FROM address WHERE player = $1 ORDER BY place LIMIT 1)
  AND +d.at > coalesce((SELECT max(arrived) FROM letter WHERE fate = 'answered' AND id IN ",
    letters_of!("$1"),
    "), 0)
GROUP BY d.outbox ORDER BY 1"
);

fn word(fate: Fate) -> &'static str {
    match fate {
        Fate::Failed => "failed",
        Fate::Delayed => "delayed",
        Fate::Arrived => "arrived",
    }
}

/// Notes what a report said of one of our letters.
pub(super) fn note_delivery(
    tx: &Connection,
    letter: LetterId,
    sent: &SentLetter,
    at: i64,
    (fate, status): (Fate, Option<&str>),
) -> Result<(), StoreError> {
    let insert = "INSERT INTO delivery (letter, outbox, player, at, fate, status)
         SELECT $1, id, player, $3, $4, $5 FROM outbox WHERE message_id = $2";
    let insert = sql(insert).bind(letter).bind(&sent.message_id).bind(at).bind(word(fate)).bind(status);
    insert.execute(tx).tried("note a delivery report", letter)?;
    Ok(())
}

/// Notes of whom the game masters were warned.
pub(super) fn record_warning(tx: &Connection, game: &GameId, number: u32, player: &PlayerId) -> Result<(), StoreError> {
    let insert = "INSERT INTO reach_warning (game, number, player) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    let insert = sql(insert).bind(game.as_str()).bind(number).bind(player.as_str());
    insert.execute(tx).tried("note a warning", game)?;
    Ok(())
}
