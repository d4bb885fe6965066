//! A relay in front of a mail server that breaks connections on request: what a bad network, a dying server and a
//! confused middle box do. Knows bytes and lines, and nothing of letters.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::support::chance::Chance;

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
    /// So many connections are still to suffer it.
    connections: usize,
    reach: usize,
    chance: Chance,
    /// How many connections a fault met, and not only waited for in vain.
    sprung: Vec<(Fault, usize)>,
    /// Both sides of the connections that are open now.
    open: BTreeMap<u64, [TcpStream; 2]>,
    opened: u64,
}

/// The fault that waits in one connection.
struct Trap {
    fault: Fault,
    /// After so many bytes.
    at: usize,
    has_sprung: AtomicBool,
    plan: Arc<Mutex<Plan>>,
}

impl Trap {
    /// The fault that a new connection is to meet, if any.
    fn lay(shared: &Arc<Mutex<Plan>>) -> Option<Arc<Trap>> {
        let mut plan = shared.lock().expect("a plan");
        let reach = plan.reach;
        let at = plan.chance.below(reach);
        let fault = plan.fault.filter(|_| plan.connections > 0)?;
        Some(Arc::new(Trap { fault, at, has_sprung: AtomicBool::new(false), plan: Arc::clone(shared) }))
    }

    /// The connection meets its fault now.
    fn spring(&self) {
        if self.has_sprung.swap(true, Ordering::SeqCst) {
            return;
        }
        let mut plan = self.plan.lock().expect("a plan");
        if plan.fault == Some(self.fault) {
            plan.connections = plan.connections.saturating_sub(1);
        }
        match plan.sprung.iter_mut().find(|(fault, _)| *fault == self.fault) {
            Some((_, times)) => *times += 1,
            None => plan.sprung.push((self.fault, 1)),
        }
    }
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
        let plan = Plan {
            fault: None,
            connections: 0,
            reach: 1,
            chance: Chance(seed),
            sprung: Vec::new(),
            open: BTreeMap::new(),
            opened: 0,
        };
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

    /// The next connections suffer `fault`, somewhere within the first `reach` bytes, until so many have suffered it: one
    /// that ends sooner does not count.
    pub fn disturb(&self, fault: Fault, connections: usize, reach: usize) {
        let mut plan = self.plan.lock().expect("a plan");
        (plan.fault, plan.connections, plan.reach) = (Some(fault), connections, reach);
    }

    /// Ends the connections that are open now, wherever they are in what they say, and gives their number.
    pub fn cut(&self) -> usize {
        let open = std::mem::take(&mut self.plan.lock().expect("a plan").open);
        open.values().for_each(|[client, server]| end(client, server));
        open.len()
    }

    /// From here on connections are sound.
    pub fn calm(&self) {
        let mut plan = self.plan.lock().expect("a plan");
        (plan.fault, plan.connections) = (None, 0);
    }

    /// How many connections suffered something so far.
    pub fn sprung(&self) -> usize {
        self.plan.lock().expect("a plan").sprung.iter().map(|(_, times)| times).sum()
    }

    /// How many connections suffered this fault so far.
    pub fn sprung_of(&self, fault: Fault) -> usize {
        let plan = self.plan.lock().expect("a plan");
        plan.sprung.iter().filter(|(other, _)| *other == fault).map(|(_, times)| times).sum()
    }
}

fn relay(mut client: TcpStream, to: u16, plan: &Arc<Mutex<Plan>>) {
    let trap = Trap::lay(plan);
    let _ = client.set_nodelay(true);
    match trap.as_ref().map(|trap| (trap, trap.fault)) {
        Some((trap, Fault::Refused)) => return trap.spring(),
        Some((trap, Fault::Deaf)) => {
            trap.spring();
            let _ = client.set_read_timeout(Some(Duration::from_secs(5)));
            while client.read(&mut [0; 1024]).is_ok_and(|read| read > 0) {}
            return;
        }
        _ => {}
    }
    let Ok(server) = TcpStream::connect(("127.0.0.1", to)) else { return };
    let _ = server.set_nodelay(true);
    let (Ok(client_too), Ok(server_too)) = (client.try_clone(), server.try_clone()) else { return };
    let number = note_open(plan, &client, &server);
    let trap_too = trap.clone();
    let upward = std::thread::spawn(move || pump_up(client_too, server_too, trap_too.as_deref()));
    pump_down(server, client, trap.as_deref());
    let _ = upward.join();
    drop(plan.lock().expect("a plan").open.remove(&number));
}

/// Notes a connection among those that are open, under a number of its own.
fn note_open(plan: &Mutex<Plan>, client: &TcpStream, server: &TcpStream) -> u64 {
    let mut plan = plan.lock().expect("a plan");
    plan.opened += 1;
    let number = plan.opened;
    if let (Ok(client), Ok(server)) = (client.try_clone(), server.try_clone()) {
        plan.open.insert(number, [client, server]);
    }
    number
}

/// Ends both directions.
fn end(one: &TcpStream, other: &TcpStream) {
    let _ = one.shutdown(Shutdown::Both);
    let _ = other.shutdown(Shutdown::Both);
}

/// From the server to the client.
fn pump_down(mut from: TcpStream, mut to: TcpStream, trap: Option<&Trap>) {
    let (fault, at) = (trap.map(|trap| trap.fault), trap.map_or(usize::MAX, |trap| trap.at));
    let spring = || trap.into_iter().for_each(Trap::spring);
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
                spring();
                let _ = to.write_all(&words[..offset]);
                break;
            }
            Some(Fault::StallFromServer) if is_here => {
                spring();
                let _ = to.write_all(&words[..offset]);
                let _ = from.set_read_timeout(Some(Duration::from_secs(5)));
                while from.read(&mut [0; 1024]).is_ok_and(|read| read > 0) {}
                break;
            }
            Some(Fault::HalfClosed) if is_here => {
                spring();
                let _ = to.write_all(&words[..offset]);
                let _ = to.shutdown(Shutdown::Write);
                std::thread::sleep(Duration::from_millis(300));
                break;
            }
            Some(Fault::Farewell(line)) if is_here && words.ends_with(b"\n") => {
                spring();
                let _ = to.write_all(words).and_then(|()| to.write_all(line.as_bytes()));
                break;
            }
            Some(Fault::Chatter(lines)) if is_here && words.ends_with(b"\n") => {
                spring();
                is_done = true;
                to.write_all(words).and_then(|()| to.write_all(lines.as_bytes()))
            }
            Some(Fault::GarbleFromServer) if is_here => {
                spring();
                is_done = true;
                words[offset] ^= 0x20;
                to.write_all(words)
            }
            Some(Fault::LoseFromServer) if is_here => {
                spring();
                is_done = true;
                Ok(())
            }
            Some(Fault::RepeatFromServer) if is_here => {
                spring();
                is_done = true;
                to.write_all(words).and_then(|()| to.write_all(words))
            }
            Some(Fault::Drip) if seen < at + 400 => {
                spring();
                words.iter().try_for_each(|byte| {
                    std::thread::sleep(Duration::from_millis(1));
                    to.write_all(&[*byte])
                })
            }
            Some(Fault::Delay) => {
                spring();
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
fn pump_up(mut from: TcpStream, mut to: TcpStream, trap: Option<&Trap>) {
    let (fault, at) = (trap.map(|trap| trap.fault), trap.map_or(usize::MAX, |trap| trap.at));
    let spring = || trap.into_iter().for_each(Trap::spring);
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
                spring();
                let _ = to.write_all(&words[..offset]);
                break;
            }
            Some(Fault::StallToServer) if is_here => {
                spring();
                let _ = to.write_all(&words[..offset]);
                let _ = from.set_read_timeout(Some(Duration::from_secs(5)));
                while from.read(&mut [0; 1024]).is_ok_and(|read| read > 0) {}
                break;
            }
            Some(Fault::GarbleToServer) if is_here => {
                spring();
                is_done = true;
                words[offset] ^= 0x20;
            }
            Some(Fault::Answer(verb, reply)) if !is_done && begins(words, verb) => {
                spring();
                is_done = true;
                if from.write_all(reply.as_bytes()).is_err() {
                    break;
                }
                continue;
            }
            Some(Fault::AnswerAndEnd(verb, reply)) if begins(words, verb) => {
                spring();
                let _ = from.write_all(reply.as_bytes());
                break;
            }
            Some(Fault::LostAfterDot) if tail == b"\r\n.\r\n" => {
                spring();
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
