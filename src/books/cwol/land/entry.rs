//! Where a unit that comes into a square comes to stand (8.4; D-SNNM-25, the ruling on marching).

use board::square::Square;
use board::tactical::Tac;

use super::super::order::Goal;
use super::super::scenario::Scenario;
use super::super::side::Side;
use super::super::state::State;
use super::super::turn::stacks;

/// On foot and by rail: what was asked for, else the city's tactical square, when it is passable, free of enemies and not full; else
/// the nearest such to it, and without a city free of enemies to the middle.
pub fn entry(scenario: &Scenario, state: &State, side: Side, square: Square, asked: Option<Tac>) -> Option<Tac> {
    let (field, open) = (scenario.field(square), open(scenario, state, side, square));
    let wanted = asked.or_else(|| field.city.filter(|city| open.contains(city))).unwrap_or(Tac::CENTRE);
    wanted.nearest_of(open)
}

/// Where enemies come in at the same moment nobody is in the city first: as near to the middle as can be outside it.
pub fn meeting(scenario: &Scenario, state: &State, side: Side, square: Square) -> Option<Tac> {
    let city = scenario.field(square).city;
    Tac::CENTRE.nearest_of(open(scenario, state, side, square).into_iter().filter(|tac| Some(*tac) != city))
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
    let field = scenario.field(square);
    let [column, row] = scenario.tables().land.entry;
    let wanted = asked.or_else(|| Tac::new(column, row)).unwrap_or(Tac::CENTRE);
    wanted.nearest_of(open(scenario, state, side, square).into_iter().filter(|tac| field.bank.has(*tac)))
}

/// The tactical squares in which a unit of the side can come to stand.
fn open(scenario: &Scenario, state: &State, side: Side, square: Square) -> Vec<Tac> {
    let (field, stacks) = (scenario.field(square), stacks(scenario, state, square));
    let most = scenario.tables().limits.stack;
    let has_room = |tac: Tac| stacks.get(&(tac, side)).copied().unwrap_or(0) < most;
    let is_open = |tac: &Tac| field.is_passable(*tac) && has_room(*tac) && !stacks.contains_key(&(*tac, side.enemy()));
    Tac::all().filter(is_open).collect()
}
