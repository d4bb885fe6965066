//! Making a game, filling its seats, beginning it.

use std::sync::Arc;

use chrono_tz::Tz;

use base::game::{Format, GameId, Player, PlayerId, Seat, SeatId};
use base::order::Line;

use crate::commands::gm::settings::{lay_with, tell_chosen};
use crate::commands::people::leaving::{give_seat, vacate};
use crate::commands::people::person::{free_key, introduced, readable_person};
use crate::commands::people::unconfirmed::{counts_unasked, list_unconfirmed};
use crate::files::decision::Change;
use crate::files::record::{GameRecord, GameStatus};
use crate::files::stop::{DeskError, Stop};
use crate::letter::present::game_of;
use crate::letter::session::{Session, refuse};
use crate::phase::turn;

/// Makes a game of which the writer is master, of a scenario with what was typed and attached for it.
pub fn create(
    session: &mut Session<'_>,
    line: &Line,
    id: GameId,
    (book, scenario): (&str, &str),
    typed: (&str, &[Line]),
) -> Result<(), Stop> {
    let house = session.desk().house;
    if !house.gms.contains(&session.writer().id) {
        refuse(session, line, "Only game masters of the house can make games.", None);
        return Ok(());
    }
    let is_made_above = |change: &Change| matches!(change, Change::CreateGame { game, .. } if *game == id);
    if session.changes().iter().any(is_made_above) || session.desk().files.game(&id)?.is_some() {
        refuse(session, line, &format!("There is a game {id} already."), Some("Choose another name."));
        return Ok(());
    }
    let Some(table) = lay_with(session, line, (book, scenario), typed) else { return Ok(()) };
    let kinds = table.about().phase_kinds;
    if let Err(error) = house.timetable.check().and_then(|()| house.timetable.check_kinds(kinds)) {
        let hint = "Its configuration file has a table for each kind of phase, such as [timetable.tactical].";
        refuse(session, line, &format!("The timetable of the house cannot be used: {error}."), Some(hint));
        return Ok(());
    }
    let timetable = house.timetable.clone().of_kinds(kinds);
    let chosen = tell_chosen(session, (book, scenario), table.as_ref());
    let seats = table.seats();
    let names: Vec<String> = seats.iter().map(|seat| seat.id.to_string()).collect();
    session.change(Change::CreateGame {
        game: id.clone(),
        book: book.to_owned(),
        document: table.document().clone(),
        timetable: Box::new(timetable.clone()),
        gm: session.writer().id.clone(),
        seats: seats.clone(),
    });
    let holders = seats.into_iter().map(|spec| Seat { spec, holder: None }).collect();
    let gms = std::iter::once(session.writer().id.clone()).collect();
    session.turn_to(GameRecord {
        id: id.clone(),
        status: GameStatus::Setup,
        holds_reports: false,
        awaits_release: false,
        untold: None,
        table,
        timetable: timetable.into(),
        next_timetable: None,
        next_table: None,
        roster: base::game::Roster::new(holders, vec![session.writer().clone()], gms).into(),
        phase: None,
        state: Arc::default(),
        facts: Arc::default(),
        sheets: std::collections::BTreeMap::new(),
    });
    session.note(format!("created {id} from {book}/{scenario}{}", with_chosen(&chosen)), None);
    session.lead(format!("The game {id} is made. Its seats: {}.", names.join(", ")));
    session.lead(format!("Fill them with SEAT player AS seat, in letters with [{id}] in the subject, then START."));
    Ok(())
}

/// Most values that the journal names.
const MOST_NOTED: usize = 20;

fn with_chosen(chosen: &[String]) -> String {
    match chosen.len() {
        0 => String::new(),
        count if count > MOST_NOTED => {
            format!(" with {}, and {} more", chosen[..MOST_NOTED].join("; "), count - MOST_NOTED)
        }
        _ => format!(" with {}", chosen.join("; ")),
    }
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
    if !game.status.is_alive() {
        refuse(session, line, &format!("The game {} has ended.", game.id), None);
        return Ok(());
    }
    let Some(place) = game.roster.seat(seat).cloned() else {
        let known: Vec<&str> = game.roster.seats().iter().map(|seat| seat.spec.id.as_str()).collect();
        refuse(session, line, &format!("There is no seat {seat}. The seats are {}.", known.join(", ")), None);
        return Ok(());
    };
    if player.eq_ignore_ascii_case("nobody") {
        vacate(session, line, &game, &place)?;
        return Ok(());
    }
    let Some((name, address)) = readable_person(session, line, player) else { return Ok(()) };
    let Some(zone) = read_zone(session, line, zone) else { return Ok(()) };
    let person = session.desk().files.person_at(&address)?.or_else(|| introduced(session, &address));
    let key = match &person {
        Some(person) => person.id.clone(),
        None => free_key(session, &address)?,
    };
    let name = person.as_ref().map(|person| person.name.clone()).or(name).unwrap_or_else(|| address.local().to_owned());
    if let Some(person) = person.as_ref().filter(|person| !person.is_confirmed && place.holder.as_ref() == Some(&key)) {
        session.lead(format!("{} is held by {name} already, and his address is asked once more.", place.spec.title));
        session.name_newcomer(person.clone());
        return Ok(());
    }
    if let Some(why) = cannot_have(&game, &place, &key, &name) {
        refuse(session, line, &why, None);
        return Ok(());
    }
    let shown = format!("{name} <{address}>");
    let new = Player {
        id: key.clone(),
        name,
        addresses: vec![address.as_str().to_owned()],
        zone,
        is_confirmed: counts_unasked(session.desk().house),
        code_counter: 1,
        format: Format::default(),
    };
    give_seat(session, line, &place, (&key, &shown), |session| {
        person.unwrap_or_else(|| {
            session.change(Change::AddPlayer(new.clone()));
            new
        })
    })?;
    Ok(())
}

/// The zone, when one is named; else it is refused.
fn read_zone(session: &mut Session<'_>, line: &Line, zone: Option<&str>) -> Option<Option<Tz>> {
    match zone.map(str::parse::<Tz>) {
        Some(Err(_)) => {
            let hint = "Use a name such as Europe/Berlin or America/New_York.";
            refuse(session, line, "There is no such time zone.", Some(hint));
            None
        }
        Some(Ok(zone)) => Some(Some(zone)),
        None => Some(None),
    }
}

/// Why this person cannot have the seat.
fn cannot_have(game: &GameRecord, place: &Seat, key: &PlayerId, name: &str) -> Option<String> {
    if let Some(other) = game.roster.seat_across(key, &place.spec.side) {
        return Some(format!("{name} holds {} and cannot hold a seat of the other side.", other.spec.id));
    }
    (place.holder.as_ref() == Some(key)).then(|| format!("{} is held by {name} already.", place.spec.title))
}

/// Begins the first phase.
pub fn start(session: &mut Session<'_>, line: &Line) -> Result<(), DeskError> {
    let Some(game) = game_of(session, line) else { return Ok(()) };
    if game.status != GameStatus::Setup {
        refuse(session, line, "This game was started already.", None);
        return Ok(());
    }
    let unserved: Vec<&str> = game.roster.unserved().map(|seat| seat.spec.id.as_str()).collect();
    if !unserved.is_empty() {
        refuse(
            session,
            line,
            &format!("Nobody serves {}.", unserved.join(", ")),
            Some("SEAT player AS seat fills one; then START."),
        );
        return Ok(());
    }
    let begun = turn::begin(session.desk().house, &game, session.desk().now)?;
    session.note("started the game", None);
    let opened = begun.changes.iter().find_map(|change| match change {
        Change::OpenPhase { phase, .. } => Some((**phase).clone()),
        _ => None,
    });
    session.change_all(begun.changes);
    session.send_all(begun.letters);
    session.lead(format!("The game {} begins; the opening reports are on their way.", game.id));
    let vacant: Vec<&str> = game.roster.left_vacant().map(|seat| seat.spec.id.as_str()).collect();
    if !vacant.is_empty() {
        session.lead(format!("Nobody serves {}, without whom the game goes on as well.", vacant.join(", ")));
    }
    // Those that this letter named are listed by themselves.
    let waiting = list_unconfirmed(&game);
    if waiting.len() > session.count_newcomers() {
        session.lead(format!(
            "These addresses are not confirmed yet; what there is for them is kept until they are:\n\n{}",
            waiting.join("\n")
        ));
    }
    if let Some(game) = session.game_mut() {
        game.status = GameStatus::Running;
        game.phase = opened;
    }
    Ok(())
}
