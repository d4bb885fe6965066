//! Who trades with Britain, and who may stop what.

use super::*;
use crate::order::Partners;

fn offer(partners: Partners, except: Partners) -> Act {
    Act::OfferTrade { partners, except }
}

fn powers(powers: &[Power]) -> Partners {
    Partners { powers: powers.to_vec(), ..Partners::default() }
}

fn ports(ports: &[&str]) -> Partners {
    Partners { ports: ports.iter().map(|&port| port.to_owned()).collect(), ..Partners::default() }
}

fn row<'a>(trial: &'a Trial, port: &str) -> &'a Value {
    let rows = trial.item("Traded")["rows"].as_array().unwrap();
    rows.iter().find(|row| row["port"] == port).unwrap_or_else(|| panic!("{port} in {rows:#?}"))
}

#[test]
fn eia_8_2_1k_britain_offers_and_the_power_declines() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.orders(Britain, offer(powers(&[Austria]), Partners::default())).offered();
    trial.orders(Austria, Act::AnswerTrade { agrees: false, except: Vec::new() }).close();
    assert_eq!(row(&trial, "Trieste")["reason"], "refused");
    assert_eq!(trial.posted("austria", "8.2.1", Measure::Money, "domestic"), 0);
}

#[test]
fn eia_8_2_1m_n_the_first_value_is_britains_the_second_the_controllers() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.orders(Britain, offer(powers(&[Prussia]), Partners::default())).offered();
    trial.close();
    // Stettin 2/2, Danzig 3/3, Konigsberg 2/2.
    assert_eq!(trial.posted("prussia", "8.2.1", Measure::Money, "domestic"), 7);
    let british: i64 = trial
        .scenario
        .map
        .ports()
        .filter(|(city, _)| trial.state.territories[&city.territory].holder == Some(Britain))
        .map(|(_, port)| i64::from(port.first))
        .sum();
    assert_eq!(trial.posted("britain", "8.2.1", Measure::Money, "first values"), british + 7);
}

#[test]
fn eia_8_2_1z_at_british_ports_both_values_go_to_britain() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.orders(Britain, offer(Partners::default(), Partners::default())).offered();
    trial.close();
    let both: i64 = trial
        .scenario
        .map
        .ports()
        .filter(|(city, _)| trial.state.territories[&city.territory].holder == Some(Britain))
        .map(|(_, port)| i64::from(port.first + port.second))
        .sum();
    assert_eq!(trial.posted("britain", "8.2.1", Measure::Money, "domestic"), both);
}

#[test]
fn eia_8_2_1l_the_offer_is_public_before_the_answers_and_per_port() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.orders(Britain, offer(Partners::everybody(), ports(&["Danzig"]))).close();
    let rows = trial.item("Offered")["rows"].to_string();
    assert!(rows.contains("Konigsberg") && !rows.contains("Danzig"), "{rows}");
    let (audience, _) = trial.told.iter().find(|(_, item)| item["kind"] == "Offered").unwrap();
    assert_eq!(*audience, Audience::Everyone);
}

#[test]
fn d3_exceptions_by_port_turn_the_answer_round() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.offered();
    trial.orders(Prussia, Act::AnswerTrade { agrees: true, except: vec!["Danzig".to_owned()] });
    trial.orders(Austria, Act::AnswerTrade { agrees: false, except: vec!["Fiume".to_owned()] });
    trial.close();
    assert_eq!(row(&trial, "Danzig")["has_traded"], false);
    assert_eq!(row(&trial, "Stettin")["has_traded"], true);
    assert_eq!(row(&trial, "Fiume")["has_traded"], true);
    assert_eq!(row(&trial, "Trieste")["has_traded"], false);
}

#[test]
fn d2_silence_repeats_the_last_answer_and_at_first_agrees() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.offered();
    trial.close();
    assert_eq!(row(&trial, "Danzig")["has_traded"], true);
    trial.state.stage = Stage::Answer;
    trial.orders(Prussia, Act::AnswerTrade { agrees: false, except: Vec::new() }).close();
    assert_eq!(row(&trial, "Danzig")["has_traded"], false);
    trial.state.stage = Stage::Answer;
    trial.close();
    assert_eq!(row(&trial, "Danzig")["has_traded"], false);
}

#[test]
fn d2_the_last_offer_holds_in_silence_and_a_standing_order_gives_way_once() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.orders(Britain, offer(ports(&["Danzig"]), Partners::default())).close();
    assert_eq!(trial.state.quarter.offered.iter().collect::<Vec<_>>(), ["Danzig"]);
    trial.close();
    assert_eq!(trial.state.quarter.offered.iter().collect::<Vec<_>>(), ["Danzig"]);
    trial.standing(Britain, offer(ports(&["Riga"]), Partners::default()));
    trial.orders(Britain, offer(ports(&["Stettin"]), Partners::default())).close();
    assert_eq!(trial.state.quarter.offered.iter().collect::<Vec<_>>(), ["Stettin"]);
}

#[test]
fn eia_8_2_1x_a_power_at_war_with_britain_is_offered_nothing_nor_are_its_free_states() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.war(Britain, France);
    trial.orders(Britain, offer(powers(&[France]), Partners::default())).close();
    assert_eq!(trial.failed_by(Britain), ["8.2.1"]);
    assert!(!trial.state.quarter.offered.contains("Bordeaux"));
    assert!(!trial.state.quarter.offered.contains("Amsterdam"), "a free state of France");
}

#[test]
fn d4_a_minor_country_alone_at_war_with_britain_does_not_trade() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.minor_war("Denmark", Britain);
    trial.close();
    assert!(!trial.state.quarter.offered.contains("Copenhagen"));
    assert!(trial.state.quarter.offered.contains("Lisbon"));
}

#[test]
fn eia_8_2_1y_a_neutral_port_pays_britain_alone() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.orders(Britain, offer(ports(&["Lisbon"]), Partners::default())).offered();
    let before: i64 = trial
        .scenario
        .map
        .ports()
        .filter(|(city, _)| trial.state.territories[&city.territory].holder == Some(Britain))
        .map(|(_, port)| i64::from(port.first))
        .sum();
    trial.close();
    let lisbon = trial.scenario.map.city("Lisbon").unwrap().port.unwrap();
    assert_eq!(trial.posted("britain", "8.2.1", Measure::Money, "first values"), before + i64::from(lisbon.first));
    let paid: i64 = Power::ALL
        .into_iter()
        .filter(|power| *power != Britain)
        .map(|power| trial.posted(power.id(), "8.2.1", Measure::Money, "domestic"))
        .sum();
    assert_eq!(paid, 0);
}

#[test]
fn eia_8_2_1aa_a_british_free_state_gets_the_second_value() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.give("Portugal", Britain, Tenure::Free);
    trial.orders(Britain, offer(Partners::default(), Partners::default())).offered();
    trial.close();
    let lisbon = trial.scenario.map.city("Lisbon").unwrap().port.unwrap();
    assert_eq!(trial.posted("Portugal", "8.2.3", Measure::Money, "Lisbon"), i64::from(lisbon.second));
}

#[test]
fn eia_8_2_1o_to_q_a_port_blockaded_besieged_or_held_by_an_enemy_does_not_trade() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.war(Prussia, France);
    trial.city("Stettin").blockaded_by = Some(France);
    trial.city("Danzig").besieger = Holder::Power(France);
    trial.occupy("Konigsberg", France);
    trial.offered();
    trial.close();
    assert_eq!(row(&trial, "Stettin")["reason"], "blockaded");
    assert_eq!(row(&trial, "Danzig")["reason"], "besieged");
    assert_eq!(row(&trial, "Konigsberg")["reason"], "an enemy is inside");
    assert_eq!(trial.posted("prussia", "8.2.1", Measure::Money, "trade"), 0);
}

#[test]
fn eia_8_2_1s_iced_ports_do_not_trade_in_december() {
    for (month, has_traded) in [(12, false), (3, true)] {
        let mut trial = Trial::at(month, Stage::Offer);
        trial.offered();
        trial.close();
        assert_eq!(row(&trial, "Riga")["has_traded"], has_traded);
        assert_eq!(row(&trial, "Danzig")["has_traded"], true);
    }
}

#[test]
fn eia_8_2_1t_the_black_sea_needs_leave_from_constantinople() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.offered();
    trial.close();
    assert_eq!(row(&trial, "Odessa")["reason"], "no leave for the Black Sea");
    let mut trial = Trial::at(3, Stage::Offer);
    trial.orders(Turkey, Act::BlackSea { partners: powers(&[Russia]), is_granted: true }).offered();
    trial.close();
    assert_eq!(row(&trial, "Odessa")["has_traded"], true);
    assert_eq!(row(&trial, "Sevastopol")["has_traded"], true);
    // Silence leaves it as it was (D2).
    trial.state.stage = Stage::Offer;
    trial.close();
    assert!(trial.state.quarter.black_sea_leave.contains("Odessa"));
}

#[test]
fn eia_8_2_1t_leave_for_one_port_is_for_no_other() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.orders(Turkey, Act::BlackSea { partners: ports(&["Odessa"]), is_granted: true }).close();
    assert_eq!(trial.state.quarter.black_sea_leave.iter().collect::<Vec<_>>(), ["Odessa"]);
}

#[test]
fn d4_nobody_gives_leave_while_constantinople_is_contested() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.war(Turkey, Russia);
    trial.occupy("Constantinople", Russia);
    trial.orders(Turkey, Act::BlackSea { partners: powers(&[Russia]), is_granted: true }).close();
    assert!(trial.state.quarter.black_sea_leave.is_empty());
}

#[test]
fn eia_8_2_1u_a_taken_capital_closes_the_ports_of_its_territory() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.war(Austria, France);
    trial.occupy("Laibach", France);
    trial.offered();
    trial.close();
    assert_eq!(row(&trial, "Trieste")["reason"], "the capital of its territory is occupied");
}

#[test]
fn eia_8_2_1v_w_vienna_stops_austrian_trade_but_russia_must_lose_both_capitals() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.war(Austria, France);
    trial.war(Russia, France);
    trial.occupy("Vienna", France);
    trial.occupy("Moscow", France);
    trial.offered();
    trial.close();
    assert_eq!(row(&trial, "Trieste")["reason"], "the national capital is occupied");
    assert_eq!(row(&trial, "Riga")["has_traded"], true);
    let mut trial = Trial::at(3, Stage::Offer);
    trial.war(Russia, France);
    trial.occupy("Moscow", France);
    trial.occupy("St Petersburg", France);
    trial.offered();
    trial.close();
    assert_eq!(row(&trial, "Riga")["has_traded"], false);
}

#[test]
fn eia_8_2_1v_free_states_trade_though_the_national_capital_is_lost() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.war(France, Prussia);
    trial.occupy("Paris", Prussia);
    trial.offered();
    trial.close();
    assert_eq!(row(&trial, "Amsterdam")["has_traded"], true);
    assert_eq!(row(&trial, "Bordeaux")["has_traded"], false);
    assert!(trial.posted("Holland", "8.2.3", Measure::Money, "Amsterdam") > 0);
}

#[test]
fn ruling_london_lost_means_neither_domestic_nor_colonial_trade() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.war(Britain, France);
    trial.occupy("London", France);
    trial.give("Portugal", Britain, Tenure::Free);
    trial.offered();
    trial.close();
    assert_eq!(row(&trial, "Danzig")["reason"], "London is occupied");
    assert_eq!(trial.posted("britain", "8.2.1", Measure::Money, "colonial"), 0);
    assert_eq!(trial.posted("prussia", "8.2.1", Measure::Money, "domestic"), 0);
    // Through her own free state she may trade.
    assert_eq!(row(&trial, "Lisbon")["has_traded"], true);
    // A besieged occupier stops nothing.
    let mut trial = Trial::at(3, Stage::Offer);
    trial.war(Britain, France);
    trial.occupy("London", France);
    trial.city("London").is_besieged = true;
    trial.offered();
    trial.close();
    assert_eq!(trial.posted("britain", "8.2.1", Measure::Money, "colonial"), 30);
}

#[test]
fn eia_8_2_1k_only_britain_offers_and_she_answers_nobody() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.orders(France, offer(Partners::everybody(), Partners::default())).close();
    assert_eq!(trial.failed_by(France), ["8.2.1"]);
    trial.state.stage = Stage::Answer;
    trial.orders(Britain, Act::AnswerTrade { agrees: true, except: Vec::new() }).close();
    assert_eq!(trial.failed_by(Britain), ["8.2.1"]);
}

#[test]
fn eia_8_2_1ap_peace_with_the_united_states_waits_for_a_peace_step() {
    let mut trial = Trial::at(3, Stage::Offer);
    trial.orders(Britain, Act::EndAmericanWar).close();
    assert_eq!(trial.failed_by(Britain), ["8.2.1"]);
    trial.state.american_war = true;
    let before = trial.status(Britain);
    trial.orders(Britain, Act::EndAmericanWar).close();
    assert!(trial.state.american_war && trial.state.wants_american_peace);
    assert_eq!(trial.item("PeaceWanted")["points"], 5);
    assert_eq!(trial.status(Britain), before);
}
