//! What a side's cities lose to the enemy's brigades near them, to his blockade and to his raiders (SLAG 2.6, 2.7, 2.9; D18-D25).

use std::collections::{BTreeMap, BTreeSet};

use board::square::Square;
use kit::amount::Share;
use kit::commerce::{blockade, each_up_to};
use kit::contact::{End, Goal};

use super::berth::Berth;
use super::contact::{board_of, controller, is_brigade, lines_from};
use super::order::Mission;
use super::scenario::{City, Scenario, cell};
use super::side::{Class, Kind, Side};
use super::state::{Ship, State};
use super::turn::holder;

/// The trade of one side as its enemy leaves it.
pub struct Trade<'a> {
    scenario: &'a Scenario,
    state: &'a State,
    side: Side,
    /// How many of the enemy's brigades are near each city that any are near to.
    /// None: it leaves it alone.
    near: Option<BTreeMap<&'a str, u32>>,
    blockaded: BTreeSet<&'a str>,
    /// What a blockaded port loses.
    share: Share,
}

impl<'a> Trade<'a> {
    /// That of a side.
    pub fn of(scenario: &'a Scenario, state: &'a State, side: Side) -> Trade<'a> {
        let held =
            |city: &&City| city.port.is_some() && !city.is_off_map && holder(scenario, state, &city.id) == Some(side);
        let ports: Vec<&City> = scenario.given.cities.iter().filter(held).collect();
        let is_shut = |city: &&&City| is_blockaded(scenario, state, side, &city.id);
        let blockaded: BTreeSet<&str> = ports.iter().filter(is_shut).map(|city| city.id.as_str()).collect();
        let levels = |is_meant: &dyn Fn(&str) -> bool| -> u32 {
            let meant = ports.iter().filter(|city| is_meant(&city.id));
            meant.filter_map(|city| state.city(&city.id)).map(|now| now.level).sum()
        };
        let (shut, all) = (levels(&|id| blockaded.contains(id)), levels(&|_| true));
        let share = blockade(shut, all, scenario.tables().trade.blockade);
        Trade { scenario, state, side, near: Some(brigades_near(scenario, state, side)), blockaded, share }
    }

    /// As if the enemy left it alone.
    pub fn undisturbed(scenario: &'a Scenario, state: &'a State, side: Side) -> Trade<'a> {
        Trade { scenario, state, side, near: None, blockaded: BTreeSet::new(), share: Share::percent(0) }
    }

    /// The blockaded ports, by their ids.
    pub fn blockaded(&self) -> impl Iterator<Item = &str> {
        self.blockaded.iter().copied()
    }

    /// SLAG 2.6, D19: what a city loses to hostile brigades near it.
    pub fn brigades(&self, city: &City) -> Share {
        let table = &self.scenario.tables().trade;
        let Some(near) = &self.near else { return Share::percent(0) };
        each_up_to(table.brigade, near.get(city.id.as_str()).copied().unwrap_or(0), table.brigades)
    }

    /// The share that a blockade takes, here and of what comes over the sea (D27).
    pub fn blockade_share(&self) -> Share {
        self.share
    }

    /// SLAG 2.7: what a port loses to the blockade.
    pub fn blockade(&self, city: &City) -> Share {
        if self.blockaded.contains(city.id.as_str()) { self.share } else { Share::percent(0) }
    }

    /// SLAG 2.9, D25: what a port loses to raiders.
    pub fn raiding(&self, city: &City) -> Share {
        if city.port.is_none() || self.near.is_none() {
            return Share::percent(0);
        }
        let points = |side: Side, mission: Mission| -> u32 {
            let ships = self.state.ships.values();
            let meant = ships.filter(|ship| ship.side == side && ship.is_active && ship.mission == Some(mission));
            meant.map(|ship| self.points(ship, city)).sum()
        };
        let raiding = points(self.side.enemy(), Mission::Raid);
        self.scenario.tables().trade.raiding.loss(raiding, points(self.side, Mission::Protect))
    }

    /// What a ship counts off a port: in its harbour, in its waters, in its sea area.
    fn points(&self, ship: &Ship, city: &City) -> u32 {
        if ship.class.is_group() {
            return 0;
        }
        let (table, waters) = (&self.scenario.tables().trade.points, self.scenario.waters(&city.id));
        let is_near = match Berth::of(self.scenario, ship) {
            Berth::Harbor(port) => return if port == city.id { table.harbor } else { 0 },
            Berth::Waters(name) => waters.is_some_and(|waters| waters.waters == name),
            Berth::Sea(name) => waters.is_some_and(|waters| waters.sea == name),
            Berth::River(_) => false,
        };
        match is_near {
            true if matches!(ship.class, Class::Ironclad | Class::RiverIronclad) => table.ironclad,
            true => table.wooden,
            false => 0,
        }
    }
}

/// SLAG 2.6: how many brigades of a side's enemy a line of contact joins to each city; those of one square have the same lines.
fn brigades_near<'a>(scenario: &'a Scenario, state: &State, side: Side) -> BTreeMap<&'a str, u32> {
    let reach = scenario.tables().trade.brigade_reach;
    let board = board_of(scenario, state, side.enemy());
    let mut squares: BTreeMap<Square, u32> = BTreeMap::new();
    for unit in state.units.values().filter(|unit| unit.side == side.enemy() && is_brigade(unit.kind)) {
        *squares.entry(unit.square).or_default() += 1;
    }
    let mut near = BTreeMap::new();
    for (square, count) in squares {
        let lines = lines_from(&board, square, reach);
        let is_joined = |city: &&City| lines.to(End::open(cell(city.square)), Goal::Threatened).is_some();
        for city in scenario.given.cities.iter().filter(is_joined) {
            *near.entry(city.id.as_str()).or_default() += count;
        }
    }
    near
}

/// SLAG 2.7, D22: by ships in its waters that let commerce pass, and a river port also by whoever has a square between it and the mouth.
fn is_blockaded(scenario: &Scenario, state: &State, side: Side, port: &str) -> bool {
    let enemy = side.enemy();
    if !state.nations.of(enemy).has_blockade {
        return false;
    }
    let Some(waters) = scenario.waters(port) else { return false };
    let is_there = |ship: &Ship| {
        let off = ship.off.as_ref().filter(|off| !off.is_at_sea && off.square.is_none());
        off.and_then(|off| scenario.waters(&off.port)).is_some_and(|here| here.waters == waters.waters)
    };
    let blockades = |ship: &Ship| {
        ship.side == enemy
            && ship.is_active
            && !ship.class.is_group()
            && ship.mission == Some(Mission::Ignore)
            && is_there(ship)
    };
    let is_shut = |square: &Square| controller(scenario, state, *square) == Some(enemy);
    let holds = |city: &String| holder(scenario, state, city) == Some(enemy);
    // Without batteries, rulings and ships that sailed the ports alone say whose the river is.
    let has_others = !state.facts.control.is_empty()
        || !state.river.last_warship.is_empty()
        || state.units.values().any(|unit| unit.kind == Kind::Naval);
    let on_river = || match has_others {
        true => scenario.way_to_mouth(port).iter().any(is_shut),
        false => waters.way.iter().any(holds),
    };
    state.ships.values().any(blockades) || on_river()
}
