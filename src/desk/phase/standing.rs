//! How the open phase stands: who owes orders, who is waited for, who is ready, when it is due, in words for one reader.
//!
//! Who owes orders is reminded of them, is shown as owing, and is told afterwards that he had none. Who is waited for is among
//! them: for him alone there is a grace and a word that he is late, and his READY ends the phase early, with that of the others
//! who are. Whoever else owes orders may say READY too: READY NOTHING spares him the reminders.

use base::game::schedule::print_deadline;
use base::game::{Phase, Player, PlayerId, SeatId};

use crate::files::record::GameRecord;
use crate::said::phrases::span_to_the_minute;

/// Whoever serves a seat or is a game master.
pub fn everybody(game: &GameRecord) -> impl Iterator<Item = &Player> {
    game.roster.players().filter(|player| game.roster.is_gm(&player.id) || !game.roster.seats_of(&player.id).is_empty())
}

/// The seats that owe orders, those nobody serves left out.
pub fn due_seats(game: &GameRecord) -> Vec<SeatId> {
    let Some(phase) = &game.phase else { return Vec::new() };
    phase.plan.owing.iter().filter(|seat| game.roster.server_of(seat).is_some()).cloned().collect()
}

/// The seats that the open phase waits for, those nobody serves left out.
fn awaited_seats(game: &GameRecord) -> Vec<SeatId> {
    let mut due = due_seats(game);
    due.retain(|seat| game.awaits(seat));
    due
}

/// Those of them that it waits for still, without orders on file and without a word that they give none.
pub fn still_awaited(game: &GameRecord) -> Vec<SeatId> {
    let mut missing = missing(game);
    missing.retain(|seat| game.awaits(seat));
    missing
}

/// Those for whom it waits, as sentences name them.
pub fn whoever_is_awaited(game: &GameRecord) -> &'static str {
    if game.awaits_all() { "who owes orders" } else { "who is waited for" }
}

/// The seats that owe orders, have none on file, and did not say that they give none.
pub fn missing(game: &GameRecord) -> Vec<SeatId> {
    let is_ready = |seat: &SeatId| game.phase.as_ref().is_some_and(|phase| phase.clock.ready.contains_key(seat));
    let mut due = due_seats(game);
    due.retain(|seat| !has_given(game, seat) && !is_ready(seat));
    due
}

/// Whether orders of this seat are on file; where a book tells a person's seats as one, those of any seat that its server has.
fn has_given(game: &GameRecord, seat: &SeatId) -> bool {
    if !game.table.about().tells_seats_as_one {
        return has_orders(game, seat);
    }
    let served = game.roster.server_of(seat).map_or_else(Vec::new, |player| game.roster.seats_of(player));
    has_orders(game, seat) || served.iter().any(|other| has_orders(game, other))
}

/// Whether orders of this seat are on file that the open phase will carry out; those for later ones do not count.
pub fn has_orders(game: &GameRecord, seat: &SeatId) -> bool {
    let Some((phase, sheet)) = game.phase.as_ref().zip(game.sheets.get(seat)) else { return false };
    sheet.lines.iter().any(|line| line.when.is_met_by(&phase.plan.kind))
}

/// The title of a seat.
pub fn title(game: &GameRecord, seat: &SeatId) -> String {
    game.roster.seat(seat).map_or_else(|| seat.to_string(), |seat| seat.spec.title.clone())
}

/// What is on file for a seat, in words.
pub fn on_file(game: &GameRecord, seat: &SeatId) -> String {
    let owes = game.owes(seat);
    let is_ready = game.phase.as_ref().is_some_and(|phase| phase.clock.ready.contains_key(seat));
    let ready = if is_ready { ", ready" } else { "" };
    match (game.sheets.get(seat).map_or(0, |sheet| sheet.lines.len()), owes) {
        (0, true) if is_ready => "no orders, ready".to_owned(),
        (0, true) if has_given(game, seat) => "no orders of its own".to_owned(),
        (0, true) => "owes orders".to_owned(),
        (0, false) => "owes none".to_owned(),
        (1, _) => format!("1 order on file{ready}"),
        (n, _) => format!("{n} orders on file{ready}"),
    }
}

pub fn grace_ends(game: &GameRecord, phase: &Phase) -> i64 {
    phase.deadline.saturating_add(i64::from(game.timetable.grace_minutes) * 60)
}

/// When the orders of the open phase are due, for somebody who reads it now: also within the grace.
pub fn due_words_now(game: &GameRecord, player: &Player, phase: &Phase, now: i64) -> String {
    let due = due_words(game, player, phase);
    let ends = grace_ends(game, phase);
    let is_grace = phase.clock.paused_at.is_none() && phase.deadline < now && now <= ends;
    if !is_grace {
        return due;
    }
    format!("{due}, which is over; they still count until {}", deadline_for(game, player, ends))
}

/// When the orders of the open phase are due, in words that also fit a clock that stands still.
pub fn due_words(game: &GameRecord, player: &Player, phase: &Phase) -> String {
    match phase.clock.paused_at {
        None => deadline_for(game, player, phase.deadline),
        Some(paused) => {
            let left = span_to_the_minute(game.timetable.pace.resumed(phase.deadline, paused, 0));
            match phase.clock.resumes_at {
                None => format!("{left} after the GM lets the clock go on; it stands still"),
                Some(until) => {
                    format!("{left} after the clock goes on, {}; it stands still", deadline_for(game, player, until))
                }
            }
        }
    }
}

/// What is to be said beside a deadline while everybody whom the phase waits for is ready: it does not wait for that.
pub fn all_ready_words(game: &GameRecord, player: &Player) -> Option<String> {
    let at = early_end(game)?;
    Some(format!(
        "Everybody {} is ready, so the phase does not wait for that. {}, or later if somebody changes his orders or his mind \
         meanwhile. WAIT takes READY back.",
        whoever_is_awaited(game),
        played_from(game, player, at)
    ))
}

/// The seats of a side that the phase waits for.
pub struct ReadySide {
    /// Its name.
    pub side: String,
    /// How many are ready.
    pub ready: usize,
    /// How many there are.
    pub due: usize,
}

/// How many of the seats that the phase waits for are ready, by side: those of a person's own, or all for an umpire. How many of the
/// enemy's are would tell when he has made up his mind.
pub fn ready_by_side(game: &GameRecord, player: &PlayerId) -> Vec<ReadySide> {
    let is_master = game.roster.is_gm(player);
    let own: Vec<SeatId> = game.roster.seats_of(player);
    let due = awaited_seats(game);
    let said = game.phase.as_ref().map(|phase| &phase.clock.ready);
    let mut sides: Vec<ReadySide> = Vec::new();
    for seat in game.roster.seats() {
        let side = &seat.spec.side;
        let is_shown =
            is_master || own.iter().any(|own| game.roster.seat(own).is_some_and(|own| own.spec.side == *side));
        if !is_shown || !due.contains(&seat.spec.id) {
            continue;
        }
        let is_ready = usize::from(said.is_some_and(|said| said.contains_key(&seat.spec.id)));
        match sides.iter_mut().find(|known| known.side == *side) {
            Some(known) => (known.ready, known.due) = (known.ready + is_ready, known.due + 1),
            None => sides.push(ReadySide { side: side.clone(), ready: is_ready, due: 1 }),
        }
    }
    sides
}

/// How many are ready, as far as this person may know; `None` when nobody of whom he may is waited for.
pub fn ready_words(game: &GameRecord, player: &PlayerId) -> Option<String> {
    let sides = ready_by_side(game, player);
    let which = if game.awaits_all() { "that owe orders" } else { "that are waited for" };
    let words = match (&sides[..], game.roster.is_gm(player)) {
        ([], _) => return None,
        ([own], false) if own.due == 1 => {
            let which = if game.awaits_all() { "that owes orders" } else { "that is waited for" };
            format!("{} of 1 seat of your side {which}", own.ready)
        }
        ([own], false) => format!("{} of {} seats of your side {which}", own.ready, own.due),
        (all, _) => {
            let each = all.iter().map(|side| format!("{} {} of {}", side.side, side.ready, side.due));
            format!("{} of the seats {which}", each.collect::<Vec<_>>().join(", "))
        }
    };
    Some(words)
}

/// When the open phase ends because everybody whom it waits for is ready; never while its clock stands still, nor when it
/// waits for nobody.
pub fn early_end(game: &GameRecord) -> Option<i64> {
    let runs = |phase: &&Phase| phase.clock.paused_at.is_none() && still_awaited(game).is_empty();
    let phase = game.phase.as_ref().filter(runs)?;
    let end = game.timetable.pace.early_end(&awaited_seats(game), &phase.clock.ready)?;
    (end < phase.deadline).then_some(end)
}

pub fn played_from(game: &GameRecord, player: &Player, at: i64) -> String {
    format!("It is played after {}", print_deadline(at, player.zone.unwrap_or(game.timetable.zone)))
}

/// A deadline in UTC and the zone of a person.
pub fn deadline_for(game: &GameRecord, player: &Player, at: i64) -> String {
    print_deadline(at, player.zone.unwrap_or(game.timetable.zone))
}
