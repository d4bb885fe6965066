//! The fair copy of a line, as a clerk makes it before reading: names become marks, dashes and spaces become plain.
//! Remembers where everything stood, so that a remark can point into the line as it was typed. Which names there are, the
//! book says.
//!
//! In a fair copy a single space stands only between two words or numbers; punctuation has none around it.

/// The signs that may stand for a name; what each means is the book's to say.
const MARKS: [u8; 4] = *b"@~$#";

/// A name at the beginning of a text.
#[derive(Debug, Clone, Copy)]
pub struct Found<N> {
    /// The sign that stands for it in the copy: one of `@`, `~`, `$`, `#`.
    pub mark: u8,
    /// What it is.
    pub named: N,
    /// How many bytes it takes.
    pub bytes: usize,
    /// A genitive without its apostrophe: the one letter behind the name is its `s`.
    pub is_genitive: bool,
}

/// What a book's clerk knows by name.
pub trait Names {
    /// What a name stands for.
    type Named: Copy;
    /// The name that begins at the first letter of `text`.
    fn name(&self, text: &str) -> Option<Found<Self::Named>>;
    /// The name that these digits are.
    fn number(&self, _digits: &str) -> Option<Found<Self::Named>> {
        None
    }
}

/// A mark: where it stands in the copy, what it is, and its bytes in the line.
#[derive(Debug, Clone, Copy)]
pub struct Mark<N> {
    /// Its byte in the copy.
    pub at: u32,
    /// What it stands for.
    pub named: N,
    /// Its first byte in the line.
    pub start: u32,
    /// One past its last byte in the line.
    pub end: u32,
}

/// A line in fair copy.
#[derive(Debug)]
pub struct FairCopy<'l, N> {
    /// The line as it was typed.
    pub line: &'l str,
    /// The copy.
    pub text: String,
    /// Its marks, in order.
    pub marks: Vec<Mark<N>>,
    /// Where copy and line part: from this byte of the copy on, the line runs from that byte.
    steps: Vec<(u32, u32)>,
    /// Whether it is only said that a line is not understood, and not looked up what it may mean.
    pub is_brief: bool,
}

struct Clerk<'n, 'l, K: Names> {
    names: &'n K,
    copy: FairCopy<'l, K::Named>,
    at: usize,
    shift: i64,
}

/// Copies a line.
pub fn fair_copy<'l, K: Names>(names: &K, line: &'l str) -> FairCopy<'l, K::Named> {
    let copy = FairCopy {
        line,
        text: String::with_capacity(line.len() + 8),
        marks: Vec::with_capacity(4),
        steps: Vec::with_capacity(16),
        is_brief: false,
    };
    let mut clerk = Clerk { names, copy, at: 0, shift: 0 };
    while clerk.at < line.len() {
        clerk.copy_next();
    }
    clerk.copy.trim_end();
    clerk.copy
}

impl<N: Copy> FairCopy<'_, N> {
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
    pub fn mark(&self, at: usize) -> Option<&Mark<N>> {
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

impl<K: Names> Clerk<'_, '_, K> {
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
        let Some(found) = self.names.name(&self.copy.line[self.at..]) else { return false };
        self.put_mark(found);
        if found.is_genitive {
            self.copy.text.push_str("'s");
            self.at += 1;
        }
        true
    }

    fn put_mark(&mut self, found: Found<K::Named>) {
        self.sync();
        let (at, start) = (self.copy.text.len() as u32, self.at as u32);
        self.copy.text.push(char::from(found.mark));
        self.at += found.bytes;
        self.copy.marks.push(Mark { at, named: found.named, start, end: self.at as u32 });
    }

    fn copy_number(&mut self) {
        let rest = &self.copy.line[self.at..];
        let digits = &rest[..rest.bytes().take_while(u8::is_ascii_digit).count()];
        self.separate();
        match self.names.number(digits) {
            Some(found) => self.put_mark(found),
            None => {
                self.copy.text.push_str(digits);
                self.at += digits.len();
            }
        }
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
    MARKS.contains(&byte)
}

/// How many bytes of letters a text begins with.
pub fn letters(text: &str) -> usize {
    let plain = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    if text.as_bytes().get(plain).is_none_or(|next| *next < 128) {
        return plain;
    }
    text.find(|letter: char| !letter.is_alphabetic()).unwrap_or(text.len())
}
