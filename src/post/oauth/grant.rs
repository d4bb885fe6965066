//! What a person granted the judge, in a file that nobody else may read, and its renewal. An access token lives for about an
//! hour; it is renewed minutes before its end, by whoever needs it first, and a new refresh token takes the old one's place.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, chown};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::request::{Answer, Web, refused};
use super::{Client, OauthError, Provider};
use crate::Secret;

/// A token is renewed so many seconds before its end: one that ends during a login is refused.
const BEFORE_ITS_END: i64 = 300;
/// How long a token lives that does not say it.
const USUAL_LIFE: i64 = 3600;

/// What a person granted.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grant {
    /// By whom: the provider's name, for a person to log in anew.
    pub provider: String,
    token_endpoint: String,
    client_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    client_secret: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ca_file: Option<PathBuf>,
    refresh_token: String,
    access_token: String,
    expires_at: i64,
    /// When the grant itself ends and a person must log in anew, in epoch seconds, where the provider says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<i64>,
}

/// A provider's answer to a request for tokens (RFC 6749, 5.1).
#[derive(Deserialize)]
pub(super) struct Tokens {
    access_token: String,
    refresh_token: Option<String>,
    expires_in: Option<i64>,
    refresh_token_expires_in: Option<i64>,
}

impl Grant {
    /// A grant that was just made; one without a refresh token would end with the hour.
    pub(super) fn new(provider: &Provider, client: &Client, tokens: Tokens) -> Result<Self, OauthError> {
        let refresh_token = tokens.refresh_token.clone().unwrap_or_default();
        if refresh_token.is_empty() {
            return Err(refused(&provider.token, "it gives no refresh token", "ask for access without a person"));
        }
        let mut grant = Grant {
            provider: provider.name.clone(),
            token_endpoint: provider.token.clone(),
            client_id: client.id.clone(),
            client_secret: client.secret.clone(),
            ca_file: client.ca_file.clone(),
            refresh_token,
            access_token: String::new(),
            expires_at: 0,
            ends: None,
        };
        grant.take(tokens, now());
        Ok(grant)
    }

    /// Reads the file of a grant.
    pub fn read(file: &Path) -> Result<Self, OauthError> {
        let text = fs::read_to_string(file).map_err(|why| match why.kind() {
            io::ErrorKind::NotFound => of_file("read", file, &"there is none; `adjutant login` makes it"),
            _ => failed("read", file, why),
        })?;
        serde_json::from_str(&text).map_err(|_| of_file("read", file, &"it is no login of `adjutant login`"))
    }

    /// Writes the file, for us alone to read, once nobody renews what is in it.
    pub fn store(&self, file: &Path) -> Result<(), OauthError> {
        let _lock = lock(file)?;
        self.write(file)
    }

    /// Another reader finds the old file or the new one.
    fn write(&self, file: &Path) -> Result<(), OauthError> {
        let text = serde_json::to_string_pretty(self).map_err(|why| of_file("write", file, &why))?;
        let new = beside(file, ".new");
        let mut open = OpenOptions::new();
        let written = open.write(true).create(true).truncate(true).mode(0o600).open(&new).and_then(|mut open| {
            open.write_all(text.as_bytes())?;
            open.sync_all()
        });
        let owned = written.and_then(|()| keep_owner(file, &new));
        let renamed = owned.and_then(|()| fs::rename(&new, file)).and_then(|()| sync_folder_of(file));
        renamed.map_err(|why| failed("write", file, why))
    }

    /// What must be told of it: that it ends within `within` seconds, or has ended.
    pub fn warning(&self, now: i64, within: i64) -> Option<i64> {
        self.ends.filter(|ends| *ends - now <= within)
    }

    fn take(&mut self, tokens: Tokens, now: i64) {
        self.access_token = tokens.access_token;
        self.expires_at = now + tokens.expires_in.unwrap_or(USUAL_LIFE);
        if let Some(refresh_token) = tokens.refresh_token.filter(|token| !token.is_empty()) {
            self.refresh_token = refresh_token;
        }
        // A provider that does not say it any more has not taken it back.
        self.ends = tokens.refresh_token_expires_in.map(|span| now + span).or(self.ends);
    }

    fn renew(&mut self) -> Result<(), OauthError> {
        let web = Web::new(self.ca_file.as_deref())?;
        let mut form = vec![
            ("grant_type", "refresh_token"),
            ("refresh_token", self.refresh_token.as_str()),
            ("client_id", self.client_id.as_str()),
        ];
        form.extend(self.client_secret.as_deref().map(|secret| ("client_secret", secret)));
        let answer: Answer<Tokens> = web.send("renew the login", &self.token_endpoint, &form)?;
        let tokens = answer.granted(&self.token_endpoint)?;
        self.take(tokens, now());
        Ok(())
    }
}

/// An access token from the file, renewed if it is about to end, or if it is the one that a server has just refused.
pub(crate) fn access_token(file: &Path, refused: Option<&Secret>) -> Result<Secret, OauthError> {
    let _lock = lock(file)?;
    let mut grant = Grant::read(file)?;
    let is_refused = refused.is_some_and(|refused| refused.reveal() == grant.access_token);
    if is_refused || grant.expires_at - now() <= BEFORE_ITS_END {
        grant.renew()?;
        grant.write(file)?;
    }
    Ok(Secret::new(grant.access_token))
}

/// Keeps others from the file: whoever reads the mailbox and whoever sends letters may renew at once, in two processes when
/// `doctor` looks, while a person logs in anew. It is the folder that is locked, so that nothing is made by looking.
fn lock(file: &Path) -> Result<File, OauthError> {
    let lock = File::open(folder_of(file)).and_then(|lock| lock.lock().map(|()| lock));
    lock.map_err(|why| failed("lock the folder of", file, why))
}

/// Whoever renews as root must not keep the judge from his file.
fn keep_owner(old: &Path, new: &Path) -> io::Result<()> {
    let (Ok(old), fresh) = (fs::metadata(old), fs::metadata(new)?) else { return Ok(()) };
    if (old.uid(), old.gid()) == (fresh.uid(), fresh.gid()) {
        return Ok(());
    }
    chown(new, Some(old.uid()), Some(old.gid()))
}

/// A power cut must not bring back a token that was spent.
fn sync_folder_of(file: &Path) -> io::Result<()> {
    File::open(folder_of(file))?.sync_all()
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

fn failed(action: &'static str, file: &Path, source: io::Error) -> OauthError {
    if source.kind() != io::ErrorKind::PermissionDenied {
        return of_file(action, file, &source);
    }
    OauthError::Closed { action, file: file.display().to_string(), source }
}

fn of_file(action: &'static str, file: &Path, why: &dyn std::fmt::Display) -> OauthError {
    OauthError::File { action, file: file.display().to_string(), why: why.to_string() }
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
