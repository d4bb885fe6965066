//! Where in an HTML text drawings and formulas (SVG, MathML) stand, in which no element holds text alone, and which elements
//! do elsewhere (HTML 13.2.6). Knows names of elements, and that mail programs run no scripts.

use html5gum::State;

use super::tag::Tag;

/// The open elements from the outermost drawing or formula on.
#[derive(Debug, Default)]
pub(super) struct Foreign {
    open: Vec<(String, Kind)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Svg,
    Math,
    /// HTML may stand in it again, as that does in what is in it.
    Html,
}

/// What a start tag opened.
pub(super) struct Opened {
    /// How the text behind it is read, where no tags but its own end are in it.
    pub text: Option<State>,
    /// It ended its element, too.
    pub is_closed: bool,
}

/// How far the element of an end tag is looked for.
const REACH: usize = 64;

/// What ends a drawing or a formula in which it stands (HTML 13.2.6.5).
const BREAKS_OUT: &[&str] = &[
    "b",
    "big",
    "blockquote",
    "body",
    "br",
    "center",
    "code",
    "dd",
    "div",
    "dl",
    "dt",
    "em",
    "embed",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "hr",
    "i",
    "img",
    "li",
    "listing",
    "menu",
    "meta",
    "nobr",
    "ol",
    "p",
    "pre",
    "ruby",
    "s",
    "small",
    "span",
    "strong",
    "strike",
    "sub",
    "sup",
    "table",
    "tt",
    "u",
    "ul",
    "var",
];

impl Foreign {
    /// Whether no drawing and no formula is open.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether tags here are of a drawing or a formula.
    pub fn is_inside(&self) -> bool {
        self.open.last().is_some_and(|(_, kind)| *kind != Kind::Html)
    }

    pub fn start(&mut self, tag: &Tag, is_self_closing: bool) -> Opened {
        let name = tag.name.as_str();
        if self.is_inside() && BREAKS_OUT.contains(&name) {
            self.leave();
        }
        let inside = self.open.last().map(|(_, kind)| *kind).filter(|kind| *kind != Kind::Html);
        let is_annotation = || self.open.last().is_some_and(|(name, _)| name == "annotation-xml");
        let kind = match (name, inside) {
            ("svg", None) => Kind::Svg,
            ("svg", Some(Kind::Math)) if is_annotation() => Kind::Svg,
            ("math", None) => Kind::Math,
            (_, Some(kind)) => kind,
            (_, None) => return self.start_html(name),
        };
        if !is_self_closing {
            let kind = if holds_html(tag, kind) { Kind::Html } else { kind };
            self.open.push((name.to_owned(), kind));
        }
        Opened { text: None, is_closed: is_self_closing }
    }

    fn start_html(&mut self, name: &str) -> Opened {
        if !self.open.is_empty() {
            self.open.push((name.to_owned(), Kind::Html));
        }
        Opened { text: text_alone(name), is_closed: false }
    }

    pub fn end(&mut self, name: &str) {
        if self.open.is_empty() {
            return;
        }
        if self.is_inside() && matches!(name, "p" | "br") {
            return self.leave();
        }
        let mut near = self.open.iter().rev().take(REACH);
        match near.position(|(open, _)| open == name) {
            Some(back) => self.open.truncate(self.open.len() - 1 - back),
            // What stands around a drawing ends it, but not from HTML that stands in it.
            None if !self.open.iter().rev().take(REACH).any(|(_, kind)| *kind == Kind::Html) => self.open.clear(),
            None => {}
        }
    }

    fn leave(&mut self) {
        while self.is_inside() {
            self.open.pop();
        }
    }
}

/// Whether HTML stands in an element of a drawing or a formula.
fn holds_html(tag: &Tag, kind: Kind) -> bool {
    match kind {
        Kind::Svg => matches!(tag.name.as_str(), "foreignobject" | "desc" | "title"),
        Kind::Math => match tag.name.as_str() {
            "mi" | "mo" | "mn" | "ms" | "mtext" => true,
            "annotation-xml" => {
                tag.attribute("encoding").is_some_and(|kind| matches!(&*kind, "text/html" | "application/xhtml+xml"))
            }
            _ => false,
        },
        Kind::Html => true,
    }
}

/// How the text in an element of HTML is read where no tags are in it. `noscript` is one where scripts are run.
fn text_alone(name: &str) -> Option<State> {
    match name {
        "textarea" | "title" => Some(State::RcData),
        "plaintext" => Some(State::PlainText),
        "script" => Some(State::ScriptData),
        "style" | "iframe" | "xmp" | "noembed" | "noframes" => Some(State::RawText),
        _ => None,
    }
}
