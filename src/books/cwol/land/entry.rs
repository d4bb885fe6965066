//! Where a unit that comes into a square comes to stand (8.4; D-SNNM-25, the ruling on marching).

use std::collections::BTreeMap;

use board::square::Square;
use board::tactical::{Field, Tac};

use super::super::order::Goal;
use super::super::scenario::Scenario;
use super::super::side::Side;
use super::super::state::State;
use super::super::turn::stacks;

/// On foot and by rail: what was asked for, else the city's tactical square, when it is passable, free of enemies and not full; else
/// the nearest such to it, and without a city free of enemies to the middle.
pub fn entry(scenario: &Scenario, state: &State, side: Side, square: Square, asked: Option<Tac>) -> Option<Tac> {
    let room = Room::of(scenario, state, side, square);
    let wanted = asked.or_else(|| room.field.city.filter(|city| room.has(*city))).unwrap_or(Tac::CENTRE);
    room.nearest_to(wanted, |_| true)
}

/// Where enemies come in at the same moment nobody is in the city first: as near to the middle as can be outside it.
pub fn meeting(scenario: &Scenario, state: &State, side: Side, square: Square) -> Option<Tac> {
    let room = Room::of(scenario, state, side, square);
    room.nearest_to(Tac::CENTRE, |tac| Some(tac) != room.field.city)
}

/// The place in its own square to which a unit is to go that stands at another: what was asked for, else the city; why there is none.
pub fn inside(scenario: &Scenario, at: Option<Tac>, goal: &Goal) -> Result<Tac, &'static str> {
    match goal.enter.or(scenario.field(goal.to).city) {
        Some(to) if Some(to) != at => Ok(to),
        _ => Err("is there already"),
    }
}

/// By boat: on the bank (SNNM 8.4).
pub fn landing(scenario: &Scenario, state: &State, side: Side, square: Square, asked: Option<Tac>) -> Option<Tac> {
    let room = Room::of(scenario, state, side, square);
    let [column, row] = scenario.tables().land.entry;
    let wanted = asked.or_else(|| Tac::new(column, row)).unwrap_or(Tac::CENTRE);
    room.nearest_to(wanted, |tac| room.field.bank.has(tac))
}

/// The tactical squares of a square, as a unit of a side can come to stand in them.
struct Room {
    field: Field,
    stacks: BTreeMap<(Tac, Side), u32>,
    side: Side,
    /// So many units of a side stand in one.
    most: u32,
}

impl Room {
    fn of(scenario: &Scenario, state: &State, side: Side, square: Square) -> Room {
        let (field, stacks) = (scenario.field(square), stacks(scenario, state, square));
        Room { field, stacks, side, most: scenario.tables().limits.stack }
    }

    fn has(&self, tac: Tac) -> bool {
        let own = self.stacks.get(&(tac, self.side)).copied().unwrap_or(0);
        self.field.is_passable(tac) && own < self.most && !self.stacks.contains_key(&(tac, self.side.enemy()))
    }

    /// Of those that are meant the nearest to another, that itself if it is one of them.
    fn nearest_to(&self, wanted: Tac, is_meant: impl Fn(Tac) -> bool) -> Option<Tac> {
        let is_open = |tac: &Tac| is_meant(*tac) && self.has(*tac);
        Some(wanted).filter(is_open).or_else(|| wanted.nearest_of(Tac::all().filter(is_open)))
    }
}
