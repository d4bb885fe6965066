//! The code of a person after what one letter has changed so far.

use base::game::Player;

use crate::files::decision::Change;
use crate::letter::session::Session;
use crate::proof::identify::player_code;

/// Which code of a person is in force after what this letter has changed so far.
fn code_counter(session: &Session<'_>, player: &Player) -> u32 {
    let renewed = session.changes().iter().filter_map(|change| match change {
        Change::RenewCode { player: other, counter } if *other == player.id => Some(*counter),
        _ => None,
    });
    renewed.max().unwrap_or(0).max(player.code_counter)
}

/// The code of a person after what this letter has changed so far.
pub fn code_now(session: &Session<'_>, player: &Player) -> String {
    let now = Player { code_counter: code_counter(session, player), ..player.clone() };
    player_code(&session.desk().house.key, &now)
}

/// Ends the code of a person.
pub fn end_code(session: &mut Session<'_>, player: &Player) {
    let counter = code_counter(session, player) + 1;
    session.change(Change::RenewCode { player: player.id.clone(), counter });
}
