//! What the store knows of letters that were refused, of poison in the outbox, of old letters and of alarms.

use crate::support::store::*;
use adjutant::desk::reach::Reach;
use adjutant::desk::{Change, Decision, GameStatus, JournalEntry, Verdict};
use adjutant::store::{Alarm, Fault, Imprint, Store, StoreError};

fn enqueue(store: &Store, purposes: &[&str]) {
    let letters = purposes.iter().map(|purpose| letter_to("ann", purpose, b"bytes")).collect();
    store.commit(&Decision { letters, ..decision(Vec::new()) }).unwrap();
}

fn refuse_first(store: &Store, reply: &str) {
    let due = store.due_letters(10, 10).unwrap();
    store.mark_sending(&[due[0].id]).unwrap();
    store.mark_failed(due[0].id, reply).unwrap();
}

#[test]
fn a_refused_address_is_not_reached_until_a_letter_is_taken() {
    let (_folder, store) = new_store();
    running_game(&store);
    enqueue(&store, &["one", "two"]);
    let people = [player_id("ann"), player_id("bob")];
    assert!(store.returned(&people).unwrap().is_empty());
    refuse_first(&store, "550 5.1.1 no such user");
    let known = store.returned(&people).unwrap();
    assert_eq!(known.len(), 1);
    assert_eq!((known[0].player.clone(), known[0].reach()), (player_id("ann"), Reach::Unreached));
    let due = store.due_letters(10, 10).unwrap();
    store.mark_sending(&[due[0].id]).unwrap();
    store.mark_sent(&[(due[0].id, "250 ok")], 10).unwrap();
    assert!(store.returned(&people).unwrap().is_empty());
}

#[test]
fn what_we_withheld_ourselves_says_nothing_about_its_recipient() {
    let (_folder, store) = new_store();
    running_game(&store);
    enqueue(&store, &["one"]);
    refuse_first(&store, "withheld: the recipient is not on the list");
    assert!(store.returned(&[player_id("ann")]).unwrap().is_empty());
}

#[test]
fn a_letter_to_an_address_that_is_registered_no_more_is_not_to_be_sent() {
    let (folder, store) = new_store();
    running_game(&store);
    enqueue(&store, &["one"]);
    assert_eq!(store.due_letters(10, 10).unwrap()[0].fault, None);
    let by_hand = by_hand(&folder);
    let change = "UPDATE address SET address = 'ann@new.example' WHERE address = 'ann@example.org'";
    by_hand.run(change).unwrap();
    assert_eq!(store.due_letters(10, 10).unwrap()[0].fault, Some(Fault::NotRegistered));
}

#[test]
fn a_letter_that_ends_the_judge_again_and_again_is_set_aside_and_the_others_go() {
    let (_folder, store) = new_store();
    running_game(&store);
    enqueue(&store, &["poison", "plain"]);
    let poison = store.due_letters(10, 10).unwrap()[0].id;
    for _ in 0..10 {
        assert_eq!(store.due_letters(10, 10).unwrap()[0].fault, None);
        store.mark_sending(&[poison]).unwrap();
        store.return_sending().unwrap();
    }
    let due = store.due_letters(10, 10).unwrap();
    assert_eq!((due[0].fault, due[1].fault), (Some(Fault::BreaksTheSender), None));
}

/// A letter that was decided: about the game or about none.
fn decided(store: &Store, uid: &str, arrived: i64, bytes: &[u8], game: bool) -> i64 {
    let kept = store.keep_letter(&letter(uid, arrived, bytes)).unwrap();
    let mut decision = adjutant::desk::Decision::new(Verdict::Answered);
    decision.game = game.then(|| game_id("cw1"));
    let mut canon = [0; 32];
    canon[..uid.len()].copy_from_slice(uid.as_bytes());
    store.commit_letter(kept.id, Some(&Imprint { canon, message_id: None }), &decision).unwrap();
    kept.id
}

/// What the judge wrote is mailed again never, once it left: its bytes may go, those of letters that wait may not.
#[test]
fn letters_that_left_are_emptied_when_they_are_old_and_those_that_wait_are_not() {
    let (_folder, store) = new_store();
    running_game(&store);
    let entry = |at: i64| JournalEntry { game: None, player: None, at, act: "did".to_owned(), reason: None };
    for (at, purpose) in [(1_000, "old and sent"), (1_001, "old and waits"), (5_000, "new and sent")] {
        store.commit(&Decision { journal: vec![entry(at)], ..decision(Vec::new()) }).unwrap();
        enqueue(&store, &[purpose]);
    }
    let due = store.due_letters(10, 10).unwrap();
    for letter in due.iter().filter(|letter| letter.purpose.ends_with("sent")) {
        store.mark_sending(&[letter.id]).unwrap();
        store.mark_sent(&[(letter.id, "250 ok")], 10).unwrap();
    }
    assert_eq!(store.empty_sent(4_000).unwrap(), 0, "their phase is open");
    store.commit(&decision(vec![close_phase("cw1", 1), open_phase("cw1", 2)])).unwrap();
    assert_eq!(store.empty_sent(1_000).unwrap(), 0, "not yet");
    assert_eq!(store.empty_sent(4_000).unwrap(), 1);
    assert_eq!(store.empty_sent(4_000).unwrap(), 0, "once");
    let verified = store.verify_rows().unwrap();
    assert!(verified.damaged.is_empty(), "{:?}", verified.damaged);
    let waiting = store.due_letters(10, 10).unwrap();
    assert!(waiting.len() == 1 && waiting[0].fault.is_none() && waiting[0].bytes == b"bytes");
}

#[test]
fn old_letters_are_emptied_when_their_game_is_long_over_and_the_ledger_stays() {
    let (_folder, store) = new_store();
    running_game(&store); // its phase ends at 2000
    let of_game = decided(&store, "g", 1_500, b"orders", true);
    let spam = decided(&store, "s", 100, b"spam", false);
    let late = decided(&store, "l", 9_000, b"late spam", false);
    let shared = decided(&store, "s2", 8_000, b"spam too", false);
    decided(&store, "s3", 50, b"spam too", false);
    let waiting = store.keep_letter(&letter("w", 10, b"undecided")).unwrap().id;
    assert_eq!(store.empty_raw(5_000, 5_000).unwrap(), 1, "the game still runs");
    store.commit(&decision(vec![Change::SetStatus { game: game_id("cw1"), status: GameStatus::Over }])).unwrap();
    assert_eq!(store.empty_raw(2_000, 5_000).unwrap(), 0, "not yet");
    assert_eq!(store.empty_raw(2_001, 5_000).unwrap(), 1);
    for gone in [of_game, spam] {
        assert!(matches!(store.raw_letter(gone), Err(StoreError::Emptied(id)) if id == gone));
    }
    for kept in [late, shared, waiting] {
        assert!(!store.raw_letter(kept).unwrap().bytes.is_empty());
    }
    assert_eq!(store.known_letters("inbox", 7).unwrap().len(), 6);
    assert!(!store.keep_again(&letter("elsewhere", 1, b"late spam")).unwrap());
}

#[test]
fn what_is_kept_of_a_raw_letter_cannot_be_changed() {
    let (folder, store) = new_store();
    decided(&store, "g", 1_500, b"orders", false);
    let by_hand = by_hand(&folder);
    for words in ["UPDATE raw SET bytes = x'41'", "UPDATE raw SET sha256 = 'x'", "DELETE FROM raw"] {
        assert!(by_hand.run(words).is_err(), "{words}");
    }
}

#[test]
fn alarms_are_remembered_over_a_restart() {
    let (folder, store) = new_store();
    store.note_alarm("mailbox", Alarm { since: 5, told: 6 }).unwrap();
    store.close();
    let store = Store::open(&database(&folder)).unwrap();
    assert_eq!(store.alarms().unwrap()["mailbox"], Alarm { since: 5, told: 6 });
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shell_that_holds_the_write_lock_makes_us_wait_and_nothing_is_lost() {
    let (folder, store) = new_store();
    running_game(&store);
    let shell = by_hand(&folder);
    shell.run("BEGIN IMMEDIATE; UPDATE meta SET value = value;").unwrap();
    let writing = tokio::spawn(async move {
        enqueue(&store, &["one"]);
        store
    });
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    assert!(!writing.is_finished(), "it waits");
    shell.run("COMMIT").unwrap();
    let store = writing.await.unwrap();
    assert_eq!(store.due_letters(10, 10).unwrap().len(), 1);
}
