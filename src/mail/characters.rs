//! Characters as people's programs send them, made plain: one dash, one quote, one space, nothing invisible.
//! Knows Unicode, not mail: it works on decoded text.

use std::borrow::Cow;

use memchr::memchr_iter;

/// What was taken out of a text, or marked in it.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Removed {
    pub invisible: bool,
    pub direction: bool,
    pub controls: bool,
    pub undecodable: bool,
}

/// One line made plain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlainLine<'a> {
    /// Without anything that cannot be seen: for telling what sort of line it is.
    pub text: Cow<'a, str>,
    /// The same where controls stood, each shown as `<U+202E>`: what such a line says is uncertain.
    pub marked: Option<String>,
    pub removed: Removed,
}

impl<'a> PlainLine<'a> {
    /// A line that is plain already.
    fn of(line: &'a str) -> Self {
        Self { text: line.into(), marked: None, removed: Removed::default() }
    }
}

/// The most controls of one line that are shown.
const MOST_MARKS: usize = 4;

/// What ends a line on a screen, and none in mail (RFC 5322 2.3).
const OTHER_ENDS: [char; 6] = ['\r', '\u{0B}', '\u{0C}', '\u{85}', '\u{2028}', '\u{2029}'];

/// The lines of a text, each made plain. Most are plain already and are not copied. Where a line end that is none in mail
/// stands, a line goes on in another as its writer saw it; but one that `holds` what follows, as a quote mark does, stays one
/// line: nothing comes free of its mark.
pub(crate) fn plain_lines<'a>(text: &'a str, holds: impl Fn(&str) -> bool) -> Vec<PlainLine<'a>> {
    let mut lines = Vec::new();
    let mut start = 0;
    let is_plain = is_plain_text(text);
    let mut push = |line| match is_plain {
        true => lines.push(PlainLine::of(line)),
        false => push_lines(&mut lines, line, &holds),
    };
    for end in memchr_iter(b'\n', text.as_bytes()) {
        let line = &text[start..end];
        push(line.strip_suffix('\r').unwrap_or(line));
        start = end + 1;
    }
    push(&text[start..]);
    lines
}

/// A text as it is read when somebody typed it.
pub(crate) fn as_typed(text: &str) -> Cow<'_, str> {
    if is_plain_text(text) { text.into() } else { plain(text).0.into() }
}

/// Whether a text is ASCII that is seen and plain line ends.
fn is_plain_text(text: &str) -> bool {
    let bytes = text.as_bytes();
    // Every byte is looked at, so that many are looked at at once.
    let is_seen = bytes.iter().fold(true, |is_so, byte| is_so & matches!(byte, b' '..=b'~' | b'\n' | b'\r'));
    is_seen && memchr_iter(b'\r', bytes).all(|at| bytes.get(at + 1) == Some(&b'\n'))
}

/// Adds a line; those that it goes on in, where it has line ends of other kinds.
fn push_lines<'a>(lines: &mut Vec<PlainLine<'a>>, line: &'a str, holds: impl Fn(&str) -> bool) {
    if plain_run(line) == line.len() {
        return lines.push(PlainLine::of(line));
    }
    let mut rest = line;
    while let Some((first, more)) = rest.split_once(OTHER_ENDS) {
        let made = plain_line(first);
        if holds(&made.text) {
            break;
        }
        lines.push(made);
        rest = more;
    }
    lines.push(match rest.contains(OTHER_ENDS) {
        true => plain_line(&rest.replace(OTHER_ENDS, " ")),
        false => plain_line(rest),
    });
}

/// How long a text goes on as ASCII that is seen.
fn plain_run(text: &str) -> usize {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~');
    let (blocks, rest) = text.as_bytes().as_chunks::<16>();
    // Every byte of a block is looked at, so that all are looked at at once.
    let is_plain_block = |block: &&[u8; 16]| block.iter().fold(true, |is_so, byte| is_so & is_plain(byte));
    let plain = blocks.iter().take_while(is_plain_block).count();
    let tail = blocks.get(plain).map_or(rest, |block| block);
    16 * plain + tail.iter().take_while(|byte| is_plain(byte)).count()
}

fn plain_line<'a>(line: &str) -> PlainLine<'a> {
    let (text, removed) = plain(line);
    let is_marked = removed.direction || removed.controls;
    PlainLine { text: text.into(), marked: is_marked.then(|| plain(&mark(line)).0), removed }
}

fn mark(line: &str) -> String {
    let mut marks = 0;
    let mut out = String::with_capacity(line.len() + 9 * MOST_MARKS);
    for c in line.chars() {
        if !is_direction(c) && (!c.is_control() || c == '\t') {
            out.push(c);
        } else if marks < MOST_MARKS {
            marks += 1;
            out.push_str(&format!("<U+{:04X}>", c as u32));
        }
    }
    out
}

/// The plain form of a text. Line ends of every kind become `\n`; tabs become spaces.
pub(crate) fn plain(text: &str) -> (String, Removed) {
    let mut out = String::with_capacity(text.len());
    let mut removed = Removed::default();
    let mut rest = text;
    loop {
        let (run, more) = rest.split_at(plain_run(rest));
        out.push_str(run);
        let mut chars = more.chars();
        let Some(c) = chars.next() else { break };
        rest = chars.as_str();
        match c {
            '\n' => out.push(c),
            '\t' => out.push(' '),
            '\r' => {
                rest = rest.strip_prefix('\n').unwrap_or(rest);
                out.push('\n');
            }
            '\u{0B}' | '\u{0C}' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push('\n'),
            _ if c.is_control() => removed.controls = true,
            _ if is_direction(c) => removed.direction = true,
            _ if is_invisible(c) => removed.invisible = true,
            // Variation selectors only pick a picture for the sign before them.
            '\u{FE00}'..='\u{FE0F}' => {}
            '\u{FFFD}' => {
                removed.undecodable = true;
                out.push(c);
            }
            _ => push_plain(&mut out, c),
        }
    }
    (out, removed)
}

fn push_plain(out: &mut String, c: char) {
    match c {
        '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => out.push(' '),
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' => out.push('-'),
        '\u{2018}'..='\u{201B}' | '\u{2032}' => out.push('\''),
        '\u{201C}'..='\u{201F}' | '\u{2033}' | '\u{AB}' | '\u{BB}' => out.push('"'),
        // U+F0E0 is what Outlook's autocorrection makes of `-->`.
        '\u{2192}' | '\u{21D2}' | '\u{27F6}' | '\u{27F9}' | '\u{2794}' | '\u{279C}' | '\u{27A1}' | '\u{2B95}'
        | '\u{F0E0}' => out.push_str("->"),
        '\u{2190}' => out.push_str("<-"),
        '\u{2026}' => out.push_str("..."),
        // Arabic and Persian digits.
        '\u{660}'..='\u{669}' => push_digit(out, c as u32 - 0x660),
        '\u{6F0}'..='\u{6F9}' => push_digit(out, c as u32 - 0x6F0),
        // Full-width ASCII, as typed with East Asian input methods.
        '\u{FF01}'..='\u{FF5E}' => out.push(char::from_u32(c as u32 - 0xFEE0).unwrap_or(c)),
        _ => out.push(c),
    }
}

fn push_digit(out: &mut String, digit: u32) {
    out.extend(char::from_digit(digit, 10));
}

/// Controls that turn the order in which text is shown; what a reader sees is not what is written.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180E}' | '\u{200B}'
            ..='\u{200F}' | '\u{2060}'..='\u{2065}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'
            ..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// How many columns a character takes where all are as wide or twice as wide (UAX 11); signs that are wide in some programs
/// alone count as wide.
pub(crate) fn columns_of(c: char) -> usize {
    let is_wide = matches!(c,
        '\u{1100}'..='\u{115F}' | '\u{2190}'..='\u{21FF}' | '\u{2300}'..='\u{23FF}' | '\u{2460}'..='\u{24FF}'
        | '\u{25A0}'..='\u{27BF}' | '\u{2900}'..='\u{297F}' | '\u{2B00}'..='\u{2BFF}' | '\u{2E80}'..='\u{A4CF}'
        | '\u{A960}'..='\u{A97F}' | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}' | '\u{FE10}'..='\u{FE6F}'
        | '\u{FF00}'..='\u{FF60}' | '\u{FFE0}'..='\u{FFE6}' | '\u{16FE0}'..='\u{18DFF}' | '\u{1AFF0}'..='\u{1B2FF}'
        | '\u{1D300}'..='\u{1D37F}' | '\u{1F000}'..='\u{1FAFF}' | '\u{20000}'..='\u{3FFFD}');
    1 + usize::from(is_wide)
}

/// How many columns a text takes: signs that are put on the one before take none.
pub fn columns_in(text: &str) -> usize {
    match text.is_ascii() {
        true => text.len(),
        false => text.chars().map(shown_columns).sum(),
    }
}

/// How many columns a sign takes behind others.
pub(crate) fn shown_columns(sign: char) -> usize {
    if is_put_on(sign) { 0 } else { columns_of(sign) }
}

/// Whether a sign stands on or in the one before it: accents, points, what chooses how it looks.
fn is_put_on(sign: char) -> bool {
    matches!(sign,
        '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}'..='\u{5C2}'
        | '\u{5C4}'..='\u{5C5}' | '\u{5C7}' | '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}' | '\u{670}'
        | '\u{6D6}'..='\u{6DC}' | '\u{900}'..='\u{902}' | '\u{93A}' | '\u{93C}' | '\u{941}'..='\u{948}' | '\u{94D}'
        | '\u{E31}' | '\u{E34}'..='\u{E3A}' | '\u{E47}'..='\u{E4E}' | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}' | '\u{200B}'..='\u{200F}' | '\u{20D0}'..='\u{20FF}' | '\u{302A}'..='\u{302F}'
        | '\u{3099}'..='\u{309A}' | '\u{FE00}'..='\u{FE0F}' | '\u{FE20}'..='\u{FE2F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_quotes_spaces_and_arrows_become_plain() {
        let (text, removed) =
            plain("PP\u{A0}1\u{2013}3:\u{3000}\u{201C}Grant\u{201D} \u{2192} O\u{2019}Hara \u{2212}1");
        assert_eq!(text, "PP 1-3: \"Grant\" -> O'Hara -1");
        assert_eq!(removed, Removed::default());
    }

    #[test]
    fn what_cannot_be_seen_is_removed_and_told() {
        let (text, removed) = plain("\u{FEFF}Ca\u{200B}i\u{AD}ro\0 \u{202E}x\u{202C}\u{1B}");
        assert_eq!(text, "Cairo x");
        assert_eq!(removed, Removed { invisible: true, direction: true, controls: true, undecodable: false });
    }

    #[test]
    fn a_wide_sign_takes_two_columns_and_an_accent_none() {
        for (text, columns) in
            [("Ann", 3), ("\u{e9}", 1), ("e\u{301}", 1), ("\u{674e}\u{82f1}", 4), ("\u{ff21}", 2), ("", 0)]
        {
            assert_eq!(columns_in(text), columns, "{text}");
        }
    }

    #[test]
    fn every_line_end_is_one() {
        assert_eq!(plain("a\r\nb\rc\nd\u{2028}e\u{85}f").0, "a\nb\nc\nd\ne\nf");
    }

    #[test]
    fn full_width_signs_are_ascii_and_foreign_letters_stay() {
        assert_eq!(plain("\u{FF30}\u{FF30} \u{FF11}\u{FF1A}").0, "PP 1:");
        assert_eq!(plain("\u{410}\u{437}\u{e9}\u{df}").0, "\u{410}\u{437}\u{e9}\u{df}");
    }

    #[test]
    fn a_line_with_controls_is_shown_with_their_numbers() {
        let lines = plain_lines("PP 1: \u{202E}orriac\u{202C}\r\nPP 2\u{200F}: hold\rPP 3: h\0old", |_| false);
        let shown: Vec<_> = lines.iter().map(|line| line.marked.as_deref().unwrap_or(&line.text)).collect();
        assert_eq!(shown, ["PP 1: <U+202E>orriac<U+202C>", "PP 2: hold", "PP 3: h<U+0000>old"]);
        assert!(lines[1].removed.invisible && !lines[1].removed.direction);
    }

    #[test]
    fn a_line_that_holds_what_follows_stays_one_line() {
        let holds = |line: &str| line.starts_with('>');
        for end in OTHER_ENDS.into_iter().filter(|end| *end != '\r') {
            let text = format!("mine{end}too{end}> theirs{end}theirs as well\nmine");
            let lines = plain_lines(&text, holds);
            let texts: Vec<_> = lines.iter().map(|line| &*line.text).collect();
            assert_eq!(texts, ["mine", "too", "> theirs theirs as well", "mine"], "{end:?}");
        }
        let lines = plain_lines("> theirs\rtheirs\r\n\u{200B}> theirs\rtheirs", holds);
        let texts: Vec<_> = lines.iter().map(|line| &*line.text).collect();
        assert_eq!(texts, ["> theirs theirs", "> theirs theirs"]);
    }

    #[test]
    fn arabic_and_persian_digits_are_digits() {
        assert_eq!(plain("PP \u{661}-\u{663}: \u{6F4}").0, "PP 1-3: 4");
    }

    #[test]
    fn undecodable_bytes_stay_visible() {
        let (text, removed) = plain("a\u{FFFD}b");
        assert_eq!(text, "a\u{FFFD}b");
        assert!(removed.undecodable);
    }
}
