//! Ships at sea: the areas as they join, what the loader refuses, what reports and receipts say, and that nobody reads of what he does
//! not see.

use std::collections::BTreeMap;

use base::facts::{Fact, Viewer, brief};
use base::game::{Dice, SeatId, Secret};
use rules::{OrderSet, Outcome, OwnFile, RuleBook};
use serde_json::{Value, json};

use super::play::{filed, filed_order, war};
use super::rivers::ship;
use crate::CivilWarOnLine;
use crate::berth::Berth;
use crate::item::Item;
use crate::order::{Act, Order};
use crate::scenario::{Scenario, WAR};
use crate::sea::{how_far, is_harbor, way};
use crate::side::Side;
use crate::situation::situation;
use crate::state::State;

fn seat(name: &str) -> SeatId {
    SeatId::parse(name).unwrap()
}

fn order(scenario: &Scenario, line: &str) -> Order {
    CivilWarOnLine.read(scenario, &mut Default::default(), line).unwrap().0.remove(0)
}

fn open(scenario: &Scenario) -> State {
    let mut state = State::opening(scenario);
    state.turn = 1;
    state
}

/// A ship of the sea; at which place of it, as a state has that.
fn afloat(side: &str, class: &str, port: &str, off: Option<Value>) -> crate::state::Ship {
    let mut afloat = ship(side, class, port, None);
    afloat.off = off.map(|off| serde_json::from_value(off).unwrap());
    afloat
}

fn play(scenario: &Scenario, state: &State, of: &[(&str, &[&str])]) -> Outcome<State, Item> {
    let sheet = |(name, lines): &(&str, &[&str])| {
        (seat(name), lines.iter().map(|line| filed(order(scenario, line).act)).collect())
    };
    let orders = OrderSet { sheets: of.iter().map(sheet).collect(), ..OrderSet::default() };
    let mut dice = Dice::committed(&Secret::new([5; 32]), "1");
    CivilWarOnLine.adjudicate(scenario, state, &orders, &mut dice)
}

/// What each seat of a side reads, in the report's words.
fn letters(scenario: &Scenario, side: Side, outcome: &Outcome<State, Item>) -> BTreeMap<String, String> {
    let renderer = report::Renderer::new(crate::book::TEMPLATES.iter().copied(), &BTreeMap::new()).unwrap();
    let facts = outcome.events.iter().cloned().chain(situation(scenario, &outcome.state));
    let facts: Vec<Fact<Value>> = facts.map(|fact| fact.map(|item| serde_json::to_value(&item).unwrap())).collect();
    let own = scenario.given.offices.iter().filter(|row| row.side == side);
    let letter = |row: &crate::scenario::OfficeRow| {
        let brief = brief(Viewer::vacant(&seat(&row.id)), &facts);
        let told = serde_json::to_string(&brief.items().to_vec()).unwrap();
        (row.id.clone(), format!("{told}\n{}", renderer.passage("cwol/report.txt", &brief).unwrap().text()))
    };
    own.map(letter).collect()
}

#[test]
fn from_new_york_to_the_waters_of_mobile_it_is_nine_steps_and_no_way_leads_up_a_river() {
    let war = war();
    let (new_york, mobile) = (Berth::Harbor("new-york-ny"), Berth::Waters("E3-Y3"));
    let over = way(&war, new_york, mobile).unwrap();
    let over: Vec<String> = over.iter().map(|step| step.words(&war, "mobile-al")).collect();
    assert_eq!(over.len(), 9);
    assert_eq!(
        over.join(", "),
        "the waters of New York NY, New York Bight, Mid-Atlantic Coast, Carolina Coast, Georgia Coast, Florida Straits, \
         East Gulf Coast, Central Gulf Coast, the waters of Mobile"
    );
    assert_eq!(how_far(&war, 9), "9 steps, 3 turns");
    assert_eq!(how_far(&war, 4), "4 steps, 1 turn");
    assert_eq!(way(&war, new_york, Berth::Harbor("memphis-tn")), None);
    assert_eq!(way(&war, new_york, new_york), Some(Vec::new()));
}

#[test]
fn every_harbor_and_all_waters_of_the_war_are_joined_by_sea_and_the_way_back_is_as_long() {
    let war = war();
    let ports: Vec<&str> = war.given.waters.iter().map(|row| row.port.as_str()).collect();
    let places = ports.iter().flat_map(|port| {
        let harbor = is_harbor(&war, port).then_some(Berth::Harbor(port));
        harbor.into_iter().chain(war.waters(port).map(|row| Berth::Waters(&row.waters)))
    });
    let places: Vec<Berth<'_>> = places.collect();
    for to in &places {
        let there = way(&war, places[0], *to).unwrap().len();
        assert_eq!(Some(there), way(&war, *to, places[0]).map(|way| way.len()), "{to:?}");
        assert_eq!(Berth::of_key(&to.key()), Some(*to));
    }
}

#[test]
fn sea_areas_that_cannot_be_are_refused_with_the_line() {
    let refused = |change: fn(&mut Value)| {
        let mut document = Scenario::document(WAR).unwrap();
        change(&mut document);
        Scenario::prepare(&document).unwrap_err()
    };
    let said = refused(|war| war["seas"][1]["to"] = json!(["Nova Scotia Coast", "Baltic"]));
    assert_eq!(said, "seas, line 2: Gulf of Maine leads to Baltic, which is no sea area");
    let said = refused(|war| war["seas"][1]["to"] = json!(["New England Coast"]));
    assert_eq!(said, "seas, line 1: Nova Scotia Coast leads to Gulf of Maine, which does not lead back");
    let said = refused(|war| war["seas"].as_array_mut().unwrap().push(json!({ "name": "Baltic", "to": [] })));
    assert_eq!(said, "seas, line 23: no way leads from Nova Scotia Coast to Baltic");
    let said = refused(|war| war["seas"].as_array_mut().unwrap().push(json!({ "name": "Irish Sea", "to": [] })));
    assert_eq!(said, "seas, line 23: Irish Sea stands there twice");
    let said = refused(|war| war["waters"][0]["sea"] = json!("Baltic"));
    assert_eq!(said, "waters, line 1: albany-ny lies on Baltic, which is no sea area");
    let said = refused(|war| war["waters"][0]["port"] = json!("atlantis"));
    assert_eq!(said, "waters lie before atlantis, which is no city");
    let said = refused(|war| war["waters"][0]["sea"] = json!("Irish Sea"));
    assert_eq!(said, "waters, line 40: L7-R3 off new-york-ny lies on New York Bight and on Irish Sea");
    let said = refused(|war| {
        let rows = war["waters"].as_array_mut().unwrap();
        rows.retain(|row| row["port"] != "mobile-al");
    });
    assert_eq!(said, "cities: mobile-al is an ocean port, and no waters lie before it");
}

#[test]
fn a_document_without_sea_areas_has_those_of_the_war_where_its_ports_lie_on_them() {
    let mut document = Scenario::document(WAR).unwrap();
    document.as_object_mut().unwrap().remove("seas");
    assert_eq!(Scenario::prepare(&document).unwrap().given.seas.len(), 22);
    let mut document = Scenario::document(crate::scenario::DRILL).unwrap();
    document.as_object_mut().unwrap().remove("seas");
    assert!(Scenario::prepare(&document).unwrap().given.seas.is_empty());
}

#[test]
fn the_enemys_letters_are_equal_byte_for_byte_whatever_stations_he_does_not_see() {
    let war = war();
    let with = |ships: &[(&str, crate::state::Ship)], lines: &[&str]| {
        let mut state = open(&war);
        state.ships.insert("USFR1".to_owned(), afloat("US", "FR", "new-york-ny", None));
        state.ships.extend(ships.iter().map(|(name, ship)| ((*name).to_owned(), ship.clone())));
        let us: &[&str] = &["station USFR1 off Mobile to blockade"];
        let outcome = play(&war, &state, &[("us-navy", us), ("cs-navy", lines)]);
        let next = play(&war, &outcome.state, &[]);
        (letters(&war, Side::Union, &outcome), letters(&war, Side::Union, &next))
    };
    let quiet = with(&[("CSSL1", afloat("CS", "SL", "galveston-tx", None))], &[]);
    let (bahamas, gulf) = (
        json!({ "port": "galveston-tx", "is_at_sea": true, "sea": "Bahamas" }),
        json!({ "port": "galveston-tx", "is_at_sea": true, "sea": "Cuban Waters" }),
    );
    let far = with(
        &[
            ("CSSL1", afloat("CS", "SL", "galveston-tx", Some(gulf))),
            ("CSIC1", afloat("CS", "IC", "galveston-tx", Some(bahamas))),
        ],
        &["station CSSL1 off Galveston, raid", "station CSIC1 off Mobile, protect"],
    );
    let shut_out = with(
        &[("CSSL1", afloat("CS", "SL", "galveston-tx", None)), ("CSFR1", afloat("CS", "FR", "mobile-al", None))],
        &["station CSSL1 off Pensacola", "station CSFR1 in Galveston"],
    );
    assert!(quiet == far && quiet == shut_out);
    let seen = quiet.0["us-navy"].contains("Stations at sea") && quiet.0["us-navy"].contains("Carolina Coast");
    assert!(seen && !quiet.0["us-war"].contains("Carolina Coast"));
}

#[test]
fn a_receipt_tells_the_way_and_the_turns_and_what_is_worth_knowing() {
    let war = war();
    let mut state = open(&war);
    state.ships.insert("USFR1".to_owned(), afloat("US", "FR", "new-york-ny", None));
    state.ships.insert("USTR1".to_owned(), afloat("US", "TR", "boston-ma", None));
    let mut idle = afloat("US", "SL", "boston-ma", Some(json!({ "port": "boston-ma", "is_at_sea": false })));
    state.ships.insert("USSL1".to_owned(), idle.clone());
    idle.is_active = false;
    state.ships.insert("USSL2".to_owned(), idle);
    let navy = seat("us-navy");
    let brief = brief(Viewer::vacant(&navy), &situation(&war, &state));
    let lines = [
        "station USFR1 off Mobile to blockade",
        "station USTR1 off Boston, protect",
        "station USSL1 off Boston, protect",
        "station USSL2 in Boston",
        "station USFR1 off New Orleans, raid",
        "station USFR1 in Charleston, raid",
    ];
    let filed: Vec<_> = lines.iter().map(|line| filed_order(order(&war, line))).collect();
    let file = OwnFile { seat: &navy, lines: &filed, others: &Default::default() };
    let review = CivilWarOnLine.review(&war, &brief, file);
    let said = |line: usize| {
        let remarks = review.lines[line].remarks.iter().map(|remark| remark.message.as_str());
        remarks.collect::<Vec<_>>().join(" ")
    };
    assert!(review.lines[0].note.starts_with("9 steps, 3 turns: the waters of New York NY, New York Bight, "));
    let wanted = [
        "until the President or the Vice-President declares a blockade",
        "Transports neither blockade nor raid nor protect",
        "USSL1 is there already",
        "USSL2 is laid up",
        "the waters off it are those of its mouth",
        "only if no warship and no battery defends the harbor",
    ];
    for (line, words) in wanted.iter().enumerate() {
        assert!(said(line).contains(words), "{words} in {:?}", said(line));
    }
}

#[test]
fn the_game_masters_place_ends_a_station() {
    let war = war();
    let mut state = open(&war);
    let mut bound = afloat("US", "FR", "new-york-ny", None);
    bound.station = Some(serde_json::from_value(json!({ "port": "mobile-al" })).unwrap());
    state.ships.insert("USFR1".to_owned(), bound);
    let Act::Entry(entry) = order(&war, "place USFR1 at sea off Charleston").act else { panic!("an entry") };
    crate::entries::enter(&war, &mut state, &entry).unwrap();
    assert_eq!(state.ships["USFR1"].station, None);
    assert_eq!(Berth::of(&war, &state.ships["USFR1"]), Berth::Sea("Carolina Coast"));
}

#[test]
fn every_page_about_the_sea_is_no_longer_than_a_screen() {
    const SCREEN: usize = 24;
    let renderer = report::Renderer::new(crate::book::TEMPLATES.iter().copied(), &BTreeMap::new()).unwrap();
    let pages = renderer.rule_pages("cwol", &CivilWarOnLine.numbers(&war())).unwrap();
    for name in ["sea", "stations", "sea-missions", "blockade", "raiders"] {
        let page = pages.find(name).unwrap_or_else(|| panic!("{name} has no page"));
        let lines: usize = 2 + page.text.lines().map(|line| line.len() / (report::WIDTH - 6) + 1).sum::<usize>();
        assert!(lines <= SCREEN, "{lines} lines of\n{}", page.text);
    }
}
