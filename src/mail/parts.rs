//! The parts of a letter by what they are: text to read, attachments to name, wrappings that hide the text.
//! Knows MIME types, not text.

use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::{Message, MessagePart, MimeHeaders, PartType};
use sha2::{Digest, Sha256};

use super::characters;
use super::header::Header;
use super::letter::{AttachedTable, Picture};

/// A wrapping that keeps a letter's text, or a part of it, from us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wrapping {
    /// Encrypted.
    Encrypted,
    /// Signed in a form that holds the text inside it (`smime.p7m`).
    Sealed,
    /// Microsoft's own form (`winmail.dat`).
    Tnef,
    /// A piece of a letter, or a pointer to text elsewhere (RFC 2046 5.2.2 and 5.2.3): never gathered, never fetched.
    Elsewhere,
}

/// Every wrapping in a letter.
pub(crate) fn wrappings(message: &Message<'_>) -> Vec<Wrapping> {
    message.parts.iter().filter_map(wrapping).collect()
}

fn wrapping(part: &MessagePart<'_>) -> Option<Wrapping> {
    let (kind, subtype) = kind(part);
    let data = part.content_type().and_then(|kind| kind.attribute("smime-type")).unwrap_or_default();
    match (kind.as_str(), subtype.as_str()) {
        ("multipart", "encrypted") => Some(Wrapping::Encrypted),
        ("application", "pkcs7-mime" | "x-pkcs7-mime") => Some(match data.to_ascii_lowercase().as_str() {
            "signed-data" | "certs-only" => Wrapping::Sealed,
            _ => Wrapping::Encrypted,
        }),
        ("application", "ms-tnef" | "vnd.ms-tnef" | "x-ms-tnef") => Some(Wrapping::Tnef),
        ("message", "partial" | "external-body") => Some(Wrapping::Elsewhere),
        _ => part.attachment_name().filter(|name| name.eq_ignore_ascii_case("winmail.dat")).map(|_| Wrapping::Tnef),
    }
}

fn kind(part: &MessagePart<'_>) -> (String, String) {
    part.content_type().map_or_else(Default::default, |kind| {
        (kind.ctype().to_ascii_lowercase(), kind.subtype().unwrap_or_default().to_ascii_lowercase())
    })
}

/// Whether a part is text that its writer typed in the letter: plain or HTML, and no file.
pub(crate) fn is_typed(part: &MessagePart<'_>) -> bool {
    if part.attachment_name().is_some() {
        return false;
    }
    let (kind, subtype) = kind(part);
    match &part.body {
        PartType::Html(_) => true,
        PartType::Text(_) => kind.is_empty() || (kind == "text" && matches!(subtype.as_str(), "plain" | "html" | "")),
        _ => false,
    }
}

/// Whether the part with this number is read as what was typed.
pub(crate) fn is_read(message: &Message<'_>, at: usize) -> bool {
    let mut bodies = message.text_body.iter().chain(&message.html_body);
    let part = message.parts.get(at).filter(|part| is_typed(part) && is_decodable(part));
    part.is_some() && bodies.any(|id| *id as usize == at)
}

/// The names of all attachments, controls taken out; one without a name is called by its type.
pub(crate) fn attachments(message: &Message<'_>) -> Vec<String> {
    let bodies = message.text_body.iter().chain(&message.html_body);
    let mut ids: Vec<u32> = message.attachments.clone();
    ids.extend(bodies.filter(|&&id| message.parts.get(id as usize).is_some_and(|part| !is_typed(part))));
    ids.sort_unstable();
    ids.dedup();
    let attached = ids.iter().filter_map(|&id| message.parts.get(id as usize));
    attached.filter(|part| !is_signature(part)).map(name).collect()
}

/// The largest attached table that is read, in bytes: a state sheet of every country has 10 kB.
const LARGEST_TABLE: usize = 128 * 1024;
/// The most attached tables that are read.
const MOST_TABLES: usize = 4;

/// Whether programs differ on what the parts of a letter are: the header of one says its type twice, or has a delimiter in
/// it, for the blank line is missing that ends it (RFC 2045 3 and 5, RFC 2046 5.1.1), or its parts are nowhere.
pub(crate) fn is_malformed(message: &Message<'_>, raw: &[u8]) -> bool {
    let is_unclear = |part: &MessagePart<'_>| {
        let header = raw.get(part.offset_header as usize..part.offset_body as usize).unwrap_or_default();
        let header = Header::read(header.trim_ascii_start());
        let is_twice = |name: &str| header.all(name).count() > 1;
        is_twice("content-type") || is_twice("content-transfer-encoding") || header.holds_delimiter()
    };
    let lacks_parts = |part: &MessagePart<'_>| {
        let is_of_parts = part.content_type().is_some_and(|kind| kind.ctype().eq_ignore_ascii_case("multipart"));
        is_of_parts && !matches!(&part.body, PartType::Multipart(within) if !within.is_empty())
    };
    // Enclosed letters have parts of their own, which are not read.
    message.parts.iter().any(|part| is_unclear(part) || lacks_parts(part))
}

/// Attached tables (`.csv`, `.toml`, `text/csv`), those that are too large or not text left out.
pub(crate) fn tables(message: &Message<'_>, raw: &[u8]) -> Vec<AttachedTable> {
    if !message.parts.iter().any(is_table) || is_malformed(message, raw) {
        return Vec::new();
    }
    let tables = message.parts.iter().filter(|part| is_table(part)).filter_map(|part| {
        let bytes = part.contents();
        if bytes.len() > LARGEST_TABLE || !is_decodable(part) {
            return None;
        }
        Some(AttachedTable { name: name(part), text: characters::plain(&text_of_table(part, bytes)).0 })
    });
    tables.take(MOST_TABLES).collect()
}

/// The text of a table, which a spreadsheet may have kept in the characters of its system and without naming them.
fn text_of_table(part: &MessagePart<'_>, bytes: &[u8]) -> String {
    const BYTE_ORDER: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];
    let is_wide = BYTE_ORDER.iter().any(|mark| bytes.starts_with(mark));
    let is_named = part.content_type().is_some_and(|kind| kind.attribute("charset").is_some());
    if let Some(text) = part.text_contents().filter(|_| is_named && !is_wide) {
        return text.to_owned();
    }
    let known = match std::str::from_utf8(bytes) {
        Ok(text) if !is_wide => return text.to_owned(),
        _ if is_wide => "utf-16",
        _ => "windows-1252",
    };
    let decoded = charset_decoder(known.as_bytes()).map(|decode| decode(bytes));
    decoded.unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned())
}

fn is_table(part: &MessagePart<'_>) -> bool {
    part.attachment_name().is_some_and(AttachedTable::is_named) || kind(part) == ("text".to_owned(), "csv".to_owned())
}

fn name(part: &MessagePart<'_>) -> String {
    let name = part.attachment_name().map_or_else(
        || match kind(part) {
            (kind, _) if kind.is_empty() => "attachment".to_owned(),
            (kind, subtype) => format!("{kind}/{}", if subtype.is_empty() { "?" } else { &subtype }),
        },
        str::to_owned,
    );
    one_line(&name)
}

/// The pictures that stand in a letter or come as files.
pub(crate) fn pictures(message: &Message<'_>) -> Vec<Picture> {
    let pictures = message.parts.iter().filter(|part| kind(part).0 == "image");
    pictures.map(|part| Picture { name: name(part), print: Sha256::digest(part.contents()).into() }).collect()
}

/// What a sender calls something, as it can be shown: on one line, without controls, no longer than a name is.
pub(crate) fn one_line(name: &str) -> String {
    let (plain, _) = characters::plain(name);
    plain.replace('\n', " ").chars().take(100).collect()
}

/// Detached signatures are attached by programs, not by people.
fn is_signature(part: &MessagePart<'_>) -> bool {
    ["pgp-signature", "pkcs7-signature", "x-pkcs7-signature"].contains(&kind(part).1.as_str())
}

/// UTF-7 hides any text in plain ASCII, and an unknown or damaged encoding hides it altogether.
pub(crate) fn is_decodable(part: &MessagePart<'_>) -> bool {
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
