//! Water that carries supply (D14, D22). On rivers it is what a side's ships control, up to the first enemy fort that is
//! known; the sea, by a house rule, is the side's that has ships there, but for what lies near enemy ships.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::board::{Hex, HexSet};

use super::super::naval::patrols::Stations;
use super::super::naval::{Water, chart};
use super::super::scenario::{Scenario, Side, Terrain};

/// The side of a hex on a river, the lower hex first.
type Hexside = (Hex, Hex);

/// The water that a side has, and how much of it hangs on its sources. The sea is one: who sails from one port comes to
/// every other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Waters {
    has_sea: bool,
    /// Sea that is near enemy ships.
    contested: HexSet,
    rivers: BTreeSet<Hexside>,
    is_at_sea: bool,
    sailed: BTreeSet<Hexside>,
}

impl Waters {
    /// The water of a side whose ships and enemies have these stations.
    pub fn of(scenario: &Scenario, stations: &Stations, side: Side) -> Waters {
        let seas = Seas { scenario, stations };
        let mut waters = Waters { has_sea: seas.at_sea(side).next().is_some(), ..Waters::default() };
        let near = scenario.tables.naval.patrol_locations;
        for hex in seas.at_sea(side.enemy()).filter(|_| waters.has_sea) {
            hex.within(near).for_each(|hex| {
                waters.contested.put(hex);
            });
        }
        let own = seas.zone(side);
        if !own.is_empty() {
            let enemy = seas.zone(side.enemy());
            waters.rivers = own.difference(&enemy).copied().collect();
        }
        waters
    }

    /// Whether the side has no water at all.
    pub fn is_dry(&self) -> bool {
        !self.has_sea && self.rivers.is_empty()
    }

    /// Everything that can be sailed from a port.
    pub fn sail(&mut self, scenario: &Scenario, port: Hex) {
        let mut open: VecDeque<Hexside> = VecDeque::new();
        if self.borders_sea(scenario, port) {
            self.put_to_sea(scenario, &mut open);
        }
        hexsides(scenario, port).into_iter().for_each(|side| self.take_river(&mut open, side));
        while let Some(side) = open.pop_front() {
            for corner in corners(scenario, side) {
                if self.is_own_sea(scenario, corner) {
                    self.put_to_sea(scenario, &mut open);
                }
                self.take_river(&mut open, hexside(side.0, corner));
                self.take_river(&mut open, hexside(side.1, corner));
            }
        }
    }

    /// Whether ships from a source come to a hex: to its bank, or by sea when it is a port.
    pub fn touch(&self, scenario: &Scenario, hex: Hex, is_port: bool) -> bool {
        let by_river = !self.sailed.is_empty() && hexsides(scenario, hex).iter().any(|side| self.sailed.contains(side));
        by_river || is_port && self.is_at_sea && self.borders_sea(scenario, hex)
    }

    fn is_own_sea(&self, scenario: &Scenario, hex: Hex) -> bool {
        self.has_sea && is_sea(scenario, hex) && !self.contested.has(hex)
    }

    fn borders_sea(&self, scenario: &Scenario, hex: Hex) -> bool {
        self.has_sea && scenario.map.neighbours(hex).any(|next| self.is_own_sea(scenario, next))
    }

    /// From the sea ships enter every river whose mouth is open to them.
    fn put_to_sea(&mut self, scenario: &Scenario, open: &mut VecDeque<Hexside>) {
        if std::mem::replace(&mut self.is_at_sea, true) {
            return;
        }
        let mouths = self.rivers.iter().copied();
        let mouths = mouths.filter(|side| corners(scenario, *side).any(|corner| self.is_own_sea(scenario, corner)));
        mouths.collect::<Vec<_>>().into_iter().for_each(|side| self.take_river(open, side));
    }

    fn take_river(&mut self, open: &mut VecDeque<Hexside>, side: Hexside) {
        if self.rivers.contains(&side) && self.sailed.insert(side) {
            open.push_back(side);
        }
    }
}

fn is_sea(scenario: &Scenario, hex: Hex) -> bool {
    scenario.map.hex(hex).is_some_and(|tile| tile.terrain == Terrain::Sea)
}

fn hexside(one: Hex, other: Hex) -> Hexside {
    (one.min(other), one.max(other))
}

/// The navigable hexsides of a hex.
fn hexsides(scenario: &Scenario, hex: Hex) -> Vec<Hexside> {
    let next = scenario.map.neighbours(hex).filter(|next| is_navigable(scenario, hex, *next));
    next.map(|next| hexside(hex, next)).collect()
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
