//! The commands of the game master. Each is journalled with who, when and why; those whose facts change are told.

use base::facts::Viewer;
use base::game::{Phase, SeatId};
use base::order::{COMMANDS, Command, Giver, Line};

pub mod dice;
pub mod entries;
pub mod present;
mod ruling;
mod timing;

pub use timing::how_to_give_time;

use super::asked::{open_questions, rule};
use super::clock::{missing, title};
use super::filing::FilingMode;
use super::letters::{DeskError, Envelope, thread_of};
use super::notice::{Note, Notice, shorten};
use super::pace;
use super::people::{list_unconfirmed, obey_gm, who_waits};
use super::player::{on_file, refuse, refuse_head};
use super::record::GameRecord;
use super::rollback::roll_back;
use super::session::{Session, Stop, deadline_for};
use super::setup::{create, seat_player, start};
use super::sheets::show_sheets;
use super::trace::journal;
use super::whatif::{nothing_tried, what_if};
use present::{Repeated, present_phase};
use ruling::{accept_late, set};
use timing::{extend, hold, process, release, set_deadline};

/// Does what one command of a game master asks; anybody else is refused.
pub fn obey(session: &mut Session<'_>, line: &Line, command: Command, mode: FilingMode) -> Result<(), Stop> {
    if !session.is_gm() {
        refuse(session, line, "Only a game master can do this.", Some("HELP lists what you can write."));
        return Ok(());
    }
    if mode.is_check && !matches!(command, Command::Who | Command::Journal { .. } | Command::WhatIf { .. }) {
        session.answer("Check", format!("Not done, for this letter is a check: {}", line.text.trim()));
        return Ok(());
    }
    if plays_a_book(&command) && !session.desk.is_apart {
        return Err(Stop::Apart);
    }
    if session.receipt.title.is_empty() {
        session.receipt.title = verb(&line.text);
    }
    match command {
        Command::Create { game, book, scenario, words, below } => {
            create(session, line, game, (&book, &scenario), (&words, &below))
        }
        Command::Seat { player, seat, zone } => seat_player(session, line, &player, &seat, zone.as_deref()),
        Command::Start => Ok(start(session, line)?),
        Command::Deadline { when } => Ok(set_deadline(session, line, &when)?),
        Command::Extend { span } => Ok(extend(session, line, &span)?),
        Command::Process { phase } => {
            process(session, line, phase);
            Ok(())
        }
        Command::Die(setting) => {
            dice::set_die(session, line, &setting);
            Ok(())
        }
        Command::WhatIf { lines } if lines.is_empty() => {
            nothing_tried(session, line);
            Ok(())
        }
        Command::WhatIf { lines } => Ok(what_if(session, line, &lines)?),
        Command::Journal { page } => journal(session, line, page),
        Command::Rollback { phase } => roll_back(session, line, phase),
        Command::Hold => {
            hold(session, line);
            Ok(())
        }
        Command::Release => Ok(release(session, line)?),
        Command::Set { path, value, reason } => Ok(set(session, line, &path, &value, &reason)?),
        Command::AcceptLate { letter } => accept_late(session, line, letter),
        Command::Rule { number, what, reason } => Ok(rule(session, line, number, &what, reason.as_deref())?),
        Command::Who => {
            who(session, line)?;
            who_waits(session, line)
        }
        Command::Replace { seat, player, zone } => seat_player(session, line, &player, &seat, zone.as_deref()),
        Command::Open { .. } | Command::Approve { .. } | Command::Deny { .. } => obey_gm(session, line, command),
        Command::Lock { .. } | Command::Eject { .. } | Command::Delete { .. } | Command::Master { .. } => {
            obey_gm(session, line, command)
        }
        Command::EndGame { .. } => obey_gm(session, line, command),
        Command::Pause { until, reason } => Ok(pace::pause(session, line, until.as_deref(), reason.as_deref())?),
        Command::Resume => Ok(pace::resume(session, line)?),
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
pub fn phase_of(session: &mut Session<'_>, line: &Line) -> Option<(GameRecord, Phase)> {
    let game = game_of(session, line)?;
    let Some(phase) = game.phase.clone() else {
        refuse(session, line, "No phase is open in this game.", Some("START begins the first one."));
        return None;
    };
    Some((game, phase))
}

/// `AS seat`: the seat the orders below are given for.
pub fn on_behalf(session: &mut Session<'_>, line: &Line, seat: SeatId) -> Option<SeatId> {
    if session.seats().contains(&seat) {
        return Some(seat);
    }
    if !session.is_gm() {
        refuse_head(session, line, "Only a game master can give orders on a seat's behalf.", None);
        // Orders below stay orders of nobody rather than the writer's own.
        return Some(seat);
    }
    let game = game_of(session, line)?;
    if game.roster.seat(&seat).is_none() {
        refuse_head(session, line, &format!("There is no seat {seat}."), None);
        return Some(seat);
    }
    if game.phase.is_some() && present_phase(session, line, Repeated::Harmless).is_none() {
        session.lost_head.get_or_insert(line.number);
        // Orders for a phase that is over are orders of nobody.
        return SeatId::parse("nobody");
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

/// What a game master holds back: reports, and the clock.
fn what_is_held(game: &GameRecord, session: &Session<'_>) -> String {
    let at = |at: i64| deadline_for(game, session.writer, at);
    let reports = match (&game.phase, game.awaits_release, game.holds_reports) {
        (Some(phase), true, _) => format!("Reports wait for your RELEASE since {}.", at(phase.opened)),
        (None, true, _) => "Reports wait for your RELEASE.".to_owned(),
        (_, false, true) => "Reports to come will wait for your RELEASE; none waits now.".to_owned(),
        (_, false, false) => "No reports.".to_owned(),
    };
    let clock = game.phase.as_ref().and_then(|phase| Some((phase.clock.paused_at?, phase.clock.resumes_at)));
    match clock {
        None => reports,
        Some((since, None)) => format!("{reports} The clock stands still since {}, until you RESUME.", at(since)),
        Some((since, Some(until))) => {
            format!("{reports} The clock stands still since {}, until {}.", at(since), at(until))
        }
    }
}

/// Whether a rule book is played for a command, which no bound of ours holds.
fn plays_a_book(command: &Command) -> bool {
    match command {
        Command::Start | Command::Rollback { .. } | Command::Die(_) => true,
        Command::WhatIf { lines } => !lines.is_empty(),
        _ => false,
    }
}

fn who(session: &mut Session<'_>, line: &Line) -> Result<(), Stop> {
    let Some(game) = game_of(session, line) else { return Ok(()) };
    let notes = session.desk.files.waiting_notes(&game.id)?;
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
    let asked: Vec<String> = open_questions(&game)
        .into_iter()
        .map(|(seat, number, words)| format!("  {number}  {seat}: {}", shorten(&words, 56)))
        .collect();
    if !asked.is_empty() {
        session.answer("Questions for you", asked.join("\n"));
    }
    session.answer("Held", what_is_held(&game, session));
    let addresses = list_unconfirmed(&game);
    if !addresses.is_empty() {
        session.answer("Addresses that wait", addresses.join("\n"));
    }
    session.answer("Letters that wait", if waiting.is_empty() { "None.".to_owned() } else { waiting.join("\n") });
    Ok(())
}
