//! What is bought every turn, depots and caches, fortifications, and who has better weapons.

use base::facts::{Audience, Fact};
use base::game::SeatSet;
use board::square::{Compass, Square};
use board::tactical::Tac;

use super::super::entitlement::Section;
use super::super::item::{Armed, Cover, DepotRow, FortRow, Item, StandingRow};
use super::super::office::Office;
use super::super::order::by_kind_and_number;
use super::super::scenario::Cost;
use super::super::state::{Depot, Fort, Work};
use super::super::turn::cover_of;
use super::{Bloc, View};

impl View<'_> {
    pub(super) fn works(&self) -> Vec<Fact<Item>> {
        let blocs = self.blocs();
        let of_blocs = blocs.iter().map(|bloc| {
            // Of works the Governor alone reads.
            let seats = bloc
                .seats
                .iter()
                .filter(|seat| self.scenario.office(seat.as_str()).is_some_and(|row| row.office == Office::Governor));
            Fact::new(Audience::Seats(seats.cloned().collect::<SeatSet>()), self.fortifications(Some(bloc)))
        });
        let items = [
            self.to(Section::Supplies, self.standing(None)),
            self.to(Section::Depots, self.depots_in(self.name(), false, |_| true)),
            self.to(Section::Fortifications, self.fortifications(None)),
            self.to(Section::Weapons, self.weapons()),
        ];
        let is_sold_to = self.state.nations.of(self.side).may_buy_abroad;
        let abroad = is_sold_to.then(|| self.to(Section::Manufacturing, Item::Abroad { side: self.name() }));
        let is_built_for = self.state.nations.of(self.side).may_build_abroad;
        let ships = is_built_for.then(|| self.to(Section::NavalBuilds, Item::ShipsAbroad { side: self.name() }));
        items.into_iter().chain(abroad).chain(ships).chain(of_blocs).collect()
    }

    pub(super) fn standing(&self, bloc: Option<&Bloc>) -> Item {
        let orders = self.state.standing.of(self.side).iter().filter(|order| self.is_in(&order.place, bloc));
        let rows = orders.map(|order| StandingRow {
            city: self.scenario.city_name(&order.place),
            goods: order.good.words().to_owned(),
            buy: order.buy,
            forward: order.forward.as_ref().map_or(0, |(_, count)| *count),
            to: order.forward.as_ref().map_or_else(String::new, |(to, _)| self.scenario.city_name(to)),
        });
        Item::StandingOrders { of: self.of(bloc), is_bloc: bloc.is_some(), rows: rows.collect() }
    }

    /// What depots and caches cost a turn.
    pub(super) fn depot_upkeep(&self) -> Cost {
        let own = self.state.depots.values().filter(|depot| depot.side == self.side);
        let costs = own.map(|depot| self.scenario.tables().depots.of(depot.kind).upkeep);
        costs.fold(Cost::default(), Cost::and)
    }

    /// Depots and caches in some squares.
    pub(super) fn depots_in(&self, of: String, is_bloc: bool, is_meant: impl Fn(Square) -> bool) -> Item {
        let row = |square: Square, depot: &Depot, left: u32| {
            let upkeep = self.scenario.tables().depots.of(depot.kind).upkeep;
            DepotRow {
                what: depot.kind.words().to_owned(),
                place: self.place_of(square),
                square,
                tac: depot.tac.to_string(),
                eagles: upkeep.eagles.into(),
                mp: upkeep.mp.into(),
                left,
                is_closed: depot.is_closed,
            }
        };
        let is_shown = |square: Square, depot: &Depot| depot.side == self.side && is_meant(square);
        let own = self.state.depots.iter().filter(|(square, depot)| is_shown(**square, depot));
        let standing = own.map(|(square, depot)| row(*square, depot, 0));
        let begun = self.state.jobs.iter().filter_map(|job| match &job.plan.work {
            Work::Depot { square, depot } if is_shown(*square, depot) => Some(row(*square, depot, job.left)),
            _ => None,
        });
        Item::Depots { of, is_bloc, rows: standing.chain(begun).collect() }
    }

    fn fortifications(&self, bloc: Option<&Bloc>) -> Item {
        self.fortifications_in(self.of(bloc), bloc.is_some(), |square| self.is_near(square, bloc))
    }

    /// Those in some squares.
    pub(super) fn fortifications_in(&self, of: String, is_bloc: bool, is_meant: impl Fn(Square) -> bool) -> Item {
        let is_shown = |fort: &Fort| fort.side == self.side && is_meant(fort.front.square);
        let row = |fort: &Fort, left: u32, is_razed: bool| FortRow {
            place: self.place_of(fort.front.square),
            square: fort.front.square,
            tac: fort.front.tac.to_string(),
            facing: fort.front.facing.to_string(),
            level: fort.level,
            left,
            is_razed,
        };
        let standing: Vec<&Fort> = self.state.forts.iter().filter(|fort| is_shown(fort)).collect();
        let begun = self.state.jobs.iter().filter_map(|job| match &job.plan.work {
            Work::Fort { fort, .. } if is_shown(fort) => Some(row(fort, job.left, false)),
            Work::Razing { fort } if is_shown(fort) => Some(row(fort, job.left, true)),
            _ => None,
        });
        let mut places: Vec<(Square, Tac)> = standing.iter().map(|fort| (fort.front.square, fort.front.tac)).collect();
        places.sort_unstable();
        places.dedup();
        Item::Fortifications {
            of,
            is_bloc,
            rows: standing.iter().map(|fort| row(fort, 0, false)).chain(begun).collect(),
            cover: places.into_iter().map(|place| self.cover(place)).collect(),
        }
    }

    /// SLAG 8.1: direction by direction, where there is any.
    fn cover(&self, (square, tac): (Square, Tac)) -> Cover {
        let level = |from: Compass| cover_of(&self.state.forts, self.side, (square, tac), from);
        let covered = Compass::ALL.into_iter().filter(|from| level(*from) > 0);
        let words: Vec<String> = covered.map(|from| format!("{from} {}", level(from))).collect();
        Cover { place: self.place_of(square), tac: tac.to_string(), words: words.join(", ") }
    }

    /// Whether a square is of a bloc: it goes with the nearest city.
    fn is_near(&self, square: Square, bloc: Option<&Bloc>) -> bool {
        bloc.is_none() || self.scenario.nearest_city(square).is_some_and(|city| self.is_in(&city.id, bloc))
    }

    fn weapons(&self) -> Item {
        let own = self.state.units.iter().filter(|(_, unit)| unit.side == self.side && !unit.weapons.is_none());
        let armed =
            own.map(|(name, unit)| Armed { name: name.clone(), weapons: unit.weapons.words(unit.kind).to_owned() });
        let mut rows: Vec<Armed> = armed.collect();
        rows.sort_by_cached_key(|row| by_kind_and_number(&row.name));
        Item::Weapons { side: self.name(), rows }
    }
}
