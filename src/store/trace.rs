//! What can be looked up afterwards: what became of letters, and the pages of a game's journal.

use super::StoreError;
use super::engine::sql;
use super::error::{Tried, unreadable};
use super::letters::read_verdict;
use super::people::letters_of;
use super::reading::Reading;
use base::game::{GameId, PlayerId};
use desk::trail::{JOURNAL_PAGE, JournalPage, JournalRow, TRACED_LETTERS, TraceKey, TracedAnswer, TracedLetter};
use desk::{ActOfAnother, Verdict};

const WHAT: &str = "trace a letter";

type Row = (
    i64,
    Option<String>,
    Option<String>,
    Option<String>,
    i64,
    i64,
    String,
    Option<String>,
    Option<String>,
    Option<String>,
);

const LETTER: &str =
    "SELECT l.id, l.writer, p.name, l.game, l.arrived, l.size, l.raw, l.message_id, l.verdict, l.settled
    FROM letter AS l LEFT JOIN player AS p ON p.id = l.writer WHERE ";

const OF_PLAYER: &str = concat!("l.id IN ", letters_of!("$1"));
const NTH_OF: &str = concat!("l.id = (SELECT id FROM ", letters_of!("$1"), " ORDER BY id LIMIT 1 OFFSET $2)");
const PLACE: &str = concat!("SELECT count(*) FROM ", letters_of!("$1"), " WHERE id <= $2");

impl Reading<'_> {
    /// The place of a letter among those of its writer, from 1.
    fn place_of(&self, letter: Option<&TracedLetter>) -> Result<u32, StoreError> {
        let Some((id, Some(writer))) = letter.map(|letter| (letter.id, &letter.writer)) else { return Ok(0) };
        sql(PLACE).bind(writer.as_str()).bind(id).one(&self.connection()).tried(WHAT, format!("letter {id}"))
    }

    /// The receipts of a letter, and our question whether it is its writer's; purposes name its mark.
    fn answers(&self, letter: i64) -> Result<Vec<TracedAnswer>, StoreError> {
        let rows: Vec<(String, u32, Option<String>)> =
            sql("SELECT o.state, o.attempts, o.reply FROM letter AS l JOIN outbox AS o ON o.purpose IN
                 ('receipt letter ' || substr(l.canon, 1, 32), 'receipt late letter ' || substr(l.canon, 1, 32),
                  'challenge letter ' || substr(l.canon, 1, 32)) WHERE l.id = $1 ORDER BY o.id")
            .bind(letter)
            .all(&self.connection())
            .tried(WHAT, format!("letter {letter}"))?;
        Ok(rows.into_iter().map(|(state, attempts, reply)| TracedAnswer { state, attempts, reply }).collect())
    }

    /// What became of letters, newest first.
    pub fn trace(&self, key: &TraceKey) -> Result<Vec<TracedLetter>, StoreError> {
        let which = match key {
            TraceKey::Number(_) => "l.id = $1",
            TraceKey::NthOf(..) => NTH_OF,
            TraceKey::MessageId(_) => "l.message_id = $1",
            TraceKey::OfPlayer(_) => OF_PLAYER,
            TraceKey::OfGame(_) => "l.game = $1",
        };
        let select = format!("{LETTER}{which} ORDER BY l.id DESC LIMIT {TRACED_LETTERS}");
        let query = sql(select);
        let query = match key {
            TraceKey::Number(id) => query.bind(*id),
            TraceKey::NthOf(player, nth) => query.bind(player.as_str().to_owned()).bind(i64::from(*nth) - 1),
            TraceKey::MessageId(id) => query.bind(id.clone()),
            TraceKey::OfPlayer(player) => query.bind(player.as_str().to_owned()),
            TraceKey::OfGame(game) => query.bind(game.as_str().to_owned()),
        };
        let rows: Vec<Row> = query.all(&self.connection()).tried(WHAT, "ledger")?;
        let mut letters = rows.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        match key {
            TraceKey::OfGame(_) => {}
            TraceKey::OfPlayer(_) => {
                // The newest is the last of all his.
                let count = self.place_of(letters.first())?;
                (0..).zip(&mut letters).for_each(|(newer, letter)| letter.nth = count.saturating_sub(newer));
            }
            TraceKey::Number(_) | TraceKey::NthOf(..) | TraceKey::MessageId(_) => {
                for letter in &mut letters {
                    letter.nth = self.place_of(Some(letter))?;
                    letter.answers = self.answers(letter.id)?;
                }
            }
        }
        Ok(letters)
    }

    /// What other masters of a game than this one did since a letter of ours to him was written, oldest first.
    pub fn acts_of_others(
        &self,
        game: &GameId,
        player: &PlayerId,
        message_id: &str,
    ) -> Result<Vec<ActOfAnother>, StoreError> {
        const MOST: u32 = 5;
        let rows: Vec<(String, String)> = sql(
            "SELECT p.name, j.act FROM journal AS j JOIN game_master AS m ON m.game = j.game AND m.player = j.player
                 JOIN player AS p ON p.id = j.player
             WHERE j.game = $1 AND j.player <> $2 AND j.seq > (SELECT journal FROM outbox WHERE message_id = $3)
             ORDER BY j.seq LIMIT $4",
        )
        .bind(game.as_str())
        .bind(player.as_str())
        .bind(message_id)
        .bind(MOST)
        .all(&self.connection())
        .tried("look up what other game masters did", game)?;
        Ok(rows.into_iter().map(|(name, act)| ActOfAnother { name, act }).collect())
    }

    /// A page of a game's journal, from 1, newest rows first.
    pub fn journal_page(&self, game: &GameId, page: u32) -> Result<JournalPage, StoreError> {
        const WHAT: &str = "read the journal";
        let count: u32 = sql("SELECT count(*) FROM journal WHERE game = $1")
            .bind(game.as_str())
            .one(&self.connection())
            .tried(WHAT, game)?;
        let rows: Vec<(i64, Option<String>, String, Option<String>)> =
            sql("SELECT j.at, p.name, j.act, j.reason FROM journal AS j LEFT JOIN player AS p ON p.id = j.player
             WHERE j.game = $1 ORDER BY j.seq DESC LIMIT $2 OFFSET $3")
            .bind(game.as_str())
            .bind(JOURNAL_PAGE)
            .bind(i64::from(page.saturating_sub(1)) * i64::from(JOURNAL_PAGE))
            .all(&self.connection())
            .tried(WHAT, game)?;
        let rows = rows.into_iter().map(|(at, name, act, reason)| JournalRow { at, name, act, reason });
        Ok(JournalPage { rows: rows.collect(), count })
    }
}

fn read(
    (id, writer, name, game, arrived, size, sha256, message_id, verdict, settled): Row,
) -> Result<TracedLetter, StoreError> {
    let on = || format!("letter {id}");
    let verdict_of = |text: Option<String>| -> Result<Option<Verdict>, StoreError> {
        text.map(|text| read_verdict(&text, id)).transpose()
    };
    let game = game.map(|name| GameId::parse(&name).ok_or_else(|| unreadable(WHAT, on(), "its game has no good name")));
    Ok(TracedLetter {
        id,
        nth: 0,
        writer: writer.as_deref().map(PlayerId::stored),
        name: name.unwrap_or_else(|| "somebody unknown".to_owned()),
        game: game.transpose()?,
        arrived,
        size: size.unsigned_abs(),
        sha256,
        message_id,
        verdict: verdict_of(verdict)?,
        settled: verdict_of(settled)?,
        answers: Vec::new(),
    })
}
