//! Those whom orders concern that were carried out within a phase are told, each in one letter for all of a quarter of an hour.

use serde_json::Value;

use base::facts::{Fact, Viewer, brief};
use base::game::{Phase, PlayerId};

use crate::files::acts::Tellings;
use crate::files::decision::{Change, Decision, Verdict};
use crate::files::house::House;
use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::said::letters::{Envelope, Told, thread_of, write};
use crate::said::notice::{Note, Notice};

/// What somebody is to be told, as things stand now. Who serves nothing in the game any more is told nothing.
pub fn tell(house: &House, game: &GameRecord, due: &Tellings, now: i64) -> Result<Decision, DeskError> {
    let mut decision = Decision::new(Verdict::Answered);
    decision.game = Some(game.id.clone());
    let (Some(first), Some(last)) = (due.acts.first(), due.acts.last()) else { return Ok(decision) };
    let (game_id, player) = (game.id.clone(), due.player.clone());
    decision.changes.push(Change::EndTellings { game: game_id, player: player.clone(), last: last.id });
    let news: Vec<Fact<Value>> = due.acts.iter().flat_map(|act| act.news.iter().cloned()).collect();
    let Some((viewer, facts)) = reader(game, &player, news) else { return Ok(decision) };
    let mut envelope =
        Envelope::generated(format!("act {} {} {} {player}", game.id, label(game), first.act), Some(game));
    envelope.phase = first.phase;
    envelope.thread = thread_of(game, &player);
    envelope.is_held = game.awaits_release;
    let mut paragraphs = vec![
        "Orders that do not wait for the end of the phase were carried out, and what came of them concerns you."
            .to_owned(),
    ];
    paragraphs.extend(due.acts.iter().filter_map(|act| act.note.clone()));
    paragraphs.push("This is how things stand now.".to_owned());
    let note =
        Note { game: Some(game.id.to_string()), title: "carried out".to_owned(), paragraphs, sheets: Vec::new() };
    let told = Told::words(game.table.as_ref(), "report.txt", brief(viewer.clone(), &facts));
    decision.letters.push(write(house, now, game.roster.players(), viewer, &Notice::Notice(note), &[told], envelope)?);
    Ok(decision)
}

/// The phase that is open, for what is done anew after a rollback is told anew.
fn label(game: &GameRecord) -> String {
    game.phase.as_ref().map_or_else(|| "end".to_owned(), Phase::label)
}

/// As whom he reads, and the facts he is told some of: a game master, who sees all of them, is told the news alone.
fn reader(game: &GameRecord, player: &PlayerId, mut news: Vec<Fact<Value>>) -> Option<(Viewer, Vec<Fact<Value>>)> {
    if game.roster.seats_of(player).is_empty() {
        return Some((Viewer::umpire(&game.roster, player)?, news));
    }
    news.extend(game.facts.iter().cloned());
    Some((Viewer::of_player(&game.roster, player), news))
}
