//! Which letters programs wrote, and how a letter is addressed to us: asked before anybody's authority.
//! Knows the marks of automatic mail and who we are; knows no player.

use mail_parser::{Message, MessagePart, MimeHeaders, PartType};
use serde::{Deserialize, Serialize};

use super::address::{Address, Sender, names_nobody_known, read_mailboxes};
use super::header::Header;
use super::phrases::{AWAY_SUBJECTS, BOUNCE_SUBJECTS};
use super::{compose, header};

/// Who we are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct House {
    /// The judge's address; with a plus-tag it is still ours.
    pub address: Address,
    /// The domain of our Message-IDs.
    pub domain: String,
    /// The value of our X-Loop field, as [`compose`](super::compose()) writes it.
    pub loop_mark: String,
}

impl House {
    /// The house of one judge; the loop mark follows from the domain.
    pub fn new(address: Address, domain: &str) -> House {
        let domain = domain.to_ascii_lowercase();
        House { address, loop_mark: compose::loop_mark(&domain), domain }
    }
}

/// Whether a person wrote a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// No mark of a program.
    Personal,
    /// Written or sent on by a program: never orders, never answered.
    Automatic(Automatic),
}

/// What sort of program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Automatic {
    /// A delivery report, or what a mail server writes on its own.
    Bounce,
    /// An automatic answer by its marks (RFC 3834 and its forerunners), or a sender that wants no answer.
    AutoReply,
    /// An automatic answer by its subject alone.
    Vacation,
    /// Mail of a list, or bulk mail.
    List,
    /// Our own letter come back.
    Own,
    /// A notice that one of our letters was read or deleted.
    ReadReceipt,
    /// A provider says that somebody marked a letter of ours as unwanted (ARF, RFC 5965).
    Complaint,
    /// TLS and other machine reports, calendar answers.
    Report,
    /// It circles: more than thirty servers handled it, or it was delivered to one address over and over.
    Circling,
}

/// How our address stands in a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {
    /// In To; or nobody is named at all and the mail server delivered it to us (a blind copy without company).
    Addressed,
    /// In Cc only: correspondence.
    CopyOnly,
    /// Others are named and we are not, or nothing tells: a blind copy or redirected mail, correspondence.
    Elsewhere,
}

/// How a letter reached us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Addressing {
    pub standing: Standing,
    pub tags: Vec<String>,
    pub to: Vec<Address>,
    pub cc: Vec<Address>,
    pub others: Vec<Address>,
    pub has_unknown_readers: bool,
}

const MOST_HOPS: usize = 30;
/// A mail server and the one that keeps the mailbox may each say once to whom they delivered.
const MOST_DELIVERIES: usize = 2;

/// Decides whether a program wrote a letter.
pub(crate) fn triage(header: &Header, message: &Message<'_>, sender: &Sender, subject: &str, house: &House) -> Kind {
    let found = own(header, sender, house)
        .or_else(|| report(header, message))
        .or_else(|| marked(header))
        .or_else(|| list(header))
        .or_else(|| by_sender(header, sender))
        .or_else(|| by_subject(subject))
        .or_else(|| is_circling(header).then_some(Automatic::Circling));
    found.map_or(Kind::Personal, Kind::Automatic)
}

fn is_circling(header: &Header) -> bool {
    let delivered: Vec<Address> = header.all("delivered-to").flat_map(read_mailboxes).collect();
    let times = |address: &Address| delivered.iter().filter(|other| *other == address).count();
    header.all("received").count() > MOST_HOPS || delivered.iter().any(|address| times(address) > MOST_DELIVERIES)
}

fn own(header: &Header, sender: &Sender, house: &House) -> Option<Automatic> {
    let is_ours = |address: &Address| house.address.named_by(address).is_some();
    let looped = header.all("x-loop").any(|mark| {
        // The address alone is how most programs mark what they sent on.
        mark.eq_ignore_ascii_case(&house.loop_mark) || read_mailboxes(mark).iter().any(is_ours)
    });
    let named =
        header.all("message-id").flat_map(header::message_ids).any(|id| compose::is_message_id_of(&id, &house.domain));
    let from_us = sender.address().is_some_and(is_ours);
    (looped || named || from_us).then_some(Automatic::Own)
}

/// Reports by their MIME type (RFC 6522).
fn report(header: &Header, message: &Message<'_>) -> Option<Automatic> {
    let kind = message.parts.first()?.content_type();
    let (ctype, subtype) = kind.map_or((String::new(), String::new()), |kind| {
        (kind.ctype().to_ascii_lowercase(), kind.subtype().unwrap_or_default().to_ascii_lowercase())
    });
    let about = kind.and_then(|kind| kind.attribute("report-type")).unwrap_or_default().to_ascii_lowercase();
    match (ctype.as_str(), subtype.as_str()) {
        ("multipart", "report") => Some(match about.as_str() {
            "disposition-notification" => Automatic::ReadReceipt,
            "delivery-status" | "" => Automatic::Bounce,
            "feedback-report" => Automatic::Complaint,
            _ => Automatic::Report,
        }),
        ("message", "delivery-status" | "global-delivery-status") => Some(Automatic::Bounce),
        ("message", "disposition-notification") => Some(Automatic::ReadReceipt),
        ("message", "feedback-report") => Some(Automatic::Complaint),
        ("text", "calendar") => Some(Automatic::Report),
        _ if is_invitation(message) => Some(Automatic::Report),
        _ if header.has("x-failed-recipients") => Some(Automatic::Bounce),
        _ => None,
    }
}

/// A calendar's entry says in other words what the text beside it says (RFC 6047 2.4): the text is the program's.
fn is_invitation(message: &Message<'_>) -> bool {
    let is = |part: &MessagePart<'_>, kind: &str, subtype: &str| {
        part.content_type().is_some_and(|found| {
            found.ctype().eq_ignore_ascii_case(kind)
                && found.subtype().is_some_and(|found| found.eq_ignore_ascii_case(subtype))
        })
    };
    message.parts.iter().filter(|part| is(part, "multipart", "alternative")).any(|part| {
        let PartType::Multipart(within) = &part.body else { return false };
        within.iter().filter_map(|&id| message.parts.get(id as usize)).any(|part| is(part, "text", "calendar"))
    })
}

/// Fields that only programs write.
const AUTOMATIC_FIELDS: &[&str] = &[
    "x-autoreply",
    "x-autoreply-from",
    "x-autorespond",
    "x-autoresponder",
    "x-auto-response-from",
    "x-mail-autoreply",
    "x-autogenerated",
    "x-auto-generated",
    "x-cron-env",
    "x-amazon-auto-reply",
    "x-vacation",
    "auto-reply",
    "x-facebook-notify",
    "x-out-of-office",
];

/// RFC 3834 and what was used before it. `Auto-Submitted: no` and X-Auto-Response-Suppress are written for people too.
fn marked(header: &Header) -> Option<Automatic> {
    let submitted = header.all("auto-submitted").any(|value| !first_word(value).eq_ignore_ascii_case("no"));
    let precedence = |word: &str| header.all("precedence").any(|value| value.eq_ignore_ascii_case(word));
    let told = AUTOMATIC_FIELDS.iter().any(|name| header.all(name).any(|value| !value.eq_ignore_ascii_case("no")));
    let class =
        header.first("x-post-messageclass").is_some_and(|value| value.to_ascii_lowercase().contains("autoresponder"));
    let machine = header.first("x-fc-machinegenerated").is_some_and(|value| value.eq_ignore_ascii_case("true"));
    let answering = submitted || told || class || machine || precedence("auto_reply") || precedence("auto-reply");
    if answering {
        return Some(Automatic::AutoReply);
    }
    // A null reverse-path asks for no answer: reports and automatic answers have it, people never (RFC 5321 4.5.5).
    let null_path = header.first("return-path").is_some_and(|path| path.replace(' ', "") == "<>");
    if null_path {
        return Some(Automatic::Bounce);
    }
    (precedence("bulk") || precedence("junk") || precedence("list")).then_some(Automatic::List)
}

fn first_word(value: &str) -> &str {
    value.split([';', ' ', '\t', '(']).next().unwrap_or_default()
}

const LIST_FIELDS: &[&str] =
    &["mailing-list", "x-mailing-list", "x-mailman-version", "x-beenthere", "x-listserver", "x-google-group-id"];

/// Other fields by which we know who wrote a letter, to whom, and whether a program did.
const TELLING_FIELDS: &[&str] = &[
    "from",
    "sender",
    "to",
    "cc",
    "bcc",
    "resent-to",
    "resent-cc",
    "resent-bcc",
    "subject",
    "date",
    "message-id",
    "in-reply-to",
    "references",
    "return-path",
    "content-type",
    "auto-submitted",
    "precedence",
    "x-loop",
    "x-post-messageclass",
    "x-fc-machinegenerated",
    "x-failed-recipients",
    "delivered-to",
    "x-original-to",
    "envelope-to",
    "received",
];

/// How many fields of a name that tells something are needed to know what they tell; none of any other name.
pub(crate) fn count_telling(name: &str) -> usize {
    const MOST: usize = 3;
    match name {
        "received" | "delivered-to" => MOST_HOPS + 1,
        _ if name.starts_with("list-") => MOST,
        _ if [TELLING_FIELDS, AUTOMATIC_FIELDS, LIST_FIELDS].iter().any(|names| names.contains(&name)) => MOST,
        _ => 0,
    }
}

fn list(header: &Header) -> Option<Automatic> {
    let listed = header.fields().iter().any(|field| field.name.starts_with("list-") && field.name.len() > 5);
    let marked = LIST_FIELDS.iter().any(|name| header.has(name));
    (listed || marked).then_some(Automatic::List)
}

const DAEMONS: &[&str] = &[
    "mailer-daemon",
    "postmaster",
    "mail-daemon",
    "maildaemon",
    "mailerdaemon",
    "mailsubsystem",
    "mail-delivery-subsystem",
    "bounce",
    "bounces",
];
const NO_REPLY: &[&str] = &[
    "noreply",
    "no-reply",
    "no_reply",
    "no.reply",
    "donotreply",
    "do-not-reply",
    "do_not_reply",
    "nicht-antworten",
    "notification",
    "notifications",
    "auto-reply",
    "autoreply",
    "autoresponder",
];

/// What sort of program has an address, by its name alone; `None` for what may be a person's.
pub fn program_at(address: &Address) -> Option<Automatic> {
    let local = address.local();
    let plain = local.split('+').next().unwrap_or(local);
    if DAEMONS.contains(&plain) {
        return Some(Automatic::Bounce);
    }
    if NO_REPLY.contains(&plain) {
        return Some(Automatic::AutoReply);
    }
    let listed = local.starts_with("owner-") || plain.ends_with("-request") || plain.ends_with("-owner");
    (listed || plain.ends_with("-bounces")).then_some(Automatic::List)
}

/// Senders that are programs by their names; the envelope's as well as the letter's.
fn by_sender(header: &Header, sender: &Sender) -> Option<Automatic> {
    let envelope = header.all("return-path").flat_map(read_mailboxes).filter(|address| !is_for_bounces(address));
    let named = header.all("sender").chain(header.all("from")).flat_map(read_mailboxes);
    let mut names = envelope.chain(named).chain(sender.address().cloned());
    names.find_map(|address| program_at(&address))
}

/// Where a service that carries people's letters wants those returned that fail, one address for each letter: "bounces+4711-bob=x.org".
fn is_for_bounces(address: &Address) -> bool {
    address.local().split_once('+').is_some_and(|(plain, _)| ["bounce", "bounces"].contains(&plain))
}

fn by_subject(subject: &str) -> Option<Automatic> {
    let subject = subject.trim().to_lowercase();
    let begins = |table: &[&str]| table.iter().any(|phrase| subject.starts_with(phrase));
    if is_about_orders(&subject) {
        return None;
    }
    if begins(AWAY_SUBJECTS) {
        return Some(Automatic::Vacation);
    }
    begins(BOUNCE_SUBJECTS).then_some(Automatic::Bounce)
}

/// "Out of office next week, my orders": typed by a person. An automatic answer that names orders repeats our subject, with its brackets.
fn is_about_orders(subject: &str) -> bool {
    const ABOUT: &[&str] =
        &["order", "orders", "vote", "votes", "befehle", "ordres", "\u{f3}rdenes", "ordini", "rozkazy"];
    let mut words = subject.split(|sign: char| !sign.is_alphanumeric());
    !subject.contains('[') && words.any(|word| ABOUT.contains(&word))
}

/// The fields beside To and Cc that name who was sent a letter, too (RFC 5322 3.6.3, 3.6.6).
const SENT_ON: &[&str] = &["bcc", "resent-to", "resent-cc", "resent-bcc"];

/// Finds us among the addressees.
pub(crate) fn find_addressing(header: &Header, house: &House) -> Addressing {
    let collect = |name: &str| header.all(name).flat_map(read_mailboxes).collect::<Vec<_>>();
    let (to, cc) = (collect("to"), collect("cc"));
    let delivered: Vec<Address> =
        ["delivered-to", "x-original-to", "envelope-to"].into_iter().flat_map(collect).collect();
    let ours = |address: &&Address| house.address.named_by(address).is_some();
    let named = to.iter().chain(&cc);
    let mut tags: Vec<String> = Vec::new();
    for tag in named.clone().chain(&delivered).filter_map(|address| house.address.named_by(address).flatten()) {
        if !tags.iter().any(|known| known == tag) {
            tags.push(tag.to_owned());
        }
    }
    let sent_on: Vec<Address> = SENT_ON.iter().copied().flat_map(collect).collect();
    let mut others: Vec<Address> = named.chain(&sent_on).filter(|address| !ours(address)).cloned().collect();
    others.sort();
    others.dedup();
    let has_unknown_readers =
        ["to", "cc"].iter().chain(SENT_ON).flat_map(|name| header.all(name)).any(names_nobody_known);
    Addressing { standing: find_standing(&to, &cc, &delivered, house), tags, to, cc, others, has_unknown_readers }
}

fn find_standing(to: &[Address], cc: &[Address], delivered: &[Address], house: &House) -> Standing {
    let names_us = |list: &[Address]| list.iter().any(|address| house.address.named_by(address).is_some());
    if names_us(to) {
        return Standing::Addressed;
    }
    if names_us(cc) {
        return Standing::CopyOnly;
    }
    // A blind copy of a letter to somebody else is company kept from us, not a letter to us.
    let alone = to.is_empty() && cc.is_empty();
    if alone && names_us(delivered) {
        return Standing::Addressed;
    }
    Standing::Elsewhere
}
