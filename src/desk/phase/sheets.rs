//! Sheets of orders as they stand on file: reviewed by what their seat may know, and shown with running numbers.

use std::collections::BTreeMap;

use serde_json::Value;

use base::facts::{Brief, Viewer};
use base::game::{SeatId, Shared};
use base::order::{Filed, Sheet, When, worst};
use rules::{OwnFile, Reviewed};

use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::phase::questions::{as_ruled, note as asked_note};
use crate::phase::standing::title;
use crate::said::notice::{LineView, SectionView, SheetView, verdict_word};

/// What the book said of the lines of one sheet.
pub struct SheetReview {
    /// The lines.
    pub lines: Vec<Filed<Value>>,
    /// What was said of them.
    pub reviewed: Reviewed,
}

/// What a seat may know now, as its own review sees it.
pub fn seat_brief(game: &GameRecord, seat: &SeatId) -> Brief<Value> {
    game.facts.brief(Viewer::vacant(seat))
}

/// What else the person who serves a seat has on file for the open phase or later ones.
pub fn other_sheets(game: &GameRecord, seat: &SeatId) -> BTreeMap<SeatId, Vec<Filed<Value>>> {
    let served = game.roster.server_of(seat).map(|server| game.roster.seats_of(server)).unwrap_or_default();
    let others = served.into_iter().filter(|other| other != seat);
    others
        .filter_map(|other| {
            let sheet = game.sheets.get(&other).filter(|sheet| !sheet.lines.is_empty())?;
            let lines = sheet.lines.iter().map(|line| as_ruled(line).into_owned()).collect();
            Some((other, lines))
        })
        .collect()
}

/// Reviews the sheet of a seat by what the seat may know, beside whatever else its person has on file.
pub fn review(game: &GameRecord, seat: &SeatId, lines: &[Filed<Value>]) -> Result<Reviewed, DeskError> {
    // A ruling binds: the line is what it was ruled to be.
    let ruled: Vec<Filed<Value>>;
    let lines = match lines.iter().any(|line| line.asked.is_some()) {
        true => {
            ruled = lines.iter().map(|line| as_ruled(line).into_owned()).collect();
            &ruled
        }
        false => lines,
    };
    let others = other_sheets(game, seat);
    Ok(game.table.review(&seat_brief(game, seat), OwnFile { seat, lines, others: &others })?)
}

/// The sheets of these seats with running numbers, and what they leave to spend.
pub fn show_sheets(game: &GameRecord, seats: &[SeatId]) -> Result<(Vec<SheetView>, Vec<Value>), DeskError> {
    show_reviewed_sheets(game, seats, &BTreeMap::new())
}

/// Like [`show_sheets`], with reviews that were made already. Of several seats each is reviewed by what the letter made of the
/// others as well.
pub fn show_reviewed_sheets(
    game: &GameRecord,
    seats: &[SeatId],
    known: &BTreeMap<SeatId, SheetReview>,
) -> Result<(Vec<SheetView>, Vec<Value>), DeskError> {
    let mut views = Vec::new();
    let mut account = Vec::new();
    let mut number = 0;
    for seat in seats {
        let empty = Shared::default();
        let sheet = game.sheets.get(seat).unwrap_or(&empty);
        // What a seat has to spend is of interest when it owes orders or has given some.
        if !game.owes(seat) && sheet.lines.is_empty() {
            continue;
        }
        let reviewed = match known.get(seat).filter(|known| seats.len() == 1 && known.lines == sheet.lines) {
            Some(known) => known.reviewed.clone(),
            None => review(game, seat, &sheet.lines)?,
        };
        account.extend(reviewed.account.clone());
        if !sheet.lines.is_empty() {
            views.push(view_sheet(game, seat, (sheet, &reviewed), &mut number));
        }
    }
    Ok((views, account))
}

fn view_sheet(
    game: &GameRecord,
    seat: &SeatId,
    (sheet, reviewed): (&Sheet<Value>, &Reviewed),
    number: &mut usize,
) -> SheetView {
    let about = game.table.about();
    let kind = game.phase.as_ref().map_or("", |phase| phase.plan.kind.as_str());
    let mut sections: Vec<SectionView> = Vec::new();
    for (line, review) in sheet.lines.iter().zip(&reviewed.lines) {
        *number += 1;
        let mut note = if line.canonical.contains(&review.note) { String::new() } else { review.note.clone() };
        let word = verdict_word(worst(&review.remarks));
        if !word.is_empty() {
            note = format!("{note}{}{word}", if note.is_empty() { "" } else { "; " });
        }
        if let Some(asked) = asked_note(line) {
            note = format!("{note}{}{asked}", if note.is_empty() { "" } else { "; " });
        }
        if line.is_by_gm {
            note = format!("{note}{}by the GM", if note.is_empty() { "" } else { "; " });
        }
        let view = LineView { number: *number, text: line.canonical.clone(), note };
        let name = heading(about.section_name(&line.section), &line.when, kind);
        match sections.iter_mut().find(|section| section.name == name) {
            Some(section) => section.lines.push(view),
            None => sections.push(SectionView { name, lines: vec![view] }),
        }
    }
    SheetView { title: title(game, seat), revision: sheet.revision, sections }
}

/// The name of a section as it begins a line, with the phase it is for when that is not the open one alone.
fn heading(name: String, when: &When, open: &str) -> String {
    match when {
        When::Kind(kind) if kind != open => format!("{name} (for the next {kind} phase)"),
        When::Each(kind) => format!("{name} (for each {kind} phase)"),
        When::Now | When::Kind(_) => name,
    }
}

/// Sheets by seat, as plain lists, for numbering over all of them.
pub fn numbered(sheets: &BTreeMap<SeatId, Shared<Sheet<Value>>>, seats: &[SeatId]) -> Vec<(SeatId, usize)> {
    let lines = seats.iter().filter_map(|seat| Some((seat, sheets.get(seat)?)));
    lines.flat_map(|(seat, sheet)| (0..sheet.lines.len()).map(|line| (seat.clone(), line))).collect()
}
