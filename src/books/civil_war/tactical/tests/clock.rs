//! Simultaneous pulses: C3.17's example in its three timings, movers that meet, throws (D10).

use super::*;

/// Lee with 6 SP before Frederick, where 3 SP dig in from pulse 1; he sets out after `wait` pulses.
fn lee_at_frederick(wait: u32) -> War {
    let war = War::new().troops(Side::Csa, "4909", 6).leader("Lee", "4909").troops(Side::Usa, "4908", 3);
    let war = war.order("usa-east", Account::East, at(1, 3, dig("4908")));
    let war = war.order("csa-east", Account::East, at(wait + 1, wait + 2, march(led("Lee"), "4908")));
    // However he fares, the promotion table leaves Lee as he is.
    war.dice(&format!("umpire: promotion table Lee p{}", wait + 2), &[4, 4])
}

fn works_modifier(outcome: &Outcome<State, Item>) -> bool {
    told(outcome, "csa-east").iter().any(|item| match item {
        Item::Battle { modifiers, .. } => modifiers.iter().any(|it| it.reason == "entrenched"),
        _ => false,
    })
}

#[test]
fn c3_17c_lee_strikes_in_pulse_2_before_the_digging_is_done_and_its_points_come_back() {
    let outcome = lee_at_frederick(0).dice("battle 4908 p2", &[6, 5]).play();
    assert!(!works_modifier(&outcome));
    assert_eq!(battles(&outcome, "csa-east")[0].0, 2);
    let ledger = &outcome.state.accounts[&Side::Usa][&Account::East];
    assert_eq!((ledger.cp_spent, ledger.refunded, ledger.pp_spent), (3, 3, 3));
    assert!(
        matches!(&outcomes(&outcome, "usa-east")[0], ActOutcome::Void { why } if why.contains("before it had dug in"))
    );
    assert!(told(&outcome, "usa-east").iter().any(|item| matches!(item, Item::Refunded { cp: 3, is_lost: false, .. })));
    assert_eq!(lee_at_frederick(0).dice("battle 4908 p2", &[6, 5]).unforeseen(), Vec::<String>::new());
}

#[test]
fn c3_17d_after_one_pulse_of_waiting_the_die_decides_for_lee() {
    let war = lee_at_frederick(1).dice("tie p3 csa east", &[4]).dice("tie p3 usa east", &[2]);
    let outcome = war.dice("battle 4908 p3", &[2, 2]).play();
    assert!(!works_modifier(&outcome), "Lee has 4+2, the leaderless force 2+5");
    assert_eq!(outcome.state.accounts[&Side::Usa][&Account::East].refunded, 3);
    let is_first = |item: &Item| matches!(item, Item::Tie { throw: 4, initiative: 2, is_first: true, .. });
    assert!(told(&outcome, "csa-east").iter().any(is_first));
    let is_second = |item: &Item| matches!(item, Item::Tie { throw: 2, initiative: 5, is_first: false, .. });
    assert!(told(&outcome, "usa-east").iter().any(is_second));
}

#[test]
fn c3_17d_after_one_pulse_of_waiting_the_die_decides_for_the_diggers() {
    let war = lee_at_frederick(1).dice("tie p3 csa east", &[6]).dice("tie p3 usa east", &[2]);
    let outcome = war.dice("battle 4908 p3", &[2, 2]).play();
    assert!(works_modifier(&outcome), "Lee has 6+2, the leaderless force 2+5");
    assert_eq!(outcome.state.accounts[&Side::Usa][&Account::East].refunded, 0);
    assert!(outcome.state.stacks[&hex("4908")].is_entrenched);
    assert!(is_done(&outcomes(&outcome, "usa-east")[0]));
}

#[test]
fn d10_equal_throws_are_thrown_again() {
    let war = lee_at_frederick(1).dice("tie p3 csa east", &[5, 1]).dice("tie p3 usa east", &[2, 6]);
    let war = war.dice("battle 4908 p3", &[2, 2]);
    let outcome = war.play();
    assert!(!works_modifier(&outcome));
    let is_told = |item: &Item| matches!(item, Item::Tie { throw: 1, equal, .. } if *equal == [5]);
    assert!(told(&outcome, "csa-east").iter().any(is_told));
    assert_eq!(war.unforeseen(), Vec::<String>::new());
}

#[test]
fn c3_17f_after_two_pulses_of_waiting_the_force_stands_dug_in() {
    let outcome = lee_at_frederick(2).dice("battle 4908 p4", &[2, 2]).play();
    assert!(works_modifier(&outcome));
    assert_eq!(battles(&outcome, "usa-east")[0].0, 4);
}

#[test]
fn c3_17i_in_the_second_sub_turn_the_points_are_lost() {
    let outcome = lee_at_frederick(0).stage(Stage::Tst2).dice("battle 4908 p2", &[6, 5]).play();
    assert!(told(&outcome, "usa-east").iter().any(|item| matches!(item, Item::Refunded { cp: 3, is_lost: true, .. })));
    assert_eq!(outcome.state.accounts[&Side::Usa][&Account::East].refunded, 0);
    assert_eq!(outcome.state.stage, Stage::Strategic);
}

#[test]
fn c3_17b_an_act_takes_effect_in_its_last_pulse() {
    let war = War::new().troops(Side::Usa, "4908", 3);
    let outcome = war.order("usa-east", Account::East, at(4, 6, dig("4908"))).play();
    let done = outcomes(&outcome, "usa-east");
    assert!(matches!(&done[0], ActOutcome::Done { text } if text.contains("PP 6")), "{done:?}");
}

#[test]
fn c3_17a_a_target_that_left_in_time_is_found_gone() {
    let war = lee_at_frederick(3).troops(Side::Usa, "4908", 2).order(
        "usa-east",
        Account::East,
        at(4, 4, march(points(1, "4908"), "5008")),
    );
    let war = war.order("usa-east", Account::East, at(5, 5, march(points(1, "4908"), "5008")));
    let war = war.dice("tie p5 csa east", &[6]).dice("tie p5 usa east", &[1]);
    let outcome = war.play();
    assert_eq!(battles(&outcome, "csa-east"), []);
    assert_eq!(sp(&outcome.state, "4908"), Some((Side::Csa, 6)));
    assert_eq!(sp(&outcome.state, "5008"), Some((Side::Usa, 2)));
}

#[test]
fn d9_an_incomplete_line_out_of_order_is_told_what_it_wants() {
    let war = War::new().troops(Side::Usa, "4908", 3);
    let nowhere = Order { pulses: Some(Pulses::Span { from: 1, to: 1 }), ..march(points(1, "4908"), "5008") };
    let Act::Move { force, manner, .. } = nowhere.act.clone() else { panic!("a march") };
    let nowhere = Order { act: Act::Move { force, to: None, via: Vec::new(), manner, is_attack: false }, ..nowhere };
    let war = war.order("usa-east", Account::East, at(4, 6, dig("4908"))).order("usa-east", Account::East, nowhere);
    let done = outcomes(&war.play(), "usa-east");
    assert!(matches!(&done[0], ActOutcome::Void { why } if why.starts_with("The destination is missing.")), "{done:?}");
}

#[test]
fn d10_of_movers_that_meet_the_first_stands_there_and_the_second_attacks() {
    let war = War::new().troops(Side::Csa, "4910", 6).leader("Lee", "4910").troops(Side::Usa, "5009", 6);
    let war = war.leader("McClellan", "5009");
    let war = war.order("csa-east", Account::East, at(2, 3, march(led("Lee"), "4909")));
    let war = war.order("usa-east", Account::East, at(1, 3, march(led("McClellan"), "4909")));
    let first = |csa: u32, usa: u32| {
        let mut war = War {
            scenario: war.scenario.clone(),
            state: war.state.clone(),
            orders: war.orders.clone(),
            dice: BTreeMap::new(),
        };
        war = war.dice("tie p3 csa east", &[csa]).dice("tie p3 usa east", &[usa]).dice("battle 4909 p3", &[3, 3]);
        let outcome = war.play();
        let attacker = told(&outcome, "csa-east").iter().any(|it| matches!(it, Item::Battle { is_attacker: true, .. }));
        (attacker, sp(&outcome.state, "4909").map(|it| it.0))
    };
    assert_eq!(first(1, 6), (false, Some(Side::Csa)));
    assert_eq!(first(6, 1), (true, Some(Side::Usa)));
}

#[test]
fn an_unseen_fight_elsewhere_shifts_nobodys_throw() {
    let quiet = lee_at_frederick(1);
    let loud = lee_at_frederick(1).troops(Side::Csa, "1720", 3).troops(Side::Usa, "1715", 4).leader("Grant", "1715");
    let loud = loud.order("usa-west", Account::West, at(1, 3, march(led("Grant"), "1715")));
    let rolls = |war: &War| {
        let mut dice = Dice::committed(&base::game::Secret::new([9; 32]), "3.1");
        let outcome = super::super::play(&war.scenario, &war.state, &war.orders, &mut dice);
        battles(&outcome, "csa-east")
    };
    assert_eq!(rolls(&quiet), rolls(&loud));
}

#[test]
fn c3_5_9_the_pulse_of_a_shifted_leader_is_never_charged_to_the_account() {
    let journey = |pulses| Order {
        pulses: Some(pulses),
        ..bare(Act::Transfer { name: "Grant".to_owned(), to: Some(known("5009")) })
    };
    let spent = |pulses| {
        let war = War::opening().purse(Side::Usa, Account::West, 4, 4).shift("Grant", Theatre::East);
        let review =
            war.review("usa-west", vec![(Account::West, at(1, 1, enter(1, "1915"))), (Account::West, journey(pulses))]);
        let spending = review.account.iter().find_map(|item| match item {
            Item::Spending { cp, pp, .. } => Some((*cp, *pp)),
            _ => None,
        });
        (spending, review.lines[1].note.clone())
    };
    let span = |pulse| Pulses::Span { from: pulse, to: pulse };
    assert_eq!(spent(span(2)), (Some((0, 1)), "PP 2, 1 CP".to_owned()));
    assert_eq!(spent(Pulses::Last), (Some((0, 1)), "PP 4, 1 CP".to_owned()), "three pulses of his own, and one more");
    let war = War::opening().purse(Side::Usa, Account::West, 0, 0).shift("Grant", Theatre::East);
    let review = war.review("usa-west", vec![(Account::West, journey(span(1)))]);
    assert!(review.lines[0].remarks.is_empty(), "{:?}", review.lines[0].remarks);
    let late = war.review("usa-west", vec![(Account::West, journey(span(2)))]);
    assert_eq!(late.lines[0].remarks[0].status, base::order::LineStatus::Refused, "there is one pulse, his own");
}
