//! Letters beyond a bound: whoever is registered hears at his own address that nothing of his letter counts, the game master
//! who and which game, strangers and programs nothing.

use crate::support::campaign::{BEGINS, DAY, GM, HOUR, at, open_campaign, reply};
use adjutant::cli::stage::{Received, Stage, Written};

/// So much is more than a letter may have.
const TOO_MUCH: usize = 1_200_000;

/// A letter with a large text behind its orders.
fn large(stage: &mut Stage, from: &str, headers: &[(&str, &str)]) {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let text = format!("PP East 17, West 15, Trans 5, Naval 0\n\n{}", "x".repeat(TOO_MUCH));
    let letter =
        Written { from: from.to_owned(), subject: "[cw1] orders".to_owned(), text, headers, ..Written::default() };
    stage.mail(&letter).unwrap();
}

fn about(stage: &Stage, address: &str, words: &str) -> Vec<Received> {
    let letters = stage.letters(address).unwrap().into_iter();
    letters.filter(|letter| letter.subject.contains(words)).collect()
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_hears_that_his_letter_was_too_large_and_the_gm_whose_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = open_campaign(folder.path()).await;
    stage.now = BEGINS + HOUR;
    large(&mut stage, &at("usa-sc"), &[]);
    let pass = stage.pass().await.unwrap();
    assert_eq!((pass.decided.len(), pass.sent), (1, 2));
    let told = flat(&stage.newest(&at("usa-sc")).unwrap().text);
    for words in ["was not read", "more than 1000000", "Nothing in it counts", "as plain text, without attachments"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let gm = about(&stage, GM, "a letter was set aside").pop().unwrap();
    assert!(flat(&gm.text).contains("about cw1 that says it is from usa-sc"), "{}", gm.text);
    assert!(gm.subject.contains("cw1") && !gm.text.contains("@players.example"), "{}", gm.text);
    // The same orders as plain text count.
    reply(&mut stage, &at("usa-sc"), "not read", "PP East 17, West 15, Trans 5, Naval 0");
    stage.pass().await.unwrap();
    assert!(stage.newest(&at("usa-sc")).unwrap().text.contains("on file"));
}

#[tokio::test(flavor = "multi_thread")]
async fn large_letters_in_a_players_name_are_answered_as_seldom_as_those_of_a_robot() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = open_campaign(folder.path()).await;
    for minute in 1..=12 {
        stage.now = BEGINS + 60 * minute;
        large(&mut stage, &at("usa-sc"), &[]);
        stage.pass().await.unwrap();
    }
    assert_eq!(about(&stage, &at("usa-sc"), "was not read").len(), 6);
    assert_eq!(
        about(&stage, GM, "a letter was set aside").len(),
        7,
        "each that is answered, and once that answers rest"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_that_are_not_read_take_no_answers_from_those_that_are() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = open_campaign(folder.path()).await;
    for minute in 1..=25 {
        stage.now = BEGINS + 60 * minute;
        large(&mut stage, &at("usa-sc"), &[]);
        stage.pass().await.unwrap();
    }
    let told = about(&stage, &at("usa-sc"), "was not read").pop().unwrap();
    assert!(flat(&told.text).contains("no more of them is answered until"), "{}", told.text);
    let before = stage.letters(&at("usa-sc")).unwrap().len();
    for words in ["PP Eest 17, Wset 15", "PP East 17, West 15, Trans 5, Naval 0", "SHOW"] {
        stage.now += 60;
        reply(&mut stage, &at("usa-sc"), "opening", words);
        stage.pass().await.unwrap();
    }
    assert_eq!(stage.letters(&at("usa-sc")).unwrap().len(), before + 3, "each is answered");
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_and_programs_hear_nothing_and_cost_the_gm_one_notice_a_day() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = open_campaign(folder.path()).await;
    let before = stage.letters(&at("usa-sc")).unwrap().len();
    stage.now = BEGINS + HOUR;
    for number in 0..40 {
        large(&mut stage, &format!("spam{number}@far.example"), &[]);
    }
    large(&mut stage, &at("usa-sc"), &[("Auto-Submitted", "auto-replied")]);
    let many: Vec<(String, String)> = (0..2100).map(|number| (format!("X-{number}"), "y".to_owned())).collect();
    let from = "nest@far.example".to_owned();
    stage
        .mail(&Written { from, subject: "n".to_owned(), text: "z".to_owned(), headers: many, ..Written::default() })
        .unwrap();
    let pass = stage.pass().await.unwrap();
    assert_eq!((pass.decided.len(), pass.sent), (42, 1));
    assert_eq!(stage.letters("spam1@far.example").unwrap().len(), 0);
    assert_eq!(stage.letters(&at("usa-sc")).unwrap().len(), before);
    assert_eq!(about(&stage, GM, "a letter was set aside").len(), 1);
    // A player's letter is told of all the same.
    large(&mut stage, &at("usa-east"), &[]);
    stage.pass().await.unwrap();
    assert_eq!(about(&stage, GM, "a letter was set aside").len(), 2);
    stage.now += DAY;
    large(&mut stage, "spam@far.example", &[]);
    stage.pass().await.unwrap();
    assert_eq!(about(&stage, GM, "a letter was set aside").len(), 3);
}

/// A header with more fields than a letter may have.
fn many_fields(from: &str, others: &[(&str, &str)]) -> Written {
    let fields = (0..2100).map(|number| (format!("X-{number}"), "y".to_owned()));
    let others = others.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let headers = others.chain(fields).collect();
    let (from, subject, text) = (from.to_owned(), "[cw1] orders".to_owned(), "READY".to_owned());
    Written { from, subject, text, headers, ..Written::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_hears_that_the_header_of_his_letter_was_too_long_and_nobody_else_does() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = open_campaign(folder.path()).await;
    stage.now = BEGINS + HOUR;
    stage.mail(&many_fields(&at("usa-sc"), &[])).unwrap();
    stage.pass().await.unwrap();
    let told = flat(&stage.newest(&at("usa-sc")).unwrap().text);
    assert!(told.contains("more than 2000 header fields") && told.contains("Nothing in it counts"), "{told}");
    for others in [[("From", "usa-east@players.example")], [("Auto-Submitted", "auto-replied")]] {
        stage.mail(&many_fields(&at("usa-sc"), &others)).unwrap();
        stage.pass().await.unwrap();
        assert_eq!(about(&stage, &at("usa-sc"), "was not read").len(), 1, "{others:?}");
        assert_eq!(about(&stage, &at("usa-east"), "was not read").len(), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_letter_that_is_too_long_the_end_is_said_to_be_unread() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = open_campaign(folder.path()).await;
    stage.now = BEGINS + HOUR;
    let mut lines = vec!["PP East 17, West 15, Trans 5, Naval 0", "READY"];
    lines.resize(2_000, "thank you");
    reply(&mut stage, &at("usa-sc"), "opening", &lines.join("\n"));
    stage.pass().await.unwrap();
    let told = flat(&stage.newest(&at("usa-sc")).unwrap().text);
    assert!(told.contains("1 order on file") && told.contains("You are ready for"), "{told}");
    assert!(!told.contains("A letter is read up to"), "{told}");
    lines.extend(["PP East 16, West 16, Trans 5, Naval 0", "", "STATUS"]);
    reply(&mut stage, &at("usa-sc"), "opening", &lines.join("\n"));
    stage.pass().await.unwrap();
    let told = flat(&stage.newest(&at("usa-sc")).unwrap().text);
    assert!(told.contains("read up to line 2000; 2 lines were not read from line 2001 on"), "{told}");
    // What counts the orders as whole waits.
    assert!(told.contains("orders may be missing") && !told.contains("You are ready for"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_endless_slips_all_are_accounted_for_and_good_orders_among_them_count() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = open_campaign(folder.path()).await;
    stage.now = BEGINS + HOUR;
    let mut lines = vec!["Distirbute PP East 17"; 900];
    lines.push("PP East 17, West 15, Trans 5, Naval 0");
    reply(&mut stage, &at("usa-sc"), "opening", &lines.join("\n\n"));
    stage.pass().await.unwrap();
    let told = flat(&stage.newest(&at("usa-sc")).unwrap().text);
    assert!(told.contains("1 order on file"), "{told}");
    assert!(told.contains("There is something to say of 821 more lines, from line 161 to line 1801"), "{told}");
}
