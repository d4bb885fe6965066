//! A game ends by its game master's word: END GAME, DELETE. What was played stands; the phase that is open is not played, and
//! everybody is shown what all dice of the game came from.

use std::sync::Arc;

use serde_json::json;

use base::game::{GameId, Phase};
use base::order::Line;
use mail::Relayed;

use crate::commands::people::person::{living_game, tell_gms};
use crate::files::decision::{Change, Step, StepKind};
use crate::files::record::{GameRecord, GameStatus};
use crate::files::stop::{DeskError, Stop};
use crate::letter::asking::{Bound, is_confirmed_as_told};
use crate::letter::session::{Session, refuse};
use crate::phase::dice_told::{all_secrets, whole_in_words};
use crate::phase::turn::state_hash;
use crate::said::phrases::phase_name;

/// `DELETE game`: it ends here. Nothing that happened is forgotten.
pub fn delete(session: &mut Session<'_>, line: &Line, named: &GameId) -> Result<(), Stop> {
    let Some(game) = living_game(session, line) else { return Ok(()) };
    if *named != game.id {
        let hint = format!("DELETE {}", game.id);
        refuse(session, line, &format!("This letter is about {}, not about {named}.", game.id), Some(&hint));
        return Ok(());
    }
    let stands = game.phase.as_ref().map_or_else(
        || "before its start".to_owned(),
        |phase| format!("in {}, whose orders would not be carried out", phase_name(phase.number, &phase.plan.title)),
    );
    let consequences = [
        format!("The game {} would end for good, {stands}. It could not be taken up again, nor its name.", game.id),
        format!("{} Its history stays: what was played can be exported and checked.", who_is_told(&game)),
    ];
    if !is_confirmed_as_told(session, line, Bound::Phase, &consequences) {
        return Ok(());
    }
    let dice = end(session, &game, GameStatus::Deleted, None)?;
    session.note("deleted the game: it ended before its time", None);
    session.lead(format!("The game {} has ended. Everybody of it is told.", game.id));
    let words = format!(
        "The GM ended the game {} before its time. Orders on file are not carried out. Thank you for playing.",
        game.id
    );
    Ok(tell_everybody(session, "the game has ended", vec![words], dice)?)
}

/// `END GAME result`: the game is over, as the game master says.
pub fn end_game(session: &mut Session<'_>, line: &Line, result: Option<&str>) -> Result<(), Stop> {
    let Some(game) = living_game(session, line) else { return Ok(()) };
    let Some(phase) = &game.phase else {
        refuse(session, line, "No phase is open in this game, so it cannot end.", Some("DELETE takes it away."));
        return Ok(());
    };
    let name = phase_name(phase.number, &phase.plan.title);
    let told = who_is_told(&game);
    let told = result.map_or_else(
        || format!("{told} There would be no result."),
        |result| Relayed::below(&format!("{told} The result would be:"), result),
    );
    let consequences = [
        format!(
            "The game {} would be over. Orders on file for {name} would not be carried out; PROCESS plays it.",
            game.id
        ),
        told,
    ];
    if !is_confirmed_as_told(session, line, Bound::Phase, &consequences) {
        return Ok(());
    }
    let dice = end(session, &game, GameStatus::Over, result)?;
    session.note("ended the game", result.map(str::to_owned));
    session.lead(format!("The game {} is over. Everybody of it is told.", game.id));
    let mut words = vec![format!("The GM has ended the game {}. Thank you for playing.", game.id)];
    words.extend(result.map(|result| Relayed::below("The result, in his words:", result)));
    Ok(tell_everybody(session, "the game is over", words, dice)?)
}

/// Who would be told of the end, and what with it.
fn who_is_told(game: &GameRecord) -> String {
    match game.phase {
        None => "Everybody of the game would be told.".to_owned(),
        Some(_) => {
            "Everybody of the game would be told, and shown the secrets that all its dice came from, those of the \
                    other sides and the umpire's included."
                .to_owned()
        }
    }
}

/// The game has this status from now on. Gives what everybody is shown of its dice; nothing before its beginning.
fn end(
    session: &mut Session<'_>,
    game: &GameRecord,
    status: GameStatus,
    result: Option<&str>,
) -> Result<Option<String>, Stop> {
    let dice = match &game.phase {
        Some(phase) => Some(close(session, game, phase, result)?),
        None => None,
    };
    session.change(Change::SetStatus { game: game.id.clone(), status });
    if let Some(game) = session.game_mut() {
        (game.status, game.phase) = (status, None);
    }
    session.note_deadline(game.phase.clone());
    Ok(dice)
}

/// Closes the open phase without playing it, as a step that leaves the truth what it was. Gives the secrets of all dice, those
/// that were not thrown included, in words.
fn close(session: &mut Session<'_>, game: &GameRecord, phase: &Phase, result: Option<&str>) -> Result<String, Stop> {
    let earlier = session.desk().files.dice_secrets(&game.id)?;
    let dice = whole_in_words(&all_secrets(&earlier, Some(phase)));
    session.change(Change::ClosePhase { game: game.id.clone(), number: phase.number, revision: phase.revision });
    let step = Step {
        kind: StepKind::End,
        phase: phase.number,
        revision: phase.revision,
        input: json!({ "result": result }),
        hash: state_hash(&game.state),
        state: Arc::clone(&game.state),
        version: game.table.version(),
        rolls: Vec::new(),
    };
    session.change(Change::TakeStep { game: game.id.clone(), step: Box::new(step) });
    Ok(dice)
}

/// The players and the other game masters are written to; the writer reads the same of the dice in his answer.
fn tell_everybody(
    session: &mut Session<'_>,
    title: &str,
    mut words: Vec<String>,
    dice: Option<String>,
) -> Result<(), DeskError> {
    if let Some(dice) = dice {
        session.answer("Dice", dice.clone());
        words.push(dice);
    }
    session.tell_players(title, |_| words.clone())?;
    tell_gms(session, title, &words)
}
