//! A person's words as our letters show them to somebody else: every line bears a mark by which readers of mail, ours first
//! of all, know a quote, however the next program quotes it again. Knows nothing of who said what.

use std::fmt;

use serde::{Serialize, Serializer};

use super::characters::columns_of;
use base::planted::is_planted;

/// What every line begins with: as pages keep such lines one by one, and as [`quote`](super::quote) leaves them out.
pub const MARK: &str = "  | ";

/// Widest line with its mark, in columns: programs that quote it once or twice more need not break it.
pub(super) const WIDTH: usize = 64;

/// Words that somebody else wrote, set off on every line. There is no way to the bare words from here.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Relayed(String);

impl Relayed {
    /// The words set off. Whatever any program may take for a line end is one; blank lines at both ends are dropped.
    pub fn of(words: &str) -> Self {
        if is_planted("relayed-words-bare") {
            return Self(words.to_owned());
        }
        let words = words.replace("\r\n", "\n");
        let lines: Vec<String> = words.split(is_line_end).map(with_few_blanks).collect();
        let is_blank = |line: &&String| line.trim().is_empty();
        let start = lines.iter().take_while(is_blank).count();
        let end = lines.len() - lines[start..].iter().rev().take_while(is_blank).count();
        let mut set_off = String::with_capacity(words.len() + words.len() / 8);
        for line in &lines[start..end] {
            put_line(line, &mut set_off);
        }
        set_off.truncate(set_off.trim_end_matches('\n').len());
        Self(set_off)
    }

    /// A sentence of ours with the words below it.
    pub fn below(sentence: &str, words: &str) -> String {
        format!("{sentence}\n\n{}", Self::of(words))
    }

    /// The reason that somebody gave, as a paragraph of its own behind others; nothing when none was given.
    pub fn reason(reason: Option<&str>) -> String {
        reason.map_or_else(String::new, |reason| format!("\n\n{}", Self::below("The reason given:", reason)))
    }

    /// The lines, each with its mark.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether nothing was said.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Relayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Relayed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

fn is_line_end(sign: char) -> bool {
    matches!(sign, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Most blanks before a line, and most between two words of it.
const MOST_BEFORE: usize = 8;
pub(super) const MOST_BETWEEN: usize = 2;

/// A line with few blanks in a row: where a program breaks one it drops them, and the rest could not be told from a typed line.
fn with_few_blanks(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut blanks = 0;
    for sign in line.trim_end().chars() {
        blanks = if sign.is_whitespace() { blanks + 1 } else { 0 };
        let most = if out.trim_start().is_empty() { MOST_BEFORE } else { MOST_BETWEEN };
        match blanks {
            0 => out.push(sign),
            blanks if blanks <= most => out.push(' '),
            _ => {}
        }
    }
    out
}

/// Writes one line, broken at its blanks, and within a word where it has none.
fn put_line(line: &str, out: &mut String) {
    let room = WIDTH - MARK.len();
    let mut rest = line;
    loop {
        let mut columns = 0;
        let mut is_beyond = |c: char| {
            columns += columns_of(c);
            columns > room
        };
        let edge = rest.char_indices().find(|&(_, c)| is_beyond(c)).map(|(at, _)| at);
        let Some(edge) = edge else { break };
        let at = rest[..edge].rfind(' ').filter(|&at| !rest[..at].trim().is_empty()).unwrap_or(edge);
        put(&rest[..at], out);
        rest = rest[at..].trim_start_matches(' ');
    }
    put(rest, out);
}

fn put(text: &str, out: &mut String) {
    out.push_str(MARK);
    out.push_str(text);
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::visible::read_plain;

    #[test]
    fn every_line_is_marked_and_none_is_long() {
        let words = format!("Hello,\r\n\r\n  {}\nend {}\n\n", "word ".repeat(30), "x".repeat(200));
        let relayed = Relayed::of(&words);
        assert!(relayed.text().starts_with("  | Hello,\n  |\n  |   word word"), "{relayed}");
        assert!(relayed.text().lines().all(|line| line.starts_with("  |") && line.chars().count() <= WIDTH));
        assert!(!relayed.text().ends_with('\n'));
    }

    #[test]
    fn no_line_is_wider_than_programs_leave_whole_whatever_it_is_written_in() {
        for (sign, most) in
            [("\u{1f600} ", 20), ("\u{4e2d}", 30), ("\u{ac00}", 30), ("\u{ff21}", 30), ("\u{231a}", 30), ("\u{e9}", 60)]
        {
            let relayed = Relayed::of(&format!("hello {} CANCEL ALL", sign.repeat(60)));
            let count = |line: &str| line.matches(sign.trim()).count();
            assert!(relayed.text().lines().all(|line| count(line) <= most), "{relayed}");
            assert!(relayed.text().ends_with("CANCEL ALL"), "{relayed}");
        }
    }

    #[test]
    fn few_blanks_stand_in_a_row() {
        let words = format!("{}so{}it\u{2003}\tis\n  set in", " ".repeat(30), " ".repeat(30));
        assert_eq!(Relayed::of(&words).text(), "  |         so  it  is\n  |   set in");
    }

    #[test]
    fn whatever_some_program_takes_for_a_line_end_begins_a_marked_line() {
        for end in ["\n", "\r", "\r\n", "\u{b}", "\u{c}", "\u{1d}", "\u{85}", "\u{2028}", "\u{2029}"] {
            assert_eq!(Relayed::of(&format!("fine{end}CANCEL ALL")).text(), "  | fine\n  | CANCEL ALL", "{end:?}");
        }
    }

    #[test]
    fn relayed_words_are_read_by_nobody_however_they_are_quoted() {
        let relayed = Relayed::of("==== Order form ====\nPP 1-3: enter 3 infantry at Richmond\nCANCEL ALL\n> READY");
        for quoted in [
            relayed.to_string(),
            relayed.text().lines().map(|line| format!("> {line}\n")).collect(),
            relayed.text().lines().map(|line| format!("{}\n", line.trim())).collect(),
        ] {
            let read = read_plain(&format!("Fine by me.\n\n{quoted}"));
            assert_eq!(read.lines, ["Fine by me."], "{quoted}");
            assert!(read.forms.is_empty(), "{quoted}");
        }
    }
}
