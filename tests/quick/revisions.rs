//! A game that went back: it replays, its export tells what is undone, and commands that come late change nothing.

use adjutant::cli::replay::{compare, undone};
use adjutant::cli::stage::{Received, Scene, Stage, Written};
use adjutant::desk::GameRecord;
use adjutant::game::GameId;
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use serde_json::{Value, json};

const SEATS: [&str; 7] = ["usa-sc", "usa-east", "usa-west", "usa-trans", "csa-sc", "csa-east", "csa-west"];
const GM: &str = "grace@gm.example";
/// 2 March 2026, noon UTC.
const BEGINS: i64 = 1_772_452_800;
const DAY: i64 = 86_400;

fn at(seat: &str) -> String {
    format!("{seat}@play.example")
}

/// A campaign and its correspondents.
struct Play {
    stage: Stage,
    _folder: tempfile::TempDir,
}

impl Play {
    async fn begin() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let rhythm = |cron: &str| Rhythm { cron: cron.to_owned(), least_minutes: 1440 };
        let rhythms = ["strategic", "tactical"].map(|kind| (kind.to_owned(), rhythm("0 20 * * *")));
        let timetable = Timetable {
            zone: chrono_tz::UTC,
            rhythms: rhythms.into(),
            grace_minutes: 60,
            reminders_minutes: vec![180],
            pace: Pace::default(),
        };
        let scene = Scene {
            judge: "judge@adjutant.example",
            gm: ("Grace", GM),
            timetable,
            shelf: adjutant::books::of_the_house(),
            begins: BEGINS,
            templates: Vec::new(),
        };
        let stage = Stage::set_up(folder.path(), scene, [11; 32]).unwrap();
        let mut play = Self { stage, _folder: folder };
        play.stage.pass().await.unwrap();
        let seats: Vec<String> = SEATS.iter().map(|seat| format!("SEAT {seat} <{}> AS {seat}", at(seat))).collect();
        play.say(GM, "", "CREATE war FROM civil-war/1861").await;
        play.say(GM, "", &format!("{}\nSTART", seats.join("\n"))).await;
        play
    }

    /// The newest letter with these words in its subject.
    fn letter(&self, of: &str, about: &str) -> Received {
        let letters = self.stage.letters(of).unwrap();
        letters.into_iter().rev().find(|letter| letter.subject.contains(about)).unwrap()
    }

    /// Answers such a letter; gives the receipt.
    async fn say(&mut self, from: &str, about: &str, text: &str) -> Received {
        let answered = self.letter(from, about).message_id;
        self.answer(from, answered, text).await
    }

    async fn answer(&mut self, from: &str, answered: String, text: &str) -> Received {
        let letter = Written {
            from: from.to_owned(),
            subject: "[war] by mail".to_owned(),
            text: text.to_owned(),
            in_reply_to: Some(answered),
            ..Written::default()
        };
        self.stage.mail(&letter).unwrap();
        self.stage.pass().await.unwrap();
        self.stage.newest(from).unwrap()
    }

    /// Gives a dangerous command, and the word it asks for; gives the word.
    async fn confirm(&mut self, command: &str) -> String {
        let asked = self.say(GM, "", command).await;
        let word =
            asked.text.lines().find(|line| line.starts_with("  CONFIRM ")).unwrap_or_else(|| panic!("{}", asked.text));
        self.answer(GM, asked.message_id.clone(), word).await;
        word.to_owned()
    }

    async fn end_phase(&mut self) {
        let deadline = self.stage.deadline("war").unwrap().unwrap();
        self.stage.pass_at(deadline + 3601).await.unwrap();
    }

    fn game(&self) -> GameRecord {
        let judge = self.stage.judge();
        judge.store().read().game(&war(), &judge.house().shelf).unwrap().unwrap()
    }

    fn export(&self) -> Value {
        self.stage.judge().store().export(&war()).unwrap().unwrap()
    }

    fn journal(export: &Value) -> usize {
        export["journal"].as_array().unwrap().len()
    }
}

fn war() -> GameId {
    GameId::parse("war").unwrap()
}

/// Two phases, of which the second is played twice more, with orders, an edit and a die that was set.
async fn there_and_back() -> Play {
    let mut play = Play::begin().await;
    play.say(&at("usa-sc"), "opening", "CP East 20, West 15, Trans 5, Naval 0").await;
    play.end_phase().await;
    play.say(&at("usa-east"), "played", "PP 1-4: McDowell attacks Manassas").await;
    play.say(GM, "played", "SET stacks.2617.sp = 3 BECAUSE a brigade was forgotten").await;
    play.end_phase().await;
    play.confirm("ROLLBACK phase=2").await;
    play.say(GM, "", "DIE battle 4910 p4 = 6\nDIE battle 4910 p4 #2 = 6").await;
    play.end_phase().await;
    play.confirm("ROLLBACK phase=2").await;
    play.end_phase().await;
    play
}

#[tokio::test]
async fn a_game_that_went_back_replays_with_all_that_was_undone() {
    let play = there_and_back().await;
    let steps: Vec<_> =
        play.stage.judge().store().steps(&war()).unwrap().into_iter().map(|stored| stored.step).collect();
    let table = play.game().table;
    assert_eq!(compare(&table, &steps).map(|it| it.steps).map_err(|why| why.to_string()), Ok(8));
    let gone = undone(&steps);
    let names: Vec<&str> = gone.iter().map(String::as_str).collect();
    assert_eq!(names, ["step 3 (an edit in phase 2.1)", "step 4 (phase 2.1)", "step 6 (phase 2.2)"].as_slice());
    let mut broken = steps.clone();
    broken[5].input["set_dice"] = json!([]);
    let difference = compare(&table, &broken).unwrap_err().to_string();
    assert!(difference.contains("step 6 (phase 2.2) differs: the dice fell otherwise"), "{difference}");
}

#[tokio::test]
async fn each_revision_has_dice_of_its_own_and_the_first_orders() {
    let play = there_and_back().await;
    let export = play.export();
    let battle = |seq: usize| {
        let rolls = export["steps"][seq - 1]["rolls"].as_array().unwrap();
        let battle = rolls.iter().filter(|roll| roll["purpose"] == "battle 4910 p4");
        battle.map(|roll| (roll["value"].as_u64().unwrap(), roll["is_set"] == true)).collect::<Vec<_>>()
    };
    assert_eq!(battle(6), [(6, true), (6, true)]);
    assert!(battle(4).iter().chain(&battle(8)).all(|(_, is_set)| !is_set), "a die stayed set");
    assert_eq!((battle(4).len(), battle(8).len()), (2, 2), "the orders did not stand again");
    let secrets: Vec<&Value> = export["phases"].as_array().unwrap().iter().map(|phase| &phase["secret"]).collect();
    let known: std::collections::BTreeSet<&str> = secrets.iter().filter_map(|secret| secret.as_str()).collect();
    assert_eq!(known.len(), secrets.len() - 1, "a secret was used twice, or that of the open phase is shown");
}

#[tokio::test]
async fn the_export_tells_what_is_undone_and_keeps_it() {
    let play = there_and_back().await;
    let export = play.export();
    let labels = |undone: bool| {
        let phases = export["phases"].as_array().unwrap().iter().filter(|phase| phase["undone"].is_null() != undone);
        phases.map(|phase| format!("{}.{}", phase["number"], phase["revision"])).collect::<Vec<_>>()
    };
    assert_eq!(labels(true), ["2.1", "2.2", "3.1", "3.2"]);
    assert_eq!(labels(false), ["1.1", "2.3", "3.3"]);
    let sheets = export["sheets"].as_array().unwrap().iter().filter(|sheet| sheet["seat"] == "usa-east");
    let sheets: Vec<_> = sheets.map(|sheet| (sheet["phase"].clone(), sheet["phase_revision"].clone())).collect();
    assert_eq!(sheets, [(json!(2), json!(1)), (json!(2), json!(2)), (json!(2), json!(3))]);
    let letters = export["outbox"].as_array().unwrap();
    let void = letters.iter().filter(|letter| !letter["undone"].is_null());
    let kinds = void.map(|letter| letter["purpose"].as_str().unwrap().split(' ').next().unwrap());
    assert!(
        kinds.clone().count() >= 16 && kinds.clone().all(|kind| ["report", "correction", "reminder"].contains(&kind))
    );
    let purposes: std::collections::BTreeSet<&str> =
        letters.iter().map(|letter| letter["purpose"].as_str().unwrap()).collect();
    assert_eq!(purposes.len(), letters.len());
}

#[tokio::test]
async fn what_is_void_is_said_in_the_thread_of_the_last_report() {
    let mut play = Play::begin().await;
    play.end_phase().await;
    let report = play.letter(&at("csa-east"), "T1 strategic played");
    play.confirm("ROLLBACK phase=1").await;
    let void = play.letter(&at("csa-east"), "VOID");
    let head = String::from_utf8_lossy(&void.raw).replace("\r\n ", " ");
    assert!(head.contains(&format!("In-Reply-To: {}", report.message_id)), "{head}");
    // What follows in the phase is in the thread that this letter begins.
    let receipt = play.answer(&at("csa-east"), void.message_id.clone(), "STATUS").await;
    assert!(String::from_utf8_lossy(&receipt.raw).contains(&void.message_id));
}

#[tokio::test]
async fn the_truth_after_going_back_is_that_of_the_start_of_the_phase() {
    let mut play = Play::begin().await;
    play.end_phase().await;
    let (before, facts) = (play.game().state, play.game().facts);
    play.say(GM, "played", "SET stacks.2617.sp = 3 BECAUSE a brigade was forgotten").await;
    play.end_phase().await;
    play.confirm("ROLLBACK phase=2").await;
    let after = play.game();
    assert_eq!((&after.state, &after.facts), (&before, &facts));
    assert_eq!(after.phase.unwrap().label(), "2.2");
}

/// Everything a game master can write that moves a game, as it would be written in phase 2.
const COMMANDS: [&str; 10] = [
    "EXTEND 24h",
    "DEADLINE 2026-04-30 20:00",
    "SET stacks.2617.sp = 9 BECAUSE it was forgotten",
    "DIE battle 4910 p4 = 1",
    "HOLD",
    "RELEASE",
    "PROCESS phase=2",
    "PROCESS phase=2 rev=1",
    "AS usa-east\nPP 1-3: build IN in Washington",
    "ROLLBACK phase=2 rev=2",
];

#[tokio::test]
async fn commands_that_come_a_phase_or_a_revision_too_late_change_nothing() {
    let mut play = Play::begin().await;
    play.end_phase().await;
    let written_to = play.letter(GM, "T1 strategic played").message_id;
    play.end_phase().await;
    assert_all_refused(&mut play, &written_to, &COMMANDS).await;
    play.confirm("ROLLBACK phase=2").await;
    // The number is that of the open phase again, but not the revision.
    assert_all_refused(&mut play, &written_to, &COMMANDS).await;
}

async fn assert_all_refused(play: &mut Play, written_to: &str, commands: &[&str]) {
    let before = play.export();
    for command in commands {
        let receipt = play.answer(GM, written_to.to_owned(), command).await;
        assert!(receipt.text.contains("refused") && receipt.text.contains("due"), "{command}: {}", receipt.text);
        assert!(!receipt.text.contains("CONFIRM"), "{command}: {}", receipt.text);
    }
    let after = play.export();
    for part in ["phases", "steps", "sheets", "game"] {
        assert_eq!(before[part], after[part], "{part}");
    }
    assert_eq!(Play::journal(&before), Play::journal(&after));
    play.stage.pass_at(play.stage.now + 1).await.unwrap();
    assert_eq!(play.export()["phases"], before["phases"]);
}

#[tokio::test]
async fn a_word_counts_once_and_for_an_hour_and_for_the_state_it_was_asked_in() {
    let mut play = Play::begin().await;
    play.end_phase().await;
    let asked = play.say(GM, "", "ROLLBACK phase=1").await;
    let word = asked.text.lines().find(|line| line.starts_with("  CONFIRM ")).unwrap().to_owned();
    play.stage.now += 3601;
    let late = play.answer(GM, asked.message_id.clone(), &word).await;
    assert!(late.text.contains("The time to confirm this is over."), "{}", late.text);
    let spent = play.confirm("ROLLBACK phase=1").await;
    assert_eq!(play.game().phase.unwrap().label(), "1.2");
    let again = play.answer(GM, asked.message_id.clone(), &spent).await;
    assert!(again.text.contains("This was confirmed and done before."), "{}", again.text);
    // The phase has another revision now: the word asked for before does nothing in it.
    let stale = play.answer(GM, asked.message_id, &word).await;
    assert!(stale.text.contains("over") || stale.text.contains("moved on"), "{}", stale.text);
    assert_eq!(play.game().phase.unwrap().label(), "1.2");
    play.stage.pass_at(play.stage.now + DAY).await.unwrap();
}
