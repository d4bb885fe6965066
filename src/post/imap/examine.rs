//! A look at the mailbox for those who set it up: whether the login works, and what the server can do.

use super::ImapSource;
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
    /// Logs in and lists the folder; changes nothing.
    pub fn examine(&mut self) -> Result<MailboxFacts, PostError> {
        let folder = self.settings.mailbox.clone();
        self.converse("look into the mailbox", |open, patience| {
            let (validity, uids) = open.list(patience, &folder)?;
            let (has_idle, has_move, has_uidplus) = (open.idle, open.moves, open.uidplus);
            Ok(MailboxFacts { letters: uids.len(), validity, has_idle, has_move, has_uidplus })
        })
    }
}
