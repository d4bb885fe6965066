//! What one letter, one deadline and one reminder change. Decides; does no IO.

pub mod clock;
mod codes;
mod decision;
mod filing;
mod gm;
mod hold;
pub mod identify;
mod judge;
pub mod letters;
pub mod limits;
pub mod notice;
mod people;
mod player;
pub mod question;
pub mod reach;
mod record;
mod route;
mod session;
mod setup;
mod stranger;
mod trouble;
pub mod turn;
mod versions;

pub use decision::{Change, Decision, JournalEntry, Judged, OutboxLetter, Step, StepKind, Verdict, Want};
pub use identify::{ProofKind, ProofRules};
pub use judge::judge;
pub use letters::DeskError;
pub use limits::{AnswerLimits, Tally};
pub use question::Question;
pub use record::{
    Desk, GameRecord, GameStatus, House, Key, KnownGm, LetterId, Papers, PastPhase, PublicGame, SentLetter, Signon,
    StrangerRecord, TrailNote, WaitingLetter, WaitingNote,
};
pub use session::{Arrival, Mark};
pub use trouble::{greet_gm, halt, quarantine};
