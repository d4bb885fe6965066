//! What is Kentucky's while it is neutral (SLAG 4.4).

use std::collections::BTreeMap;

use board::square::Square;

use super::super::scenario::Scenario;
use super::super::state::Unit;

const KENTUCKY: &str = "KY";

/// Whether a square lies there: the city that is nearest to it does.
pub fn is_in_kentucky(scenario: &Scenario, square: Square) -> bool {
    scenario.state_at(square) == Some(KENTUCKY)
}

/// Whether more of a unit's regiments and batteries came from there than from any other State.
pub fn is_of_kentucky(unit: &Unit) -> bool {
    let mut of: BTreeMap<&str, u32> = BTreeMap::new();
    for (_, state, _, count) in &unit.of {
        *of.entry(state).or_default() += count;
    }
    let own = of.get(KENTUCKY).copied().unwrap_or(0);
    own > 0 && of.iter().all(|(state, count)| *state == KENTUCKY || *count < own)
}
