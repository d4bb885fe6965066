//! Why judging ends without a decision.

use mail::ComposeError;
use report::RenderError;
use rules::{ShelfError, TableError};

/// Our own trouble, never a player's mistake.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// A letter could not be rendered.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// A letter could not be composed.
    #[error(transparent)]
    Compose(#[from] ComposeError),
    /// The rule book and what is stored do not fit.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A stored scenario cannot be laid out.
    #[error(transparent)]
    Shelf(#[from] ShelfError),
    /// No deadline could be found.
    #[error("find the deadline of a phase of kind {kind}: {why}")]
    Schedule {
        /// The kind of phase.
        kind: String,
        /// What the timetable said.
        why: String,
    },
    /// The rule book is no function of its inputs.
    #[error("play a phase of {book}: the same inputs gave two outcomes")]
    Undetermined {
        /// The book.
        book: &'static str,
    },
    /// The rule book carries out an order in two ways.
    #[error("carry out an order of {book} that does not wait: the same inputs gave two outcomes")]
    UndeterminedAct {
        /// The book.
        book: &'static str,
    },
    /// A report was for nobody.
    #[error("address {purpose}: its reader has no usable address")]
    Nobody {
        /// The letter's purpose.
        purpose: String,
    },
    /// JSON that cannot be.
    #[error("write {what} as JSON: {why}")]
    Json {
        /// What.
        what: &'static str,
        /// What serde said.
        why: serde_json::Error,
    },
}

/// Something could not be looked up.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct FilesError(#[from] pub Box<dyn std::error::Error + Send + Sync>);

/// Why judging stops before there is a decision.
#[derive(Debug, thiserror::Error)]
pub enum Stop {
    /// A rule book is to be played for it, which may last: not while others wait for the letter.
    #[error("the letter has to be judged apart from others")]
    Apart,
    /// Something could not be looked up.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// Ours.
    #[error(transparent)]
    Trouble(DeskError),
}

impl<E: Into<DeskError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Stop::Trouble(error.into())
    }
}
