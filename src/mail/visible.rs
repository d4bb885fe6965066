//! What a person typed in this letter: the readable parts, decoded, unwrapped, made plain, quotes cut.
//! Knows MIME and mail programs, not orders; everything left out is told in a note.

use mail_parser::{Message, MessagePart, MimeHeaders, PartType};
use serde::{Deserialize, Serialize};

use super::quote::LeftOut;
use super::{characters, flowed, html, quote};

/// The typed lines of a letter, and what was left out on the way to them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisibleText {
    /// Plain lines without line ends; blank lines between them are kept.
    pub lines: Vec<String>,
    /// What the writer should be told about the reading, each sort once.
    pub notes: Vec<Note>,
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
    /// There was no plain text; the HTML was read.
    HtmlOnly,
    /// HTML text that a reader does not see.
    HiddenLeftOut,
    /// Text that was struck through.
    StruckLeftOut,
    /// An attachment, by name: never opened.
    AttachmentIgnored(String),
    /// A whole letter enclosed in this one.
    EnclosedLetterIgnored,
    /// Zero-width characters, soft hyphens, byte order marks.
    InvisibleRemoved,
    /// Controls of the writing direction.
    DirectionRemoved,
    /// Control characters.
    ControlsRemoved,
    /// Text in a charset or encoding that cannot be read with certainty.
    Undecodable,
    /// An encrypted letter.
    Encrypted,
    /// No typed line is left.
    NothingReadable,
}

impl VisibleText {
    /// The typed lines as one text.
    pub fn text(&self) -> String {
        self.lines.join("\n")
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
    visible.take(text);
    visible
}

impl VisibleText {
    fn take(&mut self, text: &str) {
        let (plain, removed) = characters::plain(&mark_dash_line(text));
        let lines: Vec<String> = unsign(plain.lines().map(str::to_owned).collect());
        let (lines, left_out) = quote::keep_typed(&lines);
        self.lines = lines;
        self.note_left_out(left_out);
        for (is_so, note) in [
            (removed.invisible, Note::InvisibleRemoved),
            (removed.direction, Note::DirectionRemoved),
            (removed.controls, Note::ControlsRemoved),
            (removed.undecodable, Note::Undecodable),
        ] {
            if is_so {
                self.note(note);
            }
        }
        if self.lines.iter().any(|line| line.starts_with("-----BEGIN PGP MESSAGE")) {
            self.lines.clear();
            self.note(Note::Encrypted);
        }
        if self.lines.iter().all(|line| line.trim().is_empty()) {
            self.lines.clear();
            self.note(Note::NothingReadable);
        }
    }

    fn note_left_out(&mut self, left_out: LeftOut) {
        for (count, note) in [
            (left_out.quoted, Note::QuoteLeftOut as fn(usize) -> Note),
            (left_out.original, Note::OriginalLeftOut),
            (left_out.forwarded, Note::ForwardLeftOut),
            (left_out.signature, Note::SignatureLeftOut),
            (left_out.footer, Note::FooterLeftOut),
        ] {
            if count > 0 {
                self.note(note(count));
            }
        }
    }
}

/// A line of one long dash is how some programs write the signature mark; as one hyphen it could not be told apart.
fn mark_dash_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.trim() {
            "\u{2014}" | "\u{2015}" | "\u{2014}\u{2014}" | "\u{2013}" => out.push_str("-- \n"),
            _ => out.push_str(line),
        }
    }
    out
}

/// The text of a clear-signed letter (RFC 9580 7) without its armour. The signature proves nothing here.
fn unsign(lines: Vec<String>) -> Vec<String> {
    let is = |line: &str, mark: &str| line.trim_end() == mark;
    let Some(start) = lines.iter().position(|line| is(line, "-----BEGIN PGP SIGNED MESSAGE-----")) else {
        return lines;
    };
    let body = lines[start..].iter().position(|line| line.trim().is_empty()).map_or(lines.len(), |n| start + n + 1);
    let end = lines[body..].iter().position(|line| is(line, "-----BEGIN PGP SIGNATURE-----"));
    let end = end.map_or(lines.len(), |n| body + n);
    let signed = lines[body..end].iter().map(|line| line.strip_prefix("- ").unwrap_or(line).to_owned());
    lines[..start].iter().cloned().chain(signed).collect()
}

/// Reads the visible text of a parsed letter.
pub(crate) fn read(message: &Message<'_>) -> VisibleText {
    let mut visible = VisibleText::default();
    if is_encrypted(message) {
        visible.note(Note::Encrypted);
    }
    let mut text = collect(message, &message.text_body, &mut visible);
    if text.trim().is_empty() && message.text_body != message.html_body {
        text = collect(message, &message.html_body, &mut visible);
    }
    visible.take(&text);
    for name in attachments(message) {
        visible.note(Note::AttachmentIgnored(name));
    }
    if message.parts.iter().any(|part| matches!(part.body, PartType::Message(_))) {
        visible.note(Note::EnclosedLetterIgnored);
    }
    visible
}

/// The text of some parts, joined in their order.
fn collect(message: &Message<'_>, parts: &[u32], visible: &mut VisibleText) -> String {
    let mut text = String::new();
    for part in parts.iter().filter_map(|&id| message.parts.get(id as usize)) {
        if !matches!(part.body, PartType::Text(_) | PartType::Html(_)) {
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

fn unwrapped(part: &MessagePart<'_>, plain: &str) -> String {
    let parameter = |name: &str| part.content_type().and_then(|kind| kind.attribute(name));
    if !parameter("format").is_some_and(|format| format.eq_ignore_ascii_case("flowed")) {
        return plain.to_owned();
    }
    let delete_space = parameter("delsp").is_some_and(|answer| answer.eq_ignore_ascii_case("yes"));
    flowed::unflow(plain, delete_space)
}

fn seen(page: &str, visible: &mut VisibleText) -> String {
    let seen = html::see(page);
    for (is_so, note) in [
        (true, Note::HtmlOnly),
        (seen.hidden, Note::HiddenLeftOut),
        (seen.struck, Note::StruckLeftOut),
        (seen.signature, Note::SignatureLeftOut(1)),
    ] {
        if is_so {
            visible.note(note);
        }
    }
    seen.text
}

/// UTF-7 hides any text in plain ASCII, and an unknown or damaged encoding hides it altogether.
fn is_decodable(part: &MessagePart<'_>) -> bool {
    let charset = part.content_type().and_then(|kind| kind.attribute("charset")).unwrap_or_default();
    let charset: String = charset.chars().filter(char::is_ascii_alphanumeric).collect();
    if charset.to_ascii_lowercase().ends_with("utf7") {
        return false;
    }
    let encoding = part.content_transfer_encoding().unwrap_or("7bit").trim().to_ascii_lowercase();
    match encoding.as_str() {
        "7bit" | "8bit" | "binary" | "" => true,
        "quoted-printable" | "base64" => !part.is_encoding_problem,
        _ => false,
    }
}

fn is_encrypted(message: &Message<'_>) -> bool {
    message.parts.iter().filter_map(|part| part.content_type()).any(|kind| {
        let subtype = kind.subtype().unwrap_or_default().to_ascii_lowercase();
        let data = kind.attribute("smime-type").unwrap_or_default();
        match kind.ctype().to_ascii_lowercase().as_str() {
            "multipart" => subtype == "encrypted",
            "application" => subtype.ends_with("pkcs7-mime") && !data.eq_ignore_ascii_case("signed-data"),
            _ => false,
        }
    })
}

/// The names of all attachments, controls taken out; one without a name is called by its type.
pub(crate) fn attachments(message: &Message<'_>) -> Vec<String> {
    let attached = message.attachments.iter().filter_map(|&id| message.parts.get(id as usize));
    attached.filter(|part| !is_signature(part)).map(|part| name(part)).collect()
}

fn name(part: &MessagePart<'_>) -> String {
    if let Some(name) = part.attachment_name() {
        let (plain, _) = characters::plain(name);
        return plain.replace('\n', " ").chars().take(100).collect();
    }
    match part.content_type() {
        Some(kind) => format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or("?")).to_ascii_lowercase(),
        None => "attachment".to_owned(),
    }
}

/// Detached signatures are attached by programs, not by people.
fn is_signature(part: &MessagePart<'_>) -> bool {
    part.content_type().and_then(|kind| kind.subtype()).is_some_and(|subtype| {
        ["pgp-signature", "pkcs7-signature", "x-pkcs7-signature"].contains(&subtype.to_ascii_lowercase().as_str())
    })
}
