//! What follows from where ships lie and guns stand, found once for a position and remembered for the last few: a sub-turn
//! asks the same for every march. Knows nothing of who asks.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use board::{Hex, HexSet};
use kit::remembered;

use super::super::scenario::{BySide, Scenario, Side};
use super::super::state::{State, Works};
use super::super::supply::waters::Waters;
use super::water::Water;
use super::zone;

/// How many positions are remembered: those of a crowded sub-turn, which is played twice, and what both sides know.
const REMEMBERED: usize = 32;

/// Where ships lie and guns stand, whatever their number, both in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stations {
    ships: Vec<(Water, Side)>,
    guns: Vec<(Hex, Side)>,
}

/// What ships patrol and bar in one position, each found when it is first asked for.
#[derive(Debug, Default)]
pub struct Patrols {
    stations: Stations,
    around: BySide<OnceLock<BTreeMap<Water, BTreeSet<Water>>>>,
    zones: BySide<OnceLock<BTreeSet<Water>>>,
    banks: BySide<OnceLock<HexSet>>,
    barred: BySide<OnceLock<BTreeSet<Water>>>,
    waters: BySide<OnceLock<Arc<Waters>>>,
}

/// The positions that were asked for last.
pub type Remembered = remembered::Remembered<Patrols, REMEMBERED>;

impl Stations {
    /// Those of a state.
    pub fn of(state: &State) -> Self {
        let ships = state.fleets.iter().filter(|(_, fleet)| !fleet.is_empty());
        Self::with(ships.map(|(water, fleet)| (*water, fleet.side)), &state.works)
    }

    /// Those of ships in these waters, in order, and of works.
    pub fn with(ships: impl Iterator<Item = (Water, Side)>, works: &BTreeMap<Hex, Works>) -> Self {
        let guns = works.iter().filter(|(_, works)| works.has_fort || works.has_fortress);
        Self { ships: ships.collect(), guns: guns.map(|(hex, works)| (*hex, works.side)).collect() }
    }

    /// Where a side's ships lie.
    pub fn berths(&self, side: Side) -> impl Iterator<Item = Water> + '_ {
        self.ships.iter().filter(move |(_, whose)| *whose == side).map(|(water, _)| *water)
    }

    /// Whose ships lie in a water.
    pub fn holder(&self, water: Water) -> Option<Side> {
        let at = self.ships.binary_search_by_key(&water, |(water, _)| *water).ok()?;
        Some(self.ships[at].1)
    }

    /// Whose fort or fortress stands in a hex.
    pub fn guns(&self, hex: Hex) -> Option<Side> {
        let at = self.guns.binary_search_by_key(&hex, |(hex, _)| *hex).ok()?;
        Some(self.guns[at].1)
    }
}

impl Patrols {
    /// What follows from a state's ships and works.
    pub fn of(scenario: &Scenario, state: &State) -> Arc<Patrols> {
        Self::at(scenario, Stations::of(state))
    }

    /// What follows from these stations.
    pub fn at(scenario: &Scenario, stations: Stations) -> Arc<Patrols> {
        let known = scenario.map.patrols.find(|known| known.stations == stations);
        known.unwrap_or_else(|| scenario.map.patrols.keep(Patrols { stations, ..Patrols::default() }))
    }

    /// Where a side's ships lie, each with the waters within patrol of them.
    pub fn around(&self, scenario: &Scenario, side: Side) -> &BTreeMap<Water, BTreeSet<Water>> {
        let zone = |from: Water| (from, zone::zone(scenario, &self.stations, side, from));
        self.around[side].get_or_init(|| self.stations.berths(side).map(zone).collect())
    }

    /// The waters within patrol of any ships of a side.
    pub fn zones(&self, scenario: &Scenario, side: Side) -> &BTreeSet<Water> {
        self.zones[side].get_or_init(|| self.around(scenario, side).values().flatten().copied().collect())
    }

    /// The hexes of land that a side's ships watch: both banks of the rivers they patrol (C4.5.3).
    pub fn banks(&self, scenario: &Scenario, side: Side) -> &HexSet {
        self.banks[side].get_or_init(|| self.zones(scenario, side).iter().flat_map(|water| water.banks()).collect())
    }

    /// The rivers that a side's enemy controls: within patrol of his ships and of none of the side's own (D22). Nobody
    /// crosses them on land (D14).
    pub fn barred(&self, scenario: &Scenario, side: Side) -> &BTreeSet<Water> {
        self.barred[side].get_or_init(|| {
            let own = self.zones(scenario, side);
            let enemys = self.zones(scenario, side.enemy()).iter();
            enemys.filter(|water| water.is_river() && !own.contains(water)).copied().collect()
        })
    }

    /// The water that carries a side's supply, none of it sailed yet (D14).
    pub fn waters(&self, scenario: &Scenario, side: Side) -> &Arc<Waters> {
        self.waters[side].get_or_init(|| Waters::of(scenario, &self.stations, side).into())
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::begin;
    use super::super::super::state::Fleet;
    use super::*;

    #[test]
    fn a_position_is_found_again_and_another_is_another() {
        let scenario = Scenario::embedded().unwrap();
        let mut state = begin::opening(&scenario);
        let first = Patrols::of(&scenario, &state);
        assert!(Arc::ptr_eq(&first, &Patrols::of(&scenario, &state)));
        let fleet = Fleet { side: Side::Csa, river: 0, ocean: 0, ironclads: 1 };
        state.fleets.insert("5315".parse().unwrap(), fleet);
        let second = Patrols::of(&scenario, &state);
        assert_ne!(first.zones(&scenario, Side::Csa), second.zones(&scenario, Side::Csa));
        assert!(Arc::ptr_eq(&second, &Patrols::of(&scenario, &state)));
    }
}
