//! Orders that do not wait for the end of a phase: the truth after the last of them, those that are kept, and what people are still
//! to be told.

use std::collections::BTreeSet;

use serde_json::Value;

use super::changes::word;
use super::engine::{Connection, sql, survey};
use super::error::{Tried, unreadable};
use super::reading::Reading;
use super::{Store, StoreError};
use base::game::{GameId, PlayerId, SeatId};
use base::order::{LetterKey, Received};
use desk::{GATHERED, KeptAct, LetterId, Step, TakenAct, Telling, Tellings, ToldOfAct};

type Done = Result<(), StoreError>;

/// Writes the step of an act without its state, which takes the place of that of the act before.
pub(super) fn take(tx: &Connection, game: &GameId, step: &Step, act: &TakenAct) -> Done {
    const WHAT: &str = "write an act of a game's history";
    let insert = "INSERT INTO step (game, seq, kind, phase, revision, input, state, hash, rolls, version)
         SELECT $1, coalesce(max(seq), 0) + 1, $2, $3, $4, $5, '', $6, $7, $8 FROM step WHERE game = $1 RETURNING seq";
    let seq: u32 = sql(insert)
        .bind(game.as_str())
        .bind(word(step.kind)?)
        .bind(step.phase)
        .bind(step.revision)
        .bind(step.input.to_string())
        .bind(&step.hash)
        .bind(serde_json::to_string(&step.rolls).tried(WHAT, game)?)
        .bind(step.version)
        .one(tx)
        .tried(WHAT, game)?;
    let put = "INSERT INTO present (game, seq, state, standing) VALUES ($1, $2, $3, $4)
         ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, state = excluded.state, standing = excluded.standing";
    let standing = base::facts::seal(&act.standing).tried(WHAT, game)?;
    let put = sql(put).bind(game.as_str()).bind(seq).bind(step.state.to_string()).bind(standing);
    put.execute(tx).tried(WHAT, game)?;
    note(tx, game, act.received)?;
    act.told.iter().try_for_each(|told| put_telling(tx, game, (step.phase, act), told))
}

/// An order was carried out or kept.
fn note(tx: &Connection, game: &GameId, received: Received) -> Done {
    let insert = "INSERT INTO act (game, letter, place) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    let insert = sql(insert).bind(game.as_str()).bind(String::from(received.letter)).bind(received.place);
    insert.execute(tx).tried("note an order that does not wait", game)?;
    Ok(())
}

fn put_telling(tx: &Connection, game: &GameId, (phase, act): (u32, &TakenAct), told: &ToldOfAct) -> Done {
    const WHAT: &str = "note who is to be told of an act";
    let first = "SELECT due FROM telling WHERE game = $1 AND player = $2 ORDER BY id LIMIT 1";
    let first: Option<i64> =
        sql(first).bind(game.as_str()).bind(told.player.as_str()).first(tx).tried(WHAT, &told.player)?;
    let insert = "INSERT INTO telling (game, player, due, act, phase, news, note) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    sql(insert)
        .bind(game.as_str())
        .bind(told.player.as_str())
        .bind(first.unwrap_or(act.at.saturating_add(GATHERED)))
        .bind(act.received.name())
        .bind(phase)
        .bind(base::facts::seal(&told.news).tried(WHAT, &told.player)?)
        .bind(told.note.clone())
        .execute(tx)
        .tried(WHAT, &told.player)?;
    Ok(())
}

/// Keeps an order until it can be carried out.
pub(super) fn keep(tx: &Connection, kept: &KeptAct) -> Done {
    const WHAT: &str = "keep an order that does not wait";
    note(tx, &kept.game, kept.received)?;
    let insert = "INSERT INTO kept_act (game, arrived, letter, place, player, number, seat, line)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING";
    sql(insert)
        .bind(kept.game.as_str())
        .bind(kept.received.at)
        .bind(String::from(kept.received.letter))
        .bind(kept.received.place)
        .bind(kept.player.as_str())
        .bind(kept.letter)
        .bind(kept.seat.as_ref().map(SeatId::as_str))
        .bind(&kept.line)
        .execute(tx)
        .tried(WHAT, &kept.game)?;
    Ok(())
}

/// An order is not kept any more.
pub(super) fn end(tx: &Connection, game: &GameId, received: Received) -> Done {
    let delete = "DELETE FROM kept_act WHERE game = $1 AND arrived = $2 AND letter = $3 AND place = $4";
    let delete = sql(delete).bind(game.as_str()).bind(received.at).bind(String::from(received.letter));
    delete.bind(received.place).execute(tx).tried("end an order that was kept", game)?;
    Ok(())
}

/// Somebody was told of acts.
pub(super) fn end_tellings(tx: &Connection, game: &GameId, player: &PlayerId, last: i64) -> Done {
    let delete = "DELETE FROM telling WHERE game = $1 AND player = $2 AND id <= $3";
    let delete = sql(delete).bind(game.as_str()).bind(player.as_str()).bind(last);
    delete.execute(tx).tried("note that somebody was told of acts", player)?;
    Ok(())
}

/// Nothing is kept of a game, and nobody is still to be told.
pub(super) fn drop_all(tx: &Connection, game: &GameId) -> Done {
    for delete in ["DELETE FROM kept_act WHERE game = $1", "DELETE FROM telling WHERE game = $1"] {
        sql(delete).bind(game.as_str()).execute(tx).tried("drop what was not told of acts", game)?;
    }
    Ok(())
}

const KEPT: &str = "list orders that are kept";

/// Such an order as it is stored.
type KeptRow = (String, i64, String, u32, String, LetterId, Option<String>, String);

fn read_kept(row: KeptRow) -> Result<KeptAct, StoreError> {
    let (game, at, letter, place, player, number, seat, line) = row;
    let unread = |what: &str| unreadable(KEPT, &game, what);
    let letter = LetterKey::try_from(letter).map_err(unread)?;
    let seat = seat.map(|seat| SeatId::parse(&seat).ok_or_else(|| unread("a seat has no good name"))).transpose()?;
    Ok(KeptAct {
        game: GameId::parse(&game).ok_or_else(|| unread("it cannot name a game"))?,
        player: PlayerId::stored(&player),
        letter: number,
        received: Received { at, letter, place },
        seat,
        line,
    })
}

impl Store {
    /// Orders that are kept in games in which something may come of them: in the order in which they came, game by game. What may
    /// still hold one of them up, the desk says.
    pub fn kept_acts(&self) -> Result<Vec<KeptAct>, StoreError> {
        let select =
            "SELECT k.game, k.arrived, k.letter, k.place, k.player, k.number, k.seat, k.line FROM kept_act AS k
             JOIN game AS g ON g.id = k.game AND g.status <> 'halted'
             LEFT JOIN phase AS p ON p.game = k.game AND p.state = 'open'
             WHERE g.status <> 'running' OR p.paused_at IS NULL AND p.deadline >= k.arrived
             ORDER BY k.game, k.arrived, k.letter, k.place";
        let rows: Vec<KeptRow> = survey(select).all(&self.reader()).tried(KEPT, "games")?;
        rows.into_iter().map(read_kept).collect()
    }

    /// What people are to be told of acts: of all games by now, or of one whatever time it is.
    pub fn due_tellings(&self, game: Option<&GameId>, now: i64) -> Result<Vec<Tellings>, StoreError> {
        const WHAT: &str = "list what is to be told of acts";
        type Row = (i64, String, String, String, u32, String, Option<String>);
        let select = "SELECT id, game, player, act, phase, news, note FROM telling
             WHERE $2 IS NULL AND due <= $1 OR game = $2 ORDER BY game, player, id";
        let game = game.map(GameId::as_str);
        let select = survey(select).bind(now).bind(game);
        let rows: Vec<Row> = select.all(&self.reader()).tried(WHAT, "games")?;
        let mut due: Vec<Tellings> = Vec::new();
        for (id, game, player, act, phase, news, note) in rows {
            let news = base::facts::open::<Value>(&news).tried(WHAT, &game)?;
            let telling = Telling { id, act, phase, news, note };
            let player = PlayerId::stored(&player);
            match due.last_mut().filter(|last| last.game.as_str() == game && last.player == player) {
                Some(last) => last.acts.push(telling),
                None => {
                    let id = GameId::parse(&game).ok_or_else(|| unreadable(WHAT, &game, "it cannot name a game"))?;
                    due.push(Tellings { game: id, player, acts: vec![telling] });
                }
            }
        }
        Ok(due)
    }
}

impl Reading<'_> {
    /// The places of the orders of a letter that were carried out in a game, or are kept.
    pub fn acts_of(&self, game: &GameId, letter: LetterKey) -> Result<BTreeSet<u32>, StoreError> {
        let select = sql("SELECT place FROM act WHERE game = $1 AND letter = $2").bind(game.as_str());
        let places: Vec<u32> = select.bind(String::from(letter)).all(&self.connection()).tried("look up acts", game)?;
        Ok(places.into_iter().collect())
    }

    /// Whether another letter of a person with this Message-ID was answered, or came too late.
    pub fn is_repeated(&self, player: &PlayerId, message_id: &str, letter: LetterId) -> Result<bool, StoreError> {
        let select = "SELECT EXISTS (SELECT 1 FROM letter
             WHERE message_id = $1 AND id <> $2 AND writer = $3 AND fate IN ('answered', 'late'))";
        let select = sql(select).bind(message_id).bind(letter).bind(player.as_str());
        select.one(&self.connection()).tried("look for a letter that came before", message_id)
    }

    /// Orders that are kept in a game.
    pub fn kept_acts_of(&self, game: &GameId) -> Result<Vec<KeptAct>, StoreError> {
        let select = "SELECT game, arrived, letter, place, player, number, seat, line FROM kept_act
             WHERE game = $1 ORDER BY arrived, letter, place";
        let rows: Vec<KeptRow> = sql(select).bind(game.as_str()).all(&self.connection()).tried(KEPT, game)?;
        rows.into_iter().map(read_kept).collect()
    }
}
