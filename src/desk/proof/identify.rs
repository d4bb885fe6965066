//! Who wrote a letter, and how we know. From alone is nobody.

use std::collections::BTreeSet;

use base::derived::Derived;
use base::game::schedule::DAY;
use base::game::{GameId, Player};
use base::planted::is_planted;
use mail::authres::vouched;
use mail::code::canonical;
use mail::{Letter, Vouched};

use crate::files::desk::Desk;
use crate::files::house::{Key, ProofKind};
use crate::files::outbox::print_token;
use crate::files::record::SentLetter;

/// After so many wrong codes a day letters that show one are not asked about one by one. The next code is looked at
/// however many were wrong before it: nobody finds one of sixty bits by mail, and anybody could keep its owner from using
/// his by sending wrong ones.
pub const MOST_WRONG_CODES: u32 = 5;

/// What shows that the registered person wrote the letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// It answers a letter of ours whose Message-ID, or the token in whose Reply-To, only this person can know.
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
    let derived = key.derive(Derived::Code, &format!("{}|{counter}", player.id));
    let letters = data_encoding::BASE32_NOPAD.encode(&derived[..8]);
    format!("{}-{}-{}", &letters[..4], &letters[4..8], &letters[8..12])
}

/// Whether a code in canonical form is this person's present one.
pub fn is_code_of(key: &Key, player: &Player, code: &str) -> bool {
    is_same(code, &player_code(key, player))
}

/// Whether one of some codes in canonical form is this person's present one.
pub fn has_code_of(key: &Key, player: &Player, codes: &BTreeSet<&str>) -> bool {
    codes.contains(player_code(key, player).as_str())
}

/// Whether a letter shows this person's present code and no other: one right code among wrong ones is somebody who guesses.
fn are_codes_of(key: &Key, player: &Player, codes: &[String]) -> bool {
    !codes.is_empty() && codes.iter().all(|code| is_code_of(key, player, code))
}

/// Compares without telling by its time how much was right.
pub(crate) fn is_same(left: &str, right: &str) -> bool {
    left.len() == right.len() && left.bytes().zip(right.bytes()).fold(0, |odd, (l, r)| odd | (l ^ r)) == 0
}

/// The codes a letter shows, in canonical form: the one taken out of its text, and those in every address of ours it names.
pub fn shown_codes(letter: &Letter, code: Option<&str>) -> Vec<String> {
    let tags = letter.tags.iter().filter_map(|tag| canonical(tag));
    code.and_then(canonical).into_iter().chain(tags).collect()
}

/// How long a letter of ours proves its reader where no phase says when it is over, in seconds.
pub const PROVES_FOR: i64 = 14 * DAY;

/// What a letter is about, as far as the letters of ours that prove its writer are bound to that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Matter<'a> {
    /// The game it is about, with its open phase.
    pub game: Option<(&'a GameId, Option<u32>)>,
    /// What it asks.
    pub asks: Asks,
    /// When it came, in epoch seconds.
    pub at: i64,
}

/// What a letter asks, as far as proofs are bound to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// Nothing that is an order or a command.
    Nothing,
    /// What has to do with no game, and nothing else.
    NothingOfGames,
    /// Something of a game.
    OfGame,
}

/// What `letter` offers to prove that `writer` wrote it, among the proofs that are `accepted`. `codes` are those it
/// shows; `matter` is what it is about.
pub fn weigh(
    desk: &Desk<'_>,
    writer: &Player,
    letter: &Letter,
    codes: &[String],
    matter: Matter<'_>,
    accepted: &BTreeSet<ProofKind>,
) -> Evidence {
    if is_planted("from-is-proof") {
        return Evidence::Proven(Proof::Code);
    }
    let key = &desk.house.key;
    let looks = desk.wrong_codes < MOST_WRONG_CODES || !is_planted("wrong-codes-lock-out");
    if looks && accepted.contains(&ProofKind::Code) && are_codes_of(key, writer, codes) {
        return Evidence::Proven(Proof::Code);
    }
    // What answers our question or one of our letters, our own words have gone to the registered address for.
    let answers = |sent: &&SentLetter| {
        let is_question = sent.purpose.starts_with(crate::files::question::QUESTION);
        let is_shown = !desk.house.proof.reply_tokens || is_proof_of(sent, letter);
        is_shown && (is_question || accepted.contains(&ProofKind::Reply)) && proves(sent, writer, matter)
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
    if codes.is_empty() || codes.iter().all(|code| is_code_of(key, writer, code)) {
        return Evidence::Missing;
    }
    let before = writer.code_counter.checked_sub(1).map(|counter| code_of(key, writer, counter));
    match before {
        Some(before) if codes.iter().any(|code| is_same(code, &before)) => Evidence::OldCode,
        _ => Evidence::WrongCode,
    }
}

/// A valid signature stays valid when a letter is sent again; one whose Message-ID was here before says nothing new.
fn by_server(desk: &Desk<'_>, letter: &Letter) -> Option<Vouched> {
    let server = desk.house.proof.server.as_ref()?;
    vouched(letter, server).filter(|_| !desk.is_id_known)
}

/// A letter of ours to this person that nobody else was shown, and not too old: in this game, in this phase or the one
/// before; one of no game, for what has to do with no game. A YES or NO to our question is about the letter that waits, whose
/// own time is looked at elsewhere.
fn proves(sent: &SentLetter, writer: &Player, matter: Matter<'_>) -> bool {
    if sent.player != writer.id || sent.is_burnt {
        return false;
    }
    if is_planted("ids-prove-for-ever") {
        return true;
    }
    let is_fresh = sent.written.is_some_and(|written| matter.at.saturating_sub(written) <= PROVES_FOR);
    // What it asks was looked at as something of the game in question, if there is one.
    let is_about = sent.game.is_none() || sent.game.as_ref() == matter.game.map(|(game, _)| game);
    if matter.asks == Asks::Nothing && is_about && sent.purpose.starts_with(crate::files::question::QUESTION) {
        return is_fresh;
    }
    match (&sent.game, matter.game) {
        (None, None) => is_fresh,
        // A yes or no to what it asks is nothing of a game either.
        (None, Some(_)) => is_fresh && matter.asks != Asks::OfGame,
        // A rollback opens an earlier phase than the one it is about.
        (Some(about), Some((game, Some(phase)))) => about == game && phase <= sent.phase + 1,
        (Some(about), Some((game, None))) => about == game && is_fresh,
        // It would prove its reader for what has nothing to do with it.
        (Some(_), None) => false,
    }
}

/// Whether a letter was sent to the token of one of ours.
pub fn is_proof_of(sent: &SentLetter, letter: &Letter) -> bool {
    sent.token.is_some() && sent.token == letter.only_tag().map(print_token)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::game::{Format, PlayerId};

    fn player(counter: u32) -> Player {
        Player {
            id: PlayerId::of_address("ann@example.org"),
            name: "Ann".to_owned(),
            addresses: vec!["ann@example.org".to_owned()],
            zone: None,
            is_confirmed: true,
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

    #[test]
    fn a_right_code_beside_a_wrong_one_proves_nothing() {
        let key = Key::new([3; 32]);
        let [right, wrong] = [1, 2].map(|counter| player_code(&key, &player(counter)));
        assert!(are_codes_of(&key, &player(1), std::slice::from_ref(&right)));
        assert!(are_codes_of(&key, &player(1), &[right.clone(), right.clone()]));
        assert!(!are_codes_of(&key, &player(1), &[right.clone(), wrong.clone()]));
        assert!(!are_codes_of(&key, &player(1), &[wrong, right]) && !are_codes_of(&key, &player(1), &[]));
    }
}
