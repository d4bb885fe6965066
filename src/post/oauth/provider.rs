//! Providers of mailboxes: where they let people in, and what for. Two are known by name, every other tells it itself
//! (RFC 8414, and OpenID Connect Discovery).

use std::path::PathBuf;

use serde::Deserialize;

use super::OauthError;
use super::request::{Web, host_of};

/// Where a provider lets people in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    /// Its name, or its address.
    pub name: String,
    /// The page that asks a person in a browser.
    pub authorize: Option<String>,
    /// Where a code is had that a person types on another device (RFC 8628).
    pub device: Option<String>,
    /// Where tokens are had.
    pub token: String,
    /// What the judge asks for: to read and send mail, and to renew that without a person.
    pub scope: String,
}

/// The program as the provider knows it: registered by the operator, for no client of ours could stay secret.
pub struct Client {
    /// Its public name there.
    pub id: String,
    /// Its secret, where the provider gives one.
    pub secret: Option<String>,
    /// Certificates to trust in place of the public authorities, as a PEM file.
    pub ca_file: Option<PathBuf>,
}

impl Provider {
    /// Google. Its codes for other devices are not for mail, so a browser is needed.
    pub fn google() -> Self {
        Provider {
            name: "google".to_owned(),
            authorize: Some("https://accounts.google.com/o/oauth2/v2/auth".to_owned()),
            device: None,
            token: "https://oauth2.googleapis.com/token".to_owned(),
            scope: "https://mail.google.com/".to_owned(),
        }
    }

    /// Microsoft: Exchange Online and Outlook.com.
    pub fn microsoft() -> Self {
        let base = "https://login.microsoftonline.com/common/oauth2/v2.0";
        let mail = "https://outlook.office.com";
        Provider {
            name: "microsoft".to_owned(),
            authorize: Some(format!("{base}/authorize")),
            device: Some(format!("{base}/devicecode")),
            token: format!("{base}/token"),
            scope: format!("{mail}/IMAP.AccessAsUser.All {mail}/SMTP.Send offline_access"),
        }
    }

    /// The provider at an address that begins with `https://`, which says where it lets people in.
    pub fn discover(address: &str, scope: &str, client: &Client) -> Result<Self, OauthError> {
        #[derive(Deserialize)]
        struct Told {
            authorization_endpoint: Option<String>,
            device_authorization_endpoint: Option<String>,
            token_endpoint: String,
        }
        let web = Web::new(client.ca_file.as_deref())?;
        let page = format!("{}/.well-known/openid-configuration", address.trim_end_matches('/'));
        let told = web.get(&page)?;
        let told: Told = serde_json::from_str(&told).map_err(|why| OauthError::Unreachable {
            action: "read where people are let in",
            host: host_of(&page),
            why: why.to_string(),
        })?;
        Ok(Provider {
            name: address.to_owned(),
            authorize: told.authorization_endpoint,
            device: told.device_authorization_endpoint,
            token: told.token_endpoint,
            scope: scope.to_owned(),
        })
    }
}
