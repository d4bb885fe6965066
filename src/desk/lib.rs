//! What one letter, one deadline and one reminder change. Decides; writes nothing, and reads by `Files` alone.
//!
//! The folders are steps, and each sees those above it in this list alone: `files`, `said`, `proof`, `phase`, `letter`,
//! `commands`, `judging`, `deadlines`.

#![forbid(unsafe_code)]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod commands;
mod deadlines;
mod files;
mod judging;
mod letter;
mod phase;
mod proof;
mod said;

pub use commands::orders::scope::as_player_means;
pub use deadlines::{acts_told, catch_up, clock, given_ahead, going_on, kept_acts, lateness, outage, reach};
pub use files::acts::{Concerned, GATHERED, KeptAct, TakenAct, Telling, Tellings, ToldOfAct, UndoneAct};
pub use files::arrival::{Arrival, LetterId, Mark};
pub use files::decision::{Ahead, Change, ClockChange, Decision, Holds, JournalEntry, Step, StepKind};
pub use files::desk::Desk;
pub use files::house::{AnswerLimits, House, Key, ProofKind, ProofRules};
pub use files::lookup::{Enquiry, Files, Known};
pub use files::outbox::{OutboxLetter, token_digest};
pub use files::proposal::{Proposal, Proposals};
pub use files::question::{ADDRESS_ASKED_ANEW, ADDRESS_QUESTION, QUESTION, Question};
pub use files::record::{
    ActOfAnother, Copied, EarlierCopies, EarlierSheet, GameRecord, GameStatus, KnownGm, PastPhase, PastSecret,
    PublicGame, SentForm, SentLetter, Signon, StrangerRecord, TrailNote, Unsent, UnsentLetter, UntoldPhase,
    WaitingLetter, WaitingNote,
};
pub use files::stop::{DeskError, FilesError, Stop};
pub use files::tally::Tally;
pub use files::verdict::{AUTOMATIC, DUPLICATE, Verdict};
pub use files::{past, tally, trail};
pub use judging::console::{confirm_at_console, rotate};
pub use judging::judge::judge;
pub use judging::trouble::{greet_gm, halt, quarantine};
pub use judging::unread::{SetAside, judge_unread};
pub use phase::{options, turn};
pub use proof::identify;
pub use said::{consent, courtesies, notice, our_lines, typed_words};
