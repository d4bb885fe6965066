//! Letters from addresses that are nobody's. Silence, but for public facts once a day, and for the two questions whose
//! answers make an address somebody's.

use base::game::schedule::print_deadline;
use base::game::{GameId, Player, SeatId};
use base::order::command::read_command;
use base::order::{Command, Line, Request, read_letter};
use mail::{Address, Letter, Standing};

use crate::commands::people::addresses::{MOST_ADDRESSES, accept as accept_address};
use crate::commands::people::newcomer::{MOST_LETTERS, MOST_QUESTIONS, reader_of, standing_of};
use crate::commands::people::person::{free_key, unusable};
use crate::commands::people::signon::{find_game, list_games, sign_on};
use crate::files::arrival::Arrival;
use crate::files::decision::{Change, Decision};
use crate::files::desk::Desk;
use crate::files::question::{OWN_ACT_WAITS, Question, hash_word};
use crate::files::stop::Stop;
use crate::letter::asking;
use crate::letter::close::close;
use crate::letter::session::Session;
use crate::proof::beside::{Deed, words_beside};
use crate::proof::reply::said_alone;
use crate::proof::words::{answered_by_yes, open_acts, spend};
use crate::said::consent::Consent;
use crate::said::offers::{Takes, how_to_confirm, is_in_our_words};

/// Most answers with public facts a day to one address.
const MOST_HELP: u32 = 1;

/// Decides a letter from an address that is nobody's.
pub fn answer(desk: &Desk<'_>, letter: &Letter, arrival: Arrival, address: &Address) -> Result<Decision, Stop> {
    let silent = || Ok(Decision::silent("stranger"));
    if letter.standing != Standing::Addressed || unusable(desk.house, address).is_some() {
        return silent();
    }
    let reader = reader_of(address);
    let Some((line, command)) = first_request(letter) else {
        return match said_alone(letter, &reader, None) {
            Some(Consent::Yes) => match answered(desk, letter, arrival, &reader)? {
                Some(question) => confirm(desk, letter, arrival, address, question),
                None => silent(),
            },
            Some(Consent::No) => deny(desk, letter, arrival, &reader),
            None => silent(),
        };
    };
    if let Command::Confirm { word } = &command {
        let is_ours = is_in_our_words(&letter.text.lines, line.number);
        if is_ours || words_beside(desk, letter, &reader, None, Deed::Confirms)?.is_some() {
            return silent();
        }
        let hash = hash_word(word);
        let question = desk.files.question(&hash)?;
        // Whether a word is wrong, another's, spent or too old, nobody learns here.
        return match question.filter(|question| question.proves(&reader, arrival.at)) {
            Some(question) => confirm(desk, letter, arrival, address, question),
            None => Ok(Decision::silent("stranger")),
        };
    }
    let record = standing_of(desk, &reader.id)?;
    let is_question = matches!(command, Command::Signon { .. });
    let (had, most) = if is_question { (record.asked, MOST_QUESTIONS) } else { (record.helped, MOST_HELP) };
    if had >= most || record.all >= MOST_LETTERS {
        return Ok(Decision::silent("stranger, answered enough"));
    }
    match command {
        Command::Signon { game, seat } => ask(desk, letter, arrival, &reader, &line, &game, seat.as_ref()),
        Command::Games => tell(desk, letter, arrival, &reader, "games", None),
        _ => tell(desk, letter, arrival, &reader, "help", None),
    }
}

/// The line of a stranger's letter that counts: the first that asks most; what else is in it is not looked at.
fn first_request(letter: &Letter) -> Option<(Line, Command)> {
    let requests = read_letter(&letter.text.lines, |_| false).into_iter();
    let commands = requests.filter_map(|request| match request {
        Request::Command(line, command) => Some((line, command)),
        _ => None,
    });
    let ranked = commands.filter_map(|(line, command)| Some((rank(&command)?, line, command)));
    ranked.min_by_key(|(rank, ..)| *rank).map(|(_, line, command)| (line, command))
}

/// What a stranger may write, what asks most first: nobody who asks for the games and for a seat is told the games alone.
fn rank(command: &Command) -> Option<u8> {
    match command {
        Command::Confirm { .. } => Some(0),
        Command::Signon { .. } => Some(1),
        Command::Games | Command::Help { .. } => Some(2),
        _ => None,
    }
}

/// Nothing of a stranger's letter is shown again: whoever forged its sender chose the words.
fn bare(letter: &Letter) -> Letter {
    let mut bare = letter.clone();
    bare.text.notes.clear();
    bare
}

/// Public facts.
fn tell(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    reader: &Player,
    title: &str,
    lead: Option<&str>,
) -> Result<Decision, Stop> {
    let letter = bare(letter);
    let games = list_games(desk)?;
    let mut session = Session::open(desk, reader, &letter, arrival, None);
    session.retitle(title.to_owned());
    session.change(Change::WriteToStranger { stranger: reader.id.clone(), at: desk.now, is_question: false });
    session.lead(lead.unwrap_or(
        "This is the address of a program that runs games by mail. It answers people it does not know once a day.",
    ));
    session.answer("Games", games);
    if title == "help" {
        session.answer(
            "What you can write",
            "- GAMES - The games of this judge, and which seats are free.\n\
             - SIGNON game [AS seat] - Asks for a seat. You get a letter with a word; when you answer with it, your \
             address is registered, and the GM of the game decides.",
        );
    }
    close(session)
}

/// `SIGNON game [AS seat]`: whoever reads the address is asked whether he wants that.
fn ask(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    reader: &Player,
    line: &Line,
    id: &GameId,
    seat: Option<&SeatId>,
) -> Result<Decision, Stop> {
    if let Err(message) = find_game(desk, id, seat)? {
        if standing_of(desk, &reader.id)?.helped >= MOST_HELP {
            return Ok(Decision::silent("stranger, answered enough"));
        }
        return tell(desk, letter, arrival, reader, "no such game", Some(&message));
    }
    let letter = bare(letter);
    let mut session = Session::open(desk, reader, &letter, arrival, None);
    let act = seat.map_or_else(|| format!("SIGNON {id}"), |seat| format!("SIGNON {id} AS {seat}"));
    session.change(Change::WriteToStranger { stranger: reader.id.clone(), at: desk.now, is_question: true });
    let (mut question, word) = asking::raised(&session, line, OWN_ACT_WAITS);
    question.act.clone_from(&act);
    let until = print_deadline(question.expires, desk.house.timetable.zone);
    session.change(Change::AskQuestion(Box::new(question)));
    session.retitle("please confirm your signon".to_owned());
    session.lead(format!(
        "A letter from your address asks for a seat in the game {id} ({act}). When you confirm it, this address is \
         registered as yours, and the GM of the game learns it. If you did not write it, do nothing."
    ));
    session.answer("To confirm", how_to_confirm(&word, None, &until, Takes::Yes));
    close(session)
}

/// The question that the reader of the address answers with YES and nothing else.
fn answered(desk: &Desk<'_>, letter: &Letter, arrival: Arrival, reader: &Player) -> Result<Option<Question>, Stop> {
    let Some(sent) = desk.answered(letter, reader) else { return Ok(None) };
    Ok(answered_by_yes(desk, &sent.purpose, reader, arrival.at)?.0)
}

/// NO, and nothing else: what he was asked is done by no word any more. Nobody is told, as when he had said nothing.
fn deny(desk: &Desk<'_>, letter: &Letter, arrival: Arrival, reader: &Player) -> Result<Decision, Stop> {
    let mut decision = Decision::silent("stranger");
    if let Some(sent) = desk.answered(letter, reader) {
        let acts = open_acts(desk, &sent.purpose, reader, arrival.at)?;
        let void = |act| Change::VoidQuestions { player: reader.id.clone(), act };
        decision.changes.extend(acts.into_iter().map(void));
    }
    Ok(decision)
}

/// The word or YES came: the address becomes somebody's.
fn confirm(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    address: &Address,
    question: Question,
) -> Result<Decision, Stop> {
    let line = Line { number: 1, text: question.act.clone() };
    let letter = bare(letter);
    match (read_command(&question.act), &question.on_behalf_of) {
        (Some(Ok(Command::Signon { game, seat })), None) => {
            register(desk, &letter, arrival, address, &line, &question, (game, seat))
        }
        (Some(Ok(Command::Address { .. })), Some(owner)) => {
            let can_have = |owner: &Player| !owner.addresses.is_empty() && owner.addresses.len() < MOST_ADDRESSES;
            let Some(owner) = desk.files.player(owner)?.filter(can_have) else {
                return Ok(Decision::silent("stranger"));
            };
            if !desk.files.locks(&owner.id)?.is_empty() {
                return Ok(Decision::silent("somebody whose seats are locked gets no address"));
            }
            let mut session = Session::open(desk, &owner, &letter, arrival, None);
            spend(&question, desk.now, session.decision_mut());
            accept_address(&mut session, address)?;
            close(session)
        }
        _ => Ok(Decision::silent("stranger")),
    }
}

/// The address is a new person's from now on, who asks for his seat.
fn register(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    address: &Address,
    line: &Line,
    question: &Question,
    (game, seat): (GameId, Option<SeatId>),
) -> Result<Decision, Stop> {
    let mut person = reader_of(address);
    let id = free_key(&Session::open(desk, &person, letter, arrival, None), address)?;
    person = Player { id, name: address.local().to_owned(), code_counter: 1, ..person };
    let mut session = Session::open(desk, &person, letter, arrival, None);
    spend(question, desk.now, session.decision_mut());
    session.change(Change::AddPlayer(person.clone()));
    session.retitle("signon".to_owned());
    session.note("registered by signing on", None);
    session.lead("Your address is registered.");
    sign_on(&mut session, line, game, seat)?;
    close(session)
}
