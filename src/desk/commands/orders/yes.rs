//! `YES 4`: orders that we proposed are filed as if their reader had typed them below ADD. Knows numbers and words, and no order.

use base::order::{Command, Line, Request};

use crate::commands::orders::ahead;
use crate::commands::orders::filing::file_orders;
use crate::commands::orders::finished::is_ready;
use crate::commands::pace;
use crate::files::proposal::{Proposal, Proposals};
use crate::files::record::GameRecord;
use crate::files::stop::Stop;
use crate::letter::mode::{FilingMode, Whose};
use crate::letter::session::{Session, refuse};
use crate::proof::beside::Deed;
use crate::proof::matter::requests_of;
use crate::said::offers::is_in_our_proposals;

/// Files the proposals with these numbers, and says of the others why they are none.
pub fn take(session: &mut Session<'_>, line: &Line, numbers: &[u32], mode: FilingMode) -> Result<(), Stop> {
    session.entitle("orders".to_owned());
    let Some(game) = session.game().cloned() else {
        refuse(session, line, "No game is named.", None);
        return Ok(());
    };
    if is_in_our_proposals(session.lines(), line.number) {
        let hint = "To have one filed, write YES and its number above what you quote.";
        refuse(session, line, "This stands in our own words, as programs quote them, and files nothing.", Some(hint));
        return Ok(());
    }
    let above = heads_above(session, line.number);
    if above.is_ahead {
        ahead::note_lines(session);
        let message = "This stands below ORDERS PHASE, and a YES files for the open phase; nothing was filed.";
        refuse(session, line, message, Some("Write YES and its number alone if it is meant."));
        return Ok(());
    }
    if session.answers_press() {
        let message = "Your letter answers press, so this may be said to whoever wrote that; nothing was filed.";
        refuse(
            session,
            line,
            message,
            Some("To have it filed, answer a letter of the judge's own, or write a new one."),
        );
        return Ok(());
    }
    if let Some(words) = session.words_beside(Deed::Acts)? {
        let said = format!("{words:?} stands in the same letter, so nothing was filed.");
        refuse(session, line, &said, Some("Write YES and its number alone if it is meant."));
        return Ok(());
    }
    // What is taken in several lines is one list: of two that cannot both be meant, neither stands.
    let all = numbers_of_letter(session, line, numbers);
    let Some(numbers) = all else { return Ok(()) };
    let phase = game.phase.as_ref().map(|phase| (phase.number, phase.revision));
    let known = match phase {
        Some(phase) => session.desk().files.proposals(&game.id, &session.writer().id, phase)?,
        None => Proposals::default(),
    };
    let typed = typed_orders(session);
    let mut taken: Vec<&Proposal> = Vec::new();
    for number in &numbers {
        match known.open.iter().find(|proposal| proposal.number == *number) {
            // It stands in the letter itself, and is filed as that.
            Some(proposal) if typed.iter().any(|line| line.eq_ignore_ascii_case(&proposal.words)) => {}
            Some(proposal) if taken.contains(&proposal) => {}
            Some(proposal) => taken.push(proposal),
            None => refuse(session, line, &why_not(&known, *number), Some("Please write the order itself.")),
        }
    }
    if let Some(head) = taken.first().and_then(|first| held_by(&game, line, &above.lines, first)) {
        let said = format!("This stands below {head:?}, and an order there is not filed; nothing was filed.");
        refuse(session, line, &said, Some("Write YES and its number alone if it is meant."));
        return Ok(());
    }
    let (ready, mut taken): (Vec<&Proposal>, Vec<&Proposal>) =
        taken.into_iter().partition(|proposal| is_ready(&proposal.words).is_some());
    let ready_mode = mode;
    let mode = FilingMode { adds: true, supersedes: true, repeats: mode.adds, ..mode };
    // Those without a heading stand below none.
    taken.sort_by_key(|proposal| proposal.heading.clone());
    for below in taken.chunk_by(|one, other| one.heading == other.heading) {
        file_orders(session, &lines_of(line, below), &above.whose, mode)?;
    }
    // Of the orders as they are then.
    for with_nothing in ready.iter().filter_map(|proposal| is_ready(&proposal.words)) {
        pace::ready(session, line, with_nothing, ready_mode)?;
    }
    Ok(())
}

/// The lines of the letter that may be orders, but those for a later phase or below AS.
fn typed_orders(session: &Session<'_>) -> Vec<String> {
    let requests = session.letter().map_or_else(Vec::new, |letter| requests_of(letter, session.game()));
    let is_own =
        |request: &Request| !matches!(request, Request::Command(_, Command::OrdersAhead { .. } | Command::As { .. }));
    let typed = requests.into_iter().take_while(is_own).filter_map(|request| match request {
        Request::Order(line) => Some(line.text.trim().to_owned()),
        _ => None,
    });
    typed.collect()
}

/// What the lines above a YES say of it, as of an order that is typed there.
#[derive(Default)]
struct Above {
    /// It is for a later phase.
    is_ahead: bool,
    /// Whose it is.
    whose: Whose,
    /// The lines of the list it stands in that are no commands.
    lines: Vec<Line>,
}

fn heads_above(session: &Session<'_>, number: usize) -> Above {
    let requests = session.letter().map_or_else(Vec::new, |letter| requests_of(letter, session.game()));
    let open = session.game().and_then(|game| game.phase.as_ref()).map(|phase| phase.number);
    let mut above = Above::default();
    for request in requests.into_iter().take_while(|request| request.line().number < number) {
        let Request::Command(_, command) = request else {
            above.lines.push(request.line().clone());
            continue;
        };
        match command {
            Command::Yes { .. } => continue,
            Command::OrdersAhead { phase, .. } => above.is_ahead = phase.is_none() || phase != open,
            Command::As { seat } => above.whose = Whose::Of(seat),
            _ => {}
        }
        above.lines.clear();
    }
    above
}

/// The head that would keep an order typed in place of this YES from being filed.
fn held_by(game: &GameRecord, line: &Line, above: &[Line], proposal: &Proposal) -> Option<String> {
    if above.is_empty() {
        return None;
    }
    let typed = Line { number: line.number, text: proposal.words.clone() };
    let lines: Vec<Line> = above.iter().cloned().chain([typed]).collect();
    let read = game.read_orders(&mut game.context(), &lines);
    // It is an order by itself.
    let stands = read.last().is_some_and(|last| {
        last.number == line.number && !last.is_held && last.outcome.as_ref().is_ok_and(|read| !read.orders.is_empty())
    });
    (!stands).then(|| above.last().map_or_else(String::new, |head| head.text.trim().to_owned()))
}

/// The numbers of all YES of the letter at the first of them; none at the others, which were taken with it.
fn numbers_of_letter(session: &Session<'_>, line: &Line, numbers: &[u32]) -> Option<Vec<u32>> {
    let requests = session.letter().map_or_else(Vec::new, |letter| requests_of(letter, session.game()));
    let taken = requests.iter().filter_map(|request| match request {
        Request::Command(line, Command::Yes { numbers }) => Some((line.number, numbers)),
        _ => None,
    });
    let taken: Vec<(usize, &Vec<u32>)> = taken.collect();
    match taken.first() {
        Some((first, _)) if *first < line.number => None,
        Some((first, _)) if *first == line.number => {
            Some(taken.iter().flat_map(|(_, numbers)| *numbers).copied().collect())
        }
        _ => Some(numbers.to_vec()),
    }
}

/// The words of proposals below their heading, all on the line that takes them.
fn lines_of(line: &Line, proposals: &[&Proposal]) -> Vec<Line> {
    let heading = proposals.first().and_then(|proposal| proposal.heading.as_ref());
    let words = heading.into_iter().chain(proposals.iter().map(|proposal| &proposal.words));
    words.map(|text| Line { number: line.number, text: text.clone() }).collect()
}

/// The same words for a number that never was and for somebody else's.
fn why_not(known: &Proposals, number: u32) -> String {
    if number <= known.last {
        return format!("Proposal {number} was for a phase that is over or undone, so nothing was filed for it.");
    }
    format!("We proposed nothing to you under the number {number}, so nothing was filed for it.")
}
