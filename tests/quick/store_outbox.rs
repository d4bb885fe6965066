//! Letters leave the outbox at least once, always with the same bytes, and are never enqueued twice.

use crate::support::store;
use std::collections::BTreeMap;

use crate::support::store::{database, decision, game_id, letter_to, new_store, player_id, running_game};
use adjutant::desk::{Change, Decision, OutboxLetter, Verdict};
use adjutant::store::{Departures, Store, StoreError};
use serde_json::Value;

fn enqueue(store: &Store, letters: Vec<OutboxLetter>) {
    store.commit(&Decision { letters, ..Decision::new(Verdict::Answered) }).unwrap();
}

fn due(store: &Store, now: i64) -> Vec<String> {
    store.due_letters(now, 100).unwrap().into_iter().map(|row| row.purpose).collect()
}

/// The exported row of the outbox.
fn exported(store: &Store) -> Value {
    store.export(&game_id("cw1")).unwrap().unwrap()["outbox"][0].clone()
}

#[test]
fn a_purpose_is_enqueued_once_and_keeps_its_first_bytes() {
    let (_folder, store) = new_store();
    running_game(&store);
    let every_byte: Vec<u8> = (0..=255).collect();
    enqueue(&store, vec![letter_to("ann", "report 1", &every_byte)]);
    let again = vec![letter_to("ann", "report 1", b"other"), letter_to("bob", "report 2", b"two")];
    enqueue(&store, again);
    enqueue(&store, vec![letter_to("bob", "report 3", b"three"), letter_to("bob", "report 3", b"twice")]);
    let rows = store.due_letters(0, 100).unwrap();
    let told: Vec<_> = rows.iter().map(|row| (row.purpose.as_str(), row.to.as_str(), row.bytes.as_slice())).collect();
    let expected: [(&str, &str, &[u8]); 3] = [
        ("report 1", "ann@example.org", &every_byte),
        ("report 2", "bob@example.org", b"two"),
        ("report 3", "bob@example.org", b"three"),
    ];
    assert_eq!(told, expected);
    assert_eq!(rows[0].message_id, "<report.1@judge.example>");
    assert_eq!(store.due_letters(0, 2).unwrap().len(), 2);
}

#[test]
fn one_message_id_for_two_purposes_fails_the_decision() {
    let (_folder, store) = new_store();
    running_game(&store);
    enqueue(&store, vec![letter_to("ann", "report 1", b"one")]);
    let mut other = letter_to("ann", "report 2", b"two");
    other.outgoing.message_id = "<report.1@judge.example>".to_owned();
    let decision = Decision { letters: vec![other], ..decision(vec![store::create_game("cw2", "gm")]) };
    assert!(store.commit(&decision).is_err());
    assert!(store.read().game(&game_id("cw2"), &store::shelf()).unwrap().is_none());
}

#[test]
fn letters_in_the_outbox_are_frozen() {
    let (folder, store) = new_store();
    running_game(&store);
    enqueue(&store, vec![letter_to("ann", "report 1", b"one")]);
    let connection = store::by_hand(&folder);
    for words in ["UPDATE frozen SET bytes = x'00'", "UPDATE outbox SET recipient = 'eve@example.org'"] {
        assert!(connection.run(words).is_err(), "{words}");
    }
}

#[test]
fn a_letter_goes_from_pending_over_sending_to_sent() {
    let (_folder, store) = new_store();
    running_game(&store);
    enqueue(&store, vec![letter_to("ann", "report 1", b"one")]);
    let id = store.due_letters(0, 1).unwrap()[0].id;
    assert_eq!(store.mark_sending(&[id]).unwrap(), BTreeMap::from([(id, 1)]));
    assert!(due(&store, 0).is_empty());
    assert!(store.mark_sending(&[id]).unwrap().is_empty(), "not by two at once");
    store.mark_sent(&[(id, "250 2.0.0 queued as 4711")], 0).unwrap();
    assert!(matches!(store.mark_sent(&[(id, "again")], 0), Err(StoreError::NoSuch { .. })));
    let row = exported(&store);
    assert_eq!((row["state"].as_str(), row["reply"].as_str()), (Some("sent"), Some("250 2.0.0 queued as 4711")));
}

#[test]
fn letters_are_marked_together_and_those_that_were_not_tried_wait_as_before() {
    let (_folder, store) = new_store();
    running_game(&store);
    let letters = ["one", "two", "three"].map(|purpose| letter_to("ann", purpose, b"bytes"));
    enqueue(&store, letters.into());
    let ids: Vec<i64> = store.due_letters(0, 100).unwrap().iter().map(|row| row.id).collect();
    assert_eq!(store.mark_sending(&ids).unwrap(), ids.iter().map(|id| (*id, 1)).collect());
    let with_a_stranger = [(ids[0], "250 ok"), (4711, "250 ok")];
    assert!(matches!(store.mark_sent(&with_a_stranger, 7), Err(StoreError::NoSuch { .. })));
    store.mark_sent(&[(ids[0], "250 ok"), (ids[1], "250 ok")], 7).expect("neither was noted before");
    store.mark_untried(&ids).unwrap();
    let waiting = store.due_letters(0, 100).unwrap();
    assert_eq!(waiting.iter().map(|row| (row.id, row.attempts, row.resends)).collect::<Vec<_>>(), [(ids[2], 0, 0)]);
}

#[test]
fn a_retry_waits_for_its_time_and_a_failure_is_final() {
    let (folder, store) = new_store();
    running_game(&store);
    enqueue(&store, vec![letter_to("ann", "report 1", b"one")]);
    let first = store.due_letters(100, 1).unwrap().remove(0);
    store.mark_sending(&[first.id]).unwrap();
    store.mark_retry(first.id, 160, "451 try later").unwrap();
    drop(store);
    let store = Store::open(&database(&folder)).unwrap();
    assert!(due(&store, 159).is_empty());
    assert_eq!(store.next_due().unwrap(), Some(160));
    let again = store.due_letters(160, 1).unwrap().remove(0);
    assert_eq!((again.attempts, &again.bytes, &again.message_id), (1, &first.bytes, &first.message_id));
    store.mark_sending(&[again.id]).unwrap();
    store.mark_failed(again.id, "550 no such user").unwrap();
    assert!(due(&store, i64::MAX).is_empty());
    assert_eq!(store.next_due().unwrap(), None);
    assert_eq!(exported(&store)["state"], "failed");
}

#[test]
fn a_stop_while_sending_sends_the_same_bytes_again_and_counts_it() {
    let (folder, store) = new_store();
    running_game(&store);
    enqueue(&store, vec![letter_to("ann", "report 1", b"one")]);
    let first = store.due_letters(0, 1).unwrap().remove(0);
    store.mark_sending(&[first.id]).unwrap();
    drop(store);
    let store = Store::open(&database(&folder)).unwrap();
    let again = store.due_letters(0, 1).unwrap().remove(0);
    assert_eq!((again.bytes, again.message_id, again.attempts), (first.bytes, first.message_id, 1));
    assert_eq!(exported(&store)["resends"], 1);
}

#[test]
fn held_letters_go_when_the_gm_releases_them() {
    let (_folder, store) = new_store();
    running_game(&store);
    let held = OutboxLetter { is_held: true, ..letter_to("ann", "report 1", b"one") };
    let elsewhere = OutboxLetter { is_held: true, game: Some(game_id("cw2")), ..letter_to("ann", "report 2", b"two") };
    enqueue(&store, vec![held, elsewhere]);
    let id = 1;
    assert!(due(&store, 0).is_empty());
    assert!(store.mark_sending(&[id]).unwrap().is_empty());
    store.commit(&decision(vec![Change::ReleaseLetters { game: game_id("cw1") }])).unwrap();
    assert_eq!(due(&store, 0), ["report 1"]);
}

#[test]
fn our_letters_are_known_by_their_message_ids_until_burnt() {
    let (_folder, store) = new_store();
    running_game(&store);
    enqueue(&store, vec![letter_to("ann", "report 1", b"one"), letter_to("bob", "report 2", b"two")]);
    let (one, two) = ("<report.1@judge.example>", "<report.2@judge.example>");
    let found = store.read().sent_letters(&[two, one, "<somebody@else>"]).unwrap();
    let told: Vec<_> = found.iter().map(|sent| (sent.message_id.as_str(), &sent.player, sent.is_burnt)).collect();
    assert_eq!(told, [(one, &player_id("ann"), false), (two, &player_id("bob"), false)]);
    assert_eq!((found[0].purpose.as_str(), &found[0].game, found[0].phase), ("report 1", &Some(game_id("cw1")), 1));
    let burn = Change::BurnLetters { message_ids: vec![one.to_owned(), "<nobody@else>".to_owned()] };
    store.commit(&decision(vec![burn])).unwrap();
    let found = store.read().sent_letters(&[one, two]).unwrap();
    assert_eq!(found.iter().map(|sent| sent.is_burnt).collect::<Vec<_>>(), [true, false]);
    assert!(store.read().sent_letters(&[]).unwrap().is_empty());
}

#[test]
fn what_is_undone_is_not_sent_and_a_letter_that_left_meanwhile_fails_the_decision() {
    let (_folder, store) = new_store();
    running_game(&store);
    enqueue(&store, vec![letter_to("ann", "report 1", b"one"), letter_to("bob", "report 2", b"two")]);
    let ids: Vec<i64> = store.due_letters(0, 100).unwrap().iter().map(|row| row.id).collect();
    store.mark_sending(&[ids[0]]).unwrap();
    let undo = |told: &[i64], waiting: &[i64]| {
        decision(vec![Change::UndoLetters { told: told.to_vec(), waiting: waiting.to_vec(), at: 9 }])
    };
    // Decided while both waited; now one of them is on its way.
    let stale = store.commit(&undo(&[], &ids)).unwrap_err();
    assert!(matches!(stale, StoreError::LetterLeft), "{stale}");
    assert_eq!(due(&store, 0), ["report 2"]);
    store.commit(&undo(&ids[..1], &ids[1..])).unwrap();
    assert!(due(&store, 0).is_empty());
    assert_eq!(store.next_due().unwrap(), None);
    assert!(store.mark_sending(&[ids[1]]).unwrap().is_empty());
    // One that comes back is not tried again either.
    store.mark_retry(ids[0], 0, "451 later").unwrap();
    assert!(due(&store, 0).is_empty());
}

#[test]
fn reminders_and_digests_go_after_everything_else_or_not_at_all() {
    let (_folder, store) = new_store();
    running_game(&store);
    let purposes = ["reminder cw1 T1 120 ann", "talk x ann", "receipt 1", "together 7 cw1 ann", "report cw1 T1 north"];
    let letters = purposes.map(|purpose| letter_to("ann", purpose, purpose.as_bytes()));
    enqueue(&store, letters.into());
    let sorted = ["receipt 1", "report cw1 T1 north", "reminder cw1 T1 120 ann", "talk x ann", "together 7 cw1 ann"];
    assert_eq!(due(&store, 0), sorted);
    assert_eq!(store.due_count(0).unwrap(), (2, 3));
    let urgent = store.due_letters_of(0, 100, false).unwrap();
    assert_eq!(urgent.iter().map(|row| row.purpose.as_str()).collect::<Vec<_>>(), sorted[..2]);
}

#[test]
fn letters_that_left_are_counted_by_the_minute_and_the_day_over_a_restart() {
    let (folder, store) = new_store();
    running_game(&store);
    let letters = (1..=4).map(|n| letter_to("ann", &format!("report {n}"), format!("{n}").as_bytes()));
    enqueue(&store, letters.collect());
    let rows = store.due_letters(0, 100).unwrap();
    for (row, at) in rows.iter().zip([1_000, 50_000, 50_030]) {
        store.mark_sending(&[row.id]).unwrap();
        store.mark_sent(&[(row.id, "250 ok")], at).unwrap();
    }
    store.mark_sending(&[rows[3].id]).unwrap();
    store.mark_failed(rows[3].id, "550 no").unwrap();
    drop(store);
    let store = Store::open(&database(&folder)).unwrap();
    for (now, in_a_minute, in_a_day) in
        [(50_030, 2, 3), (50_060, 1, 3), (50_090, 0, 3), (87_399, 0, 3), (87_400, 0, 2), (136_430, 0, 0), (999, 0, 0)]
    {
        assert_eq!(store.departures(now).unwrap(), Departures { in_a_minute, in_a_day }, "at {now}");
    }
}
