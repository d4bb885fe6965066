//! `adjutant replay`: a game that comes out the same, and the first step of one that does not.

use crate::support::toy;
use std::sync::Arc;

use adjutant::cli::replay::compare;
use adjutant::desk::turn::state_hash;
use adjutant::desk::{Step, StepKind};
use adjutant::game::{Dice, Secret};
use adjutant::order::path::set_path;
use adjutant::rules::OrdersOnFile;
use serde_json::{Value, json};

fn step(kind: StepKind, phase: u32, input: Value, state: Value, dice: Option<&Dice>) -> Step {
    let rolls = dice.map(|dice| dice.rolls().to_vec()).unwrap_or_default();
    Step { kind, phase, revision: 1, input, hash: state_hash(&state), state: state.into(), version: 1, rolls }
}

/// An opening, an edit that makes a duel, and a turn.
fn history() -> Vec<Step> {
    let table = toy::shelf().table("toy", "meadow").unwrap();
    let secret = Secret::new([5; 32]);
    let mut dice = Dice::committed(&secret, "0.1");
    let opening = table.begin(&mut dice).unwrap().state;
    let begun = step(StepKind::Begin, 0, json!({ "secret": secret.reveal() }), opening.clone(), Some(&dice));
    let edited = set_path(&opening, "pieces.red-1.square", json!("c5")).unwrap();
    let edit = json!({ "path": "pieces.red-1.square", "value": "c5", "reason": "a test" });
    let edit = step(StepKind::Edit, 1, edit, edited.clone(), None);
    let mut dice = Dice::committed(&secret, "1.1");
    let played = table.adjudicate(&edited, &OrdersOnFile::default(), &mut dice).unwrap();
    let input = json!({ "secret": secret.reveal(), "orders": {} });
    vec![begun, edit, step(StepKind::Phase, 1, input, played.state, Some(&dice))]
}

fn compared(steps: &[Step]) -> Result<usize, String> {
    let table = toy::shelf().table("toy", "meadow").unwrap();
    compare(&table, steps).map(|replayed| replayed.steps).map_err(|divergence| divergence.to_string())
}

#[test]
fn a_game_comes_out_the_same() {
    assert_eq!(compared(&history()), Ok(3));
}

#[test]
fn the_first_step_that_comes_out_otherwise_is_named_with_the_path() {
    let mut steps = history();
    let last = &mut steps[2];
    Arc::make_mut(&mut last.state)["turn"] = json!(9);
    last.hash = state_hash(&last.state);
    assert_eq!(compared(&steps), Err("step 3 (phase 1.1) differs: at turn the game has 9, the replay 2".to_owned()));
}

#[test]
fn an_edit_is_played_again_too() {
    let mut steps = history();
    steps[1].input["value"] = json!("d5");
    let words = compared(&steps).unwrap_err();
    assert_eq!(
        words,
        "step 2 (an edit in phase 1.1) differs: at pieces.red-1.square the game has \"c5\", the replay \"d5\""
    );
}

#[test]
fn dice_that_fell_otherwise_are_a_difference() {
    let mut steps = history();
    steps[2].rolls[0].value = 7 - steps[2].rolls[0].value;
    assert!(compared(&steps).unwrap_err().starts_with("step 3 (phase 1.1) differs: "));
}

/// The opening of a campaign as the first version of the book stored it: demoralised as a whole, or not.
fn old_opening() -> Step {
    let table = adjutant::books::of_the_house().table("civil-war", "1861").unwrap();
    let secret = Secret::new([5; 32]);
    let mut dice = Dice::committed(&secret, "0.1");
    let mut state = table.begin(&mut dice).unwrap().state;
    for stack in state["stacks"].as_object_mut().unwrap().values_mut() {
        let stack = stack.as_object_mut().unwrap();
        let demoralised = stack.remove("demoralised").unwrap();
        stack.insert("is_demoralised".to_owned(), json!(demoralised != json!(0)));
    }
    step(StepKind::Begin, 0, json!({ "secret": secret.reveal() }), state, Some(&dice))
}

fn replayed(steps: &[Step]) -> Result<String, String> {
    let table = adjutant::books::of_the_house().table("civil-war", "1861").unwrap();
    compare(&table, steps).map(|replayed| replayed.to_string()).map_err(|why| why.to_string())
}

#[test]
fn a_step_of_an_earlier_version_is_held_against_its_state_brought_up() {
    assert_eq!(replayed(&[old_opening()]), Ok("1 steps replayed, all equal".to_owned()));
}

#[test]
fn what_earlier_rules_made_otherwise_stands_and_the_game_goes_on_from_it() {
    let mut old = old_opening();
    Arc::make_mut(&mut old.state)["stacks"]["4910"]["is_demoralised"] = json!(true);
    old.hash = state_hash(&old.state);
    let edit = json!({ "path": "stacks.4910.demoralised", "value": "2", "reason": "a test" });
    let table = adjutant::books::of_the_house().table("civil-war", "1861").unwrap();
    let brought_up = table.bring_up(1, Value::clone(&old.state)).unwrap();
    let sp = &brought_up["stacks"]["4910"]["sp"];
    assert_eq!(&brought_up["stacks"]["4910"]["demoralised"], sp);
    let edited = set_path(&brought_up, "stacks.4910.demoralised", json!(2)).unwrap();
    let edit = Step { version: table.version(), ..step(StepKind::Edit, 1, edit, edited, None) };
    let told = format!(
        "2 steps replayed, 1 equal; the others were played by earlier rules and stand\n\
         by earlier rules: step 1 (the opening) differs: at stacks.4910.demoralised the game has {sp}, the replay 0"
    );
    assert_eq!(replayed(&[old, edit]), Ok(told));
}

#[test]
fn a_state_of_an_earlier_version_that_was_tampered_with_is_a_difference() {
    let mut old = old_opening();
    Arc::make_mut(&mut old.state)["turn"] = json!(2);
    let words = replayed(&[old]).unwrap_err();
    assert_eq!(words, "step 1 (the opening) differs: its stored state is not what was written");
}
