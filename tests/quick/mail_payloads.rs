//! Hostile words in every field of a letter, and letters in every order of fetching: what a person writes is data, in the
//! database, on disk and in every answer; and what counts is when it arrived, not when it was fetched.

use std::collections::BTreeSet;
use std::path::Path;

use adjutant::cli::stage::{Received, Scene, Stage, Written};
use adjutant::game::schedule::{Pace, Rhythm, Timetable};

const GM: &str = "grace@gm.example";
const ANN: &str = "ann@play.example";
const BOB: &str = "bob@play.example";
const CARL: &str = "carl@play.example";
const SEATS: [&str; 7] = ["usa-sc", "usa-east", "usa-west", "usa-trans", "csa-sc", "csa-east", "csa-west"];
/// 2 March 2026, noon UTC.
const BEGINS: i64 = 1_772_452_800;

#[rustfmt::skip]
const PAYLOADS: &[&str] = &[
    "'; DROP TABLE letters; --", "\" OR \"1\"=\"1", "Robert'); DELETE FROM games; --", "../../../../tmp/adjutant-payload",
    "..\\..\\payload", "/etc/passwd", "a\0b", "{{ 7 * 7 }}{% raw %}", "{% for x in y %}", "${HOME} $(touch payload) `id`", "%s%n%x",
    "<script>alert(1)</script><img src=x>", "=cmd|' /C calc'!A0", "x\u{202E}gpj.exe", "\u{1b}[31mred\u{7}",
    "=?utf-8?q?a=0D=0ABcc:_victim=40play.example?=", "[cw1] [cw2] [../cw1]", "\u{2028}Bcc: victim@play.example", "....//....//payload",
];

async fn stage(root: &Path) -> Stage {
    let rhythm = || Rhythm { cron: "0 20 * * Tue,Fri".to_owned(), least_minutes: 2 * 1440 };
    let scene = Scene {
        judge: "judge@adjutant.example",
        gm: ("Grace", GM),
        timetable: Timetable {
            zone: chrono_tz::UTC,
            rhythms: [("strategic".to_owned(), rhythm()), ("tactical".to_owned(), rhythm())].into(),
            grace_minutes: 1440,
            reminders_minutes: Vec::new(),
            pace: Pace::default(),
        },
        shelf: adjutant::books::of_the_house(),
        begins: BEGINS,
        templates: Vec::new(),
    };
    let mut stage = Stage::set_up(root, scene, [5; 32]).unwrap();
    stage.pass().await.unwrap();
    let seat = |seat: &&str| {
        let (name, address) = match *seat {
            "usa-sc" => ("Ann", ANN),
            usa if usa.starts_with("usa") => ("Bob", BOB),
            _ => ("Carl", CARL),
        };
        format!("SEAT {name} <{address}> AS {seat}")
    };
    let seats: Vec<String> = SEATS.iter().map(seat).collect();
    for text in ["CREATE cw1 FROM civil-war/1861", &seats.join("\n"), "START"] {
        exchange(&mut stage, GM, "[cw1] set up", text, &[]).await;
    }
    stage
}

/// Mails an answer to the newest letter of `from`, and lets the judge work.
async fn exchange(stage: &mut Stage, from: &str, subject: &str, text: &str, headers: &[(&str, &str)]) {
    let newest = stage.newest(from).unwrap();
    let letter = Written {
        from: from.to_owned(),
        subject: subject.to_owned(),
        text: text.to_owned(),
        in_reply_to: Some(newest.message_id),
        headers: headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        ..Written::default()
    };
    stage.mail(&letter).unwrap();
    stage.pass().await.unwrap();
}

/// Every file below a folder that is no letter.
fn files(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).unwrap().flatten() {
            let path = entry.path();
            let name = path.to_string_lossy().into_owned();
            let is_maildir = ["/new/", "/cur/", "/tmp/"]
                .iter()
                .any(|part| name[folder.to_string_lossy().len() - 1..].contains(part));
            if path.is_dir() {
                open.push(path);
            } else if !is_maildir && !name.contains("/cur/") && !name.contains("/new/") {
                found.insert(name);
            }
        }
    }
    found
}

/// Fields that our letters have; another one was smuggled in.
#[rustfmt::skip]
const OUR_FIELDS: &[&str] = &[
    "from", "to", "subject", "date", "message-id", "in-reply-to", "references", "mime-version", "content-type", "auto-submitted",
    "content-transfer-encoding", "x-loop", "reply-to", "precedence", "x-auto-response-suppress", "feedback-id", "list-id", "list-unsubscribe",
];

/// One letter out: one recipient, no field that is not ours, no control and no turned writing in it.
fn assert_clean(raw: &[u8]) {
    let message = mail_parser::MessageParser::default().parse(raw).expect("a letter");
    let shown = String::from_utf8_lossy(raw).into_owned();
    for header in message.headers() {
        let name = header.name().to_ascii_lowercase();
        assert!(OUR_FIELDS.contains(&name.as_str()), "the field {name} in\n{shown}");
    }
    let to: Vec<_> = message.to().expect("To").iter().filter_map(|address| address.address()).collect();
    assert!(matches!(to[..], [one] if [GM, ANN, BOB, CARL].contains(&one)), "{to:?}");
    for text in [message.subject().unwrap_or_default().into(), message.body_text(0).unwrap_or_default()] {
        let turns = |c: char| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
        let is_control = |c: char| c.is_control() && c != '\n' && c != '\r';
        assert!(!text.contains(|c| turns(c) || is_control(c)), "{text:?}");
    }
}

/// The letters that came to `address` since there were `known`.
fn newer(stage: &Stage, address: &str, known: &[Received]) -> Vec<Received> {
    let letters = stage.letters(address).unwrap();
    letters.into_iter().filter(|letter| known.iter().all(|old| old.message_id != letter.message_id)).collect()
}

/// A judge of its own for each, for answers to one correspondent are limited.
async fn send_everywhere(payload: &str) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = stage(folder.path()).await;
    let before = files(folder.path());
    exchange(&mut stage, ANN, payload, "STATUS", &[]).await;
    for text in ["", "PRESS TO usa-east: ", "CODE ", "HELP ", "CANCEL ", "CHECK ", "PP 1: move "] {
        exchange(&mut stage, ANN, "[cw1] orders", &format!("{text}{payload}"), &[]).await;
    }
    for text in ["CREATE ", "SET ", "DEADLINE ", "PROCESS ", "ACCEPT ", "REPORT TO ", "SEAT "] {
        exchange(&mut stage, GM, "[cw1] gm", &format!("{text}{payload}"), &[]).await;
    }
    exchange(&mut stage, GM, "[cw1] gm", &format!("SEAT {payload} <ann@play.example> AS usa-east"), &[]).await;
    let kind = format!("multipart/mixed; boundary=b; x=\"{payload}\"").replace(['\0', '\u{1b}', '\u{7}'], " ");
    let attached = format!("--b\n\nSTATUS\n--b\nContent-Type: x/y; name=\"{payload}\"\n\n{payload}\n--b--");
    exchange(&mut stage, ANN, "[cw1] orders", &attached, &[("Content-Type", &kind)]).await;
    let strange = [("Message-ID", payload), ("References", payload), ("Reply-To", payload), ("X-Loop", payload)];
    exchange(&mut stage, ANN, "[cw1] orders", "STATUS", &strange).await;
    let known = stage.letters(ANN).unwrap();
    exchange(&mut stage, ANN, "[cw1] last", "SHOW", &[]).await;
    assert_eq!(newer(&stage, ANN, &known).len(), 1, "the game goes on after {payload:?}");
    let letters = [GM, ANN, BOB, CARL].map(|address| stage.letters(address).unwrap()).concat();
    letters.iter().for_each(|letter| assert_clean(&letter.raw));
    let new: Vec<_> = files(folder.path()).difference(&before).cloned().collect();
    assert!(new.is_empty(), "files nobody asked for: {new:?}");
    let players = std::fs::read_dir(folder.path().join("players")).unwrap().count();
    assert_eq!(players, 4, "letters to others than the GM and the players");
    letters.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_words_in_any_field_are_only_words() {
    let mut letters = 0;
    for payload in PAYLOADS {
        letters += send_everywhere(payload).await;
    }
    println!("{} payloads, {letters} letters of ours", PAYLOADS.len());
    assert!(letters > 10 * PAYLOADS.len());
}

/// Every order of three things.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

#[tokio::test(flavor = "multi_thread")]
async fn the_latest_arrival_stands_in_whatever_order_letters_are_fetched() {
    let splits =
        ["East 13 CP, West 4, Trans-Miss 4", "East 11 CP, West 5, Trans-Miss 5", "East 9 CP, West 6, Trans-Miss 6"];
    let mut ends = BTreeSet::new();
    for order in ORDERS {
        let folder = tempfile::tempdir().unwrap();
        let mut stage = stage(folder.path()).await;
        let opening = stage.newest(ANN).unwrap().message_id;
        for which in order {
            let letter = Written {
                from: ANN.to_owned(),
                subject: "Re: opening".to_owned(),
                text: format!("Distribution for this turn: {}, navy 0.", splits[which]),
                in_reply_to: Some(opening.clone()),
                ..Written::default()
            };
            let (_, raw) = stage.write(&letter).unwrap();
            stage.mail_raw_at(&raw, BEGINS + 600 + which as i64 * 60).unwrap();
            stage.pass_at(BEGINS + 3600).await.unwrap();
        }
        let known = stage.letters(ANN).unwrap();
        exchange(&mut stage, ANN, "[cw1] show", "SHOW", &[]).await;
        let shown = newer(&stage, ANN, &known).pop().expect("an answer to SHOW");
        let on_file: Vec<&str> = shown.text.lines().filter(|line| line.trim_start().starts_with("1. ")).collect();
        assert!(!on_file.is_empty(), "{} {:?}", shown.text, known.last().map(|letter| &letter.text));
        ends.insert(format!("{on_file:?}"));
    }
    assert_eq!(ends.len(), 1, "{ends:#?}");
    let end = ends.first().unwrap();
    assert!(end.contains("East 9"), "{end}");
}
