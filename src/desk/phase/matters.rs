//! Matters on which somebody may still say something: votes, assents. What they are the rule book says, from what the seat may know.

use base::facts::Viewer;
use base::game::SeatId;
use rules::{HeldMatter, OpenMatter};

use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::phase::standing::title;
use crate::said::phrases::together;

/// Of more seats of one person than these the same is said once.
pub const MOST_APART: usize = 4;

/// Those of a seat; none while reports wait, for what is open now would tell how the phase before ended.
pub fn open_to(game: &GameRecord, seat: &SeatId) -> Result<Vec<OpenMatter>, DeskError> {
    if game.awaits_release || game.phase.is_none() {
        return Ok(Vec::new());
    }
    Ok(game.table.open_matters(&game.facts.brief(Viewer::vacant(seat)), seat)?)
}

/// Those that close with the open phase and of which this seat has not said anything.
pub fn closing_for(game: &GameRecord, seat: &SeatId) -> Result<Vec<OpenMatter>, DeskError> {
    let mut open = open_to(game, seat)?;
    open.retain(|matter| matter.closes_now && matter.said.is_empty());
    Ok(open)
}

/// Those of all these seats, each with the title of its seat.
pub fn held_by(game: &GameRecord, seats: &[SeatId]) -> Result<Vec<HeldMatter>, DeskError> {
    let mut held = Vec::new();
    for seat in seats {
        let title = title(game, seat);
        held.extend(open_to(game, seat)?.into_iter().map(|matter| HeldMatter { title: title.clone(), matter }));
    }
    Ok(held)
}

/// Those that are open to these seats of a reader, in words; of many seats each once, with all for whom it is open in the same way.
pub fn in_words(game: &GameRecord, seats: &[SeatId], open: &[(SeatId, OpenMatter)]) -> Vec<String> {
    if seats.len() <= MOST_APART {
        // What several seats of one reader can say is said as one of them.
        let is_shared = |answer: &String| open.iter().filter(|(_, other)| other.answers.contains(answer)).count() > 1;
        let line = |(seat, matter): &(SeatId, OpenMatter)| {
            let title = title(game, seat);
            let own = |answer: &String| format!("as {title}: {answer}");
            let said = |answer: &String| match is_shared(answer) && game.reads_as_whole_order(&own(answer)) {
                true => own(answer),
                false => answer.clone(),
            };
            let matter = OpenMatter { answers: matter.answers.iter().map(said).collect(), ..matter.clone() };
            words(game, (seat, seats.len() > 1), &matter)
        };
        return open.iter().map(line).collect();
    }
    let said = open.iter().map(|(seat, matter)| (words(game, (seat, false), matter), seat.to_string()));
    together(said).into_iter().map(|(words, whose)| format!("{}: {words}", whose.join(", "))).collect()
}

/// A matter in words, with what can be said of it; for whom it is open is named where the reader has several seats.
fn words(game: &GameRecord, (seat, is_named): (&SeatId, bool), matter: &OpenMatter) -> String {
    let answers: Vec<String> = matter.answers.iter().map(|answer| format!("\"{answer}\"")).collect();
    let whose = if is_named { format!("{}: ", title(game, seat)) } else { String::new() };
    let until = if matter.until.is_empty() { String::new() } else { format!(" Open until {}.", matter.until) };
    let said = if matter.said.is_empty() { String::new() } else { format!(" Said for it so far: {}.", matter.said) };
    let lead = if matter.said.is_empty() { "To say" } else { "To change it" };
    format!("{whose}{}.{until}{said} {lead}: {}.", matter.what, answers.join(" or "))
}
