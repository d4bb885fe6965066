//! Where beaten troops fall back to, and where leaders without troops go (D15). Moves nobody.

use board::{Hex, paths};

use super::super::scenario::{Scenario, Side};
use super::super::state::State;
use super::super::territory;
use super::field::Field;

/// The way of a retreat: towards the nearest own depot or supply source, else any own town, at most so far as the tables
/// say; never into enemies, nor into `forbidden`, whence the attack came. `None` when no such way leads out of the hex.
pub fn retreat(
    scenario: &Scenario,
    state: &State,
    field: &Field,
    side: Side,
    from: Hex,
    forbidden: Hex,
) -> Option<Vec<Hex>> {
    withdrawal(scenario, state, field, side, (from, forbidden), None, scenario.tables.combat.retreat_hexes)
}

/// The same towards a place that was named, so many hexes far (D16).
pub fn withdrawal(
    scenario: &Scenario,
    state: &State,
    field: &Field,
    side: Side,
    (from, forbidden): (Hex, Hex),
    goal: Option<Hex>,
    length: u32,
) -> Option<Vec<Hex>> {
    let steps = |hex: Hex| {
        let next = scenario
            .map
            .neighbours(hex)
            .filter(|next| *next != forbidden && scenario.map.is_land(*next) && !field.has_troops(side.enemy(), *next));
        next.map(|next| (next, 1)).collect::<Vec<_>>()
    };
    let towards = |is_goal: &dyn Fn(Hex) -> bool| {
        paths::nearest(from, paths::Cost::MAX, |hex| hex != from && is_goal(hex), steps)
    };
    let is_supply = |hex: Hex| is_supply(scenario, state, side, hex);
    let is_town = |hex: Hex| territory::holder_at(scenario, state, hex) == Some(side);
    let named = goal.and_then(|goal| towards(&|hex| hex == goal));
    let path = named.or_else(|| towards(&is_supply)).or_else(|| towards(&is_town))?;
    Some(path.nodes.into_iter().take(length as usize + 1).collect())
}

fn is_supply(scenario: &Scenario, state: &State, side: Side, hex: Hex) -> bool {
    let has_depot = state.works.get(&hex).is_some_and(|works| works.side == side && works.has_depot);
    let is_source = scenario.map.city_at(hex).is_some_and(|city| city.source == Some(side));
    has_depot || (is_source && territory::holder_at(scenario, state, hex) == Some(side))
}
