//! Maintenance, debts, purchases and what is left.

use super::*;
use crate::order::{Counter, CounterOrder};
use crate::state::{Debt, Forces};

/// The spending window with so much money and manpower for a power without forces.
fn spending(power: Power, money: i64, manpower: i64) -> Trial {
    let mut trial = Trial::at(3, Stage::Spending);
    trial.at_ease();
    trial.set(power.id(), Measure::Money, money);
    trial.set(power.id(), Measure::Manpower, manpower);
    trial
}

fn infantry(count: u32) -> Act {
    buy(&[(Unit::Infantry, Amount::Points(count))])
}

fn bought(trial: &Trial, power: Power) -> Vec<(Unit, u32, String)> {
    let own = &trial.state.powers[&power].arriving;
    own.iter().map(|row| (row.unit, row.count, row.month.title())).collect()
}

#[test]
fn eia_8_5_1c_to_f_corps_fleets_and_depots_have_their_prices() {
    let mut trial = spending(France, 40, 0);
    trial.own(France).forces = Forces { corps: 7, fleets_in_port: 3, fleets_at_sea: 2, depots: 4 };
    trial.close();
    for (words, cost) in [("corps", 7), ("in port", 3), ("at sea", 10), ("depots", 4)] {
        assert_eq!(trial.posted("france", "8.5.1", Measure::Money, words), -cost, "{words}");
    }
    assert_eq!(trial.money("france"), 16);
    assert!(trial.items("Bankrupt").is_empty());
}

#[test]
fn eia_8_5_1a_b_d_too_little_money_is_paid_out_and_costs_three_points_but_no_counter() {
    let mut trial = spending(Spain, 5, 0);
    trial.own(Spain).forces = Forces { corps: 8, ..Forces::default() };
    let before = trial.status(Spain);
    trial.close();
    assert_eq!(trial.money("spain"), 0);
    assert_eq!(before - trial.status(Spain), 3);
    assert_eq!(trial.state.powers[&Spain].forces.corps, 8);
    assert_eq!(trial.item("Bankrupt")["points"], 3);
}

#[test]
fn eia_8_5b_c_a_free_state_pays_for_itself_and_its_power_for_what_it_cannot() {
    let mut trial = spending(France, 10, 0);
    trial.free_state("Holland").forces = Forces { corps: 2, fleets_in_port: 2, ..Forces::default() };
    trial.set("Holland", Measure::Money, 3);
    trial.close();
    assert_eq!(trial.money("Holland"), 0);
    assert_eq!(trial.money("france"), 9);
    assert_eq!(trial.posted("france", "8.5.1", Measure::Money, "Holland"), -1);
}

#[test]
fn d7_a_free_states_shortfall_can_make_its_power_bankrupt() {
    let mut trial = spending(France, 0, 0);
    trial.free_state("Holland").forces = Forces { corps: 1, ..Forces::default() };
    trial.close();
    assert_eq!(trial.item("Bankrupt")["power"], "france");
}

fn debt(from: Power, to: Power, amount: u32, is_formal: bool) -> Debt {
    Debt { from, to, amount, is_formal, due: None, awaits_gm: false }
}

#[test]
fn eia_8_5_2a_formal_debts_are_paid_after_maintenance() {
    let mut trial = spending(Russia, 12, 0);
    trial.state.debts.push(debt(Russia, Prussia, 10, true));
    trial.close();
    assert_eq!(trial.money("russia"), 2);
    assert!(trial.state.debts.is_empty());
}

#[test]
fn eia_8_5_2b_c_what_cannot_be_paid_stays_owed_and_is_bankruptcy_once() {
    let mut trial = spending(Russia, 6, 0);
    trial.state.debts.push(debt(Russia, Prussia, 10, true));
    let before = trial.status(Russia);
    trial.close();
    assert_eq!(trial.state.debts[0].amount, 4);
    assert_eq!(before - trial.status(Russia), 3);
    // Bankrupt in 8.5.1 already: no second three.
    let mut trial = spending(Russia, 6, 0);
    trial.own(Russia).forces = Forces { corps: 9, ..Forces::default() };
    trial.state.debts.push(debt(Russia, Prussia, 10, true));
    let before = trial.status(Russia);
    trial.close();
    assert_eq!(before - trial.status(Russia), 3);
    assert_eq!(trial.items("Bankrupt").len(), 1);
    assert_eq!(trial.state.debts[0].amount, 10);
}

#[test]
fn d7_the_oldest_formal_debt_is_paid_first_and_none_before_its_month() {
    let mut trial = spending(Russia, 6, 0);
    let later = Debt { due: Some(Month { year: 1805, month: 6 }), ..debt(Russia, Turkey, 5, true) };
    trial.state.debts = vec![later, debt(Russia, Prussia, 4, true), debt(Russia, Austria, 4, true)];
    trial.close();
    let open: Vec<_> = trial.state.debts.iter().map(|debt| (debt.to, debt.amount)).collect();
    assert_eq!(open, [(Turkey, 5), (Austria, 2)]);
}

#[test]
fn eia_8_5_2d_informal_debts_are_paid_by_order_alone() {
    let owing = || {
        let mut trial = spending(Spain, 10, 0);
        trial.state.debts.push(debt(Spain, Austria, 5, false));
        trial
    };
    let mut silent = owing();
    silent.close();
    assert_eq!(silent.money("spain"), 10);
    let amounts =
        [(Amount::Points(5), 0), (Amount::Half, 3), (Amount::Most, 0), (Amount::Points(2), 3), (Amount::AllBut(2), 2)];
    for (amount, left) in amounts {
        let mut trial = owing();
        trial.orders(Spain, Act::PayDebt { to: Austria, amount }).close();
        assert_eq!(trial.state.debts.iter().map(|debt| debt.amount).sum::<u32>(), left, "{amount:?}");
    }
    let mut trial = owing();
    trial.orders(Spain, Act::PayDebt { to: Austria, amount: Amount::Points(6) }).close();
    assert_eq!(trial.failures(Spain)[0].1, "Spain owes Austria 5 informally.");
}

#[test]
fn eia_8_5_3b_five_infantry_cost_15_money_and_10_manpower() {
    let mut trial = spending(Austria, 20, 12);
    trial.orders(Austria, infantry(5)).close();
    assert_eq!(trial.posted("austria", "8.5.3", Measure::Money, ""), -15);
    assert_eq!(trial.posted("austria", "8.5.3", Measure::Manpower, ""), -10);
    assert_eq!(trial.money("austria"), 5);
}

#[test]
fn eia_8_5_3l_infantry_of_march_1806_comes_in_june_1806_and_of_december_1805_in_march_1806() {
    for (year, month, arrival) in [(1806, 3, "June 1806"), (1805, 12, "March 1806")] {
        let mut trial = spending(Austria, 20, 12);
        trial.state.month = Month { year, month };
        trial.orders(Austria, infantry(1)).close();
        assert_eq!(bought(&trial, Austria), [(Unit::Infantry, 1, arrival.to_owned())]);
        assert_eq!(trial.item("Bought")["rows"][0]["count"], 1);
    }
}

#[test]
fn d7_a_line_too_dear_is_refused_whole_and_max_buys_what_can_be_had() {
    let mut trial = spending(Austria, 20, 9);
    trial.orders(Austria, infantry(5)).orders(Austria, buy(&[(Unit::Infantry, Amount::Most)])).close();
    assert_eq!(trial.failed_by(Austria), ["8.5.3"]);
    assert_eq!(bought(&trial, Austria)[0].1, 4, "9 manpower");
}

#[test]
fn d14_militia_first_and_as_many_infantry_as_the_rest_allows() {
    let mut trial = spending(Austria, 14, 40);
    trial.orders(Austria, buy(&[(Unit::Militia, Amount::Points(4)), (Unit::Infantry, Amount::Most)])).close();
    let counts: Vec<_> = bought(&trial, Austria).iter().map(|(unit, count, _)| (*unit, *count)).collect();
    assert_eq!(counts, [(Unit::Militia, 4), (Unit::Infantry, 3)]);
    assert_eq!(trial.money("austria"), 1);
}

#[test]
fn eia_8_5a_maintenance_comes_before_purchases() {
    let mut trial = spending(Austria, 15, 40);
    trial.own(Austria).forces = Forces { corps: 1, ..Forces::default() };
    trial.orders(Austria, infantry(5)).close();
    assert_eq!(trial.failed_by(Austria), ["8.5.3"]);
    let steps: Vec<_> = trial.state.ledger.postings_of("austria").map(|posting| posting.rule.clone()).collect();
    assert_eq!(steps, ["8.5.1", "8.5.7"]);
}

#[test]
fn eia_8_5_3g_to_j_not_everybody_builds_everything() {
    let cases = [
        (Turkey, Unit::Militia, "Turkey does not build militia."),
        (Turkey, Unit::Guard, "Turkey does not build guard."),
        (Prussia, Unit::Artillery, "Only France and Russia may build artillery."),
        (Russia, Unit::Cossack, "Cossacks are never bought."),
        (Turkey, Unit::Feudal, "Feudal troops are never bought."),
        (Austria, Unit::Insurrection, "Insurrection troops are never bought."),
        (Spain, Unit::Guerrilla, "Guerrillas are never bought."),
        (Prussia, Unit::Freikorps, "Freikorps are never bought."),
    ];
    for (power, unit, reason) in cases {
        let mut trial = spending(power, 100, 100);
        trial.orders(power, buy(&[(unit, Amount::Points(1))])).close();
        assert_eq!(trial.failures(power), [("8.5.3".to_owned(), reason.to_owned())]);
    }
    for power in [France, Russia] {
        let mut trial = spending(power, 100, 100);
        trial.orders(power, buy(&[(Unit::Artillery, Amount::Points(1))])).close();
        assert!(trial.failures(power).is_empty());
    }
}

fn for_state(state: &str, unit: Unit, count: u32) -> Act {
    Act::Buy { state: Some(state.to_owned()), units: vec![(unit, Amount::Points(count))] }
}

#[test]
fn eia_8_5_3c_8_2_3d_a_free_state_buys_with_its_own_means() {
    let mut trial = spending(France, 50, 50);
    trial.set("Holland", Measure::Money, 7);
    trial.set("Holland", Measure::Manpower, 6);
    trial
        .orders(France, for_state("Holland", Unit::Infantry, 2))
        .orders(France, for_state("Holland", Unit::Infantry, 1));
    trial.close();
    assert_eq!(trial.failed_by(France), ["8.5.3"], "the money of France does not serve it");
    assert_eq!(trial.money("france"), 50);
    assert_eq!(trial.state.powers[&France].arriving[0].state.as_deref(), Some("Holland"));
}

#[test]
fn eia_8_5_3g_d7_free_states_build_no_militia_guard_or_artillery_and_ships_with_a_port_only() {
    let mut trial = spending(France, 0, 0);
    for state in ["Holland", "Switzerland"] {
        trial.set(state, Measure::Money, 100);
        trial.set(state, Measure::Manpower, 100);
    }
    for unit in [Unit::Militia, Unit::Guard, Unit::Artillery] {
        trial.orders(France, for_state("Holland", unit, 1));
    }
    trial.orders(France, for_state("Switzerland", Unit::Ship, 1)).orders(France, for_state("Holland", Unit::Ship, 1));
    trial.orders(France, for_state("Moldavia", Unit::Infantry, 1)).close();
    assert_eq!(trial.failures(France).len(), 5, "{:#?}", trial.failures(France));
    assert_eq!(bought(&trial, France).len(), 1);
}

#[test]
fn eia_8_5_3d_e_unused_manpower_is_lost_but_for_prussias() {
    let mut trial = spending(Austria, 0, 3);
    trial.set("prussia", Measure::Manpower, 3);
    trial.give("Saxony", Prussia, Tenure::Free);
    trial.set("Saxony", Measure::Manpower, 2);
    trial.close();
    assert_eq!((trial.manpower("austria"), trial.manpower("prussia"), trial.manpower("Saxony")), (0, 3, 0));
}

#[test]
fn eia_8_5_7b_prussia_may_keep_less_and_nobody_else_any() {
    let mut trial = spending(Prussia, 0, 5);
    trial.orders(Prussia, Act::SaveManpower { amount: Amount::Points(3) });
    trial.orders(Austria, Act::SaveManpower { amount: Amount::Most }).close();
    assert_eq!(trial.manpower("prussia"), 3);
    assert_eq!(trial.failed_by(Austria), ["8.5.7"]);
}

#[test]
fn eia_8_5_5_8_2_3e_what_a_free_state_does_not_use_is_gone() {
    let mut trial = spending(France, 9, 0);
    trial.set("Holland", Measure::Money, 4);
    trial.close();
    assert_eq!(trial.money("Holland"), 0);
    assert_eq!(trial.money("france"), 9, "a power's money stays (8.5.7)");
}

fn counters(corps: u32, fleets: u32) -> Act {
    let order = |counter, count| CounterOrder { counter, count, names: Vec::new() };
    Act::BuyCounters { state: None, counters: vec![order(Counter::Corps, corps), order(Counter::Fleet, fleets)] }
}

#[test]
fn eia_8_5_4a_c_a_counter_costs_one_and_must_be_placed_within_three_months() {
    let mut trial = spending(Austria, 10, 0);
    trial.orders(Austria, counters(2, 1)).close();
    assert_eq!(trial.posted("austria", "8.5.4", Measure::Money, ""), -3);
    let own = &trial.state.powers[&Austria].unplaced;
    assert_eq!(own.iter().map(|row| row.until.title()).collect::<Vec<_>>(), ["June 1805", "June 1805"]);
}

#[test]
fn eia_8_5_4b_only_counters_off_the_map_can_be_bought() {
    let mut trial = spending(Austria, 30, 0);
    trial.own(Austria).forces = Forces { corps: 14, ..Forces::default() };
    // 16 in the box, 14 on the map.
    trial.orders(Austria, counters(3, 0)).orders(Austria, counters(1, 0)).orders(Austria, counters(2, 0));
    trial.orders(Austria, counters(1, 0)).close();
    assert_eq!(trial.failed_by(Austria), ["8.5.4", "8.5.4"]);
    assert_eq!(trial.state.powers[&Austria].unplaced.iter().map(|row| row.count).sum::<u32>(), 2);
}

#[test]
fn eia_8_5_6_militia_is_converted_with_option_12_1_1_only() {
    let convert = Act::ConvertMilitia { amount: Amount::Points(3), place: Some("Berlin".to_owned()) };
    let mut trial = spending(Prussia, 10, 10);
    trial.orders(Prussia, convert.clone()).close();
    assert_eq!(trial.failures(Prussia)[0].1, "Conversion of militia (option 12.1.1) is not in play in this game.");
    let mut trial = spending(Prussia, 10, 10);
    trial.scenario.campaign.options.militia_conversion = true;
    trial.orders(Prussia, convert).close();
    assert_eq!((trial.money("prussia"), trial.manpower("prussia")), (7, 7));
}

#[test]
fn eia_8_6_every_marker_moves_by_the_number_of_its_box_after_earlier_losses() {
    let mut trial = spending(Spain, 0, 0);
    let boxed = |trial: &Trial, name: &str| trial.scenario.tables.status_box(name).unwrap();
    trial.own(Austria).status = boxed(&trial, "D2");
    trial.own(Russia).status = boxed(&trial, "I1");
    // Bankrupt: D2 less 3 is N8, where nothing moves.
    trial.own(Spain).status = boxed(&trial, "D2");
    trial.own(Spain).forces = Forces { corps: 1, ..Forces::default() };
    trial.close();
    let name = |power| trial.scenario.tables.status(trial.status(power)).name();
    assert_eq!((name(Austria), name(Russia), name(Spain)), ("D1".to_owned(), "I3".to_owned(), "N8".to_owned()));
}

#[test]
fn d11_the_ends_of_the_track_hold() {
    let mut trial = spending(Spain, 0, 0);
    trial.own(Spain).status = 2;
    trial.own(Spain).forces = Forces { corps: 1, ..Forces::default() };
    trial.close();
    // To the left end, then 3 to the right (8.6).
    assert_eq!(trial.status(Spain), 4);
}

#[test]
fn d7_a_standing_purchase_serves_in_silence() {
    let mut trial = spending(Austria, 9, 20);
    trial.standing(Austria, buy(&[(Unit::Infantry, Amount::Most)])).close();
    assert_eq!(bought(&trial, Austria)[0].1, 3);
    assert!(trial.items("Silent").iter().all(|item| item["power"] != "austria"));
}

#[test]
fn d2_whoever_lets_the_window_pass_is_counted() {
    let mut trial = spending(Austria, 9, 20);
    trial.orders(Austria, Act::BuyNothing).close();
    assert_eq!(trial.state.powers[&Austria].silent_windows, 0);
    assert_eq!(trial.state.powers[&Spain].silent_windows, 1);
}

#[test]
fn d2_after_two_silent_windows_the_game_master_is_offered_a_deputy() {
    let mut trial = spending(Austria, 9, 20);
    trial.close();
    assert!(trial.items("DeputyDue").is_empty());
    trial.own(Spain).silent_windows = 1;
    trial.own(Turkey).silent_windows = 4;
    trial.own(Turkey).run_by = Some(Russia);
    trial.own(Austria).silent_windows = 1;
    trial.state.stage = Stage::Spending;
    trial.orders(Austria, Act::BuyNothing).close();
    let due = trial.told.iter().filter(|(_, item)| item["kind"] == "DeputyDue");
    let due: Vec<_> = due.map(|(who, item)| (who, item["seat"].as_str().unwrap(), &item["windows"])).collect();
    assert!(due.contains(&(&Audience::Umpire, "spain", &2.into())));
    assert!(due.contains(&(&Audience::Umpire, "russia", &5.into())), "whoever runs a power answers for it");
    assert!(due.iter().all(|(who, seat, _)| **who == Audience::Umpire && *seat != "austria"));
}
