//! Mail as files: one Maildir to read, one Maildir per recipient to write. Any mail client can open them; a file's
//! modification time is its arrival.

mod bell;
mod examine;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rustix::fs::{Access, access};

use self::bell::Bell;
pub use self::examine::{MaildirFacts, MaildirTrouble, examine, examine_outbox, find};

use super::{Accepted, Concern, Fetched, LetterKey, MailSource, MaildirSettings, PostError, Refused, Step};

/// Where decided letters go: a Maildir++ folder, which mail clients show as "Processed".
pub const PROCESSED: &str = ".Processed";
/// File systems take names of 255 bytes.
const LONGEST_NAME: usize = 240;

/// A Maildir that letters arrive in.
#[derive(Debug)]
pub struct MaildirSource {
    inbox: PathBuf,
    mailbox: String,
    limit_bytes: u64,
    seen: BTreeSet<String>,
    bell: Bell,
}

/// One file of the mailbox, before it is read.
struct Listed {
    unique: String,
    path: PathBuf,
    arrived: (i64, i64),
    size: u64,
}

impl MaildirSource {
    /// Opens the inbox, making its folders when they are missing.
    pub fn open(settings: &MaildirSettings) -> Result<Self, PostError> {
        create_maildir(&settings.inbox)?;
        // One mailbox has one name in the ledger, from whatever folder the program is started.
        let inbox = fs::canonicalize(&settings.inbox).map_err(|e| PostError::file("find", &settings.inbox, e))?;
        Ok(MaildirSource {
            mailbox: format!("maildir:{}", inbox.display()),
            inbox,
            limit_bytes: settings.limit_bytes,
            seen: BTreeSet::new(),
            bell: Bell::new(),
        })
    }

    fn key(&self, unique: &str) -> LetterKey {
        LetterKey { mailbox: self.mailbox.clone(), validity: 0, uid: unique.to_owned() }
    }

    /// Every file by its unique name. `new/` is listed first: clients move letters from there to `cur/`, so that a
    /// letter moved meanwhile is met twice, never missed.
    fn list(&self) -> Result<BTreeMap<String, PathBuf>, PostError> {
        let mut found = BTreeMap::new();
        for part in ["new", "cur"] {
            for name in list_names(&self.inbox.join(part))? {
                let path = self.inbox.join(part).join(&name);
                found.insert(unique_name(&name), path);
            }
        }
        Ok(found)
    }

    /// Size and arrival; `None` when a person removed the letter meanwhile.
    fn examine(&self, unique: String, path: PathBuf) -> Result<Option<Listed>, PostError> {
        let Some((path, metadata)) = self.follow(&unique, path, |path| fs::metadata(path))? else {
            return Ok(None);
        };
        if !metadata.is_file() {
            return Ok(None);
        }
        Ok(Some(Listed { unique, path, arrived: (metadata.mtime(), metadata.mtime_nsec()), size: metadata.len() }))
    }

    fn read(&self, listed: Listed) -> Result<Option<Fetched>, PostError> {
        let limit = self.limit_bytes;
        let found = self.follow(&listed.unique, listed.path, |path| {
            let mut raw = Vec::with_capacity(listed.size.min(limit) as usize);
            File::open(path)?.take(limit).read_to_end(&mut raw)?;
            Ok(raw)
        })?;
        Ok(found.map(|(_, raw)| Fetched {
            key: self.key(&listed.unique),
            arrived: listed.arrived.0,
            size: listed.size,
            raw,
            truncated: listed.size > limit,
        }))
    }

    /// Does something with a letter's file, and looks for it once more when a mail client has just renamed it.
    fn follow<T>(
        &self,
        unique: &str,
        path: PathBuf,
        work: impl Fn(&Path) -> io::Result<T>,
    ) -> Result<Option<(PathBuf, T)>, PostError> {
        match work(&path) {
            Ok(done) => return Ok(Some((path, done))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(PostError::file("read", path, error)),
        }
        let Some(path) = self.list()?.remove(unique) else {
            return Ok(None);
        };
        match work(&path) {
            Ok(done) => Ok(Some((path, done))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(PostError::file("read", path, error)),
        }
    }
}

impl MailSource for MaildirSource {
    fn fetch(&mut self, is_known: &dyn Fn(&LetterKey) -> bool, limit: usize) -> Result<Vec<Fetched>, PostError> {
        let all = self.list()?;
        self.seen = all.keys().cloned().collect();
        let mut unknown = Vec::new();
        for (unique, path) in all {
            if !is_known(&self.key(&unique)) {
                unknown.extend(self.examine(unique, path)?);
            }
        }
        unknown.sort_by(|a, b| (a.arrived, &a.unique).cmp(&(b.arrived, &b.unique)));
        // A letter that vanished makes room for the next one, so that a short answer still means "that was all".
        let mut letters = Vec::new();
        for listed in unknown {
            if letters.len() == limit {
                break;
            }
            letters.extend(self.read(listed)?);
        }
        Ok(letters)
    }

    /// The clock of whoever keeps the file system stamps what is put there.
    fn server_time(&mut self) -> Result<Option<i64>, PostError> {
        let note = self.inbox.join("tmp").join(format!("clock.{}", std::process::id()));
        let stamp = fs::write(&note, b"").and_then(|()| fs::metadata(&note)).and_then(|note| note.modified());
        let _ = fs::remove_file(&note);
        let since = stamp.ok().and_then(|stamp| stamp.duration_since(std::time::UNIX_EPOCH).ok());
        Ok(since.and_then(|since| i64::try_from(since.as_secs()).ok()))
    }

    fn file_away(&mut self, keys: &[LetterKey]) -> Result<(), PostError> {
        if keys.is_empty() {
            return Ok(());
        }
        let processed = self.inbox.join(PROCESSED);
        create_folder(&processed)?;
        let mut all = self.list()?;
        for key in keys {
            if key.mailbox != self.mailbox {
                continue;
            }
            let Some(path) = all.remove(&key.uid) else {
                continue;
            };
            let target = processed.join("cur").join(seen_name(&path));
            match fs::rename(&path, &target) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                result => result.map_err(|error| PostError::file("file away", path, error))?,
            }
        }
        Ok(())
    }

    fn wait(&mut self, timeout: Duration) -> Result<(), PostError> {
        let (end, new) = (Instant::now() + timeout, self.inbox.join("new"));
        loop {
            // Before the look: what comes after it rings.
            let longest = self.bell.hang_up(&new);
            let names = list_names(&new)?;
            if names.iter().any(|name| !self.seen.contains(&unique_name(name))) {
                return Ok(());
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            self.bell.rest(left.min(longest));
        }
    }
}

/// Delivers each letter into a Maildir named for its recipient.
#[derive(Debug, Clone)]
pub struct MaildirSink {
    root: PathBuf,
}

impl MaildirSink {
    /// A sink under the folder `root`.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        MaildirSink { root: root.into() }
    }

    /// The Maildir of an address. Whatever the address holds, it stays one folder right under the root.
    pub fn mailbox(&self, address: &str) -> PathBuf {
        self.root.join(folder_name(address))
    }

    /// Delivers one letter, durably.
    pub async fn send(&self, to: &str, bytes: &[u8]) -> Result<Accepted, Refused> {
        if to.is_empty() || folder_name(to).len() > LONGEST_NAME {
            return Err(refused(true, "the address is empty or too long for a folder".to_owned()));
        }
        let (folder, bytes) = (self.mailbox(to), bytes.to_vec());
        let written = tokio::task::spawn_blocking(move || deliver_or_say(&folder, &bytes, None)).await;
        match written {
            Ok(Ok(path)) => Ok(Accepted { reply: format!("delivered as {}", path.display()) }),
            Ok(Err(failed)) => Err(self.refused_for(&failed)),
            Err(error) => Err(refused(false, format!("the delivery broke off: {error}"))),
        }
    }

    /// A right that lacks is trouble of ours and not of the letter: with all of them, where it lacks to the root.
    fn refused_for(&self, failed: &Undelivered) -> Refused {
        let reply = failed.error.to_string();
        let refused = Refused { uncertain: failed.is_visible, ..refused(false, reply) };
        if !failed.error.is_lack_of_right() {
            return refused;
        }
        let is_of_all = access(&self.root, Access::WRITE_OK | Access::EXEC_OK).is_err();
        let (why, root) = (&refused.reply, self.root.display());
        let reply = format!("{why}: give the user who runs the judge the right to write under {root}");
        let step = if is_of_all { Step::Connect } else { Step::Body };
        Refused { concern: Concern::Us, step, reply, ..refused }
    }
}

fn refused(permanent: bool, reply: String) -> Refused {
    Refused { permanent, uncertain: false, is_too_large: false, concern: Concern::Letter, step: Step::Body, reply }
}

/// Puts a letter into a Maildir so that no reader ever sees half of it and no power cut loses it. `arrived` sets the
/// time of arrival; without it the letter arrives now. Returns the file.
pub fn deliver(maildir: &Path, bytes: &[u8], arrived: Option<i64>) -> Result<PathBuf, PostError> {
    deliver_or_say(maildir, bytes, arrived).map_err(|failed| failed.error)
}

/// A delivery that did not come to its end.
struct Undelivered {
    error: PostError,
    /// Readers can see the letter, though a power cut may still take it.
    is_visible: bool,
}

fn deliver_or_say(maildir: &Path, bytes: &[u8], arrived: Option<i64>) -> Result<PathBuf, Undelivered> {
    let hidden = |error| Undelivered { error, is_visible: false };
    create_maildir(maildir).map_err(hidden)?;
    let name = fresh_name();
    let draft = maildir.join("tmp").join(&name);
    let target = maildir.join("new").join(&name);
    let written = write_durably(&draft, bytes, arrived);
    // Half of a letter on a full disk keeps the room that a smaller one would have had.
    let written = written.inspect_err(|_| _ = fs::remove_file(&draft));
    written.map_err(|e| hidden(PostError::file("write", &draft, e)))?;
    fs::rename(&draft, &target).map_err(|e| hidden(PostError::file("deliver", &target, e)))?;
    sync_folder(&maildir.join("new")).map_err(|error| Undelivered { error, is_visible: true })?;
    Ok(target)
}

fn write_durably(path: &Path, bytes: &[u8], arrived: Option<i64>) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(bytes)?;
    if let Some(seconds) = arrived {
        file.set_modified(system_time(seconds))?;
    }
    file.sync_all()
}

fn system_time(seconds: i64) -> SystemTime {
    let distance = Duration::from_secs(seconds.unsigned_abs());
    if seconds < 0 { UNIX_EPOCH - distance } else { UNIX_EPOCH + distance }
}

/// A name that no other delivery uses, in order of delivery.
fn fresh_name() -> String {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let count = COUNTER.fetch_add(1, Ordering::Relaxed);
    format!("{}.M{:06}P{}Q{count:08}.adjutant", now.as_secs(), now.subsec_micros(), std::process::id())
}

fn create_maildir(folder: &Path) -> Result<(), PostError> {
    for part in ["tmp", "new", "cur"] {
        create_durably(&folder.join(part))?;
    }
    Ok(())
}

/// Makes a folder and those above it, each written down in the one above: a power cut takes a folder whose name is not,
/// with every letter in it.
fn create_durably(folder: &Path) -> Result<(), PostError> {
    if folder.is_dir() {
        return Ok(());
    }
    let above = folder.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    create_durably(above)?;
    // Letters hold what players must not know of each other.
    match fs::DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(PostError::file("create", folder, error)),
        _ => sync_folder(above),
    }
}

/// A Maildir++ folder inside a Maildir, with the mark that tells delivery agents so.
fn create_folder(folder: &Path) -> Result<(), PostError> {
    create_maildir(folder)?;
    let mark = folder.join("maildirfolder");
    if !mark.exists() {
        File::create(&mark).map_err(|e| PostError::file("create", mark, e))?;
    }
    Ok(())
}

fn sync_folder(folder: &Path) -> Result<(), PostError> {
    File::open(folder).and_then(|handle| handle.sync_all()).map_err(|e| PostError::file("sync", folder, e))
}

fn list_names(folder: &Path) -> Result<Vec<std::ffi::OsString>, PostError> {
    let failed = |e| PostError::file("list", folder, e);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        if !name.as_encoded_bytes().starts_with(b".") {
            names.push(name);
        }
    }
    Ok(names)
}

/// The part of a file name that stays when a mail client changes flags, in ASCII.
fn unique_name(name: &OsStr) -> String {
    let bytes = name.as_encoded_bytes();
    let end = bytes.windows(3).position(|mark| mark == b":2,").unwrap_or(bytes.len());
    bytes[..end].escape_ascii().to_string()
}

/// The file name with flag S (seen) beside the flags it has, in ASCII order as Maildir wants them.
fn seen_name(path: &Path) -> std::ffi::OsString {
    let name = path.file_name().unwrap_or_default();
    let Some(text) = name.to_str() else {
        return name.to_owned();
    };
    let (unique, flags) = text.split_once(":2,").unwrap_or((text, ""));
    let flags: BTreeSet<char> = flags.chars().chain(['S']).collect();
    format!("{unique}:2,{}", flags.into_iter().collect::<String>()).into()
}

/// An address as the name of one folder: lower case, everything unusual as %XX, so that nothing climbs or hides.
fn folder_name(address: &str) -> String {
    let mut name = String::new();
    for byte in address.to_ascii_lowercase().bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"@-_+".contains(&byte);
        if plain || (byte == b'.' && !name.is_empty()) {
            name.push(char::from(byte));
        } else {
            name.push_str(&format!("%{byte:02X}"));
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_never_leaves_its_folder() {
        assert_eq!(folder_name("Grant@Example.org"), "grant@example.org");
        assert_eq!(folder_name("../../etc/passwd"), "%2E.%2F..%2Fetc%2Fpasswd");
        assert_eq!(folder_name(".."), "%2E.");
        assert_eq!(folder_name("a/b\0c\\d"), "a%2Fb%00c%5Cd");
        assert_eq!(folder_name("50%@x"), "50%25@x");
    }

    #[test]
    fn flags_are_no_part_of_the_name() {
        assert_eq!(unique_name(OsStr::new("17.M1P2.host,S=9:2,RS")), "17.M1P2.host,S=9");
        assert_eq!(unique_name(OsStr::new("17.M1P2.host")), "17.M1P2.host");
    }

    #[test]
    fn seen_joins_the_flags_in_order() {
        assert_eq!(seen_name(Path::new("cur/a:2,TF")), OsStr::new("a:2,FST"));
        assert_eq!(seen_name(Path::new("new/a")), OsStr::new("a:2,S"));
    }
}
