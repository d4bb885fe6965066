//! Units and ships, those under construction, what they cost.

use base::facts::Fact;
use board::square::Square;
use kit::forces::command::Command;
use kit::jobs::Job;

use super::super::berth::Berth;
use super::super::entitlement::Section;
use super::super::item::{Build, Item, ShipRow, Shipping, UnitRow, Upkeep};
use super::super::order::{Force, by_kind_and_number};
use super::super::price::{ship_upkeep, unit_upkeep};
use super::super::river::square_of;
use super::super::scenario::Cost;
use super::super::sea::{how_far, way};
use super::super::side::Kind;
use super::super::state::{Ship, Unit, Work};
use super::super::turn::{holder, shipping};
use super::{Bloc, View};

impl View<'_> {
    pub(super) fn forces(&self) -> Vec<Fact<Item>> {
        let side = self.name();
        let points = self.state.nations.of(self.side).victory_points;
        let points = (points != 0).then(|| Item::VictoryPoints { side: side.clone(), points });
        let forces = vec![
            self.to(Section::Land, self.land(None)),
            self.to(Section::LandBuilds, self.land_builds(None)),
            self.to(Section::LandUpkeep, Item::LandUpkeep { side: side.clone(), rows: self.unit_upkeeps() }),
            self.to(Section::Naval, self.naval()),
            self.to(Section::NavalBuilds, self.naval_builds()),
            self.to(Section::NavalBuilds, self.shipping()),
            self.to(Section::NavalUpkeep, Item::NavalUpkeep { side, rows: self.ship_upkeeps() }),
        ];
        forces.into_iter().chain(points.map(|item| self.to(Section::Land, item))).collect()
    }

    pub(super) fn unit_upkeeps(&self) -> Vec<Upkeep> {
        let own = self.state.units.iter().filter(|(_, unit)| unit.side == self.side);
        own.map(|(name, unit)| {
            let cost = unit_upkeep(self.scenario, unit);
            Upkeep { name: name.clone(), eagles: cost.eagles.into(), mp: cost.mp.into(), is_active: unit.is_active }
        })
        .collect::<Vec<_>>()
        .in_order(|row| &row.name)
    }

    pub(super) fn ship_upkeeps(&self) -> Vec<Upkeep> {
        let own = self.state.ships.iter().filter(|(_, ship)| ship.side == self.side);
        own.map(|(name, ship)| {
            let cost = ship_upkeep(self.scenario, ship);
            Upkeep { name: name.clone(), eagles: cost.eagles.into(), mp: cost.mp.into(), is_active: ship.is_active }
        })
        .collect::<Vec<_>>()
        .in_order(|row| &row.name)
    }

    /// A bloc's seats read of its militia alone.
    pub(super) fn land(&self, bloc: Option<&Bloc>) -> Item {
        let own = self.state.units.values().zip(self.state.units.keys());
        let own = own.filter(|(unit, _)| self.is_shown(unit, bloc)).map(|(unit, name)| (name, unit));
        let mut rows = own.map(|(name, unit)| self.unit_row(name, unit)).collect::<Vec<_>>().in_order(|row| &row.name);
        // Where units are bound for nobody reads by his bloc.
        rows.iter_mut().filter(|_| bloc.is_some()).for_each(|row| row.march.clear());
        Item::Land { of: self.of(bloc), is_bloc: bloc.is_some(), rows }
    }

    /// Units of the side for which somebody was named to command.
    pub(super) fn commanded_land(&self) -> Vec<UnitRow> {
        let own = self.state.units.iter().filter(|(_, unit)| unit.side == self.side && unit.command.is_some());
        own.map(|(name, unit)| self.unit_row(name, unit)).collect::<Vec<_>>().in_order(|row| &row.name)
    }

    /// Its ships for which somebody was.
    pub(super) fn commanded_ships(&self) -> Vec<ShipRow> {
        let own = self.state.ships.iter().filter(|(_, ship)| ship.side == self.side && ship.command.is_some());
        own.map(|(name, ship)| self.ship_row(name, ship)).collect::<Vec<_>>().in_order(|row| &row.name)
    }

    pub(super) fn is_shown(&self, unit: &Unit, bloc: Option<&Bloc>) -> bool {
        let is_of = |bloc: &Bloc| unit.state().is_some_and(|state| bloc.states.iter().any(|own| own == state));
        unit.side == self.side && bloc.is_none_or(|bloc| unit.kind == Kind::Militia && is_of(bloc))
    }

    pub(super) fn land_builds(&self, bloc: Option<&Bloc>) -> Item {
        let builds = self.state.jobs.iter().filter_map(|job| match &job.plan.work {
            Work::Unit { force, unit } if self.is_shown(unit, bloc) => {
                // A bloc's seats read no upkeep.
                let cost = if bloc.is_none() { unit_upkeep(self.scenario, unit) } else { Cost::default() };
                Some(self.build(*force, job, cost))
            }
            _ => None,
        });
        Item::LandBuilds { of: self.of(bloc), is_bloc: bloc.is_some(), rows: builds.collect() }
    }

    pub(super) fn place_of(&self, square: board::square::Square) -> String {
        self.scenario.place_name(square)
    }

    pub(super) fn naval(&self) -> Item {
        let own = self.state.ships.iter().filter(|(_, ship)| ship.side == self.side);
        let rows = own.map(|(name, ship)| self.ship_row(name, ship));
        let rows = rows.collect::<Vec<_>>().in_order(|row| &row.name);
        Item::Naval { side: self.name(), is_command: false, rows }
    }

    fn unit_row(&self, name: &str, unit: &Unit) -> UnitRow {
        let (commander, deputy) = named(unit.command.as_ref());
        UnitRow {
            name: name.to_owned(),
            place: self.place_of(unit.square),
            tac: unit.tac.map_or_else(String::new, |tac| tac.to_string()),
            men: unit.men,
            regiments: unit.regiments,
            batteries: unit.batteries,
            quality: unit.quality,
            experience: unit.experience,
            morale: unit.morale,
            is_active: unit.is_active,
            weapons: unit.weapons.words(unit.kind).to_owned(),
            commander,
            deputy,
            march: unit.march.map_or_else(String::new, |goal| self.place_of(goal.to)),
        }
    }

    fn ship_row(&self, name: &str, ship: &Ship) -> ShipRow {
        let (commander, deputy) = named(ship.command.as_ref());
        ShipRow {
            name: name.to_owned(),
            port: self.scenario.city_name(&ship.port),
            place: self.place_of_ship(ship),
            is_off: ship.off.is_some(),
            mission: mission_of(ship),
            base: self.scenario.city_name(&ship.base),
            crew: ship.crew,
            capacity: ship.capacity,
            stores: ship.stores,
            quality: ship.quality,
            damage: ship.damage,
            is_active: ship.is_active,
            commander,
            deputy,
            square: square_of(self.scenario, ship).map_or_else(String::new, |square| square.to_string()),
            course: ship.sail.course.map(|course| course.to),
            orders: self.orders_of(ship),
            berth: self.berth_of(ship),
            station: self.station_of(ship),
            trail: ship.sail.trail.iter().map(Square::to_string).collect(),
        }
    }

    /// SLAG 4.6, port by port.
    fn shipping(&self) -> Item {
        let own = self.scenario.given.cities.iter().filter(|city| self.is_held(&city.id));
        let rows = own.map(|city| Shipping {
            id: city.id.clone(),
            city: self.scenario.city_name(&city.id),
            capacity: shipping(self.scenario, self.state, &city.id),
        });
        Item::Shipping { side: self.name(), rows: rows.filter(|row| row.capacity > 0).collect() }
    }

    fn is_held(&self, id: &str) -> bool {
        holder(self.scenario, self.state, id) == Some(self.side)
    }

    /// Its port, or "off Savannah".
    fn place_of_ship(&self, ship: &Ship) -> String {
        let Some(off) = &ship.off else { return self.scenario.city_name(&ship.port) };
        if let Some(square) = off.square {
            return self.scenario.place_name(square);
        }
        if let Some(sea) = off.sea.as_ref().filter(|_| off.is_at_sea) {
            return sea.clone();
        }
        let port = self.scenario.city_name(&off.port);
        if off.is_at_sea { format!("at sea off {port}") } else { format!("off {port}") }
    }

    /// Where a ship lies, as far as the sea goes; empty on a river.
    fn berth_of(&self, ship: &Ship) -> String {
        match Berth::of(self.scenario, ship) {
            _ if square_of(self.scenario, ship).is_some() => String::new(),
            berth => berth.key(),
        }
    }

    /// "the waters of Mobile, 5 steps, 2 turns".
    fn station_of(&self, ship: &Ship) -> String {
        let Some(bound) = &ship.station else { return String::new() };
        let Some(to) = bound.berth(self.scenario) else { return String::new() };
        let steps = way(self.scenario, Berth::of(self.scenario, ship), to).map_or(0, |way| way.len());
        format!("{}, {}", to.words(self.scenario, &bound.port), how_far(self.scenario, steps))
    }

    fn build(&self, force: Force, job: &Job<Work>, upkeep: Cost) -> Build {
        let (name, city) = (force.name(), self.scenario.city_name(&job.plan.place));
        Build { name, city, left: job.left, eagles: upkeep.eagles.into(), mp: upkeep.mp.into() }
    }

    pub(super) fn naval_builds(&self) -> Item {
        let builds = self.state.jobs.iter().filter_map(|job| match &job.plan.work {
            Work::Ship { force, ship } if force.side == self.side => {
                Some(self.build(*force, job, ship_upkeep(self.scenario, ship)))
            }
            _ => None,
        });
        Item::NavalBuilds { side: self.name(), rows: builds.collect() }
    }
}

/// "ignores commerce".
fn mission_of(ship: &Ship) -> String {
    ship.mission.map_or_else(String::new, |mission| mission.doing().to_owned())
}

/// The seats that were named to command; none where those do that have all new ones (D54), who read of all anyway.
fn named(command: Option<&Command<String>>) -> (String, String) {
    command.map_or_else(Default::default, |command| (command.commander.clone(), command.deputy.clone()))
}

/// Rows by kind and number of what they name.
trait InOrder<T> {
    fn in_order(self, name: impl Fn(&T) -> &String) -> Vec<T>;
}

impl<T> InOrder<T> for Vec<T> {
    fn in_order(mut self, name: impl Fn(&T) -> &String) -> Vec<T> {
        self.sort_by_cached_key(|row| by_kind_and_number(name(row)));
        self
    }
}
