//! Orders that lines may mean which were not understood: what the book finds likely and the writer's seats may give, each with
//! a number that a YES names. Files nothing, and knows no state: only what the writer may know.

use base::facts::Viewer;
use base::order::Line;
use rules::Context;
use rules::check::{CheckedLine, check_form};

use crate::files::decision::Change;
use crate::files::proposal::{Proposal, Proposals};
use crate::files::record::GameRecord;
use crate::files::stop::{DeskError, Stop};
use crate::letter::session::Session;
use crate::letter::sheet_work::{OrderList, ReadLine};
use crate::said::notice::Proposed;

/// Most orders that are proposed in answer to one letter.
const MOST_PROPOSED: usize = 10;

/// An order that a line may mean.
struct Likely {
    /// The line that is answered; none for talk.
    line: Option<usize>,
    heading: Option<String>,
    words: String,
}

/// Shows below the lines that are not understood, or not wholly, what they may mean, and keeps it under its numbers.
pub fn offer(session: &mut Session<'_>) -> Result<(), Stop> {
    let lists = std::mem::take(&mut session.orders.lists);
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let Some(phase) = game.phase.as_ref().map(|phase| (phase.number, phase.revision)) else { return Ok(()) };
    // Who is answered did not write now, and may have other letters let in beside this one.
    if session.arrival().is_accepted_late {
        return Ok(());
    }
    let mut likely = Vec::new();
    for list in lists.into_iter().filter(|list| list.game == game.id) {
        find(session, &game, list, &mut likely)?;
    }
    if likely.is_empty() {
        return Ok(());
    }
    let player = session.writer().id.clone();
    let mut known = session.desk().files.proposals(&game.id, &player, phase)?;
    let count_known = known.open.len();
    let mut of_talk = Vec::new();
    for Likely { line, heading, words } in likely {
        let number = number_of(&mut known, phase, heading, &words);
        match line {
            Some(line) => session.propose(line, Proposed { number, words }),
            None => of_talk.push(Proposed { number, words }),
        }
    }
    if !of_talk.is_empty() {
        session.offer("Perhaps meant as an order", of_talk);
    }
    let proposals = known.open.split_off(count_known);
    if !proposals.is_empty() {
        session.change(Change::Propose { game: game.id, player, proposals });
    }
    Ok(())
}

/// The number of a proposal: that of the same one in the same phase, else the next.
fn number_of(known: &mut Proposals, phase: (u32, u32), heading: Option<String>, words: &str) -> u32 {
    let is_same = |other: &&Proposal| other.words == words && other.heading == heading;
    if let Some(other) = known.open.iter().find(is_same) {
        return other.number;
    }
    known.last += 1;
    known.open.push(Proposal { number: known.last, phase, heading, words: words.to_owned() });
    known.last
}

/// What the lines of a list may mean, as far as the letter may have more.
fn find(session: &Session<'_>, game: &GameRecord, list: OrderList, likely: &mut Vec<Likely>) -> Result<(), DeskError> {
    let OrderList { mut context, lines, is_talk, .. } = list;
    // One that stands and lacks something may be meant otherwise as well.
    let is_open = |line: &Line| is_talk || session.is_in_doubt(line.number);
    let count = lines.iter().rposition(|read| is_open(&read.line)).map_or(0, |last| last + 1);
    for read in lines.into_iter().take(count) {
        // A heading holds for the lines below it, and for what stands behind it.
        let _ = game.table.read(&mut context, &read.line.text);
        if likely.len() >= MOST_PROPOSED {
            return Ok(());
        }
        if is_open(&read.line) {
            let words = proposed(session, game, &context, &read)?;
            let heading = context.heading.clone();
            let line = (!is_talk).then_some(read.line.number);
            let one = |words| Likely { line, heading: heading.clone(), words };
            likely.extend(words.into_iter().map(one).take(MOST_PROPOSED - likely.len()));
        }
    }
    Ok(())
}

/// What the book proposes for a line, but for what it was read as, and what no seat of the writer may give.
fn proposed(
    session: &Session<'_>,
    game: &GameRecord,
    context: &Context,
    read: &ReadLine,
) -> Result<Vec<String>, DeskError> {
    let mut words: Vec<String> = Vec::new();
    for proposal in read.wordings.iter().flat_map(|words| game.table.propose(context, words)) {
        if !words.contains(&proposal) && !read.orders.contains(&proposal) {
            words.push(proposal);
        }
    }
    if words.is_empty() {
        return Ok(words);
    }
    let known = game.facts.brief(Viewer::of_player(&game.roster, &session.writer().id));
    let lines: Vec<Line> = words.into_iter().map(|text| Line { number: read.line.number, text }).collect();
    let checked = check_form(game.table.as_ref(), &mut context.clone(), &known, &session.seats(), &lines)?.lines;
    let may_give = |line: &CheckedLine| line.orders.iter().all(|order| order.stands());
    Ok(checked.into_iter().filter(may_give).map(|line| line.text).collect())
}
