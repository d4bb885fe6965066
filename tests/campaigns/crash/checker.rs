//! Asks the independent checker, and counts what the tests ask of themselves: how many points, with which seed, two at
//! a time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};

use serde_json::Value;

use crate::campaigns::crash::campaign::{inbox, outbox};
use crate::support::live::Home;

/// The interpreter itself, not a script that looks for it at every start.
pub static PYTHON: LazyLock<String> = LazyLock::new(|| {
    let found = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
    String::from_utf8_lossy(&found.expect("python3 runs").stdout).trim().to_owned()
});

/// Whether the full counts are wanted.
pub fn is_long() -> bool {
    std::env::var_os("ADJUTANT_LONG").is_some()
}

/// The count of the form that is played.
pub fn count(short: usize, long: usize) -> usize {
    if is_long() { long } else { short }
}

/// What the checker says to a home; the mailboxes of the readers lie in `mailboxes`. A broken promise ends the test.
pub fn ask(what: &str, home: &Home, mailboxes: &Path, expected: &Path, when: &str) -> Value {
    let export = home.folder.with_extension("export");
    fs::write(&export, exported(home)).expect("the export");
    ask_about(what, &export, &inbox(home), mailboxes, expected, when)
}

/// The same with an export that lies in a file, and the judge's mailbox.
pub fn ask_about(what: &str, export: &Path, inbox: &Path, outbox: &Path, expected: &Path, when: &str) -> Value {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/campaigns/crash/check.py");
    let mut checker = Command::new(&*PYTHON);
    checker.args(["-I", "-S", "-B"]).arg(script).arg(what).args([export, inbox, outbox, expected]);
    let said = checker.output().expect("python3 runs");
    let (out, err) = (String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
    assert!(said.status.success(), "{when}: {out}{err}");
    serde_json::from_str(&out).expect("a tally")
}

/// What `adjutant export` prints, or nothing as long as there is no database or no such game.
pub fn exported(home: &Home) -> Vec<u8> {
    let output = home.output(&["export", "war", "--secrets"]);
    let said = String::from_utf8_lossy(&output.stderr);
    let is_nothing = said.contains("has no such game") || said.contains("there is none");
    assert!(output.status.success() || is_nothing, "{said}");
    output.stdout
}

/// The end of a campaign, held against the expectation.
pub fn ask_about_end(home: &Home, expected: &Path, when: &str) -> Value {
    ask("end", home, &outbox(home), expected, when)
}

/// A number of a tally.
pub fn number(tally: &Value, name: &str) -> u64 {
    tally[name].as_u64().expect("a number")
}

/// Works on every point, two at a time, each worker in a folder of its own.
pub fn two_at_a_time<T: Sync, R: Send>(root: &Path, points: &[T], work: impl Fn(&Path, &T) -> R + Sync) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(points.len())));
    std::thread::scope(|scope| {
        for worker in ["one", "two"] {
            let folder: PathBuf = root.join(worker);
            let (next, done, work) = (&next, &done, &work);
            fs::create_dir_all(&folder).expect("a worker's folder");
            scope.spawn(move || {
                while let Some(point) = points.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = work(&folder, point);
                    done.lock().expect("no worker broke").push(result);
                }
            });
        }
    });
    done.into_inner().expect("no worker broke")
}

/// Luck that can be repeated: splitmix64.
#[derive(Debug, Clone)]
pub struct Luck(u64);

impl Luck {
    /// The luck of one point of a test.
    pub fn of(seed: u64, point: usize) -> Self {
        Self(seed ^ (point as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

/// The seed of this run.
pub fn seed() -> u64 {
    let given = std::env::var("ADJUTANT_SEED").ok();
    given.map_or(1863, |seed| seed.parse().expect("ADJUTANT_SEED is a number"))
}
