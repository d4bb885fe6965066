//! A Dovecot of our own: IMAP with and without TLS, and LMTP.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::process::Group;
use super::{PASSWORD, free_ports, is_root};

/// User and group of the mailboxes when root runs the tests: Dovecot refuses to hold mail as root.
pub const NOBODY: u32 = 65534;

/// A running Dovecot.
pub struct Dovecot {
    /// IMAP, IMAP over TLS, LMTP.
    pub ports: [u16; 3],
    folder: PathBuf,
    /// Lines at the end of the configuration; `@DIR@` is the folder.
    more: String,
    group: Option<Group>,
}

impl Dovecot {
    /// Starts Dovecot in a folder that holds `cert.pem` and `cert.key`, with `more` lines at the end of its configuration.
    pub fn start(folder: &Path, users: &[&str], more: &str) -> Dovecot {
        for name in ["run", "state", "mail"] {
            fs::create_dir(folder.join(name)).expect("a folder for Dovecot");
        }
        let lines = users.iter().map(|user| format!("{user}:{{PLAIN}}{PASSWORD}::::::\n"));
        fs::write(folder.join("users"), lines.collect::<String>()).expect("the list of users");
        if is_root() {
            let mail = folder.join("mail");
            std::os::unix::fs::chown(mail, Some(NOBODY), Some(NOBODY)).expect("a chown by root");
        }
        let more = more.to_owned();
        let mut dovecot = Dovecot { ports: [0; 3], folder: folder.to_owned(), more, group: None };
        let mut failure = String::new();
        for _ in 0..5 {
            dovecot.ports = free_ports();
            dovecot.configure();
            match dovecot.launch() {
                Ok(()) => return dovecot,
                Err(why) => failure = why,
            }
            dovecot.stop();
        }
        panic!("Dovecot does not start: {failure}");
    }

    /// Starts the process with the configuration as it is.
    pub fn launch(&mut self) -> Result<(), String> {
        let path = self.folder.join("dovecot.conf");
        assert!(Path::new("/usr/sbin/dovecot").exists(), "there is no /usr/sbin/dovecot: run tests/install");
        let config = path.to_str().expect("a plain path");
        let group = Group::start("/usr/sbin/dovecot", &["-F", "-c", config], None);
        let ready = group.await_greeting(self.ports[0], "* OK", Duration::from_secs(10));
        self.group = Some(group);
        ready.map_err(|why| {
            let log = fs::read_to_string(self.folder.join("dovecot.log")).unwrap_or_default();
            format!("{why}\n{log}")
        })
    }

    /// Kills every process of it.
    pub fn stop(&mut self) {
        self.group = None;
        // Dovecot takes the file of a dead master for a running one if the number was used again.
        let _ = fs::remove_file(self.folder.join("run/master.pid"));
    }

    fn configure(&self) {
        let [imap, imaps, lmtp] = self.ports.map(|port| port.to_string());
        let folder = self.folder.to_str().expect("a plain path");
        let (uid, gid, unprivileged, chroot) = if is_root() {
            (NOBODY.to_string(), NOBODY.to_string(), String::new(), "")
        } else {
            let (user, group) = (id("-un"), id("-gn"));
            let lines = format!(
                "default_internal_user = {user}\ndefault_internal_group = {group}\ndefault_login_user = {user}\n"
            );
            (id("-u"), id("-g"), lines, "chroot =")
        };
        let text = format!("{CONFIG}{}", self.more)
            .replace("@DIR@", folder)
            .replace("@UID@", &uid)
            .replace("@GID@", &gid)
            .replace("@IMAP@", &imap)
            .replace("@IMAPS@", &imaps)
            .replace("@LMTP@", &lmtp)
            .replace("@CHROOT@", chroot);
        fs::write(self.folder.join("dovecot.conf"), text + &unprivileged).expect("a configuration");
    }
}

/// What `id` says of whoever runs the tests.
pub fn id(option: &str) -> String {
    let output = Command::new("id").arg(option).output().expect("id runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

const CONFIG: &str = r#"
base_dir = @DIR@/run
state_dir = @DIR@/state
log_path = @DIR@/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <@DIR@/cert.pem
ssl_key = <@DIR@/cert.key
ssl_dh =
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_username_format = %Ln
auth_failure_delay = 0
first_valid_uid = 1
last_valid_uid = 0
first_valid_gid = 1
mail_location = maildir:@DIR@/mail/%n
mail_uid = @UID@
mail_gid = @GID@
mail_fsync = never
mail_max_userip_connections = 200
mailbox_list_index = yes
imap_idle_notify_interval = 2 mins
postmaster_address = postmaster@localhost
hostname = localhost
recipient_delimiter = +
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%n @DIR@/users
}
userdb {
  driver = passwd-file
  args = username_format=%n @DIR@/users
  override_fields = uid=@UID@ gid=@GID@ home=@DIR@/mail/%n
}
service imap-login {
  inet_listener imap {
    address = 127.0.0.1
    port = @IMAP@
  }
  inet_listener imaps {
    address = 127.0.0.1
    port = @IMAPS@
    ssl = yes
  }
  service_count = 0
  process_min_avail = 0
  @CHROOT@
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = @LMTP@
  }
}
service anvil {
  @CHROOT@
}
service stats {
  @CHROOT@
}
namespace inbox {
  inbox = yes
  separator = /
}
"#;
