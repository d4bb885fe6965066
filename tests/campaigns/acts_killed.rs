//! The judge is killed while orders act as they come: none of them is lost, none acts twice, and what is told of them is told.
//! ADJUTANT_LONG sets the full count, ADJUTANT_SEED another seed.

use std::path::Path;
use std::time::Duration;

use adjutant::cli::replay::compare;
use adjutant::cli::stage::{Stage, Written};
use adjutant::desk::StepKind;

use crate::support::chance::Chance;
use crate::support::council::{self, BEGINS, GM, State};
use crate::support::killed::is_killed_after;
use crate::support::store::game_id;

const ANN: &str = "ann@play.example";
const CAT: &str = "cat@play.example";
/// Tells the process that is killed where it works.
const FOLDER: &str = "ADJUTANT_ACTS_FOLDER";
const TEST: &str = "campaigns::acts_killed::orders_that_act_at_once_survive_kills_once_each";

fn stage(folder: &Path) -> Stage {
    council::stage(folder).with_groups_of(1)
}

/// Letters lie in the mailbox that each propose a tax of their own and vote on the one before; how many.
async fn letters_are_written(folder: &Path, count: usize) {
    let mut stage = stage(folder);
    stage.pass().await.unwrap();
    let seats = format!("SEAT Ann <{ANN}> AS president\nSEAT Cat <{CAT}> AS north\nSTART");
    for text in ["CREATE town FROM council/town", &seats] {
        let in_reply_to = Some(stage.newest(GM).unwrap().message_id);
        let (from, subject, text) = (GM.to_owned(), "[town] letter".to_owned(), text.to_owned());
        stage.mail(&Written { from, subject, text, in_reply_to, ..Written::default() }).unwrap();
        stage.now += 60;
        stage.pass().await.unwrap();
    }
    let answered = stage.newest(CAT).unwrap().message_id;
    for number in 1..=count {
        let vote = if number > 1 { format!("\nvote {} aye", number - 1) } else { String::new() };
        let letter = Written {
            from: CAT.to_owned(),
            subject: "[town] orders".to_owned(),
            text: format!("propose tax {number}{vote}"),
            in_reply_to: Some(answered.clone()),
            ..Written::default()
        };
        let (_, bytes) = stage.write(&letter).unwrap();
        stage.mail_raw_at(&bytes, BEGINS + 600 + number as i64).unwrap();
    }
}

/// The judge at work on what lies in the mailbox, until nothing is left.
async fn a_judge_works(folder: &Path) {
    stage(folder).pass_at(BEGINS + 3_600).await.unwrap();
}

/// How many acts were carried out so far.
fn acts_of(folder: &Path) -> usize {
    let stage = stage(folder);
    let steps = stage.judge().store().steps(&game_id("town")).unwrap();
    steps.iter().filter(|stored| stored.step.kind == StepKind::Act).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_that_act_at_once_survive_kills_once_each() {
    // Started by itself, it is the process that is killed.
    if let Some(folder) = std::env::var_os(FOLDER) {
        return a_judge_works(Path::new(&folder)).await;
    }
    let is_long = std::env::var_os("ADJUTANT_LONG").is_some();
    let seed = std::env::var("ADJUTANT_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(7);
    let (most, count) = if is_long { (200, 800) } else { (20, 120) };
    let folder = tempfile::tempdir().unwrap();
    letters_are_written(folder.path(), count).await;
    let mut chance = Chance(seed);
    let (mut kills, mut done, mut least) = (0, 0, 20);
    let mut delay = |least: u64| Duration::from_millis(least + chance.below(60) as u64);
    while kills < most && is_killed_after(TEST, (FOLDER, folder.path()), delay(least)) {
        kills += 1;
        // A letter over which the judge was cut off three times is set aside, so the next one has time for it.
        let now = acts_of(folder.path());
        (least, done) = if now > done { (20, now) } else { (600, done) };
    }
    let mut stage = stage(folder.path());
    stage.pass_at(BEGINS + 3_600).await.unwrap();
    stage.pass_at(BEGINS + 3_600 + 1_800).await.unwrap();
    let judge = stage.judge();
    let game = judge.store().read().game(&game_id("town"), &judge.house().shelf).unwrap().unwrap();
    let state: State = serde_json::from_value((*game.state).clone()).unwrap();
    let taxes: Vec<u32> = state.motions.iter().map(|motion| motion.matter.0).collect();
    assert_eq!(taxes, (1..=count as u32).collect::<Vec<_>>(), "each once, in the order in which they came");
    assert!(state.motions[..count - 1].iter().all(|motion| motion.ballots.len() == 1));
    let steps: Vec<_> = judge.store().steps(&game_id("town")).unwrap().into_iter().map(|stored| stored.step).collect();
    assert_eq!(steps.iter().filter(|step| step.kind == StepKind::Act).count(), 2 * count - 1);
    compare(&game.table, &steps).unwrap();
    assert!(judge.store().verify_rows().unwrap().damaged.is_empty());
    let told = stage.letters(ANN).unwrap().pop().unwrap().text;
    assert!(told.contains(&format!("Proposal {count}, a tax of {count}")), "{told}");
    println!("{kills} kills in {count} letters with {} acts: none lost, none twice", 2 * count - 1);
}
