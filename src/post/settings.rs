//! The settings of mailboxes and mail servers, as the configuration file has them. Passwords never show in debug output.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::PostError;

/// A password: readable for the code that logs in, masked everywhere else.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Wraps a password.
    pub fn new(password: impl Into<String>) -> Self {
        Secret(password.into())
    }

    /// The password itself, to be handed to a server and to nothing else.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// How an IMAP connection is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ImapTls {
    /// TLS from the first byte, usually port 993.
    #[default]
    Implicit,
    /// No TLS: accepted only for a server on this machine.
    None,
}

/// How an SMTP connection is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SmtpTls {
    /// TLS from the first byte, usually port 465.
    Implicit,
    /// A plain greeting, then TLS before anything else, usually port 587. Never falls back to plain text.
    #[default]
    Starttls,
    /// No TLS: accepted only for a server on this machine.
    None,
}

/// The judge's mailbox on an IMAP server.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImapSettings {
    /// Name or address of the server.
    pub host: String,
    /// Its port.
    #[serde(default = "imaps_port")]
    pub port: u16,
    /// Who we are there.
    pub user: String,
    /// The password, or see `password_file`.
    #[serde(default)]
    pub password: Option<Secret>,
    /// A file that holds the password on its first line; read at every login.
    #[serde(default)]
    pub password_file: Option<PathBuf>,
    /// How the connection is protected.
    #[serde(default)]
    pub tls: ImapTls,
    /// A PEM file of certificates to trust besides the public authorities.
    #[serde(default)]
    pub ca_file: Option<PathBuf>,
    /// The folder that letters arrive in.
    #[serde(default = "inbox")]
    pub mailbox: String,
    /// The folder that decided letters are moved to; empty to leave them where they are.
    #[serde(default = "processed")]
    pub processed: String,
    /// How often to look without being told, for the caller's loop and for servers without IDLE.
    #[serde(default = "poll_seconds")]
    pub poll_seconds: u64,
    /// How much of a letter is fetched.
    #[serde(default = "limit_bytes")]
    pub limit_bytes: u64,
}

impl ImapSettings {
    /// The server and folder in words, for errors.
    pub(super) fn place(&self) -> String {
        format!("{}:{}/{}", self.host, self.port, self.mailbox)
    }

    /// The password to log in with.
    pub(super) fn secret(&self) -> Result<Secret, PostError> {
        let found = secret(&self.place(), &self.password, &self.password_file)?;
        found.ok_or_else(|| PostError::Settings {
            place: self.place(),
            why: "there is neither password nor password_file".to_owned(),
        })
    }
}

/// The mail server that takes our letters.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmtpSettings {
    /// Name or address of the server.
    pub host: String,
    /// Its port.
    #[serde(default = "submission_port")]
    pub port: u16,
    /// Who we are there; none for a server that takes letters without a login.
    #[serde(default)]
    pub user: Option<String>,
    /// The password, or see `password_file`.
    #[serde(default)]
    pub password: Option<Secret>,
    /// A file that holds the password on its first line; read at every login.
    #[serde(default)]
    pub password_file: Option<PathBuf>,
    /// How the connection is protected.
    #[serde(default)]
    pub tls: SmtpTls,
    /// A PEM file of certificates to trust besides the public authorities.
    #[serde(default)]
    pub ca_file: Option<PathBuf>,
    /// The name we greet the server with; whoever reads the settings fills in the domain of the judge's address.
    #[serde(default)]
    pub hello: String,
    /// The most bytes of a letter, for the caller, who writes less where it would be more.
    #[serde(default)]
    pub limit_bytes: Option<usize>,
    /// The most letters in a minute, for the caller.
    #[serde(default)]
    pub per_minute: Option<u32>,
    /// The most letters in a day, for the caller.
    #[serde(default)]
    pub per_day: Option<u32>,
}

impl SmtpSettings {
    /// The server in words, for errors.
    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// User and password, when a login is wanted.
    pub(super) fn login(&self) -> Result<Option<(String, Secret)>, PostError> {
        let found = secret(&self.place(), &self.password, &self.password_file)?;
        match (&self.user, found) {
            (Some(user), Some(password)) => Ok(Some((user.clone(), password))),
            (None, None) => Ok(None),
            (Some(_), None) => Err(PostError::Settings {
                place: self.place(),
                why: "there is a user but neither password nor password_file".to_owned(),
            }),
            (None, Some(_)) => {
                Err(PostError::Settings { place: self.place(), why: "there is a password but no user".to_owned() })
            }
        }
    }
}

/// Mail by folders alone, without any server.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaildirSettings {
    /// The Maildir that letters to the judge arrive in.
    pub inbox: PathBuf,
    /// The folder under which every recipient gets a Maildir.
    pub outbox: PathBuf,
    /// How much of a letter is read.
    #[serde(default = "limit_bytes")]
    pub limit_bytes: u64,
}

fn secret(place: &str, password: &Option<Secret>, file: &Option<PathBuf>) -> Result<Option<Secret>, PostError> {
    match (password, file) {
        (Some(_), Some(_)) => Err(PostError::Settings {
            place: place.to_owned(),
            why: "password and password_file exclude each other; keep one".to_owned(),
        }),
        (Some(password), None) => Ok(Some(password.clone())),
        (None, Some(file)) => Ok(Some(read_secret(file)?)),
        (None, None) => Ok(None),
    }
}

fn read_secret(file: &Path) -> Result<Secret, PostError> {
    let text = fs::read_to_string(file).map_err(|source| PostError::file("read the password in", file, source))?;
    Ok(Secret::new(text.lines().next().unwrap_or_default()))
}

fn imaps_port() -> u16 {
    993
}

fn submission_port() -> u16 {
    587
}

fn inbox() -> String {
    "INBOX".to_owned()
}

fn processed() -> String {
    "Processed".to_owned()
}

fn poll_seconds() -> u64 {
    60
}

fn limit_bytes() -> u64 {
    1_000_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_never_shows_in_debug_output() {
        let settings: ImapSettings =
            toml::from_str("host = 'mail.example'\nuser = 'gm'\npassword = 'hunter2'").unwrap();
        assert!(!format!("{settings:?}").contains("hunter2"));
        assert_eq!(settings.secret().unwrap().reveal(), "hunter2");
    }

    #[test]
    fn what_is_not_said_has_the_usual_value() {
        let imap: ImapSettings = toml::from_str("host = 'mail.example'\nuser = 'gm'").unwrap();
        assert_eq!((imap.port, imap.tls), (993, ImapTls::Implicit));
        assert_eq!((imap.mailbox.as_str(), imap.processed.as_str()), ("INBOX", "Processed"));
        let smtp: SmtpSettings = toml::from_str("host = 'mail.example'").unwrap();
        assert_eq!((smtp.port, smtp.tls), (587, SmtpTls::Starttls));
    }

    #[test]
    fn a_misspelt_setting_is_an_error() {
        let text = "host = 'mail.example'\nuser = 'gm'\npasword = 'x'";
        assert!(toml::from_str::<ImapSettings>(text).is_err());
    }

    #[test]
    fn a_password_file_gives_its_first_line() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("password");
        fs::write(&file, "geheim\n").unwrap();
        let text = format!("host = 'h'\nuser = 'gm'\npassword_file = '{}'", file.display());
        let settings: SmtpSettings = toml::from_str(&text).unwrap();
        let (user, password) = settings.login().unwrap().unwrap();
        assert_eq!((user.as_str(), password.reveal()), ("gm", "geheim"));
    }

    #[test]
    fn half_a_login_is_an_error() {
        let user_only: SmtpSettings = toml::from_str("host = 'h'\nuser = 'gm'").unwrap();
        assert!(user_only.login().is_err());
        let both = "host = 'h'\nuser = 'gm'\npassword = 'a'\npassword_file = '/b'";
        assert!(toml::from_str::<SmtpSettings>(both).unwrap().login().is_err());
    }
}
