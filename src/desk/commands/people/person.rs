//! Finding somebody of a game, and telling people of what concerns them.

use base::facts::Viewer;
use base::game::{Player, PlayerId, SeatId};
use base::order::Line;
use mail::{Address, program_at};

use crate::files::decision::Change;
use crate::files::house::House;
use crate::files::record::GameRecord;
use crate::files::stop::{DeskError, Stop};
use crate::letter::present::game_of;
use crate::letter::session::{Session, refuse};
use crate::said::letters::{Envelope, thread_of, write};
use crate::said::notice::{Note, Notice};

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

/// A name and an address that a person can have; else it is refused.
pub fn readable_person(session: &mut Session<'_>, line: &Line, player: &str) -> Option<(Option<String>, Address)> {
    let Some((name, address)) = named_person(player) else {
        refuse(session, line, "No mail address could be read.", Some("SEAT Ann Smith <ann@example.org> AS usa-east"));
        return None;
    };
    if let Some(why) = unusable(session.desk().house, &address) {
        refuse(session, line, why, None);
        return None;
    }
    Some((name, address))
}

/// Somebody whom an earlier line of the same letter made known.
pub fn introduced(session: &Session<'_>, address: &Address) -> Option<Player> {
    session.changes().iter().find_map(|change| match change {
        Change::AddPlayer(player) if player.addresses.iter().any(|own| own == address.as_str()) => Some(player.clone()),
        _ => None,
    })
}

/// The game a command of people is about, while it is played or made.
pub fn living_game(session: &mut Session<'_>, line: &Line) -> Option<GameRecord> {
    let game = game_of(session, line)?;
    if game.status.is_alive() {
        return Some(game);
    }
    refuse(session, line, &format!("The game {} has ended.", game.id), None);
    None
}

/// Somebody of the game: by a seat he holds, one of his addresses, or his name when nobody else has it.
pub fn find_person(session: &mut Session<'_>, line: &Line, game: &GameRecord, named: &str) -> Option<Player> {
    let holder = SeatId::parse(named).and_then(|seat| game.roster.seat(&seat)).map(|seat| seat.holder.clone());
    let inner = named.split_once('<').map_or(named, |(_, rest)| rest.trim_end_matches('>'));
    let address = Address::parse(inner.trim());
    let is_named = |player: &&Player| {
        let by_address =
            address.as_ref().is_some_and(|address| player.addresses.iter().any(|own| own == address.as_str()));
        by_address || player.name.eq_ignore_ascii_case(named)
    };
    let found: Vec<&Player> = match holder {
        Some(Some(holder)) => game.roster.player(&holder).into_iter().collect(),
        Some(None) => {
            refuse(session, line, &format!("Nobody holds {named}."), Some("WHO lists the seats."));
            return None;
        }
        None => game.roster.players().filter(|player| is_here(game, &player.id)).filter(is_named).collect(),
    };
    match found[..] {
        [one] => Some(one.clone()),
        [] => {
            let message = format!("Nobody called \"{named}\" plays in {}.", game.id);
            refuse(session, line, &message, Some("Name a player by his seat or address; WHO lists the seats."));
            None
        }
        _ => {
            refuse(session, line, &format!("More than one is called \"{named}\"."), Some("Name him by his seat."));
            None
        }
    }
}

pub fn is_here(game: &GameRecord, player: &PlayerId) -> bool {
    game.roster.holds_any(player) || game.roster.is_gm(player) || game.roster.is_locked(player)
}

/// Writes a few paragraphs to one person as himself, whatever seats he has or had.
pub fn tell_person(
    session: &mut Session<'_>,
    person: &Player,
    title: &str,
    paragraphs: Vec<String>,
) -> Result<(), DeskError> {
    let game = session.game().cloned();
    let mut envelope = Envelope::generated(session.purpose("notice"), game.as_ref());
    envelope.deadlines = session.deadlines_for(person);
    let notice = Notice::Notice(Note::of(game.as_ref().map(|game| &game.id), title, paragraphs));
    let (house, now) = (session.desk().house, session.desk().now);
    let viewer = Viewer::person(&person.id);
    let letter = write(house, now, std::iter::once(person), viewer, &notice, &[], envelope)?;
    session.send(letter);
    Ok(())
}

/// Tells the game masters but for the writer.
pub fn tell_gms(session: &mut Session<'_>, title: &str, paragraphs: &[String]) -> Result<(), DeskError> {
    tell_other_gms(session, title, paragraphs, &[])
}

/// The same, but for those who know it already.
pub fn tell_other_gms(
    session: &mut Session<'_>,
    title: &str,
    paragraphs: &[String],
    knowing: &[PlayerId],
) -> Result<(), DeskError> {
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let writer = session.writer();
    for gm in game.roster.gms().iter().filter(|gm| *gm != &writer.id && !knowing.contains(gm)) {
        let Some(viewer) = Viewer::umpire(&game.roster, gm) else { continue };
        let notice = Notice::Notice(Note::of(Some(&game.id), title, paragraphs.to_vec()));
        let mut envelope = Envelope::generated(session.purpose("notice"), Some(&game));
        envelope.thread = thread_of(&game, gm);
        envelope.deadlines = game.roster.player(gm).map(|gm| session.deadlines_for(gm)).unwrap_or_default();
        session.write(viewer, &notice, &[], envelope)?;
    }
    Ok(())
}

/// Tells the others of a side, as what they are now.
pub fn tell_side(
    session: &mut Session<'_>,
    side: &str,
    except: &[&PlayerId],
    title: &str,
    words: &str,
) -> Result<(), DeskError> {
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let seats = game.roster.seats().iter().filter(|seat| seat.spec.side == side);
    let mut told: Vec<&PlayerId> = except.to_vec();
    told.push(&session.writer().id);
    for holder in seats.filter_map(|seat| seat.holder.as_ref()) {
        if told.contains(&holder) {
            continue;
        }
        told.push(holder);
        let notice = Notice::Notice(Note::of(Some(&game.id), title, vec![words.to_owned()]));
        let mut envelope = Envelope::generated(session.purpose("notice"), Some(&game));
        envelope.thread = thread_of(&game, holder);
        session.write(Viewer::of_player(&game.roster, holder), &notice, &[], envelope)?;
    }
    Ok(())
}

/// A key for somebody new with this address; it was another's when an address has changed hands.
pub fn free_key(session: &Session<'_>, address: &Address) -> Result<PlayerId, Stop> {
    let added = |key: &PlayerId| {
        session.changes().iter().any(|change| matches!(change, Change::AddPlayer(other) if other.id == *key))
    };
    let mut key = PlayerId::of_address(address.as_str());
    for turn in 1.. {
        if session.desk().files.player(&key)?.is_none() && !added(&key) {
            break;
        }
        key = PlayerId::of_address(&format!("{address} {turn}"));
    }
    Ok(key)
}

/// Why nobody can have this address: it is ours, or a program's.
pub fn unusable(house: &House, address: &Address) -> Option<&'static str> {
    if house.address.named_by(address).is_some() {
        return Some("This is the judge's own address; a player needs another.");
    }
    program_at(address).map(|_| "This is the address of a program, not of a person.")
}
