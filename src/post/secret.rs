//! What we log in with, and where it comes from: a password or an access token, from the settings, a file or a command of
//! the operator's. It is read anew at every login and never shows in debug output or errors.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{PostError, oauth, shell};

/// A password or token: readable for the code that logs in, masked everywhere else.
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

    /// A server's words without the secret: some repeat in a refusal what they were told, and others stand between.
    pub(super) fn hide_in(&self, words: &str) -> String {
        hide(&self.0, words)
    }
}

/// What stands in place of a secret that somebody repeats.
const HIDDEN: &str = "***";
/// Shorter ones stand by chance in other words, and would be told by the gaps.
const LEAST_HIDDEN: usize = 4;

/// Words without a secret, as it is and in base64.
pub(super) fn hide(secret: &str, words: &str) -> String {
    if secret.len() < LEAST_HIDDEN {
        return words.to_owned();
    }
    let encoded = data_encoding::BASE64.encode(secret.as_bytes());
    words.replace(secret, HIDDEN).replace(&encoded, HIDDEN)
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// How we prove to a server who we are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Auth {
    /// By a password.
    #[default]
    Password,
    /// By an access token of OAuth 2.0, as Google and Microsoft take it.
    Xoauth2,
    /// By an access token of OAuth 2.0, as RFC 7628 has it.
    Oauthbearer,
}

impl Auth {
    /// Its name in the settings.
    pub(super) fn name(self) -> &'static str {
        match self {
            Auth::Password => "password",
            Auth::Xoauth2 => "xoauth2",
            Auth::Oauthbearer => "oauthbearer",
        }
    }
}

/// How the judge logs in at a server, as the settings of the server have it among their own keys.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Login {
    /// How we prove who we are.
    pub auth: Auth,
    /// The password, or see `password_file`.
    pub password: Option<Secret>,
    /// A file that holds the password on its first line; read at every login.
    pub password_file: Option<PathBuf>,
    /// A command of the shell that prints the password on its first line; run at every login.
    pub password_command: Option<String>,
    /// The file of a login that `adjutant login` made, which is renewed by itself.
    pub token_file: Option<PathBuf>,
    /// A command of the shell that prints an access token on its first line; run at every login.
    pub token_command: Option<String>,
}

/// Where the secret comes from.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Source<'a> {
    Settings(&'a Secret),
    File(&'a Path),
    /// The key in the settings, and the command.
    Command(&'static str, &'a str),
    /// What `adjutant login` was granted.
    Grant(&'a Path),
}

impl Login {
    /// A login by a password.
    pub fn by_password(password: impl Into<String>) -> Self {
        Login { password: Some(Secret::new(password)), ..Login::default() }
    }

    /// The files it names.
    pub fn files_mut(&mut self) -> impl Iterator<Item = &mut PathBuf> {
        self.password_file.iter_mut().chain(&mut self.token_file)
    }

    /// The key whose value is the secret, or leads to it.
    pub fn key(&self) -> &'static str {
        let keys = [
            (self.token_file.is_some(), "token_file"),
            (self.token_command.is_some(), "token_command"),
            (self.password_file.is_some(), "password_file"),
            (self.password_command.is_some(), "password_command"),
        ];
        keys.into_iter().find(|(is_set, _)| *is_set).map_or("password", |(_, key)| key)
    }

    /// The one source there is, if there is one. Says what contradicts itself.
    pub(super) fn source(&self) -> Result<Option<Source<'_>>, String> {
        let passwords = [
            self.password.as_ref().map(Source::Settings),
            self.password_file.as_deref().map(Source::File),
            self.password_command.as_deref().map(|command| Source::Command("password_command", command)),
        ];
        let tokens = [
            self.token_file.as_deref().map(Source::Grant),
            self.token_command.as_deref().map(|command| Source::Command("token_command", command)),
        ];
        let mut passwords = passwords.into_iter().flatten();
        let mut tokens = tokens.into_iter().flatten();
        let found = (passwords.next(), tokens.next());
        let name = self.auth.name();
        if passwords.next().is_some() {
            return Err("password, password_file and password_command exclude each other; keep one".to_owned());
        }
        if tokens.next().is_some() {
            return Err("token_file and token_command exclude each other; keep one".to_owned());
        }
        match (self.auth, found) {
            (Auth::Password, (password, None)) => Ok(password),
            (Auth::Password, (_, Some(_))) => {
                Err("a token belongs to auth = \"xoauth2\" or \"oauthbearer\"; set it, or leave the token out"
                    .to_owned())
            }
            (_, (None, Some(token))) => Ok(Some(token)),
            (_, (Some(_), _)) => {
                Err(format!("auth = \"{name}\" logs in with a token: leave the password out and set token_file"))
            }
            (_, (None, None)) => Err(format!(
                "auth = \"{name}\" needs token_file, which `adjutant login` makes, or token_command, which prints a token"
            )),
        }
    }
}

impl Source<'_> {
    /// Whether it can be read as far as that shows without running a command.
    pub(super) fn check(&self) -> Result<(), PostError> {
        match self {
            Source::File(file) => read_file(file).map(drop),
            Source::Settings(_) | Source::Command(..) | Source::Grant(_) => Ok(()),
        }
    }

    /// Reads it; `place` is the server it is for, and `refused` what this server has just refused. Blocks as long as a
    /// command or a provider takes.
    pub(super) fn read(&self, place: &str, refused: Option<&Secret>) -> Result<Secret, PostError> {
        match self {
            Source::Settings(secret) => Ok((*secret).clone()),
            Source::File(file) => read_file(file),
            Source::Command(key, command) => run(place, key, command),
            Source::Grant(file) => oauth::access_token(file, refused)
                .map_err(|source| PostError::Token { place: place.to_owned(), source }),
        }
    }
}

fn read_file(file: &Path) -> Result<Secret, PostError> {
    let text = fs::read_to_string(file).map_err(|source| PostError::file("read the password in", file, source))?;
    Ok(first_line(&text))
}

fn run(place: &str, key: &'static str, command: &str) -> Result<Secret, PostError> {
    let failed = |why: String| PostError::Command { place: place.to_owned(), key, why };
    let secret = first_line(&shell::ask(command).map_err(failed)?);
    if secret.reveal().is_empty() {
        return Err(failed("printed nothing".to_owned()));
    }
    Ok(secret)
}

fn first_line(text: &str) -> Secret {
    Secret::new(text.lines().next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(auth: Auth, password_command: Option<&str>, token_command: Option<&str>) -> Result<Secret, String> {
        let login = Login {
            auth,
            password_command: password_command.map(str::to_owned),
            token_command: token_command.map(str::to_owned),
            ..Login::default()
        };
        let source = login.source()?.ok_or_else(|| "none".to_owned())?;
        source.read("mail.example:993", None).map_err(|error| error.to_string())
    }

    #[test]
    fn a_secret_that_a_server_repeats_is_not_told() {
        let secret = Secret::new("hunter2");
        assert_eq!(secret.hide_in("NO hunter2 is wrong (aHVudGVyMg==)"), "NO *** is wrong (***)");
        assert_eq!(Secret::new("no").hide_in("no, not now"), "no, not now");
    }

    #[test]
    fn a_command_gives_its_first_line() {
        assert_eq!(source(Auth::Password, Some("printf 'geheim\\nuser: gm\\n'"), None).unwrap().reveal(), "geheim");
        assert_eq!(source(Auth::Xoauth2, None, Some("echo ya29.x")).unwrap().reveal(), "ya29.x");
    }

    #[test]
    fn a_command_that_fails_is_named_by_its_key_and_shows_nothing() {
        let why = source(Auth::Password, Some("echo geheim; exit 3"), None).unwrap_err();
        assert!(why.contains("password_command") && why.contains("exit status: 3"), "{why}");
        assert!(!why.contains("geheim"), "{why}");
        assert!(source(Auth::Xoauth2, None, Some("true")).unwrap_err().contains("printed nothing"));
    }

    #[test]
    fn a_token_and_a_password_exclude_each_other() {
        assert!(source(Auth::Password, None, Some("echo x")).unwrap_err().contains("auth = \"xoauth2\""));
        assert!(source(Auth::Xoauth2, Some("echo x"), None).unwrap_err().contains("leave the password out"));
        assert!(source(Auth::Oauthbearer, None, None).unwrap_err().contains("needs token_file"));
    }
}
