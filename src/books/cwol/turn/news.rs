//! What is told of a unit or of what happens to it: to who reads of all units of its side, to its commander and his deputy.

use base::facts::{Audience, Fact};
use base::game::{SeatId, SeatSet};

use super::super::command::first_command;
use super::super::entitlement::{Section, readers};
use super::super::item::Item;
use super::super::order::Force;
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
