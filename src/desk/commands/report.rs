//! `REPORT`: a report once more, from the facts as they were told then.

use base::facts::{Viewer, brief};
use base::game::SeatId;
use base::order::Line;

use crate::files::record::{GameRecord, PastPhase};
use crate::files::stop::{DeskError, Stop};
use crate::letter::limits::caused_enough;
use crate::letter::session::{Session, refuse};
use crate::phase::dice_told::{secret_of_ended, set_dice_told};
use crate::phase::reports::{report_head, told_to};
use crate::said::calendar::Deadlines;
use crate::said::letters::{Envelope, thread_of};
use crate::said::notice::Notice;

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
    let Some(number) = phase.or_else(|| game.phase.as_ref()?.number.checked_sub(1)) else {
        session.lead("No report was sent yet.");
        return Ok(());
    };
    let Some(past) = session.desk().files.past_phase(&game.id, number)? else {
        session.lead(format!("There is no report on a phase {number}: it was not played yet."));
        return Ok(());
    };
    let mut seats = session.seats();
    if seats.is_empty() {
        session.lead("You hold no seat in this game, so there is no report for you.");
        return Ok(());
    }
    if let Some(seat) = seat {
        if !seats.contains(seat) {
            let own: Vec<&str> = seats.iter().map(SeatId::as_str).collect();
            let hint = format!("Yours: {}.", own.join(", "));
            refuse(session, line, &format!("{seat} is no seat that you serve."), Some(&hint));
            return Ok(());
        }
        seats = vec![seat.clone()];
    }
    if !session.reports_first((number, seat.cloned())) {
        return Ok(());
    }
    if let Some(why) = caused_enough(session) {
        session.lead(format!("Your report on phase {number} was not sent. {why}"));
        return Ok(());
    }
    write_again(session, &game, (number, &past), &seats)?;
    session.lead(match game.awaits_release {
        true => format!("The GM holds the reports on phase {number}; yours comes when it is released."),
        false => format!("Your report on phase {number} follows in a letter of its own."),
    });
    Ok(())
}

fn write_again(
    session: &mut Session<'_>,
    game: &GameRecord,
    (number, past): (u32, &PastPhase),
    seats: &[SeatId],
) -> Result<(), DeskError> {
    let (house, reader) = (session.desk().house, session.reader().clone());
    let viewer = Viewer::of_seats(&game.roster, &reader.id, seats);
    let played = (number > 0).then_some(past);
    let known = brief(viewer.clone(), &past.facts);
    let mut head = report_head(house, game, &reader, seats, number, played);
    head.is_again = true;
    head.set_dice = set_dice_told(game, seats.first(), played, &known)?;
    head.whole = secret_of_ended(game, past, number);
    let mut envelope = Envelope::generated(session.purpose("report again"), Some(game));
    envelope.in_reply_to = session.letter().and_then(|letter| letter.message_id.clone());
    envelope.thread = thread_of(game, &reader.id);
    // What the GM has not released yet cannot be had by asking for it again.
    envelope.is_held = game.awaits_release;
    if head.is_newest {
        envelope.deadlines = Deadlines::open(house, game, &reader);
    }
    let told = told_to(house, game, (&reader, seats), viewer.clone(), &past.facts)?;
    session.write(viewer, &Notice::Report(head), &told, envelope)
}
