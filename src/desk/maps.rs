//! `MAP [place] [radius]`: a map of what its writer was told, with the answer to his letter.

use crate::game::Format;
use crate::order::Line;
use crate::report::{Enclosure, Pictures};
use crate::rules::MapWish;

use super::letters::{DeskError, Told};
use super::notice::Answer;
use super::player::refuse;
use super::session::{Session, Stop};

/// Most maps that one letter brings.
const MOST_MAPS: usize = 3;

/// What is said of a drawn map. A page with little but a picture is what spam filters know from spam, and a letter with a map
/// has little else; a page of more than 3,200 bytes is none to them.
const HOW_TO_READ: &str = "Forces of your own side stand with their strength and the name of their senior leader, those of the \
other side with one to three dots, for small, medium and large, and with the phase in which they were seen. One side's blocks \
are dark and have square corners, the other's are light and have round ones, so that no colours are needed. Where a large force \
is known only roughly, the country it may be in is hatched; what you do not see into lies under a veil. Arrows are marches of your \
own command in the phase that was played, broken ones troops that were seen passing.\n\n\
Water is blue, broad rivers are thick lines and narrow ones thin; woods are green, heights brown with strokes. Railways are dark lines \
with ties, borders are broken lines. The small figures are the numbers of the hexes, by which orders can name a place as well. Works and \
stores, battles with their pulses, railways and towns that changed hands, and troops that were seen there and are gone have signs of \
their own; those that occur are named at the foot of the map.\n\n\
The map is drawn from what you were told and from nothing else: where it shows nobody, somebody may stand all the same. It shows how \
things stood when the open phase began, so that orders on file do not change it, and nobody is told that you asked for it.";
const MORE_MAPS: &str = "Answer this letter for another one, with orders beside it or without: they count as in any letter. \
MAP with a place brings the country around it; with a number behind the place, from 3 to 10, so many hexes on each side. The number \
of a hex does for a place. MAP with the name of a front brings that front, and MAP alone brings everything. A letter may hold several \
such lines and brings three maps at most.\n\n\
Reports have maps of their own, of the whole and of what you command. FORMAT no maps leaves these out, and FORMAT maps brings them \
back; what you ask for by MAP comes either way. With FORMAT text you get plain text without pictures, and maps are made of letters, \
so that every mail program shows them.\n\n\
A picture comes with the letter itself, as wide as a telephone's screen, and nothing of it is fetched from elsewhere. Where a mail \
program does not show it in its place, it is among the files of the letter, under the name that the text says, and can be opened, \
kept and printed like any other.";

/// Draws the map that a line asks for.
pub fn draw(session: &mut Session<'_>, line: &Line, wish: &MapWish) -> Result<(), Stop> {
    if session.receipt.title.is_empty() {
        session.receipt.title = "map".to_owned();
    }
    let Some(game) = session.game.clone() else {
        session.lead("Please name your game in the subject, in square brackets.");
        return Ok(());
    };
    // What the GM has not released yet cannot be had by asking for a map.
    if game.awaits_release {
        session.lead("The GM holds the last reports; a map comes when they are released.");
        return Ok(());
    }
    if session.drawn.len() >= MOST_MAPS {
        refuse(session, line, &format!("One letter brings {MOST_MAPS} maps at most."), Some("Ask again."));
        return Ok(());
    }
    let brief = game.facts.brief(session.viewer());
    // Whoever asks for one has it, though his reports come without; made of letters in a house without pictures.
    let format = Format { has_pictures: true, ..session.reader().format };
    let pictures = if session.desk.house.has_pictures { Pictures::fitting(format) } else { Pictures::Spelled };
    match game.table.map(&brief, wish, pictures).map_err(DeskError::from)? {
        None => refuse(session, line, "This game has no maps.", None),
        Some(Err(remark)) => session.remark(line.number, &line.text, &remark),
        Some(Ok(enclosures)) => {
            let told = Told::drawn(brief, enclosures.into_iter().filter(|new| !session.has_drawn(new)).collect());
            if session.drawn.is_empty() {
                session.lead("The map you asked for is below.");
                if matches!(pictures, Pictures::Drawn) {
                    let answer = |title: &str, text: &str| Answer { title: title.to_owned(), text: text.to_owned() };
                    session.receipt.answers.push(answer("How to read it", HOW_TO_READ));
                    session.receipt.answers.push(answer("More maps", MORE_MAPS));
                }
            }
            session.drawn.push(told);
        }
    }
    Ok(())
}

impl Session<'_> {
    fn has_drawn(&self, new: &Enclosure) -> bool {
        self.drawn.iter().any(|told| told.holds(new))
    }
}
