//! The banks of a river within a square: who must cross it to leave the square, and where he comes into the next one.

use board::square::{Compass, Square};
use board::tactical::Tac;

use super::super::scenario::{Scenario, bank_of};

/// How a square is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaving {
    /// The way leads across the river.
    pub crosses: bool,
    /// Where the next square is entered.
    pub at: Tac,
}

/// How a square is left towards a neighbour by who stands in a tactical square of it.
pub fn leave(scenario: &Scenario, (square, at): (Square, Tac), direction: Compass) -> Leaving {
    let middle = Tac::at_edge(direction);
    if !scenario.given.rivers.contains_key(&square) && !scenario.given.tactical.contains_key(&square) {
        return Leaving { crosses: false, at: opposite(middle, direction) };
    }
    let field = scenario.field(square);
    let bank = bank_of(&field, at);
    let exits = || Tac::all().filter(|tac| is_exit(*tac, direction) && !field.river.has(*tac));
    let near = middle.nearest_of(exits().filter(|tac| bank.has(*tac)));
    let exit = near.or_else(|| middle.nearest_of(exits())).unwrap_or(middle);
    Leaving { crosses: near.is_none(), at: opposite(exit, direction) }
}

/// Whether a tactical square lies on an edge of its square, or in its corner.
fn is_exit(tac: Tac, direction: Compass) -> bool {
    let edge = Tac::at_edge(direction);
    let (right, down) = direction.offset();
    (right == 0 || tac.column() == edge.column()) && (down == 0 || tac.row() == edge.row())
}

/// The tactical square beyond the edge.
fn opposite(tac: Tac, direction: Compass) -> Tac {
    let there = Tac::at_edge(direction.opposite());
    let (right, down) = direction.offset();
    let column = if right == 0 { tac.column() } else { there.column() };
    let row = if down == 0 { tac.row() } else { there.row() };
    Tac::new(column, row).unwrap_or(there)
}
