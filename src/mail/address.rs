//! Mail addresses: one strict grammar for who somebody is, and the mailbox lists of a letter's fields.
//! Knows nothing of rosters: whether an address belongs to anybody is not asked here.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The longest address a mail server must carry (RFC 5321 4.5.3.1.3, without the angle brackets).
const LONGEST: usize = 254;
/// The longest local part (RFC 5321 4.5.3.1.1).
const LONGEST_LOCAL: usize = 64;

/// An exact addr-spec in ASCII lower case: a dot-atom, `@`, a host name, by the name the DNS has for it (`xn--bcher-kva.example`). Two spellings of one mailbox that differ
/// in the case of ASCII letters are equal; nothing else is folded, so no homoglyph ever becomes somebody.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address(String);

impl Address {
    /// Reads an addr-spec. Quoted local parts, routes, comments, domain literals, controls and local parts that are
    /// not ASCII are refused: none of them is needed to register, all of them have been used to impersonate. Of a domain
    /// beyond ASCII (`bob@bücher.example`) the name in the DNS is taken, which every mail server can be told.
    pub fn parse(text: &str) -> Option<Address> {
        if text.len() > LONGEST {
            return None;
        }
        let (local, domain) = text.split_once('@')?;
        let domain = in_ascii(domain)?;
        if !is_local(local) || !is_host(&domain) || local.len() + 1 + domain.len() > LONGEST {
            return None;
        }
        Some(Address(format!("{local}@{domain}").to_ascii_lowercase()))
    }

    /// The whole address.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part before the `@`.
    pub fn local(&self) -> &str {
        self.0.split_once('@').map_or("", |(local, _)| local)
    }

    /// The part after the `@`.
    pub fn domain(&self) -> &str {
        self.0.split_once('@').map_or("", |(_, domain)| domain)
    }

    /// The address as logs and other players may see it: `a***@example.org`.
    pub fn masked(&self) -> String {
        let first: String = self.0.chars().take(1).collect();
        format!("{first}***@{}", self.domain())
    }

    /// This address with a plus-tag: `judge+tag@example.org`. `None` when the tag does not fit the grammar.
    pub fn tagged(&self, tag: &str) -> Option<Address> {
        Address::parse(&format!("{}+{tag}@{}", self.local(), self.domain()))
    }

    /// How `other` names this mailbox: not at all, plainly (`Some(None)`), or with a plus-tag (`Some(Some(tag))`).
    pub fn named_by<'a>(&self, other: &'a Address) -> Option<Option<&'a str>> {
        if self == other {
            return Some(None);
        }
        if self.domain() != other.domain() {
            return None;
        }
        let tag = other.local().strip_prefix(self.local())?;
        tag.strip_prefix('+').map(Some)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Masked, so that a debug print in a log gives no address away.
impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({})", self.masked())
    }
}

impl Serialize for Address {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Address {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Address::parse(&text).ok_or_else(|| serde::de::Error::custom("not a plain mail address (local@domain)"))
    }
}

/// The name that the DNS has for a domain (RFC 5890). What is beyond ASCII and has a plain name there, as letters of full
/// width do, is a disguise and no domain.
fn in_ascii(domain: &str) -> Option<Cow<'_, str>> {
    if domain.is_ascii() {
        return Some(Cow::Borrowed(domain));
    }
    let ascii = idna::domain_to_ascii_strict(domain).ok()?;
    let is_true = domain.split('.').count() == ascii.split('.').count()
        && domain.split('.').zip(ascii.split('.')).all(|(label, name)| label.is_ascii() || name.starts_with("xn--"));
    is_true.then_some(Cow::Owned(ascii))
}

fn is_local(local: &str) -> bool {
    // An encoded-word is made of atom characters only; as a local part it is always a disguise.
    !local.is_empty()
        && local.len() <= LONGEST_LOCAL
        && !local.contains("=?")
        && local.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(is_atom_byte))
}

fn is_atom_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}

fn is_host(domain: &str) -> bool {
    domain.split('.').all(|label| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    })
}

/// Who wrote a letter, as far as its From field says. Evidence, never proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sender {
    /// Exactly one From field with exactly one mailbox.
    One(Address),
    /// Anything else: nobody.
    Refused(NoSender),
}

impl Sender {
    /// The address, if there is one.
    pub fn address(&self) -> Option<&Address> {
        match self {
            Sender::One(address) => Some(address),
            Sender::Refused(_) => None,
        }
    }
}

/// Why a letter has no sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoSender {
    /// No From field.
    NoFrom,
    /// More than one From field; programs disagree which one counts.
    SeveralFrom,
    /// One From field with several mailboxes.
    SeveralMailboxes,
    /// A group (`Team: a@x, b@y;`).
    Group,
    /// Not a mailbox by the strict grammar.
    Malformed,
}

/// One element of a mailbox list.
#[derive(Debug, PartialEq, Eq)]
enum Element {
    Mailbox(Address),
    Broken,
}

/// Reads the value of the only From field.
pub(crate) fn read_sender(value: &str) -> Sender {
    if value.chars().any(|c| c.is_control() && c != '\t') {
        return Sender::Refused(NoSender::Malformed);
    }
    let list = split_list(value);
    if list.group {
        return Sender::Refused(NoSender::Group);
    }
    if list.elements.len() > 1 {
        return Sender::Refused(NoSender::SeveralMailboxes);
    }
    match list.elements.into_iter().next() {
        Some(Element::Mailbox(address)) => Sender::One(address),
        _ => Sender::Refused(NoSender::Malformed),
    }
}

/// Whether a list names somebody whose address is not one by the strict grammar: a quoted local part, an address literal.
pub(crate) fn names_nobody_known(value: &str) -> bool {
    split_list(value).elements.iter().any(|element| matches!(element, Element::Broken))
}

/// Reads every mailbox of a To, Cc or Delivered-To value; what is broken is passed over.
pub(crate) fn read_mailboxes(value: &str) -> Vec<Address> {
    split_list(value)
        .elements
        .into_iter()
        .filter_map(|element| match element {
            Element::Mailbox(address) => Some(address),
            Element::Broken => None,
        })
        .collect()
}

struct List {
    elements: Vec<Element>,
    group: bool,
}

/// One pass over a mailbox list: comments dropped, quoted strings opaque, angle brackets, commas and groups noted.
fn split_list(value: &str) -> List {
    let mut list = List { elements: Vec::new(), group: false };
    let mut element = Scan::default();
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        if element.comments > 0 || element.quoted {
            if c == '\\' {
                chars.next();
            }
            element.pass_over(c);
            continue;
        }
        match c {
            '(' => element.comments = 1,
            '"' => element.open_quote(),
            ',' if !element.inside => list.close(&mut element),
            ':' if !element.inside => {
                list.group = true;
                element = Scan::default();
            }
            ';' if !element.inside => {
                list.group = true;
                list.close(&mut element);
            }
            _ => element.take(c),
        }
    }
    element.broken |= element.comments > 0 || element.quoted || element.inside;
    list.close(&mut element);
    list
}

impl List {
    fn close(&mut self, element: &mut Scan) {
        let done = std::mem::take(element);
        if let Some(read) = done.finish() {
            self.elements.push(read);
        }
    }
}

/// What has been seen of one mailbox so far.
#[derive(Default)]
struct Scan {
    comments: usize,
    phrase: String,
    angle: Option<String>,
    inside: bool,
    quoted: bool,
    named: bool,
    broken: bool,
}

impl Scan {
    fn open_quote(&mut self) {
        // A quoted string is a name before the angle brackets; inside or after them it is a trick.
        if self.inside || self.angle.is_some() {
            self.broken = true;
        }
        self.quoted = true;
        self.named = true;
    }

    /// Inside comments, which nest, and quoted strings, nothing means anything but their ends.
    fn pass_over(&mut self, c: char) {
        match c {
            '"' if self.comments == 0 => self.quoted = false,
            '(' if !self.quoted => self.comments += 1,
            ')' if !self.quoted => self.comments -= 1,
            _ => {}
        }
    }

    fn take(&mut self, c: char) {
        match c {
            '<' if self.inside || self.angle.is_some() => self.broken = true,
            '<' => {
                self.inside = true;
                self.angle = Some(String::new());
            }
            '>' if !self.inside => self.broken = true,
            '>' => self.inside = false,
            _ if self.inside => self.angle.get_or_insert_with(String::new).push(c),
            _ if self.angle.is_some() => self.broken |= !c.is_whitespace(),
            _ => self.phrase.push(c),
        }
    }

    fn finish(self) -> Option<Element> {
        let phrase = self.phrase.trim();
        let spec = match &self.angle {
            Some(spec) => spec.trim(),
            None if phrase.is_empty() && !self.named && !self.broken => return None,
            None if self.named => return Some(Element::Broken),
            None => phrase,
        };
        let Some(address) = Address::parse(spec) else {
            return Some(Element::Broken);
        };
        // Clients that put the bare address as the name are common; any other bare `@` in a name is a disguise.
        let disguise =
            self.angle.is_some() && phrase.contains('@') && Address::parse(phrase).as_ref() != Some(&address);
        if self.broken || disguise {
            return Some(Element::Broken);
        }
        Some(Element::Mailbox(address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Address {
        Address::parse(text).expect("a plain address")
    }

    #[test]
    fn plain_addresses_compare_without_ascii_case() {
        assert_eq!(address("Alice.B@Example.ORG").as_str(), "alice.b@example.org");
        assert_eq!(address("a+b@localhost").domain(), "localhost");
    }

    #[test]
    fn what_is_not_a_plain_address_is_refused() {
        for text in [
            "",
            "a",
            "@x",
            "a@",
            "a@b@c",
            "a b@c.d",
            "\"a\"@b.c",
            "a@[127.0.0.1]",
            "<a@b.c>",
            ".a@b.c",
            "a..b@c.d",
            "a@b..c",
            "a@-b.c",
            "a@b-.c",
            "a@b_c.d",
            "a\0@b.c",
            "a@b.c\n",
            "\u{212A}@b.c",
            "\u{fc}@b.c",
            "a@\u{ff42}.c",
            "a@\u{212A}elvin.example",
            "a@b\u{ad}.c",
            "a@b\u{3002}c",
            "a@b\u{e9}\u{202e}.c",
            "a@-b\u{e9}.c",
            "a@b\u{e9}..c",
            "@evil.example:alice@x.org",
            "=?utf-8?q?alice?=@evil.example",
        ] {
            assert_eq!(Address::parse(text), None, "{text:?}");
        }
        assert_eq!(Address::parse(&format!("{}@b.c", "a".repeat(65))), None);
    }

    #[test]
    fn a_domain_beyond_ascii_is_known_by_its_name_in_the_dns() {
        for text in ["bob@b\u{fc}cher.example", "Bob@B\u{dc}CHER.Example", "bob@bu\u{308}cher.example"] {
            assert_eq!(Address::parse(text), Some(address("bob@xn--bcher-kva.example")), "{text}");
        }
        // One that looks like another is another.
        assert_eq!(address("ann@\u{435}xample.org").as_str(), "ann@xn--xample-2of.org");
        assert_eq!(Address::parse(&format!("a@{}.c", "\u{fc}".repeat(60))), None);
    }

    #[test]
    fn a_masked_address_keeps_only_its_first_letter_and_domain() {
        assert_eq!(address("alice@example.org").masked(), "a***@example.org");
        assert!(!format!("{:?}", address("alice@example.org")).contains("alice"));
    }

    #[test]
    fn plus_tags_name_the_mailbox() {
        let judge = address("judge@example.org");
        assert_eq!(judge.named_by(&address("judge@example.org")), Some(None));
        assert_eq!(judge.named_by(&address("judge+g7@example.org")), Some(Some("g7")));
        assert_eq!(judge.named_by(&address("judges@example.org")), None);
        assert_eq!(judge.named_by(&address("judge+g7@example.com")), None);
        assert_eq!(judge.tagged("g7"), Some(address("judge+g7@example.org")));
        assert_eq!(judge.tagged("g 7"), None);
    }

    #[test]
    fn serde_reads_only_plain_addresses() {
        let json = serde_json::to_string(&address("A@b.c")).expect("serialises");
        assert_eq!(json, "\"a@b.c\"");
        assert_eq!(serde_json::from_str::<Address>(&json).expect("reads"), address("a@b.c"));
        assert!(serde_json::from_str::<Address>("\"a b@c\"").is_err());
    }

    #[test]
    fn one_mailbox_is_a_sender() {
        let alice = Sender::One(address("alice@x.org"));
        for value in [
            "alice@x.org",
            " <alice@x.org> ",
            "Alice <alice@x.org>",
            "\"Mallory <mallory@y.org>\" <alice@x.org>",
            "=?utf-8?q?mallory=40y=2Eorg?= <alice@x.org>",
            "Alice (mallory@y.org) <alice@x.org>",
            "alice@x.org (Alice)",
            "alice@x.org <Alice@X.org>",
            "Al\u{ef}ce <alice@x.org>",
        ] {
            assert_eq!(read_sender(value), alice, "{value}");
        }
    }

    #[test]
    fn disguises_are_nobody() {
        use NoSender::*;
        for (value, reason) in [
            ("", Malformed),
            ("Alice", Malformed),
            ("alice@x.org <mallory@y.org>", Malformed),
            ("<alice@x.org> <mallory@y.org>", Malformed),
            ("<alice@x.org> mallory@y.org", Malformed),
            ("<alice@x.org>\"mallory@y.org\"", Malformed),
            ("<@evil.org:alice@x.org>", Malformed),
            ("\"alice\"@x.org", Malformed),
            ("<alice@x.org", Malformed),
            ("\"Alice <alice@x.org>", Malformed),
            ("(Alice <alice@x.org>", Malformed),
            ("alice@x.org\0<mallory@y.org>", Malformed),
            ("=?utf-8?b?YWxpY2VAeC5vcmc=?==?utf-8?Q?=00?=@evil.example", Malformed),
            ("alice@x.org, mallory@y.org", SeveralMailboxes),
            ("alice@x.org, broken", SeveralMailboxes),
            ("Team: alice@x.org;", Group),
        ] {
            assert_eq!(read_sender(value), Sender::Refused(reason), "{value:?}");
        }
    }

    #[test]
    fn lists_and_groups_give_every_readable_mailbox() {
        let list = read_mailboxes("\"B, b\" <b@x.org>, team: c@x.org, d@x.org;, broken, <e@x.org>,");
        let names: Vec<&str> = list.iter().map(Address::as_str).collect();
        assert_eq!(names, ["b@x.org", "c@x.org", "d@x.org", "e@x.org"]);
        assert!(read_mailboxes("undisclosed-recipients:;").is_empty());
    }
}
