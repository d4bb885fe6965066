//! Which seat gives an order (D1, C3.7, C2.3), and that refusals reveal nothing.

use super::*;
use base::order::{LineStatus, Remark};
use rules::Assigned;

use super::super::super::order::Heading;

fn assign_in(war: &War, who: &[&str], order: &Order) -> Result<Assigned, Remark> {
    let seats: Vec<_> = who.iter().map(|id| seat(id)).collect();
    assign::assign(&war.scenario, &war.brief(who[0]), &seats, std::slice::from_ref(order)).remove(0)
}

fn under(account: Account, order: Order) -> Order {
    Order { heading: Some(Heading { account: Some(account), sub_turn: None }), ..order }
}

fn section(assigned: Result<Assigned, Remark>) -> String {
    assigned.map(|it| format!("{} {}", it.seat, it.section)).unwrap_or_else(|remark| remark.message)
}

#[test]
fn d1_the_theatre_follows_from_the_force_the_place_or_the_only_command() {
    let war = War::opening();
    assert_eq!(section(assign_in(&war, &["usa-west"], &march(led("Grant"), "2115"))), "usa-west West TST1");
    assert_eq!(section(assign_in(&war, &["csa-east"], &enter(2, "4913"))), "csa-east East TST1");
    assert_eq!(section(assign_in(&war, &["csa-east"], &enter(2, "1121"))), "csa-east Trans TST1");
    assert_eq!(section(assign_in(&war, &["usa-west"], &idle(2))), "usa-west West TST1");
    assert_eq!(section(assign_in(&war, &["usa-east", "usa-west"], &dig("1915"))), "usa-west West TST1");
}

#[test]
fn d1_a_pooled_leader_belongs_to_his_account() {
    let war = War::opening().pooled("Lee", Side::Csa, Account::East);
    let order = bare(Act::EnterLeaders { count: None, name: Some("Lee".to_owned()), at: None });
    assert_eq!(section(assign_in(&war, &["csa-east"], &order)), "csa-east East TST1");
}

#[test]
fn c3_8_what_is_truly_ambiguous_is_asked_back_with_the_candidates() {
    let remark = assign_in(&War::opening(), &["csa-east"], &idle(2)).expect_err("ambiguous");
    assert_eq!(remark.status, LineStatus::Incomplete);
    assert!(remark.message.contains("East") && remark.message.contains("Trans-Mississippi"), "{remark:?}");
    let headed = under(Account::Trans, idle(2));
    assert_eq!(section(assign_in(&War::opening(), &["csa-east"], &headed)), "csa-east Trans TST1");
}

#[test]
fn c3_7_an_order_beyond_the_theatre_is_refused_and_the_right_seat_named() {
    let remark = assign_in(&War::opening(), &["usa-east"], &march(led("Grant"), "2115")).expect_err("not his");
    assert_eq!((remark.status, remark.rules.as_slice()), (LineStatus::Refused, ["C3.7".to_owned()].as_slice()));
    assert!(remark.hint.is_some_and(|hint| hint.contains("usa-west")));
    let headed = under(Account::West, idle(1));
    assert!(assign_in(&War::opening(), &["usa-east"], &headed).is_err());
    assert!(assign_in(&War::opening(), &["usa-sc"], &march(led("Grant"), "2115")).is_err());
}

#[test]
fn enemies_leaders_elsewhere_and_names_that_never_were_get_the_same_words() {
    let war = War::opening();
    let words = |name: &str| {
        let remark = assign_in(&war, &["usa-east"], &march(led(name), "5008")).expect_err("nobody");
        remark.message.replace(name, "X")
    };
    let nobody = words("Nemo");
    assert!(nobody.contains("that you know of"));
    for other in ["Beauregard", "Lee", "Sheridan"] {
        assert_eq!(words(other), nobody, "{other}");
    }
}

#[test]
fn c2_3_strategic_orders_belong_to_the_supreme_commander_and_the_strategic_turn() {
    let order = bare(Act::DistributeSame);
    let strategic = War::opening().stage(Stage::Strategic);
    assert_eq!(section(assign_in(&strategic, &["usa-sc"], &order)), "usa-sc strategic");
    let theirs = assign_in(&strategic, &["usa-east"], &order).expect_err("not his");
    assert!(theirs.hint.is_some_and(|hint| hint.contains("usa-sc")));
    assert_eq!(assign_in(&War::opening(), &["usa-sc"], &order).expect_err("too late").rules, ["C2.3"]);
    assert_eq!(assign_in(&strategic, &["usa-east"], &idle(1)).expect_err("too early").rules, ["C2.5"]);
}

#[test]
fn c2_8_orders_for_the_other_sub_turn_are_refused() {
    let heading = Some(Heading { account: Some(Account::East), sub_turn: Some(2) });
    let order = Order { heading, ..idle(1) };
    assert_eq!(assign_in(&War::opening(), &["usa-east"], &order).expect_err("not open").rules, ["C2.8"]);
    let later = War::opening().stage(Stage::Tst2);
    assert_eq!(section(assign_in(&later, &["usa-east"], &order)), "usa-east East TST2");
}

#[test]
fn without_a_game_form_and_authority_are_judged() {
    let war = War::opening();
    let nothing = base::facts::brief(Viewer::vacant(&seat("usa-east")), &[]);
    let assign = |who: &str, order: &Order| {
        section(assign::assign(&war.scenario, &nothing, &[seat(who)], std::slice::from_ref(order)).remove(0))
    };
    assert_eq!(assign("usa-east", &march(led("McClellan"), "4910")), "usa-east East TST1");
    assert_eq!(assign("usa-east", &enter(3, "4913")), "usa-east East TST1");
    assert!(assign("usa-west", &enter(3, "4913")).contains("East"));
    assert!(assign("usa-east", &march(led("Lee"), "4910")).contains("that you know of"));
    assert_eq!(assign("usa-sc", &bare(Act::DistributeSame)), "usa-sc strategic");
}
