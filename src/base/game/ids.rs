//! Short names of games and seats, and the keys of players.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Longest name of a game or a seat, in bytes.
pub const LONGEST_NAME: usize = 24;

/// Whether `text` can name a game or a seat: lower-case letters, digits and inner hyphens.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= LONGEST_NAME
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !text.starts_with('-')
        && !text.ends_with('-')
}

macro_rules! name_id {
    ($name:ident, $what:literal) => {
        #[doc = concat!("The short name of ", $what, ", such as it stands in subjects and orders.")]
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Reads a name in any letter case; `None` when it cannot be one.
            pub fn parse(text: &str) -> Option<Self> {
                let name = text.trim().to_ascii_lowercase();
                is_name(&name).then_some(Self(name))
            }

            /// The name as it is written in letters.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

name_id!(GameId, "a game");
name_id!(SeatId, "a seat");

impl SeatId {
    /// The seat of the human game master, the same in every game.
    pub fn gm() -> Self {
        Self("gm".to_owned())
    }

    /// Whether this is the game master's seat.
    pub fn is_gm(&self) -> bool {
        self.0 == "gm"
    }
}

/// The key of a person; made from the first address registered, so that logs need not name addresses.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(String);

impl PlayerId {
    /// The key of the person first registered with `address` (in canonical form).
    pub fn of_address(address: &str) -> Self {
        let digest = Sha256::digest(address.as_bytes());
        Self(format!("p{}", data_encoding::HEXLOWER.encode(&digest[..6])))
    }

    /// The key of whoever reads `address` (in canonical form) and is not registered.
    pub fn of_stranger(address: &str) -> Self {
        let digest = Sha256::digest(format!("stranger|{address}").as_bytes());
        Self(format!("s{}", data_encoding::HEXLOWER.encode(&digest[..6])))
    }

    /// A key read back from storage.
    pub fn stored(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_words() {
        assert_eq!(SeatId::parse(" USA-East ").unwrap().as_str(), "usa-east");
        for wrong in ["", "-x", "x-", "a b", "../x", "a\nb", &"x".repeat(25)] {
            assert!(GameId::parse(wrong).is_none(), "{wrong:?}");
        }
    }
}
