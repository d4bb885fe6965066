//! A login from a machine without a browser: a person types a short code on any other device (RFC 8628).

use std::time::{Duration, Instant};

use serde::Deserialize;

use super::grant::Tokens;
use super::request::{Answer, Web, refused};
use super::{Client, Grant, OauthError, Provider};
use crate::error::shown;

/// How often to ask when the provider does not say it, and how much less often when it asks for that (RFC 8628, 3.5).
const USUAL_PAUSE: u64 = 5;

#[derive(Deserialize)]
struct Invitation {
    device_code: String,
    user_code: String,
    // Google's own name for it is the second.
    #[serde(alias = "verification_url")]
    verification_uri: String,
    expires_in: u64,
    interval: Option<u64>,
}

/// Logs in by a code that `say` shows to a person, at the provider's own page for such codes, and waits until he is done.
pub fn log_in_by_device(
    provider: &Provider,
    client: &Client,
    device: &str,
    say: &mut dyn FnMut(&str),
) -> Result<Grant, OauthError> {
    let web = Web::new(client.ca_file.as_deref())?;
    let form = [("client_id", client.id.as_str()), ("scope", provider.scope.as_str())];
    let invitation: Answer<Invitation> = web.send("ask for a code", device, &form)?;
    let invitation = invitation.granted(device)?;
    let (place, code) = (shown(&invitation.verification_uri), shown(&invitation.user_code));
    say(&format!("Open {place} on any device and type the code {code}"));
    let end = Instant::now() + Duration::from_secs(invitation.expires_in);
    let mut pause = Duration::from_secs(invitation.interval.unwrap_or(USUAL_PAUSE).max(1));
    while Instant::now() < end {
        std::thread::sleep(pause);
        match ask_for_tokens(&web, provider, client, &invitation.device_code) {
            Ok(Answer::Granted(tokens)) => return Grant::new(provider, client, tokens),
            Ok(Answer::Refused { kind, .. }) if kind == "authorization_pending" => {}
            Ok(Answer::Refused { kind, .. }) if kind == "slow_down" => pause += Duration::from_secs(USUAL_PAUSE),
            Ok(Answer::Refused { kind, words }) => return Err(refused(&provider.token, &kind, &words)),
            // A lost connection ends no login (RFC 8628, 3.5).
            Err(OauthError::Unreachable { .. }) => pause *= 2,
            Err(other) => return Err(other),
        }
    }
    Err(OauthError::TooLate { minutes: invitation.expires_in / 60 })
}

fn ask_for_tokens(web: &Web, provider: &Provider, client: &Client, code: &str) -> Result<Answer<Tokens>, OauthError> {
    let mut form = vec![
        ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
        ("device_code", code),
        ("client_id", client.id.as_str()),
    ];
    form.extend(client.secret.as_deref().map(|secret| ("client_secret", secret)));
    web.send("ask for tokens", &provider.token, &form)
}
