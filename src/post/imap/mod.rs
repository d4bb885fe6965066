//! The judge's mailbox on an IMAP server, through the `imap` crate. What the crate gets wrong is kept away from it by
//! the connection below it and by asking only for what it reads well: UIDs, sizes, dates and whole bodies. Any error
//! ends the session; the next call opens another.

mod examine;
mod guard;
mod session;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use imap::error::Error;
use rustls::ClientConnection;

use self::guard::{Allowance, Guarded, Wire, connect};
use self::session::{ANSWER, Listed, Open, split_batch};
use super::{Fetched, ImapSettings, ImapTls, LetterKey, MailSource, PostError, tls};

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
        settings.secret()?;
        for folder in [&settings.mailbox, &settings.processed] {
            if folder.chars().any(|c| !c.is_ascii() || c.is_ascii_control()) {
                return Err(PostError::Settings {
                    place: settings.place(),
                    why: format!("write the folder {folder:?} in modified UTF-7 (RFC 3501, 5.1.3)"),
                });
            }
        }
        if settings.tls == ImapTls::Implicit {
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
        let outcome = catch_unwind(AssertUnwindSafe(move || {
            let outcome = commands(&mut open, &patience)?;
            Ok((open, outcome))
        }));
        match outcome {
            Ok(Ok((open, outcome))) => {
                self.open = Some(open);
                Ok(outcome)
            }
            Ok(Err(error)) => Err(self.explain(action, error)),
            Err(_) => Err(self.broken(action, "the client library gave up on the answer".into())),
        }
    }

    fn connect(&self) -> Result<Open, PostError> {
        let allowance = Allowance::new();
        allowance.grant(&self.patience, ANSWER);
        let wire = self.wire(&allowance)?;
        let stream = Guarded::new(wire, allowance.clone());
        let attempt = catch_unwind(AssertUnwindSafe(|| self.log_in(stream, allowance)));
        let broken = |_| self.broken("log in", "the client library gave up on the answer".into());
        attempt.map_err(broken)?
    }

    fn wire(&self, allowance: &Allowance) -> Result<Wire, PostError> {
        let place = self.settings.place();
        let addresses = tls::resolve(&place, &self.settings.host, self.settings.port)?;
        if self.settings.tls == ImapTls::None {
            tls::require_loopback(&place, &addresses, "\"implicit\"")?;
        }
        let socket = connect(&addresses, &self.patience, allowance)
            .map_err(|source| PostError::Unreachable { place: place.clone(), source })?;
        if self.settings.tls == ImapTls::None {
            return Ok(Wire::Plain(socket));
        }
        let no_tls = |why: String| PostError::Tls { place: place.clone(), why };
        let config = tls::client_config(&place, self.settings.ca_file.as_deref())?;
        let name = tls::server_name(&place, &self.settings.host)?;
        let client = ClientConnection::new(config, name).map_err(|e| no_tls(e.to_string()))?;
        Wire::start_tls(client, socket).map_err(|error| match error.get_ref() {
            Some(inner) if inner.is::<rustls::Error>() => no_tls(error.to_string()),
            _ => self.broken("start TLS", error.to_string()),
        })
    }

    fn log_in(&self, stream: Guarded, allowance: Allowance) -> Result<Open, PostError> {
        let password = self.settings.secret()?;
        let mut client = imap::Client::new(stream);
        let greeting = client.read_greeting().map_err(|e| self.explain("be greeted", e))?;
        if !greeting.starts_with(b"* OK") {
            let why = String::from_utf8_lossy(&greeting[..greeting.len().min(200)]);
            return Err(self.broken("be greeted", why.trim_end().to_owned()));
        }
        allowance.grant(&self.patience, ANSWER);
        let user = self.settings.user.as_str();
        // LOGIN has no way to say in which charset a password is; PLAIN is UTF-8 (RFC 4616).
        let logged_in = if user.is_ascii() && password.reveal().is_ascii() {
            client.login(user, password.reveal())
        } else {
            client.authenticate("PLAIN", &Plain { user, password: password.reveal() })
        };
        let mut session = logged_in.map_err(|(error, _)| self.refused(error))?;
        allowance.grant(&self.patience, ANSWER);
        let known = session.capabilities().map_err(|e| self.explain("ask what the server can do", e))?;
        let (idle, moves) = (known.has_str("IDLE"), known.has_str("MOVE"));
        let uidplus = known.has_str("UIDPLUS");
        drop(known);
        Ok(Open { session, allowance, idle, moves, uidplus })
    }

    fn refused(&self, error: Error) -> PostError {
        let why = match &error {
            Error::No(no) => no.information.clone(),
            Error::Bad(bad) => bad.information.clone(),
            _ => return self.explain("log in", error),
        };
        // RFC 5530: a server whose own parts are down says so, and the password may be right.
        if format!("{error:?}").to_ascii_lowercase().contains("unavailable")
            || why.to_ascii_lowercase().contains("temporar")
        {
            return self.explain("log in", error);
        }
        PostError::Login { place: self.settings.place(), user: self.settings.user.clone(), why }
    }

    /// The crate's error without what the server sent: that could be a letter.
    fn explain(&self, action: &'static str, error: Error) -> PostError {
        let why = match error {
            Error::No(no) => return self.denied(action, no.information),
            Error::Bad(bad) => return self.denied(action, bad.information),
            Error::Validate(_) => return self.denied(action, "a name that IMAP cannot say".into()),
            Error::Bye(bye) => format!("the server ended the session: {}", bye.information),
            Error::Io(error) => error.to_string(),
            Error::ConnectionLost => "the server hung up".to_owned(),
            _ => "an answer that is not IMAP".to_owned(),
        };
        self.broken(action, why)
    }

    fn denied(&self, action: &'static str, why: String) -> PostError {
        PostError::Server { place: self.settings.place(), action, why }
    }

    fn broken(&self, action: &'static str, why: String) -> PostError {
        PostError::Broken { place: self.settings.place(), action, why }
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

struct Plain<'a> {
    user: &'a str,
    password: &'a str,
}

impl imap::Authenticator for Plain<'_> {
    type Response = String;

    fn process(&self, _challenge: &[u8]) -> String {
        format!("\0{}\0{}", self.user, self.password)
    }
}

fn key(mailbox: &str, validity: u32, uid: u32) -> LetterKey {
    LetterKey { mailbox: mailbox.to_owned(), validity, uid: uid.to_string() }
}
