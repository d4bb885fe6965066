//! What a clause may order of the units and ships that it names.

use super::parts::{Part, cities, forces, has, is_one, numbers, one_number, whose};

/// The orders in canonical words.
pub(super) fn compose(parts: &[Part]) -> Vec<String> {
    let named = forces(parts);
    let Some((first, is_ship)) = named.first().copied() else { return Vec::new() };
    let each = |verb: &str| named.iter().map(|(name, _)| format!("{verb} {name}")).collect::<Vec<_>>();
    let is_men = has(parts, &["crew", "men", "sailor", "crewmen", "hand", "seamen"]);
    let is_pieces = has(parts, &["regiment", "regt", "battery", "bty", "rgt"]);
    if let [(from, _), (to, _)] = named[..] {
        return match (is_pieces, is_men && is_ship) {
            (true, _) => {
                pieces(parts).map(|(count, what)| format!("transfer {count} {what} from {from} to {to}")).collect()
            }
            (false, true) => {
                one_number(parts).map(|men| format!("transfer {men} crew from {from} to {to}")).into_iter().collect()
            }
            (false, false) => merged_or_each(parts, (from, to), is_ship, each),
        };
    }
    if is_pieces {
        let [city] = cities(parts)[..] else { return Vec::new() };
        return pieces(parts)
            .flat_map(|(count, what)| at_each(city, |city| format!("add {count} {what} at {city} to {first}")))
            .collect();
    }
    if is_men && is_ship {
        return one_number(parts).map(|men| format!("add {men} crew to {first}{}", whose(parts))).into_iter().collect();
    }
    of_each(parts, is_ship, each)
}

/// A merger where its words say so, else what is done with each of two.
fn merged_or_each(
    parts: &[Part],
    (from, to): (&str, &str),
    is_ship: bool,
    each: impl Fn(&str) -> Vec<String>,
) -> Vec<String> {
    const MERGING: &[&str] = &["merge", "fold", "join", "combine", "absorb", "merging", "joining", "attach"];
    if !has(parts, MERGING) {
        return of_each(parts, is_ship, each);
    }
    let into = |one: &str, other: &str| format!("merge {one} into {other}");
    let stays = parts.windows(2).find_map(|pair| match pair {
        [Part::Force { name, .. }, next] if is_one(next, &["stay", "remain", "keep"]) => Some(name.as_str()),
        _ => None,
    });
    let is_said = has(parts, &["into", "to", "in"]) || has(parts, &["join"]) && !parts.contains(&Part::Break);
    match stays {
        Some(left) if left == from => vec![into(to, from)],
        None if !is_said => vec![into(from, to), into(to, from)],
        _ => vec![into(from, to)],
    }
}

/// What is done with each that is named.
fn of_each(parts: &[Part], is_ship: bool, each: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    if has(parts, &["command", "commander", "co"]) || has(parts, &["general", "captain"]) {
        return command(parts);
    }
    if has(parts, &["disband", "muster", "mustered", "break", "dissolve", "scuttle", "sink", "blow"]) {
        let is_group = is_ship && forces(parts)[0].0.trim_start_matches(['U', 'C', 'S']).starts_with(['T', 'R']);
        return each(if is_ship && !is_group { "scuttle" } else { "disband" });
    }
    if has(parts, &["activate", "reactivate", "active", "call", "called", "recall"]) {
        return each("activate");
    }
    const RESTING: &[&str] = &["inactivate", "inactive", "deactivate", "lay", "laid", "mothball", "ordinary", "rest"];
    if has(parts, RESTING) {
        return each("inactivate");
    }
    if has(parts, &["repair", "mend", "refit"]) {
        return each("repair");
    }
    if has(parts, &["base", "based"]) {
        let [city] = cities(parts)[..] else { return Vec::new() };
        return at_each(city, |city| format!("{} at {city}", each("base").concat()));
    }
    if has(parts, &["destroy", "burn", "cancel"]) {
        let [city] = cities(parts)[..] else { return Vec::new() };
        return at_each(city, |city| format!("{} destroy builds at {city}", each("").concat().trim()));
    }
    mission(parts, each)
}

/// What ships do to commerce.
fn mission(parts: &[Part], each: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    const MISSIONS: [(&[&str], &str); 3] = [
        (&["raid", "raiding", "raider"], "raid"),
        (&["protect", "protecting", "guard", "escort"], "protect"),
        (&["ignore", "ignoring"], "ignore"),
    ];
    let Some((_, mission)) = MISSIONS.iter().find(|(words, _)| has(parts, words)) else { return Vec::new() };
    let off = match cities(parts)[..] {
        [[city]] => format!(" off {city}"),
        _ => String::new(),
    };
    each("").iter().map(|name| format!("{} {mission} commerce{off}", name.trim())).collect()
}

/// Who commands: the officers that are named by rank and number, in their order.
fn command(parts: &[Part]) -> Vec<String> {
    let Some(name) = forces(parts).first().map(|(name, _)| *name) else { return Vec::new() };
    let side = name.get(..2).filter(|side| ["US", "CS"].contains(side)).map(str::to_ascii_lowercase);
    let Some(side) = side else { return Vec::new() };
    let officers: Vec<String> = parts
        .windows(2)
        .filter_map(|pair| match pair {
            [Part::Word(rank), Part::Number(number)] if ["general", "captain"].contains(&rank.as_str()) => {
                Some(format!("{side}-{rank}-{number}"))
            }
            _ => None,
        })
        .collect();
    match &officers[..] {
        [commander] => vec![format!("command {name} CO {commander}")],
        [commander, deputy] => vec![format!("command {name} CO {commander} XO {deputy}")],
        _ => Vec::new(),
    }
}

/// Regiments and batteries as they are counted; "a regiment" is one.
fn pieces(parts: &[Part]) -> impl Iterator<Item = (u32, &'static str)> {
    let counted = numbers(parts);
    let regiment = parts.iter().position(|part| is_one(part, &["regiment", "regt", "rgt"]));
    let battery = parts.iter().position(|part| is_one(part, &["battery", "bty"]));
    let many = |count: u32, one: &'static str, more: &'static str| (count, if count == 1 { one } else { more });
    let before = move |at: usize| match (counted.len(), counted.first()) {
        (0, _) => Some(1),
        (1, Some(count)) => Some(*count),
        _ => parts_before(parts, at),
    };
    let regiments = regiment.and_then(&before).map(|count| many(count, "regiment", "regiments"));
    let batteries = battery.and_then(&before).map(|count| many(count, "battery", "batteries"));
    [regiments, batteries].into_iter().flatten().collect::<Vec<_>>().into_iter()
}

/// The last number before a piece.
fn parts_before(parts: &[Part], at: usize) -> Option<u32> {
    numbers(&parts[..at]).last().copied()
}

/// One order for each city that a name may mean.
pub(super) fn at_each(cities: &[String], order: impl Fn(&str) -> String) -> Vec<String> {
    cities.iter().map(|city| order(city)).collect()
}
