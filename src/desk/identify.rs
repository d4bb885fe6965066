//! Who wrote a letter, and how we know. From alone is nobody.

use std::collections::BTreeSet;

use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use sha2::Sha256;

use crate::game::{GameId, Player};
use crate::mail::authres::vouched;
use crate::mail::code::canonical;
use crate::mail::{Letter, TrustedServer, Vouched};
use crate::planted::is_planted;

use super::record::{Desk, Key, SentLetter};

/// Most wrong codes a day before codes are not looked at any more.
pub const MOST_WRONG_CODES: u32 = 5;

/// Kinds of proof, as the settings name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofKind {
    /// An answer to a letter of ours.
    Reply,
    /// The person's code.
    Code,
    /// The word of the mail server that took the letter in.
    AuthenticationResults,
}

/// Which proofs count, and for whom. The confirmation of a letter that was held always does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofRules {
    /// For players.
    pub players: BTreeSet<ProofKind>,
    /// For game masters, of the house and of the game a letter is about.
    pub gms: BTreeSet<ProofKind>,
    /// The server whose word counts; none unless the operator names one.
    pub server: Option<TrustedServer>,
}

impl Default for ProofRules {
    /// What a mail server says of a domain is no secret of the person's: it does not make a game master.
    fn default() -> Self {
        Self {
            players: [ProofKind::Reply, ProofKind::Code, ProofKind::AuthenticationResults].into(),
            gms: [ProofKind::Reply, ProofKind::Code].into(),
            server: None,
        }
    }
}

/// What shows that the registered person wrote the letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// It answers a letter of ours whose Message-ID only this person can know.
    Reply(SentLetter),
    /// It carries this person's code.
    Code,
    /// The mail server vouches for its sender.
    Server(Vouched),
}

/// What a letter offers as proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evidence {
    /// Enough.
    Proven(Proof),
    /// A code that is not his.
    WrongCode,
    /// The code he had before the present one.
    OldCode,
    /// Nothing.
    Missing,
}

/// The code of a player: a function of our key, so that nothing but the counter is stored.
pub fn player_code(key: &Key, player: &Player) -> String {
    code_of(key, player, player.code_counter)
}

fn code_of(key: &Key, player: &Player, counter: u32) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.bytes()).expect("HMAC takes keys of any length");
    mac.update(format!("code|{}|{counter}", player.id).as_bytes());
    let letters = data_encoding::BASE32_NOPAD.encode(&mac.finalize().into_bytes()[..8]);
    format!("{}-{}-{}", &letters[..4], &letters[4..8], &letters[8..12])
}

/// Whether a code in canonical form is this person's present one.
pub fn is_code_of(key: &Key, player: &Player, code: &str) -> bool {
    is_same(code, &player_code(key, player))
}

/// Compares without telling by its time how much was right.
pub(super) fn is_same(left: &str, right: &str) -> bool {
    left.len() == right.len() && left.bytes().zip(right.bytes()).fold(0, |odd, (l, r)| odd | (l ^ r)) == 0
}

/// The codes a letter shows, in canonical form: the one taken out of its text, and that in the address it came to.
pub fn shown_codes(letter: &Letter, code: Option<&str>) -> Vec<String> {
    let plus = letter.plus.as_deref().and_then(canonical);
    code.and_then(canonical).into_iter().chain(plus).collect()
}

/// What `letter` offers to prove that `writer` wrote it, among the proofs that are `accepted`. `codes` are those it
/// shows; `game` is the game it is about, with its open phase, when it is about one.
pub fn weigh(
    desk: &Desk<'_>,
    writer: &Player,
    letter: &Letter,
    codes: &[String],
    game: Option<(&GameId, u32)>,
    accepted: &BTreeSet<ProofKind>,
) -> Evidence {
    if is_planted("from-is-proof") {
        return Evidence::Proven(Proof::Code);
    }
    let key = &desk.house.key;
    let looks = desk.wrong_codes < MOST_WRONG_CODES;
    if looks && accepted.contains(&ProofKind::Code) && codes.iter().any(|code| is_code_of(key, writer, code)) {
        return Evidence::Proven(Proof::Code);
    }
    // What answers our question or one of our letters, our own words have gone to the registered address for.
    let answers = |sent: &&SentLetter| {
        let is_question = sent.purpose.starts_with(super::hold::QUESTION);
        (is_question || accepted.contains(&ProofKind::Reply)) && proves(sent, writer, game)
    };
    if let Some(sent) = desk.sent.iter().find(answers) {
        return Evidence::Proven(Proof::Reply(sent.clone()));
    }
    if accepted.contains(&ProofKind::AuthenticationResults)
        && let Some(by) = by_server(desk, letter)
    {
        return Evidence::Proven(Proof::Server(by));
    }
    // A code that is right but does not count here is no wrong one.
    if codes.is_empty() || (looks && codes.iter().all(|code| is_code_of(key, writer, code))) {
        return Evidence::Missing;
    }
    let before = writer.code_counter.checked_sub(1).map(|counter| code_of(key, writer, counter));
    match before {
        Some(before) if looks && codes.iter().any(|code| is_same(code, &before)) => Evidence::OldCode,
        _ => Evidence::WrongCode,
    }
}

/// A valid signature stays valid when a letter is sent again; one whose Message-ID was here before says nothing new.
fn by_server(desk: &Desk<'_>, letter: &Letter) -> Option<Vouched> {
    let server = desk.house.proof.server.as_ref()?;
    vouched(letter, server).filter(|_| !desk.is_id_known)
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
        assert!(is_code_of(&key, &player(1), &code) && !is_code_of(&key, &player(2), &code));
        assert!(!is_code_of(&key, &player(1), "") && !is_code_of(&key, &player(1), &code[..13]));
    }
}
