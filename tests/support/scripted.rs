//! Mail servers that follow a few lines of script, in the clear or in TLS, for set-ups that are right or wrong on purpose.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// The password that the servers take.
pub const PASSWORD: &str = "right";
/// The user and the password as AUTH PLAIN says them: base64 of NUL judge NUL right.
const PLAIN: &str = "AUTH PLAIN AGp1ZGdlAHJpZ2h0";

trait Talk: Read + Write + Send {}

impl<T: Read + Write + Send> Talk for T {}

/// How a server protects its conversations.
#[derive(Clone)]
pub enum Wire {
    /// Not at all.
    Plain,
    /// TLS from the first byte.
    Implicit(Arc<ServerConfig>),
    /// By STARTTLS.
    Starttls(Arc<ServerConfig>),
}

/// A running server.
pub struct Scripted {
    /// Its port on 127.0.0.1.
    pub port: u16,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Scripted {
    /// The lines that clients said.
    pub fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }

    fn start(talk: impl Fn(TcpStream, &Mutex<Vec<String>>) -> io::Result<()> + Send + Sync + 'static) -> Scripted {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let (talk, notes) = (Arc::new(talk), heard.clone());
        thread::spawn(move || {
            for socket in listener.incoming() {
                let (talk, notes, socket) = (talk.clone(), notes.clone(), socket.unwrap());
                // The client may hang up whenever it likes.
                thread::spawn(move || _ = talk(socket, &notes));
            }
        });
        Scripted { port, heard }
    }

    /// A server that takes connections and says nothing.
    pub fn silent() -> Scripted {
        Self::start(|socket, _| {
            thread::sleep(Duration::from_secs(60));
            drop(socket);
            Ok(())
        })
    }

    /// An IMAP server with the folders INBOX and Archive. `trap` sees the tag and the command and may answer in its place.
    pub fn imap(wire: Wire, trap: impl Fn(&str, &str) -> Option<String> + Send + Sync + 'static) -> Scripted {
        Self::start(move |socket, heard| talk_imap(socket, &wire, heard, &trap))
    }

    /// An SMTP server. `trap` sees the command, and whether the client is logged in, and may answer in its place;
    /// `DOT` and a letter is a command here.
    pub fn smtp(wire: Wire, trap: impl Fn(&str, bool) -> Option<&'static str> + Send + Sync + 'static) -> Scripted {
        Self::start(move |socket, heard| talk_smtp(socket, &wire, heard, &trap))
    }
}

fn accept(socket: TcpStream, config: &Arc<ServerConfig>) -> io::Result<Box<dyn Talk>> {
    let connection = ServerConnection::new(config.clone()).map_err(io::Error::other)?;
    Ok(Box::new(StreamOwned::new(connection, socket)))
}

fn protect(socket: TcpStream, wire: &Wire) -> io::Result<Box<dyn Talk>> {
    match wire {
        Wire::Plain | Wire::Starttls(_) => Ok(Box::new(socket)),
        Wire::Implicit(config) => accept(socket, config),
    }
}

fn read_line(stream: &mut dyn Talk) -> io::Result<String> {
    let mut line = Vec::new();
    let mut byte = [0];
    while line.last() != Some(&b'\n') {
        stream.read_exact(&mut byte)?;
        line.push(byte[0]);
    }
    Ok(String::from_utf8_lossy(&line).trim_end().to_owned())
}

fn say(stream: &mut dyn Talk, text: &str) -> io::Result<()> {
    stream.write_all(text.as_bytes())?;
    stream.flush()
}

fn talk_imap(
    socket: TcpStream,
    wire: &Wire,
    heard: &Mutex<Vec<String>>,
    trap: &dyn Fn(&str, &str) -> Option<String>,
) -> io::Result<()> {
    let spare = socket.try_clone()?;
    let mut stream = protect(socket, wire)?;
    say(&mut *stream, "* OK IMAP4rev1 ready\r\n")?;
    loop {
        let line = read_line(&mut *stream)?;
        heard.lock().unwrap().push(line.clone());
        let (tag, command) = line.split_once(' ').unwrap_or((&line, ""));
        if let (Wire::Starttls(config), "STARTTLS") = (wire, command) {
            say(&mut *stream, &format!("{tag} OK go\r\n"))?;
            stream = accept(spare.try_clone()?, config)?;
            continue;
        }
        let answer = trap(tag, command).unwrap_or_else(|| usual_imap(tag, command));
        say(&mut *stream, &answer)?;
    }
}

fn usual_imap(tag: &str, command: &str) -> String {
    match command.split(' ').next().unwrap_or_default() {
        "LOGIN" if command.contains(&format!("\"{PASSWORD}\"")) => format!("{tag} OK in\r\n"),
        "LOGIN" => format!("{tag} NO [AUTHENTICATIONFAILED] no such user or password\r\n"),
        "CAPABILITY" => format!("* CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS\r\n{tag} OK\r\n"),
        "LIST" => {
            format!("* LIST (\\HasNoChildren) \"/\" Archive\r\n* LIST (\\HasNoChildren) \"/\" INBOX\r\n{tag} OK\r\n")
        }
        "EXAMINE" if command.contains("INBOX") => {
            format!("* 3 EXISTS\r\n* OK [UIDVALIDITY 3] ok\r\n{tag} OK [READ-ONLY] done\r\n")
        }
        "EXAMINE" | "SELECT" => format!("{tag} NO [NONEXISTENT] no such mailbox\r\n"),
        _ => format!("{tag} BAD what\r\n"),
    }
}

fn talk_smtp(
    socket: TcpStream,
    wire: &Wire,
    heard: &Mutex<Vec<String>>,
    trap: &dyn Fn(&str, bool) -> Option<&'static str>,
) -> io::Result<()> {
    let spare = socket.try_clone()?;
    let mut stream = protect(socket, wire)?;
    let mut can_start = matches!(wire, Wire::Starttls(_));
    let mut is_in = false;
    say(&mut *stream, trap("GREETING", is_in).unwrap_or("220 mx.test ESMTP\r\n"))?;
    loop {
        let line = read_line(&mut *stream)?;
        heard.lock().unwrap().push(line.clone());
        let verb = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        if let (Wire::Starttls(config), "STARTTLS", true) = (wire, verb.as_str(), can_start) {
            say(&mut *stream, "220 go\r\n")?;
            stream = accept(spare.try_clone()?, config)?;
            can_start = false;
            continue;
        }
        let answer = match (trap(&line, is_in), verb.as_str()) {
            (Some(answer), _) => answer,
            (None, "EHLO") if can_start => "250-mx.test\r\n250 STARTTLS\r\n",
            (None, "EHLO") => "250-mx.test\r\n250-SMTPUTF8\r\n250-8BITMIME\r\n250 AUTH PLAIN LOGIN\r\n",
            (None, "AUTH") if line == PLAIN => "235 in\r\n",
            (None, "AUTH") => "535 5.7.8 wrong\r\n",
            (None, "MAIL" | "RCPT" | "RSET") => "250 ok\r\n",
            (None, "DATA") => {
                say(&mut *stream, "354 go on\r\n")?;
                let letter = read_letter(&mut *stream)?;
                trap(&format!("DOT {letter}"), is_in).unwrap_or("250 queued\r\n")
            }
            (None, "QUIT") => return say(&mut *stream, "221 bye\r\n"),
            (None, _) => "502 no\r\n",
        };
        is_in |= answer.starts_with("235");
        say(&mut *stream, answer)?;
    }
}

/// The lines up to the dot, ended as they came.
fn read_letter(stream: &mut dyn Talk) -> io::Result<String> {
    let mut letter = String::new();
    loop {
        let line = read_line(stream)?;
        if line == "." {
            return Ok(letter);
        }
        letter.push_str(line.strip_prefix('.').unwrap_or(&line));
        letter.push_str("\r\n");
    }
}

/// A certificate for localhost and 127.0.0.1 that signs itself, or one that is wrong in some way.
pub struct Made {
    /// Its PEM file.
    pub file: PathBuf,
    key: PathBuf,
}

impl Made {
    /// For a host; `is_authority` as `openssl req -x509` makes them by itself.
    pub fn for_host(folder: &Path, name: &str, host: &str, is_authority: bool) -> Made {
        let made = Made { file: folder.join(format!("{name}.pem")), key: folder.join(format!("{name}.key")) };
        let constraint = format!("basicConstraints=critical,CA:{}", if is_authority { "TRUE" } else { "FALSE" });
        openssl(
            Command::new("openssl")
                .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"])
                .args(["-days", "2", "-subj", &format!("/CN={host}"), "-addext", &constraint])
                .args(["-addext", &format!("subjectAltName=DNS:{host}")])
                .arg("-keyout")
                .arg(&made.key)
                .arg("-out")
                .arg(&made.file),
        );
        made
    }

    /// For a host, signed by an authority; with `shows_all` the server shows that one's as well.
    pub fn signed_by(authority: &Made, name: &str, host: &str, shows_all: bool) -> Made {
        let folder = authority.file.parent().unwrap();
        let made = Made { file: folder.join(format!("{name}.pem")), key: folder.join(format!("{name}.key")) };
        let (request, extensions) = (folder.join(format!("{name}.csr")), folder.join(format!("{name}.ext")));
        std::fs::write(&extensions, format!("subjectAltName=DNS:{host}\nbasicConstraints=critical,CA:FALSE\n"))
            .unwrap();
        openssl(
            Command::new("openssl")
                .args(["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"])
                .args(["-subj", &format!("/CN={host} {name}"), "-keyout"])
                .arg(&made.key)
                .arg("-out")
                .arg(&request),
        );
        openssl(
            Command::new("openssl")
                .args(["x509", "-req", "-days", "2", "-set_serial", "7", "-in"])
                .arg(&request)
                .arg("-CA")
                .arg(&authority.file)
                .arg("-CAkey")
                .arg(&authority.key)
                .arg("-extfile")
                .arg(&extensions)
                .arg("-out")
                .arg(&made.file),
        );
        if shows_all {
            let all = [&made.file, &authority.file].map(|file| std::fs::read_to_string(file).unwrap()).concat();
            std::fs::write(&made.file, all).unwrap();
        }
        made
    }

    /// The same, whose time is over a second after it was made.
    pub fn over(self) -> Made {
        let again = self.file.with_extension("again");
        openssl(
            Command::new("openssl")
                .args(["x509", "-days", "0", "-in"])
                .arg(&self.file)
                .arg("-signkey")
                .arg(&self.key)
                .arg("-out")
                .arg(&again),
        );
        Made { file: again, ..self }
    }

    /// From files that somebody else made.
    pub fn found(file: PathBuf, key: PathBuf) -> Made {
        Made { file, key }
    }

    /// TLS of a server with it.
    pub fn tls(&self) -> Arc<ServerConfig> {
        let chain: Vec<_> = CertificateDer::pem_file_iter(&self.file).unwrap().map(Result::unwrap).collect();
        let key = PrivateKeyDer::from_pem_file(&self.key).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(chain, key);
        Arc::new(config.unwrap())
    }
}

fn openssl(command: &mut Command) {
    let made = command.output().expect("openssl runs: tests/install brings it");
    assert!(made.status.success(), "openssl: {}", String::from_utf8_lossy(&made.stderr));
}
