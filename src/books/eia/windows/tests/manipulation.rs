//! The Manipulation Step.

use super::*;

fn lending() -> Trial {
    Trial::at(3, Stage::Lending)
}

#[test]
fn eia_8_4_1d_to_g_each_capital_lost_costs_its_points() {
    let cases = [
        (Britain, "London", 3),
        (France, "Paris", 3),
        (Prussia, "Berlin", 2),
        (Turkey, "Constantinople", 2),
        (Austria, "Vienna", 2),
        (Spain, "Madrid", 1),
        (Russia, "Moscow", 1),
        (Russia, "St Petersburg", 1),
    ];
    for (power, city, points) in cases {
        let enemy = if power == France { Austria } else { France };
        let mut trial = lending();
        trial.war(power, enemy);
        trial.occupy(city, enemy);
        let before = trial.status(power);
        trial.close();
        assert_eq!(before - trial.status(power), points, "{city}");
        assert_eq!(trial.item("CapitalLost")["city"], city);
    }
}

#[test]
fn eia_8_4_1g_both_russian_capitals_cost_one_each() {
    let mut trial = lending();
    trial.war(Russia, France);
    trial.occupy("Moscow", France);
    trial.occupy("St Petersburg", France);
    let before = trial.status(Russia);
    trial.close();
    assert_eq!(before - trial.status(Russia), 2);
}

#[test]
fn eia_8_4_1_a_besieged_occupier_costs_nothing() {
    let mut trial = lending();
    trial.war(Austria, France);
    trial.occupy("Vienna", France);
    trial.city("Vienna").is_besieged = true;
    let before = trial.status(Austria);
    trial.close();
    assert_eq!(trial.status(Austria), before);
}

#[test]
fn eia_8_4_1c_with_the_capital_lost_zero_must_be_set() {
    let mut trial = lending();
    trial.war(Austria, France);
    trial.occupy("Vienna", France);
    trial.own(Austria).manipulation = 2;
    trial.orders(Austria, Act::Manipulate { level: 1 }).close();
    assert_eq!(trial.failed_by(Austria), ["8.4.1"]);
    assert_eq!(trial.state.powers[&Austria].manipulation, 0);
}

#[test]
fn eia_8_4_2_a_level_is_kept_for_the_next_collection_and_moves_the_marker_now() {
    let mut trial = lending();
    let before = trial.status(Austria);
    trial.orders(Austria, Act::Manipulate { level: 1 }).orders(Prussia, Act::Manipulate { level: -2 });
    let prussia = trial.status(Prussia);
    trial.close();
    assert_eq!(trial.state.powers[&Austria].manipulation, 1);
    assert_eq!(before - trial.status(Austria), 2);
    assert_eq!(trial.status(Prussia) - prussia, 2);
    let (audience, _) = trial.told.iter().find(|(_, item)| item["kind"] == "Manipulated").unwrap();
    assert_eq!(*audience, Audience::Seats([Austria.seat()].into_iter().collect()));
}

#[test]
fn d2_silence_sets_zero_and_a_standing_level_stays() {
    let mut trial = lending();
    trial.own(Austria).manipulation = 2;
    trial.own(Prussia).manipulation = 0;
    trial.standing(Prussia, Act::Manipulate { level: -1 }).close();
    assert_eq!(trial.state.powers[&Austria].manipulation, 0);
    assert_eq!(trial.state.powers[&Prussia].manipulation, -1);
}

#[test]
fn eia_8_4_2_without_option_12_5_only_zero_is_heard() {
    let mut trial = lending();
    trial.scenario.campaign.options.manipulation = false;
    trial.orders(Austria, Act::Manipulate { level: 1 }).orders(Prussia, Act::Manipulate { level: 0 }).close();
    assert_eq!(trial.failures(Austria)[0].1, "Economic manipulation (option 12.5) is not in play in this game.");
    assert!(trial.failures(Prussia).is_empty());
}

#[test]
fn d8_a_level_that_the_card_does_not_have_is_refused() {
    let mut trial = lending();
    trial.orders(Austria, Act::Manipulate { level: 7 }).close();
    assert_eq!(trial.failed_by(Austria), ["8.4.2"]);
}

/// Blucher was removed in December 1804, Massena in January.
fn removed() -> Trial {
    let mut trial = lending();
    trial.own(Prussia).removed_leaders.insert("Blucher".to_owned(), Month { year: 1804, month: 12 });
    trial.own(France).removed_leaders.insert("Massena".to_owned(), Month { year: 1805, month: 1 });
    trial
}

#[test]
fn eia_8_4_3_a_die_of_five_or_six_brings_a_leader_back_from_the_third_month_on() {
    for (die, returns) in [(4, false), (5, true)] {
        let mut trial = removed();
        trial.throw("return of Blucher", &[die]);
        trial.close();
        assert_eq!(trial.state.powers[&Prussia].returning_leaders.contains("Blucher"), returns);
        assert_eq!(trial.items("LeaderReturn").len(), 1, "Massena must wait another month");
    }
}

#[test]
fn eia_8_4_3_two_points_make_sure_without_a_die() {
    let mut trial = removed();
    let before = trial.status(Prussia);
    trial.orders(Prussia, Act::ReturnLeader { name: "Blucher".to_owned(), pays: true }).close();
    assert_eq!(before - trial.status(Prussia), 2);
    assert!(trial.state.powers[&Prussia].returning_leaders.contains("Blucher"));
    assert_eq!(trial.item("LeaderReturn")["is_paid"], true);
}

#[test]
fn eia_8_4_3_a_leader_who_was_not_removed_or_not_long_enough_ago_is_refused() {
    let mut trial = removed();
    trial.throw("return of Blucher", &[1]);
    trial.orders(France, Act::ReturnLeader { name: "Massena".to_owned(), pays: true });
    trial.orders(Austria, Act::ReturnLeader { name: "John".to_owned(), pays: true }).close();
    assert_eq!(trial.failed_by(France), ["8.4.3"]);
    assert_eq!(trial.failed_by(Austria), ["8.4.3"]);
}
