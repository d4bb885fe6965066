//! Each change of a decision as writes. A change that finds the world other than the decision took it to be fails the
//! whole decision.

use std::collections::BTreeMap;

use data_encoding::HEXLOWER;
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::engine::{Connection, Failure, sql};
use super::error::{Tried, unreadable};
use super::{StoreError, backup, letters, limits, outbox, people, questions, reach, signons, time};
use crate::desk::{Change, Decision, GameStatus, Step};
use crate::game::schedule::Timetable;
use crate::game::{GameId, Phase, PlayerId, SeatId, SeatSpec, Seeds, SetDie};
use crate::order::Sheet;
use crate::planted::is_planted;
use crate::report::{self, Fact};

type Done = Result<(), StoreError>;

/// Carries out all changes in order; neighbouring sheets go in one statement.
pub(super) fn apply_all(tx: &Connection, changes: &[Change]) -> Done {
    let mut rest = changes;
    while let Some(first) = rest.first() {
        let sheets: Vec<_> = rest.iter().map_while(PutSheet::of).collect();
        if sheets.is_empty() {
            apply(tx, first)?;
            rest = &rest[1..];
        } else {
            let count = sheets.len();
            put_sheets(tx, &last_sheets(sheets))?;
            rest = &rest[count..];
        }
    }
    Ok(())
}

/// Whether a decision changes nothing but sheets, and what is remembered of answers.
pub(super) fn puts_sheets_alone(decision: &Decision) -> bool {
    decision.changes.iter().all(|change| matches!(change, Change::PutSheet { .. } | Change::PutTally { .. }))
}

/// Carries out the changes of several decisions in order; when they only put sheets, in one statement.
pub(super) fn apply_each(tx: &Connection, decisions: &[&Decision]) -> Done {
    if !decisions.iter().all(|decision| puts_sheets_alone(decision)) {
        for decision in decisions {
            apply_all(tx, &decision.changes)?;
        }
        return Ok(());
    }
    let mut sheets = Vec::new();
    for decision in decisions {
        sheets.extend(last_sheets(decision.changes.iter().filter_map(PutSheet::of)));
    }
    put_sheets(tx, &sheets)?;
    let changes = decisions.iter().flat_map(|decision| &decision.changes);
    let tallies = changes.filter_map(|change| match change {
        Change::PutTally { player, tally } => Some((player, &**tally)),
        _ => None,
    });
    limits::put_tallies(tx, tallies)
}

fn apply(tx: &Connection, change: &Change) -> Done {
    match change {
        Change::AddPlayer(player) => people::add(tx, player),
        Change::CreateGame { game, book, document, timetable, gm, seats } => {
            create_game(tx, game, book, document, timetable)?;
            create_seats(tx, game, gm, seats)
        }
        Change::AssignSeat { game, seat, player } => assign_seat(tx, game, seat, player.as_ref()),
        Change::SetStatus { game, status } => set_status(tx, game, *status),
        Change::SetHold { game, holds_reports } => set_hold(tx, game, *holds_reports),
        Change::ReleaseLetters { game } => release_letters(tx, game),
        Change::TakeStep { game, step } => take_step(tx, game, step),
        Change::OpenPhase { game, phase } => open_phase(tx, game, phase),
        Change::ClosePhase { game, number, revision } => close_phase(tx, game, *number, *revision),
        Change::SetDeadline { game, number, deadline } => set_deadline(tx, game, *number, *deadline),
        Change::UndoPhases { game, phases, at } => undo_phases(tx, game, phases, *at),
        Change::UndoLetters { told, waiting, at } => undo_letters(tx, told, waiting, *at),
        Change::SetDice { game, number, revision, dice } => set_dice(tx, game, (*number, *revision), dice),
        Change::PutSeeds { game, number, revision, seeds } => put_seeds(tx, game, (*number, *revision), seeds),
        Change::ForcePhase { game, number, at } => force_phase(tx, game, *number, *at),
        Change::PutSheet { .. } => put_sheets(tx, &Vec::from_iter(PutSheet::of(change))),
        Change::PutFacts { game, number, revision, news, standing } => {
            put_facts(tx, game, (*number, *revision), news, standing)
        }
        Change::ReplaceStanding { game, standing } => replace_standing(tx, game, standing),
        Change::SettleLetter { letter, verdict } => letters::settle(tx, *letter, verdict),
        Change::RecordReminder { game, number, seat, minutes } => record_reminder(tx, game, *number, seat, *minutes),
        Change::CountWrongCode { player, at } => people::count_wrong_code(tx, player, *at),
        Change::RenewCode { player, counter } => limits::renew_code(tx, player, *counter),
        Change::PutTally { player, tally } => limits::put_tallies(tx, [(player, &**tally)]),
        Change::BurnLettersOf { player, game, address } => {
            people::burn_letters_of(tx, player, game.as_ref(), address.as_ref())
        }
        Change::ConfirmAddress { player } => people::confirm_address(tx, player),
        Change::WithdrawLettersOf { player, game, at } => outbox::withdraw_of(tx, player, game, *at),
        Change::AddAddress { player, address } => people::add_address(tx, player, address),
        Change::RemoveAddress { player, address } => people::remove_address(tx, player, address),
        Change::SetLock { game, player, is_locked, at } => people::set_lock(tx, game, player, *is_locked, *at),
        Change::SetMaster { game, player, is_master } => people::set_master(tx, game, player, *is_master),
        Change::SetOpen { game, is_open } => signons::set_open(tx, game, *is_open),
        Change::AddSignon { game, number, player, seat, at } => {
            signons::add(tx, game, *number, player, seat.as_ref(), *at)
        }
        Change::SettleSignon { game, number, is_approved } => signons::settle(tx, game, *number, *is_approved),
        Change::WriteToStranger { stranger, at, is_question } => {
            signons::write_to_stranger(tx, stranger, *at, *is_question)
        }
        Change::AskQuestion(question) => questions::ask(tx, question),
        Change::VoidQuestions { player, act } => questions::void(tx, player, act),
        Change::VoidWords { player, hashes } => questions::void_words(tx, player, hashes),
        Change::SpendQuestion { hash, at } => questions::spend(tx, hash, *at),
        Change::Clock { game, number, change } => time::change_clock(tx, game, *number, change),
        Change::PutAhead(ahead) => time::put_ahead(tx, ahead),
        Change::SetZone { player, zone } => people::set_zone(tx, player, *zone),
        Change::SetFormat { player, format } => people::set_format(tx, player, *format),
        Change::BurnLetters { message_ids } => burn_letters(tx, message_ids),
        Change::NoteDelivery { letter, sent, at, fate, status } => {
            reach::note_delivery(tx, *letter, sent, *at, (*fate, status.as_deref()))
        }
        Change::RecordWarning { game, number, player } => reach::record_warning(tx, game, *number, player),
    }
}

/// The word a unit variant is stored as.
fn word(value: impl Serialize) -> Result<String, StoreError> {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => Ok(word),
        other => Err(unreadable("write a word", "a status or kind", format!("it is stored as {other:?}"))),
    }
}

/// Fails unless exactly one row was there to change.
pub(super) fn one_row(rows: u64, what: &'static str, on: impl FnOnce() -> String) -> Done {
    if rows == 1 { Ok(()) } else { Err(StoreError::NoSuch { what, on: on() }) }
}

pub(super) fn phase_row(rows: u64, game: &GameId, number: u32) -> Done {
    if rows == 1 { Ok(()) } else { Err(StoreError::PhaseGone { game: game.clone(), number }) }
}

fn create_game(tx: &Connection, game: &GameId, book: &str, document: &Value, timetable: &Timetable) -> Done {
    const WHAT: &str = "create a game";
    let text = document.to_string();
    let sha256 = HEXLOWER.encode(&Sha256::digest(&text));
    let insert = "INSERT INTO document (sha256, text) VALUES ($1, $2) ON CONFLICT (sha256) DO NOTHING";
    sql(insert).bind(&sha256).bind(&text).execute(tx).tried(WHAT, game)?;
    sql("INSERT INTO game (id, book, document, timetable, status) VALUES ($1, $2, $3, $4, $5)")
        .bind(game.as_str())
        .bind(book)
        .bind(&sha256)
        .bind(serde_json::to_string(timetable).tried(WHAT, game)?)
        .bind(word(GameStatus::Setup)?)
        .execute(tx)
        .tried(WHAT, game)?;
    Ok(())
}

fn create_seats(tx: &Connection, game: &GameId, gm: &PlayerId, seats: &[SeatSpec]) -> Done {
    const WHAT: &str = "create the seats of a game";
    let mut rows = Vec::new();
    for seat in seats {
        rows.push(json!({ "seat": seat.id, "spec": serde_json::to_string(seat).tried(WHAT, game)? }));
    }
    let insert = "INSERT INTO seat (game, seat, place, spec)
         SELECT $1, value ->> 'seat', key, value ->> 'spec' FROM json_each($2)";
    let insert = sql(insert).bind(game.as_str()).bind(json!(rows).to_string());
    insert.execute(tx).tried(WHAT, game)?;
    let insert = sql("INSERT INTO game_master (game, player) VALUES ($1, $2)");
    insert.bind(game.as_str()).bind(gm.as_str()).execute(tx).tried(WHAT, game)?;
    Ok(())
}

fn assign_seat(tx: &Connection, game: &GameId, seat: &SeatId, player: Option<&PlayerId>) -> Done {
    const WHAT: &str = "assign a seat";
    let leaves = "INSERT INTO past_seat (game, player, seat) SELECT s.game, s.holder, s.seat
         FROM seat AS s JOIN game AS g ON g.id = s.game
         WHERE s.game = $1 AND s.seat = $2 AND s.holder IS NOT NULL AND s.holder IS NOT $3 AND g.status <> 'setup'
         ON CONFLICT DO NOTHING";
    sql(leaves)
        .bind(game.as_str())
        .bind(seat.as_str())
        .bind(player.map(PlayerId::as_str))
        .execute(tx)
        .tried(WHAT, seat)?;
    let done = sql("UPDATE seat SET holder = $3 WHERE game = $1 AND seat = $2")
        .bind(game.as_str())
        .bind(seat.as_str())
        .bind(player.map(PlayerId::as_str))
        .execute(tx)
        .tried(WHAT, seat)?;
    one_row(done, WHAT, || format!("seat {seat} in {game}"))
}

fn set_status(tx: &Connection, game: &GameId, status: GameStatus) -> Done {
    const WHAT: &str = "set the status of a game";
    let update = sql("UPDATE game SET status = $2 WHERE id = $1").bind(game.as_str()).bind(word(status)?);
    let done = update.execute(tx).tried(WHAT, game)?;
    one_row(done, WHAT, || format!("game {game}"))
}

fn set_hold(tx: &Connection, game: &GameId, holds_reports: bool) -> Done {
    const WHAT: &str = "hold the reports of a game";
    let update = sql("UPDATE game SET holds_reports = $2 WHERE id = $1").bind(game.as_str()).bind(holds_reports);
    let done = update.execute(tx).tried(WHAT, game)?;
    one_row(done, WHAT, || format!("game {game}"))
}

fn release_letters(tx: &Connection, game: &GameId) -> Done {
    let update = sql("UPDATE outbox SET is_held = 0 WHERE game = $1 AND is_held = 1").bind(game.as_str());
    update.execute(tx).tried("release letters", game)?;
    backup::release_game(tx, game.as_str())
}

fn take_step(tx: &Connection, game: &GameId, step: &Step) -> Done {
    const WHAT: &str = "write a step of a game's history";
    sql("INSERT INTO step (game, seq, kind, phase, revision, input, state, hash, rolls, version)
         SELECT $1, coalesce(max(seq), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9 FROM step WHERE game = $1")
    .bind(game.as_str())
    .bind(word(step.kind)?)
    .bind(step.phase)
    .bind(step.revision)
    .bind(step.input.to_string())
    .bind(step.state.to_string())
    .bind(&step.hash)
    .bind(serde_json::to_string(&step.rolls).tried(WHAT, game)?)
    .bind(step.version)
    .execute(tx)
    .tried(WHAT, game)?;
    Ok(())
}

fn open_phase(tx: &Connection, game: &GameId, phase: &Phase) -> Done {
    const WHAT: &str = "open a phase";
    let on = format!("phase {} of {game}", phase.label());
    sql(
        "INSERT INTO phase (game, number, revision, plan, opened, deadline, forced_at, secret, set_dice, state, paused_at,
             told_at, resumes_at, seeds)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'open', $10, $11, $12, $13)",
    )
    .bind(game.as_str())
    .bind(phase.number)
    .bind(phase.revision)
    .bind(serde_json::to_string(&phase.plan).tried(WHAT, &on)?)
    .bind(phase.opened)
    .bind(phase.deadline)
    .bind(phase.forced_at.unwrap_or(0))
    .bind(phase.secret.reveal())
    .bind(serde_json::to_string(&phase.set_dice).tried(WHAT, &on)?)
    .bind(phase.clock.paused_at)
    .bind(phase.clock.told_at)
    .bind(phase.clock.resumes_at)
    .bind(phase.seeds.as_ref().map(serde_json::to_string).transpose().tried(WHAT, &on)?)
    .execute(tx)
    .tried(WHAT, &on)?;
    Ok(())
}

fn close_phase(tx: &Connection, game: &GameId, number: u32, revision: u32) -> Done {
    let update = "UPDATE phase SET state = 'closed'
         WHERE game = $1 AND number = $2 AND revision = $3 AND state = 'open'";
    let update = sql(update).bind(game.as_str()).bind(number).bind(revision);
    let rows = update.execute(tx).tried("close a phase", game)?;
    if is_planted("closed-phase-closed-again") {
        return Ok(());
    }
    phase_row(rows, game, number)
}

/// Marks phases as undone: they were closed before.
fn undo_phases(tx: &Connection, game: &GameId, phases: &[(u32, u32)], at: i64) -> Done {
    const WHAT: &str = "undo phases";
    for (number, revision) in phases {
        let update = "UPDATE phase SET undone = $4
             WHERE game = $1 AND number = $2 AND revision = $3 AND state = 'closed' AND undone IS NULL";
        let update = sql(update).bind(game.as_str()).bind(number).bind(revision).bind(at);
        let done = update.execute(tx).tried(WHAT, game)?;
        phase_row(done, game, *number)?;
    }
    Ok(())
}

/// What these letters told is undone. Those that wait must still wait: one that left meanwhile fails the decision, for
/// its reader must be told.
fn undo_letters(tx: &Connection, told: &[i64], waiting: &[i64], at: i64) -> Done {
    const WHAT: &str = "undo letters";
    let update = "UPDATE outbox SET undone = $2, is_held = 0 WHERE id IN (SELECT value FROM json_each($1))";
    sql(update).bind(json!(told).to_string()).bind(at).execute(tx).tried(WHAT, "outbox")?;
    let update = "UPDATE outbox SET undone = $2, is_held = 0
         WHERE id IN (SELECT value FROM json_each($1)) AND state = 'pending' AND attempts = 0";
    let update = sql(update).bind(json!(waiting).to_string()).bind(at);
    let done = update.execute(tx).tried(WHAT, "outbox")?;
    if done == waiting.len() as u64 { Ok(()) } else { Err(StoreError::LetterLeft) }
}

fn set_dice(tx: &Connection, game: &GameId, (number, revision): (u32, u32), dice: &[SetDie]) -> Done {
    const WHAT: &str = "set dice";
    let update = "UPDATE phase SET set_dice = $4 WHERE game = $1 AND number = $2 AND revision = $3 AND state = 'open'";
    let update = sql(update).bind(game.as_str()).bind(number).bind(revision);
    let update = update.bind(serde_json::to_string(dice).tried(WHAT, game)?);
    phase_row(update.execute(tx).tried(WHAT, game)?, game, number)
}

fn put_seeds(tx: &Connection, game: &GameId, (number, revision): (u32, u32), seeds: &Seeds) -> Done {
    const WHAT: &str = "keep a seed of dice";
    let update = "UPDATE phase SET seeds = $4
         WHERE game = $1 AND number = $2 AND revision = $3 AND state = 'open' AND seeds IS NOT NULL";
    let update = sql(update).bind(game.as_str()).bind(number).bind(revision);
    let update = update.bind(serde_json::to_string(seeds).tried(WHAT, game)?);
    phase_row(update.execute(tx).tried(WHAT, game)?, game, number)
}

fn set_deadline(tx: &Connection, game: &GameId, number: u32, deadline: i64) -> Done {
    let update = "UPDATE phase SET deadline = $3 WHERE game = $1 AND number = $2 AND state = 'open'";
    let update = sql(update).bind(game.as_str()).bind(number).bind(deadline);
    phase_row(update.execute(tx).tried("move a deadline", game)?, game, number)
}

fn force_phase(tx: &Connection, game: &GameId, number: u32, at: i64) -> Done {
    let update = "UPDATE phase SET forced_at = $3 WHERE game = $1 AND number = $2 AND state = 'open'";
    let update = sql(update).bind(game.as_str()).bind(number).bind(at);
    phase_row(update.execute(tx).tried("force a phase", game)?, game, number)
}

/// What tells that orders on file are read as they were written.
pub(super) fn seal_of_lines(lines: impl AsRef<[u8]>) -> String {
    HEXLOWER.encode(&Sha256::digest(lines))
}

/// The parts of [`Change::PutSheet`].
struct PutSheet<'a> {
    game: &'a GameId,
    number: u32,
    seat: &'a SeatId,
    sheet: &'a Sheet<Value>,
}

impl<'a> PutSheet<'a> {
    fn of(change: &'a Change) -> Option<Self> {
        let Change::PutSheet { game, number, seat, sheet } = change else { return None };
        Some(Self { game, number: *number, seat, sheet })
    }

    /// The sheet's row; its lines are added to those of the rows before.
    fn row(&self, lines: &mut Vec<u8>) -> Result<Value, StoreError> {
        let before = lines.len();
        serde_json::to_writer(&mut *lines, &self.sheet.lines).tried("put a sheet on file", self.seat)?;
        Ok(json!({
            "game": self.game, "number": self.number, "seat": self.seat, "revision": self.sheet.revision,
            "arrived": self.sheet.arrived, "seal": seal_of_lines(&lines[before..]), "start": before + 1,
            "length": lines.len() - before,
        }))
    }

    fn gone(&self) -> StoreError {
        let (game, seat) = (self.game.clone(), self.seat.clone());
        StoreError::SheetGone { game, number: self.number, seat, revision: self.sheet.revision }
    }
}

/// Of two sheets for the same seat in one decision the later counts.
fn last_sheets<'a>(sheets: impl IntoIterator<Item = PutSheet<'a>>) -> Vec<PutSheet<'a>> {
    let keyed = sheets.into_iter().map(|put| ((put.game, put.number, put.seat), put));
    keyed.collect::<BTreeMap<_, _>>().into_values().collect()
}

/// Sheets for phases that are open.
fn put_sheets(tx: &Connection, sheets: &[PutSheet<'_>]) -> Done {
    const WHAT: &str = "put sheets on file";
    let Some(first) = sheets.first() else { return Ok(()) };
    let mut lines = Vec::new();
    let rows = sheets.iter().map(|sheet| sheet.row(&mut lines)).collect::<Result<Vec<_>, _>>()?;
    let inserted = sql("INSERT INTO sheet (game, number, phase_revision, seat, revision, arrived, lines, seal)
         SELECT value ->> 'game', value ->> 'number', phase.revision, value ->> 'seat', value ->> 'revision',
                value ->> 'arrived', CAST(substr($2, value ->> 'start', value ->> 'length') AS TEXT), value ->> 'seal'
         FROM json_each($1) JOIN phase ON phase.game = value ->> 'game' AND phase.state = 'open'
              AND phase.number = value ->> 'number'")
    .bind(json!(rows).to_string())
    .bind(lines)
    .execute(tx);
    if inserted.as_ref().is_err_and(Failure::is_unique_violation) {
        return Err(first.gone());
    }
    let inserted = inserted.tried(WHAT, first.game)?;
    if inserted == rows.len() as u64 {
        return Ok(());
    }
    Err(StoreError::PhaseGone { game: first.game.clone(), number: first.number })
}

fn put_facts(
    tx: &Connection,
    game: &GameId,
    (number, revision): (u32, u32),
    news: &[Fact<Value>],
    standing: &[Fact<Value>],
) -> Done {
    const WHAT: &str = "write the facts of a phase";
    sql("INSERT INTO facts (game, seq, number, revision, news, standing)
         SELECT $1, coalesce(max(seq), 0) + 1, $2, $3, $4, $5 FROM facts WHERE game = $1")
    .bind(game.as_str())
    .bind(number)
    .bind(revision)
    .bind(report::seal(news).tried(WHAT, game)?)
    .bind(report::seal(standing).tried(WHAT, game)?)
    .execute(tx)
    .tried(WHAT, game)?;
    Ok(())
}

/// The last facts stay as they are; what replaces them follows, under the same phase and without news.
fn replace_standing(tx: &Connection, game: &GameId, standing: &[Fact<Value>]) -> Done {
    const WHAT: &str = "replace the standing facts";
    let inserted = sql("INSERT INTO facts (game, seq, number, revision, news, standing)
         SELECT game, seq + 1, number, revision, '[]', $2 FROM facts WHERE game = $1 ORDER BY seq DESC LIMIT 1")
    .bind(game.as_str())
    .bind(report::seal(standing).tried(WHAT, game)?)
    .execute(tx)
    .tried(WHAT, game)?;
    one_row(inserted, WHAT, || format!("standing fact in {game}"))
}

fn record_reminder(tx: &Connection, game: &GameId, number: u32, seat: &SeatId, minutes: u32) -> Done {
    let insert = "INSERT INTO reminder (game, number, revision, seat, minutes, deadline)
         SELECT game, number, revision, $3, $4, deadline FROM phase WHERE game = $1 AND number = $2 AND state = 'open'
         ON CONFLICT (game, number, revision, seat, minutes, deadline) DO NOTHING";
    let insert = sql(insert).bind(game.as_str()).bind(number).bind(seat.as_str()).bind(minutes);
    insert.execute(tx).tried("note a reminder", game)?;
    Ok(())
}

fn burn_letters(tx: &Connection, message_ids: &[String]) -> Done {
    let update = "UPDATE outbox SET is_burnt = 1 WHERE message_id IN (SELECT value FROM json_each($1))";
    let update = sql(update).bind(json!(message_ids).to_string());
    update.execute(tx).tried("burn letters", "outbox")?;
    questions::void_shown(tx, &json!(message_ids).to_string())
}
