//! Which command about people is carried out by which act.

use base::order::{Command, Line};

use crate::commands::people::code::new_code;
use crate::commands::people::signon::{list_games, sign_on};
use crate::commands::people::{addresses, appoint, ending, leaving, locks, masters, signon};
use crate::files::stop::Stop;
use crate::letter::mode::FilingMode;
use crate::letter::session::Session;

/// What a player asks about himself.
pub fn obey_player(session: &mut Session<'_>, line: &Line, command: Command, mode: FilingMode) -> Result<(), Stop> {
    if mode.is_check && command != Command::Games {
        session.answer("Check", format!("Not done, for this letter is a check: {}", line.text.trim()));
        return Ok(());
    }
    session.entitle(verb(&command).to_owned());
    match command {
        Command::CodeNew => new_code(session, line),
        Command::Address { is_added: true, address } => addresses::add(session, line, &address),
        Command::Address { is_added: false, address } => addresses::remove(session, line, &address),
        Command::Games => {
            let games = list_games(session.desk())?;
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
