//! What is seen of the enemy on and by the rivers (SNNM 5.1; D-SNNM-11): ships see around them, and units see ships. Next to one
//! nation, kind and number are told, in one's own square names and damage.

use std::collections::{BTreeMap, BTreeSet};

use board::square::Square;

use super::super::order::Force;
use super::super::scenario::Scenario;
use super::super::side::{Kind, Side};
use super::super::state::{Ship, State};
use super::battery::{WORKS, batteries};
use super::ship::square_of;
use super::state::Sight;

/// Who looks out, and how far.
struct Watch<'a> {
    name: &'a String,
    square: Square,
    reach: u32,
    is_ship: bool,
}

/// Something to be seen: what it is called from within its square, and from beside it.
struct Target {
    square: Square,
    near: String,
    kind: (&'static str, &'static str),
    code: &'static str,
    is_ship: bool,
}

/// What a side sees, in each square apart by those who are in it and by those who are beside it.
pub fn sights(scenario: &Scenario, state: &State, side: Side) -> Vec<Sight> {
    let mut targets: BTreeMap<Square, Vec<Target>> = BTreeMap::new();
    for target in all_targets(scenario, state, side.enemy()) {
        targets.entry(target.square).or_default().push(target);
    }
    let with_ships: Vec<(Square, bool)> =
        targets.iter().map(|(square, there)| (*square, there.iter().any(|target| target.is_ship))).collect();
    // Ships and units of one side may see different things in one square: each is told by its own.
    let mut seen: BTreeMap<(Square, bool, bool), BTreeSet<&String>> = BTreeMap::new();
    for watch in watches(scenario, state, side) {
        for (square, _) in with_ships.iter().filter(|(_, has_ships)| watch.is_ship || *has_ships) {
            if watch.square.distance(*square) <= watch.reach {
                seen.entry((*square, watch.square == *square, watch.is_ship)).or_default().insert(watch.name);
            }
        }
    }
    let sight = |((square, is_here, sees_land), by): ((Square, bool, bool), BTreeSet<&String>)| {
        let there = targets[&square].iter().filter(|target| sees_land || target.is_ship);
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        there.clone().for_each(|target| *counts.entry(target.code.to_owned()).or_default() += 1);
        let words = if is_here { near_words(there) } else { far_words(side.enemy(), there) };
        Sight { square, words, counts, by: by.into_iter().cloned().collect() }
    };
    seen.into_iter().map(sight).collect()
}

/// Everything of a side that looks out, with its square and how far it sees.
pub fn lookouts<'a>(
    scenario: &'a Scenario,
    state: &'a State,
    side: Side,
) -> impl Iterator<Item = (&'a String, Square, u32)> {
    watches(scenario, state, side).into_iter().map(|watch| (watch.name, watch.square, watch.reach))
}

fn watches<'a>(scenario: &'a Scenario, state: &'a State, side: Side) -> Vec<Watch<'a>> {
    let (reach, land) = (&scenario.tables().detect, &scenario.tables().land);
    let ships = state.ships.iter().filter(|(_, ship)| ship.side == side);
    let ships = ships.filter_map(|(name, ship)| {
        Some(Watch { name, square: square_of(scenario, ship)?, reach: reach.ship, is_ship: true })
    });
    let units = state.units.iter().filter(|(_, unit)| unit.side == side).map(|(name, unit)| {
        let reach = if unit.kind == Kind::Cavalry { land.cavalry_sight } else { land.sight };
        Watch { name, square: unit.square, reach, is_ship: false }
    });
    ships.chain(units).collect()
}

fn all_targets(scenario: &Scenario, state: &State, side: Side) -> Vec<Target> {
    let ships = state.ships.iter().filter(|(_, ship)| ship.side == side).filter_map(|(name, ship)| {
        let square = square_of(scenario, ship)?;
        let kind = (ship.class.words(1), ship.class.words(2));
        Some(Target { square, near: ship_words(name, ship), kind, code: ship.class.code(), is_ship: true })
    });
    let units = state.units.iter().filter(|(_, unit)| unit.side == side).map(|(name, unit)| {
        let kind = (unit.kind.words(1), unit.kind.words(2));
        let near = format!("{name}, {}", unit.kind.words(1));
        Target { square: unit.square, near, kind, code: unit.kind.code(), is_ship: false }
    });
    let works = batteries(scenario, state).into_iter().filter(|guns| guns.side == side);
    let works = works.filter(|guns| Force::named(&guns.key).is_none()).map(|guns| {
        let name = scenario.site(guns.square).map_or("old works", |site| site.name.as_str());
        let (near, kind) = (format!("guns of {name}"), ("battery", "batteries"));
        Target { square: guns.square, near, kind, code: WORKS, is_ship: false }
    });
    ships.chain(units).chain(works).collect()
}

/// "CSGB1, gunboat, damaged".
pub fn ship_words(name: &str, ship: &Ship) -> String {
    let damage = match ship.damage {
        0 => "",
        1 | 2 => ", damaged",
        _ => ", badly damaged",
    };
    format!("{name}, {}{damage}", ship.class.words(1))
}

fn near_words<'a>(there: impl Iterator<Item = &'a Target>) -> String {
    there.map(|target| target.near.clone()).collect::<Vec<_>>().join("; ")
}

/// "Confederate: 2 gunboats, 1 naval battery".
fn far_words<'a>(side: Side, there: impl Iterator<Item = &'a Target>) -> String {
    let mut counted: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for target in there {
        *counted.entry(target.kind).or_default() += 1;
    }
    let words = |((one, more), count): ((&str, &str), u32)| format!("{count} {}", if count == 1 { one } else { more });
    let counted: Vec<String> = counted.into_iter().map(words).collect();
    let nation = if side == Side::Union { "Union" } else { "Confederate" };
    format!("{nation}: {}", counted.join(", "))
}
