//! The way on foot from a square to another: the one that takes the least time as the ground goes, whoever may stand there.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use board::square::Square;
use board::tactical::Tac;

use super::super::order::Goal;
use super::super::scenario::Scenario;
use super::step::step;

/// Who sets out.
#[derive(Debug, Clone, Copy)]
pub struct Start {
    pub square: Square,
    pub at: Tac,
    /// Tenths of a square of open ground that it marches in a turn.
    pub rate: u32,
}

/// A way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// Its squares, without the first.
    pub squares: Vec<Square>,
    /// So many turns it takes.
    pub turns: u32,
}

/// Where a search has come to, and when: in tenths of a square, so many a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Stop {
    clock: u32,
    square: Square,
    at: Tac,
}

/// The way to a goal; none where none leads there. Who can bridge a river in a square crosses it there without losing time.
pub fn route(scenario: &Scenario, start: Start, goal: &Goal, is_bridged: impl Fn(Square) -> bool) -> Option<Route> {
    let mut squares = Vec::new();
    let mut stop = Stop { clock: 0, square: start.square, at: start.at };
    for to in goal.via.into_iter().chain([goal.to]) {
        stop = search(scenario, start.rate, (stop, to), &is_bridged, &mut squares)?;
    }
    Some(Route { squares, turns: stop.clock.div_ceil(start.rate) })
}

/// One stretch of a way; its squares are added.
fn search(
    scenario: &Scenario,
    rate: u32,
    (from, to): (Stop, Square),
    is_bridged: &impl Fn(Square) -> bool,
    squares: &mut Vec<Square>,
) -> Option<Stop> {
    let least = scenario.tables().land.ground.values().copied().min().unwrap_or(0);
    let rest = |square: Square| square.distance(to) * least;
    // Of equally long ways the straightest.
    let aslant = |square: Square| {
        let apart = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
        apart(square.column(), to.column()) + apart(square.row(), to.row())
    };
    let mut before: BTreeMap<(Square, Tac), (Square, Tac)> = BTreeMap::new();
    let mut met: BTreeMap<(Square, Tac), u32> = BTreeMap::new();
    // Then that which was found first: directions are tried clockwise from the north.
    let mut found = 0_u32;
    let mut next = BinaryHeap::from([Reverse((from.clock + rest(from.square), 0, found, from))]);
    while let Some(Reverse((.., stop))) = next.pop() {
        if stop.square == to {
            squares.extend(back_from((stop.square, stop.at), (from.square, from.at), &before));
            return Some(stop);
        }
        if met.get(&(stop.square, stop.at)).is_some_and(|clock| *clock < stop.clock) {
            continue;
        }
        for beside in stop.square.neighbours() {
            let Some(then) = after(scenario, rate, (stop, beside), is_bridged) else { continue };
            let key = (then.square, then.at);
            if met.get(&key).is_none_or(|clock| *clock > then.clock) {
                met.insert(key, then.clock);
                before.insert(key, (stop.square, stop.at));
                found += 1;
                next.push(Reverse((then.clock + rest(then.square), aslant(then.square), found, then)));
            }
        }
    }
    None
}

/// A step further: on the next turn where this one does not suffice.
fn after(
    scenario: &Scenario,
    rate: u32,
    (stop, to): (Stop, Square),
    is_bridged: &impl Fn(Square) -> bool,
) -> Option<Stop> {
    let tenths = scenario.tenths(to)?.min(rate);
    let left = rate - stop.clock % rate;
    let is_rested = stop.clock > 0 && (left == rate || left < tenths);
    let clock = if left < tenths { stop.clock + left } else { stop.clock };
    // Who has camped stands where whoever comes in does.
    let at = if is_rested { scenario.standing_place(stop.square).unwrap_or(stop.at) } else { stop.at };
    let step = step(scenario, (stop.square, at), to, is_bridged(stop.square))?;
    let clock = if step.is_last { (clock / rate + 1) * rate } else { clock + tenths };
    // On open land it does not matter where a square was entered.
    let is_parted = scenario.given.rivers.contains_key(&to) || scenario.given.tactical.contains_key(&to);
    Some(Stop { clock, square: to, at: if is_parted { step.at } else { Tac::CENTRE } })
}

/// The squares of a way, without the first.
fn back_from(
    last: (Square, Tac),
    first: (Square, Tac),
    before: &BTreeMap<(Square, Tac), (Square, Tac)>,
) -> Vec<Square> {
    let mut squares = Vec::new();
    let mut at = last;
    while at != first {
        squares.push(at.0);
        let Some(earlier) = before.get(&at) else { break };
        at = *earlier;
    }
    squares.reverse();
    squares
}
