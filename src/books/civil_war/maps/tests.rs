//! Maps made of briefs: who has which, what stands on them, and that nothing else does.

use std::collections::BTreeMap;

use base::facts::{Audience, Brief, Enclosure, Fact, Picture, Pictures, Viewer, brief};
use base::game::{SeatId, SeatSet, Tone};
use board::Hex;
use report::Renderer;
use rules::MapWish;

use super::super::item::Item;
use super::super::scenario::{Account, Scenario, Side};
use super::super::state::{EndCause, Ending, LeaderPlace, Stage, State, Works};
use super::super::{begin, seats, situation, turn};
use super::{enclosures, gazette, on_demand, overview};

const SEATS: [&str; 7] = ["usa-sc", "usa-east", "usa-west", "usa-trans", "csa-sc", "csa-east", "csa-west"];

fn opening() -> (Scenario, State) {
    let scenario = Scenario::embedded().unwrap();
    let mut state = begin::opening(&scenario);
    (state.turn, state.stage) = (1, Stage::Tst2);
    (scenario, state)
}

fn hex(id: &str) -> Hex {
    id.parse().unwrap()
}

fn seat(id: &str) -> SeatId {
    SeatId::parse(id).unwrap()
}

fn told(scenario: &Scenario, state: &State, reader: &str, events: Vec<Fact<Item>>) -> Brief<Item> {
    let facts: Vec<_> = events.into_iter().chain(situation::situation(scenario, state)).collect();
    brief(Viewer::vacant(&seat(reader)), &facts)
}

fn pictures(enclosures: Vec<Enclosure>) -> Vec<Picture> {
    let picture = |one| if let Enclosure::Picture(picture) = one { Some(picture) } else { None };
    enclosures.into_iter().filter_map(picture).collect()
}

fn drawn(scenario: &Scenario, state: &State, reader: &str) -> Vec<Picture> {
    pictures(enclosures(scenario, &told(scenario, state, reader, Vec::new()), Pictures::Drawn))
}

fn renderer() -> Renderer {
    Renderer::new(crate::book::TEMPLATES.iter().copied(), &BTreeMap::new()).unwrap()
}

/// Everything of a picture that leaves the house, and what its file is drawn from.
fn all_of(picture: &Picture) -> Vec<String> {
    let named = [picture.name.clone(), picture.alt.clone(), picture.data.to_string()];
    renderer().layers(picture).unwrap().into_iter().chain(named).collect()
}

#[test]
fn each_reader_has_the_whole_war_and_his_front() {
    let (scenario, state) = opening();
    let names = |reader: &str| {
        let names = drawn(&scenario, &state, reader).into_iter().map(|picture| picture.name);
        names.map(|name| name.replace("-t1-tst2", "")).collect::<Vec<_>>()
    };
    assert_eq!(names("usa-sc"), ["map-war", "map-front"]);
    assert_eq!(names("usa-west"), ["map-war", "map-west"]);
    assert_eq!(names("csa-east"), ["map-war", "map-east", "map-trans"]);
    let nobody = brief(Viewer::stranger(), &situation::situation(&scenario, &state));
    assert_eq!(enclosures(&scenario, &nobody, Pictures::Drawn), []);
    let known = told(&scenario, &state, "usa-east", Vec::new());
    assert_eq!(enclosures(&scenario, &known, Pictures::Left), []);
}

#[test]
fn d28_the_last_report_of_a_war_has_its_maps_as_well() {
    let (scenario, mut state) = opening();
    let mut events = Vec::new();
    let ending = Ending { winner: Some(Side::Usa), cause: EndCause::Conceded };
    turn::end(&scenario, &mut state, ending, &mut events);
    let known = told(&scenario, &state, "csa-west", events);
    let maps = pictures(enclosures(&scenario, &known, Pictures::Drawn));
    assert_eq!(maps.iter().map(|map| &map.name[..]).collect::<Vec<_>>(), ["map-war-at-the-end", "map-west-at-the-end"]);
    assert!(maps[0].alt.starts_with("the war at the end, as the Confederate side knows it: "), "{}", maps[0].alt);
    let enemies = maps[0].data["pieces"].as_array().unwrap().iter().filter(|piece| piece["party"] == "dark");
    assert!(enemies.into_iter().all(|piece| piece["text"] == ""), "the enemy by class, to the last");
}

#[test]
fn the_game_master_has_the_whole_war_of_either_side() {
    let (scenario, state) = opening();
    let item = |account, hexes: [&str; 2]| Item::Marched { account, pulse: 3, hexes: hexes.map(hex).to_vec() };
    let marched = |seat_id: &str, item| Fact::new(Audience::seat(&seat(seat_id)), item);
    let marches = || {
        let east = marched("usa-east", item(Account::East, ["4908", "4907"]));
        let west = marched("usa-west", item(Account::West, ["1915", "1916"]));
        vec![east, west, marched("csa-west", item(Account::West, ["2617", "2616"]))]
    };
    let over = |reader: &str, how| {
        let side: SeatSet = SEATS.iter().filter(|it| it[..3] == reader[..3]).map(|it| seat(it)).collect();
        let facts: Vec<_> = marches().into_iter().chain(situation::situation(&scenario, &state)).collect();
        overview(&scenario, &brief(Viewer::vacant_seats(&side), &facts), how)
    };
    for (reader, name, arrows) in [("usa-sc", "union", 2), ("csa-sc", "confederate", 1)] {
        let [map] = &pictures(over(reader, Pictures::Drawn))[..] else { panic!("one map of {reader}") };
        assert_eq!(map.name, format!("map-{name}-t1-tst2"));
        assert_eq!(map.data["pieces"], drawn(&scenario, &state, reader)[0].data["pieces"], "what that side has");
        assert_eq!(map.data["arrows"].as_array().unwrap().len(), arrows, "the marches of all its commanders");
        let [Enclosure::Plan(plan)] = &over(reader, Pictures::Spelled)[..] else { panic!("one plan of {reader}") };
        assert!(plan.title.to_lowercase().contains(&format!("as the {name} side knows it")), "{}", plan.title);
        assert_eq!(over(reader, Pictures::Left), []);
    }
}

#[test]
fn c4_1_own_forces_stand_with_strength_and_leader_and_the_enemy_by_class() {
    let (scenario, mut state) = opening();
    let manassas = state.stacks.get_mut(&hex("4910")).expect("the Confederates at Manassas");
    let strength = std::mem::replace(&mut manassas.sp, 9);
    let front = &drawn(&scenario, &state, "usa-east")[1];
    let pieces = front.data["pieces"].as_array().unwrap();
    let own = pieces.iter().find(|piece| piece["party"] == "dark" && piece["kind"] == "land" && piece["text"] != "");
    assert!(own.is_some());
    let enemies: Vec<_> = pieces.iter().filter(|piece| piece["party"] == "light").collect();
    assert!(!enemies.is_empty() && enemies.iter().all(|piece| piece["text"] == "" && piece["is_seen"] == true));
    assert!(enemies.iter().any(|piece| piece["dots"].as_array().unwrap().len() == 2), "{strength} was 9 points");
    let svg = &renderer().layers(front).unwrap()[1];
    assert!(svg.contains(">T1 TST1<"), "the phase in which he was seen");
    let confederate = &drawn(&scenario, &state, "csa-east")[1];
    assert!(confederate.data["pieces"].as_array().unwrap().iter().any(|piece| piece["text"] == "9"));
}

/// What a reader cannot see, otherwise.
fn otherwise(state: &State, side: Side) -> State {
    let mut other = state.clone();
    let enemy = side.enemy();
    for leader in other.leaders.values_mut().filter(|leader| leader.side == enemy) {
        (leader.tactical, leader.strategic) = (leader.tactical + 1, leader.strategic - 1);
        if let LeaderPlace::Map(_) = leader.place {
            leader.place = LeaderPlace::Pool(Account::East);
        }
    }
    for fleet in other.fleets.values_mut().filter(|fleet| fleet.side == enemy) {
        fleet.ironclads += 3;
    }
    for ledger in other.accounts.get_mut(&enemy).unwrap().values_mut() {
        (ledger.cp, ledger.pp) = (ledger.cp + 7, ledger.pp + 7);
    }
    let land = hex(if side == Side::Usa { "2433" } else { "3307" });
    let works = Works { side: enemy, has_fort: true, has_fortress: false, has_depot: true };
    other.works.insert(land, works);
    for stack in other.stacks.values_mut().filter(|stack| stack.side == enemy && stack.sp == 1) {
        stack.sp = 2;
        stack.is_entrenched = true;
    }
    other
}

#[test]
fn worlds_that_differ_in_what_a_reader_cannot_see_give_him_the_same_svg() {
    let (scenario, state) = opening();
    for reader in SEATS {
        let side = seats::side_of(&scenario, &seat(reader)).unwrap();
        let other = otherwise(&state, side);
        let layers = |state: &State| drawn(&scenario, state, reader).iter().flat_map(all_of).collect::<Vec<_>>();
        assert_eq!(layers(&state), layers(&other), "{reader}");
        let enemy = if side == Side::Usa { "csa-sc" } else { "usa-sc" };
        let noticed = |state: &State| drawn(&scenario, state, enemy).iter().flat_map(all_of).collect::<Vec<_>>();
        assert_ne!(noticed(&state), noticed(&other), "{enemy} sees his own");
    }
}

#[test]
fn no_name_of_an_unseen_piece_stands_in_any_layer_title_or_alt_text() {
    let (scenario, mut state) = opening();
    for stack in state.stacks.values_mut().filter(|stack| stack.army.is_some()) {
        stack.army = Some("Army of the Canary".to_owned());
    }
    let places: Vec<&str> = scenario.map.cities().map(|(_, city)| city.name.as_str()).collect();
    for reader in SEATS {
        let side = seats::side_of(&scenario, &seat(reader)).unwrap();
        let known = told(&scenario, &state, reader, Vec::new());
        let asked = |place: &str| {
            let wish = MapWish { place: Some(place.to_owned()), radius: Some(9) };
            on_demand(&scenario, &known, &wish, Pictures::Drawn).unwrap()
        };
        let mut maps = enclosures(&scenario, &known, Pictures::Drawn);
        maps.extend(["Manassas", "Washington", "Nashville", "Cairo", "New Orleans"].into_iter().flat_map(asked));
        let shown: Vec<String> = pictures(maps).iter().flat_map(all_of).collect();
        let enemies = state.leaders.iter().filter(|(_, leader)| leader.side != side).map(|(name, _)| name.as_str());
        let is_place = |name: &str| places.iter().any(|place| place.contains(name));
        for name in enemies.filter(|name| !is_place(name)).chain(["Canary"]) {
            assert!(!shown.iter().any(|text| text.contains(name)), "{reader} reads {name}");
        }
        assert!(shown.iter().any(|text| text.contains("blocks of ours")));
    }
}

#[test]
fn d21_a_force_known_roughly_is_an_area_and_no_block() {
    let (scenario, mut state) = opening();
    let hidden = state.stacks.get_mut(&hex("1427")).expect("Vicksburg");
    (hidden.sp, hidden.side) = (12, Side::Csa);
    let whole = &drawn(&scenario, &state, "usa-sc")[0];
    assert_eq!(whole.data["areas"].as_array().unwrap().len(), 1);
    let own = &drawn(&scenario, &state, "csa-sc")[0];
    assert_eq!(own.data["areas"].as_array().unwrap().len(), 1, "the Army's at Washington; one's own is known exactly");
    assert!(!renderer().layers(whole).unwrap()[1].contains(">12<"));
}

#[test]
fn marches_of_the_phase_are_arrows_of_who_was_told_them() {
    let (scenario, state) = opening();
    let march = Item::Marched { account: Account::East, pulse: 3, hexes: vec![hex("4909"), hex("4910")] };
    let fact = || Fact::new(Audience::seat(&seat("usa-east")), march.clone());
    let arrows = |reader: &str| {
        let known = told(&scenario, &state, reader, vec![fact()]);
        let maps = pictures(enclosures(&scenario, &known, Pictures::Drawn));
        maps[0].data["arrows"].as_array().unwrap().len()
    };
    assert_eq!((arrows("usa-east"), arrows("usa-sc"), arrows("csa-east")), (1, 0, 0));
}

#[test]
fn a_map_on_demand_is_of_a_place_a_theatre_or_everything() {
    let (scenario, state) = opening();
    let known = told(&scenario, &state, "usa-east", Vec::new());
    let asked = |place: Option<&str>, radius: Option<u32>, pictures: Pictures| {
        let wish = MapWish { place: place.map(str::to_owned), radius };
        on_demand(&scenario, &known, &wish, pictures)
    };
    let name = |place: Option<&str>, radius| pictures(asked(place, radius, Pictures::Drawn).unwrap())[0].name.clone();
    assert_eq!(name(Some("manassas"), Some(5)), "map-manassas-5-t1-tst2");
    assert_eq!(name(Some("4910"), Some(99)), "map-manassas-10-t1-tst2");
    assert_eq!(name(Some("the West"), None), "map-west-t1-tst2");
    assert_eq!(name(None, Some(4)), "map-war-t1-tst2");
    let refused = asked(Some("Manasas Junktion"), None, Pictures::Drawn).unwrap_err();
    assert!(refused.message.contains("no place called Manasas Junktion"), "{}", refused.message);
    let near = asked(Some("Manasas"), None, Pictures::Drawn).unwrap_err();
    assert_eq!(near.hint.as_deref(), Some("The nearest name is Manassas."));
    let Enclosure::Plan(plan) = &asked(Some("Manassas"), Some(3), Pictures::Spelled).unwrap()[0] else {
        panic!("a plan")
    };
    assert_eq!(plan.title, "Around Manassas, T1 TST2");
    assert!(plan.text.lines().all(|line| line.chars().count() <= 72), "{}", plan.text);
    println!("{}\n{}", plan.title, plan.text);
}

#[test]
fn a_map_in_letters_shows_whoever_asks_for_no_place_what_he_commands() {
    let (scenario, state) = opening();
    let titles = |reader: &str| -> Vec<String> {
        let wish = MapWish { place: None, radius: None };
        let known = told(&scenario, &state, reader, Vec::new());
        let maps = on_demand(&scenario, &known, &wish, Pictures::Spelled).unwrap();
        let title = |map| if let Enclosure::Plan(plan) = map { Some(plan.title) } else { None };
        maps.into_iter().filter_map(title).collect()
    };
    assert_eq!(titles("usa-west"), ["The West, T1 TST2"]);
    assert_eq!(titles("usa-trans"), ["The Trans-Mississippi, T1 TST2"]);
    assert_eq!(titles("usa-sc"), ["The front, T1 TST2"]);
}

#[test]
fn the_welcome_has_every_place_and_a_map_without_pieces() {
    let (scenario, _) = opening();
    let item = gazette(&scenario);
    let Item::Gazette { rows } = &item else { panic!("a gazette") };
    assert_eq!(rows.iter().map(Vec::len).sum::<usize>(), scenario.map.cities().count());
    let known = brief(Viewer::vacant(&seat("usa-east")), &[Fact::new(Audience::Everyone, item)]);
    let maps = pictures(enclosures(&scenario, &known, Pictures::Drawn));
    assert_eq!((maps.len(), maps[0].name.as_str()), (1, "map-war"));
    assert_eq!(maps[0].data["pieces"].as_array().unwrap().len(), 0);
    assert_eq!(maps[0].data["veil"], "");
}

#[test]
fn the_ground_of_a_frame_is_one_for_all_who_see_it() {
    let (scenario, state) = opening();
    let ground = |reader: &str| drawn(&scenario, &state, reader)[0].backdrop.clone().unwrap();
    assert_eq!(ground("usa-sc").name, ground("csa-west").name);
    assert_eq!((ground("usa-sc").data)(), (ground("csa-west").data)());
    let front = drawn(&scenario, &state, "usa-west")[1].backdrop.clone().unwrap();
    assert_ne!(front.name, ground("usa-sc").name);
}

#[test]
fn files_are_short_and_the_same_each_time() {
    let (scenario, state) = opening();
    let known = told(&scenario, &state, "csa-east", Vec::new());
    let written = known.clone().try_map(serde_json::to_value).unwrap();
    let maps = enclosures(&scenario, &known, Pictures::Drawn);
    let renderer = renderer();
    let files = || renderer.enclose(&written, &maps, "here@adjutant.example", Tone::Light).unwrap().files().to_vec();
    let (first, again) = (files(), files());
    assert_eq!(first, again, "a ground that was kept makes no difference");
    for (file, most) in first.iter().zip([400_000, 150_000, 150_000]) {
        assert!(file.bytes.len() < most, "{}: {} bytes", file.name, file.bytes.len());
    }
}
