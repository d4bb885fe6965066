//! Numbers of a scenario that a game master chose: whatever they are, the scenario is refused or its turns are played.

use base::game::{Dice, Secret};
use rules::{OrderSet, RuleBook};
use serde_json::{Value, json};

use super::maps::told;
use crate::CivilWarOnLine;
use crate::scenario::{DRILL, Scenario};
use crate::state::State;

/// Where in a document numbers of its rules are.
fn numbers(at: &str, value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Number(_) => found.push(at.to_owned()),
        Value::Array(rows) => {
            rows.iter().enumerate().for_each(|(place, row)| numbers(&format!("{at}/{place}"), row, found))
        }
        Value::Object(rows) => rows.iter().for_each(|(key, row)| numbers(&format!("{at}/{key}"), row, found)),
        _ => {}
    }
}

/// The build turn and the turn after it, and what the Treasury reads then.
fn play(scenario: &Scenario) {
    let book = CivilWarOnLine;
    let mut state = State::opening(scenario);
    for turn in 0..2 {
        let mut dice = Dice::committed(&Secret::new([7; 32]), &turn.to_string());
        state = book.adjudicate(scenario, &state, &OrderSet::default(), &mut dice).state;
    }
    assert!(!told(scenario, &state, &["us-treasury"]).items().is_empty());
}

#[test]
fn whatever_number_of_the_rules_a_game_master_chooses_the_scenario_is_refused_or_played() {
    let document = Scenario::document(DRILL).unwrap();
    let mut paths = Vec::new();
    for part in ["tables", "calendar", "treasury", "law", "morale", "kentucky"] {
        numbers(&format!("/{part}"), &document[part], &mut paths);
    }
    let mut broken = Vec::new();
    for path in &paths {
        for number in [json!(-1), json!(0), json!(10_000_000), json!(i64::MAX)] {
            let mut chosen = document.clone();
            *chosen.pointer_mut(path).unwrap() = number.clone();
            let played = std::panic::catch_unwind(|| Scenario::prepare(&chosen).map(|scenario| play(&scenario)));
            if played.is_err() {
                broken.push(format!("{path} = {number}"));
            }
        }
    }
    assert!(broken.is_empty(), "{} of {} numbers: {broken:#?}", broken.len(), paths.len());
}
