//! How soon a letter is answered: from its delivery to a real Dovecot (its LMTP says 250) to the end of the judge's answer
//! at an SMTP server, the daemon reading the mailbox over IMAP with IDLE. Prints the distribution.

#[allow(dead_code)] // the tests use all of it
#[path = "../tests/support/live.rs"]
mod live;
#[allow(dead_code)] // the tests use all of it
#[path = "../tests/support/servers/mod.rs"]
mod servers;

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use live::{Daemon, GM, Home, Received, Written, daily};
use servers::{PASSWORD, Servers};

/// Letters measured.
const LETTERS: u32 = 40;
/// The mailbox is looked into this seldom without being told: what comes sooner came by IDLE.
const POLL_SECONDS: u64 = 600;
/// A letter that takes longer is lost.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let servers = Servers::start_dovecot_only(&["judge"]);
    let (port, arrivals) = listen();
    let home = Home::init(folder.path(), &post(&servers, port), &daily("1h", "\"1m\""));
    std::fs::write(home.folder.join("imap.password"), format!("{PASSWORD}\n")).expect("a password");
    let daemon = home.start("log");
    let (_, welcome) = arrivals.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no welcome\n{}", daemon.log()));
    let welcome = Received::read(&welcome);
    let mut took: Vec<Duration> =
        (0..LETTERS).map(|number| answer(&servers, &arrivals, &daemon, &welcome, number)).collect();
    took.sort();
    let at = |percent: usize| took[(took.len() - 1) * percent / 100].as_millis();
    println!("{LETTERS} letters, from LMTP's 250 to the last byte of the answer at the SMTP server, in milliseconds:");
    println!("  least {}, half {}, nine of ten {}, most {}", at(0), at(50), at(90), at(100));
}

/// Delivers a letter and waits for what the judge answers.
fn answer(
    servers: &Servers,
    arrivals: &Receiver<(Instant, Vec<u8>)>,
    daemon: &Daemon,
    welcome: &Received,
    number: u32,
) -> Duration {
    let id = format!("question-{number}");
    let letter = Written {
        from: GM.to_owned(),
        subject: format!("question {number}"),
        // Not the same twice: what says again what was said before is answered more seldom.
        text: format!("CREATE war-{number} FROM civil-war/1861"),
        in_reply_to: Some(welcome.message_id.clone()),
        header: None,
    };
    servers.deliver("judge", &letter.bytes(&id));
    let delivered = Instant::now();
    let id = format!("<{id}@war.test>");
    loop {
        let arrived = arrivals.recv_timeout(PATIENCE);
        let (at, bytes) = arrived.unwrap_or_else(|_| panic!("no answer to {id}\n{}", daemon.log()));
        if Received::read(&bytes).in_reply_to.contains(&id) {
            return at.saturating_duration_since(delivered);
        }
    }
}

fn post(servers: &Servers, smtp: u16) -> String {
    let (ca, imaps) = (servers.ca_file.display(), servers.imaps_port);
    format!(
        "[mail.in]\nkind = \"imap\"\nhost = \"localhost\"\nport = {imaps}\nuser = \"judge\"\npassword_file = \
         \"imap.password\"\nca_file = \"{ca}\"\npoll_seconds = {POLL_SECONDS}\n\n[mail.out]\nkind = \"smtp\"\nhost = \
         \"localhost\"\nport = {smtp}\ntls = \"none\"\nhello = \"judge.war.test\"\n"
    )
}

/// An SMTP server that takes everything, and says when.
fn listen() -> (u16, Receiver<(Instant, Vec<u8>)>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = listener.local_addr().expect("a port").port();
    let (tell, told) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let tell = tell.clone();
            std::thread::spawn(move || serve(stream, &tell));
        }
    });
    (port, told)
}

/// One connection. Whoever breaks it off is served no longer.
fn serve(mut stream: TcpStream, tell: &Sender<(Instant, Vec<u8>)>) -> Option<()> {
    stream.set_nodelay(true).ok()?;
    let mut lines = BufReader::new(stream.try_clone().ok()?);
    stream.write_all(b"220 bench\r\n").ok()?;
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let verb = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        if verb == "DATA" {
            stream.write_all(b"354 go on\r\n").ok()?;
            let letter = read_letter(&mut lines)?;
            // Whoever measures has heard enough.
            let _ = tell.send((Instant::now(), letter));
        }
        stream.write_all(b"250 bench\r\n").ok()?;
    }
}

fn read_letter(lines: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut letter = Vec::new();
    loop {
        let mut line = Vec::new();
        if lines.read_until(b'\n', &mut line).ok()? == 0 {
            return None;
        }
        if line == b".\r\n" {
            return Some(letter);
        }
        letter.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
    }
}
