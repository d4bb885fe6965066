//! From a connection to a session: the greeting, TLS where it is asked for in the open, the login in the way that the
//! settings and the server have in common, and what a refusal of it is about.

use std::cell::{Cell, RefCell};
use std::io::{self, Read, Write};

use imap::types::Capabilities;
use imap::{Authenticator, Client, Session, error::Error};

use super::guard::{Allowance, Guarded, Patience};
use super::heard::{Heard, code_of};
use super::scram::{self, Scram};
use super::session::{ANSWER, Open};
use crate::bearer::{Bearer, read_refusal};
use crate::{Auth, ImapSettings, Secret};

/// Lines that a server may say in the open before it begins with TLS, and how long they may be.
const MOST_LINES: usize = 20;
const LONGEST_LINE: usize = 1024;

/// Codes of RFC 5530 that are about who logs in. All others are about the server, and the password may be right.
const OF_THE_USER: [&str; 6] =
    ["AUTHENTICATIONFAILED", "AUTHORIZATIONFAILED", "EXPIRED", "PRIVACYREQUIRED", "CONTACTADMIN", "WEBALERT"];
/// How servers without such codes say that it may go better later.
const OF_THE_MOMENT: [&str; 10] = [
    "temporar",
    "try again",
    "later",
    "too many",
    "unavailable",
    "limit",
    "maximum",
    "busy",
    "internal error",
    "not connected",
];

/// Ways to log in that servers offer, for saying which.
const KNOWN_WAYS: [&str; 12] = [
    "PLAIN",
    "LOGIN",
    "CRAM-MD5",
    "DIGEST-MD5",
    "SCRAM-SHA-1",
    "SCRAM-SHA-256",
    "SCRAM-SHA-256-PLUS",
    "XOAUTH2",
    "OAUTHBEARER",
    "GSSAPI",
    "NTLM",
    "EXTERNAL",
];

/// Why there is no session.
pub(crate) enum Failure {
    /// The server does not take the user, in these words.
    Refused(String),
    /// It takes nobody now, in these words; the password may be right.
    Busy(String),
    /// The settings and the server have no way in common.
    Unfit(String),
    /// Something else, while this was tried.
    Else(&'static str, Box<Error>),
}

impl Failure {
    fn of(action: &'static str, error: Error) -> Self {
        Failure::Else(action, Box::new(error))
    }
}

/// Goes from the open greeting to the point at which the very next byte belongs to the handshake. Reads byte by byte, so
/// that nothing slipped in before it can pass for a protected answer.
pub(crate) fn ask_for_tls(socket: &mut (impl Read + Write)) -> Result<(), Failure> {
    let greeting = read_line(socket).map_err(|e| Failure::of("be greeted", Error::Io(e)))?;
    if greeting.starts_with("* PREAUTH") {
        // Anybody between the server and us could say so, and TLS would never begin (RFC 9051, 11.1).
        return Err(Failure::Refused("the server takes us for logged in before TLS".to_owned()));
    }
    if !greeting.starts_with("* OK") {
        return Err(Failure::of("be greeted", Error::Io(io::Error::other(greeting))));
    }
    let lost = |error| Failure::of("start TLS", Error::Io(error));
    socket.write_all(b"t1 STARTTLS\r\n").map_err(lost)?;
    for _ in 0..MOST_LINES {
        let line = read_line(socket).map_err(lost)?;
        match line.strip_prefix("t1 ") {
            Some(answer) if answer.starts_with("OK") => return Ok(()),
            Some(answer) => return Err(Failure::Refused(format!("the server answers STARTTLS with {answer:?}"))),
            None => {}
        }
    }
    Err(lost(io::Error::other("the server does not come to an answer")))
}

fn read_line(socket: &mut impl Read) -> io::Result<String> {
    let mut line = Vec::new();
    let mut byte = [0];
    while line.len() < LONGEST_LINE {
        socket.read_exact(&mut byte)?;
        if byte == *b"\n" {
            return Ok(String::from_utf8_lossy(line.trim_ascii_end()).into_owned());
        }
        line.push(byte[0]);
    }
    Err(io::Error::other("the server sends a line without end"))
}

/// Logs in over a connection that is protected as far as it will be. Behind STARTTLS the greeting was heard already.
pub(super) fn log_in(
    stream: Guarded,
    (allowance, heard): (Allowance, Heard),
    patience: &Patience,
    (settings, secret): (&ImapSettings, &Secret),
) -> Result<Open, Failure> {
    let mut client = Client::new(stream);
    if settings.tls != super::ImapTls::Starttls {
        expect_greeting(&mut client)?;
    }
    allowance.grant(patience, ANSWER);
    let offered = client.capabilities().map_err(|e| Failure::of("ask how to log in", e))?;
    allowance.grant(patience, ANSWER);
    let mut session = authenticate(client, &offered, settings, secret, &heard)?;
    allowance.grant(patience, ANSWER);
    let known = session.capabilities().map_err(|e| Failure::of("ask what the server can do", e))?;
    let has = |name| known.has_str(name);
    let (idle, moves, uidplus, has_namespaces) = (has("IDLE"), has("MOVE"), has("UIDPLUS"), has("NAMESPACE"));
    drop(known);
    let mut open = Open { session, allowance, heard, idle, moves, uidplus, namespaces: Default::default() };
    if has_namespaces {
        open.ask_for_namespaces(patience).map_err(|e| Failure::of("ask where folders are", e))?;
    }
    Ok(open)
}

fn expect_greeting(client: &mut Client<Guarded>) -> Result<(), Failure> {
    let fail = |error| Failure::of("be greeted", error);
    let greeting = client.read_greeting().map_err(fail)?;
    if greeting.starts_with(b"* OK") {
        return Ok(());
    }
    let words = String::from_utf8_lossy(&greeting[..greeting.len().min(200)]).trim_end().to_owned();
    Err(fail(Error::Io(io::Error::other(words))))
}

fn authenticate(
    client: Client<Guarded>,
    offered: &Capabilities,
    settings: &ImapSettings,
    secret: &Secret,
    heard: &Heard,
) -> Result<Session<Guarded>, Failure> {
    if settings.login.auth != Auth::Password {
        return log_in_with_token(client, offered, settings, secret, heard);
    }
    let (user, password) = (settings.user.as_str(), secret.reveal());
    let is_plain_offered =
        offered.has_str("AUTH=PLAIN") || (offered.has_str("AUTH=LOGIN") && !offered.has_str("LOGINDISABLED"));
    if let Some(mechanism) = scram::mechanism_of(offered).filter(|_| !is_plain_offered) {
        return log_in_by_challenge(client, mechanism, (user, password), heard);
    }
    // LOGIN has no way to say in which charset a password is; PLAIN is UTF-8 (RFC 4616).
    let is_ascii = user.is_ascii() && password.is_ascii();
    let logged_in = if offered.has_str("LOGINDISABLED") && !offered.has_str("AUTH=PLAIN") {
        return Err(Failure::Unfit(format!("it takes no plain password on this connection, only {}", ways(offered))));
    } else if is_ascii && !offered.has_str("LOGINDISABLED") {
        client.login(user, password)
    } else {
        client.authenticate("PLAIN", &Plain { user, password })
    };
    logged_in.map_err(|(error, _)| weigh(error, heard, None))
}

fn log_in_by_challenge(
    client: Client<Guarded>,
    mechanism: &'static str,
    (user, password): (&str, &str),
    heard: &Heard,
) -> Result<Session<Guarded>, Failure> {
    let scram = Scram::begin(mechanism, user, password)
        .map_err(|why| Failure::Unfit(format!("a login by {mechanism} cannot begin: {why}")))?;
    let session = client.authenticate(mechanism, &scram).map_err(|(error, _)| weigh(error, heard, None))?;
    if scram.is_proven() {
        return Ok(session);
    }
    // Somebody who stands in the server's place could say yes to everything.
    Err(Failure::Unfit(format!("it lets us in by {mechanism} without proof that it knows the password")))
}

fn log_in_with_token(
    client: Client<Guarded>,
    offered: &Capabilities,
    settings: &ImapSettings,
    token: &Secret,
    heard: &Heard,
) -> Result<Session<Guarded>, Failure> {
    let (host, port) = (settings.host.as_str(), settings.port());
    let bearer = Bearer { auth: settings.login.auth, user: &settings.user, host, port, token };
    let mechanism = bearer.mechanism();
    if !offered.has_str(format!("AUTH={mechanism}")) {
        return Err(Failure::Unfit(format!("it does not offer {mechanism}, only {}", ways(offered))));
    }
    let token = Token { bearer, has_spoken: Cell::new(false), refusal: RefCell::default() };
    let logged_in = client.authenticate(mechanism, &token);
    logged_in.map_err(|(error, _)| weigh(error, heard, token.refusal.take()))
}

/// The ways to log in that a server offers.
fn ways(offered: &Capabilities) -> String {
    let names: Vec<&str> = KNOWN_WAYS.into_iter().filter(|name| offered.has_str(format!("AUTH={name}"))).collect();
    if names.is_empty() { "LOGIN".to_owned() } else { names.join(", ") }
}

/// What a failed login is about: the user, or the server of this moment. `challenge` is what the server said before.
fn weigh(error: Error, heard: &Heard, challenge: Option<String>) -> Failure {
    let plain = match &error {
        Error::No(no) => &no.information,
        Error::Bad(bad) => &bad.information,
        _ => return Failure::of("log in", error),
    };
    let refusal = heard.refusal();
    let words = refusal.as_ref().unwrap_or(plain);
    if !is_of_the_user(matches!(error, Error::No(_)), words) {
        return Failure::Busy(words.clone());
    }
    let heard_before = challenge.into_iter().chain(heard.alert()).map(|said| format!("; {said}"));
    Failure::Refused(format!("{words}{}", heard_before.collect::<String>()))
}

/// A command that was not understood says nothing of the password (Exchange answers BAD while it is starting).
fn is_of_the_user(is_no: bool, words: &str) -> bool {
    let lower = words.to_ascii_lowercase();
    if let Some(code) = code_of(words) {
        // An alert may be about anything; Google asks so for a password of another kind.
        let asks_for_password = code.eq_ignore_ascii_case("ALERT") && is_no && lower.contains("password");
        return asks_for_password || OF_THE_USER.iter().any(|known| known.eq_ignore_ascii_case(code));
    }
    let words = lower;
    is_no && !OF_THE_MOMENT.iter().any(|moment| words.contains(moment))
}

struct Plain<'a> {
    user: &'a str,
    password: &'a str,
}

impl Authenticator for Plain<'_> {
    type Response = String;

    fn process(&self, _challenge: &[u8]) -> String {
        format!("\0{}\0{}", self.user, self.password)
    }
}

/// A login with a token: what is said first, and the one answer to a refusal.
struct Token<'a> {
    bearer: Bearer<'a>,
    has_spoken: Cell<bool>,
    refusal: RefCell<Option<String>>,
}

impl Authenticator for Token<'_> {
    type Response = String;

    fn process(&self, challenge: &[u8]) -> String {
        if !self.has_spoken.replace(true) {
            return self.bearer.opening();
        }
        *self.refusal.borrow_mut() = read_refusal(challenge);
        self.bearer.answer_to_refusal().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_refusal_is_about_the_user_or_about_the_server() {
        for words in [
            "[AUTHENTICATIONFAILED] Invalid credentials (Failure)",
            "[AuthorizationFailed] no",
            "[EXPIRED] change your password",
            "Login failed.",
            "LOGIN failed.",
            "Invalid login name or password",
            "[ALERT] Application-specific password required: https://support.example/185833 (Failure)",
            "[WEBALERT https://accounts.example/signin] Web login required.",
        ] {
            assert!(is_of_the_user(true, words), "{words}");
        }
        for words in [
            "[UNAVAILABLE] Temporary authentication failure.",
            "[INUSE] mailbox is locked",
            "[LIMIT] connections",
            "[OVERQUOTA] no",
            "[ALERT] Too many simultaneous connections. (Failure)",
            "[SERVERBUG] oops",
            "Maximum number of connections from user+IP exceeded",
            "Server is busy, try again",
        ] {
            assert!(!is_of_the_user(true, words), "{words}");
        }
        assert!(!is_of_the_user(false, "User is authenticated but not connected."));
        assert!(!is_of_the_user(false, "Command unrecognized"));
    }
}
