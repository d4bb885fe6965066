//! What is unclear of a letter of orders: which phase it is about, and whether it came when it says. Knows no order.

use base::game::Phase;

use crate::files::record::GameRecord;
use crate::letter::session::Session;
use crate::phase::standing::deadline_for;
use crate::said::phrases::phase_name;

/// The phase before the open one whose letter is answered, unless the letter says that it is about the open one.
pub fn answers_earlier(game: &GameRecord, session: &Session<'_>, phase: &Phase) -> Option<u32> {
    let sent = session.answered()?;
    let is_of_this_course = sent.game.as_ref() == Some(&game.id) && sent.revision == phase.revision;
    // Before the start nobody owed orders.
    let is_earlier = (1..phase.number).contains(&sent.phase);
    (is_of_this_course && is_earlier && !session.names_open_phase()).then_some(sent.phase)
}

/// Why nobody can tell which phase a letter is about.
pub fn doubt_of_its_phase(game: &GameRecord, session: &Session<'_>, phase: &Phase) -> Option<String> {
    let earlier = answers_earlier(game, session, phase)?;
    let opened = deadline_for(game, session.reader(), phase.opened);
    Some(format!(
        "Your letter answers one of phase {earlier}, which was played: {} was opened {opened}. We do not guess for which of \
         them it is meant.",
        phase_name(phase.number, &phase.plan.title)
    ))
}

/// An arrival that lies so many seconds before the time at which the last server says it took the letter was made up:
/// the letter was put into the mailbox by hand, or the mailbox was moved.
const MOST_BACKDATED: i64 = 600;

/// Why a letter came after the deadline, whatever its arrival says: by the line of the server that took it, or, without
/// one, because the mailbox was read later and it was not there.
pub fn doubt_of_its_arrival(game: &GameRecord, session: &Session<'_>, phase: &Phase) -> Option<String> {
    let shown = |at: i64| deadline_for(game, session.reader(), at);
    let is_late = |at: &i64| *at > phase.deadline;
    match session.letter().and_then(|letter| letter.received_at) {
        Some(came) => (came - session.arrival().at > MOST_BACKDATED && is_late(&came))
            .then(|| format!("the line of the server that took it says {}", shown(came))),
        None => session
            .arrival()
            .missed
            .filter(is_late)
            .map(|looked| format!("the mailbox was read {} and it was not there", shown(looked))),
    }
}
