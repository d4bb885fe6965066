//! `WHO`: who plays, who owes orders, and what waits.

use base::game::SeatId;
use base::order::Line;
use mail::compose::WIDTH;

use crate::commands::orders::waiting_acts;
use crate::commands::people::unconfirmed::list_unconfirmed;
use crate::files::record::{GameRecord, GameStatus};
use crate::files::stop::Stop;
use crate::letter::present::game_of;
use crate::letter::session::Session;
use crate::phase::questions::open_questions;
use crate::phase::standing::{deadline_for, missing, on_file, still_awaited, title};
use crate::said::notice::shorten;

/// What a game master holds back: reports, and the clock.
fn what_is_held(game: &GameRecord, session: &Session<'_>) -> String {
    let at = |at: i64| deadline_for(game, session.writer(), at);
    let reports = match (&game.phase, game.awaits_release, game.holds_reports) {
        (Some(phase), true, _) => format!("Reports wait for your RELEASE since {}.", at(phase.opened)),
        (None, true, _) => "Reports wait for your RELEASE.".to_owned(),
        (_, false, true) => "Reports to come will wait for your RELEASE; none waits now.".to_owned(),
        (_, false, false) => "No reports.".to_owned(),
    };
    let clock = game.phase.as_ref().and_then(|phase| Some((phase.clock.paused_at?, phase.clock.resumes_at)));
    let reports = match game.status {
        GameStatus::Halted => {
            format!("The game is halted, for its phase could not be played; PROCESS tries it again. {reports}")
        }
        _ => reports,
    };
    match clock {
        None => reports,
        Some((since, None)) => format!("{reports} The clock stands still since {}, until you RESUME.", at(since)),
        Some((since, Some(until))) => {
            format!("{reports} The clock stands still since {}, until {}.", at(since), at(until))
        }
    }
}

/// Whose orders have not come, and for which of these the phase waits.
fn who_is_missing(game: &GameRecord) -> String {
    let names = |seats: Vec<SeatId>| seats.iter().map(|seat| title(game, seat)).collect::<Vec<_>>().join(", ");
    let (missing, awaited) = (missing(game), still_awaited(game));
    match (missing.is_empty(), awaited.is_empty()) {
        (true, _) => "Nobody owes orders.".to_owned(),
        (false, _) if missing == awaited => format!("{}.", names(missing)),
        (false, true) => format!("{}.\n\nThe phase waits for none of them.", names(missing)),
        (false, false) => format!("{}.\n\nThe phase waits for {} alone.", names(missing), names(awaited)),
    }
}

/// Room for the name of a seat in the list of all.
const SEAT: usize = 10;

/// What is told of a seat: beside its name, and where that is longer, below it, under what is told of the others.
fn seat_row(seat: &SeatId, name: &str, on_file: &str) -> String {
    match seat.as_str().len() {
        length if length <= SEAT => format!("  {:<SEAT$} {name:<24} {on_file}", seat.as_str()),
        _ => format!("  {seat}\n  {:SEAT$} {name:<24} {on_file}", ""),
    }
}

pub fn who(session: &mut Session<'_>, line: &Line) -> Result<(), Stop> {
    let Some(game) = game_of(session, line) else { return Ok(()) };
    let notes = session.desk().files.waiting_notes(&game.id)?;
    let mut rows = Vec::new();
    for seat in game.roster.seats() {
        let server = game.roster.server_of(&seat.spec.id).and_then(|id| game.roster.player(id));
        let name = server.map_or("nobody", |player| player.name.as_str());
        let stands_in = if seat.holder.is_none() && server.is_some() { " (stands in)" } else { "" };
        let name = shorten(&format!("{name}{stands_in}"), 24);
        rows.push(seat_row(&seat.spec.id, &name, &on_file(&game, &seat.spec.id)));
    }
    let waiting: Vec<String> = notes
        .iter()
        .map(|note| {
            let arrived = deadline_for(&game, session.writer(), note.arrived);
            format!("  {:>5}  {:<6} {}\n                {arrived}", note.letter, note.why, note.writer)
        })
        .collect();
    session.answer("Who plays", rows.join("\n"));
    session.answer("Missing", who_is_missing(&game));
    let asked: Vec<String> = open_questions(&game)
        .into_iter()
        .map(|(seat, number, words)| shorten(&format!("  {number}  {seat}: {words}"), WIDTH))
        .collect();
    if !asked.is_empty() {
        session.answer("Questions for you", asked.join("\n"));
    }
    session.answer("Held", what_is_held(&game, session));
    let kept = waiting_acts::of_game(session, &game)?;
    if !kept.is_empty() {
        session.answer("Kept until they can be carried out", kept.join("\n"));
    }
    let addresses = list_unconfirmed(&game);
    if !addresses.is_empty() {
        session.answer("Addresses that wait", addresses.join("\n"));
    }
    session.answer("Letters that wait", if waiting.is_empty() { "None.".to_owned() } else { waiting.join("\n") });
    Ok(())
}

#[cfg(test)]
mod tests {
    use base::game::LONGEST_SEAT;

    use super::*;

    #[test]
    fn a_seat_with_a_long_name_has_a_row_as_narrow_as_the_others() {
        let row = |seat: &str| seat_row(&SeatId::parse(seat).unwrap(), "Ann", "123 orders on file, ready");
        assert_eq!(row("usa-east"), format!("  usa-east   Ann{}123 orders on file, ready", " ".repeat(22)));
        let long = "x".repeat(LONGEST_SEAT);
        let rows = row(&long);
        assert_eq!(rows.lines().next(), Some(format!("  {long}").as_str()));
        assert_eq!(rows.lines().last().map(|line| line.find("Ann")), Some(row("usa-east").find("Ann")));
        assert!(rows.lines().all(|line| line.len() <= WIDTH), "{rows}");
    }
}
