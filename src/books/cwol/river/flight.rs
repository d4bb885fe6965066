//! Ships fall back (SNNM 7.8; section 3.7 of the decisions): along their trail, and where it ends away from the enemy.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use board::Net;
use board::net::Passage;
use board::square::Square;

use super::super::order::Refuge;

/// What a ship that falls back has to go by.
pub struct Flight<'a> {
    pub net: &'a Net,
    /// How far a square is from the mouth.
    pub depth: &'a dyn Fn(Square) -> u32,
    /// Where the fight was.
    pub from: Square,
    /// The squares that it left, the oldest first.
    pub trail: &'a [Square],
    pub refuge: Option<&'a Refuge>,
    /// River ports of its side, by their squares.
    pub ports: &'a BTreeMap<Square, String>,
    /// Where the enemy's ships came from.
    pub enemy_from: &'a BTreeSet<Square>,
    /// Squares with ships or batteries of the enemy.
    pub hostile: &'a BTreeSet<Square>,
}

/// The squares that it enters, at most so many: it stops before the enemy.
pub fn fall_back(flight: &Flight<'_>, most: usize) -> Vec<Square> {
    let mut way: Vec<Square> = Vec::new();
    let mut passed = BTreeSet::from([flight.from]);
    let is_next = |at: Square, next: Square| flight.net.linked(at).any(|other| other == next);
    for square in flight.trail.iter().rev().take(most) {
        let at = way.last().copied().unwrap_or(flight.from);
        // A trail that comes back to where it was has no other end.
        if !is_next(at, *square) || !passed.insert(*square) {
            break;
        }
        way.push(*square);
    }
    let end = way.last().copied().unwrap_or(flight.from);
    way.extend(onward(flight, end, passed, most.saturating_sub(way.len())));
    way.into_iter().take_while(|square| !flight.hostile.contains(square)).collect()
}

/// Where a ship goes on whose trail has ended: as it was told; where that leads nowhere, to the nearest port of its side that does not
/// lie beyond the enemy and on from there; else away from where he came from, downstream where it may choose.
fn onward(flight: &Flight<'_>, end: Square, mut passed: BTreeSet<Square>, most: usize) -> Vec<Square> {
    // If he came from every side, none leads away from him.
    if !flight.net.linked(flight.from).all(|next| flight.enemy_from.contains(&next)) {
        passed.extend(flight.enemy_from);
    }
    let passage = |square: Square| match square != end && passed.contains(&square) {
        true => Passage::Cut,
        false => Passage::Open,
    };
    let ways = flight.net.open_ways(end, passage);
    let is_clear = |to: Square| !passed.contains(&to);
    let towards = |to: Square| {
        let way = ways.to(to).filter(|_| is_clear(to));
        way.map_or_else(Vec::new, |way| way.into_iter().skip(1).take(most).collect())
    };
    let planned = match flight.refuge {
        Some(Refuge::Square(to)) if *to == end && end != flight.from => return Vec::new(),
        Some(Refuge::Square(to)) => towards(*to),
        Some(Refuge::Upstream) => along(flight, end, passed.clone(), most, |near, next| next > near),
        Some(Refuge::Downstream) => along(flight, end, passed.clone(), most, |near, next| next < near),
        None => Vec::new(),
    };
    if !planned.is_empty() {
        return planned;
    }
    // A port in which it is already is no end: it goes on to the next.
    let ports = flight.ports.iter().filter(|(port, _)| **port != end && is_clear(**port));
    match ports.filter_map(|(port, name)| Some((ways.length(*port)?, name, *port))).min() {
        Some((_, _, port)) => {
            let mut way = towards(port);
            let left = most.saturating_sub(way.len());
            // It goes as far as was drawn: a port is where it turns to, and no end.
            if left > 0 && way.last() == Some(&port) {
                let mut behind = passed.clone();
                behind.extend(way.iter().copied().chain([end]));
                way.extend(onward(flight, port, behind, left));
            }
            way
        }
        None => along(flight, end, passed.clone(), most, |_, _| true),
    }
}

/// Square by square, downstream where it may choose; of several branches up the one with most of the river.
fn along(
    flight: &Flight<'_>,
    end: Square,
    mut passed: BTreeSet<Square>,
    most: usize,
    goes: impl Fn(u32, u32) -> bool,
) -> Vec<Square> {
    let (mut at, mut way) = (end, Vec::new());
    while way.len() < most {
        let depth = |square: Square| (flight.depth)(square);
        let open = flight.net.linked(at).filter(|next| !passed.contains(next) && goes(depth(at), depth(*next)));
        let open: Vec<Square> = open.collect();
        let least = open.iter().map(|next| depth(*next)).min();
        let mut equal: Vec<Square> = open.into_iter().filter(|next| Some(depth(*next)) == least).collect();
        if equal.len() > 1 {
            equal.sort_by_key(|next| Reverse(beyond(flight.net, *next, &passed)));
        }
        let Some(next) = equal.first().copied() else { break };
        passed.insert(next);
        way.push(next);
        at = next;
    }
    way
}

/// How many squares of the river lie beyond one, without passing others.
fn beyond(net: &Net, from: Square, passed: &BTreeSet<Square>) -> usize {
    let (mut reached, mut open) = (BTreeSet::from([from]), vec![from]);
    while let Some(at) = open.pop() {
        open.extend(net.linked(at).filter(|next| !passed.contains(next) && reached.insert(*next)));
    }
    reached.len()
}
