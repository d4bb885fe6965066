//! What players give to the dice: a seed is drawn for every seat with each phase, and `SEED` puts words of the player's own
//! behind it. Nobody but the seat's reader is told either; all are listed as hashes when the phase is over.

use base::game::{LONGEST_SEED, Phase, Seeds, plain_words, seed_row};
use base::order::Line;

use crate::commands::orders::doubts::{doubt_of_its_arrival, doubt_of_its_phase};
use crate::files::decision::Change;
use crate::files::record::GameRecord;
use crate::letter::mode::FilingMode;
use crate::letter::session::{Session, refuse};
use crate::phase::dice_told;
use crate::phase::seeds::drawn_seed;
use crate::phase::standing::deadline_for;
use crate::said::notice::DiceSecret;
use crate::said::phrases::phase_name;

/// `SEED words`: they are mixed into the dice of the open phase behind the drawn seeds of all seats of the writer.
pub fn give_seed(session: &mut Session<'_>, line: &Line, words: &str, mode: FilingMode) {
    let Some(game) = session.game().cloned() else { return refuse(session, line, "No game is named.", None) };
    let seats = session.seats();
    if seats.is_empty() {
        return refuse(session, line, "You hold no seat in this game, so you have no part in its dice.", None);
    }
    let Some(phase) = &game.phase else {
        return refuse(session, line, "No phase is open, so there are no dice to come.", None);
    };
    if let Some(why) = closed_to_seeds(session, &game, phase, words) {
        return refuse(session, line, &why, Some("The dice do not change by it."));
    }
    let Some(mut seeds) = phase.seeds.clone() else { return };
    let words = plain_words(words);
    let mut rows = Vec::new();
    for seat in seats {
        let drawn = drawn_seed(session.desk().house, &game.id, &seat, (phase.number, phase.revision));
        let row = seed_row(&drawn, Some(&words));
        if seeds.put(&seat, row.clone(), session.arrival().at) {
            rows.push(DiceSecret::new(seat.to_string(), row));
        }
    }
    session.entitle("seed".to_owned());
    if rows.is_empty() {
        return session.lead("A seed in a letter that arrived after this one is in force; it stays.");
    }
    say(session, phase, &words, &rows, mode);
    if !mode.is_check {
        keep(session, &game, phase, seeds);
    }
}

/// Why nothing can be given to the dice of a phase by this letter. The grace is for orders alone: whoever gives a seed then
/// might know all others.
fn closed_to_seeds(session: &Session<'_>, game: &GameRecord, phase: &Phase, words: &str) -> Option<String> {
    let name = phase_name(phase.number, &phase.plan.title);
    if phase.seeds.is_none() {
        return Some(format!("{name} was opened when the judge's secret alone decided dice, and is played so."));
    }
    if plain_words(words).chars().count() > LONGEST_SEED {
        return Some(format!("A seed has {LONGEST_SEED} characters at most."));
    }
    if game.awaits_release {
        return Some("The GM still holds the reports on the phase before.".to_owned());
    }
    if session.answered().is_some_and(|sent| sent.is_undone) {
        return Some("Your letter answers a letter of ours that is void since a rollback.".to_owned());
    }
    let arrived = session.arrival().at;
    if arrived < phase.opened {
        return Some(format!("Your letter arrived before {name} was opened."));
    }
    if let Some(doubt) = doubt_of_its_phase(game, session, phase) {
        return Some(doubt);
    }
    if let Some(doubt) = doubt_of_its_arrival(game, session, phase) {
        return Some(format!("The mail server says that your letter arrived in time, but {doubt}."));
    }
    let is_late = arrived > phase.deadline && phase.clock.paused_at.is_none_or(|since| arrived < since);
    is_late.then(|| {
        let due = deadline_for(game, session.reader(), phase.deadline);
        format!("Too late: seeds for {name} counted until {due}, without a grace.")
    })
}

fn say(session: &mut Session<'_>, phase: &Phase, words: &str, secrets: &[DiceSecret], mode: FilingMode) {
    let name = phase_name(phase.number, &phase.plan.title);
    let (is, will) = if mode.is_check { ("would be", "would") } else { ("is", "will") };
    session.lead(format!("Your seed {is} mixed into the dice of {name}; a later SEED takes its place."));
    session.answer(
        "Seed",
        format!(
            "Your words, as they were read:\n\n  {words}\n\nThe report on {name} {will} list, among the seeds of all seats:\n\n{}",
            dice_told::rows(secrets)
        ),
    );
}

fn keep(session: &mut Session<'_>, game: &GameRecord, phase: &Phase, seeds: Seeds) {
    let (number, revision) = (phase.number, phase.revision);
    session.change(Change::PutSeeds { game: game.id.clone(), number, revision, seeds: seeds.clone() });
    if let Some(phase) = session.game_mut().and_then(|game| game.phase.as_mut()) {
        phase.seeds = Some(seeds);
    }
}
