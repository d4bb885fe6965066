//! What one letter, one deadline and one reminder change. Decides; does no IO.

pub mod ahead;
mod asked;
pub mod clock;
mod codes;
mod decision;
mod filing;
mod forms;
mod gm;
mod hold;
pub mod identify;
mod judge;
pub mod letters;
pub mod limits;
mod maps;
pub mod notice;
pub mod outage;
mod pace;
mod people;
mod player;
mod preferences;
pub mod question;
pub mod reach;
mod record;
pub mod rollback;
mod route;
mod scope;
mod session;
mod setup;
mod stranger;
pub mod trace;
mod trouble;
pub mod turn;
mod unread;
mod versions;
mod whatif;

pub use decision::{
    Ahead, Change, ClockChange, Decision, JournalEntry, Judged, OutboxLetter, Step, StepKind, Verdict, Want,
};
pub use identify::{ProofKind, ProofRules};
pub use judge::judge;
pub use letters::DeskError;
pub use limits::{AnswerLimits, Tally};
pub use question::Question;
pub use record::{
    ActOfAnother, Desk, GameRecord, GameStatus, House, Key, KnownGm, LetterId, Papers, PastPhase, PublicGame, SentForm,
    SentLetter, Signon, StrangerRecord, TrailNote, WaitingLetter, WaitingNote,
};
pub use session::{Arrival, Mark};
pub use trouble::{greet_gm, halt, quarantine};
pub use unread::judge_unread;
