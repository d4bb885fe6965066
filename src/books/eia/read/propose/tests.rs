//! Lines that the grammar cannot read, and what is proposed for them.

use std::sync::{Arc, LazyLock};

use base::order::LineStatus;
use rules::{Context, RuleBook, Table, lay};

use crate::EmpiresInArms;

static TABLE: LazyLock<Arc<dyn Table>> = LazyLock::new(|| {
    let document = EmpiresInArms.document("1805").expect("the campaign");
    lay(EmpiresInArms, document).expect("it can be laid out")
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
        ("byu 5 infnatry", &["buy 5 infantry"]),
        ("purchsae 2 cavlary for Bavraia plaese now", &["buy for Bavaria 2 cavalry"]),
    ]);
}

#[test]
fn purchases_are_composed_of_numbers_and_nouns() {
    all_propose(&[
        ("I would quite like to get 5 infantry and 2 cavalry this time", &["buy 5 infantry, 2 cavalry"]),
        ("purchase infantry: 5, cavalry: 2 pretty please sir", &["buy 5 infantry, 2 cavalry"]),
        ("spend whatever it takes on 3 guards for the emperor", &["buy 3 guard"]),
        ("we urgently require 4 more infantry factors and 1 artillery", &["buy 4 infantry, 1 artillery"]),
        ("two new corps counters wanted plus a fleet", &["buy counters: 2 corps, 1 fleet"]),
        ("keep all unused manpower in the bank", &["save max manpower"]),
        ("Buy 5 infantry every quarter from here on in", &["standing: buy 5 infantry"]),
    ]);
}

#[test]
fn money_goes_to_whom_the_line_names() {
    all_propose(&[
        ("wire Spain 5 quickly", &["give 5 to Spain"]),
        ("maybe lend Austria ten, back by June", &["lend 10 to Austria due June"]),
        ("Austria gets 10 money units as a present from us", &["give 10 to Austria"]),
        ("slip the Turks 3 money", &["give 3 to Turkey"]),
        ("France sends Spain 4 bucks", &["France: give 4 to Spain"]),
        ("support our Bavarian chums with 5", &["aid Bavaria with 5"]),
        ("pay back what we owe Austria, that is 5", &["pay debt to Austria: 5"]),
        ("debt of 4 to Russia gets settled", &["pay debt to Russia: 4"]),
        ("Should I give 5 to Spain?", &["give 5 to Spain"]),
    ]);
}

#[test]
fn land_trade_and_levels_are_proposed_by_their_words() {
    all_propose(&[
        ("hand Tyrolia over to France forever", &["cede Tyrolia to France"]),
        ("relinquish Silesia in favour of Prussia", &["cede Silesia to Prussia"]),
        ("we most certainly claim Hannover for ourselves", &["claim: Hanover to us"]),
        ("we ought to trade with France and Russia I suppose", &["offer trade to France, Russia", "agree to trade"]),
        ("sure, the British trade is fine with us", &["agree to trade"]),
        ("we reject this trade nonsense", &["refuse trade"]),
        ("block American trade heading for France at once", &["stop American trade of France"]),
        ("have the American trade of Spain hindered", &["stop American trade of Spain"]),
        ("lower the French victory total by 3 points in place of ours", &["reduce France by 3 VP"]),
        ("manipulation goes down to -1 I guess", &["manipulation -1"]),
        ("put the economy manipulation dial at +1", &["manipulation +1"]),
        ("the leader Blucher comes back home, we pay points", &["return leader Blucher, pay the points"]),
        (
            "bring back the leader Charles quickly",
            &["return leader Charles, without paying", "return leader Charles, pay the points"],
        ),
    ]);
}

#[test]
fn a_line_that_denies_is_proposed_as_doing_nothing() {
    all_propose(&[
        ("don't give anything to Spain", &["lend nothing"]),
        ("do not buy anything this time round", &["buy nothing"]),
        ("never cede Tyrolia to France", &["cede nothing"]),
        ("no trade with the British whatsoever", &["refuse trade"]),
    ]);
}

#[test]
fn nothing_is_proposed_for_lines_that_deny_depend_or_talk() {
    for line in [
        "if Spain gives me 3 then I lend her 5",
        "when Austria pays, cede Tyrolia to France",
        "next quarter I want 5 infantry",
        "never put manipulation to +1",
        "what a lovely day in Vienna",
        "France and Spain are friends",
        "give Spain some money",
        "thanks, Bob",
        "",
    ] {
        assert_eq!(proposed(line), [""; 0], "{line}");
    }
}

#[test]
fn a_window_that_is_closed_has_no_proposals() {
    let context = Context {
        phase_kind: Some("spending".to_owned()),
        phase_title: Some("March 1805 W4 spending".to_owned()),
        ..Context::default()
    };
    assert_eq!(TABLE.propose(&context, "wire Spain 5 quickly"), [""; 0]);
    assert_eq!(TABLE.propose(&context, "byu 5 infnatry"), ["buy 5 infantry"]);
}
