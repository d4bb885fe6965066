//! What a user waits for, measured from outside and on the wall: programs are started on folders, letters are files in a
//! Maildir, and an answer counts when its file is there. `END_TO_END` names the programs to measure by turns, divided by
//! colons; `README.md` beside this says how a rival is put in.

#[path = "../support/mod.rs"]
mod support;

mod contestant;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use adjutant::post::deliver;
use contestant::Contestant;

/// Runs of each figure, by turns.
const RUNS: usize = 7;
/// An answer that takes longer is lost.
const PATIENCE: Duration = Duration::from_secs(30);
/// Letters to the daemon, one after the other.
const LETTERS_TO_THE_DAEMON: usize = 40;

fn main() {
    let named = std::env::var("END_TO_END").unwrap_or_else(|_| env!("CARGO_BIN_EXE_adjutant").to_owned());
    let programs: Vec<PathBuf> = named.split(':').map(PathBuf::from).collect();
    let disk = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let memory = PathBuf::from("/dev/shm");
    rounds(&programs, "700 letters of ten orders, ten games", &disk, 10, |it| it.orders(700));
    if memory.is_dir() {
        rounds(&programs, "the same on tmpfs", &memory, 10, |it| it.orders(700));
    }
    rounds(&programs, "one round without letters, 1 game", &disk, 1, |_| 0);
    rounds(&programs, "one round without letters, 500 games", &disk, 500, |_| 0);
    rounds(&programs, "one letter, 1 game", &disk, 1, |it| it.orders(1));
    rounds(&programs, "one letter, 500 games", &disk, 500, |it| it.orders(1));
    rounds(&programs, "a letter of 3,000 lines that are wrong", &disk, 1, |it| it.wrong_lines(3_000));
    for program in &programs {
        daemon(program, &disk);
    }
    if std::env::var_os("END_TO_END_LONG").is_some() {
        rounds(&programs, "a backlog of 20,000 letters", &disk, 10, |it| it.orders(20_000));
    }
}

/// Times one round of each program by turns: `write` puts letters into its inbox and says how many.
fn rounds(programs: &[PathBuf], what: &str, under: &Path, games: usize, write: impl Fn(&mut Contestant) -> usize) {
    let mut places: Vec<_> = programs
        .iter()
        .map(|program| {
            let folder = tempfile::tempdir_in(under).expect("a folder");
            let contestant = Contestant::prepare(program, folder.path(), games);
            (folder, contestant)
        })
        .collect();
    let mut took = vec![Vec::new(); programs.len()];
    let mut letters = 0;
    // The first is not counted: what was written when the folder was made is still on its way to the disk.
    for run in 0..=RUNS {
        for ((_, contestant), took) in places.iter_mut().zip(&mut took) {
            letters = write(contestant);
            let before = contestant.answers();
            let began = Instant::now();
            contestant.round();
            if run > 0 {
                took.push(began.elapsed());
            }
            assert_eq!(contestant.answers() - before, letters, "{what}: letters were not answered");
        }
    }
    for (program, mut took) in programs.iter().zip(took) {
        let (least, half, most) = spread(&mut took);
        let rate =
            if letters > 1 { format!(", {:.0} letters/s", letters as f64 / half.as_secs_f64()) } else { String::new() };
        println!("{what}: {}: {half:.1?} ({least:.1?} to {most:.1?}){rate}", program.display());
    }
}

/// From the delivery of a letter to its answer, with the daemon running.
fn daemon(program: &Path, under: &Path) {
    let folder = tempfile::tempdir_in(under).expect("a folder");
    let mut contestant = Contestant::prepare(program, folder.path(), 1);
    let daemon = Running::start(contestant.daemon());
    std::thread::sleep(Duration::from_secs(2));
    let mut took: Vec<Duration> = Vec::new();
    for _ in 0..LETTERS_TO_THE_DAEMON {
        let letter = contestant.next_letter();
        let before = contestant.answers();
        deliver(&contestant.inbox(), &letter, None).expect("delivered");
        let delivered = Instant::now();
        while contestant.answers() == before {
            assert!(delivered.elapsed() < PATIENCE, "no answer");
            std::thread::sleep(Duration::from_micros(500));
        }
        took.push(delivered.elapsed());
        // Not in step with anything the daemon does now and then.
        std::thread::sleep(Duration::from_millis(37 + 13 * (took.len() as u64 % 7)));
    }
    drop(daemon);
    let (least, half, most) = spread(&mut took);
    println!("delivery to receipt, daemon: {}: {half:.1?} ({least:.1?} to {most:.1?})", program.display());
}

/// Least, median and most.
fn spread(took: &mut [Duration]) -> (Duration, Duration, Duration) {
    took.sort();
    (took[0], took[took.len() / 2], took[took.len() - 1])
}

/// A program that runs until this goes.
struct Running(Child);

impl Running {
    fn start(mut command: Command) -> Self {
        Self(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the daemon starts"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The child is ours; a failed end is seen at the next start.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
