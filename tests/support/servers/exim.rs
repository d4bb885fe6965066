//! An Exim of our own: takes letters for the test's domain over SMTP, hands them on by LMTP, and relays nothing.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::process::Group;
use super::{free_ports, unpacked};

/// A running Exim.
pub struct Exim {
    /// SMTP with STARTTLS, and SMTP inside TLS.
    pub ports: [u16; 2],
    _group: Group,
}

impl Exim {
    /// Starts Exim in a folder that holds `cert.pem` and `cert.key`; letters go on to the port of an LMTP server.
    pub fn start(folder: &Path, users: &[&str], domain: &str, lmtp_port: u16) -> Exim {
        let home = folder.join("exim");
        for name in ["", "spool", "log"] {
            fs::create_dir(home.join(name)).expect("a folder for Exim");
        }
        for name in ["cert.pem", "cert.key"] {
            fs::copy(folder.join(name), home.join(name)).expect("a certificate");
        }
        name_its_user(&home);
        let mut failure = String::new();
        for _ in 0..5 {
            let ports = free_ports();
            let [smtp, smtps] = ports.map(|port: u16| port.to_string());
            let text = CONFIG
                .replace("@DIR@", home.to_str().expect("a plain path"))
                .replace("@USER@", &unpacked::user())
                .replace("@DOMAIN@", domain)
                .replace("@USERS@", &users.join(" : "))
                .replace("@SMTP@", &smtp)
                .replace("@SMTPS@", &smtps)
                .replace("@LMTP@", &lmtp_port.to_string());
            fs::write(home.join("exim.conf"), text).expect("a configuration");
            unpacked::hand_over(&home);
            let config = home.join("exim.conf");
            let arguments = ["-C", config.to_str().expect("a plain path"), "-bdf", "-q1s"];
            let group = unpacked::start(&unpacked::find("usr/sbin/exim4"), &arguments, Some(&home));
            match group.await_greeting(ports[0], "220", Duration::from_secs(20)) {
                Ok(()) => return Exim { ports, _group: group },
                Err(why) => failure = why,
            }
        }
        panic!("Exim does not start: {failure}\n{}", fs::read_to_string(home.join("log/main")).unwrap_or_default());
    }
}

/// The user whom Debian's Exim runs as is not on this machine: it is given the numbers of whoever runs it.
fn name_its_user(home: &Path) {
    let [user, group] = unpacked::numbers();
    let lines = [
        ("passwd", format!("Debian-exim:x:{user}:{group}::/:/bin/false")),
        ("group", format!("Debian-exim:x:{group}:")),
    ];
    for (file, line) in lines {
        let known = fs::read_to_string(Path::new("/etc").join(file)).expect("the names of this machine");
        fs::write(home.join(file), format!("{known}\n{line}\n")).expect("names");
    }
}

const CONFIG: &str = "
primary_hostname = post.@DOMAIN@
spool_directory = @DIR@/spool
log_file_path = @DIR@/log/%s
daemon_smtp_ports = @SMTP@ : @SMTPS@
tls_on_connect_ports = @SMTPS@
local_interfaces = 127.0.0.1
pid_file_path = @DIR@/exim.pid
exim_user = @USER@
never_users =
keep_environment =
tls_advertise_hosts = *
tls_certificate = @DIR@/cert.pem
tls_privatekey = @DIR@/cert.key
message_size_limit = 20M
deliver_drop_privilege = true
smtp_accept_max = 0
acl_smtp_rcpt = rcpt
acl_smtp_data = data
begin acl
rcpt:
  accept domains = @DOMAIN@
         local_parts = @USERS@
  deny message = relay not permitted
data:
  accept
begin routers
mailboxes:
  driver = manualroute
  domains = @DOMAIN@
  route_list = * 127.0.0.1 byname
  transport = lmtp
  self = send
begin transports
lmtp:
  driver = smtp
  protocol = lmtp
  port = @LMTP@
  allow_localhost
  hosts_try_fastopen =
  tls_verify_hosts =
  hosts_avoid_tls = *
begin retry
* * F,1h,1s
";
