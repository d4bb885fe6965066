//! A disk as its calls made it, and as a power cut may leave it. Only what was synced is sure: the bytes of a file by a
//! sync of the file, a name in a folder by a sync of the folder. Whatever came later may be there, or not, or for a
//! write any of its sectors; writes that were not synced may also outlive earlier ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::campaigns::crash::checker::Luck;

const SECTOR: usize = 512;

/// One call, as the shim wrote it down. Paths are below the judge's folder.
#[derive(Debug, Clone)]
pub enum Call {
    Write {
        path: String,
        offset: usize,
        bytes: Vec<u8>,
    },
    Truncate {
        path: String,
        length: usize,
    },
    Sync(String),
    SyncFolder(String),
    Create(String),
    Rename(String, String),
    Unlink(String),
    MakeFolder(String),
    /// A sync of a file or a folder that the disk refused.
    SyncFailed(String),
}

impl Call {
    /// What it concerns.
    pub fn path(&self) -> &str {
        match self {
            Self::Write { path, .. } | Self::Truncate { path, .. } => path,
            Self::Sync(path) | Self::SyncFolder(path) | Self::SyncFailed(path) => path,
            Self::Create(path) | Self::Rename(path, _) | Self::Unlink(path) | Self::MakeFolder(path) => path,
        }
    }

    /// The calls of a log, in order.
    pub fn read_all(log: &Path, root: &Path) -> Vec<Self> {
        let bytes = fs::read(log).expect("the log of calls");
        let mut rest = bytes.as_slice();
        let mut calls = Vec::new();
        while !rest.is_empty() {
            calls.push(Self::read(&mut rest, root));
        }
        calls
    }

    fn read(rest: &mut &[u8], root: &Path) -> Self {
        let kind = take(rest, 1)[0];
        let [name, other, offset, count] = [(); 4].map(|()| {
            let number: [u8; 8] = take(rest, 8).try_into().expect("eight bytes");
            usize::try_from(u64::from_le_bytes(number)).expect("a number of this machine")
        });
        let mut path = |length| {
            let text = String::from_utf8(take(rest, length).to_vec()).expect("a plain path");
            let below = Path::new(&text).strip_prefix(root).expect("a path of the judge's");
            below.to_str().expect("a plain path").to_owned()
        };
        let path_of_call = path(name);
        let other = (other > 0).then(|| path(other));
        let bytes = take(rest, count).to_vec();
        match (kind, other) {
            (b'W', _) => Self::Write { path: path_of_call, offset, bytes },
            (b'T', _) => Self::Truncate { path: path_of_call, length: offset },
            (b'S', _) => Self::Sync(path_of_call),
            (b'D', _) => Self::SyncFolder(path_of_call),
            (b'C', _) => Self::Create(path_of_call),
            (b'R', Some(to)) => Self::Rename(path_of_call, to),
            (b'U', _) => Self::Unlink(path_of_call),
            (b'M', _) => Self::MakeFolder(path_of_call),
            (b'X', _) => Self::SyncFailed(path_of_call),
            (kind, _) => panic!("a call of an unknown kind {kind}"),
        }
    }
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> &'a [u8] {
    let (taken, left) = rest.split_at(count);
    *rest = left;
    taken
}

/// A change of a file that no sync followed.
#[derive(Debug, Clone)]
enum Change {
    Write(usize, Vec<u8>),
    Truncate(usize),
}

#[derive(Debug, Clone, Default)]
struct File {
    is_folder: bool,
    synced: Vec<u8>,
    pending: Vec<Change>,
}

impl File {
    fn sync(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        pending.iter().for_each(|change| apply(&mut self.synced, change));
    }

    fn whole(&self) -> Vec<u8> {
        let mut bytes = self.synced.clone();
        self.pending.iter().for_each(|change| apply(&mut bytes, change));
        bytes
    }

    fn after_a_cut(&self, mood: Mood, luck: &mut Luck) -> Vec<u8> {
        let mut bytes = self.synced.clone();
        let last = match mood {
            Mood::NothingMore => 0,
            Mood::AllUpTo => luck.below(self.pending.len() + 1),
            Mood::Anything => self.pending.len(),
        };
        for change in &self.pending[..last] {
            match (mood, change) {
                (Mood::Anything, Change::Write(offset, written)) => tear(&mut bytes, *offset, written, luck),
                (Mood::Anything, Change::Truncate(_)) if luck.below(2) == 0 => {}
                _ => apply(&mut bytes, change),
            }
        }
        bytes
    }
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Truncate(length) => bytes.resize(*length, 0),
        Change::Write(offset, written) => {
            let end = offset + written.len();
            if bytes.len() < end {
                bytes.resize(end, 0);
            }
            bytes[*offset..end].copy_from_slice(written);
        }
    }
}

/// A write that was lost, kept, or kept in some of its sectors.
fn tear(bytes: &mut Vec<u8>, offset: usize, written: &[u8], luck: &mut Luck) {
    let fate = luck.below(3);
    let mut from = 0;
    while from < written.len() {
        let to = (((offset + from) / SECTOR + 1) * SECTOR - offset).min(written.len());
        if fate == 0 || (fate == 1 && luck.below(2) == 0) {
            apply(bytes, &Change::Write(offset + from, written[from..to].to_vec()));
        }
        from = to;
    }
}

/// How much of what was not synced outlives a power cut.
#[derive(Debug, Clone, Copy)]
enum Mood {
    NothingMore,
    /// Everything up to some moment, file by file.
    AllUpTo,
    /// Any part, in any order.
    Anything,
}

/// A name that came, went or moved, and is not sure yet.
#[derive(Debug, Clone)]
enum Naming {
    Added(String, usize),
    Removed(String),
    /// Within one folder: both halves or none.
    Moved(String, String, usize),
}

/// The judge's disk: what is there now, and what a power cut cannot take.
#[derive(Debug, Clone, Default)]
pub struct Disk {
    files: Vec<File>,
    now: BTreeMap<String, usize>,
    sure: BTreeMap<String, usize>,
    pending: Vec<Naming>,
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

impl Disk {
    /// Carries out one call.
    pub fn carry_out(&mut self, call: &Call) {
        match call {
            Call::Write { path, offset, bytes } => self.change(path, Change::Write(*offset, bytes.clone())),
            Call::Truncate { path, length } => self.change(path, Change::Truncate(*length)),
            Call::Sync(path) => self.now.get(path).copied().into_iter().for_each(|file| self.files[file].sync()),
            Call::SyncFolder(path) => self.sync_folder(path),
            Call::Create(path) => self.add(path, false),
            Call::MakeFolder(path) => self.add(path, true),
            Call::Unlink(path) => {
                self.now.remove(path);
                self.pending.push(Naming::Removed(path.clone()));
            }
            Call::Rename(from, to) => self.rename(from, to),
            Call::SyncFailed(_) => {}
        }
    }

    fn change(&mut self, path: &str, change: Change) {
        // Letters arrive from elsewhere: their files are not ours.
        let Some(file) = self.now.get(path) else { return };
        self.files[*file].pending.push(change);
    }

    fn add(&mut self, path: &str, is_folder: bool) {
        self.files.push(File { is_folder, ..File::default() });
        let file = self.files.len() - 1;
        self.now.insert(path.to_owned(), file);
        self.pending.push(Naming::Added(path.to_owned(), file));
    }

    fn rename(&mut self, from: &str, to: &str) {
        let Some(file) = self.now.remove(from) else { return };
        self.now.insert(to.to_owned(), file);
        if folder_of(from) == folder_of(to) {
            self.pending.push(Naming::Moved(from.to_owned(), to.to_owned(), file));
        } else {
            self.pending.push(Naming::Added(to.to_owned(), file));
            self.pending.push(Naming::Removed(from.to_owned()));
        }
    }

    fn sync_folder(&mut self, folder: &str) {
        let (sure, pending) = std::mem::take(&mut self.pending).into_iter().partition(|naming: &Naming| {
            let (Naming::Added(path, _) | Naming::Removed(path) | Naming::Moved(path, ..)) = naming;
            folder_of(path) == folder
        });
        self.pending = pending;
        let sure: Vec<Naming> = sure;
        sure.iter().for_each(|naming| name(&mut self.sure, naming));
    }

    /// The files as a power cut now may leave them.
    pub fn after_a_cut(&self, luck: &mut Luck) -> BTreeMap<String, Vec<u8>> {
        let mood = [Mood::NothingMore, Mood::AllUpTo, Mood::Anything, Mood::Anything][luck.below(4)];
        let mut names = self.sure.clone();
        for naming in &self.pending {
            let is_kept = match mood {
                Mood::NothingMore => false,
                Mood::AllUpTo => true,
                Mood::Anything => luck.below(2) == 0,
            };
            if is_kept {
                name(&mut names, naming);
            }
        }
        let folders: BTreeSet<String> =
            names.iter().filter(|(_, file)| self.files[**file].is_folder).map(|(path, _)| path.clone()).collect();
        names.retain(|path, file| !self.files[*file].is_folder && self.is_reachable(path, &folders));
        names.into_iter().map(|(path, file)| (path, self.files[file].after_a_cut(mood, luck))).collect()
    }

    /// Whether every folder above is there: those the judge made himself may be gone.
    fn is_reachable(&self, path: &str, folders: &BTreeSet<String>) -> bool {
        let mut folder = folder_of(path);
        while !folder.is_empty() {
            let is_ours = self.now.contains_key(folder);
            if is_ours && !folders.contains(folder) {
                return false;
            }
            folder = folder_of(folder);
        }
        true
    }

    /// The files as everybody sees them now.
    pub fn as_seen(&self) -> BTreeMap<String, Vec<u8>> {
        let files = self.now.iter().filter(|(_, file)| !self.files[**file].is_folder);
        files.map(|(path, file)| (path.clone(), self.files[*file].whole())).collect()
    }
}

fn name(names: &mut BTreeMap<String, usize>, naming: &Naming) {
    match naming {
        Naming::Added(path, file) => _ = names.insert(path.clone(), *file),
        Naming::Removed(path) => _ = names.remove(path),
        Naming::Moved(from, to, file) => {
            names.remove(from);
            names.insert(to.clone(), *file);
        }
    }
}

/// Writes files below a folder.
pub fn lay_down<'a>(files: impl Iterator<Item = (&'a String, &'a Vec<u8>)>, folder: &Path) {
    for (path, bytes) in files {
        let file = folder.join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, bytes).expect("a file");
    }
}

#[test]
fn what_was_not_synced_may_be_gone_and_what_was_synced_never_is() {
    let write = |text: &str| Call::Write { path: "a".to_owned(), offset: 0, bytes: text.into() };
    let mut disk = Disk::default();
    for call in
        [Call::Create("a".to_owned()), write("old"), Call::Sync("a".to_owned()), Call::SyncFolder(String::new())]
    {
        disk.carry_out(&call);
    }
    let sure = disk.clone();
    disk.carry_out(&write("new"));
    disk.carry_out(&Call::Rename("a".to_owned(), "b".to_owned()));
    let mut seen = BTreeSet::new();
    for point in 0..100 {
        let kept = sure.after_a_cut(&mut Luck::of(1, point));
        assert_eq!(kept, BTreeMap::from([("a".to_owned(), b"old".to_vec())]));
        seen.insert(disk.after_a_cut(&mut Luck::of(1, point)));
    }
    let both = ["a", "b"].map(|path| ["old", "new"].map(|text| BTreeMap::from([(path.to_owned(), text.into())])));
    assert_eq!(seen, both.into_iter().flatten().collect());
    assert_eq!(disk.as_seen(), BTreeMap::from([("b".to_owned(), b"new".to_vec())]));
}

#[test]
fn a_torn_write_is_torn_at_the_disks_sectors() {
    let mut disk = Disk::default();
    disk.carry_out(&Call::Create("a".to_owned()));
    disk.carry_out(&Call::SyncFolder(String::new()));
    disk.carry_out(&Call::Write { path: "a".to_owned(), offset: 100, bytes: vec![1; 1000] });
    let mut torn = 0;
    for point in 0..200 {
        let bytes = disk.after_a_cut(&mut Luck::of(2, point)).remove("a").unwrap();
        let is_there = |byte: usize| bytes.get(byte) == Some(&1);
        assert_eq!(is_there(100), is_there(511));
        assert_eq!(is_there(512), is_there(1023));
        assert_eq!(is_there(1024), is_there(1099));
        torn += usize::from(is_there(100) != is_there(512));
    }
    assert!(torn > 10, "only {torn} torn writes");
}
