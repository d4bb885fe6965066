//! What is told of a unit or of what happens to it: to who reads of all units of its side, to its commander and his deputy; and whose
//! the rivers have become.

use std::collections::{BTreeMap, BTreeSet};

use base::facts::{Audience, Fact};
use base::game::{SeatId, SeatSet};
use board::square::Square;

use super::super::command::first_command;
use super::super::entitlement::{Section, readers};
use super::super::item::Item;
use super::super::order::{Act, Force, Land};
use super::super::river::{readers_of_force, square_of};
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

/// Squares of a river from which a ship's commander reads whose they are (section 6 of the decisions).
const NEAR: u32 = 2;

/// Tells whose squares of rivers have become: to who reads of all units or ships of the side; to commanders and their deputies of what is
/// near their ships, and of start and way of their units that take boats.
pub fn tell_held(turn: &mut Turn<'_>, side: Side, new: &[Square]) {
    let whole: SeatSet =
        [Section::Naval, Section::Land].into_iter().flat_map(|section| readers(turn.scenario, side, section)).collect();
    let mut told: BTreeMap<SeatId, BTreeSet<Square>> = BTreeMap::new();
    for (name, near) in of_concern(turn, side, new) {
        for seat in readers_of_force(turn.scenario, &turn.state, side, &name).difference(&whole) {
            told.entry(seat.clone()).or_default().extend(near.iter().copied());
        }
    }
    let officers = told.into_iter().map(|(seat, near)| ([seat].into(), near));
    for (seats, squares) in std::iter::once((whole.clone(), new.iter().copied().collect())).chain(officers) {
        let item = Item::Held { side: side.name().to_owned(), squares: stretches(turn.scenario, &squares) };
        turn.tell_fact(Fact::new(Audience::Seats(seats), item));
    }
}

/// The ships and the units of a side that some of the squares concern.
fn of_concern(turn: &Turn<'_>, side: Side, new: &[Square]) -> Vec<(String, Vec<Square>)> {
    let ships = turn.state.ships.iter().filter(|(_, ship)| ship.side == side);
    let ships = ships.filter_map(|(name, ship)| {
        let at = square_of(turn.scenario, ship)?;
        Some((name.clone(), new.iter().copied().filter(|square| square.distance(at) <= NEAR).collect::<Vec<_>>()))
    });
    let orders = turn.orders();
    let boats = orders.iter().filter_map(|(seat, line)| match &line.order.act {
        Act::Land(Land::Boats { unit, goal }) if Side::of_seat(seat.as_str()) == Some(side) => {
            let name = unit.of(side).name();
            let way = turn.scenario.rivers.net.way(turn.state.units.get(&name)?.square, goal.to)?;
            Some((name, new.iter().copied().filter(|square| way.contains(square)).collect()))
        }
        _ => None,
    });
    ships.chain(boats).filter(|(_, near)| !near.is_empty()).collect()
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
