//! Games read back: as they stand, as they stood, and what the clock has done for them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::cache::same;
use super::changes::seal_of_lines;
use super::engine::{Connection, sql};
use super::error::{Tried, outdated, unreadable};
use super::people::{PlayerRow, player_columns, read_games, read_player};
use super::reading::Reading;
use super::verify::hash;
use super::{Store, StoreError};
use base::facts::StandingFacts;
use base::game::schedule::Timetable;
use base::game::{
    GameId, NextPhase, Phase, PhaseClock, Player, PlayerId, Roll, Roster, Seat, SeatId, Secret, Seeds, SetDie, Shared,
};
use base::order::Sheet;
use base::planted::is_planted;
use desk::{GameRecord, GameStatus, PastPhase, PastSecret, Step, UntoldPhase};
use rules::{Shelf, Table};

/// One link of a game's history with its place in it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredStep {
    /// The place, from 1.
    pub seq: u32,
    /// The step.
    pub step: Step,
}

const GAME: &str = "SELECT book, document, timetable, status, holds_reports, is_open, next_timetable, next_document FROM game WHERE id = $1";
const AWAITS_RELEASE: &str = "SELECT EXISTS (SELECT 1 FROM outbox WHERE game = $1 AND is_held = 1)";
const LAST_CLOSED: &str = "SELECT number, revision, plan, deadline, moves FROM phase
WHERE game = $1 AND state = 'closed' AND undone IS NULL ORDER BY number DESC, revision DESC LIMIT 1";
const LAST_STEP: &str = "SELECT max(seq) FROM step WHERE game = $1";
/// That of an act is kept as long as no other step takes its place.
const STATE_AFTER: &str = "
SELECT coalesce(nullif(s.state, ''), p.state, '') FROM step AS s LEFT JOIN present AS p ON p.game = s.game AND p.seq = s.seq
WHERE s.game = $1 AND s.seq = $2";
/// How things stand after the last step, when that is an act.
const AFTER_ACTS: &str = "SELECT standing FROM present WHERE game = $1 AND seq = (SELECT max(seq) FROM step WHERE game = $1 AND kind <> 'end')";
/// The same, when it is one of the phase after this.
const AFTER_ACTS_SINCE: &str = "
SELECT p.standing FROM present AS p JOIN step AS s ON s.game = p.game AND s.seq = p.seq
WHERE p.game = $1 AND p.seq = (SELECT max(seq) FROM step WHERE game = $1 AND kind <> 'end') AND s.phase = $2 + 1";
const LAST_FACTS: &str = "SELECT max(seq) FROM facts WHERE game = $1";
const OPEN_PHASE: &str = "
SELECT number, revision, plan, opened, deadline, forced_at, secret, seeds, set_dice, paused_at, resumes_at, told_at, moves, ready
FROM phase WHERE game = $1 AND state = 'open'";
const SEATS: &str = "SELECT spec, holder FROM seat WHERE game = $1 ORDER BY place";
const MASTERS: &str = "SELECT player FROM game_master WHERE game = $1";
const PEOPLE: &str = concat!(
    "SELECT ",
    player_columns!(),
    " FROM player AS p WHERE p.id IN
        (SELECT holder FROM seat WHERE game = $1 AND holder IS NOT NULL
         UNION SELECT player FROM game_master WHERE game = $1)"
);
const LOCKED: &str = "SELECT player FROM player_lock WHERE game = $1";
const PAST_SEATS: &str = "SELECT player, seat FROM past_seat WHERE game = $1";
const PAST_MASTERS: &str = "SELECT player FROM past_master WHERE game = $1";
/// By way of the seats (`CROSS JOIN` keeps that order), or every old revision would be looked at.
const SHEETS: &str = "
SELECT s.seat, s.revision, s.arrived, s.seal FROM seat AS t CROSS JOIN sheet AS s
WHERE t.game = $1 AND s.game = t.game AND s.number = $2 AND s.phase_revision = $3 AND s.seat = t.seat AND s.revision =
    (SELECT max(last.revision) FROM sheet AS last WHERE last.game = t.game AND last.number = $2
        AND last.phase_revision = $3 AND last.seat = t.seat)";
const LINES: &str = "
SELECT lines FROM sheet WHERE game = $1 AND number = $2 AND phase_revision = $3 AND seat = $4 AND revision = $5";

type GameRow = (String, String, String, String, bool, bool, Option<String>, Option<String>);
type PhaseRow = (
    u32,
    u32,
    String,
    i64,
    i64,
    i64,
    String,
    Option<String>,
    String,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    u32,
    String,
);
type SheetRow = (String, u32, i64, Option<String>);

type Sheets = BTreeMap<SeatId, Shared<Sheet<Value>>>;

const READ: &str = "read a game";

fn parsed<T: DeserializeOwned>(text: &str, game: &GameId) -> Result<T, StoreError> {
    serde_json::from_str(text).tried(READ, game)
}

fn read_secret(text: &str, game: &GameId) -> Result<Secret, StoreError> {
    Secret::from_hex(text).ok_or_else(|| unreadable(READ, game, "the secret of a phase is not 32 bytes"))
}

fn read_phase(row: PhaseRow, game: &GameId) -> Result<Phase, StoreError> {
    let (number, revision, plan, opened, deadline, forced_at, secret, seeds, set_dice, ..) = &row;
    let (.., paused_at, resumes_at, told_at, moves, ready) = &row;
    Ok(Phase {
        number: *number,
        revision: *revision,
        plan: parsed(plan, game)?,
        opened: *opened,
        deadline: *deadline,
        forced_at: (*forced_at > 0).then_some(*forced_at),
        secret: read_secret(secret, game)?,
        seeds: seeds.as_deref().map(|seeds| parsed(seeds, game)).transpose()?,
        set_dice: parsed(set_dice, game)?,
        clock: PhaseClock {
            paused_at: *paused_at,
            resumes_at: *resumes_at,
            ready: parsed(ready, game)?,
            told_at: *told_at,
            moves: *moves,
        },
    })
}

/// The seats and masters of a game, told apart by their keys; `people` are those of whom more is to be known.
pub(super) fn read_roster(on: &Connection, people: Vec<Player>, game: &GameId) -> Result<Roster, StoreError> {
    let id = game.as_str();
    let seat = |(spec, holder): (String, Option<String>)| {
        Ok(Seat { spec: parsed(&spec, game)?, holder: holder.as_deref().map(PlayerId::stored) })
    };
    let seats: Vec<(String, Option<String>)> = sql(SEATS).bind(id).all(on).tried(READ, game)?;
    let seats = seats.into_iter().map(seat).collect::<Result<_, StoreError>>()?;
    Ok(Roster::new(seats, people, read_ids(MASTERS, on, game)?))
}

/// The phase that was played last.
fn untold_phase(on: &Connection, game: &GameId) -> Result<Option<UntoldPhase>, StoreError> {
    type Row = (u32, u32, String, i64, u32);
    let row: Option<Row> = sql(LAST_CLOSED).bind(game.as_str()).first(on).tried(READ, game)?;
    let Some((number, revision, plan, deadline, moves)) = row else { return Ok(None) };
    let plan: NextPhase = parsed(&plan, game)?;
    Ok(Some(UntoldPhase { number, revision, title: plan.title, deadline, moves }))
}

/// The people of a game whose letters do not count in it.
pub(super) fn read_locked(on: &Connection, game: &GameId) -> Result<BTreeSet<PlayerId>, StoreError> {
    read_ids(LOCKED, on, game)
}

fn read_ids(select: &'static str, on: &Connection, game: &GameId) -> Result<BTreeSet<PlayerId>, StoreError> {
    let ids: Vec<String> = sql(select).bind(game.as_str()).all(on).tried(READ, game)?;
    Ok(ids.iter().map(|id| PlayerId::stored(id)).collect())
}

/// The roster with its people, whether it takes players without asking, whose letters do not count, and who left it.
fn read_whole_roster(on: &Connection, is_open: bool, game: &GameId) -> Result<Roster, StoreError> {
    let rows: Vec<PlayerRow> = sql(PEOPLE).bind(game.as_str()).all(on).tried(READ, game)?;
    let people = rows.into_iter().map(|row| read_player(row, on)).collect::<Result<_, _>>()?;
    let past: Vec<(String, String)> = sql(PAST_SEATS).bind(game.as_str()).all(on).tried(READ, game)?;
    let seat = |(player, seat): (String, String)| {
        let seat = SeatId::parse(&seat).ok_or_else(|| unreadable(READ, game, "a seat has no good name"))?;
        Ok((PlayerId::stored(&player), seat))
    };
    let past_seats = past.into_iter().map(seat).collect::<Result<_, StoreError>>()?;
    let roster = read_roster(on, people, game)?.with(read_locked(on, game)?, is_open);
    Ok(roster.remembering(past_seats, read_ids(PAST_MASTERS, on, game)?))
}

impl Store {
    /// Lets go of games that nobody asked for in so long: they are read anew when they are needed.
    pub fn forget_unused(&self, since: Duration) {
        self.inner.cache.forget_unused(since);
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
            let (input, rolls) = (parsed(&input, game)?, parsed(&rolls, game)?);
            let state = if state.is_empty() { Value::Null } else { parsed(&state, game)? };
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
        upsert.execute(&*self.hasty_writer(WHAT)?).tried(WHAT, "mailbox")?;
        Ok(())
    }
}

impl Reading<'_> {
    /// One game as it stands.
    pub fn game(&self, id: &GameId, shelf: &Shelf) -> Result<Option<GameRecord>, StoreError> {
        self.read_game(id, shelf, true)
    }

    /// One game as it stands, for a single look: it is not remembered.
    pub fn game_in_passing(&self, id: &GameId, shelf: &Shelf) -> Result<Option<GameRecord>, StoreError> {
        self.read_game(id, shelf, false)
    }

    fn read_game(&self, id: &GameId, shelf: &Shelf, remembers: bool) -> Result<Option<GameRecord>, StoreError> {
        self.at_one_instant(READ, |on| {
            let row: Option<GameRow> = sql(GAME).bind(id.as_str()).first(on).tried(READ, id)?;
            let Some((book, document, timetable, status, holds_reports, is_open, next, next_document)) = row else {
                return Ok(None);
            };
            let status: GameStatus = serde_json::from_value(Value::String(status)).tried(READ, id)?;
            let table = self.table(on, id, &book, document, shelf)?;
            let next_table = next_document.map(|next| self.table(on, id, &book, next, shelf)).transpose()?;
            let phase: Option<PhaseRow> = sql(OPEN_PHASE).bind(id.as_str()).first(on).tried(READ, id)?;
            let sheets = match &phase {
                Some((number, revision, ..)) => self.sheets(on, id, (*number, *revision), remembers)?,
                None => BTreeMap::new(),
            };
            let phase = phase.filter(|_| status != GameStatus::Deleted);
            // Games that were made before kept rhythms of other books as well.
            let kinds = table.about().phase_kinds;
            let own = |timetable: Timetable| timetable.of_kinds(kinds);
            let awaits_release: bool = sql(AWAITS_RELEASE).bind(id.as_str()).one(on).tried(READ, id)?;
            Ok(Some(GameRecord {
                id: id.clone(),
                status,
                holds_reports,
                awaits_release,
                untold: if awaits_release { untold_phase(on, id)? } else { None },
                state: self.state(on, id, table.as_ref(), remembers)?,
                table,
                next_table,
                timetable: own(parsed(&timetable, id)?).into(),
                next_timetable: next.map(|next| parsed(&next, id)).transpose()?.map(own).map(Into::into),
                roster: read_whole_roster(on, is_open, id)?.into(),
                phase: phase.map(|row| read_phase(row, id)).transpose()?,
                facts: self.standing(on, id, remembers)?,
                sheets,
            }))
        })
    }

    /// The table that a game was begun with, from which it is replayed.
    pub fn table_at_the_start(&self, id: &GameId, shelf: &Shelf) -> Result<Option<Arc<dyn Table>>, StoreError> {
        self.at_one_instant(READ, |on| {
            let select = sql("SELECT book, coalesce(made_of, document) FROM game WHERE id = $1");
            let row: Option<(String, String)> = select.bind(id.as_str()).first(on).tried(READ, id)?;
            row.map(|(book, document)| self.table(on, id, &book, document, shelf)).transpose()
        })
    }

    /// The table of a game, laid once for all games of its scenario.
    fn table(
        &self,
        on: &Connection,
        id: &GameId,
        book: &str,
        document: String,
        shelf: &Shelf,
    ) -> Result<Arc<dyn Table>, StoreError> {
        const WHAT: &str = "lay out a game's scenario";
        if let Some(table) = self.store.inner.cache.table(book, &document) {
            return Ok(table);
        }
        let select = sql("SELECT text FROM document WHERE sha256 = $1").bind(&document);
        let text: String = select.one(on).tried(WHAT, id)?;
        if data_encoding::HEXLOWER.encode(&Sha256::digest(&text)) != document {
            return Err(unreadable(WHAT, id, "it is not the document that was stored"));
        }
        let table = shelf.table_for(book, parsed(&text, id)?).map_err(|why| unreadable(WHAT, id, why))?;
        self.store.inner.cache.note_table(book, &document, &table);
        Ok(table)
    }

    /// The state after the last step, read once, as the rule book writes it now.
    fn state(
        &self,
        on: &Connection,
        id: &GameId,
        table: &dyn Table,
        remembers: bool,
    ) -> Result<Arc<Value>, StoreError> {
        let last: Option<i64> = sql(LAST_STEP).bind(id.as_str()).one(on).tried(READ, id)?;
        let Some(seq) = last else { return Ok(Arc::new(Value::Null)) };
        let select = sql("SELECT hash, version FROM step WHERE game = $1 AND seq = $2");
        let select = select.bind(id.as_str()).bind(seq);
        let (sealed, version): (String, u32) = select.one(on).tried(READ, id)?;
        // What it is brought up from shows in it, too.
        let key = match is_planted("state-remembered-by-number") {
            true => seq.to_string(),
            false => format!("{sealed} {version}"),
        };
        if let Some(state) = same(self.store.inner.cache.of(id).state, &key) {
            return Ok(state);
        }
        let select = sql(STATE_AFTER).bind(id.as_str()).bind(seq);
        let text: String = select.one(on).tried(READ, id)?;
        if hash(text.as_bytes()) != sealed {
            return Err(unreadable(READ, id, "its state is not what was written"));
        }
        let state = table.bring_up(version, parsed(&text, id)?).map_err(|why| outdated(READ, id, why))?;
        let state = Arc::new(state);
        if remembers {
            self.store.inner.cache.note(id, |known| known.state = Some((key, Arc::clone(&state))));
        }
        Ok(state)
    }

    /// The standing facts of the last row of facts, read once.
    fn standing(&self, on: &Connection, id: &GameId, remembers: bool) -> Result<Arc<StandingFacts<Value>>, StoreError> {
        let text: Option<String> = sql(AFTER_ACTS).bind(id.as_str()).first(on).tried(READ, id)?;
        let text = match text {
            Some(text) => text,
            None => {
                let last: Option<i64> = sql(LAST_FACTS).bind(id.as_str()).one(on).tried(READ, id)?;
                let Some(seq) = last else { return Ok(Arc::default()) };
                let select = sql("SELECT standing FROM facts WHERE game = $1 AND seq = $2");
                select.bind(id.as_str()).bind(seq).one(on).tried(READ, id)?
            }
        };
        let key = hash(text.as_bytes());
        if let Some(standing) = same(self.store.inner.cache.of(id).standing, &key) {
            return Ok(standing);
        }
        let standing = Arc::new(StandingFacts::from(base::facts::open(&text).tried(READ, id)?));
        if remembers {
            self.store.inner.cache.note(id, |known| known.standing = Some((key, Arc::clone(&standing))));
        }
        Ok(standing)
    }

    /// The sheets of a phase, each read once.
    fn sheets(
        &self,
        on: &Connection,
        game: &GameId,
        (number, phase_revision): (u32, u32),
        remembers: bool,
    ) -> Result<Sheets, StoreError> {
        let rows = sql(SHEETS).bind(game.as_str()).bind(number).bind(phase_revision);
        let rows: Vec<SheetRow> = rows.all(on).tried(READ, game)?;
        let known = self.store.inner.cache.of(game).sheets;
        let (mut sheets, mut now) = (BTreeMap::new(), BTreeMap::new());
        for (seat, revision, arrived, sealed) in rows {
            let seat = SeatId::parse(&seat).ok_or_else(|| unreadable(READ, game, "a seat has no good name"))?;
            // Sheets of old schemas have no seal.
            let key = sealed.as_ref().map(|sealed| format!("{sealed} {revision} {arrived}"));
            let same = known.get(&seat).filter(|(known, _)| Some(known) == key.as_ref());
            let sheet = match same {
                Some((_, sheet)) => sheet.clone(),
                None => {
                    let lines = sql(LINES).bind(game.as_str()).bind(number).bind(phase_revision);
                    let lines: String = lines.bind(seat.as_str()).bind(revision).one(on).tried(READ, game)?;
                    if sealed.is_some_and(|sealed| sealed != seal_of_lines(&lines)) {
                        let why = format!("the orders of {seat} are not those that were put on file");
                        return Err(unreadable(READ, game, &why));
                    }
                    Sheet { revision, arrived, lines: parsed(&lines, game)? }.into()
                }
            };
            now.extend(key.map(|key| (seat.clone(), (key, sheet.clone()))));
            sheets.insert(seat, sheet);
        }
        if remembers {
            self.store.inner.cache.note(game, |known| known.sheets = now);
        }
        Ok(sheets)
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
                .all(&self.connection())
                .tried("read a past phase", game)?;
        let mut facts = Vec::new();
        for (news, _) in &rows {
            facts.extend(base::facts::open(news).tried("read a past phase", game)?);
        }
        let now: Option<String> = sql(AFTER_ACTS_SINCE)
            .bind(game.as_str())
            .bind(number)
            .first(&self.connection())
            .tried("read a past phase", game)?;
        if let Some(standing) = now.as_ref().or(rows.last().map(|(_, standing)| standing)) {
            facts.extend(base::facts::open(standing).tried("read a past phase", game)?);
        }
        Ok(Some(PastPhase { facts, ..closed }))
    }

    /// A phase that was played and stands, without its facts.
    fn closed_phase(&self, game: &GameId, number: u32) -> Result<Option<PastPhase>, StoreError> {
        const WHAT: &str = "read a past phase";
        if number == 0 {
            let begin = "SELECT revision, coalesce(input ->> 'secret', '') FROM step
                 WHERE game = $1 AND kind = 'begin' ORDER BY seq DESC LIMIT 1";
            let row: Option<(u32, String)> =
                sql(begin).bind(game.as_str()).first(&self.connection()).tried(WHAT, game)?;
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
                silent: Vec::new(),
            }));
        }
        let select =
            "SELECT plan, revision, secret, seeds, set_dice, CASE WHEN set_dice = '[]' THEN '[]' ELSE coalesce((SELECT
                 rolls FROM step AS s WHERE s.game = p.game AND s.kind = 'phase' AND s.phase = p.number
                 AND s.revision = p.revision), '[]') END,
                 coalesce((SELECT input ->> 'silent' FROM step AS s WHERE s.game = p.game AND s.kind = 'phase'
                 AND s.phase = p.number AND s.revision = p.revision), '[]') FROM phase AS p
             WHERE game = $1 AND number = $2 AND state = 'closed' AND undone IS NULL
                 AND NOT EXISTS (SELECT 1 FROM step AS s WHERE s.game = p.game AND s.kind = 'end'
                     AND s.phase = p.number AND s.revision = p.revision) ORDER BY revision DESC LIMIT 1";
        type Row = (String, u32, String, Option<String>, String, String, String);
        let row: Option<Row> =
            sql(select).bind(game.as_str()).bind(number).first(&self.connection()).tried(WHAT, game)?;
        let Some((plan, revision, secret, seeds, set_dice, rolls, silent)) = row else { return Ok(None) };
        let plan: NextPhase = parsed(&plan, game)?;
        let (title, secret) = (plan.title, read_secret(&secret, game)?);
        let seeds: Option<Seeds> = seeds.map(|seeds| parsed(&seeds, game)).transpose()?;
        let silent: Vec<SeatId> = parsed(&silent, game)?;
        let (seeds, set_rolls, idle_dice) = (seeds.map(|seeds| seeds.rows()), Vec::new(), Vec::new());
        let mut past = PastPhase { title, revision, facts: Vec::new(), secret, seeds, set_rolls, idle_dice, silent };
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
            .all(&self.connection())
            .tried(WHAT, game)?;
        let read = |(number, revision, secret): (u32, u32, String)| {
            Ok(PastSecret { label: format!("{number}.{revision}"), secret: read_secret(&secret, game)? })
        };
        rows.into_iter().map(read).collect()
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
    fn no_old_revisions_of_orders_are_walked_through() {
        let steps = plan(SHEETS);
        let sheets = "SEARCH s USING INDEX sqlite_autoindex_sheet_1 (game=? AND number=? AND phase_revision=? AND seat=? AND revision=?)";
        assert!(steps.iter().any(|step| step == sheets), "{steps:#?}");
    }
}
