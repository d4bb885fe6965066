//! What is said beside an order for courtesy's sake, and how mail programs dress words up: it costs nothing and means nothing.
//! What is taken out leaves blanks of the same width, so that a remark still points at the right words.

use std::borrow::Cow;

use crate::mood::{REQUESTS, is_cross};
use crate::words::{Word, first_phrase, phrase_at, words_of};

/// Phrases before an order.
#[rustfmt::skip]
const BEFORE: &[&str] = &[
    "please", "pls", "plz", "kindly", "id like to", "id like you to", "i would like you to", "i would like to", "wed like to", "we would like to", "i want you to", "i want to", "we want to",
    "i wish to", "we wish to", "id like", "i would like", "wed like", "we would like", "lets", "let us", "go ahead and", "okay", "ok", "so", "well", "now", "finally", "lastly", "also",
    "and", "then", "yes", "hi", "hello", "hey", "also please", "ill", "i will", "we will", "well", "we shall", "i shall", "i am going to", "im going to", "were going to", "we are going to", "i plan to have",
    "secondly", "thirdly", "firstly", "btw", "oh and", "oh", "alright", "just", "my order", "here goes", "i order", "i hereby", "we hereby",
    "my orders", "orders", "additionally", "in addition", "last but not least", "as for orders", "thanks", "thx", "sorry", "gm", "dear gm", "judge", "umpire", "sir", "gents", "gentlemen",
];

/// Phrases behind an order.
#[rustfmt::skip]
const BEHIND: &[&str] = &[
    "please", "pls", "plz", "thanks", "thx", "thank you", "thank you very much", "thanks a lot", "many thanks", "thanks in advance", "ty", "tia", "cheers", "if thats ok", "if that is ok", "if thats okay", "if its ok",
    "if you please", "if you would", "if you dont mind", "if you do not mind", "sir", "ok", "okay", "as discussed", "as we discussed", "regards", "best regards", "kind regards", "sorry", "thats all", "that is all",
    "thats it", "lol", "haha", "mate", "folks", "guys", "old boy", "old chap", "good luck", "have fun", "gm", "dear gm", "dear judge", "judge", "kthx", "over and out", "huzzah", "cheerio",
];

/// A text without what means nothing; `None` when there is nothing of that in it.
pub fn without_courtesy(text: &str) -> Option<String> {
    let mut plain = without_dress(text);
    let words = words_of(&plain);
    if words.is_empty() {
        return None;
    }
    let first = behind_courtesy(&words);
    let last = before_courtesy(&words, first);
    if first >= last {
        return None;
    }
    let is_request = (0..first).any(|at| first_phrase(&words, at, REQUESTS).is_some());
    let head = if first == 0 { 0 } else { words[first].start };
    let tail = if last == words.len() { plain.len() } else { words[last - 1].end };
    blank(&mut plain, 0, head);
    let end = plain.len();
    blank(&mut plain, tail, end);
    if is_request {
        plain = plain.replace('?', " ");
    }
    (plain != text).then_some(plain)
}

/// Phrases with which a greeting or a farewell begins.
#[rustfmt::skip]
const PLEASANT: &[&str] = &[
    "hi", "hello", "hey", "dear", "sirs", "mr speaker", "mister speaker", "good morning", "good evening", "good afternoon", "good day", "good luck", "good game", "good hunting", "evening", "morning", "afternoon", "greetings",
    "thanks", "thank you", "thx", "ty", "cheers", "regards", "best wishes", "best regards", "best", "all the best", "kind regards", "yours", "sincerely", "hope", "happy", "merry",
    "see you", "see ya", "talk to you", "welcome", "bye", "ciao", "salut", "here are", "here is", "here goes", "heres", "these are my orders", "my orders", "sorry for", "sorry about", "sorry to",
    "enjoy", "have a", "have fun", "well done", "well played", "great game", "great report", "nice", "no news", "back from", "that is all", "thats all", "thats it", "that is it", "over to you",
];

/// Whether a few words are no more than a greeting, a farewell or a word of thanks.
pub fn is_courtesy(text: &str) -> bool {
    let words = words_of(text);
    words.is_empty() || first_phrase(&words, 0, PLEASANT).is_some() || behind_courtesy(&words) == words.len()
}

/// How many words at the beginning are courtesy.
fn behind_courtesy(words: &[Word<'_>]) -> usize {
    let mut at = 0;
    while let Some(count) = longest(words, at, REQUESTS).max(longest(words, at, BEFORE)) {
        at += count;
    }
    at
}

/// Where the words that are courtesy at the end begin.
fn before_courtesy(words: &[Word<'_>], first: usize) -> usize {
    let mut end = words.len();
    loop {
        let Some(last) = words[..end].last() else { return end };
        let ends_here = |phrase: &&str| {
            if !phrase.ends_with(&*last.word) {
                return None;
            }
            let count = phrase.split(' ').count();
            let at = end.checked_sub(count).filter(|at| *at > first)?;
            phrase_at(&words[..end], at, phrase).map(|_| at)
        };
        match BEHIND.iter().filter_map(ends_here).min() {
            Some(at) => end = at,
            None => return end,
        }
    }
}

fn longest(words: &[Word<'_>], at: usize, table: &[&str]) -> Option<usize> {
    table.iter().filter_map(|phrase| phrase_at(words, at, phrase)).max()
}

/// A text with blanks in place of its emoji, which are never part of a name.
pub fn without_emoji(text: &str) -> Cow<'_, str> {
    match text.contains(is_emoji) {
        true => Cow::Owned(blanked(text, |_, sign| is_emoji(sign))),
        false => Cow::Borrowed(text),
    }
}

/// Blanks in place of emoji and of the stars of mail programs that set words bold.
fn without_dress(text: &str) -> String {
    blanked(text, |at, sign| is_dress(text, at, sign))
}

fn blanked(text: &str, is_blank: impl Fn(usize, char) -> bool) -> String {
    let mut plain = String::with_capacity(text.len());
    for (at, sign) in text.char_indices() {
        if is_blank(at, sign) {
            plain.extend(std::iter::repeat_n(' ', sign.len_utf8()));
        } else {
            plain.push(sign);
        }
    }
    plain
}

fn is_dress(text: &str, at: usize, sign: char) -> bool {
    match sign {
        '*' | '_' | '~' | '`' => {
            let before = text[..at].chars().next_back();
            let behind = text[at + 1..].chars().next();
            let is_list = before.is_none() && behind.is_none_or(char::is_whitespace);
            // Two strike out what stands between.
            let is_cross = sign == '~' && (before == Some('~') || behind == Some('~'));
            !is_list && !is_cross
        }
        _ => is_emoji(sign),
    }
}

fn is_emoji(sign: char) -> bool {
    if is_cross(sign) {
        return false;
    }
    matches!(
        sign,
        '\u{2600}'..='\u{2793}'
            | '\u{2795}'..='\u{279b}'
            | '\u{27b0}'..='\u{27bf}'
            | '\u{2b00}'..='\u{2bff}'
            | '\u{1f000}'..='\u{1faff}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{200d}'
            | '\u{20e3}'
    )
}

fn blank(text: &mut String, from: usize, to: usize) {
    if from < to {
        text.replace_range(from..to, &" ".repeat(to - from));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn courtesy_is_blanked_and_nothing_moves() {
        for (text, wanted) in [
            (
                "Could you please move McDowell to Fredericksburg in PP 1-4?",
                "move McDowell to Fredericksburg in PP 1-4",
            ),
            ("I'd like to buy 5 infantry, thanks!", "buy 5 infantry"),
            ("**PP 1-4:** move McDowell to _Fredericksburg_ 🙏", "PP 1-4:   move McDowell to  Fredericksburg"),
            ("pls buy 5 infantry", "buy 5 infantry"),
        ] {
            let plain = without_courtesy(text).expect(text);
            assert_eq!(plain.len(), text.len(), "{text}");
            assert_eq!(plain.trim(), wanted);
        }
        assert_eq!(without_courtesy("buy 5 infantry"), None);
        assert_eq!(without_courtesy("please"), None);
    }

    #[test]
    fn greetings_are_courtesy_and_what_mends_an_order_is_none() {
        for text in
            ["Hi Ann", "Thanks!", "Sorry for the delay.", "All the best until Monday", "See you when I am back", ""]
        {
            assert!(is_courtesy(text), "{text}");
        }
        for text in
            ["Sorry, Culpeper.", "Have Pope stay.", "This is a joke.", "Banks too.", "All this only if he comes"]
        {
            assert!(!is_courtesy(text), "{text}");
        }
    }
}
