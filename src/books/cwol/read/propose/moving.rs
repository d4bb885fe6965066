//! What a clause may order ships on rivers and units on land to do: where they go, how they fight, where they fall back to.

use super::forces::at_each;
use super::parts::{Part, forces, has, is_one, numbers, tac};
use super::sense;

const HOLDING: &[&str] =
    &["hold", "stay", "remain", "wait", "anchor", "lie", "halt", "guard", "keep", "stand", "stop", "rest"];
const RETREATING: &[&str] = &["retreat", "withdraw", "retire", "beaten", "fall", "falls"];
#[rustfmt::skip]
const PURSUING: &[&str] = &[
    "pursue", "chase", "follow", "hunt", "pursuing", "chasing", "following", "after", "stick", "shadow", "dog", "trail",
];
const SHELLING: &[&str] = &["bombard", "shell", "bombarding", "shelling"];
const ENGAGING: &[&str] = &["engage", "engaging", "attack", "attacking", "fight", "fighting", "sink"];
const ACCEPTING: &[&str] = &["accept", "accepting"];
const EVADING: &[&str] = &["evade", "evading", "avoid", "dodge", "slip"];
const RAILS: &[&str] = &["rail", "railway", "railroad", "train", "car", "entrain", "railing"];
const BOATS: &[&str] = &[
    "river",
    "boat",
    "steamer",
    "steamboat",
    "riverboat",
    "water",
    "embark",
    "embarking",
    "ferry",
    "ferrie",
    "carry",
    "carrie",
    "ship",
];
const ATTACKS: &[&str] = &["attack", "assault", "attacking", "storm", "assaulting", "hit", "strike", "charge"];
const MARCHES: &[&str] =
    &["march", "marching", "ride", "move", "advance", "foot", "walk", "go", "goe", "rides", "road"];

/// Where a clause leads: from where, by way of what, and to where, each with all that its name may mean.
#[derive(Default)]
struct Way {
    from: Vec<String>,
    to: Vec<String>,
    via: Option<String>,
}

/// The orders in canonical words.
pub(super) fn compose(parts: &[Part]) -> Vec<String> {
    let named = forces(parts);
    let Some((_, is_ship)) = named.first().copied() else { return Vec::new() };
    if is_of_each(parts, named.len()) || is_of_several(parts) {
        return Vec::new();
    }
    let units: Vec<&str> = named.iter().filter(|(_, is_ship)| !is_ship).map(|(name, _)| *name).collect();
    match is_ship {
        // "USGB1 ferries US1IN to Cairo": units take boats by themselves.
        true if !units.is_empty()
            && has(parts, &["ferry", "ferrie", "carry", "carrie", "transport", "take", "bring", "land"]) =>
        {
            by_land(&way(parts), &units, |unit, to| format!("move {unit} by river{to}"))
        }
        true => of_ships(parts, &named),
        false => of_units(parts, &units),
    }
}

/// Whether each of several has an order of its own there: "US5IN to Washington, 6IN Baltimore", "march US3IN, US2IN stays".
fn is_of_each(parts: &[Part], names: usize) -> bool {
    const STAYING: &[&str] = &["stay", "stays", "remain", "remains"];
    let is_name = |part: &&Part| matches!(part, Part::Force { .. });
    // "US5IN to Washington, 6IN" parts the names by what the first of them does.
    let behind_place = parts.iter().skip_while(|part| !matches!(part, Part::City(_) | Part::Square(_)));
    names > 1 && behind_place.clone().any(|part| is_name(&part)) && {
        let ends_in_place = behind_place.skip_while(|part| !is_name(part)).any(|part| matches!(part, Part::City(_)));
        ends_in_place || has(parts, STAYING)
    }
}

/// What ships do, how they fight and where they fall back to.
fn of_ships(parts: &[Part], named: &[(&str, bool)]) -> Vec<String> {
    let side = |name: &str| ["US", "CS"].into_iter().find(|side| name.starts_with(side));
    let own = own_name(parts).unwrap_or(named[0].0);
    // One's own is named without its side as well, the enemy's never: "GB5 follow CSGB2".
    let is_of_two = matches!(named[..], [_, _]) && has(parts, &[PURSUING, SHELLING].concat());
    let is_enemy = |name: &str| match (side(own), side(name)) {
        (Some(own), Some(other)) => own != other,
        (None, Some(_)) => is_of_two,
        _ => false,
    };
    let ships: Vec<&str> =
        named.iter().filter(|(name, is_ship)| *is_ship && !is_enemy(name)).map(|(name, _)| *name).collect();
    let enemy = named.iter().find(|(name, _)| is_enemy(name)).map(|(name, _)| *name);
    let way = way(parts);
    let stance = stance(parts);
    if has(parts, &["break", "disengage"]) && has(parts, &["round"]) {
        let Some(round) = round(parts) else { return Vec::new() };
        let stances = stance.map_or(vec!["accept", "engage", "evade"], |stance| vec![stance]);
        let each = stances
            .into_iter()
            .flat_map(|stance| ships.iter().map(move |ship| format!("{ship} {stance}, break off after round {round}")));
        return each.collect();
    }
    if has(parts, SHELLING) {
        let target = enemy.map_or_else(|| way.to.clone(), |enemy| vec![enemy.to_owned()]);
        return ships.iter().flat_map(|ship| at_each(&target, |target| format!("{ship} bombard {target}"))).collect();
    }
    if has(parts, RETREATING) {
        let stream = stream(parts).map(|stream| vec![stream.to_owned()]);
        let refuge = stream.unwrap_or_else(|| way.to.iter().map(|to| format!("to {to}")).collect());
        return ships.iter().flat_map(|ship| at_each(&refuge, |refuge| format!("{ship} retreat {refuge}"))).collect();
    }
    if has(parts, PURSUING) {
        let quarry = enemy.map(|enemy| format!(" {enemy}")).unwrap_or_default();
        return ships.iter().map(|ship| format!("{ship} pursue{quarry}")).collect();
    }
    let course = course_of(parts, &way, &ships);
    let fights = stance.into_iter().flat_map(|stance| ships.iter().map(move |ship| format!("{ship} {stance}")));
    course.into_iter().chain(fights).collect()
}

/// After which round, in figures or in words.
fn round(parts: &[Part]) -> Option<u32> {
    const IN_WORDS: [&str; 3] = ["first", "second", "third"];
    let in_words = || (1..).zip(IN_WORDS).find(|(_, word)| has(parts, &[word])).map(|(round, _)| round);
    match numbers(parts)[..] {
        [round] => Some(round),
        [] => in_words(),
        _ => None,
    }
}

/// Who does it, where that is said behind a word for it: "pursue CSGB2 with USGB1".
fn own_name(parts: &[Part]) -> Option<&str> {
    parts.windows(2).find_map(|pair| match pair {
        [with, Part::Force { name, .. }] if is_one(with, &["with", "by", "using"]) => Some(name.as_str()),
        _ => None,
    })
}

/// Whether nothing but whom it is for and a place stands there: "USGB1: Cairo".
pub(super) fn names_place_alone(parts: &[Part]) -> bool {
    let is_place = |part: &Part| matches!(part, Part::City(_) | Part::Square(_));
    let is_name = |part: &Part| is_place(part) || matches!(part, Part::Force { .. } | Part::Break);
    parts.iter().all(is_name) && parts.iter().filter(|part| is_place(part)).count() == 1
}

/// Whether what is named is to stay: "leave US1IN at Boston", and not "US1IN leaves Boston for New York".
fn holds(parts: &[Part]) -> bool {
    let is_left_there = |pair: &[Part]| is_one(&pair[0], &["leave"]) && matches!(pair[1], Part::Force { .. });
    (has(parts, HOLDING) || parts.windows(2).any(is_left_there)) && !keeps_out(parts)
}

/// Where ships go, or that they stay.
fn course_of(parts: &[Part], way: &Way, ships: &[&str]) -> Vec<String> {
    let runs = has(parts, &["run", "running"]) && !has(parts, &["away", "fleet"]);
    let run = if runs { ", run the batteries" } else { "" };
    let all_hold = || ships.iter().map(|ship| format!("{ship} hold")).collect::<Vec<_>>();
    #[rustfmt::skip]
    const MOVING: &[&str] = &[
        "to", "move", "go", "goe", "steam", "sail", "proceed", "head", "station", "up", "down", "toward", "for", "come", "return", "back", "run", "running", "upriver", "downriver", "upstream",
        "downstream", "cover", "patrol", "protect", "defend", "watch",
    ];
    if !has(parts, MOVING) && !holds(parts) && !names_place_alone(parts) {
        return Vec::new();
    }
    if way.to.is_empty() || holds(parts) && !has(parts, MOVING) {
        return if holds(parts) { all_hold() } else { Vec::new() };
    }
    // "Cover Cairo", "take station at Cairo", "patrol at Cairo": it goes there, or is there.
    let is_duty = has(parts, &["cover", "patrol", "station", "protect", "defend", "watch"]);
    let moves = by(way, ships, |ship, to| format!("{ship} move to {to}{run}"));
    if is_duty && !has(parts, &["to"]) { [moves, all_hold()].concat() } else { moves }
}

/// How ships fight, where that is said.
fn stance(parts: &[Part]) -> Option<&'static str> {
    let known = [(EVADING, "evade"), (ACCEPTING, "accept"), (ENGAGING, "engage")];
    let named = known.into_iter().find(|(words, _)| has(parts, words)).map(|(_, stance)| stance);
    if keeps_out(parts) { Some("evade") } else { named }
}

/// "Keeps out of the fight", "stays clear of the enemy".
fn keeps_out(parts: &[Part]) -> bool {
    let is_kept = |pair: &[Part]| {
        is_one(&pair[0], &["keep", "stay", "remain", "stand"]) && is_one(&pair[1], &["out", "clear", "away"])
    };
    parts.windows(2).any(is_kept)
}

fn stream(parts: &[Part]) -> Option<&'static str> {
    match (has(parts, &["upstream", "upriver"]), has(parts, &["downstream", "downriver"])) {
        (true, false) => Some("upstream"),
        (false, true) => Some("downstream"),
        _ => None,
    }
}

/// What units do: on foot where nothing is said but the place, or by rail.
fn of_units(parts: &[Part], units: &[&str]) -> Vec<String> {
    let way = way(parts);
    let tail = way.via.as_ref().map(|via| format!(" via {via}")).unwrap_or_default()
        + &tac(parts).map(|tac| format!(", enter {tac}")).unwrap_or_default();
    let rail = || by_land(&way, units, |unit, to| format!("rail {unit}{to}"));
    let march = || by_land(&way, units, |unit, to| format!("march {unit}{to}{tail}"));
    let boats = || by_land(&way, units, |unit, to| format!("move {unit} by river{to}{tail}"));
    match () {
        () if way.to.is_empty() || holds(parts) && !has(parts, MARCHES) => match holds(parts) {
            true if way.to.is_empty() => units.iter().map(|unit| format!("halt {unit}")).collect(),
            true => by(&way, units, |unit, at| format!("halt {unit} at {at}")),
            false => Vec::new(),
        },
        () if has(parts, RAILS) && has(parts, BOATS) => [rail(), boats()].concat(),
        () if has(parts, RAILS) => rail(),
        () if has(parts, BOATS) || has(parts, &["land"]) && tac(parts).is_some() => boats(),
        () if has(parts, ATTACKS) => by(&way, units, |unit, to| format!("attack {to} by {unit}")),
        () if has(parts, MARCHES) => march(),
        () if has(parts, &["to"]) || names_place_alone(parts) => [march(), rail()].concat(),
        () => Vec::new(),
    }
}

fn by(way: &Way, names: &[&str], order: impl Fn(&str, &str) -> String) -> Vec<String> {
    names.iter().flat_map(|name| at_each(&way.to, |to| order(name, to))).collect()
}

/// The same with where each stands, where that is said.
fn by_land(way: &Way, names: &[&str], order: impl Fn(&str, &str) -> String) -> Vec<String> {
    if way.from.is_empty() {
        return by(way, names, |name, to| order(name, &format!(" to {to}")));
    }
    way.from.iter().flat_map(|from| by(way, names, |name, to| order(name, &format!(" from {from} to {to}")))).collect()
}

/// The place that is gone to: the last but those that are passed or left.
fn way(parts: &[Part]) -> Way {
    const PASSED: &[&str] = &["via", "through", "over", "waypoint", "past", "of"];
    let mut way = Way::default();
    for (at, part) in parts.iter().enumerate() {
        let named = match part {
            Part::City(cities) => cities.clone(),
            Part::Square(square) => vec![square.clone()],
            _ => continue,
        };
        let before = at.checked_sub(1).map(|before| &parts[before]);
        let is_behind = |words: &[&str]| before.is_some_and(|before| is_one(before, words));
        // "Run the guns at Columbus" on the way to elsewhere.
        let is_of_guns = |words: &[Part]| {
            is_one(&words[0], &["gun", "battery", "fort", "work"]) && is_one(&words[1], &["at", "of", "on"])
        };
        let passes_guns = at > 1 && is_of_guns(&parts[at - 2..at]) && !way.to.is_empty();
        if sense::is_whence(parts, at) {
            way.from = named;
            continue;
        }
        if sense::is_left(parts, at) || passes_guns {
            continue;
        }
        if is_behind(PASSED) {
            way.via = named.first().cloned();
            continue;
        }
        // "To Manassas and then on to Culpeper".
        if has(parts, &["then"]) && way.via.is_none() {
            way.via = way.to.first().cloned();
        }
        way.to = named;
    }
    way
}

/// "CS2IN relieves CS1IN", "CS1IN gets Sid, I stay deputy": who goes where, or who commands, and no march of the unit that is named.
fn is_of_several(parts: &[Part]) -> bool {
    const OF_TWO: &[&str] = &["relieve", "replace", "swap", "exchange"];
    const OF_COMMAND: &[&str] = &["deputy", "deputie", "xo"];
    forces(parts).len() > 1 && has(parts, OF_TWO) || has(parts, OF_COMMAND)
}
