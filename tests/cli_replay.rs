//! `adjutant replay`: a game that comes out the same, and the first step of one that does not.

#[path = "support/toy/mod.rs"]
mod toy;

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
    Step { kind, phase, revision: 1, input, hash: state_hash(&state), state: state.into(), rolls }
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
    let played = table.adjudicate(&edited, &OrdersOnFile::new(), &mut dice).unwrap();
    let input = json!({ "secret": secret.reveal(), "orders": {} });
    vec![begun, edit, step(StepKind::Phase, 1, input, played.state, Some(&dice))]
}

fn compared(steps: &[Step]) -> Result<usize, String> {
    let table = toy::shelf().table("toy", "meadow").unwrap();
    compare(table.as_ref(), steps).map_err(|divergence| divergence.to_string())
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
