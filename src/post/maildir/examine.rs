//! A look at folders of letters for those who set them up: whether they are there, are Maildirs, and can be written. Makes
//! nothing.

use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};
use rustix::io::Errno;
use thiserror::Error;

use super::{PROCESSED, list_names};
use crate::{PostError, Sighted};

/// How many folders are named to somebody who may have meant one of them.
const MOST_NAMED: usize = 5;
/// How much of a letter is read to know it again.
const LONGEST_HEADER: u64 = 64 * 1024;

/// What a look at a Maildir showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MaildirFacts {
    /// Letters in `new` and `cur`.
    pub letters: usize,
    /// Letters that were filed away.
    pub filed: usize,
}

/// Why letters cannot come from a folder, or go to it.
#[derive(Debug, Error)]
pub enum MaildirTrouble {
    /// There is no such folder.
    #[error("there is no folder {}", path.display())]
    Missing {
        /// The folder.
        path: PathBuf,
        /// Maildirs that stand where it should.
        near: Vec<PathBuf>,
    },
    /// It is a file or something else.
    #[error("{} is no folder", path.display())]
    NoFolder {
        /// The file.
        path: PathBuf,
    },
    /// It is a folder, but no Maildir.
    #[error("{} is a folder but no Maildir: {lacks} is not in it", path.display())]
    NoMaildir {
        /// The folder.
        path: PathBuf,
        /// What a Maildir has in it.
        lacks: &'static str,
        /// Maildirs in it.
        near: Vec<PathBuf>,
    },
    /// We have no right to it, or to a letter in it.
    #[error("{} cannot be {action}: {why}", path.display())]
    Closed {
        /// The folder or the letter.
        path: PathBuf,
        /// `read` or `written`.
        action: &'static str,
        /// The system's words.
        why: io::Error,
    },
}

/// Looks at the Maildir that letters arrive in.
pub fn examine(inbox: &Path) -> Result<MaildirFacts, MaildirTrouble> {
    require_folder(inbox)?;
    for lacks in ["new", "cur"] {
        if !inbox.join(lacks).is_dir() {
            return Err(MaildirTrouble::NoMaildir { path: inbox.to_owned(), lacks, near: maildirs_in(inbox) });
        }
    }
    let mut facts = MaildirFacts { letters: 0, filed: 0 };
    for part in ["new", "cur"] {
        facts.letters += count(&inbox.join(part))?;
        require_readable_letters(&inbox.join(part))?;
    }
    let filed = inbox.join(PROCESSED).join("cur");
    let has_filed = filed.is_dir();
    if has_filed {
        facts.filed = count(&filed)?;
    }
    // Letters are taken out of the one and put into the other.
    let target = if has_filed { filed } else { inbox.to_owned() };
    for folder in [inbox.join("new"), inbox.join("cur"), target] {
        require_writable(&folder)?;
    }
    let drafts = inbox.join("tmp");
    if drafts.is_dir() {
        require_writable(&drafts)?
    } else {
        require_writable(inbox)?
    }
    Ok(facts)
}

/// One letter that cannot be read keeps all others waiting. Letters that left meanwhile are none.
fn require_readable_letters(folder: &Path) -> Result<(), MaildirTrouble> {
    for name in list_names(folder).unwrap_or_default() {
        let path = folder.join(name);
        if access(&path, Access::READ_OK) == Err(Errno::ACCESS) {
            return Err(MaildirTrouble::Closed { path, action: "read", why: Errno::ACCESS.into() });
        }
    }
    Ok(())
}

/// Looks at the folder under which every recipient gets a Maildir, and at those that are there.
pub fn examine_outbox(root: &Path) -> Result<(), MaildirTrouble> {
    require_folder(root)?;
    require_writable(root)?;
    for recipient in list_names(root).unwrap_or_default() {
        for part in ["tmp", "new"].map(|part| root.join(&recipient).join(part)) {
            if part.is_dir() {
                require_writable(&part)?;
            }
        }
    }
    Ok(())
}

/// The first letter in a Maildir that holds a word in its first bytes, of those that arrived at `since` or later; none where
/// there is no such Maildir.
pub fn find(maildir: &Path, word: &str, since: i64) -> Option<Sighted> {
    let names = |part: &str| fs::read_dir(maildir.join(part)).into_iter().flatten().flatten().map(|entry| entry.path());
    ["new", "cur"].into_iter().flat_map(names).find_map(|path| {
        let arrived = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?.mtime();
        if arrived < since {
            return None;
        }
        let mut raw = Vec::new();
        fs::File::open(&path).ok()?.take(LONGEST_HEADER).read_to_end(&mut raw).ok()?;
        raw.windows(word.len()).any(|part| part == word.as_bytes()).then_some(Sighted { arrived, raw })
    })
}

fn require_folder(path: &Path) -> Result<(), MaildirTrouble> {
    let found = match fs::metadata(path) {
        Ok(found) => found,
        Err(why) if why.kind() == io::ErrorKind::NotFound => {
            let near = path.parent().map(maildirs_in).unwrap_or_default();
            return Err(MaildirTrouble::Missing { path: path.to_owned(), near });
        }
        Err(why) if why.kind() == io::ErrorKind::NotADirectory => {
            return Err(MaildirTrouble::NoFolder { path: path.parent().unwrap_or(path).to_owned() });
        }
        Err(why) => return Err(MaildirTrouble::Closed { path: path.to_owned(), action: "read", why }),
    };
    if found.is_dir() { Ok(()) } else { Err(MaildirTrouble::NoFolder { path: path.to_owned() }) }
}

/// Asks the system, which knows of owners, lists of rights and disks that are read-only.
fn require_writable(folder: &Path) -> Result<(), MaildirTrouble> {
    let asked = access(folder, Access::WRITE_OK | Access::EXEC_OK).map_err(io::Error::from);
    asked.map_err(|why| MaildirTrouble::Closed { path: folder.to_owned(), action: "written", why })
}

fn count(folder: &Path) -> Result<usize, MaildirTrouble> {
    let listed = list_names(folder).map(|names| names.len());
    listed.map_err(|error| {
        let why = match error {
            PostError::File { source, .. } => source,
            other => io::Error::other(other.to_string()),
        };
        MaildirTrouble::Closed { path: folder.to_owned(), action: "read", why }
    })
}

/// The Maildirs right under a folder, by name.
fn maildirs_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut found: Vec<PathBuf> =
        paths.filter(|path| ["new", "cur"].iter().all(|part| path.join(part).is_dir())).collect();
    found.sort();
    found.truncate(MOST_NAMED);
    found
}
