//! The ledger keeps every letter first and decides it once.

use crate::support::store;
use crate::support::store::{create_game, decision, game_id, letter, letter_to, new_store, player_id, running_game};
use adjutant::desk::{Change, Copied, Decision, EarlierCopies, Enquiry, LetterId, Verdict};
use adjutant::store::{Imprint, KnownLetter, Store, StoreError};

fn verdict_by(verdict: Verdict, name: &str, game: Option<&str>) -> Decision {
    Decision { writer: Some(player_id(name)), game: game.map(game_id), ..Decision::new(verdict) }
}

fn keep(store: &Store, uid: &str, arrived: i64) -> i64 {
    store.keep_letter(&letter(uid, arrived, uid.as_bytes())).unwrap().id
}

#[test]
fn a_letter_is_kept_once_however_often_it_is_fetched() {
    let (_folder, store) = new_store();
    let first = store.keep_letter(&letter("1", 5, b"bytes")).unwrap();
    let again = store.keep_letter(&letter("1", 6, b"bytes")).unwrap();
    assert!(first.is_new && !again.is_new);
    assert_eq!(first.id, again.id);
    let raw = store.raw_letter(first.id).unwrap();
    assert_eq!((raw.arrived, raw.size, raw.bytes.as_slice()), (5, 5, b"bytes".as_slice()));
    let known = store.known_letters("inbox", 7).unwrap();
    assert_eq!(known, [KnownLetter { uid: "1".to_owned(), id: first.id, is_decided: false }]);
    assert!(store.known_letters("inbox", 8).unwrap().is_empty());
}

#[test]
fn a_batch_of_letters_is_kept_in_order_and_a_repeated_one_once() {
    let (_folder, store) = new_store();
    keep(&store, "b", 2);
    let batch = [letter("a", 1, b"a"), letter("b", 2, b"b"), letter("c", 3, b"c"), letter("a", 1, b"a")];
    let kept = store.keep_letters(&batch).unwrap();
    assert_eq!(kept.iter().map(|kept| kept.is_new).collect::<Vec<_>>(), [true, false, true, false]);
    assert_eq!(kept[0].id, kept[3].id);
    assert_eq!(store.undecided(10).unwrap().len(), 3);
}

#[test]
fn the_same_bytes_in_two_places_are_two_letters_and_stored_once() {
    let (folder, store) = new_store();
    let first = store.keep_letter(&letter("1", 5, b"bytes")).unwrap();
    let second = store.keep_letter(&letter("2", 5, b"bytes")).unwrap();
    assert_ne!(first.id, second.id);
    let connection = store::by_hand(&folder);
    let stored: i64 = connection.one("SELECT count(*) FROM raw");
    assert_eq!(stored, 1);
}

#[test]
fn undecided_letters_come_in_the_order_of_their_arrival() {
    let (_folder, store) = new_store();
    let late = keep(&store, "a", 30);
    let early = keep(&store, "b", 10);
    let also_early = keep(&store, "c", 10);
    assert_eq!(store.undecided(10).unwrap(), [early, also_early, late]);
    assert_eq!(store.undecided(1).unwrap(), [early]);
    assert_eq!(store.undecided_by(10).unwrap(), 2);
    assert_eq!(store.undecided_by(9).unwrap(), 0);
    store.commit_letter(early, None, &Decision::new(Verdict::Correspondence)).unwrap();
    assert_eq!(store.undecided(10).unwrap(), [also_early, late]);
    assert_eq!(store.undecided_by(30).unwrap(), 2);
}

#[test]
fn attempts_are_counted_before_parsing_and_survive_a_restart() {
    let (folder, store) = new_store();
    let id = keep(&store, "1", 1);
    store.begin_attempts(&[id]).unwrap();
    assert_eq!(store.undecided_letter(id).unwrap().unwrap().attempts, 1);
    drop(store);
    let store = Store::open(&store::database(&folder)).unwrap();
    store.begin_attempts(&[id]).unwrap();
    assert_eq!(store.undecided_letter(id).unwrap().unwrap().attempts, 2);
    assert_eq!(store.undecided_letters(10).unwrap()[0].attempts, 2);
    assert!(matches!(store.begin_attempts(&[id + 1]), Err(StoreError::NoSuch { .. })));
}

#[test]
fn a_letter_gets_one_decision_and_the_second_changes_nothing() {
    let (_folder, store) = new_store();
    running_game(&store);
    let id = keep(&store, "1", 1);
    store.commit_letter(id, None, &Decision::new(Verdict::Answered)).unwrap();
    let second = decision(vec![create_game("cw2", "gm")]);
    assert!(matches!(store.commit_letter(id, None, &second), Err(StoreError::AlreadyDecided(of)) if of == id));
    assert!(store.read().game(&game_id("cw2"), &store::shelf()).unwrap().is_none());
    assert!(matches!(store.commit_letter(id + 1, None, &second), Err(StoreError::NoSuch { .. })));
}

#[test]
fn a_decision_that_fails_leaves_its_letter_undecided() {
    let (_folder, store) = new_store();
    running_game(&store);
    let id = keep(&store, "1", 1);
    let failing = decision(vec![store::close_phase("cw1", 2)]);
    assert!(matches!(store.commit_letter(id, None, &failing), Err(StoreError::PhaseGone { number: 2, .. })));
    assert_eq!(store.undecided(10).unwrap(), [id]);
}

#[test]
fn a_decision_that_fails_sends_nothing() {
    let (_folder, store) = new_store();
    running_game(&store);
    let (first, second) = (keep(&store, "1", 1), keep(&store, "2", 2));
    let imprint = Imprint { canon: [3; 32], message_id: None };
    let answered = Decision { letters: vec![letter_to("ann", "receipt 1", b"filed")], ..decision(Vec::new()) };
    let failing = Decision {
        letters: vec![letter_to("bob", "receipt 2", b"played")],
        ..decision(vec![store::close_phase("cw1", 2)])
    };
    assert!(store.commit(&failing).is_err());
    assert!(store.commit_letter(second, None, &failing).is_err());
    // Of letters that are decided together, one that fails keeps the receipts of the others back.
    let group = store.begin_group().unwrap();
    group.decide(first, Some(&imprint), &answered).unwrap();
    assert!(group.decide(second, Some(&imprint), &failing).is_err());
    drop(group);
    assert!(store.due_letters(i64::MAX, 10).unwrap().is_empty());
    assert_eq!(store.undecided(10).unwrap(), [first, second]);
    store.commit_letter(first, Some(&imprint), &answered).unwrap();
    assert_eq!(store.due_letters(i64::MAX, 10).unwrap().len(), 1);
}

fn copied(store: &Store, letter: LetterId, canon: [u8; 32]) -> Copied {
    let enquiry = Enquiry { letter, canon, message_id: None, from: None, named: &[], token: None, since: 0 };
    store.read().known_of(&enquiry).unwrap().copied
}

#[test]
fn a_copy_of_a_decided_letter_is_known_by_its_content() {
    let (_folder, store) = new_store();
    let (first, copy) = (keep(&store, "1", 1), keep(&store, "2", 2));
    let imprint = Imprint { canon: [3; 32], message_id: Some("<x@y>".to_owned()) };
    assert_eq!(copied(&store, first, imprint.canon), Copied::Never);
    store.commit_letter(first, Some(&imprint), &Decision::new(Verdict::Answered)).unwrap();
    assert_eq!(copied(&store, copy, imprint.canon), Copied::Decided);
    assert_eq!(copied(&store, first, imprint.canon), Copied::Never);
    assert_eq!(copied(&store, copy, [4; 32]), Copied::Never);
}

#[test]
fn copies_that_wait_or_were_taken_for_those_of_programs_decide_nothing() {
    let (_folder, store) = new_store();
    let mut letters = Vec::new();
    for uid in ["1", "2", "3", "4"] {
        letters.push(keep(&store, uid, 1));
    }
    let imprint = Imprint { canon: [3; 32], message_id: None };
    let automatic = Decision::silent("automatic: replied");
    store.commit_letter(letters[0], Some(&imprint), &automatic).unwrap();
    assert_eq!(copied(&store, letters[3], imprint.canon), Copied::Unproven(EarlierCopies::default()));
    store.commit_letter(letters[1], Some(&imprint), &verdict_by(Verdict::Held, "ann", None)).unwrap();
    store.commit_letter(letters[2], Some(&imprint), &Decision::silent("duplicate")).unwrap();
    let held = EarlierCopies { waiting: vec![letters[1]], was_held: true, ..EarlierCopies::default() };
    assert_eq!(copied(&store, letters[3], imprint.canon), Copied::Unproven(held));
}

#[test]
fn held_and_late_letters_wait_until_they_are_settled() {
    let (_folder, store) = new_store();
    running_game(&store);
    let (held, late, done) = (keep(&store, "1", 1), keep(&store, "2", 2), keep(&store, "3", 3));
    store.commit_letter(held, None, &verdict_by(Verdict::Held, "ann", None)).unwrap();
    store.commit_letter(late, None, &verdict_by(Verdict::Late, "ann", Some("cw1"))).unwrap();
    store.commit_letter(done, None, &verdict_by(Verdict::Answered, "ann", Some("cw1"))).unwrap();
    let waiting = store.read().waiting_letter(held).unwrap().unwrap();
    assert_eq!((waiting.player, waiting.raw.bytes.as_slice()), (player_id("ann"), b"1".as_slice()));
    assert!(store.read().waiting_letter(done).unwrap().is_none());
    assert!(store.read().waiting_letter(99).unwrap().is_none());
    let notes = store.read().waiting_notes(&game_id("cw1")).unwrap();
    let told: Vec<_> = notes.iter().map(|note| (note.letter, note.writer.as_str(), note.verdict.word())).collect();
    assert_eq!(told, [(held, "ann", "held"), (late, "ann", "late")]);

    let settle = Change::SettleLetter { letter: held, verdict: Verdict::Answered };
    store.commit(&decision(vec![settle.clone()])).unwrap();
    assert!(store.read().waiting_letter(held).unwrap().is_none());
    assert_eq!(store.read().waiting_notes(&game_id("cw1")).unwrap().len(), 1);
    assert!(matches!(store.commit(&decision(vec![settle])), Err(StoreError::NotWaiting(id)) if id == held));
    assert_eq!(store.read().held_since(&player_id("ann"), 1).unwrap(), 1, "it was held, confirmed or not");
    assert_eq!(store.read().held_since(&player_id("ann"), 2).unwrap(), 0);
}

#[test]
fn a_held_letter_can_become_late_and_wait_on() {
    let (_folder, store) = new_store();
    running_game(&store);
    let id = keep(&store, "1", 1);
    store.commit_letter(id, None, &verdict_by(Verdict::Held, "ann", None)).unwrap();
    let late = Change::SettleLetter { letter: id, verdict: Verdict::Late };
    store.commit(&decision(vec![late])).unwrap();
    assert_eq!(store.read().waiting_notes(&game_id("cw1")).unwrap()[0].verdict, Verdict::Late);
}

#[test]
fn letters_of_strangers_to_a_game_are_not_in_its_notes() {
    let (_folder, store) = new_store();
    running_game(&store);
    let id = keep(&store, "1", 1);
    store.commit_letter(id, None, &verdict_by(Verdict::Held, "bob", None)).unwrap();
    assert!(store.read().waiting_notes(&game_id("cw1")).unwrap().is_empty());
}

#[test]
fn wrong_codes_are_counted_from_a_time_on() {
    let (_folder, store) = new_store();
    running_game(&store);
    let wrong = |at| Change::CountWrongCode { player: player_id("ann"), at };
    store.commit(&decision(vec![wrong(10), wrong(20), wrong(30)])).unwrap();
    assert_eq!(store.read().wrong_codes_since(&player_id("ann"), 20).unwrap(), 2);
    assert_eq!(store.read().wrong_codes_since(&player_id("bob"), 0).unwrap(), 0);
}

#[test]
fn the_last_poll_is_remembered_by_mailbox_and_never_goes_back() {
    let (_folder, store) = new_store();
    assert_eq!(store.last_poll("inbox").unwrap(), None);
    store.record_poll("inbox", 20).unwrap();
    store.record_poll("inbox", 10).unwrap();
    assert_eq!(store.last_poll("inbox").unwrap(), Some(20));
    assert_eq!(store.last_poll("other").unwrap(), None);
}
