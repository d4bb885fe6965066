//! What each side knows of its squares on the rivers (SNNM 8.2; section 6 of the decisions): those of which it was told that they are
//! its own, until it sees the enemy alone in one.

use std::collections::BTreeSet;

use board::square::Square;

use super::super::river::{is_warship, lookouts, square_of};
use super::super::scenario::Scenario;
use super::super::side::{BySide, Side};
use super::super::state::State;
use super::events::Turn;
use super::news;

/// What each side sees to be the enemy's is its own no more; these squares, as far as it was told that they were. As long as nothing
/// has moved, nothing is kept.
pub fn lose(scenario: &Scenario, state: &mut State) -> BySide<BTreeSet<Square>> {
    let mut lost: BySide<BTreeSet<Square>> = BySide::default();
    if state.river.is_empty() {
        return lost;
    }
    for side in Side::BOTH {
        let seen = seen_hostile(scenario, state, side);
        *lost.of_mut(side) = state.river.told_held.of(side).intersection(&seen).copied().collect();
        state.river.told_held.of_mut(side).retain(|square| !seen.contains(square));
        state.river.told_lost.of_mut(side).extend(seen);
    }
    lost
}

/// The squares in which a warship of the enemy lies, and none of a side's own, and into which somebody of it looks.
fn seen_hostile(scenario: &Scenario, state: &State, side: Side) -> BTreeSet<Square> {
    let warships = |of: Side| -> BTreeSet<Square> {
        let ships = state.ships.values().filter(|ship| ship.side == of && is_warship(scenario, ship));
        ships.filter_map(|ship| square_of(scenario, ship)).collect()
    };
    let eyes: Vec<(Square, u32)> = lookouts(scenario, state, side).map(|(_, from, reach)| (from, reach)).collect();
    let is_seen = |square: &Square| eyes.iter().any(|(from, reach)| from.distance(*square) <= *reach);
    warships(side.enemy()).difference(&warships(side)).copied().filter(is_seen).collect()
}

/// Ships have moved: what each side has won and what it knows to have lost is told.
pub fn tell(turn: &mut Turn<'_>) {
    let lost = lose(turn.scenario, &mut turn.state);
    for side in Side::BOTH {
        turn.lost.of_mut(side).extend(lost.of(side));
        leave_to_the_enemy(turn, side);
        let river = &mut turn.state.river;
        let told = river.told_held.of_mut(side);
        let own = river.last_warship.iter().filter(|(square, of)| **of == side && !told.contains(square));
        let won: BTreeSet<Square> = own.map(|(square, _)| *square).collect();
        told.extend(&won);
        river.told_lost.of_mut(side).retain(|square| !won.contains(square));
        let lost: BTreeSet<Square> = turn.lost.of(side).difference(&won).copied().collect();
        news::tell_held(turn, side, &won, false);
        news::tell_held(turn, side, &lost, true);
    }
}

/// Whoever fell back knows in whose hands he left the square.
fn leave_to_the_enemy(turn: &mut Turn<'_>, side: Side) {
    let is_own = |name: &str| name.starts_with(side.code());
    let left = turn.fell_back.iter().filter(|(name, _)| is_own(name)).map(|(_, square)| *square);
    let is_his = |square: &Square| turn.state.river.last_warship.get(square) == Some(&side.enemy());
    for square in left.filter(is_his).collect::<Vec<_>>() {
        turn.state.river.told_lost.of_mut(side).insert(square);
        if turn.state.river.told_held.of_mut(side).remove(&square) {
            turn.lost.of_mut(side).insert(square);
        }
    }
}
