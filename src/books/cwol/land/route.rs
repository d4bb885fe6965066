//! The way on foot from a square to another: the one that takes the least time as the ground goes, whoever may stand there.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use board::square::{COLUMNS, Compass, ROWS, Square};
use board::tactical::Tac;

use super::super::order::Goal;
use super::super::scenario::{Leaving, Scenario};
use super::step::step_by;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stop {
    clock: u32,
    square: Square,
    at: Tac,
}

/// What is known of the squares that a way may lead through.
#[derive(Clone, Copy)]
pub struct Lie<A, B> {
    /// Who can bridge a river in a square crosses it there without losing time.
    pub is_bridged: A,
    /// Where enemies are known to stand, that no way leads through if another does.
    pub is_shut: B,
}

/// The way to a goal; none where none leads there.
pub fn route(
    scenario: &Scenario,
    start: Start,
    goal: &Goal,
    lie: Lie<impl Fn(Square) -> bool, impl Fn(Square) -> bool>,
) -> Option<Route> {
    let around = Land { scenario, rate: start.rate, is_bridged: &lie.is_bridged, is_shut: &lie.is_shut };
    let straight = Land { scenario, rate: start.rate, is_bridged: &lie.is_bridged, is_shut: &|_| false };
    let mut squares = Vec::new();
    let mut stop = Stop { clock: 0, square: start.square, at: start.at };
    for to in goal.via.into_iter().chain([goal.to]) {
        stop = search(&around, (stop, to), &mut squares).or_else(|| search(&straight, (stop, to), &mut squares))?;
    }
    Some(Route { squares, turns: stop.clock.div_ceil(start.rate) })
}

/// Whether any way leads to a goal.
pub fn leads(scenario: &Scenario, from: Square, goal: &Goal) -> bool {
    let mut at = from;
    goal.via.into_iter().chain([goal.to]).all(|to| scenario.leads_on_foot(std::mem::replace(&mut at, to), to))
}

/// The land that a search goes over, and how fast.
struct Land<'a, A, B> {
    scenario: &'a Scenario,
    rate: u32,
    is_bridged: &'a A,
    is_shut: &'a B,
}

/// One stretch of a way; its squares are added.
fn search(
    land: &Land<'_, impl Fn(Square) -> bool, impl Fn(Square) -> bool>,
    (from, to): (Stop, Square),
    squares: &mut Vec<Square>,
) -> Option<Stop> {
    let scenario = land.scenario;
    if !scenario.leads_on_foot(from.square, to) {
        return None;
    }
    let least = scenario.tables().land.ground.values().copied().min().unwrap_or(0);
    let rest = |square: Square| square.distance(to) * least;
    // Of equally long ways the straightest.
    let aslant = |square: Square| {
        let apart = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
        apart(square.column(), to.column()) + apart(square.row(), to.row())
    };
    let mut trail = Trail::from(from);
    // Then that which was found first.
    let mut found = 0_u32;
    let mut next = BinaryHeap::from([Reverse((from.clock + rest(from.square), 0, found, (from.clock, FIRST)))]);
    while let Some(Reverse((.., (clock, place)))) = next.pop() {
        let stop = trail.stop(place);
        if stop.square == to {
            squares.extend(trail.back_from(place));
            return Some(stop);
        }
        if stop.clock < clock {
            continue;
        }
        let is_bridged = (land.is_bridged)(stop.square);
        for direction in directions(stop.square) {
            let Some(beside) = stop.square.step(direction).filter(|beside| *beside == to || !(land.is_shut)(*beside))
            else {
                continue;
            };
            let Some(then) = after(scenario, land.rate, (stop, is_bridged), (direction, beside)) else { continue };
            if let Some(place) = trail.offer(then, place) {
                found += 1;
                next.push(Reverse((then.clock + rest(then.square), aslant(then.square), found, (then.clock, place))));
            }
        }
    }
    None
}

/// The order in which directions from a square are tried: from north to south, and towards the middle of the map first, so that a map
/// that is turned east for west has its ways turned too.
pub fn directions(square: Square) -> [Compass; 8] {
    use Compass::{E, N, NE, NW, S, SE, SW, W};
    match square.column() < COLUMNS / 2 {
        true => [N, NE, NW, E, W, SE, SW, S],
        false => [N, NW, NE, W, E, SW, SE, S],
    }
}

/// A step further: on the next turn where this one does not suffice.
fn after(
    scenario: &Scenario,
    rate: u32,
    (stop, is_bridged): (Stop, bool),
    (direction, to): (Compass, Square),
) -> Option<Stop> {
    let tenths = scenario.tenths(to)?.min(rate);
    let left = rate - stop.clock % rate;
    let is_rested = stop.clock > 0 && (left == rate || left < tenths);
    let clock = if left < tenths { stop.clock + left } else { stop.clock };
    let exits = match is_rested {
        true => scenario.exits_of_camp(stop.square, stop.at),
        false => scenario.exits(stop.square, stop.at),
    };
    let leaving: Leaving = exits[direction.index()];
    let step = step_by(scenario, leaving, to, is_bridged)?;
    let clock = if step.is_last { (clock / rate + 1) * rate } else { clock + tenths };
    // On open land it does not matter where a square was entered.
    Some(Stop { clock, square: to, at: if scenario.is_parted(to) { step.at } else { Tac::CENTRE } })
}

/// The place of the first stop of a trail.
const FIRST: u32 = 0;

/// Where a search has come to, each stop at its earliest, and from which other.
struct Trail {
    stops: Vec<Met>,
    /// The last stop that was found in each square, row by row; 0: none.
    last: Vec<u32>,
}

struct Met {
    stop: Stop,
    /// The stop that it was come to from.
    before: u32,
    /// The stop that was found in the same square before; 0: none.
    other: u32,
}

impl Trail {
    /// The first stop is among the stops of no square: whoever comes back to it has come there anew.
    fn from(stop: Stop) -> Trail {
        let last = vec![0; usize::from(COLUMNS) * usize::from(ROWS)];
        Trail { stops: vec![Met { stop, before: FIRST, other: 0 }], last }
    }

    fn stop(&self, place: u32) -> Stop {
        self.stops[place as usize].stop
    }

    /// A stop that is come to from another; where it is, unless it was come to as early before.
    fn offer(&mut self, stop: Stop, before: u32) -> Option<u32> {
        let square = usize::from(stop.square.row()) * usize::from(COLUMNS) + usize::from(stop.square.column());
        let mut place = self.last[square];
        while place != 0 {
            let met = &mut self.stops[place as usize];
            if met.stop.at == stop.at {
                let is_earlier = met.stop.clock > stop.clock;
                if is_earlier {
                    (met.stop, met.before) = (stop, before);
                }
                return is_earlier.then_some(place);
            }
            place = met.other;
        }
        place = self.stops.len() as u32;
        self.stops.push(Met { stop, before, other: self.last[square] });
        self.last[square] = place;
        Some(place)
    }

    /// The squares of the way to a stop, without the first.
    fn back_from(&self, last: u32) -> Vec<Square> {
        let first = self.stop(FIRST);
        let is_first = |stop: Stop| (stop.square, stop.at) == (first.square, first.at);
        let mut squares = Vec::new();
        let mut place = last;
        while !is_first(self.stop(place)) {
            squares.push(self.stop(place).square);
            place = self.stops[place as usize].before;
        }
        squares.reverse();
        squares
    }
}
