//! The judge killed instead of any call that changes what is stored or sent, and restarted until the campaign is over.

use std::fs;
use std::ops::RangeInclusive;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;

use serde_json::Value;

use crate::campaigns::crash::campaign::{RESOLVING, Reference, comparable, copy, outbox, play_reference};
use crate::campaigns::crash::checker::{Luck, ask, ask_about_end, count, number, seed, two_at_a_time};
use crate::campaigns::crash::shim::{Plan, Shim};
use crate::campaigns::crash::smtp::Server;
use crate::support::live::{Home, words};

/// One kill in so many is followed by a second one at the restart.
const TWICE: usize = 3;

/// What one kill came to.
struct Killed {
    round: usize,
    /// The judge was at work when it met him.
    is_met: bool,
    /// A phase was on file whose letters had not all left.
    is_before_letters: bool,
    /// A letter was on its way, perhaps taken by the server already.
    is_in_sending: bool,
    kills: usize,
    end: Value,
}

/// The rounds of the tactical phase: orders in three, then the one that plays it and writes its reports.
const PHASE: RangeInclusive<usize> = 4..=RESOLVING;

/// The points as round and number of the call: so many of the rounds of the phase, and so many of all the others, each
/// spread evenly; all of them where more are wanted than there are.
fn points(reference: &Reference, of_the_phase: usize, elsewhere: usize) -> Vec<(usize, usize)> {
    let all = reference.rounds.iter().enumerate();
    let all = all.flat_map(|(round, begun)| (1..=begun.calls.all()).map(move |call| (round, call)));
    let (of_phase, others): (Vec<_>, Vec<_>) = all.partition(|(round, _)| PHASE.contains(round));
    let spread = |all: &[(usize, usize)], wanted: usize| -> Vec<_> {
        let wanted = wanted.min(all.len());
        (0..wanted).map(|number| all[number * all.len() / wanted]).collect()
    };
    [spread(&others, elsewhere), spread(&of_phase, of_the_phase)].concat()
}

/// A kill, the look at what is on file, restarts to the campaign's end, and the check.
fn kill_once(
    reference: &Reference,
    shim: &Shim,
    home: &Home,
    server: Option<&Server>,
    point: (usize, usize),
) -> Killed {
    let (round, call) = point;
    let when = format!("killed in round {round} at call {call}");
    let begun = &reference.rounds[round];
    copy(&begun.start, &home.folder);
    if let Some(server) = server {
        redirect(home, server.port);
    }
    let output = shim.run_once(home, begun.now, &Plan::kill(call));
    let is_met = output.status.signal() == Some(9);
    assert!(is_met || output.status.success(), "{when}: {}", words(&output));
    if let Some(server) = server {
        server.settle();
    }
    let told = ask("acknowledged", home, &outbox(home), &reference.expected, &when);
    let mut kills = usize::from(is_met);
    let mut luck = Luck::of(seed(), round * 100_000 + call);
    if is_met && luck.below(TWICE) == 0 {
        let again = shim.run_once(home, begun.now, &Plan::kill(1 + luck.below(150)));
        kills += usize::from(again.status.signal() == Some(9));
        if let Some(server) = server {
            server.settle();
        }
    }
    reference.finish(home, round);
    let end = ask_about_end(home, &reference.expected, &when);
    assert_same_end(reference, home, &when);
    let sending = number(&told, "sending");
    let is_before_letters = number(&told, "waiting") > sending && number(&told, "played") == last_phase(round);
    Killed { round, is_met, is_before_letters, is_in_sending: sending > 0, kills, end }
}

/// How many phases have been played when a round is over.
fn last_phase(round: usize) -> u64 {
    match round {
        0..=2 => u64::MAX,
        3..RESOLVING => 1,
        _ => 2,
    }
}

/// Nothing in the export may differ from a campaign without a fault.
pub fn assert_same_end(reference: &Reference, home: &Home, when: &str) {
    assert_end(&reference.end, home, when);
}

/// Nothing in the export may differ from this one.
pub fn assert_end(wanted: &Value, home: &Home, when: &str) {
    let end = comparable(home.export("war"));
    for (table, wanted) in wanted.as_object().unwrap() {
        let (Some(found), Some(wanted)) = (end[table].as_array(), wanted.as_array()) else {
            assert_eq!(&end[table], wanted, "{when}: other {table}");
            continue;
        };
        for (found, wanted) in found.iter().zip(wanted) {
            assert_eq!(found, wanted, "{when}: other {table}");
        }
        assert_eq!(found.len(), wanted.len(), "{when}: {table}");
    }
}

fn redirect(home: &Home, port: u16) {
    let settings = home.folder.join("adjutant.toml");
    let text = fs::read_to_string(&settings).unwrap();
    let line = text.lines().find(|line| line.starts_with("port = ")).unwrap();
    fs::write(&settings, text.replace(line, &format!("port = {port}"))).unwrap();
}

fn report(what: &str, reference: &Reference, kills: &[Killed]) {
    let met: Vec<&Killed> = kills.iter().filter(|killed| killed.is_met).collect();
    let rounds = reference.rounds.len();
    let by_round: Vec<_> = (0..rounds).map(|round| met.iter().filter(|killed| killed.round == round).count()).collect();
    let sum = |name: &str| met.iter().map(|killed| number(&killed.end, name)).sum::<u64>();
    println!(
        "{what}: {} of {} points met the judge at work, {} of the {} calls of a whole phase among them; by \
         round {by_round:?} of {:?} calls; {} kills in all, some twice; \
         seed {}; lost: 0, done twice: 0, leaks: 0 in {} looks for canaries; letters delivered twice, byte-identical: {} \
         (sent again and counted: {}); killed with a letter on its way: {}; killed after a phase was on file and before \
         its letters had left: {}",
        met.len(),
        kills.len(),
        PHASE.map(|round| by_round[round]).sum::<usize>(),
        PHASE.map(|round| reference.rounds[round].calls.all()).sum::<usize>(),
        reference.rounds.iter().map(|round| round.calls.all()).collect::<Vec<_>>(),
        kills.iter().map(|killed| killed.kills).sum::<usize>(),
        seed(),
        sum("looks_for_canaries"),
        sum("duplicates"),
        sum("resends"),
        met.iter().filter(|killed| killed.is_in_sending).count(),
        met.iter().filter(|killed| killed.is_before_letters).count(),
    );
    assert!(met.len() * 10 >= kills.len() * 9, "too many kills came too late");
    // Faults G05 and G06: the two windows around sending.
    assert!(met.iter().any(|killed| killed.is_in_sending) && met.iter().any(|killed| killed.is_before_letters));
}

#[test]
fn a_judge_killed_at_any_call_loses_nothing_and_does_nothing_twice() {
    let root = tempfile::tempdir().unwrap();
    let shim = Shim::build(root.path());
    let reference = play_reference(root.path(), &shim, None);
    ask("selftest", &reference.home, &outbox(&reference.home), &reference.expected, "the checker itself");
    let points = points(&reference, count(30, usize::MAX), count(30, 300));
    let kills = two_at_a_time(root.path(), &points, |folder, point| {
        kill_once(&reference, &shim, &Home { folder: folder.join("home") }, None, *point)
    });
    report("kill -9, letters out by Maildir", &reference, &kills);
}

#[test]
fn a_judge_killed_while_he_speaks_to_a_mail_server_sends_every_letter() {
    let root = tempfile::tempdir().unwrap();
    let shim = Shim::build(root.path());
    let server = Server::start(&outbox(&Home { folder: root.path().join("home") }));
    let reference = play_reference(root.path(), &shim, Some(server.port));
    let servers: Vec<Server> = ["one", "two"].map(|worker| Server::start(&mailboxes(root.path(), worker))).into();
    let points = points(&reference, count(20, 100), count(10, 100));
    let kills = two_at_a_time(root.path(), &points, |folder, point| {
        let server = &servers[usize::from(folder.ends_with("two"))];
        kill_once(&reference, &shim, &Home { folder: folder.join("home") }, Some(server), *point)
    });
    report("kill -9, letters out by SMTP", &reference, &kills);
}

fn mailboxes(root: &Path, worker: &str) -> std::path::PathBuf {
    outbox(&Home { folder: root.join(worker).join("home") })
}

/// The first opening makes the database: the only writing that no write-ahead log stands behind.
#[test]
fn a_judge_killed_at_any_call_of_his_first_opening_opens_the_next_time() {
    let root = tempfile::tempdir().unwrap();
    let shim = Shim::build(root.path());
    let start = root.path().join("start");
    crate::campaigns::crash::campaign::new_home(&start, None);
    let points: Vec<usize> = (1..=100).collect();
    let opened = two_at_a_time(root.path(), &points, |folder, call| {
        let home = Home { folder: folder.join("home") };
        copy(&start, &home.folder);
        let killed = shim.run_once(&home, crate::campaigns::crash::campaign::NOON, &Plan::kill(*call));
        let next = home.output(&["run", "--once", "--now", &crate::campaigns::crash::campaign::NOON.to_string()]);
        assert!(next.status.success(), "killed at call {call}: {}", words(&next));
        killed.status.signal() == Some(9)
    });
    let met = opened.iter().filter(|is_met| **is_met).count();
    println!("killed at the first opening: {met} of {} calls, and opened the next time", points.len());
    assert!(met > 90, "{met}");
}
