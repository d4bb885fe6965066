//! `MAP [place] [radius]`: a map of what its writer was told, with the answer to his letter.

use base::facts::{Enclosure, Pictures};
use base::game::Format;
use base::order::Line;
use rules::MapWish;

use crate::files::stop::{DeskError, Stop};
use crate::letter::session::{Session, refuse};
use crate::said::letters::Told;

/// Most maps that one letter brings.
const MOST_MAPS: usize = 3;

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
