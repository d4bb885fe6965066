//! What going back in a game would undo.

use std::collections::BTreeMap;

use serde_json::Value;

use base::game::{NextPhase, Player, PlayerId, SeatId};
use base::order::Sheet;

use crate::files::acts::{KeptAct, UndoneAct};
use crate::files::decision::{Ahead, StepKind};

/// What going back to the start of a played phase would undo.
#[derive(Debug, Clone)]
pub struct Rewind {
    /// The number of the phase.
    pub phase: u32,
    /// The revision in which it was played.
    pub revision: u32,
    /// Its kind, name, and who owes orders.
    pub plan: NextPhase,
    /// The revision in which the phase before it was played.
    pub revision_before: u32,
    /// The step at whose end the phase was opened.
    pub seq: u32,
    /// The state then, as it was stored.
    pub state: Value,
    /// The version of the rule book that wrote it.
    pub version: u32,
    /// The document for which the rule book was laid out when it was opened.
    pub document: Value,
    /// The orders on file when it was played.
    pub sheets: BTreeMap<SeatId, Sheet<Value>>,
    /// The steps since, oldest first.
    pub undone: Vec<UndoneStep>,
    /// The newest revision of the game.
    pub last_revision: u32,
    /// The letters that told what these steps came to.
    pub letters: Vec<PastLetter>,
    /// Those they went to.
    pub readers: Vec<Player>,
    /// Orders given ahead for the phase and those after it, that are not on file yet.
    pub ahead: Vec<Ahead>,
    /// Orders that do not wait and could not be carried out yet.
    pub kept: Vec<KeptAct>,
}

/// A step that would be undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndoneStep {
    /// What kind of step.
    pub kind: StepKind,
    /// The phase it belongs to.
    pub phase: u32,
    /// Its revision.
    pub revision: u32,
    /// Of an edit: what was set or entered, in words.
    pub edit: Option<String>,
    /// Of an act: whose it was.
    pub act: Option<UndoneAct>,
}

/// A letter of ours that told what would be undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastLetter {
    /// Its number in the outbox.
    pub id: i64,
    /// What it was for.
    pub purpose: String,
    /// To whom.
    pub player: PlayerId,
    /// The phase that was open when it was written.
    pub phase: u32,
    /// It has left, or sending it was tried: its reader may know it.
    pub has_left: bool,
}

impl PastLetter {
    /// What it was, in words, for its reader and for the GM; nothing of what it said.
    pub fn words(&self) -> String {
        let words: Vec<&str> = self.purpose.split(' ').collect();
        match words[..] {
            ["report", "again", ..] => format!("a report sent again in phase {}", self.phase),
            ["report", "late", ..] => format!("a report written when those that waited went, in phase {}", self.phase),
            ["report", "lapsed", ..] => format!("a word in phase {} of a report that was not sent", self.phase),
            ["report", _, label, "gm", ..] if label.ends_with(".end") => "the GM's last report".to_owned(),
            ["report", _, _, "gm", ..] => format!("the GM's report with which phase {} opened", self.phase),
            ["report", _, label, seat, ..] if label.ends_with(".end") => format!("the last report, for {seat}"),
            ["report", _, _, seat, ..] => format!("the report with which phase {} opened, for {seat}", self.phase),
            ["reminder", ..] => format!("a reminder of phase {}", self.phase),
            ["act", ..] => format!("word of what was done in phase {}", self.phase),
            ["correction", ..] => format!("a correction by the GM in phase {}", self.phase),
            _ => format!("copies of the reports with which phase {} opened", self.phase),
        }
    }
}

/// The steps of a history that count, by their places: `restores` is where a rollback went back to.
pub fn standing_steps(steps: impl IntoIterator<Item = (u32, Option<u32>)>) -> Vec<u32> {
    let mut standing = Vec::new();
    for (seq, restores) in steps {
        if let Some(restores) = restores {
            standing.retain(|earlier| *earlier <= restores);
        }
        standing.push(seq);
    }
    standing
}
