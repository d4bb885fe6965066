//! Whose squares of rivers are, as maps show it: what a side was told of its own, and what the game master has ruled.

use std::collections::BTreeSet;

use base::facts::{Audience, Fact};
use base::game::SeatSet;

use super::super::entitlement::{Section, readers};
use super::super::item::{Item, RiverRow};
use super::super::scenario::Scenario;
use super::super::side::Side;
use super::super::state::State;
use super::View;

impl View<'_> {
    /// To those to whom it was told when it became so.
    pub(super) fn rivers(&self) -> Option<Fact<Item>> {
        let told: &BTreeSet<_> = self.state.river.told_held.of(self.side);
        let row = |square: &_| RiverRow { square: *square, holder: Some(self.side) };
        let item = Item::Rivers { is_ruled: false, rows: told.iter().map(row).collect() };
        let readers = [Section::Naval, Section::Land].map(|section| readers(self.scenario, self.side, section));
        let seats: SeatSet = readers.into_iter().flatten().collect();
        (!told.is_empty()).then(|| Fact::new(Audience::Seats(seats), item))
    }

    /// To those who read the ruling.
    pub(super) fn ruled_rivers(scenario: &Scenario, state: &State) -> Option<Fact<Item>> {
        let rows = state.facts.control.iter().map(|(square, side)| RiverRow { square: *square, holder: *side });
        let item = Item::Rivers { is_ruled: true, rows: rows.collect() };
        let seats = Side::BOTH.into_iter().flat_map(|side| readers(scenario, side, Section::Blockade));
        (!state.facts.control.is_empty()).then(|| Fact::new(Audience::Seats(seats.collect()), item))
    }
}
