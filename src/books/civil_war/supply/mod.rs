//! Supply of one side: which towns and depots hang on its sources by rail and water, and which hexes they reach (D14).
//! Charted once for a side and a position, then asked for many hexes. Knows troops only as far as it is told of them.

pub mod rail;
pub mod waters;

use std::collections::VecDeque;
use std::sync::Arc;

use board::{Hex, HexSet};
use kit::remembered::Remembered;

use super::naval::patrols::Patrols;
use super::scenario::{City, Scenario, Side};
use super::state::State;
use waters::{Sailed, Waters};

/// What supply is charted by: towns, works, railways and ships of a state, and where troops are known to stand.
pub struct Grounds<'a> {
    /// The map and the tables.
    pub scenario: &'a Scenario,
    /// Whose supply it is.
    pub side: Side,
    /// Holders of towns and railways, works and ships, as far as they are known.
    pub towns: &'a State,
    own: HexSet,
    enemies: HexSet,
    /// Own railways where no enemy stands.
    rails: HexSet,
}

/// All that the supply of a side follows from.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Bases {
    /// Where enemy troops stand.
    enemies: HexSet,
    /// Own railways where none of them does.
    rails: HexSet,
    /// Own towns where supply begins.
    sources: Vec<Hex>,
    /// Own ports, if the side has any water.
    ports: Vec<Hex>,
    /// Own depots.
    depots: Vec<Hex>,
    /// Own water.
    waters: Arc<Waters>,
}

/// A side's supply with what it followed from.
#[derive(Debug)]
pub struct Charted {
    bases: Bases,
    supply: Supply,
}

/// How many charts are remembered: as many as a crowded sub-turn needs, which is played twice.
const REMEMBERED: usize = 96;

/// The charts that were asked for last.
pub type Charts = Remembered<Charted, REMEMBERED>;

/// The supply of one side.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Supply {
    linked: HexSet,
    reached: HexSet,
    waters: Arc<Waters>,
    sailed: Sailed,
}

impl<'a> Grounds<'a> {
    /// With troops of either side in these hexes.
    pub fn with(
        scenario: &'a Scenario,
        side: Side,
        towns: &'a State,
        troops: impl Iterator<Item = (Hex, Side)>,
    ) -> Grounds<'a> {
        let (mut own, mut enemies) = (HexSet::default(), HexSet::default());
        for (hex, whose) in troops {
            if whose == side {
                own.put(hex)
            } else {
                enemies.put(hex)
            };
        }
        let rails = rail::held(scenario, towns, side).without(&enemies);
        Grounds { scenario, side, towns, own, enemies, rails }
    }

    /// Whether enemy troops stand in a hex: neither wagons nor trains pass.
    fn is_blocked(&self, hex: Hex) -> bool {
        self.enemies.has(hex)
    }

    /// Whether a town is the side's: whose troops stand in it, else its last holder.
    fn holds(&self, city: &City) -> bool {
        let is_last = || self.towns.cities.get(&city.name).copied().flatten() == Some(self.side);
        !self.is_blocked(city.hex) && (self.own.has(city.hex) || is_last())
    }

    fn holds_port(&self, hex: Hex) -> bool {
        self.scenario.map.city_at(hex).is_some_and(|city| city.port && self.holds(city))
    }

    fn bases(&self) -> Bases {
        let patrols = Patrols::of(self.scenario, self.towns);
        let waters = Arc::clone(patrols.waters(self.scenario, self.side));
        let cities = || self.scenario.map.cities().map(|(_, city)| city);
        let held = |is_meant: &dyn Fn(&City) -> bool| {
            cities().filter(|city| is_meant(city) && self.holds(city)).map(|city| city.hex).collect()
        };
        let works = self.towns.works.iter().filter(|(_, works)| works.side == self.side && works.has_depot);
        Bases {
            enemies: self.enemies.clone(),
            rails: self.rails.clone(),
            // The towns where the side's supply begins and which it holds.
            sources: held(&|city| city.source == Some(self.side)),
            ports: if waters.is_dry() { Vec::new() } else { held(&|city| city.port) },
            depots: works.map(|(hex, _)| *hex).filter(|hex| !self.is_blocked(*hex)).collect(),
            waters,
        }
    }
}

/// From depots and sources by road, so far as wagons go past the enemy.
fn within_reach(scenario: &Scenario, enemies: &HexSet, points: impl Iterator<Item = Hex>) -> HexSet {
    let ground = scenario.map.land().without(enemies);
    let mut reached: HexSet = points.collect();
    for _ in 0..scenario.tables.supply.hexes {
        reached.grow(&ground);
    }
    reached
}

impl Supply {
    /// Charts the supply of a side, or finds it among the charts that were asked for last.
    pub fn chart(grounds: &Grounds<'_>) -> Supply {
        let (scenario, bases) = (grounds.scenario, grounds.bases());
        let known = scenario.map.charts.find(|known| known.bases == bases);
        let charted = known.unwrap_or_else(|| {
            let supply = Supply::found(scenario, &bases);
            scenario.map.charts.keep(Charted { bases, supply })
        });
        charted.supply.clone()
    }

    fn found(scenario: &Scenario, bases: &Bases) -> Supply {
        let mut supply = Supply { waters: Arc::clone(&bases.waters), ..Supply::default() };
        supply.link(scenario, bases);
        let depots = bases.depots.iter().filter(|hex| supply.linked.has(**hex));
        supply.reached = within_reach(scenario, &bases.enemies, bases.sources.iter().chain(depots).copied());
        supply
    }

    /// The supply of a side in a state as it stands.
    pub fn of_state(scenario: &Scenario, state: &State, side: Side) -> Supply {
        let troops = state.stacks.iter().map(|(hex, stack)| (*hex, stack.side));
        Supply::chart(&Grounds::with(scenario, side, state, troops))
    }

    /// The supply with a new depot in a hex.
    pub fn with_depot(&self, grounds: &Grounds<'_>, hex: Hex) -> Supply {
        if !self.linked.has(hex) {
            return if self.is_landing(grounds, hex) { Supply::chart(grounds) } else { self.clone() };
        }
        let mut more = self.clone();
        if !grounds.is_blocked(hex) {
            more.reached.join(&within_reach(grounds.scenario, &grounds.enemies, [hex].into_iter()));
        }
        more
    }

    /// Whether troops in a hex are in supply: a depot or source within reach of wagons (D14).
    pub fn reaches(&self, hex: Hex) -> bool {
        self.reached.has(hex)
    }

    /// Whether it could be another if enemy troops came to a hex, or left it. What they do elsewhere changes nothing.
    pub fn minds(&self, scenario: &Scenario, towns: &State, side: Side, hex: Hex) -> bool {
        let is_own_town =
            || scenario.map.city_at(hex).is_some_and(|city| towns.cities.get(&city.name) == Some(&Some(side)));
        self.reached.has(hex)
            || hex.neighbours().any(|next| self.reached.has(next))
            || rail::holder(scenario, towns, hex) == Some(side)
            || towns.works.contains_key(&hex)
            || is_own_town()
    }

    /// Whether a hex hangs on a source as things stand: a town, a depot or a railway.
    pub fn has_link(&self, hex: Hex) -> bool {
        self.linked.has(hex)
    }

    /// Whether a depot in a hex would hang on a source by rail, river or port (D14, D17).
    pub fn is_linked(&self, grounds: &Grounds<'_>, hex: Hex) -> bool {
        self.linked.has(hex) || self.is_landing(grounds, hex)
    }

    /// From the sources over railways and waters (D14).
    fn link(&mut self, scenario: &Scenario, bases: &Bases) {
        let mut open: VecDeque<Hex> = VecDeque::new();
        let ports: HexSet = bases.ports.iter().copied().collect();
        let landings: Vec<Hex> = bases.ports.iter().chain(&bases.depots).copied().collect();
        for hex in &bases.sources {
            self.add(&mut open, *hex);
        }
        loop {
            while let Some(hex) = open.pop_front() {
                if bases.rails.has(hex) {
                    let next = scenario.map.rail_neighbours(hex).filter(|next| bases.rails.has(*next));
                    next.for_each(|next| self.add(&mut open, next));
                }
                if ports.has(hex) {
                    self.waters.sail(scenario, hex, &mut self.sailed);
                }
            }
            // Ships land at ports and depots; from there trains may go on.
            let is_landed = |hex: &Hex| self.waters.touch(scenario, &self.sailed, *hex, ports.has(*hex));
            let landed: Vec<Hex> =
                landings.iter().copied().filter(|hex| !self.linked.has(*hex) && is_landed(hex)).collect();
            landed.into_iter().for_each(|hex| self.add(&mut open, hex));
            if open.is_empty() {
                return;
            }
        }
    }

    fn add(&mut self, open: &mut VecDeque<Hex>, hex: Hex) {
        if self.linked.put(hex) {
            open.push_back(hex);
        }
    }

    /// Whether ships that carry supply come to a hex: to the bank of a river, or to a port by sea.
    fn is_landing(&self, grounds: &Grounds<'_>, hex: Hex) -> bool {
        !grounds.is_blocked(hex) && self.waters.touch(grounds.scenario, &self.sailed, hex, grounds.holds_port(hex))
    }
}

#[cfg(test)]
mod tests;
