//! `adjutant doctor` against set-ups that are right and wrong: it changes nothing, says what is wrong, and what it advises
//! mends it.

#[path = "support/live.rs"]
mod live;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use live::{Home, MAILDIRS, NOON, daily, words};

fn home(folder: &Path) -> Home {
    Home::init(folder, MAILDIRS, &daily("24h", ""))
}

/// Everything under a folder: kind and mode, size, when it was last changed in any way, and its bytes.
fn tree(root: &Path) -> BTreeMap<PathBuf, (u32, u64, i64, i64, Vec<u8>)> {
    let mut found = BTreeMap::new();
    let mut waiting = vec![root.to_owned()];
    while let Some(path) = waiting.pop() {
        let data = fs::symlink_metadata(&path).unwrap();
        if data.is_dir() {
            waiting.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
        let bytes = if data.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
        found.insert(path, (data.mode(), data.len(), data.ctime(), data.ctime_nsec(), bytes));
    }
    found
}

/// What doctor said, after it was seen to have changed nothing under the folder.
fn said_without_a_trace(home: &Home, root: &Path) -> String {
    let before = tree(root);
    let said = words(&home.output(&["doctor"]));
    let after = tree(root);
    let names = |tree: &BTreeMap<PathBuf, _>| tree.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&before), names(&after), "{said}");
    for (path, was) in &before {
        assert!(after[path] == *was, "{} is another\n{said}", path.display());
    }
    said
}

#[test]
fn a_look_changes_nothing() {
    let root = tempfile::tempdir().unwrap();
    let home = home(&root.path().join("judge"));
    let said = said_without_a_trace(&home, root.path());
    assert!(said.contains("the first `adjutant run` makes it") && said.contains("no letter has come yet"), "{said}");

    home.run_once(NOON);
    let said = said_without_a_trace(&home, root.path());
    assert!(said.contains("the journal's chain of") && said.contains("All is well."), "{said}");

    let settings = home.folder.join("adjutant.toml");
    let right = fs::read_to_string(&settings).unwrap();
    fs::write(&settings, right.replace("mail/inbox", "mail/imbox").replace("mail/outbox", "post/outbox")).unwrap();
    let said = said_without_a_trace(&home, root.path());
    assert!(said.contains("mail/imbox") && said.contains("post/outbox") && said.contains("2 things"), "{said}");
}

#[test]
fn an_older_database_is_told_of_and_not_brought_up() {
    let root = tempfile::tempdir().unwrap();
    let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/upgrade/eia.tar.gz");
    assert!(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(root.path()).status().unwrap().success());
    let home = Home { folder: root.path().to_owned() };
    let said = said_without_a_trace(&home, root.path());
    assert!(said.contains("WRONG  database"), "{said}");
}

/// A judge that was killed leaves a log beside his database, and what it says belongs to it.
#[test]
fn a_log_that_was_left_behind_is_read_and_stays() {
    let root = tempfile::tempdir().unwrap();
    let home = home(&root.path().join("judge"));
    let daemon = home.start("log");
    let log = home.folder.join("adjutant.db-wal");
    live::await_some("the log", std::time::Duration::from_secs(30), || log.exists().then_some(()), || daemon.log());
    drop(daemon);
    let left = fs::read(&log).unwrap();
    let said = words(&home.output(&["doctor"]));
    assert!(said.contains("ok     database"), "{said}");
    assert_eq!(fs::read(&log).unwrap(), left);
}
