//! People whom a game master named by an address that nobody has confirmed. Until its reader says that it is his, or a
//! game master that it is right, nothing goes there but that question: what there is for him is kept in the outbox.

use std::collections::BTreeSet;

use base::facts::Viewer;
use base::game::schedule::print_deadline;
use base::game::{Player, PlayerId};
use base::order::Line;
use base::planted::is_planted;

use crate::commands::people::person::is_here;
use crate::files::arrival::Arrival;
use crate::files::decision::Change;
use crate::files::desk::Desk;
use crate::files::house::House;
use crate::files::outbox::OutboxLetter;
use crate::files::question::{ADDRESS_QUESTION, Question, VOUCHED, hash_word, word_for};
use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::letter::present::game_of;
use crate::letter::session::Session;
use crate::proof::identify::PROVES_FOR;
use crate::said::letters::{Envelope, write};
use crate::said::notice::{Note, Notice};
use crate::said::offers::{ADDRESS_OPENING, how_to_say_yes, how_to_vouch};

/// How long both words count: as long as the letter of no game proves its reader.
const WAITS: i64 = PROVES_FOR;

/// Why an answer to the question confirms nothing.
const NOT_ALONE: &str =
    "Your answer confirmed nothing: YES counts when it is all that the answer says; your name may stand below it.";

/// Whether somebody new whom a game master names is taken to have his address without being asked.
pub fn counts_unasked(house: &House) -> bool {
    !house.proof.confirm_seated || is_planted("seated-unasked")
}

/// Asks everybody new to this judge whom the letter named, once each, and gives the game master a word for all of them.
pub fn ask_newcomers(session: &mut Session<'_>) -> Result<(), DeskError> {
    let named = session.take_newcomers();
    if named.is_empty() {
        return Ok(());
    }
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let mut met = BTreeSet::new();
    let named = named.into_iter().filter(|person| is_here(&game, &person.id) && met.insert(person.id.clone()));
    let newcomers: Vec<Player> = named.collect();
    if newcomers.is_empty() {
        return Ok(());
    }
    for person in &newcomers {
        let envelope = Envelope::generated(session.purpose(ADDRESS_QUESTION.trim_end()), Some(&game));
        let (question, letter) = asked(session.desk(), session.arrival(), person, Some(&game), envelope, false)?;
        session.change(Change::AskQuestion(Box::new(question)));
        session.send(letter);
    }
    offer_word(session, &game, &newcomers);
    Ok(())
}

/// The question and the letter with it. It tells nothing but that a game master of this game named the address.
pub fn asked(
    desk: &Desk<'_>,
    arrival: Arrival,
    person: &Player,
    game: Option<&GameRecord>,
    envelope: Envelope,
    is_unclear: bool,
) -> Result<(Question, OutboxLetter), DeskError> {
    let expires = desk.now.max(arrival.at) + WAITS;
    let (question, word) = Question::about_letter(&desk.house.key, person, &envelope.purpose, expires);
    let house_zone = game.map_or(desk.house.timetable.zone, |game| game.timetable.zone);
    let until = print_deadline(expires, person.zone.unwrap_or(house_zone));
    let named = match game {
        Some(game) => format!("{ADDRESS_OPENING}, as that of somebody who plays in {}.", game.id),
        None => format!("{ADDRESS_OPENING}, and was never confirmed."),
    };
    // The opening comes first: programs that quote without marks are known by it.
    let asking = [
        Some(named),
        is_unclear.then(|| NOT_ALONE.to_owned()),
        Some(
            "Until it is confirmed nothing of the game is mailed to it and nothing from it is carried out. What there is \
             for you is kept, and comes when you have confirmed. If you are not meant, answer NO, or do nothing."
                .to_owned(),
        ),
        Some(how_to_say_yes(&word, &until)),
    ];
    let notice = Notice::Notice(Note::of(
        game.map(|game| &game.id),
        "please confirm your address",
        asking.into_iter().flatten().collect(),
    ));
    let viewer = Viewer::person(&person.id);
    let letter = write(desk.house, desk.now, std::iter::once(person), viewer, &notice, &[], envelope)?;
    Ok((question, letter))
}

/// The game master may know an address to be right: one word for all that his letter named.
fn offer_word(session: &mut Session<'_>, game: &GameRecord, newcomers: &[Player]) {
    let word = word_for(&session.desk().house.key, &format!("{} addresses", session.arrival().mark));
    let expires = session.desk().now.max(session.arrival().at) + WAITS;
    let people: Vec<&str> = newcomers.iter().map(|person| person.id.as_str()).collect();
    session.change(Change::AskQuestion(Box::new(Question {
        hash: hash_word(&word),
        player: session.writer().id.clone(),
        game: Some(game.id.clone()),
        phase: None,
        act: format!("{VOUCHED}{}", people.join(" ")),
        counts_from: 0,
        expires,
        summary: None,
        on_behalf_of: None,
        mailed_in: Some(session.receipt_purpose()),
        is_spent: false,
    })));
    let until = print_deadline(expires, session.writer().zone.unwrap_or(game.timetable.zone));
    let rows: Vec<String> = newcomers.iter().map(with_address).collect();
    let text = format!(
        "These addresses are new to this judge, and each was asked whether it is right. Until it says so nothing else \
         goes there; what there is for it is kept. WHO lists those that wait; SEAT or REPLACE again asks \
         again.\n\n{}\n\n{}",
        rows.join("\n"),
        how_to_vouch(&word, &until)
    );
    session.answer("Addresses that wait", text);
}

fn with_address(person: &Player) -> String {
    format!("  {} <{}>", person.name, person.addresses.join(", "))
}

/// The people of a game whose addresses nobody has confirmed.
fn unconfirmed_of(game: &GameRecord) -> Vec<&Player> {
    game.roster.players().filter(|person| !person.is_confirmed && is_here(game, &person.id)).collect()
}

/// For `WHO` and the like: a line for each address that waits.
pub fn list_unconfirmed(game: &GameRecord) -> Vec<String> {
    unconfirmed_of(game).into_iter().map(with_address).collect()
}

/// The game master's word came: these addresses count.
pub fn vouch(session: &mut Session<'_>, line: &Line, people: &str) {
    let Some(game) = game_of(session, line).filter(|game| game.roster.is_gm(&session.writer().id)) else { return };
    let waiting: Vec<Player> = unconfirmed_of(&game).into_iter().cloned().collect();
    let named: BTreeSet<PlayerId> = people.split(' ').map(PlayerId::stored).collect();
    let vouched: Vec<Player> = waiting.into_iter().filter(|person| named.contains(&person.id)).collect();
    session.entitle("addresses confirmed".to_owned());
    if vouched.is_empty() {
        session.lead("None of these addresses waits any more.");
        return;
    }
    for person in &vouched {
        session.change(Change::ConfirmAddress { player: person.id.clone() });
        session.note(format!("confirmed the address of {}", person.id), None);
        if let Some(game) = session.game_mut() {
            game.roster.renew(Player { is_confirmed: true, ..person.clone() });
        }
    }
    let rows: Vec<String> = vouched.iter().map(with_address).collect();
    session.lead(format!("These addresses count now; what was kept for them is on its way:\n\n{}", rows.join("\n")));
}

/// His address is confirmed, by him or by somebody before.
pub fn say_confirmed(session: &mut Session<'_>) {
    session.entitle("your address is confirmed".to_owned());
    session.note("confirmed his address", None);
    session.lead("Your address is confirmed. What was kept for you has been mailed before this letter.");
    if session.desk().held_lately > 0 {
        session.lead(
            "Letters with your address as their sender came before it was confirmed. Nothing in them was done: if they \
             are yours, please send once more what is still wanted.",
        );
    }
}
