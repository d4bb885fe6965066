//! The judge's mailbox as `doctor` looks for a letter in it: every folder that a server or a judge at work may have put it
//! into. Changes nothing.

use std::path::PathBuf;

use super::Finding;
use super::mail_in;
use super::network::Place;
use crate::cli::config::{Config, Incoming};
use post::maildir::{self, PROCESSED};
use post::{ImapSource, Sighted};

/// What servers call the folder for unwanted mail.
const JUNK: [&str; 6] = ["junk", "spam", "junk e-mail", "junk email", "bulk mail", "bulk"];
/// Seconds by which the clock of files may be behind.
const SKEW: i64 = 60;

/// Where the judge's letters arrive.
pub(super) enum OwnMailbox {
    /// Maildirs: a name for people, and the folder.
    Maildirs(Vec<(String, PathBuf)>),
    /// A session and the names of its folders.
    Imap(Box<ImapSource>, Vec<String>),
}

impl OwnMailbox {
    /// Opens it for looking.
    pub fn open(config: &Config) -> Result<Self, Finding> {
        match &config.mail.incoming {
            Incoming::Maildir(incoming) => {
                let names = ["", PROCESSED, ".Junk", ".Spam"];
                Ok(Self::Maildirs(names.map(|name| (named(name), incoming.inbox.join(name))).to_vec()))
            }
            Incoming::Imap(settings) => {
                let place = Place::of_imap(settings);
                let opened = ImapSource::with_patience(settings.clone(), mail_in::PATIENCE);
                let mut source = opened.map_err(|error| place.explain(&error))?;
                let listed = source.folders().map_err(|error| place.explain(&error))?;
                let mut folders = vec![settings.mailbox.clone(), settings.processed.clone()];
                folders.extend(listed.into_iter().filter(|name| is_junk(name)));
                folders.retain(|name| !name.is_empty());
                Ok(Self::Imap(Box::new(source), folders))
            }
        }
    }

    /// The letter whose subject holds the word, the name of the folder it is in, and whether that is for unwanted mail.
    pub fn find(&mut self, word: &str, since: i64) -> Result<Option<(Sighted, String, bool)>, Finding> {
        match self {
            Self::Maildirs(folders) => Ok(folders.iter().find_map(|(name, folder)| {
                maildir::find(folder, word, since - SKEW).map(|letter| (letter, name.clone(), is_junk(name)))
            })),
            Self::Imap(source, folders) => {
                for folder in folders.iter() {
                    let found = source.find(folder, word).map_err(|error| {
                        Finding::wrong("letter", error.to_string(), "see to the server, and look once more")
                    })?;
                    if let Some(letter) = found {
                        return Ok(Some((letter, folder.clone(), is_junk(folder))));
                    }
                }
                Ok(None)
            }
        }
    }
}

fn named(folder: &str) -> String {
    if folder.is_empty() { "the inbox".to_owned() } else { folder.trim_start_matches('.').to_owned() }
}

/// By the last part of its name, whatever the server puts between parts.
fn is_junk(name: &str) -> bool {
    let last = name.rsplit(['/', '.', '\\']).next().unwrap_or_default();
    JUNK.iter().any(|junk| last.eq_ignore_ascii_case(junk))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_for_unwanted_mail_is_known_by_its_last_part() {
        for name in ["Junk", "INBOX.Spam", "[Gmail]/Spam", "Junk E-mail"] {
            assert!(is_junk(name), "{name}");
        }
        assert!(!is_junk("INBOX") && !is_junk("Junkers"));
    }
}
