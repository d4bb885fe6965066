//! What a side sees of the other on land (C4.2 to C4.4, D20), its ships included (C4.5.3).

use std::collections::BTreeSet;
use std::sync::Arc;

use board::sight::{Screen, sees_through};
use board::{Hex, HexSet};

use super::naval::patrols::Patrols;
use super::scenario::{Arm, Scenario, Side, Terrain};
use super::state::{LeaderPlace, Stack, State};
use super::territory;

/// The forces of one side that look out, each with how far it sees, and what is watched without them: found once, asked
/// for many hexes, even when things have changed since.
pub struct Lookout<'a> {
    scenario: &'a Scenario,
    posts: Vec<(Hex, u32)>,
    /// Those that see their neighbours, as all troops do.
    near: HexSet,
    /// Those that see farther.
    far: Vec<(Hex, u32)>,
    watched: Watched,
}

/// What a side sees wherever its troops are.
#[derive(Clone)]
pub struct Watched {
    /// Whose ships patrol where.
    pub patrols: Arc<Patrols>,
    /// Whose eyes.
    pub side: Side,
    /// Towns of friendly States: their people watch them, whatever the distance (C4.2a).
    pub towns: Arc<HexSet>,
}

impl Watched {
    /// What a side watches in a state.
    pub fn of(scenario: &Scenario, state: &State, side: Side) -> Self {
        let towns = Arc::new(territory::friendly_towns(scenario, state, side));
        Self { patrols: Patrols::of(scenario, state), side, towns }
    }

    /// Whether the same is watched, as far as both were found together.
    pub fn is_same(&self, other: &Self) -> bool {
        self.side == other.side && Arc::ptr_eq(&self.patrols, &other.patrols) && Arc::ptr_eq(&self.towns, &other.towns)
    }

    fn has(&self, scenario: &Scenario, hex: Hex) -> bool {
        self.towns.has(hex) || self.patrols.banks(scenario, self.side).has(hex)
    }
}

impl<'a> Lookout<'a> {
    /// The lookout of `side`.
    pub fn of(scenario: &'a Scenario, state: &State, side: Side) -> Self {
        let cavalry = cavalry(state, side);
        let own = state.stacks.iter().filter(|(_, stack)| stack.side == side);
        let posts = own.map(|(from, stack)| (*from, range(scenario, stack, cavalry.contains(from)))).collect();
        Self::posted(scenario, posts, Watched::of(scenario, state, side))
    }

    /// The lookout of a side whose forces are told: where, and how far each sees.
    pub fn posted(scenario: &'a Scenario, posts: Vec<(Hex, u32)>, watched: Watched) -> Self {
        let near = posts.iter().filter(|(_, range)| *range > 0).map(|(from, _)| *from).collect();
        let far = posts.iter().copied().filter(|(_, range)| *range > 1).collect();
        Self { scenario, posts, near, far, watched }
    }

    /// Whether enemy troops in a hex would be seen.
    pub fn sees(&self, hex: Hex) -> bool {
        self.watched.has(self.scenario, hex)
            || hex.neighbours().any(|next| self.near.has(next))
            || self.first_of(&self.far, hex).is_some()
    }

    /// The first own hex from which troops see `hex`.
    pub fn seen_from(&self, hex: Hex) -> Option<Hex> {
        self.first_of(&self.posts, hex)
    }

    fn first_of(&self, posts: &[(Hex, u32)], hex: Hex) -> Option<Hex> {
        let seer = posts.iter().find(|(from, range)| {
            let distance = from.distance(hex);
            1 <= distance && distance <= *range && is_clear(self.scenario, *from, hex)
        });
        seer.map(|(from, _)| *from)
    }
}

/// The hexes with enemy troops that `side` sees, in order of id.
pub fn sighted(scenario: &Scenario, state: &State, side: Side) -> Vec<Hex> {
    let lookout = Lookout::of(scenario, state, side);
    let enemies = state.stacks.iter().filter(|(_, stack)| stack.side != side);
    enemies.map(|(hex, _)| *hex).filter(|hex| lookout.sees(*hex)).collect()
}

/// The first own hex from which troops see `hex`.
pub fn seen_from(scenario: &Scenario, state: &State, side: Side, hex: Hex) -> Option<Hex> {
    Lookout::of(scenario, state, side).seen_from(hex)
}

/// How many hexes a force sees; strength points there are at least one (C4.4).
fn range(scenario: &Scenario, stack: &Stack, has_cavalry_leader: bool) -> u32 {
    reach(scenario, stack.sp, stack.army.is_some(), has_cavalry_leader)
}

/// The same for a force of which this much is told.
pub fn reach(scenario: &Scenario, sp: u32, is_army: bool, has_cavalry_leader: bool) -> u32 {
    let sight = &scenario.tables.sight;
    if sp == 0 {
        return sight.leader_alone;
    }
    let army = if is_army { sight.army } else { sight.sp };
    if has_cavalry_leader { army.max(sight.cavalry) } else { army }
}

/// Where the cavalry leaders of a side are.
fn cavalry(state: &State, side: Side) -> BTreeSet<Hex> {
    let leaders = state.leaders.values().filter(|leader| leader.side == side && leader.arm == Arm::Cavalry);
    let places = leaders.filter_map(|leader| match leader.place {
        LeaderPlace::Map(hex) => Some(hex),
        _ => None,
    });
    places.collect()
}

/// Whether the ground between two hexes leaves the view free, however far they are from each other (C4.4, D20).
pub fn is_clear(scenario: &Scenario, from: Hex, to: Hex) -> bool {
    sees_through(from, to, |between| screen(scenario, between))
}

/// Mountains stop the view and gaps narrow it; forest, swamp and water do not (C4.4).
fn screen(scenario: &Scenario, hex: Hex) -> Screen {
    match scenario.map.hex(hex) {
        Some(tile) if tile.terrain == Terrain::Mountain && tile.gap => Screen::Gap,
        Some(tile) if tile.terrain == Terrain::Mountain => Screen::Blocked,
        _ => Screen::Open,
    }
}

#[cfg(test)]
mod tests;
