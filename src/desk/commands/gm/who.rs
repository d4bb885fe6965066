//! `WHO`: who plays, who owes orders, and what waits.

use base::order::Line;
use mail::compose::WIDTH;

use crate::commands::people::unconfirmed::list_unconfirmed;
use crate::files::record::GameRecord;
use crate::files::stop::Stop;
use crate::letter::present::game_of;
use crate::letter::session::Session;
use crate::phase::questions::open_questions;
use crate::phase::standing::{deadline_for, missing, on_file, title};
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
    match clock {
        None => reports,
        Some((since, None)) => format!("{reports} The clock stands still since {}, until you RESUME.", at(since)),
        Some((since, Some(until))) => {
            format!("{reports} The clock stands still since {}, until {}.", at(since), at(until))
        }
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
            let arrived = deadline_for(&game, session.writer(), note.arrived);
            format!("  {:>5}  {:<6} {}\n                {arrived}", note.letter, note.why, note.writer)
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
        .map(|(seat, number, words)| shorten(&format!("  {number}  {seat}: {words}"), WIDTH))
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
