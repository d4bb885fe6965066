//! What a clause may order that money is spent on: regiments, units, headquarters, ships, goods, loans.

use super::super::super::side::Arm;
use super::forces::at_each;
use super::items::{Item, items};
use super::parts::{Family, Part, cities, count_of, forces, has, is_one, numbers, one_number, square, whose};

/// The orders in canonical words.
pub(super) fn compose(parts: &[Part]) -> Vec<String> {
    // What is bought every turn, or sent on, is no purchase of this turn; in a place without weight nothing is bought.
    if !forces(parts).is_empty() || square(parts).is_some() || has(parts, &["standing", "forward"]) {
        return Vec::new();
    }
    let families: [Family; 8] = [money, rising, charter, goods, staff, units, ships, regiments];
    families.iter().map(|family| family(parts)).find(|found| !found.is_empty()).unwrap_or_default()
}

fn money(parts: &[Part]) -> Vec<String> {
    let is_paper = has(parts, &["greenback", "paper", "gb"]);
    let Some(sum) =
        one_number(parts).filter(|_| cities(parts).is_empty() && !has(parts, &["supply", "store", "regiment"]))
    else {
        return Vec::new();
    };
    if has(parts, &["mp", "manufacturing"]) {
        return vec![format!("buy {sum} foreign MP")];
    }
    if is_paper && has(parts, &["buy", "buying", "repurchase", "redeem", "retire"]) {
        return match has(parts, &["gold"]) && !has_behind(parts, sum, "greenback") {
            true => vec![format!("buy back greenbacks for {sum} gold")],
            false => vec![format!("buy back {sum} greenbacks")],
        };
    }
    if is_paper && has(parts, &["print", "issue", "issuing", "printing"]) {
        return vec![format!("print {sum} Eg of greenbacks")];
    }
    let is_loan = has(parts, &["borrow", "borrowing", "loan"]) && !has(parts, &["repay", "pay"]);
    if is_loan { vec![format!("borrow {sum} Eg")] } else { Vec::new() }
}

/// Whether a word stands right behind a number, or behind "in" or "of" there.
fn has_behind(parts: &[Part], number: u32, word: &str) -> bool {
    let at = parts.iter().position(|part| *part == Part::Number(number)).unwrap_or(0);
    let next = parts[at + 1..].iter().find(|part| !is_one(part, &["in", "of", "eg", "eagle"]));
    next.is_some_and(|part| is_one(part, &[word]))
}

fn rising(parts: &[Part]) -> Vec<String> {
    if !has(parts, &["rise", "rising", "uprising"]) {
        return Vec::new();
    }
    let (Some(count), [city]) = (one_number(parts), &cities(parts)[..]) else { return Vec::new() };
    at_each(city, |city| format!("rising at {city} with {count} {}", Arm::Militia.words(count)))
}

fn charter(parts: &[Part]) -> Vec<String> {
    if !has(parts, &["transport", "tr", "rt"]) {
        return Vec::new();
    }
    let class = if has(parts, &["river", "rt"]) { "RT" } else { "TR" };
    let (Some(men), [city]) = (one_number(parts), &cities(parts)[..]) else { return Vec::new() };
    let men = if men < 100 { men * 1_000 } else { men };
    at_each(city, |city| format!("charter {class} {men} at {city}"))
}

fn goods(parts: &[Part]) -> Vec<String> {
    let is_goods = |words: &[Part]| has(words, &["supply", "store"]);
    if !is_goods(parts) || has(parts, &["depot", "cache"]) || numbers(parts).is_empty() {
        return Vec::new();
    }
    let what = |words: &[Part]| if has(words, &["store"]) { "stores" } else { "supplies" };
    let of = |item: &Item| at_each(&item.cities, |city| format!("buy {} {} at {city}", item.count, what(&item.words)));
    items(parts, is_goods).iter().flat_map(of).collect()
}

/// Headquarters and bridges.
fn staff(parts: &[Part]) -> Vec<String> {
    let kind = |words: &[Part]| match () {
        () if has(words, &["cq"]) || has(words, &["corp"]) && has(words, HEADQUARTERS) => Some("CQ"),
        () if has(words, &["aq"]) || has(words, &["army"]) && has(words, HEADQUARTERS) => Some("AQ"),
        () if has(words, &["pb", "pontoon"]) => Some("PB"),
        () => None,
    };
    built(parts, kind, "in")
}

const HEADQUARTERS: &[&str] = &["headquarter", "hq", "hqs"];

fn ships(parts: &[Part]) -> Vec<String> {
    let class = |words: &[Part]| match () {
        () if has(words, &["ri"]) || has(words, &["river"]) && has(words, &["ironclad"]) => Some("RI"),
        () if has(words, &["rg"]) || has(words, &["river"]) && has(words, &["gunboat"]) => Some("RG"),
        () if has(words, &["ic", "ironclad"]) => Some("IC"),
        () if has(words, &["fr", "frigate"]) => Some("FR"),
        () if has(words, &["sl", "sloop"]) => Some("SL"),
        () if has(words, &["gb", "gunboat"]) => Some("GB"),
        () => None,
    };
    built(parts, class, "at")
}

/// What is built by its code alone.
fn built(parts: &[Part], code: impl Fn(&[Part]) -> Option<&'static str>, at: &str) -> Vec<String> {
    let whose = whose(parts);
    let of = |item: &Item| {
        let code = code(&item.words).unwrap_or_default();
        let count = if item.count == 1 { String::new() } else { format!("{} ", item.count) };
        at_each(&item.cities, |city| format!("build {count}{code} {at} {city}{whose}"))
    };
    items(parts, |words| code(words).is_some()).iter().flat_map(of).collect()
}

/// Kinds of units by their codes and words.
fn unit_kind(parts: &[Part]) -> Option<&'static str> {
    let is_artillery = has(parts, &["artillery", "arty"]);
    Some(match () {
        () if has(parts, &["sa"]) || is_artillery && has(parts, &["siege", "heavy"]) => "SA",
        () if has(parts, &["ha"]) || is_artillery && has(parts, &["horse"]) => "HA",
        () if has(parts, &["la"]) || is_artillery && has(parts, &["light", "field"]) => "LA",
        () if has(parts, &["militia", "mi"]) => "MI",
        () if has(parts, &["cavalry", "cav", "cv"]) => "CV",
        () if has(parts, &["infantry", "inf", "foot"]) => "IN",
        () => return None,
    })
}

/// Units of regiments and batteries that wait.
fn units(parts: &[Part]) -> Vec<String> {
    const FORMING: &[&str] =
        &["build", "form", "forming", "formed", "brigade", "bde", "organise", "organize", "combine", "unit", "create"];
    let is_artillery = has(parts, &["artillery", "arty"]) && has(parts, &["battery", "bty"]);
    let ([city], Some(kind)) = (&cities(parts)[..], unit_kind(parts)) else { return Vec::new() };
    if !(has(parts, FORMING) || is_artillery) || has(parts, &["raise", "recruit"]) {
        return Vec::new();
    }
    let (mut count, mut regiments, mut batteries) = (1, None, None);
    let mut is_without = false;
    for (at, part) in parts.iter().enumerate() {
        let Some(number) = count_of(part) else { continue };
        let end = parts[at + 1..].iter().position(|part| count_of(part).is_some() || *part == Part::Break);
        let own = &parts[at + 1..end.map_or(parts.len(), |end| at + 1 + end)];
        let is_whole = has(own, &["brigade", "bde", "unit"]) || regiments.is_some() && has(own, &["each"]);
        match () {
            () if has(own, &["battery", "bty"]) && !is_whole => batteries = Some(number),
            () if has(own, &["regiment", "regt", "rgt"]) => regiments = Some(number),
            () if is_whole => count = number,
            () if regiments.is_none() && kind != "LA" && kind != "SA" && kind != "HA" => regiments = Some(number),
            () => return Vec::new(),
        }
    }
    if has(parts, &["battery", "bty"]) && batteries.is_none() {
        is_without = has(parts, &["no", "without"]);
        batteries = Some(1).filter(|_| !is_without && !["LA", "SA", "HA"].contains(&kind));
    }
    let words = |count: u32, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
    let made: Vec<String> = [
        regiments.map(|count| words(count, "regiment", "regiments")),
        batteries.map(|count| words(count, "battery", "batteries")),
    ]
    .into_iter()
    .flatten()
    .collect();
    let of = if made.is_empty() { String::new() } else { format!(" of {}", made.join(" and ")) };
    let without = if is_without { " without battery" } else { "" };
    let many = if count == 1 { String::new() } else { format!("{count} ") };
    let armed = match (has(parts, &["rifle", "breechloader"]), kind) {
        (true, "CV") => " with breechloaders",
        (true, "IN") => " with rifles",
        _ => "",
    };
    at_each(city, |city| format!("build {many}{kind}{of}{without} in {city}{armed}"))
}

/// Words of what is raised.
const ARMS: &[&str] = &["infantry", "inf", "cavalry", "cav", "militia", "regiment", "regt", "rgt", "battery", "bty"];
/// Most pieces of a line that has no verb and is no story.
const MOST_OF_LIST: usize = 12;

/// Regiments and batteries that are raised.
fn regiments(parts: &[Part]) -> Vec<String> {
    const RAISING: &[&str] = &["raise", "raising", "raised", "recruit", "enlist", "levy"];
    let is_counted = parts.iter().any(|part| count_of(part).is_some());
    let is_told = has(parts, RAISING) || has(parts, ARMS) && parts.len() <= MOST_OF_LIST;
    if !is_counted || !is_told {
        return Vec::new();
    }
    // "3 regiments in Montgomery. Infantry."
    let alone = if numbers(parts).len() == 1 { arm(parts) } else { None };
    let whose = whose(parts);
    let of = |item: &Item| {
        let Some(arm) = arm(&item.words).or(alone) else { return Vec::new() };
        at_each(&item.cities, |city| format!("raise {} {} in {city}{whose}", item.count, arm.words(item.count)))
    };
    items(parts, |words| arm(words).is_some() || alone.is_some()).iter().flat_map(of).collect()
}

/// The arm that is named; none where several are.
fn arm(parts: &[Part]) -> Option<Arm> {
    let of_regiments: [(&[&str], Arm); 3] = [
        (&["cavalry", "cav", "cv"], Arm::Cavalry),
        (&["infantry", "inf", "foot"], Arm::Infantry),
        (&["militia", "mil", "mi"], Arm::Militia),
    ];
    let named: Vec<Arm> = of_regiments.iter().filter(|(words, _)| has(parts, words)).map(|(_, arm)| *arm).collect();
    let is_battery = has(parts, &["battery", "bty", "artillery"]);
    match (&named[..], has(parts, &["siege"]), is_battery) {
        ([], true, _) => Some(Arm::Siege),
        ([], false, true) => Some(Arm::Field),
        ([arm], false, false) => Some(*arm),
        _ => None,
    }
}
