//! The stream under an SMTP conversation, and the few lines that lead from plain text to TLS. They are ours because the
//! client library keeps what arrived before the handshake and would believe it afterwards.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
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
}

#[derive(Debug)]
enum Stream {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

impl Wire {
    /// Plain text, for a server on this machine.
    pub(super) fn plain(socket: TcpStream) -> Self {
        Wire { stream: Stream::Plain(socket), ahead: b"" }
    }

    /// TLS; `upgraded` when the server's greeting came before it.
    pub(super) fn tls(stream: TlsStream<TcpStream>, upgraded: bool) -> Self {
        Wire { stream: Stream::Tls(Box::new(stream)), ahead: if upgraded { GREETING } else { b"" } }
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
        match &mut self.stream {
            Stream::Plain(socket) => Pin::new(socket).poll_read(context, buffer),
            Stream::Tls(stream) => Pin::new(stream).poll_read(context, buffer),
        }
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
