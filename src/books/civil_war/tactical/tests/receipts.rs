//! Receipts: notes, refusals with the most that would be legal, the printed example, lines that keep their fate.

use super::*;
use base::order::LineStatus;
use base::order::remark::worst;

fn statuses(review: &Review<Item>) -> Vec<LineStatus> {
    review.lines.iter().map(|line| worst(&line.remarks)).collect()
}

fn unknown(words: &str) -> Option<Place> {
    Some(Place::Unknown(words.to_owned()))
}

fn nowhere(force: ForceRef) -> Order {
    bare(Act::Move { force, to: None, via: Vec::new(), manner: None, is_attack: false })
}

fn stated(cp: u32, order: Order) -> Order {
    Order { stated_cp: Some(cp), ..order }
}

/// The eight lines printed in C3.11; the depot stands as digging in, which costs the same and is in play.
fn printed_example() -> Vec<(Account, Order)> {
    let reinforce = |count, at: &str| bare(Act::EnterReinforcements { count: Some(count), at: unknown(at) });
    let orders = vec![
        at(1, 3, bare(Act::EnterLeaders { count: Some(3), name: None, at: unknown("XXX") })),
        at(4, 8, reinforce(5, "YYY")),
        at(9, 11, stated(3, nowhere(led("McClellan")))),
        at(12, 14, stated(3, bare(Act::Entrench { force: ForceRef::At(Place::Unknown("ZZZ".to_owned())) }))),
        at(15, 15, reinforce(1, "AAA")),
        at(16, 16, idle(1)),
        at(17, 17, stated(1, nowhere(ForceRef::Points { count: Some(1), from: None }))),
        at(18, 20, stated(3, nowhere(led("McClellan")))),
    ];
    orders.into_iter().map(|order| (Account::East, order)).collect()
}

fn with_pool() -> War {
    let war = War::new().purse(Side::Usa, Account::East, 13, 27).troops(Side::Usa, "5009", 3);
    let war = war.pooled("McClellan", Side::Usa, Account::East).pooled("Heintzelman", Side::Usa, Account::East);
    war.pooled("Burnside", Side::Usa, Account::East)
}

#[test]
fn c3_11_the_printed_example_takes_20_pulses_and_10_command_points() {
    let review = with_pool().review("usa-east", printed_example());
    let mut expected = vec![LineStatus::Incomplete; 8];
    expected[5] = LineStatus::Accepted;
    assert_eq!(statuses(&review), expected, "{:?}", review.lines);
    let Item::Spending { cp, pp, reinforcements, leaders, .. } = &review.account[0] else { panic!("an account") };
    assert_eq!((*cp, *pp, *reinforcements, *leaders), (10, 20, 6, 3));
    assert_eq!((review.lines[2].note.as_str(), review.lines[5].note.as_str()), ("PP 9-11, 3 CP", "PP 16"));
}

#[test]
fn c3_11_what_the_example_asks_beyond_the_pool_is_said_and_not_refused_while_the_place_is_missing() {
    let war = War::new().purse(Side::Usa, Account::East, 13, 27).pooled("McClellan", Side::Usa, Account::East);
    let review = war.review("usa-east", printed_example());
    let remarks = &review.lines[0].remarks;
    assert_eq!(statuses(&review)[0], LineStatus::Incomplete);
    assert!(remarks[1].message.contains("has 1 leader left"), "{remarks:?}");
}

#[test]
fn the_example_can_be_checked_without_a_game() {
    let filed: Vec<_> = printed_example().into_iter().map(|(account, order)| file(account, order)).collect();
    let scenario = Scenario::embedded().expect("the scenario");
    let nothing = base::facts::brief(Viewer::vacant(&seat("usa-east")), &[]);
    let review = super::super::review(&scenario, &nothing, &seat("usa-east"), &filed);
    assert!(statuses(&review).iter().all(|status| *status <= LineStatus::Incomplete));
    assert_eq!(review.lines[7].note, "PP 18-20, 3 CP");
    assert!(review.account.is_empty());
}

#[test]
fn without_a_game_nobody_asks_who_holds_a_town() {
    let scenario = Scenario::embedded().expect("the scenario");
    let nothing = base::facts::brief(Viewer::vacant(&seat("usa-east")), &[]);
    let filed = [file(Account::East, at(1, 3, enter(3, "4913"))), file(Account::East, dig("4913"))];
    let review = super::super::review(&scenario, &nothing, &seat("usa-east"), &filed);
    assert_eq!(statuses(&review), [LineStatus::Accepted, LineStatus::Accepted]);
    assert_eq!((review.lines[0].note.as_str(), review.lines[1].note.as_str()), ("PP 1-3", "PP 4-6, 3 CP"));
}

#[test]
fn absurd_numbers_are_refused_and_break_nothing() {
    let most = u32::MAX;
    let orders = || {
        let everywhere = vec![
            enter(most, "5009"),
            idle(most),
            at(1, most, idle(1)),
            at(0, most, enter(1, "5009")),
            at(most, most, idle(1)),
            Order { pulses: Some(Pulses::From(most)), ..dig("5009") },
            nowhere(ForceRef::Points { count: Some(most), from: None }),
            stacked(most, "5009", "5008"),
            singly(0, "5009", "5008"),
        ];
        everywhere.into_iter().map(|order| (Account::East, order)).collect::<Vec<_>>()
    };
    let review = War::new().troops(Side::Usa, "5009", 3).review("usa-east", orders());
    assert!(statuses(&review).iter().all(|status| *status == LineStatus::Refused), "{:?}", statuses(&review));
    let filed: Vec<_> = orders().into_iter().map(|(account, order)| file(account, order)).collect();
    let nothing = base::facts::brief(Viewer::vacant(&seat("usa-east")), &[]);
    let scenario = Scenario::embedded().expect("the scenario");
    assert_eq!(super::super::review(&scenario, &nothing, &seat("usa-east"), &filed).lines.len(), filed.len());
}

#[test]
fn c3_9_what_goes_beyond_the_cap_is_refused_with_what_is_left() {
    let war = War::new().troops(Side::Usa, "5009", 9).purse(Side::Usa, Account::East, 10, 20);
    let lines = vec![
        (Account::East, stacked(6, "5009", "5008")),
        (Account::East, stacked(3, "5009", "5010")),
        (Account::East, stacked(2, "5009", "5010")),
    ];
    let review = war.review("usa-east", lines);
    assert_eq!(statuses(&review), [LineStatus::Accepted, LineStatus::Refused, LineStatus::Accepted]);
    let remark = &review.lines[1].remarks[0];
    assert!(remark.message.contains("8 is the most") && remark.rules == ["C3.9"], "{remark:?}");
    assert_eq!(remark.hint.as_deref(), Some("2 CP are left for this line."));
}

#[test]
fn c3_9_pulses_beyond_the_cap_are_refused() {
    let war = War::new().troops(Side::Usa, "5009", 9).purse(Side::Usa, Account::East, 10, 10);
    let review = war.review(
        "usa-east",
        vec![(Account::East, at(8, 9, enter(2, "5009"))), (Account::East, at(7, 8, enter(2, "5009")))],
    );
    assert_eq!(statuses(&review), [LineStatus::Refused, LineStatus::Accepted]);
    assert!(review.lines[0].remarks[0].message.contains("PP 8 is the last"));
}

#[test]
fn c3_8b_two_accounts_of_one_seat_are_kept_apart() {
    let war = War::new().troops(Side::Csa, "4913", 9).troops(Side::Csa, "1121", 9);
    let war = war.purse(Side::Csa, Account::East, 4, 9).purse(Side::Csa, Account::Trans, 2, 9);
    let lines = vec![
        (Account::East, stacked(4, "4913", "4912")),
        (Account::Trans, stacked(2, "1121", "1120")),
        (Account::Trans, stacked(1, "1121", "1120")),
    ];
    let review = war.review("csa-east", lines);
    assert_eq!(statuses(&review), [LineStatus::Accepted, LineStatus::Accepted, LineStatus::Refused]);
    assert_eq!(review.account.len(), 2);
    assert_eq!((review.lines[0].note.as_str(), review.lines[1].note.as_str()), ("PP 1-4, 4 CP", "PP 1-2, 2 CP"));
}

#[test]
fn d9_brackets_must_agree_and_the_right_number_is_named() {
    let war = War::new().troops(Side::Csa, "4910", 4).leader("Lee", "4910");
    let review = war.review("csa-east", vec![(Account::East, stated(3, march(led("Lee"), "4909")))]);
    assert_eq!(review.lines[0].remarks[0].message, "This costs 2 CP, not 3.");
}

#[test]
fn d9_ranges_too_short_or_too_long_are_refused_with_the_right_one() {
    let war = War::new().troops(Side::Csa, "4910", 4).leader("Lee", "4910");
    for (from, to) in [(5, 5), (5, 8)] {
        let review = war.review("csa-east", vec![(Account::East, at(from, to, march(led("Lee"), "4909")))]);
        let hint = review.lines[0].remarks[0].hint.clone().unwrap_or_default();
        assert!(hint.contains("PP 5-6"), "{hint}");
    }
}

#[test]
fn d9_an_earlier_line_never_fares_worse_for_a_later_one() {
    let war = War::new().troops(Side::Csa, "4910", 4).leader("Lee", "4910");
    let second = at(9, 10, march(led("Lee"), "4909"));
    let spoiler = at(6, 7, march(led("Lee"), "4810"));
    let review = war.review("csa-east", vec![(Account::East, second), (Account::East, spoiler)]);
    assert_eq!(statuses(&review), [LineStatus::Accepted, LineStatus::Refused]);
    assert!(review.lines[1].remarks[0].message.contains("number 1"), "{:?}", review.lines[1]);
}

#[test]
fn d9_lines_out_of_order_are_sorted_with_a_notice() {
    let war = War::new().troops(Side::Usa, "5009", 4);
    let review = war.review(
        "usa-east",
        vec![(Account::East, at(5, 6, enter(2, "5009"))), (Account::East, at(1, 1, enter(1, "5009")))],
    );
    assert_eq!(statuses(&review), [LineStatus::Accepted, LineStatus::Accepted]);
    assert_eq!(review.lines[1].remarks[0].message, "Orders are carried out by their pulses, wherever they stand.");
}

#[test]
fn d9_a_line_is_judged_by_what_earlier_pulses_bring_though_they_are_written_below_it() {
    let war = War::new().troops(Side::Usa, "5009", 1);
    let [enters, marches] = [at(1, 2, enter(2, "5009")), at(3, 5, stacked(3, "5009", "5008"))];
    let lines = [marches.clone(), enters.clone(), at(2, 2, idle(1))].map(|line| (Account::East, line));
    let review = war.review("usa-east", lines.to_vec());
    assert_eq!(statuses(&review), [LineStatus::Accepted, LineStatus::Accepted, LineStatus::Refused]);
    let whole = war.review("usa-east", vec![(Account::East, marches.clone()), (Account::East, enters.clone())]);
    assert_eq!([&whole.lines[0].note, &whole.lines[1].note], ["PP 3-5, 3 CP", "PP 1-2"]);
    let played = war.order("usa-east", Account::East, marches).order("usa-east", Account::East, enters).play();
    assert_eq!(sp(&played.state, "5008"), Some((Side::Usa, 3)));
}

#[test]
fn what_entered_may_march_later_on_the_same_sheet() {
    let war = War::new();
    let review =
        war.review("usa-east", vec![(Account::East, enter(2, "5009")), (Account::East, stacked(2, "5009", "5008"))]);
    assert_eq!(statuses(&review), [LineStatus::Accepted, LineStatus::Accepted], "{:?}", review.lines);
    let turned =
        war.review("usa-east", vec![(Account::East, stacked(2, "5009", "5008")), (Account::East, enter(2, "5009"))]);
    assert_eq!(statuses(&turned), [LineStatus::Refused, LineStatus::Accepted]);
}

#[test]
fn d5_reinforcements_enter_at_friendly_towns_of_the_theatre_and_no_more_than_there_are() {
    let war = War::opening();
    let lines = vec![
        (Account::East, enter(2, "4910")),
        (Account::East, enter(2, "1915")),
        (Account::East, enter(7, "5009")),
        (Account::East, enter(6, "5009")),
    ];
    let review = war.review("usa-east", lines);
    let expected = [LineStatus::Refused, LineStatus::Refused, LineStatus::Refused, LineStatus::Accepted];
    assert_eq!(statuses(&review), expected);
    assert_eq!(review.lines[2].remarks[0].hint.as_deref(), Some("The most is 6."));
}

#[test]
fn an_unseen_enemy_changes_no_receipt() {
    let lines = || {
        vec![
            (Account::East, march(led("Lee"), "4808")),
            (Account::East, at(9, 9, march(points(1, "4913"), "4912"))),
            (Account::East, dig("4913")),
        ]
    };
    let base = || War::new().troops(Side::Csa, "4910", 4).leader("Lee", "4910").troops(Side::Csa, "4913", 2);
    let empty = base().review("csa-east", lines());
    let full = base().troops(Side::Usa, "4607", 9).leader("McClellan", "4607").review("csa-east", lines());
    assert_eq!(format!("{:?}", empty), format!("{:?}", full));
}

#[test]
fn c3_5_7_who_waits_in_the_pool_is_told_to_enter_where_he_was_to_march() {
    let war = War::new().pooled("Lee", Side::Csa, Account::East);
    let review = war.review("csa-east", vec![(Account::East, march(led("Lee"), "4913"))]);
    let remark = &review.lines[0].remarks[0];
    assert_eq!(remark.status, LineStatus::Refused);
    assert_eq!(remark.rules, ["C3.5.7"]);
    assert_eq!(remark.hint.as_deref(), Some("Write `enter Lee at Richmond`."));
}
