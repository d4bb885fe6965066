//! The fair copy of a line, as a clerk makes it before reading: names become marks, dashes and spaces become plain.
//! Remembers where everything stood, so that a remark can point into the line as it was typed.
//!
//! In a fair copy a single space stands only between two words or numbers; punctuation has none around it.

use crate::board::Hex;
use crate::rules::civil_war::scenario::{NameMeaning, Scenario};

/// The mark of a place in a fair copy.
pub(super) const PLACE: u8 = b'@';
/// The mark of a leader.
pub(super) const LEADER: u8 = b'~';
/// The mark of a name that is both.
pub(super) const EITHER: u8 = b'$';
/// The mark of a number that has the form of a hex, off the map.
pub(super) const NOWHERE: u8 = b'#';
/// Lines longer than this are nobody's order.
pub(super) const LONGEST: usize = 2_000;

/// What a mark stands for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Named<'s> {
    /// A name of the gazetteer.
    Name(&'s NameMeaning),
    /// A hex by its number.
    Hex(Hex),
    /// Four digits that are no hex of the map.
    Nowhere,
}

/// A mark: where it stands in the copy, what it is, and its bytes in the line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark<'s> {
    pub at: u32,
    pub named: Named<'s>,
    pub start: u32,
    pub end: u32,
}

/// A line in fair copy.
#[derive(Debug)]
pub(super) struct FairCopy<'s, 'l> {
    /// The line as it was typed.
    pub line: &'l str,
    /// The copy.
    pub text: String,
    /// Its marks, in order.
    pub marks: Vec<Mark<'s>>,
    /// Where copy and line part: from this byte of the copy on, the line runs from that byte.
    steps: Vec<(u32, u32)>,
}

/// Small words that are names only when they are written large.
const EVERYDAY: [&str; 3] = ["early", "price", "hill"];

struct Clerk<'s, 'l> {
    scenario: Option<&'s Scenario>,
    copy: FairCopy<'s, 'l>,
    at: usize,
    shift: i64,
}

/// Copies a line. Without a scenario no names are known.
pub(super) fn copy<'s, 'l>(scenario: Option<&'s Scenario>, line: &'l str) -> FairCopy<'s, 'l> {
    let copy = FairCopy {
        line,
        text: String::with_capacity(line.len() + 8),
        marks: Vec::with_capacity(4),
        steps: Vec::with_capacity(16),
    };
    let mut clerk = Clerk { scenario, copy, at: 0, shift: 0 };
    while clerk.at < line.len() {
        clerk.copy_next();
    }
    clerk.copy.trim_end();
    clerk.copy
}

impl<'s> FairCopy<'s, '_> {
    /// The byte of the line that a byte of the copy came from.
    pub fn origin(&self, at: usize) -> usize {
        let next = self.steps.partition_point(|(copied, _)| *copied as usize <= at);
        let step = next.checked_sub(1).map(|last| self.steps[last]);
        let byte = step.map_or(at, |(copied, origin)| origin as usize + at - copied as usize);
        self.line.floor_char_boundary(byte)
    }

    /// The stretch of the line that a stretch of the copy came from.
    pub fn span(&self, start: usize, end: usize) -> (usize, usize) {
        let from = self.origin(start);
        let last = end.max(start + 1) - 1;
        let to = match self.mark(last) {
            Some(mark) => mark.end as usize,
            None => {
                let from = self.origin(last);
                // An arrow may be typed with several signs.
                let is_shaft = |sign: char| sign == '-' || sign == '=';
                let head = match self.text.as_bytes().get(last) {
                    Some(b'>') => from + self.line[from..].find(|sign| !is_shaft(sign)).unwrap_or(0),
                    _ => from,
                };
                head + self.line[head..].chars().next().map_or(0, char::len_utf8)
            }
        };
        (from, to.max(from))
    }

    /// The mark that stands at a byte of the copy.
    pub fn mark(&self, at: usize) -> Option<&Mark<'s>> {
        let place = self.marks.binary_search_by_key(&at, |mark| mark.at as usize).ok()?;
        Some(&self.marks[place])
    }

    /// The words of the line behind a stretch of the copy.
    pub fn words(&self, start: usize, end: usize) -> &str {
        let (from, to) = self.span(start, end);
        &self.line[from..to]
    }

    fn trim_end(&mut self) {
        let kept = self.text.trim_end_matches([' ', '.', ',', ';', '!', '-', ':']).len();
        self.text.truncate(kept);
    }
}

impl<'s> Clerk<'s, '_> {
    fn copy_next(&mut self) {
        let line = self.copy.line;
        match line.as_bytes()[self.at] {
            b'a'..=b'z' | b'A'..=b'Z' => self.copy_word(),
            b'0'..=b'9' => self.copy_number(),
            b' ' | b'\t' | b'_' | b'"' | b'#' | b'$' | b'~' | 0..=31 | 127 => self.at += 1,
            b'-' => self.copy_dash(),
            b'=' if line[self.at..].starts_with("=>") => self.punctuate('>', 2),
            b'@' => self.put_word("at", 1),
            b'&' => self.put_word("and", 1),
            b'\'' | b'`' => self.copy_apostrophe(1),
            plain if plain < 128 => self.punctuate(char::from(plain), 1),
            _ => self.copy_wide(),
        }
    }

    /// Notes where the copy and the line part.
    fn sync(&mut self) {
        let shift = self.at as i64 - self.copy.text.len() as i64;
        if shift != self.shift {
            self.copy.steps.push((self.copy.text.len() as u32, self.at as u32));
            self.shift = shift;
        }
    }

    /// A space where two words, numbers or marks would touch.
    fn separate(&mut self) {
        let last = self.copy.text.as_bytes().last();
        if last.is_some_and(|last| last.is_ascii_alphanumeric() || *last >= 128 || is_mark(*last)) {
            self.copy.text.push(' ');
        }
        self.sync();
    }

    fn put_word(&mut self, word: &str, bytes: usize) {
        self.separate();
        self.copy.text.push_str(word);
        self.at += bytes;
    }

    fn punctuate(&mut self, sign: char, bytes: usize) {
        self.sync();
        self.copy.text.push(sign);
        self.at += bytes;
    }

    fn copy_word(&mut self) {
        self.separate();
        if self.copy_name() {
            return;
        }
        let rest = &self.copy.line[self.at..];
        let bytes = letters(rest);
        self.copy.text.push_str(&rest[..bytes]);
        self.at += bytes;
    }

    fn copy_name(&mut self) -> bool {
        let Some(scenario) = self.scenario else { return false };
        let rest = &self.copy.line[self.at..];
        if let Some((meaning, bytes)) = scenario.gazetteer.index().longest(rest) {
            if EVERYDAY.contains(&&rest[..bytes]) {
                return false;
            }
            self.put_mark(mark_of(meaning), Named::Name(meaning), bytes);
            return true;
        }
        self.copy_plural_name(scenario, rest)
    }

    /// `Braggs army`: the apostrophe is often left out.
    fn copy_plural_name(&mut self, scenario: &'s Scenario, rest: &str) -> bool {
        let bytes = letters(rest);
        if bytes < 4 || !rest.starts_with(|first: char| first.is_ascii_uppercase()) || !rest[..bytes].ends_with('s') {
            return false;
        }
        match scenario.gazetteer.index().longest(&rest[..bytes - 1]) {
            Some((meaning, found)) if found == bytes - 1 && !meaning.leaders.is_empty() => {
                self.put_mark(mark_of(meaning), Named::Name(meaning), found);
                self.copy.text.push_str("'s");
                self.at += 1;
                true
            }
            _ => false,
        }
    }

    fn put_mark(&mut self, mark: u8, named: Named<'s>, bytes: usize) {
        self.sync();
        let (at, start) = (self.copy.text.len() as u32, self.at as u32);
        self.copy.text.push(char::from(mark));
        self.at += bytes;
        self.copy.marks.push(Mark { at, named, start, end: self.at as u32 });
    }

    fn copy_number(&mut self) {
        let rest = &self.copy.line[self.at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        self.separate();
        if let Some(scenario) = self.scenario.filter(|_| digits == 4) {
            let hex: Option<Hex> = rest[..digits].parse().ok().filter(|hex| scenario.map.hex(*hex).is_some());
            let named = hex.map_or(Named::Nowhere, Named::Hex);
            return self.put_mark(if hex.is_some() { PLACE } else { NOWHERE }, named, digits);
        }
        self.copy.text.push_str(&rest[..digits]);
        self.at += digits;
    }

    /// One dash or a row of them, or an arrow.
    fn copy_dash(&mut self) {
        let rest = &self.copy.line[self.at..];
        let dashes = rest.bytes().take_while(|byte| *byte == b'-').count();
        match rest.as_bytes().get(dashes) {
            Some(b'>') => self.punctuate('>', dashes + 1),
            _ => self.punctuate('-', dashes),
        }
    }

    /// An apostrophe inside a word stays; any other is a quotation mark.
    fn copy_apostrophe(&mut self, bytes: usize) {
        let line = self.copy.line;
        let inside = line[..self.at].ends_with(char::is_alphabetic);
        let rest = &line[self.at + bytes..];
        let tail = letters(rest);
        if !inside || tail == 0 {
            self.at += bytes;
            return;
        }
        self.punctuate('\'', bytes);
        self.sync();
        self.copy.text.push_str(&rest[..tail]);
        self.at += tail;
    }

    fn copy_wide(&mut self) {
        let rest = &self.copy.line[self.at..];
        let Some(sign) = rest.chars().next() else { return };
        let bytes = sign.len_utf8();
        match sign {
            '\u{2018}' | '\u{2019}' | '\u{2032}' | '\u{b4}' | '\u{2bc}' => self.copy_apostrophe(bytes),
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => self.punctuate('-', bytes),
            '\u{2192}' | '\u{21d2}' | '\u{2794}' | '\u{279c}' | '\u{27a1}' => self.punctuate('>', bytes),
            '\u{2022}' | '\u{b7}' | '\u{25aa}' | '\u{25e6}' | '\u{25cf}' | '\u{25cb}' | '\u{2023}' | '\u{2043}' => {
                self.punctuate('*', bytes);
            }
            '\u{2026}' => self.punctuate('.', bytes),
            '\u{200b}'..='\u{200d}' | '\u{feff}' | '\u{ad}' | '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' => {
                self.at += bytes
            }
            space if space.is_whitespace() || space.is_control() => self.at += bytes,
            letter if letter.is_alphabetic() => self.copy_word(),
            other => self.punctuate(other, bytes),
        }
    }
}

fn is_mark(byte: u8) -> bool {
    matches!(byte, PLACE | LEADER | EITHER | NOWHERE)
}

fn mark_of(meaning: &NameMeaning) -> u8 {
    match (meaning.places.is_empty(), meaning.leaders.is_empty()) {
        (false, false) => EITHER,
        (false, true) => PLACE,
        _ => LEADER,
    }
}

/// How many bytes of letters a text begins with.
fn letters(text: &str) -> usize {
    let plain = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    if text.as_bytes().get(plain).is_none_or(|next| *next < 128) {
        return plain;
    }
    text.find(|letter: char| !letter.is_alphabetic()).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::sync::LazyLock;

    static CAMPAIGN: LazyLock<Scenario> = LazyLock::new(|| Scenario::embedded().expect("the campaign"));

    #[test]
    fn names_become_marks_and_punctuation_stands_close() {
        let text = |line: &str| copy(Some(&CAMPAIGN), line).text;
        assert_eq!(text("PP 1 \u{2013} 3 : move  Lee to  Fort Donelson (3 CP)."), "PP 1-3:move ~ to @(3 CP)");
        assert_eq!(text("PP1-3: Jackson\u{2019}s force -> 4913; 9999"), "PP 1-3:$'s force>@;#");
        assert_eq!(text("\u{2022} Braggs army, 4SP @ St. Louis"), "*~'s army,4 SP at @");
        assert_eq!(text("Don't 'quote' the R\u{ee}o"), "Don't quote the R\u{ee}o");
    }

    #[test]
    fn a_stretch_of_the_copy_points_into_the_line() {
        let line = "PP 1 \u{2013} 3 :  march Lee to Fort  Donelson now";
        let copy = copy(Some(&CAMPAIGN), line);
        let at = copy.text.find('@').expect("a place");
        assert_eq!(copy.words(at, at + 1), "Fort  Donelson");
        let now = copy.text.find("now").expect("a word");
        assert_eq!(copy.words(now, now + 3), "now");
        assert_eq!(copy.words(0, copy.text.len()), line);
    }

    proptest! {
        #[test]
        fn every_stretch_lies_on_the_borders_of_letters(line in "\\PC*", from in 0usize..60, wide in 0usize..60) {
            let copy = copy(Some(&CAMPAIGN), &line);
            let (start, end) = copy.span(from, from + wide);
            prop_assert!(line.is_char_boundary(start) && line.is_char_boundary(end) && start <= end);
        }
    }
}
