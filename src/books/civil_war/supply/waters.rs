//! Water that carries supply (D14, D22). On rivers it is what a side's ships control, up to the first enemy fort that is
//! known; the sea, by a house rule, is the side's that has ships there, but for what lies near enemy ships.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use board::{Hex, HexSet};

use super::super::naval::patrols::Stations;
use super::super::naval::{Water, chart};
use super::super::scenario::{Scenario, Side, Terrain};

/// The side of a hex on a river, the lower hex first.
type Hexside = (Hex, Hex);

/// The water that a side has, in parts that hang together. The sea is one, with the rivers whose mouths are open: who sails
/// from one port comes to every other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Waters {
    has_sea: bool,
    /// Sea that is near enemy ships.
    contested: HexSet,
    /// Which parts on rivers touch a hex.
    banks: BTreeMap<Hex, Vec<usize>>,
    parts: usize,
}

/// Which parts of a side's water hang on its sources.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sailed(Vec<bool>);

/// The part that is the sea.
const SEA: usize = 0;

impl Waters {
    /// The water of a side whose ships and enemies have these stations.
    pub fn of(scenario: &Scenario, stations: &Stations, side: Side) -> Waters {
        let seas = Seas { scenario, stations };
        let mut waters = Waters { has_sea: seas.at_sea(side).next().is_some(), parts: SEA + 1, ..Waters::default() };
        let near = scenario.tables.naval.patrol_locations;
        for hex in seas.at_sea(side.enemy()).filter(|_| waters.has_sea) {
            hex.within(near).for_each(|hex| {
                waters.contested.put(hex);
            });
        }
        let own = seas.zone(side);
        if !own.is_empty() {
            let enemy = seas.zone(side.enemy());
            waters.join(scenario, own.difference(&enemy).copied().collect());
        }
        waters
    }

    /// Whether the side has no water at all.
    pub fn is_dry(&self) -> bool {
        !self.has_sea && self.banks.is_empty()
    }

    /// Whatever can be sailed from a port.
    pub fn sail(&self, scenario: &Scenario, port: Hex, sailed: &mut Sailed) {
        sailed.0.resize(self.parts, false);
        if self.borders_sea(scenario, port) {
            sailed.0[SEA] = true;
        }
        self.banks.get(&port).into_iter().flatten().for_each(|part| sailed.0[*part] = true);
    }

    /// Whether ships from a source come to a hex: to its bank, or by sea when it is a port.
    pub fn touch(&self, scenario: &Scenario, sailed: &Sailed, hex: Hex, is_port: bool) -> bool {
        let is_sailed = |part: usize| sailed.0.get(part).copied().unwrap_or(false);
        let by_river = self.banks.get(&hex).is_some_and(|parts| parts.iter().any(|part| is_sailed(*part)));
        by_river || is_port && is_sailed(SEA) && self.borders_sea(scenario, hex)
    }

    fn is_own_sea(&self, scenario: &Scenario, hex: Hex) -> bool {
        self.has_sea && is_sea(scenario, hex) && !self.contested.has(hex)
    }

    fn borders_sea(&self, scenario: &Scenario, hex: Hex) -> bool {
        self.has_sea && scenario.map.neighbours(hex).any(|next| self.is_own_sea(scenario, next))
    }

    /// Finds which rivers hang together: first all with an open mouth, which are one with the sea.
    fn join(&mut self, scenario: &Scenario, mut rivers: BTreeSet<Hexside>) {
        let is_mouth = |side: &Hexside| corners(scenario, *side).any(|corner| self.is_own_sea(scenario, corner));
        let mouths: Vec<Hexside> = rivers.iter().copied().filter(is_mouth).collect();
        self.take(scenario, &mut rivers, mouths, SEA);
        while let Some(first) = rivers.first().copied() {
            let part = self.parts;
            self.parts += 1;
            self.take(scenario, &mut rivers, vec![first], part);
        }
    }

    /// Takes these rivers, and all that hang on them, into a part.
    fn take(&mut self, scenario: &Scenario, rivers: &mut BTreeSet<Hexside>, from: Vec<Hexside>, part: usize) {
        let mut open = from;
        while let Some(side) = open.pop() {
            if !rivers.remove(&side) {
                continue;
            }
            for bank in [side.0, side.1] {
                let parts = self.banks.entry(bank).or_default();
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
            open.extend(corners(scenario, side).flat_map(|it| [hexside(side.0, it), hexside(side.1, it)]));
        }
    }
}

fn is_sea(scenario: &Scenario, hex: Hex) -> bool {
    scenario.map.hex(hex).is_some_and(|tile| tile.terrain == Terrain::Sea)
}

fn hexside(one: Hex, other: Hex) -> Hexside {
    (one.min(other), one.max(other))
}

fn is_navigable(scenario: &Scenario, one: Hex, other: Hex) -> bool {
    scenario.map.river_between(one, other).is_some_and(|river| river.navigable)
}

/// The two hexes at the ends of a hexside.
fn corners(scenario: &Scenario, side: Hexside) -> impl Iterator<Item = Hex> + '_ {
    scenario.map.neighbours(side.0).filter(move |hex| hex.distance(side.1) == 1)
}

/// Where ships lie and guns stand, on the map.
struct Seas<'a> {
    scenario: &'a Scenario,
    stations: &'a Stations,
}

impl Seas<'_> {
    /// Hexes of the sea where a side's ships lie, or that are next to their rivers.
    fn at_sea(&self, side: Side) -> impl Iterator<Item = Hex> + '_ {
        let near = self.stations.berths(side).flat_map(|water| match water {
            Water::Sea(hex) => vec![hex],
            Water::River(..) => {
                let next = chart::next_to(self.scenario, water).iter();
                next.filter(|next| !next.is_river()).map(|next| next.hex()).collect()
            }
        });
        near.filter(|hex| is_sea(self.scenario, *hex))
    }

    /// The sides of rivers where ships lie, or that are next to their sea.
    fn on_rivers(&self, side: Side) -> Vec<Hexside> {
        let waters = self.stations.berths(side).flat_map(|water| match water {
            Water::River(..) => vec![water],
            Water::Sea(_) => chart::neighbours(self.scenario, water),
        });
        let sides = waters.filter_map(|water| match water {
            Water::River(one, other) => Some((one, other)),
            Water::Sea(_) => None,
        });
        sides.collect()
    }

    /// The hexsides within patrol of a side's ships; a hexside at a known enemy fort or fortress ends the way and is
    /// outside.
    fn zone(&self, side: Side) -> BTreeSet<Hexside> {
        let scenario = self.scenario;
        let is_shut = |hex: Hex| self.stations.guns(hex) == Some(side.enemy());
        let is_open = |hexside: Hexside| !is_shut(hexside.0) && !is_shut(hexside.1);
        let mut found: BTreeMap<Hexside, u32> = BTreeMap::new();
        let mut open: VecDeque<Hexside> = VecDeque::new();
        for start in self.on_rivers(side).into_iter().filter(|start| is_open(*start)) {
            if found.insert(start, 0).is_none() {
                open.push_back(start);
            }
        }
        while let Some(at) = open.pop_front() {
            let steps = found[&at];
            if steps >= scenario.tables.naval.patrol_locations {
                continue;
            }
            for corner in corners(scenario, at) {
                for (one, other) in [(at.0, corner), (at.1, corner)] {
                    let next = hexside(one, other);
                    if is_navigable(scenario, one, other) && is_open(next) && !found.contains_key(&next) {
                        found.insert(next, steps + 1);
                        open.push_back(next);
                    }
                }
            }
        }
        found.into_keys().collect()
    }
}
