//! Letters that name nobody they go to: who else has them nobody can tell, so they are correspondence. A writer who proves
//! himself and asks something is told so; silence would mean that nothing arrived.

use base::facts::Viewer;
use mail::Standing;

use crate::files::decision::Decision;
use crate::files::stop::Stop;
use crate::judging::incoming::Incoming;
use crate::letter::limits::{Unread, admit_unread, tell_of_silence};
use crate::proof::identify::{Asks, Evidence, Matter, weigh};
use crate::proof::matter::what_is_asked;
use crate::proof::words::answered_by_word;
use crate::said::letters::{Envelope, write};
use crate::said::notice::{Note, Notice};

/// Tells the writer of such a letter that nothing in it was done.
pub fn answer(incoming: Incoming<'_>, codes: &[String], decision: &mut Decision) -> Result<(), Stop> {
    let Incoming { desk, letter, arrival, writer, about } = incoming;
    let names_nobody = letter.standing == Standing::Elsewhere && letter.to.is_empty() && letter.cc.is_empty();
    if !names_nobody || !writer.is_confirmed || !is_his(incoming, codes)? {
        return Ok(());
    }
    // It changes nothing, so that a program could ask for it without end.
    let besides = match admit_unread(desk, writer, arrival, decision) {
        Unread::Answered(besides) => besides,
        Unread::Quiet { is_news } => {
            return match is_news {
                true => tell_of_silence(desk, (arrival, writer), about, UNANSWERED, decision),
                false => Ok(()),
            };
        }
    };
    let (judge, shown) = (desk.house.address.as_str(), about.map_or("", |_| ", and the GM can read it"));
    let mut paragraphs = vec![
        format!(
            "Your letter names nobody in To, so the judge had it as a blind copy and cannot tell who else has it. Nothing in \
             it was done: it is correspondence{shown}."
        ),
        format!("Please send what it asks once more, with {judge} in To."),
    ];
    paragraphs.extend(besides);
    let title = "a letter not addressed to the judge";
    let notice = Notice::Notice(Note::of(about.map(|game| &game.id), title, paragraphs));
    let mut envelope = Envelope::generated(format!("unaddressed letter {}", arrival.mark), about);
    envelope.in_reply_to = letter.message_id.clone();
    let viewer = Viewer::person(&writer.id);
    decision.letters.push(write(desk.house, desk.now, std::iter::once(writer), viewer, &notice, &[], envelope)?);
    Ok(())
}

/// What those who can look are told of such letters that are not answered.
const UNANSWERED: (&str, &str, &str) = (
    "unaddressed letters",
    "letters that name nobody in To",
    "they are not answered any more. Nothing in them is done. A program may be at work there.",
);

/// Whether a letter asks something and proves its writer.
fn is_his(incoming: Incoming<'_>, codes: &[String]) -> Result<bool, Stop> {
    let Incoming { desk, letter, arrival, writer, about } = incoming;
    let asks = what_is_asked(letter, about);
    if asks == Asks::Nothing {
        return Ok(false);
    }
    let proofs = &desk.house.proof;
    let accepted = if desk.is_master(writer, about) { &proofs.gms } else { &proofs.players };
    let game = about.map(|game| (&game.id, game.phase.as_ref().map(|phase| phase.number)));
    let matter = Matter { game, asks, at: arrival.at };
    let is_proven = matches!(weigh(desk, writer, letter, codes, matter, accepted), Evidence::Proven(_));
    Ok(is_proven || answered_by_word(desk, letter, writer, arrival)?.is_some())
}
