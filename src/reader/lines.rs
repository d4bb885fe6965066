//! One order at a time, however a mail client wrapped it. Knows lines; the book says what they mean.

use base::order::{Line, LineStatus, Remark};

use crate::lookalike::{as_seen, disguise};

/// Most lines one order may be spread over.
pub const MOST_JOINED: usize = 3;

/// What a line was read as; told apart by whether anything must still be said.
pub trait Reading {
    /// Whether the order is complete as it was read.
    fn is_whole(&self) -> bool;
}

/// A line, or a few joined, and what it was read as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderLine<T> {
    /// The number of its first line in the visible text, from 1.
    pub number: usize,
    /// Its text; lines joined with single spaces.
    pub text: String,
    /// How many lines of the letter it took.
    pub count_of_lines: usize,
    /// What it was read as.
    pub outcome: Result<T, Remark>,
}

/// Reads lines that may be orders. One that is not whole alone is tried with the next one or two lines that follow at
/// once and do not themselves begin an order; the shortest reading that is best wins.
pub fn read_order_lines<T: Reading>(
    lines: &[Line],
    begins: impl Fn(&str) -> bool,
    mut read: impl FnMut(&str) -> Result<T, Remark>,
) -> Vec<OrderLine<T>> {
    let mut read = |text: &str| match read(text) {
        Ok(reading) if reading.is_whole() => Ok(reading),
        Ok(reading) => disguise(text).map_or(Ok(reading), Err),
        Err(remark) => Err(undisguised(text, remark, &begins)),
    };
    let mut read_lines = Vec::new();
    let mut rest = lines;
    while let Some(first) = rest.first() {
        let mut best = alone(first, &mut read);
        if may_go_on(&best.outcome) {
            for count in 2..=wrapped(rest, &begins) {
                let text = joined(&rest[..count]);
                let outcome = read(&text);
                if rank(&outcome) > rank(&best.outcome) {
                    best = OrderLine { number: first.number, text, count_of_lines: count, outcome };
                }
            }
        }
        rest = &rest[best.count_of_lines..];
        read_lines.push(best);
    }
    read_lines
}

/// A line is no chatter because letters of another script keep it from being seen as the order it looks like.
fn undisguised(text: &str, remark: Remark, begins: &impl Fn(&str) -> bool) -> Remark {
    if text.is_ascii() || remark.status == LineStatus::Refused {
        return remark;
    }
    if remark.status == LineStatus::Chatter && !begins(&as_seen(text)) {
        return remark;
    }
    disguise(text).unwrap_or(remark)
}

fn alone<T>(line: &Line, read: &mut impl FnMut(&str) -> Result<T, Remark>) -> OrderLine<T> {
    OrderLine { number: line.number, text: line.text.clone(), count_of_lines: 1, outcome: read(&line.text) }
}

/// Whether more words could make it whole; chatter and refusals are what they are.
fn may_go_on<T: Reading>(outcome: &Result<T, Remark>) -> bool {
    match outcome {
        Ok(reading) => !reading.is_whole(),
        Err(remark) => matches!(remark.status, LineStatus::Incomplete | LineStatus::Unread),
    }
}

/// Nothing is better than an order that stands whole; an order that stands is better than none.
fn rank<T: Reading>(outcome: &Result<T, Remark>) -> u8 {
    match outcome {
        Ok(reading) if reading.is_whole() => 2,
        Ok(_) => 1,
        Err(_) => 0,
    }
}

/// How many lines from the first may belong together: no gap between them, and no other beginning.
fn wrapped(lines: &[Line], begins: &impl Fn(&str) -> bool) -> usize {
    let follows = |pair: &[Line]| pair[1].number == pair[0].number + 1 && !begins(&pair[1].text);
    1 + lines.windows(2).take(MOST_JOINED - 1).take_while(|pair| follows(pair)).count()
}

fn joined(lines: &[Line]) -> String {
    let words: Vec<_> = lines.iter().flat_map(|line| line.text.split_whitespace()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Eq)]
    struct Move {
        words: String,
        is_whole: bool,
    }

    impl Reading for Move {
        fn is_whole(&self) -> bool {
            self.is_whole
        }
    }

    /// "go NAME to PLACE" is whole, "go NAME" is not, "go" alone is unread; the rest is chatter.
    fn read(text: &str) -> Result<Move, Remark> {
        let words: Vec<_> = text.split_whitespace().collect();
        match words.as_slice() {
            ["go", _, "to", _] => Ok(Move { words: text.to_owned(), is_whole: true }),
            ["go", _] => Ok(Move { words: text.to_owned(), is_whole: false }),
            ["go", ..] => Err(Remark::unread("Where to?")),
            _ => Err(Remark::chatter()),
        }
    }

    fn read_all(text: &str) -> Vec<(usize, String, usize, bool)> {
        let numbered = text.lines().enumerate().filter(|(_, text)| !text.is_empty());
        let lines: Vec<_> = numbered.map(|(index, text)| Line { number: index + 1, text: text.to_owned() }).collect();
        let orders = read_order_lines(&lines, |text| text.starts_with("go"), read);
        orders.into_iter().map(|line| (line.number, line.text, line.count_of_lines, line.outcome.is_ok())).collect()
    }

    #[test]
    fn an_order_wrapped_over_three_lines_is_one_order() {
        assert_eq!(
            read_all("go\n  Hal to\nYork\nthanks"),
            [(1, "go Hal to York".to_owned(), 3, true), (4, "thanks".to_owned(), 1, false)]
        );
    }

    #[test]
    fn a_line_that_is_whole_alone_takes_nothing_more() {
        assert_eq!(read_all("go Hal to York\ntoday")[0], (1, "go Hal to York".to_owned(), 1, true));
    }

    #[test]
    fn an_order_that_lacks_words_takes_them_from_the_next_line() {
        assert_eq!(read_all("go Hal\nto York"), [(1, "go Hal to York".to_owned(), 2, true)]);
    }

    #[test]
    fn the_next_order_is_never_swallowed() {
        assert_eq!(
            read_all("go\ngo Hal to York"),
            [(1, "go".to_owned(), 1, false), (2, "go Hal to York".to_owned(), 1, true)]
        );
    }

    #[test]
    fn an_empty_line_ends_an_order() {
        assert_eq!(read_all("go Hal\n\nto York").len(), 2);
    }

    #[test]
    fn an_order_in_letters_of_another_script_is_no_chatter_and_no_order() {
        let line = [Line { number: 1, text: "g\u{43e} Hal to York".to_owned() }];
        let orders = read_order_lines(&line, |text| text.starts_with("go"), read);
        let remark = orders[0].outcome.as_ref().unwrap_err();
        assert_eq!(remark.status, LineStatus::Unread);
        assert!(remark.message.contains("U+043E"), "{}", remark.message);
    }

    #[test]
    fn what_stays_unread_when_joined_stays_alone() {
        let lines = read_all("go nowhere at all\nyours, Hal");
        assert_eq!(lines[0], (1, "go nowhere at all".to_owned(), 1, false));
        assert_eq!(lines[1].1, "yours, Hal");
    }
}
