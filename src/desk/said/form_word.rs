//! The word by which the form of a report is known when it comes back.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use mail::form::WORD;

use crate::files::house::Key;
use crate::said::notice::Notice;

/// The word that the form of a letter with this purpose bears. It goes out in no other letter.
fn word_for(key: &Key, purpose: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.bytes()).expect("HMAC takes keys of any length");
    mac.update(format!("form|{purpose}").as_bytes());
    let letters = data_encoding::BASE32_NOPAD.encode(&mac.finalize().into_bytes());
    letters[..WORD].to_ascii_lowercase()
}

/// The word for the form of a letter, if the letter has one that can count: the newest report.
pub fn word_of(key: &Key, notice: &Notice, purpose: &str) -> Option<String> {
    matches!(notice, Notice::Report(head) if head.is_newest).then(|| word_for(key, purpose))
}
