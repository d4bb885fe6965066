//! Earlier orders that a letter takes off the file, and those that stay or come back: none is lost in silence. Knows what
//! is on file and asks the book which orders stand against each other; knows no order.

use serde_json::Value;

use base::game::{SeatId, Warrant, authorize};
use base::order::{Filed, Line, LineStatus, worst};

use crate::commands::orders::filing::closed;
use crate::commands::orders::sheet::{count, put_sheet};
use crate::files::record::GameRecord;
use crate::files::stop::{DeskError, Stop};
use crate::letter::left_out::has_left_out;
use crate::letter::mode::FilingMode;
use crate::letter::session::{Session, refuse};
use crate::phase::sheets::review;
use crate::said::phrases::hung;

/// After the last order of a letter: what it takes off the file is settled and said.
pub fn settle(session: &mut Session<'_>, mode: FilingMode) -> Result<(), DeskError> {
    if mode.replaces {
        drop_left_over(session, mode);
    }
    let replaced = std::mem::take(&mut session.orders.replaced);
    if let Some(why) = not_read(session).or_else(|| lacks_something(session)).filter(|_| !mode.replaces) {
        for (seat, lines) in replaced {
            keep(session, &seat, lines, &why, mode)?;
        }
    }
    tell_of_dropped(session);
    Ok(())
}

/// What of the letter was not read, if anything.
fn not_read(session: &Session<'_>) -> Option<String> {
    let numbers: Vec<String> = session.unread().iter().map(usize::to_string).collect();
    match (&numbers[..], session.lost_head()) {
        ([], None) if has_left_out(session) => Some("Lines of the letter were left out".to_owned()),
        ([], None) => None,
        ([], Some(head)) => Some(format!("What stands below line {head} was not read")),
        ([one], _) => Some(format!("Line {one} was not read")),
        (several, _) => Some(format!("Lines {} were not read", several.join(", "))),
    }
}

/// Orders that all lack something, one letter of a name perhaps, put nothing in the place of whole ones.
fn lacks_something(session: &Session<'_>) -> Option<String> {
    let is_any = !session.orders.put.is_empty() && !session.orders.has_whole;
    is_any.then(|| "Each order of the letter lacks something".to_owned())
}

/// Of a letter that was read in part the good lines take the place of the orders they stand against; the others stay, for
/// the lines that were not read may have repeated them.
fn keep(
    session: &mut Session<'_>,
    seat: &SeatId,
    replaced: Vec<Filed<Value>>,
    why: &str,
    mode: FilingMode,
) -> Result<(), DeskError> {
    let Some((game, warrant)) = leave_of(session, seat) else { return Ok(()) };
    let sheet = game.sheets.get(seat).cloned().unwrap_or_default();
    let mut back = compatible(&game, seat, &sheet.lines, replaced)?;
    if back.is_empty() {
        return Ok(());
    }
    back.iter_mut().for_each(|line| line.is_left_over = true);
    let words: Vec<String> = back.iter().map(|line| line.canonical.clone()).collect();
    let lines: Vec<Filed<Value>> = sheet.lines.iter().cloned().chain(back).collect();
    put_sheet(session, &warrant, &sheet, lines, mode.is_check);
    session.keep_beside(why, words);
    Ok(())
}

/// Which of these orders can stand beside those on file: none of them stands against one, and they fit in.
fn compatible(
    game: &GameRecord,
    seat: &SeatId,
    on_file: &[Filed<Value>],
    candidates: Vec<Filed<Value>>,
) -> Result<Vec<Filed<Value>>, DeskError> {
    let mut both = on_file.to_vec();
    for candidate in candidates {
        let mut is_free = !on_file.iter().any(|line| line.is_same_order(&candidate));
        for line in on_file.iter().filter(|line| is_for_one_place(line, &candidate)) {
            is_free = is_free && !game.table.contradict(&candidate, line)?;
        }
        if is_free {
            both.push(candidate);
        }
    }
    let reviewed = review(game, seat, &both)?;
    let verdicts = reviewed.lines.iter().skip(on_file.len()).map(|line| worst(&line.remarks));
    let standing = both.into_iter().skip(on_file.len()).zip(verdicts);
    Ok(standing.filter(|(_, verdict)| *verdict < LineStatus::Refused).map(|(line, _)| line).collect())
}

/// Whether both stand in one section and neither beside whatever else is there.
fn is_for_one_place(one: &Filed<Value>, other: &Filed<Value>) -> bool {
    one.section == other.section && !one.is_added && !other.is_added
}

/// REPLACE: what stays of earlier letters beside a later one that was read in part goes.
fn drop_left_over(session: &mut Session<'_>, mode: FilingMode) {
    let mut seats = session.seats();
    seats.extend(session.orders.before.keys().filter(|seat| !session.seats().contains(seat)).cloned());
    let mut is_any = !session.orders.filed.is_empty();
    for seat in seats {
        let Some((game, warrant)) = leave_of(session, &seat) else { continue };
        let Some(sheet) = game.sheets.get(&seat).filter(|sheet| sheet.lines.iter().any(|line| line.is_left_over))
        else {
            continue;
        };
        if let Some(refusal) = closed(&game, session, std::slice::from_ref(&warrant)) {
            return session.lead(refusal);
        }
        is_any = true;
        let lines = sheet.lines.iter().filter(|line| !line.is_left_over).cloned().collect();
        session.show_sheets();
        put_sheet(session, &warrant, sheet, lines, mode.is_check);
    }
    if !is_any {
        session
            .lead("REPLACE changes nothing: no order on file is left over from before a letter that was read in part.");
    }
}

fn leave_of(session: &Session<'_>, seat: &SeatId) -> Option<(GameRecord, Warrant)> {
    let game = session.game().cloned()?;
    let warrant = authorize(&game.roster, &session.writer().id, seat).ok()?;
    Some((game, warrant))
}

/// Orders that were on file when the letter came and are not any more.
fn tell_of_dropped(session: &mut Session<'_>) {
    let Some(game) = session.game() else { return };
    let mut dropped = Vec::new();
    for (seat, before) in &session.orders.before {
        let now = game.sheets.get(seat).map(|sheet| sheet.lines.as_slice()).unwrap_or_default();
        let is_gone = |old: &&Filed<Value>| !now.iter().any(|line| line.is_same_order(old));
        dropped.extend(before.iter().filter(is_gone).map(|line| line.canonical.clone()));
    }
    session.say_dropped(dropped);
}

/// `RESTORE`: the orders that were last taken off the file come back, as far as they fit beside those on file now.
pub fn restore(session: &mut Session<'_>, line: &Line, mode: FilingMode) -> Result<(), Stop> {
    let Some(game) = session.game().cloned() else {
        refuse(session, line, "No game is named.", None);
        return Ok(());
    };
    session.show_sheets();
    session.entitle("orders".to_owned());
    let warrants: Vec<Warrant> =
        session.seats().iter().filter_map(|seat| authorize(&game.roster, &session.writer().id, seat).ok()).collect();
    if let Some(refusal) = closed(&game, session, &warrants) {
        session.lead(refusal);
        return Ok(());
    }
    let (mut restored, mut barred, mut before) = (0, Vec::new(), Vec::new());
    for warrant in &warrants {
        let mut earlier = gone(session, &game, warrant.seat())?.into_iter();
        let gone = received_anew(session, earlier.next().unwrap_or_default());
        let sheet = game.sheets.get(warrant.seat()).cloned().unwrap_or_default();
        let back = compatible(&game, warrant.seat(), &sheet.lines, gone.clone())?;
        let is_barred = |old: &&Filed<Value>| !back.iter().any(|line| line.is_same_order(old));
        barred.extend(gone.iter().filter(is_barred).map(|line| hung(&line.canonical, "  ", 4)));
        if back.is_empty() {
            before.extend(fitting(&game, warrant.seat(), &sheet.lines, earlier)?);
            continue;
        }
        restored += back.len();
        session.orders.filed.extend(back.iter().map(|line| (warrant.seat().clone(), line.section.clone())));
        let lines = sheet.lines.iter().cloned().chain(back).collect();
        put_sheet(session, warrant, &sheet, lines, mode.is_check);
    }
    if restored > 0 {
        let are = match (mode.is_check, restored) {
            (true, _) => "would be",
            (false, 1) => "is",
            (false, _) => "are",
        };
        session.lead(format!("RESTORE: {} {are} back.", count(restored)));
    } else if barred.is_empty() {
        refuse(session, line, "No order of yours was taken off the file in this phase.", None);
    }
    if !barred.is_empty() {
        let how = "To have these in place of what is on file, take that off in the same letter: CANCEL with its number, and \
                   RESTORE below it.";
        session
            .answer("Not restored, for other orders stand in their place", format!("{}\n\n{how}", barred.join("\n")));
    }
    if restored == 0 && !before.is_empty() {
        let how = "These would fit beside what is on file. To have them back, send them below a line ADD.";
        session.answer("Taken off the file before that", format!("{}\n\n{how}", before.join("\n")));
    }
    Ok(())
}

/// The first of these lists of which something fits beside what is on file: what does.
fn fitting(
    game: &GameRecord,
    seat: &SeatId,
    on_file: &[Filed<Value>],
    lists: impl Iterator<Item = Vec<Filed<Value>>>,
) -> Result<Vec<String>, DeskError> {
    for list in lists {
        let fits = compatible(game, seat, on_file, list)?;
        if !fits.is_empty() {
            return Ok(fits.iter().map(|line| hung(&line.canonical, "  ", 4)).collect());
        }
    }
    Ok(Vec::new())
}

/// Orders that come back came with the letter that brings them: those of others that came while they were off the file go before.
fn received_anew(session: &mut Session<'_>, lines: Vec<Filed<Value>>) -> Vec<Filed<Value>> {
    let receive = |line: Filed<Value>| {
        let received = Some(session.next_receipt());
        session.orders.read += 1;
        Filed { received, ..line }
    };
    lines.into_iter().map(receive).collect()
}

/// The orders that earlier letters took off the file, by letter and the latest first, but for those cancelled in this one.
fn gone(session: &Session<'_>, game: &GameRecord, seat: &SeatId) -> Result<Vec<Vec<Filed<Value>>>, Stop> {
    let earlier = session.desk().files.earlier_sheets(&game.id, game.phase_number(), seat)?;
    let now = game.sheets.get(seat).map(|sheet| sheet.lines.as_slice()).unwrap_or_default();
    let cancelled = session.orders.cancelled.iter().filter(|(other, _)| other == seat).map(|(_, line)| line);
    let known: Vec<&Filed<Value>> = now.iter().chain(cancelled).collect();
    let gone_of = |lines: &Vec<Filed<Value>>| -> Vec<Filed<Value>> {
        let is_gone = |line: &&Filed<Value>| !known.iter().any(|other| other.is_same_order(line));
        lines.iter().filter(is_gone).cloned().map(|line| Filed { is_left_over: false, ..line }).collect()
    };
    Ok(earlier.iter().map(|sheet| gone_of(&sheet.lines)).filter(|lines| !lines.is_empty()).collect())
}
