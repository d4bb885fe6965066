//! Holds a judge to his promises from the outside: reads only what `adjutant export` prints and what lies in the
//! Maildirs, and knows nothing of how the judge came to it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use data_encoding::HEXLOWER;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// What must have become of a phase.
pub struct Expected {
    /// The letters that were put into the judge's mailbox: hash of the bytes, and the verdict.
    pub letters: Vec<(String, &'static str)>,
    /// How many revisions of a seat's sheet the phase has, for each seat that sent orders.
    pub revisions: BTreeMap<&'static str, usize>,
    /// The number of the phase that was played.
    pub phase: u64,
}

/// What was counted besides.
#[derive(Debug, Default, Clone, Copy)]
pub struct Tally {
    /// Letters that lie more than once, with identical bytes, in a recipient's mailbox.
    pub duplicates: usize,
    /// Letters the judge says he may have sent more than once.
    pub resends: u64,
}

/// The hash of a letter's bytes.
pub fn hash(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}

/// The hashes of all letters in a Maildir, by how many files have each.
pub fn hashes(maildir: &Path) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for part in ["new", "cur"] {
        for entry in fs::read_dir(maildir.join(part)).into_iter().flatten() {
            let bytes = fs::read(entry.expect("a folder entry").path()).expect("a letter");
            *found.entry(hash(&bytes)).or_default() += 1;
        }
    }
    found
}

fn rows<'a>(export: &'a Value, table: &str) -> &'a [Value] {
    export[table].as_array().unwrap_or_else(|| panic!("the export has no {table}"))
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

/// Every promise, or the first that was broken.
pub fn check(export: &Value, inbox: &Path, outbox: &Path, expected: &Expected) -> Result<Tally, String> {
    letters_are_decided_once(export, inbox, expected)?;
    orders_are_filed_once(export, expected)?;
    the_phase_is_played_once(export, expected.phase)?;
    letters_left(export, outbox)
}

fn demand(holds: bool, promise: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(promise()) }
}

/// What was put into the mailbox lies there still, once, and has exactly one row with the verdict it deserves.
fn letters_are_decided_once(export: &Value, inbox: &Path, expected: &Expected) -> Result<(), String> {
    let mut kept = hashes(inbox);
    for (hash, count) in hashes(&inbox.join(".Processed")) {
        *kept.entry(hash).or_default() += count;
    }
    for hash in expected.letters.iter().map(|(hash, _)| hash).collect::<BTreeSet<_>>() {
        let mut put: Vec<&str> =
            expected.letters.iter().filter(|(put, _)| put == hash).map(|(_, word)| *word).collect();
        let found = rows(export, "letters").iter().filter(|row| word(&row["sha256"]) == hash);
        let mut decided: Vec<&str> =
            found.map(|row| row["verdict"]["verdict"].as_str().unwrap_or("undecided")).collect();
        put.sort_unstable();
        decided.sort_unstable();
        demand(put == decided, || format!("letter {hash} was to be {put:?} and is {decided:?}"))?;
        let files = kept.get(hash).copied().unwrap_or_default();
        demand(files == put.len(), || format!("letter {hash} lies {files} times in the mailbox"))?;
    }
    Ok(())
}

/// Revisions are numbered without a gap, and there are as many as letters changed the sheet.
fn orders_are_filed_once(export: &Value, expected: &Expected) -> Result<(), String> {
    let mut found: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for sheet in rows(export, "sheets").iter().filter(|sheet| sheet["phase"] == expected.phase) {
        found.entry(word(&sheet["seat"])).or_default().push(sheet["revision"].as_u64().unwrap_or_default());
    }
    for (seat, count) in &expected.revisions {
        let revisions = found.remove(seat).unwrap_or_default();
        let wanted: Vec<u64> = (1..=*count as u64).collect();
        demand(revisions == wanted, || format!("{seat} has the revisions {revisions:?} instead of {wanted:?}"))?;
    }
    demand(found.is_empty(), || format!("sheets that nobody sent: {found:?}"))
}

fn the_phase_is_played_once(export: &Value, number: u64) -> Result<(), String> {
    let state = |wanted: u64| -> Vec<&str> {
        let phases = rows(export, "phases").iter().filter(|phase| phase["number"] == wanted);
        phases.map(|phase| word(&phase["state"])).collect()
    };
    demand(state(number) == ["closed"], || format!("phase {number} is {:?}", state(number)))?;
    demand(state(number + 1) == ["open"], || format!("phase {} is {:?}", number + 1, state(number + 1)))?;
    let steps = rows(export, "steps").iter();
    let played = steps.filter(|step| step["kind"] == "phase" && step["phase"] == number).count();
    demand(played == 1, || format!("phase {number} was played {played} times"))
}

/// Every purpose was sent, lies in its recipient's mailbox at least once, and nothing lies there with other bytes.
fn letters_left(export: &Value, outbox: &Path) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let (mut purposes, mut ids) = (BTreeSet::new(), BTreeSet::new());
    for row in rows(export, "outbox") {
        let (purpose, hash) = (word(&row["purpose"]), word(&row["sha256"]));
        demand(row["state"] == "sent", || format!("`{purpose}` is {}", row["state"]))?;
        demand(purposes.insert(purpose) && ids.insert(word(&row["message_id"])), || {
            format!("`{purpose}` is there twice")
        })?;
        let delivered = hashes(&outbox.join(word(&row["recipient"]))).get(hash).copied().unwrap_or_default();
        demand(delivered > 0, || format!("`{purpose}` was never delivered"))?;
        tally.duplicates += delivered - 1;
        tally.resends += row["resends"].as_u64().unwrap_or_default();
    }
    demand(tally.duplicates as u64 <= tally.resends, || format!("duplicates that were not counted: {tally:?}"))?;
    Ok(tally)
}
