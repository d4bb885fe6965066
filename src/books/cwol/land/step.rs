//! A step on foot from a square into the next one.

use board::square::Square;
use board::tactical::Tac;

use super::super::scenario::Scenario;
use super::bank::leave;

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
    let (tenths, direction) = (scenario.tenths(to)?, square.direction_to(to)?);
    let leaving = leave(scenario, (square, at), direction);
    Some(Step { tenths, is_last: leaving.crosses && !is_bridged, at: leaving.at })
}
