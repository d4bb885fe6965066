//! Letters as people write them, read whole: what stands, and what is said of the rest.

use std::ops::Range;
use std::sync::Arc;

use base::facts::{Fact, Viewer, brief};
use base::game::{Dice, SeatId, Secret};
use base::order::{Line, LineStatus};
use rules::check::CheckedLine;
use rules::{Context, Shelf, Table};
use serde_json::Value;

use crate::CivilWarOnLine;
use crate::scenario::WAR;

/// A game that has just begun, and who writes.
pub(super) struct Desk {
    table: Arc<dyn Table>,
    facts: Vec<Fact<Value>>,
    context: Context,
    seats: Vec<SeatId>,
}

/// What came of a letter.
#[derive(Clone, Default)]
pub(super) struct Answer {
    pub standing: Vec<String>,
    pub proposed: Vec<String>,
    pub said: Vec<String>,
}

impl Desk {
    pub(super) fn of(seats: &[&str]) -> Desk {
        let table = Shelf::default().with(|| CivilWarOnLine).table("cwol", WAR).unwrap();
        let played = table.begin(&mut Dice::committed(&Secret::new([7; 32]), "0")).unwrap();
        let context = Context::of_phase(played.next.as_ref());
        let seats = seats.iter().map(|seat| SeatId::parse(seat).unwrap()).collect();
        Desk { table, facts: played.situation, context, seats }
    }

    fn read(&self, letter: &str) -> Vec<CheckedLine> {
        let lines = letter.lines().enumerate().filter(|(_, text)| !text.trim().is_empty());
        let lines: Vec<Line> = lines.map(|(at, text)| Line { number: at + 1, text: text.to_owned() }).collect();
        let known = brief(Viewer::vacant(&self.seats[0]), &self.facts);
        self.table.check_form(&mut self.context.clone(), &known, &self.seats, &lines).unwrap().lines
    }

    /// What stands, what is proposed for the lines that are not read, and what is said.
    pub(super) fn answer(&self, letter: &str) -> Answer {
        let mut whole = Answer::default();
        for (_, answer) in self.answers(letter) {
            whole.standing.extend(answer.standing);
            whole.proposed.extend(answer.proposed);
            whole.said.extend(answer.said);
        }
        whole
    }

    /// The same of each line, or of lines that were read as one, by their numbers.
    pub(super) fn answers(&self, letter: &str) -> Vec<(Range<usize>, Answer)> {
        let of_line = |line: CheckedLine| (line.number..line.number + line.count_of_lines, self.answer_to(&line));
        self.read(letter).into_iter().map(of_line).collect()
    }

    fn answer_to(&self, line: &CheckedLine) -> Answer {
        let is_held = line.all_remarks().any(|remark| remark.status >= LineStatus::Incomplete);
        let stands = line.orders.iter().filter(|order| order.stands() && !is_held);
        let offer = |words: &String| self.table.propose(&self.context, words);
        let remarks = line.all_remarks().filter(|remark| remark.status != LineStatus::Chatter);
        Answer {
            standing: stands.map(|order| order.canonical.clone()).collect(),
            proposed: match line.status() > LineStatus::Accepted {
                true => line.wordings.iter().flat_map(offer).collect(),
                false => Vec::new(),
            },
            said: remarks
                .map(|remark| format!("{} {}", remark.message, remark.hint.as_deref().unwrap_or_default()))
                .collect(),
        }
    }

    /// What stands, each behind the seat that gives it.
    fn standing(&self, letter: &str) -> Vec<String> {
        let lines = self.read(letter);
        let orders = lines.iter().flat_map(|line| &line.orders).filter(|order| order.stands());
        orders.map(|order| format!("{} {}", order.seat.as_ref().unwrap(), order.canonical)).collect()
    }
}

#[test]
fn of_a_letter_with_four_offices_each_gives_what_is_its_own() {
    let desk = Desk::of(&["us-president", "us-war", "us-treasury", "us-con-mid-atlantic"]);
    let letter = "Gentlemen,\n\nborrow 4000\nadd 1 regiment at Washington to 1IN\nvote 3 aye\nsign 2\nas SW: inactivate 4IN\n\
                  build 2 GB at Cincinnati\nas Congressman: vote 4 no\n\nYours, A.";
    let wanted = [
        "us-treasury borrow 4000 Eg",
        "us-war add 1 regiment at Washington to 1IN",
        "us-con-mid-atlantic vote 3 aye",
        "us-president sign 2",
        "us-war as SW: inactivate 4IN",
        "us-treasury build 2 GB at Cincinnati",
        "us-con-mid-atlantic as Congressman: vote 4 no",
    ];
    assert_eq!(desk.standing(letter), wanted);
}

#[test]
fn a_letter_of_four_hundred_lines_is_read_to_its_end_and_no_line_costs_another() {
    let desk = Desk::of(&["cs-war"]);
    let letter: String = (1..=400)
        .map(|count| match count % 4 {
            0 => format!("buy {count} supplys at Macn\n"),
            1 => "The mud is terrible this spring and the mules are worse.\n".to_owned(),
            _ => format!("buy {count} supplies at Macon\n"),
        })
        .collect();
    let standing = desk.standing(&letter);
    assert_eq!(standing.len(), 200);
    assert_eq!(standing.last().map(String::as_str), Some("cs-war buy 399 supplies at Macon"));
}

#[test]
fn a_line_that_is_not_understood_costs_no_other_line() {
    let desk = Desk::of(&["us-war", "us-con-mid-atlantic"]);
    for (above, below) in [
        ("merge US4IN in with the others", "add 1 regiment at Washington to US1IN"),
        ("add 1 regiment at Wilmington to US2IN", "add 1 regiment at Washington to US1IN"),
        ("vote 2 aye for both", "vote 3 aye"),
        ("vote 2 aye for all", "vote 3 aye"),
        ("add 1 regiment to each", "disband US9IN"),
        ("inactivate US4", "activate US6MI"),
        ("forward 5", "buy 5 supplies at Chicago"),
        ("standing: buy", "standing: buy 5 supplies at Chicago"),
        ("disband", "inactivate US4MI"),
        ("buy 10 suplies at", "buy 5 supplies at Chicago"),
    ] {
        let own: Vec<String> = desk.standing(below);
        assert_eq!(own.len(), 1, "{below}");
        for letter in [format!("{above}\n{below}"), format!("{below}\n{above}\n{below}")] {
            let all = desk.standing(&letter);
            assert_eq!(
                all.iter().filter(|order| **order == own[0]).count(),
                letter.lines().count() - 1,
                "{letter}: {all:?}"
            );
            assert_eq!(all.len(), letter.lines().count() - 1, "{letter}: {all:?}");
        }
    }
}

#[test]
fn a_head_that_names_an_office_by_any_usual_name_says_whose_the_lines_below_it_are() {
    let desk = Desk::of(&["us-treasury", "us-president", "us-war", "us-navy", "us-gov-garden-empire"]);
    for (head, line, seat) in [
        ("As ST:", "borrow 4000", "us-treasury"),
        ("us-treasury:", "borrow 4000", "us-treasury"),
        ("As the Union President:", "borrow 4000", "us-president"),
        ("SECRETARY OF WAR:", "disband US9IN", "us-war"),
        ("Orders for the Navy Department:", "USGB1 hold", "us-navy"),
        ("us-gov-garden-empire:", "raise 2 infantry regiments in Albany", "us-gov-garden-empire"),
        ("Gov Garden Empire:", "raise 2 infantry regiments in Albany", "us-gov-garden-empire"),
    ] {
        for letter in [format!("{head}\n{line}"), format!("{head} {line}"), format!("{head}\n\n{line}")] {
            let standing = desk.standing(&letter);
            assert_eq!(standing.len(), 1, "{letter}: {standing:?}");
            assert!(standing[0].starts_with(&format!("{seat} ")), "{letter}: {standing:?}");
        }
    }
    assert_eq!(desk.standing("cs-treasury: borrow 4000"), Vec::<String>::new());
}

#[test]
fn a_line_that_says_what_is_to_be_done_is_read_or_proposed_in_the_words_of_orders() {
    let desk = Desk::of(&["us-navy", "us-war"]);
    for (line, wanted) in [
        ("USGB1 break off after round 2", "USGB1 accept, break off after round 2"),
        ("USGB1 take station at Cairo", "USGB1 move to Cairo"),
        ("USGB1 ferry US1IN to Cairo", "move US1IN by river to D8-T9"),
        ("US5IN to Baltimore", "rail US5IN to Baltimore"),
    ] {
        let answer = desk.answer(line);
        let offered: Vec<&String> = answer.standing.iter().chain(&answer.proposed).collect();
        assert!(offered.iter().any(|order| *order == wanted), "{line}: {offered:?}");
        assert!(!answer.said.is_empty() || !offered.is_empty(), "{line}");
    }
    let said = desk.answer("USGB1 zigzag Cairo").said;
    assert!(said.iter().any(|said| said.contains("\"zigzag\"")), "{said:?}");
}

#[test]
fn what_is_said_of_all_together_or_of_another_is_never_proposed_of_whom_the_line_above_names() {
    let desk = Desk::of(&["us-navy", "us-war"]);
    for (above, below, wrong) in [
        ("rail US3IN to Cairo", "all units at Cairo march to Paducah", "US3IN"),
        ("halt US4IN", "everybody in Alexandria should go to Fredericksburg", "US4IN"),
        ("USSL1 go home", "all sloops return to Boston", "USSL1"),
        ("USSL1 hold", "the whole fleet goes to Boston", "USSL1"),
        ("halt US4IN", "the others march to Manassas", "US4IN"),
        ("halt US4IN", "the rest of the army goes to Manassas", "US4IN"),
        ("halt US4IN", "the brigade at Cairo marches to Paducah", "US4IN"),
        ("USGB1 move to Cairo", "the gunboats at St Louis engage", "USGB1"),
        ("USGB1 move to Cairo", "whoever is at St Louis holds", "USGB1"),
        ("station USFR2 off Charleston SC", "USFR1 patrol off Savannah", "USFR2"),
        ("add 1 battery at Philadelphia to US4IN", "Put US1AQ with US5IN", "add 1 battery"),
        ("USGB1 move to Cairo", "USGB2 zigzags with caution", "move to"),
    ] {
        for letter in [format!("{above}\n{below}"), format!("{above}\n\n{below}")] {
            let answers = desk.answers(&letter);
            let offered: Vec<&String> =
                answers.iter().filter(|(lines, _)| lines.end > 2).flat_map(|(_, answer)| &answer.proposed).collect();
            assert!(!offered.iter().any(|order| order.contains(wrong)), "{letter}: {offered:?}");
        }
    }
    // What only points to those above is theirs still.
    for (above, below, wanted) in [
        ("USGB1 move to Cairo", "they engage whatever they meet", "USGB1 engage"),
        ("USGB1 move to Cairo", "USGB2 likewise", "USGB2 move to Cairo"),
        ("USGB1 move to Cairo", "USGB2 too", "USGB2 move to Cairo"),
    ] {
        let answer = desk.answer(&format!("{above}\n{below}"));
        assert!(answer.proposed.iter().any(|order| order == wanted), "{above} / {below}: {:?}", answer.proposed);
    }
}

#[test]
fn a_line_with_a_verb_of_its_own_takes_no_pool_and_no_city_of_the_line_above() {
    let desk = Desk::of(&["us-gov-lower-northwest"]);
    for (above, below, city, state) in [
        (
            "Raise ten infantry regiments at Columbus from Ohio volunteers",
            "raise 4 inf rgts in Chicago and 2 batteries in Chicago",
            "Chicago",
            "Ohio",
        ),
        (
            "Please levy a dozen of foot at Cincinnati out of the Ohio volunteer pool",
            "levy 3 infantry regiments at Springfield IL and 1 battery at Springfield IL",
            "Springfield",
            "Ohio",
        ),
    ] {
        let answer = desk.answer(&format!("{above}\n{below}"));
        let wrong = |order: &&String| order.contains(city) && order.contains(state);
        assert_eq!(answer.proposed.iter().find(wrong), None, "{above} / {below}: {:?}", answer.proposed);
    }
}

#[test]
fn rows_and_lists_are_read_in_orders_of_commands_and_bases() {
    let desk = Desk::of(&["us-navy", "us-war"]);
    for (line, wanted) in [
        (
            "base USGB4, USGB5 and USGB6 at Cairo",
            &["base USGB4 at Cairo", "base USGB5 at Cairo", "base USGB6 at Cairo"][..],
        ),
        ("base USGB3-4 at Cairo", &["base USGB3 at Cairo", "base USGB4 at Cairo"]),
        ("command USGB3-4 CO us-captain-1", &["command USGB3 CO us-captain-1", "command USGB4 CO us-captain-1"]),
        (
            "command US1IN and US2IN CO us-general-1 XO us-war",
            &["command US1IN CO us-general-1 XO us-war", "command US2IN CO us-general-1 XO us-war"],
        ),
        ("rail US1-2IN to Baltimore", &["rail US1IN to Baltimore", "rail US2IN to Baltimore"]),
    ] {
        assert_eq!(desk.answer(line).standing, wanted, "{line}");
    }
    for (line, words) in [
        ("command US1IN CO Lee", "SEATS shows who serves which: command US1IN CO us-general-1"),
        ("Give USGB3 to Foote", "SEATS shows who serves which: command USGB3 CO us-captain-1"),
        ("USRT1 carry US12IN to Memphis", "Transports carry nothing yet"),
        ("load US12IN on USRT1", "Transports carry nothing yet"),
    ] {
        let said = desk.answer(line).said;
        assert!(said.iter().any(|said| said.contains(words)), "{line}: {said:?}");
    }
}

#[test]
fn a_standing_order_and_what_it_forwards_may_stand_on_two_lines() {
    let desk = Desk::of(&["cs-war"]);
    let wanted = ["cs-war standing: buy 5 supplies at Nashville, forward 5 to Murfreesboro"];
    assert_eq!(desk.standing("standing: buy 5 supplies at Nashville\nforward 5 to Murfreesboro"), wanted);
    assert_eq!(desk.standing("standing: buy 5 supplies at Nashville,\n  forward 5 to Murfreesboro"), wanted);
}

#[test]
fn a_report_that_is_quoted_whole_orders_nothing() {
    let text = super::reports::of_the_opening("us-president");
    assert!(text.lines().count() > 100);
    let desk = Desk::of(&["us-president", "us-war", "us-treasury", "us-navy", "us-con-mid-atlantic"]);
    assert_eq!(desk.standing(&text), Vec::<String>::new());
    assert_eq!(desk.standing(&format!("borrow 4000\n\n{text}")), ["us-treasury borrow 4000 Eg"]);
}

#[test]
fn nothing_that_is_not_said_plainly_becomes_an_order() {
    let desk = Desk::of(&["cs-war", "cs-treasury", "cs-gov-upper-east", "cs-con-upper-east", "cs-president"]);
    for line in [
        "raise 2 IN in Richmond next turn",
        "do not build IN in Richmond",
        "if the act passes, borrow 500",
        "Should I buy 10 supplies at Corinth?",
        "buy 10 supplies at Corinth or Meridian",
        "buy up to 10 supplies at Corinth",
        "buy 10 supplies at Corinth at 3 Eg each",
        "raise 2 IN in Richmond, except militia",
        "I would vote aye on 3",
        "vote 3 aye if he does",
        "perhaps borrow 500",
        "sign 3 tomorrow",
        "never declare a blockade",
        "Do not:\nborrow 500\nsign 3",
        "Next turn:\nborrow 500",
        "borrow 500\nunless gold is found",
    ] {
        assert_eq!(desk.standing(line), Vec::<String>::new(), "{line}");
    }
}
