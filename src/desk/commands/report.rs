//! `REPORT`: a report once more, from the facts as they were told then.

use base::facts::{Viewer, brief};

use crate::files::stop::{DeskError, Stop};
use crate::letter::limits::caused_enough;
use crate::letter::session::Session;
use crate::phase::dice_told::{secret_of_ended, set_dice_told};
use crate::phase::standing::title;
use crate::phase::turn::report_head;
use crate::said::calendar::Deadlines;
use crate::said::letters::{Envelope, Told, thread_of};
use crate::said::notice::Notice;

/// A report once more, from the facts as they were told then, to the seats the writer serves now.
pub fn report_again(session: &mut Session<'_>, phase: Option<u32>) -> Result<(), Stop> {
    let Some(game) = session.game().cloned() else {
        session.lead("Please name your game in the subject, in square brackets.");
        return Ok(());
    };
    session.entitle("report".to_owned());
    let last = match &game.phase {
        Some(phase) => phase.number.checked_sub(1),
        None => None,
    };
    let Some(number) = phase.or(last) else {
        session.lead("No report was sent yet.");
        return Ok(());
    };
    let Some(past) = session.desk().files.past_phase(&game.id, number)? else {
        session.lead(format!("There is no report on a phase {number}: it was not played yet."));
        return Ok(());
    };
    if !session.reports_first(number) {
        return Ok(());
    }
    let is_withheld = game.awaits_release;
    let mut sent = 0;
    for seat in session.seats() {
        if let Some(why) = caused_enough(session) {
            session.lead(format!("Your report on phase {number} as {seat} was not sent. {why}"));
            continue;
        }
        let Some(viewer) = Viewer::of_seat(&game.roster, &seat) else { continue };
        let played = (number > 0).then_some(&past);
        let mut head = report_head(
            session.desk().house,
            &game,
            session.writer(),
            &title(&game, &seat),
            Some(&seat),
            number,
            played,
        );
        head.is_again = true;
        let told = brief(viewer.clone(), &past.facts);
        head.set_dice = set_dice_told(&game, Some(&seat), played, &told)?;
        head.whole = secret_of_ended(&game, &past, number);
        let mut envelope = Envelope::generated(session.purpose("report again"), Some(&game));
        envelope.in_reply_to = session.letter().and_then(|letter| letter.message_id.clone());
        envelope.thread = thread_of(&game, &session.writer().id);
        // What the GM has not released yet cannot be had by asking for it again.
        envelope.is_held = is_withheld;
        if head.is_newest {
            envelope.deadlines = Deadlines::open(session.desk().house, &game, session.reader());
        }
        let pictures = session.desk().house.pictures(session.reader());
        let told = Told::report(game.table.as_ref(), told, pictures).map_err(DeskError::from)?;
        session.write(viewer, &Notice::Report(head), &[told], envelope)?;
        sent += 1;
    }
    session.lead(match sent {
        1.. if is_withheld => format!("The GM holds the reports on phase {number}; yours comes when it is released."),
        0 if session.seats().is_empty() => "You hold no seat in this game, so there is no report for you.".to_owned(),
        0 => return Ok(()),
        1 => format!("Your report on phase {number} follows in a letter of its own."),
        n => format!("Your {n} reports on phase {number} follow in letters of their own."),
    });
    Ok(())
}
