//! The program as a process over Maildirs: killed without warning all through a phase, stopped, started twice, started
//! on a broken file.

#[path = "support/checker.rs"]
mod checker;
#[path = "support/live.rs"]
mod live;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use adjutant::post::deliver;
use checker::{Expected, Tally, check, hash, hashes};
use live::{GM, Home, Received, SEATS, Written, await_some, player, word_to_confirm, words};
use serde_json::Value;
use sqlx::Connection;

const POST: &str = "
[mail.in]
kind = \"maildir\"
inbox = \"mail/inbox\"

[mail.out]
kind = \"maildir\"
outbox = \"mail/outbox\"
";
const TIMETABLE: &str = "
[timetable]
zone = \"UTC\"
grace = \"24h\"
reminders = [\"12h\", \"3h\"]

[timetable.strategic]
cron = \"0 20 * * *\"
least = \"24h\"

[timetable.tactical]
cron = \"0 20 * * *\"
least = \"24h\"
";
/// 2 March 2026, 12:00 UTC.
const NOON: i64 = 1_772_452_800;
const HOUR: i64 = 3600;
/// Points of one phase at which the judge is killed, and how many kills must meet him at work.
const POINTS: usize = 64;
const LEAST_MET: usize = 50;
/// A kill that comes too late is tried again, each time earlier.
const TRIES: usize = 6;

fn inbox(home: &Home) -> PathBuf {
    home.folder.join("mail/inbox")
}

fn outbox(home: &Home) -> PathBuf {
    home.folder.join("mail/outbox")
}

fn put(home: &Home, bytes: &[u8], arrived: i64) {
    deliver(&inbox(home), bytes, Some(arrived)).unwrap();
}

/// The newest letter to a person whose subject has these words.
fn newest(home: &Home, address: &str, subject: &str) -> Received {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(outbox(home).join(address).join("new")).unwrap() {
        files.push(entry.unwrap().path());
    }
    files.sort();
    let letters = files.iter().rev().map(|file| Received::read(&fs::read(file).unwrap()));
    let mut fitting = letters.filter(|letter| letter.subject.contains(subject));
    fitting.next().unwrap_or_else(|| panic!("{address} has no letter about {subject}"))
}

fn reply(home: &Home, from: &str, about: &str, text: &str) -> Written {
    let answered = newest(home, from, about);
    Written {
        from: from.to_owned(),
        subject: format!("Re: {}", answered.subject),
        text: text.to_owned(),
        in_reply_to: Some(answered.message_id),
        header: None,
    }
}

/// The GM has a phase played ahead of its deadline: the command, and the word that was asked for, which still lies in
/// the inbox.
fn process_now(home: &Home, about: &str, phase: u32, now: i64) {
    put(home, &reply(home, GM, about, &format!("PROCESS phase={phase}")).bytes(&format!("process-{phase}")), now);
    home.output(&["run", "--once", "--now", &now.to_string()]);
    let asked = newest(home, GM, "process");
    let word = word_to_confirm(&asked.text);
    put(home, &reply(home, GM, "process", &word).bytes(&format!("confirm-{phase}")), now);
}

/// A campaign in its first phase, made by letters.
fn open_campaign(folder: &Path) -> Home {
    let home = Home::init(folder, POST, TIMETABLE);
    home.run_once(NOON);
    let seats: String = SEATS.iter().map(|seat| format!("SEAT {seat} <{}> AS {seat}\n", player(seat))).collect();
    let text = format!("CREATE war FROM civil-war/1861\n{seats}START");
    put(&home, &reply(&home, GM, "welcome", &text).bytes("g1"), NOON);
    let done = home.run_once(NOON + 1);
    assert!(done.starts_with("1 letters in, 1 decided, 0 phases played"), "{done}");
    home
}

/// One round of a phase: its time, and the letters that arrive before it.
struct Round {
    now: i64,
    letters: Vec<(i64, Vec<u8>)>,
    /// Steps of the disk that were seen while it was worked on.
    steps: usize,
    /// How the judge's folder was when it began.
    start: PathBuf,
}

/// The phase as it goes when nobody kills the judge.
struct Reference {
    rounds: Vec<Round>,
    expected: Expected,
    end: Value,
    delivered: BTreeMap<String, BTreeSet<String>>,
}

/// Plays the strategic phase, then the tactical one in rounds, keeping the folder before each.
fn play_reference(root: &Path) -> Reference {
    let home = open_campaign(&root.join("home"));
    put(
        &home,
        &reply(&home, &player("usa-sc"), "opening", "distribute CP East 12, West 5, Trans 4\nPP 20/15/5").bytes("s1"),
        NOON + 60,
    );
    process_now(&home, "opening", 1, NOON + 61);
    home.run_once(NOON + 61);
    let mut reference = Reference {
        rounds: Vec::new(),
        expected: Expected { letters: Vec::new(), revisions: BTreeMap::new(), phase: 2 },
        end: Value::Null,
        delivered: BTreeMap::new(),
    };
    // Opened on 2 March at 12:01, so due on 3 March at 20:00: 32 hours after noon.
    for (hours, letters) in
        [(1, first_letters as fn(&Home) -> Vec<Put>), (30, second_letters), (31, third_letters), (32, last_letters)]
    {
        let now = NOON + hours * HOUR + i64::from(hours == 32);
        let written = letters(&home);
        let first = now - 60;
        let arriving = (first..).zip(&written).map(|(at, (bytes, _, _))| (at.min(now), bytes.clone())).collect();
        for (bytes, verdict, seat) in written {
            reference.expected.letters.push((hash(&bytes), verdict));
            if !seat.is_empty() {
                *reference.expected.revisions.entry(seat).or_default() += 1;
            }
        }
        let mut round = Round { now, letters: arriving, steps: 0, start: root.join(format!("start-{hours}")) };
        round.letters.iter().for_each(|(at, bytes)| put(&home, bytes, *at));
        copy(&home.folder, &round.start);
        round.steps = work_and_kill(&home, now, usize::MAX, Duration::ZERO).0;
        println!("round at {hours} h: {} letters in, {} steps of the disk", round.letters.len(), round.steps);
        reference.rounds.push(round);
    }
    reference.end = comparable(home.export("war"));
    reference.delivered = delivered(&home);
    let checked = check(&home.export("war"), &inbox(&home), &outbox(&home), &reference.expected);
    let tally = checked.unwrap_or_else(|broken| panic!("without a kill: {broken}"));
    assert_eq!((tally.duplicates, tally.resends), (0, 0));
    assert_broken_promises_are_noticed(&home, &reference.expected);
    reference
}

/// A letter, its verdict, and the seat whose sheet it changes, if any.
type Put = (Vec<u8>, &'static str, &'static str);

const EAST: &str = "PP 1-3: build IN in Washington\nPP 4 to 7: move McDowell to Manassas\nHello there\nPP 9: mvoe 1 SP from Baltimore to Washington";

fn first_letters(home: &Home) -> Vec<Put> {
    let about = "T1 strategic played";
    let orders = |seat: &str, text: &str| reply(home, &player(seat), about, text);
    let stranger = Written { from: "spam@elsewhere.test".to_owned(), ..unproven("csa-sc") };
    let away = Written { header: Some("Auto-Submitted: auto-replied"), ..orders("csa-west", "I am away. PP 1: hold") };
    vec![
        (orders("usa-east", EAST).bytes("e1"), "answered", "usa-east"),
        (
            orders("csa-east", "PP 1-3: entrench at Manassas\nPP 4: move 1 SP from Norfolk to Richmond").bytes("c1"),
            "answered",
            "csa-east",
        ),
        (stranger.bytes("x1"), "silent", ""),
        (away.bytes("a1"), "silent", ""),
        (orders("usa-sc", "PRESS TO usa-east: hold the river").bytes("p1"), "answered", ""),
        (orders("usa-west", "STATUS").bytes("w1"), "answered", ""),
        (orders("usa-west", "CHECK\nPP 1-3: move Grant to Paducah").bytes("w2"), "answered", ""),
    ]
}

/// A letter in a player's name without a proof.
fn unproven(seat: &str) -> Written {
    Written { from: player(seat), subject: "[war] orders".to_owned(), text: "STATUS".to_owned(), ..Written::default() }
}

fn second_letters(home: &Home) -> Vec<Put> {
    let orders = |seat: &str, text: &str| reply(home, &player(seat), "T1 strategic played", text);
    vec![
        (unproven("csa-sc").bytes("f1"), "held", ""),
        (orders("csa-west", "PP 1-3: build IN in Nashville").bytes("v1"), "answered", "csa-west"),
        (orders("usa-west", "PP 1-3: move Grant to Paducah").bytes("w3"), "answered", "usa-west"),
        // The same letter a second time, as servers after a crash of their own do.
        (orders("usa-west", "PP 1-3: move Grant to Paducah").bytes("w3"), "silent", ""),
        (orders("usa-east", "PP 1-3: build IN in Washington").bytes("e2"), "answered", "usa-east"),
    ]
}

fn third_letters(home: &Home) -> Vec<Put> {
    let confirm = reply(home, &player("csa-sc"), "confirm", "yes");
    let trans = reply(home, &player("usa-trans"), "eminder", "PP 1-3: entrench at Rolla");
    let gm = reply(home, GM, "T1 strategic played", "WHO\nSET turn.nonsense = 3 BECAUSE nothing");
    vec![
        (confirm.bytes("f2"), "answered", ""),
        (trans.bytes("t1"), "answered", "usa-trans"),
        (gm.bytes("g3"), "answered", ""),
    ]
}

fn last_letters(home: &Home) -> Vec<Put> {
    vec![(reply(home, &player("csa-east"), "T1 strategic played", "SHOW").bytes("c2"), "answered", "")]
}

/// A copy that keeps the times of the files: they are the letters' arrivals.
fn copy(from: &Path, to: &Path) {
    let done = Command::new("cp").arg("-a").arg(from).arg(to).status().unwrap();
    assert!(done.success());
}

/// The export without what may differ between two runs that came to the same.
fn comparable(mut export: Value) -> Value {
    for (table, fields) in
        [("letters", &["mailbox", "uid", "attempts"][..]), ("outbox", &["attempts", "resends", "next_try", "reply"])]
    {
        for row in export[table].as_array_mut().unwrap() {
            fields.iter().for_each(|field| _ = row.as_object_mut().unwrap().remove(*field));
        }
    }
    export
}

/// The letters everybody got, each once.
fn delivered(home: &Home) -> BTreeMap<String, BTreeSet<String>> {
    let people = SEATS.iter().map(|seat| player(seat)).chain([GM.to_owned()]);
    people
        .map(|address| (hashes(&outbox(home).join(&address)).into_keys().collect(), address))
        .map(|(set, address)| (address, set))
        .collect()
}

/// What can be seen of the disk from outside: it changes with every commit and every letter that moves.
fn footprint(home: &Home) -> Vec<u64> {
    let size = |name: &str| fs::metadata(home.folder.join(name)).map_or(0, |file| file.len());
    let count = |folder: PathBuf| fs::read_dir(folder).map_or(0, |entries| entries.count() as u64);
    let mut seen = vec![size("adjutant.db"), size("adjutant.db-wal"), count(inbox(home).join("new"))];
    let people = SEATS.iter().map(|seat| player(seat)).chain([GM.to_owned()]);
    seen.extend(people.flat_map(|address| ["tmp", "new"].map(|part| count(outbox(home).join(&address).join(part)))));
    seen
}

/// One round; the judge is killed `delay` after the given step of the disk. How many steps were seen, and whether he was
/// killed at work.
fn work_and_kill(home: &Home, now: i64, step: usize, delay: Duration) -> (usize, bool) {
    let mut command = home.command(&["run", "--once", "--now", &now.to_string()]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let (mut steps, mut last) = (0, footprint(home));
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success(), "the judge failed: {status}");
            return (steps, false);
        }
        let seen = footprint(home);
        if seen != last {
            steps += 1;
            last = seen;
        }
        if steps >= step {
            let begun = Instant::now();
            while begun.elapsed() < delay {
                std::hint::spin_loop();
            }
            child.kill().unwrap();
            return (steps, child.wait().unwrap().signal() == Some(9));
        }
    }
}

/// Rounds at one time until there is nothing left to do.
fn work_until_quiet(home: &Home, now: i64) {
    for _ in 0..20 {
        if home.run_once(now) == "0 letters in, 0 decided, 0 phases played, 0 letters out" {
            return;
        }
    }
    panic!("the judge does not come to rest");
}

/// From a round's start: a kill, a restart, the rest of the phase, and the check. `None` when the kill came too late.
fn kill_once(reference: &Reference, folder: &Path, round: usize, step: usize, delay: Duration) -> Option<Tally> {
    let _ = fs::remove_dir_all(folder);
    let begun = &reference.rounds[round];
    copy(&begun.start, folder);
    let home = Home { folder: folder.to_owned() };
    let (_, is_killed) = work_and_kill(&home, begun.now, step, delay);
    if !is_killed {
        return None;
    }
    work_until_quiet(&home, begun.now);
    for later in &reference.rounds[round + 1..] {
        later.letters.iter().for_each(|(at, bytes)| put(&home, bytes, *at));
        work_until_quiet(&home, later.now);
    }
    let export = home.export("war");
    let tally = check(&export, &inbox(&home), &outbox(&home), &reference.expected);
    let tally = tally.unwrap_or_else(|broken| panic!("killed in round {round} after step {step}: {broken}"));
    assert_eq!(delivered(&home), reference.delivered, "killed in round {round} after step {step}");
    let (end, wanted) = (comparable(export), &reference.end);
    for table in wanted.as_object().unwrap().keys() {
        assert_eq!(end[table], wanted[table], "killed in round {round} after step {step}: other {table}");
    }
    Some(tally)
}

/// The points of all rounds, in proportion to what happens in each: round and step.
fn points(reference: &Reference) -> Vec<(usize, usize)> {
    let all: usize = reference.rounds.iter().map(|round| round.steps).sum();
    let place = |number: usize| {
        let mut step = number * all / POINTS;
        for (round, begun) in reference.rounds.iter().enumerate() {
            if step < begun.steps {
                return (round, step);
            }
            step -= begun.steps;
        }
        (reference.rounds.len() - 1, 0)
    };
    (0..POINTS).map(place).collect()
}

#[test]
fn a_judge_killed_anywhere_in_a_phase_loses_nothing_and_does_nothing_twice() {
    let root = tempfile::tempdir().unwrap();
    let reference = play_reference(root.path());
    let points = points(&reference);
    let (next, tallies) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for worker in ["one", "two"] {
            let folder = root.path().join(worker);
            let (reference, points, next, tallies) = (&reference, &points, &next, &tallies);
            scope.spawn(move || {
                while let Some((number, (round, step))) = take(next, points) {
                    // Not always right after the step: up to two thirds of a millisecond later.
                    let delay = Duration::from_micros((number as u64 % 8) * 95);
                    let mut earlier = (0..TRIES).map(|tries| step - step * tries / TRIES);
                    let tally = earlier.find_map(|step| kill_once(reference, &folder, *round, step, delay));
                    tallies.lock().unwrap().push((*round, tally));
                }
            });
        }
    });
    let tallies = tallies.into_inner().unwrap();
    let met: Vec<(usize, Tally)> = tallies.iter().filter_map(|(round, tally)| Some((*round, (*tally)?))).collect();
    let by_round: Vec<usize> = (0..4).map(|round| met.iter().filter(|(met, _)| *met == round).count()).collect();
    let duplicates: usize = met.iter().map(|(_, tally)| tally.duplicates).sum();
    let resends: u64 = met.iter().map(|(_, tally)| tally.resends).sum();
    println!(
        "{} of {POINTS} kills met the judge at work, by round {by_round:?}; letters delivered twice, with identical bytes: \
         {duplicates} (sent again: {resends}); orders lost: 0, applied twice: 0, phases played twice: 0",
        met.len()
    );
    assert!(met.len() >= LEAST_MET, "{} kills came too late", POINTS - met.len());
    assert!(by_round.iter().all(|count| *count > 0), "a round without a kill: {by_round:?}");
}

fn take<'a, T>(next: &AtomicUsize, of: &'a [T]) -> Option<(usize, &'a T)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    of.get(number).map(|found| (number, found))
}

/// A check that never fails shows nothing: each promise is broken once, on paper or on disk.
fn assert_broken_promises_are_noticed(home: &Home, expected: &Expected) {
    let export = home.export("war");
    let row =
        |table: &str, fits: &dyn Fn(&Value) -> bool| export[table].as_array().unwrap().iter().position(fits).unwrap();
    let undecided = row("letters", &|letter| letter["verdict"]["verdict"] == "held");
    let sheet = row("sheets", &|sheet| sheet["phase"] == 2 && sheet["revision"] == 2);
    let step = row("steps", &|step| step["kind"] == "phase" && step["phase"] == 2);
    let edits: [&dyn Fn(&mut Value); 6] = [
        &|export| export["letters"][undecided]["verdict"] = Value::Null,
        &|export| drop(export["letters"].as_array_mut().unwrap().remove(undecided)),
        &|export| export["sheets"][sheet]["revision"] = 3.into(),
        &|export| {
            let again = export["steps"][step].clone();
            export["steps"].as_array_mut().unwrap().push(again);
        },
        &|export| export["outbox"][3]["state"] = "sending".into(),
        &|export| export["outbox"][3]["sha256"] = hash(b"other bytes").into(),
    ];
    for (number, edit) in edits.iter().enumerate() {
        let mut edited = export.clone();
        edit(&mut edited);
        let checked = check(&edited, &inbox(home), &outbox(home), expected);
        assert!(checked.is_err(), "broken promise {number} was not noticed");
    }
    let lost = fs::read_dir(inbox(home).join(".Processed/cur")).unwrap().next().unwrap().unwrap().path();
    let bytes = fs::read(&lost).unwrap();
    fs::remove_file(&lost).unwrap();
    let alone = Expected {
        letters: vec![(hash(&bytes), "answered")],
        revisions: expected.revisions.clone(),
        phase: expected.phase,
    };
    let checked = check(&export, &inbox(home), &outbox(home), &alone);
    assert!(checked.is_err(), "a letter that is gone was not noticed");
}

#[test]
fn a_letter_with_a_later_time_has_not_arrived() {
    let root = tempfile::tempdir().unwrap();
    let home = open_campaign(&root.path().join("home"));
    let letter = reply(&home, &player("usa-sc"), "opening", "STATUS");
    put(&home, &letter.bytes("l1"), NOON + 100);
    assert_eq!(home.run_once(NOON + 99), "0 letters in, 0 decided, 0 phases played, 0 letters out");
    assert_eq!(home.run_once(NOON + 100), "1 letters in, 1 decided, 0 phases played, 1 letters out");
}

#[tokio::test]
async fn a_game_that_cannot_be_read_is_told_of_and_does_not_keep_the_others_waiting() {
    let root = tempfile::tempdir().unwrap();
    let home = open_campaign(&root.path().join("home"));
    let seats: String = SEATS.iter().map(|seat| format!("SEAT {seat} <{}> AS {seat}\n", player(seat))).collect();
    let text = format!("CREATE broken FROM civil-war/1861\n{seats}START");
    put(&home, &Written { subject: "another".to_owned(), ..reply(&home, GM, "welcome", &text) }.bytes("g2"), NOON + 2);
    home.run_once(NOON + 2);
    let database = format!("sqlite:{}", home.folder.join("adjutant.db").display());
    let mut database = sqlx::SqliteConnection::connect(&database).await.unwrap();
    let harm = sqlx::query("UPDATE game SET timetable = '{' WHERE id = 'broken'");
    assert_eq!(harm.execute(&mut database).await.unwrap().rows_affected(), 1);
    database.close().await.unwrap();
    process_now(&home, "[war] opening", 1, NOON + 3);
    let round = home.output(&["run", "--once", "--now", &(NOON + 3).to_string()]);
    let said = words(&round);
    assert!(round.status.code() == Some(1) && said.contains("broken"), "{said}");
    let phases = home.export("war")["phases"].as_array().unwrap().len();
    assert_eq!(phases, 2, "{said}");
    assert!(newest(&home, &player("usa-sc"), "T1 strategic played").text.contains("Game war"));
}

#[test]
fn a_second_judge_on_the_same_database_is_refused_and_the_first_goes_on() {
    let root = tempfile::tempdir().unwrap();
    let home = open_campaign(&root.path().join("home"));
    let mut daemon = home.start("daemon.log");
    let listens = || daemon.log().contains("listens at").then_some(());
    await_some("the daemon listens", Duration::from_secs(20), listens, || daemon.log());
    let second = home.output(&["run", "--once"]);
    let said = words(&second);
    assert_eq!(second.status.code(), Some(1), "{said}");
    assert!(said.contains("another") && said.contains("stop it"), "{said}");
    // The first still takes letters, and looks without being told.
    let before = hashes(&outbox(&home).join(player("usa-sc"))).len();
    deliver(&inbox(&home), &reply(&home, &player("usa-sc"), "opening", "STATUS").bytes("l1"), None).unwrap();
    let answered = || (hashes(&outbox(&home).join(player("usa-sc"))).len() > before).then_some(());
    await_some("a receipt", Duration::from_secs(20), answered, || daemon.log());
    let filed = || (hashes(&inbox(&home).join(".Processed")).len() == 2).then_some(());
    await_some("the letter is filed away", Duration::from_secs(20), filed, || daemon.log());
    let (took, code) = daemon.terminate();
    assert_eq!(code, Some(0), "{}", daemon.log());
    assert!(took < Duration::from_secs(5), "{took:?}");
    assert!(daemon.log().ends_with("Adjutant has stopped\n"), "{}", daemon.log());
    assert!(!home.folder.join("adjutant.db-wal").exists(), "the log was not folded back");
    assert!(home.run_once(NOON + 200).ends_with("0 letters out"));
}

#[test]
fn a_letter_decided_before_a_stop_is_filed_away_after_it() {
    let root = tempfile::tempdir().unwrap();
    let home = open_campaign(&root.path().join("home"));
    // As a kill between the decision and the filing leaves it: the letter lies in the inbox again.
    let filed = fs::read_dir(inbox(&home).join(".Processed/cur")).unwrap().next().unwrap().unwrap();
    let unique = filed.file_name().to_str().unwrap().split(":2,").next().unwrap().to_owned();
    fs::rename(filed.path(), inbox(&home).join("new").join(unique)).unwrap();
    assert_eq!(home.run_once(NOON + 2), "0 letters in, 0 decided, 0 phases played, 0 letters out");
    assert_eq!(hashes(&inbox(&home).join(".Processed")).len(), 1);
    assert!(hashes(&inbox(&home)).is_empty());
}

#[test]
fn a_damaged_database_is_refused_with_words_on_what_helps() {
    let root = tempfile::tempdir().unwrap();
    let home = open_campaign(&root.path().join("home"));
    let database = home.folder.join("adjutant.db");
    assert!(!home.folder.join("adjutant.db-wal").exists(), "the log was not folded back");
    let whole = fs::read(&database).unwrap();
    let mut damaged = whole.clone();
    damaged[4096..].iter_mut().step_by(7).for_each(|byte| *byte ^= 0x5a);
    for bytes in [&damaged[..], &whole[..whole.len() / 2], b"", b"not a database at all, whatever its name says"] {
        fs::write(&database, bytes).unwrap();
        let refused = home.output(&["run", "--once"]);
        let said = words(&refused);
        assert_eq!(refused.status.code(), Some(1), "{said}");
        assert!(said.contains("restore") && said.contains("adjutant.db"), "{said}");
        assert_eq!(fs::read(&database).unwrap(), bytes, "the evidence was changed");
    }
    fs::write(&database, whole).unwrap();
    assert!(home.run_once(NOON + 2).ends_with("0 letters out"));
}
