//! Reports that were written and cannot leave, because seats changed hands since: whoever is concerned is not left without.

use base::facts::Viewer;
use base::game::{Player, PlayerId, Role, SeatId};

use crate::files::decision::Change;
use crate::files::record::{GameRecord, PastPhase, Unsent, UnsentLetter};
use crate::files::stop::{DeskError, Stop};
use crate::letter::session::Session;
use crate::phase::reports::late_report;
use crate::phase::standing::title;
use crate::said::calendar::Deadlines;
use crate::said::letters::{Envelope, thread_of};
use crate::said::notice::{Note, Notice};
use crate::said::phrases::listed;

/// A report is for all the seats of its reader as they were, and does not leave when he serves one of them no longer, nor to an
/// address that is his no longer. With the release of reports that waited it is written anew for whom they do not fit; who loses
/// a seat in the moments before his report leaves is told that he may ask for it.
pub fn see_to_lapsed_reports(session: &mut Session<'_>) -> Result<(), Stop> {
    let does = |what: fn(&Change) -> bool| session.changes().iter().any(what);
    if does(|change| matches!(change, Change::ReleaseLetters { .. })) {
        return write_what_lapsed(session);
    }
    if does(|change| matches!(change, Change::AssignSeat { .. })) {
        return tell_whose_report_lapsed(session);
    }
    Ok(())
}

/// The report on the phase that was played last, for everybody who serves seats of which no report that waited goes to him.
fn write_what_lapsed(session: &mut Session<'_>) -> Result<(), Stop> {
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let waiting = session.desk().files.unsent(&game.id, Unsent::Reports)?;
    if !waiting.iter().any(|report| report.is_held) {
        return Ok(());
    }
    let lacking = lacking(&game, &waiting);
    let Some((number, past)) = session.last_played(&game)? else { return Ok(()) };
    for (player, seats) in lacking {
        write_late(session, &game, (&player, &seats), (number, &past))?;
    }
    Ok(())
}

/// Who serves which seats of which none of these reports tells him.
fn lacking(game: &GameRecord, waiting: &[UnsentLetter]) -> Vec<(Player, Vec<SeatId>)> {
    let goes = |report: &&UnsentLetter| report.is_to_reader && game.roster.still_has(&report.player, &report.role);
    let going: Vec<&UnsentLetter> = waiting.iter().filter(|report| report.is_held).filter(goes).collect();
    let is_told = |player: &PlayerId, seat: &SeatId| {
        let tells = |report: &&UnsentLetter| matches!(&report.role, Role::Seats(seats) if seats.contains(seat));
        going.iter().any(|report| &report.player == player && tells(report))
    };
    let served = game.roster.servers().into_iter().filter(|(player, _)| !game.roster.is_locked(&player.id));
    let lacking = served.map(|(player, mut seats)| {
        seats.retain(|seat| !is_told(&player.id, seat));
        (player.clone(), seats)
    });
    lacking.filter(|(_, seats)| !seats.is_empty()).collect()
}

fn write_late(
    session: &mut Session<'_>,
    game: &GameRecord,
    (player, seats): (&Player, &[SeatId]),
    (number, past): (u32, &PastPhase),
) -> Result<(), DeskError> {
    let house = session.desk().house;
    let (notice, told) = late_report(house, game, (player, seats), (number, past), false)?;
    let mut envelope = Envelope::generated(session.purpose("report late"), Some(game));
    envelope.thread = thread_of(game, &player.id);
    // Of a game that is over as well: it is void with what a rollback undoes.
    envelope.phase = number + 1;
    envelope.deadlines = Deadlines::anew(house, game, player);
    session.write(Viewer::of_seats(&game.roster, &player.id, seats), &notice, &told, envelope)
}

/// Of those whose report was on its way alone: what waits for the game master is seen to with its release.
fn tell_whose_report_lapsed(session: &mut Session<'_>) -> Result<(), Stop> {
    let Some((game, (id, before))) = session.game().cloned().zip(session.roster_before.take()) else { return Ok(()) };
    let mut told = Vec::new();
    for UnsentLetter { player, role, is_held, .. } in session.desk().files.unsent(&id, Unsent::Reports)? {
        let now = game.roster.seats_of(&player);
        let (Role::Seats(seats), false) = (&role, is_held || game.id != id) else { continue };
        let had = before.still_has(&player, &role);
        let lost: Vec<&SeatId> = seats.iter().filter(|seat| !now.contains(seat)).collect();
        if !had || lost.is_empty() || now.is_empty() || told.contains(&player) {
            continue;
        }
        let lost: Vec<String> = lost.into_iter().map(|seat| title(&game, seat)).collect();
        tell_lapsed(session, &game, &player, &lost)?;
        told.push(player);
    }
    Ok(())
}

fn tell_lapsed(
    session: &mut Session<'_>,
    game: &GameRecord,
    player: &PlayerId,
    lost: &[String],
) -> Result<(), DeskError> {
    let said = format!(
        "Your report was made while you served {} as well, so it was not sent to you. REPORT brings you that of the seats \
         you serve now.",
        listed(lost)
    );
    let notice = Notice::Notice(Note::of(Some(&game.id), "your report", vec![said]));
    let mut envelope = Envelope::generated(session.purpose("report lapsed"), Some(game));
    envelope.thread = thread_of(game, player);
    session.write(Viewer::of_player(&game.roster, player), &notice, &[], envelope)
}
