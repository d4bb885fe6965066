//! Everybody of a game is told of a deadline that time has moved.

use base::facts::Viewer;
use base::game::Player;

use crate::files::house::House;
use crate::files::outbox::OutboxLetter;
use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::phase::standing::everybody;
use crate::said::calendar::Deadlines;
use crate::said::letters::{Envelope, thread_of, write};
use crate::said::notice::{Note, Notice};

/// Letters to everybody of a game, of which `after` has the new deadline; the purpose of each ends with its reader.
pub(super) fn tell_everybody(
    house: &House,
    (game, after): (&GameRecord, &GameRecord),
    (purpose, title): (&str, &str),
    paragraphs: impl Fn(&Player) -> Vec<String>,
    now: i64,
) -> Result<Vec<OutboxLetter>, DeskError> {
    let letter = |player: &Player| {
        let notice = Notice::Notice(Note::of(Some(&game.id), title, paragraphs(player)));
        let mut envelope = Envelope::generated(format!("{purpose} {}", player.id), Some(game));
        envelope.thread = thread_of(game, &player.id);
        envelope.deadlines = Deadlines::open(house, after, player);
        let viewer = Viewer::of(&game.roster, &player.id);
        write(house, now, game.roster.players(), viewer, &notice, &[], envelope)
    };
    everybody(game).map(letter).collect()
}
