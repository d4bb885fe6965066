//! What is told of a unit or of what happens to it: to who reads of all units of its side, to its commander and his deputy; and whose
//! the rivers have become.

use std::collections::{BTreeMap, BTreeSet};

use base::facts::{Audience, Fact};
use base::game::{SeatId, SeatSet};
use board::square::Square;

use super::super::command::first_command;
use super::super::entitlement::{Section, readers};
use super::super::item::Item;
use super::super::order::{Act, Force, Goal, Land};
use super::super::river::{NEAR, readers_of_force, square_of};
use super::super::scenario::Scenario;
use super::super::side::Side;
use super::events::Turn;

/// Who reads of a unit.
pub fn readers_of_unit(turn: &Turn<'_>, name: &str) -> SeatSet {
    let Some(force) = Force::named(name) else { return SeatSet::new() };
    let mut told = readers(turn.scenario, force.side, Section::Land);
    let named = turn.state.units.get(name).and_then(|unit| unit.command.clone());
    let command = named.unwrap_or_else(|| first_command(turn.scenario, force.side, force.kind));
    told.extend([&command.commander, &command.deputy].into_iter().filter_map(|seat| SeatId::parse(seat)));
    told
}

/// Tells it, of a unit by its name.
pub fn tell_of_unit(turn: &mut Turn<'_>, name: &str, item: Item) {
    let told = readers_of_unit(turn, name);
    turn.tell_fact(Fact::new(Audience::Seats(told), item));
}

/// Tells whose squares of rivers have become, or that they are the side's no more: to who reads of all units or ships of the side; to
/// commanders and their deputies of what is near their ships, and of start and way of their units that take boats.
pub fn tell_held(turn: &mut Turn<'_>, side: Side, new: &BTreeSet<Square>, is_lost: bool) {
    let whole: SeatSet =
        [Section::Naval, Section::Land].into_iter().flat_map(|section| readers(turn.scenario, side, section)).collect();
    let mut told: BTreeMap<SeatId, BTreeSet<Square>> = BTreeMap::new();
    // Of his way a commander reads all that is known, for he was not told when it became so.
    let on_ways = if is_lost { new } else { turn.state.river.told_held.of(side) };
    for (name, near) in near_ships(turn, side, new).into_iter().chain(on_boats(turn, side, on_ways)) {
        for seat in readers_of_force(turn.scenario, &turn.state, side, &name).difference(&whole) {
            told.entry(seat.clone()).or_default().extend(near.iter().copied());
        }
    }
    let officers = told.into_iter().map(|(seat, near)| ([seat].into(), near));
    let all = std::iter::once((whole.clone(), new.clone())).chain(officers);
    for (seats, squares) in all.filter(|(_, squares)| !squares.is_empty()) {
        let squares = stretches(turn.scenario, &squares);
        let item = Item::Held { side: side.name().to_owned(), squares, is_lost };
        turn.tell_fact(Fact::new(Audience::Seats(seats), item));
    }
}

/// The ships of a side that some of the squares are near to.
fn near_ships(turn: &Turn<'_>, side: Side, new: &BTreeSet<Square>) -> Vec<(String, Vec<Square>)> {
    let ships = turn.state.ships.iter().filter(|(_, ship)| ship.side == side && !new.is_empty());
    let ships = ships.filter_map(|(name, ship)| {
        let at = square_of(turn.scenario, ship)?;
        Some((name.clone(), new.iter().copied().filter(|square| square.distance(at) <= NEAR).collect::<Vec<_>>()))
    });
    ships.filter(|(_, near)| !near.is_empty()).collect()
}

/// The units of a side that are to go by boat, each with those of the squares that lie on its way.
fn on_boats(turn: &Turn<'_>, side: Side, squares: &BTreeSet<Square>) -> Vec<(String, Vec<Square>)> {
    let orders = turn.orders();
    let boats = orders.iter().filter_map(|(seat, line)| match &line.order.act {
        Act::Land(Land::Boats { unit, goal, .. }) if Side::of_seat(seat.as_str()) == Some(side) => {
            Some((unit.of(side).name(), *goal))
        }
        _ => None,
    });
    let boats: Vec<(String, Goal)> = if squares.is_empty() { Vec::new() } else { boats.collect() };
    let mended = if boats.is_empty() { None } else { turn.scenario.rivers.mended(&turn.state.links) };
    let net = mended.as_ref().unwrap_or(&turn.scenario.rivers.net);
    let on_way = |(name, goal): (String, Goal)| {
        let from = turn.state.units.get(&name).filter(|unit| unit.side == side)?.square;
        let legs = [(from, goal.via.unwrap_or(goal.to)), (goal.via.unwrap_or(goal.to), goal.to)];
        let way = legs.into_iter().filter_map(|(from, to)| net.way(from, to)).flatten();
        Some((name, way.filter(|square| squares.contains(square)).collect()))
    };
    boats.into_iter().filter_map(on_way).collect()
}

/// Squares of rivers by their stretches, each from its lowest square up to its ends: "Cairo up to D5-R5".
fn stretches(scenario: &Scenario, squares: &BTreeSet<Square>) -> Vec<String> {
    let (net, depth) = (&scenario.rivers.net, |square: Square| scenario.rivers.depth(square));
    let linked = |square: Square| net.linked(square).filter(|next| squares.contains(next));
    let mut left = squares.clone();
    let mut words = Vec::new();
    while let Some(first) = left.iter().copied().min_by_key(|square| (depth(*square), *square)) {
        let mut stretch = BTreeSet::new();
        let mut next = vec![first];
        while let Some(square) = next.pop() {
            if left.remove(&square) {
                stretch.insert(square);
                next.extend(linked(square));
            }
        }
        let is_end =
            |square: &&Square| **square != first && linked(**square).all(|next| depth(next) <= depth(**square));
        let ends: Vec<String> = stretch.iter().filter(is_end).map(|square| scenario.place_name(*square)).collect();
        let first = scenario.place_name(first);
        words.push(if ends.is_empty() { first } else { format!("{first} up to {}", ends.join(" and ")) });
    }
    words
}
