//! Who asks for a seat, what everybody may know of the games, and how often strangers were answered.

use super::StoreError;
use super::changes::one_row;
use super::engine::{Connection, sql, survey};
use super::error::{Tried, unreadable};
use super::people::{PLAYER, read_player};
use super::reading::Reading;
use base::game::{GameId, PlayerId, SeatId, SeatSpec};
use desk::{GameStatus, PublicGame, Signon, StrangerRecord};

type SignonRow = (u32, Option<String>, i64, String, String);
type GameRow = (String, String, String, bool);

impl Reading<'_> {
    /// What everybody may know of the games that are not over.
    pub fn notice_board(&self) -> Result<Vec<PublicGame>, StoreError> {
        const WHAT: &str = "list the games";
        let on = self.connection();
        let select = "SELECT id, book, status, is_open FROM game WHERE status NOT IN ('over', 'deleted') ORDER BY id";
        let rows: Vec<GameRow> = survey(select).all(&on).tried(WHAT, "games")?;
        rows.into_iter().map(|row| read_game(row, &on)).collect()
    }

    /// Everybody who ever asked for a seat of a game, in order.
    pub fn signons(&self, game: &GameId) -> Result<Vec<Signon>, StoreError> {
        const WHAT: &str = "list those who signed on";
        let on = self.connection();
        let select = "SELECT number, seat, at, state, player FROM signon WHERE game = $1 ORDER BY number";
        let rows: Vec<SignonRow> = sql(select).bind(game.as_str()).all(&on).tried(WHAT, game)?;
        let read = |(number, seat, at, state, player): SignonRow| {
            let seat = seat.as_deref().and_then(SeatId::parse);
            let row = sql(PLAYER).bind(&player).one(&on).tried(WHAT, game)?;
            Ok(Signon { number, player: read_player(row, &on)?, seat, at, is_waiting: state == "waiting" })
        };
        rows.into_iter().map(read).collect()
    }

    /// What an address that is nobody's was answered since then.
    pub fn stranger(&self, stranger: &PlayerId, since: i64) -> Result<StrangerRecord, StoreError> {
        let (helped, asked, all) =
            sql("SELECT (SELECT count(*) FROM stranger_letter WHERE player = $1 AND at > $2 AND kind = 'help'),
                    (SELECT count(*) FROM stranger_letter WHERE player = $1 AND at > $2 AND kind = 'question'),
                    (SELECT count(*) FROM stranger_letter WHERE at > $2)")
            .bind(stranger.as_str())
            .bind(since)
            .one(&self.connection())
            .tried("count answers to a stranger", stranger)?;
        Ok(StrangerRecord { helped, asked, all })
    }
}

/// Who is missing in a running game is told only when its game master opened it.
fn read_game((id, book, status, is_open): GameRow, on: &Connection) -> Result<PublicGame, StoreError> {
    const WHAT: &str = "read a game for the notice board";
    let status: GameStatus = serde_json::from_value(status.into()).tried(WHAT, &id)?;
    let mut vacant = Vec::new();
    if is_open || status == GameStatus::Setup {
        let seats = sql("SELECT spec FROM seat WHERE game = $1 AND holder IS NULL ORDER BY place").bind(&id);
        for spec in seats.all::<String>(on).tried(WHAT, &id)? {
            let spec: SeatSpec = serde_json::from_str(&spec).tried(WHAT, &id)?;
            vacant.push((spec.id, spec.title));
        }
    }
    let name = GameId::parse(&id).ok_or_else(|| unreadable(WHAT, &id, "it cannot name a game"))?;
    Ok(PublicGame { id: name, book, status, is_open, vacant })
}

/// Opens a game for everybody, or closes it.
pub(super) fn set_open(tx: &Connection, game: &GameId, is_open: bool) -> Result<(), StoreError> {
    const WHAT: &str = "open or close a game";
    let update = sql("UPDATE game SET is_open = $2 WHERE id = $1").bind(game.as_str()).bind(is_open);
    one_row(update.execute(tx).tried(WHAT, game)?, WHAT, || format!("game {game}"))
}

/// Somebody asks for a seat.
pub(super) fn add(
    tx: &Connection,
    game: &GameId,
    number: u32,
    player: &PlayerId,
    seat: Option<&SeatId>,
    at: i64,
) -> Result<(), StoreError> {
    sql("INSERT INTO signon (game, number, player, seat, at) VALUES ($1, $2, $3, $4, $5)")
        .bind(game.as_str())
        .bind(number)
        .bind(player.as_str())
        .bind(seat.map(SeatId::as_str))
        .bind(at)
        .execute(tx)
        .tried("keep a signon", player)?;
    Ok(())
}

/// A signon is answered, once.
pub(super) fn settle(tx: &Connection, game: &GameId, number: u32, is_approved: bool) -> Result<(), StoreError> {
    const WHAT: &str = "answer a signon";
    let state = if is_approved { "approved" } else { "denied" };
    let update = "UPDATE signon SET state = $3 WHERE game = $1 AND number = $2 AND state = 'waiting'";
    let update = sql(update).bind(game.as_str()).bind(number).bind(state);
    let done = update.execute(tx).tried(WHAT, game)?;
    one_row(done, WHAT, || format!("signon {number} of {game} that waits"))
}

/// Counts a letter to a stranger, who has a row of his own from then on, and no address in it.
pub(super) fn write_to_stranger(
    tx: &Connection,
    stranger: &PlayerId,
    at: i64,
    is_question: bool,
) -> Result<(), StoreError> {
    const WHAT: &str = "count a letter to a stranger";
    let insert =
        "INSERT INTO player (id, name, zone, code_counter) VALUES ($1, '', NULL, 0) ON CONFLICT (id) DO NOTHING";
    sql(insert).bind(stranger.as_str()).execute(tx).tried(WHAT, stranger)?;
    sql("INSERT INTO stranger_letter (player, at, kind) VALUES ($1, $2, $3)")
        .bind(stranger.as_str())
        .bind(at)
        .bind(if is_question { "question" } else { "help" })
        .execute(tx)
        .tried(WHAT, stranger)?;
    Ok(())
}
