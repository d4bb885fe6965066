//! Ships fall back (SNNM 7.8; section 3.7 of the decisions): along their trail, and where it ends away from the enemy.

use std::collections::BTreeSet;

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
    /// River ports of its side.
    pub ports: &'a BTreeSet<Square>,
    /// Where the enemy came from.
    pub enemy_from: Option<Square>,
    /// Squares with ships or batteries of the enemy.
    pub hostile: &'a BTreeSet<Square>,
}

/// The squares that it enters, at most so many: it stops before the enemy.
pub fn fall_back(flight: &Flight<'_>, most: usize) -> Vec<Square> {
    let mut way: Vec<Square> = Vec::new();
    let is_next = |at: Square, next: Square| flight.net.linked(at).any(|other| other == next);
    for square in flight.trail.iter().rev().take(most) {
        let at = way.last().copied().unwrap_or(flight.from);
        if !is_next(at, *square) {
            break;
        }
        way.push(*square);
    }
    let passed: BTreeSet<Square> = way.iter().copied().chain([flight.from]).collect();
    let end = way.last().copied().unwrap_or(flight.from);
    way.extend(onward(flight, end, passed, most.saturating_sub(way.len())));
    way.into_iter().take_while(|square| !flight.hostile.contains(square)).collect()
}

/// Where a ship goes on whose trail has ended.
fn onward(flight: &Flight<'_>, end: Square, passed: BTreeSet<Square>, most: usize) -> Vec<Square> {
    let passage = |square: Square| if square == flight.from { Passage::Cut } else { Passage::Open };
    let ways = flight.net.open_ways(end, passage);
    let towards = |to: Square| ways.to(to).map(|way| way.into_iter().skip(1).take(most).collect::<Vec<_>>());
    match flight.refuge {
        Some(Refuge::Square(to)) => return towards(*to).unwrap_or_default(),
        Some(Refuge::Upstream) => return along(flight, end, passed, most, |near, next| next > near),
        Some(Refuge::Downstream) => return along(flight, end, passed, most, |near, next| next < near),
        None => {}
    }
    let nearest = flight.ports.iter().filter(|port| **port != flight.from);
    // One in which it is already is no end: it goes on to the next.
    let nearest = nearest.filter_map(|port| Some((ways.length(*port)?, *port))).filter(|(far, _)| *far > 0).min();
    match nearest {
        Some((_, port)) => towards(port).unwrap_or_default(),
        None => along(flight, end, passed, most, |_, _| true),
    }
}

/// Square by square, downstream where it may choose, and never where the enemy came from.
fn along(
    flight: &Flight<'_>,
    end: Square,
    mut passed: BTreeSet<Square>,
    most: usize,
    goes: impl Fn(u32, u32) -> bool,
) -> Vec<Square> {
    passed.extend(flight.enemy_from);
    let (mut at, mut way) = (end, Vec::new());
    while way.len() < most {
        let depth = |square: Square| (flight.depth)(square);
        let open = flight.net.linked(at).filter(|next| !passed.contains(next) && goes(depth(at), depth(*next)));
        let Some(next) = open.min_by_key(|next| depth(*next)) else { break };
        passed.insert(next);
        way.push(next);
        at = next;
    }
    way
}
