//! Plain text at a width that every mail program shows. Knows nothing of letters.

use super::characters::shown_columns;

/// Wraps prose at `width` columns, at blanks only. Lines that begin with two blanks or `|` (tables, maps, quoted
/// orders), lines of carets and the line right above carets are left alone. Wrapping twice changes nothing.
/// Items of lists (`- `, and numbered ones as `  3. `) are wrapped with a hanging indent.
pub fn wrap(text: &str, width: usize) -> String {
    let mut lines = lines(text).peekable();
    let mut out = String::with_capacity(text.len() + text.len() / 32);
    // Few texts point at anything.
    let has_carets = text.contains('^');
    while let Some(line) = lines.next() {
        let mut is_pointed_at = || lines.peek().is_some_and(|next| is_carets(next));
        let is_indented = || line.starts_with("  ") && numbered(line).is_none();
        let mut has_shape =
            || is_indented() || line.starts_with('|') || (has_carets && (is_carets(line) || is_pointed_at()));
        if line.len() <= width || has_shape() {
            out.push_str(line);
        } else {
            wrap_line(line, width, &mut out);
        }
        if lines.peek().is_some() {
            out.push('\n');
        }
    }
    out
}

/// The lines of a text, one behind the last newline included: `split('\n')`, at the pace of `memchr`.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]);
    ends.scan(0, |start, end| Some(&text[std::mem::replace(start, end + 1)..end]))
}

fn is_carets(line: &str) -> bool {
    line.contains('^') && line.chars().all(|c| matches!(c, '^' | '~' | ' ' | '-' | '|'))
}

fn wrap_line(line: &str, width: usize, out: &mut String) {
    // The lines of an item of a list hang under its first word.
    let indent = if line.starts_with("- ") { 2 } else { numbered(line).unwrap_or(0) };
    let margin = " ".repeat(indent);
    let (mut rest, mut left, mut first) = (line, width, numbered(line).unwrap_or(0));
    while let Some(end) = break_at(rest, left, first) {
        out.push_str(rest[..end].trim_end_matches(' '));
        out.push('\n');
        out.push_str(&margin);
        rest = rest[end..].trim_start_matches(' ');
        left = width.saturating_sub(indent).max(1);
        // Behind two blanks a number looks like that of an item.
        first = number(rest).filter(|_| indent == 2).unwrap_or(0);
    }
    out.push_str(rest);
}

/// The width of a number before an item: `  3. `.
fn numbered(line: &str) -> Option<usize> {
    Some(2 + number(line.strip_prefix("  ")?)?)
}

/// The width of a number: `3. `.
fn number(text: &str) -> Option<usize> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let width = text.len() - rest.len();
    (width > 0 && rest.starts_with(". ")).then_some(width + 2)
}

/// Where a line that is too long ends: at the last blank inside the width, else at the first one behind it; what stands before
/// its `first` word stays with it. A break that would make the rest look like something else (a caret line, an empty one) is no break.
fn break_at(line: &str, width: usize, first: usize) -> Option<usize> {
    let edge = edge_of(line, width)?;
    let inside = line[..=edge_end(line, edge)].rfind(' ').filter(|&at| at >= first && !line[..at].trim().is_empty());
    let at = inside.or_else(|| line[edge..].find(' ').map(|at| edge + at))?;
    let rest = line[at..].trim_start_matches(' ');
    (!rest.is_empty() && !rest.starts_with('|') && !is_carets(rest)).then_some(at)
}

/// The first character that has no room in so many columns.
fn edge_of(line: &str, width: usize) -> Option<usize> {
    if line.is_ascii() {
        return (line.len() > width).then_some(width);
    }
    let mut columns = 0;
    let mut is_beyond = |sign: char| {
        columns += shown_columns(sign);
        columns > width
    };
    line.char_indices().find(|&(_, sign)| is_beyond(sign)).map(|(at, _)| at)
}

/// The last byte of the character at `edge`.
fn edge_end(line: &str, edge: usize) -> usize {
    edge + line[edge..].chars().next().map_or(1, char::len_utf8) - 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_text_is_split_at_its_newlines() {
        for text in ["", "\n", "one", "one\n", "one\n\nt\u{e9}o\r\n three"] {
            assert_eq!(lines(text).collect::<Vec<_>>(), text.split('\n').collect::<Vec<_>>(), "{text:?}");
        }
    }

    #[test]
    fn prose_is_wrapped_at_blanks() {
        assert_eq!(wrap("one two three four", 9), "one two\nthree\nfour");
        assert_eq!(wrap("exactly nine", 12), "exactly nine");
        assert_eq!(wrap("- one two three", 9), "- one two\n  three");
        assert_eq!(wrap("a verylongwordthatstays whole", 6), "a\nverylongwordthatstays\nwhole");
    }

    #[test]
    fn a_wide_sign_has_room_for_two_and_an_accent_for_none() {
        assert_eq!(wrap("\u{674e}\u{82f1} \u{674e}\u{82f1}", 8), "\u{674e}\u{82f1}\n\u{674e}\u{82f1}");
        assert_eq!(wrap("e\u{301}e\u{301} e\u{301}e\u{301}", 5), "e\u{301}e\u{301} e\u{301}e\u{301}");
    }

    #[test]
    fn tables_indents_and_caret_lines_stay() {
        let text = "  indented line that is long\n| a table row that is long |\nthe order that is wrong\n    ^~~~";
        assert_eq!(wrap(text, 10), text);
    }

    proptest! {
        #[test]
        fn words_survive_and_a_second_wrapping_changes_nothing(text in "[a-zé0-9.|^ \n-]{0,300}", width in 5usize..40) {
            let once = wrap(&text, width);
            prop_assert_eq!(wrap(&once, width), once.clone());
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            prop_assert_eq!(words(&once), words(&text));
        }

        #[test]
        fn prose_of_short_words_keeps_the_width(words in prop::collection::vec("[a-z]{1,12}", 0..60)) {
            let once = wrap(&words.join(" "), 72);
            prop_assert!(once.lines().all(|line| line.chars().count() <= 72));
        }
    }

    #[test]
    fn a_number_wider_than_the_line_is_broken_behind() {
        let digits = "1".repeat(80);
        let wrapped = wrap(&format!("  {digits}. and more"), 72);
        let margin = " ".repeat(84);
        assert_eq!(wrapped, format!("  {digits}.\n{margin}and\n{margin}more"));
        assert_eq!(wrap(&wrapped, 72), wrapped);
    }

    #[test]
    fn a_number_within_an_item_is_wrapped_once_and_for_all() {
        let once = wrap("- aaaa 1. |bbbbbbbbbb cc", 8);
        assert_eq!(once, "- aaaa\n  1. |bbbbbbbbbb\n  cc");
        assert_eq!(wrap(&once, 8), once);
    }

    #[test]
    fn numbered_rows_hang_under_their_first_word() {
        let wrapped = wrap("  12. distribute CP East 13, West 6 and all the rest", 24);
        assert_eq!(wrapped, "  12. distribute CP East\n      13, West 6 and all\n      the rest");
        assert_eq!(wrap(&wrapped, 24), wrapped);
    }
}
