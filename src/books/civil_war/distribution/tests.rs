//! Receipts of a supreme commander: the rows of C3.5 and the arithmetic of D6.

use super::*;
use crate::naval::order::NavalOrder;
use crate::order::Share;
use crate::state::Stage;
use base::facts::{Audience, Fact, Viewer, brief};

fn scenario() -> Scenario {
    Scenario::embedded().unwrap()
}

fn seat(id: &str) -> SeatId {
    SeatId::parse(id).unwrap()
}

fn told(cp: u32, last_cp: Points) -> Vec<Item> {
    let planned = [(Theatre::East, 7), (Theatre::West, 5), (Theatre::Trans, 3)].into();
    let last_pp = last_cp.clone();
    vec![
        Item::Calendar { turn: 2, season: "Sep-Oct 1861".to_owned(), part: 1, parts: 1, stage: Stage::Strategic },
        Item::Totals {
            cp,
            pp: 40,
            planned,
            discretionary: 3,
            arriving: BTreeMap::new(),
            limits: Vec::new(),
            last_cp,
            last_pp,
            direct_approval: None,
        },
    ]
}

fn judge(cp: u32, last_cp: Points, acts: Vec<Act>) -> Review<Item> {
    let facts: Vec<_> = told(cp, last_cp).into_iter().map(|item| Fact::new(Audience::Everyone, item)).collect();
    let sc = seat("usa-sc");
    let known = brief(Viewer::vacant(&sc), &facts);
    review(&scenario(), &known, &sc, &acts.into_iter().map(filed).collect::<Vec<_>>())
}

fn filed(act: Act) -> Filed<Order> {
    let order = Order { heading: None, pulses: None, stated_cp: None, act };
    Filed {
        section: "strategic".to_owned(),
        order,
        canonical: "x".to_owned(),
        written: "x".to_owned(),
        is_by_gm: false,
        received: None,
        when: base::order::When::Now,
        is_added: false,
        is_left_over: false,
        asked: None,
    }
}

fn shares(east: u32, west: u32, trans: u32, naval: u32) -> Shares {
    let rows = [(Account::East, east), (Account::West, west), (Account::Trans, trans), (Account::Naval, naval)];
    rows.into_iter().map(|(account, points)| (account, Share::Points(points))).collect()
}

fn cp(east: u32, west: u32, trans: u32, naval: u32) -> Act {
    Act::Distribute { cp: Some(shares(east, west, trans, naval)), pp: None }
}

fn pp(east: u32, west: u32, trans: u32) -> Act {
    Act::Distribute { cp: None, pp: Some(shares(east, west, trans, 0)) }
}

fn verdicts(review: &Review<Item>) -> Vec<LineStatus> {
    review.lines.iter().map(|line| remark::worst(&line.remarks)).collect()
}

use LineStatus::{Accepted, Refused};

#[test]
fn c3_5_4b_a_full_division_stands_and_leaves_nothing() {
    let review = judge(20, Points::new(), vec![cp(9, 7, 4, 0), pp(20, 15, 5)]);
    assert_eq!(verdicts(&review), [Accepted, Accepted]);
    assert_eq!(review.lines[0].note, "CP East 9, West 7, Trans 4, Naval 0");
    assert!(review.lines.iter().all(|line| line.remarks.is_empty()));
    let left = Item::Undistributed {
        cp: 0,
        pp: 0,
        is_cp_divided: true,
        is_pp_divided: true,
        discretionary: 3,
        is_complete: true,
    };
    assert_eq!(review.account, [left]);
}

#[test]
fn c3_5_4b_more_than_there_is_is_refused_and_less_is_warned() {
    let review = judge(20, Points::new(), vec![cp(10, 8, 4, 0), cp(9, 5, 3, 0)]);
    assert_eq!(verdicts(&review), [Refused, Accepted]);
    assert_eq!(review.lines[0].remarks[0].message, "These shares come to 22 command points; there are 20.");
    assert_eq!(review.lines[0].remarks[0].hint.as_deref(), Some("The most is 20 in all."));
    assert_eq!(review.lines[1].remarks[0].message, "3 command points are left out and will be lost.");
    assert!(matches!(review.account[0], Item::Undistributed { cp: 3, is_cp_divided: true, is_complete: false, .. }));
}

#[test]
fn c3_5_4_each_breach_of_a_limit_is_named_with_the_most_that_is_legal() {
    let review = judge(20, Points::new(), vec![cp(13, 5, 2, 0)]);
    let hints: Vec<_> = review.lines[0].remarks.iter().map(|remark| remark.hint.clone().unwrap()).collect();
    assert_eq!(hints, ["The most for East is 12.", "The least for Trans-Mississippi is 3."]);
    assert!(review.lines[0].remarks.iter().all(|remark| remark.rules == ["C3.5.4", "D6"]));
}

#[test]
fn c3_5_5b_all_pulses_may_go_to_one_theatre() {
    assert_eq!(verdicts(&judge(20, Points::new(), vec![pp(40, 0, 0)])), [Accepted]);
    let review = judge(20, Points::new(), vec![pp(41, 0, 0)]);
    assert_eq!(verdicts(&review), [Refused]);
    assert_eq!(review.lines[0].remarks[0].rules, ["C3.5.5"]);
}

#[test]
fn a_second_division_of_the_same_points_is_refused_and_the_first_stands() {
    let review = judge(20, Points::new(), vec![cp(9, 7, 4, 0), cp(8, 8, 4, 0), pp(20, 15, 5), Act::DistributeSame]);
    assert_eq!(verdicts(&review), [Accepted, Refused, Accepted, Refused]);
    assert_eq!(review.lines[3].remarks.len(), 2);
    let both = Act::Distribute { cp: Some(shares(9, 7, 4, 0)), pp: Some(shares(1, 1, 1, 0)) };
    assert_eq!(
        verdicts(&judge(20, Points::new(), vec![pp(20, 15, 5), both, cp(9, 7, 4, 0)])),
        [Accepted, Refused, Accepted]
    );
}

#[test]
fn a_refused_division_leaves_room_for_a_better_one() {
    assert_eq!(verdicts(&judge(20, Points::new(), vec![cp(13, 4, 3, 0), cp(12, 5, 3, 0)])), [Refused, Accepted]);
}

#[test]
fn d6_the_same_again_keeps_the_proportions_within_the_limits() {
    let last: Points = [(Account::East, 10), (Account::West, 6), (Account::Trans, 4)].into();
    let review = judge(30, last, vec![Act::DistributeSame]);
    assert_eq!(verdicts(&review), [Accepted]);
    assert_eq!(review.lines[0].note, "CP East 15, West 9, Trans 6, Naval 0; PP East 20, West 12, Trans 8, Naval 0");
    let first = judge(30, Points::new(), vec![Act::DistributeSame]);
    assert_eq!(verdicts(&first), [Refused]);
}

#[test]
fn d6_one_sort_of_points_goes_as_before_and_leaves_the_other_open() {
    let last: Points = [(Account::East, 10), (Account::West, 6), (Account::Trans, 4)].into();
    let as_last = |cp: bool| {
        let some = |is_meant: bool| is_meant.then(Shares::new);
        Act::Distribute { cp: some(cp), pp: some(!cp) }
    };
    let review = judge(30, last.clone(), vec![as_last(true), as_last(false), as_last(true)]);
    assert_eq!(verdicts(&review), [Accepted, Accepted, Refused]);
    assert_eq!(review.lines[0].note, "CP East 15, West 9, Trans 6, Naval 0");
    assert_eq!(review.lines[1].note, "PP East 20, West 12, Trans 8, Naval 0");
    assert_eq!(verdicts(&judge(30, last, vec![as_last(false), cp(14, 10, 6, 0)])), [Accepted, Accepted]);
    assert_eq!(verdicts(&judge(30, Points::new(), vec![as_last(true)])), [Refused]);
}

#[test]
fn c3_5_2a_discretionary_points_go_where_they_are_sent_while_they_last() {
    let to = |count, to| Act::Discretionary { count, to };
    let review = judge(
        20,
        Points::new(),
        vec![to(Some(2), Theatre::West), to(Some(2), Theatre::East), to(None, Theatre::Trans)],
    );
    assert_eq!(verdicts(&review), [Accepted, Refused, Accepted]);
    assert_eq!(review.lines[1].remarks[0].hint.as_deref(), Some("The most is 1."));
    assert_eq!(review.lines[2].note, "1 discretionary to Trans-Mississippi");
    assert!(matches!(review.account[0], Item::Undistributed { discretionary: 0, is_complete: false, cp: 20, .. }));
}

#[test]
fn c3_5_2b_planned_points_may_be_shifted_and_then_wait_a_turn() {
    let shift = |count, from, to| Act::ShiftPlanned { count, from, to };
    let acts = vec![
        shift(4, Theatre::East, Theatre::West),
        shift(4, Theatre::East, Theatre::Trans),
        shift(1, Theatre::West, Theatre::West),
        Act::ReinforceAsPlanned,
    ];
    let review = judge(20, Points::new(), acts);
    assert_eq!(verdicts(&review), [Accepted, Refused, Refused, Refused]);
    assert_eq!(review.lines[0].remarks[0].message, "They arrive in West with the next turn by mail.");
    assert_eq!(review.lines[1].remarks[0].hint.as_deref(), Some("The most is 3."));
    let kept = judge(20, Points::new(), vec![Act::ReinforceAsPlanned, shift(1, Theatre::East, Theatre::West)]);
    assert_eq!(verdicts(&kept), [Accepted, Refused]);
}

#[test]
fn points_for_the_navy_are_given_without_a_word() {
    let review = judge(20, Points::new(), vec![cp(8, 5, 3, 4)]);
    assert_eq!(verdicts(&review), [Accepted]);
    assert!(review.lines[0].remarks.is_empty());
}

#[test]
fn c2_3a_a_tactical_order_is_refused_in_the_strategic_phase() {
    let review = judge(20, Points::new(), vec![Act::Idle { count: Some(2) }]);
    assert_eq!(verdicts(&review), [Refused]);
    assert_eq!(review.lines[0].remarks[0].rules, ["C2.3", "C2.5"]);
}

#[test]
fn c2_3a_a_theatre_commander_who_was_told_no_totals_distributes_nothing() {
    let east = seat("usa-east");
    let known = brief(Viewer::vacant(&east), &[]);
    let review = review(&scenario(), &known, &east, &[filed(cp(9, 7, 4, 0))]);
    assert_eq!(verdicts(&review), [Refused]);
    assert!(review.account.is_empty());
}

#[test]
fn absurd_numbers_are_refused_without_harm() {
    let huge = u32::MAX;
    let percent = Act::Distribute {
        cp: Some([(Account::East, Share::Percent(huge)), (Account::West, Share::Percent(huge))].into()),
        pp: None,
    };
    let acts = vec![
        cp(huge, huge, huge, huge),
        percent,
        pp(huge, 1, 0),
        Act::Discretionary { count: Some(huge), to: Theatre::East },
        Act::ShiftPlanned { count: huge, from: Theatre::East, to: Theatre::West },
    ];
    assert!(verdicts(&judge(20, Points::new(), acts)).iter().all(|status| *status == Refused));
}

#[test]
fn c6_3_who_gives_more_naval_points_than_the_fleet_will_have_is_told_who_gets_fewer() {
    let grant = |count, to| Act::Naval(Box::new(NavalOrder::Grant { count, to }));
    let divided = || cp(8, 4, 3, 5);
    let remarks = |acts| -> Vec<Remark> {
        judge(20, Points::new(), acts).lines.into_iter().flat_map(|line| line.remarks).collect()
    };
    assert!(
        !remarks(vec![divided(), grant(3, Theatre::East), grant(2, Theatre::West)])
            .iter()
            .any(|it| it.message.contains("naval"))
    );
    let told = remarks(vec![grant(4, Theatre::East), grant(3, Theatre::West), divided()]);
    let short = told.iter().find(|remark| remark.message.contains("naval")).expect("a notice");
    assert_eq!(short.status, LineStatus::Accepted);
    assert_eq!(short.message, "As your sheet stands, of the 5 naval CP 7 are given: West gets 1 of 3.");
}
