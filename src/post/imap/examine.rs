//! A look at the mailbox for those who set it up: whether the login works, and what the server can do.

use std::io;

use imap::error::Error;

use super::ImapSource;
use super::session::ANSWER;
use crate::post::PostError;

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
}

impl ImapSource {
    /// Logs in and looks into the folder by EXAMINE, which changes nothing: SELECT would take away what marks letters as
    /// recent.
    pub fn examine(&mut self) -> Result<MailboxFacts, PostError> {
        let folder = self.settings.mailbox.clone();
        self.converse("look into the mailbox", |open, patience| {
            open.allowance.grant(patience, ANSWER);
            let found = open.session.examine(&folder)?;
            let no_validity = || Error::Io(io::Error::other("the server gives no UIDVALIDITY"));
            let validity = found.uid_validity.ok_or_else(no_validity)?;
            let (has_idle, has_move, has_uidplus) = (open.idle, open.moves, open.uidplus);
            let letters = usize::try_from(found.exists).unwrap_or(usize::MAX);
            Ok(MailboxFacts { letters, validity, has_idle, has_move, has_uidplus })
        })
    }
}
