//! People come, change their addresses and codes, and go. Knows who must be told of it, and that the other side is told
//! nothing.

mod addresses;
mod appoint;
mod ending;
mod leaving;
mod locks;
mod masters;
mod signon;
mod unconfirmed;

pub use addresses::{MOST_ADDRESSES, accept as accept_address, unusable};
use leaving::what_he_knows;
pub use leaving::{give_seat, vacate};
pub use locks::{is_locked_out, refuse_locked};
pub use masters::{acts_of_others, changed_since, tell_others};
pub use signon::{find_game, list_games, sign_on, who_waits};
pub use unconfirmed::{
    ADDRESS_ASKED_ANEW, ADDRESS_QUESTION, VOUCHED, answer as answer_unconfirmed, ask_newcomers, counts_unasked,
    list_unconfirmed, say_confirmed, vouch,
};

use base::facts::Viewer;
use base::game::{Player, PlayerId, SeatId};
use base::order::{Command, Line};
use mail::Address;

use super::decision::Change;
use super::filing::FilingMode;
use super::gm::game_of;
use super::identify::player_code;
use super::letters::{DeskError, Envelope, thread_of, write};
use super::notice::{Note, Notice};
use super::player::refuse;
use super::record::GameRecord;
use super::session::{Session, Stop};

/// What a player asks about himself.
pub fn obey_player(session: &mut Session<'_>, line: &Line, command: Command, mode: FilingMode) -> Result<(), Stop> {
    if mode.is_check && command != Command::Games {
        session.answer("Check", format!("Not done, for this letter is a check: {}", line.text.trim()));
        return Ok(());
    }
    if session.receipt.title.is_empty() {
        session.receipt.title = verb(&command).to_owned();
    }
    match command {
        Command::CodeNew => new_code(session, line),
        Command::Address { is_added: true, address } => addresses::add(session, line, &address),
        Command::Address { is_added: false, address } => addresses::remove(session, line, &address),
        Command::Games => {
            let games = list_games(session.desk)?;
            session.answer("Games", games);
            Ok(())
        }
        Command::Signon { game, seat } => sign_on(session, line, game, seat),
        Command::Resign => leaving::resign(session, line),
        Command::Appoint { player, seat } => appoint::appoint(session, line, &player, &seat),
        Command::ExchangeSeats { one, other } => appoint::exchange(session, line, &one, &other),
        _ => Ok(()),
    }
}

/// What a game master asks about the people of his game. The caller has seen that he is one.
pub fn obey_gm(session: &mut Session<'_>, line: &Line, command: Command) -> Result<(), Stop> {
    match command {
        Command::Open { is_open } => {
            signon::set_open(session, line, is_open);
            Ok(())
        }
        Command::Approve { number, seat } => signon::approve(session, line, number, seat),
        Command::Deny { number, reason } => signon::deny(session, line, number, reason),
        Command::Lock { player, is_locked: true } => locks::lock(session, line, &player),
        Command::Lock { player, is_locked: false } => Ok(locks::unlock(session, line, &player)?),
        Command::Eject { player, reason } => Ok(leaving::eject(session, line, &player, reason.as_deref())?),
        Command::Master { player, is_added: true } => masters::add(session, line, &player),
        Command::Master { player, is_added: false } => masters::remove(session, line, &player),
        Command::Delete { game } => ending::delete(session, line, &game),
        Command::EndGame { result } => ending::end_game(session, line, result.as_deref()),
        _ => Ok(()),
    }
}

fn verb(command: &Command) -> &'static str {
    match command {
        Command::CodeNew => "code",
        Command::Address { .. } => "address",
        Command::Games => "games",
        Command::Signon { .. } => "signon",
        Command::Resign => "resign",
        Command::Appoint { .. } | Command::ExchangeSeats { .. } => "appoint",
        _ => "",
    }
}

/// The game a command of people is about, while it is played or made.
fn living_game(session: &mut Session<'_>, line: &Line) -> Option<GameRecord> {
    let game = game_of(session, line)?;
    if game.status.is_alive() {
        return Some(game);
    }
    refuse(session, line, &format!("The game {} has ended.", game.id), None);
    None
}

/// Somebody of the game: by a seat he holds, one of his addresses, or his name when nobody else has it.
fn find_person(session: &mut Session<'_>, line: &Line, game: &GameRecord, named: &str) -> Option<Player> {
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

fn is_here(game: &GameRecord, player: &PlayerId) -> bool {
    game.roster.holds_any(player) || game.roster.is_gm(player) || game.roster.is_locked(player)
}

/// Which code of a person is in force after what this letter has changed so far.
fn code_counter(session: &Session<'_>, player: &Player) -> u32 {
    let renewed = session.decision.changes.iter().filter_map(|change| match change {
        Change::RenewCode { player: other, counter } if *other == player.id => Some(*counter),
        _ => None,
    });
    renewed.max().unwrap_or(0).max(player.code_counter)
}

/// The code of a person after what this letter has changed so far.
fn code_now(session: &Session<'_>, player: &Player) -> String {
    let now = Player { code_counter: code_counter(session, player), ..player.clone() };
    player_code(&session.desk.house.key, &now)
}

/// Ends the code of a person.
fn end_code(session: &mut Session<'_>, player: &Player) {
    let counter = code_counter(session, player) + 1;
    session.change(Change::RenewCode { player: player.id.clone(), counter });
}

/// `CODE`: the code once more.
pub fn tell_code(session: &mut Session<'_>, line: &Line) -> Result<(), Stop> {
    if refuse_locked(session, line)? {
        return Ok(());
    }
    let code = code_now(session, session.writer);
    let words = "A line with these words in a letter proves that it is yours.";
    session.answer("Your code", format!("  CODE {code}\n\n{words}"));
    Ok(())
}

/// `CODE NEW`: the present code is dead, the next one is told to the registered address.
fn new_code(session: &mut Session<'_>, line: &Line) -> Result<(), Stop> {
    if refuse_locked(session, line)? {
        return Ok(());
    }
    let writer = session.writer.clone();
    end_code(session, &writer);
    session.note("asked for a new code", None);
    let code = code_now(session, &writer);
    session.answer("Your new code", format!("  CODE {code}\n\nThe one before it proves nothing any more."));
    Ok(())
}

/// Writes a few paragraphs to one person as himself, whatever seats he has or had.
fn tell_person(
    session: &mut Session<'_>,
    person: &Player,
    title: &str,
    paragraphs: Vec<String>,
) -> Result<(), DeskError> {
    let game = session.game.clone();
    let envelope = Envelope::generated(session.purpose("notice"), game.as_ref());
    let game = game.map(|game| game.id.to_string());
    let notice = Notice::Notice(Note { game, title: title.to_owned(), paragraphs, sheets: Vec::new() });
    let (house, now) = (session.desk.house, session.desk.now);
    let viewer = Viewer::person(&person.id);
    let letter = write(house, now, std::iter::once(person), viewer, &notice, &[], envelope)?;
    session.decision.letters.push(letter);
    Ok(())
}

/// Tells the game masters but for the writer.
fn tell_gms(session: &mut Session<'_>, title: &str, paragraphs: &[String]) -> Result<(), DeskError> {
    let Some(game) = session.game.clone() else { return Ok(()) };
    for gm in game.roster.gms().iter().filter(|gm| *gm != &session.writer.id) {
        let Some(viewer) = Viewer::umpire(&game.roster, gm) else { continue };
        let notice = Notice::Notice(Note {
            game: Some(game.id.to_string()),
            title: title.to_owned(),
            paragraphs: paragraphs.to_vec(),
            sheets: Vec::new(),
        });
        let mut envelope = Envelope::generated(session.purpose("notice"), Some(&game));
        envelope.thread = thread_of(&game, gm);
        session.write(viewer, &notice, &[], envelope)?;
    }
    Ok(())
}

/// Tells the others of a side, as what they are now.
fn tell_side(
    session: &mut Session<'_>,
    side: &str,
    except: &[&PlayerId],
    title: &str,
    words: &str,
) -> Result<(), DeskError> {
    let Some(game) = session.game.clone() else { return Ok(()) };
    let seats = game.roster.seats().iter().filter(|seat| seat.spec.side == side);
    let mut told: Vec<&PlayerId> = except.to_vec();
    told.push(&session.writer.id);
    for holder in seats.filter_map(|seat| seat.holder.as_ref()) {
        if told.contains(&holder) {
            continue;
        }
        told.push(holder);
        let notice = Notice::Notice(Note {
            game: Some(game.id.to_string()),
            title: title.to_owned(),
            paragraphs: vec![words.to_owned()],
            sheets: Vec::new(),
        });
        let mut envelope = Envelope::generated(session.purpose("notice"), Some(&game));
        envelope.thread = thread_of(&game, holder);
        session.write(Viewer::of_player(&game.roster, holder), &notice, &[], envelope)?;
    }
    Ok(())
}

/// A key for somebody new with this address; it was another's when an address has changed hands.
pub fn free_key(session: &Session<'_>, address: &Address) -> Result<PlayerId, Stop> {
    let added = |key: &PlayerId| {
        session.decision.changes.iter().any(|change| matches!(change, Change::AddPlayer(other) if other.id == *key))
    };
    let mut key = PlayerId::of_address(address.as_str());
    for turn in 1.. {
        if session.desk.files.player(&key)?.is_none() && !added(&key) {
            break;
        }
        key = PlayerId::of_address(&format!("{address} {turn}"));
    }
    Ok(key)
}
