//! Which command of a game master is carried out by which act, and what each needs before.

use base::order::{COMMANDS, Command, Giver, Line};

use crate::commands::game_settings::set_game;
use crate::commands::gm::dice;
use crate::commands::gm::rollback::roll_back;
use crate::commands::gm::rule::rule;
use crate::commands::gm::set::set;
use crate::commands::gm::setup::{create, seat_player, start};
use crate::commands::gm::timing::{extend, hold, process, release, set_deadline};
use crate::commands::gm::whatif::{nothing_tried, what_if};
use crate::commands::gm::who::who;
use crate::commands::pace;
use crate::commands::people::obey::obey_gm;
use crate::commands::people::signon::who_waits;
use crate::commands::trace::journal;
use crate::files::stop::Stop;
use crate::letter::mode::FilingMode;
use crate::letter::session::{Session, refuse};

/// Whether the writer may give a command of a game master, and it is to be carried out now; he is told if not.
pub fn may_do(session: &mut Session<'_>, line: &Line, command: &Command, mode: FilingMode) -> Result<bool, Stop> {
    if !session.is_gm() {
        refuse(session, line, "Only a game master can do this.", Some("HELP lists what you can write."));
        return Ok(false);
    }
    if mode.is_check && !matches!(command, Command::Who | Command::Journal { .. } | Command::WhatIf { .. }) {
        session.answer("Check", format!("Not done, for this letter is a check: {}", line.text.trim()));
        return Ok(false);
    }
    if plays_a_book(command) && !session.desk().is_apart {
        return Err(Stop::Apart);
    }
    session.entitle(verb(&line.text));
    Ok(true)
}

/// Does what one command of a game master asks; anybody else is refused.
pub fn obey(session: &mut Session<'_>, line: &Line, command: Command, mode: FilingMode) -> Result<(), Stop> {
    if !may_do(session, line, &command, mode)? {
        return Ok(());
    }
    match command {
        Command::Create { game, book, scenario, words, below } => {
            create(session, line, game, (&book, &scenario), (&words, &below))
        }
        Command::Seat { player, seat, zone } => seat_player(session, line, &player, &seat, zone.as_deref()),
        Command::Start => Ok(start(session, line)?),
        Command::Deadline { when } => Ok(set_deadline(session, line, &when)?),
        Command::SetGame { name, value } => Ok(set_game(session, line, &name, &value)?),
        Command::Extend { span } => Ok(extend(session, line, &span)?),
        Command::Process { phase } => process(session, line, phase),
        Command::Die(setting) => {
            dice::set_die(session, line, &setting);
            Ok(())
        }
        Command::WhatIf { lines } if lines.is_empty() => {
            nothing_tried(session, line);
            Ok(())
        }
        Command::WhatIf { lines } => what_if(session, line, &lines),
        Command::Journal { page } => journal(session, line, page),
        Command::Rollback { phase } => roll_back(session, line, phase),
        Command::Hold => {
            hold(session, line);
            Ok(())
        }
        Command::Release => Ok(release(session, line)?),
        Command::Set { path, value, reason } => Ok(set(session, line, &path, &value, &reason)?),
        Command::Rule { number, what, reason } => Ok(rule(session, line, number, &what, reason.as_deref())?),
        Command::Who => {
            who(session, line)?;
            who_waits(session, line)
        }
        Command::Replace { seat, player, zone } => seat_player(session, line, &player, &seat, zone.as_deref()),
        Command::Open { .. } | Command::Approve { .. } | Command::Deny { .. } => obey_gm(session, line, command),
        Command::Lock { .. } | Command::Eject { .. } | Command::Delete { .. } | Command::Master { .. } => {
            obey_gm(session, line, command)
        }
        Command::EndGame { .. } => obey_gm(session, line, command),
        Command::Pause { until, reason } => Ok(pace::pause(session, line, until.as_deref(), reason.as_deref())?),
        Command::Resume => Ok(pace::resume(session, line)?),
        // The others are players' commands, obeyed before.
        _ => Ok(()),
    }
}

fn verb(line: &str) -> String {
    let line = line.trim().to_ascii_uppercase();
    let spec = COMMANDS.iter().find(|spec| spec.giver == Giver::Gm && line.starts_with(spec.name));
    spec.map_or_else(|| "done".to_owned(), |spec| spec.name.to_ascii_lowercase())
}

/// Whether a rule book is played for a command, which no bound of ours holds.
fn plays_a_book(command: &Command) -> bool {
    match command {
        Command::Start | Command::Rollback { .. } | Command::Die(_) => true,
        Command::WhatIf { lines } => !lines.is_empty(),
        _ => false,
    }
}
