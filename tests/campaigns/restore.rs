//! The restore drill: a scripted game of three phases, a backup after every letter; backups taken at random points are put
//! back beside the mailbox as it was at the end. The judge must live through what came since, come to the same game, send
//! nothing before somebody has looked, and give every letter the Message-ID it had. Short: 8 points; `ADJUTANT_LONG`: 50.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::campaign::{BEGINS, DAY, GM, HOUR, KEY, SEATS, at, open_campaign, reply, set_up, write};
use adjutant::cli::stage::Stage;
use adjutant::game::GameId;
use adjutant::post::{MailSource, MaildirSettings, MaildirSource};
use adjutant::store::{Marked, Store, StoreError, back_up, release_review, restore, under_review};
use serde_json::Value;

const SEED: u64 = 0x5eed_0009;

/// A small generator of its own: the points are the same on every machine.
struct Lots(u64);

impl Lots {
    fn draw(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % below
    }
}

/// The game as it went, with a backup after every step.
struct Played {
    root: PathBuf,
    backups: Vec<PathBuf>,
    end: i64,
    export: Value,
    letters: BTreeMap<String, BTreeSet<Vec<u8>>>,
}

fn export(stage: &Stage) -> Value {
    stage.judge().store().export(&GameId::parse("cw1").unwrap()).unwrap().unwrap_or(Value::Null)
}

/// What each person was sent, by Message-ID.
fn received(stage: &Stage) -> BTreeMap<String, BTreeSet<Vec<u8>>> {
    let mut found: BTreeMap<String, BTreeSet<Vec<u8>>> = BTreeMap::new();
    for person in SEATS.iter().map(|seat| at(seat)).chain([GM.to_owned()]) {
        for letter in stage.letters(&person).unwrap() {
            found.entry(format!("{person} {}", letter.message_id)).or_default().insert(letter.raw);
        }
    }
    found
}

/// Letters of one phase: orders, half of them wrong, press, questions, one without proof, one of a machine.
fn script(stage: &mut Stage, round: usize, step: usize) {
    let seat = SEATS[(round + step) % SEATS.len()];
    match step {
        0 if round == 0 => reply(stage, &at("usa-sc"), "opening", "distribute CP East 12, West 5, Trans 4\nPP 20/15/5"),
        1 => reply(stage, &at("usa-east"), "[cw1]", "PP 1-3: build IN in Washington\nPP 4: mvoe McDowell to Manassas"),
        2 => reply(stage, &at("csa-east"), "[cw1]", "PP 1-3: entrench at Manassas"),
        3 => write(stage, &at(seat), "[cw1] how", "STATUS"),
        4 => write(stage, &at("usa-sc"), "[cw1] press", "PRESS TO usa-east: hold the river, round after round"),
        5 => {
            let letter = adjutant::cli::stage::Written {
                from: at("csa-sc"),
                subject: format!("[cw1] orders {round}"),
                text: "SHOW".to_owned(),
                ..Default::default()
            };
            stage.mail(&letter).unwrap();
        }
        6 => {
            let headers = vec![("Auto-Submitted".to_owned(), "auto-replied".to_owned())];
            let letter = adjutant::cli::stage::Written {
                from: at("csa-west"),
                subject: format!("away {round}"),
                text: "PP 1: hold".to_owned(),
                headers,
                ..Default::default()
            };
            stage.mail(&letter).unwrap();
        }
        7 => write(stage, GM, "[cw1] more time", "EXTEND 1h"),
        8 => reply(stage, &at("usa-west"), "[cw1]", "PP 1-3: move Grant to Paducah"),
        _ => write(stage, &at(seat), "[cw1] mine", "SHOW"),
    }
}

async fn play(root: &Path) -> Played {
    let mut stage = open_campaign(root).await;
    let mut backups = Vec::new();
    for round in 0..3 {
        for step in 0..10 {
            stage.now += HOUR;
            script(&mut stage, round, step);
            stage.pass().await.unwrap();
            let file = root.join(format!("backup-{}.db", backups.len()));
            back_up(&root.join("adjutant.db"), &file).unwrap();
            backups.push(file);
        }
        let deadline = stage.deadline("cw1").unwrap().unwrap();
        stage.pass_at(deadline + DAY + 1).await.unwrap();
    }
    let export = export(&stage);
    assert_eq!(export["phases"].as_array().unwrap().len(), 4, "three phases were played");
    let (end, letters) = (stage.now, received(&stage));
    Played { root: root.to_owned(), backups, end, export, letters }
}

/// What must be the same in the game that was relived. Reminders depend on when the judge looks; ids on what else came.
fn essence(export: &Value) -> Value {
    let pick = |rows: &str, fields: &[&str]| -> Value {
        let row = |row: &Value| fields.iter().map(|field| row[*field].clone()).collect::<Vec<_>>().into();
        let mut rows: Vec<Value> = export[rows].as_array().unwrap().iter().map(row).collect();
        rows.sort_by_key(Value::to_string);
        rows.into()
    };
    let purposes = export["outbox"].as_array().unwrap().iter().filter(|row| {
        let purpose = row["purpose"].as_str().unwrap();
        !purpose.starts_with("reminder ") && !purpose.starts_with("challenge ")
    });
    let mut sent: Vec<Value> =
        purposes.map(|row| vec![row["purpose"].clone(), row["message_id"].clone()].into()).collect();
    sent.sort_by_key(Value::to_string);
    vec![
        pick("steps", &["seq", "kind", "phase", "revision", "hash"]),
        pick("phases", &["number", "revision", "opened", "deadline", "state"]),
        pick("sheets", &["phase", "seat", "revision", "arrived", "lines"]),
        pick("letters", &["sha256", "arrived", "verdict", "settled", "writer", "game"]),
        sent.into(),
    ]
    .into()
}

/// What one restore came to.
#[derive(Debug, Default)]
struct Tally {
    letters: usize,
    phases: usize,
    identical: usize,
    same_id_other_bytes: usize,
}

async fn drill(played: &Played, point: usize, folder: &Path) -> Tally {
    // The mailbox as it is at the end, with its times of arrival; nobody's letters yet.
    let copied = Command::new("cp").arg("-a").arg(played.root.join("judge")).arg(folder).status().unwrap();
    assert!(copied.success());
    let database = folder.join("adjutant.db");
    let fingerprint = adjutant::desk::Key::new(KEY).fingerprint();
    let marked = Marked { at: played.end, ..Marked::default() };
    restore(&played.backups[point], &database, &fingerprint, Some(&marked)).unwrap();
    let mut stage = set_up(folder);
    stage.now = played.end;
    let open = |inbox: PathBuf| -> Box<dyn MailSource> {
        let settings = MaildirSettings { inbox, outbox: PathBuf::new(), limit_bytes: 1_000_000 };
        Box::new(MaildirSource::open(&settings).unwrap())
    };
    let mut folders = [open(folder.join("judge")), open(folder.join("judge/.Processed"))];
    let caught = stage.judge().catch_up(&mut folders, played.end).unwrap().expect("a mark");
    assert_eq!(essence(&export(&stage)), essence(&played.export), "point {point}");
    stage.pass().await.unwrap();
    let before: Vec<String> = received(&stage).into_keys().collect();
    assert_eq!(before.len(), 1, "only the word that the judge was restored: {before:?}");
    assert_eq!(under_review(&database).unwrap().len() as i64, caught.held, "point {point}");
    release_review(&database, &[]).unwrap();
    stage.pass().await.unwrap();
    let mut tally = Tally { letters: caught.letters, phases: caught.phases, ..Tally::default() };
    for (key, raws) in received(&stage).iter().filter(|(key, _)| !before.contains(key)) {
        match played.letters.get(key) {
            Some(first) if first == raws => tally.identical += 1,
            Some(_) => tally.same_id_other_bytes += 1,
            None => {}
        }
    }
    stage.judge().store().clone().close();
    tally
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_restored_at_any_point_becomes_the_same_game_again() {
    let root = tempfile::tempdir().unwrap();
    let played = play(&made(root.path().join("first"))).await;
    let count = if std::env::var_os("ADJUTANT_LONG").is_some() { 50 } else { 8 };
    let (mut lots, mut sum) = (Lots(SEED), Tally::default());
    for number in 0..count {
        let point = lots.draw(played.backups.len());
        let tally = drill(&played, point, &made(root.path().join(format!("drill-{number}")))).await;
        println!("point {point}: {tally:?}");
        sum.letters += tally.letters;
        sum.phases += tally.phases;
        sum.identical += tally.identical;
        sum.same_id_other_bytes += tally.same_id_other_bytes;
    }
    println!("seed {SEED:#x}, {count} points of {}: {sum:?}", played.backups.len());
    assert!(sum.letters > 0 && sum.phases > 0 && sum.identical > 0, "{sum:?}");
    assert_eq!(sum.same_id_other_bytes, 0, "{sum:?}");
}

/// A letter in somebody's name that proves nothing.
fn forge(stage: &mut Stage, text: &str) {
    let (from, subject, text) = (at("csa-sc"), "[cw1] orders".to_owned(), text.to_owned());
    stage.mail(&adjutant::cli::stage::Written { from, subject, text, ..Default::default() }).unwrap();
}

/// A judge whose backup was put back gives the next letter the number of one that is forgotten. Whoever then says YES to
/// the question about the old one must not let the new one count.
#[tokio::test]
async fn a_question_about_a_letter_is_about_no_other_when_a_backup_is_back() {
    let root = tempfile::tempdir().unwrap();
    let (one, other) = (made(root.path().join("one")), made(root.path().join("other")));
    let mut before = open_campaign(&one).await;
    back_up(&one.join("adjutant.db"), &other.join("adjutant.db")).unwrap();
    forge(&mut before, "STATUS");
    before.pass().await.unwrap();
    let question = before.newest(&at("csa-sc")).unwrap();
    assert!(question.text.contains("YES"), "{}", question.text);

    let mut after = set_up(&other);
    after.now = before.now;
    forge(&mut after, "PP East 14, West 12, Trans 5, Naval 0");
    after.pass().await.unwrap();
    let asked = after.newest(&at("csa-sc")).unwrap();
    assert_ne!(asked.message_id, question.message_id, "two letters are in question");
    for (answered, sheets) in [(question, 0), (asked, 1)] {
        after.now += HOUR;
        let in_reply_to = Some(answered.message_id);
        let (from, subject, text) = (at("csa-sc"), format!("Re: {}", answered.subject), "YES".to_owned());
        after.mail(&adjutant::cli::stage::Written { from, subject, text, in_reply_to, ..Default::default() }).unwrap();
        after.pass().await.unwrap();
        assert_eq!(export(&after)["sheets"].as_array().unwrap().len(), sheets);
    }
}

fn made(folder: PathBuf) -> PathBuf {
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_by_hand_is_said_to_be_one_and_a_foreign_key_is_refused() {
    let root = tempfile::tempdir().unwrap();
    let stage = open_campaign(root.path()).await;
    let (database, copy) = (root.path().join("adjutant.db"), root.path().join("by-hand.db"));
    std::fs::copy(&database, &copy).unwrap();
    drop(stage);
    let fingerprint = adjutant::desk::Key::new(KEY).fingerprint();
    let elsewhere = root.path().join("elsewhere.db");
    // What was only in the write-ahead log is missing; SQLite cannot know, we can.
    match restore(&copy, &elsewhere, &fingerprint, None) {
        Ok(restored) => assert!(restored.copied.is_raw_copy),
        Err(error) => assert!(error.to_string().contains("by-hand.db"), "{error}"),
    }
    let whole = root.path().join("whole.db");
    back_up(&database, &whole).unwrap();
    let other = adjutant::desk::Key::new([9; 32]).fingerprint();
    let third = root.path().join("third.db");
    assert!(restore(&whole, &third, &other, None).unwrap_err().to_string().contains("key"));
    assert!(!third.exists());
}

/// The files of a restore that was cut off before its last step, in every state they can be in.
#[tokio::test(flavor = "multi_thread")]
async fn a_restore_that_is_cut_off_is_carried_out_by_the_next_start() {
    let fingerprint = adjutant::desk::Key::new(KEY).fingerprint();
    for moved in 0..=3 {
        let root = tempfile::tempdir().unwrap();
        let stage = open_campaign(root.path()).await;
        let (database, backup) = (root.path().join("adjutant.db"), root.path().join("backup.db"));
        back_up(&database, &backup).unwrap();
        let beside = |ending: &str| PathBuf::from(format!("{}{ending}", database.display()));
        let kept = made(root.path().join("kept"));
        for ending in ["", "-wal", "-shm"] {
            std::fs::copy(beside(ending), kept.join(format!("adjutant.db{ending}"))).unwrap();
        }
        drop(stage);
        let marked = Marked { at: BEGINS + DAY, ..Marked::default() };
        restore(&backup, &database, &fingerprint, Some(&marked)).unwrap();
        // As it was before the last steps: the copy is whole, and the old files are moved aside one after the other.
        std::fs::rename(&database, beside(".restored")).unwrap();
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(beside(&format!(".replaced-1{ending}")));
        }
        for (place, ending) in ["-wal", "-shm", ""].iter().enumerate() {
            let name = if place < moved { format!(".replaced-1{ending}") } else { (*ending).to_owned() };
            std::fs::copy(kept.join(format!("adjutant.db{ending}")), beside(&name)).unwrap();
        }
        let looked = Store::read_only(&database).err().expect("nobody looks into half a restore");
        assert!(matches!(looked, StoreError::CutOff { .. }) && looked.to_string().contains("adjutant run"), "{looked}");
        let store = Store::open(&database).unwrap();
        assert_eq!(store.restored_at().unwrap(), Some(BEGINS + DAY), "{moved} files were moved");
        assert_eq!(store.running_games().unwrap().len(), 1);
        assert!(!beside(".restored").exists() && beside(".replaced-1").exists());
    }
}

/// Where a database was moved aside and none is, none is made: the next judge would greet everybody anew.
#[test]
fn no_empty_database_takes_the_place_of_one_that_was_moved_aside() {
    let root = tempfile::tempdir().unwrap();
    let database = root.path().join("adjutant.db");
    std::fs::write(root.path().join("adjutant.db.replaced-2"), b"what was there").unwrap();
    for refused in [Store::open(&database).err(), Store::read_only(&database).err()] {
        let refused = refused.expect("a refusal");
        assert!(
            matches!(refused, StoreError::Gone { .. }) && refused.to_string().contains("--after-restore"),
            "{refused}"
        );
    }
    assert!(!database.exists());
}

/// A copy that was cut off leaves a journal behind, which is not that of the next copy.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_copy_that_was_cut_off_left_behind_does_no_harm() {
    let root = tempfile::tempdir().unwrap();
    let stage = open_campaign(root.path()).await;
    let (database, backup) = (root.path().join("adjutant.db"), root.path().join("backup.db"));
    std::fs::write(root.path().join("backup.db.partial"), b"half").unwrap();
    std::fs::write(root.path().join("backup.db.partial-journal"), b"half").unwrap();
    back_up(&database, &backup).unwrap();
    drop(stage);
    let left: Vec<_> = std::fs::read_dir(root.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().contains("partial")), "{left:?}");
}
