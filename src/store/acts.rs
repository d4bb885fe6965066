//! Orders that do not wait for the end of a phase, as writes: the truth after the last of them, those that are kept, and what people
//! are still to be told.

use super::engine::{Connection, sql};
use super::error::{StoreError, Tried};
use base::game::{GameId, SeatId};
use base::order::Received;
use desk::{Concerned, GATHERED, KeptAct, Step, TakenAct, ToldOfAct};

type Done = Result<(), StoreError>;

/// Writes the step of an act without its state, which takes the place of that of the act before.
pub(super) fn take(tx: &Connection, game: &GameId, (kind, step): (&str, &Step), act: &TakenAct) -> Done {
    const WHAT: &str = "write an act of a game's history";
    let insert = "INSERT INTO step (game, seq, kind, phase, revision, input, state, hash, rolls, version)
         SELECT $1, coalesce(max(seq), 0) + 1, $2, $3, $4, $5, '', $6, $7, $8 FROM step WHERE game = $1 RETURNING seq";
    let seq: u32 = sql(insert)
        .bind(game.as_str())
        .bind(kind)
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
    note(tx, game, act.received, Some(seq))?;
    act.told.iter().try_for_each(|told| put_telling(tx, game, (step.phase, act), told))
}

/// An order was carried out, as this step, or kept.
fn note(tx: &Connection, game: &GameId, received: Received, seq: Option<u32>) -> Done {
    let insert = "INSERT INTO act (game, letter, place, seq) VALUES ($1, $2, $3, $4)
         ON CONFLICT (game, letter, place) DO UPDATE SET seq = coalesce(excluded.seq, seq)";
    let insert = sql(insert).bind(game.as_str()).bind(String::from(received.letter)).bind(received.place);
    insert.bind(seq).execute(tx).tried("note an order that does not wait", game)?;
    Ok(())
}

/// What is told, news first, then what else is new: a list of two texts.
fn sealed(told: &ToldOfAct) -> Result<String, serde_json::Error> {
    serde_json::to_string(&[base::facts::seal(&told.news)?, base::facts::seal(&told.changed)?])
}

fn put_telling(tx: &Connection, game: &GameId, (phase, act): (u32, &TakenAct), told: &ToldOfAct) -> Done {
    const WHAT: &str = "note who is to be told of an act";
    let (seat, player) = match &told.whose {
        Concerned::Seat(seat) => (Some(seat.as_str()), None),
        Concerned::Person(player) => (None, Some(player.as_str())),
    };
    let insert =
        "INSERT INTO telling (game, seat, player, due, act, phase, news, note) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    sql(insert)
        .bind(game.as_str())
        .bind(seat)
        .bind(player)
        .bind(act.at.saturating_add(GATHERED))
        .bind(act.received.name())
        .bind(phase)
        .bind(sealed(told).tried(WHAT, game)?)
        .bind(told.note.clone())
        .execute(tx)
        .tried(WHAT, game)?;
    Ok(())
}

/// Keeps an order until it can be carried out.
pub(super) fn keep(tx: &Connection, kept: &KeptAct) -> Done {
    const WHAT: &str = "keep an order that does not wait";
    note(tx, &kept.game, kept.received, None)?;
    // Of two that one letter lets in, each found the same number to be free.
    let number = "INSERT INTO kept_number (game, player, last) VALUES ($1, $2, $3)
         ON CONFLICT (game, player) DO UPDATE SET last = max(last + 1, excluded.last) RETURNING last";
    let number = sql(number).bind(kept.game.as_str()).bind(kept.player.as_str()).bind(kept.number);
    let number: u32 = number.one(tx).tried(WHAT, &kept.game)?;
    let insert = "INSERT INTO kept_act (game, arrived, letter, place, player, number, counts_from, seat, line, shown)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING";
    sql(insert)
        .bind(kept.game.as_str())
        .bind(kept.received.at)
        .bind(String::from(kept.received.letter))
        .bind(kept.received.place)
        .bind(kept.player.as_str())
        .bind(kept.letter)
        .bind(kept.counts_from)
        .bind(kept.seat.as_ref().map(SeatId::as_str))
        .bind(&kept.line)
        .bind(number)
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

/// These were told.
pub(super) fn end_tellings(tx: &Connection, game: &GameId, told: &[i64]) -> Done {
    for id in told {
        let delete = sql("DELETE FROM telling WHERE game = $1 AND id = $2").bind(game.as_str()).bind(*id);
        delete.execute(tx).tried("note that somebody was told of acts", game)?;
    }
    Ok(())
}

/// Nothing is kept of a game, and nobody is still to be told of acts from this phase on; what was carried out after this step counts
/// as never done.
pub(super) fn drop_after(tx: &Connection, game: &GameId, seq: u32, from: u32) -> Done {
    let forget = "DELETE FROM act WHERE game = $1 AND (seq IS NULL OR seq > $2)";
    sql(forget).bind(game.as_str()).bind(seq).execute(tx).tried("forget acts that are undone", game)?;
    let drop = sql("DELETE FROM kept_act WHERE game = $1").bind(game.as_str());
    drop.execute(tx).tried("drop orders that were kept", game)?;
    let drop = sql("DELETE FROM telling WHERE game = $1 AND phase >= $2").bind(game.as_str()).bind(from);
    drop.execute(tx).tried("drop what was not told of acts", game)?;
    Ok(())
}
