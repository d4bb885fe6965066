//! A step on foot from a square into the next one.

use board::square::Square;
use board::tactical::Tac;

use super::super::scenario::{Leaving, Scenario};

/// What it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Footstep {
    /// Tenths of a square of open ground.
    pub tenths: u32,
    /// It leads across a river without a bridge: nothing is left of the turn then.
    pub is_last: bool,
    /// Where the next square is entered.
    pub at: Tac,
}

/// The step into a neighbouring square; none where nobody goes.
pub fn step(scenario: &Scenario, (square, at): (Square, Tac), to: Square, is_bridged: bool) -> Option<Footstep> {
    let direction = square.direction_to(to)?;
    step_by(scenario, scenario.exits(square, at)[direction.index()], to, is_bridged)
}

/// The same where it is known how the square is left.
pub fn step_by(scenario: &Scenario, leaving: Leaving, to: Square, is_bridged: bool) -> Option<Footstep> {
    Some(Footstep { tenths: scenario.tenths(to)?, is_last: leaving.crosses && !is_bridged, at: leaving.at })
}
