//! What a person typed in this letter: the readable parts, decoded, unwrapped, made plain, quotes cut.
//! Knows MIME and mail programs, not orders; everything left out is told in a note.

use std::borrow::Cow;
use std::collections::BTreeSet;

use mail_parser::{Message, MessagePart, MimeHeaders, PartType};
use memchr::memchr;
use serde::{Deserialize, Serialize};

use super::address::Address;
use super::boxes::is_unticked;
use super::characters::{PlainLine, plain_lines};
use super::doubt::{Doubtful, Mark};
use super::form::{self, Form};
use super::marks::mark_plainly;
use super::parts::{Wrapping, attachments, is_decodable, is_malformed, is_typed, one_line, wrappings};
use super::quote::LeftOut;
use super::{characters, flowed, heads, html, quote};
use base::planted::is_planted;

/// The typed lines of a letter, and what was left out on the way to them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisibleText {
    /// Plain lines without line ends; blank lines between them are kept.
    pub lines: Vec<String>,
    /// The typed lines of the HTML alternative, where its words are not those of the plain text: which of the two
    /// their writer meant is not ours to guess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<Vec<String>>,
    /// Forms of ours, as they came back: whether they count, and what of them, is not known here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<Form>,
    /// What was left out and may have been typed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubtful: Vec<Doubtful>,
    /// The typed lines that stand directly below a quoted one: each may be the rest of it, which a program broke.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub below_quotes: Vec<BelowQuote>,
    /// The last lines of an original without marks, below whose end somebody may have typed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub end_of_original: Vec<String>,
    /// What the writer should be told about the reading, each sort once.
    pub notes: Vec<Note>,
}

/// A typed line below a quoted one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BelowQuote {
    /// Its place among the typed lines.
    pub place: usize,
    /// The quoted line above it, without its marks.
    pub quoted: String,
}

/// Something about a letter that its writer may need to know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Note {
    /// So many lines marked as quotes.
    QuoteLeftOut(usize),
    /// So many lines of an original without marks, from its header or attribution to the end.
    OriginalLeftOut(usize),
    /// So many lines of a forwarded letter.
    ForwardLeftOut(usize),
    /// So many lines from the signature mark to the end.
    SignatureLeftOut(usize),
    /// So many lines added by a telephone, a company or a list.
    FooterLeftOut(usize),
    /// So many lines from the line that a telephone or a mail program adds to the end.
    BelowDeviceLeftOut(usize),
    /// There was no plain text; the HTML was read.
    HtmlOnly,
    /// HTML text that a reader does not see, as far as it can be shown.
    HiddenLeftOut(String),
    /// Text that was struck through.
    StruckLeftOut(String),
    /// An attachment, by name: never opened.
    AttachmentIgnored(String),
    /// A whole letter enclosed in this one.
    EnclosedLetterIgnored,
    /// Zero-width characters, soft hyphens, byte order marks.
    InvisibleRemoved,
    /// Controls of the writing direction in a typed line, shown by their numbers.
    DirectionMarked,
    /// Control characters in a typed line, shown by their numbers.
    ControlsMarked,
    /// Text in a charset or encoding that cannot be read with certainty.
    Undecodable,
    /// A letter whose parts are put together so that programs differ on what it says: nothing of it was read.
    Malformed,
    /// An encrypted letter.
    Encrypted,
    /// A signature that holds the text inside it, so that we cannot read it.
    Sealed,
    /// Microsoft's own form of a letter (`winmail.dat`).
    Tnef,
    /// A piece of a letter, or a pointer to text elsewhere.
    Elsewhere,
    /// No typed line is left.
    NothingReadable,
}

impl VisibleText {
    /// The typed lines as one text.
    pub fn text(&self) -> String {
        self.lines.join("\n")
    }

    /// The typed lines, and those that were filled into forms.
    pub fn said(&self) -> Vec<String> {
        let filled = self.forms.iter().flat_map(Form::seemingly_filled);
        self.lines.iter().chain(filled).cloned().collect()
    }

    /// Whether something seems to have been put into one of the forms.
    pub fn has_filled_form(&self) -> bool {
        self.forms.iter().any(Form::is_filled)
    }

    /// Adds a note unless it is already there; lines of a second signature are added to those of the first.
    pub fn note(&mut self, note: Note) {
        if let Note::SignatureLeftOut(more) = note {
            let count = self.notes.iter_mut().find_map(|note| match note {
                Note::SignatureLeftOut(count) => Some(count),
                _ => None,
            });
            if let Some(count) = count {
                *count += more;
                return;
            }
        }
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

/// Reads a decoded plain text: the part of the work that knows no MIME.
pub fn read_plain(text: &str) -> VisibleText {
    let mut visible = VisibleText::default();
    visible.take(text, None);
    visible
}

impl VisibleText {
    /// Reads a text. `judge` is our address, when the letter answers one of ours.
    fn take(&mut self, text: &str, judge: Option<&Address>) {
        let text = mark_dash_line(text);
        let lines = self.without_enclosed_files(unsign(plain_lines(&text, quote::is_marked)));
        let texts: Vec<&str> = lines.iter().map(|line| &*line.text).collect();
        let marked = mark_plainly(&texts, judge);
        let texts: Vec<&str> = marked.lines.iter().map(|line| &**line).collect();
        let (mut kept, left_out) = quote::keep_typed(&marked.lines);
        if is_planted("quotes-read") {
            kept = (0..lines.len()).collect();
        }
        // What stands in a form is judged as a form, whether a program marked it as a quote or not.
        let (mut forms, in_forms) = form::find(&texts);
        kept.retain(|at| in_forms.binary_search(at).is_err());
        if let Some(judge) = judge {
            heads::name(&mut forms, &texts, judge);
        }
        forms.iter_mut().for_each(|form| form.above = kept.partition_point(|at| *at < form.above));
        let texts_of = |places: &[usize]| -> Vec<String> {
            let outside = places.iter().filter(|at| in_forms.binary_search(at).is_err());
            let texts = outside.map(|&at| lines[at].marked.as_deref().unwrap_or(&lines[at].text).trim_end());
            texts.filter(|text| !text.is_empty()).map(str::to_owned).collect()
        };
        let doubtful = left_out.doubtful.iter();
        let doubtful = doubtful.map(|lines| Doubtful {
            mark: lines.mark,
            head: texts_of(&lines.head),
            below: texts_of(&lines.below),
        });
        self.doubtful.extend(doubtful);
        let beside = marked.doubtful.into_iter();
        let beside = beside.map(|(mark, below)| Doubtful { mark, head: Vec::new(), below: texts_of(&below) });
        self.doubtful.extend(beside);
        self.end_of_original = texts_of(&left_out.end_of_original);
        self.note_left_out(left_out);
        self.below_quotes = below_quotes(&texts, &kept);
        let kept: Vec<&PlainLine<'_>> = kept.into_iter().map(|at| &lines[at]).collect();
        self.lines =
            kept.iter().map(|line| line.marked.as_deref().unwrap_or(&line.text).trim_end().to_owned()).collect();
        self.forms = forms;
        let has = |sort: fn(&PlainLine<'_>) -> bool| kept.iter().any(|line| sort(line));
        for (is_so, note) in [
            (has(|line| line.removed.invisible && !line.text.trim().is_empty()), Note::InvisibleRemoved),
            (has(|line| line.removed.direction), Note::DirectionMarked),
            (has(|line| line.removed.controls), Note::ControlsMarked),
            (has(|line| line.removed.undecodable), Note::Undecodable),
        ] {
            if is_so {
                self.note(note);
            }
        }
        if self.lines.iter().any(|line| line.starts_with("-----BEGIN PGP MESSAGE")) {
            self.lines.clear();
            self.forms.clear();
            self.note(Note::Encrypted);
        }
        if self.lines.iter().all(|line| line.trim().is_empty()) {
            self.lines.clear();
            if self.forms.is_empty() {
                self.note(Note::NothingReadable);
            }
        }
    }

    /// Leaves out files that old programs put into the text itself (uuencode); each is named.
    fn without_enclosed_files<'a>(&mut self, lines: Vec<PlainLine<'a>>) -> Vec<PlainLine<'a>> {
        if !lines.iter().any(|line| file_name(&line.text).is_some()) {
            return lines;
        }
        let ends: BTreeSet<usize> = (0..lines.len()).filter(|&at| lines[at].text.trim_end() == "end").collect();
        let mut kept = Vec::new();
        let mut after = 0;
        for (at, line) in lines.into_iter().enumerate() {
            if at < after {
                continue;
            }
            let file = file_name(&line.text).zip(ends.range(at..).next().copied());
            let Some((name, end)) = file else {
                kept.push(line);
                continue;
            };
            self.note(Note::AttachmentIgnored(one_line(&name)));
            after = end + 1;
        }
        kept
    }

    fn note_left_out(&mut self, left_out: LeftOut) {
        for (count, note) in [
            (left_out.quoted, Note::QuoteLeftOut as fn(usize) -> Note),
            (left_out.original, Note::OriginalLeftOut),
            (left_out.forwarded, Note::ForwardLeftOut),
            (left_out.signature, Note::SignatureLeftOut),
            (left_out.footer, Note::FooterLeftOut),
            (left_out.below_device, Note::BelowDeviceLeftOut),
        ] {
            if count > 0 {
                self.note(note(count));
            }
        }
    }
}

/// Of a text's typed lines those that stand directly below quoted words.
fn below_quotes(texts: &[&str], typed: &[usize]) -> Vec<BelowQuote> {
    let below = typed.iter().enumerate().filter_map(|(place, at)| {
        let above = texts[at.checked_sub(1)?];
        let quoted = above.trim_start_matches(['>', ' ', '\t']).trim_end();
        let is_below = above.starts_with('>') && !quoted.is_empty() && !texts[*at].trim().is_empty();
        is_below.then(|| BelowQuote { place, quoted: quoted.to_owned() })
    });
    below.collect()
}

/// The name in `begin 644 orders.txt`, the first line of a file in uuencode.
fn file_name(line: &str) -> Option<String> {
    let mut words = line.strip_prefix("begin ")?.splitn(2, ' ');
    let mode = words.next()?;
    let is_mode = (3..=4).contains(&mode.len()) && mode.bytes().all(|byte| matches!(byte, b'0'..=b'7'));
    let name = words.next()?.trim();
    (is_mode && !name.is_empty()).then(|| name.to_owned())
}

/// A line of one long dash is how some programs write the signature mark; as one hyphen it could not be told apart.
fn mark_dash_line(text: &str) -> Cow<'_, str> {
    let is_dash = |line: &str| matches!(line.trim(), "\u{2013}" | "\u{2014}" | "\u{2015}" | "\u{2014}\u{2014}");
    // The first byte of each dash.
    if memchr(0xE2, text.as_bytes()).is_none() || !text.split('\n').any(is_dash) {
        return text.into();
    }
    text.split_inclusive('\n').map(|line| if is_dash(line) { "-- \n" } else { line }).collect()
}

/// The text of a clear-signed letter (RFC 9580 7) without its armour. The signature proves nothing here.
fn unsign(lines: Vec<PlainLine<'_>>) -> Vec<PlainLine<'_>> {
    let is = |line: &PlainLine<'_>, mark: &str| line.text.starts_with(mark) && line.text.trim_end() == mark;
    let Some(start) = lines.iter().position(|line| is(line, "-----BEGIN PGP SIGNED MESSAGE-----")) else {
        return lines;
    };
    let body = lines[start..].iter().position(|line| line.text.trim().is_empty());
    let body = body.map_or(lines.len(), |n| start + n + 1);
    let end = lines[body..].iter().position(|line| is(line, "-----BEGIN PGP SIGNATURE-----"));
    let end = end.map_or(lines.len(), |n| body + n);
    let strip = |text: &str| text.strip_prefix("- ").unwrap_or(text).to_owned();
    let undashed = |line: &PlainLine<'_>| PlainLine {
        text: strip(&line.text).into(),
        marked: line.marked.as_deref().map(strip),
        removed: line.removed,
    };
    let signed: Vec<PlainLine<'static>> = lines[body..end].iter().map(undashed).collect();
    lines.into_iter().take(start).chain(signed).collect()
}

/// Reads the visible text of a parsed letter. `judge` is our address, when it answers a letter of ours.
pub(crate) fn read(message: &Message<'_>, raw: &[u8], judge: Option<&Address>) -> VisibleText {
    let mut visible = VisibleText::default();
    if is_malformed(message, raw) {
        visible.note(Note::Malformed);
        return visible;
    }
    for wrapping in wrappings(message) {
        visible.note(match wrapping {
            Wrapping::Encrypted => Note::Encrypted,
            Wrapping::Sealed => Note::Sealed,
            Wrapping::Tnef => Note::Tnef,
            Wrapping::Elsewhere => Note::Elsewhere,
        });
    }
    let has_two = message.text_body != message.html_body;
    let mut text = collect(message, &message.text_body, &mut visible);
    if text.trim().is_empty() && has_two {
        text = collect(message, &message.html_body, &mut visible);
        visible.take(&text, judge);
    } else {
        visible.take(&text, judge);
        if has_two {
            let starred = visible.lines.iter_mut().filter(|line| line.contains('*'));
            starred.for_each(|line| *line = unemphasised(line));
            visible.html = differing_html(message, &visible, judge);
        }
    }
    for name in attachments(message) {
        visible.note(Note::AttachmentIgnored(name));
    }
    if message.parts.iter().any(|part| matches!(part.body, PartType::Message(_))) {
        visible.note(Note::EnclosedLetterIgnored);
    }
    visible
}

/// A line without the stars that programs put around bold words when they make plain text of HTML. Stars that stand
/// alone, or several together, are the writer's.
fn unemphasised(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find('*') {
        let (before, opened) = (&rest[..start], &rest[start + 1..]);
        let end = opened.find('*');
        let bold = end.map(|end| (&opened[..end], &opened[end + 1..])).filter(|(bold, after)| {
            let is_apart =
                !before.ends_with(|c: char| c.is_alphanumeric()) && !after.starts_with(char::is_alphanumeric);
            let is_tight = |c: char| !c.is_whitespace();
            is_apart && !after.starts_with('*') && bold.starts_with(is_tight) && bold.ends_with(is_tight)
        });
        out.push_str(before);
        match bold {
            Some((bold, after)) => {
                out.push_str(bold);
                rest = after;
            }
            None => {
                let stars = rest[start..].bytes().take_while(|&byte| byte == b'*').count();
                out.push_str(&rest[start..start + stars]);
                rest = &rest[start + stars..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// The typed lines of the HTML alternative when its words are others than those of the plain text.
fn differing_html(message: &Message<'_>, plain: &VisibleText, judge: Option<&Address>) -> Option<Vec<String>> {
    let mut visible = VisibleText::default();
    let page = collect(message, &message.html_body, &mut visible);
    if page.trim().is_empty() {
        // Where all words were left out, the plain text says what nobody sees.
        let is_left_out = |note: &Note| matches!(note, Note::HiddenLeftOut(_) | Note::StruckLeftOut(_));
        return visible.notes.iter().any(is_left_out).then(Vec::new);
    }
    visible.take(&page, judge);
    (letters_of(&visible.said()) != letters_of(&plain.said())).then(|| visible.said())
}

/// What the words of a text are made of, whatever stands between them; but "1-2" is not "12", so signs between two digits
/// count, and so does what makes a question of a line or a choice that was not made. Signs that begin a line are bullets, and stars and
/// underscores are a program's emphasis.
fn letters_of(lines: &[String]) -> String {
    let mut letters = String::new();
    let mut signs = String::new();
    for line in lines {
        let mut is_begun = false;
        if is_unticked(line) {
            letters.push('\u{2610}');
        }
        for c in line.chars() {
            if matches!(c, '?' | '？') {
                letters.push('?');
                continue;
            }
            if !c.is_alphanumeric() {
                if is_begun && !c.is_whitespace() && !matches!(c, '*' | '_') {
                    signs.push(c);
                }
                continue;
            }
            if c.is_ascii_digit() && letters.ends_with(|before: char| before.is_ascii_digit()) {
                letters.push_str(&signs);
            }
            signs.clear();
            letters.push(c);
            is_begun = true;
        }
    }
    letters
}

/// The text of some parts, joined in their order.
fn collect(message: &Message<'_>, parts: &[u32], visible: &mut VisibleText) -> String {
    let mut text = String::new();
    for part in parts.iter().filter_map(|&id| message.parts.get(id as usize)) {
        if !is_typed(part) {
            continue;
        }
        if !is_decodable(part) {
            visible.note(Note::Undecodable);
            continue;
        }
        match &part.body {
            PartType::Text(plain) => text.push_str(&unwrapped(part, plain)),
            PartType::Html(page) => text.push_str(&seen(page, visible)),
            _ => {}
        }
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
    }
    text
}

fn unwrapped<'a>(part: &MessagePart<'_>, plain: &'a str) -> Cow<'a, str> {
    let parameter = |name: &str| part.content_type().and_then(|kind| kind.attribute(name));
    if !parameter("format").is_some_and(|format| format.eq_ignore_ascii_case("flowed")) {
        return plain.into();
    }
    let delete_space = parameter("delsp").is_some_and(|answer| answer.eq_ignore_ascii_case("yes"));
    flowed::unflow(plain, delete_space).into()
}

fn seen(page: &str, visible: &mut VisibleText) -> String {
    let seen = html::see(page);
    for (is_so, note) in [
        (true, Note::HtmlOnly),
        (!seen.hidden.is_empty(), Note::HiddenLeftOut(characters::plain(&seen.hidden).0)),
        (!seen.struck.is_empty(), Note::StruckLeftOut(characters::plain(&seen.struck).0)),
        (!seen.signature.is_empty(), Note::SignatureLeftOut(1)),
    ] {
        if is_so {
            visible.note(note);
        }
    }
    if !seen.signature.is_empty() {
        let below = seen.signature.lines().map(|line| characters::plain(line).0).collect();
        visible.doubtful.push(Doubtful { mark: Mark::SignatureElement, head: Vec::new(), below });
    }
    seen.text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_between_digits_count_and_no_others() {
        let letters = |text: &str| letters_of(&text.lines().map(str::to_owned).collect::<Vec<_>>());
        assert_ne!(letters("PP 1-2: enter"), letters("PP 12: enter"));
        assert_ne!(letters("PP 1-3: idle"), letters("PP 1,3: idle"));
        for (one, other) in [
            ("PP 1-2: enter 2 infantry", "PP 1-\n2: enter 2\ninfantry"),
            ("PP 1-2:\nhold", "* PP *1*-*2*: hold"),
            ("hold 4910\n- 3 infantry", "hold 4910\n3 infantry"),
            ("(PP 1) enter, \"now\"", "PP 1 - enter now!"),
            ("PP 1 2", "PP 1\n2"),
        ] {
            assert_eq!(letters(one), letters(other), "{one}");
        }
    }

    #[test]
    fn stars_around_bold_words_go_and_ranks_stay() {
        assert_eq!(unemphasised("*PP 1-3*: enter *3 infantry*"), "PP 1-3: enter 3 infantry");
        for line in ["J. Johnston *** 3", "1 of *, 2 of **", "* PP 1: hold", "Jackson * 2 (+2/+1)", "a*b*c", "2 of ***"]
        {
            assert_eq!(unemphasised(line), line);
        }
    }
}
