//! PAUSE and RESUME of the game master, READY and WAIT of players. Who is ready is nobody's business but his own and
//! the umpire's: others of his side learn how many are, never which.

use base::facts::Viewer;
use base::game::schedule::{parse_when, print_deadline};
use base::game::{Phase, Player, PlayerId, SeatId};
use base::order::Line;
use mail::Relayed;

use super::clock::{due_seats, has_orders, missing, span, span_to_the_minute, title};
use super::decision::{Change, ClockChange, Decision, JournalEntry, Verdict};
use super::filing::{FilingMode, doubt_of_its_phase};
use super::gm::present::{Repeated, present_phase};
use super::gm::{phase_of, sentence};
use super::lateness::grace_ends;
use super::letters::{DeskError, Envelope, thread_of, write};
use super::notice::{Note, Notice};
use super::outage::everybody;
use super::player::refuse;
use super::record::{GameRecord, GameStatus, House};
use super::session::{Session, deadline_for, phase_name};

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

/// `PAUSE`: the clock of the open phase stands still, until RESUME or a time.
pub fn pause(
    session: &mut Session<'_>,
    line: &Line,
    until: Option<&str>,
    reason: Option<&str>,
) -> Result<(), DeskError> {
    let Some((game, phase)) = present_phase(session, line, Repeated::Harmless) else { return Ok(()) };
    let name = phase_name(phase.number, &phase.plan.title);
    let until = match until.map(|until| parse_when(until, game.timetable.zone, session.desk.now)).transpose() {
        Ok(until) => until,
        Err(error) => {
            refuse(session, line, &sentence(&error), Some("PAUSE TILL 2026-12-27 20:00"));
            return Ok(());
        }
    };
    if let Some(since) = phase.clock.paused_at.filter(|_| until.is_none() || until == phase.clock.resumes_at) {
        let message = format!("The clock of {name} stands still since {}.", deadline_for(&game, session.writer, since));
        refuse(session, line, &message, Some("RESUME lets it go on."));
        return Ok(());
    }
    // It counts from its arrival, as orders do; one that is given a time stands still since it was stopped.
    let at = phase.clock.paused_at.unwrap_or(session.arrival.at.min(session.desk.now).max(phase.opened));
    let change = ClockChange::Pause { at, until };
    session.change(Change::Clock { game: game.id.clone(), number: phase.number, change });
    if let Some(phase) = session.game.as_mut().and_then(|game| game.phase.as_mut()) {
        (phase.clock.paused_at, phase.clock.resumes_at) = (Some(at), until);
        phase.forced_at = None;
    }
    let left = game.timetable.pace.resumed(phase.deadline, at, 0);
    session.note(format!("the clock of phase {} stands still", phase.number), reason.map(str::to_owned));
    let goes_on = |player: &Player| until.map(|until| deadline_for(&game, player, until));
    session.lead(match goes_on(session.writer) {
        None => format!(
            "The clock of {name} stands still. When you RESUME, {} are left for orders. Everybody is told.",
            span_to_the_minute(left)
        ),
        Some(until) => format!(
            "The clock of {name} stands still until {until}, or until you RESUME. Then {} are left for orders. Everybody is \
             told.",
            span_to_the_minute(left)
        ),
    });
    let ready = ready_stays(&game, &session.writer.id);
    ready.iter().for_each(|sentence| session.lead(sentence));
    let because = Relayed::reason(reason);
    session.tell_all("the clock stands still", |player| {
        let end = goes_on(player).map_or_else(|| "he lets it go on".to_owned(), |until| format!("{until}, or until he lets it go on before"));
        let ready = ready_stays(&game, &player.id);
        let mut said = vec![
            format!("The GM stopped the clock of {name}.{because}"),
            format!(
                "Orders are still taken, nothing is played and nobody is reminded until {end}. Then {} are left for orders, \
                 and you are told until when.",
                span_to_the_minute(left)
            ),
        ];
        said.extend(ready.iter().map(|sentence| format!("{sentence} WAIT takes your own READY back.")));
        said
    })
}

/// What PAUSE means for READY, once somebody whose READY this person may know has said it.
fn ready_stays(game: &GameRecord, player: &PlayerId) -> Option<String> {
    let pace = &game.timetable.pace;
    let soonest = pace.cooling_minutes?.max(pace.least_after_resume_minutes);
    ready_by_side(game, player).iter().any(|side| side.ready > 0).then(|| {
        format!(
            "READY stays as it was said, but even when everybody is ready the phase is not played sooner than {} after \
             the clock goes on.",
            span(i64::from(soonest) * 60)
        )
    })
}

/// `RESUME`: what was left of the phase is left again.
pub fn resume(session: &mut Session<'_>, line: &Line) -> Result<(), DeskError> {
    let Some((game, phase)) = present_phase(session, line, Repeated::Harmless) else { return Ok(()) };
    let name = phase_name(phase.number, &phase.plan.title);
    let Some(paused) = phase.clock.paused_at else {
        refuse(session, line, &format!("The clock of {name} does not stand still."), Some("PAUSE stops it."));
        return Ok(());
    };
    let now = session.desk.now;
    let deadline = game.timetable.pace.resumed(phase.deadline, paused, now);
    let (id, number) = (game.id.clone(), phase.number);
    session.change(Change::SetDeadline { game: id.clone(), number, deadline });
    for change in [ClockChange::Resume, ClockChange::Told { at: now }] {
        session.change(Change::Clock { game: id.clone(), number, change });
    }
    if let Some(phase) = session.game.as_mut().and_then(|game| game.phase.as_mut()) {
        phase.deadline = deadline;
        (phase.clock.paused_at, phase.clock.resumes_at) = (None, None);
        phase.clock.told_at = Some(now);
    }
    let ready: Vec<SeatId> = phase.clock.ready.keys().cloned().collect();
    for seat in ready {
        note_ready(session, &seat, Some(game.timetable.pace.resumed_ready(now)));
    }
    session.note(format!("the clock of phase {number} goes on"), None);
    let Some(after) = session.game.clone() else { return Ok(()) };
    let is = deadline_for(&after, session.writer, deadline);
    session.lead(format!("The clock of {name} goes on: orders are due {is}. Everybody is told."));
    all_ready_words(&after, session.writer).into_iter().for_each(|sentence| session.lead(sentence));
    session.tell_all("the clock goes on", |player| {
        let is = deadline_for(&after, player, deadline);
        let mut said = vec![format!("The GM let the clock of {name} go on. Orders are now due {is}.")];
        said.extend(all_ready_words(&after, player));
        said
    })
}

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
        phase.deadline = deadline;
        (phase.clock.paused_at, phase.clock.resumes_at) = (None, None);
        phase.clock.ready.values_mut().for_each(|ready| *ready = since);
    }
    for player in everybody(game) {
        let is = deadline_for(&after, player, deadline);
        let name = phase_name(number, &phase.plan.title);
        let mut said = vec![format!("The clock of {name} goes on, as the GM said. Orders are now due {is}.")];
        said.extend(all_ready_words(&after, player));
        let notice = Notice::Notice(Note {
            game: Some(game.id.to_string()),
            title: "the clock goes on".to_owned(),
            paragraphs: said,
            sheets: Vec::new(),
        });
        let purpose = format!("clock goes on {} {} {until} {}", game.id, phase.label(), player.id);
        let mut envelope = Envelope::generated(purpose, Some(game));
        envelope.thread = thread_of(game, &player.id);
        let viewer =
            Viewer::umpire(&game.roster, &player.id).unwrap_or_else(|| Viewer::of_player(&game.roster, &player.id));
        decision.letters.push(write(house, now, game.roster.players(), viewer, &notice, &[], envelope)?);
    }
    Ok(Some(decision))
}

/// What is to be said beside a deadline while everybody who owes orders is ready: the phase does not wait for it.
pub fn all_ready_words(game: &GameRecord, player: &Player) -> Option<String> {
    let at = early_end(game)?;
    Some(format!(
        "Everybody who owes orders is ready, so the phase does not wait for that. {}, or later if somebody changes his \
         orders or his mind meanwhile. WAIT takes READY back.",
        played_from(game, player, at)
    ))
}

/// `READY`: the writer's orders are final as far as he is concerned.
pub fn ready(session: &mut Session<'_>, line: &Line, with_nothing: bool, mode: FilingMode) -> Result<(), DeskError> {
    let Some((game, phase)) = phase_of(session, line) else { return Ok(()) };
    let name = phase_name(phase.number, &phase.plan.title);
    let own = own_due_seats(session, &phase);
    if let Some(doubt) = doubt_of_its_phase(&game, session, &phase) {
        refuse(session, line, &doubt, Some("If you are ready for it, answer this letter with READY."));
        return Ok(());
    }
    if let Some((message, hint)) =
        why_not_ready(session, &game, &phase, &own).or_else(|| why_not_final(&game, &own, with_nothing))
    {
        refuse(session, line, &message, hint);
        return Ok(());
    }
    entitle(session, "ready");
    if mode.is_check {
        session.lead("READY would be noted; this letter is a check.");
        return Ok(());
    }
    for seat in own {
        note_ready(session, &seat, Some(session.desk.now));
    }
    let Some(game) = session.game.clone() else { return Ok(()) };
    let ready = ready_words(&game, &session.writer.id).unwrap_or_default();
    session.note("ready", None);
    match early_end(&game) {
        None => {
            session.lead(format!(
                "You are ready for {name} to be played: {ready} are. WAIT, or a change of your orders, takes it back."
            ));
            if phase.clock.paused_at.is_some() {
                session.lead("The clock stands still: nothing is played before the GM lets it go on.");
            }
        }
        Some(at) => {
            session.lead(format!("You are ready for {name} to be played, and so is everybody else who owes orders."));
            session.lead(format!("{}, unless somebody changes his mind.", played_from(&game, session.writer, at)));
            tell_that_all_are_ready(session, &game, &name, at)?;
        }
    }
    Ok(())
}

/// `WAIT`: READY is taken back.
pub fn wait(session: &mut Session<'_>, line: &Line, mode: FilingMode) -> Result<(), DeskError> {
    let Some((_, phase)) = phase_of(session, line) else { return Ok(()) };
    let name = phase_name(phase.number, &phase.plan.title);
    let own: Vec<SeatId> = session.seats().into_iter().filter(|seat| phase.clock.ready.contains_key(seat)).collect();
    entitle(session, "wait");
    if mode.is_check {
        session.lead("WAIT would be noted; this letter is a check.");
        return Ok(());
    }
    if own.is_empty() {
        session.lead(format!("You had not said READY for {name}: it waits for you, at most until its deadline."));
        return Ok(());
    }
    for seat in own {
        note_ready(session, &seat, None);
    }
    session.note("not ready any more", None);
    session.lead(format!("Your READY for {name} is taken back: it waits for you, at most until its deadline."));
    Ok(())
}

fn entitle(session: &mut Session<'_>, title: &str) {
    if session.receipt.title.is_empty() {
        session.receipt.title = title.to_owned();
    }
}

fn own_due_seats(session: &Session<'_>, phase: &Phase) -> Vec<SeatId> {
    session.seats().into_iter().filter(|seat| phase.plan.owing.contains(seat)).collect()
}

/// Why the writer cannot be ready, and what would help.
fn why_not_ready(
    session: &Session<'_>,
    game: &GameRecord,
    phase: &Phase,
    own: &[SeatId],
) -> Option<(String, Option<&'static str>)> {
    let name = phase_name(phase.number, &phase.plan.title);
    if game.timetable.pace.cooling_minutes.is_none() {
        return Some(("This game is never played ahead of its deadline.".to_owned(), None));
    }
    if own.is_empty() {
        return Some((format!("You owe no orders for {name}, so nobody waits for you."), None));
    }
    if session.arrival.at < phase.opened {
        return Some((
            format!("Your letter came before {name} was opened."),
            Some("Write READY again if you mean it."),
        ));
    }
    if game.awaits_release {
        return Some(("The GM still holds the reports on the phase before.".to_owned(), None));
    }
    None
}

/// Why what is on file for these seats is not all that the writer can mean.
fn why_not_final(game: &GameRecord, own: &[SeatId], with_nothing: bool) -> Option<(String, Option<&'static str>)> {
    if with_nothing {
        let given: Vec<String> =
            own.iter().filter(|seat| has_orders(game, seat)).map(|seat| title(game, seat)).collect();
        let message = format!("Orders are on file for {}, so you do not give none.", given.join(" and "));
        let hint = "READY makes them final, and CANCEL ALL takes them back.";
        return (!given.is_empty()).then_some((message, Some(hint)));
    }
    let lacking: Vec<String> =
        missing(game).iter().filter(|seat| own.contains(seat)).map(|seat| title(game, seat)).collect();
    if lacking.is_empty() {
        return None;
    }
    let message = format!("No orders are on file for {}, so they cannot be final.", lacking.join(" and "));
    Some((message, Some("Send them first, then write READY. If you want to give none, write READY NOTHING.")))
}

/// Notes that a seat is ready, or that it is not any more.
pub fn note_ready(session: &mut Session<'_>, seat: &SeatId, since: Option<i64>) {
    let Some(game) = &mut session.game else { return };
    let id = game.id.clone();
    let Some(phase) = &mut game.phase else { return };
    match since {
        Some(since) => drop(phase.clock.ready.insert(seat.clone(), since)),
        None => drop(phase.clock.ready.remove(seat)),
    }
    let number = phase.number;
    session.change(Change::Clock { game: id, number, change: ClockChange::Ready { seat: seat.clone(), since } });
}

/// The seats of a side that owe orders.
struct ReadySide {
    side: String,
    ready: usize,
    due: usize,
}

/// How many of the seats that owe orders are ready, by side: those of a person's own, or all for an umpire. How many of the
/// enemy's are would tell when he has made up his mind.
fn ready_by_side(game: &GameRecord, player: &PlayerId) -> Vec<ReadySide> {
    let is_master = game.roster.is_gm(player);
    let own: Vec<SeatId> = game.roster.seats_of(player);
    let due = due_seats(game);
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

/// How many are ready, as far as this person may know; `None` when nobody of whom he may owes orders.
pub fn ready_words(game: &GameRecord, player: &PlayerId) -> Option<String> {
    let sides = ready_by_side(game, player);
    let words = match (&sides[..], game.roster.is_gm(player)) {
        ([], _) => return None,
        ([own], false) => format!("{} of {} seats of your side that owe orders", own.ready, own.due),
        (all, _) => {
            let each = all.iter().map(|side| format!("{} {} of {}", side.side, side.ready, side.due));
            format!("{} of the seats that owe orders", each.collect::<Vec<_>>().join(", "))
        }
    };
    Some(words)
}

/// When the open phase ends because everybody who owes orders is ready; never while its clock stands still.
pub fn early_end(game: &GameRecord) -> Option<i64> {
    let runs = |phase: &&Phase| phase.clock.paused_at.is_none() && missing(game).is_empty();
    let phase = game.phase.as_ref().filter(runs)?;
    let end = game.timetable.pace.early_end(&due_seats(game), &phase.clock.ready)?;
    (end < phase.deadline).then_some(end)
}

fn played_from(game: &GameRecord, player: &Player, at: i64) -> String {
    format!("It is played after {}", print_deadline(at, player.zone.unwrap_or(game.timetable.zone)))
}

/// Everybody is told, once in a phase: more letters would tell who changes his mind.
fn tell_that_all_are_ready(session: &mut Session<'_>, game: &GameRecord, name: &str, at: i64) -> Result<(), DeskError> {
    let label = game.phase.as_ref().map_or_else(String::new, Phase::label);
    let mut told = vec![session.writer.id.clone()];
    for seat in game.roster.seats() {
        let Some(player) = game.roster.server_of(&seat.spec.id).filter(|player| !told.contains(player)) else {
            continue;
        };
        told.push(player.clone());
        let Some(person) = game.roster.player(player) else { continue };
        let notice = Notice::Notice(Note {
            game: Some(game.id.to_string()),
            title: "everybody is ready".to_owned(),
            paragraphs: vec![
                format!("Everybody who owes orders for {name} is ready."),
                format!(
                    "{}, or later if somebody changes his orders or his mind meanwhile. WAIT takes your own READY \
                     back.",
                    played_from(game, person, at)
                ),
            ],
            sheets: Vec::new(),
        });
        let mut envelope = Envelope::generated(format!("all ready {} {label} {player}", game.id), Some(game));
        envelope.thread = thread_of(game, player);
        session.write(Viewer::of_player(&game.roster, player), &notice, &[], envelope)?;
    }
    Ok(())
}
