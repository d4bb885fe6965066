//! A Cyrus of our own: IMAP with and without TLS, all folders below `INBOX.`, and LMTP.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::process::Group;
use super::{PASSWORD, free_ports, unpacked};

/// A running Cyrus.
pub struct Cyrus {
    /// IMAP, IMAP over TLS, LMTP.
    pub ports: [u16; 3],
    _group: Group,
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
        let place = home.to_str().expect("a plain path");
        fs::write(home.join("imapd.conf"), IMAPD.replace("@DIR@", place)).expect("a configuration");
        users.iter().for_each(|user| add_user(&home, user));
        let mut failure = String::new();
        for _ in 0..5 {
            let ports = free_ports();
            let [imap, imaps, lmtp] = ports.map(|port: u16| port.to_string());
            let programs = unpacked::find("usr/lib/cyrus/bin");
            let services = SERVICES
                .replace("@BIN@", programs.to_str().expect("a plain path"))
                .replace("@DIR@", place)
                .replace("@IMAP@", &imap)
                .replace("@IMAPS@", &imaps)
                .replace("@LMTP@", &lmtp);
            fs::write(home.join("cyrus.conf"), services).expect("a configuration");
            unpacked::hand_over(&home);
            let file = |name: &str| format!("{place}/{name}");
            let (settings, services, pid) = (file("imapd.conf"), file("cyrus.conf"), file("run/master.pid"));
            let arguments = ["-C", &settings, "-M", &services, "-p", &pid, "-D"];
            let group = unpacked::start(&programs.join("master"), &arguments, None);
            match group.await_greeting(ports[0], "* OK", Duration::from_secs(20)) {
                Ok(()) => return Cyrus { ports, _group: group },
                Err(why) => failure = why,
            }
        }
        panic!("Cyrus does not start: {failure}");
    }
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
