//! A mail server that takes every letter: it lies in a Maildir of its recipient before the server says so.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use adjutant::post::deliver;

/// The server; it ends with the test.
pub struct Server {
    pub port: u16,
    at_work: Arc<AtomicUsize>,
}

impl Server {
    /// Starts the server; letters go to Maildirs in the folder.
    pub fn start(outbox: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let at_work = Arc::new(AtomicUsize::new(0));
        let (outbox, counter) = (outbox.to_owned(), Arc::clone(&at_work));
        std::thread::spawn(move || {
            for socket in listener.incoming() {
                let (outbox, counter) = (outbox.clone(), Arc::clone(&counter));
                counter.fetch_add(1, Ordering::SeqCst);
                std::thread::spawn(move || {
                    // A client that is killed hangs up in the middle.
                    let _ = socket.and_then(|socket| converse(socket, &outbox));
                    counter.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        Self { port, at_work }
    }

    /// Waits until no conversation goes on: the client is gone.
    pub fn settle(&self) {
        // A connection that was made just before may not have been taken yet.
        std::thread::sleep(Duration::from_millis(2));
        while self.at_work.load(Ordering::SeqCst) > 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn converse(mut socket: TcpStream, outbox: &Path) -> std::io::Result<()> {
    let mut reader = BufReader::new(socket.try_clone()?);
    let mut recipient: Option<PathBuf> = None;
    socket.write_all(b"220 war.test ready\r\n")?;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let verb: String = line.chars().take(4).collect::<String>().to_ascii_uppercase();
        let said: &[u8] = match verb.as_str() {
            "EHLO" => b"250-war.test\r\n250 8BITMIME\r\n",
            "RCPT" => {
                assert!(recipient.is_none(), "two recipients of one letter");
                let address = line.split(['<', '>']).nth(1).expect("an address");
                recipient = Some(outbox.join(address));
                b"250 known\r\n"
            }
            "DATA" => {
                socket.write_all(b"354 go on\r\n")?;
                let letter = crate::support::dot::read_letter(&mut reader)?;
                deliver(&recipient.take().expect("a recipient"), &letter, None).expect("room for a letter");
                b"250 kept\r\n"
            }
            "QUIT" => return socket.write_all(b"221 bye\r\n"),
            _ => {
                recipient = None;
                b"250 well\r\n"
            }
        };
        socket.write_all(said)?;
    }
}
