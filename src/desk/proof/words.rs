//! The words of questions that a letter brings back, and the questions that still wait.

use std::collections::BTreeSet;

use base::game::Player;
use base::order::{Command, Request, read_letter};
use base::planted::is_planted;
use mail::Letter;

use crate::files::arrival::Arrival;
use crate::files::decision::{Change, Decision};
use crate::files::desk::Desk;
use crate::files::question::{ADDRESS_QUESTION, QUESTION, Question, VOUCHED, hash_word, word_for};
use crate::files::stop::Stop;
use crate::proof::beside::{Deed, words_beside_signed};
use crate::proof::route::route;
use crate::said::offers::above_our_words;

/// The act that waits for the word of a question about a letter; none when it was asked before there were such words.
pub fn of_letter(desk: &Desk<'_>, purpose: &str) -> Result<Option<Question>, Stop> {
    look_up(desk, hash_word(&word_for(&desk.house.key, purpose)))
}

pub fn look_up(desk: &Desk<'_>, hash: String) -> Result<Option<Question>, Stop> {
    Ok(desk.files.question(&hash)?)
}

/// The question whose word a letter holds, typed and above our own words, when the word still proves its writer. It was
/// mailed to him alone, so it proves him in whatever letter it stands, once.
pub fn answered_by_word(
    desk: &Desk<'_>,
    letter: &Letter,
    writer: &Player,
    arrival: Arrival,
) -> Result<Option<Question>, Stop> {
    // Whatever stands behind CHECK: a dry run confirms nothing.
    let requests = read_letter(&letter.text.lines, |_| true);
    if requests.iter().any(|request| matches!(request, Request::Command(_, Command::Check { .. }))) {
        return Ok(None);
    }
    let above = above_our_words(&letter.text.lines);
    for request in &requests {
        let Request::Command(line, Command::Confirm { word }) = request else { continue };
        if line.number > above {
            continue;
        }
        let question = look_up(desk, hash_word(word))?;
        let Some(question) = question.filter(|question| question.proves(writer, arrival.at)) else { continue };
        // What else stands in the letter is read where an act is confirmed; that a letter or an address is one's own is said alone.
        if !is_of_an_act(&question) {
            let game = route(desk, letter)?;
            if words_beside_signed(desk, letter, (writer, game.as_ref()), None, Deed::Confirms)?.is_some() {
                continue;
            }
        }
        return Ok(Some(question));
    }
    Ok(None)
}

fn is_of_an_act(question: &Question) -> bool {
    ![QUESTION, ADDRESS_QUESTION, VOUCHED].iter().any(|of| question.act.starts_with(of))
}

/// A word that proved its reader proves him no more, whatever became of the act that waited for it.
pub fn spend(question: &Question, at: i64, decision: &mut Decision) {
    let spends = |change: &Change| matches!(change, Change::SpendQuestion { hash, .. } if *hash == question.hash);
    if !decision.changes.iter().any(spends) && !is_planted("word-never-spent") {
        decision.changes.push(Change::SpendQuestion { hash: question.hash.clone(), at });
    }
}

/// The one question that a YES of `writer` to this letter of ours answers; nothing where nothing waits, or more than one.
pub fn answered_by_yes(
    desk: &Desk<'_>,
    purpose: &str,
    writer: &Player,
    at: i64,
) -> Result<(Option<Question>, usize), Stop> {
    let is_open = |question: &Question| question.proves(writer, at) && !question.act.starts_with(QUESTION);
    let mut open: Vec<Question> = desk.files.questions_in(purpose)?.into_iter().filter(is_open).collect();
    let count = open.len();
    Ok((open.pop().filter(|_| count == 1), count))
}

/// What still waits for an answer of `reader` to the letter of ours with this purpose.
pub fn open_acts(desk: &Desk<'_>, purpose: &str, reader: &Player, at: i64) -> Result<BTreeSet<String>, Stop> {
    let is_open = |question: &Question| question.player == reader.id && !question.is_spent && at <= question.expires;
    Ok(desk.files.questions_in(purpose)?.into_iter().filter(is_open).map(|question| question.act).collect())
}
