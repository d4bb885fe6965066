//! Authentication-Results (RFC 8601): what the mail server that took a letter in found out about its sender. Strict:
//! what is not exactly the grammar is nobody's word. Knows neither players nor which server is ours; that is told.

use serde::{Deserialize, Serialize};

use super::header::Header;
use super::letter::Letter;
use base::planted::is_planted;

/// The server whose word counts, and for what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrustedServer {
    /// How it names itself in its Authentication-Results, letter by letter.
    pub authserv_id: String,
    /// How many Received fields our own servers put above that field. What a sender wrote stands below them all.
    pub received_above: usize,
    /// Domains whose signature is good for the domains below them. Which domain is somebody's and which a registry's
    /// (`co.uk`) only the public suffix list tells, and a list ages; so each is named by the operator.
    pub parents: Vec<String>,
    /// SPF alone is enough: whoever may send from the domain's servers is believed to be anybody of the domain.
    pub is_spf_enough: bool,
}

/// By what the server vouches for the domain of From.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Vouched {
    /// DMARC passed for exactly this domain (RFC 7489).
    Dmarc,
    /// A DKIM signature of this domain is valid (RFC 6376).
    Dkim,
    /// The envelope's sender is of this domain and came from its servers (RFC 7208).
    Spf,
}

/// How much of a letter its signatures cover. A signature is replayable by design (RFC 6376 8.6): what is outside of it
/// anybody may have written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Seal {
    /// No signature.
    None,
    /// Each covers the whole text and every field that tells one letter from another.
    Whole,
    /// One leaves To, Subject, Date or Message-ID open.
    Open,
    /// One covers only a part of the text or not even From, or a field is there twice that may be there once.
    Broken,
}

/// The server that a field is by, as it names itself; `None` when the field does not begin with a name.
pub(super) fn server_of(value: &str) -> Option<&str> {
    Reader::new(value).authserv_id()
}

/// What the trusted server says in favour of a letter's From; nothing when it says anything against it, when its words
/// are not at their place, or when they are not well formed.
pub fn vouched(letter: &Letter, trusted: &TrustedServer) -> Option<Vouched> {
    let from = letter.from.address()?.domain();
    // Without its id a letter that is sent again could not be told from a new one.
    if letter.message_id.is_none() || letter.seal == Seal::Broken {
        return None;
    }
    let block: Vec<&str> = letter
        .auth_results
        .iter()
        .filter(|field| field.received_above == trusted.received_above)
        .map(|field| field.value.as_str())
        .collect();
    let is_ours = |value: &&str| {
        Reader::new(value).authserv_id() == Some(trusted.authserv_id.as_str()) || is_planted("any-server-vouches")
    };
    // Below its topmost field a sender may have written others, where the server does not remove them.
    if !block.first().is_some_and(is_ours) {
        return None;
    }
    let ours = block.into_iter().filter(is_ours).map(read).collect::<Option<Vec<_>>>()?;
    if ours.iter().flatten().any(Outcome::is_against) {
        return None;
    }
    by_the_best(ours.first()?, from, letter.seal, trusted)
}

fn by_the_best(outcomes: &[Outcome], from: &str, seal: Seal, trusted: &TrustedServer) -> Option<Vouched> {
    let of = |method: &'static str| outcomes.iter().filter(move |outcome| outcome.method == method);
    let sent_by_domain = of("spf").any(|spf| {
        let domain = spf.property("smtp.mailfrom").and_then(domain_of);
        spf.result == "pass" && domain.is_some_and(|domain| domain == from)
    });
    // A letter whose To the signature leaves open may have been written to somebody else (RFC 6376 8.15).
    if seal == Seal::Open && !sent_by_domain {
        return None;
    }
    let judged: Vec<_> = of("dmarc").filter(|dmarc| dmarc.result != "none").collect();
    if !judged.is_empty() {
        let is_aligned = |dmarc: &&Outcome| {
            dmarc.result == "pass" && dmarc.property("header.from").and_then(domain_of).is_some_and(|name| name == from)
        };
        return judged.iter().all(is_aligned).then_some(Vouched::Dmarc);
    }
    let signed = of("dkim").any(|dkim| {
        let domain = dkim.property("header.d").and_then(domain_of);
        dkim.result == "pass" && domain.is_some_and(|domain| is_aligned(&domain, from, &trusted.parents))
    });
    if signed && seal != Seal::None {
        return Some(Vouched::Dkim);
    }
    (trusted.is_spf_enough && sent_by_domain).then_some(Vouched::Spf)
}

/// Whether a signature of `domain` speaks for `from`: the same, or a parent that the operator named.
fn is_aligned(domain: &str, from: &str, parents: &[String]) -> bool {
    let is_below = || from.strip_suffix(domain).is_some_and(|head| head.ends_with('.'));
    domain == from || (parents.iter().any(|parent| parent.eq_ignore_ascii_case(domain)) && is_below())
}

/// The host name in `example.org`, `@example.org` or `somebody@example.org`, in lower case.
fn domain_of(value: &str) -> Option<String> {
    let name = value.rsplit('@').next()?.to_ascii_lowercase();
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    name.split('.').all(is_label).then_some(name)
}

/// One method with its result: `dkim=pass header.d=example.org`. Names in lower case.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    method: String,
    result: String,
    properties: Vec<(String, String)>,
}

impl Outcome {
    fn property(&self, name: &str) -> Option<&str> {
        self.properties.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// A failed check wins over every pass. A valid signature that the server does not accept (`policy`: too short a
    /// key, a part of the text) and one that cannot be a signature count as failed.
    fn is_against(&self) -> bool {
        match self.method.as_str() {
            "dmarc" | "dkim" => ["fail", "hardfail", "policy", "permerror"].contains(&self.result.as_str()),
            "spf" => ["fail", "hardfail", "policy"].contains(&self.result.as_str()),
            _ => false,
        }
    }
}

/// The outcomes of one field; `None` when it is not well formed.
fn read(value: &str) -> Option<Vec<Outcome>> {
    let mut reader = Reader::new(value);
    reader.authserv_id()?;
    reader.skip()?;
    if reader.rest.starts_with(|c: char| c.is_ascii_digit()) {
        // There is one version of the format (RFC 8601 2.2).
        (reader.word(|c| c.is_ascii_digit())? == "1").then_some(())?;
        reader.skip()?;
    }
    let mut outcomes = Vec::new();
    while !reader.rest.is_empty() {
        reader.sign(';')?;
        reader.skip()?;
        if outcomes.is_empty() && reader.rest.trim_end().eq_ignore_ascii_case("none") {
            return Some(outcomes);
        }
        outcomes.push(reader.outcome()?);
    }
    (!outcomes.is_empty()).then_some(outcomes)
}

/// Reads a field from the left; nothing is ever repaired.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn new(value: &'a str) -> Self {
        Self { rest: value }
    }

    /// White space and comments, which nest. `None` when a comment is not closed or something is not plain ASCII.
    fn skip(&mut self) -> Option<()> {
        loop {
            self.rest = self.rest.trim_start_matches([' ', '\t']);
            if !self.rest.starts_with('(') {
                return Some(());
            }
            self.rest = &self.rest[end_of_comment(self.rest)?..];
        }
    }

    fn sign(&mut self, sign: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(sign)?;
        Some(())
    }

    /// One or more of these characters.
    fn word(&mut self, is_part: impl Fn(char) -> bool) -> Option<&'a str> {
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    fn keyword(&mut self) -> Option<String> {
        self.word(|c| c.is_ascii_alphanumeric() || c == '-').map(str::to_ascii_lowercase)
    }

    /// The name the server gives itself. Nobody writes a host name in quotes but to deceive.
    fn authserv_id(&mut self) -> Option<&'a str> {
        self.skip()?;
        let id = self.word(|c| c.is_ascii_alphanumeric() || "-._:/@".contains(c))?;
        self.rest.starts_with([' ', '\t', ';']).then_some(id)
    }

    /// `method=result` with what follows it, up to the next `;`.
    fn outcome(&mut self) -> Option<Outcome> {
        let method = self.keyword()?;
        self.skip()?;
        if self.sign('/').is_some() {
            self.skip()?;
            self.word(|c| c.is_ascii_digit())?;
            self.skip()?;
        }
        self.sign('=')?;
        self.skip()?;
        let mut outcome = Outcome { method, result: self.keyword()?, properties: Vec::new() };
        self.skip()?;
        while !self.rest.is_empty() && !self.rest.starts_with(';') {
            let (name, value) = self.property()?;
            if outcome.property(&name).is_some() {
                return None;
            }
            outcome.properties.push((name, value));
            self.skip()?;
        }
        Some(outcome)
    }

    /// `reason="..."`, or `header.d=example.org`.
    fn property(&mut self) -> Option<(String, String)> {
        let mut name = self.keyword()?;
        if self.sign('.').is_some() {
            name = format!("{name}.{}", self.keyword()?);
        } else if name != "reason" {
            return None;
        }
        self.skip()?;
        self.sign('=')?;
        self.skip()?;
        let value = self.value()?;
        // What a sender chose, such as his domain, must not run into a comment and so hide its own end.
        (self.rest.is_empty() || self.rest.starts_with([' ', '\t', ';'])).then_some((name, value))
    }

    fn value(&mut self) -> Option<String> {
        if !self.rest.starts_with('"') {
            // More than a token, for servers write bare IPv6 addresses and base64; where it ends is not in doubt.
            return self.word(|c| c.is_ascii_graphic() && !";()\"\\".contains(c)).map(str::to_owned);
        }
        let quoted = &self.rest[..end_of_quote(self.rest)?];
        self.rest = &self.rest[quoted.len()..];
        match self.sign('@') {
            // A quoted local part.
            Some(()) => {
                let host = self.word(|c| c.is_ascii_alphanumeric() || c == '.' || c == '-')?;
                Some(format!("{quoted}@{host}"))
            }
            None => Some(unquoted(quoted)),
        }
    }
}

/// Where the comment ends that `text` begins with.
fn end_of_comment(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => {
                chars.next().filter(|(_, c)| is_plain(*c))?;
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            c if !is_plain(c) => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// Where the quoted string ends that `text` begins with.
fn end_of_quote(text: &str) -> Option<usize> {
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => {
                chars.next().filter(|(_, c)| is_plain(*c))?;
            }
            '"' => return Some(at + 1),
            c if !is_plain(c) => return None,
            _ => {}
        }
    }
    None
}

fn is_plain(c: char) -> bool {
    c == '\t' || c == ' ' || c.is_ascii_graphic()
}

fn unquoted(quoted: &str) -> String {
    let mut inner = quoted[1..quoted.len() - 1].chars();
    let mut text = String::new();
    while let Some(c) = inner.next() {
        text.extend(if c == '\\' { inner.next() } else { Some(c) });
    }
    text
}

/// Fields that a letter has once at most (RFC 5322 3.6, RFC 2045): with a second one that no signature covers, somebody
/// else than the signer would decide what is read.
const ONCE: &[&str] = &[
    "from",
    "sender",
    "to",
    "cc",
    "subject",
    "date",
    "message-id",
    "in-reply-to",
    "references",
    "mime-version",
    "content-type",
    "content-transfer-encoding",
];

/// What a signature must cover, for a copy with anything else changed to be known as a copy.
const TELLING: &[&str] = &["to", "subject", "date", "message-id"];

/// How much of a letter its signatures cover.
pub(super) fn find_seal(header: &Header) -> Seal {
    if ONCE.iter().any(|name| header.all(name).count() > 1) {
        return Seal::Broken;
    }
    header.all("dkim-signature").map(seal_of).fold(Seal::None, |all, one| match (all, one) {
        (Seal::Broken, _) | (_, Seal::Broken) => Seal::Broken,
        (Seal::Open, _) | (_, Seal::Open) => Seal::Open,
        _ => Seal::Whole,
    })
}

fn seal_of(signature: &str) -> Seal {
    let tags: Vec<(&str, String)> = signature
        .split(';')
        .filter_map(|tag| tag.split_once('='))
        .map(|(name, value)| (name.trim(), value.split_whitespace().collect::<String>().to_ascii_lowercase()))
        .collect();
    let tag = |name: &str| tags.iter().find(|(tag, _)| *tag == name).map(|(_, value)| value.as_str());
    let covered: Vec<&str> = tag("h").unwrap_or_default().split(':').collect();
    if tag("l").is_some() || !covered.contains(&"from") {
        return Seal::Broken;
    }
    if TELLING.iter().all(|name| covered.contains(name)) { Seal::Whole } else { Seal::Open }
}

#[cfg(test)]
mod tests;
