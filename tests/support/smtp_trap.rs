//! A mail server of our own that takes letters, unless the test has it say something else at some command.

use super::dot;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// What the server does instead of the usual.
#[derive(Clone)]
pub enum Answer {
    Say(&'static str),
    HangUp,
    Stall,
}

/// What the server saw.
#[derive(Default)]
pub struct Seen {
    pub commands: Vec<String>,
    pub letters: Vec<Vec<u8>>,
}

/// The server.
pub struct Server {
    pub port: u16,
    seen: Arc<Mutex<Seen>>,
}

impl Server {
    /// `trap` sees the number of the connection (from 1) and the command; "GREETING" and "DOT" are commands here.
    pub fn start(trap: impl Fn(usize, &str) -> Option<Answer> + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let seen = Arc::new(Mutex::new(Seen::default()));
        let notes = seen.clone();
        thread::spawn(move || {
            for (socket, number) in listener.incoming().zip(1..) {
                // The client may hang up whenever it likes.
                let _ = converse(socket.unwrap(), &notes, |command| trap(number, command));
            }
        });
        Server { port, seen }
    }

    /// The letters it saw, those it refused at the dot among them.
    pub fn letters(&self) -> Vec<Vec<u8>> {
        self.seen.lock().unwrap().letters.clone()
    }

    /// What was said to it.
    pub fn commands(&self) -> Vec<String> {
        self.seen.lock().unwrap().commands.clone()
    }
}

fn converse(socket: TcpStream, seen: &Mutex<Seen>, trap: impl Fn(&str) -> Option<Answer>) -> std::io::Result<()> {
    let mut reader = BufReader::new(socket.try_clone()?);
    let mut socket = socket;
    let mut command = "GREETING".to_owned();
    loop {
        seen.lock().unwrap().commands.push(command.clone());
        let verb = command.split([' ', ':']).next().unwrap_or("").to_ascii_uppercase();
        match trap(&command).unwrap_or(Answer::Say(usual(&verb))) {
            Answer::Say(reply) => socket.write_all(reply.as_bytes())?,
            Answer::HangUp => return Ok(()),
            Answer::Stall => {}
        }
        if verb == "DATA" && trap(&command).is_none() {
            let letter = dot::read_letter(&mut reader)?;
            seen.lock().unwrap().letters.push(letter);
            command = "DOT".to_owned();
            continue;
        }
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || verb == "QUIT" {
            return Ok(());
        }
        command = line.trim_end().to_owned();
    }
}

fn usual(verb: &str) -> &'static str {
    match verb {
        "GREETING" => "220 trap ESMTP\r\n",
        "EHLO" => "250-trap\r\n250-AUTH PLAIN\r\n250 SIZE 1000000\r\n",
        "AUTH" => "235 welcome\r\n",
        "DATA" => "354 go on\r\n",
        "DOT" => "250 queued as 1\r\n",
        "QUIT" => "221 bye\r\n",
        _ => "250 ok\r\n",
    }
}
