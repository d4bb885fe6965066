//! The word by which the form of a report is known when it comes back.

use base::derived::Derived;
use mail::form::WORD;

use crate::files::house::Key;
use crate::said::notice::Notice;

/// The word that the form of a letter with this purpose bears. It goes out in no other letter.
fn word_for(key: &Key, purpose: &str) -> String {
    let letters = data_encoding::BASE32_NOPAD.encode(&key.derive(Derived::Form, purpose));
    letters[..WORD].to_ascii_lowercase()
}

/// The word for the form of a letter, if the letter has one that can count: the newest report.
pub fn word_of(key: &Key, notice: &Notice, purpose: &str) -> Option<String> {
    matches!(notice, Notice::Report(head) if head.is_newest).then(|| word_for(key, purpose))
}
