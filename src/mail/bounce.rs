//! Delivery reports read as data: how a letter fared, whom it was for, and which letter of ours it was. By the parts of
//! RFC 3464, by the returned letter or its header, and by plain words where a mail server knows no better. Nothing of a
//! report's text goes on from here; what it may change is its reader's business.

use mail_parser::{Message, MessagePart, MimeHeaders, PartType};
use memchr::memchr_iter;
use serde::{Deserialize, Serialize};

use super::address::Address;
use super::compose::{id_of_letter, is_message_id_of};
use super::header::{Header, message_ids};
use super::phrases::{DELAYED, FAILED};
use super::triage::{Automatic, Kind};

/// Enclosed letters are followed so deep.
const DEEPEST: usize = 4;
/// More recipients than one letter of ours has are of no interest, nor more ids than a returned header holds.
const MOST_NAMED: usize = 20;

/// How the letter fared that a report is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It will not arrive.
    Failed,
    /// It has not arrived yet.
    Delayed,
    /// It arrived, or went on to a server that reports nothing.
    Arrived,
}

/// What a delivery report says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryReport {
    /// How the letter fared.
    pub fate: Fate,
    /// The status code, such as `5.1.1` (RFC 3463).
    pub status: Option<String>,
    /// Whom it was for, as far as that can be read.
    pub recipients: Vec<Address>,
    /// Message-IDs in the form of ours: of the letter it is about when that can be told, else all that it names.
    pub about: Vec<String>,
}

/// Reads a delivery report; `None` when the letter is none, or does not say how anything fared.
pub(crate) fn read_report(
    message: &Message<'_>,
    header: &Header,
    kind: Kind,
    subject: &str,
    domain: &str,
) -> Option<DeliveryReport> {
    if !may_report(message, kind) {
        return None;
    }
    let mut seen = Seen::default();
    seen.look_through(message, 0);
    let formal = seen.formal();
    let prose = seen.prose(subject);
    let failed = header.has("x-failed-recipients");
    let by_words = || if failed { Some(Fate::Failed) } else { told_by_words(&prose) };
    let fate = formal.fate.or_else(by_words)?;
    let status = formal.status.or_else(|| status_in(&prose).map(|(status, _)| status));
    let mut recipients = formal.recipients;
    recipients.extend(header.all("x-failed-recipients").flat_map(addresses_in));
    if recipients.is_empty() {
        recipients.extend(prose.lines().filter(|line| line.contains('@')).flat_map(addresses_in));
    }
    let mut named = std::collections::BTreeSet::new();
    recipients.retain(|address| named.insert(address.clone()));
    recipients.truncate(MOST_NAMED);
    let about = seen.about(header, domain);
    Some(DeliveryReport { fate, status, recipients, about })
}

/// Message-IDs in the form of ours that a report names, whatever it says of them.
pub(crate) fn ids_of_ours(message: &Message<'_>, header: &Header, domain: &str) -> Vec<String> {
    let mut seen = Seen::default();
    seen.look_through(message, 0);
    seen.about(header, domain)
}

/// Whether it is worth looking: reports by their marks, and unmarked letters that carry another letter's header.
fn may_report(message: &Message<'_>, kind: Kind) -> bool {
    match kind {
        Kind::Automatic(Automatic::Own) => false,
        Kind::Automatic(_) => true,
        Kind::Personal => {
            let encloses = message.parts.iter().any(|part| {
                matches!(part.body, PartType::Message(_)) || kind_of(part).starts_with("text/rfc822-headers")
            });
            let mut suspects = message.parts.iter().filter(|part| may_name_an_id(part.contents()));
            encloses || suspects.any(|part| text_of(part).is_some_and(|text| returned_ids(&text).next().is_some()))
        }
    }
}

/// Whether `Message-ID` may stand in a text: a dash between an E and an I is looked for, with whatever carriage returns
/// are left out when the text is read.
fn may_name_an_id(text: &[u8]) -> bool {
    let seen = |byte: &&u8| **byte != b'\r';
    memchr_iter(b'-', text).any(|dash| {
        let before = text[..dash].iter().rev().find(seen);
        let after = text[dash + 1..].iter().find(seen);
        matches!((before, after), (Some(b'e' | b'E'), Some(b'i' | b'I')))
    })
}

/// The texts of a report, sorted by what they are.
#[derive(Default)]
struct Seen {
    /// Parts of type message/delivery-status.
    status: Vec<String>,
    /// What people are meant to read.
    words: Vec<String>,
    /// Headers of returned letters, and the Message-IDs of those that came whole.
    returned: Vec<String>,
    ids: Vec<String>,
}

#[derive(Default)]
struct Formal {
    fate: Option<Fate>,
    status: Option<String>,
    recipients: Vec<Address>,
}

impl Seen {
    fn look_through(&mut self, message: &Message<'_>, depth: usize) {
        for part in &message.parts {
            if let PartType::Message(enclosed) = &part.body {
                if let Some(id) = enclosed.message_id() {
                    self.ids.push(format!("<{id}>"));
                }
                // A report may be enclosed in a letter that hands it on.
                if depth < DEEPEST && enclosed.parts.iter().any(|part| kind_of(part).ends_with("delivery-status")) {
                    self.look_through(enclosed, depth + 1);
                }
                continue;
            }
            let Some(text) = text_of(part) else { continue };
            match kind_of(part).as_str() {
                "message/delivery-status" | "message/global-delivery-status" => self.status.push(text),
                "text/rfc822-headers" | "message/rfc822-headers" | "message/global-headers" => self.returned.push(text),
                _ => self.words.push(text),
            }
        }
    }

    /// RFC 3464, section 2.3: the fields of each recipient.
    fn formal(&self) -> Formal {
        let mut formal = Formal::default();
        for line in self.status.iter().flat_map(|text| text.lines()) {
            let Some((name, value)) = line.split_once(':') else { continue };
            let value = value.trim();
            match name.trim().to_ascii_lowercase().as_str() {
                "action" => formal.fate = worse(formal.fate, action(value)),
                "status" if formal.status.is_none() => formal.status = status_in(value).map(|(status, _)| status),
                "final-recipient" | "original-recipient" => formal.recipients.extend(addresses_in(value)),
                _ => {}
            }
        }
        if formal.fate.is_none() {
            formal.fate = formal.status.as_deref().and_then(class);
        }
        formal
    }

    /// What is said before a returned letter begins.
    fn prose(&self, subject: &str) -> String {
        let mut prose = format!("{subject}\n");
        for line in self.words.iter().flat_map(|text| text.lines()) {
            if begins_returned(line) {
                break;
            }
            prose.push_str(line);
            prose.push('\n');
        }
        prose
    }

    /// Ids of our form: those of returned letters; else the one the report answers; else any it names.
    fn about(&self, header: &Header, domain: &str) -> Vec<String> {
        let ours = |id: &String| is_message_id_of(id, domain);
        let texts = || self.returned.iter().chain(&self.words).chain(&self.status);
        let returned = self.ids.iter().cloned().chain(texts().flat_map(|text| returned_ids(text)));
        let returned = returned.map(|id| id_of_letter(id, domain));
        let answered = || header.all("in-reply-to").flat_map(message_ids);
        let named =
            || header.all("references").flat_map(message_ids).chain(texts().flat_map(|text| ids_in(text, domain)));
        let mut found: Vec<String> = returned.filter(ours).collect();
        if found.is_empty() {
            found = answered().map(|id| id_of_letter(id, domain)).filter(ours).collect();
        }
        if found.is_empty() {
            found = named().filter(ours).collect();
        }
        let mut seen = std::collections::BTreeSet::new();
        found.retain(|id| seen.insert(id.clone()));
        found.truncate(MOST_NAMED);
        found
    }
}

fn kind_of(part: &MessagePart<'_>) -> String {
    let Some(kind) = part.content_type() else { return String::new() };
    format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or_default()).to_ascii_lowercase()
}

fn text_of(part: &MessagePart<'_>) -> Option<String> {
    match &part.body {
        PartType::Text(text) => Some(text.replace('\r', "")),
        PartType::Html(text) => Some(without_tags(text)),
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
            let kind = kind_of(part);
            let readable = kind.starts_with("message/") || kind.starts_with("text/");
            readable.then(|| String::from_utf8_lossy(bytes).replace('\r', ""))
        }
        PartType::Message(_) | PartType::Multipart(_) => None,
    }
}

/// HTML as lines of plain words: enough to find phrases, codes and ids.
fn without_tags(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        let Some(end) = rest[at..].find('>') else { break };
        let tag = rest[at + 1..at + end].to_ascii_lowercase();
        let breaks = ["br", "/p", "/div", "/tr", "/li", "/pre", "/h"].iter().any(|name| tag.starts_with(name));
        text.push(if breaks { '\n' } else { ' ' });
        rest = &rest[at + end + 1..];
    }
    text.push_str(rest);
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ").replace("&amp;", "&")
}

fn action(value: &str) -> Option<Fate> {
    match value.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "failed" => Some(Fate::Failed),
        "delayed" => Some(Fate::Delayed),
        "delivered" | "relayed" | "expanded" => Some(Fate::Arrived),
        _ => None,
    }
}

fn class(status: &str) -> Option<Fate> {
    match status.as_bytes().first() {
        Some(b'5') => Some(Fate::Failed),
        Some(b'4') => Some(Fate::Delayed),
        Some(b'2') => Some(Fate::Arrived),
        _ => None,
    }
}

fn worse(one: Option<Fate>, other: Option<Fate>) -> Option<Fate> {
    let rank = |fate: &Option<Fate>| match fate {
        Some(Fate::Failed) => 3,
        Some(Fate::Delayed) => 2,
        Some(Fate::Arrived) => 1,
        None => 0,
    };
    if rank(&other) > rank(&one) { other } else { one }
}

/// How a letter fared by words and codes alone. A server that goes on trying says so, whatever code it quotes.
fn told_by_words(prose: &str) -> Option<Fate> {
    let flat = prose.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| flat.contains(phrase));
    if says(DELAYED) {
        return Some(Fate::Delayed);
    }
    if says(FAILED) {
        return Some(Fate::Failed);
    }
    let (_, fate) = status_in(prose)?;
    (fate != Fate::Arrived).then_some(fate)
}

/// The first status code of RFC 3463, or the first reply code of SMTP, with what it means.
fn status_in(text: &str) -> Option<(String, Fate)> {
    let words = || text.split(|c: char| !c.is_ascii_digit() && c != '.').map(|word| word.trim_matches('.'));
    let enhanced = words().find_map(|word| {
        let parts: Vec<&str> = word.split('.').collect();
        let [head, subject, detail] = parts[..] else { return None };
        let is_short = |part: &str| (1..=3).contains(&part.len());
        let fate = class(head).filter(|_| head.len() == 1 && is_short(subject) && is_short(detail))?;
        Some((word.to_owned(), fate))
    });
    enhanced.or_else(|| {
        let refused =
            text.lines().flat_map(|line| line.split([' ', '\t', '<', '>', ':', '(', '-'])).find_map(|word| {
                let is_reply = word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit());
                let known = ["421", "450", "451", "452", "550", "551", "552", "553", "554"].contains(&word);
                (is_reply && known).then(|| word.to_owned())
            })?;
        let fate = class(&refused)?;
        Some((refused, fate))
    })
}

/// Whether a line of a text begins the header of a returned letter, quoted or not.
fn begins_returned(line: &str) -> bool {
    let line = unquoted(line).to_ascii_lowercase();
    ["received:", "return-path:", "message-id:", "mime-version:", "x-mailer:"].iter().any(|name| line.starts_with(name))
}

fn unquoted(line: &str) -> &str {
    line.trim_start_matches(['>', '|', ' ', '\t'])
}

/// The fields whose ids are those of the letter that a report is about.
const ID_FIELDS: [&str; 3] = ["message-id", "x-original-message-id", "original-message-id"];

/// The ids of Message-ID fields in a text, also those of the letter a report calls the original one.
fn returned_ids(text: &str) -> impl Iterator<Item = String> {
    let lines: Vec<&str> = text.lines().collect();
    let field = |line: &str| {
        let (name, value) = unquoted(line).split_once(':')?;
        ID_FIELDS.iter().any(|field| name.trim().eq_ignore_ascii_case(field)).then(|| value.to_owned())
    };
    let ids = |at: usize| {
        let value = field(lines[at])?;
        // A long id is folded to the next line.
        let next = lines.get(at + 1).copied().unwrap_or_default();
        let mut ids = message_ids(&value);
        if ids.is_empty() && value.trim().is_empty() {
            ids = message_ids(next);
        }
        Some(ids)
    };
    (0..lines.len()).filter_map(ids).flatten().collect::<Vec<_>>().into_iter()
}

/// Whatever in a text has the form of our ids.
fn ids_in(text: &str, domain: &str) -> Vec<String> {
    let at_domain = format!("@{}", domain.to_ascii_lowercase());
    let lower = text.to_ascii_lowercase();
    let found = lower.match_indices(&at_domain).filter_map(|(at, _)| {
        let start = lower[..at].rfind(|c: char| !c.is_ascii_alphanumeric()).map_or(0, |before| before + 1);
        Some(format!("<{}{at_domain}>", lower.get(start..at)?))
    });
    found.take(MOST_NAMED).collect()
}

/// Addresses in a value or a line, `rfc822;` and other signs around them left out.
fn addresses_in(text: &str) -> Vec<Address> {
    let words = text.split(|c: char| c.is_whitespace() || "<>();,:\"'[]".contains(c));
    words.filter(|word| word.contains('@')).filter_map(|word| Address::parse(word.trim_matches('.'))).collect()
}
