//! Letters of talk to one game master that are mailed together.

use serde::{Deserialize, Serialize};

use base::game::GameId;

/// Most letters that are gathered for one game master, and of one writer.
const MOST_LETTERS: usize = 60;

pub const MOST_OF_ONE: usize = 12;

/// Letters to one game master that are mailed together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Gathered {
    /// What was written.
    pub letters: Vec<TalkLetter>,
    /// How many more came than are kept.
    pub left_out: u32,
    /// When they go.
    due: Option<i64>,
}

/// A letter of talk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TalkLetter {
    /// The game it is about.
    pub game: GameId,
    /// Who wrote it, with his seats.
    pub writer: String,
    /// Its arrival, in epoch seconds.
    pub at: i64,
    /// The mark that names it in purposes.
    pub mark: String,
    /// Its subject.
    pub subject: String,
    /// What it says.
    pub text: String,
}

impl Gathered {
    /// Whether there is nothing to mail.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// When it is to be mailed.
    pub fn due(&self) -> Option<i64> {
        self.due
    }

    /// Adds a letter; whether it is among those that go. The same words of the same writer go once.
    pub fn add(&mut self, letter: TalkLetter, due: i64) -> bool {
        let is_of_writer = |other: &&TalkLetter| other.game == letter.game && other.writer == letter.writer;
        let is_same = |other: &TalkLetter| is_of_writer(&other) && other.text == letter.text;
        self.due = Some(self.due.map_or(due, |before| before.min(due)));
        if self.letters.iter().any(is_same) {
            return true;
        }
        if self.letters.len() >= MOST_LETTERS || self.letters.iter().filter(is_of_writer).count() >= MOST_OF_ONE {
            self.left_out = self.left_out.saturating_add(1);
            return false;
        }
        self.letters.push(letter);
        true
    }
}
