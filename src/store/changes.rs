//! Each change of a decision as writes. A change that finds the world other than the decision took it to be fails the
//! whole decision.

use data_encoding::HEXLOWER;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::engine::{Connection, Failure, sql};
use super::error::{Tried, unreadable};
use super::{StoreError, acts, backup, letters, limits, outbox, people, questions, reach, signons, time};
use base::facts::Fact;
use base::game::schedule::Timetable;
use base::game::{GameId, Phase, PlayerId, SeatId, SeatSpec, Seeds, SetDie};
use base::order::Sheet;
use base::planted::is_planted;
use desk::{Change, GameStatus, Holds, Proposal, Step};

type Done = Result<(), StoreError>;

/// Carries out all changes in order. Of sheets that are put one after the other, the last for a seat counts.
pub(super) fn apply_all(tx: &Connection, changes: &[Change]) -> Done {
    for (at, change) in changes.iter().enumerate() {
        if !sheets_next(&changes[at + 1..]).any(|later| puts_same_sheet(change, later)) {
            apply(tx, change)?;
        }
    }
    Ok(())
}

fn sheets_next(changes: &[Change]) -> impl Iterator<Item = &Change> {
    changes.iter().take_while(|change| matches!(change, Change::PutSheet { .. }))
}

fn puts_same_sheet(change: &Change, later: &Change) -> bool {
    let place = |change: &Change| match change {
        Change::PutSheet { game, number, seat, .. } => Some((game.clone(), *number, seat.clone())),
        _ => None,
    };
    place(change).is_some_and(|sheet| place(later) == Some(sheet))
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
        Change::TakeAct { game, step, act } => acts::take(tx, game, (&word(step.kind)?, step), act),
        Change::KeepAct(kept) => acts::keep(tx, kept),
        Change::EndAct { game, received } => acts::end(tx, game, *received),
        Change::EndTellings { game, told } => acts::end_tellings(tx, game, told),
        Change::DropActs { game, after, from } => acts::drop_after(tx, game, *after, *from),
        Change::OpenPhase { game, phase } => open_phase(tx, game, phase),
        Change::ClosePhase { game, number, revision } => close_phase(tx, game, *number, *revision),
        Change::SetTimetable { game, timetable } => set_timetable(tx, game, timetable),
        Change::SetDocument { game, document, holds } => set_document(tx, game, document, *holds),
        Change::SetDeadline { game, number, deadline } => set_deadline(tx, game, *number, *deadline),
        Change::UndoPhases { game, phases, at } => undo_phases(tx, game, phases, *at),
        Change::UndoLetters { told, waiting, at } => undo_letters(tx, told, waiting, *at),
        Change::SetDice { game, number, revision, dice } => set_dice(tx, game, (*number, *revision), dice),
        Change::PutSeeds { game, number, revision, seeds } => put_seeds(tx, game, (*number, *revision), seeds),
        Change::ForcePhase { game, number, at } => force_phase(tx, game, *number, *at),
        Change::PutSheet { game, number, seat, sheet } => put_sheet(tx, game, *number, seat, sheet),
        Change::PutFacts { game, number, revision, news, standing } => {
            put_facts(tx, game, (*number, *revision), news, standing)
        }
        Change::ReplaceStanding { game, standing } => replace_standing(tx, game, standing),
        Change::SettleLetter { letter, verdict } => letters::settle(tx, *letter, verdict),
        Change::RecordReminder { game, number, seat, minutes } => record_reminder(tx, game, *number, seat, *minutes),
        Change::CountWrongCode { player, at } => people::count_wrong_code(tx, player, *at),
        Change::RenewCode { player, counter } => limits::renew_code(tx, player, *counter),
        Change::PutTally { player, tally } => limits::put_tally(tx, player, tally),
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
        Change::Propose { game, player, proposals } => keep_proposals(tx, game, player, proposals),
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
    let sha256 = keep_document(tx, game, document)?;
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

/// Keeps a document once, under its hash.
fn keep_document(tx: &Connection, game: &GameId, document: &Value) -> Result<String, StoreError> {
    let text = document.to_string();
    let sha256 = HEXLOWER.encode(&Sha256::digest(&text));
    let insert = "INSERT INTO document (sha256, text) VALUES ($1, $2) ON CONFLICT (sha256) DO NOTHING";
    sql(insert).bind(&sha256).bind(&text).execute(tx).tried("keep the document of a game", game)?;
    Ok(sha256)
}

fn create_seats(tx: &Connection, game: &GameId, gm: &PlayerId, seats: &[SeatSpec]) -> Done {
    const WHAT: &str = "create the seats of a game";
    for (place, seat) in (0_i64..).zip(seats) {
        let insert = sql("INSERT INTO seat (game, seat, place, spec) VALUES ($1, $2, $3, $4)");
        let insert = insert.bind(game.as_str()).bind(seat.id.as_str()).bind(place);
        insert.bind(serde_json::to_string(seat).tried(WHAT, game)?).execute(tx).tried(WHAT, game)?;
    }
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
             told_at, resumes_at, seeds, moves)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'open', $10, $11, $12, $13, $14)",
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
    .bind(phase.clock.moves)
    .execute(tx)
    .tried(WHAT, &on)?;
    let take = "UPDATE game SET timetable = next_timetable, next_timetable = NULL WHERE id = $1 AND next_timetable IS NOT NULL";
    sql(take).bind(game.as_str()).execute(tx).tried(WHAT, &on)?;
    let take = "UPDATE game SET made_of = coalesce(made_of, document), document = next_document, next_document = NULL
         WHERE id = $1 AND next_document IS NOT NULL";
    sql(take).bind(game.as_str()).execute(tx).tried(WHAT, &on)?;
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
    for id in told {
        let update = sql("UPDATE outbox SET undone = $2, is_held = 0 WHERE id = $1");
        update.bind(id).bind(at).execute(tx).tried(WHAT, id)?;
    }
    for id in waiting {
        let update = "UPDATE outbox SET undone = $2, is_held = 0 WHERE id = $1 AND state = 'pending' AND attempts = 0";
        if sql(update).bind(id).bind(at).execute(tx).tried(WHAT, id)? == 0 {
            return Err(StoreError::LetterLeft);
        }
    }
    Ok(())
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

fn set_timetable(tx: &Connection, game: &GameId, timetable: &Timetable) -> Done {
    const WHAT: &str = "keep a timetable to come";
    let update = sql("UPDATE game SET next_timetable = $2 WHERE id = $1").bind(game.as_str());
    update.bind(serde_json::to_string(timetable).tried(WHAT, game)?).execute(tx).tried(WHAT, game)?;
    Ok(())
}

/// A game that has not begun is made of the document; one that has keeps what it was begun with as well, for that is replayed.
fn set_document(tx: &Connection, game: &GameId, document: &Value, holds: Holds) -> Done {
    let sha256 = keep_document(tx, game, document)?;
    let update = match holds {
        Holds::FromTheNextPhase => "UPDATE game SET next_document = $2 WHERE id = $1",
        Holds::Now => {
            "UPDATE game SET document = $2, next_document = NULL, made_of = CASE
                 WHEN EXISTS (SELECT 1 FROM step WHERE game = $1) THEN coalesce(made_of, document) END WHERE id = $1"
        }
    };
    sql(update).bind(game.as_str()).bind(&sha256).execute(tx).tried("lay out another document", game)?;
    Ok(())
}

fn set_deadline(tx: &Connection, game: &GameId, number: u32, deadline: i64) -> Done {
    let update = "UPDATE phase SET deadline = $3, moves = moves + 1 WHERE game = $1 AND number = $2 AND state = 'open'";
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

/// A sheet for a phase that is open.
fn put_sheet(tx: &Connection, game: &GameId, number: u32, seat: &SeatId, sheet: &Sheet<Value>) -> Done {
    const WHAT: &str = "put a sheet on file";
    let lines = serde_json::to_string(&sheet.lines).tried(WHAT, seat)?;
    let inserted = sql("INSERT INTO sheet (game, number, phase_revision, seat, revision, arrived, lines, seal)
         SELECT game, number, revision, $3, $4, $5, $6, $7 FROM phase WHERE game = $1 AND number = $2 AND state = 'open'")
    .bind(game.as_str())
    .bind(number)
    .bind(seat.as_str())
    .bind(sheet.revision)
    .bind(sheet.arrived)
    .bind(&lines)
    .bind(seal_of_lines(&lines))
    .execute(tx);
    if inserted.as_ref().is_err_and(Failure::is_unique_violation) {
        return Err(StoreError::SheetGone { game: game.clone(), number, seat: seat.clone(), revision: sheet.revision });
    }
    phase_row(inserted.tried(WHAT, game)?, game, number)
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
    .bind(base::facts::seal(news).tried(WHAT, game)?)
    .bind(base::facts::seal(standing).tried(WHAT, game)?)
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
    .bind(base::facts::seal(standing).tried(WHAT, game)?)
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
    for message_id in message_ids {
        let update = sql("UPDATE outbox SET is_burnt = 1 WHERE message_id = $1").bind(message_id);
        update.execute(tx).tried("burn letters", "outbox")?;
        questions::void_shown(tx, message_id)?;
    }
    Ok(())
}

/// Keeps new proposals under their numbers.
fn keep_proposals(tx: &Connection, game: &GameId, player: &PlayerId, proposals: &[Proposal]) -> Done {
    for Proposal { number, phase, heading, words } in proposals {
        let insert = "INSERT INTO proposal (game, player, number, phase, revision, heading, words)
             VALUES ($1, $2, $3, $4, $5, $6, $7)";
        sql(insert)
            .bind(game.as_str())
            .bind(player.as_str())
            .bind(number)
            .bind(phase.0)
            .bind(phase.1)
            .bind(heading.clone())
            .bind(words)
            .execute(tx)
            .tried("keep a proposal", game)?;
    }
    Ok(())
}
