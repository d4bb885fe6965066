//! Who is in which square while armies move, as it changes from step to step.

use std::collections::BTreeMap;

use board::square::Square;

use super::super::side::{BySide, Side};
use super::super::state::State;

/// Units of both sides by square; where the game master has ruled on who is there, that holds.
pub struct Posts {
    units: BTreeMap<Square, BySide<u32>>,
    ruled: BTreeMap<Square, BySide<u32>>,
}

impl Posts {
    /// As units stand.
    pub fn of(state: &State) -> Posts {
        let mut posts = Posts { units: BTreeMap::new(), ruled: state.facts.presence.clone() };
        for unit in state.units.values() {
            *posts.units.entry(unit.square).or_default().of_mut(unit.side) += 1;
        }
        posts
    }

    /// A unit goes from one square to another.
    pub fn go(&mut self, side: Side, from: Square, to: Square) {
        let left = self.units.entry(from).or_default().of_mut(side);
        *left = left.saturating_sub(1);
        *self.units.entry(to).or_default().of_mut(side) += 1;
    }

    /// Whether a side is in a square.
    pub fn has(&self, side: Side, square: Square) -> bool {
        let there = self.ruled.get(&square).or_else(|| self.units.get(&square));
        there.is_some_and(|men| *men.of(side) > 0)
    }

    /// Whether a side is in a square or in one around it.
    pub fn is_near(&self, side: Side, square: Square) -> bool {
        self.has(side, square) || square.neighbours().any(|beside| self.has(side, beside))
    }
}
