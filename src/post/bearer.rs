//! Logins with an access token of OAuth 2.0: what is said to a server in XOAUTH2 (Google's and Microsoft's own) and in
//! OAUTHBEARER (RFC 7628), and how its refusal is answered and read. Knows neither IMAP nor SMTP.

use serde::Deserialize;

use super::error::shown;
use super::{Auth, Secret};

/// One login at one server.
pub(super) struct Bearer<'a> {
    pub(super) auth: Auth,
    pub(super) user: &'a str,
    pub(super) host: &'a str,
    pub(super) port: u16,
    pub(super) token: &'a Secret,
}

impl Bearer<'_> {
    /// The name of the mechanism.
    pub(super) fn mechanism(&self) -> &'static str {
        if self.auth == Auth::Oauthbearer { "OAUTHBEARER" } else { "XOAUTH2" }
    }

    /// What the client says first, before base64.
    pub(super) fn opening(&self) -> String {
        let (user, token) = (self.user, self.token.reveal());
        if self.auth == Auth::Oauthbearer {
            // RFC 7628 3.1; a name in the GS2 header has no bare comma or equals sign (RFC 5801 4).
            let user = user.replace('=', "=3D").replace(',', "=2C");
            let (host, port) = (self.host, self.port);
            return format!("n,a={user},\u{1}host={host}\u{1}port={port}\u{1}auth=Bearer {token}\u{1}\u{1}");
        }
        format!("user={user}\u{1}auth=Bearer {token}\u{1}\u{1}")
    }

    /// The answer to a challenge that says why the token was refused, before base64; the refusal itself comes after it
    /// (RFC 7628 3.2.3).
    pub(super) fn answer_to_refusal(&self) -> &'static str {
        if self.auth == Auth::Oauthbearer { "\u{1}" } else { "" }
    }
}

/// The server's words in such a challenge: its status and the scope it wants. Nothing when it says neither.
pub(super) fn read_refusal(challenge: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Refusal {
        status: Option<String>,
        scope: Option<String>,
    }
    let refusal: Refusal = serde_json::from_slice(challenge).ok()?;
    let status = refusal.status.map(|status| format!("status {status}"));
    let scope = refusal.scope.map(|scope| format!("scope {scope}"));
    let words: Vec<String> = status.into_iter().chain(scope).collect();
    (!words.is_empty()).then(|| shown(&words.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(auth: Auth, user: &str) -> String {
        let token = Secret::new("vF9dft4qmTc2Nvb3RlckBhdHRhdmlzdGEuY29tCg==");
        Bearer { auth, user, host: "server.example.com", port: 143, token: &token }.opening()
    }

    #[test]
    fn the_opening_is_that_of_the_documents() {
        // RFC 7628 4.1, and Google's description of XOAUTH2.
        assert_eq!(
            opening(Auth::Oauthbearer, "user@example.com"),
            "n,a=user@example.com,\u{1}host=server.example.com\u{1}port=143\u{1}\
             auth=Bearer vF9dft4qmTc2Nvb3RlckBhdHRhdmlzdGEuY29tCg==\u{1}\u{1}"
        );
        assert_eq!(
            opening(Auth::Xoauth2, "someuser@example.com"),
            "user=someuser@example.com\u{1}auth=Bearer vF9dft4qmTc2Nvb3RlckBhdHRhdmlzdGEuY29tCg==\u{1}\u{1}"
        );
        assert!(opening(Auth::Oauthbearer, "a,b=c").starts_with("n,a=a=2Cb=3Dc,\u{1}"));
    }

    #[test]
    fn a_refusal_says_its_status_and_the_scope_it_wants() {
        let google = br#"{"status":"400","schemes":"Bearer","scope":"https://mail.google.com/"}"#;
        assert_eq!(read_refusal(google).unwrap(), "status 400, scope https://mail.google.com/");
        assert_eq!(read_refusal(br#"{"status":"invalid_token"}"#).unwrap(), "status invalid_token");
        assert_eq!(read_refusal(b"{}"), None);
        assert_eq!(read_refusal(b"what"), None);
    }
}
