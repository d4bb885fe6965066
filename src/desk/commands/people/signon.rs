//! SIGNON: somebody asks for a seat; the game master decides, unless he opened the game. And what everybody may know of
//! the games.

use base::game::{GameId, Player, Seat, SeatId};
use base::order::Line;
use base::planted::is_planted;
use mail::Relayed;

use crate::commands::people::changed_hands::tell_of_seats;
use crate::commands::people::leaving::{give_seat, what_he_knows};
use crate::commands::people::person::{living_game, tell_gms, tell_person};
use crate::files::decision::Change;
use crate::files::desk::Desk;
use crate::files::record::{GameRecord, GameStatus, PublicGame, Signon};
use crate::files::stop::{DeskError, Stop};
use crate::letter::present::game_of;
use crate::letter::session::{Session, refuse};
use crate::phase::standing::deadline_for;
use crate::proof::route::want_game;

/// The games of this judge as everybody may know them, in paragraphs.
pub fn list_games(desk: &Desk<'_>) -> Result<String, Stop> {
    let games = desk.files.notice_board()?;
    if games.is_empty() {
        return Ok("No games are made or played here now.".to_owned());
    }
    let rows: Vec<String> = games.iter().map(describe).collect();
    Ok(format!("{}\n\nSIGNON game AS seat asks for a seat.", rows.join("\n")))
}

fn describe(game: &PublicGame) -> String {
    let now = match game.status {
        GameStatus::Setup => "has not begun",
        _ => "is being played",
    };
    let door = if game.is_open { "everybody may sign on" } else { "the GM decides who plays" };
    let vacant: Vec<String> = game.vacant.iter().map(|(seat, title)| format!("{seat} ({title})")).collect();
    let vacant = match vacant.is_empty() {
        true => String::new(),
        false => format!(" Vacant: {}.", vacant.join(", ")),
    };
    format!("- {} ({}) {now}; {door}.{vacant}", game.id, game.book)
}

/// Everybody who ever asked for a seat of this game, those of this letter among them.
fn signons(session: &Session<'_>, game: &GameId) -> Result<Vec<Signon>, Stop> {
    Ok(session.desk().files.signons(game)?)
}

/// A game and seat that can be asked for; else what to say.
pub fn find_game(desk: &Desk<'_>, id: &GameId, seat: Option<&SeatId>) -> Result<Result<GameRecord, String>, Stop> {
    let game = want_game(desk, id)?.filter(|game| game.status.is_alive());
    let Some(game) = game else {
        return Ok(Err(format!("There is no game {id} that takes players. GAMES lists those there are.")));
    };
    if let Some(seat) = seat.filter(|seat| game.roster.seat(seat).is_none()) {
        let known: Vec<&str> = game.roster.seats().iter().map(|seat| seat.spec.id.as_str()).collect();
        return Ok(Err(format!("There is no seat {seat} in {id}. The seats are {}.", known.join(", "))));
    }
    Ok(Ok(game))
}

/// `SIGNON game [AS seat]` by somebody we know: he has the seat at once, or the game master is asked.
pub fn sign_on(session: &mut Session<'_>, line: &Line, id: GameId, seat: Option<SeatId>) -> Result<(), Stop> {
    let game = match find_game(session.desk(), &id, seat.as_ref())? {
        Ok(game) => game,
        Err(message) => {
            refuse(session, line, &message, None);
            return Ok(());
        }
    };
    if game.roster.is_gm(&session.writer().id) {
        refuse(session, line, "You are the game master of this game; a seat would tell you nothing new.", None);
        return Ok(());
    }
    if game.roster.is_locked(&session.writer().id) {
        refuse(session, line, "The GM has locked what goes on in your name in this game.", None);
        return Ok(());
    }
    // The roster at hand is that of before this letter, and a seat it gave tells what another's holder must not know.
    let has_seat = |change: &Change| matches!(change, Change::AssignSeat { game, player: Some(player), .. } if *game == id && *player == session.writer().id);
    if session.changes().iter().any(has_seat) {
        refuse(
            session,
            line,
            "This letter has given you a seat of this game. Ask for another in a letter of its own.",
            None,
        );
        return Ok(());
    }
    let known = signons(session, &id)?;
    let asked_here = |change: &&Change| matches!(change, Change::AddSignon { game, .. } if *game == id);
    let here = session.changes().iter().filter(asked_here).count();
    if here > 0 || known.iter().any(|signon| signon.is_waiting && signon.player.id == session.writer().id) {
        refuse(session, line, "You have asked for a seat in this game already; the GM will answer.", None);
        return Ok(());
    }
    let number = known.last().map_or(1, |last| last.number + 1);
    if game.roster.is_open() {
        return take_seat(session, line, game, seat.as_ref(), number);
    }
    ask_gm(session, game, seat, number)
}

/// In an open game a vacant seat is his at once, unless he knows what its holder must not know; then the game master is
/// asked, in a signon with this number.
fn take_seat(
    session: &mut Session<'_>,
    line: &Line,
    game: GameRecord,
    seat: Option<&SeatId>,
    number: u32,
) -> Result<(), Stop> {
    let vacant: Vec<Seat> = game.roster.vacant().cloned().collect();
    let free = |place: &&Seat| game.roster.seat_across(&session.writer().id, &place.spec.side).is_none();
    let is_meant = |place: &&Seat| seat.is_none_or(|seat| &place.spec.id == seat);
    let wanted: Vec<&Seat> = vacant.iter().filter(free).filter(is_meant).collect();
    // Whoever knows what a seat must not know has it of the game master alone.
    let knows = |place: &&&Seat| {
        let seen = game.roster.seen_across(&session.writer().id, &place.spec.side);
        seen.is_some() && !is_planted("past-sides-forgotten")
    };
    let place = wanted.iter().find(|place| !knows(place)).map(|place| (*place).clone());
    if place.is_none() && !wanted.is_empty() {
        return ask_gm(session, game, seat.cloned(), number);
    }
    let Some(place) = place else {
        let names: Vec<&str> = vacant.iter().filter(free).map(|place| place.spec.id.as_str()).collect();
        let hint = if names.is_empty() {
            "No seat is free for you.".to_owned()
        } else {
            format!("Free: {}.", names.join(", "))
        };
        refuse(session, line, "This seat is not free for you.", Some(&hint));
        return Ok(());
    };
    within(session, game, |session| {
        let writer = session.writer().clone();
        let (key, name) = (writer.id.clone(), writer.name.clone());
        give_seat(session, line, &place, (&key, &name), |_| writer)?;
        // Here, where the letter may be about another game, or about none.
        tell_of_seats(session)?;
        tell_gms(session, "somebody signed on", &[format!("{name} signed on and holds {} now.", place.spec.title)])
    })?;
    Ok(())
}

fn ask_gm(session: &mut Session<'_>, game: GameRecord, seat: Option<SeatId>, number: u32) -> Result<(), Stop> {
    let writer = session.writer().clone();
    session.change(Change::AddSignon {
        game: game.id.clone(),
        number,
        player: writer.id.clone(),
        seat: seat.clone(),
        at: session.desk().now,
    });
    session.lead(format!("The GM of {} is asked for a seat for you. You are told what he says.", game.id));
    let known = what_he_knows_of_it(&game, &writer, seat.as_ref());
    let wish = seat.map_or_else(|| "any seat".to_owned(), |seat| seat.to_string());
    within(session, game, |session| {
        session.note(format!("signon {number} of {} for {wish}", writer.id), None);
        let mut told = vec![format!("{} <{}> asks for {wish}.", writer.name, writer.addresses.join(", "))];
        told.extend(known.map(|known| format!("{known} If you approve you are asked to confirm it.")));
        told.push(format!(
            "APPROVE {number} gives the seat, APPROVE {number} AS seat another one, DENY {number} none."
        ));
        tell_gms(session, &format!("signon {number}"), &told)
    })?;
    Ok(())
}

/// What he was told that a holder of the seat must not know; of any vacant seat when none is named.
fn what_he_knows_of_it(game: &GameRecord, writer: &Player, seat: Option<&SeatId>) -> Option<String> {
    let is_meant = |place: &&Seat| seat.is_none_or(|seat| &place.spec.id == seat);
    let mut meant =
        game.roster.seats().iter().filter(is_meant).filter(|place| seat.is_some() || place.holder.is_none());
    meant.find_map(|place| what_he_knows(game, &writer.id, &place.spec.side, &writer.name))
}

/// Does something in a game that the letter need not be about.
fn within(
    session: &mut Session<'_>,
    game: GameRecord,
    deed: impl FnOnce(&mut Session<'_>) -> Result<(), DeskError>,
) -> Result<(), DeskError> {
    if session.game().is_some_and(|own| own.id == game.id) {
        return deed(session);
    }
    session.within(Some(game), deed)
}

/// `APPROVE n [AS seat]`
pub fn approve(session: &mut Session<'_>, line: &Line, number: u32, seat: Option<SeatId>) -> Result<(), Stop> {
    let Some(game) = living_game(session, line) else { return Ok(()) };
    let Some(signon) = waiting(session, line, &game, number)? else { return Ok(()) };
    let vacant: Vec<&Seat> = game.roster.vacant().collect();
    let wanted = seat.or_else(|| signon.seat.clone()).or_else(|| match vacant[..] {
        [only] => Some(only.spec.id.clone()),
        _ => None,
    });
    let names: Vec<&str> = vacant.iter().map(|place| place.spec.id.as_str()).collect();
    let hint = match names.is_empty() {
        true => "No seat is vacant; REPLACE gives away a seat that somebody holds.".to_owned(),
        false => format!("Name one: APPROVE {number} AS {}. Vacant: {}.", names[0], names.join(", ")),
    };
    let Some(wanted) = wanted else {
        refuse(session, line, "Which seat is he to have?", Some(&hint));
        return Ok(());
    };
    let Some(place) = vacant.iter().find(|place| place.spec.id == wanted).map(|place| (*place).clone()) else {
        refuse(session, line, &format!("{wanted} is not vacant."), Some(&hint));
        return Ok(());
    };
    if let Some(other) = game.roster.seat_across(&signon.player.id, &place.spec.side) {
        let message =
            format!("{} holds {} and cannot hold a seat of the other side.", signon.player.name, other.spec.id);
        refuse(session, line, &message, None);
        return Ok(());
    }
    let (key, shown) = (signon.player.id.clone(), signon.player.name.clone());
    if give_seat(session, line, &place, (&key, &shown), |_| signon.player)? {
        session.change(Change::SettleSignon { game: game.id.clone(), number, is_approved: true });
    }
    Ok(())
}

/// `DENY n`
pub fn deny(session: &mut Session<'_>, line: &Line, number: u32, reason: Option<String>) -> Result<(), Stop> {
    let Some(game) = living_game(session, line) else { return Ok(()) };
    let Some(signon) = waiting(session, line, &game, number)? else { return Ok(()) };
    session.change(Change::SettleSignon { game: game.id.clone(), number, is_approved: false });
    session.note(format!("denied signon {number} of {}", signon.player.id), reason.clone());
    session.lead(format!("{} gets no seat, and is told.", signon.player.name));
    let because = Relayed::reason(reason.as_deref());
    let words = format!("The GM of {} has no seat for you. GAMES lists the games there are.{because}", game.id);
    Ok(tell_person(session, &signon.player, "no seat", vec![words])?)
}

/// The signon with this number, when it waits and no line above has answered it.
fn waiting(session: &mut Session<'_>, line: &Line, game: &GameRecord, number: u32) -> Result<Option<Signon>, Stop> {
    let known = signons(session, &game.id)?;
    let found = known.into_iter().find(|signon| signon.number == number);
    let settled_here =
        |change: &Change| matches!(change, Change::SettleSignon { number: other, .. } if *other == number);
    let is_settled = session.changes().iter().any(settled_here);
    match found {
        Some(signon) if signon.is_waiting && !is_settled => Ok(Some(signon)),
        Some(_) => {
            refuse(session, line, &format!("Signon {number} was answered before."), Some("WHO lists those that wait."));
            Ok(None)
        }
        None => {
            refuse(session, line, &format!("There is no signon {number}."), Some("WHO lists those that wait."));
            Ok(None)
        }
    }
}

/// `OPEN` and `CLOSE`
pub fn set_open(session: &mut Session<'_>, line: &Line, is_open: bool) {
    let Some(game) = living_game(session, line) else { return };
    session.change(Change::SetOpen { game: game.id.clone(), is_open });
    if let Some(game) = session.game_mut() {
        game.roster.set_open(is_open);
    }
    session.note(if is_open { "opened the game to everybody" } else { "closed the game" }, None);
    session.lead(match is_open {
        true => "Whoever signs on gets a vacant seat at once from now on. GAMES shows everybody which are vacant.",
        false => "You are asked about everybody who signs on from now on.",
    });
}

/// For `WHO`: those who signed on and wait; nothing when nobody does.
pub fn who_waits(session: &mut Session<'_>, line: &Line) -> Result<(), Stop> {
    let Some(game) = game_of(session, line) else { return Ok(()) };
    let signons = signons(session, &game.id)?;
    let row = |signon: &Signon| {
        let seat = signon.seat.as_ref().map_or("any", SeatId::as_str);
        let Player { name, addresses, .. } = &signon.player;
        let asked = deadline_for(&game, session.writer(), signon.at);
        format!("- {}: {name} <{}> for {seat}, {asked}", signon.number, addresses.join(", "))
    };
    let rows: Vec<String> = signons.iter().filter(|signon| signon.is_waiting).map(row).collect();
    if !rows.is_empty() {
        session.answer("Signons that wait", format!("{}\n\nAPPROVE n or DENY n answers one.", rows.join("\n")));
    }
    Ok(())
}
