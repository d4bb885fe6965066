//! Who may still be sent what, and how much strangers can make us write.

use crate::support::store;
use std::path::Path;

use crate::support::store::{assign, decision, game_id, letter_to, new_store, player_id, running_game, seat_id};
use adjutant::cli::stage::{Scene, Stage, Written};
use adjutant::desk::{Change, House, OutboxLetter};
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use adjutant::game::{GameId, Role};
use adjutant::mail::Address;
use adjutant::store::Store;

const GM: &str = "grace@gm.example";
const BEGINS: i64 = 1_772_452_800;

/// A running game with one letter to ann in the outbox, in this role.
fn queued(role: Role) -> (tempfile::TempDir, Store, i64) {
    let (folder, store) = new_store();
    running_game(&store);
    let mut decision = decision(Vec::new());
    decision.letters = vec![OutboxLetter { role, ..letter_to("ann", "report 1", b"secret of the north") }];
    store.commit(&decision).unwrap();
    let id = store.due_letters(0, 10).unwrap()[0].id;
    (folder, store, id)
}

fn north() -> Role {
    Role::Seats([seat_id("north")].into())
}

/// Whether the letter still leaves after these changes.
fn leaves_after(role: Role, changes: Vec<Change>) -> bool {
    let (_folder, store, id) = queued(role);
    store.commit(&decision(changes)).unwrap();
    let due = store.due_letters(0, 10).unwrap();
    due[0].fault.is_none() && store.lost_roles(&[id]).unwrap().is_empty()
}

fn lock(is_locked: bool) -> Change {
    Change::SetLock { game: game_id("cw1"), player: player_id("ann"), is_locked, at: 1 }
}

fn remove(address: &str) -> Change {
    Change::RemoveAddress { player: player_id("ann"), address: Address::parse(address).unwrap() }
}

#[test]
fn a_letter_leaves_only_while_its_reader_is_what_he_was() {
    assert!(leaves_after(north(), vec![]));
    assert!(!leaves_after(north(), vec![assign("cw1", "north", "bob")]));
    assert!(!leaves_after(north(), vec![lock(true)]));
    assert!(leaves_after(north(), vec![lock(true), lock(false)]));
    assert!(!leaves_after(Role::Umpire, vec![]), "ann is no game master");
    assert!(leaves_after(Role::Person, vec![assign("cw1", "north", "bob"), lock(true)]));
    assert!(leaves_after(north(), vec![assign("cw1", "north", "bob"), assign("cw1", "north", "ann")]));
}

#[test]
fn a_letter_leaves_only_to_an_address_that_is_still_its_readers() {
    assert!(leaves_after(Role::Person, vec![remove("ann@second.example")]));
    for role in [Role::Person, north()] {
        assert!(!leaves_after(role, vec![remove("ann@example.org")]));
    }
}

#[test]
fn the_last_address_cannot_be_removed_and_an_address_has_one_owner() {
    let (_folder, store) = new_store();
    running_game(&store);
    store.commit(&decision(vec![remove("ann@example.org")])).unwrap();
    assert!(store.commit(&decision(vec![remove("ann@second.example")])).is_err());
    let bobs = Address::parse("bob@example.org").unwrap();
    let add = Change::AddAddress { player: player_id("ann"), address: bobs };
    assert!(store.commit(&decision(vec![add])).is_err());
}

#[test]
fn letters_of_who_left_prove_nothing_in_that_game() {
    let (_folder, store) = new_store();
    running_game(&store);
    let mut decision = decision(Vec::new());
    let elsewhere = OutboxLetter { game: None, ..letter_to("ann", "note", b"two") };
    decision.letters = vec![letter_to("ann", "report 1", b"one"), elsewhere, letter_to("bob", "report 2", b"three")];
    store.commit(&decision).unwrap();
    let burn = Change::BurnLettersOf { player: player_id("ann"), game: Some(game_id("cw1")), address: None };
    store.commit(&store::decision(vec![burn])).unwrap();
    let ids = ["<report.1@judge.example>", "<note@judge.example>", "<report.2@judge.example>"];
    let burnt: Vec<bool> = store.read().sent_letters(&ids).unwrap().iter().map(|sent| sent.is_burnt).collect();
    assert_eq!(burnt, [true, false, false]);
}

async fn stage(folder: &Path) -> Stage {
    stage_that(folder, |_| {}).await
}

async fn stage_that(folder: &Path, arrange: impl FnOnce(&mut House)) -> Stage {
    let rhythm = || Rhythm { cron: "0 20 * * Tue,Fri".to_owned(), least_minutes: 1440 };
    let timetable = Timetable {
        zone: chrono_tz::UTC,
        rhythms: [("strategic".to_owned(), rhythm()), ("tactical".to_owned(), rhythm())].into(),
        grace_minutes: 1440,
        reminders_minutes: vec![],
        pace: Pace::default(),
    };
    let shelf = adjutant::books::of_the_house();
    let scene = Scene {
        judge: "judge@adjutant.example",
        gm: ("Grace", GM),
        timetable,
        shelf,
        begins: BEGINS,
        templates: vec![],
    };
    let mut stage = Stage::set_up_with(folder, scene, [5; 32], arrange).unwrap();
    stage.pass().await.unwrap();
    let welcome = stage.newest(GM).unwrap().message_id;
    let create = Written {
        from: GM.to_owned(),
        subject: "new".to_owned(),
        text: "CREATE war FROM civil-war/1861".to_owned(),
        in_reply_to: Some(welcome),
        ..Written::default()
    };
    stage.mail(&create).unwrap();
    stage.pass().await.unwrap();
    stage
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_senders_make_us_write_a_hundred_letters_a_day_and_spam_none() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = stage(folder.path()).await;
    assert!(
        stage
            .judge()
            .store()
            .read()
            .game(&GameId::parse("war").unwrap(), &adjutant::books::of_the_house())
            .unwrap()
            .is_some()
    );
    let texts = ["HELP", "SIGNON war AS usa-sc", "GAMES", "Buy now, help yourself to a better life", "unsubscribe"];
    for sender in 0..300 {
        let letter = Written {
            from: format!("victim{sender}@many.example"),
            subject: "[war] urgent".to_owned(),
            text: texts[sender % texts.len()].to_owned(),
            ..Written::default()
        };
        stage.mail(&letter).unwrap();
    }
    let sent = stage.pass().await.unwrap().sent;
    assert_eq!(sent, 100);
    for sender in (0..300).filter(|sender| sender % texts.len() > 2) {
        assert!(stage.letters(&format!("victim{sender}@many.example")).unwrap().is_empty(), "spam was answered");
    }
}

/// An answer of `from` to his newest letter.
fn mail_answer(stage: &mut Stage, from: &str, text: &str) {
    let letter = Written {
        from: from.to_owned(),
        subject: "[war] a letter".to_owned(),
        text: text.to_owned(),
        in_reply_to: Some(stage.newest(from).unwrap().message_id),
        ..Written::default()
    };
    stage.mail(&letter).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_are_answered_together_to_nobody_who_was_locked_meanwhile() {
    const SC: &str = "abe@play.example";
    for is_locked in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let mut stage = stage(folder.path()).await;
        for text in ["SEAT Abe <abe@play.example> AS usa-sc\nSEAT Jeff <jeff@play.example> AS csa-sc", "START"] {
            mail_answer(&mut stage, GM, text);
            stage.pass().await.unwrap();
        }
        // More letters that change something than are answered in an hour.
        for number in 0..62 {
            let orders = ["PP East 17, West 15, Trans 5, Naval 0", "PP East 16, West 16, Trans 5, Naval 0"];
            mail_answer(&mut stage, SC, orders[number % 2]);
            stage.pass().await.unwrap();
        }
        if is_locked {
            mail_answer(&mut stage, GM, "LOCK usa-sc");
            stage.pass().await.unwrap();
        }
        stage.pass_at(stage.now + 901).await.unwrap();
        let letters = stage.letters(SC).unwrap();
        let together = letters.iter().filter(|letter| letter.subject.contains("answered together")).count();
        assert_eq!(together, usize::from(!is_locked), "locked: {is_locked}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_to_people_reaches_the_game_master_within_a_day() {
    const SC: &str = "abe@play.example";
    let folder = tempfile::tempdir().unwrap();
    let mut stage = stage(folder.path()).await;
    for text in ["SEAT Abe <abe@play.example> AS usa-sc\nSEAT Jeff <jeff@play.example> AS csa-sc", "START"] {
        mail_answer(&mut stage, GM, text);
        stage.pass().await.unwrap();
    }
    let words = "I am in hospital until the 25th.";
    let told = |stage: &Stage| {
        let letters = stage.letters(GM).unwrap();
        letters.iter().filter(|letter| letter.text.contains(words) && letter.text.contains("usa-sc")).count()
    };
    for _ in 0..2 {
        mail_answer(&mut stage, SC, words);
        stage.pass().await.unwrap();
    }
    let answer = stage.newest(SC).unwrap().text;
    assert!(answer.split_whitespace().collect::<Vec<_>>().join(" ").contains("It goes to the GM"), "{answer}");
    assert_eq!(told(&stage), 0, "what is written to the game master is gathered");
    stage.pass_at(stage.now + 86_401).await.unwrap();
    assert_eq!(told(&stage), 1, "once, and no later than a day after it came");
    stage.pass_at(stage.now + 86_401).await.unwrap();
    assert_eq!(told(&stage), 1);
}

fn subjects(stage: &Stage, address: &str) -> Vec<String> {
    stage.letters(address).unwrap().into_iter().map(|letter| letter.subject).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_for_an_address_leaves_in_order_once_it_is_confirmed() {
    const SC: &str = "abe@play.example";
    for by_gm in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let mut stage = stage_that(folder.path(), |house| house.proof.confirm_seated = true).await;
        mail_answer(&mut stage, GM, "SEAT Abe <abe@play.example> AS usa-sc\nSEAT Jeff <jeff@play.example> AS csa-sc");
        stage.pass().await.unwrap();
        let answer = stage.newest(GM).unwrap();
        let word = answer.text.lines().find(|line| line.trim().starts_with("CONFIRM ")).unwrap().trim().to_owned();
        for text in ["START", "PRESS TO usa-sc: welcome aboard", "EXTEND 24h phase=1"] {
            mail_answer(&mut stage, GM, text);
            stage.pass().await.unwrap();
        }
        assert_eq!(subjects(&stage, SC), ["[war] please confirm your address"]);
        let tally = stage.judge().store().tally_up().unwrap();
        assert!(tally.to_send == 0 && tally.held > 0, "what is kept is held, and no trouble: {tally:?}");
        match by_gm {
            true => mail_answer(&mut stage, GM, &word),
            false => mail_answer(&mut stage, SC, "Yes"),
        }
        stage.pass().await.unwrap();
        let subjects = subjects(&stage, SC);
        let place = |words: &str| subjects.iter().position(|subject| subject.contains(words));
        let places = ["welcome", "opening", "press", "deadline"].map(place);
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{subjects:#?}");
        assert_eq!(subjects.last().unwrap().contains("your address is confirmed"), !by_gm, "{subjects:#?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_loses_a_seat_before_his_welcome_left_is_welcomed_to_those_that_are_left_to_him() {
    const SC: &str = "abe@play.example";
    let folder = tempfile::tempdir().unwrap();
    let mut stage = stage_that(folder.path(), |house| house.proof.confirm_seated = true).await;
    let seats = "SEAT Abe <abe@play.example> AS usa-sc\nSEAT abe@play.example AS usa-west\n\
                 SEAT Ann <ann@play.example> AS usa-east";
    for (writer, text) in [(GM, seats), (GM, "SEAT ann@play.example AS usa-west"), (SC, "Yes")] {
        mail_answer(&mut stage, writer, text);
        stage.pass().await.unwrap();
    }
    let letters = stage.letters(SC).unwrap();
    let welcomes: Vec<_> = letters.iter().filter(|letter| letter.subject.contains("welcome")).collect();
    let [welcome] = &welcomes[..] else { panic!("{:#?}", subjects(&stage, SC)) };
    assert!(welcome.text.contains("you hold the seat usa-sc"), "{}", welcome.text);
    assert!(!welcome.text.contains("usa-west"), "{}", welcome.text);
}
