//! Letters that come back: matched to what was sent, believed slowly, told to the game master in time, and shown to nobody
//! else.

use crate::support::campaign;
use crate::support::campaign::{BEGINS, DAY, GM, HOUR, SEATS, at, bounce, open_campaign, reply, write};
use adjutant::cli::stage::{Received, Stage};
use serde_json::Value;

/// When the game master is warned: 48 hours before Friday 20:00, and an hour.
const WARNED: i64 = BEGINS + 2 * DAY + 9 * HOUR;

fn export(stage: &Stage) -> Value {
    let game = adjutant::game::GameId::parse("cw1").unwrap();
    stage.judge().store().export(&game).unwrap().unwrap()
}

/// Letters to the GM about people who are not reached.
fn warnings(stage: &Stage) -> Vec<Received> {
    let about = |letter: &Received| letter.subject.contains("reached") || letter.subject.contains("came back");
    stage.letters(GM).unwrap().into_iter().filter(about).collect()
}

/// Three letters to each of two players come back, a day apart.
async fn two_players_bounce(stage: &mut Stage) {
    write(stage, GM, "[cw1] later", "EXTEND 1h");
    stage.pass().await.unwrap();
    for day in 0..3 {
        stage.now = BEGINS + HOUR + day * DAY;
        for (place, seat) in ["usa-east", "csa-west"].iter().enumerate() {
            let letter = stage.letters(&at(seat)).unwrap()[day as usize].clone();
            stage.mail_raw(&bounce(&letter, "failed", "5.1.1", 10 * day as usize + place)).unwrap();
        }
        let pass = stage.pass().await.unwrap();
        assert_eq!((pass.decided.len(), pass.sent), (2, 0), "a delivery report is never answered");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_gm_is_told_before_the_deadline_that_two_players_cannot_be_reached() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = open_campaign(folder.path()).await;
    two_players_bounce(&mut stage).await;
    stage.pass_at(WARNED - 9 * HOUR).await.unwrap();
    assert_eq!(warnings(&stage).len(), 0, "not before there is something to do about it");
    stage.pass_at(WARNED).await.unwrap();
    stage.pass_at(WARNED + 2 * HOUR).await.unwrap();
    let told = warnings(&stage);
    assert_eq!(told.len(), 1, "once in a phase");
    assert!(told[0].subject.contains("two players cannot be reached"), "{}", told[0].subject);
    for words in ["usa-east", "csa-west", "3 letters were reported as undelivered", "DEADLINE with a new time"] {
        let flat = told[0].text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(words), "{words}:\n{}", told[0].text);
    }
    assert!(!told[0].text.contains("@players.example"), "{}", told[0].text);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_report_returns_is_shown_to_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = open_campaign(folder.path()).await;
    two_players_bounce(&mut stage).await;
    stage.pass_at(WARNED).await.unwrap();
    write(&mut stage, GM, "[cw1] who", "WHO\nSTATUS");
    stage.pass().await.unwrap();
    for person in SEATS.iter().map(|seat| at(seat)).chain([GM.to_owned()]) {
        for letter in stage.letters(&person).unwrap() {
            let raw = String::from_utf8_lossy(&letter.raw).into_owned();
            assert!(!raw.contains("REPORTCANARY") && !letter.text.contains("REPORTCANARY"), "{}", letter.subject);
        }
    }
    let export = export(&stage);
    assert!(!export.to_string().contains("REPORTCANARY"));
    // It stays with the owner of the letter that came back.
    let east = adjutant::game::PlayerId::of_address(&at("usa-east"));
    let reports =
        export["letters"].as_array().unwrap().iter().filter(|letter| {
            letter["verdict"]["why"] == "delivery report: failed" && letter["writer"] == east.as_str()
        });
    let reports: Vec<i64> = reports.map(|letter| letter["id"].as_i64().unwrap()).collect();
    assert_eq!(reports.len(), 3);
    assert_eq!(stage.judge().store().report_owner(reports[0]).unwrap(), Some(east));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_report_changes_nothing_and_forged_ones_are_about_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = open_campaign(folder.path()).await;
    let letter = stage.newest(&at("usa-east")).unwrap();
    stage.mail_raw(&bounce(&letter, "failed", "5.1.1", 1)).unwrap();
    for number in 2..40 {
        // Whoever does not have the letter cannot know its id.
        let guess = format!("<{:0>32}@adjutant.example>", "abcdefgh".repeat(3 + number % 2));
        let raw = String::from_utf8_lossy(&letter.raw).replace(&letter.message_id, &guess).into_bytes();
        stage.now = BEGINS + number as i64 * HOUR;
        stage.mail_raw(&bounce(&Received { raw, ..letter.clone() }, "failed", "5.1.1", number)).unwrap();
    }
    stage.pass().await.unwrap();
    stage.pass_at(WARNED).await.unwrap();
    let told = warnings(&stage);
    assert_eq!(told.len(), 1);
    assert!(told[0].subject.contains("letters to one player came back"), "{}", told[0].subject);
    assert!(told[0].text.contains("1 letter was reported as undelivered"), "{}", told[0].text);
    // Mail to him goes on.
    let before = stage.letters(&at("usa-east")).unwrap().len();
    write(&mut stage, GM, "[cw1] later", "EXTEND 1h");
    stage.pass().await.unwrap();
    assert_eq!(stage.letters(&at("usa-east")).unwrap().len(), before + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn delays_and_successes_are_noted_and_nobody_is_warned() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = open_campaign(folder.path()).await;
    let letter = stage.newest(&at("usa-east")).unwrap();
    for (number, (action, status)) in
        [("delayed", "4.4.1"), ("delivered", "2.0.0"), ("relayed", "2.0.0")].iter().enumerate()
    {
        stage.mail_raw(&bounce(&letter, action, status, number)).unwrap();
    }
    stage.pass().await.unwrap();
    let export = export(&stage);
    let mut whys: Vec<&str> =
        export["letters"].as_array().unwrap().iter().filter_map(|letter| letter["verdict"]["why"].as_str()).collect();
    whys.sort();
    assert_eq!(whys, ["delivery report: arrived", "delivery report: arrived", "delivery report: delayed"]);
    stage.pass_at(WARNED).await.unwrap();
    assert_eq!(warnings(&stage).len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_writes_to_us_counts_as_reached_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = open_campaign(folder.path()).await;
    two_players_bounce(&mut stage).await;
    stage.now = WARNED - 2 * HOUR;
    reply(&mut stage, &at("usa-east"), "opening", "STATUS");
    stage.pass().await.unwrap();
    stage.pass_at(WARNED).await.unwrap();
    let told = warnings(&stage);
    assert!(told[0].subject.contains("one player cannot be reached"), "{}", told[0].subject);
    assert!(!told[0].text.contains("usa-east"), "{}", told[0].text);
}

/// What a provider writes when somebody marks a letter of ours as unwanted (RFC 5965).
fn complaint(about: &Received, number: usize) -> Vec<u8> {
    let head = format!(
        "From: <abuse@players.example>\nTo: {}\nSubject: FW: {}\nMessage-ID: <arf-{number}@players.example>\n\
         MIME-Version: 1.0\nContent-Type: multipart/report; report-type=feedback-report; boundary=\"arf\"\n\n--arf\n\
         Content-Type: text/plain\n\nThis is an email abuse report. REPORTCANARY\n\n--arf\n\
         Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nVersion: 1\n\n--arf\nContent-Type: message/rfc822\n\n",
        campaign::JUDGE,
        about.subject
    );
    let mut bytes = head.replace('\n', "\r\n").into_bytes();
    bytes.extend_from_slice(&about.raw);
    bytes.extend_from_slice(b"\r\n--arf--\r\n");
    bytes
}

#[tokio::test(flavor = "multi_thread")]
async fn the_gm_is_told_of_abuse_reports_once_a_day_and_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = open_campaign(folder.path()).await;
    let letter = stage.newest(&at("usa-east")).unwrap();
    let told = |stage: &Stage| {
        let letters = stage.letters(GM).unwrap().into_iter();
        letters.filter(|letter| letter.subject.contains("an abuse report")).collect::<Vec<_>>()
    };
    for (number, count) in [(1, 1), (2, 1), (3, 1)] {
        stage.now += HOUR;
        stage.mail_raw(&complaint(&letter, number)).unwrap();
        let pass = stage.pass().await.unwrap();
        assert_eq!((pass.decided.len(), told(&stage).len()), (1, count));
        assert_eq!(pass.sent, usize::from(number == 1), "nobody else is written to");
    }
    stage.now += DAY;
    stage.mail_raw(&complaint(&letter, 4)).unwrap();
    stage.pass().await.unwrap();
    let told = told(&stage);
    assert_eq!(told.len(), 2);
    assert!(told[0].text.contains("usa-east") && !told[0].text.contains("REPORTCANARY"), "{}", told[0].text);
}
