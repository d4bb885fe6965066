//! What a side sees of the other on land (C4.2 to C4.4, D20). Ships' sight is not in play yet.

use crate::board::Hex;
use crate::board::sight::{Screen, sees_through};

use super::item::SizeClass;
use super::scenario::{Arm, Scenario, Side, Terrain};
use super::state::{LeaderPlace, Stack, State};
use super::territory::{self, Territory};

/// Whether enemy troops in a hex would be seen by `side`.
pub fn sees(scenario: &Scenario, state: &State, side: Side, hex: Hex) -> bool {
    is_watched_town(scenario, state, side, hex) || seen_from(scenario, state, side, hex).is_some()
}

/// The hexes with enemy troops that `side` sees, in order of id.
pub fn sighted(scenario: &Scenario, state: &State, side: Side) -> Vec<Hex> {
    let enemies = state.stacks.iter().filter(|(_, stack)| stack.side != side);
    enemies.map(|(hex, _)| *hex).filter(|hex| sees(scenario, state, side, *hex)).collect()
}

/// Towns of a friendly State are watched by their people, whatever the distance (C4.2a).
fn is_watched_town(scenario: &Scenario, state: &State, side: Side, hex: Hex) -> bool {
    scenario.map.city_at(hex).is_some() && territory::status_at(scenario, state, side, hex) == Territory::Friendly
}

/// The first own hex from which troops see `hex`.
pub fn seen_from(scenario: &Scenario, state: &State, side: Side, hex: Hex) -> Option<Hex> {
    let own = state.stacks.iter().filter(|(_, stack)| stack.side == side);
    let mut watchers = own.map(|(from, stack)| (*from, range(scenario, state, *from, stack)));
    let seer = watchers.find(|(from, range)| {
        let distance = from.distance(hex);
        1 <= distance && distance <= *range && sees_through(*from, hex, |between| screen(scenario, between))
    });
    seer.map(|(from, _)| from)
}

/// How many hexes a force sees; strength points there are at least one (C4.4).
fn range(scenario: &Scenario, state: &State, hex: Hex, stack: &Stack) -> u32 {
    let sight = &scenario.tables.sight;
    if stack.sp == 0 {
        return sight.leader_alone;
    }
    let army = if stack.army.is_some() { sight.army } else { sight.sp };
    if has_cavalry_leader(state, stack.side, hex) { army.max(sight.cavalry) } else { army }
}

fn has_cavalry_leader(state: &State, side: Side, hex: Hex) -> bool {
    let mut leaders = state.leaders.values();
    leaders.any(|leader| leader.side == side && leader.arm == Arm::Cavalry && leader.place == LeaderPlace::Map(hex))
}

/// Mountains stop the view and gaps narrow it; forest, swamp and water do not (C4.4).
fn screen(scenario: &Scenario, hex: Hex) -> Screen {
    match scenario.map.hex(hex) {
        Some(tile) if tile.terrain == Terrain::Mountain && tile.gap => Screen::Gap,
        Some(tile) if tile.terrain == Terrain::Mountain => Screen::Blocked,
        _ => Screen::Open,
    }
}

/// The class under which the enemy learns a strength (C4.6, D15).
pub fn class_of(scenario: &Scenario, sp: u32) -> SizeClass {
    match scenario.tables.size_class(sp) {
        super::scenario::SizeClass::Small => SizeClass::Small,
        super::scenario::SizeClass::Medium => SizeClass::Medium,
        super::scenario::SizeClass::Large => SizeClass::Large,
    }
}

#[cfg(test)]
mod tests;
