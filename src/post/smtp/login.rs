//! The login at a mail server: by a password, through the library, or by a token, in the two ways there are.

use std::fmt;

use data_encoding::BASE64;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::response::Response;

use super::{judge, of_settings, unusable};
use crate::bearer::{Bearer, read_refusal};
use crate::{Auth, Concern, PostError, Refused, Secret, SmtpSettings, Step};

/// The server waits for the client's next words (RFC 4954, 4).
const CHALLENGE: u16 = 334;

/// Logs in. What a server repeats of the password or token in a refusal is told to nobody.
pub(super) async fn log_in(
    connection: &mut AsyncSmtpConnection,
    settings: &SmtpSettings,
    user: String,
    secret: Secret,
) -> Result<(), Refused> {
    let logged_in = log_in_by(connection, settings, user, &secret).await;
    logged_in.map_err(|refused| Refused { reply: secret.hide_in(&refused.reply), ..refused })
}

/// A token may have been taken back before its time: another one is tried once.
async fn log_in_by(
    connection: &mut AsyncSmtpConnection,
    settings: &SmtpSettings,
    user: String,
    secret: &Secret,
) -> Result<(), Refused> {
    if settings.login.auth == Auth::Password {
        let credentials = Credentials::new(user, secret.reveal().to_owned());
        let logged_in = connection.auth(&[Mechanism::Plain, Mechanism::Login], &credentials).await;
        return logged_in.map(drop).map_err(|error| judge(Step::Login, &error).refused);
    }
    let first = with_token(connection, settings, &user, secret).await;
    if !matches!(&first, Err(refused) if refused.concern == Concern::Us) {
        return first;
    }
    match read_secret(settings, Some(secret)).await? {
        Some((_, fresh)) if fresh != *secret => {
            let second = with_token(connection, settings, &user, &fresh).await;
            second.map_err(|refused| Refused { reply: fresh.hide_in(&refused.reply), ..refused })
        }
        _ => first,
    }
}

/// User and password or token, when a login is wanted; another token than `refused`. A command or a provider may take its time, so that they are asked beside the runtime.
pub(super) async fn read_secret(
    settings: &SmtpSettings,
    refused: Option<&Secret>,
) -> Result<Option<(String, Secret)>, Refused> {
    let (settings, refused) = (settings.clone(), refused.cloned());
    let read = tokio::task::spawn_blocking(move || {
        let Some((user, source)) = settings.secret()? else { return Ok(None) };
        Ok::<_, PostError>(Some((user.to_owned(), source.read(&settings.place(), refused.as_ref())?)))
    });
    let read = read.await.map_err(|why| unusable(Step::Login, format!("the password was not read: {why}")))?;
    read.map_err(|error| of_settings(Step::Login, &error))
}

async fn with_token(
    connection: &mut AsyncSmtpConnection,
    settings: &SmtpSettings,
    user: &str,
    token: &Secret,
) -> Result<(), Refused> {
    let bearer = Bearer { auth: settings.login.auth, user, host: &settings.host, port: settings.port, token };
    let opening = Line(format!("AUTH {} {}", bearer.mechanism(), BASE64.encode(bearer.opening().as_bytes())));
    let answer = say(connection, opening).await?;
    if !answer.has_code(CHALLENGE) {
        return Ok(());
    }
    // The challenge says why the token is refused; the refusal itself comes when it is answered.
    let challenge = answer.message().next().and_then(|words| BASE64.decode(words.trim().as_bytes()).ok());
    let why = challenge.and_then(|challenge| read_refusal(&challenge));
    let silence = Line(BASE64.encode(bearer.answer_to_refusal().as_bytes()));
    match say(connection, silence).await {
        Ok(_) => Err(refused(why.unwrap_or_else(|| "the server takes no token and says not why".to_owned()))),
        Err(refused) => Err(Refused {
            reply: [Some(refused.reply), why].into_iter().flatten().collect::<Vec<_>>().join("; "),
            ..refused
        }),
    }
}

async fn say(connection: &mut AsyncSmtpConnection, line: Line) -> Result<Response, Refused> {
    connection.command(line).await.map_err(|error| judge(Step::Login, &error).refused)
}

fn refused(reply: String) -> Refused {
    Refused { concern: Concern::Us, ..unusable(Step::Login, reply) }
}

/// One line to a server.
struct Line(String);

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\r\n", self.0)
    }
}
