//! The clock goes on by itself at the time that a game master gave.

use base::game::Player;

use crate::deadlines::new_deadline::tell_everybody;
use crate::files::decision::{Change, ClockChange, Decision, JournalEntry};
use crate::files::house::House;
use crate::files::record::{GameRecord, GameStatus};
use crate::files::stop::DeskError;
use crate::files::verdict::Verdict;
use crate::phase::standing::{all_ready_words, deadline_for};
use crate::said::phrases::phase_name;

/// A clock that was stopped until a time goes on, and everybody is told. `None` when it is not to go on yet.
pub fn go_on(house: &House, game: &GameRecord, now: i64) -> Result<Option<Decision>, DeskError> {
    let Some(phase) = game.phase.as_ref().filter(|_| game.status == GameStatus::Running) else { return Ok(None) };
    let Some((paused, until)) = phase.clock.paused_at.zip(phase.clock.resumes_at) else { return Ok(None) };
    if now < until {
        return Ok(None);
    }
    let pace = &game.timetable.pace;
    // What was left is counted from the time that everybody was told, unless the judge was away then.
    let deadline = pace.resumed(phase.deadline, paused, until).max(pace.resumed(now, now, now));
    let number = phase.number;
    let clock = |change| Change::Clock { game: game.id.clone(), number, change };
    let mut decision = Decision::new(Verdict::Answered);
    decision.game = Some(game.id.clone());
    decision.changes.push(Change::SetDeadline { game: game.id.clone(), number, deadline });
    decision.changes.extend([ClockChange::Resume, ClockChange::Told { at: now }].map(clock));
    let since = pace.resumed_ready(now);
    let ready = phase.clock.ready.keys().map(|seat| ClockChange::Ready { seat: seat.clone(), since: Some(since) });
    decision.changes.extend(ready.map(clock));
    decision.journal.push(JournalEntry {
        game: Some(game.id.clone()),
        player: None,
        at: now,
        act: format!("the clock of phase {number} goes on"),
        reason: None,
    });
    let mut after = game.clone();
    if let Some(phase) = &mut after.phase {
        phase.move_deadline(deadline, now);
        (phase.clock.paused_at, phase.clock.resumes_at) = (None, None);
        phase.clock.ready.values_mut().for_each(|ready| *ready = since);
    }
    let name = phase_name(number, &phase.plan.title);
    let said = |player: &Player| -> Vec<String> {
        let is = deadline_for(&after, player, deadline);
        let goes_on = format!("The clock of {name} goes on, as the GM said. Orders are now due {is}.");
        std::iter::once(goes_on).chain(all_ready_words(&after, player)).collect()
    };
    let purpose = format!("clock goes on {} {} {until}", game.id, phase.label());
    decision.letters = tell_everybody(house, (game, &after), (&purpose, "the clock goes on"), said, now)?;
    Ok(Some(decision))
}
