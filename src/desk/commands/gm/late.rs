//! `ACCEPT LATE`: which late letter is meant, and what becomes of it once it was carried out. Carries out nothing itself.

use std::sync::Arc;

use base::game::Player;
use base::order::Line;
use mail::Letter;

use crate::files::arrival::{Arrival, LetterId, Mark};
use crate::files::decision::{Change, Decision};
use crate::files::question::QUESTION;
use crate::files::record::WaitingLetter;
use crate::files::stop::Stop;
use crate::files::verdict::Verdict;
use crate::letter::present::{Repeated, present_phase};
use crate::letter::session::{Session, refuse};
use crate::proof::hidden::readable;
use crate::proof::words::of_letter;

/// A late letter that a game master lets count.
pub struct LateLetter {
    /// As it waits.
    pub waiting: WaitingLetter,
    /// What is read of it.
    pub letter: Letter,
    /// When it came.
    pub arrival: Arrival,
    /// Whose it is.
    pub writer: Player,
}

/// The late letter with this number; without one the command is refused.
pub fn find(session: &mut Session<'_>, line: &Line, number: LetterId) -> Result<Option<LateLetter>, Stop> {
    let Some((game, _)) = present_phase(session, line, Repeated::Harmless) else { return Ok(None) };
    let notes = session.desk().files.waiting_notes(&game.id)?;
    let verdict = notes.iter().find(|note| note.letter == number).map(|note| note.verdict.clone());
    if verdict == Some(Verdict::Held) {
        let message = format!("Letter {number} is not late: its writer has not confirmed yet that it is his.");
        refuse(session, line, &message, None);
        return Ok(None);
    }
    let is_settled = |change: &Change| matches!(change, Change::SettleLetter { letter, .. } if *letter == number);
    if session.changes().iter().any(is_settled) {
        refuse(session, line, &format!("Letter {number} was accepted a line above."), None);
        return Ok(None);
    }
    let waiting = match verdict {
        Some(_) => session.desk().files.waiting(number)?,
        None => None,
    };
    let writer = waiting.as_ref().and_then(|waiting| game.roster.player(&waiting.player)).cloned();
    let (Some(waiting), Some(writer)) = (waiting, writer) else {
        refuse(session, line, &format!("No late letter has the number {number}."), Some("WHO lists them."));
        return Ok(None);
    };
    // Whoever takes an order back that is kept names its number.
    let keeps = |change: &Change| matches!(change, Change::KeepAct(kept) if kept.player == writer.id);
    if session.changes().iter().any(keeps) {
        let message = format!("Letter {number} was not accepted: orders of {} are kept by a line above.", writer.name);
        refuse(session, line, &message, Some("Accept it in a letter of its own."));
        return Ok(None);
    }
    let letter = readable(session.desk(), &writer, &waiting.letter)?;
    let mark = Mark::of(&waiting.letter);
    // Of a letter that proved nobody when it came its writer was asked.
    let is_confirmed = of_letter(session.desk(), &format!("{QUESTION}{mark}"))?.is_some();
    let arrival = Arrival {
        letter: number,
        mark,
        at: waiting.arrived,
        missed: None,
        is_accepted_late: true,
        confirmed: is_confirmed.then_some(session.arrival().at),
        given: None,
    };
    Ok(Some(LateLetter { waiting, letter, arrival, writer }))
}

/// What the late letter changed is changed by the letter that lets it in.
pub fn let_in(session: &mut Session<'_>, late: &LateLetter, accepted: Decision) {
    let (number, writer) = (late.arrival.letter, &late.writer);
    for change in &accepted.changes {
        if let (Change::PutSheet { seat, sheet, .. }, Some(game)) = (change, session.game_mut()) {
            game.sheets.insert(seat.clone(), sheet.clone());
        }
        if let (Change::TakeAct { step, act, .. }, Some(game)) = (change, session.game_mut()) {
            game.state = Arc::clone(&step.state);
            game.facts = Arc::new(act.standing.clone().into());
        }
    }
    session.change_all(accepted.changes);
    session.send_all(accepted.letters);
    session.note_all(accepted.journal);
    session.change(Change::SettleLetter { letter: number, verdict: accepted.verdict });
    session.note(format!("accepted late letter {number} of {}", writer.id), None);
    let told = match session.game().is_some_and(|game| game.roster.is_locked(&writer.id)) {
        true => "its writer is locked, so he is not told",
        false => "its writer has a receipt",
    };
    session.lead(format!("The late letter {number} of {} counts now; {told}.", writer.name));
}
