//! What can go wrong between us and a mailbox, in words that name the place and the remedy. Never a letter's text.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::oauth::OauthError;

/// Trouble with a mailbox or a mail server.
#[derive(Debug, Error)]
pub enum PostError {
    /// A file or folder.
    #[error("cannot {action} {}: {source}", path.display())]
    File {
        /// What was tried.
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Settings that contradict each other or name something impossible.
    #[error("settings for {place}: {why}")]
    Settings {
        /// The mailbox or server.
        place: String,
        /// What is wrong, and what to write instead.
        why: String,
    },
    /// A password would cross the network in the clear.
    #[error(
        "{place} is not on this machine, and tls = \"none\" would send the password and every letter in the clear; \
         set tls = {remedy}"
    )]
    Plaintext {
        /// The server.
        place: String,
        /// The values that would do.
        remedy: &'static str,
    },
    /// A command of the operator's gave no password or token.
    #[error("{place}: the {key} {why}")]
    Command {
        /// The server it is for.
        place: String,
        /// The key in the settings.
        key: &'static str,
        /// What it did instead.
        why: String,
    },
    /// There is no access token to log in with.
    #[error("{place}: {source}")]
    Token {
        /// The server it is for.
        place: String,
        /// Why not.
        source: OauthError,
    },
    /// No connection at all.
    #[error("cannot reach {place}: {source}")]
    Unreachable {
        /// The server.
        place: String,
        /// Why not.
        source: io::Error,
    },
    /// The server could not prove who it is, or speaks no TLS that we accept.
    #[error("no TLS with {place}: {why} (for a private certificate name its PEM file as ca_file)")]
    Tls {
        /// The server.
        place: String,
        /// Why not.
        why: String,
    },
    /// User name or password were refused.
    #[error("{place} refused user {user}: {why}")]
    Login {
        /// The server.
        place: String,
        /// Who we said we were.
        user: String,
        /// The server's words.
        why: String,
    },
    /// The server said no, or said something that makes no sense.
    #[error("{place}: cannot {action}: {why}")]
    Server {
        /// The server and folder.
        place: String,
        /// What was tried.
        action: &'static str,
        /// The server's words.
        why: String,
    },
    /// The conversation broke off: silence, a lost connection, an answer beyond all bounds.
    #[error("{place}: connection lost while trying to {action}: {why}")]
    Broken {
        /// The server and folder.
        place: String,
        /// What was tried.
        action: &'static str,
        /// How it ended.
        why: String,
    },
}

/// Of a server's words so many characters are kept.
const MOST_WORDS: usize = 300;

/// The words of a server or provider, as they may stand in an error.
pub(super) fn shown(words: &str) -> String {
    words.trim().chars().filter(|c| !c.is_control()).take(MOST_WORDS).collect()
}

impl PostError {
    /// Whether it may pass by itself. What is not temporary needs a person; it is still worth a rare try, because that
    /// person may act on the server.
    pub fn is_temporary(&self) -> bool {
        match self {
            PostError::Unreachable { .. }
            | PostError::Server { .. }
            | PostError::Broken { .. }
            | PostError::Command { .. } => true,
            PostError::Token { source, .. } => !source.needs_person(),
            PostError::File { source, .. } => {
                !matches!(source.kind(), io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied)
            }
            PostError::Settings { .. }
            | PostError::Plaintext { .. }
            | PostError::Tls { .. }
            | PostError::Login { .. } => false,
        }
    }

    /// Whether a file or folder is not ours to use.
    pub(super) fn is_lack_of_right(&self) -> bool {
        matches!(self, PostError::File { source, .. } if source.kind() == io::ErrorKind::PermissionDenied)
    }

    /// Whether as many files are open as may be.
    pub(super) fn is_lack_of_files(&self) -> bool {
        let lack = [rustix::io::Errno::MFILE, rustix::io::Errno::NFILE].map(|lack| Some(lack.raw_os_error()));
        matches!(self, PostError::File { source, .. } if lack.contains(&source.raw_os_error()))
    }

    pub(super) fn file(action: &'static str, path: impl Into<PathBuf>, source: io::Error) -> Self {
        PostError::File { action, path: path.into(), source }
    }
}
