//! Letters whose writers have not proved who they are: they wait, the registered address is asked and shown what they
//! would do, and only its owner's own YES, or the word mailed to him, lets them count. Knows nothing of what they ask.

use base::facts::Viewer;
use base::game::Player;
use base::game::schedule::print_deadline;
use base::order::{Command, Request};
use mail::{Auto, Letter, Relayed};

use crate::files::arrival::{Arrival, Mark};
use crate::files::decision::{Change, Decision};
use crate::files::desk::Desk;
use crate::files::question;
use crate::files::question::{QUESTION, Question};
use crate::files::record::{GameRecord, WaitingLetter};
use crate::files::stop::Stop;
use crate::files::verdict::Verdict;
use crate::judging::carry_out::carry_out;
use crate::judging::incoming::Incoming;
use crate::proof::burnt::burn;
use crate::proof::hidden::readable;
use crate::proof::identify::MOST_WRONG_CODES;
use crate::proof::in_copy::as_it_counts;
use crate::proof::matter::{asks_besides_yes, asks_something, is_request, requests_of};
use crate::proof::reply::{own_words, said};
use crate::proof::route::route;
use crate::proof::wanted::wanted;
use crate::proof::words;
use crate::said::calendar::Deadlines;
use crate::said::consent::Consent;
use crate::said::gm_notice::{GmNotice, tell_gms};
use crate::said::letters::{Envelope, write};
use crate::said::notice::{Challenge, Notice, shorten};
use crate::said::offers::how_to_release;

/// Most questions a day that letters in a player's name may cause.
const MOST_CHALLENGES: u32 = 6;

/// What a letter offers for a code, when it is no proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offered {
    /// None.
    Nothing,
    /// One that is not the writer's.
    Wrong,
    /// The one he had before.
    Old,
    /// None; the letter of ours that it answers is proof, but not for what it asks.
    IdAlone,
}

/// Why what a letter offers is no proof, for the owner of the address.
fn trouble(desk: &Desk<'_>, writer: &Player, offered: Offered) -> Option<&'static str> {
    match offered {
        Offered::Wrong => return Some("The code in it is not yours."),
        Offered::Old => return Some("The code in it has ended."),
        Offered::IdAlone => {
            return Some(
                "It answers a letter of ours, and whoever has seen one of its thread could do that. For what it asks in the \
                 name of a game master that alone is not enough; your code in it is.",
            );
        }
        Offered::Nothing => {}
    }
    let answered = desk.sent.iter().find(|sent| sent.player == writer.id)?;
    Some(match (answered.is_burnt, &answered.game) {
        (true, _) => {
            "It answers a letter of ours that proves nothing any more: others were shown it, or your seat, address or code has \
             changed since."
        }
        _ if desk.house.proof.reply_tokens => {
            "It answers a letter of ours, but not at the address that letter names for answers, or that letter is too old or \
             about something else."
        }
        (false, Some(_)) => "It answers a letter of ours about a phase that is long over, or about another game.",
        (false, None) => "It answers a letter of ours about no game, which proves nothing for one; or it is too old.",
    })
}

/// Nobody has proved anything: nothing changes, and the registered address, never the sender's, is asked.
pub fn hold(incoming: Incoming<'_>, offered: Offered) -> Result<Decision, Stop> {
    let Incoming { desk, letter, arrival, writer, about: game } = incoming;
    let mut decision = Decision::new(Verdict::Held);
    decision.writer = Some(writer.id.clone());
    decision.game = game.map(|game| game.id.clone());
    decision.changes.extend(burn(desk, writer, letter));
    if offered == Offered::Wrong {
        decision.changes.push(Change::CountWrongCode { player: writer.id.clone(), at: arrival.at });
    }
    let is_guess = offered == Offered::Wrong && desk.wrong_codes >= MOST_WRONG_CODES;
    let is_proven = offered == Offered::IdAlone;
    if !is_proven && (desk.held_lately >= MOST_CHALLENGES || is_guess) {
        let mut tally = desk.tally.clone();
        tally.owe_list(arrival.at);
        decision.changes.push(Change::PutTally { player: writer.id.clone(), tally: Box::new(tally) });
        if desk.held_lately == MOST_CHALLENGES {
            tell_of_many(incoming, &mut decision)?;
        }
        return Ok(decision);
    }
    let zone = writer.zone.unwrap_or(desk.house.timetable.zone);
    let grace = game.map_or(desk.house.timetable.grace_minutes, |game| game.timetable.grace_minutes);
    let until = counts_until(arrival, game, i64::from(grace) * 60);
    let purpose = format!("{QUESTION}{}", arrival.mark);
    let (mut question, word) = Question::about_letter(&desk.house.key, writer, &purpose, until);
    let wanted = wanted(desk, letter, writer, game)?;
    question.summary.clone_from(&wanted.taken);
    decision.changes.push(Change::AskQuestion(Box::new(question)));
    let needs_word = needs_word(incoming)?;
    let notice = Notice::Challenge(Challenge {
        arrived: print_deadline(arrival.at, zone),
        subject: Relayed::of(&shorten(&letter.subject, 60)),
        game: game.map(|game| game.id.to_string()),
        wanted: Relayed::of(&wanted.lines.join("\n")),
        trouble: trouble(desk, writer, offered).map(str::to_owned),
        how: how_to_release(&word, &print_deadline(until, zone), needs_word),
        has_acts: game.is_some_and(|game| game.table.about().has_acts),
        takes_code: is_proven,
        is_last: !is_proven && desk.held_lately + 1 == MOST_CHALLENGES,
    });
    let envelope = Envelope {
        purpose,
        game: game.map(|game| game.id.clone()),
        phase: game.map_or(0, GameRecord::phase_number),
        in_reply_to: letter.message_id.clone(),
        thread: None,
        auto: Auto::Replied,
        is_held: false,
        deadlines: Deadlines::default(),
    };
    let viewer = Viewer::person(&writer.id);
    decision.letters.push(write(desk.house, desk.now, std::iter::once(writer), viewer, &notice, &[], envelope)?);
    Ok(decision)
}

/// Until when an answer makes a letter count: until the grace after its arrival is over, and no longer than that of the phase it
/// came in, where the clock of that runs and the grace is not over yet.
fn counts_until(arrival: Arrival, game: Option<&GameRecord>, grace: i64) -> i64 {
    let phase = game.and_then(|game| game.phase.as_ref()).filter(|phase| phase.clock.paused_at.is_none());
    let end = phase.map(|phase| phase.deadline.saturating_add(grace)).filter(|end| *end > arrival.at);
    arrival.at.saturating_add(grace).min(end.unwrap_or(i64::MAX))
}

/// The owner is not asked any more today; that letters wait is the game masters' to know.
fn tell_of_many(incoming: Incoming<'_>, decision: &mut Decision) -> Result<(), Stop> {
    let Incoming { desk, arrival, writer, about, .. } = incoming;
    let text = format!(
        "More than {MOST_CHALLENGES} letters with the address of {} came within a day and proved nothing. They wait, and \
         WHO lists them; {} is not asked about each of the next ones today, but gets one letter that lists all.",
        writer.name, writer.name
    );
    let notice =
        GmNotice { what: "many letters wait", purpose: format!("many letter {}", arrival.mark), text, daily: None };
    tell_gms(desk, arrival, about, Some(&writer.id), &notice, decision)
}

/// Why a bare YES does not let a letter count, if it does not: the word alone was mailed to nobody but its writer, and shows
/// that he read what it would do.
fn needs_word(incoming: Incoming<'_>) -> Result<Option<&'static str>, Stop> {
    let Incoming { desk, letter, writer, about, .. } = incoming;
    if desk.is_master(writer, about) && (asks_something(letter, about) || !letter.tables.is_empty()) {
        return Ok(Some("it asks something in the name of a game master"));
    }
    Ok((!wanted(desk, letter, writer, about)?.is_whole).then_some("it is too long to be shown whole"))
}

/// An answer to our question without its word: the letter that was held is judged as if it had been proven, by its own
/// arrival, when the answer says YES and nothing else.
pub fn confirm(incoming: Incoming<'_>, purpose: &str) -> Result<Decision, Stop> {
    let Some(mark) = purpose.strip_prefix(QUESTION).and_then(Mark::read) else {
        return Ok(Decision::silent("a question without a letter"));
    };
    let Incoming { desk, arrival, writer, .. } = incoming;
    let letter = &own_words(incoming.letter);
    let (waiting, about) = find(desk, letter, writer, mark)?;
    let about = about.as_ref();
    let incoming = Incoming { letter, about, ..incoming };
    let said = said(letter, writer);
    if said == Some(Consent::No) {
        let mut decision = deny(incoming)?;
        decision.changes.extend(stay_out(waiting.as_ref(), writer, purpose));
        return Ok(decision);
    }
    let is_more = match said {
        Some(Consent::Yes) => asks_besides_yes(letter, about),
        _ => asks_something(letter, about),
    };
    if is_more {
        let lead = "This letter was read in place of the one that waits to be confirmed; that one stays out.";
        return carry_out(incoming, Some(lead));
    }
    if said.is_none() {
        return ask_back(incoming);
    }
    let open = words::of_letter(desk, purpose)?;
    // A YES is good for no longer than the word of the same question, and once.
    let counts = |question: &Question| !question.is_spent && arrival.at <= question.expires;
    let waiting = waiting.filter(|_| open.as_ref().is_none_or(counts));
    let Some(waiting) = waiting.filter(|waiting| is_in_time(incoming, waiting)) else {
        return incoming.refuse(NOT_WAITING);
    };
    let readable = readable(desk, writer, &waiting.letter)?;
    let held = as_it_counts(&readable, writer, about);
    if let Some(why) = needs_word(Incoming { letter: &held, ..incoming })? {
        let why = format!(
            "A bare YES does not let the letter in question count, for {why}: it still waits. Answer with the line \
             CONFIRM and the word that stand in our question."
        );
        return incoming.refuse(&why);
    }
    release(incoming, &waiting, open.as_ref(), None)
}

const NOT_WAITING: &str = "The letter you confirm is not waiting any more, or its time is over. Please send it again.";

/// An answer that says NO to our question; what else it asks is done.
fn deny(incoming: Incoming<'_>) -> Result<Decision, Stop> {
    if asks_something(incoming.letter, incoming.about) {
        let lead =
            "You say that the letter in question is not yours: it stays out. What else stands in this one was read.";
        return carry_out(incoming, Some(lead));
    }
    incoming.refuse("You say that the letter is not yours: it stays out, and nothing has changed.")
}

/// The letter in question does not wait any more, and no word lets it count.
fn stay_out(waiting: Option<&WaitingLetter>, writer: &Player, purpose: &str) -> Vec<Change> {
    let verdict = Verdict::Silent { why: "its owner says that it is not his".to_owned() };
    let settled = waiting.map(|waiting| Change::SettleLetter { letter: waiting.id, verdict });
    let void = Change::VoidQuestions { player: writer.id.clone(), act: purpose.to_owned() };
    settled.into_iter().chain([void]).collect()
}

/// The word of our question came: the letter in question counts, and nothing else of the one with the word is read.
pub fn confirm_by_word(incoming: Incoming<'_>, question: &Question) -> Result<Decision, Stop> {
    let Some(mark) = question.act.strip_prefix(QUESTION).and_then(Mark::read) else {
        return Ok(Decision::silent("a question without a letter"));
    };
    let desk = incoming.desk;
    let letter = &own_words(incoming.letter);
    let (waiting, about) = find(desk, letter, incoming.writer, mark)?;
    let about = about.as_ref();
    let incoming = Incoming { letter, about, ..incoming };
    let Some(waiting) = waiting.filter(|waiting| is_in_time(incoming, waiting)) else {
        let mut decision = incoming.refuse(NOT_WAITING)?;
        words::spend(question, desk.now, &mut decision);
        return Ok(decision);
    };
    let is_more = |request: &Request| match request {
        Request::Command(_, Command::Confirm { word }) => question::hash_word(word) != question.hash,
        request => is_request(request, about),
    };
    let has_more = requests_of(letter, about).iter().any(is_more);
    let lead = has_more.then_some(
        "This answers the letter that waited. Of your letter with its word nothing but the word was read: please send \
         what else it asks once more.",
    );
    release(incoming, &waiting, Some(question), lead)
}

/// The letter in question counts from its own arrival, if it still does what was shown of it.
fn release(
    incoming: Incoming<'_>,
    waiting: &WaitingLetter,
    question: Option<&Question>,
    lead: Option<&str>,
) -> Result<Decision, Stop> {
    let Incoming { desk, arrival, writer, about, .. } = incoming;
    let held = readable(desk, writer, &waiting.letter)?;
    // A proposal that was made since is another than the one he was asked about.
    let shown = question.and_then(|question| question.summary.clone());
    let taken = wanted(desk, &as_it_counts(&held, writer, about), writer, about)?.taken;
    if question.is_some() && shown != taken {
        let why = "What a YES in the letter in question stands for has changed since you were asked, so it does not count. \
                   If you mean it, please write it in a letter of your own.";
        return incoming.refuse(why);
    }
    let (at, missed, confirmed) = (waiting.arrived, waiting.missed, Some(arrival.at));
    let own = Arrival { at, missed, is_accepted_late: false, confirmed, ..arrival };
    let desk = &desk.beside(waiting);
    let mut decision = carry_out(Incoming { desk, letter: &held, arrival: own, writer, about }, lead)?;
    let verdict = std::mem::replace(&mut decision.verdict, Verdict::Answered);
    decision.changes.push(Change::SettleLetter { letter: waiting.id, verdict });
    if let Some(question) = question.filter(|question| !question.is_spent) {
        words::spend(question, desk.now, &mut decision);
    }
    Ok(decision)
}

/// The letter with this mark, when it waits and is the writer's, and the game it is about.
fn find(
    desk: &Desk<'_>,
    letter: &Letter,
    writer: &Player,
    mark: Mark,
) -> Result<(Option<WaitingLetter>, Option<GameRecord>), Stop> {
    let waiting = desk.files.marked(mark)?;
    let about = match &waiting {
        Some(waiting) => route(&desk.beside(waiting), &waiting.letter)?,
        None => route(desk, letter)?,
    };
    Ok((waiting.filter(|waiting| waiting.player == writer.id), about))
}

/// The grace of the game; a letter about none has the house's.
fn is_in_time(incoming: Incoming<'_>, waiting: &WaitingLetter) -> bool {
    let timetable = incoming.about.map_or(&incoming.desk.house.timetable, |game| &game.timetable);
    incoming.arrival.at <= waiting.arrived + i64::from(timetable.grace_minutes) * 60
}

/// An answer that says neither: the letter stays out, and the writer and the game masters are told so.
fn ask_back(incoming: Incoming<'_>) -> Result<Decision, Stop> {
    let Incoming { desk, letter, arrival, writer, about } = incoming;
    let why = "Your answer says neither YES nor NO, so the letter in question still waits. YES counts when it is all that \
               your answer says (your name may stand below), and so does the line CONFIRM with the word that stands in \
               our question. Your GM is told.";
    let mut decision = incoming.refuse(why)?;
    let first = letter.text.lines.iter().find(|line| !line.trim().is_empty());
    let first = first.map_or_else(|| "(nothing)".to_owned(), |line| shorten(line.trim(), 200));
    let sentence = format!(
        "{} was asked about a letter in his name that proves nothing, and answered neither YES nor NO. The letter still \
         waits, and WHO lists it. His answer begins:",
        writer.name
    );
    let text = Relayed::below(&sentence, &first);
    let notice =
        GmNotice { what: "neither yes nor no", purpose: format!("unclear letter {}", arrival.mark), text, daily: None };
    tell_gms(desk, arrival, about, Some(&writer.id), &notice, &mut decision)?;
    Ok(decision)
}
