//! The commands of the game master. Each is journalled with who, when and why; those whose facts change are told.

use std::sync::Arc;

use serde_json::json;

use crate::game::schedule::{parse_span, parse_when};
use crate::game::{Phase, Player, SeatId};
use crate::order::path::{get_path, parse_value, set_path};
use crate::order::{COMMANDS, Command, Giver, Line};
use crate::report::{Viewer, brief};

use super::clock::{missing, title};
use super::decision::{Change, Step, StepKind, Want};
use super::filing::FilingMode;
use super::judge::carry_out;
use super::letters::{DeskError, Envelope, thread_of};
use super::notice::{Note, Notice, shorten};
use super::people::{obey_gm, who_waits};
use super::player::{on_file, refuse};
use super::question::is_confirmed_or_asks;
use super::record::GameRecord;
use super::session::{Arrival, Mark, Session, Stop, deadline_for, phase_name, show_sheets};
use super::setup::{create, seat_player, start};
use super::turn::state_hash;

/// Does what one command of a game master asks; anybody else is refused.
pub fn obey(session: &mut Session<'_>, line: &Line, command: Command, mode: FilingMode) -> Result<(), Stop> {
    if !session.is_gm() {
        refuse(session, line, "Only a game master can do this.", Some("HELP lists what you can write."));
        return Ok(());
    }
    if mode.is_check && !matches!(command, Command::Who) {
        session.answer("Check", format!("Not done, for this letter is a check: {}", line.text.trim()));
        return Ok(());
    }
    if session.receipt.title.is_empty() {
        session.receipt.title = verb(&line.text);
    }
    match command {
        Command::Create { game, book, scenario } => create(session, line, game, &book, &scenario),
        Command::Seat { player, seat, zone } => seat_player(session, line, &player, &seat, zone.as_deref()),
        Command::Start => Ok(start(session, line)?),
        Command::Deadline { when } => Ok(set_deadline(session, line, &when)?),
        Command::Extend { span } => Ok(extend(session, line, &span)?),
        Command::Process { phase } => {
            process(session, line, phase);
            Ok(())
        }
        Command::Hold => {
            hold(session, line);
            Ok(())
        }
        Command::Release => {
            release(session, line);
            Ok(())
        }
        Command::Set { path, value, reason } => Ok(set(session, line, &path, &value, &reason)?),
        Command::AcceptLate { letter } => accept_late(session, line, letter),
        Command::Who => {
            who(session, line)?;
            who_waits(session, line)
        }
        Command::Replace { seat, player, zone } => seat_player(session, line, &player, &seat, zone.as_deref()),
        Command::Open { .. } | Command::Approve { .. } | Command::Deny { .. } => obey_gm(session, line, command),
        Command::Lock { .. } | Command::Eject { .. } | Command::Delete { .. } => obey_gm(session, line, command),
        // The others are players' commands, obeyed before.
        _ => Ok(()),
    }
}

/// What an error says, as a sentence of a letter.
pub fn sentence(error: &impl ToString) -> String {
    let words = error.to_string();
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str().trim_end_matches('.'))
}

fn verb(line: &str) -> String {
    let line = line.trim().to_ascii_uppercase();
    let spec = COMMANDS.iter().find(|spec| spec.giver == Giver::Gm && line.starts_with(spec.name));
    spec.map_or_else(|| "done".to_owned(), |spec| spec.name.to_ascii_lowercase())
}

/// The game a command is about; without one it is refused.
pub fn game_of(session: &mut Session<'_>, line: &Line) -> Option<GameRecord> {
    let game = session.game.clone();
    if game.is_none() {
        refuse(session, line, "No game is named.", Some("Name it in the subject, in square brackets: [cw1]"));
    }
    game
}

/// The open phase a command is about; without one it is refused.
fn phase_of(session: &mut Session<'_>, line: &Line) -> Option<(GameRecord, Phase)> {
    let game = game_of(session, line)?;
    let Some(phase) = game.phase.clone() else {
        refuse(session, line, "No phase is open in this game.", Some("START begins the first one."));
        return None;
    };
    Some((game, phase))
}

fn set_deadline(session: &mut Session<'_>, line: &Line, when: &str) -> Result<(), DeskError> {
    let Some((game, _)) = phase_of(session, line) else { return Ok(()) };
    match parse_when(when, game.timetable.zone, session.desk.now) {
        Ok(at) => move_deadline(session, at),
        Err(error) => {
            refuse(session, line, &sentence(&error), Some("DEADLINE 2026-11-27 20:00"));
            Ok(())
        }
    }
}

fn extend(session: &mut Session<'_>, line: &Line, span: &str) -> Result<(), DeskError> {
    let Some((_, phase)) = phase_of(session, line) else { return Ok(()) };
    match parse_span(span) {
        Ok(minutes) => move_deadline(session, phase.deadline + i64::from(minutes) * 60),
        Err(error) => {
            refuse(session, line, &sentence(&error), Some("EXTEND 24h"));
            Ok(())
        }
    }
}

fn move_deadline(session: &mut Session<'_>, at: i64) -> Result<(), DeskError> {
    let Some(game) = session.game.clone() else { return Ok(()) };
    let Some(phase) = &game.phase else { return Ok(()) };
    let moved = |player: &Player| (deadline_for(&game, player, phase.deadline), deadline_for(&game, player, at));
    let (was, is) = moved(session.writer);
    session.change(Change::SetDeadline { game: game.id.clone(), number: phase.number, deadline: at });
    if let Some(phase) = session.game.as_mut().and_then(|game| game.phase.as_mut()) {
        phase.deadline = at;
    }
    session.note(format!("deadline of phase {} moved from {was} to {is}", phase.number), None);
    session.lead(format!("Orders are now due {is}; it was {was}. Everybody is told."));
    let name = phase_name(phase.number, &phase.plan.title);
    session.tell_all("new deadline", |player| {
        let (was, is) = moved(player);
        vec![format!("The GM moved the deadline of {name}. Orders are now due {is}; it was {was}.")]
    })
}

fn process(session: &mut Session<'_>, line: &Line, number: u32) {
    let Some((game, phase)) = phase_of(session, line) else { return };
    if phase.number != number {
        let now = phase_name(phase.number, &phase.plan.title);
        let message = format!("Phase {number} is not open: the open one is {now}.");
        return refuse(session, line, &message, Some(&format!("PROCESS phase={}", phase.number)));
    }
    let is_early = session.desk.now < phase.deadline;
    if is_early && !is_confirmed_or_asks(session, line, |session| what_playing_now_means(session, &game, &phase)) {
        return;
    }
    session.change(Change::ForcePhase { game: game.id.clone(), number, at: session.desk.now });
    if let Some(phase) = session.game.as_mut().and_then(|game| game.phase.as_mut()) {
        phase.forced_at = Some(session.desk.now);
    }
    session.note(format!("asked to play phase {number} at once"), None);
    session.lead(format!(
        "{} is played as soon as the letters that have arrived are decided.",
        phase_name(number, &phase.plan.title)
    ));
}

/// What a game master must know before he has a phase played ahead of its deadline.
fn what_playing_now_means(session: &Session<'_>, game: &GameRecord, phase: &Phase) -> Vec<String> {
    let name = phase_name(phase.number, &phase.plan.title);
    let owing: Vec<String> = missing(game).iter().map(|seat| title(game, seat)).collect();
    let deadline = deadline_for(game, session.writer, phase.deadline);
    let orders = match owing.is_empty() {
        true => "Everybody who owes orders has sent some.".to_owned(),
        false => format!("No orders have come from {}; they would play without.", owing.join(", ")),
    };
    vec![format!("{name} would be played now, and its reports mailed. Its deadline is {deadline}."), orders]
}

fn hold(session: &mut Session<'_>, line: &Line) {
    let Some(game) = game_of(session, line) else { return };
    session.change(Change::SetHold { game: game.id.clone(), holds_reports: true });
    if let Some(game) = &mut session.game {
        game.holds_reports = true;
    }
    session.note("reports wait for the GM", None);
    session.lead("From now on reports wait until you RELEASE them; you get a copy of each.");
}

fn release(session: &mut Session<'_>, line: &Line) {
    let Some(game) = game_of(session, line) else { return };
    if let Some(phase) = game.phase.as_ref().filter(|phase| game.holds_reports && phase.deadline <= session.desk.now) {
        let name = phase_name(phase.number, &phase.plan.title);
        let message =
            format!("The deadline of {name} passed while the reports waited; {name} would be played at once.");
        return refuse(session, line, &message, Some("Move it first, with DEADLINE or EXTEND."));
    }
    session.change(Change::SetHold { game: game.id.clone(), holds_reports: false });
    session.change(Change::ReleaseLetters { game: game.id.clone() });
    if let Some(game) = &mut session.game {
        game.holds_reports = false;
        game.awaits_release = false;
    }
    session.note("released the reports", None);
    session.lead("The reports that waited are on their way; later ones go at once.");
}

/// `AS seat`: the seat the orders below are given for.
pub fn on_behalf(session: &mut Session<'_>, line: &Line, seat: SeatId) -> Option<SeatId> {
    if session.seats().contains(&seat) {
        return Some(seat);
    }
    if !session.is_gm() {
        refuse(session, line, "Only a game master can give orders on a seat's behalf.", None);
        // Orders below stay orders of nobody rather than the writer's own.
        return Some(seat);
    }
    let game = game_of(session, line)?;
    if game.roster.seat(&seat).is_none() {
        refuse(session, line, &format!("There is no seat {seat}."), None);
        return Some(seat);
    }
    Some(seat)
}

/// The players for whose seats a GM gave orders are told, with the whole sheet; so is the GM.
pub fn tell_of_orders(session: &mut Session<'_>) -> Result<(), DeskError> {
    if !session.is_gm() {
        return Ok(());
    }
    let Some(game) = session.game.clone() else { return Ok(()) };
    for seat in std::mem::take(&mut session.on_behalf) {
        let (sheets, account) = show_sheets(&game, std::slice::from_ref(&seat))?;
        session.receipt.sheets.extend(sheets.clone());
        session.account.extend(account);
        let Some(player) = game.roster.server_of(&seat).cloned() else { continue };
        let notice = Notice::Notice(Note {
            game: Some(game.id.to_string()),
            title: "orders by the GM".to_owned(),
            paragraphs: vec![format!("The GM gave orders on behalf of {}. On file now:", title(&game, &seat))],
            sheets,
        });
        let mut envelope = Envelope::generated(session.purpose("notice"), Some(&game));
        envelope.thread = thread_of(&game, &player);
        session.write(Viewer::of_player(&game.roster, &player), &notice, &[], envelope)?;
    }
    Ok(())
}

/// `SET path = value BECAUSE reason`: the truth edited by hand. It must read back and be sound.
fn set(session: &mut Session<'_>, line: &Line, path: &str, value: &str, reason: &str) -> Result<(), DeskError> {
    let Some((game, phase)) = phase_of(session, line) else { return Ok(()) };
    let edited = match set_path(&game.state, path, parse_value(value)) {
        Ok(edited) => edited,
        Err(why) => {
            refuse(session, line, &why, None);
            return Ok(());
        }
    };
    let state = match game.table.sound(&edited) {
        Ok(state) => state,
        Err(error) => {
            refuse(session, line, &sentence(&error), Some("Nothing was changed."));
            return Ok(());
        }
    };
    // A misspelt last step is put in by hand and dropped by the book: then nothing was set.
    if get_path(&state, path).is_none() {
        refuse(session, line, &format!("The book knows nothing called {path}."), Some("Nothing was changed."));
        return Ok(());
    }
    let standing = game.table.situation(&state)?;
    let step = Step {
        kind: StepKind::Edit,
        phase: phase.number,
        revision: phase.revision,
        input: json!({ "path": path, "value": value, "reason": reason }),
        hash: state_hash(&state),
        state: state.clone(),
        rolls: Vec::new(),
    };
    session.change(Change::TakeStep { game: game.id.clone(), step: Box::new(step) });
    session.change(Change::ReplaceStanding { game: game.id.clone(), standing: standing.clone() });
    session.note(format!("set {path} = {value}"), Some(reason.to_owned()));
    session.lead(format!("{path} is now {value}. Those who can see the difference are told."));
    if let Some(game) = &mut session.game {
        game.state = Arc::new(state);
        game.facts = Arc::new(standing);
    }
    tell_of_edit(session, &game, reason)
}

/// Tells exactly those whose facts changed.
fn tell_of_edit(session: &mut Session<'_>, before: &GameRecord, reason: &str) -> Result<(), DeskError> {
    let Some(after) = session.game.clone() else { return Ok(()) };
    let template = format!("{}/report.txt", after.table.book());
    let mut told = vec![session.writer.id.clone()];
    for seat in after.roster.seats() {
        let Some(player) = after.roster.server_of(&seat.spec.id).cloned() else { continue };
        if told.contains(&player) {
            continue;
        }
        let viewer = Viewer::of_player(&after.roster, &player);
        let now = brief(viewer.clone(), &after.facts);
        if now.items() == brief(viewer.clone(), &before.facts).items() {
            continue;
        }
        told.push(player.clone());
        let notice = Notice::Notice(Note {
            game: Some(after.id.to_string()),
            title: "correction by the GM".to_owned(),
            paragraphs: vec![
                format!(
                    "The GM corrected something that concerns you. The reason given: {}.",
                    reason.trim_end_matches('.')
                ),
                "This is how things stand now.".to_owned(),
            ],
            sheets: Vec::new(),
        });
        let mut envelope = Envelope::generated(session.purpose("notice"), Some(&after));
        envelope.thread = thread_of(&after, &player);
        envelope.is_held = after.awaits_release;
        session.write(viewer, &notice, &[(template.as_str(), now)], envelope)?;
    }
    Ok(())
}

/// `ACCEPT LATE n`: the letter is judged again by its own words, as if it had come in time.
fn accept_late(session: &mut Session<'_>, line: &Line, number: i64) -> Result<(), Stop> {
    let Some((game, _)) = phase_of(session, line) else { return Ok(()) };
    let Some(notes) = session.desk.papers.notes.get(&game.id) else {
        return Err(Stop::Want(Want::Notes(game.id.clone())));
    };
    let why = notes.iter().find(|note| note.letter == number).map(|note| note.why.clone());
    if why.as_deref() == Some("held") {
        let message = format!("Letter {number} is not late: its writer has not confirmed yet that it is his.");
        refuse(session, line, &message, None);
        return Ok(());
    }
    let is_settled = |change: &Change| matches!(change, Change::SettleLetter { letter, .. } if *letter == number);
    if session.decision.changes.iter().any(is_settled) {
        refuse(session, line, &format!("Letter {number} was accepted a line above."), None);
        return Ok(());
    }
    let waiting = match session.desk.papers.waiting.get(&number) {
        Some(waiting) => waiting,
        None => return Err(Stop::Want(Want::Waiting(number))),
    };
    let waiting = waiting.as_ref().filter(|_| why.is_some());
    let writer = waiting.and_then(|waiting| game.roster.player(&waiting.player)).cloned();
    let (Some(waiting), Some(writer)) = (waiting, writer) else {
        refuse(session, line, &format!("No late letter has the number {number}."), Some("WHO lists them."));
        return Ok(());
    };
    let mut letter = waiting.letter.clone();
    crate::mail::code::take_code(&mut letter.text);
    let at = Arrival { letter: number, mark: Mark::of(&waiting.letter), at: waiting.arrived, is_accepted_late: true };
    let accepted = carry_out(session.desk, &letter, at, &writer, Some(game), None)?;
    for change in &accepted.changes {
        if let (Change::PutSheet { seat, sheet, .. }, Some(game)) = (change, &mut session.game) {
            game.sheets.insert(seat.clone(), (**sheet).clone().into());
        }
    }
    session.decision.changes.extend(accepted.changes);
    session.decision.letters.extend(accepted.letters);
    session.decision.journal.extend(accepted.journal);
    session.change(Change::SettleLetter { letter: number, verdict: accepted.verdict });
    session.note(format!("accepted late letter {number} of {}", writer.id), None);
    session.lead(format!("The late letter {number} of {} counts now; its writer has a receipt.", writer.name));
    Ok(())
}

fn who(session: &mut Session<'_>, line: &Line) -> Result<(), Stop> {
    let Some(game) = game_of(session, line) else { return Ok(()) };
    let Some(notes) = session.desk.papers.notes.get(&game.id) else {
        return Err(Stop::Want(Want::Notes(game.id.clone())));
    };
    let mut rows = Vec::new();
    for seat in game.roster.seats() {
        let server = game.roster.server_of(&seat.spec.id).and_then(|id| game.roster.player(id));
        let name = server.map_or("nobody", |player| player.name.as_str());
        let stands_in = if seat.holder.is_none() && server.is_some() { " (stands in)" } else { "" };
        rows.push(format!(
            "  {:<10} {:<24} {}",
            seat.spec.id.as_str(),
            shorten(&format!("{name}{stands_in}"), 24),
            on_file(&game, &seat.spec.id)
        ));
    }
    let waiting: Vec<String> = notes
        .iter()
        .map(|note| {
            let arrived = deadline_for(&game, session.writer, note.arrived);
            format!("  {:>5}  {:<6} {:<20} {arrived}", note.letter, note.why, note.writer)
        })
        .collect();
    session.answer("Who plays", rows.join("\n"));
    let owing: Vec<String> = missing(&game).iter().map(|seat| title(&game, seat)).collect();
    session.answer(
        "Missing",
        if owing.is_empty() { "Nobody owes orders.".to_owned() } else { format!("{}.", owing.join(", ")) },
    );
    session.answer("Letters that wait", if waiting.is_empty() { "None.".to_owned() } else { waiting.join("\n") });
    Ok(())
}
