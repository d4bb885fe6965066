//! Battles as they are carried out: who goes where, who is told (D15, D27).

use super::*;

/// Lee with 6 SP attacks 6 SP at Frederick, with Washington behind them; +2 for Lee.
fn even() -> War {
    let war = War::new().troops(Side::Csa, "4909", 6).leader("Lee", "4909").troops(Side::Usa, "4908", 6);
    let war = war.order("csa-east", Account::East, at(1, 2, march(led("Lee"), "4908")));
    // However he fares, the promotion table leaves Lee as he is.
    war.dice("umpire: promotion table Lee p2", &[4, 4])
}

fn fought(dice: [u32; 2]) -> (Outcome<State, Item>, BattleResult) {
    let outcome = even().dice("battle 4908 p2", &dice).play();
    let result = battles(&outcome, "csa-east")[0].2;
    (outcome, result)
}

#[test]
fn d15_a_repulsed_attacker_goes_back_and_a_bad_throw_demoralises_him() {
    let (outcome, result) = fought([1, 3]);
    assert_eq!(result, BattleResult::Repulsed);
    assert_eq!(sp(&outcome.state, "4909"), Some((Side::Csa, 5)));
    assert_eq!(outcome.state.leaders["Lee"].place, LeaderPlace::Map(hex("4909")));
    let war = even().troops(Side::Usa, "4908", 20).dice("battle 4908 p2", &[1, 2]);
    let outcome = war.play();
    assert_eq!(battles(&outcome, "csa-east")[0].2, BattleResult::RepulsedDemoralised);
    assert!(outcome.state.stacks[&hex("4909")].demoralised > 0);
}

#[test]
fn d15_a_beaten_defender_falls_back_two_hexes_towards_supply() {
    let (outcome, result) = fought([4, 3]);
    assert_eq!(result, BattleResult::Retreated);
    assert_eq!(sp(&outcome.state, "4908"), Some((Side::Csa, 5)));
    let (fallen_back, stack) =
        outcome.state.stacks.iter().find(|(_, stack)| stack.side == Side::Usa).expect("they live");
    assert_eq!((stack.sp, stack.demoralised > 0, fallen_back.distance(hex("4908"))), (5, false, 2));
    let (outcome, result) = fought([5, 4]);
    assert_eq!(result, BattleResult::RetreatedDemoralised);
    assert!(outcome.state.stacks.values().any(|stack| stack.side == Side::Usa && stack.demoralised > 0));
}

#[test]
fn d15_where_no_way_leads_back_the_beaten_are_lost() {
    let mut war = even();
    for around in hex("4908").neighbours().filter(|next| *next != hex("4909")) {
        war = war.troops(Side::Csa, &around.to_string(), 1);
    }
    let outcome = war.dice("battle 4908 p2", &[4, 3]).play();
    assert_eq!(battles(&outcome, "usa-east"), [(2, 6, BattleResult::DefenderEliminated)]);
    assert!(outcome.state.stacks.values().all(|stack| stack.side == Side::Csa));
    assert_eq!(outcome.state.accounts[&Side::Usa][&Account::East].lost, 6);
}

#[test]
fn d15_an_attacker_without_a_point_left_is_eliminated() {
    let war = War::new().troops(Side::Csa, "4909", 1).leader("Lee", "4909").troops(Side::Usa, "4908", 6);
    let war = war.order("csa-east", Account::East, at(1, 2, march(led("Lee"), "4908")));
    let outcome = war.dice("battle 4908 p2", &[1, 1]).play();
    assert_eq!(battles(&outcome, "csa-east"), [(2, 1, BattleResult::AttackerEliminated)]);
    assert_eq!(sp(&outcome.state, "4909"), None);
}

#[test]
fn c2_7_the_supreme_commanders_and_other_theatres_are_told_nothing_of_a_battle() {
    let (outcome, _) = fought([4, 3]);
    for (who, count) in
        [("csa-east", 1), ("usa-east", 1), ("usa-sc", 0), ("csa-sc", 0), ("usa-west", 0), ("csa-west", 0)]
    {
        assert_eq!(battles(&outcome, who).len(), count, "{who}");
    }
    let told_usa = format!("{:?}", told(&outcome, "usa-east"));
    assert!(!told_usa.contains("Move"), "orders of the enemy are not told: {told_usa}");
}

#[test]
fn d15_a_river_helps_the_defender() {
    let war = War::new().troops(Side::Csa, "4910", 6).leader("Lee", "4910").troops(Side::Usa, "4909", 6);
    let war = war.order("csa-east", Account::East, at(1, 2, march(led("Lee"), "4909")));
    let outcome = war.dice("battle 4909 p2", &[3, 3]).play();
    let Some(Item::Battle { modifiers, total, .. }) =
        told(&outcome, "usa-east").into_iter().find(|it| matches!(it, Item::Battle { .. }))
    else {
        panic!("a battle")
    };
    assert!(modifiers.iter().any(|it| it.reason == "across a river" && it.value == -1));
    assert_eq!(total, 6 + 2 - 1);
}

#[test]
fn lptn1_a_naval_leader_does_not_roll_on_the_table() {
    let war = even().leader("Foote", "4908").leader("Banks", "4908").dice("battle 4908 p2", &[1, 3]);
    let rolled: Vec<String> = war.unforeseen().into_iter().filter(|throw| throw.contains("promotion table")).collect();
    assert_eq!(rolled, ["umpire: promotion table Banks p2 #1 (d6)", "umpire: promotion table Banks p2 #2 (d6)"]);
}

#[test]
fn c5_2_the_dice_of_leaders_are_in_a_scope_that_no_side_is_shown() {
    let war = even().dice("battle 4908 p2", &[1, 3]);
    let mut dice = base::game::Dice::scripted(war.dice.clone());
    super::super::play(&war.scenario, &war.state, &war.orders, &mut dice);
    let scopes: Vec<&str> = dice.rolls().iter().map(|roll| base::game::scope_of(&roll.purpose)).collect();
    assert_eq!(scopes, ["open", "open", "umpire", "umpire"]);
}
