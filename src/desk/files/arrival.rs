//! When a letter came, and what names it wherever and whenever it is read.

use sha2::{Digest, Sha256};

use base::order::LetterKey;
use mail::Letter;

/// The running number of a letter in our ledger.
pub type LetterId = i64;

/// When a letter reached the server, and its number in our ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrival {
    /// Its number.
    pub letter: LetterId,
    /// Its own mark, the same wherever and whenever it is read.
    pub mark: Mark,
    /// The server's time, in epoch seconds; what the writer's clock says never matters.
    pub at: i64,
    /// The mailbox was read then, long after that time, and the letter was not there, in epoch seconds.
    pub missed: Option<i64>,
    /// The GM let it count although it came late.
    pub is_accepted_late: bool,
    /// It proved nobody when it came; when its writer said that it is his, in epoch seconds.
    pub confirmed: Option<i64>,
    /// When the letter came that gave it ahead, in epoch seconds, where `at` is when its phase opened.
    pub given: Option<i64>,
}

impl Arrival {
    /// When what does not wait came: of what was given ahead, with the letter that gave it.
    pub fn came(&self) -> i64 {
        self.given.unwrap_or(self.at)
    }

    /// Since when what does not wait counts: nothing was carried out before anybody knew whose it is.
    pub fn counts_from(&self) -> i64 {
        self.confirmed.map_or(self.at, |confirmed| confirmed.max(self.at))
    }

    /// How purposes of letters name it; a late letter that is accepted was answered once before.
    pub(crate) fn name(&self) -> String {
        let late = if self.is_accepted_late { "late " } else { "" };
        format!("{late}letter {}", self.mark)
    }
}

/// What names a letter in the purposes of our answers. It follows from the letter alone: its number in the ledger would
/// tell how many letters others wrote, and would be another one after a backup was restored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark([u8; 16]);

impl Mark {
    /// The mark of a letter.
    pub fn of(letter: &Letter) -> Self {
        let mut mark = [0; 16];
        mark.copy_from_slice(&letter.canon[..16]);
        Self(mark)
    }

    /// The mark of a letter of which only the bytes are known.
    pub fn of_bytes(raw: &[u8]) -> Self {
        let mut mark = [0; 16];
        mark.copy_from_slice(&Sha256::digest(raw)[..16]);
        Self(mark)
    }

    /// The mark of the letter that orders say they came in.
    pub fn of_key(key: LetterKey) -> Self {
        Self(key.0)
    }

    /// What orders of the letter say they came in.
    pub fn key(self) -> LetterKey {
        LetterKey(self.0)
    }

    /// A mark as it is printed.
    pub fn read(text: &str) -> Option<Self> {
        let bytes = data_encoding::HEXLOWER.decode(text.as_bytes()).ok()?;
        bytes.try_into().ok().map(Self)
    }
}

impl std::fmt::Display for Mark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&data_encoding::HEXLOWER.encode(&self.0))
    }
}
