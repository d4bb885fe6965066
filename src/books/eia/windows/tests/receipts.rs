//! What a receipt says: judged by what the giver was told.

use super::*;
use crate::order::Partners;
use crate::situation;
use crate::state::{Debt, Forces};
use base::facts::{Viewer, brief};
use base::order::{LineStatus, worst};
use report::Renderer;
use rules::Review;

/// The review of what is on file for a power, by what its seat was told.
fn review(trial: &Trial, power: Power) -> Review<Item> {
    let facts = situation::situation(&trial.scenario, &trial.state);
    let known = brief(Viewer::vacant(&power.seat()), &facts);
    let lines = trial.orders.sheets.get(&power.seat()).cloned().unwrap_or_default();
    super::super::review(&trial.scenario, &known, &power.seat(), &lines)
}

fn fares(review: &Review<Item>) -> Vec<LineStatus> {
    review.lines.iter().map(|line| worst(&line.remarks)).collect()
}

fn infantry(count: u32) -> Act {
    buy(&[(Unit::Infantry, Amount::Points(count))])
}

fn spending() -> Trial {
    let mut trial = Trial::at(3, Stage::Spending);
    trial.own(Austria).forces = Forces { corps: 2, ..Forces::default() };
    trial.set("austria", Measure::Money, 20);
    trial.set("austria", Measure::Manpower, 11);
    trial
}

#[test]
fn a_purchase_shows_its_price_its_arrival_and_what_is_left() {
    let mut trial = spending();
    trial.orders(Austria, infantry(5)).orders(Austria, infantry(2));
    let review = review(&trial, Austria);
    assert_eq!(review.lines[0].note, "15 money, 10 manpower; placed: 5 infantry June 1805");
    assert_eq!(fares(&review), [LineStatus::Accepted, LineStatus::Refused]);
    let Item::Budget { money, due, spent, left, manpower_left, is_certain, .. } = &review.account[0] else {
        panic!("{:?}", review.account)
    };
    assert_eq!((*money, *due, *spent, *left, *manpower_left, *is_certain), (20, 2, 15, 3, 1, true));
}

#[test]
fn what_is_bought_in_a_later_window_is_not_held_against_money_not_yet_collected() {
    let mut trial = spending();
    trial.state.stage = Stage::Offer;
    trial.orders(Austria, infantry(50));
    let review = review(&trial, Austria);
    assert_eq!(fares(&review), [LineStatus::Accepted]);
    assert_eq!(review.lines[0].note, "150 money, 100 manpower; placed: 50 infantry June 1805; W4 spending, March 1805");
}

#[test]
fn an_order_sent_on_the_board_is_for_the_next_quarter() {
    let mut trial = spending();
    trial.state.stage = Stage::Board;
    trial.state.month.month = 4;
    trial.orders(Austria, infantry(1));
    let note = review(&trial, Austria).lines[0].note.clone();
    assert_eq!(note, "3 money, 2 manpower; placed: 1 infantry September 1805; W4 spending, June 1805");
}

#[test]
fn what_nobody_may_ever_do_is_refused_in_any_window() {
    let mut trial = spending();
    trial.state.stage = Stage::Board;
    trial.orders(Austria, buy(&[(Unit::Artillery, Amount::Points(1))]));
    trial.orders(Austria, Act::OfferTrade { partners: Partners::everybody(), except: Partners::default() });
    trial.orders(Austria, Act::SaveManpower { amount: Amount::Most });
    trial.orders(Austria, Act::ConvertMilitia { amount: Amount::Points(1), place: None });
    assert_eq!(fares(&review(&trial, Austria)), [LineStatus::Refused; 4]);
}

#[test]
fn what_the_board_forbids_is_refused_in_its_window_and_said_before() {
    let lend = Act::Lend { amount: Amount::Points(1), to: Russia, is_loan: false, due: None, if_received: None };
    for (stage, fare) in [(Stage::Board, LineStatus::Accepted), (Stage::Lending, LineStatus::Refused)] {
        let mut trial = spending();
        trial.state.stage = stage;
        trial.orders(Austria, lend.clone());
        let review = review(&trial, Austria);
        assert_eq!(fares(&review), [fare], "{stage:?}");
        assert!(review.lines[0].remarks[0].message.contains("Austria and Russia are not allied."));
    }
}

#[test]
fn money_is_counted_in_the_lending_window() {
    let mut trial = spending();
    trial.state.stage = Stage::Lending;
    trial.ally(Austria, Russia);
    let gift =
        |amount| Act::Lend { amount: Amount::Points(amount), to: Russia, is_loan: false, due: None, if_received: None };
    trial.orders(Austria, gift(15)).orders(Austria, gift(6));
    assert_eq!(fares(&review(&trial, Austria)), [LineStatus::Accepted, LineStatus::Refused]);
}

#[test]
fn what_a_debtor_may_bring_is_not_held_against_a_purchase() {
    let mut trial = spending();
    let debt = Debt { from: Russia, to: Austria, amount: 30, is_formal: true, due: None, awaits_gm: false };
    trial.state.debts.push(debt);
    trial.orders(Austria, infantry(7));
    let told = review(&trial, Austria);
    assert_eq!(fares(&told), [LineStatus::Accepted]);
    let said = &told.lines[0].remarks[0].message;
    assert!(said.starts_with("As things stand it could not be carried out: 7 infantry cost 21 money"), "{said}");
}

#[test]
fn nothing_left_to_save_is_said_wherever_the_line_stands() {
    let mut trial = spending();
    trial.set("prussia", Measure::Money, 60);
    trial.set("prussia", Measure::Manpower, 10);
    trial.own(Prussia).forces = Forces { corps: 1, ..Forces::default() };
    trial.orders(Prussia, Act::SaveManpower { amount: Amount::Points(3) });
    assert!(review(&trial, Prussia).lines[0].remarks.is_empty());
    trial.orders(Prussia, buy(&[(Unit::Infantry, Amount::Most)]));
    let told = review(&trial, Prussia);
    assert_eq!(fares(&told), [LineStatus::Accepted, LineStatus::Accepted]);
    assert!(told.lines[0].remarks[0].message.contains("leaves no manpower to save"), "{:?}", told.lines[0]);
}

#[test]
fn a_debt_is_paid_before_purchases_and_what_is_left_of_a_debt_where_it_is_said() {
    let mut trial = spending();
    trial.state.debts.push(Debt {
        from: Austria,
        to: Russia,
        amount: 9,
        is_formal: false,
        due: None,
        awaits_gm: false,
    });
    trial.orders(Austria, infantry(5)).orders(Austria, Act::PayDebt { to: Russia, amount: Amount::Points(5) });
    assert_eq!(fares(&review(&trial, Austria)), [LineStatus::Refused, LineStatus::Accepted]);
    trial.orders.sheets.get_mut(&Austria.seat()).unwrap().pop();
    assert_eq!(fares(&review(&trial, Austria)), [LineStatus::Accepted]);
    trial.orders(Austria, Act::PayDebt { to: Russia, amount: Amount::Most });
    let told = review(&trial, Austria);
    assert_eq!(told.lines[1].note, "3 money");
    // What the receipt said is what is played.
    for power in Power::ALL {
        trial.state.quarter.home_manpower.insert(power, 1);
    }
    trial.close();
    assert!(trial.failures(Austria).is_empty());
    assert_eq!(trial.money("austria"), 0);
    assert_eq!(trial.state.debts[0].amount, 6);
}

#[test]
fn a_second_word_on_one_thing_is_refused() {
    let mut trial = spending();
    trial.orders(Austria, Act::Manipulate { level: 1 }).orders(Austria, Act::Manipulate { level: 2 });
    trial.standing(Austria, Act::Manipulate { level: 0 });
    assert_eq!(fares(&review(&trial, Austria)), [LineStatus::Accepted, LineStatus::Refused, LineStatus::Accepted]);
}

#[test]
fn each_budget_says_which_window_it_is_for() {
    let mut trial = spending();
    trial.ally(Austria, Russia);
    trial.state.stage = Stage::Lending;
    let lend = Act::Lend { amount: Amount::Points(4), to: Russia, is_loan: false, due: None, if_received: None };
    trial.orders(Austria, lend).orders(Austria, infantry(1));
    let items = review(&trial, Austria).account;
    let facts: Vec<Fact<Value>> =
        items.into_iter().map(|item| Fact::new(Audience::Everyone, serde_json::to_value(item).unwrap())).collect();
    let told = brief(Viewer::vacant(&Austria.seat()), &facts);
    let receipt = Renderer::new(crate::book::TEMPLATES.iter().copied(), &BTreeMap::default())
        .unwrap()
        .passage("eia/account.txt", &told)
        .unwrap();
    let rows: Vec<&str> = receipt.text().lines().filter(|line| line.starts_with("  ")).collect();
    assert_eq!(
        rows,
        [
            "  For         Account         Held   Due Spent  Left MP held spent  left",
            "  W3 lending  Austria           20     0     4    16      11     0    11",
            "  W4 spending Austria           16     2     3    11      11     2     9",
        ]
    );
}
