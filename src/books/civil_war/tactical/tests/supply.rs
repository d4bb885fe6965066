//! Rail, works, morale and armies in play, and what a receipt of them may not tell.

use super::*;
use base::order::LineStatus;
use base::order::remark::worst;

fn work(work: Work, at: &str) -> Order {
    bare(Act::Work { work, at: Some(known(at)), force: None })
}

fn by_rail(force: ForceRef, to: &str) -> Order {
    bare(Act::RailMove { force, to: Some(known(to)), via: Vec::new(), manner: None, points: None })
}

fn texts(outcome: &Outcome<State, Item>, who: &str) -> Vec<String> {
    let text = |outcome: ActOutcome| match outcome {
        ActOutcome::Done { text } => text,
        ActOutcome::Partly { text, why } => format!("{text} / {why}"),
        ActOutcome::Void { why } => format!("void: {why}"),
        ActOutcome::Idle => "idle".to_owned(),
    };
    outcomes(outcome, who).into_iter().map(text).collect()
}

/// Everything a receipt says of lines.
fn told_of(war: &War, who: &str, orders: Vec<(Account, Order)>) -> String {
    format!("{:?}", war.review(who, orders).lines)
}

#[test]
fn d14_a_train_that_goes_after_a_cut_finds_another_way_or_none() {
    let war = War::new()
        .troops(Side::Csa, "4913", 2)
        .troops(Side::Usa, "4911", 1)
        .troops(Side::Usa, "4912", 1)
        .order("usa-east", Account::East, at(1, 1, work(Work::ConvertRail, "4912")))
        .order("usa-east", Account::East, at(2, 4, march(points(1, "4912"), "4911")))
        .order("csa-east", Account::East, at(5, 6, by_rail(points(2, "4913"), "4911")));
    let outcome = war.play();
    assert_eq!(sp(&outcome.state, "4913"), Some((Side::Csa, 2)));
    assert_eq!(outcome.state.accounts[&Side::Csa][&Account::East].rail_spent, 0, "nobody boards a train to the enemy");
}

#[test]
fn d11_a_move_by_rail_is_one_of_the_two() {
    let lines = |first: u32| {
        let war = War::new().troops(Side::Csa, "4913", 2);
        let orders = vec![
            (Account::East, at(1, 2, by_rail(points(2, "4913"), "4914"))),
            (Account::East, at(first, first + 1, by_rail(points(2, "4914"), "4913"))),
        ];
        let review = war.review("csa-east", orders);
        review.lines.iter().map(|line| worst(&line.remarks)).collect::<Vec<_>>()
    };
    assert_eq!(lines(6)[1], LineStatus::Refused);
    assert_eq!(lines(7)[1], LineStatus::Accepted);
}

#[test]
fn c3_13_points_that_go_singly_by_rail_pay_and_arrive_one_by_one_in_disorder() {
    let singly = Act::RailMove {
        force: points(3, "4913"),
        to: Some(known("4914")),
        via: Vec::new(),
        manner: Some(Manner::Singly),
        points: Some(3),
    };
    let war = War::new().troops(Side::Csa, "4913", 4).order("csa-east", Account::East, at(4, 6, bare(singly)));
    let outcome = war.play();
    assert_eq!(texts(&outcome, "csa-east"), ["3 SP reached Petersburg."]);
    let ledger = &outcome.state.accounts[&Side::Csa][&Account::East];
    assert_eq!((ledger.cp_spent, ledger.pp_spent, ledger.rail_spent), (3, 6, 3));
}

#[test]
fn c3_5_10_rail_points_are_not_spent_twice_and_not_in_the_second_sub_turn_again() {
    let war = || War::new().troops(Side::Csa, "4913", 6).troops(Side::Csa, "4914", 6);
    let six = |from: &str, to: &str| (Account::East, by_rail(points(6, from), to));
    let review = war().review("csa-east", vec![six("4913", "4914"), six("4914", "4913")]);
    let status: Vec<_> = review.lines.iter().map(|line| worst(&line.remarks)).collect();
    assert_eq!(status, [LineStatus::Accepted, LineStatus::Refused]);
    assert!(review.lines[1].remarks[0].message.contains("2 left"), "{:?}", review.lines[1].remarks);
    let mut later = war().stage(Stage::Tst2);
    later.ledger(Side::Csa, Account::East).rail_spent = 8;
    let review = later.review("csa-east", vec![six("4913", "4914")]);
    assert_eq!(worst(&review.lines[0].remarks), LineStatus::Refused);
}

#[test]
fn d14_a_receipt_of_a_train_does_not_tell_of_troops_nobody_sees() {
    let seen_alone = War::new().troops(Side::Csa, "4913", 2);
    let ambushed = War::new().troops(Side::Csa, "4913", 2).troops(Side::Usa, "4615", 3);
    let orders = || vec![(Account::East, by_rail(points(2, "4913"), "4416"))];
    assert_eq!(told_of(&seen_alone, "csa-east", orders()), told_of(&ambushed, "csa-east", orders()));
}

#[test]
fn d17_a_receipt_of_a_depot_does_not_tell_of_enemy_works_or_troops_nobody_sees() {
    let plain = || War::new().troops(Side::Csa, "2121", 1);
    let mut hidden = plain().troops(Side::Usa, "1824", 2);
    let works = crate::state::Works { side: Side::Usa, has_fort: true, has_fortress: false, has_depot: true };
    hidden.state.works.insert(hex("2221"), works);
    let orders = || vec![(Account::West, work(Work::Depot, "2121"))];
    assert_eq!(told_of(&plain(), "csa-west", orders()), told_of(&hidden, "csa-west", orders()));
}

#[test]
fn d17_a_depot_that_was_linked_when_it_was_begun_must_be_so_when_it_is_finished() {
    let build = || (Account::East, at(1, 3, work(Work::Depot, "4910")));
    let mut war = War::new().troops(Side::Csa, "4910", 1).troops(Side::Usa, "4811", 1);
    war.state.works.clear();
    let review = war.review("csa-east", vec![build()]);
    assert_eq!(worst(&review.lines[0].remarks), LineStatus::Accepted, "nobody sees who stands on the railway");
    let told = texts(&war.order("csa-east", Account::East, build().1).play(), "csa-east");
    assert_eq!(told, ["void: No railway, river or port of yours joins Manassas to a source of supply."]);
}

#[test]
fn d18_an_army_that_is_beaten_keeps_its_marker() {
    let mut war = War::new().troops(Side::Csa, "4913", 6).leader("Lee", "4913").troops(Side::Usa, "4912", 9);
    war.state.stacks.get_mut(&hex("4913")).expect("troops").army = Some("Army of Northern Virginia".to_owned());
    let war = war
        .leader("McClellan", "4912")
        .order("usa-east", Account::East, at(1, 3, march(led("McClellan"), "4913")))
        .dice("battle 4913 p3", &[6, 6]);
    let mut war = war;
    war.state.works.clear();
    let outcome = war.play();
    let beaten = outcome.state.stacks.values().find(|stack| stack.side == Side::Csa).expect("they fell back");
    assert_eq!(sp(&outcome.state, "4913").map(|(side, _)| side), Some(Side::Usa));
    assert_eq!(beaten.army.as_deref(), Some("Army of Northern Virginia"));
}

#[test]
fn d18_a_side_has_so_many_markers_and_each_army_its_own_name() {
    let mut war = War::new().troops(Side::Csa, "4913", 6).leader("Lee", "4913");
    for (at, hex) in ["4914", "4514", "4512", "4416", "4618"].into_iter().enumerate() {
        war = war.troops(Side::Csa, hex, 1);
        war.state.stacks.get_mut(&self::hex(hex)).expect("troops").army = Some(format!("Army {at}"));
    }
    let form = || bare(Act::FormArmy { name: None, leader: Some("Lee".to_owned()), at: None, with: Vec::new() });
    let review = war.review("csa-east", vec![(Account::East, form())]);
    assert!(review.lines[0].remarks[0].message.contains("All 5 armies"), "{:?}", review.lines[0].remarks);
    war.state.stacks.remove(&self::hex("4618"));
    war.state.stacks.get_mut(&self::hex("4914")).expect("troops").army = Some("Army of Virginia".to_owned());
    let outcome = war.order("csa-east", Account::East, form()).play();
    let army = outcome.state.stacks[&self::hex("4913")].army.clone();
    assert_eq!(army.as_deref(), Some("Army of Richmond"));
}

#[test]
fn d18_an_army_that_is_dissolved_without_pulses_marches_first() {
    let dissolve = || bare(Act::DissolveArmy { army: ForceRef::Army("Army of Virginia".to_owned()) });
    let war = || {
        let mut war = War::new().troops(Side::Csa, "4912", 6).leader("Lee", "4912");
        war.state.works.clear();
        war.state.stacks.get_mut(&hex("4912")).expect("troops").army = Some("Army of Virginia".to_owned());
        war.order("csa-east", Account::East, dissolve())
    };
    let outcome = war().order("csa-east", Account::East, at(1, 2, march(led("Lee"), "4911"))).play();
    assert_eq!(
        texts(&outcome, "csa-east"),
        ["Lee with 6 SP reached Fredericksburg.", "The Army of Virginia was dissolved at Fredericksburg."]
    );
    assert_eq!(outcome.state.stacks[&hex("4911")].army, None);
}

#[test]
fn d16_a_rallied_force_may_attack_again() {
    let war = War::new()
        .troops(Side::Csa, "4913", 4)
        .shaken("4913")
        .leader("Lee", "4913")
        .troops(Side::Usa, "4912", 1)
        .order("csa-east", Account::East, at(1, 2, work(Work::Remoralise, "4913")))
        .order("csa-east", Account::East, at(3, 4, march(led("Lee"), "4912")))
        .dice("battle 4912 p4", &[6, 6]);
    assert_eq!(sp(&war.play().state, "4912"), Some((Side::Csa, 4)));
}

#[test]
fn d17_a_builder_who_is_struck_in_the_same_pulse_throws_for_it() {
    let war = War::new()
        .troops(Side::Csa, "4911", 2)
        .troops(Side::Usa, "4910", 9)
        .leader("McClellan", "4910")
        .order("csa-east", Account::East, at(1, 4, work(Work::Fort, "4911")))
        .order("usa-east", Account::East, at(2, 4, march(led("McClellan"), "4911")))
        .dice("tie p4 usa east", &[3])
        .dice("tie p4 csa east", &[3])
        .dice("battle 4911 p4", &[5, 5])
        .dice("umpire: promotion table McClellan p4", &[3, 4]);
    // McClellan 3 + 3 against the leaderless 3 + 5.
    assert!(war.unforeseen().is_empty(), "{:?}", war.unforeseen());
    assert_eq!(
        texts(&war.play(), "csa-east"),
        ["void: The force at Fredericksburg was gone before the work was done."]
    );
}
