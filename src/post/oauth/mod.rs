//! The judge's own login at a provider of mailboxes by OAuth 2.0: how he is let in once by a person, and how what he was
//! given is renewed from then on. Nothing is called but the provider whom that person named, over TLS.

mod browser;
mod device;
mod grant;
mod provider;
mod request;

use thiserror::Error;

pub use browser::log_in_by_browser;
pub use device::log_in_by_device;
pub use grant::Grant;
pub(super) use grant::access_token;
pub use provider::{Client, Provider};

/// Why there is no token.
#[derive(Debug, Error)]
pub enum OauthError {
    /// The provider says no, and will again until a person logs in anew.
    #[error("{host} refuses: {why}")]
    Refused {
        /// The provider's host.
        host: String,
        /// Its words.
        why: String,
    },
    /// The provider was not reached, or said something that makes no sense.
    #[error("cannot {action} at {host}: {why}")]
    Unreachable {
        /// What was tried.
        action: &'static str,
        /// The provider's host.
        host: String,
        /// Why not.
        why: String,
    },
    /// The file of a login.
    #[error("cannot {action} {file}: {why}")]
    File {
        /// What was tried.
        action: &'static str,
        /// On what.
        file: String,
        /// Why not.
        why: String,
    },
    /// We have no right to the file of a login.
    #[error("cannot {action} {file}: {source}")]
    Closed {
        /// What was tried.
        action: &'static str,
        /// On what.
        file: String,
        /// The system's words.
        source: std::io::Error,
    },
    /// Nobody let the judge in while he waited.
    #[error("nobody let the judge in within {minutes} minutes")]
    TooLate {
        /// How long he waited.
        minutes: u64,
    },
}

impl OauthError {
    /// Whether only a person can help.
    pub fn needs_person(&self) -> bool {
        !matches!(self, OauthError::Unreachable { .. })
    }
}
