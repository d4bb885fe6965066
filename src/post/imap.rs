//! The judge's mailbox on an IMAP server, through the `imap` crate. What the crate gets wrong is kept away from it by
//! the connection below it and by asking only for what it reads well: UIDs, sizes, dates and whole bodies. Any error
//! ends the session; the next call opens another.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use imap::Session;
use imap::error::Error;
use rustls::ClientConnection;

use super::guard::{Allowance, Guarded, Wire, connect};
use super::{Fetched, ImapSettings, ImapTls, LetterKey, MailSource, PostError, tls};

pub use super::guard::Patience;

/// UIDs named in one command: command lines have limits on some servers.
const UIDS_PER_COMMAND: usize = 500;
/// Bytes of letters asked for in one command.
const BODIES_PER_COMMAND: u64 = 4 << 20;
/// What an answer may hold besides letters.
const ANSWER: u64 = 16 << 20;
/// Servers may log out who idles for half an hour (RFC 2177).
const LONGEST_IDLE: Duration = Duration::from_secs(25 * 60);

/// A mailbox on an IMAP server.
pub struct ImapSource {
    settings: ImapSettings,
    patience: Patience,
    open: Option<Open>,
}

/// One logged-in session and what its server can do.
struct Open {
    session: Session<Guarded>,
    allowance: Allowance,
    idle: bool,
    moves: bool,
    uidplus: bool,
}

/// What is asked about a letter before its bytes.
#[derive(Debug, Clone, Copy)]
struct Listed {
    uid: u32,
    arrived: i64,
    size: u64,
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
            if folder
                .chars()
                .any(|c| !c.is_ascii() || c.is_ascii_control())
            {
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
        Ok(ImapSource {
            settings,
            patience,
            open: None,
        })
    }

    fn mailbox_name(&self) -> String {
        format!(
            "imap:{}@{}/{}",
            self.settings.user, self.settings.host, self.settings.mailbox
        )
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
        let socket = connect(&addresses, &self.patience, allowance).map_err(|source| {
            PostError::Unreachable {
                place: place.clone(),
                source,
            }
        })?;
        if self.settings.tls == ImapTls::None {
            return Ok(Wire::Plain(socket));
        }
        let no_tls = |why: String| PostError::Tls {
            place: place.clone(),
            why,
        };
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
        let greeting = client
            .read_greeting()
            .map_err(|e| self.explain("be greeted", e))?;
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
            client.authenticate(
                "PLAIN",
                &Plain {
                    user,
                    password: password.reveal(),
                },
            )
        };
        let mut session = logged_in.map_err(|(error, _)| self.refused(error))?;
        allowance.grant(&self.patience, ANSWER);
        let known = session
            .capabilities()
            .map_err(|e| self.explain("ask what the server can do", e))?;
        let (idle, moves) = (known.has_str("IDLE"), known.has_str("MOVE"));
        let uidplus = known.has_str("UIDPLUS");
        drop(known);
        Ok(Open {
            session,
            allowance,
            idle,
            moves,
            uidplus,
        })
    }

    fn refused(&self, error: Error) -> PostError {
        let why = match &error {
            Error::No(no) => no.information.clone(),
            Error::Bad(bad) => bad.information.clone(),
            _ => return self.explain("log in", error),
        };
        // RFC 5530: a server whose own parts are down says so, and the password may be right.
        if format!("{error:?}")
            .to_ascii_lowercase()
            .contains("unavailable")
            || why.to_ascii_lowercase().contains("temporar")
        {
            return self.explain("log in", error);
        }
        PostError::Login {
            place: self.settings.place(),
            user: self.settings.user.clone(),
            why,
        }
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
        PostError::Server {
            place: self.settings.place(),
            action,
            why,
        }
    }

    fn broken(&self, action: &'static str, why: String) -> PostError {
        PostError::Broken {
            place: self.settings.place(),
            action,
            why,
        }
    }

    fn bodies(&mut self, validity: u32, batch: &[Listed]) -> Result<Vec<Fetched>, PostError> {
        let limit = self.settings.limit_bytes;
        let mailbox = self.mailbox_name();
        let found = self.converse("fetch letters", |open, patience| {
            open.fetch_bodies(patience, batch, limit)
        })?;
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
    fn fetch(
        &mut self,
        is_known: &dyn Fn(&LetterKey) -> bool,
        limit: usize,
    ) -> Result<Vec<Fetched>, PostError> {
        let folder = self.settings.mailbox.clone();
        let (validity, mut uids) = self.converse("list the mailbox", |open, patience| {
            open.list(patience, &folder)
        })?;
        let mailbox = self.mailbox_name();
        uids.retain(|&uid| !is_known(&key(&mailbox, validity, uid)));
        let mut listed = self.converse("ask for sizes and dates", |open, patience| {
            open.fetch_sizes(patience, &uids)
        })?;
        listed.sort_by_key(|letter| (letter.arrived, letter.uid));
        // A letter that a person removed meanwhile makes room for the next one.
        let mut letters = Vec::new();
        let mut rest = listed.as_slice();
        while letters.len() < limit && !rest.is_empty() {
            let (batch, later) =
                split_batch(rest, limit - letters.len(), self.settings.limit_bytes);
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
        let (folder, target) = (
            self.settings.mailbox.clone(),
            self.settings.processed.clone(),
        );
        self.converse("file letters away", |open, patience| {
            let validity = open.select(patience, &folder)?;
            let current = ours.iter().filter(|key| key.validity == validity);
            let mut uids: Vec<u32> = current.filter_map(|key| key.uid.parse().ok()).collect();
            uids.sort_unstable();
            for some in uids.chunks(UIDS_PER_COMMAND) {
                open.file_away(patience, &uid_set(some), &target)?;
            }
            Ok(())
        })
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
            return self.converse("wait for news", |open, patience| {
                open.idle(patience, timeout.min(LONGEST_IDLE))
            });
        }
        let poll = Duration::from_secs(self.settings.poll_seconds.max(1));
        std::thread::sleep(timeout.min(poll));
        Ok(())
    }
}

impl Open {
    /// Opens the folder and returns its UIDVALIDITY. Done before every listing, so that a mailbox that was rebuilt
    /// behind our back is noticed.
    fn select(&mut self, patience: &Patience, folder: &str) -> Result<u32, Error> {
        self.allowance.grant(patience, ANSWER);
        let mailbox = self.session.select(folder)?;
        mailbox
            .uid_validity
            .ok_or_else(|| Error::Io(std::io::Error::other("the server gives no UIDVALIDITY")))
    }

    /// UIDVALIDITY and every UID.
    fn list(&mut self, patience: &Patience, folder: &str) -> Result<(u32, Vec<u32>), Error> {
        let validity = self.select(patience, folder)?;
        self.allowance.grant(patience, ANSWER);
        let mut uids: Vec<u32> = self.session.uid_search("ALL")?.into_iter().collect();
        uids.sort_unstable();
        Ok((validity, uids))
    }

    /// Size and arrival of those letters that are still there.
    fn fetch_sizes(&mut self, patience: &Patience, uids: &[u32]) -> Result<Vec<Listed>, Error> {
        let mut listed = Vec::new();
        for some in uids.chunks(UIDS_PER_COMMAND) {
            self.allowance.grant(patience, ANSWER);
            let query = "(UID RFC822.SIZE INTERNALDATE)";
            let answers = self.session.uid_fetch(uid_set(some), query)?;
            for answer in answers.iter() {
                let (Some(uid), Some(size)) = (answer.uid, answer.size) else {
                    continue; // news about flags
                };
                let Some(date) = answer.internal_date() else {
                    let why = format!("the letter with UID {uid} has no readable INTERNALDATE");
                    return Err(Error::Io(std::io::Error::other(why)));
                };
                listed.push(Listed {
                    uid,
                    arrived: date.timestamp(),
                    size: u64::from(size),
                });
            }
        }
        // Servers may answer twice, or about letters that nobody asked for.
        listed.retain(|letter| uids.binary_search(&letter.uid).is_ok());
        listed.sort_by_key(|letter| letter.uid);
        listed.dedup_by_key(|letter| letter.uid);
        Ok(listed)
    }

    /// The bytes of a batch, in its order. A letter above the limit is alone in its batch and comes only so far.
    fn fetch_bodies(
        &mut self,
        patience: &Patience,
        batch: &[Listed],
        limit: u64,
    ) -> Result<Vec<(Listed, Vec<u8>)>, Error> {
        let query = if batch.iter().any(|letter| letter.size > limit) {
            format!("(UID BODY.PEEK[]<0.{limit}>)")
        } else {
            "(UID BODY.PEEK[])".to_owned()
        };
        let mut uids: Vec<u32> = batch.iter().map(|letter| letter.uid).collect();
        uids.sort_unstable();
        self.allowance
            .grant(patience, ANSWER + BODIES_PER_COMMAND + limit);
        let answers = self.session.uid_fetch(uid_set(&uids), query)?;
        let mut letters = Vec::new();
        for &letter in batch {
            let body = answers
                .iter()
                .filter(|answer| answer.uid == Some(letter.uid))
                .find_map(|answer| answer.body());
            letters.extend(body.map(|bytes| (letter, bytes.to_vec())));
        }
        Ok(letters)
    }

    fn file_away(&mut self, patience: &Patience, uids: &str, target: &str) -> Result<(), Error> {
        self.allowance.grant(patience, ANSWER);
        self.session.uid_store(uids, "+FLAGS.SILENT (\\Seen)")?;
        if target.is_empty() {
            return Ok(());
        }
        match self.move_letters(patience, uids, target) {
            Err(Error::No(_)) => {}
            other => return other,
        }
        // Most likely the folder is missing; if it is not, the second refusal says why.
        self.allowance.grant(patience, ANSWER);
        match self.session.create(target) {
            Ok(()) | Err(Error::No(_)) => {}
            Err(error) => return Err(error),
        }
        self.move_letters(patience, uids, target)
    }

    fn move_letters(&mut self, patience: &Patience, uids: &str, target: &str) -> Result<(), Error> {
        self.allowance.grant(patience, ANSWER);
        if self.moves {
            return self.session.uid_mv(uids, target);
        }
        self.session.uid_copy(uids, target)?;
        self.allowance.grant(patience, ANSWER);
        self.session.uid_store(uids, "+FLAGS.SILENT (\\Deleted)")?;
        // A plain EXPUNGE would also remove what a person marked.
        if self.uidplus {
            self.allowance.grant(patience, ANSWER);
            self.session.uid_expunge(uids)?;
        }
        Ok(())
    }

    fn idle(&mut self, patience: &Patience, timeout: Duration) -> Result<(), Error> {
        self.allowance.grant(patience, ANSWER);
        self.allowance.open_idle();
        let mut handle = self.session.idle();
        // With keepalive the crate recurses once per refresh until the stack is full.
        handle.keepalive(false).timeout(timeout);
        handle.wait_while(imap::extensions::idle::stop_on_any)?;
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
    LetterKey {
        mailbox: mailbox.to_owned(),
        validity,
        uid: uid.to_string(),
    }
}

/// The first letters that fit into one command, and the others. A letter above the limit goes alone.
fn split_batch(letters: &[Listed], most: usize, limit: u64) -> (&[Listed], &[Listed]) {
    let mut bytes = 0;
    let fitting = letters
        .iter()
        .take(most.min(UIDS_PER_COMMAND))
        .take_while(|letter| {
            bytes += letter.size;
            letter.size <= limit && bytes <= BODIES_PER_COMMAND
        });
    let count = fitting.count().max(1).min(letters.len());
    letters.split_at(count)
}

/// Ascending UIDs as IMAP writes sets: `1:3,7`.
fn uid_set(uids: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &uid in uids {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(uid) => *last = uid,
            _ => runs.push((uid, uid)),
        }
    }
    let words = runs.iter().map(|&(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}:{last}"),
    });
    words.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(sizes: &[u64]) -> Vec<Listed> {
        let numbered = sizes.iter().zip(1..);
        let listed = numbered.map(|(&size, uid)| Listed {
            uid,
            arrived: 0,
            size,
        });
        listed.collect()
    }

    #[test]
    fn runs_of_uids_are_written_as_ranges() {
        assert_eq!(uid_set(&[1, 2, 3, 7, 9, 10]), "1:3,7,9:10");
        assert_eq!(uid_set(&[u32::MAX]), "4294967295");
    }

    #[test]
    fn a_letter_above_the_limit_goes_alone() {
        let all = letters(&[10, 10, 5000, 10]);
        let (batch, rest) = split_batch(&all, 100, 1000);
        assert_eq!((batch.len(), rest.len()), (2, 2));
        let (batch, rest) = split_batch(rest, 100, 1000);
        assert_eq!((batch.len(), rest.len()), (1, 1));
    }

    #[test]
    fn a_batch_keeps_to_its_bytes_and_its_number() {
        let all = letters(&[3 << 20, 3 << 20, 3 << 20]);
        assert_eq!(split_batch(&all, 100, 4 << 20).0.len(), 1);
        assert_eq!(split_batch(&letters(&[1; 9]), 4, 100).0.len(), 4);
    }
}
