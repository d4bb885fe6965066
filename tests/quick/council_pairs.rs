//! Games of a government that differ in what somebody may not know are the same to him: a letter for each thing that is done at once,
//! in pairs. What he may not know is done in one of them, and something that changes nothing in the other.

use tempfile::TempDir;

use crate::support::council_year::{ANN, BOB, CAT, DAN, HOUR, Town, flat};

const EVE: &str = "eve@war.test";
/// Ann presides, Dan is Treasurer, Bob the Captain and the North's, Cat the South's.
const ALL: [(&str, &str); 5] =
    [("president", ANN), ("treasurer", DAN), ("captain", BOB), ("north", BOB), ("south", CAT)];
/// Instead of what is not done.
const NOTHING: &str = "SHOW";

/// What happens in a game.
#[derive(Clone, Copy)]
enum Deed {
    /// Somebody writes.
    Says(&'static str, &'static str),
    /// The game master has something done that takes his word.
    Confirms(&'static str),
    /// The turn is played.
    Turn,
    /// So long after the deadline.
    AfterTheDeadline(i64),
    /// Those who are to be told of acts are.
    IsTold,
}

use Deed::{AfterTheDeadline, Confirms, IsTold, Says, Turn};

/// The game, and the folder in which its letters lie as long as they are read.
async fn played(seats: &[(&str, &str)], deeds: &[Deed]) -> (Town, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut town = Town::unbegun(folder.path()).await;
    town.begin_with(seats).await;
    for deed in deeds {
        match *deed {
            Says(who, text) => drop(town.say(who, text).await),
            Confirms(command) => drop(town.confirm(command).await),
            Turn => town.end_turn().await,
            AfterTheDeadline(seconds) => {
                let deadline = town.stage.deadline("town").unwrap().unwrap();
                town.stage.pass_at(deadline + seconds).await.unwrap();
            }
            IsTold => {
                town.stage.pass_at(town.stage.now + 901).await.unwrap();
            }
        }
    }
    (town, folder)
}

/// All that somebody was written.
fn read_by((town, _): &(Town, TempDir), reader: &str) -> Vec<(String, String)> {
    town.letters(reader).into_iter().map(|letter| (letter.subject, flat(&letter.text))).collect()
}

/// Two games that differ in one letter are the same to those who may not know, to the word, and not to `entitled`.
async fn are_the_same_to(
    (readers, entitled): (&[&'static str], &str),
    before: &[Deed],
    (one, other): (Deed, Deed),
    after: &[Deed],
) {
    let asked: Vec<Deed> = readers.iter().flat_map(|who| [Says(who, "STATUS"), Says(who, "REPORT")]).collect();
    let game = |deed: Deed| [before, &[deed], after, &asked].concat();
    let (one, other) = (played(&ALL, &game(one)).await, played(&ALL, &game(other)).await);
    for reader in readers {
        assert!(read_by(&one, reader).len() > 2);
        assert_eq!(read_by(&one, reader), read_by(&other, reader), "{reader}");
    }
    assert_ne!(read_by(&one, entitled), read_by(&other, entitled), "{entitled}");
}

#[tokio::test(flavor = "multi_thread")]
async fn how_somebody_votes_is_told_to_those_who_vote_alone() {
    let before = [Says(CAT, "propose tax 4")];
    let pair = (Says(BOB, "vote 1 aye"), Says(BOB, "vote 1 no"));
    are_the_same_to((&[DAN], CAT), &before, pair, &[IsTold]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_veto_is_told_to_those_who_vote_alone_as_long_as_nothing_is_settled() {
    let before = [Says(CAT, "propose tax 4\nvote 1 aye"), Says(BOB, "vote 1 aye")];
    are_the_same_to((&[DAN], CAT), &before, (Says(ANN, "veto 1"), Says(ANN, NOTHING)), &[IsTold]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_would_overrule_a_veto_is_told_to_those_who_vote_alone() {
    let before = [Says(CAT, "propose tax 4\nvote 1 aye"), Says(BOB, "vote 1 aye"), Says(ANN, "veto 1"), Turn];
    are_the_same_to((&[DAN], BOB), &before, (Says(CAT, "override 1"), Says(CAT, NOTHING)), &[IsTold]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_commands_from_the_middle_of_a_turn_on_is_told_to_him_alone() {
    let pair = (Says(ANN, "give the company to captain"), Says(ANN, NOTHING));
    are_the_same_to((&[CAT, DAN], BOB), &[], pair, &[IsTold, Turn]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_done_around_a_deadline_is_told_to_nobody_else() {
    let pair = (Says(CAT, "propose tax 7"), Says(CAT, NOTHING));
    let ended = [AfterTheDeadline(2 * HOUR + 60), IsTold];
    are_the_same_to((&[DAN], BOB), &[AfterTheDeadline(-HOUR)], pair, &ended).await;
    are_the_same_to((&[DAN], BOB), &[AfterTheDeadline(HOUR)], pair, &ended).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rollback_tells_nobody_of_acts_of_which_he_did_not_know() {
    let after = [IsTold, Turn, Confirms("ROLLBACK phase=1")];
    let pair = (Says(BOB, "propose tax 5"), Says(BOB, NOTHING));
    are_the_same_to((&[DAN], CAT), &[], pair, &after).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_loses_two_of_his_offices_is_told_nothing_more_of_theirs() {
    let before = [
        Says(ANN, "give the company to captain"),
        Confirms("REPLACE captain BY Eve <eve@war.test>"),
        Confirms("REPLACE north BY Eve <eve@war.test>"),
    ];
    let pair = (Says(EVE, "march to K6-R5"), Says(EVE, "march to K4-R4"));
    are_the_same_to((&[CAT, DAN], ANN), &before, pair, &[Turn]).await;
    let offices = [("president", ANN), ("treasurer", BOB), ("captain", BOB), ("north", BOB), ("south", CAT)];
    let seen = async |to| {
        let deeds = [&before[..], &[Says(EVE, to), Turn, Says(BOB, "STATUS"), Says(BOB, "REPORT")]].concat();
        read_by(&played(&offices, &deeds).await, BOB)
    };
    assert_eq!(seen("march to K6-R5\npropose tax 3").await, seen("march to K4-R4\npropose tax 8").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn whether_a_seat_is_vacant_is_told_by_no_report() {
    let reports = async |seats: &[(&str, &str)]| {
        let town = played(seats, &[Turn, Turn, Says(DAN, "REPORT")]).await;
        read_by(&town, DAN)
    };
    assert_eq!(reports(&ALL).await, reports(&ALL[..4]).await);
}
