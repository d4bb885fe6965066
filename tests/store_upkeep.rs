//! What the store knows of letters that were refused, of poison in the outbox, of old letters and of alarms.

#[path = "support/store.rs"]
mod support;

use adjutant::desk::reach::Reach;
use adjutant::desk::{Change, Decision, GameStatus, JournalEntry, Verdict};
use adjutant::store::{Alarm, Fault, Imprint, Store, StoreError};
use support::*;

async fn enqueue(store: &Store, purposes: &[&str]) {
    let letters = purposes.iter().map(|purpose| letter_to("ann", purpose, b"bytes")).collect();
    store.commit(&Decision { letters, ..decision(Vec::new()) }).await.unwrap();
}

async fn refuse_first(store: &Store, reply: &str) {
    let due = store.due_letters(10, 10).await.unwrap();
    store.mark_sending(&[due[0].id]).await.unwrap();
    store.mark_failed(due[0].id, reply).await.unwrap();
}

#[tokio::test]
async fn a_refused_address_is_not_reached_until_a_letter_is_taken() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    enqueue(&store, &["one", "two"]).await;
    let people = [player_id("ann"), player_id("bob")];
    assert!(store.returned(&people).await.unwrap().is_empty());
    refuse_first(&store, "550 5.1.1 no such user").await;
    let known = store.returned(&people).await.unwrap();
    assert_eq!(known.len(), 1);
    assert_eq!((known[0].player.clone(), known[0].reach()), (player_id("ann"), Reach::Unreached));
    let due = store.due_letters(10, 10).await.unwrap();
    store.mark_sending(&[due[0].id]).await.unwrap();
    store.mark_sent(&[(due[0].id, "250 ok")], 10).await.unwrap();
    assert!(store.returned(&people).await.unwrap().is_empty());
}

#[tokio::test]
async fn what_we_withheld_ourselves_says_nothing_about_its_recipient() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    enqueue(&store, &["one"]).await;
    refuse_first(&store, "withheld: the recipient is not on the list").await;
    assert!(store.returned(&[player_id("ann")]).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_letter_to_an_address_that_is_registered_no_more_is_not_to_be_sent() {
    let (folder, store) = new_store().await;
    running_game(&store).await;
    enqueue(&store, &["one"]).await;
    assert_eq!(store.due_letters(10, 10).await.unwrap()[0].fault, None);
    let mut by_hand = by_hand(&folder).await;
    let change = "UPDATE address SET address = 'ann@new.example' WHERE address = 'ann@example.org'";
    sqlx::query(change).execute(&mut by_hand).await.unwrap();
    assert_eq!(store.due_letters(10, 10).await.unwrap()[0].fault, Some(Fault::NotRegistered));
}

#[tokio::test]
async fn a_letter_that_ends_the_judge_again_and_again_is_set_aside_and_the_others_go() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    enqueue(&store, &["poison", "plain"]).await;
    let poison = store.due_letters(10, 10).await.unwrap()[0].id;
    for _ in 0..10 {
        assert_eq!(store.due_letters(10, 10).await.unwrap()[0].fault, None);
        store.mark_sending(&[poison]).await.unwrap();
        store.return_sending().await.unwrap();
    }
    let due = store.due_letters(10, 10).await.unwrap();
    assert_eq!((due[0].fault, due[1].fault), (Some(Fault::BreaksTheSender), None));
}

/// A letter that was decided: about the game or about none.
async fn decided(store: &Store, uid: &str, arrived: i64, bytes: &[u8], game: bool) -> i64 {
    let kept = store.keep_letter(&letter(uid, arrived, bytes)).await.unwrap();
    let mut decision = adjutant::desk::Decision::new(Verdict::Answered);
    decision.game = game.then(|| game_id("cw1"));
    let mut canon = [0; 32];
    canon[..uid.len()].copy_from_slice(uid.as_bytes());
    store.commit_letter(kept.id, Some(&Imprint { canon, message_id: None }), &decision).await.unwrap();
    kept.id
}

/// What the judge wrote is mailed again never, once it left: its bytes may go, those of letters that wait may not.
#[tokio::test]
async fn letters_that_left_are_emptied_when_they_are_old_and_those_that_wait_are_not() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    let entry = |at: i64| JournalEntry { game: None, player: None, at, act: "did".to_owned(), reason: None };
    for (at, purpose) in [(1_000, "old and sent"), (1_001, "old and waits"), (5_000, "new and sent")] {
        store.commit(&Decision { journal: vec![entry(at)], ..decision(Vec::new()) }).await.unwrap();
        enqueue(&store, &[purpose]).await;
    }
    let due = store.due_letters(10, 10).await.unwrap();
    for letter in due.iter().filter(|letter| letter.purpose.ends_with("sent")) {
        store.mark_sending(&[letter.id]).await.unwrap();
        store.mark_sent(&[(letter.id, "250 ok")], 10).await.unwrap();
    }
    assert_eq!(store.empty_sent(4_000).await.unwrap(), 0, "their phase is open");
    store.commit(&decision(vec![close_phase("cw1", 1), open_phase("cw1", 2)])).await.unwrap();
    assert_eq!(store.empty_sent(1_000).await.unwrap(), 0, "not yet");
    assert_eq!(store.empty_sent(4_000).await.unwrap(), 1);
    assert_eq!(store.empty_sent(4_000).await.unwrap(), 0, "once");
    let verified = store.verify_rows().await.unwrap();
    assert!(verified.damaged.is_empty(), "{:?}", verified.damaged);
    let waiting = store.due_letters(10, 10).await.unwrap();
    assert!(waiting.len() == 1 && waiting[0].fault.is_none() && waiting[0].bytes == b"bytes");
}

#[tokio::test]
async fn old_letters_are_emptied_when_their_game_is_long_over_and_the_ledger_stays() {
    let (_folder, store) = new_store().await;
    running_game(&store).await; // its phase ends at 2000
    let of_game = decided(&store, "g", 1_500, b"orders", true).await;
    let spam = decided(&store, "s", 100, b"spam", false).await;
    let late = decided(&store, "l", 9_000, b"late spam", false).await;
    let shared = decided(&store, "s2", 8_000, b"spam too", false).await;
    decided(&store, "s3", 50, b"spam too", false).await;
    let waiting = store.keep_letter(&letter("w", 10, b"undecided")).await.unwrap().id;
    assert_eq!(store.empty_raw(5_000, 5_000).await.unwrap(), 1, "the game still runs");
    store.commit(&decision(vec![Change::SetStatus { game: game_id("cw1"), status: GameStatus::Over }])).await.unwrap();
    assert_eq!(store.empty_raw(2_000, 5_000).await.unwrap(), 0, "not yet");
    assert_eq!(store.empty_raw(2_001, 5_000).await.unwrap(), 1);
    for gone in [of_game, spam] {
        assert!(matches!(store.raw_letter(gone).await, Err(StoreError::Emptied(id)) if id == gone));
    }
    for kept in [late, shared, waiting] {
        assert!(!store.raw_letter(kept).await.unwrap().bytes.is_empty());
    }
    assert_eq!(store.known_letters("inbox", 7).await.unwrap().len(), 6);
    assert!(!store.keep_again(&letter("elsewhere", 1, b"late spam")).await.unwrap());
}

#[tokio::test]
async fn what_is_kept_of_a_raw_letter_cannot_be_changed() {
    let (folder, store) = new_store().await;
    decided(&store, "g", 1_500, b"orders", false).await;
    let mut by_hand = by_hand(&folder).await;
    for words in ["UPDATE raw SET bytes = x'41'", "UPDATE raw SET sha256 = 'x'", "DELETE FROM raw"] {
        assert!(sqlx::query(words).execute(&mut by_hand).await.is_err(), "{words}");
    }
}

#[tokio::test]
async fn alarms_are_remembered_over_a_restart() {
    let (folder, store) = new_store().await;
    store.note_alarm("mailbox", Alarm { since: 5, told: 6 }).await.unwrap();
    store.close().await;
    let store = Store::open(&database(&folder)).await.unwrap();
    assert_eq!(store.alarms().await.unwrap()["mailbox"], Alarm { since: 5, told: 6 });
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shell_that_holds_the_write_lock_makes_us_wait_and_nothing_is_lost() {
    let (folder, store) = new_store().await;
    running_game(&store).await;
    let mut shell = by_hand(&folder).await;
    sqlx::raw_sql("BEGIN IMMEDIATE; UPDATE meta SET value = value;").execute(&mut shell).await.unwrap();
    let writing = tokio::spawn(async move {
        enqueue(&store, &["one"]).await;
        store
    });
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    assert!(!writing.is_finished(), "it waits");
    sqlx::raw_sql("COMMIT").execute(&mut shell).await.unwrap();
    let store = writing.await.unwrap();
    assert_eq!(store.due_letters(10, 10).await.unwrap().len(), 1);
}
