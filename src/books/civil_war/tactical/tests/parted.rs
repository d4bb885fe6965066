//! Leaders who take so many points along, or leave so many, and no others (D16, D18).

use super::*;
use base::order::LineStatus;
use base::order::remark::worst;

/// Grant with two points to lead, where six stand.
fn grant() -> War {
    War::new().troops(Side::Usa, "1915", 6).leader("Grant", "1915").purse(Side::Usa, Account::West, 40, 60)
}

fn with(name: &str, take: Option<u32>, leave: Option<u32>) -> ForceRef {
    ForceRef::LeaderWith { name: name.to_owned(), take, leave, at: None }
}

fn reviewed(war: &War, force: ForceRef) -> (LineStatus, String) {
    let review = war.review("usa-west", vec![(Account::West, march(force, "2115"))]);
    let line = &review.lines[0];
    let why = line.remarks.first().map(|remark| remark.message.clone());
    (worst(&line.remarks), why.unwrap_or_else(|| line.note.clone()))
}

/// Whose points stand somewhere, and how many.
type Stack = Option<(Side, u32)>;

fn arrived(force: ForceRef) -> (Stack, Stack) {
    let outcome = grant().order("usa-west", Account::West, march(force, "2115")).play();
    (sp(&outcome.state, "2115"), sp(&outcome.state, "1915"))
}

#[test]
fn so_many_as_are_said_go_with_a_leader_and_the_others_stay() {
    assert_eq!(arrived(with("Grant", Some(1), None)), (Some((Side::Usa, 1)), Some((Side::Usa, 5))));
    assert_eq!(arrived(with("Grant", None, Some(5))), (Some((Side::Usa, 1)), Some((Side::Usa, 5))));
    assert_eq!(arrived(with("Grant", Some(0), None)), (None, Some((Side::Usa, 6))));
}

#[test]
fn the_note_of_a_receipt_says_how_many_go_and_of_how_many() {
    let war = grant();
    let accepted = |note: &str| (LineStatus::Accepted, note.to_owned());
    assert_eq!(reviewed(&war, with("Grant", Some(1), None)), accepted("PP 1-3, 3 CP, 1 of 6 SP"));
    assert_eq!(reviewed(&war, with("Grant", Some(0), None)), accepted("PP 1, 1 CP, alone"));
    assert_eq!(reviewed(&war, led("Grant")), accepted("PP 1-3, 3 CP, 2 of 6 SP"));
}

#[test]
fn whoever_says_that_all_go_is_told_how_many_stay() {
    let told = |words: &str| {
        let war = grant();
        let filed = Filed { written: words.to_owned(), ..file(Account::West, march(led("Grant"), "2115")) };
        let review = super::super::review(&war.scenario, &war.brief("usa-west"), &seat("usa-west"), &[filed]);
        review.lines[0].remarks.first().map(|remark| remark.message.clone())
    };
    let why = "Not all go: he commands 2 SP, and 4 of the 6 SP there stay behind.";
    assert_eq!(told("Grant goes to Paducah with all his men").as_deref(), Some(why));
    assert_eq!(told("Grant to Paducah with all he can command"), None);
    assert_eq!(told("Grant to Paducah"), None);
}

#[test]
fn more_than_he_commands_or_than_stand_there_is_refused_with_the_most() {
    let (status, why) = reviewed(&grant(), with("Grant", Some(3), None));
    assert_eq!((status, why.as_str()), (LineStatus::Refused, "Grant commands 2 SP at most, not 3."));
    let few = War::new().troops(Side::Usa, "1915", 1).leader("Grant", "1915");
    let few = few.purse(Side::Usa, Account::West, 40, 60);
    let (status, why) = reviewed(&few, with("Grant", Some(2), None));
    assert_eq!((status, why.as_str()), (LineStatus::Refused, "You have 1 SP at Cairo, not 2."));
    let (status, why) = reviewed(&grant(), with("Grant", None, Some(7)));
    assert_eq!(status, LineStatus::Refused, "{why}");
}

#[test]
fn numbers_that_do_not_fit_each_other_or_another_place_are_refused() {
    let (status, why) = reviewed(&grant(), with("Grant", Some(1), Some(2)));
    assert_eq!(status, LineStatus::Refused, "{why}");
    let (status, _) = reviewed(&grant(), with("Grant", Some(1), Some(5)));
    assert_eq!(status, LineStatus::Accepted);
    let elsewhere = ForceRef::LeaderWith { name: "Grant".into(), take: None, leave: Some(5), at: Some(known("2115")) };
    let (status, why) = reviewed(&grant(), elsewhere);
    assert_eq!((status, why.as_str()), (LineStatus::Refused, "Grant stands at Cairo in that pulse, not at Paducah."));
}

#[test]
fn a_second_leader_takes_what_the_first_one_left() {
    let war = grant().leader("Lyon", "1915");
    let war = war.order("usa-west", Account::West, at(1, 3, march(with("Grant", Some(2), None), "2115")));
    let outcome = war.order("usa-west", Account::West, at(4, 6, march(with("Lyon", Some(1), None), "2015"))).play();
    assert_eq!(sp(&outcome.state, "2115"), Some((Side::Usa, 2)));
    assert_eq!(sp(&outcome.state, "1915"), Some((Side::Usa, 3)), "{:?}", outcomes(&outcome, "usa-west"));
}

#[test]
fn the_commander_of_an_army_leaves_it_behind_with_few_and_takes_it_along_with_many() {
    let army = || {
        let war = War::new().troops(Side::Usa, "5009", 12).army("5009", "Army of the Potomac");
        war.leader("McClellan", "5009").leader("Heintzelman", "5009").leader("Butler", "5009")
    };
    let went = |take: u32| {
        let order = march(with("McClellan", Some(take), None), "5108");
        let outcome = army().order("usa-east", Account::East, order).play();
        let stack = |at: &str| outcome.state.stacks.get(&hex(at)).map(|stack| (stack.sp, stack.army.is_some()));
        (stack("5009"), stack("5108"))
    };
    assert_eq!(went(5), (Some((7, true)), Some((5, false))));
    assert_eq!(went(7), (Some((5, false)), Some((7, true))));
}

#[test]
fn a_number_said_is_an_order_on_file_that_older_ones_do_not_know() {
    let older = r#"{"leader":"Grant"}"#;
    assert_eq!(serde_json::from_str::<ForceRef>(older).ok(), Some(led("Grant")));
    let told = serde_json::to_string(&with("Grant", Some(2), None)).expect("json");
    assert_eq!(told, r#"{"leader-with":{"name":"Grant","take":2}}"#);
    assert_eq!(serde_json::from_str::<ForceRef>(&told).ok(), Some(with("Grant", Some(2), None)));
}
