//! Letters to people: what holds neither orders nor commands goes to the game masters, gathered for a day unless a deadline is
//! near, and its writer is told so. Knows no rule and no command; reads nothing of what it passes on.

use base::game::Phase;
use base::game::schedule::{DAY, print_deadline};
use base::order::{CommandSpec, Giver, commands_near};
use base::planted::is_planted;
use mail::Letter;

use crate::commands::help::topic_within;
use crate::files::decision::Change;
use crate::files::gathered::TalkLetter;
use crate::files::stop::Stop;
use crate::files::tally::Tally;
use crate::letter::left_out::say_what_stands_below_original;
use crate::letter::receipt::RECEIPT;
use crate::letter::session::Session;
use crate::phase::sheets::numbered;
use crate::proof::reply::in_question;
use crate::proof::words::open_acts;
use crate::said::consent::{Consent, read_consent};
use crate::said::fates::TalkGoes;
use crate::said::gm_notice::tally_so_far;
use crate::said::notice::shorten;
use crate::said::phrases::hung;
use crate::said::typed_words::words_of;

/// So long before the deadline of the open phase letters to a game master are not kept any more, in seconds.
const NEAR: i64 = DAY;

/// Longest text that is passed on, in characters.
const LONGEST: usize = 6_000;

/// A letter without an order or a command is answered, and goes to those it may be meant for.
pub fn answer(session: &mut Session<'_>) -> Result<(), Stop> {
    let receipt = session.receipt();
    let is_answered = !receipt.answers.is_empty() || !receipt.problems.is_empty() || !receipt.lead.is_empty();
    if is_answered || session.shows_sheets() || session.orders.acts.place().is_some() {
        return Ok(());
    }
    session.retitle("nothing to do".to_owned());
    if session.game().is_none() && session.desk().writer_games.len() > 1 {
        let games: Vec<String> = session.desk().writer_games.iter().map(|game| format!("[{game}]")).collect();
        session.lead(format!(
            "You are in several games; please name one in the subject of your letter: {}. Nobody was told of this letter.",
            games.join(", ")
        ));
        return Ok(());
    }
    if let Some(sentence) = what_still_waits(session)? {
        session.lead(sentence);
    }
    let unnumbered = yes_without_number(session)?;
    let goes = match says_something(session) && unnumbered.is_none() {
        true => pass_on(session)?,
        false => Goes::Nowhere,
    };
    if let Some(sentence) = unnumbered {
        session.lead(sentence);
    }
    let nothing = "No order and no command was found in your letter, so nothing changed.";
    match goes {
        Goes::At(at) if at <= session.arrival().at => {
            session.lead(format!("{nothing} It goes to the GM at once, for the deadline is near."));
        }
        Goes::At(at) => {
            let zone = session.reader().zone.unwrap_or(session.desk().house.timetable.zone);
            let until = print_deadline(at, zone);
            session.lead(format!("{nothing} It goes to the GM, with what else is written to him, by {until}."));
        }
        Goes::TooMany => session.lead(format!(
            "{nothing} So many such letters came that the GM is told how many, and not what this one says."
        )),
        Goes::Nowhere => session.lead(nothing),
    }
    if let Some(sentence) = say_what_stands_below_original(session) {
        session.lead(sentence);
    }
    if matches!(goes, Goes::At(_)) {
        session.retitle("a letter to the GM".to_owned());
        session.send_talk(TalkGoes::ToGm);
    }
    name_proposals(session)?;
    name_orders(session);
    name_topic(session)?;
    name_commands(session);
    Ok(())
}

/// Most orders on file that are shown to who speaks of them.
const MOST_ORDERS: usize = 5;

/// The writer's orders on file that a letter of talk speaks of: whoever takes one back in words that are not understood sees that it
/// stands.
fn name_orders(session: &mut Session<'_>) {
    let Some(game) = session.game() else { return };
    let said: Vec<String> = session.words().iter().map(|line| line.text.clone()).collect();
    let names = game.table.names_in(&said.join("\n"));
    let called: Vec<String> = names.iter().flat_map(|name| &name.called).map(|name| name.to_lowercase()).collect();
    let on_file = numbered(&game.sheets, &session.seats());
    let orders = on_file.iter().enumerate().filter_map(|(place, (seat, line))| {
        let order = &game.sheets.get(seat)?.lines.get(*line)?.canonical;
        let lower = order.to_lowercase();
        called.iter().any(|name| lower.contains(name)).then(|| hung(&format!("{}. {order}", place + 1), "  ", 5))
    });
    let rows: Vec<String> = orders.take(MOST_ORDERS).collect();
    if !rows.is_empty() {
        let how = "CANCEL and its number takes one off.";
        session.answer("On file, and unchanged", format!("{}\n\n{how}", rows.join("\n")));
    }
}

/// The orders proposed to the writer that name all that his answer names: whoever says in words which of them he means sees its number.
fn name_proposals(session: &mut Session<'_>) -> Result<(), Stop> {
    let is_receipt = session.answered().is_some_and(|sent| sent.purpose.starts_with(RECEIPT));
    let Some((game, phase)) = session.game().and_then(|game| Some((game, game.phase.as_ref()?))) else { return Ok(()) };
    let said: Vec<String> = session.words().iter().map(|line| line.text.clone()).collect();
    let names = game.table.names_in(&said.join("\n"));
    if !is_receipt || names.is_empty() {
        return Ok(());
    }
    let open = (phase.number, phase.revision);
    let proposed = session.desk().files.proposals(&game.id, &session.writer().id, open)?.open;
    let holds = |order: &str, called: &[String]| called.iter().any(|name| order.contains(&name.to_lowercase()));
    let is_named = |words: &str| names.iter().all(|name| holds(&words.to_lowercase(), &name.called));
    let rows = proposed
        .iter()
        .rev()
        .filter(|proposal| is_named(&proposal.words))
        .take(MOST_TOLD)
        .map(|proposal| hung(&proposal.line(), &format!("  YES {} files: ", proposal.number), 6));
    let rows: Vec<String> = rows.collect();
    if !rows.is_empty() {
        session.answer("Proposed to you", rows.join("\n"));
    }
    Ok(())
}

/// The word by which HELP has something on what a letter asks.
fn name_topic(session: &mut Session<'_>) -> Result<(), Stop> {
    let asked = session.words().iter().map(|line| line.text.clone()).find(|line| line.contains('?'));
    let Some(asked) = asked else { return Ok(()) };
    if let Some(topic) = topic_within(session, &asked)? {
        session.lead(format!("HELP {topic} may have the answer."));
    }
    Ok(())
}

/// What our letter asked that this one answers neither with YES nor with NO.
fn what_still_waits(session: &Session<'_>) -> Result<Option<String>, Stop> {
    let (desk, writer) = (session.desk(), session.writer());
    let (Some(letter), Some(sent)) = (session.letter(), session.answered()) else { return Ok(None) };
    let is_asked = in_question(desk, letter, writer).is_some();
    if !is_asked && open_acts(desk, &sent.purpose, writer, session.arrival().at)?.is_empty() {
        return Ok(None);
    }
    let yes = match session.is_gm() {
        true => "",
        false => "YES counts when it is all that your answer says; your name may stand below it. ",
    };
    let word = if is_asked { "" } else { "The line CONFIRM with the word that stands there counts as well." };
    Ok(Some(format!("The letter you answer asks something, and that still waits. {yes}{word}").trim_end().to_owned()))
}

/// Most proposals that are told again to who says a YES without a number.
const MOST_TOLD: usize = 3;

/// What is said to a YES alone, where orders were proposed to its writer: each has its number.
fn yes_without_number(session: &Session<'_>) -> Result<Option<String>, Stop> {
    let (Some(letter), Some(game)) = (session.letter(), session.game()) else { return Ok(None) };
    let Some(phase) = game.phase.as_ref().map(|phase| (phase.number, phase.revision)) else { return Ok(None) };
    let is_yes = read_consent(&letter.text.lines, session.writer()) == Some(Consent::Yes);
    if !is_yes && !letter.text.lines.iter().any(|line| is_yes_to_all(line)) {
        return Ok(None);
    }
    let proposed = session.desk().files.proposals(&game.id, &session.writer().id, phase)?.open;
    let last = proposed.iter().rev().take(MOST_TOLD).rev();
    let told: Vec<String> = last.map(|one| format!("YES {} files \"{}\"", one.number, one.words)).collect();
    Ok((!told.is_empty()).then(|| {
        format!("Orders were proposed to you, and a YES takes one by its number; the last are: {}.", told.join("; "))
    }))
}

/// "YES all"
fn is_yes_to_all(line: &str) -> bool {
    let words = words_of(line);
    let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| *word != "please").collect();
    matches!(words[..], ["yes", "all" | "both"] | ["yes", "to", "all" | "both"] | ["yes", "to", "both", "of", "them"])
}

/// Whether anything was typed: in the text, or in the subject of a letter that answers none of ours.
fn says_something(session: &Session<'_>) -> bool {
    let Some(letter) = session.letter() else { return false };
    !session.words().is_empty() || !is_answer(letter) && !own_subject(&letter.subject).is_empty()
}

/// Whether a letter answers another: its subject is not what its writer typed.
fn is_answer(letter: &Letter) -> bool {
    !letter.in_reply_to.is_empty() || !letter.references.is_empty()
}

/// A subject without the names of games in it.
fn own_subject(subject: &str) -> String {
    let mut rest = subject;
    let mut own = String::new();
    while let Some((before, behind)) = rest.split_once('[') {
        own.push_str(before);
        rest = behind.split_once(']').map_or("", |(_, behind)| behind);
    }
    own.push_str(rest);
    own.trim().to_owned()
}

/// When a letter reaches the game masters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goes {
    /// By then, in epoch seconds.
    At(i64),
    /// Too many came.
    TooMany,
    /// There is nobody to read it but its writer.
    Nowhere,
}

fn pass_on(session: &mut Session<'_>) -> Result<Goes, Stop> {
    let Some(game) = session.game().cloned().filter(|_| !session.arrival().is_accepted_late) else {
        return Ok(Goes::Nowhere);
    };
    if is_planted("letters-to-people-lost") {
        return Ok(Goes::Nowhere);
    }
    let at = session.arrival().at;
    let due = due_of(game.phase.as_ref(), at);
    let Some(written) = session.letter() else { return Ok(Goes::Nowhere) };
    let letter = TalkLetter {
        game: game.id.clone(),
        writer: writer_with_seats(session),
        at,
        mark: session.arrival().mark.to_string(),
        subject: shorten(written.subject.trim(), 120),
        text: shorten(written.text.text().trim(), LONGEST),
    };
    let mut goes = Goes::Nowhere;
    let writer = session.writer();
    for gm in game.roster.gms().iter().filter(|gm| **gm != writer.id) {
        let known = session.desk().files.known_gm(gm)?;
        if known.person.is_none() {
            continue;
        }
        let mut tally: Tally = tally_so_far(session.decision(), gm, &known);
        let is_kept = tally.gathered.add(letter.clone(), due);
        let when = tally.gathered.due().unwrap_or(due);
        goes = match (goes, is_kept) {
            (Goes::At(before), true) => Goes::At(before.max(when)),
            (_, true) => Goes::At(when),
            (Goes::Nowhere, false) => Goes::TooMany,
            (goes, false) => goes,
        };
        session.change(Change::PutTally { player: gm.clone(), tally: Box::new(tally) });
    }
    Ok(goes)
}

/// A day later, and no later than a day before the deadline; at once when that is nearer.
fn due_of(phase: Option<&Phase>, at: i64) -> i64 {
    let day = at.saturating_add(DAY);
    match phase.filter(|phase| phase.clock.paused_at.is_none()) {
        Some(phase) => day.min(phase.deadline - NEAR).max(at),
        None => day,
    }
}

fn writer_with_seats(session: &Session<'_>) -> String {
    let seats: Vec<String> = session.seats().iter().map(ToString::to_string).collect();
    match seats.is_empty() {
        true => session.writer().name.clone(),
        false => format!("{} ({})", session.writer().name, seats.join(", ")),
    }
}

/// The commands that the letter comes near to, or how to learn of them all.
fn name_commands(session: &mut Session<'_>) {
    let Some(letter) = session.letter() else { return };
    let subject = own_subject(&letter.subject);
    let typed = (!is_answer(letter)).then_some(subject.as_str());
    let words = session.words().iter().map(|line| line.text.as_str()).chain(typed);
    let near = commands_near(words, session.is_gm());
    if near.is_empty() {
        return session.lead("Write HELP for what you can say.");
    }
    let row = |spec: &&CommandSpec| {
        let whose = if spec.giver == Giver::Gm { " (for a GM)" } else { "" };
        format!("- {}{whose} - {}", spec.usage, spec.summary)
    };
    let rows: Vec<String> = near.iter().map(row).collect();
    session
        .answer("Commands that your letter comes near to", format!("{}\n\nHELP shows all of them.", rows.join("\n")));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::gathered::{Gathered, MOST_OF_ONE};
    use base::game::GameId;

    fn letter(writer: &str, text: &str) -> TalkLetter {
        let (writer, text) = (writer.to_owned(), text.to_owned());
        TalkLetter {
            game: GameId::parse("cw1").unwrap(),
            writer,
            at: 0,
            mark: "m".to_owned(),
            subject: String::new(),
            text,
        }
    }

    #[test]
    fn letters_are_gathered_until_the_soonest_of_their_times() {
        let mut gathered = Gathered::default();
        assert!(gathered.add(letter("Ann", "one"), 100) && gathered.add(letter("Bob", "one"), 90));
        assert!(gathered.add(letter("Ann", "one"), 110));
        assert_eq!((gathered.letters.len(), gathered.due()), (2, Some(90)));
    }

    #[test]
    fn nobody_fills_the_letter_with_his_own() {
        let mut gathered = Gathered::default();
        let kept = (0..20).filter(|n| gathered.add(letter("robot", &n.to_string()), 1)).count();
        assert_eq!((kept, gathered.left_out), (MOST_OF_ONE, 8));
        assert!(gathered.add(letter("Ann", "I am in hospital"), 1));
    }

    #[test]
    fn names_of_games_are_no_words_of_a_subject() {
        assert_eq!(own_subject("[cw1] hello [x]"), "hello");
        assert_eq!(own_subject("[cw1]"), "");
    }
}
