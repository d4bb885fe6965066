//! PAUSE and RESUME of the game master, READY and WAIT of players. Who is ready is nobody's business but his own and
//! the umpire's: others of his side learn how many are, never which.

use base::facts::Viewer;
use base::game::schedule::parse_when;
use base::game::{Phase, Player, PlayerId, SeatId};
use base::order::{Line, LineStatus, Remark};
use mail::Relayed;

use crate::commands::orders::doubts::doubt_of_its_phase;
use crate::commands::orders::readiness::note_ready;
use crate::files::decision::{Change, ClockChange};
use crate::files::record::{GameRecord, TrailNote};
use crate::files::stop::{DeskError, Stop};
use crate::files::verdict::Verdict;
use crate::letter::mode::FilingMode;
use crate::letter::present::{Repeated, phase_of, present_phase};
use crate::letter::session::{Session, refuse};
use crate::phase::matters::{closing_for, in_words};
use crate::phase::sheets::review;
use crate::phase::standing::{
    all_ready_words, deadline_for, early_end, has_orders, missing, played_from, ready_by_side, ready_words, title,
    whoever_is_awaited,
};
use crate::proof::beside::Deed;
use crate::said::letters::{Envelope, thread_of};
use crate::said::notice::{Note, Notice};
use crate::said::phrases::{listed, phase_name, sentence, span, span_to_the_minute};

/// `PAUSE`: the clock of the open phase stands still, until RESUME or a time.
pub fn pause(
    session: &mut Session<'_>,
    line: &Line,
    until: Option<&str>,
    reason: Option<&str>,
) -> Result<(), DeskError> {
    let Some((game, phase)) = present_phase(session, line, Repeated::Harmless) else { return Ok(()) };
    let name = phase_name(phase.number, &phase.plan.title);
    let until = match until.map(|until| parse_when(until, game.timetable.zone, session.desk().now)).transpose() {
        Ok(until) => until,
        Err(error) => {
            refuse(session, line, &sentence(&error), Some("PAUSE TILL 2026-12-27 20:00"));
            return Ok(());
        }
    };
    if let Some(since) = phase.clock.paused_at.filter(|_| until.is_none() || until == phase.clock.resumes_at) {
        let message =
            format!("The clock of {name} stands still since {}.", deadline_for(&game, session.writer(), since));
        refuse(session, line, &message, Some("RESUME lets it go on."));
        return Ok(());
    }
    // It counts from its arrival, as orders do; one that is given a time stands still since it was stopped.
    let at = phase.clock.paused_at.unwrap_or(session.arrival().at.min(session.desk().now).max(phase.opened));
    let change = ClockChange::Pause { at, until };
    session.change(Change::Clock { game: game.id.clone(), number: phase.number, change });
    if let Some(phase) = session.game_mut().and_then(|game| game.phase.as_mut()) {
        phase.stop_clock(at, until);
    }
    let left = game.timetable.pace.resumed(phase.deadline, at, 0);
    session.note(format!("the clock of phase {} stands still", phase.number), reason.map(str::to_owned));
    let goes_on = |player: &Player| until.map(|until| deadline_for(&game, player, until));
    session.lead(match goes_on(session.writer()) {
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
    let ready = ready_stays(&game, &session.writer().id);
    ready.iter().for_each(|sentence| session.lead(sentence));
    let because = Relayed::reason(reason);
    session.note_deadline(None);
    session.tell_players("the clock stands still", |player| {
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
    let now = session.desk().now;
    let deadline = game.timetable.pace.resumed(phase.deadline, paused, now);
    let (id, number) = (game.id.clone(), phase.number);
    session.change(Change::SetDeadline { game: id.clone(), number, deadline });
    for change in [ClockChange::Resume, ClockChange::Told { at: now }] {
        session.change(Change::Clock { game: id.clone(), number, change });
    }
    if let Some(phase) = session.game_mut().and_then(|game| game.phase.as_mut()) {
        phase.move_deadline(deadline, now);
        (phase.clock.paused_at, phase.clock.resumes_at) = (None, None);
    }
    let ready: Vec<SeatId> = phase.clock.ready.keys().cloned().collect();
    for seat in ready {
        note_ready(session, &seat, Some(game.timetable.pace.resumed_ready(now)));
    }
    session.note(format!("the clock of phase {number} goes on"), None);
    let Some(after) = session.game().cloned() else { return Ok(()) };
    let is = deadline_for(&after, session.writer(), deadline);
    session.lead(format!("The clock of {name} goes on: orders are due {is}. Everybody is told."));
    all_ready_words(&after, session.writer()).into_iter().for_each(|sentence| session.lead(sentence));
    session.note_deadline(None);
    session.tell_players("the clock goes on", |player| {
        let is = deadline_for(&after, player, deadline);
        let mut said = vec![format!("The GM let the clock of {name} go on. Orders are now due {is}.")];
        said.extend(all_ready_words(&after, player));
        said
    })
}

/// `READY`: the writer's orders are final as far as he is concerned.
pub fn ready(session: &mut Session<'_>, line: &Line, with_nothing: bool, mode: FilingMode) -> Result<(), Stop> {
    let Some((game, phase)) = phase_of(session, line) else { return Ok(()) };
    let name = phase_name(phase.number, &phase.plan.title);
    let own = own_due_seats(session, &game);
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
    // It plays the phase for everybody.
    let asks = line.text.trim_end().ends_with('?').then(|| line.text.trim().to_owned());
    if let Some(words) = asks.map_or_else(|| session.words_beside(Deed::Plays), |words| Ok(Some(words)))? {
        let message = format!("{words:?} stands in your letter, so READY is not taken to be said.");
        refuse(session, line, &message, Some("Write READY alone if it is meant."));
        return Ok(());
    }
    if is_overtaken(session, &game)? {
        let message = "A letter of yours that came after this one was read before it, and says what holds now.";
        refuse(session, line, message, Some("If your orders are final as they are on file, write READY again."));
        return Ok(());
    }
    if let Some((number, lacks)) = incomplete_order(session, &game, &own)? {
        let message = format!("Order {number} on file is incomplete, so it cannot be final: {lacks}");
        let hint = format!("Say it below ADD, or take the order back with CANCEL {number}; then write READY.");
        refuse(session, line, &message, Some(&hint));
        return Ok(());
    }
    session.entitle("ready");
    if mode.is_check {
        session.lead("READY would be noted; this letter is a check.");
        return Ok(());
    }
    for seat in &own {
        note_ready(session, seat, Some(session.desk().now));
    }
    let Some(game) = session.game().cloned() else { return Ok(()) };
    session.note("ready", None);
    match early_end(&game) {
        None => {
            session.lead(ready_before_others(&game, &session.writer().id, &own, &name));
            if phase.clock.paused_at.is_some() {
                session.lead("The clock stands still: nothing is played before the GM lets it go on.");
            }
        }
        Some(at) => {
            let whoever = whoever_is_awaited(&game);
            session.lead(format!("You are ready for {name} to be played, and so is everybody else {whoever}."));
            session.lead(format!("{}, unless somebody changes his mind.", played_from(&game, session.writer(), at)));
            tell_that_all_are_ready(session, &game, &name, at)?;
        }
    }
    Ok(())
}

/// Whether a letter of the writer's that came after this one was answered before it: READY is said of what was on file by then.
fn is_overtaken(session: &Session<'_>, game: &GameRecord) -> Result<bool, Stop> {
    let (now, came) = (session.desk().now, session.arrival().at);
    let trail = session.desk().files.trail(&game.id, &session.writer().id)?;
    // A clock that ran ahead dates nothing.
    let is_later = |other: &TrailNote| other.arrived > came && other.arrived <= now;
    Ok(trail.iter().any(|other| is_later(other) && other.verdict == Verdict::Answered))
}

/// What is said to who is ready, by his own seats, while others for whom the phase waits are not.
fn ready_before_others(game: &GameRecord, writer: &PlayerId, own: &[SeatId], name: &str) -> String {
    let ready = ready_words(game, writer).filter(|_| awaits_any(game, own));
    let ready = ready.map_or_else(|| "; it does not wait for you".to_owned(), |ready| format!("; ready now: {ready}"));
    format!("You are ready for {name} to be played{ready}. WAIT, or a change of your orders, takes it back.")
}

/// A READY that could not be done is of other orders than those on file: what was said of these before counts no more.
pub fn unready(session: &mut Session<'_>) {
    let Some(phase) = session.game().and_then(|game| game.phase.clone()) else { return };
    let ready: Vec<SeatId> = session.seats().into_iter().filter(|seat| phase.clock.ready.contains_key(seat)).collect();
    if ready.is_empty() {
        return;
    }
    ready.iter().for_each(|seat| note_ready(session, seat, None));
    session.note("not ready any more", None);
    session.lead("You were READY before; that is taken back, for something is missing. Write READY again.");
}

/// `WAIT`: READY is taken back.
pub fn wait(session: &mut Session<'_>, line: &Line, mode: FilingMode) -> Result<(), DeskError> {
    let Some((game, phase)) = phase_of(session, line) else { return Ok(()) };
    let name = phase_name(phase.number, &phase.plan.title);
    let waits = match awaits_any(&game, &own_due_seats(session, &game)) || game.awaits_all() {
        true => "it waits for you, at most until its deadline",
        false => "it does not wait for you",
    };
    let own: Vec<SeatId> = session.seats().into_iter().filter(|seat| phase.clock.ready.contains_key(seat)).collect();
    session.entitle("wait");
    if mode.is_check {
        session.lead("WAIT would be noted; this letter is a check.");
        return Ok(());
    }
    if own.is_empty() {
        session.lead(format!("You had not said READY for {name}: {waits}."));
        return Ok(());
    }
    for seat in own {
        note_ready(session, &seat, None);
    }
    session.note("not ready any more", None);
    session.lead(format!("Your READY for {name} is taken back: {waits}."));
    Ok(())
}

fn own_due_seats(session: &Session<'_>, game: &GameRecord) -> Vec<SeatId> {
    session.seats().into_iter().filter(|seat| game.owes(seat)).collect()
}

fn awaits_any(game: &GameRecord, seats: &[SeatId]) -> bool {
    seats.iter().any(|seat| game.awaits(seat))
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
    if session.arrival().at < phase.opened {
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
        // Of several seats those without orders give none.
        if given.len() < own.len() {
            return None;
        }
        let message = format!("Orders are on file for {}, so you do not give none.", listed(&given));
        let hint = "READY makes them final, and CANCEL ALL takes them back.";
        return (!given.is_empty()).then_some((message, Some(hint)));
    }
    let lacking: Vec<String> =
        missing(game).iter().filter(|seat| own.contains(seat)).map(|seat| title(game, seat)).collect();
    if lacking.is_empty() {
        return None;
    }
    let message = format!("No orders are on file for {}, so they cannot be final.", listed(&lacking));
    Some((message, Some("Send them first, then write READY. If you want to give none, write READY NOTHING.")))
}

/// The first order of these seats in which something must still be said by its writer, by its number on file, and what.
/// What the game master is asked about its writer has said.
fn incomplete_order(
    session: &Session<'_>,
    game: &GameRecord,
    own: &[SeatId],
) -> Result<Option<(usize, String)>, DeskError> {
    let mut number = 0;
    for seat in session.seats() {
        let Some(sheet) = game.sheets.get(&seat) else { continue };
        let lines = if own.contains(&seat) { review(game, &seat, &sheet.lines)?.lines } else { Vec::new() };
        let lacking = sheet.lines.iter().zip(&lines).enumerate().find_map(|(place, (line, review))| {
            let is_due = game.phase.as_ref().is_some_and(|phase| line.when.is_met_by(&phase.plan.kind));
            let lacks = |remark: &&Remark| is_due && line.asked.is_none() && remark.status == LineStatus::Incomplete;
            Some((number + place + 1, review.remarks.iter().find(lacks)?.message.clone()))
        });
        if lacking.is_some() {
            return Ok(lacking);
        }
        number += sheet.lines.len();
    }
    Ok(None)
}

/// Everybody is told, once in a phase: more letters would tell who changes his mind. The game masters are told as well, for
/// what they still have to do must be done before it is played.
fn tell_that_all_are_ready(session: &mut Session<'_>, game: &GameRecord, name: &str, at: i64) -> Result<(), DeskError> {
    let label = game.phase.as_ref().map_or_else(String::new, Phase::label);
    let mut told = vec![session.writer().id.clone()];
    let servers = game.roster.seats().iter().filter_map(|seat| game.roster.server_of(&seat.spec.id));
    for player in servers.chain(game.roster.gms()) {
        let Some(person) = game.roster.player(player).filter(|_| !told.contains(player)) else { continue };
        told.push(player.clone());
        let notice =
            Notice::Notice(Note::of(Some(&game.id), "everybody is ready", all_are_ready(game, person, name, at)?));
        let mut envelope = Envelope::generated(format!("all ready {} {label} {player}", game.id), Some(game));
        envelope.thread = thread_of(game, player);
        session.write(Viewer::of_player(&game.roster, player), &notice, &[], envelope)?;
    }
    Ok(())
}

/// What one of them is told: whoever still owes orders, and is not waited for, also that they are due earlier.
fn all_are_ready(game: &GameRecord, person: &Player, name: &str, at: i64) -> Result<Vec<String>, DeskError> {
    let whose = match game.awaits_all() {
        true => format!("Everybody who owes orders for {name} is ready."),
        false => format!("Everybody whom {name} waits for is ready."),
    };
    let own = game.roster.seats_of(&person.id);
    let how = if own.is_empty() { "PAUSE holds it up." } else { "WAIT takes your own READY back." };
    let mut said = vec![
        whose,
        format!(
            "{}, or later if somebody changes his orders or his mind meanwhile. {how}",
            played_from(game, person, at)
        ),
    ];
    let owed: Vec<String> =
        missing(game).iter().filter(|seat| own.contains(seat)).map(|seat| title(game, seat)).collect();
    if !owed.is_empty() {
        said.push(format!("Orders for {} count when they come before that.", listed(&owed)));
    }
    let mut closing = Vec::new();
    for seat in &own {
        closing.extend(closing_for(game, seat)?.into_iter().map(|matter| (seat.clone(), matter)));
    }
    if !closing.is_empty() {
        let words = in_words(game, &own, &closing).join(" ");
        said.push(format!("What closes then, and waits for a word of yours: {words}"));
    }
    Ok(said)
}
