//! Codes that others came to know: they end at once, and their owner is told the new one.

use std::collections::BTreeSet;

use base::facts::Viewer;
use base::game::Player;
use base::planted::is_planted;
use mail::Letter;

use crate::files::arrival::Mark;
use crate::files::decision::{Change, Decision, JournalEntry};
use crate::files::desk::Desk;
use crate::files::stop::{DeskError, Stop};
use crate::proof::burnt::has_other_readers;
use crate::proof::identify::{is_code_of, player_code};
use crate::said::letters::{Envelope, write};
use crate::said::notice::{Note, Notice};

/// The codes that a letter shows: those offered as a proof, and whatever else looks like one, quoted or not.
pub fn shown_anywhere(letter: &Letter, offered: &[String]) -> Vec<String> {
    let is_elsewhere = |code: &&String| !offered.contains(code) && !is_planted("quoted-codes-stay");
    let elsewhere = letter.shown.codes.iter().filter(is_elsewhere);
    offered.iter().chain(elsewhere).cloned().collect()
}

/// Whether a letter shows the writer's own code to others.
pub fn is_exposed(desk: &Desk<'_>, writer: &Player, letter: &Letter, codes: &[String]) -> bool {
    has_other_readers(writer, letter) && codes.iter().any(|code| is_code_of(&desk.house.key, writer, code))
}

/// The other people whose codes a letter of `writer` shows; `writer` is nobody for an address that is not registered.
pub fn other_owners(desk: &Desk<'_>, writer: Option<&Player>, codes: &[String]) -> Result<Vec<Player>, Stop> {
    let is_own = |code: &str| writer.is_some_and(|writer| is_code_of(&desk.house.key, writer, code));
    let others: BTreeSet<&str> = codes.iter().map(String::as_str).filter(|code| !is_own(code)).collect();
    if others.is_empty() {
        return Ok(Vec::new());
    }
    let owners = desk.files.code_owners(&others)?;
    Ok(owners.into_iter().filter(|owner| writer.is_none_or(|writer| owner.id != writer.id)).collect())
}

/// Ends the code of `owner`, which `letter` gave away, and tells him the next one at his registered address.
pub fn renew(desk: &Desk<'_>, owner: &Player, mark: Mark, why: &str, decision: &mut Decision) -> Result<(), DeskError> {
    let mut renewed = owner.clone();
    renewed.code_counter += 1;
    decision.changes.push(Change::RenewCode { player: owner.id.clone(), counter: renewed.code_counter });
    decision.journal.push(JournalEntry {
        // Of no game: its owner may play in another than the one the letter is about.
        game: None,
        player: Some(owner.id.clone()),
        at: desk.now,
        act: "has a new code".to_owned(),
        reason: Some(why.to_owned()),
    });
    let paragraphs = vec![
        format!("{why} So that nobody can use it, the code you had proves nothing any more. Your new one is:"),
        format!("  CODE {}", player_code(&desk.house.key, &renewed)),
        "Put it only into letters that go to nobody but this judge. Answering our letters needs no code.".to_owned(),
    ];
    let notice = Notice::Notice(Note::of(None, "your code has changed", paragraphs));
    let envelope = Envelope::generated(format!("new code letter {mark} {}", owner.id), None);
    let viewer = Viewer::person(&owner.id);
    decision.letters.push(write(desk.house, desk.now, std::iter::once(owner), viewer, &notice, &[], envelope)?);
    Ok(())
}
