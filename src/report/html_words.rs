//! Words in a page: none of them is markup, what is one thing stays together, and the address of a page leads there.

use mail::is_url;

/// Signs before and behind an address that are none of it.
const OPENING: [char; 5] = ['(', '<', '[', '"', '\''];
const CLOSING: [char; 10] = [')', '>', ']', '"', '\'', '.', ',', ';', ':', '!'];

/// Letters of the longest word with hyphens that is not parted.
const LONGEST_KEPT: usize = 24;

pub(super) fn linked_into(line: &str, body: &mut String) {
    if !line.contains("://") {
        return escape_into(line, body);
    }
    for (number, word) in line.split(' ').enumerate() {
        if number > 0 {
            body.push(' ');
        }
        let address = word.trim_start_matches(OPENING).trim_end_matches(CLOSING);
        match word.split_once(address).filter(|_| is_url(address)) {
            Some((before, behind)) => {
                escape_into(before, body);
                let address = escape(address);
                body.push_str(&format!("<a href=\"{address}\">{address}</a>"));
                escape_into(behind, body);
            }
            None => escape_into(word, body),
        }
    }
}

/// Writes words in which nothing that is one thing is parted at its hyphen: "PP 9-10", "K0-S6", "us-general-1".
pub(super) fn kept_together_into(text: &str, body: &mut String) {
    let bytes = text.as_bytes();
    let is_of_word = |at: &usize| bytes[*at].is_ascii_alphanumeric() || bytes[*at] == b'-';
    let mut done = 0;
    for (at, _) in text.match_indices('-') {
        if at < done {
            continue;
        }
        let from = (done..at).rev().take_while(is_of_word).last().unwrap_or(at);
        let to = (at..bytes.len()).take_while(is_of_word).last().unwrap_or(at) + 1;
        if !is_one_thing(&text[from..to]) {
            continue;
        }
        escape_into(&text[done..from], body);
        body.push_str("<span style=\"white-space:nowrap\">");
        body.push_str(&text[from..to]);
        body.push_str("</span>");
        done = to;
    }
    escape_into(&text[done..], body);
}

/// A range of numbers, a square, the name of a seat; no word that confirms something, which has its own look.
fn is_one_thing(word: &str) -> bool {
    let is_part = |part: &str| {
        let is_low = |byte: u8| byte.is_ascii_lowercase();
        !part.is_empty()
            && (part.len() <= 2 || part.bytes().all(|byte| byte.is_ascii_digit()) || part.bytes().all(is_low))
    };
    word.len() <= LONGEST_KEPT && word.bytes().any(|byte| byte.is_ascii_digit()) && word.split('-').all(is_part)
}

/// Writes lines as they are, each but the first on a line of its own.
pub(super) fn escape_lines<'a>(lines: impl Iterator<Item = &'a str>, body: &mut String) {
    for (number, line) in lines.enumerate() {
        if number > 0 {
            body.push('\n');
        }
        escape_into(line, body);
    }
}

pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    escape_into(text, &mut escaped);
    escaped
}

pub(super) fn escape_into(text: &str, out: &mut String) {
    let mut rest = text;
    // Few lines hold any of these, and of each line every byte is looked at, many at a time.
    let is_markup = |byte: u8| matches!(byte, b'&' | b'<' | b'>' | b'"');
    if !text.bytes().fold(false, |has, byte| has | is_markup(byte)) {
        return out.push_str(text);
    }
    while let Some(at) = rest.bytes().position(is_markup) {
        out.push_str(&rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => "&quot;",
        });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}
