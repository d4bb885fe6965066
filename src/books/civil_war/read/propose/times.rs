//! When the acts of a clause are done and what they cost, as canonical words have it before and behind them.

use super::clause::Clause;
use super::deeds::Deed;
use crate::scenario::Scenario;
use reader::loose_pulses::When;

/// Words of a die that lets cavalry march for less.
pub(super) const ROLL: &[&str] = &["cavalry", "cav", "chance", "horse", "try", "tries", "roll", "die", "activation"];

/// How many pulses a clause names.
pub(super) fn width(clause: &Clause<'_>) -> Option<u32> {
    match clause.when {
        Some(When::Span { from, to }) => Some(to + 1 - from),
        _ => None,
    }
}

/// The acts of a clause with its pulses and what it costs: several entries share the pulses.
pub(super) fn timed(scenario: &Scenario, clause: &Clause<'_>, deed: Option<Deed>, acts: Vec<String>) -> Vec<String> {
    let whens = whens(scenario, clause, deed, &acts);
    // "Grant to Paducah (three, pulses 1-3)": a bare number that is that of the pulses is what it costs.
    let told = clause.number.filter(|number| deed != Some(Deed::Enter) && width(clause) == Some(*number));
    let told = told.filter(|_| !acts.first().is_some_and(|act| act.contains(" SP")));
    let is_lent = acts.first().is_some_and(|act| act.starts_with("lend "));
    // What the die makes it cost is no part of the order.
    let is_tried = acts.first().is_some_and(|act| act.ends_with("on the cavalry roll"));
    let cost = clause
        .cp
        .filter(|_| !is_lent && !is_tried)
        .or(told.filter(|_| !is_tried))
        .map(|cp| format!(" ({cp} CP)"))
        .unwrap_or_default();
    acts.into_iter().zip(whens).map(|(act, when)| format!("{when}{act}{cost}")).collect()
}

/// Pulses before an order.
pub(super) fn span_words(from: u32, to: u32) -> String {
    if from == to { format!("PP {from}: ") } else { format!("PP {from}-{to}: ") }
}

/// Whether orders are ways to say one: "build fort at Memphis", and "with Polk" besides.
fn are_alike(acts: &[String]) -> bool {
    let is_of_place = |act: &String| act.contains(" the force at ");
    acts[1..].iter().all(|act| act.starts_with(&acts[0]) || is_of_place(act) && !is_of_place(&acts[0]))
}

/// How many pulses an act of a deed takes.
fn length(scenario: &Scenario, deed: Option<Deed>, act: &str) -> u32 {
    let costs = &scenario.tables.costs;
    match deed {
        Some(Deed::Entrench) => costs.entrench,
        Some(Deed::Build) if act.contains("fortress") => costs.fortress,
        Some(Deed::Build) if act.contains("depot") => costs.depot,
        Some(Deed::Build) => costs.fort,
        _ => act.split(' ').nth(1).and_then(|count| count.parse().ok()).unwrap_or(1),
    }
}

fn whens(scenario: &Scenario, clause: &Clause<'_>, deed: Option<Deed>, acts: &[String]) -> Vec<String> {
    let count = acts.len();
    let count_pulses = u32::try_from(count).unwrap_or(1);
    let wide = width(clause).unwrap_or(0);
    let shares = count > 1 && matches!(deed, Some(Deed::Enter | Deed::Entrench | Deed::Build));
    // Pulses that are not as many as the acts take stay as they were written: whoever wrote them is told why they are not right.
    let fits = |share: u32| acts.iter().all(|act| length(scenario, deed, act) == share);
    let is_shared = shares && !are_alike(acts) && wide.is_multiple_of(count_pulses) && fits(wide / count_pulses);
    let is_tried = clause.says(ROLL);
    let when = clause.later.filter(|later| is_tried && matches!(later, When::Span { .. })).or(clause.when);
    if let Some((from, to)) = way(clause) {
        return vec![span_words(from, to); count];
    }
    match when {
        Some(When::Span { from, .. }) if is_shared => {
            let share = wide / count_pulses;
            (0..count_pulses).map(|rank| span_words(from + rank * share, from + (rank + 1) * share - 1)).collect()
        }
        Some(When::Span { from, to }) => vec![span_words(from, to); count],
        Some(When::From(from)) => {
            let to = opened(clause, deed, from);
            vec![to.map_or_else(|| format!("from PP {from}: "), |to| span_words(from, to)); count]
        }
        _ => vec![String::new(); count],
    }
}

/// "Leaves on pulse 2 and reaches New Madrid on pulse 5": the pulses from the one to the other.
fn way(clause: &Clause<'_>) -> Option<(u32, u32)> {
    let arrives = clause.says(&["reach", "reaches", "arrive", "arrives", "there"]);
    let leaves = clause.says(&["leave", "leaves", "start", "starts", "sets", "departs"]);
    let from = match clause.when? {
        When::Span { from, to } if from == to => from,
        When::From(from) => from,
        _ => return None,
    };
    let to = match clause.later? {
        When::Span { from, to } if from == to => to,
        _ => return None,
    };
    (arrives && leaves && from < to).then_some((from, to))
}

/// The last pulse of an order that begins at one and takes as many as it costs or enters.
fn opened(clause: &Clause<'_>, deed: Option<Deed>, from: u32) -> Option<u32> {
    let by_count = clause.strength.or(clause.number).filter(|_| deed == Some(Deed::Enter));
    by_count.or(clause.cp).or(clause.pp).and_then(|wide| (from + wide).checked_sub(1))
}
