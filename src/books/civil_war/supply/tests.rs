use super::super::begin;
use super::super::state::{Stack, Works};
use super::super::territory::place;
use super::*;

fn hex(id: &str) -> Hex {
    id.parse().unwrap()
}

fn opening() -> (Scenario, State) {
    let scenario = Scenario::embedded().unwrap();
    let state = begin::opening(&scenario);
    (scenario, state)
}

fn troops(side: Side, sp: u32) -> Stack {
    Stack { side, sp, demoralised: 0, is_entrenched: false, army: None }
}

fn depot(side: Side) -> Works {
    Works { side, has_fort: false, has_fortress: false, has_depot: true }
}

#[test]
fn d14_every_force_of_the_opening_is_in_supply() {
    let (scenario, state) = opening();
    for side in Side::BOTH {
        let supply = Supply::of_state(&scenario, &state, side);
        for hex in state.stacks.iter().filter(|(_, stack)| stack.side == side).map(|(hex, _)| *hex) {
            assert!(supply.reaches(hex), "{} of the {side}", place(&scenario, hex));
        }
        for hex in state.works.iter().filter(|(_, works)| works.side == side && works.has_depot).map(|(hex, _)| *hex) {
            assert!(supply.linked.has(hex), "the depot of {}", place(&scenario, hex));
        }
    }
}

#[test]
fn d14_wagons_go_five_hexes_from_st_louis_to_jefferson_city_and_not_six() {
    let (scenario, mut state) = opening();
    let reached = |state: &State, id: &str| Supply::of_state(&scenario, state, Side::Usa).reaches(hex(id));
    // Nothing comes from Kansas.
    state.cities.insert("Fort Leavenworth".to_owned(), None);
    assert!(reached(&state, "1210"));
    assert!(!reached(&state, "1110"), "the sixth hex");
    state.stacks.insert(hex("1609"), troops(Side::Csa, 1));
    state.stacks.insert(hex("1610"), troops(Side::Csa, 1));
    assert!(!reached(&state, "1210"), "troops on all short ways");
}

#[test]
fn d14_a_depot_hangs_on_a_source_by_friendly_rail_and_not_through_an_enemy() {
    let (scenario, mut state) = opening();
    state.works.insert(hex("4709"), depot(Side::Csa));
    let linked = |state: &State| Supply::of_state(&scenario, state, Side::Csa).linked.has(hex("4912"));
    assert!(linked(&state));
    state.rails.insert(hex("4912"), Side::Usa);
    assert!(!linked(&state));
    state.rails.clear();
    state.stacks.insert(hex("4912"), troops(Side::Usa, 1));
    assert!(!linked(&state));
}

#[test]
fn d14_fort_monroe_lives_by_the_sea_while_the_union_has_it() {
    let (scenario, mut state) = opening();
    let supplied = |state: &State| Supply::of_state(&scenario, state, Side::Usa).reaches(hex("5214"));
    assert!(supplied(&state));
    let fleets = std::mem::take(&mut state.fleets);
    assert!(!supplied(&state));
    state.fleets = fleets;
    let enemy = super::super::state::Fleet { side: Side::Csa, river: 0, ocean: 1, ironclads: 0 };
    state.fleets.insert("5315".parse().unwrap(), enemy);
    assert!(!supplied(&state), "enemy ships lie at Norfolk");
}

#[test]
fn d14_a_depot_on_the_river_is_fed_from_cairo_as_far_as_the_gunboats_go() {
    let (scenario, mut state) = opening();
    state.stacks.insert(hex("2115"), troops(Side::Usa, 2));
    state.works.insert(hex("2115"), depot(Side::Usa));
    let linked = |state: &State| Supply::of_state(&scenario, state, Side::Usa).linked.has(hex("2115"));
    assert!(linked(&state));
    state.fleets.clear();
    assert!(!linked(&state));
}

#[test]
fn d14_a_source_that_is_lost_feeds_nobody() {
    let (scenario, mut state) = opening();
    let reached = |state: &State| Supply::of_state(&scenario, state, Side::Csa).reaches(hex("1121"));
    assert!(reached(&state));
    state.stacks.insert(hex("1121"), troops(Side::Usa, 3));
    assert!(!reached(&state));
}

#[test]
fn d14_rails_belong_to_the_side_at_home_until_they_are_converted() {
    let (scenario, mut state) = opening();
    let holder = |state: &State, id: &str| rail::holder(&scenario, state, hex(id));
    assert_eq!([holder(&state, "4910"), holder(&state, "5009")], [Some(Side::Csa), Some(Side::Usa)]);
    assert_eq!(holder(&state, "2811"), None, "Kentucky is neutral");
    assert_eq!(holder(&state, "5214"), None, "no railway at Fort Monroe");
    state.rails.insert(hex("2811"), Side::Usa);
    assert_eq!(holder(&state, "2811"), Some(Side::Usa));
}

#[test]
fn d14_rail_points_by_turn() {
    let scenario = Scenario::embedded().unwrap();
    let points = |side| [1, 7, 8, 11, 12, 19].map(|turn| rail::points_of_turn(&scenario, side, turn));
    assert_eq!(points(Side::Usa), [24, 24, 30, 30, 30, 30]);
    assert_eq!(points(Side::Csa), [12, 12, 9, 9, 6, 6]);
}

#[test]
fn enemy_troops_change_supply_nowhere_but_where_it_minds_them() {
    let (scenario, state) = opening();
    let land: Vec<Hex> = scenario.map.hexes().map(|(hex, _)| hex).filter(|hex| scenario.map.is_land(*hex)).collect();
    for side in Side::BOTH {
        let before = Supply::of_state(&scenario, &state, side);
        let mut unminded = 0;
        for hex in land.iter().filter(|hex| state.stacks.get(hex).is_none_or(|stack| stack.side != side)) {
            let mut other = state.clone();
            if other.stacks.remove(hex).is_none() {
                other.stacks.insert(*hex, troops(side.enemy(), 1));
            }
            let after = Supply::of_state(&scenario, &other, side);
            if before.minds(&scenario, &state, side, *hex) {
                continue;
            }
            unminded += 1;
            assert_eq!(before, after, "the {side}'s supply and {hex}");
            assert!(!after.minds(&scenario, &other, side, *hex), "nor on the way back");
        }
        assert!(unminded > 100, "{unminded} of {}", land.len());
    }
}

#[test]
fn a_new_depot_adds_to_supply_what_charting_anew_would() {
    let (scenario, state) = opening();
    let land: Vec<Hex> = scenario.map.hexes().map(|(hex, _)| hex).filter(|hex| scenario.map.is_land(*hex)).collect();
    for side in Side::BOTH {
        let before = Supply::of_state(&scenario, &state, side);
        let mut grown = 0;
        for hex in land.iter().filter(|hex| !state.works.contains_key(hex)) {
            let mut other = state.clone();
            other.works.insert(*hex, depot(side));
            let troops = other.stacks.iter().map(|(hex, stack)| (*hex, stack.side));
            let after = before.with_depot(&Grounds::with(&scenario, side, &other, troops), *hex);
            assert_eq!(after, Supply::of_state(&scenario, &other, side), "the {side}'s depot in {hex}");
            grown += u32::from(after != before);
        }
        assert!(grown > 10, "{grown}");
    }
}
