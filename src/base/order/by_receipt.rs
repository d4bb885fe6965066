//! Orders on file by when they came: all of them in that order, and what a letter that repeats them makes of it.

use super::sheet::Filed;
use crate::game::SeatId;

/// The orders of these sheets in the order in which they came: by time, then by letter, then as they stand in it. Those of which
/// that is not known were on file before any of which it is, so they come first, seat by seat as they stand.
pub fn in_order_of_receipt<'a, O>(
    sheets: impl IntoIterator<Item = (&'a SeatId, &'a Vec<Filed<O>>)>,
) -> Vec<(&'a SeatId, &'a Filed<O>)> {
    let lines = sheets.into_iter().flat_map(|(seat, lines)| lines.iter().map(move |line| (seat, line)));
    let mut lines: Vec<_> = lines.collect();
    lines.sort_by_key(|(_, line)| line.received);
    lines
}

/// An order that was on file `before` the letter and is among its `new` ones has come when it first did: whoever repeats his list
/// loses no place by it. Each lends that to one order like it, and those that are `kept` beside the new ones lend nothing.
pub fn keep_first_receipt<O: PartialEq>(before: &[Filed<O>], kept: &[Filed<O>], new: &mut [Filed<O>]) {
    let mut free: Vec<&Filed<O>> = before.iter().collect();
    let mut take = |line: &Filed<O>| {
        let at = free.iter().position(|old| old.is_same_order(line))?;
        Some(free.remove(at))
    };
    for line in kept {
        take(line);
    }
    for line in new {
        let Some(first) = take(line).map(|first| first.received) else { continue };
        // A letter that is let in late came before; of two letters of one second the first is the one on file.
        let came_before = line.received.zip(first).is_some_and(|(now, first)| now.at < first.at);
        line.received = if came_before { line.received } else { first };
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::received::{LetterKey, Received};
    use super::super::sheet::When;
    use super::*;

    fn received(at: i64, letter: u8, place: u32) -> Option<Received> {
        Some(Received { at, letter: LetterKey([letter; 16]), place })
    }

    fn line(words: &str, received: Option<Received>) -> Filed<String> {
        Filed {
            section: "builds".to_owned(),
            order: words.to_owned(),
            canonical: words.to_owned(),
            written: words.to_owned(),
            is_by_gm: false,
            received,
            when: When::Now,
            is_added: false,
            is_left_over: false,
            asked: None,
        }
    }

    fn receipts(lines: &[Filed<String>]) -> Vec<Option<Received>> {
        lines.iter().map(|line| line.received).collect()
    }

    #[test]
    fn orders_of_all_seats_come_by_time_then_by_letter_then_as_they_stand() {
        let seat = |name: &str| SeatId::parse(name).unwrap();
        let sheets = BTreeMap::from([
            (seat("north"), vec![line("late", received(9, 1, 0)), line("second", received(5, 1, 1))]),
            (seat("south"), vec![line("other letter", received(5, 2, 0)), line("old", None)]),
            (seat("west"), vec![line("first", received(5, 1, 0))]),
        ]);
        let words: Vec<&str> = in_order_of_receipt(&sheets).iter().map(|(_, line)| line.order.as_str()).collect();
        assert_eq!(words, ["old", "first", "second", "other letter", "late"]);
    }

    #[test]
    fn an_order_that_is_repeated_came_when_it_first_did() {
        let before = [line("corn", received(1, 1, 0)), line("wood", received(1, 1, 1)), line("salt", None)];
        let mut new = ["wood", "iron", "salt"].map(|words| line(words, received(7, 2, 0)));
        keep_first_receipt(&before, &[], &mut new);
        assert_eq!(receipts(&new), [received(1, 1, 1), received(7, 2, 0), None]);
    }

    #[test]
    fn of_two_letters_of_one_second_the_one_on_file_came_first() {
        let mut new = [line("corn", received(5, 1, 0))];
        keep_first_receipt(&[line("corn", received(5, 2, 3))], &[], &mut new);
        assert_eq!(receipts(&new), [received(5, 2, 3)]);
    }

    #[test]
    fn an_order_that_is_added_to_one_like_it_came_with_its_own_letter() {
        let before = [line("corn", received(1, 1, 0)), line("corn", received(2, 2, 0))];
        let mut new = [line("corn", received(7, 3, 0)), line("corn", received(7, 3, 1))];
        keep_first_receipt(&before, &before[..1], &mut new);
        assert_eq!(receipts(&new), [received(2, 2, 0), received(7, 3, 1)]);
    }

    #[test]
    fn a_letter_that_is_let_in_late_came_when_it_came() {
        let mut new = [line("corn", received(3, 1, 0))];
        keep_first_receipt(&[line("corn", received(5, 2, 0))], &[], &mut new);
        assert_eq!(receipts(&new), [received(3, 1, 0)]);
    }

    #[test]
    fn a_line_stored_without_its_receipt_is_read_and_written_as_it_was() {
        let stored = r#"{"section":"builds","order":"corn","canonical":"corn","written":"corn","is_by_gm":false}"#;
        let read: Filed<String> = serde_json::from_str(stored).unwrap();
        assert_eq!((read.received, serde_json::to_string(&read).unwrap().as_str()), (None, stored));
        let known = line("corn", received(3, 7, 2));
        let json = serde_json::to_value(&known).unwrap();
        assert_eq!(json["received"]["letter"], "07".repeat(16));
        assert_eq!(serde_json::from_value::<Filed<String>>(json).unwrap(), known);
    }
}
