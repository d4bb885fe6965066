//! The connection under the `imap` crate, with what the crate lacks: time limits on every read and write, a limit on
//! how much a server may say, and order in the opening of IDLE. Every line is heard before the crate sees it. Knows lines,
//! not mail.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use imap::extensions::idle::SetReadTimeout;
use rustls::{ClientConnection, StreamOwned};

use super::heard::{Heard, Passage};

/// How long a line of text may be that is not part of a letter.
const LONGEST_LINE: usize = 64 * 1024;

/// How patient we are with a server.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// For the connection to stand, per address.
    pub connect: Duration,
    /// Without a single byte.
    pub stall: Duration,
    /// For one whole command, however lively the server drips.
    pub command: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience { connect: Duration::from_secs(20), stall: Duration::from_secs(60), command: Duration::from_secs(300) }
    }
}

/// What the current command may still cost. Shared between the stream, which the crate swallows, and its owner.
#[derive(Debug, Clone)]
pub(super) struct Allowance(Arc<Mutex<Limits>>);

#[derive(Debug)]
struct Limits {
    deadline: Instant,
    stall: Duration,
    bytes: u64,
    opening_idle: bool,
    /// Inside IDLE silence is the normal case.
    idling: bool,
}

impl Allowance {
    pub(super) fn new() -> Self {
        Allowance(Arc::new(Mutex::new(Limits {
            deadline: Instant::now(),
            stall: Duration::ZERO,
            bytes: 0,
            opening_idle: false,
            idling: false,
        })))
    }

    /// Grants the next command its time and the length of its answer.
    pub(super) fn grant(&self, patience: &Patience, bytes: u64) {
        let mut limits = self.lock();
        limits.deadline = Instant::now() + patience.command;
        limits.stall = patience.stall;
        limits.bytes = bytes;
        limits.opening_idle = false;
        limits.idling = false;
    }

    /// Says that the next command is IDLE.
    pub(super) fn open_idle(&self) {
        self.lock().opening_idle = true;
    }

    fn lock(&self) -> MutexGuard<'_, Limits> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long the next read may take.
    fn time_left(&self) -> io::Result<Duration> {
        let limits = self.lock();
        let left = limits.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(too_slow());
        }
        Ok(if limits.idling { left } else { left.min(limits.stall) })
    }

    fn spend(&self, bytes: usize) -> io::Result<()> {
        let mut limits = self.lock();
        match limits.bytes.checked_sub(bytes as u64) {
            Some(left) => limits.bytes = left,
            None => {
                return Err(io::Error::other("the server's answer is longer than it may be"));
            }
        }
        Ok(())
    }
}

fn too_slow() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "the server does not answer in time")
}

/// A socket that keeps to an allowance, below TLS so that dripping bytes of a TLS record count as well.
pub(super) struct Timed {
    socket: TcpStream,
    allowance: Allowance,
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.allowance.time_left()?;
        self.socket.set_read_timeout(Some(left))?;
        let read = self.socket.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => too_slow(),
            _ => error,
        })?;
        self.allowance.spend(read)?;
        Ok(read)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.socket.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush()
    }
}

/// The bytes below: plain on this machine, TLS elsewhere.
pub(super) enum Wire {
    /// Plain TCP.
    Plain(Timed),
    /// TLS over TCP.
    Tls(Box<StreamOwned<ClientConnection, Timed>>),
}

impl Wire {
    /// Goes over to TLS: the handshake is done when this returns.
    pub(super) fn start_tls(mut client: ClientConnection, mut socket: Timed) -> io::Result<Self> {
        while client.is_handshaking() {
            client.complete_io(&mut socket)?;
        }
        Ok(Wire::Tls(Box::new(StreamOwned::new(client, socket))))
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Wire::Plain(socket) => socket.read(buffer),
            Wire::Tls(stream) => stream.read(buffer),
        }
    }
}

/// Connects to the first address that answers, with limits on every later read and write.
pub(super) fn connect(addresses: &[SocketAddr], patience: &Patience, allowance: &Allowance) -> io::Result<Timed> {
    let mut failure = io::Error::new(io::ErrorKind::NotFound, "no address to connect to");
    for address in addresses {
        match TcpStream::connect_timeout(address, patience.connect) {
            Ok(socket) => {
                socket.set_nodelay(true)?;
                socket.set_write_timeout(Some(patience.stall))?;
                return Ok(Timed { socket, allowance: allowance.clone() });
            }
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// What the `imap` crate talks to. Hands out one line at a time, so that the crate never holds lines back from us.
pub(super) struct Guarded {
    wire: Wire,
    allowance: Allowance,
    heard: Heard,
    buffer: Vec<u8>,
    start: usize,
    /// So many bytes go to the crate before a line is looked at again.
    passing: u64,
}

impl Guarded {
    pub(super) fn new(wire: Wire, allowance: Allowance, heard: Heard) -> Self {
        Guarded { wire, allowance, heard, buffer: Vec::new(), start: 0, passing: 0 }
    }

    /// Reads from the wire behind what is already buffered; 0 at the end of the connection.
    fn fill(&mut self) -> io::Result<usize> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let held = self.buffer.len();
        self.buffer.resize(held + 16 * 1024, 0);
        let result = self.wire.read(&mut self.buffer[held..]);
        self.buffer.truncate(held + result.as_ref().copied().unwrap_or(0));
        result
    }

    /// The length of the next line, once it is whole; nothing where the connection ends within it, or it is too long to
    /// be looked at.
    fn whole_line(&mut self) -> io::Result<Option<usize>> {
        loop {
            let held = &self.buffer[self.start..];
            if let Some(end) = held.iter().position(|&byte| byte == b'\n') {
                return Ok(Some(end + 1));
            }
            if held.len() > LONGEST_LINE || self.fill()? == 0 {
                return Ok(None);
            }
        }
    }

    /// Takes a whole line out of the buffer.
    fn take_line(&mut self) -> io::Result<Vec<u8>> {
        let Some(length) = self.whole_line()? else {
            let is_endless = self.buffer.len() - self.start > LONGEST_LINE;
            let endless = || io::Error::other("the server sends a line without end");
            return Err(if is_endless { endless() } else { io::ErrorKind::UnexpectedEof.into() });
        };
        let line = self.buffer[self.start..self.start + length].to_vec();
        self.start += length;
        Ok(line)
    }

    /// Hears the next line, and lets it pass with the literal that it announces.
    fn hear_line(&mut self) -> io::Result<()> {
        while let Some(length) = self.whole_line()? {
            match self.heard.note(&mut self.buffer[self.start..self.start + length]) {
                Passage::Withheld => self.start += length,
                Passage::Open(literal) => {
                    self.passing = literal.saturating_add(length as u64);
                    return Ok(());
                }
            }
        }
        self.passing = (self.buffer.len() - self.start) as u64;
        Ok(())
    }

    /// Puts the answer to IDLE first and the news that came before it after it. The crate takes news before the answer
    /// for a refusal and waits for ever, and a refusal for something that cannot be.
    fn sort_idle_opening(&mut self) -> io::Result<()> {
        let mut news = Vec::new();
        loop {
            let mut line = self.take_line()?;
            if line.starts_with(b"* ") && news.len() <= LONGEST_LINE {
                self.heard.note(&mut line);
                news.extend(line);
                continue;
            }
            if !line.starts_with(b"+") {
                return Err(io::Error::other("the server does not take IDLE"));
            }
            let rest = self.buffer.split_off(self.start);
            self.buffer = [line, news, rest].concat();
            self.start = 0;
            return Ok(());
        }
    }
}

impl Read for Guarded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // A panic inside the crate unwinds through its IDLE handle, which would wait for an answer to DONE.
        if std::thread::panicking() {
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        let opening_idle = std::mem::take(&mut self.allowance.lock().opening_idle);
        if opening_idle {
            self.sort_idle_opening()?;
        }
        if self.passing == 0 {
            self.hear_line()?;
        }
        if self.start == self.buffer.len() && self.fill()? == 0 {
            return Ok(0);
        }
        let held = &self.buffer[self.start..];
        let line = held.iter().position(|&byte| byte == b'\n').map_or(held.len(), |at| at + 1);
        let count = line.min(buffer.len()).min(usize::try_from(self.passing).unwrap_or(usize::MAX));
        buffer[..count].copy_from_slice(&held[..count]);
        self.start += count;
        self.passing -= count as u64;
        Ok(count)
    }
}

impl Write for Guarded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.wire {
            Wire::Plain(socket) => socket.write(bytes),
            Wire::Tls(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.wire {
            Wire::Plain(socket) => socket.flush(),
            Wire::Tls(stream) => stream.flush(),
        }
    }
}

impl SetReadTimeout for Guarded {
    /// The crate calls this around the waiting part of IDLE only, the second time with `None`. That would mean to wait
    /// for ever; here it means the usual stall.
    fn set_read_timeout(&mut self, timeout: Option<Duration>) -> imap::error::Result<()> {
        let mut limits = self.allowance.lock();
        limits.deadline = Instant::now() + timeout.unwrap_or(limits.stall);
        limits.idling = timeout.is_some();
        Ok(())
    }
}
