//! What is seen of the other side: by all units of a side to its President, Vice-President and Secretary of War, by what a seat
//! commands to that seat.

use base::facts::{Audience, Fact};
use base::game::SeatId;

use super::super::entitlement::{Section, readers};
use super::super::item::{Item, SightRow};
use super::super::land::{Outlook, Seen, outlooks, seen};
use super::super::state::Unit;
use super::View;

impl View<'_> {
    pub(super) fn sight(&self) -> Vec<Fact<Item>> {
        let own = || self.state.units.values().filter(|unit| unit.side == self.side);
        let all = self.seen_from(self.name(), false, &outlooks(self.scenario, own()));
        let whole = readers(self.scenario, self.side, Section::Land);
        let offices = self.scenario.given.offices.iter().filter(|row| row.side == self.side);
        let seats = offices.filter_map(|row| Some((SeatId::parse(&row.id)?, row.title.clone())));
        let of_commands = seats.filter(|(seat, _)| !whole.contains(seat)).filter_map(|(seat, title)| {
            let is_commanded = |unit: &&Unit| {
                let command = unit.command.as_ref();
                command.is_some_and(|it| [&it.commander, &it.deputy].iter().any(|own| own.as_str() == seat.as_str()))
            };
            let seen = self.seen_from(title, true, &outlooks(self.scenario, own().filter(is_commanded)))?;
            Some(Fact::new(Audience::Seats([seat].into()), seen))
        });
        let of_commands: Vec<_> = of_commands.collect();
        all.map(|item| self.to(Section::Land, item)).into_iter().chain(of_commands).collect()
    }

    /// None where nothing is seen.
    fn seen_from(&self, of: String, is_command: bool, outlooks: &[Outlook]) -> Option<Item> {
        let row = |seen: Seen| SightRow {
            place: self.place_of(seen.square),
            square: seen.square,
            what: seen.what,
            is_contact: seen.is_contact,
        };
        let rows: Vec<SightRow> = seen(self.scenario, self.state, self.side, outlooks).into_iter().map(row).collect();
        (!rows.is_empty()).then_some(Item::Sighted { of, is_command, rows })
    }
}
