//! Whether an answer says YES or NO: as its whole first line, in words from a closed list, and nothing below them but a
//! signature. Knows words, and no question.

use base::game::Player;
use base::planted::is_planted;

use crate::said::courtesies::{is_courteous, is_office, is_signature, is_toast};
use crate::said::denial::NO;
use crate::said::typed_words::{is_sad, names_of, whole_line, without_pictures, words_of};

/// What an answer says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    /// Yes.
    Yes,
    /// No.
    No,
}

/// The whole lines that say yes, in small letters and without signs.
pub const YES: &[&str] = &[
    // English
    "yes",
    "y",
    "yep",
    "yeah",
    "yup",
    "yes please",
    "yes that was me",
    "yes thats me",
    "yes that is me",
    "yes its me",
    "yes it is me",
    "yes that is my address",
    "yes thats my address",
    "yes this is my address",
    "yes it was me",
    "yes this was me",
    "yes it is mine",
    "yes its mine",
    "yes that is mine",
    "yes thats mine",
    "yes i did",
    "yes i wrote it",
    "yes i wrote that",
    "yes i sent it",
    "yes i sent that",
    "that was me",
    "it was me",
    "it is mine",
    "its mine",
    "that is mine",
    "thats mine",
    "i wrote it",
    "i sent it",
    // German and Dutch
    "ja",
    "jawohl",
    "ja das war ich",
    "ja das bin ich",
    "ja bitte",
    "ja ich war es",
    "ja ich wars",
    "ja der ist von mir",
    "ja das ist von mir",
    "das war ich",
    "ja dat was ik",
    "ja die is van mij",
    // Swedish, Danish, Norwegian
    "ja det var jag",
    "ja det var jeg",
    "ja det var meg",
    "ja det var mig",
    // French
    "oui",
    "oui cétait moi",
    "oui cétait bien moi",
    "oui cest moi",
    "oui cest bien moi",
    "oui cest de moi",
    "cétait moi",
    // Spanish, Italian, Portuguese
    "sí",
    "sì",
    "si",
    "sim",
    "sí fui yo",
    "si fui yo",
    "sí es mía",
    "si es mia",
    "sì sono io",
    "sì sono stato io",
    "sì sono stata io",
    "sim fui eu",
    "sim é minha",
    // Polish, Czech, Slovak, Russian, Ukrainian
    "tak",
    "tak to ja",
    "tak to byłem ja",
    "tak to byłam ja",
    "ano",
    "áno",
    "ano to jsem byl já",
    "ano to jsem byla já",
    "да",
    "da",
    "да это я",
    "да это был я",
    "да это была я",
    "так",
    "так це я",
    // Hungarian, Turkish, Finnish, Greek
    "igen",
    "igen én voltam",
    "evet",
    "evet bendim",
    "kyllä",
    "joo",
    "kyllä se olin minä",
    "ναι",
    // Japanese, Chinese, Korean
    "はい",
    "hai",
    "是",
    "네",
];

/// What these typed lines say, if they say nothing but that. `signer` may have put his name below.
pub fn read_consent(lines: &[String], signer: &Player) -> Option<Consent> {
    let mut typed = lines.iter().filter(|line| !line.trim().is_empty());
    let first = typed.next()?;
    if is_planted("yes-anywhere-confirms") && words_of(first).iter().any(|word| word == "yes") {
        return Some(Consent::Yes);
    }
    let said = whole_line(first)?;
    if NO.contains(&said.as_str()) {
        return Some(Consent::No);
    }
    // "!YES" is a programmer's no.
    if lines.iter().any(|line| line.trim_start().starts_with('!') || is_sad(line)) {
        return None;
    }
    let names = names_of(signer);
    (YES.contains(&said.as_str()) && typed.all(|line| is_signature(line, &names, &[]) || is_toast(line)))
        .then_some(Consent::Yes)
}

/// Whether a line says nothing that a yes does not: a yes, a greeting, a word of thanks, its writer's name, of which these are the words.
/// A greeting or a word of thanks has no more words than `most_of_courtesy`, and speaks to nobody but those who have the names `greeted`;
/// where those are not known, to anybody.
pub fn adds_nothing(line: &str, names: &[String], greeted: Option<&[String]>, most_of_courtesy: usize) -> bool {
    if line.contains('?') || is_sad(line) {
        return false;
    }
    let is_said = |line: &str| adds_nothing_in_a_sentence(line, names, greeted, most_of_courtesy);
    let line = &*without_pictures(line);
    let mut sentences = line.split(['.', '!']).filter(|sentence| !sentence.trim().is_empty());
    is_said(line) || sentences.all(is_said)
}

fn adds_nothing_in_a_sentence(
    line: &str,
    names: &[String],
    greeted: Option<&[String]>,
    most_of_courtesy: usize,
) -> bool {
    let words = words_of(line);
    let is_yes = || whole_line(line).is_some_and(|said| YES.contains(&said.as_str()));
    let signs = || is_signature(line, names, greeted.unwrap_or_default()) || is_office(&words, names);
    words.is_empty() || is_yes() || signs() || is_toast(line) || is_courteous(line, names, greeted, most_of_courtesy)
}
