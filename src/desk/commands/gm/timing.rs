//! When the open phase ends and when its reports go: DEADLINE, EXTEND, PROCESS, HOLD, RELEASE.

use base::game::schedule::{HOUR, parse_span, parse_when, print_deadline};
use base::game::{Phase, Player};
use base::order::{Line, Stated, stated_phase};

use crate::commands::orders::waiting_acts;
use crate::files::decision::{Change, ClockChange};
use crate::files::record::{GameRecord, GameStatus, WaitingNote};
use crate::files::stop::{DeskError, Stop};
use crate::letter::asking::is_confirmed_or_asks;
use crate::letter::present::{Repeated, game_of, insisting_on, misses, present_phase};
use crate::letter::session::{Session, refuse};
use crate::phase::standing::{all_ready_words, deadline_for, due_seats, due_words, missing, title};
use crate::said::phrases::{hung, phase_name, sentence, span};

/// The open phase, when its clock runs; else the command is refused.
fn ticking_phase(session: &mut Session<'_>, line: &Line, repeated: Repeated) -> Option<(GameRecord, Phase)> {
    let (game, phase) = present_phase(session, line, repeated)?;
    if stands_still(session, line, &phase) { None } else { Some((game, phase)) }
}

/// Refuses what cannot be done while the clock stands still.
fn stands_still(session: &mut Session<'_>, line: &Line, phase: &Phase) -> bool {
    if phase.clock.paused_at.is_none() {
        return false;
    }
    let message = format!("The clock of {} stands still.", phase_name(phase.number, &phase.plan.title));
    refuse(session, line, &message, Some("RESUME lets it go on; then this can be done."));
    true
}

/// A deadline that is moved earlier leaves at least so much time, in seconds, unless the game master confirms it: it is
/// the first that those who play hear of it, and mail is read twice a day.
const SHORT_NOTICE: i64 = 12 * HOUR;

pub fn set_deadline(session: &mut Session<'_>, line: &Line, when: &str) -> Result<(), DeskError> {
    let Some((game, phase)) = ticking_phase(session, line, Repeated::Harmless) else { return Ok(()) };
    let now = session.desk().now;
    let at = match parse_when(when, game.timetable.zone, now) {
        Ok(at) => at,
        Err(error) => {
            refuse(session, line, &sentence(&error), Some("DEADLINE 2026-11-27 20:00"));
            return Ok(());
        }
    };
    let is_sudden = at < phase.deadline && at - now < SHORT_NOTICE;
    // An hour without a date is another one after it has passed.
    if session.is_confirmed() && !is_sudden {
        let message = "Your command would now do something else than what you were asked to confirm.";
        refuse(session, line, message, Some("Nothing was done. Give it again, with the date."));
        return Ok(());
    }
    let means = |session: &Session<'_>| what_short_notice_means(session, &game, &phase, at);
    if at == phase.deadline {
        let is = deadline_for(&game, session.writer(), at);
        session.lead(format!("Orders are due {is} already, so nothing has changed and nobody is told."));
        return Ok(());
    }
    if is_sudden && !is_confirmed_or_asks(session, line, means) {
        return Ok(());
    }
    move_deadline(session, at)
}

/// What a game master must know before he leaves those who play less time than they were told.
fn what_short_notice_means(session: &Session<'_>, game: &GameRecord, phase: &Phase, at: i64) -> Vec<String> {
    let name = phase_name(phase.number, &phase.plan.title);
    let (was, is) = (deadline_for(game, session.writer(), phase.deadline), deadline_for(game, session.writer(), at));
    vec![
        format!(
            "Orders for {name} would be due {is}, which leaves {} for them; everybody was told {was}. Then it would be \
             played, and its reports mailed.",
            span(at - session.desk().now)
        ),
        who_has_sent(game),
    ]
}

/// The command that gives a phase more time.
pub fn how_to_give_time(phase: &Phase) -> &'static str {
    if phase.was_moved() { "DEADLINE with a new time" } else { "EXTEND 48h" }
}

/// `EXTEND` moves the deadline with which the phase was opened. Once it was moved, the time itself must be named: a
/// second letter may be the first one said again, or be written without knowing of the move.
pub fn extend(session: &mut Session<'_>, line: &Line, length: &str) -> Result<(), DeskError> {
    let Some((game, phase)) = ticking_phase(session, line, Repeated::Harmful) else { return Ok(()) };
    let at = match parse_span(length) {
        Ok(minutes) => phase.deadline + i64::from(minutes) * 60,
        Err(error) => {
            refuse(session, line, &sentence(&error), Some("EXTEND 24h"));
            return Ok(());
        }
    };
    if phase.was_moved() {
        let is = deadline_for(&game, session.writer(), phase.deadline);
        let message = format!(
            "The deadline of {} was moved before; it is {is} now, and EXTEND would move it again.",
            phase_name(phase.number, &phase.plan.title)
        );
        let time = print_deadline(at, game.timetable.zone);
        let time = time.split(" (").next().unwrap_or_default();
        let hint = insisting_on(&format!("DEADLINE {time}"), &phase);
        refuse(session, line, &message, Some(&hint));
        return Ok(());
    }
    move_deadline(session, at)
}

fn move_deadline(session: &mut Session<'_>, at: i64) -> Result<(), DeskError> {
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let Some(phase) = &game.phase else { return Ok(()) };
    let moved = |player: &Player| (deadline_for(&game, player, phase.deadline), deadline_for(&game, player, at));
    let (was, is) = moved(session.writer());
    session.change(Change::SetDeadline { game: game.id.clone(), number: phase.number, deadline: at });
    let mut after = game.clone();
    if let Some(phase) = &mut after.phase {
        phase.move_deadline(at, session.desk().now);
    }
    session.turn_to(after.clone());
    let told = ClockChange::Told { at: session.desk().now };
    session.change(Change::Clock { game: game.id.clone(), number: phase.number, change: told });
    session.note(format!("deadline of phase {} moved from {was} to {is}", phase.number), None);
    session.lead(format!("Orders are now due {is}; it was {was}. Everybody is told."));
    all_ready_words(&after, session.writer()).into_iter().for_each(|sentence| session.lead(sentence));
    let name = phase_name(phase.number, &phase.plan.title);
    session.note_deadline(None);
    session.tell_players("new deadline", |player| {
        let (was, is) = moved(player);
        let mut said = vec![format!("The GM moved the deadline of {name}. Orders are now due {is}; it was {was}.")];
        said.extend(all_ready_words(&after, player));
        said
    })
}

/// Without a number the command names no phase, so its word does, whatever the time.
pub fn process(session: &mut Session<'_>, line: &Line, stated: Option<Stated>) -> Result<(), Stop> {
    let Some(game) = game_of(session, line) else { return Ok(()) };
    let Some(phase) = game.phase.clone() else {
        refuse(session, line, "No phase is open in this game.", None);
        return Ok(());
    };
    if let Some(trouble) = stated.and_then(|stated| misses(session, &game, &phase, stated)) {
        refuse(session, line, &trouble, Some(&insisting_on("PROCESS", &phase)));
        return Ok(());
    }
    if stands_still(session, line, &phase) {
        return Ok(());
    }
    let number = phase.number;
    let is_asked = session.desk().now < phase.deadline || stated.is_none();
    let waiting = if is_asked { session.desk().files.waiting_notes(&game.id)? } else { Vec::new() };
    let kept = if is_asked { waiting_acts::of_game(session, &game)? } else { Vec::new() };
    let means = |session: &Session<'_>| what_playing_now_means(session, &game, &phase, (&waiting, &kept));
    if is_asked && !is_confirmed_or_asks(session, line, means) {
        return Ok(());
    }
    if game.status == GameStatus::Halted {
        session.change(Change::SetStatus { game: game.id.clone(), status: GameStatus::Running });
    }
    session.change(Change::ForcePhase { game: game.id.clone(), number, at: session.desk().now });
    let now = session.desk().now;
    if let Some(game) = session.game_mut() {
        game.status = GameStatus::Running;
        game.phase.as_mut().into_iter().for_each(|phase| phase.forced_at = Some(now));
    }
    session.note(format!("asked to play phase {number} at once"), None);
    let name = phase_name(number, &phase.plan.title);
    session.lead(sentence(&format!("{name} is played as soon as the letters that have arrived are decided")));
    Ok(())
}

/// What a game master must know before he has a phase played ahead of its deadline.
fn what_playing_now_means(
    session: &Session<'_>,
    game: &GameRecord,
    phase: &Phase,
    (waiting, kept): (&[WaitingNote], &[String]),
) -> Vec<String> {
    let name = phase_name(phase.number, &phase.plan.title);
    let deadline = deadline_for(game, session.writer(), phase.deadline);
    let mut means = vec![
        format!("What would be played now is {name}, and its reports mailed. Its deadline is {deadline}."),
        who_has_sent(game),
    ];
    if !waiting.is_empty() {
        let rows: Vec<String> = waiting
            .iter()
            .map(|note| {
                let whose = if note.writer == session.writer().name { "your own" } else { note.writer.as_str() };
                hung(&format!("{}, {}, {}", note.letter, note.verdict.word(), whose), "  ", 4)
            })
            .collect();
        means.push(format!("These letters wait and would not count:\n\n{}", rows.join("\n")));
    }
    let open = open_questions(game);
    if !open.is_empty() {
        means.push(format!(
            "These questions wait for your RULE. Played now, their orders come to what each question says of silence:\n\n{}",
            open.join("\n")
        ));
    }
    if !kept.is_empty() {
        means.push(format!(
            "These orders act when they are received, and are kept because something holds them up. They would not be carried out \
             before {name} was played:\n\n{}",
            kept.join("\n")
        ));
    }
    means
}

/// What the game masters were asked of orders on file and have not ruled.
fn open_questions(game: &GameRecord) -> Vec<String> {
    let lines = game.sheets.iter().flat_map(|(seat, sheet)| sheet.lines.iter().map(move |line| (seat, line)));
    let open = lines.filter_map(|(seat, line)| {
        let asked = line.asked.as_ref().filter(|asked| asked.ruling.is_none())?;
        Some(format!("- {}, {}: {}", asked.number, title(game, seat), line.canonical))
    });
    open.collect()
}

fn who_has_sent(game: &GameRecord) -> String {
    let owing: Vec<String> = missing(game).iter().map(|seat| title(game, seat)).collect();
    match owing.is_empty() {
        true if due_seats(game).is_empty() => "Nobody owes orders.".to_owned(),
        true => "Everybody who owes orders has sent some.".to_owned(),
        false => format!("No orders have come from {}; they would play without.", owing.join(", ")),
    }
}

pub fn hold(session: &mut Session<'_>, line: &Line) {
    let Some(game) = game_of(session, line) else { return };
    // Before the start there is no phase that it could be late for.
    let names_phase = stated_phase(&line.text).1.is_some();
    if (game.phase.is_some() || names_phase) && present_phase(session, line, Repeated::Harmless).is_none() {
        return;
    }
    session.change(Change::SetHold { game: game.id.clone(), holds_reports: true });
    if let Some(game) = session.game_mut() {
        game.holds_reports = true;
    }
    session.note("reports wait for the GM", None);
    session.lead("From now on reports wait until you RELEASE them; you get a copy of each.");
}

pub fn release(session: &mut Session<'_>, line: &Line) -> Result<(), DeskError> {
    let Some(game) = game_of(session, line) else { return Ok(()) };
    if game.phase.is_some() && present_phase(session, line, Repeated::Harmless).is_none() {
        return Ok(());
    }
    session.change(Change::SetHold { game: game.id.clone(), holds_reports: false });
    session.change(Change::ReleaseLetters { game: game.id.clone() });
    if let Some(game) = session.game_mut() {
        game.holds_reports = false;
        game.awaits_release = false;
        game.untold = None;
    }
    session.note("released the reports", None);
    session.lead("The reports that waited are on their way; later ones go at once.");
    if !game.awaits_release || leave_time(session)? {
        return Ok(());
    }
    correct_what_waited(session, &game)
}

/// Reports that waited say what held when they were made: who gets one is told what has changed since.
fn correct_what_waited(session: &mut Session<'_>, game: &GameRecord) -> Result<(), DeskError> {
    let Some(phase) = &game.phase else {
        let said = "The game is over: what the report that waited says of a next phase counts no more.";
        return session.tell_players("the game is over", |_| vec![said.to_owned()]);
    };
    if phase.clock.moves == 0 {
        return Ok(());
    }
    let name = phase_name(phase.number, &phase.plan.title);
    session.note_deadline(None);
    session.lead("Everybody is told when orders are due, for the reports were made before that was changed.");
    session.tell_players("the deadline as it is now", |player| {
        let due = due_words(game, player, phase);
        vec![format!("The report that waited was made before the clock of {name} was changed. Orders are due {due}.")]
    })
}

/// Whoever has his report only now has time to answer it. Says whether that took another deadline.
fn leave_time(session: &mut Session<'_>) -> Result<bool, DeskError> {
    let Some(game) = session.game() else { return Ok(false) };
    let Some(phase) = game.phase.as_ref().filter(|phase| phase.clock.paused_at.is_none()) else { return Ok(false) };
    let at = game.timetable.pace.released(phase.deadline, session.desk().now);
    if at == phase.deadline {
        return Ok(false);
    }
    move_deadline(session, at)?;
    Ok(true)
}
