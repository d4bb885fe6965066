//! Games read back: as they stand, as they stood, and what the clock has done for them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::cache::same;
use super::changes::seal_of_lines;
use super::engine::sql;
use super::error::{Tried, outdated, unreadable};
use super::people::{PlayerRow, player_json, read_games};
use super::verify::hash;
use super::{Store, StoreError};
use crate::desk::{GameRecord, GameStatus, PastPhase, PastSecret, Step};
use crate::game::schedule::Timetable;
use crate::game::{
    GameId, NextPhase, Phase, PhaseClock, PlayerId, Roll, Roster, Seat, SeatId, Secret, Seeds, SetDie, Shared,
};
use crate::order::Sheet;
use crate::report::{self, Standing};
use crate::rules::{Shelf, Table};

/// One link of a game's history with its place in it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredStep {
    /// The place, from 1.
    pub seq: u32,
    /// The step.
    pub step: Step,
}

/// Everything about one game in one statement, so that it is read at one instant. Every part goes by an index; the
/// sheets by way of the seats (`CROSS JOIN` keeps that order), or every old revision would be looked at.
const GAME: &str = concat!(
    "
SELECT g.book, g.document, g.timetable, g.status, g.holds_reports,
    EXISTS (SELECT 1 FROM outbox WHERE game = g.id AND is_held = 1),
    (SELECT max(seq) FROM step WHERE game = g.id),
    (SELECT max(seq) FROM facts WHERE game = g.id),
    CASE WHEN o.number IS NULL THEN NULL ELSE json_object('number', o.number, 'revision', o.revision, 'plan', o.plan,
        'opened', o.opened, 'deadline', o.deadline, 'forced_at', o.forced_at, 'secret', o.secret,
        'set_dice', o.set_dice, 'seeds', o.seeds, 'paused_at', o.paused_at, 'resumes_at', o.resumes_at, 'told_at', o.told_at,
        'ready', json(o.ready)) END,
    (SELECT json_group_array(json_object('spec', spec, 'holder', holder)) FROM
        (SELECT spec, holder FROM seat WHERE game = g.id ORDER BY place)),
    (SELECT json_group_array(",
    player_json!(),
    ") FROM player AS p WHERE p.id IN
        (SELECT holder FROM seat WHERE game = g.id AND holder IS NOT NULL
         UNION SELECT player FROM game_master WHERE game = g.id)),
    (SELECT json_group_array(player) FROM game_master WHERE game = g.id),
    json_object('is_open', json(iif(g.is_open, 'true', 'false')), 'locked',
        json((SELECT json_group_array(player) FROM player_lock WHERE game = g.id)), 'past_seats',
        json((SELECT json_group_array(json_array(player, seat)) FROM past_seat WHERE game = g.id)), 'past_gms',
        json((SELECT json_group_array(player) FROM past_master WHERE game = g.id))),
    (SELECT json_group_array(json_object('seat', s.seat, 'revision', s.revision, 'arrived', s.arrived,
        'lines', s.lines, 'seal', s.seal)) FROM seat AS t CROSS JOIN sheet AS s
        WHERE t.game = g.id AND s.game = t.game AND s.number = o.number AND s.phase_revision = o.revision
          AND s.seat = t.seat AND s.revision =
            (SELECT max(last.revision) FROM sheet AS last WHERE last.game = t.game AND last.number = o.number
                 AND last.phase_revision = o.revision AND last.seat = t.seat))
FROM game AS g LEFT JOIN phase AS o ON o.game = g.id AND o.state = 'open'
WHERE g.id = $1"
);

type GameRow = (
    String,
    String,
    String,
    String,
    bool,
    bool,
    Option<i64>,
    Option<i64>,
    Option<String>,
    String,
    String,
    String,
    String,
    String,
);

#[derive(Deserialize)]
struct PhaseRow {
    number: u32,
    revision: u32,
    plan: String,
    opened: i64,
    deadline: i64,
    forced_at: i64,
    secret: String,
    set_dice: String,
    seeds: Option<String>,
    paused_at: Option<i64>,
    resumes_at: Option<i64>,
    told_at: Option<i64>,
    ready: BTreeMap<SeatId, i64>,
}

#[derive(Deserialize)]
struct SeatRow {
    spec: String,
    holder: Option<String>,
}

/// Whether a game takes players without asking, whose letters do not count in it, and who left it.
#[derive(Deserialize)]
struct DoorRow {
    is_open: bool,
    locked: BTreeSet<PlayerId>,
    past_seats: BTreeSet<(PlayerId, SeatId)>,
    past_gms: BTreeSet<PlayerId>,
}

#[derive(Deserialize)]
struct SheetRow {
    seat: SeatId,
    revision: u32,
    arrived: i64,
    lines: String,
    seal: Option<String>,
}

const READ: &str = "read a game";

fn parsed<T: DeserializeOwned>(text: &str, game: &GameId) -> Result<T, StoreError> {
    serde_json::from_str(text).tried(READ, game)
}

fn read_secret(text: &str, game: &GameId) -> Result<Secret, StoreError> {
    Secret::from_hex(text).ok_or_else(|| unreadable(READ, game, "the secret of a phase is not 32 bytes"))
}

fn read_phase(text: &str, game: &GameId) -> Result<Phase, StoreError> {
    let row: PhaseRow = parsed(text, game)?;
    Ok(Phase {
        number: row.number,
        revision: row.revision,
        plan: parsed(&row.plan, game)?,
        opened: row.opened,
        deadline: row.deadline,
        forced_at: (row.forced_at > 0).then_some(row.forced_at),
        secret: read_secret(&row.secret, game)?,
        seeds: row.seeds.map(|seeds| parsed(&seeds, game)).transpose()?,
        set_dice: parsed(&row.set_dice, game)?,
        clock: PhaseClock {
            paused_at: row.paused_at,
            resumes_at: row.resumes_at,
            ready: row.ready,
            told_at: row.told_at,
        },
    })
}

pub(super) fn read_roster(seats: &str, people: &str, gms: &str, game: &GameId) -> Result<Roster, StoreError> {
    let seat = |row: SeatRow| {
        let holder = row.holder.as_deref().map(PlayerId::stored);
        Ok(Seat { spec: parsed(&row.spec, game)?, holder })
    };
    let seats: Vec<SeatRow> = parsed(seats, game)?;
    let seats = seats.into_iter().map(seat).collect::<Result<_, StoreError>>()?;
    let people: Vec<PlayerRow> = parsed(people, game)?;
    let people = people.into_iter().map(PlayerRow::read).collect::<Result<_, _>>()?;
    let gms: BTreeSet<PlayerId> = parsed(gms, game)?;
    Ok(Roster::new(seats, people, gms))
}

fn read_sheets(text: &str, game: &GameId) -> Result<BTreeMap<SeatId, Shared<Sheet<Value>>>, StoreError> {
    let rows: Vec<SheetRow> = parsed(text, game)?;
    let read = |row: SheetRow| {
        if row.seal.is_some_and(|seal| seal != seal_of_lines(&row.lines)) {
            let why = format!("the orders of {} are not those that were put on file", row.seat);
            return Err(unreadable(READ, game, &why));
        }
        let lines = parsed(&row.lines, game)?;
        Ok((row.seat, Sheet { revision: row.revision, arrived: row.arrived, lines }.into()))
    };
    rows.into_iter().map(read).collect()
}

impl Store {
    /// One game as it stands.
    pub fn game(&self, id: &GameId, shelf: &Shelf) -> Result<Option<GameRecord>, StoreError> {
        if let Some(record) = self.inner.cache.record(id) {
            return Ok(Some(record));
        }
        let writes = self.inner.cache.writes();
        let record = self.read_game(id, shelf, true)?;
        if let Some(record) = &record {
            self.inner.cache.note_record(record, writes);
        }
        Ok(record)
    }

    /// One game as it stands, for a single look: it is not remembered.
    pub fn game_in_passing(&self, id: &GameId, shelf: &Shelf) -> Result<Option<GameRecord>, StoreError> {
        match self.inner.cache.record(id) {
            Some(record) => Ok(Some(record)),
            None => self.read_game(id, shelf, false),
        }
    }

    /// Lets go of games that nobody asked for in so long: they are read anew when they are needed.
    pub fn forget_unused(&self, since: Duration) {
        self.inner.cache.forget_unused(since);
    }

    fn read_game(&self, id: &GameId, shelf: &Shelf, remembers: bool) -> Result<Option<GameRecord>, StoreError> {
        let row: Option<GameRow> = sql(GAME).bind(id.as_str()).first(&self.reader()).tried(READ, id)?;
        let Some(row) = row else { return Ok(None) };
        let (
            book,
            document,
            timetable,
            status,
            holds_reports,
            awaits_release,
            step,
            facts,
            phase,
            seats,
            people,
            gms,
            door,
            sheets,
        ) = row;
        let status: GameStatus = serde_json::from_value(Value::String(status)).tried(READ, id)?;
        let door: DoorRow = parsed(&door, id)?;
        let phase = phase.filter(|_| status != GameStatus::Deleted);
        let table = self.table(id, &book, document, shelf)?;
        let state = self.state(id, step, table.as_ref(), remembers)?;
        Ok(Some(GameRecord {
            id: id.clone(),
            status,
            holds_reports,
            awaits_release,
            table,
            timetable: parsed::<Timetable>(&timetable, id)?.into(),
            roster: read_roster(&seats, &people, &gms, id)?
                .with(door.locked, door.is_open)
                .remembering(door.past_seats, door.past_gms)
                .into(),
            phase: phase.map(|text| read_phase(&text, id)).transpose()?,
            state,
            facts: self.standing(id, facts, remembers)?,
            sheets: read_sheets(&sheets, id)?,
        }))
    }

    /// The table of a game, laid once for all games of its scenario.
    fn table(&self, id: &GameId, book: &str, document: String, shelf: &Shelf) -> Result<Arc<dyn Table>, StoreError> {
        const WHAT: &str = "lay out a game's scenario";
        if let Some(table) = self.inner.cache.table(book, &document) {
            return Ok(table);
        }
        let select = sql("SELECT text FROM document WHERE sha256 = $1").bind(&document);
        let text: String = select.one(&self.reader()).tried(WHAT, id)?;
        if data_encoding::HEXLOWER.encode(&Sha256::digest(&text)) != document {
            return Err(unreadable(WHAT, id, "it is not the document that was stored"));
        }
        let table = shelf.table_for(book, parsed(&text, id)?).map_err(|why| unreadable(WHAT, id, why))?;
        self.inner.cache.note_table(book, &document, &table);
        Ok(table)
    }

    /// The state after a step, read once, as the rule book writes it now.
    fn state(
        &self,
        id: &GameId,
        step: Option<i64>,
        table: &dyn Table,
        remembers: bool,
    ) -> Result<Arc<Value>, StoreError> {
        let Some(seq) = step else { return Ok(Arc::new(Value::Null)) };
        if let Some(state) = same(self.inner.cache.of(id).state, &seq) {
            return Ok(state);
        }
        let select = sql("SELECT state, hash, version FROM step WHERE game = $1 AND seq = $2");
        let select = select.bind(id.as_str()).bind(seq);
        let (text, sealed, version): (String, String, u32) = select.one(&self.reader()).tried(READ, id)?;
        if hash(text.as_bytes()) != sealed {
            return Err(unreadable(READ, id, "its state is not what was written"));
        }
        let state = table.bring_up(version, parsed(&text, id)?).map_err(|why| outdated(READ, id, why))?;
        let state = Arc::new(state);
        if remembers {
            self.inner.cache.note(id, |known| known.state = Some((seq, Arc::clone(&state))));
        }
        Ok(state)
    }

    /// The standing facts of a row of facts, read once.
    fn standing(&self, id: &GameId, facts: Option<i64>, remembers: bool) -> Result<Arc<Standing<Value>>, StoreError> {
        let Some(seq) = facts else { return Ok(Arc::default()) };
        if let Some(standing) = same(self.inner.cache.of(id).standing, &seq) {
            return Ok(standing);
        }
        let select = sql("SELECT standing FROM facts WHERE game = $1 AND seq = $2");
        let text: String = select.bind(id.as_str()).bind(seq).one(&self.reader()).tried(READ, id)?;
        let standing = Arc::new(Standing::from(report::open(&text).tried(READ, id)?));
        if remembers {
            self.inner.cache.note(id, |known| known.standing = Some((seq, Arc::clone(&standing))));
        }
        Ok(standing)
    }

    /// A phase that was played, as its reports told it; 0 is the opening. What was found out or changed after it,
    /// before the next was played, follows the news.
    pub fn past_phase(&self, game: &GameId, number: u32) -> Result<Option<PastPhase>, StoreError> {
        let Some(closed) = self.closed_phase(game, number)? else { return Ok(None) };
        let rows: Vec<(String, String)> =
            sql("SELECT news, standing FROM facts WHERE game = $1 AND number = $2 AND revision = $3 ORDER BY seq")
                .bind(game.as_str())
                .bind(number)
                .bind(closed.revision)
                .all(&self.reader())
                .tried("read a past phase", game)?;
        let mut facts = Vec::new();
        for (news, _) in &rows {
            facts.extend(report::open(news).tried("read a past phase", game)?);
        }
        if let Some((_, standing)) = rows.last() {
            facts.extend(report::open(standing).tried("read a past phase", game)?);
        }
        Ok(Some(PastPhase { facts, ..closed }))
    }

    /// A phase that was played and stands, without its facts.
    fn closed_phase(&self, game: &GameId, number: u32) -> Result<Option<PastPhase>, StoreError> {
        const WHAT: &str = "read a past phase";
        if number == 0 {
            let begin = "SELECT revision, coalesce(input ->> 'secret', '') FROM step
                 WHERE game = $1 AND kind = 'begin' ORDER BY seq DESC LIMIT 1";
            let row: Option<(u32, String)> = sql(begin).bind(game.as_str()).first(&self.reader()).tried(WHAT, game)?;
            let Some((revision, secret)) = row else { return Ok(None) };
            let (title, secret) = ("the opening".to_owned(), read_secret(&secret, game)?);
            return Ok(Some(PastPhase {
                title,
                revision,
                facts: Vec::new(),
                secret,
                seeds: None,
                set_rolls: Vec::new(),
                idle_dice: Vec::new(),
            }));
        }
        let select =
            "SELECT plan, revision, secret, seeds, set_dice, CASE WHEN set_dice = '[]' THEN '[]' ELSE coalesce((SELECT
                 rolls FROM step AS s WHERE s.game = p.game AND s.kind = 'phase' AND s.phase = p.number
                 AND s.revision = p.revision), '[]') END FROM phase AS p
             WHERE game = $1 AND number = $2 AND state = 'closed' AND undone IS NULL
                 AND NOT EXISTS (SELECT 1 FROM step AS s WHERE s.game = p.game AND s.kind = 'end'
                     AND s.phase = p.number AND s.revision = p.revision) ORDER BY revision DESC LIMIT 1";
        type Row = (String, u32, String, Option<String>, String, String);
        let row: Option<Row> = sql(select).bind(game.as_str()).bind(number).first(&self.reader()).tried(WHAT, game)?;
        let Some((plan, revision, secret, seeds, set_dice, rolls)) = row else { return Ok(None) };
        let plan: NextPhase = parsed(&plan, game)?;
        let (title, secret) = (plan.title, read_secret(&secret, game)?);
        let seeds: Option<Seeds> = seeds.map(|seeds| parsed(&seeds, game)).transpose()?;
        let (seeds, set_rolls, idle_dice) = (seeds.map(|seeds| seeds.rows()), Vec::new(), Vec::new());
        let mut past = PastPhase { title, revision, facts: Vec::new(), secret, seeds, set_rolls, idle_dice };
        past.note_dice(&parsed::<Vec<SetDie>>(&set_dice, game)?, &parsed::<Vec<Roll>>(&rolls, game)?);
        Ok(Some(past))
    }

    /// The secrets of all phases of a game that are closed, of those that are undone, too, and of its opening.
    pub fn dice_secrets(&self, game: &GameId) -> Result<Vec<PastSecret>, StoreError> {
        const WHAT: &str = "read the secrets of the dice";
        let rows: Vec<(u32, u32, String)> =
            sql("SELECT phase, revision, coalesce(input ->> 'secret', '') FROM step WHERE game = $1 AND kind = 'begin'
             UNION ALL SELECT number, revision, secret FROM phase WHERE game = $1 AND state = 'closed' ORDER BY 1, 2")
            .bind(game.as_str())
            .all(&self.reader())
            .tried(WHAT, game)?;
        let read = |(number, revision, secret): (u32, u32, String)| {
            Ok(PastSecret { label: format!("{number}.{revision}"), secret: read_secret(&secret, game)? })
        };
        rows.into_iter().map(read).collect()
    }

    /// The history of a game, from which it can be played anew.
    pub fn steps(&self, game: &GameId) -> Result<Vec<StoredStep>, StoreError> {
        const WHAT: &str = "read the history of a game";
        type Row = (u32, String, u32, u32, String, String, u32, String, String);
        let rows: Vec<Row> = sql(
            "SELECT seq, kind, phase, revision, input, state, version, hash, rolls FROM step WHERE game = $1 ORDER BY seq",
        )
        .bind(game.as_str())
        .all(&self.reader())
        .tried(WHAT, game)?;
        let read = |(seq, kind, phase, revision, input, state, version, hash, rolls): Row| {
            let kind = serde_json::from_value(Value::String(kind)).tried(WHAT, game)?;
            let (input, state, rolls) = (parsed(&input, game)?, parsed(&state, game)?, parsed(&rolls, game)?);
            let state = Arc::new(state);
            Ok(StoredStep { seq, step: Step { kind, phase, revision, input, state, version, hash, rolls } })
        };
        rows.into_iter().map(read).collect()
    }

    /// The games whose clock runs.
    pub fn running_games(&self) -> Result<Vec<GameId>, StoreError> {
        const WHAT: &str = "list running games";
        let select = "SELECT id FROM game WHERE status = 'running' ORDER BY id";
        let names = sql(select).all(&self.reader());
        read_games(WHAT, names.tried(WHAT, "games")?)
    }

    /// The reminders that were given of the deadline that the open phase has now: to which seat, and how many minutes
    /// before it.
    pub fn reminders_given(&self, game: &GameId, number: u32) -> Result<Vec<(SeatId, u32)>, StoreError> {
        const WHAT: &str = "list reminders";
        let select = "SELECT r.seat, r.minutes FROM reminder AS r JOIN phase AS p
                 ON p.game = r.game AND p.number = r.number AND p.revision = r.revision AND p.deadline = r.deadline
             WHERE p.game = $1 AND p.number = $2 AND p.state = 'open' ORDER BY 1, 2";
        let rows: Vec<(String, u32)> =
            sql(select).bind(game.as_str()).bind(number).all(&self.reader()).tried(WHAT, game)?;
        let read = |(seat, minutes): (String, u32)| {
            let seat = SeatId::parse(&seat).ok_or_else(|| unreadable(WHAT, &seat, "it cannot name a seat"))?;
            Ok((seat, minutes))
        };
        rows.into_iter().map(read).collect()
    }

    /// When a mailbox was last looked through without fault, in epoch seconds.
    pub fn last_poll(&self, mailbox: &str) -> Result<Option<i64>, StoreError> {
        sql("SELECT polled FROM mailbox WHERE name = $1")
            .bind(mailbox)
            .first(&self.reader())
            .tried("look up the last poll", "mailbox")
    }

    /// Notes that a mailbox was looked through without fault. Time never goes back.
    pub fn record_poll(&self, mailbox: &str, at: i64) -> Result<(), StoreError> {
        const WHAT: &str = "note a poll";
        let upsert = "INSERT INTO mailbox (name, polled) VALUES ($1, $2)
             ON CONFLICT (name) DO UPDATE SET polled = max(polled, excluded.polled)";
        let upsert = sql(upsert).bind(mailbox).bind(at);
        upsert.execute(&*self.tally(WHAT)?).tried(WHAT, "mailbox")?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of SQLite's plan for a statement on a fresh database.
    fn plan(select: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("adjutant.db")).unwrap();
        let explain = format!("EXPLAIN QUERY PLAN {select}");
        let rows: Vec<(i64, i64, i64, String)> = sql(explain).bind("cw1").all(&store.reader()).unwrap();
        rows.into_iter().map(|(.., detail)| detail).collect()
    }

    #[test]
    fn reading_one_game_walks_through_no_table() {
        let steps = plan(GAME);
        assert!(steps.len() > 8, "{steps:#?}");
        for step in steps.iter().filter(|step| step.starts_with("SCAN")) {
            assert!(step.starts_with("SCAN (subquery"), "{step}: a table is walked through\n{steps:#?}");
        }
        let sheets = "SEARCH s USING INDEX sqlite_autoindex_sheet_1 (game=? AND number=? AND phase_revision=? AND seat=? AND revision=?)";
        assert!(steps.iter().any(|step| step == sheets), "old revisions are walked through\n{steps:#?}");
    }
}
