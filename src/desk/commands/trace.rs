//! What can be looked up afterwards: TRACE, what became of a letter; JOURNAL, who did what in a game.

use std::collections::BTreeSet;

use base::game::schedule::print_deadline;
use base::game::{Player, PlayerId, Roster};
use base::order::Line;
use mail::Relayed;

use crate::files::stop::Stop;
use crate::files::trail::{JOURNAL_PAGE, JournalRow, TraceKey, TracedAnswer, TracedLetter};
use crate::files::verdict::Verdict;
use crate::letter::present::game_of;
use crate::letter::session::{Session, refuse};
use crate::said::notice::shorten;
use crate::said::phrases::with_names;

/// `TRACE`: a player's own letters; a game master also those about his game.
pub fn trace(session: &mut Session<'_>, line: &Line, which: Option<&str>) -> Result<(), Stop> {
    session.entitle("trace".to_owned());
    let game = session.game().filter(|_| session.is_gm()).map(|game| game.id.clone());
    let key = match which {
        Some(word) if word.starts_with('<') => TraceKey::MessageId(word.to_owned()),
        Some(word) if game.is_some() => TraceKey::Number(word.parse().unwrap_or_default()),
        Some(word) => TraceKey::NthOf(session.writer().id.clone(), word.parse().unwrap_or(u32::MAX)),
        None => game.clone().map_or_else(|| TraceKey::OfPlayer(session.writer().id.clone()), TraceKey::OfGame),
    };
    let found = session.desk().files.traced(&key)?;
    let is_own = |letter: &TracedLetter| letter.writer.as_ref() == Some(&session.writer().id);
    let is_of_game = |letter: &TracedLetter| game.is_some() && letter.game == game;
    let seen: Vec<TracedLetter> = found.into_iter().filter(|letter| is_own(letter) || is_of_game(letter)).collect();
    match (which, seen.is_empty()) {
        // The same words for a letter that never was and for somebody else's.
        (Some(word), true) => {
            let message = format!("No letter of yours is known as {}.", shorten(word, 60));
            refuse(session, line, &message, Some("TRACE alone lists the last ones."));
        }
        (Some(_), false) => {
            for letter in &seen {
                let told = in_full(session, letter, game.is_some());
                session.answer(format!("Letter {}", number_of(letter, game.is_some())), told);
            }
        }
        (None, _) => {
            let rows: Vec<String> = seen.iter().map(|letter| row(session, letter, game.is_some())).collect();
            let rows = if rows.is_empty() { "None.".to_owned() } else { rows.join("\n") };
            session.answer("The last letters", format!("{rows}\n\nTRACE and a number tells all of one."));
        }
    }
    Ok(())
}

fn row(session: &Session<'_>, letter: &TracedLetter, is_of_game: bool) -> String {
    let name = if is_of_game { format!(", {}", letter.name) } else { String::new() };
    let fate = letter.settled.as_ref().or(letter.verdict.as_ref());
    let number = number_of(letter, is_of_game);
    format!("- {number}, {}{name}: {}", time(session, letter.arrived), verdict_words(fate))
}

/// As WHO counts them for a game master; for a player among his own.
fn number_of(letter: &TracedLetter, is_of_game: bool) -> i64 {
    if is_of_game { letter.id } else { i64::from(letter.nth) }
}

fn time(session: &Session<'_>, at: i64) -> String {
    let house = session.game().map_or(&session.desk().house.timetable, |game| &game.timetable);
    print_deadline(at, session.writer().zone.unwrap_or(house.zone))
}

/// All that is known of a letter. What the next server said is for game masters: it may name files, processes and how many
/// letters others were sent.
fn in_full(session: &Session<'_>, letter: &TracedLetter, is_of_game: bool) -> String {
    let mut rows = vec![
        format!("- From: {}", letter.name),
        format!("- Arrived at the server: {}", time(session, letter.arrived)),
        format!("- Message-ID: {}", printable(letter.message_id.as_deref().unwrap_or("none"))),
        format!("- Size: {} bytes", letter.size),
        format!("- SHA-256: {}", letter.sha256),
        format!("- Decision: {}", verdict_words(letter.verdict.as_ref())),
    ];
    if let Some(settled) = &letter.settled {
        rows.push(format!("- Then: {}", verdict_words(Some(settled))));
    }
    if letter.answers.is_empty() {
        rows.push("- Answer: none".to_owned());
    }
    rows.extend(letter.answers.iter().map(|answer| format!("- Answer: {}", answer_words(answer, is_of_game))));
    rows.join("\n")
}

fn verdict_words(verdict: Option<&Verdict>) -> String {
    match verdict {
        None => "not decided yet".to_owned(),
        Some(Verdict::Answered) => "read and answered".to_owned(),
        Some(Verdict::Held) => "held until its writer confirms that it is his".to_owned(),
        Some(Verdict::Late) => "too late; waits for the GM".to_owned(),
        Some(Verdict::Correspondence) => "with the judge only in copy: kept for the GM, not read as orders".to_owned(),
        Some(Verdict::Silent { why }) => format!("no effect and no answer: {}", printable(why)),
        Some(Verdict::Quarantined { why }) => format!("set aside unread: {}", printable(why)),
    }
}

fn answer_words(answer: &TracedAnswer, has_reply: bool) -> String {
    let reply = answer.reply.as_deref().filter(|_| has_reply);
    let reply = reply.map_or_else(String::new, |reply| format!(", the server said: {}", printable(reply)));
    let tries = if answer.attempts > 1 { format!(" after {} attempts", answer.attempts) } else { String::new() };
    match answer.state.as_str() {
        "sent" => format!("taken by the next mail server{tries}{reply}"),
        "failed" => format!("not delivered{tries}{reply}"),
        "sending" => "on its way".to_owned(),
        _ => format!("waits to be sent{tries}{reply}"),
    }
}

/// Words of others, on one line and not too long; none of them is wider than a letter.
fn printable(text: &str) -> String {
    let words: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words = shorten(words.trim(), 200);
    words.split(' ').map(broken).collect::<Vec<_>>().join(" ")
}

/// Most letters of a word of others.
const LONGEST_WORD: usize = 68;

/// A word in pieces that have room on a line.
fn broken(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    letters.chunks(LONGEST_WORD).map(|piece| piece.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

/// `JOURNAL [page]`: who did what in the game, when and why, newest first.
pub fn journal(session: &mut Session<'_>, line: &Line, page: u32) -> Result<(), Stop> {
    let Some(game) = game_of(session, line) else { return Ok(()) };
    let found = session.desk().files.journal_page(&game.id, page)?;
    let pages = found.count.div_ceil(JOURNAL_PAGE);
    if found.rows.is_empty() {
        let message = format!("There is no page {page}; the last page of the journal of {} is {pages}.", game.id);
        refuse(session, line, &message, None);
        return Ok(());
    }
    let rows = found.rows.iter().map(|row| journal_row(session, row)).collect::<Result<Vec<String>, Stop>>()?;
    let more = if page < pages { format!("\n\nJOURNAL {} shows what was before.", page + 1) } else { String::new() };
    session.answer(format!("Journal, page {page} of {pages}"), format!("{}{more}", rows.join("\n")));
    Ok(())
}

fn journal_row(session: &Session<'_>, row: &JournalRow) -> Result<String, Stop> {
    let reason = row.reason.as_ref().map_or_else(String::new, |reason| format!("\n{}", Relayed::of(reason)));
    let who = row.name.as_deref().unwrap_or("the clock");
    let act = printable(&row.act);
    let act = match session.game() {
        Some(game) => with_names(&with_leavers(session, &game.roster, &act)?, &act),
        None => act,
    };
    Ok(format!("- {}, {who}: {act}{reason}", time(session, row.at)))
}

/// Everybody whose key may stand in these words, also who is in the game no longer.
fn with_leavers(session: &Session<'_>, roster: &Roster, words: &str) -> Result<Roster, Stop> {
    let mut people: Vec<Player> = roster.players().cloned().collect();
    let keys = words.split(|sign: char| !sign.is_alphanumeric()).filter(|word| is_key(word)).map(PlayerId::stored);
    for key in keys.filter(|key| roster.player(key).is_none()) {
        people.extend(session.desk().files.player(&key)?);
    }
    Ok(Roster::new(Vec::new(), people, BTreeSet::new()))
}

/// Whether a word looks as the key of a person does.
fn is_key(word: &str) -> bool {
    word.strip_prefix('p').is_some_and(|rest| rest.len() == 12 && rest.bytes().all(|byte| byte.is_ascii_hexdigit()))
}
