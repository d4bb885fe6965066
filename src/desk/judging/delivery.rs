//! Delivery reports and complaints: what programs say of letters of ours.

use mail::{Automatic, Fate, Letter};

use crate::files::arrival::Arrival;
use crate::files::decision::{Change, Decision};
use crate::files::desk::Desk;
use crate::files::stop::Stop;
use crate::files::tally::Daily;
use crate::files::verdict::Verdict;
use crate::proof::route::want_game;
use crate::said::gm_notice::{GmNotice, tell_gms};

/// A letter that is read by nobody: silence, and if it is a delivery report about a letter of ours, a note of it. What
/// the report says stays with that letter's owner.
pub fn note_report(desk: &Desk<'_>, letter: &Letter, arrival: Arrival, why: &str) -> Result<Decision, Stop> {
    let silent = || Ok(Decision::silent(why));
    let Some(report) = &letter.delivery else { return silent() };
    // What comes from a registered address with no mark of a mail server is somebody's answering machine.
    if desk.writer.is_some() && letter.automatic() != Some(Automatic::Bounce) || report.about.is_empty() {
        return silent();
    }
    let sent = desk.files.sent_letters(&report.about)?;
    let named = |id: &String| sent.iter().find(|sent| &sent.message_id == id);
    let Some(sent) = report.about.iter().find_map(named) else { return silent() };
    let word = match report.fate {
        Fate::Failed => "failed",
        Fate::Delayed => "delayed",
        Fate::Arrived => "arrived",
    };
    let mut decision = Decision::new(Verdict::Silent { why: format!("delivery report: {word}") });
    decision.writer = Some(sent.player.clone());
    decision.game = sent.game.clone();
    decision.changes.push(Change::NoteDelivery {
        letter: arrival.letter,
        sent: sent.clone(),
        at: arrival.at,
        fate: report.fate,
        status: report.status.clone(),
    });
    Ok(decision)
}

/// An abuse report: silence, and once a day a word to the game masters, for a provider that is told so often enough takes
/// our letters no more. It counts for nothing against anybody: whoever knows our address can write one.
pub fn note_complaint(desk: &Desk<'_>, letter: &Letter, arrival: Arrival, why: &str) -> Result<Decision, Stop> {
    let mut decision = Decision::silent(why);
    let sent = desk.files.sent_letters(&letter.complaint)?.into_iter().next();
    let reader = match &sent {
        Some(sent) => desk.files.player(&sent.player)?,
        None => None,
    };
    let game = match sent.as_ref().and_then(|sent| sent.game.as_ref()) {
        Some(game) => want_game(desk, game)?,
        None => None,
    };
    let about = match reader {
        Some(reader) => format!(
            "A mail provider reports that a letter of ours to {} was marked as unwanted. If that happens often, the \
             provider takes no more letters of ours; please ask him to take the mark away.",
            reader.name
        ),
        None => "An abuse report came that names no letter of ours, so it may be made up.".to_owned(),
    };
    let number = arrival.letter;
    let text = format!(
        "{about}\n\nThe report is letter {number} in our ledger. Nothing was changed by it. Of more such \
         reports you are told tomorrow at the earliest."
    );
    let purpose = format!("complaint letter {}", arrival.mark);
    let notice = GmNotice { what: "an abuse report", purpose, text, daily: Some(Daily::Complaint) };
    tell_gms(desk, arrival, game.as_ref(), None, &notice, &mut decision)?;
    Ok(decision)
}
