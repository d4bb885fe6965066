//! What a clause may order of the units and ships that it names.

use super::parts::{Part, cities, count_of, forces, has, is_one, numbers, one_number, whose};

/// The orders in canonical words.
pub(super) fn compose(parts: &[Part]) -> Vec<String> {
    let named = forces(parts);
    let Some((first, is_ship)) = named.first().copied() else { return Vec::new() };
    let each = |verb: &str| named.iter().map(|(name, _)| format!("{verb} {name}")).collect::<Vec<_>>();
    let is_men = has(parts, &["crew", "men", "sailor", "crewmen", "hand", "seamen"]);
    let is_pieces = has(parts, &["regiment", "battery"]);
    if is_men && is_ship && numbers(parts).len() == named.len() && named.len() > 1 {
        return crews_of_each(parts);
    }
    // "Run past the batteries to New Madrid": ships have none.
    if is_pieces && is_ship {
        return Vec::new();
    }
    let gives = parts.windows(2).any(|pair| is_one(&pair[0], &["from", "of"]) && matches!(pair[1], Part::Force { .. }));
    if let [(from, _), (to, _)] = named[..] {
        return match (is_pieces, is_men && is_ship) {
            (true, _) if !cities(parts).is_empty() && !is_ship && !gives => added_to_each(parts),
            (true, _) => {
                pieces(parts).map(|(count, what)| format!("transfer {count} {what} from {from} to {to}")).collect()
            }
            (false, true) => {
                one_number(parts).map(|men| format!("transfer {men} crew from {from} to {to}")).into_iter().collect()
            }
            (false, false) => merged_or_each(parts, (from, to), is_ship, each),
        };
    }
    if is_pieces && named.len() > 1 {
        return added_to_each(parts);
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

/// "Add 1 regiment at New York to US1IN and US2IN": to the one, or to the other.
fn added_to_each(parts: &[Part]) -> Vec<String> {
    let [city] = cities(parts)[..] else { return Vec::new() };
    let adds = |(count, what): (u32, &str)| {
        let each = forces(parts).into_iter();
        each.flat_map(|(name, _)| at_each(city, |city| format!("add {count} {what} at {city} to {name}")))
            .collect::<Vec<_>>()
    };
    pieces(parts).flat_map(adds).collect()
}

/// "10 men to SL3, 15 to SL4": each number with the ship behind it.
fn crews_of_each(parts: &[Part]) -> Vec<String> {
    let (mut orders, mut waiting) = (Vec::new(), None);
    for part in parts {
        match part {
            Part::Number(men) => waiting = Some(*men),
            Part::Force { name, .. } => orders.extend(waiting.take().map(|men| format!("add {men} crew to {name}"))),
            _ => {}
        }
    }
    orders
}

/// A merger where its words say so, else what is done with each of two.
fn merged_or_each(
    parts: &[Part],
    (from, to): (&str, &str),
    is_ship: bool,
    each: impl Fn(&str) -> Vec<String>,
) -> Vec<String> {
    const MERGING: &[&str] = &["merge", "fold", "join", "combine", "absorb", "merging", "joining", "attach"];
    // "CS2IN joins CS1IN at Richmond" marches there, and a unit that is merged is gone.
    let meets =
        parts.windows(2).any(|pair| matches!(pair, [Part::Force { .. }, next] if is_one(next, &["join", "joining"])));
    if meets && !cities(parts).is_empty() && !has(parts, &["into", "merge", "combine", "absorb"]) {
        return Vec::new();
    }
    // "US7CV goes into US8CV".
    let goes_into = has(parts, &["into"]) && has(parts, &["go", "goe", "put"]);
    if !has(parts, MERGING) && !goes_into {
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
    // "Break off after round 2" is of a fight.
    if has(parts, &["round"]) {
        return Vec::new();
    }
    let commanded = command(parts);
    if !commanded.is_empty() || has(parts, &["command", "co", "charge"]) {
        return commanded;
    }
    if has(
        parts,
        &[
            "disband",
            "disbanded",
            "muster",
            "mustered",
            "break",
            "dissolve",
            "dissolved",
            "scuttle",
            "scuttled",
            "sink",
            "blow",
        ],
    ) {
        let is_group = is_ship && forces(parts)[0].0.trim_start_matches(['U', 'C', 'S']).starts_with(['T', 'R']);
        return each(if is_ship && !is_group { "scuttle" } else { "disband" });
    }
    let is_service = has(parts, &["service", "commission", "duty"]);
    let is_out = has(parts, &["out", "off"]);
    const WAKING: &[&str] =
        &["activate", "activated", "reactivate", "reactivated", "active", "call", "called", "recall", "wake", "rouse"];
    if has(parts, WAKING) || is_service && !is_out && has(parts, &["back", "into", "in", "return", "to"]) {
        return each("activate");
    }
    #[rustfmt::skip]
    const RESTING: &[&str] = &[
        "inactivate", "inactivated", "inactive", "deactivate", "deactivated", "lay", "laid", "mothball", "mothballed", "ordinary", "rest", "decommission", "decommissioned",
    ];
    if has(parts, RESTING) || is_service && is_out {
        return each("inactivate");
    }
    // "4MI: off" may be either.
    if has(parts, &["off", "home", "away"]) && parts.iter().all(is_small) {
        return [each("inactivate"), each("disband")].concat();
    }
    if has(parts, &["repair", "mend", "refit", "fix"]) {
        return each("repair");
    }
    let is_home_port =
        |pair: &[Part]| is_one(&pair[0], &["home"]) && is_one(&pair[1], &["port"]) && !cities(parts).is_empty();
    if has(parts, &["base", "based"]) || parts.windows(2).any(is_home_port) {
        let cities_named = cities(parts);
        let names = forces(parts);
        if names.len() > 1 && names.len() == cities_named.len() {
            let pairs = names.iter().zip(cities_named);
            return pairs
                .flat_map(|((name, _), city)| at_each(city, |city| format!("base {name} at {city}")))
                .collect();
        }
        let [city] = cities(parts)[..] else { return Vec::new() };
        return each("base").iter().flat_map(|base| at_each(city, |city| format!("{base} at {city}"))).collect();
    }
    if has(parts, &["destroy", "burn", "cancel"]) {
        let [city] = cities(parts)[..] else { return Vec::new() };
        return at_each(city, |city| format!("{} destroy builds at {city}", each("").concat().trim()));
    }
    // "USGB2 stays and guards Memphis" is of the river, and of no commerce.
    let is_of_commerce = has(parts, &["commerce", "shipping", "trade", "merchant", "merchantmen"]);
    if has(parts, &["stay", "hold", "remain", "wait"]) && !is_of_commerce {
        return Vec::new();
    }
    mission(parts, each)
}

/// Units, and words that say nothing by themselves.
fn is_small(part: &Part) -> bool {
    match part {
        Part::Force { .. } | Part::Break => true,
        Part::Word(_) => {
            is_one(part, &["off", "home", "away", "send", "go", "turn", "to", "is", "are", "now", "please"])
        }
        _ => false,
    }
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

/// Who commands: the officers that are named by rank and number, in their order. A lone deputy leaves his chief unsaid.
fn command(parts: &[Part]) -> Vec<String> {
    const RANKS: &[&str] = &["general", "captain"];
    let names = forces(parts);
    let side_of =
        |text: &str| ["US", "CS"].into_iter().find(|side| text.get(..2) == Some(*side)).map(str::to_ascii_lowercase);
    let of_force = names.first().and_then(|(name, _)| side_of(name));
    let mut officers: Vec<String> = Vec::new();
    for (at, pair) in parts.windows(2).enumerate() {
        let [rank @ Part::Word(word), Part::Number(number)] = pair else { continue };
        // "Takes it over from General 1".
        let is_former = at.checked_sub(1).is_some_and(|before| is_one(&parts[before], &["from"]));
        if !is_one(rank, RANKS) || is_former {
            continue;
        }
        let said = at.checked_sub(1).and_then(|before| match &parts[before] {
            Part::Word(side) if side == "us" || side == "cs" => Some(side.clone()),
            _ => None,
        });
        let Some(side) = said.or_else(|| of_force.clone()) else { return Vec::new() };
        officers.push(format!("{side}-{word}-{number}"));
    }
    let is_deputy = has(parts, &["xo", "deputy", "second"]);
    let each = |under: String| names.iter().map(|(name, _)| format!("command {name} {under}")).collect();
    const RELIEVING: &[&str] = &["relieve", "relieved", "replace", "replaced", "succeed", "succeeded"];
    match &officers[..] {
        // The one who is relieved commands no longer.
        [one, other] if has(parts, RELIEVING) => each(format!("CO {}", if has(parts, &["by"]) { other } else { one })),
        [commander] if !is_deputy => each(format!("CO {commander}")),
        [commander, deputy] if names.len() < 2 => each(format!("CO {commander} XO {deputy}")),
        _ => Vec::new(),
    }
}

/// Regiments and batteries as they are counted; "a regiment" is one.
fn pieces(parts: &[Part]) -> impl Iterator<Item = (u32, &'static str)> {
    let counted = numbers(parts);
    let regiment = parts.iter().position(|part| is_one(part, &["regiment"]));
    let battery = parts.iter().position(|part| is_one(part, &["battery"]));
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

/// The last count before a piece.
fn parts_before(parts: &[Part], at: usize) -> Option<u32> {
    parts[..at].iter().rev().find_map(count_of)
}

/// One order for each city that a name may mean.
pub(super) fn at_each(cities: &[String], order: impl Fn(&str) -> String) -> Vec<String> {
    cities.iter().map(|city| order(city)).collect()
}
