//! A letter's text as a page. One wording, two looks: the alternatives of a letter can neither differ nor leak apart.
//!
//! The text's own conventions carry over: an underlined line is a heading, a larger one where the rule is double, lines that begin with two spaces are a table, a
//! list or kept as they are (`rows.rs`), `- ` begins an item of a list, everything else is paragraphs. A paragraph that is the sentence of an
//! enclosed picture becomes the picture; pictures without a place of their own stand at the end.

use mail::lines;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::enclosed::{EnclosedFile, Shown};
use super::html_table::{cell_into, table_of};
use super::html_words::{escape, escape_into, escape_lines, kept_together_into, linked_into};
use super::rows::{self, Cell, Rows, stretch};

/// Looks alone: many programs leave them out, and what keeps a page as narrow as its screen stands in the elements. A page has
/// those of the elements that stand in it; where a screen is dark, the second ones as well.
const STYLES: [(&str, &str, &str); 8] = [
    (
        "",
        ":root{color-scheme:light dark}body{font:15px/1.45 Georgia,serif;color:#222;background:#fff;max-width:46em;\
         margin:1em auto;padding:0 .8em}p{margin:.5em 0}",
        "body{color:#ddd9cf;background:#17181a}",
    ),
    (
        "<h1",
        "h1{font-size:1.3em;margin:1.8em 0 .4em;border-bottom:4px double #bba;color:#432}",
        "h1{color:#d9c39a;border-color:#6b675c}",
    ),
    (
        "<h2",
        "h2{font-size:1.05em;margin:1.4em 0 .3em;border-bottom:1px solid #bba;color:#432}",
        "h2{color:#d9c39a;border-color:#4d4a42}",
    ),
    ("<pre", "pre{font:12px/1.35 Menlo,Consolas,monospace;background:#f7f5ef;padding:.5em}", "pre{background:#222426}"),
    (
        "<table",
        "table{font:13px/1.35 Verdana,sans-serif;border-collapse:collapse;margin:.5em 0}\
         td,th{border-bottom:1px solid #e4e0d4}\
         @media(min-width:600px){table{font-size:13px!important}td,th{padding:2px 6px}}\
         @media(max-width:340px){td,th{padding:1px 2px}}",
        "td,th{border-color:#36383b}",
    ),
    // The links of our own come later, and in lists alone: see `with_answers`.
    (
        "<ul",
        "ul{margin:.4em 0;padding-left:1.4em}@media(max-width:340px){li a{white-space:normal!important}}",
        "a{color:#8fb8ee}",
    ),
    ("<a href", "", "a{color:#8fb8ee}"),
    ("<img", "", "img{border:1px solid #4d4a42}"),
];

/// Programs that know it choose dark colours themselves, and not by turning ours over.
const SCHEMES: &str =
    "<meta name=\"color-scheme\" content=\"light dark\"><meta name=\"viewport\" content=\"width=device-width\">";

/// How a line with a picture begins.
const IMAGE: &str = "<p><img src=\"cid:";
/// How the line before all that is shown begins.
pub(super) const BODY: &str = "<body";
/// The whole line: a word that is wider than the screen is broken.
const WRAPPING_BODY: &str = "<body style=\"overflow-wrap:break-word\">\n";
/// Lines that are wrapped on a narrow screen.
const KEPT: &str = "<pre style=\"white-space:pre-wrap;overflow-wrap:anywhere\">";
/// The same of words of somebody else: what of a line is wrapped stands behind the bar as well.
const SAID: &str =
    "<pre style=\"white-space:pre-wrap;overflow-wrap:anywhere;border-left:3px solid #bba;padding-left:.6em\">";
/// Lines that are moved sideways on a narrow screen.
const DRAWN: &str = "<pre style=\"overflow-x:auto\">";
const LIST: &str = "<ul style=\"list-style:none;padding-left:1em;text-indent:-1em\">\n";
/// A word of a question: tapped, or typed from what is seen, so that it is not taken apart at its hyphens on a telephone.
const ON_ONE_LINE: &str = "white-space:nowrap;font:13px/2 Menlo,Consolas,monospace";
/// As many columns as there is room for.
const INDEX: &str = "<ul style=\"list-style:none;padding-left:0;columns:10em\">\n";
const MOST_LINES_OF_A_HEADING: usize = 4;

/// What is written otherwise in the address of a link.
const IN_ADDRESSES: &AsciiSet = &NON_ALPHANUMERIC.remove(b'@').remove(b'.').remove(b'-').remove(b'_');

/// Widest picture in a page, in pixels: as wide as its text.
pub const WIDEST: u32 = 690;

/// The page of a letter's text with these files enclosed; `title` is the letter's subject.
pub fn page(title: &str, text: &str, files: &[EnclosedFile]) -> String {
    let mut body = String::with_capacity(600 + text.len() + text.len() / 2);
    let lines: Vec<&str> = lines(text).collect();
    let mut pictures: Vec<(&str, &Shown)> =
        files.iter().filter_map(|file| Some((file.sentence.as_str(), file.shown.as_ref()?))).collect();
    let mut at = 0;
    while at < lines.len() {
        let taken = block(&lines[at..], &mut pictures, &mut body);
        at += taken;
    }
    pictures.iter().for_each(|(_, shown)| body.push_str(&image(shown)));
    let mut page = String::with_capacity(1_200 + body.len());
    page.push_str("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">");
    page.push_str(SCHEMES);
    page.push_str("<title>");
    escape_into(title, &mut page);
    page.push_str("</title><style>");
    styles_into(&body, &mut page);
    page.push_str("</style></head>\n");
    page.push_str(WRAPPING_BODY);
    page.push_str(&body);
    page.push_str("</body></html>\n");
    page
}

/// The looks of what stands in this body, which is escaped: a letter's words begin no element.
fn styles_into(body: &str, page: &mut String) {
    let used = || STYLES.iter().filter(|(element, ..)| body.contains(element));
    used().for_each(|(_, light, _)| page.push_str(light));
    page.push_str("@media(prefers-color-scheme:dark){");
    used().for_each(|(.., dark)| page.push_str(dark));
    page.push('}');
}

/// Writes the block that begins here; says how many lines it took. A picture that found its place is taken away.
fn block(lines: &[&str], pictures: &mut Vec<(&str, &Shown)>, body: &mut String) -> usize {
    let first = lines[0];
    if first.trim_start().is_empty() {
        return 1;
    }
    if let Some(count) = lines_of_heading(lines) {
        // Parts of a letter with headings of their own stand below the larger one.
        let name = if lines[count].starts_with('=') { "h1" } else { "h2" };
        body.push_str(&format!("<{name}>"));
        words_into(&lines[..count], body);
        body.push_str(&format!("</{name}>\n"));
        return count + 1;
    }
    if first.starts_with("  ") {
        return indented(lines, body);
    }
    if first.starts_with("- ") {
        return list(lines, body);
    }
    let count = lines.iter().take_while(|line| is_prose(line)).count();
    let is_said = |sentence: &str| is_same(sentence, &lines[..count].join(" "));
    if let Some(place) = pictures.iter().position(|(sentence, _)| is_said(sentence)) {
        body.push_str(&image(pictures.remove(place).1));
        return count;
    }
    body.push_str("<p>");
    words_into(&lines[..count], body);
    body.push_str("</p>\n");
    count
}

/// How many lines of words stand above a line that underlines them: a long heading has several.
fn lines_of_heading(lines: &[&str]) -> Option<usize> {
    let words = lines.iter().take(MOST_LINES_OF_A_HEADING).take_while(|line| is_prose(line) && !is_underline(line));
    let count = words.count();
    (count > 0 && lines.get(count).is_some_and(|next| is_underline(next))).then_some(count)
}

/// Writes lines of words that are wrapped anew.
fn words_into(lines: &[&str], body: &mut String) {
    for (number, line) in lines.iter().enumerate() {
        if number > 0 {
            body.push('\n');
        }
        kept_together_into(line, body);
    }
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
        if line.starts_with(BODY) {
            lean.push_str(&format!("<p>{}</p>\n", escape(notice)));
        }
    }
    lean
}

/// A page of ours in which each line that confirms something writes that line in a letter of its own to `judge` when it is tapped.
/// No more is in the letter than the word, which proves whose it is by itself: what a page holds besides is not to be sent on.
pub fn with_answers(page: &str, title: &str, judge: &str) -> String {
    let encoded = |words: &str| utf8_percent_encode(words, NON_ALPHANUMERIC).to_string();
    let judge = utf8_percent_encode(judge, IN_ADDRESSES);
    let mut linked = String::with_capacity(page.len() + 300);
    for line in page.split_inclusive('\n') {
        let answer =
            line.strip_prefix("<li>").and_then(|line| line.strip_suffix("</li>\n")).filter(|line| is_word(line));
        match answer {
            Some(answer) => linked.push_str(&format!(
                "<li><a href=\"mailto:{judge}?subject={}&amp;body={}\" style=\"{ON_ONE_LINE}\">{answer}</a></li>\n",
                encoded(&format!("Re: {title}")),
                encoded(answer)
            )),
            None => linked.push_str(line),
        }
    }
    linked
}

/// Whether a line is the word of a question, as we write it.
fn is_word(line: &str) -> bool {
    let is_part =
        |part: &str| part.len() >= 2 && part.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    line.strip_prefix("CONFIRM ").is_some_and(|word| word.contains('-') && word.split('-').all(is_part))
}

fn is_underline(line: &str) -> bool {
    line.len() >= 3 && line.bytes().all(|b| b == b'-' || b == b'=')
}

fn is_prose(line: &str) -> bool {
    !line.trim_start().is_empty() && !line.starts_with("  ") && !line.starts_with("- ")
}

/// Writes indented lines: a form as it is, all else part by part as what it is.
fn indented(lines: &[&str], body: &mut String) -> usize {
    // An empty line between two indented ones belongs to them.
    let mut count = 0;
    while count < lines.len() {
        let is_inner_gap =
            lines[count].trim_start().is_empty() && lines.get(count + 1).is_some_and(|next| next.starts_with("  "));
        if !lines[count].starts_with("  ") && !is_inner_gap {
            break;
        }
        count += 1;
    }
    let lines = &lines[..count];
    if lines.iter().any(|line| line.trim_start().starts_with("====")) {
        let bare: Vec<&str> = lines.iter().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
        preformatted(KEPT, &bare, body);
        return count;
    }
    for part in lines.split(|line| line.trim_start().is_empty()).filter(|part| !part.is_empty()) {
        match rows::read(part) {
            Rows::Kept(lines) => said_into(&lines, body),
            Rows::Drawn(lines) => preformatted(DRAWN, &lines, body),
            Rows::Pointed(lines) => pointed_into(&lines, body),
            Rows::List(items) => items_of(&items, body),
            Rows::Index(names) => index_of(&names, body),
            Rows::Table(table) => table_of(&table, body),
        }
    }
    count
}

fn preformatted(start: &str, lines: &[&str], body: &mut String) {
    body.push_str(start);
    escape_lines(lines.iter().copied(), body);
    body.push_str("</pre>\n");
}

/// Words of somebody else, each line behind its bar; the address of a page leads there.
fn said_into(lines: &[&str], body: &mut String) {
    body.push_str(SAID);
    for (number, line) in lines.iter().enumerate() {
        if number > 0 {
            body.push('\n');
        }
        linked_into(line, body);
    }
    body.push_str("</pre>\n");
}

/// Lines with what is pointed at in them underlined, which holds where they are wrapped.
fn pointed_into(lines: &[(&str, Vec<rows::Column>)], body: &mut String) {
    body.push_str(KEPT);
    for (number, (line, marks)) in lines.iter().enumerate() {
        if number > 0 {
            body.push('\n');
        }
        let mut done = 0;
        for (from, to) in marks {
            escape_into(stretch(line, (done, *from)), body);
            body.push_str("<u><b>");
            escape_into(stretch(line, (*from, *to)), body);
            body.push_str("</b></u>");
            done = *to;
        }
        escape_into(stretch(line, (done, usize::MAX)), body);
    }
    body.push_str("</pre>\n");
}

fn items_of(items: &[(usize, Cell<'_>)], body: &mut String) {
    body.push_str(LIST);
    for (indent, item) in items {
        match indent {
            0 => body.push_str("<li>"),
            1..=4 => body.push_str("<li style=\"margin-left:1em\">"),
            _ => body.push_str("<li style=\"margin-left:2em\">"),
        }
        cell_into(item, kept_together_into, body);
        body.push_str("</li>\n");
    }
    body.push_str("</ul>\n");
}

fn index_of(names: &[(&str, &str)], body: &mut String) {
    body.push_str(INDEX);
    for (name, number) in names {
        body.push_str("<li>");
        escape_into(name, body);
        body.push(' ');
        escape_into(number, body);
        body.push_str("</li>\n");
    }
    body.push_str("</ul>\n");
}

fn list(lines: &[&str], body: &mut String) -> usize {
    body.push_str("<ul>\n");
    let mut count = 0;
    while let Some(item) = lines.get(count).and_then(|line| line.strip_prefix("- ")) {
        let more = lines[count + 1..].iter().map_while(|line| line.strip_prefix("  "));
        count += 1 + more.clone().count();
        body.push_str("<li>");
        words_into(&std::iter::once(item).chain(more).collect::<Vec<_>>(), body);
        body.push_str("</li>\n");
    }
    body.push_str("</ul>\n");
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_tables_lists_and_paragraphs_keep_their_shape() {
        let page = page(
            "Report",
            "Dear Ann,\nhello.\n\nThe Union\n=========\nForces\n------\n  Richmond  2\n\n  Norfolk   2\n\n- one\n  more\n- two\n",
            &[],
        );
        assert!(page.contains("<p>Dear Ann,\nhello.</p>"), "{page}");
        assert!(page.contains("<h1>The Union</h1>\n<h2>Forces</h2>"));
        assert!(page.contains("<tr><td>Richmond</td><td style=\"text-align:right\">2</td></tr>"));
        assert!(page.contains("<tr><td>Norfolk</td><td style=\"text-align:right\">2</td></tr>"));
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
        assert!(lean.contains("\">\n<p>Left out: &lt;a&gt;.</p>\n<p>One.</p>"), "{lean}");
        assert!(lean.contains("<p>(left out: a &quot;here&quot;)</p>") && !lean.contains("<img"), "{lean}");
    }

    fn shown(text: &str) -> String {
        page("Report", text, &[]).split_once(WRAPPING_BODY).expect("a body").1.to_owned()
    }

    #[test]
    fn a_word_is_sent_by_a_tap_and_nothing_else_with_it() {
        let page = page("[war] is this yours?", "Answer:\n\n  CONFIRM ABCDE-FGHIJ\n\nOr not.\n", &[]);
        let linked = with_answers(&page, "[war] is this yours?", "judge@adjutant.example");
        let link = "<a href=\"mailto:judge@adjutant.example?subject=Re%3A%20%5Bwar%5D%20is%20this%20yours%3F&amp;\
                    body=CONFIRM%20ABCDE%2DFGHIJ\"";
        assert!(linked.contains(&format!("{link} style=\"{ON_ONE_LINE}\">CONFIRM ABCDE-FGHIJ</a>")), "{linked}");
        assert_eq!(linked.matches("mailto:").count(), 1);
    }

    #[test]
    fn what_is_no_word_of_ours_is_no_link() {
        for line in ["CONFIRM", "CONFIRM abcde-fghij", "CONFIRM ABCDE", "CONFIRM A-B", "| CONFIRM ABCDE-FGHIJ", "YES 4"]
        {
            let page = page("t", &format!("  {line}\n"), &[]);
            assert_eq!(with_answers(&page, "t", "judge@adjutant.example"), page, "{line}");
        }
    }

    #[test]
    fn a_form_and_words_of_others_keep_each_line() {
        let form = "  ==== Order form abc ====\n  ORDERS East\n\n  PP ____:  ____\n  ==== End of the order form ====\n";
        let kept = form.lines().map(|line| line.trim_start()).collect::<Vec<_>>().join("\n");
        assert!(shown(form).contains(&format!("{KEPT}{kept}</pre>")), "{}", shown(form));
        let said = shown("  | We march  on 3\n  |\n  | at dawn   on 4\n");
        assert!(said.contains(&format!("{SAID}| We march  on 3\n|\n| at dawn   on 4</pre>")), "{said}");
    }

    #[test]
    fn the_address_of_a_page_in_words_of_others_is_a_link_and_nothing_else_is() {
        let said =
            shown("  | See (https://a.example/x?a=1&b=\"2\"#c).\n  | javascript://x <a href=\"http://b.example\">\n");
        let address = "https://a.example/x?a=1&amp;b=&quot;2&quot;#c";
        assert!(said.contains(&format!("See (<a href=\"{address}\">{address}</a>).")), "{said}");
        assert_eq!(said.matches("<a ").count(), 1, "{said}");
        assert!(!shown("See https://a.example/x.\n").contains("<a "));
    }

    #[test]
    fn what_is_pointed_at_is_underlined_wherever_its_line_is_wrapped() {
        let shown = shown("  PP 1: mvoe <Lee>\n        ^^^^ ^^^^^\n");
        let marked = "PP 1: <u><b>mvoe</b></u> <u><b>&lt;Lee&gt;</b></u></pre>";
        assert!(shown.contains(&format!("{KEPT}{marked}")), "{shown}");
    }

    #[test]
    fn words_behind_numbers_and_groups_of_columns_stand_apart() {
        let forces = shown("  Place        Hex    SP\n  Winchester   4709   2 E\n  Rolla        1312   3\n");
        assert!(forces.contains("<td style=\"padding-left:1em\" nowrap>2 E</td>"), "{forces}");
        let spent = shown("  Theatre   CP  spent  PP  spent\n  East      10      4  20     11\n");
        assert!(spent.contains("<td style=\"text-align:right;border-left:1px solid #bba\">20</td>"), "{spent}");
        assert!(spent.contains("<td style=\"text-align:right\">10</td>"), "{spent}");
    }

    #[test]
    fn a_range_of_numbers_is_not_parted() {
        let shown = shown("  1. PP 9-10: move Jackson & Lee  [PP 9-10, 2 CP]\n  2. a-b 1- -2 3-4-5\n");
        let whole = |range: &str| format!("<span style=\"white-space:nowrap\">{range}</span>");
        let kept = format!("PP {}: move Jackson &amp; Lee  [PP {0}, 2 CP]", whole("9-10"));
        assert!(shown.contains(&kept), "{shown}");
        assert!(shown.contains(&format!("a-b 1- -2 {}", whole("3-4-5"))), "{shown}");
        assert!(self::shown("  CONFIRM AB2-3CD\n").contains("<li>CONFIRM AB2-3CD</li>"));
    }

    #[test]
    fn a_square_and_the_name_of_a_seat_are_not_parted_in_any_words() {
        let whole = |word: &str| format!("<span style=\"white-space:nowrap\">{word}</span>");
        let told = shown("US1IN of us-general-1 is at K0-S6 7-7, well-known.\n\n- by K0-S7\n");
        let kept = format!("US1IN of {} is at {} {}, well-known.", whole("us-general-1"), whole("K0-S6"), whole("7-7"));
        assert!(told.contains(&kept) && told.contains(&whole("K0-S7")), "{told}");
    }

    #[test]
    fn a_heading_of_several_lines_is_one_heading() {
        let told = shown("Please confirm: EJECT csa-west BECAUSE he has not\nwritten a word\n--------------\nYes.\n");
        assert!(told.contains("has not\nwritten a word</h2>\n<p>Yes.</p>") && !told.contains("---"), "{told}");
    }

    #[test]
    fn a_long_word_is_broken_and_a_short_cell_is_not() {
        let shown = shown(&format!("  PP 5-10  {}\n", "a1".repeat(32)));
        assert!(shown.contains("<td nowrap>PP 5-10</td><td style=\"word-break:break-all\">a1a1"), "{shown}");
    }

    #[test]
    fn letters_of_more_than_one_byte_make_no_cell_longer() {
        let shown = shown(&format!("  Öl äöü  {}\n", "é".repeat(24)));
        assert!(shown.contains(&format!("<td nowrap>Öl äöü</td><td>{}</td>", "é".repeat(24))), "{shown}");
    }

    #[test]
    fn a_table_of_many_columns_has_small_letters() {
        let wide = shown("  Name   A  B  C  D  E\n  East   1  2  3  4  5\n");
        assert!(wide.contains("font:12px") && wide.contains("<th style=\"text-align:right\">E</th>"), "{wide}");
        let widest = shown("  Name   A  B  C  D  E  F  G  H\n  East   1  2  3  4  5  6  7  8\n");
        assert!(widest.contains("cellpadding=\"2\"") && widest.contains("font:11px"), "{widest}");
        assert!(!shown("  Name   A  B\n  East   1  2\n").contains("font:12px"));
    }

    #[test]
    fn a_sentence_said_twice_shows_its_picture_once() {
        let said = picture("a").sentence;
        let page = page("Report", &format!("{said}\n\n{said}\n"), &[picture("a")]);
        assert_eq!(page.matches("<img").count(), 1);
        assert_eq!(page.matches("The picture").count(), 1);
    }
}
