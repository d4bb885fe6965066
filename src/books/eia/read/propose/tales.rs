//! What a line tells of others or of earlier quarters beside what it wants now: the tale is left out, and "this time not" turns it
//! round.

use super::deeds::is_telling;
use super::parts::{Word, is_unit};
use super::phrase::phrase;
use reader::loose::Kind;

/// Words for a time that is over.
const PAST: &[&str] = &[
    "last time",
    "last quarter",
    "last turn",
    "last year",
    "last phase",
    "in the past",
    "so far",
    "until now",
    "till now",
    "up to now",
];
/// Words for what is to be now.
const NOW: &[&str] = &[
    "this time",
    "this quarter",
    "this turn",
    "now",
    "today",
    "any more",
    "anymore",
    "no longer",
    "no more",
    "never again",
    "again",
];

/// A sentence with one of these tells what somebody did, wants or is said to do: it orders nothing, and those beside it may.
#[rustfmt::skip]
const TELLING: &[&str] = &[
    "had i",
    "had we",
    "were i",
    "told me", "told us", "told him", "told her", "told them", "wrote", "used to", "promised me", "promised us", "has asked", "have asked", "asked for", "asks for", "asked me", "asked us", "is asking", "i hear", "we hear", "i heard", "we heard", "they say",
    "he says", "she says", "rumour", "rumours", "rumor", "rumors", "apparently", "it seems", "will surely", "will certainly", "is bound to", "are bound to", "no doubt will", "was going to", "were going to", "had meant to", "had wanted to", "had intended to",
    "had thought", "had planned", "had hoped", "i wanted to", "we wanted to", "i nearly", "we nearly", "i almost", "we almost", "thought of", "half a mind", "we lent", "i lent", "we gave", "i gave", "we paid", "i paid", "was paid", "were paid", "i owed", "we owed",
    "wants me to", "want me to", "wants us to", "want us to", "would like me to", "i want ~ to", "we want ~ to", "i'd like ~ to", "we'd like ~ to", "i would like ~ to", "we would like ~ to", "~ is buying", "~ is building", "~ are buying", "~ are building", "~ is selling", "i sold", "we sold",
    "could not", "couldn't", "did not", "didn't", "i believe", "we believe", "is said to", "are said to", "supposedly", "i bet", "we bet", "i guess ~", "i expect ~", "we expect ~", "will probably", "will likely", "is likely to", "are likely to",
];

/// Whether a sentence tells something.
pub(super) fn is_tale(words: &[Word<'_, '_>]) -> bool {
    phrase(words, TELLING).is_some()
}

/// "Last quarter I let Russia through; this time not": what is to be now, in the words of what was.
pub(super) fn present<'s, 'c>(words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    let Some((past, count)) = phrase(&words, PAST) else { return words };
    let Some(joint) = joint_behind(&words, past + count) else { return words };
    let now = &words[joint + 1..];
    let Some(_) = phrase(now, NOW) else { return words };
    let says_more = now.iter().any(|word| {
        word.name().is_some() || word.number().is_some() || is_unit(word) || word.word().is_some_and(is_telling)
    });
    if says_more {
        return now.to_vec();
    }
    if !now.iter().any(denies) {
        return words;
    }
    let not = Word { at: words[joint].at, kind: Kind::Word("not") };
    let kept = words[..joint].iter().enumerate().filter(|(at, _)| !(past..past + count).contains(at));
    let kept = kept.map(|(_, word)| word.clone()).skip_while(|word| word.is_one_of(&["i", "we"]) || word.is_sign(",."));
    kept.chain([not]).collect()
}

fn denies(word: &Word<'_, '_>) -> bool {
    word.is_one_of(&["not", "no", "never", "nobody", "none"]) || word.word().is_some_and(|word| word.ends_with("n't"))
}

/// The stop or joint behind a place at which the line turns to something else.
fn joint_behind(words: &[Word<'_, '_>], from: usize) -> Option<usize> {
    let is_joint = |word: &Word<'_, '_>| word.is_sign(",;.-") || word.is_one_of(&["but", "and", "however"]);
    let first = (from..words.len()).find(|at| is_joint(&words[*at]))?;
    // ", but": the last of them.
    let more = words[first + 1..].iter().take_while(|word| is_joint(word)).count();
    (first + more + 1 < words.len()).then_some(first + more)
}
