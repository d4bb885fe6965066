//! The only recipients a test set-up may write to. Whatever else the judge decides, nothing leaves for anybody else.

use std::fmt;

use serde::Deserialize;

use super::Refused;

/// How the reply of a letter begins that was kept back by us and shown to no server.
pub const WITHHELD: &str = "withheld: ";

/// Addresses (`ann@club.example`) and whole domains (`@club.example`).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub struct AllowList(Vec<String>);

impl TryFrom<Vec<String>> for AllowList {
    type Error = BadEntry;

    fn try_from(entries: Vec<String>) -> Result<Self, BadEntry> {
        let entries = entries.into_iter().map(|entry| {
            let lower = entry.trim().to_ascii_lowercase();
            let is_good = lower.split_once('@').is_some_and(|(_, domain)| !domain.is_empty() && !domain.contains('@'));
            if is_good && lower.bytes().all(|byte| byte.is_ascii_graphic()) { Ok(lower) } else { Err(BadEntry(entry)) }
        });
        Ok(Self(entries.collect::<Result<_, _>>()?))
    }
}

/// An entry that is neither an address nor a domain.
#[derive(Debug)]
pub struct BadEntry(String);

impl fmt::Display for BadEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is neither an address (ann@club.example) nor a domain (@club.example)", self.0)
    }
}

impl AllowList {
    /// Whether a letter may go to this address.
    pub fn allows(&self, address: &str) -> bool {
        let address = address.to_ascii_lowercase();
        self.0.iter().any(|entry| match entry.starts_with('@') {
            true => address.rsplit_once('@').is_some_and(|(_, domain)| domain == &entry[1..]),
            false => &address == entry,
        })
    }

    /// How a letter fares that may not leave.
    pub(super) fn refusal() -> Refused {
        Refused::of_letter(format!("{WITHHELD}the recipient is not on the list only_to of this test set-up"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(entries: &[&str]) -> AllowList {
        AllowList::try_from(entries.iter().map(|entry| (*entry).to_owned()).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn addresses_and_domains_are_allowed_and_nothing_that_looks_like_them() {
        let list = list(&["Ann@Club.example", "@test.example"]);
        assert!(list.allows("ann@club.example") && list.allows("bob@TEST.example"));
        for other in ["bob@club.example", "ann@club.example.evil.org", "x@sub.test.example", "x@nottest.example", "ann"]
        {
            assert!(!list.allows(other), "{other}");
        }
    }

    #[test]
    fn an_empty_list_allows_nobody() {
        assert!(!list(&[]).allows("ann@club.example"));
    }

    #[test]
    fn what_is_no_address_is_refused_at_once() {
        assert!(AllowList::try_from(vec!["club.example".to_owned()]).is_err());
        assert!(AllowList::try_from(vec!["@".to_owned()]).is_err());
    }
}
