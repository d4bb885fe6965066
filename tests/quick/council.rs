//! A government plays by mail: its year, and what its letters tell nobody.

use adjutant::cli::replay::{compare, undone};
use adjutant::cli::stage::{Received, Written};
use adjutant::desk::StepKind;
use serde_json::json;

use crate::support::council::{self, GM};
use crate::support::council_year::{ANN, BOB, CAT, HOUR, Town, flat, new_game, play};
use crate::support::store::game_id;

#[tokio::test(flavor = "multi_thread")]
async fn a_government_plays_a_year() {
    let folder = tempfile::tempdir().unwrap();
    play(new_game(folder.path()).await).await;
}

/// What of his letters somebody reads, where Bob marches there.
async fn letters_after_a_march(to: &str, reader: &str) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().unwrap();
    let mut town = new_game(folder.path()).await;
    town.confirm(&format!("SEAT Cat <{CAT}> AS south")).await;
    town.say(ANN, "give the company to captain").await;
    let marched = town.say(BOB, &format!("march to {to}")).await;
    assert!(marched.contains("The captain: 1 order on file."), "{marched}");
    town.end_turn().await;
    town.say(CAT, "STATUS").await;
    let letters = town.stage.letters(reader).unwrap().into_iter();
    letters.map(|letter| (letter.subject, letter.text)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_command_the_company_reads_the_same_wherever_it_goes() {
    let (one, other) = (letters_after_a_march("K6-R5", CAT).await, letters_after_a_march("K4-R4", CAT).await);
    assert!(one.len() > 2);
    assert_eq!(one, other);
    assert_ne!(letters_after_a_march("K6-R5", ANN).await, letters_after_a_march("K4-R4", ANN).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_matter_that_is_open_is_told_by_status_and_reminded_of_before_it_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let mut town = new_game(folder.path()).await;
    town.confirm(&format!("SEAT Cat <{CAT}> AS south")).await;
    town.say(CAT, "propose tax 4").await;
    let open = "The councillor for the north: 1, a tax of 4. To say: \"vote 1 aye\" or \"vote 1 no\".";
    let status = town.say(BOB, "STATUS").await;
    assert!(status.contains("Open to you") && status.contains(open), "{status}");
    let presides = town.say(ANN, "STATUS").await;
    assert!(!presides.contains("Open to you"), "{presides}");
    let reminded = |town: &Town, who: &str| {
        let is_reminder = |letter: &Received| letter.subject.contains("reminder");
        let letters = town.letters(who).into_iter().filter(is_reminder);
        letters.map(|letter| flat(&letter.text)).collect::<Vec<_>>()
    };
    for turn in [1, 2] {
        for (who, text) in [(ANN, "buy 1"), (BOB, "READY NOTHING"), (CAT, "READY NOTHING")] {
            town.say(who, text).await;
        }
        if turn == 2 {
            town.say(CAT, "vote 1 aye").await;
        }
        let deadline = town.stage.deadline("town").unwrap().unwrap();
        town.stage.pass_at(deadline - HOUR + 60).await.unwrap();
        assert_eq!([ANN, CAT].map(|who| reminded(&town, who).len()), [0, 0], "turn {turn}");
        assert_eq!(reminded(&town, BOB).len(), turn - 1, "of what is closed with the next turn nobody is reminded");
        town.stage.pass_at(deadline + 1).await.unwrap();
    }
    let [bob] = &reminded(&town, BOB)[..] else { panic!("one reminder") };
    assert!(bob.contains(&format!("You have not said anything yet of what is closed then: - {open}")), "{bob}");
    assert!(bob.contains("phase 2 (Turn 2) ends in") && !bob.contains("We have none yet"), "{bob}");
}

/// Who knows the treasury is changed in turn 2 and once more in turn 3, where somebody acts before and after it; turn 3 is played anew.
async fn with_options_changed(folder: &std::path::Path) -> Town {
    let mut town = new_game(folder).await;
    town.end_turn().await;
    town.confirm("SET GAME treasury_told = public").await;
    town.end_turn().await;
    town.say(BOB, "propose tax 5").await;
    town.confirm("SET GAME treasury_told = private").await;
    town.say(BOB, "vote 1 aye").await;
    town.end_turn().await;
    town
}

fn told(town: &Town) -> (String, Option<String>) {
    let (game, path) = (town.game(), "treasury_told");
    let word = |document: &serde_json::Value| document[path].as_str().unwrap().to_owned();
    (word(game.table.document()), game.next_table.map(|next| word(next.document())))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_option_is_a_step_that_holds_from_the_next_phase_on_and_is_undone_with_its_phase() {
    let folder = tempfile::tempdir().unwrap();
    let mut town = with_options_changed(folder.path()).await;
    assert_eq!(told(&town), ("private".to_owned(), None));
    town.replays();
    town.confirm("SET GAME treasury_told = public").await;
    assert_eq!(told(&town), ("private".to_owned(), Some("public".to_owned())));
    town.confirm("ROLLBACK phase=3").await;
    assert_eq!(told(&town), ("public".to_owned(), None), "what was changed in turn 2 stands");
    assert!(undone(&town.steps()).iter().any(|step| step.ends_with("(another option in phase 3.1)")));
    town.end_turn().await;
    assert_eq!(told(&town), ("public".to_owned(), None));
    town.replays();
    town.confirm("ROLLBACK phase=1").await;
    assert_eq!(told(&town), ("private".to_owned(), None), "it is begun with");
    town.end_turn().await;
    town.replays();
    let judge = town.stage.judge();
    let export = judge.store().export(&game_id("town")).unwrap().unwrap();
    let options = export["steps"].as_array().unwrap().iter().filter(|step| step["kind"] == "options");
    let words: Vec<_> = options.map(|step| step["option"].clone()).collect();
    assert_eq!(words, ["public", "private", "public"].map(|word| json!(format!("treasury_told = {word}"))));
    assert_eq!(export["game"]["made_of"], export["game"]["document"]);
    let shown = judge.store().export_shown(&game_id("town")).unwrap().unwrap();
    let is_it = |step: &&serde_json::Value| step["option"] == "treasury_told = public";
    assert_eq!(shown["steps"].as_array().unwrap().iter().filter(is_it).count(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_finds_an_option_that_is_another_than_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let town = with_options_changed(folder.path()).await;
    let judge = town.stage.judge();
    let table = judge.store().read().table_at_the_start(&game_id("town"), &judge.house().shelf).unwrap().unwrap();
    let steps = town.steps();
    assert!(compare(&table, &steps).is_ok());
    for (name, value) in [("value", json!("private")), ("path", json!("turns")), ("document", json!("0"))] {
        let mut steps = steps.clone();
        let changed = steps.iter_mut().find(|step| step.kind == StepKind::Options).unwrap();
        changed.input[name] = value;
        let why = compare(&table, &steps).map(drop).unwrap_err().to_string();
        assert!(why.contains("(another option in phase 2.1) differs"), "{name}: {why}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn before_the_start_a_game_is_made_with_another_option() {
    let folder = tempfile::tempdir().unwrap();
    let mut town = Town::unbegun(folder.path()).await;
    let refused = town.say(GM, "SET GAME districts = north").await;
    assert!(refused.contains("the game would have other seats than it was made with"), "{refused}");
    let done = town.say(GM, "SET GAME turns = 3\nSET GAME treasury_told = public").await;
    assert!(done.contains("From the start on, turns = 3 (it was 12)"), "{done}");
    assert_eq!(told(&town), ("public".to_owned(), None));
    town.begin().await;
    let report = flat(&town.newest(BOB).text);
    assert!(report.contains("Turn 1 of 3") && report.contains("The treasury has 20."), "{report}");
    town.end_turn().await;
    town.replays();
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_value_without_a_word_of_its_own_players_hear_that_it_was_changed_and_not_which() {
    let folder = tempfile::tempdir().unwrap();
    let mut town = Town::unbegun(folder.path()).await;
    town.say(GM, &format!("SEAT Bob <{BOB}> AS treasurer")).await;
    let done = town.say(GM, "SET GAME treasury = 50").await;
    assert!(done.contains("From the start on, treasury = 50 (it was 20)."), "{done}");
    let told = flat(&town.newest(BOB).text);
    assert!(told.contains("The GM changed a value of the scenario before the start."), "{told}");
    assert!(!told.contains("50") && !told.contains("treasury ="), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_not_made_on_a_timetable_that_lacks_a_kind_of_phase() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = council::stage_with_a_rhythm_of(folder.path(), "month");
    stage.pass().await.unwrap();
    let text = "CREATE town FROM council/town".to_owned();
    let in_reply_to = Some(stage.newest(GM).unwrap().message_id);
    stage.mail(&Written { from: GM.to_owned(), text, in_reply_to, ..Written::default() }).unwrap();
    stage.now += 60;
    stage.pass().await.unwrap();
    let refused = flat(&stage.newest(GM).unwrap().text);
    assert!(refused.contains("the timetable has no rhythm for `turn` phases; it has month"), "{refused}");
    assert!(!refused.contains("is made"), "{refused}");
}
