//! What a clause may order ships at sea: where they lie, what they do to commerce there, and that they come home.

use super::forces::at_each;
use super::parts::{Part, forces, has, is_one};
use super::sense;

/// Classes that go to sea.
const OF_THE_SEA: [&str; 4] = ["IC", "FR", "SL", "TR"];

/// Words of lying off a port.
const OFF: &[&str] = &["off", "outside", "before", "water", "approache", "coast"];

/// Words of coming home.
const HOME: &[&str] = &["home", "base", "port", "harbor", "harbour"];

/// Words of what is done with a port that is a ship's base, and no place to go.
const OF_BASES: &[&str] = &["base", "based", "repair", "fix", "mend", "refit", "destroy", "burn", "crew", "command"];

/// The orders in canonical words.
pub(super) fn compose(parts: &[Part]) -> Vec<String> {
    let named = forces(parts);
    if named.is_empty() || !named.iter().all(|(name, is_ship)| *is_ship && is_of_the_sea(name)) {
        return Vec::new();
    }
    let ships: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
    match ports(parts)[..] {
        [city] if has(parts, OFF) || mission(parts).is_some() => stationed(parts, &ships, city),
        [] if comes_home(parts) => ships.iter().map(|ship| format!("return {ship} to base")).collect(),
        _ => Vec::new(),
    }
}

/// The ports that are named but for those that are left, or where a ship is now: "USFR1 at New York goes to blockade Mobile".
fn ports(parts: &[Part]) -> Vec<&[String]> {
    let named: Vec<(usize, &[String])> = parts
        .iter()
        .enumerate()
        .filter_map(|(at, part)| if let Part::City(cities) = part { Some((at, cities.as_slice())) } else { None })
        .filter(|(at, _)| !sense::is_left(parts, *at))
        .collect();
    let is_where_it_is =
        |at: usize| at > 1 && is_one(&parts[at - 1], &["at", "in"]) && matches!(parts[at - 2], Part::Force { .. });
    let is_alone = named.len() < 2;
    named.into_iter().filter(|(at, _)| is_alone || !is_where_it_is(*at)).map(|(_, city)| city).collect()
}

pub(in super::super) fn is_of_the_sea(name: &str) -> bool {
    let class = name.strip_prefix("US").or_else(|| name.strip_prefix("CS")).unwrap_or(name);
    OF_THE_SEA.iter().any(|known| class.starts_with(known))
}

/// Off a port, with what is done there, where that is said.
fn stationed(parts: &[Part], ships: &[&str], city: &[String]) -> Vec<String> {
    if has(parts, &OF_BASES[2..]) || has(parts, &["hold", "stay", "remain"]) {
        return Vec::new();
    }
    let mission = mission(parts).map(|mission| format!(", {mission}")).unwrap_or_default();
    ships.iter().flat_map(|ship| at_each(city, |city| format!("station {ship} off {city}{mission}"))).collect()
}

/// What ships do to commerce; who hunts raiders protects it.
fn mission(parts: &[Part]) -> Option<&'static str> {
    let hunts = has(parts, &["hunt", "hunting", "against", "chase", "catch"]) && has(parts, &["raider", "raid"]);
    match () {
        () if hunts
            || has(parts, &["protect", "protecting", "protected", "guard", "guarding", "guarded", "escort"]) =>
        {
            Some("protect")
        }
        () if has(parts, &["blockade", "blockading", "blockaded", "ignore", "ignoring"]) => Some("blockade"),
        () if has(parts, &["raid", "raiding", "raider"]) => Some("raid"),
        () => None,
    }
}

/// "SL2 back to port", and not "FR2 home port Boston".
fn comes_home(parts: &[Part]) -> bool {
    let goes = has(parts, &["back", "return", "recall", "recalled", "come", "to", "into", "in", "bring", "send"]);
    let is_small = |part: &Part| match part {
        Part::Force { .. } | Part::Break => true,
        Part::Word(_) => {
            is_one(part, HOME)
                || is_one(part, &["back", "return", "recall", "recalled", "come", "to", "into", "in", "go", "goe"])
                || is_one(part, &["bring", "send", "its", "their", "the", "again", "now", "for", "please", "pls"])
        }
        _ => false,
    };
    has(parts, HOME) && goes && parts.iter().all(is_small)
}
