//! Clocks that jump, sleep and disagree: nothing is played or reminded by a clock that cannot be relied on, and nothing
//! twice.

use crate::support::jumping::{BEGINS, DAY, GM, HOUR, Place, address};
use adjutant::game::schedule::Pace;

const DEADLINE: i64 = BEGINS + 4 * DAY + 8 * HOUR;
const DOUBT: &str = "the judge's clock is in doubt";
const PLAYED: &str = "T1 strategic played";

/// A game that gives no time back: the tests let days pass in a moment, which would be outages.
fn pace() -> Pace {
    Pace { outage: None, ..Pace::default() }
}

async fn running(pace: Pace, at: i64) -> Place {
    let mut place = Place::open(pace).await;
    place.clocks.pass(at - BEGINS);
    place.start();
    place.settle().await;
    place
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_jumps_forward_plays_nothing_until_it_is_right_again() {
    let mut place = running(pace(), BEGINS + DAY).await;
    place.clocks.set_wall_off(10 * DAY);
    place.await_count(GM, DOUBT, 1).await;
    // Letters are answered meanwhile, by the time that is known.
    place.mail(&address("usa-sc"), "PP East 17, West 15, Trans 5, Naval 0");
    place.await_count(&address("usa-sc"), "1 order on file.", 1).await;
    place.clocks.pass(60);
    place.settle().await;
    assert_eq!(place.first_phase(), (DEADLINE, false));
    assert_eq!(place.count(&address("csa-sc"), "reminder"), 0);
    place.clocks.set_wall_off(0);
    place.await_count(GM, "the clocks agree", 1).await;
    place.settle().await;
    assert_eq!(place.first_phase(), (DEADLINE, false));
    place.clocks.pass(DEADLINE + DAY + 60 - place.clocks.now());
    place.await_count(GM, PLAYED, 1).await;
    assert_eq!(place.count(GM, DOUBT), 1);
    place.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_jumps_back_reminds_and_plays_nothing_twice() {
    let mut place = running(pace(), DEADLINE - 11 * HOUR).await;
    place.await_count(&address("csa-sc"), "reminder", 1).await;
    for back in [DAY, 3 * DAY, 2 * HOUR] {
        place.clocks.set_wall_off(-back);
        place.settle().await;
        place.clocks.set_wall_off(0);
        place.clocks.pass(30);
        place.settle().await;
    }
    assert_eq!(place.count(&address("csa-sc"), "reminder"), 1);
    place.clocks.pass(DEADLINE + DAY + 60 - place.clocks.now());
    place.await_count(GM, PLAYED, 1).await;
    // Back over the end of the phase that was just played.
    place.clocks.set_wall_off(-2 * DAY);
    place.settle().await;
    place.clocks.set_wall_off(0);
    place.clocks.pass(30);
    place.settle().await;
    assert_eq!(place.count(GM, PLAYED), 1);
    assert_eq!(place.phases().len(), 2);
    place.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_that_are_late_are_told_of_at_the_deadline_though_the_game_was_looked_at_shortly_before() {
    let mut place = running(pace(), DEADLINE - 5 * 60).await;
    place.clocks.pass(5 * 60 + 20);
    place.await_count(GM, "orders are missing", 1).await;
    place.await_count(&address("csa-sc"), "your orders are late", 1).await;
    place.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_that_slept_believes_the_mail_server_and_gives_time_back() {
    let mut place = running(Pace::default(), DEADLINE - HOUR).await;
    place.clocks.sleep(DAY + 2 * HOUR);
    // The wall clock is right, the steady one knows nothing of it; the server is asked, and time is given back.
    place.await_count(&address("csa-sc"), "The judge could not read its letters from", 1).await;
    let (deadline, is_played) = place.first_phase();
    assert!(!is_played && deadline > place.clocks.now() + 11 * HOUR, "{deadline}");
    place.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_jump_that_no_mail_server_confirms_holds_the_phase_until_the_judge_is_started_again() {
    let mut place = running(Pace::default(), DEADLINE - 20 * HOUR).await;
    place.clocks.set_server_tells(false);
    place.clocks.sleep(3 * DAY);
    place.await_count(GM, DOUBT, 1).await;
    place.settle().await;
    assert_eq!(place.first_phase(), (DEADLINE, false));
    place.stop().await;
    place.start();
    place.await_count(GM, "The judge could not read its letters from", 1).await;
    place.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_that_is_some_minutes_behind_is_waited_for() {
    let mut place = Place::open(pace()).await;
    place.clocks.set_server_off(-300);
    place.start();
    place.await_count(GM, "the mail server's clock is off", 1).await;
    place.clocks.pass(DEADLINE + DAY + 240 - place.clocks.now());
    place.settle().await;
    assert!(!place.first_phase().1, "played before the mail server's clock had passed the deadline");
    place.clocks.pass(120);
    place.await_count(GM, PLAYED, 1).await;
    place.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_that_is_hours_away_stops_the_clock_and_the_masters_are_told() {
    let mut place = Place::open(pace()).await;
    place.clocks.set_server_off(-5 * HOUR);
    place.start();
    place.await_count(GM, DOUBT, 1).await;
    place.clocks.pass(DEADLINE + DAY + 60 - place.clocks.now());
    place.settle().await;
    assert!(!place.first_phase().1);
    place.clocks.set_server_off(0);
    place.clocks.pass(60);
    place.await_count(GM, PLAYED, 1).await;
    place.stop().await;
}
