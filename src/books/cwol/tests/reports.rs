//! Reports as their readers see them, and pages of HELP.

use std::collections::BTreeMap;

use base::facts::{Fact, Viewer, brief};
use base::game::SeatId;
use report::Renderer;
use rules::Shelf;
use serde_json::Value;

use crate::CivilWarOnLine;
use crate::order::Mission;
use crate::scenario::{Scenario, WAR};
use crate::situation::situation;
use crate::state::{Off, Ship, State};

fn shelf() -> Shelf {
    Shelf::default().with(|| CivilWarOnLine)
}

fn war() -> Scenario {
    Scenario::prepare(&Scenario::document(WAR).unwrap()).unwrap()
}

/// The opening with a brigade and a gunboat that others than their Secretaries command.
fn commanded(scenario: &Scenario) -> State {
    let mut state = State::opening(scenario);
    state.turn = 1;
    let command = serde_json::json!({ "commander": "us-general-1", "deputy": "us-captain-1" });
    let square = scenario.city("new-york-ny").unwrap().square.to_string();
    let unit = serde_json::json!({ "side": "US", "kind": "IN", "square": square, "regiments": 4, "batteries": 1, "men": 2500,
        "of": [], "quality": 5, "experience": 0, "morale": 50, "supplies": 1, "is_active": true, "command": command });
    let ship = serde_json::json!({ "side": "US", "class": "GB", "port": "new-york-ny", "base": "boston-ma", "crew": 100,
        "of": { "side": "US", "state": "NY", "pool": "volunteers" }, "stores": 8, "damage": 0, "is_active": true,
        "command": command });
    state.units.insert("US1IN".to_owned(), serde_json::from_value(unit).unwrap());
    state.ships.insert("USGB1".to_owned(), serde_json::from_value(ship).unwrap());
    state.nations.union.victory_points = -9;
    state
}

fn report_of(renderer: &Renderer, scenario: &Scenario, state: &State, seat: &str) -> String {
    let facts: Vec<Fact<Value>> = situation(scenario, state)
        .into_iter()
        .map(|fact| fact.map(|item| serde_json::to_value(&item).unwrap()))
        .collect();
    let seat = SeatId::parse(seat).unwrap();
    renderer.passage("cwol/report.txt", &brief(Viewer::vacant(&seat), &facts)).unwrap().text().to_owned()
}

/// What a seat is told of the opening.
pub(super) fn of_the_opening(seat: &str) -> String {
    let (scenario, shelf) = (war(), shelf());
    let renderer = Renderer::new(shelf.templates(), &BTreeMap::new()).unwrap();
    report_of(&renderer, &scenario, &commanded(&scenario), seat)
}

#[test]
fn every_seat_has_a_report_and_a_commander_reads_of_what_he_commands() {
    let (scenario, shelf) = (war(), shelf());
    let renderer = Renderer::new(shelf.templates(), &BTreeMap::new()).unwrap();
    let state = commanded(&scenario);
    for row in &scenario.given.offices {
        let text = report_of(&renderer, &scenario, &state, &row.id);
        let reads = ["us-president", "us-vice", "us-war", "us-navy", "us-treasury", "us-general-1", "us-captain-1"];
        assert_eq!(text.contains("US1IN") || text.contains("USGB1"), reads.contains(&row.id.as_str()), "{}", row.id);
        assert!(text.lines().filter(|line| line.starts_with("  ")).all(|line| line.len() <= 72), "{text}");
    }
    let general = report_of(&renderer, &scenario, &state, "us-general-1");
    for words in
        ["Units: Union general 1", "us-general-1, us-captain-1", "Elsewhere than in their base", "Upkeep a turn"]
    {
        assert!(general.contains(words), "{words} in {general}");
    }
    assert!(report_of(&renderer, &scenario, &state, "us-war").contains("Victory points of the Union: -9."));
}

#[test]
fn where_a_ship_is_stands_whole_in_its_row_and_what_it_does_below_the_table() {
    let (scenario, shelf) = (war(), shelf());
    let renderer = Renderer::new(shelf.templates(), &BTreeMap::new()).unwrap();
    let mut state = commanded(&scenario);
    let gunboat = state.ships["USGB1"].clone();
    let off = |is_at_sea| Some(Off { port: "charleston-sc".to_owned(), is_at_sea, sea: None, square: None });
    let cruiser = Ship { off: off(true), mission: Some(Mission::Ignore), ..gunboat.clone() };
    let transports = Ship { capacity: Some(12_000), is_active: false, ..gunboat.clone() };
    state.ships.insert("USFR2".to_owned(), cruiser);
    state.ships.insert("USGB3".to_owned(), Ship { off: off(false), ..gunboat });
    state.ships.insert("USOT1".to_owned(), transports);
    let text = report_of(&renderer, &scenario, &state, "us-navy");
    for words in
        ["at sea off Charleston SC ", "  off Charleston SC ", "\nUSFR2 ignores commerce.\n", "\nLaid up: USOT1.\n"]
    {
        assert!(text.contains(words), "{words} in {text}");
    }
    assert!(!text.contains("USGB3:") && !text.contains("USFR2:"), "{text}");
    assert!(text.lines().filter(|line| line.starts_with("  ")).all(|line| line.len() <= 72), "{text}");
}

#[test]
fn what_all_know_stands_below_a_heading_and_what_one_side_knows_names_it() {
    let (scenario, shelf) = (war(), shelf());
    let renderer = Renderer::new(shelf.templates(), &BTreeMap::new()).unwrap();
    let mut state = commanded(&scenario);
    state.kentucky_is_neutral = true;
    let text = report_of(&renderer, &scenario, &state, "us-president");
    let (own, public) = text.split_once("\nKnown to everybody\n------------------\n").expect(&text);
    assert!(public.contains("Kentucky is neutral."), "{public}");
    assert!(own.contains("National morale of the Union: ") && !public.contains("morale"), "{text}");
    assert!(own.contains("A turn of the Union as things stand"), "{text}");
}

#[test]
fn a_law_under_which_all_or_nothing_is_authorised_lists_nothing_empty() {
    let (scenario, shelf) = (war(), shelf());
    let renderer = Renderer::new(shelf.templates(), &BTreeMap::new()).unwrap();
    let mut state = commanded(&scenario);
    let none = report_of(&renderer, &scenario, &state, "us-president");
    assert!(none.contains("Not authorised: bounties,") && !none.contains("In force:"), "{none}");
    let nation = &mut state.nations.union;
    (nation.law.has_bounty, nation.law.has_draft, nation.law.has_usct) = (true, true, true);
    nation.greenbacks_authorised = Some(kit::amount::Amount::whole(100));
    let all = report_of(&renderer, &scenario, &state, "us-president");
    assert!(all.contains("In force: bounties,") && !all.contains("Not authorised"), "{all}");
    for text in [none, all] {
        assert!(!text.contains(": .") && !text.contains(", ."), "{text}");
    }
}
