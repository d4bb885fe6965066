//! The text a reader of an HTML letter sees, line by line. Quoted containers come out as `> ` lines, so that one
//! cutter serves both kinds of letters. A tokeniser, not a browser: what is uncertain counts as hidden.

use std::collections::BTreeMap;

use super::markup::{self, Piece};
use super::style::{Element, Look, Sheet};
use super::tag::Tag;

/// What was seen of an HTML letter.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    pub text: String,
    /// Text that the reader would not see, as far as it can be shown; none in what is quoted.
    pub hidden: String,
    /// Text that is struck through: the writer took it back.
    pub struck: String,
    /// The lines of signature containers, which are left out.
    pub signature: String,
}

/// Elements without an end.
fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

/// Whether a text within such an element, or behind it, is apart from what stands before it.
pub(super) fn stands_apart(name: &str) -> bool {
    is_block(name) || matches!(name, "br" | "hr" | "td" | "th")
}

/// Elements that stand on lines of their own.
fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "center"
            | "dd"
            | "dialog"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "html"
            | "li"
            | "main"
            | "nav"
            | "ol"
            | "p"
            | "pre"
            | "section"
            | "table"
            | "tbody"
            | "tfoot"
            | "thead"
            | "tr"
            | "ul"
    )
}

const UNSEEN: &[&str] = &[
    "applet", "audio", "canvas", "datalist", "head", "iframe", "math", "noframes", "noscript", "object", "script",
    "select", "style", "svg", "template", "textarea", "title", "video", "xml",
];
const HEAD_ONLY: &[&str] = &["base", "link", "meta", "noscript", "script", "style", "template", "title", "xml"];
/// Elements from inside which no new item ends one of a list (HTML 13.2.6.4.7: the special ones but for three).
const SPECIAL: &[&str] = &[
    "applet",
    "article",
    "aside",
    "blockquote",
    "body",
    "button",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dir",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "html",
    "iframe",
    "li",
    "listing",
    "main",
    "marquee",
    "menu",
    "nav",
    "noembed",
    "noframes",
    "noscript",
    "object",
    "ol",
    "plaintext",
    "pre",
    "script",
    "search",
    "section",
    "select",
    "style",
    "summary",
    "table",
    "tbody",
    "td",
    "template",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "ul",
    "xmp",
    "mi",
    "mo",
    "mn",
    "ms",
    "mtext",
    "annotation-xml",
    "foreignobject",
    "desc",
];
const STRUCK: &[&str] = &["del", "s", "strike"];

/// What of a tag tells what its element does to the text inside it.
const ATTRIBUTES: &[&str] =
    &["aria-checked", "bgcolor", "checked", "class", "color", "encoding", "hidden", "id", "open", "style", "type"];

/// Classes and ids that mail programs put on the text they quote.
const QUOTING: &[&str] = &[
    "gmail_quote",
    "gmail_quote_container",
    "yahoo_quoted",
    "protonmail_quote",
    "tutanota_quote",
    "zmail_extra",
    "outlookmessageheader",
    "olk_src_body_section",
    "mail-editor-reference-message-container",
    "ms-outlook-mobile-reference-message",
    "isforwardcontent",
    "forwardbody1",
    "replybody1",
];
/// Ids after which, to the end of the letter, everything is the original.
const ORIGINAL_FOLLOWS: &[&str] = &["divrplyfwdmsg", "x_divrplyfwdmsg", "appendonsend", "x_appendonsend"];
/// Classes and ids of signatures.
const SIGNATURE: &[&str] = &[
    "gmail_signature",
    "moz-signature",
    "signature",
    "applemailsignature",
    "ms-outlook-mobile-signature",
    "protonmail_signature_block",
    "yahoo_signature",
    "ymail_android_signature",
];

/// How far an element without an end tag is looked for.
const REACH: usize = 64;

/// Reads an HTML text.
pub(crate) fn see(html: &str) -> Seen {
    let mut page = Page { sheet: Sheet::of(html), ..Page::default() };
    markup::read(html, ATTRIBUTES, |piece| match piece {
        Piece::Start(tag) => page.start(tag),
        Piece::End(name) => page.end(name),
        Piece::Text(text) => page.text(text),
    });
    page.break_line();
    // Line ends stand between lines.
    page.seen.pop();
    Seen { text: page.seen, hidden: page.hidden, struck: page.struck, signature: flowing_lines(&page.signature) }
}

/// What an open element does to the text inside it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Effect {
    unseen: bool,
    disguised: bool,
    struck: bool,
    signature: bool,
    quote: bool,
    pre: bool,
}

#[derive(Default)]
struct Depths {
    unseen: usize,
    disguised: usize,
    struck: usize,
    signature: usize,
    quote: usize,
    pre: usize,
}

impl Depths {
    fn each(&mut self, effect: Effect, change: impl Fn(&mut usize)) {
        let Depths { unseen, disguised, struck, signature, quote, pre } = self;
        for (on, depth) in [
            (effect.unseen, unseen),
            (effect.disguised, disguised),
            (effect.struck, struck),
            (effect.signature, signature),
            (effect.quote, quote),
            (effect.pre, pre),
        ] {
            if on {
                change(depth);
            }
        }
    }
}

#[derive(Default)]
struct Page {
    sheet: Sheet,
    open: Vec<(String, Effect)>,
    count: BTreeMap<String, usize>,
    depths: Depths,
    /// The lines so far, each with its end.
    seen: String,
    line: String,
    /// The last line that ended had something on it.
    is_below_text: bool,
    space: bool,
    /// What follows stands above or below the line.
    is_raised: bool,
    hidden: String,
    struck: String,
    signature: String,
}

impl Page {
    fn start(&mut self, tag: &Tag) {
        let name = &tag.name;
        self.end_implied(name);
        if name == "br" {
            if self.depths.signature > 0 {
                self.signature.push('\n');
            }
            self.push_line();
            return;
        }
        if is_void(name) {
            if name == "hr" {
                self.break_line();
            }
            if let Some(is_ticked) = box_of(tag) {
                self.text(if is_ticked { "[x] " } else { "[ ] " });
            }
            return;
        }
        let (effect, original) = effect(tag, &self.sheet);
        if is_block(name) || effect.quote || original {
            self.break_line();
        }
        self.is_raised |= matches!(name.as_str(), "sup" | "sub");
        if matches!(name.as_str(), "td" | "th") {
            self.space = !self.line.is_empty();
        }
        self.depths.each(effect, |depth| *depth += 1);
        if original {
            // Never closed: the original reaches to the end.
            self.depths.quote += 1;
        }
        *self.count.entry(name.clone()).or_default() += 1;
        self.open.push((name.clone(), effect));
        if let Some(is_ticked) = box_of(tag) {
            self.text(if is_ticked { "[x] " } else { "[ ] " });
        }
    }

    fn end(&mut self, name: &str) {
        if self.count.get(name).is_none_or(|&count| count == 0) {
            return;
        }
        while let Some(closed) = self.pop() {
            if closed == name {
                break;
            }
        }
        if name == "p" && self.is_below_text {
            self.push_line();
        }
    }

    /// Ends what the new element ends by itself: people's programs leave out `</p>`, `</li>` and `</td>`.
    fn end_implied(&mut self, name: &str) {
        if self.open.last().is_some_and(|(top, _)| top == "head") && !HEAD_ONLY.contains(&name) {
            self.pop();
        }
        let (ends, stops): (&[&str], &[&str]) = match name {
            "li" => (&["li"], SPECIAL),
            "dd" | "dt" => (&["dd", "dt"], SPECIAL),
            "td" | "th" => (&["td", "th"], &["tr", "table"]),
            "tr" => (&["tr"], &["table"]),
            "body" => (&["head"], &[]),
            _ if is_block(name) => (&["p"], &["td", "th", "table", "div", "li", "blockquote"]),
            _ => return,
        };
        let mut near = self.open.iter().rev().take(REACH);
        // Nothing ends a quote but its own end.
        let found = near
            .position(|(open, effect)| effect.quote || ends.contains(&open.as_str()) || stops.contains(&open.as_str()));
        let Some(back) = found else {
            return;
        };
        let at = self.open.len() - 1 - back;
        let (open, effect) = &self.open[at];
        if !effect.quote && ends.contains(&open.as_str()) {
            while self.open.len() > at {
                self.pop();
            }
        }
    }

    fn pop(&mut self) -> Option<String> {
        let (name, _) = self.open.last()?;
        if is_block(name) || self.open.last().is_some_and(|(_, effect)| effect.quote) {
            self.break_line();
        }
        let (name, effect) = self.open.pop()?;
        self.depths.each(effect, |depth| *depth -= 1);
        if let Some(count) = self.count.get_mut(&name) {
            *count -= 1;
        }
        Some(name)
    }

    fn text(&mut self, text: &str) {
        let Depths { unseen, disguised, struck, signature, quote, .. } = self.depths;
        if unseen > 0 {
            return;
        }
        // What is quoted would have been left out in any case.
        let is_told = quote == 0;
        if disguised > 0 {
            return keep(&mut self.hidden, text, is_told);
        }
        if signature > 0 {
            if is_told {
                self.signature.push_str(&text.replace(['\n', '\r'], " "));
            }
            return;
        }
        if struck > 0 {
            return keep(&mut self.struck, text, is_told);
        }
        if self.depths.pre > 0 {
            return self.preformatted(text);
        }
        self.flowing(text);
    }

    /// Blanks of every kind, however many, are one; at the ends of a line they are none.
    fn flowing(&mut self, text: &str) {
        let mut rest = text;
        while let Some(start) = rest.bytes().position(|byte| !byte.is_ascii_whitespace()) {
            let run = &rest[start..];
            let run = &run[..single_spaced(run.as_bytes())];
            if (self.space || start > 0) && !self.line.is_empty() {
                self.line.push(' ');
            }
            // "vote 1" with the mark of a footnote is no "vote 11".
            let is_digit = |sign: char| sign.is_ascii_digit();
            if self.is_raised && self.line.ends_with(is_digit) && run.starts_with(is_digit) {
                self.line.push('^');
            }
            self.line.push_str(run);
            (self.space, self.is_raised) = (false, false);
            rest = &rest[start + run.len()..];
        }
        self.space |= !rest.is_empty();
    }

    fn preformatted(&mut self, text: &str) {
        for (n, line) in text.split('\n').enumerate() {
            if n > 0 {
                self.push_line();
            }
            self.line.push_str(line.trim_end_matches('\r'));
        }
    }

    fn break_line(&mut self) {
        if self.depths.signature > 0 {
            self.signature.push('\n');
        }
        if !self.line.is_empty() {
            self.push_line();
        }
        self.space = false;
    }

    fn push_line(&mut self) {
        self.space = false;
        let is_quote = self.depths.quote > 0;
        if is_quote {
            self.seen.push_str("> ");
        }
        self.seen.push_str(&self.line);
        self.seen.push('\n');
        self.is_below_text = is_quote || !self.line.is_empty();
        self.line.clear();
    }
}

/// Most of a text left out that is kept to be shown, in bytes.
const MOST_KEPT: usize = 2_000;

/// Lines without the blanks that a page does not show, and without those that have nothing else.
fn flowing_lines(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Adds the words of a text that is left out to others.
fn keep(kept: &mut String, text: &str, is_told: bool) {
    if !is_told {
        return;
    }
    for word in text.split_whitespace() {
        if kept.len() >= MOST_KEPT {
            return;
        }
        if !kept.is_empty() {
            kept.push(' ');
        }
        kept.push_str(&word[..word.floor_char_boundary(MOST_KEPT)]);
    }
}

/// How long a text goes on as words with one blank between them.
fn single_spaced(text: &[u8]) -> usize {
    let mut end = 0;
    loop {
        end += text[end..].iter().position(u8::is_ascii_whitespace).unwrap_or(text.len() - end);
        let goes_on =
            text[end..].first() == Some(&b' ') && text.get(end + 1).is_some_and(|byte| !byte.is_ascii_whitespace());
        if !goes_on {
            return end;
        }
        end += 1;
    }
}

/// Whether a box or button that is drawn here is ticked; none where none is.
fn box_of(tag: &Tag) -> Option<bool> {
    let of_type = |name: &str| tag.attribute("type").is_some_and(|kind| kind.trim().eq_ignore_ascii_case(name));
    if tag.name == "input" {
        return (of_type("checkbox") || of_type("radio")).then(|| tag.attribute("checked").is_some());
    }
    tag.attribute("aria-checked").map(|ticked| ticked.trim().eq_ignore_ascii_case("true"))
}

/// The effect of an element, and whether the original letter follows it.
fn effect(tag: &Tag, sheet: &Sheet) -> (Effect, bool) {
    let name = tag.name.as_str();
    let by_name = Effect {
        unseen: UNSEEN.contains(&name),
        // One that no script opens.
        disguised: name == "dialog" && tag.attribute("open").is_none(),
        struck: STRUCK.contains(&name),
        quote: name == "blockquote",
        pre: name == "pre",
        ..Effect::default()
    };
    if tag.is_bare() && sheet.is_silent_about(name) {
        return (by_name, false);
    }
    let value = |name: &str| tag.attribute(name).unwrap_or_default();
    let (class, id, style) = (value("class"), value("id"), value("style"));
    let (color, background) = (value("color"), value("bgcolor"));
    let element = Element { name, class: &class, id: &id, style: &style, color: &color, background: &background };
    let Look { hidden, struck, pre } = sheet.look(element);
    let is_marked = |table: &[&str]| {
        [&class, &id].iter().flat_map(|marks| marks.split_ascii_whitespace()).any(|mark| table.contains(&mark))
    };
    let effect = Effect {
        disguised: by_name.disguised || tag.attribute("hidden").is_some() || hidden,
        struck: by_name.struck || struck,
        signature: is_marked(SIGNATURE),
        quote: by_name.quote || is_marked(QUOTING) || tag.attribute("type").as_deref() == Some("cite"),
        pre: by_name.pre || pre,
        ..by_name
    };
    (effect, is_marked(ORIGINAL_FOLLOWS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(html: &str) -> String {
        see(html).text
    }

    #[test]
    fn blocks_and_breaks_make_lines() {
        let html =
            "<div>PP 1: hold</div><div>a <b>b</b>\n c<br>d</div><ul><li>e<li>f</ul><table><tr><td>g<td>h<tr><td>i";
        assert_eq!(text(html), "PP 1: hold\na b c\nd\ne\nf\ng h\ni");
    }

    #[test]
    fn a_raised_figure_is_no_part_of_a_number() {
        assert_eq!(text("<p>vote 1<sup>1</sup> aye</p>").trim(), "vote 1^1 aye");
        assert_eq!(text("<p>the 1<sup>st</sup> Corps</p>").trim(), "the 1st Corps");
    }

    #[test]
    fn boxes_are_read_as_they_are_drawn() {
        assert_eq!(text("<input type=checkbox> a<br><input type='CheckBox' checked><label>b</label>"), "[ ] a\n[x] b");
        assert_eq!(text("<ul><li aria-checked='false'>a<li aria-checked=true>b</ul>"), "[ ] a\n[x] b");
        assert_eq!(text("<input type=text value=a>b"), "b");
    }

    #[test]
    fn entities_are_read_and_paragraphs_stand_apart() {
        assert_eq!(text("<p>A &amp; B &gt; C&nbsp;D</p><p>E</p>"), "A & B > C\u{a0}D\n\nE\n");
    }

    #[test]
    fn what_the_reader_does_not_see_is_left_out() {
        for hidden in [
            "<div style='display: none'>x</div>",
            "<span style=\"DISPLAY:NONE !important\">x</span>",
            "<span style='font-size:0'>x</span>",
            "<span style='font-size:0.0pt;color:red'>x</span>",
            "<span style='font-size:1px'>x</span>",
            "<p hidden>x</p>",
            "<div style='visibility:hidden'><b>x</b></div>",
            "<div style='max-height:0;overflow:hidden'>x</div>",
            "<span style='mso-hide:all'>x</span>",
            "<span style='opacity:0'>x</span>",
            "<style>.h{display:none}</style><div class=h>x</div>",
            "<style>#h{position:absolute;left:-999em}</style><div id=h>x</div>",
            "<dialog>x</dialog>",
            "<table><tr><td bgcolor='#FFFFFF' style='color:white'>x</td></tr></table>",
            "<font color=white style='background:#fff'>x</font>",
        ] {
            let seen = see(&format!("{hidden}<div>seen</div>"));
            assert_eq!(seen.text, "seen", "{hidden}");
            assert_eq!(seen.hidden, "x", "{hidden}");
        }
    }

    #[test]
    fn what_the_reader_sees_is_read_whatever_its_colour() {
        for html in [
            "<div style='background:#111'><span style='color:white'>seen</span></div>",
            "<body bgcolor=white><font color=white>seen</font>",
            "<dialog open>seen</dialog>",
            "<style>.h{display:none}</style><div class=h style='display:block'>seen</div>",
        ] {
            assert_eq!(see(html), Seen { text: "seen".into(), ..Seen::default() }, "{html}");
        }
    }

    #[test]
    fn what_is_hidden_in_a_quote_is_not_told_and_no_more_is_kept_than_can_be_shown() {
        assert_eq!(see("<blockquote><p hidden>x</p></blockquote>a").hidden, "");
        let seen = see(&format!("<p hidden>{}</p>", "x y ".repeat(100_000)).replace("y x", "y<b></b> x"));
        assert!(seen.hidden.starts_with("x y x") && seen.hidden.len() <= MOST_KEPT + 1, "{}", seen.hidden.len());
    }

    #[test]
    fn heads_titles_scripts_styles_and_comments_are_no_text() {
        let html = "<html><head><title>x</title><style>x{}</style></head><!-- x --><script>x</script><body>seen";
        assert_eq!(see(html), Seen { text: "seen".into(), ..Seen::default() });
        assert_eq!(text("<head><title>x</title><p>seen"), "seen");
        assert_eq!(text("<title><b>x</title>seen"), "seen");
        assert_eq!(text("<textarea>x</textarea>seen"), "seen");
    }

    #[test]
    fn sizes_that_can_be_read_are_seen() {
        assert_eq!(text("<span style='font-size:0.8em'>a</span><span style='font-size:10pt'>b</span>"), "ab");
    }

    #[test]
    fn quoted_containers_are_marked() {
        let html = "mine<blockquote>theirs<div>more</div></blockquote>mine too";
        assert_eq!(text(html), "mine\n> theirs\n> more\nmine too");
        assert_eq!(text("a<div class=\"gmail_quote x\">b</div>c"), "a\n> b\nc");
        assert_eq!(text("a<div id=divRplyFwdMsg>b</div><p>c"), "a\n> b\n> c");
        assert_eq!(text("a<blockquote>b"), "a\n> b");
    }

    #[test]
    fn nothing_but_its_own_end_ends_a_quote() {
        for theirs in [
            "<div>x</div><li>y</li>",
            "<dd>y",
            "<div>x<svg><style><a title=\"</style></svg></blockquote><div>y</div>\"></a></style></svg>z</div>",
            "<div>x<noscript><p title=\"</noscript></blockquote><div>y</div>\">x</p></noscript>z</div>",
            "<math><title><b title=\"</title></math></blockquote><p>y\"></b></title></math>z",
            "<svg/>z",
        ] {
            for (start, end) in [("<ul><li>", "</ul>"), ("<dl><dd>", "</dl>"), ("<p>", "</p>")] {
                for (quote, tag) in [("<blockquote>", "blockquote"), ("<div class=gmail_quote>", "div")] {
                    // What names the end of one container is planted for each.
                    let theirs = theirs.replace("</blockquote>", &format!("</{tag}>"));
                    let read = text(&format!("{start}mine{quote}{theirs}</{tag}>{end}mine too"));
                    let typed: Vec<&str> =
                        read.lines().filter(|line| !line.starts_with("> ") && !line.is_empty()).collect();
                    assert_eq!(typed, ["mine", "mine too"], "{start}{quote}{theirs}: {read}");
                }
            }
        }
        assert_eq!(text("<ul><li>a<div>b<li>c</ul><dl><dt>d<dd>e<dt>f</dl>"), "a\nb\nc\nd\ne\nf");
        assert_eq!(text("a<svg/>b"), "ab");
    }

    #[test]
    fn struck_text_and_signatures_are_left_out_and_told() {
        let seen = see("a <s>b</s> c<div class=gmail_signature>Bob  Lee<div>d</div>e<br>f</div>");
        assert_eq!(seen.text.trim_end(), "a c");
        assert_eq!((seen.struck.as_str(), seen.hidden.as_str()), ("b", ""));
        assert_eq!(seen.signature, "Bob Lee\nd\ne\nf");
        assert_eq!(see("<blockquote><div class=gmail_signature>Bob</div></blockquote>").signature, "");
    }

    #[test]
    fn preformatted_text_keeps_its_lines() {
        assert_eq!(text("<pre>a\n  b\n</pre>c"), "a\n  b\nc");
    }

    #[test]
    fn broken_nesting_neither_panics_nor_takes_long() {
        let deep = "<b>".repeat(100_000) + &"</i><li></li>".repeat(20_000) + "seen";
        assert!(text(&deep).ends_with("seen"));
        assert_eq!(text("</div></p><div style='display:none'><b></div>seen</b></div>"), "seen");
    }
}
