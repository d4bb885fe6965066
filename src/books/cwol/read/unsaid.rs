//! What is said of a line without the verb of an order that names what orders are for, so that it is not taken for talk.

use base::order::Remark;
use reader::{Mood, moods_of};

use super::super::scenario::Scenario;
use super::grammar::Copy;
use super::propose::at_sea::is_of_the_sea;
use super::propose::mending::is_known;
use super::propose::parts::{Part, cities, forces, has, numbers, parts};
use super::propose::plain::without_haste;
use super::propose::sense::changes;

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
    let moods = moods_of(&without_haste(copy.line));
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
    if let Some(remark) = all_but_some(&parts) {
        return Some(remark);
    }
    if changes(&parts) && (is_named || has(&parts, OTHER_THINGS)) {
        return Some(changed());
    }
    if takes_off(&parts) && (is_named || has(&parts, OTHER_THINGS) || !numbers(&parts).is_empty()) {
        return Some(taken_back());
    }
    if moods.iter().any(|mood| matches!(mood, Mood::Denial | Mood::Correction | Mood::Exception)) || mends(&parts) {
        let takes_back = is_named || !numbers(&parts).is_empty();
        let taken_back = takes_back.then(taken_back).filter(|_| !has(&parts, &["nothing", "nobody"]));
        return taken_back.or_else(|| of_names(&parts, copy));
    }
    if is_named && moods.contains(&Mood::Condition) {
        let said = "This seems to depend on something, and no order here holds a condition.";
        return Some(Remark::unread(said).hint("Write it without that when it is meant for now."));
    }
    let points_back = has(&parts, &["ditto", "likewise"]) || has(&parts, &["same"]) && parts.len() < MOST / 2;
    let points_there = has(&parts, &["it", "them", "there"]) && thing.is_some();
    if points_back && (is_named || !cities(&parts).is_empty()) || points_there {
        let said = "This points to something that stands elsewhere, and an order says itself what it is for.";
        return Some(Remark::unread(said).hint("Write it whole: what, how many and where."));
    }
    if let Some(remark) = of_men(&parts) {
        return Some(remark);
    }
    let forces = of_forces(&parts, copy.text.contains('>'), copy.line);
    // "Indiana to furnish 3 more regiments" counts something, and names no ship.
    let counts = thing.is_some() && !numbers(&parts).is_empty() && !names_some_of_a_kind(&parts);
    let named = || if counts { None } else { of_names(&parts, copy) };
    forces.or_else(named).or_else(|| of_things(&parts, thing?))
}

/// What may be taken off again beside what is counted.
const OTHER_THINGS: &[&str] =
    &["blockade", "loan", "greenback", "order", "vote", "station", "command", "purchase", "fortification", "work"];

/// "Take the gunboats off again", "No. 2 is off", "forget the blockade".
fn takes_off(parts: &[Part]) -> bool {
    let is_off = has(parts, &["off"]) && has(parts, &["take", "call", "called", "is", "are"]);
    let goes_out = has(parts, &["forget", "drop", "scrap", "withdraw", "cancel"]) && has(parts, &["the", "my", "our"]);
    is_off && !has(parts, &["station", "to", "at"]) && forces(parts).is_empty() || goes_out
}

/// "All gunboats but USGB2": which they are an order says one by one.
fn all_but_some(parts: &[Part]) -> Option<Remark> {
    let but = parts.iter().position(|part| is_one_of(part, &["but", "except", "save", "excepted"]))?;
    let is_of_all = parts[..but].iter().any(|part| is_one_of(part, &["all", "every", "everybody", "everyone", "both"]));
    let is_of_ships = has(parts, KINDS) || !forces(&parts[but..]).is_empty();
    (is_of_all && is_of_ships && !has(parts, &["rifle", "supply"])).then(which)
}

/// "Three gunboats proceed to Paducah", "the frigate at Boston": some of a kind, and not which.
fn names_some_of_a_kind(parts: &[Part]) -> bool {
    let is_deed = |part: &Part| is_one_of(part, GOING);
    let kind = parts.iter().position(|part| is_one_of(part, KINDS));
    kind.is_some_and(|at| at < 4 && parts[at + 1..].iter().take(5).any(is_deed))
}

/// What ships and units do that are there, and nothing that is built or raised does.
#[rustfmt::skip]
const GOING: &[&str] = &[
    "steam", "sail", "go", "goe", "move", "proceed", "bombard", "shell", "evade", "engage", "pursue", "retreat", "withdraw", "march", "rides", "take", "leave", "head", "cross", "crosse", "return",
    "come", "advance", "attack", "hold", "stay", "blockade", "raid", "entrain", "depart",
];

/// Which ships and units are meant is not said.
fn which() -> Remark {
    Remark::unread("It is not said which ships or units this is for.")
        .hint("Name each by side, kind and number, as reports do: USGB2 move to Cairo, march US1IN to Manassas.")
}

/// A change of what is on file by an order that would come beside it.
pub(super) fn changed() -> Remark {
    Remark::unread("This changes what was ordered before, and an order of this kind comes beside those on file.")
        .hint("CANCEL and the number of the old order takes that off, and STATUS shows the numbers; then write the new one whole.")
}

/// "1000 men for Cleveland": men by their number, where regiments are raised.
fn of_men(parts: &[Part]) -> Option<Remark> {
    let ([_], [city], true) = (&numbers(parts)[..], &cities(parts)[..], forces(parts).is_empty()) else { return None };
    let is_of_men = has(parts, &["men", "soldier", "troop"]) && !has(parts, &["regiment", "battery", "crew"]);
    let city = city.first().filter(|_| is_of_men)?;
    let said = "Men are raised as regiments and batteries, not by their number.";
    Some(Remark::unread(said).hint(format!("Write, for example: raise 2 infantry regiments in {city}.")))
}

/// What ships and units are told to do.
#[rustfmt::skip]
const DEEDS: &[&str] = &[
    "steam", "sail", "go", "goe", "move", "proceed", "bombard", "shell", "evade", "accept", "engage", "pursue", "chase", "follow", "retreat", "withdraw", "retire", "fall", "hold", "stay",
    "anchor", "run", "running", "lie", "march", "rides", "halt", "attack", "break", "to", "up", "down", "land", "landing", "wait",
    "sit", "ram", "patrol", "cover", "chasing", "raid",
];

/// Who is meant where nobody is named: "they", "both".
const THEY: &[&str] = &["they", "it", "she", "he", "both", "all", "either", "each", "i", "we", "everybody", "everyone"];

/// Ships by their kind alone: "the ram".
#[rustfmt::skip]
const KINDS: &[&str] = &[
    "ironclad", "gunboat", "ram", "ship", "boat", "transport", "steamer", "fleet", "squadron", "flotilla", "frigate", "sloop", "brigade", "unit", "division", "army",
];

/// A ship by a name that it has not here, or by none: "The Tyler steams to Cairo", "both stay", "run away downstream if whipped".
fn of_names(parts: &[Part], copy: &Copy<'_>) -> Option<Remark> {
    let is_small = |part: &&Part| {
        matches!(part, Part::Word(word) if ["the", "if", "my", "and", "no", "so", "then"].contains(&word.as_str()))
            || **part == Part::Break
    };
    let own: Vec<&Part> = parts.iter().skip_while(is_small).collect();
    let is_deed = |part: &Part| matches!(part, Part::Word(word) if DEEDS.contains(&word.as_str()));
    let is_place = |part: &Part| matches!(part, Part::City(_) | Part::Square(_));
    let is_named = |part: &Part| match part {
        Part::Word(word) => {
            !is_known(word)
                && !is_deed(part)
                && copy
                    .line
                    .split(|sign: char| !sign.is_alphabetic())
                    .any(|typed| typed.starts_with(char::is_uppercase) && typed.to_lowercase().starts_with(word))
        }
        Part::City(_) | Part::State(_) => true,
        _ => false,
    };
    let first = *own.first()?;
    let said = |what: &str| {
        Remark::unread(what)
            .hint("Name each ship or unit by side, kind and number, as reports do: USGB2 move to Cairo.")
    };
    // "Take Paducah."
    if is_one_of(first, &["take", "seize", "occupy"]) && own.get(1).is_some_and(|part| is_place(part)) {
        return Some(said("It is not said which units this is for."));
    }
    let is_they = matches!(first, Part::Word(word) if THEY.contains(&word.as_str()));
    if is_they || is_deed(first) && !is_one_of(first, &["to", "up", "down", "go", "move"]) {
        // "I think that we hold too much" is talk.
        let deeds = own.iter().take(10).any(|part| is_deed(part));
        let is_ours = is_they && matches!(first, Part::Word(word) if ["i", "we"].contains(&word.as_str()));
        return (deeds && !is_ours).then(|| said("It is not said which ships or units this is for."));
    }
    let names_a_kind = own.iter().take(4).any(|part| is_one_of(part, KINDS));
    let goes = own.iter().skip(1).take(5).any(|part| is_deed(part));
    if names_a_kind && goes && numbers(parts).is_empty() || names_some_of_a_kind(parts) {
        return Some(which());
    }
    let subject = own.iter().take_while(|part| is_named(part) || matches!(part, Part::Break)).count();
    let verb = own.get(subject)?;
    let leads = own[subject..].iter().any(|part| is_place(part)) || copy.text.contains('>');
    let is_told = is_deed(verb) || copy.text.contains('>') || own[subject..].iter().take(3).any(|part| is_deed(part));
    (subject > 0
        && is_told
        && (leads
            || is_one_of(verb, &["accept", "evade", "engage", "bombard", "pursue", "follow", "fall", "stay", "hold"])))
    .then(|| said("Ships have no names here."))
}

/// A word of a line as it is written there, and not without its ending.
fn as_typed<'l>(line: &'l str, word: &'l str) -> &'l str {
    let mut typed = line.split(|sign: char| !sign.is_alphabetic());
    let is_it =
        |typed: &&str| typed.to_lowercase().strip_prefix(word).is_some_and(|rest| ["", "s", "es"].contains(&rest));
    typed.find(is_it).unwrap_or(word)
}

fn is_one_of(part: &Part, words: &[&str]) -> bool {
    matches!(part, Part::Word(word) if words.contains(&word.as_str()))
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
    let takes_back = has(parts, &["take", "withdraw", "retract"]) && has(parts, &["back", "withdraw", "retract"]);
    if takes_back && has(parts, &["vote", "ballot"]) {
        let said = "A vote that was cast is not taken back; it may be changed.";
        return Some(Remark::unread(said).hint(format!("Write, for example: vote {} no.", bill.unwrap_or(3))));
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
fn of_forces(parts: &[Part], is_arrow: bool, line: &str) -> Option<Remark> {
    let (name, is_ship) = *forces(parts).first()?;
    let says_more = is_arrow
        || parts.iter().any(|part| matches!(part, Part::Word(_)))
        || forces(parts).len() > 1 && !cities(parts).is_empty();
    if !says_more || has(parts, &["nothing"]) {
        return None;
    }
    // What it is to do was said, and in words that no order has.
    let strange = parts.iter().find_map(|part| match part {
        Part::Word(word) if !is_known(word) && !is_known(&format!("{word}s")) => Some(word),
        _ => None,
    });
    let remark = Remark::unread(match strange {
        Some(word) => {
            let word = as_typed(line, word);
            format!("What {name} is to do is not understood: no order has the word {word:?}.")
        }
        None => format!("It is not understood what is to be done with {name}."),
    });
    const COMMANDING: &[&str] = &["command", "commander", "co", "xo", "deputy", "give", "hand", "turn"];
    if has(parts, CARRYING) {
        return Some(carries_nothing());
    }
    Some(match (has(parts, COMMANDING), is_ship) {
        (true, _) => remark.hint(who_commands(name)),
        (false, true) if is_of_the_sea(name) => remark.hint(format!(
            "For example: station {name} off Mobile to blockade, {name} raid commerce, return {name} to base, repair {name}."
        )),
        (false, true) => remark.hint(format!(
            "For example: {name} move to Cairo, {name} hold, {name} engage, {name} retreat upstream, repair {name}."
        )),
        (false, false) => remark.hint(format!(
            "For example: march {name} to Manassas, rail {name} to Baltimore, move {name} by river to Cairo, halt {name}."
        )),
    })
}

/// What transports would be told to do.
const CARRYING: &[&str] = &["carry", "carrie", "load", "unload", "embark", "ferry", "ferrie", "convoy", "tow"];

/// SLAG 5.13: groups of transports are kept, and nothing is done with them yet.
pub(super) fn carries_nothing() -> Remark {
    Remark::unread("Transports carry nothing yet: units that go by water find boats by themselves.")
        .hint("Along a river: move US12IN by river to Memphis.")
        .rule("5.13")
}

/// How it is said who commands a unit or ship: by seats, of which SEATS says who serves them.
pub(super) fn who_commands(name: &str) -> String {
    let side = if name.starts_with("CS") { "cs" } else { "us" };
    let rank = if is_ship(name) { "captain" } else { "general" };
    format!(
        "Who commands is named by his seat, and SEATS shows who serves which: command {name} CO {side}-{rank}-1 XO \
         {side}-{rank}-2."
    )
}

/// Whether this is a ship's name: "USGB1".
fn is_ship(name: &str) -> bool {
    name.ends_with(|sign: char| sign.is_ascii_digit())
}

/// Things that are counted or stand in a city, with nothing that is done.
fn of_things(parts: &[Part], example: &str) -> Option<Remark> {
    let is_meant = !numbers(parts).is_empty() || !cities(parts).is_empty() || has(parts, &["all", "every"]);
    let said = "This names what orders are given for, but no order that is understood.";
    is_meant.then(|| Remark::unread(said).hint(format!("Write, for example: {example}.")))
}
