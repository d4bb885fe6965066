//! What became of letters, and pages of the journal.

use base::game::{GameId, PlayerId};

use crate::files::arrival::LetterId;
use crate::files::verdict::Verdict;

/// Rows on a page of the journal.
pub const JOURNAL_PAGE: u32 = 30;

/// Letters listed by TRACE alone.
pub const TRACED_LETTERS: u32 = 20;

/// Which letters are looked up.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum TraceKey {
    /// By the number in our ledger: for game masters alone, for it tells how many letters others wrote.
    Number(LetterId),
    /// By its place among the letters of a person, from 1.
    NthOf(PlayerId, u32),
    /// By Message-ID, with angle brackets.
    MessageId(String),
    /// The newest of a person.
    OfPlayer(PlayerId),
    /// The newest about a game.
    OfGame(GameId),
}

/// What we know of a letter, without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TracedLetter {
    /// Its number in our ledger.
    pub id: LetterId,
    /// Its place among the letters of its writer, from 1.
    pub nth: u32,
    /// Whose address it came from, when that is a person of ours.
    pub writer: Option<PlayerId>,
    /// The name of that person.
    pub name: String,
    /// The game it was about.
    pub game: Option<GameId>,
    /// Arrival at the server, in epoch seconds.
    pub arrived: i64,
    /// Its size at the server, in bytes.
    pub size: u64,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// Its Message-ID.
    pub message_id: Option<String>,
    /// What was decided; nothing yet.
    pub verdict: Option<Verdict>,
    /// What became of it after it had waited.
    pub settled: Option<Verdict>,
    /// Our answers to it.
    pub answers: Vec<TracedAnswer>,
}

/// What became of an answer of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TracedAnswer {
    /// "pending", "sending", "sent" or "failed".
    pub state: String,
    /// How often sending was tried.
    pub attempts: u32,
    /// What the next server said last.
    pub reply: Option<String>,
}

/// A row of a game's journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalRow {
    /// When, in epoch seconds.
    pub at: i64,
    /// Who; nobody: the clock.
    pub name: Option<String>,
    /// What.
    pub act: String,
    /// Why.
    pub reason: Option<String>,
}

/// A page of a game's journal, newest rows first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JournalPage {
    /// Its rows.
    pub rows: Vec<JournalRow>,
    /// How many rows the journal of this game has.
    pub count: u32,
}
