//! The truth edited by hand, and late letters that count after all: SET, ACCEPT LATE.

use std::sync::Arc;

use serde_json::{Value, json};

use base::facts::{Fact, Viewer, addressed, brief};
use base::order::Line;
use base::order::path::{get_path, parse_value, set_path};
use mail::Relayed;

use super::entries::told_after;
use super::present::{Repeated, present_phase};
use super::sentence;
use crate::arrival::{Arrival, Mark};
use crate::carry_out::carry_out;
use crate::decision::{Change, Step, StepKind};
use crate::letters::{DeskError, Envelope, Told, thread_of};
use crate::notice::{Note, Notice};
use crate::player::refuse;
use crate::record::GameRecord;
use crate::session::{Session, Stop};
use crate::turn::state_hash;

/// `SET path = value BECAUSE reason`: the truth edited by hand. It must read back and be sound.
pub fn set(session: &mut Session<'_>, line: &Line, path: &str, value: &str, reason: &str) -> Result<(), DeskError> {
    let Some((game, _)) = present_phase(session, line, Repeated::Harmful) else { return Ok(()) };
    let edited = match set_path(&game.state, path, parse_value(value)) {
        Ok(edited) => edited,
        Err(why) => {
            refuse(session, line, &why, None);
            return Ok(());
        }
    };
    let state = match game.table.sound(&edited) {
        Ok(state) => state,
        Err(error) => {
            refuse(session, line, &sentence(&error), Some("Nothing was changed."));
            return Ok(());
        }
    };
    // A misspelt last step is put in by hand and dropped by the book: then nothing was set.
    if get_path(&state, path).is_none() {
        refuse(session, line, &format!("The book knows nothing called {path}."), Some("Nothing was changed."));
        return Ok(());
    }
    let standing = game.table.situation(&state)?;
    session.note(format!("set {path} = {value}"), Some(reason.to_owned()));
    session.lead(format!("{path} is now {value}. Those who can see the difference are told."));
    let input = json!({ "path": path, "value": value, "reason": reason });
    let edit = Edit { input, state: Arc::new(state), standing, news: Vec::new() };
    put_edit(session, &game, edit, Concerned::WhoeverSeesIt, reason)
}

/// The truth as a game master made it.
pub struct Edit {
    /// What he asked, for the journal of steps.
    pub input: Value,
    /// The whole truth from now on.
    pub state: Arc<Value>,
    /// The standing facts from now on.
    pub standing: Vec<Fact<Value>>,
    /// What is told once, beside them.
    pub news: Vec<Fact<Value>>,
}

/// Who is told of an edit at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Concerned {
    /// Everybody whose facts it changed.
    WhoeverSeesIt,
    /// Those alone to whom its news is addressed; the others read it in the next report.
    WhoeverIsMeant,
}

/// Puts an edit into the game, and tells those concerned, with this reason.
pub fn put_edit(
    session: &mut Session<'_>,
    before: &GameRecord,
    edit: Edit,
    concerned: Concerned,
    reason: &str,
) -> Result<(), DeskError> {
    let Some(phase) = &before.phase else { return Ok(()) };
    let step = Step {
        kind: StepKind::Edit,
        phase: phase.number,
        revision: phase.revision,
        input: edit.input,
        hash: state_hash(&edit.state),
        state: Arc::clone(&edit.state),
        version: before.table.version(),
        rolls: Vec::new(),
    };
    session.change(Change::TakeStep { game: before.id.clone(), step: Box::new(step) });
    session.change(Change::ReplaceStanding { game: before.id.clone(), standing: edit.standing.clone() });
    if let Some(game) = &mut session.game {
        game.state = edit.state;
        game.facts = Arc::new(edit.standing.into());
    }
    match concerned {
        Concerned::WhoeverSeesIt => tell_of_edit(session, before, &edit.news, &|_| true, reason),
        Concerned::WhoeverIsMeant => {
            let news = addressed(&edit.news);
            let is_meant = |viewer: &Viewer| !brief(viewer.clone(), &news).items().is_empty();
            tell_of_edit(session, before, &news, &is_meant, reason)
        }
    }
}

/// Tells exactly those whose facts changed, as far as they are to be told.
fn tell_of_edit(
    session: &mut Session<'_>,
    before: &GameRecord,
    news: &[Fact<Value>],
    is_told: &dyn Fn(&Viewer) -> bool,
    reason: &str,
) -> Result<(), DeskError> {
    let Some(after) = session.game.clone() else { return Ok(()) };
    let mut told = vec![session.writer.id.clone()];
    for seat in after.roster.seats() {
        let Some(player) = after.roster.server_of(&seat.spec.id).cloned() else { continue };
        if told.contains(&player) {
            continue;
        }
        let viewer = Viewer::of_player(&after.roster, &player);
        let now = brief(viewer.clone(), &told_after(news, &after.facts));
        if !is_told(&viewer) || now.items() == before.facts.brief(viewer.clone()).items() {
            continue;
        }
        told.push(player.clone());
        let notice = Notice::Notice(Note {
            game: Some(after.id.to_string()),
            title: "correction by the GM".to_owned(),
            paragraphs: vec![
                format!("The GM corrected something that concerns you.{}", Relayed::reason(Some(reason))),
                "This is how things stand now.".to_owned(),
            ],
            sheets: Vec::new(),
        });
        let mut envelope = Envelope::generated(session.purpose("correction"), Some(&after));
        envelope.thread = thread_of(&after, &player);
        envelope.is_held = after.awaits_release;
        let now = Told::words(after.table.as_ref(), "report.txt", now);
        session.write(viewer, &notice, &[now], envelope)?;
    }
    Ok(())
}

/// `ACCEPT LATE n`: the letter is judged again by its own words, as if it had come in time.
pub fn accept_late(session: &mut Session<'_>, line: &Line, number: i64) -> Result<(), Stop> {
    let Some((game, _)) = present_phase(session, line, Repeated::Harmless) else { return Ok(()) };
    let notes = session.desk.files.waiting_notes(&game.id)?;
    let why = notes.iter().find(|note| note.letter == number).map(|note| note.why.clone());
    if why.as_deref() == Some("held") {
        let message = format!("Letter {number} is not late: its writer has not confirmed yet that it is his.");
        refuse(session, line, &message, None);
        return Ok(());
    }
    let is_settled = |change: &Change| matches!(change, Change::SettleLetter { letter, .. } if *letter == number);
    if session.decision.changes.iter().any(is_settled) {
        refuse(session, line, &format!("Letter {number} was accepted a line above."), None);
        return Ok(());
    }
    let waiting = match why {
        Some(_) => session.desk.files.waiting(number)?,
        None => None,
    };
    let writer = waiting.as_ref().and_then(|waiting| game.roster.player(&waiting.player)).cloned();
    let (Some(waiting), Some(writer)) = (waiting, writer) else {
        refuse(session, line, &format!("No late letter has the number {number}."), Some("WHO lists them."));
        return Ok(());
    };
    let mut letter = waiting.letter.clone();
    mail::code::take_code(&mut letter.text);
    let at = Arrival {
        letter: number,
        mark: Mark::of(&waiting.letter),
        at: waiting.arrived,
        missed: None,
        is_accepted_late: true,
    };
    let accepted = carry_out(&session.desk.beside(&waiting), &letter, at, &writer, Some(game), None)?;
    for change in &accepted.changes {
        if let (Change::PutSheet { seat, sheet, .. }, Some(game)) = (change, &mut session.game) {
            game.sheets.insert(seat.clone(), sheet.clone());
        }
    }
    session.decision.changes.extend(accepted.changes);
    session.decision.letters.extend(accepted.letters);
    session.decision.journal.extend(accepted.journal);
    session.change(Change::SettleLetter { letter: number, verdict: accepted.verdict });
    session.note(format!("accepted late letter {number} of {}", writer.id), None);
    let told = match session.game.as_ref().is_some_and(|game| game.roster.is_locked(&writer.id)) {
        true => "its writer is locked, so he is not told",
        false => "its writer has a receipt",
    };
    session.lead(format!("The late letter {number} of {} counts now; {told}.", writer.name));
    Ok(())
}
