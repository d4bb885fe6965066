//! What receipts tell of orders: what they cost and leave, what a merger loses, and what is really wrong with one that is refused.

use base::facts::{Brief, Viewer, brief};
use base::game::SeatId;
use base::order::Remark;
use kit::jobs::{Plan, Room};
use rules::{Context, OwnFile, Review, RuleBook};

use super::play::filed_order;
use crate::CivilWarOnLine;
use crate::item::Item;
use crate::order::{Force, ForceKind, Order};
use crate::scenario::{Scenario, WAR};
use crate::side::{Kind, Side};
use crate::situation::situation;
use crate::state::{State, Unit, Work};

/// A war with two brigades at Washington and a third that is begun there.
fn war() -> (Scenario, State) {
    let scenario = Scenario::prepare(&Scenario::document(WAR).unwrap()).unwrap();
    let mut state = State::opening(&scenario);
    state.turn = 1;
    let unit = |regiments: u32, men: u32| -> Unit {
        let square = scenario.city("washington-dc").unwrap().square.to_string();
        serde_json::from_value(serde_json::json!({ "side": "US", "kind": "IN", "square": square, "regiments": regiments,
            "batteries": 1, "men": men, "of": [], "quality": 5, "experience": 0, "morale": 50, "supplies": 1, "is_active": true }))
        .unwrap()
    };
    state.units.insert("US1IN".to_owned(), unit(3, 1_900));
    state.units.insert("US2IN".to_owned(), unit(4, 2_100));
    let force = Force { side: Side::Union, number: 3, kind: ForceKind::Unit(Kind::Infantry) };
    let work = Work::Unit { force, unit: unit(3, 1_900) };
    let plan = Plan { place: "washington-dc".to_owned(), room: Room::None, turns: 2, work };
    state.jobs.start(vec![plan], |_, _| None).unwrap();
    (scenario, state)
}

fn seat(name: &str) -> SeatId {
    SeatId::parse(name).unwrap()
}

fn order(scenario: &Scenario, line: &str) -> Order {
    CivilWarOnLine.read(scenario, &mut Context::default(), line).unwrap().0.remove(0)
}

fn known(scenario: &Scenario, state: &State, office: &str) -> Brief<Item> {
    brief(Viewer::vacant(&seat(office)), &situation(scenario, state))
}

fn reviewed(scenario: &Scenario, state: &State, office: &str, lines: &[&str]) -> Review<Item> {
    let lines: Vec<_> = lines.iter().map(|line| filed_order(order(scenario, line))).collect();
    let seat = seat(office);
    let file = OwnFile { seat: &seat, lines: &lines, others: &Default::default() };
    CivilWarOnLine.review(scenario, &known(scenario, state, office), file)
}

fn said(remarks: &[Remark]) -> String {
    remarks.iter().map(|remark| remark.message.as_str()).collect::<Vec<_>>().join(" ")
}

/// What is said to who orders this and may not.
fn refused(office: &str, line: &str) -> String {
    let (scenario, state) = war();
    let known = known(&scenario, &state, office);
    let assigned = CivilWarOnLine.assign(&scenario, &known, &[seat(office)], &[order(&scenario, line)]).remove(0);
    let remark = assigned.expect_err("it is refused");
    format!("{} {}", remark.message, remark.hint.unwrap_or_default())
}

#[test]
fn slag_5_12_a_receipt_says_what_a_merger_loses() {
    let (scenario, state) = war();
    let review = reviewed(&scenario, &state, "us-war", &["merge US1IN into US2IN"]);
    let words = "US2IN would have 3100 men then; lost, as more than it may have: 900 men and 1 battery.";
    assert_eq!(said(&review.lines[0].remarks), words);
    let fits = reviewed(&scenario, &state, "us-navy", &["merge US1IN into US2IN"]);
    assert!(fits.lines[0].remarks.is_empty(), "who does not read of units is told nothing of them");
}

#[test]
fn what_orders_cost_stands_beside_what_is_in_hand_and_what_they_leave() {
    let (scenario, state) = war();
    let lines = ["upgrade US1IN with rifles", "fortify K1-R9 5-6 facing N", "buy 10 supplies at Washington"];
    let review = reviewed(&scenario, &state, "us-president", &lines);
    let notes: Vec<&str> = review.lines.iter().map(|line| line.note.as_str()).collect();
    assert_eq!((notes[1], notes[2]), ("Gettysburg, 20 Eg", "50 Eg"));
    assert!(notes[0].contains("Eg"), "{notes:?}");
    let [
        Item::Planned {
            eagles,
            mp,
            funds: Some(funds),
            stock: Some(stock),
            left: Some(left),
            mp_left: Some(mp_left),
            ..
        },
    ] = &review.account[..]
    else {
        panic!("{:?}", review.account)
    };
    assert_eq!((funds.0 - eagles.0, stock.0 - mp.0), (left.0, mp_left.0));
    // Who pays for weapons need not read how strong the unit is: he is told by what they go.
    let review = reviewed(&scenario, &state, "us-treasury", &lines[..1]);
    let words = said(&review.lines[0].remarks);
    assert!(words.starts_with("It costs ") && words.contains(" for each ") && !words.contains("1800"), "{words}");
}

#[test]
fn a_unit_that_is_being_built_is_not_said_to_be_none() {
    let (scenario, state) = war();
    let review = reviewed(&scenario, &state, "us-president", &["disband US3IN", "disband US4IN"]);
    let words: Vec<String> = review.lines.iter().map(|line| said(&line.remarks)).collect();
    assert_eq!(words, ["US3IN is under construction at Washington, for 2 turns more.", "You have no US4IN."]);
}

#[test]
fn a_refusal_says_what_is_wrong_and_never_names_an_office_that_its_reader_holds() {
    assert_eq!(
        refused("us-war", "disband CS1IN"),
        "CS1IN is not of the Union. You order your own side's units and ships."
    );
    assert_eq!(
        refused("us-treasury", "upgrade CS1IN with rifles"),
        "CS1IN is not of the Union. You order your own side's units and ships."
    );
    let words = refused("us-con-garden-empire", "build 1 MI in Cincinnati");
    assert!(words.starts_with("None of your offices does this in Ohio."), "{words}");
    assert!(
        words.contains("Governor of ") && !words.contains("Garden Empire") && !words.contains("of the bloc"),
        "{words}"
    );
    let words = refused("us-navy", "borrow 500");
    assert!(words.contains("The Secretary of the Treasury") && !words.contains("Navy"), "{words}");
}

#[test]
fn a_receipt_warns_of_what_everybody_knows_will_fail_and_counts_no_line_above_that_is_refused() {
    let (scenario, mut state) = war();
    let brigade = state.units["US1IN"].clone();
    for (name, square) in [("US5IN", "F7-T1"), ("US6IN", "D4-S7"), ("US7IN", "D8-T9"), ("CS5IN", "D8-T8")] {
        let side = if name.starts_with("CS") { Side::Confederacy } else { Side::Union };
        state.units.insert(name.to_owned(), Unit { side, square: square.parse().unwrap(), ..brigade.clone() });
    }
    let words = |state: &State, lines: &[&str]| -> Vec<String> {
        let review = reviewed(&scenario, state, "us-war", lines);
        review.lines.iter().map(|line| said(&line.remarks)).collect()
    };
    let neutral = "Kentucky is neutral, and no train runs there: the unit stays unless that ends before.";
    let lines = ["rail US6IN to Cairo", "march US7IN to D8-T8", "march US7IN to Cairo, enter 3-4"];
    let ahead = "Units of the enemy are reported in D8-T8: a march stops before them.";
    assert_eq!(words(&state, &lines), ["", ahead, ""]);
    let within = words(&state, &["rail US5IN to Lexington"]);
    assert!(within[0].contains(neutral) || within[0].contains("is not held"), "{within:?}");
    state.cities.get_mut("cairo-il").unwrap().is_besieged = Some(true);
    let siege = "Cairo is under siege: no train is boarded or left there while it is.";
    assert_eq!(words(&state, &lines[..1]), [siege]);
    // The line above is refused, and moves nobody.
    let rides = words(&state, &["move US6IN by river to D9-S8", "rail US6IN to Cairo"]);
    assert_eq!(rides, ["No navigable river is in D9-S8.", siege]);
}

#[test]
fn o35_a_receipt_says_where_yards_are_taken_and_where_the_port_is_the_enemys() {
    let (scenario, mut state) = war();
    let ship = serde_json::json!({ "side": "US", "class": "GB", "port": "cairo-il", "base": "cairo-il", "crew": 150,
        "of": { "side": "US", "state": "IL", "pool": "volunteers" }, "stores": 8, "damage": 2, "is_active": true });
    for number in 1..=4 {
        state.ships.insert(format!("USGB{number}"), serde_json::from_value(ship.clone()).unwrap());
    }
    let words = |state: &State, lines: &[&str]| -> Vec<String> {
        reviewed(&scenario, state, "us-president", lines).lines.iter().map(|line| said(&line.remarks)).collect()
    };
    let lines = ["repair USGB1", "repair USGB2", "repair USGB3", "repair USGB4"];
    let full = "Cairo has 3 dockyards, 3 of them taken: this is not begun.";
    assert_eq!(words(&state, &lines), ["", "", "", full]);
    state.cities.get_mut("cairo-il").unwrap().held_by = Some(Side::Confederacy);
    assert_eq!(words(&state, &lines[..1]), ["Cairo is not held by the Union."]);
}

#[test]
fn slag_4_4l_a_receipt_says_that_a_ships_way_crosses_the_border_of_a_neutral_kentucky() {
    let (scenario, mut state) = war();
    state.ships.insert("USGB1".to_owned(), super::rivers::ship("US", "GB", "paducah-ky", None));
    let notes = |state: &State| {
        let review = reviewed(&scenario, state, "us-navy", &["USGB1 move to Fort Henry", "USGB1 move to Cairo"]);
        review.lines.into_iter().map(|line| line.note).collect::<Vec<_>>()
    };
    let warned = "6 squares, 1 turn; it crosses the border of Kentucky, whose neutrality that ends";
    assert_eq!(notes(&state), [warned, "Cairo, 7 squares, 1 turn"]);
    state.kentucky_is_neutral = false;
    assert_eq!(notes(&state)[0], "6 squares, 1 turn");
}

#[test]
fn n1_1_a_receipt_warns_of_a_ship_of_the_sea_that_is_built_where_it_never_comes_to_it() {
    let (scenario, state) = war();
    let remarks = |line: &str| {
        let review = reviewed(&scenario, &state, "us-navy", &[line]);
        said(&review.lines.iter().flat_map(|line| line.remarks.clone()).collect::<Vec<_>>())
    };
    let warning = "lies on a river, and no ship sails between a river and the sea";
    let river = remarks("build 1 FR at Pittsburgh");
    assert!(river.contains(warning), "{river}");
    for line in ["build 1 GB at Pittsburgh", "build 1 FR at New York"] {
        let found = remarks(line);
        assert!(!found.contains(warning), "{found}");
    }
}

#[test]
fn what_will_not_be_done_as_things_are_is_said_on_receipt() {
    let (scenario, mut state) = war();
    let mut gunboat = super::rivers::ship("US", "GB", "cairo-il", None);
    gunboat.crew = 100;
    state.ships.insert("USGB1".to_owned(), gunboat);
    let at = |city: &str| scenario.city(city).unwrap().square;
    let (washington, cairo) = (at("washington-dc"), at("cairo-il"));
    let waiting = serde_json::json!({ "side": "US", "arm": "field", "state": "OH", "pool": "volunteers", "city": "washington-dc", "count": 3 });
    state.regiments.push(serde_json::from_value(waiting).unwrap());
    let field = scenario.field(washington);
    let places = (0..15).filter_map(|at| format!("{at}-{at}").parse::<board::tactical::Tac>().ok());
    let elsewhere = places.into_iter().find(|tac| field.is_passable(*tac) && field.city != Some(*tac)).unwrap();
    let lines = [
        format!("fortify {washington} {elsewhere} facing N by US1IN"),
        format!("build NB of 3 batteries from Washington at {cairo}"),
        "move USGB1 to St Louis".to_owned(),
        "add 20 crew to USGB1".to_owned(),
    ];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let review = reviewed(&scenario, &state, "us-president", &lines);
    let has = |place: usize, words: &str| {
        let said = said(&review.lines[place].remarks);
        assert!(said.contains(words), "{words}: {said}");
    };
    has(0, "US1IN builds where it stands alone");
    has(1, "the battery will not be begun");
    has(3, "USGB1 takes men aboard in this turn");
    assert!(!said(&review.lines[2].remarks).contains("takes men aboard"));
}

#[test]
fn slag_8_3_a_unit_that_is_to_move_and_to_work_in_one_turn_is_warned_of_whichever_line_comes_first() {
    let (scenario, state) = war();
    let (works, march) = ("fortify facing N by US1IN", "march US1IN to Frederick");
    let lines = [[works, march], [march, works]];
    for lines in &lines {
        let review = reviewed(&scenario, &state, "us-president", lines);
        assert_eq!(said(&review.lines[1].remarks), "US1IN begins no work in a turn in which it moves.", "{lines:?}");
    }
    let others = reviewed(&scenario, &state, "us-president", &[march, "fortify facing N by US2IN"]);
    assert_eq!(said(&others.lines[1].remarks), "");
}

#[test]
fn slag_5_9_a_sixth_regiment_is_warned_of_with_those_that_the_lines_above_add() {
    let (scenario, mut state) = war();
    state.regiments.push(crate::state::Regiments {
        side: Side::Union,
        arm: crate::side::Arm::Infantry,
        state: "PA".to_owned(),
        pool: crate::side::Pool::Volunteers,
        city: "washington-dc".to_owned(),
        count: 5,
    });
    let add = |count: &str| format!("add {count} at Washington to US2IN");
    let lines = [add("1 regiment"), add("1 regiment")];
    let review = reviewed(&scenario, &state, "us-war", &[&lines[0], &lines[1]]);
    let words: Vec<String> = review.lines.iter().map(|line| said(&line.remarks)).collect();
    assert_eq!(words, ["", "US2IN would have 6 regiments, and 5 are the most: nothing joins it."]);
}

/// So many infantry regiments of Pennsylvania wait at Washington.
fn waiting(state: &mut State, count: u32) {
    state.regiments.push(crate::state::Regiments {
        side: Side::Union,
        arm: crate::side::Arm::Infantry,
        state: "PA".to_owned(),
        pool: crate::side::Pool::Volunteers,
        city: "washington-dc".to_owned(),
        count,
    });
}

#[test]
fn slag_5_2_who_takes_what_the_lines_above_have_taken_is_told() {
    let (scenario, mut state) = war();
    waiting(&mut state, 5);
    let words = |lines: &[&str]| -> Vec<String> {
        reviewed(&scenario, &state, "us-president", lines).lines.iter().map(|line| said(&line.remarks)).collect()
    };
    let form = "build IN of 4 regiments in Washington";
    let left = "5 infantry regiments wait at Washington, and orders above take 4 of them: 1 is left for this.";
    assert_eq!(words(&[form, form]), ["", left]);
    assert_eq!(words(&[form, "add 2 regiments at Washington to US1IN"]), ["", left]);
    assert_eq!(words(&[form, "add 1 regiment at Washington to US1IN"]), ["", ""]);
}

#[test]
fn slag_4_3_bounties_are_in_the_sum_of_a_receipt() {
    let (scenario, mut state) = war();
    state.nations.union.law.has_bounty = true;
    let line = "raise 5 infantry regiments in Albany from New York bounty men";
    let review = reviewed(&scenario, &state, "us-gov-garden-empire", &[line]);
    assert_eq!(review.lines[0].note, "150 Eg");
    let volunteers = reviewed(&scenario, &state, "us-gov-garden-empire", &["raise 5 infantry regiments in Albany"]);
    assert_eq!(volunteers.lines[0].note, "");
}

#[test]
fn a_train_into_neutral_kentucky_is_refused_for_that() {
    let (scenario, mut state) = war();
    state.kentucky_is_neutral = true;
    let square = scenario.city("indianapolis-in").unwrap().square;
    let unit = Unit { square, ..state.units["US1IN"].clone() };
    state.units.insert("US9IN".to_owned(), unit);
    let said = said(&reviewed(&scenario, &state, "us-war", &["rail US9IN to Louisville"]).lines[0].remarks);
    assert!(said.contains("Kentucky is neutral") && !said.contains("40 squares"), "{said}");
}

#[test]
fn slag_9_1_weapons_that_a_unit_cannot_have_are_warned_of_to_who_reads_of_it() {
    let (scenario, mut state) = war();
    let unit = state.units.get_mut("US1IN").unwrap();
    (unit.batteries, unit.men, unit.weapons.arms) = (0, 1_800, true);
    let lines =
        ["upgrade US1IN with rifles and rifled cannon", "upgrade US1IN with rifles", "upgrade US2IN with rifles"];
    let review = reviewed(&scenario, &state, "us-president", &lines);
    let words: Vec<String> = review.lines.iter().map(|line| said(&line.remarks)).collect();
    assert_eq!(words[0], "IN without a battery has no cannon to improve. Nothing of it is done.");
    assert_eq!(words[1], "US1IN has rifles already: nothing of it is done.");
    assert_eq!(words[2], "");
}

#[test]
fn who_names_an_office_of_his_that_may_not_is_told_of_the_one_that_may() {
    let (scenario, state) = war();
    let known = known(&scenario, &state, "us-treasury");
    let seats = [seat("us-navy"), seat("us-treasury")];
    let line = order(&scenario, "as Navy: build 1 GB at St Louis");
    let remark = CivilWarOnLine.assign(&scenario, &known, &seats, &[line]).remove(0).expect_err("it is refused");
    assert_eq!(remark.hint.as_deref(), Some("You do as Union Secretary of the Treasury: name that, or none."));
    let seats = [seat("us-con-garden-empire"), seat("us-con-mid-atlantic")];
    let line = order(&scenario, "override 2");
    let remark = CivilWarOnLine.assign(&scenario, &known, &seats, &[line]).remove(0).expect_err("it is asked");
    let hint = "Say for which, a line each: as Congressman of Garden Empire: override 2.";
    assert_eq!(remark.hint.as_deref(), Some(hint));
}

#[test]
fn an_order_that_says_where_its_unit_stands_is_for_the_unit_there() {
    let (scenario, state) = war();
    let told = |office: &str, line: &str| said(&reviewed(&scenario, &state, office, &[line]).lines[0].remarks);
    for order in
        ["US1IN by train from PLACE to Baltimore", "march US1IN from PLACE to Baltimore", "US1IN stays at PLACE"]
    {
        let elsewhere = order.replace("PLACE", "Philadelphia");
        let words = told("us-war", &elsewhere);
        assert!(words.starts_with("US1IN is in Washington, not in Philadelphia."), "{order}: {words}");
        assert!(!told("us-war", &order.replace("PLACE", "Washington")).contains("not in"), "{order}");
        assert_eq!(told("us-navy", &elsewhere), "", "who does not read of the unit is not told where it is");
    }
}
