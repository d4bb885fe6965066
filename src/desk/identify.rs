//! Who wrote a letter, and how we know. From alone is nobody.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::game::{GameId, Player};
use crate::mail::Letter;
use crate::mail::code::canonical;

use super::record::{Desk, Key, SentLetter};

/// Most wrong codes a day before codes are not looked at any more.
pub const MOST_WRONG_CODES: u32 = 5;

/// What shows that the registered person wrote the letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// It answers a letter of ours whose Message-ID only this person can know.
    Reply(SentLetter),
    /// It carries this person's code.
    Code,
    /// He confirmed it by answering our question.
    Confirmed,
}

/// What a letter offers as proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evidence {
    /// Enough.
    Proven(Proof),
    /// A code, and not his.
    WrongCode,
    /// Nothing.
    Missing,
}

/// The code of a player: a function of our key, so that nothing but the counter is stored.
pub fn player_code(key: &Key, player: &Player) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.bytes()).expect("HMAC takes keys of any length");
    mac.update(format!("code|{}|{}", player.id, player.code_counter).as_bytes());
    let letters = data_encoding::BASE32_NOPAD.encode(&mac.finalize().into_bytes()[..8]);
    format!("{}-{}-{}", &letters[..4], &letters[4..8], &letters[8..12])
}

/// Compares without telling by its time how much was right.
fn is_same(left: &str, right: &str) -> bool {
    left.len() == right.len() && left.bytes().zip(right.bytes()).fold(0, |odd, (l, r)| odd | (l ^ r)) == 0
}

/// What `letter` offers to prove that `writer` wrote it. `code` was taken out of its text; `game` is the game it is
/// about, with its open phase, when it is about one.
pub fn weigh(
    desk: &Desk<'_>,
    writer: &Player,
    letter: &Letter,
    code: Option<&str>,
    game: Option<(&GameId, u32)>,
) -> Evidence {
    let plus = letter.plus.as_deref().and_then(canonical);
    let offered: Vec<String> = code.and_then(canonical).into_iter().chain(plus).collect();
    if !offered.is_empty() && desk.wrong_codes < MOST_WRONG_CODES {
        let right = player_code(&desk.house.key, writer);
        if offered.iter().any(|code| is_same(code, &right)) {
            return Evidence::Proven(Proof::Code);
        }
    }
    let replied = desk.sent.iter().find(|sent| proves(sent, writer, game));
    match replied {
        Some(sent) => Evidence::Proven(Proof::Reply(sent.clone())),
        None if !offered.is_empty() => Evidence::WrongCode,
        None => Evidence::Missing,
    }
}

/// A letter of ours to this person, in this game, in this phase or the one before, whose id nobody else was shown.
fn proves(sent: &SentLetter, writer: &Player, game: Option<(&GameId, u32)>) -> bool {
    if sent.player != writer.id || sent.is_burnt {
        return false;
    }
    match (&sent.game, game) {
        (None, _) => true,
        (Some(about), Some((game, phase))) => about == game && sent.phase + 1 >= phase,
        (Some(_), None) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Format, PlayerId};

    fn player(counter: u32) -> Player {
        Player {
            id: PlayerId::of_address("ann@example.org"),
            name: "Ann".to_owned(),
            addresses: vec!["ann@example.org".to_owned()],
            zone: None,
            code_counter: counter,
            format: Format::default(),
        }
    }

    #[test]
    fn a_code_is_twelve_letters_of_base32_and_changes_with_its_counter() {
        let key = Key::new([3; 32]);
        let code = player_code(&key, &player(1));
        assert_eq!(canonical(&code).as_deref(), Some(code.as_str()));
        assert_ne!(code, player_code(&key, &player(2)));
    }
}
