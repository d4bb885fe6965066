//! The judge's mailbox on an IMAP server, through the `imap` crate. What the crate gets wrong is kept away from it by
//! the connection below it and by asking only for what it reads well: UIDs, sizes, dates and whole bodies. Any error
//! ends the session; the next call opens another.

mod examine;
mod guard;
mod heard;
pub(super) mod login;
mod namespace;
mod scram;
mod session;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use imap::error::Error;
use rustls::ClientConnection;

use self::guard::{Allowance, Guarded, Timed, Wire, connect};
use self::heard::Heard;
use self::login::Failure;
use self::session::{ANSWER, Listed, Open, split_batch};
use super::{Auth, Fetched, ImapSettings, ImapTls, LetterKey, MailSource, PostError, Secret, tls};

pub use self::examine::MailboxFacts;
pub use self::guard::Patience;

/// Servers may log out who idles for half an hour (RFC 2177).
const LONGEST_IDLE: Duration = Duration::from_secs(25 * 60);

/// A mailbox on an IMAP server.
pub struct ImapSource {
    settings: ImapSettings,
    patience: Patience,
    open: Option<Open>,
}

impl ImapSource {
    /// A source that connects at its first call. Complains at once about settings that can never work.
    pub fn new(settings: ImapSettings) -> Result<Self, PostError> {
        Self::with_patience(settings, Patience::default())
    }

    /// The same, with other time limits.
    pub fn with_patience(settings: ImapSettings, patience: Patience) -> Result<Self, PostError> {
        settings.secret()?.check()?;
        for folder in [&settings.mailbox, &settings.processed] {
            if folder.chars().any(|c| !c.is_ascii() || c.is_ascii_control()) {
                return Err(PostError::Settings {
                    place: settings.place(),
                    why: format!("write the folder {folder:?} in modified UTF-7 (RFC 3501, 5.1.3)"),
                });
            }
        }
        if settings.tls != ImapTls::None {
            tls::client_config(&settings.place(), settings.ca_file.as_deref())?;
            tls::server_name(&settings.place(), &settings.host)?;
        }
        Ok(ImapSource { settings, patience, open: None })
    }

    fn mailbox_name(&self) -> String {
        format!("imap:{}@{}/{}", self.settings.user, self.settings.host, self.settings.mailbox)
    }

    /// Runs commands in a session. An error or a panic of the crate ends it: what the server says next could belong to
    /// anything.
    fn converse<T>(
        &mut self,
        action: &'static str,
        commands: impl FnOnce(&mut Open, &Patience) -> Result<T, Error>,
    ) -> Result<T, PostError> {
        let mut open = match self.open.take() {
            Some(open) => open,
            None => self.connect()?,
        };
        let patience = self.patience;
        let heard = open.heard.clone();
        let outcome = catch_unwind(AssertUnwindSafe(move || {
            let outcome = commands(&mut open, &patience)?;
            Ok((open, outcome))
        }));
        match outcome {
            Ok(Ok((open, outcome))) => {
                self.tell_alert(&heard);
                self.open = Some(open);
                Ok(outcome)
            }
            Ok(Err(error)) => Err(self.explain(action, error, &heard)),
            Err(_) => Err(self.broken(action, "the client library gave up on the answer".into())),
        }
    }

    /// Opens a session. A token may have been taken back before its time: another one is tried once.
    fn connect(&self) -> Result<Open, PostError> {
        let place = self.settings.place();
        let secret = self.settings.secret()?.read(&place, None)?;
        let first = self.connect_with(&secret);
        if self.settings.login.auth == Auth::Password || !matches!(first, Err(PostError::Login { .. })) {
            return first;
        }
        let fresh = self.settings.secret()?.read(&place, Some(&secret))?;
        if fresh == secret { first } else { self.connect_with(&fresh) }
    }

    fn connect_with(&self, secret: &Secret) -> Result<Open, PostError> {
        let (allowance, heard) = (Allowance::new(), Heard::default());
        allowance.grant(&self.patience, ANSWER);
        let wire = self.wire(&allowance)?;
        let stream = Guarded::new(wire, allowance.clone(), heard.clone());
        let shared = (allowance, heard.clone());
        let attempt =
            catch_unwind(AssertUnwindSafe(|| login::log_in(stream, shared, &self.patience, (&self.settings, secret))));
        let attempt = attempt.map_err(|_| self.broken("log in", "the client library gave up on the answer".into()))?;
        let open = attempt.map_err(|failure| match failure {
            Failure::Refused(why) => PostError::Login {
                place: self.settings.place(),
                user: self.settings.user.clone(),
                why: secret.hide_in(&why),
            },
            Failure::Busy(why) => {
                PostError::Server { place: self.settings.place(), action: "log in", why: secret.hide_in(&why) }
            }
            Failure::Unfit(why) => PostError::Settings { place: self.settings.place(), why },
            Failure::Else(action, error) => self.explain(action, *error, &heard),
        })?;
        self.tell_alert(&heard);
        Ok(open)
    }

    fn wire(&self, allowance: &Allowance) -> Result<Wire, PostError> {
        let place = self.settings.place();
        let addresses = tls::resolve(&place, &self.settings.host, self.settings.port())?;
        if self.settings.tls == ImapTls::None {
            tls::require_loopback(&place, &addresses, "\"implicit\" or \"starttls\"")?;
        }
        let mut socket = connect(&addresses, &self.patience, allowance)
            .map_err(|source| PostError::Unreachable { place: place.clone(), source })?;
        match self.settings.tls {
            ImapTls::None => return Ok(Wire::Plain(socket)),
            ImapTls::Implicit => {}
            ImapTls::Starttls => login::ask_for_tls(&mut socket).map_err(|failure| match failure {
                Failure::Refused(why) | Failure::Busy(why) | Failure::Unfit(why) => {
                    PostError::Tls { place: place.clone(), why }
                }
                Failure::Else(action, error) => self.explain(action, *error, &Heard::default()),
            })?,
        }
        self.protect(socket)
    }

    fn protect(&self, socket: Timed) -> Result<Wire, PostError> {
        let place = self.settings.place();
        let no_tls = |why: String| PostError::Tls { place: place.clone(), why };
        let config = tls::client_config(&place, self.settings.ca_file.as_deref())?;
        let name = tls::server_name(&place, &self.settings.host)?;
        let client = ClientConnection::new(config, name).map_err(|e| no_tls(e.to_string()))?;
        Wire::start_tls(client, socket).map_err(|error| match error.get_ref() {
            Some(inner) if inner.is::<rustls::Error>() => no_tls(error.to_string()),
            _ => self.broken("start TLS", error.to_string()),
        })
    }

    /// The crate's error without what the server sent, for that could be a letter, but with the words the server meant for
    /// people.
    fn explain(&self, action: &'static str, error: Error, heard: &Heard) -> PostError {
        let alert = heard.alert().map(|alert| format!("; {alert}")).unwrap_or_default();
        let denied = |plain: String| {
            let why = format!("{}{alert}", heard.refusal().unwrap_or(plain));
            PostError::Server { place: self.settings.place(), action, why }
        };
        let why = match error {
            Error::No(no) => return denied(no.information),
            Error::Bad(bad) => return denied(bad.information),
            Error::Validate(_) => return denied("a name that IMAP cannot say".into()),
            Error::Io(error) => error.to_string(),
            Error::ConnectionLost => "the server hung up".to_owned(),
            _ => "an answer that is not IMAP".to_owned(),
        };
        let goodbye = heard.goodbye().map(|words| format!("the server ended the session: {words}"));
        self.broken(action, format!("{}{alert}", goodbye.unwrap_or(why)))
    }

    fn broken(&self, action: &'static str, why: String) -> PostError {
        PostError::Broken { place: self.settings.place(), action, why }
    }

    /// What a server wants people to read must be shown (RFC 3501, 7.1).
    fn tell_alert(&self, heard: &Heard) {
        if let Some(alert) = heard.alert() {
            tracing::warn!(server = self.settings.place(), alert, "the mail server wants this to be read");
        }
    }

    fn bodies(&mut self, validity: u32, batch: &[Listed]) -> Result<Vec<Fetched>, PostError> {
        let limit = self.settings.limit_bytes;
        let mailbox = self.mailbox_name();
        let found = self.converse("fetch letters", |open, patience| open.fetch_bodies(patience, batch, limit))?;
        let fetched = found.into_iter().map(|(listed, mut raw)| {
            let truncated = listed.size > limit || raw.len() as u64 > limit;
            raw.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
            Fetched {
                key: key(&mailbox, validity, listed.uid),
                arrived: listed.arrived,
                size: listed.size,
                raw,
                truncated,
            }
        });
        Ok(fetched.collect())
    }
}

impl MailSource for ImapSource {
    fn fetch(&mut self, is_known: &dyn Fn(&LetterKey) -> bool, limit: usize) -> Result<Vec<Fetched>, PostError> {
        let folder = self.settings.mailbox.clone();
        let (validity, mut uids) = self.converse("list the mailbox", |open, patience| open.list(patience, &folder))?;
        let mailbox = self.mailbox_name();
        uids.retain(|&uid| !is_known(&key(&mailbox, validity, uid)));
        let mut listed =
            self.converse("ask for sizes and dates", |open, patience| open.fetch_sizes(patience, &uids))?;
        listed.sort_by_key(|letter| (letter.arrived, letter.uid));
        // A letter that a person removed meanwhile makes room for the next one.
        let mut letters = Vec::new();
        let mut rest = listed.as_slice();
        while letters.len() < limit && !rest.is_empty() {
            let (batch, later) = split_batch(rest, limit - letters.len(), self.settings.limit_bytes);
            letters.extend(self.bodies(validity, batch)?);
            rest = later;
        }
        Ok(letters)
    }

    fn file_away(&mut self, keys: &[LetterKey]) -> Result<(), PostError> {
        let mailbox = self.mailbox_name();
        let ours: Vec<&LetterKey> = keys.iter().filter(|key| key.mailbox == mailbox).collect();
        if ours.is_empty() {
            return Ok(());
        }
        let (folder, target) = (self.settings.mailbox.clone(), self.settings.processed.clone());
        self.converse("file letters away", |open, patience| {
            let validity = open.select(patience, &folder)?;
            let current = ours.iter().filter(|key| key.validity == validity);
            let mut uids: Vec<u32> = current.filter_map(|key| key.uid.parse().ok()).collect();
            uids.sort_unstable();
            open.file_away(patience, &uids, &target)
        })
    }

    fn server_time(&mut self) -> Result<Option<i64>, PostError> {
        let folder = self.settings.processed.clone();
        self.converse("ask for the server's time", |open, patience| open.server_time(patience, &folder))
    }

    fn wait(&mut self, timeout: Duration) -> Result<(), PostError> {
        let fresh = self.open.is_none();
        let folder = self.settings.mailbox.clone();
        if fresh {
            self.converse("select", |open, patience| open.select(patience, &folder))?;
            // Whatever came while there was no session is news.
            return Ok(());
        }
        if self.open.as_ref().is_some_and(|open| open.idle) {
            return self.converse("wait for news", |open, patience| open.idle(patience, timeout.min(LONGEST_IDLE)));
        }
        let poll = Duration::from_secs(self.settings.poll_seconds.max(1));
        std::thread::sleep(timeout.min(poll));
        Ok(())
    }
}

fn key(mailbox: &str, validity: u32, uid: u32) -> LetterKey {
    LetterKey { mailbox: mailbox.to_owned(), validity, uid: uid.to_string() }
}
