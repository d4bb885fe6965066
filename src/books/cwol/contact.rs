//! What joins a side's units, cities and goods, the same wherever a rule asks: lines of contact over the squares (2.6, 5.2, 5.14,
//! supply) and ways by rail and by river (5.1, 5.2, 5.14, 7.5, supply).

use std::collections::{BTreeMap, BTreeSet};

use board::square::Square;
use board::tactical::Tac;
use kit::capture::{Hold, Presence, hold};
use kit::contact::{End, Field, Goal, Lines};

use super::river::hostile;
use super::scenario::{By, City, Scenario, cell};
use super::side::{BySide, Kind, Side};
use super::state::{State, Unit};
use super::turn::{holder, tac_of};

/// D19: whether a unit fights, and is no headquarters or bridge.
pub fn is_brigade(kind: Kind) -> bool {
    !matches!(kind, Kind::Army | Kind::Corps | Kind::Bridge)
}

/// The board as a side's lines of contact find it: the enemy's units are in their way, and so is ground that nobody passes.
pub fn board_of(scenario: &Scenario, state: &State, side: Side) -> Field {
    let mut board = scenario.board.clone();
    for (square, men) in &state.facts.presence {
        if *men.of(side.enemy()) > 0 {
            board.place_enemy(cell(*square), false);
        }
    }
    for unit in state.units.values().filter(|unit| !state.facts.presence.contains_key(&unit.square)) {
        match unit.side == side {
            false => board.place_enemy(cell(unit.square), unit.kind == Kind::Cavalry),
            true if is_brigade(unit.kind) => board.place_friend(cell(unit.square)),
            true => {}
        }
    }
    board
}

/// Whether a line of contact of at most so many squares joins two squares.
pub fn has_line(board: &Field, from: Square, to: Square, most: u32, goal: Goal) -> bool {
    from.distance(to) <= most && lines_from(board, from, most).to(End::open(cell(to)), goal).is_some()
}

/// All lines of contact of at most so many squares from a square.
fn lines_from(board: &Field, from: Square, most: u32) -> Lines<'_> {
    board.lines(End::open(cell(from)), u16::try_from(most).unwrap_or(u16::MAX))
}

/// Every square that is at most so many squares away by rail or by river, through no square with a unit of the enemy and no city
/// that he holds; by river over no square of his (SNNM 8.2), neither from one nor to one.
pub fn ways(scenario: &Scenario, state: &State, side: Side, by: By, from: Square, most: u32) -> BTreeMap<Square, u32> {
    let closed = closed_to(scenario, state, side);
    let is_hostile = hostile(scenario, state, side);
    let is_hostile = |square: Square| by == By::River && is_hostile(square);
    if is_hostile(from) {
        return BTreeMap::from([(from, 0)]);
    }
    let is_open = |square: Square| !closed.contains(&square) && !is_hostile(square);
    let mut found = scenario.ways.within(by, from, most, &state.links, is_open);
    found.retain(|square, _| *square == from || !is_hostile(*square));
    found
}

/// The squares through which no way of a side leads: with a unit of the enemy, or a city that he holds.
pub fn closed_to(scenario: &Scenario, state: &State, side: Side) -> BTreeSet<Square> {
    let is_enemys = |city: &&City| holder(scenario, state, &city.id) == Some(side.enemy());
    let cities = scenario.given.cities.iter().filter(is_enemys).map(|city| city.square);
    squares_with(state, side.enemy()).into_iter().chain(cities).collect()
}

/// Where ships are built that come from abroad.
pub const EUROPE: &str = "Europe";

/// Whether units of a side are in a square: as the game master says, else as they stand.
pub fn is_in(state: &State, side: Side, square: Square) -> bool {
    men_in(state, side, square) > 0
}

/// All squares in which units of a side are, as `is_in` tells of one.
pub fn squares_with(state: &State, side: Side) -> BTreeSet<Square> {
    let ruled = state.facts.presence.iter().filter(|(_, men)| *men.of(side) > 0).map(|(square, _)| *square);
    let units = state.units.values().filter(|unit| unit.side == side).map(|unit| unit.square);
    units.filter(|square| !state.facts.presence.contains_key(square)).chain(ruled).collect()
}

/// Whether units of a side are within so many squares of one, as `is_in` tells of each.
pub fn is_near(state: &State, side: Side, square: Square, reach: u32) -> bool {
    let presence = &state.facts.presence;
    let is_there = |unit: &Unit| unit.side == side && unit.square.distance(square) <= reach;
    let is_ruled = |(other, men): (&Square, &BySide<u32>)| *men.of(side) > 0 && other.distance(square) <= reach;
    presence.iter().any(is_ruled)
        || state.units.values().any(|unit| is_there(unit) && !presence.contains_key(&unit.square))
}

/// How many men of a side are in a square, as far as they are counted.
pub fn men_in(state: &State, side: Side, square: Square) -> u32 {
    match state.facts.presence.get(&square) {
        Some(men) => *men.of(side),
        None => {
            state.units.values().filter(|unit| unit.side == side && unit.square == square).map(|unit| unit.men).sum()
        }
    }
}

/// Whether a city is under siege: as the game master says, else while its holder's enemy has brigades in its square.
pub fn is_besieged(scenario: &Scenario, state: &State, id: &str) -> bool {
    is_besieged_by(scenario, state, id, |side, square| has_brigades(state, side, square))
}

/// The same where it was found before who is where.
pub fn is_besieged_by(
    scenario: &Scenario,
    state: &State,
    id: &str,
    has_brigades: impl Fn(Side, Square) -> bool,
) -> bool {
    let (Some(city), Some(now)) = (scenario.city(id), state.city(id)) else { return false };
    let is_hostile = |side: Side| has_brigades(side.enemy(), city.square);
    now.is_besieged.unwrap_or_else(|| holder(scenario, state, id).is_some_and(is_hostile))
}

/// Whether units of a side that fight are in a square: as the game master says of its men there, else as they stand.
pub fn has_brigades(state: &State, side: Side, square: Square) -> bool {
    match state.facts.presence.contains_key(&square) {
        true => is_in(state, side, square),
        false => brigades_in(state, side, square).next().is_some(),
    }
}

fn brigades_in(state: &State, side: Side, square: Square) -> impl Iterator<Item = &Unit> {
    state.units.values().filter(move |unit| unit.side == side && unit.square == square && is_brigade(unit.kind))
}

/// All units by the squares in which they are.
pub struct Troops<'s>(BTreeMap<Square, Vec<&'s Unit>>);

impl<'s> Troops<'s> {
    /// As they stand.
    pub fn of(state: &'s State) -> Troops<'s> {
        let mut troops: BTreeMap<Square, Vec<&Unit>> = BTreeMap::new();
        for unit in state.units.values() {
            troops.entry(unit.square).or_default().push(unit);
        }
        Troops(troops)
    }

    fn in_square(&self, square: Square) -> impl Iterator<Item = &'s Unit> {
        self.0.get(&square).into_iter().flatten().copied()
    }

    /// Whether units of a side that fight are in a square, as `has_brigades` tells of one.
    pub fn have_brigades(&self, state: &State, side: Side, square: Square) -> bool {
        match state.facts.presence.contains_key(&square) {
            true => is_in(state, side, square),
            false => self.in_square(square).any(|unit| unit.side == side && is_brigade(unit.kind)),
        }
    }
}

/// Ruling on capture: who has brigades in a city's tactical square that its holder has no unit in; nobody's city is whose are alone there.
pub fn captor(scenario: &Scenario, state: &State, troops: &Troops<'_>, id: &str) -> Option<Side> {
    let city = scenario.city(id)?;
    if city.state == "KY" && state.kentucky_is_neutral || !troops.0.contains_key(&city.square) {
        return None;
    }
    let inside = scenario.field(city.square).city?;
    taken_by(scenario, troops, (city.square, inside), holder(scenario, state, id))
}

/// The side that takes what stands in a tactical square from who holds it, if anybody does: it has brigades there, and the other no unit.
pub fn taken_by(
    scenario: &Scenario,
    troops: &Troops<'_>,
    (square, tac): (Square, Tac),
    holder: Option<Side>,
) -> Option<Side> {
    let there = troops.in_square(square).filter(|unit| tac_of(scenario, unit) == Some(tac));
    let there: Vec<Presence<Side>> =
        there.map(|unit| Presence { side: unit.side, is_combat: is_brigade(unit.kind) }).collect();
    match hold(holder, &there, &[], |one, other| one != other) {
        Hold::Captured(by) => by.first().copied(),
        Hold::Secure | Hold::Besieged => None,
    }
}
