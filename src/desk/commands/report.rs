//! `REPORT`: a report once more, from the facts as they were told then.

use base::facts::Viewer;
use base::game::SeatId;
use base::order::Line;

use crate::files::record::{GameRecord, PastPhase};
use crate::files::stop::{DeskError, Stop};
use crate::letter::limits::caused_enough;
use crate::letter::session::{Session, refuse};
use crate::phase::reports::{late_report, umpire_report_again};
use crate::said::calendar::Deadlines;
use crate::said::letters::{Envelope, thread_of};

/// A report once more, from the facts as they were told then, for the seats the writer serves now, or for one of them alone.
pub fn report_again(
    session: &mut Session<'_>,
    line: &Line,
    phase: Option<u32>,
    seat: Option<&SeatId>,
) -> Result<(), Stop> {
    let Some(game) = session.game().cloned() else {
        session.lead("Please name your game in the subject, in square brackets.");
        return Ok(());
    };
    session.entitle("report".to_owned());
    let Some((number, past, is_last)) = wanted(session, &game, phase)? else {
        session.lead(match phase {
            Some(number) => format!("There is no report on a phase {number}: it was not played yet."),
            None => "No report was sent yet.".to_owned(),
        });
        return Ok(());
    };
    let Some(seats) = for_seats(session, line, &game, seat) else { return Ok(()) };
    let alone = seat.filter(|_| session.seats().len() > 1).cloned();
    if !session.reports_first((number, alone)) {
        return Ok(());
    }
    if let Some(why) = why_not_now(session, &game, &seats, (number, is_last)) {
        session.lead(why);
        return Ok(());
    }
    write_again(session, &game, (number, &past), &seats)?;
    let report = if number == 0 { "the opening".to_owned() } else { format!("phase {number}") };
    session.lead(match game.awaits_release && !seats.is_empty() {
        true => format!("Your report on {report} comes when the GM releases those that wait."),
        false => format!("Your report on {report} follows in a letter of its own."),
    });
    Ok(())
}

/// The seats it is for: the writer's, or the one he names; none of a game master who serves none. Says why there is no report for him.
fn for_seats(session: &mut Session<'_>, line: &Line, game: &GameRecord, seat: Option<&SeatId>) -> Option<Vec<SeatId>> {
    let seats = session.seats();
    if seats.is_empty() && !game.roster.is_gm(&session.writer().id) {
        session.lead("You hold no seat in this game, so there is no report for you.");
        return None;
    }
    let Some(seat) = seat else { return Some(seats) };
    if !seats.contains(seat) {
        let own: Vec<&str> = seats.iter().map(SeatId::as_str).collect();
        let hint = (!own.is_empty()).then(|| format!("Yours: {}.", own.join(", ")));
        refuse(session, line, &format!("{seat} is no seat that you serve."), hint.as_deref());
        return None;
    }
    Some(vec![seat.clone()])
}

/// What keeps a report from being sent now, if anything.
fn why_not_now(
    session: &Session<'_>,
    game: &GameRecord,
    seats: &[SeatId],
    (number, is_last): (u32, bool),
) -> Option<String> {
    // What the GM has not released yet cannot be had by asking for it again, and comes by itself when he does.
    if !seats.is_empty() && game.awaits_release && is_last {
        return Some(format!("The GM holds the reports on phase {number}; yours comes when it is released."));
    }
    caused_enough(session).map(|why| format!("Your report on phase {number} was not sent. {why}"))
}

/// The phase with this number, else the last one, as it was played, and whether it is the last.
fn wanted(
    session: &Session<'_>,
    game: &GameRecord,
    phase: Option<u32>,
) -> Result<Option<(u32, PastPhase, bool)>, Stop> {
    let last = session.last_played(game)?;
    let is_last = |number: u32| last.as_ref().is_some_and(|(last, _)| *last == number);
    if let Some(number) = phase.filter(|number| !is_last(*number)) {
        let past = session.desk().files.past_phase(&game.id, number)?;
        return Ok(past.map(|past| (number, past, false)));
    }
    Ok(last.map(|(number, past)| (number, past, true)))
}

fn write_again(
    session: &mut Session<'_>,
    game: &GameRecord,
    (number, past): (u32, &PastPhase),
    seats: &[SeatId],
) -> Result<(), DeskError> {
    let (house, reader) = (session.desk().house, session.reader().clone());
    let (viewer, (notice, told)) = match Viewer::umpire(&game.roster, &reader.id).filter(|_| seats.is_empty()) {
        Some(viewer) => (viewer.clone(), umpire_report_again(house, game, (&reader, viewer), (number, past))?),
        None => {
            let viewer = Viewer::of_seats(&game.roster, &reader.id, seats);
            (viewer, late_report(house, game, (&reader, seats), (number, past), true)?)
        }
    };
    let mut envelope = Envelope::generated(session.purpose("report again"), Some(game));
    envelope.in_reply_to = session.letter().and_then(|letter| letter.message_id.clone());
    envelope.thread = thread_of(game, &reader.id);
    // It says which phase is open now.
    envelope.is_held = game.awaits_release && !seats.is_empty();
    let known = if seats.is_empty() { game.phase.as_ref() } else { game.told_phase() };
    if known.is_some_and(|open| open.number == number + 1) {
        // It may have been put there by a later letter than the report.
        envelope.deadlines = Deadlines::anew(house, game, &reader);
    }
    session.write(viewer, &notice, &told, envelope)
}
