//! Whose a square of a river is (SLAG 2.7, SNNM 8.2; D22, D-SNNM-22).

use std::collections::{BTreeMap, BTreeSet};

use board::square::Square;

use super::super::scenario::Scenario;
use super::super::side::{BySide, Side};
use super::super::state::State;
use super::super::turn::holder;
use super::battery::batteries;
use super::ship::{is_warship, square_of};

/// Whose a square is, in a position of which nothing was found before.
#[cfg(test)]
pub fn controller(scenario: &Scenario, state: &State, square: Square) -> Option<Side> {
    Control::of(scenario, state).of_square(square)
}

/// What tells whose squares are, found once for all of them.
struct Control<'s> {
    scenario: &'s Scenario,
    state: &'s State,
    guns: BTreeSet<(Square, Side)>,
    holders: BTreeMap<&'s str, Side>,
}

impl<'s> Control<'s> {
    fn of(scenario: &'s Scenario, state: &'s State) -> Control<'s> {
        let holders = state.cities.keys().filter_map(|id| Some((id.as_str(), holder(scenario, state, id)?)));
        let guns = squares_with_guns(scenario, state).into_iter().collect();
        Control { scenario, state, guns, holders: holders.collect() }
    }

    /// Whose a square is: as the game master says, else whose warship was the last there, if no battery of the enemy is.
    fn of_square(&self, square: Square) -> Option<Side> {
        let holder = |id: &str| self.holders.get(id).copied();
        match self.state.facts.control.get(&square) {
            Some(ruled) => *ruled,
            None => last_by(self.scenario, self.state, holder, square)
                .filter(|side| !self.guns.contains(&(square, side.enemy()))),
        }
    }
}

/// SLAG 2.7, D22: whose a square is as blockades have it: as the game master says, else whose naval battery alone stands there and is not
/// destroyed, else whose warship was the last there. Boats ask more (8.2): that the last warship was friendly, whatever batteries are.
pub fn blockader<'s>(scenario: &'s Scenario, state: &'s State) -> impl Fn(Square) -> Option<Side> + 's {
    let naval = batteries(scenario, state).into_iter().filter(|battery| !battery.is_works());
    let guns: BTreeSet<(Square, Side)> = naval.map(|battery| (battery.square, battery.side)).collect();
    move |square| match state.facts.control.get(&square) {
        Some(ruled) => *ruled,
        None => match Side::BOTH.map(|side| guns.contains(&(square, side))) {
            [true, false] => Some(Side::Union),
            [false, true] => Some(Side::Confederacy),
            _ => last_there(scenario, state, square),
        },
    }
}

/// Where a side has a battery that is not destroyed.
fn squares_with_guns(scenario: &Scenario, state: &State) -> Vec<(Square, Side)> {
    batteries(scenario, state).into_iter().map(|battery| (battery.square, battery.side)).collect()
}

/// Whose warship was the last in a square; where none has sailed in this war, whose the city in it is, else the nearest along the river,
/// and nobody's if several are as near and of different sides.
fn last_there(scenario: &Scenario, state: &State, square: Square) -> Option<Side> {
    last_by(scenario, state, |id| holder(scenario, state, id), square)
}

/// The same by who holds which city.
fn last_by(scenario: &Scenario, state: &State, holder: impl Fn(&str) -> Option<Side>, square: Square) -> Option<Side> {
    let sailed = state.river.last_warship.get(&square).copied();
    sailed.or_else(|| of_city(scenario, holder, square))
}

/// As long as no warship has been there: whose the city in a square is, else the nearest along the river, if no other is as near.
pub fn of_city(scenario: &Scenario, holder: impl Fn(&str) -> Option<Side>, square: Square) -> Option<Side> {
    let here = scenario.city_at(square).and_then(|city| holder(&city.id));
    here.or_else(|| {
        let mut sides = scenario.nearest_by_river(square).map(|city| holder(&city.id));
        let first = sides.next()??;
        sides.all(|side| side == Some(first)).then_some(first)
    })
}

/// SNNM 8.2: tells which squares of rivers are no way for a side: those where a warship or a battery of the enemy is, and those that are
/// his. What the game master says of a square goes before all three.
pub fn hostile<'s>(scenario: &'s Scenario, state: &'s State, side: Side) -> impl Fn(Square) -> bool + 's {
    let enemy = side.enemy();
    let (guns, warships) = (squares_with_guns(scenario, state), warships(scenario, state, enemy));
    move |square| match state.facts.control.get(&square) {
        Some(ruled) => *ruled == Some(enemy),
        None => {
            let is_armed = warships.contains(&square) || guns.contains(&(square, enemy));
            is_armed || last_there(scenario, state, square) == Some(enemy)
        }
    }
}

/// Where warships of a side are on the rivers.
fn warships(scenario: &Scenario, state: &State, side: Side) -> BTreeSet<Square> {
    let warships = state.ships.values().filter(|ship| ship.side == side && is_warship(scenario, ship));
    warships.filter_map(|ship| square_of(scenario, ship)).collect()
}

/// SNNM 8.2: the squares of rivers by which units of each side can go: no battery of the enemy that is not destroyed, no warship of his,
/// and the last warship there was friendly. What the game master says of a square goes before all three.
pub fn usable(scenario: &Scenario, state: &State) -> BySide<BTreeSet<Square>> {
    let mut usable: BySide<BTreeSet<Square>> = BySide::default();
    let control = Control::of(scenario, state);
    let warships = Side::BOTH.map(|side| warships(scenario, state, side));
    let mended = scenario.rivers.mended(&state.links);
    let net = mended.as_ref().unwrap_or(&scenario.rivers.net);
    for square in net.squares().filter(|square| !state.facts.control.contains_key(square)) {
        let side = control.of_square(square).filter(|side| !warships[side.enemy() as usize].contains(&square));
        side.into_iter().for_each(|side| _ = usable.of_mut(side).insert(square));
    }
    for (square, ruled) in &state.facts.control {
        ruled.iter().for_each(|side| _ = usable.of_mut(*side).insert(*square));
    }
    usable
}
