//! Rows of tables that a game master encloses, as entries: whether he means them as such. Knows no single entry.

use base::order::Request;
use mail::Letter;

use crate::letter::session::{Session, takes_entries};
use crate::proof::matter::{is_beside_rows, rows_of};
use crate::said::enclosed::why_kept_back;

/// The rows as what follows `requests` in their letter; none, and the letter's writer is told, where it says besides that they may be
/// somebody else's or no entries yet.
pub fn rows_meant(session: &mut Session<'_>, letter: &Letter, requests: &[Request]) -> Vec<Request> {
    let Some(game) = session.game().filter(|_| takes_entries(session)) else { return Vec::new() };
    let rows = rows_of(game, &letter.tables, requests);
    if rows.is_empty() {
        return rows;
    }
    let is_own = |line: &str| is_beside_rows(line, game, session.writer());
    let Some(why) = why_kept_back(letter, requests, is_own) else { return rows };
    session.lead(format!(
        "{why}, so nothing of the attached table was entered. If its entries are meant, send it in a letter that says nothing else."
    ));
    Vec::new()
}
