//! What lies in the mailboxes of throwaway servers: read and put there behind the back of the program that is tested.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, UNIX_EPOCH};

use super::{Dialogue, PASSWORD, Servers};

impl Servers {
    /// The Maildir of a user on the disk of a Dovecot.
    pub fn mailbox_dir(&self, user: &str) -> PathBuf {
        self.folder.path().join("mail").join(user)
    }

    /// Whether a user's inbox was made: servers make it when it is first looked into, or with its first letter.
    pub fn has_inbox(&self, user: &str) -> bool {
        if let Some(cyrus) = &self.cyrus {
            return cyrus.inbox(user).is_some();
        }
        // Dovecot makes it folder by folder.
        ["tmp", "new", "cur"].iter().all(|part| self.mailbox_dir(user).join(part).is_dir())
    }

    /// The files of a user's inbox, oldest first.
    pub fn inbox_files(&self, user: &str) -> Vec<PathBuf> {
        let Some(cyrus) = &self.cyrus else { return maildir_files(&self.mailbox_dir(user)) };
        cyrus.inbox(user).map_or_else(Vec::new, |inbox| numbered_files(&inbox))
    }

    /// The letters in a user's inbox, oldest first, as the server keeps them: with trace fields, and by Dovecot with bare LF.
    pub fn read_mailbox(&self, user: &str) -> Vec<Vec<u8>> {
        read_all(&self.inbox_files(user))
    }

    /// The letters in one of a user's folders at Dovecot.
    pub fn read_folder(&self, user: &str, folder: &str) -> Vec<Vec<u8>> {
        read_all(&maildir_files(&self.mailbox_dir(user).join(format!(".{folder}"))))
    }

    /// Waits until a user's inbox holds `count` letters, and returns them.
    pub fn await_letters(&self, user: &str, count: usize) -> Vec<Vec<u8>> {
        let end = Instant::now() + Duration::from_secs(30);
        loop {
            let letters = self.read_mailbox(user);
            if letters.len() >= count {
                return letters;
            }
            let had = letters.len();
            assert!(Instant::now() < end, "{user} has {had} letters instead of {count} after 30 s\n{}", self.logs());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Delivers a letter to a user by LMTP. Bare LF is sent as CRLF.
    pub fn deliver(&self, user: &str, bytes: &[u8]) {
        let mut lmtp = Dialogue::greet_by_lmtp(self.lmtp_port);
        lmtp.hand_over(&self.address(user), bytes);
        lmtp.say("QUIT");
    }

    /// Puts one of many letters into a user's inbox, which was made, as fast as that goes: into the Maildir itself, or by one
    /// LMTP conversation for all.
    pub fn put(&mut self, user: &str, bytes: &[u8]) {
        if self.cyrus.is_none() {
            return put_into_maildir(&self.mailbox_dir(user), bytes);
        }
        let (port, address) = (self.lmtp_port, self.address(user));
        // Cyrus takes no letter with a NUL in it.
        let bytes: Vec<u8> = bytes.iter().map(|byte| if *byte == 0 { 1 } else { *byte }).collect();
        self.lmtp.get_or_insert_with(|| Dialogue::greet_by_lmtp(port)).hand_over(&address, &bytes);
    }

    /// Puts a letter into a user's inbox over IMAP with a date of arrival, such as `17-Jul-2026 02:44:25 +0000`.
    pub fn append(&self, user: &str, date: &str, bytes: &[u8]) {
        let mut imap = Dialogue::open(self.imap_port);
        imap.expect("* OK");
        imap.say(&format!("a LOGIN {user} {PASSWORD}"));
        imap.expect("a OK");
        imap.say(&format!("b APPEND INBOX \"{date}\" {{{}}}", bytes.len()));
        imap.expect("+");
        imap.send(bytes);
        imap.say("");
        imap.expect("b OK");
        imap.say("c LOGOUT");
        imap.expect("c OK");
    }

    /// Stops the server of the mailboxes as hard as a power cut.
    pub fn stop_mailboxes(&mut self) {
        self.lmtp = None;
        match &mut self.cyrus {
            Some(cyrus) => cyrus.stop(),
            None => self.dovecot.as_mut().expect("Dovecot or Cyrus").stop(),
        }
    }

    /// Starts it again on the same ports and mailboxes.
    pub fn start_mailboxes(&mut self) {
        let started = match &mut self.cyrus {
            Some(cyrus) => cyrus.launch(),
            None => self.dovecot.as_mut().expect("Dovecot or Cyrus").launch(),
        };
        started.expect("the server starts again");
    }

    /// Makes the server forget the UIDs of a user's inbox; the next session sees another UIDVALIDITY. Stop it first.
    pub fn forget_uids(&self, user: &str) {
        if let Some(cyrus) = &self.cyrus {
            return cyrus.forget_uids(user);
        }
        for entry in fs::read_dir(self.mailbox_dir(user)).expect("the user's mailbox") {
            let path = entry.expect("a folder entry").path();
            if path.is_file() {
                fs::remove_file(path).expect("an index to remove");
            }
        }
    }
}

impl Dialogue {
    fn greet_by_lmtp(port: u16) -> Dialogue {
        let mut lmtp = Dialogue::open(port);
        lmtp.expect("220");
        lmtp.say("LHLO test");
        lmtp.expect("250");
        lmtp
    }

    /// Hands over a letter by LMTP.
    fn hand_over(&mut self, address: &str, bytes: &[u8]) {
        self.say("MAIL FROM:<test@war.test>");
        self.expect("250");
        self.say(&format!("RCPT TO:<{address}>"));
        self.expect("250");
        self.say("DATA");
        self.expect("354");
        let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
        let stuffed = text.lines().map(|line| format!("{}{line}\r\n", if line.starts_with('.') { "." } else { "" }));
        self.send(stuffed.collect::<String>().as_bytes());
        self.say(".");
        self.expect("250");
    }
}

fn maildir_files(maildir: &Path) -> Vec<PathBuf> {
    let entries = ["new", "cur"].map(|part| fs::read_dir(maildir.join(part)).into_iter().flatten());
    let mut files: Vec<PathBuf> = entries.into_iter().flatten().map(|entry| entry.expect("an entry").path()).collect();
    files.sort_by_key(|file| file.file_name().map(ToOwned::to_owned));
    files
}

/// Files that are named by a number and a dot.
fn numbered_files(folder: &Path) -> Vec<PathBuf> {
    let number = |file: &PathBuf| file.file_name()?.to_str()?.strip_suffix('.')?.parse::<u32>().ok();
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| number(file).is_some());
    files.sort_by_key(number);
    files
}

/// A client may rename a file before it is read; the caller looks again.
fn read_all(files: &[PathBuf]) -> Vec<Vec<u8>> {
    files.iter().filter_map(|file| fs::read(file).ok()).collect()
}

fn put_into_maildir(maildir: &Path, bytes: &[u8]) {
    let name = format!("{}.put", UNIX_EPOCH.elapsed().expect("a time").as_nanos());
    let draft = maildir.join("tmp").join(&name);
    fs::write(&draft, bytes).expect("a letter");
    fs::set_permissions(&draft, fs::Permissions::from_mode(0o644)).expect("a letter that the server can read");
    fs::rename(&draft, maildir.join("new").join(&name)).expect("a letter in its place");
}
