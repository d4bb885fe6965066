//! Putting letters into Maildirs so that no reader ever sees half of one and no power cut loses one that is said to be there.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::PostError;

/// A letter and the Maildir that it goes into.
pub(super) struct Parcel {
    maildir: PathBuf,
    bytes: Vec<u8>,
    /// Its time of arrival; without it the letter arrives now.
    arrived: Option<i64>,
}

impl Parcel {
    pub(super) fn new(maildir: PathBuf, bytes: Vec<u8>) -> Self {
        Self { maildir, bytes, arrived: None }
    }
}

/// A delivery that did not come to its end.
pub(super) struct Undelivered {
    pub(super) error: PostError,
    /// Readers can see the letter, though a power cut may still take it.
    pub(super) is_visible: bool,
}

/// Puts a letter into a Maildir. `arrived` sets the time of arrival; without it the letter arrives now. Returns the file.
pub fn deliver(maildir: &Path, bytes: &[u8], arrived: Option<i64>) -> Result<PathBuf, PostError> {
    let parcel = Parcel { arrived, ..Parcel::new(maildir.to_owned(), bytes.to_vec()) };
    let drafted = draft(&parcel).and_then(|draft| show(&parcel, draft));
    let target = drafted?;
    sync_folder(&maildir.join("new")).map_err(|e| PostError::file("sync", maildir.join("new"), e))?;
    Ok(target)
}

/// Puts letters into their Maildirs, as many answers as there are letters. All are written before the first is waited for,
/// and each folder is waited for once: the disk then does in a few goes what it would do in two for every letter.
pub(super) fn deliver_together(parcels: &[Parcel]) -> Vec<Result<PathBuf, Undelivered>> {
    let drafts: Vec<Result<Draft, PostError>> = parcels.iter().map(draft).collect();
    let end = |(parcel, drafted): (&Parcel, Result<Draft, PostError>)| match drafted {
        // Those before it have given back their files by now.
        Err(error) if error.is_lack_of_files() => draft(parcel).and_then(|draft| show(parcel, draft)),
        drafted => show(parcel, drafted?),
    };
    let shown: Vec<Result<PathBuf, PostError>> = parcels.iter().zip(drafts).map(end).collect();
    let mut synced: BTreeMap<PathBuf, io::Result<()>> = BTreeMap::new();
    let mut settle = |(parcel, shown): (&Parcel, Result<PathBuf, PostError>)| {
        let target = shown.map_err(|error| Undelivered { error, is_visible: false })?;
        let new = parcel.maildir.join("new");
        match synced.entry(new.clone()).or_insert_with(|| sync_folder(&new)) {
            Ok(()) => Ok(target),
            Err(why) => {
                let error = PostError::file("sync", new, io::Error::new(why.kind(), why.to_string()));
                Err(Undelivered { error, is_visible: true })
            }
        }
    };
    parcels.iter().zip(shown).map(&mut settle).collect()
}

/// A letter in `tmp`, where no reader looks.
struct Draft {
    path: PathBuf,
    file: File,
    name: String,
}

/// Writes a letter where no reader looks, and waits for nothing.
fn draft(parcel: &Parcel) -> Result<Draft, PostError> {
    create_maildir(&parcel.maildir)?;
    let name = fresh_name();
    let path = parcel.maildir.join("tmp").join(&name);
    let write = || {
        let mut file = File::create_new(&path)?;
        file.write_all(&parcel.bytes)?;
        if let Some(seconds) = parcel.arrived {
            file.set_modified(system_time(seconds))?;
        }
        Ok(file)
    };
    match write() {
        Ok(file) => Ok(Draft { path, file, name }),
        Err(error) => Err(unwritten(&path, error)),
    }
}

/// Waits until the disk has a draft, and shows it to readers.
fn show(parcel: &Parcel, draft: Draft) -> Result<PathBuf, PostError> {
    draft.file.sync_all().map_err(|error| unwritten(&draft.path, error))?;
    let target = parcel.maildir.join("new").join(&draft.name);
    fs::rename(&draft.path, &target).map_err(|e| PostError::file("deliver", &target, e))?;
    Ok(target)
}

/// Half of a letter on a full disk keeps the room that a smaller one would have had.
fn unwritten(draft: &Path, error: io::Error) -> PostError {
    let _ = fs::remove_file(draft);
    PostError::file("write", draft, error)
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

/// Makes the three folders of a Maildir where they are missing.
pub(super) fn create_maildir(folder: &Path) -> Result<(), PostError> {
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
        _ => sync_folder(above).map_err(|e| PostError::file("sync", above, e)),
    }
}

/// A Maildir++ folder inside a Maildir, with the mark that tells delivery agents so.
pub(super) fn create_folder(folder: &Path) -> Result<(), PostError> {
    create_maildir(folder)?;
    let mark = folder.join("maildirfolder");
    if !mark.exists() {
        File::create(&mark).map_err(|e| PostError::file("create", mark, e))?;
    }
    Ok(())
}

fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder).and_then(|handle| handle.sync_all())
}
