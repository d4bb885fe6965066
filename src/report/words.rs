//! The words of a page of ours, as a text again: for a letter that is a page alone and must go as text.

use super::html::BODY;

/// Ends of elements behind which a line ends.
const LINE_ENDS: [&str; 3] = ["/p", "/pre", "/ul"];

/// The words of a page of ours, line by line, its tables in columns.
pub(super) fn words(page: &str) -> String {
    let shown = page.split_once(BODY).and_then(|(_, shown)| shown.split_once(">\n")).map_or(page, |(_, shown)| shown);
    let mut words = String::with_capacity(shown.len());
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut rest = shown;
    while let Some((before, tag)) = rest.split_once('<') {
        let (tag, after) = tag.split_once('>').unwrap_or((tag, ""));
        let name = tag.split(' ').next().unwrap_or_default();
        let text = unescaped(before);
        match rows.last_mut() {
            None => words.push_str(&text),
            Some(row) => row.last_mut().into_iter().for_each(|cell| cell.push_str(text.trim_end_matches('\n'))),
        }
        match name {
            "tr" => rows.push(Vec::new()),
            "td" | "th" => rows.last_mut().into_iter().for_each(|row| row.push(String::new())),
            "br" => rows.last_mut().and_then(|row| row.last_mut()).into_iter().for_each(|cell| cell.push('\n')),
            "/table" => lay_out(&std::mem::take(&mut rows), &mut words),
            _ if LINE_ENDS.contains(&name) => words.push('\n'),
            _ => {}
        }
        rest = after;
    }
    words.push_str(&unescaped(rest));
    words
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// Writes rows in columns as wide as what stands in them; a row of one cell stands over all.
fn lay_out(rows: &[Vec<String>], words: &mut String) {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows.iter().filter(|row| row.len() > 1) {
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.split('\n').map(|line| line.chars().count()).fold(*width, usize::max);
        }
    }
    for row in rows {
        let deepest = row.iter().map(|cell| cell.split('\n').count()).max().unwrap_or_default();
        for depth in 0..deepest {
            let mut line = String::from("  ");
            for (cell, width) in row.iter().zip(widths.iter().map(Some).chain(std::iter::repeat(None))) {
                let width = width.filter(|_| row.len() > 1).copied().unwrap_or_default();
                let text = cell.split('\n').nth(depth).unwrap_or_default();
                line.push_str(&format!("{text:<width$}  "));
            }
            words.push_str(line.trim_end());
            words.push('\n');
        }
    }
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
    fn an_empty_cell_keeps_its_place_and_a_cell_its_lines() {
        let text = "  Place      SP   Leaders\n  East:\n  Rolla       3   Lee\n                  Hood\n  Paris           Bragg\n";
        let words = words(&page("Report", text, &[]));
        let told = "  Place  SP  Leaders\n  East:\n  Rolla  3   Lee\n             Hood\n  Paris      Bragg";
        assert_eq!(words.trim_end(), told);
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
            prop_assert_eq!(of(&text), of(&words(&page("Report", &text, &[]))));
        }
    }
}
