//! Which command is carried out by which act.

use base::order::{Command, Line};
use rules::MapWish;

use crate::commands::about::{cancel, show, status};
use crate::commands::game_settings::show_settings;
use crate::commands::gm;
use crate::commands::help::help;
use crate::commands::orders::{ahead, kept, yes};
use crate::commands::people;
use crate::commands::people::code;
use crate::commands::press::press;
use crate::commands::report::report_again;
use crate::commands::seats::seats;
use crate::commands::seed::give_seed;
use crate::commands::trace::trace;
use crate::commands::{maps, pace, preferences};
use crate::files::stop::Stop;
use crate::letter::mode::FilingMode;
use crate::letter::session::{Session, refuse};

/// Does what one command asks.
pub fn obey(session: &mut Session<'_>, line: &Line, command: Command, mode: FilingMode) -> Result<(), Stop> {
    if is_question(line, &command) {
        let hint = "Leave the question mark out if it is meant. HELP and the word tells what it would do.";
        refuse(session, line, "A question is no command, so nothing was done for it.", Some(hint));
        return Ok(());
    }
    match command {
        Command::Help { topic } => Ok(help(session, topic.as_deref())?),
        Command::Status => status(session, mode),
        Command::Seats => {
            seats(session, line);
            Ok(())
        }
        Command::Settings => {
            show_settings(session);
            Ok(())
        }
        // What the judge does itself, for it is about the letter.
        Command::Check { .. } | Command::Add { .. } | Command::As { .. } | Command::ReplaceEarlier => Ok(()),
        Command::Confirm { .. } => Ok(()),
        Command::Show => show(session, mode),
        Command::Cancel(which) => cancel(session, line, &which, mode),
        Command::Press { to, text } => press(session, line, &to, &text, mode),
        Command::Restore => kept::restore(session, line, mode),
        Command::Yes { numbers } => yes::take(session, line, &numbers, mode),
        // Whoever draws keeps others waiting, where he is judged together with them.
        Command::Report { .. } | Command::Map { .. } if !session.desk().is_apart => Err(Stop::Apart),
        Command::Report { phase, seat } => report_again(session, line, phase, seat.as_ref()),
        Command::Code => code::tell_code(session, line),
        Command::CodeNew
        | Command::Address { .. }
        | Command::Games
        | Command::Signon { .. }
        | Command::Resign
        | Command::Appoint { .. }
        | Command::ExchangeSeats { .. } => people::obey::obey_player(session, line, command, mode),
        Command::Trace { which } => trace(session, line, which.as_deref()),
        Command::Ready { with_nothing } => pace::ready(session, line, with_nothing, mode),
        Command::Wait => Ok(pace::wait(session, line, mode)?),
        Command::Timezone { zone } => {
            preferences::set_zone(session, line, &zone, mode);
            Ok(())
        }
        Command::Format(wish) => {
            preferences::set_format(session, wish, mode);
            Ok(())
        }
        Command::Map { place, radius } => maps::draw(session, line, &MapWish { place, radius }),
        Command::Seed { words } => {
            give_seed(session, line, &words, mode);
            Ok(())
        }
        Command::OrdersAhead { phase, name } => ahead::begin(session, line, phase, name.as_deref(), mode),
        other => gm::obey::obey(session, line, other, mode),
    }
}

/// Most words of such a question: a reason may end in one.
const MOST_OF_QUESTION: usize = 2;

/// Whether a line asks about a command that does something by its word alone: "RELEASE?"
fn is_question(line: &Line, command: &Command) -> bool {
    use Command::{Format, Hold, Open, Pause, Release, Resign, Restore, Resume, Start, Wait};
    let does = matches!(
        command,
        Wait | Restore | Hold | Release | Start | Resume | Resign | Pause { .. } | Open { .. } | Format(_)
    );
    does && line.text.trim_end().ends_with('?') && line.text.split_whitespace().count() <= MOST_OF_QUESTION
}
