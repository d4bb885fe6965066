//! Outgoing letters as bytes: every byte follows from the draft and the stamp, so a retry can send the same ones.
//! Knows nothing of what a letter says or who is entitled to it.
//!
//! A letter with everything is mixed(alternative(text, related(page, pictures)), files): the order in which both desktop
//! programs and telephones show pictures in the page and list the files. A picture is not attached a second time: it has
//! a file name, by which programs that show no page list it and others save it.

use std::time::{Duration, UNIX_EPOCH};

use base::derived::Derived;
use data_encoding::BASE32_NOPAD;
use lettre::Message;
use lettre::address::Envelope;
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue, MIME_VERSION_1_0};
use lettre::message::{Attachment as AttachedPart, Body, Mailbox, MultiPart, SinglePart};
use thiserror::Error;

use super::address::Address;
use super::header::message_ids;
use super::wrap::{lines, wrap};

/// Widest line of outgoing text, in characters.
pub const WIDTH: usize = 72;
/// The most ids kept in References: the first and the latest ones (RFC 5322 3.6.4 lets long threads be cut).
const MOST_REFERENCES: usize = 20;
/// Characters of a line in quoted-printable (RFC 2045 6.7).
const LONGEST_ENCODED: usize = 76;
/// Letters of a Message-ID's local part: 160 bits in base32.
const ID_LETTERS: usize = 32;

/// A letter as its author wants it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The only recipient.
    pub to: Address,
    /// Shown beside the address.
    pub to_name: Option<String>,
    /// The judge.
    pub from: Address,
    /// Shown beside the judge's address.
    pub from_name: String,
    /// One line; no secrets belong in it.
    pub subject: String,
    /// Lines ended by `\n`; wrapped at [`WIDTH`] on the way out. Empty in a letter that is HTML alone.
    pub text: String,
    /// The same in HTML, for programs that prefer it.
    pub html: Option<String>,
    /// With angle brackets.
    pub in_reply_to: Option<String>,
    /// With angle brackets, oldest first.
    pub references: Vec<String>,
    /// What made us write.
    pub auto: Auto,
    /// Where answers go, when not to `from`.
    pub reply_to: Option<Address>,
    /// The short name of the game it is about, for filters: `List-Id: <cw1.judge.example.org>` (RFC 2919).
    pub list: Option<String>,
    /// Pictures that the HTML shows; without HTML they do not go out.
    pub pictures: Vec<Inline>,
    /// Files that go with it, in this order.
    pub attachments: Vec<Attachment>,
}

/// A picture that the HTML of a letter shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inline {
    /// What the HTML names after `cid:`; without angle brackets.
    pub content_id: String,
    /// The picture.
    pub file: Attachment,
}

/// What made us write (RFC 3834 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Auto {
    /// An answer to a letter.
    Replied,
    /// A report or a reminder that the clock made.
    Generated,
}

/// A file that goes with a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The file name shown.
    pub name: String,
    /// `type/subtype`
    pub mime: String,
    /// The file.
    pub bytes: Vec<u8>,
}

/// What makes a letter this letter and no other.
#[derive(Debug, Clone, Copy)]
pub struct Stamp<'a> {
    /// The server's secret: without it no Message-ID can be guessed.
    pub key: &'a [u8],
    /// The purpose key of the outbox row: unique for each letter.
    pub purpose: &'a str,
    /// The domain of our Message-IDs.
    pub domain: &'a str,
    /// The Date, in seconds since 1970.
    pub at: i64,
}

/// A letter ready for the outbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// The only recipient.
    pub to: Address,
    /// With angle brackets.
    pub message_id: String,
    /// The whole letter: CRLF line ends, 7-bit.
    pub bytes: Vec<u8>,
}

/// Why a draft cannot become a letter. The texts hold no content of the letter.
#[derive(Debug, Error)]
pub enum ComposeError {
    /// Controls in a header would begin a header of somebody else's choice.
    #[error("composing a letter: the {field} contains control characters")]
    Control { field: &'static str },
    /// Not `<...@...>`.
    #[error("composing a letter: the {field} is not a message id")]
    Id { field: &'static str },
    /// Not `type/subtype`.
    #[error("composing a letter: the file {number} has no valid media type")]
    Media { number: usize },
    /// A name that is no host name.
    #[error("composing a letter: the domain of our Message-IDs is not a host name")]
    Domain,
    /// A name that cannot stand before our domain.
    #[error("composing a letter: the name of its list is no part of a host name")]
    List,
    /// A time that mail cannot write.
    #[error("composing a letter: {at} is not a time that a Date field can hold")]
    Date { at: i64 },
    /// The mail library refused.
    #[error("composing a letter: building it failed")]
    Build(#[from] lettre::error::Error),
    /// An address that the mail library does not take.
    #[error("composing a letter: the {field} address was refused")]
    Address { field: &'static str },
}

/// Makes a letter of a draft.
pub fn compose(draft: &Draft, stamp: &Stamp<'_>) -> Result<Outgoing, ComposeError> {
    compose_as(draft, stamp, message_id(stamp))
}

/// The same for a part of a letter that goes in parts, by its number from 1: the first has the Message-ID of the letter, the
/// others the same with their number before it, so that each of them names the letter.
pub fn compose_part(draft: &Draft, stamp: &Stamp<'_>, number: usize) -> Result<Outgoing, ComposeError> {
    let whole = message_id(stamp);
    let id = if number > 1 { format!("<{number}.{}", whole.trim_start_matches('<')) } else { whole };
    compose_as(draft, stamp, id)
}

fn compose_as(draft: &Draft, stamp: &Stamp<'_>, message_id: String) -> Result<Outgoing, ComposeError> {
    check(draft, stamp)?;
    let from = mailbox(Some(&draft.from_name), &draft.from, "From")?;
    let to = mailbox(draft.to_name.as_deref(), &draft.to, "To")?;
    // Else it would be read from the fields just written.
    let envelope = Envelope::new(Some(from.email.clone()), vec![to.email.clone()])?;
    let mut builder = Message::builder()
        .envelope(envelope)
        .from(from)
        .to(to)
        .subject(single_spaced(&draft.subject))
        .date(UNIX_EPOCH + Duration::from_secs(stamp.at.unsigned_abs()))
        .message_id(Some(message_id.clone()));
    if let Some(reply_to) = &draft.reply_to {
        builder = builder.reply_to(mailbox(None, reply_to, "Reply-To")?);
    }
    if let Some(id) = &draft.in_reply_to {
        builder = builder.in_reply_to(id.clone());
    }
    if !draft.references.is_empty() {
        builder = builder.references(thread(&draft.references));
    }
    if let Some(list) = &draft.list {
        let id = format!("<{list}.{}>", stamp.domain);
        builder = builder.raw_header(HeaderValue::new(HeaderName::new_from_ascii_str("List-Id"), id));
    }
    for (name, value) in marks(draft.auto, stamp.domain) {
        builder = builder.raw_header(HeaderValue::new(HeaderName::new_from_ascii_str(name), value));
    }
    let message = add_body(builder, draft, stamp)?;
    Ok(Outgoing { to: draft.to.clone(), message_id, bytes: message.formatted() })
}

/// The value of our X-Loop field.
pub(crate) fn loop_mark(domain: &str) -> String {
    format!("adjutant@{domain}")
}

/// Whether an id has the shape of ours. A domain alone is not enough: players may share it with us.
pub(crate) fn is_message_id_of(id: &str, domain: &str) -> bool {
    let inner = id.strip_prefix('<').and_then(|id| id.strip_suffix('>'));
    let Some((local, host)) = inner.and_then(|id| id.split_once('@')) else {
        return false;
    };
    host.eq_ignore_ascii_case(domain)
        && local.len() == ID_LETTERS
        && local.bytes().all(|byte| byte.is_ascii_lowercase() || (b'2'..=b'7').contains(&byte))
}

/// The id of the letter of ours that an id names: its own, or that of one of its parts.
pub fn id_of_letter(id: String, domain: &str) -> String {
    let of_part = id.strip_prefix('<').and_then(|id| id.split_once('.'));
    let is_number = |text: &str| !text.is_empty() && text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    let whole = of_part.filter(|(number, _)| is_number(number)).map(|(_, rest)| format!("<{rest}"));
    whole.filter(|whole| is_message_id_of(whole, domain)).unwrap_or(id)
}

/// Blanks between encoded words are nobody's (RFC 2047 6.2), so a run of them would vanish whole.
fn single_spaced(subject: &str) -> String {
    subject.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The Message-ID that a stamp gives: the same each time, unguessable without the key, telling nothing.
pub fn message_id(stamp: &Stamp<'_>) -> String {
    format!("<{}@{}>", derived(stamp, Derived::MessageId), stamp.domain)
}

/// What the Content-IDs of a letter end with, after a name and a dot: another one for each letter, as RFC 2045 7 asks.
pub fn content_place(stamp: &Stamp<'_>) -> String {
    format!("{}@{}", derived(stamp, Derived::ContentId), stamp.domain)
}

/// The token of the address that a letter wants answers at: only its reader is sent it, and no answer's header names it but
/// as the address of ours it goes to.
pub fn reply_token(stamp: &Stamp<'_>) -> String {
    derived(stamp, Derived::ReplyToken)
}

fn derived(stamp: &Stamp<'_>, what: Derived) -> String {
    let digest = what.by_key(stamp.key, stamp.purpose);
    BASE32_NOPAD.encode(&digest[..20]).to_ascii_lowercase()
}

fn check(draft: &Draft, stamp: &Stamp<'_>) -> Result<(), ComposeError> {
    let names = [
        ("subject", Some(&draft.subject)),
        ("sender's name", Some(&draft.from_name)),
        ("recipient's name", draft.to_name.as_ref()),
    ];
    let shown = draft.pictures.iter().map(|picture| &picture.file);
    let files = draft.attachments.iter().chain(shown).map(|file| ("attachment's name", Some(&file.name)));
    for (field, text) in names.into_iter().chain(files) {
        if text.is_some_and(|text| text.chars().any(is_breaking)) {
            return Err(ComposeError::Control { field });
        }
    }
    for (field, text) in [("text", Some(&draft.text)), ("HTML", draft.html.as_ref())] {
        if text.is_some_and(|text| has_controls(text)) {
            return Err(ComposeError::Control { field });
        }
    }
    let answered = draft.in_reply_to.iter().map(|id| ("In-Reply-To", id));
    for (field, id) in answered.chain(draft.references.iter().map(|id| ("References", id))) {
        if id.len() > 250 || message_ids(id) != [id.as_str()] {
            return Err(ComposeError::Id { field });
        }
    }
    for picture in &draft.pictures {
        let id = format!("<{}>", picture.content_id);
        if id.len() > 250 || message_ids(&id) != [id.as_str()] {
            return Err(ComposeError::Id { field: "Content-ID" });
        }
    }
    // The grammar of addresses is the grammar of host names after the `@`.
    let is_host = |name: &str| name.is_ascii() && Address::parse(&format!("a@{name}")).is_some();
    if !is_host(stamp.domain) {
        return Err(ComposeError::Domain);
    }
    if draft.list.as_ref().is_some_and(|list| !is_host(&format!("{list}.{}", stamp.domain))) {
        return Err(ComposeError::List);
    }
    // Up to the year 9999.
    if !(0..253_402_300_800).contains(&stamp.at) {
        return Err(ComposeError::Date { at: stamp.at });
    }
    Ok(())
}

/// Whether a text has controls beside its line ends and tabs. Texts are long: their bytes are looked at many at a time.
fn has_controls(text: &str) -> bool {
    let is_control = |byte: u8| (byte < b' ' && byte != b'\n' && byte != b'\t') || byte == 0x7F;
    text.bytes().fold(false, |has, byte| has | is_control(byte)) || (!text.is_ascii() && text.chars().any(is_c1))
}

/// The controls above ASCII.
fn is_c1(c: char) -> bool {
    matches!(c, '\u{80}'..='\u{9F}')
}

/// Line ends of any sort, controls, and the signs that turn the writing direction around.
fn is_breaking(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn mailbox(name: Option<&str>, address: &Address, field: &'static str) -> Result<Mailbox, ComposeError> {
    let email = address.as_str().parse().map_err(|_| ComposeError::Address { field })?;
    let name = name.filter(|name| !name.trim().is_empty()).map(str::to_owned);
    Ok(Mailbox::new(name, email))
}

fn thread(references: &[String]) -> String {
    let skip = references.len().saturating_sub(MOST_REFERENCES);
    let first = references.iter().take(skip.min(1));
    let ids: Vec<&str> = first.chain(&references[skip..]).map(String::as_str).collect();
    ids.join(" ")
}

/// The marks that keep other programs from answering us, and us from answering ourselves.
fn marks(auto: Auto, domain: &str) -> [(&'static str, String); 3] {
    let submitted = match auto {
        Auto::Replied => "auto-replied",
        Auto::Generated => "auto-generated",
    };
    [
        ("Auto-Submitted", submitted.to_owned()),
        ("X-Loop", loop_mark(domain)),
        ("X-Auto-Response-Suppress", "All".to_owned()),
    ]
}

fn add_body(
    builder: lettre::message::MessageBuilder,
    draft: &Draft,
    stamp: &Stamp<'_>,
) -> Result<Message, ComposeError> {
    let plain = text_body(&draft.text_on_the_wire());
    let words = match &draft.html {
        None => Part::Plain(plain),
        Some(html) => {
            let page = page_part(html, draft, stamp)?;
            if draft.text.is_empty() { page } else { alternative(plain, page, stamp) }
        }
    };
    if draft.attachments.is_empty() {
        return Ok(match words {
            Part::Plain(body) => builder.header(MIME_VERSION_1_0).header(ContentType::TEXT_PLAIN).body(body)?,
            Part::Page(body) => builder.header(MIME_VERSION_1_0).header(ContentType::TEXT_HTML).body(body)?,
            Part::Many(parts) => builder.multipart(parts)?,
        });
    }
    let mixed = MultiPart::mixed().boundary(derived(stamp, Derived::MixedBoundary)).build();
    let whole = files(&draft.attachments)?.into_iter().fold(words.put_into(mixed), MultiPart::singlepart);
    Ok(builder.multipart(whole)?)
}

/// What a letter says, before files are added.
enum Part {
    Plain(Body),
    Page(Body),
    Many(MultiPart),
}

impl Part {
    fn put_into(self, whole: MultiPart) -> MultiPart {
        match self {
            Self::Plain(body) => whole.singlepart(text_part(body, ContentType::TEXT_PLAIN)),
            Self::Page(body) => whole.singlepart(text_part(body, ContentType::TEXT_HTML)),
            Self::Many(parts) => whole.multipart(parts),
        }
    }
}

fn alternative(plain: Body, page: Part, stamp: &Stamp<'_>) -> Part {
    let parts = MultiPart::alternative().boundary(derived(stamp, Derived::AlternativeBoundary)).build();
    Part::Many(page.put_into(Part::Plain(plain).put_into(parts)))
}

/// The page, with its pictures when it has any.
fn page_part(html: &str, draft: &Draft, stamp: &Stamp<'_>) -> Result<Part, ComposeError> {
    let page = Part::Page(text_body(html));
    if draft.pictures.is_empty() {
        return Ok(page);
    }
    // RFC 2387 3.1 demands the type of the first part, which the library's own header leaves out.
    let kind =
        format!("multipart/related; type=\"text/html\"; boundary=\"{}\"", derived(stamp, Derived::RelatedBoundary));
    let kind = ContentType::parse(&kind).map_err(|_| ComposeError::Media { number: 0 })?;
    let related = page.put_into(MultiPart::builder().header(kind).build());
    let pictures = draft.pictures.iter().enumerate().map(|(n, picture)| {
        let name = picture.file.name.clone();
        let part = AttachedPart::new_inline_with_name(picture.content_id.clone(), name);
        file_part(part, &picture.file, n + 1)
    });
    let pictures = pictures.collect::<Result<Vec<_>, _>>()?;
    Ok(Part::Many(pictures.into_iter().fold(related, MultiPart::singlepart)))
}

impl Draft {
    /// The text as it goes out: wrapped, and ended by a line end, so that no transport has to add one.
    fn text_on_the_wire(&self) -> String {
        let mut text = wrap(&self.text, WIDTH);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }
}

/// Quoted-printable by our choice: a text that happens to be ASCII must not look different on the wire.
fn text_body(text: &str) -> Body {
    let mut encoded = Vec::with_capacity(text.len() + text.len() / 8);
    for (number, line) in lines(text).enumerate() {
        if number > 0 {
            encoded.extend_from_slice(b"\r\n");
        }
        if is_its_own_encoding(line) {
            encoded.extend_from_slice(line.as_bytes());
        } else {
            encoded.extend(encoded_line(line));
        }
    }
    Body::dangerous_pre_encoded(encoded, ContentTransferEncoding::QuotedPrintable)
}

fn encoded_line(line: &str) -> Vec<u8> {
    let body = Body::new_with_encoding(line.to_owned(), ContentTransferEncoding::QuotedPrintable);
    body.unwrap_or_else(Body::new).into_vec()
}

/// Most lines of a letter are the same in quoted-printable, and the encoder takes a tenth of a phase to find out.
fn is_its_own_encoding(line: &str) -> bool {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && *byte != b'=';
    // Every byte is looked at, many at a time.
    let are_plain = |bytes: &[u8]| bytes.iter().fold(true, |are, byte| are & is_plain(byte));
    line.len() <= LONGEST_ENCODED && !line.ends_with(' ') && are_plain(line.as_bytes())
}

fn text_part(body: Body, kind: ContentType) -> SinglePart {
    SinglePart::builder().header(kind).body(body)
}

fn files(files: &[Attachment]) -> Result<Vec<SinglePart>, ComposeError> {
    let parts = files.iter().enumerate();
    parts.map(|(n, file)| file_part(AttachedPart::new(file.name.clone()), file, n + 1)).collect()
}

fn file_part(part: AttachedPart, file: &Attachment, number: usize) -> Result<SinglePart, ComposeError> {
    let kind = ContentType::parse(&file.mime).map_err(|_| ComposeError::Media { number })?;
    let body = Body::new_with_encoding(file.bytes.clone(), ContentTransferEncoding::Base64);
    Ok(part.body(body.unwrap_or_else(Body::new), kind))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn controls_are_what_the_standard_calls_so(text in "([ -~]|\\PC|[\u{0}-\u{A0}]){0,40}") {
            let has = text.chars().any(|c| c.is_control() && c != '\n' && c != '\t');
            prop_assert_eq!(has_controls(&text), has);
        }

        #[test]
        fn lines_are_encoded_one_by_one_as_the_library_encodes_the_whole(
            text in "([ -~]{0,90}|[a-z ]{70,80}|[ -~é€\t]{0,40})(\n([ -~]{0,90}|[a-z ]{70,80}|[ -~é€\t]{0,40})){0,6}",
        ) {
            let whole = encoded_line(&text.replace('\n', "\r\n"));
            let by_lines = text_body(&text).into_vec();
            prop_assert_eq!(String::from_utf8(by_lines), String::from_utf8(whole));
        }
    }
}
