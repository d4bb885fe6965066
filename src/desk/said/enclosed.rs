//! What a letter says beside a table that it encloses. Knows no game.

use base::order::{Command, Request};
use mail::{Letter, Note};
use reader::is_courtesy;

use crate::said::denial::doubts;
use crate::said::second_thoughts::unsays;
use crate::said::typed_words::words_of;

/// What leaves open whether the sender of a table enters it: it may be somebody else's, or no entries yet. `None` where nothing does.
/// `is_own` says of a line that it is his name or an entry of its own.
pub fn why_kept_back(letter: &Letter, requests: &[Request], is_own: impl Fn(&str) -> bool) -> Option<String> {
    if forwards(letter) {
        return Some("Your letter forwards another".to_owned());
    }
    let beside = requests.iter().find_map(|request| match request {
        Request::Command(_, Command::Press { .. }) => Some("Your letter sends press".to_owned()),
        Request::Broken(_, broken) if broken.name == "PRESS" => Some("Your letter was to send press".to_owned()),
        Request::Command(_, Command::WhatIf { .. }) => {
            Some("Your letter asks WHATIF, which tries no attached table".to_owned())
        }
        _ => None,
    });
    let commands: Vec<usize> = requests
        .iter()
        .filter(|request| !matches!(request, Request::Order(_)))
        .map(|request| request.line().number)
        .collect();
    let says_more =
        |(line, number): &(&String, usize)| !commands.contains(number) && !says_what_it_is(line) && !is_own(line);
    let subject = std::iter::once((&letter.subject, 0)).filter(|(subject, _)| unsays(subject) || doubts(subject));
    let said = || letter.text.lines.iter().zip(1..).filter(says_more).chain(subject).next();
    beside.or_else(|| said().map(|(line, _)| format!("Your letter says {:?}", line.trim())))
}

/// Beginnings of subjects of letters that are passed on.
const FORWARDED: &[&str] = &["fwd:", "fw:", "wg:", "tr:", "rv:", "doorst:", "i:", "vs:", "vl:", "pd:"];

/// Whether a letter passes another on: as its program says, by its subject, or with an original though it answers nothing.
fn forwards(letter: &Letter) -> bool {
    let subject = letter.subject.trim().to_lowercase();
    let has = |is_such: fn(&Note) -> bool| letter.text.notes.iter().any(is_such);
    FORWARDED.iter().any(|mark| subject.starts_with(mark))
        || has(|note| matches!(note, Note::ForwardLeftOut(_)))
        || letter.in_reply_to.is_empty() && has(|note| matches!(note, Note::OriginalLeftOut(_)))
}

/// Words with which one hands over a table and says no more.
#[rustfmt::skip]
const HANDING: &[&str] = &[
    "here", "is", "are", "the", "a", "my", "our", "this", "these", "it", "them", "please", "enter", "entered", "find", "file", "files", "table", "tables", "sheet", "state", "entries", "changes", "board", "map",
    "attached", "enclosed", "see", "as", "of", "for", "in", "from", "to", "and", "all", "month", "months", "turn", "quarter", "phase", "hi", "hello", "dear", "judge", "you", "thank", "thanks", "best", "regards", "cheers",
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
];

/// Whether a line says of a table nothing but what it is, or is a courtesy.
fn says_what_it_is(line: &str) -> bool {
    let is_number = |word: &str| word.bytes().all(|sign| sign.is_ascii_digit());
    is_courtesy(line) || words_of(line).iter().all(|word| HANDING.contains(&word.as_str()) || is_number(word))
}
