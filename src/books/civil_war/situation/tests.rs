//! Who knows what of a state (D27).

use super::*;
use crate::{begin, strategic};
use base::facts::{Viewer, brief};
use base::game::{Dice, SeatId, Secret};
use rules::OrderSet;

fn opened(scenario: &Scenario) -> State {
    begin::begin(scenario, &mut Dice::committed(&Secret::new([9; 32]), "1.1")).state
}

fn read_by(scenario: &Scenario, state: &State, seat: &str) -> Vec<Item> {
    brief(Viewer::vacant(&SeatId::parse(seat).unwrap()), &situation(scenario, state)).items().to_vec()
}

fn count(items: &[Item], is_wanted: impl Fn(&Item) -> bool) -> usize {
    items.iter().filter(|item| is_wanted(item)).count()
}

#[test]
fn c2_3b_only_the_supreme_commander_is_told_the_totals_and_only_his_own() {
    let scenario = Scenario::embedded().unwrap();
    let state = opened(&scenario);
    for (seat, expected) in [("usa-sc", 1), ("usa-east", 0), ("csa-sc", 1), ("csa-west", 0)] {
        let items = read_by(&scenario, &state, seat);
        assert_eq!(count(&items, |item| matches!(item, Item::Totals { .. })), expected, "{seat}");
    }
    let items = read_by(&scenario, &state, "csa-sc");
    let totals = items.iter().find_map(|item| match item {
        Item::Totals { cp, pp, .. } => Some((*cp, *pp)),
        _ => None,
    });
    assert_eq!(totals, Some((state.sides[&Side::Csa].cp, state.sides[&Side::Csa].pp)));
}

#[test]
fn c3_5_7e_the_supreme_commander_sees_stars_and_arm_but_no_name() {
    let scenario = Scenario::embedded().unwrap();
    let items = read_by(&scenario, &opened(&scenario), "csa-sc");
    let new: Vec<_> = items.iter().filter(|item| matches!(item, Item::NewLeaders { .. })).collect();
    let one = |stars, planned| Item::NewLeaders { stars, arm: Arm::Infantry, count: 1, planned };
    assert_eq!(new, [&one(3, Account::East), &one(3, Account::West), &one(1, Account::West)]);
    let told = serde_json::to_string(&items).unwrap();
    assert!(!told.contains("Lee") && !told.contains("Hardee"));
}

#[test]
fn c3_5_7g_the_theatre_commander_learns_names_and_ratings_after_the_strategic_phase() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = opened(&scenario);
    let pooled = |state: &State, seat: &str| -> Vec<String> {
        let items = read_by(&scenario, state, seat);
        let names = items.into_iter().filter_map(|item| match item {
            Item::Pooled { leader, .. } => Some(leader.name),
            _ => None,
        });
        names.collect()
    };
    assert!(pooled(&state, "csa-west").is_empty());
    state = strategic::play(&scenario, &state, &OrderSet::default(), &mut Dice::scripted(Default::default())).state;
    assert_eq!(pooled(&state, "csa-west"), ["A. Johnston", "Hardee"]);
    assert!(pooled(&state, "csa-sc").is_empty());
    assert!(pooled(&state, "usa-west").iter().all(|name| name == "Sherman"));
}

#[test]
fn c4_1a_every_seat_of_a_side_has_the_whole_own_order_of_battle_exactly() {
    let scenario = Scenario::embedded().unwrap();
    let state = opened(&scenario);
    for seat in ["csa-sc", "csa-east", "csa-west"] {
        let items = read_by(&scenario, &state, seat);
        let sp = items.iter().filter_map(|item| match item {
            Item::OwnForce { sp, .. } => Some(*sp),
            _ => None,
        });
        assert_eq!(sp.sum::<u32>(), 26, "{seat}");
    }
}

#[test]
fn c4_6a_of_an_enemy_in_sight_only_the_class_is_told() {
    let scenario = Scenario::embedded().unwrap();
    let items = read_by(&scenario, &opened(&scenario), "usa-west");
    let manassas = items.iter().find(|item| matches!(item, Item::Sighted { place, .. } if place == "Manassas"));
    let expected = Item::Sighted {
        side: Side::Csa,
        hex: "4910".parse().unwrap(),
        place: "Manassas".to_owned(),
        class: SizeClass::Medium,
        is_army: false,
    };
    assert_eq!(manassas, Some(&expected));
    assert_eq!(count(&items, |item| matches!(item, Item::Sighted { place, .. } if place == "Vicksburg")), 0);
}

#[test]
fn c4_6c_ten_points_far_away_are_known_roughly_and_nine_are_not() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = opened(&scenario);
    let rough = |state: &State| {
        let items = read_by(&scenario, state, "csa-west");
        items.into_iter().filter(|item| matches!(item, Item::Approximate { .. })).collect::<Vec<_>>()
    };
    let near = |state: &str, near: &str, is_army| Item::Approximate {
        side: Side::Usa,
        state: state.to_owned(),
        near: near.to_owned(),
        is_army,
    };
    let land = &scenario.map.state_of("5009".parse().unwrap()).unwrap().name;
    assert_eq!(rough(&state), [near(land, "Washington", false)]);
    let washington = state.stacks.get_mut(&"5009".parse().unwrap()).unwrap();
    washington.sp = 9;
    assert!(rough(&state).is_empty());
    // C4.6d: an Army whatever its size.
    let cairo = state.stacks.get_mut(&"1915".parse().unwrap()).unwrap();
    (cairo.sp, cairo.army) = (2, Some("Army of the Tennessee".to_owned()));
    assert_eq!(rough(&state), [near("Illinois", "Cairo", true)]);
}

#[test]
fn c4_6e_fortresses_are_public_and_forts_are_not() {
    let scenario = Scenario::embedded().unwrap();
    let items = read_by(&scenario, &opened(&scenario), "usa-sc");
    let places: Vec<_> = items
        .iter()
        .filter_map(|item| match item {
            Item::Fortress { place, .. } => Some(place.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(places, ["New Orleans", "Charleston", "Fort Monroe"]);
    let told = serde_json::to_string(&items).unwrap();
    assert!(!told.contains("\"has_fort\":true"));
}

#[test]
fn c4_5_1_ships_are_known_by_place_without_number() {
    let scenario = Scenario::embedded().unwrap();
    let items = read_by(&scenario, &opened(&scenario), "csa-east");
    assert_eq!(count(&items, |item| matches!(item, Item::Ships { .. })), 3);
    assert_eq!(count(&items, |item| matches!(item, Item::OwnFleet { .. })), 0);
}

#[test]
fn a_stranger_learns_only_what_is_public() {
    let scenario = Scenario::embedded().unwrap();
    let state = opened(&scenario);
    let items = brief(Viewer::stranger(), &situation(&scenario, &state)).items().to_vec();
    let is_public = |item: &Item| {
        use Item::{Approximate, Calendar, City, Fortress, Ships};
        matches!(item, Calendar { .. } | City { .. } | Fortress { .. } | Ships { .. } | Approximate { .. })
    };
    assert!(items.iter().all(is_public));
    let away: Vec<_> = items
        .iter()
        .filter_map(|item| match item {
            Item::City { name, .. } => Some(name.as_str()),
            _ => None,
        })
        .collect();
    assert!(away.contains(&"Fort Monroe") && !away.contains(&"Richmond"), "{away:?}");
}

#[test]
fn after_the_last_turn_nobody_has_anything_to_distribute() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = opened(&scenario);
    state.turn = scenario.calendar.last_turn() + 1;
    let items = read_by(&scenario, &state, "usa-sc");
    assert_eq!(count(&items, |item| matches!(item, Item::Totals { .. })), 0);
}

/// A correction, which tells what differs from what was told before.
fn corrected(scenario: &Scenario, before: &State, after: &State, seat: &str) -> String {
    let stood = read_by(scenario, before, seat);
    let changed: Vec<Fact<serde_json::Value>> = read_by(scenario, after, seat)
        .into_iter()
        .filter(|item| !stood.contains(item))
        .map(|item| Fact::new(Audience::Everyone, serde_json::to_value(item).unwrap()))
        .collect();
    assert!(!changed.is_empty());
    let renderer = report::Renderer::new(crate::book::TEMPLATES.iter().copied(), &Default::default()).unwrap();
    renderer.passage("civil-war/report.txt", &brief(Viewer::stranger(), &changed)).unwrap().text().to_owned()
}

#[test]
fn a_correction_never_says_that_there_is_none_of_what_has_not_changed() {
    let scenario = Scenario::embedded().unwrap();
    let mut before = opened(&scenario);
    (before.turn, before.stage) = (1, Stage::Tst1);
    let mut after = before.clone();
    after.stacks.values_mut().find(|stack| stack.side == Side::Usa).unwrap().sp += 1;
    let text = corrected(&scenario, &before, &after, "usa-sc");
    assert!(text.contains("Own forces") && !text.contains("None."), "{text}");
    let mut after = before.clone();
    after.accounts.values_mut().flat_map(|side| side.values_mut()).for_each(|account| account.cp += 1);
    let text = corrected(&scenario, &before, &after, "usa-east");
    assert!(text.contains("Your accounts") && !text.contains("None."), "{text}");
}
