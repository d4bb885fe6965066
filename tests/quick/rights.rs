//! What must fail for want of rights, tried by somebody who has not all of them: `adjutant doctor` and `adjutant run` say what
//! the judge may not read or write and what helps, lose nothing by it, and go on when that was done.

use crate::support::live;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::live::{Home, MAILDIRS, NOON, words};
use crate::support::patient::{OUTBOX, finding, judge, now};
use tempfile::TempDir;

/// User and group of the judge when root runs the tests, who may read and write everything.
const NOBODY: u32 = 65534;
/// How the remedy begins.
const RIGHT: &str = "give the user who runs the judge the right to";
/// A login at a server that nobody asks, for it fails before.
const SERVER: &str = "[mail.in]\nkind = \"imap\"\nhost = \"localhost\"\nport = 1\ntls = \"none\"\nuser = \"judge\"\n";

/// A judge and the user who runs him.
struct Somebody {
    root: TempDir,
    home: Home,
}

impl Somebody {
    fn new(post: &str) -> Somebody {
        let root = tempfile::tempdir().unwrap();
        set_mode(root.path(), 0o755);
        // Not everybody may enter the folder where it was built. Another program makes the copy: what this one has open for writing
        // is open in whatever other tests start meanwhile, and then the copy cannot be started.
        let copied = Command::new("cp").arg(live::binary()).arg(root.path().join("adjutant")).status();
        assert!(copied.expect("cp").success());
        let home = judge(&root.path().join("judge"), post, "");
        let somebody = Somebody { root, home };
        somebody.own_all();
        somebody
    }

    fn own_all(&self) {
        if is_root() {
            let owner = format!("{NOBODY}:{NOBODY}");
            assert!(Command::new("chown").args(["-R", &owner]).arg(&self.home.folder).status().unwrap().success());
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.folder.join(name)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(self.root.path().join("adjutant"));
        command.arg("--config").arg(self.path("adjutant.toml")).args(arguments).env("ADJUTANT_LOG", "info");
        if is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
        command.output().expect("the program starts")
    }

    fn run_once(&self, now: i64) -> Output {
        self.run(&["run", "--once", "--now", &now.to_string()])
    }

    fn run_well(&self, now: i64) -> String {
        let output = self.run_once(now);
        assert!(output.status.success(), "{}", words(&output));
        words(&output)
    }

    /// A round fails, and what it says names this and the remedy.
    fn run_refused(&self, now: i64, what: &str) {
        let output = self.run_once(now);
        let said = words(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        let (error, remedy) = said.split_once("\n  remedy: ").unwrap_or_else(|| panic!("no remedy\n{said}"));
        assert!(error.lines().last().unwrap().contains(what) && remedy.starts_with(RIGHT), "{what}\n{said}");
    }

    /// Doctor finds that this is wrong, and says the remedy.
    fn is_found_wrong(&self, section: &str, what: &str) {
        let output = self.run(&["doctor"]);
        let (said, code) = (words(&output), output.status.code());
        let found = finding(&said, section);
        assert!(code == Some(1) && found.starts_with("WRONG") && found.contains(what), "{what}\n{said}");
        assert!(found.contains(&format!("remedy: {RIGHT}")), "{said}");
    }

    fn is_found_well(&self, section: &str) {
        let said = words(&self.run(&["doctor"]));
        assert!(finding(&said, section).starts_with("ok"), "{said}");
    }
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_maildir_that_cannot_be_written_is_told_and_its_letters_are_decided_all_the_same() {
    let somebody = Somebody::new(MAILDIRS);
    let new = somebody.path("mail/inbox/new");
    fs::write(new.join("1.letter"), "From: x@far.test\nTo: judge@war.test\nMessage-ID: <1@far.test>\n\nhello\n")
        .unwrap();
    somebody.own_all();
    set_mode(&new, 0o555);
    somebody.is_found_wrong("mail.in", "inbox/new cannot be written");
    let said = somebody.run_well(now());
    assert!(said.contains("letters in: 1, decided: 1") && said.contains("cannot file away"), "{said}");
    let said = somebody.run_well(now() + 60);
    assert!(said.contains("letters in: 0, decided: 0"), "{said}");
    set_mode(&new, 0o755);
    somebody.is_found_well("mail.in");
}

#[test]
fn a_folder_of_letters_and_a_letter_that_cannot_be_read_are_told() {
    let somebody = Somebody::new(MAILDIRS);
    let new = somebody.path("mail/inbox/new");
    let letter = new.join("1.letter");
    fs::write(&letter, "From: x@far.test\nTo: judge@war.test\nMessage-ID: <1@far.test>\n\nhello\n").unwrap();
    somebody.own_all();
    set_mode(&new, 0o000);
    somebody.is_found_wrong("mail.in", "inbox/new cannot be read");
    somebody.run_refused(now(), "inbox/new");
    set_mode(&new, 0o755);
    set_mode(&letter, 0o000);
    somebody.is_found_wrong("mail.in", "1.letter cannot be read");
    somebody.run_refused(now(), "1.letter");
    set_mode(&letter, 0o600);
    somebody.is_found_well("mail.in");
    assert!(somebody.run_well(now() + 60).contains("decided: 1"));
}

/// Nothing may be left beside it that is closed as well.
#[test]
fn a_database_that_cannot_be_written_is_told_and_works_when_it_can() {
    let somebody = Somebody::new(MAILDIRS);
    somebody.run_well(NOON);
    let database = somebody.path("adjutant.db");
    let before = fs::read(&database).unwrap();
    for mode in [0o400, 0o200, 0o000] {
        set_mode(&database, mode);
        somebody.is_found_wrong("database", "adjutant.db: Permission denied");
        somebody.run_refused(NOON + 60, "adjutant.db: Permission denied");
        set_mode(&database, 0o600);
        assert!(fs::read(&database).unwrap() == before, "{mode:o}");
        somebody.is_found_well("database");
    }
    set_mode(&somebody.home.folder, 0o555);
    somebody.is_found_wrong("database", "judge: Permission denied");
    somebody.run_refused(NOON + 60, "judge: Permission denied");
    set_mode(&somebody.home.folder, 0o755);
    somebody.is_found_well("database");
    somebody.run_well(NOON + 120);
}

#[test]
fn a_database_that_cannot_be_made_is_told_and_no_half_of_it_is_left() {
    let somebody = Somebody::new(MAILDIRS);
    set_mode(&somebody.home.folder, 0o555);
    somebody.is_found_wrong("database", "judge: Permission denied");
    somebody.run_refused(NOON, "judge: Permission denied");
    set_mode(&somebody.home.folder, 0o755);
    assert!(!somebody.path("adjutant.db").exists());
    somebody.run_well(NOON);
}

/// Nobody is sent to his backups, or to a new key, for a file that is there.
#[test]
fn settings_and_a_key_that_cannot_be_read_are_told() {
    let somebody = Somebody::new(MAILDIRS);
    somebody.run_well(NOON);
    let (key, settings) = (somebody.path("judge.key"), somebody.path("adjutant.toml"));
    set_mode(&key, 0o000);
    somebody.is_found_wrong("key", "judge.key: Permission denied");
    somebody.run_refused(NOON + 60, "judge.key: Permission denied");
    set_mode(&key, 0o600);
    set_mode(&settings, 0o000);
    let said = words(&somebody.run(&["doctor"]));
    assert!(said.contains("adjutant.toml: Permission denied") && said.contains(&format!("remedy: {RIGHT}")), "{said}");
    somebody.run_refused(NOON + 60, "adjutant.toml: Permission denied");
    set_mode(&settings, 0o600);
    somebody.run_well(NOON + 60);
}

#[test]
fn a_password_and_a_login_that_cannot_be_read_are_told() {
    let ways = ["password_file = \"right.password\"\n", "auth = \"xoauth2\"\ntoken_file = \"right.password\"\n"];
    for way in ways {
        let somebody = Somebody::new(&format!("{SERVER}{way}\n{OUTBOX}"));
        set_mode(&somebody.path("right.password"), 0o000);
        somebody.is_found_wrong("mail.in", "right.password: Permission denied");
        somebody.run_refused(NOON, "right.password: Permission denied (os error 13)");
        let said = words(&somebody.run_once(NOON));
        assert!(!said.contains("(os error 13): Permission"), "the reason is said twice\n{said}");
    }
}

/// The letters wait, the alarm says why and what helps, and they leave when that was done. A round that ends with letters
/// that wait has done its work.
#[test]
fn letters_wait_for_an_outbox_that_cannot_be_written() {
    for (closed, mut now) in [("mail/outbox", NOON), ("mail/outbox/gm@war.test/tmp", NOON)] {
        let somebody = Somebody::new(MAILDIRS);
        for part in ["tmp", "new", "cur"] {
            fs::create_dir_all(somebody.path("mail/outbox/gm@war.test").join(part)).unwrap();
        }
        somebody.own_all();
        if closed == "mail/outbox" {
            fs::remove_dir_all(somebody.path("mail/outbox/gm@war.test")).unwrap();
        }
        let closed = somebody.path(closed);
        set_mode(&closed, 0o555);
        somebody.is_found_wrong("mail.out", "cannot be written");
        let said = somebody.run_well(now);
        assert!(said.contains(&format!("{RIGHT} write under")) && said.contains("mail/outbox"), "{said}");
        for _ in 0..10 {
            now += 14_400;
            let said = somebody.run_well(now);
            assert!(said.contains("letters out: 0"), "{said}");
        }
        let said = words(&somebody.run(&["doctor"]));
        assert!(!said.contains(" 0 to send") && said.contains("0 failed for good"), "{said}");
        set_mode(&closed, 0o755);
        let said = somebody.run_well(now + 86_400);
        assert!(!said.contains("letters out: 0"), "{said}");
        somebody.is_found_well("mail.out");
    }
}
