//! Lines of talk that limit the order right above them, without a word of mood: "Two points only.", "These are for Holland.",
//! "Do not fight." Knows words; what the order was, its caller says.

use crate::mood::{Mood, signs_of};
use crate::slip::small_number;
use crate::words::{Word, first_phrase, words_of};

/// Most words of a line that limits another.
const MOST_WORDS: usize = 9;
/// Most words of one that does by a number alone.
const MOST_OF_COUNT: usize = 6;
/// Most words of one that begins with a preposition.
const MOST_OF_WAY: usize = 5;

/// Beginnings of what is said of something else, or for courtesy.
#[rustfmt::skip]
const ELSEWHERE: &[&str] = &[
    "take care", "take it easy", "take your", "keep up", "keep well", "keep it up", "keep safe", "keep smiling", "keep in touch", "keep calm", "let me", "let us", "send my", "send your", "send love",
    "give my", "give him my", "give her my", "go get", "go for it", "come on", "hold tight", "stay safe", "stay well", "stay tuned", "stay healthy", "use your", "make sure", "make my day", "leave it to you",
    "by the way", "by god", "by jove", "with love", "with regards", "with best", "with kind", "with thanks", "with many", "with warm", "in haste", "in any case", "in other", "in short", "in fact",
    "in the meantime", "in anticipation", "in advance", "in my", "on holiday", "on a", "on the other", "on my", "at last", "at any rate", "at your", "at my", "as always", "as ever", "as usual", "as promised",
    "as discussed", "as agreed", "as said", "as you", "as we", "as i", "as for", "for now", "for your", "for info", "for information", "for what", "for god", "for fun", "from my", "from me", "from your", "to be honest", "to all", "to you",
    "to my", "half asleep", "half past", "three cheers", "not bad", "not much", "not sure", "not to worry", "not a problem", "not that", "only joking", "only kidding", "not long", "no news", "just a",
];

/// Words of whoever writes, or is written to: what is said of them is said of no order.
pub(crate) const PERSONS: &[&str] =
    &["i", "im", "ive", "ill", "id", "me", "my", "we", "our", "us", "you", "your", "youre", "u", "ur"];

/// Words that limit what stands above, wherever in a short line.
#[rustfmt::skip]
const LIMITING: &[&str] = &[
    "only", "half", "meant", "enough", "max", "maximum", "minimum", "tops", "suffice", "suffices", "excluded", "included", "excepted", "exempt", "closed", "barred", "banned", "priority", "plenty",
    "instead", "ones", "at most", "at least", "if possible", "where possible", "depends", "depending", "will do", "would do", "alone", "via", "every turn", "each turn", "every quarter", "each quarter",
    "from now on", "in parts", "comes back", "come back",
];

/// The same, at the beginning of lines that may be orders of their own.
#[rustfmt::skip]
const SURELY: &[&str] = &[
    "only", "half", "meant", "sry", "sorry", "these are", "those are", "they are", "not", "without", "instead", "go round", "go around", "go by", "go via", "make it", "make that", "hold it", "hold this",
    "hold that", "term", "terms", "do it", "do this", "do that", "wait for", "wait until", "wait till", "every turn", "each turn", "every quarter", "each quarter", "from now on",
];

/// Words before a number that is no part of an order of its own.
const BEFORE_NUMBERS: &[&str] = &["just", "the", "about", "at", "in", "with", "paid", "all", "those"];

/// Words with which a line says how the order above is done, or that it is not.
#[rustfmt::skip]
const TELLING: &[&str] = &[
    "do not", "dont", "never", "not", "avoid", "stop", "wait", "hold", "keep", "leave", "use", "take", "send", "bring", "go", "drop", "stay", "save", "spare", "make", "let him", "let her", "let them", "let it",
    "return", "split", "divide", "count", "treat", "put", "ask me", "do it", "do this", "do that", "do these", "do them", "skip", "halt", "load", "give", "pay", "sry", "but only", "but not", "but leave", "but keep", "but wait", "but no", "but with", "but stop", "but dont",
];

/// Words for what stands above, as the subject of a sentence.
const SUBJECTS: &[&str] =
    &["these", "those", "they", "he", "she", "them", "both", "his", "its", "all of them", "each of them"];
/// Words behind "both" where it stands alone.
#[rustfmt::skip]
const OF_BOTH: &[&str] = &[
    "of", "are", "is", "should", "must", "shall", "will", "can", "may", "need", "have", "go", "goes", "come", "stay", "stays", "wait", "hold", "move", "march", "sail", "only", "if", "together", "alone", "then", "without",
    "belong", "depend", "count",
];
/// Words behind them that tell of something that was, or of what somebody says.
#[rustfmt::skip]
const TELLING_OF: &[&str] = &[
    "was", "were", "had", "did", "came", "went", "said", "says", "say", "wrote", "told", "asked", "thinks", "think", "likes", "loves", "sends", "knows", "know", "might", "are coming", "is a", "is the", "is coming",
];
/// The same as its subject, which are said of the weather as well.
const ONE: &[&str] = &["it", "this", "that", "its", "thats"];
/// Words behind those with which an order is spoken of.
#[rustfmt::skip]
const OF_ORDERS: &[&str] = &[
    "goes", "go", "must", "should", "shall", "can", "may", "has", "needs", "stays", "waits", "depends", "counts", "holds", "applies", "belongs", "includes", "takes", "for", "is for", "is only", "is not", "is a",
    "is an", "is from", "is to", "is with", "is meant", "is part", "isnt",
];

/// Words with which a line says on which way, with whom, for whom or when.
const WAYS: &[&str] = &[
    "by", "via", "through", "with", "without", "from", "at", "in", "on", "for", "to", "as", "against", "round",
    "around",
];

/// Words of what comes on top, which takes nothing from what stands above.
const MORE: &[&str] = &[
    "more",
    "another",
    "also",
    "too",
    "plus",
    "additional",
    "extra",
    "further",
    "and",
    "same",
    "likewise",
    "ditto",
    "dito",
];
/// Words with which a line says the same of something else, however it goes on: "ditto Boston, but only three".
const THE_SAME: &[&str] =
    &["ditto", "dito", "likewise", "same at", "same for", "same in", "the same at", "the same for", "the same in"];
/// Words of the calendar of whoever writes.
#[rustfmt::skip]
const CALENDAR: &[&str] = &[
    "minute", "minutes", "hour", "hours", "day", "days", "week", "weeks", "month", "months", "years", "oclock", "pm", "am", "today", "tonight", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
];

/// Conditions that are thought of when the order is written already, behind a gap as well.
const AFTERTHOUGHTS: &[&str] = &[
    "and if",
    "and only if",
    "but only if",
    "but only when",
    "only if",
    "only when",
    "and unless",
    "unless",
    "provided",
];

/// How much a line looks like an order of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Alone {
    /// It is talk.
    Talk,
    /// It is not understood, and begins none.
    Loose,
    /// It begins one.
    Begins,
}

/// Whether a line limits the order right above it.
pub(crate) fn limits(text: &str, words: &[Word<'_>], alone: Alone) -> bool {
    let begins = |phrases: &[&str]| first_phrase(words, 0, phrases).is_some();
    let is_person = |word: &Word<'_>| PERSONS.contains(&word.word.as_ref());
    // "Do it after the vote" asks nothing, for all its first word.
    let is_asked = signs_of(text, words).iter().any(|sign| sign.mood == Mood::Question)
        && (text.contains('?') || !begins(&["do it", "do this", "do that"]));
    if words.is_empty() || words.len() > MOST_WORDS || begins(ELSEWHERE) || is_person(&words[0]) || is_asked {
        return false;
    }
    if begins(THE_SAME) || shares_out(text, words) {
        return false;
    }
    if alone == Alone::Begins || begins(SURELY) {
        return begins(SURELY) || takes_some(words);
    }
    let is_named = |at: usize| is_max(text, words, at);
    let holds =
        |phrases: &[&str]| (0..words.len()).any(|at| !is_named(at) && first_phrase(words, at, phrases).is_some());
    let is_of_somebody = words.iter().any(is_person);
    let is_cheer = text.trim_end().ends_with('!') && words.len() <= 3 && begins(&["go", "for", "to", "on"]);
    let is_more = adds_more(words);
    let is_said_of_none = is_of_somebody || is_more || holds(CALENDAR);
    let limits_as_talk =
        alone == Alone::Talk && (begins(TELLING) || counts(words) && !is_said_of_none || names_a_kind(text, words));
    let is_limiting = holds(LIMITING) && !is_of_somebody;
    !is_cheer && (is_limiting || limits_as_talk || points_above(words) || !is_more && says_the_way(text, words))
}

/// Whether words tell of what comes on top.
pub(crate) fn adds_more(words: &[Word<'_>]) -> bool {
    words.iter().any(|word| MORE.contains(&word.word.as_ref()))
}

/// Whether a line is a condition that limits what stands above it, however long and behind a gap as well.
pub(crate) fn is_afterthought(words: &[Word<'_>]) -> bool {
    first_phrase(words, 0, AFTERTHOUGHTS).is_some()
}

/// "Max commands 2IN": a player of this name, and no bound.
fn is_max(text: &str, words: &[Word<'_>], at: usize) -> bool {
    let word = &words[at];
    let is_large = text[word.start..].starts_with("Max") && text.contains(char::is_lowercase);
    word.word == "max" && is_large && words.get(at + 1).is_some_and(|next| !is_number(next))
}

/// "1 new one East, 1 West": numbers for several that are named, and so a division of its own.
fn shares_out(text: &str, words: &[Word<'_>]) -> bool {
    let is_name = |word: &Word<'_>| word.word.len() > 2 && text[word.start..].starts_with(char::is_uppercase);
    let few = |is: &dyn Fn(&Word<'_>) -> bool| words.iter().filter(|word| is(word)).count() > 1;
    words.first().is_some_and(is_number) && few(&is_number) && few(&is_name)
}

/// Whether a word counts, in figures or in letters; "1st" and "2x" do too.
pub(crate) fn is_number(word: &Word<'_>) -> bool {
    word.word.starts_with(|sign: char| sign.is_ascii_digit()) || small_number(&word.word).is_some()
}

/// "Two points", "3 will do", "just 3"; not "forward 5".
fn counts(words: &[Word<'_>]) -> bool {
    let is_led = is_number(&words[0]) || BEFORE_NUMBERS.contains(&words[0].word.as_ref());
    words.len() <= MOST_OF_COUNT && is_led && words.iter().any(is_number)
}

/// "take 2": how many, and nothing of what; "5 of it as a loan".
fn takes_some(words: &[Word<'_>]) -> bool {
    let is_of_it = words.len() > 2 && first_phrase(words, 1, &["of it", "of that", "of this", "of these"]).is_some();
    is_of_it && counts(&words[..3])
        || words.len() == 2
            && first_phrase(words, 0, &["take", "leave", "keep", "use", "send"]).is_some()
            && counts(&words[1..])
}

/// "They go to Baltimore", "That is for Holland"
fn points_above(words: &[Word<'_>]) -> bool {
    let goes_on = |table: &[&str], known: &[&str]| {
        first_phrase(words, 0, table).is_some_and(|(_, count)| first_phrase(words, count, known).is_some())
    };
    // "Both blocs vote 8 aye" names what both are.
    let names_them = words[0].word == "both"
        && words
            .get(1)
            .is_some_and(|next| !OF_BOTH.contains(&next.word.as_ref()) && !WAYS.contains(&next.word.as_ref()));
    let is_subject = first_phrase(words, 0, SUBJECTS).is_some() && words.len() > 1 && !names_them;
    let is_told = goes_on(SUBJECTS, TELLING_OF);
    is_subject && !is_told || goes_on(ONE, OF_ORDERS) || first_phrase(words, 0, &["thats for", "thats only"]).is_some()
}

/// "By boat.", "For Holland.", "As a loan, of course."; not "In haste, Bob".
fn says_the_way(text: &str, words: &[Word<'_>]) -> bool {
    let is_signed = text.split_once(',').is_some_and(|(_, name)| {
        words_of(name).len() <= 2 && name.trim_start().starts_with(|first: char| first.is_uppercase())
    });
    let begins = first_phrase(words, 0, WAYS).is_some();
    begins && (2..=MOST_OF_WAY).contains(&words.len()) && !is_signed && !text.trim_end().ends_with('!')
}

/// "heavy guns": two words in small letters for what there is several of.
fn names_a_kind(text: &str, words: &[Word<'_>]) -> bool {
    let is_small = text.trim_start().starts_with(char::is_lowercase) && !text.trim_end().ends_with('!');
    is_small && words.len() == 2 && words[1].word.len() > 3 && words[1].word.ends_with('s')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_limit(text: &str) -> bool {
        limits(text, &words_of(text), Alone::Talk)
    }

    #[test]
    fn a_short_line_that_says_how_or_how_much_limits_the_order_above_it() {
        for text in [
            "Two points only.",
            "only 2 sp though",
            "Do not fight.",
            "avoid combat",
            "Stop one hex short.",
            "By boat if possible.",
            "sry meant 5",
            "half of it now, half next turn",
            "siege ones",
            "One will do.",
            "use USCT for the crews",
            "Send them on to Cairo.",
            "These are for Holland.",
            "Wait for my confirmation.",
            "the inf only if both work",
            "he takes 1 sp with him",
            "Go round by Frederick.",
            "Keep three points at Cairo.",
            "As a loan, of course.",
            "Spain excluded.",
            "Cavalry has priority.",
            "This depends on peace with France.",
            "They belong to Bavaria.",
            "that is for Holland",
            "It is a loan.",
            "She pays it back in June.",
            "not more than once",
            "make it three",
            "heavy guns",
            "For Holland.",
            "Do it after the vote.",
        ] {
            assert!(is_limit(text), "{text}");
        }
    }

    #[test]
    fn what_is_said_of_something_else_limits_no_order() {
        for text in [
            "That was a long week!",
            "It is late here.",
            "Let me know if something is wrong.",
            "Keep up the good work.",
            "I have two exams tomorrow.",
            "Take care",
            "See you all in 2 weeks",
            "This is fun.",
            "Bob, you owe me one.",
            "By the way, great map.",
            "My dog ate the rules.",
            "As always, Tom",
            "Half asleep, so forgive my typing.",
            "Three cheers for the Tsar!",
            "For the Tsar!",
            "In haste, Bob",
            "We leave on Monday.",
            "2 more at baltimore",
            "how many volunteers has NC left",
            "Send my love to Anna",
            "No news from home.",
            "What a war!",
            "both blocs vote 8 aye",
            "both Cairo and St Louis look safe to me",
        ] {
            assert!(!is_limit(text), "{text}");
        }
    }

    #[test]
    fn what_may_be_an_order_of_its_own_limits_another_only_by_a_sure_word() {
        for (text, wanted) in
            [("keep 2 at Cairo", false), ("hold banks", false), ("2 fleets", false), ("only 2 sp", true)]
        {
            assert_eq!(limits(text, &words_of(text), Alone::Begins), wanted, "{text}");
        }
    }
}
