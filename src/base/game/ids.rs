//! Short names of games and seats, and the keys of players.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Longest name of a game, in bytes: it stands in every subject.
pub const LONGEST_GAME: usize = 24;
/// Longest name of a seat, in bytes: offices are named by what they are and where ("governor-of-north-carolina").
pub const LONGEST_SEAT: usize = 40;

/// Whether `text` can name a game or a seat: so many lower-case letters, digits and inner hyphens at most.
fn is_name(text: &str, longest: usize) -> bool {
    !text.is_empty()
        && text.len() <= longest
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !text.starts_with('-')
        && !text.ends_with('-')
}

macro_rules! name_id {
    ($name:ident, $what:literal, $longest:expr) => {
        #[doc = concat!("The short name of ", $what, ", such as it stands in subjects and orders.")]
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Reads a name in any letter case; `None` when it cannot be one.
            pub fn parse(text: &str) -> Option<Self> {
                let name = text.trim().to_ascii_lowercase();
                is_name(&name, $longest).then_some(Self(name))
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

name_id!(GameId, "a game", LONGEST_GAME);
name_id!(SeatId, "a seat", LONGEST_SEAT);

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

    #[test]
    fn a_seat_has_room_for_the_name_of_an_office() {
        let longest = "x".repeat(LONGEST_SEAT);
        assert_eq!(SeatId::parse(&longest).map(|seat| seat.to_string()), Some(longest.clone()));
        assert!(SeatId::parse(&format!("{longest}x")).is_none());
        assert!(GameId::parse(&longest).is_none());
    }
}
