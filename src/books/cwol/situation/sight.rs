//! What is seen of the other side: by all units of a side to its President, Vice-President and Secretary of War, by what a seat
//! commands to that seat.

use std::collections::BTreeMap;

use base::facts::{Audience, Fact};
use base::game::SeatId;
use board::square::Square;

use super::super::entitlement::{Section, readers};
use super::super::item::{Item, SightRow};
use super::super::land::{Outlook, is_seen, outlooks, seen};
use super::super::state::Unit;
use super::View;

impl View<'_> {
    pub(super) fn sight(&self) -> Vec<Fact<Item>> {
        let own = || self.state.units.values().filter(|unit| unit.side == self.side);
        let outlook = outlooks(self.scenario, own());
        let mut rows = self.seen_from(&outlook);
        rows.extend(self.lost_from_sight(&outlook));
        let all = (!rows.is_empty()).then(|| Item::Sighted { of: self.name(), is_command: false, rows });
        let whole = readers(self.scenario, self.side, Section::Land);
        let offices = self.scenario.given.offices.iter().filter(|row| row.side == self.side);
        let seats = offices.filter_map(|row| Some((SeatId::parse(&row.id)?, row.title.clone())));
        let of_commands = seats.filter(|(seat, _)| !whole.contains(seat)).filter_map(|(seat, title)| {
            let is_commanded = |unit: &&Unit| {
                let command = unit.command.as_ref();
                command.is_some_and(|it| [&it.commander, &it.deputy].iter().any(|own| own.as_str() == seat.as_str()))
            };
            let rows = self.seen_from(&outlooks(self.scenario, own().filter(is_commanded)));
            let item = Item::Sighted { of: title, is_command: true, rows };
            let sees = matches!(&item, Item::Sighted { rows, .. } if !rows.is_empty());
            sees.then(|| Fact::new(Audience::Seats([seat].into()), item))
        });
        let of_commands: Vec<_> = of_commands.collect();
        all.map(|item| self.to(Section::Land, item)).into_iter().chain(of_commands).collect()
    }

    fn seen_from(&self, outlooks: &[Outlook]) -> Vec<SightRow> {
        let seen = seen(self.scenario, self.state, self.side, outlooks);
        seen.into_iter().map(|seen| self.row(seen.square, (seen.what, seen.counts), (seen.is_contact, false))).collect()
    }

    /// What was seen as the last turn began, where nobody looks now.
    fn lost_from_sight(&self, outlooks: &[Outlook]) -> Vec<SightRow> {
        let old = self.state.glimpses.of(self.side).iter();
        let old = old.filter(|glimpse| !is_seen(outlooks, glimpse.square));
        old.map(|glimpse| self.row(glimpse.square, (glimpse.what.clone(), glimpse.counts.clone()), (false, true)))
            .collect()
    }

    fn row(
        &self,
        square: Square,
        (what, counts): (Vec<String>, BTreeMap<String, u32>),
        (is_contact, is_old): (bool, bool),
    ) -> SightRow {
        SightRow { place: self.place_of(square), square, what, counts, is_contact, is_old }
    }
}
