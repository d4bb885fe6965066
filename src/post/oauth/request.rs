//! One request to a provider over HTTPS and its answer. No redirection is followed and no proxy asked: nothing goes to a
//! host but the provider's own and those that it names in its OpenID configuration.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};

use super::OauthError;
use crate::error::shown;
use crate::secret::hide;

/// How long a provider may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// How much it may say.
const LONGEST_ANSWER: u64 = 64 * 1024;

/// The way to a provider.
pub(super) struct Web(ureq::Agent);

/// What a provider answers to a form.
pub(super) enum Answer<T> {
    Granted(T),
    /// The kind of refusal, by the names of RFC 6749 and 8628, and the provider's words.
    Refused {
        kind: String,
        words: String,
    },
}

impl Web {
    /// Trusts the public authorities, or the certificates in a PEM file in their place.
    pub(super) fn new(ca_file: Option<&Path>) -> Result<Self, OauthError> {
        let roots = match ca_file {
            None => RootCerts::WebPki,
            Some(file) => RootCerts::Specific(Arc::new(certificates(file)?)),
        };
        let config = ureq::Agent::config_builder()
            .https_only(true)
            .max_redirects(0)
            .http_status_as_error(false)
            .proxy(None)
            .timeout_global(Some(PATIENCE))
            .tls_config(TlsConfig::builder().root_certs(roots).build());
        Ok(Web(config.build().new_agent()))
    }

    /// Reads a page.
    pub(super) fn get(&self, address: &str) -> Result<String, OauthError> {
        let (status, text) = self.read("read", address, self.0.get(address).call())?;
        if status == 200 { Ok(text) } else { Err(senseless("read", address, status)) }
    }

    /// Sends a form.
    pub(super) fn send<T: DeserializeOwned>(
        &self,
        action: &'static str,
        address: &str,
        form: &[(&str, &str)],
    ) -> Result<Answer<T>, OauthError> {
        #[derive(Deserialize)]
        struct Refusal {
            error: String,
            #[serde(default)]
            error_description: String,
        }
        let sent = self.0.post(address).header("accept", "application/json").send_form(form.iter().copied());
        let (status, text) = self.read(action, address, sent)?;
        if status == 200 {
            let granted = serde_json::from_str(&text).map_err(|_| senseless(action, address, status))?;
            return Ok(Answer::Granted(granted));
        }
        // Too many requests, or trouble of its own, whatever it says besides.
        if status == 429 || status >= 500 {
            return Err(senseless(action, address, status));
        }
        let refusal: Refusal = serde_json::from_str(&text).map_err(|_| senseless(action, address, status))?;
        let words = refusal.error_description.lines().next().unwrap_or_default().to_owned();
        let without_secrets = |words: String| {
            form.iter().filter(|(key, _)| is_secret(key)).fold(words, |words, (_, value)| hide(value, &words))
        };
        Ok(Answer::Refused { kind: without_secrets(refusal.error), words: without_secrets(words) })
    }

    fn read(
        &self,
        action: &'static str,
        address: &str,
        answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Result<(u16, String), OauthError> {
        let lost = |why: ureq::Error| OauthError::Unreachable { action, host: host_of(address), why: why.to_string() };
        let mut answer = answer.map_err(lost)?;
        let text = answer.body_mut().with_config().limit(LONGEST_ANSWER).read_to_string().map_err(lost)?;
        Ok((answer.status().as_u16(), text))
    }
}

impl<T> Answer<T> {
    /// What was granted; a refusal in the provider's words else.
    pub(super) fn granted(self, address: &str) -> Result<T, OauthError> {
        match self {
            Answer::Granted(granted) => Ok(granted),
            Answer::Refused { kind, words } => Err(refused(address, &kind, &words)),
        }
    }
}

/// Whether a field of a form is nobody's business: a provider may repeat it.
fn is_secret(key: &str) -> bool {
    matches!(key, "refresh_token" | "client_secret" | "code" | "code_verifier" | "device_code")
}

/// A refusal in the provider's words.
pub(super) fn refused(address: &str, kind: &str, words: &str) -> OauthError {
    let why = if words.is_empty() { kind.to_owned() } else { format!("{kind}: {words}") };
    OauthError::Refused { host: host_of(address), why: shown(&why) }
}

fn senseless(action: &'static str, address: &str, status: u16) -> OauthError {
    let why = format!("its answer, with status {status}, is not what was asked for");
    OauthError::Unreachable { action, host: host_of(address), why }
}

/// The host in an address.
pub(super) fn host_of(address: &str) -> String {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or_default().to_owned()
}

fn certificates(file: &Path) -> Result<Vec<Certificate<'static>>, OauthError> {
    let unusable =
        |why: String| OauthError::File { action: "read the certificates in", file: file.display().to_string(), why };
    let bytes = std::fs::read(file).map_err(|why| unusable(why.to_string()))?;
    let items = parse_pem(&bytes).map(|item| item.map_err(|why| unusable(why.to_string())));
    let found: Vec<Certificate<'static>> = items
        .filter_map(|item| match item {
            Ok(PemItem::Certificate(certificate)) => Some(Ok(certificate)),
            Ok(_) => None,
            Err(why) => Some(Err(why)),
        })
        .collect::<Result<_, _>>()?;
    if found.is_empty() { Err(unusable("no certificate is in it".to_owned())) } else { Ok(found) }
}
