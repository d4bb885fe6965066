//! One letter read: who says they wrote it, to whom, what kind it is, and the text that was typed.
//! Pure evidence; nothing here decides what a letter may do.

use chrono::DateTime;
use mail_parser::{Message, MessageParser, PartType};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::address::{Address, NoSender, Sender, read_sender};
use super::authres::{Seal, find_seal};
use super::bounce::{DeliveryReport, ids_of_ours, read_report};
use super::compose::{id_of_letter, is_message_id_of};
use super::form::Form;
use super::header::{self, Header, message_ids};
use super::limits::{Excess, Limits, within};
use super::shown::Shown;
use super::triage::{Automatic, House, Kind, Standing, count_telling, find_addressing, triage};
use super::visible::{self, Note, VisibleText};
use super::{characters, code, parts};
use base::planted::is_planted;

/// The stack that [`parse`] may need on a thread of its own: enclosed letters are dropped recursively, and the
/// limits allow for some hundreds wherever they hide.
pub const STACK: usize = 48 * 1024 * 1024;

/// How many ids of In-Reply-To and References are kept: those nearest to the letter.
const MOST_IDS: usize = 100;
/// Longer ids than a line may hold are nobody's (RFC 5322 2.1.1).
const LONGEST_ID: usize = 990;

/// A letter as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    /// With its angle brackets; `None` when missing, malformed or given more than once.
    pub message_id: Option<String>,
    /// Ids this letter answers, with angle brackets.
    pub in_reply_to: Vec<String>,
    /// Ids of its thread, oldest first.
    pub references: Vec<String>,
    /// From, strictly read.
    pub from: Sender,
    /// Every readable mailbox of To.
    pub to: Vec<Address>,
    /// Every readable mailbox of Cc.
    pub cc: Vec<Address>,
    /// Decoded, on one line, without codes. Shown, never obeyed.
    pub subject: String,
    /// What was typed.
    pub text: VisibleText,
    /// Whether a person wrote it.
    pub kind: Kind,
    /// How our address stands in it.
    pub standing: Standing,
    /// The plus-tags of our address in it, each once, in their order.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Whom it names as its readers, without us, sorted.
    pub others: Vec<Address>,
    /// It names a reader whose address we cannot tell from others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_unknown_readers: bool,
    /// Names of attachments, all of them ignored.
    pub attachments: Vec<String>,
    /// Attached tables (`.csv`, `.toml`) as text: for a reader who takes any, and nobody else.
    #[serde(default)]
    pub tables: Vec<AttachedTable>,
    /// Pictures among the attachments, never looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<Picture>,
    /// Authentication-Results as they stand, from the top down.
    pub auth_results: Vec<AuthenticationResult>,
    /// When the last server on its way took it, by that server's own line; `None` when no line says so.
    #[serde(default)]
    pub received_at: Option<i64>,
    /// How much of it its signatures cover.
    pub seal: Seal,
    /// What it says of the delivery of another letter, if it does.
    pub delivery: Option<DeliveryReport>,
    /// The Message-IDs of ours that it complains of, if it is an abuse report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub complaint: Vec<String>,
    /// What may be secrets of ours in any part of it, quoted or not.
    #[serde(default)]
    pub shown: Shown,
    /// Equal for two copies of one letter, whatever way they came (trace fields left out).
    pub canon: [u8; 32],
}

/// A table that came as a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttachedTable {
    /// The file's name, as it can be shown.
    pub name: String,
    /// Its text, decoded.
    pub text: String,
}

impl AttachedTable {
    /// Whether a file's name says that it is one.
    pub fn is_named(name: &str) -> bool {
        ["csv", "tsv", "toml"].iter().any(|known| has_ending(name, known))
    }

    /// Whether its text has sections and kinds of values, and not rows.
    pub fn is_toml(&self) -> bool {
        has_ending(&self.name, "toml")
    }
}

fn has_ending(name: &str, known: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case(known))
}

/// A picture in a letter, by what tells whether it is another's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// The file's name, as it can be shown.
    pub name: String,
    /// SHA-256 of the file.
    pub print: [u8; 32],
}

/// One Authentication-Results field (RFC 8601). Anybody can write one below the Received fields of our own servers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuthenticationResult {
    /// How many Received fields stand above it.
    pub received_above: usize,
    /// Its raw value, unfolded.
    pub value: String,
}

/// Reads a letter. Total: every byte string within the limits gives a letter, however little it says. The caller
/// runs it on a thread with a stack of [`STACK`] bytes.
pub fn parse(raw: &[u8], limits: &Limits, house: &House) -> Result<Letter, Excess> {
    within(raw, limits)?;
    let header = Header::read(raw);
    let from = find_sender(&header);
    let addressing = find_addressing(&header, house);
    // An empty message (no parts at all) stands for what the parser refuses.
    let message = MessageParser::default().parse(raw).unwrap_or_default();
    let subject = read_subject(&header, &message);
    let kind = triage(&header, &message, &from, &subject, house);
    let (in_reply_to, references) = (ids(&header, "in-reply-to", house), ids(&header, "references", house));
    let answered = in_reply_to.iter().chain(references.last());
    let answers_us = answered.into_iter().any(|id| is_message_id_of(id, &house.domain));
    let text = visible::read(&message, raw, answers_us.then_some(&house.address));
    Ok(Letter {
        message_id: only_message_id(&header),
        in_reply_to,
        references,
        to: addressing.to,
        cc: addressing.cc,
        standing: addressing.standing,
        tags: addressing.tags,
        others: addressing.others,
        has_unknown_readers: addressing.has_unknown_readers,
        subject: code::without_codes(&subject),
        canon: canon(&header, &message, raw, &text),
        text,
        kind,
        attachments: parts::attachments(&message),
        tables: parts::tables(&message, raw),
        pictures: parts::pictures(&message),
        auth_results: authentication_results(&header),
        received_at: header.first("received").and_then(date_of_trace),
        seal: find_seal(&header),
        delivery: read_report(&message, &header, kind, &subject, &house.domain),
        complaint: match kind {
            Kind::Automatic(Automatic::Complaint) => ids_of_ours(&message, &header, &house.domain),
            _ => Vec::new(),
        },
        shown: Shown::find(&subject, &message),
        from,
    })
}

/// Reads a letter by its header alone: what can be known of one that is beyond the limits. Its text is empty. Of a header
/// that is itself beyond them only what tells who wrote, to whom and whether a program did. `None` when `raw` does not hold
/// all of it.
pub fn parse_header(raw: &[u8], limits: &Limits, house: &House) -> Option<Letter> {
    let header = &raw[..header::end_of(raw)?];
    let shortened = |_| parse(&Header::shortened(header, count_telling), limits, house);
    parse(header, limits, house).or_else(shortened).ok()
}

/// A letter of ours as its reader's mail program shows it: nothing is cut from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainLetter {
    /// Decoded.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// With its angle brackets.
    pub message_id: String,
}

/// Reads a letter of ours back, for those who show it.
pub fn plain_text(raw: &[u8]) -> Option<PlainLetter> {
    let message = MessageParser::default().parse(raw)?;
    Some(PlainLetter {
        subject: message.subject()?.to_owned(),
        text: message.body_text(0)?.replace("\r\n", "\n"),
        message_id: format!("<{}>", message.message_id()?),
    })
}

/// What of a letter of ours may come back in an answer to it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Returnable {
    /// Its forms, read as they are read in an answer.
    pub forms: Vec<Form>,
    /// Its pictures.
    pub pictures: Vec<Picture>,
    /// The lines of its text.
    pub lines: Vec<String>,
}

/// Reads a letter of ours back for what answers to it may hold of it.
pub fn forms_of(raw: &[u8]) -> Returnable {
    let Some(message) = MessageParser::default().parse(raw) else { return Returnable::default() };
    let text = message.body_text(0).unwrap_or_default();
    Returnable {
        forms: visible::read(&message, raw, None).forms,
        pictures: parts::pictures(&message),
        lines: text.lines().map(str::to_owned).collect(),
    }
}

impl Letter {
    /// The plus-tag of our address, when it names one alone: of several none proves anything.
    pub fn only_tag(&self) -> Option<&str> {
        match &self.tags[..] {
            [tag] => Some(tag),
            _ => None,
        }
    }

    /// Whether a program wrote it, and which sort.
    pub fn automatic(&self) -> Option<Automatic> {
        match self.kind {
            Kind::Personal => None,
            Kind::Automatic(automatic) => Some(automatic),
        }
    }
}

/// From fields are counted in the raw header: a parser's idea of "the" From field is not ours to trust.
fn find_sender(header: &Header) -> Sender {
    if let Some(value) = header.first("reply-to").filter(|_| is_planted("reply-to-followed")) {
        return read_sender(value);
    }
    if let Some(value) = header.all("from").last().filter(|_| is_planted("last-from-taken")) {
        return read_sender(value);
    }
    let mut fields = header.all("from");
    match (fields.next(), fields.next()) {
        (None, _) => Sender::Refused(NoSender::NoFrom),
        (Some(_), Some(_)) => Sender::Refused(NoSender::SeveralFrom),
        (Some(value), None) => read_sender(value),
    }
}

fn only_message_id(header: &Header) -> Option<String> {
    let mut fields = header.all("message-id");
    let (value, None) = (fields.next()?, fields.next()) else {
        return None;
    };
    let mut ids = message_ids(value);
    (ids.len() == 1 && ids[0].len() <= LONGEST_ID).then(|| ids.remove(0))
}

fn ids(header: &Header, name: &str, house: &House) -> Vec<String> {
    let named = header.all(name).flat_map(message_ids).filter(|id| id.len() <= LONGEST_ID);
    let mut ids: Vec<String> = named.map(|id| id_of_letter(id, &house.domain)).collect();
    ids.dedup();
    ids.split_off(ids.len().saturating_sub(MOST_IDS))
}

fn read_subject(header: &Header, message: &Message<'_>) -> String {
    let raw = header.first("subject").unwrap_or_default();
    let lower = raw.to_ascii_lowercase();
    // UTF-7 is never decoded, not even to be looked at.
    let hidden = lower.contains("utf-7") || lower.contains("utf7");
    let decoded = if hidden || message.parts.is_empty() { raw } else { message.subject().unwrap_or(raw) };
    let (plain, _) = characters::plain(decoded);
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn authentication_results(header: &Header) -> Vec<AuthenticationResult> {
    let mut received_above = 0;
    let mut results = Vec::new();
    for field in header.fields() {
        match field.name.as_str() {
            "received" => received_above += 1,
            "authentication-results" => {
                results.push(AuthenticationResult { received_above, value: field.value.trim().to_owned() });
            }
            _ => {}
        }
    }
    results
}

/// The date at the end of a Received field, after its last semicolon (RFC 5321 4.4). What stands in brackets is a comment.
fn date_of_trace(value: &str) -> Option<i64> {
    let (_, date) = value.rsplit_once(';')?;
    let date = date.split('(').next().unwrap_or_default().trim();
    DateTime::parse_from_rfc2822(date).ok().map(|date| date.timestamp())
}

/// The fields a sender writes; trace fields differ between two copies of one letter.
const CANON_FIELDS: &[&str] = &["from", "to", "date", "subject", "message-id"];

fn canon(header: &Header, message: &Message<'_>, raw: &[u8], visible: &VisibleText) -> [u8; 32] {
    let mut hash = Sha256::new();
    for name in CANON_FIELDS {
        for value in header.all(name) {
            let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
            add(&mut hash, name, value.as_bytes());
        }
    }
    // The words of a letter that are not read as such, as those of a file, make another letter of it.
    let is_sound = !visible.notes.contains(&Note::Malformed);
    for (at, part) in message.parts.iter().enumerate() {
        match &part.body {
            // Line ends and blanks are the transport's business; a signature leaves them open too (RFC 6376 3.4.4), so a
            // copy with other blanks must be known as a copy.
            PartType::Text(text) | PartType::Html(text) => {
                let is_read = is_sound && parts::is_read(message, at);
                add(&mut hash, if is_read { "text" } else { "file" }, &words_alone(text));
            }
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => add(&mut hash, "part", bytes),
            PartType::Message(_) => {
                let (start, end) = (part.offset_body as usize, part.offset_end as usize);
                add(&mut hash, "letter", raw.get(start..end).unwrap_or_default().trim_ascii());
            }
            PartType::Multipart(_) => {}
        }
    }
    hash.finalize().into()
}

/// The words of a text with one blank between two. A code is no part of them: it proves the letter and says nothing, and a copy
/// that was sent ahead without it must be known as a copy.
fn words_alone(text: &str) -> Vec<u8> {
    let lines: Vec<String> = text.lines().map(code::without_codes).collect();
    lines.iter().flat_map(|line| line.split_whitespace()).collect::<Vec<_>>().join(" ").into_bytes()
}

fn add(hash: &mut Sha256, label: &str, bytes: &[u8]) {
    hash.update(label.as_bytes());
    hash.update((bytes.len() as u64).to_be_bytes());
    hash.update(bytes);
}
