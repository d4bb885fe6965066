//! A judge that was down, or could not read its mailbox, shortly before a deadline: time is given back by the game's rule
//! and everybody is told; `run --once` never does that; nothing is lost, and nothing is played twice.

use crate::support::jumping::{BEGINS, DAY, GM, HOUR, Place, address};
use adjutant::game::schedule::{Outage, OutageRule, Pace};
use adjutant::store::{Life, Marked, StoreError, release_review};

/// Friday, 6 March 2026, 20:00 UTC.
const DEADLINE: i64 = BEGINS + 4 * DAY + 8 * HOUR;
const MOVED: &str = "The judge could not read its letters from";

fn rule() -> OutageRule {
    Pace::default().outage.unwrap()
}

#[test]
fn the_rule_moves_a_deadline_only_when_the_outage_was_long_and_near_it() {
    let (opened, deadline) = (0, 100 * HOUR);
    let moved =
        |from: i64, until: i64| rule().new_deadline(opened, deadline, Outage { from: from * 60, until: until * 60 });
    let hours = |hours: i64| Some(hours * HOUR);
    for (from, until, new) in [
        // Long before: the twelve hours before the deadline were whole.
        (10 * 60, 80 * 60, None),
        (87 * 60, 88 * 60, None),
        // Short.
        (95 * 60, 95 * 60 + 59, None),
        // An hour, near it: twelve hours from the moment the judge is back.
        (95 * 60, 96 * 60, hours(108)),
        (80 * 60, 89 * 60, hours(101)),
        // Over it.
        (99 * 60, 130 * 60, hours(142)),
        (10 * 60, 400 * 60, hours(412)),
        // After it: the deadline had passed with a judge at work.
        (100 * 60, 120 * 60, None),
        (101 * 60, 120 * 60, None),
    ] {
        assert_eq!(moved(from, until), new, "{from} to {until} minutes");
        // A second look at the same outage changes nothing.
        if let Some(new) = new {
            assert_eq!(rule().new_deadline(opened, new, Outage { from: from * 60, until: until * 60 }), None);
        }
    }
    assert_eq!(rule().new_deadline(120 * 60, deadline, Outage { from: 0, until: 120 * 60 }), None, "before it opened");
}

/// One daemon that goes down at one moment and comes back at another, with letters meanwhile.
async fn down(goes: i64, comes: i64) {
    let said = format!("down from {} to {} minutes from the deadline", (goes - DEADLINE) / 60, (comes - DEADLINE) / 60);
    let mut place = Place::open(Pace::default()).await;
    place.clocks.pass(goes - place.clocks.now());
    place.start();
    place.settle().await;
    place.stop().await;
    let in_time = goes + 60 < DEADLINE;
    if in_time {
        place.mail_at(&address("usa-sc"), "PP East 17, West 15, Trans 5, Naval 0", goes + 60);
    }
    place.clocks.pass(comes - place.clocks.now());
    place.start();
    place.settle().await;
    let expected = rule().new_deadline(BEGINS, DEADLINE, Outage { from: goes - 3, until: comes - 3 });
    let (deadline, is_played) = place.first_phase();
    match expected {
        Some(new) => {
            assert_eq!((deadline, is_played), (new, false), "{said}");
            for reader in [GM.to_owned(), address("csa-east"), address("usa-sc")] {
                assert_eq!(place.count(&reader, MOVED), 1, "{said}: {reader}");
            }
        }
        None => {
            assert_eq!((deadline, place.count(GM, MOVED)), (DEADLINE, 0), "{said}");
            assert_eq!(is_played, comes > DEADLINE + DAY + 3, "{said}");
        }
    }
    if in_time {
        place.await_count(&address("usa-sc"), "1 order on file.", 1).await;
    }
    place.stop().await;
    // Whatever happened: it is played once, when its time is over.
    place.clocks.pass((deadline + DAY + 60 - place.clocks.now()).max(0));
    place.run_once().await;
    place.run_once().await;
    assert_eq!(place.count(GM, "T1 strategic played"), 1, "{said}");
    assert_eq!(place.count(GM, MOVED), usize::from(expected.is_some()), "{said}");
}

#[test]
fn a_judge_that_was_down_across_a_deadline_gives_time_back_and_plays_once() {
    let mut offsets = Vec::new();
    for goes in [-30 * HOUR, -11 * HOUR, -HOUR, -60, 2 * HOUR] {
        for lasts in [30 * 60, 2 * HOUR, 20 * HOUR, 50 * HOUR] {
            offsets.push((DEADLINE + goes, DEADLINE + goes + lasts));
        }
    }
    assert_eq!(offsets.len(), 20);
    for some in offsets.chunks(10) {
        std::thread::scope(|scope| {
            for &(goes, comes) in some {
                scope.spawn(move || {
                    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
                    runtime.unwrap().block_on(down(goes, comes));
                });
            }
        });
    }
    println!("{} outages around a deadline", offsets.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn rounds_that_somebody_starts_by_hand_never_move_a_deadline() {
    let mut place = Place::open(Pace::default()).await;
    place.run_once().await;
    place.clocks.pass(DEADLINE + DAY - HOUR - place.clocks.now());
    place.run_once().await;
    assert_eq!(place.first_phase(), (DEADLINE, false));
    // A daemon that was never run before does not take the time of rounds for an outage.
    place.start();
    place.settle().await;
    assert_eq!(place.first_phase(), (DEADLINE, false));
    place.stop().await;
    assert_eq!(place.count(GM, MOVED), 0);
    place.clocks.pass(2 * HOUR);
    place.run_once().await;
    assert!(place.first_phase().1, "it was not played");
    assert_eq!(place.count(GM, MOVED), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mailbox_that_cannot_be_read_holds_the_phase_and_gives_time_back() {
    let mut place = Place::open(Pace::default()).await;
    place.clocks.pass(DEADLINE - 2 * HOUR - place.clocks.now());
    place.start();
    place.settle().await;
    place.clocks.set_mailbox_works(false);
    // In small steps, as time passes: nothing is played while the mailbox is not read.
    for _ in 0..30 {
        place.clocks.pass(HOUR);
    }
    place.settle().await;
    assert_eq!(place.first_phase(), (DEADLINE, false));
    place.mail_at(&address("usa-sc"), "PP East 17, West 15, Trans 5, Naval 0", DEADLINE + 2 * HOUR);
    place.clocks.set_mailbox_works(true);
    place.await_count(GM, MOVED, 1).await;
    let (deadline, is_played) = place.first_phase();
    assert!(!is_played && deadline > place.clocks.now() + 11 * HOUR, "{deadline}");
    // What came after the old deadline is not late by the new one.
    place.await_count(&address("usa-sc"), "1 order on file.", 1).await;
    assert_eq!(place.count(&address("usa-sc"), "after the deadline"), 0);
    place.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phase_for_which_all_were_ready_leaves_time_for_second_thoughts_after_an_outage() {
    const PLAYED_AFTER: &str = "Everybody who owes orders is ready, so the phase does not wait for that.";
    let mut place = Place::open(Pace::default()).await;
    place.clocks.pass(DEADLINE - 6 * HOUR - place.clocks.now());
    place.start();
    place.settle().await;
    place.mail(&address("usa-sc"), "PP East 17, West 15, Trans 5, Naval 0\n\nREADY");
    place.mail(&address("csa-sc"), "PP East 14, West 12, Trans 5, Naval 0\n\nREADY");
    place.await_count(&address("csa-east"), "everybody is ready", 1).await;
    place.stop().await;
    place.clocks.pass(2 * HOUR);
    place.start();
    place.await_count(GM, MOVED, 1).await;
    place.settle().await;
    assert!(!place.first_phase().1, "it was played though a later deadline was told");
    for reader in [GM.to_owned(), address("csa-east"), address("usa-sc")] {
        assert_eq!(place.count(&reader, PLAYED_AFTER), 1, "{reader}");
    }
    // In steps that are no outage themselves.
    for _ in 0..3 {
        place.clocks.pass(25 * 60);
        place.settle().await;
    }
    place.await_count(GM, "T1 strategic played", 1).await;
    place.stop().await;
}

const ORDERS: &str = "PP East 17, West 15, Trans 5, Naval 0";

/// A judge who is backed up five hours before a deadline, with a daemon that was alive then.
async fn backed_up() -> (Place, std::path::PathBuf) {
    let mut place = Place::open(Pace::default()).await;
    place.clocks.pass(DEADLINE - 5 * HOUR - place.clocks.now());
    place.start();
    place.settle().await;
    place.stop().await;
    let backup = place.back_up();
    (place, backup)
}

/// What the GM is told of a restore goes out at once; all other letters wait.
async fn told_of_restore(place: &Place, words: &str) {
    place.run_once().await;
    assert_eq!(place.count(GM, words), 1, "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_judge_keeps_the_time_that_he_gave_back_and_the_orders_that_came_in_it() {
    let (mut place, backup) = backed_up().await;
    // Down across deadline and grace; then time is given back, and an order is acknowledged in it.
    place.clocks.pass(35 * HOUR);
    place.start();
    place.await_count(GM, MOVED, 1).await;
    place.clocks.pass(30 * 60);
    place.mail(&address("usa-sc"), ORDERS);
    place.await_count(&address("usa-sc"), "1 order on file.", 1).await;
    place.settle().await;
    place.stop().await;
    let (phases, orders) = (place.phases(), place.orders());
    assert!(phases[0].1 > DEADLINE + DAY && orders.len() == 1, "{phases:?} {orders:?}");
    let died = place.clocks.now();
    let store = adjutant::store::Store::read_only(&place.database()).unwrap();
    let outages = store.outages().unwrap();
    store.close();
    place.clocks.pass(600);

    // The database that is replaced tells of it.
    place.restore(&backup, Marked::default()).unwrap();
    assert_eq!(place.catch_up().moved, 0);
    assert_eq!((place.phases(), place.orders()), (phases.clone(), orders.clone()));

    // So does the heartbeat.
    place.ruin();
    let beat = Life { seen: Some(died), known_until: Some(died), outages };
    place.restore(&backup, Marked { beat, ..Marked::default() }).unwrap();
    place.catch_up();
    assert_eq!((place.phases(), place.orders()), (phases, orders));

    // Without either nothing is guessed, and nothing touched.
    place.ruin();
    let refused = place.restore(&backup, Marked::default()).unwrap_err();
    assert!(matches!(refused, StoreError::DownSinceWhen), "{refused}");
    assert!(refused.to_string().contains("--down-since"), "{refused}");
    assert!(std::fs::read(place.database()).unwrap().starts_with(b"what a broken disk left"));
    let too_late = Marked { down_since: Some(place.clocks.now() + 1), ..Marked::default() };
    assert!(matches!(place.restore(&backup, too_late), Err(StoreError::DownLater { .. })));

    // Who says only since when the judge was down is told what nobody knows.
    place.restore(&backup, Marked { down_since: Some(died), ..Marked::default() }).unwrap();
    place.catch_up();
    told_of_restore(&place, "cannot be found out any more").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_judge_restored_after_a_downtime_gives_time_back_as_one_does_that_is_started() {
    for is_readable in [true, false] {
        let (mut place, backup) = backed_up().await;
        place.clocks.pass(35 * HOUR);
        // After the grace of the deadline that is moved.
        place.mail_at(&address("usa-sc"), ORDERS, DEADLINE + 26 * HOUR);
        let mut marked = Marked::default();
        if !is_readable {
            place.ruin();
            marked.down_since = Some(DEADLINE - 5 * HOUR);
        }
        place.restore(&backup, marked).unwrap();
        let caught = place.catch_up();
        assert_eq!((caught.moved, caught.phases), (1, 0), "{caught:?}");
        let moved = place.clocks.now() + 12 * HOUR;
        assert_eq!(place.first_phase(), (moved, false));
        assert_eq!(place.orders(), [(1, "usa-sc".to_owned(), 1)]);
        told_of_restore(&place, "the judge was down then or shortly before").await;
        assert_eq!(place.count(GM, MOVED), 0, "it waits for review");
        release_review(&place.database(), &[]).unwrap();
        place.run_once().await;
        for reader in [GM.to_owned(), address("csa-east"), address("usa-sc")] {
            assert_eq!(place.count(&reader, MOVED), 1, "{reader}");
        }
        // The start gives no time for the same stretch again, and the phase is played once.
        place.start();
        place.settle().await;
        place.stop().await;
        assert_eq!(place.first_phase(), (moved, false));
        place.clocks.pass(moved + DAY + 60 - place.clocks.now());
        place.run_once().await;
        place.run_once().await;
        assert_eq!(place.count(GM, "T1 strategic played"), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phase_that_a_living_judge_played_is_played_again_after_a_restore() {
    let mut place = Place::open(Pace::default()).await;
    place.clocks.pass(DEADLINE + DAY - HOUR - place.clocks.now());
    place.start();
    place.settle().await;
    place.stop().await;
    let backup = place.back_up();
    place.start();
    // Shorter than any outage that counts.
    for _ in 0..4 {
        place.clocks.pass(20 * 60);
        place.settle().await;
    }
    place.stop().await;
    let phases = place.phases();
    assert!(phases.len() == 2 && phases[0].1 == DEADLINE, "{phases:?}");
    place.restore(&backup, Marked::default()).unwrap();
    let caught = place.catch_up();
    assert_eq!((caught.phases, caught.moved), (1, 0), "{caught:?}");
    assert_eq!(place.phases(), phases);
}
