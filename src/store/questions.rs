//! Acts that wait for a word: kept by the word's hash, spent once.

use super::StoreError;
use super::engine::{Connection, sql};
use super::error::{Tried, unreadable};
use super::reading::Reading;
use base::game::{GameId, PlayerId};
use desk::Question;

const LOOK: &str = "look up a question";

type Row = (
    String,
    Option<String>,
    Option<u32>,
    Option<u32>,
    String,
    i64,
    i64,
    Option<String>,
    Option<String>,
    Option<String>,
    bool,
);

impl Reading<'_> {
    /// The act that waits, or waited, for the word with this hash.
    pub fn question(&self, hash: &str) -> Result<Option<Question>, StoreError> {
        let select =
            "SELECT player, game, phase, revision, act, counts_from, expires, summary, on_behalf_of, mailed_in,
                 spent IS NOT NULL FROM question WHERE hash = $1";
        let row: Option<Row> = sql(select).bind(hash).first(&self.connection()).tried(LOOK, "its hash")?;
        row.map(|row| read(hash, row)).transpose()
    }

    /// The acts that wait, or waited, for an answer to the letter with this purpose.
    pub fn questions_in(&self, purpose: &str) -> Result<Vec<Question>, StoreError> {
        let select = "SELECT hash FROM question WHERE mailed_in = $1 ORDER BY hash";
        let hashes: Vec<String> = sql(select).bind(purpose).all(&self.connection()).tried(LOOK, purpose)?;
        let mut questions = Vec::new();
        for hash in hashes {
            questions.extend(self.question(&hash)?);
        }
        Ok(questions)
    }
}

fn read(hash: &str, row: Row) -> Result<Question, StoreError> {
    let (player, game, phase, revision, act, counts_from, expires, summary, on_behalf_of, mailed_in, is_spent) = row;
    let named = |name: String| GameId::parse(&name).ok_or_else(|| unreadable(LOOK, &name, "it cannot name a game"));
    Ok(Question {
        hash: hash.to_owned(),
        player: PlayerId::stored(&player),
        game: game.map(named).transpose()?,
        phase: phase.zip(revision),
        act,
        counts_from,
        expires,
        summary,
        on_behalf_of: on_behalf_of.as_deref().map(PlayerId::stored),
        mailed_in,
        is_spent,
    })
}

/// Keeps an act that waits.
pub(super) fn ask(tx: &Connection, question: &Question) -> Result<(), StoreError> {
    let insert = "INSERT INTO question (hash, player, game, phase, revision, act, expires, counts_from, summary,
             on_behalf_of, mailed_in)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    sql(insert)
        .bind(&question.hash)
        .bind(question.player.as_str())
        .bind(question.game.as_ref().map(GameId::as_str))
        .bind(question.phase.map(|(number, _)| number))
        .bind(question.phase.map(|(_, revision)| revision))
        .bind(&question.act)
        .bind(question.expires)
        .bind(question.counts_from)
        .bind(question.summary.clone())
        .bind(question.on_behalf_of.as_ref().map(PlayerId::as_str))
        .bind(question.mailed_in.clone())
        .execute(tx)
        .tried("keep a question", &question.player)?;
    Ok(())
}

/// The words in a letter that others were shown count no more.
pub(super) fn void_shown(tx: &Connection, message_id: &str) -> Result<(), StoreError> {
    let update = "UPDATE question SET expires = 0 WHERE spent IS NULL AND mailed_in =
         (SELECT purpose FROM outbox WHERE message_id = $1)";
    sql(update).bind(message_id).execute(tx).tried("void the words of letters", "question")?;
    Ok(())
}

/// No word for this act of a person counts any more.
pub(super) fn void(tx: &Connection, player: &PlayerId, act: &str) -> Result<(), StoreError> {
    let update = "UPDATE question SET expires = 0 WHERE player = $1 AND act = $2 AND spent IS NULL";
    sql(update).bind(player.as_str()).bind(act).execute(tx).tried("void a question", player)?;
    Ok(())
}

/// These words of a person count no more: others know them.
pub(super) fn void_words(tx: &Connection, player: &PlayerId, hashes: &[String]) -> Result<(), StoreError> {
    for hash in hashes {
        let update = "UPDATE question SET expires = 0 WHERE player = $1 AND hash = $2 AND spent IS NULL";
        sql(update).bind(player.as_str()).bind(hash).execute(tx).tried("void words", player)?;
    }
    Ok(())
}

/// Marks an act as done; it is done once.
pub(super) fn spend(tx: &Connection, hash: &str, at: i64) -> Result<(), StoreError> {
    const WHAT: &str = "spend a question";
    let update = sql("UPDATE question SET spent = $2 WHERE hash = $1 AND spent IS NULL").bind(hash).bind(at);
    match update.execute(tx).tried(WHAT, "its hash")? {
        1 => Ok(()),
        _ => Err(StoreError::NoSuch { what: WHAT, on: "its hash".to_owned() }),
    }
}
