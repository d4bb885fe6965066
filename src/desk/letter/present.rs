//! Whether a command of a game master still fits: which phase it was written for, and which one is open now. What comes
//! late or twice is refused with the present state. Knows no single command.

use base::game::Phase;
use base::order::{Line, Stated, stated_phase};

use crate::files::record::{ActOfAnother, GameRecord, GameStatus, SentLetter};
use crate::letter::session::{Session, refuse};
use crate::phase::standing::due_words;
use crate::said::phrases::phase_name;

/// What a command does when it is carried out once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeated {
    /// The same as before, or nothing: a letter of its own need not name the phase.
    Harmless,
    /// More of it: a letter that answers none of ours must name the phase.
    Harmful,
}

/// The open phase, when the command of this line was written for it; else the command is refused.
///
/// The line may name the phase (`phase=3 rev=1`); when it does not, the letter of ours that is answered tells it.
pub fn present_phase(session: &mut Session<'_>, line: &Line, repeated: Repeated) -> Option<(GameRecord, Phase)> {
    let game = game_of(session, line)?;
    let Some(phase) = game.phase.clone() else {
        let hint = match game.status {
            GameStatus::Setup => "START begins the first one.",
            _ => "The game is over; ROLLBACK phase=N takes its last phases back.",
        };
        refuse(session, line, "No phase is open in this game.", Some(hint));
        return None;
    };
    let (_, stated) = stated_phase(&line.text);
    let trouble = match stated {
        Some(stated) => misses(session, &game, &phase, stated),
        None => is_overtaken(session, &game, &phase, repeated),
    };
    match trouble {
        Some(trouble) => {
            refuse(session, line, &trouble, Some(&insisting(line, &phase)));
            None
        }
        None => Some((game, phase)),
    }
}

/// Why a phase named in the line is not the open one.
pub fn misses(session: &Session<'_>, game: &GameRecord, phase: &Phase, stated: Stated) -> Option<String> {
    if stated.phase != phase.number {
        let now = present_state(session, game, phase);
        return Some(format!("Phase {} is not open: the open one is {now}", stated.phase));
    }
    let now = present_state(session, game, phase);
    match stated.revision {
        Some(revision) if revision != phase.revision => {
            Some(format!("Revision {revision} of phase {} is not open: the open one is {now}", phase.number))
        }
        Some(_) => None,
        // The number alone may have been written before the game went back. A word is for the revision it was asked in.
        None if phase.revision == 1 || session.is_confirmed() => None,
        None => match answered(session, game) {
            Some(sent) if sent.revision >= phase.revision => None,
            Some(_) => Some(format!(
                "The game went back since the letter that you answer, so the revision must be named, too. Now open is {now}"
            )),
            None => Some(format!(
                "The game went back, and your letter answers none of ours since, so the revision must be named, too. Now \
                 open is {now}"
            )),
        },
    }
}

/// The letter of ours about this game that is answered.
fn answered<'a>(session: &Session<'a>, game: &GameRecord) -> Option<&'a SentLetter> {
    let answered = session.answered();
    answered.filter(|sent| sent.game.as_ref() == Some(&game.id))
}

/// Why a line without a phase cannot count: the letter it answers is of an older phase, or it answers none.
fn is_overtaken(session: &Session<'_>, game: &GameRecord, phase: &Phase, repeated: Repeated) -> Option<String> {
    let now = present_state(session, game, phase);
    match answered(session, game) {
        Some(sent) if (sent.revision, sent.phase) < (phase.revision, phase.number) => {
            Some(format!("The game moved on since the letter that you answer. Now open is {now}"))
        }
        Some(_) => changed_since(session).map(|changed| format!("{changed} Now open is {now}")),
        None if repeated == Repeated::Harmful => Some(format!(
            "Your letter answers none of this game's, so the command must name the phase it is for. Now open is {now}"
        )),
        None => None,
    }
}

/// "phase 3 (T1 TST1), revision 2. Orders are due Fri 6 Mar 2026 20:00 (01:00 UTC)."
pub fn present_state(session: &Session<'_>, game: &GameRecord, phase: &Phase) -> String {
    let revision = if phase.revision > 1 { format!(", revision {}", phase.revision) } else { String::new() };
    let due = due_words(game, session.writer(), phase);
    format!("{}{revision}. Orders are due {due}.", phase_name(phase.number, &phase.plan.title))
}

/// How to say a command once more so that it counts.
fn insisting(line: &Line, phase: &Phase) -> String {
    insisting_on(stated_phase(line.text.trim()).0, phase)
}

/// How to say a command, written without a phase, so that it counts.
pub fn insisting_on(command: &str, phase: &Phase) -> String {
    let revision = if phase.revision > 1 { format!(" rev={}", phase.revision) } else { String::new() };
    format!("Nothing was done. If it is still wanted, write: {command} phase={}{revision}", phase.number)
}

/// The game a command is about; without one it is refused.
pub fn game_of(session: &mut Session<'_>, line: &Line) -> Option<GameRecord> {
    let game = session.game().cloned();
    if game.is_none() {
        refuse(session, line, "No game is named.", Some("Name it in the subject, in square brackets: [cw1]"));
    }
    game
}

/// The open phase a command is about; without one it is refused.
pub fn phase_of(session: &mut Session<'_>, line: &Line) -> Option<(GameRecord, Phase)> {
    let game = game_of(session, line)?;
    let Some(phase) = game.phase.clone() else {
        refuse(session, line, "No phase is open in this game.", Some("START begins the first one."));
        return None;
    };
    Some((game, phase))
}

/// What other game masters did since the letter that is answered was written, in a sentence; nothing when they did not.
pub fn changed_since(session: &Session<'_>) -> Option<String> {
    let words: Vec<String> =
        session.acts_of_others.iter().map(|ActOfAnother { name, act }| format!("{name}: {act}")).collect();
    (!words.is_empty())
        .then(|| format!("Since the letter that you answer, another game master acted ({}).", words.join("; ")))
}
