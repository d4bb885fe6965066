//! When an order came, and in which letter. Books that take orders one after the other, whoever gave them, go by it: it follows
//! from letters alone, so it is the same in whatever order they are decided, and after a restore.

use serde::{Deserialize, Serialize};

/// When an order came and where it stands. What is smaller came before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Received {
    /// When the server had its letter, in epoch seconds.
    pub at: i64,
    /// The letter: of two that came in one second, either may be the first, as long as it always is.
    pub letter: LetterKey,
    /// Its place among the orders of the letter.
    pub place: u32,
}

impl Received {
    /// Later than whatever came.
    pub const LAST: Self = Self { at: i64::MAX, letter: LetterKey([u8::MAX; 16]), place: 0 };

    /// The order in one word and a number: what names its dice and what is written because of it.
    pub fn name(self) -> String {
        format!("{} {}", String::from(self.letter), self.place)
    }

    /// The next of its letter.
    pub fn next(self) -> Self {
        Self { place: self.place + 1, ..self }
    }
}

/// What names a letter wherever and whenever it is read. It follows from what the letter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct LetterKey(pub [u8; 16]);

impl From<LetterKey> for String {
    fn from(key: LetterKey) -> Self {
        data_encoding::HEXLOWER.encode(&key.0)
    }
}

impl TryFrom<String> for LetterKey {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let bytes = data_encoding::HEXLOWER.decode(text.as_bytes()).ok();
        bytes.and_then(|bytes| bytes.try_into().ok()).map(Self).ok_or("the key of a letter has 32 digits")
    }
}
