//! Whether a letter is answered by itself, and how much it may cause. Robots that answer each other fall silent by it; people
//! hardly notice. What a letter changes is not touched. Knows no single command, and of orders only whether they changed.

use sha2::{Digest, Sha256};

use base::game::schedule::print_deadline;
use base::game::{GameId, Player, SeatId};
use base::order::{Command, Request};
use mail::Letter;

use crate::files::arrival::Arrival;
use crate::files::decision::{Change, Decision};
use crate::files::desk::Desk;
use crate::files::record::GameRecord;
use crate::files::stop::Stop;
use crate::files::tally::{Allowance, MOST_PRINTS, Worth};
use crate::files::verdict::Verdict;
use crate::letter::session::Session;
use crate::proof::matter::{asks_something, begins_request, requests_of};
use crate::said::gm_notice::{GmNotice, tell_gms};

/// Each command and order of a letter, in a form that can be remembered; of one without any each line that names
/// something of the game, without its numbers. What stands around them does not count: there a robot writes the number of its ticket, or what we wrote to it.
fn prints_of(letter: Option<&Letter>, game: Option<&GameRecord>) -> Vec<u64> {
    let requests = letter.map_or_else(Vec::new, |letter| requests_of(letter, game));
    // A dry run asks about whatever stands in it.
    let is_check = requests.iter().any(|request| matches!(request, Request::Command(_, Command::Check { .. })));
    let counts = |request: &&Request| is_check || begins_request(request, game);
    let lines = requests.iter().filter(counts).map(|request| &request.line().text);
    let mut prints: Vec<u64> = lines.map(|line| print_of(line)).take(MOST_PRINTS / 2).collect();
    if prints.is_empty() {
        let bare = |text: &str| text.replace(|sign: char| sign.is_ascii_digit(), "");
        let is_of_game = |text: &&str| game.is_some_and(|game| !game.table.names_in(text).is_empty());
        let lines = requests.iter().map(|request| request.line().text.as_str()).filter(is_of_game);
        prints.extend(lines.map(|text| print_of(&bare(text))).take(MOST_PRINTS / 2));
    }
    prints.sort_unstable();
    prints.dedup();
    prints
}

fn print_of(line: &str) -> u64 {
    let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
    let digest = Sha256::digest(words.join(" ").as_bytes());
    digest[..8].iter().fold(0, |print, byte| (print << 8) | u64::from(*byte))
}

/// Whether what a letter changed is more than our own bookkeeping. Orders that stand as they stood are no change.
fn has_effect(desk: &Desk<'_>, decision: &Decision) -> Result<bool, Stop> {
    let game = match &decision.game {
        Some(id) => desk.files.game(id)?,
        None => None,
    };
    let stood = |id: &GameId, seat: &SeatId| game.as_ref().filter(|game| game.id == *id)?.sheets.get(seat);
    let counts = |change: &Change| match change {
        Change::CountWrongCode { .. } | Change::BurnLetters { .. } | Change::PutTally { .. } => false,
        Change::AskQuestion(_) | Change::VoidWords { .. } | Change::RecordReminder { .. } => false,
        // What is proposed changes no order.
        Change::Propose { .. } => false,
        Change::PutSheet { game, seat, sheet, .. } => stood(game, seat).is_none_or(|old| old.lines != sheet.lines),
        _ => true,
    };
    Ok(decision.changes.iter().any(counts) || decision.verdict == Verdict::Late)
}

/// Whether the letter of a session is answered. Notes in the session what the answer must say of those that were not,
/// and takes out of it what would only have answered.
pub fn is_answered(session: &mut Session<'_>) -> Result<bool, Stop> {
    let desk = session.desk();
    // A letter that the game master let count is answered to somebody who did not write now.
    if desk.writer.as_ref().is_none_or(|writer| writer.id != session.writer().id) {
        return Ok(true);
    }
    let at = session.arrival().at;
    let mut tally = desk.tally.clone();
    let is_word = asks_for_word(session)
        || session.is_gm() && session.letter().is_some_and(|letter| asks_something(letter, session.game()));
    let worth = if is_word {
        let is_repeated = !tally.is_new(&prints_of(session.letter(), session.game()), at);
        Worth::Word { is_repeated }
    } else if has_effect(desk, session.decision())? || session.has_written_to_others() {
        Worth::Effect
    } else if tally.is_new(&prints_of(session.letter(), session.game()), at) {
        Worth::Request
    } else {
        Worth::Repeated
    };
    let allowance = tally.admit(&desk.house.limits, worth, at);
    session.change(Change::PutTally { player: session.writer().id.clone(), tally: Box::new(tally) });
    match allowance {
        Allowance::Answer { missed, rests_until } => {
            explain(session, missed, rests_until);
            Ok(true)
        }
        Allowance::Quiet { is_news } => {
            if matches!(worth, Worth::Request | Worth::Repeated) {
                let writer = session.writer();
                session.withhold(|letter| letter.player != writer.id);
            }
            if is_news {
                let (desk, arrival, writer) = (session.desk(), session.arrival(), session.writer());
                let game = session.game().cloned();
                let decision = session.decision_mut();
                tell_of_silence(desk, (arrival, writer), game.as_ref(), UNANSWERED, decision)?;
            }
            Ok(false)
        }
    }
}

/// Whether the answer brings a word without which something is not done.
fn asks_for_word(session: &Session<'_>) -> bool {
    session.changes().iter().any(|change| matches!(change, Change::AskQuestion(_)))
}

/// Until when the letters of a session may cause no more; what a game master's commands cause is not counted.
fn spent_until(session: &Session<'_>) -> Option<i64> {
    if session.is_gm() {
        return None;
    }
    session.desk().tally.caused.spent_until(&session.desk().house.limits, session.letters(), session.arrival().at)
}

/// Why this letter may cause no more letters, when it may not: it caused as many as one may, or its writer's letters
/// caused so much in a day.
pub fn caused_enough(session: &Session<'_>) -> Option<String> {
    if session.has_caused_most() {
        return Some("One letter may not cause more letters than it has by now.".to_owned());
    }
    let until =
        print_deadline(spent_until(session)?, session.reader().zone.unwrap_or(session.desk().house.timetable.zone));
    Some(format!("Your letters have caused as much mail as they may in a day; please ask again after {until}."))
}

/// Counts the letters that a session caused, its answer among them.
pub fn count_caused(session: &mut Session<'_>) {
    if session.is_gm() {
        return;
    }
    let writer = session.writer();
    let decision = session.decision_mut();
    let own = decision.changes.iter_mut().find_map(|change| match change {
        Change::PutTally { player, tally } if *player == writer.id => Some(tally),
        _ => None,
    });
    if let Some(tally) = own {
        tally.caused = tally.caused.and(&decision.letters);
    }
}

fn explain(session: &mut Session<'_>, missed: u32, rests_until: Option<i64>) {
    for sentence in explained(session.desk(), session.writer(), missed, rests_until) {
        session.lead(sentence);
    }
}

/// What an answer says of the letters before it that had none, and of those to come.
fn explained(desk: &Desk<'_>, writer: &Player, missed: u32, rests_until: Option<i64>) -> Vec<String> {
    let mut sentences = Vec::new();
    match missed {
        0 => {}
        1 => sentences
            .push("One letter of yours before this one was read without an answer, because so many came.".to_owned()),
        n => sentences.push(format!(
            "{n} letters of yours before this one were read without an answer each, because so many came."
        )),
    }
    if let Some(until) = rests_until {
        let zone = writer.zone.unwrap_or(desk.house.timetable.zone);
        sentences.push(format!(
            "So many letters came from you that the next ones like this one will be read, but not answered one by one, \
             until {}.",
            print_deadline(until, zone)
        ));
    }
    sentences
}

/// What becomes of a letter that was not read.
pub enum Unread {
    /// It is answered; the answer says this besides.
    Answered(Vec<String>),
    /// It is not, for so many came; whether that is new to the game masters.
    Quiet { is_news: bool },
}

/// Whether a letter is answered that was not read: robots and forgers can send many of that sort.
pub fn admit_unread(desk: &Desk<'_>, writer: &Player, arrival: Arrival, decision: &mut Decision) -> Unread {
    let mut tally = desk.tally.clone();
    let allowance = tally.admit_unread(&desk.house.limits, arrival.at);
    decision.changes.push(Change::PutTally { player: writer.id.clone(), tally: Box::new(tally) });
    match allowance {
        Allowance::Answer { rests_until, .. } => {
            let rests = rests_until.map(|until| {
                let zone = writer.zone.unwrap_or(desk.house.timetable.zone);
                let until = print_deadline(until, zone);
                format!(
                    "So many such letters came from you that no more of them is answered until {until}; none counts."
                )
            });
            Unread::Answered(rests.into_iter().collect())
        }
        Allowance::Quiet { is_news } => Unread::Quiet { is_news },
    }
}

/// A program may be at work: those who can look are told once a day, of letters that are called so and what becomes of them.
pub fn tell_of_silence(
    desk: &Desk<'_>,
    (arrival, writer): (Arrival, &Player),
    about: Option<&GameRecord>,
    (purpose, letters, fate): (&str, &str, &str),
    decision: &mut Decision,
) -> Result<(), Stop> {
    let text = format!("So many {letters} come from the address of {} that {fate}", writer.name);
    let purpose = format!("{purpose} {}", arrival.mark);
    let notice = GmNotice { what: "answers kept back", purpose, text, daily: None };
    tell_gms(desk, arrival, about, Some(&writer.id), &notice, decision)
}

/// What those who can look are told of letters that are read and not answered one by one.
const UNANSWERED: (&str, &str, &str) = (
    "quiet letter",
    "letters",
    "they are not answered one by one any more. They are still read, and what they change is on file. A program that answers by \
     itself may be at work there.",
);
