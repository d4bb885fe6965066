//! What is Kentucky's while it is neutral (SLAG 4.4).

use board::square::Square;

use super::super::scenario::Scenario;
use super::super::state::Unit;

/// The State, by its letters.
pub const KENTUCKY: &str = "KY";

/// Whether a square lies there, by its city and else as the map says.
pub fn is_in_kentucky(scenario: &Scenario, square: Square) -> bool {
    scenario.state_at(square) == Some(KENTUCKY)
}

/// The same for boats that pass: on the rivers of its border they pass by its squares and cities (the ruling on ships across the
/// border).
pub fn is_passing_kentucky(scenario: &Scenario, square: Square) -> bool {
    scenario.given.inside.contains(&square)
}

/// Whether more of a unit's regiments and batteries came from there than from any other State.
pub fn is_of_kentucky(unit: &Unit) -> bool {
    let states = unit.states();
    let own = states.iter().find(|(state, _)| *state == KENTUCKY).map_or(0, |(_, count)| *count);
    own > 0 && states.iter().all(|(state, count)| *state == KENTUCKY || *count < own)
}
