//! Judges that are started together, held up, killed, stopped at any moment, or kept short of memory, of files or of room
//! for their log.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use adjutant::cli::export::printed_id;
use adjutant::post::deliver;

use crate::campaigns::crash::campaign::{copy, inbox, outbox, play_reference, reply, work_until_quiet};
use crate::campaigns::crash::checker::{Luck, ask, ask_about_end, count, number, seed, two_at_a_time};
use crate::campaigns::crash::faults::{expect, open_campaign_now};
use crate::campaigns::crash::kill::assert_same_end;
use crate::campaigns::crash::shim::{Plan, Shim};
use crate::support::live::{Daemon, Home, SEATS, await_some, player, words};

const PATIENCE: Duration = Duration::from_secs(20);

fn is_refused(log: &str) -> bool {
    log.contains("another adjutant is at work on it") && log.contains("stop that one first")
}

fn await_listening(daemon: &Daemon) {
    await_some("the daemon listens", PATIENCE, || daemon.log().contains("listens at").then_some(()), || daemon.log());
}

fn signal(daemon: &Daemon, name: &str) {
    let sent = Command::new("kill").args([name, &daemon.child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// A letter of a seat's player that asks for something.
fn put_question(home: &Home, seat: &str) -> Vec<u8> {
    let letter = reply(home, &player(seat), "opening", "STATUS").bytes(&format!("q-{seat}"));
    deliver(&inbox(home), &letter, None).unwrap();
    letter
}

fn letters_in(home: &Home, seat: &str) -> usize {
    fs::read_dir(outbox(home).join(player(seat)).join("new")).unwrap().count()
}

#[test]
fn of_five_judges_started_together_one_works() {
    let root = tempfile::tempdir().unwrap();
    let start = open_campaign_now(&root.path().join("start"));
    let rounds = count(3, 30);
    for round in 0..rounds {
        let home = Home { folder: root.path().join("home") };
        copy(&start.folder, &home.folder);
        let mut daemons: Vec<Daemon> = (0..5).map(|number| home.start(&format!("log-{number}"))).collect();
        let refused = || {
            let ended = daemons.iter_mut().filter_map(|daemon| daemon.child.try_wait().unwrap().map(|_| ()));
            (ended.count() == 4).then_some(())
        };
        await_some("four are refused", PATIENCE, refused, || format!("round {round}"));
        let mut at_work = Vec::new();
        for mut daemon in daemons {
            match daemon.child.try_wait().unwrap() {
                Some(status) => assert!(status.code() == Some(1) && is_refused(&daemon.log()), "{}", daemon.log()),
                None => at_work.push(daemon),
            }
        }
        assert_eq!(at_work.len(), 1);
        await_listening(&at_work[0]);
        let before = letters_in(&home, "usa-sc");
        put_question(&home, "usa-sc");
        let told = || (letters_in(&home, "usa-sc") == before + 1).then_some(());
        await_some("a receipt", PATIENCE, told, || at_work[0].log());
        assert_eq!(at_work[0].terminate().1, Some(0));
    }
    println!("five judges started together: {rounds} times one worked and four were refused");
}

#[test]
fn a_judge_that_is_held_up_keeps_his_database() {
    let root = tempfile::tempdir().unwrap();
    let home = open_campaign_now(&root.path().join("home"));
    let mut daemon = home.start("daemon.log");
    await_listening(&daemon);
    for time in 0..count(3, 20) {
        signal(&daemon, "-STOP");
        let other = home.output(&["run", "--once"]);
        assert!(other.status.code() == Some(1) && is_refused(&words(&other)), "{}", words(&other));
        let seat = SEATS[time % SEATS.len()];
        let before = letters_in(&home, seat);
        let letter = reply(&home, &player(seat), "opening", "STATUS").bytes(&format!("held-{time}"));
        deliver(&inbox(&home), &letter, None).unwrap();
        signal(&daemon, "-CONT");
        await_some("a receipt", PATIENCE, || (letters_in(&home, seat) == before + 1).then_some(()), || daemon.log());
    }
    assert_eq!(daemon.terminate().1, Some(0));
}

#[test]
fn the_lock_of_a_judge_who_was_killed_keeps_nobody_out() {
    let root = tempfile::tempdir().unwrap();
    let home = open_campaign_now(&root.path().join("home"));
    for time in 0..count(3, 20) {
        let mut daemon = home.start("daemon.log");
        await_listening(&daemon);
        daemon.child.kill().unwrap();
        daemon.child.wait().unwrap();
        assert!(home.folder.join("adjutant.db.lock").exists());
        // The number of a process that is at work stands for nothing.
        fs::write(home.folder.join("adjutant.db.lock"), std::process::id().to_string()).unwrap();
        let letter = reply(&home, &player("usa-sc"), "opening", "STATUS").bytes(&format!("killed-{time}"));
        deliver(&inbox(&home), &letter, None).unwrap();
        let next = home.output(&["run", "--once"]);
        assert!(next.status.success(), "{}", words(&next));
        assert!(words(&next).contains("letters in: 1, decided: 1"), "{}", words(&next));
    }
}

/// A stop at a seeded moment of a daemon with seven letters to answer.
fn stop_once(start: &Home, folder: &Path, point: usize) -> (Duration, bool) {
    let mut luck = Luck::of(seed(), point);
    let home = Home { folder: folder.join("home") };
    copy(&start.folder, &home.folder);
    let letters: Vec<Vec<u8>> = SEATS.iter().map(|seat| put_question(&home, seat)).collect();
    let expected = expect(&home, &letters);
    let moment = Duration::from_micros(luck.below(400_000) as u64);
    let when = format!("asked to stop after {moment:?}");
    let is_one_round = luck.below(4) == 0;
    let mut daemon = if is_one_round {
        Daemon::begin(home.command(&["run", "--once"]), home.folder.join("daemon.log"))
    } else {
        home.start("daemon.log")
    };
    let begun = Instant::now();
    std::thread::sleep(moment.saturating_sub(begun.elapsed()));
    let is_over = daemon.child.try_wait().unwrap().is_some();
    let (took, code) = if is_over { (Duration::ZERO, Some(0)) } else { daemon.terminate() };
    assert!(took < Duration::from_secs(10), "{when}: {took:?}");
    // Before the program's first line the system ends it; nothing was opened then.
    let is_unborn = code.is_none() && daemon.log().is_empty();
    assert!(code == Some(0) || is_unborn, "{when}: {code:?}\n{}", daemon.log());
    assert!(is_unborn || !home.folder.join("adjutant.db-wal").exists(), "{when}: the log was not folded back");
    ask("acknowledged", &home, &outbox(&home), &expected, &when);
    work_until_quiet(&home, adjutant::daemon::wall_clock() + 1);
    let told = ask("acknowledged", &home, &outbox(&home), &expected, &when);
    assert_eq!(number(&told, "answers"), letters.len() as u64, "{when}");
    (took, is_unborn)
}

#[test]
fn a_judge_asked_to_stop_at_any_moment_stops_in_order() {
    let root = tempfile::tempdir().unwrap();
    let start = open_campaign_now(&root.path().join("start"));
    let points: Vec<usize> = (0..count(16, 200)).collect();
    let stopped = two_at_a_time(root.path(), &points, |folder, point| stop_once(&start, folder, *point));
    println!(
        "SIGTERM: {} moments, seed {}; ended with 0: {}, before the program's first line: {}; longest {:?}; every letter \
         answered once",
        stopped.len(),
        seed(),
        stopped.iter().filter(|(_, is_unborn)| !is_unborn).count(),
        stopped.iter().filter(|(_, is_unborn)| *is_unborn).count(),
        stopped.iter().map(|(took, _)| *took).max().unwrap(),
    );
}

/// A round through the shell, which sets limits first.
fn run_limited(home: &Home, now: i64, limit: &str) -> std::process::Output {
    let command = home.command(&["run", "--once", "--now", &now.to_string()]);
    let mut limited = Command::new("sh");
    limited.args(["-c", &format!("{limit}; exec \"$0\" \"$@\"")]).arg(command.get_program()).args(command.get_args());
    limited.stdin(Stdio::null()).env("ADJUTANT_LOG", "info").output().unwrap()
}

#[test]
fn a_judge_short_of_memory_files_or_log_loses_nothing() {
    let root = tempfile::tempdir().unwrap();
    let reference = play_reference(root.path(), &Shim::build(root.path()), None);
    let home = Home { folder: root.path().join("short") };
    let limits = [
        "ulimit -d 131072",
        "ulimit -n 24",
        "ulimit -n 16",
        "ulimit -n 20",
        "exec 2>/dev/full",
        "exec >/dev/full 2>&1",
    ];
    for limit in limits {
        copy(&reference.rounds[4].start, &home.folder);
        let mut ended = Vec::new();
        for round in &reference.rounds[4..] {
            if round.now > reference.rounds[4].now {
                round.letters.iter().for_each(|(at, bytes)| deliver_at(&home, bytes, *at));
            }
            let output = run_limited(&home, round.now, limit);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{limit}: {}", words(&output));
            assert!(!words(&output).contains("panicked"), "{limit}: {}", words(&output));
            ended.push(output.status.code().unwrap());
            // Without the limit he goes on with what is left.
            work_until_quiet(&home, round.now);
        }
        ask_about_end(&home, &reference.expected, limit);
        assert_same_end(&reference, &home, limit);
        println!("{limit}: rounds ended with {ended:?}; nothing lost, nothing done twice");
        let has_room = limit.contains("-d") || limit.contains("/dev/full");
        assert!(!has_room || ended.iter().all(|code| *code == 0), "{limit}: {ended:?}");
    }
}

fn deliver_at(home: &Home, bytes: &[u8], at: i64) {
    deliver(&inbox(home), bytes, Some(at)).unwrap();
}

#[test]
fn a_letter_that_ends_the_process_is_set_aside_after_three_attempts() {
    let root = tempfile::tempdir().unwrap();
    let shim = Shim::build(root.path());
    let reference = play_reference(root.path(), &shim, None);
    let round = &reference.rounds[4];
    let home = Home { folder: root.path().join("poisoned") };
    copy(&round.start, &home.folder);
    for _ in 0..3 {
        let output = shim.run_once(&home, round.now, &Plan::kill_at_thread("letter", 1));
        assert_eq!(output.status.code(), None, "{}", words(&output));
    }
    let output = home.output(&["run", "--once", "--now", &round.now.to_string()]);
    let said = words(&output);
    assert!(output.status.success() && said.contains("letter quarantined"), "{said}");
    let export = home.export("war");
    let verdict_of = |id: &str| {
        let letters = export["letters"].as_array().unwrap().iter();
        let mut found = letters.filter(|row| row["message_id"] == printed_id(id));
        found.next().unwrap_or_else(|| panic!("{id} is not in the ledger"))["verdict"]["verdict"].clone()
    };
    // The other letters of the round went their way.
    assert_eq!(verdict_of("<c1@war.test>"), "answered");
    assert_eq!(verdict_of("<w1@war.test>"), "answered");
    let quarantined =
        export["letters"].as_array().unwrap().iter().filter(|row| row["verdict"]["verdict"] == "quarantined");
    assert_eq!(quarantined.count(), 1);
    let told: Vec<PathBuf> = fs::read_dir(outbox(&home).join(crate::support::live::GM).join("new"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|file| String::from_utf8_lossy(&fs::read(file).unwrap()).contains("a letter was set aside"))
        .collect();
    assert_eq!(told.len(), 1, "the game master was not told once");
}

#[test]
fn orders_that_arrive_while_a_phase_is_played_are_in_it_whole_or_not_at_all() {
    let root = tempfile::tempdir().unwrap();
    let shim = Shim::build(root.path());
    let reference = play_reference(root.path(), &shim, None);
    let round = &reference.rounds[crate::campaigns::crash::campaign::RESOLVING];
    let late = |home: &Home| {
        let orders = "PP 1-3: move Lyon to Rolla\nPP 4-6: entrench at Rolla";
        reply(home, &player("usa-trans"), "T1 strategic played", orders).bytes("late")
    };
    // In the mailbox before the phase is played, or after.
    let played = |is_before: bool| {
        let home = Home { folder: root.path().join("played") };
        copy(&round.start, &home.folder);
        let letter = late(&home);
        if !is_before {
            home.run_once(round.now);
        }
        deliver_at(&home, &letter, round.now + i64::from(!is_before));
        work_until_quiet(&home, round.now + 1);
        sheet_and_outcome(&home)
    };
    let (with, without) = (played(true), played(false));
    assert!(with.0 > without.0 && with.1 != without.1, "the letter makes no difference: {with:?} {without:?}");
    let wanted = count(24, 200);
    let points: Vec<usize> = (0..wanted).map(|point| 1 + point * round.calls.all() / wanted).collect();
    let outcomes = two_at_a_time(root.path(), &points, |folder, call| {
        let home = Home { folder: folder.join("home") };
        copy(&round.start, &home.folder);
        let letter = late(&home);
        shim.run_once(&home, round.now, &Plan::kill(*call));
        deliver_at(&home, &letter, round.now);
        work_until_quiet(&home, round.now + 1);
        let outcome = sheet_and_outcome(&home);
        assert!([&with, &without].contains(&&outcome), "arrived at call {call}: {outcome:?}");
        outcome
    });
    let (before, after) =
        (outcomes.iter().filter(|it| **it == with).count(), outcomes.iter().filter(|it| **it == without).count());
    println!(
        "orders that arrive while a phase is played: {} times, in it {before}, too late for it {after}",
        outcomes.len()
    );
    assert!(before > 0 && after > 0);
}

/// How many revisions the seat's sheet has in the phase that is played, and the hash of the phase's outcome.
fn sheet_and_outcome(home: &Home) -> (usize, String) {
    let export = home.export("war");
    let sheets = export["sheets"].as_array().unwrap().iter();
    let revisions = sheets.filter(|sheet| sheet["seat"] == "usa-trans" && sheet["phase"] == 2).count();
    let steps = export["steps"].as_array().unwrap().iter();
    let hashes: Vec<&str> = steps
        .filter(|step| step["phase"] == 2 && step["kind"] == "phase")
        .filter_map(|step| step["hash"].as_str())
        .collect();
    assert_eq!(hashes.len(), 1, "the phase was played {} times", hashes.len());
    (revisions, hashes[0].to_owned())
}
