//! What a side's cities lose to the enemy's brigades near them, to his blockade and to his raiders (SLAG 2.6, 2.7, 2.9; D18-D25).

use std::collections::{BTreeMap, BTreeSet};

use board::square::Square;
use kit::amount::Share;
use kit::commerce::{blockade, each_up_to};

use super::berth::Berth;
use super::contact::{board_of, is_brigade};
use super::order::Mission;
use super::river::blockader;
use super::scenario::{City, PortWaters, Scenario, cell};
use super::side::{Class, Side};
use super::state::{Ship, State};
use super::turn::holder;

/// What of a side's ports a blockade shuts.
pub struct Blockade<'a> {
    ports: BTreeSet<&'a str>,
    /// What a blockaded port loses.
    share: Share,
}

impl<'a> Blockade<'a> {
    /// That of a side's enemy.
    pub fn of(scenario: &'a Scenario, state: &State, side: Side) -> Blockade<'a> {
        let held =
            |city: &&City| city.port.is_some() && !city.is_off_map && holder(scenario, state, &city.id) == Some(side);
        let all: Vec<&City> = scenario.given.cities.iter().filter(held).collect();
        let squares = squares_of(scenario, state, side.enemy());
        let is_shut = |city: &&&City| is_blockaded(scenario, state, (side, &squares), &city.id);
        let ports: BTreeSet<&str> = all.iter().filter(is_shut).map(|city| city.id.as_str()).collect();
        let levels = |is_meant: &dyn Fn(&str) -> bool| -> u32 {
            let meant = all.iter().filter(|city| is_meant(&city.id));
            meant.filter_map(|city| state.city(&city.id)).map(|now| now.level).sum()
        };
        let (shut, all) = (levels(&|id| ports.contains(id)), levels(&|_| true));
        Blockade { share: blockade(shut, all, scenario.tables().trade.blockade), ports }
    }

    /// The blockaded ports, by their ids.
    pub fn ports(&self) -> impl Iterator<Item = &str> {
        self.ports.iter().copied()
    }

    /// The share that it takes, of its ports and of what comes over the sea (D27).
    pub fn share(&self) -> Share {
        self.share
    }
}

/// The trade of one side as its enemy leaves it.
pub struct Trade<'a> {
    scenario: &'a Scenario,
    /// How many of the enemy's brigades are near each city that any are near to.
    /// None: it leaves it alone.
    near: Option<BTreeMap<&'a str, u32>>,
    blockade: Blockade<'a>,
    /// The ships that raid it and those that protect it: where they lie, and what they are.
    raiders: Vec<(Berth<'a>, Class)>,
    protectors: Vec<(Berth<'a>, Class)>,
    /// D25: points of privateers off ports, as the game master says.
    privateers: BTreeMap<&'a str, u32>,
}

impl<'a> Trade<'a> {
    /// That of a side.
    pub fn of(scenario: &'a Scenario, state: &'a State, side: Side) -> Trade<'a> {
        let ships = |side: Side, mission: Mission| {
            let is_meant = |ship: &&Ship| {
                ship.side == side && ship.is_active && ship.mission == Some(mission) && !ship.class.is_group()
            };
            state.ships.values().filter(is_meant).map(|ship| (Berth::of(scenario, ship), ship.class)).collect()
        };
        Trade {
            scenario,
            near: Some(brigades_near(scenario, state, side)),
            blockade: Blockade::of(scenario, state, side),
            raiders: ships(side.enemy(), Mission::Raid),
            protectors: ships(side, Mission::Protect),
            privateers: state.cities.iter().filter_map(|(id, now)| Some((id.as_str(), now.privateers?))).collect(),
        }
    }

    /// As if the enemy left it alone.
    pub fn undisturbed(scenario: &'a Scenario) -> Trade<'a> {
        let blockade = Blockade { ports: BTreeSet::new(), share: Share::percent(0) };
        let (raiders, protectors, privateers) = (Vec::new(), Vec::new(), BTreeMap::new());
        Trade { scenario, near: None, blockade, raiders, protectors, privateers }
    }

    /// SLAG 2.6, D19: what a city loses to hostile brigades near it.
    pub fn brigades(&self, city: &City) -> Share {
        let table = &self.scenario.tables().trade;
        let Some(near) = &self.near else { return Share::percent(0) };
        each_up_to(table.brigade, near.get(city.id.as_str()).copied().unwrap_or(0), table.brigades)
    }

    /// SLAG 2.7: what a port loses to the blockade.
    pub fn blockade(&self, city: &City) -> Share {
        if self.blockade.ports.contains(city.id.as_str()) { self.blockade.share } else { Share::percent(0) }
    }

    /// SLAG 2.9, D25: what a port loses to raiders.
    pub fn raiding(&self, city: &City) -> Share {
        if city.port.is_none() || self.near.is_none() {
            return Share::percent(0);
        }
        let waters = self.scenario.waters(&city.id);
        let points = |ships: &[(Berth<'_>, Class)]| -> u32 {
            ships.iter().map(|(berth, class)| self.points((*berth, *class), (city, waters))).sum()
        };
        let privateers = self.privateers.get(city.id.as_str()).copied().unwrap_or(0);
        let raiding = points(&self.raiders).saturating_add(privateers);
        self.scenario.tables().trade.raiding.loss(raiding, points(&self.protectors))
    }

    /// What a ship counts off a port: in its harbour, in its waters, in its sea area.
    fn points(&self, (berth, class): (Berth<'_>, Class), (city, waters): (&City, Option<&PortWaters>)) -> u32 {
        let table = &self.scenario.tables().trade.points;
        let is_near = match berth {
            Berth::Harbor(port) => return if port == city.id { table.harbor } else { 0 },
            Berth::Waters(name) => waters.is_some_and(|waters| waters.waters == name),
            Berth::Sea(name) => waters.is_some_and(|waters| waters.sea == name),
            Berth::River(_) => false,
        };
        match is_near {
            true if matches!(class, Class::Ironclad | Class::RiverIronclad) => table.ironclad,
            true => table.wooden,
            false => 0,
        }
    }
}

/// SLAG 2.6: how many brigades of a side's enemy are near each city and joined to it by a line of contact, however long that is; those
/// of one square have the same lines.
fn brigades_near<'a>(scenario: &'a Scenario, state: &State, side: Side) -> BTreeMap<&'a str, u32> {
    let reach = scenario.tables().trade.brigade_reach;
    let mut squares: BTreeMap<Square, u32> = BTreeMap::new();
    for unit in state.units.values().filter(|unit| unit.side == side.enemy() && is_brigade(unit.kind)) {
        *squares.entry(unit.square).or_default() += 1;
    }
    let cities = || scenario.given.cities.iter();
    let pairs = squares.into_iter().flat_map(|(square, count)| {
        cities().filter(move |city| square.distance(city.square) <= reach).map(move |city| (square, count, city))
    });
    let pairs: Vec<(Square, u32, &City)> = pairs.collect();
    let mut near = BTreeMap::new();
    if pairs.is_empty() {
        return near;
    }
    let board = board_of(scenario, state, side.enemy());
    let lines = board.regions();
    for (square, count, city) in pairs {
        if lines.threatens(cell(square), cell(city.square)) {
            *near.entry(city.id.as_str()).or_default() += count;
        }
    }
    near
}

/// The squares of rivers that are a side's as blockades have it; none of a side that has declared none.
fn squares_of(scenario: &Scenario, state: &State, side: Side) -> BTreeSet<Square> {
    if !state.nations.of(side).has_blockade {
        return BTreeSet::new();
    }
    let blockader = blockader(scenario, state);
    let is_its = |square: &Square| blockader(*square) == Some(side);
    scenario.given.rivers.keys().copied().filter(is_its).collect()
}

/// SLAG 2.7, D22: by ships in its waters that let commerce pass, and a river port also by whoever has a square between it and the mouth.
fn is_blockaded(scenario: &Scenario, state: &State, (side, squares): (Side, &BTreeSet<Square>), port: &str) -> bool {
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
    let holds = |city: &String| holder(scenario, state, city) == Some(enemy);
    let on_river = || match scenario.way_to_mouth(port) {
        // A map without squares has the ports on the way alone.
        [] => waters.way.iter().any(holds),
        way => way.iter().any(|square| squares.contains(square)),
    };
    state.ships.values().any(blockades) || on_river()
}
