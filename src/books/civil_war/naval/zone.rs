//! How far ships patrol, which waters are contested, and what ships see there (C4.5, D22).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use board::Hex;

use super::super::scenario::{Account, Scenario, Side};
use super::super::state::{State, Works};
use super::chart;
use super::patrols::{Patrols, Stations};
use super::water::Water;

/// The waters within patrol of ships: not behind an enemy's ships, whose water is outside, nor behind a side of a river at
/// an enemy fort or fortress.
pub fn zone(scenario: &Scenario, stations: &Stations, side: Side, from: Water) -> BTreeSet<Water> {
    let mut found: BTreeMap<Water, u32> = BTreeMap::from([(from, 0)]);
    let mut open = VecDeque::from([from]);
    let is_shut = |water: Water| water.banks().any(|bank| stations.guns(bank) == Some(side.enemy()));
    while let Some(at) = open.pop_front() {
        let steps = found[&at];
        let is_end = at != from && is_shut(at);
        if steps >= scenario.tables.naval.patrol_locations || is_end {
            continue;
        }
        for next in chart::next_to(scenario, at) {
            let is_enemy = stations.holder(*next) == Some(side.enemy());
            if !is_enemy && !found.contains_key(next) {
                found.insert(*next, steps + 1);
                open.push_back(*next);
            }
        }
    }
    found.into_keys().collect()
}

/// Whether an enemy fort or fortress stands on a bank.
pub fn is_under_guns(state: &State, side: Side, water: Water) -> bool {
    water.banks().any(|bank| has_guns(state, side.enemy(), bank))
}

/// Whether a side has a fort or fortress in a hex.
pub fn has_guns(state: &State, side: Side, hex: Hex) -> bool {
    has_guns_in(&state.works, side, hex)
}

/// The same, of a list of works.
pub fn has_guns_in(works: &BTreeMap<Hex, Works>, side: Side, hex: Hex) -> bool {
    let works = works.get(&hex).filter(|works| works.side == side);
    works.is_some_and(|works| works.has_fort || works.has_fortress)
}

/// Where a side's ships lie.
pub fn berths(state: &State, side: Side) -> impl Iterator<Item = Water> + '_ {
    let own = state.fleets.iter().filter(move |(_, fleet)| fleet.side == side && !fleet.is_empty());
    own.map(|(water, _)| *water)
}

/// What the ships of one commander see of the enemy beyond what everybody is told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contact {
    /// Where enemy ships are seen exactly.
    pub ships: BTreeSet<Water>,
    /// Where enemy forts are seen.
    pub forts: BTreeSet<Hex>,
}

/// What the ships of a commander see: in contested waters and one water beyond (C4.5.2), and where enemy ships lie next to them,
/// which contest neither's berth by the letter of D22.
pub fn contact(scenario: &Scenario, state: &State, side: Side, account: Account) -> Contact {
    let patrols = Patrols::of(scenario, state);
    let enemy = patrols.zones(scenario, side.enemy());
    let mut seen: BTreeSet<Water> = BTreeSet::new();
    let enemies: BTreeSet<Water> = berths(state, side.enemy()).collect();
    let mut beside: BTreeSet<Water> = BTreeSet::new();
    let around = patrols.around(scenario, side).iter();
    for (from, own) in around.filter(|(water, _)| command_of(scenario, side, **water) == account) {
        seen.extend(own.intersection(enemy));
        let met: Vec<Water> =
            chart::next_to(scenario, *from).iter().copied().filter(|water| enemies.contains(water)).collect();
        beside.extend(met.first().map(|_| *from));
        beside.extend(met);
    }
    let beyond: Vec<Water> = seen.iter().flat_map(|water| chart::next_to(scenario, *water).iter().copied()).collect();
    seen.extend(beyond);
    seen.extend(beside);
    let forts = seen.iter().flat_map(|water| water.banks()).filter(|bank| has_guns(state, side.enemy(), *bank));
    let forts = forts.collect();
    let ships = enemies.into_iter().filter(|water| seen.contains(water)).collect();
    Contact { ships, forts }
}

/// The account whose commander orders ships in a water: the fleet's for the Union, for the Confederacy the theatre's they
/// lie in (C6.1, D1).
pub fn command_of(scenario: &Scenario, side: Side, water: Water) -> Account {
    if side == Side::Usa {
        return Account::Naval;
    }
    // Where a river parts two theatres, ships lie at the bank that a town is nearer to: off Vicksburg in the West (C6.5).
    let from_a_town = |bank: &Hex| scenario.map.nearest_city(*bank).map(|city| city.hex.distance(*bank));
    let bank = water.banks().filter(|bank| scenario.map.theatre(*bank).is_some()).min_by_key(from_a_town);
    let coast = || scenario.map.nearest_city(water.hex()).map(|city| city.hex);
    let theatre = bank.or_else(coast).and_then(|hex| scenario.map.theatre(hex));
    theatre.map_or(Account::East, Account::from)
}

#[cfg(test)]
mod tests {
    use super::super::super::begin;
    use super::super::super::state::Fleet;
    use super::*;

    fn opening() -> (Scenario, State) {
        let scenario = Scenario::embedded().unwrap();
        let mut state = begin::opening(&scenario);
        (state.works, state.fleets) = (BTreeMap::new(), BTreeMap::new());
        (scenario, state)
    }

    fn water(id: &str) -> Water {
        id.parse().unwrap()
    }

    fn ships(state: &mut State, side: Side, at: &str) {
        let ironclads = u32::from(side == Side::Csa);
        state.fleets.insert(water(at), Fleet { side, river: 1 - ironclads, ocean: 0, ironclads });
    }

    fn fort(state: &mut State, side: Side, at: &str) {
        let works = Works { side, has_fort: true, has_fortress: false, has_depot: false };
        state.works.insert(at.parse().unwrap(), works);
    }

    #[test]
    fn d22_ships_patrol_seven_waters_and_not_behind_a_fort_or_a_fleet() {
        let (scenario, mut state) = opening();
        ships(&mut state, Side::Usa, "1522/1622");
        let free = zone(&scenario, &Stations::of(&state), Side::Usa, water("1522/1622"));
        assert!(free.contains(&water("1619/1720")) && !free.contains(&water("1719/1819")));
        fort(&mut state, Side::Csa, "1720");
        let shut = zone(&scenario, &Stations::of(&state), Side::Usa, water("1522/1622"));
        assert!(shut.contains(&water("1620/1720")) && !shut.contains(&water("1619/1720")), "{shut:?}");
        ships(&mut state, Side::Csa, "1521/1621");
        let met = zone(&scenario, &Stations::of(&state), Side::Usa, water("1522/1622"));
        assert!(met.contains(&water("1522/1621")) && !met.contains(&water("1521/1621")), "{met:?}");
    }

    #[test]
    fn c4_5_2_enemy_ships_and_forts_are_seen_in_contested_waters_and_one_beyond() {
        let (scenario, mut state) = opening();
        ships(&mut state, Side::Usa, "1522/1622");
        fort(&mut state, Side::Csa, "1620");
        let alone = contact(&scenario, &state, Side::Usa, Account::Naval);
        assert_eq!(alone, Contact::default(), "nothing is contested without enemy ships");
        ships(&mut state, Side::Csa, "1719/1720");
        let seen = contact(&scenario, &state, Side::Usa, Account::Naval);
        assert!(seen.forts.contains(&"1620".parse().unwrap()));
        assert!(!seen.ships.contains(&water("1719/1720")), "behind the fort");
        state.works.clear();
        let seen = contact(&scenario, &state, Side::Usa, Account::Naval);
        assert!(seen.ships.contains(&water("1719/1720")), "the fleet that bounds the zone is seen");
        ships(&mut state, Side::Usa, "1914/1915");
        state.fleets.remove(&water("1522/1622"));
        assert!(contact(&scenario, &state, Side::Usa, Account::Naval).forts.is_empty());
    }

    #[test]
    fn d22_ships_side_by_side_see_each_other() {
        let (scenario, mut state) = opening();
        ships(&mut state, Side::Usa, "1522/1622");
        ships(&mut state, Side::Csa, "1522/1621");
        assert!(contact(&scenario, &state, Side::Usa, Account::Naval).ships.contains(&water("1522/1621")));
        assert!(contact(&scenario, &state, Side::Csa, Account::Trans).ships.contains(&water("1522/1622")));
    }

    #[test]
    fn c6_1_ironclads_obey_the_theatre_they_lie_in_and_union_ships_the_fleet() {
        let (scenario, _) = opening();
        let command = |side, at| command_of(&scenario, side, water(at));
        assert_eq!(command(Side::Usa, "1719/1720"), Account::Naval);
        assert_eq!(command(Side::Csa, "4913/5013"), Account::East);
        assert_eq!(command(Side::Csa, "1719/1720"), Account::West, "at Memphis");
    }
}
