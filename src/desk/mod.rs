//! What one letter, one deadline and one reminder change. Decides; does no IO.

pub mod ahead;
pub mod clock;
mod decision;
mod filing;
mod gm;
pub mod identify;
mod judge;
pub mod letters;
pub mod notice;
pub mod outage;
mod pace;
mod player;
mod preferences;
pub mod question;
mod record;
mod session;
mod setup;
mod trouble;
pub mod turn;

pub use decision::{
    Ahead, Change, ClockChange, Decision, JournalEntry, Judged, OutboxLetter, Step, StepKind, Verdict, Want,
};
pub use judge::judge;
pub use letters::DeskError;
pub use question::Question;
pub use record::{
    Desk, GameRecord, GameStatus, House, Key, LetterId, Papers, PastPhase, SentLetter, WaitingLetter, WaitingNote,
};
pub use session::Arrival;
pub use trouble::{greet_gm, halt, quarantine};
