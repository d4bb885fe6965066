//! Civil disorder.

use crate::order::Claimant;

use super::*;

/// Prussia collected no manpower at home; France, at war with it, holds Berlin.
fn prussia_falls() -> Trial {
    let mut trial = Trial::at(3, Stage::Spending);
    trial.at_ease();
    trial.state.quarter.home_manpower.insert(Prussia, 0);
    trial.war(Prussia, France);
    trial.war(Prussia, Austria);
    trial.occupy("Berlin", France);
    trial
}

fn held(trial: &Trial, name: &str) -> (Option<Power>, Tenure) {
    let row = &trial.state.territories[name];
    (row.holder, row.tenure)
}

#[test]
fn eia_8_7a_b_without_home_manpower_a_power_is_out_for_good() {
    let mut trial = prussia_falls();
    trial.close();
    let own = &trial.state.powers[&Prussia];
    assert!(own.is_out);
    assert_eq!(own.forces.corps, 0);
    assert_eq!(trial.items("Disorder").len(), 1);
    trial.state.stage = Stage::Ceding;
    trial.orders(Prussia, Act::CedeNothing).close();
    assert!(trial.failures(Prussia).is_empty(), "nobody hears it");
}

#[test]
fn eia_8_7a_the_manpower_of_the_collection_decides() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.war(Prussia, France);
    for province in trial.scenario.map.clone().territories().filter(|land| land.home() == Some(Prussia)) {
        trial.occupy(&province.capital, France);
    }
    trial.offered();
    trial.close();
    assert_eq!(trial.state.quarter.home_manpower[&Prussia], 0);
    trial.state.stage = Stage::Spending;
    trial.close();
    assert!(trial.state.powers[&Prussia].is_out);
}

#[test]
fn eia_8_7_1_its_conquered_countries_go_to_the_holder_of_its_capital() {
    let mut trial = prussia_falls();
    trial.give("Saxony", Prussia, Tenure::Conquered);
    trial.close();
    assert_eq!(held(&trial, "Saxony"), (Some(France), Tenure::Conquered));
}

#[test]
fn d9_without_a_holder_of_the_capital_they_turn_neutral() {
    let mut trial = prussia_falls();
    trial.state.cities.clear();
    trial.give("Saxony", Prussia, Tenure::Conquered);
    trial.close();
    assert_eq!(held(&trial, "Saxony"), (None, Tenure::Neutral));
}

#[test]
fn eia_8_7_2_its_free_states_turn_neutral_or_pass_to_an_enemy_in_their_capital() {
    let mut trial = prussia_falls();
    trial.give("Hesse", Prussia, Tenure::Free);
    trial.give("Saxony", Prussia, Tenure::Free);
    trial.occupy("Dresden", Austria);
    trial.close();
    assert_eq!(held(&trial, "Hesse"), (None, Tenure::Neutral));
    assert_eq!(held(&trial, "Saxony"), (Some(Austria), Tenure::Free));
}

#[test]
fn eia_8_7_3_its_provinces_go_to_who_controls_their_capitals_else_to_who_has_the_national_one() {
    let mut trial = prussia_falls();
    trial.occupy("Breslau", Austria);
    trial.close();
    assert_eq!(held(&trial, "Silesia"), (Some(Austria), Tenure::Ceded));
    assert_eq!(held(&trial, "Brandenburg"), (Some(France), Tenure::Ceded));
    assert_eq!(held(&trial, "Magdeburg"), (Some(France), Tenure::Ceded));
    assert_eq!(trial.city("Breslau").occupant, Holder::Nobody, "its controller's forces are no strangers there");
}

#[test]
fn d9_russian_provinces_follow_the_capital_they_belong_to() {
    let mut trial = prussia_falls();
    trial.state.quarter.home_manpower.insert(Prussia, 5);
    trial.state.quarter.home_manpower.insert(Russia, 0);
    trial.war(Russia, Turkey);
    trial.war(Russia, Spain);
    trial.occupy("Moscow", Turkey);
    trial.occupy("St Petersburg", Spain);
    trial.give("Saxony", Russia, Tenure::Conquered);
    trial.close();
    assert_eq!(held(&trial, "Livonia"), (Some(Spain), Tenure::Ceded));
    assert_eq!(held(&trial, "Ukraine"), (Some(Turkey), Tenure::Ceded));
    assert_eq!(held(&trial, "Saxony"), (Some(Spain), Tenure::Conquered));
}

#[test]
fn eia_8_7_5_every_enemy_gains_five_political_points() {
    let mut trial = prussia_falls();
    let (france, austria) = (trial.status(France), trial.status(Austria));
    trial.close();
    assert_eq!(trial.status(France) - france, 5);
    assert_eq!(trial.status(Austria) - austria, 5);
}

/// Austria and France both stand in Breslau; the ceding window is open.
fn disputed() -> Trial {
    let mut trial = prussia_falls();
    trial.occupy("Breslau", Austria);
    trial.city("Breslau").corps.insert(France, 1);
    trial.close();
    assert_eq!(held(&trial, "Silesia"), (Some(Prussia), Tenure::Home), "until it is settled");
    trial.state.stage = Stage::Ceding;
    trial
}

fn claim(to: Option<Power>) -> Act {
    let claimant = to.map_or(Claimant::Other, Claimant::Power);
    Act::Claim { territories: vec![("Silesia".to_owned(), claimant)] }
}

#[test]
fn eia_8_7_4a_matching_claims_settle_a_dispute() {
    let mut trial = disputed();
    trial.orders(Austria, claim(Some(Austria))).orders(France, claim(Some(Austria))).close();
    assert_eq!(held(&trial, "Silesia"), (Some(Austria), Tenure::Ceded));
    let mut trial = disputed();
    trial.orders(Austria, claim(None)).close();
    assert_eq!(held(&trial, "Silesia").0, Some(France), "Austria gave it up");
}

#[test]
fn eia_8_7_4b_without_agreement_the_dice_decide_and_equal_ones_are_thrown_again() {
    let mut trial = disputed();
    trial.throw("claim of France to Silesia", &[4, 2]);
    trial.throw("claim of Austria to Silesia", &[4, 5]);
    trial.orders(Austria, claim(Some(Austria))).orders(France, Act::ClaimByDice).close();
    assert_eq!(held(&trial, "Silesia"), (Some(Austria), Tenure::Ceded));
    assert_eq!(trial.item("DisputeSettled")["throws"].as_array().unwrap().len(), 4);
}

#[test]
fn eia_8_7_4_who_has_no_forces_there_has_no_claim() {
    let mut trial = disputed();
    trial.throw("claim of France to Silesia", &[4]);
    trial.throw("claim of Austria to Silesia", &[5]);
    trial.orders(Russia, claim(Some(Russia))).close();
    assert_eq!(trial.failed_by(Russia), ["8.7.4"]);
}

/// France holds Berlin, where Austria has more corps; Prussia's conquered Saxony follows Berlin.
fn disputed_country() -> Trial {
    let mut trial = prussia_falls();
    trial.give("Saxony", Prussia, Tenure::Conquered);
    trial.city("Berlin").corps.extend([(France, 1), (Austria, 3)]);
    trial.close();
    assert_eq!(trial.state.quarter.disputes["Saxony"], [France, Austria].into());
    // Of what else is disputed there, France gets everything.
    let others: Vec<String> = trial.state.quarter.disputes.keys().filter(|name| *name != "Saxony").cloned().collect();
    let given_up = |to: Claimant| Act::Claim { territories: others.iter().map(|name| (name.clone(), to)).collect() };
    trial.state.stage = Stage::Ceding;
    let (own, given) = (given_up(Claimant::Oneself), given_up(Claimant::Power(France)));
    trial.orders(France, own).orders(Austria, given);
    trial
}

#[test]
fn eia_8_7_4b_more_corps_in_the_area_of_a_disputed_minor_country_count_one_on_the_die() {
    let mut trial = disputed_country();
    trial.throw("claim of France to Saxony", &[4]);
    trial.throw("claim of Austria to Saxony", &[4]);
    trial.close();
    assert_eq!(held(&trial, "Saxony"), (Some(Austria), Tenure::Conquered));
    let items = trial.items("DisputeSettled");
    let saxony = items.iter().find(|item| item["territory"] == "Saxony").unwrap();
    let dice: Vec<_> = saxony["dice"].as_array().unwrap().iter().map(|row| (&row["die"], &row["plus"])).collect();
    assert_eq!(dice, [(&4.into(), &0.into()), (&4.into(), &1.into())]);
}

#[test]
fn eia_8_7_4b_as_many_corps_count_nothing_and_in_a_province_none_do() {
    let mut trial = disputed_country();
    trial.city("Berlin").corps.insert(France, 3);
    trial.throw("claim of France to Saxony", &[4, 5]);
    trial.throw("claim of Austria to Saxony", &[4, 2]);
    trial.close();
    assert_eq!(held(&trial, "Saxony").0, Some(France));
    let mut trial = disputed();
    trial.city("Breslau").corps.insert(France, 9);
    trial.throw("claim of France to Silesia", &[4]);
    trial.throw("claim of Austria to Silesia", &[5]);
    trial.close();
    assert_eq!(held(&trial, "Silesia").0, Some(Austria), "the text gives modifiers to minor countries alone");
}
