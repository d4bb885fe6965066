//! Ids of ours that others came to know: they prove nothing any more, and whose they were is told. Whoever writes himself a
//! copy shows nothing to anybody.

use std::collections::BTreeSet;

use base::facts::Viewer;
use base::game::{Player, PlayerId};
use base::planted::is_planted;
use mail::{Address, Letter};

use crate::files::arrival::Arrival;
use crate::files::decision::{Change, Decision};
use crate::files::desk::Desk;
use crate::files::outbox::print_token;
use crate::files::question::hash_word;
use crate::files::record::SentLetter;
use crate::files::stop::Stop;
use crate::proof::identify::is_proof_of;
use crate::said::letters::{Envelope, write};
use crate::said::notice::{Note, Notice};

/// Whether somebody else was sent a letter of `writer`: his own registered addresses are nobody else's.
pub fn has_other_readers(writer: &Player, letter: &Letter) -> bool {
    let is_own =
        |address: &Address| !is_planted("own-copy-burns") && writer.addresses.iter().any(|own| own == address.as_str());
    letter.has_unknown_readers || !letter.others.iter().all(is_own)
}

/// A letter that was shown to others gives away the ids of ours that it names, in its text and in letters enclosed too; where tokens prove, the token it went to.
pub fn burn(desk: &Desk<'_>, writer: &Player, letter: &Letter) -> Option<Change> {
    if !has_other_readers(writer, letter) {
        return None;
    }
    let message_ids: Vec<String> = match desk.house.proof.reply_tokens {
        true => desk.sent.iter().filter(|sent| is_shown(sent, letter)).map(|sent| sent.message_id.clone()).collect(),
        false => letter.in_reply_to.iter().chain(&letter.references).chain(&letter.shown.ids).cloned().collect(),
    };
    (!message_ids.is_empty()).then_some(Change::BurnLetters { message_ids })
}

/// The words of questions to `writer` that his letter shows to others, wherever in it they stand, count no more.
pub fn void_words(letter: &Letter, writer: &Player) -> Option<Change> {
    if letter.shown.words.is_empty() || !has_other_readers(writer, letter) {
        return None;
    }
    let hashes = letter.shown.words.iter().map(|word| hash_word(word)).collect();
    Some(Change::VoidWords { player: writer.id.clone(), hashes })
}

/// Whether a letter shows the token of one of ours, alone or among others.
fn is_shown(sent: &SentLetter, letter: &Letter) -> bool {
    letter.tags.iter().any(|tag| sent.token == Some(print_token(tag)))
}

/// Ids (where tokens prove: the token) that a letter of somebody else names are known to him: they are burnt, and whose they
/// are is told, once for each letter of ours. `writer` may be the reader of an address that is nobody's.
pub fn burn_those_of_others(
    desk: &Desk<'_>,
    writer: &PlayerId,
    letter: &Letter,
    arrival: Arrival,
    decision: &mut Decision,
) -> Result<(), Stop> {
    // An id that stands further up in a thread of the judge's own may have come to him in a letter of ours.
    let is_known = |sent: &SentLetter| match desk.house.proof.reply_tokens {
        true => is_proof_of(sent, letter),
        false => letter.in_reply_to.contains(&sent.message_id),
    };
    let is_shown = |sent: &&SentLetter| !sent.is_burnt && sent.player != *writer && is_known(sent);
    let shown: Vec<&SentLetter> = desk.sent.iter().filter(is_shown).collect();
    if shown.is_empty() || is_planted("ids-of-others-stay") {
        return Ok(());
    }
    let mut registered: BTreeSet<&PlayerId> = BTreeSet::new();
    for owner in shown.iter().map(|sent| &sent.player).collect::<BTreeSet<_>>() {
        // A letter to somebody who is not registered, or not any more, proves nothing, and he could not be told that his
        // word ended.
        let Some(person) = desk.files.player(owner)?.filter(|person| !person.addresses.is_empty()) else { continue };
        registered.insert(owner);
        tell(desk, &person, arrival, decision)?;
    }
    let of_somebody = shown.iter().filter(|sent| registered.contains(&sent.player));
    let message_ids: Vec<String> = of_somebody.map(|sent| sent.message_id.clone()).collect();
    if !message_ids.is_empty() {
        decision.changes.push(Change::BurnLetters { message_ids });
    }
    Ok(())
}

fn tell(desk: &Desk<'_>, owner: &Player, arrival: Arrival, decision: &mut Decision) -> Result<(), Stop> {
    // Of no game: what burnt may be of several, and whoever wrote is not named.
    let paragraphs = vec![
        "A letter from an address that is not yours names a letter that we sent to you. Whoever wrote it has seen \
         that letter, or one of its thread, so that answering it does not show any more that an answer is yours. \
         Nothing was done in your name."
            .to_owned(),
        "You can go on answering it: you will be asked once more whether the answer is yours. If you forwarded it, \
         nothing is wrong. If you wrote from another address of yours, register that one with ADDRESS. If it was \
         neither, somebody reads your mail, and your GM should know."
            .to_owned(),
    ];
    let notice = Notice::Notice(Note::of(None, "somebody else answered a letter to you", paragraphs));
    let envelope = Envelope::generated(format!("burnt letter {} {}", arrival.mark, owner.id), None);
    let viewer = Viewer::person(&owner.id);
    decision.letters.push(write(desk.house, desk.now, std::iter::once(owner), viewer, &notice, &[], envelope)?);
    Ok(())
}
