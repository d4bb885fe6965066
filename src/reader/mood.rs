//! In what mood something is said: as a question, a doubt, a choice, under a condition, with an exception, for later, or taken
//! back. One place for all books. Finds the words; whether an order can hold them, `account` asks.

use std::sync::LazyLock;

use crate::slip::small_number;
use crate::words::{Word, first_phrase, phrase_at, words_of};

/// What keeps a sentence from being a plain order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    /// It asks.
    Question,
    /// Its writer is not sure, wishes or muses.
    Doubt,
    /// It says that something is not to be.
    Denial,
    /// It takes back what was said, or mends it.
    Correction,
    /// It names two things, one of which is meant.
    Choice,
    /// It depends on something.
    Condition,
    /// It takes something out.
    Exception,
    /// It is about another time.
    OtherTime,
    /// It gives a bound, not a number.
    Bound,
    /// It shows how something is done, or tells a draft.
    Example,
}

/// Words that show a mood, where in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sign {
    /// Which mood.
    pub mood: Mood,
    /// The first byte of the words.
    pub start: usize,
    /// One past their last byte.
    pub end: usize,
}

type Row = (Mood, &'static [&'static str]);

/// Phrases by mood. At one word the first row that has a phrase there wins, so that longer ones come first.
#[rustfmt::skip]
const PHRASES: &[Row] = &[
    (Mood::Correction, &[
        "no wait", "wait no", "scratch that", "scratch the", "scratch my", "strike that", "strike the", "forget it", "please ignore", "typo", "just joking", "only joking", "i mean", "i meant", "make that", "on second thought", "on second thoughts",
        "or rather", "no sorry", "sorry no", "actually no", "my mistake", "correction", "belay that", "changed my mind", "take that back", "no better",
        "instead of my", "instead of what i", "sorry i meant", "oops", "new plan", "change that", "replace that", "swap the", "undo", "cancel that", "cancel these",
        "cancel the above", "cancel the last", "delete that", "delete the previous", "delete the last", "delete the above", "never mind", "nevermind", "is void", "are void",
        "ignore the", "ignore that", "ignore this", "ignore my", "ignore everything", "ignore these", "disregard the", "disregard that", "disregard this", "disregard my",
        "disregard everything", "forget the first", "forget the last", "forget this", "forget that", "dont do it", "dont do this", "dont do that", "do not do it", "do not do this",
        "do not do that", "dont execute", "do not execute", "just kidding", "only kidding", "jk", "a joke", "joke", "a suggestion", "an idea", "only ideas", "bad idea",
        "over my dead body", "decided against", "under no circumstances", "withdraw my", "not an order", "not orders", "no orders yet", "stays after all",
    ]),
    (Mood::Doubt, &[
        "maybe", "perhaps", "possibly", "probably", "presumably", "i think", "we think", "i guess", "i suppose", "i believe", "not sure", "unsure", "not certain",
        "undecided", "i might", "we might", "he might", "might", "i may", "we may", "he may", "may want", "may attack", "may move", "may go", "may buy", "if possible",
        "where possible", "if you can", "if he can", "if i can", "hopefully", "i hope", "i wonder", "wondering", "tempted", "thinking of", "thinking about",
        "thought about", "thinking we", "consider", "considering", "tentative", "tentatively", "ideally", "preferably", "would have", "could have", "should have",
        "had considered", "i could", "we could", "he could", "let me know if", "let me know whether", "tell me if", "tell me whether", "up to you", "whatever you think",
        "your call", "you decide", "or so", "roughly", "in theory", "i would rather", "id rather", "we would rather", "i feel like", "as you see fit",
        "if only", "i would", "we would", "id", "some time", "leaning towards", "leaning toward",
    ]),
    (Mood::Example, &[
        "for example", "for instance", "example", "eg", "draft", "drafts", "suppose", "supposing", "hypothetically", "what if", "hypothetical", "sample", "a test", "just a test", "only a test", "test only", "dry run", "not sent", "before i send",
    ]),
    (Mood::Exception, &[
        "all but", "except for", "except", "excepting", "excluding", "apart from", "other than", "but not", "save for", "but for", "minus the", "bar", "exception", "exceptions", "excepted",
    ]),
    (Mood::Condition, &[
        "if you do not hear", "if you dont hear", "if you hear nothing", "if i do not write", "if i dont write", "if i send nothing", "whenever you do not hear",
        "as soon as", "as long as", "so long as", "only if", "only when", "only after", "in case", "provided", "providing", "assuming", "depending", "contingent",
        "unless", "if", "when", "whenever", "until", "till", "while", "subject to", "on condition", "on the condition", "on one condition", "in the event", "conditional",
    ]),
    (Mood::Bound, &["up to", "at most", "at least", "no more than", "not more than", "no less than", "or more", "or less", "or fewer", "between", "this time only", "only this time", "just this once", "only this once"]),
    (Mood::Choice, &["either", "whichever", "one of the two", "choose the", "which is better", "one of these", "choose one", "alternatively", "or"]),
    (Mood::OtherTime, &[
        "tomorrow", "next week", "next turn", "next time", "next year", "next month", "next season", "later on", "later", "afterwards", "eventually", "some day", "someday",
        "soon", "last turn", "last time", "last month", "yesterday", "in the future", "at some point", "one day", "not yet", "next letter", "last quarter", "the turn after", "in spring",
        "in the spring",
    ]),
    (Mood::Denial, &[
        "no longer", "not", "dont", "doesnt", "didnt", "wont", "cant", "cannot", "shouldnt", "wouldnt", "isnt", "arent", "never", "no", "none", "nobody", "nothing",
        "neither", "nor", "without", "refuse", "refuses", "decline", "declines", "reject", "rejects", "cancel", "cancels", "forget", "disregard", "ignore", "instead of", "rather than",
        "avoid", "nope", "scrap", "drop the", "call off", "in no hurry", "in no rush",
    ]),
];

/// Phrases that look like a mood and are none.
const NO_MOOD: &[&str] = &[
    "i would like",
    "we would like",
    "i would appreciate",
    "id like",
    "id love",
    "i would be glad",
    "i would ask",
    "i would be obliged",
    "as soon as possible",
    "instead of scoring",
    "rather than scoring",
    "instead of gaining",
    "unless i say otherwise",
    "unless told otherwise",
    "until i say otherwise",
    "if you please",
    "if its ok",
    "if thats ok",
    "if that is ok",
    "if you would",
    "if you dont mind",
    "if you do not mind",
    "no problem",
    "not a problem",
    "no hurry",
    "no rush",
    "no big deal",
    "no need to hurry",
    "no need to rush",
    "no need to reply",
    "no need to answer",
    "no delay",
    "without delay",
    "without further delay",
    "without any delay",
    "with no delay",
    "without haste",
    "without fail",
    "without exception",
    "no exceptions",
    "no worries",
    "not bad",
    "why not",
    "no later than",
    "evenly between",
    "equally between",
    "split between",
    "divided between",
    "before combat",
    "more or less",
    "if occupied",
    "if needed",
    "if necessary",
    "if held",
    "if the enemy is there",
    "before battle",
    "when possible",
    "before the battle",
    "no doubt",
    "up to pp",
    "up to pulse",
    "when it is",
    "as we agreed",
    "not only",
    "oops forgot",
    "oops i forgot",
    "oops one more",
    "oops almost forgot",
    "before that",
    "after that",
    "no strings",
    "while were at it",
    "while we are at it",
    "while youre at it",
    "while you are at it",
    "while im at it",
];

/// Words with which a question begins, before the one who is asked about.
#[rustfmt::skip]
const ASKING: &[&str] = &[
    "should", "shall", "do", "does", "did", "is", "are", "was", "were", "am", "can", "could", "may", "would", "will", "has", "have", "might", "must",
];

/// Who may be asked about.
const ASKED_ABOUT: &[&str] = &["i", "we", "it", "he", "she", "they", "there", "you", "this", "that"];

/// Words with which any sentence is a question.
#[rustfmt::skip]
const QUESTION_WORDS: &[&str] = &[
    "why", "how many", "how much", "how far", "how do", "how does", "how can", "how long", "how about", "what about", "what happens", "what does", "what is", "what are", "what would", "whats",
    "what do", "how is this", "how are these", "who is", "who has", "where is", "where are", "when is", "when does", "when will", "which of", "is it", "any chance", "any news", "wondering if",
];

/// Requests that only look like questions.
#[rustfmt::skip]
pub(crate) const REQUESTS: &[&str] = &[
    "could you please", "can you please", "would you please", "will you please", "could you", "can you", "would you kindly", "would you", "will you", "can we please", "could we please",
    "can i please", "could i please", "may i please", "please could you", "please can you", "can we", "could we", "can i have", "may i have",
];

/// The signs of moods in a text, in their order.
pub fn signs_of(text: &str, words: &[Word<'_>]) -> Vec<Sign> {
    let mut signs = Vec::new();
    signs.extend(struck_out(text));
    signs.extend(question(text, words));
    let mut at = 0;
    while at < words.len() {
        let (mood, count) = phrase_here(words, at).unwrap_or((None, 1));
        signs.extend(mood.map(|mood| Sign { mood, start: words[at].start, end: words[at + count - 1].end }));
        at += count;
    }
    signs
}

/// The moods of a text, each as often as it shows.
pub fn moods_of(text: &str) -> Vec<Mood> {
    signs_of(text, &words_of(text)).into_iter().map(|sign| sign.mood).collect()
}

/// Marks that say no, and those with which a program strikes words out.
const CROSSES: &[&str] = &["~~", "\u{274c}", "\u{274e}", "\u{1f6ab}", "\u{26d4}", "\u{1f44e}", "\u{2717}", "\u{2718}"];

fn struck_out(text: &str) -> Option<Sign> {
    if text.is_ascii() && !text.contains(['~', '/']) {
        return None;
    }
    let found = CROSSES.iter().find_map(|cross| Some((text.find(cross)?, cross.len())));
    let remarked = || text.trim_start().starts_with("//").then(|| (text.len() - text.trim_start().len(), 2));
    let (start, length) = found.or_else(remarked)?;
    Some(Sign { mood: Mood::Denial, start, end: start + length })
}

/// Whether a sign says no, where others like it say nothing.
pub(crate) fn is_cross(sign: char) -> bool {
    CROSSES.iter().any(|cross| cross.starts_with(sign) && cross.chars().count() == 1)
}

/// What a phrase shows, and the phrase.
type Telling = (Option<Mood>, &'static str);

/// A first word, and the phrases that begin with it.
type Beginning = (&'static str, Vec<Telling>);

/// The phrases by the letter and then the word that they begin with, and what they show: nothing, or a mood.
static BY_FIRST_WORD: LazyLock<Vec<Vec<Beginning>>> = LazyLock::new(|| {
    let harmless = NO_MOOD.iter().map(|phrase| (None, *phrase));
    let telling = PHRASES.iter().flat_map(|(mood, phrases)| phrases.iter().map(|phrase| (Some(*mood), *phrase)));
    let mut table: Vec<Vec<Beginning>> = vec![Vec::new(); usize::from(u8::MAX) + 1];
    for (mood, phrase) in harmless.chain(telling) {
        let first = phrase.split(' ').next().unwrap_or(phrase);
        let of_letter = &mut table[usize::from(first.as_bytes()[0])];
        match of_letter.iter_mut().find(|(word, _)| *word == first) {
            Some((_, tellings)) => tellings.push((mood, phrase)),
            None => of_letter.push((first, vec![(mood, phrase)])),
        }
    }
    table
});

/// The phrase that stands at a word: what it shows, and how many words it takes.
fn phrase_here(words: &[Word<'_>], at: usize) -> Option<(Option<Mood>, usize)> {
    let word = words[at].word.as_ref();
    let of_letter = BY_FIRST_WORD.get(usize::from(*word.as_bytes().first()?))?;
    let (_, phrases) = of_letter.iter().find(|(first, _)| *first == word)?;
    let (mood, count) = phrases.iter().find_map(|(mood, phrase)| Some((*mood, phrase_at(words, at, phrase)?)))?;
    // "until 3" and "till PP 3" are the end of a range.
    let next = words.get(at + count).map_or("", |word| word.word.as_ref());
    let is_range = ["until", "till"].contains(&words[at].word.as_ref())
        && (next.starts_with(|sign: char| sign.is_ascii_digit()) || ["pp", "pulse"].contains(&next));
    // "Up to 5" is a bound, "up to Cairo" a way.
    let is_way = mood == Some(Mood::Bound) && words[at].word == "up" && !is_amount(next);
    Some((mood.filter(|_| !is_range && !is_way), count))
}

/// Whether a word says how many: a number, or what stands for one.
fn is_amount(word: &str) -> bool {
    const AMOUNTS: &[&str] =
        &["", "a", "an", "all", "half", "as", "max", "the", "that", "what", "whatever", "his", "my", "our", "their"];
    word.starts_with(|sign: char| sign.is_ascii_digit()) || small_number(word).is_some() || AMOUNTS.contains(&word)
}

/// Whether the text asks: by its mark, or by how it begins.
fn question(text: &str, words: &[Word<'_>]) -> Option<Sign> {
    let first = words.first()?;
    let last = words.last()?;
    if first_phrase(words, 0, REQUESTS).is_some() {
        return None;
    }
    let whole = Sign { mood: Mood::Question, start: first.start, end: last.end };
    if let Some(mark) = text.find('?') {
        return Some(Sign { start: mark, end: mark + 1, ..whole });
    }
    let is_asking = ASKING.contains(&first.word.as_ref())
        && words.get(1).is_some_and(|second| ASKED_ABOUT.contains(&second.word.as_ref()));
    let begins = first_phrase(words, 0, QUESTION_WORDS).map(|(_, count)| count).or(is_asking.then_some(2))?;
    Some(Sign { end: words[begins - 1].end, ..whole })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mood_is_known_by_its_words() {
        for (text, wanted) in [
            ("Should I cede Genoa to Spain", vec![Mood::Question]),
            ("buy 5 infantry?", vec![Mood::Question]),
            ("Could you please move McDowell to Fredericksburg?", vec![]),
            ("maybe buy 5 infantry", vec![Mood::Doubt]),
            ("Don't move McDowell", vec![Mood::Denial]),
            ("move McDowell to Fredericksburg, no wait, Manassas", vec![Mood::Correction]),
            ("trade with Prussia or Russia", vec![Mood::Choice]),
            ("unless Austria objects", vec![Mood::Condition]),
            ("everyone except France", vec![Mood::Exception]),
            ("give Spain at most 5", vec![Mood::Bound]),
            ("give Spain up to 5", vec![Mood::Bound]),
            ("sail Foote up to Memphis", vec![]),
            ("move him tomorrow", vec![Mood::OtherTime]),
            ("as soon as possible", vec![]),
            ("PP 1 until 3: entrench", vec![]),
            ("~~move McDowell~~", vec![Mood::Denial]),
            ("move McDowell \u{274c}", vec![Mood::Denial]),
            ("// buy 5 infantry", vec![Mood::Denial]),
            ("buy 5 infantry \u{2705}", vec![]),
        ] {
            assert_eq!(moods_of(text), wanted, "{text}");
        }
    }
}
