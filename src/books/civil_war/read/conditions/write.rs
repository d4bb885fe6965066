//! Canonical words of what waits for a condition.

use std::fmt::Write;

use super::super::write::{force_words, place_words, write_act};
use crate::condition::{
    Asked, Attackers, Clause, Compare, Condition, Conditional, Fallback, Fate, Holding, LineRef, Moment, Near, Purpose,
    Reserve, Spot, Stopped, Test, Whose,
};
use crate::order::Act;
use crate::scenario::{Arm, Scenario, Side, SizeClass};

fn put(out: &mut String, words: std::fmt::Arguments<'_>) {
    out.write_fmt(words).expect("a string takes all that is written");
}

/// A condition with its acts.
pub fn write_conditional(scenario: &Scenario, waiting: &Conditional, out: &mut String) {
    write_moment(waiting, out);
    write_condition(scenario, &waiting.condition, out);
    if waiting.condition.any.is_empty() && out.ends_with(' ') {
        out.pop();
    }
    if let Some(by) = waiting.by {
        put(out, format_args!(" by PP {by}"));
    }
    out.push_str(" THEN ");
    write_acts(scenario, &waiting.then, out);
    if !waiting.otherwise.is_empty() {
        out.push_str(" ELSE ");
        write_acts(scenario, &waiting.otherwise, out);
    }
    write_reserve(waiting.reserve, out);
}

/// The words of a condition that nobody but the game master can judge.
pub fn write_asked(asked: &Asked, out: &mut String) {
    out.push_str(&asked.words);
}

fn write_moment(waiting: &Conditional, out: &mut String) {
    match waiting.moment {
        Moment::Any | Moment::Soon => {}
        Moment::At(pulse) => put(out, format_args!("at PP {pulse} ")),
        Moment::After(line) => put(out, format_args!("after {} ", line_words(line))),
        Moment::Before(line) => put(out, format_args!("before {} ", line_words(line))),
    }
    let is_empty = waiting.condition.any.is_empty();
    out.push_str(match (waiting.moment, waiting.condition.is_not) {
        _ if is_empty => "",
        (_, true) => "UNLESS ",
        (Moment::Soon, false) => "AS SOON AS ",
        (_, false) => "IF ",
    });
}

fn write_acts(scenario: &Scenario, acts: &[Act], out: &mut String) {
    for (rank, act) in acts.iter().enumerate() {
        out.push_str(if rank == 0 { "" } else { "; " });
        write_act(scenario, act, out);
    }
}

fn write_reserve(reserve: Option<Reserve>, out: &mut String) {
    match reserve {
        Some(Reserve { cp, pp: Some(pp) }) => put(out, format_args!(" (reserve {cp} CP, {pp} PP)")),
        Some(Reserve { cp, pp: None }) => put(out, format_args!(" (reserve {cp} CP)")),
        None => {}
    }
}

fn write_condition(scenario: &Scenario, condition: &Condition, out: &mut String) {
    for (rank, group) in condition.any.iter().enumerate() {
        out.push_str(if rank == 0 { "" } else { " OR " });
        for (rank, clause) in group.iter().enumerate() {
            out.push_str(if rank == 0 { "" } else { " AND " });
            write_clause(scenario, clause, out);
        }
    }
}

fn write_clause(scenario: &Scenario, clause: &Clause, out: &mut String) {
    let is_not = clause.is_not;
    match &clause.test {
        Test::Enemy { sizes, near, spot, comes } => {
            out.push_str(if is_not { "no " } else { "" });
            out.push_str("enemy");
            if !sizes.is_empty() {
                put(out, format_args!(" {}", size_words(sizes)));
            }
            out.push_str(if *comes { " comes " } else { " " });
            write_near(scenario, *near, spot, *comes, out);
        }
        Test::Force { force, fate } => {
            put(out, format_args!("{} ", force_words(scenario, force)));
            write_fate(scenario, fate, is_not, out);
        }
        Test::Town { place, holding: Holding::Ships } => {
            let not = if is_not { "not " } else { "" };
            put(out, format_args!("enemy ships are {not}at {}", place_words(scenario, place)));
        }
        Test::Town { place, holding: Holding::Fort } => {
            let not = if is_not { "not " } else { "" };
            put(out, format_args!("an enemy fort is {not}known at {}", place_words(scenario, place)));
        }
        Test::Town { place, holding } => {
            let not = if is_not { "not " } else { "" };
            put(out, format_args!("{} is {not}", place_words(scenario, place)));
            out.push_str(match holding {
                Holding::Captured => "captured",
                Holding::Free | Holding::Ships | Holding::Fort => "free",
                Holding::By(Whose::Ours) => "held by us",
                Holding::By(Whose::Enemys) => "held by the enemy",
                Holding::By(Whose::Side(Side::Usa)) => "held by the Union",
                Holding::By(Whose::Side(Side::Csa)) => "held by the Confederacy",
            });
        }
        Test::Line { line, is_done } => {
            put(out, format_args!("{} {}", line_words(*line), if *is_done { "is completed" } else { "fails" }));
        }
        Test::Points { is_command, compare, count } => {
            let unit = if *is_command { "CP" } else { "PP" };
            put(out, format_args!("{unit} left {} {count}", sign(*compare)));
        }
        Test::Clock { compare, pulse } => put(out, format_args!("pulse {} {pulse}", sign(*compare))),
        Test::SecondSubTurn => out.push_str("TST 2"),
    }
}

fn write_near(scenario: &Scenario, near: Near, spot: &Spot, comes: bool, out: &mut String) {
    match near {
        Near::At => out.push_str(if comes { "to " } else { "at " }),
        Near::Adjacent => out.push_str("adjacent to "),
        Near::Within(hexes) => put(out, format_args!("within {hexes} of ")),
    }
    match spot {
        Spot::Place(place) => out.push_str(&place_words(scenario, place)),
        Spot::Force(force) => out.push_str(&force_words(scenario, force)),
    }
}

fn write_fate(scenario: &Scenario, fate: &Fate, is_not: bool, out: &mut String) {
    let not = if is_not { "not " } else { "" };
    match fate {
        Fate::Attacked(by) => {
            put(out, format_args!("is {not}attacked"));
            write_attackers(by, out);
        }
        Fate::Fought => out.push_str("fights"),
        Fate::Wins => out.push_str(if is_not { "does not win" } else { "wins" }),
        Fate::Loses => out.push_str(if is_not { "does not lose" } else { "loses" }),
        Fate::Demoralised => put(out, format_args!("is {not}demoralised")),
        Fate::Stuck => out.push_str("fails to move"),
        Fate::Strength(compare, count) => put(out, format_args!("strength {} {count}", sign(*compare))),
        Fate::At(near, spot, comes) => {
            out.push_str(match (comes, is_not) {
                (true, false) => "comes ",
                (true, true) => "does not come ",
                (false, false) => "is ",
                (false, true) => "is not ",
            });
            write_near(scenario, *near, spot, *comes, out);
        }
    }
}

fn write_attackers(by: &Attackers, out: &mut String) {
    match (&by.arm, by.sizes.as_slice()) {
        (Some(Arm::Cavalry), _) => out.push_str(" by cavalry"),
        (Some(_), _) => out.push_str(" by infantry"),
        (None, []) => {}
        (None, sizes) => put(out, format_args!(" by {}", size_words(sizes))),
    }
}

fn size_words(sizes: &[SizeClass]) -> String {
    let word = |size: &SizeClass| match size {
        SizeClass::Small => "Small",
        SizeClass::Medium => "Medium",
        SizeClass::Large => "Large",
    };
    sizes.iter().map(word).collect::<Vec<_>>().join(" or ")
}

fn line_words(line: LineRef) -> String {
    match line {
        LineRef::Number(number) => format!("order #{number}"),
        LineRef::Entrenchment => "the entrenchment".to_owned(),
        LineRef::March => "the march".to_owned(),
        LineRef::Attack => "the attack".to_owned(),
        LineRef::Last => "that order".to_owned(),
    }
}

fn sign(compare: Compare) -> &'static str {
    match compare {
        Compare::Less => "<",
        Compare::AtMost => "<=",
        Compare::Exactly => "=",
        Compare::AtLeast => ">=",
        Compare::More => ">",
    }
}

/// The acts that stand only behind a condition, and the march on the cavalry's die.
pub fn write_special(scenario: &Scenario, act: &Act, out: &mut String) {
    match act {
        Act::React { force, to, purpose } => {
            let what_for = match purpose {
                Purpose::Intercept => "to intercept the enemy",
                Purpose::Supply => "towards supply",
                Purpose::Support => "to support",
            };
            let (who, to) = (force_words(scenario, force), place_words(scenario, to));
            put(out, format_args!("{who} reacts to {to} {what_for}"));
        }
        Act::Withdraw { force, towards } => {
            put(out, format_args!("{} withdraws before combat", force_words(scenario, force)));
            if let Some(place) = towards {
                put(out, format_args!(" towards {}", place_words(scenario, place)));
            }
        }
        Act::Save { cp } => put(out, format_args!("save {cp} CP")),
        Act::Stop { what: Stopped::All } => out.push_str("stop everything"),
        Act::Stop { what: Stopped::Force(force) } => put(out, format_args!("stop {}", force_words(scenario, force))),
        Act::Stop { what: Stopped::Line(line) } => put(out, format_args!("stop {}", line_words(*line))),
        Act::Ride { force, to, via, is_attack, fallback } => {
            let march = Act::Move {
                force: force.clone(),
                to: to.clone(),
                via: via.clone(),
                manner: None,
                is_attack: *is_attack,
            };
            write_act(scenario, &march, out);
            out.push_str(" on the cavalry roll");
            out.push_str(if *fallback == Fallback::Nothing { " only" } else { "" });
        }
        _ => {}
    }
}
