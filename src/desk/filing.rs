//! Orders on file: reading the lines of a letter, giving each to a seat, and keeping what its reviewer lets stand.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::game::schedule::{Standing, standing};
use crate::game::{SeatId, Warrant, authorize};
use crate::order::lines::{OrderLine, read_order_lines};
use crate::order::{Filed, Line, LineStatus, Remark, Sheet, worst};
use crate::report::{Viewer, brief};
use crate::rules::{Context, ReadOrder};

use super::decision::{Change, Verdict};
use super::letters::DeskError;
use super::record::GameRecord;
use super::session::{Session, deadline_for, phase_name, review};

/// How the orders of a letter are to be filed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FilingMode {
    /// A dry run.
    pub is_check: bool,
    /// Added to what is on file instead of taking its place.
    pub adds: bool,
}

/// A new line on its way to the file.
struct NewLine {
    seat: SeatId,
    filed: Filed<Value>,
    /// Which line of the letter it came from.
    source: usize,
    remarks: Vec<Remark>,
}

/// Reads `lines` and files what stands, for the writer's own seats or, by a GM, for `seat`.
pub fn file_orders(
    session: &mut Session<'_>,
    lines: &[Line],
    seat: Option<&SeatId>,
    mode: FilingMode,
) -> Result<(), DeskError> {
    let Some(game) = session.game.clone() else { return Ok(()) };
    let warrants = warrants(session, &game, seat);
    let context = Context { phase_kind: game.phase.as_ref().map(|phase| phase.plan.kind.clone()), heading: None };
    let read = read_lines(&game, context, lines);
    if read.iter().all(|line| line.outcome.as_ref().is_err_and(|remark| remark.status == LineStatus::Chatter)) {
        session.receipt.chatter.extend(read.into_iter().map(|line| line.text));
        return Ok(());
    }
    if let Some(refusal) = closed(&game, session, &warrants) {
        session.lead(refusal);
        return Ok(());
    }
    let seats: Vec<SeatId> = warrants.iter().map(|warrant| warrant.seat().clone()).collect();
    let new_lines = assign(session, &game, &seats, seat, &read)?;
    for warrant in &warrants {
        let own: Vec<&NewLine> = new_lines.iter().filter(|line| &line.seat == warrant.seat()).collect();
        if !own.is_empty() {
            file_sheet(session, &game, warrant, &own, &read, mode)?;
        }
    }
    if new_lines.is_empty() {
        session.lead("None of these orders could be put on file; what was there before stays.");
    }
    session.shows_sheets = true;
    Ok(())
}

/// Leave for the seats whose orders this letter may give.
fn warrants(session: &Session<'_>, game: &GameRecord, seat: Option<&SeatId>) -> Vec<Warrant> {
    let seats = seat.map_or_else(|| session.seats(), |seat| vec![seat.clone()]);
    seats.iter().filter_map(|seat| authorize(&game.roster, &session.writer.id, seat).ok()).collect()
}

/// Reads lines one order at a time, wrapped ones joined.
pub fn read_lines(game: &GameRecord, mut context: Context, lines: &[Line]) -> Vec<OrderLine<ReadOrder>> {
    let table = &game.table;
    read_order_lines(lines, |line| table.begins_order(line), |line| table.read(&mut context, line))
}

/// Why no orders can be filed now, if they cannot; sets the letter aside when only the GM can still let it count.
fn closed(game: &GameRecord, session: &mut Session<'_>, warrants: &[Warrant]) -> Option<String> {
    let Some(phase) = &game.phase else {
        return Some("No phase is open, so no orders can be put on file.".to_owned());
    };
    if warrants.is_empty() && !session.seats().is_empty() {
        return Some("You cannot give orders for this seat, so nothing was put on file.".to_owned());
    }
    if warrants.is_empty() {
        return Some("You hold no seat in this game, so your orders were not put on file.".to_owned());
    }
    if session.arrival.is_accepted_late || warrants.iter().any(Warrant::is_by_gm) {
        return None;
    }
    let name = phase_name(phase.number, &phase.plan.title);
    if session.arrival.at < phase.opened {
        session.decision.verdict = Verdict::Late;
        return Some(format!(
            "Your letter arrived before {name} was opened, when the phase before it was already being played. Nothing \
             of it was put on file; send your orders again if they are meant for {name}."
        ));
    }
    let due = deadline_for(game, session.writer, phase.deadline);
    match standing(session.arrival.at, phase.deadline, game.timetable.grace_minutes) {
        Standing::Open => None,
        Standing::Grace => {
            session.lead(format!(
                "Your letter came after the deadline but within the grace, so it counts. The deadline was {due}."
            ));
            None
        }
        Standing::Closed => {
            session.decision.verdict = Verdict::Late;
            Some(format!(
                "Too late: orders for {name} were due {due}, and the grace is over. Nothing was put on file; the GM \
                 can still accept your letter."
            ))
        }
    }
}

/// Gives each order to a seat; what none of the seats may order becomes a problem.
fn assign(
    session: &mut Session<'_>,
    game: &GameRecord,
    seats: &[SeatId],
    on_behalf: Option<&SeatId>,
    read: &[OrderLine<ReadOrder>],
) -> Result<Vec<NewLine>, DeskError> {
    let viewer = match on_behalf {
        Some(seat) => Viewer::vacant(seat),
        None => Viewer::of_player(&game.roster, &session.writer.id),
    };
    let knowledge = brief(viewer, &game.facts);
    let mut sources = Vec::new();
    let mut orders = Vec::new();
    for (source, line) in read.iter().enumerate() {
        match &line.outcome {
            Ok(reading) => {
                sources.extend(reading.orders.iter().map(|(_, words)| (source, words.clone())));
                orders.extend(reading.orders.iter().map(|(order, _)| order.clone()));
            }
            Err(remark) if remark.status == LineStatus::Chatter => session.receipt.chatter.push(line.text.clone()),
            Err(remark) => push_problem(session, line, remark),
        }
    }
    let assigned = game.table.assign(&knowledge, seats, &orders)?;
    let mut new_lines = Vec::new();
    for ((assigned, order), (source, canonical)) in assigned.into_iter().zip(orders).zip(sources) {
        let line = &read[source];
        match assigned {
            Ok(place) => new_lines.push(NewLine {
                seat: place.seat,
                filed: Filed {
                    section: place.section,
                    order,
                    canonical,
                    written: line.text.clone(),
                    is_by_gm: on_behalf.is_some() && session.is_gm(),
                },
                source,
                remarks: line.outcome.as_ref().map(|reading| reading.remarks.clone()).unwrap_or_default(),
            }),
            Err(remark) => push_problem(session, line, &remark),
        }
    }
    Ok(new_lines)
}

fn push_problem(session: &mut Session<'_>, line: &OrderLine<ReadOrder>, remark: &Remark) {
    session.remark(line.number, &line.text, remark);
}

/// Reviews one seat's new sheet, keeps what stands, and puts it on file.
fn file_sheet(
    session: &mut Session<'_>,
    game: &GameRecord,
    warrant: &Warrant,
    new_lines: &[&NewLine],
    read: &[OrderLine<ReadOrder>],
    mode: FilingMode,
) -> Result<(), DeskError> {
    let seat = warrant.seat();
    let old = session.game.as_ref().and_then(|game| game.sheets.get(seat)).cloned().unwrap_or_default();
    let sections: BTreeSet<&str> = new_lines.iter().map(|line| line.filed.section.as_str()).collect();
    let stays = |line: &&Filed<Value>| mode.adds || !sections.contains(line.section.as_str());
    let kept: Vec<Filed<Value>> = old.lines.iter().filter(stays).cloned().collect();
    let candidate: Vec<Filed<Value>> =
        kept.iter().cloned().chain(new_lines.iter().map(|line| line.filed.clone())).collect();
    let reviewed = review(game, seat, &candidate)?;
    let mut standing_lines = Vec::new();
    for (line, verdict) in new_lines.iter().zip(&reviewed.lines[kept.len()..]) {
        // What the reader found missing is not said a second time by the reviewer.
        let is_told = line.remarks.iter().any(|remark| remark.status == LineStatus::Incomplete);
        let found = verdict.remarks.iter().filter(|remark| !is_told || remark.status != LineStatus::Incomplete);
        let remarks: Vec<Remark> = line.remarks.iter().chain(found).cloned().collect();
        remarks.iter().for_each(|remark| push_problem(session, &read[line.source], remark));
        if worst(&remarks) < LineStatus::Refused {
            standing_lines.push(line.filed.clone());
        }
    }
    // A section none of whose new lines stands keeps its old ones.
    let renewed: BTreeSet<String> = standing_lines.iter().map(|line| line.section.clone()).collect();
    let mut lines: Vec<Filed<Value>> =
        old.lines.iter().filter(|line| mode.adds || !renewed.contains(&line.section)).cloned().collect();
    lines.extend(standing_lines);
    put_sheet(session, warrant, old, lines, mode.is_check);
    Ok(())
}

/// Puts a seat's sheet on file, and says first of all what that changed.
pub fn put_sheet(
    session: &mut Session<'_>,
    warrant: &Warrant,
    old: Sheet<Value>,
    lines: Vec<Filed<Value>>,
    is_check: bool,
) {
    let Some(game) = &mut session.game else { return };
    let Some(phase) = &game.phase else { return };
    let seat = warrant.seat().clone();
    let title = game.roster.seat(&seat).map_or_else(|| seat.to_string(), |seat| seat.spec.title.clone());
    let (before, after) = (old.lines.len(), lines.len());
    if lines == old.lines {
        session.lead(match before {
            0 => format!("{title}: nothing is on file, for no order of this letter can stand."),
            _ => format!("{title}: the orders on file stay as they were ({}).", count(before)),
        });
        return;
    }
    let number = phase.number;
    let sheet = Sheet { revision: old.revision + 1, arrived: session.arrival.at, lines };
    game.sheets.insert(seat.clone(), sheet.clone());
    let game_id = game.id.clone();
    if is_check {
        session.lead(format!("{title}: {} would be on file; now there are {before}.", count(after)));
        return;
    }
    let late = if before == 0 { String::new() } else { format!("you had {}, now ", count(before)) };
    session.lead(format!("{title}: {late}{} on file.", count(after)));
    if warrant.is_by_gm() {
        session.on_behalf.insert(seat.clone());
    }
    session.change(Change::PutSheet { game: game_id, number, seat: seat.clone(), sheet: Box::new(sheet) });
    session.note(format!("orders of {seat}: {before} before, {after} now"), None);
}

fn count(orders: usize) -> String {
    match orders {
        0 => "no orders".to_owned(),
        1 => "1 order".to_owned(),
        n => format!("{n} orders"),
    }
}
