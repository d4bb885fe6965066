//! A letter of ours as it leaves, and what its token is stored as.

use sha2::{Digest, Sha256};

use base::game::{GameId, PlayerId, Role};
use mail::Outgoing;

/// A letter to send: its bytes are frozen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxLetter {
    /// What it is for; unique, so that nothing is sent twice.
    pub purpose: String,
    /// To whom.
    pub player: PlayerId,
    /// What he must still be when it leaves.
    pub role: Role,
    /// About which game.
    pub game: Option<GameId>,
    /// In which phase.
    pub phase: u32,
    /// Waits for the GM's `RELEASE`.
    pub is_held: bool,
    /// When it was written, in epoch seconds.
    pub written: i64,
    /// What tells the token of its Reply-To, if it has one: the token itself is stored nowhere.
    pub token: Option<String>,
    /// Recipient, Message-ID and bytes.
    pub outgoing: Outgoing,
}

impl OutboxLetter {
    /// Whether it can wait for others: reminders, and what answers or tells of several letters at once.
    pub fn is_patient(&self) -> bool {
        const PATIENT: [&str; 3] = ["reminder ", "together ", "talk "];
        PATIENT.iter().any(|purpose| self.purpose.starts_with(purpose))
    }
}

/// What tells a token, or what stands in its place in an address, without being one.
pub fn token_digest(tag: &str) -> [u8; 32] {
    Sha256::digest([b"reply-token|".as_slice(), tag.as_bytes()].concat()).into()
}

/// Like [`token_digest`], as it is stored.
pub fn print_token(tag: &str) -> String {
    data_encoding::HEXLOWER.encode(&token_digest(tag))
}
