//! Outgoing letters as bytes: every byte follows from the draft and the stamp, so a retry can send the same ones.
//! Knows nothing of what a letter says or who is entitled to it.

use std::time::{Duration, UNIX_EPOCH};

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use lettre::Message;
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue, MIME_VERSION_1_0};
use lettre::message::{Attachment as AttachedPart, Body, Mailbox, MultiPart, SinglePart};
use sha2::Sha256;
use thiserror::Error;

use super::address::Address;
use super::header::message_ids;
use super::wrap::wrap;

/// The width of outgoing text.
pub const WIDTH: usize = 72;
/// The most ids kept in References: the first and the latest ones (RFC 5322 3.6.4 lets long threads be cut).
const MOST_REFERENCES: usize = 20;
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
    /// Files that go with it, in this order.
    pub attachments: Vec<Attachment>,
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
    #[error("composing a letter: attachment {number} has no valid media type")]
    Media { number: usize },
    /// A name that is no host name.
    #[error("composing a letter: the domain of our Message-IDs is not a host name")]
    Domain,
    /// A time that mail cannot write.
    #[error("composing a letter: {at} is not a time that a Date field can hold")]
    Date { at: i64 },
    /// The key cannot be used.
    #[error("composing a letter: the server key cannot be used")]
    Key,
    /// The mail library refused.
    #[error("composing a letter: building it failed")]
    Build(#[from] lettre::error::Error),
    /// An address that the mail library does not take.
    #[error("composing a letter: the {field} address was refused")]
    Address { field: &'static str },
}

/// Makes a letter of a draft.
pub fn compose(draft: &Draft, stamp: &Stamp<'_>) -> Result<Outgoing, ComposeError> {
    check(draft, stamp)?;
    let message_id = message_id(stamp)?;
    let mut builder = Message::builder()
        .from(mailbox(Some(&draft.from_name), &draft.from, "From")?)
        .to(mailbox(draft.to_name.as_deref(), &draft.to, "To")?)
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

/// Blanks between encoded words are nobody's (RFC 2047 6.2), so a run of them would vanish whole.
fn single_spaced(subject: &str) -> String {
    subject.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The Message-ID that a stamp gives: the same each time, unguessable without the key, telling nothing.
pub fn message_id(stamp: &Stamp<'_>) -> Result<String, ComposeError> {
    Ok(format!("<{}@{}>", derive(stamp, "message-id")?, stamp.domain))
}

fn derive(stamp: &Stamp<'_>, label: &str) -> Result<String, ComposeError> {
    let mut mac = Hmac::<Sha256>::new_from_slice(stamp.key).map_err(|_| ComposeError::Key)?;
    mac.update(label.as_bytes());
    mac.update(b"|");
    mac.update(stamp.purpose.as_bytes());
    let digest = mac.finalize().into_bytes();
    Ok(BASE32_NOPAD.encode(&digest[..20]).to_ascii_lowercase())
}

fn check(draft: &Draft, stamp: &Stamp<'_>) -> Result<(), ComposeError> {
    let names = [
        ("subject", Some(&draft.subject)),
        ("sender's name", Some(&draft.from_name)),
        ("recipient's name", draft.to_name.as_ref()),
    ];
    let files = draft.attachments.iter().map(|file| ("attachment's name", Some(&file.name)));
    for (field, text) in names.into_iter().chain(files) {
        if text.is_some_and(|text| text.chars().any(is_breaking)) {
            return Err(ComposeError::Control { field });
        }
    }
    for (field, text) in [("text", Some(&draft.text)), ("HTML", draft.html.as_ref())] {
        if text.is_some_and(|text| text.chars().any(|c| c.is_control() && c != '\n' && c != '\t')) {
            return Err(ComposeError::Control { field });
        }
    }
    let answered = draft.in_reply_to.iter().map(|id| ("In-Reply-To", id));
    for (field, id) in answered.chain(draft.references.iter().map(|id| ("References", id))) {
        if id.len() > 250 || message_ids(id) != [id.as_str()] {
            return Err(ComposeError::Id { field });
        }
    }
    // The grammar of addresses is the grammar of host names after the `@`.
    if Address::parse(&format!("a@{}", stamp.domain)).is_none() {
        return Err(ComposeError::Domain);
    }
    // Up to the year 9999.
    if !(0..253_402_300_800).contains(&stamp.at) {
        return Err(ComposeError::Date { at: stamp.at });
    }
    Ok(())
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
    if let Some(html) = draft.html.as_ref().filter(|_| draft.text.is_empty() && draft.attachments.is_empty()) {
        let builder = builder.header(MIME_VERSION_1_0).header(ContentType::TEXT_HTML);
        return Ok(builder.body(text_body(html))?);
    }
    let html = draft.html.as_ref().map(|html| text_part(text_body(html), ContentType::TEXT_HTML));
    let files = attached(&draft.attachments)?;
    let boundary = |label: &str| derive(stamp, label);
    let alternative = match html {
        Some(html) => Some(
            MultiPart::alternative().boundary(boundary("alternative")?).singlepart(plain_part(&plain)).singlepart(html),
        ),
        None => None,
    };
    if files.is_empty() {
        return Ok(match alternative {
            Some(alternative) => builder.multipart(alternative)?,
            None => builder.header(MIME_VERSION_1_0).header(ContentType::TEXT_PLAIN).body(plain)?,
        });
    }
    let mixed = MultiPart::mixed().boundary(boundary("mixed")?);
    let mixed = match alternative {
        Some(alternative) => mixed.multipart(alternative),
        None => mixed.singlepart(plain_part(&plain)),
    };
    Ok(builder.multipart(files.into_iter().fold(mixed, MultiPart::singlepart))?)
}

impl Draft {
    /// The text as it goes out: wrapped, and ended by a line end, so that no transport has to add one.
    pub fn text_on_the_wire(&self) -> String {
        let mut text = wrap(&self.text, WIDTH);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }
}

/// Quoted-printable by our choice: a text that happens to be ASCII must not look different on the wire.
fn text_body(text: &str) -> Body {
    let crlf = text.replace('\n', "\r\n");
    let body = Body::new_with_encoding(crlf, ContentTransferEncoding::QuotedPrintable);
    body.unwrap_or_else(Body::new)
}

fn text_part(body: Body, kind: ContentType) -> SinglePart {
    SinglePart::builder().header(kind).body(body)
}

fn plain_part(body: &Body) -> SinglePart {
    text_part(body.clone(), ContentType::TEXT_PLAIN)
}

fn attached(files: &[Attachment]) -> Result<Vec<SinglePart>, ComposeError> {
    let parts = files.iter().enumerate().map(|(n, file)| {
        let kind = ContentType::parse(&file.mime).map_err(|_| ComposeError::Media { number: n + 1 })?;
        let body = Body::new_with_encoding(file.bytes.clone(), ContentTransferEncoding::Base64);
        let body = body.unwrap_or_else(Body::new);
        Ok(AttachedPart::new(file.name.clone()).body(body, kind))
    });
    parts.collect()
}
