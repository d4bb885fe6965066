//! Whether a letter takes back, tries or cancels what it orders elsewhere. What can be taken off the file waits for its lines alone; what
//! cannot, once it is done, stands only if no other line of its letter says so.

use base::order::Request;
use reader::as_seen;

use crate::letter::session::Session;
use crate::proof::matter::requests_of;
use crate::proof::reply::denied_in_what_was_left_out;
use crate::said::second_thoughts::{cancelled_by, unsaid_above, unsaid_by, unsays};

/// The words of a letter, in a line that is no order, that take back, try or deny what else stands in it.
pub fn by_words(session: &Session<'_>) -> Option<String> {
    let letter = session.letter()?;
    let requests = requests_of(letter, session.game());
    let line = unsaid_by(&requests, |text| is_order(session, text)).map(|line| line.text.trim());
    let subject = || Some(typed_subject(&letter.subject)).filter(|subject| unsays(subject) && !subject.is_empty());
    line.or_else(subject).or_else(|| denied_in_what_was_left_out(letter)).map(str::to_owned)
}

/// The same, or a line that cancels all that is on file or kept.
pub fn by_anything(session: &Session<'_>) -> Option<String> {
    let cancels = || {
        let requests: Vec<Request> = requests_of(session.letter()?, session.game());
        cancelled_by(&requests).map(|line| line.text.trim().to_owned())
    };
    by_words(session).or_else(cancels)
}

/// Such words right above a command.
pub fn above(session: &Session<'_>, number: usize) -> Option<String> {
    let requests = requests_of(session.letter()?, session.game());
    unsaid_above(&requests, number, |text| is_order(session, text)).map(|line| line.text.trim().to_owned())
}

fn is_order(session: &Session<'_>, text: &str) -> bool {
    session.game().is_some_and(|game| game.reads_as_whole_order(&as_seen(text)))
}

/// A subject without the name of its game; that of an answer is ours.
fn typed_subject(subject: &str) -> &str {
    let words = subject.trim();
    let bare = match words.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((_, rest)) => rest.trim(),
        None => words,
    };
    let is_answer = [words, bare].iter().any(|text| text.contains(':'));
    if is_answer { "" } else { bare }
}
