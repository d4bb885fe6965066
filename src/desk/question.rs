//! Acts that need a second proof: the judge says what will happen and gives a word, once and for a short time; only a
//! letter with that word, typed and not quoted, carries the act out. Knows no single act.

use std::collections::BTreeSet;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use base::game::schedule::print_deadline;
use base::game::{GameId, Player, PlayerId};
use base::order::command::read_command;
use base::order::{Command, Line, Request, read_letter};
use base::planted::is_planted;
use mail::Letter;

use super::arrival::Arrival;
use super::consent::{Consent, doubts};
use super::decision::{Change, Decision};
use super::filing::FilingMode;
use super::hold::{QUESTION, said_alone};
use super::people::{ADDRESS_QUESTION, VOUCHED, say_confirmed, vouch};
use super::player::{obey, refuse};
use super::record::{Desk, GameRecord, Key};
use super::session::{Session, Stop};

/// How long an act of a game master waits for its confirmation, in seconds.
pub const GM_ACT_WAITS: i64 = 3_600;
/// How long an act of a player or a stranger waits: mail is read less often by those who play.
pub const OWN_ACT_WAITS: i64 = 3 * 86_400;

/// An act that waits for the word that was mailed with the question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// SHA-256 of the word, in hexadecimal: the word itself is stored nowhere.
    pub hash: String,
    /// Who was asked.
    pub player: PlayerId,
    /// The game it is about.
    pub game: Option<GameId>,
    /// The phase and revision that were open when it was asked, 0 and 0 before the start: the act holds for no other.
    /// None when time does not matter to it.
    pub phase: Option<(u32, u32)>,
    /// The command, as it was written; or the purpose of our question about a letter that waits.
    pub act: String,
    /// From when on the word counts, in epoch seconds.
    pub counts_from: i64,
    /// Until when the word counts, in epoch seconds.
    pub expires: i64,
    /// SHA-256 of what was said would happen, when the act holds for exactly that.
    pub summary: Option<String>,
    /// For whom the reader of an address was asked.
    pub on_behalf_of: Option<PlayerId>,
    /// The purpose of the letter in which the word was mailed, when it is known: who is shown that letter knows the word.
    pub mailed_in: Option<String>,
    /// Carried out already.
    pub is_spent: bool,
}

/// The word of a question: 128 bits derived from our key and what the question is about, in base32.
pub fn word_for(key: &Key, about: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.bytes()).expect("HMAC takes keys of any length");
    mac.update(format!("question|{about}").as_bytes());
    data_encoding::BASE32_NOPAD.encode(&mac.finalize().into_bytes()[..16])
}

/// The word in five groups, as letters show it.
pub fn print_word(word: &str) -> String {
    let mut shown = String::new();
    for (place, letter) in word.chars().enumerate() {
        if place > 0 && place % 5 == 0 && place + 1 < word.len() {
            shown.push('-');
        }
        shown.push(letter);
    }
    shown
}

/// What is stored of a word, however it was typed: case, dashes and blanks do not matter, nor do 0 for O and 1 for I.
pub fn hash_word(typed: &str) -> String {
    let letters = typed.chars().filter(|c| !matches!(c, '-' | ' ')).map(|c| match c.to_ascii_uppercase() {
        '0' => 'O',
        '1' => 'I',
        c => c,
    });
    data_encoding::HEXLOWER.encode(&Sha256::digest(letters.collect::<String>().as_bytes()))
}

/// The open phase of a game, as a question names it.
fn open_phase(game: Option<&GameRecord>) -> Option<(u32, u32)> {
    game.map(|game| game.phase.as_ref().map_or((0, 0), |phase| (phase.number, phase.revision)))
}

impl Question {
    /// The question that a line of this letter raises, and its word. Nothing but the letter makes the word, so that
    /// a letter judged twice asks the same.
    pub fn raised(session: &Session<'_>, line: &Line, waits: i64) -> (Self, String) {
        let about = format!("{} line {} {}", session.arrival.mark, line.number, session.decision.changes.len());
        let word = word_for(&session.desk.house.key, &about);
        let question = Question {
            hash: hash_word(&word),
            player: session.writer.id.clone(),
            game: session.game.as_ref().map(|game| game.id.clone()),
            phase: None,
            act: line.text.trim().to_owned(),
            counts_from: 0,
            expires: session.desk.now.max(session.arrival.at) + waits,
            summary: None,
            on_behalf_of: None,
            mailed_in: Some(session.receipt_purpose()),
            is_spent: false,
        };
        (question, word)
    }

    /// The question whether a letter is its writer's, which is asked by a letter with this purpose, and its word.
    pub fn about_letter(desk: &Desk<'_>, writer: &Player, purpose: &str, expires: i64) -> (Self, String) {
        let word = word_for(&desk.house.key, purpose);
        let question = Question {
            hash: hash_word(&word),
            player: writer.id.clone(),
            game: None,
            phase: None,
            act: purpose.to_owned(),
            counts_from: 0,
            expires,
            summary: None,
            on_behalf_of: None,
            mailed_in: Some(purpose.to_owned()),
            is_spent: false,
        };
        (question, word)
    }

    /// Whether its word counts for somebody who writes at this time.
    pub fn proves(&self, writer: &Player, at: i64) -> bool {
        self.player == writer.id && !self.is_spent && (self.counts_from..=self.expires).contains(&at)
    }
}

/// The act that waits for the word of a question about a letter; none when it was asked before there were such words.
pub fn of_letter(desk: &Desk<'_>, purpose: &str) -> Result<Option<Question>, Stop> {
    look_up(desk, hash_word(&word_for(&desk.house.key, purpose)))
}

fn look_up(desk: &Desk<'_>, hash: String) -> Result<Option<Question>, Stop> {
    Ok(desk.files.question(&hash)?)
}

/// The question whose word a letter holds, typed and above our own words, when the word still proves its writer. It was
/// mailed to him alone, so it proves him in whatever letter it stands, once.
pub fn answered_by_word(
    desk: &Desk<'_>,
    letter: &Letter,
    writer: &Player,
    arrival: Arrival,
) -> Result<Option<Question>, Stop> {
    // Whatever stands behind CHECK: a dry run confirms nothing.
    let requests = read_letter(&letter.text.lines, |_| true);
    if requests.iter().any(|request| matches!(request, Request::Command(_, Command::Check { .. }))) {
        return Ok(None);
    }
    for request in &requests {
        let Request::Command(line, Command::Confirm { word }) = request else { continue };
        let lines = &letter.text.lines;
        if is_in_our_words(lines, line.number) || is_in_doubt(lines, line.number) {
            continue;
        }
        let question = look_up(desk, hash_word(word))?;
        if let Some(question) = question.filter(|question| question.proves(writer, arrival.at)) {
            return Ok(Some(question));
        }
    }
    Ok(None)
}

/// A word that proved its reader proves him no more, whatever became of the act that waited for it.
pub fn spend(question: &Question, at: i64, decision: &mut Decision) {
    let spends = |change: &Change| matches!(change, Change::SpendQuestion { hash, .. } if *hash == question.hash);
    if !decision.changes.iter().any(spends) && !is_planted("word-never-spent") {
        decision.changes.push(Change::SpendQuestion { hash: question.hash.clone(), at });
    }
}

/// How our letters offer a word.
const OFFER: &str = "To do it, answer with this line";
/// How they offer that of a letter that waits.
const RELEASE: &str = "To let it count, answer with this line";
/// How our question about a letter that waits begins.
const OPENING: &str = "A letter with your address as its sender reached us";
/// How our question begins whether an address is its reader's.
pub const ADDRESS_OPENING: &str = "Your address was named to this judge, a program that runs games by mail";
/// How our letters offer a game master the word for the addresses that he named.
const VOUCH: &str = "If you know them to be right, answer with this line";

/// How many lines stand above our question about a letter or an address, where a program quotes it without marks.
pub fn above_our_question(lines: &[String]) -> usize {
    let openings = [OPENING, ADDRESS_OPENING].map(letters_of);
    let begins = |at: usize| {
        let near = letters_of(&lines[at..].iter().take(MOST_JOINED).map(String::as_str).collect::<String>());
        let line = letters_of(&lines[at]);
        openings.iter().any(|opening| near.starts_with(opening) || line.contains(opening))
    };
    (0..lines.len()).find(|at| begins(*at)).unwrap_or(lines.len())
}

/// Over how many lines a program may break the beginning of our question.
const MOST_JOINED: usize = 4;

fn letters_of(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// What lets a letter that waits count, and what does not; `needs_word` says why a bare YES is not enough.
pub fn how_to_release(word: &str, until: &str, needs_word: Option<&str>) -> String {
    let yes = match needs_word {
        None => "If it is yours, answer this letter with YES, all that you write, or with the line below.".to_owned(),
        Some(why) => format!("If it is yours, answer with the line below: a bare YES is not enough, for {why}."),
    };
    let word = print_word(word);
    format!(
        "{yes}\n\n{RELEASE}, here or in a new letter, until {until} and before the phase is played:\n\n  CONFIRM {word}"
    )
}

/// How the reader of an address confirms that it is his.
pub fn how_to_say_yes(word: &str, until: &str) -> String {
    let word = print_word(word);
    format!(
        "If it is yours, answer this letter with YES, all that you write, or with the line below.\n\n{RELEASE}, here or in a new \
         letter, until {until}:\n\n  CONFIRM {word}"
    )
}

/// How a game master lets addresses count that he knows to be right.
pub fn how_to_vouch(word: &str, until: &str) -> String {
    format!("{VOUCH}, until {until}, and they count without their own answer:\n\n  CONFIRM {}", print_word(word))
}

/// Whether a line of a letter stands below our own offer of a word. A program that quotes our question without marks says
/// CONFIRM in our words; who writes it himself writes it above them.
pub fn is_in_our_words(lines: &[String], number: usize) -> bool {
    let above = letters_of(&lines.get(..number.saturating_sub(1)).unwrap_or_default().concat());
    [OFFER, RELEASE, VOUCH].iter().any(|offer| above.contains(&letters_of(offer)))
}

/// Whether somebody typed above the line of a word what a yes does not say: a denial, a question. A program that quotes our
/// letter may have lost the mark before the line, and whoever writes both may mean either. What a command says is no doubt.
pub fn is_in_doubt(lines: &[String], number: usize) -> bool {
    let mut commands = BTreeSet::new();
    let mut end = number.saturating_sub(1).min(lines.len());
    for request in read_letter(lines, |_| true) {
        match request {
            Request::Command(line, Command::Press { .. }) => end = end.min(line.number.saturating_sub(1)),
            Request::Command(line, _) => drop(commands.insert(line.number)),
            _ => {}
        }
    }
    (0..end).any(|at| !commands.contains(&(at + 1)) && doubts(&lines[at]))
}

/// Whether a bare YES is as good as the word of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// It is.
    Yes,
    /// It is not: what is asked is an act of a game master, or one question of several.
    Word,
}

/// How a letter says that nothing was done yet, and what does it.
pub fn how_to_confirm(word: &str, counts_from: Option<&str>, until: &str, takes: Takes) -> String {
    let from = counts_from.map_or_else(String::new, |from| format!("from {from} "));
    let yes = match takes {
        Takes::Yes => " YES, all that you write, does as well.",
        Takes::Word => "",
    };
    let word = print_word(word);
    format!("Nothing has been done yet.{yes} {OFFER}, {from}until {until}:\n\n  CONFIRM {word}")
}

/// Asks the writer to confirm the act of a line, and says what it will do. Nothing else changes.
pub fn ask(session: &mut Session<'_>, line: &Line, consequences: &[String]) {
    let (mut question, word) = Question::raised(session, line, GM_ACT_WAITS);
    question.phase = open_phase(session.game.as_ref());
    put(session, line, consequences, question, &word);
}

/// Keeps a question, and shows it to the writer in the answer to his letter.
pub fn put(session: &mut Session<'_>, line: &Line, consequences: &[String], question: Question, word: &str) {
    let zone = session.writer.zone.unwrap_or(session.desk.house.timetable.zone);
    let until = print_deadline(question.expires, zone);
    let is_first = !session.decision.changes.iter().any(|change| matches!(change, Change::AskQuestion(_)));
    let takes = if session.is_gm() || !is_first { Takes::Word } else { Takes::Yes };
    session.change(Change::AskQuestion(Box::new(question)));
    let text = format!("{}\n\n{}", consequences.join("\n\n"), how_to_confirm(word, None, &until, takes));
    session.answer(format!("Please confirm: {}", line.text.trim()), text);
}

/// `CONFIRM word`: the act that waits for this word is carried out, once.
pub fn confirm(session: &mut Session<'_>, line: &Line, typed: &str, mode: FilingMode) -> Result<(), Stop> {
    if is_in_our_words(&session.letter.text.lines, line.number) {
        let hint = "To confirm, write the line first in your answer, above what you quote.";
        refuse(
            session,
            line,
            "This stands in our own words, as programs quote them, and confirms nothing.",
            Some(hint),
        );
        return Ok(());
    }
    if is_in_doubt(&session.letter.text.lines, line.number) {
        let message = "Something that is no yes stands above this line, so it confirms nothing; nothing was done.";
        let hint = "If you mean it, send the line CONFIRM alone; if you do not, answer NO.";
        refuse(session, line, message, Some(hint));
        return Ok(());
    }
    let question = look_up(session.desk, hash_word(typed))?;
    // The same words for a word that never was and for somebody else's.
    let Some(question) = question.filter(|question| question.player == session.writer.id) else {
        refuse(session, line, "Nothing waits for this word.", Some("Copy the whole line from the letter that asked."));
        return Ok(());
    };
    do_what_waits(session, line, question, mode)
}

/// The one question that a YES of `writer` to this letter of ours answers; nothing where nothing waits, or more than one.
pub fn answered_by_yes(
    desk: &Desk<'_>,
    purpose: &str,
    writer: &Player,
    at: i64,
) -> Result<(Option<Question>, usize), Stop> {
    let is_open = |question: &Question| question.proves(writer, at) && !question.act.starts_with(QUESTION);
    let mut open: Vec<Question> = desk.files.questions_in(purpose)?.into_iter().filter(is_open).collect();
    let count = open.len();
    Ok((open.pop().filter(|_| count == 1), count))
}

/// A YES, and nothing else, in answer to a letter of ours that asked one thing is as good as its word, but for the acts of a
/// game master. Whether the letter was such a YES.
pub fn take_yes(session: &mut Session<'_>) -> Result<bool, Stop> {
    let Some(consent) = said_alone(session.letter, session.writer, session.game.as_ref()) else { return Ok(false) };
    let Some(sent) = session.desk.answered(session.letter, session.writer) else { return Ok(false) };
    if consent == Consent::No {
        return take_no(session, &sent.purpose);
    }
    let at = session.arrival.at;
    let (question, count) = answered_by_yes(session.desk, &sent.purpose, session.writer, at)?;
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
        return Ok(count > 0);
    };
    do_what_waits(session, &line, question, FilingMode::default())?;
    Ok(true)
}

/// The word of a question about addresses came: the reader's own, or a game master's for those he named.
fn confirm_address(session: &mut Session<'_>, line: &Line, question: &Question, mode: FilingMode) {
    if mode.is_check {
        let hint = "Send the line CONFIRM in a letter that is no CHECK.";
        return refuse(session, line, "This word confirms an address, and a check does nothing.", Some(hint));
    }
    spend(question, session.desk.now, &mut session.decision);
    match question.act.strip_prefix(VOUCHED) {
        Some(people) => vouch(session, line, people),
        None => say_confirmed(session),
    }
}

/// What still waits for an answer of `reader` to the letter of ours with this purpose.
pub fn open_acts(desk: &Desk<'_>, purpose: &str, reader: &Player, at: i64) -> Result<BTreeSet<String>, Stop> {
    let is_open = |question: &Question| question.player == reader.id && !question.is_spent && at <= question.expires;
    Ok(desk.files.questions_in(purpose)?.into_iter().filter(is_open).map(|question| question.act).collect())
}

/// A NO, and nothing else: what was asked is done by no word any more, wherever it was mailed.
fn take_no(session: &mut Session<'_>, purpose: &str) -> Result<bool, Stop> {
    let acts = open_acts(session.desk, purpose, session.writer, session.arrival.at)?;
    if acts.is_empty() {
        return Ok(false);
    }
    for act in acts {
        session.lead(format!("You say NO: nothing was done, and no word counts any more for {}.", act.trim()));
        session.change(Change::VoidQuestions { player: session.writer.id.clone(), act });
    }
    if session.receipt.title.is_empty() {
        session.receipt.title = "not done".to_owned();
    }
    Ok(true)
}

/// Carries out the act of a question that was answered, if it still may be.
fn do_what_waits(session: &mut Session<'_>, line: &Line, question: Question, mode: FilingMode) -> Result<(), Stop> {
    if let Some(why) = stale(session, &question) {
        refuse(session, line, &why, Some("Nothing was done. Give the command again if it is still wanted."));
        return Ok(());
    }
    if question.act.starts_with(QUESTION) {
        let hint = "Send the line CONFIRM in a letter that is no CHECK.";
        refuse(session, line, "This word lets a letter count that waits, and a check does nothing.", Some(hint));
        return Ok(());
    }
    if question.act.starts_with(ADDRESS_QUESTION) || question.act.starts_with(VOUCHED) {
        confirm_address(session, line, &question, mode);
        return Ok(());
    }
    let Some(Ok(command)) = read_command(&question.act) else {
        refuse(session, line, "What waited for this word cannot be read any more.", None);
        return Ok(());
    };
    spend(&question, session.desk.now, &mut session.decision);
    let act = Line { number: line.number, text: question.act.clone() };
    (session.is_confirmed, session.confirmed_summary) = (true, question.summary);
    let outcome = obey(session, &act, command, mode);
    (session.is_confirmed, session.confirmed_summary) = (false, None);
    outcome
}

/// Why a question does not count any more.
fn stale(session: &Session<'_>, question: &Question) -> Option<String> {
    let is_spent_above = session
        .decision
        .changes
        .iter()
        .any(|change| matches!(change, Change::SpendQuestion { hash, .. } if *hash == question.hash));
    if question.is_spent || is_spent_above {
        return Some("This was confirmed and done before.".to_owned());
    }
    if session.arrival.at > question.expires {
        return Some("The time to confirm this is over.".to_owned());
    }
    if session.arrival.at < question.counts_from {
        let zone = session.writer.zone.unwrap_or(session.desk.house.timetable.zone);
        let from = print_deadline(question.counts_from, zone);
        return Some(format!("This word counts from {from} on, not before; send it again then."));
    }
    if question.game.is_some() && session.game.as_ref().map(|game| &game.id) != question.game.as_ref() {
        return Some("This word belongs to another game than the letter.".to_owned());
    }
    let open = open_phase(session.game.as_ref());
    if question.phase.is_some() && open != question.phase {
        let now = match open {
            None | Some((0, _)) => "no phase".to_owned(),
            Some((number, revision)) => format!("phase {number}.{revision}"),
        };
        return Some(format!("The game moved on since this was asked: {now} is open."));
    }
    None
}

/// SHA-256 of what was said would happen.
fn hash_summary(consequences: &[String]) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(consequences.join("\n").as_bytes()))
}

/// To what a confirmation is bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The phase that is open, and an hour: acts of a game master.
    Phase,
    /// The game.
    Game,
    /// Neither: what concerns the person alone.
    Person,
}

/// Like [`is_confirmed_or_asks`], for acts that hold for exactly what was said: when somebody else has changed it since,
/// the new consequences are told and confirmed anew.
pub fn is_confirmed_as_told(session: &mut Session<'_>, line: &Line, bound: Bound, consequences: &[String]) -> bool {
    let summary = Some(hash_summary(consequences));
    if session.is_confirmed && session.confirmed_summary == summary {
        return true;
    }
    if session.is_confirmed {
        session
            .lead("What you confirmed has changed since you were asked; it was not done. This is how it stands now.");
    }
    let (mut question, word) =
        Question::raised(session, line, if bound == Bound::Phase { GM_ACT_WAITS } else { OWN_ACT_WAITS });
    question.summary = summary;
    match bound {
        Bound::Phase => question.phase = open_phase(session.game.as_ref()),
        Bound::Game => {}
        Bound::Person => question.game = None,
    }
    put(session, line, consequences, question, &word);
    false
}

/// Whether a command may be given only with a confirmation, and asks for one unless it has come.
pub fn is_confirmed_or_asks(
    session: &mut Session<'_>,
    line: &Line,
    consequences: impl FnOnce(&Session<'_>) -> Vec<String>,
) -> bool {
    if session.is_confirmed {
        return true;
    }
    let consequences = consequences(session);
    ask(session, line, &consequences);
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_below_our_offer_is_in_our_words() {
        let offer = how_to_confirm("ABCDEFGHIJKLMNOPQRSTUVWXYZ", None, "Thu 5 Mar 2026", Takes::Yes)
            .replace("answer", "answer\n");
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let quoted = lines(&format!("Ticket 1 was opened for:\n\n{offer}"));
        assert!(is_in_our_words(&quoted, quoted.len()));
        let typed = lines(&format!("Hello,\nCONFIRM ABCDE\n\n{offer}"));
        assert!(!is_in_our_words(&typed, 2));
    }

    #[test]
    fn a_word_below_a_denial_or_a_question_is_in_doubt() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        for above in [
            "NO",
            "No! I did not mean it, I stay in the game.",
            "Not mine. You wrote:",
            "Who wrote this?? What should I do with the line",
            "Das war ich nicht.",
            "Hello,\n\nthat wasn't me",
        ] {
            let letter = lines(&format!("{above}\n\nCONFIRM ABCDE"));
            assert!(is_in_doubt(&letter, letter.len()), "{above}");
        }
        for above in
            ["", "Hello judge,", "Yes, please.", "WHATIF PP 1: idle", "HOLD BECAUSE nobody can play", "PP 1: idle"]
        {
            let letter = lines(&format!("{above}\nCONFIRM ABCDE\nNot before Monday?"));
            assert!(!is_in_doubt(&letter, 2), "{above}");
        }
    }

    #[test]
    fn a_word_is_known_however_it_is_typed() {
        let word = word_for(&Key::new([3; 32]), "7 line 1");
        let shown = print_word(&word);
        assert!(word.len() == 26 && shown.split('-').count() == 5, "{shown}");
        assert_eq!(hash_word(&shown.to_lowercase().replace('O', "0")), hash_word(&word));
        assert_ne!(hash_word(&word), hash_word(&word_for(&Key::new([3; 32]), "8 line 1")));
    }
}
