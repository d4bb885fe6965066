//! Orders that do not wait for the end of a phase: carried out as they come, each a step of the game; told to those who see the
//! difference within a quarter of an hour; kept while nothing may be done; void after a rollback; never done twice.

use std::time::Duration;

use super::offices::{
    ANN, BEGINS, BOB, CAT, GM, HOUR, KEY, Offices, begin, flat, new_game, phase_number, say, set_up, steps, told,
};
use crate::support::store::game_id;
use adjutant::cli::replay::compare;
use adjutant::cli::stage::{Stage, Written};
use adjutant::cli::verify::{Told, check_told, read_export, read_report};
use adjutant::desk::{AnswerLimits, GameRecord, GameStatus, Key, Step, StepKind};
use adjutant::game::PlayerId;
use adjutant::post::{MailSource, MaildirSettings, MaildirSource};
use adjutant::rules::Shelf;
use adjutant::rules::case::Case;
use adjutant::store::{Marked, back_up, release_review, restore};
use serde_json::{Value, json};

/// When the first phase ends.
const DUE: i64 = BEGINS + 8 * HOUR;
/// What is told of acts is told by then after the first of them.
const QUARTER: i64 = 900;

fn game(stage: &Stage) -> GameRecord {
    let judge = stage.judge();
    // Read from what is stored, and not remembered.
    judge.store().forget_unused(Duration::ZERO);
    judge.store().read().game(&game_id("one"), &judge.house().shelf).unwrap().unwrap()
}

fn acts(stage: &Stage) -> Vec<Step> {
    steps(stage).into_iter().filter(|step| step.kind == StepKind::Act).collect()
}

fn replays(stage: &Stage) {
    let table = stage.judge().house().shelf.table("offices", "one").unwrap();
    compare(&table, &steps(stage)).unwrap();
    assert!(stage.judge().store().verify_rows().unwrap().damaged.is_empty());
}

/// The letters about what was carried out.
fn told_of_acts(stage: &Stage, who: &str) -> Vec<String> {
    told(stage, who, "carried out")
}

/// A letter in answer to the newest one, not read by the judge yet.
fn letter(stage: &mut Stage, from: &str, text: &str) -> Vec<u8> {
    let in_reply_to = Some(stage.newest(from).unwrap().message_id);
    let (from, subject, text) = (from.to_owned(), "[one] letter".to_owned(), text.to_owned());
    stage.write(&Written { from, subject, text, in_reply_to, ..Written::default() }).unwrap().1
}

/// A command of the game master that asks for its word, with the word.
async fn confirm(stage: &mut Stage, command: &str) -> (String, String) {
    confirm_as(stage, GM, command).await
}

/// A letter that is asked about, and the word of the question: the answers to both.
async fn confirm_as(stage: &mut Stage, who: &str, text: &str) -> (String, String) {
    let asked = say(stage, who, text).await;
    let word = asked.split("CONFIRM ").nth(1).and_then(|rest| rest.split_whitespace().next()).unwrap_or_default();
    let word = format!("CONFIRM {}", word.trim_end_matches(['.', ',']));
    (asked, say(stage, who, &word).await)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_does_not_wait_is_carried_out_as_it_comes() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    let done = say(&mut stage, BOB, "take salt\ngrab corn").await;
    assert!(done.contains("1 order was carried out at once. Those who can see the difference are told"), "{done}");
    assert!(done.contains("It is done: grab corn.") && done.contains("1. take salt"), "{done}");
    let came = stage.now;
    let [act] = &acts(&stage)[..] else { panic!("one act") };
    assert_eq!((act.phase, act.revision, &*act.state), (1, 1, &Value::Null), "its state is not kept with it");
    assert_eq!(act.rolls.len(), 1);
    let now = game(&stage);
    assert_eq!(phase_number(&stage), 1, "the phase goes on");
    let grabbed = json!({ "by": "secretary-of-the-treasury-and-the-navies", "count": act.rolls[0].value, "at": came });
    assert_eq!(now.state["grabbed"]["corn"], grabbed);
    assert_eq!(now.sheets.values().map(|sheet| sheet.lines.len()).sum::<usize>(), 1, "it is not on file");
    // The next one finds what it left, whoever reads it.
    let refused = say(&mut stage, CAT, "grab corn").await;
    assert!(refused.contains("secretary-of-the-treasury-and-the-navies has the corn."), "{refused}");
    replays(&stage);
    stage.pass_at(DUE + 3 * HOUR).await.unwrap();
    assert_eq!(phase_number(&stage), 2);
    assert_eq!(game(&stage).state["taken"], json!(["salt"]));
    replays(&stage);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_act_is_replayed_from_its_giver_its_arrival_and_its_dice() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, BOB, "grab corn\ngrab wood").await;
    let (steps, table) = (steps(&stage), stage.judge().house().shelf.table("offices", "one").unwrap());
    let otherwise = |change: fn(&mut Step)| {
        let mut steps = steps.clone();
        change(steps.iter_mut().find(|step| step.kind == StepKind::Act).unwrap());
        compare(&table, &steps).map(drop).unwrap_err().to_string()
    };
    let of_another = otherwise(|step| step.input["giver"]["seat"] = "senator".into());
    assert!(of_another.contains("step 2 (an act in phase 1.1) differs: its state has another hash"), "{of_another}");
    let earlier = otherwise(|step| step.input["giver"]["received"]["at"] = 7.into());
    assert!(earlier.contains("its state has another hash"), "{earlier}");
    let other_dice = otherwise(|step| step.input["giver"]["received"]["place"] = 2.into());
    assert!(other_dice.contains("the dice fell otherwise") || other_dice.contains("another hash"), "{other_dice}");
    let other_order = otherwise(|step| step.input["orders"][0] = json!({ "Hide": "corn" }));
    assert!(other_order.contains("1 of its orders are refused"), "{other_order}");
}

#[tokio::test(flavor = "multi_thread")]
async fn those_concerned_are_told_of_several_acts_in_one_letter() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, BOB, "grab corn").await;
    let first = stage.now;
    stage.now += 300;
    say(&mut stage, ANN, "grab wood").await;
    stage.pass_at(first + QUARTER - 1).await.unwrap();
    assert!(told_of_acts(&stage, CAT).is_empty(), "not before the quarter of an hour is over");
    stage.pass_at(first + QUARTER).await.unwrap();
    let [cat] = &told_of_acts(&stage, CAT)[..] else { panic!("one letter of both") };
    for words in ["has corn", "president has", "wood.", "This is how things stand now."] {
        let counted = words.replace("has corn", "secretary-of-the-treasury-and-the-navies has");
        assert!(cat.contains(&counted), "{counted}: {cat}");
    }
    assert!(!cat.contains("It is done"), "what is said to the giver alone");
    // Who gave one hears of that of the other alone, and in his own time.
    assert_eq!([told_of_acts(&stage, ANN).len(), told_of_acts(&stage, BOB).len()], [1, 0]);
    stage.pass_at(first + 360 + QUARTER).await.unwrap();
    assert_eq!([told_of_acts(&stage, ANN).len(), told_of_acts(&stage, BOB).len()], [1, 1]);
    stage.pass_at(first + 3 * QUARTER).await.unwrap();
    assert_eq!(told_of_acts(&stage, CAT).len(), 1);
    // The next one begins another quarter; the end of the phase comes before it is over.
    stage.pass_at(DUE - 120).await.unwrap();
    say(&mut stage, ANN, "take salt\ngrab iron").await;
    stage.pass_at(DUE + 1).await.unwrap();
    assert_eq!(phase_number(&stage), 2);
    let letters: Vec<String> = stage.letters(CAT).unwrap().iter().map(|letter| letter.subject.clone()).collect();
    assert!(letters[letters.len() - 2].contains("carried out"), "told before the report: {letters:?}");
    assert!(letters[letters.len() - 1].contains("Turn 1 played"), "{letters:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_game_master_has_carried_out_for_a_seat_its_holder_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    let done = say(&mut stage, GM, "AS senator\ngrab corn").await;
    assert!(done.contains("1 order was carried out at once."), "{done}");
    stage.pass_at(stage.now + QUARTER).await.unwrap();
    let cat = told_of_acts(&stage, CAT).pop().unwrap();
    assert!(cat.contains("The GM had this carried out on behalf of The senator: grab corn"), "{cat}");
    assert!(cat.contains("It is done: grab corn."), "{cat}");
    assert!(!told_of_acts(&stage, BOB).pop().unwrap().contains("on behalf"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_carries_nothing_out() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    let checked = say(&mut stage, BOB, "CHECK\ngrab corn").await;
    assert!(checked.contains("Would be carried out at once, as far as you can know"), "{checked}");
    assert!(!checked.contains("It is done"), "{checked}");
    // What would come of it is not told: nobody tries out what he may not know.
    say(&mut stage, CAT, "grab corn\nhide corn").await;
    let again = say(&mut stage, BOB, "CHECK\nhide corn").await;
    assert!(again.contains("Would be carried out at once"), "{again}");
    assert_eq!(acts(&stage).len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_after_the_deadline_is_carried_out_as_soon_as_the_phase_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    stage.pass_at(DUE + 600).await.unwrap();
    assert_eq!(phase_number(&stage), 1, "the president is waited for");
    let kept = say(&mut stage, BOB, "grab corn").await;
    assert!(kept.contains("The deadline of phase 1 (Turn 1) has passed, and what it settles is settled."), "{kept}");
    assert!(kept.contains("it is carried out as soon as it was played, and you are told what came of it."), "{kept}");
    say(&mut stage, CAT, "grab corn").await;
    assert!(acts(&stage).is_empty());
    say(&mut stage, ANN, "take salt").await;
    stage.pass().await.unwrap();
    assert_eq!(phase_number(&stage), 2);
    let [act] = &acts(&stage)[..] else { panic!("one of two was refused") };
    assert_eq!((act.phase, act.input["giver"]["seat"].as_str()), (2, Some("secretary-of-the-treasury-and-the-navies")));
    let bob = told(&stage, BOB, "kept order").pop().unwrap();
    assert!(bob.contains("stood this order, which was kept until it could be carried out: grab corn"), "{bob}");
    assert!(bob.contains("1 order was carried out at once.") && bob.contains("It is done"), "{bob}");
    let cat = told(&stage, CAT, "kept order").pop().unwrap();
    assert!(cat.contains("secretary-of-the-treasury-and-the-navies has the corn."), "{cat}");
    stage.pass_at(stage.now + QUARTER).await.unwrap();
    assert_eq!(told_of_acts(&stage, CAT).len(), 1);
    replays(&stage);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_kept_of_a_late_letter_is_not_done_again_when_that_is_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, GM, "HOLD").await;
    // Beyond the grace nothing is filed any more, and in this round the phase is played.
    stage.now = DUE + 3 * HOUR;
    let bytes = letter(&mut stage, CAT, "take salt\ngrab corn");
    stage.mail_raw(&bytes).unwrap();
    stage.pass().await.unwrap();
    assert_eq!(phase_number(&stage), 2);
    let late = flat(&stage.newest(CAT).unwrap().text);
    assert!(late.contains("is kept: it is carried out as soon as"), "{late}");
    let waiting = stage.judge().store().read().waiting_notes(&game_id("one")).unwrap();
    say(&mut stage, GM, &format!("ACCEPT LATE {}", waiting[0].letter)).await;
    let accepted = flat(&stage.newest(CAT).unwrap().text);
    assert!(accepted.contains("was carried out or kept when this letter came, and is left as it is."), "{accepted}");
    say(&mut stage, GM, "RELEASE").await;
    stage.pass_at(stage.now + HOUR).await.unwrap();
    let [act] = &acts(&stage)[..] else { panic!("it is done once") };
    assert_eq!((act.phase, &act.input["words"]), (2, &json!("grab corn")));
    replays(&stage);
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_clock_stands_orders_are_kept_and_come_before_later_ones() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, GM, "PAUSE").await;
    let kept = say(&mut stage, BOB, "take salt\ngrab corn").await;
    assert!(kept.contains("The clock of phase 1 (Turn 1) stands still."), "{kept}");
    assert!(kept.contains("it is carried out as soon as it goes on"), "{kept}");
    assert!(kept.contains("1. take salt"), "what waits anyway is filed: {kept}");
    assert!(acts(&stage).is_empty());
    // The clock goes on, and in the same round comes another who wants the same.
    let [resume, cat] = [(GM, "RESUME"), (CAT, "grab corn")].map(|(who, text)| letter(&mut stage, who, text));
    stage.now += 60;
    stage.mail_raw_at(&resume, stage.now - 20).unwrap();
    stage.mail_raw_at(&cat, stage.now - 10).unwrap();
    stage.pass().await.unwrap();
    let [act] = &acts(&stage)[..] else { panic!("one of two was refused") };
    assert_eq!(act.input["words"], "grab corn");
    assert_eq!(act.input["giver"]["seat"], "secretary-of-the-treasury-and-the-navies");
    assert!(told(&stage, BOB, "kept order").pop().unwrap().contains("It is done: grab corn."));
    let refused = told(&stage, CAT, "orders").pop().unwrap();
    assert!(refused.contains("secretary-of-the-treasury-and-the-navies has the corn."), "{refused}");
    replays(&stage);
}

#[tokio::test(flavor = "multi_thread")]
async fn while_reports_are_held_orders_are_kept_and_nothing_is_said_of_how_things_stand() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, GM, "HOLD").await;
    say(&mut stage, ANN, "take salt").await;
    stage.pass_at(DUE + 60).await.unwrap();
    assert_eq!(phase_number(&stage), 2);
    let kept = say(&mut stage, BOB, "grab corn").await;
    assert!(kept.contains("The GM still holds the reports on the phase before."), "{kept}");
    assert!(kept.contains("it is carried out as soon as they are released"), "{kept}");
    stage.pass_at(stage.now + HOUR).await.unwrap();
    assert!(acts(&stage).is_empty());
    say(&mut stage, GM, "RELEASE").await;
    stage.pass().await.unwrap();
    assert_eq!(acts(&stage).len(), 1);
    assert!(told(&stage, BOB, "kept order").pop().unwrap().contains("It is done: grab corn."));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rollback_voids_acts_and_tells_whoever_was_told() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, BOB, "grab corn").await;
    stage.pass_at(stage.now + QUARTER).await.unwrap();
    assert_eq!(told_of_acts(&stage, CAT).len(), 1);
    say(&mut stage, ANN, "take salt").await;
    stage.pass_at(DUE + 60).await.unwrap();
    assert_eq!(phase_number(&stage), 2);
    say(&mut stage, BOB, "grab wood").await;
    say(&mut stage, GM, "PAUSE").await;
    say(&mut stage, CAT, "grab iron").await;
    let (asked, _) = confirm(&mut stage, "ROLLBACK phase=1").await;
    for words in [
        "- secretary-of-the-treasury-and-the-navies in phase 1: grab corn",
        "- secretary-of-the-treasury-and-the-navies in phase 2: grab wood",
        "- kept and not carried out yet: grab iron",
        "word of what was done in phase 1",
    ] {
        assert!(asked.contains(words), "{words}: {asked}");
    }
    let [bob, cat] = [BOB, CAT].map(|who| told(&stage, who, "VOID").pop().unwrap());
    assert!(bob.contains("- the order \"grab corn\", carried out in phase 1"), "{bob}");
    assert!(bob.contains("- the order \"grab wood\", carried out in phase 2"), "{bob}");
    assert!(cat.contains("- word of what was done in phase 1") && !cat.contains("grab corn"), "{cat}");
    assert!(cat.contains("- the order \"grab iron\", which was kept"), "{cat}");
    let now = game(&stage);
    assert_eq!((phase_number(&stage), &now.state["grabbed"]), (1, &Value::Null));
    // A letter that is accepted late after all may do it anew.
    for act in acts(&stage) {
        let letter = serde_json::from_value(act.input["giver"]["received"]["letter"].clone()).unwrap();
        assert!(stage.judge().store().read().acts_of(&game_id("one"), letter).unwrap().is_empty());
    }
    // Nobody is told later of what is undone, and what was kept is not done.
    say(&mut stage, GM, "RESUME").await;
    stage.pass_at(stage.now + 2 * QUARTER).await.unwrap();
    assert_eq!((told_of_acts(&stage, CAT).len(), acts(&stage).len()), (1, 2));
    // The same order may be given anew.
    let anew = say(&mut stage, CAT, "grab corn").await;
    assert!(anew.contains("It is done: grab corn."), "{anew}");
    assert_eq!(game(&stage).state["grabbed"]["corn"]["by"], "senator");
    replays(&stage);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_letter_acts_once() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    let bytes = letter(&mut stage, BOB, "grab corn");
    for _ in 0..2 {
        stage.now += 60;
        stage.mail_raw(&bytes).unwrap();
        stage.pass().await.unwrap();
    }
    assert_eq!(acts(&stage).len(), 1);
    // The same Message-ID with other words in the letter: a program sent it again, and another added to it.
    let other = String::from_utf8(bytes).unwrap().replace("grab corn", "grab wood\r\n\r\n-- \r\nsent again");
    stage.now += 60;
    stage.mail_raw(other.as_bytes()).unwrap();
    stage.pass().await.unwrap();
    assert_eq!(acts(&stage).len(), 1);
    let said = flat(&stage.newest(BOB).unwrap().text);
    assert!(said.contains("with the same Message-ID was read before"), "{said}");
    let anew = say(&mut stage, BOB, "grab wood").await;
    assert!(anew.contains("It is done: grab wood."), "{anew}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_acts_of_one_letter_are_answered_each() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    let said = say(&mut stage, BOB, "grab corn\ngrab corn\nhide wood\nhide corn").await;
    assert!(said.contains("2 orders were carried out at once."), "{said}");
    for words in [
        "secretary-of-the-treasury-and-the-navies has the corn.",
        "You have no wood.",
        "Something else.",
        "1 carried out; 2 to 3 asked back; 4 carried out",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert_eq!(acts(&stage).len(), 2);
    replays(&stage);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_for_a_seat_that_one_lost_is_not_carried_out() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, GM, "PAUSE").await;
    let kept = say(&mut stage, CAT, "grab corn").await;
    assert!(kept.contains("is kept"), "{kept}");
    let (_, vacant) = confirm(&mut stage, "SEAT nobody AS senator").await;
    assert!(vacant.contains("The senator is vacant."), "{vacant}");
    stage.pass_at(stage.now + HOUR).await.unwrap();
    // Nothing that she has proves her for the game any more, so she is asked whether the letter is hers.
    let (_, now) = confirm_as(&mut stage, CAT, "grab wood").await;
    assert!(now.contains("you are in no game of this name. What it asks of a game was not done."), "{now}");
    let of_another = say(&mut stage, BOB, "AS senator\ngrab wood").await;
    assert!(of_another.contains("Only a game master can give orders on a seat's behalf."), "{of_another}");
    assert!(of_another.contains("so nothing was carried out"), "{of_another}");
    say(&mut stage, GM, "RESUME").await;
    stage.pass().await.unwrap();
    assert!(acts(&stage).is_empty());
    let cat = told(&stage, CAT, "kept order").pop().unwrap();
    assert!(cat.contains("You cannot give orders for senator any more, so it was not carried out."), "{cat}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_order_on_which_the_book_breaks_is_given_up_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, GM, "PAUSE").await;
    say(&mut stage, BOB, "grab noise").await;
    say(&mut stage, CAT, "grab corn").await;
    say(&mut stage, GM, "RESUME").await;
    stage.pass().await.unwrap();
    assert_eq!(game(&stage).status, GameStatus::Running);
    assert_eq!(acts(&stage).iter().map(|act| act.input["words"].clone()).collect::<Vec<_>>(), ["grab corn"]);
    let gm = told(&stage, GM, "order given up").pop().unwrap();
    assert!(gm.contains("the rule book broke with it. It is given up: grab noise"), "{gm}");
    let bob = told(&stage, BOB, "order given up").pop().unwrap();
    assert!(bob.contains("could not be carried out: grab noise The fault is the program's, not yours."), "{bob}");
    let letters = stage.count_letters(GM).unwrap();
    stage.pass_at(stage.now + HOUR).await.unwrap();
    assert_eq!(stage.count_letters(GM).unwrap(), letters, "it is not tried again and again");
    replays(&stage);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_order_is_shown_and_can_be_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    let none = say(&mut stage, BOB, "CANCEL KEPT").await;
    assert!(none.contains("No order of yours is kept to be carried out later."), "{none}");
    say(&mut stage, GM, "PAUSE").await;
    say(&mut stage, CAT, "grab iron").await;
    let kept = say(&mut stage, BOB, "grab corn\ngrab wood\ngrab salt").await;
    assert!(kept.contains("Until then SHOW lists it, and CANCEL KEPT takes it back."), "{kept}");
    let shown = say(&mut stage, BOB, "SHOW").await;
    assert!(shown.contains("1. grab corn sent Mon 2 Mar 2026") && shown.contains("3. grab salt"), "{shown}");
    assert!(!shown.contains("iron"), "what others gave is not his to see: {shown}");
    let wrong = say(&mut stage, BOB, "CANCEL KEPT 4").await;
    assert!(wrong.contains("There is no kept order 4; yours have the numbers 1 to 3."), "{wrong}");
    let tried = say(&mut stage, BOB, "CHECK\nCANCEL KEPT 2").await;
    assert!(tried.contains("Would not be carried out -") && tried.contains("grab wood"), "{tried}");
    let back = say(&mut stage, BOB, "CANCEL KEPT 2").await;
    assert!(back.contains("Will not be carried out -") && back.contains("grab wood"), "{back}");
    let rest = say(&mut stage, BOB, "CANCEL ALL").await;
    assert!(rest.contains("grab corn") && rest.contains("grab salt") && !rest.contains("wood"), "{rest}");
    say(&mut stage, GM, "RESUME").await;
    stage.pass().await.unwrap();
    assert_eq!(acts(&stage).iter().map(|act| act.input["words"].clone()).collect::<Vec<_>>(), ["grab iron"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_locked_is_told_of_acts_when_he_is_not_any_more() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, BOB, "grab corn").await;
    say(&mut stage, GM, "LOCK senator").await;
    stage.pass_at(stage.now + 2 * QUARTER).await.unwrap();
    assert!(told_of_acts(&stage, CAT).is_empty());
    say(&mut stage, GM, "UNLOCK senator").await;
    stage.pass().await.unwrap();
    assert_eq!(told_of_acts(&stage, CAT).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_anybody_may_see_of_a_game_does_not_tell_that_something_was_carried_out() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    let steps = |stage: &Stage| stage.judge().store().export_shown(&game_id("one")).unwrap().unwrap()["steps"].clone();
    let before = steps(&stage);
    say(&mut stage, BOB, "grab corn").await;
    assert_eq!((acts(&stage).len(), steps(&stage)), (1, before));
    say(&mut stage, ANN, "take salt").await;
    stage.pass_at(DUE + 60).await.unwrap();
    let places: Vec<Value> = steps(&stage).as_array().unwrap().iter().map(|step| step["seq"].clone()).collect();
    assert_eq!(places, [1, 2], "nor are they counted");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_follows_from_an_act_of_an_earlier_version_of_the_book_is_held_against_the_next_stored_state() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, BOB, "grab corn\ngrab wood").await;
    say(&mut stage, ANN, "take salt").await;
    stage.pass_at(DUE + 60).await.unwrap();
    let (mut steps, table) = (steps(&stage), stage.judge().house().shelf.table("offices", "one").unwrap());
    let first = steps.iter_mut().find(|step| step.kind == StepKind::Act).unwrap();
    (first.version, first.input["giver"]["received"]["at"]) = (first.version - 1, json!(7));
    let replayed = compare(&table, &steps).unwrap();
    assert!(!replayed.by_earlier_rules.is_empty(), "the phase came out otherwise");
    steps.last_mut().unwrap().hash = "0".repeat(64);
    assert!(compare(&table, &steps).is_err(), "what is stored is held against its hash");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_answers_an_earlier_phase_is_not_carried_out_before_somebody_says_that_it_is_meant() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    let meant_for_the_first = letter(&mut stage, BOB, "grab corn");
    say(&mut stage, ANN, "take salt").await;
    stage.pass_at(DUE + 60).await.unwrap();
    assert_eq!(phase_number(&stage), 2);
    stage.now += 60;
    stage.mail_raw(&meant_for_the_first).unwrap();
    stage.pass().await.unwrap();
    let asked = flat(&stage.newest(BOB).unwrap().text);
    assert!(asked.contains("What does not wait was not carried out. If it is meant for phase 2 (Turn 2)"), "{asked}");
    assert!(asked.contains("Would be carried out at once"), "what YES would do is shown: {asked}");
    assert!(acts(&stage).is_empty());
    let meant = say(&mut stage, BOB, "YES").await;
    assert!(meant.contains("It is done: grab corn."), "{meant}");
    assert_eq!(acts(&stage).len(), 1);
    say(&mut stage, BOB, "YES").await;
    assert_eq!(acts(&stage).len(), 1, "once");
    let earlier = meant_for_the_first;
    let other =
        String::from_utf8(earlier).unwrap().replace("corn", "wood").replace("Message-ID: <", "Message-ID: <other-");
    stage.now += 60;
    stage.mail_raw(other.as_bytes()).unwrap();
    stage.pass().await.unwrap();
    say(&mut stage, BOB, "ORDERS PHASE 2\ngrab wood").await;
    assert_eq!(acts(&stage).len(), 2);
    replays(&stage);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_acts_and_was_given_ahead_takes_its_turn_when_its_phase_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, BOB, "ORDERS PHASE 2\ngrab noise\ngrab corn").await;
    say(&mut stage, ANN, "take salt").await;
    stage.pass_at(DUE + 60).await.unwrap();
    stage.pass_at(DUE + 120).await.unwrap();
    assert_eq!(phase_number(&stage), 2);
    assert_eq!(acts(&stage).iter().map(|act| act.input["words"].clone()).collect::<Vec<_>>(), ["grab corn"]);
    assert_eq!(told(&stage, BOB, "order given up").len(), 1);
    let letters = stage.count_letters(BOB).unwrap();
    stage.pass_at(DUE + 180).await.unwrap();
    assert_eq!(stage.count_letters(BOB).unwrap(), letters, "nothing is tried again");
    replays(&stage);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_given_ahead_and_acts_goes_before_what_came_later_in_the_round_in_which_reports_are_released() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, GM, "HOLD").await;
    say(&mut stage, CAT, "ORDERS PHASE 2\ngrab corn").await;
    let given = stage.now;
    say(&mut stage, ANN, "take salt").await;
    stage.pass_at(DUE + 60).await.unwrap();
    assert_eq!(phase_number(&stage), 2);
    say(&mut stage, ANN, "grab wood").await;
    let [release, bob] =
        [(GM, "RELEASE"), (BOB, "ORDERS PHASE 2\ngrab corn")].map(|(who, text)| letter(&mut stage, who, text));
    stage.now += 60;
    stage.mail_raw_at(&release, stage.now - 20).unwrap();
    stage.mail_raw_at(&bob, stage.now - 10).unwrap();
    stage.pass().await.unwrap();
    let givers: Vec<Value> = acts(&stage).iter().map(|act| act.input["giver"]["seat"].clone()).collect();
    assert_eq!(givers, ["senator", "president"], "in the order in which their letters came");
    assert_eq!(acts(&stage)[0].input["giver"]["received"]["at"], given);
    let bob = told(&stage, BOB, "").pop().unwrap();
    assert!(bob.contains("senator has the corn."), "{bob}");
    let cat = told(&stage, CAT, "kept order").pop().unwrap();
    assert!(cat.contains("In your letter of Mon 2 Mar 2026 12:"), "{cat}");
    replays(&stage);
}

#[tokio::test(flavor = "multi_thread")]
async fn kept_orders_of_one_second_are_carried_out_in_the_order_in_which_their_letters_were_read() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, GM, "PAUSE").await;
    stage.now += 60;
    for what in ["corn", "wood", "iron", "salt", "coal"] {
        for who in [BOB, CAT] {
            let bytes = letter(&mut stage, who, &format!("grab {what}"));
            stage.mail_raw_at(&bytes, stage.now).unwrap();
        }
    }
    stage.pass().await.unwrap();
    say(&mut stage, GM, "RESUME").await;
    stage.pass().await.unwrap();
    let givers: Vec<Value> = acts(&stage).iter().map(|act| act.input["giver"]["seat"].clone()).collect();
    assert_eq!(givers, ["secretary-of-the-treasury-and-the-navies"; 5], "his letters were the first");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_has_so_many_orders_carried_out_and_says_what_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    let lines: Vec<String> = (1..=103).map(|number| format!("grab corn{number}")).collect();
    let said = say(&mut stage, BOB, &lines.join("\n")).await;
    assert_eq!(acts(&stage).len(), 100);
    assert!(said.contains("100 orders were carried out at once."), "{said}");
    let beyond = "Of orders that do not wait a letter may hold 100; 3 more were not carried out, from line 101 on.";
    assert!(said.contains(beyond) && said.contains("101 to 103 not carried out"), "{said}");
    let rest = say(&mut stage, BOB, &lines[100..].join("\n")).await;
    assert!(rest.contains("3 orders were carried out at once."), "{rest}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_order_of_somebody_who_is_locked_is_shown_to_the_game_master_and_not_carried_out() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, GM, "PAUSE").await;
    say(&mut stage, CAT, "grab corn").await;
    let locked = say(&mut stage, GM, "LOCK senator").await;
    assert!(locked.contains("Orders that were kept") && locked.contains("grab corn"), "{locked}");
    say(&mut stage, GM, "UNLOCK senator").await;
    say(&mut stage, GM, "RESUME").await;
    stage.pass().await.unwrap();
    assert!(acts(&stage).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_would_come_of_an_order_that_acts_can_be_tried_while_nothing_may_be_done() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, GM, "PAUSE").await;
    let tried = say(&mut stage, GM, "WHATIF\nAS senator\ngrab corn\nEND").await;
    assert!(tried.contains("corn") && tried.contains("senator"), "{tried}");
    assert!(!tried.contains("in the state: Nothing"), "{tried}");
    assert!(acts(&stage).is_empty());
}

/// What the senator has of a game in which the secretary writes this after he grabbed corn.
async fn senators_letters(text: &str) -> Vec<(String, Vec<u8>)> {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, BOB, "grab corn").await;
    say(&mut stage, BOB, text).await;
    stage.pass_at(stage.now + QUARTER).await.unwrap();
    say(&mut stage, CAT, "CHECK\nhide corn").await;
    say(&mut stage, CAT, "hide corn\nSTATUS\nSHOW").await;
    say(&mut stage, ANN, "take salt").await;
    stage.pass_at(DUE + 60).await.unwrap();
    say(&mut stage, CAT, "grab wood\nREPORT").await;
    stage.letters(CAT).unwrap().into_iter().map(|letter| (letter.subject, letter.raw)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_act_tells_nobody_what_the_book_keeps_from_him() {
    let (hidden, not_hidden) = (senators_letters("hide corn").await, senators_letters("grab corn").await);
    assert!(hidden.iter().any(|(subject, _)| subject.contains("carried out")));
    assert_eq!(hidden.len(), not_hidden.len());
    for ((subject, one), (_, other)) in hidden.iter().zip(&not_hidden) {
        assert_eq!(String::from_utf8_lossy(one), String::from_utf8_lossy(other), "{subject}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_president_hears_of_what_is_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, BOB, "grab corn").await;
    stage.pass_at(stage.now + QUARTER).await.unwrap();
    say(&mut stage, BOB, "hide corn").await;
    stage.pass_at(stage.now + QUARTER).await.unwrap();
    let hid = "secretary-of-the-treasury-and-the-navies hid corn.";
    assert_eq!((told_of_acts(&stage, ANN).len(), told_of_acts(&stage, CAT).len()), (2, 1));
    assert!(told_of_acts(&stage, ANN)[1].contains(hid));
    // A report once more says how things stand now, to each what he may know.
    for (who, knows) in [(ANN, true), (CAT, false)] {
        say(&mut stage, who, "REPORT").await;
        let report = told(&stage, who, "opening").pop().unwrap();
        assert_eq!(report.contains(hid), knows, "{report}");
        assert!(report.contains("has") && report.contains("corn."), "{report}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dice_of_an_act_can_be_checked_when_the_game_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, BOB, "grab corn\ngrab wood").await;
    confirm(&mut stage, "END GAME").await;
    let export = stage.judge().store().export_shown(&game_id("one")).unwrap().unwrap();
    let holds = |change: fn(&mut Value)| {
        let (mut export, mut told) = (export.clone(), Told::default());
        change(&mut export);
        stage.letters(CAT).unwrap().iter().for_each(|letter| read_report(&letter.text, &mut told));
        read_export(&export.to_string(), &mut told).unwrap();
        let checked = check_told(&told, &[]).into_iter();
        checked.filter(|line| line.words.contains("1.1")).map(|line| (line.holds, line.words)).collect::<Vec<_>>()
    };
    let checked = holds(|_| {});
    let acts = checked.iter().filter(|(_, words)| words == "all 1 rolls of an act in 1.1 in the export");
    assert_eq!(acts.count(), 2, "{checked:?}");
    assert!(checked.iter().all(|(holds, _)| *holds == Some(true)), "{checked:?}");
    let other = holds(|export| export["steps"][1]["act"] = "00000000000000000000000000000000 0".into());
    assert!(other.iter().any(|(holds, _)| *holds == Some(false)), "by another letter other dice: {other:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_news_of_an_act_goes_to_whoever_holds_the_seat_when_it_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, GM, "AS senator\ngrab corn").await;
    let first = stage.now;
    let dan = "dan@play.example";
    let (_, replaced) = confirm(&mut stage, &format!("REPLACE senator BY Dan <{dan}>")).await;
    assert!(replaced.contains("The senator is held by Dan."), "{replaced}");
    // A seat that was vacant has its news too.
    let eve = "eve@play.example";
    say(&mut stage, GM, &format!("SEAT Eve <{eve}> AS governor")).await;
    stage.pass_at(first + QUARTER).await.unwrap();
    let [news] = &told_of_acts(&stage, dan)[..] else { panic!("one letter: {:?}", told(&stage, dan, "")) };
    assert!(news.contains("It is done: grab corn."), "{news}");
    assert!(news.contains("The GM had this carried out on behalf of The senator: grab corn"), "{news}");
    assert!(told_of_acts(&stage, CAT).is_empty(), "she holds nothing any more");
    let [seen] = &told_of_acts(&stage, eve)[..] else { panic!("one letter") };
    assert!(seen.contains("senator has") && !seen.contains("It is done"), "{seen}");
    replays(&stage);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_holds_two_seats_is_told_once_what_is_news_to_both() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, GM, "SEAT Cat AS governor").await;
    say(&mut stage, BOB, "grab corn\nhide corn").await;
    say(&mut stage, GM, "AS senator\ngrab wood").await;
    stage.pass_at(stage.now + QUARTER).await.unwrap();
    let [cat] = &told_of_acts(&stage, CAT)[..] else { panic!("one letter") };
    for (words, count) in [("It is done: grab wood.", 1), ("navies has", 1), ("hid", 0), ("on behalf of", 1)] {
        assert_eq!(cat.matches(words).count(), count, "{words}: {cat}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rollback_leaves_what_is_still_to_be_told_of_phases_that_stand_and_voids_the_rest_by_phase() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    say(&mut stage, GM, "LOCK senator").await;
    // She is told what is done in her name, in each of two phases, when she is locked no more.
    say(&mut stage, GM, "AS senator\ngrab corn").await;
    for (turn, next) in [(1, "grab wood"), (2, "grab iron")] {
        say(&mut stage, ANN, "take salt").await;
        stage.pass_at(DUE + (turn - 1) * 24 * HOUR + 60).await.unwrap();
        say(&mut stage, GM, &format!("AS senator\n{next}")).await;
    }
    assert_eq!(phase_number(&stage), 3);
    confirm(&mut stage, "ROLLBACK phase=3").await;
    assert_eq!(phase_number(&stage), 3, "it was not played, so nothing is undone");
    confirm(&mut stage, "ROLLBACK phase=2").await;
    assert_eq!(phase_number(&stage), 2);
    say(&mut stage, GM, "AS senator\ngrab salt").await;
    say(&mut stage, GM, "UNLOCK senator").await;
    stage.pass().await.unwrap();
    let letters = told_of_acts(&stage, CAT);
    let [first, second] = &letters[..] else { panic!("one letter a phase: {letters:?}") };
    assert!(first.contains("grab corn") && first.contains("That was in phase 1."), "{first}");
    assert!(!first.contains("This is how things stand now."), "{first}");
    assert!(second.contains("grab salt") && second.contains("This is how things stand now."), "{second}");
    assert!(!letters.join(" ").contains("grab wood") && !letters.join(" ").contains("grab iron"), "{letters:?}");
    // What was told of the later phase is void when that is undone, and what was told of the earlier one is not.
    say(&mut stage, ANN, "take salt").await;
    stage.pass_at(DUE + 48 * HOUR + 60).await.unwrap();
    confirm(&mut stage, "ROLLBACK phase=2").await;
    let void = told(&stage, CAT, "VOID").pop().unwrap();
    assert!(void.contains("- word of what was done in phase 2"), "{void}");
    assert!(!void.contains("what was done in phase 1"), "{void}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_judge_gathers_what_he_tells_of_acts_as_he_did_in_life() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (mut stage, _) = new_game(folder.path()).await;
    let backup = folder.path().join("backup.db");
    back_up(&folder.path().join("adjutant.db"), &backup).unwrap();
    say(&mut stage, BOB, "grab corn").await;
    stage.pass_at(stage.now + QUARTER).await.unwrap();
    say(&mut stage, ANN, "grab wood").await;
    stage.pass_at(stage.now + QUARTER).await.unwrap();
    let letters = |stage: &Stage| -> Vec<(String, Vec<u8>)> {
        let letters = stage.letters(CAT).unwrap().into_iter();
        let told = letters.filter(|letter| letter.subject.contains("carried out"));
        told.map(|letter| (letter.message_id, letter.raw)).collect()
    };
    let lived = letters(&stage);
    assert_eq!(lived.len(), 2);

    let copy = std::process::Command::new("cp").arg("-a").arg(folder.path().join("judge")).arg(other.path()).status();
    assert!(copy.unwrap().success());
    let database = other.path().join("adjutant.db");
    let marked = Marked { at: stage.now, ..Marked::default() };
    restore(&backup, &database, &Key::new(KEY).fingerprint(), Some(&marked)).unwrap();
    let mut restored = set_up(other.path(), AnswerLimits::default());
    restored.now = stage.now;
    let open = |inbox: std::path::PathBuf| -> Box<dyn MailSource> {
        let settings = MaildirSettings { inbox, outbox: std::path::PathBuf::new(), limit_bytes: 1_000_000 };
        Box::new(MaildirSource::open(&settings).unwrap())
    };
    let mut folders = ["judge", "judge/.Processed"].map(|name| open(other.path().join(name)));
    restored.judge().catch_up(&mut folders, restored.now).unwrap().unwrap();
    release_review(&database, &[]).unwrap();
    restored.pass().await.unwrap();
    assert_eq!(letters(&restored), lived);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_done_by_a_letter_without_an_answer_its_giver_is_told_as_others_are() {
    let folder = tempfile::tempdir().unwrap();
    let limits = AnswerLimits { per_hour: 2, ..AnswerLimits::default() };
    let (mut stage, _) = begin(set_up(folder.path(), limits)).await;
    for what in ["corn", "wood", "iron"] {
        say(&mut stage, BOB, &format!("grab {what}")).await;
    }
    assert_eq!(acts(&stage).len(), 3);
    let answers = stage.letters(BOB).unwrap().iter().map(|letter| flat(&letter.text)).collect::<Vec<_>>().join(" ");
    assert!(answers.contains("It is done: grab wood.") && !answers.contains("grab iron"), "{answers}");
    stage.pass_at(stage.now + QUARTER).await.unwrap();
    let [bob] = &told_of_acts(&stage, BOB)[..] else { panic!("one letter") };
    let words = "Carried out for The secretary: grab iron. The letter that it stood in had no answer of its own";
    assert!(bob.contains(words) && bob.contains("It is done: grab iron."), "{bob}");
    assert!(!bob.contains("Carried out for The secretary: grab corn"), "{bob}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_master_is_shown_what_is_kept_by_who_and_before_a_phase_is_played_ahead_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    let none = say(&mut stage, GM, "WHO").await;
    assert!(!none.contains("Kept until they can be carried out"), "{none}");
    say(&mut stage, GM, "HOLD").await;
    say(&mut stage, ANN, "take salt").await;
    stage.pass_at(DUE + 60).await.unwrap();
    say(&mut stage, BOB, "grab corn").await;
    let who = say(&mut stage, GM, "WHO").await;
    assert!(who.contains("Kept until they can be carried out") && who.contains("Bob: grab corn"), "{who}");
    let asked = say(&mut stage, GM, "PROCESS").await;
    assert!(
        asked.contains("They would not be carried out before phase 2 (Turn 2) was played: Bob: grab corn"),
        "{asked}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn help_names_kept_orders_where_the_book_has_orders_that_act() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    for asked in ["HELP CANCEL", "HELP"] {
        let help = say(&mut stage, BOB, asked).await;
        assert!(help.contains("CANCEL n[, n] | ALL | KEPT [n[, n]]"), "{help}");
        assert!(help.contains("KEPT takes back what waits to be carried out"), "{help}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_of_a_person_is_left_as_it_stands_where_somebody_wrote_it() {
    let folder = tempfile::tempdir().unwrap();
    let (mut stage, _) = new_game(folder.path()).await;
    let key = PlayerId::of_address(CAT);
    say(&mut stage, BOB, &format!("grab {key}")).await;
    say(&mut stage, GM, "LOCK senator").await;
    let journal = say(&mut stage, GM, "JOURNAL").await;
    assert!(
        journal.contains(&format!("carried out for secretary-of-the-treasury-and-the-navies: grab {key}")),
        "{journal}"
    );
    assert!(journal.contains("locked Cat"), "{journal}");
}

#[test]
fn a_rule_case_carries_out_what_does_not_wait_in_the_order_of_receipt() {
    let case = r#"
        book = "offices"
        scenario = "one"
        rule = "1"
        name = "Who grabs first has it"
        [orders.president]
        arrives = 2
        lines = "grab corn"
        [orders.senator]
        arrives = 1
        lines = """
        grab corn
        take wood
        """
        [dice]
        "grab corn" = [4]
        [[expect.refused]]
        seat = "president"
        line = "grab corn"
        says = "senator has the corn."
        [expect.state]
        grabbed.corn = { by = "senator", count = 4, at = 1 }
        taken = ["wood"]
    "#;
    let differences = Case::parse(case).unwrap().run(&Shelf::default().with(|| Offices)).unwrap();
    assert!(differences.is_empty(), "{}", differences.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
}
