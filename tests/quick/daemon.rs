//! The program as a process over Maildirs: stopped, started twice, started on a broken file. What a kill, a power cut or
//! a bad disk does to it is shown in `tests/campaigns/crash`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::support::by_hand::ByHand;
use crate::support::live::{GM, Home, MAILDIRS, NOON, Received, SEATS, Written, await_some, daily, player, words};
use adjutant::post::deliver;

fn inbox(home: &Home) -> PathBuf {
    home.folder.join("mail/inbox")
}

fn outbox(home: &Home) -> PathBuf {
    home.folder.join("mail/outbox")
}

fn put(home: &Home, bytes: &[u8], arrived: i64) {
    deliver(&inbox(home), bytes, Some(arrived)).unwrap();
}

/// The newest letter to a person whose subject has these words.
fn newest(home: &Home, address: &str, subject: &str) -> Received {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(outbox(home).join(address).join("new")).unwrap() {
        files.push(entry.unwrap().path());
    }
    files.sort();
    let letters = files.iter().rev().map(|file| Received::read(&fs::read(file).unwrap()));
    let mut fitting = letters.filter(|letter| letter.subject.contains(subject));
    fitting.next().unwrap_or_else(|| panic!("{address} has no letter about {subject}"))
}

fn reply(home: &Home, from: &str, about: &str, text: &str) -> Written {
    let answered = newest(home, from, about);
    // A game master has his code below his name.
    let is_gm = from == GM;
    Written {
        from: from.to_owned(),
        subject: format!("Re: {}", answered.subject),
        text: if is_gm { newest(home, GM, "welcome").below_its_code(text) } else { text.to_owned() },
        in_reply_to: Some(answered.message_id),
        header: None,
    }
}

/// A campaign in its first phase, made by letters.
fn open_campaign(folder: &Path) -> Home {
    let home = Home::init(folder, MAILDIRS, &daily("24h", "\"12h\", \"3h\""));
    home.run_once(NOON);
    let seats: String = SEATS.iter().map(|seat| format!("SEAT {seat} <{}> AS {seat}\n", player(seat))).collect();
    let text = format!("CREATE war FROM civil-war/1861\n{seats}START");
    put(&home, &reply(&home, GM, "welcome", &text).bytes("g1"), NOON);
    let done = home.run_once(NOON + 1);
    assert!(done.starts_with("letters in: 1, decided: 1, phases played: 0"), "{done}");
    home
}

/// How many letters lie in a Maildir.
fn letters_in(maildir: &Path) -> usize {
    let count = |part: &str| fs::read_dir(maildir.join(part)).map_or(0, |entries| entries.count());
    count("new") + count("cur")
}

#[test]
fn a_letter_with_a_later_time_has_not_arrived() {
    let root = tempfile::tempdir().unwrap();
    let home = open_campaign(&root.path().join("home"));
    let letter = reply(&home, &player("usa-sc"), "opening", "STATUS");
    put(&home, &letter.bytes("l1"), NOON + 100);
    assert_eq!(home.run_once(NOON + 99), "letters in: 0, decided: 0, phases played: 0, letters out: 0");
    assert_eq!(home.run_once(NOON + 100), "letters in: 1, decided: 1, phases played: 0, letters out: 1");
}

#[test]
fn a_game_that_cannot_be_read_is_told_of_and_does_not_keep_the_others_waiting() {
    let root = tempfile::tempdir().unwrap();
    let home = open_campaign(&root.path().join("home"));
    let seats: String = SEATS.iter().map(|seat| format!("SEAT {seat} <{}> AS {seat}\n", player(seat))).collect();
    let text = format!("CREATE broken FROM civil-war/1861\n{seats}START");
    put(&home, &Written { subject: "another".to_owned(), ..reply(&home, GM, "welcome", &text) }.bytes("g2"), NOON + 2);
    home.run_once(NOON + 2);
    let harm = "UPDATE game SET timetable = '{', asleep_until = NULL WHERE id = 'broken' RETURNING id";
    assert_eq!(ByHand::open(&home.folder.join("adjutant.db")).all::<String>(harm), ["broken"]);
    put(&home, &reply(&home, GM, "[war] opening", "PROCESS phase=1").bytes("g3"), NOON + 3);
    let round = |now: i64| {
        let round = home.output(&["run", "--once", "--now", &now.to_string()]);
        let said = words(&round);
        assert!(round.status.code() == Some(1) && said.contains("broken"), "{said}");
        said
    };
    round(NOON + 3);
    let asked = newest(&home, GM, "process").text;
    let word = asked.lines().find(|line| line.trim().starts_with("CONFIRM ")).expect("a word to confirm with");
    put(&home, &reply(&home, GM, "process", word.trim()).bytes("g4"), NOON + 4);
    let said = round(NOON + 4);
    let phases = home.export("war")["phases"].as_array().unwrap().len();
    assert_eq!(phases, 2, "{said}");
    assert!(newest(&home, &player("usa-sc"), "T1 strategic played").text.contains("Game war"));
}

#[test]
fn a_second_judge_on_the_same_database_is_refused_and_the_first_goes_on() {
    let root = tempfile::tempdir().unwrap();
    let home = open_campaign(&root.path().join("home"));
    let mut daemon = home.start("daemon.log");
    let listens = || daemon.log().contains("listens at").then_some(());
    await_some("the daemon listens", Duration::from_secs(20), listens, || daemon.log());
    let second = home.output(&["run", "--once"]);
    let said = words(&second);
    assert_eq!(second.status.code(), Some(1), "{said}");
    assert!(said.contains("another") && said.contains("remedy: stop the other judge"), "{said}");
    // The first still takes letters, and looks without being told.
    let before = letters_in(&outbox(&home).join(player("usa-sc")));
    deliver(&inbox(&home), &reply(&home, &player("usa-sc"), "opening", "STATUS").bytes("l1"), None).unwrap();
    let answered = || (letters_in(&outbox(&home).join(player("usa-sc"))) > before).then_some(());
    await_some("a receipt", Duration::from_secs(20), answered, || daemon.log());
    let filed = || (letters_in(&inbox(&home).join(".Processed")) == 2).then_some(());
    await_some("the letter is filed away", Duration::from_secs(20), filed, || daemon.log());
    let (took, code) = daemon.terminate();
    assert_eq!(code, Some(0), "{}", daemon.log());
    assert!(took < Duration::from_secs(5), "{took:?}");
    assert!(daemon.log().ends_with("Adjutant has stopped\n"), "{}", daemon.log());
    assert!(!home.folder.join("adjutant.db-wal").exists(), "the log was not folded back");
    assert!(home.run_once(NOON + 200).ends_with("letters out: 0"));
}

#[test]
fn a_letter_decided_before_a_stop_is_filed_away_after_it() {
    let root = tempfile::tempdir().unwrap();
    let home = open_campaign(&root.path().join("home"));
    // As a kill between the decision and the filing leaves it: the letter lies in the inbox again.
    let filed = fs::read_dir(inbox(&home).join(".Processed/cur")).unwrap().next().unwrap().unwrap();
    let unique = filed.file_name().to_str().unwrap().split(":2,").next().unwrap().to_owned();
    fs::rename(filed.path(), inbox(&home).join("new").join(unique)).unwrap();
    assert_eq!(home.run_once(NOON + 2), "letters in: 0, decided: 0, phases played: 0, letters out: 0");
    assert_eq!(letters_in(&inbox(&home).join(".Processed")), 1);
    assert!(letters_in(&inbox(&home)) == 0);
}

#[test]
fn a_damaged_database_is_refused_with_words_on_what_helps() {
    let root = tempfile::tempdir().unwrap();
    let home = open_campaign(&root.path().join("home"));
    let database = home.folder.join("adjutant.db");
    assert!(!home.folder.join("adjutant.db-wal").exists(), "the log was not folded back");
    let whole = fs::read(&database).unwrap();
    let mut damaged = whole.clone();
    damaged[4096..].iter_mut().step_by(7).for_each(|byte| *byte ^= 0x5a);
    for bytes in [&damaged[..], &whole[..whole.len() / 2], b"", b"not a database at all, whatever its name says"] {
        fs::write(&database, bytes).unwrap();
        let refused = home.output(&["run", "--once"]);
        let said = words(&refused);
        assert_eq!(refused.status.code(), Some(1), "{said}");
        assert!(said.contains("restore") && said.contains("adjutant.db"), "{said}");
        assert_eq!(fs::read(&database).unwrap(), bytes, "the evidence was changed");
    }
    fs::write(&database, whole).unwrap();
    assert!(home.run_once(NOON + 2).ends_with("letters out: 0"));
}
