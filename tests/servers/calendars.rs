//! Deadlines in a calendar of another make: one entry a phase, at the right instant in every zone, moved and taken out again by
//! later letters.

use std::process::Command;

use adjutant::cli::stage::Received;
use chrono::DateTime;
use chrono_tz::Tz;
use mail_parser::{MessageParser, MimeHeaders};
use serde_json::{Value, json};

use crate::support::war::{War, address};

const ZONES: [&str; 6] =
    ["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "Asia/Kathmandu", "Pacific/Auckland"];

/// The files for calendars in these letters, each with its media type.
fn files(letters: &[Received]) -> Vec<(String, Vec<u8>)> {
    let parsed = letters.iter().map(|letter| MessageParser::default().parse(&letter.raw).expect("a letter"));
    let of_letter = |message: mail_parser::Message<'_>| {
        let attached = message.attachments().filter(|part| part.attachment_name().is_some_and(|n| n.ends_with(".ics")));
        let media = |part: &mail_parser::MessagePart<'_>| {
            let kind = part.content_type().expect("a type");
            let kind = format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or_default());
            (kind, part.contents().to_vec())
        };
        attached.map(media).collect::<Vec<_>>()
    };
    parsed.flat_map(of_letter).collect()
}

/// What a calendar holds that was given the files of these letters in turn.
fn calendar(letters: &[Received]) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let mut reader = Command::new("/usr/bin/python3");
    reader.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/read_calendar.py")).arg(ZONES.join(","));
    for (number, (media, bytes)) in files(letters).into_iter().enumerate() {
        assert_eq!(media, "text/calendar");
        let path = folder.path().join(format!("{number}.ics"));
        std::fs::write(&path, bytes).unwrap();
        reader.arg(path);
    }
    let read = reader.output().expect("tests/install brings it");
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    serde_json::from_slice(&read.stdout).unwrap()
}

/// An instant on the walls of all zones, by another library than the one that read the file.
fn shown(at: i64) -> Vec<String> {
    let local = |zone: &str| {
        let zone: Tz = zone.parse().unwrap();
        DateTime::from_timestamp(at, 0).unwrap().with_timezone(&zone).format("%Y-%m-%d %H:%M").to_string()
    };
    ZONES.iter().map(|zone| local(zone)).collect()
}

fn deadline(war: &War) -> i64 {
    war.stage.deadline("war").unwrap().expect("an open phase")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_stands_once_in_a_calendar_moves_with_the_game_and_leaves_it() {
    let mut war = War::begin().await;
    let first = deadline(&war);
    for command in ["EXTEND 24h", "DEADLINE 2026-03-09 12:30", "PAUSE"] {
        war.command(command).await;
    }
    let paused = calendar(&war.letters("usa-east"));
    assert_eq!((&paused[0]["status"], &paused[0]["sequence"]), (&json!("TENTATIVE"), &json!(6)));
    war.command("RESUME").await;
    let moved = deadline(&war);
    assert_ne!(moved, first);
    for seat in ["usa-east", "csa-sc"] {
        let entries = calendar(&war.letters(seat));
        assert_eq!(entries.len(), 1, "{entries:#?}");
        let entry = &entries[0];
        assert_eq!((&entry["status"], &entry["epoch"]), (&json!("CONFIRMED"), &json!(moved)), "{entry}");
        assert_eq!(entry["shown"], json!(shown(moved)));
        assert_eq!(entry["organizer"], "mailto:judge@adjutant.example");
    }
    let summaries = ["usa-sc", "usa-east"].map(|seat| calendar(&war.letters(seat))[0]["summary"].clone());
    assert_eq!(summaries, ["war: orders due for phase 1 (T1 strategic)", "war: phase 1 (T1 strategic) ends"]);

    war.confirm("PROCESS").await;
    for letters in [war.letters("usa-east"), war.letters_of_the_gm()] {
        let entries = calendar(&letters);
        let states: Vec<&Value> = entries.iter().map(|entry| &entry["status"]).collect();
        assert_eq!(states, ["CANCELLED", "CONFIRMED"], "{entries:#?}");
        assert_eq!(entries[1]["epoch"], deadline(&war));
    }
    war.confirm("END GAME A draw.").await;
    let entries = calendar(&war.letters("usa-east"));
    assert!(entries.iter().all(|entry| entry["status"] == "CANCELLED"), "{entries:#?}");
    assert_eq!(entries[1]["method"], "CANCEL");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phase_that_is_rolled_back_leaves_the_calendar_and_stands_there_anew() {
    let mut war = War::begin().await;
    war.confirm("PROCESS").await;
    war.confirm("ROLLBACK phase=1").await;
    let entries = calendar(&war.letters("usa-east"));
    let states: Vec<(&Value, &Value)> = entries.iter().map(|entry| (&entry["uid"], &entry["status"])).collect();
    assert_eq!(
        states,
        [
            (&json!("war-1.1@adjutant.example"), &json!("CANCELLED")),
            (&json!("war-1.2@adjutant.example"), &json!("CONFIRMED")),
            (&json!("war-2.1@adjutant.example"), &json!("CANCELLED")),
        ]
    );
    assert_eq!(entries[1]["epoch"], deadline(&war));
    assert_eq!(entries[2]["summary"], "war: phase 2 (T1 TST1) is void");
}

/// While reports wait nobody who plays knows that another phase is open: the one before stands in his calendar.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_while_reports_wait_has_the_deadline_before_no_longer() {
    let mut war = War::begin().await;
    war.command("EXTEND 24h").await;
    war.command("HOLD").await;
    war.confirm("PROCESS").await;
    war.confirm("SEAT nobody AS usa-east").await;
    let entries = calendar(&war.letters("usa-east"));
    assert_eq!(entries.len(), 1, "{entries:#?}");
    assert_eq!((&entries[0]["uid"], &entries[0]["status"]), (&json!("war-1.1@adjutant.example"), &json!("CANCELLED")));
    assert_eq!((&entries[0]["method"], &entries[0]["summary"]), (&json!("CANCEL"), &json!("war: no longer your game")));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_the_game_has_its_deadline_no_longer_and_whoever_comes_back_has_it_again() {
    let mut war = War::begin().await;
    war.command("EXTEND 24h").await;
    let stood = calendar(&war.letters("usa-east"))[0]["sequence"].as_u64().unwrap();
    war.confirm("SEAT nobody AS usa-east").await;
    let entries = calendar(&war.letters("usa-east"));
    assert_eq!(entries.len(), 1, "{entries:#?}");
    assert!(entries[0]["sequence"].as_u64().unwrap() > stood, "also for who goes by SEQUENCE alone: {entries:#?}");
    assert_eq!((&entries[0]["status"], &entries[0]["method"]), (&json!("CANCELLED"), &json!("CANCEL")));
    // It has not moved meanwhile, and holds again.
    let seats_him = format!("SEAT {} AS usa-east", address("usa-east"));
    war.command(&seats_him).await;
    let back = calendar(&war.letters("usa-east"));
    assert_eq!((&back[0]["status"], &back[0]["sequence"]), (&json!("CONFIRMED"), &entries[0]["sequence"]));

    let word = word_asked_for(&mut war, "SEAT nobody AS usa-east").await;
    let told = war.letters("usa-east").len();
    war.command(&word).await;
    assert_eq!(war.letters("usa-east").len(), told + 1);
    let later = day_of(deadline(&war) + 86_400);
    war.command(&format!("DEADLINE {later}")).await;
    assert_eq!(war.letters("usa-east").len(), told + 1, "the letters of a game that is not his");
    war.command(&seats_him).await;
    let entries = calendar(&war.letters("usa-east"));
    assert_eq!((&entries[0]["status"], &entries[0]["epoch"]), (&json!("CONFIRMED"), &json!(deadline(&war))));
    let stood = entries[0]["sequence"].as_u64().unwrap();
    war.confirm("PROCESS").await;
    let entries = calendar(&war.letters("usa-east"));
    assert_eq!((&entries[0]["uid"], &entries[0]["status"]), (&json!("war-1.1@adjutant.example"), &json!("CANCELLED")));
    assert!(
        entries[0]["sequence"].as_u64().unwrap() > stood,
        "a deadline that was put there anew is taken out: {entries:#?}"
    );
}

/// The line that confirms what this command asks about.
async fn word_asked_for(war: &mut War, command: &str) -> String {
    let asked = war.command(command).await.text;
    asked.lines().find(|line| line.starts_with("  CONFIRM ")).unwrap_or_else(|| panic!("{asked}")).trim().to_owned()
}

/// An instant as a game master writes it.
fn day_of(at: i64) -> String {
    DateTime::from_timestamp(at, 0).unwrap().with_timezone(&Tz::America__New_York).format("%Y-%m-%d %H:%M").to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_and_comes_back_by_one_letter_has_the_deadline_that_it_moves() {
    let mut war = War::begin().await;
    let word = word_asked_for(&mut war, "SEAT nobody AS usa-east").await;
    war.command(&format!("{word}\nSEAT {} AS usa-east\nEXTEND 24h", address("usa-east"))).await;
    let entries = calendar(&war.letters("usa-east"));
    assert_eq!(entries.len(), 1, "{entries:#?}");
    assert_eq!((&entries[0]["status"], &entries[0]["epoch"]), (&json!("CONFIRMED"), &json!(deadline(&war))));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_master_has_the_deadline_that_another_one_moves_until_he_is_none() {
    const GALE: &str = "gale@club.example";
    let mut war = War::begin().await;
    war.confirm("GM ADD Gale <gale@club.example>").await;
    let letters = |war: &War| war.stage.letters(GALE).unwrap();
    assert_eq!(calendar(&letters(&war))[0]["epoch"], deadline(&war));
    for (command, state) in [("EXTEND 24h", "CONFIRMED"), ("PAUSE", "TENTATIVE"), ("RESUME", "CONFIRMED")] {
        let told = letters(&war).len();
        war.command(command).await;
        assert_eq!(letters(&war).len(), told + 1, "one letter about {command}");
        let entries = calendar(&letters(&war));
        assert_eq!((&entries[0]["status"], &entries[0]["epoch"]), (&json!(state), &json!(deadline(&war))), "{command}");
    }
    let asked = war.answer(GALE, "Re: [war] commands", &format!("GM REMOVE {GALE}")).await.text;
    let word = asked.lines().find(|line| line.starts_with("  CONFIRM ")).unwrap_or_else(|| panic!("{asked}"));
    war.answer(GALE, "Re: [war] commands", word.trim()).await;
    let entries = calendar(&letters(&war));
    assert_eq!((&entries[0]["status"], &entries[0]["method"]), (&json!("CANCELLED"), &json!("CANCEL")));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_to_serve_a_seat_in_mid_phase_has_its_deadline() {
    let mut war = War::begin().await;
    war.end_phase().await;
    let before = calendar(&war.letters("usa-sc"));
    assert_eq!(before[1]["summary"], "war: phase 2 (T1 TST1) ends");
    war.confirm("SEAT nobody AS usa-east").await;
    let letters = war.letters("usa-sc");
    assert!(letters.last().unwrap().text.replace('\n', " ").contains("Its orders are due"));
    assert_eq!(calendar(&letters)[1]["summary"], "war: orders due for phase 2 (T1 TST1)");
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_that_waited_are_followed_by_the_deadline_as_it_is_now() {
    let mut war = War::begin().await;
    war.command("HOLD").await;
    war.confirm("PROCESS").await;
    war.command("PAUSE BECAUSE the GM is ill").await;
    let before_release = war.letters("usa-east").pop().unwrap();
    assert!(files(&[before_release]).is_empty(), "an entry of a phase whose report waits");
    assert_eq!(calendar(&war.letters_of_the_gm())[1]["status"], "TENTATIVE");
    war.command("RELEASE").await;
    let letters = war.letters("usa-east");
    let told = letters.last().unwrap().text.replace('\n', " ");
    assert!(told.contains("made before the clock of") && told.contains("it stands still"), "{told}");
    assert_eq!(calendar(&letters[letters.len() - 1..])[0]["status"], "TENTATIVE");
    war.command("HOLD").await;
    war.command("RESUME").await;
    war.confirm("PROCESS").await;
    war.confirm("END GAME A draw.").await;
    war.command("RELEASE").await;
    let told = war.letters("usa-east").pop().unwrap().text.replace('\n', " ");
    assert!(told.contains("The game is over") && told.contains("counts no more"), "{told}");
}

/// RFC 5545 3.8.7.4: what counts for less than what came before it is passed over.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_for_again_never_goes_back_in_a_calendar() {
    let mut war = War::begin().await;
    let (mut last, mut read) = (0, 0);
    let mut rises = |war: &War, asked: &str| {
        let letters = war.letters("usa-east");
        for entry in calendar(&letters[read..]) {
            let sequence = entry["sequence"].as_u64().unwrap();
            assert!(sequence >= last, "{asked}: {sequence} after {last}");
            last = sequence;
        }
        read = letters.len();
        last
    };
    for asked in ["REPORT", "FORMAT no calendar", "FORMAT calendar", "REPORT", "FORMAT no calendar", "FORMAT calendar"]
    {
        war.order("usa-east", asked).await;
        rises(&war, asked);
    }
    war.confirm("SEAT nobody AS usa-east").await;
    war.command(&format!("SEAT {} AS usa-east", address("usa-east"))).await;
    war.order("usa-east", "REPORT").await;
    let stood = rises(&war, "REPORT behind SEAT");
    war.command("EXTEND 24h").await;
    let moved = rises(&war, "EXTEND");
    war.order("usa-east", "REPORT").await;
    war.command("PAUSE").await;
    war.order("usa-east", "REPORT").await;
    war.command("RESUME").await;
    assert!(moved > stood && rises(&war, "RESUME") > moved);
    let entries = calendar(&war.letters("usa-east"));
    assert_eq!((entries.len(), &entries[0]["epoch"]), (1, &json!(deadline(&war))), "{entries:#?}");
    assert_eq!(
        (&entries[0]["status"], entries[0]["shown"].clone()),
        (&json!("CONFIRMED"), json!(shown(deadline(&war))))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_wants_no_calendar_has_none() {
    let mut war = War::begin().await;
    war.order("usa-east", "FORMAT no calendar").await;
    let before = war.letters("usa-east").len();
    war.command("EXTEND 24h").await;
    war.end_phase().await;
    let later = &war.letters("usa-east")[before..];
    assert!(later.len() >= 2 && files(later).is_empty());
    assert!(later.iter().all(|letter| !letter.text.contains(".ics")));
    assert_eq!(files(&war.letters("usa-west")[..]).len(), 3);
}
