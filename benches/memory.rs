//! Memory of the idle daemon: `adjutant run` on Maildirs, with one game, a hundred and five hundred, once every letter is sent.
//! Measures the program that cargo built beside this bench, as the system counts it (VmRSS, VmHWM).

#[path = "support/mod.rs"]
mod support;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, UNIX_EPOCH};

use adjutant::cli::config::Config;
use adjutant::store::Store;

const ADJUTANT: &str = env!("CARGO_BIN_EXE_adjutant");
/// All is sent when the daemon's memory has not changed for so many looks.
const CALM: u32 = 5;
const LOOK: Duration = Duration::from_secs(2);
/// After so long more what it remembers for a while is forgotten, and memory that was freed is given back.
const REST: Duration = Duration::from_secs(90);

fn main() {
    println!("daemon idle on Maildirs, resident memory (peak since its start):");
    for games in [0, 1, 100, 500] {
        let folder = support::folder();
        prepare(folder.path(), games);
        let mut daemon = start(folder.path());
        let measured = settle(&daemon);
        // The child is ours; a failed end is seen at the next start.
        let _ = daemon.kill();
        let _ = daemon.wait();
        let (resident, peak) = measured.expect("the daemon runs");
        println!("  {games:>3} games: {:.1} MiB ({:.1} MiB)", mebibytes(resident), mebibytes(peak));
    }
}

fn mebibytes(kibibytes: u64) -> f64 {
    kibibytes as f64 / 1024.0
}

/// A judge's folder with so many campaigns in its database.
fn prepare(folder: &Path, games: usize) {
    let made = Command::new(ADJUTANT)
        .args(["init", "--gm", "Grace <grace@gm.example>"])
        .arg(folder)
        .stdout(Stdio::null())
        .status()
        .expect("init");
    assert!(made.success());
    let config = Config::read(&folder.join("adjutant.toml")).expect("the settings");
    let house = config.house(adjutant::books::of_the_house()).expect("a house");
    support::runtime().block_on(async {
        let store = Store::open(&config.database).expect("a database");
        store.check_key(&house.key.fingerprint()).expect("a key");
        // Of today, so that no phase is due and the judge has only to wait.
        let now = UNIX_EPOCH.elapsed().expect("the time").as_secs();
        support::fill(&house, &store, games, i64::try_from(now).expect("the time"));
        store.close();
    });
}

fn start(folder: &Path) -> Child {
    Command::new(ADJUTANT)
        .arg("--config")
        .arg(folder.join("adjutant.toml"))
        .arg("run")
        .env("ADJUTANT_LOG", "warn")
        .stdout(Stdio::null())
        .spawn()
        .expect("the daemon")
}

/// Resident memory and its peak in KiB, when it has rested.
fn settle(daemon: &Child) -> Option<(u64, u64)> {
    let mut last = memory(daemon)?;
    let mut calm = 0;
    while calm < CALM {
        std::thread::sleep(LOOK);
        let now = memory(daemon)?;
        calm = if now == last { calm + 1 } else { 0 };
        last = now;
    }
    std::thread::sleep(REST);
    memory(daemon)
}

fn memory(daemon: &Child) -> Option<(u64, u64)> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", daemon.id())).ok()?;
    let field = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace().nth(1)?.parse().ok()
    };
    Some((field("VmRSS:")?, field("VmHWM:")?))
}
