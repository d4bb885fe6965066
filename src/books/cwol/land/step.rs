//! A step on foot from a square into the next one.

use board::square::Square;
use board::tactical::Tac;

use super::super::scenario::Scenario;
use super::bank::Exits;

/// What it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Tenths of a square of open ground.
    pub tenths: u32,
    /// It leads across a river without a bridge: nothing is left of the turn then.
    pub is_last: bool,
    /// Where the next square is entered.
    pub at: Tac,
}

/// The step into a neighbouring square; none where nobody goes.
pub fn step(scenario: &Scenario, (square, at): (Square, Tac), to: Square, is_bridged: bool) -> Option<Step> {
    step_by(scenario, &Exits::of(scenario, (square, at)), square, to, is_bridged)
}

/// The same by ways out that were found before.
pub fn step_by(scenario: &Scenario, exits: &Exits, square: Square, to: Square, is_bridged: bool) -> Option<Step> {
    let (tenths, direction) = (scenario.tenths(to)?, square.direction_to(to)?);
    let leaving = exits.towards(direction);
    Some(Step { tenths, is_last: leaving.crosses && !is_bridged, at: leaving.at })
}
