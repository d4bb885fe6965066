//! How our letters ask for a YES or a word, and how a quote of such a letter is told from its reader's own words.

use base::order::Command;
use base::order::command::read_command;

use crate::files::question::print_word;

/// How our letters offer a word.
const OFFER: &str = "To do it, answer with this line";

/// How they offer that of a letter that waits.
const RELEASE: &str = "To let it count, answer with this line";

/// How our question about a letter that waits begins.
const OPENING: &str = "A letter with your address as its sender reached us";

/// How our question begins whether an address is its reader's.
pub const ADDRESS_OPENING: &str = "Your address was named to this judge, a program that runs games by mail";

/// How our letters offer a game master the word for the addresses that he named.
const VOUCH: &str = "If you know them to be right, answer with this line";

/// How many lines stand above our question about a letter or an address, where a program quotes it without marks.
pub fn above_our_question(lines: &[String]) -> usize {
    let openings = [OPENING, ADDRESS_OPENING].map(letters_of);
    let begins = |at: usize| {
        let near = letters_of(&lines[at..].iter().take(MOST_JOINED).map(String::as_str).collect::<String>());
        let line = letters_of(&lines[at]);
        openings.iter().any(|opening| near.starts_with(opening) || line.contains(opening))
    };
    (0..lines.len()).find(|at| begins(*at)).unwrap_or(lines.len())
}

/// Over how many lines a program may break the beginning of our question.
const MOST_JOINED: usize = 4;

fn letters_of(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// What lets a letter that waits count, and what does not; `needs_word` says why a bare YES is not enough.
pub fn how_to_release(word: &str, until: &str, needs_word: Option<&str>) -> String {
    let yes = match needs_word {
        None => "If it is yours, answer this letter with YES, all that you write, or with the line below.".to_owned(),
        Some(why) => format!("If it is yours, answer with the line below: a bare YES is not enough, for {why}."),
    };
    let word = print_word(word);
    format!(
        "{yes}\n\n{RELEASE}, here or in a new letter, until {until} and before the phase is played:\n\n  CONFIRM {word}"
    )
}

/// How the reader of an address confirms that it is his.
pub fn how_to_say_yes(word: &str, until: &str) -> String {
    let word = print_word(word);
    format!(
        "If it is yours, answer this letter with YES, all that you write, or with the line below.\n\n{RELEASE}, here or in a new \
         letter, until {until}:\n\n  CONFIRM {word}"
    )
}

/// How a game master lets addresses count that he knows to be right.
pub fn how_to_vouch(word: &str, until: &str) -> String {
    format!("{VOUCH}, until {until}, and they count without their own answer:\n\n  CONFIRM {}", print_word(word))
}

/// Whether a line of a letter stands below our own offer of a word. A program that quotes our question without marks says
/// CONFIRM in our words; who writes it himself writes it above them.
pub fn is_in_our_words(lines: &[String], number: usize) -> bool {
    let above = letters_of(&lines.get(..number.saturating_sub(1)).unwrap_or_default().concat());
    [OFFER, RELEASE, VOUCH].iter().any(|offer| above.contains(&letters_of(offer)))
}

/// How many lines of a letter stand above our own words, as [`is_in_our_words`] tells them.
pub fn above_our_words(lines: &[String]) -> usize {
    // What stands below our offer has all below it there, too.
    let numbers: Vec<usize> = (1..=lines.len()).collect();
    numbers.partition_point(|number| !is_in_our_words(lines, *number))
}

/// How many lines stand above the paragraph in which we offer a word, where a program quotes it without marks.
pub fn above_our_offer(lines: &[String]) -> usize {
    let offers = [OFFER, RELEASE, VOUCH].map(letters_of);
    let holds = |at: &usize| {
        let near = letters_of(&lines[*at..].iter().take(MOST_JOINED).map(String::as_str).collect::<String>());
        offers.iter().any(|offer| near.contains(offer))
    };
    let Some(mut at) = (0..lines.len()).find(holds) else { return lines.len() };
    let is_typed =
        |line: &str| line.trim().is_empty() || matches!(read_command(line), Some(Ok(Command::Confirm { .. })));
    // The first of them may be the blank above it, or the typed word.
    while lines.get(at).is_some_and(|line| is_typed(line)) {
        at += 1;
    }
    while at > 0 && !is_typed(&lines[at - 1]) {
        at -= 1;
    }
    at
}

/// Whether a line of a letter stands in or below our own proposals, as a program quotes and breaks them without marks: who
/// takes one writes it above them.
pub fn is_in_our_proposals(lines: &[String], number: usize) -> bool {
    let is_ours = |line: &String| {
        let words = letters_of(line);
        let rest = words.strip_prefix("yes").unwrap_or_default();
        let behind = rest.trim_start_matches(|sign: char| sign.is_ascii_digit());
        behind.len() < rest.len() && (behind.starts_with("files") || behind.starts_with("saysready"))
    };
    let above = lines.get(..number.saturating_sub(1)).unwrap_or_default();
    let next = lines.get(number..).unwrap_or_default().iter().find(|line| !line.trim().is_empty());
    above.iter().any(is_ours)
        || next.is_some_and(|line| {
            let words = letters_of(line);
            words.starts_with("files") || words.starts_with("saysready")
        })
}

/// Whether a bare YES is as good as the word of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// It is.
    Yes,
    /// It is not: what is asked is an act of a game master, or one question of several.
    Word,
}

/// How a letter says that nothing was done yet, and what does it.
pub fn how_to_confirm(word: &str, counts_from: Option<&str>, until: &str, takes: Takes) -> String {
    let from = counts_from.map_or_else(String::new, |from| format!("from {from} "));
    let yes = match takes {
        Takes::Yes => " YES, all that you write, does as well.",
        Takes::Word => "",
    };
    let word = print_word(word);
    format!("Nothing has been done yet.{yes} {OFFER}, {from}until {until}:\n\n  CONFIRM {word}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::house::Key;
    use crate::files::question::{hash_word, word_for};

    #[test]
    fn a_word_below_our_offer_is_in_our_words() {
        let offer = how_to_confirm("ABCDEFGHIJKLMNOPQRSTUVWXYZ", None, "Thu 5 Mar 2026", Takes::Yes)
            .replace("answer", "answer\n");
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let quoted = lines(&format!("Ticket 1 was opened for:\n\n{offer}"));
        assert!(is_in_our_words(&quoted, quoted.len()));
        let typed = lines(&format!("Hello,\nCONFIRM ABCDE\n\n{offer}"));
        assert!(!is_in_our_words(&typed, 2));
    }

    #[test]
    fn a_word_is_known_however_it_is_typed() {
        let word = word_for(&Key::new([3; 32]), "7 line 1");
        let shown = print_word(&word);
        assert!(word.len() == 26 && shown.split('-').count() == 5, "{shown}");
        assert_eq!(hash_word(&shown.to_lowercase().replace('O', "0")), hash_word(&word));
        assert_ne!(hash_word(&word), hash_word(&word_for(&Key::new([3; 32]), "8 line 1")));
    }
}
