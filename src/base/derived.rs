//! What is derived from a secret by HMAC-SHA-256: whoever lacks the secret cannot know it, and whoever is told it learns nothing of
//! the secret.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// What is derived from the judge's key. No two have one label, so that nothing that somebody is told for one purpose is what
/// another is kept from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Derived {
    /// The word of a question.
    Question,
    /// The code of a person.
    Code,
    /// The secret of a phase's dice.
    Dice,
    /// The seed that is drawn for a seat.
    Seed,
    /// The word of a form.
    Form,
    /// The Message-ID of a letter.
    MessageId,
    /// The Content-IDs of its pictures.
    ContentId,
    /// The token of the address that it wants answers at.
    ReplyToken,
    /// What parts its page from its files.
    MixedBoundary,
    /// What parts its text from its page.
    AlternativeBoundary,
    /// What parts its page from its pictures.
    RelatedBoundary,
}

impl Derived {
    fn label(self) -> &'static str {
        match self {
            Self::Question => "question",
            Self::Code => "code",
            Self::Dice => "dice",
            Self::Seed => "seed",
            Self::Form => "form",
            Self::MessageId => "message-id",
            Self::ContentId => "content-id",
            Self::ReplyToken => "reply-token",
            Self::MixedBoundary => "mixed",
            Self::AlternativeBoundary => "alternative",
            Self::RelatedBoundary => "related",
        }
    }

    /// That of the thing that `about` names, by the judge's key.
    pub fn by_key(self, key: &[u8], about: &str) -> [u8; 32] {
        derive(key, &format!("{}|{about}", self.label()))
    }
}

/// What a text becomes by a secret.
pub fn derive(secret: &[u8], text: &str) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes keys of any length");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_hmac_sha_256_of_the_label_and_what_it_is_about() {
        // RFC 4231, case 2.
        let known = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(data_encoding::HEXLOWER.encode(&derive(b"Jefe", "what do ya want for nothing?")), known);
        assert_eq!(Derived::Code.by_key(b"key", "ann|1"), derive(b"key", "code|ann|1"));
    }
}
