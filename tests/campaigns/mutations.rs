//! Mutated letters, through the same functions that the fuzzer calls: none may panic, abort or take long. Without
//! ADJUTANT_LONG a short run; with it ten million letters, best in release:
//! `ADJUTANT_LONG=1 cargo test --release --test all -- ::mutations:: --nocapture`. ADJUTANT_SEED is the seed, ADJUTANT_MUTANT
//! reads one letter of it alone.

#[path = "../../fuzz/src/lib.rs"]
mod targets;

use crate::support::corpora;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::support::mutate::mutate;
use adjutant::mail::STACK;

/// Two hundred thousand where the reader is optimised; without, a letter takes ten times as long.
const SHORT: u64 = if cfg!(debug_assertions) { 4_000 } else { 200_000 };
const LONG: u64 = 10_000_000;
/// Of every eighth letter the orders are read as well: they take four fifths of the time, and the real letters that are
/// mutated here hold talk, not orders.
const ORDERS_READ: u64 = 8;
/// Letters of one lot: a thread takes the next lot when it is done with one.
const LOT: u64 = 256;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The letters that are mutated. Files larger than any player's letter would only slow the count down.
fn seeds() -> Vec<Vec<u8>> {
    let foreign = corpora::of(&[]).into_iter().flat_map(|file| match file.class.as_str() {
        "MBOX" => corpora::split_mbox(&file.raw()),
        _ => vec![file.raw()],
    });
    let own = corpora::own().into_iter().map(|file| file.raw());
    foreign.chain(own).filter(|raw| !raw.is_empty() && raw.len() < 60_000).collect()
}

/// What a run came to.
#[derive(Debug, Default)]
struct Tally {
    panics: Vec<u64>,
    worst: (Duration, u64),
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.panics.extend(other.panics);
        self.worst = self.worst.max(other.worst);
    }
}

fn read_lots(seeds: &[Vec<u8>], seed: u64, count: u64, next: &AtomicU64) -> Tally {
    let mut tally = Tally::default();
    loop {
        let from = next.fetch_add(LOT, Ordering::Relaxed);
        if from >= count {
            return tally;
        }
        for number in from..count.min(from + LOT) {
            let raw = mutate(seeds, seed, number);
            let start = Instant::now();
            let read = || match number % ORDERS_READ {
                0 => targets::letter(&raw),
                _ => drop(targets::letter_without_orders(&raw)),
            };
            if catch_unwind(AssertUnwindSafe(read)).is_err() {
                tally.panics.push(number);
            }
            tally.worst = tally.worst.max((start.elapsed(), number));
        }
    }
}

/// The most memory this process ever held, in kilobytes.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}

#[test]
fn no_mutated_letter_panics_or_takes_long() {
    let (seeds, seed) = (seeds(), number("ADJUTANT_SEED").unwrap_or(1861));
    let is_long = std::env::var_os("ADJUTANT_LONG").is_some();
    let only = number("ADJUTANT_MUTANT");
    let count = if is_long { LONG } else { SHORT };
    let next = AtomicU64::new(only.unwrap_or(0));
    let count = only.map_or(count, |only| only + 1);
    let tally = Mutex::new(Tally::default());
    let start = Instant::now();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let reader = std::thread::Builder::new().stack_size(STACK);
            let read = || {
                let own = read_lots(&seeds, seed, count, &next);
                tally.lock().expect("no reader dies").add(own);
            };
            reader.spawn_scoped(scope, read).expect("a thread");
        }
    });
    let (tally, took) = (tally.into_inner().expect("no reader dies"), start.elapsed());
    println!(
        "{count} letters made of {} (seed {seed}, {threads} threads) in {took:.0?}: {} panics, the slowest {:.1?} (letter \
         {}), at most {} kB resident",
        seeds.len(),
        tally.panics.len(),
        tally.worst.0,
        tally.worst.1,
        peak_memory()
    );
    assert!(tally.panics.is_empty(), "letters that panicked, ADJUTANT_MUTANT reads one: {:?}", tally.panics);
    // Whatever the machine does beside: a letter that takes seconds is a weapon.
    assert!(tally.worst.0 < Duration::from_secs(10), "letter {} took {:?}", tally.worst.1, tally.worst.0);
}

/// The files of a target's corpus.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut files: Vec<_> = std::fs::read_dir(dir).expect("a corpus").flatten().map(|file| file.path()).collect();
    files.sort();
    files.iter().map(|path| std::fs::read(path).expect("a file of the corpus")).collect()
}

/// The fuzzer needs a compiler of its own kind; what it found, and some thousands of their like, need none.
#[test]
fn the_fuzzers_corpora_and_their_mutants_are_read() {
    let reader = || {
        for (target, read) in [("letter", targets::letter as fn(&[u8])), ("order_line", targets::order_line)] {
            let seeds = corpus(target);
            assert!(seeds.len() > 20, "{target} has a corpus");
            seeds.iter().for_each(|raw| read(raw));
            let mutants = 1_500;
            (0..mutants).for_each(|number| read(&mutate(&seeds, 1861, number)));
            println!("{target}: {} files of the corpus and {mutants} mutants of theirs", seeds.len());
        }
    };
    std::thread::Builder::new().stack_size(STACK).spawn(reader).expect("a thread").join().expect("no panic");
}

/// The fuzzer's own files are built by its compiler alone: here it is seen that each calls the function of its name, which
/// the test above calls, too.
#[test]
fn every_target_of_the_fuzzer_calls_the_function_of_its_name() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
    let targets: Vec<_> = std::fs::read_dir(folder.join("fuzz_targets")).expect("targets").flatten().collect();
    assert_eq!(targets.len(), 2, "a new target belongs into the test above, too");
    for path in targets.iter().map(|file| file.path()) {
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
        let text = std::fs::read_to_string(&path).expect("a target");
        assert!(["letter", "order_line"].contains(&name.as_str()), "{name} is not in the test above");
        assert!(text.contains(&format!("adjutant_fuzz::{name}(raw)")), "{name} calls another function");
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")), "{name} is no target");
    }
}
