//! Words of a clause without whose counterpart an order says something else than the clause: what is abroad, on foot, of every turn, or
//! changes what is on file. An order that lacks it is never proposed.

use super::parts::{Part, cities, forces, has, is_one};

/// Words of what is bought beyond the sea.
pub(super) const ABROAD: &[&str] = &["europe", "abroad", "oversea", "england", "britain", "france", "liverpool"];

/// Words of regiments and of what consists of them.
const OF_REGIMENTS: &[&str] =
    &["regiment", "battery", "infantry", "inf", "cavalry", "cav", "militia", "brigade", "artillery"];

/// Words of goods.
const OF_GOODS: &[&str] = &["supply", "store", "standing"];

/// Words that change what was ordered before.
#[rustfmt::skip]
const CHANGING: &[&str] = &[
    "change", "changed", "changing", "replace", "replaced", "swap", "alter", "altered", "amend", "amended", "revise", "revised", "adjust", "halve", "double", "correct", "substitute",
];

/// Verbs that change a number that is named with "to": "reduce the loan to 500".
const SCALING: &[&str] = &["reduce", "reduced", "lower", "lowered", "cut", "increase", "increased", "bring", "up"];

/// What of the whole is changed where it is "made" something: "make the loan 3000".
const ALREADY_ORDERED: &[&str] = &["the", "that", "it", "those", "them", "my", "our"];

/// First words of orders each of which comes beside those on file, so that one with another number takes none off.
#[rustfmt::skip]
const ADDING: &[&str] = &[
    "borrow", "print", "raise", "build", "buy", "charter", "add", "transfer", "upgrade", "fortify", "rising", "disband", "scuttle", "merge",
];

/// Words behind which a place is named that is left.
const LEFT: &[&str] = &["from", "leave", "leaving", "depart", "departing", "quit", "quitting", "vacate", "evacuate"];

/// Words behind which a place is named where it is halted on the way.
const HALTED: &[&str] = &["stopping", "pausing", "resting", "calling"];

/// Whether a place is left or passed, by the words before it.
pub(super) fn is_left(parts: &[Part], at: usize) -> bool {
    is_behind(parts, at, LEFT) || is_behind(parts, at, HALTED)
}

fn is_behind(parts: &[Part], at: usize, words: &[&str]) -> bool {
    const SMALL: &[&str] = &["the", "at", "in", "off", "out", "of", "city", "port", "square"];
    let before = parts[..at].iter().rev().find(|part| !is_one(part, SMALL));
    before.is_some_and(|part| is_one(part, words))
}

/// Whether a place is where what is named stands before it goes: "from Cairo", "Cairo to St. Louis", "US1IN (Cairo) to St. Louis".
pub(super) fn is_whence(parts: &[Part], at: usize) -> bool {
    let is_place = |part: &Part| matches!(part, Part::City(_) | Part::Square(_));
    let goes_elsewhere = parts[at + 1..].iter().any(is_place);
    let is_beside = match at.checked_sub(1).map(|before| &parts[before]) {
        Some(Part::Force { .. }) => true,
        Some(word) => {
            is_one(word, &["at", "in"]) && at > 1 && matches!(parts[at - 2], Part::Force { .. } | Part::Break)
        }
        None => false,
    };
    // "The threat from Washington being what it is, CS4IN ...": what is said before anybody is named is of none of them.
    let is_of_named = at < 3 || !forces(&parts[..at]).is_empty();
    is_of_named && (is_behind(parts, at, LEFT) || is_start(parts, at)) || is_beside && goes_elsewhere
}

/// Whether orders in the words of a clause name each unit, each ship and each place of it: a part of them is something else.
pub(super) fn name_all(parts: &[Part], orders: &[String]) -> bool {
    let names = |name: &str| orders.iter().any(|order| is_named(order, name));
    let has_force = !forces(parts).is_empty();
    let is_alone = cities(parts).len() < 2 && !orders.iter().all(|order| names_no_place(order));
    let is_where_it_is = |at: usize| {
        let before = at.checked_sub(1).map(|at| &parts[at]);
        let is_at = before.is_none_or(|part| is_one(part, &["at", "in", "near", "of"]));
        // "US1IN (New York) to Baltimore".
        let is_beside = matches!(before, Some(Part::Force { .. })) && !cities(&parts[at + 1..]).is_empty();
        has_force && !is_alone && (is_at || is_beside)
    };
    let is_by_river = orders.iter().all(|order| order.contains(" by river "));
    let own_side = forces(parts).first().map_or("", |(name, _)| side_of(name));
    let is_enemy = |name: &str| !own_side.is_empty() && !side_of(name).is_empty() && side_of(name) != own_side;
    parts.iter().enumerate().all(|(at, part)| match part {
        // Units take boats by themselves: "USGB1 ferries US1IN to Cairo".
        Part::Force { name, is_ship } => names(name) || is_enemy(name) || *is_ship && is_by_river,
        Part::City(cities) => {
            cities.iter().any(|city| names(city))
                || is_left(parts, at)
                || is_start(parts, at)
                || is_passed(parts, at)
                || is_where_it_is(at)
        }
        _ => true,
    })
}

/// "Cairo to St. Louis": where a way begins.
fn is_start(parts: &[Part], at: usize) -> bool {
    let goes_on = parts.get(at + 1).is_some_and(|next| is_one(next, &["to"]));
    goes_on && matches!(parts.get(at + 2), Some(Part::City(_)))
}

fn side_of(name: &str) -> &str {
    ["US", "CS"].into_iter().find(|side| name.starts_with(side)).unwrap_or("")
}

/// Whether a place is on the way, or has the guns that are run past.
fn is_passed(parts: &[Part], at: usize) -> bool {
    const PASSED: &[&str] = &["via", "through", "over", "past", "by"];
    const GUNS: &[&str] = &["gun", "battery", "fort", "work", "way"];
    let before = |back: usize| at.checked_sub(back).map(|at| &parts[at]);
    let is = |back: usize, words: &[&str]| before(back).is_some_and(|part| is_one(part, words));
    is(1, PASSED) || is(1, &["at", "of", "on"]) && is(2, GUNS)
}

/// Whether an order of units or ships holds no place: what is named beside them is where they are.
fn names_no_place(order: &str) -> bool {
    const VERBS: &[&str] = &[
        "halt",
        "inactivate",
        "activate",
        "disband",
        "scuttle",
        "repair",
        "merge",
        "command",
        "upgrade",
        "transfer",
        "return",
    ];
    const DEEDS: &[&str] =
        &[" hold", " engage", " evade", " accept", " pursue", " bombard ", " retreat upstream", " retreat downstream"];
    VERBS.iter().any(|verb| order.split(' ').next() == Some(*verb)) || DEEDS.iter().any(|deed| order.contains(deed))
}

/// Whether an order has this name, and no longer one.
fn is_named(order: &str, name: &str) -> bool {
    let is_end = |sign: Option<char>| !sign.is_some_and(char::is_alphanumeric);
    order
        .match_indices(name)
        .any(|(at, _)| is_end(order[..at].chars().next_back()) && is_end(order[at + name.len()..].chars().next()))
}

/// Whether a clause says of an order what it does not hold, so that it would be the contrary or another order.
pub(super) fn is_contrary(parts: &[Part], order: &str) -> bool {
    let order = order.rsplit(": ").next().filter(|_| order.starts_with("as ")).unwrap_or(order);
    let begins = |verbs: &[&str]| verbs.iter().any(|verb| order.split(' ').next() == Some(*verb));
    let is_of_ships = begins(&["build"]) && !order.contains(" in Europe ");
    let is_every_turn = order.starts_with("standing: ");
    let says_every_turn =
        parts.windows(2).any(|pair| is_one(&pair[0], &["every", "each", "per"]) && is_one(&pair[1], &["turn"]));
    let is_afoot = !forces(parts).is_empty() && has(parts, &["foot", "afoot", "overland"]);
    is_of_ships && has(parts, ABROAD)
        || (is_every_turn || begins(&["buy"])) && has(parts, OF_REGIMENTS) && !has(parts, OF_GOODS)
        || says_every_turn && !is_every_turn
        || is_afoot && (begins(&["rail"]) || order.contains(" by river "))
        || order.starts_with("move ") && forces(parts).is_empty() && changes_by(parts)
        || order.contains(" XO ") && has(parts, &["relieve", "relieved", "replace", "replaced", "succeed", "succeeded"])
}

/// "Lower the tax by 2": the number is of the change, and a bill sets the rate itself.
fn changes_by(parts: &[Part]) -> bool {
    parts.windows(2).any(|pair| is_one(&pair[0], &["by"]) && matches!(pair[1], Part::Number(_)))
}

/// Whether a line changes what is on file, and an order would come beside that, or sets a rate where the line names the change of it.
pub(super) fn adds_to_what_it_changes(parts: &[Part], order: &str) -> bool {
    let order = order.rsplit(": ").next().filter(|_| order.starts_with("as ")).unwrap_or(order);
    let adds = ADDING.iter().any(|verb| order.split(' ').next() == Some(*verb));
    adds && changes(parts) || order.starts_with("move ") && forces(parts).is_empty() && changes_by(parts)
}

/// Whether the words of a line change something: "borrow 3000 instead", "reduce the loan to 500", "make the 2 GB at Cairo 3".
pub(in super::super) fn changes(parts: &[Part]) -> bool {
    let at = |words: &[&str]| parts.iter().position(|part| is_one(part, words));
    let to_number = parts.windows(2).any(|pair| is_one(&pair[0], &["to"]) && matches!(pair[1], Part::Number(_)));
    let scales = at(SCALING).is_some_and(|at| parts.get(at + 1).is_some_and(|next| is_one(next, ALREADY_ORDERED)));
    let makes = |pair: &[Part]| is_one(&pair[0], &["make", "making"]) && is_one(&pair[1], ALREADY_ORDERED);
    let in_place = |pair: &[Part]| is_one(&pair[0], &["place"]) && is_one(&pair[1], &["of"]);
    // "Instead 2 RI at St Louis" says all of what it orders.
    let is_instead = at(&["instead"]).is_some_and(|at| at > 0);
    has(parts, CHANGING)
        || is_instead
        || scales && to_number
        || parts.windows(2).any(|pair| makes(pair) || in_place(pair))
}
