//! Whether a seat is ready, in the letter that says so or takes it back.

use base::game::SeatId;

use crate::files::decision::{Change, ClockChange};
use crate::letter::session::Session;

/// READY was said of other orders than these.
pub fn take_ready_back(session: &mut Session<'_>, seat: &SeatId, title: &str) {
    let phase = session.game().and_then(|game| game.phase.as_ref());
    if !phase.is_some_and(|phase| phase.clock.ready.contains_key(seat)) {
        return;
    }
    note_ready(session, seat, None);
    session.lead(format!("{title} was READY; these orders are others, so that is taken back. Write READY again."));
}

/// Notes that a seat is ready, or that it is not any more.
pub fn note_ready(session: &mut Session<'_>, seat: &SeatId, since: Option<i64>) {
    let Some(game) = session.game_mut() else { return };
    let id = game.id.clone();
    let Some(phase) = &mut game.phase else { return };
    match since {
        Some(since) => drop(phase.clock.ready.insert(seat.clone(), since)),
        None => drop(phase.clock.ready.remove(seat)),
    }
    let number = phase.number;
    session.change(Change::Clock { game: id, number, change: ClockChange::Ready { seat: seat.clone(), since } });
}
