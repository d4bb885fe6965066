//! What the styles of an HTML text do to words: whether they are seen, struck through, or keep their lines. Knows of CSS what
//! programs that write letters use; what is uncertain counts as hidden.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;

use memchr::{memchr, memchr_iter, memmem};

/// What the styles of one element do to the text inside it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Look {
    pub hidden: bool,
    pub struck: bool,
    pub pre: bool,
}

/// What of an element its styles depend on, in lower case.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Element<'a> {
    pub name: &'a str,
    pub class: &'a str,
    pub id: &'a str,
    /// Its own style.
    pub style: &'a str,
    /// Its attributes of old, which stand for a style.
    pub color: &'a str,
    pub background: &'a str,
}

/// The properties that are looked at.
const PROPERTIES: &[&str] = &[
    "-webkit-text-fill-color",
    "background",
    "background-color",
    "block-size",
    "bottom",
    "clip",
    "clip-path",
    "color",
    "content-visibility",
    "display",
    "filter",
    "font",
    "font-size",
    "height",
    "inline-size",
    "inset",
    "left",
    "letter-spacing",
    "line-height",
    "margin-left",
    "margin-top",
    "max-block-size",
    "max-height",
    "max-inline-size",
    "max-width",
    "mso-hide",
    "opacity",
    "overflow",
    "overflow-x",
    "overflow-y",
    "position",
    "right",
    "rotate",
    "scale",
    "text-decoration",
    "text-decoration-line",
    "text-indent",
    "top",
    "transform",
    "translate",
    "visibility",
    "white-space",
    "width",
    "zoom",
];

/// The rules of a page's `<style>` elements.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    rules: Vec<Rule>,
    /// By the id, class or name that a selector cannot match without.
    by_key: BTreeMap<String, Vec<usize>>,
    /// How many more rules are held against elements. When there are none left, nothing is certain.
    budget: Cell<usize>,
    is_overfull: bool,
}

#[derive(Debug)]
struct Rule {
    names: Vec<String>,
    classes: Vec<String>,
    ids: Vec<String>,
    declarations: Vec<Declaration>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Declaration {
    property: &'static str,
    value: String,
    is_important: bool,
}

/// People's programs write a few hundred.
const MOST_RULES: usize = 2_000;
const BUDGET: usize = 1_000_000;

impl Sheet {
    /// The rules of all `<style>` elements of an HTML text.
    pub fn of(html: &str) -> Self {
        let mut sheet = Self { budget: Cell::new(BUDGET), ..Self::default() };
        for css in style_elements(html) {
            sheet.add(&uncommented(css).to_ascii_lowercase());
        }
        sheet
    }

    /// Whether no style of the page concerns elements of this name as such.
    pub fn is_silent_about(&self, name: &str) -> bool {
        self.by_key.is_empty() || !(self.is_overfull || self.by_key.contains_key(name) || self.by_key.contains_key("*"))
    }

    /// What an element looks like.
    pub fn look(&self, element: Element<'_>) -> Look {
        if self.is_overfull {
            return Look { hidden: true, ..Look::default() };
        }
        let mut found = self.matching(element);
        found.sort_by_key(|at| (self.rules[*at].weight(), *at));
        if self.budget.get() == 0 {
            return Look { hidden: true, ..Look::default() };
        }
        let mut style = Style::default();
        for (property, value) in [("color", element.color), ("background-color", element.background)] {
            if !value.is_empty() {
                style.set(property, value, false);
            }
        }
        for declaration in found.into_iter().flat_map(|at| &self.rules[at].declarations) {
            style.set(declaration.property, &declaration.value, declaration.is_important);
        }
        for declaration in declarations(&uncommented(element.style)) {
            style.set(declaration.property, &declaration.value, declaration.is_important);
        }
        style.look()
    }

    fn matching(&self, element: Element<'_>) -> Vec<usize> {
        if self.by_key.is_empty() {
            return Vec::new();
        }
        let classes = || element.class.split_ascii_whitespace();
        let mut keys = vec![Cow::Borrowed("*"), Cow::Borrowed(element.name), Cow::Owned(format!("#{}", element.id))];
        keys.extend(classes().map(|class| Cow::Owned(format!(".{class}"))));
        keys.sort_unstable();
        keys.dedup();
        let near: Vec<usize> = keys.iter().filter_map(|key| self.by_key.get(&**key)).flatten().copied().collect();
        self.budget.set(self.budget.get().saturating_sub(near.len()));
        let matches = |rule: &Rule| {
            rule.names.iter().all(|name| name == element.name)
                && rule.ids.iter().all(|id| id == element.id)
                && rule.classes.iter().all(|class| classes().any(|own| own == class))
        };
        near.into_iter().filter(|at| matches(&self.rules[*at])).collect()
    }

    /// Adds the rules of a style sheet in lower case and without comments.
    fn add(&mut self, css: &str) {
        let mut rest = css;
        while let Some(open) = memchr(b'{', rest.as_bytes()) {
            let before = rest[..open].rsplit([';', '}']).next().unwrap_or_default();
            let before = before.trim().trim_start_matches("<!--").trim_start_matches("-->").trim();
            let (block, behind) = block(&rest[open + 1..]);
            rest = behind;
            match before.strip_prefix('@') {
                Some(rule) if holds_rules(rule) => self.add(block),
                Some(_) => {}
                None => self.add_rule(before, block),
            }
        }
    }

    fn add_rule(&mut self, selectors: &str, block: &str) {
        let declarations = declarations(block);
        if declarations.is_empty() {
            return;
        }
        for selector in selectors.split(',') {
            let Some((names, classes, ids)) = last_compound(selector) else { continue };
            if self.rules.len() == MOST_RULES {
                self.is_overfull = true;
                return;
            }
            let key = match (ids.first(), classes.first(), names.first()) {
                (Some(id), _, _) => format!("#{id}"),
                (None, Some(class), _) => format!(".{class}"),
                (None, None, Some(name)) => name.clone(),
                (None, None, None) => "*".to_owned(),
            };
            self.by_key.entry(key).or_default().push(self.rules.len());
            self.rules.push(Rule { names, classes, ids, declarations: declarations.clone() });
        }
    }
}

impl Rule {
    /// The one that says more of its elements counts before others.
    fn weight(&self) -> (usize, usize, usize) {
        (self.ids.len(), self.classes.len(), self.names.len())
    }
}

/// Rules about screens hold rules; what they depend on is taken to be so.
fn holds_rules(rule: &str) -> bool {
    let is = |name: &str| rule.strip_prefix(name).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()));
    let on_paper_alone = rule.contains("print") && !rule.contains("screen") && !rule.contains("all");
    ["media", "supports", "layer", "container"].iter().any(|name| is(name)) && !on_paper_alone
}

/// What stands up to the brace that closes a block, and what behind it.
fn block(css: &str) -> (&str, &str) {
    let mut depth = 1usize;
    for (at, byte) in css.bytes().enumerate().filter(|(_, byte)| matches!(*byte, b'{' | b'}')) {
        depth = if byte == b'{' { depth + 1 } else { depth - 1 };
        if depth == 0 {
            return (&css[..at], &css[at + 1..]);
        }
    }
    (css, "")
}

type Compound = (Vec<String>, Vec<String>, Vec<String>);

/// The names, classes and ids that an element must have for a selector. Of what stands before it in the page nothing is
/// known, so that is taken to be so; `None` where it depends on what a reader does, or on nothing that is looked at.
fn last_compound(selector: &str) -> Option<Compound> {
    const PASSING: [&str; 12] = [
        "active",
        "after",
        "before",
        "checked",
        "disabled",
        "first-l",
        "focus",
        "hover",
        "link",
        "placeholder",
        "selection",
        "visited",
    ];
    let selector = selector.trim();
    let last = selector.rsplit([' ', '\t', '\n', '>', '+', '~']).next()?;
    let (bare, states) = last.split_once(':').unwrap_or((last, ""));
    if states.split(':').any(|state| PASSING.iter().any(|passing| state.starts_with(passing))) {
        return None;
    }
    let has_attribute = bare.contains('[');
    let bare = bare.split('[').next().unwrap_or_default();
    let (mut names, mut classes, mut ids) = (Vec::new(), Vec::new(), Vec::new());
    let starts: Vec<usize> = std::iter::once(0).chain(bare.match_indices(['.', '#']).map(|(at, _)| at)).collect();
    for (n, start) in starts.iter().enumerate() {
        let part = &bare[*start..starts.get(n + 1).copied().unwrap_or(bare.len())];
        match part.as_bytes().first() {
            None => {}
            Some(b'.') => classes.push(part[1..].to_owned()),
            Some(b'#') => ids.push(part[1..].to_owned()),
            Some(b'*') => {}
            Some(_) => names.push(part.to_owned()),
        }
    }
    let is_empty = names.is_empty() && classes.is_empty() && ids.is_empty();
    (!is_empty || (bare.starts_with('*') && !has_attribute)).then_some((names, classes, ids))
}

/// The texts of `<style>` elements; those in comments are nobody's.
fn style_elements(html: &str) -> Vec<&str> {
    let bytes = html.as_bytes();
    let begins = |at: usize, word: &str| {
        bytes.get(at..at + word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word.as_bytes()))
    };
    let mut found = Vec::new();
    let mut after = 0;
    for at in memchr_iter(b'<', bytes) {
        if at < after {
            continue;
        }
        if begins(at, "<!--") {
            after = memmem::find(&bytes[at..], b"-->").map_or(bytes.len(), |end| at + end + 3);
        } else if begins(at, "<style") {
            let Some(start) = memchr(b'>', &bytes[at..]).map(|end| at + end + 1) else { break };
            let mut closing = memchr_iter(b'<', &bytes[start..]).map(|end| start + end);
            let end = closing.find(|end| begins(*end, "</style")).unwrap_or(bytes.len());
            found.push(&html[start..end]);
            after = end;
        }
    }
    found
}

fn uncommented(css: &str) -> Cow<'_, str> {
    if memmem::find(css.as_bytes(), b"/*").is_none() {
        return css.into();
    }
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, behind)| behind);
    }
    (out + rest).into()
}

/// What a style in lower case says of the properties that are looked at.
fn declarations(style: &str) -> Vec<Declaration> {
    let read = |declaration: &str| {
        let (property, value) = declaration.split_once(':')?;
        let property = PROPERTIES.binary_search(&property.trim()).ok().map(|at| PROPERTIES[at])?;
        let (value, rest) = value.split_once('!').unwrap_or((value, ""));
        let is_important = rest.trim() == "important";
        Some(Declaration { property, value: value.trim().to_owned(), is_important })
    };
    style.split(';').filter_map(read).collect()
}

/// The properties of one element, each as it counts.
#[derive(Default)]
struct Style(Vec<(&'static str, String, bool)>);

impl Style {
    /// Of two the later counts, unless the earlier is important and it is not.
    fn set(&mut self, property: &'static str, value: &str, is_important: bool) {
        match self.0.iter_mut().find(|(known, ..)| *known == property) {
            Some((_, _, true)) if !is_important => {}
            Some(known) => *known = (property, value.to_owned(), is_important),
            None => self.0.push((property, value.to_owned(), is_important)),
        }
    }

    fn get(&self, property: &str) -> &str {
        self.0.iter().find(|(known, ..)| *known == property).map_or("", |(_, value, _)| value)
    }

    fn look(&self) -> Look {
        let lines = [self.get("text-decoration"), self.get("text-decoration-line")];
        Look {
            hidden: self.is_unseen() || self.is_tiny() || self.is_elsewhere() || self.has_no_contrast(),
            struck: lines.iter().any(|line| line.contains("line-through")),
            pre: self.get("white-space").starts_with("pre") || self.get("white-space") == "break-spaces",
        }
    }

    fn is_unseen(&self) -> bool {
        let faint = |value: &str| fraction(value).is_some_and(|part| part <= FAINT);
        let filtered = self.get("filter").split_once("opacity(").map_or("", |(_, value)| value);
        self.get("display") == "none"
            || matches!(self.get("visibility"), "hidden" | "collapse")
            || self.get("content-visibility") == "hidden"
            || matches!(self.get("mso-hide"), "all" | "screen")
            || faint(self.get("opacity"))
            || faint(filtered)
            || self.is_reckoned()
    }

    /// What decides by itself whether words are seen is reckoned by the reader's program, or written so that it is not plain.
    fn is_reckoned(&self) -> bool {
        const DECIDING: &[&str] =
            &["content-visibility", "display", "font", "font-size", "opacity", "visibility", "zoom"];
        const RECKONED: &[&str] = &["var(", "calc(", "min(", "max(", "clamp(", "\\"];
        DECIDING.iter().any(|property| RECKONED.iter().any(|function| self.get(property).contains(function)))
    }

    fn is_tiny(&self) -> bool {
        let clips = ["overflow", "overflow-x", "overflow-y"]
            .iter()
            .any(|property| self.get(property).contains("hidden") || self.get(property).contains("clip"));
        let none = |property: &str| number(self.get(property)).is_some_and(|(size, _)| size <= 0.0);
        let nearly = |property: &str| pixels(self.get(property)).is_some_and(|size| size <= 2.0);
        let size = match self.get("font-size") {
            "" => self.get("font"),
            size => size,
        };
        let small = number(size).is_some_and(|(size, unit)| match unit {
            "px" | "pt" => size <= 1.0,
            "%" => size <= 10.0,
            _ => size <= 0.1,
        });
        let scaled = [self.get("scale"), inside(self.get("transform"), "scale")]
            .iter()
            .any(|scales| scales.split([',', ' ']).any(|scale| fraction(scale).is_some_and(|scale| scale <= FAINT)));
        const HIGHEST: &[&str] = &["max-height", "max-width", "max-block-size", "max-inline-size"];
        const SIZES: &[&str] = &["height", "width", "block-size", "inline-size"];
        // Letters that lie on each other.
        let heaped = ["letter-spacing", "line-height"].iter().any(|property| {
            number(self.get(property)).is_some_and(|(size, unit)| match *property {
                "line-height" => size <= 0.1,
                _ => size <= if matches!(unit, "px" | "pt") { -4.0 } else { -0.3 },
            })
        });
        small
            || scaled
            || heaped
            || fraction(self.get("zoom")).is_some_and(|scale| scale <= FAINT)
            || HIGHEST.iter().any(|property| none(property))
            || clips && HIGHEST.iter().chain(SIZES).any(|property| nearly(property))
    }

    fn is_elsewhere(&self) -> bool {
        let far = |value: &str| pixels(value).is_some_and(|shift| shift <= -FAR);
        let is_placed = matches!(self.get("position"), "absolute" | "fixed" | "relative");
        let moved = inside(self.get("transform"), "translate");
        let cut = self.get("clip-path");
        let turned = |value: &str| {
            value
                .split([' ', ','])
                .any(|turn| number(turn).is_some_and(|(turn, unit)| unit == "deg" && turn.abs() == 90.0))
        };
        let sides = ["left", "right", "top", "bottom"];
        (is_placed && (sides.iter().any(|side| far(self.get(side))) || self.get("inset").split(' ').any(far)))
            || self.get("translate").split(' ').any(|shift| pixels(shift).is_some_and(|shift| shift.abs() >= FAR))
            || turned(self.get("rotate"))
            || ["rotatex", "rotatey", "rotate3d"].iter().any(|turn| turned(inside(self.get("transform"), turn)))
            || ["text-indent", "margin-left", "margin-top"].iter().any(|side| far(self.get(side)))
            || moved.split(',').any(|shift| pixels(shift).is_some_and(|shift| shift.abs() >= FAR))
            || is_empty_rectangle(inside(self.get("clip"), "rect"))
            || number(inside(cut, "inset")).is_some_and(|(inset, unit)| unit == "%" && inset >= 50.0)
            || number(inside(cut, "circle")).is_some_and(|(radius, _)| radius == 0.0)
            || cut.contains("polygon")
    }

    /// White on white. A colour alone hides nothing: what is behind it, a reader's program may choose.
    fn has_no_contrast(&self) -> bool {
        let color = match self.get("-webkit-text-fill-color") {
            "" => self.get("color"),
            filled => filled,
        };
        let color = Color::read(color);
        if color == Some(Color::Transparent) {
            return true;
        }
        let plain = match self.get("background-color") {
            "" => self.get("background").split_ascii_whitespace().next().unwrap_or_default(),
            plain => plain,
        };
        color.zip(Color::read(plain)).is_some_and(|(color, plain)| color.is_like(plain))
    }
}

/// Less than this of full strength or size is not seen.
const FAINT: f32 = 0.1;
/// So many pixels aside is off the screen; indents of lists are shorter.
const FAR: f32 = 300.0;

/// What stands in the brackets of a function, by the beginning of its name.
fn inside<'a>(value: &'a str, function: &str) -> &'a str {
    let from = value.find(function).map_or("", |at| &value[at..]);
    let (_, inside) = from.split_once('(').unwrap_or_default();
    inside.split(')').next().unwrap_or_default().trim()
}

/// `rect(0 0 0 0)`, `rect(1px, 1px, 1px, 1px)`: nothing is left of it.
fn is_empty_rectangle(sides: &str) -> bool {
    let sides: Vec<f32> = sides.split([',', ' ']).filter_map(pixels).collect();
    matches!(sides[..], [top, right, bottom, left] if bottom - top <= 2.0 || right - left <= 2.0)
}

/// The number a value begins with, and its unit.
fn number(value: &str) -> Option<(f32, &str)> {
    let value = value.trim();
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
    let end = value.find(|c: char| !is_part(c)).unwrap_or(value.len());
    let unit = &value[end..];
    let unit = &unit[..unit.find(|c: char| !c.is_ascii_alphabetic() && c != '%').unwrap_or(unit.len())];
    Some((value[..end].parse().ok()?, unit))
}

/// A part of one, written as such or in per cent.
fn fraction(value: &str) -> Option<f32> {
    number(value).map(|(number, unit)| if unit == "%" { number / 100.0 } else { number })
}

/// A length in pixels, roughly.
fn pixels(value: &str) -> Option<f32> {
    number(value).map(|(length, unit)| {
        length
            * match unit {
                "em" | "rem" | "ch" | "ex" | "pc" => 16.0,
                "in" => 96.0,
                "cm" => 38.0,
                "mm" => 3.8,
                "pt" => 1.3,
                // Of something as wide as a page.
                "%" | "vw" | "vh" => 6.0,
                _ => 1.0,
            }
    })
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Color {
    Transparent,
    Mixed([f32; 3]),
}

impl Color {
    fn read(value: &str) -> Option<Self> {
        let value = value.trim();
        if let Some(digits) = value.strip_prefix('#') {
            return Self::of_digits(digits);
        }
        if value.starts_with("rgb") {
            let parts: Vec<f32> = inside(value, "rgb").split([',', ' ', '/']).filter_map(fraction).collect();
            return match parts[..] {
                [_, _, _, strength] if strength <= FAINT => Some(Self::Transparent),
                [red, green, blue] | [red, green, blue, _] => Some(Self::Mixed([red, green, blue])),
                _ => None,
            };
        }
        const NAMED: [(&str, [f32; 3]); 12] = [
            ("black", [0.0, 0.0, 0.0]),
            ("blue", [0.0, 0.0, 255.0]),
            ("gray", [128.0, 128.0, 128.0]),
            ("green", [0.0, 128.0, 0.0]),
            ("grey", [128.0, 128.0, 128.0]),
            ("ivory", [255.0, 255.0, 240.0]),
            ("navy", [0.0, 0.0, 128.0]),
            ("red", [255.0, 0.0, 0.0]),
            ("silver", [192.0, 192.0, 192.0]),
            ("snow", [255.0, 250.0, 250.0]),
            ("white", [255.0, 255.0, 255.0]),
            ("yellow", [255.0, 255.0, 0.0]),
        ];
        match value {
            "transparent" => Some(Self::Transparent),
            _ => NAMED.iter().find(|(name, _)| *name == value).map(|(_, mixed)| Self::Mixed(*mixed)),
        }
    }

    fn of_digits(digits: &str) -> Option<Self> {
        let short = matches!(digits.len(), 3 | 4);
        let digit = |at: usize| digits.get(at..=at).and_then(|digit| u8::from_str_radix(digit, 16).ok());
        let part = |nth: usize| match short {
            true => digit(nth).map(|digit| f32::from(digit * 17)),
            false => Some(f32::from(digit(2 * nth)? * 16 + digit(2 * nth + 1)?)),
        };
        match digits.len() {
            4 | 8 if part(3)? <= 255.0 * FAINT => Some(Self::Transparent),
            3 | 4 | 6 | 8 => Some(Self::Mixed([part(0)?, part(1)?, part(2)?])),
            _ => None,
        }
    }

    fn is_like(self, other: Self) -> bool {
        const NEAR: f32 = 20.0;
        match (self, other) {
            (Self::Mixed(one), Self::Mixed(two)) => one.iter().zip(two).all(|(one, two)| (one - two).abs() <= NEAR),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(style: &str) -> Look {
        Sheet::of("").look(Element { name: "p", style, ..Element::default() })
    }

    #[test]
    fn properties_are_in_order() {
        assert!(PROPERTIES.is_sorted());
    }

    #[test]
    fn styles_that_hide_their_text_are_known() {
        for style in [
            "display:none",
            "display: none !important",
            "display:/**/none",
            "visibility:hidden",
            "opacity:0.02",
            "opacity:5%",
            "filter:opacity(0%)",
            "font-size:0",
            "font:0/0 a",
            "font-size:0.05em",
            "position:absolute; left:-9999px",
            "position:fixed;top:-100vh",
            "text-indent:-10000px",
            "margin-left:-99em",
            "transform:scale(0)",
            "transform:rotate(3deg) scalex(0.01)",
            "transform:translatex(-200vw)",
            "scale:0",
            "clip:rect(0 0 0 0)",
            "clip:rect(1px, 1px, 1px, 1px)",
            "clip-path:inset(50%)",
            "height:1px;overflow:hidden",
            "color:#fff;background:#ffffff none",
            "color:white;background-color:rgb(250, 250, 250)",
            "color:transparent",
            "color:rgba(0,0,0,0)",
            "color:#00000000",
            "opacity:calc(0)",
            "--d:none;display:var(--d)",
            "display:n\\6f ne",
            "zoom:0",
            "translate:-9999px",
            "rotate:x 90deg",
            "transform:rotatex(90deg)",
            "position:absolute;inset:-9999px auto auto -9999px",
            "height:0;overflow-y:hidden",
            "block-size:0;overflow:hidden",
            "letter-spacing:-1em",
            "line-height:0",
            "clip-path:polygon(0 0,0 0,0 0)",
        ] {
            assert!(own(style).hidden, "{style}");
        }
    }

    #[test]
    fn styles_of_people_hide_nothing() {
        for style in [
            "",
            "color:white",
            "color:#ffffff;font-size:11pt",
            "color:white;background:black",
            "background-color:#fff;color:#222",
            "margin-left:36.0pt;text-indent:-18.0pt",
            "opacity:0.6",
            "height:0",
            "position:relative;left:-3px",
            "transform:scale(0.8)",
            "font:11pt/1.5 calibri",
            "line-height:1.15;letter-spacing:-0.5px",
            "color:var(--ink);width:calc(100% - 2px)",
            "transform:rotate(90deg)",
            "font-size:80%",
            "clip:rect(0 200px 100px 0)",
            "display:none;display:block",
            "display:block!important;display:none",
        ] {
            assert!(!own(style).hidden, "{style}");
        }
        assert!(own("text-decoration:underline line-through").struck && own("white-space:pre-wrap").pre);
    }

    #[test]
    fn rules_of_the_page_count_by_class_id_and_name_and_an_elements_own_style_before_them() {
        let html = "<STYLE type='text/css'><!-- /* p{} */ .a, div.b > i.c {display:none} #d{visibility:hidden}\n\
            @media print { .e {display:none} } @media (max-width: 9em) { .f{font-size:0} } @font-face {x:y}\n\
            .g:hover{display:none} [x]{display:none} u{opacity:0} --></style>\
            <!-- <style>.h{display:none}</style> -->";
        let sheet = Sheet::of(html);
        let look = |name, class, id, style| sheet.look(Element { name, class, id, style, ..Element::default() }).hidden;
        for (name, class, id) in [("p", "x a", ""), ("i", "c", ""), ("p", "", "d"), ("p", "f", ""), ("u", "", "")] {
            assert!(look(name, class, id, ""), "{name} {class} {id}");
        }
        for (name, class, id) in [("p", "b", ""), ("b", "c", ""), ("p", "e", ""), ("p", "g", ""), ("p", "h d", "a")] {
            assert!(!look(name, class, id, ""), "{name} {class} {id}");
        }
        assert!(!look("p", "a", "", "display:block"));
        assert!(sheet.is_silent_about("p") && !sheet.is_silent_about("u"));
    }

    #[test]
    fn of_more_rules_than_anybody_writes_nothing_is_certain() {
        let many: String = (0..=MOST_RULES).map(|n| format!(".c{n}{{color:red}}")).collect();
        let sheet = Sheet::of(&format!("<style>{many}</style>"));
        assert!(sheet.look(Element { name: "p", ..Element::default() }).hidden);
    }
}
