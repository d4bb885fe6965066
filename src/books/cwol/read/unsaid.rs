//! What is said of a line without the verb of an order that names what orders are for, so that it is not taken for talk.

use base::order::Remark;
use reader::{Mood, moods_of};

use super::super::scenario::Scenario;
use super::grammar::Copy;
use super::propose::parts::{Part, cities, forces, has, numbers, parts};

/// Most pieces of such a line; longer ones are stories.
const MOST: usize = 14;

/// What may be counted, by its words, with an order for it.
const THINGS: [(&[&str], &str); 7] = [
    (&["supply", "store"], "buy 10 supplies at Chattanooga"),
    (&["gunboat", "gb", "ironclad", "ic", "sloop", "sl", "frigate", "fr", "ri", "rg"], "build 2 GB at St Louis"),
    (&["cq", "aq", "pb", "pontoon", "headquarter", "hq"], "build CQ at Washington"),
    (&["brigade", "bde", "sa", "ha", "cv", "la", "nb"], "build IN of 4 regiments and 1 battery in Richmond"),
    (&["transport", "tr", "rt"], "charter TR 2000 at Boston"),
    (
        &["regiment", "battery", "infantry", "inf", "cavalry", "cav", "militia"],
        "raise 4 infantry regiments in Richmond",
    ),
    (&["depot", "cache"], "build depot at G4-S6"),
];

/// What is said of the line; none where it is talk.
pub(super) fn unsaid(scenario: &Scenario, copy: &Copy<'_>) -> Option<Remark> {
    let parts = parts(scenario, copy);
    let moods = moods_of(copy.line);
    // Rows of a report that is quoted are no list of orders.
    let is_row = copy.line.starts_with("  ") || copy.line.trim().contains("   ");
    if parts.len() > MOST || is_row {
        return None;
    }
    if let Some(remark) = of_bills(&parts) {
        return Some(remark);
    }
    if moods.iter().any(|mood| matches!(mood, Mood::Question | Mood::Doubt | Mood::OtherTime | Mood::Example)) {
        return None;
    }
    let thing = THINGS.iter().find(|(words, _)| has(&parts, words)).map(|(_, example)| *example);
    let is_named = thing.is_some() || !forces(&parts).is_empty();
    if moods.iter().any(|mood| matches!(mood, Mood::Denial | Mood::Correction | Mood::Exception)) || mends(&parts) {
        let takes_back = is_named || !numbers(&parts).is_empty();
        return takes_back.then(taken_back).filter(|_| !has(&parts, &["nothing", "nobody"]));
    }
    if is_named && moods.contains(&Mood::Condition) {
        let said = "This seems to depend on something, and no order here holds a condition.";
        return Some(Remark::unread(said).hint("Write it without that when it is meant for now."));
    }
    let points_back = has(&parts, &["ditto", "likewise"]) || has(&parts, &["same"]) && parts.len() < MOST / 2;
    if points_back && (is_named || !cities(&parts).is_empty()) || has(&parts, &["it", "them"]) && thing.is_some() {
        let said = "This points to something that stands elsewhere, and an order says itself what it is for.";
        return Some(Remark::unread(said).hint("Write it whole: what, how many and where."));
    }
    of_forces(&parts, copy.text.contains('>')).or_else(|| of_things(&parts, thing?))
}

/// "Yes, but make it 1500" changes what was written before.
fn mends(parts: &[Part]) -> bool {
    let makes = |pair: &[Part]| matches!(pair, [Part::Word(make), Part::Word(it)] if make == "make" && (it == "it" || it == "that"));
    parts.windows(2).any(makes)
}

fn taken_back() -> Remark {
    Remark::unread("This takes something back or changes it; of what is on file nothing was taken off or changed.")
        .hint("CANCEL and the number of an order takes that order off; STATUS shows the numbers.")
}

/// A bill and what is thought of it, without a ballot that could be counted.
fn of_bills(parts: &[Part]) -> Option<Remark> {
    let is_ballot = has(parts, &["aye", "nay", "yea"]) || parts.len() < 4 && has(parts, &["yes", "no"]);
    let is_bill = has(parts, &["bill", "motion"]);
    let bill = numbers(parts).first().copied();
    if has(parts, &["abstain", "abstention"]) {
        let said = "No abstention is counted; who does not vote abstains.";
        return Some(Remark::unread(said).hint("Votes are aye or no: vote 3 aye."));
    }
    if is_bill && has(parts, &["withdraw"]) {
        return Some(Remark::unread("A bill that was moved is not taken back.").hint("Vote on it: vote 3 no."));
    }
    if let Some(bill) = bill.filter(|_| is_ballot && (is_bill || parts.len() < 4)) {
        return Some(
            Remark::unread("This is no vote.").hint(format!("Write it as one if it is meant: vote {bill} aye.")),
        );
    }
    const SUBJECTS: &[&str] = &["embargo", "bounty", "usct"];
    let is_subject = parts.len() < 4 && has(parts, SUBJECTS) && !has(parts, &["no"]);
    is_subject
        .then(|| Remark::unread("It is not said whether this is moved.").hint("Write, for example: move embargo off."))
}

/// Units and ships that are named, with nothing that is done.
fn of_forces(parts: &[Part], is_arrow: bool) -> Option<Remark> {
    let (name, is_ship) = *forces(parts).first()?;
    let says_more = is_arrow || parts.iter().any(|part| matches!(part, Part::Word(_)));
    if !says_more || has(parts, &["stay", "remain", "nothing"]) {
        return None;
    }
    let remark = Remark::unread(format!("It is not said what is to be done with {name}."));
    Some(match (has(parts, &["command", "commander", "co", "xo", "deputy"]), is_ship) {
        (true, _) => remark.hint(format!("Who commands is said so: command {name} CO us-general-1 XO us-general-2.")),
        (false, true) => remark.hint(format!("For example: inactivate {name}, repair {name}, {name} raid commerce.")),
        (false, false) => remark
            .hint(format!("For example: inactivate {name}, disband {name}, add 1 regiment at Washington to {name}.")),
    })
}

/// Things that are counted or stand in a city, with nothing that is done.
fn of_things(parts: &[Part], example: &str) -> Option<Remark> {
    let is_meant = !numbers(parts).is_empty() || !cities(parts).is_empty() || has(parts, &["all", "every"]);
    let said = "This names what orders are given for, but no order that is understood.";
    is_meant.then(|| Remark::unread(said).hint(format!("Write, for example: {example}.")))
}
