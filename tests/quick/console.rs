//! The operator helps somebody whose proofs are gone: a letter that waits counts, and a code ends.

use adjutant::cli::stage::{Scene, Stage, Written};
use adjutant::desk::Verdict;
use adjutant::game::PlayerId;
use adjutant::game::schedule::{Pace, Rhythm, Timetable};

const GM: &str = "grace@gm.example";
const BEGINS: i64 = 1_772_452_800;

async fn stage(folder: &std::path::Path) -> Stage {
    let rhythm = || Rhythm { cron: "0 20 * * Tue".to_owned(), least_minutes: 3 * 1440 };
    let timetable = Timetable {
        zone: chrono_tz::UTC,
        rhythms: [("strategic".to_owned(), rhythm()), ("tactical".to_owned(), rhythm())].into(),
        grace_minutes: 1440,
        reminders_minutes: vec![180],
        pace: Pace::default(),
    };
    let scene = Scene {
        judge: "judge@adjutant.example",
        gm: ("Grace", GM),
        timetable,
        shelf: adjutant::books::of_the_house(),
        begins: BEGINS,
        templates: vec![],
    };
    let mut stage = Stage::set_up(folder, scene, [5; 32]).unwrap();
    stage.pass().await.unwrap();
    stage
}

async fn write(stage: &mut Stage, subject: &str, text: &str, in_reply_to: Option<String>) {
    let letter = Written {
        from: GM.to_owned(),
        subject: subject.to_owned(),
        text: text.to_owned(),
        in_reply_to,
        ..Written::default()
    };
    stage.mail(&letter).unwrap();
    stage.now += 60;
    stage.pass().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_confirmed_at_the_console_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = stage(folder.path()).await;
    write(&mut stage, "a game", "CREATE war FROM civil-war/1861", None).await;
    assert!(stage.newest(GM).unwrap().subject.contains("please confirm a letter"));
    let now = stage.now;
    assert_eq!(stage.judge().confirm_waiting(1, now).unwrap(), Some(Verdict::Answered));
    stage.pass().await.unwrap();
    let answer = stage.newest(GM).unwrap();
    assert!(answer.text.contains("The game war is made."), "{}", answer.text);
    assert_eq!(stage.judge().confirm_waiting(1, now).unwrap(), None, "it waits no more");
    assert_eq!(stage.judge().confirm_waiting(99, now).unwrap(), None, "no such letter");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_rotated_at_the_console_and_every_letter_from_before_prove_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = stage(folder.path()).await;
    let welcome = stage.newest(GM).unwrap();
    let person = stage.judge().store().read().player(&PlayerId::of_address(GM)).unwrap().unwrap();
    stage.judge().rotate(&person, stage.now).unwrap();
    stage.pass().await.unwrap();
    let told = stage.newest(GM).unwrap();
    assert_eq!(told.subject, "your code has changed");
    assert_ne!(told.code(), welcome.code());
    write(&mut stage, "games", "GAMES", Some(welcome.message_id.clone())).await;
    assert!(stage.newest(GM).unwrap().subject.contains("please confirm"), "an old letter");
    write(&mut stage, "games", &format!("CODE {}\nHELP", welcome.code().unwrap()), None).await;
    assert!(stage.newest(GM).unwrap().subject.contains("please confirm"), "the old code");
    write(&mut stage, "games", &format!("CODE {}\nTIMEZONE Europe/Rome", told.code().unwrap()), None).await;
    assert!(!stage.newest(GM).unwrap().subject.contains("please confirm"), "the new code");
    write(&mut stage, "games", "FORMAT text", Some(told.message_id)).await;
    assert!(!stage.newest(GM).unwrap().subject.contains("please confirm"), "the letter that told it");
}
