//! What the clock asks of a game: wait, remind, or play.

use base::facts::Viewer;
use base::game::schedule::due_reminder;
use base::game::{Phase, PlayerId, SeatId};
use base::planted::is_planted;

use crate::files::decision::{Change, Decision};
use crate::files::house::House;
use crate::files::record::{GameRecord, GameStatus};
use crate::files::stop::DeskError;
use crate::files::verdict::Verdict;
use crate::phase::matters;
use crate::phase::questions::open_questions;
use crate::phase::sheets::show_sheets;
use crate::phase::standing::{deadline_for, early_end, missing, still_awaited, title};
use crate::said::letters::{Envelope, thread_of, write};
use crate::said::notice::{Notice, Reminder};
use crate::said::phrases::{listed, phase_name, span};

/// How far the mailbox has been read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// When the mailbox was last polled to its end, in epoch seconds.
    pub polled: i64,
    /// Letters kept that are not decided yet.
    pub undecided: u64,
}

/// Whether the open phase is to be played now.
///
/// After the deadline with a sheet from every seat that is waited for, or after the grace, or when the GM asked; and never
/// before the mailbox was polled since and every letter was decided.
pub fn is_due(game: &GameRecord, reading: Reading, now: i64) -> bool {
    let Some(phase) = &game.phase else { return false };
    let waits_for_nothing = is_planted("nothing-awaited");
    let waits_for_letters = reading.undecided > 0 && !is_planted("undecided-letters-not-awaited") && !waits_for_nothing;
    if game.status != GameStatus::Running || waits_for_letters || phase.clock.paused_at.is_some() {
        return false;
    }
    if let Some(at) = phase.forced_at {
        return reading.polled >= at;
    }
    let waits_until = waits_until(game, phase);
    // `<=` at one second: a letter of the last second still counts, so the second must be over.
    now > waits_until && (reading.polled > waits_until || is_planted("mailbox-not-looked-into") || waits_for_nothing)
}

/// The second that must be over before the phase is played.
fn waits_until(game: &GameRecord, phase: &Phase) -> i64 {
    // The game master's word on a question is waited for as long as a late letter.
    if !still_awaited(game).is_empty() || !open_questions(game).is_empty() {
        return phase.deadline.saturating_add(i64::from(game.timetable.grace_minutes) * 60);
    }
    early_end(game).unwrap_or(phase.deadline)
}

/// When the clock must look at this game again, in epoch seconds; not at all when nothing is open.
pub fn next_look(game: &GameRecord) -> Option<i64> {
    let phase = game.phase.as_ref().filter(|phase| phase.clock.paused_at.is_none())?;
    if phase.forced_at.is_some() {
        return phase.forced_at;
    }
    Some(waits_until(game, phase).saturating_add(1))
}

/// When something may have to be done for this game, from now on: a reminder, word of orders that are late, or the end of its
/// phase. Orders are late when the mailbox was read after the deadline, by `polled`.
pub fn next_event(game: &GameRecord, polled: i64, now: i64) -> Option<i64> {
    let deadline = game.phase.as_ref()?.deadline;
    let late = (polled <= deadline).then(|| deadline.max(now).saturating_add(1));
    let reminders = game.timetable.reminders_minutes.iter().map(|minutes| deadline - i64::from(*minutes) * 60);
    let reminders = reminders.filter(|at| *at > now);
    // The end of a phase that is overdue waits for the mailbox alone.
    let goes_on = game.phase.as_ref().and_then(|phase| phase.clock.resumes_at).map(|at| at.max(now));
    reminders.chain(next_look(game).map(|at| at.max(now))).chain(goes_on).chain(late).min()
}

/// The reminders due now, to the seats that still owe orders, or a word on what is closed with the phase: one letter a person.
/// `None` when none is due.
pub fn remind(
    house: &House,
    game: &GameRecord,
    given: &[(SeatId, u32)],
    now: i64,
) -> Result<Option<Decision>, DeskError> {
    let running = game.phase.as_ref().filter(|_| game.status == GameStatus::Running);
    let Some(phase) = running.filter(|phase| phase.clock.paused_at.is_none()) else { return Ok(None) };
    let told = phase.clock.told_at.unwrap_or(phase.opened).max(phase.opened);
    let mut decision = Decision::new(Verdict::Answered);
    decision.game = Some(game.id.clone());
    let mut readers: Vec<(PlayerId, u32, Vec<SeatId>)> = Vec::new();
    let owing = missing(game);
    for seat in game.roster.seats().iter().map(|seat| seat.spec.id.clone()) {
        let sent: Vec<u32> = given.iter().filter(|(other, _)| other == &seat).map(|(_, minutes)| *minutes).collect();
        let due = due_reminder(told, phase.deadline, now, &game.timetable.reminders_minutes, &sent);
        let (Some(minutes), Some(player)) = (due, game.roster.server_of(&seat)) else { continue };
        if !owing.contains(&seat) && matters::closing_for(game, &seat)?.is_empty() {
            continue;
        }
        let change =
            Change::RecordReminder { game: game.id.clone(), number: phase.number, seat: seat.clone(), minutes };
        decision.changes.push(change);
        match readers.iter_mut().find(|(reader, _, _)| reader == player) {
            Some((_, _, seats)) => seats.push(seat),
            None => readers.push((player.clone(), minutes, vec![seat])),
        }
    }
    for (player, minutes, seats) in readers {
        let label = phase.label();
        let moved = phase.clock.told_at.map_or_else(String::new, |_| format!(" of {}", phase.deadline));
        let purpose = format!("reminder {} {label} {minutes}{moved} {player}", game.id);
        let mut envelope = Envelope::generated(purpose, Some(game));
        envelope.thread = thread_of(game, &player);
        let notice = Notice::Reminder(reminder(game, &player, &seats, now)?);
        let viewer = Viewer::of_player(&game.roster, &player);
        decision.letters.push(write(house, now, game.roster.players(), viewer, &notice, &[], envelope)?);
    }
    Ok((!decision.letters.is_empty()).then_some(decision))
}

fn reminder(game: &GameRecord, player: &PlayerId, seats: &[SeatId], now: i64) -> Result<Reminder, DeskError> {
    let (owing, all) = (missing(game), game.roster.seats_of(player));
    let titles: Vec<String> = seats.iter().filter(|seat| owing.contains(seat)).map(|seat| title(game, seat)).collect();
    let mut closing = Vec::new();
    for seat in seats {
        let open = matters::closing_for(game, seat)?;
        closing.extend(open.into_iter().map(|matter| (seat.clone(), matter)));
    }
    let (sheets, _) = show_sheets(game, &all)?;
    let phase = game.phase.as_ref();
    let deadline = phase.map_or(0, |phase| phase.deadline);
    Ok(Reminder {
        game: game.id.to_string(),
        phase: phase.map_or_else(String::new, |phase| phase_name(phase.number, &phase.plan.title)),
        seats: listed(&titles),
        matters: matters::in_words(game, &all, &closing),
        left: span(deadline - now),
        may_be_ready: game.timetable.pace.cooling_minutes.is_some(),
        is_awaited: seats.iter().any(|seat| owing.contains(seat) && game.awaits(seat)),
        deadline: game.roster.player(player).map_or_else(String::new, |player| deadline_for(game, player, deadline)),
        sheets,
    })
}

#[cfg(test)]
mod tests {
    use crate::said::phrases::{span, span_to_the_minute};

    #[test]
    fn what_is_left_is_told_to_the_minute() {
        assert_eq!(span_to_the_minute(3 * 86_400 + 19 * 3600 + 41 * 60 + 26), "3 days 19 hours 41 minutes");
        assert_eq!(span_to_the_minute(86_400 + 3600), "1 day 1 hour");
        assert_eq!(span_to_the_minute(4 * 86_400), "4 days");
        assert_eq!(span_to_the_minute(59), "less than a minute");
    }

    #[test]
    fn spans_are_told_as_people_say_them() {
        assert_eq!(span(3 * 3600 - 20), "3 hours");
        assert_eq!(span(48 * 3600), "2 days");
        assert_eq!(span(20), "a minute");
    }
}
