//! Several masters of one game. GM ADD and GM REMOVE; each is told what another does, and whoever commands by a letter
//! that knows nothing of it yet is told so first.

use base::game::{Format, Player, PlayerId, Roster};
use base::order::Line;
use mail::Relayed;

use crate::commands::people::leaving::{forget_what_is_kept, note_if_he_leaves};
use crate::commands::people::person::{
    find_person, free_key, introduced, living_game, readable_person, tell_other_gms, tell_person,
};
use crate::commands::people::unconfirmed::counts_unasked;
use crate::files::decision::{Change, JournalEntry};
use crate::files::record::{ActOfAnother, GameRecord, GameStatus};
use crate::files::stop::{DeskError, Stop};
use crate::letter::asking::{Bound, is_confirmed_as_told};
use crate::letter::code::code_now;
use crate::letter::session::{Session, refuse};
use crate::said::phrases::with_names;

/// `GM ADD player`
pub fn add(session: &mut Session<'_>, line: &Line, named: &str) -> Result<(), Stop> {
    let Some(game) = living_game(session, line) else { return Ok(()) };
    let Some((name, address)) = readable_person(session, line, named) else { return Ok(()) };
    let person = session.desk().files.person_at(&address)?.or_else(|| introduced(session, &address));
    let (person, is_new) = match person {
        Some(person) => (person, false),
        None => {
            let name = name.unwrap_or_else(|| address.local().to_owned());
            let (id, addresses) = (free_key(session, &address)?, vec![address.as_str().to_owned()]);
            let is_confirmed = counts_unasked(session.desk().house);
            let format = Format::default();
            (Player { id, name, addresses, zone: None, code_counter: 1, format, is_confirmed }, true)
        }
    };
    if !person.is_confirmed && game.roster.is_gm(&person.id) {
        session.lead(format!(
            "{} is a game master of {} already, and his address is asked once more.",
            person.name, game.id
        ));
        session.name_newcomer(person);
        return Ok(());
    }
    if let Some(why) = cannot_be(&game, &person) {
        refuse(session, line, &why, None);
        return Ok(());
    }
    let consequences = [
        format!(
            "{} <{address}> would be a game master of {} beside you: he would see all that is secret in it, and could do \
             what you can, also take it from you.",
            person.name, game.id
        ),
        "Everybody who plays would be told. Each of you would be told what another game master does.".to_owned(),
    ];
    if !is_confirmed_as_told(session, line, Bound::Phase, &consequences) {
        return Ok(());
    }
    if is_new {
        session.change(Change::AddPlayer(person.clone()));
    }
    if !person.is_confirmed {
        session.name_newcomer(person.clone());
    }
    Ok(appoint(session, &game, &person)?)
}

/// Why a person cannot be a game master of a game: he plays, or he is one.
fn cannot_be(game: &GameRecord, person: &Player) -> Option<String> {
    if game.roster.is_gm(&person.id) {
        return Some(format!("{} is a game master of {} already.", person.name, game.id));
    }
    let plays = game.roster.holds_any(&person.id) || game.roster.is_locked(&person.id);
    plays.then(|| format!("{} plays in {}, and a game master sees all of both sides.", person.name, game.id))
}

fn appoint(session: &mut Session<'_>, game: &GameRecord, person: &Player) -> Result<(), DeskError> {
    set(session, game, person, true);
    session.note(format!("{} is a game master from now on", person.id), None);
    session.lead(format!("{} is a game master of {} from now on. Everybody is told.", person.name, game.id));
    let paragraphs = vec![
        format!(
            "{} made you a game master of {}. You get the GM's reports, and are told what another game master does; HELP \
             lists what you can write.",
            session.writer().name,
            game.id
        ),
        format!(
            "Answering one of our letters proves that you are you. In a letter of your own making, put this line:\n\n  \
             CODE {}\n\nWhat changes the game itself wants that line in an answer as well; without it you are asked to confirm.",
            code_now(session, person)
        ),
    ];
    session.note_concerned(&person.id);
    tell_person(session, person, "you are a game master", paragraphs)?;
    let (name, id) = (person.name.clone(), game.id.clone());
    session.tell_players("another game master", |_| vec![format!("{name} is a game master of {id}, too, from now on.")])
}

/// `GM REMOVE player`
pub fn remove(session: &mut Session<'_>, line: &Line, named: &str) -> Result<(), Stop> {
    let Some(game) = living_game(session, line) else { return Ok(()) };
    let Some(person) = find_person(session, line, &game, named) else { return Ok(()) };
    if !game.roster.is_gm(&person.id) {
        refuse(session, line, &format!("{} is no game master of {}.", person.name, game.id), None);
        return Ok(());
    }
    if game.roster.gms().len() == 1 {
        let hint = "GM ADD names another one first.";
        refuse(session, line, &format!("{} would be left without a game master.", game.id), Some(hint));
        return Ok(());
    }
    let consequences = [format!(
        "{} would be no game master of {} any more: nothing he writes would count as one, and no report of the GM would \
         go to him. Everybody who plays would be told.",
        person.name, game.id
    )];
    if !is_confirmed_as_told(session, line, Bound::Phase, &consequences) {
        return Ok(());
    }
    set(session, &game, &person, false);
    session.change(Change::BurnLettersOf { player: person.id.clone(), game: Some(game.id.clone()), address: None });
    session.note(format!("{} is a game master no longer", person.id), None);
    session.lead(format!("{} is a game master of {} no longer. Everybody is told.", person.name, game.id));
    let words = format!("{} is a game master of {} no longer.", person.name, game.id);
    if let Some(after) = session.game().cloned() {
        note_if_he_leaves(session, &after, &person, &[]);
    }
    if !person.is_confirmed {
        forget_what_is_kept(session, &game, &person);
    } else if person.id != session.writer().id {
        let own =
            format!("You are a game master of {} no longer; {} took it from you.", game.id, session.writer().name);
        tell_person(session, &person, "you are a game master no longer", vec![own])?;
    }
    Ok(session.tell_players("one game master less", |_| vec![words.clone()])?)
}

fn set(session: &mut Session<'_>, game: &GameRecord, person: &Player, is_master: bool) {
    if let Some(game) = session.game_mut() {
        match is_master {
            true => game.roster.appoint(person.clone()),
            false if game.status == GameStatus::Setup => game.roster.dismiss(&person.id),
            false => {
                game.roster.dismiss(&person.id);
                game.roster.remember_gm(&person.id);
            }
        }
    }
    session.change(Change::SetMaster { game: game.id.clone(), player: person.id.clone(), is_master });
}

/// For a letter of one of several game masters: what the others did since the letter of ours that it answers.
pub fn acts_of_others(session: &Session<'_>) -> Result<Vec<ActOfAnother>, Stop> {
    let (desk, writer) = (session.desk(), session.writer());
    let Some(game) = session.game().filter(|game| game.roster.gms().len() > 1 && game.roster.is_gm(&writer.id)) else {
        return Ok(Vec::new());
    };
    match session.answered() {
        Some(answered) => Ok(desk.files.acts_since(&game.id, &writer.id, &answered.message_id)?),
        None => Ok(Vec::new()),
    }
}

/// The other game masters are told what this one did by his letter, unless they were told of it in particular.
pub fn tell_others(session: &mut Session<'_>, acted_as_master: bool) -> Result<(), DeskError> {
    if !acted_as_master {
        return Ok(());
    }
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let others: Vec<_> = game.roster.gms().iter().filter(|gm| *gm != &session.writer().id).collect();
    let is_of_game = |entry: &&JournalEntry| entry.game.as_ref() == Some(&game.id);
    let acts: Vec<String> =
        session.journal().iter().filter(is_of_game).map(|entry| words(&game.roster, entry)).collect();
    let is_rollback = session.changes().iter().any(|change| matches!(change, Change::UndoPhases { .. }));
    if others.is_empty() || acts.is_empty() || is_rollback {
        return Ok(());
    }
    // A notice of the only act says as much.
    let notices = session.letters().iter().filter(|letter| acts.len() == 1 && letter.purpose.starts_with("notice "));
    let knowing: Vec<PlayerId> = notices.map(|letter| letter.player.clone()).collect();
    let rows: Vec<String> = acts.iter().map(|act| format!("- {act}")).collect();
    let told = format!("{} did this in {}:\n\n{}", session.writer().name, game.id, rows.join("\n\n"));
    tell_other_gms(session, "what another game master did", &[told], &knowing)
}

pub fn words(roster: &Roster, entry: &JournalEntry) -> String {
    let reason = Relayed::reason(entry.reason.as_deref());
    format!("{}{reason}", with_names(roster, &entry.act))
}
