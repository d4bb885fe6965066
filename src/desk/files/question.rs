//! An act that waits for the word that was mailed with its question, and how such a word is made. The word itself is stored
//! nowhere.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use base::derived::Derived;
use base::game::schedule::{DAY, HOUR};
use base::game::{GameId, Player, PlayerId};

use crate::files::house::Key;

/// How long an act of a game master waits for its confirmation, in seconds.
pub const GM_ACT_WAITS: i64 = HOUR;

/// How long an act of a player or a stranger waits: mail is read less often by those who play.
pub const OWN_ACT_WAITS: i64 = 3 * DAY;

/// How the purposes of our questions begin; the mark of the letter in question follows. A number of the ledger would name
/// another letter after a backup was restored, and a YES to the one would let the other count.
pub const QUESTION: &str = "challenge letter ";

/// How the purposes of our questions begin; the mark of the letter in question follows.
pub const MEANT: &str = "meant letter ";

/// How the purposes of the letters begin that ask somebody whether an address is his. They alone go to one that nobody
/// has confirmed.
pub const ADDRESS_QUESTION: &str = "confirm address ";

/// How they begin that go out because something came from there; the mark of that letter follows.
pub const ADDRESS_ASKED_ANEW: &str = "confirm address asked by ";

/// How the act begins that waits for a game master's word; the people follow whose addresses it confirms.
pub const VOUCHED: &str = "confirmed addresses of ";

/// An act that waits for the word that was mailed with the question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// SHA-256 of the word, in hexadecimal: the word itself is stored nowhere.
    pub hash: String,
    /// Who was asked.
    pub player: PlayerId,
    /// The game it is about.
    pub game: Option<GameId>,
    /// The phase and revision that were open when it was asked, 0 and 0 before the start: the act holds for no other.
    /// None when time does not matter to it.
    pub phase: Option<(u32, u32)>,
    /// The command, as it was written; or the purpose of our question about a letter that waits.
    pub act: String,
    /// From when on the word counts, in epoch seconds.
    pub counts_from: i64,
    /// Until when the word counts, in epoch seconds.
    pub expires: i64,
    /// SHA-256 of what was said would happen, when the act holds for exactly that.
    pub summary: Option<String>,
    /// For whom the reader of an address was asked.
    pub on_behalf_of: Option<PlayerId>,
    /// The purpose of the letter in which the word was mailed, when it is known: who is shown that letter knows the word.
    pub mailed_in: Option<String>,
    /// Carried out already.
    pub is_spent: bool,
}

/// The word of a question: 128 bits derived from our key and what the question is about, in base32.
pub fn word_for(key: &Key, about: &str) -> String {
    let derived = key.derive(Derived::Question, about);
    data_encoding::BASE32_NOPAD.encode(&derived[..16])
}

/// The word in five groups, as letters show it.
pub fn print_word(word: &str) -> String {
    let mut shown = String::new();
    for (place, letter) in word.chars().enumerate() {
        if place > 0 && place % 5 == 0 && place + 1 < word.len() {
            shown.push('-');
        }
        shown.push(letter);
    }
    shown
}

/// What is stored of a word, however it was typed: case, dashes and blanks do not matter, nor do 0 for O and 1 for I.
pub fn hash_word(typed: &str) -> String {
    let letters = typed.chars().filter(|c| !matches!(c, '-' | ' ')).map(|c| match c.to_ascii_uppercase() {
        '0' => 'O',
        '1' => 'I',
        c => c,
    });
    data_encoding::HEXLOWER.encode(&Sha256::digest(letters.collect::<String>().as_bytes()))
}

/// SHA-256 of what was said would happen.
pub fn digest(said: &str) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(said.as_bytes()))
}

impl Question {
    /// The question whether a letter is its writer's, which is asked by a letter with this purpose, and its word.
    pub fn about_letter(key: &Key, writer: &Player, purpose: &str, expires: i64) -> (Self, String) {
        let word = word_for(key, purpose);
        let question = Question {
            hash: hash_word(&word),
            player: writer.id.clone(),
            game: None,
            phase: None,
            act: purpose.to_owned(),
            counts_from: 0,
            expires,
            summary: None,
            on_behalf_of: None,
            mailed_in: Some(purpose.to_owned()),
            is_spent: false,
        };
        (question, word)
    }

    /// Whether its word counts for somebody who writes at this time.
    pub fn proves(&self, writer: &Player, at: i64) -> bool {
        self.player == writer.id && !self.is_spent && (self.counts_from..=self.expires).contains(&at)
    }
}
