//! The rows of C4.2 to C4.4 and C4.6, on the map of 1861 with forces placed by hand.

use super::*;
use crate::begin;

fn hex(id: &str) -> Hex {
    id.parse().unwrap()
}

/// The opening map without any troops or leaders on it.
fn bare(scenario: &Scenario) -> State {
    let mut state = begin::opening(scenario);
    state.stacks.clear();
    for leader in state.leaders.values_mut() {
        leader.place = LeaderPlace::Out;
    }
    state
}

fn sees(scenario: &Scenario, state: &State, side: Side, at: Hex) -> bool {
    Lookout::of(scenario, state, side).sees(at)
}

fn put(state: &mut State, side: Side, at: &str, sp: u32) {
    let stack = Stack { side, sp, demoralised: 0, is_entrenched: false, army: None };
    state.stacks.insert(hex(at), stack);
}

fn lead(state: &mut State, name: &str, at: &str) {
    state.leaders.get_mut(name).unwrap().place = LeaderPlace::Map(hex(at));
}

/// The opening with one USA force and one CSA force, both in Virginia unless said otherwise.
fn scene(scenario: &Scenario, usa: (&str, u32), csa: (&str, u32)) -> State {
    let mut state = bare(scenario);
    put(&mut state, Side::Usa, usa.0, usa.1);
    put(&mut state, Side::Csa, csa.0, csa.1);
    state
}

/// Hexes of Virginia in a row without a town; the view along them is open.
const ROW: [&str; 4] = ["4612", "4613", "4614", "4615"];

#[test]
fn the_row_of_the_cases_lies_in_virginia_without_towns_or_mountains_between() {
    let scenario = Scenario::embedded().unwrap();
    for (steps, id) in ROW.iter().enumerate() {
        assert_eq!(hex(ROW[0]).distance(hex(id)), steps as u32);
        assert_eq!(scenario.map.state_of(hex(id)).unwrap().id, "VA");
        assert!(scenario.map.city_at(hex(id)).is_none(), "{id}");
    }
    assert!(ROW[1..3].iter().all(|id| screen(&scenario, hex(id)) == Screen::Open));
}

#[test]
fn c4_2a_plain_troops_see_their_neighbours_and_no_further() {
    let scenario = Scenario::embedded().unwrap();
    let near = scene(&scenario, (ROW[0], 3), (ROW[1], 3));
    assert_eq!(sighted(&scenario, &near, Side::Usa), [hex(ROW[1])]);
    let far = scene(&scenario, (ROW[0], 3), (ROW[2], 3));
    assert!(sighted(&scenario, &far, Side::Usa).is_empty());
    assert!(sighted(&scenario, &far, Side::Csa).is_empty());
}

#[test]
fn c4_2b_an_enemy_in_a_town_of_a_friendly_state_is_seen_from_any_distance() {
    let scenario = Scenario::embedded().unwrap();
    let state = scene(&scenario, ("4913", 3), ("1634", 1));
    assert!(sees(&scenario, &state, Side::Csa, hex("4913")));
    let in_the_open = scene(&scenario, ("4613", 3), ("1634", 1));
    assert!(!sees(&scenario, &in_the_open, Side::Csa, hex("4613")));
}

#[test]
fn c4_2c_in_friendly_country_a_neighbour_is_seen_and_two_hexes_are_not() {
    let scenario = Scenario::embedded().unwrap();
    let state = scene(&scenario, (ROW[1], 3), (ROW[0], 1));
    assert!(sees(&scenario, &state, Side::Csa, hex(ROW[1])));
    let state = scene(&scenario, (ROW[2], 3), (ROW[0], 1));
    assert!(!sees(&scenario, &state, Side::Csa, hex(ROW[2])));
}

#[test]
fn c4_2d_an_enemy_in_a_town_of_an_enemy_or_neutral_state_hides_two_hexes_off() {
    let scenario = Scenario::embedded().unwrap();
    let (richmond, two_off) = ("4913", "4911");
    assert_eq!(hex(richmond).distance(hex(two_off)), 2);
    let state = scene(&scenario, (two_off, 3), (richmond, 5));
    assert!(!sees(&scenario, &state, Side::Usa, hex(richmond)));
    let neutral = scene(&scenario, ("1634", 1), ("2811", 5));
    assert!(!sees(&scenario, &neutral, Side::Usa, hex("2811")));
}

#[test]
fn c4_3_a_captured_state_no_longer_watches_its_towns() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = scene(&scenario, ("4327", 3), ("1634", 1));
    assert!(sees(&scenario, &state, Side::Csa, hex("4327")));
    let (_, land) = scenario.map.states().find(|(_, land)| land.id == "SC").unwrap();
    for id in &land.cities {
        state.cities.insert(scenario.map.city(*id).name.clone(), Some(Side::Usa));
    }
    assert!(!sees(&scenario, &state, Side::Csa, hex("4327")));
    assert!(!sees(&scenario, &state, Side::Usa, hex("4327")));
}

#[test]
fn c4_4a_an_army_sees_two_hexes() {
    let scenario = Scenario::embedded().unwrap();
    for (enemy, is_seen) in [(ROW[2], true), (ROW[3], false)] {
        let mut state = scene(&scenario, (ROW[0], 6), (enemy, 3));
        state.stacks.get_mut(&hex(ROW[0])).unwrap().army = Some("Army of the Potomac".to_owned());
        assert_eq!(sees(&scenario, &state, Side::Usa, hex(enemy)), is_seen, "{enemy}");
    }
}

#[test]
fn c4_4b_a_cavalry_leader_with_troops_sees_three_hexes_in_any_country() {
    let scenario = Scenario::embedded().unwrap();
    for (enemy, is_seen) in [(ROW[3], true), ("4616", false)] {
        let mut state = scene(&scenario, (ROW[0], 1), (enemy, 3));
        lead(&mut state, "Buford", ROW[0]);
        assert_eq!(sees(&scenario, &state, Side::Usa, hex(enemy)), is_seen, "{enemy}");
        let mut state = scene(&scenario, (enemy, 3), (ROW[0], 1));
        lead(&mut state, "Stuart", ROW[0]);
        assert_eq!(sees(&scenario, &state, Side::Csa, hex(enemy)), is_seen, "{enemy}");
    }
}

#[test]
fn c4_4c_a_leader_alone_sees_nothing_and_is_no_force_to_be_seen() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = bare(&scenario);
    put(&mut state, Side::Csa, ROW[1], 3);
    lead(&mut state, "Buford", ROW[0]);
    assert!(sighted(&scenario, &state, Side::Usa).is_empty());
    assert!(sighted(&scenario, &state, Side::Csa).is_empty());
}

/// A hex with a neighbour of this kind and, behind that one, hexes reached by no other shortest path.
fn behind(scenario: &Scenario, wanted: Screen) -> (Hex, Hex) {
    let hexes = scenario.map.hexes().filter(|(at, _)| screen(scenario, *at) == wanted);
    let mut views = hexes.flat_map(|(at, _)| {
        board::Direction::ALL.into_iter().filter_map(move |side| Some((at.step(side)?, at.step(side.opposite())?)))
    });
    let is_good = |(one, other): &(Hex, Hex)| scenario.map.is_land(*one) && scenario.map.is_land(*other);
    views.find(is_good).unwrap()
}

fn army_against(scenario: &Scenario, from: Hex, to: Hex) -> State {
    let mut state = scene(scenario, (&from.to_string(), 6), (&to.to_string(), 3));
    state.stacks.get_mut(&from).unwrap().army = Some("Army of the Ohio".to_owned());
    for city in state.cities.values_mut() {
        *city = None;
    }
    state
}

#[test]
fn c4_4d_no_view_leads_through_a_mountain() {
    let scenario = Scenario::embedded().unwrap();
    let (from, to) = behind(&scenario, Screen::Blocked);
    let state = army_against(&scenario, from, to);
    assert_eq!(seen_from(&scenario, &state, Side::Usa, to), None);
}

#[test]
fn c4_4e_through_a_gap_one_hex_is_seen_and_the_next_is_not() {
    let scenario = Scenario::embedded().unwrap();
    let (from, to) = behind(&scenario, Screen::Gap);
    let state = army_against(&scenario, from, to);
    assert_eq!(seen_from(&scenario, &state, Side::Usa, to), Some(from));
    let gap = from.neighbours().find(|at| at.distance(to) == 1).unwrap();
    let beyond = to.step(gap.direction_to(to).unwrap()).unwrap();
    let mut state = army_against(&scenario, from, beyond);
    lead(&mut state, "Buford", &from.to_string());
    assert_eq!(from.distance(beyond), 3);
    assert_eq!(seen_from(&scenario, &state, Side::Usa, beyond), None);
}

#[test]
fn c4_4f_forest_and_swamp_do_not_hinder_the_view() {
    let scenario = Scenario::embedded().unwrap();
    for terrain in [Terrain::Forest, Terrain::Swamp] {
        let mut between = scenario.map.hexes().filter(|(_, tile)| tile.terrain == terrain).map(|(at, _)| at);
        let at = between.find(|at| scenario.map.is_land(at.step(board::Direction::N).unwrap())).unwrap();
        let (from, to) = (at.step(board::Direction::N).unwrap(), at.step(board::Direction::S).unwrap());
        let state = army_against(&scenario, from, to);
        assert_eq!(seen_from(&scenario, &state, Side::Usa, to), Some(from), "{terrain}");
    }
}

#[test]
fn c4_6b_ten_points_are_large_and_six_are_medium() {
    let scenario = Scenario::embedded().unwrap();
    let classes = [1, 5, 6, 9, 10, 30].map(|sp| scenario.tables.size_class(sp));
    use super::super::scenario::SizeClass::{Large, Medium, Small};
    assert_eq!(classes, [Small, Small, Medium, Medium, Large, Large]);
}
