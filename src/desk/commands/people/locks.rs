//! LOCK: when somebody else has a player's mailbox, nothing counts in his name and nothing of his seat goes there.

use base::game::{Player, PlayerId, SeatId};
use base::order::Line;

use crate::commands::orders::ahead::done;
use crate::commands::orders::readiness::note_ready;
use crate::commands::people::person::{find_person, living_game, tell_gms, tell_person};
use crate::files::acts::KeptAct;
use crate::files::decision::{Ahead, Change};
use crate::files::record::{GameRecord, TrailNote};
use crate::files::stop::{DeskError, Stop};
use crate::letter::code::{code_now, end_code};
use crate::letter::session::{Session, refuse};
use crate::phase::standing::{deadline_for, due_words, on_file, title};
use crate::said::phrases::{hung, phase_name};

/// Whether nothing counts in this person's name in the game of the letter.
pub fn is_locked_out(session: &Session<'_>, player: &PlayerId) -> bool {
    session.game().is_some_and(|game| game.roster.is_locked(player))
}

/// Refuses what would change the writer himself while he is locked in any game; says whether it did.
pub fn refuse_locked(session: &mut Session<'_>, line: &Line) -> Result<bool, Stop> {
    let writer = &session.writer().id;
    if session.desk().files.locks(writer)?.is_empty() {
        return Ok(false);
    }
    refuse(session, line, "A GM has locked what goes on in your name; only he can change that.", None);
    Ok(true)
}

/// `LOCK player`
pub fn lock(session: &mut Session<'_>, line: &Line, named: &str) -> Result<(), Stop> {
    let Some(game) = living_game(session, line) else { return Ok(()) };
    let Some(person) = find_person(session, line, &game, named) else { return Ok(()) };
    if game.roster.is_gm(&person.id) {
        refuse(session, line, "A game master cannot be locked; the operator of the judge must see to it.", None);
        return Ok(());
    }
    if game.roster.is_locked(&person.id) {
        refuse(session, line, &format!("{} is locked already.", person.name), None);
        return Ok(());
    }
    let trail = session.desk().files.trail(&game.id, &person.id)?;
    let ahead = session.desk().files.ahead(&game.id, &person.id)?;
    let mut kept = session.desk().files.kept_acts(&game.id)?;
    kept.retain(|kept| kept.player == person.id);
    set(session, &person, true);
    end_code(session, &person);
    session.change(Change::BurnLettersOf { player: person.id.clone(), game: None, address: None });
    session.lead(format!(
        "Nothing counts in {} in the name of {} until you UNLOCK him, and no report goes to him. His code and all letters \
         he has had prove nothing more, in any game.",
        game.id, person.name
    ));
    take_ready_back(session, &game, &person);
    let on_file: Vec<String> =
        game.roster.seats_of(&person.id).iter().map(|seat| format!("  {seat:<10} {}", on_file(&game, seat))).collect();
    session.answer("On file", format!("{}\n\nThis stays; AS seat lets you give other orders.", on_file.join("\n")));
    drop_ahead(session, &ahead);
    drop_kept(session, &kept);
    session.answer("His last letters", last_letters(session, &game, &trail));
    tell_everywhere(session, &person)?;
    let told = format!("{} was locked by {}.", person.name, session.writer().name);
    Ok(tell_gms(session, "a player was locked", &[told])?)
}

/// His READY may be somebody else's word; what it was said of stays on file.
fn take_ready_back(session: &mut Session<'_>, game: &GameRecord, person: &Player) {
    let Some(phase) = &game.phase else { return };
    let seats = game.roster.seats_of(&person.id);
    let ready: Vec<SeatId> = seats.into_iter().filter(|seat| phase.clock.ready.contains_key(seat)).collect();
    for seat in ready {
        note_ready(session, &seat, None);
        session.lead(format!("{} was READY; that is taken back.", title(game, &seat)));
    }
}

/// Orders for later phases would come into force while nobody can change them: the game master decides about them now.
fn drop_ahead(session: &mut Session<'_>, ahead: &[Ahead]) {
    let mut told: Vec<String> = Vec::new();
    for ahead in ahead {
        session.change(done(ahead));
        told.push(format!("For phase {}:\n", ahead.number));
        told.extend(ahead.lines.iter().map(|text| hung(text, "  ", 4)));
        told.push(String::new());
    }
    if told.is_empty() {
        return;
    }
    told.push(
        "These he had given ahead. They are not kept any more, for nobody knows whose they are; when their phase is open, \
         AS seat lets you give those that you want."
            .to_owned(),
    );
    session.answer("Orders given ahead", told.join("\n"));
}

/// Neither would orders that do not wait and could not be carried out yet.
fn drop_kept(session: &mut Session<'_>, kept: &[KeptAct]) {
    if kept.is_empty() {
        return;
    }
    let mut told: Vec<String> = kept.iter().map(|kept| hung(&kept.line, "  ", 4)).collect();
    for kept in kept {
        session.change(Change::EndAct { game: kept.game.clone(), received: kept.received });
        session.note(format!("not carried out, for its giver is locked: {}", kept.line), None);
    }
    told.push(
        "\nThese were kept until they can be carried out. They are not kept any more, for nobody knows whose they are; AS seat lets \
         you give those that you want."
            .to_owned(),
    );
    session.answer("Orders that were kept", told.join("\n"));
}

fn last_letters(session: &Session<'_>, game: &GameRecord, trail: &[TrailNote]) -> String {
    let row = |note: &TrailNote| {
        let arrived = deadline_for(game, session.writer(), note.arrived);
        format!("  {:>5}  {}\n         {arrived}", note.letter, note.verdict.word())
    };
    let rows: Vec<String> = trail.iter().map(row).collect();
    if rows.is_empty() { "None.".to_owned() } else { rows.join("\n") }
}

fn set(session: &mut Session<'_>, person: &Player, is_locked: bool) {
    let Some(game) = session.game_mut() else { return };
    game.roster.lock(&person.id, is_locked);
    let (game, player) = (game.id.clone(), person.id.clone());
    session.change(Change::SetLock { game, player, is_locked, at: session.desk().now });
    session.note(format!("{} {}", if is_locked { "locked" } else { "unlocked" }, person.id), None);
}

/// Whoever reads one of his addresses learns it: one of them may still be his alone.
fn tell_everywhere(session: &mut Session<'_>, person: &Player) -> Result<(), DeskError> {
    for address in &person.addresses {
        let there = Player { addresses: vec![address.clone()], ..person.clone() };
        let paragraphs = vec![
            "The GM locked your seats: what is written in your name counts no more, and no reports are sent to you, \
             until he ends it. Orders on file stay on file; those you gave ahead for later phases, or that could not be carried out yet, are not kept any \
             more. Your code has ended."
                .to_owned(),
            "It is done when somebody else may have your mailbox. Please see to its safety, and reach the GM by another \
             way."
                .to_owned(),
        ];
        tell_person(session, &there, "your seats are locked", paragraphs)?;
    }
    Ok(())
}

/// `UNLOCK player`: he gets another code.
pub fn unlock(session: &mut Session<'_>, line: &Line, named: &str) -> Result<(), DeskError> {
    let Some(game) = living_game(session, line) else { return Ok(()) };
    let Some(person) = find_person(session, line, &game, named) else { return Ok(()) };
    if !game.roster.is_locked(&person.id) {
        refuse(session, line, &format!("{} is not locked.", person.name), None);
        return Ok(());
    }
    set(session, &person, false);
    end_code(session, &person);
    session.change(Change::BurnLettersOf { player: person.id.clone(), game: None, address: None });
    session.lead(format!("What {} writes counts again. He gets a new code.", person.name));
    let code = code_now(session, &person);
    session.note_concerned(&person.id);
    let mut paragraphs = vec![
        "What you write counts again. Letters of ours from before prove nothing any more; answer this one, or put this \
         line into a letter of your own:"
            .to_owned(),
        format!("  CODE {code}"),
        "REPORT brings the reports that you did not get. Orders that you had given ahead, or that could not be carried out yet, were \
         dropped; give those again that you still want."
            .to_owned(),
    ];
    paragraphs.extend(game.told_phase().map(|phase| match game.player_owes(&person.id) {
        true => format!("Orders are due {}.", due_words(&game, &person, phase)),
        false => format!("You owe no orders for {}.", phase_name(phase.number, &phase.plan.title)),
    }));
    tell_person(session, &person, "your seats are unlocked", paragraphs)?;
    tell_gms(session, "a player was unlocked", &[format!("{} was unlocked by {}.", person.name, session.writer().name)])
}
