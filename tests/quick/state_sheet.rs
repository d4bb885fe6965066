//! The state sheet of `eia` by mail: who is told what, and when.

use adjutant::cli::stage::{Received, Scene, Stage, Written};
use adjutant::game::schedule::{Pace, Rhythm, Timetable};

const GM: &str = "grace@gm.example";
const FRANCE: &str = "claire@france.example";
const SPAIN: &str = "marta@spain.example";

/// A game of seven players, its first month on the board open.
struct Game {
    stage: Stage,
    _root: tempfile::TempDir,
}

impl Game {
    async fn begin() -> Self {
        let root = tempfile::tempdir().unwrap();
        let rhythm = || Rhythm { cron: "0 20 * * *".to_owned(), least_minutes: 60 };
        let kinds = ["board", "sheet", "offer", "answer", "lending", "spending", "ceding"];
        let scene = Scene {
            judge: "judge@adjutant.example",
            gm: ("Grace", GM),
            timetable: Timetable {
                zone: chrono_tz::UTC,
                rhythms: kinds.map(|kind| (kind.to_owned(), rhythm())).into(),
                grace_minutes: 60,
                reminders_minutes: Vec::new(),
                pace: Pace::default(),
            },
            shelf: adjutant::books::of_the_house(),
            begins: 1_772_452_800,
            templates: Vec::new(),
        };
        let mut stage = Stage::set_up(root.path(), scene, [5; 32]).unwrap();
        stage.pass().await.unwrap();
        let mut game = Self { stage, _root: root };
        game.enter("CREATE europe FROM eia/1805").await;
        let others = ["britain", "russia", "austria", "prussia", "turkey"];
        let seats = others.map(|seat| format!("SEAT Max <max@{seat}.example> AS {seat}\n")).concat();
        let receipt =
            game.enter(&format!("SEAT Claire <{FRANCE}> AS france\nSEAT Marta <{SPAIN}> AS spain\n{seats}START")).await;
        assert!(flat(&receipt).contains("The game europe begins"), "{}", receipt.text);
        game
    }

    /// A letter of the game master that answers his last one, and what came back.
    async fn enter(&mut self, text: &str) -> Received {
        let letter = Written {
            from: GM.to_owned(),
            subject: "[europe] entries".to_owned(),
            text: text.to_owned(),
            in_reply_to: Some(self.stage.newest(GM).unwrap().message_id),
            ..Written::default()
        };
        self.stage.mail(&letter).unwrap();
        self.stage.now += 60;
        self.stage.pass().await.unwrap();
        self.stage.newest(GM).unwrap()
    }

    /// A letter of the game master that answers his last one, with an entry in a table.
    fn with_table(&self, text: &str) -> String {
        let rows = format!(
            "--b\nContent-Type: text/plain\n\n{text}\n--b\nContent-Type: text/csv; name=rows.csv\n\
             Content-Disposition: attachment; filename=rows.csv\n\nOWNER,Bavaria,France,FREE\n--b--"
        );
        let answered = self.stage.newest(GM).unwrap().message_id;
        let head = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b";
        format!(
            "From: {GM}\nTo: judge@adjutant.example\nSubject: [europe] rows\nMessage-ID: <{}@gm.example>\n\
             In-Reply-To: {answered}\n{head}\n\n{rows}\n",
            self.stage.now
        )
    }

    fn count(&self, address: &str) -> usize {
        self.stage.count_letters(address).unwrap()
    }

    async fn end_phase(&mut self) {
        let deadline = self.stage.deadline("europe").unwrap().expect("an open phase");
        self.stage.pass_at(deadline + 3_601).await.unwrap();
    }
}

fn flat(letter: &Received) -> String {
    letter.text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn a_correction_of_an_account_in_a_month_on_the_board_is_told_to_its_power_at_once() {
    let mut game = Game::begin().await;
    let (france, spain) = (game.count(FRANCE), game.count(SPAIN));
    let entries = "OWNER Bavaria = Austria FREE\nALLIANCE Britain Austria\nPOST France money -5 supply of corps";
    let receipt = game.enter(entries).await;
    assert!(flat(&receipt).contains("What concerns somebody alone he is told at once"), "{}", receipt.text);
    assert_eq!(game.count(SPAIN), spain, "nothing of it is Spain's");
    assert_eq!(game.count(FRANCE), france + 1);
    let notice = game.stage.newest(FRANCE).unwrap();
    assert!(notice.subject.contains("correction by the GM"), "{}", notice.subject);
    assert!(notice.text.contains("- France: money 15 is now 10 (supply of corps)."), "{}", notice.text);
    assert!(!notice.text.contains("Entered by the game master"), "the board is for the report of the month");
    for others in ["Britain", "Bavaria", "The reason given"] {
        assert!(!notice.text.contains(others), "everybody reads of it in one report:\n{}", notice.text);
    }
}

/// A3: entries change the truth, typed or in a table, so that an id of ours that others may know is not enough.
#[tokio::test]
async fn entries_take_the_second_proof_of_a_game_master() {
    let mut game = Game::begin().await;
    game.stage.gm_shows_code = false;
    let by_table = game.with_table("Here it is.");
    let question = game.enter("OWNER Bavaria = Austria FREE").await;
    assert!(question.subject.ends_with("please confirm a letter"), "{}", question.text);
    assert!(question.text.contains("  | OWNER Bavaria = Austria FREE"), "{}", question.text);
    game.stage.mail_raw(by_table.replace('\n', "\r\n").as_bytes()).unwrap();
    game.stage.pass().await.unwrap();
    let about_rows = game.stage.newest(GM).unwrap();
    assert!(about_rows.subject.ends_with("please confirm a letter"), "{}", about_rows.text);
    assert!(flat(&game.enter("YES").await).contains("A bare YES does not let the letter in question count"));
    let word = question.text.lines().find(|line| line.starts_with("  CONFIRM ")).expect("a word").trim();
    let receipt = game.enter(word).await;
    assert!(receipt.text.contains("OWNER Bavaria = Austria FREE"), "{}", receipt.text);
    assert!(flat(&receipt).contains("1 entry of the state sheet was made."), "{}", receipt.text);
    let check = game.enter("CHECK\nOWNER Bavaria = France FREE").await;
    assert!(check.text.contains("Would be entered"), "{}", check.text);
    let talk = game.enter("STATUS\nBavaria was hard to take.").await;
    assert!(!talk.subject.ends_with("please confirm a letter"), "{}", talk.text);
}

/// What a game master passes on or has not decided is no entry of his, and a table says nothing of that.
#[tokio::test]
async fn a_table_is_not_entered_where_its_letter_may_mean_otherwise() {
    let mut game = Game::begin().await;
    let forwarded = "What do you think?\n\n---------- Forwarded message ---------\nFrom: Claire <claire@france.example>\n\
                     Date: Mon, 2 Mar 2026 at 17:11\nSubject: my claims\nTo: Grace <grace@gm.example>\n\nWhat we conquered.";
    let notes = [
        forwarded,
        "Please do not enter this yet, it is a draft.",
        "WHATIF\nEND",
        "PRESS TO france: I have your table.",
    ];
    for note in notes {
        let letter = game.with_table(note);
        game.stage.mail_raw(letter.replace('\n', "\r\n").as_bytes()).unwrap();
        game.stage.now += 60;
        game.stage.pass().await.unwrap();
        let receipt = game.stage.newest(GM).unwrap();
        assert!(flat(&receipt).contains("nothing of the attached table was entered"), "{note}:\n{}", receipt.text);
        assert!(!receipt.text.contains("Entered"), "{note}:\n{}", receipt.text);
    }
    let code = game.stage.gm_code().to_owned();
    let letter = game.with_table(&format!("CODE {code}\nHere is the month. Thank you!"));
    game.stage.mail_raw(letter.replace('\n', "\r\n").as_bytes()).unwrap();
    game.stage.pass().await.unwrap();
    assert!(flat(&game.stage.newest(GM).unwrap()).contains("1 entry of the state sheet was made."));
}

#[tokio::test]
async fn what_everybody_may_see_waits_for_the_report_of_the_month() {
    let mut game = Game::begin().await;
    let (france, spain) = (game.count(FRANCE), game.count(SPAIN));
    let receipt = game.enter("OWNER Bavaria = Austria FREE").await;
    assert!(flat(&receipt).contains("Everybody reads them in the report that ends this phase."), "{}", receipt.text);
    assert_eq!((game.count(FRANCE), game.count(SPAIN)), (france, spain));
    game.end_phase().await;
    assert!(game.stage.newest(SPAIN).unwrap().text.contains("- Bavaria: free state of Austria (before: neutral)."));
}

#[tokio::test]
async fn after_two_silent_windows_the_game_masters_report_says_how_to_appoint_a_deputy() {
    let mut game = Game::begin().await;
    for _ in 0..8 {
        game.end_phase().await;
    }
    let report = game.stage.newest(GM).unwrap();
    assert!(report.subject.contains("W4 spending played"), "{}", report.subject);
    let text = flat(&report);
    assert!(text.contains("These let windows in a row pass without an order. A deputy gets the seat by"), "{text}");
    assert!(report.text.contains("\n  REPLACE russia  BY Name <address>     Russia: 2 windows\n"), "{}", report.text);
    assert!(!report.text.contains("REPLACE france"), "an enemy of Britain has nothing to answer");
    assert!(!game.stage.newest(FRANCE).unwrap().text.contains("REPLACE"));
    let answer = game.enter("REPLACE russia BY Bob <bob@deputy.example>").await;
    assert!(answer.text.contains("CONFIRM "), "{}", answer.text);
}
