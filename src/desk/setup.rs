//! Making a game, filling its seats, beginning it.

use std::sync::Arc;

use chrono_tz::Tz;

use crate::game::{GameId, Player, PlayerId, Seat, SeatId};
use crate::mail::Address;
use crate::order::Line;
use crate::report::Viewer;

use super::decision::{Change, Want};
use super::gm::{game_of, sentence};
use super::identify::player_code;
use super::letters::{DeskError, Envelope};
use super::notice::{Notice, Welcome, WelcomeSeat};
use super::player::refuse;
use super::record::{GameRecord, GameStatus};
use super::session::{Session, Stop};
use super::turn;

/// Makes a game of which the writer is master.
pub fn create(session: &mut Session<'_>, line: &Line, id: GameId, book: &str, scenario: &str) -> Result<(), Stop> {
    let house = session.desk.house;
    if !house.gms.contains(&session.writer.id) {
        refuse(session, line, "Only game masters of the house can make games.", None);
        return Ok(());
    }
    let taken = match session.desk.papers.games.get(&id) {
        Some(game) => game.is_some(),
        None => return Err(Stop::Want(Want::Game(id))),
    };
    if taken {
        refuse(session, line, &format!("There is a game {id} already."), Some("Choose another name."));
        return Ok(());
    }
    let table = match house.shelf.table(book, scenario) {
        Ok(table) => table,
        Err(error) => {
            refuse(session, line, &sentence(&error), None);
            return Ok(());
        }
    };
    if let Err(error) = house.timetable.check() {
        refuse(session, line, &format!("The timetable of the house cannot be used: {error}."), None);
        return Ok(());
    }
    let seats = table.seats();
    let names: Vec<String> = seats.iter().map(|seat| seat.id.to_string()).collect();
    session.change(Change::CreateGame {
        game: id.clone(),
        book: book.to_owned(),
        document: table.document().clone(),
        timetable: Box::new(house.timetable.clone()),
        gm: session.writer.id.clone(),
        seats: seats.clone(),
    });
    let holders = seats.into_iter().map(|spec| Seat { spec, holder: None }).collect();
    let gms = std::iter::once(session.writer.id.clone()).collect();
    session.game = Some(GameRecord {
        id: id.clone(),
        status: GameStatus::Setup,
        holds_reports: false,
        awaits_release: false,
        table,
        timetable: house.timetable.clone().into(),
        roster: crate::game::Roster::new(holders, vec![session.writer.clone()], gms).into(),
        phase: None,
        state: Arc::default(),
        facts: Arc::default(),
        sheets: std::collections::BTreeMap::new(),
    });
    session.decision.game = Some(id.clone());
    session.note(format!("created {id} from {book}/{scenario}"), None);
    session.lead(format!("The game {id} is made. Its seats: {}.", names.join(", ")));
    session.lead(format!("Fill them with SEAT player AS seat, in letters with [{id}] in the subject, then START."));
    Ok(())
}

/// Reads `Name <address>`, `address` or `nobody`.
fn named_person(text: &str) -> Option<(Option<String>, Address)> {
    let text = text.trim();
    if let Some((name, rest)) = text.split_once('<') {
        let address = Address::parse(rest.trim_end().strip_suffix('>')?)?;
        let name: String = name.trim().trim_matches('"').chars().filter(|c| !c.is_control()).take(60).collect();
        return Some(((!name.is_empty()).then_some(name), address));
    }
    Some((None, Address::parse(text)?))
}

/// Gives a seat to a person, who is registered when he is new, or leaves it vacant.
pub fn seat_player(
    session: &mut Session<'_>,
    line: &Line,
    player: &str,
    seat: &SeatId,
    zone: Option<&str>,
) -> Result<(), Stop> {
    let Some(game) = game_of(session, line) else { return Ok(()) };
    let Some(place) = game.roster.seat(seat).cloned() else {
        let known: Vec<&str> = game.roster.seats().iter().map(|seat| seat.spec.id.as_str()).collect();
        refuse(session, line, &format!("There is no seat {seat}. The seats are {}.", known.join(", ")), None);
        return Ok(());
    };
    if player.eq_ignore_ascii_case("nobody") {
        vacate(session, &game, &place)?;
        return Ok(());
    }
    let Some((name, address)) = named_person(player) else {
        refuse(session, line, "No mail address could be read.", Some("SEAT Ann Smith <ann@example.org> AS usa-east"));
        return Ok(());
    };
    if address == session.desk.house.address {
        refuse(session, line, "This is the judge's own address; a player needs another.", None);
        return Ok(());
    }
    let zone = match zone.map(str::parse::<Tz>) {
        Some(Err(_)) => {
            refuse(
                session,
                line,
                "There is no such time zone.",
                Some("Use a name such as Europe/Berlin or America/New_York."),
            );
            return Ok(());
        }
        Some(Ok(zone)) => Some(zone),
        None => None,
    };
    let known = match session.desk.papers.people.get(&address) {
        Some(person) => person.clone(),
        None => return Err(Stop::Want(Want::Person(address))),
    };
    let person = known.or_else(|| introduced(session, &address));
    let person = person.unwrap_or_else(|| new_player(session, name, &address, zone));
    if let Some(other) = game.roster.seat_across(&person.id, &place.spec.side) {
        let message = format!("{} holds {} and cannot hold a seat of the other side.", person.name, other.spec.id);
        refuse(session, line, &message, None);
        return Ok(());
    }
    give_seat(session, &place, person)?;
    Ok(())
}

/// Somebody whom an earlier line of the same letter made known.
fn introduced(session: &Session<'_>, address: &Address) -> Option<Player> {
    let id = PlayerId::of_address(address.as_str());
    session.decision.changes.iter().find_map(|change| match change {
        Change::AddPlayer(player) if player.id == id => Some(player.clone()),
        _ => None,
    })
}

fn new_player(session: &mut Session<'_>, name: Option<String>, address: &Address, zone: Option<Tz>) -> Player {
    let player = Player {
        id: PlayerId::of_address(address.as_str()),
        name: name.unwrap_or_else(|| address.local().to_owned()),
        addresses: vec![address.as_str().to_owned()],
        zone,
        code_counter: 1,
    };
    session.change(Change::AddPlayer(player.clone()));
    player
}

fn vacate(session: &mut Session<'_>, game: &GameRecord, place: &Seat) -> Result<(), DeskError> {
    let seat = &place.spec.id;
    session.tell(
        std::slice::from_ref(seat),
        "seat given up",
        &[format!("You hold {} no longer.", place.spec.title)],
    )?;
    session.change(Change::AssignSeat { game: game.id.clone(), seat: seat.clone(), player: None });
    if let Some(game) = &mut session.game {
        game.roster.assign(seat, None);
    }
    session.note(format!("seat {seat} left vacant"), None);
    let stands_in = session.game.as_ref().and_then(|game| game.roster.server_of(seat)).is_some();
    let then = if stands_in { " Its stand-in serves it now and is told." } else { "" };
    session.lead(format!("{} is vacant.{then}", place.spec.title));
    let words = format!("{} ({seat}) is vacant. You serve it until it is filled.", place.spec.title);
    session.tell(std::slice::from_ref(seat), "a vacant seat", &[words])
}

/// The seat changes hands; its new holder is greeted, its old one told.
fn give_seat(session: &mut Session<'_>, place: &Seat, person: Player) -> Result<(), DeskError> {
    let seat = place.spec.id.clone();
    let Some(game) = session.game.clone() else { return Ok(()) };
    if place.holder.as_ref().is_some_and(|holder| holder != &person.id) {
        session.tell(
            std::slice::from_ref(&seat),
            "seat given up",
            &[format!("You hold {} no longer.", place.spec.title)],
        )?;
    }
    session.change(Change::AssignSeat { game: game.id.clone(), seat: seat.clone(), player: Some(person.id.clone()) });
    if let Some(game) = &mut session.game {
        game.roster.assign(&seat, Some(person.clone()));
    }
    let Some(game) = session.game.clone() else { return Ok(()) };
    session.note(format!("seat {seat} given to {}", person.id), None);
    session.lead(format!("{} is held by {}.", place.spec.title, person.name));
    let notice = Notice::Welcome(Welcome {
        name: person.name.clone(),
        seat: Some(WelcomeSeat {
            game: game.id.to_string(),
            id: seat.to_string(),
            title: place.spec.title.clone(),
            is_running: game.phase.is_some(),
            commitments: match game.status {
                GameStatus::Setup => turn::opening_commitments(session.desk.house, &game, &seat),
                _ => Vec::new(),
            },
        }),
        code: player_code(&session.desk.house.key, &person),
        judge: session.desk.house.address.as_str().to_owned(),
        is_gm: false,
    });
    let envelope = Envelope::generated(session.purpose("welcome"), Some(&game));
    session.write(Viewer::of_player(&game.roster, &person.id), &notice, &[], envelope)
}

/// Begins the first phase.
pub fn start(session: &mut Session<'_>, line: &Line) -> Result<(), DeskError> {
    let Some(game) = game_of(session, line) else { return Ok(()) };
    if game.status != GameStatus::Setup {
        refuse(session, line, "This game was started already.", None);
        return Ok(());
    }
    let unserved: Vec<String> = game
        .roster
        .seats()
        .iter()
        .filter(|seat| game.roster.server_of(&seat.spec.id).is_none())
        .map(|seat| seat.spec.id.to_string())
        .collect();
    if !unserved.is_empty() {
        refuse(session, line, &format!("Nobody serves {}.", unserved.join(", ")), Some("SEAT player AS seat"));
        return Ok(());
    }
    let begun = turn::begin(session.desk.house, &game, session.desk.now)?;
    session.note("started the game", None);
    let opened = begun.changes.iter().find_map(|change| match change {
        Change::OpenPhase { phase, .. } => Some((**phase).clone()),
        _ => None,
    });
    session.decision.changes.extend(begun.changes);
    session.decision.letters.extend(begun.letters);
    session.lead(format!("The game {} begins; the opening reports are on their way.", game.id));
    if let Some(game) = &mut session.game {
        game.status = GameStatus::Running;
        game.phase = opened;
    }
    Ok(())
}
