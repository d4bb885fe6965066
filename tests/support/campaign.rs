//! A campaign on a stage of its own, for what happens around a game: seven players, a game master, a judge.

use std::path::Path;

use adjutant::cli::stage::{Received, Scene, Stage, Written};
use adjutant::game::schedule::{Pace, Rhythm, Timetable};

pub const JUDGE: &str = "judge@adjutant.example";
pub const GM: &str = "grace@gm.example";
pub const SEATS: [&str; 7] = ["usa-sc", "usa-east", "usa-west", "usa-trans", "csa-sc", "csa-east", "csa-west"];
/// Monday, 2 March 2026, 12:00 UTC.
pub const BEGINS: i64 = 1_772_452_800;
pub const HOUR: i64 = 3600;
pub const DAY: i64 = 24 * HOUR;
pub const KEY: [u8; 32] = [11; 32];

/// The address of a seat's player.
pub fn at(seat: &str) -> String {
    format!("{seat}@players.example")
}

pub fn scene() -> Scene {
    let rhythm = |cron: &str| Rhythm { cron: cron.to_owned(), least_minutes: 2 * 1440 };
    let rhythms = [("strategic", "0 20 * * Fri"), ("tactical", "0 20 * * Tue,Fri")];
    let timetable = Timetable {
        zone: chrono_tz::UTC,
        rhythms: rhythms.map(|(kind, cron)| (kind.to_owned(), rhythm(cron))).into(),
        grace_minutes: 1440,
        reminders_minutes: vec![2880, 720, 180],
        pace: Pace::default(),
    };
    Scene {
        judge: JUDGE,
        gm: ("Grace", GM),
        timetable,
        shelf: adjutant::books::of_the_house(),
        begins: BEGINS,
        templates: Vec::new(),
    }
}

/// A judge under `root`, new or as he was.
pub fn set_up(root: &Path) -> Stage {
    Stage::set_up_with(root, scene(), KEY, |house| house.has_pictures = false).expect("a stage")
}

/// A campaign whose opening was told to everybody.
pub async fn open_campaign(root: &Path) -> Stage {
    let mut stage = set_up(root);
    stage.pass().await.expect("a round");
    let seats: String = SEATS.iter().map(|seat| format!("SEAT {seat} <{}> AS {seat}\n", at(seat))).collect();
    write(&mut stage, GM, "a game", &format!("CREATE cw1 FROM civil-war/1861\n{seats}START"));
    stage.pass().await.expect("a round");
    stage
}

/// Mails an answer to the newest letter of a person about something ("" for any).
pub fn reply(stage: &mut Stage, from: &str, about: &str, text: &str) {
    let letters = stage.letters(from).expect("letters");
    let answered = letters.iter().rev().find(|letter| letter.subject.contains(about)).expect("a letter to answer");
    let (subject, in_reply_to) = (format!("Re: {}", answered.subject), Some(answered.message_id.clone()));
    let letter = Written { from: from.to_owned(), subject, text: text.to_owned(), in_reply_to, ..Written::default() };
    stage.mail(&letter).expect("a letter mailed");
}

/// Mails an answer to the newest letter of a person, under a subject of its own.
pub fn write(stage: &mut Stage, from: &str, subject: &str, text: &str) {
    let in_reply_to = stage.newest(from).ok().map(|letter| letter.message_id);
    let (subject, text) = (subject.to_owned(), text.to_owned());
    let letter = Written { from: from.to_owned(), subject, text, in_reply_to, ..Written::default() };
    stage.mail(&letter).expect("a letter mailed");
}

/// The delivery report of a mail server about a letter of ours, which it returns whole, secrets and all.
pub fn bounce(about: &Received, action: &str, status: &str, number: usize) -> Vec<u8> {
    let head = format!(
        "Return-Path: <>\nFrom: Mail Delivery System <MAILER-DAEMON@players.example>\nTo: {JUDGE}\n\
         Subject: Undelivered Mail Returned to Sender\nMessage-ID: <dsn-{number}@players.example>\nMIME-Version: 1.0\n\
         Auto-Submitted: auto-replied\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=\"dsn\"\n\n--dsn\n\
         Content-Type: text/plain\n\nThis is the mail system. REPORTCANARY: the letter came back.\n\n--dsn\n\
         Content-Type: message/delivery-status\n\nReporting-MTA: dns; players.example\n\nFinal-Recipient: rfc822; x@y.example\n\
         Action: {action}\nStatus: {status}\n\n--dsn\nContent-Type: message/rfc822\n\n"
    );
    let mut bytes = head.replace('\n', "\r\n").into_bytes();
    bytes.extend_from_slice(&about.raw);
    bytes.extend_from_slice(b"\r\n--dsn--\r\n");
    bytes
}
