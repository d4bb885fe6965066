//! Orders for phases to come: read for their form when they come, kept as typed, and given when their phase opens, as if
//! they came in then.

use base::game::{Phase, SeatId};
use base::order::command::read_command;
use base::order::{Command, Line, LineStatus};
use rules::Context;
use rules::check::check_form;

use crate::commands::orders::doubts::doubt_of_its_phase;
use crate::files::decision::{Ahead, Change};
use crate::files::record::GameRecord;
use crate::files::stop::{DeskError, Stop};
use crate::letter::mode::{FilingMode, Whose, known_to};
use crate::letter::present::phase_of;
use crate::letter::session::{Session, refuse_head};
use crate::letter::sheet_work::AheadOrders;
use crate::proof::beside::Deed;
use crate::said::fates::Fate;
use crate::said::phrases::hung;

/// How far ahead orders are kept, in phases.
const FARTHEST: u32 = 20;

/// `ORDERS PHASE next`: the orders below are for a phase to come.
pub fn begin(
    session: &mut Session<'_>,
    line: &Line,
    phase: Option<u32>,
    name: Option<&str>,
    mode: FilingMode,
) -> Result<(), Stop> {
    end(session, mode)?;
    // Orders below a head line that cannot be followed must not become orders for the phase now open.
    session.turn_ahead(Some(AheadOrders { number: None, is_kept: false, has_lines: false }));
    let Some((game, open)) = phase_of(session, line) else { return Ok(()) };
    let number = phase.unwrap_or(open.number + 1);
    if name.is_some_and(|name| is_of_another(name, number, &open)) {
        let message = format!("Phase {} is {}, so this line names two phases.", open.number, open.plan.title);
        refuse_head(session, line, &message, Some("Nothing below it was put on file; give the number alone."));
        return Ok(());
    }
    if number == open.number {
        session.turn_ahead(None);
        session.name_open_phase();
        return Ok(());
    }
    if phase.is_none()
        && let Some(doubt) = doubt_of_its_phase(&game, session, &open)
    {
        refuse_head(session, line, &doubt, Some("Nothing below it was kept; name the phase by its number."));
        return Ok(());
    }
    if number < open.number || number > open.number.saturating_add(FARTHEST) {
        let message = format!(
            "Phase {} is open; orders can be given ahead for the phases {} to {}.",
            open.number,
            open.number + 1,
            open.number.saturating_add(FARTHEST)
        );
        refuse_head(session, line, &message, Some("ORDERS PHASE next"));
        return Ok(());
    }
    if session.seats().is_empty() {
        refuse_head(session, line, "You hold no seat in this game, so you cannot give orders ahead.", None);
        return Ok(());
    }
    session.turn_ahead(Some(AheadOrders { number: Some(number), is_kept: false, has_lines: false }));
    Ok(())
}

/// Whether a name behind the number of a phase is that of another. Of phases to come nobody knows the name.
fn is_of_another(name: &str, number: u32, open: &Phase) -> bool {
    let is_open_one = name.eq_ignore_ascii_case(&open.plan.title);
    match number == open.number {
        // "(second try)" is a remark.
        true => !is_open_one && name.contains(|sign: char| sign.is_ascii_digit()),
        false => is_open_one,
    }
}

/// A late letter counts after all: what it gave ahead was kept when it came, or answered.
pub fn pass_over(session: &mut Session<'_>, line: &Line, phase: Option<u32>) {
    let open = session.game().and_then(|game| game.phase.as_ref());
    let is_late_for_it = open.is_some_and(|open| phase == Some(open.number) && session.arrival().at >= open.opened);
    session.turn_ahead((!is_late_for_it).then_some(AheadOrders { number: None, is_kept: false, has_lines: false }));
    if !is_late_for_it {
        session.lead(format!(
            "What stands below line {} ({}) was kept or answered when your letter came, and is left as it is.",
            line.number,
            line.text.trim()
        ));
    }
}

/// Keeps the orders that stand below the head line.
pub fn keep(session: &mut Session<'_>, lines: &[Line], whose: &Whose, mode: FilingMode) -> Result<(), Stop> {
    let (Some(game), Some(ahead)) = (session.game().cloned(), session.ahead()) else { return Ok(()) };
    let Some(number) = ahead.number else {
        session.repeat(lines.iter().map(|line| line.text.clone()));
        return Ok(());
    };
    note_lines(session);
    if !whose.is_within(&session.seats()) {
        session.lead("Orders ahead can be given for seats of your own only; those below AS were not kept.");
        return Ok(());
    }
    if game.table.about().has_acts
        && hold_acts(session, &game, lines)?
        && let Some(words) = session.words_beside(Deed::Acts)?
    {
        session.lead(format!(
            "{words:?} stands in the same letter, and what acts as it comes is not taken back once its phase is open: nothing was kept \
             for phase {number}. Send it in a letter of its own if it is meant."
        ));
        session.repeat(lines.iter().map(|line| line.text.clone()));
        return Ok(());
    }
    let (kept, is_all_read) = readable(session, &game, lines);
    if kept.is_empty() {
        return Ok(());
    }
    let rows: Vec<String> = kept.iter().map(|text| hung(text, "  ", 4)).collect();
    let would = if mode.is_check { "Would be kept" } else { "Kept" };
    session.answer(format!("{would} for phase {number}"), rows.join("\n"));
    // As on file: what a line that was not read may have repeated stays.
    let stays = mode.adds || !is_all_read;
    let before = if stays && !ahead.is_kept { given_before(session, &game, number)? } else { Vec::new() };
    let place = if before.is_empty() {
        "They take the place of those you gave ahead for it before,"
    } else {
        "They stand beside those you gave ahead for it before,"
    };
    session.lead(format!(
        "{} for phase {number}. {place} are read again when it opens, and you are told then what stands.",
        count(kept.len())
    ));
    session.turn_ahead(Some(AheadOrders { is_kept: true, has_lines: true, ..ahead }));
    let given_above = kept_above(session, &game, number);
    let is_first = given_above.is_empty();
    let above = if is_first { before } else { given_above };
    // Below ADD it is ordered once more.
    let kept = if mode.adds { kept } else { not_yet_kept(&above, kept, whose) };
    let lines = match whose {
        Whose::Of(seat) => [above, vec![format!("AS {seat}")], kept].concat(),
        // Below an AS that was kept before they would be of its seat.
        _ if is_first => [kept, above].concat(),
        _ => [above, kept].concat(),
    };
    put(session, &game, number, lines, mode);
    Ok(())
}

/// The seat that a line among kept orders names for those below it.
pub fn seat_named(line: &str) -> Option<SeatId> {
    match read_command(line) {
        Some(Ok(Command::As { seat })) => Some(seat),
        _ => None,
    }
}

/// Of new lines those that do not stand among kept ones for the same seat and below the same head.
fn not_yet_kept(kept: &[String], mut lines: Vec<String>, whose: &Whose) -> Vec<String> {
    let is_head = |line: &str| line.trim_end().ends_with(':');
    let known: Vec<(Whose, Option<&String>, &String)> = {
        let (mut of, mut head) = (Whose::Own, None);
        let places = kept.iter().map(|line| {
            match seat_named(line) {
                Some(seat) => (of, head) = (Whose::Of(seat), None),
                None if is_head(line) => head = Some(line),
                None => {}
            }
            (of.clone(), head, line)
        });
        places.collect()
    };
    let mut head: Option<String> = None;
    let is_new = |line: &String| {
        if is_head(line) {
            head = Some(line.clone());
            return true;
        }
        !known.iter().any(|(of, below, other)| of == whose && *below == head.as_ref() && *other == line)
    };
    lines.retain(is_new);
    lines
}

/// How many of the kept lines are orders.
pub fn count_orders(lines: &[String]) -> usize {
    lines.iter().filter(|line| seat_named(line).is_none()).count()
}

/// What the letter itself gave ahead for the phase above a command that stands between.
fn kept_above(session: &Session<'_>, game: &GameRecord, number: u32) -> Vec<String> {
    let kept = session.changes().iter().rev().find_map(|change| match change {
        Change::PutAhead(ahead) if ahead.game == game.id && ahead.number == number => Some(ahead.lines.clone()),
        _ => None,
    });
    kept.unwrap_or_default()
}

/// Whether any of these lines is an order that acts as it comes.
fn hold_acts(session: &Session<'_>, game: &GameRecord, lines: &[Line]) -> Result<bool, DeskError> {
    let known = known_to(game, &session.writer().id, &Whose::Own);
    let checked = check_form(game.table.as_ref(), &mut Context::default(), &known, &session.seats(), lines)?;
    Ok(checked.lines.iter().flat_map(|line| &line.orders).any(|order| order.acts))
}

/// After the last order of a head line: one with nothing below it takes back what was given ahead.
pub fn end(session: &mut Session<'_>, mode: FilingMode) -> Result<(), Stop> {
    let Some(AheadOrders { number: Some(number), is_kept: false, has_lines }) = session.turn_ahead(None) else {
        return Ok(());
    };
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let before = given_before(session, &game, number)?;
    if has_lines {
        let stays = if before.is_empty() { "" } else { " What you gave ahead for it before stays." };
        session.lead(format!("Nothing of this letter was kept for phase {number}.{stays}"));
        return Ok(());
    }
    session.lead(format!("No orders of yours are kept for phase {number}."));
    if !before.is_empty() {
        let rows: Vec<String> = before.iter().map(|text| hung(text, "  ", 4)).collect();
        let would = if mode.is_check { "Would no longer be kept" } else { "No longer kept" };
        session.answer(format!("{would} for phase {number}"), rows.join("\n"));
    }
    put(session, &game, number, Vec::new(), mode);
    Ok(())
}

/// Notes that something stands below the head line, though nothing of it is kept.
pub fn note_lines(session: &mut Session<'_>) {
    let ahead = session.ahead().map(|ahead| AheadOrders { has_lines: true, ..ahead });
    session.turn_ahead(ahead);
}

/// What the writer gave ahead for a phase in earlier letters.
fn given_before(session: &Session<'_>, game: &GameRecord, number: u32) -> Result<Vec<String>, Stop> {
    let all = session.desk().files.ahead(&game.id, &session.writer().id)?;
    Ok(all.into_iter().find(|ahead| ahead.number == number).map(|ahead| ahead.lines).unwrap_or_default())
}

fn put(session: &mut Session<'_>, game: &GameRecord, number: u32, lines: Vec<String>, mode: FilingMode) {
    session.entitle("orders ahead".to_owned());
    if mode.is_check {
        return;
    }
    session.note(format!("orders ahead for phase {number}: {}", count_orders(&lines)), None);
    session.change(Change::PutAhead(Box::new(Ahead {
        game: game.id.clone(),
        number,
        player: session.writer().id.clone(),
        letter: session.arrival().letter,
        arrived: session.arrival().at,
        lines,
    })));
}

/// The lines that are orders by their form, and whether all are; what is wrong with the others is said.
fn readable(session: &mut Session<'_>, game: &GameRecord, lines: &[Line]) -> (Vec<String>, bool) {
    let (mut kept, mut is_all_read) = (Vec::new(), true);
    for line in game.read_orders(&mut Context::default(), lines) {
        match &line.outcome {
            Err(remark) if remark.status == LineStatus::Chatter => session.talk(line.number, line.text),
            Err(remark) => {
                is_all_read = false;
                session.remark(line.number, &line.text, remark);
            }
            Ok(read) => {
                read.remarks.iter().for_each(|remark| session.remark(line.number, &line.text, remark));
                session.fates().set(line.number, Fate::Kept);
                kept.push(line.text);
            }
        }
    }
    (kept, is_all_read)
}

/// What the writer gave ahead before this letter, for `SHOW`; what the letter itself gives or takes back is said elsewhere.
pub fn show(session: &mut Session<'_>, mode: FilingMode) -> Result<(), Stop> {
    let Some(game) = session.game().map(|game| game.id.clone()) else { return Ok(()) };
    let kept = session.desk().files.ahead(&game, &session.writer().id)?;
    let is_of_this_letter = |number: u32| {
        let is_put = |change: &Change| matches!(change, Change::PutAhead(ahead) if ahead.number == number);
        let is_begun = !mode.is_check && session.ahead().is_some_and(|ahead| ahead.number == Some(number));
        is_begun || session.changes().iter().any(is_put)
    };
    let kept: Vec<&Ahead> = kept.iter().filter(|ahead| !is_of_this_letter(ahead.number)).collect();
    match kept.iter().map(|ahead| count_orders(&ahead.lines)).sum::<usize>() {
        0 => {}
        lines => session.lead(format!("{} for phases to come.", count(lines))),
    }
    for ahead in kept {
        let rows: Vec<String> = ahead.lines.iter().map(|text| hung(text, "  ", 4)).collect();
        session.answer(format!("Kept for phase {}", ahead.number), rows.join("\n"));
    }
    Ok(())
}

fn count(orders: usize) -> String {
    if orders == 1 { "1 line of orders is kept".to_owned() } else { format!("{orders} lines of orders are kept") }
}

/// What was given ahead is not kept any more: it was given, or it is not to be.
pub fn done(ahead: &Ahead) -> Change {
    Change::PutAhead(Box::new(Ahead { lines: Vec::new(), ..ahead.clone() }))
}
