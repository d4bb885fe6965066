//! What is told later and together: letters without an answer of their own, letters that wait unproven, notices that were
//! kept back. Changes nothing but what is remembered of them.

use std::collections::BTreeSet;

use base::facts::Viewer;
use base::game::schedule::{DAY, print_deadline};
use base::game::{GameId, Player};
use mail::Relayed;

use crate::files::decision::{Change, Decision};
use crate::files::gathered::{Gathered, TalkLetter};
use crate::files::house::House;
use crate::files::outbox::OutboxLetter;
use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::files::tally::{ANSWERED_TOGETHER, Tally};
use crate::files::verdict::Verdict;
use crate::phase::sheets::show_sheets;
use crate::phase::standing::deadline_for;
use crate::said::gm_notice::kept_back_words;
use crate::said::letters::{Envelope, thread_of, write};
use crate::said::notice::{Note, Notice, shorten};

/// A letter that waits, and the game it is about.
#[derive(Debug, Clone)]
pub struct Unproven {
    /// The game, if it is about one.
    pub game: Option<GameId>,
    /// When it came, in epoch seconds.
    pub arrived: i64,
    /// Its subject.
    pub subject: String,
}

/// Tells a correspondent at last what his letters without an answer came to and which letters in his name wait, and a game
/// master how many notices were kept back and what was written to him. Nothing is changed but the tally.
pub fn catch_up(
    house: &House,
    person: &Player,
    tally: &Tally,
    games: &[GameRecord],
    unproven: &[Unproven],
    now: i64,
) -> Result<Decision, DeskError> {
    let mut decision = Decision::new(Verdict::Answered);
    let mut tally = tally.clone();
    if let Some(since) = tally.owes_since.filter(|since| since + ANSWERED_TOGETHER <= now) {
        answer_together(house, person, (tally.unanswered, since), games, now, &mut decision)?;
        (tally.unanswered, tally.owes_since) = (0, None);
    }
    if let Some(since) = tally.kept_since.filter(|since| since + DAY <= now) {
        let text = kept_back_words(tally.kept_back).unwrap_or_default();
        let note = Note::of(None, "notices kept back", vec![text]);
        let envelope = Envelope::generated(format!("kept back {since} {}", person.id), None);
        let viewer = Viewer::person(&person.id);
        decision.letters.push(write_note(house, person, viewer, note, envelope, now)?);
        (tally.kept_back, tally.kept_since) = (0, None);
        tally.notices.push(now);
    }
    if tally.list_due().is_some_and(|due| due <= now) {
        list_unproven(house, person, unproven, games, now, &mut decision)?;
        (tally.unlisted_since, tally.listed) = (None, Some(now));
    }
    if tally.gathered.due().is_some_and(|due| due <= now) {
        mail_gathered(std::mem::take(&mut tally.gathered), house, person, games, now, &mut decision)?;
    }
    decision.changes.push(Change::PutTally { player: person.id.clone(), tally: Box::new(tally) });
    Ok(decision)
}

/// One letter for each game that lists what waits in this person's name. It can be answered with the orders of any of them.
fn list_unproven(
    house: &House,
    person: &Player,
    unproven: &[Unproven],
    games: &[GameRecord],
    now: i64,
    decision: &mut Decision,
) -> Result<(), DeskError> {
    let zone = person.zone.unwrap_or(house.timetable.zone);
    let about: BTreeSet<Option<&GameId>> = unproven.iter().map(|letter| letter.game.as_ref()).collect();
    for id in about {
        let game = games.iter().find(|game| Some(&game.id) == id);
        let listed = unproven.iter().filter(|letter| letter.game.as_ref() == id);
        let mut paragraphs = vec![
            "These letters came with your address as their sender and proved nothing. They wait, and nothing has changed. \
             So many came that you were not asked about each of them."
                .to_owned(),
        ];
        paragraphs.extend(listed.map(|letter| {
            let arrived = format!("It came {}, with the subject:", print_deadline(letter.arrived, zone));
            Relayed::below(&arrived, &shorten(&letter.subject, 60))
        }));
        paragraphs.push(
            "If one of them is yours, send what was in it once more, as an answer to this letter; it then counts from the \
             arrival of that answer. If none is, do nothing."
                .to_owned(),
        );
        let note = Note::of(id, "letters that wait", paragraphs);
        let named = id.map_or("none", GameId::as_str);
        let mut envelope = Envelope::generated(format!("unproven {now} {named} {}", person.id), game);
        envelope.thread = game.and_then(|game| thread_of(game, &person.id));
        decision.letters.push(write_note(house, person, Viewer::person(&person.id), note, envelope, now)?);
    }
    Ok(())
}

fn answer_together(
    house: &House,
    person: &Player,
    (count, since): (u32, i64),
    games: &[GameRecord],
    now: i64,
    decision: &mut Decision,
) -> Result<(), DeskError> {
    // What is on file for a seat goes to nobody who is locked.
    let has_seat = |game: &&GameRecord| game.phase.is_some() && !game.roster.seats_of(&person.id).is_empty();
    for game in games.iter().filter(|game| !game.roster.is_locked(&person.id)).filter(has_seat) {
        let (sheets, _) = show_sheets(game, &game.roster.seats_of(&person.id))?;
        let letters = if count == 1 { "One letter".to_owned() } else { format!("{count} letters") };
        let text = format!(
            "{letters} of yours had no answer of their own, because so many came. They were read, and this is what is on \
             file for you in {} now.",
            game.id
        );
        let nothing = sheets.is_empty().then(|| "No orders are on file for you.".to_owned());
        let paragraphs = std::iter::once(text).chain(nothing).collect();
        let note = Note { sheets, ..Note::of(Some(&game.id), "letters answered together", paragraphs) };
        let mut envelope = Envelope::generated(format!("together {since} {} {}", game.id, person.id), Some(game));
        envelope.thread = thread_of(game, &person.id);
        // As who serves these seats: he may lose them before the letter leaves.
        let viewer = Viewer::of_player(&game.roster, &person.id);
        decision.letters.push(write_note(house, person, viewer, note, envelope, now)?);
    }
    Ok(())
}

fn write_note(
    house: &House,
    person: &Player,
    viewer: Viewer,
    note: Note,
    envelope: Envelope,
    now: i64,
) -> Result<OutboxLetter, DeskError> {
    write(house, now, std::iter::once(person), viewer, &Notice::Notice(note), &[], envelope)
}

/// One letter for each game that the person still masters; what was written about another is not his to read any more.
pub fn mail_gathered(
    gathered: Gathered,
    house: &House,
    person: &Player,
    games: &[GameRecord],
    now: i64,
    decision: &mut Decision,
) -> Result<(), DeskError> {
    for game in games {
        let letters: Vec<&TalkLetter> = gathered.letters.iter().filter(|letter| letter.game == game.id).collect();
        let (Some(first), Some(viewer)) = (letters.first(), Viewer::umpire(&game.roster, &person.id)) else {
            continue;
        };
        let mut paragraphs = vec![opening(letters.len())];
        for letter in &letters {
            paragraphs.push(format!("{}, {}:", letter.writer, deadline_for(game, person, letter.at)));
            paragraphs.push(Relayed::of(&format!("Subject: {}\n\n{}", letter.subject, letter.text)).to_string());
        }
        if gathered.left_out > 0 {
            paragraphs.push(format!(
                "{} more were not kept, because so many came; their writers know it.",
                gathered.left_out
            ));
        }
        let title = if letters.len() == 1 { "a letter to you" } else { "letters to you" };
        let note = Note::of(Some(&game.id), title, paragraphs);
        let mut envelope = Envelope::generated(format!("talk {} {}", first.mark, person.id), Some(game));
        envelope.thread = thread_of(game, &person.id);
        let notice = Notice::Notice(note);
        decision.letters.push(write(house, now, std::iter::once(person), viewer, &notice, &[], envelope)?);
    }
    Ok(())
}

fn opening(count: usize) -> String {
    match count {
        1 => "A player wrote this to you, or to nobody: there was neither an order nor a command in it. PRESS TO and his seat \
              answers him."
            .to_owned(),
        _ => "Players wrote this to you, or to nobody: there was neither an order nor a command in it. PRESS TO and a seat \
              answers one."
            .to_owned(),
    }
}
