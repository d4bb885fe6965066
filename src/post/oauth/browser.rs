//! A login by a browser: the provider's page sends the person's browser back to a port of this machine with a code
//! (RFC 8252), which is worth nothing without a secret that never left us (PKCE, RFC 7636). On a machine without a browser
//! the address that the browser was sent to is pasted.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use data_encoding::BASE64URL_NOPAD;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use sha2::{Digest, Sha256};

use super::grant::Tokens;
use super::request::{Answer, Web, refused};
use super::{Client, Grant, OauthError, Provider};

/// How long a person may take.
const MINUTES: u64 = 15;
/// How long the request of a browser may be.
const LONGEST_REQUEST: u64 = 16 * 1024;

const DONE: &str = "Go back to the command, which says what came of it. This page can be closed.";

/// Logs in by a page that `say` shows to a person. `pasted` are the lines the person may type instead.
pub fn log_in_by_browser(
    provider: &Provider,
    client: &Client,
    authorize: &str,
    say: &mut dyn FnMut(&str),
    pasted: impl BufRead + Send + 'static,
) -> Result<Grant, OauthError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|why| of_port(&why))?;
    let port = listener.local_addr().map_err(|why| of_port(&why))?.port();
    let redirect = format!("http://127.0.0.1:{port}");
    let (state, verifier) = (secret()?, secret()?);
    let challenge = BASE64URL_NOPAD.encode(&Sha256::digest(verifier.as_bytes()));
    let query = [
        ("response_type", "code"),
        ("client_id", &client.id),
        ("redirect_uri", &redirect),
        ("scope", &provider.scope),
        ("state", &state),
        ("code_challenge", &challenge),
        ("code_challenge_method", "S256"),
        // Google's words for a refresh token; others pass them over.
        ("access_type", "offline"),
        ("prompt", "consent"),
    ];
    let query: Vec<String> = query.iter().map(|(name, value)| format!("{name}={}", encode(value))).collect();
    say(&format!("Open this page in a browser, on this machine or another:\n\n{authorize}?{}\n", query.join("&")));
    say("If the browser ends at a page that cannot be shown, paste that page's address here.");
    let (told, answers) = mpsc::channel();
    listen(listener, told.clone());
    read_lines(pasted, told);
    let end = Instant::now() + Duration::from_secs(MINUTES * 60);
    let code = loop {
        let left = end.saturating_duration_since(Instant::now());
        let answer = answers.recv_timeout(left).map_err(|_| OauthError::TooLate { minutes: MINUTES })?;
        if value(&answer, "state").as_deref() != Some(state.as_str()) {
            say("That is no answer to this login; still waiting.");
            continue;
        }
        if let Some(kind) = value(&answer, "error") {
            return Err(refused(authorize, &kind, &value(&answer, "error_description").unwrap_or_default()));
        }
        if let Some(code) = value(&answer, "code") {
            break code;
        }
    };
    let mut form = vec![
        ("grant_type", "authorization_code"),
        ("code", code.as_str()),
        ("redirect_uri", redirect.as_str()),
        ("client_id", client.id.as_str()),
        ("code_verifier", verifier.as_str()),
    ];
    form.extend(client.secret.as_deref().map(|secret| ("client_secret", secret)));
    let tokens: Answer<Tokens> = Web::new(client.ca_file.as_deref())?.send("ask for tokens", &provider.token, &form)?;
    Grant::new(provider, client, tokens.granted(&provider.token)?)
}

/// Tells of every request of a browser, on a thread of its own.
fn listen(listener: TcpListener, told: Sender<String>) {
    thread::spawn(move || {
        for socket in listener.incoming().flatten() {
            if let Ok(request) = answer(socket)
                && told.send(request).is_err()
            {
                return;
            }
        }
    });
}

/// Reads the address that a browser asks for, and thanks it.
fn answer(socket: TcpStream) -> io::Result<String> {
    socket.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut reader = BufReader::new(io::Read::take(&socket, LONGEST_REQUEST));
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut line = String::new();
    while reader.read_line(&mut line)? > 2 {
        line.clear();
    }
    let length = DONE.len();
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\n");
    (&socket).write_all(format!("{head}Connection: close\r\n\r\n{DONE}").as_bytes())?;
    Ok(first.split_whitespace().nth(1).unwrap_or_default().to_owned())
}

/// Tells of every line that looks like the address of the last page.
fn read_lines(lines: impl BufRead + Send + 'static, told: Sender<String>) {
    thread::spawn(move || {
        for line in lines.lines().map_while(Result::ok).filter(|line| line.contains("state=")) {
            if told.send(line.trim().to_owned()).is_err() {
                return;
            }
        }
    });
}

/// A value from the query of an address.
fn value(address: &str, name: &str) -> Option<String> {
    let query = address.split_once('?')?.1.split('#').next()?;
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(known, _)| *known == name)?;
    Some(percent_decode_str(&value.replace('+', " ")).decode_utf8().ok()?.into_owned())
}

fn encode(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// 43 characters that nobody can guess (RFC 7636, 4.1).
fn secret() -> Result<String, OauthError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|why| of_port(&why))?;
    Ok(BASE64URL_NOPAD.encode(&bytes))
}

fn of_port(why: &dyn std::fmt::Display) -> OauthError {
    OauthError::File { action: "prepare the login on", file: "this machine".to_owned(), why: why.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_of_an_address_are_read() {
        let address = "http://127.0.0.1:4711/?state=a%2Bb&code=4%2F0A&scope=https%3A%2F%2Fmail.google.com%2F#x";
        assert_eq!(value(address, "code").as_deref(), Some("4/0A"));
        assert_eq!(value(address, "state").as_deref(), Some("a+b"));
        assert_eq!(value(address, "error"), None);
        assert_eq!(value("/?error=access_denied&state=s", "error").as_deref(), Some("access_denied"));
        assert_eq!(value("nothing", "code"), None);
    }
}
