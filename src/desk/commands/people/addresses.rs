//! ADDRESS ADD and REMOVE: a person's mail addresses, changed only when both sides have confirmed it. No address of a
//! program, of a game, or of somebody else ever becomes a person's.

use base::facts::Viewer;
use base::game::schedule::{DAY, print_deadline};
use base::game::{Player, PlayerId};
use base::order::Line;
use mail::Address;

use crate::commands::people::locks::refuse_locked;
use crate::commands::people::newcomer::{MOST_LETTERS, MOST_QUESTIONS, reader_of, standing_of};
use crate::commands::people::person::{tell_person, unusable};
use crate::files::decision::Change;
use crate::files::question::{OWN_ACT_WAITS, Question};
use crate::files::stop::{DeskError, Stop};
use crate::letter::asking;
use crate::letter::asking::{Bound, is_confirmed_as_told};
use crate::letter::code::{code_now, end_code};
use crate::letter::limits::caused_enough;
use crate::letter::session::{Session, refuse};
use crate::said::letters::{Envelope, write};
use crate::said::notice::{Note, Notice};
use crate::said::offers::{Takes, how_to_confirm};

/// Most addresses of one person.
pub const MOST_ADDRESSES: usize = 5;

/// How long the word mailed to an address that stays waits, so that whoever reads the one that goes can object.
const OBJECTION: i64 = DAY;

fn read(session: &mut Session<'_>, line: &Line, text: &str) -> Option<Address> {
    let address = Address::parse(text);
    if address.is_none() {
        refuse(session, line, "No mail address could be read.", Some("ADDRESS ADD ann@new.example"));
    }
    address
}

/// `ADDRESS ADD address`: confirmed by a word mailed to the registered address, then by one mailed to the new one.
pub fn add(session: &mut Session<'_>, line: &Line, text: &str) -> Result<(), Stop> {
    if refuse_locked(session, line)? {
        return Ok(());
    }
    let Some(address) = read(session, line, text) else { return Ok(()) };
    if let Some(why) = cannot_have(session, &address) {
        refuse(session, line, &why, None);
        return Ok(());
    }
    let owner = session.desk().files.person_at(&address)?;
    let stranger = PlayerId::of_stranger(address.as_str());
    let record = standing_of(session.desk(), &stranger)?;
    if record.asked >= MOST_QUESTIONS || record.all >= MOST_LETTERS || caused_enough(session).is_some() {
        let message =
            "So many letters went to addresses that are nobody's today that no more will; try again tomorrow.";
        refuse(session, line, message, None);
        return Ok(());
    }
    let consequences = [
        format!("A letter would go to {address}. When its reader confirms there, too, it is an address of yours."),
        "Letters from it are then yours when they are proven; our letters still go to your first address.".to_owned(),
    ];
    if !is_confirmed_as_told(session, line, Bound::Person, &consequences) {
        return Ok(());
    }
    session.note("asked for one more address", None);
    session.lead(format!("A letter went to {address}; it says how it goes on."));
    session.change(Change::WriteToStranger { stranger, at: session.desk().now, is_question: true });
    match owner {
        // The same answer whether or not the address is somebody's: nobody learns here who plays.
        Some(owner) => Ok(warn(session, &owner)?),
        None => Ok(ask_there(session, line, &address)?),
    }
}

/// Why this cannot become one more address of the writer's.
fn cannot_have(session: &Session<'_>, address: &Address) -> Option<String> {
    let own = &session.writer().addresses;
    if own.iter().any(|own| own == address.as_str()) {
        return Some("This address is yours already.".to_owned());
    }
    if own.len() >= MOST_ADDRESSES {
        return Some(format!("You have {MOST_ADDRESSES} addresses already. ADDRESS REMOVE takes one away."));
    }
    unusable(session.desk().house, address).map(str::to_owned)
}

/// The owner of an address learns that somebody wanted it.
fn warn(session: &mut Session<'_>, owner: &Player) -> Result<(), DeskError> {
    let words = "Somebody asked to have your address registered as his own. It stays yours; nothing was done, and \
                 nothing was told to him.";
    let notice = Notice::Notice(Note::of(None, "about your address", vec![words.to_owned()]));
    let envelope = Envelope::generated(session.purpose("address"), None);
    let (house, now) = (session.desk().house, session.desk().now);
    let letter = write(house, now, std::iter::once(owner), Viewer::person(&owner.id), &notice, &[], envelope)?;
    session.send(letter);
    Ok(())
}

/// Whoever reads the new address is asked; nothing tells him whose it is to become.
fn ask_there(session: &mut Session<'_>, line: &Line, address: &Address) -> Result<(), DeskError> {
    let there = reader_of(address);
    let (mut question, word) = asking::raised(session, line, OWN_ACT_WAITS);
    question.player = there.id.clone();
    question.on_behalf_of = Some(session.writer().id.clone());
    question.game = None;
    question.act = format!("ADDRESS ADD {address}");
    question.mailed_in = Some(session.purpose_to_come("notice"));
    let until = print_deadline(question.expires, session.desk().house.timetable.zone);
    session.change(Change::AskQuestion(Box::new(question)));
    let paragraphs = vec![
        "Somebody who plays games by mail with this judge says that this is an address of his, too. If you have \
         asked for that yourself, from your other address, confirm it. If you have not, do nothing: this is no question \
         about a seat that a game master gives you, and a YES would hand your letters to somebody else."
            .to_owned(),
        how_to_confirm(&word, None, &until, Takes::Yes),
    ];
    session.within(None, |session| tell_person(session, &there, "please confirm your address", paragraphs))
}

/// The reader of the new address has confirmed: it is his who asked. `session` is that person's.
pub fn accept(session: &mut Session<'_>, address: &Address) -> Result<(), DeskError> {
    let writer = session.writer().clone();
    session.change(Change::AddAddress { player: writer.id.clone(), address: address.clone() });
    session.note(format!("added the address {}", address.masked()), None);
    session.retitle("one more address".to_owned());
    session.lead(format!(
        "{address} is an address of yours from now on. Our letters go to {} as before; ADDRESS REMOVE takes an address \
         away.",
        writer.addresses.first().map_or("your first address", String::as_str)
    ));
    let there = Player { addresses: vec![address.to_string()], ..writer };
    let words = "This address is registered as yours from now on. What you write from it counts when it is proven.";
    tell_person(session, &there, "one more address", vec![words.to_owned()])
}

/// `ADDRESS REMOVE address`: confirmed by a word mailed to the address that goes, or a day later by one mailed to one
/// that stays.
pub fn remove(session: &mut Session<'_>, line: &Line, text: &str) -> Result<(), Stop> {
    if refuse_locked(session, line)? {
        return Ok(());
    }
    let Some(address) = read(session, line, text) else { return Ok(()) };
    let own = session.writer().addresses.clone();
    if !own.iter().any(|own| own == address.as_str()) {
        refuse(session, line, "This is no address of yours.", None);
        return Ok(());
    }
    let Some(stays) = own.iter().find(|own| *own != address.as_str()).cloned() else {
        refuse(session, line, "This is your only address.", Some("ADDRESS ADD another one first."));
        return Ok(());
    };
    let is_first = own.first().is_some_and(|first| first == address.as_str());
    let goes_to = if is_first { stays.clone() } else { own[0].clone() };
    let consequences = [
        format!("{address} would be yours no more. Our letters would go to {goes_to}."),
        "Your code would end, and answers to letters that went to the old address would prove nothing.".to_owned(),
    ];
    let was_confirmed = session.is_confirmed();
    if !is_confirmed_as_told(session, line, Bound::Person, &consequences) {
        // The receipt goes to the first address; when that is the one to go, another one is asked as well.
        if is_first && !was_confirmed {
            ask_another(session, line, &stays, &consequences)?;
        }
        return Ok(());
    }
    Ok(take_away(session, &address)?)
}

fn ask_another(session: &mut Session<'_>, line: &Line, stays: &str, consequences: &[String]) -> Result<(), DeskError> {
    let Some(shown) = session.changes().iter().rev().find_map(|change| match change {
        Change::AskQuestion(question) => Some((**question).clone()),
        _ => None,
    }) else {
        return Ok(());
    };
    let (raised, word) = asking::raised(session, line, OWN_ACT_WAITS);
    let counts_from = session.desk().now + OBJECTION;
    let question =
        Question { hash: raised.hash, counts_from, mailed_in: Some(session.purpose_to_come("notice")), ..shown };
    let zone = session.writer().zone.unwrap_or(session.desk().house.timetable.zone);
    let (from, until) = (print_deadline(counts_from, zone), print_deadline(question.expires, zone));
    session.change(Change::AskQuestion(Box::new(question)));
    let mut paragraphs = consequences.to_vec();
    paragraphs.push(
        "The word in the letter to your first address counts at once. If you cannot read that address any more, use this \
         one; it counts a day later."
            .to_owned(),
    );
    paragraphs.push(how_to_confirm(&word, Some(&from), &until, Takes::Yes));
    let there = Player { addresses: vec![stays.to_owned()], ..session.writer().clone() };
    session.within(None, |session| tell_person(session, &there, "please confirm: one address less", paragraphs))
}

fn take_away(session: &mut Session<'_>, address: &Address) -> Result<(), DeskError> {
    let writer = session.writer().clone();
    session.change(Change::RemoveAddress { player: writer.id.clone(), address: address.clone() });
    let letters = Change::BurnLettersOf { player: writer.id.clone(), game: None, address: Some(address.clone()) };
    session.change(letters);
    end_code(session, &writer);
    session.note(format!("removed the address {}", address.masked()), None);
    session.renew(|writer| writer.addresses.retain(|own| own != address.as_str()));
    let first = session.reader().addresses.first().cloned().unwrap_or_default();
    session.lead(format!(
        "{address} is yours no more; our letters go to {first}. Letters still on their way to the old address are not \
         sent: REPORT brings a report again."
    ));
    let code = code_now(session, &writer);
    session.answer("Your new code", format!("  CODE {code}"));
    // To whoever reads the old address, as nobody's from now on.
    let there = reader_of(address);
    session.change(Change::WriteToStranger { stranger: there.id.clone(), at: session.desk().now, is_question: false });
    let words = "This address is registered with this judge no more, as was asked and confirmed.";
    session.within(None, |session| tell_person(session, &there, "one address less", vec![words.to_owned()]))
}
