//! Orders that answer a phase that was played: the game masters hear that they wait.

use crate::files::stop::Stop;
use crate::letter::session::Session;
use crate::said::gm_notice::{GmNotice, tell_gms};
use crate::said::phrases::phase_name;

/// The game masters hear that a letter waits for its writer's word, or for theirs.
pub fn tell(session: &mut Session<'_>) -> Result<(), Stop> {
    if !session.asks_meaning() {
        return Ok(());
    }
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let Some(phase) = &game.phase else { return Ok(()) };
    let (name, number) = (phase_name(phase.number, &phase.plan.title), session.arrival().letter);
    let text = format!(
        "A letter of {} with orders answers one of a phase that was played, and does not say that it is meant for {name}. \
         Nothing of it is on file. He is asked; his YES lets it count for {name}, and so does your ACCEPT LATE {number}.",
        session.writer().name
    );
    let notice = GmNotice {
        what: "orders that answer a phase that was played",
        purpose: format!("played letter {}", session.arrival().mark),
        text,
        daily: None,
    };
    let (desk, arrival, writer) = (session.desk(), session.arrival(), session.writer());
    tell_gms(desk, arrival, Some(&game), Some(&writer.id), &notice, session.decision_mut())
}
