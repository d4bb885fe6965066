//! The built-in campaign, and what the loader refuses.

use super::*;
use board::Hex;

fn campaign() -> Scenario {
    Scenario::embedded().expect("the built-in campaign")
}

fn hex(id: &str) -> Hex {
    id.parse().expect("a hex")
}

fn broken(change: impl FnOnce(&mut ScenarioSource)) -> ScenarioError {
    let mut source = ScenarioSource::embedded().expect("the files");
    change(&mut source);
    source.build().expect_err("a hole")
}

#[test]
fn the_map_has_its_hexes_towns_and_states() {
    let map = campaign().map;
    assert_eq!(map.hexes().count(), 1783);
    assert_eq!(map.hexes().filter(|(hex, _)| map.is_land(*hex)).count(), 1598);
    assert_eq!(map.cities().count(), 119);
    assert_eq!(map.states().count(), 25);
    let richmond = map.city_by_name("Richmond").expect("Richmond");
    assert_eq!((richmond.hex, richmond.value, richmond.source), (hex("4913"), 3, Some(Side::Csa)));
    assert_eq!(map.state_of(richmond.hex).map(|state| state.name.as_str()), Some("Virginia"));
    assert_eq!(map.state_of(richmond.hex).map(|state| (state.home, state.cities.len())), Some((Some(Side::Csa), 14)));
    assert_eq!(map.hex(hex("0101")), None);
}

#[test]
fn a_hex_of_louisiana_east_of_the_river_is_west() {
    let map = campaign().map;
    assert_eq!(map.theatre(hex("1634")), Some(Theatre::West));
    assert_eq!(map.theatre(hex("0727")), Some(Theatre::Trans));
    assert_eq!(map.theatre(hex("4107")), Some(Theatre::West));
    assert_eq!(map.theatre(hex("4129")), Some(Theatre::West));
    assert_eq!(map.theatre(hex("0137")), None);
}

#[test]
fn rivers_and_rails_lie_on_both_sides_of_a_hexside() {
    let map = campaign().map;
    for (one, other) in [("1719", "1720"), ("1720", "1719")] {
        let river = map.river_between(hex(one), hex(other)).expect("the Mississippi");
        assert_eq!((river.name.as_str(), river.navigable), ("Mississippi", true));
    }
    assert_eq!(map.river_between(hex("4913"), hex("0134")), None);
    assert!(map.has_rail_edge(hex("0134"), hex("0233")) && map.has_rail_edge(hex("0233"), hex("0134")));
    assert!(!map.has_rail_edge(hex("0134"), hex("0135")));
    assert!(map.rail_neighbours(hex("4913")).all(|next| map.has_rail_edge(next, hex("4913"))));
}

#[test]
fn every_tile_agrees_with_its_neighbours() {
    let map = campaign().map;
    let edges: usize = map.hexes().map(|(hex, _)| map.rail_neighbours(hex).count()).sum();
    assert_eq!(edges, 2 * 454);
    for (here, _) in map.hexes() {
        for next in map.neighbours(here) {
            assert_eq!(map.river_between(here, next), map.river_between(next, here));
        }
    }
}

#[test]
fn the_nearest_town_of_equally_near_ones_is_the_lowest() {
    let map = campaign().map;
    for (here, _) in map.hexes() {
        let near = map.nearest_city(here).expect("a town");
        let rival =
            map.cities().find(|(_, city)| (city.hex.distance(here), city.hex) < (near.hex.distance(here), near.hex));
        assert_eq!(rival, None);
    }
    assert_eq!(map.nearest_city(hex("4913")).map(|city| city.name.as_str()), Some("Richmond"));
}

#[test]
fn nineteen_turns_five_a_year() {
    let calendar = campaign().calendar;
    assert_eq!(calendar.last_turn(), 19);
    assert_eq!(calendar.turn(3).map(TurnSpec::season).as_deref(), Some("Nov-Feb 1861-62"));
    assert_eq!(calendar.turn(2).map(|turn| turn.year), Some(1861));
    assert_eq!(calendar.turn(3).map(|turn| turn.year), Some(1862));
    assert_eq!((calendar.turn(0), calendar.turn(20)), (None, None));
}

#[test]
fn c3_5_1_turn_two_brings_eighteen_and_sixteen() {
    let reinforcements = campaign().reinforcements;
    let split = |side| {
        let land = reinforcements.land(side, 2).expect("turn 2");
        (land.total, land.east, land.west, land.trans, land.discretionary)
    };
    assert_eq!(split(Side::Usa), (18, 7, 5, 3, 3));
    assert_eq!(split(Side::Csa), (16, 7, 5, 2, 2));
    assert_eq!(reinforcements.usa(4).map(|row| row.ships), Some(4));
    assert_eq!(reinforcements.csa(4).map(|row| (row.ironclads, row.raiders)), Some((1, 1)));
    assert_eq!(reinforcements.land(Side::Usa, 20), None);
}

#[test]
fn the_opening_stands_where_it_should() {
    let scenario = campaign();
    let sum = |side| scenario.setup.places(side).map(|place| place.sp).sum::<u32>();
    assert_eq!((sum(Side::Usa), sum(Side::Csa)), (37, 26));
    let cairo = scenario.setup.all().iter().find(|place| place.hex == hex("1915")).expect("Cairo");
    assert_eq!((cairo.sp, cairo.depot, cairo.river_nsp), (4, true, 2));
    let grant = scenario.roster.by_name("Grant").expect("Grant").1;
    assert_eq!(grant.station, Station::At(hex("1915")));
    assert_eq!(scenario.roster.leaders().count(), 64);
    assert_eq!(
        scenario.roster.entering(Side::Csa, 1).map(|(_, leader)| leader.name.as_str()).collect::<Vec<_>>(),
        ["Lee", "A. Johnston", "Hardee"]
    );
    assert_eq!(scenario.seats.len(), 7);
}

#[test]
fn the_tables_answer_what_rules_ask() {
    let tables = campaign().tables;
    assert_eq!((tables.command_base(Side::Csa, 1862), tables.command_base(Side::Csa, 1866)), (Some(10), None));
    assert_eq!([1, 7, 8, 11, 12, 19].map(|turn| tables.rail_points(Side::Csa, turn)), [12, 12, 9, 9, 6, 6]);
    assert_eq!([1, 5, 6, 9, 10].map(|sp| tables.size_class(sp)), {
        use SizeClass::*;
        [Small, Small, Medium, Medium, Large]
    });
    let ratios = [(9, 3), (8, 3), (5, 3), (3, 3), (2, 3), (1, 2), (1, 3)];
    assert_eq!(ratios.map(|(us, them)| tables.ratio_modifier(us, them)), [3, 2, 1, 0, -1, -2, -3]);
    let row = tables.combat_row(13).expect("a row");
    assert_eq!((row.defender_loss(SizeClass::Large), row.effect), (4, CombatEffect::DefenderRetreatsDemoralised));
    assert_eq!(tables.combat_row(-5).map(|row| row.effect), Some(CombatEffect::AttackerRepulsedDemoralised));
    assert_eq!([1, 2, 3].map(|stars| tables.capacity(stars)), [2, 4, 6]);
    assert_eq!(tables.movement.enter.cost(Terrain::Mountain, true), Some(2));
    assert_eq!(tables.movement.enter.cost(Terrain::Sea, false), None);
}

#[test]
fn a_running_game_reads_its_own_copy_back() {
    let scenario = campaign();
    let document = scenario.to_document().expect("a document");
    let again = Scenario::from_document(&document).expect("the copy");
    assert_eq!(again.to_document().expect("a document"), document);
    let text = serde_json::to_string(&document).expect("text");
    let derived: Scenario = serde_json::from_str(&text).expect("the copy");
    assert_eq!(derived.id(), "1861");
    assert!(Scenario::from_document(&serde_json::json!({"map": 1})).is_err());
}

#[test]
fn a_hole_is_named() {
    let unknown =
        |what: &str, place: &str| ScenarioError::UnknownPlace { what: what.to_owned(), place: place.to_owned() };
    assert_eq!(broken(|s| s.campaign.leaders.usa[0].at = Some("Nowhere".into())), unknown("McDowell", "Nowhere"));
    assert_eq!(broken(|s| s.campaign.opening.csa[0].at = "Gone".into()), unknown("a force of the CSA", "Gone"));
    assert_eq!(
        broken(|s| s.map.rail.push((hex("4913"), hex("4915")))),
        ScenarioError::NotNeighbours { what: "railway".to_owned(), one: hex("4913"), other: hex("4915") }
    );
    assert!(matches!(broken(|s| s.map.cities[0].hex = hex("0101")), ScenarioError::OffMap { .. }));
    assert!(matches!(broken(|s| s.campaign.opening.usa[0].sp += 1), ScenarioError::WrongSum { found: 38, .. }));
    assert!(matches!(broken(|s| s.campaign.control.turn_sp.csa = 17), ScenarioError::WrongSum { found: 16, .. }));
    assert!(matches!(broken(|s| s.campaign.leaders.csa[5].enters = 0), ScenarioError::Unplaced { .. }));
    assert!(matches!(broken(|s| s.tables.command.base.clear()), ScenarioError::BadTable(_)));
    assert!(matches!(
        broken(|s| s.campaign.seats[1].stand_in = Some("csa-sc".into())),
        ScenarioError::NoStandIn { .. }
    ));
}

#[test]
fn a_missing_row_of_the_schedule_is_named() {
    let text = include_str!("../../../../config/books/civil-war/scenarios/1861.toml");
    let without = text.replace("  { turn = 7, total = 18,", "  # { turn = 7, total = 18,");
    let source = ScenarioSource::read(
        include_str!("../../../../config/books/civil-war/map.json"),
        include_str!("../../../../config/books/civil-war/tables.toml"),
        &without,
    );
    let error = source.expect("readable").build().expect_err("a hole");
    assert_eq!(error, ScenarioError::MissingTurn { what: "reinforcements of the USA", expected: 7, found: 8 });
}

#[test]
fn every_key_of_the_tables_says_where_it_comes_from() {
    let text = include_str!("../../../../config/books/civil-war/tables.toml");
    let mut inside_list = false;
    for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
        let is_key = line.contains(" = ") && !inside_list;
        let marked = ["printed", "sourced", "house D"]
            .iter()
            .any(|mark| line.split_once('#').is_some_and(|(_, comment)| comment.contains(mark)));
        assert!(!is_key || marked, "no mark: {line}");
        inside_list = (inside_list
            || line.trim_end().split('#').next().is_some_and(|code| code.trim_end().ends_with('[')))
            && line != "]";
    }
}

/// Points of a march by D14: ground, and rivers except along a railway.
fn march(scenario: &Scenario, from: &str, to: &str) -> u32 {
    let map = &scenario.map;
    let movement = &scenario.tables.movement;
    let town = |name: &str| map.city_by_name(name).expect("a town").hex;
    let steps = |here: Hex| {
        let cost = move |next: Hex| {
            let tile = map.hex(next)?;
            let river = map.river_between(here, next).is_some() && !map.has_rail_edge(here, next);
            Some((next, movement.enter.cost(tile.terrain, tile.gap)? + if river { movement.river } else { 0 }))
        };
        map.neighbours(here).filter_map(cost).collect::<Vec<_>>()
    };
    board::paths::cheapest(town(from), town(to), steps).expect("a way").cost
}

#[test]
fn d14_marches_cost_what_the_map_was_made_for() {
    let scenario = campaign();
    for (from, to, points) in [
        ("Washington", "Richmond", 5),
        ("Manassas", "Richmond", 4),
        ("Fort Monroe", "Richmond", 3),
        ("Manassas", "Winchester", 4),
        ("Winchester", "Staunton", 4),
        ("Cairo", "Memphis", 8),
        ("Cairo", "Fort Donelson", 6),
        ("Louisville", "Nashville", 7),
        ("Nashville", "Chattanooga", 5),
        ("Chattanooga", "Atlanta", 5),
        ("Atlanta", "Savannah", 9),
        ("Memphis", "Vicksburg", 9),
        ("New Orleans", "Vicksburg", 8),
        ("Cumberland Gap", "Lexington", 5),
        ("Wheeling", "Staunton", 9),
        ("Rolla", "Springfield MO", 4),
        ("Springfield MO", "Fayetteville", 4),
    ] {
        assert_eq!(march(&scenario, from, to), points, "{from} - {to}");
    }
}

fn refused(campaign: &str) -> String {
    let texts = Texts {
        map: include_str!("../../../../config/books/civil-war/map.json"),
        tables: include_str!("../../../../config/books/civil-war/tables.toml"),
        campaign,
    };
    Scenario::read(texts).expect_err("a hole").to_string()
}

const WAR: &str = include_str!("../../../../config/books/civil-war/scenarios/1861.toml");

fn line_with(text: &str, words: &str) -> usize {
    text.lines().position(|line| line.contains(words)).expect("the line") + 1
}

#[test]
fn a_roster_with_a_hole_is_refused_with_line_and_key() {
    let moved = WAR.replace("enters = 0, at = \"Cairo\"", "enters = 0, at = \"Kairo\"");
    let line = line_with(&moved, "\"Kairo\"");
    assert_eq!(refused(&moved), format!("campaign, line {line}: Grant stands at Kairo, which is no town of the map"));
    let homeless = WAR.replace("enters = 0, at = \"Cairo\"", "enters = 0");
    let line = line_with(&homeless, "\"Grant\"");
    assert!(refused(&homeless).starts_with(&format!("campaign, line {line}: the leader Grant enters in turn 0")));
    let unknown_key = WAR.replacen("stars = 2", "starz = 2", 1);
    let why = refused(&unknown_key);
    assert!(why.contains("starz") && why.contains(&line_with(&unknown_key, "starz").to_string()), "{why}");
}

#[test]
fn a_calendar_with_a_missing_turn_is_refused() {
    let short = WAR.replace(
        "  { turn = 8, total = 8, east = 3, west = 2, trans = 1, discretionary = 2, ironclads = 1, raiders = 0 },\n",
        "",
    );
    let line = line_with(&short, "turn = 9,");
    assert_eq!(
        refused(&short),
        format!("campaign, line {line}: reinforcements of the CSA: expected the row of turn 8, found 9")
    );
}

#[test]
fn every_scenario_of_the_book_is_whole() {
    for id in ids() {
        let source = ScenarioSource::named(id).expect("a name");
        let scenario = source.and_then(ScenarioSource::build).unwrap_or_else(|why| panic!("{id}: {why}"));
        assert_eq!(scenario.id(), id);
        let again = Scenario::from_document(&scenario.to_document().expect("a document")).expect("the copy");
        assert_eq!(
            (again.id(), again.first_turn(), again.last_turn()),
            (id, scenario.first_turn(), scenario.last_turn())
        );
    }
    assert!(ScenarioSource::named("1863").is_none());
    let of = |name: &str| ScenarioSource::named(name).expect("there").expect("whole");
    assert_eq!(of("whole-war"), of("1861"));
}

#[test]
fn the_shorter_scenarios_have_their_turns_and_seats() {
    let named = |id| ScenarioSource::named(id).expect("a name").and_then(ScenarioSource::build).expect("whole");
    let spring = named("1862");
    assert_eq!((spring.first_turn(), spring.last_turn(), spring.seats.len()), (4, 5, 7));
    assert_eq!(spring.tables.victory.usa_percent, 15);
    let lesson = named("tutorial");
    assert_eq!(lesson.seats.iter().map(|seat| seat.id.as_str()).collect::<Vec<_>>(), ["usa", "csa"]);
    assert_eq!(lesson.lesson().map(|lesson| lesson.accounts[Side::Usa][&Account::East].cp), Some(12));
}

#[test]
fn a_variation_must_post_every_leader_who_came_before_it() {
    let text = include_str!("../../../../config/books/civil-war/scenarios/1862.toml");
    let forgotten = text.replace("\"Grant\" = \"Fort Donelson\", ", "");
    let why = ScenarioSource::embedded().and_then(|source| source.vary(&forgotten)).expect_err("a hole");
    assert_eq!(why, ScenarioError::Unstationed { leader: "Grant".to_owned(), first: 4 });
    let stranger = text.replace("absent]\nusa = [\"Lyon\"]", "absent]\nusa = [\"Lion\"]");
    let why = ScenarioSource::embedded().and_then(|source| source.vary(&stranger)).expect_err("a stranger");
    assert_eq!(why, ScenarioError::NoSuchLeader { leader: "Lion".to_owned(), side: Side::Usa });
}
