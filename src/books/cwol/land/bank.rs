//! The banks of a river within a square: who must cross it to leave the square, and where he comes into the next one.

use board::square::{Compass, Square};
use board::tactical::{Tac, TacSet};

use super::super::scenario::Scenario;
use super::super::scenario::banks::bank_of;

/// How a square is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaving {
    /// The way leads across the river.
    pub crosses: bool,
    /// Where the next square is entered.
    pub at: Tac,
}

/// The ways out of a square for who stands in a tactical square of it.
#[derive(Debug, Clone, Copy)]
pub struct Exits {
    /// The river, and what hangs together without crossing it; none: no river parts the square.
    parted: Option<(TacSet, TacSet)>,
}

impl Exits {
    /// Found once for all neighbours.
    pub fn of(scenario: &Scenario, (square, at): (Square, Tac)) -> Exits {
        let is_parted = scenario.given.rivers.contains_key(&square) || scenario.given.tactical.contains_key(&square);
        let parted = is_parted.then(|| {
            let field = scenario.field(square);
            (field.river, bank_of(&field, at))
        });
        Exits { parted }
    }

    /// How the square is left towards a neighbour.
    pub fn towards(&self, direction: Compass) -> Leaving {
        let middle = Tac::at_edge(direction);
        let Some((river, bank)) = &self.parted else {
            return Leaving { crosses: false, at: opposite(middle, direction) };
        };
        let offset = direction.offset();
        let exits = || Tac::all().filter(|tac| is_exit(*tac, middle, offset) && !river.has(*tac));
        let near = middle.nearest_of(exits().filter(|tac| bank.has(*tac)));
        let exit = near.or_else(|| middle.nearest_of(exits())).unwrap_or(middle);
        Leaving { crosses: near.is_none(), at: opposite(exit, direction) }
    }
}

/// Whether a tactical square lies on an edge of its square, or in its corner.
fn is_exit(tac: Tac, edge: Tac, (right, down): (i8, i8)) -> bool {
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
