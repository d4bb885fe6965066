//! Who we are: our addresses, our secret, and the rules of the house for proofs and answers.

use std::collections::BTreeSet;
use std::fmt;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use base::derived::Derived;
use base::facts::Pictures;
use base::game::schedule::Timetable;
use base::game::{Player, PlayerId};
use mail::{Address, TrustedServer};
use report::Renderer;
use rules::Shelf;

/// The most answers and notices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AnswerLimits {
    /// Answers an hour to letters that ask nothing, or only what was asked within a day.
    pub repeated_per_hour: usize,
    /// The same in a day.
    pub repeated_per_day: usize,
    /// Answers an hour to letters that change nothing, whether they ask something new or not.
    pub asked_per_hour: u32,
    /// The same in a day.
    pub asked_per_day: u32,
    /// Answers an hour to one correspondent, but for words that he needs and what answers a game master's commands.
    pub per_hour: u32,
    /// The same in a day.
    pub per_day: u32,
    /// Letters a day that one correspondent may cause, answers to him and letters to others together.
    pub letters_per_day: u32,
    /// Bytes a day of these letters.
    pub bytes_per_day: u64,
    /// Notices a day to a game master of letters by others: set aside, in copy, unproven, unanswered.
    pub notices_per_day: usize,
}

impl Default for AnswerLimits {
    fn default() -> Self {
        Self {
            repeated_per_hour: 6,
            repeated_per_day: 20,
            asked_per_hour: 20,
            asked_per_day: 60,
            per_hour: 60,
            per_day: 240,
            letters_per_day: 400,
            bytes_per_day: 20_000_000,
            notices_per_day: 30,
        }
    }
}

/// The secret of this judge, from which codes, message ids and dice are derived. Made once, at `adjutant init`.
#[derive(Clone)]
pub struct Key([u8; 32]);

impl Key {
    /// A key from 32 random bytes.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// What is derived from it for the thing that `about` names.
    pub fn derive(&self, what: Derived, about: &str) -> [u8; 32] {
        what.by_key(&self.0, about)
    }

    /// The bytes, for deriving.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// What tells this key from another without giving it away.
    pub fn fingerprint(&self) -> String {
        let digest = Sha256::digest([b"fingerprint|".as_slice(), &self.0].concat());
        data_encoding::HEXLOWER.encode(&digest[..8])
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

/// Who we are and what is the same for every letter.
pub struct House {
    /// The judge's own address.
    pub address: Address,
    /// The judge's name in letters.
    pub name: String,
    /// The right-hand side of our message ids.
    pub domain: String,
    /// Our secret.
    pub key: Key,
    /// The people who may create games.
    pub gms: BTreeSet<PlayerId>,
    /// The rhythm of new games.
    pub timetable: Timetable,
    /// The rule books.
    pub shelf: Shelf,
    /// The templates.
    pub renderer: Renderer,
    /// Which proofs count.
    pub proof: ProofRules,
    /// How many answers a correspondent gets.
    pub limits: AnswerLimits,
    /// Letters may have maps and other pictures: drawing them costs time, and they fill mailboxes.
    pub has_pictures: bool,
}

impl House {
    /// In which form a reader has what is drawn.
    pub fn pictures(&self, reader: &Player) -> Pictures {
        match Pictures::fitting(reader.format) {
            Pictures::Drawn if !self.has_pictures => Pictures::Left,
            pictures => pictures,
        }
    }
}

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
    /// The mailbox takes letters to our address with a tag: what proves an answer is the token in our Reply-To, and the id of
    /// the letter it answers only names that letter.
    pub reply_tokens: bool,
    /// Whoever is named by a game master with an address that is new to this judge is asked whether it is his.
    pub confirm_seated: bool,
}

impl Default for ProofRules {
    /// What a mail server says of a domain is no secret of the person's: it does not make a game master.
    fn default() -> Self {
        Self {
            players: [ProofKind::Reply, ProofKind::Code, ProofKind::AuthenticationResults].into(),
            gms: [ProofKind::Reply, ProofKind::Code].into(),
            server: None,
            reply_tokens: false,
            confirm_seated: true,
        }
    }
}
