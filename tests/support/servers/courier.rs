//! A Courier and an OpenSMTPD of our own, over one set of Maildirs. Both look for their files where a package would put them, so
//! they run in a mount namespace, which needs root.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::process::Group;
use super::{PASSWORD, free_ports, is_root, unpacked};

/// The two servers.
pub struct Courier {
    /// IMAP in the clear.
    pub imap_port: u16,
    /// SMTP in the clear: with the OpenSSL of Debian 12 this OpenSMTPD comes to no handshake.
    pub smtp_port: u16,
    _groups: [Group; 2],
}

impl Courier {
    /// Starts both in a folder.
    pub fn start(folder: &Path, users: &[&str], domain: &str) -> Courier {
        assert!(is_root(), "this test starts Courier, which only root can here: run tests/run as root");
        let home = folder.join("courier");
        make_maildirs(&home.join("mail"), users);
        fs::write(home.join("password"), format!("{PASSWORD}\n")).expect("a password");
        let mailboxes: String = users.iter().map(|user| format!("{user}@{domain} nobody\n")).collect();
        fs::write(home.join("mailboxes"), mailboxes).expect("a table");
        let (imap, imap_port) = start_at(&home, "courier.sh", "* OK", users);
        let (smtp, smtp_port) = start_at(&home, "opensmtpd.sh", "220", &[]);
        Courier { imap_port, smtp_port, _groups: [imap, smtp] }
    }
}

fn make_maildirs(mail: &Path, users: &[&str]) {
    for user in users {
        for part in ["new", "cur", "tmp"] {
            fs::create_dir_all(mail.join(user).join("Maildir").join(part)).expect("a Maildir");
        }
    }
    unpacked::hand_over(mail);
}

/// Starts a server by its script at a free port.
fn start_at(home: &Path, script: &str, greeting: &str, users: &[&str]) -> (Group, u16) {
    let place = home.to_str().expect("a plain path");
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/servers");
    let path = |name: &str| scripts.join(name).to_str().expect("a plain path").to_owned();
    let (namespace, script) = (path("namespace.sh"), path(script));
    let packages = unpacked::find("usr").parent().expect("its folder").to_str().expect("a plain path").to_owned();
    let mut failure = String::new();
    for _ in 0..5 {
        let [port]: [u16; 1] = free_ports();
        let number = port.to_string();
        fs::write(home.join("smtpd.conf"), SMTPD.replace("@DIR@", place).replace("@PORT@", &number))
            .expect("a configuration");
        let mut arguments = vec!["-m", "sh", &namespace, place, &packages, "sh", &script, place];
        if !users.is_empty() {
            arguments.push(&number);
            arguments.extend(users);
        }
        let group = Group::start("unshare", &arguments, None);
        match group.await_greeting(port, greeting, Duration::from_secs(20)) {
            Ok(()) => return (group, port),
            Err(why) => failure = why,
        }
    }
    let logs = ["courier.log", "opensmtpd.log"].map(|log| fs::read_to_string(home.join(log)).unwrap_or_default());
    panic!("{script} does not come up: {failure}\n{}", logs.join("\n"));
}

const SMTPD: &str = "
listen on 127.0.0.1 port @PORT@ hostname post.war.test
table mailboxes file:@DIR@/mailboxes
action \"box\" maildir \"@DIR@/mail/%{rcpt.user}/Maildir\" virtual <mailboxes>
match from any for domain \"war.test\" action \"box\"
";
