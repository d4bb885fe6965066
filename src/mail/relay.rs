//! A person's words as our letters show them to somebody else: every line bears a mark by which readers of mail, ours first
//! of all, know a quote, however the next program quotes it again. Knows nothing of who said what.

use std::fmt;

use serde::{Serialize, Serializer};

use super::characters::{columns_in, columns_of};
use base::planted::is_planted;

/// What every line begins with: as pages keep such lines one by one, and as [`quote`](super::quote) leaves them out.
pub const MARK: &str = "  | ";

/// Widest line with its mark, in columns: programs that quote it once or twice more need not break it.
pub(super) const WIDTH: usize = 64;

/// Columns at which a program breaks what is written at the fewest.
const LEAST_BREAK: usize = 66;

/// The lines, those of a paragraph that a program broke as one: broken a second time every other one would be short.
fn flowing(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut flowing: Vec<String> = Vec::new();
    let mut above = 0;
    for line in lines {
        let columns = columns_in(&line);
        let word = columns_in(line.split(' ').next().unwrap_or_default());
        let is_full = above > WIDTH - MARK.len() && above + 1 + word > LEAST_BREAK;
        let goes_on = is_full && line.starts_with(char::is_lowercase);
        above = columns;
        match flowing.last_mut().filter(|_| goes_on) {
            Some(paragraph) => {
                paragraph.push(' ');
                paragraph.push_str(&line);
            }
            None => flowing.push(line),
        }
    }
    flowing
}

/// Longest address of a page that stands on one line, in characters: programs know no longer ones.
const LONGEST_URL: usize = 2_000;

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
        let lines = flowing(words.split(is_line_end).map(with_few_blanks));
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

/// Whether a word is the address of a page: broken it leads nowhere. It is no order, and what a program makes of it on a line of its
/// own is none either.
pub fn is_url(word: &str) -> bool {
    let word = word.trim_start_matches(['(', '<', '[', '"', '\'']);
    let has_scheme = ["https://", "http://"].iter().any(|scheme| {
        word.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)) && word.len() > scheme.len()
    });
    has_scheme && word.len() <= LONGEST_URL && word.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Where the address of a page ends that a line begins with.
fn end_of_url(line: &str) -> Option<usize> {
    let set_in = line.len() - line.trim_start().len();
    let word = line[set_in..].split(' ').next().filter(|word| is_url(word))?;
    Some(set_in + word.len())
}

/// Writes one line, broken at its blanks, and within a word where it has none; an address stays whole, alone on its line.
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
        let blank = rest[..edge].rfind(' ').filter(|&at| !rest[..at].trim().is_empty());
        let at = blank.or_else(|| end_of_url(rest)).unwrap_or(edge);
        put(&rest[..at], out);
        rest = rest[at..].trim_start_matches(' ');
        if rest.is_empty() {
            return;
        }
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
    fn an_address_stands_whole_and_alone_on_its_line() {
        let url = format!("https://docs.example.org/{}?page=118#leaders", "a-b/".repeat(30));
        let said = Relayed::of(&format!("See {url} for the rule.\n  ({url})"));
        assert_eq!(said.text(), format!("  | See\n  | {url}\n  | for the rule.\n  |   ({url})"));
        assert_eq!(Relayed::of("see http://a.example/x now").text(), "  | see http://a.example/x now");
        for word in ["https://", "ftp://a.example/", "xhttps://a.example/", "https://a.example/\u{4e2d}"] {
            assert!(!is_url(word), "{word}");
        }
        let endless = Relayed::of(&format!("https://{}", "a".repeat(3_000)));
        assert!(endless.text().lines().all(|line| line.chars().count() <= WIDTH), "{endless}");
    }

    #[test]
    fn a_paragraph_that_a_program_broke_flows_on() {
        let words = "I believe that we should hold the line of the river until the word that the\nreinforcements come, which was \
                     promised for the autumn, when all the roads\nare dry still.\nPP 1: hold the line with all that is there and be \
                     so kind as to stay with it\nPP 2: hold";
        let said = Relayed::of(words);
        assert_eq!(
            said.text().lines().collect::<Vec<_>>(),
            [
                "  | I believe that we should hold the line of the river until",
                "  | the word that the reinforcements come, which was promised",
                "  | for the autumn, when all the roads are dry still.",
                "  | PP 1: hold the line with all that is there and be so kind",
                "  | as to stay with it",
                "  | PP 2: hold",
            ]
        );
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
