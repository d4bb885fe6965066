//! A look at the mailbox for those who set it up: whether the login works, and what the server can do.

use std::io;

use imap::error::Error;
use imap::types::Name;

use super::ImapSource;
use super::guard::Patience;
use super::session::{ANSWER, Open};
use crate::{PostError, Sighted};

/// What a look at the mailbox showed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailboxFacts {
    /// Letters in it.
    pub letters: usize,
    /// Its UIDVALIDITY.
    pub validity: u32,
    /// The server tells of new letters by itself.
    pub has_idle: bool,
    /// The server moves letters in one step.
    pub has_move: bool,
    /// Letters can be deleted one by one.
    pub has_uidplus: bool,
    /// Whether we may take letters out of it, where the server tells rights (RFC 4314).
    pub may_take_out: Option<bool>,
}

impl ImapSource {
    /// Logs in and looks into the folder by EXAMINE, which changes nothing: SELECT would take away what marks letters as
    /// recent.
    pub fn examine(&mut self) -> Result<MailboxFacts, PostError> {
        let folder = self.settings.mailbox.clone();
        self.converse("look into the mailbox", |open, patience| {
            open.allowance.grant(patience, ANSWER);
            let found = open.session.examine(open.namespaces.place(&folder))?;
            let no_validity = || Error::Io(io::Error::other("the server gives no UIDVALIDITY"));
            let validity = found.uid_validity.ok_or_else(no_validity)?;
            let (has_idle, has_move, has_uidplus) = (open.idle, open.moves, open.uidplus);
            let letters = usize::try_from(found.exists).unwrap_or(usize::MAX);
            let may_take_out = may_take_out(open, patience, &folder)?;
            Ok(MailboxFacts { letters, validity, has_idle, has_move, has_uidplus, may_take_out })
        })
    }

    /// The newest letter of a folder whose subject holds a word of letters and digits, as far as `limit_bytes` allow; none
    /// where there is no such folder. Changes nothing.
    pub fn find(&mut self, folder: &str, word: &str) -> Result<Option<Sighted>, PostError> {
        let limit = self.settings.limit_bytes;
        self.converse("look for a letter", |open, patience| {
            open.allowance.grant(patience, ANSWER);
            match open.session.examine(open.namespaces.place(folder)) {
                Ok(_) => {}
                Err(Error::No(_)) => return Ok(None),
                Err(error) => return Err(error),
            }
            open.allowance.grant(patience, ANSWER);
            let Some(newest) = open.session.uid_search(format!("SUBJECT \"{word}\""))?.into_iter().max() else {
                return Ok(None);
            };
            let listed = open.fetch_sizes(patience, &[newest])?;
            let Some(letter) = listed.first().copied() else { return Ok(None) };
            let found = open.fetch_bodies(patience, &[letter], limit)?.pop();
            Ok(found.map(|(letter, raw)| Sighted { arrived: letter.arrived, raw }))
        })
    }

    /// The folders that the server has for us, by name.
    pub fn folders(&mut self) -> Result<Vec<String>, PostError> {
        self.converse("list the folders", |open, patience| {
            open.allowance.grant(patience, ANSWER);
            let listed = open.session.list(Some(""), Some("*"))?;
            // The crate does not pass on the type of its attributes.
            let is_folder = |name: &&Name<'_>| !name.attributes().iter().any(|one| format!("{one:?}") == "NoSelect");
            let folders = listed.iter().filter(is_folder);
            let mut names: Vec<String> = folders.map(|name| name.name().to_owned()).collect();
            names.sort();
            Ok(names)
        })
    }
}

/// Letters are marked as deleted (`t`, or `d` of old) and expunged (`e`, or `d`), if the server tells rights at all.
fn may_take_out(open: &mut Open, patience: &Patience, folder: &str) -> Result<Option<bool>, Error> {
    open.allowance.grant(patience, ANSWER);
    if !open.session.capabilities()?.has_str("ACL") {
        return Ok(None);
    }
    open.allowance.grant(patience, ANSWER);
    let answer = match open.session.my_rights(open.namespaces.place(folder)) {
        Ok(answer) => answer,
        Err(Error::No(_) | Error::Bad(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let may = |right: char| answer.parsed().rights().contains(right);
    Ok(Some(may('d') || may('t') && may('e')))
}
