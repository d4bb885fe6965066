//! Names as players write them.

use super::*;
use crate::scenario::Scenario;

fn campaign() -> Scenario {
    Scenario::embedded().expect("the built-in campaign")
}

fn hex(id: &str) -> Hex {
    id.parse().expect("a hex")
}

fn place<'a>(scenario: &'a Scenario, words: &str) -> PlaceMatch<'a> {
    scenario.gazetteer.find_place(words)
}

#[test]
fn towns_are_found_however_they_are_written() {
    let scenario = campaign();
    for (words, name) in [
        ("Richmond", "Richmond"),
        ("  richmond ", "Richmond"),
        ("St. Louis", "St Louis"),
        ("Saint Louis", "St Louis"),
        ("St.Louis", "St Louis"),
        ("Ft Monroe", "Fort Monroe"),
        ("Ft. Monroe", "Fort Monroe"),
        ("Fortress Monroe", "Fort Monroe"),
        ("Fort-Donelson", "Fort Donelson"),
        ("Harper's Ferry", "Harpers Ferry"),
        ("Harper\u{2019}s Ferry", "Harpers Ferry"),
        ("Charleston", "Charleston"),
        ("Charleston, SC", "Charleston"),
        ("Charleston WV", "Charleston WV"),
        ("Charleston, W. Va", "Charleston WV"),
        ("Charleston, West Virginia", "Charleston WV"),
        ("Jackson", "Jackson"),
        ("Jackson, Miss", "Jackson"),
        ("Jackson, Tennessee", "Jackson TN"),
        ("Columbus, Kentucky", "Columbus KY"),
        ("Washington D.C.", "Washington"),
        ("the city of Atlanta", "Atlanta"),
        ("Richmond's", "Richmond"),
        ("4913", "Richmond"),
        ("hex 4913", "Richmond"),
        ("#4913", "Richmond"),
        ("Bull Run", "Manassas"),
    ] {
        let found = place(&scenario, words);
        assert!(matches!(found, PlaceMatch::One(_, canonical) if canonical == name), "{words}: {found:?}");
    }
}

#[test]
fn a_hex_without_a_town_is_called_by_its_number() {
    let scenario = campaign();
    assert_eq!(place(&scenario, "hex 4812"), PlaceMatch::One(hex("4812"), "4812"));
    assert_eq!(place(&scenario, "0101"), PlaceMatch::Unknown { nearest: vec![] });
}

#[test]
fn a_name_of_several_towns_is_asked_back() {
    let scenario = campaign();
    let PlaceMatch::Several(names) = place(&scenario, "Columbus") else { panic!("several towns") };
    assert_eq!(names, ["Columbus KY", "Columbus MS", "Columbus GA", "Columbus OH"]);
    assert_eq!(
        place(&scenario, "Springfield"),
        PlaceMatch::Several(vec!["Springfield MO".into(), "Springfield IL".into()])
    );
}

#[test]
fn a_misspelt_town_is_not_taken_but_the_nearest_is_offered() {
    let scenario = campaign();
    for (words, name) in [("Richmnd", "Richmond"), ("Chatanooga", "Chattanooga"), ("Vicksberg", "Vicksburg")] {
        let PlaceMatch::Unknown { nearest } = place(&scenario, words) else { panic!("{words} was taken") };
        assert_eq!(nearest.first().map(String::as_str), Some(name));
    }
    assert_eq!(place(&scenario, ""), PlaceMatch::Unknown { nearest: vec![] });
    assert_eq!(place(&scenario, "XYZ"), PlaceMatch::Unknown { nearest: vec![] });
}

#[test]
fn leaders_are_found_by_surname_rank_and_first_names() {
    let scenario = campaign();
    for (words, name) in [
        ("Lee", "Lee"),
        ("Gen. Lee", "Lee"),
        ("General Robert E. Lee", "Lee"),
        ("R.E. Lee", "Lee"),
        ("Lee's", "Lee"),
        ("Maj. Gen. U. S. Grant", "Grant"),
        ("Johnston J", "J. Johnston"),
        ("J. Johnston", "J. Johnston"),
        ("J.E. Johnston", "J. Johnston"),
        ("Joe Johnston", "J. Johnston"),
        ("A.S. Johnston", "A. Johnston"),
        ("Johnston A", "A. Johnston"),
        ("A.P. Hill", "A.P. Hill"),
        ("A P Hill", "A.P. Hill"),
        ("Hill D", "D.H. Hill"),
        ("Frémont", "Fremont"),
        ("Stonewall Jackson", "Jackson"),
        ("van dorn", "Van Dorn"),
        ("Kirby-Smith", "Kirby Smith"),
        ("Adm. Porter", "D. Porter"),
        ("Flag Officer Foote", "Foote"),
        ("Jeb Stuart", "Stuart"),
    ] {
        let found = scenario.gazetteer.find_leader(words);
        assert!(matches!(found, LeaderMatch::One(_, canonical) if canonical == name), "{words}: {found:?}");
    }
    assert_eq!(
        scenario.gazetteer.find_leader("Johnston"),
        LeaderMatch::Several(vec!["J. Johnston".into(), "A. Johnston".into()])
    );
    assert_eq!(
        scenario.gazetteer.find_leader("Gen. Hill"),
        LeaderMatch::Several(vec!["D.H. Hill".into(), "A.P. Hill".into()])
    );
    assert_eq!(scenario.gazetteer.find_leader("McClelan"), LeaderMatch::Unknown { nearest: vec!["McClellan".into()] });
}

#[test]
fn every_canonical_name_reads_back_to_itself() {
    let scenario = campaign();
    for (_, city) in scenario.map.cities() {
        assert_eq!(place(&scenario, &city.name), PlaceMatch::One(city.hex, &city.name));
    }
    for (id, leader) in scenario.roster.leaders() {
        assert_eq!(scenario.gazetteer.find_leader(&leader.name), LeaderMatch::One(id, &leader.name));
    }
    for (hex, _) in scenario.map.hexes() {
        assert!(matches!(place(&scenario, &hex.to_string()), PlaceMatch::One(found, _) if found == hex));
    }
}
