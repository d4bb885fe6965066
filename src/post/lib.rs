//! Where letters come from and go to: Maildir and IMAP in, Maildir and SMTP out. Letters are bytes here, with a key, a
//! time of arrival and an address; this folder knows nothing of games, players or decisions, and keeps no record of
//! what was done: the ledger of the caller does.

#![forbid(unsafe_code)]

mod allow;
mod backoff;
mod bearer;
mod certificate;
mod error;
pub mod imap;
pub mod maildir;
pub mod oauth;
pub mod probe;
mod secret;
mod settings;
pub mod shell;
pub mod smtp;
mod tls;

use std::time::Duration;

pub use allow::{AllowList, WITHHELD};
pub use backoff::Backoff;
pub use certificate::Certificate;
pub use error::PostError;
pub use imap::ImapSource;
pub use maildir::{MaildirSink, MaildirSource, deliver};
pub use secret::{Auth, Login, Secret};
pub use settings::{ImapSettings, ImapTls, MaildirSettings, SMALLEST_LETTER, SmtpSettings, SmtpTls, bound_of_letters};
pub use smtp::SmtpSink;

/// What names one letter in one mailbox for good. The ledger keys on it; keys are only ever compared for equality: a
/// mailbox that was rebuilt has another validity, which may be higher or lower than before.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LetterKey {
    /// The mailbox: `imap:user@host/INBOX`, or `maildir:` and the folder.
    pub mailbox: String,
    /// IMAP's UIDVALIDITY; 0 in a Maildir.
    pub validity: u32,
    /// IMAP's UID in decimal; in a Maildir the unique part of the file name, which survives a change of flags.
    pub uid: String,
}

/// One letter as the mailbox holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// Its key in the ledger.
    pub key: LetterKey,
    /// When the mail server took it, in seconds of the epoch: INTERNALDATE, or the modification time of the file.
    pub arrived: i64,
    /// Its whole size in bytes, as the mailbox tells it.
    pub size: u64,
    /// Its bytes, as far as the size limit allows.
    pub raw: Vec<u8>,
    /// Whether bytes beyond the limit were left in the mailbox.
    pub truncated: bool,
}

/// A letter that was looked for and seen, wherever in the mailbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sighted {
    /// When the mail server took it, in seconds of the epoch.
    pub arrived: i64,
    /// Its bytes, as far as the size limit allows.
    pub raw: Vec<u8>,
}

/// A mailbox that is read. All calls block: a source lives on a thread of its own, never on a worker of the runtime.
/// After an error a call may simply be repeated; [`Backoff`] says when.
pub trait MailSource: Send {
    /// Fetches the letters whose keys `is_known` denies, oldest arrival first, at most `limit` of them in one call. A
    /// call that returns fewer than `limit` has seen everything that the mailbox held when the call began; another, all that
    /// it held two seconds before.
    fn fetch(&mut self, is_known: &dyn Fn(&LetterKey) -> bool, limit: usize) -> Result<Vec<Fetched>, PostError>;

    /// Marks letters as seen and moves them to the folder of processed letters. A courtesy to people who look into the
    /// mailbox: letters that are gone are passed over, and nothing may depend on its success.
    fn file_away(&mut self, keys: &[LetterKey]) -> Result<(), PostError>;

    /// What the clock shows that arrivals are stamped by, in seconds of the epoch; `None` when it cannot be told.
    fn server_time(&mut self) -> Result<Option<i64>, PostError> {
        Ok(None)
    }

    /// Waits for news, at most `timeout`. Returns early on news and on a doubt; news may also come without a word, so
    /// fetch after every wait.
    fn wait(&mut self, timeout: Duration) -> Result<(), PostError>;
}

/// The server's yes: from here on the letter is its business.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The server's words, for the record.
    pub reply: String,
}

/// A letter that was not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The server says that it will never take this letter for this address. Otherwise try again later, with the same
    /// bytes. A server that knows us no more says so of every address.
    pub permanent: bool,
    /// The connection died after the whole letter was sent and before the answer: it may have been accepted. The next
    /// attempt may therefore make a duplicate (RFC 1047).
    pub uncertain: bool,
    /// The letter is larger than the server takes; a smaller one may be taken.
    pub is_too_large: bool,
    /// What the refusal is about. Only what is about the letter is ever permanent.
    pub concern: Concern,
    /// Where in the conversation it happened.
    pub step: Step,
    /// The server's words, or what went wrong.
    pub reply: String,
}

impl Refused {
    /// Nobody would take this letter, as is known before anything is sent.
    fn of_letter(reply: impl Into<String>) -> Self {
        Refused {
            permanent: true,
            uncertain: false,
            is_too_large: false,
            concern: Concern::Letter,
            step: Step::Letter,
            reply: reply.into(),
        }
    }

    /// Whether every other letter would fare like this one now: nothing was said yet of a recipient.
    pub fn concerns_all(&self) -> bool {
        self.concern != Concern::Letter && self.step <= Step::Sender
    }

    /// Whether this is the word of a server about a recipient, which may be meant for us: whoever does not pass on letters
    /// for us refuses one recipient like the next.
    pub fn is_of_recipient(&self) -> bool {
        self.permanent && self.step >= Step::Recipient
    }
}

/// What a refusal is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Concern {
    /// This letter or its recipient: the others are not touched.
    Letter,
    /// The server, or the way to it: it may pass by itself.
    Server,
    /// Our address, account, settings or standing with the server: a person must see to it, and no letter is given up
    /// for it.
    Us,
}

/// The steps of handing a letter over, in order. What fails up to [`Step::Sender`] is trouble with the server or the
/// settings and concerns all letters alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Looking at the letter itself, before anything is sent.
    Letter,
    /// Reaching the server, its greeting and EHLO.
    Connect,
    /// The change to TLS.
    Tls,
    /// User name and password.
    Login,
    /// MAIL FROM.
    Sender,
    /// RCPT TO.
    Recipient,
    /// DATA.
    Data,
    /// The letter and the dot after it; in a Maildir the writing of the file.
    Body,
}

/// Where letters go.
#[derive(Debug)]
pub enum Sink {
    /// One Maildir per address under a folder.
    Maildir(MaildirSink),
    /// A mail server.
    Smtp(Box<SmtpSink>),
    /// One of the others, for listed recipients only.
    Limited(AllowList, Box<Sink>),
}

impl Sink {
    /// Hands over one letter to one recipient. `from` is the envelope sender, empty for the null reverse-path.
    pub async fn send(&mut self, from: &str, to: &str, bytes: &[u8]) -> Result<Accepted, Refused> {
        match self {
            Sink::Maildir(sink) => sink.send(&[(to, bytes)]).await.remove(0),
            Sink::Smtp(sink) => sink.send(from, to, bytes).await,
            Sink::Limited(allowed, _) if !allowed.allows(to) => Err(AllowList::refusal()),
            Sink::Limited(_, sink) => Box::pin(sink.send(from, to, bytes)).await,
        }
    }

    /// Hands over letters, each to its recipient: as many answers, in order.
    pub async fn send_together(&mut self, from: &str, letters: &[(&str, &[u8])]) -> Vec<Result<Accepted, Refused>> {
        if let Sink::Maildir(sink) = self {
            return sink.send(letters).await;
        }
        let mut answers = Vec::new();
        for (to, bytes) in letters {
            answers.push(self.send(from, to, bytes).await);
        }
        answers
    }

    /// How many letters are handed over sooner together than one after the other. A server is given one at a time: what it
    /// says of one may stop the next.
    pub fn most_together(&self) -> usize {
        if matches!(self, Sink::Maildir(_)) { 32 } else { 1 }
    }

    /// The most bytes of a letter that the server takes, as far as it has said so on its last connection.
    pub fn most_bytes(&self) -> Option<usize> {
        match self {
            Sink::Maildir(_) => None,
            Sink::Smtp(sink) => sink.most_bytes(),
            Sink::Limited(_, sink) => sink.most_bytes(),
        }
    }

    /// Takes leave of the server, if a connection is open.
    pub async fn close(&mut self) {
        match self {
            Sink::Maildir(_) => {}
            Sink::Smtp(sink) => sink.close().await,
            Sink::Limited(_, sink) => Box::pin(sink.close()).await,
        }
    }
}
