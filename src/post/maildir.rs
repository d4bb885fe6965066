//! Mail as files: one Maildir to read, one Maildir per recipient to write. Any mail client can open them; a file's
//! modification time is its arrival.

mod bell;
mod delivery;
mod examine;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::fs::{Access, access};

use self::bell::Bell;
pub use self::delivery::deliver;
use self::delivery::{Parcel, Undelivered, create_folder, create_maildir, deliver_together};
pub use self::examine::{MaildirFacts, MaildirTrouble, examine, examine_outbox, find};

use super::{Accepted, Concern, Fetched, LetterKey, MailSource, MaildirSettings, PostError, Refused, Step};

/// Where decided letters go: a Maildir++ folder, which mail clients show as "Processed".
pub const PROCESSED: &str = ".Processed";
/// File systems take names of 255 bytes.
const LONGEST_NAME: usize = 240;
/// What was listed is fetched so long. Shorter than the time after which a letter that came is sure to be known.
const LONGEST_LISTING: Duration = Duration::from_secs(2);

/// A Maildir that letters arrive in.
#[derive(Debug)]
pub struct MaildirSource {
    inbox: PathBuf,
    mailbox: String,
    limit_bytes: u64,
    seen: BTreeSet<String>,
    listing: Listing,
    bell: Bell,
}

/// Letters that were met and not fetched yet: a backlog is listed once, and not for every piece of it.
#[derive(Debug, Default)]
struct Listing {
    made: Option<Instant>,
    rest: VecDeque<Listed>,
    /// Those that were fetched by it the last time.
    fetched: Vec<String>,
}

impl Listing {
    /// Whether so many letters may be fetched by it. Soon one looks again, for what came meanwhile is not in it.
    fn is_good_for(&self, letters: usize) -> bool {
        self.rest.len() >= letters && self.made.is_some_and(|made| made.elapsed() < LONGEST_LISTING)
    }
}

/// One file of the mailbox, before it is read.
#[derive(Debug)]
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
            listing: Listing::default(),
            bell: Bell::new(),
        })
    }

    /// Lists the letters that are not known, oldest arrival first.
    fn look(&mut self, is_known: &dyn Fn(&LetterKey) -> bool) -> Result<Listing, PostError> {
        let made = Instant::now();
        let all = self.list()?;
        self.seen = all.keys().cloned().collect();
        let mut unknown = Vec::new();
        for (unique, path) in all {
            if !is_known(&self.key(&unique)) {
                unknown.extend(self.examine(unique, path)?);
            }
        }
        unknown.sort_by(|a, b| (a.arrived, &a.unique).cmp(&(b.arrived, &b.unique)));
        Ok(Listing { made: Some(made), rest: unknown.into(), fetched: Vec::new() })
    }

    /// Reads the next letters of the listing. One that vanished makes room for the next, so that a short answer still means
    /// that this was all.
    fn fetch_listed(&mut self, mut listing: Listing, limit: usize) -> Result<Vec<Fetched>, PostError> {
        let mut letters = Vec::new();
        while letters.len() < limit
            && let Some(listed) = listing.rest.pop_front()
        {
            letters.extend(self.read(listed)?);
        }
        listing.fetched = letters.iter().map(|letter| letter.key.uid.clone()).collect();
        self.listing = listing;
        Ok(letters)
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
        let listing = std::mem::take(&mut self.listing);
        // What was fetched and not kept comes first again.
        if listing.is_good_for(limit) && listing.fetched.iter().all(|unique| is_known(&self.key(unique))) {
            let letters = self.fetch_listed(listing, limit)?;
            if letters.len() == limit {
                return Ok(letters);
            }
        }
        let listing = self.look(is_known)?;
        self.fetch_listed(listing, limit)
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

    /// Delivers letters, each to its address, durably. As many answers, in order.
    pub async fn send(&self, letters: &[(&str, &[u8])]) -> Vec<Result<Accepted, Refused>> {
        let has_place = |to: &str| !to.is_empty() && folder_name(to).len() <= LONGEST_NAME;
        let placed = letters.iter().filter(|(to, _)| has_place(to));
        let parcels: Vec<Parcel> = placed.map(|(to, bytes)| Parcel::new(self.mailbox(to), bytes.to_vec())).collect();
        let delivered = tokio::task::spawn_blocking(move || deliver_together(&parcels)).await;
        let mut delivered = match delivered {
            Ok(delivered) => delivered.into_iter(),
            Err(error) => {
                return letters
                    .iter()
                    .map(|_| Err(refused(false, format!("the delivery broke off: {error}"))))
                    .collect();
            }
        };
        let answer = |(to, _): &(&str, &[u8])| {
            let delivered = if has_place(to) { delivered.next() } else { None };
            match delivered {
                Some(Ok(path)) => Ok(Accepted { reply: format!("delivered as {}", path.display()) }),
                Some(Err(failed)) => Err(self.refused_for(&failed)),
                None => Err(refused(true, "the address is empty or too long for a folder".to_owned())),
            }
        };
        letters.iter().map(answer).collect()
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
