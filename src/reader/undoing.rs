//! Lines that undo what stands further up, in whatever words: they name an order, or speak of all that is written, and hold a word with
//! which things are put off, taken out or doubted. Knows words; which lines are orders, its caller says.

use crate::courtesy::is_courtesy;
use crate::words::{Word, first_phrase, words_of};

/// Most words of a line that undoes what it names.
const MOST_OF_NAMED: usize = 10;
/// Most words of one that undoes all.
const MOST_OF_ALL: usize = 12;

/// Words with which something is put off, taken out or doubted.
#[rustfmt::skip]
const UNDOING: &[&str] = &[
    "postponed", "postpone", "void", "voided", "rescind", "rescinded", "revoke", "revoked", "annul", "annulled", "countermand", "countermanded", "superseded", "nix", "nixed", "bin", "ditch", "shelve", "shelved", "park",
    "parked", "freeze", "frozen", "cancelled", "canceled", "kill", "omit", "skip", "withdrawn", "i withdraw", "vetoed", "forbids", "forbid", "forbade", "unsure", "undecided", "slip", "a mistake", "wrong", "erratum",
    "joke", "too expensive", "cant afford", "cannot afford", "hold off", "on hold", "on ice", "put off", "not now", "not yet", "not this turn", "not this time", "take back", "sleep on", "second thoughts", "had thoughts", "as it is", "as it was", "where it is",
    "take out", "take off", "out again", "off please", "cross out", "please remove", "remove", "dropped", "no longer", "do not need", "dont need", "can do without", "says no", "no to", "pending", "call off", "hang on", "wait with", "to wait", "must wait",
    "for later", "save", "another day", "in reserve", "neither", "changed my mind", "depends on", "only with", "later", "next turn", "minus", "out", "is void", "goes after all", "please confirm",
];

/// Words that speak of all that is written.
#[rustfmt::skip]
const OF_ALL: &[&str] = &[
    "none of the above", "none of this", "none of these", "none of the following", "nothing of this", "the above is final", "not final", "vetoed all", "vetoed this", "vetoed these", "real orders", "real votes", "last turns orders",
    "last turns votes", "were last turns", "before this goes in", "before these go in", "before you take", "before you file", "before you play", "before you process", "no orders from me", "do the opposite",
    "ignore this mail", "disregard this mail", "this letter is only", "this mail is only", "only a draft", "just a draft", "dont process", "do not process", "dont file", "do not file", "my other game", "forget the whole thing",
    "drop the whole thing", "scrap the whole thing", "cancel all", "cancel the first", "cancel the second", "the first order", "the second order", "the first one", "the second one", "the first two", "only the first",
    "only the second", "except the first", "except the second", "only 1 and", "only 2 and", "swap 1", "swap 2", "omit 1", "omit 2", "number 1", "number 2", "number two", "these are proposals", "these are suggestions",
    "just for discussion", "for discussion only", "only for discussion", "april fool", "cancel these",
];
/// The same as a whole line.
const ALONE: &[&str] = &["nvm", "tbc", "tbd", "what do you think", "as you were", "not", "jk", "lol"];

/// Words that an order shares with any other.
#[rustfmt::skip]
const NO_NAMES: &[&str] = &[
    "move", "march", "attack", "give", "lend", "agree", "offer", "trade", "vote", "rail", "build", "hold", "send", "enter", "raise", "cede", "with", "from", "into", "then", "this", "that", "turn", "phase", "orders",
    "order", "points", "each", "pulses", "pulse", "pp", "cp", "sp", "rp", "us", "cs",
];

/// Whether a line that is no order undoes all that stands above it.
pub(crate) fn undoes_all(text: &str) -> bool {
    let words = words_of(text);
    let said = words.iter().map(|word| word.word.as_ref()).collect::<Vec<_>>().join(" ");
    let asks = holds(&words, &["have to ask", "need to ask", "must ask", "check with"]);
    let waits = asks && said.ends_with("first") || said.starts_with("pending ");
    ALONE.contains(&said.as_str()) || words.len() <= MOST_OF_ALL && (waits || holds(&words, OF_ALL))
}

/// Whether a line that is no order puts off, takes out or doubts what it names.
pub(crate) fn undoes(text: &str) -> bool {
    let words = words_of(text);
    let is_more = holds(&words, &["more", "another", "also", "additional", "extra", "further", "likewise", "ditto"]);
    // "Call McDowell off", not "station off Fort Monroe".
    let ends_off = words.last().is_some_and(|last| last.word == "off");
    words.len() <= MOST_OF_NAMED && !is_more && !is_courtesy(text) && (ends_off || holds(&words, UNDOING))
}

/// Whether a line only says that what is not spent or used stays: "Keep the rest of the money".
pub(crate) fn keeps_the_rest(words: &[Word<'_>]) -> bool {
    const KEEPING: &[&str] =
        &["keep", "save", "spare", "bank", "we keep", "we save", "i keep", "ill keep", "well keep"];
    const REST: &[&str] = &["the rest", "the remainder", "the remaining", "whats left", "what is left", "all the rest"];
    first_phrase(words, 0, KEEPING).is_some_and(|(_, count)| first_phrase(words, count, REST).is_some())
}

/// Whether a line names what an order is of: a word of some length, a code or the number of a bill that stands in both.
pub(crate) fn names(order: &str, text: &str) -> bool {
    if names_others(order, text) {
        return false;
    }
    if codes(text).any(|code| codes(order).any(|its| is_same_code(&its, &code))) {
        return true;
    }
    let of_order: Vec<String> = tokens(order).map(str::to_lowercase).collect();
    let is_bill = |number: &str| text.to_lowercase().contains(&format!("bill {number}"));
    tokens(text).any(|typed| {
        let token = typed.to_lowercase();
        let is_code = typed.len() == 2 && typed.bytes().all(|sign| sign.is_ascii_uppercase());
        let is_name = (token.len() > 2 || is_code) && token.starts_with(|sign: char| sign.is_alphabetic());
        (is_name && !NO_NAMES.contains(&token.as_str()) || is_bill(&token)) && of_order.contains(&token)
    })
}

/// Whether a line is about units or ships by their codes, and none of them is one of the order's: "USSL2 out of New York" says nothing
/// of USSL1. In a row such as "USSL1-3" any of its kind may be meant.
fn names_others(order: &str, text: &str) -> bool {
    let of_order: Vec<(String, String)> = codes(order).collect();
    let mut of_text = codes(text).peekable();
    let is_row = text.contains('-') || text.contains('\u{2013}');
    let is_same = |(kind, number): (String, String)| {
        of_order.iter().any(|(other, its)| other.ends_with(&kind) && (is_row || *its == number))
    };
    of_text.peek().is_some() && !of_order.is_empty() && !of_text.any(is_same)
}

/// "1IN" is US1IN.
fn is_same_code((whole, its): &(String, String), (kind, number): &(String, String)) -> bool {
    whole.ends_with(kind.as_str()) && number == its
}

/// Codes in a text, each as its letters and its number: "USGB2", "US3IN", "GB 2".
fn codes(text: &str) -> impl Iterator<Item = (String, String)> {
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.filter_map(|word| {
        let letters: String = word.chars().filter(char::is_ascii_alphabetic).collect();
        let number: String = word.chars().filter(char::is_ascii_digit).collect();
        let is_code = (2..=5).contains(&letters.len()) && (1..=3).contains(&number.len()) && word.len() > 2;
        is_code.then(|| (letters.to_ascii_uppercase(), number))
    })
}

/// Words of a text without what stands around them; short ones only where they are written large.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let trimmed = text.split_whitespace().map(|token| token.trim_matches(|sign: char| !sign.is_alphanumeric()));
    let own = trimmed.map(|token| token.split(['\'', '\u{2019}']).next().unwrap_or_default());
    own.filter(|token| token.len() > 3 || token.starts_with(|sign: char| sign.is_uppercase() || sign.is_ascii_digit()))
}

fn holds(words: &[Word<'_>], phrases: &[&str]) -> bool {
    (0..words.len()).any(|at| first_phrase(words, at, phrases).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_puts_off_takes_out_or_doubts_what_it_names_undoes_it() {
        for text in [
            "Let me sleep on McDowell",
            "McDowell: on hold",
            "the McDowell order is void",
            "we can't afford McDowell",
            "I was wrong about McDowell",
            "park McDowell",
            "P.S. McDowell was a slip",
            "too expensive, so McDowell goes",
            "McDowell and Banks: not this turn",
        ] {
            assert!(undoes(text) && names("PP 1-4: move McDowell to Manassas", text), "{text}");
            assert!(!names("PP 5: enter Reynolds at Washington", text), "{text}");
        }
        assert!(undoes("bill 1 postponed") && names("vote 1 aye", "bill 1 postponed"));
        assert!(undoes("call McDowell off") && !undoes("CSSL1-3 station off Fort Monroe"));
        assert!(keeps_the_rest(&words_of("Keep the rest of the money.")));
        assert!(!keeps_the_rest(&words_of("Keep McDowell with the rest")));
        let order = "station USSL1 off New York NY, raid";
        assert!(!names(order, "USSL2 out of New York") && !names(order, "save New York for USSL2 later"));
        assert!(names(order, "USSL1 out of New York") && names(order, "USSL1-3 out of New York"));
        assert!(names(order, "New York: not this turn") && names(order, "SL1 not this turn, New York is closed"));
        for text in ["I like McDowell", "McDowell is my best man", "Best, Bob", "Go McDowell!"] {
            assert!(!undoes(text), "{text}");
        }
        assert!(
            names("rail CS1IN to Manassas", "leave 1IN where it is")
                && !names("rail CS2IN to Manassas", "leave 1IN where it is")
        );
    }

    #[test]
    fn what_speaks_of_all_that_is_written_undoes_all() {
        for text in [
            "None of the above is final",
            "Bob vetoed all this",
            "I'll send the real orders tomorrow",
            "these were last turn's",
            "I have to ask Bob first",
            "let me check with Ann first",
            "Check with Abe before you process, please.",
            "Pending Ann's ok",
            "Bob, please confirm before this goes in",
            "the first order is withdrawn",
            "all except the first",
            "do not file any of this yet",
            "what do you think?",
        ] {
            assert!(undoes_all(text), "{text}");
        }
        for text in [
            "These are my orders for this turn.",
            "That's all for this turn",
            "Please confirm that you got this",
            "What do you think of the new map?",
            "I'll do this again",
            "This is fun.",
            "Check with Abe what he thinks, please.",
        ] {
            assert!(!undoes_all(text), "{text}");
        }
    }
}
