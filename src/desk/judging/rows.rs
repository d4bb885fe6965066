//! Rows of tables that a game master encloses, as entries: whether he means them as such. Knows no single entry.

use base::order::{Command, Request};
use mail::{Letter, Note};

use crate::letter::session::{Session, takes_entries};
use crate::proof::matter::rows_of;
use crate::said::denial::doubts;
use crate::said::second_thoughts::unsays;

/// The rows as what follows `requests` in their letter; none, and the letter's writer is told, where it says besides that they may be
/// somebody else's or no entries yet.
pub fn rows_meant(session: &mut Session<'_>, letter: &Letter, requests: &[Request]) -> Vec<Request> {
    let Some(game) = session.game().filter(|_| takes_entries(session)) else { return Vec::new() };
    let rows = rows_of(game, &letter.tables, requests);
    if rows.is_empty() {
        return rows;
    }
    let Some(why) = why_kept_back(letter, requests) else { return rows };
    session.lead(format!(
        "{why}, so nothing of the attached table was entered. If its entries are meant, send it in a letter that says nothing else."
    ));
    Vec::new()
}

/// What beside a table leaves open whether its sender enters it.
fn why_kept_back(letter: &Letter, requests: &[Request]) -> Option<String> {
    if letter.text.notes.iter().any(|note| matches!(note, Note::ForwardLeftOut(_))) {
        return Some("Your letter forwards another".to_owned());
    }
    let beside = requests.iter().find_map(|request| match request {
        Request::Command(_, Command::Press { .. }) => Some("Your letter sends press".to_owned()),
        Request::Command(_, Command::WhatIf { .. }) => {
            Some("Your letter asks WHATIF, which tries no attached table".to_owned())
        }
        _ => None,
    });
    let takes_back = |line: &&String| unsays(line) || doubts(line);
    let said = || letter.text.lines.iter().find(takes_back).map(|line| format!("Your letter says {:?}", line.trim()));
    beside.or_else(said)
}
