//! A disk that is full, or does not take what it was given, at any call of a campaign: nobody is told what is not on
//! file, a failed sync ends the judge, and when the disk is well again he goes on by himself.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use adjutant::daemon::wall_clock;
use adjutant::post::deliver;
use serde_json::{Value, json};

use crate::campaigns::crash::campaign::{Reference, copy};
use crate::campaigns::crash::campaign::{creation, inbox, new_home, outbox, play_reference, put, reply};
use crate::campaigns::crash::checker::{ask, ask_about_end, count, is_long, number, two_at_a_time};
use crate::campaigns::crash::disk::Call;
use crate::campaigns::crash::kill::assert_same_end;
use crate::campaigns::crash::shim::{Failure, Plan, Shim};
use crate::support::live::{Daemon, GM, Home, await_some, player, words};

/// A fault to try: the round, the number of the call among those that can fail so, and how it fails.
#[derive(Debug, Clone, Copy)]
struct Point {
    round: usize,
    call: usize,
    failure: Failure,
}

/// What one fault came to.
struct Met {
    failure: Failure,
    is_met: bool,
    code: i32,
    /// Letters that readers had right after it.
    letters: u64,
    duplicates: u64,
}

fn points(reference: &Reference, shim: &Shim, folder: &Path, failure: Failure, wanted: usize) -> Vec<Point> {
    let able = reference.able_to_fail(shim, folder, failure);
    let of_round = |(round, calls): (usize, &usize)| {
        (1..=*calls).map(move |call| Point { round, call, failure }).collect::<Vec<_>>()
    };
    let all: Vec<Point> = able.iter().enumerate().flat_map(of_round).collect();
    let wanted = wanted.min(all.len());
    (0..wanted).map(|number| all[number * all.len() / wanted]).collect()
}

/// A judge may refuse to go on; he must not break.
fn assert_orderly(output: &Output, when: &str) {
    let said = words(output);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{when}: {said}");
    assert!(!said.contains("panicked"), "{when}: {said}");
}

/// One fault, the look at what is on file, and the campaign's end on a disk that is well again.
fn fail_once(reference: &Reference, shim: &Shim, home: &Home, point: Point) -> Met {
    let Point { round, call, failure } = point;
    let when = format!("{failure:?} in round {round} at call {call}");
    let begun = &reference.rounds[round];
    copy(&begun.start, &home.folder);
    let (met, log) = (home.folder.with_extension("met"), home.folder.with_extension("log"));
    for file in [&met, &log] {
        let _ = fs::remove_file(file);
    }
    let output = shim.run_once(home, begun.now, &Plan::fail(call, failure).met(&met).logged(&log));
    assert_orderly(&output, &when);
    if failure == Failure::SyncFails {
        assert_nothing_is_done_after_a_failed_sync(home, &output, &log, &when);
    }
    let told = ask("acknowledged", home, &outbox(home), &reference.expected, &when);
    reference.finish(home, round);
    let end = ask_about_end(home, &reference.expected, &when);
    assert_same_end(reference, home, &when);
    Met {
        failure,
        is_met: met.exists(),
        code: output.status.code().expect("a code"),
        letters: number(&told, "letters"),
        duplicates: number(&end, "duplicates"),
    }
}

/// So many letters go into Maildirs together between two looks at whether to stop.
const MOST_TOGETHER: usize = 32;

fn is_of_outbox(path: &str) -> bool {
    path.starts_with("mail/outbox/")
}

fn is_filed_away(from: &str, to: &str) -> bool {
    from.starts_with("mail/inbox/new/") && to.starts_with("mail/inbox/.Processed/")
}

/// What the disk did not take of the database is not given to it again: nobody knows what became of it.
fn assert_nothing_is_done_after_a_failed_sync(home: &Home, output: &Output, log: &Path, when: &str) {
    let calls = if log.exists() { Call::read_all(log, &home.folder) } else { Vec::new() };
    let Some(failed) = calls.iter().position(|call| matches!(call, Call::SyncFailed(_))) else { return };
    let Call::SyncFailed(path) = &calls[failed] else { unreachable!() };
    // A database that is only being made bears another name; letters in the outbox are tried again as whole letters.
    if !["adjutant.db", "adjutant.db-wal"].contains(&path.as_str()) {
        return;
    }
    assert_eq!(output.status.code(), Some(1), "{when}: {}", words(output));
    // Memory shared with other connections, and the note that the operator was told.
    let is_beside = |call: &&Call| ["-shm", ".told"].iter().any(|ending| call.path().ends_with(ending));
    // One group of letters that were kept before may be on its way beside, each as a file of its own, and what they tell the
    // checker holds against what is on file. One that was decided before may be filed away, which is a courtesy to people.
    let is_begun = |call: &&Call| matches!(call, Call::Create(path) if is_of_outbox(path));
    let begun: BTreeSet<&str> = calls.iter().filter(is_begun).map(Call::path).collect();
    let begun_after = calls[failed + 1..].iter().filter(is_begun).count();
    assert!(begun_after <= MOST_TOGETHER, "{when}, which was a sync of {path}: {begun_after} letters were begun");
    let is_on_its_way = |call: &&Call| match call {
        Call::Rename(from, to) if is_filed_away(from, to) => true,
        Call::Create(path) | Call::Sync(path) | Call::Rename(path, _) | Call::Write { path, .. } => {
            begun.contains(path.as_str())
        }
        Call::SyncFolder(path) | Call::MakeFolder(path) => is_of_outbox(path),
        _ => false,
    };
    let later = calls[failed + 1..].iter().filter(|call| !is_beside(call) && !is_on_its_way(call));
    let after: Vec<&Call> = later.collect();
    assert!(after.is_empty(), "{when}, which was a sync of {path}: {:?} ...", after.first());
}

#[test]
fn nobody_is_told_what_a_bad_disk_did_not_keep() {
    let root = tempfile::tempdir().unwrap();
    let shim = Shim::build(root.path());
    let reference = play_reference(root.path(), &shim, None);
    let counts = [
        (Failure::Full, count(20, 400)),
        (Failure::Short, count(8, 100)),
        (Failure::SyncFails, count(20, 400)),
        (Failure::WriteFails, count(8, 100)),
    ];
    let points: Vec<Point> =
        counts.iter().flat_map(|(failure, wanted)| points(&reference, &shim, root.path(), *failure, *wanted)).collect();
    let met = two_at_a_time(root.path(), &points, |folder, point| {
        fail_once(&reference, &shim, &Home { folder: folder.join("home") }, *point)
    });
    for (failure, _) in counts {
        let of_kind: Vec<&Met> = met.iter().filter(|met| met.failure == failure && met.is_met).collect();
        println!(
            "disk fault {failure:?}: met at {} calls; the judge ended with an error {} times and went on {} times; letters \
             readers had then: {}, false receipts: 0; letters delivered twice, byte-identical and counted: {}; finished \
             by himself: all",
            of_kind.len(),
            of_kind.iter().filter(|met| met.code == 1).count(),
            of_kind.iter().filter(|met| met.code == 0).count(),
            of_kind.iter().map(|met| met.letters).sum::<u64>(),
            of_kind.iter().map(|met| met.duplicates).sum::<u64>(),
        );
        assert!(!of_kind.is_empty(), "{failure:?} was never met");
    }
}

/// A campaign at the machine's own time, which a daemon can go on with; its calls are not many.
pub fn open_campaign_now(folder: &Path) -> Home {
    let home = new_home(folder, None);
    home.run_once(wall_clock());
    put(&home, &reply(&home, GM, "welcome", &creation()).bytes("g1"), wall_clock());
    let done = home.run_once(wall_clock());
    assert!(done.starts_with("letters in: 1, decided: 1"), "{done}");
    home
}

/// What the checker has to know of letters that were sent to a daemon.
pub fn expect(home: &Home, letters: &[Vec<u8>]) -> PathBuf {
    let hex = |bytes: &Vec<u8>| json!({ "bytes": data_encoding::HEXLOWER.encode(bytes), "verdict": "answered" });
    let file = home.folder.with_extension("expected");
    fs::write(&file, json!({ "letters": letters.iter().map(hex).collect::<Vec<_>>() }).to_string()).unwrap();
    file
}

/// Whether all that readers were told is on file, while the judge goes on: first what they have, then what is on file.
pub fn ask_while_at_work(home: &Home, expected: &Path, when: &str) -> Value {
    let readers = home.folder.with_extension("readers");
    let _ = fs::remove_dir_all(&readers);
    for mailbox in fs::read_dir(outbox(home)).unwrap() {
        let name = mailbox.unwrap().file_name();
        let new = readers.join(&name).join("new");
        fs::create_dir_all(&new).unwrap();
        for letter in fs::read_dir(outbox(home).join(&name).join("new")).unwrap() {
            let letter = letter.unwrap();
            fs::copy(letter.path(), new.join(letter.file_name())).unwrap();
        }
    }
    ask("acknowledged", home, &readers, expected, when)
}

/// A daemon on a disk that is full from some call on, until there is room again.
fn fill_up(shim: &Shim, start: &Home, folder: &Path, call: usize) -> bool {
    let when = format!("the disk was full from call {call} on");
    let full = folder.join("full");
    fs::write(&full, "").unwrap();
    let home = Home { folder: folder.join("home") };
    copy(&start.folder, &home.folder);
    let letter = reply(&home, &player("usa-sc"), "opening", "STATUS").bytes("l1");
    let expected = expect(&home, std::slice::from_ref(&letter));
    let mut command = home.command(&["run"]);
    shim.before(&mut command, &home, &Plan::fail(call, Failure::Full).until_gone(&full).met(&folder.join("met")));
    let mut daemon = Daemon::begin(command, home.folder.join("daemon.log"));
    deliver(&inbox(&home), &letter, None).unwrap();
    await_some(&when, Duration::from_secs(20), || folder.join("met").exists().then_some(()), || daemon.log());
    // Long enough for several more attempts.
    std::thread::sleep(Duration::from_millis(2500));
    ask_while_at_work(&home, &expected, &when);
    let ended = daemon.child.try_wait().unwrap();
    assert!(ended.is_none_or(|status| status.code() == Some(1)), "{when}: {ended:?}\n{}", daemon.log());
    assert!(!daemon.log().contains("panicked"), "{when}: {}", daemon.log());
    fs::remove_file(&full).unwrap();
    if ended.is_some() {
        daemon = home.start("again.log");
    }
    let told = || (number(&ask_while_at_work(&home, &expected, &when), "answers") == 1).then_some(());
    await_some(&when, Duration::from_secs(30), told, || daemon.log());
    let (_, code) = daemon.terminate();
    assert_eq!(code, Some(0), "{when}: {}", daemon.log());
    ended.is_none()
}

#[test]
fn a_daemon_goes_on_by_himself_when_there_is_room_again() {
    let root = tempfile::tempdir().unwrap();
    let shim = Shim::build(root.path());
    let start = open_campaign_now(&root.path().join("home"));
    let calls: Vec<usize> = if is_long() { (1..=60).collect() } else { vec![1, 12, 25, 45] };
    let stayed = two_at_a_time(root.path(), &calls, |folder, call| {
        let _ = fs::remove_file(folder.join("met"));
        fill_up(&shim, &start, folder, *call)
    });
    let stayed_up = stayed.iter().filter(|stayed| **stayed).count();
    println!(
        "disk full under a daemon: {} beginnings; false receipts: 0; he stayed up and went on {stayed_up} times, ended with an \
         error and went on at the next start {} times",
        stayed.len(),
        stayed.len() - stayed_up,
    );
    assert!(stayed_up > 0, "the daemon never outlived a full disk");
}
