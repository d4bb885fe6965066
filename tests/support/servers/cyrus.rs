//! A Cyrus of our own: IMAP with and without TLS, all folders below `INBOX.`, and LMTP.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use super::process::Group;
use super::{PASSWORD, free_ports, unpacked};

/// A running Cyrus.
pub struct Cyrus {
    /// IMAP, IMAP over TLS, LMTP.
    pub ports: [u16; 3],
    home: PathBuf,
    /// Where the inboxes lie that were looked for.
    inboxes: Mutex<BTreeMap<String, PathBuf>>,
    group: Option<Group>,
}

impl Cyrus {
    /// Starts Cyrus in a folder that holds `cert.pem` and `cert.key`.
    pub fn start(folder: &Path, users: &[&str]) -> Cyrus {
        let home = folder.join("cyrus");
        for name in ["", "conf", "spool", "run"] {
            fs::create_dir(home.join(name)).expect("a folder for Cyrus");
        }
        for name in ["cert.pem", "cert.key"] {
            fs::copy(folder.join(name), home.join(name)).expect("a certificate");
        }
        fs::write(home.join("imapd.conf"), IMAPD.replace("@DIR@", &place(&home))).expect("a configuration");
        users.iter().for_each(|user| add_user(&home, user));
        let mut cyrus = Cyrus { ports: [0; 3], home, inboxes: Mutex::default(), group: None };
        let mut failure = String::new();
        for _ in 0..5 {
            cyrus.ports = free_ports();
            cyrus.configure();
            match cyrus.launch() {
                Ok(()) => return cyrus,
                Err(why) => failure = why,
            }
            cyrus.stop();
        }
        panic!("Cyrus does not start: {failure}");
    }

    fn configure(&self) {
        let [imap, imaps, lmtp] = self.ports.map(|port| port.to_string());
        let services = SERVICES
            .replace("@BIN@", &place(&unpacked::find(PROGRAMS)))
            .replace("@DIR@", &place(&self.home))
            .replace("@IMAP@", &imap)
            .replace("@IMAPS@", &imaps)
            .replace("@LMTP@", &lmtp);
        fs::write(self.home.join("cyrus.conf"), services).expect("a configuration");
        unpacked::hand_over(&self.home);
    }

    /// Starts the processes with the configuration as it is.
    pub fn launch(&mut self) -> Result<(), String> {
        let file = |name: &str| place(&self.home.join(name));
        let (settings, services, pid) = (file("imapd.conf"), file("cyrus.conf"), file("run/master.pid"));
        let arguments = ["-C", &settings, "-M", &services, "-p", &pid, "-D"];
        let group = unpacked::start(&unpacked::find(PROGRAMS).join("master"), &arguments, None);
        let ready = group.await_greeting(self.ports[0], "* OK", Duration::from_secs(20));
        self.group = Some(group);
        ready
    }

    /// Kills every process of it.
    pub fn stop(&mut self) {
        self.group = None;
    }

    /// Where the letters of a user's inbox lie, when he has one: one by one, by their UIDs.
    pub fn inbox(&self, user: &str) -> Option<PathBuf> {
        let mut inboxes = self.inboxes.lock().expect("a list");
        if let Some(known) = inboxes.get(user) {
            return Some(known.clone());
        }
        let path = self.tool("mbpath", &["-q", "-s", &format!("user.{user}")])?;
        let path = PathBuf::from(path.trim());
        if !path.is_dir() {
            return None;
        }
        inboxes.insert(user.to_owned(), path.clone());
        Some(path)
    }

    /// Loses the index of a user's inbox and makes it anew from the letters, under another UIDVALIDITY. Stop it first.
    pub fn forget_uids(&self, user: &str) {
        let inbox = self.inbox(user).expect("the user's mailbox");
        fs::remove_file(inbox.join("cyrus.index")).expect("an index to remove");
        // An inbox from which all was taken has no cache.
        let _ = fs::remove_file(inbox.join("cyrus.cache"));
        self.tool("reconstruct", &[&format!("user.{user}")]).expect("an index anew");
    }

    /// What one of its tools prints, if it succeeds.
    fn tool(&self, name: &str, arguments: &[&str]) -> Option<String> {
        let mut command = unpacked::command(&unpacked::find(PROGRAMS).join(name));
        let output = command.arg("-C").arg(self.home.join("imapd.conf")).args(arguments).output().expect("it starts");
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

fn place(path: &Path) -> String {
    path.to_str().expect("a plain path").to_owned()
}

fn add_user(home: &Path, user: &str) {
    let mut child = Command::new(unpacked::find("usr/sbin/saslpasswd2"))
        .args(["-c", "-p", "-u", "localhost", "-f"])
        .arg(home.join("sasldb2"))
        .arg(user)
        .env("LD_LIBRARY_PATH", unpacked::libraries())
        .stdin(Stdio::piped())
        .spawn()
        .expect("saslpasswd2 starts");
    child.stdin.take().expect("its input").write_all(PASSWORD.as_bytes()).expect("a password");
    assert!(child.wait().is_ok_and(|status| status.success()), "{user} gets no password");
}

const PROGRAMS: &str = "usr/lib/cyrus/bin";

/// A letter that comes twice is to be seen twice, and what was filed away is gone.
const IMAPD: &str = "
servername: localhost
configdirectory: @DIR@/conf
partition-default: @DIR@/spool
defaultpartition: default
proc_path: @DIR@/run/proc
mboxname_lockpath: @DIR@/run/lock
lmtpsocket: @DIR@/run/lmtp
idlesocket: @DIR@/run/idle
notifysocket: @DIR@/run/notify
allowplaintext: yes
sasl_mech_list: PLAIN
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
sasl_sasldb_path: @DIR@/sasldb2
altnamespace: no
unixhierarchysep: no
virtdomains: off
autocreate_quota: 0
autocreate_post: yes
duplicatesuppression: no
expunge_mode: immediate
tls_server_cert: @DIR@/cert.pem
tls_server_key: @DIR@/cert.key
";

const SERVICES: &str = r#"
START {
  recover cmd="@BIN@/ctl_cyrusdb -C @DIR@/imapd.conf -r"
}
SERVICES {
  imap cmd="@BIN@/imapd -C @DIR@/imapd.conf -U 30" listen="127.0.0.1:@IMAP@" prefork=0 maxchild=100
  imaps cmd="@BIN@/imapd -C @DIR@/imapd.conf -s -U 30" listen="127.0.0.1:@IMAPS@" prefork=0 maxchild=100
  lmtp cmd="@BIN@/lmtpd -C @DIR@/imapd.conf -a" listen="127.0.0.1:@LMTP@" prefork=0 maxchild=20
}
EVENTS {
}
"#;
