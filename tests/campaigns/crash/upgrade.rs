//! The judge killed while he brings the database of a campaign to his schema, and while he goes on with it.

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::campaigns::crash::campaign::{RESOLVING, comparable, copy, outbox, play_reference};
use crate::campaigns::crash::checker::{PYTHON, ask, ask_about_end, count, two_at_a_time};
use crate::campaigns::crash::kill::assert_end;
use crate::campaigns::crash::shim::{Count, Plan, Shim};
use crate::support::live::{Home, words};

/// A schema before players' seeds went into the dice.
const OLDER: usize = 9;

/// The database of a home as the older schema has it.
fn age(home: &Home) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("src/store/migrations");
    let mut scripts: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    scripts.sort();
    assert!(scripts.len() > OLDER);
    let mut command = Command::new(&*PYTHON);
    command.args(["-I", "-B"]).arg(root.join("tests/campaigns/crash/age.py")).arg(home.folder.join("adjutant.db"));
    let aged = command.args(&scripts[..OLDER]).output().expect("python3 runs");
    assert!(aged.status.success(), "{}", words(&aged));
}

/// Whether the database still has the older schema, or one between it and the present one.
fn is_old(home: &Home) -> bool {
    let said = home.output(&["export", "war", "--secrets"]);
    let is_old = String::from_utf8_lossy(&said.stderr).contains("`adjutant run` upgrades it");
    assert!(said.status.success() || is_old, "{}", words(&said));
    is_old
}

#[test]
fn a_judge_killed_at_any_call_of_an_upgrade_loses_nothing() {
    let root = tempfile::tempdir().unwrap();
    let shim = Shim::build(root.path());
    let reference = play_reference(root.path(), &shim, None);
    let begun = &reference.rounds[RESOLVING];
    let aged = Home { folder: root.path().join("aged") };
    copy(&begun.start, &aged.folder);
    age(&aged);
    assert!(is_old(&aged));

    let counted = root.path().join("upgrade.count");
    let whole = Home { folder: root.path().join("whole") };
    copy(&aged.folder, &whole.folder);
    let output = shim.run_once(&whole, begun.now, &Plan::default().counted(&counted));
    assert!(output.status.success(), "{}", words(&output));
    let calls = Count::read(&counted).all() - begun.calls.all();
    // A phase that was opened by the older schema closes by its own dice, so its reports are not those of the campaign.
    reference.finish(&whole, RESOLVING);
    let wanted = comparable(whole.export("war"));
    assert!(calls > 20, "an upgrade changes something: {calls}");

    let kills = count(24, calls).min(calls);
    let points: Vec<usize> = (0..kills).map(|nth| 1 + nth * calls / kills).collect();
    let met = two_at_a_time(root.path(), &points, |folder, call| {
        let (home, when) = (Home { folder: folder.join("home") }, format!("killed at call {call} of an upgrade"));
        copy(&aged.folder, &home.folder);
        let killed = shim.run_once(&home, begun.now, &Plan::kill(*call));
        assert_eq!(killed.status.signal(), Some(9), "{when}: {}", words(&killed));
        let is_old = is_old(&home);
        if !is_old {
            ask("acknowledged", &home, &outbox(&home), &reference.expected, &when);
        }
        reference.finish(&home, RESOLVING);
        ask_about_end(&home, &reference.expected, &when);
        assert_end(&wanted, &home, &when);
        is_old
    });
    let old = met.iter().filter(|is_old| **is_old).count();
    println!(
        "killed at {kills} of {calls} calls more that a round with an upgrade makes: {old} times the old schema was there, {} \
         times the new one; all came to the same end",
        kills - old
    );
    assert!(old > kills / 4 && old < kills, "{old} of {kills}");
}
