//! A letter's text as a page. One wording, two looks: the alternatives of a letter can neither differ nor leak apart.
//!
//! The text's own conventions carry over: an underlined line is a heading, lines that begin with two spaces are kept
//! as they are, `- ` begins an item of a list, everything else is paragraphs.

const STYLE: &str = "body{font:15px/1.45 Georgia,serif;color:#222;max-width:46em;margin:1em auto;padding:0 1em}\
h2{font-size:1.05em;margin:1.4em 0 .3em;border-bottom:1px solid #bba;color:#432}\
pre{font:13px/1.35 Menlo,Consolas,monospace;background:#f7f5ef;padding:.5em .7em;overflow-x:auto}\
p{margin:.5em 0}ul{margin:.4em 0;padding-left:1.4em}";

/// The page of a letter's text.
pub fn page(text: &str) -> String {
    let mut body = String::new();
    let lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        at += block(&lines[at..], &mut body);
    }
    format!(
        "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><style>{STYLE}</style></head>\n<body>\n{body}</body></html>\n"
    )
}

/// Writes the block that begins here; says how many lines it took.
fn block(lines: &[&str], body: &mut String) -> usize {
    let first = lines[0];
    if first.trim().is_empty() {
        return 1;
    }
    if lines.get(1).is_some_and(|next| is_underline(next)) {
        body.push_str(&format!("<h2>{}</h2>\n", escape(first)));
        return 2;
    }
    if first.starts_with("  ") {
        return preformatted(lines, body);
    }
    if first.starts_with("- ") {
        return list(lines, body);
    }
    let count = lines.iter().take_while(|line| is_prose(line)).count().max(1);
    let words: Vec<String> = lines[..count].iter().map(|line| escape(line)).collect();
    body.push_str(&format!("<p>{}</p>\n", words.join("\n")));
    count
}

fn is_underline(line: &str) -> bool {
    line.len() >= 3 && line.bytes().all(|b| b == b'-' || b == b'=')
}

fn is_prose(line: &str) -> bool {
    !line.trim().is_empty() && !line.starts_with("  ") && !line.starts_with("- ")
}

fn preformatted(lines: &[&str], body: &mut String) -> usize {
    // An empty line between two indented ones belongs to the table.
    let mut count = 0;
    while count < lines.len() {
        let is_inner_gap =
            lines[count].trim().is_empty() && lines.get(count + 1).is_some_and(|next| next.starts_with("  "));
        if !lines[count].starts_with("  ") && !is_inner_gap {
            break;
        }
        count += 1;
    }
    let rows: Vec<String> = lines[..count].iter().map(|line| escape(line.strip_prefix("  ").unwrap_or(line))).collect();
    body.push_str(&format!("<pre>{}</pre>\n", rows.join("\n")));
    count
}

fn list(lines: &[&str], body: &mut String) -> usize {
    body.push_str("<ul>\n");
    let mut count = 0;
    while let Some(item) = lines.get(count).and_then(|line| line.strip_prefix("- ")) {
        let mut words = escape(item);
        count += 1;
        while let Some(more) = lines.get(count).and_then(|line| line.strip_prefix("  ")) {
            words.push('\n');
            words.push_str(&escape(more));
            count += 1;
        }
        body.push_str(&format!("<li>{words}</li>\n"));
    }
    body.push_str("</ul>\n");
    count
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 16);
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| matches!(byte, b'&' | b'<' | b'>' | b'"')) {
        escaped.push_str(&rest[..at]);
        escaped.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => "&quot;",
        });
        rest = &rest[at + 1..];
    }
    escaped + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_tables_lists_and_paragraphs_keep_their_shape() {
        let page =
            page("Dear Ann,\nhello.\n\nForces\n------\n  Richmond  2\n\n  Norfolk   2\n\n- one\n  more\n- two\n");
        assert!(page.contains("<p>Dear Ann,\nhello.</p>"), "{page}");
        assert!(page.contains("<h2>Forces</h2>"));
        assert!(page.contains("<pre>Richmond  2\n\nNorfolk   2</pre>"));
        assert!(page.contains("<li>one\nmore</li>\n<li>two</li>"));
    }

    #[test]
    fn a_players_words_are_never_markup() {
        assert!(page("<script>alert(1)</script>").contains("&lt;script&gt;"));
    }
}
