//! `SEATS`: the seats that a player can write to, who serves those of his side, and what press takes. Of other sides it tells the seats
//! alone, and those where they negotiate.

use base::game::{Seat, SeatId};
use base::order::Line;

use crate::commands::gm::who::hanging;
use crate::files::record::GameRecord;
use crate::letter::session::{Session, refuse};

/// `SEATS`
pub fn seats(session: &mut Session<'_>, line: &Line) {
    let Some(game) = session.game().cloned() else {
        return refuse(session, line, "No game is named.", Some("Name it in the subject, in square brackets."));
    };
    let sides: Vec<String> = session.seats().iter().filter_map(|seat| Some(side_of(&game, seat)?.to_owned())).collect();
    if sides.is_empty() && !session.is_gm() {
        return refuse(session, line, "You hold no seat in this game.", Some("GAMES lists the seats that are free."));
    }
    session.entitle("seats".to_owned());
    let is_own = |seat: &&Seat| session.is_gm() || sides.contains(&seat.spec.side);
    let (own, others): (Vec<&Seat>, Vec<&Seat>) = game.roster.seats().iter().partition(is_own);
    let rows: Vec<String> = own.iter().map(|seat| hanging(&row(&game, seat))).collect();
    let title = if session.is_gm() { "Seats" } else { "Seats of your side" };
    session.answer(title, rows.join("\n"));
    if game.table.about().has_open_press && !others.is_empty() {
        let names: Vec<String> = others.iter().map(|seat| format!("{} ({})", seat.spec.id, seat.spec.title)).collect();
        session.answer("Other seats", hanging(&names.join(", ")));
    }
    session.answer("Press", how(own.first().map(|seat| &seat.spec.id)));
}

fn side_of<'g>(game: &'g GameRecord, seat: &SeatId) -> Option<&'g str> {
    game.roster.seat(seat).map(|seat| seat.spec.side.as_str())
}

/// "us-treasury, Union Secretary of the Treasury: Salmon".
fn row(game: &GameRecord, seat: &Seat) -> String {
    let server = game.roster.server_of(&seat.spec.id).and_then(|id| game.roster.player(id));
    // Whoever gave no name is known by his address, which is told to nobody.
    let name = server.map(|player| if player.name.contains('@') { "somebody" } else { player.name.as_str() });
    let served = match (seat.holder.is_some(), name) {
        (true, Some(name)) => name.to_owned(),
        (false, Some(name)) => format!("vacant, {name} stands in"),
        (_, None) => "vacant".to_owned(),
    };
    format!("{}, {}: {served}", seat.spec.id, seat.spec.title)
}

/// How press is addressed.
fn how(seat: Option<&SeatId>) -> String {
    let seat = seat.map_or_else(|| "gm".to_owned(), ToString::to_string);
    format!(
        "PRESS TO {seat}: and your words behind it, as far as the next empty line. Several seats stand with commas between \
         them; what stands behind the first dash of a seat, or the name of who serves one of your side, is enough. \"all\" is everybody \
         whom you may write to, \"gm\" the game masters, who have a copy of all press."
    )
}
