//! Whether a line speaks of what is to be done now: nothing is proposed for plans, tales, quotations, questions to somebody and
//! letters to other players. Also whether it is to hold every quarter.

use super::parts::Word;
use super::phrase::phrase;
use crate::order::{Act, Order};
use reader::loose::Kind;

/// A line with one of these is no order.
#[rustfmt::skip]
const TALK: &[&str] = &[
    "i wish", "wish list", "dream", "thinking of", "thinking about", "think about", "some day", "someday", "one day", "might", "i may buy", "i may lend", "i may give", "i may not", "i may want", "we may buy", "we may lend", "we may give", "we could", "i could", "he wants", "she wants", "they want", "probably", "tomorrow", "draft only", "a draft",     "said", "says he", "in your place", "if i were", "what do you think", "how much", "how many", "how about", "what about", "we bought", "i bought", "you bought", "he bought",
    "last game", "to do", "options", "how come", "is forgiven", "ideas", "wondering", "wonder", "proposal to", "next year", "next time", "next quarter", "next phase", "next month", "next turn", "sooner or later", "later this",     "not going", "not now", "any chance", "who knows", "don't know", "no idea", "i'd never", "at some point", "in our last", "my mistake to", "would be nice", "would be ready", "would be a", "are ready to", "is ready to",
    "could be talked", "over my dead", "as i wrote in the draft", "not yet", "in my name", "was it", "did i", "did we", "do i", "do we", "am i", "are we", "were we", "can i still", "may i", "remind me", "old joke",
    "i lost", "tried", "up to you", "coming quarter", "following quarter", "in the future we", "later on", "waiting for", "see what", "see about", "talk to me", "should be nice", "for a consideration", "in case",
    "things i will", "do not exist", "if you lend", "if you give", "if they", "mine )", "tbd", "i hope", "we hope", "in exchange for", "or else", "in summer", "in the summer", "back then", "yesterday we", "yesterday i", "offered me",
    "hereby authorize", "hereby authorise", "asked what", "good times", "would have", "could have", "should have", "there never was", "wouldn't it", "isn't it", "don't they", "doesn't it", "does it", "right ?", "no ?", "agreed ?",
    "each of us", "notes to", "note to", "is it true", "is it", "expect to", "plan to", "planning", "intend to", "considering", "consider", "as of last", "in your name", "whether", "not announcing", "not in the mood", "or not",
    "what we would", "what i'd", "for sale", "could become", "was the", "were the", "has he", "have they", "sold my", "for next", "shall some day", "someone", "somebody", "out of the question",
    "at least #",
    "at most #",
    "between #",
    "regards to",
    "greetings to",
    "spare ~", "trade secrets", "last quarter i", "it cost", "please confirm", "received my", "up to speed", "thanks to ~ for", "do not agree on", "too busy", "still to be", "be mad", "would be mad", "what if", "my plan", "our plan", "do you want", "do you think", "would you like", "notes", "not know yet",
];

/// What makes an order hold every quarter.
#[rustfmt::skip]
const STANDING: &[&str] = &[
    "standing", "always", "every quarter", "each quarter", "per quarter", "every phase", "each phase", "every time", "each time", "every turn", "each turn", "further notice", "from now on", "told otherwise", "say otherwise", "tell you otherwise",
    "hear otherwise", "all coming quarters", "all that follow", "all following quarters", "coming quarters", "until i am back", "until i get back", "until i'm back", "till i am back", "till i'm back", "until i return", "till i return", "while i am away",
    "while i'm away", "if you haven't heard from me by the deadline", "if you haven't heard from me", "if you have not heard from me", "if you don't hear from me", "if you do not hear from me", "if you hear nothing from me", "if i miss the deadline",
    "if i miss a deadline", "if i'm late", "if i am late", "if i go silent", "if i fall silent", "if i am silent", "if i'm silent", "if i don't write", "if i do not write", "if i forget", "if i do not answer", "if i don't answer", "whenever ~ offers it",
    "whenever it is offered", "whenever offered", "as a rule", "by default", "my default", "default", "defaults", "for the rest of the game", "until revoked", "until countermanded", "until i say otherwise", "until i write again", "till i write again", "until i write", "until you hear otherwise", "until we say otherwise", "until further orders", "until cancelled", "for the coming quarters", "for all quarters", "unless we say otherwise", "unless i say otherwise", "unless told otherwise", "unless i write otherwise",
    "till xmas", "until xmas", "till christmas", "until christmas", "henceforth", "permanently", "until i write otherwise", "till i say otherwise", "until i tell you otherwise", "until i say so", "quarterly", "here on in", "here on",
];

/// Small words that introduce what makes an order hold for good.
const UNTIL: &[&str] = &["until", "till", "unless", "if", "when", "whenever"];

/// Words that say that there is to be no trade, or no manipulation.
#[rustfmt::skip]
const NO_TRADE: &[&str] = &[
    "no trade", "no ~ trade", "without trade", "not trade", "don't trade", "offer nothing", "trade no", "no offer", "no ~ offer", "not offer", "don't offer",
];
const NO_MANIPULATION: &[&str] = &["no manipulation", "not manipulate", "don't manipulate"];

/// Words that take somebody out, who must then be named.
const EXCEPT: &[&str] =
    &["all but", "everybody but", "everyone but", "anyone but", "except", "excepting", "excluding", "bar"];

/// "Turkey n, Russia y": a yes and a no for each, which an offer does not hold.
fn is_ticked(words: &[Word<'_, '_>]) -> bool {
    phrase(words, &["y"]).is_some() && phrase(words, &["n"]).is_some()
}

/// Whether an order says the contrary of its line.
pub(super) fn is_contrary(order: &Order, words: &[Word<'_, '_>]) -> bool {
    match &order.act {
        Act::OfferTrade { partners, .. } if partners.is_nobody() => false,
        Act::OfferTrade { except, .. } => {
            phrase(words, NO_TRADE).is_some()
                || except.is_nobody() && phrase(words, EXCEPT).is_some()
                || is_ticked(words)
        }
        // "No trade in the Black Sea ports, yes in the Baltic" agrees but for some.
        Act::AnswerTrade { agrees: true, except } => except.is_empty() && phrase(words, NO_TRADE).is_some(),
        Act::Manipulate { level } => *level != 0 && phrase(words, NO_MANIPULATION).is_some(),
        _ => false,
    }
}

/// Whether a line is no order of now, whatever stands in it.
pub(super) fn is_talk(words: &[Word<'_, '_>]) -> bool {
    phrase(words, TALK).is_some() || is_letter_to_another(words)
}

/// "To Russia: ...", "dear Archduke".
fn is_letter_to_another(words: &[Word<'_, '_>]) -> bool {
    let begins = |at: usize| words.get(at).is_some_and(|word| word.is_one_of(&["to"]));
    let is_named = words.get(1).is_some_and(|word| word.name().is_some_and(|name| name.power.is_some()));
    let is_address = begins(0) && is_named && words.get(2).is_some_and(|word| matches!(word.kind, Kind::Sign(':')));
    let dear = words.windows(2).any(|pair| pair[0].is_one_of(&["dear"]) && pair[1].name().is_some());
    let asks = words.iter().any(|word| word.is_one_of(&["you", "your"])) && is_question(words);
    let begins_in = |at: usize| words.get(at).is_some_and(|word| word.is_one_of(&["in"]));
    let is_dated = begins_in(0) && words.iter().take(4).any(|word| word.number().is_some_and(|year| year > 1800));
    is_dated
        || is_address
        || dear && words.iter().any(|word| word.is_one_of(&["you", "your"]))
        || asks && !begins_politely(words)
}

fn begins_politely(words: &[Word<'_, '_>]) -> bool {
    phrase(words, &["would you", "could you", "can you", "will you", "would you please", "please"]).is_some()
        && words.iter().all(|word| !word.is_one_of(&["hands", "off"]))
}

/// Whether it asks.
pub(super) fn is_question(words: &[Word<'_, '_>]) -> bool {
    words.last().is_some_and(|word| matches!(word.kind, Kind::Sign('?')))
}

/// Whether it is to hold every quarter.
pub(super) fn is_standing(words: &[Word<'_, '_>]) -> bool {
    phrase(words, STANDING).is_some()
}

/// The line without what says that it is to hold every quarter, which is no condition.
pub(super) fn without_standing<'s, 'c>(mut words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    while let Some((at, count)) = phrase(&words, STANDING) {
        let from = at - usize::from(at > 0 && words[at - 1].is_one_of(UNTIL));
        words.drain(from..at + count);
    }
    words
}
