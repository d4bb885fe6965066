//! The matrix of reports on the rivers, cell by cell (section 6 of the decisions): who reads what of ships, contacts, fights and of whose
//! the squares are, and that the other side reads the same whatever they hide.

use std::collections::{BTreeMap, BTreeSet};

use base::facts::Fact;
use base::game::{Dice, Secret};
use board::square::Square;
use rules::{OrderSet, RuleBook};
use serde_json::json;

use super::matrix::{Cell, full, own, read_as_named, read_by, seat, seats, war};
use super::play::filed;
use super::rivers::{ship, square};
use crate::CivilWarOnLine;
use crate::item::Item;
use crate::order::{Refuge, Stance};
use crate::read::read;
use crate::river::{Course, Sight};
use crate::scenario::Scenario;
use crate::side::Side;
use crate::situation::situation;
use crate::state::{Ship, State};

/// Where each side has a gunboat that the other does not see, a square near it and one far from all.
const ALONE: [&str; 2] = ["E4-T9", "C7-W9"];
const NEAR: [&str; 2] = ["E4-U0", "C7-W8"];
const FAR: &str = "D5-U3";
/// Where a gunboat of each side has met the other's.
const MET: &str = "D3-V0";

/// A war in which each side has one of everything, and two gunboats.
fn afloat(scenario: &Scenario) -> State {
    let mut state = full(scenario);
    for side in Side::BOTH {
        let (code, port) = (side.code(), ["cairo-il", "memphis-tn"][side as usize]);
        let captain = |number: u32| format!("{}-captain-{number}", code.to_lowercase());
        let command = json!({ "commander": captain(1), "deputy": captain(2) });
        for (name, at) in [("GB1", ALONE[side as usize]), ("GB2", MET)] {
            let mut gunboat = ship(code, "GB", port, Some(at));
            gunboat.command = Some(serde_json::from_value(command.clone()).unwrap());
            state.ships.insert(own(side, name), gunboat);
        }
    }
    state
}

fn alone(state: &mut State, side: Side) -> &mut Ship {
    state.ships.get_mut(&own(side, "GB1")).unwrap()
}

fn met(state: &mut State, side: Side) -> &mut Ship {
    state.ships.get_mut(&own(side, "GB2")).unwrap()
}

fn near(side: Side) -> Square {
    square(NEAR[side as usize])
}

fn course(side: Side) -> Option<Course> {
    Some(Course { to: near(side), runs: false })
}

/// What a ship hides that nobody of the enemy sees.
const UNSEEN: &[Cell] = &[
    ("crew of a gunboat", |state, side| alone(state, side).crew = 77, "P VP SN sco"),
    ("its damage", |state, side| alone(state, side).damage = 2, "P VP SN sco"),
    ("its destination", |state, side| alone(state, side).sail.course = course(side), "P VP SN sco"),
    ("how it fights", |state, side| alone(state, side).sail.stance = Some(Stance::Accept), "P VP SN sco"),
    ("where it falls back", |state, side| alone(state, side).sail.refuge = Some(Refuge::Upstream), "P VP SN sco"),
    ("its trail", |state, side| alone(state, side).sail.trail.push(near(side)), "P VP SN sco"),
    ("that it may evade", |state, side| alone(state, side).sail.may_evade = true, ""),
    ("a square near it that was told", |state, side| tell(state, side, near(side)), "P VP SN SW sco"),
    ("a square far from it that was told", |state, side| tell(state, side, square(FAR)), "P VP SN SW"),
    ("a square that the enemy was seen in", |state, side| lose(state, side), "P VP SN SW"),
    ("who was last somewhere", |state, side| _ = state.river.last_warship.insert(square(FAR), side), ""),
    ("what a ship saw before", |state, side| remember(state, side), "P VP SN sco"),
];

/// What a ship hides from whom it has met.
const MET_HIDE: &[Cell] = &[
    ("crew of one that was met", |state, side| met(state, side).crew = 77, "P VP SN sco"),
    ("its destination", |state, side| met(state, side).sail.course = course(side), "P VP SN sco"),
    ("how it fights", |state, side| met(state, side).sail.stance = Some(Stance::Evade), "P VP SN sco"),
    ("when it breaks off", |state, side| break_off(met(state, side)), "P VP SN sco"),
    ("its trail", |state, side| met(state, side).sail.trail.push(square("D3-U9")), "P VP SN sco"),
];

fn tell(state: &mut State, side: Side, at: Square) {
    state.river.told_held.of_mut(side).insert(at);
}

fn lose(state: &mut State, side: Side) {
    state.river.told_lost.of_mut(side).insert(square(FAR));
}

fn remember(state: &mut State, side: Side) {
    let by = vec![own(side, "GB1")];
    let words = "zitronenfalter".to_owned();
    state.river.seen.of_mut(side).push(Sight { square: square(FAR), words, counts: BTreeMap::new(), by });
}

fn break_off(ship: &mut Ship) {
    (ship.sail.stance, ship.sail.break_off) = (Some(Stance::Engage), Some(1));
}

#[test]
fn each_hidden_value_afloat_is_read_by_those_whom_the_matrix_names_and_by_nobody_else() {
    let scenario = war();
    let state = afloat(&scenario);
    read_as_named(&scenario, &state, UNSEEN.iter().chain(MET_HIDE));
}

/// What each seat reads of a turn, and after it.
fn played(scenario: &Scenario, state: &State) -> BTreeMap<String, Vec<Item>> {
    let mut orders = OrderSet::default();
    for (giver, line) in [("us-navy", "USGB1 hold"), ("cs-navy", "CSGB1 hold")] {
        let (read, _) = read(scenario, &Default::default(), line).expect(line);
        orders.sheets.entry(seat(giver)).or_default().extend(read.into_iter().map(|order| filed(order.act)));
    }
    let mut dice = Dice::committed(&Secret::new([5; 32]), "war");
    let outcome = CivilWarOnLine.adjudicate(scenario, state, &orders, &mut dice);
    let told: Vec<Fact<Item>> = outcome.events.into_iter().chain(situation(scenario, &outcome.state)).collect();
    read_by(scenario, &told)
}

#[test]
fn a_side_reads_the_same_of_a_turn_whatever_ships_of_the_enemy_hide_out_of_its_sight() {
    let scenario = war();
    let state = afloat(&scenario);
    let before = played(&scenario, &state);
    for side in Side::BOTH {
        for (what, change, _) in UNSEEN {
            let mut other = state.clone();
            change(&mut other, side.enemy());
            let after = played(&scenario, &other);
            for seat in seats(&scenario, side, "all") {
                assert_eq!(before[&seat], after[&seat], "{seat} is told otherwise by the enemy's {what}");
            }
        }
    }
}

#[test]
fn a_contact_and_its_fight_are_read_by_who_was_there_and_reads_of_ships_and_in_short_by_the_secretary_of_war() {
    let scenario = war();
    let state = afloat(&scenario);
    let (contact, fight) = (read_by(&scenario, &situation(&scenario, &state)), played(&scenario, &state));
    let readers = |of: &BTreeMap<String, Vec<Item>>, wanted: fn(&Item) -> bool| -> BTreeSet<String> {
        of.iter().filter(|(_, items)| items.iter().any(wanted)).map(|(seat, _)| seat.clone()).collect()
    };
    let both = |readers: &str| -> BTreeSet<String> {
        Side::BOTH.into_iter().flat_map(|side| seats(&scenario, side, readers)).collect()
    };
    assert_eq!(readers(&contact, |item| matches!(item, Item::Contact { .. })), both("P VP SN SW sco"));
    let is_whole = |item: &Item| matches!(item, Item::Fought { words, .. } if words.len() > 1);
    let is_short = |item: &Item| matches!(item, Item::Fought { words, .. } if words.len() == 1);
    assert_eq!(readers(&fight, is_whole), both("P VP SN sco"));
    assert_eq!(readers(&fight, is_short), both("SW"));
}
