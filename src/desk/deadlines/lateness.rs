//! What the clock says of things that wait: orders that did not come by the deadline, reports that a game master holds, a
//! clock that he stopped. Each is told by a letter whose purpose names the occasion, so that none is told twice. Knows
//! nothing of what is ordered.

use base::facts::Viewer;
use base::game::schedule::DAY;
use base::game::{Phase, PlayerId, SeatId};

use crate::commands::gm::timing::how_to_give_time;
use crate::commands::people::unconfirmed::list_unconfirmed;
use crate::deadlines::clock::Reading;
use crate::files::decision::Decision;
use crate::files::house::House;
use crate::files::record::{GameRecord, GameStatus};
use crate::files::stop::DeskError;
use crate::files::verdict::Verdict;
use crate::phase::standing::{deadline_for, grace_ends, still_awaited, title};
use crate::said::letters::{Envelope, thread_of, write};
use crate::said::notice::{Note, Notice};
use crate::said::phrases::phase_name;

/// Something to tell one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lateness {
    /// What the letter is for: the same occasion has the same.
    pub purpose: String,
    reader: PlayerId,
    what: Waits,
}

/// What waits.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Waits {
    /// Orders of these seats, which the reader serves.
    OwnOrders(Vec<SeatId>),
    /// Orders of these seats, for which the phase waits, for their game master.
    Orders(Vec<SeatId>),
    /// Reports, for the game master who holds them; since when.
    Reports(i64),
    /// A clock, for the game master who stopped it; since when.
    Clock(i64),
    /// Letters to these people, whose addresses nobody confirmed, for the game master who named them.
    Addresses(Vec<String>),
}

/// What is to be told now, whether it was told before or not.
pub fn lateness(game: &GameRecord, reading: Reading, now: i64) -> Vec<Lateness> {
    let Some(phase) = game.phase.as_ref().filter(|_| game.status == GameStatus::Running) else { return Vec::new() };
    if phase.forced_at.is_some() {
        return Vec::new();
    }
    let mut told = what_waits(game, phase, reading, now);
    let addresses = list_unconfirmed(game);
    if !addresses.is_empty() {
        told.extend(day_by_day(game, phase, "addresses", phase.opened, now, |_| Waits::Addresses(addresses.clone())));
    }
    told
}

fn what_waits(game: &GameRecord, phase: &Phase, reading: Reading, now: i64) -> Vec<Lateness> {
    if game.awaits_release {
        return day_by_day(game, phase, "held", phase.opened, now, Waits::Reports);
    }
    match phase.clock.paused_at {
        Some(since) if phase.clock.resumes_at.is_none() => day_by_day(game, phase, "stopped", since, now, Waits::Clock),
        Some(_) => Vec::new(),
        None => late_orders(game, phase, reading, now),
    }
}

/// The reminders of one occasion to every game master, one a day, from the first day on.
fn day_by_day(
    game: &GameRecord,
    phase: &Phase,
    word: &str,
    since: i64,
    now: i64,
    what: impl Fn(i64) -> Waits,
) -> Vec<Lateness> {
    let days = (now - since) / DAY;
    if days < 1 {
        return Vec::new();
    }
    let of = |gm: &PlayerId| Lateness {
        purpose: format!("reminder {} {} {word} since {since} day {days} {gm}", game.id, phase.label()),
        reader: gm.clone(),
        what: what(since),
    };
    game.roster.gms().iter().map(of).collect()
}

/// The deadline is over and orders are owed that still count: known once the mailbox was read after it. Of those that owe
/// orders these are the seats that the phase waits for: to the others nobody can promise that theirs still count.
fn late_orders(game: &GameRecord, phase: &Phase, reading: Reading, now: i64) -> Vec<Lateness> {
    let is_over = now > phase.deadline && reading.polled > phase.deadline && reading.undecided == 0;
    let late = still_awaited(game);
    if !is_over || late.is_empty() || now > grace_ends(game, phase) {
        return Vec::new();
    }
    let purpose = |reader: &PlayerId, word: &str| {
        format!("reminder {} {} {word} of {} {reader}", game.id, phase.label(), phase.deadline)
    };
    let mut own: Vec<(PlayerId, Vec<SeatId>)> = Vec::new();
    for seat in &late {
        let Some(player) = game.roster.server_of(seat) else { continue };
        match own.iter_mut().find(|(reader, _)| reader == player) {
            Some((_, seats)) => seats.push(seat.clone()),
            None => own.push((player.clone(), vec![seat.clone()])),
        }
    }
    let own = own.into_iter().map(|(reader, seats)| Lateness {
        purpose: purpose(&reader, "late"),
        reader,
        what: Waits::OwnOrders(seats),
    });
    let gms = game.roster.gms().iter().map(|gm| Lateness {
        purpose: purpose(gm, "missing"),
        reader: gm.clone(),
        what: Waits::Orders(late.clone()),
    });
    own.chain(gms).collect()
}

/// The letters that tell this; `None` when there is nothing to tell.
pub fn tell(house: &House, game: &GameRecord, what: &[Lateness], now: i64) -> Result<Option<Decision>, DeskError> {
    let Some(phase) = &game.phase else { return Ok(None) };
    let mut decision = Decision::new(Verdict::Answered);
    decision.game = Some(game.id.clone());
    for lateness in what {
        let Some((title, paragraphs)) = words(game, phase, lateness) else { continue };
        let notice = Notice::Notice(Note::of(Some(&game.id), title, paragraphs));
        let mut envelope = Envelope::generated(lateness.purpose.clone(), Some(game));
        envelope.thread = thread_of(game, &lateness.reader);
        let viewer = match lateness.what {
            Waits::OwnOrders(_) => Viewer::of_player(&game.roster, &lateness.reader),
            _ => Viewer::umpire(&game.roster, &lateness.reader).unwrap_or_else(|| Viewer::person(&lateness.reader)),
        };
        decision.letters.push(write(house, now, game.roster.players(), viewer, &notice, &[], envelope)?);
    }
    Ok((!decision.letters.is_empty()).then_some(decision))
}

/// How whoever owes orders says that he gives none, where that can be said.
fn or_with_nothing(game: &GameRecord) -> &'static str {
    match game.timetable.pace.cooling_minutes {
        Some(_) => ", or with READY NOTHING if you want to give none",
        None => "",
    }
}

fn words(game: &GameRecord, phase: &Phase, lateness: &Lateness) -> Option<(&'static str, Vec<String>)> {
    let player = game.roster.player(&lateness.reader)?;
    let at = |at: i64| deadline_for(game, player, at);
    let titles = |seats: &[SeatId]| seats.iter().map(|seat| title(game, seat)).collect::<Vec<_>>().join(", ");
    let name = phase_name(phase.number, &phase.plan.title);
    let (due, ends) = (at(phase.deadline), at(grace_ends(game, phase)));
    Some(match &lateness.what {
        Waits::OwnOrders(seats) => (
            "your orders are late",
            vec![
                format!("Orders for {name} were due {due}, and none are on file for {}.", titles(seats)),
                format!(
                    "They still count when they arrive by {ends}. Then the phase is played without them. Answer this letter \
                     with them{}.",
                    or_with_nothing(game)
                ),
            ],
        ),
        Waits::Orders(seats) => (
            "orders are missing",
            vec![
                format!("Orders for {name} were due {due}, and none are on file for {}.", titles(seats)),
                format!(
                    "The phase waits for them until {ends}. PROCESS phase={} plays it now; {} gives everybody more time.",
                    phase.number,
                    how_to_give_time(phase)
                ),
            ],
        ),
        Waits::Reports(since) => (
            "reports wait for your RELEASE",
            vec![
                format!(
                    "The reports on the phase before {name} wait for you since {}. Nobody has them yet.",
                    at(*since)
                ),
                format!("RELEASE sends them. Orders for {name} are due {due}; RELEASE leaves time for them."),
            ],
        ),
        Waits::Clock(since) => (
            "the clock stands still",
            vec![
                format!(
                    "The clock of {name} stands still since {}: nothing is played and nobody is reminded.",
                    at(*since)
                ),
                "RESUME lets it go on.".to_owned(),
            ],
        ),
        Waits::Addresses(addresses) => (
            "addresses are not confirmed",
            vec![
                format!(
                    "Nobody has confirmed these addresses, and what there is for them is kept:\n\n{}",
                    addresses.join("\n")
                ),
                "SEAT or REPLACE with the same address asks there once more, and gives you a word that lets it count \
                 without an answer; with another address it gives the seat to that one."
                    .to_owned(),
            ],
        ),
    })
}
