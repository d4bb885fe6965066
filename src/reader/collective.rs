//! Who is spoken of by no name but all together: "all units at Cairo", "everybody", "the whole army", "the others". Such words are
//! their line's own subject, so that nothing of the line above it is meant, whoever that speaks of.

use crate::words::{Word, first_phrase, words_in, words_of};

/// Words for many together.
const ALL: &[&str] = &[
    "all",
    "everybody",
    "everyone",
    "everything",
    "every",
    "each",
    "whole",
    "entire",
    "others",
    "the other",
    "the rest",
    "rest of",
    "remaining",
    "remainder",
    "whoever",
    "anybody",
    "anyone",
    "any unit",
    "any ship",
    "nobody else",
    "no one else",
    "the lot",
    "the balance",
];

/// Words with which such a word is of something else, or says nothing of anybody.
const OF_NOBODY: &[&str] = &[
    "all the way",
    "all right",
    "all day",
    "all night",
    "all along",
    "all clear",
    "all well",
    "all is",
    "at all",
    "after all",
    "above all",
    "all out",
    "for all",
    "all in all",
    "each other",
    "once and for all",
    "all i",
    "all we",
    "that is all",
    "thats all",
    "rest of the way",
    "every turn",
    "each turn",
    "every pulse",
    "each pulse",
];

/// Words that speak of whom the line above names: "all of them", "they all".
const OF_THOSE: &[&str] = &["they", "them", "these", "those", "he", "she", "him", "her", "it", "both"];

/// So many words at its beginning show of whom a line speaks.
const MOST_OF_BEGINNING: usize = 3;

/// Whether a line speaks of all of some kind or place, and not of those whom another line names.
pub fn speaks_of_all(text: &str) -> bool {
    let words = words_of(text);
    !words.iter().any(|word| OF_THOSE.contains(&&*word.word)) && (0..words.len()).any(|at| names_all(&words, at))
}

/// Whether a line begins with such words.
pub(crate) fn begins_with_all(text: &str) -> bool {
    let words: Vec<Word<'_>> = words_in(text).take(MOST_OF_BEGINNING + 2).collect();
    (0..words.len().min(MOST_OF_BEGINNING)).any(|at| names_all(&words, at)) && speaks_of_all(text)
}

fn names_all(words: &[Word<'_>], at: usize) -> bool {
    let is_of_nobody = |from: usize| first_phrase(words, from, OF_NOBODY).is_some_and(|(_, count)| from + count > at);
    first_phrase(words, at, ALL).is_some() && !(at.saturating_sub(3)..=at).any(is_of_nobody)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_spoken_of_together_is_known() {
        for (text, is_all) in [
            ("all units at Cairo march to Paducah", true),
            ("everybody in Alexandria should go to Fredericksburg", true),
            ("the whole army attacks Manassas", true),
            ("the others dig in", true),
            ("enter everything at Richmond", true),
            ("Return all sloops to Boston", true),
            ("the rest of my army stays", true),
            ("the other two hold", true),
            ("every gunboat goes home", true),
            ("each brigade entrenches", true),
            ("all of them hold", false),
            ("they all march to Cairo", false),
            ("both hold", false),
            ("he goes all the way to Cairo", false),
            ("US3IN goes all the way to Cairo", false),
            ("hold after all", false),
            ("standing: buy 5 supplies every turn", false),
            ("they support each other", false),
            ("march US3IN to Cairo", false),
        ] {
            assert_eq!(speaks_of_all(text), is_all, "{text}");
        }
        assert!(begins_with_all("Now all sloops return to Boston"));
        assert!(!begins_with_all("march US3IN to Cairo with everybody"));
    }
}
