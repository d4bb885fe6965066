//! The database is opened by one daemon, and never over a file that is not whole.

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::time::Duration;

use crate::support::by_hand::ByHand;
use crate::support::store;
use crate::support::store::{database, decision, letter, new_store, running_game};
use adjutant::store::{Store, StoreError};
use tempfile::TempDir;

fn refusal(path: &Path) -> StoreError {
    Store::open(path).err().expect("the file must be refused")
}

/// A closed store with a game and many letters in it, and the bytes of its file.
fn filled() -> (TempDir, Vec<u8>) {
    let (folder, store) = new_store();
    running_game(&store);
    for number in 0..40 {
        let uid = number.to_string();
        let bytes = uid.repeat(2_000);
        store.keep_letter(&letter(&uid, number, bytes.as_bytes())).unwrap();
    }
    store.close();
    let bytes = std::fs::read(database(&folder)).unwrap();
    (folder, bytes)
}

/// Puts `bytes` in place of the database: it must be refused in both ways of opening, with words, and stay as it is.
fn assert_refused(folder: &TempDir, bytes: &[u8], what: &str) {
    let path = database(folder);
    std::fs::write(&path, bytes).unwrap();
    for error in [refusal(&path), Store::read_only(&path).err().expect("must be refused")] {
        assert!(matches!(error, StoreError::Damaged { .. }), "{what}: {error}");
        assert!(error.is_fatal());
        let words = error.to_string();
        assert!(words.contains("adjutant.db") && words.contains("backup"), "{what}: {words}");
    }
    assert!(std::fs::read(&path).unwrap() == bytes, "{what}: the file was touched");
}

#[test]
fn the_first_opening_makes_a_private_database() {
    let (folder, store) = new_store();
    for name in ["adjutant.db", "adjutant.db-wal", "adjutant.db.lock"] {
        let mode = std::fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    let connection = store::by_hand(&folder);
    let journal: String = connection.one("PRAGMA journal_mode");
    assert_eq!(journal, "wal");
    assert!(!folder.path().join("adjutant.db.new").exists());
    assert_eq!(store.path(), database(&folder));
}

#[test]
fn a_creation_that_was_cut_off_is_started_over() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("adjutant.db.new"), b"half of a database").unwrap();
    let store = Store::open(&database(&folder)).unwrap();
    assert_eq!(store.verify_journal().unwrap(), 0);
}

#[test]
fn nothing_is_made_where_no_folder_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("missing").join("adjutant.db");
    assert!(matches!(refusal(&path), StoreError::NoFolder { .. }));
    assert!(!path.parent().unwrap().exists());
}

#[test]
fn no_empty_database_takes_the_place_of_one_that_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("adjutant.db-wal"), b"what is left").unwrap();
    assert!(matches!(refusal(&database(&folder)), StoreError::Damaged { .. }));
    assert!(!database(&folder).exists());
}

#[test]
fn a_second_daemon_is_refused_and_a_reader_is_not() {
    let (folder, store) = new_store();
    running_game(&store);
    let error = refusal(&database(&folder));
    assert!(matches!(error, StoreError::Locked { .. }));
    assert!(error.to_string().contains("another adjutant"), "{error}");
    let reader = Store::read_only(&database(&folder)).unwrap();
    assert_eq!(reader.running_games().unwrap().len(), 1);
    let refused = reader.commit(&decision(Vec::new())).unwrap_err();
    assert!(matches!(refused, StoreError::ReadOnly { .. }));
}

#[test]
fn the_lock_ends_with_the_last_handle() {
    let (folder, store) = new_store();
    let clone = store.clone();
    store.close();
    assert!(matches!(refusal(&database(&folder)), StoreError::Locked { .. }));
    drop(clone);
    Store::open(&database(&folder)).unwrap();
}

#[test]
fn a_reader_needs_no_daemon() {
    let (folder, _) = filled();
    let reader = Store::read_only(&database(&folder)).unwrap();
    assert_eq!(reader.undecided(100).unwrap().len(), 40);
    let missing = Store::read_only(&folder.path().join("other.db")).err().unwrap();
    assert!(matches!(missing, StoreError::NoDatabase { .. }));
    assert!(!folder.path().join("other.db").exists());
}

#[test]
fn files_that_are_no_database_of_ours_are_refused_and_left_alone() {
    let (folder, whole) = filled();
    assert_refused(&folder, b"", "zero length");
    assert_refused(&folder, b"Dear diary, ...\n".repeat(100).as_slice(), "a text file");
    assert_refused(&folder, &whole[..60], "half a header");
    let mut foreign = whole.clone();
    foreign[68..72].copy_from_slice(&[0, 0, 0, 1]);
    assert_refused(&folder, &foreign, "another program's");
}

#[test]
fn damaged_files_are_refused_and_left_alone() {
    let (folder, whole) = filled();
    assert_refused(&folder, &whole[..whole.len() / 2], "truncated in the middle");
    assert_refused(&folder, &whole[..whole.len() - 4_096], "truncated by a page");
    for at in [0, 5, 16, 21] {
        let mut flipped = whole.clone();
        flipped[at] ^= 0xff;
        assert_refused(&folder, &flipped, &format!("byte {at} of the header"));
    }
    for page in [1, 2, 3, 7, 12] {
        let mut flipped = whole.clone();
        let start = page * 4_096;
        flipped[start..start + 64].iter_mut().for_each(|byte| *byte ^= 0xff);
        assert_refused(&folder, &flipped, &format!("page {page}"));
    }
    std::fs::write(database(&folder), &whole).unwrap();
    Store::open(&database(&folder)).expect("the whole file is still good");
}

#[test]
fn a_letter_whose_bytes_changed_on_disk_is_not_given_out() {
    let (folder, store) = new_store();
    let kept = store.keep_letter(&letter("1", 1, b"as it came")).unwrap();
    let connection = store::by_hand(&folder);
    connection.run("DROP TRIGGER raw_stays; UPDATE raw SET bytes = x'00'").unwrap();
    assert!(matches!(store.raw_letter(kept.id), Err(StoreError::Row { .. })));
}

#[test]
fn the_schema_of_a_later_release_is_refused() {
    let (folder, store) = new_store();
    store.close();
    let connection = store::by_hand(&folder);
    connection.run("PRAGMA user_version = 99").unwrap();
    drop(connection);
    let error = refusal(&database(&folder));
    assert!(matches!(error, StoreError::Newer { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("schema 99"), "{error}");
}

#[test]
fn another_server_key_is_refused() {
    let (folder, store) = new_store();
    store.check_key("first").unwrap();
    store.check_key("first").unwrap();
    assert!(matches!(store.check_key("second"), Err(StoreError::OtherKey)));
    drop(store);
    let reader = Store::read_only(&database(&folder)).unwrap();
    assert!(matches!(reader.check_key("second"), Err(StoreError::OtherKey)));
    reader.check_key("first").unwrap();
}

#[test]
fn a_flipped_bit_anywhere_is_refused_untouched_or_harmless_to_the_structure() {
    let (folder, whole) = filled();
    let path = database(&folder);
    let mut refused = 0;
    for at in (0..whole.len()).step_by(whole.len() / 300) {
        let mut flipped = whole.clone();
        flipped[at] ^= 0x10;
        std::fs::write(&path, &flipped).unwrap();
        match Store::open(&path) {
            Ok(store) => store.close(),
            Err(error) => {
                assert!(error.to_string().contains("adjutant.db"), "byte {at}: {error}");
                assert!(std::fs::read(&path).unwrap() == flipped, "byte {at}: the file was touched");
                refused += 1;
            }
        }
    }
    assert!(refused > 0);
}

/// Has the lock say that the file was left in order as it is now.
fn leave_in_order(folder: &TempDir) {
    let file = std::fs::metadata(database(folder)).unwrap();
    let note = serde_json::json!({
        "inode": file.ino(), "bytes": file.len(), "changed": [file.ctime(), file.ctime_nsec()], "looked": 1_000
    });
    std::fs::write(folder.path().join("adjutant.db.lock"), note.to_string()).unwrap();
    // So that the file is older than the grain of its times.
    std::thread::sleep(std::time::Duration::from_millis(20));
}

#[test]
fn after_an_orderly_end_the_file_is_looked_through_later_and_what_is_found_ends_all_writing() {
    let (folder, whole) = filled();
    let mut damaged = whole;
    // The last pages are of letters, which nobody reads to begin with.
    let at = damaged.len() - 3 * 4_096;
    damaged[at..].fill(0x55);
    std::fs::write(database(&folder), &damaged).unwrap();
    leave_in_order(&folder);
    let store = Store::open(&database(&folder)).expect("nobody looked yet");
    assert!(store.unseen_for() > std::time::Duration::from_hours(24));
    let error = store.look_through().unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    let refused = store.keep_letter(&letter("later", 1, b"bytes")).unwrap_err();
    assert!(matches!(refused, StoreError::GivenUp { .. }), "{refused}");
}

#[test]
fn a_file_that_was_touched_since_its_orderly_end_is_looked_through_first() {
    let (folder, whole) = filled();
    leave_in_order(&folder);
    let store = Store::open(&database(&folder)).unwrap();
    store.look_through().unwrap();
    assert!(store.unseen_for() < std::time::Duration::from_secs(60));
    store.close();
    leave_in_order(&folder);
    let mut damaged = whole;
    damaged[8_192..].fill(0x55);
    std::fs::write(database(&folder), &damaged).unwrap();
    assert!(matches!(refusal(&database(&folder)), StoreError::Damaged { .. }));
}

/// The scripts of an older release, as they are in the sources.
fn scripts() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store/migrations");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

/// A database as the release before the last script left it, with a person in it.
fn older(folder: &TempDir) -> i64 {
    let scripts = scripts();
    let version = i64::try_from(scripts.len()).unwrap() - 1;
    std::fs::write(database(folder), b"").unwrap();
    let connection = store::by_hand(folder);
    for script in &scripts[..scripts.len() - 1] {
        connection.run(&script.clone()).unwrap();
    }
    let marks = format!(
        "PRAGMA application_id = {}; PRAGMA user_version = {version}; PRAGMA journal_mode = WAL;
         INSERT INTO player (id, name, code_counter) VALUES ('ann', 'Ann', 1);",
        0x4144_4a54
    );
    connection.run(&marks).unwrap();
    drop(connection);
    std::fs::set_permissions(database(folder), std::fs::Permissions::from_mode(0o600)).unwrap();
    version
}

#[test]
fn an_upgrade_keeps_a_whole_copy_for_its_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let version = older(&folder);
    let looked = Store::read_only(&database(&folder)).err().expect("only `run` upgrades");
    assert!(matches!(looked, StoreError::Older { .. }) && looked.remedy().contains("`adjutant run`"), "{looked}");
    let backup = folder.path().join("backup.db");
    assert_eq!(adjutant::store::back_up(&database(&folder), &backup).unwrap().schema, version);
    let copy = folder.path().join(format!("adjutant.db.schema{version}"));
    // What an upgrade that was cut off left behind does not count as the copy.
    std::fs::write(&copy, b"half of a copy").unwrap();
    std::fs::write(folder.path().join(format!("adjutant.db.schema{version}.partial")), b"half").unwrap();
    let store = Store::open(&database(&folder)).unwrap();
    assert_eq!(store.read().players().unwrap().len(), 1);
    store.close();
    assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    for whole in [copy, backup] {
        let connection = ByHand::open(&whole);
        let found: i64 = connection.one("PRAGMA user_version");
        let name: String = connection.one("SELECT name FROM player");
        assert_eq!((found, name.as_str()), (version, "Ann"), "{}", whole.display());
        let checked: String = connection.one("PRAGMA integrity_check");
        assert_eq!(checked, "ok");
    }
    let left = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(left.into_iter().all(|name| !name.contains("partial") && !name.contains("check")));
}

/// How many locks this process has on a file: the most that some looks find, for whoever reads the system's list while other tests
/// lock and unlock may miss a line.
fn locks_on(file: &Path) -> usize {
    let (own, inode) = (std::process::id().to_string(), std::fs::metadata(file).unwrap().ino().to_string());
    let is_ours = |line: &&str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        fields.contains(&own.as_str()) && fields.iter().any(|field| field.rsplit(':').next() == Some(&inode))
    };
    let look = |_| std::fs::read_to_string("/proc/locks").unwrap().lines().filter(is_ours).count();
    (0..20).map(look).max().unwrap_or_default()
}

#[test]
fn a_look_through_a_database_at_work_leaves_its_locks_alone() {
    let (folder, _) = filled();
    let path = database(&folder);
    // So soon after its last change nobody can tell that a file was not changed once more.
    std::thread::sleep(Duration::from_millis(50));
    let store = Store::open(&path).unwrap();
    assert!(store.is_unseen());
    assert_eq!(store.undecided(100).unwrap().len(), 40);
    let held = locks_on(&path);
    assert!(held > 0);
    store.look_through().unwrap();
    assert_eq!(locks_on(&path), held);
}
