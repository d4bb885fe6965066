//! What a line adds without asking anything by it, and what it takes back of itself: reasons, "the ship can wait", "4 will do".

use super::deeds::is_telling;
use super::parts::{Word, is_unit};
use super::phrase::phrase;
use super::tales::is_tale;
use crate::read::nouns::unit_of;
use reader::loose::{Kind, is_conditional};

/// Words with which a reason begins.
const SUBJECTS: &[&str] =
    &["he", "she", "it", "they", "we", "i", "that", "this", "he's", "she's", "they're", "we're", "i'm", "it's"];
/// Verbs of a reason that may speak of what orders speak of as well.
const NEEDING: &[&str] = &["need", "needs", "needed"];
/// Words of a piece that is more than a reason.
#[rustfmt::skip]
const MORE: &[&str] = &[
    "but", "only", "not", "no", "never", "except", "or", "each", "apiece", "both", "all", "rest", "everything", "half", "max", "maximum", "nothing", "none", "nobody", "everybody", "everyone", "back", "due",
    "loan", "gift", "free", "conquered", "instead", "later", "next", "please", "same", "too", "likewise", "unless", "until", "till", "when", "yes", "want", "wants",
];

/// The line without pieces that give a reason: "Prussia is to have 4, he is poor".
pub(super) fn without_reasons<'s, 'c>(words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    let is_stop = |word: &Word<'_, '_>| word.is_sign(",;.-(");
    let mut kept: Vec<Word<'s, 'c>> = Vec::with_capacity(words.len());
    let mut from = 0;
    while from < words.len() {
        let wide = words[from..].iter().skip(1).position(is_stop).map_or(words.len() - from, |at| at + 1);
        let piece = &words[from..from + wide];
        let says = if is_stop(&piece[0]) { &piece[1..] } else { piece };
        let is_apart = from > 0 && is_stop(&piece[0]);
        if !(is_apart && is_reason(says)) {
            kept.extend_from_slice(piece);
        }
        from += wide;
    }
    kept
}

fn is_reason(words: &[Word<'_, '_>]) -> bool {
    let Some((first, rest)) = words.split_first().filter(|(_, rest)| !rest.is_empty()) else { return false };
    // "Since Jean won't agree": these begin nothing but a reason.
    if first.is_one_of(&["since", "because"]) {
        return true;
    }
    let needs = rest[0].is_one_of(NEEDING);
    let orders = |word: &Word<'_, '_>| {
        word.name().is_some()
            || word.number().is_some()
            || is_unit(word)
            || word.is_one_of(MORE)
            || word.word().is_some_and(|word| word.ends_with("n't"))
            || !needs && word.word().is_some_and(is_telling)
    };
    first.is_one_of(SUBJECTS) && !is_tale(words) && !words.iter().any(orders) && !is_conditional(words)
}

/// "Agree, but keep Riga out of it": all but Riga.
pub(super) fn with_exceptions<'s, 'c>(mut words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    const KEEPS: &[&str] = &[
        "but keep",
        "but leave",
        "but please keep",
        "but please leave",
        "only keep",
        "just keep",
        "and keep",
        "and leave",
    ];
    let Some((at, count)) = phrase(&words, KEEPS) else { return words };
    let Some(out) = words[at..].iter().position(|word| word.is_one_of(&["out"])).map(|out| at + out) else {
        return words;
    };
    let end =
        out + 1 + words[out + 1..].iter().take_while(|word| word.is_one_of(&["of", "it", "this", "that"])).count();
    words.drain(out..end);
    words.drain(at + 1..at + count);
    words[at].kind = Kind::Word("except");
    words
}

/// "6 militia, too many, 4 will do": the number that is enough stands for the one before it.
pub(super) fn with_what_will_do<'s, 'c>(mut words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    const ENOUGH: &[&str] = &[
        "# will do",
        "# would do",
        "# should do",
        "# will be enough",
        "# is enough",
        "# are enough",
        "# is plenty",
        "# will suffice",
        "# is all",
    ];
    let Some((at, _)) = phrase(&words, ENOUGH) else { return words };
    let mut before = words[..at].iter().enumerate().filter(|(_, word)| word.number().is_some());
    let (Some((first, _)), None) = (before.next(), before.next()) else { return words };
    words[first].kind = words[at].kind.clone();
    let end = words[first..at].iter().position(|word| word.is_sign(",;.-")).map_or(at, |stop| first + stop);
    words.truncate(end);
    words
}

/// "5 inf 1 ship, forget the ship": without what is taken back, and the words that do it.
pub(super) fn without_what_waits<'s, 'c>(mut words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    let Some((from, noun, to)) = taking_back(&words) else { return words };
    let unit = unit_of(&words[noun]);
    let counted = (1..from).find(|at| unit_of(&words[*at]) == unit && is_unit(&words[*at]));
    let Some(counted) = counted else { return words };
    let is_count = words[counted - 1].number().is_some() || words[counted - 1].is_one_of(&["a", "an"]);
    if !is_count {
        return words;
    }
    words.drain(from..to);
    words.drain(counted - 1..=counted);
    words
}

/// Where a purchase is taken back: its first word, its noun, and one past its last word.
fn taking_back(words: &[Word<'_, '_>]) -> Option<(usize, usize, usize)> {
    const DROPS: &[&str] = &["forget", "skip", "drop", "strike", "scrap", "omit", "cancel", "delete"];
    const ARTICLES: &[&str] = &["the", "that", "those", "my", "our"];
    let is_article = |at: usize| words.get(at).is_some_and(|word| word.is_one_of(ARTICLES));
    let dropped = (1..words.len()).find(|at| words[*at].is_one_of(DROPS) && is_article(at + 1));
    if let Some(at) = dropped.filter(|at| words.get(at + 2).is_some_and(is_unit)) {
        return Some((at, at + 2, at + 3));
    }
    let (noun, count) = phrase(
        words,
        &["can wait", "must wait", "has to wait", "have to wait", "will have to wait", "may wait", "later", "not now"],
    )?;
    let at = noun.checked_sub(2).filter(|at| is_article(*at) && is_unit(&words[noun - 1]))?;
    Some((at, noun - 1, noun + count))
}
