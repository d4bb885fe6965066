//! A letter's text as a page. One wording, two looks: the alternatives of a letter can neither differ nor leak apart.
//!
//! The text's own conventions carry over: an underlined line is a heading, lines that begin with two spaces are kept
//! as they are, `- ` begins an item of a list, everything else is paragraphs. A paragraph that is the sentence of an
//! enclosed picture becomes the picture; pictures without a place of their own stand at the end.

use mail::lines;

use super::enclosed::{EnclosedFile, Shown};

const STYLE: &str = "body{font:15px/1.45 Georgia,serif;color:#222;max-width:46em;margin:1em auto;padding:0 1em}\
h2{font-size:1.05em;margin:1.4em 0 .3em;border-bottom:1px solid #bba;color:#432}\
pre{font:13px/1.35 Menlo,Consolas,monospace;background:#f7f5ef;padding:.5em .7em;overflow-x:auto}\
p{margin:.5em 0}ul{margin:.4em 0;padding-left:1.4em}";

/// How a line with a picture begins.
const IMAGE: &str = "<p><img src=\"cid:";
/// The line before all that is shown.
const BODY: &str = "<body>\n";

/// Widest picture in a page, in pixels: as wide as its text.
pub const WIDEST: u32 = 690;

/// The page of a letter's text with these files enclosed; `title` is the letter's subject.
pub fn page(title: &str, text: &str, files: &[EnclosedFile]) -> String {
    let mut body = String::with_capacity(STYLE.len() + 200 + text.len() + text.len() / 4);
    body.push_str("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>");
    escape_into(title, &mut body);
    body.push_str("</title><style>");
    body.push_str(STYLE);
    body.push_str("</style></head>\n");
    body.push_str(BODY);
    let lines: Vec<&str> = lines(text).collect();
    let mut pictures: Vec<(&str, &Shown)> =
        files.iter().filter_map(|file| Some((file.sentence.as_str(), file.shown.as_ref()?))).collect();
    let mut at = 0;
    while at < lines.len() {
        let taken = block(&lines[at..], &mut pictures, &mut body);
        at += taken;
    }
    pictures.iter().for_each(|(_, shown)| body.push_str(&image(shown)));
    body.push_str("</body></html>\n");
    body
}

/// Writes the block that begins here; says how many lines it took. A picture that found its place is taken away.
fn block(lines: &[&str], pictures: &mut Vec<(&str, &Shown)>, body: &mut String) -> usize {
    let first = lines[0];
    if first.trim_start().is_empty() {
        return 1;
    }
    if lines.get(1).is_some_and(|next| is_underline(next)) {
        body.push_str("<h2>");
        escape_into(first, body);
        body.push_str("</h2>\n");
        return 2;
    }
    if first.starts_with("  ") {
        return preformatted(lines, body);
    }
    if first.starts_with("- ") {
        return list(lines, body);
    }
    let count = lines.iter().take_while(|line| is_prose(line)).count().max(1);
    let is_said = |sentence: &str| is_same(sentence, &lines[..count].join(" "));
    if let Some(place) = pictures.iter().position(|(sentence, _)| is_said(sentence)) {
        body.push_str(&image(pictures.remove(place).1));
        return count;
    }
    body.push_str("<p>");
    escape_lines(lines[..count].iter().copied(), body);
    body.push_str("</p>\n");
    count
}

/// Whether two texts have the same words, however their lines are broken.
fn is_same(one: &str, other: &str) -> bool {
    one.split_whitespace().eq(other.split_whitespace())
}

/// The width is said twice: some programs know the attribute alone, and a telephone is narrower than that.
fn image(shown: &Shown) -> String {
    format!(
        "{IMAGE}{}\" alt=\"{}\" width=\"{}\" style=\"max-width:100%;height:auto\"></p>\n",
        escape(&shown.content_id),
        escape(&shown.alt),
        shown.width,
    )
}

/// A page of ours without its pictures, each told in words, and with a paragraph before all else.
pub fn without_pictures(page: &str, notice: &str) -> String {
    let mut lean = String::with_capacity(page.len() + notice.len());
    for line in page.split_inclusive('\n') {
        // What a letter says is escaped, so that no such line is a text's.
        let alt = line.strip_prefix(IMAGE).and_then(|image| image.split_once(" alt=\"")?.1.split_once('"'));
        match alt {
            Some((alt, _)) => lean.push_str(&format!("<p>(left out: {alt})</p>\n")),
            None => lean.push_str(line),
        }
        if line == BODY {
            lean.push_str(&format!("<p>{}</p>\n", escape(notice)));
        }
    }
    lean
}

/// The words of a page of ours, line by line.
pub fn words(page: &str) -> String {
    let shown = page.split_once(BODY).map_or(page, |(_, shown)| shown);
    let shown = ["</p>", "</pre>", "</ul>"].iter().fold(shown.to_owned(), |shown, end| shown.replace(end, "\n"));
    let mut words = String::with_capacity(shown.len());
    let mut rest = shown.as_str();
    while let Some((before, tag)) = rest.split_once('<') {
        words.push_str(before);
        rest = tag.split_once('>').map_or("", |(_, after)| after);
    }
    words.push_str(rest);
    words.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

fn is_underline(line: &str) -> bool {
    line.len() >= 3 && line.bytes().all(|b| b == b'-' || b == b'=')
}

fn is_prose(line: &str) -> bool {
    !line.trim_start().is_empty() && !line.starts_with("  ") && !line.starts_with("- ")
}

fn preformatted(lines: &[&str], body: &mut String) -> usize {
    // An empty line between two indented ones belongs to the table.
    let mut count = 0;
    while count < lines.len() {
        let is_inner_gap =
            lines[count].trim_start().is_empty() && lines.get(count + 1).is_some_and(|next| next.starts_with("  "));
        if !lines[count].starts_with("  ") && !is_inner_gap {
            break;
        }
        count += 1;
    }
    body.push_str("<pre>");
    let rows = lines[..count].iter().map(|line| line.strip_prefix("  ").unwrap_or(line));
    escape_lines(rows, body);
    body.push_str("</pre>\n");
    count
}

/// Writes lines as they are, each but the first on a line of its own.
fn escape_lines<'a>(lines: impl Iterator<Item = &'a str>, body: &mut String) {
    for (number, line) in lines.enumerate() {
        if number > 0 {
            body.push('\n');
        }
        escape_into(line, body);
    }
}

fn list(lines: &[&str], body: &mut String) -> usize {
    body.push_str("<ul>\n");
    let mut count = 0;
    while let Some(item) = lines.get(count).and_then(|line| line.strip_prefix("- ")) {
        let more = lines[count + 1..].iter().map_while(|line| line.strip_prefix("  "));
        count += 1 + more.clone().count();
        body.push_str("<li>");
        escape_lines(std::iter::once(item).chain(more), body);
        body.push_str("</li>\n");
    }
    body.push_str("</ul>\n");
    count
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    escape_into(text, &mut escaped);
    escaped
}

fn escape_into(text: &str, out: &mut String) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_tables_lists_and_paragraphs_keep_their_shape() {
        let page = page(
            "Report",
            "Dear Ann,\nhello.\n\nForces\n------\n  Richmond  2\n\n  Norfolk   2\n\n- one\n  more\n- two\n",
            &[],
        );
        assert!(page.contains("<p>Dear Ann,\nhello.</p>"), "{page}");
        assert!(page.contains("<h2>Forces</h2>"));
        assert!(page.contains("<pre>Richmond  2\n\nNorfolk   2</pre>"));
        assert!(page.contains("<li>one\nmore</li>\n<li>two</li>"));
    }

    #[test]
    fn a_players_words_are_never_markup() {
        let page = page("</title><b>", "<script>alert(1)</script>", &[]);
        assert!(page.contains("<title>&lt;/title&gt;&lt;b&gt;</title>"), "{page}");
        assert!(page.contains("&lt;script&gt;"));
    }

    fn picture(name: &str) -> EnclosedFile {
        EnclosedFile {
            name: format!("{name}.png"),
            media: "image/png",
            bytes: Vec::new(),
            sentence: format!("The picture {name}.png shows {name} \"here\"."),
            shown: Some(Shown { content_id: format!("{name}.x@y"), alt: format!("{name} \"here\""), width: 300 }),
        }
    }

    #[test]
    fn a_picture_stands_where_its_sentence_stands_and_else_at_the_end() {
        let page =
            page("Report", "One.\n\nThe picture b.png\nshows b \"here\".\n\nTwo.\n", &[picture("a"), picture("b")]);
        let at = |what: &str| page.find(what).unwrap_or_else(|| panic!("{what} in {page}"));
        let b = r#"<img src="cid:b.x@y" alt="b &quot;here&quot;" width="300" style="max-width:100%;height:auto">"#;
        assert!(at("<p>One.</p>") < at(b) && at(b) < at("<p>Two.</p>") && at("<p>Two.</p>") < at("cid:a.x@y"));
        assert!(!page.contains("The picture"));
        assert_eq!(page.matches("<img").count(), 2);
    }

    #[test]
    fn a_page_without_its_pictures_tells_them_in_words() {
        let lean = without_pictures(&page("Report", "One.\n", &[picture("a")]), "Left out: <a>.");
        assert!(lean.contains("<body>\n<p>Left out: &lt;a&gt;.</p>\n<p>One.</p>"), "{lean}");
        assert!(lean.contains("<p>(left out: a &quot;here&quot;)</p>") && !lean.contains("<img"), "{lean}");
    }

    #[test]
    fn the_words_of_a_page_are_read_back_line_by_line() {
        let text = "Dear Ann,\na < b & \"c\".\n\nForces\n------\n  Richmond  2\n  Norfolk   2\n\n- one\n";
        let words = words(&page("Report", text, &[]));
        assert_eq!(words.trim_end(), "Dear Ann,\na < b & \"c\".\n\nForces\nRichmond  2\nNorfolk   2\n\n\none");
    }

    #[test]
    fn a_sentence_said_twice_shows_its_picture_once() {
        let said = picture("a").sentence;
        let page = page("Report", &format!("{said}\n\n{said}\n"), &[picture("a")]);
        assert_eq!(page.matches("<img").count(), 1);
        assert_eq!(page.matches("The picture").count(), 1);
    }
}
