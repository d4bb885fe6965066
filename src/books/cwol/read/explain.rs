//! Says why a line that seems meant as an order is none: the words at fault and what would have been right there.

use base::order::Remark;
use reader::slip::{Stop, culprit, words};

use super::super::scenario::Scenario;
use super::grammar::{Copy, Rule};

/// A verb that begins an order, with an example of it; the last two columns are of orders that are not in play.
struct Verb {
    words: &'static [&'static str],
    example: &'static str,
}

const VERBS: &[Verb] = &[
    Verb {
        words: &["raise", "recruit", "enlist", "levy"],
        example: "raise 4 infantry regiments in Richmond from Virginia volunteers",
    },
    Verb {
        words: &["build", "form", "organise", "organize"],
        example: "build IN of 4 regiments and 1 battery in Richmond",
    },
    Verb { words: &["lay down"], example: "lay down 2 GB at Mound City" },
    Verb { words: &["buy", "purchase"], example: "buy 10 supplies at Chattanooga" },
    Verb { words: &["borrow", "loan", "take out a loan"], example: "borrow 4000" },
    Verb { words: &["print", "issue"], example: "print 2000 greenbacks" },
    Verb { words: &["activate", "inactivate", "deactivate", "lay up", "mothball"], example: "inactivate US4MI" },
];

/// Verbs of orders that this edition of the book does not take, and what they would do.
const NOT_IN_PLAY: &[(&[&str], &str)] = &[
    (&["transfer", "merge", "disband", "muster out", "reinforce"], "Units are not changed, merged or disbanded"),
    (&["scuttle", "base"], "Ships are not scuttled and keep their base"),
    (&["fortify", "entrench", "dig in", "raze"], "Fortifications are not built"),
    (&["upgrade"], "Weapons are not upgraded"),
    (&["declare", "lift", "station", "raid", "protect"], "There are neither blockades nor raids"),
    (&["move", "vote", "sign", "veto", "override"], "Bills go to the game master, who enters the acts of Congress"),
    (&["march", "rail", "attack", "sail"], "Nothing marches or sails"),
    (&["standing"], "There are no standing orders"),
    (&["charter", "repair", "crew"], "Transports are not chartered, ships neither repaired nor manned anew"),
    (&["remove", "depot", "cache"], "There are no depots and caches"),
    (
        &["set income tax", "set tariff", "set tax", "tax", "tariff"],
        "Rates are set by Congress; the game master enters its acts",
    ),
    (&["rise", "uprising", "attempt rising"], "There are no risings"),
    (&["repurchase", "buy back", "retire"], "Greenbacks are not bought back"),
];

/// The verb that a line begins with, behind what people write before it.
pub(super) fn verb_of(line: &str) -> Option<&'static str> {
    let bare = line.trim_start_matches(|sign: char| !sign.is_ascii_alphabetic()).to_ascii_lowercase();
    let bare = ["please ", "pls ", "also ", "and ", "then "]
        .iter()
        .fold(bare.as_str(), |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    let all = VERBS.iter().flat_map(|verb| verb.words).chain(NOT_IN_PLAY.iter().flat_map(|row| row.0));
    all.copied().find(|verb| {
        bare.strip_prefix(verb).is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_alphabetic()))
    })
}

/// Why a line is none.
pub(super) fn explain(scenario: &Scenario, copy: &Copy<'_>, stop: &Stop<Rule>, is_brief: bool) -> Remark {
    let verb = words(&copy.text).take(6).find_map(|(at, _)| verb_of(&copy.text[at..]));
    let Some(verb) = verb else { return Remark::chatter() };
    if let Some((_, what)) = NOT_IN_PLAY.iter().find(|row| row.0.contains(&verb)) {
        return Remark::refused(format!("{what} in this edition of the book."))
            .hint("HELP lists the orders that are in play.");
    }
    let example = VERBS.iter().find(|row| row.words.contains(&verb)).map_or("", |row| row.example);
    let (start, end) = culprit(&copy.text, stop.at);
    if start >= end {
        return Remark::unread("The line stops before it says all that is needed.")
            .hint(format!("Write, for example: {example}."));
    }
    let (from, to) = copy.span(start, end);
    let remark = Remark::unread(format!("{:?} is not understood here.", &copy.line[from..to])).at(from, to);
    let near = if is_brief { Vec::new() } else { scenario.names.nearest(copy.words(start, end)) };
    let near: Vec<String> = near.iter().map(|city| scenario.city_name(city)).collect();
    match near.is_empty() {
        false => remark.hint(format!("Is {} meant?", near.join(", or "))),
        true => remark.hint(format!("Write, for example: {example}.")),
    }
}
