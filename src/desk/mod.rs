//! What one letter, one deadline and one reminder change. Decides; does no IO.

mod decision;
mod record;

pub use decision::{Change, Decision, JournalEntry, Judged, OutboxLetter, Step, StepKind, Verdict, Want};
pub use record::{
    Desk, GameRecord, GameStatus, House, Key, LetterId, Papers, PastPhase, SentLetter, WaitingLetter, WaitingNote,
};
