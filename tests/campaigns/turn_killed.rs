//! The judge of two governments is killed at many points of a turn: while bills are moved, voted on and signed as their letters come,
//! while orders are put on file, in the grace, while the turn is played, and after it. The game comes out as where nobody killed him,
//! and everybody has the same letters. ADJUTANT_LONG sets the full count, ADJUTANT_SEED another seed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use adjutant::cli::replay::compare;
use adjutant::cli::stage::{Scene, Stage, Written};
use adjutant::desk::{Step, StepKind};
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use serde_json::Value;

use crate::support::campaign::{BEGINS, GM, HOUR, JUDGE, KEY};
use crate::support::chance::Chance;
use crate::support::killed::is_killed_after;
use crate::support::store::game_id;

const TEST: &str = "campaigns::turn_killed::a_turn_of_governments_survives_kills_at_many_points";
/// Tells the process that is killed where it works; the file `now` there says at which time.
const FOLDER: &str = "ADJUTANT_TURN_FOLDER";
const ANN: &str = "ann@play.example";
const BOB: &str = "bob@play.example";
const CAT: &str = "cat@play.example";
const DAN: &str = "dan@play.example";
const EVE: &str = "eve@play.example";
const SEATS: [(&str, &str); 6] = [
    (ANN, "us-president"),
    (BOB, "us-treasury"),
    (CAT, "us-con-garden-empire"),
    (DAN, "us-con-mid-atlantic"),
    (EVE, "cs-president"),
    (EVE, "cs-con-upper-east"),
];
const GRACE: i64 = 2 * HOUR;

fn stage(folder: &Path) -> Stage {
    let rhythm = Rhythm { cron: "0 20 * * *".to_owned(), least_minutes: 60 };
    let timetable = Timetable {
        zone: chrono_tz::UTC,
        rhythms: [("turn".to_owned(), rhythm)].into(),
        grace_minutes: 120,
        reminders_minutes: vec![180],
        pace: Pace { outage: None, ..Pace::default() },
    };
    let shelf = adjutant::books::of_the_house();
    let scene = Scene { judge: JUDGE, gm: ("Grace", GM), timetable, shelf, begins: BEGINS, templates: Vec::new() };
    Stage::set_up_with(folder, scene, KEY, |house| {
        house.has_pictures = false;
        house.limits.per_hour = u32::MAX;
        house.limits.per_day = u32::MAX;
        house.limits.asked_per_hour = u32::MAX;
        house.limits.asked_per_day = u32::MAX;
    })
    .unwrap()
    .with_groups_of(1)
}

/// The war's first turn is open, and due at the moment that comes back.
async fn war_begins(folder: &Path) -> i64 {
    let mut stage = stage(folder);
    stage.pass().await.unwrap();
    let seats = SEATS.map(|(who, seat)| format!("SEAT P <{who}> AS {seat}\n")).concat();
    for text in ["CREATE war FROM cwol/1861", &format!("{seats}START")] {
        let in_reply_to = Some(stage.newest(GM).unwrap().message_id);
        let (from, subject, text) = (GM.to_owned(), "[war] letter".to_owned(), text.to_owned());
        stage.mail(&Written { from, subject, text, in_reply_to, ..Written::default() }).unwrap();
        stage.now += 60;
        stage.pass().await.unwrap();
    }
    let due = stage.deadline("war").unwrap().unwrap();
    stage.pass_at(due + 1).await.unwrap();
    stage.pass_at(due + GRACE + 1).await.unwrap();
    stage.deadline("war").unwrap().unwrap()
}

/// A letter that answers the last its writer has.
type Line = (&'static str, String);

/// Laws about debt, each moved, carried by two and signed, and purchases between them.
fn letters(count: usize, from: usize) -> Vec<Line> {
    (from..from + count)
        .flat_map(|number| {
            let sum = 20_000 + 10 * number;
            [
                (CAT, format!("move loans {sum}\nvote {number} aye")),
                (BOB, "buy 1 supply at New York".to_owned()),
                (DAN, format!("vote {number} aye")),
                (ANN, format!("sign {number}")),
                (EVE, format!("move greenbacks {sum}\nvote {number} aye\nsign {number}")),
            ]
        })
        .collect()
}

/// Puts letters into the mailbox, a second apart.
fn write(folder: &Path, lines: &[Line], at: i64, what: &str) {
    let stage = stage(folder);
    for (number, (from, text)) in lines.iter().enumerate() {
        let answered = stage.newest(from).unwrap().message_id;
        let id = format!("{what}-{number}");
        let letter = format!(
            "From: {from}\r\nTo: {JUDGE}\r\nSubject: [war] orders\r\nMessage-ID: <{id}@play.example>\r\n\
             In-Reply-To: {answered}\r\nDate: Mon, 2 Mar 2026 12:00:00 +0000\r\n\r\n{}\r\n",
            text.replace('\n', "\r\n")
        );
        let bytes = letter.into_bytes();
        drop(adjutant::post::deliver(&folder.join("judge"), &bytes, Some(at + number as i64)).unwrap());
    }
}

/// The judge works at the time that stands in the file, until nothing is left.
async fn a_judge_works(folder: &Path) {
    let now = std::fs::read_to_string(folder.join("now")).unwrap().parse().unwrap();
    stage(folder).pass_at(now).await.unwrap();
}

/// How far the judge is: steps of the game and letters that were decided or sent.
fn progress(folder: &Path) -> usize {
    let stage = stage(folder);
    let sent: usize = SEATS.iter().map(|(who, _)| stage.count_letters(who).unwrap()).sum();
    steps_of(&stage).len() + sent
}

fn steps_of(stage: &Stage) -> Vec<Step> {
    stage.judge().store().steps(&game_id("war")).unwrap().into_iter().map(|stored| stored.step).collect()
}

/// The parts of the turn, so many times as long: what is written when, and when the judge works on it.
fn parts(due: i64, times: usize) -> [(Vec<Line>, i64, i64); 3] {
    [
        (letters(24 * times, 1), due - 3_600, due - 300),
        (letters(4 * times, 24 * times + 1), due + 60, due + GRACE + 1),
        (letters(12 * times, 28 * times + 1), due + GRACE + 60, due + GRACE + 3_000),
    ]
}

/// The ids of each person's letters. One that was on its way when the judge was killed may come again under its id, and is the same
/// letter to every mail program.
fn received(stage: &Stage) -> BTreeMap<&'static str, BTreeSet<String>> {
    let ids = |who| stage.letters(who).unwrap().into_iter().map(|letter| letter.message_id).collect();
    [ANN, BOB, CAT, DAN, EVE, GM].map(|who| (who, ids(who))).into()
}

/// How the game came out: its state, its steps by kind, and everybody's letters.
async fn outcome(folder: &Path, now: i64) -> (Value, usize, BTreeMap<&'static str, BTreeSet<String>>) {
    let mut stage = stage(folder);
    stage.pass_at(now).await.unwrap();
    let judge = stage.judge();
    let game = judge.store().read().game(&game_id("war"), &judge.house().shelf).unwrap().unwrap();
    let steps = steps_of(&stage);
    compare(&game.table, &steps).unwrap();
    assert!(judge.store().verify_rows().unwrap().damaged.is_empty());
    let acts = steps.iter().filter(|step| step.kind == StepKind::Act).count();
    ((*game.state).clone(), acts, received(&stage))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_of_governments_survives_kills_at_many_points() {
    // Started by itself, it is the process that is killed.
    if let Some(folder) = std::env::var_os(FOLDER) {
        return a_judge_works(Path::new(&folder)).await;
    }
    let (times, wanted) = if std::env::var_os("ADJUTANT_LONG").is_some() { (3, 50) } else { (2, 5) };
    let seed = std::env::var("ADJUTANT_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(7);
    let mut chance = Chance(seed);
    let [killed, calm] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let due = war_begins(killed.path()).await;
    assert_eq!(due, war_begins(calm.path()).await);
    let mut kills = 0;
    for ((lines, at, now), part) in parts(due, times).into_iter().zip(1..) {
        for folder in [killed.path(), calm.path()] {
            write(folder, &lines, at, &format!("part-{part}"));
            std::fs::write(folder.join("now"), now.to_string()).unwrap();
        }
        a_judge_works(calm.path()).await;
        let (mut done, mut least) = (progress(killed.path()), 100);
        let mut delay = |least: u64| Duration::from_millis(least + chance.below(80) as u64);
        while is_killed_after(TEST, (FOLDER, killed.path()), delay(least)) {
            let now = progress(killed.path());
            // A letter over which the judge was cut off three times is set aside, so the next one has time for it.
            (kills, least, done) = if now > done { (kills + 1, 100, now) } else { (kills, least + 900, done) };
        }
        a_judge_works(killed.path()).await;
    }
    let end = due + GRACE + HOUR;
    let (one, other) = (outcome(killed.path(), end).await, outcome(calm.path(), end).await);
    assert_eq!(one.0, other.0, "the state");
    assert_eq!(one.1, other.1, "acts");
    assert_eq!(one.2, other.2, "letters, by their ids");
    println!("killed at {kills} points of a turn with {} acts: none lost, none twice", one.1);
    assert!(kills >= wanted, "{kills} points");
}
