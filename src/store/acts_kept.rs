//! Orders that do not wait for the end of a phase, as they are looked up: which a letter gave, which are kept, and what people are
//! still to be told.

use std::collections::BTreeSet;

use serde_json::Value;

use super::engine::{sql, survey};
use super::error::{Tried, unreadable};
use super::reading::Reading;
use super::{Store, StoreError};
use base::facts::Fact;
use base::game::{GameId, PlayerId, SeatId};
use base::order::{LetterKey, Received};
use desk::{Concerned, KeptAct, LetterId, Telling};

const KEPT: &str = "list orders that are kept";
const PENDING: &str = "list what is to be told of acts";

/// Such an order as it is stored.
type KeptRow = (String, i64, String, u32, String, LetterId, i64, Option<String>, String, u32);

fn read_kept(row: KeptRow) -> Result<KeptAct, StoreError> {
    let (game, at, letter, place, player, number, counts_from, seat, line, shown) = row;
    let unread = |what: &str| unreadable(KEPT, &game, what);
    let letter = LetterKey::try_from(letter).map_err(unread)?;
    let seat = seat.map(|seat| SeatId::parse(&seat).ok_or_else(|| unread("a seat has no good name"))).transpose()?;
    Ok(KeptAct {
        game: GameId::parse(&game).ok_or_else(|| unread("it cannot name a game"))?,
        player: PlayerId::stored(&player),
        letter: number,
        received: Received { at, letter, place },
        counts_from,
        seat,
        line,
        number: shown,
    })
}

/// What is to be told as it is stored.
type TellingRow = (i64, Option<String>, Option<String>, i64, String, u32, String, Option<String>);

fn read_telling(game: &GameId, row: TellingRow) -> Result<Telling, StoreError> {
    let (id, seat, player, due, act, phase, news, note) = row;
    let seat = seat.as_deref().and_then(SeatId::parse).map(Concerned::Seat);
    let whose = seat.or_else(|| player.map(|player| Concerned::Person(PlayerId::stored(&player))));
    let whose = whose.ok_or_else(|| unreadable(PENDING, game, "a seat has no good name"))?;
    let [news, changed] = opened(&news).tried(PENDING, game)?;
    Ok(Telling { id, whose, due, act, phase, news, changed, note })
}

/// News, and what else is new; of tellings from before that was kept, news alone.
fn opened(text: &str) -> Result<[Vec<Fact<Value>>; 2], serde_json::Error> {
    match serde_json::from_str::<[String; 2]>(text) {
        Ok([news, changed]) => Ok([base::facts::open(&news)?, base::facts::open(&changed)?]),
        Err(_) => Ok([base::facts::open(text)?, Vec::new()]),
    }
}

impl Store {
    /// Orders that are kept in games in which something may come of them: in the order in which they came, game by game. What may
    /// still hold one of them up, the desk says.
    pub fn kept_acts(&self) -> Result<Vec<KeptAct>, StoreError> {
        let select =
            "SELECT k.game, k.arrived, k.letter, k.place, k.player, k.number, k.counts_from, k.seat, k.line, k.shown FROM kept_act AS k
             JOIN game AS g ON g.id = k.game AND g.status <> 'halted'
             LEFT JOIN phase AS p ON p.game = k.game AND p.state = 'open'
             WHERE g.status <> 'running' OR p.paused_at IS NULL AND p.deadline >= k.counts_from
             ORDER BY k.game, k.arrived, k.number, k.place, k.letter";
        let rows: Vec<KeptRow> = survey(select).all(&self.reader()).tried(KEPT, "games")?;
        rows.into_iter().map(read_kept).collect()
    }

    /// The games of which something is to be told by now.
    pub fn games_to_tell(&self, now: i64) -> Result<Vec<GameId>, StoreError> {
        let select = survey("SELECT DISTINCT game FROM telling WHERE due <= $1 ORDER BY game").bind(now);
        let games: Vec<String> = select.all(&self.reader()).tried(PENDING, "games")?;
        let read =
            |game: String| GameId::parse(&game).ok_or_else(|| unreadable(PENDING, &game, "it cannot name a game"));
        games.into_iter().map(read).collect()
    }

    /// What is still to be told of acts of a game, whenever it is due, in the order of the acts.
    pub fn tellings(&self, game: &GameId) -> Result<Vec<Telling>, StoreError> {
        let select = "SELECT id, seat, player, due, act, phase, news, note FROM telling WHERE game = $1 ORDER BY id";
        let rows: Vec<TellingRow> = sql(select).bind(game.as_str()).all(&self.reader()).tried(PENDING, game)?;
        rows.into_iter().map(|row| read_telling(game, row)).collect()
    }

    /// When the next is due after this moment, of all games.
    pub fn next_telling(&self, after: i64) -> Result<Option<i64>, StoreError> {
        let select = survey("SELECT min(due) FROM telling WHERE due > $1").bind(after);
        select.one(&self.reader()).tried(PENDING, "games")
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

    /// The last number by which an order that was kept of a person in a game could be taken back; 0 before the first.
    pub fn last_kept(&self, game: &GameId, player: &PlayerId) -> Result<u32, StoreError> {
        let select = sql("SELECT coalesce(max(last), 0) FROM kept_number WHERE game = $1 AND player = $2");
        let select = select.bind(game.as_str()).bind(player.as_str());
        select.one(&self.connection()).tried("look up the number of an order that was kept", game)
    }

    /// Orders that are kept in a game.
    pub fn kept_acts_of(&self, game: &GameId) -> Result<Vec<KeptAct>, StoreError> {
        let select = "SELECT game, arrived, letter, place, player, number, counts_from, seat, line, shown FROM kept_act
             WHERE game = $1 ORDER BY arrived, number, place, letter";
        let rows: Vec<KeptRow> = sql(select).bind(game.as_str()).all(&self.connection()).tried(KEPT, game)?;
        rows.into_iter().map(read_kept).collect()
    }
}
