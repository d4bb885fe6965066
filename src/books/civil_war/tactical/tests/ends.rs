//! The end of a sub-turn: spending, entering, recovery, losses, the next phase (C3.10, C3.16, D5, D8, D16).

use super::*;

#[test]
fn d8_pulse_points_spent_are_the_highest_pulse_used_and_idle_ones_at_the_end_are_not() {
    let war = War::new().troops(Side::Usa, "5009", 3);
    let war = war.order("usa-east", Account::East, at(3, 4, enter(2, "5009")));
    let outcome = war.order("usa-east", Account::East, at(5, 9, idle(5))).play();
    let ledger = &outcome.state.accounts[&Side::Usa][&Account::East];
    assert_eq!((ledger.pp_spent, ledger.cp_spent, ledger.reinforcements), (4, 0, 4));
    assert_eq!(sp(&outcome.state, "5009"), Some((Side::Usa, 5)));
    let entered = told(&outcome, "usa-sc").into_iter().filter(|it| matches!(it, Item::Entered { .. }));
    assert_eq!(entered.count(), 2);
    assert_eq!(outcomes(&outcome, "usa-east")[1], ActOutcome::Idle);
}

#[test]
fn c3_5_7_leaders_enter_in_the_order_of_the_pool() {
    let war = War::new().pooled("McClellan", Side::Usa, Account::East).pooled("Heintzelman", Side::Usa, Account::East);
    let lead = |count| bare(Act::EnterLeaders { count: Some(count), name: None, at: Some(known("5009")) });
    let outcome = war.order("usa-east", Account::East, at(1, 1, lead(1))).play();
    assert_eq!(outcome.state.leaders["McClellan"].place, LeaderPlace::Map(hex("5009")));
    assert_eq!(outcome.state.accounts[&Side::Usa][&Account::East].pool, ["Heintzelman"]);
}

#[test]
fn d9_an_incomplete_line_becomes_idle_and_its_points_stay_unspent() {
    let war = War::new().troops(Side::Csa, "4910", 4).leader("Lee", "4910");
    let nowhere = bare(Act::Move { force: led("Lee"), to: None, via: Vec::new(), manner: None, is_attack: false });
    let outcome = war.order("csa-east", Account::East, at(1, 2, nowhere)).play();
    let ledger = &outcome.state.accounts[&Side::Csa][&Account::East];
    assert_eq!((ledger.cp_spent, ledger.pp_spent), (0, 0));
    assert!(matches!(&outcomes(&outcome, "csa-east")[0], ActOutcome::Void { why } if why.contains("idle")));
}

#[test]
fn c3_16_at_the_end_of_the_turn_a_demoralised_force_loses_a_point_and_recovers_and_a_single_point_does_not() {
    let war = War::new().troops(Side::Usa, "5009", 4).shaken("5009").troops(Side::Usa, "1915", 1).shaken("1915");
    let first = war.play();
    assert!(first.state.stacks[&hex("5009")].demoralised > 0, "not before the turn ends");
    let war = War { state: war.state.clone(), ..War::new() }.stage(Stage::Tst2);
    let outcome = war.play();
    let stack = &outcome.state.stacks[&hex("5009")];
    assert_eq!((stack.sp, stack.demoralised > 0), (3, false));
    let single = &outcome.state.stacks[&hex("1915")];
    assert_eq!((single.sp, single.demoralised > 0), (1, true));
    assert!(told(&outcome, "usa-sc").contains(&Item::Losses { account: Account::East, own_sp: 1 }));
    assert!(!told(&outcome, "csa-sc").iter().any(|it| matches!(it, Item::Losses { account: Account::East, .. })));
}

#[test]
fn c3_10_after_the_second_sub_turn_points_lapse_and_five_reinforcements_are_kept() {
    let outcome = War::new().stage(Stage::Tst2).play();
    let lapsed = told(&outcome, "usa-west").into_iter().find(|it| matches!(it, Item::Lapsed { .. }));
    let Some(Item::Lapsed { cp, pp, reinforcements, kept, .. }) = lapsed else { panic!("told") };
    assert_eq!((cp, pp, reinforcements, kept), (20, 40, 1, 5));
    assert_eq!(outcome.next.expect("a phase").kind, "strategic");
}

#[test]
fn c2_5_the_first_sub_turn_is_followed_by_the_second() {
    let outcome = War::opening().play();
    let next = outcome.next.expect("a phase");
    assert_eq!((next.kind.as_str(), next.title.as_str(), next.owing.len()), ("tactical", "T1 TST2", 5));
    assert_eq!(outcome.state.stacks, War::opening().state.stacks, "no orders, no change");
}

#[test]
fn a_sheet_is_judged_again_when_it_is_played() {
    let war = War::new().troops(Side::Usa, "5009", 3).purse(Side::Usa, Account::East, 2, 2);
    let outcome = war.order("usa-east", Account::East, at(1, 3, dig("5009"))).play();
    assert!(matches!(&outcomes(&outcome, "usa-east")[0], ActOutcome::Void { .. }));
    assert!(!outcome.state.stacks[&hex("5009")].is_entrenched);
}

#[test]
fn the_same_orders_give_the_same_outcome() {
    let war = || {
        let war = War::opening().order("csa-east", Account::East, at(1, 3, march(led("Beauregard"), "4909")));
        let war = war.order("usa-east", Account::East, at(1, 4, march(led("McDowell"), "4910")));
        war.order("usa-west", Account::West, at(1, 3, march(led("Grant"), "2115")))
    };
    let play = |war: War| {
        let mut dice = Dice::committed(&base::game::Secret::new([5; 32]), "2.1");
        let outcome = super::super::play(&war.scenario, &war.state, &war.orders, &mut dice);
        (serde_json::to_string(&outcome.state).expect("json"), all(&outcome.events))
    };
    assert_eq!(play(war()), play(war()));
    let (_, events) = play(war());
    assert!(events.iter().any(|event| event.contains("Battle")));
}
