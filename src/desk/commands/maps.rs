//! `MAP [place] [radius]`: a map of what its writer was told, with the answer to his letter.

use base::facts::{Enclosure, Pictures};
use base::game::Format;
use base::order::Line;
use rules::{MapWish, Occasion, TableError};

use crate::files::stop::{DeskError, Stop};
use crate::letter::session::{Session, refuse};
use crate::said::letters::Told;

/// Most maps that one letter brings.
const MOST_MAPS: usize = 3;

/// Draws the map that a line asks for.
pub fn draw(session: &mut Session<'_>, line: &Line, wish: &MapWish) -> Result<(), Stop> {
    session.entitle("map".to_owned());
    let Some(game) = session.game().cloned() else {
        session.lead("Please name your game in the subject, in square brackets.");
        return Ok(());
    };
    // What the GM has not released yet cannot be had by asking for a map.
    if game.awaits_release {
        session.lead("The GM holds the last reports; a map comes when they are released.");
        return Ok(());
    }
    if !game.table.about().has_maps {
        refuse(session, line, "This game has no maps.", None);
        return Ok(());
    }
    if session.drawn().len() >= MOST_MAPS {
        refuse(session, line, &format!("One letter brings {MOST_MAPS} maps at most."), Some("Ask again."));
        return Ok(());
    }
    let brief = game.facts.brief(session.viewer());
    // Whoever asks for one has it, though his reports come without; made of letters in a house without pictures.
    let format = Format { has_pictures: true, ..session.reader().format };
    let pictures = if session.desk().house.has_pictures { Pictures::fitting(format) } else { Pictures::Spelled };
    match game.table.pages(&brief, &Occasion::Map(wish.clone()), pictures) {
        Err(TableError::Refused(remark)) => session.remark(line.number, &line.text, &remark),
        Err(error) => return Err(DeskError::from(error).into()),
        Ok(enclosures) => {
            let told = Told::drawn(brief, enclosures.into_iter().filter(|new| !has_drawn(session, new)).collect());
            if session.drawn().is_empty() {
                session.lead("The map you asked for is below.");
            }
            session.draw(told);
        }
    }
    Ok(())
}

fn has_drawn(session: &Session<'_>, new: &Enclosure) -> bool {
    session.drawn().iter().any(|told| told.holds(new))
}
