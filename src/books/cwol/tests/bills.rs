//! What somebody who brings bills could know is wrong with them, before any is carried out.

use base::facts::{Viewer, brief};
use base::game::{Dice, SeatId, Secret};
use base::order::Filed;
use rules::{BySeat, Context, Giver, OwnFile, RuleBook};

use crate::CivilWarOnLine;
use crate::order::Order;
use crate::read::read;
use crate::scenario::{Scenario, WAR};
use crate::situation::situation;
use crate::state::State;

const SPEAKER: &str = "us-con-garden-empire";

fn line(scenario: &Scenario, words: &str) -> Filed<Order> {
    let (mut orders, _) = read(scenario, &Context::default(), words).unwrap();
    Filed {
        section: "congress".to_owned(),
        order: orders.remove(0),
        canonical: words.to_owned(),
        written: words.to_owned(),
        is_by_gm: false,
        received: None,
        when: base::order::When::Now,
        is_added: false,
        is_left_over: false,
        asked: None,
    }
}

/// What is said of each line by who sees how things stand.
fn said(scenario: &Scenario, state: &State, lines: &[&str]) -> Vec<String> {
    let seat = SeatId::parse(SPEAKER).unwrap();
    let lines: Vec<_> = lines.iter().map(|words| line(scenario, words)).collect();
    let facts = situation(scenario, state);
    let others = BySeat::default();
    let file = OwnFile { seat: &seat, lines: &lines, others: &others };
    let review = CivilWarOnLine.review(scenario, &brief(Viewer::vacant(&seat), &facts), file);
    let words = |line: rules::LineReview| line.remarks.iter().map(|remark| remark.message.clone()).collect::<String>();
    review.lines.into_iter().map(words).collect()
}

#[test]
fn d12_a_sixth_bill_of_one_letter_is_refused_before_any_is_brought() {
    let scenario = Scenario::prepare(&Scenario::document(WAR).unwrap()).unwrap();
    let state = State::opening(&scenario);
    let lines = ["move tax 99", "move tax 5", "move tax 6", "move tax 7", "move tariff 3", "move draft", "move bounty"];
    let said = said(&scenario, &state, &lines);
    assert!(said[0].starts_with("The income tax is from 0 to "), "{}", said[0]);
    assert!(said[1..6].iter().all(String::is_empty), "what breaks a limit is no bill: {said:#?}");
    assert_eq!(said[6], "5 bills of yours are open; one of them must be settled first.");
}

#[test]
fn d12_bills_that_are_open_count_and_the_same_one_is_not_brought_again() {
    let scenario = Scenario::prepare(&Scenario::document(WAR).unwrap()).unwrap();
    let mut state = State::opening(&scenario);
    let seat = SeatId::parse(SPEAKER).unwrap();
    let giver = Giver { seat: seat.clone(), received: None, held: [seat].into(), done: None };
    let mut dice = Dice::committed(&Secret::new([7; 32]), "war");
    for words in ["move tax 5", "move tax 6", "move tax 7", "move tax 8"] {
        let order = line(&scenario, words).order;
        state = CivilWarOnLine.act(&scenario, &state, &giver, &[order], &mut dice).unwrap().state;
    }
    let said = said(&scenario, &state, &["move tax 6", "move draft", "move bounty", "move draft"]);
    assert_eq!(said[0], "Bill 2 says the same.");
    assert_eq!(said[1], "");
    assert_eq!(said[3], "A bill of this letter says the same.");
    assert!(said[2].starts_with("5 bills of yours are open"), "{said:#?}");
}
