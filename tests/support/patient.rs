//! What the tests of `adjutant doctor` share: judges, their settings, and what doctor says of them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::support::live::{Home, daily};
use crate::support::scripted::PASSWORD;

/// The way in of a judge whose letters arrive in a Maildir.
pub const INBOX: &str = "[mail.in]\nkind = \"maildir\"\ninbox = \"mail/inbox\"\n";
/// The way out of one whose letters go to Maildirs.
pub const OUTBOX: &str = "[mail.out]\nkind = \"maildir\"\noutbox = \"mail/outbox\"\n";

/// A way out by a server.
pub fn smtp(host: &str, port: u16, more: &str) -> String {
    format!("{INBOX}\n[mail.out]\nkind = \"smtp\"\nhost = \"{host}\"\nport = {port}\n{more}\n")
}

/// A judge with a way in and a way out of his own, and files of passwords.
pub fn judge(folder: &Path, settings: &str, more: &str) -> Home {
    let home = Home::init(folder, settings, &format!("{}{more}", daily("24h", "")));
    for (name, password) in [("right", PASSWORD), ("wrong", "sinister"), ("empty", "")] {
        let file = home.folder.join(format!("{name}.password"));
        fs::write(&file, format!("{password}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    }
    home
}

/// The finding about a section, its remedy included.
pub fn finding(said: &str, section: &str) -> String {
    let mut lines = said.lines().skip_while(|line| !line.contains(&format!("  {section} ")));
    let first = lines.next().unwrap_or_else(|| panic!("nothing of {section}\n{said}"));
    let remedy = lines.next().filter(|line| line.trim_start().starts_with("remedy:")).unwrap_or_default();
    format!("{first}\n{}", remedy.trim_start())
}

/// The time, in seconds of the epoch.
pub fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    i64::try_from(since.as_secs()).unwrap()
}
