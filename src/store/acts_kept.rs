//! Orders that do not wait for the end of a phase, as they are looked up: which a letter gave, which are kept, and what people are
//! still to be told.

use std::collections::BTreeSet;

use serde_json::Value;

use super::engine::{sql, survey};
use super::error::{Tried, unreadable};
use super::reading::Reading;
use super::{Store, StoreError};
use base::game::{GameId, PlayerId, SeatId};
use base::order::{LetterKey, Received};
use desk::{KeptAct, LetterId, Telling, Tellings};

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
