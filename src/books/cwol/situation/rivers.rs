//! Whose squares of rivers are, as maps show it: what a side was told of its own, and what the game master has ruled.

use std::collections::{BTreeMap, BTreeSet};

use base::facts::{Audience, Fact};
use base::game::{SeatId, SeatSet};
use board::square::Square;

use super::super::entitlement::{Section, readers};
use super::super::item::{Item, RiverRow};
use super::super::river::{Battery, NEAR, commanders, square_of, works};
use super::super::scenario::Scenario;
use super::super::side::Side;
use super::super::state::State;
use super::View;

impl View<'_> {
    /// To those to whom it was told when it became so: to commanders of ships that which is near them.
    pub(super) fn rivers(&self) -> Vec<Fact<Item>> {
        let told: BTreeMap<Square, Side> = self.known_squares();
        let sections = [Section::Naval, Section::Land].map(|section| readers(self.scenario, self.side, section));
        let whole: SeatSet = sections.into_iter().flatten().collect();
        let mut near: BTreeMap<SeatId, BTreeMap<Square, Side>> = BTreeMap::new();
        let ships = self.state.ships.iter().filter(|(_, ship)| ship.side == self.side && !told.is_empty());
        for (name, ship) in ships {
            let Some(at) = square_of(self.scenario, ship) else { continue };
            for seat in commanders(self.state, name).into_iter().filter(|seat| !whole.contains(seat)) {
                near.entry(seat).or_default().extend(told.iter().filter(|(square, _)| square.distance(at) <= NEAR));
            }
        }
        let near = near.into_iter().map(|(seat, squares)| (SeatSet::from([seat]), squares));
        let all = std::iter::once((whole, told)).chain(near);
        all.filter(|(_, squares)| !squares.is_empty()).map(|(seats, squares)| held(seats, &squares)).collect()
    }

    /// Whose the squares are of which the side was told.
    fn known_squares(&self) -> BTreeMap<Square, Side> {
        let river = &self.state.river;
        let of = |squares: &BTreeSet<Square>, side: Side| {
            squares.iter().map(move |square| (*square, side)).collect::<Vec<_>>()
        };
        let lost = of(river.told_lost.of(self.side), self.side.enemy());
        lost.into_iter().chain(of(river.told_held.of(self.side), self.side)).collect()
    }

    /// Both sides were there when old works fell or were silenced, and the opening is printed: everybody knows.
    pub(super) fn old_works(scenario: &Scenario, state: &State) -> Option<Fact<Item>> {
        let first = |square: Square| scenario.site(square).and_then(|site| site.works);
        let row = |guns: Battery| RiverRow {
            square: guns.square,
            holder: Some(guns.side).filter(|_| guns.strength(scenario) > 0),
        };
        let rows: Vec<RiverRow> =
            works(scenario, state).map(row).filter(|row| row.holder != first(row.square)).collect();
        (!rows.is_empty()).then(|| Fact::new(Audience::Everyone, Item::Guns { rows }))
    }

    /// To those who read the ruling.
    pub(super) fn ruled_rivers(scenario: &Scenario, state: &State) -> Option<Fact<Item>> {
        let rows = state.facts.control.iter().map(|(square, side)| RiverRow { square: *square, holder: *side });
        let item = Item::Rivers { is_ruled: true, rows: rows.collect() };
        let seats = Side::BOTH.into_iter().flat_map(|side| readers(scenario, side, Section::Blockade));
        (!state.facts.control.is_empty()).then(|| Fact::new(Audience::Seats(seats.collect()), item))
    }
}

fn held(seats: SeatSet, squares: &BTreeMap<Square, Side>) -> Fact<Item> {
    let row = |(square, side): (&Square, &Side)| RiverRow { square: *square, holder: Some(*side) };
    Fact::new(Audience::Seats(seats), Item::Rivers { is_ruled: false, rows: squares.iter().map(row).collect() })
}
