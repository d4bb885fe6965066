//! The turn or phase that a line begins with, and whether it is the one that is open. Knows words, the title of a phase and its number.

use std::fmt;

/// What a line is for that is not open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Elsewhere {
    /// A part of the calendar that the open phase does not name, by its word and number: "quarter 2".
    Period(&'static str, u32),
    /// Another turn.
    Turn(u32),
    /// Another phase, by the number that the house gives it.
    Phase(u32),
}

impl fmt::Display for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Period(word, number) => write!(f, "{word} {number}"),
            Self::Turn(turn) => write!(f, "turn {turn}"),
            Self::Phase(phase) => write!(f, "phase {phase}"),
        }
    }
}

/// Words that may stand before it: "My orders for turn 3".
const BEFORE: &[&str] = &["my", "our", "the", "orders", "order", "moves", "for", "of", "in", "on", "here", "are"];

/// What a line begins with, where it is not the phase of this title and number.
pub(super) fn elsewhere(title: Option<&str>, phase: Option<u32>, line: &str) -> Option<Elsewhere> {
    let line = line.get(..line.len().min(LONGEST_LOOKED_AT)).unwrap_or(line).to_lowercase();
    let mut said: Vec<&str> = words_of(&line).skip_while(|word| BEFORE.contains(word)).take(2).collect();
    // "Second quarter"; that of a year the book knows.
    if let [ordinal, period] = said[..]
        && let Some(at) = ORDINALS.iter().position(|known| *known == ordinal)
        && (period == "turn" || PERIODS.contains(&period))
        && !line.contains("year")
    {
        said = vec![period, FIGURES[at]];
    }
    if let [word, number, ..] = said[..]
        && word == "phase"
    {
        let named = number_of(number).filter(|named| phase.is_some_and(|open| open != *named));
        return named.map(Elsewhere::Phase);
    }
    if let [word, number, ..] = said[..]
        && let Some(period) = PERIODS.iter().find(|period| **period == word)
    {
        return number_of(number)
            .filter(|number| !title_names(title, period, *number))
            .map(|number| Elsewhere::Period(period, number));
    }
    let turn = turn_at(&said, 0)?;
    is_another_turn(title?, turn).then_some(Elsewhere::Turn(turn))
}

/// Parts of a calendar that players count. A word of them without its number is a word like any other: "day and night".
/// Windows of a quarter are none: orders for a later one may be given ahead.
const PERIODS: &[&str] = &["quarter", "week", "day", "month", "season", "campaign"];

const ORDINALS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
const FIGURES: [&str; 6] = ["1", "2", "3", "4", "5", "6"];

#[rustfmt::skip]
const MONTHS: &[&str] = &[
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
];

/// Whether a title names a part of the calendar by its number.
fn title_names(title: Option<&str>, period: &str, number: u32) -> bool {
    let title = title.unwrap_or_default().to_lowercase();
    let words: Vec<&str> = words_of(&title).collect();
    let month = || MONTHS.iter().position(|month| words.contains(month));
    let is_of_quarter = || month().is_some_and(|month| month / 3 + 1 == number as usize);
    period == "quarter" && is_of_quarter()
        || words.windows(2).any(|pair| pair[0] == period && number_of(pair[1]) == Some(number))
}

/// Whether a title tells turns, and this is none of them.
fn is_another_turn(title: &str, turn: u32) -> bool {
    let title = title.to_lowercase();
    let words: Vec<&str> = words_of(&title).collect();
    let tells_turns = words.contains(&"turn") || turn_at(&words, 0).is_some();
    tells_turns && !(0..words.len()).any(|at| turn_at(&words, at) == Some(turn))
}

/// A turn stands at the beginning of a line, or nowhere.
const LONGEST_LOOKED_AT: usize = 60;

/// "Turn 2", "T2", "T 2" at this word.
fn turn_at(words: &[&str], at: usize) -> Option<u32> {
    let word = words.get(at)?;
    match *word {
        "turn" | "t" => number_of(words.get(at + 1)?),
        _ => number_of(word.strip_prefix("turn").or_else(|| word.strip_prefix('t'))?),
    }
}

fn number_of(text: &str) -> Option<u32> {
    Some(text).filter(|text| text.len() < 3)?.parse().ok()
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_begins_with_another_turn_is_known() {
        let turn = |title: &str, line: &str| elsewhere(Some(title), Some(3), line);
        let spring = "Turn 2, spring campaign of 1861";
        for line in
            ["Turn 3:", "turn 3 vote 1 aye", "T3: build", "Orders for turn 12:", "# Turn 1", "*My orders for turn 4*"]
        {
            assert!(turn(spring, line).is_some(), "{line}");
        }
        for line in ["Turn 2:", "T2: vote 1 aye", "TST 3", "vote 3 aye in turn 3", "turn left", "T3500", "T", ""] {
            assert_eq!(turn(spring, line), None, "{line}");
        }
        assert_eq!(turn("Build turn before the war", "Turn 2: vote 1 aye"), Some(Elsewhere::Turn(2)));
        assert_eq!(turn("T1 TST1", "Turn 2:"), Some(Elsewhere::Turn(2)));
        assert_eq!(turn("T1 TST1", "T1 TST2:"), None);
        assert_eq!(turn("March 1805 W1 offer", "T2"), None);
    }

    #[test]
    fn a_line_that_begins_with_another_phase_is_known() {
        let phase = |line: &str| elsewhere(Some("T1 TST1"), Some(3), line);
        for line in ["Phase 2:", "phase 4: vote 1 aye", "Orders for phase 12:", "*Phase 1*"] {
            assert!(phase(line).is_some(), "{line}");
        }
        for line in ["Phase 3:", "Orders for phase 3", "phase", "this phase: 2 CP", "phase out 2 units"] {
            assert_eq!(phase(line), None, "{line}");
        }
        for line in ["Quarter 2:", "Day 3: vote 1 aye", "Orders for week 12:"] {
            assert!(phase(line).is_some(), "{line}");
            assert!(elsewhere(Some("Week 12, day 3 of quarter 2"), Some(3), line).is_none(), "{line}");
        }
        assert_eq!(phase("day and night"), None);
        for line in ["Second quarter:", "Orders for the third week:"] {
            assert!(phase(line).is_some(), "{line}");
        }
        for line in ["Window 1:", "W5: cede Livonia to Russia"] {
            assert!(elsewhere(Some("March 1805 W1 offer"), Some(3), line).is_none(), "{line}");
        }
        assert!(phase("Second quarter of the year: 5 infantry").is_none());
        assert!(phase("First two lines").is_none());
        assert!(elsewhere(Some("June 1805 W1 offer"), Some(3), "Second quarter: 5 infantry").is_none());
        assert!(elsewhere(Some("June 1805 W1 offer"), Some(3), "Third quarter: 5 infantry").is_some());
        assert!(elsewhere(Some("Turn 1, spring"), Some(3), "First turn:").is_none());
        assert_eq!(elsewhere(Some("Turn 1, spring"), Some(3), "Second turn:"), Some(Elsewhere::Turn(2)));
        assert_eq!(elsewhere(Some("T1 TST1"), None, "Phase 2:"), None);
    }
}
