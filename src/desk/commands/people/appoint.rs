//! `APPOINT`: whoever holds a seat to which the book gives this power moves the players of his side among its seats.
//! Brings nobody in and puts nobody out: that is the game master's.

use std::collections::BTreeSet;

use base::game::{Player, Seat, SeatId};
use base::order::Line;

use crate::commands::people::leaving::seat_person;
use crate::commands::people::person::{living_game, tell_gms, tell_side};
use crate::files::record::GameRecord;
use crate::files::stop::{DeskError, Stop};
use crate::letter::asking::{Bound, is_confirmed_as_told};
use crate::letter::session::{Session, refuse};

/// A seat and who holds it from now on.
struct Move {
    place: Seat,
    to: Player,
}

/// Gives a player of the side another seat. Whoever held that takes the seat he leaves.
pub fn appoint(session: &mut Session<'_>, line: &Line, named: &str, place: &str) -> Result<(), Stop> {
    let Some((game, open)) = seats_at_disposal(session, line) else { return Ok(()) };
    let Some(target) = find_seat(&game, &open, place).cloned() else {
        let seats = open.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        refuse(session, line, &format!("\"{place}\" is no seat that you give."), Some(&format!("You give: {seats}.")));
        return Ok(());
    };
    let Some(person) = find_holder(session, line, &game, &open, named) else { return Ok(()) };
    if target.holder.as_ref() == Some(&person.id) {
        refuse(session, line, &format!("{} holds {} already.", person.name, target.spec.title), None);
        return Ok(());
    }
    let mut moves = vec![Move { place: target.clone(), to: person.clone() }];
    let before = target.holder.as_ref().and_then(|id| game.roster.player(id)).cloned();
    let left = held(&game, &open, &person);
    if let (Some(before), [left]) = (before, &left[..]) {
        moves.push(Move { place: (*left).clone(), to: before });
    } else if target.holder.is_some() {
        let what = format!("{} holds several seats: it is not clear which one goes in exchange.", person.name);
        refuse(session, line, &what, Some("Ask the game master for REPLACE."));
        return Ok(());
    }
    carry_out(session, line, &game, moves)
}

/// Two players of the side exchange their seats.
pub fn exchange(session: &mut Session<'_>, line: &Line, one: &str, other: &str) -> Result<(), Stop> {
    let Some((game, open)) = seats_at_disposal(session, line) else { return Ok(()) };
    let Some(other) = find_holder(session, line, &game, &open, other) else { return Ok(()) };
    match held(&game, &open, &other)[..] {
        [seat] => appoint(session, line, one, seat.spec.id.as_str()),
        _ => {
            refuse(session, line, &format!("{} holds several seats.", other.name), Some("APPOINT player AS seat"));
            Ok(())
        }
    }
}

fn carry_out(session: &mut Session<'_>, line: &Line, game: &GameRecord, moves: Vec<Move>) -> Result<(), Stop> {
    let mut consequences: Vec<String> =
        moves.iter().map(|step| format!("{} would hold {} at once.", step.to.name, step.place.spec.title)).collect();
    consequences.push(
        "Orders on file stay on file; the new holder may change them, and may have every report of the seat, the old \
         ones too. The others of your side and the game master are told."
            .to_owned(),
    );
    if !is_confirmed_as_told(session, line, Bound::Phase, &consequences) {
        return Ok(());
    }
    Ok(announce(session, game, &moves)?)
}

fn announce(session: &mut Session<'_>, game: &GameRecord, moves: &[Move]) -> Result<(), DeskError> {
    for step in moves {
        seat_person(session, &step.place, &step.to)?;
    }
    let told: Vec<String> = moves
        .iter()
        .map(|step| format!("{} is held by {} from now on.", step.place.spec.title, step.to.name))
        .collect();
    let moved: Vec<_> = moves.iter().map(|step| &step.to.id).collect();
    if let Some(first) = moves.first().filter(|_| game.phase.is_some()) {
        tell_side(session, &first.place.spec.side, &moved, "seats changed hands", &told.join(" "))?;
    }
    tell_gms(session, "seats changed hands", &told)
}

/// The game and the seats that the writer may give; refused when there are none.
fn seats_at_disposal(session: &mut Session<'_>, line: &Line) -> Option<(GameRecord, BTreeSet<SeatId>)> {
    let game = living_game(session, line)?;
    let own = game.roster.seats().iter().filter(|seat| seat.holder.as_ref() == Some(&session.writer().id));
    let open: BTreeSet<SeatId> = own.flat_map(|seat| game.table.appoints(&seat.spec.id)).collect();
    if open.is_empty() {
        let hint = "The supreme commander of a side moves its players, where the rules have one; else the GM does.";
        refuse(session, line, "You hold no seat that gives others to players.", Some(hint));
        return None;
    }
    Some((game, open))
}

/// A seat by its id, or by a word of it that no other has: "East".
fn find_seat<'g>(game: &'g GameRecord, open: &BTreeSet<SeatId>, words: &str) -> Option<&'g Seat> {
    let word = words.trim().trim_end_matches('.').to_ascii_lowercase();
    let is_meant = |id: &str| id == word || id.rsplit('-').next() == Some(word.as_str());
    let mut found =
        game.roster.seats().iter().filter(|seat| open.contains(&seat.spec.id) && is_meant(seat.spec.id.as_str()));
    found.next().filter(|_| found.next().is_none())
}

fn held<'g>(game: &'g GameRecord, open: &BTreeSet<SeatId>, person: &Player) -> Vec<&'g Seat> {
    let seats = game.roster.seats().iter().filter(|seat| open.contains(&seat.spec.id));
    seats.filter(|seat| seat.holder.as_ref() == Some(&person.id)).collect()
}

/// Who is meant among those who hold the seats: by seat, whole name, first name or address. Nobody else's name is looked up.
fn find_holder(
    session: &mut Session<'_>,
    line: &Line,
    game: &GameRecord,
    open: &BTreeSet<SeatId>,
    named: &str,
) -> Option<Player> {
    let named = named.trim();
    let seats = game.roster.seats().iter().filter(|seat| open.contains(&seat.spec.id));
    let mut found: Vec<Player> = Vec::new();
    for seat in seats {
        let Some(player) = seat.holder.as_ref().and_then(|id| game.roster.player(id)) else { continue };
        let first = player.name.split_whitespace().next().unwrap_or_default();
        let is_meant = seat.spec.id.as_str().eq_ignore_ascii_case(named)
            || player.name.eq_ignore_ascii_case(named)
            || first.eq_ignore_ascii_case(named)
            || player.addresses.iter().any(|address| address.eq_ignore_ascii_case(named));
        if is_meant && !found.iter().any(|other| other.id == player.id) {
            found.push(player.clone());
        }
    }
    match &found[..] {
        [one] => Some(one.clone()),
        [] => {
            let hint = "Name him by his seat. Only the game master brings somebody new into a game.";
            refuse(session, line, &format!("Nobody called \"{named}\" holds a seat that you give."), Some(hint));
            None
        }
        _ => {
            refuse(session, line, &format!("More than one is called \"{named}\"."), Some("Name him by his seat."));
            None
        }
    }
}
