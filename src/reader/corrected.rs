//! What an order is meant to say when a line below it puts something else in place of a part of it: "scratch that, 6". Makes
//! words of orders; whether they are one, its caller asks.

use crate::slip::small_number;
use crate::words::{Word, first_phrase, words_of};

/// Words before what is put instead.
#[rustfmt::skip]
const LEADING: &[&str] = &[
    "scratch that", "strike that", "forget that", "change that to", "make that", "make it", "i meant", "i mean", "we meant", "meant", "should be", "should read", "sorry", "sry", "wait", "oops", "actually", "typo", "correction",
    "better", "or rather", "rather", "or", "hm", "hmm", "well", "oh", "ah", "er", "um", "only", "just", "to",
];
/// Words behind it.
#[rustfmt::skip]
const TRAILING: &[&str] = &[
    "sorry", "please", "pls", "only", "though", "instead", "is enough", "is plenty", "will do", "would do", "of them", "tops", "max", "really", "actually", "on second thoughts", "on second thought", "of course", "in total",
];
/// Most words of what is put instead.
const MOST_WORDS: usize = 3;
/// Most words of an order that is mended.
const MOST_OF_ORDER: usize = 24;

/// What a correction puts in place of something; none where it only takes back.
pub(crate) fn put_instead(text: &str) -> Option<&str> {
    let words = words_of(text);
    let mut first = 0;
    while let Some(count) = leading(text, &words, first) {
        first += count;
    }
    let mut end = words.len();
    let is_behind = |end: usize| {
        TRAILING.iter().find_map(|phrase| {
            let at = end.checked_sub(phrase.split(' ').count())?;
            (at >= first && first_phrase(&words, at, &[phrase]).is_some()).then_some(at)
        })
    };
    while let Some(at) = is_behind(end) {
        end = at;
    }
    let is_few = (1..=MOST_WORDS).contains(&end.saturating_sub(first));
    (is_few && (first > 0 || end < words.len())).then(|| &text[words[first].start..words[end - 1].end])
}

/// How many words at a place lead to what is put instead: "no" where more follows behind a stop, "no Cairo" takes back.
fn leading(text: &str, words: &[Word<'_>], at: usize) -> Option<usize> {
    let found = |at: usize| first_phrase(words, at, LEADING).map(|(_, count)| count);
    let is_no = words.get(at).is_some_and(|word| {
        word.word == "no" && (text[word.end..].starts_with([',', '.', '!']) || found(at + 1).is_some())
    });
    if is_no { Some(1) } else { found(at) }
}

/// An order with `value` in place of its number, or of a word or two: all that it may mean, the likelier first.
pub(crate) fn mended(order: &str, value: &str) -> Vec<String> {
    let timed = order.split_once(": ").filter(|(head, _)| head.starts_with("PP"));
    let body = timed.map_or(order, |(_, body)| body);
    let from = order.len() - body.len();
    let words = words_of(body);
    if words.len() > MOST_OF_ORDER {
        return Vec::new();
    }
    let put =
        |start: usize, end: usize, with: &str| format!("{}{with}{}", &order[..from + start], &order[from + end..]);
    if let Some(number) = number_of(value) {
        let numbers: Vec<&Word<'_>> = words.iter().filter(|word| is_figure(word) && stands_free(body, word)).collect();
        return match numbers[..] {
            [one] => vec![put(one.start, one.end, &number)],
            _ => Vec::new(),
        };
    }
    let windows = (1..=2).flat_map(|count| words.windows(count));
    windows.map(|window| put(window[0].start, window[window.len() - 1].end, value)).collect()
}

/// The number with which a text begins, in figures.
fn number_of(value: &str) -> Option<String> {
    let words = words_of(value);
    let first = words.first()?;
    match small_number(&first.word) {
        Some(number) => Some(number.to_string()),
        None if is_figure(first) => {
            let figures = value.split_whitespace().next()?.replace([',', '.'], "");
            let end = figures.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(figures.len());
            Some(figures[..end].to_owned())
        }
        None => None,
    }
}

fn is_figure(word: &Word<'_>) -> bool {
    word.word.starts_with(|sign: char| sign.is_ascii_digit())
}

/// Whether a number is no part of a name such as "W4" or "F7-T1".
fn stands_free(text: &str, word: &Word<'_>) -> bool {
    let is_part = |sign: char| sign.is_alphanumeric() || sign == '-';
    !text[..word.start].ends_with(is_part) && !text[word.end..].starts_with(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_instead_stands_behind_the_words_that_take_back() {
        for (text, wanted) in [
            ("scratch that, 6", Some("6")),
            ("no sorry make that frederick", Some("frederick")),
            ("sry meant 5", Some("5")),
            ("Two points only.", Some("Two points")),
            ("oops 500", Some("500")),
            ("One will do.", Some("One")),
            ("Sorry, 2000.", Some("2000")),
            ("I mean Baltimore.", Some("Baltimore")),
            ("Forget the above.", None),
            ("unless Lee is there", None),
            ("no", None),
        ] {
            assert_eq!(put_instead(text), wanted, "{text}");
        }
    }

    #[test]
    fn a_number_goes_where_the_only_number_stands_and_a_name_anywhere() {
        assert_eq!(mended("PP 1-3: enter 3 infantry at Washington", "two"), ["PP 1-3: enter 2 infantry at Washington"]);
        assert_eq!(mended("borrow 4000 Eg", "2,000"), ["borrow 2000 Eg"]);
        assert_eq!(mended("buy 5 infantry, 2 cavalry", "3"), Vec::<String>::new());
        let moved = mended("PP 1-3: move Grant to Fort Henry", "Paducah");
        assert!(moved.iter().any(|order| order == "PP 1-3: move Grant to Paducah"), "{moved:?}");
    }
}
