//! What players ask about their game and their orders: STATUS, SHOW, and CANCEL of what is on file.

use serde_json::Value;

use base::game::{Phase, Player, SeatId, Warrant, authorize};
use base::order::{Cancelled, Filed, Line, When};
use mail::compose::WIDTH;

use crate::commands::orders::filing::closed;
use crate::commands::orders::sheet::{count, is_overtaken, put_sheet};
use crate::commands::orders::{ahead, waiting_acts};
use crate::files::record::{EarlierSheet, GameRecord, GameStatus, SentLetter};
use crate::files::stop::Stop;
use crate::letter::mode::{FilingMode, Whose};
use crate::letter::receipt::RECEIPT;
use crate::letter::session::{Session, refuse};
use crate::phase::matters;
use crate::phase::sheets::numbered;
use crate::phase::standing::{deadline_for, due_words_now, missing, on_file, ready_words, title};
use crate::said::fates::Fate;
use crate::said::phrases::{hung, phase_name, span, together};

pub fn status(session: &mut Session<'_>, mode: FilingMode) -> Result<(), Stop> {
    session.entitle("status".to_owned());
    let Some(game) = session.game().cloned() else {
        let games: Vec<String> = session.desk().writer_games.iter().map(ToString::to_string).collect();
        let text = if games.is_empty() {
            "You are in no game.".to_owned()
        } else {
            format!("Your games: {}.", games.join(", "))
        };
        session.answer("Status", text);
        return Ok(());
    };
    let mut rows = vec![format!("  Game       {} ({})", game.id, game.table.book())];
    match &game.phase {
        Some(phase) => {
            rows.push(hung(&phase_name(phase.number, &phase.plan.title), "  Now        ", 13));
            let due = due_words_now(&game, session.reader(), phase, session.desk().now);
            rows.push(hung(&due, "  Due        ", 13));
            if phase.revision > 1 && session.is_gm() {
                rows.push(format!("  Revision   {}: in letters of their own, commands that move the", phase.revision));
                rows.push(format!("             game want phase={} rev={}", phase.number, phase.revision));
            }
            rows.extend(clock_rows(&game, session.reader(), phase));
        }
        None => rows.push(format!("  Now        {:?}", game.status).to_lowercase()),
    }
    if game.status == GameStatus::Halted {
        rows.push("  Halted     the phase could not be played; the game masters know, and no".to_owned());
        rows.push("             deadline passes until it can".to_owned());
    }
    let seats = session.seats();
    let told = |seat: &SeatId| match mode.is_check {
        true => on_file(&game, seat).replace("on file", "would be on file"),
        false => on_file(&game, seat),
    };
    if seats.len() <= matters::MOST_APART {
        rows.extend(seats.iter().flat_map(|seat| seat_rows(seat, &told(seat), &title(&game, seat))));
    }
    session.answer("Status", rows.join("\n"));
    if seats.len() > matters::MOST_APART {
        let alike = together(seats.iter().map(|seat| (told(seat), seat.to_string())));
        let items: Vec<String> = alike.iter().map(|(told, seats)| format!("- {told}: {}", seats.join(", "))).collect();
        session.answer(format!("Your {} seats", seats.len()), items.join("\n"));
    }
    let mut open = Vec::new();
    for seat in &seats {
        open.extend(matters::open_to(&game, seat)?.into_iter().map(|matter| (seat.clone(), matter)));
    }
    if !open.is_empty() {
        let items = matters::in_words(&game, &seats, &open).into_iter().map(|matter| format!("- {matter}"));
        session.answer("Open to you", items.collect::<Vec<_>>().join("\n"));
    }
    if session.is_gm() {
        let owing: Vec<String> = missing(&game).iter().map(ToString::to_string).collect();
        let said = match owing.is_empty() {
            true => "Nobody owes orders any more.".to_owned(),
            false => format!("Orders are still owed by {}.", owing.join(", ")),
        };
        session.answer("Still owed", said);
    }
    Ok(())
}

/// What is on file for a seat beside its name, or below one that leaves it no room; then its title.
fn seat_rows(seat: &SeatId, on_file: &str, title: &str) -> Vec<String> {
    let name = format!("  Your seat  {seat}");
    let below = |text: &str| hung(text, "             ", 13);
    match name.len() + 2 + on_file.len() <= WIDTH {
        true => vec![format!("{name}, {on_file}"), below(title)],
        false => vec![name, below(on_file), below(title)],
    }
}

/// What else is to be known of the clock of the open phase: a pause, reminders, how many are ready.
fn clock_rows(game: &GameRecord, reader: &Player, phase: &Phase) -> Vec<String> {
    let mut rows = Vec::new();
    match phase.clock.paused_at {
        Some(since) => {
            let said = format!("stands still since {}", deadline_for(game, reader, since));
            rows.push(hung(&said, "  Clock      ", 13));
        }
        None if !game.timetable.reminders_minutes.is_empty() => {
            let spans = game.timetable.reminders_minutes.iter().map(|minutes| span(i64::from(*minutes) * 60));
            let spans = spans.collect::<Vec<_>>().join(", ");
            rows.push(format!("  Reminders  {spans} before, to those who owe orders"));
            if game.table.about().has_matters {
                rows.push("             or have not spoken of what is closed then".to_owned());
            }
        }
        None => {}
    }
    if let Some(ready) = ready_words(game, &reader.id).filter(|_| game.timetable.pace.cooling_minutes.is_some()) {
        rows.push(hung(&ready, "  Ready      ", 13));
    }
    rows
}

pub fn show(session: &mut Session<'_>, mode: FilingMode) -> Result<(), Stop> {
    session.entitle("orders on file".to_owned());
    session.show_sheets();
    let Some(game) = session.game() else {
        session.lead("Please name your game in the subject, in square brackets.");
        return Ok(());
    };
    let kind = game.phase.as_ref().map_or("", |phase| phase.plan.kind.as_str());
    let sheets = session.seats().into_iter().filter_map(|seat| game.sheets.get(&seat).cloned());
    let lines: Vec<When> =
        sheets.flat_map(|sheet| sheet.lines.iter().map(|line| line.when.clone()).collect::<Vec<_>>()).collect();
    let later = lines.iter().filter(|when| !when.is_met_by(kind)).count();
    let have = if mode.is_check { "would have" } else { "have" };
    session.lead(format!("You {have} {} on file for this phase.", count(lines.len() - later)));
    match later {
        0 => {}
        1 => session.lead("1 order on file is for a phase to come."),
        n => session.lead(format!("{n} orders on file are for phases to come.")),
    }
    waiting_acts::show(session)?;
    ahead::show(session, mode)
}

pub fn cancel(session: &mut Session<'_>, line: &Line, which: &Cancelled, mode: FilingMode) -> Result<(), Stop> {
    match which {
        Cancelled::Kept(numbers) => return waiting_acts::cancel(session, line, numbers, mode),
        Cancelled::Numbers(numbers) => match other_numbers(session, numbers)? {
            Some(said) => {
                session.show_sheets();
                session.entitle("orders".to_owned());
                let hint = "Your orders with their numbers now stand below: send CANCEL in answer to this letter.";
                refuse(session, line, &format!("{said} Nothing was cancelled."), Some(hint));
            }
            None => cancel_on_file(session, line, &session.seats(), Some(numbers), mode),
        },
        Cancelled::All => {
            let were_kept = waiting_acts::cancel_all(session, mode)?;
            let is_file_empty = session.game().is_some_and(|game| numbered(&game.sheets, &session.seats()).is_empty());
            if !(were_kept && is_file_empty) {
                cancel_on_file(session, line, &session.seats(), None, mode);
            }
        }
    }
    Ok(())
}

/// CANCEL below AS: the orders of that seat alone. Those of a person have numbers in the list of all of his seats.
pub fn cancel_below_as(session: &mut Session<'_>, line: &Line, whose: &Whose, which: &Cancelled, mode: FilingMode) {
    let Whose::Of(seat) = whose else {
        return refuse(session, line, "Nothing below that AS is done, so nothing was cancelled.", None);
    };
    if !matches!(which, Cancelled::All) {
        let said = "Below AS, orders are cancelled all together: numbers are those of your own seats.";
        return refuse(session, line, said, Some("CANCEL ALL below AS takes off what is on file for that seat."));
    }
    cancel_on_file(session, line, std::slice::from_ref(seat), None, mode);
}

/// What one of these numbers means on the receipt that the letter answers, where orders that came since made it another's.
fn other_numbers(session: &Session<'_>, numbers: &[usize]) -> Result<Option<String>, Stop> {
    let Some(game) = session.game() else { return Ok(None) };
    let is_receipt = |sent: &&SentLetter| sent.purpose.starts_with(RECEIPT) && sent.game.as_ref() == Some(&game.id);
    let Some(sent) = session.answered().filter(is_receipt) else { return Ok(None) };
    if sent.phase != game.phase_number() {
        return Ok(Some("The receipt that you answer is of a phase that is over, and so are its numbers.".to_owned()));
    }
    let Some(written) = sent.written else { return Ok(None) };
    let (mut shown, mut now, mut has_changed) = (Vec::new(), Vec::new(), false);
    for seat in session.seats() {
        let earlier = session.desk().files.earlier_sheets(&game.id, game.phase_number(), &seat)?;
        has_changed |= earlier.first().is_some_and(|newest| newest.arrived > written);
        let words = |sheet: &EarlierSheet| sheet.lines.iter().map(|line| line.canonical.clone()).collect::<Vec<_>>();
        now.extend(earlier.first().map(words).unwrap_or_default());
        shown.extend(earlier.iter().find(|sheet| sheet.arrived <= written).map(words).unwrap_or_default());
    }
    let at = |orders: &[String], number: usize| number.checked_sub(1).and_then(|place| orders.get(place)).cloned();
    let is_another = |number: &&usize| at(&shown, **number) != at(&now, **number);
    let Some(number) = numbers.iter().find(is_another).filter(|_| has_changed) else { return Ok(None) };
    let words = |order: Option<String>| order.map_or_else(|| "no order".to_owned(), |order| format!("\"{order}\""));
    let (there, here) = (words(at(&shown, *number)), words(at(&now, *number)));
    Ok(Some(format!("On the receipt that you answer {number} is {there}; since then it is {here}.")))
}

fn nothing_on_file(session: &Session<'_>, seats: &[SeatId]) -> String {
    let whose = match (seats, session.game()) {
        ([seat], Some(game)) if !session.seats().contains(seat) => format!("{} has", title(game, seat)),
        _ => "You have".to_owned(),
    };
    format!("{whose} no orders on file, so there is nothing to cancel.")
}

/// Of the orders on file for these seats those with these numbers on the last receipt, or all.
fn cancel_on_file(session: &mut Session<'_>, line: &Line, seats: &[SeatId], which: Option<&[usize]>, mode: FilingMode) {
    let Some(game) = session.game().cloned() else { return refuse(session, line, "No game is named.", None) };
    session.show_sheets();
    session.entitle("orders".to_owned());
    let warrants: Vec<Warrant> =
        seats.iter().filter_map(|seat| authorize(&game.roster, &session.writer().id, seat).ok()).collect();
    let seats: Vec<SeatId> = warrants.iter().map(|warrant| warrant.seat().clone()).collect();
    let all = numbered(&game.sheets, &seats);
    if all.is_empty() {
        return refuse(session, line, &nothing_on_file(session, &seats), None);
    }
    let mut mode = mode;
    if let Some(refusal) = closed(&game, session, &warrants) {
        session.lead(refusal);
        if !session.asks_meaning() {
            return;
        }
        // Shown as it would be, and not done before somebody says so.
        mode.is_check = true;
    }
    let gone: Vec<(SeatId, usize)> = match which {
        None => all.clone(),
        Some(numbers) => {
            if let Some(wrong) = numbers.iter().find(|number| **number == 0 || **number > all.len()) {
                let message =
                    format!("There is no order {wrong} on file; your orders have the numbers 1 to {}.", all.len());
                return refuse(session, line, &message, Some("SHOW lists them."));
            }
            numbers.iter().map(|number| all[number - 1].clone()).collect()
        }
    };
    for seat in seats {
        let Some(old) = game.sheets.get(&seat).filter(|_| gone.iter().any(|(other, _)| other == &seat)) else {
            continue;
        };
        let stays = |index: usize| !gone.contains(&(seat.clone(), index));
        let cancelled = old.lines.iter().enumerate().filter(|(index, _)| !stays(*index));
        let lines = old.lines.iter().enumerate().filter(|(index, _)| stays(*index)).map(|(_, line)| line.clone());
        let lines = lines.collect();
        if let Ok(warrant) = authorize(&game.roster, &session.writer().id, &seat) {
            if is_overtaken(session, &warrant, old, |_| true) {
                session.lead("Orders that arrived after this letter are on file already; they stay.");
                continue;
            }
            cancelled.for_each(|(_, order)| note_cancelled(session, &seat, order));
            if which.is_none() {
                session.orders.replaced.remove(&seat);
            }
            put_sheet(session, &warrant, old, lines, mode.is_check);
        }
    }
}

fn note_cancelled(session: &mut Session<'_>, seat: &SeatId, order: &Filed<Value>) {
    let is_put = |(of, put, _): &&(SeatId, Filed<Value>, usize)| of == seat && put.is_same_order(order);
    let numbers: Vec<usize> = session.orders.put.iter().filter(is_put).map(|(.., number)| *number).collect();
    numbers.into_iter().for_each(|number| session.fates().set(number, Fate::Cancelled));
    session.orders.cancelled.push((seat.clone(), order.clone()));
}

#[cfg(test)]
mod tests {
    use base::game::LONGEST_SEAT;

    use super::*;

    #[test]
    fn what_is_told_of_a_seat_with_a_long_name_fits_the_width_of_a_letter() {
        let rows = |seat: &str| seat_rows(&SeatId::parse(seat).unwrap(), "123 orders on file, ready", "The Governor");
        assert_eq!(rows("usa-east")[0], "  Your seat  usa-east, 123 orders on file, ready");
        let long = rows(&"x".repeat(LONGEST_SEAT));
        assert_eq!(long[1..], ["             123 orders on file, ready", "             The Governor"]);
        assert!(long.iter().all(|row| row.len() <= WIDTH), "{long:?}");
    }
}
