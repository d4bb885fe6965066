//! What only a game master can judge of an order: the question goes to him, and the writer is told.

use serde_json::Value;

use base::facts::{Audience, Fact, Viewer, brief};
use base::game::SeatId;
use base::order::asked::number_of;
use base::order::{Asked, Filed, Sheet};
use rules::OwnFile;

use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::letter::limits::caused_enough;
use crate::letter::mode::FilingMode;
use crate::letter::session::Session;
use crate::letter::sheet_work::NewQuestion;
use crate::phase::sheets::{other_sheets, seat_brief};
use crate::phase::standing::title;
use crate::said::letters::{Envelope, Told, thread_of};
use crate::said::notice::{Note, Notice};
use crate::said::phrases::phase_name;

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
    let others = other_sheets(game, seat);
    let questions = game.table.questions(&seat_brief(game, seat), OwnFile { seat, lines, others: &others })?;
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
        session.ask_gms(NewQuestion { seat: seat.clone(), number, about });
    }
    Ok(())
}

/// Mails new questions to the game masters, with what the book has to say of them to nobody else. Those that a letter asks beyond what
/// it may cause go in one letter: somebody waits for what is ruled.
pub fn tell(session: &mut Session<'_>) -> Result<(), DeskError> {
    let questions = session.take_questions();
    let Some(game) = session.game().cloned().filter(|_| !questions.is_empty()) else { return Ok(()) };
    let mut rest = questions.as_slice();
    while let Some((first, more)) = rest.split_first() {
        let is_enough = caused_enough(session).is_some();
        ask(session, &game, if is_enough { rest } else { std::slice::from_ref(first) })?;
        rest = if is_enough { &[] } else { more };
    }
    Ok(())
}

/// Asks each game master these questions in one letter.
fn ask(session: &mut Session<'_>, game: &GameRecord, questions: &[NewQuestion]) -> Result<(), DeskError> {
    let phase = game.phase.as_ref().map_or_else(String::new, |phase| phase_name(phase.number, &phase.plan.title));
    // Without it the ruling would wait for a word of its own.
    let code = (!session.desk().house.proof.reply_tokens).then_some("  CODE [your code]\n");
    let lines = if code.is_some() { "lines such as these, the first with your code," } else { "a line such as" };
    let asked = questions.iter().map(|NewQuestion { seat, number, .. }| {
        format!("Question {number}, on an order of {} for {phase}.", title(game, seat))
    });
    let rules =
        questions.iter().map(|NewQuestion { number, .. }| format!("  RULE {number} [letter] BECAUSE [your reason]"));
    let rules: Vec<String> = rules.collect();
    let mut paragraphs: Vec<String> = asked.collect();
    paragraphs.extend([
        format!("Answer with {lines}"),
        format!("{}{}", code.unwrap_or_default(), rules.join("\n")),
        "with the letter of a reading or IGNORE, or with an order in your own words behind a colon (RULE and the number, \
         a colon, the order). Your ruling is final, and its writer is told at once."
            .to_owned(),
    ]);
    for gm in game.roster.gms() {
        let Some(viewer) = Viewer::umpire(&game.roster, gm) else { continue };
        let notice = Notice::Notice(Note::of(Some(&game.id), "a question for you", paragraphs.clone()));
        let mut envelope = Envelope::generated(session.purpose("question"), Some(game));
        envelope.thread = thread_of(game, gm);
        let told = questions
            .iter()
            .map(|question| Told::words(game.table.as_ref(), "question.txt", brief(viewer.clone(), &question.about)));
        let told: Vec<Told> = told.collect();
        session.write(viewer, &notice, &told, envelope)?;
    }
    Ok(())
}

fn numbers(game: &GameRecord) -> Vec<u32> {
    let lines = game.sheets.values().flat_map(|sheet| sheet.lines.iter());
    lines.filter_map(|line| line.asked.as_ref()).map(|asked| asked.number).collect()
}
