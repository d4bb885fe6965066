//! Maps: what stands on them for whom, that what is unseen changes no byte of them, and how wishes that cannot be met are answered.

use std::collections::BTreeMap;

use base::facts::{Brief, Enclosure, Fact, Picture, Pictures, Viewer, brief};
use base::game::{SeatId, SeatSet};
use board::square::Square;
use rules::{MapWish, Occasion, RuleBook};
use serde_json::{Value, json};

use super::play::war;
use crate::CivilWarOnLine;
use crate::item::Item;
use crate::scenario::Scenario;
use crate::side::{Class, Kind, Side};
use crate::situation::situation;
use crate::state::{Glimpse, State, Unit};

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn unit(side: Side, kind: Kind, at: &str, command: Option<[&str; 2]>) -> Unit {
    let command = command.map(|[commander, deputy]| json!({ "commander": commander, "deputy": deputy }));
    let given = json!({ "side": side.code(), "kind": kind.code(), "square": at, "regiments": 4, "batteries": 0,
        "men": 2000, "of": [["infantry", if side == Side::Union { "OH" } else { "VA" }, "volunteers", 4]], "quality": 5,
        "experience": 0, "morale": 50, "supplies": 1, "is_active": true, "command": command });
    serde_json::from_value(given).unwrap()
}

fn ship(side: &str, class: Class, port: &str, at: Option<&str>, command: Option<[&str; 2]>) -> crate::state::Ship {
    let mut ship = super::rivers::ship(side, class.code(), port, at);
    let named = command.map(|[commander, deputy]| json!({ "commander": commander, "deputy": deputy }));
    ship.command = named.map(|named| serde_json::from_value(named).unwrap());
    ship
}

/// Grant before Fort Donelson with gunboats; two Confederate brigades beside him, a gunboat and an army far away.
pub fn west(scenario: &Scenario) -> State {
    let mut state = State::opening(scenario);
    state.turn = 5;
    let grant = Some(["us-general-1", "us-general-2"]);
    let foote = Some(["us-captain-1", "us-captain-2"]);
    for (name, kind, at) in
        [("US1IN", Kind::Infantry, "E4-U1"), ("US2IN", Kind::Infantry, "E4-U1"), ("US1CV", Kind::Cavalry, "E3-U0")]
    {
        state.units.insert(name.to_owned(), unit(Side::Union, kind, at, grant));
    }
    state.units.insert("US9IN".to_owned(), unit(Side::Union, Kind::Infantry, "K3-S5", None));
    let mut gunboat = ship("US", Class::Gunboat, "cairo-il", Some("E4-U1"), foote);
    gunboat.sail.trail = ["E3-T9", "E4-T9", "E4-U0"].map(square).to_vec();
    state.ships.insert("USGB1".to_owned(), gunboat);
    state.ships.insert("USGB2".to_owned(), ship("US", Class::Gunboat, "cairo-il", None, foote));
    state.river.told_held.union.extend(["E4-U1", "E4-U0", "E4-T9"].map(square));
    for (number, kind, at) in [
        (1, Kind::Infantry, "E5-U1"),
        (2, Kind::Infantry, "E5-U1"),
        (1, Kind::Naval, "E4-U2"),
        (7, Kind::Infantry, "C7-W9"),
        (1, Kind::Army, "C7-W9"),
    ] {
        state.units.insert(format!("CS{number}{kind}"), unit(Side::Confederacy, kind, at, None));
    }
    state.ships.insert("CSGB1".to_owned(), ship("CS", Class::Gunboat, "memphis-tn", None, None));
    state.glimpses.union.push(Glimpse {
        square: square("D5-U3"),
        what: vec!["1 cavalry brigade".to_owned()],
        counts: [("CV".to_owned(), 1)].into(),
    });
    state
}

pub fn told(scenario: &Scenario, state: &State, seats: &[&str]) -> Brief<Item> {
    let facts: Vec<Fact<Item>> = situation(scenario, state);
    match seats {
        [one] => brief(Viewer::vacant(&SeatId::parse(one).unwrap()), &facts),
        several => {
            let seats: SeatSet = several.iter().filter_map(|seat| SeatId::parse(seat)).collect();
            brief(Viewer::vacant_seats(&seats), &facts)
        }
    }
}

fn maps(scenario: &Scenario, state: &State, seat: &str, pictures: Pictures) -> Vec<Enclosure> {
    let all = CivilWarOnLine.pages(scenario, &told(scenario, state, &[seat]), &Occasion::Report, pictures).unwrap();
    let is_map = |one: &Enclosure| match one {
        Enclosure::Picture(picture) => picture.name.starts_with("map-"),
        Enclosure::Plan(_) => true,
        Enclosure::Workbook(_) => false,
    };
    all.into_iter().filter(is_map).collect()
}

fn drawn(scenario: &Scenario, state: &State, seat: &str) -> Vec<Picture> {
    let maps = maps(scenario, state, seat, Pictures::Drawn);
    maps.into_iter()
        .filter_map(|map| if let Enclosure::Picture(picture) = map { Some(picture) } else { None })
        .collect()
}

fn wished(
    scenario: &Scenario,
    state: &State,
    seat: &str,
    place: Option<&str>,
    radius: Option<u32>,
) -> Result<Enclosure, String> {
    let wish = MapWish { place: place.map(str::to_owned), radius };
    let known = told(scenario, state, &[seat]);
    let maps = CivilWarOnLine.pages(scenario, &known, &Occasion::Map(wish), Pictures::Spelled);
    maps.map(|mut maps| maps.remove(0))
        .map_err(|remark| format!("{} {}", remark.message, remark.hint.unwrap_or_default()))
}

fn text(map: &Enclosure) -> &str {
    if let Enclosure::Plan(plan) = map { &plan.text } else { panic!("a plan") }
}

/// Blocks of a party: what is written on them.
fn blocks(map: &Picture, party: &str) -> Vec<String> {
    let pieces = map.data["pieces"].as_array().unwrap().iter().filter(|piece| piece["party"] == party);
    let mut blocks: Vec<String> = pieces
        .map(|piece| format!("{} {}", piece["kind"].as_str().unwrap(), piece["text"].as_str().unwrap()))
        .collect();
    blocks.sort();
    blocks
}

fn words(map: &Picture) -> Vec<&str> {
    map.data["labels"].as_array().unwrap().iter().filter_map(|label| label["text"].as_str()).collect()
}

fn names(maps: &[Picture]) -> Vec<&str> {
    maps.iter().map(|map| map.name.as_str()).collect()
}

#[test]
fn secretaries_have_the_theatre_and_who_commands_the_surroundings_of_his_commands() {
    let scenario = war();
    let state = west(&scenario);
    assert_eq!(names(&drawn(&scenario, &state, "us-war")), ["map-theatre-5"]);
    assert_eq!(names(&drawn(&scenario, &state, "us-general-1")), ["map-commands-5"]);
    assert_eq!(names(&drawn(&scenario, &state, "us-captain-2")), ["map-commands-5"]);
    assert_eq!(names(&drawn(&scenario, &state, "cs-general-1")), ["map-theatre-5"], "who commands nothing");
    assert!(maps(&scenario, &state, "us-war", Pictures::Left).is_empty());
    let nobody = brief(Viewer::stranger(), &situation(&scenario, &state));
    assert!(CivilWarOnLine.pages(&scenario, &nobody, &Occasion::Report, Pictures::Drawn).unwrap().is_empty());
}

#[test]
fn n5_1_one_sees_ones_own_and_of_the_enemy_what_one_is_told() {
    let scenario = war();
    let state = west(&scenario);
    let general = &drawn(&scenario, &state, "us-general-1")[0];
    assert_eq!(blocks(general, "dark"), ["land 1", "land 2"], "his brigades, and no ship");
    assert_eq!(blocks(general, "light"), ["land 2"]);
    assert!(words(general).contains(&"2 IN") && words(general).contains(&"US1CV"), "{:?}", words(general));
    let theatre = &drawn(&scenario, &state, "us-president")[0];
    assert_eq!(blocks(theatre, "dark").len(), 5, "three places on land, two afloat");
    assert_eq!(blocks(theatre, "light"), ["land 2"], "Vicksburg is out of sight");
    let passed = theatre.data["marks"].as_array().unwrap().iter().filter(|mark| mark["sign"] == "passed");
    assert_eq!(passed.count(), 1, "what was seen before is told as old");
    let navy = &drawn(&scenario, &state, "us-navy")[0];
    assert_eq!(blocks(navy, "dark"), ["naval 1", "naval 1"]);
}

#[test]
fn n8_2_rivers_are_whose_they_are_as_far_as_the_reader_was_told() {
    let scenario = war();
    let mut state = west(&scenario);
    let rivers = |state: &State, seat: &str| drawn(&scenario, state, seat)[0].data["rivers"].clone();
    let before = ["us-navy", "cs-navy", "us-treasury"].map(|seat| rivers(&state, seat));
    // Nobody of the Union sees it, and the Confederacy has not been told of it yet.
    state.river.last_warship.insert(square("C7-W9"), Side::Union);
    assert_eq!(before, ["us-navy", "cs-navy", "us-treasury"].map(|seat| rivers(&state, seat)));
    state.river.told_held.union.insert(square("C7-W9"));
    assert_ne!(before[0], rivers(&state, "us-navy"), "now it is told");
    assert_eq!(before[1], rivers(&state, "cs-navy"));
    assert_eq!(before[2], rivers(&state, "us-treasury"), "who reads of no ships is not told");
    state.facts.control.insert(square("C7-W9"), None);
    let now = ["us-navy", "cs-navy", "us-treasury"].map(|seat| rivers(&state, seat));
    assert!(before.iter().zip(&now).all(|(before, now)| before != now), "a ruling goes before");
}

/// What of the enemy the Union does not see becomes otherwise: units, ships, orders, trails, crews, works, depots.
fn otherwise(state: &State) -> State {
    let mut other = state.clone();
    let army = unit(Side::Confederacy, Kind::Corps, "C7-W9", Some(["cs-general-1", "cs-general-2"]));
    other.units.insert("CS4CQ".to_owned(), army);
    other.units.remove("CS7IN");
    other.units.insert("CS30IN".to_owned(), unit(Side::Confederacy, Kind::Infantry, "J9-T6", None));
    let mut moved = ship("CS", Class::RiverIronclad, "memphis-tn", Some("D3-V0"), None);
    (moved.crew, moved.damage) = (17, 3);
    moved.sail.trail = vec![square("D3-V1")];
    other.ships.insert("CSRI9".to_owned(), moved);
    other.ships.get_mut("CSGB1").unwrap().crew = 3;
    other.river.last_warship.insert(square("D3-V0"), Side::Confederacy);
    other.river.told_held.confederacy.insert(square("D3-V0"));
    other.river.hits.insert("CS1NB".to_owned(), 2);
    other.glimpses.confederacy.push(Glimpse {
        square: square("A6-Q4"),
        what: vec!["1 cavalry brigade".to_owned()],
        counts: [("CV".to_owned(), 1)].into(),
    });
    // How good and how weary the two brigades beside the Union's are it does not see.
    let seen = other.units.get_mut("CS1IN").unwrap();
    (seen.men, seen.quality, seen.morale) = (1_200, 2, 9);
    other
}

#[test]
fn what_of_the_enemy_is_unseen_changes_no_byte_of_any_map() {
    let scenario = war();
    let state = west(&scenario);
    let other = otherwise(&state);
    let file = |map: &Enclosure| format!("{map:?}");
    for row in scenario.given.offices.iter().filter(|row| row.side == Side::Union) {
        for pictures in [Pictures::Drawn, Pictures::Spelled] {
            let [here, there] = [&state, &other].map(|state| maps(&scenario, state, &row.id, pictures));
            assert_eq!(
                here.iter().map(file).collect::<Vec<_>>(),
                there.iter().map(file).collect::<Vec<_>>(),
                "{}",
                row.id
            );
        }
        let wish = |state| wished(&scenario, state, &row.id, Some("Vicksburg"), Some(8)).unwrap();
        assert_eq!(wish(&state), wish(&other), "{}", row.id);
        let ask = |state, name| wished(&scenario, state, &row.id, Some(name), None).unwrap_err().replace(name, "it");
        assert_eq!(ask(&state, "CSGB1"), ask(&other, "CSGB77"), "{}", row.id);
    }
    let changed = maps(&scenario, &other, "cs-president", Pictures::Drawn);
    assert_ne!(file(&changed[0]), file(&maps(&scenario, &state, "cs-president", Pictures::Drawn)[0]));
}

#[test]
fn own_things_that_another_office_alone_reads_change_no_byte_of_a_map() {
    let scenario = war();
    let state = west(&scenario);
    let mut other = state.clone();
    other.units.insert("US40IN".to_owned(), unit(Side::Union, Kind::Infantry, "G5-S5", None));
    let mut far = ship("US", Class::RiverIronclad, "cairo-il", Some("D8-U0"), None);
    far.sail.trail = vec![square("D9-T9")];
    other.ships.insert("USRI5".to_owned(), far);
    for seat in ["us-general-1", "us-general-2", "us-captain-1", "us-treasury", "us-general-5"] {
        assert_eq!(
            maps(&scenario, &state, seat, Pictures::Drawn),
            maps(&scenario, &other, seat, Pictures::Drawn),
            "{seat}"
        );
    }
    for (seat, is_told) in [("us-war", true), ("us-navy", true), ("us-president", true), ("us-vice", true)] {
        let differs = maps(&scenario, &state, seat, Pictures::Drawn) != maps(&scenario, &other, seat, Pictures::Drawn);
        assert_eq!(differs, is_told, "{seat}");
    }
}

#[test]
fn the_game_master_has_the_theatre_of_either_side() {
    let scenario = war();
    let state = west(&scenario);
    for (side, blocks_seen) in [(Side::Union, 1), (Side::Confederacy, 1)] {
        let seats: Vec<&str> =
            scenario.given.offices.iter().filter(|row| row.side == side).map(|row| row.id.as_str()).collect();
        let known = told(&scenario, &state, &seats);
        let maps = CivilWarOnLine.pages(&scenario, &known, &Occasion::Overview, Pictures::Drawn).unwrap();
        let [Enclosure::Picture(map)] = &maps[..] else { panic!("one map") };
        let hostile = if side == Side::Union { "light" } else { "dark" };
        assert!(blocks(map, hostile).len() >= blocks_seen, "{:?}", blocks(map, hostile));
        assert!(map.data["subtitle"].as_str().unwrap().ends_with("side knows it"));
    }
}

#[test]
fn wishes_that_cannot_be_met_are_answered() {
    let scenario = war();
    let state = west(&scenario);
    let ask = |place, radius| wished(&scenario, &state, "us-war", Some(place), radius);
    assert_eq!(
        ask("Vickburg", None).unwrap_err(),
        "There is no place called Vickburg on the map. The nearest name is Vicksburg."
    );
    assert!(
        ask("Xyzzy", None).unwrap_err().starts_with("There is no place called Xyzzy on the map. Write MAP Vicksburg 8")
    );
    let wide = ask("Vicksburg", Some(500)).unwrap_err();
    assert_eq!(
        wide,
        "A map reaches 32 squares from its middle at most. Write MAP Vicksburg 32, or MAP alone for the whole theatre."
    );
    assert!(ask("P1-R9", None).unwrap_err().contains("off the map"));
    let several = ask("Columbus", None).unwrap_err();
    assert!(several.starts_with("Several places are called Columbus. Write one of Columbus"), "{several}");
    for place in ["Vicksburg", "vicksburg MS", "C7-W9", "c7-w9", "Fort Donelson", "US1IN", "A0-O0", "N9-Z9"] {
        assert!(ask(place, Some(0)).is_ok() && ask(place, Some(32)).is_ok(), "{place}");
    }
    assert!(wished(&scenario, &state, "us-war", None, None).is_ok());
}

#[test]
fn maps_of_letters_stay_within_a_line_and_say_what_the_picture_shows() {
    let scenario = war();
    let state = west(&scenario);
    let all = [
        maps(&scenario, &state, "us-president", Pictures::Spelled).remove(0),
        maps(&scenario, &state, "us-general-1", Pictures::Spelled).remove(0),
        wished(&scenario, &state, "us-war", Some("New York"), Some(30)).unwrap(),
        wished(&scenario, &state, "us-war", Some("A0-Z9"), Some(8)).unwrap(),
    ];
    for map in &all {
        let lines = text(map).lines();
        let long = lines.clone().find(|line| line.chars().count() > 72 || !(line.is_empty() || line.starts_with("  ")));
        assert_eq!(long, None, "{}", text(map));
    }
    let general = text(&all[1]);
    assert!(general.contains("U2") && general.contains("C2") && general.contains("E5-U1 C 2 IN"), "{general}");
    assert!(general.contains("c~") && general.contains("u~") && general.contains('#'), "{general}");
}

/// Every part of the map's data, for whoever looks for a name that may not be there.
#[test]
fn names_of_enemies_out_of_ones_own_square_stand_on_no_map() {
    let scenario = war();
    let state = west(&scenario);
    let all: BTreeMap<&str, Value> = ["us-president", "us-war", "us-navy", "us-general-1", "us-captain-1"]
        .map(|seat| (seat, drawn(&scenario, &state, seat).iter().map(|map| map.data.clone()).collect()))
        .into();
    for (seat, data) in all {
        let data = data.to_string();
        assert!(!["CS1IN", "CS7IN", "CSGB1", "CS1AQ"].iter().any(|name| data.contains(name)), "{seat}");
    }
}

#[test]
fn ships_in_a_sea_area_stand_below_the_map_with_where_they_are() {
    let scenario = war();
    let mut state = west(&scenario);
    for number in [1, 2, 3, 11] {
        let mut frigate = super::rivers::ship("US", "FR", "new-york-ny", None);
        let off = json!({ "port": "new-york-ny", "is_at_sea": true, "sea": "Carolina Coast" });
        frigate.off = serde_json::from_value(off).unwrap();
        state.ships.insert(format!("USFR{number}"), frigate);
    }
    let line = "At sea, Carolina Coast: USFR1, USFR2, USFR3 and 1 more";
    let navy = maps(&scenario, &state, "us-navy", Pictures::Spelled).remove(0);
    assert!(text(&navy).ends_with(&format!("\n  {line}")), "{}", text(&navy));
    let drawn_map = &drawn(&scenario, &state, "us-navy")[0];
    assert!(drawn_map.data.to_string().contains(line) && drawn_map.alt.ends_with(line), "{}", drawn_map.alt);
    let missed = wished(&scenario, &state, "us-navy", Some("usfr1"), None).unwrap_err();
    assert!(missed.starts_with("USFR1 is at sea, in Carolina Coast, which is on no map. MAP "), "{missed}");
    // Who reads of no ships does not learn of them, nor does the enemy.
    for seat in ["us-war", "cs-navy"] {
        let missed = wished(&scenario, &state, seat, Some("USFR1"), None).unwrap_err();
        assert!(missed.starts_with("There is no place called USFR1"), "{missed}");
        assert!(!text(&maps(&scenario, &state, seat, Pictures::Spelled)[0]).contains("At sea"), "{seat}");
    }
}

#[test]
fn n8_2_what_was_told_goes_before_ships_that_were_seen_before_and_guns_stay() {
    let scenario = war();
    let mut state = west(&scenario);
    let side_of = |state: &State, at: &str| {
        let known = told(&scenario, state, &["us-navy"]);
        let chart = crate::map::held_by(&scenario, &known);
        chart.get(&square(at)).copied()
    };
    let sight = |counts: Value| {
        let given = json!({ "square": "C7-W9", "words": "ships", "counts": counts, "by": ["USGB1"] });
        serde_json::from_value(given).unwrap()
    };
    state.river.seen.union = vec![sight(json!({ "GB": 1 }))];
    assert_eq!(side_of(&state, "C7-W9"), Some(Side::Confederacy));
    state.river.told_held.union.insert(square("C7-W9"));
    assert_eq!(side_of(&state, "C7-W9"), Some(Side::Union), "it was won since");
    state.river.seen.union = vec![sight(json!({ "GB": 1, "NB": 1 }))];
    assert_eq!(side_of(&state, "C7-W9"), Some(Side::Confederacy), "guns do not sail away");
    state.river.seen.union.clear();
    state.river.told_held.union.remove(&square("C7-W9"));
    state.river.told_lost.union.insert(square("E3-T9"));
    assert_eq!(side_of(&state, "E3-T9"), Some(Side::Confederacy), "the enemy was seen alone there");
}

#[test]
fn old_works_are_drawn_for_whom_they_are_now_until_they_are_silenced() {
    let scenario = war();
    let mut state = west(&scenario);
    let site = scenario.sites().find(|site| site.works == Some(Side::Confederacy)).unwrap();
    let parties = |state: &State, seat: &str| {
        let maps = drawn(&scenario, state, seat);
        let known = told(&scenario, state, &[seat]);
        assert!(!maps.is_empty());
        crate::map::batteries_at(&scenario, &known, site.square)
    };
    for seat in ["us-president", "us-general-1", "cs-navy"] {
        assert_eq!(parties(&state, seat), [Side::Confederacy], "{seat}");
    }
    state.river.works.insert(site.square, Side::Union);
    for seat in ["us-president", "us-general-1", "cs-navy"] {
        assert_eq!(parties(&state, seat), [Side::Union], "{seat}");
    }
    state.river.hits.insert(site.square.to_string(), 100);
    for seat in ["us-president", "us-general-1", "cs-navy"] {
        assert_eq!(parties(&state, seat), [], "{seat}");
    }
}

#[test]
fn section_6_the_secretary_of_war_has_the_squares_of_warships_on_his_map() {
    let scenario = war();
    let mut state = west(&scenario);
    let afloat = |state: &State| {
        let map = &drawn(&scenario, state, "us-war")[0];
        blocks(map, "dark").into_iter().filter(|block| block.starts_with("naval")).count()
    };
    assert_eq!(afloat(&state), 2);
    state.ships.get_mut("USGB2").unwrap().is_active = false;
    assert_eq!(afloat(&state), 2, "whether one is laid up is not his to know");
}

#[test]
fn works_that_are_built_links_that_are_cut_and_destinations_stand_on_the_map() {
    let scenario = war();
    let mut state = west(&scenario);
    let (one, other) = (square("E4-S7"), square("E5-S7"));
    state.links = vec![crate::scenario::Mended { by: crate::scenario::By::Rail, from: one, to: other, is_link: false }];
    state.ships.get_mut("USGB1").unwrap().sail.course = Some(crate::river::Course { to: square("E3-T9"), runs: false });
    state.units.get_mut("US1CV").unwrap().march = serde_json::from_value(json!({ "to": "E4-U1" })).unwrap();
    let depot = json!({ "side": "US", "kind": "depot", "tac": "7-7" });
    let work = crate::state::Work::Depot { square: square("E3-U0"), depot: serde_json::from_value(depot).unwrap() };
    let plan = kit::jobs::Plan { place: "E3-U0".to_owned(), room: kit::jobs::Room::None, turns: 2, work };
    state.jobs.start(vec![plan], |_, _| None).unwrap();
    let map = wished(&scenario, &state, "us-president", Some("Fort Donelson"), None).unwrap();
    assert!(text(&map).contains("Railway cut: E4-S7 to E5-S7"), "{}", text(&map));
    let close = CivilWarOnLine.pages(
        &scenario,
        &told(&scenario, &state, &["us-president"]),
        &Occasion::Map(MapWish { place: Some("Fort Donelson".to_owned()), radius: None }),
        Pictures::Drawn,
    );
    let Enclosure::Picture(picture) = close.unwrap().remove(0) else { panic!("a picture") };
    let all = picture.data.to_string();
    for words in ["Railway cut: E4-S7 to E5-S7", "USGB1 to E3-T9", "US1CV to E4-U1", "in 2 turns"] {
        assert!(all.contains(words), "{words}");
    }
}
