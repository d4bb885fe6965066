//! Ceding, combinations, the levy and the control of powers.

use super::*;
use crate::order::{Combining, Levied, Reception};
use crate::state::{Arrival, Forces};

/// Prussia and Russia are allies; Prussia has Saxony and Austrian Bohemia.
fn ceding() -> Trial {
    let mut trial = Trial::at(3, Stage::Ceding);
    trial.ally(Prussia, Russia);
    trial.ally(Prussia, Austria);
    trial.give("Saxony", Prussia, Tenure::Conquered);
    trial.give("Bohemia", Prussia, Tenure::Ceded);
    trial
}

fn cede(territory: &str, to: Power) -> Act {
    Act::Cede { territory: territory.to_owned(), to }
}

fn held(trial: &Trial, name: &str) -> (Option<Power>, Tenure) {
    let row = &trial.state.territories[name];
    (row.holder, row.tenure)
}

#[test]
fn eia_8_8_4_a_cession_costs_one_political_point() {
    let mut trial = ceding();
    let before = trial.status(Prussia);
    trial.orders(Prussia, cede("Saxony", Russia)).close();
    assert_eq!(held(&trial, "Saxony"), (Some(Russia), Tenure::Conquered));
    assert_eq!(before - trial.status(Prussia), 1);
}

#[test]
fn eia_8_8_1_a_home_province_cannot_be_ceded_here() {
    let mut trial = ceding();
    trial.orders(Prussia, cede("Silesia", Russia)).close();
    assert_eq!(trial.failed_by(Prussia), ["8.8.1"]);
}

#[test]
fn eia_8_8_2a_only_allies_receive() {
    let mut trial = ceding();
    trial.orders(Prussia, cede("Saxony", Turkey)).close();
    assert_eq!(trial.failed_by(Prussia), ["8.8.2"]);
}

#[test]
fn eia_8_8_2b_a_district_alone_costs_one_point_too() {
    let mut trial = ceding();
    trial.give("Bavaria", Prussia, Tenure::Conquered);
    let before = trial.status(Prussia);
    trial.orders(Prussia, cede("Franconia", Russia)).close();
    assert_eq!(held(&trial, "Franconia"), (Some(Russia), Tenure::Conquered));
    assert_eq!(held(&trial, "Old Bavaria"), (Some(Prussia), Tenure::Conquered));
    assert_eq!(before - trial.status(Prussia), 1);
}

#[test]
fn eia_8_8_4_a_country_goes_with_all_its_districts_for_one_point() {
    let mut trial = ceding();
    trial.give("Bavaria", Prussia, Tenure::Conquered);
    let before = trial.status(Prussia);
    trial.orders(Prussia, cede("Bavaria", Russia)).close();
    assert_eq!(held(&trial, "Franconia").0, Some(Russia));
    assert_eq!(held(&trial, "Old Bavaria").0, Some(Russia));
    assert_eq!(before - trial.status(Prussia), 1);
}

#[test]
fn eia_8_8_2c_a_power_cedes_one_territory_a_step() {
    let mut trial = ceding();
    trial.orders(Prussia, cede("Saxony", Russia)).orders(Prussia, cede("Bohemia", Russia)).close();
    assert_eq!(trial.items("Ceded").len(), 1);
    assert_eq!(held(&trial, "Bohemia").0, Some(Prussia));
}

#[test]
fn eia_8_8_3a_not_while_enemies_stand_inside() {
    let mut trial = ceding();
    trial.war(Prussia, France);
    trial.occupy("Dresden", France);
    trial.orders(Prussia, cede("Saxony", Russia)).close();
    assert_eq!(trial.failed_by(Prussia), ["8.8.3"]);
}

#[test]
fn eia_8_8_3b_a_power_at_war_with_the_minor_country_alone_may_receive_it() {
    let mut trial = ceding();
    trial.minor_war("Saxony", Russia);
    trial.occupy("Dresden", Russia);
    trial.orders(Prussia, cede("Saxony", Austria)).close();
    assert_eq!(trial.failed_by(Prussia), ["8.8.3"]);
    trial.orders(Prussia, cede("Saxony", Russia)).close();
    assert_eq!(held(&trial, "Saxony").0, Some(Russia));
}

#[test]
fn eia_8_8_6_a_province_ceded_home_is_home_again_elsewhere_it_stays_ceded() {
    let mut trial = ceding();
    trial.orders(Prussia, cede("Bohemia", Austria)).close();
    assert_eq!(held(&trial, "Bohemia"), (Some(Austria), Tenure::Home));
    let mut trial = ceding();
    trial.orders(Prussia, cede("Bohemia", Russia)).close();
    assert_eq!(held(&trial, "Bohemia"), (Some(Russia), Tenure::Ceded));
}

/// Prussia cedes its free state Holland, with forces and ships on their way, to Russia.
fn free_holland() -> Trial {
    let mut trial = ceding();
    trial.give("Holland", Prussia, Tenure::Free);
    trial.free_state("Holland").forces = Forces { corps: 1, fleets_in_port: 2, ..Forces::default() };
    let month = Month { year: 1806, month: 9 };
    let ship = Arrival { state: Some("Holland".to_owned()), unit: Unit::Ship, count: 3, month };
    trial.own(Prussia).arriving.push(ship);
    trial.orders(Prussia, cede("Holland", Russia));
    trial
}

fn receive(reception: Reception) -> Act {
    Act::AnswerCession { territory: None, reception }
}

#[test]
fn eia_8_8_5a_a_free_state_stays_one_with_all_its_forces() {
    let mut trial = free_holland();
    trial.close();
    assert_eq!(held(&trial, "Holland"), (Some(Russia), Tenure::Free));
    assert_eq!(trial.free_state("Holland").forces.corps, 1);
    assert_eq!(trial.state.powers[&Russia].arriving.len(), 1);
    assert!(trial.state.powers[&Prussia].arriving.is_empty());
}

#[test]
fn eia_8_8_5b_or_it_is_conquered_its_forces_removed_and_its_ships_noted() {
    let mut trial = free_holland();
    trial.orders(Russia, receive(Reception::Conquer)).close();
    assert_eq!(held(&trial, "Holland"), (Some(Russia), Tenure::Conquered));
    assert_eq!(trial.free_state("Holland").ships_in_pool, 3);
    assert_eq!(trial.free_state("Holland").forces, Forces::default());
    assert_eq!(trial.item("Ceded")["fleets_removed"], 2);
    assert!(trial.state.powers[&Russia].arriving.is_empty());
}

#[test]
fn d6_a_cession_may_be_declined_at_no_cost() {
    let mut trial = free_holland();
    let before = trial.status(Prussia);
    trial.orders(Russia, receive(Reception::Decline)).close();
    assert_eq!(held(&trial, "Holland").0, Some(Prussia));
    assert_eq!(trial.status(Prussia), before);
    let (audience, _) = trial.told.iter().find(|(_, item)| item["kind"] == "CessionDeclined").unwrap();
    assert_eq!(*audience, Audience::Seats([Prussia, Russia].map(Power::seat).into_iter().collect()));
}

fn combine(members: &[&str]) -> Act {
    let members = members.iter().map(|&member| member.to_owned()).collect();
    Act::Combine { name: "Rhine".to_owned(), combining: Combining::Form, members }
}

#[test]
fn eia_8_9_combinations_are_options() {
    let mut trial = ceding();
    trial.orders(Prussia, combine(&["Saxony"])).close();
    assert_eq!(
        trial.failures(Prussia)[0].1,
        "Political combinations (options 11.1 to 11.6 and 11.8) are not in play in this game."
    );
    let mut trial = ceding();
    trial.scenario.campaign.options.combinations = true;
    trial.orders(Prussia, combine(&["Saxony"])).orders(Russia, combine(&["Baden"])).close();
    assert_eq!(trial.state.territories["Saxony"].combination.as_deref(), Some("Rhine"));
    assert_eq!(trial.failed_by(Russia), ["8.9"]);
}

fn levy(troops: Levied, places: &[&str]) -> Act {
    Act::Levy { troops, places: places.iter().map(|&place| place.to_owned()).collect() }
}

#[test]
fn eia_8_10a_a_cossack_a_quarter_is_placed_by_order_or_of_itself_up_to_four() {
    let mut trial = ceding();
    trial.orders(Russia, levy(Levied::Cossack, &["Kiev"])).close();
    assert_eq!(trial.state.powers[&Russia].levied[&Levied::Cossack], ["Kiev"]);
    trial.close().close().close().close();
    let counters = &trial.state.powers[&Russia].levied[&Levied::Cossack];
    assert_eq!(counters.len(), 4);
    assert!(!counters[1..].contains(&"Ukraine".to_owned()), "Kiev lies in it: {counters:?}");
}

#[test]
fn eia_8_10a_surplus_cossacks_are_taken_off_the_one_named_or_the_oldest() {
    for (order, left) in [(None, "Riga"), (Some("Riga"), "Kiev")] {
        let mut trial = ceding();
        let places = ["Kiev", "Riga", "Moscow", "Smolensk", "Vilna"].map(str::to_owned).to_vec();
        trial.own(Russia).levied.insert(Levied::Cossack, places);
        if let Some(place) = order {
            trial.orders(Russia, Act::RemoveLevy { troops: Levied::Cossack, place: place.to_owned() });
        }
        trial.close();
        assert_eq!(trial.state.powers[&Russia].levied[&Levied::Cossack][0], left);
        assert_eq!(trial.state.powers[&Russia].levied[&Levied::Cossack].len(), 4);
    }
}

#[test]
fn eia_8_10a_no_cossack_where_an_enemy_is_and_freikorps_only_there() {
    let mut trial = ceding();
    trial.war(Russia, France);
    trial.war(Prussia, France);
    trial.occupy("Kiev", France);
    trial.occupy("Breslau", France);
    trial.orders(Russia, levy(Levied::Cossack, &["Kiev"])).orders(Prussia, levy(Levied::Freikorps, &["Danzig"]));
    trial.close();
    assert_eq!((trial.failed_by(Russia), trial.failed_by(Prussia)), (vec!["8.10".to_owned()], vec!["8.10".to_owned()]));
    assert_eq!(trial.state.powers[&Prussia].levied[&Levied::Freikorps], ["Silesia"], "placed of itself");
}

#[test]
fn eia_8_10b_feudal_and_insurrection_corps_are_refilled_in_december_alone() {
    let mut trial = ceding();
    trial.orders(Turkey, levy(Levied::Feudal, &["Syria"])).close();
    assert_eq!(trial.failed_by(Turkey), ["8.10"]);
    trial.state.month.month = 12;
    trial.orders(Turkey, levy(Levied::Feudal, &["Syria"])).close();
    let levies = trial.items("Levies");
    let of = |power: Power| levies.iter().find(|item| item["power"] == power.id()).unwrap();
    assert_eq!(of(Turkey)["rows"][0]["placed"][0], "Syria");
    assert_eq!(of(Austria)["rows"][0]["troops"], "insurrection");
}

#[test]
fn eia_8_10_nobody_levies_the_troops_of_another() {
    let mut trial = ceding();
    trial.orders(France, levy(Levied::Cossack, &["Kiev"])).close();
    assert_eq!(trial.failures(France)[0].1, "France has no cossacks.");
}

/// Five players: nobody plays Spain and Turkey.
fn five_players(month: u8) -> Trial {
    let mut trial = Trial::at(month, Stage::Ceding);
    trial.scenario.campaign.options.players = 5;
    trial.scenario.campaign.uncontrolled = vec![Spain, Turkey];
    trial
}

fn bid(power: Power) -> Act {
    Act::Bid { power: Some(power) }
}

#[test]
fn eia_8_11_the_highest_die_of_the_bidders_runs_an_uncontrolled_power_for_a_year() {
    let mut trial = five_players(12);
    trial.own(Turkey).run_by = Some(Austria);
    assert_eq!(trial.scenario.tables.control.die_sides, 6);
    trial.throw("bid of France for Spain", &[3, 2]);
    trial.throw("bid of Austria for Spain", &[3, 6]);
    trial.orders(France, bid(Spain)).orders(Austria, bid(Spain)).close();
    assert_eq!(trial.state.powers[&Spain].run_by, Some(Austria));
    assert_eq!(trial.state.powers[&Turkey].run_by, None, "nobody wants it for the next year");
}

#[test]
fn eia_8_11_not_in_june_and_not_with_seven_players() {
    let mut trial = five_players(6);
    trial.orders(France, bid(Spain)).close();
    assert_eq!(trial.failures(France)[0].1, "Bids are made in December only.");
    assert!(trial.items("Control").is_empty());
    let mut trial = Trial::at(12, Stage::Ceding);
    trial.orders(France, bid(Spain)).close();
    assert_eq!(trial.failed_by(France), ["8.11"]);
    assert!(trial.items("Control").is_empty());
}
