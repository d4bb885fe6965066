//! The ledger keeps every letter first and decides it once.

#[path = "support/store.rs"]
mod support;

use adjutant::desk::{Change, Copied, Decision, EarlierCopies, LetterId, Verdict};
use adjutant::store::{Enquiry, Imprint, KnownLetter, Store, StoreError};
use support::{create_game, decision, game_id, letter, letter_to, new_store, player_id, running_game};

fn verdict_by(verdict: Verdict, name: &str, game: Option<&str>) -> Decision {
    Decision { writer: Some(player_id(name)), game: game.map(game_id), ..Decision::new(verdict) }
}

async fn keep(store: &Store, uid: &str, arrived: i64) -> i64 {
    store.keep_letter(&letter(uid, arrived, uid.as_bytes())).await.unwrap().id
}

#[tokio::test]
async fn a_letter_is_kept_once_however_often_it_is_fetched() {
    let (_folder, store) = new_store().await;
    let first = store.keep_letter(&letter("1", 5, b"bytes")).await.unwrap();
    let again = store.keep_letter(&letter("1", 6, b"bytes")).await.unwrap();
    assert!(first.is_new && !again.is_new);
    assert_eq!(first.id, again.id);
    let raw = store.raw_letter(first.id).await.unwrap();
    assert_eq!((raw.arrived, raw.size, raw.bytes.as_slice()), (5, 5, b"bytes".as_slice()));
    let known = store.known_letters("inbox", 7).await.unwrap();
    assert_eq!(known, [KnownLetter { uid: "1".to_owned(), id: first.id, is_decided: false }]);
    assert!(store.known_letters("inbox", 8).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_batch_of_letters_is_kept_in_order_and_a_repeated_one_once() {
    let (_folder, store) = new_store().await;
    keep(&store, "b", 2).await;
    let batch = [letter("a", 1, b"a"), letter("b", 2, b"b"), letter("c", 3, b"c"), letter("a", 1, b"a")];
    let kept = store.keep_letters(&batch).await.unwrap();
    assert_eq!(kept.iter().map(|kept| kept.is_new).collect::<Vec<_>>(), [true, false, true, false]);
    assert_eq!(kept[0].id, kept[3].id);
    assert_eq!(store.undecided(10).await.unwrap().len(), 3);
}

#[tokio::test]
async fn the_same_bytes_in_two_places_are_two_letters_and_stored_once() {
    let (folder, store) = new_store().await;
    let first = store.keep_letter(&letter("1", 5, b"bytes")).await.unwrap();
    let second = store.keep_letter(&letter("2", 5, b"bytes")).await.unwrap();
    assert_ne!(first.id, second.id);
    let mut connection = support::by_hand(&folder).await;
    let stored: i64 = sqlx::query_scalar("SELECT count(*) FROM raw").fetch_one(&mut connection).await.unwrap();
    assert_eq!(stored, 1);
}

#[tokio::test]
async fn letters_kept_just_now_are_given_as_they_came_and_from_then_on_as_the_ledger_holds_them() {
    let (folder, store) = new_store().await;
    let old = keep(&store, "old", 1).await;
    assert_eq!(store.raw_letters(&[old]).await.unwrap()[0].bytes, b"old");
    let new = keep(&store, "new", 2).await;
    let whole = store.raw_letters(&[new, old]).await.unwrap();
    let told: Vec<_> = whole.iter().map(|raw| (raw.id, raw.arrived, raw.size, &raw.bytes[..])).collect();
    assert_eq!(told, [(new, 2, 3, &b"new"[..]), (old, 1, 3, &b"old"[..])]);
    assert_eq!(store.raw_letters(&[new, old]).await.unwrap(), whole);
    let mut connection = support::by_hand(&folder).await;
    let damage = "DROP TRIGGER raw_stays; UPDATE raw SET bytes = x'6E6577' WHERE bytes = x'6F6C64'";
    sqlx::raw_sql(damage).execute(&mut connection).await.unwrap();
    assert_eq!(store.raw_letters(&[new, old]).await.unwrap(), whole[..1]);
}

#[tokio::test]
async fn undecided_letters_come_in_the_order_of_their_arrival() {
    let (_folder, store) = new_store().await;
    let late = keep(&store, "a", 30).await;
    let early = keep(&store, "b", 10).await;
    let also_early = keep(&store, "c", 10).await;
    assert_eq!(store.undecided(10).await.unwrap(), [early, also_early, late]);
    assert_eq!(store.undecided(1).await.unwrap(), [early]);
    assert_eq!(store.undecided_by(10).await.unwrap(), 2);
    assert_eq!(store.undecided_by(9).await.unwrap(), 0);
    store.commit_letter(early, None, &Decision::new(Verdict::Correspondence)).await.unwrap();
    assert_eq!(store.undecided(10).await.unwrap(), [also_early, late]);
    assert_eq!(store.undecided_by(30).await.unwrap(), 2);
}

#[tokio::test]
async fn attempts_are_counted_before_parsing_and_survive_a_restart() {
    let (folder, store) = new_store().await;
    let id = keep(&store, "1", 1).await;
    assert_eq!(store.begin_attempt(id).await.unwrap(), 1);
    drop(store);
    let store = Store::open(&support::database(&folder)).await.unwrap();
    assert_eq!(store.begin_attempt(id).await.unwrap(), 2);
    assert_eq!(store.undecided_letters(10).await.unwrap()[0].attempts, 2);
    assert!(matches!(store.begin_attempt(id + 1).await, Err(StoreError::NoSuch { .. })));
}

#[tokio::test]
async fn a_letter_gets_one_decision_and_the_second_changes_nothing() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    let id = keep(&store, "1", 1).await;
    store.commit_letter(id, None, &Decision::new(Verdict::Answered)).await.unwrap();
    let second = decision(vec![create_game("cw2", "gm")]);
    assert!(matches!(store.commit_letter(id, None, &second).await, Err(StoreError::AlreadyDecided(of)) if of == id));
    assert!(store.game(&game_id("cw2"), &support::shelf()).await.unwrap().is_none());
    assert!(matches!(store.commit_letter(id + 1, None, &second).await, Err(StoreError::NoSuch { .. })));
}

#[tokio::test]
async fn a_decision_that_fails_leaves_its_letter_undecided() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    let id = keep(&store, "1", 1).await;
    let failing = decision(vec![support::close_phase("cw1", 2)]);
    assert!(matches!(store.commit_letter(id, None, &failing).await, Err(StoreError::PhaseGone { number: 2, .. })));
    assert_eq!(store.undecided(10).await.unwrap(), [id]);
}

#[tokio::test]
async fn a_decision_that_fails_sends_nothing() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    let (first, second) = (keep(&store, "1", 1).await, keep(&store, "2", 2).await);
    let imprint = Imprint { canon: [3; 32], message_id: None };
    let answered = Decision { letters: vec![letter_to("ann", "receipt 1", b"filed")], ..decision(Vec::new()) };
    let failing = Decision {
        letters: vec![letter_to("bob", "receipt 2", b"played")],
        ..decision(vec![support::close_phase("cw1", 2)])
    };
    assert!(store.commit(&failing).await.is_err());
    assert!(store.commit_letter(second, None, &failing).await.is_err());
    // Of letters that are decided together, one that fails keeps the receipts of the others back.
    assert!(store.commit_letters(&[(first, &imprint, &answered), (second, &imprint, &failing)]).await.is_err());
    assert!(store.due_letters(i64::MAX, 10).await.unwrap().is_empty());
    assert_eq!(store.undecided(10).await.unwrap(), [first, second]);
    store.commit_letters(&[(first, &imprint, &answered)]).await.unwrap();
    assert_eq!(store.due_letters(i64::MAX, 10).await.unwrap().len(), 1);
}

async fn copied(store: &Store, letter: LetterId, canon: [u8; 32]) -> Copied {
    let enquiry = Enquiry { letter, canon, message_id: None, from: None, named: &[], token: None, since: 0 };
    store.known_of(&[enquiry]).await.unwrap().remove(0).copied
}

#[tokio::test]
async fn a_copy_of_a_decided_letter_is_known_by_its_content() {
    let (_folder, store) = new_store().await;
    let (first, copy) = (keep(&store, "1", 1).await, keep(&store, "2", 2).await);
    let imprint = Imprint { canon: [3; 32], message_id: Some("<x@y>".to_owned()) };
    assert_eq!(copied(&store, first, imprint.canon).await, Copied::Never);
    store.commit_letter(first, Some(&imprint), &Decision::new(Verdict::Answered)).await.unwrap();
    assert_eq!(copied(&store, copy, imprint.canon).await, Copied::Decided);
    assert_eq!(copied(&store, first, imprint.canon).await, Copied::Never);
    assert_eq!(copied(&store, copy, [4; 32]).await, Copied::Never);
}

#[tokio::test]
async fn copies_that_wait_or_were_taken_for_those_of_programs_decide_nothing() {
    let (_folder, store) = new_store().await;
    let mut letters = Vec::new();
    for uid in ["1", "2", "3", "4"] {
        letters.push(keep(&store, uid, 1).await);
    }
    let imprint = Imprint { canon: [3; 32], message_id: None };
    let automatic = Decision::silent("automatic: replied");
    store.commit_letter(letters[0], Some(&imprint), &automatic).await.unwrap();
    assert_eq!(copied(&store, letters[3], imprint.canon).await, Copied::Unproven(EarlierCopies::default()));
    store.commit_letter(letters[1], Some(&imprint), &verdict_by(Verdict::Held, "ann", None)).await.unwrap();
    store.commit_letter(letters[2], Some(&imprint), &Decision::silent("duplicate")).await.unwrap();
    let held = EarlierCopies { waiting: vec![letters[1]], was_held: true, ..EarlierCopies::default() };
    assert_eq!(copied(&store, letters[3], imprint.canon).await, Copied::Unproven(held));
}

#[tokio::test]
async fn held_and_late_letters_wait_until_they_are_settled() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    let (held, late, done) = (keep(&store, "1", 1).await, keep(&store, "2", 2).await, keep(&store, "3", 3).await);
    store.commit_letter(held, None, &verdict_by(Verdict::Held, "ann", None)).await.unwrap();
    store.commit_letter(late, None, &verdict_by(Verdict::Late, "ann", Some("cw1"))).await.unwrap();
    store.commit_letter(done, None, &verdict_by(Verdict::Answered, "ann", Some("cw1"))).await.unwrap();
    let waiting = store.waiting_letter(held).await.unwrap().unwrap();
    assert_eq!((waiting.player, waiting.raw.bytes.as_slice()), (player_id("ann"), b"1".as_slice()));
    assert!(store.waiting_letter(done).await.unwrap().is_none());
    assert!(store.waiting_letter(99).await.unwrap().is_none());
    let notes = store.waiting_notes(&game_id("cw1")).await.unwrap();
    let told: Vec<_> = notes.iter().map(|note| (note.letter, note.writer.as_str(), note.why.as_str())).collect();
    assert_eq!(told, [(held, "ann", "held"), (late, "ann", "late")]);

    let settle = Change::SettleLetter { letter: held, verdict: Verdict::Answered };
    store.commit(&decision(vec![settle.clone()])).await.unwrap();
    assert!(store.waiting_letter(held).await.unwrap().is_none());
    assert_eq!(store.waiting_notes(&game_id("cw1")).await.unwrap().len(), 1);
    assert!(matches!(store.commit(&decision(vec![settle])).await, Err(StoreError::NotWaiting(id)) if id == held));
    assert_eq!(store.held_since(&player_id("ann"), 1).await.unwrap(), 1, "it was held, confirmed or not");
    assert_eq!(store.held_since(&player_id("ann"), 2).await.unwrap(), 0);
}

#[tokio::test]
async fn a_held_letter_can_become_late_and_wait_on() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    let id = keep(&store, "1", 1).await;
    store.commit_letter(id, None, &verdict_by(Verdict::Held, "ann", None)).await.unwrap();
    let late = Change::SettleLetter { letter: id, verdict: Verdict::Late };
    store.commit(&decision(vec![late])).await.unwrap();
    assert_eq!(store.waiting_notes(&game_id("cw1")).await.unwrap()[0].why, "late");
}

#[tokio::test]
async fn letters_of_strangers_to_a_game_are_not_in_its_notes() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    let id = keep(&store, "1", 1).await;
    store.commit_letter(id, None, &verdict_by(Verdict::Held, "bob", None)).await.unwrap();
    assert!(store.waiting_notes(&game_id("cw1")).await.unwrap().is_empty());
}

#[tokio::test]
async fn wrong_codes_are_counted_from_a_time_on() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    let wrong = |at| Change::CountWrongCode { player: player_id("ann"), at };
    store.commit(&decision(vec![wrong(10), wrong(20), wrong(30)])).await.unwrap();
    assert_eq!(store.wrong_codes_since(&player_id("ann"), 20).await.unwrap(), 2);
    assert_eq!(store.wrong_codes_since(&player_id("bob"), 0).await.unwrap(), 0);
}

#[tokio::test]
async fn the_last_poll_is_remembered_by_mailbox_and_never_goes_back() {
    let (_folder, store) = new_store().await;
    assert_eq!(store.last_poll("inbox").await.unwrap(), None);
    store.record_poll("inbox", 20).await.unwrap();
    store.record_poll("inbox", 10).await.unwrap();
    assert_eq!(store.last_poll("inbox").await.unwrap(), Some(20));
    assert_eq!(store.last_poll("other").await.unwrap(), None);
}
