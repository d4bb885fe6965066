//! Orders that were given ahead, when their phase has opened.

use base::facts::Viewer;
use base::game::{Phase, PlayerId};
use base::order::Line;

use crate::commands::orders::ahead::{done, seat_named};
use crate::commands::orders::filing::file_orders;
use crate::commands::orders::kept::settle;
use crate::commands::orders::{asked, proposing};
use crate::files::arrival::{Arrival, Mark};
use crate::files::decision::{Ahead, Decision, JournalEntry};
use crate::files::desk::Desk;
use crate::files::house::House;
use crate::files::lookup::Files;
use crate::files::record::{Copied, GameRecord};
use crate::files::stop::{DeskError, Stop};
use crate::files::tally::Tally;
use crate::files::verdict::Verdict;
use crate::letter::close::close;
use crate::letter::mode::{FilingMode, Whose};
use crate::letter::session::Session;
use crate::phase::standing::deadline_for;
use crate::said::letters::{Envelope, write};
use crate::said::notice::{Note, Notice};
use crate::said::phrases::hung;

/// A phase has opened for which orders were given ahead: they are given now, and their owner is told what stands and
/// what does not. Whatever came in for this phase meanwhile counts before them.
pub fn give(
    house: &House,
    files: &dyn Files,
    game: &GameRecord,
    ahead: &Ahead,
    now: i64,
) -> Result<Option<Decision>, Stop> {
    let Some(phase) = game.told_phase().filter(|phase| phase.number == ahead.number) else { return Ok(None) };
    let Some(writer) = game.roster.player(&ahead.player).filter(|player| has_seat(game, &player.id)) else {
        let mut decision = Decision::silent("orders ahead of somebody who holds no seat any more");
        decision.changes.push(done(ahead));
        return Ok(Some(decision));
    };
    // Nothing counts in his name, and what his seat may know would go to a mailbox that may be somebody else's.
    if game.roster.is_locked(&writer.id) {
        return Ok(None);
    }
    let desk = desk_without_writer(house, files, game, now);
    let name = format!("ahead {} {} {}", game.id, phase.label(), ahead.player);
    let mut session = Session::without_letter(&desk, writer, arrival_of(ahead, phase, &name), game.clone(), name);
    session.retitle("orders given ahead".to_owned());
    let came = deadline_for(game, writer, ahead.arrived);
    session.lead(format!("These are the orders that you gave ahead, in your letter of {came}, read anew now."));
    for (whose, lines) in by_seat(&ahead.lines) {
        give_these(&mut session, &whose, &lines)?;
    }
    settle(&mut session, FilingMode::default())?;
    asked::tell(&mut session)?;
    proposing::offer(&mut session)?;
    session.change(done(ahead));
    close(session).map(Some)
}

/// The judge breaks over orders that were given ahead, as often as it may: they are given up, their owner and the game masters are told,
/// and the game goes on without them.
pub fn give_up(house: &House, game: &GameRecord, ahead: &Ahead, now: i64) -> Result<Decision, DeskError> {
    let mut decision = Decision::new(Verdict::Answered);
    decision.game = Some(game.id.clone());
    decision.changes.push(done(ahead));
    decision.journal.push(JournalEntry {
        game: Some(game.id.clone()),
        player: Some(ahead.player.clone()),
        at: now,
        act: format!("given up: orders ahead for phase {}", ahead.number),
        reason: Some("the judge broke over them".to_owned()),
    });
    let owner = game.roster.player(&ahead.player).filter(|owner| !game.roster.is_locked(&owner.id));
    let to_him = owner.map(|owner| {
        let rows: Vec<String> = ahead.lines.iter().map(|line| hung(line, "  ", 4)).collect();
        let what = "The judge failed over the orders that you gave ahead for this phase, and none of them is on file:".to_owned();
        let told = "The fault is the program's, not yours, and the game masters are told. Send them again, some lines at a time.";
        (&owner.id, Viewer::of_player(&game.roster, &owner.id), vec![what, rows.join("\n"), told.to_owned()])
    });
    let to_masters = game.roster.gms().iter().filter(|gm| **gm != ahead.player).filter_map(|gm| {
        let name = owner.map_or("somebody", |owner| owner.name.as_str());
        let what = format!(
            "The judge failed over the orders that {name} gave ahead for phase {}, and none of them is on file. He is told; the game \
             goes on without them. The operator must look at it.",
            ahead.number
        );
        Some((gm, Viewer::umpire(&game.roster, gm)?, vec![what]))
    });
    for (reader, viewer, paragraphs) in to_him.into_iter().chain(to_masters) {
        let notice = Notice::Notice(Note::of(Some(&game.id), "orders ahead given up", paragraphs));
        let purpose = format!("ahead given up {} {} {} {reader}", game.id, game.label(), ahead.player);
        let envelope = Envelope::generated(purpose, Some(game));
        decision.letters.push(write(house, now, game.roster.players(), viewer, &notice, &[], envelope)?);
    }
    Ok(decision)
}

/// The lines that stand below each AS, and those above the first.
fn by_seat(kept: &[String]) -> Vec<(Whose, Vec<Line>)> {
    let mut parts = vec![(Whose::Own, Vec::new())];
    for (number, text) in (1..).zip(kept) {
        match seat_named(text) {
            Some(seat) => parts.push((Whose::Of(seat), Vec::new())),
            None => parts.iter_mut().last().into_iter().for_each(|(_, lines)| {
                lines.push(Line { number, text: text.clone() });
            }),
        }
    }
    parts.retain(|(_, lines)| !lines.is_empty());
    parts
}

/// Orders for a seat that their giver has no longer come back to him.
fn give_these(session: &mut Session<'_>, whose: &Whose, lines: &[Line]) -> Result<(), Stop> {
    if whose.is_within(&session.seats()) {
        return file_orders(session, lines, whose, FilingMode::default());
    }
    session.lead("A seat that AS names is yours no longer; the orders below it were not given.");
    session.repeat(lines.iter().map(|line| line.text.clone()));
    Ok(())
}

/// Nobody writes now, so this answer counts against nobody's.
pub fn desk_without_writer<'d>(house: &'d House, files: &'d dyn Files, game: &GameRecord, now: i64) -> Desk<'d> {
    Desk {
        house,
        now,
        writer: None,
        writer_games: vec![game.id.clone()],
        sent: Vec::new(),
        wrong_codes: 0,
        held_lately: 0,
        tally: Tally::default(),
        is_id_known: false,
        copied: Copied::Never,
        files,
        is_apart: true,
    }
}

/// They come as the phase opens, in the letter that gave them, and what does not wait goes by when that came; `name` tells what is
/// written for them.
fn arrival_of(ahead: &Ahead, phase: &Phase, name: &str) -> Arrival {
    Arrival {
        letter: ahead.letter,
        at: phase.opened,
        missed: None,
        mark: Mark::of_bytes(name.as_bytes()),
        is_accepted_late: false,
        confirmed: None,
        given: Some(ahead.arrived),
    }
}

fn has_seat(game: &GameRecord, player: &PlayerId) -> bool {
    !game.roster.seats_of(player).is_empty()
}
