//! What a letter would do, as it was read: orders in the words in which they would stand on file, commands as they were
//! typed. Made of the letter alone, of how its game reads a line and of what was proposed to its writer, so that it tells nothing of how the
//! game stands.

use base::game::Player;
use base::order::{Command, Line, Request};
use mail::Letter;

use crate::files::desk::Desk;
use crate::files::proposal::Proposals;
use crate::files::question::digest;
use crate::files::record::GameRecord;
use crate::files::stop::Stop;
use crate::proof::matter::{is_beside_rows, requests_of};
use crate::said::enclosed::why_kept_back;
use crate::said::notice::shorten;

/// Most lines that are shown.
const MOST_LINES: usize = 120;

/// Longest line that is shown, in characters.
const LONGEST: usize = 300;

/// What a letter would do.
pub struct Wanted {
    /// In lines, as many as can be shown.
    pub lines: Vec<String>,
    /// They are all of it.
    pub is_whole: bool,
    /// SHA-256 of the proposals that it takes: it holds for exactly these.
    pub taken: Option<String>,
}

/// Says what a letter of this writer would do in this game, or in none.
pub fn wanted(desk: &Desk<'_>, letter: &Letter, writer: &Player, game: Option<&GameRecord>) -> Result<Wanted, Stop> {
    let phase = game.and_then(|game| Some((&game.id, game.phase.as_ref()?)));
    let known = match phase {
        Some((game, phase)) => desk.files.proposals(game, &writer.id, (phase.number, phase.revision))?,
        None => Proposals::default(),
    };
    let mut taken: Vec<String> = Vec::new();
    let requests = requests_of(letter, game);
    let mut all: Vec<String> = Vec::new();
    let mut talk: Vec<Line> = Vec::new();
    for (at, request) in requests.iter().enumerate() {
        match request {
            Request::Order(line) => talk.push(line.clone()),
            Request::BelowPress(line) => {
                all.extend(as_orders(&std::mem::take(&mut talk), game));
                all.push(format!("(below press, so neither sent nor filed) {}", line.text));
            }
            Request::Command(_, Command::Yes { numbers }) => {
                all.extend(as_orders(&std::mem::take(&mut talk), game));
                let rows: Vec<String> = numbers.iter().map(|number| as_proposed(&known, *number)).collect();
                all.extend(rows.iter().cloned());
                taken.extend(rows);
            }
            Request::Command(..) | Request::Broken(..) => {
                all.extend(as_orders(&std::mem::take(&mut talk), game));
                let next = requests.get(at + 1).map(Request::line);
                all.extend(as_typed(&letter.text.lines, request, next));
            }
        }
    }
    all.extend(as_orders(&talk, game));
    for form in letter.text.forms.iter().filter(|form| form.is_filled()) {
        let mut lines: Vec<&String> = form.seemingly_filled().collect();
        if lines.is_empty() {
            lines = form.lines.iter().collect();
        }
        all.extend(lines.into_iter().map(|line| format!("(in an order form) {line}")));
    }
    let is_own = |line: &str| game.is_some_and(|game| is_beside_rows(line, game, writer));
    let entered = if why_kept_back(letter, &requests, is_own).is_none() { letter.tables.as_slice() } else { &[] };
    for table in entered {
        let rows = table.text.lines().filter(|row| !row.trim().is_empty());
        all.extend(rows.map(|row| format!("(in the attached table {}) {row}", table.name)));
    }
    let is_whole = all.len() <= MOST_LINES && all.iter().all(|line| line.chars().count() <= LONGEST);
    let more = all.len().saturating_sub(MOST_LINES);
    let mut lines: Vec<String> = all.iter().take(MOST_LINES).map(|line| shorten(line, LONGEST)).collect();
    lines.extend((more > 0).then(|| format!("(and {more} more lines)")));
    Ok(Wanted { lines, is_whole, taken: (!taken.is_empty()).then(|| digest(&taken.join("\n"))) })
}

/// What a YES of this number files.
fn as_proposed(known: &Proposals, number: u32) -> String {
    match known.open.iter().find(|proposal| proposal.number == number) {
        Some(proposal) => format!("YES {number}: {}", proposal.line()),
        None => format!("YES {number} (nothing is proposed to you under this number)"),
    }
}

/// Lines that may be orders: those that are, in canonical words.
fn as_orders(lines: &[Line], game: Option<&GameRecord>) -> Vec<String> {
    let Some(game) = game else { return lines.iter().map(|line| line.text.clone()).collect() };
    let mut shown = Vec::new();
    for line in game.read_orders(&mut game.context(), lines) {
        match line.outcome {
            Ok(read) if !read.orders.is_empty() => shown.extend(read.orders.into_iter().map(|(_, words)| words)),
            _ => shown.push(line.text),
        }
    }
    shown
}

/// A command with what belongs to it, up to the next request. Its word is a secret, and is not shown.
fn as_typed(lines: &[String], request: &Request, next: Option<&Line>) -> Vec<String> {
    let line = request.line();
    if matches!(request, Request::Command(_, Command::Confirm { .. })) {
        return vec!["CONFIRM (a word)".to_owned()];
    }
    let end = next.map_or(lines.len(), |next| next.number - 1);
    if end < line.number {
        // An order on the line of its command is a request of its own.
        let head = next.and_then(|next| line.text.strip_suffix(next.text.as_str())).unwrap_or(line.text.as_str());
        return vec![head.trim().to_owned()];
    }
    let body = lines.get(line.number - 1..end).unwrap_or_default();
    body.iter().filter(|text| !text.trim().is_empty()).cloned().collect()
}
