//! Orders that do not wait for the end of a phase and could not be carried out yet: shown to their giver and to game masters, and
//! taken back by him.

use base::order::Line;
use mail::compose::WIDTH;

use crate::files::acts::KeptAct;
use crate::files::decision::Change;
use crate::files::record::GameRecord;
use crate::files::stop::Stop;
use crate::letter::mode::FilingMode;
use crate::letter::session::{Session, refuse};
use crate::phase::standing::deadline_for;
use crate::said::notice::shorten;

/// The writer's, in the order in which they came; what the letter itself gave or took back is not among them.
pub fn of_writer(session: &Session<'_>) -> Result<Vec<KeptAct>, Stop> {
    let Some(game) = session.game() else { return Ok(Vec::new()) };
    let is_taken_back = |kept: &KeptAct| {
        let ends = |change: &Change| matches!(change, Change::EndAct { received, .. } if *received == kept.received);
        session.changes().iter().any(ends)
    };
    let kept = session.desk().files.kept_acts(&game.id)?;
    Ok(kept.into_iter().filter(|kept| kept.player == session.writer().id && !is_taken_back(kept)).collect())
}

/// For `SHOW`.
pub fn show(session: &mut Session<'_>) -> Result<(), Stop> {
    let kept = of_writer(session)?;
    let Some(game) = session.game().cloned().filter(|_| !kept.is_empty()) else { return Ok(()) };
    let rows = kept.iter().map(|kept| {
        let came = deadline_for(&game, session.writer(), kept.received.at);
        format!("{}. {}\n     sent {came}", kept.number, session.for_its_seat(kept.seat.as_ref(), &kept.line))
    });
    let rows: Vec<String> = rows.collect();
    session.answer("Kept until they can be carried out", rows.join("\n"));
    session.lead(match &kept[..] {
        [_] => "1 order is kept until it can be carried out; CANCEL KEPT takes it back.".to_owned(),
        all => format!(
            "{} orders are kept until they can be carried out; CANCEL KEPT takes them back, CANCEL KEPT {} one of them.",
            all.len(),
            all[0].number
        ),
    });
    Ok(())
}

/// All of a game, for its masters: whose each is, and what.
pub fn of_game(session: &Session<'_>, game: &GameRecord) -> Result<Vec<String>, Stop> {
    let kept = session.desk().files.kept_acts(&game.id)?.into_iter().map(|kept| {
        let name = game.roster.player(&kept.player).map_or("somebody", |player| player.name.as_str());
        shorten(&format!("  {name}: {}", kept.line), WIDTH)
    });
    Ok(kept.collect())
}

/// `CANCEL KEPT`: those with these numbers, or all, will not be carried out.
pub fn cancel(session: &mut Session<'_>, line: &Line, numbers: &[usize], mode: FilingMode) -> Result<(), Stop> {
    session.entitle("orders".to_owned());
    let kept = of_writer(session)?;
    if kept.is_empty() {
        refuse(session, line, "No order of yours is kept to be carried out later.", None);
        return Ok(());
    }
    if let Some(wrong) = numbers.iter().find(|number| !kept.iter().any(|kept| has_number(kept, **number))) {
        let message = format!("There is no kept order {wrong}; {}.", their_numbers(&kept));
        refuse(session, line, &message, Some("SHOW lists them."));
        return Ok(());
    }
    take_back(session, kept, numbers, mode);
    Ok(())
}

fn has_number(kept: &KeptAct, number: usize) -> bool {
    usize::try_from(kept.number) == Ok(number)
}

/// Those that stand in a row by the first and the last.
fn their_numbers(kept: &[KeptAct]) -> String {
    let mut numbers: Vec<u32> = kept.iter().map(|kept| kept.number).collect();
    numbers.sort_unstable();
    let words: Vec<String> = numbers
        .chunk_by(|one, next| one + 1 == *next)
        .map(|row| match row {
            [first, .., last] => format!("{first} to {last}"),
            row => row.iter().map(u32::to_string).collect(),
        })
        .collect();
    match &words[..] {
        [one] if kept.len() == 1 => format!("yours has the number {one}"),
        several => format!("yours have the numbers {}", several.join(", ")),
    }
}

/// For `CANCEL ALL`; whether there were any.
pub fn cancel_all(session: &mut Session<'_>, mode: FilingMode) -> Result<bool, Stop> {
    let kept = of_writer(session)?;
    let is_any = !kept.is_empty();
    take_back(session, kept, &[], mode);
    Ok(is_any)
}

fn take_back(session: &mut Session<'_>, kept: Vec<KeptAct>, numbers: &[usize], mode: FilingMode) {
    let is_meant = |kept: &KeptAct| numbers.is_empty() || numbers.iter().any(|number| has_number(kept, *number));
    let back: Vec<KeptAct> = kept.into_iter().filter(is_meant).collect();
    if back.is_empty() {
        return;
    }
    let rows = back.iter().map(|kept| session.for_its_seat(kept.seat.as_ref(), &kept.line)).collect();
    let title = if mode.is_check { "Would not be carried out" } else { "Will not be carried out" };
    session.answer_with_rows(title, rows);
    for kept in back.into_iter().filter(|_| !mode.is_check) {
        session.note(format!("a kept order is taken back: {}", kept.line), None);
        session.change(Change::EndAct { game: kept.game, received: kept.received });
    }
}
