//! A look at the mail server for those who set it up: whether the login works, what it can do, and whether it would take
//! a letter.

use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Mail, Quit, Rcpt, Rset};
use lettre::transport::smtp::extension::Extension;
use tokio::time::timeout;

use super::{Envelope, Failure, SmtpPatience, SmtpSink, login, mail_options, step, within};
use crate::{Concern, Refused, Step};

/// What a look at the server showed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerFacts {
    /// It takes letters that are not ASCII.
    pub has_8bit: bool,
    /// It takes addresses that are not ASCII.
    pub has_utf8: bool,
    /// Its words, when it would take a letter to this recipient later.
    pub defers: Option<String>,
}

impl SmtpSink {
    /// Connects, protects the connection, logs in, and names a sender and a recipient; then takes both back. Sends nothing.
    pub async fn examine(&mut self, from: &str, to: &str) -> Result<ServerFacts, Refused> {
        let envelope = Envelope::check(from, to, b"")?;
        let secret = login::read_secret(&self.settings, None).await?;
        let mut connection = within(self.patience.connect, Step::Connect, self.connect(secret)).await?;
        let server = connection.server_info();
        let mut facts = ServerFacts {
            has_8bit: server.supports_feature(Extension::EightBitMime),
            has_utf8: server.supports_feature(Extension::SmtpUtfEight),
            defers: None,
        };
        let tried = try_envelope(&mut connection, &envelope, &self.patience).await;
        let _ = timeout(self.patience.command, connection.command(Rset)).await;
        let _ = timeout(self.patience.command, connection.command(Quit)).await;
        match tried.map_err(|failure| failure.refused) {
            Ok(()) => {}
            Err(refused) if is_of_this_hour(&refused) => facts.defers = Some(refused.reply),
            Err(refused) => return Err(refused),
        }
        Ok(facts)
    }
}

/// A recipient who is to wait, as greylisting has it, and not a word about us.
fn is_of_this_hour(refused: &Refused) -> bool {
    refused.step == Step::Recipient && refused.concern == Concern::Letter && !refused.permanent
}

async fn try_envelope(
    connection: &mut AsyncSmtpConnection,
    envelope: &Envelope<'_>,
    patience: &SmtpPatience,
) -> Result<(), Failure> {
    let options = mail_options(connection, envelope)?;
    let mail = Mail::new(envelope.from.clone(), options);
    step(patience.command, Step::Sender, connection.command(mail)).await?;
    let recipient = Rcpt::new(envelope.to.clone(), vec![]);
    step(patience.command, Step::Recipient, connection.command(recipient)).await?;
    Ok(())
}
