//! The heartbeat: a small file that is written anew every minute, so that a program that watches machines can see that
//! the judge lives, when it last read its mailbox and ended a round well, and how much waits. Counts and times, nothing else.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use base::game::schedule::Outage;
use store::Life;

use super::Judge;

/// Where the heartbeat goes, and how often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeartbeatSettings {
    /// The file.
    pub file: PathBuf,
    /// The seconds between two beats.
    pub seconds: i64,
}

/// Stretches without a look into the mailbox that are told, the last ones.
const TOLD: usize = 50;

/// What a heartbeat tells of the judge's life; nothing when it cannot be read.
pub fn life_in(file: &Path) -> Option<Life> {
    let beat: Value = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    let seen = beat["mailbox_read"].as_i64().filter(|at| *at > 0)?;
    let told: Option<Vec<[i64; 2]>> = serde_json::from_value(beat["outages"].clone()).ok()?;
    let known_until = told.is_some().then_some(seen);
    let outages = told.into_iter().flatten().map(|[from, until]| Outage { from, until }).collect();
    Some(Life { seen: Some(seen), known_until, outages })
}

impl Judge {
    /// Writes the heartbeat. A full disk must not stop the judge: the file just grows old. What the database does not tell
    /// is left empty.
    pub(super) fn beat(&self, settings: &HeartbeatSettings, polled: i64, now: i64) {
        let tally = self.store.tally_up().inspect_err(|error| {
            tracing::warn!(%error, "how much waits cannot be counted");
        });
        let kept = self.way_out.quota.kept(&self.store, now).ok().flatten();
        let (tally, deadline) = (tally.ok(), self.store.next_deadline().ok().flatten());
        // After a restore they are to be known even if the database is not.
        let outages = if self.watch.is_begun() { self.store.outages().ok() } else { None };
        let outages =
            outages.map(|all| all.iter().rev().take(TOLD).map(|one| [one.from, one.until]).collect::<Vec<_>>());
        let refused = self.settings_refused.load(Ordering::SeqCst);
        let beat = json!({
            "at": now,
            "version": env!("CARGO_PKG_VERSION"),
            "mailbox_read": polled,
            "last_good_round": self.signs.noticed().good_round,
            "next_deadline": deadline.map(|(_, at)| at),
            "running_games": tally.map(|tally| tally.running_games),
            "undecided": tally.map(|tally| tally.undecided),
            "to_send": tally.map(|tally| tally.to_send),
            "left_in_a_day": kept.map(|kept| kept.left_in_a_day),
            "kept_by_quota": kept.map(|kept| kept.waiting),
            "held": tally.map(|tally| tally.held),
            "failed": tally.map(|tally| tally.failed),
            "alarms": self.told.present(),
            "outages": outages,
            "settings_refused": (refused > 0).then_some(refused),
        });
        if let Err(why) = write_whole(&settings.file, &format!("{beat}\n")) {
            tracing::warn!(file = %settings.file.display(), %why, "the heartbeat cannot be written");
        }
    }
}

/// Whoever reads the file sees the old one or the new one, never half of it.
fn write_whole(file: &Path, text: &str) -> std::io::Result<()> {
    let mut name = file.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    let mut open = OpenOptions::new().write(true).create(true).truncate(true).mode(0o644).open(&new)?;
    open.write_all(text.as_bytes())?;
    drop(open);
    fs::rename(&new, file)
}
