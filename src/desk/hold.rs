//! Letters whose writers have not proved who they are: they wait, the registered address is asked, and only its owner's
//! own YES lets them count. Knows nothing of what they ask.

use crate::game::Player;
use crate::game::schedule::print_deadline;
use crate::mail::{Auto, Letter, take_code};
use crate::report::Viewer;

use super::decision::{Change, Decision, Verdict, Want};
use super::identify::MOST_WRONG_CODES;
use super::judge::{asks_something, carry_out, route};
use super::letters::{Envelope, write};
use super::limits;
use super::notice::{Challenge, Notice, shorten};
use super::record::{Desk, GameRecord};
use super::session::{Arrival, Mark, Session, Stop};

/// How the purposes of our questions begin; the mark of the letter in question follows. A number of the ledger would name
/// another letter after a backup was restored, and a YES to the one would let the other count.
pub const QUESTION: &str = "challenge letter ";

/// Most questions a day that letters in a player's name may cause.
const MOST_CHALLENGES: u32 = 6;

/// A letter that was shown to others gives away the ids of ours that it names.
pub fn burn(letter: &Letter) -> Option<Change> {
    let message_ids: Vec<String> = letter.in_reply_to.iter().chain(&letter.references).cloned().collect();
    (!letter.others.is_empty() && !message_ids.is_empty()).then_some(Change::BurnLetters { message_ids })
}

/// What a letter offers for a code, when it is no proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offered {
    /// None.
    Nothing,
    /// One that is not the writer's.
    Wrong,
    /// The one he had before.
    Old,
}

/// Why what a letter offers is no proof, for the owner of the address.
fn trouble(desk: &Desk<'_>, writer: &Player, offered: Offered) -> Option<&'static str> {
    match offered {
        Offered::Wrong if desk.wrong_codes < MOST_WRONG_CODES => return Some("The code in it is not yours."),
        Offered::Wrong => {
            return Some(
                "So many wrong codes came in your name that none counts for a day; answer one of our letters instead.",
            );
        }
        Offered::Old => return Some("The code in it ended; a newer one was mailed to you since."),
        Offered::Nothing => {}
    }
    let answered = desk.sent.iter().find(|sent| sent.player == writer.id)?;
    Some(match answered.is_burnt {
        true => {
            "It answers a letter of ours that proves nothing any more: others were shown it, or your seat, address or code has \
             changed since."
        }
        false => "It answers a letter of ours about a phase that is long over, or about another game.",
    })
}

/// Nobody has proved anything: nothing changes, and the registered address, never the sender's, is asked.
pub fn hold(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    writer: &Player,
    game: Option<&GameRecord>,
    offered: Offered,
) -> Result<Decision, Stop> {
    let mut decision = Decision::new(Verdict::Held);
    decision.writer = Some(writer.id.clone());
    decision.game = game.map(|game| game.id.clone());
    decision.changes.extend(burn(letter));
    if offered == Offered::Wrong {
        decision.changes.push(Change::CountWrongCode { player: writer.id.clone(), at: arrival.at });
    }
    if desk.held_lately >= MOST_CHALLENGES || desk.wrong_codes > MOST_WRONG_CODES {
        if desk.held_lately == MOST_CHALLENGES {
            tell_of_many(desk, arrival, writer, game, &mut decision)?;
        }
        return Ok(decision);
    }
    let zone = writer.zone.unwrap_or(desk.house.timetable.zone);
    let grace = game.map_or(desk.house.timetable.grace_minutes, |game| game.timetable.grace_minutes);
    // It counts until the grace after its arrival is over, and no longer than the phase it came in.
    let phase_ends = game.and_then(|game| game.phase.as_ref()).map_or(i64::MAX, |phase| phase.deadline);
    let until = arrival.at.min(phase_ends).saturating_add(i64::from(grace) * 60);
    let notice = Notice::Challenge(Challenge {
        arrived: print_deadline(arrival.at, zone),
        subject: shorten(&letter.subject, 60),
        game: game.map(|game| game.id.to_string()),
        until: print_deadline(until, zone),
        trouble: trouble(desk, writer, offered).map(str::to_owned),
        is_last: desk.held_lately + 1 == MOST_CHALLENGES,
    });
    let envelope = Envelope {
        purpose: format!("{QUESTION}{}", arrival.mark),
        game: game.map(|game| game.id.clone()),
        phase: game.map_or(0, GameRecord::phase_number),
        in_reply_to: letter.message_id.clone(),
        thread: None,
        auto: Auto::Replied,
        is_held: false,
    };
    let viewer = Viewer::person(&writer.id);
    decision.letters.push(write(desk.house, desk.now, std::iter::once(writer), viewer, &notice, &[], envelope)?);
    Ok(decision)
}

/// The owner is not asked any more today; that letters wait is the game masters' to know.
fn tell_of_many(
    desk: &Desk<'_>,
    arrival: Arrival,
    writer: &Player,
    game: Option<&GameRecord>,
    decision: &mut Decision,
) -> Result<(), Stop> {
    let text = format!(
        "More than {MOST_CHALLENGES} letters with the address of {} came within a day and proved nothing. They wait, and \
         WHO lists them; {} is not asked about more of them today.",
        writer.name, writer.name
    );
    let notice = limits::GmNotice {
        what: "many letters wait",
        purpose: format!("many letter {}", arrival.mark),
        text,
        daily: None,
    };
    limits::tell_gms(desk, arrival, game, Some(&writer.id), &notice, decision)
}

/// An answer to our question: the letter that was held is judged as if it had been proven, by its own arrival.
pub fn confirm(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    writer: &Player,
    purpose: &str,
) -> Result<Decision, Stop> {
    let Some(mark) = purpose.strip_prefix(QUESTION).and_then(Mark::read) else {
        return Ok(Decision::silent("a question without a letter"));
    };
    let waiting = match desk.papers.marked.get(&mark) {
        Some(waiting) => waiting,
        None => return Err(Stop::Want(Want::Marked(mark))),
    };
    let about = match waiting {
        Some(waiting) => route(desk, &waiting.letter)?,
        None => route(desk, letter)?,
    };
    // C7.3: the grace of the game; a letter about none has the house's.
    let timetable = about.as_ref().map_or(&desk.house.timetable, |game| &game.timetable);
    let grace = i64::from(timetable.grace_minutes) * 60;
    let waiting = waiting.as_ref().filter(|waiting| waiting.player == writer.id);
    let answer = answer_of(letter, about.as_ref());
    let refuse = |about: Option<GameRecord>, why: &str| {
        let mut session = Session::open(desk, writer, letter, arrival, about);
        session.receipt.title = "not confirmed".to_owned();
        session.lead(why);
        session.close()
    };
    if answer == Answer::Else {
        return refuse(
            about,
            "Your answer says neither YES nor NO on its first line, so the letter in question still waits.",
        );
    }
    let Some(waiting) = waiting.filter(|waiting| arrival.at <= waiting.arrived + grace) else {
        return refuse(
            about,
            "The letter you confirm is not waiting any more, or its time is over. Please send it again.",
        );
    };
    match answer {
        Answer::No => refuse(about, "You say that the letter is not yours: it stays out, and nothing has changed."),
        Answer::Requests => {
            let lead = "This letter was read in place of the one that waits to be confirmed; that one stays out.";
            carry_out(desk, letter, arrival, writer, about, Some(lead))
        }
        Answer::Yes | Answer::Else => {
            let mut held = waiting.letter.clone();
            take_code(&mut held.text);
            let own = Arrival { at: waiting.arrived, missed: waiting.missed, is_accepted_late: false, ..arrival };
            let mut decision = carry_out(desk, &held, own, writer, about, None)?;
            let verdict = std::mem::replace(&mut decision.verdict, Verdict::Answered);
            decision.changes.push(Change::SettleLetter { letter: waiting.id, verdict });
            Ok(decision)
        }
    }
}

/// What an answer to our question says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
    /// Orders or commands of its own.
    Requests,
    Else,
}

fn answer_of(letter: &Letter, game: Option<&GameRecord>) -> Answer {
    if denies(letter) {
        return Answer::No;
    }
    if asks_something(letter, game) {
        return Answer::Requests;
    }
    if affirms(letter) { Answer::Yes } else { Answer::Else }
}

/// Words that mean yes wherever they stand near the beginning of a line.
const YES: &[&str] = &["yes", "yep", "yeah", "yup", "ja", "jawohl", "oui", "sí", "sì", "sim"];
/// Words that mean something else in another language, where robots begin their letters with them ("Tak for din mail",
/// "Da ich im Urlaub bin", "Si necesita ayuda"): they must stand alone.
const YES_ALONE: &[&str] = &[
    "y", "si", "da", "да", "tak", "так", "ano", "áno", "igen", "evet", "kyllä", "joo", "ναι", "hai", "はい", "是", "네",
];

/// Whether the writer's own words say yes. A program that answers by itself quotes our question, which holds the word;
/// but whatever it puts first is its own, and the question does not begin with it.
fn affirms(letter: &Letter) -> bool {
    let first = letter.text.lines.iter().find(|line| !line.trim().is_empty());
    let first = first.map(|line| line.to_lowercase()).unwrap_or_default();
    let words: Vec<&str> = first.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_alone = words.len() == 1 && YES_ALONE.contains(&words[0]);
    let claims = ["was me", "is mine", "it's mine", "i wrote it", "i sent it"];
    is_alone || words.iter().take(3).any(|word| YES.contains(word)) || claims.iter().any(|claim| first.contains(claim))
}

/// Whether an answer to our question says that the letter in question is somebody else's.
fn denies(letter: &Letter) -> bool {
    let text = letter.text.text().to_lowercase();
    let first = text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
    let says = ["not mine", "did not write", "didn't write", "not from me", "forged", "fake"];
    ["no", "not", "nope", "never", "nein", "non"].contains(&first) || says.iter().any(|words| text.contains(words))
}
