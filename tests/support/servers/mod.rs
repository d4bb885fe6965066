//! Throwaway mail servers for tests: the real Dovecot and Postfix, Cyrus and Exim, or Courier and OpenSMTPD, on free loopback ports, with
//! everything they write in one temporary folder. Nothing of this machine's own mail is read or changed, and the servers end with the
//! test, even with one that is killed.
//!
//!The servers come from `tests/install`
//! and `tests/unpack`.

mod courier;
mod cyrus;
mod dovecot;
mod exim;
mod mailboxes;
mod postfix;
mod process;
pub mod tokens;
mod unpacked;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use courier::Courier;
use cyrus::Cyrus;
use dovecot::Dovecot;
use exim::Exim;
use postfix::Postfix;

/// The password of every user.
pub const PASSWORD: &str = "secret";

/// The domain of all mailboxes.
const DOMAIN: &str = "war.test";

/// Memory that must be free for servers to write there, in bytes.
const ROOM: u64 = 2 << 30;

/// Which servers a harness is played with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Make {
    /// From tests/install.
    DovecotAndPostfix,
    /// From tests/unpack.
    CyrusAndExim,
}

impl Make {
    /// The make that `ADJUTANT_SERVERS` names; without it the one that is installed.
    pub fn named() -> Make {
        match std::env::var("ADJUTANT_SERVERS").as_deref() {
            Err(_) | Ok("dovecot-postfix") => Make::DovecotAndPostfix,
            Ok("cyrus-exim") => Make::CyrusAndExim,
            Ok(other) => panic!("ADJUTANT_SERVERS={other}: cyrus-exim or dovecot-postfix"),
        }
    }
}

/// Running servers and where to find them.
pub struct Servers {
    /// IMAP in the clear.
    pub imap_port: u16,
    /// IMAP over TLS.
    pub imaps_port: u16,
    /// LMTP of Dovecot.
    pub lmtp_port: u16,
    /// SMTP of Postfix, with STARTTLS on offer; 0 when Postfix was not asked for.
    pub smtp_port: u16,
    /// SMTP of Postfix inside TLS; 0 likewise.
    pub smtps_port: u16,
    /// The certificate of all of them, to be trusted: it names `localhost` and 127.0.0.1.
    pub ca_file: PathBuf,
    /// The domain of all mailboxes.
    pub domain: &'static str,
    // Dropped in this order: the servers before their folder.
    postfix: Option<Postfix>,
    dovecot: Option<Dovecot>,
    #[expect(dead_code, reason = "it ends with this")]
    exim: Option<Exim>,
    cyrus: Option<Cyrus>,
    courier: Option<Courier>,
    /// The conversation by which letters are put into mailboxes that are no Maildirs.
    lmtp: Option<Dialogue>,
    folder: tempfile::TempDir,
}

impl Servers {
    /// Servers of this make with a mailbox for each user.
    pub fn start_of(make: Make, users: &[&str]) -> Servers {
        match make {
            Make::DovecotAndPostfix => Self::start(users),
            Make::CyrusAndExim => Self::start_cyrus_and_exim(users),
        }
    }

    /// Dovecot and Postfix with a mailbox for each user. Needs root, as Postfix does.
    pub fn start(users: &[&str]) -> Servers {
        let mut servers = Self::start_dovecot_only(users);
        let postfix = Postfix::start(&servers, users);
        servers.smtp_port = postfix.port;
        servers.smtps_port = postfix.tls_port;
        servers.postfix = Some(postfix);
        servers
    }

    /// Dovecot alone; works without root as well.
    pub fn start_dovecot_only(users: &[&str]) -> Servers {
        Self::start_dovecot_with(users, "")
    }

    /// Dovecot alone, with `more` lines at the end of its configuration, in which `@DIR@` is its folder.
    pub fn start_dovecot_with(users: &[&str], more: &str) -> Servers {
        let (folder, ca_file) = open_folder();
        let dovecot = Dovecot::start(folder.path(), users, more);
        let ports = dovecot.ports;
        Servers { dovecot: Some(dovecot), ..Self::at(ports, folder, ca_file) }
    }

    /// Cyrus and Exim with a mailbox for each user, from tests/unpack.
    pub fn start_cyrus_and_exim(users: &[&str]) -> Servers {
        let (folder, ca_file) = open_folder_in(fastest());
        let cyrus = Cyrus::start(folder.path(), users);
        let exim = Exim::start(folder.path(), users, DOMAIN, cyrus.ports[2]);
        let [smtp_port, smtps_port] = exim.ports;
        let ports = cyrus.ports;
        Servers { cyrus: Some(cyrus), exim: Some(exim), smtp_port, smtps_port, ..Self::at(ports, folder, ca_file) }
    }

    /// Courier and OpenSMTPD with a mailbox for each user, from tests/unpack. Needs root.
    pub fn start_courier_and_opensmtpd(users: &[&str]) -> Servers {
        let (folder, ca_file) = open_folder();
        let courier = Courier::start(folder.path(), users, DOMAIN);
        let (imap_port, smtp_port) = (courier.imap_port, courier.smtp_port);
        Servers { courier: Some(courier), smtp_port, ..Self::at([imap_port, 0, 0], folder, ca_file) }
    }

    fn at([imap_port, imaps_port, lmtp_port]: [u16; 3], folder: tempfile::TempDir, ca_file: PathBuf) -> Servers {
        Servers {
            imap_port,
            imaps_port,
            lmtp_port,
            smtp_port: 0,
            smtps_port: 0,
            ca_file,
            domain: DOMAIN,
            postfix: None,
            dovecot: None,
            exim: None,
            cyrus: None,
            courier: None,
            lmtp: None,
            folder,
        }
    }

    /// The port for IMAP, and how it is protected there, by the name in the settings.
    pub fn way_in(&self) -> (u16, &'static str) {
        match (&self.cyrus, &self.courier) {
            (Some(_), _) => (self.imap_port, "starttls"),
            (_, Some(_)) => (self.imap_port, "none"),
            (None, None) => (self.imaps_port, "implicit"),
        }
    }

    /// How the port for SMTP is protected, by the name in the settings.
    pub fn way_out(&self) -> &'static str {
        if self.courier.is_some() { "none" } else { "starttls" }
    }

    /// How often the judge is to look into his mailbox, in seconds: so seldom that what comes sooner came by IDLE, or by the
    /// clock. Courier tells of nothing by itself within a minute.
    pub fn poll_seconds(&self) -> u64 {
        if self.courier.is_some() { 2 } else { 600 }
    }

    /// The mail address of a user.
    pub fn address(&self, user: &str) -> String {
        format!("{user}@{}", self.domain)
    }

    /// A certificate that none of the servers uses.
    pub fn foreign_certificate(&self) -> PathBuf {
        make_certificate(self.folder.path(), "foreign")
    }

    /// Gives Dovecot another certificate that our `ca_file` knows and starts it again: for `host`, good until a day in
    /// February 2020 or for two days from now.
    pub fn certify_dovecot(&mut self, host: &str, is_expired: bool) {
        self.stop_mailboxes();
        make_certificate_for(self.folder.path(), "cert", host);
        if is_expired {
            date_back(self.folder.path(), "cert", host);
        }
        self.start_mailboxes();
    }

    /// What the servers logged, for a test that fails.
    pub fn logs(&self) -> String {
        let files =
            ["dovecot.log", "postfix/postfix.log", "exim/log/main", "courier/courier.log", "courier/opensmtpd.log"];
        let read = |file| fs::read_to_string(self.folder.path().join(file)).unwrap_or_default();
        files.map(read).join("\n")
    }
}

/// A conversation in lines with a server, for what the tests do themselves.
pub struct Dialogue {
    socket: BufReader<TcpStream>,
}

impl Dialogue {
    /// Connects to a loopback port.
    pub fn open(port: u16) -> Self {
        let socket = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        socket.set_nodelay(true).expect("a socket option");
        socket.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket option");
        Dialogue { socket: BufReader::new(socket) }
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) {
        self.send(format!("{line}\r\n").as_bytes());
    }

    /// Sends bytes.
    pub fn send(&mut self, bytes: &[u8]) {
        self.socket.get_mut().write_all(bytes).expect("bytes sent");
    }

    /// Reads on to the line that begins so and does not say that more follows.
    pub fn expect(&mut self, start: &str) -> String {
        loop {
            let mut line = String::new();
            let read = self.socket.read_line(&mut line).expect("an answer");
            assert!(read > 0, "the server hung up instead of saying {start}");
            if line.starts_with(start) && line.as_bytes().get(3) != Some(&b'-') {
                return line;
            }
            let more = line.starts_with("* ") || line.as_bytes().get(3) == Some(&b'-');
            assert!(more, "the server says {line:?} instead of {start}");
        }
    }
}

/// A folder that the servers can enter, with a certificate in it.
fn open_folder() -> (tempfile::TempDir, PathBuf) {
    open_folder_in("/tmp")
}

/// Where writing costs least. Cyrus syncs every letter, and no setting spares it that as it does Dovecot.
fn fastest() -> &'static str {
    let memory = "/dev/shm";
    let room = rustix::fs::statvfs(memory).map_or(0, |found| found.f_bavail * found.f_frsize);
    if room < ROOM { "/tmp" } else { memory }
}

/// The place has a short name, for names of Unix sockets are short.
fn open_folder_in(place: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::Builder::new().prefix("adj").tempdir_in(place).expect("a temporary folder");
    let everyone = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.path(), everyone).expect("a folder that the servers can enter");
    let ca_file = make_certificate(folder.path(), "cert");
    (folder, ca_file)
}

/// A certificate for localhost that signs itself.
pub fn make_certificate(folder: &Path, name: &str) -> PathBuf {
    make_certificate_for(folder, name, "localhost")
}

/// A certificate for a host that signs itself. Without CA:FALSE rustls would not take it as a server's own.
fn make_certificate_for(folder: &Path, name: &str, host: &str) -> PathBuf {
    let certificate = folder.join(format!("{name}.pem"));
    openssl(
        Command::new("openssl")
            .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"])
            .args(["-nodes", "-days", "2", "-subj", &format!("/CN={host}")])
            .args(["-addext", "basicConstraints=critical,CA:FALSE"])
            .args(["-addext", &format!("subjectAltName=DNS:{host},IP:127.0.0.1")])
            .arg("-keyout")
            .arg(folder.join(format!("{name}.key")))
            .arg("-out")
            .arg(&certificate),
    );
    certificate
}

/// Signs a certificate again with its own key, for January 2020: `openssl req` knows no days that are over.
fn date_back(folder: &Path, name: &str, host: &str) {
    let (home, key) = (folder.join("authority"), folder.join(format!("{name}.key")));
    fs::create_dir(&home).expect("a folder");
    fs::write(home.join("index"), "").expect("a file");
    let settings = format!(
        "[ca]\ndefault_ca = own\n[own]\ndatabase = {0}/index\nnew_certs_dir = {0}\nrand_serial = yes\ndefault_md = sha256\n\
         policy = any\nx509_extensions = server\n[any]\ncommonName = supplied\n[server]\nbasicConstraints = \
         critical,CA:FALSE\nsubjectAltName = DNS:{host},IP:127.0.0.1\n",
        home.display()
    );
    fs::write(home.join("settings"), settings).expect("a file");
    let (request, subject) = (home.join("request"), format!("/CN={host}"));
    openssl(
        Command::new("openssl").args(["req", "-new", "-subj", &subject, "-key"]).arg(&key).arg("-out").arg(&request),
    );
    openssl(
        Command::new("openssl")
            .args(["ca", "-batch", "-selfsign", "-notext", "-startdate", "20200101000000Z", "-enddate"])
            .args(["20200201000000Z", "-config"])
            .arg(home.join("settings"))
            .arg("-keyfile")
            .arg(&key)
            .arg("-in")
            .arg(&request)
            .arg("-out")
            .arg(folder.join(format!("{name}.pem"))),
    );
}

fn openssl(command: &mut Command) {
    let made = command.output().expect("openssl runs: tests/install brings it");
    assert!(made.status.success(), "openssl: {}", String::from_utf8_lossy(&made.stderr));
}

/// Ports that nobody listens on. Another process may take one before the server does; starting is tried again then.
fn free_ports<const N: usize>() -> [u16; N] {
    let listeners = [(); N].map(|()| TcpListener::bind("127.0.0.1:0").expect("a free port"));
    listeners.map(|listener| listener.local_addr().expect("its number").port())
}

/// Whether we are root, asked of the system without unsafe code.
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").is_ok_and(|metadata| metadata.uid() == 0)
}
