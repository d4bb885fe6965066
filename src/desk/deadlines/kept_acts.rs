//! Orders that do not wait and could not be carried out when they came: they are, as soon as nothing holds them up.

use base::facts::Viewer;
use base::game::Player;
use base::order::Line;
use rules::Context;
use rules::check::check_form;

use crate::commands::orders::acts::{Acting, HeldUp, carry_out};
use crate::commands::orders::filing::warrants;
use crate::deadlines::given_ahead::desk_without_writer;
use crate::files::acts::KeptAct;
use crate::files::arrival::{Arrival, Mark};
use crate::files::decision::{Change, Decision, JournalEntry};
use crate::files::house::House;
use crate::files::lookup::Files;
use crate::files::record::GameRecord;
use crate::files::stop::{DeskError, Stop};
use crate::files::verdict::Verdict;
use crate::letter::close::close;
use crate::letter::mode::{Whose, known_to};
use crate::letter::session::Session;
use crate::phase::standing::deadline_for;
use crate::said::letters::{Envelope, write};
use crate::said::notice::{Note, Notice};
use crate::said::phrases::hung;

/// Whether something still holds up an order that was kept.
pub fn is_held_up(game: &GameRecord, kept: &KeptAct) -> bool {
    game.phase.as_ref().is_some_and(|phase| HeldUp::of(game, phase, kept.counts_from).is_some())
}

/// Orders of one letter that were kept are carried out, by what holds now, and their giver is told what came of them.
pub fn give(house: &House, files: &dyn Files, game: &GameRecord, all: &[KeptAct], now: i64) -> Result<Decision, Stop> {
    let Some(kept) = all.first() else { return Ok(Decision::silent("no order was kept")) };
    // Nothing is done in his name.
    let Some(writer) = files.player(&kept.player)?.filter(|player| !game.roster.is_locked(&player.id)) else {
        return Ok(dropped(game, all, now));
    };
    let desk = desk_without_writer(house, files, game, now);
    let name = format!("kept act {} {} {}", game.id, game.label(), kept.received.name());
    let (letter, at) = (kept.letter, kept.received.at);
    let mark = Mark::of_key(kept.received.letter);
    let arrival = Arrival { letter, mark, at, missed: None, is_accepted_late: false, confirmed: None, given: None };
    let mut session = Session::without_letter(&desk, &writer, arrival, game.clone(), name);
    session.retitle("kept order");
    session.change_all(all.iter().map(|kept| end_of(game, kept)));
    let came = deadline_for(game, &writer, at);
    session.lead(match all {
        [kept] => format!(
            "In your letter of {came} stood this order, which was kept until it could be carried out: {}",
            kept.line
        ),
        all => {
            let rows: Vec<String> = all.iter().map(|kept| hung(&kept.line, "  ", 4)).collect();
            let rows = rows.join("\n");
            format!("In your letter of {came} stood these orders, which were kept until they could be carried out:\n\n{rows}")
        }
    });
    for (place, kept) in all.iter().enumerate() {
        carry_out_kept(&mut session, &writer, (place + 1, kept))?;
    }
    close(session)
}

fn end_of(game: &GameRecord, kept: &KeptAct) -> Change {
    Change::EndAct { game: game.id.clone(), received: kept.received }
}

fn carry_out_kept(session: &mut Session<'_>, writer: &Player, (number, kept): (usize, &KeptAct)) -> Result<(), Stop> {
    // As those before it left it.
    let Some(game) = &session.game().cloned() else { return Ok(()) };
    let whose = kept.seat.clone().map_or(Whose::Own, Whose::Of);
    let warrants = warrants(session, game, &whose);
    let Some(phase) = game.phase.as_ref().filter(|_| !warrants.is_empty()) else {
        let why = match (&game.phase, &kept.seat) {
            (None, _) => "The game is over, so it was not carried out.".to_owned(),
            (_, Some(seat)) => format!("You cannot give orders for {seat} any more, so it was not carried out."),
            _ => "You hold no seat in this game any more, so it was not carried out.".to_owned(),
        };
        session.lead(why);
        return Ok(());
    };
    session.orders.read = kept.received.place;
    let mut context = Context::of_phase(Some(&phase.plan));
    context.received = Some(session.next_receipt());
    let seats: Vec<_> = warrants.iter().map(|warrant| warrant.seat().clone()).collect();
    let line = Line { number, text: kept.line.clone() };
    let known = known_to(game, &writer.id, &whose);
    let checked = check_form(game.table.as_ref(), &mut context, &known, &seats, &[line])?.lines;
    let acting =
        Acting { phase, whose: &whose, warrants: &warrants, is_check: false, held_up: None, taken: Default::default() };
    carry_out(session, &checked, &acting)
}

/// The rule book breaks with an order that was kept, or comes to no end: it is given up, its giver and the game masters are told, and the
/// game goes on without it.
pub fn give_up(house: &House, game: &GameRecord, kept: &KeptAct, why: &str, now: i64) -> Result<Decision, DeskError> {
    let mut decision = Decision::new(Verdict::Answered);
    decision.game = Some(game.id.clone());
    decision.changes.push(end_of(game, kept));
    decision.journal.push(JournalEntry {
        game: Some(game.id.clone()),
        player: Some(kept.player.clone()),
        at: now,
        act: format!("given up: {}", kept.line),
        reason: Some(why.to_owned()),
    });
    let giver = game.roster.player(&kept.player).filter(|giver| !game.roster.is_locked(&giver.id));
    let to_him = giver.map(|giver| {
        let told = "The fault is the program's, not yours. The game masters are told; the game goes on without it.";
        let what = format!("This order of yours, which was kept, could not be carried out: {}", kept.line);
        (&giver.id, Viewer::of_player(&game.roster, &giver.id), [what, told.to_owned()])
    });
    let to_masters = game.roster.gms().iter().filter(|gm| **gm != kept.player).filter_map(|gm| {
        let told = "The game goes on without it, and its giver is told. The operator must look at it; what should have come of \
                    it you can enter yourself.";
        let what = format!("An order that was kept could not be carried out: {why}. It is given up: {}", kept.line);
        Some((gm, Viewer::umpire(&game.roster, gm)?, [what, told.to_owned()]))
    });
    for (reader, viewer, paragraphs) in to_him.into_iter().chain(to_masters) {
        let notice = Notice::Notice(Note::of(Some(&game.id), "order given up", paragraphs.to_vec()));
        let purpose = format!("given up {} {} {} {reader}", game.id, game.label(), kept.received.name());
        let envelope = Envelope::generated(purpose, Some(game));
        decision.letters.push(write(house, now, game.roster.players(), viewer, &notice, &[], envelope)?);
    }
    Ok(decision)
}

fn dropped(game: &GameRecord, all: &[KeptAct], now: i64) -> Decision {
    let mut decision = Decision::silent("an order kept of somebody who is locked");
    decision.game = Some(game.id.clone());
    decision.changes.extend(all.iter().map(|kept| end_of(game, kept)));
    decision.journal.extend(all.iter().map(|kept| JournalEntry {
        game: Some(game.id.clone()),
        player: Some(kept.player.clone()),
        at: now,
        act: format!("not carried out, for its giver is locked: {}", kept.line),
        reason: None,
    }));
    decision
}
