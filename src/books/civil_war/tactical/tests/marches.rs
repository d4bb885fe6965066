//! Marches: twice with a gap, singly and stacked, leaderless territory, commands, meetings with enemies (C3.12, C3.13, D18).

use super::*;
use crate::scenario::SizeClass;

fn mcclellan() -> War {
    War::new().troops(Side::Usa, "5009", 6).leader("McClellan", "5009")
}

fn twice(second: u32) -> Review<Item> {
    mcclellan().review(
        "usa-east",
        vec![
            (Account::East, at(9, 11, march(led("McClellan"), "5008"))),
            (Account::East, at(second, second + 2, march(led("McClellan"), "4908"))),
        ],
    )
}

#[test]
fn c3_12_six_pulses_between_two_marches_of_three_points_are_enough_and_five_are_not() {
    assert!(twice(18).lines[1].remarks.is_empty(), "{:?}", twice(18).lines[1]);
    let short = twice(17);
    let remark = &short.lines[1].remarks[0];
    assert_eq!(remark.rules, ["C3.12"]);
    assert!(remark.hint.as_deref().is_some_and(|hint| hint.contains("PP 18")), "{remark:?}");
    assert!(short.lines[0].remarks.is_empty());
}

#[test]
fn c3_12_a_third_march_is_refused() {
    let war = mcclellan().purse(Side::Usa, Account::East, 40, 60);
    let lines = vec![
        (Account::East, at(1, 3, march(led("McClellan"), "5008"))),
        (Account::East, at(10, 12, march(led("McClellan"), "5009"))),
        (Account::East, at(19, 21, march(led("McClellan"), "5008"))),
    ];
    let review = war.review("usa-east", lines);
    assert!(review.lines[1].remarks.is_empty());
    assert!(review.lines[2].remarks[0].message.contains("2 times"));
}

#[test]
fn c3_13_single_points_arrive_in_pulses_5_to_8_and_a_stack_in_8() {
    let war = War::new().troops(Side::Csa, "4913", 4).troops(Side::Usa, "4911", 1);
    let alone = War { orders: OrderSet::default(), ..war }.order(
        "csa-east",
        Account::East,
        at(5, 8, singly(4, "4913", "4912")),
    );
    let outcome = alone.play();
    assert_eq!(sp(&outcome.state, "4912"), Some((Side::Csa, 4)));
    assert!(matches!(&outcomes(&outcome, "csa-east")[0], ActOutcome::Done { text } if text.starts_with("4 SP")));
    let sheet = &super::super::acts::sheets(&alone.scenario, &alone.state, &alone.orders);
    let steps: Vec<_> = sheet.iter().flat_map(super::super::acts::steps).map(|step| step.slot.last).collect();
    assert_eq!(steps, [5, 6, 7, 8]);
    let stack =
        War::new().troops(Side::Csa, "4913", 4).order("csa-east", Account::East, at(5, 8, stacked(4, "4913", "4912")));
    let sheet = &super::super::acts::sheets(&stack.scenario, &stack.state, &stack.orders);
    let steps: Vec<_> = sheet.iter().flat_map(super::super::acts::steps).map(|step| step.slot.last).collect();
    assert_eq!(steps, [8]);
    assert_eq!(sp(&stack.play().state, "4912"), Some((Side::Csa, 4)));
}

#[test]
fn c3_13_points_that_came_singly_fight_in_disorder() {
    let war = |order: Order| {
        let war = War::new().troops(Side::Csa, "4913", 2).troops(Side::Usa, "5013", 4).leader("Butler", "5013");
        let war = war.order("csa-east", Account::East, order);
        let war = war.order("usa-east", Account::East, at(5, 8, march(led("Butler"), "4912")));
        war.dice("battle 4912 p8", &[3, 3]).play()
    };
    let is_disordered = |outcome: &Outcome<State, Item>| {
        told(outcome, "usa-east").iter().any(|item| match item {
            Item::Battle { modifiers, .. } => modifiers.iter().any(|it| it.reason == "defender in disorder"),
            _ => false,
        })
    };
    assert!(is_disordered(&war(at(1, 2, singly(2, "4913", "4912")))));
    assert!(!is_disordered(&war(at(1, 2, stacked(2, "4913", "4912")))));
}

#[test]
fn c3_13_leaderless_points_stay_out_of_enemy_states() {
    let war = War::new().troops(Side::Usa, "1915", 4).troops(Side::Usa, "5009", 4);
    let east = war.review("usa-east", vec![(Account::East, march(points(1, "5009"), "4910"))]);
    assert_eq!(east.lines[0].remarks[0].rules, ["C3.13"]);
    let west = war.review("usa-west", vec![(Account::West, march(points(1, "1915"), "2115"))]);
    assert!(west.lines[0].remarks.is_empty(), "Kentucky is neutral: {:?}", west.lines[0]);
}

#[test]
fn d18_a_leader_takes_what_he_can_command_and_the_rest_stays() {
    let war = War::new().troops(Side::Csa, "4910", 7).leader("Jackson", "4910").leader("Longstreet", "4910");
    let led_by_one = war.order("csa-east", Account::East, march(led("Jackson"), "4810"));
    let outcome = led_by_one.play();
    assert_eq!((sp(&outcome.state, "4810"), sp(&outcome.state, "4910")), (Some((Side::Csa, 2)), Some((Side::Csa, 5))));
    let war = War::new().troops(Side::Csa, "4910", 7).leader("Jackson", "4910").leader("Longstreet", "4910");
    let all = war.order("csa-east", Account::East, march(ForceRef::At(known("4910")), "4810")).play();
    assert_eq!((sp(&all.state, "4810"), sp(&all.state, "4910")), (Some((Side::Csa, 4)), Some((Side::Csa, 3))));
    assert_eq!(all.state.leaders["Longstreet"].place, LeaderPlace::Map(hex("4810")));
}

#[test]
fn d14_a_leader_alone_costs_one_point_and_does_not_attack() {
    let war = War::new().leader("Lee", "4913").troops(Side::Usa, "4912", 1);
    let outcome = war.order("csa-east", Account::East, at(1, 1, march(led("Lee"), "4912"))).play();
    assert_eq!(outcome.state.accounts[&Side::Csa][&Account::East].cp_spent, 1);
    assert_eq!(outcome.state.leaders["Lee"].place, LeaderPlace::Map(hex("4913")));
    assert_eq!(battles(&outcome, "csa-east"), []);
}

#[test]
fn d16_a_demoralised_force_marches_but_does_not_attack() {
    let war = War::new().troops(Side::Csa, "4910", 4).leader("Lee", "4910").shaken("4910").troops(Side::Usa, "4908", 1);
    let seen = war.review("csa-east", vec![(Account::East, march(led("Lee"), "4909"))]);
    assert!(seen.lines[0].remarks.is_empty(), "{:?}", seen.lines[0]);
    let unseen = war.order("csa-east", Account::East, march(led("Lee"), "4908")).play();
    assert_eq!(battles(&unseen, "csa-east"), []);
    assert!(unseen.state.stacks.get(&hex("4908")).is_some_and(|stack| stack.side == Side::Usa));
}

#[test]
fn leaders_without_troops_flee_from_a_hex_that_is_entered() {
    let war = War::new().troops(Side::Csa, "4910", 4).leader("Lee", "4910").leader("Banks", "4909").troops(
        Side::Usa,
        "5009",
        3,
    );
    let outcome = war.order("csa-east", Account::East, march(led("Lee"), "4909")).play();
    assert_eq!(outcome.state.leaders["Banks"].place, LeaderPlace::Map(hex("5009")));
    assert_eq!(outcome.state.leaders["Lee"].place, LeaderPlace::Map(hex("4909")));
}

#[test]
fn d13_and_d17_entry_takes_the_town_and_destroys_fort_and_depot_while_a_fortress_passes() {
    let war = War::new().troops(Side::Usa, "4912", 4).leader("McClellan", "4912");
    let outcome = war.order("usa-east", Account::East, march(led("McClellan"), "4913")).play();
    assert_eq!(outcome.state.cities["Richmond"], Some(Side::Usa));
    assert!(!outcome.state.works.contains_key(&hex("4913")), "fort and depot are gone");
    for who in ["usa-sc", "csa-west"] {
        assert!(told(&outcome, who).iter().any(|it| matches!(it, Item::CityTaken { by: Side::Usa, .. })), "{who}");
    }
    let war = War::new().troops(Side::Csa, "5215", 4).leader("Lee", "5215");
    let outcome = war.order("csa-east", Account::East, march(led("Lee"), "5214")).play();
    if let Some(works) = outcome.state.works.get(&hex("5214")) {
        let entered = sp(&outcome.state, "5214") == Some((Side::Csa, 4));
        assert_eq!((works.side == Side::Csa, works.has_depot), (entered, !entered));
    }
}

#[test]
fn c4_6_troops_that_march_through_sight_and_leave_it_are_told_to_the_side_that_saw_them() {
    let war = War::new().troops(Side::Usa, "5009", 1).troops(Side::Csa, "4910", 4).leader("Lee", "4910");
    let outcome = war.order("csa-east", Account::East, march(led("Lee"), "4912")).play();
    let passed = |who: &str| told(&outcome, who).into_iter().find(|it| matches!(it, Item::Passed { .. }));
    let Some(Item::Passed { side, hexes, class, .. }) = passed("usa-west") else { panic!("the whole side is told") };
    assert_eq!((side, class, hexes.contains(&hex("4910"))), (Side::Csa, SizeClass::Small, true));
    assert!(!hexes.contains(&hex("4912")));
    assert_eq!(passed("csa-east"), None);
}
