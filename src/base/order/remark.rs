//! What we have to say of one line: a player's mistake is data, never an error.

use serde::{Deserialize, Serialize};

/// A stretch of a line in bytes, `start..end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// How a line fared, from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineStatus {
    /// It stands as an order.
    Accepted,
    /// It stands for its cost and its pulses, but something must still be said.
    Incomplete,
    /// Understood, but not allowed; not on file.
    Refused,
    /// Not understood; not on file.
    Unread,
    /// Has neither verb nor pulse: not meant as an order.
    Chatter,
}

/// One remark on a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// What it makes of the line; `Accepted` for a mere notice.
    pub status: LineStatus,
    /// The words it is about.
    pub span: Option<Span>,
    /// What is wrong, or worth knowing: a whole sentence.
    pub message: String,
    /// What would have been right, or the nearest thing it could have been: a whole sentence.
    pub hint: Option<String>,
    /// The rules it rests on ("C3.9"), as printed in the rule book.
    pub rules: Vec<String>,
}

impl Remark {
    fn new(status: LineStatus, message: impl Into<String>) -> Self {
        Self { status, span: None, message: message.into(), hint: None, rules: Vec::new() }
    }

    /// The line stands; this is worth knowing.
    pub fn notice(message: impl Into<String>) -> Self {
        Self::new(LineStatus::Accepted, message)
    }

    /// Something must still be said.
    pub fn incomplete(message: impl Into<String>) -> Self {
        Self::new(LineStatus::Incomplete, message)
    }

    /// Understood, not allowed.
    pub fn refused(message: impl Into<String>) -> Self {
        Self::new(LineStatus::Refused, message)
    }

    /// Not understood.
    pub fn unread(message: impl Into<String>) -> Self {
        Self::new(LineStatus::Unread, message)
    }

    /// Not meant as an order.
    pub fn chatter() -> Self {
        Self::new(LineStatus::Chatter, "This line has neither a pulse nor the verb of an order.")
    }

    /// Points at the words it is about.
    pub fn at(mut self, start: usize, end: usize) -> Self {
        self.span = Some(Span { start, end });
        self
    }

    /// Says what would have been right.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Names a rule it rests on.
    pub fn rule(mut self, rule: &str) -> Self {
        self.rules.push(rule.to_owned());
        self
    }
}

/// How a line fares under several remarks: as the worst of them says.
pub fn worst(remarks: &[Remark]) -> LineStatus {
    remarks.iter().map(|remark| remark.status).max().unwrap_or(LineStatus::Accepted)
}
