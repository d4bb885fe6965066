//! The waters of the map as ships know them: what is next to what, who may go where, and by which name (C6.6, D22).

use std::collections::BTreeMap;

use board::Hex;

use super::super::scenario::{Scenario, Terrain};
use super::super::territory;
use super::water::Water;

/// Kinds of naval strength points (D22).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShipKind {
    /// River vessels: they do not put to sea.
    River,
    /// Ocean-going vessels: not up the Mississippi beyond Memphis (C6.6).
    Ocean,
    /// Ironclads of the Confederacy.
    Ironclad,
}

impl ShipKind {
    /// All kinds, the weakest first: losses fall in this order.
    pub const ALL: [ShipKind; 3] = [ShipKind::River, ShipKind::Ocean, ShipKind::Ironclad];
}

/// Whether ships can lie there at all.
pub fn is_water(scenario: &Scenario, water: Water) -> bool {
    match water {
        Water::Sea(hex) => is_sea(scenario, hex),
        Water::River(one, other) => is_navigable(scenario, one, other),
    }
}

/// Whether a kind of ship may lie there: shoals stop all, the limit on the Mississippi ocean units, the sea river vessels.
pub fn may_lie(scenario: &Scenario, kind: ShipKind, water: Water) -> bool {
    is_water(scenario, water)
        && !is_shoal(scenario, water)
        && match kind {
            ShipKind::River => water.is_river(),
            ShipKind::Ocean => !is_above_limit(scenario, water),
            ShipKind::Ironclad => true,
        }
}

/// The waters next to one: on along a river and at its mouths and confluences, and over the sea (D22).
pub fn neighbours(scenario: &Scenario, water: Water) -> Vec<Water> {
    next_to(scenario, water).to_vec()
}

/// The same, lent.
pub fn next_to(scenario: &Scenario, water: Water) -> &[Water] {
    scenario.map.waters.get_or_init(|| chart(scenario)).get(&water).map_or(&[], Vec::as_slice)
}

/// Every water of the map with those next to it.
fn chart(scenario: &Scenario) -> BTreeMap<Water, Vec<Water>> {
    let rivers = scenario.map.rivers().filter(|(_, river)| river.navigable);
    let sides = rivers.flat_map(|(_, river)| river.hexsides.iter().map(|it| Water::between(it.0, it.1)));
    let seas = scenario.map.hexes().filter(|(_, tile)| tile.terrain == Terrain::Sea).map(|(hex, _)| Water::Sea(hex));
    sides.chain(seas).map(|water| (water, around(scenario, water))).collect()
}

fn around(scenario: &Scenario, water: Water) -> Vec<Water> {
    let mut found = match water {
        Water::Sea(hex) => around_sea(scenario, hex),
        Water::River(one, other) => around_river(scenario, one, other),
    };
    found.sort();
    found.dedup();
    found
}

fn around_sea(scenario: &Scenario, hex: Hex) -> Vec<Water> {
    let sea = scenario.map.neighbours(hex).filter(|next| is_sea(scenario, *next)).map(Water::Sea);
    // A river comes to the sea where a corner of its side, or the side itself, lies in it.
    let around: Vec<Hex> = scenario.map.neighbours(hex).collect();
    let sides = around.iter().flat_map(|one| around.iter().map(move |other| (*one, *other)));
    let mouths = sides.filter(|(one, other)| one.distance(*other) == 1 && is_navigable(scenario, *one, *other));
    let own = around.iter().filter(|next| is_navigable(scenario, hex, **next)).map(|next| (hex, *next));
    sea.chain(mouths.chain(own).map(|(one, other)| Water::between(one, other))).collect()
}

fn around_river(scenario: &Scenario, one: Hex, other: Hex) -> Vec<Water> {
    let corners: Vec<Hex> = scenario.map.neighbours(one).filter(|hex| hex.distance(other) == 1).collect();
    let sides = corners.iter().flat_map(|corner| [(one, *corner), (other, *corner)]);
    let rivers = sides.filter(|(one, other)| is_navigable(scenario, *one, *other));
    let rivers = rivers.map(|(one, other)| Water::between(one, other));
    let seas = corners.iter().copied().chain([one, other]).filter(|hex| is_sea(scenario, *hex)).map(Water::Sea);
    rivers.chain(seas).collect()
}

/// The waters at a hex: the navigable sides of a hex of land and the sea beside it, or the hex of the sea itself.
pub fn touching(scenario: &Scenario, hex: Hex) -> Vec<Water> {
    if is_sea(scenario, hex) {
        return vec![Water::Sea(hex)];
    }
    let next = scenario.map.neighbours(hex);
    let waters = next.filter_map(|next| match (is_navigable(scenario, hex, next), is_sea(scenario, next)) {
        (true, _) => Some(Water::between(hex, next)),
        (false, true) => Some(Water::Sea(next)),
        _ => None,
    });
    let mut waters: Vec<Water> = waters.collect();
    waters.sort();
    waters
}

/// Whether ships in a water lie at a hex.
pub fn touches(scenario: &Scenario, water: Water, hex: Hex) -> bool {
    match water {
        Water::River(one, other) => hex == one || hex == other,
        Water::Sea(sea) => sea == hex || sea.distance(hex) == 1 && scenario.map.is_land(hex),
    }
}

/// Where ships of a kind lie when they are said to be at a hex.
pub fn berth(scenario: &Scenario, kind: ShipKind, hex: Hex) -> Option<Water> {
    let open = || touching(scenario, hex).into_iter().filter(move |water| may_lie(scenario, kind, *water));
    match kind {
        ShipKind::River => open().find(|water| water.is_river()),
        ShipKind::Ocean | ShipKind::Ironclad => open().find(|water| !water.is_river()).or_else(|| open().next()),
    }
}

/// Which new ships of the Union a port takes: ocean units where they can come to from the sea, else river vessels. House rule.
pub fn kind_of_port(scenario: &Scenario, hex: Hex) -> Option<ShipKind> {
    let is_reached = |start: Water| {
        let steps = |water: Water| {
            let next = neighbours(scenario, water).into_iter();
            next.filter(|next| may_lie(scenario, ShipKind::Ocean, *next)).map(|next| (next, 1)).collect::<Vec<_>>()
        };
        let is_sea = |water: Water| !water.is_river();
        board::paths::nearest(start, board::paths::Cost::MAX, is_sea, steps).is_some()
    };
    match berth(scenario, ShipKind::Ocean, hex) {
        Some(water) if is_reached(water) => Some(ShipKind::Ocean),
        _ => berth(scenario, ShipKind::River, hex).map(|_| ShipKind::River),
    }
}

/// The other end of a passage that is sailed as one whole move, begun where it opens (D22).
pub fn passage(scenario: &Scenario, water: Water) -> Option<Water> {
    let Water::Sea(hex) = water else { return None };
    let passages = scenario.map.sea_passages.iter();
    passages
        .flat_map(|it| [(it.from, it.to), (it.to, it.from)])
        .find(|(from, _)| *from == hex)
        .map(|(_, to)| Water::Sea(to))
}

/// How a water is called in letters: "the Mississippi at Cairo", "the sea off Norfolk".
pub fn name(scenario: &Scenario, water: Water) -> String {
    let town = |hex: Hex| scenario.map.city_at(hex).map(|city| city.name.clone());
    match water {
        Water::River(one, other) => {
            let river = scenario.map.river_between(one, other).map_or("river", |river| river.name.as_str());
            match town(one).or_else(|| town(other)) {
                Some(town) => format!("the {river} at {town} ({water})"),
                None => format!("the {river} at {water}"),
            }
        }
        Water::Sea(hex) => match scenario.map.neighbours(hex).find_map(town) {
            Some(town) => format!("the sea off {town} ({hex})"),
            None => format!("the sea, {}", territory::place(scenario, hex)),
        },
    }
}

fn is_sea(scenario: &Scenario, hex: Hex) -> bool {
    scenario.map.hex(hex).is_some_and(|tile| tile.terrain == Terrain::Sea)
}

fn is_navigable(scenario: &Scenario, one: Hex, other: Hex) -> bool {
    scenario.map.river_between(one, other).is_some_and(|river| river.navigable)
}

fn is_shoal(scenario: &Scenario, water: Water) -> bool {
    let shoals = scenario.map.shoals.iter();
    shoals.map(|shoal| Water::between(shoal.hexside.0, shoal.hexside.1)).any(|shoal| shoal == water)
}

/// Whether a side of the Mississippi lies north of where ocean units may go (C6.6).
fn is_above_limit(scenario: &Scenario, water: Water) -> bool {
    let limit = &scenario.map.ocean_limit;
    let Some((_, river)) = scenario.map.rivers().find(|(_, river)| river.name == limit.river) else { return false };
    let place = |wanted: Water| river.hexsides.iter().position(|(one, other)| Water::between(*one, *other) == wanted);
    let last = place(Water::between(limit.last_hexside.0, limit.last_hexside.1));
    place(water).zip(last).is_some_and(|(at, last)| at < last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario() -> Scenario {
        Scenario::embedded().unwrap()
    }

    fn hex(id: &str) -> Hex {
        id.parse().unwrap()
    }

    fn water(id: &str) -> Water {
        id.parse().unwrap()
    }

    #[test]
    fn d22_every_side_of_a_river_is_next_to_those_before_and_behind_it() {
        let scenario = scenario();
        for (_, river) in scenario.map.rivers().filter(|(_, river)| river.navigable) {
            for pair in river.hexsides.windows(2) {
                let (one, next) = (Water::between(pair[0].0, pair[0].1), Water::between(pair[1].0, pair[1].1));
                assert!(neighbours(&scenario, one).contains(&next), "{}: {one} {next}", river.name);
            }
        }
    }

    #[test]
    fn d22_what_is_next_to_a_water_has_it_next_to_itself() {
        let scenario = scenario();
        let rivers = scenario.map.rivers().filter(|(_, river)| river.navigable);
        let sides: Vec<Water> =
            rivers.flat_map(|(_, river)| river.hexsides.iter().map(|it| Water::between(it.0, it.1))).collect();
        let seas =
            scenario.map.hexes().filter(|(_, tile)| tile.terrain == Terrain::Sea).map(|(hex, _)| Water::Sea(hex));
        for one in sides.into_iter().chain(seas) {
            for other in neighbours(&scenario, one) {
                assert!(neighbours(&scenario, other).contains(&one), "{one} {other}");
            }
        }
    }

    #[test]
    fn c6_6_ocean_units_come_to_memphis_and_no_further_and_river_vessels_do_not_put_to_sea() {
        let scenario = scenario();
        assert!(may_lie(&scenario, ShipKind::Ocean, water("1719/1720")));
        assert!(!may_lie(&scenario, ShipKind::Ocean, water("1719/1819")));
        assert!(may_lie(&scenario, ShipKind::River, water("1719/1819")));
        let sea = berth(&scenario, ShipKind::Ocean, hex("5704")).unwrap();
        assert!(!sea.is_river() && !may_lie(&scenario, ShipKind::River, sea));
        assert!(!may_lie(&scenario, ShipKind::River, water("2322/2421")), "Muscle Shoals");
    }

    #[test]
    fn new_ships_are_what_their_port_can_take() {
        let scenario = scenario();
        let kind = |town: &str| kind_of_port(&scenario, scenario.map.city_by_name(town).unwrap().hex);
        assert_eq!(kind("Cairo"), Some(ShipKind::River));
        assert_eq!(kind("Pittsburgh"), Some(ShipKind::River));
        for town in ["New York", "Washington", "Philadelphia", "Fort Monroe", "New Orleans", "Memphis"] {
            assert_eq!(kind(town), Some(ShipKind::Ocean), "{town}");
        }
        assert_eq!(kind("Harrisburg"), None);
        for (_, city) in scenario.map.cities().filter(|(_, city)| city.port) {
            assert!(kind_of_port(&scenario, city.hex).is_some(), "{} is a port without water", city.name);
        }
    }
}
