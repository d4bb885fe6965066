//! Acts that need a second proof: the judge says what will happen and gives a word, once and for a short time.

use base::game::schedule::print_deadline;
use base::order::Line;

use crate::files::decision::Change;
use crate::files::question::{GM_ACT_WAITS, OWN_ACT_WAITS, Question, digest, hash_word, word_for};
use crate::files::record::GameRecord;
use crate::letter::session::Session;
use crate::said::offers::{Takes, how_to_confirm};

/// The open phase of a game, as a question names it.
pub fn open_phase(game: Option<&GameRecord>) -> Option<(u32, u32)> {
    game.map(|game| game.phase.as_ref().map_or((0, 0), |phase| (phase.number, phase.revision)))
}

/// The question that a line of this letter raises, and its word. Nothing but the letter makes the word, so that
/// a letter judged twice asks the same.
pub fn raised(session: &Session<'_>, line: &Line, waits: i64) -> (Question, String) {
    let about = format!("{} line {} {}", session.arrival().mark, line.number, session.changes().len());
    let word = word_for(&session.desk().house.key, &about);
    let question = Question {
        hash: hash_word(&word),
        player: session.writer().id.clone(),
        game: session.game().map(|game| game.id.clone()),
        phase: None,
        act: line.text.trim().to_owned(),
        counts_from: 0,
        expires: session.desk().now.max(session.arrival().at) + waits,
        summary: None,
        on_behalf_of: None,
        mailed_in: Some(session.receipt_purpose()),
        is_spent: false,
    };
    (question, word)
}

/// Asks the writer to confirm the act of a line, and says what it will do. Nothing else changes.
pub fn ask(session: &mut Session<'_>, line: &Line, consequences: &[String]) {
    let (mut question, word) = raised(session, line, GM_ACT_WAITS);
    question.phase = open_phase(session.game());
    put(session, line, consequences, question, &word);
}

/// Keeps a question, and shows it to the writer in the answer to his letter.
pub fn put(session: &mut Session<'_>, line: &Line, consequences: &[String], question: Question, word: &str) {
    let zone = session.writer().zone.unwrap_or(session.desk().house.timetable.zone);
    let until = print_deadline(question.expires, zone);
    let is_first = !session.changes().iter().any(|change| matches!(change, Change::AskQuestion(_)));
    let takes = if session.is_gm() || !is_first { Takes::Word } else { Takes::Yes };
    session.change(Change::AskQuestion(Box::new(question)));
    let text = format!("{}\n\n{}", consequences.join("\n\n"), how_to_confirm(word, None, &until, takes));
    session.answer(format!("Please confirm: {}", line.text.trim()), text);
}

/// To what a confirmation is bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The phase that is open, and an hour: acts of a game master.
    Phase,
    /// The game.
    Game,
    /// Neither: what concerns the person alone.
    Person,
}

/// Like [`is_confirmed_or_asks`], for acts that hold for exactly what was said: when somebody else has changed it since,
/// the new consequences are told and confirmed anew.
pub fn is_confirmed_as_told(session: &mut Session<'_>, line: &Line, bound: Bound, consequences: &[String]) -> bool {
    let summary = Some(digest(&consequences.join("\n")));
    if session.is_confirmed() && session.confirmed_summary == summary {
        return true;
    }
    if session.is_confirmed() {
        session
            .lead("What you confirmed has changed since you were asked; it was not done. This is how it stands now.");
    }
    let (mut question, word) = raised(session, line, if bound == Bound::Phase { GM_ACT_WAITS } else { OWN_ACT_WAITS });
    question.summary = summary;
    match bound {
        Bound::Phase => question.phase = open_phase(session.game()),
        Bound::Game => {}
        Bound::Person => question.game = None,
    }
    put(session, line, consequences, question, &word);
    false
}

/// Whether a command may be given only with a confirmation, and asks for one unless it has come.
pub fn is_confirmed_or_asks(
    session: &mut Session<'_>,
    line: &Line,
    consequences: impl FnOnce(&Session<'_>) -> Vec<String>,
) -> bool {
    if session.is_confirmed() {
        return true;
    }
    let consequences = consequences(session);
    ask(session, line, &consequences);
    false
}
