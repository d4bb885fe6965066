//! What a port speaks, for those who set a judge up: nothing is said to it but a TLS hello, or what leads to one.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use rustls::ClientConnection;

use super::certificate::{self, Certificate};
use super::imap::login::{Failure, ask_for_tls};
use super::{PostError, tls};

/// To stand, per address.
const CONNECT: Duration = Duration::from_secs(3);
/// For a first word.
const WORD: Duration = Duration::from_secs(2);
/// Of a reply as it is read here.
const LONGEST: usize = 8 * 1024;

/// What a port was found to speak.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Spoken {
    /// Plain text, and this is the first line.
    Plain(String),
    /// TLS from the first byte.
    Tls,
    /// Nothing, neither unasked nor to a TLS hello.
    Nothing,
}

/// How a conversation comes to TLS.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// From the first byte.
    Implicit,
    /// SMTP's STARTTLS.
    Smtp,
    /// IMAP's STARTTLS.
    Imap,
}

/// The protocol that a greeting belongs to, when it is one that we know.
pub fn protocol_of(greeting: &str) -> Option<&'static str> {
    let known = [("* ", "IMAP"), ("220", "SMTP"), ("421", "SMTP"), ("554", "SMTP"), ("+OK", "POP3"), ("SSH-", "SSH")];
    known.into_iter().find(|(start, _)| greeting.starts_with(start)).map(|(_, name)| name)
}

/// Listens at a port. Whoever expects TLS says hello first: a server that speaks it says nothing unasked.
pub fn listen(host: &str, port: u16, expects_tls: bool) -> Result<Spoken, PostError> {
    let place = format!("{host}:{port}");
    let mut socket = reach(&place, host, port)?;
    let hello = hello(&place, host)?;
    if !expects_tls && let Some(first) = first_byte(&mut socket) {
        return Ok(recognise(first, &mut socket));
    }
    if socket.write_all(&hello).is_err() {
        return Ok(Spoken::Nothing);
    }
    let first = first_byte(&mut socket);
    Ok(first.map_or(Spoken::Nothing, |first| recognise(first, &mut socket)))
}

/// Whether a host is this machine and no other.
pub fn is_here(host: &str, port: u16) -> bool {
    tls::resolve(host, host, port).is_ok_and(|found| found.iter().all(|address| address.ip().is_loopback()))
}

/// Whether a server in the clear agrees to begin with TLS.
pub fn offers_starttls(host: &str, port: u16, opening: Opening) -> bool {
    let place = format!("{host}:{port}");
    reach(&place, host, port).is_ok_and(|mut socket| open(&mut socket, opening).is_ok())
}

/// Looks at the certificate that a server shows, and goes away before TLS stands.
pub fn look_at_certificate(
    host: &str,
    port: u16,
    opening: Opening,
    ca_file: Option<&Path>,
) -> Result<Certificate, PostError> {
    let place = format!("{host}:{port}");
    let mut socket = reach(&place, host, port)?;
    let broken = |error: io::Error| PostError::Tls { place: place.clone(), why: error.to_string() };
    open(&mut socket, opening).map_err(broken)?;
    let (config, shown) = certificate::recorder(&place)?;
    let client = ClientConnection::new(config, tls::server_name(&place, host)?);
    let mut client = client.map_err(|error| PostError::Tls { place: place.clone(), why: error.to_string() })?;
    let mut outcome = Ok((0, 0));
    while client.is_handshaking() && outcome.is_ok() {
        outcome = client.complete_io(&mut socket);
    }
    match shown.chain() {
        Some(chain) => certificate::judge(&place, host, &chain, ca_file),
        None => Err(broken(outcome.err().unwrap_or_else(|| io::Error::other("the server shows no certificate")))),
    }
}

fn reach(place: &str, host: &str, port: u16) -> Result<TcpStream, PostError> {
    let mut failure = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for address in tls::resolve(place, host, port)? {
        match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(socket) => {
                let limited = socket.set_read_timeout(Some(WORD)).and_then(|()| socket.set_write_timeout(Some(WORD)));
                limited.map_err(|source| PostError::Unreachable { place: place.to_owned(), source })?;
                return Ok(socket);
            }
            Err(error) => failure = error,
        }
    }
    Err(PostError::Unreachable { place: place.to_owned(), source: failure })
}

/// The first bytes of a TLS conversation.
fn hello(place: &str, host: &str) -> Result<Vec<u8>, PostError> {
    let no_tls = |error: rustls::Error| PostError::Tls { place: place.to_owned(), why: error.to_string() };
    let config = tls::client_config(place, None)?;
    let mut client = ClientConnection::new(config, tls::server_name(place, host)?).map_err(no_tls)?;
    let mut bytes = Vec::new();
    client.write_tls(&mut bytes).map_err(|error| PostError::Tls { place: place.to_owned(), why: error.to_string() })?;
    Ok(bytes)
}

fn first_byte(socket: &mut TcpStream) -> Option<u8> {
    let mut byte = [0];
    (socket.read(&mut byte).ok()? == 1).then_some(byte[0])
}

/// A record of TLS is an alert (21) or of the handshake (22); anything else is text.
fn recognise(first: u8, socket: &mut TcpStream) -> Spoken {
    if matches!(first, 21 | 22) {
        return Spoken::Tls;
    }
    let rest = read_line(socket, Instant::now() + WORD).unwrap_or_default();
    Spoken::Plain(format!("{}{rest}", char::from(first)))
}

/// Goes to where the next byte belongs to TLS.
fn open(socket: &mut TcpStream, opening: Opening) -> io::Result<()> {
    match opening {
        Opening::Implicit => Ok(()),
        Opening::Smtp => open_smtp(socket),
        Opening::Imap => ask_for_tls(socket).map_err(|failure| match failure {
            Failure::Refused(why) | Failure::Busy(why) | Failure::Unfit(why) => io::Error::other(why),
            Failure::Else(_, error) => io::Error::other(error.to_string()),
        }),
    }
}

fn open_smtp(socket: &mut TcpStream) -> io::Result<()> {
    read_reply(socket, "220")?;
    socket.write_all(b"EHLO localhost\r\n")?;
    let features = read_reply(socket, "250")?;
    let is_offered =
        features.iter().any(|line| line.get(4..).is_some_and(|word| word.eq_ignore_ascii_case("STARTTLS")));
    if !is_offered {
        return Err(io::Error::other("the server does not offer STARTTLS"));
    }
    socket.write_all(b"STARTTLS\r\n")?;
    read_reply(socket, "220").map(drop)
}

/// The lines of one whole SMTP reply.
fn read_reply(socket: &mut TcpStream, code: &str) -> io::Result<Vec<String>> {
    let end = Instant::now() + 2 * WORD;
    let mut lines = Vec::new();
    loop {
        let line = read_line(socket, end)?;
        let is_last = line.as_bytes().get(3) != Some(&b'-');
        if !line.starts_with(code) {
            return Err(io::Error::other(format!("the server answers {line}")));
        }
        lines.push(line);
        if is_last {
            return Ok(lines);
        }
    }
}

/// Reads byte by byte: what comes after the line may belong to TLS.
fn read_line(socket: &mut TcpStream, end: Instant) -> io::Result<String> {
    let mut line = Vec::new();
    while line.len() < LONGEST && Instant::now() < end {
        match first_byte(socket) {
            Some(b'\n') => return Ok(String::from_utf8_lossy(line.trim_ascii_end()).into_owned()),
            Some(byte) => line.push(byte),
            None => break,
        }
    }
    Err(io::Error::new(io::ErrorKind::TimedOut, "the server does not answer in time"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greeting_tells_its_protocol() {
        assert_eq!(protocol_of("* OK IMAP4rev1 ready"), Some("IMAP"));
        assert_eq!(protocol_of("220 mx.example ESMTP"), Some("SMTP"));
        assert_eq!(protocol_of("+OK POP3 ready"), Some("POP3"));
        assert_eq!(protocol_of("HTTP/1.1 400 Bad Request"), None);
    }
}
