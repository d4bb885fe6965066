//! The squares of the board: a letter for the file, a number for the rank.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A square ("c3").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Square {
    file: u8,
    rank: u8,
}

impl Square {
    /// Reads a square; on which board it is, is another question.
    pub fn parse(text: &str) -> Option<Self> {
        let [file @ b'a'..=b'z', rank @ b'1'..=b'9'] = text.as_bytes() else { return None };
        Some(Self { file: file - b'a' + 1, rank: rank - b'0' })
    }

    pub fn is_on(self, size: u8) -> bool {
        self.file <= size && self.rank <= size
    }

    /// Steps between two squares, slantwise ones included.
    pub fn distance(self, other: Self) -> u8 {
        self.file.abs_diff(other.file).max(self.rank.abs_diff(other.rank))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file - 1), self.rank)
    }
}

impl TryFrom<String> for Square {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("\"{text}\" is no square"))
    }
}

impl From<Square> for String {
    fn from(square: Square) -> Self {
        square.to_string()
    }
}
