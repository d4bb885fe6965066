//! `RULE`: a game master's word on what no rule of the book can judge.

use serde_json::Value;

use base::facts::Viewer;
use base::game::{SeatId, Shared};
use base::order::{Asked, Filed, Line, LineStatus, Meaning, Ruling, Sheet, worst};
use mail::Relayed;
use rules::Reviewed;
use rules::check::check_form;

use crate::files::decision::Change;
use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::letter::present::{Repeated, present_phase};
use crate::letter::session::{Session, refuse};
use crate::phase::questions::open_questions;
use crate::phase::sheets::{review, seat_brief, show_sheets};
use crate::said::letters::{Envelope, thread_of};
use crate::said::notice::{Note, Notice};

/// `RULE n A BECAUSE reason`: what an order is taken for. It binds, and it is final.
pub fn rule(
    session: &mut Session<'_>,
    line: &Line,
    number: u32,
    what: &str,
    reason: Option<&str>,
) -> Result<(), DeskError> {
    let Some((game, _)) = present_phase(session, line, Repeated::Harmless) else { return Ok(()) };
    let Some((seat, at)) = find(&game, number) else {
        let open: Vec<String> = open_questions(&game).into_iter().map(|(_, number, _)| number.to_string()).collect();
        let hint = if open.is_empty() {
            "No question waits for you now.".to_owned()
        } else {
            format!("Those that wait for you: {}.", open.join(", "))
        };
        refuse(session, line, &format!("No order on file has a question {number}."), Some(&hint));
        return Ok(());
    };
    let sheet = &game.sheets[&seat];
    let Some(asked) = sheet.lines[at].asked.clone() else { return Ok(()) };
    if let Some(Ruling { meaning, .. }) = &asked.ruling {
        let message = format!("Question {number} was ruled {}: {}. A ruling is final.", meaning.name, meaning.words);
        refuse(session, line, &message, None);
        return Ok(());
    }
    let Some(meaning) = meaning_of(session, line, &game, &seat, &asked, what)? else { return Ok(()) };
    let ruling = Ruling { meaning: meaning.clone(), reason: reason.map(str::to_owned) };
    let mut lines = sheet.lines.clone();
    lines[at].asked = Some(Asked { ruling: Some(ruling), ..asked });
    let reviewed = review(&game, &seat, &lines)?;
    if let Some(remark) = refusal(&reviewed, at) {
        let message = format!("Taken so, the order would be refused: {remark}");
        refuse(session, line, &message, Some("Nothing was ruled; choose another reading."));
        return Ok(());
    }
    put(session, &game, &seat, lines);
    let words = format!("ruled question {number} of {seat} {}: {}", meaning.name, meaning.words);
    session.note(words, reason.map(str::to_owned));
    session.lead(format!("Question {number} is ruled {}: {}. Its writer is told.", meaning.name, meaning.words));
    tell_writer(session, &seat, number, &meaning, reason)
}

fn find(game: &GameRecord, number: u32) -> Option<(SeatId, usize)> {
    game.sheets.iter().find_map(|(seat, sheet)| {
        let is_it = |line: &Filed<Value>| line.asked.as_ref().is_some_and(|asked| asked.number == number);
        sheet.lines.iter().position(is_it).map(|at| (seat.clone(), at))
    })
}

fn refusal(reviewed: &Reviewed, at: usize) -> Option<String> {
    let line = reviewed.lines.get(at)?;
    let bad = line.remarks.iter().find(|remark| remark.status >= LineStatus::Refused)?;
    (worst(&line.remarks) >= LineStatus::Refused).then(|| bad.message.clone())
}

/// One of the readings by its name, or an order in the game master's own words.
fn meaning_of(
    session: &mut Session<'_>,
    line: &Line,
    game: &GameRecord,
    seat: &SeatId,
    asked: &Asked<Value>,
    what: &str,
) -> Result<Option<Meaning<Value>>, DeskError> {
    if let Some(found) = asked.readings.iter().find(|reading| reading.name.eq_ignore_ascii_case(what)) {
        return Ok(Some(found.clone()));
    }
    if !what.contains(' ') {
        let names: Vec<&str> = asked.readings.iter().map(|reading| reading.name.as_str()).collect();
        let message = format!("Question {} has no reading {what}.", asked.number);
        refuse(
            session,
            line,
            &message,
            Some(&format!("There are {}; or write an order behind a colon.", names.join(", "))),
        );
        return Ok(None);
    }
    let mut context = game.context();
    let own = [Line { number: line.number, text: what.to_owned() }];
    let checked =
        check_form(game.table.as_ref(), &mut context, &seat_brief(game, seat), std::slice::from_ref(seat), &own)?;
    let Some(read) = checked.lines.into_iter().next() else { return Ok(None) };
    read.all_remarks().for_each(|remark| session.remark(line.number, &line.text, remark));
    let is_whole = worst(&read.remarks) < LineStatus::Incomplete;
    let order = read.orders.into_iter().next().filter(|order| is_whole && order.stands());
    let Some(filed) = order.and_then(|order| order.filed) else {
        session.lead("Nothing was ruled: the order in your words must be one that can be read.");
        return Ok(None);
    };
    Ok(Some(Meaning { name: "in his own words".to_owned(), order: filed.order, words: filed.canonical }))
}

fn put(session: &mut Session<'_>, game: &GameRecord, seat: &SeatId, lines: Vec<Filed<Value>>) {
    let Some(old) = game.sheets.get(seat) else { return };
    let sheet: Shared<_> = Sheet { revision: old.revision + 1, arrived: old.arrived, lines }.into();
    if let Some(game) = session.game_mut() {
        game.sheets.insert(seat.clone(), sheet.clone());
    }
    let (id, number) = (game.id.clone(), game.phase_number());
    session.change(Change::PutSheet { game: id, number, seat: seat.clone(), sheet });
}

fn tell_writer(
    session: &mut Session<'_>,
    seat: &SeatId,
    number: u32,
    meaning: &Meaning<Value>,
    reason: Option<&str>,
) -> Result<(), DeskError> {
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let Some(player) = game.roster.server_of(seat).cloned() else { return Ok(()) };
    if player == session.writer().id {
        return Ok(());
    }
    let why = Relayed::reason(reason);
    let paragraphs = vec![
        format!("The GM ruled on your question {number}. Your order is taken for: {}.{why}", meaning.words),
        "The ruling is final. On file now:".to_owned(),
    ];
    let (sheets, _) = show_sheets(&game, std::slice::from_ref(seat))?;
    let notice = Notice::Notice(Note { sheets, ..Note::of(Some(&game.id), "ruling by the GM", paragraphs) });
    let mut envelope = Envelope::generated(session.purpose("ruling"), Some(&game));
    envelope.thread = thread_of(&game, &player);
    session.write(Viewer::of_player(&game.roster, &player), &notice, &[], envelope)
}
