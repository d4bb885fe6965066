//! Lines as they are typed, read, assigned and reviewed: the printed examples from end to end.

use super::*;
use base::order::remark::worst;
use base::order::{LineStatus, Remark, When};
use rules::Context;

use super::super::super::read;

/// What a receipt would say of each line: status, note or first message.
fn receipt(war: &War, who: &str, brief: &Brief<Item>, lines: &[&str]) -> Vec<(LineStatus, String)> {
    let mut context = Context::default();
    let judge = |line: &str, context: &mut Context| -> Result<Filed<Order>, Remark> {
        let (orders, _) = read::read(&war.scenario, context, line)?;
        let order = orders.into_iter().next().ok_or_else(Remark::chatter)?;
        let seats = [seat(who)];
        let section = assign::assign(&war.scenario, brief, &seats, std::slice::from_ref(&order)).remove(0)?.section;
        let canonical = read::write(&war.scenario, &order);
        Ok(Filed {
            section,
            order,
            canonical,
            written: line.to_owned(),
            is_by_gm: false,
            received: None,
            when: When::Now,
            is_added: false,
            is_left_over: false,
            asked: None,
        })
    };
    let judged: Vec<_> = lines.iter().map(|line| judge(line, &mut context)).collect();
    let filed: Vec<_> = judged.iter().filter_map(|line| line.as_ref().ok().cloned()).collect();
    let mut reviews = super::super::review(&war.scenario, brief, &seat(who), &filed).lines.into_iter();
    let told = judged.into_iter().map(|line| match line {
        Ok(_) => {
            let review = reviews.next().expect("a review for each line");
            (worst(&review.remarks), review.note)
        }
        Err(remark) => (remark.status, remark.message),
    });
    told.collect()
}

const PRINTED: [&str; 8] = [
    "PP 1 to 3 : Enter 3 leaders in XXX",
    "PP 4 to 8 : Enter 5 reinforcements in YYY",
    "PP 9 to 11 : Move army lead by McClellan (3 CP)",
    "PP 12 to 14 : Build depot in ZZZ (3 CP)",
    "PP 15 : enter a reinforcement in AAA",
    "PP 16 : nothing",
    "PP 17 : Move 1 SP (1 CP)",
    "PP 18 to 20 : Move again army lead by McClellan (3 CP)",
];

#[test]
fn c3_11_the_eight_printed_lines_come_back_incomplete_with_their_pulses_and_cost() {
    let expected = [
        (LineStatus::Incomplete, "PP 1-3"),
        (LineStatus::Incomplete, "PP 4-8"),
        (LineStatus::Incomplete, "PP 9-11, 3 CP"),
        (LineStatus::Incomplete, "PP 12-14, 3 CP"),
        (LineStatus::Incomplete, "PP 15"),
        (LineStatus::Accepted, "PP 16"),
        (LineStatus::Incomplete, "PP 17, 1 CP"),
        (LineStatus::Incomplete, "PP 18-20, 3 CP"),
    ]
    .map(|(status, note)| (status, note.to_owned()));
    let war = War::opening().purse(Side::Usa, Account::East, 13, 27).pooled("McClellan", Side::Usa, Account::East);
    assert_eq!(receipt(&war, "usa-east", &war.brief("usa-east"), &PRINTED), expected);
    let nothing = base::facts::brief(Viewer::vacant(&seat("usa-east")), &[]);
    assert_eq!(receipt(&war, "usa-east", &nothing, &PRINTED), expected);
}

#[test]
fn c3_5_6_build_in_in_richmond_enters_infantry_one_a_pulse() {
    let war = War::opening();
    let told = receipt(&war, "csa-east", &war.brief("csa-east"), &["PP 1-3: build IN in Richmond"]);
    assert_eq!(told, [(LineStatus::Accepted, "PP 1-3".to_owned())]);
}

#[test]
fn a_condition_that_names_nothing_is_offered_to_the_game_master_as_true() {
    let war = War::opening();
    for condition in ["if the cabinet agrees", "unless the cabinet minds"] {
        let line = format!("{condition}, entrench the force at Washington (3 CP)");
        let (mut orders, _) = read::read(&war.scenario, &mut Context::default(), &line).expect("a question");
        let filed = [file(Account::East, orders.remove(0))];
        let brief = war.brief("usa-east");
        let asked = super::super::questions(&war.scenario, &brief, &seat("usa-east"), &filed);
        let words: Vec<&str> = asked[0].readings.iter().map(|reading| reading.words.as_str()).collect();
        assert_eq!(words[0], "the condition counts as true from the first pulse on", "{line}");
        assert!(!words.iter().any(|words| words.contains("UNLESS")), "{words:?}");
    }
}
