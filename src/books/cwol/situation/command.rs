//! What a seat reads of the units and ships that it commands, or whose deputy it is (sections 14 and 15), unless it reads of all.

use base::facts::{Audience, Fact};
use base::game::SeatId;
use board::square::Square;

use super::super::entitlement::{Section, readers};
use super::super::item::{Item, ShipRow, UnitRow, Upkeep};
use super::View;

impl View<'_> {
    pub(super) fn commands(&self) -> Vec<Fact<Item>> {
        let (land, naval) = (self.commanded_land(), self.commanded_ships());
        let of_units = if land.is_empty() { Vec::new() } else { self.unit_upkeeps() };
        let of_ships = if naval.is_empty() { Vec::new() } else { self.ship_upkeeps() };
        let own = self.scenario.given.offices.iter().filter(|row| row.side == self.side);
        let seats = own.filter_map(|row| Some((SeatId::parse(&row.id)?, row.title.as_str())));
        let facts = seats.flat_map(|(seat, title)| {
            let units = self.commanded(&seat, title, &land, &of_units);
            units.into_iter().chain(self.captained(&seat, title, &naval, &of_ships)).collect::<Vec<_>>()
        });
        facts.collect()
    }

    fn commanded(&self, seat: &SeatId, title: &str, land: &[UnitRow], kept: &[Upkeep]) -> Vec<Fact<Item>> {
        let is_own = |row: &&UnitRow| [&row.commander, &row.deputy].iter().any(|own| own.as_str() == seat.as_str());
        let rows: Vec<UnitRow> = land.iter().filter(is_own).cloned().collect();
        if rows.is_empty() {
            return Vec::new();
        }
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        let upkeep = Item::LandUpkeep { side: title.to_owned(), rows: of_names(kept, &names) };
        let units = Item::Land { of: title.to_owned(), is_bloc: true, rows: rows.clone() };
        // Fortifications in the squares of his units, depots within reach of them (sections 17 and 18).
        let squares: Vec<Square> =
            names.iter().filter_map(|name| self.state.units.get(*name)).map(|unit| unit.square).collect();
        let reach = self.scenario.tables().supply.line;
        let is_in_reach = |square: Square| squares.iter().any(|own| own.distance(square) <= reach);
        let forts = self.fortifications_in(title.to_owned(), true, |square| squares.contains(&square));
        let depots = self.depots_in(title.to_owned(), true, is_in_reach);
        let items = [
            (Section::Land, units),
            (Section::LandUpkeep, upkeep),
            (Section::Fortifications, forts),
            (Section::Depots, depots),
        ];
        self.told(seat, items)
    }

    fn captained(&self, seat: &SeatId, title: &str, naval: &[ShipRow], kept: &[Upkeep]) -> Vec<Fact<Item>> {
        let is_own = |row: &&ShipRow| [&row.commander, &row.deputy].iter().any(|own| own.as_str() == seat.as_str());
        let rows: Vec<ShipRow> = naval.iter().filter(is_own).cloned().collect();
        if rows.is_empty() {
            return Vec::new();
        }
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        let upkeep = Item::NavalUpkeep { side: title.to_owned(), rows: of_names(kept, &names) };
        let ships = Item::Naval { side: title.to_owned(), is_command: true, rows };
        self.told(seat, [(Section::Naval, ships), (Section::NavalUpkeep, upkeep)])
    }

    /// To a seat what it commands, where it commands something and does not read the whole section.
    fn told(&self, seat: &SeatId, items: impl IntoIterator<Item = (Section, Item)>) -> Vec<Fact<Item>> {
        let is_new = |section: Section| !readers(self.scenario, self.side, section).contains(seat);
        let has_rows = |item: &Item| match item {
            Item::Land { rows, .. } => !rows.is_empty(),
            Item::Naval { rows, .. } => !rows.is_empty(),
            Item::Fortifications { rows, .. } => !rows.is_empty(),
            Item::Depots { rows, .. } => !rows.is_empty(),
            Item::LandUpkeep { rows, .. } | Item::NavalUpkeep { rows, .. } => !rows.is_empty(),
            _ => false,
        };
        let told = items.into_iter().filter(|(section, item)| is_new(*section) && has_rows(item));
        told.map(|(_, item)| Fact::new(Audience::Seats([seat.clone()].into()), item)).collect()
    }
}

fn of_names(kept: &[Upkeep], names: &[&str]) -> Vec<Upkeep> {
    kept.iter().filter(|row| names.contains(&row.name.as_str())).cloned().collect()
}
