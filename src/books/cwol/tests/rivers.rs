//! The rivers as the map has them, and whose they are.

use board::square::Square;
use serde_json::{Value, json};

use super::play::war;
use crate::river::control::controller;
use crate::river::{RiverState, batteries, usable};
use crate::scenario::{DRILL, Mended, Scenario, WAR};
use crate::side::{Class, Side};
use crate::sound::sound;
use crate::state::State;

pub fn square(name: &str) -> Square {
    name.parse().unwrap()
}

pub fn drill() -> Scenario {
    Scenario::prepare(&Scenario::document(DRILL).unwrap()).unwrap()
}

/// A ship as a case states it.
pub fn ship(side: &str, class: &str, port: &str, at: Option<&str>) -> crate::state::Ship {
    let men = json!({ "side": side, "state": if side == "US" { "OH" } else { "VA" }, "pool": "volunteers" });
    let mut ship = json!({
        "side": side, "class": class, "port": port, "base": port, "crew": 150, "of": men, "stores": 0, "damage": 0, "is_active": true
    });
    if let Some(at) = at {
        ship["off"] = json!({ "port": port, "is_at_sea": false, "square": at });
    }
    serde_json::from_value(ship).unwrap()
}

#[test]
fn the_rivers_of_the_war_are_712_squares_in_12_trees_that_are_linked_as_stated_and_not_as_they_touch() {
    let net = war().rivers.net;
    assert_eq!((net.len(), net.trees()), (712, 12));
    // The Tennessee and the Cumberland run side by side, and so do the Yazoo and the Mississippi.
    let steps = |from: &str, to: &str| net.way(square(from), square(to)).unwrap().len() - 1;
    assert_eq!(square("E4-U2").distance(square("E5-U2")), 1);
    assert_eq!(steps("E4-U2", "E5-U2"), 7);
    assert!(steps("C8-W8", "C7-W9") > 1);
}

#[test]
fn every_square_of_a_river_flows_to_the_sea() {
    let war = war();
    for at in war.rivers.net.squares() {
        let mouth = *war.rivers.net.to_mouth(at).last().unwrap();
        assert!(war.given.mouths.contains(&mouth), "{at}");
        assert_eq!(war.rivers.depth(at) as usize, war.rivers.net.to_mouth(at).len() - 1);
    }
}

#[test]
fn a_site_replaces_the_height_of_its_ground() {
    let war = war();
    let heights = ["C7-W9", "D3-V1", "E4-U2", "E5-U2", "C3-O4", "I4-R4", "F9-V2"].map(|at| war.height(square(at)));
    assert_eq!(heights, [300, 200, 100, 200, 100, 200, 300]);
}

#[test]
fn a_scenario_whose_rivers_cannot_be_is_refused_with_the_line() {
    let refused = |change: fn(&mut Value)| {
        let mut document = Scenario::document(WAR).unwrap();
        change(&mut document);
        Scenario::prepare(&document).unwrap_err()
    };
    let said = refused(|war| war["rivers"]["C3-O4"] = json!(["S", "NE"]));
    assert_eq!(said, "rivers: C3-O4 is linked to the NE, and rivers run N, E, S or W");
    let said = refused(|war| war["rivers"]["C3-O4"] = json!(["S", "N"]));
    assert_eq!(said, "rivers: C3-O4 is linked to the N, where no square is linked back");
    let said = refused(|war| war["sites"][0]["square"] = json!("A0-O0"));
    assert_eq!(said, "sites: no river is in A0-O0, the square of Vicksburg");
    let said = refused(|war| {
        let cities = war["cities"].as_array_mut().unwrap();
        cities.iter_mut().find(|city| city["id"] == "cairo-il").unwrap()["square"] = json!("A0-O0");
    });
    assert_eq!(said, "cities: cairo-il is a river port, and no river is in A0-O0");
    let said = refused(|war| {
        war["rivers"]["E4-U2"].as_array_mut().unwrap().push(json!("E"));
        war["rivers"]["E5-U2"].as_array_mut().unwrap().push(json!("W"));
    });
    assert_eq!(said, "the rivers close a ring, and the scenario allows none");
}

#[test]
fn a_document_of_before_keeps_the_rivers_of_its_day() {
    let mut document = Scenario::document(WAR).unwrap();
    for key in ["sites", "mouths", "inside", "rings"] {
        document.as_object_mut().unwrap().remove(key);
    }
    document["rivers"]["C3-O4"] = json!(["S", "N"]);
    let old = Scenario::prepare(&document).unwrap();
    assert_eq!(old.sites().count(), 0);
    assert!(old.rivers.net.way(square("C3-O4"), square("D6-Z2")).is_some());
}

#[test]
fn a_square_opens_as_the_side_of_the_nearest_city_along_the_river_and_as_nobodys_between_two() {
    let drill = drill();
    let state = State::opening(&drill);
    // North 8 lies in F5-R5, South 3 in G5-R5: F9 and G1 are nearer to one of them, G0 to neither.
    let whose = ["F9-R5", "G0-R5", "G1-R5"].map(|at| controller(&drill, &state, square(at)));
    assert_eq!(whose, [Some(Side::Union), None, Some(Side::Confederacy)]);
    assert_eq!(controller(&drill, &state, square("A0-O0")), None);
}

#[test]
fn a_square_is_usable_if_the_last_warship_was_friendly_and_neither_ship_nor_battery_of_the_enemy_is_there() {
    let drill = drill();
    let mut state = State::opening(&drill);
    let at = square("F9-R5");
    let usable = |state: &State| Side::BOTH.map(|side| usable(&drill, state).of(side).contains(&at));
    assert_eq!(usable(&state), [true, false]);
    state.river.last_warship.insert(at, Side::Confederacy);
    assert_eq!(usable(&state), [false, true]);
    // Transports hold nothing up; warships of both sides shut it to both.
    state.ships.insert("USRT1".to_owned(), ship("US", "RT", "north-8", Some("F9-R5")));
    assert_eq!(usable(&state), [false, true]);
    state.ships.insert("USGB1".to_owned(), ship("US", "GB", "north-8", Some("F9-R5")));
    assert_eq!(usable(&state), [false, false]);
    state.facts.control.insert(at, Some(Side::Union));
    assert_eq!(usable(&state), [true, false]);
    state.facts.control.insert(at, None);
    assert_eq!(usable(&state), [false, false]);
}

#[test]
fn works_that_stand_from_the_start_shut_their_square_until_they_are_destroyed() {
    let war = war();
    let mut state = State::opening(&war);
    let at = square("D4-Z0");
    state.river.last_warship.insert(at, Side::Union);
    assert!(!usable(&war, &state).union.contains(&at));
    state.river.hits.insert(at.to_string(), 5);
    assert!(!usable(&war, &state).union.contains(&at));
    state.river.hits.insert(at.to_string(), 6);
    assert!(usable(&war, &state).union.contains(&at));
}

#[test]
fn a_state_in_which_no_ship_has_moved_is_written_as_before() {
    let written = serde_json::to_value(State::opening(&war())).unwrap();
    assert!(written.get("river").is_none());
    assert!(RiverState::default().is_empty());
    assert_eq!(crate::river::strength_of(&war(), Class::RiverIronclad), 100);
}

#[test]
fn numbers_that_no_fight_could_be_reckoned_with_are_refused_with_their_name() {
    let refused = |name: &str, value: Value| {
        let mut document = Scenario::document(DRILL).unwrap();
        let (table, key) = name.split_once('.').unwrap();
        document["tables"][table][key] = value;
        let said = Scenario::prepare(&document).unwrap_err();
        assert!(said.contains(&format!("tables: {name} ")), "{said}");
    };
    for name in ["combat.hull", "combat.rounds", "sailing.speed", "flee.least", "battery.whole", "battery.destroyed"] {
        refused(name, json!(0));
    }
    refused("combat.luck", json!([]));
    refused("flee.most", json!(7));
    refused("combat.glance", json!(101));
    refused("strength.RI", json!(100_000));
}

#[test]
fn a_ship_in_no_sea_area_and_one_bound_for_no_port_are_unsound() {
    let scenario = war();
    let with = |off: serde_json::Value, station: serde_json::Value| {
        let mut frigate = ship("US", "FR", "new-york-ny", None);
        frigate.off = serde_json::from_value(off).unwrap();
        frigate.station = serde_json::from_value(station).unwrap();
        let mut state = State::opening(&scenario);
        state.ships.insert("USFR1".to_owned(), frigate);
        sound(&scenario, &state).map_err(|unsound| unsound.0)
    };
    let off = |sea: &str| serde_json::json!({ "port": "new-york-ny", "is_at_sea": true, "sea": sea });
    let bound = |port: &str| serde_json::json!({ "port": port });
    assert_eq!(with(off("Carolina Coast"), bound("mobile-al")), Ok(()));
    assert_eq!(with(off("Atlantis"), bound("mobile-al")), Err("USFR1 is in Atlantis, which is no sea area".to_owned()));
    let nowhere = with(off("Carolina Coast"), bound("atlanta-ga"));
    assert_eq!(nowhere, Err("USFR1 is bound for atlanta-ga, which is no port".to_owned()));
}

#[test]
fn a_ship_on_land_and_hits_on_nothing_are_unsound() {
    let drill = drill();
    let mut state = State::opening(&drill);
    state.ships.insert("USGB1".to_owned(), ship("US", "GB", "north-8", Some("A0-O0")));
    let draw = state.ships["USGB1"].of.clone();
    state.pools.draw(&draw, 150).unwrap();
    let said = sound(&drill, &state).unwrap_err().0;
    assert_eq!(said, "USGB1 is in A0-O0, where no river is");
    state.ships.clear();
    state.river.hits.insert("F9-R5".to_owned(), 1);
    assert!(sound(&drill, &state).unwrap_err().0.contains("1 hits on F9-R5"));
}

#[test]
fn what_the_game_master_links_is_a_river_with_its_depth() {
    let drill = drill();
    let step: Mended =
        serde_json::from_value(json!({ "by": "river", "from": "G0-R5", "to": "G0-R4", "is_link": true })).unwrap();
    let steps = [step];
    let net = drill.rivers.mended(&steps).unwrap();
    let (old, new) = (square("G0-R5"), square("G0-R4"));
    assert!(drill.rivers.has(new, &steps) && !drill.rivers.has(new, &[]));
    let depths = drill.rivers.depths_of(&net);
    assert_eq!(depths[&new], drill.rivers.depth(old) + 1);
    assert!(net.squares().filter(|at| *at != new).all(|at| depths[&at] == drill.rivers.depth(at)));
}

#[test]
fn batteries_of_one_bank_count_no_more_than_one_and_those_of_the_other_for_themselves() {
    let drill = drill();
    let counted = |tacs: &[(&str, u32)]| {
        let mut state = State::opening(&drill);
        for (number, (tac, guns)) in tacs.iter().enumerate() {
            let unit = json!({ "side": "CS", "kind": "NB", "square": "F9-R5", "regiments": 0, "batteries": guns,
                "men": 300, "of": [], "quality": 5, "experience": 0, "morale": 50, "supplies": 0, "is_active": true,
                "tac": tac });
            state.units.insert(format!("CS{}NB", number + 1), serde_json::from_value(unit).unwrap());
        }
        batteries(&drill, &state).iter().map(|guns| guns.strength(&drill)).collect::<Vec<_>>()
    };
    assert_eq!(counted(&[("7-6", 3), ("6-6", 3)]), [100]);
    assert_eq!(counted(&[("7-6", 2), ("6-6", 1)]), [66, 33]);
    assert_eq!(counted(&[("7-6", 1), ("6-6", 3)]), [100]);
    assert_eq!(counted(&[("7-6", 3), ("7-8", 3)]), [100, 100]);
}
