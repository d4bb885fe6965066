//! The words of a page of ours, as a text again: for a letter that is a page alone and must go as text.

use super::filters::WIDTH;
use super::html::BODY;
use super::rows::width;

/// Ends of elements behind which a line ends.
const LINE_ENDS: [&str; 2] = ["/p", "/ul"];

/// The words of a page of ours, line by line, its tables in columns.
pub(super) fn words(page: &str) -> String {
    let shown = page.split_once(BODY).and_then(|(_, shown)| shown.split_once(">\n")).map_or(page, |(_, shown)| shown);
    let mut words = String::with_capacity(shown.len());
    let mut rows: Vec<Vec<String>> = Vec::new();
    let (mut pointed, mut begins) = (Vec::new(), 0);
    let mut rest = shown;
    while let Some((before, tag)) = rest.split_once('<') {
        let (tag, after) = tag.split_once('>').unwrap_or((tag, ""));
        let name = tag.split(' ').next().unwrap_or_default();
        let text = unescaped(before);
        match rows.last_mut() {
            None => push_above_pointers(&text, &mut pointed, &mut words),
            Some(row) => row.last_mut().into_iter().for_each(|cell| cell.push_str(text.trim_end_matches('\n'))),
        }
        match name {
            "tr" => rows.push(Vec::new()),
            "td" | "th" => rows.last_mut().into_iter().for_each(|row| row.push(String::new())),
            "br" => rows.last_mut().and_then(|row| row.last_mut()).into_iter().for_each(|cell| cell.push('\n')),
            "u" => begins = width_of_last(&words),
            "/u" => pointed.push((begins, width_of_last(&words))),
            "/pre" => push_above_pointers("\n", &mut pointed, &mut words),
            "/table" => lay_out(&std::mem::take(&mut rows), &mut words),
            _ if LINE_ENDS.contains(&name) => words.push('\n'),
            _ => {}
        }
        rest = after;
    }
    words.push_str(&unescaped(rest));
    words
}

/// The width of the last line so far.
fn width_of_last(words: &str) -> usize {
    width(words.rsplit('\n').next().unwrap_or_default())
}

/// Writes a text; where a line ends of which words were underlined, the line that points at them stands below it.
fn push_above_pointers(text: &str, pointed: &mut Vec<(usize, usize)>, words: &mut String) {
    let Some((line, rest)) = text.split_once('\n').filter(|_| !pointed.is_empty()) else { return words.push_str(text) };
    let mut pointer = String::new();
    for (from, to) in pointed.drain(..) {
        pointer.push_str(&" ".repeat(from.saturating_sub(pointer.len())));
        pointer.push_str(&"^".repeat(to.saturating_sub(from)));
    }
    words.push_str(line);
    words.push('\n');
    words.push_str(&pointer);
    words.push('\n');
    words.push_str(rest);
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// Blanks before a row, and between two columns.
const GAP: usize = 2;

/// Writes rows in columns as wide as what stands in them; a row of one cell stands over all.
fn lay_out(rows: &[Vec<String>], words: &mut String) {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows.iter().filter(|row| row.len() > 1) {
        widths.resize(widths.len().max(row.len()), 0);
        for (column, cell) in widths.iter_mut().zip(row) {
            *column = cell.split('\n').map(width).fold(*column, usize::max);
        }
    }
    let last_begins = last_begins(rows, &widths);
    for row in rows {
        match row.split_last() {
            Some((last, before)) if !before.is_empty() => row_into(before, last, &widths, last_begins, words),
            _ => row.iter().flat_map(|cell| cell.split('\n')).for_each(|line| push_line(&format!("  {line}"), words)),
        }
    }
}

/// Where the last column begins: behind the others, but early enough for its longest word.
fn last_begins(rows: &[Vec<String>], widths: &[usize]) -> usize {
    let before = widths.split_last().map_or(&[][..], |(_, before)| before);
    let last = rows.iter().filter_map(|row| row.get(before.len()));
    let longest = last.flat_map(|cell| cell.split_whitespace()).map(width).max().unwrap_or_default();
    let behind = GAP + before.iter().map(|width| width + GAP).sum::<usize>();
    behind.min(WIDTH.saturating_sub(longest)).max(GAP)
}

/// Writes a row. What has no room in the last column goes on below it, and begins below a name that reaches into it.
fn row_into(before: &[String], last: &str, widths: &[usize], last_begins: usize, words: &mut String) {
    let last: Vec<String> = last.split('\n').flat_map(|line| wrapped(line, WIDTH - last_begins)).collect();
    let deepest = before.iter().map(|cell| cell.split('\n').count()).max().unwrap_or_default().max(last.len());
    for depth in 0..deepest {
        let mut line = " ".repeat(GAP);
        for (cell, &width) in before.iter().zip(widths) {
            let piece = cell.split('\n').nth(depth).unwrap_or_default();
            line.push_str(piece);
            line.push_str(&" ".repeat(width_left(piece, width) + GAP));
        }
        let mut line = line.trim_end();
        let text = last.get(depth).map(String::as_str).unwrap_or_default();
        if !line.is_empty() && !text.is_empty() && width(line) + GAP > last_begins {
            push_line(line, words);
            line = "";
        }
        let gap = " ".repeat(width_left(line, last_begins));
        push_line(&format!("{line}{gap}{text}"), words);
    }
}

/// What of so many columns a text leaves.
fn width_left(text: &str, columns: usize) -> usize {
    columns.saturating_sub(width(text))
}

fn push_line(line: &str, words: &mut String) {
    words.push_str(line.trim_end());
    words.push('\n');
}

/// A line in lines of `room` characters.
fn wrapped(line: &str, room: usize) -> Vec<String> {
    if width(line) <= room {
        return vec![line.to_owned()];
    }
    let (mut lines, mut filled) = (Vec::new(), String::new());
    for word in line.split_whitespace() {
        if !filled.is_empty() && width(&filled) + 1 + width(word) > room {
            lines.push(std::mem::take(&mut filled));
        }
        if !filled.is_empty() {
            filled.push(' ');
        }
        filled.push_str(word);
    }
    lines.push(filled);
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::html::page;
    use super::*;

    #[test]
    fn the_words_of_a_page_are_read_back_line_by_line() {
        let text = "Dear Ann,\na < b & \"c\".\n\nForces\n------\n  Richmond  2\n  Norfolk   2\n\n- one\n";
        let words = words(&page("Report", text, &[]));
        assert_eq!(words.trim_end(), "Dear Ann,\na < b & \"c\".\n\nForces\n  Richmond  2\n  Norfolk   2\n\n\none");
    }

    #[test]
    fn what_is_underlined_is_pointed_at_again() {
        let text = "  1  PP 1: mvoe <Lee> now\n           ^^^^ ^^^^^\n     to\n       ^\n";
        let words = words(&page("Report", text, &[]));
        assert_eq!(words.trim_end(), "1  PP 1: mvoe <Lee> now\n         ^^^^ ^^^^^\n   to\n     ^", "{words}");
    }

    #[test]
    fn an_empty_cell_keeps_its_place_and_a_cell_its_lines() {
        let text = "  Place      SP   Leaders\n  East:\n  Rolla       3   Lee\n                  Hood\n  Paris           Bragg\n";
        let words = words(&page("Report", text, &[]));
        let told = "  Place  SP  Leaders\n  East:\n  Rolla  3   Lee\n             Hood\n  Paris      Bragg";
        assert_eq!(words.trim_end(), told);
    }

    #[test]
    fn a_row_keeps_the_width_of_a_letter() {
        let text = "  PP 1-3      IF enemy adjacent to Washington THEN entrench the force at\n              \
                    Washington (reserve 3 CP, 3 PP)\n              -> partly: This was so from the start.\n";
        let told = "  PP 1-3  IF enemy adjacent to Washington THEN entrench the force at\n          \
                    Washington (reserve 3 CP, 3 PP)\n          -> partly: This was so from the start.";
        assert_eq!(words(&page("Report", text, &[])).trim_end(), told);
        let hash = "60def739".repeat(8);
        let dice = format!("  open  {hash}\n  prussia\n        {hash}\n  all   {hash}");
        assert_eq!(words(&page("Report", &dice, &[])).trim_end(), dice);
    }

    /// A line as templates might write it, or of anything.
    fn line() -> impl Strategy<Value = String> {
        let word = prop_oneof!["[A-Za-z<&\"é|=^-]{1,9}", "[0-9+/-]{1,4}", Just("____".to_owned())];
        let blanks = prop_oneof![4 => " {1,1}", 3 => " {2,9}"];
        let words = prop::collection::vec((word, blanks), 0..6);
        ("( {0,1}|  {0,2}|- | {12,16})", words).prop_map(|(indent, words)| {
            let line: String = words.into_iter().flat_map(|(word, blanks)| [word, blanks]).collect();
            format!("{indent}{line}").trim_end().to_owned()
        })
    }

    proptest! {
        #[test]
        fn a_page_says_what_its_text_says_and_nothing_else(lines in prop::collection::vec(line(), 0..14)) {
            let text = lines.join("\n");
            let of = |text: &str| {
                let letters = text.chars().filter(|letter| !letter.is_whitespace() && !matches!(letter, '-' | '='));
                let mut letters: Vec<char> = letters.collect();
                letters.sort_unstable();
                letters
            };
            let shown = words(&page("Report", &text, &[]));
            prop_assert_eq!(of(&text), of(&shown));
            // Underlines and marks of lists are the looks of a text; all other strokes are words of it.
            let is_underline = |line: &str| line.len() >= 3 && line.bytes().all(|byte| byte == b'-' || byte == b'=');
            let look = |line: &String| if is_underline(line) { line.len() } else { usize::from(line.starts_with("- ")) };
            let looks: usize = lines.iter().map(look).sum();
            let strokes = |text: &str| text.matches(['-', '=']).count();
            let lost = strokes(&text).checked_sub(strokes(&shown));
            prop_assert!(lost.is_some_and(|lost| lost <= looks), "{shown}");
        }
    }
}
