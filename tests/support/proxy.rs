//! A relay in front of a mail server that breaks connections on request: what a bad network, a dying server and a
//! confused middle box do. Knows bytes and lines, and nothing of letters.
//!
//! A test includes it with `#[path = "support/proxy.rs"] mod proxy;`.

#![allow(dead_code)]

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::chance::Chance;

/// What happens to a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It is closed as soon as it is open.
    Refused,
    /// Nobody ever answers.
    Deaf,
    /// It ends somewhere in the server's words.
    CutFromServer,
    /// It ends somewhere in the client's words.
    CutToServer,
    /// The server's words stop coming; the connection stays.
    StallFromServer,
    /// The client's words stop arriving; the connection stays.
    StallToServer,
    /// The server's words come a byte at a time for a while.
    Drip,
    /// Every chunk comes late.
    Delay,
    /// A byte of the server's is another one. Under TLS.
    GarbleFromServer,
    /// A byte of the client's is another one. Under TLS.
    GarbleToServer,
    /// A chunk of the server's is lost. Under TLS.
    LoseFromServer,
    /// A chunk of the server's comes twice. Under TLS.
    RepeatFromServer,
    /// The server ends its side only.
    HalfClosed,
    /// A line in the server's words that nobody asked for, and the end. In the clear.
    Farewell(&'static str),
    /// Lines in the server's words that mean nothing, and no end. In the clear.
    Chatter(&'static str),
    /// A command that begins so is answered in the server's place. In the clear.
    Answer(&'static str, &'static str),
    /// A command that begins so is answered in the server's place, and the connection ends. In the clear.
    AnswerAndEnd(&'static str, &'static str),
    /// The server's answer to the final dot is lost with the connection. In the clear.
    LostAfterDot,
}

/// What the next connections suffer.
struct Plan {
    fault: Option<Fault>,
    connections: usize,
    reach: usize,
    chance: Chance,
    sprung: usize,
}

/// A relay to one port.
pub struct Proxy {
    /// Where clients connect to.
    pub port: u16,
    plan: Arc<Mutex<Plan>>,
}

impl Proxy {
    /// Relays to a loopback port; faults are placed by chance from a seed.
    pub fn start(to: u16, seed: u64) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("its number").port();
        let plan = Plan { fault: None, connections: 0, reach: 1, chance: Chance(seed), sprung: 0 };
        let plan = Arc::new(Mutex::new(plan));
        let shared = Arc::clone(&plan);
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let shared = Arc::clone(&shared);
                std::thread::spawn(move || relay(client, to, &shared));
            }
        });
        Proxy { port, plan }
    }

    /// The next connections suffer `fault`, somewhere within the first `reach` bytes.
    pub fn disturb(&self, fault: Fault, connections: usize, reach: usize) {
        let mut plan = self.plan.lock().expect("a plan");
        (plan.fault, plan.connections, plan.reach) = (Some(fault), connections, reach);
    }

    /// From here on connections are sound.
    pub fn calm(&self) {
        let mut plan = self.plan.lock().expect("a plan");
        (plan.fault, plan.connections) = (None, 0);
    }

    /// How many connections suffered something so far.
    pub fn sprung(&self) -> usize {
        self.plan.lock().expect("a plan").sprung
    }
}

fn relay(mut client: TcpStream, to: u16, plan: &Mutex<Plan>) {
    let (fault, at) = {
        let mut plan = plan.lock().expect("a plan");
        let fault = plan.fault.filter(|_| plan.connections > 0);
        plan.connections = plan.connections.saturating_sub(1);
        plan.sprung += usize::from(fault.is_some());
        let reach = plan.reach;
        (fault, plan.chance.below(reach))
    };
    let _ = client.set_nodelay(true);
    match fault {
        Some(Fault::Refused) => return,
        Some(Fault::Deaf) => {
            let _ = client.set_read_timeout(Some(Duration::from_secs(5)));
            while client.read(&mut [0; 1024]).is_ok_and(|read| read > 0) {}
            return;
        }
        _ => {}
    }
    let Ok(server) = TcpStream::connect(("127.0.0.1", to)) else { return };
    let _ = server.set_nodelay(true);
    let (Ok(client_too), Ok(server_too)) = (client.try_clone(), server.try_clone()) else { return };
    let upward = std::thread::spawn(move || pump_up(client_too, server_too, fault, at));
    pump_down(server, client, fault, at);
    let _ = upward.join();
}

/// Ends both directions.
fn end(one: &TcpStream, other: &TcpStream) {
    let _ = one.shutdown(Shutdown::Both);
    let _ = other.shutdown(Shutdown::Both);
}

/// From the server to the client.
fn pump_down(mut from: TcpStream, mut to: TcpStream, fault: Option<Fault>, at: usize) {
    let (mut seen, mut chunk, mut is_done) = (0, [0_u8; 4096], false);
    while let Ok(read) = from.read(&mut chunk) {
        if read == 0 {
            break;
        }
        let is_here = !is_done && seen + read > at;
        let offset = at.saturating_sub(seen).min(read - 1);
        seen += read;
        let words = &mut chunk[..read];
        let sent = match fault {
            Some(Fault::CutFromServer) if is_here => {
                let _ = to.write_all(&words[..offset]);
                break;
            }
            Some(Fault::StallFromServer) if is_here => {
                let _ = to.write_all(&words[..offset]);
                let _ = from.set_read_timeout(Some(Duration::from_secs(5)));
                while from.read(&mut [0; 1024]).is_ok_and(|read| read > 0) {}
                break;
            }
            Some(Fault::HalfClosed) if is_here => {
                let _ = to.write_all(&words[..offset]);
                let _ = to.shutdown(Shutdown::Write);
                std::thread::sleep(Duration::from_millis(300));
                break;
            }
            Some(Fault::Farewell(line)) if is_here && words.ends_with(b"\n") => {
                let _ = to.write_all(words).and_then(|()| to.write_all(line.as_bytes()));
                break;
            }
            Some(Fault::Chatter(lines)) if is_here && words.ends_with(b"\n") => {
                is_done = true;
                to.write_all(words).and_then(|()| to.write_all(lines.as_bytes()))
            }
            Some(Fault::GarbleFromServer) if is_here => {
                is_done = true;
                words[offset] ^= 0x20;
                to.write_all(words)
            }
            Some(Fault::LoseFromServer) if is_here => {
                is_done = true;
                Ok(())
            }
            Some(Fault::RepeatFromServer) if is_here => {
                is_done = true;
                to.write_all(words).and_then(|()| to.write_all(words))
            }
            Some(Fault::Drip) if seen < at + 400 => words.iter().try_for_each(|byte| {
                std::thread::sleep(Duration::from_millis(1));
                to.write_all(&[*byte])
            }),
            Some(Fault::Delay) => {
                std::thread::sleep(Duration::from_millis(40));
                to.write_all(words)
            }
            _ => to.write_all(words),
        };
        if sent.is_err() {
            break;
        }
    }
    end(&from, &to);
}

/// From the client to the server.
fn pump_up(mut from: TcpStream, mut to: TcpStream, fault: Option<Fault>, at: usize) {
    let (mut seen, mut chunk, mut is_done) = (0, [0_u8; 4096], false);
    let mut tail: Vec<u8> = Vec::new();
    while let Ok(read) = from.read(&mut chunk) {
        if read == 0 {
            break;
        }
        let is_here = !is_done && seen + read > at;
        let offset = at.saturating_sub(seen).min(read - 1);
        seen += read;
        let words = &mut chunk[..read];
        tail.extend_from_slice(words);
        tail.drain(..tail.len().saturating_sub(5));
        match fault {
            Some(Fault::CutToServer) if is_here => {
                let _ = to.write_all(&words[..offset]);
                break;
            }
            Some(Fault::StallToServer) if is_here => {
                let _ = to.write_all(&words[..offset]);
                let _ = from.set_read_timeout(Some(Duration::from_secs(5)));
                while from.read(&mut [0; 1024]).is_ok_and(|read| read > 0) {}
                break;
            }
            Some(Fault::GarbleToServer) if is_here => {
                is_done = true;
                words[offset] ^= 0x20;
            }
            Some(Fault::Answer(verb, reply)) if !is_done && begins(words, verb) => {
                is_done = true;
                if from.write_all(reply.as_bytes()).is_err() {
                    break;
                }
                continue;
            }
            Some(Fault::AnswerAndEnd(verb, reply)) if begins(words, verb) => {
                let _ = from.write_all(reply.as_bytes());
                break;
            }
            Some(Fault::LostAfterDot) if tail == b"\r\n.\r\n" => {
                // The server takes the letter; its word about it goes nowhere.
                let _ = from.shutdown(Shutdown::Both);
                let _ = to.write_all(words);
                std::thread::sleep(Duration::from_millis(150));
                break;
            }
            _ => {}
        }
        if to.write_all(words).is_err() {
            break;
        }
    }
    end(&from, &to);
}

fn begins(words: &[u8], verb: &str) -> bool {
    words.get(..verb.len()).is_some_and(|head| head.eq_ignore_ascii_case(verb.as_bytes()))
}
