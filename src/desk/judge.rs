//! Judging a letter: who wrote it, what it is about, what it asks, what it changes.

use crate::game::schedule::print_deadline;
use crate::game::{GameId, Player};
use crate::mail::code::take_code;
use crate::mail::{Auto, Letter, Sender, Standing};
use crate::order::{Cancelled, Command, Line, Request, read_letter};
use crate::report::Viewer;

use super::decision::{Change, Decision, Judged, Verdict, Want};
use super::filing::{FilingMode, file_orders};
use super::identify::{Evidence, MOST_WRONG_CODES, Proof, weigh};
use super::letters::{DeskError, Envelope, thread_of, write};
use super::notice::{Challenge, Note, Notice};
use super::record::{Desk, GameRecord};
use super::session::{Arrival, Session, Stop};
use super::{ahead, gm, player};

/// Most questions a day that letters in a player's name may cause.
const MOST_CHALLENGES: u32 = 6;

/// Decides everything one letter changes, or says which papers are missing.
pub fn judge(desk: &Desk<'_>, letter: &Letter, arrival: Arrival) -> Result<Judged, DeskError> {
    match decide(desk, letter, arrival) {
        Ok(decision) => Ok(Judged::Decided(Box::new(decision))),
        Err(Stop::Want(want)) => Ok(Judged::Wants(want)),
        Err(Stop::Trouble(error)) => Err(error),
    }
}

fn decide(desk: &Desk<'_>, letter: &Letter, arrival: Arrival) -> Result<Decision, Stop> {
    // RFC 3834 section 2: automatic mail is never answered, whoever it is from.
    if let Some(automatic) = letter.automatic() {
        return Ok(Decision::silent(&format!("automatic: {automatic:?}").to_ascii_lowercase()));
    }
    let Sender::One(_) = &letter.from else { return Ok(Decision::silent("not exactly one sender")) };
    let Some(writer) = &desk.writer else { return Ok(Decision::silent("stranger")) };
    let mut read = letter.clone();
    let code = take_code(&mut read.text);
    let about = route(desk, &read)?;
    if letter.standing != Standing::Addressed {
        return correspondence(desk, &read, arrival, writer, about);
    }
    let game = about.as_ref().map(|game| (&game.id, game.phase_number()));
    match weigh(desk, writer, &read, code.as_deref(), game) {
        Evidence::Proven(Proof::Reply(sent)) if sent.purpose.starts_with("challenge letter ") => {
            confirm(desk, &read, arrival, writer, &sent.purpose)
        }
        Evidence::Proven(_) => carry_out(desk, &read, arrival, writer, about, None),
        Evidence::WrongCode => {
            let mut decision = hold(desk, &read, arrival, writer, about.as_ref(), trouble(desk, writer, true))?;
            decision.changes.push(Change::CountWrongCode { player: writer.id.clone(), at: arrival.at });
            Ok(decision)
        }
        Evidence::Missing => hold(desk, &read, arrival, writer, about.as_ref(), trouble(desk, writer, false)),
    }
}

/// A game the desk must have on it.
pub fn want_game(desk: &Desk<'_>, id: &GameId) -> Result<Option<GameRecord>, Stop> {
    match desk.papers.games.get(id) {
        Some(game) => Ok(game.clone()),
        None => Err(Stop::Want(Want::Game(id.clone()))),
    }
}

/// The game a letter is about: named in its subject, else that of the letter it answers, else the writer's only one.
fn route(desk: &Desk<'_>, letter: &Letter) -> Result<Option<GameRecord>, Stop> {
    let id = tagged(&letter.subject).filter(|id| desk.writer_games.contains(id));
    let replied = desk.sent.iter().find_map(|sent| sent.game.clone());
    let id = id.or_else(|| replied.filter(|id| desk.writer_games.contains(id)));
    let id = id.or_else(|| match &desk.writer_games[..] {
        [only] => Some(only.clone()),
        _ => None,
    });
    match id {
        Some(id) => want_game(desk, &id),
        None => Ok(None),
    }
}

/// The game named in square brackets in a subject: `Re: [cw1] orders`.
fn tagged(subject: &str) -> Option<GameId> {
    subject.split('[').skip(1).find_map(|rest| GameId::parse(rest.split(']').next()?))
}

/// A letter that was shown to others gives away the ids of ours that it names.
fn burn(letter: &Letter) -> Option<Change> {
    let message_ids: Vec<String> = letter.in_reply_to.iter().chain(&letter.references).cloned().collect();
    (!letter.others.is_empty() && !message_ids.is_empty()).then_some(Change::BurnLetters { message_ids })
}

/// C2.10: what players write to each other with us in copy is for the GM to read, and never an order.
fn correspondence(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    writer: &Player,
    game: Option<GameRecord>,
) -> Result<Decision, Stop> {
    let mut session = Session::open(desk, writer, letter, arrival, game);
    session.decision.verdict = Verdict::Correspondence;
    session.decision.changes.extend(burn(letter));
    let Some(game) = session.game.clone() else { return Ok(session.decision) };
    for gm in game.roster.gms() {
        let Some(viewer) = Viewer::umpire(&game.roster, gm).filter(|_| gm != &writer.id) else { continue };
        let notice = Notice::Notice(Note {
            game: Some(game.id.to_string()),
            title: "correspondence".to_owned(),
            paragraphs: vec![
                format!("A letter with us in copy, said to be from {}. It was not read as orders.", writer.name),
                format!("Subject: {}", letter.subject),
                letter.text.text(),
            ],
            sheets: Vec::new(),
        });
        let mut envelope = Envelope::generated(session.purpose("correspondence"), Some(&game));
        envelope.thread = thread_of(&game, gm);
        session.write(viewer, &notice, &[], envelope)?;
    }
    Ok(session.decision)
}

/// Why what a letter offers is no proof, for the owner of the address.
fn trouble(desk: &Desk<'_>, writer: &Player, offers_code: bool) -> Option<&'static str> {
    if offers_code && desk.wrong_codes < MOST_WRONG_CODES {
        return Some("The code in it is not yours.");
    }
    if offers_code {
        return Some(
            "So many wrong codes came in your name that none counts for a day; answer one of our letters instead.",
        );
    }
    let answered = desk.sent.iter().find(|sent| sent.player == writer.id)?;
    Some(match answered.is_burnt {
        true => "It answers a letter of ours that others were shown.",
        false => "It answers a letter of ours about a phase that is long over, or about another game.",
    })
}

/// Nobody has proved anything: nothing changes, and the registered address, never the sender's, is asked.
fn hold(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    writer: &Player,
    game: Option<&GameRecord>,
    trouble: Option<&'static str>,
) -> Result<Decision, Stop> {
    let mut decision = Decision::new(Verdict::Held);
    decision.writer = Some(writer.id.clone());
    decision.game = game.map(|game| game.id.clone());
    decision.changes.extend(burn(letter));
    if desk.held_lately >= MOST_CHALLENGES || desk.wrong_codes > MOST_WRONG_CODES {
        return Ok(decision);
    }
    let zone = writer.zone.unwrap_or(desk.house.timetable.zone);
    let grace = game.map_or(desk.house.timetable.grace_minutes, |game| game.timetable.grace_minutes);
    // It counts until the grace after its arrival is over, and no longer than the phase it came in.
    let phase_ends = game.and_then(|game| game.phase.as_ref()).map_or(i64::MAX, |phase| phase.deadline);
    let until = arrival.at.min(phase_ends).saturating_add(i64::from(grace) * 60);
    let notice = Notice::Challenge(Challenge {
        arrived: print_deadline(arrival.at, zone),
        subject: super::notice::shorten(&letter.subject, 60),
        game: game.map(|game| game.id.to_string()),
        until: print_deadline(until, zone),
        trouble: trouble.map(str::to_owned),
    });
    let envelope = Envelope {
        purpose: format!("challenge letter {}", arrival.letter),
        game: game.map(|game| game.id.clone()),
        phase: game.map_or(0, GameRecord::phase_number),
        in_reply_to: letter.message_id.clone(),
        thread: None,
        auto: Auto::Replied,
        is_held: false,
    };
    let viewer = Viewer::person(&writer.id);
    let people = std::iter::once(writer);
    decision.letters.push(write(desk.house, desk.now, people, viewer, &notice, &[], envelope)?);
    Ok(decision)
}

/// An answer to our question: the letter that was held is judged as if it had been proven, by its own arrival.
fn confirm(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    writer: &Player,
    purpose: &str,
) -> Result<Decision, Stop> {
    let number = purpose.rsplit(' ').next().and_then(|number| number.parse().ok());
    let Some(number) = number else { return Ok(Decision::silent("a question without a letter")) };
    let waiting = match desk.papers.waiting.get(&number) {
        Some(waiting) => waiting,
        None => return Err(Stop::Want(Want::Waiting(number))),
    };
    let about = match waiting {
        Some(waiting) => route(desk, &waiting.letter)?,
        None => route(desk, letter)?,
    };
    // C7.3: the grace of the game; a letter about none has the house's.
    let timetable = about.as_ref().map_or(&desk.house.timetable, |game| &game.timetable);
    let grace = i64::from(timetable.grace_minutes) * 60;
    let waiting = waiting.as_ref().filter(|waiting| waiting.player == writer.id);
    let Some(waiting) = waiting.filter(|waiting| arrival.at <= waiting.arrived + grace) else {
        let mut session = Session::open(desk, writer, letter, arrival, about);
        session.receipt.title = "not confirmed".to_owned();
        session.lead("The letter you confirm is not waiting any more, or its time is over. Please send it again.");
        return Ok(session.close()?);
    };
    if denies(letter) {
        let mut session = Session::open(desk, writer, letter, arrival, about);
        session.receipt.title = "not confirmed".to_owned();
        session.lead("You say that the letter is not yours: it stays out, and nothing has changed.");
        return Ok(session.close()?);
    }
    if asks_something(letter, about.as_ref()) {
        let lead = "This letter was read in place of the one that waits to be confirmed; that one stays out.";
        return carry_out(desk, letter, arrival, writer, about, Some(lead));
    }
    let mut held = waiting.letter.clone();
    take_code(&mut held.text);
    let own = Arrival { letter: arrival.letter, at: waiting.arrived, is_accepted_late: false };
    let mut decision = carry_out(desk, &held, own, writer, about, None)?;
    let verdict = std::mem::replace(&mut decision.verdict, Verdict::Answered);
    decision.changes.push(Change::SettleLetter { letter: number, verdict });
    Ok(decision)
}

/// Whether an answer to our question says that the letter in question is somebody else's.
fn denies(letter: &Letter) -> bool {
    let text = letter.text.text().to_lowercase();
    let first = text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
    let says = ["not mine", "did not write", "didn't write", "not from me", "forged", "fake"];
    ["no", "not", "nope", "never", "nein", "non"].contains(&first) || says.iter().any(|words| text.contains(words))
}

/// Whether an answer to our question holds orders or commands of its own.
fn asks_something(letter: &Letter, game: Option<&GameRecord>) -> bool {
    read_letter(&letter.text.lines).iter().any(|request| match request {
        Request::Command(..) | Request::Broken(..) => true,
        Request::Order(line) => game.is_some_and(|game| game.table.begins_order(&line.text)),
    })
}

/// Does what a proven letter asks; `lead` opens its receipt.
pub fn carry_out(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    writer: &Player,
    game: Option<GameRecord>,
    lead: Option<&str>,
) -> Result<Decision, Stop> {
    let mut session = Session::open(desk, writer, letter, arrival, game);
    session.receipt.lead.extend(lead.map(str::to_owned));
    let requests = ready_last(one_cancel(read_letter(&letter.text.lines)));
    let mode = FilingMode {
        is_check: requests.iter().any(|request| matches!(request, Request::Command(_, Command::Check { .. }))),
        adds: requests.iter().any(|request| matches!(request, Request::Command(_, Command::Add { .. }))),
    };
    if arrival.is_accepted_late {
        session.lead("The GM accepted your late letter.");
    }
    if mode.is_check {
        session.receipt.title = "check".to_owned();
        session.lead("This was a check: nothing was put on file or sent.");
    }
    let mut lines: Vec<Line> = Vec::new();
    let mut seat = None;
    for request in requests {
        match request {
            Request::Order(line) => lines.push(line),
            Request::Broken(line, remark) => {
                session.remark(line.number, &line.text, &remark);
            }
            Request::Command(line, Command::As { seat: named }) => {
                flush(&mut session, &mut lines, seat.as_ref(), mode)?;
                seat = gm::on_behalf(&mut session, &line, named);
            }
            // What else a late letter asked was done when it came.
            Request::Command(_, command) if arrival.is_accepted_late && !is_about_orders(&command) => {}
            Request::Command(line, command) => {
                // Orders above a command come first; what the command changes is seen by those below it.
                flush(&mut session, &mut lines, seat.as_ref(), mode)?;
                player::obey(&mut session, &line, command, mode)?;
            }
        }
    }
    flush(&mut session, &mut lines, seat.as_ref(), mode)?;
    ahead::end(&mut session, mode);
    if !mode.is_check {
        gm::tell_of_orders(&mut session)?;
    }
    greet_if_nothing_was_asked(&mut session);
    session.decision.changes.extend(burn(letter));
    Ok(session.close()?)
}

/// Numbers of the last receipt all count at once, on however many lines they are cancelled.
fn one_cancel(requests: Vec<Request>) -> Vec<Request> {
    let mut merged: Vec<Request> = Vec::new();
    for request in requests {
        if let Request::Command(_, Command::Cancel(Cancelled::Numbers(more))) = &request {
            let first = merged.iter_mut().find_map(|request| match request {
                Request::Command(_, Command::Cancel(Cancelled::Numbers(numbers))) => Some(numbers),
                _ => None,
            });
            if let Some(numbers) = first {
                numbers.extend(more);
                continue;
            }
        }
        merged.push(request);
    }
    merged
}

/// READY and WAIT are about the orders as the whole letter leaves them.
fn ready_last(requests: Vec<Request>) -> Vec<Request> {
    let is_ready = |request: &Request| matches!(request, Request::Command(_, Command::Ready | Command::Wait));
    let (ready, mut ordered): (Vec<Request>, Vec<Request>) = requests.into_iter().partition(is_ready);
    ordered.extend(ready);
    ordered
}

fn is_about_orders(command: &Command) -> bool {
    matches!(command, Command::Cancel(_) | Command::Add { .. } | Command::Check { .. } | Command::Show)
}

fn flush(
    session: &mut Session<'_>,
    lines: &mut Vec<Line>,
    seat: Option<&crate::game::SeatId>,
    mode: FilingMode,
) -> Result<(), DeskError> {
    if lines.is_empty() {
        return Ok(());
    }
    if session.ahead.is_some() {
        ahead::keep(session, &std::mem::take(lines), seat, mode);
        return Ok(());
    }
    if session.game.is_none() {
        session.receipt.chatter.extend(lines.drain(..).map(|line| line.text));
        return Ok(());
    }
    // Press on the way does not name a letter of orders.
    if session.receipt.title.is_empty() || session.receipt.title == "press" {
        session.receipt.title = "orders".to_owned();
    }
    let lines = std::mem::take(lines);
    file_orders(session, &lines, seat, mode)
}

/// A letter without an order or a command gets one short answer.
fn greet_if_nothing_was_asked(session: &mut Session<'_>) {
    let receipt = &session.receipt;
    if !receipt.answers.is_empty() || !receipt.problems.is_empty() || !receipt.lead.is_empty() || session.shows_sheets {
        return;
    }
    session.receipt.title = "nothing to do".to_owned();
    if session.game.is_none() && session.desk.writer_games.len() > 1 {
        let games: Vec<String> = session.desk.writer_games.iter().map(|game| format!("[{game}]")).collect();
        session.lead(format!(
            "You are in several games; please name one in the subject of your letter: {}.",
            games.join(", ")
        ));
        return;
    }
    session
        .lead("No order and no command was found in your letter, so nothing changed. Write HELP for what you can say.");
}
