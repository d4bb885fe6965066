//! Orders that act as they come and stand in a letter that says more: they cannot be taken off once they are done, so their giver is asked
//! by a proposal whether he means them. Knows no order.

use base::game::Phase;
use base::order::{Command, Remark, Request};
use mail::is_unticked;
use rules::check::CheckedLine;

use crate::files::record::SentLetter;
use crate::files::stop::Stop;
use crate::letter::mode::FilingMode;
use crate::letter::session::Session;
use crate::letter::sheet_work::HeldBack;
use crate::proof::beside::Deed;
use crate::proof::matter::requests_of;
use crate::said::fates::Fate;

/// Of these lines those that stand: nothing else in their letter may take them back, and each is ticked where it has a box. What is held
/// is said, and proposed.
pub fn stand_in_their_letter(session: &mut Session<'_>, lines: &[CheckedLine]) -> Result<Vec<CheckedLine>, Stop> {
    let beside = session.words_beside(Deed::Acts)?;
    let typed = session.lines();
    let is_unticked =
        |line: &CheckedLine| typed.get(line.number.saturating_sub(1)).is_some_and(|text| is_unticked(text));
    let (held, rest): (Vec<&CheckedLine>, Vec<&CheckedLine>) = lines.iter().partition(|line| is_unticked(line));
    for line in held {
        say_held(session, line, "The box before it is not ticked", IN_ITS_OWN);
    }
    let beside = beside.map(|words| format!("{words:?} stands in the same letter"));
    let why = beside.or_else(|| session.answers_press().then(|| "Your letter answers press".to_owned()));
    let (count, heads) = (session.lines().len(), has_heads(session));
    let mut stand = Vec::new();
    for line in rest {
        // What stands in a form was read above all that is typed.
        let is_below_heads = heads && line.number > count;
        match why.clone().or_else(|| is_below_heads.then(|| IN_A_FORM.to_owned())) {
            Some(why) => hold(session, line, &why),
            None => stand.push(line.clone()),
        }
    }
    Ok(stand)
}

const IN_A_FORM: &str = "It stands in an order form, and a line of the letter says for when or for whom orders are";

/// Whether a typed line says for which phase or seat orders are.
fn has_heads(session: &Session<'_>) -> bool {
    let requests = session.letter().map_or_else(Vec::new, |letter| requests_of(letter, session.game()));
    let is_head =
        |request: &Request| matches!(request, Request::Command(_, Command::OrdersAhead { .. } | Command::As { .. }));
    !session.is_gm() && requests.iter().any(is_head)
}

/// Of these lines those that are meant for the game as it is: the number of a proposal is never given twice, that of a bill is, once the
/// game went back.
pub fn meant_since_it_went_back(
    session: &mut Session<'_>,
    lines: &[CheckedLine],
    (phase, mode): (&Phase, FilingMode),
) -> Vec<CheckedLine> {
    let Some(why) = went_back(session, phase).filter(|_| !mode.supersedes) else { return lines.to_vec() };
    lines.iter().for_each(|line| hold(session, line, &why));
    Vec::new()
}

const IN_ITS_OWN: &str = "Send it in a letter of its own if it is meant.";

fn hold(session: &mut Session<'_>, line: &CheckedLine, why: &str) {
    let or = if ask(session, line) { " Or answer with the YES below it, and say nothing else." } else { "" };
    say_held(session, line, why, &format!("{IN_ITS_OWN}{or}"));
}

/// Why what a letter speaks of may be of a course of the game that is undone: it answers no letter of ours since.
fn went_back(session: &Session<'_>, phase: &Phase) -> Option<String> {
    let game = session.game().map(|game| &game.id);
    let knows = |sent: &SentLetter| sent.game.as_ref() == game && sent.revision >= phase.revision;
    let is_known = phase.revision == 1 || session.arrival().is_accepted_late || session.answered().is_some_and(knows);
    (!is_known).then(|| "The game went back, and this letter answers none of ours since".to_owned())
}

fn say_held(session: &mut Session<'_>, line: &CheckedLine, why: &str, hint: &str) {
    let said = format!("{why}, and what acts as it comes is not taken back: it was not carried out.");
    session.remark(line.number, &line.text, &Remark::unread(said).hint(hint));
    session.fates().set(line.number, Fate::NotDone);
}

/// Has the orders of a line proposed as they were read, where the lines of its letter are looked at for what they may mean.
fn ask(session: &mut Session<'_>, line: &CheckedLine) -> bool {
    if session.arrival().is_accepted_late {
        return false;
    }
    let words: Vec<String> = line.orders.iter().map(|order| order.canonical.clone()).collect();
    let mut read = session.orders.lists.iter_mut().flat_map(|list| &mut list.lines);
    let Some(read) = read.find(|read| read.line.number == line.number) else { return false };
    read.orders.retain(|order| !words.contains(order));
    read.wordings = words;
    read.held = Some(HeldBack::Beside);
    true
}
