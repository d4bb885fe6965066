//! The strategic phase from the state: credits, defaults, and who is told.

use std::collections::BTreeMap;

use super::*;
use crate::begin;
use crate::order::{Act, Share, Shares};
use crate::scenario::Theatre;
use crate::sound::sound;
use crate::turn;

fn dice() -> Dice {
    let script = [
        ("usa: cp", vec![3, 4, 3, 4]),
        ("csa: cp", vec![3, 3, 3, 3]),
        ("usa: pp", [6, 1].repeat(40)),
        ("csa: pp", [1, 6].repeat(40)),
    ];
    Dice::scripted(script.map(|(purpose, values)| (purpose.to_owned(), values)).into())
}

fn order(act: Act) -> Filed<Order> {
    let order = Order { heading: None, pulses: None, stated_cp: None, act };
    Filed {
        section: "strategic".to_owned(),
        order,
        canonical: "line".to_owned(),
        written: String::new(),
        is_by_gm: false,
        received: None,
        when: base::order::When::Now,
        is_added: false,
        is_left_over: false,
        asked: None,
    }
}

fn points(rows: &[(Account, u32)]) -> Shares {
    rows.iter().map(|(account, points)| (*account, Share::Points(*points))).collect()
}

fn play_with(scenario: &Scenario, state: &State, acts: Vec<Act>) -> Outcome<State, Item> {
    let sheet = acts.into_iter().map(order).collect();
    let sheets = BTreeMap::from([(seats::sc_of(scenario, Side::Usa), sheet)]);
    let orders = OrderSet { sheets, ..OrderSet::default() };
    play(scenario, state, &orders, &mut dice())
}

fn ledger(state: &State, side: Side, account: Account) -> (u32, u32, u32) {
    let ledger = &state.accounts[&side][&account];
    (ledger.cp, ledger.pp, ledger.reinforcements)
}

/// What one seat reads of some events.
fn read_by(scenario: &Scenario, events: &[Fact<Item>], seat: &str) -> Vec<Item> {
    let seat = base::game::SeatId::parse(seat).unwrap();
    assert!(seats::side_of(scenario, &seat).is_some());
    base::facts::brief(base::facts::Viewer::vacant(&seat), events).items().to_vec()
}

#[test]
fn d6_silent_supreme_commanders_divide_by_the_default() {
    let scenario = Scenario::embedded().unwrap();
    let state = begin::begin(&scenario, &mut dice()).state;
    let outcome = play(&scenario, &state, &OrderSet::default(), &mut dice());
    let next = &outcome.state;
    assert_eq!(Account::ALL.map(|account| ledger(next, Side::Usa, account).0), [8, 7, 4, 3]);
    assert_eq!(Account::ALL.map(|account| ledger(next, Side::Csa, account).0), [9, 7, 4, 0]);
    // C3.5.1c, D5: as planned, and unassigned discretionary points to the East.
    assert_eq!(Account::ALL.map(|account| ledger(next, Side::Usa, account).2), [6 + 3, 5, 1, 0]);
    assert_eq!(outcome.next.unwrap().title, "T1 TST1");
    assert_eq!(sound(&scenario, next), Ok(()));
    let told = read_by(&scenario, &outcome.events, "usa-sc");
    let [Item::Distributed { is_default: true, repaired, .. }, Item::RailDistributed { is_default: true, points }] =
        told.as_slice()
    else {
        panic!("{told:?}")
    };
    assert_eq!(points.values().sum::<u32>(), 24);
    assert_eq!(repaired[1], "1 CP moved from East to Trans-Mississippi");
}

#[test]
fn c2_4b_each_commander_is_told_his_own_allotment_and_no_other() {
    let scenario = Scenario::embedded().unwrap();
    let state = begin::begin(&scenario, &mut dice()).state;
    let division = Act::Distribute {
        cp: Some(points(&[(Account::East, 10), (Account::West, 8), (Account::Trans, 4)])),
        pp: Some(points(&[(Account::East, 20), (Account::West, 15), (Account::Trans, 5)])),
    };
    let outcome =
        play_with(&scenario, &state, vec![division, Act::Discretionary { count: Some(2), to: Theatre::West }]);
    assert_eq!(
        read_by(&scenario, &outcome.events, "usa-west"),
        [Item::Allotted { account: Account::West, cp: 8, pp: 15, reinforcements: 5 + 2 }]
    );
    let trans = read_by(&scenario, &outcome.events, "usa-trans");
    assert_eq!(trans, [Item::Allotted { account: Account::Trans, cp: 4, pp: 5, reinforcements: 1 }]);
    // His points and his rail points.
    assert_eq!(read_by(&scenario, &outcome.events, "csa-sc").len(), 2);
}

#[test]
fn c3_5_2c_shifted_points_enter_one_turn_later_and_never_where_they_were_planned() {
    let scenario = Scenario::embedded().unwrap();
    let state = begin::begin(&scenario, &mut dice()).state;
    let shift = Act::ShiftPlanned { count: 4, from: Theatre::East, to: Theatre::West };
    let mut first = play_with(&scenario, &state, vec![shift]).state;
    assert_eq!(ledger(&first, Side::Usa, Account::East).2, 6 + 3 - 4);
    assert_eq!(ledger(&first, Side::Usa, Account::West).2, 5);
    for account in Account::ALL {
        first.accounts.get_mut(&Side::Usa).unwrap().get_mut(&account).unwrap().reinforcements = 0;
    }
    turn::open(&scenario, &mut first, &mut dice(), &mut Vec::new());
    assert_eq!(first.sides[&Side::Usa].shifted, BTreeMap::from([(Theatre::West, 4)]));
    let second = play_with(&scenario, &first, Vec::new()).state;
    assert_eq!(ledger(&second, Side::Usa, Account::West).2, 5 + 4);
    assert_eq!(ledger(&second, Side::Usa, Account::East).2, 7 + 3);
    assert!(second.sides[&Side::Usa].shifted.is_empty());
}

#[test]
fn d5_saved_reinforcements_stand_beside_the_new_ones() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = begin::begin(&scenario, &mut dice()).state;
    state.accounts.get_mut(&Side::Usa).unwrap().get_mut(&Account::West).unwrap().reinforcements = 3;
    let next = play_with(&scenario, &state, Vec::new()).state;
    assert_eq!(ledger(&next, Side::Usa, Account::West).2, 3 + 5);
    assert_eq!(next.accounts[&Side::Usa][&Account::West].pool, ["Sherman"]);
}

#[test]
fn d6_the_next_default_keeps_the_proportions_of_the_last_division() {
    let scenario = Scenario::embedded().unwrap();
    let state = begin::begin(&scenario, &mut dice()).state;
    let division =
        Act::Distribute { cp: Some(points(&[(Account::East, 4), (Account::West, 12), (Account::Trans, 6)])), pp: None };
    let mut next = play_with(&scenario, &state, vec![division]).state;
    turn::open(&scenario, &mut next, &mut dice(), &mut Vec::new());
    assert_eq!(next.sides[&Side::Usa].cp, 22);
    let again = play_with(&scenario, &next, Vec::new()).state;
    assert_eq!(Account::ALL.map(|account| ledger(&again, Side::Usa, account).0), [4, 12, 6, 0]);
}

#[test]
fn d6_no_leader_is_sent_with_a_point_that_a_theatre_must_get() {
    let scenario = Scenario::embedded().unwrap();
    let shift = |name: &str| Act::ShiftLeader { name: name.to_owned(), from: None, to: Some(Theatre::Trans) };
    let divided = |cp: u32| {
        let mut state = begin::begin(&scenario, &mut dice()).state;
        state.sides.get_mut(&Side::Usa).unwrap().cp = cp;
        let next = play_with(&scenario, &state, vec![shift("McDowell"), shift("Grant"), shift("Banks")]).state;
        let points = Account::ALL.map(|account| ledger(&next, Side::Usa, account).0);
        (points, next.sides[&Side::Usa].leaders.shifts.len())
    };
    assert_eq!(divided(3), ([1, 1, 1, 0], 0));
    assert_eq!(divided(8), ([2, 2, 2, 0], 2));
}

#[test]
fn points_left_out_of_a_division_are_lost() {
    let scenario = Scenario::embedded().unwrap();
    let state = begin::begin(&scenario, &mut dice()).state;
    let cp = Some(points(&[(Account::East, 6), (Account::West, 6), (Account::Trans, 6)]));
    let next = play_with(&scenario, &state, vec![Act::Distribute { cp, pp: None }]).state;
    let total: u32 = Account::ALL.map(|account| ledger(&next, Side::Usa, account).0).iter().sum();
    assert_eq!((state.sides[&Side::Usa].cp, total), (22, 18));
}

#[test]
fn a_line_that_no_longer_holds_at_the_deadline_is_named() {
    let scenario = Scenario::embedded().unwrap();
    let state = begin::begin(&scenario, &mut dice()).state;
    let outcome = play_with(&scenario, &state, vec![Act::Discretionary { count: Some(9), to: Theatre::West }]);
    let told = read_by(&scenario, &outcome.events, "usa-sc");
    let Item::Distributed { repaired, .. } = &told[0] else { panic!("{told:?}") };
    assert_eq!(repaired[0], "Not carried out: line (9 discretionary reinforcements are too many.)");
}
