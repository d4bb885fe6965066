//! What was told of each trouble by each way. Kept in memory, for the database may be the trouble, and written down beside
//! it for the next start.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use store::Alarm;

use super::alarm::{AlarmSettings, QUIET};
use super::trouble::Trouble;

/// A way by which people hear of trouble. None depends on another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Way {
    /// Lines in a file.
    File(PathBuf),
    /// A command of the shell.
    Command(String),
    /// A letter to the game masters of the house.
    Letter,
}

impl Way {
    /// The ways there are; those that need no database first.
    pub fn of(settings: &AlarmSettings) -> Vec<Way> {
        let file = settings.file.clone().map(Way::File);
        let command = settings.command.clone().map(Way::Command);
        file.into_iter().chain(command).chain([Way::Letter]).collect()
    }

    /// How a trouble told by this way is named.
    pub fn key(&self, kind: Trouble) -> String {
        format!("{}{}", kind.word(), self.ending())
    }

    fn ending(&self) -> &'static str {
        match self {
            Way::File(_) => " by file",
            Way::Command(_) => " by command",
            Way::Letter => "",
        }
    }
}

/// What was told.
#[derive(Default)]
pub struct Told(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// By the key of a trouble and a way.
    records: BTreeMap<String, Record>,
    /// The troubles there are now.
    present: BTreeSet<Trouble>,
    is_read: bool,
}

#[derive(Debug, Clone, Copy, Default)]
struct Record {
    alarm: Alarm,
    is_written: bool,
    /// When telling by this way failed the last time, if it did.
    failed: Option<i64>,
}

impl Told {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether what an earlier process told is known.
    pub fn is_read(&self) -> bool {
        self.known().is_read
    }

    /// Takes over what an earlier process told.
    pub fn read(&self, stored: BTreeMap<String, Alarm>) {
        let mut known = self.known();
        known.is_read = true;
        for (key, alarm) in stored {
            known.records.entry(key).or_insert(Record { alarm, is_written: true, failed: None });
        }
    }

    /// Remembers which troubles there are; of those in `unknown` nothing new is known.
    pub fn note_present(&self, troubles: &BTreeMap<Trouble, String>, unknown: &BTreeSet<Trouble>) {
        let mut known = self.known();
        known.present.retain(|kind| unknown.contains(kind));
        known.present.extend(troubles.keys());
    }

    /// The words of the troubles there are.
    pub fn present(&self) -> Vec<&'static str> {
        self.known().present.iter().map(|trouble| trouble.word()).collect()
    }

    /// The troubles there are, and those that were told by this way.
    pub fn kinds(&self, way: &Way, troubles: &BTreeMap<Trouble, String>) -> BTreeSet<Trouble> {
        let known = self.known();
        let told = known.records.keys().filter_map(|key| Trouble::parse(key.strip_suffix(way.ending())?));
        troubles.keys().copied().chain(told).collect()
    }

    /// What was told by a way, unless that way failed less than an hour ago.
    pub fn unless_failed_lately(&self, key: &str, now: i64) -> Option<Alarm> {
        let record = self.known().records.get(key).copied().unwrap_or_default();
        record.failed.is_none_or(|failed| (now - failed).abs() >= QUIET).then_some(record.alarm)
    }

    /// Remembers what was told.
    pub fn note(&self, key: &str, alarm: Alarm) {
        self.known().records.insert(key.to_owned(), Record { alarm, is_written: false, failed: None });
    }

    /// Telling did not work.
    pub fn note_failure(&self, key: &str, now: i64) {
        self.known().records.entry(key.to_owned()).or_default().failed = Some(now);
    }

    /// What is not written down yet.
    pub fn unwritten(&self) -> Vec<(String, Alarm)> {
        let known = self.known();
        let unwritten =
            known.records.iter().filter(|(_, record)| !record.is_written && record.alarm != Alarm::default());
        unwritten.map(|(key, record)| (key.clone(), record.alarm)).collect()
    }

    /// It is written down now.
    pub fn note_written(&self, key: &str, alarm: Alarm) {
        if let Some(record) = self.known().records.get_mut(key).filter(|record| record.alarm == alarm) {
            record.is_written = true;
        }
    }
}
