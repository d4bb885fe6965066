//! Small talk known at a glance: a line without name or number, none of whose words the grammar knows but for words of
//! all speech, is no order, and trying every kind of order on it would take longer than reading ten orders.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::GRAMMARS;
use super::copy::FairCopy;

/// Words of the grammar that make no order without another word, a name or a number.
const OF_ALL_SPEECH: [&str; 35] = [
    "a", "also", "an", "and", "are", "as", "at", "but", "by", "during", "for", "from", "have", "he", "his", "i", "is",
    "it", "kindly", "let", "me", "my", "of", "on", "our", "please", "sir", "thank", "thanks", "that", "the", "then",
    "to", "us", "you",
];

/// Every word of the grammar that may make an order.
static WORDS_OF_ORDERS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    // Texts in quotes are every second piece.
    let quoted = GRAMMARS.iter().flat_map(|text| text.split('"').skip(1).step_by(2));
    let words = quoted.flat_map(|text| text.split(|sign: char| !sign.is_ascii_alphabetic()));
    let words = words.map(str::to_ascii_lowercase);
    words.filter(|word| !word.is_empty() && !OF_ALL_SPEECH.contains(&word.as_str())).collect()
});

/// Whether a word, in small letters, is one of all speech: nobody's slip of another.
pub(super) fn is_of_all_speech(word: &str) -> bool {
    OF_ALL_SPEECH.contains(&word)
}

/// Whether a word, in small letters, is one that the grammar knows and that may make an order.
pub(super) fn is_word_of_orders(word: &str) -> bool {
    WORDS_OF_ORDERS.contains(word)
}

/// Whether a line is small talk beyond doubt. `false` means only that it must be read.
pub(super) fn is_small_talk(copy: &FairCopy<'_, '_>) -> bool {
    let is_plain = |sign: char| sign.is_alphabetic() || matches!(sign, ' ' | ',' | '.' | '!' | '?' | '\'' | ':' | ';');
    if !copy.marks.is_empty() || !copy.text.chars().all(is_plain) {
        return false;
    }
    let mut words = copy.text.split(|sign: char| !sign.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    !words.any(|word| WORDS_OF_ORDERS.contains(&word.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::copy::copy;
    use super::super::read_with_care;
    use super::*;
    use crate::scenario::Scenario;
    use base::order::LineStatus;

    static CAMPAIGN: LazyLock<Scenario> = LazyLock::new(|| Scenario::embedded().expect("the campaign"));

    /// The line is small talk at a glance, and reading it with care comes to the same.
    fn is_rightly_small_talk(line: &str) -> Result<bool, TestCaseError> {
        let copied = copy(Some(&CAMPAIGN), line);
        if !is_small_talk(&copied) {
            return Ok(false);
        }
        let read = read_with_care(&CAMPAIGN, &copied, 0);
        prop_assert!(read.as_ref().is_err_and(|why| why.status == LineStatus::Chatter), "{line:?}: {read:?}");
        Ok(true)
    }

    #[test]
    fn greetings_are_small_talk_and_orders_are_not() {
        let talk = |line: &str| is_small_talk(&copy(Some(&CAMPAIGN), line));
        assert!(talk("Good morning,") && talk("Regards") && talk("I hope the weather is fine"));
        for line in
            ["move McDowell", "entrenching", "no action", "do nothing", "PP 1", "Good morning, McDowell", "idle"]
        {
            assert!(!talk(line), "{line}");
        }
    }

    #[test]
    fn no_two_words_of_all_speech_make_an_order() -> Result<(), TestCaseError> {
        for first in OF_ALL_SPEECH {
            for second in OF_ALL_SPEECH {
                is_rightly_small_talk(&format!("{first} {second}"))?;
                is_rightly_small_talk(&format!("{first} {second} weather"))?;
            }
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn what_is_small_talk_at_a_glance_is_no_order_by_the_grammar(
            words in prop::collection::vec((0..OF_ALL_SPEECH.len() + 6, "[,.;:!?']?"), 1..9)
        ) {
            let other = ["Weather", "hello", "movement", "Cheers", "wow", "entrench'"];
            let word = |at: usize| OF_ALL_SPEECH.get(at).or_else(|| other.get(at - OF_ALL_SPEECH.len())).unwrap_or(&"");
            let line: String = words.iter().map(|(at, sign)| format!("{}{sign} ", word(*at))).collect();
            is_rightly_small_talk(&line)?;
        }
    }
}
