use super::*;
use crate::order::Unit;
use crate::power::Power;

fn holes(edit: impl FnOnce(&mut ScenarioSource)) -> Vec<String> {
    let mut source = ScenarioSource::embedded().unwrap();
    edit(&mut source);
    match source.build() {
        Ok(_) => Vec::new(),
        Err(ScenarioError::Holes(holes)) => holes.iter().map(Hole::to_string).collect(),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn the_campaign_of_1805_has_no_hole_and_reads_back_from_its_document() {
    let scenario = Scenario::embedded().unwrap();
    let again = Scenario::from_document(&scenario.to_document().unwrap()).unwrap();
    assert_eq!(again.source, scenario.source);
    let provinces = scenario.map.territories().filter(|territory| territory.home().is_some()).count();
    let minors = scenario.map.territories().filter(|territory| territory.is_minor()).count();
    assert_eq!((provinces, minors, scenario.map.ports().count()), (86, 52, 87));
}

#[test]
fn a_document_from_before_the_table_of_debts_has_that_of_the_book() {
    let scenario = Scenario::embedded().unwrap();
    let mut document = scenario.to_document().unwrap();
    document["tables"].as_object_mut().unwrap().remove("debts");
    assert_eq!(Scenario::from_document(&document).unwrap().tables, scenario.tables);
    assert!(Scenario::from_document(&serde_json::Value::Null).is_err());
}

#[test]
fn eia_8_1b_the_rightmost_neutral_box_gives_eight() {
    let tables = Scenario::embedded().unwrap().tables;
    let place = tables.status_box("N9").unwrap();
    let at = tables.status(place);
    assert_eq!((at.name().as_str(), at.victory_points, at.adjustment), ("N9", 8, 0));
    assert_eq!(tables.status(place + 1).zone.zone, "Dominant");
    assert_eq!(tables.status_boxes(), 24);
    assert_eq!((tables.status_after(2, -5), tables.status_after(23, 5), tables.status_after(9, 2)), (1, 24, 11));
}

#[test]
fn eia_8_5_3_only_some_powers_build_some_troops() {
    let tables = Scenario::embedded().unwrap().tables;
    let may = |unit, power| tables.purchase(unit).is_some_and(|row| row.is_open_to(power));
    assert!(may(Unit::Artillery, Power::France) && may(Unit::Artillery, Power::Russia));
    assert!(
        !may(Unit::Artillery, Power::Prussia) && !may(Unit::Guard, Power::Turkey) && !may(Unit::Militia, Power::Turkey)
    );
    assert!(may(Unit::Guard, Power::Spain) && !may(Unit::Cossack, Power::Russia));
    let infantry = tables.purchase(Unit::Infantry).unwrap();
    assert_eq!((infantry.money, infantry.manpower, infantry.months), (3, 2, 3));
}

#[test]
fn eia_8_2_1ar_the_gold_table_has_a_row_for_every_throw() {
    let tables = Scenario::embedded().unwrap().tables;
    assert_eq!((tables.gold(1), tables.gold(2), tables.gold(12)), (None, Some(5), Some(45)));
}

#[test]
fn eia_8_2a_every_hole_is_listed_at_once() {
    let found = holes(|source| {
        source.map.ports[0].second = None;
        source.map.provinces[0].capital = None;
        source.map.minors[0].tax = Some(-1);
        source.tables.victory.levels.remove(&Power::Spain);
        source.campaign.conquered.entry(Power::Spain).or_default().push("Atlantis".to_owned());
    });
    assert_eq!(
        found,
        [
            "the province Ile de France has no capital",
            "the minor country Algeria has a tax that cannot be",
            "the port London has no second value",
            "the national capital Paris is the capital of no home province of France",
            "the power Spain has no victory level",
            "the minor country Atlantis is not on the map",
        ]
    );
}

#[test]
fn districts_add_up_to_their_country() {
    let found = holes(|source| {
        let egypt = source.map.minors.iter_mut().find(|row| row.name == "Egypt").unwrap();
        egypt.districts[0].tax = Some(1);
    });
    assert_eq!(found, ["the minor country Egypt has a tax that its districts do not add up to"]);
}

#[test]
fn d9_names_of_followers_are_checked_against_map_and_capitals() {
    let found = holes(|source| {
        let followers = &mut source.tables.disorder.followers;
        followers.get_mut("St Petersburg").unwrap().extend(["Ingra".to_owned(), "Bohemia".to_owned()]);
        followers.insert("Moscow".to_owned(), vec!["Livonia".to_owned()]);
        followers.insert("Kiev".to_owned(), vec!["Ukraine".to_owned()]);
    });
    assert_eq!(
        found,
        [
            "the follower Kiev is followed, and is no national capital",
            "the follower Livonia follows two capitals",
            "the follower Ingra follows St Petersburg, and is no home province of Russia",
            "the follower Bohemia follows St Petersburg, and is no home province of Russia",
        ]
    );
}

#[test]
fn a_die_without_sides_is_a_hole() {
    let found = holes(|source| {
        source.tables.control.die_sides = 0;
        source.tables.disorder.die_sides = 0;
    });
    assert_eq!(found, ["the table disorder has a die without sides", "the table control has a die without sides"]);
}
