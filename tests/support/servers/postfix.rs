//! A Postfix of our own: takes letters for the test's domain over SMTP, hands them to Dovecot by LMTP, and refuses
//! recipients without a mailbox. Its configuration, queue and data are in the test's folder.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::process::Group;
use super::{Servers, free_ports, is_root};

/// A running Postfix.
pub struct Postfix {
    /// Its SMTP port.
    pub port: u16,
    /// Its port for SMTP inside TLS.
    pub tls_port: u16,
    #[expect(dead_code, reason = "it ends with this")]
    group: Group,
}

impl Postfix {
    /// Starts Postfix beside a running Dovecot.
    pub fn start(servers: &Servers, users: &[&str]) -> Postfix {
        assert!(is_root(), "this test starts Postfix, which only root can: run tests/run as root");
        assert!(Path::new("/usr/sbin/postfix").exists(), "there is no /usr/sbin/postfix: run tests/install");
        let folder = servers.folder.path().join("postfix");
        for name in ["", "queue", "data"] {
            fs::create_dir(folder.join(name)).expect("a folder for Postfix");
        }
        chown("postfix", &folder.join("data"));
        let addresses = users.iter().map(|user| format!("{} ok\n", servers.address(user)));
        fs::write(folder.join("mailboxes"), addresses.collect::<String>()).expect("a table");
        fs::write(folder.join("main.cf"), main_cf(servers, &folder)).expect("a configuration");
        let mut failure = String::new();
        for _ in 0..5 {
            let [port, tls_port] = free_ports();
            let master = MASTER.replace("@PORT@", &port.to_string()).replace("@TLSPORT@", &tls_port.to_string());
            fs::write(folder.join("master.cf"), master).expect("a configuration");
            let config = folder.to_str().expect("a plain path");
            let pid_file = folder.join("queue/pid/master.pid");
            let arguments = ["-c", config, "start-fg"];
            let group = Group::start("/usr/sbin/postfix", &arguments, Some(&pid_file));
            match group.await_greeting(port, "220", Duration::from_secs(20)) {
                Ok(()) => {
                    return Postfix { port, tls_port, group };
                }
                Err(why) => failure = why,
            }
        }
        panic!("Postfix does not start: {failure}\n{}", servers.logs());
    }
}

fn chown(owner: &str, path: &Path) {
    let done = Command::new("chown").arg(owner).arg(path).status();
    assert!(done.is_ok_and(|status| status.success()), "chown {owner}: run tests/install");
}

fn main_cf(servers: &Servers, folder: &Path) -> String {
    MAIN.replace("@DIR@", folder.to_str().expect("a plain path"))
        .replace("@CERTS@", servers.folder.path().to_str().expect("a plain path"))
        .replace("@DOMAIN@", servers.domain)
        .replace("@LMTP@", &servers.lmtp_port.to_string())
}

const MAIN: &str = "
compatibility_level = 3.6
queue_directory = @DIR@/queue
data_directory = @DIR@/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = @DIR@/postfix.log
maillog_file_prefixes = @DIR@
syslog_name = postfix
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = post.@DOMAIN@
mynetworks = 127.0.0.0/8
mydestination =
local_recipient_maps =
alias_maps =
alias_database =
virtual_mailbox_domains = @DOMAIN@
virtual_mailbox_maps = texthash:@DIR@/mailboxes
virtual_transport = lmtp:inet:127.0.0.1:@LMTP@
recipient_delimiter = +
default_transport = error:this server delivers only to @DOMAIN@
relay_transport = error:this server delivers only to @DOMAIN@
smtpd_relay_restrictions = reject_unauth_destination
smtpd_tls_security_level = may
smtpd_tls_cert_file = @CERTS@/cert.pem
smtpd_tls_key_file = @CERTS@/cert.key
smtpd_tls_received_header = yes
smtpd_sasl_auth_enable = no
smtpd_client_connection_rate_limit = 0
smtpd_client_connection_count_limit = 0
append_dot_mydomain = no
biff = no
disable_dns_lookups = yes
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
";

const MASTER: &str = "
127.0.0.1:@PORT@ inet n - n - - smtpd
127.0.0.1:@TLSPORT@ inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
";
