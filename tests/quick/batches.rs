//! Letters that are found together are decided together, and come to the same as if each had come alone.

use std::collections::BTreeMap;

use crate::support::by_hand::ByHand;
use crate::support::war::{SEATS, War, address};
use adjutant::cli::stage::Written;
use adjutant::game::GameId;
use adjutant::store::Store;

const GM: &str = "grace@gm.example";

/// A letter to be written: from whom, under which subject, and what.
type Post<'a> = (&'a str, &'a str, &'a str);

/// Orders of five commanders, and between them all that may not share a commit with them.
const POSTS: &[Post<'_>] = &[
    ("usa-east", "", "PP 1: enter 1 infantry at Washington\nPP 2-5: move McDowell to Manassas"),
    ("csa-east", "", "PP 1: enter 1 infantry at Richmond\nhold Jackson"),
    ("usa-west", "", "PP 1: enter 1 infantry at Cairo"),
    ("usa-west", "", "PP 1: enter 1 infantry at Cincinnati\nSHOW"),
    ("gm", "", "AS csa-east\nPP 1: enter 1 infantry at Norfolk"),
    ("csa-east", "", "ADD\nhold Magruder"),
    ("usa-trans", "", "PP 1: enter 1 infantry at St Louis\nPRESS csa-west: good day"),
    ("stranger", "hello", "may I play, too?"),
    ("csa-west", "no proof", "PP 1: enter 1 infantry at Memphis"),
    ("csa-west", "", "PP 1: enter 1 infantry at Nashville"),
    ("gm", "", "DEADLINE +2h because=\"of rain\""),
    ("usa-east", "", "CANCEL 1"),
    ("usa-sc", "", "HELP"),
    ("usa-east", "", "CANCEL 1"),
    ("usa-west", "", "Dear judge, thank you for everything."),
];

fn writer(who: &str) -> String {
    match who {
        "gm" => GM.to_owned(),
        "stranger" => "somebody@else.example".to_owned(),
        seat => address(seat),
    }
}

/// Keeps a letter as if it had been found in the mailbox.
fn keep(store: &Store, letter: &[u8], uid: usize, arrived: i64) -> i64 {
    let (uid, size) = (uid.to_string(), letter.len() as u64);
    let new = adjutant::store::NewLetter {
        mailbox: "inbox",
        validity: 1,
        uid: &uid,
        arrived,
        size,
        is_truncated: false,
        missed: None,
        bytes: letter,
    };
    store.keep_letter(&new).unwrap().id
}

/// The letters as bytes: all answer the reports that opened the phase.
fn write(war: &mut War) -> Vec<Vec<u8>> {
    let mut written = Vec::new();
    for (who, subject, text) in POSTS {
        let from = writer(who);
        let report = match *who {
            "stranger" => None,
            _ if !subject.is_empty() => None,
            _ => war.stage.newest(&from).ok(),
        };
        let letter = Written {
            subject: if subject.is_empty() { "Re: [war] orders".to_owned() } else { (*subject).to_owned() },
            text: (*text).to_owned(),
            in_reply_to: report.map(|report| report.message_id),
            from,
            ..Written::default()
        };
        written.push(war.stage.write(&letter).unwrap().1);
    }
    // The same letter once more is a copy.
    written.push(written[0].clone());
    written
}

/// Every letter that anybody has from the judge, as bytes.
fn everything(war: &War) -> BTreeMap<String, Vec<Vec<u8>>> {
    let mut all = BTreeMap::new();
    for who in SEATS.into_iter().chain(["gm", "stranger"]) {
        let mut letters: Vec<Vec<u8>> =
            war.stage.letters(&writer(who)).unwrap().into_iter().map(|letter| letter.raw).collect();
        letters.sort();
        all.insert(who.to_owned(), letters);
    }
    all
}

async fn war_in_its_first_sub_turn() -> War {
    let mut war = War::begin().await;
    war.end_phase().await;
    war
}

/// Gives the same letters to two judges, all at once to the one and one by one to the other: they do the same.
async fn come_to_the_same(mut together: War, mut alone: War, letters: &[Vec<u8>]) {
    for letter in letters {
        together.stage.mail_raw(letter).unwrap();
    }
    let pass = together.stage.pass().await.unwrap();
    assert_eq!(pass.decided.len(), letters.len());
    for letter in letters {
        alone.stage.mail_raw(letter).unwrap();
        assert_eq!(alone.stage.pass().await.unwrap().decided.len(), 1);
    }
    for (who, letters) in everything(&alone) {
        let other = &everything(&together)[&who];
        assert!(&letters == other, "the letters to {who} differ: {} and {}", letters.len(), other.len());
    }
    let game = GameId::parse("war").unwrap();
    let [one, other] = [&together, &alone].map(|war| war.stage.judge().store().clone());
    let [one, other] = [one.steps(&game).unwrap(), other.steps(&game).unwrap()];
    assert_eq!(one, other);
    assert_eq!(
        together.stage.judge().store().verify_journal().unwrap(),
        alone.stage.judge().store().verify_journal().unwrap()
    );
}

#[tokio::test]
async fn letters_decided_together_come_to_the_same_as_one_by_one() {
    let (mut together, mut alone) = (war_in_its_first_sub_turn().await, war_in_its_first_sub_turn().await);
    let letters = write(&mut together);
    assert_eq!(letters, write(&mut alone));
    come_to_the_same(together, alone, &letters).await;
}

/// More than are answered in an hour, and one that answers what the first of them was answered.
#[tokio::test]
async fn many_letters_of_one_writer_decided_together_come_to_the_same_as_one_by_one() {
    let (together, mut alone) = (war_in_its_first_sub_turn().await, war_in_its_first_sub_turn().await);
    let from = writer("usa-east");
    let mut letters: Vec<Vec<u8>> = Vec::new();
    let report = alone.stage.newest(&from).unwrap().message_id;
    for number in 0..70 {
        let text = format!("PP {}: enter 1 infantry at Washington\nhold McDowell", 1 + number % 5);
        letters.push(reply(&mut alone, &from, &text, &report));
    }
    // The receipt of the first is known from a judge of his own.
    let mut first = war_in_its_first_sub_turn().await;
    first.stage.mail_raw(&letters[0]).unwrap();
    first.stage.pass().await.unwrap();
    let receipt = first.stage.newest(&from).unwrap().message_id;
    assert_ne!(receipt, report);
    letters.insert(2, reply(&mut alone, &from, "CANCEL 1", &receipt));
    come_to_the_same(together, alone, &letters).await;
}

fn reply(war: &mut War, from: &str, text: &str, message_id: &str) -> Vec<u8> {
    let letter = Written {
        subject: "Re: [war] orders".to_owned(),
        text: text.to_owned(),
        in_reply_to: Some(message_id.to_owned()),
        from: from.to_owned(),
        ..Written::default()
    };
    war.stage.write(&letter).unwrap().1
}

#[tokio::test]
async fn what_is_remembered_of_a_game_is_what_is_stored() {
    let mut war = war_in_its_first_sub_turn().await;
    let game = GameId::parse("war").unwrap();
    for letter in write(&mut war) {
        war.stage.mail_raw(&letter).unwrap();
        war.stage.pass().await.unwrap();
        let judge = war.stage.judge();
        let remembered = judge.store().read().game(&game, &judge.house().shelf).unwrap().unwrap();
        let reader = Store::read_only(judge.store().path()).unwrap();
        let stored = reader.read().game(&game, &adjutant::books::of_the_house()).unwrap().unwrap();
        assert_eq!(remembered.sheets, stored.sheets);
        assert_eq!(remembered.timetable, stored.timetable);
        assert_eq!(format!("{:?}", remembered.phase), format!("{:?}", stored.phase));
        assert_eq!(format!("{:?}", remembered.roster), format!("{:?}", stored.roster));
        assert_eq!((remembered.state, remembered.facts), (stored.state, stored.facts));
        assert_eq!(
            (remembered.status, remembered.holds_reports, remembered.awaits_release),
            (stored.status, stored.holds_reports, stored.awaits_release)
        );
        reader.close();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_that_cannot_be_written_leaves_nothing_and_the_others_are_decided() {
    let mut war = war_in_its_first_sub_turn().await;
    let letters = write(&mut war);
    let store = war.stage.judge().store().clone();
    let kept: Vec<i64> = (0..3).map(|number| keep(&store, &letters[number], number, war.stage.now)).collect();
    let before = everything(&war);
    let hand = ByHand::open(&war.folder().join("adjutant.db"));
    let no = "CREATE TRIGGER no BEFORE INSERT ON sheet WHEN NEW.seat = 'csa-east' BEGIN SELECT RAISE(ABORT, 'no'); END";
    hand.run(no).unwrap();
    let mut decided = Vec::new();
    war.stage.judge().decide_letters(war.stage.now, &mut decided).unwrap();
    decided.sort_unstable();
    assert_eq!(decided, kept, "the second is set aside when it failed three times");
    let verdicts: Vec<String> = hand.all(
        "SELECT verdict FROM letter WHERE id IN (SELECT max(id) - 2 FROM letter
        UNION SELECT max(id) - 1 FROM letter UNION SELECT max(id) FROM letter) ORDER BY id",
    );
    let is_set_aside: Vec<bool> = verdicts.iter().map(|verdict| verdict.contains("quarantined")).collect();
    assert_eq!(is_set_aside, [false, true, false], "{verdicts:?}");
    let game = GameId::parse("war").unwrap();
    let record = store.read().game(&game, &war.stage.judge().house().shelf).unwrap().unwrap();
    let on_file: Vec<_> = record.sheets.keys().map(ToString::to_string).collect();
    assert_eq!(on_file, ["usa-east", "usa-west"]);
    war.stage.pass().await.unwrap();
    let after = everything(&war);
    assert_eq!(after["csa-east"].len(), before["csa-east"].len() + 1, "one letter for him");
    let told = war.stage.newest(&address("csa-east")).unwrap().text.replace('\n', " ");
    assert!(told.contains("the judge failed over it. Nothing in it counts"), "{told}");
    assert!(!told.contains("On file"), "he is not told that his orders are on file: {told}");
    assert_eq!(after["gm"].len(), before["gm"].len() + 1, "the game master hears of it");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_holds_the_database_for_a_while_keeps_no_letter_from_being_decided() {
    let mut war = war_in_its_first_sub_turn().await;
    let letters = write(&mut war);
    let store = war.stage.judge().store().clone();
    let kept: Vec<i64> = (0..3).map(|number| keep(&store, &letters[number], number, war.stage.now)).collect();
    let database = war.folder().join("adjutant.db");
    let (tell, told) = std::sync::mpsc::channel();
    let holder = std::thread::spawn(move || {
        let hand = ByHand::open(&database);
        hand.run("BEGIN IMMEDIATE").unwrap();
        tell.send(()).unwrap();
        std::thread::sleep(std::time::Duration::from_secs(2));
        hand.run("ROLLBACK").unwrap();
    });
    told.recv().unwrap();
    let copy = war.folder().join("copy.db");
    let mut decided = Vec::new();
    war.stage.judge().decide_letters(war.stage.now, &mut decided).unwrap();
    assert_eq!(decided, kept);
    holder.join().unwrap();
    adjutant::store::back_up(&war.folder().join("adjutant.db"), &copy).unwrap();
    let copied = Store::read_only(&copy).unwrap();
    assert!(copied.undecided_letters(9).unwrap().is_empty());
    copied.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_about_a_game_that_cannot_be_read_wait_and_the_others_are_decided() {
    let mut war = war_in_its_first_sub_turn().await;
    let letters = write(&mut war);
    let store = war.stage.judge().store().clone();
    let (about_the_war, about_none) =
        (keep(&store, &letters[0], 1, war.stage.now), keep(&store, &letters[7], 2, war.stage.now));
    let hand = ByHand::open(&war.folder().join("adjutant.db"));
    let timetable: String = hand.one("SELECT timetable FROM game");
    hand.run("UPDATE game SET timetable = '{'").unwrap();
    for round in 1..=5 {
        let mut decided = Vec::new();
        let outcome = war.stage.judge().decide_letters(war.stage.now, &mut decided);
        assert!(outcome.is_err(), "{round}: the desk says that something is wrong");
        assert_eq!(decided, if round == 1 { vec![about_none] } else { Vec::new() });
        let waiting = store.undecided_letters(9).unwrap();
        assert_eq!(waiting.iter().map(|letter| (letter.id, letter.attempts)).collect::<Vec<_>>(), [(about_the_war, 0)]);
    }
    hand.run(&format!("UPDATE game SET timetable = '{timetable}'")).unwrap();
    let mut decided = Vec::new();
    war.stage.judge().decide_letters(war.stage.now, &mut decided).unwrap();
    assert_eq!(decided, [about_the_war]);
}

#[tokio::test]
async fn letters_that_were_tried_before_are_decided_all_the_same_and_one_tried_thrice_is_set_aside() {
    let mut war = war_in_its_first_sub_turn().await;
    let letters = write(&mut war);
    let store = war.stage.judge().store().clone();
    let keep = |letter: &[u8], uid: usize| keep(&store, letter, uid, war.stage.now);
    let (first, second, third) = (keep(&letters[0], 1), keep(&letters[1], 2), keep(&letters[2], 3));
    // A judge died while these two were decided together; the second had broken him twice before.
    store.begin_attempts(&[first, second]).unwrap();
    store.begin_attempts(&[second]).unwrap();
    store.begin_attempts(&[second]).unwrap();
    let mut decided = Vec::new();
    war.stage.judge().decide_letters(war.stage.now, &mut decided).unwrap();
    assert_eq!(decided, [first, second, third]);
    let game = GameId::parse("war").unwrap();
    let record = store.read().game(&game, &war.stage.judge().house().shelf).unwrap().unwrap();
    let on_file: Vec<_> = record.sheets.keys().map(ToString::to_string).collect();
    assert_eq!(on_file, ["usa-east", "usa-west"], "the letter that broke the judge three times is set aside");
    war.stage.pass().await.unwrap();
    let told = war.stage.newest(&address("csa-east")).unwrap().text.replace('\n', " ");
    assert!(told.contains("the judge failed over it. Nothing in it counts"), "{told}");
}
