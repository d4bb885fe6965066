//! The toy book on the house's table: what a book needs of the house, and what the house promises of any book.

use crate::support::toy;
use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant::facts::{Brief, Fact, Viewer, brief};
use adjutant::game::{Dice, SeatId, Secret};
use adjutant::order::path::set_path;
use adjutant::order::{Filed, Line, LineStatus};
use adjutant::rules::check::{Checked, check};
use adjutant::rules::{Context, OrderSet, Played, Table};
use serde_json::{Value, json};

fn table() -> Arc<dyn Table> {
    toy::shelf().table("toy", "meadow").unwrap()
}

fn seat(name: &str) -> SeatId {
    SeatId::parse(name).unwrap()
}

fn dice(number: u32) -> Dice {
    Dice::committed(&Secret::new([9; 32]), &format!("{number}.1"))
}

fn told(name: &str, facts: &[Fact<Value>]) -> Brief<Value> {
    brief(Viewer::vacant(&seat(name)), facts)
}

fn checked(state: &Value, name: &str, text: &str) -> Checked {
    let table = table();
    let lines: Vec<_> =
        text.lines().enumerate().map(|(index, text)| Line { number: index + 1, text: text.to_owned() }).collect();
    let known = told(name, &table.situation(state).unwrap());
    check(table.as_ref(), &mut Context::default(), &known, &seat(name), &lines, &[]).unwrap()
}

fn sheet(state: &Value, name: &str, text: &str) -> Vec<Filed<Value>> {
    checked(state, name, text).standing()
}

fn play(state: &Value, orders: [(&str, &str); 2], dice: &mut Dice) -> Played {
    let sheets: BTreeMap<_, _> =
        orders.into_iter().map(|(name, text)| (seat(name), sheet(state, name, text))).collect();
    table().adjudicate(state, &OrderSet { sheets, ..OrderSet::default() }.on_file(), dice).unwrap()
}

#[test]
fn the_book_is_found_on_the_shelf_by_its_name() {
    let shelf = toy::shelf();
    assert_eq!(shelf.books(), ["toy"]);
    assert_eq!(shelf.about("toy").unwrap().scenarios, ["meadow"]);
    assert!(shelf.table("toy", "moor").err().unwrap().to_string().contains("it has: meadow"));
    assert!(shelf.table("chess", "meadow").err().unwrap().to_string().contains("there are: toy"));
}

#[test]
fn canonical_words_read_back_to_the_same_order() {
    let table = table();
    for line in ["MOVE a1  to B2.", "hold c1", "move c1"] {
        let read = table.read(&mut Context::default(), line).unwrap();
        let (order, canonical) = &read.orders[0];
        let again = table.read(&mut Context::default(), canonical).unwrap();
        assert_eq!(again.orders, [(order.clone(), canonical.clone())], "{line}");
    }
}

#[test]
fn a_turn_is_played_from_letters_to_facts() {
    let begun = table().begin(&mut dice(0)).unwrap();
    assert_eq!(begun.next.as_ref().unwrap().title, "Turn 1");
    let played = play(&begun.state, [("red", "move a1 to b2"), ("blue", "hold c5")], &mut dice(1));
    assert_eq!(played.state["pieces"]["red-1"]["square"], json!("b2"));
    assert_eq!(played.next.unwrap().title, "Turn 2");
    let moved = json!({ "kind": "Moved", "piece": "red-1", "from": "a1", "to": "b2" });
    assert_eq!(told("red", &played.events).items(), [moved]);
    assert!(told("blue", &played.events).items().is_empty());
}

#[test]
fn a_bad_line_costs_only_itself() {
    let begun = table().begin(&mut dice(0)).unwrap();
    let checked = checked(&begun.state, "red", "move a1 to a3\nmove c1 to c2");
    let statuses: Vec<_> = checked.lines.iter().map(|line| line.status()).collect();
    assert_eq!(statuses, [LineStatus::Refused, LineStatus::Accepted]);
    assert_eq!(checked.account, [json!({ "kind": "Waiting", "pieces": 1 })]);
}

#[test]
fn an_enemy_piece_and_an_empty_square_are_refused_in_the_same_words() {
    let begun = table().begin(&mut dice(0)).unwrap();
    let words = |square: &str| {
        let checked = checked(&begun.state, "red", &format!("hold {square}"));
        checked.lines[0].all_remarks().next().unwrap().message.replace(square, "there")
    };
    assert_eq!(words("c5"), words("d4"));
}

#[test]
fn worlds_that_differ_in_what_red_cannot_see_tell_red_the_same() {
    let begun = table().begin(&mut dice(0)).unwrap();
    let other = set_path(&begun.state, "pieces.blue-2.square", json!("d5")).unwrap();
    let orders = [("red", "move a1 to b2\nmove c1 to c2"), ("blue", "hold c5")];
    let played = [play(&begun.state, orders, &mut dice(1)), play(&other, orders, &mut dice(1))];
    assert_ne!(played[0].state, played[1].state);
    for facts in [|played: &Played| played.events.clone(), |played: &Played| played.situation.clone()] {
        let [one, two] = [&played[0], &played[1]].map(|played| told("red", &facts(played)).items().to_vec());
        assert_eq!(Value::from(one).to_string(), Value::from(two).to_string());
    }
}

#[test]
fn a_fight_elsewhere_shifts_no_dice() {
    let mut begun = table().begin(&mut dice(0)).unwrap().state;
    begun["pieces"]["red-1"]["square"] = json!("a3");
    begun["pieces"]["blue-1"]["square"] = json!("a4");
    begun["pieces"]["red-2"]["square"] = json!("e3");
    begun["pieces"]["blue-2"]["square"] = json!("e4");
    let duel = |orders| {
        let played = play(&begun, orders, &mut dice(1));
        let items = told("red", &played.events).items().to_vec();
        items.into_iter().find(|item| item["square"] == "a4").unwrap()
    };
    let alone = duel([("red", "move a3 to a4"), ("blue", "hold a4")]);
    assert_eq!(duel([("red", "move a3 to a4\nmove e3 to e4"), ("blue", "hold a4")]), alone);
}

#[test]
fn the_same_inputs_give_the_same_game() {
    let replay = || {
        let mut states = vec![table().begin(&mut dice(0)).unwrap().state];
        for (number, red) in (1..).zip(["move a1 to b2", "move b2 to c3", "move c3 to c4", "hold c4"]) {
            let blue = ["hold c5", "hold c5", "move c5 to c4", "move e5 to d5"][number as usize - 1];
            let orders = [("red", red), ("blue", blue)];
            let played = play(states.last().unwrap(), orders, &mut dice(number));
            states.push(played.state);
        }
        states.iter().map(Value::to_string).collect::<Vec<_>>()
    };
    assert_eq!(replay(), replay());
}

#[test]
fn a_position_off_the_board_is_refused_with_the_reason() {
    let state = json!({ "turn": 1, "pieces": { "red-1": { "seat": "red", "square": "f1" } } });
    let error = table().sound(&state).unwrap_err().to_string();
    assert_eq!(error, "the state would not be sound: red-1 stands at f1, which is off the board");
}
