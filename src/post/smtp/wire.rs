//! The stream under an SMTP conversation, and the few lines that lead from plain text to TLS. They are ours because the
//! client library keeps what arrived before the handshake and would believe it afterwards.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use lettre::transport::smtp::client::AsyncTokioStream;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;

/// What a server may say in one reply before TLS.
const LONGEST_REPLY: usize = 8 * 1024;
/// The library waits for a greeting, and after STARTTLS the server gives none.
const GREETING: &[u8] = b"220 TLS\r\n";

/// A stream to a mail server.
#[derive(Debug)]
pub(super) struct Wire {
    stream: Stream,
    /// What is read before the stream.
    ahead: &'static [u8],
    heard: Heard,
}

/// What the server said first. The library keeps what it knows of the answer to EHLO, and the size of letters is not in it.
#[derive(Debug, Clone)]
pub(super) struct Heard(Arc<Mutex<Option<Vec<u8>>>>);

impl Heard {
    fn new() -> Self {
        Heard(Arc::new(Mutex::new(Some(Vec::new()))))
    }

    fn note(&self, bytes: &[u8]) {
        if let Some(heard) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            let room = LONGEST_REPLY.saturating_sub(heard.len());
            heard.extend_from_slice(&bytes[..bytes.len().min(room)]);
        }
    }

    /// The most bytes of a letter that the server takes (RFC 1870: 0 is no limit), if it said so. Nothing is kept any more.
    pub fn take_size(&self) -> Option<usize> {
        let heard = self.0.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        let heard = String::from_utf8_lossy(&heard);
        let offers = heard.lines().filter_map(|line| line.strip_prefix("250")?.get(1..));
        let mut sizes = offers.filter_map(|offer| {
            let (name, size) = offer.trim().split_once(' ')?;
            name.eq_ignore_ascii_case("SIZE").then(|| size.trim().parse().ok())?
        });
        sizes.next().filter(|size| *size > 0)
    }
}

#[derive(Debug)]
enum Stream {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

impl Wire {
    /// Plain text, for a server on this machine.
    pub(super) fn plain(socket: TcpStream) -> Self {
        Wire { stream: Stream::Plain(socket), ahead: b"", heard: Heard::new() }
    }

    /// TLS; `upgraded` when the server's greeting came before it.
    pub(super) fn tls(stream: TlsStream<TcpStream>, upgraded: bool) -> Self {
        let ahead = if upgraded { GREETING } else { b"" };
        Wire { stream: Stream::Tls(Box::new(stream)), ahead, heard: Heard::new() }
    }

    /// What is heard through it from now on.
    pub(super) fn heard(&self) -> Heard {
        self.heard.clone()
    }
}

/// Greets the server and asks for TLS. On success the very next byte of the socket belongs to the handshake: replies
/// are read byte by byte, so that nothing slipped in before it can pass for a protected reply.
pub(super) async fn ask_for_tls(socket: &mut TcpStream, hello: &str) -> io::Result<()> {
    expect(socket, "220").await?;
    socket.write_all(format!("EHLO {hello}\r\n").as_bytes()).await?;
    let features = expect(socket, "250").await?;
    let offered = features.lines().any(|line| line.get(4..).is_some_and(|word| word.eq_ignore_ascii_case("STARTTLS")));
    if !offered {
        return Err(io::Error::other("the server does not offer STARTTLS"));
    }
    socket.write_all(b"STARTTLS\r\n").await?;
    expect(socket, "220").await?;
    Ok(())
}

/// Reads one whole reply and its lines.
async fn expect(socket: &mut TcpStream, code: &str) -> io::Result<String> {
    let mut reply = Vec::new();
    let mut line_start = 0;
    loop {
        let byte = socket.read_u8().await?;
        reply.push(byte);
        if reply.len() > LONGEST_REPLY {
            return Err(io::Error::other("the server's reply is longer than it may be"));
        }
        if byte != b'\n' {
            continue;
        }
        // "250-" goes on, "250 " ends.
        if reply.get(line_start + 3) != Some(&b'-') {
            break;
        }
        line_start = reply.len();
    }
    let reply = String::from_utf8_lossy(&reply).into_owned();
    if reply.starts_with(code) {
        return Ok(reply);
    }
    Err(io::Error::other(format!("the server answers {}", reply.trim_end())))
}

impl AsyncTokioStream for Wire {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        match &self.stream {
            Stream::Plain(socket) => socket.peer_addr(),
            Stream::Tls(stream) => stream.get_ref().0.peer_addr(),
        }
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.ahead.is_empty() {
            let (now, later) = self.ahead.split_at(self.ahead.len().min(buffer.remaining()));
            buffer.put_slice(now);
            self.ahead = later;
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        let polled = match &mut self.stream {
            Stream::Plain(socket) => Pin::new(socket).poll_read(context, buffer),
            Stream::Tls(stream) => Pin::new(stream).poll_read(context, buffer),
        };
        self.heard.note(&buffer.filled()[before..]);
        polled
    }
}

impl AsyncWrite for Wire {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match &mut self.stream {
            Stream::Plain(socket) => Pin::new(socket).poll_write(context, bytes),
            Stream::Tls(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.stream {
            Stream::Plain(socket) => Pin::new(socket).poll_flush(context),
            Stream::Tls(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.stream {
            Stream::Plain(socket) => Pin::new(socket).poll_shutdown(context),
            Stream::Tls(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(replies: &str) -> Option<usize> {
        let heard = Heard::new();
        replies.as_bytes().chunks(7).for_each(|part| heard.note(part));
        let size = heard.take_size();
        assert_eq!(heard.take_size(), None);
        size
    }

    #[test]
    fn the_size_of_letters_is_read_from_the_answer_to_ehlo() {
        assert_eq!(
            size("220 mx ESMTP\r\n250-mx at your service\r\n250-SIZE 35882577\r\n250 HELP\r\n"),
            Some(35_882_577)
        );
        assert_eq!(size("220 mx\r\n250-mx\r\n250 size 10240000\r\n"), Some(10_240_000));
        for none in
            ["", "220 SIZE 5\r\n", "250-mx\r\n250 SIZE\r\n", "250 SIZE 0\r\n", "250 SIZE many\r\n", "250-SIZE -1\r\n"]
        {
            assert_eq!(size(none), None, "{none}");
        }
    }
}
