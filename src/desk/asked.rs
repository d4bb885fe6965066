//! Orders that only the game master can judge: asking him at once, his ruling, and what holds until and after it. Knows no
//! rule; what a line may be taken for, the book says.

use std::borrow::Cow;

use serde_json::Value;

use base::facts::{Audience, Fact, Viewer, brief};
use base::game::{SeatId, Shared};
use base::order::asked::number_of;
use base::order::{Asked, Filed, Line, LineStatus, Meaning, Ruling, Sheet, worst};
use mail::Relayed;
use rules::check::check_form;
use rules::{Context, Reviewed};

use super::clock::title;
use super::decision::Change;
use super::filing::FilingMode;
use super::gm::present::{Repeated, present_phase};
use super::letters::{DeskError, Envelope, Told, thread_of};
use super::notice::{Note, Notice};
use super::player::refuse;
use super::record::GameRecord;
use super::session::{Session, phase_name};
use super::sheets::{review, seat_brief, show_sheets};

/// A question that a letter gave rise to and that the game masters do not know yet.
#[derive(Debug, Clone)]
pub struct NewQuestion {
    seat: SeatId,
    number: u32,
    about: Vec<Fact<Value>>,
}

/// Notes beside each line what is asked about it: what was asked and ruled before stays as it is, new questions get their
/// numbers.
pub fn attach(
    session: &mut Session<'_>,
    game: &GameRecord,
    seat: &SeatId,
    old: &Sheet<Value>,
    lines: &mut [Filed<Value>],
    mode: FilingMode,
) -> Result<(), DeskError> {
    for line in lines.iter_mut().filter(|line| line.asked.is_none()) {
        let before = old.lines.iter().find(|old| old.section == line.section && old.canonical == line.canonical);
        line.asked = before.and_then(|before| before.asked.clone());
    }
    if lines.iter().all(|line| line.asked.is_some()) {
        return Ok(());
    }
    let questions = game.table.questions(&seat_brief(game, seat), seat, lines)?;
    let mut taken = numbers(game);
    for question in questions {
        let Some(line) = lines.get_mut(question.line).filter(|line| line.asked.is_none()) else { continue };
        let label = game.phase.as_ref().map_or_else(String::new, base::game::Phase::label);
        let number = number_of(&format!("{seat} {} {label}", line.section), &line.canonical, &taken);
        taken.push(number);
        line.asked = Some(Asked { number, readings: question.readings, ruling: None });
        let would = if mode.is_check { "would be" } else { "is" };
        session.lead(format!(
            "\"{}\" {would} for the game master to judge: question {number}. He is asked at once; what he rules is final. \
             {}",
            line.canonical, question.silence
        ));
        let about = question.about.into_iter().map(|item| Fact::new(Audience::Umpire, item)).collect();
        session.questions.push(NewQuestion { seat: seat.clone(), number, about });
    }
    Ok(())
}

/// Mails new questions to the game masters, with what the book has to say of them to nobody else.
pub fn tell(session: &mut Session<'_>) -> Result<(), DeskError> {
    if session.questions.is_empty() {
        return Ok(());
    }
    let Some(game) = session.game.clone() else { return Ok(()) };
    let phase = game.phase.as_ref().map_or_else(String::new, |phase| phase_name(phase.number, &phase.plan.title));
    for question in std::mem::take(&mut session.questions) {
        let NewQuestion { seat, number, about } = question;
        let paragraphs = vec![
            format!("Question {number}, on an order of {} for {phase}.", title(&game, &seat)),
            "Answer with a line such as".to_owned(),
            format!("  RULE {number} [letter] BECAUSE [your reason]"),
            "with the letter of a reading or IGNORE, or with an order in your own words behind a colon (RULE and the number, \
             a colon, the order). Your ruling is final, and its writer is told at once."
                .to_owned(),
        ];
        for gm in game.roster.gms() {
            let Some(viewer) = Viewer::umpire(&game.roster, gm).filter(|_| session.caused_enough().is_none()) else {
                continue;
            };
            let notice = Notice::Notice(Note {
                game: Some(game.id.to_string()),
                title: "a question for you".to_owned(),
                paragraphs: paragraphs.clone(),
                sheets: Vec::new(),
            });
            let mut envelope = Envelope::generated(session.purpose("question"), Some(&game));
            envelope.thread = thread_of(&game, gm);
            let told = Told::words(game.table.as_ref(), "question.txt", brief(viewer.clone(), &about));
            session.write(viewer, &notice, &[told], envelope)?;
        }
    }
    Ok(())
}

fn numbers(game: &GameRecord) -> Vec<u32> {
    let lines = game.sheets.values().flat_map(|sheet| sheet.lines.iter());
    lines.filter_map(|line| line.asked.as_ref()).map(|asked| asked.number).collect()
}

/// The questions on file without a ruling: whose, and what it is about.
pub fn open_questions(game: &GameRecord) -> Vec<(SeatId, u32, String)> {
    let kind = game.phase.as_ref().map_or("", |phase| phase.plan.kind.as_str());
    let lines = game.sheets.iter().flat_map(|(seat, sheet)| sheet.lines.iter().map(move |line| (seat, line)));
    let open = lines.filter(|(_, line)| line.when.is_met_by(kind));
    open.filter_map(|(seat, line)| {
        let asked = line.asked.as_ref().filter(|asked| asked.ruling.is_none())?;
        Some((seat.clone(), asked.number, line.canonical.clone()))
    })
    .collect()
}

/// The line as it was ruled; as it is without a ruling.
pub fn as_ruled(line: &Filed<Value>) -> Cow<'_, Filed<Value>> {
    let Some(Ruling { meaning, .. }) = line.asked.as_ref().and_then(|asked| asked.ruling.as_ref()) else {
        return Cow::Borrowed(line);
    };
    let canonical = format!("{} (GM ruling {}: {})", line.canonical, meaning.name, meaning.words);
    Cow::Owned(Filed { order: meaning.order.clone(), canonical, ..line.clone() })
}

/// What is to be said of a line on file that was asked about.
pub fn note(line: &Filed<Value>) -> Option<String> {
    let asked = line.asked.as_ref()?;
    Some(match &asked.ruling {
        None => format!("question {} waits for the GM", asked.number),
        Some(ruling) => format!("question {}, ruled {}: {}", asked.number, ruling.meaning.name, ruling.meaning.words),
    })
}

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
    let mut context = Context::of_phase(game.phase.as_ref().map(|phase| &phase.plan));
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
    if let Some(game) = &mut session.game {
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
    let Some(game) = session.game.clone() else { return Ok(()) };
    let Some(player) = game.roster.server_of(seat).cloned() else { return Ok(()) };
    if player == session.writer.id {
        return Ok(());
    }
    let why = Relayed::reason(reason);
    let paragraphs = vec![
        format!("The GM ruled on your question {number}. Your order is taken for: {}.{why}", meaning.words),
        "The ruling is final. On file now:".to_owned(),
    ];
    let (sheets, _) = show_sheets(&game, std::slice::from_ref(seat))?;
    let notice = Notice::Notice(Note {
        game: Some(game.id.to_string()),
        title: "ruling by the GM".to_owned(),
        paragraphs,
        sheets,
    });
    let mut envelope = Envelope::generated(session.purpose("ruling"), Some(&game));
    envelope.thread = thread_of(&game, &player);
    session.write(Viewer::of_player(&game.roster, &player), &notice, &[], envelope)
}
