//! Time given back because the judge was out of reach shortly before a deadline. Decides by the game's own rule;
//! whether and how long the judge was away is told by the daemon.

use base::game::schedule::{Outage, print_deadline};
use base::game::{Phase, Player};

use crate::deadlines::new_deadline::tell_everybody;
use crate::deadlines::reach::alert;
use crate::files::decision::{Change, ClockChange, Decision, JournalEntry};
use crate::files::house::House;
use crate::files::record::{GameRecord, GameStatus};
use crate::files::stop::DeskError;
use crate::files::verdict::Verdict;
use crate::phase::standing::{all_ready_words, deadline_for};
use crate::said::phrases::{phase_name, span};

/// The deadline of a game that an outage touched moves, and everybody is told. `None` when it stands.
pub fn give_back(house: &House, game: &GameRecord, outage: Outage, now: i64) -> Result<Option<Decision>, DeskError> {
    let Some(phase) = game.phase.as_ref().filter(|_| game.status == GameStatus::Running) else { return Ok(None) };
    // A clock that stands still loses nothing; a GM who wants the phase played knows what he does.
    if phase.clock.paused_at.is_some() || phase.forced_at.is_some() || game.awaits_release {
        return Ok(None);
    }
    let Some(rule) = game.timetable.pace.outage else { return Ok(None) };
    let Some(deadline) = rule.new_deadline(phase.opened, phase.deadline, outage) else { return Ok(None) };
    let mut decision = Decision::new(Verdict::Answered);
    decision.game = Some(game.id.clone());
    let (after, changes) = moved(game, phase, deadline, now);
    decision.changes.extend(changes);
    decision.journal.push(JournalEntry {
        game: Some(game.id.clone()),
        player: None,
        at: now,
        act: format!("deadline of phase {} moved from {} to {deadline}", phase.number, phase.deadline),
        reason: Some(format!("the mailbox was not read from {} to {}", outage.from, outage.until)),
    });
    let said = |player: &Player| what_was_given_back(&after, phase, deadline, outage, player);
    let purpose = format!("outage {} {} {}", game.id, phase.label(), outage.until);
    decision.letters = tell_everybody(house, (game, &after), (&purpose, "new deadline"), said, now)?;
    Ok(Some(decision))
}

/// The game with its new deadline, and what changes. Time for second thoughts was lost as well: it is counted anew.
fn moved(game: &GameRecord, phase: &Phase, deadline: i64, now: i64) -> (GameRecord, Vec<Change>) {
    let clock = |change| Change::Clock { game: game.id.clone(), number: phase.number, change };
    let ready = phase.clock.ready.keys().map(|seat| ClockChange::Ready { seat: seat.clone(), since: Some(now) });
    let mut changes = vec![Change::SetDeadline { game: game.id.clone(), number: phase.number, deadline }];
    changes.extend(std::iter::once(ClockChange::Told { at: now }).chain(ready).map(clock));
    let mut after = game.clone();
    if let Some(phase) = &mut after.phase {
        phase.move_deadline(deadline, now);
        phase.clock.ready.values_mut().for_each(|since| *since = now);
    }
    (after, changes)
}

fn what_was_given_back(
    after: &GameRecord,
    before: &Phase,
    deadline: i64,
    outage: Outage,
    player: &Player,
) -> Vec<String> {
    let zone = player.zone.unwrap_or(after.timetable.zone);
    let name = phase_name(before.number, &before.plan.title);
    let (was, is) = (deadline_for(after, player, before.deadline), deadline_for(after, player, deadline));
    let (from, until) = (print_deadline(outage.from, zone), print_deadline(outage.until, zone));
    let mut said = vec![
        format!("The judge could not read its letters from {from} to {until}."),
        format!("So that nobody loses by it, orders for {name} are now due {is}; it was {was}."),
    ];
    said.extend(all_ready_words(after, player));
    said.push("What reached its mailbox meanwhile was not lost: every letter counts by its own arrival.".to_owned());
    said
}

/// What is wrong with a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockTrouble {
    /// Ours jumped, or is far from the mail server's.
    Doubt,
    /// The mail server's is off by some minutes.
    Skew,
    /// They agree again.
    Over,
}

/// The game masters of the house hear of trouble with clocks; `ahead` is by how many seconds ours is ahead.
pub fn tell_of_clock(
    house: &House,
    gms: &[Player],
    trouble: ClockTrouble,
    ahead: i64,
    now: i64,
) -> Result<Decision, DeskError> {
    let by = if ahead.abs() < 120 { format!("{} seconds", ahead.abs()) } else { span(ahead.abs()) };
    let way = if ahead < 0 { "behind" } else { "ahead" };
    let (title, text) = match trouble {
        ClockTrouble::Doubt => (
            "the judge's clock is in doubt",
            format!(
                "The clock of the judge's machine seems to be {by} {way}: it jumped, or it differs from the mail \
                 server's. Letters are answered, but nothing is played and nobody is reminded until the clocks agree. \
                 The operator must set the clock right; if it is right, starting the judge again makes it ask anew."
            ),
        ),
        ClockTrouble::Skew => (
            "the mail server's clock is off",
            format!(
                "The judge's clock is {by} {way} compared with the mail server's, by which arrivals are told. Phases \
                 wait until the mail server's clock has passed their deadline. The operator should set the clocks right."
            ),
        ),
        ClockTrouble::Over => ("the clocks agree", "The judge's clock and the mail server's agree again.".to_owned()),
    };
    alert(house, gms, (&format!("clock {trouble:?} {now}"), title), &[text], now)
}
