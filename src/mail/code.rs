//! The code that proves a player: `CODE xxxx-xxxx-xxxx` in a letter's text. Found, brought to one form, taken out.
//! Knows the spelling only; whose code it is, and whether it is right, is not asked here.

use memchr::memchr2_iter;

use super::visible::{Note, VisibleText};

/// The letters of a code without its dashes: 60 bits of base32.
const LENGTH: usize = 12;

/// Takes every code out of a text, so that no receipt, log or relay can show one, and gives the first readable one
/// in canonical form (`ABCD-EFGH-IJKL`). A line of which nothing else remains goes too; the bare command `CODE` stays.
pub fn take_code(text: &mut VisibleText) -> Option<String> {
    let mut first = None;
    take_from_lines(&mut text.lines, &mut first);
    // The code of the plain text counts; the HTML loses its own.
    take_from_lines(text.html.as_mut().unwrap_or(&mut Vec::new()), &mut None);
    // What was left out is shown as well.
    for note in &mut text.notes {
        if let Note::HiddenLeftOut(words) | Note::StruckLeftOut(words) = note {
            *words = without_codes(words);
        }
    }
    take_from_lines(&mut text.end_of_original, &mut None);
    for left_out in &mut text.doubtful {
        take_from_lines(&mut left_out.head, &mut None);
        take_from_lines(&mut left_out.below, &mut None);
    }
    first
}

fn take_from_lines(lines: &mut Vec<String>, first: &mut Option<String>) {
    lines.retain_mut(|line| {
        let Some((rest, code)) = take_from(line) else {
            return true;
        };
        *first = first.take().or(code);
        *line = rest;
        !line.trim().is_empty()
    });
}

/// The codes of a text, in canonical form, as they are typed behind the word.
pub(super) fn codes_in(text: &str) -> impl Iterator<Item = String> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let found = find(text, from)?;
        from = found.end;
        Some(found.code)
    })
    .flatten()
}

/// A text without its codes, for subjects.
pub fn without_codes(text: &str) -> String {
    take_from(text).map_or_else(|| text.to_owned(), |(rest, _)| rest)
}

/// A text with a secret of so many letters cut out of it wherever it stands, however its letters are parted and written;
/// nothing where it does not stand there. Of a longer run of letters it is no part.
pub fn cut_out(text: &str, secret: &str) -> Option<String> {
    cut_out_but(text, secret, |_| false).map(|(cut, _)| cut)
}

/// Cuts a secret out of lines, over their ends as well, but where it begins in one that is spared. Gives the places of the
/// lines of which something was cut.
pub fn cut_out_of_lines(
    lines: &mut [String],
    secret: &str,
    is_spared: impl Fn(&[String], usize) -> bool,
) -> Vec<usize> {
    let found = cut_out_but(&lines.join("\n"), secret, |at| is_spared(lines, at));
    let Some((cut, changed)) = found else { return Vec::new() };
    for (line, left) in lines.iter_mut().zip(cut.split('\n')) {
        if line != left {
            *line = left.to_owned();
        }
    }
    changed
}

/// A text without a secret, with all its line ends, and the places of the lines of which something was cut.
fn cut_out_but(text: &str, secret: &str, is_spared: impl Fn(usize) -> bool) -> Option<(String, Vec<usize>)> {
    let sought: Vec<char> = secret.chars().filter_map(letter).collect();
    let (mut rest, mut kept, mut changed) = (text, String::new(), Vec::new());
    let mut line = 0;
    while let Some((start, end)) = find_letters(rest, &sought) {
        let (before, found) = (&rest[..start], &rest[start..end]);
        kept.push_str(before);
        line += ends_in(before);
        if is_spared(line) {
            kept.push_str(found);
        } else {
            kept.push_str(CUT_OUT);
            kept.push_str(&"\n".repeat(ends_in(found)));
            changed.extend(line..=line + ends_in(found));
        }
        line += ends_in(found);
        rest = &rest[end..];
    }
    (!changed.is_empty()).then(|| (kept + rest, changed))
}

fn ends_in(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// What stands where a secret was.
pub const CUT_OUT: &str = "[a secret, left out]";

/// Where these letters stand together, with no letter or figure on either side.
fn find_letters(text: &str, sought: &[char]) -> Option<(usize, usize)> {
    let begins = |at: &usize| !text[..*at].ends_with(char::is_alphanumeric);
    let starts = text.char_indices().filter(|(_, sign)| letter(*sign) == sought.first().copied()).map(|(at, _)| at);
    starts.filter(begins).find_map(|start| {
        let mut left = sought;
        for (at, sign) in text[start..].char_indices() {
            match left.split_first() {
                None if sign.is_alphanumeric() => return None,
                None => return Some((start, start + at)),
                Some((next, behind)) if letter(sign) == Some(*next) => left = behind,
                Some(_) if sign.is_alphanumeric() => return None,
                Some(_) => {}
            }
        }
        left.is_empty().then_some((start, text.len()))
    })
}

/// What is left of a line without its codes, and the first readable code; `None` when there is nothing to take.
fn take_from(line: &str) -> Option<(String, Option<String>)> {
    let mut found = find(line, 0)?;
    let mut out = String::new();
    let mut first = None;
    let mut from = 0;
    loop {
        join(&mut out, &line[from..found.start]);
        first = first.or(found.code);
        from = found.end;
        match find(line, from) {
            Some(next) => found = next,
            None => break,
        }
    }
    join(&mut out, line[from..].trim_start_matches(HOLDING));
    Some((out, first))
}

/// The canonical form of a code as typed: case, dashes and blanks do not matter, nor do 0 for O and 1 for I.
pub fn canonical(typed: &str) -> Option<String> {
    let letters: Option<String> = typed.chars().filter(|c| !matches!(c, '-' | ' ')).map(letter).collect();
    let letters = letters.filter(|letters| letters.len() == LENGTH)?;
    Some(format!("{}-{}-{}", &letters[..4], &letters[4..8], &letters[8..]))
}

fn letter(c: char) -> Option<char> {
    match c.to_ascii_uppercase() {
        '0' => Some('O'),
        '1' => Some('I'),
        c @ ('A'..='Z' | '2'..='7') => Some(c),
        _ => None,
    }
}

struct Found {
    start: usize,
    end: usize,
    code: Option<String>,
}

/// Signs that stood behind a code for its sake.
const HOLDING: [char; 5] = ['.', ',', ';', ')', ' '];

/// Joins what stood before and behind a code, without the signs that held it.
fn join(out: &mut String, rest: &str) {
    let rest = rest.trim_end_matches([' ', '(', ',', ';']);
    let rest = if out.is_empty() { rest } else { rest.trim_start_matches(HOLDING) };
    if !out.is_empty() && !rest.is_empty() {
        out.push(' ');
    }
    out.push_str(rest);
}

/// The first `CODE` at or behind `from` with something like a code after it. Looks no further than that, so that
/// taking many codes from one line stays linear.
fn find(line: &str, from: usize) -> Option<Found> {
    let word = b"code";
    let bytes = line.as_bytes();
    let is_word =
        |start: &usize| bytes.get(*start..start + word.len()).is_some_and(|four| four.eq_ignore_ascii_case(word));
    let mut starts = memchr2_iter(b'c', b'C', &bytes[from..]).map(|at| from + at).filter(is_word);
    starts.find_map(|start| {
        let after = start + word.len();
        if line[..start].ends_with(|c: char| c.is_alphanumeric() || c == '-') {
            return None;
        }
        let value = &line[after..];
        let gap = value.len() - value.trim_start_matches([' ', ':', '=', '<', '"', '\'', '*']).len();
        if gap == 0 {
            return None;
        }
        let (length, code) = read(&value[gap..])?;
        Some(Found { start, end: after + gap + length, code })
    })
}

/// Reads a code at the start of a text: how long it is as typed and, when it is a whole one, its canonical form.
/// What only resembles one (a typing error in it) is taken as well: most of a secret is a secret.
fn read(text: &str) -> Option<(usize, Option<String>)> {
    if let Some(found) = read_whole(text) {
        return Some(found);
    }
    let length = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(text.len());
    let near = &text[..length];
    let resembles = length >= 6 && (near.contains('-') || near.contains(|c: char| c.is_ascii_digit()));
    resembles.then_some((length, None))
}

/// Twelve letters in a row, with or without a dash or a blank after every fourth.
fn read_whole(text: &str) -> Option<(usize, Option<String>)> {
    let mut letters = 0;
    let mut gap = false;
    for (at, c) in text.char_indices() {
        if letters == LENGTH {
            return ends(c).then(|| (at, canonical(&text[..at])));
        }
        if matches!(c, '-' | ' ') && letters > 0 && letters % 4 == 0 && !gap {
            gap = true;
            continue;
        }
        letter(c)?;
        gap = false;
        letters += 1;
    }
    (letters == LENGTH).then(|| (text.len(), canonical(text)))
}

fn ends(c: char) -> bool {
    !c.is_alphanumeric() && c != '-'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(lines: &[&str]) -> (Option<String>, Vec<String>) {
        let mut text =
            VisibleText { lines: lines.iter().map(|line| line.to_string()).collect(), ..VisibleText::default() };
        (take_code(&mut text), text.lines)
    }

    #[test]
    fn a_code_is_read_as_people_type_it() {
        for line in [
            "CODE ABCD-EFGO-IJ27",
            "code abcd-efgo-ij27",
            "Code: abcdefgoij27",
            "CODE abcd efg0 1j27",
            "CODE=ABCD-EFG0-1J27",
            "*CODE* ABCD-EFGO-IJ27".trim_start_matches('*'),
        ] {
            let (code, lines) = take(&[line, "PP 1: hold"]);
            assert_eq!(code.as_deref(), Some("ABCD-EFGO-IJ27"), "{line}");
            assert_eq!(lines, ["PP 1: hold"], "{line}");
        }
    }

    #[test]
    fn a_secret_is_cut_out_however_it_is_written() {
        for typed in ["EYO4-WDUW-BCDK", "eyo4wduwbcdk", "EYO4 - WDUW - BCDK", "ey04_wduw.bcdk", "*EYO4*-WDUW-BCDK"] {
            let cut = cut_out(&format!("my code is {typed}, keep it"), "EYO4-WDUW-BCDK");
            let starred = if typed.starts_with('*') { "*" } else { "" };
            assert_eq!(cut.as_deref(), Some(format!("my code is {starred}{CUT_OUT}, keep it").as_str()));
        }
        let twice = cut_out("EYO4-WDUW-BCDK and EYO4-WDUW-BCDK", "EYO4-WDUW-BCDK");
        assert_eq!(twice, Some(format!("{CUT_OUT} and {CUT_OUT}")));
        let twice = cut_out("EYO4-WDUW-BCDK and EYO4-WDUW-\nBCDK", "EYO4-WDUW-BCDK");
        assert_eq!(twice, Some(format!("{CUT_OUT} and {CUT_OUT}\n")));
        for other in ["", "EYO4-WDUW-BCDKX", "XEYO4-WDUW-BCDK", "EYO4-WDUW", "EYO4-WDUW-BCDL"] {
            assert_eq!(cut_out(other, "EYO4-WDUW-BCDK"), None, "{other}");
        }
    }

    #[test]
    fn over_the_ends_of_lines_a_secret_is_cut_out_as_well_and_no_line_is_lost() {
        let cut = |text: &str, spared: usize| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let changed = cut_out_of_lines(&mut lines, "EYO4-WDUW-BCDK", |_, at| at == spared);
            (lines.join("/"), changed)
        };
        let left = |text: &str| text.replace('*', CUT_OUT);
        assert_eq!(cut("it is EYO4-WDUW-\nBCDK, keep it\nbye", 9), (left("it is */, keep it/bye"), vec![0, 1]));
        assert_eq!(cut("EYO4\n\nWDUW\nBCDK", 9), (left("*///"), vec![0, 1, 2, 3]));
        assert_eq!(cut("> EYO4 -\n> WDUWBCDK\nEYO4WDUWBCDK", 0), (left("> EYO4 -/> WDUWBCDK/*"), vec![2]));
        assert_eq!(cut("EYO4-WDUW\nand BCDK", 9).1, Vec::<usize>::new());
    }

    #[test]
    fn the_rest_of_the_line_stays() {
        assert_eq!(take(&["STATUS (code abcd-efgh-ijkl), please"]).1, ["STATUS please"]);
    }

    #[test]
    fn every_code_goes_and_the_first_readable_one_counts() {
        let (code, lines) = take(&["CODE ABCD-EFGH-9999", "CODE AAAA-BBBB-CCCC", "CODE DDDD-EEEE-FFFF"]);
        assert_eq!(code.as_deref(), Some("AAAA-BBBB-CCCC"));
        assert!(lines.is_empty());
    }

    #[test]
    fn the_command_and_ordinary_words_stay() {
        for line in
            ["CODE", "code please", "Code of conduct applies", "decode abcd-efgh-ijkl", "Postcode 12345", "CODE 5"]
        {
            assert_eq!(take(&[line]), (None, vec![line.to_owned()]), "{line}");
        }
    }

    #[test]
    fn blank_lines_stay_where_they_are() {
        assert_eq!(take(&["", "a", "", "b"]).1, ["", "a", "", "b"]);
    }

    #[test]
    fn subjects_lose_their_codes() {
        assert_eq!(without_codes("Re: orders CODE abcd-efgh-ijkl"), "Re: orders");
    }
}
