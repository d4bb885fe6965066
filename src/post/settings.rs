//! The settings of mailboxes and mail servers, as the configuration file has them. Passwords never show in debug output.

use std::num::NonZeroU32;
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::{Deserializer, Error};

use super::PostError;
use super::secret::{Login, Source};

/// No letter is made smaller than this. Every server should take four times as much (RFC 5321, 4.5.3.1.7).
pub const SMALLEST_LETTER: usize = 16_000;

/// How an IMAP connection is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ImapTls {
    /// TLS from the first byte, usually port 993.
    #[default]
    Implicit,
    /// A plain greeting, then TLS before anything else, usually port 143. Never falls back to plain text.
    Starttls,
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
    /// Its port; the usual one for the way it is protected when not set.
    #[serde(default)]
    pub port: Option<u16>,
    /// Who we are there.
    pub user: String,
    /// How we log in there.
    #[serde(flatten)]
    pub login: Login,
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
    /// The settings of a user on a server, all else as usual; a password must be added.
    pub fn new(host: impl Into<String>, user: impl Into<String>) -> Self {
        ImapSettings {
            host: host.into(),
            port: None,
            user: user.into(),
            login: Login::default(),
            tls: ImapTls::default(),
            ca_file: None,
            mailbox: inbox(),
            processed: processed(),
            poll_seconds: poll_seconds(),
            limit_bytes: limit_bytes(),
        }
    }

    /// The port to connect to.
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(if self.tls == ImapTls::Implicit { 993 } else { 143 })
    }

    /// The server and folder in words, for errors.
    pub(super) fn place(&self) -> String {
        format!("{}:{}/{}", self.host, self.port(), self.mailbox)
    }

    /// Where the password or token for the login comes from.
    pub(super) fn secret(&self) -> Result<Source<'_>, PostError> {
        let wrong = |why| PostError::Settings { place: self.place(), why };
        let source = self.login.source().map_err(wrong)?;
        source.ok_or_else(|| wrong("there is no password: set password_file, password_command or password".to_owned()))
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
    /// How we log in there.
    #[serde(flatten)]
    pub login: Login,
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
    #[serde(default, deserialize_with = "bound_of_letters")]
    pub limit_bytes: Option<usize>,
    /// The most letters in a minute, for the caller.
    #[serde(default)]
    pub per_minute: Option<NonZeroU32>,
    /// The most letters in a day, for the caller.
    #[serde(default)]
    pub per_day: Option<NonZeroU32>,
}

impl SmtpSettings {
    /// The settings of a server that wants no login, all else as usual; a name to greet it with must be added.
    pub fn new(host: impl Into<String>) -> Self {
        SmtpSettings {
            host: host.into(),
            port: submission_port(),
            user: None,
            login: Login::default(),
            tls: SmtpTls::default(),
            ca_file: None,
            hello: String::new(),
            limit_bytes: None,
            per_minute: None,
            per_day: None,
        }
    }

    /// The server in words, for errors.
    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// Who logs in, and where the password or token comes from; nothing when no login is wanted.
    pub(super) fn secret(&self) -> Result<Option<(&str, Source<'_>)>, PostError> {
        let wrong = |why: &str| PostError::Settings { place: self.place(), why: why.to_owned() };
        let source = self.login.source().map_err(|why| wrong(&why))?;
        match (self.user.as_deref(), source) {
            (Some(user), Some(source)) => Ok(Some((user, source))),
            (None, None) => Ok(None),
            (Some(_), None) => {
                Err(wrong("there is a user but no password: set password_file, password_command or password"))
            }
            (None, Some(_)) => Err(wrong("there is a password or token but no user")),
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

/// The most bytes of a letter that is sent: not so few that it could not be heeded.
pub fn bound_of_letters<'de, D: Deserializer<'de>>(value: D) -> Result<Option<usize>, D::Error> {
    let limit = usize::deserialize(value)?;
    if limit < SMALLEST_LETTER {
        return Err(D::Error::custom(format!(
            "limit_bytes is {SMALLEST_LETTER} at least: letters are not made smaller"
        )));
    }
    Ok(Some(limit))
}

fn limit_bytes() -> u64 {
    3_000_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_never_shows_in_debug_output() {
        let settings: ImapSettings =
            toml::from_str("host = 'mail.example'\nuser = 'gm'\npassword = 'hunter2'").unwrap();
        assert!(!format!("{settings:?}").contains("hunter2"));
        assert_eq!(settings.secret().unwrap().read("", None).unwrap().reveal(), "hunter2");
    }

    #[test]
    fn what_is_not_said_has_the_usual_value() {
        let imap: ImapSettings = toml::from_str("host = 'mail.example'\nuser = 'gm'").unwrap();
        assert_eq!((imap.port(), imap.tls), (993, ImapTls::Implicit));
        let imap: ImapSettings = toml::from_str("host = 'mail.example'\nuser = 'gm'\ntls = 'starttls'").unwrap();
        assert_eq!(imap.port(), 143);
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
        std::fs::write(&file, "geheim\n").unwrap();
        let text = format!("host = 'h'\nuser = 'gm'\npassword_file = '{}'", file.display());
        let settings: SmtpSettings = toml::from_str(&text).unwrap();
        let (user, source) = settings.secret().unwrap().unwrap();
        assert_eq!((user, source.read("", None).unwrap().reveal()), ("gm", "geheim"));
    }

    #[test]
    fn half_a_login_is_an_error() {
        let user_only: SmtpSettings = toml::from_str("host = 'h'\nuser = 'gm'").unwrap();
        assert!(user_only.secret().is_err());
        let both = "host = 'h'\nuser = 'gm'\npassword = 'a'\npassword_file = '/b'";
        assert!(toml::from_str::<SmtpSettings>(both).unwrap().secret().is_err());
    }
}
