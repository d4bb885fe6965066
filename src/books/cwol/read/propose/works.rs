//! What a clause may order of works, weapons and goods of every turn.

use super::forces::at_each;
use super::parts::{Part, cities, forces, has, is_one, numbers, square, tac};

/// Words of digging.
const DIGGING: &[&str] = &["fortify", "fort", "fortification", "entrench", "entrenchment", "dig", "work", "earthwork"];

/// The orders in canonical words.
pub(super) fn compose(parts: &[Part]) -> Vec<String> {
    let is_standing = has(parts, &["standing"])
        || has(parts, &["turn"]) && has(parts, &["every", "each", "per"])
        || has(parts, &["stop"]) && has(parts, &["supply", "store"])
        || has(parts, &["now"]) && has(parts, &["from"]) && has(parts, &["turn"]);
    if is_standing {
        return standing(parts);
    }
    if !forces(parts).is_empty() && has(parts, ARMS) {
        return upgrade(parts);
    }
    if has(parts, &["depot", "cache", "sd", "sc"]) {
        return depot(parts);
    }
    match has(parts, DIGGING) || has(parts, &["raze", "demolish"]) {
        true => fort(parts),
        false => bare_square(parts),
    }
}

/// A square alone, as below a head of depots.
fn bare_square(parts: &[Part]) -> Vec<String> {
    let is_small = |part: &Part| match part {
        Part::Square(_) | Part::Tac(_) | Part::Break => true,
        Part::Word(_) => is_one(part, &["at", "in", "also", "too", "please", "tac"]),
        _ => false,
    };
    if !parts.iter().all(is_small) || parts.iter().filter(|part| matches!(part, Part::Square(_))).count() != 1 {
        return Vec::new();
    }
    depot(parts)
}

/// Words of better weapons.
const ARMS: &[&str] = &["rifle", "rifled", "musket", "breechloader", "cannon", "gun", "arm", "weapon", "artillery"];

fn standing(parts: &[Part]) -> Vec<String> {
    let good = if has(parts, &["store"]) { "stores" } else { "supplies" };
    const FORWARDING: &[&str] = &[
        "forward",
        "forwarding",
        "forwarded",
        "send",
        "sending",
        "sent",
        "ship",
        "shipping",
        "shipped",
        "pass",
        "passed",
    ];
    const BUYING: &[&str] = &["buy", "buying", "bought", "purchase", "purchased", "purchasing", "procure", "procured"];
    let is_forward = |part: &Part| is_one(part, FORWARDING);
    let is_no_more = has(parts, &["no"]) && has(parts, &["more", "further", "longer"]);
    if is_no_more || has(parts, &["end", "stop", "cancel", "off", "over", "countermand", "cease", "discontinue"]) {
        let [city] = cities(parts)[..] else { return Vec::new() };
        return at_each(city, |city| format!("standing: buy 0 {good} at {city}"));
    }
    match (&cities(parts)[..], &numbers(parts)[..]) {
        ([city], [count]) => at_each(city, |city| format!("standing: buy {count} {good} at {city}")),
        ([[from], [to]], [count]) => {
            // "5 supplies at Baltimore each turn, and ship them on": bought first, and then forwarded.
            let place = |wanted: &dyn Fn(&Part) -> bool| parts.iter().position(wanted);
            let counted = place(&|part| matches!(part, Part::Number(_)));
            let is_shipped_on = counted < place(&is_forward) && has(parts, &["them"]);
            let is_bought = has(parts, BUYING) || is_shipped_on;
            // Of what is there already nothing is bought: where it comes from is said, or that it is sent first.
            let is_sent_alone = has(parts, &["from"]) || place(&is_forward) < counted && place(&is_forward).is_some();
            // "Five supplies at Atlanta every turn, send on to Dalton": how many are bought and how many sent is not said.
            if !is_bought && (counted < place(&is_forward) || has(parts, &["at", "in"]) && !is_sent_alone) {
                return Vec::new();
            }
            let first = if is_bought { *count } else { 0 };
            vec![format!("standing: buy {first} {good} at {from}, forward {count} to {to}")]
        }
        ([[from], [to]], [bought, sent]) if parts.iter().any(is_forward) => {
            vec![format!("standing: buy {bought} {good} at {from}, forward {sent} to {to}")]
        }
        _ => Vec::new(),
    }
}

fn upgrade(parts: &[Part]) -> Vec<String> {
    let is_cannon = has(parts, &["cannon", "gun", "artillery"]);
    let has_arms = has(parts, &["rifle", "musket", "breechloader", "arm"]);
    let each = forces(parts).into_iter().map(|(name, _)| {
        let arms = if name.ends_with("CV") { "breechloaders" } else { "rifles" };
        match (has_arms, is_cannon) {
            (true, true) => Some(format!("upgrade {name} with {arms} and rifled cannon")),
            (true, false) => Some(format!("upgrade {name} with {arms}")),
            (false, true) => Some(format!("upgrade {name} with rifled cannon")),
            (false, false) => None,
        }
    });
    each.flatten().collect()
}

fn depot(parts: &[Part]) -> Vec<String> {
    let what = if has(parts, &["cache", "sc"]) { "cache" } else { "depot" };
    let places = match (square(parts), &cities(parts)[..]) {
        (Some(square), _) => vec![square.to_owned()],
        (None, [city]) => city.to_vec(),
        _ => return Vec::new(),
    };
    const CLOSING: &[&str] = &[
        "remove",
        "removed",
        "dismantle",
        "dismantled",
        "close",
        "closed",
        "abandon",
        "abandoned",
        "pull",
        "scrap",
        "give",
        "given",
        "drop",
    ];
    if has(parts, CLOSING) {
        return at_each(&places, |place| format!("remove {what} at {place}"));
    }
    let tac = tac(parts).map(|tac| format!(" {tac}")).unwrap_or_default();
    at_each(&places, |place| format!("build {what} at {place}{tac}"))
}

fn fort(parts: &[Part]) -> Vec<String> {
    const WAYS: [(&[&str], &str); 8] = [
        (&["northwest", "nw"], "NW"),
        (&["northeast", "ne"], "NE"),
        (&["southwest", "sw"], "SW"),
        (&["southeast", "se"], "SE"),
        (&["north", "n"], "N"),
        (&["east", "e"], "E"),
        (&["south", "s"], "S"),
        (&["west", "w"], "W"),
    ];
    let ways = || WAYS.iter().filter(|(words, _)| has(parts, words)).map(|(_, way)| *way);
    let by = forces(parts).first().map(|(name, _)| *name);
    let spot = square(parts).zip(tac(parts)).map(|(square, tac)| format!(" {square} {tac}"));
    if has(parts, &["raze", "demolish", "tear", "remove", "dismantle"]) {
        return spot.iter().flat_map(|spot| ways().map(move |way| format!("raze{spot} facing {way}"))).collect();
    }
    let in_city = match cities(parts)[..] {
        // Who names the unit that digs as well digs where it is.
        [[city]] if spot.is_none() && (has(parts, &["city"]) || by.is_some()) => Some(format!(" {city} city")),
        _ => None,
    };
    let spot = spot.or(in_city);
    if spot.is_none() && by.is_none() {
        return Vec::new();
    }
    let level = parts.windows(2).find_map(|pair| match pair {
        [level, Part::Number(number)] if is_one(level, &["level", "lvl"]) => Some(format!(" level {number}")),
        _ => None,
    });
    let by = by.map(|name| format!(" by {name}"));
    let [spot, level, by] = [spot, level, by].map(Option::unwrap_or_default);
    ways().map(|way| format!("fortify{spot}{level} facing {way}{by}")).collect()
}
