//! Loans, gifts and aid.

use super::*;
use crate::order::Received;
use crate::scenario::LoansTold;

/// Austria, Russia and Spain allied with each other, each with 10 money.
fn allies() -> Trial {
    let mut trial = Trial::at(3, Stage::Lending);
    for (one, other) in [(Austria, Russia), (Austria, Spain), (Russia, Spain)] {
        trial.ally(one, other);
    }
    for power in [Austria, Russia, Spain] {
        trial.set(power.id(), Measure::Money, 10);
    }
    trial
}

fn lend(amount: Amount, to: Power, is_loan: bool) -> Act {
    Act::Lend { amount, to, is_loan, due: None, if_received: None }
}

fn gift(amount: u32, to: Power) -> Act {
    lend(Amount::Points(amount), to, false)
}

fn pass_on(amount: u32, to: Power, from: Power, needed: u32) -> Act {
    let if_received = Some(Received { from, amount: needed });
    Act::Lend { amount: Amount::Points(amount), to, is_loan: false, due: None, if_received }
}

#[test]
fn eia_8_3a_f_a_gift_leaves_one_treasury_and_enters_the_other() {
    let mut trial = allies();
    trial.orders(Austria, gift(5, Russia)).close();
    assert_eq!((trial.money("austria"), trial.money("russia")), (5, 15));
    assert!(trial.state.debts.is_empty());
    assert_eq!(trial.item("Lent")["rows"][0]["amount"], 5);
    assert_eq!(trial.told[0].0, Audience::Everyone);
}

#[test]
fn d6_a_loan_is_recorded_as_an_informal_debt_with_its_month() {
    let mut trial = allies();
    let act = Act::Lend { amount: Amount::Points(5), to: Spain, is_loan: true, due: Some(6), if_received: None };
    trial.orders(Austria, act).close();
    let debt = &trial.state.debts[0];
    assert_eq!((debt.from, debt.to, debt.amount, debt.is_formal), (Spain, Austria, 5, false));
    assert_eq!(debt.due, Some(Month { year: 1805, month: 6 }));
}

#[test]
fn eia_8_3d_only_allies_lend() {
    let mut trial = allies();
    trial.orders(Austria, gift(5, Turkey)).close();
    assert_eq!(trial.failures(Austria), [("8.3".to_owned(), "Austria and Turkey are not allied.".to_owned())]);
    assert_eq!(trial.money("austria"), 10);
}

#[test]
fn d6_too_much_is_refused_line_by_line_in_the_order_sent() {
    let mut trial = allies();
    trial.orders(Austria, gift(6, Russia)).orders(Austria, gift(5, Spain)).orders(Austria, gift(4, Spain)).close();
    assert_eq!((trial.money("austria"), trial.money("russia"), trial.money("spain")), (0, 16, 14));
    assert_eq!(trial.failed_by(Austria), ["8.3"]);
}

#[test]
fn d6_what_comes_in_cannot_be_passed_on_without_if_received() {
    let mut trial = allies();
    trial.orders(Austria, gift(8, Russia)).orders(Russia, gift(12, Spain)).close();
    assert_eq!(trial.failed_by(Russia), ["8.3"]);
    assert_eq!((trial.money("russia"), trial.money("spain")), (18, 10));
}

#[test]
fn d6_a_chain_of_conditions_is_resolved_in_its_order() {
    let mut trial = allies();
    // Sent in any order: Spain waits for Russia, Russia for Austria.
    trial.orders(Spain, pass_on(14, Austria, Russia, 4));
    trial.orders(Russia, pass_on(12, Spain, Austria, 4));
    trial.orders(Austria, gift(4, Russia)).close();
    assert_eq!(trial.failed_by(Spain), Vec::<String>::new());
    // Russia 10 + 4 - 12, Spain 10 + 12 - 14, Austria 10 - 4 + 14.
    assert_eq!((trial.money("russia"), trial.money("spain"), trial.money("austria")), (2, 8, 20));
}

#[test]
fn d6_a_circle_is_void() {
    let mut trial = allies();
    trial.orders(Austria, pass_on(2, Russia, Russia, 2)).orders(Russia, pass_on(2, Austria, Austria, 2)).close();
    assert_eq!((trial.money("austria"), trial.money("russia")), (10, 10));
    assert_eq!((trial.failed_by(Austria).len(), trial.failed_by(Russia).len()), (1, 1));
}

#[test]
fn d6_less_than_was_asked_for_is_not_enough() {
    let mut trial = allies();
    trial.orders(Austria, gift(3, Russia)).orders(Russia, pass_on(2, Spain, Austria, 4)).close();
    assert_eq!(trial.money("spain"), 10);
}

#[test]
fn d14_whatever_is_above_a_sum_and_half_are_rounded_down() {
    let mut trial = allies();
    trial.set("russia", Measure::Money, 11);
    trial
        .orders(Austria, lend(Amount::Above(7), Spain, false))
        .orders(Russia, lend(Amount::Half, Spain, false))
        .close();
    assert_eq!(trial.money("spain"), 10 + 3 + 5);
}

#[test]
fn eia_8_3b_8_2_3f_aid_goes_to_ones_own_free_states() {
    let mut trial = Trial::at(3, Stage::Lending);
    let aid = |state: &str| Act::Aid { amount: Amount::Points(3), state: state.to_owned() };
    trial.orders(France, aid("Holland")).orders(France, aid("Moldavia")).close();
    assert_eq!(trial.money("Holland"), 3);
    assert_eq!(trial.money("france"), 12);
    assert_eq!(trial.failed_by(France), ["8.3"]);
    assert!(trial.state.debts.is_empty(), "never repaid");
}

#[test]
fn d6_a_game_may_keep_loans_between_the_parties() {
    let mut trial = allies();
    trial.scenario.campaign.options.loans_told = LoansTold::Parties;
    trial.orders(Austria, gift(5, Russia)).close();
    let (audience, _) = trial.told.iter().find(|(_, item)| item["kind"] == "Lent").unwrap();
    assert_eq!(*audience, Audience::Seats([Austria, Russia].map(Power::seat).into_iter().collect()));
}

#[test]
fn eia_8_3c_money_changes_hands_at_no_other_time() {
    for stage in [Stage::Offer, Stage::Answer, Stage::Spending, Stage::Ceding] {
        let mut trial = allies();
        trial.state.stage = stage;
        let before = trial.money("russia");
        trial.orders(Austria, gift(5, Russia)).close();
        let gifts = trial.state.ledger.postings().iter().filter(|posting| posting.subject.contains("gift")).count();
        assert_eq!(gifts, 0, "{stage:?}");
        assert!(stage == Stage::Answer || trial.money("russia") <= before);
    }
}

#[test]
fn d14_a_debtor_notes_his_debts_and_formal_ones_wait_for_the_gm() {
    let mut trial = Trial::at(4, Stage::Board);
    let note = |amount, times, is_formal| Act::NoteDebt { to: Russia, amount, times, due: None, is_formal };
    trial.orders(Austria, note(6, 3, false)).orders(Spain, note(20, 1, true)).close();
    let dues: Vec<_> = trial.state.debts.iter().map(|debt| (debt.amount, debt.due.map(|month| month.month))).collect();
    assert_eq!(dues, [(6, Some(7)), (6, Some(10)), (6, Some(1)), (20, None)]);
    assert!(trial.state.debts[3].awaits_gm && !trial.state.debts[0].awaits_gm);
}

#[test]
fn d14_a_debt_has_as_many_instalments_as_the_table_has() {
    for (times, owed) in [(0, 0), (1, 1), (40, 40), (41, 0)] {
        let mut trial = Trial::at(4, Stage::Board);
        let note = Act::NoteDebt { to: Russia, amount: 6, times, due: Some(6), is_formal: false };
        trial.orders(Austria, note).close();
        assert_eq!(trial.state.debts.len(), owed, "{times}");
    }
}

#[test]
fn d13_a_treasury_is_shared_and_no_longer() {
    let mut trial = Trial::at(4, Stage::Board);
    let share = |is_shared| Act::ShareTreasury { with: Russia, is_shared };
    trial.orders(Austria, share(true)).close();
    assert!(trial.state.powers[&Austria].treasury_shared_with.contains(&Russia));
    trial.orders(Austria, share(false)).close();
    assert!(trial.state.powers[&Austria].treasury_shared_with.is_empty());
}
