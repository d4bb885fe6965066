//! What a letter of ours to ourselves shows of the way it took: for those who set a judge up. Its text is not read.

use super::authres::server_of;
use super::header::Header;
use super::letter::parse_header;
use super::limits::Limits;
use super::triage::{Automatic, House};

/// How much of a field's value is shown.
const LONGEST_SHOWN: usize = 80;
/// What filters write who found a letter unwanted.
const UNWANTED: [&str; 2] = ["x-spam-flag", "x-spam"];

/// A letter's way, by its header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    /// Its Message-ID as it came, with angle brackets; `None` when there is none, or more than one.
    pub message_id: Option<String>,
    /// The tags of our address in it.
    pub tags: Vec<String>,
    /// We know it as our own, and never answer it.
    pub is_own: bool,
    /// The servers that say in Authentication-Results what they found out, each with the number of Received fields above
    /// that field, from the top down.
    pub servers: Vec<(String, usize)>,
    /// Fields by which filters say what they think of it, as they stand.
    pub spam: Vec<String>,
    /// One of them says that it is unwanted.
    pub is_unwanted: bool,
}

/// Reads the header of a letter that came; `None` when it cannot be read.
pub fn read_way(raw: &[u8], house: &House) -> Option<Way> {
    let letter = parse_header(raw, &Limits::default(), house)?;
    let header = Header::read(raw);
    let of_filters = || header.fields().iter().filter(|field| is_of_filter(&field.name));
    let shown = |value: &str| value[..value.floor_char_boundary(LONGEST_SHOWN)].trim().to_owned();
    Some(Way {
        is_own: letter.automatic() == Some(Automatic::Own),
        servers: letter
            .auth_results
            .iter()
            .filter_map(|field| Some((server_of(&field.value)?.to_owned(), field.received_above)))
            .collect(),
        spam: of_filters().map(|field| format!("{}: {}", field.name, shown(&field.value))).collect(),
        is_unwanted: of_filters().any(|field| says_unwanted(&field.name, &field.value)),
        message_id: letter.message_id,
        tags: letter.tags,
    })
}

fn is_of_filter(name: &str) -> bool {
    name.contains("spam") || name == "x-ms-exchange-organization-scl"
}

fn says_unwanted(name: &str, value: &str) -> bool {
    let value = value.trim().to_ascii_lowercase();
    UNWANTED.contains(&name) && value.starts_with("yes") || name == "x-spam-status" && value.starts_with("yes,")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Address;

    const RAW: &str = "Return-Path: <judge@war.test>\r\nReceived: from a by b\r\n\
        Authentication-Results: mx.war.test; dkim=pass header.d=war.test\r\nX-Spam-Status: No, score=-0.2\r\n\
        Received: from c by a\r\nFrom: Judge <judge@war.test>\r\nTo: judge+tag@war.test\r\nX-Loop: adjutant@war.test\r\n\
        Message-ID: <other@ses.test>\r\nSubject: x\r\n\r\ntext\r\n";

    fn way(raw: &str) -> Way {
        let house = House::new(Address::parse("judge@war.test").unwrap(), "war.test");
        read_way(raw.as_bytes(), &house).unwrap()
    }

    #[test]
    fn a_header_tells_what_was_done_on_the_way() {
        let found = way(RAW);
        assert_eq!(found.message_id.as_deref(), Some("<other@ses.test>"));
        assert_eq!((found.tags, found.is_own), (vec!["tag".to_owned()], true));
        assert_eq!(found.servers, [("mx.war.test".to_owned(), 1)]);
        assert_eq!((found.spam, found.is_unwanted), (vec!["x-spam-status: No, score=-0.2".to_owned()], false));
    }

    #[test]
    fn the_loop_mark_alone_makes_it_our_own() {
        let found = way(&RAW.replace("From: Judge <judge@war.test>", "From: bounce-17@ses.test"));
        assert!(found.is_own);
        let without = RAW.replace("From: Judge <judge@war.test>", "From: x@y.test").replace("X-Loop", "X-Other");
        assert!(!way(&without).is_own);
    }

    #[test]
    fn a_filter_that_says_yes_is_heard() {
        assert!(way(&RAW.replace("No, score=-0.2", "Yes, score=7.1")).is_unwanted);
        assert!(way(&RAW.replace("X-Spam-Status: No", "X-Spam-Flag: YES")).is_unwanted);
    }
}
