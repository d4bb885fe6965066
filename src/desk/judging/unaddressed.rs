//! Letters that name nobody they go to: who else has them nobody can tell, so they are correspondence. A writer who proves
//! himself and asks something is told so; silence would mean that nothing arrived.

use base::facts::Viewer;
use base::game::Player;
use mail::{Letter, Standing};

use crate::files::arrival::Arrival;
use crate::files::decision::Decision;
use crate::files::desk::Desk;
use crate::files::record::GameRecord;
use crate::files::stop::Stop;
use crate::proof::identify::{Asks, Evidence, Matter, weigh};
use crate::proof::matter::what_is_asked;
use crate::proof::words::answered_by_word;
use crate::said::letters::{Envelope, write};
use crate::said::notice::{Note, Notice};

/// Tells the writer of such a letter that nothing in it was done.
pub fn answer(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    writer: &Player,
    about: Option<&GameRecord>,
    codes: &[String],
    decision: &mut Decision,
) -> Result<(), Stop> {
    let names_nobody = letter.standing == Standing::Elsewhere && letter.to.is_empty() && letter.cc.is_empty();
    if !names_nobody || !writer.is_confirmed || !is_his(desk, letter, arrival, writer, about, codes)? {
        return Ok(());
    }
    let (judge, shown) = (desk.house.address.as_str(), about.map_or("", |_| ", and the GM can read it"));
    let notice = Notice::Notice(Note {
        game: about.map(|game| game.id.to_string()),
        title: "a letter not addressed to the judge".to_owned(),
        paragraphs: vec![
            format!(
                "Your letter names nobody in To, so the judge had it as a blind copy and cannot tell who else has it. Nothing in \
                 it was done: it is correspondence{shown}."
            ),
            format!("Please send what it asks once more, with {judge} in To."),
        ],
        sheets: Vec::new(),
    });
    let mut envelope = Envelope::generated(format!("unaddressed letter {}", arrival.mark), about);
    envelope.in_reply_to = letter.message_id.clone();
    let viewer = Viewer::person(&writer.id);
    decision.letters.push(write(desk.house, desk.now, std::iter::once(writer), viewer, &notice, &[], envelope)?);
    Ok(())
}

/// Whether a letter asks something and proves its writer.
fn is_his(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    writer: &Player,
    about: Option<&GameRecord>,
    codes: &[String],
) -> Result<bool, Stop> {
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
