//! The welcome of whoever is given seats: one letter to a person for all that one letter gives him, and one for those that are
//! left to him when he loses another before it has left.

use base::facts::{Audience, Fact, Viewer, brief};
use base::game::{GameId, Player, PlayerId, Role, SeatId, SeatSet};
use serde_json::Value;

use crate::files::decision::Change;
use crate::files::outbox::OutboxLetter;
use crate::files::record::{GameRecord, GameStatus, Unsent, UnsentLetter};
use crate::files::stop::{DeskError, Stop};
use crate::letter::code::code_now;
use crate::letter::session::Session;
use crate::phase::dice_told::opening_commitments;
use crate::phase::matters::{in_words, open_to};
use crate::phase::sheets::show_sheets;
use crate::phase::standing::{due_words, title};
use crate::said::letters::{Envelope, Told};
use crate::said::notice::{Notice, SeatName, SeatsGiven, SheetView, Welcome};
use crate::said::phrases::listed;

/// What begins the purpose of each welcome.
const PURPOSE: &str = "welcome";

/// Greets a person who was given a seat, for it and for those that this letter gave him before.
pub fn greet(session: &mut Session<'_>, person: &Player, seat: &SeatId) -> Result<(), DeskError> {
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let mut seats = take_back(session, &game.id, &person.id);
    seats.insert(seat.clone());
    seats.retain(|seat| game.roster.server_of(seat) == Some(&person.id));
    write(session, &game, person, &seats)
}

/// A welcome does not leave once its reader serves one of its seats no longer: he is greeted anew for the others.
pub fn see_to_lapsed_welcomes(session: &mut Session<'_>) -> Result<(), Stop> {
    let takes = |change: &Change| matches!(change, Change::AssignSeat { .. });
    let Some(game) = session.game().cloned().filter(|_| session.changes().iter().any(takes)) else { return Ok(()) };
    let own = session.letters().iter().filter(|letter| is_welcome(letter, &game.id));
    let mut lapsed: Vec<(PlayerId, Role)> = own.map(|letter| (letter.player.clone(), letter.role.clone())).collect();
    let stored = session.desk().files.unsent(&game.id, Unsent::Welcomes)?.into_iter();
    lapsed.extend(stored.filter(|unsent| lost_here(session, unsent)).map(|unsent| (unsent.player, unsent.role)));
    for (player, role) in lapsed {
        let (Role::Seats(seats), Some(person)) = (role, game.roster.player(&player).cloned()) else { continue };
        let left: SeatSet = seats.iter().filter(|seat| game.roster.server_of(seat) == Some(&player)).cloned().collect();
        if left.is_empty() || left == seats {
            continue;
        }
        let mut left = left;
        left.append(&mut take_back(session, &game.id, &player));
        left.retain(|seat| game.roster.server_of(seat) == Some(&player));
        write(session, &game, &person, &left)?;
    }
    Ok(())
}

/// Whether its reader served all its seats when this letter came.
fn lost_here(session: &Session<'_>, unsent: &UnsentLetter) -> bool {
    session.roster_before.as_ref().is_some_and(|(_, before)| before.still_has(&unsent.player, &unsent.role))
}

fn is_welcome(letter: &OutboxLetter, game: &GameId) -> bool {
    letter.game.as_ref() == Some(game) && letter.purpose.starts_with(PURPOSE)
}

/// Takes back what this letter wrote to greet a person, and gives the seats of it.
fn take_back(session: &mut Session<'_>, game: &GameId, player: &PlayerId) -> SeatSet {
    let is_his = |letter: &OutboxLetter| is_welcome(letter, game) && letter.player == *player;
    let roles = session.letters().iter().filter(|letter| is_his(letter)).map(|letter| letter.role.clone());
    let seats = roles.filter_map(|role| match role {
        Role::Seats(seats) => Some(seats),
        Role::Person | Role::Umpire => None,
    });
    let seats = seats.flatten().collect();
    session.withhold(|letter| !is_his(letter));
    seats
}

fn write(session: &mut Session<'_>, game: &GameRecord, person: &Player, seats: &SeatSet) -> Result<(), DeskError> {
    let places = game.roster.seats().iter().map(|place| &place.spec).filter(|spec| seats.contains(&spec.id));
    let ordered: Vec<SeatId> = places.clone().map(|spec| spec.id.clone()).collect();
    let Some(first) = ordered.first() else { return Ok(()) };
    let house = session.desk().house;
    let given = SeatsGiven {
        game: game.id.to_string(),
        seats: places.map(|spec| SeatName { id: spec.id.to_string(), title: spec.title.clone() }).collect(),
        is_running: game.phase.is_some(),
        due: owed(game, person, &ordered),
        matters: open_to_them(game, &ordered)?,
        sheets: on_file(game, person, &ordered)?,
        commitments: match game.status {
            GameStatus::Setup => opening_commitments(house, game, first),
            _ => Vec::new(),
        },
    };
    let notice = Notice::Welcome(Welcome {
        name: person.name.clone(),
        given: Some(given),
        code: code_now(session, person),
        judge: house.address.as_str().to_owned(),
        is_gm: false,
    });
    let mut envelope = Envelope::generated(session.purpose(PURPOSE), Some(game));
    envelope.deadlines = session.deadlines_for(person);
    // As these seats alone: what else he serves may change before the letter leaves.
    let viewer = Viewer::of_seats(&game.roster, &person.id, &ordered);
    let told = at_hand(session, game, person, (&ordered, &viewer))?;
    session.write(viewer, &notice, told.as_slice(), envelope)
}

/// What the rule book gives to whoever takes seats, each thing once: of what was played it tells nothing.
fn at_hand(
    session: &Session<'_>,
    game: &GameRecord,
    person: &Player,
    (seats, viewer): (&[SeatId], &Viewer),
) -> Result<Option<Told>, DeskError> {
    let table = game.table.as_ref();
    let mut items: Vec<Value> = Vec::new();
    for seat in seats {
        for item in table.welcome(&game.state, seat)? {
            if !items.contains(&item) {
                items.push(item);
            }
        }
    }
    if items.is_empty() {
        return Ok(None);
    }
    let facts: Vec<_> = items.into_iter().map(|item| Fact::new(Audience::Everyone, item)).collect();
    let pictures = session.desk().house.pictures(person);
    Ok(Some(Told::words(table, "welcome.txt", brief(viewer.clone(), &facts)).with_enclosures(table, pictures)?))
}

/// What somebody can still say for these seats, of matters that were open before he had them.
fn open_to_them(game: &GameRecord, seats: &[SeatId]) -> Result<Vec<String>, DeskError> {
    let mut open = Vec::new();
    for seat in seats {
        open.extend(open_to(game, seat)?.into_iter().map(|matter| (seat.clone(), matter)));
    }
    Ok(in_words(game, seats, &open))
}

/// What others gave for these seats and stands on file, under the numbers by which it is taken off. While reports wait, what is said of it
/// would tell how the phase before ended.
fn on_file(game: &GameRecord, person: &Player, seats: &[SeatId]) -> Result<Vec<SheetView>, DeskError> {
    let is_any = |seat: &SeatId| game.sheets.get(seat).is_some_and(|sheet| !sheet.lines.is_empty());
    if game.told_phase().is_none() || !seats.iter().any(is_any) {
        return Ok(Vec::new());
    }
    let titles: Vec<String> = seats.iter().filter(|seat| is_any(seat)).map(|seat| title(game, seat)).collect();
    let (mut views, _) = show_sheets(game, &game.roster.seats_of(&person.id))?;
    views.retain(|view| titles.contains(&view.title));
    Ok(views)
}

/// When orders of these seats are due, in a sentence; nothing when none owes any, or nobody knows yet that it does.
fn owed(game: &GameRecord, server: &Player, seats: &[SeatId]) -> String {
    let Some(phase) = game.told_phase() else { return String::new() };
    let owing: Vec<String> = seats.iter().filter(|seat| game.owes(seat)).map(|seat| title(game, seat)).collect();
    let whose = match (&owing[..], seats.len()) {
        ([], _) => return String::new(),
        ([_], 1) => "Its orders".to_owned(),
        (all, count) if all.len() == count => "Their orders".to_owned(),
        (some, _) => format!("Orders of {}", listed(some)),
    };
    format!("{whose} are due {}.", due_words(game, server, phase))
}
