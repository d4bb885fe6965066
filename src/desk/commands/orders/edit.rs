//! An edit of the truth by a game master: a step of its own, of which those concerned are told.

use std::sync::Arc;

use serde_json::Value;

use base::facts::{Fact, Viewer, addressed, brief, new_since};
use base::game::Roll;
use mail::Relayed;

use crate::files::decision::{Change, Step, StepKind};
use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::letter::session::Session;
use crate::phase::turn::state_hash;
use crate::said::letters::{Envelope, Told, thread_of};
use crate::said::notice::{Note, Notice};

/// The truth as a game master made it.
pub struct Edit {
    /// What he asked, for the journal of steps.
    pub input: Value,
    /// Every die thrown.
    pub rolls: Vec<Roll>,
    /// The whole truth from now on.
    pub state: Arc<Value>,
    /// The standing facts from now on.
    pub standing: Vec<Fact<Value>>,
    /// What is told once, beside them.
    pub news: Vec<Fact<Value>>,
}

/// Who is told of an edit at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToldNow {
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
    concerned: ToldNow,
    reason: Option<&str>,
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
        rolls: edit.rolls,
    };
    session.change(Change::TakeStep { game: before.id.clone(), step: Box::new(step) });
    session.change(Change::ReplaceStanding { game: before.id.clone(), standing: edit.standing.clone() });
    if let Some(game) = session.game_mut() {
        game.state = edit.state;
        game.facts = Arc::new(edit.standing.into());
    }
    match concerned {
        ToldNow::WhoeverSeesIt => {
            let changed = session.game().map(|after| changed(&edit.news, before, after)).unwrap_or_default();
            tell_of_edit(session, before, &changed, &|_| true, reason)
        }
        // What everybody may know of the same letter everybody reads at one time.
        ToldNow::WhoeverIsMeant => {
            let news = addressed(&edit.news);
            let is_meant = |viewer: &Viewer| !brief(viewer.clone(), &news).items().is_empty();
            let changed = session.game().map(|after| addressed(&changed(&news, before, after))).unwrap_or_default();
            tell_of_edit(session, before, &changed, &is_meant, reason)
        }
    }
}

/// Tells of `changed` exactly those whose facts changed, as far as they are to be told.
fn tell_of_edit(
    session: &mut Session<'_>,
    before: &GameRecord,
    changed: &[Fact<Value>],
    is_told: &dyn Fn(&Viewer) -> bool,
    reason: Option<&str>,
) -> Result<(), DeskError> {
    let Some(after) = session.game().cloned() else { return Ok(()) };
    let mut told = vec![session.writer().id.clone()];
    for seat in after.roster.seats() {
        let Some(player) = after.roster.server_of(&seat.spec.id).cloned() else { continue };
        if told.contains(&player) {
            continue;
        }
        let viewer = Viewer::of_player(&after.roster, &player);
        let known = |game: &GameRecord| game.facts.brief(viewer.clone());
        let is_changed = known(&after).items() != known(before).items();
        let now = brief(viewer.clone(), changed);
        if !is_told(&viewer) || !is_changed && now.items().is_empty() {
            continue;
        }
        told.push(player.clone());
        let mut paragraphs = vec![format!("The GM corrected something that concerns you.{}", Relayed::reason(reason))];
        paragraphs.push(match now.items().is_empty() {
            false => "This is how things stand now, as far as it has changed.".to_owned(),
            true => "What you were told of it before does not stand any more.".to_owned(),
        });
        let notice = Notice::Notice(Note::of(Some(&after.id), "correction by the GM", paragraphs));
        let mut envelope = Envelope::generated(session.purpose("correction"), Some(&after));
        envelope.thread = thread_of(&after, &player);
        envelope.is_held = after.awaits_release;
        let now = Told::words(after.table.as_ref(), "report.txt", now);
        session.write(viewer, &notice, &[now], envelope)?;
    }
    Ok(())
}

/// The facts that a reader is told after an edit: what happened, then of how things stand what is new.
fn changed(news: &[Fact<Value>], before: &GameRecord, after: &GameRecord) -> Vec<Fact<Value>> {
    news.iter().cloned().chain(new_since(&before.facts, &after.facts)).collect()
}
