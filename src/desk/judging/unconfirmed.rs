//! Letters of somebody whose address nobody has confirmed: his answer to our question, or the question once more.

use base::game::Player;
use mail::Auto;

use crate::commands::people::unconfirmed::{asked, say_confirmed};
use crate::files::decision::{Change, Decision};
use crate::files::question::{ADDRESS_ASKED_ANEW, ADDRESS_QUESTION, Question};
use crate::files::record::{GameRecord, SentLetter};
use crate::files::stop::Stop;
use crate::files::verdict::Verdict;
use crate::judging::carry_out::carry_out;
use crate::judging::incoming::Incoming;
use crate::letter::close::close;
use crate::proof::burnt::burn;
use crate::proof::identify::{PROVES_FOR, is_proof_of};
use crate::proof::reply::{is_yes, own_words, said};
use crate::proof::words;
use crate::proof::words::{answered_by_word, spend};
use crate::said::calendar::Deadlines;
use crate::said::consent::Consent;
use crate::said::gm_notice::{GmNotice, tell_gms};
use crate::said::letters::Envelope;

/// Most letters a day that ask the reader of such an address because something came from it.
const MOST_ASKED: u32 = 3;

/// Decides a letter from an address that nobody confirmed. Its reader can prove himself by nothing but the answer to our
/// question: until that comes whatever else he writes is held, and he is asked anew.
pub fn answer(incoming: Incoming<'_>) -> Result<Decision, Stop> {
    let Incoming { desk, arrival, writer, about, .. } = incoming;
    let letter = &own_words(incoming.letter);
    let incoming = Incoming { letter, ..incoming };
    if let Some(question) = answered_by_word(desk, letter, writer, arrival)? {
        return confirm_by_word(incoming, &question);
    }
    let proves = |sent: &&SentLetter| {
        let is_fresh = sent.written.is_some_and(|written| arrival.at.saturating_sub(written) <= PROVES_FOR);
        let is_shown = !desk.house.proof.reply_tokens || is_proof_of(sent, letter);
        let is_question = sent.purpose.starts_with(ADDRESS_QUESTION) && sent.player == writer.id;
        is_question && !sent.is_burnt && is_fresh && is_shown
    };
    let Some(sent) = desk.sent.iter().find(proves) else {
        return ask_anew(incoming, false);
    };
    let open = words::of_letter(desk, &sent.purpose)?.filter(|question| !question.is_spent);
    if is_yes(letter, writer, about) {
        return confirm_by_yes(incoming, open.as_ref());
    }
    match said(letter, writer) {
        Some(Consent::No) => decline(incoming, open.as_ref()),
        _ => ask_anew(incoming, true),
    }
}

/// The word was mailed there alone, so it proves its reader in whatever letter it stands: what else is in it is carried
/// out.
fn confirm_by_word(incoming: Incoming<'_>, question: &Question) -> Result<Decision, Stop> {
    let known = Player { is_confirmed: true, ..incoming.writer.clone() };
    let mut decision = carry_out(Incoming { writer: &known, ..incoming }, None)?;
    decision.changes.insert(0, Change::ConfirmAddress { player: known.id.clone() });
    spend(question, incoming.desk.now, &mut decision);
    Ok(decision)
}

fn confirm_by_yes(incoming: Incoming<'_>, question: Option<&Question>) -> Result<Decision, Stop> {
    let Incoming { desk, letter, writer, .. } = incoming;
    let known = Player { is_confirmed: true, ..writer.clone() };
    let mut session = Incoming { writer: &known, ..incoming }.open();
    session.change(Change::ConfirmAddress { player: known.id.clone() });
    session.change_all(burn(desk, writer, letter));
    say_confirmed(&mut session);
    let mut decision = close(session)?;
    question.iter().for_each(|question| spend(question, desk.now, &mut decision));
    Ok(decision)
}

/// Its reader says that he is not meant: whoever named him is told.
fn decline(incoming: Incoming<'_>, question: Option<&Question>) -> Result<Decision, Stop> {
    let Incoming { desk, letter, arrival, writer, about } = incoming;
    let mut decision = Decision::silent("its reader says that he is not meant");
    decision.writer = Some(writer.id.clone());
    decision.game = about.map(|game| game.id.clone());
    decision.changes.extend(burn(desk, writer, letter));
    question.iter().for_each(|question| spend(question, desk.now, &mut decision));
    let text = format!(
        "The reader of <{}>, whom you named as {}, answers that he is not meant. Nothing but the question has gone to \
         that address, and nothing will. SEAT and REPLACE name another one.",
        writer.addresses.join(", "),
        writer.name
    );
    let purpose = format!("declined letter {}", arrival.mark);
    let notice = GmNotice { what: "an address is not right", purpose, text, daily: None };
    tell_gms(desk, arrival, about, None, &notice, &mut decision)?;
    Ok(decision)
}

/// Nothing of the letter is done; it waits, and the question goes out once more.
fn ask_anew(incoming: Incoming<'_>, is_unclear: bool) -> Result<Decision, Stop> {
    let Incoming { desk, letter, arrival, writer, about } = incoming;
    let mut decision = Decision::new(Verdict::Held);
    decision.writer = Some(writer.id.clone());
    decision.game = about.map(|game| game.id.clone());
    decision.changes.extend(burn(desk, writer, letter));
    if desk.held_lately >= MOST_ASKED {
        return Ok(decision);
    }
    let envelope = Envelope {
        purpose: format!("{ADDRESS_ASKED_ANEW}{}", arrival.mark),
        game: about.map(|game| game.id.clone()),
        phase: about.map_or(0, GameRecord::phase_number),
        in_reply_to: letter.message_id.clone(),
        thread: None,
        auto: Auto::Replied,
        is_held: false,
        deadlines: Deadlines::default(),
    };
    let (question, letter) = asked(desk, arrival, writer, about, envelope, is_unclear)?;
    decision.changes.push(Change::AskQuestion(Box::new(question)));
    decision.letters.push(letter);
    Ok(decision)
}
