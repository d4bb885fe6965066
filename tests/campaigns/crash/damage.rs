//! Files that were damaged while nobody looked: the judge opens what is sound and refuses the rest with words on what
//! helps; he never puts an empty database in the place of one.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::campaigns::crash::campaign::{NOON, RESOLVING, Reference, Round, comparable, copy, play_reference};
use crate::campaigns::crash::checker::{Luck, count, exported, seed, two_at_a_time};
use crate::campaigns::crash::shim::{Plan, Shim};
use crate::support::live::{Home, words};

/// After the campaign's last round.
const LATER: i64 = NOON + 34 * 3600;

/// What became of a damaged file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Refused, with words on what helps, and left as it was.
    Refused,
    /// Opened, and nothing is different: the place was not in use.
    Harmless,
    /// Opened at an earlier, whole state.
    Earlier,
    /// Opened, with something else in it than was written: SQLite keeps no checksums of what lies in its rows.
    Different,
    /// Opened, and a row that cannot be read was told of.
    ToldOf,
}

fn database(home: &Home) -> PathBuf {
    home.folder.join("adjutant.db")
}

fn log_of(home: &Home) -> PathBuf {
    home.folder.join("adjutant.db-wal")
}

fn files(home: &Home) -> [Option<Vec<u8>>; 2] {
    [database(home), log_of(home)].map(|file| fs::read(file).ok())
}

/// Reads what is there, starts the judge on it, and judges how he took it. `whole` is the export without the damage;
/// `earlier` are those the game went through.
fn open(home: &Home, whole: &Value, earlier: &[Value], when: &str) -> Outcome {
    let before = files(home);
    let shown = home.output(&["export", "war", "--secrets"]);
    let round = home.output(&["run", "--once", "--now", &LATER.to_string()]);
    let said = words(&round);
    for output in [&shown, &round] {
        let said = words(output);
        assert!(matches!(output.status.code(), Some(0 | 1)) && !said.contains("panicked"), "{when}: {said}");
        assert!(output.status.success() || said.contains("remedy: "), "{when}: {said}");
    }
    assert!(!home.folder.join("adjutant.db.new").exists(), "{when}: a new database was begun");
    if said.contains("put your last backup in its place") {
        assert!(files(home) == before, "{when}: the evidence was changed");
        assert!(!shown.status.success(), "{when}: {}", words(&shown));
        return Outcome::Refused;
    }
    if !round.status.success() || !shown.status.success() {
        return Outcome::ToldOf;
    }
    let found = comparable(serde_json::from_slice(&shown.stdout).unwrap());
    if &found == whole {
        return Outcome::Harmless;
    }
    if earlier.contains(&found) { Outcome::Earlier } else { Outcome::Different }
}

fn print(what: &str, outcomes: &[Outcome]) {
    let of = |kind: Outcome| outcomes.iter().filter(|outcome| **outcome == kind).count();
    println!(
        "{what}: {} times, seed {}: refused {}, opened with nothing different {}, opened at an earlier whole state {}, a row \
         that cannot be read told of {}, opened with something different {}; never an empty database",
        outcomes.len(),
        seed(),
        of(Outcome::Refused),
        of(Outcome::Harmless),
        of(Outcome::Earlier),
        of(Outcome::ToldOf),
        of(Outcome::Different),
    );
}

fn flip(file: &Path, luck: &mut Luck) -> (usize, u8) {
    let mut bytes = fs::read(file).unwrap();
    let (place, bit) = (luck.below(bytes.len()), 1 << luck.below(8));
    bytes[place] ^= bit;
    fs::write(file, bytes).unwrap();
    (place, bit)
}

#[test]
fn a_flipped_bit_neither_breaks_the_judge_nor_brings_an_empty_database() {
    let root = tempfile::tempdir().unwrap();
    let reference = play_reference(root.path(), &Shim::build(root.path()), None);
    let whole = comparable(reference.home.export("war"));
    let points: Vec<usize> = (0..count(200, 1000)).collect();
    let outcomes = two_at_a_time(root.path(), &points, |folder, point| {
        let home = Home { folder: folder.join("home") };
        copy(&reference.home.folder, &home.folder);
        let (place, bit) = flip(&database(&home), &mut Luck::of(seed(), *point));
        open(&home, &whole, &[], &format!("bit {bit:#x} of byte {place} flipped"))
    });
    print("a bit flipped in the database", &outcomes);
    assert!(outcomes.contains(&Outcome::Refused) && !outcomes.contains(&Outcome::Earlier));
}

/// Plays a round until a kill that leaves much in the write-ahead log; at which call depends on when letters leave.
fn kill_with_a_log(begun: &Round, shim: &Shim, home: &Home) {
    let all = begun.calls.all();
    let has_log = |call: usize| {
        copy(&begun.start, &home.folder);
        shim.run_once(home, begun.now, &Plan::kill(call));
        fs::metadata(log_of(home)).is_ok_and(|log| log.len() > 100_000)
    };
    assert!((1..all / 20).any(|back| has_log(all - 20 * back)), "no kill leaves a log");
}

/// Bytes before the first frame of a write-ahead log, and before the page in each.
const LOG_HEAD: usize = 32;
const FRAME_HEAD: usize = 24;

/// Homes as a kill leaves them, with much in the write-ahead log, and what the export says of every whole state that this log goes
/// through: cut off behind each of its frames. The last is that of all of it.
fn killed_in_the_middle(reference: &Reference, shim: &Shim, folder: &Path) -> (Home, Vec<Value>) {
    let (home, begun) = (Home { folder: folder.join("killed") }, &reference.rounds[RESOLVING - 3]);
    let looked_at = Home { folder: folder.join("looked-at") };
    kill_with_a_log(begun, shim, &home);
    let log = fs::read(log_of(&home)).unwrap();
    let page = u32::from_be_bytes(log[8..12].try_into().unwrap()) as usize;
    let mut seen: Vec<Value> = Vec::new();
    for end in (LOG_HEAD..=log.len()).step_by(FRAME_HEAD + page) {
        // Whoever looks opens the file, so the one that is kept is not looked at itself.
        copy(&home.folder, &looked_at.folder);
        fs::write(log_of(&looked_at), &log[..end]).unwrap();
        let shown = looked_at.output(&["export", "war", "--secrets"]);
        let value = shown.status.success().then(|| comparable(serde_json::from_slice(&shown.stdout).unwrap()));
        seen.extend(value.filter(|value| seen.last() != Some(value)));
    }
    copy(&home.folder, &looked_at.folder);
    seen.push(comparable(serde_json::from_slice(&exported(&looked_at)).unwrap()));
    (home, seen)
}

#[test]
fn a_damaged_write_ahead_log_is_cut_where_the_damage_begins() {
    let root = tempfile::tempdir().unwrap();
    let shim = Shim::build(root.path());
    let reference = play_reference(root.path(), &shim, None);
    let (killed, states) = killed_in_the_middle(&reference, &shim, root.path());
    let whole = states.last().unwrap();
    let length = fs::metadata(log_of(&killed)).unwrap().len() as usize;
    let harm = |what: usize, home: &Home, luck: &mut Luck| {
        let log = log_of(home);
        match what {
            0 => fs::remove_file(log).unwrap(),
            1 => fs::write(log, b"").unwrap(),
            2 => fs::write(log, b"Dear diary, ...\n".repeat(1000)).unwrap(),
            _ if what.is_multiple_of(2) => {
                fs::File::options().write(true).open(log).unwrap().set_len(luck.below(length) as u64).unwrap()
            }
            _ => _ = flip(&log, luck),
        }
    };
    let points: Vec<usize> = (0..count(20, 200)).collect();
    let outcomes = two_at_a_time(root.path(), &points, |folder, point| {
        let home = Home { folder: folder.join("home") };
        copy(&killed.folder, &home.folder);
        harm(*point, &home, &mut Luck::of(seed(), *point));
        open(&home, whole, &states, &format!("log damaged in way {point}"))
    });
    print("the write-ahead log removed, emptied, replaced, cut off or flipped in a bit", &outcomes);
    assert!(!outcomes.contains(&Outcome::Different), "{outcomes:?}");
}

#[test]
fn what_is_no_whole_database_is_refused_and_stays() {
    let root = tempfile::tempdir().unwrap();
    let shim = Shim::build(root.path());
    let reference = play_reference(root.path(), &shim, None);
    let whole = fs::read(database(&reference.home)).unwrap();
    let home = &reference.home;
    let mut kinds: Vec<Vec<u8>> = vec![
        Vec::new(),
        b"Dear diary, ...\n".repeat(100),
        [b"SQLite format 3\0".as_slice(), &[0; 84]].concat(),
        vec![0; whole.len()],
        whole[4096..].to_vec(),
    ];
    let mut luck = Luck::of(seed(), 0);
    kinds.extend((0..count(8, 100)).map(|_| whole[..luck.below(whole.len())].to_vec()));
    for (number, bytes) in kinds.iter().enumerate() {
        fs::write(database(home), bytes).unwrap();
        let outcome = open(home, &Value::Null, &[], &format!("kind {number} of {} bytes", bytes.len()));
        assert_eq!(outcome, Outcome::Refused, "kind {number} of {} bytes", bytes.len());
    }
    // The file is gone, its log is not.
    let round = &reference.rounds[RESOLVING];
    copy(&round.start, &home.folder);
    shim.run_once(home, round.now, &Plan::kill(round.calls.all() / 2));
    fs::remove_file(database(home)).unwrap();
    assert_eq!(open(home, &Value::Null, &[], "the file gone beside its log"), Outcome::Refused);
    assert!(!database(home).exists());
    println!("empty, cut off or foreign files: {} refused, and left as they were", kinds.len() + 1);
}
