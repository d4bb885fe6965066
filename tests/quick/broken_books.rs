//! Rule books that break: the game is halted before anything of the phase is stored, its master is told, others go on.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::support::store::{seat_id, seat_spec};
use adjutant::cli::stage::{Scene, Stage, Written};
use adjutant::desk::{GameRecord, GameStatus};
use adjutant::facts::{Audience, Brief, Enclosure, Fact, Pictures, Workbook};
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use adjutant::game::{Dice, GameId, NextPhase, SeatId, SeatSpec};
use adjutant::order::Remark;
use adjutant::rules::{
    About, Assigned, Context, Occasion, OrderSet, Outcome, OwnFile, Review, RuleBook, Shelf, Unsound,
};
use serde_json::{Value, json};

const GM: &str = "grace@gm.example";
const BEGINS: i64 = 1_772_452_800;

/// Counts how often any phase was adjudicated: what no rule book may look at.
static PLAYED: AtomicU32 = AtomicU32::new(0);

/// A book that breaks as its scenario says.
struct Broken;

fn next() -> Option<NextPhase> {
    Some(NextPhase::new("quiet", "Q", [seat_id("north")].into()))
}

impl RuleBook for Broken {
    type Scenario = String;
    type State = Value;
    type Order = Value;
    type Item = Value;

    const ID: &'static str = "broken";
    const VERSION: u32 = 1;

    fn about(&self) -> &'static About {
        static ABOUT: LazyLock<About> = LazyLock::new(|| About {
            scenarios: ["whole", "panics", "fickle", "fickle-dice", "no-file", "endless", "ahead"]
                .map(str::to_owned)
                .to_vec(),
            ..About::default()
        });
        &ABOUT
    }
    fn document(&self, scenario: &str) -> Option<Value> {
        Some(json!(scenario))
    }
    fn prepare(&self, document: &Value) -> Result<String, String> {
        Ok(document.as_str().unwrap_or_default().to_owned())
    }
    fn seats(&self, _: &String) -> Vec<SeatSpec> {
        vec![seat_spec("north")]
    }
    fn begin(&self, _: &String, _: &mut Dice) -> Outcome<Value, Value> {
        Outcome { state: json!(0), events: Vec::new(), next: next() }
    }
    fn begins_order(&self, line: &str) -> bool {
        line.starts_with("grab ")
    }
    fn read(&self, how: &String, _: &mut Context, line: &str) -> Result<(Vec<Value>, Vec<Remark>), Remark> {
        if how == "ahead" && self.begins_order(line) {
            return Ok((vec![json!(line)], Vec::new()));
        }
        Err(Remark::chatter())
    }
    fn write(&self, _: &String, order: &Value) -> String {
        order.to_string()
    }
    fn assign(&self, how: &String, _: &Brief<Value>, _: &[SeatId], _: &[Value]) -> Vec<Result<Assigned, Remark>> {
        assert!(how != "ahead", "the book breaks where orders are given to seats");
        Vec::new()
    }
    fn review(&self, _: &String, _: &Brief<Value>, _: OwnFile<'_, Value>) -> Review<Value> {
        Review { lines: Vec::new(), account: Vec::new() }
    }
    fn situation(&self, _: &String, _: &Value) -> Vec<Fact<Value>> {
        vec![Fact::new(Audience::Everyone, json!({ "kind": "Quiet" }))]
    }
    fn adjudicate(&self, how: &String, _: &Value, _: &OrderSet<Value>, dice: &mut Dice) -> Outcome<Value, Value> {
        let played = PLAYED.fetch_add(1, Ordering::SeqCst);
        match how.as_str() {
            "endless" => loop {
                std::thread::sleep(std::time::Duration::from_secs(1));
            },
            "panics" => panic!("a rule book that breaks"),
            "fickle-dice" => drop(dice.roll(&format!("throw {played}"), 6)),
            _ => {}
        }
        let state = if how == "fickle" { json!(played) } else { json!(1) };
        let spoilt = Fact::new(Audience::Everyone, json!({ "kind": "Spoilt" }));
        let events = if how == "no-file" { vec![spoilt] } else { Vec::new() };
        Outcome { state, events, next: next() }
    }
    fn pages(
        &self,
        _: &String,
        brief: &Brief<Value>,
        occasion: &Occasion,
        _: Pictures,
    ) -> Result<Vec<Enclosure>, Remark> {
        if *occasion != Occasion::Report {
            return Ok(Vec::new());
        }
        let is_spoilt = brief.items().iter().any(|item| item["kind"] == "Spoilt");
        let name = if is_spoilt { "No Name" } else { "name" }.to_owned();
        Ok(vec![Enclosure::Workbook(Workbook { name, about: "nothing".to_owned(), sheets: Vec::new() })])
    }
    fn sound(&self, _: &String, _: &Value) -> Result<(), Unsound> {
        Ok(())
    }
}

async fn say(stage: &mut Stage, subject: &str, text: &str) {
    let answered = stage.letters(GM).unwrap().remove(0).message_id;
    let letter = Written {
        from: GM.to_owned(),
        subject: subject.to_owned(),
        text: text.to_owned(),
        in_reply_to: Some(answered),
        ..Written::default()
    };
    stage.mail(&letter).unwrap();
    stage.pass().await.unwrap();
}

fn game(stage: &Stage, name: &str) -> GameRecord {
    let judge = stage.judge();
    judge.store().read().game(&GameId::parse(name).unwrap(), &judge.house().shelf).unwrap().unwrap()
}

fn scene() -> Scene {
    let rhythm = Rhythm { cron: "0 20 * * *".to_owned(), least_minutes: 60 };
    Scene {
        judge: "judge@adjutant.example",
        gm: ("Grace", GM),
        timetable: Timetable {
            zone: chrono_tz::UTC,
            rhythms: [("quiet".to_owned(), rhythm)].into(),
            grace_minutes: 60,
            reminders_minutes: Vec::new(),
            pace: Pace::default(),
        },
        shelf: Shelf::default().with(|| Broken),
        begins: BEGINS,
        templates: ["report", "account", "help"]
            .map(|name| (format!("broken/{name}.txt"), "Quiet.".to_owned()))
            .to_vec(),
    }
}

#[tokio::test]
async fn a_book_that_breaks_or_answers_twice_otherwise_halts_its_own_game_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = Stage::set_up(folder.path(), scene(), [3; 32]).unwrap();
    stage.pass().await.unwrap();
    let all = ["whole", "panics", "fickle", "fickle-dice", "no-file"];
    for name in all {
        say(&mut stage, "a game", &format!("CREATE {name} FROM broken/{name}")).await;
        say(&mut stage, &format!("[{name}] seats"), "SEAT Ann <ann@play.example> AS north\nSTART").await;
        assert_eq!(game(&stage, name).phase_number(), 1, "{name}");
    }
    let deadline = stage.deadline("whole").unwrap().unwrap();
    stage.pass_at(deadline + 3601).await.unwrap();
    assert_eq!(game(&stage, "whole").phase_number(), 2);
    for name in &all[1..] {
        let halted = game(&stage, name);
        assert_eq!((halted.status, halted.phase_number()), (GameStatus::Halted, 1), "{name}");
        assert_eq!(*halted.state, json!(0), "{name}");
        let told = stage.letters(GM).unwrap();
        let told = told.iter().find(|letter| letter.subject == format!("[{name}] game halted"));
        assert!(told.unwrap().text.contains("Nothing of it was stored or sent."), "{name}");
    }
    let why = stage.letters(GM).unwrap().into_iter().find(|letter| letter.subject == "[fickle] game halted").unwrap();
    assert!(why.text.replace('\n', " ").contains("the same inputs gave two outcomes"), "{}", why.text);
    let why = stage.letters(GM).unwrap().into_iter().find(|letter| letter.subject == "[no-file] game halted").unwrap();
    assert!(why.text.replace('\n', " ").contains("make the enclosure No Name"), "{}", why.text);
}

/// A letter for which a book comes to no end is set aside, and nobody else's waits for it.
#[tokio::test]
async fn a_whatif_that_loops_is_set_aside_and_nobody_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let stage = Stage::set_up(folder.path(), scene(), [3; 32]).unwrap();
    let mut stage = stage.with_patience(std::time::Duration::from_secs(2));
    stage.pass().await.unwrap();
    say(&mut stage, "a game", "CREATE endless FROM broken/endless").await;
    say(&mut stage, "[endless] seats", "SEAT Ann <ann@play.example> AS north\nSTART").await;
    let before = stage.count_letters(GM).unwrap();
    let answered = stage.letters(GM).unwrap().remove(0).message_id;
    for text in ["HELP", "WHATIF\nCANCEL ALL", "WHO"] {
        let letter = Written {
            from: GM.to_owned(),
            subject: "[endless] questions".to_owned(),
            text: text.to_owned(),
            in_reply_to: Some(answered.clone()),
            ..Written::default()
        };
        stage.mail(&letter).unwrap();
    }
    let begun = std::time::Instant::now();
    let pass = stage.pass().await.unwrap();
    assert!(begun.elapsed() < std::time::Duration::from_secs(30), "{:?}", begun.elapsed());
    assert_eq!(pass.decided.len(), 3);
    let told = stage.letters(GM).unwrap();
    assert_eq!(
        told.len(),
        before + 4,
        "two answers, and two letters about the third: to its writer, and to the game master"
    );
    let set_aside =
        told.iter().find(|letter| letter.text.replace('\n', " ").contains("came to no end within 2 seconds"));
    assert!(set_aside.is_some(), "{:?}", told.iter().map(|letter| &letter.subject).collect::<Vec<_>>());
    assert_eq!(game(&stage, "endless").status, GameStatus::Running);
}

/// A book that comes to no end holds its own game, and nobody else.
#[tokio::test]
async fn a_book_that_loops_halts_its_own_game_and_nobody_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let stage = Stage::set_up(folder.path(), scene(), [3; 32]).unwrap();
    let mut stage = stage.with_patience(std::time::Duration::from_secs(2));
    stage.pass().await.unwrap();
    for name in ["endless", "whole"] {
        say(&mut stage, "a game", &format!("CREATE {name} FROM broken/{name}")).await;
        say(&mut stage, &format!("[{name}] seats"), "SEAT Ann <ann@play.example> AS north\nSTART").await;
    }
    let deadline = stage.deadline("whole").unwrap().unwrap();
    let begun = std::time::Instant::now();
    stage.pass_at(deadline + 3601).await.unwrap();
    assert!(begun.elapsed() < std::time::Duration::from_secs(30), "{:?}", begun.elapsed());
    assert_eq!(game(&stage, "whole").phase_number(), 2);
    let halted = game(&stage, "endless");
    assert_eq!((halted.status, halted.phase_number()), (GameStatus::Halted, 1));
    let told = stage.letters(GM).unwrap();
    let told = told.iter().find(|letter| letter.subject == "[endless] game halted").expect("told");
    assert!(told.text.replace('\n', " ").contains("came to no end within 2 seconds"), "{}", told.text);
}

/// Orders ahead over which the judge breaks are tried as often as a letter; then they are given up, and told of once.
#[tokio::test]
async fn orders_ahead_that_break_the_judge_are_given_up_after_three_attempts() {
    const ANN: &str = "ann@play.example";
    let folder = tempfile::tempdir().unwrap();
    let mut stage = Stage::set_up(folder.path(), scene(), [3; 32]).unwrap();
    stage.pass().await.unwrap();
    say(&mut stage, "a game", "CREATE ahead FROM broken/ahead").await;
    say(&mut stage, "[ahead] seats", &format!("SEAT Ann <{ANN}> AS north\nSTART")).await;
    let answered = stage.letters(ANN).unwrap().pop().unwrap().message_id;
    let letter = Written {
        from: ANN.to_owned(),
        subject: "[ahead] orders".to_owned(),
        text: "ORDERS PHASE 2\ngrab corn".to_owned(),
        in_reply_to: Some(answered),
        ..Written::default()
    };
    stage.mail(&letter).unwrap();
    stage.pass().await.unwrap();
    let deadline = stage.deadline("ahead").unwrap().unwrap();
    let told = |stage: &Stage, who: &str| {
        let letters = stage.letters(who).unwrap().into_iter();
        letters.filter(|letter| letter.subject.contains("orders ahead given up")).collect::<Vec<_>>()
    };
    stage.pass_at(deadline + 3601).await.unwrap();
    assert_eq!(game(&stage, "ahead").phase_number(), 2);
    assert_eq!(told(&stage, ANN).len(), 0, "it is tried again");
    for more in 1..6 {
        stage.pass_at(deadline + 3601 + more * 60).await.unwrap();
    }
    let (to_her, to_gm) = (told(&stage, ANN), told(&stage, GM));
    assert_eq!((to_her.len(), to_gm.len()), (1, 1));
    assert!(to_her[0].text.contains("grab corn"), "{}", to_her[0].text);
    assert_eq!(game(&stage, "ahead").status, GameStatus::Running);
}
