//! A look at the mail server for those who set it up: whether the login works, what it can do, what time it has.

use std::time::Duration;

use lettre::transport::smtp::extension::Extension;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::time::timeout;

use super::{SmtpSink, within};
use crate::post::{Refused, SmtpTls, Step};

/// What a look at the server showed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerFacts {
    /// It takes letters that are not ASCII.
    pub has_8bit: bool,
    /// It takes addresses that are not ASCII.
    pub has_utf8: bool,
}

impl SmtpSink {
    /// Connects, protects the connection and logs in; sends nothing.
    pub async fn examine(&mut self) -> Result<ServerFacts, Refused> {
        let connection = within(self.patience.connect, Step::Connect, self.connect()).await?;
        let server = connection.server_info();
        let facts = ServerFacts {
            has_8bit: server.supports_feature(Extension::EightBitMime),
            has_utf8: server.supports_feature(Extension::SmtpUtfEight),
        };
        self.connection = Some(connection);
        self.close().await;
        Ok(facts)
    }

    /// What the server greets with, where the greeting is not inside TLS: some servers say the time in it.
    pub async fn greeting(&self) -> Option<String> {
        if self.settings.tls == SmtpTls::Implicit {
            return None;
        }
        let socket = self.reach().await.ok()?;
        let mut line = String::new();
        let mut reader = BufReader::new(socket);
        timeout(Duration::from_secs(20), reader.read_line(&mut line)).await.ok()?.ok()?;
        Some(line.trim_end().to_owned())
    }
}
