//! What is collected.

use super::*;
use crate::order::Partners;

/// The answers are in and the collection follows; Britain offered nothing to anybody.
fn collecting(month: u8) -> Trial {
    let mut trial = Trial::at(month, Stage::Offer);
    trial.orders(Britain, Act::OfferTrade { partners: Partners::default(), except: Partners::default() }).offered();
    trial
}

fn taxes(trial: &Trial, power: Power) -> i64 {
    trial.posted(power.id(), "8.2.1", Measure::Money, "taxes")
}

fn american(trial: &Trial, power: Power) -> i64 {
    trial.posted(power.id(), "8.2.1", Measure::Money, "American trade")
}

/// Taxes of a quarter after a change of the board.
fn taxes_after(power: Power, change: impl FnOnce(&mut Trial)) -> i64 {
    let mut trial = collecting(3);
    change(&mut trial);
    taxes(trial.close(), power)
}

#[test]
fn eia_8_2_1d_home_ceded_and_conquered_are_taxed() {
    let home = taxes_after(Austria, |_| {});
    let all = taxes_after(Austria, |trial| {
        trial.give("Silesia", Austria, Tenure::Ceded);
        trial.give("Saxony", Austria, Tenure::Conquered);
        trial.give("Baden", Austria, Tenure::Free);
    });
    assert_eq!(all, home + 7 + 7);
}

#[test]
fn eia_8_2_1f_a_capital_held_without_siege_brings_no_taxes_a_besieged_one_does() {
    let home = taxes_after(Austria, |_| {});
    let lost = taxes_after(Austria, |trial| {
        trial.war(Austria, France);
        trial.occupy("Prague", France);
    });
    let besieged = taxes_after(Austria, |trial| {
        trial.war(Austria, France);
        trial.occupy("Prague", France);
        trial.city("Prague").is_besieged = true;
    });
    let friend = taxes_after(Austria, |trial| trial.occupy("Prague", France));
    assert_eq!((lost, besieged, friend), (home - 9, home, home));
}

#[test]
fn eia_8_2_1g_h_a_lost_national_capital_stops_all_taxes_one_of_russias_is_enough() {
    let vienna = taxes_after(Austria, |trial| {
        trial.war(Austria, France);
        trial.occupy("Vienna", France);
    });
    let moscow = taxes_after(Russia, |trial| {
        trial.war(Russia, France);
        trial.occupy("Moscow", France);
    });
    assert_eq!((vienna, moscow), (0, 0));
}

#[test]
fn eia_8_2_1g_free_states_collect_though_the_capital_is_lost() {
    let mut trial = collecting(3);
    trial.give("Bavaria", Austria, Tenure::Free);
    trial.war(Austria, France);
    trial.occupy("Vienna", France);
    trial.close();
    assert_eq!(trial.money("Bavaria"), 18);
}

#[test]
fn eia_8_2_1c_the_collection_is_added_to_what_was_carried_over() {
    let mut trial = collecting(3);
    trial.set("austria", Measure::Money, 7);
    trial.close();
    let collected: i64 =
        ["taxes", "trade"].iter().map(|words| trial.posted("austria", "8.2.1", Measure::Money, words)).sum();
    assert!(collected > 0);
    assert_eq!(trial.money("austria"), 7 + collected);
}

#[test]
fn eia_8_2_1ad_american_trade_is_twice_the_second_value_of_the_best_port() {
    let mut trial = collecting(3);
    trial.close();
    // Bordeaux and Marseilles are the best of France: 4/4.
    assert_eq!(american(&trial, France), 8);
    assert_eq!(american(&trial, Britain), 0);
}

#[test]
fn eia_8_2_1ae_the_second_value_ranks_the_ports() {
    let mut trial = collecting(3);
    trial.give("Portugal", Austria, Tenure::Conquered);
    let lisbon = trial.scenario.map.city("Lisbon").unwrap().port.unwrap();
    trial.close();
    assert_eq!(american(&trial, Austria), 2 * i64::from(lisbon.second), "a conquered country's port may be used");
}

#[test]
fn eia_8_2_1af_r_an_ineligible_port_gives_way_to_the_next_best() {
    let mut trial = collecting(3);
    for port in ["Bordeaux", "Marseilles"] {
        trial.city(port).blockaded_by = Some(Britain);
    }
    trial.close();
    assert_eq!(american(&trial, France), 6);
}

#[test]
fn eia_8_2_1ag_ai_a_free_states_port_has_no_american_trade() {
    let mut trial = collecting(3);
    trial.war(France, Britain);
    for (city, _) in trial.scenario.map.clone().ports() {
        if trial.state.territories[&city.territory].holder == Some(France) && city.name != "Amsterdam" {
            trial.city(&city.name).blockaded_by = Some(Britain);
        }
    }
    trial.close();
    assert_eq!(american(&trial, France), 0);
    assert_eq!(trial.posted("Holland", "8.2.1", Measure::Money, ""), 0);
}

#[test]
fn eia_8_2_1ah_one_port_serves_both_trades() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial
        .orders(
            Britain,
            Act::OfferTrade {
                partners: Partners { ports: vec!["Danzig".to_owned()], ..Partners::default() },
                except: Partners::default(),
            },
        )
        .offered();
    trial.close();
    assert_eq!(trial.posted("prussia", "8.2.1", Measure::Money, "domestic"), 3);
    assert_eq!(american(&trial, Prussia), 6);
}

/// Britain at war with France and Spain stops the American trade of some powers.
fn stopping(powers: &[Power], die: &[u32]) -> Trial {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.war(Britain, France);
    trial.war(Britain, Spain);
    trial.set("britain", Measure::Money, 0);
    let partners = Partners { powers: powers.to_vec(), ..Partners::default() };
    trial.orders(Britain, Act::StopAmericanTrade { partners }).offered();
    trial.throw("war with the United States", die);
    trial
}

#[test]
fn eia_8_2_1ak_the_stopped_trade_is_britains() {
    let mut trial = stopping(&[France], &[2]);
    trial.close();
    assert_eq!(american(&trial, France), 0);
    assert_eq!(trial.posted("britain", "8.2.1", Measure::Money, "stopped"), 8);
    assert_eq!(trial.item("AmericanStopped")["is_war"], false);
    assert!(american(&trial, Spain) > 0);
}

#[test]
fn eia_8_2_1al_two_denied_one_and_two_mean_war_three_does_not() {
    for (die, is_war) in [(1, true), (2, true), (3, false)] {
        let mut trial = stopping(&[France, Spain], &[die]);
        trial.close();
        assert_eq!(trial.state.american_war, is_war, "{die}");
    }
}

#[test]
fn eia_8_2_1am_the_war_costs_15_at_once_and_colonial_trade_still_counts_30() {
    let mut trial = stopping(&[France], &[1]);
    trial.close();
    assert_eq!(trial.posted("britain", "8.2.1", Measure::Money, "war with the United States"), -15);
    assert_eq!(trial.posted("britain", "8.2.1", Measure::Money, "colonial"), 30);
    assert!(american(&trial, Spain) > 0, "the rest of this phase's American trade stands");
}

#[test]
fn eia_8_2_1ac_an_ao_in_an_american_war_colonial_trade_is_15_and_nobody_trades_with_america() {
    let mut trial = collecting(6);
    trial.state.american_war = true;
    trial.state.quarter.was_american_war = true;
    trial.close();
    assert_eq!(trial.posted("britain", "8.2.1", Measure::Money, "colonial"), 15);
    assert_eq!(trial.posted("britain", "8.2.1", Measure::Money, "war with"), 0);
    assert!(Power::ALL.into_iter().all(|power| american(&trial, power) == 0));
}

#[test]
fn eia_8_2_1aq_a_second_american_war_may_follow_a_peace() {
    let mut trial = stopping(&[France], &[1]);
    trial.close();
    trial.state.american_war = false;
    trial.state.stage = Stage::Answer;
    trial.throw("war with the United States", &[1]);
    trial.close();
    assert!(trial.state.american_war);
}

#[test]
fn eia_8_2_1aj_american_trade_of_a_power_at_peace_cannot_be_stopped() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.war(Britain, France);
    let partners = Partners { powers: vec![Spain], ..Partners::default() };
    trial.orders(Britain, Act::StopAmericanTrade { partners }).close();
    assert_eq!(trial.failed_by(Britain), ["8.2.1"]);
    assert!(trial.state.quarter.stopped.is_empty());
}

#[test]
fn d4_nobody_denied_means_no_die() {
    let mut trial = stopping(&[France], &[]);
    trial.dice.clear();
    trial.occupy("Paris", Britain);
    trial.close();
    assert!(trial.items("AmericanStopped").is_empty());
}

/// The gold convoy of September with these dice.
fn gold(is_war: bool, dice: &[u32]) -> Trial {
    let mut trial = collecting(9);
    if is_war {
        trial.war(Britain, Spain);
    }
    trial.set("spain", Measure::Money, 0);
    trial.throw("Spanish gold convoy", dice);
    trial.close();
    trial
}

#[test]
fn eia_8_2_1ar_the_convoy_comes_in_september_alone() {
    let trial = gold(false, &[3, 4]);
    assert_eq!(trial.posted("spain", "8.2.1", Measure::Money, "gold"), 25);
    let mut june = collecting(6);
    june.close();
    assert!(june.items("Gold").is_empty());
}

#[test]
fn eia_8_2_1as_war_with_britain_takes_two_off_the_throw() {
    let trial = gold(true, &[3, 4]);
    assert_eq!(trial.posted("spain", "8.2.1", Measure::Money, "gold"), 20, "7 - 2 is row 5");
}

#[test]
fn eia_8_2_1at_below_two_britain_captures_15() {
    let captured = gold(true, &[1, 2]);
    assert_eq!(captured.posted("spain", "8.2.1", Measure::Money, "gold"), 0);
    assert_eq!(captured.posted("britain", "8.2.1", Measure::Money, "gold"), 15);
    let row_two = gold(true, &[1, 3]);
    assert_eq!(row_two.posted("spain", "8.2.1", Measure::Money, "gold"), 5);
}

#[test]
fn eia_8_2_1au_without_an_open_port_there_is_no_convoy_and_no_throw() {
    let mut trial = collecting(9);
    trial.war(Britain, Spain);
    for (city, _) in trial.scenario.map.clone().ports() {
        if trial.state.territories[&city.territory].holder == Some(Spain) {
            trial.city(&city.name).blockaded_by = Some(Britain);
        }
    }
    trial.close();
    assert_eq!(trial.item("Gold")["convoy"], "none");
    assert_eq!(trial.posted("britain", "8.2.1", Measure::Money, "gold"), 0);
}

#[test]
fn eia_8_2_1b_earlier_manipulation_can_lower_the_collection_never_below_nothing() {
    let mut trial = collecting(3);
    trial.own(Prussia).manipulation = -2;
    trial.close();
    assert_eq!(trial.posted("prussia", "8.2.1", Measure::Money, "manipulation"), -15);
    let mut poor = collecting(3);
    poor.own(Prussia).manipulation = -2;
    poor.set("prussia", Measure::Money, 3);
    poor.war(Prussia, France);
    // Without taxes for want of every province's capital, though Berlin is besieged.
    for city in ["Stettin", "Konigsberg", "Danzig", "Breslau", "Magdeburg", "Posen", "Warsaw"] {
        poor.occupy(city, France);
    }
    poor.state.territories.get_mut("Brandenburg").unwrap().holder = Some(Russia);
    poor.state.territories.get_mut("Brandenburg").unwrap().tenure = Tenure::Ceded;
    poor.close();
    assert_eq!(poor.money("prussia"), 0);
}

#[test]
fn eia_8_4_1b_earlier_manipulation_is_not_carried_out_with_the_capital_lost() {
    let mut trial = collecting(3);
    trial.own(Prussia).manipulation = 2;
    trial.war(Prussia, France);
    trial.occupy("Berlin", France);
    trial.close();
    assert_eq!(trial.posted("prussia", "8.2.1", Measure::Money, "manipulation"), 0);
    assert_eq!(trial.posted("prussia", "8.2.2", Measure::Manpower, "manipulation"), 0);
}

#[test]
fn d5_the_strict_reading_of_8_4_1_is_an_option() {
    let mut trial = collecting(9);
    trial.scenario.campaign.options.occupied_capital_income = crate::scenario::OccupiedCapitalIncome::NoMoneyAtAll;
    trial.war(Russia, France);
    trial.occupy("Moscow", France);
    trial.throw("Spanish gold convoy", &[1, 1]);
    trial.close();
    assert_eq!(american(&trial, Russia), 0);
}

fn manpower_after(power: Power, change: impl FnOnce(&mut Trial)) -> i64 {
    let mut trial = collecting(3);
    trial.set(power.id(), Measure::Manpower, 0);
    change(&mut trial);
    trial.close().manpower(power.id())
}

#[test]
fn eia_8_2_2_manpower_of_home_and_conquered_not_of_ceded() {
    let home = manpower_after(Austria, |_| {});
    let all = manpower_after(Austria, |trial| {
        trial.give("Silesia", Austria, Tenure::Ceded);
        trial.give("Saxony", Austria, Tenure::Conquered);
        trial.own(Austria).manipulation = 2;
    });
    assert_eq!(all, home + 3 + 6);
}

#[test]
fn eia_8_2_2b_manipulation_may_lower_manpower_to_nothing_but_not_what_was_saved() {
    let home = manpower_after(Austria, |_| {});
    assert_eq!(manpower_after(Austria, |trial| trial.own(Austria).manipulation = -2), home - 10);
    let mut trial = collecting(3);
    trial.set("prussia", Measure::Manpower, 5);
    trial.war(Prussia, France);
    for city in ["Stettin", "Konigsberg", "Danzig", "Breslau", "Magdeburg", "Posen", "Warsaw"] {
        trial.occupy(city, France);
    }
    trial.own(Prussia).manipulation = -2;
    trial.close();
    assert_eq!(trial.manpower("prussia"), 5, "Berlin's 2 are gone, the 5 are not");
}

#[test]
fn eia_8_2_2d_e_vienna_lost_costs_the_manpower_of_its_own_province_only() {
    let home = manpower_after(Austria, |_| {});
    let vienna = manpower_after(Austria, |trial| {
        trial.war(Austria, France);
        trial.occupy("Vienna", France);
    });
    assert_eq!(vienna, home - 3);
}

#[test]
fn eia_8_2_3_a_free_state_gets_twice_tax_and_manpower_and_its_trade_once() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.offered();
    trial.close();
    let amsterdam = trial.scenario.map.city("Amsterdam").unwrap().port.unwrap();
    let ports: i64 = trial.scenario.map.ports_of("Holland").map(|(_, port)| i64::from(port.second)).sum();
    assert!(amsterdam.second > 0);
    assert_eq!(trial.money("Holland"), 2 * 7 + ports);
    assert_eq!(trial.manpower("Holland"), 2 * 3);
    assert_eq!(trial.money("Switzerland"), 12);
}

#[test]
fn eia_8_2_3h_a_free_state_without_its_capital_gets_nothing() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.war(France, Prussia);
    trial.occupy("Amsterdam", Prussia);
    trial.offered();
    trial.close();
    assert_eq!((trial.money("Holland"), trial.manpower("Holland")), (0, 0));
}
