//! Letters to a mail server, one recipient per transaction, over a connection that is kept open. The socket is ours:
//! without TCP_NODELAY every letter would wait 44 ms. Sends bytes as they are, keeps no queue and retries nothing but
//! a connection that the server closed between two letters.

mod concern;
mod examine;
mod login;
mod wire;

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use lettre::Address;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail, Quit, Rcpt, Rset};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use rustls::ClientConfig;
use tokio::net::TcpStream;
use tokio::time::timeout;

pub use self::examine::ServerFacts;

use self::wire::Wire;
use super::{Accepted, Concern, PostError, Refused, Secret, SmtpSettings, SmtpTls, Step, tls};

/// Bytes that a server may add to a letter before it looks at its size: Received fields and the like.
const ADDED_BY_SERVERS: usize = 1_024;

/// How long each step may take. The defaults are those of RFC 5321, section 4.5.3.2; the ten minutes after the dot
/// matter most, for giving up earlier makes duplicates.
#[derive(Debug, Clone, Copy)]
pub struct SmtpPatience {
    /// Reaching the server, TLS and login included.
    pub connect: Duration,
    /// One command.
    pub command: Duration,
    /// The letter and the answer to the dot.
    pub body: Duration,
}

impl Default for SmtpPatience {
    fn default() -> Self {
        SmtpPatience {
            connect: Duration::from_secs(120),
            command: Duration::from_secs(300),
            body: Duration::from_secs(600),
        }
    }
}

/// A mail server that takes letters from us.
pub struct SmtpSink {
    settings: SmtpSettings,
    patience: SmtpPatience,
    tls: Option<Arc<ClientConfig>>,
    connection: Option<AsyncSmtpConnection>,
    opened: u64,
    /// The most bytes of a letter, as the server said when it was last connected to.
    most_bytes: Option<usize>,
}

impl fmt::Debug for SmtpSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = if self.connection.is_some() { "open" } else { "closed" };
        write!(f, "SmtpSink({}, {state})", self.settings.place())
    }
}

/// One letter, checked.
struct Envelope<'a> {
    from: Option<Address>,
    to: Address,
    /// Without the last line's end, which goes out together with the dot.
    body: &'a [u8],
}

impl SmtpSink {
    /// A sink that connects at its first letter. Complains at once about settings that can never work.
    pub fn new(settings: SmtpSettings) -> Result<Self, PostError> {
        Self::with_patience(settings, SmtpPatience::default())
    }

    /// The same, with other time limits.
    pub fn with_patience(settings: SmtpSettings, patience: SmtpPatience) -> Result<Self, PostError> {
        if let Some((_, source)) = settings.secret()? {
            source.check()?;
        }
        let place = settings.place();
        let tls = match settings.tls {
            SmtpTls::None => None,
            SmtpTls::Implicit | SmtpTls::Starttls => {
                tls::server_name(&place, &settings.host)?;
                Some(tls::client_config(&place, settings.ca_file.as_deref())?)
            }
        };
        let hello = &settings.hello;
        if hello.is_empty() || hello.chars().any(|c| !c.is_ascii_graphic()) {
            return Err(PostError::Settings { place, why: format!("hello = {hello:?} is no host name") });
        }
        Ok(SmtpSink { settings, patience, tls, connection: None, opened: 0, most_bytes: None })
    }

    /// How many connections were opened so far.
    pub fn connections_opened(&self) -> u64 {
        self.opened
    }

    /// The most bytes of a letter that the server takes, as far as it has said so on the last connection.
    pub fn most_bytes(&self) -> Option<usize> {
        self.most_bytes
    }

    /// Hands over one letter. `from` may be empty for the null reverse-path.
    pub async fn send(&mut self, from: &str, to: &str, bytes: &[u8]) -> Result<Accepted, Refused> {
        let envelope = Envelope::check(from, to, bytes)?;
        let reused = self.connection.is_some();
        let first = self.transact(&envelope).await;
        // A server closes what stays idle. That is no failure of the letter, and nothing of it was sent yet.
        match first {
            Err(refused) if reused && refused.step == Step::Sender && self.connection.is_none() => {
                self.transact(&envelope).await
            }
            other => other,
        }
    }

    /// Takes leave of the server.
    pub async fn close(&mut self) {
        if let Some(mut connection) = self.connection.take() {
            let _ = timeout(Duration::from_secs(5), connection.command(Quit)).await;
        }
    }

    async fn transact(&mut self, envelope: &Envelope<'_>) -> Result<Accepted, Refused> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let secret = login::read_secret(&self.settings, None).await?;
                let connection = within(self.patience.connect, Step::Connect, self.connect(secret)).await?;
                self.opened += 1;
                connection
            }
        };
        match converse(&mut connection, envelope, self.most_bytes, &self.patience).await {
            Ok(accepted) => {
                self.connection = Some(connection);
                Ok(accepted)
            }
            Err(failure) => {
                self.keep_if_sound(connection, &failure).await;
                Err(failure.refused)
            }
        }
    }

    /// After a plain refusal the conversation can go on with the next letter.
    async fn keep_if_sound(&mut self, mut connection: AsyncSmtpConnection, failure: &Failure) {
        if !failure.answered {
            return;
        }
        let reset = timeout(self.patience.command, connection.command(Rset)).await;
        if matches!(reset, Ok(Ok(_))) {
            self.connection = Some(connection);
        }
    }

    /// Connects and logs in with what was read before: no server waits for a command of the operator's.
    async fn connect(&mut self, secret: Option<(String, Secret)>) -> Result<AsyncSmtpConnection, Refused> {
        let socket = self.reach().await.map_err(|e| of_settings(Step::Connect, &e))?;
        let wire = self.protect(socket).await?;
        let heard = wire.heard();
        let hello = ClientId::Domain(self.settings.hello.clone());
        let mut connection = AsyncSmtpConnection::connect_with_transport(Box::new(wire), &hello)
            .await
            .map_err(|e| judge(Step::Connect, &e).refused)?;
        self.most_bytes = heard.take_size().map(|size| size.saturating_sub(ADDED_BY_SERVERS));
        if let Some((user, secret)) = secret {
            login::log_in(&mut connection, &self.settings, user, secret).await?;
        }
        Ok(connection)
    }

    async fn reach(&self) -> Result<TcpStream, PostError> {
        let place = self.settings.place();
        let unreachable = |source| PostError::Unreachable { place: place.clone(), source };
        let host = (self.settings.host.as_str(), self.settings.port);
        let addresses: Vec<_> = tokio::net::lookup_host(host).await.map_err(unreachable)?.collect();
        if self.settings.tls == SmtpTls::None {
            tls::require_loopback(&place, &addresses, "\"starttls\" or \"implicit\"")?;
        }
        let socket = TcpStream::connect(addresses.as_slice()).await.map_err(unreachable)?;
        socket.set_nodelay(true).map_err(unreachable)?;
        Ok(socket)
    }

    async fn protect(&self, mut socket: TcpStream) -> Result<Wire, Refused> {
        let Some(config) = &self.tls else {
            return Ok(Wire::plain(socket));
        };
        let place = self.settings.place();
        let no_tls = |why: String| {
            let place = place.clone();
            unusable(Step::Tls, PostError::Tls { place, why }.to_string())
        };
        let name = tls::server_name(&place, &self.settings.host).map_err(|e| of_settings(Step::Tls, &e))?;
        let upgraded = self.settings.tls == SmtpTls::Starttls;
        if upgraded {
            let asked = wire::ask_for_tls(&mut socket, &self.settings.hello).await;
            asked.map_err(|error| no_tls(error.to_string()))?;
        }
        let connector = tokio_rustls::TlsConnector::from(config.clone());
        let stream = connector.connect(name, socket).await.map_err(|e| no_tls(e.to_string()))?;
        Ok(Wire::tls(stream, upgraded))
    }
}

impl<'a> Envelope<'a> {
    fn check(from: &str, to: &str, bytes: &'a [u8]) -> Result<Self, Refused> {
        let never = |reply: String| Refused::of_letter(reply);
        let address = |text: &str, what: &str| {
            text.parse::<Address>().map_err(|error| never(format!("the {what} is no mail address: {error}")))
        };
        if let Some(at) = stray_line_end(bytes) {
            let reply = format!("byte {at} of the letter is half a line end (RFC 5321, 2.3.8)");
            return Err(never(reply));
        }
        Ok(Envelope {
            from: if from.is_empty() { None } else { Some(address(from, "sender")?) },
            to: address(to, "recipient")?,
            body: bytes.strip_suffix(b"\r\n").unwrap_or(bytes),
        })
    }
}

/// Where a CR or LF stands alone. Servers disagree about what that means, and some see the end of the letter in it.
fn stray_line_end(bytes: &[u8]) -> Option<usize> {
    (0..bytes.len()).find(|&at| match bytes[at] {
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        b'\n' => at == 0 || bytes[at - 1] != b'\r',
        _ => false,
    })
}

/// Why a transaction ended, and whether the server answered in order, so that another may follow.
struct Failure {
    refused: Refused,
    answered: bool,
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        Failure { refused, answered: false }
    }
}

async fn converse(
    connection: &mut AsyncSmtpConnection,
    envelope: &Envelope<'_>,
    most_bytes: Option<usize>,
    patience: &SmtpPatience,
) -> Result<Accepted, Failure> {
    if let Some(most) = most_bytes.filter(|most| envelope.body.len() + 2 > *most) {
        let reply = format!("the letter has {} bytes, and the server takes {most}", envelope.body.len() + 2);
        return Err(Failure { refused: Refused { is_too_large: true, ..Refused::of_letter(reply) }, answered: true });
    }
    let options = mail_options(connection, envelope)?;
    let mail = Mail::new(envelope.from.clone(), options);
    step(patience.command, Step::Sender, connection.command(mail)).await?;
    let recipient = Rcpt::new(envelope.to.clone(), vec![]);
    step(patience.command, Step::Recipient, connection.command(recipient)).await?;
    step(patience.command, Step::Data, connection.command(Data)).await?;
    let response = step(patience.body, Step::Body, connection.message(envelope.body)).await?;
    let words: Vec<&str> = response.message().collect();
    Ok(Accepted { reply: format!("{} {}", response.code(), words.join(" ")) })
}

fn mail_options(connection: &AsyncSmtpConnection, envelope: &Envelope<'_>) -> Result<Vec<MailParameter>, Failure> {
    let server = connection.server_info();
    let never = |reply: &str| Failure { refused: Refused::of_letter(reply), answered: true };
    let mut options = Vec::new();
    let mut addresses = [Some(&envelope.to), envelope.from.as_ref()].into_iter().flatten();
    if addresses.any(|address| !address.to_string().is_ascii()) {
        if !server.supports_feature(Extension::SmtpUtfEight) {
            return Err(never("the address is not ASCII, and the server has no SMTPUTF8"));
        }
        options.push(MailParameter::SmtpUtfEight);
    }
    if !envelope.body.is_ascii() {
        if !server.supports_feature(Extension::EightBitMime) {
            return Err(never("the letter is not ASCII, and the server has no 8BITMIME"));
        }
        options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    Ok(options)
}

async fn step<T>(limit: Duration, step: Step, work: impl Future<Output = Result<T, Error>>) -> Result<T, Failure> {
    match timeout(limit, work).await {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(error)) => Err(judge(step, &error)),
        Err(_) => Err(Failure::from(Refused { uncertain: step == Step::Body, ..unusable(step, too_slow(limit)) })),
    }
}

/// Reads a refusal: of this letter for good, of this letter for now, or of everything we could say.
fn judge(step: Step, error: &Error) -> Failure {
    let code = error.status().map(u16::from);
    let words = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
    let concern = concern::weigh(step, code, &words);
    Failure {
        refused: Refused {
            permanent: error.is_permanent() && concern == Concern::Letter,
            uncertain: code.is_none() && step == Step::Body,
            is_too_large: concern::is_of_size(step, code, &words),
            concern,
            step,
            reply: describe(error),
        },
        answered: code.is_some() && code != Some(421),
    }
}

async fn within<T>(limit: Duration, step: Step, work: impl Future<Output = Result<T, Refused>>) -> Result<T, Refused> {
    match timeout(limit, work).await {
        Ok(result) => result,
        Err(_) => Err(unusable(step, too_slow(limit))),
    }
}

fn too_slow(limit: Duration) -> String {
    format!("no answer within {} s", limit.as_secs_f32())
}

/// The server cannot be used now; the letter has nothing to do with it.
fn unusable(step: Step, reply: String) -> Refused {
    Refused { permanent: false, uncertain: false, is_too_large: false, concern: Concern::Server, step, reply }
}

/// The server cannot be used, and perhaps never with these settings.
fn of_settings(step: Step, error: &PostError) -> Refused {
    let concern = if error.is_temporary() { Concern::Server } else { Concern::Us };
    Refused { concern, ..unusable(step, error.to_string()) }
}

/// An error with its causes.
fn describe(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        let words = inner.to_string();
        if !text.contains(&words) {
            text = format!("{text}: {words}");
        }
        cause = inner.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_cr_or_lf_is_found() {
        assert_eq!(stray_line_end(b"a\r\nb\r\n"), None);
        assert_eq!(stray_line_end(b"a\nb"), Some(1));
        assert_eq!(stray_line_end(b"a\rb"), Some(1));
        assert_eq!(stray_line_end(b"a\r\n\n"), Some(3));
        assert_eq!(stray_line_end(b"\n"), Some(0));
        assert_eq!(stray_line_end(b"a\r"), Some(1));
    }
}
