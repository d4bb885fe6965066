//! What a letter confirms: the act that waits for its word or its yes is given back to be carried out, once.

use base::game::schedule::print_deadline;
use base::order::command::read_command;
use base::order::{Command, Line};

use crate::commands::people::unconfirmed::{say_confirmed, vouch};
use crate::files::decision::Change;
use crate::files::question::{ADDRESS_QUESTION, QUESTION, Question, VOUCHED, hash_word};
use crate::files::stop::Stop;
use crate::letter::asking::open_phase;
use crate::letter::mode::FilingMode;
use crate::letter::session::{Session, refuse};
use crate::proof::beside::Deed;
use crate::proof::reply::said_alone;
use crate::proof::words::{answered_by_yes, look_up, open_acts, spend};
use crate::said::consent::Consent;
use crate::said::offers::is_in_our_words;

/// An act that was asked about and is confirmed: the command as it was given, to be carried out in place of the line that
/// confirmed it.
pub struct Confirmed {
    /// The command as it was written, under the number of the line that confirmed it.
    pub line: Line,
    /// What it asks.
    pub command: Command,
    /// The hash of what was said it would do.
    pub summary: Option<String>,
}

/// What a letter says to the question of ours that it answers.
pub enum Reply {
    /// Nothing: it is to be read as any other.
    None,
    /// What is settled with its answer alone.
    Settled,
    /// A yes: the act is to be carried out.
    Yes(Confirmed),
}

/// `CONFIRM word`: the act that waits for this word, if it may be carried out; it counts once.
pub fn confirm(
    session: &mut Session<'_>,
    line: &Line,
    typed: &str,
    mode: FilingMode,
) -> Result<Option<Confirmed>, Stop> {
    if is_in_our_words(session.lines(), line.number) {
        let hint = "To confirm, write the line first in your answer, above what you quote.";
        refuse(
            session,
            line,
            "This stands in our own words, as programs quote them, and confirms nothing.",
            Some(hint),
        );
        return Ok(None);
    }
    if let Some(words) = session.words_beside(Deed::Confirms)? {
        let hint = "If you mean it, send the line CONFIRM alone; if you do not, answer NO.";
        let message = format!("{words:?} stands beside this line, so it confirms nothing; nothing was done.");
        refuse(session, line, &message, Some(hint));
        return Ok(None);
    }
    let question = look_up(session.desk(), hash_word(typed))?;
    // The same words for a word that never was and for somebody else's.
    let Some(question) = question.filter(|question| question.player == session.writer().id) else {
        refuse(session, line, "Nothing waits for this word.", Some("Copy the whole line from the letter that asked."));
        return Ok(None);
    };
    Ok(what_waits(session, line, question, mode))
}

/// A YES, and nothing else, in answer to a letter of ours that asked one thing is as good as its word, but for the acts of a
/// game master.
pub fn take_reply(session: &mut Session<'_>) -> Result<Reply, Stop> {
    let Some(letter) = session.letter() else { return Ok(Reply::None) };
    let Some(consent) = said_alone(letter, session.writer(), session.game()) else {
        return Ok(Reply::None);
    };
    let Some(sent) = session.answered() else { return Ok(Reply::None) };
    if consent == Consent::No {
        let is_taken = take_no(session, &sent.purpose)?;
        return Ok(if is_taken { Reply::Settled } else { Reply::None });
    }
    let at = session.arrival().at;
    let (question, count) = answered_by_yes(session.desk(), &sent.purpose, session.writer(), at)?;
    let line = Line { number: 1, text: "YES".to_owned() };
    let Some(question) = question.filter(|_| !session.is_gm()) else {
        if count > 0 {
            let message = match count {
                1 => "A bare YES is not enough for what is asked in the name of a game master; nothing was done.",
                _ => {
                    "The letter you answer asks more than one thing, so that YES alone does not say which; nothing was done."
                }
            };
            refuse(session, &line, message, Some("Answer with the line CONFIRM and the word that stand in it."));
        }
        return Ok(if count > 0 { Reply::Settled } else { Reply::None });
    };
    Ok(what_waits(session, &line, question, FilingMode::default()).map_or(Reply::Settled, Reply::Yes))
}

/// The word of a question about addresses came: the reader's own, or a game master's for those he named.
fn confirm_address(session: &mut Session<'_>, line: &Line, question: &Question, mode: FilingMode) {
    if mode.is_check {
        let hint = "Send the line CONFIRM in a letter that is no CHECK.";
        return refuse(session, line, "This word confirms an address, and a check does nothing.", Some(hint));
    }
    spend(question, session.desk().now, session.decision_mut());
    match question.act.strip_prefix(VOUCHED) {
        Some(people) => vouch(session, line, people),
        None => say_confirmed(session),
    }
}

/// A NO, and nothing else: what was asked is done by no word any more, wherever it was mailed.
fn take_no(session: &mut Session<'_>, purpose: &str) -> Result<bool, Stop> {
    let acts = open_acts(session.desk(), purpose, session.writer(), session.arrival().at)?;
    if acts.is_empty() {
        return Ok(false);
    }
    for act in acts {
        session.lead(format!("You say NO: nothing was done, and no word counts any more for {}.", act.trim()));
        session.change(Change::VoidQuestions { player: session.writer().id.clone(), act });
    }
    session.entitle("not done".to_owned());
    Ok(true)
}

/// The act of a question that was answered, if it still may be carried out.
fn what_waits(session: &mut Session<'_>, line: &Line, question: Question, mode: FilingMode) -> Option<Confirmed> {
    if let Some(why) = stale(session, &question) {
        refuse(session, line, &why, Some("Nothing was done. Give the command again if it is still wanted."));
        return None;
    }
    if question.act.starts_with(QUESTION) {
        let message = "This word lets a letter count that waits, in a letter that says nothing else; nothing was done.";
        refuse(session, line, message, Some("Send the line CONFIRM alone."));
        return None;
    }
    if question.act.starts_with(ADDRESS_QUESTION) || question.act.starts_with(VOUCHED) {
        confirm_address(session, line, &question, mode);
        return None;
    }
    let Some(Ok(command)) = read_command(&question.act) else {
        refuse(session, line, "What waited for this word cannot be read any more.", None);
        return None;
    };
    // A dry run leaves the word to be used.
    if !mode.is_check {
        spend(&question, session.desk().now, session.decision_mut());
    }
    let line = Line { number: line.number, text: question.act };
    Some(Confirmed { line, command, summary: question.summary })
}

/// Why a question does not count any more.
fn stale(session: &Session<'_>, question: &Question) -> Option<String> {
    let is_spent_above = session
        .changes()
        .iter()
        .any(|change| matches!(change, Change::SpendQuestion { hash, .. } if *hash == question.hash));
    if question.is_spent || is_spent_above {
        return Some("This was confirmed and done before.".to_owned());
    }
    if session.arrival().at > question.expires {
        return Some("The time to confirm this is over.".to_owned());
    }
    if session.arrival().at < question.counts_from {
        let zone = session.writer().zone.unwrap_or(session.desk().house.timetable.zone);
        let from = print_deadline(question.counts_from, zone);
        return Some(format!("This word counts from {from} on, not before; send it again then."));
    }
    if question.game.is_some() && session.game().map(|game| &game.id) != question.game.as_ref() {
        return Some("This word belongs to another game than the letter.".to_owned());
    }
    let open = open_phase(session.game());
    if question.phase.is_some() && open != question.phase {
        let now = match open {
            None | Some((0, _)) => "no phase".to_owned(),
            Some((number, revision)) => format!("phase {number}.{revision}"),
        };
        return Some(format!("The game moved on since this was asked: {now} is open."));
    }
    None
}
