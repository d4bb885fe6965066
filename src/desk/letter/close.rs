//! The end of a letter: its receipt is filled with what became of it and written to its writer, unless so many came that it is
//! kept back. Knows no single command.

use std::collections::BTreeSet;

use serde_json::Value;

use base::facts::{Audience, Fact, brief, new_since};
use mail::{Auto, Note as MailNote};

use crate::files::acts::ToldOfAct;
use crate::files::decision::{Change, Decision};
use crate::files::record::GameRecord;
use crate::files::stop::{DeskError, Stop};
use crate::letter::lapsed::see_to_lapsed_reports;
use crate::letter::lapsed_acts::see_to_lapsed_acts;
use crate::letter::left_out::say_what_was_left_out;
use crate::letter::limits::{count_caused, is_answered};
use crate::letter::session::{Session, takes_entries};
use crate::letter::welcome::see_to_lapsed_welcomes;
use crate::phase::sheets::show_reviewed_sheets;
use crate::phase::standing::{all_ready_words, due_words_now, early_end, played_from};
use crate::said::letters::{Envelope, Told, thread_of};
use crate::said::notice::{Notice, Problem, Said};
use crate::said::phrases::phase_name;
use crate::said::reading_notes::explain;

/// Most lines of talk that an answer repeats.
const MOST_CHATTER: usize = 40;

/// Most lines with something wrong that an answer explains.
const MOST_PROBLEMS: usize = 80;

/// Ends the letter with its receipt, unless its writer had so many that it is kept back.
pub fn close(mut session: Session<'_>) -> Result<Decision, Stop> {
    see_to_lapsed_welcomes(&mut session)?;
    see_to_lapsed_reports(&mut session)?;
    see_to_lapsed_acts(&mut session)?;
    if !is_answered(&mut session)? {
        tell_of_own_acts(&mut session);
        count_caused(&mut session);
        return Ok(session.into_decision());
    }
    session.say_acts();
    fill_receipt(&mut session)?;
    settle_words(&mut session);
    let viewer = session.viewer();
    let account = Fact::new(Audience::Person(session.writer().id.clone()), ());
    let facts: Vec<Fact<Value>> =
        session.said.account.iter().map(|item| account.clone().map(|()| item.clone())).collect();
    let table = session.game().filter(|_| !facts.is_empty()).map(|game| game.table.as_ref());
    let account = table.map(|table| Told::words(table, "account.txt", brief(viewer.clone(), &facts)));
    let envelope = Envelope {
        purpose: session.receipt_purpose(),
        game: session.game().map(|game| game.id.clone()),
        phase: session.game().map_or(0, GameRecord::phase_number),
        in_reply_to: session.letter().and_then(|letter| letter.message_id.clone()),
        thread: session.game().and_then(|game| thread_of(game, &session.writer().id)),
        auto: Auto::Replied,
        is_held: false,
        deadlines: session.deadlines_for(session.reader()),
    };
    let notice = Notice::Receipt(std::mem::take(&mut session.receipt));
    let told = what_acts_tell(&session).into_iter().chain(account);
    let told: Vec<Told> = told.chain(std::mem::take(&mut session.said.drawn)).collect();
    session.write(viewer, &notice, &told, envelope)?;
    count_caused(&mut session);
    Ok(session.into_decision())
}

/// What their giver may read of what his orders told that were carried out, and what stands otherwise by them, in the words that
/// others are told it with.
fn what_acts_tell(session: &Session<'_>) -> Option<Told> {
    let game = session.game()?;
    let mut told = session.orders.news.clone();
    // A game master sees all of how things stand anyway.
    if let Some(stood) = session.orders.stood.as_ref().filter(|_| !session.is_gm()) {
        told.extend(new_since(stood, &game.facts));
    }
    let told = brief(session.viewer(), &told);
    (!told.items().is_empty()).then(|| Told::words(game.table.as_ref(), "report.txt", told))
}

/// Where there is no answer, what was carried out at once is told its giver as it is told others.
fn tell_of_own_acts(session: &mut Session<'_>) {
    let own = std::mem::take(&mut session.orders.acted);
    for change in &mut session.decision_mut().changes {
        let Change::TakeAct { act, .. } = change else { continue };
        let told = own.iter().find(|(received, _)| *received == act.received).map(|(_, told)| told);
        let is_untold = |told: &&ToldOfAct| act.told.iter().all(|other| other.whose != told.whose);
        let untold = told.filter(is_untold).cloned();
        act.told.extend(untold);
    }
}

fn account_of_lines(session: &Session<'_>) -> Option<String> {
    let (account, is_lost) = session.account_of_fates()?;
    let hint = if is_lost && session.game().is_some() && !session.is_gm() {
        " PRESS TO gm: sends words to the GM."
    } else {
        ""
    };
    Some(format!("{account}{hint}"))
}

/// A letter of endless talk must not come back whole: an answer to it would grow from round to round.
fn shorten_receipt(session: &mut Session<'_>) {
    let chatter = &mut session.receipt.chatter;
    let more = chatter.len().saturating_sub(MOST_CHATTER);
    if more > 0 {
        chatter.truncate(MOST_CHATTER);
        chatter.push(format!("... and {more} more lines"));
    }
    let problems = &mut session.receipt.problems;
    say_once(problems);
    let more = problems.split_off(problems.len().min(MOST_PROBLEMS));
    if let Some((first, last)) = more.first().zip(more.last()) {
        let (count, first, last) = (more.len(), first.number, last.number);
        session.receipt.lead.push(format!(
            "There is something to say of {count} more lines, from line {first} to line {last}; those shown are the first."
        ));
    }
}

/// Shortest words, in letters, that are not said again of a line below the one that they are said of.
const LEAST_SAID_ONCE: usize = 80;

/// What was said of a line is not said again, word for word, of each line below it.
fn say_once(problems: &mut [Problem]) {
    let mut said: Vec<(usize, Vec<Said>)> = Vec::new();
    for problem in problems {
        let length = |said: &Said| said.message.len() + said.hint.as_ref().map_or(0, String::len);
        let is_long = problem.remarks.iter().map(length).sum::<usize>() >= LEAST_SAID_ONCE;
        match said.iter().find(|(_, remarks)| *remarks == problem.remarks).filter(|_| is_long) {
            Some((number, _)) => {
                let message = format!("Of this line the same is to be said as of line {number}.");
                problem.remarks = vec![Said { message, hint: None, rules: String::new() }];
            }
            None => said.push((problem.number, problem.remarks.clone())),
        }
    }
}

/// What the reader noted, but for attachments that were read or are ours.
fn notes_to_explain<'b>(session: &'b Session<'_>) -> impl Iterator<Item = &'b MailNote> {
    let read = session.letter().filter(|_| takes_entries(session));
    let tables = read.map_or(&[][..], |letter| &letter.tables);
    let is_known = |name: &String| {
        session.said.files_passed_over.contains(name)
            || tables.iter().any(|table| &table.name == name && !table.is_toml())
    };
    let is_read = move |note: &&MailNote| matches!(note, MailNote::AttachmentIgnored(name) if is_known(name));
    session.letter().into_iter().flat_map(|letter| &letter.text.notes).filter(move |note| !is_read(note))
}

fn fill_receipt(session: &mut Session<'_>) -> Result<(), DeskError> {
    if session.has_put_none() {
        session.lead("None of these orders could be put on file; what was there before stays.");
    }
    session.say_beside_file();
    session.list_many_seats();
    session.receipt.problems.sort_by_key(|problem| problem.number);
    session.receipt.account = account_of_lines(session);
    shorten_receipt(session);
    session.receipt.notes = notes_to_explain(session).filter_map(explain).collect();
    session.receipt.notes.extend(say_what_was_left_out(session));
    session.entitle("answer".to_owned());
    session.receipt.is_trial = session.title() == "check" || session.asks_meaning();
    let Some(game) = session.game().cloned() else { return Ok(()) };
    session.receipt.game = Some(game.id.to_string());
    if session.desk().house.renderer.has_rule_pages(game.table.book()) {
        session.receipt.cited = session.receipt.problems.iter().find_map(Problem::cited).map(str::to_owned);
    }
    session.receipt.phase = game.phase.as_ref().map(|phase| phase_name(phase.number, &phase.plan.title));
    let seats = session.seats();
    session.receipt.owes_none = !seats.is_empty() && !seats.iter().any(|seat| game.owes(seat));
    let concerning = game.phase.as_ref().filter(|_| !session.leaves());
    session.receipt.deadline =
        concerning.map(|phase| due_words_now(&game, session.reader(), phase, session.desk().now));
    say_that_all_are_ready(session, &game);
    if session.shows_sheets() {
        let (sheets, account) = show_reviewed_sheets(&game, &seats, &session.orders.reviews)?;
        let is_any_in_doubt = session.receipt.problems.iter().any(Problem::is_in_doubt);
        session.receipt.is_to_mend = is_any_in_doubt && !session.receipt.is_trial && !sheets.is_empty();
        let on_file = seats.iter().filter_map(|seat| game.sheets.get(seat)).flat_map(|sheet| &sheet.lines);
        let tried = session.orders.reviews.values().flat_map(|review| &review.lines);
        let lines: Vec<_> = on_file.chain(tried).collect();
        session.receipt.orders_add = lines.iter().any(|line| line.is_added);
        let subjects: BTreeSet<&str> = lines.iter().map(|line| line.section.as_str()).collect();
        session.receipt.has_subjects = subjects.len() > 1;
        session.show_all(sheets);
        // What is left to spend would tell the result of a phase whose reports still wait.
        if !game.awaits_release {
            session.account_for(account);
        }
    }
    Ok(())
}

/// A deadline that the phase does not wait for misleads who reads it alone.
fn say_that_all_are_ready(session: &mut Session<'_>, game: &GameRecord) {
    let Some(at) = early_end(game).filter(|_| session.receipt.deadline.is_some()) else { return };
    let when = played_from(game, session.reader(), at);
    if !session.receipt.lead.iter().any(|said| said.contains(&when)) {
        session.receipt.lead.extend(all_ready_words(game, session.reader()));
    }
}

/// Words that this letter's answer offers are in it, whatever its purpose has become since.
fn settle_words(session: &mut Session<'_>) {
    let (early, now) = (session.first_receipt_purpose(), session.receipt_purpose());
    for change in &mut session.decision_mut().changes {
        if let Change::AskQuestion(question) = change
            && question.mailed_in.as_ref() == Some(&early)
        {
            question.mailed_in = Some(now.clone());
        }
    }
}
