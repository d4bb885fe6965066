//! What one letter, one deadline and one reminder change. Decides; writes nothing, and reads by `Files` alone.

#![forbid(unsafe_code)]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod ahead;
mod arrival;
mod asked;
mod burnt;
mod carry_out;
pub mod catch_up;
pub mod clock;
mod codes;
pub mod consent;
mod console;
mod decision;
mod dice_told;
mod enclosed;
mod fates;
mod files;
mod filing;
mod forms;
mod gm;
mod gm_notice;
mod hold;
pub mod identify;
mod in_copy;
mod judge;
mod kept;
pub mod lateness;
mod left_out;
pub mod letters;
mod limits;
mod maps;
mod matter;
mod meant;
pub mod notice;
pub mod outage;
pub mod pace;
mod people;
mod player;
mod preferences;
mod press;
pub mod question;
pub mod reach;
mod reading_notes;
mod record;
pub mod rollback;
mod route;
mod scope;
mod seed;
mod session;
mod settings;
mod setup;
mod sheets;
mod stranger;
mod talk;
pub mod tally;
pub mod trace;
mod trouble;
pub mod turn;
mod unread;
mod versions;
mod wanted;
mod whatif;

pub use arrival::{Arrival, Mark};
pub use console::{confirm_at_console, rotate};
pub use decision::{
    AUTOMATIC, Ahead, Change, ClockChange, DUPLICATE, Decision, JournalEntry, OutboxLetter, Step, StepKind, Verdict,
};
pub use files::{Enquiry, Files, FilesError, Known};
pub use hold::QUESTION;
pub use identify::{ProofKind, ProofRules};
pub use judge::judge;
pub use letters::DeskError;
pub use people::{ADDRESS_ASKED_ANEW, ADDRESS_QUESTION};
pub use question::Question;
pub use record::{
    ActOfAnother, Copied, Desk, EarlierCopies, EarlierSheet, GameRecord, GameStatus, House, Key, KnownGm, LetterId,
    PastPhase, PastSecret, PublicGame, SentForm, SentLetter, Signon, StrangerRecord, TrailNote, WaitingLetter,
    WaitingNote,
};
pub use session::Stop;
pub use tally::{AnswerLimits, Tally};
pub use trouble::{greet_gm, halt, quarantine};
pub use unread::judge_unread;
