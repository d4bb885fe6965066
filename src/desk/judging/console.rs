//! What the operator does at the console for somebody whose proofs are gone: whoever has the key needs none himself.

use base::facts::Viewer;
use base::game::Player;

use crate::files::arrival::{Arrival, Mark};
use crate::files::decision::{Change, Decision, JournalEntry};
use crate::files::desk::Desk;
use crate::files::house::House;
use crate::files::record::WaitingLetter;
use crate::files::stop::{DeskError, Stop};
use crate::files::verdict::Verdict;
use crate::judging::carry_out::carry_out;
use crate::judging::incoming::Incoming;
use crate::proof::hidden::readable;
use crate::proof::identify::player_code;
use crate::proof::route::route;
use crate::said::letters::{Envelope, write};
use crate::said::notice::{Note, Notice};

/// A letter that waits counts as its writer's, by its own arrival, as if he had confirmed it.
pub fn confirm_at_console(desk: &Desk<'_>, waiting: &WaitingLetter) -> Result<Decision, Stop> {
    let Some(writer) = desk.writer.as_ref().filter(|writer| writer.id == waiting.player) else {
        return Ok(Decision::silent("its writer is registered with that address no more"));
    };
    let letter = readable(desk, writer, &waiting.letter)?;
    let arrival = Arrival {
        letter: waiting.id,
        mark: Mark::of(&waiting.letter),
        at: waiting.arrived,
        missed: waiting.missed,
        is_accepted_late: false,
        confirmed: Some(desk.now),
        given: None,
    };
    let about = route(desk, &letter)?;
    let known = Player { is_confirmed: true, ..writer.clone() };
    let incoming = Incoming { desk, letter: &letter, arrival, writer: &known, about: about.as_ref() };
    let mut decision = carry_out(incoming, None)?;
    // Whoever knows the letter to be his knows the address to be his.
    if !writer.is_confirmed {
        decision.changes.push(Change::ConfirmAddress { player: known.id });
    }
    let verdict = std::mem::replace(&mut decision.verdict, Verdict::Answered);
    decision.changes.push(Change::SettleLetter { letter: waiting.id, verdict });
    decision.journal.push(JournalEntry {
        game: decision.game.clone(),
        player: None,
        at: desk.now,
        act: format!("letter {} of {} was confirmed at the console", waiting.id, writer.id),
        reason: None,
    });
    Ok(decision)
}

/// Whatever proved a person proves nothing any more, and his next code is mailed to his first registered address.
pub fn rotate(house: &House, person: &Player, now: i64) -> Result<Decision, DeskError> {
    let mut renewed = person.clone();
    renewed.code_counter += 1;
    let mut decision = Decision::new(Verdict::Answered);
    decision.changes.push(Change::BurnLettersOf { player: person.id.clone(), game: None, address: None });
    decision.changes.push(Change::RenewCode { player: person.id.clone(), counter: renewed.code_counter });
    decision.journal.push(JournalEntry {
        game: None,
        player: Some(person.id.clone()),
        at: now,
        act: "has a new code, by the console".to_owned(),
        reason: None,
    });
    let paragraphs = vec![
        "The operator of the judge ended your code, and what letters you have had proves nothing any more. Your new \
         code is:"
            .to_owned(),
        format!("  CODE {}", player_code(&house.key, &renewed)),
        "Put it only into letters that go to nobody but this judge. Answering our letters from this one on needs no \
         code."
            .to_owned(),
    ];
    let notice = Notice::Notice(Note::of(None, "your code has changed", paragraphs));
    let envelope = Envelope::generated(format!("console code {} {}", person.id, renewed.code_counter), None);
    let people = std::iter::once(person);
    decision.letters.push(write(house, now, people, Viewer::person(&person.id), &notice, &[], envelope)?);
    Ok(decision)
}
