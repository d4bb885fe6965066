//! Lines that the grammar cannot read, and what is proposed for them.

use std::sync::{Arc, LazyLock};

use base::order::LineStatus;
use rules::{Context, RuleBook, Table, lay};

use super::with_those_above;
use crate::CivilWar;
use crate::scenario::Scenario;

static CAMPAIGN: LazyLock<Scenario> = LazyLock::new(|| Scenario::embedded().expect("the campaign"));

static TABLE: LazyLock<Arc<dyn Table>> = LazyLock::new(|| {
    let document = CivilWar.document("1861").expect("the campaign");
    lay(CivilWar, document).expect("it can be laid out")
});

fn proposed(line: &str) -> Vec<String> {
    TABLE.propose(&Context::default(), line)
}

/// Whether a line is an order that stands whole without any proposal.
fn is_read(line: &str) -> bool {
    let read = TABLE.read(&mut Context::default(), line);
    read.is_ok_and(|read| read.remarks.iter().all(|remark| remark.status < LineStatus::Incomplete))
}

fn all_propose(rows: &[(&str, &[&str])]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter(|(line, words)| is_read(line) || proposed(line) != *words)
        .map(|(line, words)| {
            format!("{line}\n  read: {}\n  proposed: {:?}\n  wanted: {words:?}", is_read(line), proposed(line))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn slips_of_the_pen_are_proposed_mended() {
    all_propose(&[
        ("PP 1-4: mvoe McDowell to Fredricksburg", &["PP 1-4: move McDowell to Fredericksburg"]),
        ("PP 1-4: move Mcdowel to Fredricksburg", &["PP 1-4: move McDowell to Fredericksburg"]),
        ("Mcdowel shud go to Fredericksburg pulses 1 thru 4", &["PP 1-4: move McDowell to Fredericksburg"]),
        ("PP 3: Burnsyde moves on Richmond", &["PP 3: move Burnside to Richmond"]),
        ("Please raise 2 more inf in Cincinatti on pulse 3", &["PP 3: enter 2 infantry at Cincinnati"]),
        ("Train Banks from Washington to Harpers Fery", &["move Banks by rail to Harpers Ferry"]),
    ]);
}

#[test]
fn marches_and_attacks_are_composed_of_leaders_places_and_pulses() {
    all_propose(&[
        ("PP 1-3: get McDowell over to Manassas somehow", &["PP 1-3: move McDowell to Manassas"]),
        (
            "I think McDowell ought to assault the rebels in Manassas, pulses 5-6",
            &["PP 5-6: attack Manassas with McDowell"],
        ),
        (
            "pulses 2 to 5 I'd like Banks to relocate from Harpers Ferry to Winchester quickly",
            &["PP 2-5: move Banks to Winchester"],
        ),
        ("McDowell Fredericksburg PP 3-5", &["PP 3-5: move McDowell to Fredericksburg"]),
        ("PP 3-6: push 4 SP out of Washington towards Manassas", &["PP 3-6: move 4 SP from Washington to Manassas"]),
        ("PP 1-4: McDowell's corps pushes onward at 4913", &["PP 1-4: move McDowell to Richmond"]),
        ("PP 8: Lee attacks McClellan near Richmond by way of Hanover", &["PP 8: attack Richmond with Lee"]),
    ]);
}

#[test]
fn questions_are_proposed_as_the_orders_they_ask_about() {
    all_propose(&[
        ("Should McDowell attack Manassas?", &["attack Manassas with McDowell"]),
        ("maybe move McDowell to Fredericksburg?", &["move McDowell to Fredericksburg"]),
    ]);
}

#[test]
fn where_two_are_as_likely_both_are_proposed() {
    all_propose(&[
        (
            "PP 1-4: McDowell and Banks both head for Winchester",
            &["PP 1-4: move McDowell to Winchester", "PP 1-4: move Banks to Winchester"],
        ),
        (
            "PP 1-4: McDowell to Manassas or Fredericksburg, whichever suits",
            &["PP 1-4: move McDowell to Manassas", "PP 1-4: move McDowell to Fredericksburg"],
        ),
        (
            "PP 1-2: J. Johnston swings round to Columbus",
            &[
                "PP 1-2: move J. Johnston to Columbus KY",
                "PP 1-2: move J. Johnston to Columbus MS",
                "PP 1-2: move J. Johnston to Columbus GA",
            ],
        ),
        ("West 5 East 6 Trans 2", &["distribute CP East 6, West 5, Trans 2", "distribute PP East 6, West 5, Trans 2"]),
    ]);
}

#[test]
fn what_stands_and_what_enters_is_proposed_by_its_verb() {
    all_propose(&[
        ("PP 1-3: three infantry regiments spawn at Washington", &["PP 1-3: enter 3 infantry at Washington"]),
        ("PP 4: bring the general Grant on the board at Cairo", &["PP 4: enter Grant at Cairo"]),
        ("PP 5: let the boys at Cairo dig in good and proper", &["PP 5: entrench the force at Cairo"]),
        ("Grant should remain put at Cairo", &["hold Grant"]),
        ("PP 1-4: nothing happens at all here for us", &["PP 1-4: idle"]),
        ("PP 6: a depot would be nice at Cairo", &["PP 6: build depot at Cairo"]),
        ("how about a fort near Paducah in pulse 5", &["PP 5: build fort at Paducah"]),
    ]);
}

#[test]
fn nothing_is_proposed_for_lines_that_deny_depend_or_talk() {
    for line in [
        "PP 1-4: do not move McDowell to Manassas",
        "never attack Manassas with McDowell",
        "cancel the attack on Manassas by McDowell",
        "PP 1-4: McDowell won't go to Manassas",
        "stop McDowell's march on Manassas",
        "if the enemy comes, McDowell falls back on Washington",
        "the weather is fine in Richmond",
        "thanks for the report, Bob",
        "our fleet and McDowell go to New Orleans",
        "move somebody somewhere",
        "PP 1-4:",
        "",
    ] {
        assert_eq!(proposed(line), [""; 0], "{line}");
    }
}

#[test]
fn a_line_below_a_heading_on_itself_is_proposed_without_it() {
    assert_eq!(proposed("East TST1: PP 1-4: mvoe McDowell to Manassas"), ["PP 1-4: move McDowell to Manassas"]);
}

#[test]
fn a_letter_full_of_lines_that_were_not_read_is_spared_proposals() {
    let context = Context { misread: Context::MOST_EXPLAINED, ..Context::default() };
    assert_eq!(TABLE.propose(&context, "PP 1-4: mvoe McDowell to Manassas"), [""; 0]);
}

#[test]
fn several_orders_of_a_line_are_proposed_one_by_one() {
    all_propose(&[
        (
            "Curtis comes in at Rolla, pulse 1, moves to Springfield MO 2-4",
            &["PP 1: enter Curtis at Rolla", "PP 2-4: move Curtis to Springfield MO"],
        ),
        (
            "a march by McDowell on Fredericksburg (1-4), followed by an entrenchment (5-7)",
            &["PP 1-4: move McDowell to Fredericksburg", "PP 5-7: entrench McDowell"],
        ),
        (
            "5 reinforcements: 3 in Cairo (pulses 2,3,4), 2 in Cincinnati (pulses 5,6)",
            &["PP 2-4: enter 3 infantry at Cairo", "PP 5-6: enter 2 infantry at Cincinnati"],
        ),
        (
            "Decatur: depot, 3 CP, PP 1-3. Corinth: trenches, 3 CP, PP 4-6.",
            &["PP 1-3: build depot at Decatur (3 CP)", "PP 4-6: entrench the force at Corinth (3 CP)"],
        ),
    ]);
}

#[test]
fn a_line_that_points_is_proposed_with_what_the_lines_above_it_speak_of() {
    let below = |above: &[&str], line: &str| {
        let above: Vec<String> = above.iter().map(|line| (*line).to_owned()).collect();
        with_those_above(&CAMPAIGN, &above, line).map(|words| TABLE.propose(&Context::default(), &words))
    };
    let some = |line: &str| Some(vec![line.to_owned()]);
    assert_eq!(
        below(&["1-3 McClellan in at Washington"], "4-6 he entrenches there"),
        some("PP 4-6: entrench McClellan")
    );
    assert_eq!(
        below(&["PP 1: enter Van Dorn at Little Rock"], "2 reinf same town pp 2-3"),
        some("PP 2-3: enter 2 infantry at Little Rock")
    );
    assert_eq!(below(&["hold Lee"], "Longstreet marches to Winchester"), None);
}

#[test]
fn pulses_of_several_orders_are_shared_out_among_them() {
    all_propose(&[(
        "2 inf Baltimore, 3 inf Washington, 1 inf Ft Monroe. Begin with pulse 4.",
        &[
            "PP 4-5: enter 2 infantry at Baltimore",
            "PP 6-8: enter 3 infantry at Washington",
            "PP 9: enter 1 infantry at Fort Monroe",
        ],
    )]);
}

#[test]
fn pulses_that_are_not_as_many_as_the_acts_take_are_shared_out_by_nobody() {
    all_propose(&[
        (
            "PP 1-4: Frederick and Washington entrench",
            &["PP 1-4: entrench the force at Frederick", "PP 1-4: entrench the force at Washington"],
        ),
        (
            "dig in at Frederick and Washington in pulses 1-6",
            &["PP 1-3: entrench the force at Frederick", "PP 4-6: entrench the force at Washington"],
        ),
        (
            "PP 1-3: 3 reinf, 2 Nashville, 1 Memphis",
            &["PP 1-2: enter 2 infantry at Nashville", "PP 3: enter 1 infantry at Memphis"],
        ),
    ]);
}

#[test]
fn who_goes_to_a_theatre_is_neither_dismissed_nor_marched() {
    all_propose(&[
        ("Retire Longstreet out West", &["shift Longstreet to West"]),
        ("Longstreet and Jackson go out West", &["shift Longstreet to West", "shift Jackson to West"]),
    ]);
    assert_eq!(proposed("I'd like to dismiss the idea of Longstreet out West"), [""; 0]);
}

#[test]
fn words_of_haste_and_leisure_deny_nothing() {
    all_propose(&[
        ("PP 1-4: McDowell moves to Manassas, no hurry", &["PP 1-4: move McDowell to Manassas"]),
        ("Without delay McDowell goes over to Manassas, PP 1-4", &["PP 1-4: move McDowell to Manassas"]),
    ]);
    for line in ["McDowell is in no hurry to get to Manassas", "McDowell does not move to Manassas without delay"] {
        assert_eq!(proposed(line), [""; 0], "{line}");
    }
}

#[test]
fn a_name_that_is_corrected_is_proposed_as_corrected() {
    all_propose(&[
        ("Enter two reinf in Norfolk, I mean Petersburg, pp 6-7", &["PP 6-7: enter 2 infantry at Petersburg"]),
        ("no wait, Jackson goes to Staunton, not Winchester. still 5-6.", &["PP 5-6: move Jackson to Staunton"]),
    ]);
}

#[test]
fn an_order_that_waits_is_proposed_with_its_condition_or_not_at_all() {
    all_propose(&[
        (
            "As soon as Paducah is ours build a depot there, 3 CP reserved",
            &["AS SOON AS Paducah is captured THEN build depot at Paducah (reserve 3 CP)"],
        ),
        (
            "Cut the railway at Manassas as soon as we own the place, 1CP",
            &["AS SOON AS Manassas is captured THEN convert rail at Manassas (reserve 1 CP)"],
        ),
        (
            "Unless Jackson is seen at Harpers Ferry Banks moves there, pulses 3-6.",
            &["PP 3-6: UNLESS Jackson is at Harpers Ferry THEN move Banks to Harpers Ferry"],
        ),
        (
            "if fort donelson falls, everybody in Nashville moves back to Murfreesboro, reserve 2 CP",
            &["IF Fort Donelson is captured THEN move the force at Nashville to Murfreesboro (reserve 2 CP)"],
        ),
    ]);
    all_propose(&[
        (
            "McDowell moves into Manassas if the enemy gives it up",
            &["IF no enemy at Manassas THEN move McDowell to Manassas"],
        ),
        ("if the rebs give up manassas mcdowell moves in", &["IF no enemy at Manassas THEN move McDowell to Manassas"]),
    ]);
    for line in [
        "When the Yankees from Washington attack Manassas, J. Johnston comes over from Winchester",
        "Jackson's 2 CP: saved unless Winchester is attacked, in which case he goes there.",
        "if the rebels let go of Manassas McDowell goes there",
        "if the rebels lift the siege of Washington McDowell goes to Manassas",
        "If the rebs give up on Washington McDowell goes to Manassas",
        "If the rebs leave for Manassas, McDowell goes to Manassas",
        "If Manassas is given up by us, Beauregard falls back on Richmond",
        "When we attack Washington from Manassas, J. Johnston comes over",
        "Grant goes to Memphis if Polk is gone from there",
        "Lee moves to Manassas once the weather clears",
        "if I feel like it Lee moves to Manassas, pp 1-2",
    ] {
        assert_eq!(proposed(line), [""; 0], "{line}");
    }
}

#[test]
fn points_divided_in_prose_are_proposed_by_account() {
    all_propose(&[
        (
            "so eleven CP go to the West, six East, four Trans, one naval.",
            &["distribute CP East 6, West 11, Trans 4, Naval 1"],
        ),
        ("RR 24: 10, 10, 4", &["rail East 10, West 10, Trans 4"]),
        (
            "Leaders: the three-star to the East, cavalryman to the West",
            &["assign 1 three-star leader to East, 1 cavalry leader to West"],
        ),
    ]);
}

#[test]
fn tales_wishes_and_plans_are_not_proposed() {
    for line in [
        "Last turn Grant moved to Paducah on pulses 1-3 and it worked like a charm.",
        "Next season I plan to send Sherman to Nashville.",
        "I dreamt that Lee attacked Washington on pulse 2 and won the war!",
        "Banks could go to Winchester but he'd only get whipped.",
        "Will Polk's march to Columbus turn Kentucky against us?",
        "It's pointless to attack Fort Monroe with Magruder.",
        "Farragut ran the forts below New Orleans in April, remember?",
    ] {
        assert_eq!(proposed(line), [""; 0], "{line}");
    }
}

#[test]
fn shares_stand_beside_their_theatres_and_what_would_lose_points_is_not_offered() {
    all_propose(&[
        (
            "yes 2 and 3 please, and for the pulses: East 18, West 10, Trans 8, Navy 4",
            &["distribute PP East 18, West 10, Trans 8, Naval 4"],
        ),
        (
            "Command points East eleven, West five, Trans four, Navy one and the pulse points I divide so: eighteen go to the East, ten \
             to the West, eight to the Trans-Mississippi and four to the Navy",
            &["distribute CP East 11, West 5, Trans 4, Naval 1; PP East 18, West 10, Trans 8, Naval 4"],
        ),
        ("Pulse points: 18 to East, ten to West, 8 to Trans, the rest to the Navy", &[]),
        ("move one discretionary from West to East", &[]),
        (
            "Discretionary: one each for East and West.",
            &["give 1 discretionary to East", "give 1 discretionary to West"],
        ),
    ]);
}

#[test]
fn what_is_divided_among_theatres_is_proposed_whole_or_not_at_all() {
    all_propose(&[
        ("2 disc E and 1 disc W", &["give 2 discretionary to East", "give 1 discretionary to West"]),
        (
            "Give the three discretionary ones to the East, West and Trans, one each.",
            &["give 1 discretionary to East", "give 1 discretionary to West", "give 1 discretionary to Trans"],
        ),
        (
            "The three discretionary: two to the East, one to the West",
            &["give 2 discretionary to East", "give 1 discretionary to West"],
        ),
        ("1 disc East, 1 disc West", &["give 1 discretionary to East", "give 1 discretionary to West"]),
        ("one discretionary for East and West", &[]),
    ]);
    // Numbers that no sum can hold.
    assert!(proposed("4000000000 disc East, 4000000000 disc West, the rest free").len() < 4);
}

#[test]
fn names_in_a_text_are_found_with_what_orders_call_them() {
    let called =
        |line: &str| -> Vec<Vec<String>> { TABLE.names_in(line).into_iter().map(|name| name.called).collect() };
    assert_eq!(called("Hardee to Fredericksburg"), [vec!["Hardee"], vec!["Fredericksburg"]]);
    assert_eq!(called("2 for the West"), [["West"]]);
    assert_eq!(called("my army is fine"), Vec::<Vec<String>>::new());
}

#[test]
fn the_others_are_not_whom_the_line_named_before() {
    all_propose(&[
        (
            "Polk (4 SP) goes to Corinth, the other two at Memphis to Vicksburg by rail",
            &["move Polk with 4 SP to Corinth", "move Polk to Corinth", "move 2 SP by rail from Memphis to Vicksburg"],
        ),
        (
            "4 inf Fredericksburg, 4-7; then all of them to Manassas by rail",
            &["PP 4-7: enter 4 infantry at Fredericksburg"],
        ),
    ]);
}
