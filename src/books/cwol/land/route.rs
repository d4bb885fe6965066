//! The way on foot from a square to another: the one that takes the least time as the ground goes, whoever may stand there.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use board::square::{COLUMNS, Compass, Square};
use board::tactical::Tac;

use super::super::order::Goal;
use super::super::scenario::Scenario;
use super::bank::Exits;
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
    if from.square != to && scenario.tenths(to).is_none() {
        return None;
    }
    let least = scenario.tables().land.ground.values().copied().min().unwrap_or(0);
    let rest = |square: Square| square.distance(to) * least;
    // Of equally long ways the straightest.
    let aslant = |square: Square| {
        let apart = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
        apart(square.column(), to.column()) + apart(square.row(), to.row())
    };
    let mut before: BTreeMap<(Square, Tac), (Square, Tac)> = BTreeMap::new();
    let mut met: BTreeMap<(Square, Tac), u32> = BTreeMap::new();
    // Then that which was found first.
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
        let post =
            Post { stop, is_bridged: (land.is_bridged)(stop.square), exits: OnceCell::new(), rested: OnceCell::new() };
        for beside in directions(stop.square).into_iter().filter_map(|direction| stop.square.step(direction)) {
            if beside != to && (land.is_shut)(beside) {
                continue;
            }
            let Some(then) = after(scenario, land.rate, &post, beside) else { continue };
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

/// The order in which directions from a square are tried: from north to south, and towards the middle of the map first, so that a map
/// that is turned east for west has its ways turned too.
pub fn directions(square: Square) -> [Compass; 8] {
    use Compass::{E, N, NE, NW, S, SE, SW, W};
    match square.column() < COLUMNS / 2 {
        true => [N, NE, NW, E, W, SE, SW, S],
        false => [N, NW, NE, W, E, SW, SE, S],
    }
}

/// Where a search goes on from, with the ways out of it: as who has come there stands, and as who has camped there.
struct Post {
    stop: Stop,
    is_bridged: bool,
    exits: OnceCell<Exits>,
    rested: OnceCell<Exits>,
}

impl Post {
    fn exits(&self, scenario: &Scenario, is_rested: bool) -> &Exits {
        let Stop { square, at, .. } = self.stop;
        match is_rested {
            // Who has camped stands where whoever comes in does.
            true => {
                self.rested.get_or_init(|| Exits::of(scenario, (square, scenario.standing_place(square).unwrap_or(at))))
            }
            false => self.exits.get_or_init(|| Exits::of(scenario, (square, at))),
        }
    }
}

/// A step further: on the next turn where this one does not suffice.
fn after(scenario: &Scenario, rate: u32, post: &Post, to: Square) -> Option<Stop> {
    let stop = post.stop;
    let tenths = scenario.tenths(to)?.min(rate);
    let left = rate - stop.clock % rate;
    let is_rested = stop.clock > 0 && (left == rate || left < tenths);
    let clock = if left < tenths { stop.clock + left } else { stop.clock };
    let step = step_by(scenario, post.exits(scenario, is_rested), stop.square, to, post.is_bridged)?;
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
